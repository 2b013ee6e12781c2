/* ls-waiting-task-private.h: rows of lists of tasks, and the items that are made of them
 *
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */

#pragma once

#include "ls-scheduler.h"
#include "ls-waiting-task.h"

G_BEGIN_DECLS

/**
 * LsTaskRow:
 * @order: the enqueue order; of a delayed task the time when it is due, in µs
 * @tie: the order among delayed tasks that are due at once
 * @id: the number of the task
 * @name: (owned) (nullable): a GRefString
 * @item: (owned) (nullable): the item of the row, once somebody has asked for it
 *
 * What a list knows of a task that waits.
 */
typedef struct
{
  guint64        order;
  guint64        tie;
  guint32        id;
  guint8         priority;           /* LsTaskPriority */
  guint8         effective_priority; /* 0 of a delayed task */
  guint8         is_continuation;
  guint8         is_delayed;
  char          *name;
  LsWaitingTask *item;
} LsTaskRow;

/* ls-waiting-tasks.c */
GArray        *ls_scheduler_list_waiting_tasks (LsScheduler     *self);
int            ls_task_row_compare             (const LsTaskRow *a,
                                                const LsTaskRow *b);

/* ls-waiting-task.c */
LsWaitingTask *ls_waiting_task_new             (const LsTaskRow *row);
void           ls_waiting_task_set             (LsWaitingTask   *self,
                                                const LsTaskRow *row);

G_END_DECLS
