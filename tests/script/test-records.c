/* test-records.c: what the trace holds of programs in JavaScript
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "ls-runner.h"
#include "script-util.h"

#include <string.h>

/* A number of a promise means one promise, whether the engine made it or the program. */
static void
test_promise_numbers (void)
{
  static const char text[] =
    "const posted = scheduler.postTask(function post() {});\n"
    "new Promise(resolve => { setTimeout(resolve); }).then(function own() {});\n"
    "const second = scheduler.postTask(() => {});\n"
    "posted.then(function first() {});\n"
    "(async () => { await scheduler.yield(); })();\n"
    "second.then(function last() {});\n";
  LsRunnerOptions options = LS_RUNNER_OPTIONS_INIT;
  g_autoptr (GError) error = NULL;
  g_autoptr (LsSession) session = ls_session_new_for_text ("main.js", text, &error);
  g_autoptr (LsRunner) runner = NULL;
  g_autoptr (GHashTable) created = g_hash_table_new (NULL, NULL);
  guint n_reactions[2] = { 0, 0 };
  LsTrace *trace;

  g_assert_no_error (error);
  runner = ls_runner_new (session, &options, &error);
  g_assert_no_error (error);
  ls_runner_run_to_end (runner, NULL);
  trace = ls_runner_get_trace (runner);
  for (gsize i = 0; i < ls_trace_get_length (trace); i++)
    {
      LsRecord record;
      const char *name;

      ls_trace_get_record (trace, i, &record);
      if (record.kind == LS_RECORD_PROMISE_CREATED)
        g_assert_true (g_hash_table_add (created, GUINT_TO_POINTER (record.subject)));
      if (record.kind != LS_RECORD_MICROTASK_QUEUED)
        continue;
      name = ls_trace_get_text (trace, record.text);
      g_assert_cmpuint (record.object, !=, 0);
      if (g_strcmp0 (name, "own") == 0)
        {
          g_assert_false (g_hash_table_contains (created, GUINT_TO_POINTER (record.object)));
          n_reactions[0]++;
        }
      else
        {
          g_assert_true (g_hash_table_contains (created, GUINT_TO_POINTER (record.object)));
          n_reactions[1]++;
        }
    }
  g_assert_cmpuint (g_hash_table_size (created), ==, 3);
  g_assert_cmpuint (n_reactions[0], ==, 1);
  g_assert_cmpuint (n_reactions[1], ==, 3);
}

/* Each call of postTask() and yield() takes a number, also one that the engine refuses. */
static void
test_task_numbers (void)
{
  g_autoptr (LsSession) session = script_session_new_simple (
    "const c = new TaskController ();\n"
    "c.abort ();\n"
    "scheduler.postTask (() => { }, { signal: c.signal }).catch (() => { });\n"
    "scheduler.postTask (async () => {\n"
    "  const d = new TaskController ();\n"
    "  await scheduler.postTask (async () => { d.abort (); await scheduler.yield (); }, { signal: d.signal }).catch (() => { });\n"
    "  await scheduler.yield ();\n"
    "});\n");
  ScriptOutput output;
  g_autoptr (LsRunner) runner = script_runner_new (session, NULL, &output);
  LsTrace *trace = ls_runner_get_trace (runner);
  g_autoptr (GString) numbers = g_string_new (NULL);

  ls_runner_run_to_end (runner, NULL);
  for (gsize i = 0; i < ls_trace_get_length (trace); i++)
    {
      LsRecord record;

      ls_trace_get_record (trace, i, &record);
      if (record.kind == LS_RECORD_TASK_POSTED || record.kind == LS_RECORD_TASK_REFUSED)
        g_string_append_printf (numbers, "%s%u ", record.kind == LS_RECORD_TASK_REFUSED ? "refused " : "", record.subject);
    }
  g_assert_cmpstr (numbers->str, ==, "refused 2 3 4 refused 5 6 ");
  script_output_clear (&output);
}

/* A line of output knows where it was printed, also where statements of other functions have begun since. */
static void
test_output_places (void)
{
  static const char text[] =
    "function five () {\n"
    "  return 5;\n"
    "}\n"
    "console.log('a',\n"
    "            five());\n"
    "log(five());\n"
    "const inside = () => { console.warn('in'); return 1; };\n"
    "console.error([1].map(() => inside()));\n"
    "(async () => {\n"
    "  await five();\n"
    "  log('later');\n"
    "})();\n";
  const char *const scripts[] = { text, NULL };
  g_autoptr (LsSession) session = script_session_new (scripts, NULL);
  ScriptOutput output;
  g_autoptr (LsRunner) runner = script_runner_new (session, NULL, &output);
  LsTrace *trace = ls_runner_get_trace (runner);
  g_autoptr (GString) places = g_string_new (NULL);

  ls_runner_run_to_end (runner, NULL);
  for (gsize i = 0; i < ls_trace_get_length (trace); i++)
    {
      LsRecord record;

      ls_trace_get_record (trace, i, &record);
      if (record.kind == LS_RECORD_LOG)
        {
          const char *place = ls_trace_get_text (trace, record.object);

          g_string_append_printf (places, "%s ", place != NULL ? strrchr (place, ':') : "none");
        }
    }
  g_assert_cmpstr (places->str, ==, ":4 :6 :7 :8 :11 ");
  script_output_clear (&output);
}

/* Shared memory is called as its variable is, and each operation on it is a record, in its agent's turn. */
static void
test_shared_memory (void)
{
  static const char text[] =
    "const cells = new Int32Array(new SharedArrayBuffer(8)), other = new SharedArrayBuffer(4);\n"
    "cells[1] = 5;\n"
    "Atomics.add(cells, 1, 2);\n"
    "Atomics.add(new Int32Array(4), 1, 2);\n"
    "Atomics.load(new Uint8Array(other), 3);\n"
    "const w = new Worker(() => { onmessage = ({ data }) => { Atomics.store(data, 0, 1); Atomics.notify(data, 0); close(); }; },\n"
    "  { name: 'w' });\n"
    "w.postMessage(cells);\n"
    "Atomics.waitAsync(cells, 0, 0);\n";
  static const char expected[] =
    "memory cells\nadd 2: was 5, is 7 by 0\nmemory other\nload: is 0 by 0\nagent main\nagent w\n"
    "waiter by 1\nstore 1: was 0, is 1 by 2\nnotify by 2\n";
  LsRunnerOptions options = LS_RUNNER_OPTIONS_INIT;
  g_autoptr (GError) error = NULL;
  g_autoptr (LsSession) session = ls_session_new_for_text ("main.js", text, &error);
  g_autoptr (LsRunner) runner = NULL;
  g_autoptr (GString) seen = g_string_new (NULL);
  guint agent = 0;
  LsTrace *trace;

  g_assert_no_error (error);
  runner = ls_runner_new (session, &options, &error);
  g_assert_no_error (error);
  g_assert_true (ls_runner_run_to_end (runner, NULL));
  trace = ls_runner_get_trace (runner);
  for (gsize i = 0; i < ls_trace_get_length (trace); i++)
    {
      LsRecord record;
      const char *name;

      ls_trace_get_record (trace, i, &record);
      name = ls_trace_get_text (trace, record.text);
      if (record.kind == LS_RECORD_AGENT_RUN)
        agent = record.subject;
      else if (record.kind == LS_RECORD_MEMORY_CREATED)
        g_string_append_printf (seen, "memory %s\n", name);
      else if (record.kind == LS_RECORD_AGENT_CREATED)
        g_string_append_printf (seen, "agent %s\n", name);
      else if (record.kind == LS_RECORD_ATOMIC_OPERATION && record.subject != 0)
        g_string_append_printf (seen, "%s by %u\n", name, agent);
      else if (record.kind == LS_RECORD_WAITER_ADDED)
        g_string_append_printf (seen, "waiter by %u\n", agent);
      else if (record.kind == LS_RECORD_NOTIFY)
        g_string_append_printf (seen, "notify by %u\n", agent);
    }
  g_assert_cmpstr (seen->str, ==, expected);
}

/* Nobody else goes on before the microtasks of an agent's turn have run, be it the main agent's or a worker's. The last turn ends as
 * all others do. */
static void
test_turns_of_agents (void)
{
  static const char text[] =
    "function chain(n) { if (n > 0) queueMicrotask(() => chain(n - 1)); }\n"
    "function reject() { Promise.reject(7); }\n"
    "new Worker('chain(3); for (let i = 0; i < 3; i++) setTimeout(chain, 0, 3); setTimeout(reject, 9); ' + chain + reject);\n"
    "for (let i = 0; i < 5; i++) setTimeout(chain, 0, 2);\n"
    "setTimeout(reject, 9);\n";
  const char *const scripts[] = { text, NULL };
  g_autoptr (LsSession) session = script_session_new (scripts, "\"schedule\":[2,1,2,1,2,1,2,1,2,1,2,1,2,1,2,1]");
  ScriptOutput output;
  g_autoptr (LsRunner) runner = script_runner_new (session, NULL, &output);
  LsTrace *trace = ls_runner_get_trace (runner);
  guint agent = 1, n_queued = 0, n_run[3] = { 0 }, n_rejected[3] = { 0 }, n_choices = 0;

  g_assert_true (ls_runner_run_to_end (runner, NULL));
  for (gsize i = 0; i < ls_trace_get_length (trace); i++)
    {
      LsRecord record;

      ls_trace_get_record (trace, i, &record);
      if (record.kind == LS_RECORD_MICROTASK_QUEUED)
        n_queued++;
      else if (record.kind == LS_RECORD_MICROTASK_FINISHED)
        {
          n_queued--;
          n_run[agent]++;
        }
      else if (record.kind == LS_RECORD_PROMISE_UNHANDLED)
        n_rejected[agent]++;
      else if (record.kind == LS_RECORD_AGENT_RUN)
        {
          g_assert_cmpuint (n_queued, ==, 0);
          g_assert_cmpuint (record.subject, <, G_N_ELEMENTS (n_run));
          agent = record.subject;
          n_choices += record.level > 1;
        }
    }
  g_assert_cmpuint (n_run[1], ==, 5 * 2);
  g_assert_cmpuint (n_run[2], ==, 4 * 3);
  g_assert_cmpuint (n_rejected[1], ==, 1);
  g_assert_cmpuint (n_rejected[2], ==, 1);
  g_assert_cmpuint (n_choices, >, 2);
  script_output_clear (&output);
}

int
main (int   argc,
      char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  ls_script_register ();

  g_test_add_func ("/script/records/promise-numbers", test_promise_numbers);
  g_test_add_func ("/script/records/task-numbers", test_task_numbers);
  g_test_add_func ("/script/records/shared-memory", test_shared_memory);
  g_test_add_func ("/script/records/output-places", test_output_places);
  g_test_add_func ("/script/records/turns-of-agents", test_turns_of_agents);

  return g_test_run ();
}
