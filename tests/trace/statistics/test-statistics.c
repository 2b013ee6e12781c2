/* SPDX-License-Identifier: GPL-3.0-or-later */

#include <stdlib.h>
#include <string.h>

#include "ls-durations-private.h"
#include "ls-statistics.h"
#include "random-trace.h"

/* Statistics against a simple way to compute them. */

typedef struct
{
  guint64 posted, due, queued, selected, finished;
  gboolean is_delayed;
  guint32 signal, queue;
  guint8 priority, type;
  gboolean ran;
} Simple;

static int
compare (gconstpointer a,
         gconstpointer b)
{
  guint64 x = *(const guint64 *) a, y = *(const guint64 *) b;

  return x < y ? -1 : x > y;
}

/* Everything about each task, with turns that begin from @from on and before @to. */
static GArray *
read_simply (LsTrace *trace,
             gsize    from,
             gsize    to)
{
  GArray *tasks = g_array_new (FALSE, TRUE, sizeof (Simple));
  guint32 queue_signals[RANDOM_MAX_SIGNALS * 8] = { 0 };
  guint32 running = 0;
  LsRecord record;

  for (gsize i = 0; i < MIN (to, ls_trace_get_length (trace)); i++)
    {
      Simple *task = NULL;

      ls_trace_get_record (trace, i, &record);
      if (record.kind >= LS_RECORD_TASK_POSTED && record.kind <= LS_RECORD_TASK_REMOVED
          && record.kind != LS_RECORD_QUEUE_RELOADED)
        {
          if (record.subject >= tasks->len)
            g_array_set_size (tasks, record.subject + 1);
          task = &g_array_index (tasks, Simple, record.subject);
        }
      switch (record.kind)
        {
        case LS_RECORD_QUEUE_CREATED:
          queue_signals[record.subject] = record.object;
          break;
        case LS_RECORD_TASK_POSTED:
          task->posted = record.time;
          task->signal = record.object;
          break;
        case LS_RECORD_TASK_QUEUED:
          task->queued = record.time;
          break;
        case LS_RECORD_TASK_INCOMING:
          task->posted = task->queued = record.time;
          break;
        case LS_RECORD_TASK_DELAYED:
          if (record.queue != LS_QUEUE_TYPE_WEB_SCHEDULING)
            task->posted = record.time;
          task->is_delayed = TRUE;
          task->due = record.time + record.value;
          break;
        case LS_RECORD_TASK_DUE:
          task->due = MIN (task->due, record.time);
          if (record.queue != LS_QUEUE_TYPE_WEB_SCHEDULING)
            task->queued = record.time;
          break;
        case LS_RECORD_TASK_SELECTED:
          if (task->is_delayed)
            task->queued = MIN (task->queued, task->due);
          task->selected = record.time;
          task->ran = i >= from;
          task->priority = record.priority;
          task->type = record.queue;
          if (record.object != 0)
            task->queue = queue_signals[record.object];
          running = record.subject;
          break;
        case LS_RECORD_TASK_FINISHED:
        case LS_RECORD_MICROTASK_FINISHED:
          if (running != 0)
            g_array_index (tasks, Simple, running).finished = record.time;
          break;
        case LS_RECORD_TURN_ENDED:
          running = 0;
          break;
        default:
          break;
        }
    }
  /* A turn that is going on has no running time yet. */
  if (running != 0)
    g_array_index (tasks, Simple, running).finished = LS_TIME_NEVER;
  return tasks;
}

static guint64
measure (const Simple   *task,
         LsDurationKind  kind)
{
  if (kind == LS_DURATION_DELAYED)
    return task->queued - task->posted;
  if (kind == LS_DURATION_WAITING)
    return task->selected - task->queued;
  return task->finished - task->selected;
}

static gboolean
belongs (const Simple      *task,
         LsStatisticsGroup  group,
         guint32            key)
{
  switch (group)
    {
    case LS_STATISTICS_PRIORITY:
      return task->priority == key;
    case LS_STATISTICS_SIGNAL:
      return (task->queue != 0 ? task->queue : task->signal) == key;
    case LS_STATISTICS_QUEUE:
      return task->type == key;
    default:
      return TRUE;
    }
}

static void
check_group (LsStatistics      *statistics,
             GArray            *tasks,
             LsStatisticsGroup  group,
             guint32            key,
             LsDurationKind     kind)
{
  g_autoptr (GArray) values = g_array_new (FALSE, FALSE, sizeof (guint64));
  LsDurationStatistics found;
  guint64 sum = 0, n_in_buckets = 0, median, p95;
  guint buckets[LS_N_HISTOGRAM_BUCKETS] = { 0 };

  for (guint i = 0; i < tasks->len; i++)
    {
      const Simple *task = &g_array_index (tasks, Simple, i);
      guint64 value = measure (task, kind);

      if (!task->ran || !belongs (task, group, key)
          || (kind == LS_DURATION_RUNNING && task->finished == LS_TIME_NEVER))
        continue;
      g_array_append_val (values, value);
      sum += value;
      for (guint b = 0; b < LS_N_HISTOGRAM_BUCKETS; b++)
        buckets[b] += value >= ls_histogram_get_bucket_start (b) && value < ls_histogram_get_bucket_start (b + 1);
    }
  g_array_sort (values, compare);

  g_assert_cmpint (ls_statistics_get (statistics, group, key, kind, &found), ==, values->len > 0);
  g_assert_cmpuint (found.count, ==, values->len);
  g_assert_cmpuint (found.sum, ==, sum);
  for (guint b = 0; b < LS_N_HISTOGRAM_BUCKETS; b++)
    {
      g_assert_cmpuint (found.buckets[b], ==, buckets[b]);
      n_in_buckets += found.buckets[b];
    }
  g_assert_cmpuint (n_in_buckets, ==, values->len);
  if (values->len == 0)
    return;

  g_assert_cmpuint (found.min, ==, g_array_index (values, guint64, 0));
  g_assert_cmpuint (found.max, ==, g_array_index (values, guint64, values->len - 1));
  g_assert_cmpuint (measure (&g_array_index (tasks, Simple, found.max_task), kind), ==, found.max);
  g_assert_cmpuint (measure (&g_array_index (tasks, Simple, found.min_task), kind), ==, found.min);
  median = g_array_index (values, guint64, (values->len - 1) / 2);
  p95 = g_array_index (values, guint64, (values->len * 95 + 99) / 100 - 1);
  if (values->len <= LS_DURATIONS_EXACT)
    {
      g_assert_cmpuint (found.median, ==, median);
      g_assert_cmpuint (found.p95, ==, p95);
      return;
    }
  g_assert_cmpuint (found.median, >=, median);
  g_assert_cmpuint (found.median, <=, median + median / 32 + 1);
  g_assert_cmpuint (found.p95, >=, p95);
  g_assert_cmpuint (found.p95, <=, MIN (p95 + p95 / 32 + 1, found.max));
}

static void
check_all (LsStatistics *statistics,
           GArray       *tasks)
{
  for (guint group = 0; group < LS_N_STATISTICS_GROUPS; group++)
    {
      guint n_keys;
      g_autofree guint32 *keys = ls_statistics_list_keys (statistics, group, &n_keys);
      guint64 n_tasks = 0;

      for (guint i = 0; i < n_keys; i++)
        {
          LsDurationStatistics waiting;
          g_autofree char *name = ls_statistics_get_key_name (statistics, group, keys[i]);

          g_assert_cmpuint (strlen (name), >, 0);
          g_assert_true (i == 0 || keys[i] > keys[i - 1]);
          for (guint kind = 0; kind < LS_N_DURATION_KINDS; kind++)
            check_group (statistics, tasks, group, keys[i], kind);
          ls_statistics_get (statistics, group, keys[i], LS_DURATION_WAITING, &waiting);
          n_tasks += waiting.count;
        }
      if (group == LS_STATISTICS_QUEUE)
        {
          LsDurationStatistics all;

          ls_statistics_get (statistics, LS_STATISTICS_ALL, 0, LS_DURATION_WAITING, &all);
          g_assert_cmpuint (n_tasks, ==, all.count);
        }
    }
}

static void
test_property (void)
{
  for (guint seed = 1; seed <= 6; seed++)
    {
      g_autoptr (LsTrace) trace = ls_trace_new ();
      g_autoptr (LsStatistics) statistics = NULL, at_once = NULL;
      g_autoptr (GArray) tasks = NULL;
      g_autofree char *json = NULL, *json_at_once = NULL;

      write_random_trace (trace, seed * 7000, seed);
      statistics = ls_statistics_new (trace);
      while (ls_statistics_advance (statistics, 977))
        ;
      tasks = read_simply (trace, 0, G_MAXSIZE);
      check_all (statistics, tasks);

      at_once = ls_statistics_new (trace);
      g_assert_false (ls_statistics_advance (at_once, G_MAXSIZE));
      json = ls_statistics_to_json (statistics);
      json_at_once = ls_statistics_to_json (at_once);
      g_assert_cmpstr (json, ==, json_at_once);
    }
}

/* A range tells the same as what of the whole lies in it, whatever was queued before. */
static void
test_range (void)
{
  g_autoptr (LsTrace) trace = ls_trace_new ();
  g_autoptr (GRand) rand = g_rand_new_with_seed (3);

  write_random_trace (trace, 30000, 5);
  for (guint i = 0; i < 20; i++)
    {
      gsize from = g_rand_int_range (rand, 0, 30000), to = g_rand_int_range (rand, from, 30001);
      g_autoptr (LsStatistics) statistics = ls_statistics_new_for_range (trace, from, to);
      g_autoptr (GArray) tasks = read_simply (trace, from, to);

      while (ls_statistics_advance (statistics, 500))
        ;
      g_assert_cmpuint (ls_statistics_get_position (statistics), ==, to);
      check_all (statistics, tasks);
    }
}

/* Stretches of time that follow each other add up to the whole. */
static void
test_times_add_up (void)
{
  g_autoptr (LsTrace) trace = ls_trace_new ();
  g_autoptr (LsStatistics) whole = NULL;
  LsStatisticsTotals all, sum = { 0 };
  guint64 end;

  write_random_trace (trace, 20000, 8);
  whole = ls_statistics_new (trace);
  ls_statistics_advance (whole, G_MAXSIZE);
  ls_statistics_get_totals (whole, &all);
  g_assert_cmpuint (all.busy + all.idle, ==, all.end - all.start);
  g_assert_cmpuint (all.busy, >, 0);
  end = all.end + 1;

  for (guint64 from = 0; from < end; from += end / 7 + 1)
    {
      guint64 to = MIN (end, from + end / 7 + 1);
      g_autoptr (LsStatistics) part = ls_statistics_new_for_times (trace, from, to);
      LsStatisticsTotals totals;

      while (ls_statistics_advance (part, 100))
        ;
      ls_statistics_get_totals (part, &totals);
      g_assert_cmpuint (totals.start, ==, from);
      g_assert_cmpuint (totals.end, ==, MIN (to, all.end));
      g_assert_cmpuint (totals.busy + totals.idle, ==, totals.end - totals.start);
      sum.busy += totals.busy;
      sum.n_turns += totals.n_turns;
      sum.n_posted += totals.n_posted;
      sum.n_removed += totals.n_removed;
      sum.n_microtasks += totals.n_microtasks;
    }
  g_assert_cmpuint (sum.n_turns, ==, all.n_turns);
  g_assert_cmpuint (sum.n_posted, ==, all.n_posted);
  g_assert_cmpuint (sum.n_removed, ==, all.n_removed);
  g_assert_cmpuint (sum.n_microtasks, ==, all.n_microtasks);
  g_assert_cmpuint (sum.busy, ==, all.busy);
}

/* A turn that works for 10 ms, of which another loop takes 4, cut into pieces. */
static void
test_cut_turn (void)
{
  g_autoptr (LsTrace) trace = ls_trace_new ();
  g_autoptr (LsStatistics) whole = NULL, first = NULL, second = NULL;
  LsStatisticsTotals totals;
  LsDurationStatistics running;

  writer_time = 0;
  write_record (trace, TASK_POSTED, .subject = 1);
  write_record (trace, QUEUE_CREATED, .subject = 1, .priority = 2);
  writer_time = 1000;
  write_record (trace, TASK_QUEUED, .subject = 1, .object = 1, .priority = 2, .queue = LS_QUEUE_TYPE_WEB_SCHEDULING);
  writer_time = 3000;
  write_record (trace, TASK_SELECTED, .subject = 1, .object = 1, .priority = 2, .queue = LS_QUEUE_TYPE_WEB_SCHEDULING);
  write_record (trace, TASK_STARTED, .subject = 1);
  writer_time = 9000;
  write_record (trace, WORK, .value = 6000);
  writer_time = 13000;
  write_record (trace, CLOCK_ADVANCED, .value = 4000);
  write_record (trace, TASK_FINISHED, .subject = 1);
  write_record (trace, TURN_ENDED, .value = 1);
  writer_time = 20000;
  write_record (trace, CLOCK_ADVANCED, .value = 7000);
  publish (trace);

  whole = ls_statistics_new (trace);
  ls_statistics_advance (whole, G_MAXSIZE);
  ls_statistics_get_totals (whole, &totals);
  g_assert_cmpuint (totals.busy, ==, 6000);
  g_assert_cmpuint (totals.idle, ==, 14000);
  g_assert_cmpuint (totals.busy_of_priority[2], ==, 6000);
  g_assert_cmpuint (totals.longest_task, ==, 1);
  ls_statistics_get (whole, LS_STATISTICS_PRIORITY, 2, LS_DURATION_DELAYED, &running);
  g_assert_cmpuint (running.max, ==, 1000);
  ls_statistics_get (whole, LS_STATISTICS_PRIORITY, 2, LS_DURATION_WAITING, &running);
  g_assert_cmpuint (running.max, ==, 2000);
  ls_statistics_get (whole, LS_STATISTICS_PRIORITY, 2, LS_DURATION_RUNNING, &running);
  g_assert_cmpuint (running.max, ==, 6000);
  g_assert_cmpuint (running.max_position, ==, 3);

  first = ls_statistics_new_for_times (trace, 0, 5000);
  ls_statistics_advance (first, G_MAXSIZE);
  ls_statistics_get_totals (first, &totals);
  g_assert_cmpuint (totals.busy, ==, 2000);
  g_assert_cmpuint (totals.end, ==, 5000);
  g_assert_false (ls_statistics_get (first, LS_STATISTICS_ALL, 0, LS_DURATION_RUNNING, &running));

  second = ls_statistics_new_for_times (trace, 5000, 15000);
  ls_statistics_advance (second, G_MAXSIZE);
  ls_statistics_get_totals (second, &totals);
  g_assert_cmpuint (totals.busy, ==, 4000);
  g_assert_cmpuint (totals.n_turns, ==, 0);
}

static void
test_histogram (void)
{
  g_assert_cmpuint (ls_histogram_get_bucket (0), ==, 0);
  g_assert_cmpuint (ls_histogram_get_bucket (1), ==, 1);
  g_assert_cmpuint (ls_histogram_get_bucket (1023), ==, 10);
  g_assert_cmpuint (ls_histogram_get_bucket (1024), ==, 11);
  g_assert_cmpuint (ls_histogram_get_bucket (G_MAXUINT64), ==, LS_N_HISTOGRAM_BUCKETS - 1);
  for (guint i = 0; i < LS_N_HISTOGRAM_BUCKETS; i++)
    g_assert_cmpuint (ls_histogram_get_bucket (ls_histogram_get_bucket_start (i)), ==, i);
}

static void
test_find_time (void)
{
  g_autoptr (LsTrace) trace = ls_trace_new ();
  LsRecord record;

  write_random_trace (trace, 9000, 2);
  for (guint64 time = 0; time < writer_time + 2000; time += 700)
    {
      gsize position = ls_trace_find_time (trace, time);

      if (position > 0)
        {
          ls_trace_get_record (trace, position - 1, &record);
          g_assert_cmpuint (record.time, <, time);
        }
      if (position < ls_trace_get_length (trace))
        {
          ls_trace_get_record (trace, position, &record);
          g_assert_cmpuint (record.time, >=, time);
        }
    }
}

/* A busy loop sees late that a delay has ended. The task waits meanwhile: it is not delayed any more. */
static void
test_late (void)
{
  static const struct { guint32 queue, ms, value; guint64 due; } delays[] = {
    { LS_QUEUE_TYPE_WEB_SCHEDULING, 20, 20 * 1000, 20 * 1000 },
    { LS_QUEUE_TYPE_FRAME_THROTTLEABLE, 0, 20 * 1000, 20 * 1000 },
    /* The delay of a record saturates; that of postTask() does so later. */
    { LS_QUEUE_TYPE_WEB_SCHEDULING, 5000 * 1000, G_MAXUINT32, G_GUINT64_CONSTANT (5000000000) },
    /* Nothing tells when: it is over at the latest when the loop says so. */
    { LS_QUEUE_TYPE_FRAME_THROTTLEABLE, 0, G_MAXUINT32, G_GUINT64_CONSTANT (5000020000) },
  };

  for (guint i = 0; i < G_N_ELEMENTS (delays); i++)
    {
      g_autoptr (LsTrace) trace = ls_trace_new ();
      g_autoptr (LsStatistics) statistics = ls_statistics_new (trace);
      const gboolean is_scheduler_task = delays[i].queue == LS_QUEUE_TYPE_WEB_SCHEDULING;
      const guint64 seen = delays[i].due > 20 * 1000 ? G_GUINT64_CONSTANT (5000020000) : 40 * 1000;
      LsDurationStatistics found;

      writer_time = 0;
      if (is_scheduler_task)
        write_record (trace, TASK_POSTED, .subject = 1, .value = delays[i].ms);
      write_record (trace, TASK_DELAYED, .subject = 1, .value = delays[i].value, .queue = delays[i].queue);
      writer_time = seen;
      write_record (trace, TASK_DUE, .subject = 1, .queue = delays[i].queue);
      if (is_scheduler_task)
        write_record (trace, TASK_QUEUED, .subject = 1, .object = 1, .queue = LS_QUEUE_TYPE_WEB_SCHEDULING);
      writer_time += 10 * 1000;
      write_record (trace, TASK_SELECTED, .subject = 1, .queue = delays[i].queue);
      publish (trace);
      ls_statistics_advance (statistics, G_MAXSIZE);
      g_assert_true (ls_statistics_get (statistics, LS_STATISTICS_ALL, 0, LS_DURATION_DELAYED, &found));
      g_assert_cmpuint (found.sum, ==, delays[i].due);
      g_assert_true (ls_statistics_get (statistics, LS_STATISTICS_ALL, 0, LS_DURATION_WAITING, &found));
      g_assert_cmpuint (found.sum, ==, seen + 10 * 1000 - delays[i].due);
    }
}

/* A record of its own says when a scheduler task was queued. Where it is missing, the task waited from the end of its delay. */
static void
test_delay_of_scheduler_task (void)
{
  g_autoptr (LsTrace) trace = ls_trace_new ();
  g_autoptr (LsStatistics) statistics = ls_statistics_new (trace);
  LsDurationStatistics found;

  writer_time = 0;
  write_record (trace, TASK_POSTED, .subject = 1, .value = 20);
  write_record (trace, TASK_DELAYED, .subject = 1, .value = 20000, .queue = LS_QUEUE_TYPE_WEB_SCHEDULING);
  writer_time = 20000;
  write_record (trace, TASK_DUE, .subject = 1, .queue = LS_QUEUE_TYPE_WEB_SCHEDULING);
  writer_time = 50000;
  write_record (trace, TASK_SELECTED, .subject = 1, .queue = LS_QUEUE_TYPE_WEB_SCHEDULING);
  publish (trace);
  ls_statistics_advance (statistics, G_MAXSIZE);
  g_assert_true (ls_statistics_get (statistics, LS_STATISTICS_ALL, 0, LS_DURATION_DELAYED, &found));
  g_assert_cmpuint (found.sum, ==, 20000);
  g_assert_true (ls_statistics_get (statistics, LS_STATISTICS_ALL, 0, LS_DURATION_WAITING, &found));
  g_assert_cmpuint (found.sum, ==, 30000);
}

static void
assert_name (LsStatistics      *statistics,
             LsStatisticsGroup  group,
             guint32            key,
             const char        *expected)
{
  g_autofree char *name = ls_statistics_get_key_name (statistics, group, key);

  g_assert_cmpstr (name, ==, expected);
}

/* Signals have their last name, those without one and those that are gone their number. */
static void
test_key_names (void)
{
  g_autoptr (LsTrace) trace = ls_trace_new ();
  g_autoptr (LsStatistics) whole = ls_statistics_new (trace), rest = NULL;

  writer_time = 0;
  for (guint32 signal = 0; signal <= 4; signal++)
    write_record (trace, SIGNAL_CREATED, .subject = signal, .text = signal == 2 || signal == 4 ? 0 : text_of (trace, "made"));
  write_record (trace, SIGNAL_NAMED, .subject = 3, .text = text_of (trace, "named"));
  write_record (trace, SIGNAL_NAMED, .subject = 4, .text = text_of (trace, "named late"));
  writer_time = 1000;
  write_record (trace, CLOCK_ADVANCED, .value = 1000);
  publish (trace);
  ls_statistics_advance (whole, G_MAXSIZE);
  rest = ls_statistics_new_for_times (trace, 1000, 2000);
  ls_statistics_advance (rest, G_MAXSIZE);
  for (guint i = 0; i < 2; i++)
    {
      LsStatistics *statistics = i == 0 ? whole : rest;

      assert_name (statistics, LS_STATISTICS_SIGNAL, 0, "signal 0");
      assert_name (statistics, LS_STATISTICS_SIGNAL, 1, "made");
      assert_name (statistics, LS_STATISTICS_SIGNAL, 2, "signal 2");
      assert_name (statistics, LS_STATISTICS_SIGNAL, 3, "named");
      assert_name (statistics, LS_STATISTICS_SIGNAL, 4, "named late");
      assert_name (statistics, LS_STATISTICS_SIGNAL, 5, "signal 5");
    }

  write_record (trace, SIGNAL_FINALIZED, .subject = 1);
  publish (trace);
  ls_statistics_advance (whole, G_MAXSIZE);
  assert_name (whole, LS_STATISTICS_SIGNAL, 1, "signal 1");
  assert_name (whole, LS_STATISTICS_SIGNAL, 3, "named");

  assert_name (whole, LS_STATISTICS_ALL, 0, "all");
  assert_name (whole, LS_STATISTICS_PRIORITY, LS_TASK_PRIORITY_BACKGROUND, "background");
  assert_name (whole, LS_STATISTICS_PRIORITY, LS_TASK_PRIORITY_USER_BLOCKING, "user-blocking");
  assert_name (whole, LS_STATISTICS_PRIORITY, LS_TASK_PRIORITY_NONE, "none");
  assert_name (whole, LS_STATISTICS_QUEUE, LS_QUEUE_TYPE_INPUT, "input");
  assert_name (whole, LS_STATISTICS_QUEUE, LS_N_QUEUE_TYPES, "none");
}

/* The numbers of priorities in JSON are those of the first version. */
static void
test_json_keys (void)
{
  g_autoptr (LsTrace) trace = ls_trace_new ();
  g_autoptr (LsStatistics) statistics = ls_statistics_new (trace);
  g_autofree char *json = NULL;

  writer_time = 0;
  for (guint i = LS_TASK_PRIORITY_BACKGROUND; i <= LS_TASK_PRIORITY_USER_BLOCKING; i++)
    {
      write_record (trace, TASK_QUEUED, .subject = i, .value = i, .priority = i, .queue = LS_QUEUE_TYPE_WEB_SCHEDULING);
      write_record (trace, TASK_SELECTED, .subject = i, .value = i, .priority = i, .queue = LS_QUEUE_TYPE_WEB_SCHEDULING);
      write_record (trace, TASK_STARTED, .subject = i);
      write_record (trace, TASK_FINISHED, .subject = i);
      write_record (trace, TURN_ENDED, .value = i);
    }
  publish (trace);
  ls_statistics_advance (statistics, G_MAXSIZE);
  json = ls_statistics_to_json (statistics);
  g_assert_nonnull (strstr (json, "\"group\": \"priority\", \"key\": 0, \"name\": \"background\""));
  g_assert_nonnull (strstr (json, "\"group\": \"priority\", \"key\": 2, \"name\": \"user-blocking\""));
}

int
main (int   argc,
      char *argv[])
{
  g_test_init (&argc, &argv, NULL);

  g_test_add_func ("/statistics/json-keys", test_json_keys);
  g_test_add_func ("/statistics/property", test_property);
  g_test_add_func ("/statistics/range", test_range);
  g_test_add_func ("/statistics/times-add-up", test_times_add_up);
  g_test_add_func ("/statistics/cut-turn", test_cut_turn);
  g_test_add_func ("/statistics/late", test_late);
  g_test_add_func ("/statistics/delay-of-scheduler-task", test_delay_of_scheduler_task);
  g_test_add_func ("/statistics/key-names", test_key_names);
  g_test_add_func ("/statistics/histogram", test_histogram);
  g_test_add_func ("/statistics/find-time", test_find_time);

  return g_test_run ();
}
