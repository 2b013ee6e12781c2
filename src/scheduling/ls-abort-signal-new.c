/* ls-abort-signal-new.c: AbortSignal.abort(), AbortSignal.timeout() and AbortSignal.any()
 *
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */

#include "ls-abort-signal-private.h"
#include "ls-event-loop-private.h"

/* Whether any() accepts @signals: all are signals of @loop. */
gboolean
ls_abort_signal_are_of_loop (LsAbortSignal **signals,
                             gsize           n_signals,
                             LsEventLoop    *loop)
{
  for (gsize i = 0; i < n_signals; i++)
    if (!LS_IS_ABORT_SIGNAL (signals[i]) || ls_abort_signal_get_private (signals[i])->space->loop != loop)
      return FALSE;

  return TRUE;
}

/* DOM: create a dependent abort signal. @self is new. */
void
ls_abort_signal_depend_on (LsAbortSignal  *self,
                           LsAbortSignal **signals,
                           gsize           n_signals)
{
  LsAbortSignalPrivate *priv = ls_abort_signal_get_private (self);

  for (gsize i = 0; i < n_signals; i++)
    if (ls_abort_signal_get_private (signals[i])->is_aborted)
      {
        priv->is_aborted = TRUE;
        ls_value_copy (&ls_abort_signal_get_private (signals[i])->reason, &priv->reason);
        return;
      }

  priv->is_dependent = TRUE;
  for (gsize i = 0; i < n_signals; i++)
    {
      LsAbortSignalPrivate *source = ls_abort_signal_get_private (signals[i]);

      if (!source->is_dependent)
        ls_signal_links_connect (&source->links, signals[i], &priv->links, self);
      else
        for (LsSignalLink *link = source->links.first_source; link != NULL; link = link->next_source)
          ls_signal_links_connect (&ls_abort_signal_get_private (link->source)->links, link->source, &priv->links, self);
    }
}

/* Copies @reason, or makes an exception with @name and @message where @reason is NULL or undefined. */
void
ls_abort_signal_compute_reason (const LsValue *reason,
                                const char    *name,
                                const char    *message,
                                LsValue       *copy)
{
  if (reason != NULL && reason->type != LS_VALUE_UNDEFINED)
    ls_value_copy (reason, copy);
  else
    ls_value_take_exception (copy, ls_exception_new (name, message));
}

/**
 * ls_abort_signal_new_aborted:
 * @loop: an event loop
 * @reason: (nullable): the reason; %NULL or `undefined` makes an AbortError
 *
 * AbortSignal.abort().
 *
 * Returns: (transfer full): a signal that is aborted
 */
LsAbortSignal *
ls_abort_signal_new_aborted (LsEventLoop   *loop,
                             const LsValue *reason)
{
  LsAbortSignal *self;
  LsAbortSignalPrivate *priv;

  g_return_val_if_fail (LS_IS_EVENT_LOOP (loop), NULL);
  LS_ASSERT_LOOP_THREAD (loop);

  self = ls_abort_signal_new_internal (loop, LS_TYPE_ABORT_SIGNAL);
  priv = ls_abort_signal_get_private (self);
  priv->is_aborted = TRUE;
  ls_abort_signal_compute_reason (reason, "AbortError", "signal is aborted without reason", &priv->reason);
  ls_abort_signal_report_creation (self, 0, LS_TASK_PRIORITY_NONE, NULL, LS_CLAUSE_DOM_SIGNAL_ABORT);
  return self;
}

static LsCompletion
abort_after_timeout (const LsValue *argument,
                     LsValue       *result,
                     gpointer       user_data)
{
  g_auto (LsValue) reason = LS_VALUE_INIT;

  ls_abort_signal_compute_reason (NULL, "TimeoutError", "signal timed out", &reason);
  ls_abort_signal_signal_abort (user_data, &reason);
  return LS_COMPLETION_NORMAL;
}

/**
 * ls_abort_signal_new_timeout:
 * @loop: an event loop
 * @milliseconds: the time after which the signal is aborted with a TimeoutError
 *
 * AbortSignal.timeout().
 *
 * Returns: (transfer full): a signal
 */
LsAbortSignal *
ls_abort_signal_new_timeout (LsEventLoop *loop,
                             guint64      milliseconds)
{
  LsAbortSignal *self;
  const guint64 delay = milliseconds > LS_TIME_NEVER / 1000 ? LS_TIME_NEVER : milliseconds * 1000;

  g_return_val_if_fail (LS_IS_EVENT_LOOP (loop), NULL);
  LS_ASSERT_LOOP_THREAD (loop);

  self = ls_abort_signal_new_internal (loop, LS_TYPE_ABORT_SIGNAL);
  ls_abort_signal_report_creation (self, 0, LS_TASK_PRIORITY_NONE, NULL, LS_CLAUSE_DOM_ABORT_TIMEOUT);
  ls_loop_queue_post_callback (loop, LS_QUEUE_TYPE_FRAME_THROTTLEABLE, delay, LS_POST_NONE,
                               ls_event_loop_intern_name (loop, "AbortSignal.timeout"), abort_after_timeout,
                               g_object_ref (self), g_object_unref);
  return self;
}

/**
 * ls_abort_signal_any:
 * @loop: an event loop
 * @signals: (array length=n_signals): signals of the same loop
 * @n_signals: the number of @signals
 *
 * AbortSignal.any(). None of @signals holds the new signal. It stays alive while it has listeners or algorithms and one of
 * @signals lives. It has no name: [method@AbortSignal.set_name] gives it one for traces and statistics.
 *
 * Returns: (transfer full): a signal that is aborted when one of @signals is
 */
LsAbortSignal *
ls_abort_signal_any (LsEventLoop    *loop,
                     LsAbortSignal **signals,
                     gsize           n_signals)
{
  LsAbortSignal *self;

  g_return_val_if_fail (LS_IS_EVENT_LOOP (loop), NULL);
  g_return_val_if_fail (ls_abort_signal_are_of_loop (signals, n_signals, loop), NULL);
  LS_ASSERT_LOOP_THREAD (loop);

  self = ls_abort_signal_new_internal (loop, LS_TYPE_ABORT_SIGNAL);
  ls_abort_signal_depend_on (self, signals, n_signals);
  ls_abort_signal_report_creation (self, 0, LS_TASK_PRIORITY_NONE, NULL, LS_CLAUSE_DOM_DEPENDENT_SIGNAL);
  return self;
}
