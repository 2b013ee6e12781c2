/* test-debugger-check.c: the program as it is now, held against expectations
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "test-program.h"

#include "ls-script.h"
#include "ls-session-check.h"
#include "ls-session-error.h"

/* What came of a check. */
typedef struct
{
  gboolean   is_over;
  GPtrArray *results;
  char      *problem;
  GError    *error;
} Outcome;

static void
outcome_clear (Outcome *self)
{
  g_clear_pointer (&self->results, g_ptr_array_unref);
  g_free (self->problem);
  g_clear_error (&self->error);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Outcome, outcome_clear)

/* What a session with these expectations expects. */
static GPtrArray *
read_expectations (const char *json)
{
  g_autofree char *text = g_strdup_printf ("{\"format\":\"loopscope-session\",\"version\":1,\"program\":{\"kind\":\"steps\",\"main\":[]},"
                                           "\"expectations\":[%s]}", json);
  g_autoptr (GError) error = NULL;
  g_autoptr (LsSession) session = ls_session_new_from_data ("test", text, -1, &error);
  GPtrArray *expectations = g_ptr_array_new_with_free_func ((GDestroyNotify) ls_expectation_unref);

  g_assert_no_error (error);
  for (guint i = 0; i < ls_session_get_n_expectations (session); i++)
    g_ptr_array_add (expectations, ls_expectation_ref (ls_session_get_expectation (session, i)));
  return expectations;
}

static void
checked_cb (GObject      *object,
            GAsyncResult *result,
            gpointer      user_data)
{
  Outcome *self = user_data;

  self->results = ls_debugger_check_finish (LS_DEBUGGER (object), result, &self->problem, &self->error);
  self->is_over = TRUE;
}

static void
check (LsDebugger   *debugger,
       const char   *json,
       GCancellable *cancellable,
       Outcome      *outcome)
{
  g_autoptr (GPtrArray) expectations = read_expectations (json);

  ls_debugger_check_async (debugger, expectations, cancellable, checked_cb, outcome);
  g_cancellable_cancel (cancellable);
  test_wait_for (outcome->is_over);
}

/* It is the whole run that counts, wherever the player is, and the text as it was run last. */
static void
test_check (void)
{
  static const char goals[] = "{\"longestTurn\":{\"atMost\":5}},{\"logContains\":[\"a\"]}";
  g_autoptr (LsDebugger) debugger = test_program_new ("setTimeout (() => { work (9); log ('a'); });");
  gsize position = ls_player_get_position (ls_debugger_get_player (debugger));
  g_auto (Outcome) before = { 0 }, after = { 0 };
  const LsCheckResult *result;

  check (debugger, goals, NULL, &before);
  g_assert_no_error (before.error);
  g_assert_null (before.problem);
  g_assert_cmpuint (before.results->len, ==, 2);
  result = g_ptr_array_index (before.results, 0);
  g_assert_false (result->passed);
  g_assert_cmpstr (result->measured, ==, "9 ms");
  result = g_ptr_array_index (before.results, 1);
  g_assert_true (result->passed);
  g_assert_null (result->measured);
  g_assert_cmpuint (ls_player_get_position (ls_debugger_get_player (debugger)), ==, position);

  test_program_edit (debugger, "setTimeout (() => { work (4); log ('a'); });");
  check (debugger, goals, NULL, &after);
  result = g_ptr_array_index (after.results, 0);
  g_assert_true (result->passed);
  g_assert_cmpstr (result->measured, ==, "4 ms");
}

/* A run that a budget stops, and a program that cannot be read, say so. */
static void
test_problems (void)
{
  g_autoptr (LsDebugger) debugger = test_program_new ("setInterval (() => work (1)); log ('a');");
  g_auto (Outcome) endless = { 0 }, wrong = { 0 }, cancelled = { 0 };
  g_autoptr (GCancellable) cancellable = g_cancellable_new ();

  ls_debugger_set_budgets (debugger, 1000, 0, 0, 0);
  test_program_edit (debugger, "setInterval (() => work (1)); log ('b');");
  check (debugger, "{\"logContains\":[\"b\"]}", NULL, &endless);
  g_assert_no_error (endless.error);
  g_assert_nonnull (endless.problem);
  g_assert_true (((LsCheckResult *) g_ptr_array_index (endless.results, 0))->passed);

  test_program_edit (debugger, "work (");
  check (debugger, "{\"logContains\":[\"b\"]}", NULL, &wrong);
  g_assert_null (wrong.results);
  g_assert_true (g_str_has_prefix (wrong.error->message, "main.js:1:"));

  check (debugger, "{\"logContains\":[\"b\"]}", cancellable, &cancelled);
  g_assert_null (cancelled.results);
  g_assert_error (cancelled.error, G_IO_ERROR, G_IO_ERROR_CANCELLED);
}

/* Before anything runs there is nothing to look at. */
static void
test_nothing (void)
{
  g_autoptr (LsDebugger) debugger = ls_debugger_new ();
  g_auto (Outcome) outcome = { 0 };

  check (debugger, "{\"finished\":true}", NULL, &outcome);
  g_assert_error (outcome.error, LS_SESSION_ERROR, LS_SESSION_ERROR_RUN);
  g_assert_null (outcome.results);
}

int
main (int   argc,
      char *argv[])
{
  test_program_init (&argc, &argv);
  ls_script_register ();

  g_test_add_func ("/debugger-check/check", test_check);
  g_test_add_func ("/debugger-check/problems", test_problems);
  g_test_add_func ("/debugger-check/nothing", test_nothing);

  return g_test_run ();
}
