/* ls-waiting-task.c
 *
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */

#include "ls-waiting-task-private.h"

#include "ls-enums.h"

/**
 * LsWaitingTask:
 *
 * A task that waits, the item of [class@TaskListModel]. It is the same object for as long as the task waits, also where the
 * priority changes or the delay ends, of which the properties notify. Once the task has begun, or is not to run any more, it leaves
 * the list and stays as it is.
 */
struct _LsWaitingTask
{
  GObject        parent_instance;

  guint32        id;
  char          *name;      /* (nullable): a GRefString */
  LsTaskPriority priority;
  gboolean       is_continuation;
  gboolean       is_delayed;
  guint64        due;
};

G_DEFINE_FINAL_TYPE (LsWaitingTask, ls_waiting_task, G_TYPE_OBJECT)

enum
{
  PROP_0,
  PROP_ID,
  PROP_NAME,
  PROP_PRIORITY,
  PROP_CONTINUATION,
  PROP_DELAYED,
  PROP_DUE,
  N_PROPERTIES
};

static GParamSpec *properties[N_PROPERTIES];

static void
ls_waiting_task_finalize (GObject *object)
{
  LsWaitingTask *self = LS_WAITING_TASK (object);

  g_clear_pointer (&self->name, g_ref_string_release);

  G_OBJECT_CLASS (ls_waiting_task_parent_class)->finalize (object);
}

static void
ls_waiting_task_init (LsWaitingTask *self)
{
}

static void
ls_waiting_task_get_property (GObject    *object,
                              guint       id,
                              GValue     *value,
                              GParamSpec *spec)
{
  LsWaitingTask *self = LS_WAITING_TASK (object);

  switch (id)
    {
    case PROP_ID:
      g_value_set_uint (value, self->id);
      break;
    case PROP_NAME:
      g_value_set_string (value, self->name);
      break;
    case PROP_PRIORITY:
      g_value_set_enum (value, self->priority);
      break;
    case PROP_CONTINUATION:
      g_value_set_boolean (value, self->is_continuation);
      break;
    case PROP_DELAYED:
      g_value_set_boolean (value, self->is_delayed);
      break;
    case PROP_DUE:
      g_value_set_uint64 (value, self->due);
      break;
    default:
      G_OBJECT_WARN_INVALID_PROPERTY_ID (object, id, spec);
    }
}

static void
ls_waiting_task_class_init (LsWaitingTaskClass *klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);

  object_class->finalize = ls_waiting_task_finalize;
  object_class->get_property = ls_waiting_task_get_property;

  /**
   * LsWaitingTask:id:
   *
   * The number of the task, as in records
   */
  properties[PROP_ID] = g_param_spec_uint ("id", NULL, NULL, 0, G_MAXUINT32, 0, G_PARAM_READABLE | G_PARAM_STATIC_STRINGS);
  /**
   * LsWaitingTask:name:
   *
   * The name that the task was posted with; of a continuation that of the task that goes on with it, where there was a list or a
   * trace when that began
   */
  properties[PROP_NAME] = g_param_spec_string ("name", NULL, NULL, NULL, G_PARAM_READABLE | G_PARAM_STATIC_STRINGS);
  /**
   * LsWaitingTask:priority:
   *
   * The priority that the task has now
   */
  properties[PROP_PRIORITY] = g_param_spec_enum ("priority", NULL, NULL, LS_TYPE_TASK_PRIORITY, LS_TASK_PRIORITY_NONE,
                                                 G_PARAM_READABLE | G_PARAM_STATIC_STRINGS);
  /**
   * LsWaitingTask:continuation:
   *
   * Whether it is the rest of a task that has yielded. The rest goes before tasks of the same priority
   */
  properties[PROP_CONTINUATION] = g_param_spec_boolean ("continuation", NULL, NULL, FALSE, G_PARAM_READABLE | G_PARAM_STATIC_STRINGS);
  /**
   * LsWaitingTask:delayed:
   *
   * Whether the delay of the task has still to end
   */
  properties[PROP_DELAYED] = g_param_spec_boolean ("delayed", NULL, NULL, FALSE, G_PARAM_READABLE | G_PARAM_STATIC_STRINGS);
  /**
   * LsWaitingTask:due:
   *
   * When the delay of the task ends, as [method@EventLoop.get_time] tells the time; 0 where it is not delayed
   */
  properties[PROP_DUE] = g_param_spec_uint64 ("due", NULL, NULL, 0, G_MAXUINT64, 0, G_PARAM_READABLE | G_PARAM_STATIC_STRINGS);
  g_object_class_install_properties (object_class, N_PROPERTIES, properties);
}

/* Returns: (transfer full): an item for @row */
LsWaitingTask *
ls_waiting_task_new (const LsTaskRow *row)
{
  LsWaitingTask *self = g_object_new (LS_TYPE_WAITING_TASK, NULL);

  self->id = row->id;
  self->name = row->name != NULL ? g_ref_string_acquire (row->name) : NULL;
  ls_waiting_task_set (self, row);
  return self;
}

/* Takes over what may change of a task while it waits. */
void
ls_waiting_task_set (LsWaitingTask   *self,
                     const LsTaskRow *row)
{
  const guint64 due = row->is_delayed ? row->order : 0;
  const gboolean changed[N_PROPERTIES] = {
    [PROP_PRIORITY] = self->priority != row->priority,
    [PROP_CONTINUATION] = self->is_continuation != row->is_continuation,
    [PROP_DELAYED] = self->is_delayed != row->is_delayed,
    [PROP_DUE] = self->due != due,
  };

  self->priority = row->priority;
  self->is_continuation = row->is_continuation;
  self->is_delayed = row->is_delayed;
  self->due = due;
  for (guint i = PROP_0 + 1; i < N_PROPERTIES; i++)
    if (changed[i])
      g_object_notify_by_pspec (G_OBJECT (self), properties[i]);
}

/**
 * ls_waiting_task_get_id:
 * @self: a task that waits
 *
 * Gets the number of the task.
 *
 * Returns: its number, as in records
 */
guint32
ls_waiting_task_get_id (LsWaitingTask *self)
{
  g_return_val_if_fail (LS_IS_WAITING_TASK (self), 0);

  return self->id;
}

/**
 * ls_waiting_task_get_name:
 * @self: a task that waits
 *
 * Gets the name of the task.
 *
 * Returns: (transfer none) (nullable): its name, see [property@WaitingTask:name]
 */
const char *
ls_waiting_task_get_name (LsWaitingTask *self)
{
  g_return_val_if_fail (LS_IS_WAITING_TASK (self), NULL);

  return self->name;
}

/**
 * ls_waiting_task_get_priority:
 * @self: a task that waits
 *
 * Gets the priority of the task, which may change while it waits.
 *
 * Returns: the priority that it has now
 */
LsTaskPriority
ls_waiting_task_get_priority (LsWaitingTask *self)
{
  g_return_val_if_fail (LS_IS_WAITING_TASK (self), LS_TASK_PRIORITY_NONE);

  return self->priority;
}

/**
 * ls_waiting_task_get_continuation:
 * @self: a task that waits
 *
 * Tells tasks from the rest of tasks.
 *
 * Returns: whether it is the rest of a task that has yielded
 */
gboolean
ls_waiting_task_get_continuation (LsWaitingTask *self)
{
  g_return_val_if_fail (LS_IS_WAITING_TASK (self), FALSE);

  return self->is_continuation;
}

/**
 * ls_waiting_task_get_delayed:
 * @self: a task that waits
 *
 * Tells tasks that could run from those that could not yet.
 *
 * Returns: whether its delay has still to end
 */
gboolean
ls_waiting_task_get_delayed (LsWaitingTask *self)
{
  g_return_val_if_fail (LS_IS_WAITING_TASK (self), FALSE);

  return self->is_delayed;
}

/**
 * ls_waiting_task_get_due:
 * @self: a task that waits
 *
 * Gets the end of the delay.
 *
 * Returns: when its delay ends, in µs of [method@EventLoop.get_time]; 0 where it is not delayed
 */
guint64
ls_waiting_task_get_due (LsWaitingTask *self)
{
  g_return_val_if_fail (LS_IS_WAITING_TASK (self), 0);

  return self->due;
}
