/* ls-action-dialog.c: asks what an action does, and when
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "ls-action-dialog.h"

#include <glib/gi18n.h>
#include <string.h>

#include "ls-compat.h"
#include "ls-moment-group.h"
#include "ls-names.h"
#include "ls-steps-editor.h"
#include "ls-widget.h"

/**
 * LsActionDialog:
 *
 * Changes an action of any kind but one that posts a task, for which there is LsPostTaskDialog: when it is done, and the fields of
 * its step. It emits "change" with the step, and closes itself.
 */
struct _LsActionDialog
{
  GtkBox         parent_instance;

  GtkWidget     *moment;
  GtkWidget     *steps;
  GtkWidget     *error;

  LsStepsModel  *model;       /* of one step */
  gboolean       waiting;     /* to be done when the step is checked */
};

G_DEFINE_FINAL_TYPE (LsActionDialog, ls_action_dialog, GTK_TYPE_BOX)

static void
show_error (LsActionDialog *self,
            const char     *message)
{
  ls_widget_show_text (self->error, message);
  if (message != NULL)
    ls_compat_announce (GTK_WIDGET (self), message);
}

static void
on_edited (LsActionDialog *self)
{
  self->waiting = FALSE;
  show_error (self, NULL);
}

/* Returns whether the editor has a step that is right. */
static gboolean
is_ready (LsActionDialog *self)
{
  LsStepsEditor *steps = LS_STEPS_EDITOR (self->steps);

  if (!ls_steps_editor_finish (steps))
    return FALSE;
  self->waiting = ls_steps_editor_get_pending (steps);
  return !self->waiting && !ls_steps_editor_go_to_wrong (steps);
}

static void
on_accept (LsActionDialog *self)
{
  g_autofree char *json = NULL;
  g_autoptr (LsStep) step = NULL;
  g_autoptr (GError) error = NULL;
  JsonArray *steps;

  if (!is_ready (self))
    return;
  steps = ls_steps_model_get_steps (self->model);
  if (json_array_get_length (steps) != 1)
    {
      show_error (self, _("An action must be exactly one step"));
      return;
    }
  json = json_to_string (json_array_get_element (steps, 0), FALSE);
  step = ls_step_new_from_json (json, &error);
  if (step == NULL)
    {
      show_error (self, error->message);
      return;
    }
  g_object_ref (self);
  ls_compat_close_dialog (GTK_WIDGET (self));
  g_signal_emit_by_name (self, "change", step);
  g_object_unref (self);
}

/* Goes on with what has waited for the check of the step. */
static void
on_checked (LsActionDialog *self)
{
  if (self->waiting)
    on_accept (self);
}

static void
accept_action (GtkWidget  *widget,
               const char *name,
               GVariant   *parameter)
{
  on_accept (LS_ACTION_DIALOG (widget));
}

static void
ls_action_dialog_dispose (GObject *object)
{
  g_clear_object (&LS_ACTION_DIALOG (object)->model);

  G_OBJECT_CLASS (ls_action_dialog_parent_class)->dispose (object);
}

static void
ls_action_dialog_class_init (LsActionDialogClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = ls_action_dialog_dispose;

  g_signal_new ("change", LS_TYPE_ACTION_DIALOG, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE, 1, LS_TYPE_STEP);

  g_type_ensure (LS_TYPE_MOMENT_GROUP);
  g_type_ensure (LS_TYPE_STEPS_EDITOR);
  gtk_widget_class_install_action (widget_class, "dialog.accept", NULL, accept_action);
  gtk_widget_class_set_template_from_resource (widget_class, "/io/github/loopscope/Loopscope/ls-action-dialog.ui");
  gtk_widget_class_bind_template_child (widget_class, LsActionDialog, moment);
  gtk_widget_class_bind_template_child (widget_class, LsActionDialog, steps);
  gtk_widget_class_bind_template_child (widget_class, LsActionDialog, error);
  gtk_widget_class_bind_template_callback (widget_class, on_accept);
  gtk_widget_class_bind_template_callback (widget_class, ls_compat_close_dialog);
}

static void
ls_action_dialog_init (LsActionDialog *self)
{
  gtk_widget_init_template (GTK_WIDGET (self));
}

/* Returns the names of the program's bodies. */
static char **
list_bodies (LsProgram *program)
{
  g_autoptr (GStrvBuilder) names = g_strv_builder_new ();

  for (guint i = 0; i < ls_program_get_n_bodies (program); i++)
    g_strv_builder_add (names, ls_body_get_name (ls_program_get_body (program, i)));
  return g_strv_builder_end (names);
}

/**
 * ls_action_dialog_new:
 * @debugger: a debugger with a session
 * @index: an action of the session
 *
 * Returns: a dialog that changes the action; it begins with what the action does and when
 */
GtkWidget *
ls_action_dialog_new (LsDebugger *debugger,
                      guint       index)
{
  LsActionDialog *self = g_object_new (LS_TYPE_ACTION_DIALOG, NULL);
  LsSession *session = ls_debugger_get_session (debugger);
  LsState *state = ls_player_get_state (ls_debugger_get_player (debugger));
  LsAction *action = ls_session_get_action (session, index);
  g_autofree char *json = ls_step_to_json (ls_action_get_step (action));
  g_autofree char *list = g_strconcat ("[", json, "]", NULL);
  g_auto (GStrv) bodies = list_bodies (ls_session_get_program (session));
  g_auto (GStrv) signals = ls_names_list_signals (state, FALSE);
  LsStamp own, shown;

  ls_action_get_stamp (action, &own);
  ls_stamp_init_for_action (&shown, state);
  ls_moment_group_set_moments (LS_MOMENT_GROUP (self->moment), &own, &shown);
  self->model = ls_steps_model_new ((const char *const *) bodies, (const char *const *) signals);
  ls_steps_model_set_json (self->model, list, NULL);
  ls_steps_model_forget_changes (self->model);
  ls_steps_editor_set_model (LS_STEPS_EDITOR (self->steps), self->model);
  g_signal_connect_object (self->model, "changed", G_CALLBACK (on_edited), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (self->model, "checked", G_CALLBACK (on_checked), self, G_CONNECT_SWAPPED);
  return GTK_WIDGET (self);
}

/**
 * ls_action_dialog_get_moment:
 * @self: a dialog
 * @stamp: (out caller-allocates): when the action is to be done
 *
 * Returns: whether that is another moment than before
 */
gboolean
ls_action_dialog_get_moment (LsActionDialog *self,
                             LsStamp        *stamp)
{
  return ls_moment_group_get_moment (LS_MOMENT_GROUP (self->moment), stamp);
}
