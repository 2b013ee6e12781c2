/* ls-break-tracker.c
 *
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */

#include "ls-break-tracker-private.h"

#include <string.h>

/* Identifiers count from 1, so the n-th record cannot well name a number far above n: what does is corrupt. */
#define ID_SLACK 1024
#define FIRST_LENGTH 64

void
ls_break_tracker_clear (LsBreakTracker *self)
{
  g_free (self->tasks);
  g_free (self->queues);
  g_free (self->signals);
  *self = (LsBreakTracker) { 0 };
}

/* Makes room for an element, all zero where it is new. NULL for a number that cannot be. */
static gpointer
take (LsBreakTracker *self,
      gpointer       *elements,
      gsize          *n_elements,
      gsize           size,
      guint32         id)
{
  if (id == 0 || id > self->position + ID_SLACK)
    return NULL;
  if (id >= *n_elements)
    {
      gsize n = MAX (MAX (*n_elements * 2, FIRST_LENGTH), (gsize) id + 1);

      *elements = g_realloc_n (*elements, n, size);
      memset ((char *) *elements + *n_elements * size, 0, (n - *n_elements) * size);
      *n_elements = n;
    }
  return (char *) *elements + id * size;
}

static LsBreakTask *
take_task (LsBreakTracker *self,
           guint32         id)
{
  return take (self, (gpointer *) &self->tasks, &self->n_tasks, sizeof *self->tasks, id);
}

static LsBreakQueue *
take_queue (LsBreakTracker *self,
            guint32         id)
{
  return take (self, (gpointer *) &self->queues, &self->n_queues, sizeof *self->queues, id);
}

static LsBreakSignal *
take_signal (LsBreakTracker *self,
             guint32         id)
{
  return take (self, (gpointer *) &self->signals, &self->n_signals, sizeof *self->signals, id);
}

static void
unlink_task (LsBreakTracker *self,
             LsBreakTask    *task)
{
  if (task->place == LS_BREAK_PLACE_NONE)
    return;

  self->total_length--;
  if (task->place == LS_BREAK_PLACE_SCHEDULER)
    {
      self->scheduler_length--;
      self->queues[task->queue].length--;
    }
  else
    self->type_lengths[task->queue_type]--;
  task->place = LS_BREAK_PLACE_NONE;
}

static void
begin_task (LsBreakTask    *task,
            const LsRecord *record)
{
  *task = (LsBreakTask) { .name = record->text, .priority = LS_TASK_PRIORITY_NONE, .is_known = TRUE };
}

/* The task that a record is about, waiting nowhere; NULL for one that runs, or cannot be. */
static LsBreakTask *
pull_task (LsBreakTracker *self,
           const LsRecord *record)
{
  LsBreakTask *task = record->subject != self->running ? take_task (self, record->subject) : NULL;

  if (task == NULL)
    return NULL;
  unlink_task (self, task);
  if (!task->is_known)
    begin_task (task, record);
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
  begin_task (task, record);
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
  self->scheduler_length++;
  self->total_length++;
  self->queued_task = record->subject;
}

static void
on_loop_queued (LsBreakTracker *self,
                const LsRecord *record)
{
  LsBreakTask *task = ls_queue_type_is_valid (record->queue) ? pull_task (self, record) : NULL;

  /* A scheduler's task that is due is queued by a record of its own. */
  if (task == NULL || (record->kind == LS_RECORD_TASK_DUE && record->queue == LS_QUEUE_TYPE_WEB_SCHEDULING))
    return;
  task->place = LS_BREAK_PLACE_LOOP;
  task->queue = 0;
  task->queue_type = record->queue;
  task->queued_at = record->time;
  self->type_lengths[record->queue]++;
  self->total_length++;
  self->queued_task = record->subject;
}

static void
end_turn (LsBreakTracker *self)
{
  if (self->running != 0)
    self->tasks[self->running].is_known = FALSE;
  self->running = 0;
}

static void
on_selected (LsBreakTracker *self,
             const LsRecord *record)
{
  LsBreakTask *task;

  end_turn (self);
  task = pull_task (self, record);
  if (task == NULL)
    return;
  task->priority = record->priority;
  self->running = record->subject;
}

static void
on_removed (LsBreakTracker *self,
            const LsRecord *record)
{
  LsBreakTask *task = record->subject != self->running && record->subject < self->n_tasks
                        ? &self->tasks[record->subject] : NULL;

  if (task == NULL)
    return;
  unlink_task (self, task);
  task->is_known = FALSE;
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

/* Goes on over one record. */
void
ls_break_tracker_apply (LsBreakTracker *self,
                        const LsRecord *record)
{
  LsBreakSignal *signal;

  self->queued_task = 0;
  switch (record->kind)
    {
    case LS_RECORD_TASK_POSTED:
      on_posted (self, record);
      break;
    case LS_RECORD_TASK_DELAYED:
      if (ls_queue_type_is_valid (record->queue))
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
      on_selected (self, record);
      break;
    case LS_RECORD_TASK_REMOVED:
      on_removed (self, record);
      break;
    case LS_RECORD_TURN_ENDED:
      end_turn (self);
      break;
    case LS_RECORD_QUEUE_CREATED:
      on_queue_created (self, record);
      break;
    case LS_RECORD_QUEUE_PRIORITY:
      if (record->subject < self->n_queues && self->queues[record->subject].is_known)
        self->queues[record->subject].priority = record->priority;
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
