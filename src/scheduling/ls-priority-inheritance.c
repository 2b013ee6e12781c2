/* ls-priority-inheritance.c: the experiment of priority inheritance, see docs/experiments.md
 *
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */

#include "ls-scheduler-private.h"

/* A promise that somebody waits for. */
typedef struct
{
  guint32 depends_on;           /* the promise that settles it, once that is known, or 0 */
  guint8  wanted;               /* LsTaskPriority: the highest of those who wait for it, or NONE */
  guint32 awaiter;              /* the task that this one is of */
} Link;

/* A task whose result somebody waits for. Its own priority can change meanwhile; it has the higher of both. */
typedef struct
{
  LsPriorityAlgorithm algorithm;
  LsPostedTask       *task;
  LsTaskSignal       *source;   /* (owned) */
  LsTaskPriority      wanted;
  guint32             awaiter;
  gboolean            is_raised;
} Raise;

/**
 * LsPriorityInheritance:
 *
 * Who waits for whom, in a loop with the experiment. Promises are known by their numbers, so that nothing here keeps one alive.
 */
struct _LsPriorityInheritance
{
  GHashTable *links;            /* promise → Link */
  GHashTable *tasks;            /* promise → LsPostedTask (unowned), whose result it is */
  GHashTable *raises;           /* LsPostedTask → Raise */
};

static void
raise_free (gpointer data)
{
  Raise *self = data;

  ls_task_signal_remove_priority_change_algorithm (self->source, &self->algorithm);
  g_object_unref (self->source);
  g_free (self);
}

void
ls_priority_inheritance_free (LsPriorityInheritance *self)
{
  g_hash_table_unref (self->links);
  g_hash_table_unref (self->tasks);
  g_hash_table_unref (self->raises);
  g_free (self);
}

static LsPriorityInheritance *
get_inheritance (LsEventLoop *loop)
{
  return ls_scheduling_context_get (loop)->inheritance;
}

static Link *
get_link (LsPriorityInheritance *self,
          guint32                promise)
{
  Link *link = g_hash_table_lookup (self->links, GUINT_TO_POINTER (promise));

  if (link == NULL)
    {
      link = g_new (Link, 1);
      *link = (Link) { .wanted = LS_TASK_PRIORITY_NONE };
      g_hash_table_insert (self->links, GUINT_TO_POINTER (promise), link);
    }
  return link;
}

static gboolean
waits (const LsPostedTask *task)
{
  return task->base.is_queued || task->base.is_delayed || task->base.waits_for_frame;
}

static gboolean
is_continuation (const LsPostedTask *task)
{
  return task->callback == NULL;
}

/* Moves a queued task, which keeps its enqueue order. */
static void
move_task (LsEventLoop          *loop,
           LsPostedTask         *task,
           LsSchedulerTaskQueue *queue)
{
  LsSchedulerTaskQueue *old = task->queue;

  ls_runnable_queues_remove_task (&loop->scheduler_queues, &old->base, &task->base);
  queue->ref_count++;
  task->queue = queue;
  ls_runnable_queues_insert (&loop->scheduler_queues, &queue->base, &task->base);
}

/* Gives a task that waits the higher of its own priority, which @source has, and of @wanted. */
static void
set_priority (LsEventLoop    *loop,
              LsPostedTask   *task,
              LsTaskSignal   *source,
              LsTaskPriority  wanted,
              guint32         awaiter)
{
  const LsTaskPriority own = ls_task_signal_get_priority (source);
  const gboolean is_raised = wanted > own;
  LsTaskSignal *signal = is_raised ? ls_scheduling_context_get_fixed_signal (loop, wanted) : source;
  LsSchedulerTaskQueue *old = task->queue;

  if (is_continuation (task))
    {
      if (!task->base.is_queued)
        ls_task_handle_keep_priority_source (task, signal);
    }
  else
    task->base.priority = ls_task_signal_has_fixed_priority (signal) ? ls_task_signal_get_priority (signal)
                                                                     : LS_TASK_PRIORITY_NONE;
  if (task->base.is_queued)
    move_task (loop, task, ls_scheduler_select_the_scheduler_task_queue (task->scheduler, signal, old->base.is_continuation));
  ls_event_loop_emit (loop, .kind = LS_RECORD_TASK_RAISED, .subject = task->base.id,
                      .object = task->base.is_queued ? task->queue->base.id : 0, .value = is_raised ? awaiter : 0,
                      .priority = ls_task_signal_get_priority (signal), .level = own, .queue = LS_QUEUE_TYPE_WEB_SCHEDULING,
                      .clause = LS_CLAUSE_EXPERIMENT_PRIORITY_INHERITANCE);
  if (task->base.is_queued)
    {
      if (old->base.tasks.length == 0)
        ls_scheduler_task_queue_run_removal_steps (old);
      ls_scheduler_task_queue_unref (old);
    }
  ls_event_loop_notice_work (loop);
}

/* The task's own signal has changed its priority. */
static void
follow_own_priority (LsTaskSignal        *signal,
                     LsPriorityAlgorithm *algorithm)
{
  Raise *self = (Raise *) ((char *) algorithm - G_STRUCT_OFFSET (Raise, algorithm));
  LsEventLoop *loop = self->task->scheduler->space->loop;
  const gboolean is_raised = self->wanted > ls_task_signal_get_priority (self->source);

  if (loop == NULL || !waits (self->task) || (!is_raised && !self->is_raised))
    return;
  self->is_raised = is_raised;
  set_priority (loop, self->task, self->source, self->wanted, self->awaiter);
}

/* The signal whose priority a task has without anybody who waits for it. Nothing is known of the source of a continuation in its
 * queue but what the queue says. */
static LsTaskSignal *
get_own_source (LsEventLoop  *loop,
                LsPostedTask *task)
{
  if (task->base.is_queued)
    return task->queue->signal != NULL ? task->queue->signal
                                       : ls_scheduling_context_get_fixed_signal (loop, task->queue->base.priority);
  if (is_continuation (task))
    return task->base.data;
  return task->base.priority != LS_TASK_PRIORITY_NONE ? ls_scheduling_context_get_fixed_signal (loop, task->base.priority)
                                                      : LS_TASK_SIGNAL (task->signal);
}

static void
raise_task (LsEventLoop    *loop,
            LsPostedTask   *task,
            LsTaskSignal   *of_awaiter,
            LsTaskPriority  wanted,
            guint32         awaiter)
{
  LsPriorityInheritance *self = get_inheritance (loop);
  Raise *known = g_hash_table_lookup (self->raises, task);
  LsTaskSignal *source;

  if (!waits (task))
    return;
  source = known != NULL ? known->source : get_own_source (loop, task);
  /* Who awaits its own continuation shares its priority, whatever becomes of that. */
  if (source == of_awaiter)
    return;
  if (known == NULL && (!ls_task_signal_has_fixed_priority (source) || wanted > ls_task_signal_get_priority (source)))
    {
      known = g_new0 (Raise, 1);
      known->task = task;
      known->source = g_object_ref (source);
      known->algorithm.run = follow_own_priority;
      ls_task_signal_add_priority_change_algorithm (source, &known->algorithm);
      g_hash_table_insert (self->raises, task, known);
    }
  if (known == NULL)
    return;
  known->wanted = wanted;
  known->awaiter = awaiter;
  known->is_raised = wanted > ls_task_signal_get_priority (source);
  if (known->is_raised)
    set_priority (loop, task, source, wanted, awaiter);
}

/* Lets @promise, and what it depends on, have at least @priority on behalf of @awaiter, which has it from @source (nullable). A
 * priority only ever grows, so this comes to an end even where promises wait for each other in a circle. */
void
ls_priority_inheritance_raise (LsEventLoop    *loop,
                               guint32         promise,
                               LsTaskSignal   *source,
                               LsTaskPriority  priority,
                               guint32         awaiter)
{
  LsPriorityInheritance *self = get_inheritance (loop);

  while (self != NULL && promise != 0)
    {
      Link *link = get_link (self, promise);
      LsPostedTask *task = g_hash_table_lookup (self->tasks, GUINT_TO_POINTER (promise));

      if (link->wanted != LS_TASK_PRIORITY_NONE && link->wanted >= priority)
        return;
      link->wanted = priority;
      link->awaiter = awaiter;
      promise = link->depends_on;
      if (task != NULL)
        raise_task (loop, task, source, priority, awaiter);
    }
}

/* A reaction was added to a pending promise. @waiter: the promise that it will settle, or 0. The code that adds it counts with the
 * priority of its scheduling state. Code without one, such as a script or a timer, has no priority to pass on. */
static void
promise_awaited (LsEventLoop *loop,
                 guint32      promise,
                 guint32      waiter)
{
  LsContinuationState *state = loop->continuation_state;
  LsTaskPriority priority = LS_TASK_PRIORITY_NONE;
  LsTaskSignal *source = NULL;
  guint32 awaiter = loop->current_task;

  if (state != NULL && state->klass == &ls_scheduling_state_class)
    {
      const LsSchedulingState *value = state->value;

      source = value->priority_source;
      priority = ls_task_signal_get_priority (source);
      if (value->task != 0)
        awaiter = value->task;
    }
  if (waiter != 0)
    {
      Link *link = get_link (get_inheritance (loop), waiter);

      link->depends_on = promise;
      if (link->wanted != LS_TASK_PRIORITY_NONE && (priority == LS_TASK_PRIORITY_NONE || link->wanted > priority))
        {
          source = NULL;
          priority = link->wanted;
          awaiter = link->awaiter;
        }
    }
  if (priority != LS_TASK_PRIORITY_NONE)
    ls_priority_inheritance_raise (loop, promise, source, priority, awaiter);
}

static void
promise_over (LsEventLoop *loop,
              guint32      promise)
{
  LsPriorityInheritance *self = get_inheritance (loop);

  g_hash_table_remove (self->links, GUINT_TO_POINTER (promise));
  g_hash_table_remove (self->tasks, GUINT_TO_POINTER (promise));
}

/* Makes the loop tell who waits for whom. */
void
ls_priority_inheritance_install (LsEventLoop *loop)
{
  LsSchedulingContext *context = ls_scheduling_context_get (loop);

  if (context->inheritance != NULL)
    return;
  context->inheritance = g_new (LsPriorityInheritance, 1);
  context->inheritance->links = g_hash_table_new_full (NULL, NULL, NULL, g_free);
  context->inheritance->tasks = g_hash_table_new (NULL, NULL);
  context->inheritance->raises = g_hash_table_new_full (NULL, NULL, NULL, raise_free);
  loop->promise_awaited = promise_awaited;
  loop->promise_over = promise_over;
}

/* From now on others can wait for the result of @task. */
void
ls_priority_inheritance_add_task (LsEventLoop  *loop,
                                  LsPostedTask *task)
{
  g_hash_table_insert (get_inheritance (loop)->tasks, GUINT_TO_POINTER (task->result->id), task);
}

/* @task is about to be freed. */
void
ls_priority_inheritance_remove_task (LsEventLoop  *loop,
                                     LsPostedTask *task)
{
  LsPriorityInheritance *self = get_inheritance (loop);

  g_hash_table_remove (self->tasks, GUINT_TO_POINTER (task->result->id));
  g_hash_table_remove (self->raises, task);
}
