/* ls-thread-cell.c: a work queue of a task queue of the loop
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "ls-thread-cell.h"

#include <glib/gi18n.h>

#include "ls-column-layout.h"
#include "ls-task-chip.h"
#include "ls-task-popover.h"
#include "ls-text.h"
#include "ls-widget.h"

#define MAX_CHIPS 3

/**
 * LsThreadCell:
 *
 * The cell shows the first tasks of a work queue and a button that lists all of them. For delayed tasks it also shows when they are
 * due. In rows of scheduler tasks it shows the tasks of all queues of an effective priority.
 */
struct _LsThreadCell
{
  GtkWidget        parent_instance;

  GtkWidget       *items;
  GtkWidget       *more;
  GtkWidget       *more_label;

  LsPlayer        *player;      /* weak: the window owns the player */
  LsQueueType      type;
  LsWorkQueueKind  kind;
  gboolean         is_lane;
  guint            effective_priority;
};

G_DEFINE_FINAL_TYPE (LsThreadCell, ls_thread_cell, GTK_TYPE_WIDGET)

static void
create_popover (GtkMenuButton *button,
                gpointer       user_data)
{
  LsThreadCell *self = user_data;
  LsTaskPopover *popover = ls_task_popover_get_for_button (button);
  LsState *state;
  guint32 queue;

  if (self->player == NULL)
    return;
  state = ls_player_get_state (self->player);
  if (!self->is_lane)
    {
      const LsLoopQueueState *data = ls_state_get_loop_queue (state, self->type);

      ls_task_popover_set_tasks (popover, self->player, data != NULL ? &data->work_queues[self->kind] : NULL);
      return;
    }
  queue = ls_state_get_first_runnable_queue (state, self->effective_priority);
  if (queue != 0 && ls_state_get_queue (state, queue)->next_runnable == 0)
    ls_task_popover_set_queue (popover, self->player, queue);
  else
    ls_task_popover_set_lane (popover, self->player, self->effective_priority);
}

static void
ls_thread_cell_dispose (GObject *object)
{
  LsThreadCell *self = LS_THREAD_CELL (object);
  GtkWidget *child;

  g_clear_weak_pointer (&self->player);
  while ((child = gtk_widget_get_first_child (GTK_WIDGET (self))) != NULL)
    gtk_widget_unparent (child);

  G_OBJECT_CLASS (ls_thread_cell_parent_class)->dispose (object);
}

static void
ls_thread_cell_class_init (LsThreadCellClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = ls_thread_cell_dispose;

  /* This layout gives all rows the same columns, whatever their height. */
  g_type_ensure (LS_TYPE_COLUMN_LAYOUT);
  gtk_widget_class_set_template_from_resource (widget_class, "/io/github/loopscope/Loopscope/ls-thread-cell.ui");
  gtk_widget_class_bind_template_child (widget_class, LsThreadCell, items);
  gtk_widget_class_bind_template_child (widget_class, LsThreadCell, more);
  gtk_widget_class_bind_template_child (widget_class, LsThreadCell, more_label);
}

static void
ls_thread_cell_init (LsThreadCell *self)
{
  gtk_widget_init_template (GTK_WIDGET (self));
  gtk_menu_button_set_create_popup_func (GTK_MENU_BUTTON (self->more), create_popover, self, NULL);
}

/* Describes when the task is due, and how deeply its timer is nested. */
static char *
describe_wait (LsState           *state,
               const LsTaskState *task)
{
  g_autoptr (GString) text = g_string_new (NULL);
  const LsTimerState *timer = task->timer != 0 ? ls_state_get_timer (state, task->timer) : NULL;

  if (task->status == LS_TASK_STATUS_DELAYED && task->awaits_event)
    {
      g_string_append (text, _("waits for an event"));
    }
  else if (task->due_at != LS_TIME_NEVER)
    {
      g_autofree char *due = ls_text_format_time (task->due_at);

      /* Translators: the time at which a task becomes due, or became due */
      g_string_append_printf (text, _("due %s"), due);
    }
  if (timer != NULL)
    {
      g_string_append (text, text->len > 0 ? " · " : "");
      g_string_append_printf (text, _("nesting level %u"), timer->nesting_level);
      if (timer->clamped)
        {
          g_autofree char *timeout = ls_text_format_time ((guint64) timer->timeout * 1000);

          g_string_append (text, " · ");
          g_string_append_printf (text, _("clamped to %s"), timeout);
        }
    }
  return g_string_free (g_steal_pointer (&text), FALSE);
}

/* Adds an item: a box with a chip and a label. */
static GtkWidget *
add_item (LsThreadCell *self)
{
  GtkWidget *item = gtk_box_new (GTK_ORIENTATION_VERTICAL, 0);
  GtkWidget *chip = g_object_new (LS_TYPE_TASK_CHIP, NULL);
  GtkWidget *label = gtk_label_new (NULL);

  gtk_widget_set_halign (chip, GTK_ALIGN_START);
  gtk_label_set_xalign (GTK_LABEL (label), 0);
  gtk_label_set_wrap (GTK_LABEL (label), TRUE);
  gtk_widget_add_css_class (label, "caption");
  gtk_widget_add_css_class (label, "dim-label");
  gtk_box_append (GTK_BOX (item), chip);
  gtk_box_append (GTK_BOX (item), label);
  gtk_box_append (GTK_BOX (self->items), item);
  return item;
}

static void
show_tasks (LsThreadCell  *self,
            const guint32 *tasks,
            guint          n_shown,
            guint          n_tasks)
{
  LsState *state = ls_player_get_state (self->player);
  GtkWidget *item = gtk_widget_get_first_child (self->items);

  for (guint i = 0; i < n_shown; i++)
    {
      const LsTaskState *task = ls_state_get_task (state, tasks[i]);
      g_autofree char *note = describe_wait (state, task);
      GtkWidget *label;

      if (item == NULL)
        item = add_item (self);
      ls_task_chip_set_task (LS_TASK_CHIP (gtk_widget_get_first_child (item)), self->player, tasks[i]);
      label = gtk_widget_get_last_child (item);
      gtk_label_set_label (GTK_LABEL (label), note);
      gtk_widget_set_visible (label, *note != '\0' && !self->is_lane);
      item = gtk_widget_get_next_sibling (item);
    }
  ls_widget_remove_rest (item);

  gtk_widget_set_visible (self->more, n_tasks > n_shown);
  if (n_tasks > n_shown)
    {
      guint n_more = n_tasks - n_shown;
      g_autofree char *description = g_strdup_printf (ngettext ("%u more task, show all", "%u more tasks, show all", n_more), n_more);

      ls_widget_print (self->more_label, "+%u", n_more);
      ls_widget_set_tooltip (self->more, description);
      gtk_accessible_update_property (GTK_ACCESSIBLE (self->more), GTK_ACCESSIBLE_PROPERTY_LABEL, description, -1);
    }
}

static void
set_label (LsThreadCell    *self,
           LsWorkQueueKind  kind,
           guint            n_tasks)
{
  /* Translators: a work queue's name, and how many tasks it has */
  ls_widget_name (GTK_WIDGET (self), ngettext ("%s, %u task", "%s, %u tasks", n_tasks), ls_work_queue_kind_to_string (kind),
                  n_tasks);
}

/**
 * ls_thread_cell_show_work_queue:
 * @self: a cell
 * @player: the player that the queue belongs to
 * @type: a queue of the loop
 * @kind: the work queue of that queue
 *
 * Shows the work queue at the player's position.
 *
 * Returns: the number of tasks in the work queue
 */
guint
ls_thread_cell_show_work_queue (LsThreadCell    *self,
                                LsPlayer        *player,
                                LsQueueType      type,
                                LsWorkQueueKind  kind)
{
  LsState *state = ls_player_get_state (player);
  const LsLoopQueueState *queue = ls_state_get_loop_queue (state, type);
  const LsTaskList *list = queue != NULL ? &queue->work_queues[kind] : NULL;
  guint32 task = list != NULL ? list->first : 0;
  guint32 tasks[MAX_CHIPS];
  guint n_tasks = list != NULL ? list->length : 0;
  guint n_shown = 0;

  g_set_weak_pointer (&self->player, player);
  self->type = type;
  self->kind = kind;
  self->is_lane = FALSE;
  for (; task != 0 && n_shown < MAX_CHIPS; task = ls_state_get_task (state, task)->next)
    tasks[n_shown++] = task;
  show_tasks (self, tasks, n_shown, n_tasks);
  set_label (self, kind, n_tasks);
  return n_tasks;
}

/* Inserts @task by its enqueue order. Keeps only the oldest tasks. */
static guint
insert_task (LsState *state,
             guint32 *tasks,
             guint    n_shown,
             guint32  task)
{
  guint32 order = ls_state_get_task (state, task)->enqueue_order;
  guint place = n_shown;

  while (place > 0 && ls_state_get_task (state, tasks[place - 1])->enqueue_order > order)
    place--;
  if (place == MAX_CHIPS)
    return n_shown;
  n_shown = MIN (n_shown + 1, MAX_CHIPS);
  for (guint i = n_shown - 1; i > place; i--)
    tasks[i] = tasks[i - 1];
  tasks[place] = task;
  return n_shown;
}

/**
 * ls_thread_cell_show_lane:
 * @self: a cell
 * @player: the player that the queues belong to
 * @effective_priority: an effective priority
 *
 * Shows the oldest tasks of the scheduler task queues with @effective_priority at the player's position.
 *
 * Returns: the number of tasks in these queues
 */
guint
ls_thread_cell_show_lane (LsThreadCell *self,
                          LsPlayer     *player,
                          guint         effective_priority)
{
  LsState *state = ls_player_get_state (player);
  guint32 tasks[MAX_CHIPS], queues[MAX_CHIPS];
  guint n_shown = 0, n_tasks;
  guint n_queues = ls_state_find_oldest_queues (state, effective_priority, queues, MAX_CHIPS, NULL, &n_tasks);

  g_set_weak_pointer (&self->player, player);
  self->is_lane = TRUE;
  self->effective_priority = effective_priority;
  /* All of the oldest tasks are in these queues. */
  for (guint k = 0; k < n_queues; k++)
    {
      guint32 task = ls_state_get_queue (state, queues[k])->tasks.first;

      for (guint i = 0; task != 0 && i < MAX_CHIPS; i++, task = ls_state_get_task (state, task)->next)
        n_shown = insert_task (state, tasks, n_shown, task);
    }
  show_tasks (self, tasks, n_shown, n_tasks);
  set_label (self, LS_WORK_QUEUE_IMMEDIATE_WORK, n_tasks);
  return n_tasks;
}
