/* ls-loop-queue.c: the loop's own task queues, each with four work queues
 *
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */

#include "ls-event-loop-private.h"

/* A task of ls_event_loop_post(). */
typedef struct
{
  LsTask     base;
  LsCallback callback;
} LsCallbackTask;

static inline LsLoopQueue *
loop_queue_get (LsEventLoop *self,
                LsTask      *task)
{
  return &self->queues[task->queue_type];
}

static void
loop_queue_update_ready (LsEventLoop *self,
                         LsQueueType  type)
{
  LsLoopQueue *queue = &self->queues[type];

  if (queue->immediate_incoming.length + queue->immediate_work.length + queue->delayed_work.length > 0)
    self->ready_queues |= 1u << type;
  else
    self->ready_queues &= ~(1u << type);
}

static void
loop_queue_mark_ready (LsEventLoop *self,
                       LsQueueType  type)
{
  const guint32 bit = 1u << type;

  if (type == LS_QUEUE_TYPE_COMPOSITOR && (self->ready_queues & bit) == 0)
    self->compositor_waits_since = self->now;
  self->ready_queues |= bit;
}

/* Posts a task: each task goes to the immediate incoming queue first. */
void
ls_loop_queue_enqueue (LsEventLoop *self,
                       LsTask      *task,
                       guint32      name,
                       LsPostFlags  flags)
{
  LsLoopQueue *queue = loop_queue_get (self, task);

  ls_event_loop_check_incoming (self);
  ls_event_loop_check_delays (self);
  task->order = ls_event_loop_take_enqueue_order (self);
  task->work_queue = LS_WORK_QUEUE_IMMEDIATE_INCOMING;
  ls_task_fifo_push (&queue->immediate_incoming, task);
  loop_queue_mark_ready (self, task->queue_type);
  ls_event_loop_emit (self, .kind = LS_RECORD_TASK_INCOMING, .subject = task->id, .value = (guint32) task->order,
                      .text = name, .queue = task->queue_type, .clause = LS_CLAUSE_BLINK_TASK_QUEUE,
                      .flags = flags & LS_POST_DISCRETE ? LS_RECORD_FLAG_DISCRETE : 0);
  ls_event_loop_notice_work (self);
}

/* Moves a due task from delayed incoming to delayed work. */
void
ls_loop_queue_enqueue_due (LsEventLoop *self,
                           LsTask      *task)
{
  LsLoopQueue *queue = loop_queue_get (self, task);

  /* A task without delay has kept its place, see ls_event_loop_delay_task(). */
  if (task->order == 0)
    task->order = ls_event_loop_take_enqueue_order (self);
  task->work_queue = LS_WORK_QUEUE_DELAYED_WORK;
  ls_task_fifo_insert (&queue->delayed_work, task);
  loop_queue_mark_ready (self, task->queue_type);
  ls_event_loop_emit (self, .kind = LS_RECORD_TASK_DUE, .subject = task->id, .value = (guint32) task->order,
                      .queue = task->queue_type, .clause = LS_CLAUSE_BLINK_WAKE_UP_QUEUE);
}

void
ls_loop_queue_remove (LsEventLoop *self,
                      LsTask      *task)
{
  LsLoopQueue *queue = loop_queue_get (self, task);

  switch (task->work_queue)
    {
    case LS_WORK_QUEUE_IMMEDIATE_INCOMING:
      ls_task_fifo_remove (&queue->immediate_incoming, task);
      break;
    case LS_WORK_QUEUE_IMMEDIATE_WORK:
      ls_task_fifo_remove (&queue->immediate_work, task);
      break;
    case LS_WORK_QUEUE_DELAYED_WORK:
      ls_task_fifo_remove (&queue->delayed_work, task);
      break;
    default:
      g_assert_not_reached ();
    }
  loop_queue_update_ready (self, task->queue_type);
}

/* Fills an empty immediate work queue with the whole incoming queue. */
void
ls_loop_queue_reload (LsEventLoop *self,
                      LsQueueType  type)
{
  LsLoopQueue *queue = &self->queues[type];

  if (queue->immediate_work.length > 0 || queue->immediate_incoming.length == 0)
    return;

  queue->immediate_work = queue->immediate_incoming;
  queue->immediate_incoming = (LsTaskFifo) { 0 };
  for (LsTask *task = queue->immediate_work.head; task != NULL; task = task->in.link.next)
    task->work_queue = LS_WORK_QUEUE_IMMEDIATE_WORK;
  ls_event_loop_emit (self, .kind = LS_RECORD_QUEUE_RELOADED, .value = ls_saturate (queue->immediate_work.length),
                      .queue = type, .clause = LS_CLAUSE_BLINK_TASK_QUEUE);
}

static void
callback_task_free (LsEventLoop    *self,
                    LsCallbackTask *task)
{
  if (task->base.destroy != NULL)
    task->base.destroy (task->base.data);
  g_free (task);
}

static void
callback_task_run (LsEventLoop *self,
                   LsTask      *task)
{
  LsCallbackTask *callback_task = (LsCallbackTask *) task;
  const LsValue argument = LS_VALUE_INIT;
  g_auto (LsValue) result = LS_VALUE_INIT;

  if (callback_task->callback (&argument, &result, task->data) == LS_COMPLETION_THROW)
    ls_event_loop_report_exception (self, &result);
  callback_task_free (self, callback_task);
}

static void
callback_task_drop (LsEventLoop *self,
                    LsTask      *task)
{
  callback_task_free (self, (LsCallbackTask *) task);
}

static const LsTaskClass callback_task_class = { callback_task_run, ls_loop_queue_enqueue_due, callback_task_drop };

guint32
ls_loop_queue_post_callback (LsEventLoop    *self,
                             LsQueueType     type,
                             guint64         delay,
                             LsPostFlags     flags,
                             guint32         name,
                             LsCallback      callback,
                             gpointer        user_data,
                             GDestroyNotify  destroy)
{
  LsCallbackTask *task;
  guint32 id;

  if (self->shut_down)
    {
      if (destroy != NULL)
        destroy (user_data);
      return 0;
    }
  task = g_new0 (LsCallbackTask, 1);
  id = ++self->numbers->last_task;
  task->base.klass = &callback_task_class;
  task->base.id = id;
  task->base.queue_type = type;
  task->base.data = user_data;
  task->base.destroy = destroy;
  task->base.is_discrete = (flags & LS_POST_DISCRETE) != 0;
  task->base.name = name;
  task->callback = callback;
  if (delay > 0)
    ls_event_loop_delay_task (self, &task->base, delay, 0, name);
  else
    ls_loop_queue_enqueue (self, &task->base, name, flags);
  return id;
}

/**
 * ls_event_loop_post:
 * @self: a loop
 * @queue: the task queue
 * @delay: in µs; a delayed task waits in delayed incoming and moves to delayed work when it is due
 * @flags: the kind of task
 * @name: (nullable): a name for people
 * @callback: the function that runs
 * @user_data: data for @callback
 * @destroy: (nullable): called with @user_data once the task has run or was dropped
 *
 * Posts a task to a queue of the loop, as the parts of a browser do: input events, frames, loading, IPC.
 *
 * Returns: the task's number
 */
guint32
ls_event_loop_post (LsEventLoop    *self,
                    LsQueueType     queue,
                    guint64         delay,
                    LsPostFlags     flags,
                    const char     *name,
                    LsCallback      callback,
                    gpointer        user_data,
                    GDestroyNotify  destroy)
{
  g_return_val_if_fail (LS_IS_EVENT_LOOP (self), 0);
  g_return_val_if_fail (ls_queue_type_is_valid (queue), 0);
  g_return_val_if_fail (callback != NULL, 0);
  LS_ASSERT_LOOP_THREAD (self);

  return ls_loop_queue_post_callback (self, queue, delay, flags, ls_event_loop_intern_name (self, name),
                                      callback, user_data, destroy);
}

/**
 * ls_event_loop_get_queue_length:
 * @self: a loop
 * @queue: the task queue
 * @work_queue: one of its four work queues
 *
 * Counts the tasks of a work queue.
 *
 * Returns: the number of tasks in the work queue
 */
gsize
ls_event_loop_get_queue_length (LsEventLoop     *self,
                                LsQueueType      queue,
                                LsWorkQueueKind  work_queue)
{
  const LsLoopQueue *loop_queue;

  g_return_val_if_fail (LS_IS_EVENT_LOOP (self), 0);
  g_return_val_if_fail (ls_queue_type_is_valid (queue), 0);

  loop_queue = &self->queues[queue];
  switch (work_queue)
    {
    case LS_WORK_QUEUE_IMMEDIATE_INCOMING:
      return loop_queue->immediate_incoming.length;
    case LS_WORK_QUEUE_IMMEDIATE_WORK:
      return loop_queue->immediate_work.length;
    case LS_WORK_QUEUE_DELAYED_INCOMING:
      return loop_queue->n_delayed_incoming;
    case LS_WORK_QUEUE_DELAYED_WORK:
      return loop_queue->delayed_work.length;
    default:
      g_return_val_if_reached (0);
    }
}
