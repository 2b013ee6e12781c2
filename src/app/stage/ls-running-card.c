/* ls-running-card.c: the task or microtask that runs
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "ls-running-card.h"

#include <glib/gi18n.h>

#include "ls-task-chip.h"
#include "ls-text-block.h"
#include "ls-text.h"
#include "ls-widget.h"
#include "ls-wrap-box.h"

/**
 * LsRunningCard:
 *
 * The card of the task that runs at the player's position. It shows the task's chip, how long it has run, and the scheduling state
 * that the task would pass on.
 */
struct _LsRunningCard
{
  GtkWidget  parent_instance;

  GtkWidget *chips;
  GtkWidget *note;
};

G_DEFINE_FINAL_TYPE (LsRunningCard, ls_running_card, GTK_TYPE_WIDGET)

static void
ls_running_card_dispose (GObject *object)
{
  GtkWidget *child;

  while ((child = gtk_widget_get_first_child (GTK_WIDGET (object))) != NULL)
    gtk_widget_unparent (child);

  G_OBJECT_CLASS (ls_running_card_parent_class)->dispose (object);
}

static void
ls_running_card_class_init (LsRunningCardClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = ls_running_card_dispose;

  g_type_ensure (LS_TYPE_WRAP_BOX);
  g_type_ensure (LS_TYPE_TEXT_BLOCK);
  gtk_widget_class_set_template_from_resource (widget_class, "/io/github/loopscope/Loopscope/ls-running-card.ui");
  gtk_widget_class_bind_template_child (widget_class, LsRunningCard, chips);
  gtk_widget_class_bind_template_child (widget_class, LsRunningCard, note);
}

static void
ls_running_card_init (LsRunningCard *self)
{
  gtk_widget_init_template (GTK_WIDGET (self));
  ls_widget_hide_when_empty (self->note);
}

static char *
describe_scheduling_state (LsState *state)
{
  guint32 abort_source = 0;
  guint32 priority_source = 0;
  g_autofree char *abort_name = NULL;
  g_autofree char *priority_name = NULL;

  if (!ls_state_get_scheduling_state (state, &abort_source, &priority_source))
    return g_strdup (_("No continuation state"));

  abort_name = abort_source != 0 ? ls_text_format_signal (state, abort_source) : g_strdup (C_("signal", "none"));
  if (priority_source != 0)
    {
      const LsSignalState *data = ls_state_get_signal (state, priority_source);

      if (data != NULL && data->flags & LS_RECORD_FLAG_INTERNAL)
        priority_name = g_strdup (ls_task_priority_to_string (data->priority));
      else
        priority_name = ls_text_format_signal (state, priority_source);
    }
  else
    {
      priority_name = g_strdup (C_("signal", "none"));
    }

  return g_strdup_printf (_("Continuation state: priority ← %s, abort ← %s"), priority_name, abort_name);
}

/**
 * ls_running_card_update:
 * @self: a card
 * @player: the player to show
 *
 * Shows the task that runs at the player's position.
 */
void
ls_running_card_update (LsRunningCard *self,
                        LsPlayer      *player)
{
  LsState *state = ls_player_get_state (player);
  guint32 task = ls_state_get_running_task (state);
  guint32 microtask = ls_state_get_running_microtask (state);
  GtkWidget *chip = gtk_widget_get_first_child (self->chips);
  g_autofree char *note = NULL;

  if (task != 0)
    {
      const LsTaskState *data = ls_state_get_task (state, task);
      g_autofree char *elapsed = NULL;

      if (chip == NULL)
        {
          chip = ls_task_chip_new ();
          ls_wrap_box_append (LS_WRAP_BOX (self->chips), chip);
        }
      ls_task_chip_set_task (LS_TASK_CHIP (chip), player, task);
      if (data->started_at != LS_TIME_NEVER)
        elapsed = ls_text_format_time (ls_state_get_time (state) - data->started_at);
      ls_task_chip_set_note (LS_TASK_CHIP (chip), elapsed);
      ls_widget_set_signal (chip, state, data->priority_source != 0 ? data->priority_source : data->signal);
    }
  gtk_widget_set_visible (self->chips, task != 0);

  if (microtask != 0)
    {
      g_autofree char *name = ls_text_format_microtask (state, microtask);
      g_autofree char *scheduling_state = describe_scheduling_state (state);

      note = g_strdup_printf (_("Microtask %s\n%s"), name, scheduling_state);
    }
  else if (task != 0)
    {
      note = describe_scheduling_state (state);
    }
  else
    {
      note = g_strdup (_("Nothing runs"));
    }
  ls_text_block_set_text (LS_TEXT_BLOCK (self->note), note);
}
