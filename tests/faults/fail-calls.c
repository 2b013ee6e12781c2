/* fail-calls.c: lets one call of a program fail
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

/* A library to preload. LS_FAULT=KIND:N lets the N-th call of a kind fail, once; of N = 0 it fails none. Of the
 * kind "kill", the program is killed where it was going to open, write, sync or rename for the N-th time. LS_FAULT_COUNT names a file
 * that gets the number of calls of that kind when the program exits.
 *
 * With LS_FAULT_SIFT=FILE, each of the first N allocations, or with LS_FAULT_EVERY=M the first of each M, fails in a copy of the
 * process that is made there. FILE gets the numbers of those that have to be tried in a process of their own, a line for each: where GLib
 * did not end the copy, with a word, before it changed a file, and where the C library allocates.
 *
 * JavaScriptCore ends the process, on purpose, where it does not get memory or a file of its own, and so does the loader: their calls are
 * neither counted nor do they fail. */

#include <dlfcn.h>
#include <errno.h>
#include <execinfo.h>
#include <fcntl.h>
#include <signal.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/time.h>
#include <sys/wait.h>
#include <unistd.h>

#define FIND(name) \
  static __typeof__ (&name) real; \
  if (real == NULL) \
    real = (__typeof__ (&name)) dlsym (RTLD_NEXT, #name)

extern void *__libc_malloc (size_t size);
extern void *__libc_calloc (size_t n, size_t size);
extern void *__libc_realloc (void *block, size_t size);
extern void *__libc_memalign (size_t alignment, size_t size);

enum { NONE, ALLOCATE, OPEN, MAP, WRITE, SYNC, RENAME, KILL };

/* What the program ends with that waits for itself. */
#define WAITS 99

#define MAX_FILES 64

static const char *const names[] = { "", "allocate", "open", "map", "write", "sync", "rename", "kill" };

static int kind;
static unsigned long failing, count, every = 1;
static const char *count_path;

/* For LS_FAULT_SIFT: -1 without. */
static int sift_fd = -1, nowhere_fd, word_fd;
static int is_copy;
static __thread int is_copying;

__attribute__ ((constructor)) static void
begin (void)
{
  const char *fault = getenv ("LS_FAULT"), *sift = getenv ("LS_FAULT_SIFT");

  if (sift != NULL)
    {
      sift_fd = open (sift, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0666);
      nowhere_fd = open ("/dev/null", O_WRONLY | O_CLOEXEC);
      every = getenv ("LS_FAULT_EVERY") != NULL ? strtoul (getenv ("LS_FAULT_EVERY"), NULL, 10) : 1;
      word_fd = memfd_create ("word", MFD_CLOEXEC);
    }
  count_path = getenv ("LS_FAULT_COUNT");
  for (int i = ALLOCATE; fault != NULL && i <= KILL; i++)
    if (strncmp (fault, names[i], strlen (names[i])) == 0 && fault[strlen (names[i])] == ':')
      {
        failing = strtoul (fault + strlen (names[i]) + 1, NULL, 10);
        __atomic_store_n (&kind, i, __ATOMIC_SEQ_CST);
      }
}

/* A copy does nothing that is seen from outside. */
static void
end_copy (void)
{
  if (is_copy)
    _exit (0);
}

__attribute__ ((destructor)) static void
end (void)
{
  FILE *file;

  end_copy ();
  __atomic_store_n (&kind, NONE, __ATOMIC_SEQ_CST);
  if (count_path == NULL || (file = fopen (count_path, "w")) == NULL)
    return;
  fprintf (file, "%lu", count);
  fclose (file);
}

static int
is_in (void              *caller,
       const char *const *libraries,
       unsigned           n_libraries)
{
  Dl_info info;

  if (dladdr (caller, &info) == 0 || info.dli_fname == NULL)
    return 0;
  for (unsigned i = 0; i < n_libraries; i++)
    if (strstr (info.dli_fname, libraries[i]) != NULL)
      return 1;
  return 0;
}

static int
is_exempt (void *caller)
{
  static const char *const libraries[] = { "libjavascriptcoregtk", "libstdc++", "libicu", "ld-linux" };

  return is_in (caller, libraries, sizeof libraries / sizeof *libraries);
}

static int
is_from_c_library (void *caller)
{
  static const char *const libraries[] = { "libc.so" };

  return is_in (caller, libraries, 1);
}

/* GLib says that it gets no memory. In a g_once_init_enter() of its own it waits for itself then: the status tells. */
static void
alarm_cb (int number)
{
  void *frames[64];
  const int n = backtrace (frames, sizeof frames / sizeof *frames);
  static int n_alarms;
  Dl_info info;

  for (int i = 0; i < n; i++)
    if (dladdr (frames[i], &info) != 0 && info.dli_sname != NULL && strcmp (info.dli_sname, "g_once_init_enter") == 0)
      _exit (WAITS);
  if (is_copy && n_alarms++ == 0)
    {
      alarm (5);
      return;
    }
  signal (number, SIG_DFL);
  raise (number);
}

static void
limit_time (void)
{
  static const struct itimerval soon = { .it_value.tv_usec = 200000 };

  signal (SIGALRM, alarm_cb);
  /* Copies are many. One has a single thread, too, and may wait for the others. */
  if (is_copy)
    setitimer (ITIMER_REAL, &soon, NULL);
  else
    alarm (10);
}

static int
is_end_of_glib (int status)
{
  if (WIFEXITED (status))
    return WEXITSTATUS (status) == WAITS;
  return (WTERMSIG (status) == SIGABRT || WTERMSIG (status) == SIGTRAP) && lseek (word_fd, 0, SEEK_END) > 0;
}

/* Returns whether this is the copy, in which the allocation fails. */
static int
sift (unsigned long  number,
      void          *caller)
{
  const int old_errno = errno;
  char line[32];
  int status;
  off_t positions[MAX_FILES];
  pid_t pid = -1;

  is_copying = 1;
  ftruncate (word_fd, 0);
  for (int fd = 0; fd < MAX_FILES; fd++)
    positions[fd] = lseek (fd, 0, SEEK_CUR);
  /* The C library may have taken a lock that knows its process, so that a copy would wait for itself. */
  if (!is_from_c_library (caller))
    pid = fork ();
  if (pid == 0)
    {
      is_copy = 1;
      dup2 (nowhere_fd, STDOUT_FILENO);
      dup2 (word_fd, STDERR_FILENO);
      return 1;
    }
  while (pid > 0 && waitpid (pid, &status, 0) < 0 && errno == EINTR)
    ;
  /* A copy that goes on reads the same files. */
  for (int fd = 0; fd < MAX_FILES; fd++)
    if (positions[fd] >= 0 && fd != word_fd && fd != sift_fd)
      lseek (fd, positions[fd], SEEK_SET);
  if (pid < 0 || !is_end_of_glib (status))
    write (sift_fd, line, snprintf (line, sizeof line, "%lu\n", number));
  errno = old_errno;
  is_copying = 0;
  return 0;
}

static int
decide (int   a_kind,
        int   error,
        void *caller)
{
  const int wanted = __atomic_load_n (&kind, __ATOMIC_RELAXED), kills = wanted == KILL && a_kind != ALLOCATE && a_kind != MAP;
  unsigned long number;

  if ((wanted != a_kind && !kills) || is_copy || is_copying || is_exempt (caller))
    return 0;
  number = __atomic_add_fetch (&count, 1, __ATOMIC_RELAXED);
  if (sift_fd >= 0 ? number > failing || (number - 1) % every != 0 || !sift (number, caller) : number != failing)
    return 0;
  if (kills)
    kill (getpid (), SIGKILL);
  if (wanted == ALLOCATE)
    limit_time ();
  errno = error;
  return 1;
}

/* Whether the call in whose function this stands is to fail. */
#define fails(a_kind, error) decide (a_kind, error, __builtin_return_address (0))

void *
malloc (size_t size)
{
  return fails (ALLOCATE, ENOMEM) ? NULL : __libc_malloc (size);
}

void *
calloc (size_t n,
        size_t size)
{
  return fails (ALLOCATE, ENOMEM) ? NULL : __libc_calloc (n, size);
}

void *
realloc (void   *block,
         size_t  size)
{
  return fails (ALLOCATE, ENOMEM) ? NULL : __libc_realloc (block, size);
}

int
posix_memalign (void   **block,
                size_t   alignment,
                size_t   size)
{
  void *found = fails (ALLOCATE, ENOMEM) ? NULL : __libc_memalign (alignment, size);

  if (found == NULL)
    return ENOMEM;
  *block = found;
  return 0;
}

void *
aligned_alloc (size_t alignment,
               size_t size)
{
  return fails (ALLOCATE, ENOMEM) ? NULL : __libc_memalign (alignment, size);
}

static int
get_mode (int     flags,
          va_list arguments)
{
  return (flags & (O_CREAT | O_TMPFILE)) != 0 ? va_arg (arguments, int) : 0;
}

#define OPEN_FUNCTION(name) \
  int \
  name (const char *path, \
        int         flags, \
        ...) \
  { \
    FIND (name); \
    va_list arguments; \
    int mode; \
    va_start (arguments, flags); \
    mode = get_mode (flags, arguments); \
    va_end (arguments); \
    if ((flags & O_ACCMODE) != O_RDONLY) \
      end_copy (); \
    return fails (OPEN, EMFILE) ? -1 : real (path, flags, mode); \
  }

#define OPENAT_FUNCTION(name) \
  int \
  name (int         folder, \
        const char *path, \
        int         flags, \
        ...) \
  { \
    FIND (name); \
    va_list arguments; \
    int mode; \
    va_start (arguments, flags); \
    mode = get_mode (flags, arguments); \
    va_end (arguments); \
    if ((flags & O_ACCMODE) != O_RDONLY) \
      end_copy (); \
    return fails (OPEN, EMFILE) ? -1 : real (folder, path, flags, mode); \
  }

OPEN_FUNCTION (open)
OPEN_FUNCTION (open64)
OPENAT_FUNCTION (openat)
OPENAT_FUNCTION (openat64)

void *
mmap (void   *address,
      size_t  length,
      int     protection,
      int     flags,
      int     fd,
      off_t   offset)
{
  FIND (mmap);

  return fails (MAP, ENOMEM) ? MAP_FAILED : real (address, length, protection, flags, fd, offset);
}

void *
mmap64 (void    *address,
        size_t   length,
        int      protection,
        int      flags,
        int      fd,
        off64_t  offset)
{
  FIND (mmap64);

  return fails (MAP, ENOMEM) ? MAP_FAILED : real (address, length, protection, flags, fd, offset);
}

/* What a program says, and what wakes its threads up, is not what it writes. */
static int
is_file (int fd)
{
  struct stat status;

  return fd > 2 && fstat (fd, &status) == 0 && S_ISREG (status.st_mode);
}

ssize_t
write (int         fd,
       const void *data,
       size_t      size)
{
  FIND (write);

  if (is_file (fd))
    {
      end_copy ();
      if (fails (WRITE, ENOSPC))
        return -1;
    }
  return real (fd, data, size);
}

int
fsync (int fd)
{
  FIND (fsync);

  end_copy ();
  return fails (SYNC, EIO) ? -1 : real (fd);
}

int
fdatasync (int fd)
{
  FIND (fdatasync);

  end_copy ();
  return fails (SYNC, EIO) ? -1 : real (fd);
}

int
rename (const char *from,
        const char *to)
{
  FIND (rename);

  end_copy ();
  return fails (RENAME, EIO) ? -1 : real (from, to);
}

int
renameat (int         from_folder,
          const char *from,
          int         to_folder,
          const char *to)
{
  FIND (renameat);

  end_copy ();
  return fails (RENAME, EIO) ? -1 : real (from_folder, from, to_folder, to);
}

int
unlink (const char *path)
{
  FIND (unlink);

  end_copy ();
  return real (path);
}

int
mkdir (const char *path,
       mode_t      mode)
{
  FIND (mkdir);

  end_copy ();
  return real (path, mode);
}
