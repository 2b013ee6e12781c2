/* test-composer.c: writing a task that is to be posted
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include <string.h>

#include "test-window-util.h"

#include "ls-javascript-editor.h"
#include "ls-post-task-dialog.h"
#include "ls-source-check.h"
#include "ls-steps-editor.h"
#include "ls-task-javascript.h"

static LsStepList *
get_list (LsStepsEditor *editor)
{
  return LS_STEP_LIST (gtk_widget_get_template_child (GTK_WIDGET (editor), LS_TYPE_STEPS_EDITOR, "list"));
}

static GtkWidget *
get_kind (LsStepRow *row)
{
  return GTK_WIDGET (gtk_widget_get_template_child (GTK_WIDGET (row), LS_TYPE_STEP_ROW, "kind"));
}

static const char *const no_names[] = { NULL };

static LsStepsModel *
model_new (const char *json)
{
  LsStepsModel *model = ls_steps_model_new (no_names, no_names);
  g_autoptr (GError) error = NULL;

  ls_steps_model_set_json (model, json, &error);
  g_assert_no_error (error);
  ls_steps_model_forget_changes (model);
  return model;
}

static void
assert_json (LsStepsModel *model,
             const char   *expected)
{
  g_autofree char *json = ls_steps_model_to_json (model, FALSE);

  g_assert_cmpstr (json, ==, expected);
}

/* Each change, and each taken back. */
static void
test_model (void)
{
  static const char start[] = "[{\"op\":\"work\",\"ms\":1},{\"op\":\"yield\"},{\"op\":\"repeat\",\"times\":2,\"body\":[]}]";
  g_autoptr (LsStepsModel) model = model_new (start);
  JsonArray *steps = ls_steps_model_get_steps (model);
  JsonArray *body = json_object_get_array_member (json_array_get_object_element (steps, 2), "body");

  g_assert_cmpuint (ls_steps_model_count (model), ==, 3);
  g_assert_false (ls_steps_model_get_can_undo (model));
  ls_steps_model_undo (model);
  ls_steps_model_insert (model, body, 0, LS_STEP_OP_LOG);
  ls_steps_model_move (model, steps, 0, 1);
  assert_json (model, "[{\"op\":\"yield\"},{\"op\":\"work\",\"ms\":1},{\"op\":\"repeat\",\"times\":2,\"body\":[{\"op\":\"log\",\"text\":\"\"}]}]");
  ls_steps_model_move (model, steps, 2, 0);
  ls_steps_model_move (model, steps, 0, 5);
  ls_steps_model_remove (model, steps, 1);
  assert_json (model, "[{\"op\":\"repeat\",\"times\":2,\"body\":[{\"op\":\"log\",\"text\":\"\"}]},{\"op\":\"work\",\"ms\":1}]");
  ls_steps_model_set_op (model, steps, 1, LS_STEP_OP_TIMEOUT_SIGNAL);
  assert_json (model, "[{\"op\":\"repeat\",\"times\":2,\"body\":[{\"op\":\"log\",\"text\":\"\"}]},"
               "{\"op\":\"timeoutSignal\",\"name\":\"\",\"ms\":1}]");
  for (guint i = 0; i < 5; i++)
    {
      g_assert_true (ls_steps_model_get_can_undo (model));
      ls_steps_model_undo (model);
    }
  assert_json (model, start);
  g_assert_false (ls_steps_model_get_can_undo (model));
  for (guint i = 0; i < 5; i++)
    ls_steps_model_redo (model);
  g_assert_false (ls_steps_model_get_can_redo (model));
  assert_json (model, "[{\"op\":\"repeat\",\"times\":2,\"body\":[{\"op\":\"log\",\"text\":\"\"}]},"
               "{\"op\":\"timeoutSignal\",\"name\":\"\",\"ms\":1}]");
}

/* What is typed in one place is one change. */
static void
test_model_typing (void)
{
  g_autoptr (LsStepsModel) model = model_new ("[{\"op\":\"log\",\"text\":\"\"},{\"op\":\"log\",\"text\":\"\"}]");
  JsonArray *steps = ls_steps_model_get_steps (model);

  for (guint i = 0; i < 3; i++)
    {
      static const char *const typed[] = { "a", "ab", "abc" };

      ls_steps_model_set_member (model, json_array_get_object_element (steps, 0), "text",
                                 json_node_init_string (json_node_alloc (), typed[i]));
    }
  ls_steps_model_set_member (model, json_array_get_object_element (steps, 1), "text",
                             json_node_init_string (json_node_alloc (), "x"));
  ls_steps_model_undo (model);
  assert_json (model, "[{\"op\":\"log\",\"text\":\"abc\"},{\"op\":\"log\",\"text\":\"\"}]");
  ls_steps_model_undo (model);
  assert_json (model, "[{\"op\":\"log\",\"text\":\"\"},{\"op\":\"log\",\"text\":\"\"}]");
  g_assert_false (ls_steps_model_get_can_undo (model));
}

static void
test_model_json (void)
{
  static const char *const wrong[] = { "", "[{", "{}", "1", "[1]", "[{\"op\":\"nothing\"}]", "[{\"op\":1}]", "[{}]",
                                       "[{\"op\":\"repeat\",\"times\":1,\"body\":[{\"op\":\"x\"}]}]" };
  g_autoptr (LsStepsModel) model = model_new ("[{\"op\":\"yield\",\"x\":{\"y\":[1.5,null,true,\"z\"]}}]");

  for (guint i = 0; i < G_N_ELEMENTS (wrong); i++)
    {
      g_autoptr (GError) error = NULL;

      g_assert_false (ls_steps_model_set_json (model, wrong[i], &error));
      g_assert_nonnull (error);
    }
  assert_json (model, "[{\"op\":\"yield\",\"x\":{\"y\":[1.5,null,true,\"z\"]}}]");
  g_assert_false (ls_steps_model_get_can_undo (model));
}

static LsStepsEditor *
editor_new (LsStepsModel  *model,
            GtkWindow    **window)
{
  LsStepsEditor *editor = g_object_new (LS_TYPE_STEPS_EDITOR, NULL);

  ls_steps_editor_set_model (editor, model);
  *window = test_ui_new_window (GTK_WIDGET (editor), 460, 700);
  return editor;
}

/* A row of each kind shows what the step is, and leaves it so. */
static void
test_editor_kinds (void)
{
  g_autoptr (LsStepsModel) model = model_new ("[]");
  JsonArray *steps = ls_steps_model_get_steps (model);
  g_autofree char *json = NULL;
  GtkWindow *window;
  LsStepsEditor *editor;

  for (guint op = 0; op < LS_N_STEP_OPS; op++)
    ls_steps_model_insert (model, steps, op, op);
  json = ls_steps_model_to_json (model, FALSE);
  editor = editor_new (model, &window);
  for (guint op = 0; op < LS_N_STEP_OPS; op++)
    {
      LsStepRow *row = ls_step_list_get_row (get_list (editor), op);
      const LsMemberSpec *spec = ls_step_op_get_spec (op)->members;

      g_assert_cmpuint (gtk_drop_down_get_selected (GTK_DROP_DOWN (get_kind (row))), ==, op);
      for (; spec->member != LS_MEMBER_NONE; spec++)
        if (spec->flags & LS_MEMBER_REQUIRED && spec->type != LS_MEMBER_TYPE_FUNCTION && spec->type != LS_MEMBER_TYPE_BLOCK)
          g_assert_nonnull (ls_step_row_get_field (row, ls_step_member_name (spec->member)));
        else if (spec->flags & LS_MEMBER_REQUIRED)
          g_assert_nonnull (ls_step_row_get_body (row, ls_step_member_name (spec->member)));
    }
  test_ui_settle (GTK_WIDGET (window));
  assert_json (model, json);
  gtk_window_destroy (window);
}

static GtkWidget *
get_control (LsStepsEditor *editor,
             guint          index,
             const char    *member,
             GType          type)
{
  LsStepField *field = ls_step_row_get_field (ls_step_list_get_row (get_list (editor), index), member);

  g_assert_nonnull (field);
  return test_ui_find (GTK_WIDGET (field), type, NULL);
}

static LsStepField *
get_field (LsStepsEditor *editor,
           guint          index,
           const char    *member)
{
  return ls_step_row_get_field (ls_step_list_get_row (get_list (editor), index), member);
}

/* What is typed becomes what its type is; what is none stays, and is said to be wrong. */
static void
test_editor_fields (void)
{
  g_autoptr (LsStepsModel) model = model_new (
    "[{\"op\":\"work\",\"ms\":1},{\"op\":\"timer\",\"ms\":1,\"body\":[]},{\"op\":\"return\"},"
    "{\"op\":\"any\",\"name\":\"s\",\"signals\":[\"a\",\"b\"]},{\"op\":\"yield\"},{\"op\":\"repeat\",\"times\":1,\"body\":[]}]");
  GtkWindow *window;
  LsStepsEditor *editor = editor_new (model, &window);

  gtk_editable_set_text (GTK_EDITABLE (get_control (editor, 0, "ms", GTK_TYPE_ENTRY)), "2.5");
  gtk_switch_set_active (GTK_SWITCH (get_control (editor, 1, "repeat", GTK_TYPE_SWITCH)), TRUE);
  gtk_editable_set_text (GTK_EDITABLE (get_control (editor, 2, "value", GTK_TYPE_ENTRY)), "true");
  g_assert_cmpstr (gtk_editable_get_text (GTK_EDITABLE (get_control (editor, 3, "signals", GTK_TYPE_ENTRY))), ==, "a, b");
  gtk_editable_set_text (GTK_EDITABLE (get_control (editor, 3, "signals", GTK_TYPE_ENTRY)), " c ,d,, ");
  gtk_drop_down_set_selected (GTK_DROP_DOWN (get_control (editor, 3, "kind", GTK_TYPE_DROP_DOWN)), 1);
  gtk_drop_down_set_selected (GTK_DROP_DOWN (get_control (editor, 4, "priority", GTK_TYPE_DROP_DOWN)), 4);
  assert_json (model, "[{\"op\":\"work\",\"ms\":2.5},{\"op\":\"timer\",\"ms\":1,\"body\":[],\"repeat\":true},"
               "{\"op\":\"return\",\"value\":true},{\"op\":\"any\",\"name\":\"s\",\"signals\":[\"c\",\"d\"],\"kind\":\"abort\"},"
               "{\"op\":\"yield\",\"priority\":\"inherit\"},{\"op\":\"repeat\",\"times\":1,\"body\":[]}]");

  gtk_switch_set_active (GTK_SWITCH (get_control (editor, 1, "repeat", GTK_TYPE_SWITCH)), FALSE);
  gtk_editable_set_text (GTK_EDITABLE (get_control (editor, 2, "value", GTK_TYPE_ENTRY)), "");
  gtk_drop_down_set_selected (GTK_DROP_DOWN (get_control (editor, 4, "priority", GTK_TYPE_DROP_DOWN)), 0);
  gtk_editable_set_text (GTK_EDITABLE (get_control (editor, 0, "ms", GTK_TYPE_ENTRY)), "-1");
  gtk_editable_set_text (GTK_EDITABLE (get_control (editor, 5, "times", GTK_TYPE_ENTRY)), "1.5");
  g_assert_nonnull (ls_step_field_get_error (get_field (editor, 0, "ms")));
  g_assert_nonnull (ls_step_field_get_error (get_field (editor, 5, "times")));
  g_assert_true (gtk_widget_has_css_class (get_control (editor, 5, "times", GTK_TYPE_ENTRY), "error"));
  assert_json (model, "[{\"op\":\"work\",\"ms\":\"-1\"},{\"op\":\"timer\",\"ms\":1,\"body\":[]},{\"op\":\"return\"},"
               "{\"op\":\"any\",\"name\":\"s\",\"signals\":[\"c\",\"d\"],\"kind\":\"abort\"},"
               "{\"op\":\"yield\"},{\"op\":\"repeat\",\"times\":\"1.5\",\"body\":[]}]");
  gtk_editable_set_text (GTK_EDITABLE (get_control (editor, 0, "ms", GTK_TYPE_ENTRY)), "0,5");
  g_assert_null (ls_step_field_get_error (get_field (editor, 0, "ms")));
  gtk_window_destroy (window);
}

/* Names of signals that there are can be picked, and are shown as they are: an underscore is none of a mnemonic. */
static void
test_editor_signals (void)
{
  static const char *const names[] = { "user_id", NULL };
  g_autoptr (LsStepsModel) model = ls_steps_model_new (no_names, names);
  GtkWindow *window;
  LsStepsEditor *editor;
  GtkWidget *button;
  g_autofree char *label = NULL;

  ls_steps_model_set_json (model, "[{\"op\":\"any\",\"name\":\"s\",\"signals\":[\"a\"]}]", NULL);
  editor = editor_new (model, &window);
  button = get_control (editor, 0, "signals", GTK_TYPE_MENU_BUTTON);
  g_assert_true (g_menu_model_get_item_attribute (gtk_menu_button_get_menu_model (GTK_MENU_BUTTON (button)), 0,
                                                  G_MENU_ATTRIBUTE_LABEL, "s", &label));
  g_assert_cmpstr (label, ==, "user__id");
  gtk_widget_activate_action (button, "field.pick", "s", "user_id");
  assert_json (model, "[{\"op\":\"any\",\"name\":\"s\",\"signals\":[\"a\",\"user_id\"]}]");
  gtk_window_destroy (window);
}

/* Rows are added, moved, changed and removed with keys, and the focus goes along. */
static void
test_editor_keys (void)
{
  g_autoptr (LsStepsModel) model = model_new ("[{\"op\":\"work\",\"ms\":1},{\"op\":\"yield\"}]");
  GtkWindow *window;
  LsStepsEditor *editor = editor_new (model, &window);
  LsStepList *list = get_list (editor);

  gtk_widget_grab_focus (ls_step_list_get_add (list));
  g_signal_emit_by_name (ls_step_list_get_add (list), "clicked");
  g_assert_true (gtk_widget_is_ancestor (gtk_window_get_focus (window), GTK_WIDGET (ls_step_list_get_row (list, 2))));
  g_assert_true (test_ui_press (GTK_WIDGET (ls_step_list_get_row (list, 2)), GDK_KEY_Up, GDK_ALT_MASK));
  assert_json (model, "[{\"op\":\"work\",\"ms\":1},{\"op\":\"work\",\"ms\":5},{\"op\":\"yield\"}]");
  g_assert_true (gtk_widget_is_ancestor (gtk_window_get_focus (window), GTK_WIDGET (ls_step_list_get_row (list, 1))));
  gtk_drop_down_set_selected (GTK_DROP_DOWN (get_kind (ls_step_list_get_row (list, 1))), LS_STEP_OP_REPEAT);
  assert_json (model, "[{\"op\":\"work\",\"ms\":1},{\"op\":\"repeat\",\"times\":3,\"body\":[]},{\"op\":\"yield\"}]");
  g_assert_true (test_ui_press (GTK_WIDGET (ls_step_list_get_row (list, 1)), GDK_KEY_Down, GDK_ALT_MASK));
  g_assert_true (test_ui_press (GTK_WIDGET (ls_step_list_get_row (list, 0)), GDK_KEY_Delete, GDK_ALT_MASK));
  g_assert_true (test_ui_press (GTK_WIDGET (ls_step_list_get_row (list, 0)), GDK_KEY_Insert, GDK_ALT_MASK));
  assert_json (model, "[{\"op\":\"yield\"},{\"op\":\"work\",\"ms\":5},{\"op\":\"repeat\",\"times\":3,\"body\":[]}]");
  /* A step in the body of one. */
  g_signal_emit_by_name (ls_step_list_get_add (ls_step_row_get_body (ls_step_list_get_row (list, 2), "body")), "clicked");
  assert_json (model, "[{\"op\":\"yield\"},{\"op\":\"work\",\"ms\":5},{\"op\":\"repeat\",\"times\":3,\"body\":[{\"op\":\"work\",\"ms\":5}]}]");
  g_assert_true (gtk_widget_is_ancestor (gtk_window_get_focus (window), GTK_WIDGET (ls_step_row_get_body (
                   ls_step_list_get_row (list, 2), "body"))));
  g_assert_true (test_ui_press (GTK_WIDGET (editor), GDK_KEY_z, GDK_CONTROL_MASK));
  g_assert_true (test_ui_press (GTK_WIDGET (editor), GDK_KEY_z, GDK_CONTROL_MASK));
  assert_json (model, "[{\"op\":\"yield\"},{\"op\":\"repeat\",\"times\":3,\"body\":[]}]");
  g_assert_true (test_ui_press (GTK_WIDGET (editor), GDK_KEY_z, GDK_CONTROL_MASK | GDK_SHIFT_MASK));
  assert_json (model, "[{\"op\":\"yield\"},{\"op\":\"work\",\"ms\":5},{\"op\":\"repeat\",\"times\":3,\"body\":[]}]");
  while (json_array_get_length (ls_steps_model_get_steps (model)) > 0)
    gtk_widget_activate_action (GTK_WIDGET (ls_step_list_get_row (list, 0)), "step.remove", NULL);
  g_assert_true (gtk_widget_get_visible (test_ui_find (GTK_WIDGET (list), GTK_TYPE_LABEL, "empty")));
  gtk_window_destroy (window);
}

/* JSON and rows are two views of one thing; errors are where they belong. */
static void
test_editor_text (void)
{
  g_autoptr (LsStepsModel) model = model_new ("[{\"op\":\"repeat\",\"times\":2,\"body\":[{\"op\":\"work\",\"ms\":1}]}]");
  GtkWindow *window;
  LsStepsEditor *editor = editor_new (model, &window);
  GtkTextBuffer *buffer = gtk_text_view_get_buffer (GTK_TEXT_VIEW (test_ui_find (GTK_WIDGET (editor), GTK_TYPE_TEXT_VIEW, "text")));
  GtkWidget *error = gtk_widget_get_last_child (GTK_WIDGET (editor));
  GtkWidget *toggle = test_ui_find (GTK_WIDGET (editor), GTK_TYPE_TOGGLE_BUTTON, "as_text");
  g_autoptr (GString) many = g_string_new ("[");
  LsStepList *body;

  gtk_toggle_button_set_active (GTK_TOGGLE_BUTTON (toggle), TRUE);
  gtk_text_buffer_set_text (buffer, "[{", -1);
  gtk_toggle_button_set_active (GTK_TOGGLE_BUTTON (toggle), FALSE);
  g_assert_true (gtk_toggle_button_get_active (GTK_TOGGLE_BUTTON (toggle)));
  g_assert_true (gtk_widget_get_visible (error));
  gtk_text_buffer_set_text (buffer, "[{\"op\":\"repeat\",\"times\":2,\"body\":[{\"op\":\"work\",\"ms\":7}]}]", -1);
  g_assert_false (gtk_widget_get_visible (error));
  gtk_toggle_button_set_active (GTK_TOGGLE_BUTTON (toggle), FALSE);
  g_assert_false (gtk_toggle_button_get_active (GTK_TOGGLE_BUTTON (toggle)));
  body = ls_step_row_get_body (ls_step_list_get_row (get_list (editor), 0), "body");
  g_assert_true (ls_steps_editor_show_error (editor, "/0/body/0/ms", "found 7"));
  g_assert_cmpstr (ls_step_field_get_error (ls_step_row_get_field (ls_step_list_get_row (body, 0), "ms")), ==, "found 7");
  g_assert_true (ls_steps_editor_show_error (editor, "/0/body/0", "found nothing"));
  g_assert_true (gtk_widget_get_visible (error));
  g_assert_false (ls_steps_editor_show_error (editor, "/7/ms", "?"));
  g_assert_false (ls_steps_editor_show_error (editor, "", "?"));

  for (guint i = 0; i < 400; i++)
    g_string_append_printf (many, "%s{\"op\":\"yield\"}", i > 0 ? "," : "");
  g_string_append_c (many, ']');
  gtk_toggle_button_set_active (GTK_TOGGLE_BUTTON (toggle), TRUE);
  gtk_text_buffer_set_text (buffer, many->str, -1);
  gtk_toggle_button_set_active (GTK_TOGGLE_BUTTON (toggle), FALSE);
  g_assert_true (gtk_toggle_button_get_active (GTK_TOGGLE_BUTTON (toggle)));
  g_assert_true (gtk_widget_get_visible (error));
  g_assert_cmpuint (ls_steps_model_count (model), ==, 400);
  gtk_window_destroy (window);
}

/* With letters of twice the size, and from right to left, all of it still fits into a small window. */
static void
test_editor_sizes (void)
{
  static const char json[] = "[{\"op\":\"postTask\",\"body\":[{\"op\":\"repeat\",\"times\":3,\"body\":[{\"op\":\"timeoutSignal\","
                             "\"name\":\"s\",\"ms\":5}]}],\"priority\":\"background\"}]";
  GtkSettings *settings = gtk_settings_get_default ();
  int dpi;

  g_object_get (settings, "gtk-xft-dpi", &dpi, NULL);
  for (guint i = 0; i < 2; i++)
    {
      g_autoptr (LsStepsModel) model = model_new (json);
      GtkWindow *window;
      LsStepsEditor *editor;
      int minimum;

      if (i == 0)
        g_object_set (settings, "gtk-xft-dpi", 2 * 96 * 1024, NULL);
      else
        gtk_widget_set_default_direction (GTK_TEXT_DIR_RTL);
      editor = editor_new (model, &window);
      test_ui_settle (GTK_WIDGET (window));
      gtk_widget_measure (GTK_WIDGET (editor), GTK_ORIENTATION_HORIZONTAL, -1, &minimum, NULL, NULL, NULL);
      g_assert_cmpint (minimum, <, 720);
      test_ui_save_picture (GTK_WIDGET (window), i == 0 ? "steps-large" : "steps-right-to-left");
      gtk_window_destroy (window);
      g_object_set (settings, "gtk-xft-dpi", dpi, NULL);
      gtk_widget_set_default_direction (GTK_TEXT_DIR_LTR);
    }
}

/* The dialog */

static guint
count_actions (LsWindow *window)
{
  return ls_session_get_n_actions (test_window_get_session (window));
}

static char *
get_last_action (LsWindow *window)
{
  LsSession *session = test_window_get_session (window);

  return ls_step_to_json (ls_action_get_step (ls_session_get_action (session, ls_session_get_n_actions (session) - 1)));
}

static GtkWidget *
open_dialog (LsWindow *window)
{
  test_window_activate (window, "win.post-task", NULL);
  g_assert_true (LS_IS_POST_TASK_DIALOG (ls_window_get_dialog (window)));
  return ls_window_get_dialog (window);
}

/* Places from the end of the list of bodies, 0 for the last one. */
static void
choose_body (GtkWidget *dialog,
             guint      from_end)
{
  GtkWidget *body = test_ui_find (dialog, ADW_TYPE_COMBO_ROW, "body");

  adw_combo_row_set_selected (ADW_COMBO_ROW (body),
                              g_list_model_get_n_items (adw_combo_row_get_model (ADW_COMBO_ROW (body))) - 1 - from_end);
}

/* Who opens it can type the name at once. */
static void
test_dialog_focus (void)
{
  LsWindow *window = test_window_new (TEST_EXAMPLE, 1360, 860);
  GtkWidget *dialog = open_dialog (window);
  GtkWidget *name = test_ui_find (dialog, ADW_TYPE_ENTRY_ROW, "name");
  GtkWidget *focus;

  test_ui_settle (GTK_WIDGET (gtk_widget_get_root (dialog)));
  focus = gtk_root_get_focus (gtk_widget_get_root (dialog));
  g_assert_true (focus != NULL && gtk_widget_is_ancestor (focus, name));
  test_window_close_dialog (window);
  test_window_close (window);
}

static void
test_dialog_steps (void)
{
  LsWindow *window = test_window_new (TEST_EXAMPLE, 1360, 860);
  guint n_actions = count_actions (window);
  guint from_end = ls_source_check_is_possible () ? 1 : 0;
  g_autofree char *json = NULL;
  GtkWidget *dialog = open_dialog (window);
  LsStepsEditor *steps;
  LsStepsModel *model;

  choose_body (dialog, from_end);
  steps = LS_STEPS_EDITOR (test_ui_find (dialog, LS_TYPE_STEPS_EDITOR, "steps"));
  model = ls_steps_editor_get_model (steps);
  g_assert_false (ls_steps_model_get_can_undo (model));

  /* What only the session knows to be wrong is said at its field, too. */
  g_assert_true (ls_steps_model_set_json (model, "[{\"op\":\"work\",\"ms\":1},{\"op\":\"abort\",\"controller\":\"nobody\"}]", NULL));
  gtk_widget_activate_action (dialog, "dialog.post", NULL);
  g_assert_nonnull (ls_window_get_dialog (window));
  g_assert_nonnull (strstr (ls_step_field_get_error (get_field (steps, 1, "controller")), "nobody"));
  g_assert_true (ls_steps_model_set_json (model, "[{\"op\":\"work\",\"ms\":\"x\"}]", NULL));
  gtk_widget_activate_action (dialog, "dialog.post", NULL);
  g_assert_nonnull (ls_window_get_dialog (window));
  g_assert_nonnull (ls_step_field_get_error (get_field (steps, 0, "ms")));
  g_assert_cmpuint (count_actions (window), ==, n_actions);

  g_assert_true (ls_steps_model_set_json (model, "[{\"op\":\"log\",\"text\":\"own steps\"},{\"op\":\"yield\"}]", NULL));
  test_ui_settle (dialog);
  test_ui_save_picture (GTK_WIDGET (gtk_widget_get_root (dialog)), "post-task-steps");
  gtk_widget_activate_action (dialog, "dialog.post", NULL);
  test_ui_wait_for (ls_window_get_dialog (window) == NULL);
  test_window_wait (window);
  g_assert_cmpuint (count_actions (window), ==, n_actions + 1);
  json = get_last_action (window);
  g_assert_nonnull (strstr (json, "own steps"));

  /* It remembers. */
  dialog = open_dialog (window);
  steps = LS_STEPS_EDITOR (test_ui_find (dialog, LS_TYPE_STEPS_EDITOR, "steps"));
  g_assert_true (gtk_widget_get_visible (test_ui_find (dialog, GTK_TYPE_LIST_BOX_ROW, "steps_row")));
  assert_json (ls_steps_editor_get_model (steps), "[{\"op\":\"log\",\"text\":\"own steps\"},{\"op\":\"yield\"}]");
  test_window_close_dialog (window);
  test_window_reset_setting ("post-task");
  test_window_close (window);
}

/* JavaScript is read before it is posted; what cannot be read is not posted. */
static void
test_dialog_javascript (void)
{
  LsWindow *window;
  GtkWidget *dialog;
  LsJavascriptEditor *editor;
  g_autofree char *json = NULL;
  guint n_actions;

  if (!ls_source_check_is_possible ())
    {
      g_test_skip ("There is no JavaScript in this build");
      return;
    }
  window = test_window_new (TEST_EXAMPLE, 1360, 860);
  n_actions = count_actions (window);
  test_window_go_to (window, 3);
  dialog = open_dialog (window);
  choose_body (dialog, 0);
  editor = LS_JAVASCRIPT_EDITOR (test_ui_find (dialog, LS_TYPE_JAVASCRIPT_EDITOR, "javascript"));
  ls_javascript_editor_set_text (editor, "log ('mine');\n  await (;\n");
  g_assert_true (gtk_widget_activate_action (dialog, "dialog.post", NULL));
  g_assert_nonnull (ls_window_get_dialog (window));
  test_ui_wait_for (ls_javascript_editor_get_error (editor) != NULL);
  g_assert_true (gtk_widget_get_visible (test_ui_find (GTK_WIDGET (editor), GTK_TYPE_LABEL, "error")));
  g_assert_cmpstr (gtk_label_get_label (GTK_LABEL (test_ui_find (GTK_WIDGET (editor), GTK_TYPE_LABEL, "error"))), ==,
                   "Line 2: Unexpected token");
  test_ui_settle (dialog);
  test_ui_save_picture (GTK_WIDGET (gtk_widget_get_root (dialog)), "post-task-javascript");
  g_assert_nonnull (ls_window_get_dialog (window));
  g_assert_cmpuint (count_actions (window), ==, n_actions);

  ls_javascript_editor_set_text (editor, "log ('mine');\nawait scheduler.yield ();\nlog ('later');");
  g_assert_null (ls_javascript_editor_get_error (editor));
  g_assert_true (gtk_widget_activate_action (dialog, "dialog.post", NULL));
  test_ui_wait_for (ls_window_get_dialog (window) == NULL);
  test_window_wait (window);
  g_assert_cmpuint (count_actions (window), ==, n_actions + 1);
  json = get_last_action (window);
  g_assert_nonnull (strstr (json, "\"javascript\": \"log ('mine');\\nawait scheduler.yield ();\\nlog ('later');\""));
  {
    LsState *state = ls_player_get_state (test_window_get_player (window));
    g_autofree char *copied = ls_task_to_javascript (state, test_window_get_session (window), ls_state_get_n_tasks (state));

    g_assert_cmpstr (copied, ==, "scheduler.postTask(async function task() {\nlog ('mine');\nawait scheduler.yield ();\n"
                     "log ('later');\n});");
  }
  test_window_activate (window, "win.to-end", NULL);
  test_window_wait (window);
  {
    LsTrace *trace = ls_state_get_trace (ls_player_get_state (test_window_get_player (window)));
    guint n_lines = 0;

    for (gsize i = 0; i < ls_trace_get_length (trace); i++)
      {
        LsRecord record;

        ls_trace_get_record (trace, i, &record);
        if (record.kind == LS_RECORD_LOG && (g_str_equal (ls_trace_get_text (trace, record.text), "mine") ||
                                             g_str_equal (ls_trace_get_text (trace, record.text), "later")))
          n_lines++;
      }
    g_assert_cmpuint (n_lines, ==, 2);
  }

  dialog = open_dialog (window);
  g_assert_true (gtk_widget_get_visible (test_ui_find (dialog, GTK_TYPE_LIST_BOX_ROW, "javascript_row")));
  g_free (json);
  json = ls_javascript_editor_get_text (LS_JAVASCRIPT_EDITOR (test_ui_find (dialog, LS_TYPE_JAVASCRIPT_EDITOR, "javascript")));
  g_assert_cmpstr (json, ==, "log ('mine');\nawait scheduler.yield ();\nlog ('later');");
  test_window_close_dialog (window);
  test_window_activate (window, "win.undo", NULL);
  g_assert_cmpuint (count_actions (window), ==, n_actions);
  test_window_reset_setting ("post-task");
  test_window_close (window);
}

int
main (int    argc,
      char **argv)
{
  test_window_init (&argc, &argv);

  g_test_add_func ("/composer/model", test_model);
  g_test_add_func ("/composer/model-typing", test_model_typing);
  g_test_add_func ("/composer/model-json", test_model_json);
  g_test_add_func ("/composer/editor-kinds", test_editor_kinds);
  g_test_add_func ("/composer/editor-fields", test_editor_fields);
  g_test_add_func ("/composer/editor-signals", test_editor_signals);
  g_test_add_func ("/composer/editor-keys", test_editor_keys);
  g_test_add_func ("/composer/editor-text", test_editor_text);
  g_test_add_func ("/composer/editor-sizes", test_editor_sizes);
  g_test_add_func ("/composer/dialog-focus", test_dialog_focus);
  g_test_add_func ("/composer/dialog-steps", test_dialog_steps);
  g_test_add_func ("/composer/dialog-javascript", test_dialog_javascript);

  return g_test_run ();
}
