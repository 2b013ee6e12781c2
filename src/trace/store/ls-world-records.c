/* ls-world-records.c: a state as the records that make it
 *
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */

#include "ls-world-records-private.h"

#include "ls-state-private.h"

#define NO_BOOST 255

typedef struct
{
  LsWorld  world;      /* a copy, which shows one agent after the other */
  GArray  *records;
  guint32  agent;      /* whose loop the records have been of last */
} Writer;

static void
add (Writer   *self,
     LsRecord  record)
{
  g_array_append_val (self->records, record);
}

/* add_record (writer, TASK_POSTED, .subject = 1, …): the members that are not named are 0, the priority is none. */
#define add_record(self, record_kind, ...) \
  add (self, (LsRecord) { .kind = LS_RECORD_##record_kind, __VA_ARGS__ })

/* The records that follow are of this agent. Level 0 says that it does not run. */
static void
show_agent (Writer  *self,
            guint32  agent)
{
  if (self->world.agents.n_items == 0 || agent == 0 || agent == self->agent)
    return;
  self->agent = agent;
  ls_world_show_agent (&self->world, agent);
  add_record (self, AGENT_RUN, .subject = agent, .value = self->world.n_choices, .time = self->world.time,
              .priority = LS_TASK_PRIORITY_NONE);
}

static void
add_loop (Writer *self)
{
  const LsWorldLoop *loop = &self->world.loop;
  const guint64 time = self->world.time;

  add_record (self, LOOP_STARTED, .text = loop->preset, .value = loop->edition, .object = loop->experiments, .time = time,
              .priority = LS_TASK_PRIORITY_NONE, .flags = loop->is_recorded ? LS_RECORD_FLAG_RECORDED : 0);
  for (guint i = 0; i < LS_N_TRACE_QUEUE_TYPES; i++)
    if (ls_queue_type_is_known (i))
      add_record (self, PRESET_QUEUE, .queue = i, .level = loop->queue_ranks[i], .text = loop->queue_rank_names[i], .time = time,
                  .priority = LS_TASK_PRIORITY_NONE);
  for (guint i = 0; i < LS_N_EFFECTIVE_PRIORITIES; i++)
    add_record (self, PRESET_PRIORITY, .value = i, .level = loop->priority_ranks[i], .text = loop->priority_rank_names[i],
                .time = time, .priority = LS_TASK_PRIORITY_NONE);
  if (loop->max_delayed_picks > 0)
    add_record (self, PRESET_RULE, .subject = LS_PRESET_RULE_MAX_DELAYED_PICKS, .value = loop->max_delayed_picks, .time = time,
                .priority = LS_TASK_PRIORITY_NONE);
  if (loop->fair_after > 0)
    add_record (self, PRESET_RULE, .subject = LS_PRESET_RULE_FAIR_AFTER, .value = loop->fair_after, .time = time,
                .priority = LS_TASK_PRIORITY_NONE);
  for (guint i = 0; i < LS_N_TRACE_QUEUE_TYPES; i++)
    if (ls_queue_type_is_known (i) && loop->loop_queues[i].boosted_rank != NO_BOOST)
      add_record (self, QUEUE_STARVED, .queue = i, .level = loop->loop_queues[i].boosted_rank,
                  .value = loop->loop_queues[i].starved_ms, .time = time, .priority = LS_TASK_PRIORITY_NONE);
  if (loop->deferred_until > time)
    add_record (self, TASKS_DEFERRED, .subject = loop->deferred_by, .value = loop->deferred_until - time, .time = time,
                .priority = LS_TASK_PRIORITY_NONE);
}

static void
add_schedulers (Writer *self)
{
  const LsCowTable *table = &self->world.schedulers;

  for (guint32 id = ls_cow_table_skip (table, 1); id < table->n_items; id = ls_cow_table_skip (table, id + 1))
    if (*(const guint32 *) ls_cow_table_peek (table, id) != 0)
      add_record (self, SCHEDULER_CREATED, .subject = id, .text = *(const guint32 *) ls_cow_table_peek (table, id),
                  .time = self->world.time, .priority = LS_TASK_PRIORITY_NONE);
}

static void
add_signal (Writer              *self,
            const LsSignalState *signal)
{
  const guint64 time = self->world.time;

  show_agent (self, signal->agent);
  add_record (self, SIGNAL_CREATED, .subject = signal->id, .object = signal->source, .text = signal->name,
              .priority = signal->priority, .flags = signal->flags, .time = time);
  for (guint32 i = signal->first_source; i != 0;)
    {
      const LsAbortSource *source = ls_cow_table_peek (&self->world.abort_sources, i);

      if (source == NULL)
        break;
      add_record (self, SIGNAL_ABORT_SOURCE, .subject = signal->id, .object = source->signal, .time = time,
                  .priority = LS_TASK_PRIORITY_NONE);
      i = source->next;
    }
  if (signal->previous_priority != LS_TASK_PRIORITY_NONE)
    add_record (self, SIGNAL_PRIORITY, .subject = signal->id, .value = signal->previous_priority, .priority = signal->priority,
                .time = time);
  if (signal->aborted)
    add_record (self, SIGNAL_ABORTED, .subject = signal->id, .object = signal->aborted_by, .text = signal->reason, .time = time,
                .priority = LS_TASK_PRIORITY_NONE);
  for (guint i = 0; i < G_N_ELEMENTS (signal->listener_types); i++)
    if (signal->listener_types[i] != 0)
      add_record (self, SIGNAL_LISTENERS, .subject = signal->id, .text = signal->listener_types[i],
                  .value = signal->listener_counts[i], .time = time, .priority = LS_TASK_PRIORITY_NONE);
  for (guint i = 0; i < signal->dispatching; i++)
    add_record (self, EVENT_BEGIN, .subject = signal->id, .time = time, .priority = LS_TASK_PRIORITY_NONE);
  if (!signal->exists)
    add_record (self, SIGNAL_FINALIZED, .subject = signal->id, .time = time, .priority = LS_TASK_PRIORITY_NONE);
}

static void
add_timer (Writer             *self,
           const LsTimerState *timer)
{
  add_record (self, TIMER_INSTALLED, .subject = timer->id, .object = timer->task, .text = timer->name, .value = timer->timeout,
              .level = timer->nesting_level, .time = self->world.time, .priority = LS_TASK_PRIORITY_NONE,
              .flags = (timer->repeating ? LS_RECORD_FLAG_REPEATING : 0) | (timer->clamped ? LS_RECORD_FLAG_CLAMPED : 0));
  if (!timer->active)
    add_record (self, TIMER_CLEARED, .subject = timer->id, .time = self->world.time, .priority = LS_TASK_PRIORITY_NONE);
}

static int
compare_sources (gconstpointer a,
                 gconstpointer b)
{
  const LsSourceState *x = *(const LsSourceState *const *) a, *y = *(const LsSourceState *const *) b;

  return x->attached_at != y->attached_at ? (x->attached_at < y->attached_at ? -1 : 1) : x->id < y->id ? -1 : x->id > y->id;
}

/* In the order in which they were attached, which counts. */
static void
add_sources (Writer *self)
{
  const LsCowTable *table = &self->world.sources;
  g_autoptr (GPtrArray) sources = g_ptr_array_new ();

  for (guint32 id = ls_state_find_next_thing (table, 0); id != 0; id = ls_state_find_next_thing (table, id))
    {
      const LsSourceState *source = ls_cow_table_peek (table, id);

      if (source->exists)
        g_ptr_array_add (sources, (gpointer) source);
    }
  g_ptr_array_sort (sources, compare_sources);
  for (guint i = 0; i < sources->len; i++)
    {
      const LsSourceState *source = g_ptr_array_index (sources, i);

      show_agent (self, source->agent);
      add_record (self, SOURCE_ATTACHED, .subject = source->id, .object = source->interval, .value = (guint32) source->priority,
                  .text = source->name, .queue = ls_queue_type_for_source_priority (source->priority), .level = source->sort,
                  .clause = source->is_found ? LS_CLAUSE_INFERRED_DUE : LS_CLAUSE_NONE,
                  .flags = source->is_from_outside ? LS_RECORD_FLAG_OUTSIDE : 0, .time = source->attached_at,
                  .priority = LS_TASK_PRIORITY_NONE);
    }
}

/* What there was before the task entered the list that it is in: its posting, and its delay. */
static void
add_posting (Writer            *self,
             const LsTaskState *task)
{
  const guint8 continuation = task->is_continuation ? LS_RECORD_FLAG_CONTINUATION : 0;
  guint64 delay;

  if (task->is_idle_callback)
    add_record (self, IDLE_REQUESTED, .object = task->id, .time = task->posted_at, .priority = LS_TASK_PRIORITY_NONE);
  if (task->is_scheduler_task)
    add_record (self, TASK_POSTED, .subject = task->id, .object = task->signal, .value = task->delay, .text = task->name,
                .priority = task->priority, .flags = continuation | LS_RECORD_FLAG_OUTSIDE, .time = task->posted_at);
  if (task->due_at == LS_TIME_NEVER && !task->awaits_event)
    return;
  delay = task->due_at - MIN (task->due_at, task->posted_at);
  add_record (self, TASK_DELAYED, .subject = task->id, .object = task->source != 0 ? task->source : task->timer,
              .value = MIN (delay, G_MAXUINT32), .text = task->name, .queue = task->queue_type, .time = task->posted_at,
              .priority = LS_TASK_PRIORITY_NONE,
              .flags = (task->is_timer ? LS_RECORD_FLAG_TIMER : 0) | (task->awaits_event ? LS_RECORD_FLAG_EVENT : 0) |
                       LS_RECORD_FLAG_OUTSIDE);
}

/* Who has posted a task of a GLib program from outside its loop, as far as that is known. */
static void
add_origin (Writer            *self,
            const LsTaskState *task)
{
  if (task->origin != 0 || task->origin_thread != 0)
    add_record (self, TASK_ORIGIN, .subject = task->id, .object = task->posted_by, .value = task->origin_thread,
                .text = task->origin, .time = task->posted_at, .priority = LS_TASK_PRIORITY_NONE);
}

static void
add_raise (Writer            *self,
           const LsTaskState *task)
{
  if (task->is_raised)
    add_record (self, TASK_RAISED, .subject = task->id, .object = task->queue, .value = task->raised_by,
                .priority = task->raised_to, .level = task->raised_from, .time = self->world.time);
}

static void
add_due (Writer            *self,
         const LsTaskState *task)
{
  add_record (self, TASK_DUE, .subject = task->id, .value = task->enqueue_order, .queue = task->queue_type,
              .clause = task->is_wait_unknown ? LS_CLAUSE_INFERRED_DUE : LS_CLAUSE_NONE,
              .time = task->queued_at != LS_TIME_NEVER ? task->queued_at : self->world.time, .priority = LS_TASK_PRIORITY_NONE);
}

/* A task in a scheduler task queue. */
static void
add_queued (Writer            *self,
            const LsTaskState *task)
{
  add_posting (self, task);
  if (task->due_at != LS_TIME_NEVER)
    add_due (self, task);
  add_record (self, TASK_QUEUED, .subject = task->id, .object = task->queue, .value = task->enqueue_order, .text = task->name,
              .queue = LS_QUEUE_TYPE_WEB_SCHEDULING, .priority = task->priority, .time = task->queued_at,
              .flags = task->is_continuation ? LS_RECORD_FLAG_CONTINUATION : 0);
  add_raise (self, task);
}

/* A task in an immediate queue of the loop. */
static void
add_incoming (Writer            *self,
              const LsTaskState *task)
{
  add_posting (self, task);
  add_record (self, TASK_INCOMING, .subject = task->id, .object = task->source, .value = task->enqueue_order, .text = task->name,
              .queue = task->queue_type, .time = task->queued_at, .priority = LS_TASK_PRIORITY_NONE,
              .flags = (task->discrete ? LS_RECORD_FLAG_DISCRETE : 0) | LS_RECORD_FLAG_OUTSIDE);
  add_origin (self, task);
}

static void
add_delayed_work (Writer            *self,
                  const LsTaskState *task)
{
  add_posting (self, task);
  add_due (self, task);
  add_origin (self, task);
}

static void
add_list (Writer            *self,
          const LsTaskList  *list,
          void             (*add_task) (Writer            *self,
                                        const LsTaskState *task))
{
  for (guint32 id = list->first; id != 0;)
    {
      const LsTaskState *task = ls_world_peek_task (&self->world, id);

      add_task (self, task);
      id = task->next;
    }
}

static void
add_loop_queues (Writer *self)
{
  for (guint type = 0; type < LS_N_TRACE_QUEUE_TYPES; type++)
    {
      const LsTaskList *lists = self->world.loop.loop_queues[type].work_queues;

      if (!ls_queue_type_is_known (type))
        continue;
      add_list (self, &lists[LS_WORK_QUEUE_IMMEDIATE_WORK], add_incoming);
      if (lists[LS_WORK_QUEUE_IMMEDIATE_WORK].length > 0)
        add_record (self, QUEUE_RELOADED, .queue = type, .value = lists[LS_WORK_QUEUE_IMMEDIATE_WORK].length,
                    .time = self->world.time, .priority = LS_TASK_PRIORITY_NONE);
      add_list (self, &lists[LS_WORK_QUEUE_IMMEDIATE_INCOMING], add_incoming);
      add_list (self, &lists[LS_WORK_QUEUE_DELAYED_WORK], add_delayed_work);
    }
}

/* The turn that goes on, or the number of the last one. */
static void
add_turn (Writer *self)
{
  const LsWorldLoop *loop = &self->world.loop;
  const LsTaskState *task = ls_world_peek_task (&self->world, loop->running_task);

  if (loop->running_task == 0 || task == NULL)
    {
      if (loop->turn == 0)
        return;
      add_record (self, TASK_SELECTED, .value = loop->turn, .time = self->world.time, .priority = LS_TASK_PRIORITY_NONE);
      add_record (self, TURN_ENDED, .value = loop->turn, .time = self->world.time, .priority = LS_TASK_PRIORITY_NONE);
      return;
    }
  if (task->is_scheduler_task && task->queue != 0)
    add_queued (self, task);
  else if (task->queued_at != LS_TIME_NEVER)
    add_incoming (self, task);
  else
    add_posting (self, task);
  add_record (self, TASK_SELECTED, .subject = task->id, .object = task->queue, .value = loop->turn, .queue = task->queue_type,
              .priority = task->priority, .time = task->started_at != LS_TIME_NEVER ? task->started_at : self->world.time,
              .flags = task->is_continuation ? LS_RECORD_FLAG_CONTINUATION : 0);
  if (task->started_at == LS_TIME_NEVER)
    return;
  add_record (self, TASK_STARTED, .subject = task->id, .object = loop->callback == LS_CALLBACK_TASK ? loop->abort_source : 0,
              .value = task->priority_source, .time = task->started_at, .priority = LS_TASK_PRIORITY_NONE);
  if (task->finished_at != LS_TIME_NEVER)
    add_record (self, TASK_FINISHED, .subject = task->id, .time = task->finished_at, .priority = LS_TASK_PRIORITY_NONE,
                .flags = task->threw ? LS_RECORD_FLAG_THREW : 0);
}

static void
add_microtask (Writer  *self,
               guint32  id)
{
  const LsMicrotaskState *microtask = ls_cow_table_peek (&self->world.microtasks, id);

  if (microtask != NULL)
    add_record (self, MICROTASK_QUEUED, .subject = id, .object = microtask->promise, .value = microtask->kind,
                .text = microtask->name, .time = self->world.time, .priority = LS_TASK_PRIORITY_NONE);
}

static void
add_microtasks (Writer *self)
{
  const LsWorldLoop *loop = &self->world.loop;

  if (loop->running_microtask != 0)
    {
      add_microtask (self, loop->running_microtask);
      add_record (self, MICROTASK_STARTED, .subject = loop->running_microtask, .object = loop->abort_source,
                  .value = loop->priority_source, .time = self->world.time, .priority = LS_TASK_PRIORITY_NONE);
    }
  for (guint32 id = loop->first_microtask; id != 0;)
    {
      const LsMicrotaskState *microtask = ls_cow_table_peek (&self->world.microtasks, id);

      add_microtask (self, id);
      id = microtask->next;
    }
  if (loop->statement_text != 0)
    add_record (self, STATEMENT, .text = loop->statement_text, .time = self->world.time, .priority = LS_TASK_PRIORITY_NONE);
  if (loop->requested_task != 0)
    add_record (self, IDLE_REQUESTED, .object = loop->requested_task, .time = self->world.time, .priority = LS_TASK_PRIORITY_NONE);
}

/* All that is in the queues of an agent's loop, and its turn. */
static void
add_tasks (Writer *self)
{
  const LsWorld *world = &self->world;

  for (guint32 id = world->loop.delayed.first; id != 0;)
    {
      const LsTaskState *task = ls_world_peek_task (world, id);

      add_posting (self, task);
      add_origin (self, task);
      add_raise (self, task);
      id = task->next_delayed;
    }
  for (guint32 id = ls_state_find_next_thing (&world->tasks, 0); id != 0; id = ls_state_find_next_thing (&world->tasks, id))
    {
      const LsTaskState *task = ls_world_peek_task (world, id);

      if (task->status != LS_TASK_STATUS_POSTED || task->agent != world->agent)
        continue;
      add_posting (self, task);
      if (task->due_at != LS_TIME_NEVER)
        add_due (self, task);
      add_raise (self, task);
    }
  for (guint32 id = ls_state_find_next_thing (&world->queues, 0); id != 0; id = ls_state_find_next_thing (&world->queues, id))
    {
      const LsQueueState *queue = ls_cow_table_peek (&world->queues, id);

      if (queue->agent == world->agent)
        add_list (self, &queue->tasks, add_queued);
    }
  add_loop_queues (self);
  add_turn (self);
  add_microtasks (self);
}

static void
add_queues (Writer   *self,
            gboolean  removed)
{
  const LsWorld *world = &self->world;

  for (guint32 id = ls_state_find_next_thing (&world->queues, 0); id != 0; id = ls_state_find_next_thing (&world->queues, id))
    {
      const LsQueueState *queue = ls_cow_table_peek (&world->queues, id);

      if (removed && queue->exists)
        continue;
      show_agent (self, queue->agent);
      if (removed)
        add_record (self, QUEUE_REMOVED, .subject = id, .time = world->time, .priority = LS_TASK_PRIORITY_NONE);
      else
        add_record (self, QUEUE_CREATED, .subject = id, .object = queue->signal, .value = queue->scheduler, .time = world->time,
                    .priority = queue->priority, .flags = queue->is_continuation ? LS_RECORD_FLAG_CONTINUATION : 0);
    }
}

/* Shared memory */

static void
add_cell (Writer            *self,
          const LsCellState *cell)
{
  const gboolean is_wide = cell->type >= LS_ELEMENT_BIGINT64;

  if (!cell->is_known)
    return;
  show_agent (self, cell->lock_owner != 0 ? cell->lock_owner : cell->writer);
  add_record (self, ATOMIC_OPERATION, .subject = cell->memory, .object = cell->byte_index, .value = (guint32) cell->value,
              .queue = cell->type, .time = self->world.time, .priority = LS_TASK_PRIORITY_NONE,
              .flags = (cell->writer != 0 ? LS_RECORD_FLAG_WROTE : 0) | (is_wide && cell->value >= 0 ? LS_RECORD_FLAG_WIDE : 0) |
                       (cell->lock_owner != 0 ? LS_RECORD_FLAG_LOCKED : cell->is_lock ? LS_RECORD_FLAG_UNLOCKED : 0));
}

static void
add_waiters (Writer            *self,
             const LsCellState *cell)
{
  for (guint32 id = cell->first_waiter; id != 0;)
    {
      const LsWaiterState *waiter = ls_cow_table_peek (&self->world.waiters, id);

      show_agent (self, waiter->agent);
      add_record (self, WAITER_ADDED, .subject = id, .object = waiter->memory, .value = waiter->byte_index, .text = waiter->timeout,
                  .level = waiter->is_async, .queue = cell->type, .time = waiter->since, .priority = LS_TASK_PRIORITY_NONE);
      id = waiter->next;
    }
}

static void
add_memory (Writer *self)
{
  const LsWorld *world = &self->world;

  for (guint32 id = ls_state_find_next_thing (&world->memories, 0); id != 0; id = ls_state_find_next_thing (&world->memories, id))
    {
      const LsMemoryState *memory = ls_cow_table_peek (&world->memories, id);

      add_record (self, MEMORY_CREATED, .subject = id, .value = memory->length, .text = memory->name, .time = world->time,
                  .priority = LS_TASK_PRIORITY_NONE);
    }
  for (guint32 i = 1; i < world->cells.n_items; i++)
    add_cell (self, ls_cow_table_peek (&world->cells, i));
  for (guint32 i = 1; i < world->cells.n_items; i++)
    add_waiters (self, ls_cow_table_peek (&world->cells, i));
}

/* Agents */

static void
add_agents (Writer *self)
{
  const LsCowTable *table = &self->world.agents;

  for (guint32 id = ls_state_find_next_thing (table, 0); id != 0; id = ls_state_find_next_thing (table, id))
    {
      const LsAgentTraceState *agent = ls_cow_table_peek (table, id);

      add_record (self, AGENT_CREATED, .subject = id, .object = agent->creator, .text = agent->name, .level = agent->can_block,
                  .time = self->world.time, .priority = LS_TASK_PRIORITY_NONE);
    }
}

/* Who waits, rests or runs. It comes last. */
static void
add_agent_states (Writer *self)
{
  const LsCowTable *table = &self->world.agents;
  const guint32 running = self->world.running_agent;

  for (guint32 id = ls_state_find_next_thing (table, 0); id != 0; id = ls_state_find_next_thing (table, id))
    {
      const LsAgentTraceState *agent = ls_cow_table_peek (table, id);

      if (agent->has_returned && agent->state != LS_AGENT_STATE_IDLE)
        add_record (self, AGENT_STATE, .subject = id, .level = LS_AGENT_STATE_IDLE, .time = agent->since,
                    .priority = LS_TASK_PRIORITY_NONE);
      if (id != running)
        add_record (self, AGENT_STATE, .subject = id, .level = agent->state, .object = agent->memory, .value = agent->byte_index,
                    .time = agent->since, .priority = LS_TASK_PRIORITY_NONE);
    }
  if (running != 0)
    {
      const LsAgentTraceState *agent = ls_cow_table_peek (table, running);

      add_record (self, AGENT_RUN, .subject = running, .value = self->world.n_choices, .level = 1,
                  .time = agent != NULL ? agent->since : self->world.time, .priority = LS_TASK_PRIORITY_NONE);
      if (agent != NULL && agent->state != LS_AGENT_STATE_RUNNING)
        add_record (self, AGENT_STATE, .subject = running, .level = agent->state, .object = agent->memory,
                    .value = agent->byte_index, .time = agent->since, .priority = LS_TASK_PRIORITY_NONE);
      self->agent = running;
    }
}

/* Lists records that make this state when they are applied to an empty one: all that exists, waits or runs. What is over is not
 * there, nor who posted the tasks that wait, unless that was outside of a GLib loop, nor how many statements and microtasks the
 * turn that goes on has had. */
GArray *
ls_world_list_records (const LsWorld *world)
{
  Writer writer = { .records = g_array_new (FALSE, FALSE, sizeof (LsRecord)) };
  Writer *self = &writer;
  const LsCowTable *agents, *table;

  ls_world_init_copy (&writer.world, world);
  agents = &writer.world.agents;
  add_agents (self);
  if (agents->n_items == 0)
    add_loop (self);
  for (guint32 id = ls_state_find_next_thing (agents, 0); id != 0; id = ls_state_find_next_thing (agents, id))
    {
      show_agent (self, id);
      add_loop (self);
    }
  add_schedulers (self);
  table = &writer.world.signals;
  for (guint32 id = ls_state_find_next_thing (table, 0); id != 0; id = ls_state_find_next_thing (table, id))
    add_signal (self, ls_cow_table_peek (table, id));
  add_queues (self, FALSE);
  table = &writer.world.timers;
  for (guint32 id = ls_state_find_next_thing (table, 0); id != 0; id = ls_state_find_next_thing (table, id))
    add_timer (self, ls_cow_table_peek (table, id));
  add_sources (self);
  add_memory (self);
  if (agents->n_items == 0)
    add_tasks (self);
  for (guint32 id = ls_state_find_next_thing (agents, 0); id != 0; id = ls_state_find_next_thing (agents, id))
    {
      show_agent (self, id);
      add_tasks (self);
    }
  add_queues (self, TRUE);
  add_agent_states (self);
  if (agents->n_items > 0)
    show_agent (self, world->current_agent);
  /* The state's own time. */
  add_record (self, LOG, .time = world->time, .priority = LS_TASK_PRIORITY_NONE);
  ls_world_clear (&writer.world);
  return writer.records;
}
