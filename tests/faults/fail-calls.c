/* fail-calls.c: lets one call of a program fail
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

/* A library to preload. LS_FAULT=KIND:N lets the N-th call of a kind fail, once; of N = 0 it fails none. Of the
 * kind "kill", the program is killed where it was going to open, write, sync or rename for the N-th time. LS_FAULT_COUNT names a file
 * that gets the number of calls of that kind when the program exits. JavaScriptCore ends the process, on purpose, where it does not get
 * memory or a file of its own, and so does the loader: their calls are neither counted nor do they fail. */

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

static const char *const names[] = { "", "allocate", "open", "map", "write", "sync", "rename", "kill" };

static int kind;
static unsigned long failing, count;
static const char *count_path;

__attribute__ ((constructor)) static void
begin (void)
{
  const char *fault = getenv ("LS_FAULT");

  count_path = getenv ("LS_FAULT_COUNT");
  for (int i = ALLOCATE; fault != NULL && i <= KILL; i++)
    if (strncmp (fault, names[i], strlen (names[i])) == 0 && fault[strlen (names[i])] == ':')
      {
        failing = strtoul (fault + strlen (names[i]) + 1, NULL, 10);
        __atomic_store_n (&kind, i, __ATOMIC_SEQ_CST);
      }
}

__attribute__ ((destructor)) static void
end (void)
{
  FILE *file;

  __atomic_store_n (&kind, NONE, __ATOMIC_SEQ_CST);
  if (count_path == NULL || (file = fopen (count_path, "w")) == NULL)
    return;
  fprintf (file, "%lu", count);
  fclose (file);
}

static int
is_exempt (void *caller)
{
  static const char *const libraries[] = { "libjavascriptcoregtk", "libstdc++", "libicu", "ld-linux" };
  Dl_info info;

  if (dladdr (caller, &info) == 0 || info.dli_fname == NULL)
    return 0;
  for (unsigned i = 0; i < sizeof libraries / sizeof *libraries; i++)
    if (strstr (info.dli_fname, libraries[i]) != NULL)
      return 1;
  return 0;
}

/* GLib says that it gets no memory. In a g_once_init_enter() of its own it waits for itself then: the status tells. */
static void
alarm_cb (int number)
{
  void *frames[64];
  const int n = backtrace (frames, sizeof frames / sizeof *frames);
  Dl_info info;

  for (int i = 0; i < n; i++)
    if (dladdr (frames[i], &info) != 0 && info.dli_sname != NULL && strcmp (info.dli_sname, "g_once_init_enter") == 0)
      _exit (99);
  signal (number, SIG_DFL);
  raise (number);
}

static int
decide (int   a_kind,
        int   error,
        void *caller)
{
  const int wanted = __atomic_load_n (&kind, __ATOMIC_RELAXED), kills = wanted == KILL && a_kind != ALLOCATE && a_kind != MAP;

  if ((wanted != a_kind && !kills) || is_exempt (caller) || __atomic_add_fetch (&count, 1, __ATOMIC_RELAXED) != failing)
    return 0;
  if (kills)
    kill (getpid (), SIGKILL);
  if (wanted == ALLOCATE)
    {
      signal (SIGALRM, alarm_cb);
      alarm (10);
    }
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

  return is_file (fd) && fails (WRITE, ENOSPC) ? -1 : real (fd, data, size);
}

int
fsync (int fd)
{
  FIND (fsync);

  return fails (SYNC, EIO) ? -1 : real (fd);
}

int
fdatasync (int fd)
{
  FIND (fdatasync);

  return fails (SYNC, EIO) ? -1 : real (fd);
}

int
rename (const char *from,
        const char *to)
{
  FIND (rename);

  return fails (RENAME, EIO) ? -1 : real (from, to);
}

int
renameat (int         from_folder,
          const char *from,
          int         to_folder,
          const char *to)
{
  FIND (renameat);

  return fails (RENAME, EIO) ? -1 : real (from_folder, from, to_folder, to);
}
