/* ls-state-copies.c: what a state says of things, in copies that outlive its next move
 *
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */

#include "ls-state.h"

#include "ls-candidate.h"
#include "ls-plain-type-private.h"

/* In C, the state owns what it returns, until it moves. Other languages keep what they get for longer, so they get copies. */
LS_DEFINE_PLAIN_TYPE (LsTaskState, ls_task_state)
LS_DEFINE_PLAIN_TYPE (LsTaskList, ls_task_list)
LS_DEFINE_PLAIN_TYPE (LsQueueState, ls_queue_state)
LS_DEFINE_PLAIN_TYPE (LsSignalState, ls_signal_state)
LS_DEFINE_PLAIN_TYPE (LsMicrotaskState, ls_microtask_state)
LS_DEFINE_PLAIN_TYPE (LsTimerState, ls_timer_state)
LS_DEFINE_PLAIN_TYPE (LsSourceState, ls_source_state)
LS_DEFINE_PLAIN_TYPE (LsLoopQueueState, ls_loop_queue_state)
LS_DEFINE_PLAIN_TYPE (LsAgentTraceState, ls_agent_trace_state)
LS_DEFINE_PLAIN_TYPE (LsMemoryState, ls_memory_state)
LS_DEFINE_PLAIN_TYPE (LsCellState, ls_cell_state)
LS_DEFINE_PLAIN_TYPE (LsWaiterState, ls_waiter_state)
LS_DEFINE_PLAIN_TYPE (LsCandidate, ls_candidate)
LS_DEFINE_PLAIN_TYPE (LsTaskPlace, ls_task_place)

/**
 * ls_state_dup_task: (rename-to ls_state_get_task)
 * @self: a state
 * @id: number of a task
 *
 * As [method@State.get_task], for languages that keep what they get.
 *
 * Returns: (transfer full) (nullable): the task; %NULL where none of that number is known at this position
 */
LsTaskState *
ls_state_dup_task (LsState *self,
                   guint32  id)
{
  return g_memdup2 (ls_state_get_task (self, id), sizeof (LsTaskState));
}

/**
 * ls_state_dup_queue: (rename-to ls_state_get_queue)
 * @self: a state
 * @id: number of a scheduler task queue
 *
 * As [method@State.get_queue], for languages that keep what they get.
 *
 * Returns: (transfer full) (nullable): the queue, which may have been removed since; %NULL where none of that number is known
 */
LsQueueState *
ls_state_dup_queue (LsState *self,
                    guint32  id)
{
  return g_memdup2 (ls_state_get_queue (self, id), sizeof (LsQueueState));
}

/**
 * ls_state_dup_signal: (rename-to ls_state_get_signal)
 * @self: a state
 * @id: number of a signal
 *
 * As [method@State.get_signal], for languages that keep what they get.
 *
 * Returns: (transfer full) (nullable): the signal, which may have been finalized since; %NULL where none of that number is known
 */
LsSignalState *
ls_state_dup_signal (LsState *self,
                     guint32  id)
{
  return g_memdup2 (ls_state_get_signal (self, id), sizeof (LsSignalState));
}

/**
 * ls_state_dup_timer: (rename-to ls_state_get_timer)
 * @self: a state
 * @id: number of a timer
 *
 * As [method@State.get_timer], for languages that keep what they get.
 *
 * Returns: (transfer full) (nullable): the timer, active or not; %NULL where none of that number is known
 */
LsTimerState *
ls_state_dup_timer (LsState *self,
                    guint32  id)
{
  return g_memdup2 (ls_state_get_timer (self, id), sizeof (LsTimerState));
}

/**
 * ls_state_dup_source: (rename-to ls_state_get_source)
 * @self: a state
 * @id: number of a source
 *
 * As [method@State.get_source], for languages that keep what they get.
 *
 * Returns: (transfer full) (nullable): the source, destroyed or not; %NULL where none of that number is known
 */
LsSourceState *
ls_state_dup_source (LsState *self,
                     guint32  id)
{
  return g_memdup2 (ls_state_get_source (self, id), sizeof (LsSourceState));
}

/**
 * ls_state_dup_microtask_state: (rename-to ls_state_get_microtask_state)
 * @self: a state
 * @id: number of a microtask
 *
 * As [method@State.get_microtask_state], for languages that keep what they get.
 *
 * Returns: (transfer full) (nullable): the microtask; %NULL where none of that number is known
 */
LsMicrotaskState *
ls_state_dup_microtask_state (LsState *self,
                              guint32  id)
{
  return g_memdup2 (ls_state_get_microtask_state (self, id), sizeof (LsMicrotaskState));
}

/**
 * ls_state_dup_agent: (rename-to ls_state_get_agent)
 * @self: a state
 * @id: number of an agent
 *
 * As [method@State.get_agent], for languages that keep what they get.
 *
 * Returns: (transfer full) (nullable): the agent; %NULL where none of that number is known at this position
 */
LsAgentTraceState *
ls_state_dup_agent (LsState *self,
                    guint32  id)
{
  return g_memdup2 (ls_state_get_agent (self, id), sizeof (LsAgentTraceState));
}

/**
 * ls_state_dup_memory: (rename-to ls_state_get_memory)
 * @self: a state
 * @id: number of a block of shared memory
 *
 * As [method@State.get_memory], for languages that keep what they get.
 *
 * Returns: (transfer full) (nullable): the block; %NULL where none of that number is known
 */
LsMemoryState *
ls_state_dup_memory (LsState *self,
                     guint32  id)
{
  return g_memdup2 (ls_state_get_memory (self, id), sizeof (LsMemoryState));
}

/**
 * ls_state_dup_waiter: (rename-to ls_state_get_waiter)
 * @self: a state
 * @id: number of a waiter
 *
 * As [method@State.get_waiter], for languages that keep what they get.
 *
 * Returns: (transfer full) (nullable): the waiter, which may wait no more; %NULL where none of that number is known
 */
LsWaiterState *
ls_state_dup_waiter (LsState *self,
                     guint32  id)
{
  return g_memdup2 (ls_state_get_waiter (self, id), sizeof (LsWaiterState));
}

/**
 * ls_state_dup_loop_queue: (rename-to ls_state_get_loop_queue)
 * @self: a state
 * @type: which queue of the loop
 *
 * As [method@State.get_loop_queue], for languages that keep what they get.
 *
 * Returns: (transfer full) (nullable): the queue with its four work queues; %NULL where @type is no queue type
 */
LsLoopQueueState *
ls_state_dup_loop_queue (LsState     *self,
                         LsQueueType  type)
{
  return g_memdup2 (ls_state_get_loop_queue (self, type), sizeof (LsLoopQueueState));
}

/**
 * ls_loop_queue_state_new:
 *
 * Makes an empty task queue of the loop. Bindings use it: they do not see the work queues, so they do not know how large a queue
 * is.
 *
 * Returns: (transfer full): a task queue, whose numbers are all 0
 */
LsLoopQueueState *
ls_loop_queue_state_new (void)
{
  return g_new0 (LsLoopQueueState, 1);
}

/**
 * ls_loop_queue_state_dup_work_queue:
 * @self: a queue of the loop
 * @kind: which of its work queues
 *
 * Copies the list of the tasks of a work queue, for languages that cannot read LsLoopQueueState.work_queues.
 *
 * Returns: (transfer full) (nullable): the list; %NULL where @kind is no kind of work queue
 */
LsTaskList *
ls_loop_queue_state_dup_work_queue (const LsLoopQueueState *self,
                                    LsWorkQueueKind         kind)
{
  g_return_val_if_fail (self != NULL, NULL);

  return (guint) kind < LS_N_WORK_QUEUES ? g_memdup2 (&self->work_queues[kind], sizeof (LsTaskList)) : NULL;
}

/**
 * ls_state_dup_delayed_tasks: (rename-to ls_state_get_delayed_tasks)
 * @self: a state
 *
 * As [method@State.get_delayed_tasks], for languages that keep what they get.
 *
 * Returns: (transfer full): all tasks whose delay has not ended
 */
LsTaskList *
ls_state_dup_delayed_tasks (LsState *self)
{
  return g_memdup2 (ls_state_get_delayed_tasks (self), sizeof (LsTaskList));
}

/**
 * ls_state_dup_cell: (rename-to ls_state_get_cell)
 * @self: a state
 * @memory: number of a block of shared memory
 * @byte_index: where in it
 *
 * As [method@State.get_cell], for languages that keep what they get.
 *
 * Returns: (transfer full) (nullable): the element that begins there; %NULL where nobody has used one
 */
LsCellState *
ls_state_dup_cell (LsState *self,
                   guint32  memory,
                   guint32  byte_index)
{
  return g_memdup2 (ls_state_get_cell (self, memory, byte_index), sizeof (LsCellState));
}
