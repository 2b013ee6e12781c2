/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "source-writer.h"

#include "ls-state-format.h"
#include "ls-state-private.h"
#include "ls-world-records-private.h"

/* What a trace of a GLib program begins with that has forgotten what was before: all that waits, and who has posted it. */
static void
test_begins_anew (void)
{
  g_autoptr (LsTrace) trace = begin_sources (), anew = ls_trace_new ();
  g_autoptr (LsState) state = ls_state_new (trace), other = ls_state_new (anew);
  g_autofree char *json = NULL, *other_json = NULL;
  g_autoptr (GArray) records = NULL;
  const LsTaskState *task;

  attach (trace, 1, 0, LS_SOURCE_DESCRIPTOR, "input");
  wait_for_event (trace, 1, 1, 0, "input");
  attach (trace, 2, 0, LS_SOURCE_DESCRIPTOR, "other input");
  wait_for_event (trace, 2, 2, 0, "other input");
  attach (trace, 3, 200, LS_SOURCE_IDLE, "lazy");
  be_ready (trace, 3, 3, 200, "lazy");
  write_record (trace, TASK_ORIGIN, .subject = 3, .object = 0, .value = text_of (trace, "worker"), .text = text_of (trace, "post"));
  wait_for_time (trace, 4, 4, 0, 5000, "tick");
  write_record (trace, TASK_ORIGIN, .subject = 4, .object = 0, .value = text_of (trace, "worker"));
  have_event (trace, 2, 0, FALSE);
  publish (trace);
  ls_state_seek (state, ls_trace_get_length (trace));
  records = ls_world_list_records (ls_state_get_world (state));
  for (guint i = 1; i <= ls_trace_get_n_texts (trace); i++)
    text_of (anew, ls_trace_get_text (trace, i));
  for (guint i = 0; i < records->len; i++)
    write_full (anew, g_array_index (records, LsRecord, i));
  publish (anew);
  ls_state_seek (other, ls_trace_get_length (anew));

  task = ls_state_get_task (other, 1);
  g_assert_cmpuint (task->status, ==, LS_TASK_STATUS_DELAYED);
  g_assert_true (task->awaits_event);
  g_assert_cmpuint (task->due_at, ==, LS_TIME_NEVER);
  task = ls_state_get_task (other, 2);
  g_assert_cmpuint (task->status, ==, LS_TASK_STATUS_QUEUED);
  g_assert_true (task->is_wait_unknown);
  task = ls_state_get_task (other, 3);
  g_assert_cmpstr (ls_trace_get_text (anew, task->origin), ==, "post");
  g_assert_cmpstr (ls_trace_get_text (anew, task->origin_thread), ==, "worker");
  task = ls_state_get_task (other, 4);
  g_assert_cmpuint (task->origin, ==, 0);
  g_assert_cmpstr (ls_trace_get_text (anew, task->origin_thread), ==, "worker");

  g_assert_cmpuint (ls_state_get_delayed_tasks (other)->length, ==, 2);
  g_assert_cmpuint (ls_state_get_delayed_tasks (other)->first, ==, 4);
  g_assert_cmpuint (ls_state_get_delayed_tasks (other)->last, ==, 1);
}

/* What waits for an event comes after all that waits for a time, and says so. */
static void
test_words (void)
{
  g_autoptr (LsTrace) trace = begin_sources ();
  g_autoptr (LsState) state = ls_state_new (trace);
  g_autofree char *text = NULL, *json = NULL;

  attach (trace, 1, 0, LS_SOURCE_DESCRIPTOR, "input");
  wait_for_event (trace, 1, 1, 0, "input");
  attach (trace, 2, 0, LS_SOURCE_TIMEOUT, "tick");
  wait_for_time (trace, 2, 2, 0, 5000, "tick");
  publish (trace);
  ls_state_seek (state, ls_trace_get_length (trace));
  text = ls_state_to_text (state);
  g_test_message ("%s", text);
  g_assert_nonnull (strstr (text, "\n  2 tick  in 5 ms (at 5 ms)\n  1 input  waits for an event\n"));
  json = ls_state_to_json (state);
  g_assert_nonnull (strstr (json, "\"awaitsEvent\": true"));
}

/* A context gets the name of the thread that runs it, and is the same otherwise. */
static void
test_renamed (void)
{
  g_autoptr (LsTrace) trace = begin_sources ();
  g_autoptr (LsState) state = ls_state_new (trace);
  const LsAgentTraceState *agent;

  for (guint i = 1; i <= 2; i++)
    write_record (trace, AGENT_CREATED, .subject = i, .text = text_of (trace, "context"), .clause = LS_CLAUSE_RECORDED);
  write_record (trace, AGENT_STATE, .subject = 2, .level = LS_AGENT_STATE_IDLE, .clause = LS_CLAUSE_RECORDED);
  writer_time += 1000;
  write_record (trace, AGENT_CREATED, .subject = 2, .text = text_of (trace, "gdbus"), .clause = LS_CLAUSE_RECORDED);
  publish (trace);
  ls_state_seek (state, ls_trace_get_length (trace) - 1);
  g_assert_cmpstr (ls_trace_get_text (trace, ls_state_get_agent (state, 2)->name), ==, "context");
  ls_state_seek (state, ls_trace_get_length (trace));
  agent = ls_state_get_agent (state, 2);
  g_assert_cmpstr (ls_trace_get_text (trace, agent->name), ==, "gdbus");
  g_assert_cmpint (agent->state, ==, LS_AGENT_STATE_IDLE);
  g_assert_cmpuint (agent->since, ==, 0);
  g_assert_cmpuint (ls_state_get_n_agents (state), ==, 2);
  g_assert_cmpstr (ls_trace_get_text (trace, ls_state_get_agent (state, 1)->name), ==, "context");
}

int
main (int   argc,
      char *argv[])
{
  g_test_init (&argc, &argv, NULL);

  g_test_add_func ("/source-states/begins-anew", test_begins_anew);
  g_test_add_func ("/source-states/renamed", test_renamed);
  g_test_add_func ("/source-states/words", test_words);

  return g_test_run ();
}
