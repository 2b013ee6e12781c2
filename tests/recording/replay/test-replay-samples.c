/* SPDX-License-Identifier: GPL-3.0-or-later */

#include <gio/gio.h>

#include "ls-explain.h"
#include "ls-recording-reader.h"
#include "replay-fixture.h"

/* What a program that shares no code with the reader counts in the samples. */
typedef struct
{
  const char *name;
  guint n_posted, n_run, n_aborted, n_changed, n_yielded, n_continued, n_aborted_yields, n_linked;
} Facts;

static const Facts samples[] = {
  { "real-page.json.gz", 46, 41, 5, 6, 13, 12, 1, 12 },
  { "shop-devtools.json.gz", 28, 28, 0, 14, 33, 33, 0, 33 },
  { "shop-cut.json.gz", 27, 27, 0, 14, 18, 18, 0, 18 },
  { "workers.json.gz", 37, 33, 4, 4, 29, 29, 0, 29 },
  { "whatif-plain.json.gz", 75, 75, 0, 0, 8, 8, 0, 8 },
  { "whatif-background.json.gz", 75, 75, 0, 0, 8, 8, 0, 8 },
  { "page.pftrace.gz", 46, 41, 5, 6, 13, 12, 1, 12 },
};

static LsRecording *
load (const char *name)
{
  g_autofree char *path = g_build_filename (g_getenv ("LS_TEST_SOURCE_ROOT"), "tests", "recording", "samples", name, NULL);
  g_autoptr (GFile) file = g_file_new_for_path (path);
  g_autoptr (GError) error = NULL;
  LsRecording *recording = ls_recording_load (file, NULL, NULL, NULL, &error);

  g_assert_no_error (error);
  return recording;
}

/* All loops that have scheduler tasks, as agents of one trace. */
static LsTrace *
replay_schedulers (LsRecording *recording)
{
  guint n_loops;
  const guint *loops = ls_recording_list_loops (recording, &n_loops);
  g_autoptr (GArray) threads = g_array_new (FALSE, FALSE, sizeof (guint));

  for (guint i = 0; i < n_loops; i++)
    if (ls_recording_get_thread (recording, loops[i])->n_scheduler_tasks > 0)
      g_array_append_val (threads, loops[i]);
  g_assert_cmpuint (threads->len, >, 0);
  return replay (recording, (const guint *) (gpointer) threads->data, threads->len);
}

/* Reads the facts back from the trace. A task was posted with the priority of its queue when it entered it, or of its signal. */
static Facts
count (LsTrace *trace)
{
  g_autoptr (GHashTable) signals = g_hash_table_new (NULL, NULL), posted = g_hash_table_new (NULL, NULL);
  Facts facts = { 0 };

  for (gsize i = 0; i < ls_trace_get_length (trace); i++)
    {
      LsRecord record;
      gboolean is_continuation;

      ls_trace_get_record (trace, i, &record);
      is_continuation = (record.flags & LS_RECORD_FLAG_CONTINUATION) != 0;
      switch (record.kind)
        {
        case LS_RECORD_SIGNAL_CREATED:
        case LS_RECORD_SIGNAL_PRIORITY:
          g_hash_table_insert (signals, GUINT_TO_POINTER (record.subject), GUINT_TO_POINTER (record.priority));
          break;
        case LS_RECORD_TASK_POSTED:
          facts.n_posted += !is_continuation;
          facts.n_yielded += is_continuation;
          if (record.priority == LS_TASK_PRIORITY_NONE)
            record.priority = GPOINTER_TO_UINT (g_hash_table_lookup (signals, GUINT_TO_POINTER (record.object)));
          g_hash_table_insert (posted, GUINT_TO_POINTER (record.subject),
                               GUINT_TO_POINTER (record.priority + 10 * (is_continuation + 1)));
          break;
        case LS_RECORD_TASK_SELECTED:
          if (record.object == 0)
            break;
          facts.n_run += !is_continuation;
          facts.n_continued += is_continuation;
          facts.n_changed += GPOINTER_TO_UINT (g_hash_table_lookup (posted, GUINT_TO_POINTER (record.subject))) % 10 !=
                             record.priority;
          break;
        case LS_RECORD_TASK_REMOVED:
          if (g_hash_table_contains (posted, GUINT_TO_POINTER (record.subject)))
            {
              is_continuation = GPOINTER_TO_UINT (g_hash_table_lookup (posted, GUINT_TO_POINTER (record.subject))) >= 20;
              facts.n_aborted += !is_continuation;
              facts.n_aborted_yields += is_continuation;
            }
          break;
        case LS_RECORD_MICROTASK_STARTED:
          facts.n_linked += record.clause == LS_CLAUSE_INFERRED_CONTINUATION;
          break;
        default:
          break;
        }
    }
  return facts;
}

static void
test_facts (gconstpointer data)
{
  const Facts *expected = data;
  g_autoptr (LsRecording) recording = load (expected->name);
  g_autoptr (LsTrace) trace = replay_schedulers (recording);
  const Facts facts = count (trace);

  g_assert_cmpuint (facts.n_posted, ==, expected->n_posted);
  g_assert_cmpuint (facts.n_run, ==, expected->n_run);
  g_assert_cmpuint (facts.n_aborted, ==, expected->n_aborted);
  g_assert_cmpuint (facts.n_changed, ==, expected->n_changed);
  g_assert_cmpuint (facts.n_yielded, ==, expected->n_yielded);
  g_assert_cmpuint (facts.n_continued, ==, expected->n_continued);
  g_assert_cmpuint (facts.n_aborted_yields, ==, expected->n_aborted_yields);
  g_assert_cmpuint (facts.n_linked, ==, expected->n_linked);
}

/* With the helper's marks nothing of signals is inferred but what only an abort shows. */
static void
test_marks (void)
{
  g_autoptr (LsRecording) recording = load ("page-signals.json.gz");
  g_autoptr (LsTrace) trace = replay_schedulers (recording);
  g_autoptr (LsState) state = ls_state_new (trace);

  for (gsize i = 0; i < ls_trace_get_length (trace); i++)
    {
      LsRecord record;

      ls_trace_get_record (trace, i, &record);
      if (record.kind == LS_RECORD_SIGNAL_CREATED || record.kind == LS_RECORD_SIGNAL_PRIORITY ||
          record.kind == LS_RECORD_QUEUE_PRIORITY || (record.kind == LS_RECORD_QUEUE_CREATED && record.object != 0))
        g_assert_cmpuint (record.clause, ==, LS_CLAUSE_RECORDED);
    }
  ls_state_seek (state, G_MAXSIZE);
  g_assert_cmpuint (ls_state_get_n_signals (state), ==, 4);
  /* Background work, raised; what follows it, and is aborted with another one; and one that is raised and aborted. */
  g_assert_cmpuint (ls_state_get_signal (state, 1)->priority, ==, LS_TASK_PRIORITY_USER_BLOCKING);
  g_assert_cmpuint (ls_state_get_signal (state, 2)->priority, ==, LS_TASK_PRIORITY_USER_BLOCKING);
  g_assert_cmpuint (ls_state_get_signal (state, 2)->source, ==, 1);
  g_assert_cmpuint (ls_state_get_signal (state, 2)->n_abort_sources, ==, 1);
  g_assert_true (ls_state_get_signal (state, 3)->aborted);
  g_assert_true (ls_state_get_signal (state, 4)->aborted);
  g_assert_cmpuint (ls_state_get_signal (state, 4)->priority, ==, LS_TASK_PRIORITY_USER_VISIBLE);
}

/* The callbacks of Node.js are tasks, and what asked for them while a task ran is posted by it. */
static void
test_node (void)
{
  static const struct { const char *name; guint n_run; } expected[] = { { "Timeout", 7 }, { "Immediate", 1 }, { "FSREQCALLBACK", 4 } };
  g_autoptr (LsRecording) recording = load ("node.json.gz");
  g_autoptr (LsTrace) trace = replay (recording, NULL, 0);
  g_autoptr (LsState) state = ls_state_new (trace);
  guint n_posted = 0;

  ls_state_seek (state, G_MAXSIZE);
  for (guint i = 0; i < G_N_ELEMENTS (expected); i++)
    {
      guint n_run = 0;

      for (guint32 id = 1; id <= ls_state_get_n_tasks (state); id++)
        {
          const LsTaskState *task = ls_state_get_task (state, id);

          if (g_strcmp0 (ls_trace_get_text (trace, task->name), expected[i].name) != 0)
            continue;
          n_run += task->status == LS_TASK_STATUS_FINISHED;
          n_posted += task->posted_by != 0;
        }
      g_assert_cmpuint (n_run, ==, expected[i].n_run);
    }
  g_assert_cmpuint (n_posted, >=, 8);
}

/* A runner shows a recording step by step: each step ends where the trace's does. */
static void
test_steps (void)
{
  g_autoptr (LsRecording) recording = load ("shop-cut.json.gz");
  g_autoptr (LsTrace) trace = ls_trace_new ();
  guint n_loops;
  const guint *loops = ls_recording_list_loops (recording, &n_loops);
  g_autoptr (LsReplay) self = ls_replay_new (recording, loops, 1, ls_trace_get_probe (trace));
  guint32 n_steps = 0;

  while (ls_replay_step (self))
    {
      n_steps++;
      g_assert_cmpuint (ls_trace_get_n_steps (trace), <=, n_steps);
      g_assert_cmpuint (ls_trace_find_step (trace, n_steps), ==, ls_trace_get_length (trace));
      g_assert_cmpfloat (ls_replay_get_done (self), >=, 0);
      g_assert_cmpfloat (ls_replay_get_done (self), <=, 1);
    }
  g_assert_cmpuint (n_steps, >, 500);
}

/* Seeking to any position gives what reading on gives; what is next there is what the recording has next; each task that ran can be
 * explained. */
static void
test_positions (gconstpointer data)
{
  const Facts *sample = data;
  g_autoptr (LsRecording) recording = load (sample->name);
  g_autoptr (LsTrace) trace = replay_schedulers (recording);
  g_autoptr (LsState) forwards = ls_state_new (trace), anywhere = ls_state_new (trace);
  g_autoptr (GRand) rand = g_rand_new_with_seed (7);
  const gsize length = ls_trace_get_length (trace);
  gsize position = 0;

  for (guint i = 0; i < 12; i++)
    {
      g_autofree char *json = NULL, *expected = NULL;
      g_autoptr (LsExplanation) explanation = NULL;
      guint32 next = 0;

      position += g_rand_int_range (rand, 0, length / 12);
      ls_state_seek (forwards, position);
      ls_state_seek (anywhere, g_rand_int_range (rand, 0, length));
      ls_state_seek (anywhere, position);
      expected = ls_state_to_json (forwards);
      json = ls_state_to_json (anywhere);
      g_assert_cmpstr (json, ==, expected);

      for (gsize k = position; k < length && next == 0; k++)
        {
          LsRecord record;

          ls_trace_get_record (trace, k, &record);
          next = record.kind == LS_RECORD_TASK_SELECTED ? record.subject : 0;
        }
      g_assert_cmpuint (ls_state_get_next_task (anywhere), ==, next);
      explanation = ls_explain_next (anywhere);
      g_assert_cmpuint (explanation->task, ==, next);
    }
  ls_state_seek (anywhere, G_MAXSIZE);
  g_assert_cmpuint (ls_state_get_next_task (anywhere), ==, 0);
  for (guint32 id = 1; id <= ls_state_get_n_tasks (anywhere); id += 7)
    {
      g_autoptr (LsExplanation) explanation = ls_explain_then (trace, id);

      g_assert_nonnull (explanation->text);
    }
}

/* Time at which no task of the loop ran is idle, or something waited. */
static void
test_time (gconstpointer data)
{
  const Facts *sample = data;
  g_autoptr (LsRecording) recording = load (sample->name);
  guint n_loops;
  const guint *loops = ls_recording_list_loops (recording, &n_loops);
  g_autoptr (LsTrace) trace = replay (recording, loops, 1);
  guint64 busy = 0, began = 0, expected = 0;
  gsize n_events;
  const LsRecordingEvent *events = ls_recording_peek_events (recording, loops[0], &n_events);
  guint n_turns = 0;

  for (gsize i = 0; i < n_events; i++)
    if (events[i].kind == LS_RECORDING_EVENT_TASK && events[i].duration != LS_RECORDING_NO_END)
      {
        expected += (events[i].time + events[i].duration) / 1000 - events[i].time / 1000;
        n_turns++;
      }
  for (gsize i = 0; i < ls_trace_get_length (trace); i++)
    {
      LsRecord record;

      ls_trace_get_record (trace, i, &record);
      if (record.kind == LS_RECORD_TASK_SELECTED)
        began = record.time;
      else if (record.kind == LS_RECORD_TURN_ENDED)
        busy += record.time - began;
    }
  g_assert_cmpuint (ls_trace_get_n_turns (trace), >=, n_turns);
  g_assert_cmpuint (busy, >=, expected);
  g_assert_cmpuint (busy, <=, expected + expected / 50);
}

static int
compare_times (gconstpointer a,
               gconstpointer b)
{
  const guint64 x = *(const guint64 *) a, y = *(const guint64 *) b;

  return x < y ? -1 : x > y;
}

/* Each post and each run is there at its time, to the microsecond. */
static void
test_moments (gconstpointer data)
{
  const Facts *sample = data;
  g_autoptr (LsRecording) recording = load (sample->name);
  g_autoptr (LsTrace) trace = replay_schedulers (recording);
  g_autoptr (GArray) posted = g_array_new (FALSE, FALSE, sizeof (guint64)), run = g_array_new (FALSE, FALSE, sizeof (guint64));
  guint n_posted = 0, n_run = 0;

  for (guint thread = 0; thread < ls_recording_get_n_threads (recording); thread++)
    {
      gsize n_events;
      const LsRecordingEvent *events = ls_recording_peek_events (recording, thread, &n_events);

      for (gsize i = 0; i < n_events; i++)
        {
          const guint64 time = events[i].time / 1000;

          if (events[i].kind == LS_RECORDING_EVENT_POST || events[i].kind == LS_RECORDING_EVENT_YIELD)
            g_array_append_val (posted, time);
          else if (events[i].kind == LS_RECORDING_EVENT_RUN || events[i].kind == LS_RECORDING_EVENT_CONTINUE)
            g_array_append_val (run, time);
        }
    }
  g_array_sort (posted, compare_times);
  g_array_sort (run, compare_times);
  for (gsize i = 0; i < ls_trace_get_length (trace); i++)
    {
      LsRecord record;

      ls_trace_get_record (trace, i, &record);
      if (record.kind == LS_RECORD_TASK_POSTED)
        g_assert_cmpuint (record.time, ==, g_array_index (posted, guint64, n_posted++));
      else if (record.kind == LS_RECORD_TASK_STARTED && record.queue == LS_QUEUE_TYPE_WEB_SCHEDULING)
        g_assert_cmpuint (record.time, ==, g_array_index (run, guint64, n_run++));
    }
  g_assert_cmpuint (n_posted, ==, posted->len);
  g_assert_cmpuint (n_run, ==, run->len);
}

int
main (int   argc,
      char *argv[])
{
  g_test_init (&argc, &argv, NULL);

  for (guint i = 0; i < G_N_ELEMENTS (samples); i++)
    {
      g_autofree char *facts = g_strdup_printf ("/replay/samples/facts/%s", samples[i].name);
      g_autofree char *positions = g_strdup_printf ("/replay/samples/positions/%s", samples[i].name);
      g_autofree char *time = g_strdup_printf ("/replay/samples/time/%s", samples[i].name);
      g_autofree char *moments = g_strdup_printf ("/replay/samples/moments/%s", samples[i].name);

      g_test_add_data_func (facts, &samples[i], test_facts);
      g_test_add_data_func (positions, &samples[i], test_positions);
      g_test_add_data_func (time, &samples[i], test_time);
      g_test_add_data_func (moments, &samples[i], test_moments);
    }
  g_test_add_func ("/replay/samples/marks", test_marks);
  g_test_add_func ("/replay/samples/node", test_node);
  g_test_add_func ("/replay/samples/steps", test_steps);

  return g_test_run ();
}
