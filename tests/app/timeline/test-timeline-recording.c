/* test-timeline-recording.c: the tracks that only recordings have
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "test-timeline-util.h"

#include "ls-recording-builder-private.h"

#define MS 1000000   /* ns */

static LsRecordingBuilder *builder;

static void
add (LsRecordingEventKind kind,
     guint64              time,
     guint64              duration,
     const char          *text,
     guint32              value,
     guint32              other)
{
  const LsRecordingEvent event = {
    .time = (1000 + time) * MS,
    .duration = duration == LS_RECORDING_NO_END ? duration : duration * MS,
    .text = ls_recording_builder_intern (builder, text, -1),
    .value = value,
    .other = other,
    .thread = ls_recording_builder_get_thread (builder, 1, 2),
    .kind = kind,
    .priority = LS_TASK_PRIORITY_NONE,
    .queue = LS_RECORDING_UNKNOWN,
  };

  ls_recording_builder_add (builder, &event);
}

/* A page that is loaded and clicked. */
static LsRecording *
make_recording (void)
{
  builder = ls_recording_builder_new (LS_RECORDING_FORMAT_CHROME);
  add (LS_RECORDING_EVENT_TASK, 0, 30, NULL, 0, 0);
  add (LS_RECORDING_EVENT_LOADING, 5, 20, "ParseHTML", 0, 0);
  add (LS_RECORDING_EVENT_SCRIPT, 10, 5, "EvaluateScript", 0, 0);
  add (LS_RECORDING_EVENT_INPUT, 40, 100, "pointerdown", 20000, 60000);
  add (LS_RECORDING_EVENT_INPUT, 40, 80, "mousedown", 60000, 70000);
  add (LS_RECORDING_EVENT_INPUT, 120, 40, "click", 1000, 2000);
  add (LS_RECORDING_EVENT_TASK, 60, 80, NULL, 0, 0);
  add (LS_RECORDING_EVENT_LONG_FRAME, 55, 90, NULL, 30000, 0);
  add (LS_RECORDING_EVENT_RENDERING, 130, 8, "Layout", 0, 0);
  add (LS_RECORDING_EVENT_MARK, 70, 0, "clicked", 0, 0);
  add (LS_RECORDING_EVENT_MEASURE, 70, 30, "search", 0, 0);
  add (LS_RECORDING_EVENT_GC, 180, LS_RECORDING_NO_END, "MinorGC", 0, 0);
  add (LS_RECORDING_EVENT_TASK, 200, 10, NULL, 0, 0);
  return ls_recording_builder_end (builder);
}

static LsTimelineModel *
make_model (LsTrace *trace)
{
  LsTimelineModel *model = ls_timeline_model_new ();
  g_autoptr (LsRecording) recording = make_recording ();
  const guint thread = 0;

  g_clear_pointer (&builder, ls_recording_builder_free);
  ls_timeline_model_set_trace (model, trace);
  ls_timeline_model_set_recording (model, recording, &thread, 1);
  return model;
}

static void
assert_span (LsTimelineModel *model,
             guint            track,
             guint            index,
             guint64          start,
             guint64          end,
             const char      *name)
{
  const LsTrack *data = ls_timeline_model_get_track (model, track);
  const LsSpan *span;
  g_autofree char *text = NULL;

  g_assert_cmpuint (index, <, ls_span_list_get_n (data->spans));
  span = ls_span_list_get (data->spans, index);
  text = ls_timeline_model_format_event (model, data, span->subject);
  g_assert_cmpuint (span->start, ==, start * 1000);
  g_assert_cmpuint (span->end, ==, end * 1000);
  g_assert_cmpstr (text, ==, name);
}

static guint
count (LsTimelineModel *model,
       guint            track)
{
  return ls_span_list_get_n (ls_timeline_model_get_track (model, track)->spans);
}

static void
test_tracks (void)
{
  TestTimelineWriter writer = test_timeline_new_writer ();
  g_autoptr (LsTimelineModel) model = make_model (writer.trace);

  /* A few at a time, whatever there are of records. */
  while (ls_timeline_model_read (model, G_MAXSIZE, 2))
    ;

  /* At each moment the innermost. */
  g_assert_cmpuint (count (model, LS_TRACK_BROWSER), ==, 5);
  assert_span (model, LS_TRACK_BROWSER, 0, 5, 10, "Parse HTML");
  assert_span (model, LS_TRACK_BROWSER, 1, 10, 15, "Evaluate script");
  assert_span (model, LS_TRACK_BROWSER, 2, 15, 25, "Parse HTML");
  assert_span (model, LS_TRACK_BROWSER, 3, 130, 138, "Layout");
  /* What has no end lasts to that of the recording. */
  assert_span (model, LS_TRACK_BROWSER, 4, 180, 210, "Minor garbage collection");

  /* What lies in another is left out, what overlaps is cut. */
  g_assert_cmpuint (count (model, LS_TRACK_INPUT), ==, 2);
  assert_span (model, LS_TRACK_INPUT, 0, 40, 140, "pointerdown");
  assert_span (model, LS_TRACK_INPUT, 1, 140, 160, "click");

  g_assert_cmpuint (count (model, LS_TRACK_LONG_TASKS), ==, 1);
  assert_span (model, LS_TRACK_LONG_TASKS, 0, 60, 140, "80 ms");
  assert_span (model, LS_TRACK_FRAMES, 0, 55, 145, "90 ms");
  assert_span (model, LS_TRACK_TIMINGS, 0, 70, 100, "search");
  g_assert_cmpuint (ls_timeline_model_get_track (model, LS_TRACK_TIMINGS)->marks->len, ==, 1);

  /* Totals are of tasks alone. */
  g_assert_cmpuint (ls_timeline_model_count_tasks (model), ==, 0);

  /* Another trace has none of this. */
  ls_timeline_model_set_trace (model, writer.trace);
  g_assert_false (ls_timeline_model_read (model, G_MAXSIZE, 100));
  g_assert_cmpuint (count (model, LS_TRACK_INPUT), ==, 0);
  g_object_unref (writer.trace);
}

/* Steps have no room for what lasts. */
static void
test_by_step (void)
{
  TestTimelineWriter writer = test_timeline_new_writer ();
  g_autoptr (LsTimelineModel) model = make_model (writer.trace);

  ls_timeline_model_set_by_step (model, TRUE);
  g_assert_false (ls_timeline_model_read (model, G_MAXSIZE, 100));
  g_assert_cmpuint (count (model, LS_TRACK_BROWSER), ==, 0);
  ls_timeline_model_set_by_step (model, FALSE);
  g_assert_false (ls_timeline_model_read (model, G_MAXSIZE, 100));
  g_assert_cmpuint (count (model, LS_TRACK_BROWSER), ==, 5);
  g_object_unref (writer.trace);
}

static void
test_words (void)
{
  TestTimelineWriter writer = test_timeline_new_writer ();
  g_autoptr (LsTimelineModel) model = make_model (writer.trace);
  const LsTrack *track = ls_timeline_model_get_track (model, LS_TRACK_INPUT);
  g_autofree char *input = NULL;
  g_autofree char *task = NULL;
  g_autofree char *mark = NULL;
  guint64 begun, done;

  g_assert_false (ls_timeline_model_read (model, G_MAXSIZE, 100));
  input = ls_timeline_model_describe_event (model, track, ls_span_list_get (track->spans, 0)->subject);
  g_assert_cmpstr (input, ==, "pointerdown · Input\nArrived at 40 ms\nLasted 100 ms\nWaited 20 ms for its listeners\n"
                              "Listeners took 50 ms\nNext frame 30 ms later");
  /* The listeners of both events that the span has: from the first to the last. */
  g_assert_true (ls_timeline_model_get_listeners (model, track, ls_span_list_get (track->spans, 0)->subject, &begun, &done));
  g_assert_cmpuint (begun, ==, 60000);
  g_assert_cmpuint (done, ==, 110000);
  g_assert_false (ls_timeline_model_get_listeners (model, track, 0, &begun, &done));
  track = ls_timeline_model_get_track (model, LS_TRACK_LONG_TASKS);
  task = ls_timeline_model_describe_event (model, track, ls_span_list_get (track->spans, 0)->subject);
  g_assert_cmpstr (task, ==, "Long tasks\nStarted at 60 ms\nLasted 80 ms\nLonger than 50 ms by 30 ms: input waits meanwhile");
  track = ls_timeline_model_get_track (model, LS_TRACK_TIMINGS);
  mark = ls_timeline_model_describe_event (model, track, g_array_index (track->marks, LsTimeMark, 0).record);
  g_assert_cmpstr (mark, ==, "clicked · User timing\n70 ms");
  g_assert_null (ls_timeline_model_describe_event (model, track, 1000));
  g_object_unref (writer.trace);
}

int
main (int   argc,
      char *argv[])
{
  test_window_init (&argc, &argv);

  g_test_add_func ("/timeline-recording/tracks", test_tracks);
  g_test_add_func ("/timeline-recording/by-step", test_by_step);
  g_test_add_func ("/timeline-recording/words", test_words);

  return g_test_run ();
}
