/* test-timeline.c: the timeline
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "test-window-util.h"

#include <math.h>

#include "ls-mark-popover.h"
#include "ls-text.h"
#include "ls-timeline-chart.h"
#include "ls-timeline-layers.h"
#include "ls-timeline-minimap.h"
#include "ls-timeline-ruler.h"
#include "ls-timeline-tracks.h"
#include "ls-timeline.h"
#include "ls-window-private.h"

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
count_cb (guint *n)
{
  (*n)++;
}

static void
test_axis (void)
{
  g_autoptr (LsTimeAxis) axis = ls_time_axis_new ();
  guint n_changed = 0;
  double time;

  g_signal_connect_swapped (axis, "changed", G_CALLBACK (count_cb), &n_changed);
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

typedef struct
{
  LsTrace *trace;
  LsProbe *probe;
  guint64  now;
} Writer;

static void
put (Writer   *writer,
     LsRecord  record)
{
  record.time = writer->now;
  ls_probe_emit (writer->probe, &record);
}

#define PUT(what, ...) put (&writer, (LsRecord) { .kind = LS_RECORD_ ## what, .priority = LS_TASK_PRIORITY_NONE, __VA_ARGS__ })

static Writer
new_writer (void)
{
  LsTrace *trace = ls_trace_new ();

  return (Writer) { trace, ls_trace_get_probe (trace), 0 };
}

static LsTimelineModel *
new_model (Writer *writer)
{
  LsTimelineModel *model = ls_timeline_model_new ();

  ls_probe_publish (writer->probe);
  ls_timeline_model_set_trace (model, writer->trace);
  g_object_unref (writer->trace);
  g_assert_false (ls_timeline_model_read (model, G_MAXSIZE, G_MAXSIZE));
  return model;
}

static const LsSpanList *
get_spans (LsTimelineModel *model,
           guint            track)
{
  return ls_timeline_model_get_track (model, track)->spans;
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

  g_assert_cmpuint (ls_span_list_get_n (get_spans (model, track)), >, index);
  span = ls_span_list_get (get_spans (model, track), index);
  g_assert_cmpuint (span->subject, ==, subject);
  g_assert_cmpuint (span->start, ==, start);
  g_assert_cmpuint (span->end, ==, end);
}

static void
test_model_tracks (void)
{
  Writer writer = new_writer ();
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
  g_assert_cmpuint (ls_span_list_get_n (get_spans (model, LS_TRACK_OTHER)), ==, 1);
  g_assert_cmpuint (ls_span_list_sum (ls_timeline_model_get_gaps (model), 0, 1000), ==, 300);
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
  Writer writer = new_writer ();
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
  Writer writer = new_writer ();
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
    put (&writer, (LsRecord) { .kind = i, .subject = 2, .object = 2, .value = 2, .flags = 255, .queue = 255 });
  writer.now = G_MAXUINT64 - 1;
  for (guint i = 0; i < LS_N_RECORD_KINDS; i++)
    put (&writer, (LsRecord) { .kind = i, .subject = 3, .object = 2, .value = 2, .flags = 255, .queue = 24 });
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
      g_assert_cmpuint (ls_span_list_get_n (get_spans (parts, track)), ==, ls_span_list_get_n (get_spans (whole, track)));
      for (guint i = 0; i < ls_span_list_get_n (get_spans (whole, track)); i++)
        {
          const LsSpan *span = ls_span_list_get (get_spans (whole, track), i);

          assert_span (parts, track, i, span->subject, span->start, span->end);
        }
    }
}

/* Names are those that everyone else shows. */
static void
test_model_names (void)
{
  LsWindow *window = test_window_new (TEST_EXAMPLE, 1360, 860);
  LsTimelineModel *model = ls_timeline_scene_get_model (ls_timeline_get_scene (LS_TIMELINE (window->view->timeline)));
  LsState *state;
  guint n = 0;

  test_window_activate (window, "win.to-end", NULL);
  test_ui_wait_for (ls_timeline_model_get_n_read (model) == ls_trace_get_length (ls_player_get_trace (window->view->player)));
  state = ls_player_get_state (window->view->player);
  for (guint32 task = 1; task <= ls_state_get_n_tasks (state); task++, n++)
    {
      g_autofree char *ours = ls_timeline_model_format_task (model, task);
      g_autofree char *theirs = ls_text_format_task (state, task);

      g_assert_cmpstr (ours, ==, theirs);
    }
  g_assert_cmpuint (n, >, 20);
  test_window_close (window);
}

/* Windows */

typedef struct
{
  LsWindow        *window;
  LsTimeline      *timeline;
  LsTimelineScene *scene;
  LsTimelineModel *model;
  LsTimeAxis      *axis;
  LsTimelineChart *chart;
  LsPlayer        *player;
} Shown;

static Shown
show (const char *example,
      int         width,
      int         height)
{
  Shown shown = { .window = test_window_new (example, width, height) };

  shown.timeline = LS_TIMELINE (shown.window->view->timeline);
  shown.scene = ls_timeline_get_scene (shown.timeline);
  shown.model = ls_timeline_scene_get_model (shown.scene);
  shown.axis = ls_timeline_scene_get_axis (shown.scene);
  shown.chart = LS_TIMELINE_CHART (test_ui_find (GTK_WIDGET (shown.timeline), LS_TYPE_TIMELINE_CHART, NULL));
  shown.player = shown.window->view->player;
  ls_player_to_end (shown.player);
  test_window_wait (shown.window);
  ls_player_to_start (shown.player);
  test_ui_wait_for (ls_timeline_model_get_n_read (shown.model) ==
                    ls_trace_get_length (ls_player_get_trace (shown.player)));
  test_ui_settle (GTK_WIDGET (shown.window));
  return shown;
}

static int
find_row (Shown *shown,
          guint  track)
{
  guint n_rows;
  const LsTimelineRow *rows = ls_timeline_scene_get_rows (shown->scene, &n_rows);

  for (guint i = 0; i < n_rows; i++)
    if (rows[i].track == track)
      return i;
  return -1;
}

static void
get_place (Shown   *shown,
           guint    track,
           double   time,
           double  *x,
           double  *y)
{
  double left, width;
  int row = find_row (shown, track);

  g_assert_cmpint (row, >=, 0);
  ls_timeline_get_area (GTK_WIDGET (shown->chart), &left, &width);
  *x = left + ls_time_axis_to_x (shown->axis, time, width);
  *y = ls_timeline_chart_get_row_y (shown->chart, row) + ls_timeline_get_row_height (GTK_WIDGET (shown->chart)) / 2;
}

static gboolean
press (Shown           *shown,
       guint            keyval,
       GdkModifierType  modifiers)
{
  gboolean handled = test_ui_press (GTK_WIDGET (shown->chart), keyval, modifiers);

  test_window_wait (shown->window);
  return handled;
}

static void
test_click (void)
{
  Shown shown = show (TEST_EXAMPLE, 1360, 860);
  const LsSpan *span = ls_span_list_get (get_spans (shown.model, LS_TRACK_USER_BLOCKING), 0);
  guint32 task = span->subject;
  guint32 id;
  double x, y;
  LsTimelineHit hit;
  g_autofree char *text = NULL;
  g_autofree char *expected = ls_timeline_model_format_task (shown.model, task);

  get_place (&shown, LS_TRACK_USER_BLOCKING, (span->start + span->end) / 2.0, &x, &y);
  ls_timeline_chart_hit (shown.chart, x, y, &hit);
  g_assert_true (hit.span == span);
  g_assert_false (hit.is_name);
  text = ls_timeline_describe_hit (shown.scene, &hit);
  g_assert_true (g_str_has_prefix (text, expected));
  g_assert_nonnull (strstr (text, "user-blocking"));
  g_assert_nonnull (strstr (text, "Began at"));
  g_assert_nonnull (strstr (text, "Lasted"));
  g_assert_nonnull (strstr (text, "Waited"));

  ls_timeline_chart_click (shown.chart, x, y);
  g_assert_cmpint (ls_player_get_selection (shown.player, &id), ==, LS_SELECTION_TASK);
  g_assert_cmpuint (id, ==, task);
  g_assert_cmpuint (ls_state_get_running_task (ls_player_get_state (shown.player)), ==, task);
  g_assert_cmpuint (ls_player_get_position (shown.player), ==, (gsize) span->record + 1);

  /* Where nothing ran it goes to the time, with the next frame. */
  get_place (&shown, LS_TRACK_USER_BLOCKING, span->end + 3000, &x, &y);
  ls_timeline_chart_click (shown.chart, x, y);
  test_ui_wait_for (ls_player_get_position (shown.player) != (gsize) span->record + 1);
  g_assert_cmpfloat (ls_timeline_scene_get_now (shown.scene), <=, span->end + 3000);
  g_assert_cmpfloat (ls_timeline_scene_get_now (shown.scene), >=, span->end);
  test_window_close (shown.window);
}

static void
test_marks_of_signals (void)
{
  Shown shown = show (TEST_EXAMPLE, 1360, 860);
  const LsTrack *track = ls_timeline_model_get_track (shown.model, LS_TRACK_SIGNAL);
  const LsTimeMark *mark = &g_array_index (track->marks, LsTimeMark, 0);
  LsTimelineHit hit;
  g_autofree char *text = NULL;
  double x, y;

  get_place (&shown, LS_TRACK_SIGNAL, mark->time, &x, &y);
  ls_timeline_chart_hit (shown.chart, x + 2, y, &hit);
  g_assert_cmpuint (hit.mark, ==, mark->record);
  text = ls_timeline_describe_hit (shown.scene, &hit);
  g_assert_true (g_str_has_prefix (text, "c1 gallery: background → user-blocking"));
  ls_timeline_chart_click (shown.chart, x, y);
  g_assert_cmpuint (ls_player_get_position (shown.player), ==, (gsize) mark->record + 1);
  test_window_close (shown.window);
}

static void
test_keys (void)
{
  Shown shown = show (TEST_EXAMPLE, 1360, 860);
  guint32 step;
  double from, span;
  guint32 id;

  g_assert_true (press (&shown, GDK_KEY_Right, 0));
  g_assert_true (press (&shown, GDK_KEY_Right, 0));
  step = ls_player_get_step (shown.player);
  g_assert_cmpuint (step, ==, 2);
  g_assert_true (press (&shown, GDK_KEY_Left, 0));
  g_assert_cmpuint (ls_player_get_step (shown.player), ==, 1);
  g_assert_true (press (&shown, GDK_KEY_End, 0));
  g_assert_true (ls_player_is_at_end (shown.player));
  g_assert_true (press (&shown, GDK_KEY_Home, 0));
  g_assert_cmpuint (ls_player_get_position (shown.player), ==, 0);

  span = ls_time_axis_get_span (shown.axis);
  g_assert_true (press (&shown, GDK_KEY_w, 0));
  g_assert_true (press (&shown, GDK_KEY_plus, 0));
  g_assert_cmpfloat_with_epsilon (ls_time_axis_get_span (shown.axis), span / (1.25 * 1.25), 1);
  g_assert_true (press (&shown, GDK_KEY_d, 0));
  from = ls_time_axis_get_from (shown.axis);
  g_assert_cmpfloat (from, >, 0);
  g_assert_true (press (&shown, GDK_KEY_a, 0));
  g_assert_cmpfloat (ls_time_axis_get_from (shown.axis), <, from);
  g_assert_true (press (&shown, GDK_KEY_s, 0));
  g_assert_true (press (&shown, GDK_KEY_w, 0));
  g_assert_false (ls_time_axis_get_fits (shown.axis));
  g_assert_true (press (&shown, GDK_KEY_f, 0));
  g_assert_true (ls_time_axis_get_fits (shown.axis));

  /* Along a track, task by task. */
  ls_timeline_chart_set_cursor (shown.chart, -1);
  g_assert_true (press (&shown, GDK_KEY_Down, 0));
  g_assert_cmpint (ls_timeline_chart_get_cursor (shown.chart), ==, 0);
  for (guint i = 0; i < 3; i++)
    {
      g_assert_true (press (&shown, GDK_KEY_Right, GDK_CONTROL_MASK));
      ls_player_get_selection (shown.player, &id);
      g_assert_cmpuint (id, ==, ls_span_list_get (get_spans (shown.model, LS_TRACK_USER_BLOCKING), i)->subject);
      g_assert_cmpuint (ls_state_get_running_task (ls_player_get_state (shown.player)), ==, id);
    }
  g_assert_true (press (&shown, GDK_KEY_Left, GDK_CONTROL_MASK));
  ls_player_get_selection (shown.player, &id);
  g_assert_cmpuint (id, ==, ls_span_list_get (get_spans (shown.model, LS_TRACK_USER_BLOCKING), 1)->subject);
  ls_player_select (shown.player, LS_SELECTION_NONE, 0);
  g_assert_true (press (&shown, GDK_KEY_Return, 0));
  g_assert_cmpint (ls_player_get_selection (shown.player, &id), ==, LS_SELECTION_TASK);

  /* To the selected task. */
  g_assert_true (press (&shown, GDK_KEY_z, 0));
  {
    const LsSpan *selected = ls_timeline_model_get_task_span (shown.model, id);

    g_assert_cmpfloat (ls_time_axis_get_from (shown.axis), <, selected->start);
    g_assert_cmpfloat (ls_time_axis_get_from (shown.axis), >, selected->start - 1000.0);
    g_assert_cmpfloat (ls_time_axis_get_span (shown.axis), <, 2.0 * (selected->end - selected->start));
  }
  test_window_close (shown.window);
}

/* The slider says where it is. */
static void
test_accessible (void)
{
  Shown shown = show (TEST_EXAMPLE, 1360, 860);
  g_autofree char *before = NULL;
  g_autofree char *after = NULL;
  const LsSpan *span = ls_span_list_get (get_spans (shown.model, LS_TRACK_USER_BLOCKING), 0);

  gtk_test_accessible_assert_role (GTK_WIDGET (shown.chart), GTK_ACCESSIBLE_ROLE_SLIDER);
  gtk_test_accessible_assert_property (GTK_WIDGET (shown.chart), GTK_ACCESSIBLE_PROPERTY_LABEL, "Position in time");
  before = ls_timeline_chart_describe (shown.chart);
  g_assert_cmpstr (before, ==, "0 ms, step 0");
  ls_player_seek (shown.player, (gsize) span->record + 1);
  after = ls_timeline_chart_describe (shown.chart);
  g_assert_nonnull (strstr (after, ", running click"));
  gtk_test_accessible_assert_property (GTK_WIDGET (shown.chart), GTK_ACCESSIBLE_PROPERTY_VALUE_TEXT, after);
  gtk_test_accessible_assert_property (GTK_WIDGET (shown.chart), GTK_ACCESSIBLE_PROPERTY_DESCRIPTION, after);
  gtk_test_accessible_assert_property (GTK_WIDGET (shown.chart), GTK_ACCESSIBLE_PROPERTY_VALUE_NOW,
                                       (double) span->start);
  gtk_test_accessible_assert_property (GTK_WIDGET (shown.chart), GTK_ACCESSIBLE_PROPERTY_VALUE_MAX,
                                       (double) ls_timeline_model_get_end (shown.model));
  test_window_close (shown.window);
}

/* However often a pointer moves, there is one seek a frame, to where it was last. */
static void
test_drag (void)
{
  Shown shown = show (TEST_EXAMPLE, 1360, 860);
  guint n_changed = 0;
  gsize expected = ls_timeline_model_find_position (shown.model, 50000);

  g_signal_connect_swapped (shown.player, "changed", G_CALLBACK (count_cb), &n_changed);
  for (guint i = 0; i <= 500; i++)
    ls_timeline_chart_seek_soon (shown.chart, i * 100.0);
  g_assert_cmpuint (n_changed, ==, 0);
  test_ui_wait_for (ls_player_get_position (shown.player) == expected);
  g_assert_cmpuint (n_changed, ==, 1);
  /* A step's end, never in the middle. */
  g_assert_cmpuint (ls_trace_find_step (ls_player_get_trace (shown.player), ls_player_get_step (shown.player)), ==,
                    expected);
  test_window_close (shown.window);
}

static void
test_follow (void)
{
  Shown shown = show (TEST_EXAMPLE, 1360, 860);
  double now;

  ls_time_axis_show (shown.axis, 0, 10000);
  ls_player_seek (shown.player, ls_timeline_model_find_position (shown.model, 50000));
  now = ls_timeline_scene_get_now (shown.scene);
  g_assert_cmpfloat (now, >, 10000);
  g_assert_cmpfloat (ls_time_axis_get_from (shown.axis), <=, now);
  g_assert_cmpfloat (ls_time_axis_get_from (shown.axis) + 10000, >=, now);
  g_assert_cmpfloat_with_epsilon (ls_time_axis_get_span (shown.axis), 10000, 0.001);

  /* While it runs there is always something to come; but who looks elsewhere goes on to. */
  ls_time_axis_show (shown.axis, now - 9000, now + 1000);
  ls_player_set_running (shown.player, TRUE);
  ls_player_seek (shown.player, ls_timeline_model_find_position (shown.model, now + 4000));
  now = ls_timeline_scene_get_now (shown.scene);
  g_assert_cmpfloat_with_epsilon (ls_time_axis_get_from (shown.axis), now - 7500, 0.001);
  ls_time_axis_show (shown.axis, 0, 10000);
  ls_player_seek (shown.player, ls_timeline_model_find_position (shown.model, now + 5000));
  g_assert_cmpfloat (ls_time_axis_get_from (shown.axis), ==, 0);
  ls_player_set_running (shown.player, FALSE);
  ls_player_step_back (shown.player);
  g_assert_cmpfloat (ls_time_axis_get_from (shown.axis), >, 0);
  test_window_close (shown.window);
}

/* Ranges */

static void
test_range (void)
{
  Shown shown = show (TEST_EXAMPLE, 1360, 860);
  GtkWidget *totals = test_ui_find (GTK_WIDGET (shown.timeline), GTK_TYPE_LABEL, "totals");
  GtkWidget *bar = test_ui_find (GTK_WIDGET (shown.timeline), GTK_TYPE_BOX, "totals_bar");
  const guint64 from = 12000, to = 70000;
  LsTimelineTotals sums;
  guint n_tasks = 0;
  guint64 busy = 0, duration = 0, range_from, range_to;
  guint32 longest = 0;

  g_assert_false (gtk_widget_get_visible (bar));
  ls_timeline_scene_set_range (shown.scene, to, from);
  g_assert_true (ls_timeline_scene_get_range (shown.scene, &range_from, &range_to));
  g_assert_cmpuint (range_from, ==, from);
  g_assert_cmpuint (range_to, ==, to);
  g_assert_true (gtk_widget_get_visible (bar));
  g_assert_true (gtk_label_get_selectable (GTK_LABEL (totals)));
  g_assert_true (g_str_has_prefix (gtk_label_get_text (GTK_LABEL (totals)), "12 ms – 70 ms: 58 ms · "));
  g_assert_nonnull (strstr (gtk_label_get_text (GTK_LABEL (totals)), "longest: "));
  g_assert_nonnull (strstr (gtk_label_get_text (GTK_LABEL (totals)), "user-blocking"));

  ls_timeline_scene_get_totals (shown.scene, from, to, &sums);
  for (guint kind = 0; kind < LS_TRACK_MICROTASKS; kind++)
    for (guint i = 0; i < ls_span_list_get_n (get_spans (shown.model, kind)); i++)
      {
        const LsSpan *span = ls_span_list_get (get_spans (shown.model, kind), i);
        gboolean is_in = span->start < to && (span->end > from || (span->end == from && span->start == from));

        if (!is_in)
          continue;
        n_tasks++;
        busy += MIN (span->end, to) - MAX (MIN (span->start, to), from);
        if (span->start >= from && span->end - span->start > duration)
          {
            duration = span->end - span->start;
            longest = span->subject;
          }
      }
  g_assert_cmpuint (sums.n_tasks, ==, n_tasks);
  g_assert_cmpuint (sums.busy, ==, busy);
  g_assert_cmpuint (sums.longest, ==, longest);
  g_assert_cmpuint (sums.longest_duration, ==, duration);
  g_assert_cmpuint (sums.busy + sums.idle, <=, to - from);

  gtk_widget_activate_action (GTK_WIDGET (shown.timeline), "timeline.copy-totals", NULL);
  {
    GdkContentProvider *content = gdk_clipboard_get_content (gtk_widget_get_clipboard (totals));
    g_auto (GValue) copied = G_VALUE_INIT;

    g_value_init (&copied, G_TYPE_STRING);
    g_assert_true (gdk_content_provider_get_value (content, &copied, NULL));
    g_assert_cmpstr (g_value_get_string (&copied), ==, gtk_label_get_text (GTK_LABEL (totals)));
  }
  g_assert_true (press (&shown, GDK_KEY_z, 0));
  g_assert_cmpfloat (ls_time_axis_get_from (shown.axis), <=, from);
  g_assert_cmpfloat (ls_time_axis_get_span (shown.axis), <, 1.2 * (to - from));
  g_assert_true (press (&shown, GDK_KEY_Escape, 0));
  g_assert_false (ls_timeline_scene_get_range (shown.scene, &range_from, &range_to));
  g_assert_false (gtk_widget_get_visible (bar));

  /* With the keyboard, from the position on. */
  test_window_go_to (shown.window, 20);
  range_from = ls_timeline_scene_get_now (shown.scene);
  for (guint i = 0; i < 8; i++)
    g_assert_true (press (&shown, GDK_KEY_Right, GDK_SHIFT_MASK));
  g_assert_cmpuint (ls_player_get_step (shown.player), ==, 28);
  ls_timeline_scene_get_range (shown.scene, &busy, &range_to);
  g_assert_cmpuint (busy, ==, range_from);
  g_assert_cmpfloat (range_to, ==, ls_timeline_scene_get_now (shown.scene));
  gtk_widget_activate_action (GTK_WIDGET (shown.timeline), "timeline.clear-range", NULL);
  g_assert_false (gtk_widget_get_visible (bar));
  test_window_close (shown.window);
}

/* Tracks */

static void
test_rows (void)
{
  Shown shown = show (TEST_EXAMPLE, 1360, 860);
  g_autoptr (GSettings) settings = g_settings_new (LS_APP_ID);
  g_auto (GStrv) hidden = NULL;
  Shown other;

  g_assert_cmpint (find_row (&shown, LS_TRACK_USER_BLOCKING), ==, 0);
  g_assert_cmpint (find_row (&shown, LS_TRACK_BACKGROUND), ==, 2);
  g_assert_cmpint (find_row (&shown, LS_TRACK_RENDERING), ==, -1);
  g_assert_cmpint (find_row (&shown, LS_TRACK_SIGNAL), >, 0);

  ls_timeline_scene_set_hidden (shown.scene, LS_TRACK_USER_VISIBLE, TRUE);
  g_assert_cmpint (find_row (&shown, LS_TRACK_USER_VISIBLE), ==, -1);
  g_assert_cmpint (find_row (&shown, LS_TRACK_BACKGROUND), ==, 1);
  ls_timeline_scene_move (shown.scene, LS_TRACK_BACKGROUND, -1);
  g_assert_cmpint (find_row (&shown, LS_TRACK_BACKGROUND), ==, 0);
  ls_timeline_scene_set_pinned (shown.scene, LS_TRACK_SIGNAL + 1, TRUE);
  g_assert_cmpint (find_row (&shown, LS_TRACK_SIGNAL + 1), ==, 0);
  ls_timeline_scene_set_pinned (shown.scene, LS_TRACK_USER_VISIBLE, TRUE);
  g_assert_cmpint (find_row (&shown, LS_TRACK_USER_VISIBLE), ==, 0);
  hidden = g_settings_get_strv (settings, "timeline-hidden");
  g_assert_cmpuint (g_strv_length (hidden), ==, 0);

  /* As another window finds it. */
  other = show (TEST_EXAMPLE, 1360, 860);
  g_assert_cmpint (find_row (&other, LS_TRACK_USER_VISIBLE), ==, 0);
  g_assert_cmpint (find_row (&other, LS_TRACK_SIGNAL + 1), ==, 1);
  g_assert_cmpint (find_row (&other, LS_TRACK_BACKGROUND), ==, 2);
  test_window_close (other.window);

  ls_timeline_scene_reset_rows (shown.scene);
  g_assert_cmpint (find_row (&shown, LS_TRACK_USER_BLOCKING), ==, 0);
  g_assert_cmpint (find_row (&shown, LS_TRACK_USER_VISIBLE), ==, 1);
  test_window_close (shown.window);
}

static void
test_rows_actions (void)
{
  Shown shown = show (TEST_EXAMPLE, 1360, 860);
  GtkWidget *widget = GTK_WIDGET (shown.timeline);

  gtk_widget_activate_action (widget, "timeline.hide", "u", LS_TRACK_USER_VISIBLE);
  g_assert_cmpint (find_row (&shown, LS_TRACK_USER_VISIBLE), ==, -1);
  gtk_widget_activate_action (widget, "timeline.pin", "u", LS_TRACK_BACKGROUND);
  g_assert_cmpint (find_row (&shown, LS_TRACK_BACKGROUND), ==, 0);
  gtk_widget_activate_action (widget, "timeline.pin", "u", LS_TRACK_BACKGROUND);
  g_assert_cmpint (find_row (&shown, LS_TRACK_BACKGROUND), ==, 1);
  gtk_widget_activate_action (widget, "timeline.move", "(ui)", LS_TRACK_BACKGROUND, -1);
  g_assert_cmpint (find_row (&shown, LS_TRACK_BACKGROUND), ==, 0);
  /* Of tracks that there are not. */
  gtk_widget_activate_action (widget, "timeline.hide", "u", 5000);
  gtk_widget_activate_action (widget, "timeline.move", "(ui)", 5000, 7);
  ls_timeline_scene_reset_rows (shown.scene);
  test_window_close (shown.window);
}

/* Many signals are one row, until they are wanted. */
static void
test_rows_many (void)
{
  g_autoptr (LsTrace) trace = test_trace_new_queues (3000);
  g_autoptr (LsPlayer) player = ls_player_new ();
  GtkWidget *timeline = g_object_new (LS_TYPE_TIMELINE, NULL);
  GtkWindow *window = test_ui_new_window (timeline, 900, 260);
  LsTimelineScene *scene = ls_timeline_get_scene (LS_TIMELINE (timeline));
  GtkWidget *chart = test_ui_find (timeline, LS_TYPE_TIMELINE_CHART, NULL);
  GtkWidget *popover = GTK_WIDGET (gtk_menu_button_get_popover (
    GTK_MENU_BUTTON (test_ui_find (timeline, GTK_TYPE_MENU_BUTTON, NULL))));
  g_autofree char *name = NULL;
  guint n_rows, n_few;

  ls_timeline_set_player (LS_TIMELINE (timeline), player);
  ls_player_set_trace (player, trace, NULL, NULL);
  test_ui_settle (timeline);
  ls_timeline_scene_get_rows (scene, &n_few);
  g_assert_cmpuint (n_few, <, 10);
  name = ls_timeline_scene_format_row (scene, LS_TIMELINE_ROW_SIGNALS);
  g_assert_cmpstr (name, ==, "3000 signals");
  {
    double y = ls_timeline_chart_get_row_y (LS_TIMELINE_CHART (chart), n_few - 1);

    ls_timeline_chart_click (LS_TIMELINE_CHART (chart), 4, y + 4);
  }
  ls_timeline_scene_get_rows (scene, &n_rows);
  g_assert_cmpuint (n_rows, ==, n_few + 3000);
  test_ui_settle (timeline);
  /* The last one can be scrolled to. */
  ls_timeline_chart_set_cursor (LS_TIMELINE_CHART (chart), n_rows - 1);
  test_ui_settle (timeline);
  g_assert_cmpfloat (ls_timeline_chart_get_row_y (LS_TIMELINE_CHART (chart), n_rows - 1), <,
                     gtk_widget_get_height (chart));
  ls_timeline_scene_set_expanded (scene, FALSE);

  /* The chooser shows some, and finds any. */
  gtk_popover_popup (GTK_POPOVER (popover));
  test_ui_settle (timeline);
  g_assert_cmpuint (test_ui_count (popover, GTK_TYPE_CHECK_BUTTON), ==, 60);
  gtk_editable_set_text (GTK_EDITABLE (test_ui_find (popover, GTK_TYPE_SEARCH_ENTRY, NULL)), "user-v");
  test_ui_wait_for (test_ui_count (popover, GTK_TYPE_CHECK_BUTTON) == 1);
  gtk_check_button_set_active (GTK_CHECK_BUTTON (test_ui_find (popover, GTK_TYPE_CHECK_BUTTON, NULL)), FALSE);
  g_assert_true (ls_timeline_scene_is_hidden (scene, LS_TRACK_USER_VISIBLE));
  ls_timeline_scene_reset_rows (scene);
  gtk_window_destroy (window);
}

/* The minimap */

static void
test_minimap (void)
{
  Shown shown = show (TEST_EXAMPLE, 1360, 860);
  LsTimelineMinimap *minimap = LS_TIMELINE_MINIMAP (test_ui_find (GTK_WIDGET (shown.timeline),
                                                                  LS_TYPE_TIMELINE_MINIMAP, NULL));
  double total = ls_time_axis_get_total (shown.axis);
  double start = ls_time_axis_get_start (shown.axis);
  double left, width;

  ls_timeline_get_area (GTK_WIDGET (minimap), &left, &width);
  ls_time_axis_show (shown.axis, start + total / 8, start + total * 3 / 8);
  ls_timeline_minimap_drag (minimap, left + width / 4, left + width * 3 / 8);
  g_assert_cmpfloat_with_epsilon (ls_time_axis_get_from (shown.axis), start + total / 4, 1);
  g_assert_cmpfloat_with_epsilon (ls_time_axis_get_span (shown.axis), total / 4, 1);
  /* Its ends. */
  ls_timeline_minimap_drag (minimap, left + width / 2, left + width * 3 / 4);
  g_assert_cmpfloat_with_epsilon (ls_time_axis_get_from (shown.axis), start + total / 4, 1);
  g_assert_cmpfloat_with_epsilon (ls_time_axis_get_span (shown.axis), total / 2, 1);
  ls_timeline_minimap_drag (minimap, left + width / 4, left + width / 8);
  g_assert_cmpfloat_with_epsilon (ls_time_axis_get_from (shown.axis), start + total / 8, 1);
  g_assert_cmpfloat_with_epsilon (ls_time_axis_get_span (shown.axis), total * 5 / 8, 1);
  /* Elsewhere it goes there at once. */
  ls_time_axis_show (shown.axis, 0, total / 10);
  ls_timeline_minimap_drag (minimap, left + width / 2, left + width / 2);
  g_assert_cmpfloat_with_epsilon (ls_time_axis_get_from (shown.axis), start + total * 0.45, 1);
  test_window_close (shown.window);
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
  Writer writer = new_writer ();
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

/* Bookmarks and notes */

static const char *
find_bookmark (LsWindow *window,
               guint32   step)
{
  LsSession *session = test_window_get_session (window);

  for (guint i = 0; i < ls_session_get_n_bookmarks (session); i++)
    if (ls_session_get_bookmark (session, i)->step == step)
      return ls_session_get_bookmark (session, i)->text;
  return NULL;
}

static const char *
find_note (LsWindow *window,
           guint32   step)
{
  LsSession *session = test_window_get_session (window);

  for (guint i = 0; i < ls_session_get_n_notes (session); i++)
    if (ls_session_get_note (session, i)->step == step)
      return ls_session_get_note (session, i)->text;
  return NULL;
}

static void
test_bookmarks (void)
{
  Shown shown = show (TEST_EXAMPLE, 1360, 860);
  LsWindow *window = shown.window;
  LsTimelineRuler *ruler = LS_TIMELINE_RULER (test_ui_find (GTK_WIDGET (shown.timeline), LS_TYPE_TIMELINE_RULER, NULL));
  g_autofree char *data = NULL;
  gsize length;
  double x;
  guint32 step = 0;

  test_window_go_to (window, 12);
  g_assert_null (find_bookmark (window, 12));
  test_window_activate (window, "win.bookmark", NULL);
  g_assert_nonnull (find_bookmark (window, 12));
  g_assert_true (ls_debugger_get_modified (window->view->debugger));
  g_assert_cmpuint (ls_player_get_step (window->view->player), ==, 12);
  data = ls_session_to_data (test_window_get_session (window), &length);
  g_assert_nonnull (strstr (data, "\"bookmarks\""));

  /* It has a flag, which is found again. */
  g_assert_true (ls_timeline_ruler_get_place (ruler, 12, &x));
  g_assert_true (ls_timeline_ruler_find_mark (ruler, x + 3, &step));
  g_assert_cmpuint (step, ==, 12);
  g_assert_false (ls_timeline_ruler_get_place (ruler, 100000, &x));

  test_window_go_to (window, 20);
  test_window_activate (window, "win.bookmark", NULL);
  test_window_activate (window, "win.previous-mark", NULL);
  g_assert_cmpuint (ls_player_get_step (window->view->player), ==, 12);
  test_window_activate (window, "win.next-mark", NULL);
  g_assert_cmpuint (ls_player_get_step (window->view->player), ==, 20);

  test_window_activate (window, "win.undo", NULL);
  g_assert_null (find_bookmark (window, 20));
  test_window_activate (window, "win.undo", NULL);
  g_assert_null (find_bookmark (window, 12));
  test_window_activate (window, "win.redo", NULL);
  g_assert_nonnull (find_bookmark (window, 12));
  test_window_close (window);
}

static void
set_popover (GtkWidget  *popover,
             const char *bookmark,
             const char *note)
{
  gtk_editable_set_text (GTK_EDITABLE (test_ui_find (popover, GTK_TYPE_ENTRY, "bookmark")), bookmark);
  gtk_text_buffer_set_text (gtk_text_view_get_buffer (GTK_TEXT_VIEW (test_ui_find (popover, GTK_TYPE_TEXT_VIEW, "note"))),
                            note, -1);
}

static void
test_notes (void)
{
  Shown shown = show (TEST_EXAMPLE, 1360, 860);
  LsWindow *window = shown.window;
  GtkWidget *popover = test_ui_find (GTK_WIDGET (shown.timeline), LS_TYPE_MARK_POPOVER, NULL);

  test_window_go_to (window, 15);
  test_window_activate (window, "win.note", NULL);
  g_assert_true (gtk_widget_get_visible (popover));
  set_popover (popover, "a name", "  two\nlines ");
  gtk_popover_popdown (GTK_POPOVER (popover));
  test_ui_wait_for (find_note (window, 15) != NULL);
  g_assert_cmpstr (find_note (window, 15), ==, "two\nlines");
  g_assert_cmpstr (find_bookmark (window, 15), ==, "a name");

  /* Renamed, as one change; then removed. */
  test_window_activate (window, "win.bookmark", NULL);
  g_assert_true (gtk_widget_get_visible (popover));
  set_popover (popover, "another", "less");
  g_signal_emit_by_name (test_ui_find (popover, GTK_TYPE_ENTRY, "bookmark"), "activate");
  test_ui_wait_for (g_strcmp0 (find_bookmark (window, 15), "another") == 0);
  test_window_activate (window, "win.undo", NULL);
  g_assert_cmpstr (find_note (window, 15), ==, "two\nlines");
  g_assert_cmpstr (find_bookmark (window, 15), ==, "a name");
  test_window_activate (window, "win.note", NULL);
  g_signal_emit_by_name (test_ui_find (popover, GTK_TYPE_BUTTON, "remove"), "clicked");
  g_assert_null (find_note (window, 15));
  g_assert_null (find_bookmark (window, 15));
  test_window_activate (window, "win.undo", NULL);
  g_assert_cmpstr (find_bookmark (window, 15), ==, "a name");

  /* What did not change is nothing to undo. */
  test_window_activate (window, "win.note", NULL);
  gtk_popover_popdown (GTK_POPOVER (popover));
  test_ui_wait_for (!gtk_widget_get_visible (popover));
  test_window_activate (window, "win.undo", NULL);
  g_assert_null (find_bookmark (window, 15));
  test_window_close (window);
}

/* Sizes, directions, many records */

/* Time goes from left to right where text does not; the names are where lines begin. */
static void
test_right_to_left (void)
{
  Shown shown;
  double left, width;
  LsTimelineHit hit;

  gtk_widget_set_default_direction (GTK_TEXT_DIR_RTL);
  shown = show (TEST_EXAMPLE, 1360, 860);
  ls_timeline_get_area (GTK_WIDGET (shown.chart), &left, &width);
  g_assert_cmpfloat (left, ==, 0);
  ls_timeline_chart_hit (shown.chart, width + 10, 5, &hit);
  g_assert_true (hit.is_name);
  ls_timeline_chart_hit (shown.chart, 10, 5, &hit);
  g_assert_false (hit.is_name);
  g_assert_cmpfloat (hit.time, <, ls_time_axis_get_total (shown.axis) / 10);
  g_assert_true (press (&shown, GDK_KEY_Right, 0));
  g_assert_cmpuint (ls_player_get_step (shown.player), ==, 1);
  test_window_go_to (shown.window, 30);
  test_ui_save_picture (GTK_WIDGET (shown.window), "timeline-rtl");
  test_window_close (shown.window);
  gtk_widget_set_default_direction (GTK_TEXT_DIR_LTR);
}

static void
test_sizes (void)
{
  GtkSettings *settings = gtk_settings_get_default ();
  Shown shown = show (TEST_EXAMPLE, 800, 600);
  double small = ls_timeline_get_row_height (GTK_WIDGET (shown.chart));
  double left, width;
  int dpi;

  ls_timeline_get_area (GTK_WIDGET (shown.chart), &left, &width);
  g_assert_cmpfloat (left + width, <=, 800);
  g_assert_cmpfloat (width, >=, 500);
  g_object_get (settings, "gtk-xft-dpi", &dpi, NULL);
  g_object_set (settings, "gtk-xft-dpi", 2 * 96 * 1024, NULL);
  test_ui_settle (GTK_WIDGET (shown.window));
  g_assert_cmpfloat (ls_timeline_get_row_height (GTK_WIDGET (shown.chart)), >, 1.5 * small);
  ls_timeline_get_area (GTK_WIDGET (shown.chart), &left, &width);
  g_assert_cmpfloat (left, <, 0.3 * 800);
  test_window_go_to (shown.window, 30);
  ls_timeline_scene_set_range (shown.scene, 20000, 70000);
  test_ui_save_picture (GTK_WIDGET (shown.window), "timeline-large-text");
  g_object_set (settings, "gtk-xft-dpi", dpi, NULL);
  test_window_close (shown.window);
}

static LsTrace *
new_long_trace (guint n_tasks)
{
  Writer writer = new_writer ();

  PUT (SIGNAL_CREATED, .subject = 1, .priority = LS_TASK_PRIORITY_BACKGROUND,
       .flags = LS_RECORD_FLAG_TASK_SIGNAL | LS_RECORD_FLAG_CONTROLLER);
  for (guint32 task = 1; task <= n_tasks; task++)
    {
      guint priority = task * 2654435761u >> 30;

      priority = MIN (priority, 2);
      PUT (TASK_POSTED, .subject = task, .priority = priority);
      PUT (TASK_QUEUED, .subject = task, .value = task, .priority = priority, .queue = LS_QUEUE_TYPE_WEB_SCHEDULING);
      if (task % 64 == 0)
        PUT (SIGNAL_PRIORITY, .subject = 1, .priority = task / 64 % 3);
      PUT (TASK_SELECTED, .subject = task, .value = task, .priority = priority, .queue = LS_QUEUE_TYPE_WEB_SCHEDULING);
      PUT (TASK_STARTED, .subject = task);
      writer.now += task * 40503u >> 8 & 63;
      PUT (TASK_FINISHED, .subject = task);
      PUT (MICROTASK_STARTED, .subject = task);
      writer.now += 3;
      PUT (MICROTASK_FINISHED, .subject = task);
      PUT (LOG);
      PUT (TURN_ENDED, .value = task);
      writer.now += task % 7;
    }
  ls_probe_publish (writer.probe);
  return writer.trace;
}

static double
measure_frame (GtkWidget *widget)
{
  g_autoptr (GdkPaintable) paintable = gtk_widget_paintable_new (widget);
  int width = gtk_widget_get_width (widget);
  int height = gtk_widget_get_height (widget);
  cairo_surface_t *surface = cairo_image_surface_create (CAIRO_FORMAT_ARGB32, width, height);
  gint64 best = G_MAXINT64;

  for (guint i = 0; i < 5; i++)
    {
      gint64 start = g_get_monotonic_time ();
      GtkSnapshot *snapshot = gtk_snapshot_new ();
      cairo_t *cr = cairo_create (surface);
      GskRenderNode *node;

      GTK_WIDGET_GET_CLASS (widget)->snapshot (widget, snapshot);
      node = gtk_snapshot_free_to_node (snapshot);
      if (node != NULL)
        gsk_render_node_draw (node, cr);
      g_clear_pointer (&node, gsk_render_node_unref);
      cairo_destroy (cr);
      best = MIN (best, g_get_monotonic_time () - start);
    }
  cairo_surface_destroy (surface);
  return best / 1000.0;
}

/* A frame costs what it shows, whatever the run is. With more than so many tasks it is only for measuring. */
static void
test_scale (void)
{
  guint n_tasks = g_getenv ("LS_TEST_TASKS") != NULL ? atoi (g_getenv ("LS_TEST_TASKS")) : 100000;
  g_autoptr (LsTrace) trace = new_long_trace (n_tasks);
  g_autoptr (LsPlayer) player = ls_player_new ();
  GtkWidget *timeline = g_object_new (LS_TYPE_TIMELINE, NULL);
  GtkWindow *window = test_ui_new_window (timeline, 1360, 300);
  LsTimelineScene *scene = ls_timeline_get_scene (LS_TIMELINE (timeline));
  LsTimeAxis *axis = ls_timeline_scene_get_axis (scene);
  LsTimelineModel *model = ls_timeline_scene_get_model (scene);
  GtkWidget *chart = test_ui_find (timeline, LS_TYPE_TIMELINE_CHART, NULL);
  GtkWidget *minimap = test_ui_find (timeline, LS_TYPE_TIMELINE_MINIMAP, NULL);
  gint64 start;
  double worst = 0;

  ls_timeline_set_player (LS_TIMELINE (timeline), player);
  start = g_get_monotonic_time ();
  ls_player_set_trace (player, trace, NULL, NULL);
  g_test_message ("%zu records: %.1f ms until the window answers", ls_trace_get_length (trace),
                  (g_get_monotonic_time () - start) / 1000.0);
  g_assert_cmpuint (ls_timeline_model_get_n_read (model), <=, 200000);
  g_test_message ("minimap while it is read: %.2f ms", measure_frame (minimap));
  start = g_get_monotonic_time ();
  test_ui_wait_for (ls_timeline_model_get_n_read (model) == ls_trace_get_length (trace));
  g_test_message ("read after %.0f ms", (g_get_monotonic_time () - start) / 1000.0);
  ls_player_select (player, LS_SELECTION_TASK, n_tasks / 2);

  for (double zoom = 1; zoom < ls_time_axis_get_total (axis) / 20; zoom *= 4)
    {
      double total = ls_time_axis_get_total (axis);
      double frame;

      ls_time_axis_show (axis, total / 2, total / 2 + total / zoom);
      frame = measure_frame (chart);
      g_test_message ("frame at zoom %.0f: %.2f ms", zoom, frame);
      worst = MAX (worst, frame);
    }
  g_test_message ("minimap: %.2f ms", measure_frame (minimap));
  g_test_message ("worst frame: %.2f ms", worst);
  /* A busy machine is no fault of the code: with -m perf only. */
  if (g_test_perf ())
    g_assert_cmpfloat (worst, <, 40);
  gtk_window_destroy (window);
}

/* Dragging: positions a second, with everything that listens. */
static void
test_seek_speed (void)
{
  g_autoptr (LsTrace) trace = new_long_trace (100000);
  g_autoptr (LsPlayer) player = ls_player_new ();
  GtkWidget *timeline = g_object_new (LS_TYPE_TIMELINE, NULL);
  GtkWindow *window = test_ui_new_window (timeline, 1360, 300);
  LsTimelineScene *scene = ls_timeline_get_scene (LS_TIMELINE (timeline));
  LsTimelineModel *model = ls_timeline_scene_get_model (scene);
  gint64 start;
  double each;

  ls_timeline_set_player (LS_TIMELINE (timeline), player);
  ls_player_set_trace (player, trace, NULL, NULL);
  test_ui_wait_for (ls_timeline_model_get_n_read (model) == ls_trace_get_length (trace));
  ls_player_seek (player, ls_trace_get_length (trace));
  start = g_get_monotonic_time ();
  for (guint i = 0; i < 50; i++)
    ls_timeline_scene_seek (scene, ls_timeline_model_get_end (model) * (50.0 - i) / 51);
  each = (g_get_monotonic_time () - start) / 50000.0;
  g_test_message ("%zu records: %.2f ms for each position", ls_trace_get_length (trace), each);
  /* A busy machine is no fault of the code: with -m perf only. */
  if (g_test_perf ())
    g_assert_cmpfloat (each, <, 33);
  gtk_window_destroy (window);
}

/* A playhead that is dragged through a long session in a whole window, where everything follows it. */
static void
test_drag_speed (void)
{
  guint n_tasks = g_getenv ("LS_TEST_TASKS") != NULL ? atoi (g_getenv ("LS_TEST_TASKS")) : 5000;
  g_autofree char *program = g_strdup_printf ("const controller = new TaskController();\n"
                                              "let left = %u;\n"
                                              "function post() {\n"
                                              "  for (let i = 0; i < 1000 && left > 0; i++, left--)\n"
                                              "    scheduler.postTask(() => work(0.1), i %% 2 ? { signal: controller.signal } : {});\n"
                                              "  if (left > 0)\n"
                                              "    setTimeout(post, 200);\n"
                                              "}\n"
                                              "post();\n", n_tasks);
  LsWindow *window;
  LsTimelineScene *scene;
  LsTimelineModel *model;
  GtkWidget *chart;
  guint n_changed = 0, n_positions = 30;
  gint64 start;
  double each, end;

  /* The long session that is dragged through is a program: a build without JavaScript has none. */
#ifndef LS_HAVE_SCRIPT
  g_test_skip ("no JavaScript");
  return;
#endif
  window = test_window_new_program (program, 1360, 860);
  ls_player_to_end (window->view->player);
  test_window_wait (window);
  scene = ls_timeline_get_scene (LS_TIMELINE (window->view->timeline));
  model = ls_timeline_scene_get_model (scene);
  chart = test_ui_find (window->view->timeline, LS_TYPE_TIMELINE_CHART, NULL);
  test_ui_wait_for (ls_timeline_model_get_n_read (model) == ls_trace_get_length (ls_player_get_trace (window->view->player)));
  end = ls_timeline_model_get_end (model);
  test_ui_settle (GTK_WIDGET (window));

  g_signal_connect_swapped (window->view->player, "changed", G_CALLBACK (count_cb), &n_changed);
  start = g_get_monotonic_time ();
  for (guint i = 0; i < n_positions; i++)
    {
      guint before = n_changed;

      ls_timeline_chart_seek_soon (LS_TIMELINE_CHART (chart), end * ((i * 7) % n_positions + 0.5) / n_positions);
      /* In the frame in which it goes there it is drawn as well, before there is another. */
      test_ui_wait_for (n_changed > before);
    }
  each = (g_get_monotonic_time () - start) / 1000.0 / n_positions;
  g_test_message ("%zu records: %.1f positions a second", ls_trace_get_length (ls_player_get_trace (window->view->player)),
                  1000 / each);
  test_window_close (window);
}

static void
test_lifetime (void)
{
  GtkWidget *timeline = g_object_new (LS_TYPE_TIMELINE, NULL);
  GtkWindow *window = test_ui_new_window (timeline, 900, 260);
  LsTimelineScene *scene = ls_timeline_get_scene (LS_TIMELINE (timeline));
  LsTimelineModel *model = ls_timeline_scene_get_model (scene);
  LsTimeAxis *axis = ls_timeline_scene_get_axis (scene);
  GtkWidget *chart = test_ui_find (timeline, LS_TYPE_TIMELINE_CHART, NULL);
  g_autoptr (LsTrace) trace = test_trace_new_gallery ();
  g_autoptr (LsPlayer) player = ls_player_new ();

  ls_timeline_set_player (LS_TIMELINE (timeline), player);
  ls_player_set_trace (player, trace, NULL, NULL);
  ls_timeline_chart_seek_soon (LS_TIMELINE_CHART (chart), 10000);
  g_object_add_weak_pointer (G_OBJECT (timeline), (gpointer *) &timeline);
  g_object_add_weak_pointer (G_OBJECT (scene), (gpointer *) &scene);
  g_object_add_weak_pointer (G_OBJECT (model), (gpointer *) &model);
  g_object_add_weak_pointer (G_OBJECT (axis), (gpointer *) &axis);
  g_object_add_weak_pointer (G_OBJECT (chart), (gpointer *) &chart);
  gtk_window_destroy (window);
  g_assert_null (timeline);
  g_assert_null (scene);
  g_assert_null (model);
  g_assert_null (axis);
  g_assert_null (chart);
  /* The player tells no one who is gone. */
  ls_player_seek (player, 10);
  ls_player_set_trace (player, NULL, NULL, NULL);
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
  g_test_add_func ("/timeline/click", test_click);
  g_test_add_func ("/timeline/marks-of-signals", test_marks_of_signals);
  g_test_add_func ("/timeline/keys", test_keys);
  g_test_add_func ("/timeline/accessible", test_accessible);
  g_test_add_func ("/timeline/drag", test_drag);
  g_test_add_func ("/timeline/follow", test_follow);
  g_test_add_func ("/timeline/range", test_range);
  g_test_add_func ("/timeline/rows", test_rows);
  g_test_add_func ("/timeline/rows/actions", test_rows_actions);
  g_test_add_func ("/timeline/rows/many", test_rows_many);
  g_test_add_func ("/timeline/minimap", test_minimap);
  g_test_add_func ("/timeline/links", test_links);
  g_test_add_func ("/timeline/bookmarks", test_bookmarks);
  g_test_add_func ("/timeline/notes", test_notes);
  g_test_add_func ("/timeline/right-to-left", test_right_to_left);
  g_test_add_func ("/timeline/sizes", test_sizes);
  g_test_add_func ("/timeline/scale", test_scale);
  g_test_add_func ("/timeline/seek-speed", test_seek_speed);
  g_test_add_func ("/timeline/drag-speed", test_drag_speed);
  g_test_add_func ("/timeline/lifetime", test_lifetime);

  return g_test_run ();
}
