/* ls-outlet.c: sends the traces of this process to a watcher
 *
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */

#include "ls-outlet-private.h"

#include "ls-listener.h"
#include "ls-probe-outlet-private.h"
#include "ls-trace-outlet-private.h"

#include <poll.h>
#include <signal.h>
#include <stdlib.h>
#include <sys/eventfd.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <unistd.h>

/* Where LOOPSCOPE_TRACE is set, all loops of the process report to traces, and those have streams. A thread waits for watchers, and
 * for room in rings that were full. Programs that make no loop have neither. */

/* How often it is looked whether a full ring has room. */
#define LOOK_MS 5

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;   /* of what follows; taken before that of a stream */
static GPtrArray *streams;
static gboolean is_started;
static int wake_fd = -1;
static _Atomic int is_woken;        /* until the thread looks */

/* There is nothing here that a watcher could ask for. */
void
ls_commands_undo (void)
{
}

void
ls_commands_on_fork (void)
{
}

/* The thread */

static void
wake (void)
{
  const uint64_t one = 1;

  if (wake_fd >= 0 && atomic_exchange (&is_woken, 1) == 0 && write (wake_fd, &one, sizeof one) < 0)
    return;
}

/* Returns whether all is sent. */
static gboolean
go_on_with_all (void)
{
  gboolean is_done = TRUE;

  pthread_mutex_lock (&lock);
  for (guint i = 0; i < streams->len; i++)
    is_done &= ls_outlet_stream_go_on (g_ptr_array_index (streams, i));
  pthread_mutex_unlock (&lock);
  return is_done;
}

/* Waits for what @place is of: a watcher, or the end of one. */
static void
wait_for (int place,
          int milliseconds)
{
  struct pollfd polls[2] = { { wake_fd, POLLIN, 0 }, { place, place == ls_listener_fd ? POLLIN : 0, 0 } };
  uint64_t count;

  /* Not by the name that the other library stands before. */
  syscall (SYS_poll, polls, 2, milliseconds);
  if ((polls[0].revents & POLLIN) != 0 && read (wake_fd, &count, sizeof count) < 0)
    count = 0;
  atomic_store (&is_woken, 0);
  if (place >= 0 && polls[1].revents != 0)
    {
      if (place == ls_listener_fd)
        ls_listener_accept ();
      else
        ls_ring_writer_check ();
    }
}

static void *
run (void *data)
{
  prctl (PR_SET_NAME, "loopscope");
  while (TRUE)
    {
      const gboolean is_watched = atomic_load_explicit (&ls_ring_writer_is_active, memory_order_acquire) != 0;
      const gboolean is_done = !is_watched || go_on_with_all ();

      if (!is_watched && ls_listener_is_on && ls_listener_fd < 0)
        ls_listener_open ();
      wait_for (is_watched ? ls_ring_writer_socket : ls_listener_fd, is_done ? -1 : LOOK_MS);
    }
  return NULL;
}

/* Signals are for the program's own threads. */
static void
start_thread (void)
{
  pthread_t thread;
  sigset_t all, old;

  sigfillset (&all);
  pthread_sigmask (SIG_SETMASK, &all, &old);
  if (pthread_create (&thread, NULL, run, NULL) == 0)
    pthread_detach (thread);
  pthread_sigmask (SIG_SETMASK, &old, NULL);
}

/* The thread is the parent's. Who goes on in a child without another program is not watched. */
static void
on_fork (void)
{
  pthread_mutex_init (&lock, NULL);
  for (guint i = 0; i < streams->len; i++)
    ls_outlet_stream_on_fork (g_ptr_array_index (streams, i));
  ls_listener_is_on = 0;
  wake_fd = -1;
}

static void
start (void)
{
  is_started = TRUE;
  streams = g_ptr_array_new ();
  ls_listener_suffix = "-library";
  ls_ring_writer_start (secure_getenv ("LOOPSCOPE_TRACE"), FALSE);
  if (!ls_ring_writer_is_active && !ls_listener_is_on)
    return;
  pthread_atfork (NULL, NULL, on_fork);
  wake_fd = ls_ring_writer_move_up (eventfd (0, EFD_CLOEXEC | EFD_NONBLOCK));
  start_thread ();
}

/* Traces */

static void
on_publish (gpointer data)
{
  LsOutletStream *stream = data;

  if (G_UNLIKELY (atomic_load_explicit (&ls_ring_writer_is_active, memory_order_relaxed)) && ls_outlet_stream_send (stream))
    wake ();
  if (stream->owns_trace)
    ls_outlet_stream_forget (stream);
}

static void
on_close (gpointer data)
{
  LsOutletStream *stream = data;

  pthread_mutex_lock (&lock);
  g_ptr_array_remove_fast (streams, stream);
  ls_outlet_stream_end (stream);
  pthread_mutex_unlock (&lock);
  ls_outlet_stream_free (stream);
}

static void
add_stream (LsTrace  *trace,
            gboolean  owns_trace,
            gint64    start)
{
  LsOutletStream *stream = ls_outlet_stream_new (trace, owns_trace, start < 0 ? G_MAXUINT64 : (guint64) start);
  const LsTraceOutlet outlet = { .publish = on_publish, .close = on_close, .data = stream };

  g_ptr_array_add (streams, stream);
  ls_trace_set_outlet (trace, &outlet);
}

static LsProbe *
open_probe (LsProbe *probe,
            gint64   start_time)
{
  LsTrace *trace = ls_trace_from_probe (probe);

  /* A probe of the program's own kind has nothing that could be read. */
  if (probe != NULL && trace == NULL)
    return probe;
  pthread_mutex_lock (&lock);
  if (!is_started)
    start ();
  if (wake_fd >= 0 && trace == NULL)
    {
      LsTrace *own = ls_trace_new ();

      add_stream (own, TRUE, start_time);
      probe = ls_trace_get_probe (own);
    }
  else if (wake_fd >= 0 && ls_trace_get_outlet (trace)->publish == NULL)
    {
      add_stream (trace, FALSE, start_time);
    }
  pthread_mutex_unlock (&lock);
  return probe;
}

static void
close_probe (LsProbe *probe)
{
  g_object_unref (ls_trace_from_probe (probe));
}

/* The process */

__attribute__ ((constructor)) static void
begin (void)
{
  static const LsProbeOutlet outlet = { .open = open_probe, .close = close_probe };

  /* Whoever runs a program as another user does not look into it. */
  if (secure_getenv ("LOOPSCOPE_TRACE") != NULL)
    ls_probe_outlet = &outlet;
}

/* Other threads may go on, so nothing is freed. */
__attribute__ ((destructor)) static void
end (void)
{
  if (!is_started || pthread_mutex_trylock (&lock) != 0)
    return;
  for (guint i = 0; i < streams->len; i++)
    ls_outlet_stream_end (g_ptr_array_index (streams, i));
  ls_ring_writer_end ();
  pthread_mutex_unlock (&lock);
  ls_listener_close (1);
}
