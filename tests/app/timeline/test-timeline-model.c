/* test-timeline-model.c: what the timeline shows: spans, time and tracks
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "test-timeline-util.h"

#include <math.h>

#include "ls-text.h"
#include "ls-timeline-layers.h"
#include "ls-timeline-tracks.h"

/* Lists of spans, against looking at each span */

#define N_SPANS 3000
#define END 60000

static void
test_spans (void)
{
  LsSpanList *list = ls_span_list_new ();
  guint64 time = 0;

  for (guint i = 0; i < N_SPANS; i++)
    {
      time += g_test_rand_int_range (0, 20);
      g_assert_cmpuint (ls_span_list_begin (list, time, i, i + 1), ==, i);
      /* A third takes no time at all. */
      time += g_test_rand_int_range (0, 3) == 0 ? 0 : g_test_rand_int_range (0, 20);
      ls_span_list_end (list, time);
    }
  for (guint i = 0; i < 2000; i++)
    {
      guint64 from = g_test_rand_int_range (0, END);
      guint64 to = from + g_test_rand_int_range (0, 8000);
      guint found = N_SPANS, starting = N_SPANS, first = g_test_rand_int_range (0, N_SPANS);
      guint longest = LS_SPAN_NONE;
      guint64 sum = 0, duration = 0;

      for (guint j = N_SPANS; j-- > 0;)
        {
          const LsSpan *span = ls_span_list_get (list, j);

          if (span->end >= from)
            found = j;
          if (span->start >= from && j >= first)
            starting = j;
          if (MIN (span->end, to) > MAX (span->start, from))
            sum += MIN (span->end, to) - MAX (span->start, from);
          if (span->start >= from && span->start < to && (longest == LS_SPAN_NONE || span->end - span->start >= duration))
            {
              longest = j;
              duration = span->end - span->start;
            }
        }
      g_assert_cmpuint (ls_span_list_find (list, from), ==, found);
      g_assert_cmpuint (ls_span_list_find_starting (list, from, first), ==, MAX (starting, first));
      g_assert_cmpuint (ls_span_list_sum (list, from, to), ==, sum);
      g_assert_cmpuint (ls_span_list_find_longest (list, from, to), ==, longest);
    }
  ls_span_list_free (list);
}

static void
test_spans_open (void)
{
  LsSpanList *list = ls_span_list_new ();
  LsSpan span;

  g_assert_cmpuint (ls_span_list_find (list, 0), ==, 0);
  g_assert_cmpuint (ls_span_list_sum (list, 0, 100), ==, 0);
  g_assert_cmpuint (ls_span_list_find_longest (list, 0, 100), ==, LS_SPAN_NONE);
  g_assert_false (ls_span_list_take_last (list, &span));

  ls_span_list_begin (list, 10, 0, 1);
  g_assert_cmpuint (ls_span_list_sum (list, 0, 100), ==, 90);
  ls_span_list_end (list, 30);
  ls_span_list_begin (list, 40, 1, 2);
  g_assert_cmpuint (ls_span_list_find_longest (list, 0, 100), ==, 1);
  /* Who begins ends what is before, and times never go back. */
  ls_span_list_begin (list, 50, 2, 3);
  g_assert_cmpuint (ls_span_list_get (list, 1)->end, ==, 50);
  ls_span_list_end (list, 20);
  g_assert_cmpuint (ls_span_list_get (list, 2)->end, ==, 50);
  ls_span_list_begin (list, 5, 3, 4);
  g_assert_cmpuint (ls_span_list_get (list, 3)->start, ==, 50);

  g_assert_true (ls_span_list_take_last (list, &span));
  g_assert_cmpuint (span.subject, ==, 4);
  g_assert_cmpuint (ls_span_list_get_n (list), ==, 3);
  g_assert_cmpuint (ls_span_list_find_longest (list, 0, 100), ==, 0);
  ls_span_list_free (list);
}

/* The axis */

static void
test_axis (void)
{
  g_autoptr (LsTimeAxis) axis = ls_time_axis_new ();
  guint n_changed = 0;
  double time;

  g_signal_connect_swapped (axis, "changed", G_CALLBACK (test_timeline_count), &n_changed);
  ls_time_axis_set_end (axis, 100000);
  g_assert_cmpuint (n_changed, ==, 1);
  g_assert_true (ls_time_axis_get_fits (axis));
  g_assert_cmpfloat (ls_time_axis_to_x (axis, 100000, 1000), <=, 1000);

  /* What is under the pointer stays there. */
  time = ls_time_axis_to_time (axis, 321, 1000);
  for (guint i = 0; i < 30; i++)
    {
      ls_time_axis_zoom (axis, 1.25, time);
      g_assert_cmpfloat_with_epsilon (ls_time_axis_to_x (axis, time, 1000), 321, 0.001);
    }
  g_assert_false (ls_time_axis_get_fits (axis));
  /* Neither closer than there is something to see, nor further. */
  for (guint i = 0; i < 200; i++)
    ls_time_axis_zoom (axis, 1.25, time);
  g_assert_cmpfloat_with_epsilon (ls_time_axis_get_span (axis), 10, 0.0001);
  g_assert_cmpfloat_with_epsilon (ls_time_axis_to_x (axis, time + 1, 1000) - ls_time_axis_to_x (axis, time, 1000), 100,
                                  0.001);
  for (guint i = 0; i < 200; i++)
    ls_time_axis_zoom (axis, 0.8, time);
  g_assert_true (ls_time_axis_get_fits (axis));
  g_assert_cmpfloat (ls_time_axis_get_from (axis), ==, ls_time_axis_get_start (axis));

  /* A part that is shown stays where it is when the run grows. */
  ls_time_axis_show (axis, 20000, 30000);
  ls_time_axis_set_end (axis, 500000);
  g_assert_cmpfloat (ls_time_axis_get_from (axis), ==, 20000);
  g_assert_cmpfloat (ls_time_axis_get_span (axis), ==, 10000);
  /* There is a little room before the beginning and after the end, of what is visible. */
  ls_time_axis_pan (axis, -1e9);
  g_assert_cmpfloat (ls_time_axis_to_x (axis, 0, 1000), >, 5);
  g_assert_cmpfloat (ls_time_axis_to_x (axis, 0, 1000), <, 12);
  ls_time_axis_pan (axis, 1e9);
  g_assert_cmpfloat (ls_time_axis_to_x (axis, 500000, 1000), <, 990);
  g_assert_cmpfloat (ls_time_axis_to_x (axis, 500000, 1000), >, 970);

  ls_time_axis_reveal (axis, 100, FALSE);
  g_assert_cmpfloat (ls_time_axis_get_from (axis), <=, 100);
  ls_time_axis_show (axis, 0, 10000);
  ls_time_axis_reveal (axis, 9000, FALSE);
  g_assert_cmpfloat (ls_time_axis_get_from (axis), ==, 0);
  ls_time_axis_reveal (axis, 9000, TRUE);
  g_assert_cmpfloat_with_epsilon (ls_time_axis_to_x (axis, 9000, 1000), 750, 0.001);
}

static void
test_axis_times (void)
{
  static const struct { double time, step; const char *text; } texts[] = {
    { 0, 10000, "0 ms" }, { 20000, 10000, "20 ms" }, { 1500, 500, "1.5 ms" }, { 1230, 10, "1.23 ms" },
    { 1234, 1, "1.234 ms" }, { 2500000, 500000, "2.5 s" }, { 90e6, 10e6, "90 s" }, { 101e6, 1000, "101.000 s" },
  };
  g_autoptr (LsTimeAxis) axis = ls_time_axis_new ();

  for (guint i = 0; i < G_N_ELEMENTS (texts); i++)
    {
      g_autofree char *text = ls_time_axis_format (texts[i].time, texts[i].step);

      g_assert_cmpstr (text, ==, texts[i].text);
    }
  ls_time_axis_set_end (axis, 1000000);
  for (double span = 10; span < 1000000; span *= 1.7)
    {
      double step, leading;

      ls_time_axis_show (axis, 0, span);
      step = ls_time_axis_get_step (axis, 1000, 90);
      leading = step / pow (10, floor (log10 (step) + 1e-9));
      g_assert_cmpfloat (step * 1000 / span, >=, 89.999);
      g_assert_true (fabs (leading - 1) < 1e-6 || fabs (leading - 2) < 1e-6 || fabs (leading - 5) < 1e-6);
    }
}

/* The model */

static LsTimelineModel *
new_model (TestTimelineWriter *writer)
{
  LsTimelineModel *model = ls_timeline_model_new ();

  ls_probe_publish (writer->probe);
  ls_timeline_model_set_trace (model, writer->trace);
  g_object_unref (writer->trace);
  g_assert_false (ls_timeline_model_read (model, G_MAXSIZE, G_MAXSIZE));
  return model;
}

static void
assert_span (LsTimelineModel *model,
             guint            track,
             guint            index,
             guint32          subject,
             guint64          start,
             guint64          end)
{
  const LsSpan *span;

  g_assert_cmpuint (ls_span_list_get_n (test_timeline_get_spans (model, track)), >, index);
  span = ls_span_list_get (test_timeline_get_spans (model, track), index);
  g_assert_cmpuint (span->subject, ==, subject);
  g_assert_cmpuint (span->start, ==, start);
  g_assert_cmpuint (span->end, ==, end);
}

static void
test_model_tracks (void)
{
  TestTimelineWriter writer = test_timeline_new_writer ();
  g_autoptr (LsTimelineModel) model = NULL;
  const LsTimelineTask *task;

  /* A task, what follows its await, and a continuation that it posts. */
  PUT (TASK_POSTED, .subject = 1);
  PUT (TASK_QUEUED, .subject = 1, .value = 1, .priority = LS_TASK_PRIORITY_BACKGROUND,
       .queue = LS_QUEUE_TYPE_WEB_SCHEDULING);
  writer.now = 100;
  PUT (TASK_SELECTED, .subject = 1, .priority = LS_TASK_PRIORITY_BACKGROUND, .queue = LS_QUEUE_TYPE_WEB_SCHEDULING);
  PUT (TASK_STARTED, .subject = 1);
  writer.now = 150;
  PUT (TASK_FINISHED, .subject = 1);
  PUT (MICROTASK_STARTED, .subject = 1);
  PUT (TASK_POSTED, .subject = 2, .flags = LS_RECORD_FLAG_CONTINUATION);
  writer.now = 200;
  PUT (MICROTASK_FINISHED, .subject = 1);
  PUT (TURN_ENDED);
  /* A timer's task comes from a queue that others use too. */
  PUT (TIMER_INSTALLED, .subject = 1, .object = 3);
  PUT (TASK_DELAYED, .subject = 3, .queue = LS_QUEUE_TYPE_FRAME_THROTTLEABLE);
  writer.now = 500;
  PUT (CLOCK_ADVANCED, .value = 300);
  PUT (TASK_DUE, .subject = 3, .value = 2, .queue = LS_QUEUE_TYPE_FRAME_THROTTLEABLE);
  PUT (TASK_SELECTED, .subject = 3, .queue = LS_QUEUE_TYPE_FRAME_THROTTLEABLE);
  PUT (TASK_STARTED, .subject = 3);
  PUT (TIMER_FIRED, .subject = 1, .object = 3);
  writer.now = 520;
  PUT (TASK_FINISHED, .subject = 3);
  /* A frame, an idle callback and something else that has not ended. */
  PUT (TASK_SELECTED, .subject = 4, .queue = LS_QUEUE_TYPE_COMPOSITOR);
  PUT (TASK_STARTED, .subject = 4);
  writer.now = 530;
  PUT (TASK_FINISHED, .subject = 4);
  PUT (TASK_SELECTED, .subject = 5, .queue = LS_QUEUE_TYPE_IDLE);
  PUT (TASK_STARTED, .subject = 5);
  writer.now = 540;
  PUT (TASK_FINISHED, .subject = 5);
  PUT (TASK_SELECTED, .subject = 6, .queue = LS_QUEUE_TYPE_DEFAULT);
  PUT (TASK_STARTED, .subject = 6);
  writer.now = 560;
  PUT (LOG);
  model = new_model (&writer);

  assert_span (model, LS_TRACK_BACKGROUND, 0, 1, 100, 200);
  assert_span (model, LS_TRACK_MICROTASKS, 0, 1, 150, 200);
  assert_span (model, LS_TRACK_TIMERS, 0, 3, 500, 520);
  assert_span (model, LS_TRACK_RENDERING, 0, 4, 520, 530);
  assert_span (model, LS_TRACK_IDLE, 0, 5, 530, 540);
  assert_span (model, LS_TRACK_OTHER, 0, 6, 540, LS_TIME_NEVER);
  g_assert_cmpuint (ls_span_list_get_n (test_timeline_get_spans (model, LS_TRACK_OTHER)), ==, 1);
  g_assert_cmpuint (ls_span_list_sum (ls_timeline_model_get_agent (model, 0)->gaps, 0, 1000), ==, 300);
  g_assert_cmpuint (ls_timeline_model_get_track (model, LS_TRACK_TIMERS)->marks->len, ==, 1);
  g_assert_cmpuint (ls_timeline_model_get_track (model, LS_TRACK_LOG)->marks->len, ==, 1);
  g_assert_cmpuint (ls_timeline_model_get_end (model), ==, 560);

  task = ls_timeline_model_get_task (model, 2);
  g_assert_cmpuint (task->poster, ==, 1);
  g_assert_null (ls_timeline_model_get_task_span (model, 2));
  task = ls_timeline_model_get_task (model, 1);
  g_assert_cmpuint (task->ready, ==, 2);
  g_assert_cmpuint (task->poster, ==, 0);
  g_assert_cmpuint (ls_timeline_model_get_task_span (model, 3)->start, ==, 500);
}

static void
test_model_signals (void)
{
  const guint flags = LS_RECORD_FLAG_TASK_SIGNAL | LS_RECORD_FLAG_CONTROLLER;
  TestTimelineWriter writer = test_timeline_new_writer ();
  g_autoptr (LsTimelineModel) model = NULL;
  g_autofree char *name = NULL;

  PUT (SIGNAL_CREATED, .subject = 1, .priority = LS_TASK_PRIORITY_USER_VISIBLE,
       .flags = LS_RECORD_FLAG_TASK_SIGNAL | LS_RECORD_FLAG_INTERNAL);
  PUT (SIGNAL_CREATED, .subject = 2, .text = ls_probe_intern (writer.probe, "first"),
       .priority = LS_TASK_PRIORITY_BACKGROUND, .flags = flags);
  PUT (SIGNAL_CREATED, .subject = 3, .priority = LS_TASK_PRIORITY_BACKGROUND, .flags = flags);
  writer.now = 100;
  PUT (SIGNAL_PRIORITY, .subject = 2, .value = 0, .priority = LS_TASK_PRIORITY_USER_BLOCKING);
  PUT (SIGNAL_NAMED, .subject = 2, .text = ls_probe_intern (writer.probe, "renamed"));
  writer.now = 200;
  PUT (SIGNAL_ABORTED, .subject = 2);
  writer.now = 300;
  PUT (SIGNAL_PRIORITY_REFUSED, .subject = 3, .priority = LS_TASK_PRIORITY_USER_BLOCKING);
  PUT (SIGNAL_FINALIZED, .subject = 3);
  model = new_model (&writer);

  g_assert_cmpuint (ls_timeline_model_get_n_tracks (model), ==, LS_N_TRACKS + 2);
  g_assert_cmpuint (ls_timeline_model_find_signal (model, 1), ==, 0);
  g_assert_cmpuint (ls_timeline_model_find_signal (model, 2), ==, LS_TRACK_SIGNAL);
  g_assert_cmpuint (ls_timeline_model_find_signal (model, 99), ==, 0);
  name = ls_timeline_model_format_track (model, LS_TRACK_SIGNAL);
  g_assert_cmpstr (name, ==, "renamed");
  assert_span (model, LS_TRACK_SIGNAL, 0, 2, 0, 100);
  assert_span (model, LS_TRACK_SIGNAL, 1, 2, 100, 200);
  assert_span (model, LS_TRACK_SIGNAL + 1, 0, 3, 0, 300);
  g_assert_cmpuint (ls_timeline_model_get_track (model, LS_TRACK_SIGNAL)->marks->len, ==, 2);
  g_assert_cmpuint (ls_timeline_model_get_signal_marks (model)->len, ==, 3);
}

/* Records that no engine writes: nothing is remembered of what cannot be, and nothing crashes. */
static void
test_model_hostile (void)
{
  TestTimelineWriter writer = test_timeline_new_writer ();
  g_autoptr (LsTimelineModel) model = NULL;
  g_autofree char *name = NULL;
  g_autoptr (LsPlayer) player = ls_player_new ();
  GtkWidget *timeline = g_object_new (LS_TYPE_TIMELINE, NULL);
  LsTimelineScene *scene;
  GtkWindow *window;

  PUT (TASK_FINISHED, .subject = 7);
  PUT (MICROTASK_FINISHED, .subject = 7);
  PUT (TIMER_FIRED, .subject = 7);
  PUT (TASK_STARTED, .subject = G_MAXUINT32);
  PUT (TASK_STARTED, .subject = 3);
  PUT (TURN_ENDED);
  PUT (TASK_POSTED, .subject = G_MAXUINT32, .text = G_MAXUINT32);
  PUT (TASK_POSTED, .subject = 5, .text = G_MAXUINT32);
  PUT (SIGNAL_PRIORITY, .subject = G_MAXUINT32 - 1);
  PUT (SIGNAL_ABORTED, .subject = 9);
  PUT (SIGNAL_CREATED, .subject = 1, .flags = LS_RECORD_FLAG_TASK_SIGNAL, .text = G_MAXUINT32, .priority = 77);
  PUT (SIGNAL_CREATED, .subject = 1, .flags = LS_RECORD_FLAG_TASK_SIGNAL);
  writer.now = 1000;
  PUT (CLOCK_ADVANCED, .value = G_MAXUINT32);
  writer.now = 10;
  PUT (TASK_STARTED, .subject = 3);
  PUT (LOG);
  PUT (CLOCK_ADVANCED, .value = 5);
  for (guint i = 0; i < LS_N_RECORD_KINDS; i++)
    test_timeline_put (&writer, (LsRecord) { .kind = i, .subject = 2, .object = 2, .value = 2, .flags = 255, .queue = 255 });
  writer.now = G_MAXUINT64 - 1;
  for (guint i = 0; i < LS_N_RECORD_KINDS; i++)
    test_timeline_put (&writer, (LsRecord) { .kind = i, .subject = 3, .object = 2, .value = 2, .flags = 255, .queue = 24 });
  g_object_ref (writer.trace);
  model = new_model (&writer);
  name = ls_timeline_model_format_task (model, 5);
  g_assert_cmpstr (name, ==, "Task 5");
  g_assert_null (ls_timeline_model_get_task (model, G_MAXUINT32));

  /* It can be looked at, from as far and as near as that goes. */
  window = test_ui_new_window (timeline, 900, 400);
  scene = ls_timeline_get_scene (LS_TIMELINE (timeline));
  ls_timeline_set_player (LS_TIMELINE (timeline), player);
  ls_player_set_trace (player, writer.trace, NULL, NULL);
  ls_player_select (player, LS_SELECTION_TASK, 3);
  for (guint i = 0; i < 400; i++)
    {
      if (i % 40 == 0)
        test_ui_settle (timeline);
      ls_time_axis_zoom (ls_timeline_scene_get_axis (scene), i < 200 ? 1.5 : 1 / 1.5, i % 3 * 1000);
    }
  ls_timeline_scene_set_range (scene, 0, 1e30);
  ls_timeline_scene_zoom_to_selection (scene);
  test_ui_settle (timeline);
  gtk_window_destroy (window);
  g_object_unref (writer.trace);
}

/* Read in parts of any size it is the same. */
static void
test_model_parts (void)
{
  g_autoptr (LsTrace) trace = test_trace_new_gallery ();
  g_autoptr (LsTimelineModel) whole = ls_timeline_model_new ();
  g_autoptr (LsTimelineModel) parts = ls_timeline_model_new ();
  gsize length = ls_trace_get_length (trace);

  ls_timeline_model_set_trace (whole, trace);
  ls_timeline_model_set_trace (parts, trace);
  ls_timeline_model_read (whole, length, length);
  for (gsize known = 0; known <= length; known += 7)
    while (ls_timeline_model_read (parts, known, 2))
      ;
  while (ls_timeline_model_read (parts, length, 3))
    ;
  g_assert_cmpuint (ls_timeline_model_get_n_read (parts), ==, length);
  g_assert_cmpuint (ls_timeline_model_get_n_tracks (parts), ==, ls_timeline_model_get_n_tracks (whole));
  for (guint track = 0; track < ls_timeline_model_get_n_tracks (whole); track++)
    {
      g_assert_cmpuint (ls_span_list_get_n (test_timeline_get_spans (parts, track)), ==,
                        ls_span_list_get_n (test_timeline_get_spans (whole, track)));
      for (guint i = 0; i < ls_span_list_get_n (test_timeline_get_spans (whole, track)); i++)
        {
          const LsSpan *span = ls_span_list_get (test_timeline_get_spans (whole, track), i);

          assert_span (parts, track, i, span->subject, span->start, span->end);
        }
    }
}

/* Names are those that everyone else shows. */
static void
test_model_names (void)
{
  LsWindow *window = test_window_new (TEST_EXAMPLE, 1360, 860);
  LsTimelineModel *model = ls_timeline_scene_get_model (ls_timeline_get_scene (LS_TIMELINE (test_window_get_child (window, "timeline"))));
  LsState *state;
  guint n = 0;

  test_window_activate (window, "win.to-end", NULL);
  test_ui_wait_for (ls_timeline_model_get_n_read (model) == ls_trace_get_length (ls_player_get_trace (test_window_get_player (window))));
  state = ls_player_get_state (test_window_get_player (window));
  for (guint32 task = 1; task <= ls_state_get_n_tasks (state); task++, n++)
    {
      g_autofree char *ours = ls_timeline_model_format_task (model, task);
      g_autofree char *theirs = ls_text_format_task (state, task);

      g_assert_cmpstr (ours, ==, theirs);
    }
  g_assert_cmpuint (n, >, 20);
  test_window_close (window);
}

/* Arrows */

static gboolean
has_link (const GArray *links,
          guint32       from,
          guint32       to)
{
  for (guint i = 0; i < links->len; i++)
    if (g_array_index (links, LsTimelineLink, i).from == from && g_array_index (links, LsTimelineLink, i).to == to)
      return TRUE;
  return FALSE;
}

static void
test_links (void)
{
  TestTimelineWriter writer = test_timeline_new_writer ();
  g_autoptr (LsTimelineModel) model = NULL;
  g_autoptr (GArray) links = NULL;
  g_autoptr (GArray) none = NULL;

  /* 1 posts 2 and many others, 2 posts 3, which yields as 4, 5 and 6. */
  for (guint32 task = 1; task <= 6; task++)
    {
      if (task == 1)
        PUT (TASK_POSTED, .subject = 1);
      PUT (TASK_SELECTED, .subject = task, .queue = LS_QUEUE_TYPE_WEB_SCHEDULING,
           .priority = LS_TASK_PRIORITY_BACKGROUND);
      PUT (TASK_STARTED, .subject = task);
      writer.now += 10;
      if (task < 6)
        PUT (TASK_POSTED, .subject = task + 1, .flags = task >= 3 ? LS_RECORD_FLAG_CONTINUATION : 0);
      for (guint i = 0; task == 1 && i < 1000; i++)
        PUT (TASK_POSTED, .subject = 100 + i);
      PUT (TASK_FINISHED, .subject = task);
    }
  for (guint32 task = 100; task < 1100; task++)
    {
      PUT (TASK_SELECTED, .subject = task, .queue = LS_QUEUE_TYPE_WEB_SCHEDULING,
           .priority = LS_TASK_PRIORITY_BACKGROUND);
      PUT (TASK_STARTED, .subject = task);
      writer.now++;
      PUT (TASK_FINISHED, .subject = task);
    }
  model = new_model (&writer);

  none = ls_timeline_collect_links (model, 0);
  g_assert_cmpuint (none->len, ==, 0);
  links = ls_timeline_collect_links (model, 3);
  g_assert_true (has_link (links, 1, 2));
  g_assert_true (has_link (links, 2, 3));
  g_assert_true (has_link (links, 3, 4));
  g_assert_true (has_link (links, 4, 5));
  g_assert_true (has_link (links, 5, 6));
  g_assert_cmpuint (links->len, ==, 5);
  g_array_unref (links);
  /* No jungle. */
  links = ls_timeline_collect_links (model, 1);
  g_assert_true (has_link (links, 1, 2));
  g_assert_cmpuint (links->len, <, 30);
  g_array_set_size (links, 0);
  ls_timeline_collect_track_links (model, LS_TRACK_BACKGROUND, 0, G_MAXUINT64 / 2, links);
  g_assert_cmpuint (links->len, ==, 0);
  ls_timeline_collect_track_links (model, LS_TRACK_BACKGROUND, 0, 60, links);
  g_assert_cmpuint (links->len, ==, 5);
}

int
main (int   argc,
      char *argv[])
{
  test_window_init (&argc, &argv);

  g_test_add_func ("/timeline/spans", test_spans);
  g_test_add_func ("/timeline/spans/open", test_spans_open);
  g_test_add_func ("/timeline/axis", test_axis);
  g_test_add_func ("/timeline/axis/times", test_axis_times);
  g_test_add_func ("/timeline/model/tracks", test_model_tracks);
  g_test_add_func ("/timeline/model/signals", test_model_signals);
  g_test_add_func ("/timeline/model/hostile", test_model_hostile);
  g_test_add_func ("/timeline/model/parts", test_model_parts);
  g_test_add_func ("/timeline/model/names", test_model_names);
  g_test_add_func ("/timeline/links", test_links);

  return g_test_run ();
}
