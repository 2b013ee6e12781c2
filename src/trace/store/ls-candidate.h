/* ls-candidate.h: a queue from which the loop could take the next task
 *
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */

#pragma once

#include <glib-object.h>

#include "ls-version.h"

G_BEGIN_DECLS

/**
 * LsCandidate:
 * @queue: a scheduler task queue, or 0 where it is a queue of the loop
 * @queue_type: which queue of the loop; %LS_QUEUE_TYPE_WEB_SCHEDULING for scheduler task queues
 * @rank: its rank in the preset's table as things stand; 0 is served first
 * @effective_priority: of a scheduler task queue, else -1
 * @oldest_task: the task that would be taken from it: the oldest, unless a rule of the preset prefers immediate work
 * @oldest_order: enqueue order of that task
 * @n_tasks: how many tasks it holds that could be selected
 * @turn_order: the order that decides among equal ranks: @oldest_order, or more where queues of a higher effective
 *   priority share the rank
 *
 * A queue with a task that could be selected.
 */
typedef struct
{
  guint32 queue;
  guint8  queue_type;
  guint8  rank;
  gint8   effective_priority;
  guint32 oldest_task;
  guint32 oldest_order;
  guint32 n_tasks;
  guint32 turn_order;
} LsCandidate;

#define LS_TYPE_CANDIDATE (ls_candidate_get_type ())
LS_AVAILABLE_IN_1_0
GType ls_candidate_get_type (void);

G_END_DECLS
