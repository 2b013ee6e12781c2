/* ls-queue-box.c: a scheduler task queue with its first tasks
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "ls-queue-box.h"

#include <glib/gi18n.h>

#include "ls-task-chip.h"
#include "ls-task-popover.h"
#include "ls-text.h"

/**
 * LsQueueBox:
 *
 * A scheduler task queue: whose it is, and as many of its tasks as it is told to show: the oldest ones, and of a queue
 * that has more the newest one too, behind a button that says how many are between them and lists them all. Its chips are
 * used again for other tasks and other queues.
 */
struct _LsQueueBox
{
  GtkWidget  parent_instance;

  GtkWidget *header;
  GtkWidget *dot;
  GtkWidget *name;
  GtkWidget *chips;
  GtkWidget *more;
  GtkWidget *more_label;
  GtkWidget *popover;
  GtkWidget *newest;

  LsPlayer  *player;      /* weak: the window's */
  guint32    queue;
  guint      n_set;       /* chips that show what they are to show */
};

G_DEFINE_FINAL_TYPE (LsQueueBox, ls_queue_box, GTK_TYPE_WIDGET)

static void
on_header_clicked (LsQueueBox *self)
{
  if (self->player != NULL)
    ls_player_select (self->player, LS_SELECTION_QUEUE, self->queue);
}

static void
on_popover_show (LsQueueBox *self)
{
  if (self->player != NULL)
    ls_task_popover_set_queue (LS_TASK_POPOVER (self->popover), self->player, self->queue);
}

static void
ls_queue_box_dispose (GObject *object)
{
  LsQueueBox *self = LS_QUEUE_BOX (object);
  GtkWidget *child;

  g_clear_weak_pointer (&self->player);
  while ((child = gtk_widget_get_first_child (GTK_WIDGET (self))) != NULL)
    gtk_widget_unparent (child);

  G_OBJECT_CLASS (ls_queue_box_parent_class)->dispose (object);
}

static void
ls_queue_box_class_init (LsQueueBoxClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = ls_queue_box_dispose;

  g_type_ensure (LS_TYPE_TASK_CHIP);
  g_type_ensure (LS_TYPE_TASK_POPOVER);
  gtk_widget_class_set_template_from_resource (widget_class, "/io/github/loopscope/Loopscope/ls-queue-box.ui");
  gtk_widget_class_bind_template_child (widget_class, LsQueueBox, header);
  gtk_widget_class_bind_template_child (widget_class, LsQueueBox, dot);
  gtk_widget_class_bind_template_child (widget_class, LsQueueBox, name);
  gtk_widget_class_bind_template_child (widget_class, LsQueueBox, chips);
  gtk_widget_class_bind_template_child (widget_class, LsQueueBox, more);
  gtk_widget_class_bind_template_child (widget_class, LsQueueBox, more_label);
  gtk_widget_class_bind_template_child (widget_class, LsQueueBox, popover);
  gtk_widget_class_bind_template_child (widget_class, LsQueueBox, newest);
  gtk_widget_class_bind_template_callback (widget_class, on_header_clicked);
  gtk_widget_class_bind_template_callback (widget_class, on_popover_show);
}

static void
ls_queue_box_init (LsQueueBox *self)
{
  gtk_widget_init_template (GTK_WIDGET (self));
}

GtkWidget *
ls_queue_box_new (void)
{
  return g_object_new (LS_TYPE_QUEUE_BOX, NULL);
}

static const LsQueueState *
get_queue (LsQueueBox *self)
{
  return self->player != NULL ? ls_state_get_queue (ls_player_get_state (self->player), self->queue) : NULL;
}

/**
 * ls_queue_box_set_queue:
 * @self: a queue box
 * @player: where the queue is
 * @queue: a scheduler task queue
 *
 * Shows @queue as it is at the player's position. ls_queue_box_set_n_chips() must follow.
 */
void
ls_queue_box_set_queue (LsQueueBox *self,
                        LsPlayer   *player,
                        guint32     queue)
{
  LsState *state = ls_player_get_state (player);
  const LsQueueState *data = ls_state_get_queue (state, queue);
  guint32 signal = data != NULL ? data->signal : 0;
  guint32 selected = 0;
  LsSelectionKind kind;
  g_autofree char *name = NULL;
  g_autofree char *label = NULL;
  g_autofree char *tooltip = NULL;
  guint n_tasks = data != NULL ? data->tasks.length : 0;

  g_set_weak_pointer (&self->player, player);
  self->queue = queue;
  self->n_set = 0;
  if (data != NULL && data->tasks.last != 0)
    ls_task_chip_set_task (LS_TASK_CHIP (self->newest), player, data->tasks.last);

  name = signal != 0 ? ls_text_format_signal (state, signal) : g_strdup (C_("queue", "static"));
  gtk_label_set_label (GTK_LABEL (self->name), name);
  gtk_widget_set_visible (self->dot, signal != 0);
  ls_text_set_signal_class (GTK_WIDGET (self), state, signal);

  label = g_strdup_printf (ngettext ("Queue %s, %u task", "Queue %s, %u tasks", n_tasks), name, n_tasks);
  gtk_accessible_update_property (GTK_ACCESSIBLE (self), GTK_ACCESSIBLE_PROPERTY_LABEL, label, -1);
  gtk_accessible_update_property (GTK_ACCESSIBLE (self->header), GTK_ACCESSIBLE_PROPERTY_LABEL, label, -1);
  if (data != NULL)
    tooltip = g_strdup_printf (_("%s: effective priority %u"), label, data->effective_priority);
  gtk_widget_set_tooltip_text (self->header, tooltip);

  kind = ls_player_get_selection (player, &selected);
  if ((kind == LS_SELECTION_QUEUE && selected == queue) || (kind == LS_SELECTION_SIGNAL && signal != 0 && selected == signal))
    gtk_widget_add_css_class (GTK_WIDGET (self), "selected");
  else
    gtk_widget_remove_css_class (GTK_WIDGET (self), "selected");
}

/* The chips of the first tasks. */
static void
show_oldest (LsQueueBox *self,
             guint       n_chips)
{
  const LsQueueState *data = get_queue (self);
  GtkWidget *chip = gtk_widget_get_first_child (self->chips);
  guint32 task = data != NULL ? data->tasks.first : 0;

  for (guint i = 0; i < n_chips && task != 0; i++)
    {
      if (chip == NULL)
        {
          chip = ls_task_chip_new ();
          gtk_box_append (GTK_BOX (self->chips), chip);
        }
      if (i >= self->n_set)
        ls_task_chip_set_task (LS_TASK_CHIP (chip), self->player, task);
      chip = gtk_widget_get_next_sibling (chip);
      task = ls_state_get_task (ls_player_get_state (self->player), task)->next;
    }
  self->n_set = n_chips;
  while (chip != NULL)
    {
      GtkWidget *next = gtk_widget_get_next_sibling (chip);

      gtk_box_remove (GTK_BOX (self->chips), chip);
      chip = next;
    }
}

/**
 * ls_queue_box_set_n_chips:
 * @self: a queue box
 * @n_chips: how many chips to show at most, one at least
 *
 * Shows the first @n_chips tasks, or one less and the last one if there are more.
 */
void
ls_queue_box_set_n_chips (LsQueueBox *self,
                          guint       n_chips)
{
  guint n_tasks = ls_queue_box_get_n_tasks (self);
  gboolean has_gap = n_tasks > n_chips;
  gboolean with_newest = has_gap && n_chips > 1;

  n_chips = MIN (n_chips, n_tasks);
  show_oldest (self, with_newest ? n_chips - 1 : n_chips);
  gtk_widget_set_visible (self->newest, with_newest);
  gtk_widget_set_visible (self->more, has_gap);
  if (has_gap)
    {
      guint n_more = n_tasks - n_chips;
      g_autofree char *label = g_strdup_printf ("+%u", n_more);
      g_autofree char *description = NULL;

      description = g_strdup_printf (ngettext ("%u more task, show all", "%u more tasks, show all", n_more), n_more);
      gtk_label_set_label (GTK_LABEL (self->more_label), label);
      gtk_widget_set_tooltip_text (self->more, description);
      gtk_accessible_update_property (GTK_ACCESSIBLE (self->more), GTK_ACCESSIBLE_PROPERTY_LABEL, description, -1);
    }
}

/**
 * ls_queue_box_get_n_tasks:
 * @self: a queue box
 *
 * Returns: how many tasks the queue has
 */
guint
ls_queue_box_get_n_tasks (LsQueueBox *self)
{
  const LsQueueState *data = get_queue (self);

  return data != NULL ? data->tasks.length : 0;
}

guint32
ls_queue_box_get_queue (LsQueueBox *self)
{
  return self->queue;
}
