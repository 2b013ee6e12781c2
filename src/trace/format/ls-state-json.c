/* ls-state-json.c: the whole state as JSON
 *
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */

#include "ls-state-format.h"

#include "ls-foresight-private.h"
#include "ls-json-writer-private.h"
#include "ls-trace-names-private.h"
#include "ls-state-lists-private.h"

static const char *
get_text (LsState *state,
          guint32  text)
{
  return ls_trace_get_text (ls_state_get_trace (state), text);
}

static const char *
get_priority (guint priority)
{
  return ls_task_priority_is_valid (priority) ? ls_task_priority_to_string (priority) : NULL;
}

/* What a recording does not say of a task, if that is something. */
static void
write_inferred (LsJsonWriter *json,
                LsState      *state,
                guint32       id)
{
  const gboolean queue = ls_state_infers_queue (state, id);
  const gboolean due = ls_state_infers_due (state, id);
  const gboolean wait = ls_state_infers_wait (state, id);

  if (!queue && !due && !wait)
    return;
  ls_json_begin (json, "inferred", '[', FALSE);
  if (queue)
    ls_json_string (json, NULL, "queueType");
  if (due)
    ls_json_string (json, NULL, "due");
  if (wait)
    ls_json_string (json, NULL, "queued");
  ls_json_end (json, ']');
}

static void
write_task (LsJsonWriter *json,
            const char   *name,
            LsState      *state,
            guint32       id)
{
  const LsTaskState *task = ls_state_get_task (state, id);
  LsTaskPlace place;

  ls_json_begin (json, name, '{', FALSE);
  ls_json_int (json, "task", id);
  ls_json_string (json, "name", get_text (state, task->name));
  ls_json_string (json, "status", ls_task_status_to_string (task->status));
  ls_json_bool (json, "continuation", task->is_continuation);
  ls_json_string (json, "priority", get_priority (task->priority));
  ls_json_string (json, "queueType", ls_queue_type_to_string (task->queue_type));
  ls_json_id (json, "queue", task->queue);
  ls_json_id (json, "order", task->enqueue_order);
  ls_json_id (json, "signal", task->signal);
  ls_json_id (json, "prioritySource", task->priority_source);
  ls_json_id (json, "timer", task->timer);
  ls_json_id (json, "postedBy", task->posted_by);
  if (ls_state_find_place (state, id, &place))
    {
      ls_json_begin (json, "place", '{', FALSE);
      ls_json_string (json, "function", place.function);
      ls_json_string (json, "place", place.place);
      ls_json_string (json, "callers", place.callers);
      ls_json_end (json, '}');
    }
  ls_json_id (json, "turn", task->turn);
  ls_json_time (json, "posted", task->posted_at);
  ls_json_time (json, "due", task->due_at);
  if (task->awaits_event)
    ls_json_bool (json, "awaitsEvent", TRUE);
  ls_json_time (json, "queued", task->queued_at);
  ls_json_time (json, "started", task->started_at);
  ls_json_time (json, "finished", task->finished_at);
  write_inferred (json, state, id);
  if (task->is_raised)
    {
      ls_json_begin (json, "raised", '{', FALSE);
      ls_json_string (json, "from", get_priority (task->raised_from));
      ls_json_string (json, "to", get_priority (task->raised_to));
      ls_json_id (json, "by", task->raised_by);
      ls_json_end (json, '}');
    }
  ls_json_end (json, '}');
}

static void
write_list (LsJsonWriter     *json,
            const char       *name,
            LsState          *state,
            const LsTaskList *list,
            gboolean          delayed)
{
  ls_json_begin (json, name, '[', TRUE);
  for (guint32 id = list->first; id != 0;)
    {
      const LsTaskState *task = ls_state_get_task (state, id);

      write_task (json, NULL, state, id);
      id = delayed ? task->next_delayed : task->next;
    }
  ls_json_end (json, ']');
}

static void
write_running (LsJsonWriter *json,
               LsState      *state)
{
  guint32 abort_source, priority_source;

  if (ls_state_get_running_task (state) != 0)
    write_task (json, "running", state, ls_state_get_running_task (state));
  else
    ls_json_string (json, "running", NULL);
  ls_json_id (json, "runningMicrotask", ls_state_get_running_microtask (state));

  if (!ls_state_get_scheduling_state (state, &abort_source, &priority_source))
    {
      ls_json_string (json, "schedulingState", NULL);
      return;
    }
  ls_json_begin (json, "schedulingState", '{', FALSE);
  ls_json_id (json, "abortSource", abort_source);
  ls_json_id (json, "prioritySource", priority_source);
  ls_json_end (json, '}');
}

static void
write_next (LsJsonWriter *json,
            LsState      *state)
{
  guint32 next = ls_state_get_next_task (state);
  const LsTaskState *task = ls_state_get_task (ls_state_get_choice (state), next);

  if (next == 0)
    {
      ls_json_string (json, "next", NULL);
      return;
    }
  ls_json_begin (json, "next", '{', FALSE);
  ls_json_int (json, "task", next);
  ls_json_id (json, "queue", ls_state_get_next_queue (state));
  ls_json_string (json, "queueType", ls_queue_type_to_string (task != NULL ? task->queue_type : LS_QUEUE_TYPE_OTHER));
  if (ls_state_get_next_basis (state) == LS_NEXT_SO_FAR)
    ls_json_bool (json, "soFar", TRUE);
  if (ls_state_get_next_basis (state) == LS_NEXT_HELD)
    ls_json_bool (json, "held", TRUE);
  if (ls_state_get_expected_task (state) != 0)
    ls_json_int (json, "expected", ls_state_get_expected_task (state));
  ls_json_end (json, '}');
}

static void
write_queue (LsJsonWriter       *json,
             LsState            *state,
             const LsQueueState *queue)
{
  g_autofree char *key = ls_names_queue (state, queue);

  ls_json_begin (json, NULL, '{', TRUE);
  ls_json_int (json, "queue", queue->id);
  ls_json_string (json, "key", key);
  ls_json_id (json, "scheduler", queue->scheduler);
  ls_json_id (json, "signal", queue->signal);
  ls_json_bool (json, "exists", queue->exists);
  write_list (json, "tasks", state, &queue->tasks, FALSE);
  ls_json_end (json, '}');
}

static void
write_lanes (LsJsonWriter *json,
             LsState      *state)
{
  g_autoptr (GArray) queues = ls_state_list_queues (state);
  guint next = 0;

  ls_json_begin (json, "lanes", '[', TRUE);
  for (int i = LS_N_EFFECTIVE_PRIORITIES - 1; i >= 0; i--)
    {
      ls_json_begin (json, NULL, '{', TRUE);
      ls_json_int (json, "effectivePriority", i);
      ls_json_string (json, "priority", get_priority (ls_task_priority_from_effective (i)));
      ls_json_bool (json, "continuation", i % 2 == 1);
      ls_json_int (json, "rank", ls_state_get_effective_priority_rank (state, i));
      ls_json_begin (json, "queues", '[', TRUE);
      for (; next < queues->len; next++)
        {
          const LsQueueState *queue = ls_state_get_queue (state, g_array_index (queues, guint32, next));

          if (queue->effective_priority != i)
            break;
          write_queue (json, state, queue);
        }
      ls_json_end (json, ']');
      ls_json_end (json, '}');
    }
  ls_json_end (json, ']');
}

static void
write_loop_queues (LsJsonWriter *json,
                   LsState      *state)
{
  static const char *const names[LS_N_WORK_QUEUES] = {
    "immediateIncoming", "immediateWork", "delayedIncoming", "delayedWork"
  };

  ls_json_begin (json, "loopQueues", '[', TRUE);
  for (guint type = 0; type < LS_N_TRACE_QUEUE_TYPES; type++)
    {
      const LsLoopQueueState *queue = ls_state_get_loop_queue (state, type);
      guint32 n_tasks = 0;

      for (guint i = 0; queue != NULL && i < LS_N_WORK_QUEUES; i++)
        n_tasks += queue->work_queues[i].length;
      if (queue == NULL || (n_tasks == 0 && queue->boosted_rank == 255))
        continue;

      ls_json_begin (json, NULL, '{', TRUE);
      ls_json_string (json, "queueType", ls_queue_type_to_string (type));
      ls_json_int (json, "rank", ls_state_get_rank (state, type));
      ls_json_string (json, "rankName", ls_state_get_rank_name (state, ls_state_get_rank (state, type)));
      ls_json_bool (json, "raised", queue->boosted_rank != 255);
      ls_json_int (json, "starved", queue->starved_ms);
      for (guint i = 0; i < LS_N_WORK_QUEUES; i++)
        write_list (json, names[i], state, &queue->work_queues[i], FALSE);
      ls_json_end (json, '}');
    }
  ls_json_end (json, ']');
}

static void
write_microtasks (LsJsonWriter *json,
                  LsState      *state)
{
  guint32 id = ls_state_get_first_microtask (state, NULL);

  ls_json_begin (json, "microtasks", '[', TRUE);
  while (id != 0)
    {
      const LsMicrotaskState *microtask = ls_state_get_microtask_state (state, id);

      ls_json_begin (json, NULL, '{', FALSE);
      ls_json_int (json, "microtask", id);
      ls_json_string (json, "name", get_text (state, microtask->name));
      ls_json_string (json, "kind", ls_microtask_kind_to_string (microtask->kind));
      ls_json_id (json, "promise", microtask->promise);
      ls_json_end (json, '}');
      id = microtask->next;
    }
  ls_json_end (json, ']');
}

static void
write_signal (LsJsonWriter        *json,
              LsState             *state,
              const LsSignalState *signal,
              const GArray        *dependencies)
{
  const guint32 *sources;
  guint n_sources;

  ls_json_begin (json, NULL, '{', FALSE);
  ls_json_int (json, "signal", signal->id);
  ls_json_string (json, "name", get_text (state, signal->name));
  ls_json_bool (json, "taskSignal", (signal->flags & LS_RECORD_FLAG_TASK_SIGNAL) != 0);
  ls_json_bool (json, "controller", (signal->flags & LS_RECORD_FLAG_CONTROLLER) != 0);
  ls_json_bool (json, "dependent", (signal->flags & LS_RECORD_FLAG_DEPENDENT) != 0);
  ls_json_bool (json, "fixed", (signal->flags & LS_RECORD_FLAG_FIXED) != 0);
  ls_json_bool (json, "internal", (signal->flags & LS_RECORD_FLAG_INTERNAL) != 0);
  if (ls_state_infers_signal (state, signal->id))
    ls_json_bool (json, "inferred", TRUE);
  ls_json_string (json, "priority", get_priority (signal->priority));
  ls_json_string (json, "previousPriority", get_priority (signal->previous_priority));
  ls_json_bool (json, "aborted", signal->aborted);
  ls_json_string (json, "reason", get_text (state, signal->reason));
  ls_json_id (json, "source", signal->source);

  ls_json_begin (json, "abortSources", '[', FALSE);
  sources = ls_state_get_abort_sources (state, signal->id, &n_sources);
  for (guint i = 0; i < n_sources; i++)
    ls_json_int (json, NULL, sources[i]);
  ls_json_end (json, ']');

  ls_json_begin (json, "dependents", '[', FALSE);
  for (guint i = ls_dependencies_find (dependencies, signal->id); i < dependencies->len; i++)
    {
      const LsDependency *dependency = &g_array_index (dependencies, LsDependency, i);

      if (dependency->source != signal->id)
        break;
      ls_json_int (json, NULL, dependency->dependent);
    }
  ls_json_end (json, ']');

  ls_json_int (json, "listeners", signal->n_listeners);
  ls_json_bool (json, "dispatching", signal->dispatching > 0);
  ls_json_end (json, '}');
}

static void
write_signals (LsJsonWriter *json,
               LsState      *state)
{
  g_autoptr (GArray) dependencies = ls_state_list_dependents (state);
  guint32 n_signals = ls_state_get_n_signals (state);

  ls_json_begin (json, "signals", '[', TRUE);
  for (guint32 id = 1; id <= n_signals; id++)
    {
      const LsSignalState *signal = ls_state_get_signal (state, id);

      if (signal != NULL && signal->exists)
        write_signal (json, state, signal, dependencies);
    }
  ls_json_end (json, ']');
}

static void
write_timers (LsJsonWriter *json,
              LsState      *state)
{
  guint32 n_timers = ls_state_get_n_timers (state);

  ls_json_begin (json, "timers", '[', TRUE);
  for (guint32 id = 1; id <= n_timers; id++)
    {
      const LsTimerState *timer = ls_state_get_timer (state, id);

      if (timer == NULL || !timer->active)
        continue;
      ls_json_begin (json, NULL, '{', FALSE);
      ls_json_int (json, "timer", id);
      ls_json_string (json, "name", get_text (state, timer->name));
      ls_json_id (json, "task", timer->task);
      ls_json_int (json, "timeout", timer->timeout);
      ls_json_int (json, "nestingLevel", timer->nesting_level);
      ls_json_bool (json, "repeating", timer->repeating);
      ls_json_bool (json, "clamped", timer->clamped);
      ls_json_end (json, '}');
    }
  ls_json_end (json, ']');
}

static void
write_agents (LsJsonWriter *json,
              LsState      *state)
{
  const guint32 n_agents = ls_state_get_n_agents (state);

  if (n_agents == 0)
    return;
  ls_json_int (json, "agent", ls_state_get_shown_agent (state));
  ls_json_int (json, "currentAgent", ls_state_get_current_agent (state));
  ls_json_int (json, "choices", ls_state_get_n_choices (state));
  ls_json_begin (json, "agents", '[', TRUE);
  for (guint32 id = 1; id <= n_agents; id++)
    {
      const LsAgentTraceState *agent = ls_state_get_agent (state, id);

      if (agent == NULL)
        continue;
      ls_json_begin (json, NULL, '{', FALSE);
      ls_json_int (json, "agent", id);
      ls_json_string (json, "name", get_text (state, agent->name));
      ls_json_id (json, "creator", agent->creator);
      ls_json_bool (json, "canBlock", agent->can_block);
      ls_json_string (json, "state", ls_agent_state_to_string (agent->state));
      ls_json_time (json, "since", agent->since);
      ls_json_id (json, "memory", agent->memory);
      if (agent->memory != 0)
        ls_json_int (json, "byte", agent->byte_index);
      ls_json_id (json, "waiter", agent->waiter);
      ls_json_int (json, "operations", agent->n_operations);
      ls_json_end (json, '}');
    }
  ls_json_end (json, ']');
}

static void
write_waiters (LsJsonWriter      *json,
               LsState           *state,
               const LsCellState *cell)
{
  ls_json_begin (json, "waiters", '[', FALSE);
  for (guint32 id = cell->first_waiter; id != 0;)
    {
      const LsWaiterState *waiter = ls_state_get_waiter (state, id);

      ls_json_begin (json, NULL, '{', FALSE);
      ls_json_int (json, "waiter", id);
      ls_json_int (json, "agent", waiter->agent);
      ls_json_bool (json, "async", waiter->is_async);
      ls_json_time (json, "since", waiter->since);
      ls_json_string (json, "timeout", get_text (state, waiter->timeout));
      ls_json_end (json, '}');
      id = waiter->next;
    }
  ls_json_end (json, ']');
}

static void
write_cells (LsJsonWriter *json,
             LsState      *state,
             guint32       memory)
{
  guint n_cells;
  const guint32 *cells = ls_state_list_cells (state, memory, &n_cells);

  ls_json_begin (json, "cells", '[', TRUE);
  for (guint i = 0; i < n_cells; i++)
    {
      const LsCellState *cell = ls_state_get_cell (state, memory, cells[i]);
      g_autofree char *value = ls_names_cell_value (cell);

      ls_json_begin (json, NULL, '{', FALSE);
      ls_json_int (json, "byte", cell->byte_index);
      ls_json_string (json, "type", ls_element_type_to_string (cell->type));
      /* Readers of JSON may lose digits of such a number. */
      ls_json_string (json, "value", value);
      ls_json_bool (json, "known", cell->is_known);
      ls_json_id (json, "writer", cell->writer);
      ls_json_id (json, "lockOwner", cell->lock_owner);
      write_waiters (json, state, cell);
      ls_json_end (json, '}');
    }
  ls_json_end (json, ']');
}

static void
write_memories (LsJsonWriter *json,
                LsState      *state)
{
  const guint32 n_memories = ls_state_get_n_memories (state);

  if (n_memories == 0)
    return;
  ls_json_begin (json, "memories", '[', TRUE);
  for (guint32 id = 1; id <= n_memories; id++)
    {
      const LsMemoryState *memory = ls_state_get_memory (state, id);

      if (memory == NULL)
        continue;
      ls_json_begin (json, NULL, '{', TRUE);
      ls_json_int (json, "memory", id);
      ls_json_string (json, "name", get_text (state, memory->name));
      ls_json_int (json, "length", memory->length);
      write_cells (json, state, id);
      ls_json_end (json, '}');
    }
  ls_json_end (json, ']');
}

static void
write_experiments (LsJsonWriter *json,
                   LsState      *state)
{
  LsExperiments experiments = ls_state_get_experiments (state);

  if (experiments == LS_EXPERIMENT_NONE)
    return;
  ls_json_begin (json, "experiments", '[', FALSE);
  for (guint i = 0; i < LS_N_EXPERIMENTS; i++)
    if (experiments & 1u << i)
      ls_json_string (json, NULL, ls_experiment_to_string (1u << i));
  ls_json_end (json, ']');
}

/**
 * ls_state_to_json:
 * @state: a state
 *
 * The whole state as an object. Times are in milliseconds, with up to three decimals; a number of a thing that is
 * not there is null. Its members, in this order:
 *
 * - position, step, time, turn, microtask, statement: numbers; where: the text of the statement, or null
 * - preset: name or null; edition: name; experiments: names, only where an experiment is on
 * - running: a task or null; runningMicrotask: number or null; schedulingState: null or an object with abortSource and
 *   prioritySource (signals)
 * - next: null or an object with task, queue (a scheduler task queue, or null) and queueType
 * - lanes: six objects, effective priority 5 first, with effectivePriority, priority, continuation, rank (in the
 *   preset's table) and queues: objects with queue, key, scheduler, signal (null if static), exists (in the
 *   scheduler's map) and tasks, the queue of the oldest task first
 * - loopQueues: the queues of the loop that hold tasks or are raised, objects with queueType, rank, rankName, raised,
 *   starved (ms), immediateIncoming, immediateWork, delayedIncoming, delayedWork (tasks)
 * - microtasks: the queue, objects with microtask, name, kind, promise
 * - delayed: all delayed tasks, in the order in which they are due
 * - signals: objects with signal, name, taskSignal, controller, dependent, fixed, internal, priority,
 *   previousPriority, aborted, reason, source, abortSources, dependents, listeners, dispatching
 * - timers: the active ones, objects with timer, name, task, timeout (ms), nestingLevel, repeating, clamped
 *
 * In a run with several agents these follow, and what is above is of the agent that is looked at:
 *
 * - agent: the one that is looked at; currentAgent: the one whose records are being made; choices: how many choice
 *   points there were
 * - agents: objects with agent, name, creator, canBlock, state, since, memory and byte (where it waits), waiter, operations
 *
 * Where there is shared memory:
 *
 * - memories: objects with memory, name, length and cells, the elements that somebody has used: byte, type, value (a string), known
 *   (an operation has told it), writer (an agent), lockOwner, waiters (waiter, agent, async, since, timeout), the longest first
 *
 * A task is an object with task (number), name, status, continuation, priority, queueType, queue, order, signal,
 * prioritySource, timer, postedBy, turn, and the times posted, due, queued, started and finished, each null if not yet. A task
 * that a page has posted that is watched may have place, an object with function, place and callers. A task
 * of which a recording does not say everything has inferred, an array of the members that follow from something else. A task
 * that was raised has raised too, an object with from and to (priorities) and by (a task, or null).
 *
 * Returns: (transfer full): JSON in lines, with a line feed at the end
 */
char *
ls_state_to_json (LsState *state)
{
  LsJsonWriter json;

  g_return_val_if_fail (state != NULL, NULL);

  ls_json_writer_init (&json);
  ls_json_begin (&json, NULL, '{', TRUE);
  ls_json_int (&json, "position", ls_state_get_position (state));
  ls_json_int (&json, "step", ls_state_get_step (state));
  ls_json_time (&json, "time", ls_state_get_time (state));
  ls_json_int (&json, "turn", ls_state_get_turn (state));
  ls_json_int (&json, "microtask", ls_state_get_microtask (state));
  ls_json_int (&json, "statement", ls_state_get_statement (state));
  ls_json_string (&json, "where", get_text (state, ls_state_get_statement_text (state)));
  ls_json_string (&json, "preset", ls_state_get_preset (state));
  ls_json_string (&json, "edition", ls_edition_to_string (ls_state_get_edition (state)));
  write_experiments (&json, state);
  write_running (&json, state);
  write_next (&json, state);
  write_lanes (&json, state);
  write_loop_queues (&json, state);
  write_microtasks (&json, state);
  write_list (&json, "delayed", state, ls_state_get_delayed_tasks (state), TRUE);
  write_signals (&json, state);
  write_timers (&json, state);
  write_agents (&json, state);
  write_memories (&json, state);
  ls_json_end (&json, '}');
  g_string_append_c (json.string, '\n');

  return ls_json_writer_finish (&json);
}
