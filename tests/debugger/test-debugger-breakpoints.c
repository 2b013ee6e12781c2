/* test-debugger-breakpoints.c: breakpoints in JavaScript while it is stepped and run
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "ls-script.h"
#include "test-program.h"

static void
add_condition (LsDebugger *debugger,
               guint       line,
               const char *condition)
{
  LsBreakpoints *breakpoints = ls_debugger_get_breakpoints (debugger);

  ls_breakpoints_add (breakpoints, "main.js", line, line);
  ls_breakpoints_set_condition (breakpoints, "main.js", line, condition);
  test_program_wait (debugger);
}

/* Conditions that do not answer as they should: the program runs as without them, and what is wrong is said. */
static void
test_breakpoints_conditions (void)
{
  static const struct { const char *condition; guint n_stops; const char *error; } conditions[] = {
    { "a === 1", 1 }, { "true", 3 }, { "a = 5, false", 0 }, { "nothing.x", 0, "ReferenceError: " },
    { "(() => { throw 'some ' + a })()", 0, "some 0" }, { "a === 2 ? b.c.d : a === 1", 1, "" }, { "(", 0, "" },
    { "a /* ", 0, "" }, { "a) || (1", 0, "" }, { "console.log('x')", 0 }, { "new Promise(() => {})", 3 },
    { "a // comment", 2 },
  };

  for (guint i = 0; i < G_N_ELEMENTS (conditions); i++)
    {
      g_autoptr (LsDebugger) debugger = test_program_new (TEST_SCRIPT);
      LsBreakpoints *breakpoints = ls_debugger_get_breakpoints (debugger);
      const char *error;
      guint n = 0;

      add_condition (debugger, 3, conditions[i].condition);
      test_program_to_start (debugger);
      while (n < 10 && test_program_to_breakpoint (debugger) != 0)
        n++;
      g_assert_cmpuint (n, ==, conditions[i].n_stops);
      if (conditions[i].error != NULL)
        test_wait_for (ls_breakpoints_get (breakpoints, 0)->error != NULL);
      error = ls_breakpoints_get (breakpoints, 0)->error;
      g_test_message ("%s: %s", conditions[i].condition, error);
      if (conditions[i].error == NULL)
        g_assert_null (error);
      else
        g_assert_nonnull (strstr (error, conditions[i].error));
    }
}

static char *
get_message (LsDebugger *debugger)
{
  g_autofree char *place = NULL;

  return ls_debugger_get_message (debugger, &place);
}

/* A condition that does not end ends the run, as all that does not end. */
static void
test_breakpoints_endless_condition (void)
{
  g_autoptr (LsDebugger) debugger = test_program_new (TEST_SCRIPT);
  g_autofree char *message = NULL;

  add_condition (debugger, 3, "(() => { while (true); })()");
  /* It is stopped as soon as the run has come to it, which nothing tells. */
  for (gint64 delay = 1000; message == NULL || strstr (message, "main.js:3") == NULL; delay *= 2)
    {
      gint64 start = g_get_monotonic_time ();

      g_assert_true (ls_debugger_run_again (debugger, NULL));
      ls_player_to_end (ls_debugger_get_player (debugger));
      while (g_get_monotonic_time () - start < delay)
        g_main_context_iteration (NULL, TRUE);
      g_assert_true (ls_debugger_get_working (debugger));
      ls_debugger_stop (debugger);
      g_clear_pointer (&message, g_free);
      test_wait_for ((message = get_message (debugger)) != NULL);
    }
  ls_breakpoints_remove (ls_debugger_get_breakpoints (debugger), "main.js", 3);
  g_assert_true (ls_debugger_run_again (debugger, NULL));
  test_program_to_end (debugger);
  test_wait_for (ls_debugger_is_over (debugger));
  g_assert_null (get_message (debugger));
}

/* A breakpoint in what is stepped over, or out of, stops there, forwards and back, and says so. */
static void
test_breakpoints_on_way (void)
{
  static const struct
  {
    guint          start;
    guint          n_times;
    LsSteppingKind kind;
    gboolean       backwards;
    guint          line;
    guint          without;
  } steps[] = {
    { 8, 1, LS_STEPPING_OVER, FALSE, 3, 8 },
    { 4, 1, LS_STEPPING_OVER, FALSE, 8, 8 },
    { 8, 1, LS_STEPPING_OUT, FALSE, 3, 10 },
    { 8, 1, LS_STEPPING_TURN, FALSE, 3, 0 },
    { 10, 2, LS_STEPPING_OVER, TRUE, 3, 8 },
    { 10, 2, LS_STEPPING_TURN, TRUE, 0, 0 },
    { 3, 1, LS_STEPPING_INTO, FALSE, 4, 4 },
  };
  g_autoptr (LsDebugger) debugger = test_program_new (TEST_SCRIPT);
  LsBreakpoints *breakpoints = ls_debugger_get_breakpoints (debugger);

  for (guint i = 0; i < G_N_ELEMENTS (steps); i++)
    for (guint with = 0; with < 2; with++)
      {
        g_autofree char *reason = NULL;

        if (with)
          ls_breakpoints_add (breakpoints, "main.js", 3, 3);
        test_program_to_start (debugger);
        for (guint n = 0; n < steps[i].n_times; n++)
          test_program_run_to (debugger, steps[i].start);
        g_assert_cmpuint (test_program_get_line (debugger), ==, steps[i].start);
        test_program_step (debugger, steps[i].kind, steps[i].backwards);
        reason = ls_player_get_break_reason (ls_debugger_get_player (debugger));
        g_test_message ("row %u from %u: %u", i, steps[i].start, test_program_get_line (debugger));
        if (with || steps[i].without != 0)
          g_assert_cmpuint (test_program_get_line (debugger), ==, with ? steps[i].line : steps[i].without);
        g_assert_true ((reason != NULL) == (with && steps[i].line == 3));
        ls_breakpoints_clear (breakpoints);
      }
}

/* A run stops at it at any speed, and goes on from there when it is taken away. */
static void
test_breakpoints_while_playing (void)
{
  g_autoptr (LsDebugger) debugger = test_program_new (TEST_SCRIPT);
  LsPlayer *player = ls_debugger_get_player (debugger);
  LsBreakpoints *breakpoints = ls_debugger_get_breakpoints (debugger);
  static const double speeds[] = { 0.01, 1, 1000, LS_SPEED_MAXIMUM };

  for (guint i = 0; i < G_N_ELEMENTS (speeds); i++)
    {
      test_program_to_start (debugger);
      ls_breakpoints_add (breakpoints, "main.js", 3, 3);
      ls_player_set_speed (player, speeds[i]);
      for (guint j = 0; j < 2; j++)
        {
          ls_player_set_running (player, TRUE);
          test_wait_for (!ls_player_get_running (player));
          g_assert_cmpuint (test_program_get_line (debugger), ==, 3);
        }
      ls_breakpoints_remove (breakpoints, "main.js", 3);
      g_assert_cmpuint (test_program_get_line (debugger), ==, 3);
      ls_player_set_running (player, TRUE);
      test_wait_for (!ls_player_get_running (player));
      g_assert_true (ls_player_is_at_end (player));
    }
}

int
main (int   argc,
      char *argv[])
{
  test_program_init (&argc, &argv);
  ls_script_register ();

  g_test_add_func ("/debugger/breakpoints/conditions", test_breakpoints_conditions);
  g_test_add_func ("/debugger/breakpoints/endless-condition", test_breakpoints_endless_condition);
  g_test_add_func ("/debugger/breakpoints/on-way", test_breakpoints_on_way);
  g_test_add_func ("/debugger/breakpoints/while-playing", test_breakpoints_while_playing);

  return g_test_run ();
}
