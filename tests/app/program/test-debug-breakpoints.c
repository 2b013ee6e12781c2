/* test-debug-breakpoints.c: breakpoints in JavaScript while it is run and edited
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "test-script-util.h"

/* In lines without code, in a comment, in code that never runs. */
static void
test_breakpoint_lines (void)
{
  LsWindow *window = test_window_new_program ("// comment\n"
                                              "\n"
                                              "let a = 1;\n"
                                              "if (a === 2) {\n"
                                              "  a = 3;\n"
                                              "}\n"
                                              "\n"
                                              "a = 4;\n"
                                              "// end\n",
                                              1360, 860);
  LsBreakpoints *breakpoints = ls_debugger_get_breakpoints (ls_window_get_debugger (window));
  static const struct { guint line; guint moved; guint stop; } lines[] = {
    { 1, 3, 3 }, { 2, 3, 3 }, { 3, 3, 3 }, { 4, 4, 4 }, { 5, 5, 0 }, { 6, 8, 8 }, { 7, 8, 8 }, { 8, 8, 8 }, { 9, 8, 8 },
  };

  for (guint i = 0; i < G_N_ELEMENTS (lines); i++)
    {
      test_script_set_cursor (window, lines[i].line);
      test_window_activate (window, "win.toggle-breakpoint", NULL);
      g_assert_cmpuint (ls_breakpoints_get_n (breakpoints), ==, 1);
      test_ui_wait_for (ls_breakpoints_get (breakpoints, 0)->line == lines[i].moved);
      test_window_activate (window, "win.to-start", NULL);
      g_assert_cmpuint (test_script_to_breakpoint (window), ==, lines[i].stop);
      ls_breakpoints_clear (breakpoints);
    }
  /* One that comes from elsewhere stays where it is, and stops where it can. */
  ls_breakpoints_add (breakpoints, "main.js", 6, 6);
  {
    GtkTextIter end;

    gtk_text_buffer_get_end_iter (test_window_get_text (window), &end);
    gtk_text_buffer_insert (test_window_get_text (window), &end, "\n", -1);
  }
  g_assert_cmpuint (ls_breakpoints_get (breakpoints, 0)->line, ==, 6);
  g_assert_cmpuint (ls_breakpoints_get (breakpoints, 0)->run_line, ==, 8);
  test_window_close (window);
}

/* Undo brings a breakpoint back where its line is in the text as it is then; and undo of the edit takes it along. */
static void
test_breakpoint_undo (void)
{
  LsWindow *window = test_window_new_program ("let a = 1;\n"
                                              "a = 2;\n"
                                              "a = 3;\n"
                                              "a = 4;\n",
                                              1360, 860);
  LsBreakpoints *breakpoints = ls_debugger_get_breakpoints (ls_window_get_debugger (window));
  GtkTextBuffer *text = test_window_get_text (window);
  GtkTextIter iter, end;

  ls_breakpoints_add (breakpoints, "main.js", 2, 2);
  ls_breakpoints_add (breakpoints, "main.js", 4, 4);
  ls_breakpoints_remove (breakpoints, "main.js", 4);

  gtk_text_buffer_get_iter_at_line (text, &iter, 2);
  gtk_text_buffer_insert (text, &iter, "// one\n// two\n", -1);
  gtk_text_buffer_get_start_iter (text, &iter);
  gtk_text_buffer_insert (text, &iter, "// zero\n", -1);
  g_assert_cmpuint (ls_breakpoints_get_n (breakpoints), ==, 1);
  g_assert_cmpuint (ls_breakpoints_get (breakpoints, 0)->line, ==, 3);
  g_assert_true (ls_debugger_undo (ls_window_get_debugger (window)));
  g_assert_cmpuint (ls_breakpoints_get_n (breakpoints), ==, 2);
  g_assert_cmpuint (ls_breakpoints_get (breakpoints, 0)->line, ==, 3);
  g_assert_cmpuint (ls_breakpoints_get (breakpoints, 1)->line, ==, 7);

  /* From the middle of a line on it stays, and what is taken away takes lines back. */
  gtk_text_buffer_get_iter_at_line_offset (text, &iter, 6, 2);
  gtk_text_buffer_insert (text, &iter, "\n", -1);
  g_assert_cmpuint (ls_breakpoints_get (breakpoints, 1)->line, ==, 7);
  gtk_text_buffer_get_start_iter (text, &iter);
  gtk_text_buffer_get_iter_at_line (text, &end, 1);
  gtk_text_buffer_delete (text, &iter, &end);
  g_assert_cmpuint (ls_breakpoints_get (breakpoints, 0)->line, ==, 2);
  g_assert_true (ls_debugger_redo (ls_window_get_debugger (window)));
  g_assert_cmpuint (ls_breakpoints_get_n (breakpoints), ==, 1);
  g_assert_cmpuint (ls_breakpoints_get (breakpoints, 0)->line, ==, 2);
  g_assert_true (ls_debugger_undo (ls_window_get_debugger (window)));
  g_assert_cmpuint (ls_breakpoints_get (breakpoints, 1)->line, ==, 6);

  /* The text that runs is another one; undo gives back the old one, with the breakpoints at its lines. */
  gtk_text_buffer_set_text (text, "// x\nlet a = 1;\na = 2;\na = 3;\na = 4;\n", -1);
  ls_breakpoints_clear (breakpoints);
  ls_breakpoints_add (breakpoints, "main.js", 4, 0);
  test_window_activate (window, "win.run-again", NULL);
  test_window_wait (window);
  while (ls_debugger_get_undo_label (ls_window_get_debugger (window)) != NULL &&
         ls_script_buffer_get_n_lines (LS_SCRIPT_BUFFER (test_window_get_text (window))) == 6)
    {
      guint n = ls_breakpoints_get_n (breakpoints);

      g_assert_true (ls_debugger_undo (ls_window_get_debugger (window)));
      test_window_wait (window);
      if (n == 1 && ls_script_buffer_get_n_lines (LS_SCRIPT_BUFFER (test_window_get_text (window))) == 5)
        {
          g_assert_cmpuint (ls_breakpoints_get_n (breakpoints), ==, 1);
          g_assert_cmpuint (ls_breakpoints_get (breakpoints, 0)->line, ==, 3);
        }
    }
  g_assert_cmpuint (ls_script_buffer_get_n_lines (LS_SCRIPT_BUFFER (test_window_get_text (window))), ==, 5);
  test_window_close (window);
}

/* A run stops at it, and goes on from there when it is taken away. */
static void
test_breakpoint_while_playing (void)
{
  LsWindow *window = test_window_new_program (TEST_SCRIPT, 1360, 860);

  test_window_activate (window, "win.to-start", NULL);
  test_script_set_cursor (window, 3);
  test_window_activate (window, "win.toggle-breakpoint", NULL);
  ls_player_set_speed (test_window_get_player (window), LS_SPEED_MAXIMUM);
  for (guint i = 0; i < 2; i++)
    {
      gtk_widget_activate_action (GTK_WIDGET (window), "win.run", NULL);
      test_ui_wait_for (!ls_player_get_running (test_window_get_player (window)));
      g_assert_cmpuint (test_script_get_line (window), ==, 3);
    }
  test_window_activate (window, "win.toggle-breakpoint", NULL);
  g_assert_cmpuint (test_script_get_line (window), ==, 3);
  gtk_widget_activate_action (GTK_WIDGET (window), "win.run", NULL);
  test_ui_wait_for (!ls_player_get_running (test_window_get_player (window)));
  g_assert_true (ls_player_is_at_end (test_window_get_player (window)));
  test_window_close (window);
}

int
main (int   argc,
      char *argv[])
{
  test_window_init (&argc, &argv);

  g_test_add_func ("/debug/breakpoints/lines", test_breakpoint_lines);
  g_test_add_func ("/debug/breakpoints/undo", test_breakpoint_undo);
  g_test_add_func ("/debug/breakpoints/while-playing", test_breakpoint_while_playing);

  return g_test_run ();
}
