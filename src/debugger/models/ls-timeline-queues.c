/* ls-timeline-queues.c: reads how many tasks of the scheduler are queued
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "ls-timeline-model-private.h"

/* A scheduler task queue. */
typedef struct
{
  guint32 length;
  guint8  priority;
} Queue;

void
ls_timeline_model_init_queues (LsTimelineModel *self)
{
  ls_id_map_init (&self->queues, sizeof (Queue));
}

static void
change_length (LsTimelineModel *self,
               guint32          id,
               guint64          time,
               int              difference)
{
  Queue *queue = ls_id_map_get (&self->queues, id);

  if (queue == NULL || !ls_task_priority_is_valid (queue->priority) || (difference < 0 && queue->length < (guint32) -difference))
    return;
  queue->length += difference;
  ls_queue_lengths_add (self->agent->base.queued, time, queue->priority, difference);
}

static void
read_queued (LsTimelineModel *self,
             const LsRecord  *record)
{
  LsTimelineTask *task = ls_timeline_model_find_task (self, record->subject);
  Queue *queue;

  /* A task is in one queue at most. */
  if (task == NULL || task->queue != 0 || record->object == 0)
    return;
  queue = ls_id_map_get (&self->queues, record->object);
  if (queue == NULL)
    {
      queue = ls_id_map_add (&self->queues, record->object);
      *queue = (Queue) { .priority = record->priority };
    }
  task->queue = record->object;
  change_length (self, record->object, record->time, 1);
}

static void
read_left (LsTimelineModel *self,
           const LsRecord  *record)
{
  LsTimelineTask *task = ls_timeline_model_find_task (self, record->subject);

  if (task == NULL || task->queue == 0)
    return;
  change_length (self, task->queue, record->time, -1);
  task->queue = 0;
}

/* The tasks of a queue move to another priority with it. */
static void
read_priority (LsTimelineModel *self,
               const LsRecord  *record)
{
  Queue *queue = ls_id_map_get (&self->queues, record->subject);

  if (queue == NULL || queue->priority == record->priority || !ls_task_priority_is_valid (record->priority))
    return;
  if (ls_task_priority_is_valid (queue->priority))
    ls_queue_lengths_add (self->agent->base.queued, record->time, queue->priority, -(int) queue->length);
  ls_queue_lengths_add (self->agent->base.queued, record->time, record->priority, queue->length);
  queue->priority = record->priority;
}

/* Reads what a record says of the scheduler's queues. The model knows the record's task already. */
void
ls_timeline_model_read_queues (LsTimelineModel *self,
                               const LsRecord  *record)
{
  const Queue *queue;

  switch ((LsRecordKind) record->kind)
    {
    case LS_RECORD_TASK_QUEUED:
      read_queued (self, record);
      break;
    case LS_RECORD_TASK_SELECTED:
    case LS_RECORD_TASK_REMOVED:
      read_left (self, record);
      break;
    case LS_RECORD_QUEUE_PRIORITY:
      read_priority (self, record);
      break;
    case LS_RECORD_QUEUE_REMOVED:
      queue = ls_id_map_get (&self->queues, record->subject);
      if (queue != NULL && queue->length == 0)
        ls_id_map_remove (&self->queues, record->subject);
      break;
    default:
      break;
    }
}

/* Counts the tasks that are queued where the model begins to read. */
void
ls_timeline_model_begin_queues (LsTimelineModel *self,
                                LsState         *state)
{
  for (guint32 id = 0; (id = ls_state_find_next_queue (state, id)) != 0;)
    {
      const LsQueueState *data = ls_state_get_queue (state, id);
      const LsTimelineAgent *agent = ls_timeline_model_find_agent (self, MAX (data->agent, 1));
      Queue *queue;

      if (data->tasks.length == 0 || agent == NULL || !ls_task_priority_is_valid (data->priority))
        continue;
      queue = ls_id_map_add (&self->queues, id);
      *queue = (Queue) { .length = data->tasks.length, .priority = data->priority };
      ls_queue_lengths_add (agent->queued, self->start_time, queue->priority, queue->length);
    }
}
