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

static Poll real_poll;
static Ppoll real_ppoll;

__attribute__ ((constructor)) static void
find_poll (void)
{
  real_poll = (Poll) dlsym (RTLD_NEXT, "poll");
  real_ppoll = (Ppoll) dlsym (RTLD_NEXT, "ppoll");
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

  if (record == NULL)
    return;
  record->head.context = context->number;
  record->head.source = 0;
  record->head.time = ls_ring_writer_now ();
  record->began = began;
  record->timeout = timeout;
  record->result = result;
  ls_ring_writer_commit (thread);
}

/* Returns the calling thread if it is a loop that is going to sleep. */
static LsThread *
get_sleeper (uint64_t caller)
{
  LsThread *thread;

  if (UNLIKELY (!ls_preload_is_ready))
    ls_preload_look_again ();
  if (!IS_WATCHED || caller < ls_preload_text_begin || caller >= ls_preload_text_end)
    return NULL;
  thread = ls_ring_writer_get_thread ();
  if (thread == NULL)
    return NULL;
  /* Its g_main_loop_run() may have begun where nobody saw it. */
  if (thread->loop_context == NULL && ls_glib.g_main_context_is_owner (ls_preload_default_context))
    thread->loop_context = ls_preload_default_context;
  return thread->loop_context != NULL && thread->n_dispatches == 0 ? thread : NULL;
}

EXPORT int
poll (struct pollfd *fds,
      nfds_t         n_fds,
      int            timeout)
{
  LsThread *thread = get_sleeper (CALLER);
  uint64_t began;
  int result, saved;

  if (thread == NULL)
    return real_poll != NULL ? real_poll (fds, n_fds, timeout) : (int) syscall (SYS_poll, fds, n_fds, timeout);
  began = ls_ring_writer_now ();
  result = real_poll (fds, n_fds, timeout);
  saved = errno;
  if (timeout != 0)
    tell_sleep (thread, began, timeout, result);
  errno = saved;
  return result;
}

static int
get_milliseconds (const struct timespec *timeout)
{
  if (timeout == NULL)
    return -1;
  return (int) MIN (timeout->tv_sec, G_MAXINT / 1000 - 1) * 1000 + (int) (timeout->tv_nsec / 1000000);
}

EXPORT int
ppoll (struct pollfd         *fds,
       nfds_t                 n_fds,
       const struct timespec *timeout,
       const sigset_t        *mask)
{
  LsThread *thread = get_sleeper (CALLER);
  uint64_t began;
  int result, saved;

  if (real_ppoll == NULL)
    find_poll ();
  if (thread == NULL || (timeout != NULL && timeout->tv_sec == 0 && timeout->tv_nsec == 0))
    return real_ppoll (fds, n_fds, timeout, mask);
  began = ls_ring_writer_now ();
  result = real_ppoll (fds, n_fds, timeout, mask);
  saved = errno;
  tell_sleep (thread, began, get_milliseconds (timeout), result);
  errno = saved;
  return result;
}
