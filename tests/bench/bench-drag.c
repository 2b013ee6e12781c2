/* bench-drag.c: dragging the playhead
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "bench-app.h"

#include "ls-timeline-chart.h"
#include "ls-timeline.h"

void
bench_drag (Bench *bench)
{
  LsWindow *window = bench_open_steps ();
  LsPlayer *player = test_window_get_player (window);
  LsTimelineChart *chart;
  GtkWidget *timeline = test_ui_find (GTK_WIDGET (window), LS_TYPE_TIMELINE, NULL);
  LsTimelineModel *model = ls_timeline_scene_get_model (ls_timeline_get_scene (LS_TIMELINE (timeline)));
  BenchWatch watch;
  double median, longest, rate;
  guint n_delivered = 0;
  gint64 begun;
  gsize length;

  chart = LS_TIMELINE_CHART (test_ui_find (timeline, LS_TYPE_TIMELINE_CHART, NULL));
  bench_run (window);
  bench_wait_for (ls_player_get_length (player) >= 1000000);
  ls_player_set_running (player, FALSE);
  length = ls_player_get_length (player);
  /* All that the timeline can show has been read. */
  bench_wait_for (ls_timeline_model_get_n_read (model) >= length);
  test_ui_settle (GTK_WIDGET (window));

  bench_watch_begin (&watch, GTK_WIDGET (window));
  begun = bench_now ();
  for (guint i = 0; i < 2 * BENCH_FRAMES; i++)
    {
      gsize position = (gsize) (i * 7919u % 997) * length / 997;
      LsRecord record;
      guint n = watch.frames->len;

      ls_trace_get_record (ls_player_get_trace (player), position, &record);
      ls_timeline_chart_seek_soon (chart, record.time);
      gtk_widget_queue_draw (GTK_WIDGET (window));
      position = ls_player_get_position (player);
      bench_wait_for (watch.frames->len > n + 1 || ls_player_get_position (player) != position);
      bench_wait_for (watch.frames->len > n);
      n_delivered += ls_player_get_position (player) != position;
    }
  rate = n_delivered * 1e9 / (bench_now () - begun);
  bench_watch_end (&watch, GTK_WIDGET (window), &median, &longest);
  ls_debugger_stop (ls_window_get_debugger (window));
  test_window_close (window);

  bench_report (bench, "dragging the playhead over 1,000,000 records, positions drawn", BENCH_HERTZ, rate, "the screen", 60,
                "at least 30 Hz", rate >= 30);
  bench_report (bench, "computing for each of them", BENCH_NANOSECONDS, median, "longest", longest, "–", TRUE);
}
