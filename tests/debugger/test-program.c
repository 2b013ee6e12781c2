/* test-program.c: programs in JavaScript in a debugger that no window shows, for tests
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "test-program.h"

/* Milliseconds from one tick of a player to the next: there are no frames to wait for. */
#define TICK 1

static gboolean
wake_up (gpointer user_data)
{
  return G_SOURCE_CONTINUE;
}

/* Prepares for a test without widgets. A source that does nothing keeps conditions from being waited for in vain. */
void
test_program_init (int    *argc,
                   char ***argv)
{
  g_test_init (argc, argv, NULL);
  g_timeout_add (20, wake_up, NULL);
}

static gboolean
tick_cb (gpointer user_data)
{
  if (ls_player_tick (user_data, g_get_monotonic_time ()))
    return G_SOURCE_CONTINUE;
  g_object_steal_data (user_data, "tick");
  return G_SOURCE_REMOVE;
}

static void
remove_tick (gpointer id)
{
  g_source_remove (GPOINTER_TO_UINT (id));
}

static void
on_wake (LsPlayer *player)
{
  if (g_object_get_data (G_OBJECT (player), "tick") == NULL)
    g_object_set_data_full (G_OBJECT (player), "tick", GUINT_TO_POINTER (g_timeout_add (TICK, tick_cb, player)), remove_tick);
}

/* Ticks the player of @debugger, as a window does. */
void
test_program_follow (LsDebugger *debugger)
{
  g_signal_connect (ls_debugger_get_player (debugger), "wake", G_CALLBACK (on_wake), NULL);
}

/* A debugger with a program that has no file, before its first step. */
LsDebugger *
test_program_open (const char *text)
{
  LsDebugger *debugger = ls_debugger_new ();

  test_program_follow (debugger);
  g_assert_true (ls_debugger_open_text (debugger, "main.js", text, NULL));
  return debugger;
}

/* A debugger with a program that has no file, at its first step. */
LsDebugger *
test_program_new (const char *text)
{
  LsDebugger *debugger = test_program_open (text);

  ls_player_step (ls_debugger_get_player (debugger));
  test_program_wait (debugger);
  return debugger;
}

/* Waits until the position is where it was sent. */
void
test_program_wait (LsDebugger *debugger)
{
  test_wait_for (!ls_player_is_pending (ls_debugger_get_player (debugger)));
}

/* Runs another text of the program from its start. */
void
test_program_edit (LsDebugger *debugger,
                   const char *text)
{
  ls_debugger_begin_edit (debugger, "edit");
  g_assert_true (ls_session_set_script_text (ls_debugger_get_session (debugger), 0, text, NULL));
  g_assert_true (ls_debugger_run_again (debugger, NULL));
}

void
test_program_to_start (LsDebugger *debugger)
{
  ls_player_to_start (ls_debugger_get_player (debugger));
  test_program_wait (debugger);
}

void
test_program_to_end (LsDebugger *debugger)
{
  ls_player_to_end (ls_debugger_get_player (debugger));
  test_program_wait (debugger);
}

void
test_program_step (LsDebugger     *debugger,
                   LsSteppingKind  kind,
                   gboolean        backwards)
{
  ls_player_step_by (ls_debugger_get_player (debugger), kind, backwards);
  test_program_wait (debugger);
}

/* Goes on to the next time that @line runs. */
void
test_program_run_to (LsDebugger *debugger,
                     guint       line)
{
  g_autoptr (LsBreakpoints) cursor = ls_breakpoints_new ();

  ls_breakpoints_add (cursor, "main.js", line, line);
  ls_player_run_to (ls_debugger_get_player (debugger), cursor, FALSE);
  test_program_wait (debugger);
}

/* Goes on to the next breakpoint. Returns its line, 0 where there is none. */
guint
test_program_to_breakpoint (LsDebugger *debugger)
{
  test_program_step (debugger, LS_STEPPING_BREAKPOINT, FALSE);
  return ls_player_is_at_end (ls_debugger_get_player (debugger)) ? 0 : test_program_get_line (debugger);
}

/* Returns the line of the statement that runs at the position, 0 for none. */
guint
test_program_get_line (LsDebugger *debugger)
{
  LsState *state = ls_player_get_state (ls_debugger_get_player (debugger));
  guint32 text = ls_state_get_statement_text (state);
  LsPlace place;

  return text != 0 && ls_place_parse (&place, ls_trace_get_text (ls_state_get_trace (state), text)) ? place.line : 0;
}

/* Returns (transfer full) the hash of the whole run. The player goes to its end. */
char *
test_program_get_hash (LsDebugger *debugger)
{
  test_program_to_end (debugger);
  return ls_trace_hash (ls_player_get_trace (ls_debugger_get_player (debugger)));
}

static void
evaluated_cb (GObject      *object,
              GAsyncResult *result,
              gpointer      user_data)
{
  g_autoptr (GError) error = NULL;
  char **text = user_data;
  gboolean threw;

  *text = ls_debugger_evaluate_finish (LS_DEBUGGER (object), result, &threw, &error);
  if (*text == NULL)
    *text = g_strdup (error->message);
}

/* Returns (transfer full) what @expression is at the position, or what is wrong with it. */
char *
test_program_evaluate (LsDebugger *debugger,
                       const char *expression)
{
  char *text = NULL;

  ls_debugger_evaluate_async (debugger, expression, NULL, evaluated_cb, &text);
  test_wait_for (text != NULL);
  return text;
}
