/* bench-frames.c: what a frame costs
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include <stdlib.h>
#include <time.h>

#include "bench-app.h"

static gint64
get_clock (clockid_t clock)
{
  struct timespec now;

  clock_gettime (clock, &now);
  return now.tv_sec * G_GINT64_CONSTANT (1000000000) + now.tv_nsec;
}

/* The processor time of this thread, ns. */
gint64
bench_get_work (void)
{
  return get_clock (CLOCK_THREAD_CPUTIME_ID);
}

/* That of all threads. */
gint64
bench_get_process_work (void)
{
  return get_clock (CLOCK_PROCESS_CPUTIME_ID);
}

static int
compare_doubles (const void *a,
                 const void *b)
{
  const double x = *(const double *) a;
  const double y = *(const double *) b;

  return (x > y) - (x < y);
}

/* Sorts the values. */
double
bench_get_median (double *values,
                  guint   n_values)
{
  qsort (values, n_values, sizeof *values, compare_doubles);
  return values[n_values / 2];
}

/* A frame is what the frame clock does from the moment at which it begins. */

static void
on_begin (BenchWatch *watch)
{
  watch->begun = bench_get_work ();
}

static void
on_end (BenchWatch *watch)
{
  double elapsed = bench_get_work () - watch->begun;

  if (watch->begun != 0)
    g_array_append_val (watch->frames, elapsed);
  watch->begun = 0;
}

void
bench_watch_begin (BenchWatch *watch,
                   GtkWidget  *widget)
{
  GdkFrameClock *clock = gtk_widget_get_frame_clock (widget);

  watch->begun = 0;
  watch->frames = g_array_new (FALSE, FALSE, sizeof (double));
  g_signal_connect_swapped (clock, "before-paint", G_CALLBACK (on_begin), watch);
  g_signal_connect_swapped (clock, "after-paint", G_CALLBACK (on_end), watch);
}

void
bench_watch_end (BenchWatch *watch,
                 GtkWidget  *widget,
                 double     *median,
                 double     *longest)
{
  double *values = (double *) watch->frames->data;

  g_signal_handlers_disconnect_by_data (gtk_widget_get_frame_clock (widget), watch);
  if (watch->frames->len == 0)
    g_error ("Nothing has been drawn");
  *median = bench_get_median (values, watch->frames->len);
  *longest = values[watch->frames->len - 1];
  g_array_unref (watch->frames);
}

/* Changes something for each frame; the change counts, the wait does not. Returns the median. */
double
bench_frames (GtkWidget       *window,
              BenchChangeFunc  change,
              gpointer         data)
{
  BenchWatch watch;
  double changes[BENCH_FRAMES];
  double median, longest;

  test_ui_settle (window);
  bench_watch_begin (&watch, window);
  for (guint i = 0; i < BENCH_FRAMES; i++)
    {
      guint n = watch.frames->len;
      gint64 begun = bench_get_work ();

      change (data, i);
      changes[i] = bench_get_work () - begun;
      gtk_widget_queue_draw (window);
      bench_wait_for (watch.frames->len > n);
    }
  bench_watch_end (&watch, window, &median, &longest);
  return median + bench_get_median (changes, BENCH_FRAMES);
}

/* A player that knows all of a trace. */
LsPlayer *
bench_new_player (LsTrace *trace)
{
  LsPlayer *player = ls_player_new ();

  ls_player_set_trace (player, trace, NULL, NULL);
  bench_wait_for (!ls_player_tick (player, 0));
  return player;
}
