/* test-timeline-util.c: a window with a timeline, for tests
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "test-timeline-util.h"

#include "ls-timeline-layers.h"

/* For signals: one more. */
void
test_timeline_count (guint *n)
{
  (*n)++;
}

void
test_timeline_put (TestTimelineWriter *writer,
                   LsRecord            record)
{
  record.time = writer->now;
  ls_probe_emit (writer->probe, &record);
}

TestTimelineWriter
test_timeline_new_writer (void)
{
  LsTrace *trace = ls_trace_new ();

  return (TestTimelineWriter) { trace, ls_trace_get_probe (trace), 0 };
}

const LsSpanList *
test_timeline_get_spans (LsTimelineModel *model,
                         guint            track)
{
  return ls_timeline_model_get_track (model, track)->spans;
}

TestTimeline
test_timeline_show (const char *example,
                    int         width,
                    int         height)
{
  TestTimeline shown = { .window = test_window_new (example, width, height) };

  shown.timeline = LS_TIMELINE (test_window_get_child (shown.window, "timeline"));
  shown.scene = ls_timeline_get_scene (shown.timeline);
  shown.model = ls_timeline_scene_get_model (shown.scene);
  shown.axis = ls_timeline_scene_get_axis (shown.scene);
  shown.chart = LS_TIMELINE_CHART (test_ui_find (GTK_WIDGET (shown.timeline), LS_TYPE_TIMELINE_CHART, NULL));
  shown.player = test_window_get_player (shown.window);
  ls_player_to_end (shown.player);
  test_window_wait (shown.window);
  ls_player_to_start (shown.player);
  test_ui_wait_for (ls_timeline_model_get_n_read (shown.model) ==
                    ls_trace_get_length (ls_player_get_trace (shown.player)));
  test_ui_settle (GTK_WIDGET (shown.window));
  return shown;
}

int
test_timeline_find_row (TestTimeline *shown,
                        guint         track)
{
  guint n_rows;
  const LsTimelineRow *rows = ls_timeline_scene_get_rows (shown->scene, &n_rows);

  for (guint i = 0; i < n_rows; i++)
    if (rows[i].track == track)
      return i;
  return -1;
}

void
test_timeline_get_place (TestTimeline *shown,
                         guint         track,
                         double        time,
                         double       *x,
                         double       *y)
{
  double left, width;
  int row = test_timeline_find_row (shown, track);

  g_assert_cmpint (row, >=, 0);
  ls_timeline_get_area (GTK_WIDGET (shown->chart), &left, &width);
  *x = left + ls_time_axis_to_x (shown->axis, time, width);
  *y = ls_timeline_chart_get_row_y (shown->chart, row) + ls_timeline_get_row_height (GTK_WIDGET (shown->chart)) / 2;
}

gboolean
test_timeline_press (TestTimeline    *shown,
                     guint            keyval,
                     GdkModifierType  modifiers)
{
  gboolean handled = test_ui_press (GTK_WIDGET (shown->chart), keyval, modifiers);

  test_window_wait (shown->window);
  return handled;
}
