/* SPDX-License-Identifier: GPL-3.0-or-later */

#include <string.h>

#include "ls-comparison.h"
#include "ls-what-if.h"
#include "session-util.h"

#define STEPS \
  "{\"op\":\"controller\",\"name\":\"c\",\"priority\":\"background\"}," \
  "{\"op\":\"any\",\"name\":\"d\",\"signals\":[\"c\"],\"prioritySource\":\"c\"}," \
  "{\"op\":\"any\",\"name\":\"f\",\"signals\":[\"c\"],\"priority\":\"user-blocking\"}," \
  "{\"op\":\"abortController\",\"name\":\"a\"}," \
  "{\"op\":\"controller\",\"name\":\"gone\"},{\"op\":\"abort\",\"controller\":\"gone\"}," \
  "{\"op\":\"postTask\",\"name\":\"v 1\",\"body\":[{\"op\":\"work\",\"ms\":1},{\"op\":\"log\",\"text\":\"v1\"}]}," \
  "{\"op\":\"postTask\",\"name\":\"b\",\"signal\":\"c\",\"body\":[{\"op\":\"log\",\"text\":\"b\"}]}," \
  "{\"op\":\"postTask\",\"name\":\"v 2\",\"body\":[{\"op\":\"log\",\"text\":\"v2\"}]}"

#define ENDLESS \
  "{\"op\":\"controller\",\"name\":\"c\",\"priority\":\"background\"}," \
  "{\"op\":\"timer\",\"ms\":5,\"repeat\":true,\"body\":[]}"

static LsState *
state_at (LsRunner *runner,
          guint32   step)
{
  LsState *state = ls_state_new (ls_runner_get_trace (runner));

  ls_state_seek (state, ls_runner_find_step (runner, step));
  return state;
}

static char *
log_of (LsSession *session)
{
  g_autoptr (LsRunner) runner = runner_new (session);

  ls_runner_run_to_end (runner, NULL);
  return joined_log (runner);
}

static void
test_priority (void)
{
  g_autoptr (LsSession) session = session_new (STEPS, "",
                                               "\"actions\":[{\"at\":{\"turn\":2},\"do\":{\"op\":\"log\",\"text\":\"act\"}}]");
  g_autofree char *before = ls_session_to_data (session, NULL);
  g_autoptr (LsRunner) runner = runner_new (session);
  g_autoptr (LsState) state = NULL;
  g_autoptr (LsSession) early = NULL;
  g_autoptr (LsSession) late = NULL;
  g_autoptr (GError) error = NULL;
  g_autofree char *log = NULL, *early_log = NULL, *late_log = NULL, *after = NULL, *title = NULL;
  LsWhatIfChange change = LS_WHAT_IF_CHANGE_INIT;

  ls_runner_run_to_end (runner, NULL);
  log = joined_log (runner);
  g_assert_cmpstr (log, ==, "v1|act|v2|b");

  /* After main has run; the later action stays. */
  state = state_at (runner, 1);
  change.signal = ls_what_if_find_signal (state, "c", &error);
  change.priority = LS_TASK_PRIORITY_USER_BLOCKING;
  early = ls_session_new_what_if (session, state, &change, &error);
  g_assert_no_error (error);
  early_log = log_of (early);
  g_assert_cmpstr (early_log, ==, "b|act|v1|v2");
  g_assert_cmpuint (ls_session_get_n_actions (early), ==, 2);
  title = ls_what_if_describe (state, &change);
  g_assert_cmpstr (title, ==, "“c” user-blocking from 0 ms on");

  /* After the first task: behind the action that is there at this moment. */
  ls_state_seek (state, ls_runner_find_step (runner, 2));
  late = ls_session_new_what_if (session, state, &change, &error);
  g_assert_no_error (error);
  late_log = log_of (late);
  g_assert_cmpstr (late_log, ==, "v1|act|b|v2");

  after = ls_session_to_data (session, NULL);
  g_assert_cmpstr (before, ==, after);
  g_assert_false (ls_session_get_modified (session));
}

#define SETTINGS \
  "\"settings\":{\"preset\":\"spec\",\"edition\":\"2023-yield-options\",\"experiments\":[\"wait\"],\"clock\":\"monotonic\"}"

static void
assert_edition_and_experiments (LsSession *session)
{
  const LsSettings *settings = ls_session_get_settings (session);

  g_assert_cmpstr (settings->preset, ==, "spec");
  g_assert_cmpint (settings->edition, ==, LS_EDITION_2023_YIELD_OPTIONS);
  g_assert_cmpint (settings->experiments, ==, LS_EXPERIMENT_WAIT);
}

/* A change that is zeroed changes nothing, and options that are zeroed keep what the session says. */
static void
test_zeroed (void)
{
  const LsWhatIfChange change = { 0 }, no_change = LS_WHAT_IF_CHANGE_INIT;
  const LsRunnerOptions options = { NULL }, no_options = LS_RUNNER_OPTIONS_INIT;
  g_autoptr (LsSession) session = session_new (STEPS, "", SETTINGS);
  g_autoptr (GError) error = NULL;
  g_autoptr (LsSession) changed = ls_session_new_what_if (session, NULL, &change, &error);
  g_autofree char *title = ls_what_if_describe (NULL, &change);
  g_autoptr (LsRunner) runner = NULL;
  LsRecord record;

  g_assert_no_error (error);
  g_assert_cmpmem (&change, sizeof change, &no_change, sizeof no_change);
  g_assert_cmpmem (&options, sizeof options, &no_options, sizeof no_options);
  assert_edition_and_experiments (changed);
  g_assert_cmpstr (title, ==, "no change");
  runner = ls_runner_new (session, &options, &error);
  g_assert_no_error (error);
  ls_trace_get_record (ls_runner_get_trace (runner), 0, &record);
  g_assert_cmpint (record.kind, ==, LS_RECORD_LOOP_STARTED);
  g_assert_cmpstr (ls_trace_get_text (ls_runner_get_trace (runner), record.text), ==, "spec");
  g_assert_cmpuint (record.value, ==, LS_EDITION_2023_YIELD_OPTIONS);
  g_assert_cmpuint (record.object, ==, LS_EXPERIMENT_WAIT);
  g_assert_cmpuint (record.level, ==, LS_CLOCK_MONOTONIC);
}

static guint32
find_task (LsTrace    *trace,
           const char *name)
{
  for (gsize i = 0; i < ls_trace_get_length (trace); i++)
    {
      LsRecord record;

      ls_trace_get_record (trace, i, &record);
      if (record.kind == LS_RECORD_TASK_POSTED && g_str_equal (ls_trace_get_text (trace, record.text), name))
        return record.subject;
    }
  return 0;
}

static char *
log_with (LsSession      *session,
          guint32         task,
          LsTaskPriority  priority)
{
  g_autoptr (LsRunner) runner = NULL;
  g_autoptr (GError) error = NULL;
  LsRunnerOptions options = LS_RUNNER_OPTIONS_INIT;

  options.task = task;
  options.task_priority = priority;
  runner = ls_runner_new (session, &options, &error);
  g_assert_no_error (error);
  ls_runner_run_to_end (runner, NULL);
  return joined_log (runner);
}

/* One task alone has another priority, whatever it was posted with, and is aborted by its signal all the same. */
static void
test_task (void)
{
  static const struct { const char *name; LsTaskPriority priority; const char *log; } tasks[] = {
    { "b", LS_TASK_PRIORITY_USER_BLOCKING, "b|v1|v2" },
    { "b", LS_TASK_PRIORITY_USER_VISIBLE, "v1|b|v2" },
    { "b", LS_TASK_PRIORITY_BACKGROUND, "v1|v2|b" },
    { "v 1", LS_TASK_PRIORITY_BACKGROUND, "v2|v1|b" },
    { "v 2", LS_TASK_PRIORITY_USER_BLOCKING, "v2|v1|b" },
  };
  g_autoptr (LsSession) session = session_new (STEPS, "", "");
  g_autoptr (LsSession) aborting = session_new (STEPS ",{\"op\":\"abort\",\"controller\":\"c\"}", "", "");
  g_autoptr (LsRunner) runner = runner_new (session);
  g_autofree char *aborted = NULL;
  guint32 b;

  ls_runner_run_to_end (runner, NULL);
  for (guint i = 0; i < G_N_ELEMENTS (tasks); i++)
    {
      guint32 task = find_task (ls_runner_get_trace (runner), tasks[i].name);
      g_autofree char *log = log_with (session, task, tasks[i].priority);

      g_assert_cmpuint (task, !=, 0);
      g_assert_cmpstr (log, ==, tasks[i].log);
    }
  b = find_task (ls_runner_get_trace (runner), "b");
  aborted = log_with (aborting, b, LS_TASK_PRIORITY_USER_BLOCKING);
  g_assert_cmpstr (aborted, ==, "v1|v2");
}

/* A continuation likewise. */
static void
test_continuation (void)
{
  g_autoptr (LsSession) session = session_new (
     "{\"op\":\"postTask\",\"name\":\"y\",\"body\":[{\"op\":\"yield\"},{\"op\":\"log\",\"text\":\"y\"}]},"
     "{\"op\":\"postTask\",\"name\":\"v\",\"body\":[{\"op\":\"log\",\"text\":\"v\"}]}", "", "");
  g_autoptr (LsRunner) runner = runner_new (session);
  g_autofree char *before = NULL;
  g_autofree char *after = NULL;
  guint32 continuation = 0;

  ls_runner_run_to_end (runner, NULL);
  before = joined_log (runner);
  g_assert_cmpstr (before, ==, "y|v");
  for (gsize i = 0; i < ls_trace_get_length (ls_runner_get_trace (runner)); i++)
    {
      LsRecord record;

      ls_trace_get_record (ls_runner_get_trace (runner), i, &record);
      if (record.kind == LS_RECORD_TASK_POSTED && record.flags & LS_RECORD_FLAG_CONTINUATION)
        continuation = record.subject;
    }
  after = log_with (session, continuation, LS_TASK_PRIORITY_BACKGROUND);
  g_assert_cmpstr (after, ==, "v|y");
}

static void
assert_refused (LsState    *state,
                const char *name,
                const char *message)
{
  g_autoptr (GError) error = NULL;
  guint32 signal = ls_what_if_find_signal (state, name, &error);

  g_assert_no_error (error);
  g_assert_false (ls_what_if_can_change (state, signal, &error));
  g_assert_error (error, LS_SESSION_ERROR, LS_SESSION_ERROR_RUN);
  g_assert_cmpstr (error->message, ==, message);
}

static void
test_refused (void)
{
  g_autoptr (LsSession) session = session_new (STEPS, "", "");
  g_autoptr (LsRunner) runner = runner_new (session);
  g_autoptr (LsState) state = NULL;
  g_autoptr (GError) error = NULL;
  LsWhatIfChange change = LS_WHAT_IF_CHANGE_INIT;

  ls_runner_run_to_end (runner, NULL);
  state = state_at (runner, 1);
  assert_refused (state, "d", "“d” follows the priority of “c”; change that one instead");
  assert_refused (state, "f", "“f” has a fixed priority, which never changes");
  assert_refused (state, "a", "“a” is an AbortSignal, which has no priority");
  assert_refused (state, "gone", "“gone” is aborted: it has no tasks left to change");
  g_assert_true (ls_what_if_can_change (state, ls_what_if_find_signal (state, "c.signal", &error), &error));

  g_assert_cmpuint (ls_what_if_find_signal (state, "x", &error), ==, 0);
  g_assert_cmpstr (error->message, ==, "There is no signal named “x” at this position");
  g_clear_error (&error);
  g_assert_false (ls_what_if_can_change (state, 12345, &error));
  g_assert_cmpstr (error->message, ==, "There is no signal 12345 at this position");
  g_clear_error (&error);

  /* Before it is made. */
  ls_state_seek (state, ls_runner_find_step (runner, 0));
  g_assert_cmpuint (ls_what_if_find_signal (state, "c", NULL), ==, 0);
  change.signal = 1;
  change.priority = LS_TASK_PRIORITY_USER_BLOCKING;
  g_assert_null (ls_session_new_what_if (session, state, &change, &error));
  g_assert_cmpstr (error->message, ==, "There is no signal 1 at this position");
  g_clear_error (&error);

  change.signal = 0;
  change.preset = "turbo";
  g_assert_null (ls_session_new_what_if (session, NULL, &change, &error));
  g_assert_cmpstr (error->message, ==,
                   "found the preset “turbo”, expected “blink”, “spec”, “blink-2021”, “gecko” or “fair”");
  g_clear_error (&error);

  ls_state_seek (state, ls_runner_find_step (runner, 1));
  change = (LsWhatIfChange) LS_WHAT_IF_CHANGE_INIT;
  change.signal = ls_what_if_find_signal (state, "c", NULL);
  g_assert_null (ls_session_new_what_if (session, state, &change, &error));
  g_assert_true (g_str_has_prefix (error->message, "found no priority for the signal"));
}

static void
test_settings (void)
{
  g_autoptr (LsSession) session = session_new ("", "", "\"settings\":{\"clock\":\"monotonic\"}");
  g_autoptr (LsSettings) ranks = ls_settings_new ();
  g_autoptr (LsSession) changed = NULL;
  g_autoptr (GError) error = NULL;
  g_autofree char *title = NULL;
  LsWhatIfChange change = LS_WHAT_IF_CHANGE_INIT;

  ranks->queue_ranks[LS_QUEUE_TYPE_INPUT] = 9;
  change.preset = "gecko";
  change.sets_edition = TRUE;
  change.edition = LS_EDITION_2023_YIELD_OPTIONS;
  change.ranks = ranks;
  changed = ls_session_new_what_if (session, NULL, &change, &error);
  g_assert_no_error (error);
  g_assert_cmpstr (ls_session_get_settings (changed)->preset, ==, "gecko");
  g_assert_cmpint (ls_session_get_settings (changed)->edition, ==, LS_EDITION_2023_YIELD_OPTIONS);
  g_assert_cmpuint (ls_session_get_settings (changed)->queue_ranks[LS_QUEUE_TYPE_INPUT], ==, 9);
  g_assert_cmpint (ls_session_get_settings (changed)->clock, ==, LS_CLOCK_VIRTUAL);
  g_assert_cmpint (ls_session_get_settings (session)->clock, ==, LS_CLOCK_MONOTONIC);
  title = ls_what_if_describe (NULL, &change);
  g_assert_cmpstr (title, ==, "preset Firefox, edition 2023-yield-options, other ranks");
}

static void
count (GObject *object,
       guint   *n)
{
  (*n)++;
}

static void
wait_for (LsWhatIf *what_if)
{
  while (ls_what_if_get_status (what_if) == LS_WHAT_IF_RUNNING)
    g_main_context_iteration (NULL, TRUE);
}

static void
test_run (void)
{
  g_autoptr (LsSession) session = session_new (STEPS, "", "");
  g_autoptr (LsRunner) runner = runner_new (session);
  g_autoptr (LsWhatIf) what_if = ls_what_if_new ();
  g_autoptr (LsState) state = NULL;
  g_autoptr (LsComparison) comparison = NULL;
  g_autoptr (GError) error = NULL;
  g_autofree char *first = NULL, *title = NULL;
  LsWhatIfChange change = LS_WHAT_IF_CHANGE_INIT;
  guint n_done = 0;

  ls_runner_run_to_end (runner, NULL);
  state = state_at (runner, 1);
  g_signal_connect (what_if, "done", G_CALLBACK (count), &n_done);
  g_assert_cmpint (ls_what_if_get_status (what_if), ==, LS_WHAT_IF_IDLE);
  g_assert_null (ls_what_if_get_trace (what_if));

  change.signal = 12345;
  g_assert_false (ls_what_if_start (what_if, session, state, &change, NULL, TRUE, &error));
  g_assert_nonnull (error);
  g_clear_error (&error);
  g_assert_cmpint (ls_what_if_get_status (what_if), ==, LS_WHAT_IF_IDLE);

  change.signal = ls_what_if_find_signal (state, "c", NULL);
  change.priority = LS_TASK_PRIORITY_USER_BLOCKING;
  g_assert_true (ls_what_if_start (what_if, session, state, &change, NULL, TRUE, &error));
  g_assert_no_error (error);
  wait_for (what_if);
  g_assert_cmpint (ls_what_if_get_status (what_if), ==, LS_WHAT_IF_FINISHED);
  g_assert_cmpuint (n_done, ==, 1);
  g_assert_cmpfloat (ls_what_if_get_progress (what_if), ==, 1);
  g_assert_null (ls_what_if_get_message (what_if));
  g_assert_cmpuint (ls_what_if_get_unapplied_actions (what_if)->len, ==, 0);
  title = ls_what_if_dup_title (what_if);
  g_assert_cmpstr (title, ==, "“c” user-blocking from 0 ms on");

  comparison = ls_comparison_new (ls_runner_get_trace (runner), ls_what_if_get_trace (what_if));
  first = ls_comparison_describe_first (comparison);
  g_assert_true (g_str_has_prefix (first, "The first task is the same in both runs. Then on the left: “v 1” (user-visible) at 0 ms; "
                                          "on the right: “b” (user-blocking) at 0 ms."));
}

/* A run that is not over: the changed one goes as far. */
static void
test_bounded (void)
{
  g_autoptr (LsSession) session = session_new (ENDLESS, "", "");
  g_autoptr (LsRunner) runner = runner_new (session);
  g_autoptr (LsWhatIf) what_if = ls_what_if_new ();
  g_autoptr (LsState) state = NULL;
  g_autoptr (GError) error = NULL;
  LsWhatIfChange change = LS_WHAT_IF_CHANGE_INIT;
  LsRunnerOptions options = LS_RUNNER_OPTIONS_INIT;
  guint n_done = 0;

  ls_runner_run_to_step (runner, 500, NULL);
  state = state_at (runner, 10);
  change.preset = "spec";
  g_signal_connect (what_if, "done", G_CALLBACK (count), &n_done);
  g_assert_true (ls_what_if_start (what_if, session, state, &change, NULL, FALSE, &error));
  wait_for (what_if);
  g_assert_cmpint (ls_what_if_get_status (what_if), ==, LS_WHAT_IF_FINISHED);
  g_assert_cmpuint (n_done, ==, 1);
  g_assert_cmpuint (ls_trace_get_n_steps (ls_what_if_get_trace (what_if)), ==, 500);

  /* One that has not begun yet. */
  {
    g_autoptr (LsRunner) fresh = runner_new (session);
    g_autoptr (LsState) start = state_at (fresh, 0);

    g_assert_true (ls_what_if_start (what_if, session, start, &change, NULL, FALSE, &error));
    wait_for (what_if);
    g_assert_cmpint (ls_what_if_get_status (what_if), ==, LS_WHAT_IF_FINISHED);
    n_done--;
  }

  /* A budget ends one that has no end. */
  options.step_budget = 2000;
  g_assert_true (ls_what_if_start (what_if, session, state, &change, &options, TRUE, &error));
  wait_for (what_if);
  g_assert_cmpint (ls_what_if_get_status (what_if), ==, LS_WHAT_IF_STOPPED);
  g_assert_true (g_str_has_prefix (ls_what_if_get_message (what_if), "The run was stopped: it reached its budget of 2000 steps"));
  g_assert_cmpuint (n_done, ==, 2);
}

static void
test_cancel (void)
{
  g_autoptr (LsSession) session = session_new (ENDLESS, "", "");
  g_autoptr (LsRunner) runner = runner_new (session);
  LsWhatIf *what_if = ls_what_if_new ();
  g_autoptr (LsState) state = NULL;
  g_autoptr (GError) error = NULL;
  LsWhatIfChange change = LS_WHAT_IF_CHANGE_INIT;
  LsRunnerOptions options = LS_RUNNER_OPTIONS_INIT;
  guint n_done = 0;

  ls_runner_run_to_step (runner, 20, NULL);
  state = state_at (runner, 1);
  options.step_budget = G_MAXUINT32;
  change.sets_edition = TRUE;
  change.edition = LS_EDITION_2025;
  g_signal_connect (what_if, "done", G_CALLBACK (count), &n_done);
  g_assert_true (ls_what_if_start (what_if, session, state, &change, &options, TRUE, &error));
  while (ls_what_if_get_progress (what_if) < 0.5)
    g_main_context_iteration (NULL, TRUE);
  g_assert_cmpfloat (ls_what_if_get_progress (what_if), <, 1);
  ls_what_if_cancel (what_if);
  g_assert_cmpint (ls_what_if_get_status (what_if), ==, LS_WHAT_IF_CANCELLED);
  while (g_main_context_iteration (NULL, FALSE))
    ;
  g_assert_cmpuint (n_done, ==, 0);
  g_assert_cmpuint (ls_trace_get_length (ls_what_if_get_trace (what_if)), >, 0);

  /* One that runs can be dropped. */
  g_assert_true (ls_what_if_start (what_if, session, state, &change, &options, TRUE, &error));
  g_object_add_weak_pointer (G_OBJECT (what_if), (gpointer *) &what_if);
  g_object_unref (what_if);
  g_assert_null (what_if);
  while (g_main_context_iteration (NULL, FALSE))
    ;
}

static void
test_failed (void)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (LsSession) session = ls_session_new_for_text ("main.js", "1", &error);
  g_autoptr (LsTrace) trace = ls_trace_new ();
  g_autoptr (LsState) state = ls_state_new (trace);
  g_autoptr (LsWhatIf) what_if = ls_what_if_new ();
  LsWhatIfChange change = LS_WHAT_IF_CHANGE_INIT;

  g_assert_no_error (error);
  change.preset = "spec";
  /* Nothing here runs JavaScript. */
  g_assert_true (ls_what_if_start (what_if, session, state, &change, NULL, TRUE, &error));
  wait_for (what_if);
  g_assert_cmpint (ls_what_if_get_status (what_if), ==, LS_WHAT_IF_FAILED);
  g_assert_nonnull (ls_what_if_get_message (what_if));
}

int
main (int   argc,
      char *argv[])
{
  g_test_init (&argc, &argv, NULL);

  g_test_add_func ("/what-if/zeroed", test_zeroed);
  g_test_add_func ("/what-if/task", test_task);
  g_test_add_func ("/what-if/continuation", test_continuation);
  g_test_add_func ("/what-if/priority", test_priority);
  g_test_add_func ("/what-if/refused", test_refused);
  g_test_add_func ("/what-if/settings", test_settings);
  g_test_add_func ("/what-if/run", test_run);
  g_test_add_func ("/what-if/bounded", test_bounded);
  g_test_add_func ("/what-if/cancel", test_cancel);
  g_test_add_func ("/what-if/failed", test_failed);

  return g_test_run ();
}
