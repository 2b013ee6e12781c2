/* ls-task-controller.c
 *
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */

#include "ls-task-controller.h"

#include "ls-abort-controller-private.h"
#include "ls-event-loop-private.h"
#include "ls-scheduler-error.h"
#include "ls-task-signal-private.h"

/**
 * LsTaskController:
 *
 * The TaskController of the specification (§3.2): it aborts its signal and changes its priority. The tasks posted with the signal
 * follow, also the queued ones.
 */
struct _LsTaskController
{
  LsAbortController parent_instance;
};

G_DEFINE_FINAL_TYPE (LsTaskController, ls_task_controller, LS_TYPE_ABORT_CONTROLLER)

static void
ls_task_controller_class_init (LsTaskControllerClass *klass)
{
}

static void
ls_task_controller_init (LsTaskController *self)
{
}

/**
 * ls_task_controller_new:
 * @loop: an event loop
 * @priority: the first priority of its signal
 * @name: (nullable): a name for people, of its signal
 *
 * The TaskController constructor (§3.2).
 *
 * Returns: (transfer full): a controller with a new [class@TaskSignal]
 */
LsTaskController *
ls_task_controller_new (LsEventLoop    *loop,
                        LsTaskPriority  priority,
                        const char     *name)
{
  LsTaskController *self;

  g_return_val_if_fail (LS_IS_EVENT_LOOP (loop), NULL);
  g_return_val_if_fail ((guint) priority < LS_N_TASK_PRIORITIES, NULL);
  LS_ASSERT_LOOP_THREAD (loop);

  self = g_object_new (LS_TYPE_TASK_CONTROLLER, NULL);
  ls_abort_controller_take_signal (LS_ABORT_CONTROLLER (self),
                                   LS_ABORT_SIGNAL (ls_task_signal_new_for_controller (loop, priority, name)));
  return self;
}

/**
 * ls_task_controller_get_task_signal:
 * @self: a controller
 *
 * Returns: (transfer none): its signal
 */
LsTaskSignal *
ls_task_controller_get_task_signal (LsTaskController *self)
{
  g_return_val_if_fail (LS_IS_TASK_CONTROLLER (self), NULL);

  return LS_TASK_SIGNAL (ls_abort_controller_get_signal (LS_ABORT_CONTROLLER (self)));
}

/**
 * ls_task_controller_set_priority:
 * @self: a controller
 * @priority: the new priority
 * @error: (nullable): %LS_SCHEDULER_ERROR_TYPE where @priority is none of the three; %LS_SCHEDULER_ERROR_NOT_ALLOWED inside a
 *   prioritychange event of the same signal, even for its current priority
 *
 * TaskController.setPriority(): signal priority change (§3.3). It works on an aborted signal as well. It costs O(log queues) for
 * each queue of the signal, whatever the number of tasks.
 *
 * Returns: %FALSE with @error set where the priority has not changed
 */
gboolean
ls_task_controller_set_priority (LsTaskController  *self,
                                 LsTaskPriority     priority,
                                 GError           **error)
{
  g_return_val_if_fail (LS_IS_TASK_CONTROLLER (self), FALSE);

  if ((guint) priority >= LS_N_TASK_PRIORITIES)
    {
      g_set_error (error, LS_SCHEDULER_ERROR, LS_SCHEDULER_ERROR_TYPE,
                   "%u is not a priority, expected user-blocking, user-visible or background", (guint) priority);
      return FALSE;
    }
  return ls_task_signal_signal_priority_change (ls_task_controller_get_task_signal (self), priority, error);
}
