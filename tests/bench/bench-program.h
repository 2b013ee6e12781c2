/* bench-program.h: what a program in JavaScript takes, and the same code in JavaScriptCore as it is
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "ls-session.h"

G_BEGIN_DECLS

#define BENCH_RUNS 7

/* Time that has passed, and processor time of all threads of this process, for JavaScriptCore has several; in ns. */
typedef struct
{
  gint64 passed, used;
} BenchMoment;

BenchMoment  bench_moment           (void);
double       bench_between          (BenchMoment  start,
                                     BenchMoment  end);
LsSession   *bench_make_session     (const char  *code,
                                     guint        n);
double       bench_measure_program  (const char  *code,
                                     guint        n,
                                     gboolean     with_trace);
double       bench_measure_natively (const char  *code,
                                     guint        n);

G_END_DECLS
