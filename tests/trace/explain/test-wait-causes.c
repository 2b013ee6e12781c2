/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "random-trace.h"
#include "explain/loop-writer.h"

#include <json-glib/json-glib.h>

#include "ls-statistics.h"
#include "ls-wait-causes.h"

static void
check_total (const LsWaitCauses *causes,
             LsWaitCauseKind     kind,
             guint64             total,
             guint32             n_tasks)
{
  guint32 n;

  g_assert_cmpuint (ls_wait_causes_get_total (causes, kind, &n), ==, total);
  g_assert_cmpuint (n, ==, n_tasks);
}

static void
check_sum (const LsWaitCauses *causes)
{
  guint64 sum = 0;

  for (guint kind = 0; kind < LS_N_WAIT_CAUSE_KINDS; kind++)
    sum += ls_wait_causes_get_total (causes, kind, NULL);
  g_assert_cmpuint (sum, ==, ls_wait_causes_get_wait (causes));
}

/* Whatever can come before a user-visible task. */
static LsTrace *
write_busy_page (void)
{
  LsTrace *trace = begin_trace (LS_RECORD_FLAG_RECORDED);

  queue_in_loop (trace, 1, LS_QUEUE_TYPE_DEFAULT, "startup");
  begin_turn (trace, 1, 0, LS_QUEUE_TYPE_DEFAULT);
  writer_time += 1000;
  queue (trace, 2, 2, "older");
  queue_in_loop (trace, 3, LS_QUEUE_TYPE_DEFAULT, "load");
  queue (trace, 4, 2, "render");
  queue (trace, 5, 1, "decode");
  queue (trace, 6, 1, "decode");
  queue (trace, 7, 1, "click");
  queue (trace, 8, 4, "rest");
  queue (trace, 9, 3, "prefetch");
  queue_in_loop (trace, 10, LS_QUEUE_TYPE_INPUT, NULL);
  end_turn (trace, 1, 5000);
  writer_time += 700;
  run_in_loop (trace, 10, LS_QUEUE_TYPE_INPUT, 2000);
  run (trace, 5, 1, 10000);
  run (trace, 6, 1, 15000);
  run (trace, 7, 1, 6000);
  run (trace, 8, 4, 300);
  run (trace, 2, 2, 400);
  run_in_loop (trace, 3, LS_QUEUE_TYPE_DEFAULT, 50);
  run (trace, 9, 3, 80);
  run (trace, 4, 2, 1);
  publish (trace);
  return trace;
}

static void
test_causes (void)
{
  g_autoptr (LsTrace) trace = write_busy_page ();
  g_autoptr (LsWaitCauses) causes = ls_wait_causes_new (trace, 4);
  const LsWaitCause *first = ls_wait_causes_get (causes, 0);
  g_autofree char *title = ls_wait_causes_get_title (causes);
  g_autofree char *running = ls_wait_causes_get_sentence (causes, LS_WAIT_CAUSE_RUNNING);
  g_autofree char *priority = ls_wait_causes_get_sentence (causes, LS_WAIT_CAUSE_PRIORITY);
  g_autofree char *elsewhere = ls_wait_causes_get_sentence (causes, LS_WAIT_CAUSE_ELSEWHERE);
  g_autofree char *late = ls_wait_causes_get_sentence (causes, LS_WAIT_CAUSE_DELAY_LATE);
  g_autofree char *name = ls_wait_causes_name_group (causes, 0);

  g_assert_cmpuint (ls_wait_causes_get_task (causes), ==, 4);
  g_assert_cmpint (ls_wait_causes_get_status (causes), ==, LS_WAIT_RAN);
  g_assert_cmpuint (ls_wait_causes_get_from (causes), ==, 1000);
  check_total (causes, LS_WAIT_CAUSE_RUNNING, 5000, 1);
  check_total (causes, LS_WAIT_CAUSE_PRIORITY, 31000, 3);
  check_total (causes, LS_WAIT_CAUSE_CONTINUATION, 300, 1);
  check_total (causes, LS_WAIT_CAUSE_RANK, 2000, 1);
  check_total (causes, LS_WAIT_CAUSE_ORDER, 400, 1);
  check_total (causes, LS_WAIT_CAUSE_SAME_RANK, 50, 1);
  check_total (causes, LS_WAIT_CAUSE_UNKNOWN, 80, 1);
  check_total (causes, LS_WAIT_CAUSE_ELSEWHERE, 700, 0);
  check_total (causes, LS_WAIT_CAUSE_DELAY_LATE, 0, 0);
  check_sum (causes);
  g_assert_false (ls_wait_causes_is_inferred (causes));

  g_assert_cmpuint (ls_wait_causes_get_n (causes), ==, 8);
  g_assert_null (ls_wait_causes_get (causes, 8));
  g_assert_cmpint (first->kind, ==, LS_WAIT_CAUSE_PRIORITY);
  g_assert_cmpuint (first->duration, ==, 25000);
  g_assert_cmpuint (first->n_tasks, ==, 2);
  g_assert_cmpuint (first->task, ==, 6);
  g_assert_cmpuint (first->longest, ==, 15000);
  g_assert_cmpstr (name, ==, "“decode”");

  g_assert_cmpstr (title, ==, "Task 4 “render” waited 39.53 ms, from 1 ms to 40.53 ms.");
  g_assert_cmpstr (running, ==, "5 ms while “startup”, which posted it, was still running: no turn is interrupted.");
  g_assert_cmpstr (priority, ==, "31 ms behind 3 tasks of higher priority.");
  g_assert_cmpstr (elsewhere, ==, "0.7 ms while no task of this thread ran: the recording does not say why.");
  g_assert_null (late);
}

/* After a click: the page's tasks wait for the frame. */
static void
test_deferred (void)
{
  g_autoptr (LsTrace) trace = begin_trace (0);
  g_autoptr (LsWaitCauses) causes = NULL, of_loop = NULL;
  g_autofree char *sentence = NULL;

  queue_in_loop (trace, 1, LS_QUEUE_TYPE_INPUT, "click");
  begin_turn (trace, 1, 0, LS_QUEUE_TYPE_INPUT);
  queue (trace, 2, 1, "save");
  queue_in_loop (trace, 3, LS_QUEUE_TYPE_DEFAULT, "browser");
  writer_time += 500;
  write_record (trace, TASK_FINISHED, .subject = 1);
  write_record (trace, TASKS_DEFERRED, .subject = 1, .value = 50000);
  write_record (trace, TURN_ENDED);
  writer_time += 2000;
  run_in_loop (trace, 3, LS_QUEUE_TYPE_DEFAULT, 300);
  writer_time += 10000;
  queue_in_loop (trace, 4, LS_QUEUE_TYPE_COMPOSITOR, "frame");
  run_in_loop (trace, 4, LS_QUEUE_TYPE_COMPOSITOR, 1000);
  write_record (trace, TASKS_DEFERRED);
  writer_time += 70;
  run (trace, 2, 1, 100);
  publish (trace);

  causes = ls_wait_causes_new (trace, 2);
  check_total (causes, LS_WAIT_CAUSE_RUNNING, 500, 1);
  check_total (causes, LS_WAIT_CAUSE_DEFERRED, 13300, 2);
  check_total (causes, LS_WAIT_CAUSE_ELSEWHERE, 70, 0);
  check_sum (causes);
  sentence = ls_wait_causes_get_sentence (causes, LS_WAIT_CAUSE_DEFERRED);
  g_assert_cmpstr (sentence, ==, "13.3 ms held back until the frame after the input was drawn.");

  /* What is no page's waits for nothing. */
  of_loop = ls_wait_causes_new (trace, 3);
  check_total (of_loop, LS_WAIT_CAUSE_DEFERRED, 0, 0);
  check_total (of_loop, LS_WAIT_CAUSE_ELSEWHERE, 2000, 0);
}

/* The loop notices late that a delay is over: what ran meanwhile did not come first by any rule. */
static void
test_delay (void)
{
  g_autoptr (LsTrace) trace = begin_trace (0);
  g_autoptr (LsWaitCauses) causes = NULL, delayed = NULL;
  g_autofree char *title = NULL;

  write_record (trace, TASK_POSTED, .subject = 1, .value = 5, .text = text_of (trace, "later"));
  write_record (trace, TASK_DELAYED, .subject = 1, .value = 5000, .queue = LS_QUEUE_TYPE_WEB_SCHEDULING);
  write_record (trace, TASK_POSTED, .subject = 4, .value = 500, .text = text_of (trace, "much later"));
  write_record (trace, TASK_DELAYED, .subject = 4, .value = 500000, .queue = LS_QUEUE_TYPE_WEB_SCHEDULING);
  queue (trace, 2, 3, "work");
  queue (trace, 3, 3, "more");
  run (trace, 2, 3, 6000);
  run (trace, 3, 3, 2000);
  writer_time += 500;
  write_record (trace, TASK_DUE, .subject = 1, .queue = LS_QUEUE_TYPE_WEB_SCHEDULING);
  write_record (trace, TASK_QUEUED, .subject = 1, .object = 1, .value = ++order, .queue = LS_QUEUE_TYPE_WEB_SCHEDULING,
                .priority = LS_TASK_PRIORITY_USER_BLOCKING);
  writer_time += 100;
  run (trace, 1, 1, 1000);
  publish (trace);

  causes = ls_wait_causes_new (trace, 1);
  g_assert_cmpuint (ls_wait_causes_get_from (causes), ==, 5000);
  g_assert_cmpuint (ls_wait_causes_get_wait (causes), ==, 3600);
  check_total (causes, LS_WAIT_CAUSE_RUNNING, 1000, 1);
  check_total (causes, LS_WAIT_CAUSE_DELAY_LATE, 2500, 1);
  check_total (causes, LS_WAIT_CAUSE_ELSEWHERE, 100, 0);
  check_sum (causes);

  delayed = ls_wait_causes_new (trace, 4);
  title = ls_wait_causes_get_title (delayed);
  g_assert_cmpint (ls_wait_causes_get_status (delayed), ==, LS_WAIT_DELAYED);
  g_assert_cmpuint (ls_wait_causes_get_wait (delayed), ==, 0);
  g_assert_cmpstr (title, ==, "Task 4 “much later” has not waited: its delay was not over.");
}

/* Waits that end otherwise, and tasks that are not there. */
static void
test_ends (void)
{
  g_autoptr (LsTrace) trace = begin_trace (0);
  g_autoptr (LsWaitCauses) removed = NULL, waiting = NULL;
  g_autofree char *removed_title = NULL, *waiting_title = NULL;

  queue (trace, 1, 1, "first");
  queue (trace, 2, 3, "removed");
  queue (trace, 3, 3, "waiting");
  run (trace, 1, 1, 4000);
  write_record (trace, TASK_REMOVED, .subject = 2);
  queue (trace, 4, 1, "endless");
  begin_turn (trace, 4, 1, LS_QUEUE_TYPE_WEB_SCHEDULING);
  writer_time += 3000;
  write_record (trace, LOG, .text = text_of (trace, "still here"));
  publish (trace);

  removed = ls_wait_causes_new (trace, 2);
  removed_title = ls_wait_causes_get_title (removed);
  waiting = ls_wait_causes_new (trace, 3);
  waiting_title = ls_wait_causes_get_title (waiting);
  g_assert_cmpint (ls_wait_causes_get_status (removed), ==, LS_WAIT_REMOVED);
  check_total (removed, LS_WAIT_CAUSE_PRIORITY, 4000, 1);
  check_sum (removed);
  g_assert_cmpstr (removed_title, ==, "Task 2 “removed” waited 4 ms, from 0 ms to 4 ms, and was removed before it could run.");
  g_assert_cmpint (ls_wait_causes_get_status (waiting), ==, LS_WAIT_WAITING);
  check_total (waiting, LS_WAIT_CAUSE_PRIORITY, 7000, 2);
  check_sum (waiting);
  g_assert_cmpstr (waiting_title, ==, "Task 3 “waiting” has waited 7 ms, since 0 ms, and has not run.");
  g_assert_null (ls_wait_causes_new (trace, 99));
  g_assert_null (ls_wait_causes_new (trace, 0));
}

/* Names beyond the limit are put together, and nothing is lost. */
static void
test_many_names (void)
{
  g_autoptr (LsTrace) trace = begin_trace (0);
  g_autoptr (LsWaitCauses) causes = NULL;
  g_autofree char *text = NULL;
  gboolean has_rest = FALSE;

  queue (trace, 1, 3, "patient");
  for (guint i = 0; i < 1000; i++)
    {
      g_autofree char *name = g_strdup_printf ("task %u", i);

      queue (trace, 2 + i, 1, name);
      run (trace, 2 + i, 1, 10);
    }
  run (trace, 1, 3, 10);
  publish (trace);

  causes = ls_wait_causes_new (trace, 1);
  check_total (causes, LS_WAIT_CAUSE_PRIORITY, 10000, 1000);
  check_sum (causes);
  g_assert_cmpuint (ls_wait_causes_get_n (causes), <=, LS_WAIT_CAUSES_MAX_GROUPS);
  for (guint i = 0; i < ls_wait_causes_get_n (causes); i++)
    has_rest |= ls_wait_causes_get (causes, i)->is_rest && ls_wait_causes_get (causes, i)->n_tasks > 500;
  g_assert_true (has_rest);
  text = ls_wait_causes_to_text (causes);
  g_assert_nonnull (strstr (text, "tasks of other names"));
}

/* Two agents of a recording run at the same time: only the own loop counts. */
static void
test_two_agents (void)
{
  g_autoptr (LsTrace) trace = begin_trace (LS_RECORD_FLAG_RECORDED);
  g_autoptr (LsWaitCauses) causes = NULL;

  write_record (trace, AGENT_CREATED, .subject = 1, .text = text_of (trace, "page"));
  write_record (trace, AGENT_CREATED, .subject = 2, .object = 1, .text = text_of (trace, "worker"));
  queue (trace, 1, 1, "first");
  queue (trace, 2, 3, "waiting");
  begin_turn (trace, 1, 1, LS_QUEUE_TYPE_WEB_SCHEDULING);
  writer_time += 1000;
  write_record (trace, AGENT_RUN, .subject = 2);
  write_record (trace, LOOP_STARTED, .text = text_of (trace, "blink"), .flags = LS_RECORD_FLAG_RECORDED);
  queue_in_loop (trace, 3, LS_QUEUE_TYPE_DEFAULT, "message");
  begin_turn (trace, 3, 0, LS_QUEUE_TYPE_DEFAULT);
  writer_time += 2000;
  write_record (trace, AGENT_RUN, .subject = 1);
  end_turn (trace, 1, 500);
  write_record (trace, AGENT_RUN, .subject = 2);
  end_turn (trace, 3, 4000);
  write_record (trace, AGENT_RUN, .subject = 1);
  run (trace, 2, 3, 10);
  publish (trace);

  causes = ls_wait_causes_new (trace, 2);
  g_assert_cmpuint (ls_wait_causes_get_wait (causes), ==, 7500);
  check_total (causes, LS_WAIT_CAUSE_PRIORITY, 3500, 1);
  check_total (causes, LS_WAIT_CAUSE_ELSEWHERE, 4000, 0);
  check_sum (causes);
}

static void
test_inferred (void)
{
  g_autoptr (LsTrace) trace = begin_trace (LS_RECORD_FLAG_RECORDED);
  g_autoptr (LsWaitCauses) causes = NULL;

  write_record (trace, TASK_INCOMING, .subject = 1, .value = 1, .queue = LS_QUEUE_TYPE_INPUT, .clause = LS_CLAUSE_INFERRED_DUE);
  run_in_loop (trace, 1, LS_QUEUE_TYPE_INPUT, 10);
  publish (trace);
  causes = ls_wait_causes_new (trace, 1);
  g_assert_true (ls_wait_causes_is_inferred (causes));
}

/* The waits are those of the statistics, and their causes add up to them. */
static void
test_random (void)
{
  g_autoptr (LsTrace) trace = ls_trace_new ();
  g_autoptr (LsStatistics) statistics = NULL;
  g_autoptr (LsState) state = NULL;
  LsDurationStatistics waiting;
  guint64 sum = 0, n_ran = 0;

  write_random_trace (trace, 6000, 7);
  statistics = ls_statistics_new (trace);
  while (ls_statistics_advance (statistics, G_MAXSIZE))
    ;
  ls_statistics_get (statistics, LS_STATISTICS_ALL, 0, LS_DURATION_WAITING, &waiting);
  state = state_at_end (trace);
  for (guint32 id = 0; (id = ls_state_find_next_task (state, id)) != 0;)
    {
      g_autoptr (LsWaitCauses) causes = ls_wait_causes_new (trace, id);

      check_sum (causes);
      check_total (causes, LS_WAIT_CAUSE_UNKNOWN, 0, 0);
      if (ls_wait_causes_get_status (causes) != LS_WAIT_RAN)
        continue;
      n_ran++;
      sum += ls_wait_causes_get_wait (causes);
    }
  g_assert_cmpuint (n_ran, ==, waiting.count);
  g_assert_cmpuint (sum, ==, waiting.sum);
}

static void
test_find (void)
{
  g_autoptr (LsTrace) trace = write_busy_page ();
  guint32 n;

  g_assert_cmpuint (ls_wait_causes_find_task (trace, "decode", &n), ==, 6);
  g_assert_cmpuint (n, ==, 2);
  g_assert_cmpuint (ls_wait_causes_find_task (trace, "render", NULL), ==, 4);
  g_assert_cmpuint (ls_wait_causes_find_task (trace, "nobody", &n), ==, 0);
  g_assert_cmpuint (n, ==, 0);
}

/* A continuation, by the name that is shown. */
static void
test_find_continuation (void)
{
  g_autoptr (LsTrace) trace = begin_trace (LS_RECORD_FLAG_RECORDED);
  guint32 n;

  queue (trace, 1, 1, "decode");
  queue (trace, 2, 4, "decode");
  queue (trace, 3, 3, "done ↻");
  run (trace, 2, 4, 1000);
  run (trace, 1, 1, 5000);
  run (trace, 3, 3, 1000);
  publish (trace);

  g_assert_cmpuint (ls_wait_causes_find_task (trace, "decode ↻", &n), ==, 2);
  g_assert_cmpuint (n, ==, 1);
  g_assert_cmpuint (ls_wait_causes_find_task (trace, "decode", &n), ==, 1);
  g_assert_cmpuint (n, ==, 2);
  g_assert_cmpuint (ls_wait_causes_find_task (trace, "done ↻", &n), ==, 3);
  g_assert_cmpuint (ls_wait_causes_find_task (trace, " ↻", &n), ==, 0);
}

static void
test_json (void)
{
  g_autoptr (LsTrace) trace = write_busy_page ();
  g_autoptr (LsWaitCauses) causes = ls_wait_causes_new (trace, 4);
  g_autofree char *json = ls_wait_causes_to_json (causes);
  g_autoptr (JsonParser) parser = json_parser_new ();
  JsonObject *object, *cause, *group;

  g_assert_true (json_parser_load_from_data (parser, json, -1, NULL));
  object = json_node_get_object (json_parser_get_root (parser));
  g_assert_cmpstr (json_object_get_string_member (object, "status"), ==, "ran");
  g_assert_cmpfloat (json_object_get_double_member (object, "wait"), ==, 39.53);
  cause = json_array_get_object_element (json_object_get_array_member (object, "causes"), 0);
  g_assert_cmpstr (json_object_get_string_member (cause, "kind"), ==, "higher-priority");
  g_assert_cmpint (json_object_get_int_member (cause, "tasks"), ==, 3);
  group = json_array_get_object_element (json_object_get_array_member (cause, "groups"), 1);
  g_assert_cmpstr (json_object_get_string_member (group, "name"), ==, "click");
  g_assert_cmpstr (json_object_get_string_member (group, "priority"), ==, "user-blocking");
}

int
main (int   argc,
      char *argv[])
{
  g_test_init (&argc, &argv, NULL);

  g_test_add_func ("/wait-causes/causes", test_causes);
  g_test_add_func ("/wait-causes/deferred", test_deferred);
  g_test_add_func ("/wait-causes/delay", test_delay);
  g_test_add_func ("/wait-causes/ends", test_ends);
  g_test_add_func ("/wait-causes/many-names", test_many_names);
  g_test_add_func ("/wait-causes/two-agents", test_two_agents);
  g_test_add_func ("/wait-causes/inferred", test_inferred);
  g_test_add_func ("/wait-causes/random", test_random);
  g_test_add_func ("/wait-causes/find", test_find);
  g_test_add_func ("/wait-causes/find-continuation", test_find_continuation);
  g_test_add_func ("/wait-causes/json", test_json);

  return g_test_run ();
}
