/* ls-post-task-dialog.c: asks what task to post
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "ls-post-task-dialog.h"

#include <glib/gi18n.h>
#include <json-glib/json-glib.h>

#include "ls-compat.h"
#include "ls-names.h"

#define SIMPLE_BODY 0
#define NO_SIGNAL 0
#define EXAMPLE_STEPS "[\n  { \"op\": \"work\", \"ms\": 5 },\n  { \"op\": \"yield\" },\n  { \"op\": \"log\", \"text\": \"done\" }\n]"
#define PRIORITY_OF_SIGNAL 0

/**
 * LsPostTaskDialog:
 *
 * What postTask() can be given: a body of the program's, a simple one that works and prints, or steps of one's own, a name, a priority, a
 * signal and a delay; and how many such tasks, and how far apart. It begins with what it was given last. "post" hands the step over; the dialog closes itself.
 */
struct _LsPostTaskDialog
{
  GtkWidget      parent_instance;

  GtkWidget     *name;
  GtkWidget     *body;
  GtkWidget     *work_row;
  GtkWidget     *work;
  GtkWidget     *log;
  GtkWidget     *priority;
  GtkWidget     *signal;
  GtkWidget     *delay;
  GtkWidget     *steps_row;
  GtkWidget     *steps;
  GtkWidget     *count;
  GtkWidget     *every_row;
  GtkWidget     *every;
  GtkWidget     *error;

  GSettings     *settings;
  GtkStringList *bodies;
  GtkStringList *signal_names;
};

enum
{
  POST,
  N_SIGNALS
};

static guint signals[N_SIGNALS];

G_DEFINE_FINAL_TYPE (LsPostTaskDialog, ls_post_task_dialog, GTK_TYPE_WIDGET)

/* The last of the bodies. */
static gboolean
has_own_steps (LsPostTaskDialog *self)
{
  return self->bodies != NULL && adw_combo_row_get_selected (ADW_COMBO_ROW (self->body)) ==
                                   g_list_model_get_n_items (G_LIST_MODEL (self->bodies)) - 1;
}

static void
on_steps_changed (LsPostTaskDialog *self)
{
  gtk_widget_set_visible (self->error, FALSE);
}

static void
on_body_selected (LsPostTaskDialog *self)
{
  gboolean simple = adw_combo_row_get_selected (ADW_COMBO_ROW (self->body)) == SIMPLE_BODY;

  gtk_widget_set_visible (self->steps_row, has_own_steps (self));
  gtk_widget_set_visible (self->work_row, simple);
  gtk_widget_set_visible (self->log, simple);
}

static void
on_count_changed (LsPostTaskDialog *self)
{
  gtk_widget_set_sensitive (self->every_row, gtk_spin_button_get_value_as_int (GTK_SPIN_BUTTON (self->count)) > 1);
}

static const char *
get_string (GtkStringList *list,
            GtkWidget     *row,
            guint          none)
{
  guint selected = adw_combo_row_get_selected (ADW_COMBO_ROW (row));

  if (selected == none || selected == GTK_INVALID_LIST_POSITION)
    return NULL;
  return gtk_string_list_get_string (list, selected);
}

static void
add_op (JsonBuilder *builder,
        const char  *op)
{
  json_builder_begin_object (builder);
  json_builder_set_member_name (builder, "op");
  json_builder_add_string_value (builder, op);
}

static gboolean
add_own_steps (LsPostTaskDialog  *self,
               JsonBuilder       *builder,
               GError           **error)
{
  GtkTextBuffer *buffer = gtk_text_view_get_buffer (GTK_TEXT_VIEW (self->steps));
  g_autoptr (JsonParser) parser = json_parser_new ();
  GtkTextIter start, end;
  g_autofree char *text = NULL;
  JsonNode *root;

  gtk_text_buffer_get_bounds (buffer, &start, &end);
  text = gtk_text_buffer_get_text (buffer, &start, &end, TRUE);
  if (!json_parser_load_from_data (parser, text, -1, error))
    return FALSE;
  root = json_parser_get_root (parser);
  if (root == NULL || !JSON_NODE_HOLDS_ARRAY (root))
    {
      g_set_error_literal (error, G_IO_ERROR, G_IO_ERROR_INVALID_DATA,
                           _("Expected steps between brackets: [{ \"op\": \"work\", \"ms\": 5 }]"));
      return FALSE;
    }
  json_builder_add_value (builder, json_node_copy (root));
  return TRUE;
}

static gboolean
add_body (LsPostTaskDialog  *self,
          JsonBuilder       *builder,
          GError           **error)
{
  const char *body = get_string (self->bodies, self->body, SIMPLE_BODY);
  const char *text = gtk_editable_get_text (GTK_EDITABLE (self->log));

  json_builder_set_member_name (builder, "body");
  if (has_own_steps (self))
    return add_own_steps (self, builder, error);
  if (body != NULL)
    {
      json_builder_add_string_value (builder, body);
      return TRUE;
    }
  json_builder_begin_array (builder);
  add_op (builder, "work");
  json_builder_set_member_name (builder, "ms");
  json_builder_add_double_value (builder, gtk_spin_button_get_value (GTK_SPIN_BUTTON (self->work)));
  json_builder_end_object (builder);
  if (*text != '\0')
    {
      add_op (builder, "log");
      json_builder_set_member_name (builder, "text");
      json_builder_add_string_value (builder, text);
      json_builder_end_object (builder);
    }
  json_builder_end_array (builder);
  return TRUE;
}

static void
add_text (JsonBuilder *builder,
          const char  *member,
          const char  *text)
{
  if (text == NULL || *text == '\0')
    return;
  json_builder_set_member_name (builder, member);
  json_builder_add_string_value (builder, text);
}

static LsStep *
make_step (LsPostTaskDialog  *self,
           GError           **error)
{
  g_autoptr (JsonBuilder) builder = json_builder_new ();
  g_autoptr (JsonNode) node = NULL;
  g_autofree char *json = NULL;
  guint priority = adw_combo_row_get_selected (ADW_COMBO_ROW (self->priority));
  int count = gtk_spin_button_get_value_as_int (GTK_SPIN_BUTTON (self->count));
  double delay = gtk_spin_button_get_value (GTK_SPIN_BUTTON (self->delay));

  add_op (builder, "postTask");
  if (!add_body (self, builder, error))
    return NULL;
  add_text (builder, "name", gtk_editable_get_text (GTK_EDITABLE (self->name)));
  if (priority != PRIORITY_OF_SIGNAL)
    add_text (builder, "priority", ls_task_priority_to_string (LS_TASK_PRIORITY_USER_BLOCKING - (priority - 1)));
  add_text (builder, "signal", get_string (self->signal_names, self->signal, NO_SIGNAL));
  if (delay > 0)
    {
      json_builder_set_member_name (builder, "delay");
      json_builder_add_double_value (builder, delay);
    }
  if (count > 1)
    {
      json_builder_set_member_name (builder, "count");
      json_builder_add_int_value (builder, count);
      json_builder_set_member_name (builder, "every");
      json_builder_add_double_value (builder, gtk_spin_button_get_value (GTK_SPIN_BUTTON (self->every)));
    }
  json_builder_end_object (builder);

  node = json_builder_get_root (builder);
  json = json_to_string (node, FALSE);
  return ls_step_new_from_json (json, error);
}

/* For the next one. Bodies and signals go by their names, which another session may not have. */
static void
remember (LsPostTaskDialog *self)
{
  GVariantDict values;
  const char *body = get_string (self->bodies, self->body, SIMPLE_BODY);
  const char *signal = get_string (self->signal_names, self->signal, NO_SIGNAL);

  g_variant_dict_init (&values, NULL);
  g_variant_dict_insert (&values, "name", "s", gtk_editable_get_text (GTK_EDITABLE (self->name)));
  g_variant_dict_insert (&values, "log", "s", gtk_editable_get_text (GTK_EDITABLE (self->log)));
  g_variant_dict_insert (&values, "priority", "u", adw_combo_row_get_selected (ADW_COMBO_ROW (self->priority)));
  g_variant_dict_insert (&values, "delay", "d", gtk_spin_button_get_value (GTK_SPIN_BUTTON (self->delay)));
  g_variant_dict_insert (&values, "work", "d", gtk_spin_button_get_value (GTK_SPIN_BUTTON (self->work)));
  g_variant_dict_insert (&values, "count", "d", gtk_spin_button_get_value (GTK_SPIN_BUTTON (self->count)));
  g_variant_dict_insert (&values, "every", "d", gtk_spin_button_get_value (GTK_SPIN_BUTTON (self->every)));
  if (body != NULL && !has_own_steps (self))
    g_variant_dict_insert (&values, "body", "s", body);
  if (signal != NULL)
    g_variant_dict_insert (&values, "signal", "s", signal);
  g_settings_set_value (self->settings, "post-task", g_variant_dict_end (&values));
}

static void
recall_text (GVariantDict *values,
             const char   *key,
             GtkWidget    *entry)
{
  const char *text;

  if (g_variant_dict_lookup (values, key, "&s", &text))
    gtk_editable_set_text (GTK_EDITABLE (entry), text);
}

static void
recall_number (GVariantDict *values,
               const char   *key,
               GtkWidget    *button)
{
  double number;

  if (g_variant_dict_lookup (values, key, "d", &number))
    gtk_spin_button_set_value (GTK_SPIN_BUTTON (button), number);
}

static void
recall_choice (GVariantDict  *values,
               const char    *key,
               GtkWidget     *row,
               GtkStringList *list)
{
  const char *text;

  if (!g_variant_dict_lookup (values, key, "&s", &text))
    return;
  for (guint i = 1; i < g_list_model_get_n_items (G_LIST_MODEL (list)); i++)
    if (g_str_equal (gtk_string_list_get_string (list, i), text))
      adw_combo_row_set_selected (ADW_COMBO_ROW (row), i);
}

static void
recall (LsPostTaskDialog *self)
{
  g_autoptr (GVariant) stored = g_settings_get_value (self->settings, "post-task");
  GVariantDict values;
  guint priority;

  g_variant_dict_init (&values, stored);
  recall_text (&values, "name", self->name);
  recall_text (&values, "log", self->log);
  if (g_variant_dict_lookup (&values, "priority", "u", &priority) && priority <= LS_N_TASK_PRIORITIES)
    adw_combo_row_set_selected (ADW_COMBO_ROW (self->priority), priority);
  recall_number (&values, "delay", self->delay);
  recall_number (&values, "work", self->work);
  recall_number (&values, "count", self->count);
  recall_number (&values, "every", self->every);
  recall_choice (&values, "body", self->body, self->bodies);
  recall_choice (&values, "signal", self->signal, self->signal_names);
  g_variant_dict_clear (&values);
  on_count_changed (self);
}

static void
on_post (LsPostTaskDialog *self)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (LsStep) step = make_step (self, &error);

  if (step == NULL)
    {
      gtk_label_set_label (GTK_LABEL (self->error), error->message);
      gtk_widget_set_visible (self->error, TRUE);
      return;
    }
  remember (self);
  g_object_ref (self);
  ls_compat_close_dialog (GTK_WIDGET (self));
  g_signal_emit (self, signals[POST], 0, step);
  g_object_unref (self);
}

static void
post_action (GtkWidget  *widget,
             const char *name,
             GVariant   *parameter)
{
  on_post (LS_POST_TASK_DIALOG (widget));
}

static void
on_cancel (LsPostTaskDialog *self)
{
  ls_compat_close_dialog (GTK_WIDGET (self));
}

static void
ls_post_task_dialog_dispose (GObject *object)
{
  LsPostTaskDialog *self = LS_POST_TASK_DIALOG (object);
  GtkWidget *child;

  while ((child = gtk_widget_get_first_child (GTK_WIDGET (self))) != NULL)
    gtk_widget_unparent (child);
  g_clear_object (&self->settings);
  g_clear_object (&self->bodies);
  g_clear_object (&self->signal_names);

  G_OBJECT_CLASS (ls_post_task_dialog_parent_class)->dispose (object);
}

static void
ls_post_task_dialog_class_init (LsPostTaskDialogClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = ls_post_task_dialog_dispose;

  signals[POST] = g_signal_new ("post", LS_TYPE_POST_TASK_DIALOG, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE,
                                1, LS_TYPE_STEP);

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
  gtk_widget_class_bind_template_child (widget_class, LsPostTaskDialog, count);
  gtk_widget_class_bind_template_child (widget_class, LsPostTaskDialog, every_row);
  gtk_widget_class_bind_template_child (widget_class, LsPostTaskDialog, every);
  gtk_widget_class_bind_template_child (widget_class, LsPostTaskDialog, error);
  gtk_widget_class_bind_template_callback (widget_class, on_count_changed);
  gtk_widget_class_bind_template_callback (widget_class, on_body_selected);
  gtk_widget_class_bind_template_callback (widget_class, on_post);
  gtk_widget_class_bind_template_callback (widget_class, on_cancel);
}

static void
ls_post_task_dialog_init (LsPostTaskDialog *self)
{
  gtk_widget_init_template (GTK_WIDGET (self));
  self->settings = g_settings_new (LS_APP_ID);
}

/**
 * ls_post_task_dialog_new:
 * @debugger: where the task will be posted
 *
 * Returns: a dialog that offers what exists at @debugger's position
 */
GtkWidget *
ls_post_task_dialog_new (LsDebugger *debugger)
{
  LsPostTaskDialog *self = g_object_new (LS_TYPE_POST_TASK_DIALOG, NULL);
  LsProgram *program = ls_session_get_program (ls_debugger_get_session (debugger));
  const char *priorities[LS_N_TASK_PRIORITIES + 2] = { _("Of the signal, or the default"), };
  g_autoptr (GtkStringList) priority_names = NULL;
  g_auto (GStrv) names = ls_names_list_signals (ls_player_get_state (ls_debugger_get_player (debugger)), FALSE);

  for (guint i = 0; i < LS_N_TASK_PRIORITIES; i++)
    priorities[i + 1] = ls_task_priority_to_string (LS_TASK_PRIORITY_USER_BLOCKING - i);
  priority_names = gtk_string_list_new (priorities);
  adw_combo_row_set_model (ADW_COMBO_ROW (self->priority), G_LIST_MODEL (priority_names));

  self->bodies = gtk_string_list_new (NULL);
  gtk_string_list_append (self->bodies, _("Simple: work and print"));
  for (guint i = 0; i < ls_program_get_n_bodies (program); i++)
    gtk_string_list_append (self->bodies, ls_body_get_name (ls_program_get_body (program, i)));
  gtk_string_list_append (self->bodies, _("Steps of its own"));
  adw_combo_row_set_model (ADW_COMBO_ROW (self->body), G_LIST_MODEL (self->bodies));
  gtk_text_buffer_set_text (gtk_text_view_get_buffer (GTK_TEXT_VIEW (self->steps)), EXAMPLE_STEPS, -1);
  g_signal_connect_object (gtk_text_view_get_buffer (GTK_TEXT_VIEW (self->steps)), "changed",
                           G_CALLBACK (on_steps_changed), self, G_CONNECT_SWAPPED);

  self->signal_names = gtk_string_list_new (NULL);
  gtk_string_list_append (self->signal_names, C_("signal", "None"));
  gtk_string_list_splice (self->signal_names, 1, 0, (const char *const *) names);
  adw_combo_row_set_model (ADW_COMBO_ROW (self->signal), G_LIST_MODEL (self->signal_names));

  recall (self);
  return GTK_WIDGET (self);
}
