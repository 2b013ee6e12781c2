/* ls-story-tasks.c: what a story tells of tasks: who posted them, how long they wait, when they run
 *
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */

#include "ls-story-teller-private.h"

static guint
get_count_of_priority (guint8 priority)
{
  return ls_task_priority_is_valid (priority) ? priority - LS_TASK_PRIORITY_BACKGROUND : LS_STORY_COUNT_OTHER;
}

static void
leave_queue (LsStory     *self,
             LsStoryTask *task)
{
  LsStoryQueue *queue = ls_id_map_get (&self->queues, task->scheduler_queue);

  ls_story_change_count (self, task->agent, task->count, -1);
  task->count = LS_STORY_NOT_COUNTED;
  if (queue != NULL && queue->n_tasks > 0)
    queue->n_tasks--;
  task->scheduler_queue = 0;
}

static void
enter_queue (LsStory     *self,
             LsStoryTask *task,
             guint        count)
{
  leave_queue (self, task);
  task->agent = self->agent_id;
  task->count = count;
  ls_story_change_count (self, task->agent, count, 1);
}

static void
enter_scheduler_queue (LsStory     *self,
                       LsStoryTask *task,
                       guint32      id,
                       guint8       priority)
{
  LsStoryQueue *queue = ls_id_map_get (&self->queues, id);

  task->priority = queue != NULL ? queue->priority : priority;
  enter_queue (self, task, get_count_of_priority (task->priority));
  if (queue != NULL)
    {
      queue->n_tasks++;
      task->scheduler_queue = id;
      task->queue_signal = queue->signal;
    }
}

/* A task that was in the queue keeps the priority that it was queued with: it is looked up when it is selected. */
static void
on_queue_priority (LsStory        *self,
                   const LsRecord *record)
{
  LsStoryQueue *queue = ls_id_map_get (&self->queues, record->subject);
  guint32 i = 0, id;
  LsStoryTask *task;

  if (queue == NULL || queue->priority == record->priority)
    return;
  ls_story_change_count (self, queue->agent, get_count_of_priority (queue->priority), -(gint) MIN (queue->n_tasks, G_MAXINT));
  ls_story_change_count (self, queue->agent, get_count_of_priority (record->priority), MIN (queue->n_tasks, G_MAXINT));
  queue->priority = record->priority;
  while ((task = ls_id_map_next (&self->tasks, &i, &id)) != NULL)
    if (task->scheduler_queue == record->subject)
      {
        task->priority = record->priority;
        task->count = get_count_of_priority (record->priority);
      }
}

/* Tasks */

LsStoryTask *
ls_story_know_task (LsStory        *self,
                    const LsRecord *record,
                    guint32         id)
{
  LsStoryTask *task = ls_id_map_get (&self->tasks, id);
  const LsTaskState *known;

  if (task != NULL || id == 0)
    return task;
  task = ls_id_map_add (&self->tasks, id);
  *task = (LsStoryTask) {
    .posted_at = self->last,
    .ready_at = LS_STORY_NOT_YET,
    .due_at = LS_TIME_NEVER,
    .agent = self->agent_id,
    .poster = self->agent_id,
    .posted_in_slice = self->agent->depth > 0,
    .priority = LS_TASK_PRIORITY_NONE,
    .queue = record->queue,
    .count = LS_STORY_NOT_COUNTED,
  };
  known = self->before != NULL ? ls_state_get_task (self->before, id) : NULL;
  if (known == NULL || known->status < LS_TASK_STATUS_POSTED || known->status > LS_TASK_STATUS_INCOMING)
    return task;
  task->posted_at = MIN (known->posted_at, self->time) * 1000;
  task->due_at = known->due_at;
  if (known->queued_at != LS_TIME_NEVER)
    task->ready_at = MIN (known->queued_at, self->time) * 1000;
  task->name = known->name;
  task->signal = known->signal;
  task->timer = known->timer;
  task->queue = known->queue_type;
  task->is_scheduler_task = known->is_scheduler_task;
  task->is_continuation = known->is_continuation;
  task->posted_in_slice = FALSE;
  task->is_told = TRUE;
  return task;
}

/* Tells of the posting once its priority is known. */
void
ls_story_tell_posting (LsStory          *self,
                       LsStoryEventKind  kind,
                       guint32           id,
                       LsStoryTask      *task)
{
  LsStoryEvent event = ls_story_make_event (self, kind);

  if (task->is_told)
    return;
  task->is_told = TRUE;
  task->flow = ++self->n_flows;
  event.task = id;
  event.id = kind == LS_STORY_TIMER_INSTALL ? task->timer : kind == LS_STORY_IDLE_REQUEST ? task->idle : id;
  event.flow = task->flow;
  event.priority = task->priority;
  event.queue = task->queue;
  event.signal = task->signal;
  event.value = task->delay;
  event.is_continuation = task->is_continuation;
  event.name = ls_story_get_text (self, task->name);
  ls_story_tell_event (self, &event);
}

static guint8
get_posted_priority (LsStory           *self,
                     const LsStoryTask *task)
{
  const guint8 *priority = ls_id_map_get (&self->signals, task->signal);

  if (task->priority != LS_TASK_PRIORITY_NONE)
    return task->priority;
  return priority != NULL && *priority != LS_TASK_PRIORITY_NONE ? *priority : LS_TASK_PRIORITY_USER_VISIBLE;
}

static void
on_task_posted (LsStory        *self,
                const LsRecord *record)
{
  LsStoryTask *task = ls_story_know_task (self, record, record->subject);

  if (task == NULL)
    return;
  task->is_scheduler_task = TRUE;
  task->is_continuation = (record->flags & LS_RECORD_FLAG_CONTINUATION) != 0;
  task->queue = LS_QUEUE_TYPE_WEB_SCHEDULING;
  task->signal = record->object;
  task->delay = record->value;
  task->name = record->text;
  task->priority = record->priority;
  if (record->flags & LS_RECORD_FLAG_OUTSIDE)
    task->posted_in_slice = FALSE;
}

static void
tell_loop_posting (LsStory        *self,
                   const LsRecord *record,
                   LsStoryTask    *task)
{
  if (record->flags & LS_RECORD_FLAG_OUTSIDE)
    task->posted_in_slice = FALSE;
  if (task->name == 0)
    task->name = record->text;
  /* A recording that does not say when a task was posted has it posted when it runs. Nobody else is told that. */
  if (record->clause == LS_CLAUSE_INFERRED_DUE && record->kind != LS_RECORD_TASK_DELAYED)
    task->is_told = TRUE;
  if (task->is_scheduler_task)
    {
      task->priority = get_posted_priority (self, task);
      ls_story_tell_posting (self, task->is_continuation ? LS_STORY_YIELD : LS_STORY_POST, record->subject, task);
    }
  else
    ls_story_tell_posting (self, task->queue == LS_QUEUE_TYPE_COMPOSITOR ? LS_STORY_FRAME_REQUEST : LS_STORY_LOOP_POST,
                  record->subject, task);
}

/* When a delay ends. A record's microseconds saturate after 71 minutes, the milliseconds of postTask() after 49 days. */
static guint64
get_due_time (const LsStoryTask *task,
              const LsRecord    *record)
{
  if (record->value != G_MAXUINT32)
    return record->time + record->value;
  return task->delay > 0 && task->delay != G_MAXUINT32 ? record->time + task->delay * G_GUINT64_CONSTANT (1000) : LS_TIME_NEVER;
}

static void
on_task_queued (LsStory        *self,
                const LsRecord *record)
{
  LsStoryTask *task = ls_story_know_task (self, record, record->subject);

  if (task == NULL)
    return;
  switch (record->kind)
    {
    case LS_RECORD_TASK_QUEUED:
      task->is_scheduler_task = TRUE;
      task->is_continuation = (record->flags & LS_RECORD_FLAG_CONTINUATION) != 0;
      task->queue = LS_QUEUE_TYPE_WEB_SCHEDULING;
      enter_scheduler_queue (self, task, record->object, record->priority);
      break;
    case LS_RECORD_TASK_INCOMING:
      task->queue = record->queue;
      enter_queue (self, task, LS_STORY_COUNT_OTHER);
      break;
    case LS_RECORD_TASK_DELAYED:
      if (!task->is_scheduler_task)
        task->queue = record->queue;
      if (record->flags & LS_RECORD_FLAG_TIMER)
        task->timer = record->object;
      task->due_at = get_due_time (task, record);
      enter_queue (self, task, LS_STORY_COUNT_DELAYED);
      tell_loop_posting (self, record, task);
      return;
    default: /* TASK_DUE */
      enter_queue (self, task, task->is_scheduler_task ? LS_STORY_NOT_COUNTED : LS_STORY_COUNT_OTHER);
      break;
    }
  /* A task waits from the end of its delay on, also where the loop is busy then and sees it later. */
  if (task->ready_at == LS_STORY_NOT_YET)
    {
      task->ready_at = self->last;
      if (task->due_at < record->time && task->due_at * 1000 > task->posted_at)
        task->ready_at = task->due_at * 1000;
    }
  if (record->kind != LS_RECORD_TASK_DUE)
    tell_loop_posting (self, record, task);
}

static void
tell_wait (LsStory           *self,
           guint32            id,
           const LsStoryTask *task,
           gboolean           is_open)
{
  LsStoryEvent event = ls_story_make_event (self, LS_STORY_WAIT);

  if (task->ready_at == LS_STORY_NOT_YET || task->ready_at >= self->last)
    return;
  event.agent = task->agent;
  event.since = task->ready_at;
  event.task = id;
  event.priority = task->priority;
  event.queue = task->queue;
  event.signal = task->queue_signal;
  event.is_continuation = task->is_continuation;
  event.name = ls_story_get_text (self, task->name);
  event.is_open = is_open;
  ls_story_tell_event (self, &event);
}

static void
on_task_selected (LsStory        *self,
                  const LsRecord *record)
{
  LsStoryTask *task = ls_story_know_task (self, record, record->subject);
  LsStoryEvent *turn;

  ls_story_end_slices_to (self, LS_STORY_SLICE_TURN);
  if (self->agent->depth > 0)
    self->agent->depth = 0;
  /* The turn before this one ended just now. */
  self->agent->last = ++self->last;
  if (task != NULL)
    {
      task->agent = self->agent_id;
      if (!task->is_scheduler_task)
        task->queue = record->queue;
      if (record->priority != LS_TASK_PRIORITY_NONE)
        task->priority = record->priority;
      tell_wait (self, record->subject, task, FALSE);
      leave_queue (self, task);
    }
  turn = ls_story_begin_slice (self, LS_STORY_SLICE_TURN);
  if (turn != NULL)
    {
      turn->task = record->subject;
      turn->queue = record->queue;
      turn->priority = record->priority;
      turn->name = task != NULL ? ls_story_get_text (self, task->name) : NULL;
    }
}

static LsStorySlice
get_slice (const LsStoryTask *task)
{
  if (task->timer != 0)
    return LS_STORY_SLICE_TIMER;
  if (task->is_scheduler_task)
    return task->is_continuation ? LS_STORY_SLICE_CONTINUATION : LS_STORY_SLICE_TASK;
  switch ((LsQueueType) task->queue)
    {
    case LS_QUEUE_TYPE_COMPOSITOR:
      return LS_STORY_SLICE_FRAME;
    case LS_QUEUE_TYPE_INPUT:
      return LS_STORY_SLICE_INPUT;
    case LS_QUEUE_TYPE_IDLE:
      return LS_STORY_SLICE_IDLE;
    default:
      return LS_STORY_SLICE_CALLBACK;
    }
}

static void
on_task_started (LsStory        *self,
                 const LsRecord *record)
{
  LsStoryTask *task = ls_story_know_task (self, record, record->subject);
  LsStoryEvent *slice;

  if (task == NULL)
    return;
  slice = ls_story_begin_slice (self, get_slice (task));
  if (slice != NULL)
    {
      slice->task = record->subject;
      slice->id = task->timer != 0 ? task->timer : task->idle != 0 ? task->idle : record->subject;
      slice->priority = task->priority;
      slice->queue = task->queue;
      slice->value = task->delay;
      slice->flow = task->flow;
      slice->since = task->posted_at;
      slice->since_agent = task->poster;
      slice->posted_in_slice = task->posted_in_slice;
      slice->is_continuation = task->is_continuation;
      slice->name = ls_story_get_text (self, task->name);
    }
  leave_queue (self, task);
  ls_id_map_remove (&self->tasks, record->subject);
}

static void
on_task_removed (LsStory        *self,
                 const LsRecord *record)
{
  LsStoryTask *task = ls_story_know_task (self, record, record->subject);
  LsStoryEvent event = ls_story_make_event (self, LS_STORY_ABORT);

  if (task == NULL)
    return;
  tell_wait (self, record->subject, task, FALSE);
  if (task->is_scheduler_task)
    {
      event.task = record->subject;
      event.is_continuation = task->is_continuation;
      event.signal = record->object;
      event.name = ls_story_get_text (self, task->name);
      ls_story_tell_event (self, &event);
    }
  leave_queue (self, task);
  ls_id_map_remove (&self->tasks, record->subject);
}

static void
on_task_raised (LsStory        *self,
                const LsRecord *record)
{
  LsStoryTask *task = ls_story_know_task (self, record, record->subject);

  if (task == NULL)
    return;
  task->priority = record->priority;
  if (record->object != 0)
    enter_scheduler_queue (self, task, record->object, record->priority);
}

/* Tells of the tasks that still wait at the end. */
void
ls_story_tell_open_waits (LsStory *self)
{
  guint32 i = 0, id;
  LsStoryTask *task;

  while ((task = ls_id_map_next (&self->tasks, &i, &id)) != NULL)
    tell_wait (self, id, task, TRUE);
}

/* Returns whether the record is about a task in the queues. */
gboolean
ls_story_apply_task (LsStory *self, const LsRecord *record)
{
  switch (record->kind)
    {
    case LS_RECORD_TASK_POSTED:
      on_task_posted (self, record);
      return TRUE;
    case LS_RECORD_TASK_QUEUED:
    case LS_RECORD_TASK_INCOMING:
    case LS_RECORD_TASK_DELAYED:
    case LS_RECORD_TASK_DUE:
      on_task_queued (self, record);
      return TRUE;
    case LS_RECORD_TASK_SELECTED:
      on_task_selected (self, record);
      return TRUE;
    case LS_RECORD_TASK_STARTED:
      on_task_started (self, record);
      return TRUE;
    case LS_RECORD_TASK_REMOVED:
      on_task_removed (self, record);
      return TRUE;
    case LS_RECORD_TASK_RAISED:
      on_task_raised (self, record);
      return TRUE;
    case LS_RECORD_QUEUE_CREATED:
      if (record->subject != 0)
        *(LsStoryQueue *) ls_id_map_add (&self->queues, record->subject) =
          (LsStoryQueue) { .priority = record->priority, .agent = self->agent_id, .signal = record->object };
      return TRUE;
    case LS_RECORD_QUEUE_PRIORITY:
      on_queue_priority (self, record);
      return TRUE;
    case LS_RECORD_QUEUE_REMOVED:
      ls_id_map_remove (&self->queues, record->subject);
      return TRUE;
    default:
      return FALSE;
    }
}
