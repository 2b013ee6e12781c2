/* test-debug.c: acting, editing and evaluation together, in windows with JavaScript
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "test-script-util.h"

static char *
get_shown_text (LsWindow *window)
{
  return ls_script_buffer_get_all (test_script_get_buffer (window));
}

static const char *
get_session_text (LsWindow *window)
{
  return ls_script_get_text (ls_program_get_script (ls_session_get_program (test_window_get_session (window)), 0));
}

static guint
get_n_actions (LsWindow *window)
{
  return ls_session_get_n_actions (test_window_get_session (window));
}

static char *
get_trace_hash (LsWindow *window)
{
  test_window_activate (window, "win.to-end", NULL);
  return ls_trace_hash (ls_player_get_trace (test_window_get_player (window)));
}

/* Changes are undone in the order in which they were made, whatever they changed. */
static void
test_debug_undo_order (void)
{
  LsWindow *window = test_window_new_program (TEST_SCRIPT, 1360, 860);
  guint32 signal = test_window_find_signal (window, "c");
  g_autofree char *shown = NULL;

  test_window_activate (window, "win.set-priority", "(uu)", signal, (guint32) LS_TASK_PRIORITY_BACKGROUND);
  g_assert_cmpuint (get_n_actions (window), ==, 1);
  test_script_type_at (window, 1, "// typed\n");
  test_window_activate (window, "win.run-again", NULL);
  g_assert_cmpuint (get_n_actions (window), ==, 1);
  g_assert_true (g_str_has_prefix (get_session_text (window), "// typed"));
  test_window_activate (window, "win.abort", "(us)", signal, "");
  g_assert_cmpuint (get_n_actions (window), ==, 2);
  gtk_widget_grab_focus (test_window_get_child (window, "stage"));

  test_window_activate (window, "win.undo", NULL);
  g_assert_cmpuint (get_n_actions (window), ==, 1);
  g_assert_true (g_str_has_prefix (get_session_text (window), "// typed"));
  test_window_activate (window, "win.undo", NULL);
  g_assert_cmpuint (get_n_actions (window), ==, 1);
  g_assert_cmpstr (get_session_text (window), ==, TEST_SCRIPT);
  shown = get_shown_text (window);
  g_assert_cmpstr (shown, ==, TEST_SCRIPT);
  g_assert_false (ls_program_pane_get_differs (test_script_get_pane (window)));
  test_window_activate (window, "win.undo", NULL);
  g_assert_cmpuint (get_n_actions (window), ==, 0);
  g_assert_cmpstr (get_session_text (window), ==, TEST_SCRIPT);

  test_window_activate (window, "win.redo", NULL);
  g_assert_cmpuint (get_n_actions (window), ==, 1);
  test_window_activate (window, "win.redo", NULL);
  g_assert_true (g_str_has_prefix (get_session_text (window), "// typed"));
  test_window_activate (window, "win.redo", NULL);
  g_assert_cmpuint (get_n_actions (window), ==, 2);
  g_free (shown);
  shown = get_shown_text (window);
  g_assert_true (g_str_has_prefix (shown, "// typed"));
  test_window_close (window);
}

/* Edits that have not run are kept through acting and undo. */
static void
test_debug_edits_are_kept (void)
{
  LsWindow *window = test_window_new_program (TEST_SCRIPT, 1360, 860);
  guint32 signal = test_window_find_signal (window, "c");
  g_autofree char *shown = NULL;

  test_script_type_at (window, 1, "// typed\n");
  test_window_activate (window, "win.set-priority", "(uu)", signal, (guint32) LS_TASK_PRIORITY_BACKGROUND);
  gtk_widget_grab_focus (test_window_get_child (window, "stage"));
  test_window_activate (window, "win.undo", NULL);
  test_window_activate (window, "win.redo", NULL);
  g_assert_cmpuint (get_n_actions (window), ==, 1);
  shown = get_shown_text (window);
  g_assert_cmpstr (shown, ==, "// typed\n" TEST_SCRIPT);
  g_assert_cmpstr (get_session_text (window), ==, TEST_SCRIPT);
  g_assert_true (ls_program_pane_get_differs (test_script_get_pane (window)));
  test_window_activate (window, "win.run-again", NULL);
  g_assert_cmpstr (get_session_text (window), ==, "// typed\n" TEST_SCRIPT);
  test_window_close (window);
}

/* In the middle of a function, with what the present statement is, and then through time. */
static void
test_debug_act_at_statement (void)
{
  LsWindow *window = test_window_new_program (TEST_SCRIPT, 1360, 860);
  g_autofree char *before = get_trace_hash (window);
  g_autofree char *after = NULL;
  g_autofree char *again = NULL;
  gsize position;

  test_window_activate (window, "win.to-start", NULL);
  test_script_set_cursor (window, 4);
  test_window_activate (window, "win.run-to-cursor", NULL);
  g_assert_cmpuint (test_script_get_line (window), ==, 4);
  position = ls_player_get_position (test_window_get_player (window));
  test_window_activate (window, "win.abort", "(us)", test_window_find_signal (window, "c"), "enough");
  g_assert_cmpuint (get_n_actions (window), ==, 1);
  g_assert_cmpuint (ls_player_get_position (test_window_get_player (window)), >, position);
  after = get_trace_hash (window);
  g_assert_cmpstr (after, !=, before);

  test_window_activate (window, "win.to-start", NULL);
  test_window_activate (window, "win.run-to-cursor", NULL);
  g_assert_cmpuint (test_script_get_line (window), ==, 4);
  g_assert_cmpuint (ls_player_get_position (test_window_get_player (window)), ==, position);

  gtk_widget_grab_focus (test_window_get_child (window, "stage"));
  test_window_activate (window, "win.undo", NULL);
  g_assert_cmpuint (get_n_actions (window), ==, 0);
  again = get_trace_hash (window);
  g_assert_cmpstr (again, ==, before);
  test_window_activate (window, "win.redo", NULL);
  g_free (again);
  again = get_trace_hash (window);
  g_assert_cmpstr (again, ==, after);

  /* An action of another kind. */
  test_window_activate (window, "win.undo", NULL);
  test_window_activate (window, "win.to-start", NULL);
  test_window_activate (window, "win.run-to-cursor", NULL);
  test_window_activate (window, "win.yield", NULL);
  g_assert_cmpuint (get_n_actions (window), ==, 1);
  g_assert_cmpuint (ls_player_get_position (test_window_get_player (window)), >, position);
  test_window_close (window);
}

/* Actions whose moment is gone with an edit are told of, kept, and come back with undo. */
static void
test_debug_lost_moments (void)
{
  LsWindow *window = test_window_new_program (TEST_SCRIPT, 1360, 860);
  GtkTextBuffer *buffer = GTK_TEXT_BUFFER (test_script_get_buffer (window));
  GtkTextIter start, end;
  g_autofree char *shown = NULL;

  test_window_activate (window, "win.step", NULL);
  test_window_activate (window, "win.step", NULL);
  test_window_activate (window, "win.set-priority", "(uu)", test_window_find_signal (window, "c"),
                        (guint32) LS_TASK_PRIORITY_BACKGROUND);
  gtk_text_buffer_get_bounds (buffer, &start, &end);
  gtk_text_buffer_delete (buffer, &start, &end);
  gtk_text_buffer_insert (buffer, &start, "console.log(1);\n", -1);
  test_window_activate (window, "win.run-again", NULL);
  test_ui_wait_for (gtk_revealer_get_reveal_child (GTK_REVEALER (test_window_get_child (window, "banner"))));
  g_assert_cmpuint (get_n_actions (window), ==, 1);
  gtk_widget_grab_focus (test_window_get_child (window, "stage"));
  test_window_activate (window, "win.undo", NULL);
  g_assert_false (gtk_revealer_get_reveal_child (GTK_REVEALER (test_window_get_child (window, "banner"))));
  g_assert_cmpuint (get_n_actions (window), ==, 1);
  shown = get_shown_text (window);
  g_assert_cmpstr (shown, ==, TEST_SCRIPT);
  test_window_close (window);
}

/* What is typed is read; what is wrong with it is said and underlined without its being run. */
static void
test_debug_syntax_while_typing (void)
{
  LsWindow *window = test_window_new_program ("let a = 1;\nconsole.log(a);\n", 1360, 860);
  GtkTextBuffer *text = test_window_get_text (window);
  GtkWidget *syntax = test_ui_find (GTK_WIDGET (window), GTK_TYPE_BUTTON, "syntax");
  GtkTextIter iter;

  gtk_text_buffer_get_iter_at_line (text, &iter, 1);
  gtk_text_buffer_insert (text, &iter, "let b = (;\n", -1);
  test_ui_wait_for (gtk_widget_get_visible (syntax));
  g_assert_cmpstr (gtk_label_get_label (GTK_LABEL (gtk_button_get_child (GTK_BUTTON (syntax)))), ==, "Line 2: Unexpected token");
  g_assert_cmpuint (ls_script_buffer_get_error_line (LS_SCRIPT_BUFFER (text)), ==, 2);
  gtk_text_buffer_get_start_iter (text, &iter);
  gtk_text_buffer_place_cursor (text, &iter);
  g_signal_emit_by_name (syntax, "clicked");
  gtk_text_buffer_get_iter_at_mark (text, &iter, gtk_text_buffer_get_insert (text));
  g_assert_cmpint (gtk_text_iter_get_line (&iter), ==, 1);
  gtk_text_buffer_get_iter_at_line_offset (text, &iter, 1, 9);
  gtk_text_buffer_insert (text, &iter, "2)", -1);
  g_assert_false (gtk_widget_get_visible (syntax));
  g_assert_cmpuint (ls_script_buffer_get_error_line (LS_SCRIPT_BUFFER (text)), ==, 0);
  test_window_close (window);
}

/* The list of watches shows what an expression is at the position, whatever that is. */
static void
test_debug_evaluate (void)
{
  static const struct { const char *expression; const char *result; } expressions[] = {
    { "a + b", "1" },
    { "throw 1", "SyntaxError: Only an expression can be evaluated, no statement" },
    { "'x'.repeat(1 << 20)", NULL },
    { "'\\u0000\\ud800 \\u202e'", NULL },
  };
  LsWindow *window = test_window_new_program (TEST_SCRIPT, 1360, 860);
  g_autofree char *before = get_trace_hash (window);
  g_autofree char *after = NULL;

  test_window_activate (window, "win.to-start", NULL);
  test_script_set_cursor (window, 4);
  test_window_activate (window, "win.run-to-cursor", NULL);
  for (guint i = 0; i < G_N_ELEMENTS (expressions); i++)
    {
      g_autofree char *result = test_script_evaluate (window, expressions[i].expression);

      g_assert_true (g_utf8_validate (result, -1, NULL));
      g_assert_cmpuint (strlen (result), <, 20000);
      if (expressions[i].result != NULL)
        g_assert_cmpstr (result, ==, expressions[i].result);
      g_assert_cmpuint (test_script_get_line (window), ==, 4);
      test_ui_settle (GTK_WIDGET (window));
    }
  after = get_trace_hash (window);
  g_assert_cmpstr (after, ==, before);
  test_window_close (window);
}

/* The answer to a question is never that to the one before, which is not waited for. */
static void
test_debug_ask_again (void)
{
  LsWindow *window = test_window_new_program (TEST_SCRIPT, 1360, 860);
  GtkWidget *entry = test_ui_find (test_ui_find (test_window_get_child (window, "program"), g_type_from_name ("LsWatchList"), NULL),
                                   GTK_TYPE_ENTRY, NULL);
  g_autofree char *value = NULL;

  test_script_set_cursor (window, 4);
  test_window_activate (window, "win.run-to-cursor", NULL);
  gtk_editable_set_text (GTK_EDITABLE (entry), "(() => { while (true); })()");
  g_signal_emit_by_name (entry, "activate");
  gtk_editable_set_text (GTK_EDITABLE (entry), "40 + 1");
  g_signal_emit_by_name (entry, "activate");
  value = test_script_evaluate (window, "40 + 2");
  g_assert_cmpstr (value, ==, "42");
  test_window_close (window);
}

/* Closed while an expression is evaluated, a window leaves nothing behind. */
static void
test_debug_close_while_evaluating (void)
{
  LsWindow *window = test_window_new_program (TEST_SCRIPT, 1360, 860);
  LsDebugger *debugger = ls_window_get_debugger (window);
  GtkWidget *entry = test_ui_find (test_ui_find (test_window_get_child (window, "program"), g_type_from_name ("LsWatchList"), NULL),
                                   GTK_TYPE_ENTRY, NULL);

  test_script_set_cursor (window, 4);
  test_window_activate (window, "win.run-to-cursor", NULL);
  gtk_editable_set_text (GTK_EDITABLE (entry), "(() => { while (true); })()");
  g_signal_emit_by_name (entry, "activate");
  g_object_add_weak_pointer (G_OBJECT (window), (gpointer *) &window);
  g_object_add_weak_pointer (G_OBJECT (debugger), (gpointer *) &debugger);
  gtk_window_close (GTK_WINDOW (window));
  test_ui_wait_for (window == NULL && debugger == NULL);
}

/* What a window says of its program's end is not said in another one. */
static void
test_debug_two_windows (void)
{
  LsWindow *one = test_window_new_program (TEST_SCRIPT, 1360, 860);
  LsWindow *two = test_window_new (NULL, 1360, 860);

  test_script_set_cursor (one, 3);
  test_window_activate (one, "win.toggle-breakpoint", NULL);
  g_assert_cmpuint (ls_breakpoints_get_n (ls_debugger_get_breakpoints (ls_window_get_debugger (two))), ==, 0);
  g_assert_cmpuint (test_script_to_breakpoint (one), ==, 3);
  g_assert_true (ls_debugger_open_text (ls_window_get_debugger (two), "main.js", "let i = 0;\nfor (;;)\n  i++;\n", NULL));
  g_assert_cmpuint (ls_breakpoints_get_n (ls_debugger_get_breakpoints (ls_window_get_debugger (two))), ==, 0);
  ls_player_to_end (test_window_get_player (two));
  /* Its budget may have ended it. */
  if (ls_debugger_get_working (ls_window_get_debugger (two)))
    test_window_activate (two, "win.stop", NULL);
  test_ui_wait_for (gtk_revealer_get_reveal_child (GTK_REVEALER (test_window_get_child (two, "banner"))));
  g_assert_false (gtk_revealer_get_reveal_child (GTK_REVEALER (test_window_get_child (one, "banner"))));
  g_assert_cmpuint (test_script_get_line (one), ==, 3);
  test_window_close (two);
  test_window_close (one);
}

/* What is in lists has names of its own, made of what it shows. */
static void
test_debug_names (void)
{
  LsWindow *window = test_window_new_program (TEST_SCRIPT, 1360, 860);
  GtkWidget *watches = test_ui_find (test_window_get_child (window, "program"), g_type_from_name ("LsWatchList"), NULL);
  GtkWidget *entry = test_ui_find (watches, GTK_TYPE_ENTRY, NULL);
  GtkWidget *list = test_ui_find (watches, GTK_TYPE_LIST_BOX, "list");
  GtkWidget *place;

  test_script_set_cursor (window, 4);
  test_window_activate (window, "win.run-to-cursor", NULL);
  gtk_editable_set_text (GTK_EDITABLE (entry), "sum");
  g_signal_emit_by_name (test_ui_find (watches, GTK_TYPE_BUTTON, "Watch This Expression"), "clicked");
  test_ui_wait_for (test_ui_find (list, GTK_TYPE_LABEL, "1") != NULL);
  gtk_test_accessible_assert_property (gtk_widget_get_first_child (list), GTK_ACCESSIBLE_PROPERTY_LABEL, "sum: 1");

  gtk_stack_set_visible_child_name (GTK_STACK (test_window_get_child (window, "bottom_stack")), "log");
  test_window_activate (window, "win.to-end", NULL);
  test_ui_wait_for ((place = test_ui_find (test_window_get_child (window, "log"), GTK_TYPE_BUTTON, "main.js:10")) != NULL);
  gtk_test_accessible_assert_property (gtk_widget_get_parent (gtk_widget_get_parent (place)),
                                       GTK_ACCESSIBLE_PROPERTY_LABEL, "second, 0 ms, main.js:10");
  test_window_close (window);
}

int
main (int   argc,
      char *argv[])
{
  test_window_init (&argc, &argv);

  g_test_add_func ("/debug/undo-order", test_debug_undo_order);
  g_test_add_func ("/debug/edits-are-kept", test_debug_edits_are_kept);
  g_test_add_func ("/debug/act-at-statement", test_debug_act_at_statement);
  g_test_add_func ("/debug/lost-moments", test_debug_lost_moments);
  g_test_add_func ("/debug/syntax-while-typing", test_debug_syntax_while_typing);
  g_test_add_func ("/debug/evaluate", test_debug_evaluate);
  g_test_add_func ("/debug/ask-again", test_debug_ask_again);
  g_test_add_func ("/debug/close-while-evaluating", test_debug_close_while_evaluating);
  g_test_add_func ("/debug/two-windows", test_debug_two_windows);
  g_test_add_func ("/debug/names", test_debug_names);

  return g_test_run ();
}
