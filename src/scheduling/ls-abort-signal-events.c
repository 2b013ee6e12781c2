/* ls-abort-signal-events.c: abort signals as event targets
 *
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */

#include "ls-abort-signal-private.h"
#include "ls-event-loop-private.h"

static void
abort_signal_report_listeners (LsAbortSignal *self,
                               const char    *type)
{
  LsAbortSignalPrivate *priv = ls_abort_signal_get_private (self);
  LsEventLoop *loop = priv->space->loop;

  if (loop != NULL && loop->probe != NULL)
    ls_event_loop_emit (loop, .kind = LS_RECORD_SIGNAL_LISTENERS, .subject = priv->id,
                        .value = ls_event_listeners_count (&priv->listeners, type),
                        .text = ls_probe_intern (loop->probe, type), .clause = LS_CLAUSE_DOM_DISPATCH);
  ls_abort_signal_update_keep_alive (self);
}

/**
 * ls_abort_signal_add_listener:
 * @self: a signal
 * @type: "abort" or "prioritychange"; the engine fires no other type
 * @listener: the function that the engine calls
 * @flags: how to call it
 * @user_data: data for @listener
 * @destroy: (nullable): called with @user_data once the function cannot run any more
 *
 * EventTarget.addEventListener(). (Adding the same function twice makes two listeners here.)
 *
 * Returns: a number to remove the listener with
 */
guint
ls_abort_signal_add_listener (LsAbortSignal   *self,
                              const char      *type,
                              LsEventListener  listener,
                              LsListenerFlags  flags,
                              gpointer         user_data,
                              GDestroyNotify   destroy)
{
  guint id;

  g_return_val_if_fail (LS_IS_ABORT_SIGNAL (self), 0);
  g_return_val_if_fail (type != NULL, 0);
  g_return_val_if_fail (listener != NULL, 0);

  id = ls_event_listeners_add (&ls_abort_signal_get_private (self)->listeners, type, listener, flags, user_data, destroy);
  abort_signal_report_listeners (self, type);
  return id;
}

/**
 * ls_abort_signal_remove_listener:
 * @self: a signal
 * @id: what [method@AbortSignal.add_listener] returned; the function ignores an unknown number
 *
 * EventTarget.removeEventListener().
 */
void
ls_abort_signal_remove_listener (LsAbortSignal *self,
                                 guint          id)
{
  g_autoptr (LsAbortSignal) held = NULL;
  const char *type;

  g_return_if_fail (LS_IS_ABORT_SIGNAL (self));

  held = g_object_ref (self);
  type = ls_event_listeners_remove (&ls_abort_signal_get_private (self)->listeners, id);
  if (type != NULL)
    abort_signal_report_listeners (self, type);
}

/**
 * ls_abort_signal_set_handler:
 * @self: a signal
 * @type: "abort" or "prioritychange"
 * @handler: (nullable): the function that the engine calls, %NULL for none
 * @user_data: data for @handler
 * @destroy: (nullable): called with @user_data once the function cannot run any more
 *
 * Sets the attribute `onabort` or `onprioritychange`. A handler keeps the place among the listeners at which the first handler
 * was set, until the program sets %NULL.
 */
void
ls_abort_signal_set_handler (LsAbortSignal   *self,
                             const char      *type,
                             LsEventListener  handler,
                             gpointer         user_data,
                             GDestroyNotify   destroy)
{
  g_autoptr (LsAbortSignal) held = NULL;

  g_return_if_fail (LS_IS_ABORT_SIGNAL (self));
  g_return_if_fail (type != NULL);

  held = g_object_ref (self);
  ls_event_listeners_set_handler (&ls_abort_signal_get_private (self)->listeners, type, handler, user_data, destroy);
  abort_signal_report_listeners (self, type);
}

guint
ls_abort_signal_count_listeners (LsAbortSignal *self,
                                 const char    *type)
{
  return ls_event_listeners_count (&ls_abort_signal_get_private (self)->listeners, type);
}

/* DOM: fire an event. The listeners run at once, with the caller's continuation state. */
void
ls_abort_signal_fire (LsAbortSignal *self,
                      LsEvent       *event,
                      LsClause       clause,
                      guint          step)
{
  LsAbortSignalPrivate *priv = ls_abort_signal_get_private (self);
  LsEventLoop *running_loop = ls_abort_signal_get_running_loop (self);
  g_autoptr (LsEventLoop) loop = running_loop != NULL ? g_object_ref (running_loop) : NULL;
  const guint before = ls_event_listeners_count (&priv->listeners, event->type);
  guint32 text;

  if (loop == NULL)
    return;
  text = ls_probe_intern (loop->probe, event->type);
  ls_event_loop_emit (loop, .kind = LS_RECORD_EVENT_BEGIN, .subject = priv->id, .text = text, .clause = clause,
                      .step = step);
  ls_event_listeners_dispatch (&priv->listeners, loop, event);
  ls_event_loop_emit (loop, .kind = LS_RECORD_EVENT_END, .subject = priv->id, .text = text, .clause = clause,
                      .step = step);
  if (ls_event_listeners_count (&priv->listeners, event->type) != before)
    abort_signal_report_listeners (self, event->type);
}
