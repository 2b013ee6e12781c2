/* bench-app.h: what the measurements of the window share
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "bench-util.h"
#include "test-window-util.h"

G_BEGIN_DECLS

#define BENCH_WIDTH 1360
#define BENCH_HEIGHT 860
#define BENCH_FRAMES 60
#define BENCH_MS 1e6
#define BENCH_DEADLINE (60 * G_USEC_PER_SEC)

/* Frames that have been drawn, and the processor time of each, which does not contain that others want the processor. */
typedef struct
{
  gint64  begun;
  GArray *frames;        /* (element-type double): ns */
} BenchWatch;

/* Changes something for a frame. */
typedef void (*BenchChangeFunc) (gpointer data,
                                 guint    frame);

#define bench_wait_for(expression)                                            \
  G_STMT_START                                                                \
  {                                                                           \
    gint64 bench_deadline = g_get_monotonic_time () + BENCH_DEADLINE;         \
    while (!(expression))                                                     \
      {                                                                       \
        if (g_get_monotonic_time () > bench_deadline)                         \
          g_error ("waited in vain for: %s", #expression);                    \
        g_main_context_iteration (NULL, TRUE);                                \
      }                                                                       \
  }                                                                           \
  G_STMT_END

/* bench-frames.c */
gint64    bench_get_work         (void);
gint64    bench_get_process_work (void);
double    bench_get_median       (double          *values,
                                  guint            n_values);
void      bench_watch_begin      (BenchWatch      *watch,
                                  GtkWidget       *widget);
void      bench_watch_end        (BenchWatch      *watch,
                                  GtkWidget       *widget,
                                  double          *median,
                                  double          *longest);
double    bench_frames           (GtkWidget       *window,
                                  BenchChangeFunc  change,
                                  gpointer         data);
LsPlayer *bench_new_player       (LsTrace         *trace);

/* bench-running.c */
LsWindow *bench_open             (const char      *text);
LsWindow *bench_open_steps       (void);
void      bench_run              (LsWindow        *window);
void      bench_steps            (Bench           *bench);
void      bench_javascript       (Bench           *bench);
void      bench_mixed            (Bench           *bench);
void      bench_pages            (Bench           *bench);
void      bench_forgetting       (Bench           *bench);

/* The others */
void      bench_stage            (Bench           *bench);
void      bench_table            (Bench           *bench);
void      bench_drag             (Bench           *bench);
void      bench_recorded         (Bench           *bench);
void      bench_page             (Bench           *bench);
void      bench_long             (Bench           *bench,
                                  guint32          n_tasks);
void      bench_start            (Bench           *bench,
                                  const char      *program);
int       bench_start_process    (const char      *what,
                                  gboolean         is_whole);

G_END_DECLS
