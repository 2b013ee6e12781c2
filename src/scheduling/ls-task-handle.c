/* ls-task-handle.c: tasks with a result that can be aborted, §2.4
 *
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */

#include "ls-scheduler-private.h"

static void posted_task_run  (LsEventLoop *loop,
                              LsTask      *task);
static void posted_task_due  (LsEventLoop *loop,
                              LsTask      *task);
static void posted_task_drop (LsEventLoop *loop,
                              LsTask      *task);
static void posted_task_finish (LsEventLoop   *loop,
                                LsTask        *task,
                                LsCompletion   completion,
                                const LsValue *value);

static const LsTaskClass posted_task_class = { posted_task_run, posted_task_due, posted_task_drop, posted_task_finish };

static LsPostedTask *
posted_task_from_node (LsAbortAlgorithmNode *node)
{
  return (LsPostedTask *) ((char *) node - G_STRUCT_OFFSET (LsPostedTask, node));
}

static gboolean
posted_task_is_abortable (const LsPostedTask *task)
{
  return task->node.run != NULL;
}

/* Frees a task that no longer runs. Its abort steps have left the signal already. */
static void
posted_task_free (LsPostedTask *task)
{
  LsPromise *result = task->result;
  LsAbortSignal *signal = task->signal;
  LsSchedulerTaskQueue *queue = task->queue;
  char *label = task->label;
  const GDestroyNotify destroy = task->base.destroy;
  const gpointer data = task->base.data;
  LsEventLoop *loop = task->scheduler->space->loop;

  if (loop != NULL && ls_event_loop_inherits_priorities (loop))
    ls_priority_inheritance_remove_task (loop, task);
  /* Free the block first: releasing the rest may run code of the program, which may end the loop. */
  ls_pool_free (&task->scheduler->posted_tasks, task);
  if (destroy != NULL)
    destroy (data);
  ls_promise_unref (result);
  if (label != NULL)
    g_ref_string_release (label);
  if (signal != NULL)
    g_object_unref (signal);
  if (queue != NULL)
    ls_scheduler_task_queue_unref (queue);
}

/* The abort steps of the handle: 1 reject result; 2 if there is a task, remove it from its queue, and if the queue is empty then,
 * run its removal steps. (A running task has left its queue, but the second half of step 2 is for it too.)
 *
 * Deviation without effect: a delayed task is in no queue yet. The engine takes it out of the wake-up queue at once instead of
 * passing it over when its delay ends (schedule a postTask task, step 13.1). */
static void
task_handle_run_abort_steps (LsAbortSignal        *signal,
                             LsAbortAlgorithmNode *node)
{
  LsPostedTask *task = posted_task_from_node (node);
  LsEventLoop *loop = task->scheduler->space->loop;
  gboolean is_running = FALSE;

  node->run = NULL;
  ls_promise_reject (task->result, ls_abort_signal_get_reason (signal));
  if (task->base.is_queued)
    ls_runnable_queues_remove_task (&loop->scheduler_queues, &task->queue->base, &task->base);
  else if (task->base.is_delayed)
    ls_event_loop_withdraw_delayed_task (loop, &task->base);
  else if (task->base.waits_for_frame)
    ls_event_loop_stop_waiting_for_frame (loop, &task->base);
  else
    is_running = TRUE; /* Its body goes on; its result is settled. */
  if (task->queue != NULL && task->queue->base.tasks.length == 0)
    ls_scheduler_task_queue_run_removal_steps (task->queue);
  if (is_running)
    return;

  ls_event_loop_emit (loop, .kind = LS_RECORD_TASK_REMOVED, .subject = task->base.id,
                      .object = ls_abort_signal_get_id (signal), .queue = LS_QUEUE_TYPE_WEB_SCHEDULING,
                      .clause = LS_CLAUSE_CREATE_TASK_HANDLE, .step = 4);
  posted_task_free (task);
}

/* §2.4 create a task handle. The function also adds the abort steps to the signal, which both callers do next. Takes over
 * @result. */
LsPostedTask *
ls_scheduler_create_a_task_handle (LsScheduler   *self,
                                   LsPromise     *result,
                                   LsAbortSignal *signal)
{
  LsPostedTask *task = ls_pool_alloc (&self->posted_tasks);

  ls_task_init (&task->base, &posted_task_class, 0, LS_QUEUE_TYPE_WEB_SCHEDULING);
  task->scheduler = self;
  task->callback = NULL;
  task->result = result;
  task->queue = NULL;
  task->label = NULL;
  task->node = (LsAbortAlgorithmNode) { NULL };
  task->signal = signal != NULL ? g_object_ref (signal) : NULL;
  if (signal != NULL)
    {
      task->node.run = task_handle_run_abort_steps;
      ls_abort_signal_add_node (signal, &task->node);
    }
  if (ls_event_loop_inherits_priorities (self->space->loop))
    ls_priority_inheritance_add_task (self->space->loop, task);
  return task;
}

/* Returns: (nullable): @task, if it has a handle */
LsPostedTask *
ls_posted_task_from_task (LsTask *task)
{
  return task->klass == &posted_task_class ? (LsPostedTask *) task : NULL;
}

/* The priority that a task would be queued with now. */
LsTaskPriority
ls_posted_task_get_priority (const LsPostedTask *self)
{
  if (self->callback == NULL)
    return ls_task_signal_get_priority (self->base.data);
  return self->base.priority != LS_TASK_PRIORITY_NONE ? self->base.priority
                                                      : ls_task_signal_get_priority (LS_TASK_SIGNAL (self->signal));
}

/* Keeps the priority source of a continuation that enters its queue later. */
void
ls_task_handle_keep_priority_source (LsPostedTask *task,
                                     LsTaskSignal *signal)
{
  LsTaskSignal *old = task->base.data;

  task->base.data = g_object_ref (signal);
  task->base.destroy = g_object_unref;
  g_clear_object (&old);
}

/* The task complete steps of the handle: 1 remove its abort steps from the signal; 2 run the removal steps of an empty queue. */
static void
task_handle_run_task_complete_steps (LsPostedTask *task)
{
  if (posted_task_is_abortable (task))
    {
      task->node.run = NULL;
      ls_abort_signal_remove_node (task->signal, &task->node);
    }
  if (task->queue->base.tasks.length == 0)
    ls_scheduler_task_queue_run_removal_steps (task->queue);
}

void
ls_task_handle_enqueue (LsPostedTask         *task,
                        LsEventLoop          *loop,
                        LsSchedulerTaskQueue *queue)
{
  queue->ref_count++;
  task->queue = queue;
  ls_scheduler_schedule_a_task (loop, queue, &task->base);
}

/* §2.4.2 schedule a postTask task, step 11.2.3 after the callback, and 11.2.4; then the task complete steps. */
static void
posted_task_finish (LsEventLoop   *loop,
                    LsTask        *base,
                    LsCompletion   completion,
                    const LsValue *value)
{
  LsPostedTask *task = (LsPostedTask *) base;

  if (completion == LS_COMPLETION_THROW)
    ls_promise_reject (task->result, value);
  else
    ls_promise_resolve (task->result, value);
  ls_event_loop_set_continuation_state (loop, NULL);
  task_handle_run_task_complete_steps (task);
  posted_task_free (task);
}

/* §2.4.2 schedule a postTask task, step 11.2. The microtasks of the callback come before the steps that follow it. */
static void
posted_task_invoke_callback (LsPostedTask *task,
                             LsEventLoop  *loop)
{
  LsScheduler *scheduler = task->scheduler;
  const LsValue argument = LS_VALUE_INIT;
  g_auto (LsValue) value = LS_VALUE_INIT;
  LsCompletion completion;
  /* Somebody reads the names of continuations, in records or in a list. */
  const gboolean names_continuations = task->base.name != 0 ||
                                       (task->label != NULL && loop->scheduler_queues.changed != NULL);

  if (task->signal == NULL && !names_continuations && !ls_event_loop_inherits_priorities (loop))
    ls_event_loop_set_continuation_state (loop, ls_scheduler_get_static_state (scheduler, task->base.priority));
  else
    {
      ls_scheduler_set_the_current_scheduling_state (scheduler, loop, task->signal,
                                                     task->base.priority != LS_TASK_PRIORITY_NONE
                                                         ? ls_scheduling_context_get_fixed_signal (loop, task->base.priority)
                                                         : LS_TASK_SIGNAL (task->signal),
                                                     task->base.name);
      if (task->label != NULL)
        loop->continuation_state->label = g_ref_string_acquire (task->label);
    }
  ls_scheduler_report_start (loop, &task->base);
  completion = task->callback (&argument, &value, task->base.data);
  ls_event_loop_note_time (loop);
  loop->callback_threw = completion == LS_COMPLETION_THROW;
  if (!ls_event_loop_has_microtasks (loop))
    {
      /* Without microtasks the checkpoint is over at once. */
      ls_event_loop_notify_foreign_rejections (loop);
      posted_task_finish (loop, &task->base, completion, &value);
      return;
    }

  ls_event_loop_finish_later (loop, &task->base, completion, &value);
  /* By the letter the state stays the current one, but microtasks set their own. It only matters where the preset models Firefox,
   * which runs queueMicrotask() callbacks with the ambient state. */
  if (!loop->preset.loses_state_queue_microtask)
    ls_event_loop_set_continuation_state (loop, NULL);
}

static void
posted_task_run (LsEventLoop *loop,
                 LsTask      *base)
{
  LsPostedTask *task = (LsPostedTask *) base;

  if (task->callback != NULL)
    {
      posted_task_invoke_callback (task, loop);
      return;
    }

  /* §2.4.2 schedule a yield continuation, step 10.1 */
  ls_scheduler_report_start (loop, base);
  ls_promise_resolve (task->result, NULL);
  task_handle_run_task_complete_steps (task);
  posted_task_free (task);
}

/* §2.4.2 schedule a postTask task, step 13.1: the delay has ended. The signal is not aborted: an abort would have removed the
 * task. */
static void
posted_task_due (LsEventLoop *loop,
                 LsTask      *base)
{
  LsPostedTask *task = (LsPostedTask *) base;
  LsScheduler *scheduler = task->scheduler;

  if (base->waits_for_frame)
    {
      /* The frame that render() waited for is done. */
      base->waits_for_frame = FALSE;
      ls_task_handle_enqueue (task, loop, ls_scheduler_select_the_scheduler_task_queue (scheduler, base->data, TRUE));
      return;
    }
  ls_event_loop_emit (loop, .kind = LS_RECORD_TASK_DUE, .subject = base->id, .queue = LS_QUEUE_TYPE_WEB_SCHEDULING,
                      .clause = LS_CLAUSE_HTML_RUN_AFTER_TIMEOUT);
  if (task->callback == NULL)
    {
      /* A continuation of wait(), which goes behind the tasks of its priority: see docs/experiments.md. */
      ls_task_handle_enqueue (task, loop, ls_scheduler_select_the_scheduler_task_queue (scheduler, base->data, FALSE));
      return;
    }
  ls_task_handle_enqueue (task, loop,
                          base->priority != LS_TASK_PRIORITY_NONE
                              ? ls_scheduler_select_static_queue (scheduler, base->priority, FALSE)
                              : ls_scheduler_select_the_scheduler_task_queue (scheduler, LS_TASK_SIGNAL (task->signal),
                                                                              FALSE));
}

static void
posted_task_drop (LsEventLoop *loop,
                  LsTask      *base)
{
  LsPostedTask *task = (LsPostedTask *) base;

  if (posted_task_is_abortable (task))
    {
      task->node.run = NULL;
      ls_abort_signal_remove_node (task->signal, &task->node);
    }
  posted_task_free (task);
}
