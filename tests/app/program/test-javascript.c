/* test-javascript.c: programs in JavaScript in the window
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include <glib/gstdio.h>

#include "test-script-util.h"

#include "ls-text.h"

static const char *
get_title (LsWindow *window)
{
  return adw_window_title_get_title (ADW_WINDOW_TITLE (test_window_get_part (window, "title")));
}

static void
test_javascript_step (void)
{
  LsWindow *window = test_window_new_program (TEST_SCRIPT, 1360, 860);
  static const struct { const char *action; guint line; } steps[] = {
    { "win.step-statement", 1 }, { "win.step-over", 6 }, { "win.step-over", 10 }, { "win.step-over", 7 },
    { "win.step-over", 8 }, { "win.step-statement", 3 }, { "win.step-over", 4 }, { "win.step-over-back", 3 },
    { "win.step-out", 8 }, { "win.step-statement", 3 }, { "win.step-out-back", 8 }, { "win.step-statement-back", 4 },
    { "win.step-out", 8 },
  };

  test_window_activate (window, "win.to-start", NULL);
  for (guint i = 0; i < G_N_ELEMENTS (steps); i++)
    {
      test_window_activate (window, steps[i].action, NULL);
      if (test_script_get_line (window) != steps[i].line)
        g_error ("after step %u, %s: line %u, expected %u", i, steps[i].action, test_script_get_line (window), steps[i].line);
    }
  test_window_activate (window, "win.step", NULL);
  g_assert_cmpuint (test_script_get_line (window), ==, 0);
  test_window_activate (window, "win.step-back", NULL);
  g_assert_cmpuint (ls_player_get_step (test_window_get_player (window)), ==, 1);
  test_window_close (window);
}

static void
test_javascript_breakpoints (void)
{
  LsWindow *window = test_window_new_program (TEST_SCRIPT, 1360, 860);
  LsBreakpoints *breakpoints = ls_debugger_get_breakpoints (ls_window_get_debugger (window));

  test_window_activate (window, "win.to-start", NULL);
  test_script_set_cursor (window, 3);
  test_window_activate (window, "win.toggle-breakpoint", NULL);
  g_assert_nonnull (ls_breakpoints_find (breakpoints, "main.js", 3));
  for (guint i = 0; i < 3; i++)
    {
      test_window_activate (window, "win.to-breakpoint", NULL);
      g_assert_cmpuint (test_script_get_line (window), ==, 3);
    }
  test_window_activate (window, "win.to-breakpoint", NULL);
  g_assert_true (ls_player_is_at_end (test_window_get_player (window)));
  test_window_activate (window, "win.to-breakpoint-back", NULL);
  g_assert_cmpuint (test_script_get_line (window), ==, 3);

  /* A condition is compiled in: the run is another one, shown at the same moment. */
  {
    gsize position = ls_player_get_position (test_window_get_player (window));

    ls_breakpoints_set_condition (breakpoints, "main.js", 3, "a === 1");
    test_window_wait (window);
    g_assert_cmpuint (test_script_get_line (window), ==, 3);
    g_assert_cmpuint (ls_player_get_position (test_window_get_player (window)), >=, position);
  }
  test_window_activate (window, "win.to-start", NULL);
  test_window_activate (window, "win.to-breakpoint", NULL);
  g_assert_cmpuint (test_script_get_line (window), ==, 3);
  test_window_activate (window, "win.to-breakpoint", NULL);
  g_assert_true (ls_player_is_at_end (test_window_get_player (window)));

  test_script_set_cursor (window, 10);
  test_window_activate (window, "win.run-to-cursor-back", NULL);
  g_assert_cmpuint (test_script_get_line (window), ==, 10);
  test_window_activate (window, "win.run-to-cursor-back", NULL);
  g_assert_cmpuint (test_script_get_line (window), ==, 10);
  test_window_close (window);
}

static void
test_javascript_edit (void)
{
  LsWindow *window = test_window_new_program (TEST_SCRIPT, 1360, 860);
  GtkWidget *differs = test_ui_find (test_window_get_child (window, "program"), GTK_TYPE_BOX, "differs");
  GtkWidget *edited = test_ui_find (test_window_get_child (window, "program"), GTK_TYPE_LABEL, "edited");
  LsTrace *trace = ls_player_get_trace (test_window_get_player (window));

  g_assert_cmpstr (get_title (window), ==, "main.js");
  g_assert_false (gtk_widget_get_visible (differs));
  test_script_set_cursor (window, 3);
  test_window_activate (window, "win.toggle-breakpoint", NULL);
  test_script_type_at (window, 1, "console.error('new');\n");
  g_assert_true (gtk_widget_get_visible (differs));
  g_assert_true (gtk_widget_get_visible (edited));
  g_assert_cmpstr (get_title (window), ==, "• main.js");
  {
    gboolean done = FALSE;

    g_assert_cmpuint (ls_script_buffer_get_current_line (test_script_get_buffer (window), &done), ==, 11);
    g_assert_true (done);
  }
  /* Nothing else runs until it is asked for; the line is found where it is now. */
  g_assert_true (ls_player_get_trace (test_window_get_player (window)) == trace);
  test_window_activate (window, "win.to-breakpoint", NULL);
  g_assert_cmpuint (test_script_get_line (window), ==, 4);

  g_assert_true (test_ui_press (ls_script_view_get_text_view (ls_program_pane_get_view (test_script_get_pane (window))),
                                GDK_KEY_Return, GDK_CONTROL_MASK));
  test_window_wait (window);
  g_assert_true (ls_player_get_trace (test_window_get_player (window)) != trace);
  g_assert_false (gtk_widget_get_visible (differs));
  g_assert_cmpuint (test_script_get_line (window), ==, 4);
  g_assert_cmpstr (get_title (window), ==, "• main.js");
  g_assert_nonnull (strstr (ls_script_get_text (ls_program_get_script (
                                ls_session_get_program (test_window_get_session (window)), 0)),
                            "'new'"));
  test_window_close (window);
}

static void
test_javascript_undo (void)
{
  LsWindow *window = test_window_new_program (TEST_SCRIPT, 1360, 860);
  GtkWidget *view = ls_script_view_get_text_view (ls_program_pane_get_view (test_script_get_pane (window)));

  gtk_widget_grab_focus (view);
  test_script_type_at (window, 1, "// typed\n");
  g_assert_true (ls_program_pane_get_differs (test_script_get_pane (window)));
  test_window_activate (window, "win.step", NULL);
  gtk_widget_activate_action (view, "text.undo", NULL);
  g_assert_false (ls_program_pane_get_differs (test_script_get_pane (window)));
  test_window_close (window);
}

static gboolean
has_error (LsWindow   *window,
           const char *text)
{
  GtkWidget *row = test_ui_find (test_window_get_child (window, "program"), GTK_TYPE_BOX, "error");
  GtkWidget *label = test_ui_find (test_window_get_child (window, "program"), GTK_TYPE_LABEL, "error_label");

  return gtk_widget_get_visible (row) && strstr (gtk_label_get_text (GTK_LABEL (label)), text) != NULL;
}

static void
test_javascript_errors (void)
{
  LsWindow *window = test_window_new_program ("const a = 1;\nconst b = ;\n", 1360, 860);

  test_ui_wait_for (has_error (window, "main.js:2:"));
  g_assert_false (gtk_revealer_get_reveal_child (GTK_REVEALER (test_window_get_child (window, "banner"))));
  g_assert_cmpuint (ls_script_buffer_get_error_line (test_script_get_buffer (window)), ==, 2);
  test_script_set_cursor (window, 2);
  {
    GtkTextIter start, end;

    ls_script_buffer_get_iter (test_script_get_buffer (window), &start, 2, 11);
    end = start;
    gtk_text_iter_forward_char (&end);
    gtk_text_buffer_delete (GTK_TEXT_BUFFER (test_script_get_buffer (window)), &start, &end);
    gtk_text_buffer_insert (GTK_TEXT_BUFFER (test_script_get_buffer (window)), &start, "undefined.x;", -1);
  }
  g_assert_cmpuint (ls_script_buffer_get_error_line (test_script_get_buffer (window)), ==, 0);
  test_window_activate (window, "win.run-again", NULL);
  test_ui_wait_for (has_error (window, "TypeError"));
  g_assert_cmpuint (ls_script_buffer_get_error_line (test_script_get_buffer (window)), ==, 2);
  g_assert_false (gtk_revealer_get_reveal_child (GTK_REVEALER (test_window_get_child (window, "banner"))));
  test_window_close (window);
}

static gboolean
is_refused (LsWindow *window)
{
  const LsBreakpointState *breakpoint = ls_breakpoints_find (ls_debugger_get_breakpoints (ls_window_get_debugger (window)), "main.js", 3);

  return breakpoint->error != NULL;
}

/* A condition that is no expression is told of where it was given, until it is one. */
static void
test_javascript_condition_errors (void)
{
  LsWindow *window = test_window_new_program (TEST_SCRIPT, 1360, 860);
  LsBreakpoints *breakpoints = ls_debugger_get_breakpoints (ls_window_get_debugger (window));
  GtkWidget *row = test_ui_find (test_window_get_child (window, "program"), GTK_TYPE_BOX, "refused");
  GtkWidget *label = test_ui_find (test_window_get_child (window, "program"), GTK_TYPE_LABEL, "refused_label");
  GtkWidget *popover = test_ui_find (test_window_get_child (window, "program"), g_type_from_name ("LsBreakpointPopover"), NULL);
  GtkWidget *entry = test_ui_find (popover, GTK_TYPE_ENTRY, NULL);

  g_assert_false (gtk_widget_get_visible (row));
  /* One that is right comes first: errors are found by their breakpoints. */
  ls_breakpoints_add (breakpoints, "main.js", 1, 1);
  ls_breakpoints_set_condition (breakpoints, "main.js", 1, "false");
  ls_breakpoints_add (breakpoints, "main.js", 3, 3);
  ls_breakpoints_set_condition (breakpoints, "main.js", 3, "a >");
  test_ui_wait_for (is_refused (window));
  g_assert_null (ls_breakpoints_find (breakpoints, "main.js", 1)->error);
  g_assert_true (gtk_widget_get_visible (row));
  g_assert_nonnull (strstr (gtk_label_get_text (GTK_LABEL (label)), "line 3"));

  g_signal_emit_by_name (test_ui_find (row, GTK_TYPE_BUTTON, NULL), "clicked");
  test_ui_wait_for (gtk_widget_get_mapped (popover));
  g_assert_cmpstr (gtk_editable_get_text (GTK_EDITABLE (entry)), ==, "a >");
  g_assert_true (gtk_widget_has_css_class (entry, "error"));
  gtk_editable_set_text (GTK_EDITABLE (entry), "a > 1");
  g_signal_emit_by_name (entry, "activate");
  test_window_wait (window);
  g_assert_false (is_refused (window));
  g_assert_false (gtk_widget_get_visible (row));
  test_window_activate (window, "win.to-start", NULL);
  test_window_activate (window, "win.to-breakpoint", NULL);
  g_assert_cmpuint (test_script_get_line (window), ==, 3);
  test_window_close (window);
}

/* Names of any length are shown without delay. */
static void
test_javascript_long_names (void)
{
  g_autofree char *name = g_strnfill (10000, 'n');
  g_autofree char *text = g_strdup_printf ("const c = new TaskController();\n"
                                           "scheduler.postTask(function\n%s\n() {}, { signal: c.signal });\n", name);
  LsWindow *window = test_window_new_program (text, 1360, 860);
  LsState *state = ls_player_get_state (test_window_get_player (window));
  g_autofree char *shown = NULL;

  test_window_go_to (window, 1);
  shown = ls_text_format_task (state, ls_state_get_next_task (state));
  g_assert_true (g_str_has_prefix (shown, "nnnn"));
  g_assert_true (g_str_has_suffix (shown, "…"));
  g_assert_cmpint (g_utf8_strlen (shown, -1), ==, 240);
  {
    GtkWidget *title = test_ui_find (test_window_get_child (window, "why"), GTK_TYPE_LABEL, "title");

    g_assert_nonnull (strstr (gtk_label_get_text (GTK_LABEL (title)), "nnn…"));
    g_assert_cmpint (strlen (gtk_label_get_text (GTK_LABEL (title))), <, 200);
  }
  test_window_close (window);
}

static void
count_cb (guint *n)
{
  (*n)++;
}

/* Not even a line of megabytes keeps the window from being shown; what runs and is saved is the whole of it. */
static void
test_javascript_long_line (void)
{
  g_autofree char *digits = g_strnfill (1000001, '1');
  g_autofree char *text = NULL;
  LsWindow *window;
  GtkWidget *view;
  LsProgram *program;
  guint n_changes = 0;

  for (guint i = 1; i < 1000000; i += 2)
    digits[i] = ',';
  text = g_strdup_printf ("console.log([%s].length);\nconsole.log('after');\n", digits);
  window = test_window_new_program (text, 1360, 860);
  view = ls_script_view_get_text_view (ls_program_pane_get_view (test_script_get_pane (window)));
  program = ls_session_get_program (test_window_get_session (window));

  g_assert_true (gtk_widget_get_visible (test_ui_find (test_window_get_child (window, "program"), GTK_TYPE_LABEL, "cut")));
  g_assert_false (gtk_text_view_get_editable (GTK_TEXT_VIEW (view)));
  g_assert_cmpint (gtk_text_buffer_get_char_count (GTK_TEXT_BUFFER (test_script_get_buffer (window))), <, 30000);
  g_assert_cmpuint (ls_script_buffer_get_n_lines (test_script_get_buffer (window)), ==, 3);
  g_assert_cmpuint (strlen (ls_script_get_text (ls_program_get_script (program, 0))), ==, strlen (text));
  g_assert_false (ls_program_pane_get_differs (test_script_get_pane (window)));
  /* What is shown is not the whole of it, but it is not shown anew for that whenever it runs. */
  g_signal_connect_swapped (test_script_get_buffer (window), "changed", G_CALLBACK (count_cb), &n_changes);
  test_window_activate (window, "win.run-again", NULL);
  test_window_activate (window, "win.bookmark", NULL);
  g_assert_cmpuint (n_changes, ==, 0);
  ls_session_set_modified (test_window_get_session (window), FALSE);
  /* Another program takes its place, also under its name. */
  ls_session_view_open_text (ls_window_get_view (window), "main.js", TEST_SCRIPT);
  test_window_wait (window);
  g_assert_true (gtk_text_view_get_editable (GTK_TEXT_VIEW (view)));
  g_assert_cmpuint (ls_script_buffer_get_n_lines (test_script_get_buffer (window)), ==, 11);
  test_window_close (window);
}

static void
test_javascript_evaluate (void)
{
  LsWindow *window = test_window_new_program (TEST_SCRIPT, 1360, 860);
  GtkWidget *entry = test_ui_find (test_window_get_child (window, "program"), GTK_TYPE_ENTRY, "Evaluate at this position");
  GtkWidget *result = test_ui_find (test_window_get_child (window, "program"), GTK_TYPE_LABEL, "result");
  GtkWidget *add = test_ui_find (test_window_get_child (window, "program"), GTK_TYPE_BUTTON, "Watch This Expression");
  GtkWidget *list = test_ui_find (test_window_get_child (window, "program"), GTK_TYPE_LIST_BOX, "list");

  if (entry == NULL)
    entry = test_ui_find (test_ui_find (test_window_get_child (window, "program"), g_type_from_name ("LsWatchList"), NULL), GTK_TYPE_ENTRY, NULL);
  g_assert_nonnull (entry);
  test_window_activate (window, "win.to-start", NULL);
  test_script_set_cursor (window, 3);
  test_window_activate (window, "win.run-to-cursor", NULL);
  test_window_activate (window, "win.step-out", NULL);
  test_window_activate (window, "win.step-statement", NULL);
  g_assert_cmpuint (test_script_get_line (window), ==, 3);

  gtk_editable_set_text (GTK_EDITABLE (entry), "a * 10 + b");
  g_signal_emit_by_name (entry, "activate");
  test_ui_wait_for (g_strcmp0 (gtk_label_get_text (GTK_LABEL (result)), "11") == 0);
  gtk_editable_set_text (GTK_EDITABLE (entry), "nothing.x");
  g_signal_emit_by_name (entry, "activate");
  test_ui_wait_for (strstr (gtk_label_get_text (GTK_LABEL (result)), "ReferenceError") != NULL);
  g_assert_true (gtk_widget_has_css_class (result, "error"));
  g_assert_true (test_ui_press (entry, GDK_KEY_Up, 0));
  g_assert_cmpstr (gtk_editable_get_text (GTK_EDITABLE (entry)), ==, "nothing.x");
  g_assert_true (test_ui_press (entry, GDK_KEY_Up, 0));
  g_assert_cmpstr (gtk_editable_get_text (GTK_EDITABLE (entry)), ==, "a * 10 + b");

  /* A watch follows the position. */
  gtk_editable_set_text (GTK_EDITABLE (entry), "a");
  g_signal_emit_by_name (add, "clicked");
  test_ui_wait_for (test_ui_find (list, GTK_TYPE_LABEL, "1") != NULL);
  test_window_activate (window, "win.step-out", NULL);
  test_ui_wait_for (test_ui_find_class (list, "error") != NULL);
  test_window_activate (window, "win.step-statement", NULL);
  test_ui_wait_for (test_ui_find (list, GTK_TYPE_LABEL, "2") != NULL);
  g_signal_emit_by_name (test_ui_find (list, GTK_TYPE_BUTTON, NULL), "clicked");
  g_assert_null (test_ui_find (list, GTK_TYPE_BUTTON, NULL));
  test_window_close (window);
}

static void
test_javascript_log (void)
{
  LsWindow *window = test_window_new_program (TEST_SCRIPT "throw new Error('boom');\n", 1360, 860);
  GtkWidget *level = test_ui_find (test_window_get_child (window, "log"), GTK_TYPE_DROP_DOWN, NULL);
  GtkWidget *list = test_ui_find (test_window_get_child (window, "log"), GTK_TYPE_LIST_VIEW, "list");
  GtkWidget *place;
  GListModel *model;

  gtk_stack_set_visible_child_name (GTK_STACK (test_window_get_child (window, "bottom_stack")), "log");
  test_window_activate (window, "win.to-end", NULL);
  test_ui_settle (GTK_WIDGET (window));
  model = G_LIST_MODEL (gtk_list_view_get_model (GTK_LIST_VIEW (list)));
  test_ui_wait_for (g_list_model_get_n_items (model) == 5);
  test_ui_settle (GTK_WIDGET (window));
  g_assert_nonnull (test_ui_find_class (list, "warning"));
  g_assert_nonnull (test_ui_find_class (list, "error"));

  place = test_ui_find (list, GTK_TYPE_BUTTON, "main.js:10");
  g_assert_nonnull (place);
  g_signal_emit_by_name (place, "clicked");
  test_ui_wait_for (ls_script_view_get_cursor_line (ls_program_pane_get_view (test_script_get_pane (window))) == 10);

  /* The second line that was printed. */
  g_signal_emit_by_name (list, "activate", 2);
  g_assert_cmpuint (test_script_get_line (window), ==, 4);

  gtk_drop_down_set_selected (GTK_DROP_DOWN (level), 2);
  g_assert_cmpuint (g_list_model_get_n_items (model), ==, 2);
  gtk_drop_down_set_selected (GTK_DROP_DOWN (level), 3);
  g_assert_cmpuint (g_list_model_get_n_items (model), ==, 1);
  test_window_close (window);
}

static void
test_javascript_inspector (void)
{
  LsWindow *window = test_window_new_program (TEST_SCRIPT, 1360, 860);
  GtkWidget *place = test_ui_find (test_window_get_child (window, "inspector"), GTK_TYPE_BUTTON, "place");

  /* The first task has its callback's name, the second one the name of what it calls. */
  test_ui_wait_for (test_ui_find (test_window_get_child (window, "stage"), GTK_TYPE_LABEL, "first") != NULL);
  test_ui_wait_for (test_ui_find (test_window_get_child (window, "stage"), GTK_TYPE_LABEL, "console.warn('second')") != NULL);
  g_assert_true (gtk_widget_get_visible (place));
  g_assert_cmpstr (gtk_button_get_label (GTK_BUTTON (place)), ==, "Posted in main.js:6");
  g_signal_emit_by_name (place, "clicked");
  test_ui_wait_for (ls_script_view_get_cursor_line (ls_program_pane_get_view (test_script_get_pane (window))) == 6);
  g_assert_true (ls_program_pane_has_focus (test_script_get_pane (window)));
  test_window_close (window);
}

static void
test_javascript_files (void)
{
  g_autofree char *dir = g_dir_make_tmp ("loopscope-test-XXXXXX", NULL);
  g_autofree char *path = g_build_filename (dir, "prog.js", NULL);
  g_autoptr (GFile) file = g_file_new_for_path (path);
  g_autofree char *saved = NULL;
  LsWindow *window = test_window_new (NULL, 1360, 860);

  g_assert_true (g_file_set_contents (path, TEST_SCRIPT, -1, NULL));
  test_window_open (window, file);
  g_assert_true (ls_debugger_is_javascript (ls_window_get_debugger (window)));
  test_window_wait (window);
  g_assert_cmpstr (get_title (window), ==, "prog.js");
  g_assert_cmpstr (gtk_stack_get_visible_child_name (GTK_STACK (test_ui_find (test_window_get_child (window, "program"), GTK_TYPE_STACK, NULL))),
                   ==, "script");
  test_script_type_at (window, 1, "// edited\n");
  g_assert_true (ls_session_view_get_modified (ls_window_get_view (window)));
  test_window_activate (window, "win.save", NULL);
  test_window_wait_for_save (window);
  g_assert_false (ls_session_view_get_modified (ls_window_get_view (window)));
  g_assert_true (g_file_get_contents (path, &saved, NULL, NULL));
  g_assert_cmpstr (saved, ==, "// edited\n" TEST_SCRIPT);
  /* Saving does not run it. */
  g_assert_true (ls_program_pane_get_differs (test_script_get_pane (window)));
  test_window_close (window);
  g_unlink (path);
  g_rmdir (dir);
}

static void
test_javascript_paste (void)
{
  LsWindow *window = test_window_new (NULL, 1360, 860);

  gdk_clipboard_set_text (gtk_widget_get_clipboard (GTK_WIDGET (window)), TEST_SCRIPT);
  g_assert_true (test_ui_press (test_window_get_child (window, "welcome"), GDK_KEY_v, GDK_CONTROL_MASK));
  test_ui_wait_for (ls_window_has_session (window));
  g_assert_true (ls_debugger_is_javascript (ls_window_get_debugger (window)));
  test_window_close (window);
}

/* A program to begin with is a new one, which needs not be saved. */
static void
test_javascript_snippet (void)
{
  LsWindow *window = test_window_new (NULL, 1360, 860);

  test_window_activate (window, "win.new-program", "s", "starvation");
  g_assert_true (ls_debugger_is_javascript (ls_window_get_debugger (window)));
  g_assert_false (ls_session_view_get_modified (ls_window_get_view (window)));
  g_assert_null (ls_debugger_get_file (ls_window_get_debugger (window)));
  g_assert_cmpstr (get_title (window), ==, "starvation.js");
  g_assert_null (strstr (ls_script_get_text (ls_program_get_script (
                             ls_session_get_program (test_window_get_session (window)), 0)),
                         "SPDX"));
  test_window_activate (window, "win.to-end", NULL);
  g_assert_cmpuint (ls_trace_get_n_steps (ls_player_get_trace (test_window_get_player (window))), >, 3);
  test_window_close (window);
}

/* A button knows whether its action is enabled. */
static gboolean
is_enabled (LsWindow   *window,
            const char *action)
{
  GtkWidget *button = gtk_button_new ();
  GtkWidget *box = gtk_widget_get_parent (test_ui_find (test_window_get_child (window, "program"), GTK_TYPE_LABEL, "edited"));
  gboolean enabled;

  gtk_actionable_set_action_name (GTK_ACTIONABLE (button), action);
  gtk_box_append (GTK_BOX (box), button);
  enabled = gtk_widget_get_sensitive (button);
  gtk_box_remove (GTK_BOX (box), button);
  return enabled;
}

static void
test_javascript_enabled (void)
{
  LsWindow *window = test_window_new (TEST_EXAMPLE, 1360, 860);
  static const char *const actions[] = { "win.to-breakpoint", "win.run-to-cursor", "win.run-again",
                                         "win.toggle-breakpoint", "win.find", "win.evaluate" };

  for (guint i = 0; i < G_N_ELEMENTS (actions); i++)
    g_assert_false (is_enabled (window, actions[i]));
  g_assert_true (is_enabled (window, "win.step-statement"));
  g_assert_true (is_enabled (window, "win.step-over"));
  g_assert_true (is_enabled (window, "win.step-out"));
  g_assert_true (ls_debugger_open_text (ls_window_get_debugger (window), "main.js", TEST_SCRIPT, NULL));
  for (guint i = 0; i < G_N_ELEMENTS (actions); i++)
    g_assert_true (is_enabled (window, actions[i]) != g_str_equal (actions[i], "win.to-breakpoint"));
  test_window_activate (window, "win.toggle-breakpoint", NULL);
  g_assert_true (is_enabled (window, "win.to-breakpoint"));
  test_window_close (window);
}

int
main (int   argc,
      char *argv[])
{
  test_window_init (&argc, &argv);

  g_test_add_func ("/javascript/step", test_javascript_step);
  g_test_add_func ("/javascript/breakpoints", test_javascript_breakpoints);
  g_test_add_func ("/javascript/edit", test_javascript_edit);
  g_test_add_func ("/javascript/undo", test_javascript_undo);
  g_test_add_func ("/javascript/errors", test_javascript_errors);
  g_test_add_func ("/javascript/condition-errors", test_javascript_condition_errors);
  g_test_add_func ("/javascript/long-names", test_javascript_long_names);
  g_test_add_func ("/javascript/long-line", test_javascript_long_line);
  g_test_add_func ("/javascript/evaluate", test_javascript_evaluate);
  g_test_add_func ("/javascript/log", test_javascript_log);
  g_test_add_func ("/javascript/inspector", test_javascript_inspector);
  g_test_add_func ("/javascript/files", test_javascript_files);
  g_test_add_func ("/javascript/paste", test_javascript_paste);
  g_test_add_func ("/javascript/snippet", test_javascript_snippet);
  g_test_add_func ("/javascript/enabled", test_javascript_enabled);

  return g_test_run ();
}
