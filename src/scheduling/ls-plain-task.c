/* ls-plain-task.c: scheduler tasks without a result, for GLib programs that post by the million
 *
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */

#include "ls-scheduler-private.h"

static void
plain_task_drop (LsEventLoop *loop,
                 LsTask      *task)
{
  if (task->destroy != NULL)
    task->destroy (task->data);
  ls_pool_free (&loop->task_pool, task);
}

static void
plain_task_run_with_state (LsEventLoop          *loop,
                           LsTask               *task,
                           LsSchedulerTaskQueue *queue)
{
  const LsTaskFunc func = ((LsPlainTask *) task)->func;

  queue->ref_count++;
  ls_scheduler_report_start (loop, task);
  func (task->data);
  ls_event_loop_set_continuation_state (loop, NULL);
  if (queue->base.tasks.length == 0)
    ls_scheduler_task_queue_run_removal_steps (queue);
  ls_scheduler_task_queue_unref (queue);
  plain_task_drop (loop, task);
}

/* §2.4.2 schedule a postTask task, step 11.2, for a fixed priority and no signal */
static void
static_task_run (LsEventLoop *loop,
                 LsTask      *task)
{
  LsSchedulerTaskQueue *queue = (LsSchedulerTaskQueue *) loop->current_queue;

  ls_event_loop_set_continuation_state (loop, ls_scheduler_get_static_state (queue->scheduler, queue->base.priority));
  plain_task_run_with_state (loop, task, queue);
}

/* The same, where the signal is the priority source */
static void
dynamic_task_run (LsEventLoop *loop,
                  LsTask      *task)
{
  LsSchedulerTaskQueue *queue = (LsSchedulerTaskQueue *) loop->current_queue;

  ls_scheduler_set_the_current_scheduling_state (queue->scheduler, loop, NULL, queue->signal, 0);
  plain_task_run_with_state (loop, task, queue);
}

static const LsTaskClass static_task_class = { static_task_run, NULL, plain_task_drop };
static const LsTaskClass dynamic_task_class = { dynamic_task_run, NULL, plain_task_drop };

static guint32
post_plain_task (LsEventLoop          *loop,
                 LsSchedulerTaskQueue *queue,
                 const LsTaskClass    *klass,
                 LsTaskFunc            func,
                 gpointer              user_data,
                 GDestroyNotify        destroy)
{
  LsPlainTask *task = ls_pool_alloc (&loop->task_pool);
  const guint32 id = ++loop->numbers->last_task;

  ls_task_init (&task->base, klass, id, LS_QUEUE_TYPE_WEB_SCHEDULING);
  task->base.data = user_data;
  task->base.destroy = destroy;
  task->func = func;
  ls_scheduler_schedule_a_task (loop, queue, &task->base);
  return id;
}

static void
release_user_data (gpointer       user_data,
                   GDestroyNotify destroy)
{
  if (destroy != NULL)
    destroy (user_data);
}

/**
 * ls_scheduler_post:
 * @self: a scheduler
 * @priority: a fixed priority; %LS_TASK_PRIORITY_NONE for the default, user-visible
 * @func: the function that runs
 * @user_data: data for @func
 * @destroy: (nullable): called with @user_data once the task has run or was dropped
 *
 * Posts a task without promise and signal. It takes a tenth of the time of [method@Scheduler.post_task].
 *
 * Returns: the number of the task; 0 where the loop has ended and takes no tasks
 */
guint32
ls_scheduler_post (LsScheduler    *self,
                   LsTaskPriority  priority,
                   LsTaskFunc      func,
                   gpointer        user_data,
                   GDestroyNotify  destroy)
{
  LsEventLoop *loop;

  g_return_val_if_fail (LS_IS_SCHEDULER (self), 0);
  priority = ls_task_priority_or_default (priority);
  g_return_val_if_fail (ls_task_priority_is_valid (priority), 0);
  g_return_val_if_fail (func != NULL, 0);

  loop = ls_scheduler_get_running_loop (self);
  if (loop == NULL)
    {
      if (self->space->loop == NULL)
        ls_scheduler_tell_of_lost_loop (self);
      release_user_data (user_data, destroy);
      return 0;
    }
  LS_ASSERT_LOOP_THREAD (loop);
  return post_plain_task (loop, ls_scheduler_select_static_queue (self, priority, FALSE), &static_task_class, func,
                          user_data, destroy);
}

/**
 * ls_scheduler_post_with_signal:
 * @self: a scheduler
 * @signal: a signal whose priority the task follows; its abort does not affect the task
 * @func: the function that runs
 * @user_data: data for @func
 * @destroy: (nullable): called with @user_data once the task has run or was dropped
 *
 * Posts a task without promise whose priority can change while it is queued.
 *
 * Returns: the number of the task; 0 where the loop has ended and takes no tasks
 */
guint32
ls_scheduler_post_with_signal (LsScheduler    *self,
                               LsTaskSignal   *signal,
                               LsTaskFunc      func,
                               gpointer        user_data,
                               GDestroyNotify  destroy)
{
  LsEventLoop *loop;
  LsSchedulerTaskQueue *queue;

  g_return_val_if_fail (LS_IS_SCHEDULER (self), 0);
  g_return_val_if_fail (LS_IS_TASK_SIGNAL (signal), 0);
  g_return_val_if_fail (func != NULL, 0);

  loop = ls_scheduler_get_running_loop (self);
  if (loop == NULL || ls_abort_signal_get_loop (LS_ABORT_SIGNAL (signal)) != loop)
    {
      if (self->space->loop == NULL)
        ls_scheduler_tell_of_lost_loop (self);
      g_warn_if_fail (loop == NULL || ls_abort_signal_get_loop (LS_ABORT_SIGNAL (signal)) == loop);
      release_user_data (user_data, destroy);
      return 0;
    }
  LS_ASSERT_LOOP_THREAD (loop);
  queue = ls_scheduler_select_the_scheduler_task_queue (self, signal, FALSE);
  return post_plain_task (loop, queue, queue->signal != NULL ? &dynamic_task_class : &static_task_class, func, user_data,
                          destroy);
}

static void
take_incoming_task (LsEventLoop *loop,
                    LsIncoming  *incoming)
{
  post_plain_task (loop, ls_scheduler_select_static_queue (incoming->target, incoming->kind, FALSE), &static_task_class,
                   incoming->func, incoming->data, incoming->destroy);
}

/**
 * ls_scheduler_post_from_thread:
 * @self: a scheduler; the caller keeps it and its loop alive
 * @priority: a fixed priority; %LS_TASK_PRIORITY_NONE for the default, user-visible
 * @func: the function that runs on the loop's thread
 * @user_data: data for @func
 * @destroy: (nullable): called with @user_data once the task has run or was dropped; on the loop's thread, or at once on the
 *   calling thread where the loop has ended
 *
 * [method@Scheduler.post] from any thread. The posts of one thread stay in order. No post is lost.
 */
void
ls_scheduler_post_from_thread (LsScheduler    *self,
                               LsTaskPriority  priority,
                               LsTaskFunc      func,
                               gpointer        user_data,
                               GDestroyNotify  destroy)
{
  LsIncoming *incoming;

  g_return_if_fail (LS_IS_SCHEDULER (self));
  priority = ls_task_priority_or_default (priority);
  g_return_if_fail (ls_task_priority_is_valid (priority));
  g_return_if_fail (func != NULL);
  g_return_if_fail (self->space->loop != NULL);

  incoming = g_new (LsIncoming, 1);
  *incoming = (LsIncoming) { .take = take_incoming_task, .target = self, .func = func, .data = user_data,
                             .destroy = destroy, .kind = priority };
  ls_event_loop_push_incoming (self->space->loop, incoming);
}
