/* ls-reducer.c: what each record does to the state
 *
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */

#include "ls-record-steps-private.h"
#include "ls-selection-private.h"

#define NO_RECORD G_MAXUINT64

/* The task that posts with this record: the one that runs, unless the record says that it is another's. */
static guint32
get_poster (const LsWorld  *self,
            const LsRecord *record)
{
  const gboolean is_post = record->kind == LS_RECORD_TASK_POSTED || record->kind == LS_RECORD_TASK_INCOMING ||
                           record->kind == LS_RECORD_TASK_DELAYED;

  return is_post && (record->flags & LS_RECORD_FLAG_OUTSIDE) != 0 ? 0 : self->loop.running_task;
}

/* Resets a task to what its first record says. */
static LsTaskState *
begin_task (LsWorld        *self,
            LsTaskState    *task,
            const LsRecord *record)
{
  if (task->place != LS_PLACE_NONE)
    ls_world_unlink_task (self, task);

  *task = (LsTaskState) {
    .id = record->subject,
    .agent = self->agent,
    .priority = LS_TASK_PRIORITY_NONE,
    .queue_type = ls_queue_type_is_known (record->queue) ? record->queue : LS_QUEUE_TYPE_OTHER,
    .is_continuation = (record->flags & LS_RECORD_FLAG_CONTINUATION) != 0,
    .name = record->text,
    .posted_by = get_poster (self, record),
    .posted_at = record->time,
    .posted_record = self->position,
    .due_at = LS_TIME_NEVER,
    .queued_at = LS_TIME_NEVER,
    .started_at = LS_TIME_NEVER,
    .finished_at = LS_TIME_NEVER,
    .started_record = NO_RECORD,
    .is_idle_callback = record->subject == self->loop.requested_task,
  };

  return task;
}

static gboolean
is_over (const LsTaskState *task)
{
  return task->status == LS_TASK_STATUS_NONE
         || task->status == LS_TASK_STATUS_FINISHED
         || task->status == LS_TASK_STATUS_REMOVED;
}

/* Takes the task of a record out of its list. The record may be the first to name it. */
static LsTaskState *
take_task (LsWorld        *self,
           const LsRecord *record)
{
  LsTaskState *task;

  if (!ls_world_accepts_id (self, record->subject) || record->subject == self->loop.running_task)
    return NULL;

  task = ls_world_edit_task (self, record->subject);
  if (is_over (task))
    return begin_task (self, task, record);
  if (G_UNLIKELY (task->agent != self->agent))
    return NULL;
  if (task->place != LS_PLACE_NONE)
    ls_world_unlink_task (self, task);
  if (task->name == 0)
    task->name = record->text;
  return task;
}

static void
on_task_posted (LsWorld        *self,
                const LsRecord *record)
{
  LsTaskState *task;

  if (!ls_world_accepts_id (self, record->subject) || record->subject == self->loop.running_task)
    return;

  task = ls_world_edit_task (self, record->subject);
  if (G_UNLIKELY (!is_over (task) && task->agent != self->agent))
    return;
  begin_task (self, task, record);
  task->status = LS_TASK_STATUS_POSTED;
  task->queue_type = LS_QUEUE_TYPE_WEB_SCHEDULING;
  task->priority = record->priority;
  task->signal = record->object;
  task->delay = record->value;
  task->is_scheduler_task = TRUE;
}

static void
on_task_queued (LsWorld        *self,
                const LsRecord *record)
{
  LsTaskState *task;
  LsQueueState *queue;
  const LsQueueState *known;

  if (!ls_world_accepts_id (self, record->object))
    return;
  known = ls_cow_table_peek (&self->queues, record->object);
  if (known != NULL && known->id != 0 && known->agent != self->agent)
    return;
  if ((task = take_task (self, record)) == NULL)
    return;

  queue = ls_world_edit_queue (self, record->object);
  if (queue->id == 0)
    {
      queue->id = record->object;
      queue->agent = self->agent;
      queue->priority = record->priority;
      queue->is_continuation = task->is_continuation;
      queue->exists = TRUE;
    }

  task->status = LS_TASK_STATUS_QUEUED;
  task->queue_type = LS_QUEUE_TYPE_WEB_SCHEDULING;
  task->is_scheduler_task = TRUE;
  ls_world_set_order (self, task, record->value);
  task->queued_at = record->time;
  ls_world_link_scheduler_task (self, task, record->object);
}

/* A task moves to another queue, or gets another priority while it is in none, because of a task that awaits its result. */
static void
on_task_raised (LsWorld        *self,
                const LsRecord *record)
{
  const LsTaskState *known = ls_world_peek_task (self, record->subject);
  const LsQueueState *queue = ls_world_accepts_id (self, record->object) ? ls_cow_table_peek (&self->queues, record->object) : NULL;
  LsTaskState *task;

  if (known == NULL || is_over (known) || !known->is_scheduler_task || known->status == LS_TASK_STATUS_RUNNING ||
      known->agent != self->agent)
    return;
  if (known->status == LS_TASK_STATUS_QUEUED && (queue == NULL || queue->id == 0 || queue->agent != self->agent))
    return;
  task = ls_world_edit_task (self, record->subject);
  if (task->status == LS_TASK_STATUS_QUEUED)
    {
      ls_world_unlink_task (self, task);
      ls_world_link_scheduler_task (self, task, record->object);
    }
  task->is_raised = record->priority > record->level;
  task->raised_by = task->is_raised ? record->value : 0;
  task->raised_from = record->level;
  task->raised_to = record->priority;
}

static void
on_task_incoming (LsWorld        *self,
                  const LsRecord *record)
{
  LsTaskState *task;

  if (!ls_queue_type_is_known (record->queue) || (task = take_task (self, record)) == NULL)
    return;

  task->status = LS_TASK_STATUS_INCOMING;
  task->queue_type = record->queue;
  task->source = record->object;
  task->discrete = (record->flags & LS_RECORD_FLAG_DISCRETE) != 0;
  ls_world_set_order (self, task, record->value);
  task->queued_at = record->time;
  ls_world_link_loop_task (self, task, LS_WORK_QUEUE_IMMEDIATE_INCOMING);
}

/* The time at which a delay ends. A record's microseconds saturate after 71 minutes; the milliseconds of the call do not. */
static guint64
get_due_time (LsWorld           *self,
              const LsTaskState *task,
              const LsRecord    *record)
{
  guint64 delay = record->value;

  if (record->value == G_MAXUINT32)
    {
      const LsTimerState *timer = ls_cow_table_peek (&self->timers, task->timer);

      delay = MAX (delay, (guint64) task->delay * 1000);
      if (timer != NULL)
        delay = MAX (delay, (guint64) timer->timeout * 1000);
    }

  return record->time < G_MAXUINT64 - delay - 1 ? record->time + delay : LS_TIME_NEVER - 1;
}

static void
on_task_delayed (LsWorld        *self,
                 const LsRecord *record)
{
  LsTaskState *task;

  if (!ls_queue_type_is_known (record->queue) || (task = take_task (self, record)) == NULL)
    return;

  task->status = LS_TASK_STATUS_DELAYED;
  task->queue_type = task->is_scheduler_task ? LS_QUEUE_TYPE_WEB_SCHEDULING : record->queue;
  task->is_timer = (record->flags & LS_RECORD_FLAG_TIMER) != 0;
  *(ls_queue_type_is_of_sources (record->queue) ? &task->source : &task->timer) = record->object;
  task->awaits_event = (record->flags & LS_RECORD_FLAG_EVENT) != 0;
  task->due_at = task->awaits_event ? LS_TIME_NEVER : get_due_time (self, task, record);
  task->keeps_place = record->value == 0 && task->queue_type != LS_QUEUE_TYPE_WEB_SCHEDULING &&
                      task->queue_type != LS_QUEUE_TYPE_IDLE;
  if (task->keeps_place)
    ls_world_set_order (self, task, self->loop.last_order + 1);
  if (ls_world_accepts_id (self, task->timer))
    ((LsTimerState *) ls_cow_table_edit (&self->timers, task->timer))->task = record->subject;
  ls_world_link_delayed_task (self, task);
}

static void
on_task_due (LsWorld        *self,
             const LsRecord *record)
{
  LsTaskState *task;

  if (!ls_queue_type_is_known (record->queue) || (task = take_task (self, record)) == NULL)
    return;

  if (task->is_scheduler_task)
    {
      task->status = LS_TASK_STATUS_POSTED;
      return;
    }
  task->status = LS_TASK_STATUS_QUEUED;
  task->queue_type = record->queue;
  ls_world_set_order (self, task, record->value);
  task->queued_at = record->time;
  task->is_wait_unknown = task->awaits_event && record->clause == LS_CLAUSE_INFERRED_DUE;
  ls_world_link_loop_task (self, task, LS_WORK_QUEUE_DELAYED_WORK);
}

static void
end_turn (LsWorld *self)
{
  if (self->loop.running_task == 0)
    return;
  ls_world_edit_task (self, self->loop.running_task)->status = LS_TASK_STATUS_FINISHED;
  self->loop.running_task = 0;
}

static void
enter_callback (LsWorld        *self,
                LsCallbackKind  callback,
                const LsRecord *record)
{
  self->loop.callback = callback;
  self->loop.abort_source = record->object;
  self->loop.priority_source = record->value;
  self->loop.statement = 0;
  self->loop.statement_text = 0;
}

static void
leave_callback (LsWorld *self)
{
  self->loop.callback = LS_CALLBACK_NONE;
  self->loop.abort_source = 0;
  self->loop.priority_source = 0;
  self->loop.statement_text = 0;
}

static void
on_task_selected (LsWorld        *self,
                  const LsRecord *record)
{
  LsTaskState *task;

  if (G_UNLIKELY (self->agents.n_items > 0))
    ls_world_note_turn (self, TRUE, record->time);
  if (self->loop.max_delayed_picks > 0 || self->loop.fair_after > 0)
    ls_selection_count_pick (self, record);
  end_turn (self);
  leave_callback (self);
  self->loop.turn = record->value;
  self->loop.microtask = 0;
  self->loop.statement = 0;
  if ((task = take_task (self, record)) == NULL)
    return;

  task->status = LS_TASK_STATUS_RUNNING;
  task->turn = record->value;
  if (ls_task_priority_is_valid (record->priority))
    task->priority = record->priority;
  self->loop.running_task = record->subject;
}

static void
on_task_started (LsWorld        *self,
                 const LsRecord *record)
{
  enter_callback (self, LS_CALLBACK_TASK, record);
  if (record->subject == self->loop.running_task && record->subject != 0)
    {
      LsTaskState *task = ls_world_edit_task (self, record->subject);

      task->priority_source = record->value;
      task->started_at = record->time;
      task->started_record = self->position;
    }
}

static void
on_task_finished (LsWorld        *self,
                  const LsRecord *record)
{
  leave_callback (self);
  if (record->subject == self->loop.running_task && record->subject != 0)
    {
      LsTaskState *task = ls_world_edit_task (self, record->subject);

      task->finished_at = record->time;
      task->threw = (record->flags & LS_RECORD_FLAG_THREW) != 0;
    }
}

static void
on_task_removed (LsWorld        *self,
                 const LsRecord *record)
{
  const LsTaskState *known = ls_world_peek_task (self, record->subject);
  LsTaskState *task;

  if (known == NULL || is_over (known) || (task = take_task (self, record)) == NULL)
    return;

  task->status = LS_TASK_STATUS_REMOVED;
  task->removed_by = record->object;
  task->finished_at = record->time;
}

static void
on_queue_created (LsWorld        *self,
                  const LsRecord *record)
{
  LsQueueState *queue;

  if (!ls_world_accepts_id (self, record->subject))
    return;

  queue = ls_world_edit_queue (self, record->subject);
  if (G_UNLIKELY (queue->id != 0 && queue->agent != self->agent))
    return;
  queue->id = record->subject;
  queue->agent = self->agent;
  queue->scheduler = record->value;
  queue->signal = record->object;
  queue->priority = record->priority;
  queue->is_continuation = (record->flags & LS_RECORD_FLAG_CONTINUATION) != 0;
  queue->exists = TRUE;
  ls_world_update_queue (self, queue);
}

static void
on_queue_changed (LsWorld        *self,
                  const LsRecord *record)
{
  const LsQueueState *known = ls_cow_table_peek (&self->queues, record->subject);
  LsQueueState *queue;

  if (known == NULL || known->id == 0 || known->agent != self->agent)
    return;

  queue = ls_world_edit_queue (self, record->subject);
  if (record->kind == LS_RECORD_QUEUE_REMOVED)
    queue->exists = FALSE;
  else
    queue->priority = record->priority;
  ls_world_update_queue (self, queue);
}

/* Takes a microtask out of the queue. */
static void
unlink_microtask (LsWorld          *self,
                  LsMicrotaskState *microtask)
{
  if (microtask->previous != 0)
    ((LsMicrotaskState *) ls_cow_table_edit (&self->microtasks, microtask->previous))->next = microtask->next;
  else
    self->loop.first_microtask = microtask->next;
  if (microtask->next != 0)
    ((LsMicrotaskState *) ls_cow_table_edit (&self->microtasks, microtask->next))->previous = microtask->previous;
  else
    self->loop.last_microtask = microtask->previous;
  microtask->next = microtask->previous = 0;
  self->loop.n_microtasks--;
}

/* Whether a microtask waits or runs in another loop. Only a corrupt trace names it in this one. */
static gboolean
is_of_another (const LsWorld          *self,
               const LsMicrotaskState *microtask)
{
  return microtask->agent != self->agent && (microtask->status == LS_TASK_STATUS_QUEUED ||
                                             microtask->status == LS_TASK_STATUS_RUNNING);
}

static void
on_microtask_queued (LsWorld        *self,
                     const LsRecord *record)
{
  LsMicrotaskState *microtask;

  if (!ls_world_accepts_id (self, record->subject))
    return;

  microtask = ls_cow_table_edit (&self->microtasks, record->subject);
  if (G_UNLIKELY (is_of_another (self, microtask)))
    return;
  if (microtask->status == LS_TASK_STATUS_QUEUED)
    unlink_microtask (self, microtask);
  *microtask = (LsMicrotaskState) {
    .id = record->subject,
    .agent = self->agent,
    .name = record->text,
    .promise = record->object,
    .kind = record->value,
    .status = LS_TASK_STATUS_QUEUED,
    .previous = self->loop.last_microtask,
    .queued_record = self->position,
  };
  if (self->loop.last_microtask != 0)
    ((LsMicrotaskState *) ls_cow_table_edit (&self->microtasks, self->loop.last_microtask))->next = record->subject;
  else
    self->loop.first_microtask = record->subject;
  self->loop.last_microtask = record->subject;
  self->loop.n_microtasks++;
}

static void
on_microtask_started (LsWorld        *self,
                      const LsRecord *record)
{
  LsMicrotaskState *microtask;

  enter_callback (self, LS_CALLBACK_MICROTASK, record);
  if (!ls_world_accepts_id (self, record->subject))
    return;

  microtask = ls_cow_table_edit (&self->microtasks, record->subject);
  if (G_UNLIKELY (is_of_another (self, microtask)))
    return;
  if (microtask->status == LS_TASK_STATUS_QUEUED)
    unlink_microtask (self, microtask);
  microtask->id = record->subject;
  microtask->agent = self->agent;
  microtask->status = LS_TASK_STATUS_RUNNING;
  self->loop.running_microtask = record->subject;
}

static void
on_microtask_finished (LsWorld        *self,
                       const LsRecord *record)
{
  leave_callback (self);
  self->loop.microtask++;
  if (self->loop.running_microtask != 0)
    {
      LsMicrotaskState *microtask = ls_cow_table_edit (&self->microtasks, self->loop.running_microtask);

      if (microtask->status == LS_TASK_STATUS_RUNNING)
        microtask->status = LS_TASK_STATUS_FINISHED;
    }
  self->loop.running_microtask = 0;
}

static void
apply_record (LsWorld        *self,
              const LsRecord *record)
{
  switch (record->kind)
    {
    case LS_RECORD_LOOP_STARTED:
    case LS_RECORD_PRESET_QUEUE:
    case LS_RECORD_PRESET_PRIORITY:
    case LS_RECORD_PRESET_RULE:
    case LS_RECORD_SCHEDULER_CREATED:
    case LS_RECORD_TIMER_INSTALLED:
    case LS_RECORD_TIMER_FIRED:
    case LS_RECORD_TIMER_CLEARED:
    case LS_RECORD_QUEUE_STARVED:
    case LS_RECORD_TASKS_DEFERRED:
      ls_world_apply_loop (self, record);
      break;
    case LS_RECORD_TASK_POSTED:
      on_task_posted (self, record);
      break;
    case LS_RECORD_TASK_QUEUED:
      on_task_queued (self, record);
      break;
    case LS_RECORD_TASK_RAISED:
      on_task_raised (self, record);
      break;
    case LS_RECORD_TASK_INCOMING:
      on_task_incoming (self, record);
      break;
    case LS_RECORD_TASK_DELAYED:
      on_task_delayed (self, record);
      break;
    case LS_RECORD_TASK_DUE:
      on_task_due (self, record);
      break;
    case LS_RECORD_QUEUE_RELOADED:
      if (ls_queue_type_is_known (record->queue))
        ls_world_reload_queue (self, record->queue);
      break;
    case LS_RECORD_TASK_SELECTED:
      on_task_selected (self, record);
      break;
    case LS_RECORD_TASK_STARTED:
      on_task_started (self, record);
      break;
    case LS_RECORD_TASK_FINISHED:
      on_task_finished (self, record);
      break;
    case LS_RECORD_TASK_REMOVED:
      on_task_removed (self, record);
      break;
    case LS_RECORD_TURN_ENDED:
      end_turn (self);
      if (G_UNLIKELY (self->agents.n_items > 0))
        ls_world_note_turn (self, FALSE, record->time);
      break;
    case LS_RECORD_QUEUE_CREATED:
      on_queue_created (self, record);
      break;
    case LS_RECORD_QUEUE_REMOVED:
    case LS_RECORD_QUEUE_PRIORITY:
      on_queue_changed (self, record);
      break;
    case LS_RECORD_MICROTASK_QUEUED:
      on_microtask_queued (self, record);
      break;
    case LS_RECORD_MICROTASK_STARTED:
      on_microtask_started (self, record);
      break;
    case LS_RECORD_MICROTASK_FINISHED:
      on_microtask_finished (self, record);
      break;
    case LS_RECORD_IDLE_REQUESTED:
      self->loop.requested_task = record->object;
      break;
    case LS_RECORD_STATEMENT:
      self->loop.statement++;
      self->loop.statement_text = record->text;
      break;
    case LS_RECORD_ACTION_FINISHED:
      /* An action between callbacks ends the statements of listeners that it called. */
      if (self->loop.callback == LS_CALLBACK_NONE)
        self->loop.statement_text = 0;
      break;
    case LS_RECORD_AGENT_CREATED:
    case LS_RECORD_AGENT_RUN:
    case LS_RECORD_AGENT_STATE:
    case LS_RECORD_MEMORY_CREATED:
    case LS_RECORD_ATOMIC_OPERATION:
    case LS_RECORD_WAITER_ADDED:
    case LS_RECORD_WAITER_REMOVED:
    case LS_RECORD_NOTIFY:
      ls_world_apply_agent (self, record);
      break;
    default:
      ls_world_apply_signal (self, record);
      break;
    }
}

/* Applies these records from self->position on. Records that contradict the state, or name what cannot exist, are ignored, so that
 * the state stays consistent whatever a trace says. */
void
ls_world_apply (LsWorld        *self,
                const LsRecord *records,
                gsize           n_records)
{
  for (gsize i = 0; i < n_records; i++)
    {
      apply_record (self, &records[i]);
      if (G_UNLIKELY (self->sources.n_items > 0 || records[i].kind == LS_RECORD_SOURCE_ATTACHED))
        ls_world_apply_sources (self, &records[i]);
      self->time = records[i].time;
      self->step += ls_record_ends_step (&records[i]);
      self->position++;
    }
}
