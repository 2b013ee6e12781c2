/* test-timeline.c: the timeline, looked at and used
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "test-timeline-util.h"

#include <math.h>

#include "ls-text.h"
#include "ls-timeline-layers.h"
#include "ls-timeline-minimap.h"
#include "ls-timeline-ruler.h"
#include "ls-timeline-tracks.h"

static void
test_click (void)
{
  TestTimeline shown = test_timeline_show (TEST_EXAMPLE, 1360, 860);
  const LsSpan *span = ls_span_list_get (test_timeline_get_spans (shown.model, LS_TRACK_USER_BLOCKING), 0);
  guint32 task = span->subject;
  guint32 id;
  double x, y;
  LsTimelineHit hit;
  g_autofree char *text = NULL;
  g_autofree char *expected = ls_timeline_model_format_task (shown.model, task);

  test_timeline_get_place (&shown, LS_TRACK_USER_BLOCKING, (span->start + span->end) / 2.0, &x, &y);
  ls_timeline_chart_hit (shown.chart, x, y, &hit);
  g_assert_true (hit.span == span);
  g_assert_false (hit.is_name);
  text = ls_timeline_describe_hit (shown.scene, &hit);
  g_assert_true (g_str_has_prefix (text, expected));
  g_assert_nonnull (strstr (text, "user-blocking"));
  g_assert_nonnull (strstr (text, "Started at"));
  g_assert_nonnull (strstr (text, "Lasted"));
  g_assert_nonnull (strstr (text, "Waited"));

  ls_timeline_chart_click (shown.chart, x, y);
  g_assert_cmpint (ls_player_get_selection (shown.player, &id), ==, LS_SELECTION_TASK);
  g_assert_cmpuint (id, ==, task);
  g_assert_cmpuint (ls_state_get_running_task (ls_player_get_state (shown.player)), ==, task);
  g_assert_cmpuint (ls_player_get_position (shown.player), ==, (gsize) span->record + 1);

  /* Where nothing ran it goes to the time, with the next frame. */
  test_timeline_get_place (&shown, LS_TRACK_USER_BLOCKING, span->end + 3000, &x, &y);
  ls_timeline_chart_click (shown.chart, x, y);
  test_ui_wait_for (ls_player_get_position (shown.player) != (gsize) span->record + 1);
  g_assert_cmpfloat (ls_timeline_scene_get_now (shown.scene), <=, span->end + 3000);
  g_assert_cmpfloat (ls_timeline_scene_get_now (shown.scene), >=, span->end);
  test_window_close (shown.window);
}

static void
test_marks_of_signals (void)
{
  TestTimeline shown = test_timeline_show (TEST_EXAMPLE, 1360, 860);
  const LsTrack *track = ls_timeline_model_get_track (shown.model, LS_TRACK_SIGNAL);
  const LsTimeMark *mark = &g_array_index (track->marks, LsTimeMark, 0);
  LsTimelineHit hit;
  g_autofree char *text = NULL;
  double x, y;

  test_timeline_get_place (&shown, LS_TRACK_SIGNAL, mark->time, &x, &y);
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
  TestTimeline shown = test_timeline_show (TEST_EXAMPLE, 1360, 860);
  double from, span;
  guint32 id;

  g_assert_true (test_timeline_press (&shown, GDK_KEY_Right, 0));
  g_assert_true (test_timeline_press (&shown, GDK_KEY_Right, 0));
  g_assert_cmpuint (ls_state_get_turn (ls_player_get_state (shown.player)), ==, 2);
  g_assert_true (test_timeline_press (&shown, GDK_KEY_Left, 0));
  g_assert_cmpuint (ls_state_get_turn (ls_player_get_state (shown.player)), ==, 1);
  g_assert_true (test_timeline_press (&shown, GDK_KEY_End, 0));
  g_assert_true (ls_player_is_at_end (shown.player));
  g_assert_true (test_timeline_press (&shown, GDK_KEY_Home, 0));
  g_assert_cmpuint (ls_player_get_position (shown.player), ==, 0);

  span = ls_time_axis_get_span (shown.axis);
  g_assert_true (test_timeline_press (&shown, GDK_KEY_w, 0));
  g_assert_true (test_timeline_press (&shown, GDK_KEY_plus, 0));
  g_assert_cmpfloat_with_epsilon (ls_time_axis_get_span (shown.axis), span / (1.25 * 1.25), 1);
  g_assert_true (test_timeline_press (&shown, GDK_KEY_d, 0));
  from = ls_time_axis_get_from (shown.axis);
  g_assert_cmpfloat (from, >, 0);
  g_assert_true (test_timeline_press (&shown, GDK_KEY_a, 0));
  g_assert_cmpfloat (ls_time_axis_get_from (shown.axis), <, from);
  g_assert_true (test_timeline_press (&shown, GDK_KEY_s, 0));
  g_assert_true (test_timeline_press (&shown, GDK_KEY_w, 0));
  g_assert_false (ls_time_axis_get_fits (shown.axis));
  g_assert_true (test_timeline_press (&shown, GDK_KEY_f, 0));
  g_assert_true (ls_time_axis_get_fits (shown.axis));

  /* Along a track, task by task. */
  ls_timeline_chart_set_cursor (shown.chart, -1);
  g_assert_true (test_timeline_press (&shown, GDK_KEY_Down, 0));
  g_assert_cmpint (ls_timeline_chart_get_cursor (shown.chart), ==, 0);
  for (guint i = 0; i < 3; i++)
    {
      g_assert_true (test_timeline_press (&shown, GDK_KEY_Right, GDK_CONTROL_MASK));
      ls_player_get_selection (shown.player, &id);
      g_assert_cmpuint (id, ==, ls_span_list_get (test_timeline_get_spans (shown.model, LS_TRACK_USER_BLOCKING), i)->subject);
      g_assert_cmpuint (ls_state_get_running_task (ls_player_get_state (shown.player)), ==, id);
    }
  g_assert_true (test_timeline_press (&shown, GDK_KEY_Left, GDK_CONTROL_MASK));
  ls_player_get_selection (shown.player, &id);
  g_assert_cmpuint (id, ==, ls_span_list_get (test_timeline_get_spans (shown.model, LS_TRACK_USER_BLOCKING), 1)->subject);
  ls_player_select (shown.player, LS_SELECTION_NONE, 0);
  g_assert_true (test_timeline_press (&shown, GDK_KEY_Return, 0));
  g_assert_cmpint (ls_player_get_selection (shown.player, &id), ==, LS_SELECTION_TASK);

  /* To the selected task. */
  g_assert_true (test_timeline_press (&shown, GDK_KEY_z, 0));
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
  TestTimeline shown = test_timeline_show (TEST_EXAMPLE, 1360, 860);
  g_autofree char *before = NULL;
  g_autofree char *after = NULL;
  g_autofree char *both = NULL;
  const LsSpan *span = ls_span_list_get (test_timeline_get_spans (shown.model, LS_TRACK_USER_BLOCKING), 0);

  gtk_test_accessible_assert_role (GTK_WIDGET (shown.chart), GTK_ACCESSIBLE_ROLE_SLIDER);
  gtk_test_accessible_assert_property (GTK_WIDGET (shown.chart), GTK_ACCESSIBLE_PROPERTY_LABEL, "Position in time");
  before = ls_timeline_chart_describe (shown.chart);
  g_assert_cmpstr (before, ==, "0 ms, step 0");
  ls_player_seek (shown.player, (gsize) span->record + 1);
  after = ls_timeline_chart_describe (shown.chart);
  g_assert_nonnull (strstr (after, ", running click"));
  /* The description says as well how many tasks wait. */
  both = g_strconcat (after, ". 58 tasks queued · user-visible 1 · background 57", NULL);
  gtk_test_accessible_assert_property (GTK_WIDGET (shown.chart), GTK_ACCESSIBLE_PROPERTY_VALUE_TEXT, after);
  gtk_test_accessible_assert_property (GTK_WIDGET (shown.chart), GTK_ACCESSIBLE_PROPERTY_DESCRIPTION, both);
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
  TestTimeline shown = test_timeline_show (TEST_EXAMPLE, 1360, 860);
  guint n_changed = 0;
  gsize expected = ls_timeline_model_find_position (shown.model, 50000);

  g_signal_connect_swapped (shown.player, "changed", G_CALLBACK (test_timeline_count), &n_changed);
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
  TestTimeline shown = test_timeline_show (TEST_EXAMPLE, 1360, 860);
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
  TestTimeline shown = test_timeline_show (TEST_EXAMPLE, 1360, 860);
  GtkWidget *totals = test_ui_find (GTK_WIDGET (shown.timeline), GTK_TYPE_LABEL, "totals");
  GtkWidget *bar = test_ui_find (GTK_WIDGET (shown.timeline), GTK_TYPE_BOX, "totals_bar");
  const guint64 from = 12000, to = 70000;
  LsTimelineTotals sums;
  guint32 turn;
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
    for (guint i = 0; i < ls_span_list_get_n (test_timeline_get_spans (shown.model, kind)); i++)
      {
        const LsSpan *span = ls_span_list_get (test_timeline_get_spans (shown.model, kind), i);
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
  g_assert_true (test_timeline_press (&shown, GDK_KEY_z, 0));
  g_assert_cmpfloat (ls_time_axis_get_from (shown.axis), <=, from);
  g_assert_cmpfloat (ls_time_axis_get_span (shown.axis), <, 1.2 * (to - from));
  g_assert_true (test_timeline_press (&shown, GDK_KEY_Escape, 0));
  g_assert_false (ls_timeline_scene_get_range (shown.scene, &range_from, &range_to));
  g_assert_false (gtk_widget_get_visible (bar));

  /* With the keyboard, from the position on. */
  test_window_go_to (shown.window, 20);
  turn = ls_state_get_turn (ls_player_get_state (shown.player));
  range_from = ls_timeline_scene_get_now (shown.scene);
  for (guint i = 0; i < 8; i++)
    g_assert_true (test_timeline_press (&shown, GDK_KEY_Right, GDK_SHIFT_MASK));
  g_assert_cmpuint (ls_state_get_turn (ls_player_get_state (shown.player)), ==, turn + 8);
  ls_timeline_scene_get_range (shown.scene, &busy, &range_to);
  g_assert_cmpuint (busy, ==, range_from);
  g_assert_cmpfloat (range_to, ==, ls_timeline_scene_get_now (shown.scene));
  gtk_widget_activate_action (GTK_WIDGET (shown.timeline), "timeline.clear-range", NULL);
  g_assert_false (gtk_widget_get_visible (bar));
  test_window_close (shown.window);
}

/* The minimap */

/* Drags from one place to another, as the pointer does. Places are in pixels. */
static void
drag (LsTimelineMinimap *minimap,
      double             from_x,
      double             to_x)
{
  GtkEventController *gesture = test_ui_find_controller (GTK_WIDGET (minimap), GTK_TYPE_GESTURE_DRAG);

  g_signal_emit_by_name (gesture, "drag-begin", from_x, 0.0);
  g_signal_emit_by_name (gesture, "drag-update", to_x - from_x, 0.0);
  g_signal_emit_by_name (gesture, "drag-end", to_x - from_x, 0.0);
}

static void
test_minimap (void)
{
  TestTimeline shown = test_timeline_show (TEST_EXAMPLE, 1360, 860);
  LsTimelineMinimap *minimap = LS_TIMELINE_MINIMAP (test_ui_find (GTK_WIDGET (shown.timeline),
                                                                  LS_TYPE_TIMELINE_MINIMAP, NULL));
  double total = ls_time_axis_get_total (shown.axis);
  double start = ls_time_axis_get_start (shown.axis);
  double left, width;

  ls_timeline_get_area (GTK_WIDGET (minimap), &left, &width);
  ls_time_axis_show (shown.axis, start + total / 8, start + total * 3 / 8);
  drag (minimap, left + width / 4, left + width * 3 / 8);
  g_assert_cmpfloat_with_epsilon (ls_time_axis_get_from (shown.axis), start + total / 4, 1);
  g_assert_cmpfloat_with_epsilon (ls_time_axis_get_span (shown.axis), total / 4, 1);
  /* Its ends. */
  drag (minimap, left + width / 2, left + width * 3 / 4);
  g_assert_cmpfloat_with_epsilon (ls_time_axis_get_from (shown.axis), start + total / 4, 1);
  g_assert_cmpfloat_with_epsilon (ls_time_axis_get_span (shown.axis), total / 2, 1);
  drag (minimap, left + width / 4, left + width / 8);
  g_assert_cmpfloat_with_epsilon (ls_time_axis_get_from (shown.axis), start + total / 8, 1);
  g_assert_cmpfloat_with_epsilon (ls_time_axis_get_span (shown.axis), total * 5 / 8, 1);
  /* Elsewhere it goes there at once. */
  ls_time_axis_show (shown.axis, 0, total / 10);
  drag (minimap, left + width / 2, left + width / 2);
  g_assert_cmpfloat_with_epsilon (ls_time_axis_get_from (shown.axis), start + total * 0.45, 1);
  test_window_close (shown.window);
}

/* Sizes and directions */

/* Time goes from left to right where text does not; the names are where lines begin. */
static void
test_right_to_left (void)
{
  TestTimeline shown;
  double left, width;
  LsTimelineHit hit;

  gtk_widget_set_default_direction (GTK_TEXT_DIR_RTL);
  shown = test_timeline_show (TEST_EXAMPLE, 1360, 860);
  ls_timeline_get_area (GTK_WIDGET (shown.chart), &left, &width);
  g_assert_cmpfloat (left, ==, 0);
  ls_timeline_chart_hit (shown.chart, width + 10, 5, &hit);
  g_assert_true (hit.is_name);
  ls_timeline_chart_hit (shown.chart, 10, 5, &hit);
  g_assert_false (hit.is_name);
  g_assert_cmpfloat (hit.time, <, ls_time_axis_get_total (shown.axis) / 10);
  g_assert_true (test_timeline_press (&shown, GDK_KEY_Right, 0));
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
  TestTimeline shown = test_timeline_show (TEST_EXAMPLE, 800, 600);
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

  g_test_add_func ("/timeline/click", test_click);
  g_test_add_func ("/timeline/marks-of-signals", test_marks_of_signals);
  g_test_add_func ("/timeline/keys", test_keys);
  g_test_add_func ("/timeline/accessible", test_accessible);
  g_test_add_func ("/timeline/drag", test_drag);
  g_test_add_func ("/timeline/follow", test_follow);
  g_test_add_func ("/timeline/range", test_range);
  g_test_add_func ("/timeline/minimap", test_minimap);
  g_test_add_func ("/timeline/right-to-left", test_right_to_left);
  g_test_add_func ("/timeline/sizes", test_sizes);
  g_test_add_func ("/timeline/lifetime", test_lifetime);

  return g_test_run ();
}
