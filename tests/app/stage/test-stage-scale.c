/* test-stage-scale.c: what a frame costs however much is queued
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "test-util.h"

#include <time.h>

#include "ls-stage-private.h"
#include "ls-task-chip.h"

#define N_FRAMES 41

typedef struct
{
  LsPlayer  *player;
  LsStage   *stage;
  GtkWindow *window;
  gboolean   painted;
} Scene;

/* Not the clock's time: other programs run beside the test. */
static double
get_cpu_time (void)
{
  struct timespec now;

  clock_gettime (CLOCK_THREAD_CPUTIME_ID, &now);
  return now.tv_sec * 1000.0 + now.tv_nsec / 1e6;
}

static void
on_painted (Scene *scene)
{
  scene->painted = TRUE;
}

static void
scene_init (Scene      *scene,
            LsTrace    *trace,
            const char *page)
{
  GtkWidget *widget = g_object_new (LS_TYPE_STAGE, NULL);

  scene->player = ls_player_new ();
  ls_player_set_trace (scene->player, trace, NULL, NULL);
  ls_player_to_end (scene->player);
  g_object_unref (trace);
  scene->stage = LS_STAGE (widget);
  ls_stage_set_player (scene->stage, scene->player);
  gtk_stack_set_visible_child_name (GTK_STACK (scene->stage->pages), page);
  scene->window = test_ui_new_window (widget, 900, 600);
  test_ui_settle (widget);
}

static void
scene_clear (Scene *scene)
{
  gtk_window_destroy (scene->window);
  g_object_unref (scene->player);
}

static int
compare_doubles (gconstpointer a,
                 gconstpointer b)
{
  double x = *(const double *) a;
  double y = *(const double *) b;

  return x < y ? -1 : x > y;
}

/* What one record more costs, from the move until it is painted, in ms: the median. */
static double
measure_frame (LsTrace    *trace,
               const char *page)
{
  Scene scene = { 0 };
  double times[N_FRAMES];
  GdkFrameClock *clock;
  gsize length = ls_trace_get_length (trace);
  gulong handler;

  scene_init (&scene, trace, page);
  clock = gtk_widget_get_frame_clock (GTK_WIDGET (scene.stage));
  handler = g_signal_connect_swapped (clock, "after-paint", G_CALLBACK (on_painted), &scene);
  ls_player_seek (scene.player, length - N_FRAMES);
  test_ui_settle (GTK_WIDGET (scene.window));
  for (guint i = 0; i < N_FRAMES; i++)
    {
      double start = get_cpu_time ();

      scene.painted = FALSE;
      ls_player_seek (scene.player, length - N_FRAMES + 1 + i);
      test_ui_wait_for (scene.painted);
      times[i] = get_cpu_time () - start;
    }
  g_signal_handler_disconnect (clock, handler);
  g_assert_cmpuint (test_ui_count (GTK_WIDGET (scene.stage), LS_TYPE_TASK_CHIP), <, 120);
  scene_clear (&scene);
  qsort (times, N_FRAMES, sizeof *times, compare_doubles);
  return times[N_FRAMES / 2];
}

typedef LsTrace *(*TraceFunc) (guint n);

static void
compare_frames (const char *what,
                TraceFunc   make_trace,
                guint       n_few,
                guint       n_many,
                const char *page)
{
  double few = measure_frame (make_trace (n_few), page);
  double many = measure_frame (make_trace (n_many), page);

  g_test_message ("%s page, %s: %.2f ms a frame with %u, %.2f ms with %u: %.2f times", page, what, few, n_few, many,
                  n_many, many / few);
  /* More than it may be: a chip for each task would make it a hundred times as much, and this is no benchmark. */
  if (g_test_perf ())
    g_assert_cmpfloat (many, <, few * 3 + 2);
}

static void
test_scale_tasks (void)
{
  compare_frames ("tasks in a queue", test_trace_new_queued, 1000, 100000, "scheduler");
  compare_frames ("tasks in a queue", test_trace_new_queued, 1000, 100000, "thread");
}

static void
test_scale_queues (void)
{
  compare_frames ("queues", test_trace_new_queues, 1000, 10000, "scheduler");
  compare_frames ("queues", test_trace_new_queues, 1000, 10000, "thread");
}

int
main (int   argc,
      char *argv[])
{
  test_ui_init (&argc, &argv);

  g_test_add_func ("/stage/scale/tasks", test_scale_tasks);
  g_test_add_func ("/stage/scale/queues", test_scale_queues);

  return g_test_run ();
}
