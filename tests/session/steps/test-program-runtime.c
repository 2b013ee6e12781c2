/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "session-util.h"
#include "test-engine-threads.h"
#include "test-time.h"
#include "toy-runtime.h"

#include "ls-engine-thread.h"
#include "ls-session-evaluate.h"

/* Programs that a runtime runs; the runtime is a toy. */

static LsSession *
script_session (const char *text,
                const char *members)
{
  g_autofree char *escaped = g_strescape (text, NULL);
  g_autofree char *json =
    g_strdup_printf ("{\"format\":\"loopscope-session\",\"version\":1,%s%s\"program\":{\"kind\":\"javascript\","
                     "\"source\":\"%s\"}}", members, *members != '\0' ? "," : "", escaped);
  g_autoptr (GError) error = NULL;
  LsSession *session = ls_session_new_from_data ("test", json, -1, &error);

  g_assert_no_error (error);
  return session;
}

static LsRunner *
script_runner (const char            *text,
               const char            *members,
               const LsRunnerOptions *options)
{
  g_autoptr (LsSession) session = script_session (text, members);
  g_autoptr (GError) error = NULL;
  LsRunner *runner = ls_runner_new (session, options, &error);

  g_assert_no_error (error);
  return runner;
}

static void
assert_log (const char *text,
            const char *members,
            const char *expected)
{
  g_autoptr (LsRunner) runner = script_runner (text, members, NULL);
  g_autofree char *log = NULL;

  g_assert_true (ls_runner_run_to_end (runner, NULL));
  log = joined_log (runner);
  g_assert_cmpstr (log, ==, expected);
}

static void
test_scripts_in_order (void)
{
  g_autoptr (LsSession) session = script_session ("a\nb", "");
  g_autoptr (LsRunner) runner = NULL;
  g_autoptr (GError) error = NULL;
  g_autofree char *log = NULL;

  g_assert_true (ls_session_add_script (session, "second.js", "c", &error));
  g_assert_no_error (error);
  runner = runner_new (session);
  g_assert_true (ls_runner_run_to_end (runner, NULL));
  log = joined_log (runner);
  g_assert_cmpstr (log, ==, "a|b|c");
  g_assert_cmpuint (ls_runner_get_n_steps (runner), ==, 3);
}

static void
test_levels (void)
{
  g_autoptr (LsRunner) runner = script_runner ("log a\ninfo b\nwarn c\nerror d\ndebug e", "", NULL);
  guint expected = 0;

  g_assert_true (ls_runner_run_to_end (runner, NULL));
  for (gsize i = 0; i < ls_trace_get_length (ls_runner_get_trace (runner)); i++)
    {
      LsRecord record;

      ls_trace_get_record (ls_runner_get_trace (runner), i, &record);
      if (record.kind == LS_RECORD_LOG)
        g_assert_cmpuint (record.level, ==, expected++);
    }
  g_assert_cmpuint (expected, ==, 5);
}

static void
test_uncaught (void)
{
  g_autoptr (LsRunner) runner = script_runner ("a\nthrow boom\nreject bang", "", NULL);
  const char *text = NULL;

  g_assert_true (ls_runner_run_to_end (runner, NULL));
  g_assert_cmpuint (count_records (ls_runner_get_trace (runner), LS_RECORD_EXCEPTION, &text), ==, 1);
  g_assert_cmpstr (text, ==, "main.js:2:1: Uncaught Error: boom");
  g_assert_cmpuint (count_records (ls_runner_get_trace (runner), LS_RECORD_PROMISE_UNHANDLED, &text), ==, 1);
  g_assert_cmpstr (text, ==, "main.js:3:1: Uncaught (in promise) Error: bang");
}

static void
on_output (LsRunner       *runner,
           LsRunnerOutput  kind,
           const char     *text,
           gpointer        user_data)
{
  if (kind != LS_RUNNER_OUTPUT_PAUSE)
    g_string_append_printf (user_data, "%d %s|", kind, text);
  else
    g_assert_null (text);
}

/* What the program prints is the same with and without a trace, in order. */
static void
test_output (gconstpointer data)
{
  g_autoptr (GString) output = g_string_new (NULL);
  LsRunnerOptions options = LS_RUNNER_OPTIONS_INIT;
  g_autoptr (LsRunner) runner = NULL;

  options.without_trace = GPOINTER_TO_INT (data);
  options.output = on_output;
  options.output_data = output;
  runner = script_runner ("a\nerror b\nthrow boom\nwarn c\nreject d\ne",
                          "\"actions\":[{\"at\":{\"turn\":6},\"do\":{\"op\":\"log\",\"text\":\"f\"}},"
                          "{\"at\":{\"turn\":6},\"do\":{\"op\":\"throw\",\"message\":\"g\"}}]", &options);
  while (ls_runner_run_for (runner, 1, NULL))
    ;
  g_assert_cmpint (ls_runner_get_state (runner), ==, LS_RUNNER_FINISHED);
  g_assert_cmpstr (output->str, ==, "0 a|3 b|7 main.js:3:1: Uncaught Error: boom|2 c|"
                   "7 main.js:5:1: Uncaught (in promise) Error: d|0 e|0 f|5 Error: g|");
  g_assert_cmpuint (ls_trace_get_length (ls_runner_get_trace (runner)) == 0, ==, options.without_trace);
  g_assert_cmpuint (ls_runner_get_n_log_lines (runner), ==, options.without_trace ? 0 : 5);
}

/* Whole turns without a trace, single steps with one: as many of them. */
static void
test_batch_counts_steps (void)
{
  LsRunnerOptions options = LS_RUNNER_OPTIONS_INIT;
  g_autoptr (GString) text = g_string_new (NULL);
  g_autoptr (LsRunner) traced = NULL;
  g_autoptr (LsRunner) plain = NULL;

  for (guint i = 0; i < 500; i++)
    g_string_append (text, "a\n");
  traced = script_runner (text->str, "", NULL);
  options.without_trace = TRUE;
  plain = script_runner (text->str, "", &options);
  g_assert_true (ls_runner_run_to_end (traced, NULL));
  g_assert_true (ls_runner_run_to_end (plain, NULL));
  g_assert_cmpuint (ls_runner_get_n_steps (plain), ==, 500);
  g_assert_cmpuint (ls_runner_get_n_steps (traced), ==, 500);
}

static void
assert_stopped (const char            *text,
                const char            *members,
                const LsRunnerOptions *options,
                const char            *message,
                guint32                n_steps)
{
  g_autoptr (LsRunner) runner = script_runner (text, members, options);

  g_assert_false (ls_runner_run_to_end (runner, NULL));
  g_assert_cmpint (ls_runner_get_state (runner), ==, LS_RUNNER_BUDGET_EXCEEDED);
  g_assert_cmpstr (ls_runner_get_message (runner), ==, message);
  g_assert_cmpuint (ls_runner_get_n_steps (runner), ==, n_steps);
}

static void
test_budgets (gconstpointer data)
{
  LsRunnerOptions options = LS_RUNNER_OPTIONS_INIT;

  options.without_trace = GPOINTER_TO_INT (data);
  options.step_budget = 100;
  assert_stopped ("again", "", &options, "The run was stopped: it reached its budget of 100 steps and statements", 100);
  assert_stopped ("count 99\na", "", &options,
                  "The run was stopped: it reached its budget of 100 steps and statements", 1);
  options.step_budget = 0;
  assert_stopped ("a\nlater b", "", &options, "The run was stopped: it reached its budget of 86400000 ms of loop time",
                  2);
  /* A turn that ends when the time is up is the last one. */
  options.time_budget = 5000;
  assert_stopped ("work 4\nwork 1\na", "", &options, "The run was stopped: it reached its budget of 5 ms of loop time", 2);
  options.time_budget = 5001;
  assert_stopped ("work 4\nwork 1\nwork 1\na", "", &options, "The run was stopped: it reached its budget of 5 ms of loop time", 3);
  options.time_budget = 0;
  assert_stopped ("a\nstop because\nb", "", &options, "because", 2);
  assert_stopped ("count 10000000\na", "", &options,
                  "The run was stopped: it reached its budget of 10000000 steps and statements", 1);
}

static void
test_default_budget (void)
{
  g_autoptr (LsSession) session = script_session ("a", "\"settings\":{}");
  g_autoptr (LsSettings) settings = ls_settings_copy (ls_session_get_settings (session));
  g_autofree char *data = NULL;

  g_assert_cmpuint (settings->step_budget, ==, 10000000);
  /* What is the default is not written. */
  ls_session_set_settings (session, settings);
  g_assert_false (ls_session_get_modified (session));
  settings->step_budget = LS_SETTINGS_DEFAULT_STEP_BUDGET;
  ls_session_set_settings (session, settings);
  data = ls_session_to_data (session, NULL);
  g_assert_nonnull (strstr (data, "\"steps\": 1000000"));
}

/* Statements are to be counted where somebody set their number. */
static void
test_counts_statements (void)
{
  LsRunnerOptions options = LS_RUNNER_OPTIONS_INIT;
  const char *budget = "\"settings\":{\"budget\":{\"steps\":5}}";

  options.without_trace = TRUE;
  assert_stopped ("count 3\na\nb\nc", budget, &options,
                  "The run was stopped: it reached its budget of 5 steps and statements", 2);
}

static gpointer
cancel_soon (gpointer data)
{
  g_usleep (20000);
  g_cancellable_cancel (data);
  return NULL;
}

/* Also a callback that never ends. */
static void
test_cancel (gconstpointer data)
{
  LsRunnerOptions options = LS_RUNNER_OPTIONS_INIT;
  g_autoptr (LsRunner) runner = NULL;
  g_autoptr (GCancellable) cancellable = g_cancellable_new ();
  GThread *thread;
  gint64 start;

  options.without_trace = GPOINTER_TO_INT (data);
  runner = script_runner ("a\nspin\nb", "", &options);
  thread = g_thread_new ("cancel", cancel_soon, cancellable);
  start = g_get_monotonic_time ();
  g_assert_false (ls_runner_run_to_end (runner, cancellable));
  test_assert_in_time (g_get_monotonic_time () - start, 2000000);
  g_thread_join (thread);
  g_assert_cmpint (ls_runner_get_state (runner), ==, LS_RUNNER_CANCELLED);
  g_assert_cmpuint (ls_runner_get_n_log_lines (runner), ==, 1);
  g_assert_false (ls_runner_step (runner, NULL));
}

static void
test_actions_by_name (void)
{
  assert_log ("controller c\npriorities\npriorities",
              "\"actions\":[{\"at\":{\"turn\":2},\"do\":{\"op\":\"setPriority\",\"controller\":\"c\","
              "\"priority\":\"background\"}}]", "user-visible|background");
}

/* A name that the program never gives throws when it is used. */
static void
test_action_of_unknown_name (void)
{
  g_autoptr (LsRunner) runner =
    script_runner ("a", "\"actions\":[{\"at\":{\"turn\":1},\"do\":{\"op\":\"abort\",\"controller\":\"c\"}}]", NULL);
  const char *text = NULL;

  g_assert_true (ls_runner_run_to_end (runner, NULL));
  g_assert_cmpuint (count_records (ls_runner_get_trace (runner), LS_RECORD_EXCEPTION, &text), ==, 1);
  g_assert_nonnull (strstr (text, "“c” has not been made yet"));
}

/* The runtime is told where the next action is, and asks for no other statement. */
static void
test_actions_at_statements (void)
{
  assert_log ("a\nstatements 50\nb",
              "\"actions\":[{\"at\":{\"turn\":2,\"statement\":7},\"do\":{\"op\":\"log\",\"text\":\"x\"}},"
              "{\"at\":{\"turn\":2,\"statement\":40},\"do\":{\"op\":\"log\",\"text\":\"y\"}},"
              "{\"at\":{\"turn\":3,\"statement\":1},\"do\":{\"op\":\"log\",\"text\":\"z\"}}]",
              "a|asks at 7|x|asks at 40|y|z|b");
}

static void
test_syntax_error (void)
{
  g_autoptr (LsSession) session = script_session ("a\nsyntax", "");
  g_autoptr (GError) error = NULL;
  LsScript *script;
  const char *rest;
  guint line, column;

  g_assert_null (ls_runner_new (session, NULL, &error));
  g_assert_error (error, LS_SESSION_ERROR, LS_SESSION_ERROR_PROGRAM);
  g_assert_cmpstr (error->message, ==, "main.js:2:3: SyntaxError: Unexpected token");
  g_assert_true (ls_program_parse_place (ls_session_get_program (session), error->message, &script, &line, &column,
                                         &rest));
  g_assert_cmpstr (ls_script_get_name (script), ==, "main.js");
  g_assert_cmpuint (line, ==, 2);
  g_assert_cmpuint (column, ==, 3);
  g_assert_cmpstr (rest, ==, "SyntaxError: Unexpected token");
  g_assert_true (ls_program_parse_place (ls_session_get_program (session), "main.js:12", NULL, &line, &column, NULL));
  g_assert_cmpuint (line, ==, 12);
  g_assert_cmpuint (column, ==, 0);
  g_assert_false (ls_program_parse_place (ls_session_get_program (session), "other.js:2:3: x", NULL, NULL, NULL, NULL));
  g_assert_false (ls_program_parse_place (ls_session_get_program (session), "main.js:x", NULL, NULL, NULL, NULL));
  g_assert_false (ls_program_parse_place (ls_session_get_program (session), "main.js:99999999999999999999", NULL, NULL,
                                          NULL, NULL));
  g_assert_false (ls_program_parse_place (ls_session_get_program (session), "main.js", NULL, NULL, NULL, NULL));
}

static void
wait_for_end (LsEngineThread *thread)
{
  while (ls_engine_thread_get_running (thread))
    g_main_context_iteration (NULL, TRUE);
}

static void
test_thread_fails (void)
{
  g_autoptr (LsEngineThread) thread = ls_engine_thread_new ();
  g_autoptr (LsSession) bad = script_session ("a\nsyntax", "");
  g_autoptr (LsSession) good = script_session ("a", "");
  g_autoptr (LsScript) script = NULL;
  g_autoptr (GError) error = NULL;
  guint line, column;

  g_assert_true (ls_engine_thread_start (thread, bad, NULL, &error));
  wait_for_end (thread);
  g_assert_cmpint (ls_engine_thread_get_state (thread), ==, LS_RUNNER_FAILED);
  g_assert_cmpstr (ls_engine_thread_get_message (thread), ==, "main.js:2:3: SyntaxError: Unexpected token");
  g_assert_true (ls_engine_thread_get_place (thread, &script, &line, &column));
  g_assert_cmpstr (ls_script_get_name (script), ==, "main.js");
  g_assert_cmpuint (line, ==, 2);
  g_assert_cmpuint (column, ==, 3);
  g_assert_cmpuint (ls_engine_thread_get_unapplied_actions (thread)->len, ==, 0);

  g_assert_true (ls_engine_thread_start (thread, good, NULL, &error));
  wait_for_end (thread);
  g_assert_cmpint (ls_engine_thread_get_state (thread), ==, LS_RUNNER_FINISHED);
  g_assert_null (ls_engine_thread_get_message (thread));
  g_assert_false (ls_engine_thread_get_place (thread, NULL, NULL, NULL));
}

/* Stop, as the window's button does. */
static void
test_thread_stops (void)
{
  g_autoptr (LsEngineThread) thread = ls_engine_thread_new ();
  g_autoptr (LsSession) session = script_session ("a\nspin", "");
  g_autoptr (GError) error = NULL;
  gint64 start;

  g_assert_true (ls_engine_thread_start (thread, session, NULL, &error));
  while (count_records (ls_engine_thread_get_trace (thread), LS_RECORD_LOG, NULL) == 0)
    g_thread_yield ();
  start = g_get_monotonic_time ();
  ls_engine_thread_stop (thread);
  test_assert_in_time (g_get_monotonic_time () - start, 500000);
  g_assert_cmpint (ls_engine_thread_get_state (thread), ==, LS_RUNNER_CANCELLED);
}

/* The program fails because nobody waits for it: the run was cancelled, and is not one of a program that is wrong. */
static void
test_thread_interrupted_while_read (void)
{
  g_autoptr (LsEngineThread) thread = ls_engine_thread_new ();
  g_autoptr (LsSession) session = script_session ("a\nunread", "");
  g_autoptr (LsSession) good = script_session ("a", "");
  g_autoptr (GError) error = NULL;

  g_atomic_int_set (&toy_n_unread, 0);
  g_assert_true (ls_engine_thread_start (thread, session, NULL, &error));
  while (g_atomic_int_get (&toy_n_unread) == 0)
    g_thread_yield ();
  ls_engine_thread_interrupt (thread);
  g_assert_true (ls_engine_thread_get_running (thread));
  wait_for_end (thread);
  g_assert_cmpint (ls_engine_thread_get_state (thread), ==, LS_RUNNER_CANCELLED);
  g_assert_cmpuint (count_records (ls_engine_thread_get_trace (thread), LS_RECORD_LOG, NULL), ==, 0);

  g_assert_true (ls_engine_thread_start (thread, good, NULL, &error));
  wait_for_end (thread);
  g_assert_cmpint (ls_engine_thread_get_state (thread), ==, LS_RUNNER_FINISHED);
}

/* Stop ends the reading as well, and waits for it. */
static void
test_thread_stops_while_read (void)
{
  g_autoptr (LsEngineThread) thread = ls_engine_thread_new ();
  g_autoptr (LsSession) session = script_session ("unread", "");
  g_autoptr (GError) error = NULL;

  g_atomic_int_set (&toy_n_unread, 0);
  g_assert_true (ls_engine_thread_start (thread, session, NULL, &error));
  while (g_atomic_int_get (&toy_n_unread) == 0)
    g_thread_yield ();
  ls_engine_thread_stop (thread);
  g_assert_cmpint (ls_engine_thread_get_state (thread), ==, LS_RUNNER_CANCELLED);
  /* Threads that are left alone would still be there. */
  while (test_count_engine_threads () > 0)
    g_thread_yield ();
}

static void
on_result (GObject      *source,
           GAsyncResult *result,
           gpointer      user_data)
{
  *(GAsyncResult **) user_data = g_object_ref (result);
}

static char *
evaluate (const char    *expression,
          guint32        turn,
          guint          line,
          gboolean      *threw,
          GError       **error)
{
  g_autoptr (LsSession) session = script_session ("a\nb\nspin", "");
  g_autoptr (GAsyncResult) result = NULL;
  LsStamp stamp = { .turn = turn, .statement = 1 };

  ls_session_evaluate_async (session, NULL, &stamp, "main.js", line, 1, expression, NULL, on_result, &result);
  while (result == NULL)
    g_main_context_iteration (NULL, TRUE);
  return ls_session_evaluate_finish (session, result, threw, error);
}

static void
test_evaluate (void)
{
  g_autoptr (GError) error = NULL;
  g_autofree char *first = NULL;
  g_autofree char *second = NULL;
  gboolean threw;

  /* The third task never ends, but nobody asks for what comes after it. */
  first = evaluate ("x", 2, 2, &threw, &error);
  g_assert_no_error (error);
  g_assert_cmpstr (first, ==, "x is b");
  g_assert_false (threw);

  second = evaluate ("throw", 1, 1, &threw, &error);
  g_assert_no_error (error);
  g_assert_cmpstr (second, ==, "throw is a");
  g_assert_true (threw);

  g_assert_null (evaluate ("x", 1, 2, &threw, &error));
  g_assert_error (error, LS_SESSION_ERROR, LS_SESSION_ERROR_RUN);
}

static void
test_no_runtime (void)
{
  g_autoptr (LsSession) session = script_session ("a", "");
  g_autoptr (GError) error = NULL;

  g_assert_null (ls_runner_new (session, NULL, &error));
  g_assert_error (error, LS_SESSION_ERROR, LS_SESSION_ERROR_RUN);
  g_assert_nonnull (strstr (error->message, "this build has no JavaScript"));
}

static void
test_options_copy (void)
{
  LsBreakpoint breakpoints[] = { { "main.js", 3, NULL }, { "b.js", 4, "x > 1" } };
  LsProgramProbe probes[] = { { { 1, 2, 3 }, "c.js", 5, 6, "y" } };
  LsProgramOptions options = { breakpoints, 2, probes, 1 };
  g_autoptr (LsProgramOptions) copy = ls_program_options_copy (&options);

  breakpoints[0].script = breakpoints[1].condition = probes[0].expression = NULL;
  g_assert_cmpstr (copy->breakpoints[0].script, ==, "main.js");
  g_assert_null (copy->breakpoints[0].condition);
  g_assert_cmpstr (copy->breakpoints[1].condition, ==, "x > 1");
  g_assert_cmpuint (copy->probes[0].stamp.statement, ==, 3);
  g_assert_cmpstr (copy->probes[0].expression, ==, "y");
}

int
main (int   argc,
      char *argv[])
{
  g_test_init (&argc, &argv, NULL);

  /* Before there is one. */
  test_no_runtime ();
  ls_program_runtime_register (&toy_runtime);

  g_test_add_func ("/program-runtime/scripts-in-order", test_scripts_in_order);
  g_test_add_func ("/program-runtime/levels", test_levels);
  g_test_add_func ("/program-runtime/uncaught", test_uncaught);
  g_test_add_data_func ("/program-runtime/output/traced", GINT_TO_POINTER (FALSE), test_output);
  g_test_add_data_func ("/program-runtime/output/untraced", GINT_TO_POINTER (TRUE), test_output);
  g_test_add_func ("/program-runtime/batch-counts-steps", test_batch_counts_steps);
  g_test_add_data_func ("/program-runtime/budgets/traced", GINT_TO_POINTER (FALSE), test_budgets);
  g_test_add_data_func ("/program-runtime/budgets/untraced", GINT_TO_POINTER (TRUE), test_budgets);
  g_test_add_func ("/program-runtime/default-budget", test_default_budget);
  g_test_add_func ("/program-runtime/counts-statements", test_counts_statements);
  g_test_add_data_func ("/program-runtime/cancel/traced", GINT_TO_POINTER (FALSE), test_cancel);
  g_test_add_data_func ("/program-runtime/cancel/untraced", GINT_TO_POINTER (TRUE), test_cancel);
  g_test_add_func ("/program-runtime/actions/by-name", test_actions_by_name);
  g_test_add_func ("/program-runtime/actions/unknown-name", test_action_of_unknown_name);
  g_test_add_func ("/program-runtime/actions/at-statements", test_actions_at_statements);
  g_test_add_func ("/program-runtime/syntax-error", test_syntax_error);
  g_test_add_func ("/program-runtime/thread/fails", test_thread_fails);
  g_test_add_func ("/program-runtime/thread/stops", test_thread_stops);
  g_test_add_func ("/program-runtime/thread/interrupted-while-read", test_thread_interrupted_while_read);
  g_test_add_func ("/program-runtime/thread/stops-while-read", test_thread_stops_while_read);
  g_test_add_func ("/program-runtime/evaluate", test_evaluate);
  g_test_add_func ("/program-runtime/options-copy", test_options_copy);

  return g_test_run ();
}
