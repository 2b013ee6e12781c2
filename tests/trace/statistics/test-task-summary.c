/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "random-trace.h"
#include "explain/loop-writer.h"

#include <json-glib/json-glib.h>

#include "ls-statistics.h"
#include "ls-task-summary.h"

static LsTaskSummary *
summarize (LsTrace *trace)
{
  LsTaskSummary *self = ls_task_summary_new (trace);

  publish (trace);
  while (ls_task_summary_advance (self, 5))
    ;
  return self;
}

static void
check_counts (const guint64 *counts,
              guint64        background,
              guint64        user_visible,
              guint64        user_blocking,
              guint64        unknown)
{
  g_assert_cmpuint (counts[LS_TASK_PRIORITY_BACKGROUND], ==, background);
  g_assert_cmpuint (counts[LS_TASK_PRIORITY_USER_VISIBLE], ==, user_visible);
  g_assert_cmpuint (counts[LS_TASK_PRIORITY_USER_BLOCKING], ==, user_blocking);
  g_assert_cmpuint (counts[LS_TASK_PRIORITY_NONE], ==, unknown);
}

/* Tasks that run, are raised, removed, or wait still. */
static void
test_counts (void)
{
  g_autoptr (LsTrace) trace = begin_trace (LS_RECORD_FLAG_RECORDED);
  g_autoptr (LsTaskSummary) summary = NULL;
  LsTaskCounts tasks, continuations;
  LsDurationStatistics waits;

  queue (trace, 1, 1, "a");
  queue (trace, 2, 3, "raised");
  queue (trace, 3, 2, "removed");
  queue (trace, 4, 2, "waiting");
  run (trace, 1, 1, 3000);
  write_record (trace, QUEUE_PRIORITY, .subject = 3, .priority = LS_TASK_PRIORITY_USER_BLOCKING);
  write_record (trace, TASK_SELECTED, .subject = 2, .object = 3, .queue = LS_QUEUE_TYPE_WEB_SCHEDULING,
                .priority = LS_TASK_PRIORITY_USER_BLOCKING);
  write_record (trace, TASK_STARTED, .subject = 2);
  end_turn (trace, 2, 500);
  write_record (trace, TASK_REMOVED, .subject = 3);
  /* Nobody knows since when this one waited. */
  write_record (trace, TASK_POSTED, .subject = 5, .clause = LS_CLAUSE_INFERRED_DUE, .flags = LS_RECORD_FLAG_OUTSIDE);
  write_record (trace, TASK_QUEUED, .subject = 5, .object = 2, .value = ++order, .queue = LS_QUEUE_TYPE_WEB_SCHEDULING,
                .priority = LS_TASK_PRIORITY_USER_VISIBLE, .clause = LS_CLAUSE_INFERRED_DUE);
  run (trace, 5, 2, 100);
  summary = summarize (trace);

  ls_task_summary_get_counts (summary, FALSE, &tasks);
  check_counts (tasks.n_posted, 1, 3, 1, 0);
  check_counts (tasks.n_run, 0, 1, 2, 0);
  g_assert_cmpuint (tasks.n_removed, ==, 1);
  g_assert_cmpuint (tasks.n_changed, ==, 1);
  g_assert_cmpuint (tasks.n_waiting, ==, 1);
  g_assert_cmpuint (tasks.n_unknown_waits, ==, 1);
  ls_task_summary_get_counts (summary, TRUE, &continuations);
  check_counts (continuations.n_posted, 0, 0, 0, 0);
  g_assert_true (ls_task_summary_get_waits (summary, FALSE, LS_TASK_PRIORITY_USER_BLOCKING, &waits));
  g_assert_cmpuint (waits.count, ==, 1);
  g_assert_cmpuint (waits.max, ==, 0);
  g_assert_true (ls_task_summary_get_waits (summary, FALSE, LS_TASK_PRIORITY_NONE, &waits));
  g_assert_cmpuint (waits.count, ==, 1);
  g_assert_cmpuint (waits.max, ==, 3000);
  g_assert_cmpuint (waits.max_task, ==, 2);
  g_assert_false (ls_task_summary_get_waits (summary, FALSE, LS_TASK_PRIORITY_USER_VISIBLE, &waits));
}

/* The priority at posting is that of the signal at that moment. */
static void
test_signals (void)
{
  g_autoptr (LsTrace) trace = begin_trace (0);
  g_autoptr (LsTaskSummary) summary = NULL;
  LsTaskCounts tasks;

  write_record (trace, SIGNAL_CREATED, .subject = 1, .priority = LS_TASK_PRIORITY_BACKGROUND);
  write_record (trace, TASK_POSTED, .subject = 1, .object = 1, .value = 5);
  write_record (trace, TASK_DELAYED, .subject = 1, .value = 5000, .queue = LS_QUEUE_TYPE_WEB_SCHEDULING);
  write_record (trace, SIGNAL_PRIORITY, .subject = 1, .priority = LS_TASK_PRIORITY_USER_VISIBLE);
  writer_time += 5000;
  write_record (trace, TASK_DUE, .subject = 1, .queue = LS_QUEUE_TYPE_WEB_SCHEDULING);
  write_record (trace, TASK_QUEUED, .subject = 1, .object = 2, .value = ++order, .queue = LS_QUEUE_TYPE_WEB_SCHEDULING,
                .priority = LS_TASK_PRIORITY_USER_VISIBLE);
  run (trace, 1, 2, 100);
  /* Posted with a signal that the trace does not know, and delayed. */
  write_record (trace, TASK_POSTED, .subject = 2, .object = 7, .value = 5);
  write_record (trace, TASK_DELAYED, .subject = 2, .value = 5000, .queue = LS_QUEUE_TYPE_WEB_SCHEDULING);
  summary = summarize (trace);
  ls_task_summary_get_counts (summary, FALSE, &tasks);
  check_counts (tasks.n_posted, 1, 0, 0, 1);
  check_counts (tasks.n_run, 0, 1, 0, 0);
  g_assert_cmpuint (tasks.n_changed, ==, 1);
}

static void
test_lateness (void)
{
  g_autoptr (LsTrace) trace = begin_trace (LS_RECORD_FLAG_RECORDED);
  g_autoptr (LsTaskSummary) summary = NULL;
  LsDurationStatistics late;

  write_record (trace, TASK_POSTED, .subject = 1, .value = 5);
  write_record (trace, TASK_DELAYED, .subject = 1, .value = 5000, .queue = LS_QUEUE_TYPE_WEB_SCHEDULING);
  write_record (trace, TASK_DELAYED, .subject = 2, .object = 1, .value = 1000, .queue = LS_QUEUE_TYPE_FRAME_THROTTLEABLE,
                .flags = LS_RECORD_FLAG_TIMER);
  /* A frame is no timer. */
  write_record (trace, TASK_DELAYED, .subject = 3, .value = 100, .queue = LS_QUEUE_TYPE_COMPOSITOR);
  writer_time += 7000;
  write_record (trace, TASK_DUE, .subject = 2, .value = ++order, .queue = LS_QUEUE_TYPE_FRAME_THROTTLEABLE);
  write_record (trace, TASK_DUE, .subject = 3, .value = ++order, .queue = LS_QUEUE_TYPE_COMPOSITOR);
  run_in_loop (trace, 2, LS_QUEUE_TYPE_FRAME_THROTTLEABLE, 300);
  run_in_loop (trace, 3, LS_QUEUE_TYPE_COMPOSITOR, 300);
  write_record (trace, TASK_DUE, .subject = 1, .queue = LS_QUEUE_TYPE_WEB_SCHEDULING);
  write_record (trace, TASK_QUEUED, .subject = 1, .object = 1, .value = ++order, .queue = LS_QUEUE_TYPE_WEB_SCHEDULING,
                .priority = LS_TASK_PRIORITY_USER_BLOCKING);
  run (trace, 1, 1, 100);
  summary = summarize (trace);
  g_assert_true (ls_task_summary_get_late_delays (summary, &late));
  g_assert_cmpuint (late.count, ==, 1);
  g_assert_cmpuint (late.max, ==, 2600);
  g_assert_true (ls_task_summary_get_late_timers (summary, &late));
  g_assert_cmpuint (late.count, ==, 1);
  g_assert_cmpuint (late.max, ==, 6000);
}

/* One task yields twice, another one once and its rest is removed; the longest piece takes too long all the same. */
static void
test_chains (void)
{
  g_autoptr (LsTrace) trace = begin_trace (0);
  g_autoptr (LsTaskSummary) summary = NULL;
  LsYieldChains chains;
  LsTaskCounts continuations;

  queue (trace, 1, 2, "search");
  queue (trace, 2, 2, "other");
  queue (trace, 3, 2, "plain");
  begin_turn (trace, 1, 2, LS_QUEUE_TYPE_WEB_SCHEDULING);
  queue (trace, 4, 4, "search");
  end_turn (trace, 1, 1000);
  begin_turn (trace, 4, 4, LS_QUEUE_TYPE_WEB_SCHEDULING);
  queue (trace, 5, 4, "search");
  end_turn (trace, 4, 60000);
  run (trace, 5, 4, 2000);
  begin_turn (trace, 2, 2, LS_QUEUE_TYPE_WEB_SCHEDULING);
  queue (trace, 6, 4, "other");
  end_turn (trace, 2, 10);
  write_record (trace, TASK_REMOVED, .subject = 6);
  run (trace, 3, 2, 90000);
  summary = summarize (trace);

  ls_task_summary_get_chains (summary, &chains);
  g_assert_cmpuint (chains.n_chains, ==, 2);
  g_assert_cmpuint (chains.n_pieces, ==, 4);
  g_assert_cmpuint (chains.most_pieces, ==, 3);
  g_assert_cmpuint (chains.most_pieces_task, ==, 1);
  g_assert_cmpuint (chains.longest_piece, ==, 60000);
  g_assert_cmpuint (chains.longest_piece_task, ==, 4);
  g_assert_cmpuint (chains.n_long_pieces, ==, 1);
  ls_task_summary_get_counts (summary, TRUE, &continuations);
  check_counts (continuations.n_posted, 0, 3, 0, 0);
  check_counts (continuations.n_run, 0, 2, 0, 0);
  g_assert_cmpuint (continuations.n_removed, ==, 1);
}

static void
test_long_tasks (void)
{
  g_autoptr (LsTrace) trace = begin_trace (0);
  g_autoptr (LsTaskSummary) summary = NULL, many = NULL;
  g_autofree LsLongTasks *list = NULL, *many_list = NULL;
  guint n, n_many, n_rest = 0;

  queue (trace, 1, 1, "decode");
  run (trace, 1, 1, 60000);
  queue (trace, 2, 1, "decode");
  run (trace, 2, 1, 70000);
  queue (trace, 3, 1, "decode");
  run (trace, 3, 1, 50000);
  queue_in_loop (trace, 4, LS_QUEUE_TYPE_DEFAULT, NULL);
  run_in_loop (trace, 4, LS_QUEUE_TYPE_DEFAULT, 200000);
  summary = summarize (trace);
  list = ls_task_summary_list_long (summary, &n);
  g_assert_cmpuint (n, ==, 2);
  g_assert_cmpuint (list[0].task, ==, 4);
  g_assert_cmpuint (list[0].name, ==, 0);
  g_assert_cmpuint (list[1].count, ==, 2);
  g_assert_cmpuint (list[1].total, ==, 130000);
  g_assert_cmpuint (list[1].longest, ==, 70000);
  g_assert_cmpuint (list[1].task, ==, 2);

  for (guint i = 0; i < 500; i++)
    {
      g_autofree char *name = g_strdup_printf ("name %u", i);

      queue (trace, 10 + i, 1, name);
      run (trace, 10 + i, 1, 51000);
    }
  many = summarize (trace);
  many_list = ls_task_summary_list_long (many, &n_many);
  g_assert_cmpuint (n_many, ==, LS_TASK_SUMMARY_MAX_NAMES);
  for (guint i = 0; i < n_many; i++)
    if (many_list[i].is_rest)
      n_rest += many_list[i].count;
  g_assert_cmpuint (n_rest, ==, 502 - (LS_TASK_SUMMARY_MAX_NAMES - 1));
}

/* A page and its worker run at the same time: what both take is not added up. */
static LsTrace *
write_parallel (void)
{
  LsTrace *trace = begin_trace (LS_RECORD_FLAG_RECORDED);

  write_record (trace, AGENT_CREATED, .subject = 1, .text = text_of (trace, "page"));
  write_record (trace, AGENT_CREATED, .subject = 2, .object = 1, .text = text_of (trace, "worker"));
  queue (trace, 1, 1, "first");
  begin_turn (trace, 1, 1, LS_QUEUE_TYPE_WEB_SCHEDULING);
  writer_time += 1000;
  write_record (trace, AGENT_RUN, .subject = 2);
  write_record (trace, LOOP_STARTED, .text = text_of (trace, "blink"), .flags = LS_RECORD_FLAG_RECORDED);
  queue_in_loop (trace, 2, LS_QUEUE_TYPE_DEFAULT, "message");
  begin_turn (trace, 2, 0, LS_QUEUE_TYPE_DEFAULT);
  writer_time += 2000;
  write_record (trace, AGENT_RUN, .subject = 1);
  end_turn (trace, 1, 500);
  write_record (trace, AGENT_RUN, .subject = 2);
  end_turn (trace, 2, 4000);
  writer_time += 10000;
  write_record (trace, AGENT_RUN, .subject = 1);
  queue (trace, 3, 1, "last");
  run (trace, 3, 1, 700);
  queue (trace, 4, 1, "open");
  begin_turn (trace, 4, 1, LS_QUEUE_TYPE_WEB_SCHEDULING);
  writer_time += 100;
  write_record (trace, AGENT_RUN, .subject = 2);
  queue_in_loop (trace, 5, LS_QUEUE_TYPE_DEFAULT, "open too");
  begin_turn (trace, 5, 0, LS_QUEUE_TYPE_DEFAULT);
  writer_time += 300;
  write_record (trace, LOG, .text = text_of (trace, "end"));
  publish (trace);
  return trace;
}

static void
test_agents (void)
{
  g_autoptr (LsTrace) trace = write_parallel ();
  g_autoptr (LsTaskSummary) summary = summarize (trace);
  g_autofree LsLoopSummary *loops = NULL;
  g_autoptr (LsStatistics) statistics = ls_statistics_new (trace);
  g_autoptr (LsStatistics) range = ls_statistics_new_for_range (trace, 14, G_MAXSIZE);
  LsStatisticsTotals totals;
  guint n;

  loops = ls_task_summary_list_loops (summary, &n);
  g_assert_cmpuint (n, ==, 2);
  g_assert_cmpstr (ls_trace_get_text (trace, loops[1].name), ==, "worker");
  g_assert_cmpuint (loops[0].n_turns, ==, 3);
  g_assert_cmpuint (loops[0].busy, ==, 3500 + 700);
  g_assert_cmpuint (loops[1].busy, ==, 6500);

  while (ls_statistics_advance (statistics, 3))
    ls_statistics_get_totals (statistics, &totals);
  ls_statistics_get_totals (statistics, &totals);
  g_assert_cmpuint (totals.end, ==, 18600);
  g_assert_cmpuint (totals.busy, ==, 7500 + 700 + 400);
  g_assert_cmpuint (totals.idle, ==, 10000);
  while (ls_statistics_advance (range, G_MAXSIZE))
    ;
  ls_statistics_get_totals (range, &totals);
  g_assert_cmpuint (totals.busy + totals.idle, ==, totals.end - totals.start);
  g_assert_cmpuint (totals.idle, ==, 10000);
}

/* The waits are those of the statistics. */
static void
test_random (void)
{
  g_autoptr (LsTrace) trace = ls_trace_new ();
  g_autoptr (LsTaskSummary) summary = NULL;
  g_autoptr (LsStatistics) statistics = NULL;
  g_autofree LsLoopSummary *loops = NULL;
  LsStatisticsTotals totals;
  guint64 n_run = 0;
  guint n;

  write_random_trace (trace, 20000, 11);
  summary = summarize (trace);
  statistics = ls_statistics_new (trace);
  while (ls_statistics_advance (statistics, G_MAXSIZE))
    ;
  ls_statistics_get_totals (statistics, &totals);
  for (guint continuations = 0; continuations < 2; continuations++)
    {
      LsTaskCounts counts;

      ls_task_summary_get_counts (summary, continuations, &counts);
      for (guint i = 0; i <= LS_N_TASK_PRIORITIES; i++)
        n_run += counts.n_run[i];
    }
  g_assert_cmpuint (n_run, >, 100);
  g_assert_cmpuint (n_run, <=, totals.n_turns);
  loops = ls_task_summary_list_loops (summary, &n);
  g_assert_cmpuint (n, ==, 1);
  g_assert_cmpuint (loops[0].n_turns, ==, totals.n_turns);
  g_assert_cmpuint (loops[0].busy, ==, totals.busy);
}

static void
test_json (void)
{
  g_autoptr (LsTrace) trace = write_parallel ();
  g_autoptr (LsTaskSummary) summary = summarize (trace);
  g_autofree char *json = ls_task_summary_to_json (summary), *text = ls_task_summary_to_text (summary);
  g_autoptr (JsonParser) parser = json_parser_new ();
  JsonObject *object, *tasks;

  g_assert_true (json_parser_load_from_data (parser, json, -1, NULL));
  object = json_node_get_object (json_parser_get_root (parser));
  tasks = json_object_get_object_member (object, "tasks");
  g_assert_cmpint (json_object_get_int_member (json_object_get_object_member (tasks, "run"), "user-blocking"), ==, 3);
  g_assert_cmpint (json_array_get_length (json_object_get_array_member (object, "loops")), ==, 2);
  g_assert_nonnull (strstr (text, "agent 2 worker: 2 turns, 6.500 ms busy\n"));
}

int
main (int   argc,
      char *argv[])
{
  g_test_init (&argc, &argv, NULL);

  g_test_add_func ("/task-summary/counts", test_counts);
  g_test_add_func ("/task-summary/signals", test_signals);
  g_test_add_func ("/task-summary/lateness", test_lateness);
  g_test_add_func ("/task-summary/chains", test_chains);
  g_test_add_func ("/task-summary/long-tasks", test_long_tasks);
  g_test_add_func ("/task-summary/agents", test_agents);
  g_test_add_func ("/task-summary/random", test_random);
  g_test_add_func ("/task-summary/json", test_json);

  return g_test_run ();
}
