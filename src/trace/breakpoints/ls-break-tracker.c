/* ls-break-tracker.c
 *
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */

#include "ls-break-tracker-private.h"

void
ls_break_tracker_init (LsBreakTracker *self)
{
  *self = (LsBreakTracker) { 0 };
  ls_trace_cursor_init (&self->cursor, &self->loop, sizeof self->loop);
  ls_id_map_init (&self->tasks, sizeof (LsBreakTask));
  ls_id_map_init (&self->queues, sizeof (LsBreakQueue));
  ls_id_map_init (&self->signals, sizeof (LsBreakSignal));
  ls_id_map_init (&self->agents, sizeof (guint32));
  ls_id_map_init (&self->memories, sizeof (guint32));
  ls_id_map_init (&self->waiters, sizeof (LsBreakWaiter));
  self->runner = 1;
}

/* Lets it begin anew. */
void
ls_break_tracker_clear (LsBreakTracker *self)
{
  ls_trace_cursor_clear (&self->cursor);
  ls_id_map_clear (&self->tasks);
  ls_id_map_clear (&self->queues);
  ls_id_map_clear (&self->signals);
  ls_id_map_clear (&self->agents);
  ls_id_map_clear (&self->memories);
  ls_id_map_clear (&self->waiters);
  ls_break_tracker_init (self);
}

static LsBreakTask *
take_task (LsBreakTracker *self,
           guint32         id)
{
  return id != 0 ? ls_id_map_add (&self->tasks, id) : NULL;
}

static LsBreakQueue *
take_queue (LsBreakTracker *self,
            guint32         id)
{
  return id != 0 ? ls_id_map_add (&self->queues, id) : NULL;
}

static LsBreakSignal *
take_signal (LsBreakTracker *self,
             guint32         id)
{
  return id != 0 ? ls_id_map_add (&self->signals, id) : NULL;
}

static void
set_name (LsIdMap *map,
          guint32  id,
          guint32  name)
{
  if (id != 0)
    *(guint32 *) ls_id_map_add (map, id) = name;
}

static guint32
get_index (guint32 byte_index,
           guint   type)
{
  return type < LS_N_ELEMENT_TYPES ? byte_index >> (type / 2) : byte_index;
}

/* Takes the names of agents and memory, and the waiters, from a state. */
static void
begin_agents (LsBreakTracker *self,
              LsState        *state)
{
  for (guint32 id = 1; id <= ls_state_get_n_agents (state); id++)
    if (ls_state_get_agent (state, id) != NULL)
      set_name (&self->agents, id, ls_state_get_agent (state, id)->name);
  for (guint32 id = 1; id <= ls_state_get_n_memories (state); id++)
    if (ls_state_get_memory (state, id) != NULL)
      set_name (&self->memories, id, ls_state_get_memory (state, id)->name);
  for (guint32 id = 0; (id = ls_state_find_next_waiter (state, id)) != 0;)
    {
      const LsWaiterState *known = ls_state_get_waiter (state, id);
      const LsCellState *cell = ls_state_get_cell (state, known->memory, known->byte_index);

      if (known->is_waiting)
        *(LsBreakWaiter *) ls_id_map_add (&self->waiters, id) = (LsBreakWaiter) {
          .agent = known->agent,
          .memory = known->memory,
          .index = get_index (known->byte_index, cell != NULL ? cell->type : LS_ELEMENT_INT32),
        };
    }
  self->runner = ls_state_get_current_agent (state);
}

/* Begins where @state is, as the records before it are gone. The state says what they would have said. */
void
ls_break_tracker_begin_at (LsBreakTracker *self,
                           LsState        *state)
{
  ls_break_tracker_clear (self);
  self->position = ls_state_get_position (state);
  ls_trace_cursor_begin_at (&self->cursor, state, ls_state_get_time (state));
  begin_agents (self, state);
  for (guint32 id = 0; (id = ls_state_find_next_signal (state, id)) != 0;)
    {
      const LsSignalState *known = ls_state_get_signal (state, id);

      if (known->exists)
        *take_signal (self, id) = (LsBreakSignal) { .name = known->name,
                                                    .is_internal = (known->flags & LS_RECORD_FLAG_INTERNAL) != 0 };
    }
  for (guint32 id = 0; (id = ls_state_find_next_queue (state, id)) != 0;)
    {
      const LsQueueState *known = ls_state_get_queue (state, id);
      LsBreakSignal *signal = ls_id_map_get (&self->signals, known->signal);

      if (!known->exists && known->tasks.length == 0)
        continue;
      *take_queue (self, id) = (LsBreakQueue) { .signal = known->signal, .priority = known->priority, .is_known = TRUE };
      if (signal != NULL)
        signal->queues[known->is_continuation] = id;
    }
  for (guint32 id = 0; (id = ls_state_find_next_task (state, id)) != 0;)
    {
      const LsTaskState *known = ls_state_get_task (state, id);
      gboolean is_running = known->status == LS_TASK_STATUS_RUNNING;
      LsBreakQueue *queue;
      LsBreakTask *task;

      if (!is_running && (known->status < LS_TASK_STATUS_POSTED || known->status > LS_TASK_STATUS_INCOMING))
        continue;
      ls_trace_cursor_show_agent (&self->cursor, known->agent);
      task = take_task (self, id);
      *task = (LsBreakTask) {
        .queued_at = known->queued_at != LS_TIME_NEVER ? known->queued_at : 0,
        .name = known->name,
        .signal = known->signal,
        .priority = is_running ? known->priority : LS_TASK_PRIORITY_NONE,
        .queue_type = known->queue_type,
        .is_known = TRUE,
        .agent = known->agent,
      };
      if (is_running || known->queued_at == LS_TIME_NEVER)
        continue;
      queue = ls_id_map_get (&self->queues, known->queue);
      if (known->is_scheduler_task && queue != NULL)
        {
          task->place = LS_BREAK_PLACE_SCHEDULER;
          task->queue = known->queue;
          queue->length++;
          self->loop.scheduler_length++;
          self->loop.total_length++;
        }
      else if (!known->is_scheduler_task)
        {
          task->place = LS_BREAK_PLACE_LOOP;
          self->loop.type_lengths[known->queue_type]++;
          self->loop.total_length++;
        }
    }
  ls_trace_cursor_show_agent (&self->cursor, ls_state_get_current_agent (state));
}

static void
unlink_task (LsBreakTracker *self,
             LsBreakTask    *task)
{
  if (task->place == LS_BREAK_PLACE_NONE)
    return;

  self->loop.total_length--;
  if (task->place == LS_BREAK_PLACE_SCHEDULER)
    {
      LsBreakQueue *queue = ls_id_map_get (&self->queues, task->queue);

      self->loop.scheduler_length--;
      if (queue != NULL && queue->length > 0)
        queue->length--;
    }
  else
    self->loop.type_lengths[task->queue_type]--;
  task->place = LS_BREAK_PLACE_NONE;
}

static void
begin_task (LsBreakTracker *self,
            LsBreakTask    *task,
            const LsRecord *record)
{
  *task = (LsBreakTask) { .name = record->text, .priority = LS_TASK_PRIORITY_NONE, .is_known = TRUE,
                          .agent = ls_break_tracker_get_agent (self) };
}

/* Whether it is the turn of the task that a record is about. The record that selects a task finds it waiting. */
static gboolean
is_running (const LsBreakTracker *self,
            const LsRecord       *record)
{
  return record->subject == self->cursor.turn.task && record->kind != LS_RECORD_TASK_SELECTED;
}

/* Takes the task that a record is about out of its queue. NULL for a task that runs, or for no task. */
static LsBreakTask *
pull_task (LsBreakTracker *self,
           const LsRecord *record)
{
  LsBreakTask *task = !is_running (self, record) ? take_task (self, record->subject) : NULL;

  if (task == NULL)
    return NULL;
  unlink_task (self, task);
  if (!task->is_known)
    begin_task (self, task, record);
  if (task->name == 0)
    task->name = record->text;
  return task;
}

static void
on_posted (LsBreakTracker *self,
           const LsRecord *record)
{
  LsBreakTask *task = pull_task (self, record);

  if (task == NULL)
    return;
  begin_task (self, task, record);
  task->signal = record->object;
}

static void
on_queued (LsBreakTracker *self,
           const LsRecord *record)
{
  LsBreakQueue *queue = take_queue (self, record->object);
  LsBreakTask *task = queue != NULL ? pull_task (self, record) : NULL;

  if (task == NULL)
    return;
  if (!queue->is_known)
    *queue = (LsBreakQueue) { .priority = record->priority, .is_known = TRUE };
  task->place = LS_BREAK_PLACE_SCHEDULER;
  task->queue = record->object;
  task->queue_type = LS_QUEUE_TYPE_WEB_SCHEDULING;
  task->queued_at = record->time;
  queue->length++;
  self->loop.scheduler_length++;
  self->loop.total_length++;
  self->queued_task = record->subject;
}

static void
on_loop_queued (LsBreakTracker *self,
                const LsRecord *record)
{
  LsBreakTask *task = ls_queue_type_is_known (record->queue) ? pull_task (self, record) : NULL;

  /* Another record says when a scheduler queues a task whose delay has ended. */
  if (task == NULL || (record->kind == LS_RECORD_TASK_DUE && record->queue == LS_QUEUE_TYPE_WEB_SCHEDULING))
    return;
  task->place = LS_BREAK_PLACE_LOOP;
  task->queue = 0;
  task->queue_type = record->queue;
  task->queued_at = record->time;
  self->loop.type_lengths[record->queue]++;
  self->loop.total_length++;
  self->queued_task = record->subject;
}

static void
end_turn (LsBreakTracker *self)
{
  LsBreakTask *task = ls_id_map_get (&self->tasks, self->cursor.over.task);

  if (task == NULL)
    return;
  task->is_known = FALSE;
  self->over_task = self->cursor.over.task;
}

static void
on_selected (LsBreakTracker *self,
             const LsRecord *record)
{
  LsBreakTask *task = pull_task (self, record);

  if (task != NULL)
    task->priority = record->priority;
}

static void
on_removed (LsBreakTracker *self,
            const LsRecord *record)
{
  LsBreakTask *task = !is_running (self, record) ? ls_id_map_get (&self->tasks, record->subject) : NULL;

  if (task == NULL)
    return;
  unlink_task (self, task);
  task->is_known = FALSE;
  self->over_task = record->subject;
}

static void
on_queue_created (LsBreakTracker *self,
                  const LsRecord *record)
{
  LsBreakQueue *queue = take_queue (self, record->subject);
  LsBreakSignal *signal;

  if (queue == NULL)
    return;
  queue->is_known = TRUE;
  queue->signal = record->object;
  queue->priority = record->priority;
  signal = take_signal (self, record->object);
  if (signal != NULL)
    signal->queues[(record->flags & LS_RECORD_FLAG_CONTINUATION) != 0] = record->subject;
}

static void
on_waiter_added (LsBreakTracker *self,
                 const LsRecord *record)
{
  if (record->subject != 0)
    *(LsBreakWaiter *) ls_id_map_add (&self->waiters, record->subject) = (LsBreakWaiter) {
      .agent = ls_break_tracker_get_agent (self),
      .memory = record->object,
      .index = get_index (record->value, record->queue),
    };
}

/* Notes that the agent whose records go by runs. */
static void
note_running (LsBreakTracker *self)
{
  const guint32 agent = ls_break_tracker_get_agent (self);

  self->has_gone_on = agent != self->runner;
  self->runner = agent;
}

/* Drops what ended with the record before: breakpoints have looked at it by now. */
static void
forget_what_is_over (LsBreakTracker *self)
{
  const LsBreakTask *task;
  const LsBreakQueue *queue;

  if (self->over_task != 0)
    {
      task = ls_id_map_get (&self->tasks, self->over_task);
      if (task != NULL && !task->is_known && task->place == LS_BREAK_PLACE_NONE)
        ls_id_map_remove (&self->tasks, self->over_task);
    }
  if (self->over_queue != 0)
    {
      queue = ls_id_map_get (&self->queues, self->over_queue);
      if (queue != NULL && queue->length == 0)
        ls_id_map_remove (&self->queues, self->over_queue);
    }
  if (self->over_signal != 0)
    ls_id_map_remove (&self->signals, self->over_signal);
  if (self->over_waiter != 0)
    ls_id_map_remove (&self->waiters, self->over_waiter);
  self->over_task = self->over_queue = self->over_signal = self->over_waiter = 0;
}

/* Reads one record. */
void
ls_break_tracker_apply (LsBreakTracker *self,
                        const LsRecord *record)
{
  LsBreakSignal *signal;
  LsBreakQueue *queue;

  self->queued_task = 0;
  self->has_gone_on = FALSE;
  if (G_UNLIKELY ((self->over_task | self->over_queue | self->over_signal | self->over_waiter) != 0))
    forget_what_is_over (self);
  if (ls_trace_cursor_advance (&self->cursor, record, self->position))
    end_turn (self);
  switch (record->kind)
    {
    case LS_RECORD_TASK_POSTED:
      on_posted (self, record);
      break;
    case LS_RECORD_TASK_DELAYED:
      if (ls_queue_type_is_known (record->queue))
        pull_task (self, record);
      break;
    case LS_RECORD_TASK_QUEUED:
      on_queued (self, record);
      break;
    case LS_RECORD_TASK_INCOMING:
    case LS_RECORD_TASK_DUE:
      on_loop_queued (self, record);
      break;
    case LS_RECORD_TASK_SELECTED:
      note_running (self);
      on_selected (self, record);
      break;
    case LS_RECORD_TASK_REMOVED:
      on_removed (self, record);
      break;
    case LS_RECORD_AGENT_RUN:
      if (record->level > 0)
        note_running (self);
      break;
    case LS_RECORD_STATEMENT:
    case LS_RECORD_MICROTASK_STARTED:
    case LS_RECORD_ATOMIC_OPERATION:
      note_running (self);
      break;
    case LS_RECORD_AGENT_CREATED:
      set_name (&self->agents, record->subject, record->text);
      break;
    case LS_RECORD_MEMORY_CREATED:
      set_name (&self->memories, record->subject, record->text);
      break;
    case LS_RECORD_WAITER_ADDED:
      on_waiter_added (self, record);
      break;
    case LS_RECORD_WAITER_REMOVED:
      self->over_waiter = record->subject;
      break;
    case LS_RECORD_QUEUE_CREATED:
      on_queue_created (self, record);
      break;
    case LS_RECORD_QUEUE_PRIORITY:
      queue = ls_id_map_get (&self->queues, record->subject);
      if (queue != NULL && queue->is_known)
        queue->priority = record->priority;
      break;
    case LS_RECORD_QUEUE_REMOVED:
      self->over_queue = record->subject;
      break;
    case LS_RECORD_SIGNAL_FINALIZED:
      self->over_signal = record->subject;
      break;
    case LS_RECORD_SIGNAL_CREATED:
      signal = take_signal (self, record->subject);
      if (signal != NULL)
        {
          signal->name = record->text;
          signal->is_internal = (record->flags & LS_RECORD_FLAG_INTERNAL) != 0;
        }
      break;
    case LS_RECORD_SIGNAL_NAMED:
      signal = take_signal (self, record->subject);
      if (signal != NULL)
        signal->name = record->text;
      break;
    default:
      break;
    }
  self->position++;
}
