/* ls-durations-private.h: many durations in little space
 *
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */

#pragma once

#include "ls-durations.h"

G_BEGIN_DECLS

/* So many durations are kept one by one. More than that are kept in buckets, LS_DURATIONS_PER_OCTAVE to an octave. */
#define LS_DURATIONS_EXACT 1024
#define LS_DURATIONS_PER_OCTAVE 32

typedef struct
{
  guint64  count, sum, min, max, max_position;
  guint32  min_task, max_task;
  guint32  n_exact, n_allocated;
  guint64 *exact;        /* sorted where @is_sorted */
  guint32 *buckets;      /* NULL while all are in @exact */
  gboolean is_sorted;
} LsDurations;

void ls_durations_clear (LsDurations          *self);
void ls_durations_add   (LsDurations          *self,
                         guint64               duration,
                         guint32               task,
                         guint64               position);
void ls_durations_get   (LsDurations          *self,
                         LsDurationStatistics *statistics);

G_END_DECLS
