/* ls-task-controller.c
 *
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */

#include "ls-task-controller.h"

#include "ls-enums.h"
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

  LsTaskPriority    first_priority;
};

G_DEFINE_FINAL_TYPE (LsTaskController, ls_task_controller, LS_TYPE_ABORT_CONTROLLER)

enum
{
  PROP_0,
  PROP_PRIORITY,
  N_PROPERTIES
};

static GParamSpec *properties[N_PROPERTIES];

static LsAbortSignal *
make_signal (LsAbortController *controller,
             LsEventLoop       *loop,
             const char        *name)
{
  LsTaskController *self = LS_TASK_CONTROLLER (controller);

  return LS_ABORT_SIGNAL (ls_task_signal_new_for_controller (loop, self->first_priority, name));
}

static void
ls_task_controller_set_property (GObject      *object,
                                 guint         id,
                                 const GValue *value,
                                 GParamSpec   *spec)
{
  const LsTaskPriority priority = id == PROP_PRIORITY ? g_value_get_enum (value) : LS_TASK_PRIORITY_NONE;

  switch (id)
    {
    case PROP_PRIORITY:
      LS_TASK_CONTROLLER (object)->first_priority = ls_task_priority_or_default (priority);
      break;
    default:
      G_OBJECT_WARN_INVALID_PROPERTY_ID (object, id, spec);
    }
}

static void
ls_task_controller_class_init (LsTaskControllerClass *klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);

  object_class->set_property = ls_task_controller_set_property;
  LS_ABORT_CONTROLLER_CLASS (klass)->make_signal = make_signal;

  /**
   * LsTaskController:priority:
   *
   * The first priority of the signal: TaskControllerInit.priority
   */
  properties[PROP_PRIORITY] = g_param_spec_enum ("priority", NULL, NULL, LS_TYPE_TASK_PRIORITY,
                                                 LS_TASK_PRIORITY_USER_VISIBLE,
                                                 G_PARAM_WRITABLE | G_PARAM_CONSTRUCT_ONLY | G_PARAM_STATIC_STRINGS);
  g_object_class_install_properties (object_class, N_PROPERTIES, properties);
}

static void
ls_task_controller_init (LsTaskController *self)
{
}

/**
 * ls_task_controller_new:
 * @loop: an event loop
 * @priority: the first priority of its signal; %LS_TASK_PRIORITY_NONE for the default, user-visible
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
  g_return_val_if_fail (LS_IS_EVENT_LOOP (loop), NULL);
  priority = ls_task_priority_or_default (priority);
  g_return_val_if_fail (ls_task_priority_is_valid (priority), NULL);
  LS_ASSERT_LOOP_THREAD (loop);

  return g_object_new (LS_TYPE_TASK_CONTROLLER, "loop", loop, "name", name, "priority", priority, NULL);
}

/**
 * ls_task_controller_get_task_signal:
 * @self: a controller
 *
 * Gets the signal as a [class@TaskSignal]; [method@AbortController.get_signal] returns the same object.
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
 * Returns: %TRUE where the signal has @priority now, also where it had it before and nothing has changed; %FALSE with @error set
 *   where it keeps another one, or is not allowed to change
 */
gboolean
ls_task_controller_set_priority (LsTaskController  *self,
                                 LsTaskPriority     priority,
                                 GError           **error)
{
  g_return_val_if_fail (LS_IS_TASK_CONTROLLER (self), FALSE);

  if (!ls_task_priority_is_valid (priority))
    {
      g_set_error (error, LS_SCHEDULER_ERROR, LS_SCHEDULER_ERROR_TYPE,
                   "%u is not a priority, expected user-blocking, user-visible or background", (guint) priority);
      return FALSE;
    }
  return ls_task_signal_signal_priority_change (ls_task_controller_get_task_signal (self), priority, error);
}
