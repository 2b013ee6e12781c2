/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "random-trace.h"

#include "ls-linter.h"
#include "ls-record-filter.h"
#include "ls-state.h"
#include "ls-statistics.h"

/* What reads a trace of which the oldest records are forgotten, beside what reads one that keeps them all. */

#define N_RECORDS 120000
#define N_KEPT 20000
#define PIECE 1000

static LsTrace *whole;

/* Filters */

/* What is left has the same matches as where everything is. */
static void
assert_same_matches (LsRecordFilter *filter,
                     LsRecordFilter *expected,
                     gsize           start)
{
  LsRecordFilterSpec spec;
  gsize n = ls_record_filter_get_n_matches (filter);
  gsize n_before = ls_record_filter_find (expected, start, NULL);
  gsize counts[LS_N_RECORD_KINDS] = { 0 };

  ls_record_filter_get_spec (filter, &spec);
  g_assert_cmpuint (ls_record_filter_get_position (filter), ==, ls_record_filter_get_position (expected));
  g_assert_cmpuint (n, ==, ls_record_filter_get_n_matches (expected) - n_before);
  for (gsize i = 0; i < n; i++)
    {
      gsize position, other;
      LsRecord record;
      gboolean found;

      g_assert_true (ls_record_filter_get_match (filter, i, &position));
      g_assert_true (ls_record_filter_get_match (expected, n_before + i, &other));
      g_assert_cmpuint (position, ==, other);
      g_assert_cmpuint (ls_record_filter_find (filter, position, &found), ==, i);
      g_assert_true (found);
      g_assert_cmpuint (ls_record_filter_get_matches_from (filter, position, &other, 1), ==, 1);
      g_assert_cmpuint (other, ==, position);
      ls_trace_get_record (whole, position, &record);
      counts[record.kind]++;
    }
  g_assert_false (ls_record_filter_get_match (filter, n, &(gsize) { 0 }));
  g_assert_cmpuint (ls_record_filter_find (filter, start, NULL), ==, 0);
  g_assert_cmpuint (ls_record_filter_find (filter, 0, NULL), ==, 0);
  g_assert_cmpuint (ls_record_filter_find (filter, G_MAXSIZE, NULL), ==, n);
  for (guint kind = 1; kind < LS_N_RECORD_KINDS; kind++)
    if ((spec.without_kinds & LS_RECORD_FILTER_KIND (kind)) == 0)
      g_assert_cmpuint (ls_record_filter_get_count (filter, kind), ==, counts[kind]);
}

/* One reads all the time, one too seldom to see everything. */
static void
test_filter (gconstpointer data)
{
  const LsRecordFilterSpec *spec = data;
  g_autoptr (LsTrace) trace = ls_trace_new ();
  g_autoptr (LsRecordFilter) steady = ls_record_filter_new (trace, spec);
  g_autoptr (LsRecordFilter) lazy = ls_record_filter_new (trace, spec);
  g_autoptr (LsRecordFilter) expected = ls_record_filter_new (whole, spec);

  for (gsize length = PIECE; length <= N_RECORDS; length += PIECE)
    {
      gsize start, left;

      copy_records (trace, whole, length);
      ls_trace_forget (trace, N_KEPT);
      start = ls_trace_get_start (trace);
      ls_record_filter_advance (steady, G_MAXSIZE, NULL);
      left = length - ls_record_filter_get_position (expected);
      ls_record_filter_advance (expected, left, NULL);
      ls_record_filter_forget (steady, start);
      if (length % (8 * PIECE) == 0)
        assert_same_matches (steady, expected, start);
      if (length % (60 * PIECE) == 0)
        {
          g_autoptr (LsRecordFilter) fresh = ls_record_filter_new (trace, spec);

          ls_record_filter_advance (lazy, G_MAXSIZE, NULL);
          ls_record_filter_forget (lazy, start);
          assert_same_matches (lazy, expected, start);
          ls_record_filter_advance (fresh, G_MAXSIZE, NULL);
          assert_same_matches (fresh, expected, start);
        }
    }
}

/* What a filter for a signal has to know of the queues and tasks that it has not seen come, from the very first ones on. */
static void
test_filter_for_first (void)
{
  static const gboolean expected[] = { TRUE, TRUE, FALSE, TRUE, FALSE, TRUE, FALSE, TRUE, FALSE, TRUE, FALSE };
  g_autoptr (LsTrace) trace = ls_trace_new ();
  LsRecordFilterSpec spec = LS_RECORD_FILTER_SPEC_INIT;
  g_autoptr (LsRecordFilter) filter = NULL;
  gsize start;

  for (guint i = 1; i <= 2; i++)
    {
      write_record (trace, SIGNAL_CREATED, .subject = i, .flags = LS_RECORD_FLAG_TASK_SIGNAL);
      write_record (trace, QUEUE_CREATED, .subject = i, .object = i);
    }
  write_record (trace, TASK_POSTED, .subject = 1, .object = 1);
  write_record (trace, TASK_POSTED, .subject = 2);
  write_record (trace, TASK_QUEUED, .subject = 2, .object = 1, .value = 1);
  write_record (trace, TASK_POSTED, .subject = 3, .object = 2);
  write_record (trace, TASK_POSTED, .subject = 4);
  write_record (trace, TASK_QUEUED, .subject = 4, .object = 2, .value = 2);
  while (publish (trace), ls_trace_get_length (trace) % LS_TRACE_CHUNK != 0)
    write_record (trace, WORK);
  start = ls_trace_get_length (trace);
  write_record (trace, TASK_DUE, .subject = 1, .queue = LS_QUEUE_TYPE_WEB_SCHEDULING);
  write_record (trace, TASK_FINISHED, .subject = 1);
  write_record (trace, TASK_FINISHED, .subject = 1);
  write_record (trace, TASK_FINISHED, .subject = 2);
  write_record (trace, TASK_FINISHED, .subject = 3);
  write_record (trace, TASK_SELECTED, .subject = 5, .object = 1);
  write_record (trace, TASK_SELECTED, .subject = 4, .object = 2);
  write_record (trace, QUEUE_PRIORITY, .subject = 1);
  write_record (trace, QUEUE_PRIORITY, .subject = 2);
  write_record (trace, QUEUE_REMOVED, .subject = 1);
  write_record (trace, QUEUE_REMOVED, .subject = 2);
  for (guint i = 0; i < LS_TRACE_CHUNK; i++)
    write_record (trace, WORK);
  publish (trace);
  g_assert_true (ls_trace_forget (trace, LS_TRACE_CHUNK));
  g_assert_cmpuint (ls_trace_get_start (trace), ==, start);

  spec.signal = 1;
  filter = ls_record_filter_new (trace, &spec);
  ls_record_filter_advance (filter, G_MAXSIZE, NULL);
  for (guint i = 0; i < G_N_ELEMENTS (expected); i++)
    {
      gboolean found;

      ls_record_filter_find (filter, start + i, &found);
      g_assert_cmpint (found, ==, expected[i]);
    }
  g_assert_cmpuint (ls_record_filter_get_n_matches (filter), ==, 6);
}

/* Numbers of matches change under who writes them out. */
static void
test_export (void)
{
  g_autoptr (LsTrace) trace = ls_trace_new ();
  LsRecordFilterSpec spec = LS_RECORD_FILTER_SPEC_INIT;
  g_autoptr (LsRecordFilter) filter = ls_record_filter_new (trace, &spec);
  g_autoptr (GOutputStream) stream = g_memory_output_stream_new_resizable ();
  g_autoptr (GError) error = NULL;
  const char *text;
  gsize n_lines = 0;

  copy_records (trace, whole, N_RECORDS);
  ls_record_filter_advance (filter, G_MAXSIZE, NULL);
  g_assert_true (ls_trace_forget (trace, N_KEPT));
  /* The filter has not heard of that yet. */
  g_assert_true (ls_record_filter_export (filter, LS_RECORD_FORMAT_JSON_LINES, stream, NULL, &error));
  g_assert_no_error (error);
  g_output_stream_write_all (stream, "", 1, NULL, NULL, NULL);
  text = g_memory_output_stream_get_data (G_MEMORY_OUTPUT_STREAM (stream));
  for (; *text != '\0'; text++)
    n_lines += *text == '\n';
  g_assert_cmpuint (n_lines, ==, N_RECORDS - ls_trace_get_start (trace));
}

/* Statistics */

/* What has been read of is not forgotten, but no group is kept for a signal that nothing is left of. */
static void
test_statistics (void)
{
  g_autoptr (LsTrace) trace = ls_trace_new ();
  g_autoptr (LsStatistics) statistics = ls_statistics_new (trace);
  g_autoptr (LsStatistics) lazy = ls_statistics_new (trace);
  g_autoptr (LsStatistics) expected = ls_statistics_new (whole);
  LsStatisticsTotals totals, expected_totals;
  LsDurationStatistics durations, expected_durations;
  g_autofree char *json = NULL, *forgotten = NULL;
  guint64 posted = 0;

  for (gsize length = PIECE; length <= N_RECORDS; length += PIECE)
    {
      copy_records (trace, whole, length);
      ls_trace_forget (trace, N_KEPT);
      ls_statistics_advance (statistics, G_MAXSIZE);
      if (length % (40 * PIECE) == 0)
        ls_statistics_advance (lazy, G_MAXSIZE);
    }
  ls_statistics_advance (expected, N_RECORDS);

  ls_statistics_get_totals (statistics, &totals);
  ls_statistics_get_totals (expected, &expected_totals);
  g_assert_cmpmem (&totals, sizeof totals, &expected_totals, sizeof expected_totals);
  for (guint kind = 0; kind < LS_N_DURATION_KINDS; kind++)
    for (guint key = 0; key <= LS_N_TASK_PRIORITIES; key++)
      {
        g_assert_cmpint (ls_statistics_get (statistics, LS_STATISTICS_PRIORITY, key, kind, &durations), ==,
                         ls_statistics_get (expected, LS_STATISTICS_PRIORITY, key, kind, &expected_durations));
        g_assert_cmpmem (&durations, sizeof durations, &expected_durations, sizeof expected_durations);
      }

  ls_statistics_get_totals (lazy, &totals);
  g_assert_cmpuint (totals.n_forgotten, >, N_RECORDS / 4);
  g_assert_cmpuint (totals.end, ==, expected_totals.end);
  g_assert_cmpuint (totals.forgotten + totals.busy + totals.idle, ==, totals.end - totals.start);
  g_assert_cmpuint (totals.n_turns, <, expected_totals.n_turns);
  for (guint32 i = 0; i < N_RECORDS; i++)
    {
      LsRecord record;

      ls_trace_get_record (whole, i, &record);
      posted += record.kind == LS_RECORD_TASK_POSTED;
    }
  g_assert_cmpuint (totals.n_posted, <, posted);

  json = ls_statistics_to_json (lazy);
  forgotten = g_strdup_printf ("\"forgottenRecords\": %" G_GUINT64_FORMAT, (guint64) totals.n_forgotten);
  g_assert_nonnull (strstr (json, forgotten));
}

/* Signals come and go. */
static void
test_signals (void)
{
  g_autoptr (LsTrace) trace = ls_trace_new ();
  g_autoptr (LsStatistics) statistics = ls_statistics_new (trace);
  LsDurationStatistics durations;
  guint n_keys = 0;

  for (guint32 id = 1; id <= 30000; id++)
    {
      write_record (trace, SIGNAL_CREATED, .subject = id, .flags = LS_RECORD_FLAG_TASK_SIGNAL,
                    .text = text_of (trace, "c"));
      write_record (trace, QUEUE_CREATED, .subject = id, .object = id);
      write_record (trace, TASK_POSTED, .subject = id, .object = id);
      write_record (trace, TASK_QUEUED, .subject = id, .object = id);
      /* The queue goes with its last task. */
      write_record (trace, QUEUE_REMOVED, .subject = id);
      write_record (trace, TASK_SELECTED, .subject = id, .object = id);
      write_record (trace, TASK_STARTED, .subject = id);
      write_record (trace, TASK_FINISHED, .subject = id);
      write_record (trace, TURN_ENDED, .value = id);
      write_record (trace, SIGNAL_FINALIZED, .subject = id);
      if (id % 100 != 0)
        continue;
      publish (trace);
      ls_trace_forget (trace, N_KEPT);
      ls_statistics_advance (statistics, G_MAXSIZE);
    }
  g_free (ls_statistics_list_keys (statistics, LS_STATISTICS_SIGNAL, &n_keys));
  g_assert_cmpuint (n_keys, >=, N_KEPT / 10);
  g_assert_cmpuint (n_keys, <=, (N_KEPT + N_KEPT / 4 + LS_TRACE_CHUNK) / 10 + 200);
  ls_statistics_get (statistics, LS_STATISTICS_ALL, 0, LS_DURATION_WAITING, &durations);
  g_assert_cmpuint (durations.count, ==, 30000);
}

/* Lints */

static guint
count_of_kind (LsLinter   *linter,
               LsLintKind  kind)
{
  guint count = 0;

  for (guint i = 0; i < ls_linter_get_n_lints (linter); i++)
    if (ls_linter_get_lint (linter, i)->kind == kind)
      count += ls_linter_get_lint (linter, i)->count;
  return count;
}

/* Who reads all finds all. Who could not finds no more than there is. */
static void
test_linter (void)
{
  g_autoptr (LsTrace) trace = ls_trace_new ();
  g_autoptr (LsLinter) linter = ls_linter_new (trace, NULL);
  g_autoptr (LsLinter) lazy = ls_linter_new (trace, NULL);
  g_autoptr (LsLinter) expected = ls_linter_new (whole, NULL);

  for (gsize length = PIECE; length <= N_RECORDS; length += PIECE)
    {
      copy_records (trace, whole, length);
      ls_trace_forget (trace, N_KEPT);
      ls_linter_advance (linter, G_MAXSIZE);
      if (length % (40 * PIECE) == 0)
        ls_linter_advance (lazy, G_MAXSIZE);
    }
  ls_linter_advance (expected, N_RECORDS);
  g_assert_cmpuint (ls_linter_get_n_lints (expected), >, 0);
  g_assert_cmpuint (ls_linter_get_n_lints (linter), ==, ls_linter_get_n_lints (expected));
  g_assert_cmpuint (ls_linter_get_n_forgotten (linter), ==, 0);
  g_assert_cmpuint (ls_linter_get_n_forgotten (lazy), >, N_RECORDS / 4);
  for (guint kind = 0; kind < LS_N_LINT_KINDS; kind++)
    {
      g_assert_cmpuint (count_of_kind (linter, kind), ==, count_of_kind (expected, kind));
      g_assert_cmpuint (count_of_kind (lazy, kind), <=, count_of_kind (expected, kind));
    }
}

/* What is known of things, where most are forgotten. */
static void
test_next (void)
{
  g_autoptr (LsTrace) trace = ls_trace_new ();
  g_autoptr (LsState) state = ls_state_new (trace);
  guint32 next_task = 0, next_queue = 0, next_signal = 0;

  copy_records (trace, whole, N_RECORDS);
  ls_trace_forget (trace, N_KEPT);
  ls_state_seek (state, G_MAXSIZE);
  for (guint32 id = 1; id <= ls_state_get_n_tasks (state) + 1; id++)
    if (ls_state_get_task (state, id) != NULL)
      {
        next_task = ls_state_find_next_task (state, next_task);
        g_assert_cmpuint (next_task, ==, id);
      }
  g_assert_cmpuint (next_task, !=, 0);
  g_assert_cmpuint (ls_state_find_next_task (state, next_task), ==, 0);
  for (guint32 id = 1; id <= ls_state_get_n_queues (state); id++)
    if (ls_state_get_queue (state, id) != NULL)
      {
        next_queue = ls_state_find_next_queue (state, next_queue);
        g_assert_cmpuint (next_queue, ==, id);
      }
  g_assert_cmpuint (ls_state_find_next_queue (state, next_queue), ==, 0);
  for (guint32 id = 1; id <= ls_state_get_n_signals (state); id++)
    if (ls_state_get_signal (state, id) != NULL)
      {
        next_signal = ls_state_find_next_signal (state, next_signal);
        g_assert_cmpuint (next_signal, ==, id);
      }
  g_assert_cmpuint (ls_state_find_next_signal (state, next_signal), ==, 0);
  g_assert_cmpuint (ls_state_find_next_signal (state, G_MAXUINT32), ==, 0);
}

int
main (int   argc,
      char *argv[])
{
  static const struct
  {
    const char *path;
    LsRecordFilterSpec spec;
  } filters[] = {
    { "/forget-readers/filter/all", LS_RECORD_FILTER_SPEC_INIT },
    { "/forget-readers/filter/kinds", { .without_kinds = ~(LS_RECORD_FILTER_KIND (LS_RECORD_LOG) |
                                                           LS_RECORD_FILTER_KIND (LS_RECORD_TASK_STARTED)) } },
    { "/forget-readers/filter/priority", { .without_priorities = LS_RECORD_FILTER_ALL_PRIORITIES & ~(1 << LS_TASK_PRIORITY_BACKGROUND) } },
    { "/forget-readers/filter/signal", { .signal = 3 } },
    { "/forget-readers/filter/text", { .text = "job 1" } },
  };
  int result;

  g_test_init (&argc, &argv, NULL);
  whole = ls_trace_new ();
  write_random_trace (whole, N_RECORDS, 7);

  for (guint i = 0; i < G_N_ELEMENTS (filters); i++)
    g_test_add_data_func (filters[i].path, &filters[i].spec, test_filter);
  g_test_add_func ("/forget-readers/filter/first", test_filter_for_first);
  g_test_add_func ("/forget-readers/export", test_export);
  g_test_add_func ("/forget-readers/next", test_next);
  g_test_add_func ("/forget-readers/statistics", test_statistics);
  g_test_add_func ("/forget-readers/signals", test_signals);
  g_test_add_func ("/forget-readers/linter", test_linter);

  result = g_test_run ();
  g_object_unref (whole);
  return result;
}
