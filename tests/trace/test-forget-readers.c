/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "random-trace.h"

#include "ls-record-filter.h"
#include "ls-state.h"

/* What reads a trace of which the oldest records are forgotten, beside what reads one that keeps them all. */

#define N_RECORDS 120000
#define N_KEPT 20000
#define PIECE 1000

static LsTrace *whole;

static void
copy_until (LsTrace *trace,
            gsize    length)
{
  const LsRecord *records;
  gsize n_records;

  if (ls_trace_get_n_texts (trace) == 0)
    for (guint i = 1; i <= ls_trace_get_n_texts (whole); i++)
      text_of (trace, ls_trace_get_text (whole, i));
  for (gsize position = ls_trace_get_length (trace); position < length; position += n_records)
    {
      records = ls_trace_peek_records (whole, position, &n_records);
      n_records = MIN (n_records, length - position);
      for (gsize i = 0; i < n_records; i++)
        write_full (trace, records[i]);
    }
  publish (trace);
}

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
  for (guint kind = 0; kind < LS_N_RECORD_KINDS; kind++)
    if ((spec.kinds >> kind) & 1)
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

      copy_until (trace, length);
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

  copy_until (trace, N_RECORDS);
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

/* What is known of things, where most are forgotten. */
static void
test_next (void)
{
  g_autoptr (LsTrace) trace = ls_trace_new ();
  g_autoptr (LsState) state = ls_state_new (trace);
  guint32 next_task = 0, next_queue = 0, next_signal = 0;

  copy_until (trace, N_RECORDS);
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
    { "/forget-readers/filter/kinds", { .kinds = LS_RECORD_FILTER_KIND (LS_RECORD_LOG) |
                                                 LS_RECORD_FILTER_KIND (LS_RECORD_TASK_STARTED),
                                        .priorities = LS_RECORD_FILTER_ALL_PRIORITIES, .to_time = LS_TIME_NEVER } },
    { "/forget-readers/filter/priority", { .kinds = LS_RECORD_FILTER_ALL_KINDS,
                                           .priorities = 1 << LS_TASK_PRIORITY_BACKGROUND, .to_time = LS_TIME_NEVER } },
    { "/forget-readers/filter/signal", { .kinds = LS_RECORD_FILTER_ALL_KINDS, .signal = 3,
                                         .priorities = LS_RECORD_FILTER_ALL_PRIORITIES, .to_time = LS_TIME_NEVER } },
    { "/forget-readers/filter/text", { .kinds = LS_RECORD_FILTER_ALL_KINDS, .text = "job 1",
                                       .priorities = LS_RECORD_FILTER_ALL_PRIORITIES, .to_time = LS_TIME_NEVER } },
  };
  int result;

  g_test_init (&argc, &argv, NULL);
  whole = ls_trace_new ();
  write_random_trace (whole, N_RECORDS, 7);

  for (guint i = 0; i < G_N_ELEMENTS (filters); i++)
    g_test_add_data_func (filters[i].path, &filters[i].spec, test_filter);
  g_test_add_func ("/forget-readers/export", test_export);
  g_test_add_func ("/forget-readers/next", test_next);

  result = g_test_run ();
  g_object_unref (whole);
  return result;
}
