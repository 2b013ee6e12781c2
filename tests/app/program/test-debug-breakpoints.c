/* test-debug-breakpoints.c: breakpoints in JavaScript while it is stepped, run and edited
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "test-script-util.h"


static void
add_condition (LsWindow   *window,
               guint       line,
               const char *condition)
{
  LsBreakpoints *breakpoints = ls_debugger_get_breakpoints (ls_window_get_debugger (window));

  ls_breakpoints_add (breakpoints, "main.js", line, line);
  ls_breakpoints_set_condition (breakpoints, "main.js", line, condition);
  test_window_wait (window);
}

/* Conditions that do not answer as they should: the program runs as without them, and what is wrong is said. */
static void
test_breakpoint_conditions (void)
{
  static const struct { const char *condition; guint n_stops; const char *error; } conditions[] = {
    { "a === 1", 1 }, { "true", 3 }, { "a = 5, false", 0 }, { "nothing.x", 0, "ReferenceError: " },
    { "(() => { throw 'some ' + a })()", 0, "some 0" }, { "a === 2 ? b.c.d : a === 1", 1, "" }, { "(", 0, "" },
    { "a /* ", 0, "" }, { "a) || (1", 0, "" }, { "console.log('x')", 0 }, { "new Promise(() => {})", 3 },
    { "a // comment", 2 },
  };

  for (guint i = 0; i < G_N_ELEMENTS (conditions); i++)
    {
      LsWindow *window = test_window_new_program (TEST_SCRIPT, 1360, 860);
      LsBreakpoints *breakpoints = ls_debugger_get_breakpoints (ls_window_get_debugger (window));
      const char *error;
      guint n = 0;

      add_condition (window, 3, conditions[i].condition);
      test_window_activate (window, "win.to-start", NULL);
      while (n < 10 && test_script_to_breakpoint (window) != 0)
        n++;
      g_assert_cmpuint (n, ==, conditions[i].n_stops);
      if (conditions[i].error != NULL)
        test_ui_wait_for (ls_breakpoints_get (breakpoints, 0)->error != NULL);
      error = ls_breakpoints_get (breakpoints, 0)->error;
      g_test_message ("%s: %s", conditions[i].condition, error);
      if (conditions[i].error == NULL)
        g_assert_null (error);
      else
        g_assert_nonnull (strstr (error, conditions[i].error));
      test_window_close (window);
    }
}

/* A condition that does not end ends the run, as all that does not end. */
static void
test_breakpoint_endless_condition (void)
{
  LsWindow *window = test_window_new_program (TEST_SCRIPT, 1360, 860);

  add_condition (window, 3, "(() => { while (true); })()");
  ls_player_to_end (test_window_get_player (window));
  test_window_activate (window, "win.stop", NULL);
  test_ui_wait_for (gtk_revealer_get_reveal_child (GTK_REVEALER (test_window_get_child (window, "banner"))));
  g_assert_nonnull (strstr (gtk_label_get_text (GTK_LABEL (test_window_get_child (window, "banner_label"))), "main.js:3"));
  ls_breakpoints_remove (ls_debugger_get_breakpoints (ls_window_get_debugger (window)), "main.js", 3);
  test_window_activate (window, "win.run-again", NULL);
  test_window_activate (window, "win.to-end", NULL);
  g_assert_false (gtk_revealer_get_reveal_child (GTK_REVEALER (test_window_get_child (window, "banner"))));
  test_window_close (window);
}

/* A breakpoint in what is stepped over, or out of, stops there, forwards and back, and says so. */
static void
test_breakpoint_on_way (void)
{
  static const struct { guint start; guint n_times; const char *action; guint line; guint without; } steps[] = {
    { 8, 1, "win.step-over", 3, 8 },
    { 4, 1, "win.step-over", 8, 8 },
    { 8, 1, "win.step-out", 3, 10 },
    { 8, 1, "win.step-task", 3, 0 },
    { 10, 2, "win.step-over-back", 3, 8 },
    { 10, 2, "win.step-task-back", 0, 0 },
    { 3, 1, "win.step-statement", 4, 4 },
  };
  LsWindow *window = test_window_new_program (TEST_SCRIPT, 1360, 860);
  LsBreakpoints *breakpoints = ls_debugger_get_breakpoints (ls_window_get_debugger (window));

  for (guint i = 0; i < G_N_ELEMENTS (steps); i++)
    for (guint with = 0; with < 2; with++)
      {
        g_autofree char *reason = NULL;

        if (with)
          ls_breakpoints_add (breakpoints, "main.js", 3, 3);
        test_window_activate (window, "win.to-start", NULL);
        test_script_set_cursor (window, steps[i].start);
        for (guint n = 0; n < steps[i].n_times; n++)
          test_window_activate (window, "win.run-to-cursor", NULL);
        g_assert_cmpuint (test_script_get_line (window), ==, steps[i].start);
        test_window_activate (window, steps[i].action, NULL);
        reason = ls_player_get_break_reason (test_window_get_player (window));
        g_test_message ("%s from %u: %u", steps[i].action, steps[i].start, test_script_get_line (window));
        if (with || steps[i].without != 0)
          g_assert_cmpuint (test_script_get_line (window), ==, with ? steps[i].line : steps[i].without);
        g_assert_true ((reason != NULL) == (with && steps[i].line == 3));
        ls_breakpoints_clear (breakpoints);
      }
  test_window_close (window);
}

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

/* A run stops at it at any speed, and goes on from there when it is taken away. */
static void
test_breakpoint_while_playing (void)
{
  LsWindow *window = test_window_new_program (TEST_SCRIPT, 1360, 860);
  static const double speeds[] = { 0.01, 1, 1000, LS_SPEED_MAXIMUM };

  for (guint i = 0; i < G_N_ELEMENTS (speeds); i++)
    {
      test_window_activate (window, "win.to-start", NULL);
      test_script_set_cursor (window, 3);
      test_window_activate (window, "win.toggle-breakpoint", NULL);
      ls_player_set_speed (test_window_get_player (window), speeds[i]);
      for (guint j = 0; j < 2; j++)
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
    }
  test_window_close (window);
}

int
main (int   argc,
      char *argv[])
{
  test_window_init (&argc, &argv);

  g_test_add_func ("/debug/breakpoints/conditions", test_breakpoint_conditions);
  g_test_add_func ("/debug/breakpoints/endless-condition", test_breakpoint_endless_condition);
  g_test_add_func ("/debug/breakpoints/on-way", test_breakpoint_on_way);
  g_test_add_func ("/debug/breakpoints/lines", test_breakpoint_lines);
  g_test_add_func ("/debug/breakpoints/undo", test_breakpoint_undo);
  g_test_add_func ("/debug/breakpoints/while-playing", test_breakpoint_while_playing);

  return g_test_run ();
}
