/* SPDX-License-Identifier: GPL-3.0-or-later */

#include <string.h>

#include "ls-comparison.h"
#include "ls-explain.h"
#include "ls-linter.h"
#include "ls-state-format.h"
#include "ls-what-if.h"
#include "session-util.h"

#define LOG(text) "{\"op\":\"log\",\"text\":\"" text "\"}"
#define POST(name, priority, body, more) \
  "{\"op\":\"postTask\",\"name\":\"" name "\",\"priority\":\"" priority "\",\"body\":[" LOG (name) body "]" more "}"

/* A task of low priority that one of high priority awaits, and one in between. */
#define INVERSION \
  POST ("low", "background", "", ",\"as\":\"p\"") "," POST ("visible", "user-visible", "", "") "," \
  POST ("urgent", "user-blocking", ",{\"op\":\"await\",\"promise\":\"p\"}," LOG ("got"), "")

typedef struct
{
  const char *name, *steps, *experiments, *log;
} Program;

/* The place of that program among the others. */
#define N_CURRENT_TASK_SIGNAL 10

static const Program programs[] = {
  { "inversion-off", INVERSION, "", "urgent|visible|low|got" },
  { "inversion", INVERSION, "\"priorityInheritance\"", "urgent|low|got|visible" },
  /* The awaiter is suspended itself, and somebody awaits it in turn. */
  { "chain", POST ("low", "background", "", ",\"as\":\"p\"") ","
    POST ("middle", "background", ",{\"op\":\"await\",\"promise\":\"p\"}," LOG ("middle goes on"), ",\"as\":\"q\"") ","
    POST ("visible", "user-visible", "", "") ","
    POST ("urgent", "user-blocking", ",{\"op\":\"await\",\"promise\":\"q\"}," LOG ("got"), ""), "\"priorityInheritance\"",
    "urgent|middle|low|middle goes on|got|visible" },
  /* Its later yields are raised, too. */
  { "later-yields", POST ("low", "background", "," POST ("urgent", "user-blocking", ",{\"op\":\"await\",\"promise\":\"p\"},"
    LOG ("got"), "") "," POST ("visible", "user-visible", "", "") ",{\"op\":\"yield\"}," LOG ("1") ",{\"op\":\"yield\"}," LOG ("2"),
    ",\"as\":\"p\""), "\"priorityInheritance\"", "low|urgent|1|2|got|visible" },
  /* It has the higher priority of its own signal and of who awaits it. */
  { "own-signal", "{\"op\":\"controller\",\"name\":\"c\",\"priority\":\"background\"},"
    "{\"op\":\"postTask\",\"name\":\"low\",\"signal\":\"c\",\"as\":\"p\",\"body\":[" LOG ("low") "]},"
    POST ("a", "user-visible", ",{\"op\":\"then\",\"promise\":\"p\",\"finally\":[]}," POST ("blocking", "user-blocking", "", "")
    ",{\"op\":\"setPriority\",\"controller\":\"c\",\"priority\":\"user-blocking\"}", "") "," POST ("visible", "user-visible", "", ""),
    "\"priorityInheritance\"", "a|low|blocking|visible" },
  { "own-signal-falls", "{\"op\":\"controller\",\"name\":\"c\",\"priority\":\"user-visible\"},"
    POST ("a", "user-blocking", ",{\"op\":\"then\",\"promise\":\"p\",\"finally\":[]},"
    "{\"op\":\"setPriority\",\"controller\":\"c\",\"priority\":\"user-blocking\"},"
    "{\"op\":\"setPriority\",\"controller\":\"c\",\"priority\":\"background\"}", "") ","
    "{\"op\":\"postTask\",\"name\":\"low\",\"signal\":\"c\",\"as\":\"p\",\"body\":[" LOG ("low") "]},"
    POST ("visible", "user-visible", "", ""), "\"priorityInheritance\"", "a|low|visible" },
  { "wait", POST ("a", "user-blocking", ",{\"op\":\"schedulerWait\",\"ms\":7.9}," LOG ("${time}"), ""), "\"wait\"", "a|7" },
  { "wait-off", "{\"op\":\"try\",\"body\":[{\"op\":\"schedulerWait\",\"ms\":1}],\"catch\":[" LOG ("${error}") "]}", "\"render\"",
    "TypeError: scheduler.wait is not a function: its experiment is off" },
  { "render", "{\"op\":\"frames\",\"count\":2,\"hz\":100,\"body\":[" LOG ("frame") "]},{\"op\":\"render\"}," LOG ("${time}"),
    "\"render\"", "frame|10|frame" },
  { "render-off", "{\"op\":\"try\",\"body\":[{\"op\":\"render\"}],\"catch\":[" LOG ("${error}") "]}", "",
    "TypeError: scheduler.render is not a function: its experiment is off" },
  { "current-task-signal", POST ("a", "background", ",{\"op\":\"currentTaskSignal\",\"name\":\"s\"}," LOG ("${priority:s}"), ""),
    "\"currentTaskSignal\"", "a|background" },
  { "current-task-signal-off", "{\"op\":\"try\",\"body\":[{\"op\":\"currentTaskSignal\",\"name\":\"s\"}],\"catch\":["
    LOG ("${error}") "]}", "\"wait\"", "TypeError: scheduler.currentTaskSignal is undefined: its experiment is off" },
};

static LsSession *
session_with (const char *steps,
              const char *experiments)
{
  g_autofree char *members = g_strdup_printf ("\"settings\":{\"experiments\":[%s]}", experiments);

  return session_new (steps, "", *experiments != '\0' ? members : "");
}

/* At the end of each turn the state names the task that runs next. */
static void
assert_foreseen (LsTrace *trace)
{
  g_autoptr (LsState) state = ls_state_new (trace);
  LsRecord before = { 0 };

  for (gsize i = 0; i < ls_trace_get_length (trace); i++)
    {
      LsRecord record;

      ls_trace_get_record (trace, i, &record);
      if (record.kind == LS_RECORD_TASK_SELECTED && before.kind != LS_RECORD_QUEUE_RELOADED)
        {
          ls_state_seek (state, i);
          g_assert_cmpuint (ls_state_get_next_task (state), ==, record.subject);
        }
      before = record;
    }
}

static void
test_program (gconstpointer data)
{
  const Program *program = data;
  g_autoptr (LsSession) session = session_with (program->steps, program->experiments);
  g_autoptr (LsRunner) runner = runner_new (session);
  g_autofree char *log = NULL;

  ls_runner_run_to_end (runner, NULL);
  log = joined_log (runner);
  g_assert_cmpstr (log, ==, program->log);
  assert_foreseen (ls_runner_get_trace (runner));
}

/* An experiment that is on and not used changes the first record alone. */
static void
test_trace (void)
{
  g_autoptr (LsSession) off = session_with (INVERSION, "");
  g_autoptr (LsSession) on = session_with (INVERSION, "\"wait\",\"render\",\"currentTaskSignal\"");
  g_autoptr (LsRunner) runner_off = runner_new (off);
  g_autoptr (LsRunner) runner_on = runner_new (on);
  LsTrace *left, *right;

  ls_runner_run_to_end (runner_off, NULL);
  ls_runner_run_to_end (runner_on, NULL);
  left = ls_runner_get_trace (runner_off);
  right = ls_runner_get_trace (runner_on);
  g_assert_cmpuint (ls_trace_get_length (left), ==, ls_trace_get_length (right));
  for (gsize i = 0; i < ls_trace_get_length (left); i++)
    {
      LsRecord a, b;

      ls_trace_get_record (left, i, &a);
      ls_trace_get_record (right, i, &b);
      if (a.kind == LS_RECORD_LOOP_STARTED)
        {
          g_assert_cmpuint (a.object, ==, LS_EXPERIMENT_NONE);
          g_assert_cmpuint (b.object, ==, LS_EXPERIMENT_WAIT | LS_EXPERIMENT_RENDER | LS_EXPERIMENT_CURRENT_TASK_SIGNAL);
          b.object = a.object;
        }
      g_assert_cmpmem (&a, sizeof a, &b, sizeof b);
    }
}

/* What a state and the explanation say of a task that was raised. */
static void
test_state (void)
{
  g_autoptr (LsSession) session = session_with (INVERSION, "\"priorityInheritance\"");
  g_autoptr (LsRunner) runner = runner_new (session);
  g_autoptr (LsState) state = NULL;
  g_autoptr (LsExplanation) next = NULL;
  g_autoptr (LsExplanation) waits = NULL;
  g_autofree char *json = NULL, *text = NULL;
  const LsTaskState *task;
  guint32 low;

  ls_runner_run_to_end (runner, NULL);
  state = ls_state_new (ls_runner_get_trace (runner));
  ls_state_seek (state, ls_runner_find_step (runner, 2));
  g_assert_cmpuint (ls_state_get_experiments (state), ==, LS_EXPERIMENT_PRIORITY_INHERITANCE);
  low = ls_state_get_next_task (state);
  task = ls_state_get_task (state, low);
  g_assert_cmpstr (ls_trace_get_text (ls_state_get_trace (state), task->name), ==, "low");
  g_assert_true (task->is_raised);
  g_assert_cmpuint (task->raised_from, ==, LS_TASK_PRIORITY_BACKGROUND);
  g_assert_cmpuint (task->raised_to, ==, LS_TASK_PRIORITY_USER_BLOCKING);
  g_assert_cmpuint (task->raised_by, ==, low + 2);
  g_assert_cmpuint (ls_state_get_queue (state, task->queue)->priority, ==, LS_TASK_PRIORITY_USER_BLOCKING);
  g_assert_cmpuint (task->queued_at, ==, task->posted_at);

  next = ls_explain_next (state);
  g_assert_nonnull (strstr (next->text, "It was raised from background to user-blocking because “urgent” awaits its result."));
  waits = ls_explain_task (state, low);
  g_assert_nonnull (strstr (waits->text, "It was raised from background to user-blocking because “urgent” awaits its result."));
  json = ls_state_to_json (state);
  g_assert_nonnull (strstr (json, "\"experiments\": [\"priorityInheritance\"]"));
  g_assert_nonnull (strstr (json, "\"raised\": {\"from\": \"background\", \"to\": \"user-blocking\", \"by\": "));
  text = ls_state_to_text (state);
  g_assert_nonnull (strstr (text, "edition 2025 · experiments priorityInheritance\n"));

  /* Before the await there is nothing of it, and the same again on the way back. */
  ls_state_seek (state, ls_runner_find_step (runner, 1));
  g_assert_false (ls_state_get_task (state, low)->is_raised);
  ls_state_seek (state, ls_runner_find_step (runner, 2));
  g_assert_true (ls_state_get_task (state, low)->is_raised);
}

/* Who waits for a frame is in no queue. */
static void
test_waits_for_frame (void)
{
  g_autoptr (LsSession) session = session_with ("{\"op\":\"frames\",\"count\":1},{\"op\":\"render\"}", "\"render\"");
  g_autoptr (LsRunner) runner = runner_new (session);
  g_autoptr (LsState) state = NULL;
  g_autoptr (LsExplanation) waits = NULL;

  ls_runner_run_to_end (runner, NULL);
  state = ls_state_new (ls_runner_get_trace (runner));
  ls_state_seek (state, ls_runner_find_step (runner, 1));
  waits = ls_explain_task (state, ls_state_get_n_tasks (state));
  g_assert_true (g_str_has_suffix (waits->text, " waits until the next frame has been made."));
  g_assert_cmpint (waits->clause, ==, LS_CLAUSE_EXPERIMENT_RENDER);
}

/* Who asks for the current task signal may only want its priority. */
static void
test_lint (void)
{
  const Program *program = &programs[N_CURRENT_TASK_SIGNAL];
  g_autoptr (LsSession) session = session_with (program->steps, program->experiments);
  g_autoptr (LsRunner) runner = runner_new (session);
  g_autoptr (LsLinter) linter = NULL;

  g_assert_cmpstr (program->name, ==, "current-task-signal");
  ls_runner_run_to_end (runner, NULL);
  g_assert_cmpuint (count_records (ls_runner_get_trace (runner), LS_RECORD_SIGNAL_NAMED, NULL), ==, 1);
  linter = ls_linter_new (ls_runner_get_trace (runner), NULL);
  while (ls_linter_advance (linter, 1000))
    ;
  ls_linter_finish (linter);
  g_assert_cmpuint (ls_linter_get_n_lints (linter), ==, 0);
}

static char *
log_of (LsSession *session)
{
  g_autoptr (LsRunner) runner = runner_new (session);

  ls_runner_run_to_end (runner, NULL);
  return joined_log (runner);
}

static void
test_what_if (void)
{
  g_autoptr (LsSession) session = session_with (INVERSION, "");
  g_autoptr (LsSession) with = NULL;
  g_autoptr (LsSession) without = NULL;
  g_autoptr (GError) error = NULL;
  g_autofree char *title = NULL, *none = NULL, *log = NULL, *again = NULL;
  LsWhatIfChange change = LS_WHAT_IF_CHANGE_INIT;

  change.sets_experiments = TRUE;
  change.experiments = LS_EXPERIMENT_PRIORITY_INHERITANCE | LS_EXPERIMENT_WAIT;
  with = ls_session_new_what_if (session, NULL, &change, &error);
  g_assert_no_error (error);
  log = log_of (with);
  g_assert_cmpstr (log, ==, "urgent|low|got|visible");
  title = ls_what_if_describe (NULL, &change);
  g_assert_cmpstr (title, ==, "experiments wait, priorityInheritance");

  change.experiments = LS_EXPERIMENT_NONE;
  without = ls_session_new_what_if (with, NULL, &change, &error);
  g_assert_no_error (error);
  again = log_of (without);
  g_assert_cmpstr (again, ==, "urgent|visible|low|got");
  none = ls_what_if_describe (NULL, &change);
  g_assert_cmpstr (none, ==, "no experiments");
}

/* A file keeps them, in one order, and undo brings them back. */
static void
test_file (void)
{
  g_autoptr (LsSession) session = session_with ("", "\"render\",\"wait\"");
  g_autoptr (LsSettings) settings = ls_settings_copy (ls_session_get_settings (session));
  g_autofree char *text = NULL, *without = NULL;

  g_assert_cmpuint (settings->experiments, ==, LS_EXPERIMENT_WAIT | LS_EXPERIMENT_RENDER);
  settings->experiments |= LS_EXPERIMENT_PRIORITY_INHERITANCE;
  ls_session_set_settings (session, settings);
  text = ls_session_to_data (session, NULL);
  g_assert_nonnull (strstr (text, "\"experiments\": [\"wait\", \"render\", \"priorityInheritance\"]"));
  settings->experiments = LS_EXPERIMENT_NONE;
  ls_session_set_settings (session, settings);
  without = ls_session_to_data (session, NULL);
  g_assert_null (strstr (without, "experiments"));
}

int
main (int   argc,
      char *argv[])
{
  g_test_init (&argc, &argv, NULL);

  for (gsize i = 0; i < G_N_ELEMENTS (programs); i++)
    {
      g_autofree char *path = g_strconcat ("/experiments/program/", programs[i].name, NULL);

      g_test_add_data_func (path, &programs[i], test_program);
    }
  g_test_add_func ("/experiments/trace", test_trace);
  g_test_add_func ("/experiments/state", test_state);
  g_test_add_func ("/experiments/waits-for-frame", test_waits_for_frame);
  g_test_add_func ("/experiments/lint", test_lint);
  g_test_add_func ("/experiments/what-if", test_what_if);
  g_test_add_func ("/experiments/file", test_file);

  return g_test_run ();
}
