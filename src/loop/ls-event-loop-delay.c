/* ls-event-loop-delay.c: tasks that are delayed, and tasks that are taken away
 *
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */

#include "ls-event-loop-private.h"

/* Puts @task into the delayed incoming queue. @delay in µs; @timer is for the record. */
void
ls_event_loop_delay_task (LsEventLoop *self,
                          LsTask      *task,
                          guint64      delay,
                          guint32      timer,
                          guint32      name)
{
  ls_event_loop_check_incoming (self);
  ls_event_loop_update_clock (self);
  /* A timer without timeout passes through delayed incoming like any other, as the article walks through it. But it keeps its
   * place among the tasks that are posted meanwhile: Chromium posts it as an immediate task. Idle callbacks stand behind the
   * tasks that have waited longer. */
  if (delay == 0 && task->queue_type != LS_QUEUE_TYPE_WEB_SCHEDULING && task->queue_type != LS_QUEUE_TYPE_IDLE)
    {
      ls_event_loop_check_delays (self);
      task->order = ls_event_loop_take_enqueue_order (self);
      task->keeps_place = TRUE;
    }
  self->queues[task->queue_type].n_delayed_incoming++;
  task->work_queue = LS_WORK_QUEUE_DELAYED_INCOMING;
  ls_wake_up_queue_add (&self->wake_ups, task,
                        delay <= END_OF_TIME - self->now ? self->now + delay : LS_TIME_NEVER);
  ls_event_loop_emit (self, .kind = LS_RECORD_TASK_DELAYED, .subject = task->id, .object = timer,
                      .value = ls_saturate (delay), .text = name, .queue = task->queue_type,
                      .flags = timer != 0 ? LS_RECORD_FLAG_TIMER : 0, .clause = LS_CLAUSE_BLINK_WAKE_UP_QUEUE);
  ls_runnable_queues_note_change (&self->scheduler_queues);
  ls_event_loop_notice_work (self);
}

/* Takes @task out of the delayed incoming queue before its time. */
void
ls_event_loop_withdraw_delayed_task (LsEventLoop *self,
                                     LsTask      *task)
{
  ls_wake_up_queue_remove (&self->wake_ups, task);
  self->queues[task->queue_type].n_delayed_incoming--;
  ls_runnable_queues_note_change (&self->scheduler_queues);
}

LsTask *
ls_event_loop_pop_delayed_task (LsEventLoop *self)
{
  LsTask *task = ls_wake_up_queue_pop (&self->wake_ups);

  self->queues[task->queue_type].n_delayed_incoming--;
  ls_runnable_queues_note_change (&self->scheduler_queues);
  return task;
}

/* Takes a delayed or queued task out of its queue and drops it. @signal and @clause are for the record. */
void
ls_event_loop_remove_task (LsEventLoop *self,
                           LsTask      *task,
                           guint32      signal,
                           LsClause     clause)
{
  if (task->is_delayed)
    ls_event_loop_withdraw_delayed_task (self, task);
  else if (task->is_queued)
    ls_loop_queue_remove (self, task);
  ls_event_loop_emit (self, .kind = LS_RECORD_TASK_REMOVED, .subject = task->id, .object = signal, .clause = clause,
                      .queue = task->queue_type);
  task->klass->drop (self, task);
}
