/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "ls-undo.h"
#include "session-util.h"

#define LOG(text) "{\"op\":\"log\",\"text\":\"" text "\"}"
#define WORK(ms) "{\"op\":\"work\",\"ms\":" #ms "}"
#define AT(turn, microtask, statement) \
  "{\"at\":{\"turn\":" #turn ",\"microtask\":" #microtask ",\"statement\":" #statement "},\"do\":"
#define TWO_TASKS \
  "{\"op\":\"controller\",\"name\":\"c\",\"priority\":\"background\"}," \
  "{\"op\":\"postTask\",\"body\":\"a\",\"name\":\"A\",\"signal\":\"c\",\"as\":\"p\"}," \
  "{\"op\":\"then\",\"promise\":\"p\",\"fulfilled\":[" LOG ("done") "],\"rejected\":[" LOG ("${value}") "]}," \
  "{\"op\":\"postTask\",\"body\":\"b\",\"name\":\"B\"}"
#define TWO_BODIES "\"a\":[" LOG ("A1") "," LOG ("A2") "," LOG ("A3") "],\"b\":[" LOG ("B1") "," LOG ("B2") "]"

static void
assert_log (LsSession  *session,
            const char *expected)
{
  g_autoptr (LsRunner) runner = runner_new (session);
  g_autofree char *log = NULL;

  g_assert_true (ls_runner_run_to_end (runner, NULL));
  log = joined_log (runner);
  g_assert_cmpstr (log, ==, expected);
  g_assert_cmpuint (ls_runner_get_unapplied_actions (runner)->len, ==, 0);
  g_assert_cmpuint (count_records (ls_runner_get_trace (runner), LS_RECORD_ACTION_FINISHED, NULL), ==,
                    ls_session_get_n_actions (session));
  g_assert_cmpuint (ls_runner_get_n_steps (runner), ==, ls_trace_get_n_steps (ls_runner_get_trace (runner)));
}

typedef struct
{
  const char *name;
  const char *actions;
  const char *log;
} ActionTest;

static const ActionTest action_tests[] = {
  { "none", "", "B1|B2|A1|A2|A3|done" },
  { "set-priority", AT (1, 0, 0) "{\"op\":\"setPriority\",\"controller\":\"c\",\"priority\":\"user-blocking\"}}",
    "A1|A2|A3|done|B1|B2" },
  { "abort", AT (1, 0, 0) "{\"op\":\"abort\",\"controller\":\"c\",\"reason\":\"by hand\"}}", "by hand|B1|B2" },
  { "abort-later", AT (2, 0, 0) "{\"op\":\"abort\",\"controller\":\"c\",\"reason\":\"by hand\"}}", "B1|B2|by hand" },
  { "post", AT (1, 0, 0) "{\"op\":\"postTask\",\"body\":\"b\",\"priority\":\"user-blocking\"}}",
    "B1|B2|B1|B2|A1|A2|A3|done" },
  { "before-everything", AT (0, 0, 0) "{\"op\":\"log\",\"text\":\"first\"}}", "first|B1|B2|A1|A2|A3|done" },
  { "at-a-statement", AT (2, 0, 2) "{\"op\":\"log\",\"text\":\"between\"}}", "B1|between|B2|A1|A2|A3|done" },
  { "at-a-microtask", AT (3, 1, 0) "{\"op\":\"log\",\"text\":\"after it\"}}," AT (3, 0, 0)
    "{\"op\":\"log\",\"text\":\"before it\"}}", "B1|B2|A1|A2|A3|before it|done|after it" },
  { "yield", AT (2, 0, 2) "{\"op\":\"yield\"}}," AT (3, 0, 0)
    "{\"op\":\"setPriority\",\"controller\":\"c\",\"priority\":\"user-blocking\"}}", "B1|B2|A1|A2|A3|done" },
  /* The yield's continuation is user-visible, so a user-blocking task comes in between. */
  { "yield-to-urgent", AT (2, 0, 2) "{\"op\":\"setPriority\",\"controller\":\"c\",\"priority\":\"user-blocking\"}},"
    AT (2, 0, 2) "{\"op\":\"yield\"}}", "B1|A1|A2|A3|done|B2" },
  { "same-moment", AT (1, 0, 0) "{\"op\":\"log\",\"text\":\"1\"}}," AT (1, 0, 0) "{\"op\":\"log\",\"text\":\"2\"}}",
    "1|2|B1|B2|A1|A2|A3|done" },
};

static void
test_action (gconstpointer data)
{
  const ActionTest *test = data;
  g_autofree char *members = g_strdup_printf ("\"actions\":[%s]", test->actions);
  g_autoptr (LsSession) session = session_new (TWO_TASKS, TWO_BODIES, members);

  assert_log (session, test->log);
}

/* A yield that the user makes belongs to the task that it is in. */
static void
test_action_state (void)
{
  g_autoptr (LsSession) session =
    session_new (TWO_TASKS, TWO_BODIES,
                 "\"actions\":[" AT (3, 0, 2) "{\"op\":\"yield\"}}," AT (3, 0, 2) "{\"op\":\"postTask\",\"body\":\"b\"}}]");

  assert_log (session, "B1|B2|A1|B1|B2|A2|A3|done");
}

/* The task has a signal: the continuation follows its priority and is aborted with it. */
static void
test_action_inherits (void)
{
  g_autoptr (LsSession) session =
    session_new (TWO_TASKS, TWO_BODIES,
                 "\"actions\":[" AT (3, 0, 2) "{\"op\":\"yield\"}}," AT (3, 0, 2)
                 "{\"op\":\"abort\",\"controller\":\"c\",\"reason\":\"by hand\"}}]");

  assert_log (session, "B1|B2|A1|by hand");
}

/* Between two callbacks nothing can yield: there is a reason, and neither a record nor a step. */
static void
test_action_yield_refused (void)
{
  static const char *const moments[] = { AT (3, 0, 0), AT (3, 1, 0), AT (0, 0, 0) };

  for (guint i = 0; i < G_N_ELEMENTS (moments); i++)
    {
      g_autofree char *members = g_strconcat ("\"actions\":[", moments[i], "{\"op\":\"yield\"}}]", NULL);
      g_autoptr (LsSession) session = session_new (TWO_TASKS, TWO_BODIES, members);
      g_autoptr (LsRunner) runner = runner_new (session);
      g_autofree char *log = NULL;
      LsActionOutcome outcome;

      g_assert_true (ls_runner_run_to_end (runner, NULL));
      log = joined_log (runner);
      g_assert_cmpstr (log, ==, "B1|B2|A1|A2|A3|done");
      g_assert_cmpuint (count_records (ls_runner_get_trace (runner), LS_RECORD_ACTION, NULL), ==, 0);
      g_assert_cmpuint (ls_runner_get_unapplied_actions (runner)->len, ==, 1);
      ls_runner_get_action_outcome (runner, 0, &outcome);
      g_assert_cmpint (outcome.result, ==, LS_ACTION_NOTHING_YIELDS);
      g_assert_true (ls_action_result_is_problem (outcome.result));
    }
}

/* What is said of a moment is what a run with a yield there does. */
static void
test_action_can_yield (void)
{
  g_autoptr (LsSession) session = session_new (TWO_TASKS, TWO_BODIES, "");
  g_autoptr (LsRunner) runner = runner_new (session);
  g_autoptr (LsState) state = NULL;
  LsTrace *trace = ls_runner_get_trace (runner);
  guint n_possible = 0;

  ls_runner_run_to_end (runner, NULL);
  state = ls_state_new (trace);
  for (gsize position = 0; position <= ls_trace_get_length (trace); position++)
    {
      g_autoptr (LsSession) changed = ls_session_copy (session);
      g_autoptr (LsStep) step = ls_step_new_yield ();
      g_autoptr (LsRunner) other = NULL;
      g_autoptr (GError) error = NULL;
      LsActionOutcome outcome;
      gboolean possible;
      LsStamp stamp;

      ls_state_seek (state, position);
      possible = ls_action_can_yield (state, &error);
      g_assert_true (possible == (error == NULL));
      ls_stamp_init_from_state (&stamp, state);
      g_assert_true (ls_session_insert_action_at (changed, &stamp, step, NULL, NULL));
      other = runner_new (changed);
      g_assert_true (ls_runner_run_to_end (other, NULL));
      ls_runner_get_action_outcome (other, 0, &outcome);
      g_assert_cmpint (outcome.result, ==, possible ? LS_ACTION_DONE : LS_ACTION_NOTHING_YIELDS);
      n_possible += possible;
    }
  g_assert_cmpuint (n_possible, >, 0);
}

static void
test_action_fails (void)
{
  g_autoptr (LsSession) session =
    session_new ("{\"op\":\"timer\",\"ms\":1,\"body\":[{\"op\":\"controller\",\"name\":\"c\"}]}", "",
                 "\"actions\":[" AT (1, 0, 0) "{\"op\":\"abort\",\"controller\":\"c\"}}," AT (9, 0, 0) "{\"op\":\"yield\"}}]");
  g_autoptr (LsRunner) runner = runner_new (session);
  const char *text = NULL;

  g_assert_true (ls_runner_run_to_end (runner, NULL));
  g_assert_cmpuint (count_records (ls_runner_get_trace (runner), LS_RECORD_EXCEPTION, &text), ==, 1);
  g_assert_cmpstr (text, ==, "ReferenceError: “c” has not been made yet");
  g_assert_cmpuint (count_records (ls_runner_get_trace (runner), LS_RECORD_ACTION, &text), ==, 1);
  g_assert_cmpstr (text, ==, "abort “c”");
  g_assert_cmpuint (ls_runner_get_unapplied_actions (runner)->len, ==, 1);
}

/* Every position of a trace is a moment at which an action can be inserted, and what was before stays as it was. */
static void
test_action_anywhere (void)
{
  g_autoptr (LsSession) session = session_new (TWO_TASKS, TWO_BODIES, "");
  g_autoptr (LsRunner) runner = runner_new (session);
  g_autoptr (LsState) state = NULL;
  LsTrace *trace = ls_runner_get_trace (runner);

  ls_runner_run_to_end (runner, NULL);
  state = ls_state_new (trace);
  for (gsize position = 0; position <= ls_trace_get_length (trace); position++)
    {
      g_autoptr (LsSession) changed = ls_session_copy (session);
      g_autoptr (LsStep) step = ls_step_new_post_task ("b", "C", LS_TASK_PRIORITY_USER_BLOCKING, NULL, 0);
      g_autoptr (LsRunner) other = NULL;
      g_autoptr (GError) error = NULL;
      LsStamp stamp;

      ls_state_seek (state, position);
      ls_stamp_init_from_state (&stamp, state);
      g_assert_true (ls_session_insert_action_at (changed, &stamp, step, NULL, &error));
      g_assert_no_error (error);
      other = runner_new (changed);
      g_assert_true (ls_runner_run_to_end (other, NULL));
      g_assert_cmpuint (ls_runner_get_unapplied_actions (other)->len, ==, 0);
      g_assert_cmpuint (count_records (ls_runner_get_trace (other), LS_RECORD_ACTION, NULL), ==, 1);

      for (gsize i = 0; i < ls_trace_get_length (trace); i++)
        {
          LsRecord before, after;

          ls_trace_get_record (trace, i, &before);
          ls_trace_get_record (ls_runner_get_trace (other), i, &after);
          if (after.kind == LS_RECORD_ACTION)
            break;
          g_assert_cmpuint (before.kind, ==, after.kind);
          g_assert_cmpuint (before.subject, ==, after.subject);
        }
    }
}

static void
test_new_future (void)
{
  g_autoptr (LsSession) session =
    session_new (TWO_TASKS, TWO_BODIES,
                 "\"actions\":[" AT (2, 0, 0) "{\"op\":\"abort\",\"controller\":\"c\",\"reason\":\"old future\"}}]");
  g_autoptr (LsUndo) undo = ls_undo_new (session);
  g_autoptr (LsStep) step = ls_step_new_set_priority ("c", LS_TASK_PRIORITY_USER_BLOCKING);
  LsStamp stamp = { .turn = 1 };

  assert_log (session, "B1|B2|old future");
  ls_undo_push (undo, "Set priority", LS_SESSION_PART_ACTIONS);
  g_assert_true (ls_session_insert_action_at (session, &stamp, step, NULL, NULL));
  assert_log (session, "A1|A2|A3|done|B1|B2");
  g_assert_true (ls_undo_undo (undo));
  assert_log (session, "B1|B2|old future");
  g_assert_true (ls_undo_redo (undo));
  assert_log (session, "A1|A2|A3|done|B1|B2");
}

typedef struct
{
  const char *name;
  const char *main;
  const char *bodies;
  const char *budget;
  const char *message;
} Endless;

#define STEPS(n) "The run was stopped: it reached its budget of " n " steps and statements"

static const Endless endless[] = {
  { "microtasks", "{\"op\":\"microtask\",\"body\":\"a\"}", "\"a\":[{\"op\":\"microtask\",\"body\":\"a\"}]", "", STEPS ("1000000") },
  { "statements", "{\"op\":\"repeat\",\"times\":1e9,\"body\":[" WORK (0) "]}", "", "\"steps\":12345", STEPS ("12345") },
  { "nested", "{\"op\":\"repeat\",\"times\":1e18,\"body\":[{\"op\":\"repeat\",\"times\":0,\"body\":[" WORK (0) "]}]}", "",
    "\"steps\":1000", STEPS ("1000") },
  { "timers", "{\"op\":\"call\",\"body\":\"a\"}", "\"a\":[{\"op\":\"timer\",\"ms\":0,\"body\":\"b\"}],"
    "\"b\":[{\"op\":\"timer\",\"ms\":0,\"body\":\"b\"}]", "\"steps\":1000", STEPS ("1000") },
  { "interval", "{\"op\":\"timer\",\"ms\":1000,\"repeat\":true,\"body\":[]}", "", "\"timeMs\":60000",
    "The run was stopped: it reached its budget of 60000 ms of loop time" },
  { "posting", "{\"op\":\"call\",\"body\":\"a\"}", "\"a\":[{\"op\":\"postTask\",\"body\":\"b\"}],"
    "\"b\":[{\"op\":\"postTask\",\"body\":\"b\"}]", "\"records\":5000",
    "The run was stopped: it reached its budget of 5000 records" },
  { "long-work", "{\"op\":\"repeat\",\"times\":1e9,\"body\":[" WORK (1e300) "]}", "", "",
    "The run was stopped: it reached its budget of 86400000 ms of loop time" },
  { "late-timer", "{\"op\":\"timer\",\"ms\":1e300,\"body\":[]}", "", "",
    "The run was stopped: it reached its budget of 86400000 ms of loop time" },
  { "late-at-the-real-clock", "{\"op\":\"timer\",\"ms\":86400000,\"body\":[]}", "", "\"timeMs\":1000},\"clock\":\"monotonic\",\"x\":{",
    "The run was stopped: it reached its budget of 1000 ms of loop time" },
  { "late-frames", "{\"op\":\"frames\",\"count\":1e300,\"hz\":1e-300}", "", "",
    "The run was stopped: it reached its budget of 86400000 ms of loop time" },
  { "fast-frames", "{\"op\":\"frames\",\"count\":1e300,\"hz\":1e300}", "", "\"steps\":1000", STEPS ("1000") },
};

static void
test_endless (gconstpointer data)
{
  const Endless *test = data;
  g_autofree char *members = g_strdup_printf ("\"settings\":{\"budget\":{%s}}", test->budget);
  g_autoptr (LsSession) session = session_new (test->main, test->bodies, members);
  g_autoptr (LsRunner) runner = runner_new (session);
  const char *text = NULL;

  g_assert_false (ls_runner_run_to_end (runner, NULL));
  g_assert_cmpint (ls_runner_get_state (runner), ==, LS_RUNNER_BUDGET_EXCEEDED);
  g_assert_cmpstr (ls_runner_get_message (runner), ==, test->message);
  g_assert_cmpuint (count_records (ls_runner_get_trace (runner), LS_RECORD_LIMIT, &text), ==, 1);
  g_assert_cmpstr (text, ==, test->message);
  g_assert_cmpuint (count_records (ls_runner_get_trace (runner), LS_RECORD_STATEMENT, NULL), <=,
                    ls_session_get_settings (session)->step_budget);
  g_assert_false (ls_runner_step (runner, NULL));
}

static gpointer
cancel_soon (gpointer data)
{
  g_usleep (30000);
  g_cancellable_cancel (data);
  return NULL;
}

static void
test_cancel (gconstpointer data)
{
  g_autofree char *members = g_strdup_printf ("\"settings\":{\"clock\":\"%s\",\"budget\":{\"steps\":4294967295}}",
                                              (const char *) data);
  g_autoptr (LsSession) session = session_new ("{\"op\":\"repeat\",\"times\":1e18,\"body\":[{\"op\":\"repeat\",\"times\":0,"
                                               "\"body\":[]}," WORK (0.5) "]}", "", members);
  g_autoptr (GCancellable) cancellable = g_cancellable_new ();
  LsRunnerOptions options = LS_RUNNER_OPTIONS_INIT;
  g_autoptr (LsRunner) runner = NULL;
  GThread *thread = g_thread_new ("cancel", cancel_soon, cancellable);

  options.time_budget = G_MAXINT64;
  options.without_trace = TRUE;
  runner = ls_runner_new (session, &options, NULL);
  g_assert_false (ls_runner_run_to_end (runner, cancellable));
  g_thread_join (thread);
  g_assert_cmpint (ls_runner_get_state (runner), ==, LS_RUNNER_CANCELLED);
}

/* Real work that takes hours ends where the run is cancelled, and where its budget of time is used up. */
static void
test_long_work (gconstpointer data)
{
  const char *const ends[] = { "", ",\"budget\":{\"timeMs\":30}" };

  for (guint i = 0; i < G_N_ELEMENTS (ends); i++)
    {
      g_autofree char *members = g_strdup_printf ("\"settings\":{\"clock\":\"monotonic\"%s}", ends[i]);
      g_autoptr (LsSession) session = session_new (data, "", members);
      g_autoptr (GCancellable) cancellable = g_cancellable_new ();
      g_autoptr (LsRunner) runner = ls_runner_new (session, NULL, NULL);
      GThread *thread = i == 0 ? g_thread_new ("cancel", cancel_soon, cancellable) : NULL;

      g_assert_false (ls_runner_run_to_end (runner, cancellable));
      g_assert_cmpint (ls_runner_get_state (runner), ==, i == 0 ? LS_RUNNER_CANCELLED : LS_RUNNER_BUDGET_EXCEEDED);
      g_assert_cmpstr (ls_runner_get_message (runner), ==,
                       i == 0 ? "The run was cancelled" : "The run was stopped: it reached its budget of 30 ms of loop time");
      if (thread != NULL)
        g_thread_join (thread);
    }
}

static void
test_monotonic (void)
{
  g_autoptr (LsSession) session =
    session_new ("{\"op\":\"timer\",\"ms\":30,\"body\":[" LOG ("timer") "]}," WORK (12) "," LOG ("main"), "",
                 "\"settings\":{\"clock\":\"monotonic\"}");
  gint64 start = g_get_monotonic_time ();

  assert_log (session, "main|timer");
  g_assert_cmpint (g_get_monotonic_time () - start, >=, 30000);
}

static void
test_run_to (void)
{
  g_autoptr (LsSession) session =
    session_new ("{\"op\":\"timer\",\"ms\":10,\"body\":[" LOG ("10") "]},{\"op\":\"timer\",\"ms\":20,\"body\":[" LOG ("20") "]},"
                 "{\"op\":\"timer\",\"ms\":30,\"body\":[" LOG ("30") "]}", "", "");
  g_autoptr (LsRunner) runner = runner_new (session);
  g_autoptr (LsRunner) other = runner_new (session);

  g_assert_cmpint (ls_runner_get_state (runner), ==, LS_RUNNER_READY);
  g_assert_true (ls_runner_run_to_time (runner, 15000, NULL));
  g_assert_cmpuint (ls_runner_get_n_log_lines (runner), ==, 1);
  g_assert_cmpuint (ls_runner_get_time (runner), ==, 10000);
  g_assert_true (ls_runner_run_to_time (runner, 20000, NULL));
  g_assert_cmpuint (ls_runner_get_n_log_lines (runner), ==, 2);
  g_assert_false (ls_runner_run_to_time (runner, 90000, NULL));
  g_assert_cmpint (ls_runner_get_state (runner), ==, LS_RUNNER_FINISHED);

  g_assert_cmpuint (ls_runner_find_step (other, 0), ==, ls_trace_get_length (ls_runner_get_trace (other)));
  g_assert_cmpuint (ls_runner_find_step (other, 0), ==, ls_runner_find_step (runner, 0));
  g_assert_true (ls_runner_run_to_step (other, 2, NULL));
  g_assert_cmpuint (ls_runner_find_step (other, 2), ==, ls_trace_find_step (ls_runner_get_trace (other), 2));
  g_assert_cmpuint (ls_runner_get_n_steps (other), ==, 2);
  g_assert_cmpstr (ls_runner_get_log_line (other, 0), ==, "10");
  g_assert_null (ls_runner_get_log_line (other, 1));
  g_assert_false (ls_runner_run_to_step (other, 100, NULL));
}

static void
test_options (void)
{
  g_autoptr (LsSession) session = session_new ("{\"op\":\"timer\",\"ms\":0,\"body\":[" LOG ("timer") "]},"
                                               "{\"op\":\"postTask\",\"body\":[" LOG ("blocking") "],"
                                               "\"priority\":\"user-blocking\"}", "",
                                               "\"settings\":{\"presetOverride\":{\"effectivePriorities\":[9,9,9,9,9,9]}}");
  LsRunnerOptions options = LS_RUNNER_OPTIONS_INIT;
  g_autoptr (GError) error = NULL;
  g_autoptr (LsRunner) runner = NULL;

  assert_log (session, "timer|blocking");

  options.preset = "netscape";
  g_assert_null (ls_runner_new (session, &options, &error));
  g_assert_error (error, LS_SESSION_ERROR, LS_SESSION_ERROR_RUN);

  options.preset = "spec";
  options.without_trace = TRUE;
  runner = ls_runner_new (session, &options, NULL);
  g_assert_true (ls_runner_run_to_end (runner, NULL));
  g_assert_cmpuint (ls_trace_get_length (ls_runner_get_trace (runner)), ==, 0);
  g_assert_cmpuint (ls_runner_get_n_log_lines (runner), ==, 2);
}

typedef struct
{
  const char *expectation;
  const char *title;
  const char *message;
} CheckTest;

static const CheckTest check_tests[] = {
  { "{\"log\":[\"B1\"]}", "The log is “B1”", "line 2: found “B2”, expected the end of the log" },
  { "{\"log\":[\"B1\",\"x\"],\"title\":\"T\"}", "T", "line 2: found “B2”, expected “x”" },
  { "{\"logContains\":[\"A1\",\"B1\"]}", "The log contains “A1”, “B1”", "found no line “B1” after “A1”" },
  { "{\"logContains\":[\"B1\",\"A1\"]}", "The log contains “B1”, “A1”", NULL },
  { "{\"order\":[\"A\",\"B\"]}", "Tasks start in the order “A”, “B”", "found the order “B”, “A”" },
  { "{\"order\":[\"B\",\"A\",\"A\"]}", "Tasks start in the order “B”, “A”, “A”", "found the order “B”, “A”" },
  { "{\"order\":[\"main\",\"B\",\"A\"]}", "Tasks start in the order “main”, “B”, “A”", NULL },
  { "{\"ran\":\"C\"}", "The task “C” runs", "it did not run" },
  { "{\"notRan\":\"A\"}", "The task “A” does not run", "it ran" },
  { "{\"result\":{\"task\":\"A\",\"state\":\"rejected\"}}", "The result of “A” is rejected", "it is fulfilled" },
  { "{\"result\":{\"task\":\"C\",\"state\":\"pending\"}}", "The result of “C” is pending",
    "no task named “C” was posted" },
  { "{\"at\":{\"step\":1},\"next\":\"A\"}", "At step 1, the next task is “A”", "found “B”" },
  { "{\"result\":{\"task\":\"main\",\"state\":\"fulfilled\"}}", "The result of “main” is fulfilled",
    "“main” has no result, expected a task of postTask" },
  { "{\"at\":{\"step\":0},\"next\":\"main\"}", "At step 0, the next task is “main”", NULL },
  { "{\"logContains\":[\"A1\",\"A1\"]}", "The log contains “A1”, “A1”", "found no line “A1” after “A1”" },
  { "{\"order\":[\"B\",\"A\",\"B\"]}", "Tasks start in the order “B”, “A”, “B”", "found the order “B”, “A”" },
  { "{\"order\":[]}", "Tasks start in the order nothing", NULL },
  { "{\"at\":{\"step\":99},\"next\":\"A\"}", "At step 99, the next task is “A”", "the run has only 4 steps" },
  { "{\"unhandledRejections\":1}", "1 rejection is not handled", "found 0" },
  { "{\"finished\":false}", "The run does not finish", "it finished" },
  { "{\"waited\":{\"task\":\"A\",\"atMost\":0}}", "“A” waits 0 ms at most", NULL },
  { "{\"waited\":{\"task\":\"C\",\"atMost\":7}}", "“C” waits 7 ms at most", "no task named “C” was posted" },
  { "{\"uncaught\":[]}", "All errors are caught", NULL },
  { "{\"uncaught\":[\"boom\"]}", "Nothing catches the errors “boom”", "no error has “boom” in it" },
};

/* With kept_records, a runner forgets old records. */
static void
test_kept_records (void)
{
  g_autoptr (LsSession) session = session_new (
    "{\"op\":\"repeat\",\"times\":20000,\"body\":[{\"op\":\"postTask\",\"body\":[]}]}", "", "");

  for (guint kept = 0; kept < 2; kept++)
    {
      LsRunnerOptions options = LS_RUNNER_OPTIONS_INIT;
      g_autoptr (GError) error = NULL;
      g_autoptr (LsRunner) runner = NULL;

      options.kept_records = kept;
      runner = ls_runner_new (session, &options, &error);
      g_assert_no_error (error);
      g_assert_true (ls_runner_run_to_end (runner, NULL));
      g_assert_cmpint (ls_trace_get_start (ls_runner_get_trace (runner)) > 0, ==, kept > 0);
    }
}

static void
note_output (LsRunner       *runner,
             LsRunnerOutput  kind,
             const char     *text,
             gpointer        user_data)
{
  GString *log = user_data;

  if (kind == LS_RUNNER_OUTPUT_PAUSE)
    text = "pause";
  if (!g_str_has_suffix (log->str, "pause|") || kind != LS_RUNNER_OUTPUT_PAUSE)
    g_string_append_printf (log, "%s|", text);
}

/* During a long body, the runner tells its owner now and then to show the output so far. */
static void
test_pauses (void)
{
  g_autoptr (LsSession) session = session_new (
    LOG ("a") ",{\"op\":\"repeat\",\"times\":100000,\"body\":[" WORK (0) "]}," LOG ("b"), "",
    "\"settings\":{\"budget\":{\"steps\":1000000,\"records\":10000000}}");
  LsRunnerOptions options = LS_RUNNER_OPTIONS_INIT;
  g_autoptr (GString) log = g_string_new (NULL);
  g_autoptr (GError) error = NULL;
  g_autoptr (LsRunner) runner = NULL;

  options.output = note_output;
  options.output_data = log;
  runner = ls_runner_new (session, &options, &error);
  g_assert_no_error (error);
  g_assert_true (ls_runner_run_to_end (runner, NULL));
  g_assert_nonnull (strstr (log->str, "a|pause|b|"));
}

static void
test_check (gconstpointer data)
{
  const CheckTest *test = data;
  g_autofree char *members = g_strdup_printf ("\"expectations\":[%s]", test->expectation);
  g_autoptr (LsSession) session = session_new (TWO_TASKS, TWO_BODIES, members);
  g_autoptr (GPtrArray) results = NULL;
  LsCheckResult *result;

  g_assert_true (ls_session_check (session, NULL, &results, NULL) == (test->message == NULL));
  g_assert_cmpuint (results->len, ==, 1);
  result = g_ptr_array_index (results, 0);
  g_assert_cmpstr (result->title, ==, test->title);
  g_assert_cmpstr (result->message, ==, test->message);
  g_assert_true (result->passed == (test->message == NULL));
}

/* Nothing here runs JavaScript: a session that needs it says so, and is a session nevertheless. */
static void
test_javascript (void)
{
  g_autoptr (LsSession) session = session_new ("{\"op\":\"postTask\",\"body\":[{\"op\":\"postTask\",\"javascript\":\"log (1)\"}]}",
                                               "", "");
  g_autoptr (GError) error = NULL;

  g_assert_null (ls_runner_new (session, NULL, &error));
  g_assert_error (error, LS_SESSION_ERROR, LS_SESSION_ERROR_RUN);
  g_assert_cmpstr (error->message, ==, "this build has no JavaScript (it was built without JavaScriptCore)");
}

int
main (int   argc,
      char *argv[])
{
  g_test_init (&argc, &argv, NULL);

  for (guint i = 0; i < G_N_ELEMENTS (action_tests); i++)
    {
      g_autofree char *path = g_strconcat ("/runner/actions/", action_tests[i].name, NULL);

      g_test_add_data_func (path, &action_tests[i], test_action);
    }
  g_test_add_func ("/runner/actions/state", test_action_state);
  g_test_add_func ("/runner/actions/inherits", test_action_inherits);
  g_test_add_func ("/runner/actions/yield-refused", test_action_yield_refused);
  g_test_add_func ("/runner/actions/can-yield", test_action_can_yield);
  g_test_add_func ("/runner/actions/fails", test_action_fails);
  g_test_add_func ("/runner/actions/anywhere", test_action_anywhere);
  g_test_add_func ("/runner/actions/new-future", test_new_future);
  for (guint i = 0; i < G_N_ELEMENTS (endless); i++)
    {
      g_autofree char *path = g_strconcat ("/runner/endless/", endless[i].name, NULL);

      g_test_add_data_func (path, &endless[i], test_endless);
    }
  g_test_add_data_func ("/runner/cancel/virtual", "virtual", test_cancel);
  g_test_add_data_func ("/runner/cancel/monotonic", "monotonic", test_cancel);
  g_test_add_data_func ("/runner/long-work/work", WORK (1e7), test_long_work);
  g_test_add_data_func ("/runner/long-work/frames", "{\"op\":\"frames\",\"count\":2,\"workMs\":10000000}", test_long_work);
  g_test_add_func ("/runner/javascript", test_javascript);
  g_test_add_func ("/runner/monotonic", test_monotonic);
  g_test_add_func ("/runner/run-to", test_run_to);
  g_test_add_func ("/runner/options", test_options);
  g_test_add_func ("/runner/kept-records", test_kept_records);
  g_test_add_func ("/runner/pauses", test_pauses);
  for (guint i = 0; i < G_N_ELEMENTS (check_tests); i++)
    {
      g_autofree char *path = g_strdup_printf ("/runner/check/%u", i);

      g_test_add_data_func (path, &check_tests[i], test_check);
    }

  return g_test_run ();
}
