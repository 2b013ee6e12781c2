/* ls-runnable-queues-private.h: the scheduler task queues that have runnable tasks, §2.4.3
 *
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */

#pragma once

#include "ls-task-private.h"

G_BEGIN_DECLS

/**
 * LsRunnableQueue:
 *
 * The loop's part of a scheduler task queue: its tasks and its effective priority. A scheduler embeds it in its own struct.
 */
typedef struct
{
  LsTaskFifo tasks;
  guint32    id;
  guint32    heap_index;           /* in the heap of its effective priority */
  guint8     priority;             /* LsTaskPriority */
  guint8     is_continuation;
  guint8     effective_priority;
} LsRunnableQueue;

typedef struct
{
  guint64          order;          /* the enqueue order of the queue's oldest task; a copy, to spare a cache miss */
  LsRunnableQueue *queue;
} LsRunnableEntry;

typedef struct
{
  LsRunnableEntry *entries;
  guint32          length, size;
} LsRunnableHeap;

/**
 * LsRunnableQueues:
 *
 * The non-empty queues: a heap by oldest task for each effective priority, and a bit for each heap that is not empty. The loop
 * finds the next queue at once. Moving a queue costs O(log queues), however many tasks it has.
 */
typedef struct
{
  LsRunnableHeap heaps[LS_N_EFFECTIVE_PRIORITIES];
  guint          non_empty;
  gsize          n_tasks;
  void         (*changed) (gpointer data); /* (nullable): called when a task comes, goes or has another priority; runs no code of
                                              the program */
  gpointer       changed_data;
} LsRunnableQueues;

void    ls_runnable_queues_clear        (LsRunnableQueues *self);
void    ls_runnable_queues_add          (LsRunnableQueues *self,
                                         LsRunnableQueue  *queue);
void    ls_runnable_queues_update       (LsRunnableQueues *self,
                                         LsRunnableQueue  *queue);
void    ls_runnable_queues_insert       (LsRunnableQueues *self,
                                         LsRunnableQueue  *queue,
                                         LsTask           *task);
void    ls_runnable_queues_remove_task  (LsRunnableQueues *self,
                                         LsRunnableQueue  *queue,
                                         LsTask           *task);
void    ls_runnable_queues_set_priority (LsRunnableQueues *self,
                                         LsRunnableQueue  *queue,
                                         LsTaskPriority    priority);

static inline void
ls_runnable_queues_note_change (LsRunnableQueues *self)
{
  if (G_UNLIKELY (self->changed != NULL))
    self->changed (self->changed_data);
}

static inline LsRunnableQueue *
ls_runnable_queues_peek (LsRunnableQueues *self)
{
  if (self->non_empty == 0)
    return NULL;
  return self->heaps[31 - __builtin_clz (self->non_empty)].entries[0].queue;
}

/* Appends @task, whose enqueue order must be higher than that of every task of @queue. */
static inline void
ls_runnable_queues_push (LsRunnableQueues *self,
                         LsRunnableQueue  *queue,
                         LsTask           *task)
{
  ls_task_fifo_push (&queue->tasks, task);
  self->n_tasks++;
  if (queue->tasks.length == 1)
    ls_runnable_queues_add (self, queue);
  ls_runnable_queues_note_change (self);
}

static inline LsTask *
ls_runnable_queues_pop (LsRunnableQueues *self,
                        LsRunnableQueue  *queue)
{
  LsTask *task = queue->tasks.head;

  ls_task_fifo_remove (&queue->tasks, task);
  self->n_tasks--;
  ls_runnable_queues_update (self, queue);
  ls_runnable_queues_note_change (self);
  return task;
}

G_END_DECLS
