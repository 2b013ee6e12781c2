/* ls-incoming-queue.c: tasks from other threads
 *
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */

#include "ls-event-loop-private.h"

/* The head of the stack once the loop has ended. Nobody pushes on it any more. */
static LsIncoming closed;

static void
incoming_drop (LsIncoming *incoming)
{
  if (incoming->destroy != NULL)
    incoming->destroy (incoming->data);
  g_free (incoming);
}

/* Pushes a task on the stack. Any thread may push; the loop takes the whole stack and reverses it. So nobody locks or waits, and
 * the posts of each thread stay in order. */
void
ls_event_loop_push_incoming (LsEventLoop *self,
                             LsIncoming  *incoming)
{
  LsIncoming *first;

  do
    {
      first = g_atomic_pointer_get (&self->incoming);
      if (first == &closed)
        {
          incoming_drop (incoming);
          return;
        }
      incoming->next = first;
    }
  while (!g_atomic_pointer_compare_and_exchange (&self->incoming, first, incoming));
  if (first == NULL)
    ls_loop_source_wake (self);
}

gboolean
ls_event_loop_has_incoming (LsEventLoop *self)
{
  const LsIncoming *first = g_atomic_pointer_get (&self->incoming);

  return first != NULL && first != &closed;
}

static LsIncoming *
event_loop_replace_incoming (LsEventLoop *self,
                             LsIncoming  *rest)
{
  LsIncoming *first;
  LsIncoming *reversed = NULL;

  do
    {
      first = g_atomic_pointer_get (&self->incoming);
      if (first == &closed)
        return NULL;
    }
  while (!g_atomic_pointer_compare_and_exchange (&self->incoming, first, rest));
  while (first != NULL)
    {
      LsIncoming *next = first->next;

      first->next = reversed;
      reversed = first;
      first = next;
    }
  return reversed;
}

/* Gives each task that has arrived an enqueue order and a queue. Time has gone on since the loop went to sleep. */
void
ls_event_loop_take_incoming (LsEventLoop *self)
{
  LsIncoming *incoming;

  /* Queueing a task calls this function again. Tasks that arrive meanwhile have their turn afterwards. */
  if (self->is_taking_incoming)
    return;
  self->is_taking_incoming = TRUE;
  incoming = event_loop_replace_incoming (self, NULL);
  if (incoming != NULL)
    ls_event_loop_update_clock (self);
  while (incoming != NULL)
    {
      LsIncoming *next = incoming->next;

      incoming->take (self, incoming);
      g_free (incoming);
      incoming = next;
    }
  self->is_taking_incoming = FALSE;
}

/* Drops the tasks that have arrived, at the end of the loop. From here on the posting thread drops its task itself. */
void
ls_event_loop_close_incoming (LsEventLoop *self)
{
  LsIncoming *incoming = event_loop_replace_incoming (self, &closed);

  while (incoming != NULL)
    {
      LsIncoming *next = incoming->next;

      incoming_drop (incoming);
      incoming = next;
    }
}

static void
plain_task_drop (LsEventLoop *self,
                 LsTask      *task)
{
  if (task->destroy != NULL)
    task->destroy (task->data);
  ls_pool_free (&self->task_pool, task);
}

static void
plain_task_run (LsEventLoop *self,
                LsTask      *task)
{
  ((LsPlainTask *) task)->func (task->data);
  plain_task_drop (self, task);
}

static const LsTaskClass plain_task_class = { plain_task_run, ls_loop_queue_enqueue_due, plain_task_drop };

static void
incoming_take_loop_task (LsEventLoop *self,
                         LsIncoming  *incoming)
{
  LsPlainTask *task = ls_pool_alloc (&self->task_pool);

  ls_task_init (&task->base, &plain_task_class, ++self->numbers->last_task, incoming->kind);
  task->base.data = incoming->data;
  task->base.destroy = incoming->destroy;
  task->func = incoming->func;
  ls_loop_queue_enqueue (self, &task->base, 0, LS_POST_NONE);
}

/**
 * ls_event_loop_post_from_thread:
 * @self: a loop; the caller holds a reference to it
 * @queue: the task queue
 * @func: the function that runs on the loop's thread
 * @user_data: data for @func
 * @destroy: (nullable): called with @user_data once the task has run or was dropped; on the loop's thread, or at once on the
 *   calling thread where the loop has ended
 *
 * Posts a task to a queue of the loop. Any thread may call this. The posts of one thread stay in order.
 */
void
ls_event_loop_post_from_thread (LsEventLoop    *self,
                                LsQueueType     queue,
                                LsTaskFunc      func,
                                gpointer        user_data,
                                GDestroyNotify  destroy)
{
  LsIncoming *incoming;

  g_return_if_fail (LS_IS_EVENT_LOOP (self));
  g_return_if_fail (ls_queue_type_is_valid (queue));
  g_return_if_fail (func != NULL);

  incoming = g_new (LsIncoming, 1);
  *incoming = (LsIncoming) { .take = incoming_take_loop_task, .func = func, .data = user_data, .destroy = destroy,
                             .kind = queue };
  ls_event_loop_push_incoming (self, incoming);
}
