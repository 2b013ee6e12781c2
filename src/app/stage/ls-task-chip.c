/* ls-task-chip.c: a task as a small button
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "ls-task-chip.h"

#include <glib/gi18n.h>

#include "ls-choices.h"
#include "ls-explain.h"
#include "ls-text.h"
#include "ls-widget.h"

/**
 * LsTaskChip:
 *
 * The chip of a task shows its number, its name, and a note if there is one. The next task has an outline. A click selects the
 * task; another one gives it as the answer where a page of a lesson asks for the next task. The stage's card says more about the
 * task: see LsTaskCard.
 */
struct _LsTaskChip
{
  GtkButton  parent_instance;

  GtkWidget *number;
  GtkWidget *name;
  GtkWidget *dot;         /* of the signal that can abort it, where its queue has another one or none */
  GtkWidget *departure;   /* marks a choice that the preset would not have made */
  GtkWidget *note;

  LsPlayer  *player;      /* weak: the window owns the player */
  guint32    task;
};

G_DEFINE_FINAL_TYPE (LsTaskChip, ls_task_chip, GTK_TYPE_BUTTON)

static void
ls_task_chip_clicked (GtkButton *button)
{
  LsTaskChip *self = LS_TASK_CHIP (button);
  guint32 selected = 0;

  if (self->player == NULL)
    return;
  /* A task that is selected already may be what a lesson asks to pick. */
  if (ls_player_get_selection (self->player, &selected) == LS_SELECTION_TASK && selected == self->task)
    gtk_widget_activate_action (GTK_WIDGET (self), "win.lesson-answer", NULL);
  else
    ls_player_select (self->player, LS_SELECTION_TASK, self->task);
}

static void
ls_task_chip_dispose (GObject *object)
{
  LsTaskChip *self = LS_TASK_CHIP (object);

  g_clear_weak_pointer (&self->player);

  G_OBJECT_CLASS (ls_task_chip_parent_class)->dispose (object);
}

static void
ls_task_chip_class_init (LsTaskChipClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = ls_task_chip_dispose;
  GTK_BUTTON_CLASS (klass)->clicked = ls_task_chip_clicked;

  gtk_widget_class_set_template_from_resource (widget_class, "/io/github/loopscope/Loopscope/ls-task-chip.ui");
  gtk_widget_class_bind_template_child (widget_class, LsTaskChip, number);
  gtk_widget_class_bind_template_child (widget_class, LsTaskChip, name);
  gtk_widget_class_bind_template_child (widget_class, LsTaskChip, dot);
  gtk_widget_class_bind_template_child (widget_class, LsTaskChip, departure);
  gtk_widget_class_bind_template_child (widget_class, LsTaskChip, note);
}

static void
ls_task_chip_init (LsTaskChip *self)
{
  gtk_widget_init_template (GTK_WIDGET (self));
}

/**
 * ls_task_chip_new_like:
 * @self: a chip
 *
 * Returns: a chip that looks like @self but does not react to the user
 */
GtkWidget *
ls_task_chip_new_like (LsTaskChip *self)
{
  GtkWidget *widget = g_object_new (LS_TYPE_TASK_CHIP, NULL);
  LsTaskChip *chip = LS_TASK_CHIP (widget);
  g_auto (GStrv) classes = gtk_widget_get_css_classes (GTK_WIDGET (self));
  g_auto (GStrv) dot_classes = gtk_widget_get_css_classes (self->dot);

  gtk_widget_set_css_classes (widget, (const char **) classes);
  gtk_widget_add_css_class (widget, "flying");
  gtk_label_set_label (GTK_LABEL (chip->number), gtk_label_get_label (GTK_LABEL (self->number)));
  gtk_widget_set_visible (chip->number, gtk_widget_get_visible (self->number));
  gtk_label_set_label (GTK_LABEL (chip->name), gtk_label_get_label (GTK_LABEL (self->name)));
  gtk_widget_set_css_classes (chip->dot, (const char **) dot_classes);
  gtk_widget_set_visible (chip->dot, gtk_widget_get_visible (self->dot));
  ls_task_chip_set_note (chip, gtk_widget_get_visible (self->note) ? gtk_label_get_label (GTK_LABEL (self->note)) : NULL);
  gtk_widget_set_can_focus (widget, FALSE);
  gtk_accessible_update_state (GTK_ACCESSIBLE (widget), GTK_ACCESSIBLE_STATE_HIDDEN, TRUE, -1);
  return widget;
}

/* Returns (transfer full) (nullable) that the preset, or the model of what is held, would have chosen another task than @task,
 * which is next or runs. */
static char *
describe_departure (LsPlayer *player,
                    LsState  *state,
                    guint32   task)
{
  const guint32 expected = ls_state_get_next_task (state) == task ? ls_state_get_expected_task (state) : 0;
  g_autoptr (LsExplanation) explanation = NULL;

  if (expected == 0 || expected == task)
    return ls_choices_describe (ls_choices_of (player), task);
  explanation = ls_explain_next (state);
  return g_strdup (explanation->text);
}

/* Marks the task that is next or runs if the preset would have chosen another one. Takes @description. */
static void
describe (LsTaskChip *self,
          LsPlayer   *player,
          LsState    *state,
          gboolean    is_chosen,
          char       *description)
{
  g_autofree char *departure = is_chosen && ls_state_is_recorded (state) ? describe_departure (player, state, self->task) : NULL;
  g_autofree char *whole = departure != NULL ? g_strdup_printf ("%s\n%s", description, departure) : g_strdup (description);

  gtk_widget_set_visible (self->departure, departure != NULL);
  gtk_accessible_update_property (GTK_ACCESSIBLE (self), GTK_ACCESSIBLE_PROPERTY_LABEL, whole, -1);
  g_free (description);
}

/* A task in the queue of a fixed priority may have a signal all the same, which can abort it and nothing else. */
static void
set_dot (LsTaskChip        *self,
         LsState           *state,
         const LsTaskState *task)
{
  const LsQueueState *queue = task != NULL && task->queue != 0 ? ls_state_get_queue (state, task->queue) : NULL;
  gboolean is_apart = queue != NULL && task->signal != 0 && queue->signal != task->signal;

  gtk_widget_set_visible (self->dot, is_apart);
  if (is_apart)
    ls_widget_set_signal (self->dot, state, task->signal);
}

/**
 * ls_task_chip_set_task:
 * @self: a chip
 * @player: the player that the task belongs to
 * @task: a task
 *
 * Shows @task at the player's position.
 */
void
ls_task_chip_set_task (LsTaskChip *self,
                       LsPlayer   *player,
                       guint32     task)
{
  LsState *state = ls_player_get_state (player);
  const LsTaskState *data = ls_state_get_task (state, task);
  g_autofree char *number = g_strdup_printf ("%u", task);
  g_autofree char *name = ls_text_format_task (state, task);
  guint32 selected = 0;
  LsSelectionKind kind = ls_player_get_selection (player, &selected);
  /* A selected signal highlights the tasks that it can abort. */
  gboolean is_selected = (kind == LS_SELECTION_TASK && selected == task) ||
                         (kind == LS_SELECTION_SIGNAL && data != NULL && data->signal != 0 && data->signal == selected);

  g_set_weak_pointer (&self->player, player);
  self->task = task;

  gtk_label_set_label (GTK_LABEL (self->number), number);
  /* A task without a name is called “Task 12”, which has its number. */
  gtk_widget_set_visible (self->number, data != NULL && data->name != 0);
  gtk_label_set_label (GTK_LABEL (self->name), name);
  set_dot (self, state, data);
  describe (self, player, state, ls_state_get_next_task (state) == task || (data != NULL && data->status == LS_TASK_STATUS_RUNNING),
            ls_text_describe_task (state, task));

  ls_widget_set_class (GTK_WIDGET (self), "next", ls_state_get_next_task (state) == task);
  ls_widget_set_class (GTK_WIDGET (self), "next-so-far", ls_state_get_next_task (state) == task &&
                                                         ls_state_get_next_basis (state) == LS_NEXT_SO_FAR);
  ls_widget_set_class (GTK_WIDGET (self), "selected", is_selected);
  ls_widget_set_class (GTK_WIDGET (self), "running", data != NULL && data->status == LS_TASK_STATUS_RUNNING);
}

/**
 * ls_task_chip_clear:
 * @self: a chip
 *
 * Hides the chip and forgets its task. The caller can use the chip for another task later.
 */
void
ls_task_chip_clear (LsTaskChip *self)
{
  if (!gtk_widget_get_visible (GTK_WIDGET (self)) && self->task == 0)
    return;
  gtk_widget_set_visible (GTK_WIDGET (self), FALSE);
  g_clear_weak_pointer (&self->player);
  self->task = 0;
  gtk_accessible_reset_property (GTK_ACCESSIBLE (self), GTK_ACCESSIBLE_PROPERTY_LABEL);
}

/**
 * ls_task_chip_set_note:
 * @self: a chip
 * @note: (nullable): a few words to show after the name
 *
 * Sets the note after the task's name, such as how long the task will wait.
 */
void
ls_task_chip_set_note (LsTaskChip *self,
                       const char *note)
{
  gtk_label_set_label (GTK_LABEL (self->note), note != NULL ? note : "");
  gtk_widget_set_visible (self->note, note != NULL);
}

guint32
ls_task_chip_get_task (LsTaskChip *self)
{
  return self->task;
}
