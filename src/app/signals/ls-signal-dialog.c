/* ls-signal-dialog.c: asks what signal to add
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "ls-signal-dialog.h"

#include <glib/gi18n.h>
#include <json-glib/json-glib.h>

#include "ls-compat.h"
#include "ls-names.h"

enum
{
  KIND_TASK_CONTROLLER,
  KIND_ABORT_CONTROLLER,
  KIND_ANY
};

#define PRIORITY_DEFAULT 0

/**
 * LsSignalDialog:
 *
 * The dialog creates a TaskController, an AbortController, or a TaskSignal.any() of existing signals. It emits "add" with the step,
 * and then closes.
 */
struct _LsSignalDialog
{
  GtkBox         parent_instance;

  GtkWidget     *kind;
  GtkWidget     *name;
  GtkWidget     *priority;
  GtkWidget     *sources;
  GtkWidget     *error;

  GPtrArray     *checks;          /* (element-type GtkCheckButton) */
  GtkStringList *priority_names;  /* the default, the three priorities, then the signals that can be followed */
};

G_DEFINE_FINAL_TYPE (LsSignalDialog, ls_signal_dialog, GTK_TYPE_BOX)

static void
on_kind_selected (LsSignalDialog *self)
{
  guint kind = adw_combo_row_get_selected (ADW_COMBO_ROW (self->kind));

  gtk_widget_set_visible (self->priority, kind != KIND_ABORT_CONTROLLER);
  gtk_widget_set_visible (self->sources, kind == KIND_ANY);
}

static void
add_member (JsonBuilder *builder,
            const char  *member,
            const char  *value)
{
  json_builder_set_member_name (builder, member);
  json_builder_add_string_value (builder, value);
}

static LsStep *
make_step (LsSignalDialog  *self,
           GError         **error)
{
  static const char *const ops[] = { "controller", "abortController", "any" };
  g_autoptr (JsonBuilder) builder = json_builder_new ();
  g_autoptr (JsonNode) node = NULL;
  g_autofree char *json = NULL;
  guint kind = adw_combo_row_get_selected (ADW_COMBO_ROW (self->kind));
  guint priority = adw_combo_row_get_selected (ADW_COMBO_ROW (self->priority));

  json_builder_begin_object (builder);
  add_member (builder, "op", ops[kind]);
  add_member (builder, "name", gtk_editable_get_text (GTK_EDITABLE (self->name)));
  if (kind == KIND_ANY)
    {
      json_builder_set_member_name (builder, "signals");
      json_builder_begin_array (builder);
      for (guint i = 0; i < self->checks->len; i++)
        {
          GtkWidget *check = g_ptr_array_index (self->checks, i);

          if (gtk_check_button_get_active (GTK_CHECK_BUTTON (check)))
            json_builder_add_string_value (builder, g_object_get_data (G_OBJECT (check), "signal"));
        }
      json_builder_end_array (builder);
    }
  if (kind != KIND_ABORT_CONTROLLER && priority != PRIORITY_DEFAULT)
    {
      gboolean fixed = priority <= LS_N_TASK_PRIORITIES;

      add_member (builder, fixed ? "priority" : "prioritySource",
                  gtk_string_list_get_string (self->priority_names, priority));
    }
  json_builder_end_object (builder);

  node = json_builder_get_root (builder);
  json = json_to_string (node, FALSE);
  return ls_step_new_from_json (json, error);
}

static void
on_add (LsSignalDialog *self)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (LsStep) step = make_step (self, &error);

  if (step == NULL)
    {
      gtk_label_set_label (GTK_LABEL (self->error), error->message);
      gtk_widget_set_visible (self->error, TRUE);
      return;
    }
  g_object_ref (self);
  ls_compat_close_dialog (GTK_WIDGET (self));
  g_signal_emit_by_name (self, "add", step);
  g_object_unref (self);
}

static void
on_cancel (LsSignalDialog *self)
{
  ls_compat_close_dialog (GTK_WIDGET (self));
}

static void
ls_signal_dialog_dispose (GObject *object)
{
  LsSignalDialog *self = LS_SIGNAL_DIALOG (object);

  g_clear_pointer (&self->checks, g_ptr_array_unref);
  g_clear_object (&self->priority_names);

  G_OBJECT_CLASS (ls_signal_dialog_parent_class)->dispose (object);
}

static void
ls_signal_dialog_class_init (LsSignalDialogClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = ls_signal_dialog_dispose;

  g_signal_new ("add", LS_TYPE_SIGNAL_DIALOG, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE, 1, LS_TYPE_STEP);

  gtk_widget_class_set_template_from_resource (widget_class, "/io/github/loopscope/Loopscope/ls-signal-dialog.ui");
  gtk_widget_class_bind_template_child (widget_class, LsSignalDialog, kind);
  gtk_widget_class_bind_template_child (widget_class, LsSignalDialog, name);
  gtk_widget_class_bind_template_child (widget_class, LsSignalDialog, priority);
  gtk_widget_class_bind_template_child (widget_class, LsSignalDialog, sources);
  gtk_widget_class_bind_template_child (widget_class, LsSignalDialog, error);
  gtk_widget_class_bind_template_callback (widget_class, on_kind_selected);
  gtk_widget_class_bind_template_callback (widget_class, on_add);
  gtk_widget_class_bind_template_callback (widget_class, on_cancel);
}

static void
ls_signal_dialog_init (LsSignalDialog *self)
{
  self->checks = g_ptr_array_new ();
  gtk_widget_init_template (GTK_WIDGET (self));
}

/**
 * ls_signal_dialog_new:
 * @debugger: the debugger whose session gets the signal
 *
 * Returns: a dialog that offers the signals at @debugger's position
 */
GtkWidget *
ls_signal_dialog_new (LsDebugger *debugger)
{
  LsSignalDialog *self = g_object_new (LS_TYPE_SIGNAL_DIALOG, NULL);
  LsState *state = ls_player_get_state (ls_debugger_get_player (debugger));
  g_auto (GStrv) names = ls_names_list_signals (state, FALSE);
  g_autofree char *name = ls_names_make_unused (state, "c");

  gtk_editable_set_text (GTK_EDITABLE (self->name), name);

  self->priority_names = gtk_string_list_new (NULL);
  gtk_string_list_append (self->priority_names, _("Default"));
  for (guint i = 0; i < LS_N_TASK_PRIORITIES; i++)
    gtk_string_list_append (self->priority_names, ls_task_priority_to_string (LS_TASK_PRIORITY_USER_BLOCKING - i));
  adw_combo_row_set_model (ADW_COMBO_ROW (self->priority), G_LIST_MODEL (self->priority_names));

  for (guint i = 0; names[i] != NULL; i++)
    {
      GtkWidget *row = adw_action_row_new ();
      GtkWidget *check = gtk_check_button_new ();

      adw_preferences_row_set_title (ADW_PREFERENCES_ROW (row), names[i]);
      adw_preferences_row_set_use_markup (ADW_PREFERENCES_ROW (row), FALSE);
      gtk_widget_set_valign (check, GTK_ALIGN_CENTER);
      gtk_accessible_update_property (GTK_ACCESSIBLE (check), GTK_ACCESSIBLE_PROPERTY_LABEL, names[i], -1);
      g_object_set_data_full (G_OBJECT (check), "signal", g_strdup (names[i]), g_free);
      adw_action_row_add_prefix (ADW_ACTION_ROW (row), check);
      adw_action_row_set_activatable_widget (ADW_ACTION_ROW (row), check);
      adw_preferences_group_add (ADW_PREFERENCES_GROUP (self->sources), row);
      g_ptr_array_add (self->checks, check);
      gtk_string_list_append (self->priority_names, names[i]);
    }

  return GTK_WIDGET (self);
}
