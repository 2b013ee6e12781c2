/* ref-scheduler.c: Scheduler of the reference, §2 of the specification step by step
 *
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */

#include "ref-engine.h"

/* An entry of the static map, keyed by (priority, isContinuation), or of the dynamic one, keyed by (signal,
 * isContinuation); signal is null in the static map. */
typedef struct
{
  GPtrArray     *map;
  RefSignal     *signal;
  LsTaskPriority priority;
  gboolean       is_continuation;
  RefTaskQueue  *queue;
} RefMapEntry;

typedef struct
{
  RefTaskQueue *queue;
  RefSignal    *signal;
} PriorityChangeAlgorithm;

typedef struct
{
  RefScheduler       *scheduler;
  RefHandle          *handle;
  RefSchedulingState *state;
  RefCallback         callback;
  gpointer            user_data;
} PostTask;

RefScheduler *
ref_scheduler_new (RefLoop *loop)
{
  RefScheduler *scheduler = ref_alloc (loop, sizeof *scheduler);

  scheduler->loop = loop;
  scheduler->static_map = ref_list (loop);
  scheduler->dynamic_map = ref_list (loop);
  g_ptr_array_add (loop->schedulers, scheduler);
  return scheduler;
}

/* §2.4: a scheduler task queue is empty */
static gboolean
queue_is_empty (RefTaskQueue *queue)
{
  return queue->tasks->len == 0;
}

static void
run_removal_steps (RefLoop      *loop,
                   RefTaskQueue *queue)
{
  queue->removal_steps.run (loop, queue->removal_steps.data);
}

/* §2.4: the third column */
guint
ref_effective_priority (const RefTaskQueue *queue)
{
  static const struct
  {
    LsTaskPriority priority;
    gboolean       is_continuation;
    guint          effective_priority;
  } rows[] = {
    { LS_TASK_PRIORITY_BACKGROUND, FALSE, 0 },
    { LS_TASK_PRIORITY_BACKGROUND, TRUE, 1 },
    { LS_TASK_PRIORITY_USER_VISIBLE, FALSE, 2 },
    { LS_TASK_PRIORITY_USER_VISIBLE, TRUE, 3 },
    { LS_TASK_PRIORITY_USER_BLOCKING, FALSE, 4 },
    { LS_TASK_PRIORITY_USER_BLOCKING, TRUE, 5 },
  };

  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    {
      if (rows[i].priority == queue->priority && rows[i].is_continuation == queue->is_continuation)
        return rows[i].effective_priority;
    }
  g_assert_not_reached ();
}

/* §2.4: first runnable task; tasks is an ordered set, all of them are runnable here */
RefTask *
ref_queue_first_task (RefTaskQueue *queue)
{
  return queue->tasks->len > 0 ? g_ptr_array_index (queue->tasks, 0) : NULL;
}

/* §2.4 create a scheduler task queue (priority, isContinuation, removalSteps) */
static RefTaskQueue *
create_task_queue (RefLoop        *loop,
                   LsTaskPriority  priority,
                   gboolean        is_continuation,
                   RefSteps        removal_steps)
{
  RefTaskQueue *queue = ref_alloc (loop, sizeof *queue);

  queue->priority = priority;
  queue->is_continuation = is_continuation;
  queue->tasks = ref_list (loop);
  queue->removal_steps = removal_steps;
  return queue;
}

/* §2.4 create a task handle (result, signal) */
static RefHandle *
create_task_handle (RefLoop    *loop,
                    RefPromise *result,
                    RefSignal  *signal)
{
  RefHandle *handle = ref_alloc (loop, sizeof *handle);

  handle->loop = loop;
  handle->result = result;
  handle->signal = signal;
  return handle;
}

/* §2.4 create a task handle, step 4: the abort steps */
void
ref_handle_abort_steps (RefHandle *handle)
{
  /* 4.1 */
  ref_promise_reject (handle->result, &handle->signal->reason);
  /* 4.2 */
  if (handle->task != NULL)
    {
      g_ptr_array_remove (handle->queue->tasks, handle->task);
      if (queue_is_empty (handle->queue))
        run_removal_steps (handle->loop, handle->queue);
    }
}

/* §2.4 create a task handle, step 5: the task complete steps */
static void
handle_task_complete_steps (RefHandle *handle)
{
  /* 5.1 */
  if (handle->signal != NULL)
    ref_signal_remove_algorithm (handle->signal, handle);
  /* 5.2 */
  if (queue_is_empty (handle->queue))
    run_removal_steps (handle->loop, handle->queue);
}

/* The removal steps: remove map[key]. Mended: only while it still maps to this queue. A task that aborts its own signal
 * removes the queue's entry; what is posted then makes a new queue under the same key, which the complete steps of the
 * old handle must not remove. */
static void
removal_steps (RefLoop  *loop,
               gpointer  data)
{
  RefMapEntry *entry = data;

  g_ptr_array_remove (entry->map, entry);
}

static void
priority_change_algorithm (RefLoop  *loop,
                           gpointer  data)
{
  PriorityChangeAlgorithm *algorithm = data;

  algorithm->queue->priority = algorithm->signal->priority;
}

static RefTaskQueue *
lookup (GPtrArray      *map,
        RefSignal      *signal,
        LsTaskPriority  priority,
        gboolean        is_continuation)
{
  for (guint i = 0; i < map->len; i++)
    {
      RefMapEntry *entry = g_ptr_array_index (map, i);

      if (entry->signal == signal && (signal != NULL || entry->priority == priority) &&
          entry->is_continuation == is_continuation)
        return entry->queue;
    }
  return NULL;
}

static RefTaskQueue *
set_entry (RefLoop        *loop,
           GPtrArray      *map,
           RefSignal      *signal,
           LsTaskPriority  priority,
           gboolean        is_continuation)
{
  RefMapEntry *entry = ref_alloc (loop, sizeof *entry);

  entry->map = map;
  entry->signal = signal;
  entry->priority = priority;
  entry->is_continuation = is_continuation;
  entry->queue = create_task_queue (loop, priority, is_continuation, (RefSteps) { removal_steps, entry });
  g_ptr_array_add (map, entry);
  return entry->queue;
}

/* §2.4.2 select the scheduler task queue (scheduler, signal, isContinuation) */
static RefTaskQueue *
select_the_scheduler_task_queue (RefScheduler *scheduler,
                                 RefSignal    *signal,
                                 gboolean      is_continuation)
{
  RefLoop *loop = scheduler->loop;
  RefTaskQueue *queue;

  /* 1 */
  if (!ref_signal_has_fixed_priority (signal))
    {
      /* 1.1 */
      queue = lookup (scheduler->dynamic_map, signal, LS_TASK_PRIORITY_NONE, is_continuation);
      if (queue == NULL)
        {
          PriorityChangeAlgorithm *algorithm = ref_alloc (loop, sizeof *algorithm);
          RefSteps *steps = ref_alloc (loop, sizeof *steps);

          /* 1.1.1, 1.1.2 */
          queue = set_entry (loop, scheduler->dynamic_map, signal, signal->priority, is_continuation);
          /* 1.1.3 */
          algorithm->queue = queue;
          algorithm->signal = signal;
          *steps = (RefSteps) { priority_change_algorithm, algorithm };
          g_ptr_array_add (signal->priority_change_algorithms, steps);
        }
      /* 1.2 */
      return queue;
    }
  /* 2 */
  queue = lookup (scheduler->static_map, NULL, signal->priority, is_continuation);
  if (queue == NULL)
    queue = set_entry (loop, scheduler->static_map, NULL, signal->priority, is_continuation);
  return queue;
}

static void
scheduler_task_steps (RefLoop  *loop,
                      gpointer  data)
{
  RefHandle *handle = data;

  /* 6.1 */
  handle->algorithm.run (loop, handle->algorithm.data);
  /* 6.2 */
  handle_task_complete_steps (handle);
}

/* §2.4.2 schedule a task to invoke an algorithm (scheduler, handle, steps), with §2.4.1 queue a scheduler task */
static void
schedule_a_task_to_invoke_an_algorithm (RefScheduler *scheduler,
                                        RefHandle    *handle,
                                        RefSteps      steps)
{
  RefLoop *loop = scheduler->loop;
  RefTask *task = ref_alloc (loop, sizeof *task);

  /* 4, 5 */
  task->enqueue_order = ref_take_enqueue_order (loop);
  /* 6 */
  handle->algorithm = steps;
  task->queue_type = LS_QUEUE_TYPE_WEB_SCHEDULING;
  task->steps = (RefSteps) { scheduler_task_steps, handle };
  g_ptr_array_add (handle->queue->tasks, task);
  handle->task = task;
}

/* §2.4.2 schedule a postTask task, steps 11.2.1 to 11.2.4 */
static void
post_task_algorithm (RefLoop  *loop,
                     gpointer  data)
{
  PostTask *post = data;
  RefValue result;

  /* 11.2.2: set the current scheduling state */
  ref_set_state_value (loop, post->scheduler, post->state);
  /* 11.2.3 */
  if (ref_invoke (loop, post->callback, post->user_data, NULL, &result))
    ref_promise_reject (post->handle->result, &result);
  else
    ref_promise_resolve (post->handle->result, &result);
  /* 11.2.4 */
  loop->current_continuation_state = NULL;
}

/* §2.4.2 schedule a postTask task, step 11 */
static void
enqueue_steps (RefLoop  *loop,
               gpointer  data)
{
  PostTask *post = data;

  /* 11.1 */
  post->handle->queue = select_the_scheduler_task_queue (post->scheduler, post->state->priority_source, FALSE);
  /* 11.2 */
  schedule_a_task_to_invoke_an_algorithm (post->scheduler, post->handle, (RefSteps) { post_task_algorithm, post });
}

/* §2.4.2 schedule a postTask task, step 13.1 */
static void
after_delay (RefLoop  *loop,
             gpointer  data)
{
  PostTask *post = data;

  if (post->handle->signal == NULL || !post->handle->signal->aborted)
    enqueue_steps (loop, post);
}

/* Whether the task of a delay is gone: nothing waits for the delay then. */
gboolean
ref_is_aborted_delay (const RefSteps *steps)
{
  const PostTask *post = steps->data;

  return steps->run == after_delay && post->handle->signal != NULL && post->handle->signal->aborted;
}

/* §2.4.2 schedule a postTask task (scheduler, callback, options) */
RefPromise *
ref_scheduler_post_task (RefScheduler         *scheduler,
                         RefCallback           callback,
                         gpointer              user_data,
                         const RefPostOptions *options)
{
  RefLoop *loop = scheduler->loop;
  /* 1 */
  RefPromise *result = ref_promise_new (loop);
  /* 2 */
  RefSignal *signal = options->signal;
  RefSchedulingState *state;
  PostTask *post;

  /* 3 */
  if (signal != NULL && signal->aborted)
    {
      ref_promise_reject (result, &signal->reason);
      return result;
    }
  /* 4 */
  state = ref_alloc (loop, sizeof *state);
  /* 5 */
  state->abort_source = signal;
  /* 6 */
  if (options->priority != LS_TASK_PRIORITY_NONE)
    state->priority_source = ref_fixed_signal (loop, options->priority);
  /* 7 */
  else if (signal != NULL && signal->is_task_signal)
    state->priority_source = signal;
  /* 8 */
  if (state->priority_source == NULL)
    state->priority_source = ref_fixed_signal (loop, LS_TASK_PRIORITY_USER_VISIBLE);
  /* 9 */
  post = ref_alloc (loop, sizeof *post);
  post->scheduler = scheduler;
  post->handle = create_task_handle (loop, result, signal);
  post->state = state;
  post->callback = callback;
  post->user_data = user_data;
  /* 10 */
  if (signal != NULL)
    ref_signal_add_algorithm (signal, post->handle);
  /* 12, 13 */
  if (options->delay > 0)
    ref_run_after_timeout (loop, options->delay * 1000, 0, (RefSteps) { after_delay, post });
  /* 14 */
  else
    enqueue_steps (loop, post);
  /* 15 */
  return result;
}

static void
yield_algorithm (RefLoop  *loop,
                 gpointer  data)
{
  RefHandle *handle = data;
  RefValue undefined = { REF_UNDEFINED };

  ref_promise_resolve (handle->result, &undefined);
}

/* 2023 edition: compute the scheduling state from options (scheduler, signalOption, priorityOption) */
static RefSchedulingState
compute_the_scheduling_state (RefScheduler          *scheduler,
                              const RefYieldOptions *options)
{
  RefSchedulingState result = { NULL, NULL };
  RefSchedulingState *inherited = ref_get_state_value (scheduler->loop, scheduler);

  /* 3, 4 */
  if (options->inherit_signal)
    {
      if (inherited != NULL)
        result.abort_source = inherited->abort_source;
    }
  else
    {
      result.abort_source = options->signal;
    }
  /* 5 */
  if (options->inherit_priority)
    {
      if (inherited != NULL)
        result.priority_source = inherited->priority_source;
    }
  /* 6 */
  else if (options->priority != LS_TASK_PRIORITY_NONE)
    {
      result.priority_source = ref_fixed_signal (scheduler->loop, options->priority);
    }
  /* 7 */
  else if (!options->inherit_signal && options->signal != NULL && options->signal->is_task_signal)
    {
      result.priority_source = options->signal;
    }
  /* 8 */
  if (result.priority_source == NULL)
    result.priority_source = ref_fixed_signal (scheduler->loop, LS_TASK_PRIORITY_USER_VISIBLE);
  return result;
}

/* §2.4.2 schedule a yield continuation (scheduler), and the 2023 edition's (scheduler, options). Without options, that
 * one's steps 2 to 6 inherit both, which are steps 2 to 6 of the 2025 edition. */
RefPromise *
ref_scheduler_yield (RefScheduler          *scheduler,
                     const RefYieldOptions *options)
{
  RefLoop *loop = scheduler->loop;
  /* 1 */
  RefPromise *result = ref_promise_new (loop);
  RefYieldOptions given = { NULL, FALSE, LS_TASK_PRIORITY_NONE, FALSE };
  RefSchedulingState state;
  RefHandle *handle;

  if (options != NULL && loop->edition == LS_EDITION_2023_YIELD_OPTIONS)
    given = *options;
  /* 2023, 4: neither given */
  if (!given.inherit_signal && given.signal == NULL && !given.inherit_priority &&
      given.priority == LS_TASK_PRIORITY_NONE)
    given.inherit_signal = given.inherit_priority = TRUE;
  /* 2023, 5: only signal, and that one "inherit" */
  else if (given.inherit_signal && !given.inherit_priority && given.priority == LS_TASK_PRIORITY_NONE)
    given.inherit_priority = TRUE;
  /* 2, 3, 5, 6 */
  state = compute_the_scheduling_state (scheduler, &given);
  /* 4 */
  if (state.abort_source != NULL && state.abort_source->aborted)
    {
      ref_promise_reject (result, &state.abort_source->reason);
      return result;
    }
  /* 7 */
  handle = create_task_handle (loop, result, state.abort_source);
  /* 8 */
  if (state.abort_source != NULL)
    ref_signal_add_algorithm (state.abort_source, handle);
  /* 9 */
  handle->queue = select_the_scheduler_task_queue (scheduler, state.priority_source, TRUE);
  /* 10 */
  schedule_a_task_to_invoke_an_algorithm (scheduler, handle, (RefSteps) { yield_algorithm, handle });
  /* 11 */
  return result;
}

/* §2.4.3 get the runnable task queues (scheduler): append them */
static void
get_the_runnable_task_queues (RefScheduler *scheduler,
                              GPtrArray    *queues)
{
  GPtrArray *maps[2] = { scheduler->static_map, scheduler->dynamic_map };

  for (guint m = 0; m < 2; m++)
    {
      for (guint i = 0; i < maps[m]->len; i++)
        {
          RefMapEntry *entry = g_ptr_array_index (maps[m], i);

          if (!queue_is_empty (entry->queue))
            g_ptr_array_add (queues, entry->queue);
        }
    }
}

/* §2.4.3 select the next scheduler task queue from all schedulers (event loop) */
RefTaskQueue *
ref_select_next_queue (RefLoop *loop)
{
  g_autoptr (GPtrArray) queues = g_ptr_array_new ();
  RefTaskQueue *selected = NULL;
  guint highest = 0;

  /* 1–3 */
  for (guint i = 0; i < loop->schedulers->len; i++)
    get_the_runnable_task_queues (g_ptr_array_index (loop->schedulers, i), queues);
  /* 4: null if there is none; 5: keep those of the highest effective priority */
  for (guint i = 0; i < queues->len; i++)
    highest = MAX (highest, ref_effective_priority (g_ptr_array_index (queues, i)));
  /* 6: the one whose first runnable task is the oldest */
  for (guint i = 0; i < queues->len; i++)
    {
      RefTaskQueue *queue = g_ptr_array_index (queues, i);

      if (ref_effective_priority (queue) != highest)
        continue;
      if (selected == NULL ||
          ref_queue_first_task (queue)->enqueue_order < ref_queue_first_task (selected)->enqueue_order)
        selected = queue;
    }
  /* 7 */
  return selected;
}
