/* bench-util.h: measuring, and telling
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <glib.h>

G_BEGIN_DECLS

/**
 * BenchUnit:
 * @BENCH_NANOSECONDS: the figure is a time
 * @BENCH_BYTES: the figure is a size
 * @BENCH_HERTZ: the figure is a rate: more is better
 * @BENCH_BYTES_PER_SECOND: likewise
 */
typedef enum
{
  BENCH_NANOSECONDS,
  BENCH_BYTES,
  BENCH_HERTZ,
  BENCH_BYTES_PER_SECOND
} BenchUnit;

typedef struct _Bench Bench;

/* What one run of a figure does; returns what was measured, in the figure's unit. */
typedef double (*BenchFunc) (gconstpointer data);

Bench  *bench_new     (int          *argc,
                       char       ***argv,
                       const char   *title);
double  bench_measure (BenchFunc     func,
                       gconstpointer data,
                       guint         runs);
void    bench_report  (Bench        *self,
                       const char   *name,
                       BenchUnit     unit,
                       double        value,
                       const char   *baseline_name,
                       double        baseline,
                       const char   *goal,
                       gboolean      met);
gint64  bench_now     (void);
gsize   bench_memory  (void);
int     bench_finish  (Bench        *self);

G_END_DECLS
