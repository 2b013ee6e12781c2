/* ls-task-list-model.c
 *
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */

#include "ls-task-list-model.h"

#include <gio/gio.h>

#include "ls-scheduler-private.h"
#include "ls-waiting-task-private.h"

/**
 * LsTaskListModel:
 *
 * The tasks of a scheduler that wait, as a [iface@Gio.ListModel] of [class@WaitingTask], for example for a `GtkListView`.
 *
 * First come the tasks that could run, in the order in which they would if nothing else came: by effective priority, and by age
 * within one. Then come the delayed tasks, in the order in which their delays end. A task leaves the list when it begins: the task
 * that runs does not wait. What [class@EventLoop] does besides, such as timers and idle callbacks, is not in the list.
 *
 * ```c
 * g_autoptr (LsTaskListModel) tasks = ls_task_list_model_new (scheduler);
 * GtkSelectionModel *selection = GTK_SELECTION_MODEL (gtk_no_selection_new (G_LIST_MODEL (g_steal_pointer (&tasks))));
 *
 * gtk_list_view_set_model (list_view, selection);
 * ```
 *
 * The list is for people to look at, so it does not follow every post: it changes when the main context of the thread comes round
 * to it, before GTK lays its widgets out (at %G_PRIORITY_HIGH_IDLE), and leaves out what came and went in between. Each
 * [signal@Gio.ListModel::items-changed] tells of tasks that came, that went, or whose priority or delay has changed. Such a
 * task keeps its item. Where it moves forwards, one signal adds it and a later one removes it from its old place. A program
 * that runs its loop by hand calls [method@TaskListModel.update].
 *
 * A list belongs to the thread of its loop. Tasks of [method@Scheduler.post_from_thread] are in it once the loop has taken them. An
 * update takes time in proportion to the number of tasks that wait: a fraction of a millisecond for a thousand of them.
 */
struct _LsTaskListModel
{
  GObject      parent_instance;

  LsScheduler *scheduler;
  GSource     *source;
  GArray      *rows;        /* LsTaskRow: what the list shows; while it changes, the rows from n_passed on */
  GArray      *next;        /* (nullable): while the list changes: what it shows then, and already does before n_taken */
  guint        n_passed, n_taken;
  GHashTable  *items;       /* (nullable): while the list changes: the items that there are, by the number of their task */
};

static void ls_task_list_model_iface_init (GListModelInterface *iface);

G_DEFINE_FINAL_TYPE_WITH_CODE (LsTaskListModel, ls_task_list_model, G_TYPE_OBJECT,
                               G_IMPLEMENT_INTERFACE (G_TYPE_LIST_MODEL, ls_task_list_model_iface_init))

enum
{
  PROP_0,
  PROP_SCHEDULER,
  PROP_ITEM_TYPE,
  PROP_N_ITEMS,
  N_PROPERTIES
};

static GParamSpec *properties[N_PROPERTIES];

static GType
ls_task_list_model_get_item_type (GListModel *model)
{
  return LS_TYPE_WAITING_TASK;
}

static guint
ls_task_list_model_get_n_items (GListModel *model)
{
  LsTaskListModel *self = LS_TASK_LIST_MODEL (model);

  return self->n_taken + self->rows->len - self->n_passed;
}

static gpointer
ls_task_list_model_get_item (GListModel *model,
                             guint       position)
{
  LsTaskListModel *self = LS_TASK_LIST_MODEL (model);
  LsTaskRow *row;

  if (position >= ls_task_list_model_get_n_items (model))
    return NULL;
  row = position < self->n_taken ? &g_array_index (self->next, LsTaskRow, position)
                                 : &g_array_index (self->rows, LsTaskRow, position - self->n_taken + self->n_passed);
  if (row->item == NULL)
    {
      row->item = ls_waiting_task_new (row);
      if (self->items != NULL)
        g_hash_table_insert (self->items, GUINT_TO_POINTER (row->id), g_object_ref (row->item));
    }
  return g_object_ref (row->item);
}

static void
ls_task_list_model_iface_init (GListModelInterface *iface)
{
  iface->get_item_type = ls_task_list_model_get_item_type;
  iface->get_n_items = ls_task_list_model_get_n_items;
  iface->get_item = ls_task_list_model_get_item;
}

static gboolean
task_list_source_dispatch (GSource     *source,
                           GSourceFunc  callback,
                           gpointer     user_data)
{
  ls_task_list_model_update (user_data);
  return G_SOURCE_CONTINUE;
}

/* GLib dispatches no source without a callback. */
static gboolean
task_list_source_callback (gpointer user_data)
{
  return G_SOURCE_CONTINUE;
}

static GSourceFuncs task_list_source_funcs = {
  .dispatch = task_list_source_dispatch,
};

/* The queues of the loop have changed. */
static void
task_list_model_note_change (LsTaskListModel *self)
{
  if (g_source_get_ready_time (self->source) < 0)
    g_source_set_ready_time (self->source, 0);
}

static void
note_change (gpointer data)
{
  LsSchedulingContext *context = data;

  for (guint i = 0; i < context->task_lists->len; i++)
    task_list_model_note_change (g_ptr_array_index (context->task_lists, i));
}

static void
task_list_model_join (LsTaskListModel *self,
                      LsEventLoop     *loop)
{
  LsSchedulingContext *context = ls_scheduling_context_get (loop);

  if (context->task_lists == NULL)
    context->task_lists = g_ptr_array_new ();
  g_ptr_array_add (context->task_lists, self);
  loop->scheduler_queues.changed = note_change;
  loop->scheduler_queues.changed_data = context;
}

static void
task_list_model_leave (LsTaskListModel *self)
{
  LsEventLoop *loop = self->scheduler->space->loop;
  LsSchedulingContext *context = loop != NULL ? loop->scheduling : NULL;

  /* A loop that has ended has forgotten its lists. */
  if (context == NULL || context->task_lists == NULL)
    return;
  g_ptr_array_remove_fast (context->task_lists, self);
  if (context->task_lists->len == 0)
    loop->scheduler_queues.changed = NULL;
}

static void
ls_task_list_model_constructed (GObject *object)
{
  LsTaskListModel *self = LS_TASK_LIST_MODEL (object);
  g_autoptr (GMainContext) context = g_main_context_ref_thread_default ();
  LsEventLoop *loop;

  G_OBJECT_CLASS (ls_task_list_model_parent_class)->constructed (object);

  if (self->scheduler == NULL)
    self->scheduler = g_object_ref (ls_scheduler_get_thread_default ());
  loop = ls_scheduler_get_running_loop (self->scheduler);
  if (loop != NULL)
    LS_ASSERT_LOOP_THREAD (loop);
  self->rows = ls_scheduler_list_waiting_tasks (self->scheduler);
  self->source = g_source_new (&task_list_source_funcs, sizeof (GSource));
  g_source_set_static_name (self->source, "[loopscope] list of tasks");
  g_source_set_priority (self->source, G_PRIORITY_HIGH_IDLE);
  g_source_set_callback (self->source, task_list_source_callback, self, NULL);
  g_source_attach (self->source, context);
  if (loop != NULL)
    task_list_model_join (self, loop);
}

static void
ls_task_list_model_finalize (GObject *object)
{
  LsTaskListModel *self = LS_TASK_LIST_MODEL (object);

  task_list_model_leave (self);
  g_source_destroy (self->source);
  g_source_unref (self->source);
  g_array_unref (self->rows);
  g_clear_object (&self->scheduler);

  G_OBJECT_CLASS (ls_task_list_model_parent_class)->finalize (object);
}

static void
ls_task_list_model_init (LsTaskListModel *self)
{
}

static void
ls_task_list_model_get_property (GObject    *object,
                                 guint       id,
                                 GValue     *value,
                                 GParamSpec *spec)
{
  LsTaskListModel *self = LS_TASK_LIST_MODEL (object);

  switch (id)
    {
    case PROP_SCHEDULER:
      g_value_set_object (value, self->scheduler);
      break;
    case PROP_ITEM_TYPE:
      g_value_set_gtype (value, LS_TYPE_WAITING_TASK);
      break;
    case PROP_N_ITEMS:
      g_value_set_uint (value, ls_task_list_model_get_n_items (G_LIST_MODEL (self)));
      break;
    default:
      G_OBJECT_WARN_INVALID_PROPERTY_ID (object, id, spec);
    }
}

static void
ls_task_list_model_set_property (GObject      *object,
                                 guint         id,
                                 const GValue *value,
                                 GParamSpec   *spec)
{
  LsTaskListModel *self = LS_TASK_LIST_MODEL (object);

  switch (id)
    {
    case PROP_SCHEDULER:
      self->scheduler = g_value_dup_object (value);
      break;
    default:
      G_OBJECT_WARN_INVALID_PROPERTY_ID (object, id, spec);
    }
}

static void
ls_task_list_model_class_init (LsTaskListModelClass *klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);

  object_class->constructed = ls_task_list_model_constructed;
  object_class->finalize = ls_task_list_model_finalize;
  object_class->get_property = ls_task_list_model_get_property;
  object_class->set_property = ls_task_list_model_set_property;

  /**
   * LsTaskListModel:scheduler:
   *
   * The scheduler whose tasks are listed. Where none is given, it is [func@Scheduler.get_thread_default]
   */
  properties[PROP_SCHEDULER] = g_param_spec_object ("scheduler", NULL, NULL, LS_TYPE_SCHEDULER,
                                                    G_PARAM_READWRITE | G_PARAM_CONSTRUCT_ONLY | G_PARAM_STATIC_STRINGS);
  /**
   * LsTaskListModel:item-type:
   *
   * The type of the items, [class@WaitingTask]
   */
  properties[PROP_ITEM_TYPE] = g_param_spec_gtype ("item-type", NULL, NULL, G_TYPE_OBJECT,
                                                   G_PARAM_READABLE | G_PARAM_STATIC_STRINGS);
  /**
   * LsTaskListModel:n-items:
   *
   * How many tasks the list has
   */
  properties[PROP_N_ITEMS] = g_param_spec_uint ("n-items", NULL, NULL, 0, G_MAXUINT, 0, G_PARAM_READABLE | G_PARAM_STATIC_STRINGS);
  g_object_class_install_properties (object_class, N_PROPERTIES, properties);
}

/**
 * ls_task_list_model_new:
 * @scheduler: (nullable): a scheduler, %NULL for [func@Scheduler.get_thread_default]
 *
 * Makes a list on the thread of the scheduler's loop, for the main context that is the thread's default then.
 *
 * Returns: (transfer full): a list of the tasks that wait
 */
LsTaskListModel *
ls_task_list_model_new (LsScheduler *scheduler)
{
  g_return_val_if_fail (scheduler == NULL || LS_IS_SCHEDULER (scheduler), NULL);

  return g_object_new (LS_TYPE_TASK_LIST_MODEL, "scheduler", scheduler, NULL);
}

/**
 * ls_task_list_model_get_scheduler:
 * @self: a list of tasks
 *
 * Gets the scheduler that the list was made for.
 *
 * Returns: (transfer none): the scheduler whose tasks are listed
 */
LsScheduler *
ls_task_list_model_get_scheduler (LsTaskListModel *self)
{
  g_return_val_if_fail (LS_IS_TASK_LIST_MODEL (self), NULL);

  return self->scheduler;
}

/* Changing */

static void
task_list_model_collect_items (LsTaskListModel *self)
{
  self->items = g_hash_table_new_full (NULL, NULL, NULL, g_object_unref);
  for (guint i = 0; i < self->rows->len; i++)
    {
      const LsTaskRow *row = &g_array_index (self->rows, LsTaskRow, i);

      if (row->item != NULL)
        g_hash_table_insert (self->items, GUINT_TO_POINTER (row->id), g_object_ref (row->item));
    }
}

/* Compares the next row that the list shows with the next one that it is to show. */
static int
task_list_model_compare (LsTaskListModel *self,
                         guint            passed,
                         guint            taken)
{
  if (passed == self->rows->len)
    return 1;
  if (taken == self->next->len)
    return -1;
  return ls_task_row_compare (&g_array_index (self->rows, LsTaskRow, passed), &g_array_index (self->next, LsTaskRow, taken));
}

static gboolean
task_list_model_is_done (LsTaskListModel *self,
                         guint            passed,
                         guint            taken)
{
  return passed == self->rows->len && taken == self->next->len;
}

/* Goes on over rows that stay. Their items are those of the next array from here on. */
static void
task_list_model_keep (LsTaskListModel *self)
{
  while (!task_list_model_is_done (self, self->n_passed, self->n_taken) &&
         task_list_model_compare (self, self->n_passed, self->n_taken) == 0)
    {
      LsTaskRow *old = &g_array_index (self->rows, LsTaskRow, self->n_passed++);
      LsTaskRow *row = &g_array_index (self->next, LsTaskRow, self->n_taken++);

      row->item = g_steal_pointer (&old->item);
      if (row->item != NULL)
        ls_waiting_task_set (row->item, row);
    }
}

/* Goes on over rows that come and rows that go, up to the next one that stays. */
static void
task_list_model_change (LsTaskListModel *self)
{
  const guint position = self->n_taken;
  guint passed = self->n_passed;
  guint taken = self->n_taken;
  guint n_removed, n_added;
  int order;

  while (!task_list_model_is_done (self, passed, taken) && (order = task_list_model_compare (self, passed, taken)) != 0)
    if (order < 0)
      passed++;
    else
      {
        LsTaskRow *row = &g_array_index (self->next, LsTaskRow, taken++);
        LsWaitingTask *item = g_hash_table_lookup (self->items, GUINT_TO_POINTER (row->id));

        /* A task that has another place now */
        if (item == NULL)
          continue;
        row->item = g_object_ref (item);
        ls_waiting_task_set (item, row);
      }
  n_removed = passed - self->n_passed;
  n_added = taken - self->n_taken;
  self->n_passed = passed;
  self->n_taken = taken;
  if (n_removed > 0 || n_added > 0)
    g_list_model_items_changed (G_LIST_MODEL (self), position, n_removed, n_added);
}

/**
 * ls_task_list_model_update:
 * @self: a list of tasks
 *
 * Makes the list show the tasks that wait now. Otherwise it does so once the main context comes round to it. Inside of a handler of
 * the list's own signals the function does nothing.
 */
void
ls_task_list_model_update (LsTaskListModel *self)
{
  g_autoptr (GArray) rows = NULL;

  g_return_if_fail (LS_IS_TASK_LIST_MODEL (self));

  if (self->next != NULL)
    return;
  g_object_ref (self);
  g_source_set_ready_time (self->source, -1);
  self->next = ls_scheduler_list_waiting_tasks (self->scheduler);
  task_list_model_collect_items (self);
  while (!task_list_model_is_done (self, self->n_passed, self->n_taken))
    {
      task_list_model_keep (self);
      task_list_model_change (self);
    }
  rows = g_steal_pointer (&self->rows);
  self->rows = g_steal_pointer (&self->next);
  self->n_passed = 0;
  self->n_taken = 0;
  g_clear_pointer (&self->items, g_hash_table_unref);
  if (self->rows->len != rows->len)
    g_object_notify_by_pspec (G_OBJECT (self), properties[PROP_N_ITEMS]);
  g_object_unref (self);
}
