/* ls-state-things.c: the tasks, queues, signals, timers, microtasks and ranks of a state
 *
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */

#include "ls-state-private.h"

#include <string.h>

#include "ls-selection-private.h"

/* So many queues ahead are fetched into the cache. */
#define FURTHER 16

/**
 * ls_state_get_n_tasks:
 * @self: a state
 *
 * Gets the highest number of a task so far.
 *
 * Returns: the highest number of a task so far
 */
guint32
ls_state_get_n_tasks (LsState *self)
{
  g_return_val_if_fail (self != NULL, 0);

  return ls_state_count_things (&ls_state_get_world (self)->tasks);
}

/**
 * ls_state_find_next_task:
 * @self: a state
 * @id: number of a task, or 0
 *
 * Goes over all that are known, fast also where most were forgotten: for (id = 0; (id = find_next (self, id)) != 0;).
 *
 * Returns: the next higher number of a task that ls_state_get_task() knows, 0 where there is none
 */
guint32
ls_state_find_next_task (LsState *self,
                         guint32  id)
{
  g_return_val_if_fail (self != NULL, 0);

  return ls_state_find_next_thing (&ls_state_get_world (self)->tasks, id);
}

/**
 * ls_state_get_task:
 * @self: a state
 * @id: number of a task
 *
 * Gets a task at this position.
 *
 * Returns: (transfer none) (nullable): the task; %NULL where none of that number is known at this position
 */
const LsTaskState *
ls_state_get_task (LsState *self,
                   guint32  id)
{
  g_return_val_if_fail (self != NULL, NULL);

  return ls_state_peek_thing (&ls_state_get_world (self)->tasks, id);
}

/**
 * ls_state_get_n_queues:
 * @self: a state
 *
 * Gets the highest number of a scheduler task queue so far.
 *
 * Returns: the highest number of a scheduler task queue so far
 */
guint32
ls_state_get_n_queues (LsState *self)
{
  g_return_val_if_fail (self != NULL, 0);

  return ls_state_count_things (&ls_state_get_world (self)->queues);
}

/**
 * ls_state_find_next_queue:
 * @self: a state
 * @id: number of a scheduler task queue, or 0
 *
 * Goes over all that are known, fast also where most were forgotten: for (id = 0; (id = find_next (self, id)) != 0;).
 *
 * Returns: the next higher number of a scheduler task queue that ls_state_get_queue() knows, 0 where there is none
 */
guint32
ls_state_find_next_queue (LsState *self,
                          guint32  id)
{
  g_return_val_if_fail (self != NULL, 0);

  return ls_state_find_next_thing (&ls_state_get_world (self)->queues, id);
}

/**
 * ls_state_get_queue:
 * @self: a state
 * @id: number of a scheduler task queue
 *
 * Gets a scheduler task queue at this position.
 *
 * Returns: (transfer none) (nullable): the queue, which may have been removed since; %NULL where none of that number
 *   is known
 */
const LsQueueState *
ls_state_get_queue (LsState *self,
                    guint32  id)
{
  g_return_val_if_fail (self != NULL, NULL);

  return ls_state_peek_thing (&ls_state_get_world (self)->queues, id);
}

/**
 * ls_state_get_first_runnable_queue:
 * @self: a state
 * @effective_priority: below %LS_N_EFFECTIVE_PRIORITIES
 *
 * The others of the same effective priority follow through LsQueueState.next_runnable, in no order.
 *
 * Returns: a scheduler task queue of that effective priority that has tasks, or 0
 */
guint32
ls_state_get_first_runnable_queue (LsState *self,
                                   guint    effective_priority)
{
  g_return_val_if_fail (self != NULL, 0);
  g_return_val_if_fail (effective_priority < LS_N_EFFECTIVE_PRIORITIES, 0);

  return ls_state_get_world (self)->loop.runnable_queues[effective_priority];
}

/**
 * ls_state_find_oldest_queues: (skip)
 * @self: a state
 * @effective_priority: below %LS_N_EFFECTIVE_PRIORITIES
 * @queues: (out caller-allocates): gets queues of that effective priority that have tasks: those whose first tasks are the
 *   oldest, the oldest of them first
 * @max_queues: for how many there is room, at most %LS_STATE_MAX_OLDEST_QUEUES
 * @n_queues: (out) (optional): how many such queues there are
 * @n_tasks: (out) (optional): how many tasks they have
 *
 * Sorts no others: takes some nanoseconds for each queue that there is.
 *
 * Returns: how many have been put into @queues
 */
guint
ls_state_find_oldest_queues (LsState *self,
                             guint    effective_priority,
                             guint32 *queues,
                             guint    max_queues,
                             guint   *n_queues,
                             guint   *n_tasks)
{
  const LsWorld *world;
  const LsQueueState *queue, *next;
  guint n_found = 0, n_all = 0, n_all_tasks = 0;
  guint32 before = 0;
  guint32 orders[LS_STATE_MAX_OLDEST_QUEUES] = { 0 };

  g_return_val_if_fail (self != NULL, 0);
  g_return_val_if_fail (effective_priority < LS_N_EFFECTIVE_PRIORITIES, 0);

  max_queues = MIN (max_queues, LS_STATE_MAX_OLDEST_QUEUES);
  world = ls_state_get_world (self);
  for (guint32 id = world->loop.runnable_queues[effective_priority]; id != 0; id = queue->next_runnable)
    {
      guint place;

      /* Each queue names the next, and memory is slow. Most of them are neighbours, so the ones after are fetched ahead. */
      next = ls_cow_table_peek (&world->queues, id + FURTHER * (id - before));
      if (next != NULL)
        {
          __builtin_prefetch (&next->tasks);
          __builtin_prefetch (&next->next_runnable);
        }
      before = id;
      queue = ls_cow_table_peek (&world->queues, id);
      n_all_tasks += queue->tasks.length;
      n_all++;
      if (max_queues == 0 || (n_found == max_queues && queue->first_order >= orders[max_queues - 1]))
        continue;
      if (n_found < max_queues)
        n_found++;
      /* The list begins with the newest queue, so most queues belong at the front. */
      place = orders[0] > queue->first_order ? 0 : n_found - 1;
      while (place > 0 && orders[place - 1] > queue->first_order)
        place--;
      memmove (orders + place + 1, orders + place, (n_found - 1 - place) * sizeof *orders);
      memmove (queues + place + 1, queues + place, (n_found - 1 - place) * sizeof *queues);
      orders[place] = queue->first_order;
      queues[place] = id;
    }

  if (n_queues != NULL)
    *n_queues = n_all;
  if (n_tasks != NULL)
    *n_tasks = n_all_tasks;
  return n_found;
}

/**
 * ls_state_get_n_signals:
 * @self: a state
 *
 * Gets the highest number of a signal so far.
 *
 * Returns: the highest number of a signal so far
 */
guint32
ls_state_get_n_signals (LsState *self)
{
  g_return_val_if_fail (self != NULL, 0);

  return ls_state_count_things (&ls_state_get_world (self)->signals);
}

/**
 * ls_state_find_next_signal:
 * @self: a state
 * @id: number of a signal, or 0
 *
 * Goes over all that are known, fast also where most were forgotten: for (id = 0; (id = find_next (self, id)) != 0;).
 *
 * Returns: the next higher number of a signal that ls_state_get_signal() knows, 0 where there is none
 */
guint32
ls_state_find_next_signal (LsState *self,
                           guint32  id)
{
  g_return_val_if_fail (self != NULL, 0);

  return ls_state_find_next_thing (&ls_state_get_world (self)->signals, id);
}

/**
 * ls_state_get_signal:
 * @self: a state
 * @id: number of a signal
 *
 * Gets a signal at this position.
 *
 * Returns: (transfer none) (nullable): the signal, which may have been finalized since; %NULL where none of that
 *   number is known
 */
const LsSignalState *
ls_state_get_signal (LsState *self,
                     guint32  id)
{
  g_return_val_if_fail (self != NULL, NULL);

  return ls_state_peek_thing (&ls_state_get_world (self)->signals, id);
}

/**
 * ls_state_get_n_timers:
 * @self: a state
 *
 * Gets the highest number of a timer so far.
 *
 * Returns: the highest number of a timer so far
 */
guint32
ls_state_get_n_timers (LsState *self)
{
  g_return_val_if_fail (self != NULL, 0);

  return ls_state_count_things (&ls_state_get_world (self)->timers);
}

/**
 * ls_state_get_timer:
 * @self: a state
 * @id: number of a timer
 *
 * Gets a timer at this position.
 *
 * Returns: (transfer none) (nullable): the timer, active or not; %NULL where none of that number is known
 */
const LsTimerState *
ls_state_get_timer (LsState *self,
                    guint32  id)
{
  g_return_val_if_fail (self != NULL, NULL);

  return ls_state_peek_thing (&ls_state_get_world (self)->timers, id);
}

/**
 * ls_state_get_n_sources:
 * @self: a state
 *
 * Gets the highest number of a source so far.
 *
 * Returns: the highest number of a source so far
 */
guint32
ls_state_get_n_sources (LsState *self)
{
  g_return_val_if_fail (self != NULL, 0);

  return ls_state_count_things (&ls_state_get_world (self)->sources);
}

/**
 * ls_state_get_source:
 * @self: a state
 * @id: number of a source
 *
 * Gets a source of a GLib program at this position.
 *
 * Returns: (transfer none) (nullable): the source, destroyed or not; %NULL where none of that number is known
 */
const LsSourceState *
ls_state_get_source (LsState *self,
                     guint32  id)
{
  g_return_val_if_fail (self != NULL, NULL);

  return ls_state_peek_thing (&ls_state_get_world (self)->sources, id);
}

/**
 * ls_state_get_microtask_state:
 * @self: a state
 * @id: number of a microtask
 *
 * Gets a microtask at this position.
 *
 * Returns: (transfer none) (nullable): the microtask; %NULL where none of that number is known
 */
const LsMicrotaskState *
ls_state_get_microtask_state (LsState *self,
                              guint32  id)
{
  g_return_val_if_fail (self != NULL, NULL);

  return ls_state_peek_thing (&ls_state_get_world (self)->microtasks, id);
}

/**
 * ls_state_get_first_microtask:
 * @self: a state
 * @n_queued: (out) (optional): how many microtasks are queued
 *
 * The others follow through LsMicrotaskState.next. The one that runs is not among them.
 *
 * Returns: the microtask at the head of the microtask queue, or 0
 */
guint32
ls_state_get_first_microtask (LsState *self,
                              guint32 *n_queued)
{
  g_return_val_if_fail (self != NULL, 0);

  if (n_queued != NULL)
    *n_queued = ls_state_get_world (self)->loop.n_microtasks;
  return ls_state_get_world (self)->loop.first_microtask;
}

/**
 * ls_state_get_scheduler_name:
 * @self: a state
 * @id: number of a scheduler
 *
 * Gets the name of a scheduler.
 *
 * Returns: text of its name, or 0
 */
guint32
ls_state_get_scheduler_name (LsState *self,
                             guint32  id)
{
  const guint32 *name;

  g_return_val_if_fail (self != NULL, 0);

  name = ls_cow_table_peek (&ls_state_get_world (self)->schedulers, id);
  return name != NULL ? *name : 0;
}

/**
 * ls_state_get_rank:
 * @self: a state
 * @type: which queue of the loop
 *
 * Gets the rank of a queue of the loop at this position.
 *
 * Returns: the rank of the queue in the preset's table, or the one it was raised to; 0 is served first
 */
guint
ls_state_get_rank (LsState     *self,
                   LsQueueType  type)
{
  g_return_val_if_fail (self != NULL, 0);

  return ls_queue_type_is_known (type) ? ls_selection_get_loop_rank (ls_state_get_world (self), type) : 255;
}

/**
 * ls_state_is_of_glib:
 * @self: a state
 *
 * Tells whether the loop is a GMainContext, whose tasks are sources that wait.
 *
 * Returns: whether the loop is a GMainContext, whose tasks are sources that wait: it has no scheduler, signals and microtasks
 */
gboolean
ls_state_is_of_glib (LsState *self)
{
  g_return_val_if_fail (self != NULL, FALSE);

  /* The names of the best-known priorities stand in each trace of a main loop. */
  return ls_state_get_world (self)->loop.queue_rank_names[ls_queue_type_for_source_priority (0)] != 0;
}

/**
 * ls_state_is_of_node:
 * @self: a state
 *
 * Tells whether the loop is that of a Node.js.
 *
 * Returns: whether the loop is that of a Node.js that was watched: it has no scheduler, and no model says which task comes next
 */
gboolean
ls_state_is_of_node (LsState *self)
{
  g_return_val_if_fail (self != NULL, FALSE);

  return g_strcmp0 (ls_state_get_preset (self), "node") == 0;
}

/**
 * ls_state_has_loop_queue:
 * @self: a state
 * @type: a number
 *
 * The main loop of a GLib program has queues of its sources, and no other. That of Node.js has those that its trace names, and none
 * for tasks with priorities. Every other loop has those of an engine.
 *
 * Returns: whether the loop has a queue with this number
 */
gboolean
ls_state_has_loop_queue (LsState *self,
                         guint    type)
{
  g_return_val_if_fail (self != NULL, FALSE);

  if (ls_state_is_of_node (self))
    return ls_queue_type_is_valid (type) && ls_state_get_world (self)->loop.queue_rank_names[type] != 0;
  return ls_state_is_of_glib (self) ? ls_queue_type_is_of_sources (type) : ls_queue_type_is_valid (type);
}

/**
 * ls_state_get_effective_priority_rank:
 * @self: a state
 * @effective_priority: 0 to 5
 *
 * Gets the rank of an effective priority in the preset's table.
 *
 * Returns: the rank of scheduler task queues with this effective priority in the preset's table
 */
guint
ls_state_get_effective_priority_rank (LsState *self,
                                      guint    effective_priority)
{
  g_return_val_if_fail (self != NULL, 0);
  g_return_val_if_fail (effective_priority < LS_N_EFFECTIVE_PRIORITIES, 0);

  return ls_state_get_world (self)->loop.priority_ranks[effective_priority];
}

/**
 * ls_state_get_rank_name:
 * @self: a state
 * @rank: a rank
 *
 * Gets what the preset calls a rank.
 *
 * Returns: (transfer none) (nullable): the preset's name for @rank; %NULL where it has none
 */
const char *
ls_state_get_rank_name (LsState *self,
                        guint    rank)
{
  const LsWorldLoop *loop;
  guint32 text = 0;

  g_return_val_if_fail (self != NULL, NULL);

  loop = &ls_state_get_world (self)->loop;
  for (guint i = 0; i < LS_N_EFFECTIVE_PRIORITIES && text == 0; i++)
    if (loop->priority_ranks[i] == rank)
      text = loop->priority_rank_names[i];
  for (guint i = 0; i < LS_N_TRACE_QUEUE_TYPES && text == 0; i++)
    if (loop->queue_ranks[i] == rank)
      text = loop->queue_rank_names[i];

  return ls_trace_get_text (ls_state_get_trace (self), text);
}

/**
 * ls_state_get_running_task:
 * @self: a state
 *
 * Tells which task runs.
 *
 * Returns: the task whose turn it is, its microtasks included; 0 between turns
 */
guint32
ls_state_get_running_task (LsState *self)
{
  g_return_val_if_fail (self != NULL, 0);

  return ls_state_get_world (self)->loop.running_task;
}

/**
 * ls_state_get_running_microtask:
 * @self: a state
 *
 * Tells which microtask runs.
 *
 * Returns: the microtask that runs, or 0
 */
guint32
ls_state_get_running_microtask (LsState *self)
{
  g_return_val_if_fail (self != NULL, 0);

  return ls_state_get_world (self)->loop.running_microtask;
}
