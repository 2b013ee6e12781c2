/* ls-selection-private.h: which task comes next, as the state has it
 *
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */

#pragma once

#include "ls-candidate.h"
#include "ls-world-private.h"

G_BEGIN_DECLS

/* A task that could be selected, with what decides. */
typedef struct
{
  guint32 task;                /* 0 for none */
  guint32 queue;               /* scheduler task queue, or 0: queue_type tells the queue of the loop */
  guint32 order;
  guint8  queue_type;
  guint8  rank;
  gint8   effective_priority;  /* -1 in a queue of the loop */
  guint8  flags;               /* of the TASK_SELECTED record to come: STARVATION_GUARD, FAIR_TURN */
  guint32 instead_of;          /* the task that would be next but for these rules, or 0 */
  gboolean is_deferred;        /* it cannot be selected before the frame after a discrete input event */
} LsNextTask;

void         ls_selection_find_next       (const LsWorld      *world,
                                           LsNextTask         *next);
gboolean     ls_selection_describe        (const LsWorld      *world,
                                           const LsTaskState  *task,
                                           LsNextTask         *described);
gboolean     ls_selection_comes_before    (const LsNextTask   *a,
                                           const LsNextTask   *b);
guint32      ls_selection_count_before    (const LsWorld      *world,
                                           const LsNextTask   *described,
                                           const LsNextTask   *next);
guint        ls_selection_count_deferred  (const LsWorld      *world);
LsCandidate *ls_selection_list_candidates (const LsWorld      *world,
                                           guint              *n_candidates);
guint        ls_selection_count_queues    (const LsWorld      *world);
guint        ls_selection_get_loop_rank   (const LsWorld      *world,
                                           guint               queue_type);
void         ls_selection_count_pick      (LsWorld            *world,
                                           const LsRecord     *record);

G_END_DECLS
