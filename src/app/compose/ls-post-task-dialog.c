/* ls-post-task-dialog.c: asks which task to post
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "ls-post-task-dialog-private.h"

#include <glib/gi18n.h>
#include <string.h>

#include "ls-compat.h"
#include "ls-javascript-editor.h"
#include "ls-moment-group.h"
#include "ls-names.h"
#include "ls-source-check.h"
#include "ls-steps-editor.h"
#include "ls-widget.h"

#define SIMPLE_BODY 0
#define EXAMPLE_STEPS "[{\"op\":\"work\",\"ms\":5},{\"op\":\"yield\"},{\"op\":\"log\",\"text\":\"done\"}]"
#define EXAMPLE_JAVASCRIPT "work(5);\nawait scheduler.yield();\nlog('done');"
#define MAX_REMEMBERED 65536    /* bytes of steps or JavaScript */
#define PRIORITY_OF_SIGNAL 0

/**
 * LsPostTaskDialog:
 *
 * Offers the arguments of postTask(): a body of the program, a simple body that works and prints, the user's own steps or
 * JavaScript, a name, a priority, a signal and a delay. The user also chooses the number of such tasks and the time between them.
 * The dialog begins with the user's last choices, or with those of the action that it edits. It emits "post" with the step, and
 * closes itself.
 *
 * ls-post-task-dialog-fill.c fills in an action.
 */
G_DEFINE_FINAL_TYPE (LsPostTaskDialog, ls_post_task_dialog, GTK_TYPE_BOX)

static LsPostTaskKind
get_kind (LsPostTaskDialog *self)
{
  guint selected = adw_combo_row_get_selected (ADW_COMBO_ROW (self->body));

  if (adw_combo_row_get_model (ADW_COMBO_ROW (self->body)) == NULL || selected == SIMPLE_BODY)
    return LS_POST_TASK_SIMPLE;
  if (selected <= self->n_bodies)
    return LS_POST_TASK_BODY;
  return selected == self->n_bodies + 1 ? LS_POST_TASK_STEPS : LS_POST_TASK_JAVASCRIPT;
}

static void
show_error (LsPostTaskDialog *self,
            const char       *message)
{
  ls_widget_show_text (self->error, message);
  if (message != NULL)
    ls_compat_announce (GTK_WIDGET (self), message);
}

/* After an edit the shown error is out of date, and the dialog no longer waits to post. */
static void
on_edited (LsPostTaskDialog *self)
{
  self->waiting = FALSE;
  show_error (self, NULL);
}

static void
on_body_selected (LsPostTaskDialog *self)
{
  LsPostTaskKind kind = get_kind (self);

  gtk_widget_set_visible (self->steps_row, kind == LS_POST_TASK_STEPS);
  gtk_widget_set_visible (self->javascript_row, kind == LS_POST_TASK_JAVASCRIPT);
  gtk_widget_set_visible (self->work_row, kind == LS_POST_TASK_SIMPLE);
  on_edited (self);
}

static void
on_count_changed (LsPostTaskDialog *self)
{
  gtk_widget_set_sensitive (self->every_row, gtk_spin_button_get_value_as_int (GTK_SPIN_BUTTON (self->count)) > 1);
}

/* Returns the chosen name, NULL for the first choice, which is none. */
static const char *
get_string (GtkWidget *row)
{
  if (adw_combo_row_get_selected (ADW_COMBO_ROW (row)) == 0)
    return NULL;
  return gtk_string_object_get_string (adw_combo_row_get_selected_item (ADW_COMBO_ROW (row)));
}

static JsonObject *
step_new (const char *op)
{
  JsonObject *step = json_object_new ();

  json_object_set_string_member (step, "op", op);
  return step;
}

static void
set_text (JsonObject *step,
          const char *member,
          const char *text)
{
  if (text != NULL && *text != '\0')
    json_object_set_string_member (step, member, text);
}

static double
get_number (GtkWidget *button)
{
  return gtk_spin_button_get_value (GTK_SPIN_BUTTON (button));
}

static JsonArray *
make_simple_body (LsPostTaskDialog *self)
{
  const char *text = gtk_editable_get_text (GTK_EDITABLE (self->log));
  JsonArray *body = json_array_new ();

  json_array_add_object_element (body, step_new ("work"));
  json_object_set_double_member (json_array_get_object_element (body, 0), "ms", get_number (self->work));
  if (*text != '\0')
    {
      json_array_add_object_element (body, step_new ("log"));
      set_text (json_array_get_object_element (body, 1), "text", text);
    }
  return body;
}

static void
set_body (LsPostTaskDialog *self,
          JsonObject       *step)
{
  g_autofree char *text = NULL;

  switch (get_kind (self))
    {
    case LS_POST_TASK_JAVASCRIPT:
      text = ls_javascript_editor_get_text (LS_JAVASCRIPT_EDITOR (self->javascript));
      json_object_set_string_member (step, "javascript", text);
      break;
    case LS_POST_TASK_STEPS:
      text = ls_steps_model_to_json (self->model, FALSE);
      json_object_set_member (step, "body", json_from_string (text, NULL));
      break;
    case LS_POST_TASK_BODY:
      json_object_set_string_member (step, "body", get_string (self->body));
      break;
    case LS_POST_TASK_SIMPLE:
    default:
      json_object_set_array_member (step, "body", make_simple_body (self));
      break;
    }
}

static LsStep *
make_step (LsPostTaskDialog  *self,
           GError           **error)
{
  JsonObject *step = ls_post_task_dialog_begin_step (self);
  g_autoptr (JsonNode) node = json_node_init_object (json_node_alloc (), step);
  g_autofree char *json = NULL;
  guint priority = adw_combo_row_get_selected (ADW_COMBO_ROW (self->priority));
  int count = gtk_spin_button_get_value_as_int (GTK_SPIN_BUTTON (self->count));

  json_object_unref (step);
  set_body (self, step);
  set_text (step, "name", gtk_editable_get_text (GTK_EDITABLE (self->name)));
  if (priority != PRIORITY_OF_SIGNAL)
    set_text (step, "priority", ls_task_priority_to_string (LS_TASK_PRIORITY_USER_BLOCKING - (priority - 1)));
  set_text (step, "signal", get_string (self->signal));
  if (get_number (self->delay) > 0)
    json_object_set_double_member (step, "delay", get_number (self->delay));
  if (count > 1)
    {
      json_object_set_int_member (step, "count", count);
      json_object_set_double_member (step, "every", get_number (self->every));
    }
  json = json_to_string (node, FALSE);
  return ls_step_new_from_json (json, error);
}

/* The rows whose values the next dialog begins with. A number is a double in the settings. */
static const struct
{
  const char *key;
  gsize       row;
} remembered[] = {
  { "name", G_STRUCT_OFFSET (LsPostTaskDialog, name) },
  { "log", G_STRUCT_OFFSET (LsPostTaskDialog, log) },
  { "delay", G_STRUCT_OFFSET (LsPostTaskDialog, delay) },
  { "work", G_STRUCT_OFFSET (LsPostTaskDialog, work) },
  { "count", G_STRUCT_OFFSET (LsPostTaskDialog, count) },
  { "every", G_STRUCT_OFFSET (LsPostTaskDialog, every) },
};

/* Saves the choices for the next dialog. It saves bodies and signals by their names, because another session may lack them. */
static void
remember (LsPostTaskDialog *self)
{
  GVariantDict values;
  const char *body = get_string (self->body);
  const char *signal = get_string (self->signal);
  g_autofree char *steps = NULL;
  g_autofree char *javascript = NULL;

  g_variant_dict_init (&values, NULL);
  for (guint i = 0; i < G_N_ELEMENTS (remembered); i++)
    {
      GtkWidget *row = G_STRUCT_MEMBER (GtkWidget *, self, remembered[i].row);

      if (GTK_IS_SPIN_BUTTON (row))
        g_variant_dict_insert (&values, remembered[i].key, "d", get_number (row));
      else
        g_variant_dict_insert (&values, remembered[i].key, "s", gtk_editable_get_text (GTK_EDITABLE (row)));
    }
  g_variant_dict_insert (&values, "priority", "u", adw_combo_row_get_selected (ADW_COMBO_ROW (self->priority)));
  g_variant_dict_insert (&values, "kind", "u", (guint32) get_kind (self));
  if (get_kind (self) == LS_POST_TASK_BODY)
    g_variant_dict_insert (&values, "body", "s", body);
  steps = ls_steps_model_to_json (self->model, FALSE);
  if (strlen (steps) <= MAX_REMEMBERED)
    g_variant_dict_insert (&values, "steps", "s", steps);
  javascript = ls_javascript_editor_get_text (LS_JAVASCRIPT_EDITOR (self->javascript));
  if (strlen (javascript) <= MAX_REMEMBERED)
    g_variant_dict_insert (&values, "javascript", "s", javascript);
  if (signal != NULL)
    g_variant_dict_insert (&values, "signal", "s", signal);
  g_settings_set_value (self->settings, "post-task", g_variant_dict_end (&values));
}

static void
recall_choice (GVariantDict *values,
               const char   *key,
               GtkWidget    *row)
{
  const char *text;

  if (g_variant_dict_lookup (values, key, "&s", &text))
    ls_post_task_dialog_choose (row, text);
}

static void
recall_kind (LsPostTaskDialog *self,
             GVariantDict     *values)
{
  const char *text;
  guint kind;

  if (g_variant_dict_lookup (values, "steps", "&s", &text))
    ls_steps_model_set_json (self->model, text, NULL);
  if (g_variant_dict_lookup (values, "javascript", "&s", &text))
    ls_javascript_editor_set_text (LS_JAVASCRIPT_EDITOR (self->javascript), text);
  recall_choice (values, "body", self->body);
  if (!g_variant_dict_lookup (values, "kind", "u", &kind))
    return;
  if (kind == LS_POST_TASK_STEPS || (kind == LS_POST_TASK_JAVASCRIPT && ls_source_check_is_possible ()))
    adw_combo_row_set_selected (ADW_COMBO_ROW (self->body), self->n_bodies + 1 + (kind - LS_POST_TASK_STEPS));
}

static void
recall (LsPostTaskDialog *self)
{
  g_autoptr (GVariant) stored = g_settings_get_value (self->settings, "post-task");
  GVariantDict values;
  guint priority;

  g_variant_dict_init (&values, stored);
  for (guint i = 0; i < G_N_ELEMENTS (remembered); i++)
    {
      GtkWidget *row = G_STRUCT_MEMBER (GtkWidget *, self, remembered[i].row);
      const char *text;
      double number;

      if (GTK_IS_SPIN_BUTTON (row) && g_variant_dict_lookup (&values, remembered[i].key, "d", &number))
        gtk_spin_button_set_value (GTK_SPIN_BUTTON (row), number);
      else if (!GTK_IS_SPIN_BUTTON (row) && g_variant_dict_lookup (&values, remembered[i].key, "&s", &text))
        gtk_editable_set_text (GTK_EDITABLE (row), text);
    }
  if (g_variant_dict_lookup (&values, "priority", "u", &priority) && priority <= LS_N_TASK_PRIORITIES)
    adw_combo_row_set_selected (ADW_COMBO_ROW (self->priority), priority);
  recall_kind (self, &values);
  recall_choice (&values, "signal", self->signal);
  g_variant_dict_clear (&values);
}

/* Shows an error at the field that it is about. A message begins with a JSON pointer: "step: /body/0/ms: found …", or
 * "…: /actions/3/do/body/0/ms: found …" */
static void
show_step_error (LsPostTaskDialog *self,
                 const char       *message)
{
  const char *start = strstr (message, ": /");
  const char *end = start != NULL ? strstr (start + 2, ": ") : NULL;
  g_autofree char *pointer = end != NULL ? g_strndup (start + 2, end - start - 2) : NULL;
  const char *inside = pointer;
  const struct
  {
    const char *pointer;
    GtkWidget  *row;
  } rows[] = { { "/signal", self->signal }, { "/name", self->name }, { "/delay", self->delay }, { "/body", self->body } };

  if (pointer != NULL && g_str_has_prefix (pointer, "/actions/") && strstr (pointer, "/do") != NULL)
    inside = strstr (pointer, "/do") + strlen ("/do");
  if (inside != NULL && g_str_has_prefix (inside, "/body/") && get_kind (self) == LS_POST_TASK_STEPS &&
      ls_steps_editor_show_error (LS_STEPS_EDITOR (self->steps), inside + strlen ("/body"), end + 2))
    {
      ls_compat_announce (GTK_WIDGET (self), end + 2);
      return;
    }
  show_error (self, end != NULL ? end + 2 : message);
  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    if (g_strcmp0 (inside, rows[i].pointer) == 0)
      gtk_widget_grab_focus (rows[i].row);
}

/* Returns whether the session would be valid with the step. */
static gboolean
try_step (LsPostTaskDialog  *self,
          LsStep            *step,
          GError           **error)
{
  g_autoptr (LsSession) copy = ls_session_copy (ls_debugger_get_session (self->debugger));
  const LsStamp stamp = { .turn = G_MAXUINT32 };

  return ls_session_insert_action_at (copy, &stamp, step, NULL, error);
}

/* Returns FALSE if the body has an error, or if its check is still running. */
static gboolean
is_ready (LsPostTaskDialog *self)
{
  LsStepsEditor *steps = LS_STEPS_EDITOR (self->steps);
  LsJavascriptEditor *javascript = LS_JAVASCRIPT_EDITOR (self->javascript);
  LsPostTaskKind kind = get_kind (self);

  if (kind == LS_POST_TASK_JAVASCRIPT)
    {
      self->waiting = ls_javascript_editor_get_pending (javascript);
      if (self->waiting)
        return FALSE;
      if (ls_javascript_editor_get_error (javascript) != NULL)
        {
          ls_javascript_editor_go_to_error (javascript);
          ls_compat_announce (GTK_WIDGET (self), ls_javascript_editor_get_error (javascript));
          return FALSE;
        }
    }
  else if (kind == LS_POST_TASK_STEPS)
    {
      if (!ls_steps_editor_finish (steps))
        return FALSE;
      self->waiting = ls_steps_editor_get_pending (steps);
      if (self->waiting || ls_steps_editor_go_to_wrong (steps))
        return FALSE;
    }
  return TRUE;
}

static void
on_post (LsPostTaskDialog *self)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (LsStep) step = NULL;

  if (!is_ready (self))
    return;
  step = make_step (self, &error);
  if (step == NULL || !try_step (self, step, &error))
    {
      show_step_error (self, error->message);
      return;
    }
  if (self->original == NULL)
    remember (self);
  g_object_ref (self);
  ls_compat_close_dialog (GTK_WIDGET (self));
  g_signal_emit_by_name (self, "post", step);
  g_object_unref (self);
}

/* Posts a task that has waited for the check of its JavaScript. */
static void
on_checked (LsPostTaskDialog *self)
{
  if (self->waiting)
    on_post (self);
}

static void
post_action (GtkWidget  *widget,
             const char *name,
             GVariant   *parameter)
{
  on_post (LS_POST_TASK_DIALOG (widget));
}

static void
ls_post_task_dialog_dispose (GObject *object)
{
  LsPostTaskDialog *self = LS_POST_TASK_DIALOG (object);

  g_clear_object (&self->model);
  g_clear_object (&self->debugger);
  g_clear_object (&self->settings);

  G_OBJECT_CLASS (ls_post_task_dialog_parent_class)->dispose (object);
}

static void
ls_post_task_dialog_finalize (GObject *object)
{
  g_free (LS_POST_TASK_DIALOG (object)->original);

  G_OBJECT_CLASS (ls_post_task_dialog_parent_class)->finalize (object);
}

static void
ls_post_task_dialog_class_init (LsPostTaskDialogClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = ls_post_task_dialog_dispose;
  G_OBJECT_CLASS (klass)->finalize = ls_post_task_dialog_finalize;

  g_signal_new ("post", LS_TYPE_POST_TASK_DIALOG, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE, 1, LS_TYPE_STEP);

  g_type_ensure (LS_TYPE_MOMENT_GROUP);
  g_type_ensure (LS_TYPE_STEPS_EDITOR);
  g_type_ensure (LS_TYPE_JAVASCRIPT_EDITOR);
  gtk_widget_class_install_action (widget_class, "dialog.post", NULL, post_action);
  gtk_widget_class_set_template_from_resource (widget_class, "/io/github/loopscope/Loopscope/ls-post-task-dialog.ui");
  gtk_widget_class_bind_template_child (widget_class, LsPostTaskDialog, name);
  gtk_widget_class_bind_template_child (widget_class, LsPostTaskDialog, body);
  gtk_widget_class_bind_template_child (widget_class, LsPostTaskDialog, work_row);
  gtk_widget_class_bind_template_child (widget_class, LsPostTaskDialog, work);
  gtk_widget_class_bind_template_child (widget_class, LsPostTaskDialog, log);
  gtk_widget_class_bind_template_child (widget_class, LsPostTaskDialog, priority);
  gtk_widget_class_bind_template_child (widget_class, LsPostTaskDialog, signal);
  gtk_widget_class_bind_template_child (widget_class, LsPostTaskDialog, delay);
  gtk_widget_class_bind_template_child (widget_class, LsPostTaskDialog, steps_row);
  gtk_widget_class_bind_template_child (widget_class, LsPostTaskDialog, steps);
  gtk_widget_class_bind_template_child (widget_class, LsPostTaskDialog, javascript_row);
  gtk_widget_class_bind_template_child (widget_class, LsPostTaskDialog, javascript);
  gtk_widget_class_bind_template_child (widget_class, LsPostTaskDialog, count);
  gtk_widget_class_bind_template_child (widget_class, LsPostTaskDialog, every_row);
  gtk_widget_class_bind_template_child (widget_class, LsPostTaskDialog, every);
  gtk_widget_class_bind_template_child (widget_class, LsPostTaskDialog, error);
  gtk_widget_class_bind_template_child (widget_class, LsPostTaskDialog, title);
  gtk_widget_class_bind_template_child (widget_class, LsPostTaskDialog, accept);
  gtk_widget_class_bind_template_child (widget_class, LsPostTaskDialog, moment);
  gtk_widget_class_bind_template_callback (widget_class, on_count_changed);
  gtk_widget_class_bind_template_callback (widget_class, on_body_selected);
  gtk_widget_class_bind_template_callback (widget_class, on_post);
  gtk_widget_class_bind_template_callback (widget_class, ls_compat_close_dialog);
}

static void
ls_post_task_dialog_init (LsPostTaskDialog *self)
{
  gtk_widget_init_template (GTK_WIDGET (self));
  self->settings = g_settings_new (LS_APP_ID);
}

static GtkWidget *
dialog_new (LsDebugger *debugger,
            LsStep     *step)
{
  LsPostTaskDialog *self = g_object_new (LS_TYPE_POST_TASK_DIALOG, NULL);
  LsProgram *program = ls_session_get_program (ls_debugger_get_session (debugger));
  const char *priorities[LS_N_TASK_PRIORITIES + 2] = { _("From the signal, or the default"), };
  g_autoptr (GtkStringList) priority_names = NULL;
  g_autoptr (GtkStringList) bodies = gtk_string_list_new (NULL);
  g_autoptr (GtkStringList) signal_names = gtk_string_list_new (NULL);
  g_autoptr (GStrvBuilder) body_names = g_strv_builder_new ();
  g_auto (GStrv) all_bodies = NULL;
  g_auto (GStrv) names = ls_names_list_signals (ls_player_get_state (ls_debugger_get_player (debugger)), FALSE);

  for (guint i = 0; i < LS_N_TASK_PRIORITIES; i++)
    priorities[i + 1] = ls_task_priority_to_string (LS_TASK_PRIORITY_USER_BLOCKING - i);
  priority_names = gtk_string_list_new (priorities);
  adw_combo_row_set_model (ADW_COMBO_ROW (self->priority), G_LIST_MODEL (priority_names));

  self->debugger = g_object_ref (debugger);
  gtk_string_list_append (bodies, _("Simple: work and print"));
  self->n_bodies = ls_program_get_n_bodies (program);
  for (guint i = 0; i < self->n_bodies; i++)
    {
      gtk_string_list_append (bodies, ls_body_get_name (ls_program_get_body (program, i)));
      g_strv_builder_add (body_names, ls_body_get_name (ls_program_get_body (program, i)));
    }
  gtk_string_list_append (bodies, _("Custom steps"));
  if (ls_source_check_is_possible ())
    gtk_string_list_append (bodies, _("JavaScript"));
  adw_combo_row_set_model (ADW_COMBO_ROW (self->body), G_LIST_MODEL (bodies));

  all_bodies = g_strv_builder_end (body_names);
  self->model = ls_steps_model_new ((const char *const *) all_bodies, (const char *const *) names);
  ls_steps_model_set_json (self->model, EXAMPLE_STEPS, NULL);
  ls_javascript_editor_set_text (LS_JAVASCRIPT_EDITOR (self->javascript), EXAMPLE_JAVASCRIPT);

  gtk_string_list_append (signal_names, C_("signal", "None"));
  gtk_string_list_splice (signal_names, 1, 0, (const char *const *) names);
  adw_combo_row_set_model (ADW_COMBO_ROW (self->signal), G_LIST_MODEL (signal_names));

  if (step != NULL)
    ls_post_task_dialog_fill (self, step);
  else
    recall (self);
  on_count_changed (self);
  /* The user cannot undo past the content that the dialog begins with. */
  ls_steps_model_forget_changes (self->model);
  ls_steps_editor_set_model (LS_STEPS_EDITOR (self->steps), self->model);
  g_signal_connect_object (self->model, "changed", G_CALLBACK (on_edited), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (self->model, "checked", G_CALLBACK (on_checked), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (self->javascript, "changed", G_CALLBACK (on_edited), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (self->javascript, "checked", G_CALLBACK (on_checked), self, G_CONNECT_SWAPPED);
  return GTK_WIDGET (self);
}

/**
 * ls_post_task_dialog_new:
 * @debugger: the debugger that will post the task
 *
 * Returns: a dialog that offers the bodies and signals at @debugger's position
 */
GtkWidget *
ls_post_task_dialog_new (LsDebugger *debugger)
{
  return dialog_new (debugger, NULL);
}

/**
 * ls_post_task_dialog_new_for_action:
 * @debugger: a debugger with a session
 * @index: an action of the session that posts a task
 *
 * Returns: a dialog that changes the action; it begins with what the action does, and asks for the moment too
 */
GtkWidget *
ls_post_task_dialog_new_for_action (LsDebugger *debugger,
                                    guint       index)
{
  LsAction *action = ls_session_get_action (ls_debugger_get_session (debugger), index);
  GtkWidget *dialog = dialog_new (debugger, ls_action_get_step (action));
  LsPostTaskDialog *self = LS_POST_TASK_DIALOG (dialog);
  LsStamp own, shown;

  ls_action_get_stamp (action, &own);
  ls_stamp_init_for_action (&shown, ls_player_get_state (ls_debugger_get_player (debugger)));
  ls_moment_group_set_moments (LS_MOMENT_GROUP (self->moment), &own, &shown);
  gtk_widget_set_visible (self->moment, TRUE);
  adw_window_title_set_title (ADW_WINDOW_TITLE (self->title), _("Edit Task"));
  gtk_button_set_label (GTK_BUTTON (self->accept), _("C_hange"));
  gtk_widget_set_tooltip_text (self->accept, _("Change (Ctrl+Return)"));
  return dialog;
}

/**
 * ls_post_task_dialog_get_moment:
 * @self: a dialog that changes an action
 * @stamp: (out caller-allocates): when the action is to be done
 *
 * Returns: whether that is another moment than before
 */
gboolean
ls_post_task_dialog_get_moment (LsPostTaskDialog *self,
                                LsStamp          *stamp)
{
  return ls_moment_group_get_moment (LS_MOMENT_GROUP (self->moment), stamp);
}
