/* ls-event-loop-end.c: the end of a loop
 *
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */

#include "ls-event-loop-private.h"
#include "ls-promise-private.h"

static void
event_loop_drop_fifo (LsEventLoop *self,
                      LsTaskFifo  *fifo)
{
  while (fifo->head != NULL)
    {
      LsTask *task = fifo->head;

      ls_task_fifo_remove (fifo, task);
      task->klass->drop (self, task);
    }
}

static void
event_loop_drop_tasks (LsEventLoop *self)
{
  LsRunnableQueue *queue;

  while ((queue = ls_runnable_queues_peek (&self->scheduler_queues)) != NULL)
    {
      LsTask *task = ls_runnable_queues_pop (&self->scheduler_queues, queue);

      task->klass->drop (self, task);
    }
  for (guint i = 0; i < LS_N_QUEUE_TYPES; i++)
    {
      event_loop_drop_fifo (self, &self->queues[i].immediate_incoming);
      event_loop_drop_fifo (self, &self->queues[i].immediate_work);
      event_loop_drop_fifo (self, &self->queues[i].delayed_work);
    }
  self->ready_queues = 0;
  event_loop_drop_fifo (self, &self->frame_waiters);
  while (self->wake_ups.length > 0)
    {
      LsTask *task = ls_event_loop_pop_delayed_task (self);

      task->klass->drop (self, task);
    }
}

void
ls_event_loop_empty (LsEventLoop *self)
{
  if (self->is_emptied)
    return;
  self->is_emptied = TRUE;
  ls_loop_neglect_end (self);
  ls_event_loop_close_incoming (self);
  ls_dom_timers_shut_down (self);
  ls_idle_callbacks_shut_down (self);
  event_loop_drop_tasks (self);
  self->foreign_jobs = (LsForeignJobs) { NULL };
  while (self->microtasks.length > 0)
    {
      LsMicrotask microtask = ls_microtask_queue_pop (&self->microtasks);

      microtask.steps (self, &microtask, FALSE);
    }
  if (self->unfinished != NULL)
    {
      LsTask *task = g_steal_pointer (&self->unfinished);

      task->klass->drop (self, task);
      ls_continuation_state_unref (g_steal_pointer (&self->unfinished_state));
      ls_value_clear (&self->unfinished_value);
    }
  self->promise_awaited = NULL;
  self->promise_over = NULL;
  ls_promises_shut_down (self->space);
  ls_event_loop_set_continuation_state (self, NULL);
  g_ptr_array_set_size (self->rejections, 0);
  self->scheduler_queues.changed = NULL;
  if (self->scheduling_destroy != NULL)
    self->scheduling_destroy (g_steal_pointer (&self->scheduling));
}

/**
 * ls_event_loop_shut_down:
 * @self: a loop
 *
 * Ends the loop. The loop drops all tasks, timers and callbacks, runs nothing any more and takes nothing any more. From inside a
 * callback it does so when the callback returns. Disposing of the loop calls this function; call it yourself to break reference
 * cycles between the loop and the data of its callbacks.
 */
void
ls_event_loop_shut_down (LsEventLoop *self)
{
  g_return_if_fail (LS_IS_EVENT_LOOP (self));

  /* Dropped data may hold the last reference to the loop. */
  g_object_ref (self);
  self->shut_down = TRUE;
  ls_event_loop_detach (self);
  if (!self->in_callback)
    ls_event_loop_empty (self);
  g_object_unref (self);
}
