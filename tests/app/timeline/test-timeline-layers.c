/* test-timeline-layers.c: the bars of a timeline and their labels
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "test-timeline-util.h"

#include "ls-choices.h"
#include "ls-timeline-layers.h"

#include <math.h>

typedef struct
{
  guint n_bars;       /* bars with a clip, so all that are wider than the smallest */
  guint n_texts;
  float narrowest;    /* pixels */
  float widest;
} Drawn;

static void
look (GskRenderNode *node,
      Drawn         *drawn)
{
  switch (gsk_render_node_get_node_type (node))
    {
    case GSK_CONTAINER_NODE:
      for (guint i = 0; i < gsk_container_node_get_n_children (node); i++)
        look (gsk_container_node_get_child (node, i), drawn);
      break;
    case GSK_TRANSFORM_NODE:
      look (gsk_transform_node_get_child (node), drawn);
      break;
    case GSK_CLIP_NODE:
      look (gsk_clip_node_get_child (node), drawn);
      break;
    case GSK_ROUNDED_CLIP_NODE:
      drawn->n_bars++;
      drawn->widest = MAX (drawn->widest, gsk_rounded_clip_node_get_clip (node)->bounds.size.width);
      look (gsk_rounded_clip_node_get_child (node), drawn);
      break;
    case GSK_TEXT_NODE:
      drawn->n_texts++;
      break;
    case GSK_COLOR_NODE:
      {
        graphene_rect_t bounds;

        gsk_render_node_get_bounds (node, &bounds);
        drawn->narrowest = MIN (drawn->narrowest, bounds.size.width);
        break;
      }
    default:
      break;
    }
}

/* What the layer of tasks draws of a track. */
static Drawn
draw (TestTimeline *shown,
      guint         track)
{
  Drawn drawn = { .narrowest = G_MAXFLOAT };
  GtkSnapshot *snapshot = gtk_snapshot_new ();
  LsLayoutCache *texts = ls_layout_cache_new (GTK_WIDGET (shown->timeline));
  LsTimelinePainter painter;
  g_autoptr (GskRenderNode) node = NULL;

  ls_timeline_painter_init (&painter, GTK_WIDGET (shown->chart), snapshot, shown->scene, texts);
  ls_timeline_draw_tasks (&painter, ls_timeline_model_get_track (shown->model, track), 0);
  node = gtk_snapshot_free_to_node (snapshot);
  if (node != NULL)
    look (node, &drawn);
  return drawn;
}

static guint
count_spans (TestTimeline *shown,
             guint         track)
{
  return ls_span_list_get_n (test_timeline_get_spans (shown->model, track));
}

/* A label is whole, or ends in “…”, or is not there. */
static void
test_labels (void)
{
  TestTimeline shown = test_timeline_show (TEST_EXAMPLE, 1360, 860);
  LsLayoutCache *texts = ls_layout_cache_new (GTK_WIDGET (shown.timeline));
  const GdkRGBA black = { 0, 0, 0, 1 };
  GtkSnapshot *snapshot = gtk_snapshot_new ();
  LsTimelinePainter painter;
  int whole, dots, wide;

  ls_timeline_painter_init (&painter, GTK_WIDGET (shown.chart), snapshot, shown.scene, texts);
  ls_layout_cache_get (texts, GTK_WIDGET (shown.chart), "decode", -1, &whole, NULL);
  ls_layout_cache_get (texts, GTK_WIDGET (shown.chart), "…", -1, &dots, NULL);
  ls_layout_cache_get (texts, GTK_WIDGET (shown.chart), "d…", -1, &wide, NULL);
  g_assert_true (ls_timeline_painter_draw_label (&painter, "decode", 0, 0, whole, 20, &black));
  g_assert_true (ls_timeline_painter_draw_label (&painter, "decode", 0, 0, wide + 4, 20, &black));
  g_assert_false (ls_timeline_painter_draw_label (&painter, "decode", 0, 0, dots + 1, 20, &black));
  g_assert_false (ls_timeline_painter_draw_label (&painter, "decode", 0, 0, 0, 20, &black));
  g_assert_false (ls_timeline_painter_draw_label (&painter, "decode", 0, 0, -5, 20, &black));
  /* What is drawn never goes beyond its area. */
  for (int width = 0; width <= whole; width++)
    {
      int shown_width;

      if (!ls_timeline_painter_draw_label (&painter, "decode", 0, 0, width, 20, &black))
        continue;
      ls_layout_cache_get (texts, GTK_WIDGET (shown.chart), "decode", width, &shown_width, NULL);
      g_assert_cmpint (shown_width, <=, width);
      g_assert_cmpint (shown_width, >, dots);
      g_assert_cmpint (shown_width, >=, wide);
    }
  /* A wide letter needs more room than a narrow one. */
  g_assert_true (ls_timeline_painter_draw_label (&painter, "idle", 0, 0, wide, 20, &black));
  g_assert_false (ls_timeline_painter_draw_label (&painter, "WWWW", 0, 0, wide, 20, &black));
  g_clear_pointer (&snapshot, g_object_unref);
  test_window_close (shown.window);
}

/* Fifty equal tasks that are too narrow for labels are one bar, on either side of the position. */
static void
test_groups (void)
{
  TestTimeline shown = test_timeline_show (TEST_EXAMPLE, 1360, 860);
  const guint n_spans = count_spans (&shown, LS_TRACK_BACKGROUND);
  const LsSpanList *spans = test_timeline_get_spans (shown.model, LS_TRACK_BACKGROUND);
  const LsSpan *last = ls_span_list_get (spans, n_spans - 1);
  Drawn whole, split, close;

  g_assert_cmpuint (n_spans, >, 50);
  whole = draw (&shown, LS_TRACK_BACKGROUND);
  g_assert_cmpuint (whole.n_bars, <, n_spans - 45);
  g_assert_cmpfloat (whole.widest, >, 100);
  /* The position divides the group, since what comes is paler. */
  ls_player_seek (shown.player, ls_timeline_model_find_position (shown.model, 78000));
  split = draw (&shown, LS_TRACK_BACKGROUND);
  g_assert_cmpuint (split.n_bars, ==, whole.n_bars + 1);
  /* Where there is room for labels each task has a bar of its own. */
  ls_time_axis_show (shown.axis, last->start - 5000, last->start);
  close = draw (&shown, LS_TRACK_BACKGROUND);
  g_assert_cmpfloat (close.widest, <, 300);
  g_assert_cmpuint (close.n_bars, >=, 9);
  test_window_close (shown.window);
}

/* However short it was, a task is three pixels wide. */
static void
test_smallest (void)
{
  TestTimeline shown = test_timeline_show ("compositor-frames.loopscope", 1360, 860);

  ls_timeline_scene_set_unit (shown.scene, LS_TIMELINE_UNIT_TIME);
  test_ui_wait_for (ls_timeline_model_get_n_read (shown.model) == ls_trace_get_length (ls_player_get_trace (shown.player)));
  for (guint track = LS_TRACK_USER_BLOCKING; track <= LS_TRACK_MICROTASKS; track++)
    if (count_spans (&shown, track) > 0)
      g_assert_cmpfloat (draw (&shown, track).narrowest, >=, track == LS_TRACK_TIMERS ? 1 : 3);
  ls_timeline_scene_set_unit (shown.scene, LS_TIMELINE_UNIT_AUTO);
  test_window_close (shown.window);
}

/* How many marks of choices are drawn: on one track, or on all of them. */
static guint
count_choices (TestTimeline *shown,
               guint         only)
{
  Drawn drawn = { 0 };
  GtkSnapshot *snapshot = gtk_snapshot_new ();
  LsLayoutCache *texts = ls_layout_cache_new (GTK_WIDGET (shown->timeline));
  const guint n_tracks = ls_timeline_model_get_n_tracks (shown->model);
  g_autofree double *places = g_new (double, n_tracks);
  LsTimelinePainter painter;
  g_autoptr (GskRenderNode) node = NULL;

  for (guint track = 0; track < n_tracks; track++)
    places[track] = only == G_MAXUINT || only == track ? 0 : NAN;
  ls_timeline_painter_init (&painter, GTK_WIDGET (shown->chart), snapshot, shown->scene, texts);
  ls_timeline_draw_choices (&painter, places);
  node = gtk_snapshot_free_to_node (snapshot);
  if (node != NULL)
    look (node, &drawn);
  return drawn.n_texts;
}

/* The choices that a preset would not have made have marks on the tracks of their tasks, wherever the axis is. */
static void
check_choices (TestTimeline *shown,
               LsDepartures *departures)
{
  const guint n_tracks = ls_timeline_model_get_n_tracks (shown->model);
  const guint n_kept = ls_departures_get_n_kept (departures);

  test_ui_wait_for (ls_timeline_model_get_n_read (shown->model) == ls_trace_get_length (ls_player_get_trace (shown->player)));
  ls_time_axis_fit (shown->axis);
  g_assert_cmpuint (count_choices (shown, G_MAXUINT), ==, n_kept);
  g_assert_cmpuint (count_choices (shown, n_tracks), ==, 0);
  for (guint i = 0; i < n_kept; i++)
    {
      const LsDeparture *departure = ls_departures_get (departures, i);
      const LsTimelineTask *task = ls_timeline_model_get_task (shown->model, departure->chosen);
      const guint64 time = ls_timeline_model_get_time (shown->model, departure->position);

      ls_time_axis_show (shown->axis, time - 10, time + 10);
      for (guint track = 0; track < n_tracks; track++)
        g_assert_cmpuint (count_choices (shown, track), ==, track == task->track);
      ls_time_axis_show (shown->axis, time + 10, time + 30);
      g_assert_cmpuint (count_choices (shown, G_MAXUINT), ==, 0);
    }
}

static void
test_choices (void)
{
  g_autofree char *path = g_build_filename (g_getenv ("LS_TEST_SOURCE_ROOT"), "tests", "recording", "samples", "shop-devtools.json.gz",
                                            NULL);
  g_autoptr (GFile) file = g_file_new_for_path (path);
  TestTimeline shown = test_timeline_show (NULL, 1360, 860);
  LsChoices *choices = ls_choices_of (shown.player);
  LsDepartures *departures;

  test_window_open (shown.window, file);
  test_ui_wait_for (!ls_debugger_get_working (ls_window_get_debugger (shown.window)));
  test_ui_wait_for (ls_departures_get_position (ls_choices_get_departures (choices)) ==
                    ls_trace_get_length (ls_player_get_trace (shown.player)));
  departures = ls_choices_get_departures (choices);
  g_assert_cmpuint (ls_departures_get_n_kept (departures), ==, 2);
  check_choices (&shown, departures);
  ls_timeline_scene_set_unit (shown.scene, LS_TIMELINE_UNIT_STEP);
  check_choices (&shown, departures);
  ls_timeline_scene_set_unit (shown.scene, LS_TIMELINE_UNIT_AUTO);
  test_window_close (shown.window);
}

int
main (int   argc,
      char *argv[])
{
  test_window_init (&argc, &argv);

  g_test_add_func ("/timeline/layers/labels", test_labels);
  g_test_add_func ("/timeline/layers/groups", test_groups);
  g_test_add_func ("/timeline/layers/smallest", test_smallest);
  g_test_add_func ("/timeline/layers/choices", test_choices);

  return g_test_run ();
}
