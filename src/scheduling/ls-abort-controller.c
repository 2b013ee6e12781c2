/* ls-abort-controller.c
 *
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */

#include "ls-abort-controller-private.h"

#include "ls-abort-signal-private.h"
#include "ls-event-loop-private.h"

/**
 * LsAbortController:
 *
 * DOM's AbortController: it has a signal and can abort it. Use [class@TaskController] where tasks have a priority to change.
 */
typedef struct
{
  LsAbortSignal *signal;
} LsAbortControllerPrivate;

G_DEFINE_TYPE_WITH_PRIVATE (LsAbortController, ls_abort_controller, G_TYPE_OBJECT)

static void
ls_abort_controller_dispose (GObject *object)
{
  LsAbortControllerPrivate *priv = ls_abort_controller_get_instance_private (LS_ABORT_CONTROLLER (object));

  g_clear_object (&priv->signal);

  G_OBJECT_CLASS (ls_abort_controller_parent_class)->dispose (object);
}

static void
ls_abort_controller_class_init (LsAbortControllerClass *klass)
{
  G_OBJECT_CLASS (klass)->dispose = ls_abort_controller_dispose;
}

static void
ls_abort_controller_init (LsAbortController *self)
{
}

/* Takes over @signal. */
void
ls_abort_controller_take_signal (LsAbortController *self,
                                 LsAbortSignal     *signal)
{
  LsAbortControllerPrivate *priv = ls_abort_controller_get_instance_private (self);

  priv->signal = signal;
}

/**
 * ls_abort_controller_new:
 * @loop: an event loop
 * @name: (nullable): a name for people, of its signal
 *
 * Returns: (transfer full): a controller with a new signal
 */
LsAbortController *
ls_abort_controller_new (LsEventLoop *loop,
                         const char  *name)
{
  g_autoptr (LsAbortController) self = NULL;
  LsAbortSignal *signal;

  g_return_val_if_fail (LS_IS_EVENT_LOOP (loop), NULL);
  LS_ASSERT_LOOP_THREAD (loop);

  self = g_object_new (LS_TYPE_ABORT_CONTROLLER, NULL);
  signal = ls_abort_signal_new_internal (loop, LS_TYPE_ABORT_SIGNAL);
  ls_abort_controller_take_signal (self, signal);
  ls_abort_signal_report_creation (signal, LS_RECORD_FLAG_CONTROLLER, LS_TASK_PRIORITY_NONE, NULL, LS_CLAUSE_NONE);
  ls_abort_signal_set_name (signal, name);
  return g_steal_pointer (&self);
}

/**
 * ls_abort_controller_get_signal:
 * @self: a controller
 *
 * Returns: (transfer none): AbortController.signal
 */
LsAbortSignal *
ls_abort_controller_get_signal (LsAbortController *self)
{
  g_return_val_if_fail (LS_IS_ABORT_CONTROLLER (self), NULL);

  return ((LsAbortControllerPrivate *) ls_abort_controller_get_instance_private (self))->signal;
}

/**
 * ls_abort_controller_abort:
 * @self: a controller
 * @reason: (nullable): the reason, which the signal keeps by identity; %NULL or `undefined` makes an AbortError
 *
 * AbortController.abort(). Rejects the results of the tasks posted with the signal and takes the tasks from their queues. Then it
 * fires "abort", and then does the same for the signals that depend on it. A second call does nothing.
 */
void
ls_abort_controller_abort (LsAbortController *self,
                           const LsValue     *reason)
{
  g_return_if_fail (LS_IS_ABORT_CONTROLLER (self));

  ls_abort_signal_signal_abort (ls_abort_controller_get_signal (self), reason);
}
