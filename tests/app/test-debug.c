/* test-debug.c: acting, editing, breakpoints and evaluation together, in windows with JavaScript
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include <glib/gstdio.h>

#include "test-window-util.h"

#include "ls-program-pane.h"
#include "ls-window-private.h"

#define PROGRAM                                        \
  "const c = new TaskController();\n"                  \
  "function add(a, b) {\n"                             \
  "  const sum = a + b;\n"                             \
  "  return sum;\n"                                    \
  "}\n"                                                \
  "scheduler.postTask(function first() {\n"            \
  "  for (let i = 0; i < 3; i++)\n"                    \
  "    console.log(add(i, 1));\n"                      \
  "}, { signal: c.signal });\n"                        \
  "scheduler.postTask(() => console.warn('second'));\n"

static LsProgramPane *
get_pane (LsWindow *window)
{
  return LS_PROGRAM_PANE (window->program);
}

static LsScriptBuffer *
get_buffer (LsWindow *window)
{
  return ls_script_view_get_buffer (ls_program_pane_get_view (get_pane (window)));
}

static char *
get_shown_text (LsWindow *window)
{
  return ls_script_buffer_get_all (get_buffer (window));
}

static const char *
get_session_text (LsWindow *window)
{
  return ls_script_get_text (ls_program_get_script (ls_session_get_program (test_window_get_session (window)), 0));
}

static guint
get_line (LsWindow *window)
{
  gboolean done = FALSE;
  guint line = ls_script_buffer_get_current_line (get_buffer (window), &done);

  return done ? 0 : line;
}

static void
type_at (LsWindow   *window,
         guint       line,
         const char *text)
{
  GtkTextBuffer *buffer = GTK_TEXT_BUFFER (get_buffer (window));
  GtkTextIter iter;

  ls_script_buffer_get_iter (get_buffer (window), &iter, line, 1);
  gtk_text_buffer_begin_user_action (buffer);
  gtk_text_buffer_insert (buffer, &iter, text, -1);
  gtk_text_buffer_end_user_action (buffer);
}

static void
set_cursor (LsWindow *window,
            guint     line)
{
  GtkTextIter iter;

  ls_script_buffer_get_iter (get_buffer (window), &iter, line, 1);
  gtk_text_buffer_place_cursor (GTK_TEXT_BUFFER (get_buffer (window)), &iter);
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
  return ls_trace_hash (ls_player_get_trace (window->player));
}

/* Changes are undone in the order in which they were made, whatever they changed. */
static void
test_debug_undo_order (void)
{
  LsWindow *window = test_window_new_program (PROGRAM, 1360, 860);
  guint32 signal = test_window_find_signal (window, "c");
  g_autofree char *shown = NULL;

  test_window_activate (window, "win.set-priority", "(uu)", signal, (guint32) LS_TASK_PRIORITY_BACKGROUND);
  g_assert_cmpuint (get_n_actions (window), ==, 1);
  type_at (window, 1, "// typed\n");
  test_window_activate (window, "win.run-again", NULL);
  g_assert_cmpuint (get_n_actions (window), ==, 1);
  g_assert_true (g_str_has_prefix (get_session_text (window), "// typed"));
  test_window_activate (window, "win.abort", "(us)", signal, "");
  g_assert_cmpuint (get_n_actions (window), ==, 2);
  gtk_widget_grab_focus (window->stage);

  test_window_activate (window, "win.undo", NULL);
  g_assert_cmpuint (get_n_actions (window), ==, 1);
  g_assert_true (g_str_has_prefix (get_session_text (window), "// typed"));
  test_window_activate (window, "win.undo", NULL);
  g_assert_cmpuint (get_n_actions (window), ==, 1);
  g_assert_cmpstr (get_session_text (window), ==, PROGRAM);
  shown = get_shown_text (window);
  g_assert_cmpstr (shown, ==, PROGRAM);
  g_assert_false (ls_program_pane_get_differs (get_pane (window)));
  test_window_activate (window, "win.undo", NULL);
  g_assert_cmpuint (get_n_actions (window), ==, 0);
  g_assert_cmpstr (get_session_text (window), ==, PROGRAM);

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
  LsWindow *window = test_window_new_program (PROGRAM, 1360, 860);
  guint32 signal = test_window_find_signal (window, "c");
  g_autofree char *shown = NULL;

  type_at (window, 1, "// typed\n");
  test_window_activate (window, "win.set-priority", "(uu)", signal, (guint32) LS_TASK_PRIORITY_BACKGROUND);
  gtk_widget_grab_focus (window->stage);
  test_window_activate (window, "win.undo", NULL);
  test_window_activate (window, "win.redo", NULL);
  g_assert_cmpuint (get_n_actions (window), ==, 1);
  shown = get_shown_text (window);
  g_assert_cmpstr (shown, ==, "// typed\n" PROGRAM);
  g_assert_cmpstr (get_session_text (window), ==, PROGRAM);
  g_assert_true (ls_program_pane_get_differs (get_pane (window)));
  test_window_activate (window, "win.run-again", NULL);
  g_assert_cmpstr (get_session_text (window), ==, "// typed\n" PROGRAM);
  test_window_close (window);
}

/* In the middle of a function, with what the present statement is, and then through time. */
static void
test_debug_act_at_statement (void)
{
  LsWindow *window = test_window_new_program (PROGRAM, 1360, 860);
  static const char *const acts[] = { "win.set-priority", "win.yield", "win.abort" };

  for (guint i = 0; i < G_N_ELEMENTS (acts); i++)
    {
      guint32 signal;
      gsize position;
      g_autofree char *before = get_trace_hash (window);
      g_autofree char *after = NULL;
      g_autofree char *again = NULL;

      test_window_activate (window, "win.to-start", NULL);
      set_cursor (window, 4);
      test_window_activate (window, "win.run-to-cursor", NULL);
      g_assert_cmpuint (get_line (window), ==, 4);
      position = ls_player_get_position (window->player);
      signal = test_window_find_signal (window, "c");
      if (i == 0)
        test_window_activate (window, acts[i], "(uu)", signal, (guint32) LS_TASK_PRIORITY_BACKGROUND);
      else if (i == 1)
        test_window_activate (window, acts[i], NULL);
      else
        test_window_activate (window, acts[i], "(us)", signal, "enough");
      g_assert_cmpuint (get_n_actions (window), ==, 1);
      g_test_message ("%s: line %u, position %zu → %zu", acts[i], get_line (window), position, ls_player_get_position (window->player));
      g_assert_cmpuint (ls_player_get_position (window->player), >, position);
      after = get_trace_hash (window);
      g_assert_cmpstr (after, !=, before);

      test_window_activate (window, "win.to-start", NULL);
      test_window_activate (window, "win.run-to-cursor", NULL);
      g_assert_cmpuint (get_line (window), ==, 4);
      g_assert_cmpuint (ls_player_get_position (window->player), ==, position);
      test_window_activate (window, "win.step-statement", NULL);
      g_assert_cmpuint (get_line (window), ==, 8);
      test_window_activate (window, "win.step-statement-back", NULL);
      g_assert_cmpuint (get_line (window), ==, 4);

      gtk_widget_grab_focus (window->stage);
      test_window_activate (window, "win.undo", NULL);
      g_assert_cmpuint (get_n_actions (window), ==, 0);
      again = get_trace_hash (window);
      g_assert_cmpstr (again, ==, before);
      test_window_activate (window, "win.redo", NULL);
      g_free (again);
      again = get_trace_hash (window);
      g_assert_cmpstr (again, ==, after);
      test_window_activate (window, "win.undo", NULL);
    }
  test_window_close (window);
}

/* Actions whose moment is gone with an edit are told of, kept, and come back with undo. */
static void
test_debug_lost_moments (void)
{
  LsWindow *window = test_window_new_program (PROGRAM, 1360, 860);
  GtkTextBuffer *buffer = GTK_TEXT_BUFFER (get_buffer (window));
  GtkTextIter start, end;
  g_autofree char *shown = NULL;

  test_window_activate (window, "win.step-task", NULL);
  test_window_activate (window, "win.step-task", NULL);
  test_window_activate (window, "win.set-priority", "(uu)", test_window_find_signal (window, "c"),
                        (guint32) LS_TASK_PRIORITY_BACKGROUND);
  gtk_text_buffer_get_bounds (buffer, &start, &end);
  gtk_text_buffer_delete (buffer, &start, &end);
  gtk_text_buffer_insert (buffer, &start, "console.log(1);\n", -1);
  test_window_activate (window, "win.run-again", NULL);
  test_ui_wait_for (gtk_revealer_get_reveal_child (GTK_REVEALER (window->banner)));
  g_test_message ("%s", gtk_label_get_text (GTK_LABEL (window->banner_label)));
  g_assert_cmpuint (get_n_actions (window), ==, 1);
  gtk_widget_grab_focus (window->stage);
  test_window_activate (window, "win.undo", NULL);
  g_assert_false (gtk_revealer_get_reveal_child (GTK_REVEALER (window->banner)));
  g_assert_cmpuint (get_n_actions (window), ==, 1);
  shown = get_shown_text (window);
  g_assert_cmpstr (shown, ==, PROGRAM);
  test_window_close (window);
}

/* What was done is the same after saving and opening. */
static void
test_debug_save (void)
{
  g_autofree char *dir = g_dir_make_tmp ("loopscope-test-XXXXXX", NULL);
  g_autofree char *path = g_build_filename (dir, "s.loopscope", NULL);
  g_autoptr (GFile) file = g_file_new_for_path (path);
  LsWindow *window = test_window_new_program (PROGRAM, 1360, 860);
  LsWindow *other = test_window_new (NULL, 1360, 860);
  g_autofree char *before = NULL;
  g_autofree char *after = NULL;

  set_cursor (window, 8);
  test_window_activate (window, "win.run-to-cursor", NULL);
  test_window_activate (window, "win.set-priority", "(uu)", test_window_find_signal (window, "c"),
                        (guint32) LS_TASK_PRIORITY_BACKGROUND);
  type_at (window, 11, "console.log('last');\n");
  test_window_activate (window, "win.run-again", NULL);
  before = get_trace_hash (window);
  g_assert_true (ls_debugger_save (window->debugger, file, NULL));

  ls_window_open (other, file);
  test_window_wait (other);
  after = get_trace_hash (other);
  g_assert_cmpstr (after, ==, before);
  g_assert_cmpuint (get_n_actions (other), ==, 1);
  test_window_close (other);
  test_window_close (window);
  g_unlink (path);
  g_rmdir (dir);
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
  g_test_add_func ("/debug/save", test_debug_save);

  return g_test_run ();
}
