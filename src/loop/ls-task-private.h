/* ls-task-private.h: tasks and lists of tasks
 *
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */

#pragma once

#include "ls-types.h"
#include "ls-value.h"

G_BEGIN_DECLS

typedef struct _LsEventLoop LsEventLoop;
typedef struct _LsTask LsTask;

/**
 * LsTaskClass:
 * @run: runs the steps of the task and frees it
 * @due: handles the end of the delay, after the task has left the wake-up queue, or the end of the frame that it waited for
 * @drop: frees a task that will not run or not finish
 * @finish: (nullable): runs the steps after the microtasks of the callback of @run, and frees the task; see
 *   ls_event_loop_finish_later()
 *
 * The functions of a kind of task. Each kind has one static struct.
 */
typedef struct
{
  void (*run)  (LsEventLoop *loop,
                LsTask      *task);
  void (*due)  (LsEventLoop *loop,
                LsTask      *task);
  void (*drop) (LsEventLoop *loop,
                LsTask      *task);
  void (*finish) (LsEventLoop   *loop,
                  LsTask        *task,
                  LsCompletion   completion,
                  const LsValue *value);
} LsTaskClass;

/**
 * LsTask:
 *
 * A task of the loop or of a scheduler, in one cache line. Kinds with more data embed it.
 */
struct _LsTask
{
  const LsTaskClass *klass;
  union
  {
    struct
    {
      LsTask *next, *previous;
    } link;                         /* in a queue */
    struct
    {
      guint64 due;                  /* µs */
      gsize   heap_index;
    } delayed;                      /* in the wake-up queue */
  } in;
  guint64            order;         /* the specification's enqueue order; 0 before it is queued */
  gpointer           data;
  GDestroyNotify     destroy;       /* (nullable): for data */
  guint32            id;
  guint32            name;          /* text */
  guint              queue_type : 8;  /* LsQueueType */
  guint              work_queue : 4;  /* LsWorkQueueKind */
  guint              is_delayed : 1;  /* in the wake-up queue */
  guint              is_queued : 1;   /* in a list */
  guint              is_discrete : 1; /* a discrete input event */
  guint              keeps_place : 1; /* posted without delay: it keeps its place among immediate tasks */
  guint              waits_for_frame : 1; /* in the loop's list of tasks that wait for a frame */
  guint              priority : 8;    /* LsTaskPriority, for its scheduler */
};

G_STATIC_ASSERT (sizeof (gpointer) != 8 || sizeof (LsTask) == 64);

static inline void
ls_task_init (LsTask            *task,
              const LsTaskClass *klass,
              guint32            id,
              LsQueueType        type)
{
  task->klass = klass;
  task->order = 0;
  task->data = NULL;
  task->destroy = NULL;
  task->id = id;
  task->name = 0;
  task->queue_type = type;
  task->work_queue = 0;
  task->is_delayed = FALSE;
  task->is_queued = FALSE;
  task->is_discrete = FALSE;
  task->keeps_place = FALSE;
  task->waits_for_frame = FALSE;
  task->priority = 0;
}

/** LsTaskFifo: tasks in enqueue order. Removing a task costs O(1). */
typedef struct
{
  LsTask *head, *tail;
  gsize   length;
} LsTaskFifo;

static inline void
ls_task_fifo_push (LsTaskFifo *self,
                   LsTask     *task)
{
  task->in.link.next = NULL;
  task->in.link.previous = self->tail;
  if (self->tail != NULL)
    self->tail->in.link.next = task;
  else
    self->head = task;
  self->tail = task;
  self->length++;
  task->is_queued = TRUE;
}

/* Inserts @task before younger tasks. */
static inline void
ls_task_fifo_insert (LsTaskFifo *self,
                     LsTask     *task)
{
  LsTask *previous = self->tail;

  while (previous != NULL && previous->order > task->order)
    previous = previous->in.link.previous;
  if (previous == self->tail)
    {
      ls_task_fifo_push (self, task);
      return;
    }

  task->in.link.previous = previous;
  task->in.link.next = previous != NULL ? previous->in.link.next : self->head;
  task->in.link.next->in.link.previous = task;
  if (previous != NULL)
    previous->in.link.next = task;
  else
    self->head = task;
  self->length++;
  task->is_queued = TRUE;
}

static inline void
ls_task_fifo_remove (LsTaskFifo *self,
                     LsTask     *task)
{
  LsTask *next = task->in.link.next;
  LsTask *previous = task->in.link.previous;

  if (previous != NULL)
    previous->in.link.next = next;
  else
    self->head = next;
  if (next != NULL)
    next->in.link.previous = previous;
  else
    self->tail = previous;
  self->length--;
  task->is_queued = FALSE;
}

G_END_DECLS
