/* ls-world-forget.c: drops from a state what was over before the records that are left
 *
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */

#include "ls-world-private.h"

/* Things are numbered in the order in which they are made, but what was made just now may not have been reported yet. */
#define RECENT LS_WORLD_ID_SLACK

typedef struct
{
  const LsWorld *world;
  gsize start;
  guint64 time;
} Forget;

static gboolean
task_is_over (const LsTaskState *task,
              const Forget      *forget)
{
  return task->id == 0 || ((task->status == LS_TASK_STATUS_FINISHED || task->status == LS_TASK_STATUS_REMOVED) &&
                           task->finished_at < forget->time && task->id != forget->world->running_task);
}

static gboolean
may_forget_task (gconstpointer item,
                 gconstpointer data)
{
  return task_is_over (item, data);
}

static gboolean
may_forget_queue (gconstpointer item,
                  gconstpointer data)
{
  const LsQueueState *queue = item;

  return !queue->exists && queue->tasks.length == 0;
}

static gboolean
may_forget_signal (gconstpointer item,
                   gconstpointer data)
{
  const LsSignalState *signal = item;

  return !signal->exists && !signal->dispatching;
}

static gboolean
may_forget_abort_source (gconstpointer item,
                         gconstpointer data)
{
  const LsAbortSource *source = item;
  const Forget *forget = data;
  const LsSignalState *owner = ls_cow_table_peek (&forget->world->signals, source->owner);

  return owner == NULL || (!owner->exists && !owner->dispatching);
}

static gboolean
may_forget_timer (gconstpointer item,
                  gconstpointer data)
{
  const LsTimerState *timer = item;
  const Forget *forget = data;
  const LsTaskState *task = ls_world_peek_task (forget->world, timer->task);

  return !timer->active && (task == NULL || task_is_over (task, forget));
}

static gboolean
may_forget_microtask (gconstpointer item,
                      gconstpointer data)
{
  const LsMicrotaskState *microtask = item;
  const Forget *forget = data;

  return microtask->id == 0 ||
         (microtask->status == LS_TASK_STATUS_FINISHED && microtask->queued_record < forget->start &&
          microtask->id != forget->world->running_microtask);
}

static void
forget_in (LsCowTable      *table,
           LsCowForgetFunc  may_forget,
           const Forget    *forget)
{
  if (table->n_items > RECENT)
    ls_cow_table_forget (table, table->n_items - RECENT, may_forget, forget);
}

/* Drops what was over at position @start, whose record has this time. Identifiers stay as they are. */
void
ls_world_forget (LsWorld *self,
                 gsize    start,
                 guint64  time)
{
  const Forget forget = { .world = self, .start = start, .time = time };

  forget_in (&self->timers, may_forget_timer, &forget);
  forget_in (&self->tasks, may_forget_task, &forget);
  forget_in (&self->queues, may_forget_queue, &forget);
  forget_in (&self->abort_sources, may_forget_abort_source, &forget);
  forget_in (&self->signals, may_forget_signal, &forget);
  forget_in (&self->microtasks, may_forget_microtask, &forget);
}
