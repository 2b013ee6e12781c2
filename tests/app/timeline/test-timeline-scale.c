/* test-timeline-scale.c: a timeline of many records
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "test-timeline-util.h"

#include <math.h>

#include "ls-timeline-layers.h"
#include "ls-timeline-minimap.h"

static LsTrace *
new_long_trace (guint n_tasks)
{
  TestTimelineWriter writer = test_timeline_new_writer ();

  PUT (SIGNAL_CREATED, .subject = 1, .priority = LS_TASK_PRIORITY_BACKGROUND,
       .flags = LS_RECORD_FLAG_TASK_SIGNAL | LS_RECORD_FLAG_CONTROLLER);
  for (guint32 task = 1; task <= n_tasks; task++)
    {
      guint priority = task * 2654435761u >> 30;

      priority = LS_TASK_PRIORITY_BACKGROUND + MIN (priority, 2);
      PUT (TASK_POSTED, .subject = task, .priority = priority);
      PUT (TASK_QUEUED, .subject = task, .value = task, .priority = priority, .queue = LS_QUEUE_TYPE_WEB_SCHEDULING);
      if (task % 64 == 0)
        PUT (SIGNAL_PRIORITY, .subject = 1, .priority = LS_TASK_PRIORITY_BACKGROUND + task / 64 % 3);
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

#ifndef LS_HAVE_SCRIPT
  /* The long session that is dragged through is a program in JavaScript, which -Dscript=disabled leaves out. */
  g_test_skip ("There is no JavaScript in this build");
  return;
#endif
  window = test_window_new_program (program, 1360, 860);
  ls_player_to_end (test_window_get_player (window));
  test_window_wait (window);
  scene = ls_timeline_get_scene (LS_TIMELINE (test_window_get_child (window, "timeline")));
  model = ls_timeline_scene_get_model (scene);
  chart = test_ui_find (test_window_get_child (window, "timeline"), LS_TYPE_TIMELINE_CHART, NULL);
  test_ui_wait_for (ls_timeline_model_get_n_read (model) == ls_trace_get_length (ls_player_get_trace (test_window_get_player (window))));
  end = ls_timeline_model_get_end (model);
  test_ui_settle (GTK_WIDGET (window));

  g_signal_connect_swapped (test_window_get_player (window), "changed", G_CALLBACK (test_timeline_count), &n_changed);
  start = g_get_monotonic_time ();
  for (guint i = 0; i < n_positions; i++)
    {
      guint before = n_changed;

      ls_timeline_chart_seek_soon (LS_TIMELINE_CHART (chart), end * ((i * 7) % n_positions + 0.5) / n_positions);
      /* In the frame in which it goes there it is drawn as well, before there is another. */
      test_ui_wait_for (n_changed > before);
    }
  each = (g_get_monotonic_time () - start) / 1000.0 / n_positions;
  g_test_message ("%zu records: %.1f positions a second", ls_trace_get_length (ls_player_get_trace (test_window_get_player (window))),
                  1000 / each);
  test_window_close (window);
}

int
main (int   argc,
      char *argv[])
{
  test_window_init (&argc, &argv);

  g_test_add_func ("/timeline/scale", test_scale);
  g_test_add_func ("/timeline/seek-speed", test_seek_speed);
  g_test_add_func ("/timeline/drag-speed", test_drag_speed);

  return g_test_run ();
}
