/* ls-rerun.h: how well the model foresees what a recording tells
 *
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */

#pragma once

#include "ls-conversion.h"

G_BEGIN_DECLS

/**
 * LS_RERUN_LEAST_SHARE:
 *
 * Below this share of pairs in the recorded order a recording does not tell enough for conclusions.
 */
#define LS_RERUN_LEAST_SHARE 0.9

/**
 * LS_RERUN_LEAST_PAIRS:
 *
 * Of fewer pairs than these nothing follows: where none of n is wrong, up to 3 of n may be wrong in the long run, and that is to be
 * less than one of ten.
 */
#define LS_RERUN_LEAST_PAIRS 30

typedef struct _LsRerunOrder LsRerunOrder;
typedef struct _LsRerun LsRerun;

/**
 * LsRerunOrder:
 * @n_compared: how many tasks are compared
 * @n_adjacent: pairs of tasks that follow each other in the recording
 * @n_adjacent_kept: how many of these the run has in the same order
 * @n_pairs: all pairs of tasks
 * @n_pairs_kept: how many of these the run has in the same order
 *
 * How far two orders agree: plain data.
 */
struct _LsRerunOrder
{
  guint   n_compared;
  guint   n_adjacent;
  guint   n_adjacent_kept;
  guint64 n_pairs;
  guint64 n_pairs_kept;
};

#define LS_TYPE_RERUN_ORDER (ls_rerun_order_get_type ())
LS_AVAILABLE_IN_1_0
GType ls_rerun_order_get_type (void);

/**
 * LsRerunConclusions:
 * @LS_RERUN_CONCLUSIONS_NONE: the recording does not tell enough: less than %LS_RERUN_LEAST_SHARE of the pairs that follow each
 *   other, of scheduler tasks or of all, have the recorded order; fewer than %LS_RERUN_LEAST_PAIRS tell anything, since what comes
 *   at its recorded time is always in order; or its loop is none that the model knows
 * @LS_RERUN_CONCLUSIONS_ORDER: which task runs before which can be foreseen; waits differ, or too few are known
 * @LS_RERUN_CONCLUSIONS_WAITS: waits can be foreseen, too
 *
 * What a session that was made of a recording allows to conclude.
 */
typedef enum
{
  LS_RERUN_CONCLUSIONS_NONE,
  LS_RERUN_CONCLUSIONS_ORDER,
  LS_RERUN_CONCLUSIONS_WAITS
} LsRerunConclusions;

/**
 * LsRerun:
 * @n_units: how many tasks ran on the thread, of all kinds
 * @n_scheduler_tasks: how many of these are callbacks of `postTask()` or continuations
 * @n_missing: how many of these the run has not
 * @n_pinned: how many come at the time at which they began in the recording
 * @n_outside: how many were posted by nobody known
 * @n_inferred: how many changes of priority are inferred
 * @n_signals: how many signals the recording helper told of
 * @n_waits: of how many scheduler tasks the waits are compared
 * @has_other_loop: whether it is a recording of a loop that is not a browser's
 * @pinned: (array zero-terminated=1): names of those that come at their recorded times, each with its number, the most frequent
 *   first
 * @outside: (array zero-terminated=1): likewise of those that were posted by nobody known
 * @inferred: (array zero-terminated=1): likewise of those whose changes of priority are inferred
 * @movable: the order of neighbours of which at least one was posted by another task: only these can be wrong
 * @tasks: the order of scheduler tasks
 * @all: the order of all kinds of tasks
 * @tasks_before: against another recording, what the recorded order scores without any run; else as @tasks
 * @all_before: likewise
 * @measured_wait: how long scheduler tasks waited in the recording, in µs, together
 * @predicted_wait: in the run
 * @median_wait_error: the median of the differences, in µs
 * @high_wait_error: of 20 differences 19 are at most so great, in µs
 * @stopped: (nullable): why the run did not come to its end
 *
 * How a session that was made of a recording ran: plain data.
 */
struct _LsRerun
{
  guint        n_units;
  guint        n_scheduler_tasks;
  guint        n_missing;
  guint        n_pinned;
  guint        n_outside;
  guint        n_inferred;
  guint        n_signals;
  guint        n_waits;
  gboolean     has_other_loop;
  char       **pinned;
  char       **outside;
  char       **inferred;
  LsRerunOrder movable;
  LsRerunOrder tasks;
  LsRerunOrder all;
  LsRerunOrder tasks_before;
  LsRerunOrder all_before;
  guint64      measured_wait;
  guint64      predicted_wait;
  guint64      median_wait_error;
  guint64      high_wait_error;
  char        *stopped;
};

#define LS_TYPE_RERUN (ls_rerun_get_type ())

LS_AVAILABLE_IN_1_0
GType              ls_rerun_get_type            (void);
LS_AVAILABLE_IN_1_0
LsRerun           *ls_rerun_copy                (const LsRerun              *self);
LS_AVAILABLE_IN_1_0
void               ls_rerun_free                (LsRerun                    *self);
LS_AVAILABLE_IN_1_0
LsRerun           *ls_rerun_new                 (LsRecording                *recording,
                                                 const guint                *threads,
                                                 guint                       n_threads,
                                                 const LsConversionOptions  *options,
                                                 GCancellable               *cancellable,
                                                 GError                    **error);
LS_AVAILABLE_IN_1_0
LsRerun           *ls_rerun_new_against         (LsRecording                *recording,
                                                 const guint                *threads,
                                                 guint                       n_threads,
                                                 const LsConversionOptions  *options,
                                                 LsRecording                *other,
                                                 guint                       other_thread,
                                                 GCancellable               *cancellable,
                                                 GError                    **error);
LS_AVAILABLE_IN_1_0
void               ls_rerun_run_async           (LsRecording                *recording,
                                                 const guint                *threads,
                                                 guint                       n_threads,
                                                 const LsConversionOptions  *options,
                                                 GCancellable               *cancellable,
                                                 GAsyncReadyCallback         callback,
                                                 gpointer                    user_data);
LS_AVAILABLE_IN_1_0
LsRerun           *ls_rerun_run_finish          (GAsyncResult               *result,
                                                 GError                    **error);
LS_AVAILABLE_IN_1_0
double             ls_rerun_order_get_adjacent  (const LsRerunOrder         *order);
LS_AVAILABLE_IN_1_0
double             ls_rerun_order_get_all       (const LsRerunOrder         *order);
LS_AVAILABLE_IN_1_0
LsRerunConclusions ls_rerun_get_conclusions     (const LsRerun              *self);
LS_AVAILABLE_IN_1_0
char              *ls_rerun_describe            (const LsRerun              *self);
LS_AVAILABLE_IN_1_0
char              *ls_rerun_describe_agreement  (const LsRerun              *self);
LS_AVAILABLE_IN_1_0
char              *ls_rerun_describe_conclusions (const LsRerun             *self);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (LsRerun, ls_rerun_free)

G_END_DECLS
