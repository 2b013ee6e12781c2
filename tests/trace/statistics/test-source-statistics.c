/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "source-writer.h"

#include "ls-statistics.h"
#include "ls-task-summary.h"

/* An idle source that waits for a timeout's callback, in the second iteration of three. The loop sleeps twice. */
static LsTrace *
make_trace (void)
{
  LsTrace *trace = begin_sources ();

  attach (trace, 1, 0, LS_SOURCE_TIMEOUT, "tick");
  wait_for_time (trace, 1, 1, 0, 5000, "tick");
  sleep_for (trace, 6000);
  be_due (trace, 1, 0);
  attach (trace, 2, 200, LS_SOURCE_IDLE, "load");
  be_ready (trace, 2, 2, 200, "load");
  dispatch (trace, 1, 0, 2000);
  dispatch (trace, 2, 200, 500);
  wait_for_time (trace, 3, 1, 0, 1000, "tick");
  sleep_for (trace, 1500);
  be_due (trace, 3, 0);
  dispatch (trace, 3, 0, 1000);
  write_record (trace, FRAME, .subject = 1, .object = 16667, .value = 40000, .level = 2);
  write_record (trace, FRAME, .subject = 1, .object = 16667, .value = 2000);
  publish (trace);
  return trace;
}

static void
check (LsStatistics      *statistics,
       LsStatisticsGroup  group,
       guint32            key,
       LsDurationKind     kind,
       guint64            count,
       guint64            sum,
       guint64            max)
{
  LsDurationStatistics durations;

  g_assert_true (ls_statistics_get (statistics, group, key, kind, &durations));
  g_assert_cmpuint (durations.count, ==, count);
  g_assert_cmpuint (durations.sum, ==, sum);
  g_assert_cmpuint (durations.max, ==, max);
}

static void
test_groups (void)
{
  g_autoptr (LsTrace) trace = make_trace ();
  g_autoptr (LsStatistics) statistics = ls_statistics_new (trace);
  g_autofree guint32 *keys = NULL;
  g_autofree char *name = NULL;
  guint n_keys;

  while (ls_statistics_advance (statistics, 2))
    ;
  keys = ls_statistics_list_keys (statistics, LS_STATISTICS_SOURCE, &n_keys);
  g_assert_cmpuint (n_keys, ==, 2);
  name = ls_statistics_get_key_name (statistics, LS_STATISTICS_SOURCE, text_of (trace, "tick"));
  g_assert_cmpstr (name, ==, "tick");
  check (statistics, LS_STATISTICS_SOURCE, text_of (trace, "tick"), LS_DURATION_RUNNING, 2, 3000, 2000);
  check (statistics, LS_STATISTICS_SOURCE, text_of (trace, "load"), LS_DURATION_WAITING, 1, 2000, 2000);
  /* Where the loop slept, nothing was ready. */
  check (statistics, LS_STATISTICS_SOURCE, text_of (trace, "tick"), LS_DURATION_WAITING, 2, 0, 0);
  check (statistics, LS_STATISTICS_QUEUE, ls_queue_type_for_source_priority (200), LS_DURATION_WAITING, 1, 2000, 2000);
  check (statistics, LS_STATISTICS_CONTEXT, 1, LS_DURATION_RUNNING, 3, 3500, 2000);
}

static void
test_contexts (void)
{
  g_autoptr (LsTrace) trace = make_trace ();
  g_autoptr (LsTaskSummary) summary = ls_task_summary_new (trace);
  g_autofree LsLoopSummary *loops = NULL;
  LsDurationStatistics late;
  guint n_loops;

  while (ls_task_summary_advance (summary, 2))
    ;
  loops = ls_task_summary_list_loops (summary, &n_loops);
  g_assert_cmpuint (n_loops, ==, 1);
  g_assert_cmpuint (loops[0].n_turns, ==, 3);
  g_assert_cmpuint (loops[0].n_iterations, ==, 3);
  g_assert_cmpuint (loops[0].n_wake_ups, ==, 2);
  g_assert_cmpuint (loops[0].asleep, ==, 7500);
  g_assert_cmpuint (loops[0].n_frames, ==, 2);
  g_assert_cmpuint (loops[0].n_missed_frames, ==, 2);
  g_assert_cmpuint (loops[0].busy, ==, 3500);
  g_assert_cmpuint (loops[0].longest, ==, 2000);
  g_assert_cmpuint (loops[0].longest_task, ==, 1);
  g_assert_true (ls_task_summary_get_late_timers (summary, &late));
  g_assert_cmpuint (late.count, ==, 2);
  g_assert_cmpuint (late.max, ==, 0);
}

/* Nobody counts the time until something happens, and where it is not known when it did, nobody counts a wait. */
static void
test_events (void)
{
  g_autoptr (LsTrace) trace = begin_sources ();
  g_autoptr (LsStatistics) statistics = ls_statistics_new (trace);
  LsStatisticsTotals totals;

  attach (trace, 1, 0, LS_SOURCE_DESCRIPTOR, "input");
  wait_for_event (trace, 1, 1, 0, "input");
  sleep_for (trace, 6000);
  have_event (trace, 1, 0, TRUE);
  writer_time += 300;
  dispatch (trace, 1, 0, 2000);
  wait_for_event (trace, 2, 1, 0, "input");
  writer_time += 700;
  have_event (trace, 2, 0, FALSE);
  dispatch (trace, 2, 0, 1000);
  wait_for_event (trace, 3, 1, 0, "input");
  publish (trace);
  while (ls_statistics_advance (statistics, 2))
    ;
  check (statistics, LS_STATISTICS_SOURCE, text_of (trace, "input"), LS_DURATION_WAITING, 1, 300, 300);
  check (statistics, LS_STATISTICS_SOURCE, text_of (trace, "input"), LS_DURATION_DELAYED, 1, 0, 0);
  ls_statistics_get_totals (statistics, &totals);
  g_assert_cmpuint (totals.n_unknown_waits, ==, 1);
}

int
main (int   argc,
      char *argv[])
{
  g_test_init (&argc, &argv, NULL);

  g_test_add_func ("/source-statistics/groups", test_groups);
  g_test_add_func ("/source-statistics/contexts", test_contexts);
  g_test_add_func ("/source-statistics/events", test_events);

  return g_test_run ();
}
