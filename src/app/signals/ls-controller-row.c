/* ls-controller-row.c: a controller: its priority and a button to abort
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "ls-controller-row.h"

#include <glib/gi18n.h>

#include "ls-action.h"
#include "ls-compat.h"
#include "ls-text.h"
#include "ls-widget.h"

/* The drop-down lists the priorities from the highest down. */
#define ROW_OF_PRIORITY(priority) (LS_TASK_PRIORITY_USER_BLOCKING - (priority))

/**
 * LsControllerRow:
 *
 * The row of a TaskController or AbortController. If the user chooses another priority, the row activates "win.set-priority". If
 * the user aborts, it activates "win.abort".
 */
struct _LsControllerRow
{
  GtkBox     parent_instance;

  GtkWidget *dot;
  GtkWidget *name;
  GtkWidget *priority;
  GtkWidget *aborted;
  GtkWidget *abort;
  GtkWidget *reason;
  GtkWidget *popover;

  guint32    signal;
  gboolean   updating;
};

G_DEFINE_FINAL_TYPE (LsControllerRow, ls_controller_row, GTK_TYPE_BOX)

static void
on_priority_selected (LsControllerRow *self)
{
  guint row = gtk_drop_down_get_selected (GTK_DROP_DOWN (self->priority));

  if (!self->updating && row < LS_N_TASK_PRIORITIES)
    gtk_widget_activate_action (GTK_WIDGET (self), "win.set-priority", "(uu)", self->signal,
                                (guint32) ROW_OF_PRIORITY (row));
}

static void
on_abort (LsControllerRow *self)
{
  g_autofree char *reason = g_strdup (gtk_editable_get_text (GTK_EDITABLE (self->reason)));
  guint32 signal = self->signal;

  gtk_popover_popdown (GTK_POPOVER (self->popover));
  gtk_editable_set_text (GTK_EDITABLE (self->reason), "");
  gtk_widget_activate_action (GTK_WIDGET (self), "win.abort", "(us)", signal, reason);
}

static void
ls_controller_row_class_init (LsControllerRowClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  gtk_widget_class_set_template_from_resource (widget_class, "/io/github/loopscope/Loopscope/ls-controller-row.ui");
  gtk_widget_class_bind_template_child (widget_class, LsControllerRow, dot);
  gtk_widget_class_bind_template_child (widget_class, LsControllerRow, name);
  gtk_widget_class_bind_template_child (widget_class, LsControllerRow, priority);
  gtk_widget_class_bind_template_child (widget_class, LsControllerRow, aborted);
  gtk_widget_class_bind_template_child (widget_class, LsControllerRow, abort);
  gtk_widget_class_bind_template_child (widget_class, LsControllerRow, reason);
  gtk_widget_class_bind_template_child (widget_class, LsControllerRow, popover);
  gtk_widget_class_bind_template_callback (widget_class, on_priority_selected);
  gtk_widget_class_bind_template_callback (widget_class, on_abort);
}

static void
ls_controller_row_init (LsControllerRow *self)
{
  const char *names[LS_N_TASK_PRIORITIES + 1] = { NULL, };
  g_autoptr (GtkStringList) model = NULL;

  gtk_widget_init_template (GTK_WIDGET (self));

  for (guint i = 0; i < LS_N_TASK_PRIORITIES; i++)
    names[ROW_OF_PRIORITY (i)] = ls_task_priority_to_string (i);
  model = gtk_string_list_new (names);
  self->updating = TRUE;
  gtk_drop_down_set_model (GTK_DROP_DOWN (self->priority), G_LIST_MODEL (model));
  self->updating = FALSE;
}

/**
 * ls_controller_row_update:
 * @self: a row
 * @player: the player that the controller belongs to
 * @signal: the controller's signal
 *
 * Shows the controller at the player's position.
 */
void
ls_controller_row_update (LsControllerRow *self,
                          LsPlayer        *player,
                          guint32          signal)
{
  LsState *state = ls_player_get_state (player);
  const LsSignalState *data = ls_state_get_signal (state, signal);
  g_autofree char *name = ls_text_format_signal (state, signal);
  g_autofree char *priority_label = g_strdup_printf (_("Priority of %s"), name);
  g_autofree char *abort_label = g_strdup_printf (_("Abort %s"), name);
  g_autoptr (GError) error = NULL;
  gboolean can_act;

  if (data == NULL)
    return;

  can_act = ls_action_name_signal (state, signal, &error) != NULL;
  gtk_widget_set_sensitive (self->priority, can_act);
  ls_widget_set_tooltip (self->priority, can_act ? NULL : error->message);

  self->signal = signal;
  ls_widget_set_signal (GTK_WIDGET (self), state, signal);
  gtk_label_set_label (GTK_LABEL (self->name), name);
  ls_widget_set_tooltip (self->name, name);
  ls_compat_label_list_item (GTK_WIDGET (self), name);

  gtk_widget_set_visible (self->priority, data->priority != LS_TASK_PRIORITY_NONE);
  if (data->priority != LS_TASK_PRIORITY_NONE)
    {
      self->updating = TRUE;
      gtk_drop_down_set_selected (GTK_DROP_DOWN (self->priority), ROW_OF_PRIORITY (data->priority));
      self->updating = FALSE;
      ls_widget_set_priority (self->priority, data->priority);
    }
  ls_compat_label_drop_down (GTK_DROP_DOWN (self->priority), priority_label);

  gtk_widget_set_visible (self->aborted, data->aborted);
  ls_widget_set_tooltip (self->abort, can_act ? abort_label : error->message);
  gtk_accessible_update_property (GTK_ACCESSIBLE (self->abort), GTK_ACCESSIBLE_PROPERTY_LABEL, abort_label, -1);
  ls_widget_set_class (GTK_WIDGET (self), "aborted", data->aborted);
}
