/* test-ring-writer.c: what a program has for one watcher after another
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include <glib.h>
#include <poll.h>
#include <signal.h>
#include <stdarg.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "ls-listener.h"
#include "ls-ring-writer.h"

/* The rings ask nobody else for anything here. */
void
ls_listener_set_path (const char *path)
{
}

void
ls_listener_close (int unlinks)
{
}

void
ls_commands_undo (void)
{
}

void
ls_commands_on_fork (void)
{
}

static void (*during_poll) (void);

/* The rings ask the system through it: something may happen between the beginning and the end of a poll. The build gives it another
 * name. */
long
syscall (long number, ...)
{
  struct pollfd *fds;
  va_list list;
  nfds_t n_fds;
  int timeout;

  if (number == SYS_gettid)
    return gettid ();
  g_assert_cmpint (number, ==, SYS_poll);
  va_start (list, number);
  fds = va_arg (list, struct pollfd *);
  n_fds = va_arg (list, int);
  timeout = va_arg (list, int);
  va_end (list);
  if (during_poll != NULL)
    g_steal_pointer (&during_poll) ();
  return poll (fds, n_fds, timeout);
}

/* Begins to be watched. Returns the watcher's end of the socket. */
static int
begin_watch (void)
{
  int ends[2];

  g_assert_cmpint (socketpair (AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC, 0, ends), ==, 0);
  ls_ring_writer_begin (ends[0]);
  g_assert_true (ls_ring_writer_is_active);
  return ends[1];
}

static void
limit_files (rlim_t n_bytes)
{
  struct rlimit limit;

  g_assert_cmpint (getrlimit (RLIMIT_FSIZE, &limit), ==, 0);
  limit.rlim_cur = n_bytes;
  g_assert_cmpint (setrlimit (RLIMIT_FSIZE, &limit), ==, 0);
}

/* Wrappers that are under way write on where they have begun, also when there is no ring for the next watcher. */
static void
test_no_memory (void)
{
  const int first = begin_watch ();
  LsThread *thread = ls_ring_writer_get_thread ();
  LsWireRing *ring;
  int second, third;

  g_assert_nonnull (thread);
  g_assert_true (ls_ring_writer_own == thread);
  ring = thread->ring;
  ls_ring_writer_end ();
  close (first);

  second = begin_watch ();
  signal (SIGXFSZ, SIG_IGN);
  limit_files (65536);
  g_assert_null (ls_ring_writer_get_thread ());
  limit_files (RLIM_INFINITY);
  g_assert_false (ls_ring_writer_is_active);
  g_assert_true (ls_ring_writer_own == thread);
  g_assert_true (thread->ring == ring);
  g_assert_nonnull (ls_ring_writer_reserve (thread, LS_WIRE_SLEPT, 1));
  ls_ring_writer_commit (thread);
  g_assert_cmpuint (atomic_load (&ring->head), ==, 1);
  close (second);

  third = begin_watch ();
  g_assert_true (ls_ring_writer_get_thread () == thread);
  g_assert_cmpuint (atomic_load (&thread->ring->head), ==, 0);
  ls_ring_writer_end ();
  close (third);
}

/* A thread that never had a ring has none afterwards. */
static gpointer
fail_in_thread (gpointer data)
{
  limit_files (65536);
  g_assert_null (ls_ring_writer_get_thread ());
  limit_files (RLIM_INFINITY);
  g_assert_null (ls_ring_writer_own);
  return NULL;
}

static void
test_no_memory_at_first (void)
{
  const int watcher = begin_watch ();

  signal (SIGXFSZ, SIG_IGN);
  g_thread_join (g_thread_new ("first", fail_in_thread, NULL));
  g_assert_false (ls_ring_writer_is_active);
  close (watcher);
}

static int first_watcher, second_watcher;

static void
change_watchers (void)
{
  ls_ring_writer_end ();
  close (first_watcher);
  second_watcher = begin_watch ();
}

/* A watcher comes while a thread still waits for the one before, who has hung up. */
static void
test_next_watcher (void)
{
  LsThread *thread;

  first_watcher = begin_watch ();
  thread = ls_ring_writer_get_thread ();
  g_assert_nonnull (thread);
  during_poll = change_watchers;
  ls_ring_writer_wait (thread, 0);
  g_assert_null (during_poll);
  g_assert_true (ls_ring_writer_is_active);
  g_assert_true (ls_ring_writer_check ());

  first_watcher = second_watcher;
  during_poll = change_watchers;
  ls_ring_writer_check ();
  g_assert_true (ls_ring_writer_is_active);

  close (second_watcher);
  ls_ring_writer_wait (thread, 0);
  g_assert_false (ls_ring_writer_is_active);
  g_assert_false (ls_ring_writer_check ());
}

/* Each watcher is told a text once. */
static void
test_texts (void)
{
  for (guint i = 0; i < 3; i++)
    {
      const int watcher = begin_watch ();
      LsThread *thread = ls_ring_writer_get_thread ();
      const uint32_t number = ls_ring_writer_tell_text ("tick");
      const uint64_t head = atomic_load (&thread->ring->head);

      g_assert_cmpuint (((const LsWireHead *) thread->units)->kind, ==, LS_WIRE_TEXT);
      g_assert_cmpuint (((const LsWireHead *) thread->units)->source, ==, number);
      g_assert_cmpuint (ls_ring_writer_tell_text ("tick"), ==, number);
      g_assert_cmpuint (atomic_load (&thread->ring->head), ==, head);
      ls_ring_writer_end ();
      close (watcher);
    }
}

int
main (int    argc,
      char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_setenv ("LOOPSCOPE_TRACE", "listen", TRUE);
  ls_ring_writer_start (g_getenv ("LOOPSCOPE_TRACE"), TRUE);

  g_test_add_func ("/ring-writer/no-memory", test_no_memory);
  g_test_add_func ("/ring-writer/no-memory-at-first", test_no_memory_at_first);
  g_test_add_func ("/ring-writer/next-watcher", test_next_watcher);
  g_test_add_func ("/ring-writer/texts", test_texts);

  return g_test_run ();
}
