/* ls-loops.c: hears which contexts iterate, and when they sleep
 *
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */

#include "ls-preload-private.h"

#include <dlfcn.h>
#include <errno.h>
#include <signal.h>
#include <sys/syscall.h>
#include <unistd.h>

/* g_main_context_set_poll_func() would tell as well when a loop sleeps, but from GLib 2.82 on a function other than g_poll() makes
 * timeouts round up to milliseconds. So poll() itself is ours: a call from libglib, outside of all dispatches, is a loop that
 * sleeps. */

typedef int (*Poll)  (struct pollfd *fds, nfds_t n_fds, int timeout);
typedef int (*Ppoll) (struct pollfd *fds, nfds_t n_fds, const struct timespec *timeout, const sigset_t *mask);

static int find_and_poll  (struct pollfd *fds, nfds_t n_fds, int timeout);
static int find_and_ppoll (struct pollfd *fds, nfds_t n_fds, const struct timespec *timeout, const sigset_t *mask);

/* The system's; who calls first finds them. */
static Poll real_poll = find_and_poll;
static Ppoll real_ppoll = find_and_ppoll;

__attribute__ ((constructor)) static void
find_poll (void)
{
  Poll found = (Poll) dlsym (RTLD_NEXT, "poll");
  Ppoll found_too = (Ppoll) dlsym (RTLD_NEXT, "ppoll");

  __atomic_store_n (&real_poll, found, __ATOMIC_RELAXED);
  __atomic_store_n (&real_ppoll, found_too, __ATOMIC_RELAXED);
}

static int
find_and_poll (struct pollfd *fds,
               nfds_t         n_fds,
               int            timeout)
{
  find_poll ();
  return real_poll (fds, n_fds, timeout);
}

static int
find_and_ppoll (struct pollfd         *fds,
                nfds_t                 n_fds,
                const struct timespec *timeout,
                const sigset_t        *mask)
{
  find_poll ();
  return real_ppoll (fds, n_fds, timeout, mask);
}

EXPORT GMainContext *
g_main_context_new (void)
{
  GMainContext *context;

  NEED_GLIB ();
  context = ls_glib.g_main_context_new ();
  /* The address may have been that of another one, and the ids of sources begin at 1 again. */
  if (IS_WATCHED && context != NULL)
    ls_watched_tell_context (ls_watched_add_context (context));
  return context;
}

/* A child that goes on without another program, and a program that has closed its connection, are watched again from the moment on
 * at which a loop of theirs goes round. */
static void
rejoin (void)
{
  const int socket = ls_ring_writer_connect_again ();

  if (socket < 0)
    return;
  /* Nobody has seen how the sources that there are were attached. */
  ls_listener_has_joined = 1;
  ls_listener_close (1);
  ls_watched_forget ();
  ls_kinds_hear_ends ();
  ls_ring_writer_begin (socket);
}

#define REJOIN_IF_NEEDED() \
  G_STMT_START \
  { \
    if (UNLIKELY (atomic_load_explicit (&ls_ring_writer_may_rejoin, memory_order_relaxed) != 0)) \
      rejoin (); \
  } \
  G_STMT_END

/* Calls @call while @its_context is the innermost one that iterates on this thread. */
#define ITERATE(its_context, call) \
  G_STMT_START \
  { \
    LsThread *thread = ls_ring_writer_get_thread (); \
    void *outer; \
    unsigned n_outer; \
    if (thread == NULL) \
      { \
        call; \
        break; \
      } \
    outer = thread->loop_context; \
    n_outer = thread->n_dispatches; \
    thread->loop_context = its_context; \
    thread->n_dispatches = 0; \
    call; \
    if (ls_ring_writer_own == thread) \
      { \
        thread->loop_context = outer; \
        thread->n_dispatches = n_outer; \
      } \
  } \
  G_STMT_END

EXPORT void
g_main_loop_run (GMainLoop *loop)
{
  NEED_GLIB ();
  REJOIN_IF_NEEDED ();
  if (!IS_WATCHED || loop == NULL)
    ls_glib.g_main_loop_run (loop);
  else
    ITERATE (ls_glib.g_main_loop_get_context (loop), ls_glib.g_main_loop_run (loop));
}

EXPORT gboolean
g_main_context_iteration (GMainContext *context,
                          gboolean      may_block)
{
  gboolean some = FALSE;

  NEED_GLIB ();
  REJOIN_IF_NEEDED ();
  if (!IS_WATCHED)
    return ls_glib.g_main_context_iteration (context, may_block);
  ITERATE (ls_preload_or_default (context), some = ls_glib.g_main_context_iteration (context, may_block));
  return some;
}

static void
tell_sleep (LsThread *thread,
            uint64_t  began,
            int       timeout,
            int       result)
{
  LsContext *context = ls_watched_get_context (thread, thread->loop_context);
  LsWireSleep *record = ls_ring_writer_reserve (thread, LS_WIRE_SLEPT, 1);

  thread->woke_at = ls_ring_writer_now ();
  if (record == NULL)
    return;
  record->head.context = context->number;
  record->head.source = 0;
  record->head.time = thread->woke_at;
  record->began = began;
  record->timeout = timeout;
  record->result = result;
  ls_ring_writer_commit (thread);
}

/* Looks whether somebody wants to watch. On the thread of the default context. Returns whether somebody does from now on. */
gboolean
ls_loops_look_for_watcher (GMainContext *context)
{
  struct pollfd fd = { ls_listener_fd, POLLIN, 0 };

  if (ls_listener_fd < 0 || syscall (SYS_poll, &fd, 1, 0) <= 0)
    return FALSE;
  /* As soon as the watcher is let in, other threads tell it of their sources. None may count as known then. */
  ls_watched_forget ();
  ls_kinds_hear_ends ();
  if (!ls_listener_accept ())
    return FALSE;
  /* A thread that was still telling the last watcher may have marked a source as known meanwhile. */
  ls_watched_forget ();
  return TRUE;
}

/* Nobody watches: the main loop waits for a watcher as well. It goes round once more when one has come. */
static int
wait_for_watcher (struct pollfd         *fds,
                  nfds_t                 n_fds,
                  const struct timespec *timeout,
                  const sigset_t        *mask)
{
  struct pollfd own[n_fds + 1];
  int result;

  memcpy (own, fds, n_fds * sizeof *fds);
  own[n_fds] = (struct pollfd) { ls_listener_fd, POLLIN, 0 };
  result = real_ppoll (own, n_fds + 1, timeout, mask);
  if (result > 0 && own[n_fds].revents != 0)
    {
      result--;
      if ((own[n_fds].revents & POLLIN) == 0)
        ls_listener_close (0);
      else
        ls_loops_look_for_watcher (ls_preload_default_context);
    }
  if (result >= 0)
    for (nfds_t i = 0; i < n_fds; i++)
      fds[i].revents = own[i].revents;
  return result;
}

static inline gboolean
is_of_glib (uint64_t caller)
{
  return caller >= ls_preload_text_begin && caller < ls_preload_text_end;
}

/* A loop that does not sleep looks for watchers as well, but rarely: what it does between two looks takes less than a moment, and
 * else its dispatches look. */
static gboolean
is_time_to_look (void)
{
  static __thread unsigned n_polls __attribute__ ((tls_model ("initial-exec")));

  return UNLIKELY (++n_polls % 512 == 0);
}

/* Returns whether the calling thread is the main loop, and a watcher may come. */
static gboolean
may_be_joined (uint64_t caller)
{
  if (LIKELY (!ls_listener_is_on) || IS_WATCHED || !ls_preload_is_ready || !is_of_glib (caller) ||
      !ls_glib.g_main_context_is_owner (ls_preload_default_context))
    return FALSE;
  return ls_listener_fd >= 0 || ls_listener_open ();
}

/* Returns the calling thread if it is a loop that is going to sleep. */
static LsThread *
get_sleeper (uint64_t caller)
{
  LsThread *thread;

  if (UNLIKELY (!ls_preload_is_ready))
    ls_preload_look_again ();
  if (UNLIKELY (ls_late_is_on))
    ls_late_look_again ();
  if (!is_of_glib (caller))
    return NULL;
  REJOIN_IF_NEEDED ();
  if (!IS_WATCHED)
    return NULL;
  thread = ls_ring_writer_get_thread ();
  if (thread == NULL)
    return NULL;
  /* Its g_main_loop_run() may have begun where nobody saw it. */
  if (thread->loop_context == NULL && ls_glib.g_main_context_is_owner (ls_preload_default_context))
    thread->loop_context = ls_preload_default_context;
  return thread->loop_context != NULL && thread->n_dispatches == 0 ? thread : NULL;
}

/* Returns the time that is left until @deadline, both in ns. */
static struct timespec
get_rest (uint64_t deadline)
{
  struct timespec now;
  uint64_t ns;

  clock_gettime (CLOCK_MONOTONIC, &now);
  ns = now.tv_sec * 1000000000ull + now.tv_nsec;
  ns = deadline > ns ? deadline - ns : 0;
  return (struct timespec) { ns / 1000000000, ns % 1000000000 };
}

/* Sleeps until something is ready, the time is over (@timeout, NULL for none), or the watcher has asked for something and got it.
 * The loop goes round once more then. @slept: (out): whether nothing was ready yet */
static int
sleep_in_poll (LsThread              *thread,
               struct pollfd         *fds,
               nfds_t                 n_fds,
               const struct timespec *timeout,
               const sigset_t        *mask,
               gboolean              *slept)
{
  static const struct timespec at_once;
  struct pollfd own[n_fds + 2];
  struct timespec rest = { 0 };
  uint64_t deadline = 0;
  gboolean has_obeyed = FALSE;
  int result;

  if (timeout != NULL)
    {
      struct timespec now;

      clock_gettime (CLOCK_MONOTONIC, &now);
      deadline = (now.tv_sec + MIN (timeout->tv_sec, G_MAXINT)) * 1000000000ull + now.tv_nsec + timeout->tv_nsec;
      rest = *timeout;
    }
  memcpy (own, fds, n_fds * sizeof *fds);
  own[n_fds + 1] = (struct pollfd) { ls_ring_writer_socket, 0, 0 };
  /* It may have been asked for while another context slept. */
  if (ls_commands_are_there (thread))
    has_obeyed = ls_commands_obey (thread, thread->loop_context);
  *slept = FALSE;
  for (gboolean is_first = TRUE;; is_first = FALSE)
    {
      own[n_fds] = (struct pollfd) { thread->event_fd, POLLIN, 0 };
      result = real_ppoll (own, n_fds + 2, is_first || has_obeyed ? &at_once : timeout != NULL ? &rest : NULL, mask);
      if (result > 0 && own[n_fds].revents != 0)
        {
          result--;
          ls_ring_writer_calm (thread);
          has_obeyed |= ls_commands_obey (thread, thread->loop_context);
        }
      if (result > 0 && own[n_fds + 1].revents != 0)
        {
          result--;
          own[n_fds + 1].fd = -1;
          /* Another watcher may have come since, who stays. */
          ls_ring_writer_check ();
        }
      if (timeout != NULL)
        rest = get_rest (deadline);
      if (result != 0 || has_obeyed || (timeout != NULL && rest.tv_sec == 0 && rest.tv_nsec == 0))
        break;
      *slept = TRUE;
    }
  if (result >= 0)
    for (nfds_t i = 0; i < n_fds; i++)
      fds[i].revents = own[i].revents;
  return result;
}

static int
get_milliseconds (const struct timespec *timeout)
{
  if (timeout == NULL)
    return -1;
  return (int) MIN (timeout->tv_sec, G_MAXINT / 1000 - 1) * 1000 + (int) (timeout->tv_nsec / 1000000);
}

#define MAX_OWN_FDS 1024

/* Does for the calling thread, whose call came from @caller, what the system's poll() does, if it is a loop that is going to sleep
 * or that waits for a watcher. @timeout: NULL for none; @thread: (out): that is to be told what poll() has said; NULL for none.
 * Returns FALSE if the system is to do it. */
static gboolean
poll_for (uint64_t                caller,
          struct pollfd          *fds,
          nfds_t                  n_fds,
          const struct timespec  *timeout,
          const sigset_t         *mask,
          LsThread              **thread,
          int                    *result)
{
  const gboolean sleeps = timeout == NULL || timeout->tv_sec != 0 || timeout->tv_nsec != 0;
  gboolean slept;
  uint64_t began;
  int saved;

  *thread = get_sleeper (caller);
  if (*thread == NULL && (n_fds > MAX_OWN_FDS || !may_be_joined (caller)))
    return FALSE;
  if (*thread == NULL && sleeps)
    {
      *result = wait_for_watcher (fds, n_fds, timeout, mask);
      return TRUE;
    }
  if (*thread == NULL)
    ls_loops_look_for_watcher (ls_preload_default_context);
  if (*thread == NULL || !sleeps || n_fds > MAX_OWN_FDS)
    return FALSE;
  began = ls_ring_writer_now ();
  *result = sleep_in_poll (*thread, fds, n_fds, timeout, mask, &slept);
  saved = errno;
  (*thread)->n_polled = *result;
  tell_sleep (*thread, began, get_milliseconds (timeout), *result);
  if (!slept)
    (*thread)->woke_at = 0;
  errno = saved;
  return TRUE;
}

static int
note_result (LsThread *thread,
             int       result)
{
  if (thread != NULL)
    {
      thread->woke_at = 0;
      thread->n_polled = result;
    }
  return result;
}

__attribute__ ((noinline)) static int
poll_with_care (uint64_t       caller,
                struct pollfd *fds,
                nfds_t         n_fds,
                int            timeout)
{
  const struct timespec time = { timeout / 1000, timeout % 1000 * 1000000 };
  LsThread *thread;
  int result;

  if (poll_for (caller, fds, n_fds, timeout >= 0 ? &time : NULL, NULL, &thread, &result))
    return result;
  return note_result (thread, real_poll (fds, n_fds, timeout));
}

EXPORT int
poll (struct pollfd *fds,
      nfds_t         n_fds,
      int            timeout)
{
  if (LIKELY (!IS_WATCHED && atomic_load_explicit (&ls_ring_writer_may_rejoin, memory_order_relaxed) == 0 &&
              ls_preload_is_ready && (!ls_listener_is_on || (timeout == 0 && !is_time_to_look ()))))
    return real_poll (fds, n_fds, timeout);
  if (LIKELY (IS_WATCHED && timeout == 0 && ls_ring_writer_own != NULL && !ls_late_is_on))
    return note_result (is_of_glib (CALLER) ? ls_ring_writer_own : NULL, real_poll (fds, n_fds, 0));
  return poll_with_care (CALLER, fds, n_fds, timeout);
}

__attribute__ ((noinline)) static int
ppoll_with_care (uint64_t               caller,
                 struct pollfd         *fds,
                 nfds_t                 n_fds,
                 const struct timespec *timeout,
                 const sigset_t        *mask)
{
  LsThread *thread;
  int result;

  if (poll_for (caller, fds, n_fds, timeout, mask, &thread, &result))
    return result;
  return note_result (thread, real_ppoll (fds, n_fds, timeout, mask));
}

EXPORT int
ppoll (struct pollfd         *fds,
       nfds_t                 n_fds,
       const struct timespec *timeout,
       const sigset_t        *mask)
{
  if (LIKELY (!IS_WATCHED && atomic_load_explicit (&ls_ring_writer_may_rejoin, memory_order_relaxed) == 0 &&
              ls_preload_is_ready &&
              (!ls_listener_is_on || (timeout != NULL && timeout->tv_sec == 0 && timeout->tv_nsec == 0 && !is_time_to_look ()))))
    return real_ppoll (fds, n_fds, timeout, mask);
  return ppoll_with_care (CALLER, fds, n_fds, timeout, mask);
}
