/* ls-world-forget.c: drops from a state what was over before the records that are left
 *
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */

#include "ls-world-private.h"

/* Things are numbered in the order in which they are made. Records may report those that were made last in another order. */
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
                           task->finished_at < forget->time && task->id != forget->world->loop.running_task);
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
          microtask->id != forget->world->loop.running_microtask);
}

static gboolean
may_forget_waiter (gconstpointer item,
                   gconstpointer data)
{
  const LsWaiterState *waiter = item;
  const Forget *forget = data;

  return waiter->id == 0 || (!waiter->is_waiting && waiter->added_record < forget->start);
}

static gboolean
may_forget_source (gconstpointer item,
                   gconstpointer data)
{
  return !((const LsSourceState *) item)->exists;
}

void
ls_world_get_extent (const LsWorld *self,
                     LsWorldExtent *extent)
{
  *extent = (LsWorldExtent) {
    .n_tasks = self->tasks.n_items,
    .n_queues = self->queues.n_items,
    .n_signals = self->signals.n_items,
    .n_abort_sources = self->abort_sources.n_items,
    .n_timers = self->timers.n_items,
    .n_microtasks = self->microtasks.n_items,
    .n_waiters = self->waiters.n_items,
    .n_sources = self->sources.n_items,
  };
}

static void
forget_in (LsCowTable      *table,
           guint32          n_items,
           guint32          spared,
           LsCowForgetFunc  may_forget,
           const Forget    *forget,
           LsCowForgotten  *forgotten)
{
  n_items = MIN (n_items, table->n_items);
  if (n_items > RECENT)
    ls_cow_table_forget (table, n_items - RECENT, spared, may_forget, forget, forgotten);
}

/* Drops what was over at position @start, whose record has this time and where there was @extent. Identifiers stay as they are.
 * Worlds that follow each other may share @forgotten, which is zero at first. Then they go on sharing memory, and each page is
 * looked at once. %NULL for one world alone. */
void
ls_world_forget (LsWorld             *self,
                 gsize                start,
                 guint64              time,
                 const LsWorldExtent *extent,
                 LsWorldForgotten    *forgotten)
{
  const Forget forget = { .world = self, .start = start, .time = time };
#define NOTED(table) (forgotten != NULL ? &forgotten->table : NULL)

  forget_in (&self->timers, extent->n_timers, 0, may_forget_timer, &forget, NOTED (timers));
  forget_in (&self->tasks, extent->n_tasks, self->loop.running_task, may_forget_task, &forget, NOTED (tasks));
  forget_in (&self->queues, extent->n_queues, 0, may_forget_queue, &forget, NOTED (queues));
  forget_in (&self->abort_sources, extent->n_abort_sources, 0, may_forget_abort_source, &forget, NOTED (abort_sources));
  forget_in (&self->signals, extent->n_signals, 0, may_forget_signal, &forget, NOTED (signals));
  forget_in (&self->microtasks, extent->n_microtasks, self->loop.running_microtask, may_forget_microtask, &forget,
             NOTED (microtasks));
  forget_in (&self->waiters, extent->n_waiters, 0, may_forget_waiter, &forget, NOTED (waiters));
  forget_in (&self->sources, extent->n_sources, 0, may_forget_source, &forget, NOTED (sources));

#undef NOTED
}

void
ls_world_clear_forgotten (const LsWorld    *self,
                          LsWorldForgotten *forgotten)
{
  ls_cow_table_clear_forgotten (&self->timers, &forgotten->timers);
  ls_cow_table_clear_forgotten (&self->tasks, &forgotten->tasks);
  ls_cow_table_clear_forgotten (&self->queues, &forgotten->queues);
  ls_cow_table_clear_forgotten (&self->abort_sources, &forgotten->abort_sources);
  ls_cow_table_clear_forgotten (&self->signals, &forgotten->signals);
  ls_cow_table_clear_forgotten (&self->microtasks, &forgotten->microtasks);
  ls_cow_table_clear_forgotten (&self->waiters, &forgotten->waiters);
  ls_cow_table_clear_forgotten (&self->sources, &forgotten->sources);
}
