/* ls-ring-writer.c: the rings of a program that is watched
 *
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */

#include "ls-ring-writer.h"

#include "ls-listener.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <pthread.h>
#include <stdlib.h>
#include <stdio.h>
#include <sys/eventfd.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/un.h>
#include <unistd.h>
#ifdef __x86_64__
#include <cpuid.h>
#endif

/* When the program has GLib, LOOPSCOPE_TRACE=unix:PATH connects to a watcher; listen:PATH, or listen alone for a path that watchers
 * know, waits for one. late:PATH does so in a program that the library gets into while it runs. */

#define N_UNITS (1u << 17)         /* in a ring, 4 MiB: pages are there only once they are written */
#define WAKING_UNITS (N_UNITS / 4) /* this many wake the watcher before its next frame */
#define FIRST_DESCRIPTOR 700       /* out of the way of programs that count on low numbers */
#define N_TOLD 4096

_Atomic int ls_ring_writer_is_active, ls_ring_writer_socket = -1, ls_ring_writer_may_rejoin;
_Atomic unsigned ls_ring_writer_generation;
int ls_ring_writer_has_tsc;
__thread LsThread *ls_ring_writer_own;

/* Nobody asks for anything there. */
static LsWireControl no_control;
LsWireControl *ls_ring_writer_control = &no_control;

static char watcher_path[sizeof ((struct sockaddr_un *) 0)->sun_path];   /* empty where the watcher has come to us */
static LsWireOrigin origin;
static struct stat socket_identity;

static pthread_key_t thread_key;
static pthread_mutex_t sending = PTHREAD_MUTEX_INITIALIZER;
static _Atomic uint64_t told[N_TOLD];         /* texts that a watcher has: TOLD() of each, at its number */

static uint64_t
get_monotonic (void)
{
  struct timespec now;

  clock_gettime (CLOCK_MONOTONIC, &now);
  return now.tv_sec * 1000000000ull + now.tv_nsec;
}

/* Nobody watches any more. From now on each wrapper is a load and a branch. */
void
ls_ring_writer_end (void)
{
  atomic_store_explicit (&ls_ring_writer_is_active, 0, memory_order_release);
}

/* A program that closes all descriptors may get others under the same numbers. */
static int
is_own_socket (void)
{
  struct stat now;

  return ls_ring_writer_socket >= 0 && fstat (ls_ring_writer_socket, &now) == 0 && now.st_ino == socket_identity.st_ino &&
         now.st_dev == socket_identity.st_dev;
}

/* The watcher that there was when ls_ring_writer_is_active was @active is gone. Another thread may have let in the next one since,
 * who stays. */
static void
end_watcher (int active)
{
  if (active && atomic_compare_exchange_strong (&ls_ring_writer_is_active, &active, 0))
    ls_commands_undo ();
}

/* Returns whether somebody still watches. */
int
ls_ring_writer_check (void)
{
  const int active = atomic_load_explicit (&ls_ring_writer_is_active, memory_order_acquire);
  const int is_cut = !is_own_socket ();
  struct pollfd poll = { ls_ring_writer_socket, 0, 0 };

  if (active && !is_cut && syscall (SYS_poll, &poll, 1, 0) >= 0 && !(poll.revents & (POLLHUP | POLLERR | POLLNVAL)))
    return 1;
  end_watcher (active);
  /* The program has closed the connection: the watcher is still there. */
  if (active && is_cut)
    {
      ls_ring_writer_socket = -1;
      if (watcher_path[0] != '\0')
        ls_ring_writer_may_rejoin = LS_WIRE_ORIGIN_CUT;
    }
  return 0;
}

/* Returns a descriptor of memory that has a copy of /proc/self/maps, -1 if there is none. A program may have ended before its
 * watcher asks where the program's functions were. */
static int
copy_maps (void)
{
  int maps = open ("/proc/self/maps", O_RDONLY | O_CLOEXEC);
  int fd = maps >= 0 ? memfd_create ("loopscope-maps", MFD_CLOEXEC) : -1;
  char bytes[4096];
  ssize_t n_read;

  while (fd >= 0 && (n_read = read (maps, bytes, sizeof bytes)) > 0)
    if (write (fd, bytes, n_read) != n_read)
      break;
  if (maps >= 0)
    close (maps);
  return fd;
}

/* Sends who we are, or a ring, with descriptors: those that are -1 have to be the last. */
static int
send_hello (int        is_ring,
            const int *fds)
{
  union { struct cmsghdr header; char bytes[CMSG_SPACE (2 * sizeof (int))]; } control = { 0 };
  LsWireHello hello = { .magic = LS_WIRE_MAGIC, .is_ring = is_ring, .pid = getpid (), .tid = syscall (SYS_gettid),
                        .is_tsc = ls_ring_writer_has_tsc, .origin = origin };
  struct iovec part = { &hello, sizeof hello };
  struct msghdr message = { .msg_iov = &part, .msg_iovlen = 1 };
  const size_t n_bytes = (fds[0] >= 0 ? fds[1] >= 0 ? 2 : 1 : 0) * sizeof (int);
  ssize_t n_sent;

  if (!is_own_socket ())
    return 0;
  if (n_bytes > 0)
    {
      struct cmsghdr *header;

      message.msg_control = control.bytes;
      message.msg_controllen = CMSG_SPACE (n_bytes);
      header = CMSG_FIRSTHDR (&message);
      header->cmsg_level = SOL_SOCKET;
      header->cmsg_type = SCM_RIGHTS;
      header->cmsg_len = CMSG_LEN (n_bytes);
      memcpy (CMSG_DATA (header), fds, n_bytes);
    }
  prctl (PR_GET_NAME, hello.name);
  hello.time = ls_ring_writer_now ();
  hello.monotonic = get_monotonic ();
  pthread_mutex_lock (&sending);
  /* The program does not wait for a watcher that does not read its socket. */
  n_sent = sendmsg (ls_ring_writer_socket, &message, MSG_NOSIGNAL | MSG_DONTWAIT);
  pthread_mutex_unlock (&sending);
  return n_sent == sizeof hello;
}

/* Lets the watcher look before its next frame. */
void
ls_ring_writer_wake (void)
{
  if (is_own_socket ())
    send (ls_ring_writer_socket, "", 1, MSG_NOSIGNAL | MSG_DONTWAIT);
}

/* A program that closes all descriptors may get others under the same numbers. Nothing is read from those. */
static int
is_event_fd (int fd)
{
  static const char expected[] = "anon_inode:[eventfd]";
  char path[32], target[sizeof expected + 1];

  snprintf (path, sizeof path, "/proc/self/fd/%d", fd);
  return readlink (path, target, sizeof target) == (ssize_t) strlen (expected) && memcmp (target, expected, strlen (expected)) == 0;
}

/* Takes what has woken the thread. */
void
ls_ring_writer_calm (LsThread *self)
{
  uint64_t count;

  if (self->event_fd < 0)
    return;
  if (!is_event_fd (self->event_fd) || (read (self->event_fd, &count, sizeof count) < 0 && errno != EAGAIN))
    self->event_fd = -1;
}

/* Waits until the watcher wants something, or is gone. */
void
ls_ring_writer_wait (LsThread *self,
                     int       milliseconds)
{
  struct pollfd polls[2] = { { self->event_fd, POLLIN, 0 }, { ls_ring_writer_socket, 0, 0 } };

  syscall (SYS_poll, polls, 2, milliseconds);
  if (polls[0].revents != 0)
    ls_ring_writer_calm (self);
  /* It may have been the socket of a watcher before. */
  if (polls[1].revents != 0)
    ls_ring_writer_check ();
}

static void
unmap_ring (LsWireRing *ring,
            uint32_t    n_units)
{
  munmap (ring, LS_WIRE_HEADER_BYTES + (size_t) n_units * LS_WIRE_UNIT_BYTES);
}

/* Nothing more is written into a ring. */
void
ls_ring_writer_close (LsThread *self)
{
  if (self->ring == NULL)
    return;
  atomic_store (&self->ring->is_closed, 1);
  unmap_ring (self->ring, self->n_units);
  self->ring = NULL;
  if (self->event_fd >= 0 && is_event_fd (self->event_fd))
    close (self->event_fd);
  self->event_fd = -1;
}

static void
end_thread (void *data)
{
  LsThread *self = data;

  ls_ring_writer_own = NULL;
  ls_ring_writer_close (self);
  free (self);
}

/* Returns a descriptor that is out of the way of the program's own. */
int
ls_ring_writer_move_up (int fd)
{
  const int high = fd >= 0 ? fcntl (fd, F_DUPFD_CLOEXEC, FIRST_DESCRIPTOR) : -1;

  if (high < 0)
    return fd;
  close (fd);
  return high;
}

/* Makes memory that cannot shrink under the reader. Returns its descriptor, -1 if there is none. */
static int
make_memory (const char  *name,
             size_t       n_bytes,
             void       **memory)
{
  const int fd = memfd_create (name, MFD_CLOEXEC | MFD_ALLOW_SEALING);

  if (fd < 0)
    return -1;
  if (ftruncate (fd, n_bytes) < 0 || fcntl (fd, F_ADD_SEALS, F_SEAL_SHRINK | F_SEAL_GROW | F_SEAL_SEAL) < 0 ||
      (*memory = mmap (NULL, n_bytes, PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0)) == MAP_FAILED)
    {
      close (fd);
      return -1;
    }
  return fd;
}

/* Returns the descriptor of a new ring's memory, -1 if there is none. */
static int
make_ring (LsWireRing **ring)
{
  void *memory;
  const int fd = make_memory ("loopscope", LS_WIRE_HEADER_BYTES + (size_t) N_UNITS * LS_WIRE_UNIT_BYTES, &memory);

  if (fd < 0)
    return -1;
  *ring = memory;
  (*ring)->magic = LS_WIRE_MAGIC;
  (*ring)->pid = getpid ();
  (*ring)->tid = syscall (SYS_gettid);
  (*ring)->n_units = N_UNITS;
  return fd;
}

/* Makes a ring for the watcher that there is now, which takes the place of the one that @self has until then. Returns whether there
 * is one. */
int
ls_ring_writer_renew (LsThread *self)
{
  const int saved = errno, active = atomic_load_explicit (&ls_ring_writer_is_active, memory_order_acquire);
  const unsigned generation = ls_ring_writer_generation;
  LsWireRing *ring = NULL;
  /* A watcher who is just coming has to hear of the process first. */
  const int fd = (unsigned) active == generation ? make_ring (&ring) : -1;
  const int event_fd = fd >= 0 ? ls_ring_writer_move_up (eventfd (0, EFD_CLOEXEC | EFD_NONBLOCK)) : -1;
  const int is_told = fd >= 0 && send_hello (1, (const int[2]) { fd, event_fd });

  if (fd >= 0)
    close (fd);
  if (!is_told)
    {
      ls_ring_writer_check ();
      end_watcher (active);
      if (ring != NULL)
        unmap_ring (ring, N_UNITS);
      if (event_fd >= 0)
        close (event_fd);
      errno = saved;
      return 0;
    }
  ls_ring_writer_close (self);
  self->ring = ring;
  self->units = (uint8_t *) ring + LS_WIRE_HEADER_BYTES;
  self->n_units = N_UNITS;
  self->event_fd = event_fd;
  self->generation = generation;
  self->head = self->limit = 0;
  self->last_context = NULL;
  self->attention = self->n_steps = 0;
  errno = saved;
  return 1;
}

/* Makes what the calling thread needs to tell something to the watcher that there is now. Callbacks may be under way on the thread,
 * whose wrappers know it from before: it stays the same, and keeps its old ring until there is another one. */
LsThread *
ls_ring_writer_make_thread (void)
{
  LsThread *self = ls_ring_writer_own != NULL ? ls_ring_writer_own : calloc (1, sizeof *self);

  if (self == NULL)
    return NULL;
  if (!ls_ring_writer_renew (self))
    {
      if (self != ls_ring_writer_own)
        free (self);
      return NULL;
    }
  ls_ring_writer_own = self;
  pthread_setspecific (thread_key, self);
  return self;
}

/* There seems to be no room: the reader's line is looked at. Where much is unread, the reader is woken, once until it looks.
 * Returns whether there is room for @n_units; if not, one more record is lost. */
int
ls_ring_writer_make_room (LsThread *self,
                          unsigned  n_units)
{
  const uint64_t tail = atomic_load_explicit (&self->ring->tail, memory_order_acquire);
  const uint64_t n_used = self->head + n_units - tail;

  /* A reader can write nonsense there: whatever it says, the ring is not left. */
  if (n_used > self->n_units)
    {
      atomic_store_explicit (&self->ring->n_lost, atomic_load_explicit (&self->ring->n_lost, memory_order_relaxed) + 1,
                             memory_order_relaxed);
      return 0;
    }
  if (n_used <= WAKING_UNITS)
    {
      self->limit = tail + WAKING_UNITS;
      return 1;
    }
  self->limit = tail + self->n_units;
  ls_ring_writer_wake ();
  return 1;
}

/* Names are hashed each time that a source is attached. */
static uint32_t
get_hash (const char *text,
          size_t      length)
{
  uint64_t hash = length, word = 0;

  for (; length >= sizeof word; text += sizeof word, length -= sizeof word)
    {
      memcpy (&word, text, sizeof word);
      hash = (hash ^ word) * 0x9e3779b97f4a7c15ull;
      hash ^= hash >> 29;
    }
  word = 0;
  memcpy (&word, text, length);
  hash = (hash ^ word) * 0x9e3779b97f4a7c15ull;
  hash ^= hash >> 32;
  return (uint32_t) hash != 0 ? (uint32_t) hash : 1;
}

/* That the watcher of a generation has a text. */
#define TOLD(generation, hash) ((uint64_t) (generation) << 32 | (hash))

/* Tells a text, unless the watcher has it. Returns its number: two texts may share one, once in thousands of millions. */
uint32_t
ls_ring_writer_tell_text (const char *text)
{
  const size_t length = strnlen (text, LS_WIRE_MAX_TEXT);
  const uint32_t hash = get_hash (text, length);
  LsThread *thread;
  LsWireHead *head;

  if (atomic_load_explicit (&told[hash % N_TOLD], memory_order_relaxed) ==
      TOLD (atomic_load_explicit (&ls_ring_writer_generation, memory_order_relaxed), hash) ||
      (thread = ls_ring_writer_get_thread ()) == NULL)
    return hash;
  head = ls_ring_writer_reserve (thread, LS_WIRE_TEXT, (sizeof *head + length + LS_WIRE_UNIT_BYTES) / LS_WIRE_UNIT_BYTES);
  if (head != NULL)
    {
      head->context = 0;
      head->source = hash;
      head->time = ls_ring_writer_now ();
      memcpy (head + 1, text, length);
      ((char *) (head + 1))[length] = '\0';
      ls_ring_writer_commit (thread);
      /* Another watcher may have come meanwhile, who does not read this ring. */
      atomic_store_explicit (&told[hash % N_TOLD], TOLD (thread->generation, hash), memory_order_relaxed);
    }
  return hash;
}

/* A child writes into no ring of its parent, and most execute another program at once. */
static void
on_fork (void)
{
  ls_ring_writer_own = NULL;
  if (ls_ring_writer_is_active && watcher_path[0] != '\0')
    ls_ring_writer_may_rejoin = LS_WIRE_ORIGIN_FORK;
  ls_ring_writer_is_active = 0;
  if (is_own_socket ())
    close (ls_ring_writer_socket);
  ls_ring_writer_socket = -1;
  ls_listener_close (0);
  /* Its parent's path stays its parent's. */
  ls_listener_set_path (NULL);
  pthread_mutex_init (&sending, NULL);
  ls_commands_on_fork ();
}

static int
connect_to (const char *path)
{
  struct sockaddr_un address = { .sun_family = AF_UNIX };
  int fd;

  if (strlen (path) >= sizeof address.sun_path)
    return -1;
  strcpy (address.sun_path, path);
  fd = socket (AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC, 0);
  if (fd < 0)
    return -1;
  if (connect (fd, (struct sockaddr *) &address, sizeof address) < 0)
    {
      close (fd);
      return -1;
    }
  return ls_ring_writer_move_up (fd);
}

/* Begins to tell the watcher that the socket leads to. It knows nothing yet. */
void
ls_ring_writer_begin (int socket)
{
  const int saved = errno;
  void *memory;
  const int control = make_memory ("loopscope-control", LS_WIRE_CONTROL_BYTES, &memory);
  const int maps = control >= 0 ? copy_maps () : -1;

  if (is_own_socket ())
    close (ls_ring_writer_socket);
  ls_ring_writer_socket = socket;
  fstat (socket, &socket_identity);
  if (control < 0)
    return;
  /* Other threads look at the page of the last watcher: the new one takes its place. */
  if (ls_ring_writer_control == &no_control)
    ls_ring_writer_control = memory;
  else if (mremap (memory, LS_WIRE_CONTROL_BYTES, LS_WIRE_CONTROL_BYTES, MREMAP_MAYMOVE | MREMAP_FIXED, ls_ring_writer_control) ==
           MAP_FAILED)
    munmap (memory, LS_WIRE_CONTROL_BYTES);
  ls_ring_writer_control->magic = LS_WIRE_MAGIC;
  ls_ring_writer_generation++;
  if (send_hello (0, (const int[2]) { control, maps }))
    atomic_store_explicit (&ls_ring_writer_is_active, (int) ls_ring_writer_generation, memory_order_release);
  close (control);
  if (maps >= 0)
    close (maps);
  errno = saved;
}

/* Connects once more to the watcher that the program was started by, if there is reason to. Returns the socket, for
 * ls_ring_writer_begin(), or -1. */
int
ls_ring_writer_connect_again (void)
{
  const int saved = errno, reason = atomic_exchange (&ls_ring_writer_may_rejoin, 0);
  const int fd = reason != 0 ? connect_to (watcher_path) : -1;

  if (reason != 0)
    origin = (LsWireOrigin) reason;
  errno = saved;
  return fd;
}

/* Connects to the watcher that @where names, as LOOPSCOPE_TRACE does, or lets one come. NULL for neither. @counts_ticks: times may
 * be the processor's ticks */
void
ls_ring_writer_start (const char *where,
                      int         counts_ticks)
{
  int fd;
#ifdef __x86_64__
  unsigned a, b, c, d;
#endif

  if (where == NULL)
    return;
#ifdef __x86_64__
  /* The ticks go on at the same pace on all processors, asleep or not. */
  ls_ring_writer_has_tsc = counts_ticks && __get_cpuid (0x80000007, &a, &b, &c, &d) && (d & (1u << 8)) != 0;
#endif
  pthread_key_create (&thread_key, end_thread);
  pthread_atfork (NULL, NULL, on_fork);
  if (strncmp (where, "listen:", strlen ("listen:")) == 0 || strncmp (where, "late:", strlen ("late:")) == 0)
    {
      ls_listener_set_path (strchr (where, ':') + 1);
      return;
    }
  ls_listener_set_path (NULL);
  if (strncmp (where, "unix:", strlen ("unix:")) != 0 || (fd = connect_to (where + strlen ("unix:"))) < 0)
    return;
  strcpy (watcher_path, where + strlen ("unix:"));
  ls_ring_writer_begin (fd);
}
