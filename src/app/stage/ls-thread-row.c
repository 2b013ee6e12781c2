/* ls-thread-row.c: a task queue of the loop with its work queues
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "ls-thread-row.h"

#include <glib/gi18n.h>

#include "ls-preset.h"
#include "ls-text.h"
#include "ls-thread-cell.h"
#include "ls-widget.h"

/**
 * LsThreadRow:
 *
 * The row of a task queue. It shows the queue's rank in the preset's table, its name and its four work queues. A note says which
 * queues keep it waiting.
 */
struct _LsThreadRow
{
  GtkBox     parent_instance;

  GtkWidget *rank_box;
  GtkWidget *rank;
  GtkWidget *rank_name;
  GtkWidget *name_box;
  GtkWidget *name;
  GtkWidget *wait;
  GtkWidget *cells[LS_N_WORK_QUEUES];

  int        effective_priority;     /* of the row's scheduler tasks, or -1 */
};

G_DEFINE_FINAL_TYPE (LsThreadRow, ls_thread_row, GTK_TYPE_BOX)

static void
ls_thread_row_class_init (LsThreadRowClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  g_type_ensure (LS_TYPE_THREAD_CELL);
  gtk_widget_class_set_template_from_resource (widget_class, "/io/github/loopscope/Loopscope/ls-thread-row.ui");
  gtk_widget_class_bind_template_child (widget_class, LsThreadRow, rank_box);
  gtk_widget_class_bind_template_child (widget_class, LsThreadRow, rank);
  gtk_widget_class_bind_template_child (widget_class, LsThreadRow, rank_name);
  gtk_widget_class_bind_template_child (widget_class, LsThreadRow, name_box);
  gtk_widget_class_bind_template_child (widget_class, LsThreadRow, name);
  gtk_widget_class_bind_template_child (widget_class, LsThreadRow, wait);
  gtk_widget_class_bind_template_child_full (widget_class, "immediate_incoming", FALSE,
                                             G_STRUCT_OFFSET (LsThreadRow, cells[LS_WORK_QUEUE_IMMEDIATE_INCOMING]));
  gtk_widget_class_bind_template_child_full (widget_class, "immediate_work", FALSE,
                                             G_STRUCT_OFFSET (LsThreadRow, cells[LS_WORK_QUEUE_IMMEDIATE_WORK]));
  gtk_widget_class_bind_template_child_full (widget_class, "delayed_incoming", FALSE,
                                             G_STRUCT_OFFSET (LsThreadRow, cells[LS_WORK_QUEUE_DELAYED_INCOMING]));
  gtk_widget_class_bind_template_child_full (widget_class, "delayed_work", FALSE,
                                             G_STRUCT_OFFSET (LsThreadRow, cells[LS_WORK_QUEUE_DELAYED_WORK]));
}

static void
ls_thread_row_init (LsThreadRow *self)
{
  self->effective_priority = -1;
  gtk_widget_init_template (GTK_WIDGET (self));
}

/**
 * ls_thread_row_new:
 * @ranks: the size group that gives the ranks of all rows the same width
 * @names: the size group that gives the names of all rows the same width
 *
 * Returns: a row
 */
GtkWidget *
ls_thread_row_new (GtkSizeGroup *ranks,
                   GtkSizeGroup *names)
{
  LsThreadRow *self = g_object_new (LS_TYPE_THREAD_ROW, NULL);

  gtk_size_group_add_widget (ranks, self->rank_box);
  gtk_size_group_add_widget (names, self->name_box);
  return GTK_WIDGET (self);
}

/**
 * ls_thread_row_get_rank_name:
 * @state: a state
 * @rank: a rank
 *
 * Returns: (nullable): the preset's name for @rank, including ranks that queues are only raised to
 */
const char *
ls_thread_row_get_rank_name (LsState *state,
                             guint    rank)
{
  const char *name = ls_state_get_rank_name (state, rank);
  const char *preset_name = name == NULL ? ls_state_get_preset (state) : NULL;
  const LsPreset *preset = preset_name != NULL ? ls_preset_lookup (preset_name) : NULL;

  if (preset != NULL && rank < LS_PRESET_MAX_RANKS)
    name = preset->rank_names[rank];
  return name != NULL && *name != '\0' ? _(name) : name;
}

/* Sources have a priority where others have a rank: a number, or two of which the queue has all between them. The queue has no name
 * but what GLib calls that. */
static void
show_source_priority (LsThreadRow *self,
                      LsQueueType  type,
                      const char  *name)
{
  g_auto (GStrv) numbers = g_strsplit (ls_queue_type_get_source_priority (type), "..", 2);
  g_autofree char *text = g_strjoinv ("…", numbers);

  gtk_label_set_label (GTK_LABEL (self->rank), text);
  gtk_label_set_label (GTK_LABEL (self->rank_name), name);
  ls_widget_set_tooltip (self->rank_name, *name != '\0' ? name : NULL);
  ls_widget_set_class (GTK_WIDGET (self), "boosted", FALSE);
}

static void
show_rank (LsThreadRow *self,
           LsState     *state,
           LsQueueType  type,
           int          effective_priority)
{
  gboolean has_rank = type != LS_QUEUE_TYPE_WEB_SCHEDULING || effective_priority >= 0;
  const LsLoopQueueState *queue = ls_state_get_loop_queue (state, type);
  gboolean is_boosted = effective_priority < 0 && has_rank && queue != NULL &&
                        queue->boosted_rank != 255;
  guint rank = effective_priority >= 0 ? ls_state_get_effective_priority_rank (state, effective_priority)
                                       : ls_state_get_rank (state, type);
  g_autofree char *name = has_rank ? ls_text_shorten (ls_thread_row_get_rank_name (state, rank)) : NULL;
  g_autofree char *number = has_rank && name != NULL ? g_strdup_printf ("%u", rank) : g_strdup ("–");
  g_autofree char *boosted = is_boosted ? g_strdup_printf ("↑ %s", name != NULL ? name : "") : NULL;

  gtk_label_set_label (GTK_LABEL (self->rank), number);
  gtk_label_set_label (GTK_LABEL (self->rank_name), boosted != NULL ? boosted : name != NULL ? name : "");
  ls_widget_set_tooltip (self->rank_name, name);
  ls_widget_set_class (GTK_WIDGET (self), "boosted", is_boosted);
}

static char *
format_name (LsQueueType type,
             int         effective_priority)
{
  const char *name = ls_queue_type_get_source_priority_name (type);

  if (ls_queue_type_is_of_sources (type))
    return g_strdup (name != NULL ? name : "");
  if (effective_priority < 0)
    return g_strdup (type == LS_QUEUE_TYPE_WEB_SCHEDULING ? _("postTask() with a delay") : ls_queue_type_to_string (type));
  name = ls_task_priority_to_string (ls_task_priority_from_effective (effective_priority));
  /* Translators: %s is a priority */
  return effective_priority % 2 == 1 ? g_strdup_printf (_("%s ↻"), name) : g_strdup (name);
}

/**
 * ls_thread_row_update:
 * @self: a row
 * @player: the player that the queue belongs to
 * @type: the queue of the loop to show
 * @effective_priority: the effective priority of the scheduler tasks to show, or -1
 *
 * Shows the queue at the player's position.
 *
 * Returns: the number of tasks in the queue
 */
guint
ls_thread_row_update (LsThreadRow *self,
                      LsPlayer    *player,
                      LsQueueType  type,
                      int          effective_priority)
{
  LsState *state = ls_player_get_state (player);
  g_autofree char *name = format_name (type, effective_priority);
  guint n_tasks = 0;

  self->effective_priority = effective_priority;
  if (ls_queue_type_is_of_sources (type))
    show_source_priority (self, type, name);
  else
    show_rank (self, state, type, effective_priority);
  gtk_widget_set_visible (self->name_box, !ls_queue_type_is_of_sources (type));
  gtk_label_set_label (GTK_LABEL (self->name), name);
  ls_widget_set_tooltip (self->name, name);
  ls_widget_set_priority (GTK_WIDGET (self), effective_priority >= 0 ? ls_task_priority_from_effective (effective_priority)
                                                                         : LS_TASK_PRIORITY_NONE);
  if (effective_priority >= 0)
    {
      n_tasks = ls_thread_cell_show_lane (LS_THREAD_CELL (self->cells[LS_WORK_QUEUE_IMMEDIATE_WORK]), player,
                                          effective_priority);
    }
  else
    {
      for (guint i = 0; i < LS_N_WORK_QUEUES; i++)
        n_tasks += ls_thread_cell_show_work_queue (LS_THREAD_CELL (self->cells[i]), player, type, i);
    }
  ls_widget_set_class (GTK_WIDGET (self), "unused", n_tasks == 0);

  if (ls_queue_type_is_of_sources (type))
    {
      /* Translators: the priority of the sources in a queue, and how many of them wait there */
      ls_widget_name (GTK_WIDGET (self), ngettext ("Priority %s, %u source", "Priority %s, %u sources", n_tasks),
                      gtk_label_get_label (GTK_LABEL (self->rank)), n_tasks);
      return n_tasks;
    }
  /* Translators: a queue's name, its rank, and how many tasks it has */
  ls_widget_name (GTK_WIDGET (self), ngettext ("%s, rank %s, %u task", "%s, rank %s, %u tasks", n_tasks), name,
                  gtk_label_get_label (GTK_LABEL (self->rank)), n_tasks);
  return n_tasks;
}

/**
 * ls_thread_row_set_note:
 * @self: a row
 * @note: (nullable): a note on what keeps the queue waiting
 * @is_warning: whether the note is a warning, as for a queue that waits too long
 *
 * Shows @note below the queue's name.
 */
void
ls_thread_row_set_note (LsThreadRow *self,
                        const char  *note,
                        gboolean     is_warning)
{
  gtk_label_set_label (GTK_LABEL (self->wait), note != NULL ? note : "");
  gtk_widget_set_visible (self->wait, note != NULL);
  ls_widget_set_class (self->wait, "starved", is_warning);
  if (note != NULL)
    gtk_accessible_update_property (GTK_ACCESSIBLE (self), GTK_ACCESSIBLE_PROPERTY_DESCRIPTION, note, -1);
  else
    gtk_accessible_reset_property (GTK_ACCESSIBLE (self), GTK_ACCESSIBLE_PROPERTY_DESCRIPTION);
}

/**
 * ls_thread_row_get_priority:
 * @self: a row
 *
 * Returns: the priority of the row's scheduler tasks, %LS_TASK_PRIORITY_NONE for a queue of the loop
 */
LsTaskPriority
ls_thread_row_get_priority (LsThreadRow *self)
{
  return self->effective_priority >= 0 ? ls_task_priority_from_effective (self->effective_priority) : LS_TASK_PRIORITY_NONE;
}
