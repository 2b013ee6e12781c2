/* SPDX-License-Identifier: GPL-3.0-or-later */

#include <string.h>

#include "ls-record-filter.h"
#include "ls-record-format.h"
#include "random-trace.h"

/* Filters against a simple way to match, the index in both directions, and what is written out. */

typedef struct
{
  guint32 running;
  guint8 priority;
  guint32 queue_signals[RANDOM_MAX_SIGNALS * 8];
  GHashTable *signal_tasks;
} Simple;

static gboolean
names_task (const LsRecord *record,
            guint32         task)
{
  if ((record->kind >= LS_RECORD_TASK_POSTED && record->kind <= LS_RECORD_TASK_REMOVED
       && record->kind != LS_RECORD_QUEUE_RELOADED) || record->kind == LS_RECORD_TASK_REFUSED)
    return record->subject == task;
  if (record->kind == LS_RECORD_PROMISE_CREATED || record->kind == LS_RECORD_TIMER_INSTALLED
      || record->kind == LS_RECORD_TIMER_FIRED || record->kind == LS_RECORD_IDLE_REQUESTED
      || record->kind == LS_RECORD_IDLE_FIRED)
    return record->object == task;
  return FALSE;
}

static gboolean
matches_simply (Simple                   *self,
                LsTrace                  *trace,
                LsState                  *state,
                gsize                     position,
                const LsRecordFilterSpec *spec)
{
  LsRecord record;
  guint8 priority;
  gboolean matches;

  ls_trace_get_record (trace, position, &record);
  if (record.kind == LS_RECORD_TASK_SELECTED)
    {
      self->running = record.subject;
      self->priority = record.priority;
    }
  priority = ls_task_priority_is_valid (record.priority) ? record.priority : self->priority;
  matches = (spec->without_kinds & LS_RECORD_FILTER_KIND (record.kind)) == 0 && record.time >= spec->from_time
            && (spec->end_time == 0 || record.time < spec->end_time)
            && (spec->without_priorities
                & (ls_task_priority_is_valid (priority) ? 1 << priority : LS_RECORD_FILTER_NO_PRIORITY)) == 0
            && (spec->task == 0 || names_task (&record, spec->task) || (!spec->task_only && self->running == spec->task));
  if (matches && spec->text != NULL)
    {
      g_autofree char *line = NULL, *lower = NULL, *needle = g_utf8_strdown (spec->text, -1);

      ls_state_seek (state, position + 1);
      line = ls_trace_format_record (trace, position, state);
      lower = g_utf8_strdown (line, -1);
      matches = strstr (lower, needle) != NULL;
    }
  if (record.kind == LS_RECORD_TURN_ENDED)
    {
      self->running = 0;
      self->priority = LS_TASK_PRIORITY_NONE;
    }
  return matches;
}

/* Reads in pieces, and compares all there is to know. */
static void
check (LsTrace                  *trace,
       const LsRecordFilterSpec *spec)
{
  g_autoptr (LsRecordFilter) filter = ls_record_filter_new (trace, spec);
  g_autoptr (LsState) state = ls_state_new (trace);
  g_autofree Simple *simple = g_new0 (Simple, 1);
  gsize length = ls_trace_get_length (trace), n = 0, counts[LS_N_RECORD_KINDS] = { 0 }, position, some[7];

  simple->priority = LS_TASK_PRIORITY_NONE;
  while (ls_record_filter_advance (filter, 1777, NULL))
    ;
  g_assert_cmpuint (ls_record_filter_get_position (filter), ==, length);
  for (gsize i = 0; i < length; i++)
    {
      gboolean expected = matches_simply (simple, trace, state, i, spec), found;
      LsRecord record;

      g_assert_cmpuint (ls_record_filter_find (filter, i, &found), ==, n);
      g_assert_cmpint (found, ==, expected);
      if (!expected)
        continue;
      g_assert_true (ls_record_filter_get_match (filter, n, &position));
      g_assert_cmpuint (position, ==, i);
      ls_trace_get_record (trace, i, &record);
      counts[record.kind]++;
      n++;
    }
  g_assert_cmpuint (ls_record_filter_get_n_matches (filter), ==, n);
  g_assert_false (ls_record_filter_get_match (filter, n, &position));
  g_assert_cmpuint (ls_record_filter_find (filter, G_MAXSIZE, NULL), ==, n);
  for (guint kind = 0; kind < LS_N_RECORD_KINDS; kind++)
    if (kind > 0 && (spec->without_kinds & LS_RECORD_FILTER_KIND (kind)) == 0)
      g_assert_cmpuint (ls_record_filter_get_count (filter, kind), ==, counts[kind]);

  for (gsize i = 0; i < n; i += 5)
    {
      gsize n_some = ls_record_filter_get_matches (filter, i, some, G_N_ELEMENTS (some));

      g_assert_cmpuint (n_some, ==, MIN (G_N_ELEMENTS (some), n - i));
      for (gsize k = 0; k < n_some; k++)
        {
          g_assert_true (ls_record_filter_get_match (filter, i + k, &position));
          g_assert_cmpuint (some[k], ==, position);
        }
    }
}

static void
test_property (void)
{
  static const char *const texts[] = { NULL, NULL, "JOB 1", "effective priority 4", "#12", "c2", "§2.4", "“event”" };
  g_autoptr (LsTrace) trace = ls_trace_new ();
  g_autoptr (GRand) rand = g_rand_new_with_seed (1);

  write_random_trace (trace, 9000, 3);
  check (trace, &(LsRecordFilterSpec) LS_RECORD_FILTER_SPEC_INIT);
  for (guint i = 0; i < 40; i++)
    {
      LsRecordFilterSpec spec = LS_RECORD_FILTER_SPEC_INIT;

      if (g_rand_boolean (rand))
        spec.without_kinds = ((guint64) g_rand_int (rand) << 32) | g_rand_int (rand);
      if (g_rand_boolean (rand))
        spec.without_priorities = g_rand_int_range (rand, 0, 16);
      if (g_rand_int_range (rand, 0, 3) == 0)
        spec.task = g_rand_int_range (rand, 1, 300);
      spec.task_only = g_rand_boolean (rand);
      if (g_rand_int_range (rand, 0, 3) == 0)
        {
          spec.from_time = g_rand_int_range (rand, 0, writer_time);
          spec.end_time = g_rand_int_range (rand, 0, writer_time);
        }
      spec.text = texts[g_rand_int_range (rand, 0, G_N_ELEMENTS (texts))];
      check (trace, &spec);
    }
}

/* What is zeroed leaves nothing out; the end is not part of the range. */
static void
test_zeroed (void)
{
  const LsRecordFilterSpec zeroed = { 0 }, given = LS_RECORD_FILTER_SPEC_INIT, first = { .end_time = 1 };
  g_autoptr (LsTrace) trace = ls_trace_new ();
  g_autoptr (LsRecordFilter) all = ls_record_filter_new (trace, &zeroed), some = ls_record_filter_new (trace, &first);

  g_assert_cmpmem (&zeroed, sizeof zeroed, &given, sizeof given);
  writer_time = 0;
  write_record (trace, LOG);
  writer_time = 1;
  write_record (trace, LOG);
  publish (trace);
  while (ls_record_filter_advance (all, G_MAXSIZE, NULL) || ls_record_filter_advance (some, G_MAXSIZE, NULL))
    ;
  g_assert_true (ls_record_filter_is_everything (all));
  g_assert_cmpuint (ls_record_filter_get_n_matches (all), ==, 2);
  g_assert_false (ls_record_filter_is_everything (some));
  g_assert_cmpuint (ls_record_filter_get_n_matches (some), ==, 1);
}

static void
test_growing (void)
{
  g_autoptr (LsTrace) trace = ls_trace_new ();
  LsRecordFilterSpec spec = LS_RECORD_FILTER_SPEC_INIT;
  g_autoptr (LsRecordFilter) filter = NULL;
  gsize position;

  spec.without_kinds = ~LS_RECORD_FILTER_KIND (LS_RECORD_LOG);
  filter = ls_record_filter_new (trace, &spec);
  g_assert_false (ls_record_filter_is_everything (filter));
  g_assert_false (ls_record_filter_advance (filter, G_MAXSIZE, NULL));
  for (gsize i = 0; i < 20000; i++)
    {
      if (i % 3000 == 2999)
        write_record (trace, LOG);
      else
        write_record (trace, WORK);
      publish (trace);
      if (i % 700 == 0)
        ls_record_filter_advance (filter, G_MAXSIZE, NULL);
    }
  ls_record_filter_advance (filter, G_MAXSIZE, NULL);
  g_assert_cmpuint (ls_record_filter_get_n_matches (filter), ==, 6);
  for (guint i = 0; i < 6; i++)
    {
      g_assert_true (ls_record_filter_get_match (filter, i, &position));
      g_assert_cmpuint (position, ==, i * 3000 + 2999);
    }
  /* What another kind would add is known too. */
  g_assert_cmpuint (ls_record_filter_get_count (filter, LS_RECORD_WORK), ==, 20000 - 6);
}

/* A filter follows the turn from one piece to the next by what it has read, as it does within a piece. */
static void
test_turn_in_pieces (void)
{
  g_autoptr (LsTrace) trace = ls_trace_new ();
  LsRecordFilterSpec spec = LS_RECORD_FILTER_SPEC_INIT;
  g_autoptr (LsRecordFilter) filter = NULL;

  /* No state knows the priority of this task, as no record says that it is a scheduler's. */
  write_record (trace, TASK_SELECTED, .subject = 1, .priority = LS_TASK_PRIORITY_BACKGROUND);
  write_record (trace, LOG);
  write_record (trace, LOG);
  publish (trace);
  spec.without_priorities = LS_RECORD_FILTER_ALL_PRIORITIES & ~(1 << LS_TASK_PRIORITY_BACKGROUND);
  filter = ls_record_filter_new (trace, &spec);
  while (ls_record_filter_advance (filter, 1, NULL))
    ;
  g_assert_cmpuint (ls_record_filter_get_n_matches (filter), ==, 3);
}

static void
test_cancelled (void)
{
  g_autoptr (LsTrace) trace = ls_trace_new ();
  LsRecordFilterSpec spec = LS_RECORD_FILTER_SPEC_INIT;
  g_autoptr (LsRecordFilter) filter = ls_record_filter_new (trace, &spec);
  g_autoptr (GCancellable) cancellable = g_cancellable_new ();

  write_record (trace, LOG);
  publish (trace);
  g_assert_true (ls_record_filter_is_everything (filter));
  g_cancellable_cancel (cancellable);
  g_assert_true (ls_record_filter_advance (filter, G_MAXSIZE, cancellable));
  g_assert_cmpuint (ls_record_filter_get_position (filter), ==, 0);
  g_cancellable_reset (cancellable);
  g_assert_false (ls_record_filter_advance (filter, G_MAXSIZE, cancellable));
  g_assert_cmpuint (ls_record_filter_get_n_matches (filter), ==, 1);
}

/* Another thread asks while one reads. */
static gpointer
ask (gpointer data)
{
  LsRecordFilter *filter = data;
  gsize n = 0, position;

  while (n < 60000 / 2)
    {
      n = ls_record_filter_get_n_matches (filter);
      if (n > 0)
        {
          g_assert_true (ls_record_filter_get_match (filter, n - 1, &position));
          g_assert_cmpuint (ls_record_filter_find (filter, position, NULL), ==, n - 1);
        }
    }
  return NULL;
}

static void
test_threads (void)
{
  g_autoptr (LsTrace) trace = ls_trace_new ();
  LsRecordFilterSpec spec = LS_RECORD_FILTER_SPEC_INIT;
  g_autoptr (LsRecordFilter) filter = NULL;
  GThread *thread;

  for (guint i = 0; i < 30000; i++)
    {
      write_record (trace, WORK);
      write_record (trace, LOG);
    }
  publish (trace);
  spec.without_kinds = ~LS_RECORD_FILTER_KIND (LS_RECORD_LOG);
  filter = ls_record_filter_new (trace, &spec);
  thread = g_thread_new ("ask", ask, filter);
  while (ls_record_filter_advance (filter, 100, NULL))
    ;
  g_thread_join (thread);
}

static void
test_signal (void)
{
  g_autoptr (LsTrace) trace = ls_trace_new ();
  LsRecordFilterSpec spec = LS_RECORD_FILTER_SPEC_INIT;
  g_autoptr (LsRecordFilter) filter = NULL;
  static const gboolean expected[] = { TRUE, FALSE, TRUE, TRUE, FALSE, TRUE, FALSE, TRUE, FALSE, TRUE, TRUE, FALSE };

  write_record (trace, SIGNAL_CREATED, .subject = 1);
  write_record (trace, SIGNAL_CREATED, .subject = 2);
  write_record (trace, TASK_POSTED, .subject = 1, .object = 1);
  write_record (trace, QUEUE_CREATED, .subject = 1, .object = 1);
  write_record (trace, TASK_POSTED, .subject = 2, .object = 2);
  write_record (trace, TASK_QUEUED, .subject = 1, .object = 1);
  write_record (trace, TASK_QUEUED, .subject = 2, .object = 2);
  write_record (trace, TASK_SELECTED, .subject = 1, .object = 1);
  write_record (trace, LOG);
  write_record (trace, TASK_FINISHED, .subject = 1);
  write_record (trace, QUEUE_REMOVED, .subject = 1);
  write_record (trace, TASK_FINISHED, .subject = 2);
  publish (trace);
  spec.signal = 1;
  filter = ls_record_filter_new (trace, &spec);
  ls_record_filter_advance (filter, G_MAXSIZE, NULL);
  for (guint i = 0; i < G_N_ELEMENTS (expected); i++)
    {
      gboolean found;

      ls_record_filter_find (filter, i, &found);
      g_assert_cmpint (found, ==, expected[i]);
    }
}

/* Writing out */

static LsRecordFilter *
filter_for_export (LsTrace *trace)
{
  LsRecordFilterSpec spec = LS_RECORD_FILTER_SPEC_INIT;
  LsRecordFilter *filter = ls_record_filter_new (trace, &spec);

  writer_time = 1500;
  write_record (trace, LOG, .text = text_of (trace, "a \"quoted\", text\nof two lines"));
  write_record (trace, TASK_POSTED, .subject = 3, .text = text_of (trace, "plain"), .priority = LS_TASK_PRIORITY_USER_BLOCKING,
                .flags = LS_RECORD_FLAG_CONTINUATION, .clause = LS_CLAUSE_SCHEDULE_YIELD, .step = 8);
  writer_time = 1234007;
  write_record (trace, TASK_SELECTED, .subject = 3, .object = 4, .value = 5, .level = 6, .queue = LS_QUEUE_TYPE_INPUT,
                .flags = LS_RECORD_FLAG_CONTINUATION | LS_RECORD_FLAG_DELAYED_WORK);
  publish (trace);
  ls_record_filter_advance (filter, G_MAXSIZE, NULL);
  return filter;
}

static char *
export_to_text (LsRecordFilter *filter,
                LsRecordFormat  format)
{
  g_autoptr (GOutputStream) stream = g_memory_output_stream_new_resizable ();
  g_autoptr (GError) error = NULL;

  g_assert_true (ls_record_filter_export (filter, format, stream, NULL, &error));
  g_assert_no_error (error);
  g_output_stream_write_all (stream, "", 1, NULL, NULL, NULL);
  g_output_stream_close (stream, NULL, NULL);
  return g_memory_output_stream_steal_data (G_MEMORY_OUTPUT_STREAM (stream));
}

static void
test_export (void)
{
  g_autoptr (LsTrace) trace = ls_trace_new ();
  g_autoptr (LsRecordFilter) filter = filter_for_export (trace);
  g_autofree char *csv = export_to_text (filter, LS_RECORD_FORMAT_CSV);
  g_autofree char *json = export_to_text (filter, LS_RECORD_FORMAT_JSON);
  g_autofree char *lines = export_to_text (filter, LS_RECORD_FORMAT_JSON_LINES);
  g_autofree char *first = ls_trace_record_to_json (trace, 0), *second = ls_trace_record_to_json (trace, 1);
  g_autofree char *third = ls_trace_record_to_json (trace, 2);
  g_autofree char *expected_json = g_strdup_printf ("[\n%s,\n%s,\n%s\n]\n", first, second, third);
  g_autofree char *expected_lines = g_strdup_printf ("%s\n%s\n%s\n", first, second, third);

  g_assert_cmpstr (csv, ==,
                   "position,time_ms,kind,subject,object,value,text,priority,queue,level,flags,clause,step,line\r\n"
                   "0,1.500,log,0,0,0,\"a \"\"quoted\"\", text\nof two lines\",,,0,,,0,"
                   "\"1.500 ms  #0  log  a \"\"quoted\"\", text of two lines\"\r\n"
                   "1,1.500,task-posted,3,0,0,plain,user-blocking,,0,continuation,§2.4.2,8,"
                   "1.500 ms  #1  task-posted  task 3 “plain ↻”  priority user-blocking · §2.4.2 step 8\r\n"
                   "2,1234.007,task-selected,3,4,5,,,input,6,continuation delayed-work,,0,"
                   "1234.007 ms  #2  task-selected  task 3 “plain ↻”  queue 4  rank 6  turn 5  delayed-work\r\n");
  g_assert_cmpstr (json, ==, expected_json);
  g_assert_cmpstr (lines, ==, expected_lines);
}

/* A line says of things what is known of them after its record. */
static void
test_export_names (void)
{
  g_autoptr (LsTrace) trace = ls_trace_new ();
  LsRecordFilterSpec spec = LS_RECORD_FILTER_SPEC_INIT;
  g_autoptr (LsRecordFilter) filter = ls_record_filter_new (trace, &spec);
  g_autoptr (LsState) state = ls_state_new (trace);
  g_autofree char *csv = NULL;
  g_auto (GStrv) lines = NULL;

  write_random_trace (trace, 500, 3);
  ls_record_filter_advance (filter, G_MAXSIZE, NULL);
  csv = export_to_text (filter, LS_RECORD_FORMAT_CSV);
  lines = g_strsplit (csv, "\r\n", -1);
  g_assert_cmpuint (g_strv_length (lines), ==, ls_trace_get_length (trace) + 2);
  for (gsize i = 0; i < ls_trace_get_length (trace); i++)
    {
      g_autofree char *line = NULL, *field = NULL;

      ls_state_seek (state, i + 1);
      line = ls_trace_format_record (trace, i, state);
      g_assert_null (strchr (line, '"'));
      field = g_strdup_printf (strchr (line, ',') != NULL ? ",\"%s\"" : ",%s", line);
      g_assert_true (g_str_has_suffix (lines[i + 1], field));
    }
}

static void
test_export_nothing (void)
{
  g_autoptr (LsTrace) trace = ls_trace_new ();
  LsRecordFilterSpec spec = LS_RECORD_FILTER_SPEC_INIT;
  g_autoptr (LsRecordFilter) filter = ls_record_filter_new (trace, &spec);
  g_autofree char *json = export_to_text (filter, LS_RECORD_FORMAT_JSON);
  g_autofree char *lines = export_to_text (filter, LS_RECORD_FORMAT_JSON_LINES);

  g_assert_cmpstr (json, ==, "[\n]\n");
  g_assert_cmpstr (lines, ==, "");
}

typedef struct
{
  GMainLoop *loop;
  guint64 done, total;
  guint n_calls;
  gboolean is_over;
  GError *error;
} Waiting;

static void
on_progress (guint64  done,
             guint64  total,
             gpointer data)
{
  Waiting *waiting = data;

  g_assert_false (waiting->is_over);
  g_assert_cmpuint (done, >=, waiting->done);
  g_assert_cmpuint (done, <=, total);
  waiting->done = done;
  waiting->total = total;
  waiting->n_calls++;
}

static void
on_exported (GObject      *source,
             GAsyncResult *result,
             gpointer      data)
{
  Waiting *waiting = data;

  waiting->is_over = TRUE;
  ls_record_filter_export_finish (LS_RECORD_FILTER (source), result, &waiting->error);
  g_main_loop_quit (waiting->loop);
}

static void
test_export_async (gconstpointer data)
{
  gboolean cancelled = GPOINTER_TO_INT (data);
  g_autoptr (LsTrace) trace = ls_trace_new ();
  g_autoptr (GOutputStream) stream = g_memory_output_stream_new_resizable ();
  g_autoptr (GCancellable) cancellable = g_cancellable_new ();
  g_autoptr (GMainLoop) loop = g_main_loop_new (NULL, FALSE);
  LsRecordFilterSpec spec = LS_RECORD_FILTER_SPEC_INIT;
  g_autoptr (LsRecordFilter) filter = ls_record_filter_new (trace, &spec);
  Waiting waiting = { .loop = loop };

  write_random_trace (trace, 5000, 1);
  ls_record_filter_advance (filter, G_MAXSIZE, NULL);
  if (cancelled)
    g_cancellable_cancel (cancellable);
  ls_record_filter_export_async (filter, LS_RECORD_FORMAT_CSV, stream, G_PRIORITY_DEFAULT, cancellable, on_progress,
                                 &waiting, on_exported, &waiting);
  g_main_loop_run (loop);
  while (g_main_context_iteration (NULL, FALSE))
    ;

  if (cancelled)
    {
      g_assert_error (waiting.error, G_IO_ERROR, G_IO_ERROR_CANCELLED);
      g_clear_error (&waiting.error);
      return;
    }
  g_assert_no_error (waiting.error);
  g_assert_cmpuint (waiting.n_calls, >, 1);
  g_assert_cmpuint (waiting.total, ==, ls_trace_get_length (trace));
}

int
main (int   argc,
      char *argv[])
{
  g_test_init (&argc, &argv, NULL);

  g_test_add_func ("/record-filter/property", test_property);
  g_test_add_func ("/record-filter/zeroed", test_zeroed);
  g_test_add_func ("/record-filter/growing", test_growing);
  g_test_add_func ("/record-filter/turn-in-pieces", test_turn_in_pieces);
  g_test_add_func ("/record-filter/cancelled", test_cancelled);
  g_test_add_func ("/record-filter/threads", test_threads);
  g_test_add_func ("/record-filter/signal", test_signal);
  g_test_add_func ("/record-filter/export", test_export);
  g_test_add_func ("/record-filter/export-names", test_export_names);
  g_test_add_func ("/record-filter/export-nothing", test_export_nothing);
  g_test_add_data_func ("/record-filter/export-async", GINT_TO_POINTER (FALSE), test_export_async);
  g_test_add_data_func ("/record-filter/export-cancelled", GINT_TO_POINTER (TRUE), test_export_async);

  return g_test_run ();
}
