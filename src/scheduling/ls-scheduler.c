/* ls-scheduler.c
 *
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */

#include "ls-scheduler-private.h"

#include <math.h>

#include "ls-plain-type-private.h"

LS_DEFINE_PLAIN_TYPE (LsPostTaskOptions, ls_post_task_options)
LS_DEFINE_PLAIN_TYPE (LsYieldOptions, ls_yield_options)

/**
 * LsScheduler:
 *
 * The Scheduler of the specification (§2.2) on an [class@EventLoop]. It posts prioritised tasks and continuations. A loop may
 * have several schedulers; §2.4.3 chooses among all of them. A loop keeps its schedulers as long as it runs; a scheduler does not
 * keep its loop. A program that has made the loop itself keeps a reference to it, or what it posts never runs, as a message says
 * then. The loop of [func@Scheduler.get_thread_default] needs no keeping.
 *
 * Use [method@Scheduler.post_task] for tasks that have a result or can be aborted, and [method@Scheduler.post] for plain
 * functions by the million.
 */
G_DEFINE_FINAL_TYPE (LsScheduler, ls_scheduler, G_TYPE_OBJECT)

enum
{
  PROP_0,
  PROP_LOOP,
  PROP_NAME,
  N_PROPERTIES
};

static GParamSpec *properties[N_PROPERTIES];

/* The largest delay: WebIDL's [EnforceRange] unsigned long long ends at 2^53 - 1. */
#define MAX_DELAY 9007199254740991.0

static void
ls_scheduler_finalize (GObject *object)
{
  LsScheduler *self = LS_SCHEDULER (object);

  ls_scheduler_drop_queues (self);
  g_hash_table_unref (self->dynamic_queues);
  ls_pool_clear (&self->posted_tasks);
  g_free (self->name);
  g_clear_pointer (&self->space, ls_loop_space_unref);

  G_OBJECT_CLASS (ls_scheduler_parent_class)->finalize (object);
}

static void
ls_scheduler_init (LsScheduler *self)
{
  ls_pool_init (&self->posted_tasks, sizeof (LsPostedTask));
  self->dynamic_queues = g_hash_table_new_full (NULL, NULL, NULL, g_free);
}

/* §4.2.1: the first scheduler of a loop takes the place of the window's scheduler. */
static LsContinuationState *
scheduler_make_idle_state (gpointer data)
{
  LsScheduler *self = data;
  LsTaskSignal *background = ls_scheduling_context_get_fixed_signal (self->space->loop, LS_TASK_PRIORITY_BACKGROUND);

  return ls_continuation_state_new (self, ls_scheduling_state_new (NULL, background), &ls_scheduling_state_class, 0,
                                    NULL);
}

static void
ls_scheduler_constructed (GObject *object)
{
  LsScheduler *self = LS_SCHEDULER (object);
  LsEventLoop *loop;

  G_OBJECT_CLASS (ls_scheduler_parent_class)->constructed (object);

  if (self->space == NULL)
    self->space = ls_loop_space_ref (ls_event_loop_get_thread_default ()->space);
  loop = self->space->loop;
  self->id = ++loop->numbers->last_scheduler;
  g_ptr_array_add (ls_scheduling_context_get (loop)->schedulers, g_object_ref (self));
  if (ls_event_loop_inherits_priorities (loop))
    ls_priority_inheritance_install (loop);
  if (loop->make_idle_state == NULL)
    {
      loop->make_idle_state = scheduler_make_idle_state;
      loop->idle_state_data = self;
    }
  ls_event_loop_emit (loop, .kind = LS_RECORD_SCHEDULER_CREATED, .subject = self->id,
                      .text = ls_probe_intern (loop->probe, self->name));
}

static void
ls_scheduler_get_property (GObject    *object,
                           guint       id,
                           GValue     *value,
                           GParamSpec *spec)
{
  LsScheduler *self = LS_SCHEDULER (object);

  switch (id)
    {
    case PROP_LOOP:
      g_value_set_object (value, self->space->loop);
      break;
    case PROP_NAME:
      g_value_set_string (value, self->name);
      break;
    default:
      G_OBJECT_WARN_INVALID_PROPERTY_ID (object, id, spec);
    }
}

static void
ls_scheduler_set_property (GObject      *object,
                           guint         id,
                           const GValue *value,
                           GParamSpec   *spec)
{
  LsScheduler *self = LS_SCHEDULER (object);
  LsEventLoop *loop;

  switch (id)
    {
    case PROP_LOOP:
      loop = g_value_get_object (value);
      self->space = loop != NULL ? ls_loop_space_ref (loop->space) : NULL;
      break;
    case PROP_NAME:
      self->name = g_value_dup_string (value);
      break;
    default:
      G_OBJECT_WARN_INVALID_PROPERTY_ID (object, id, spec);
    }
}

static void
ls_scheduler_class_init (LsSchedulerClass *klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);

  object_class->constructed = ls_scheduler_constructed;
  object_class->finalize = ls_scheduler_finalize;
  object_class->get_property = ls_scheduler_get_property;
  object_class->set_property = ls_scheduler_set_property;

  /**
   * LsScheduler:loop:
   *
   * The loop of the scheduler; %NULL once that is gone. Where none is given, it is that of the thread's default main context
   */
  properties[PROP_LOOP] = g_param_spec_object ("loop", NULL, NULL, LS_TYPE_EVENT_LOOP,
                                               G_PARAM_READWRITE | G_PARAM_CONSTRUCT_ONLY | G_PARAM_STATIC_STRINGS);
  /**
   * LsScheduler:name:
   *
   * A name for people
   */
  properties[PROP_NAME] = g_param_spec_string ("name", NULL, NULL, NULL,
                                               G_PARAM_READWRITE | G_PARAM_CONSTRUCT_ONLY | G_PARAM_STATIC_STRINGS);
  g_object_class_install_properties (object_class, N_PROPERTIES, properties);
}

/**
 * ls_scheduler_new:
 * @loop: an event loop
 * @name: (nullable): a name for people
 *
 * Makes a scheduler: the `scheduler` of a page. It does not keep @loop: the caller does.
 *
 * Returns: (transfer full): a scheduler
 */
LsScheduler *
ls_scheduler_new (LsEventLoop *loop,
                  const char  *name)
{
  g_return_val_if_fail (LS_IS_EVENT_LOOP (loop), NULL);
  g_return_val_if_fail (!loop->shut_down, NULL);
  LS_ASSERT_LOOP_THREAD (loop);

  return g_object_new (LS_TYPE_SCHEDULER, "loop", loop, "name", name, NULL);
}

/**
 * ls_scheduler_get_thread_default:
 *
 * Gets the first scheduler of [func@EventLoop.get_thread_default]; makes it if there is none.
 *
 * Returns: (transfer none): a scheduler; the loop keeps it
 */
LsScheduler *
ls_scheduler_get_thread_default (void)
{
  LsEventLoop *loop = ls_event_loop_get_thread_default ();
  GPtrArray *schedulers = ls_scheduling_context_get (loop)->schedulers;

  if (schedulers->len == 0)
    g_object_unref (ls_scheduler_new (loop, NULL));
  return g_ptr_array_index (schedulers, 0);
}

/**
 * ls_scheduler_get_loop:
 * @self: a scheduler
 *
 * Gets the loop of the scheduler.
 *
 * Returns: (transfer none) (nullable): the loop of the scheduler; %NULL once that is gone
 */
LsEventLoop *
ls_scheduler_get_loop (LsScheduler *self)
{
  g_return_val_if_fail (LS_IS_SCHEDULER (self), NULL);

  return self->space->loop;
}

/* Somebody wants something of a scheduler whose loop is gone. Where the program has not ended the loop itself, it has lost it. */
void
ls_scheduler_tell_of_lost_loop (LsScheduler *self)
{
  if (self->space->loop_was_ended || self->has_told)
    return;
  self->has_told = TRUE;
  g_message ("The event loop of the scheduler is gone, and what is posted never runs. A scheduler does not keep its loop, nor does a "
             "main context: keep a reference to the loop as long as it is to run, or end it with ls_event_loop_shut_down()");
}

/* Returns: (nullable): the loop of the scheduler, if that still takes tasks */
LsEventLoop *
ls_scheduler_get_running_loop (LsScheduler *self)
{
  LsEventLoop *loop = self->space->loop;

  return loop != NULL && !loop->shut_down ? loop : NULL;
}

/**
 * ls_scheduler_get_id:
 * @self: a scheduler
 *
 * Gets the number of the scheduler.
 *
 * Returns: its number, as in records
 */
guint32
ls_scheduler_get_id (LsScheduler *self)
{
  g_return_val_if_fail (LS_IS_SCHEDULER (self), 0);

  return self->id;
}

/**
 * ls_scheduler_get_n_queues:
 * @self: a scheduler
 *
 * Counts the scheduler task queues, §2.4.
 *
 * Returns: the number of entries in its two maps of scheduler task queues
 */
guint
ls_scheduler_get_n_queues (LsScheduler *self)
{
  g_return_val_if_fail (LS_IS_SCHEDULER (self), 0);

  return self->n_queues;
}

/* State */

/* Returns the state of tasks with a fixed priority and no signal. All tasks of one priority share one state. */
LsContinuationState *
ls_scheduler_get_static_state (LsScheduler    *self,
                               LsTaskPriority  priority)
{
  if (G_UNLIKELY (self->static_states[priority] == NULL))
    {
      LsTaskSignal *fixed = ls_scheduling_context_get_fixed_signal (self->space->loop, priority);

      self->static_states[priority] = ls_continuation_state_new (self, ls_scheduling_state_new (NULL, fixed),
                                                                 &ls_scheduling_state_class, 0, NULL);
    }
  return self->static_states[priority];
}

/* §2.4.2 set the current scheduling state, through §4.1.2 set the continuation state value */
void
ls_scheduler_set_the_current_scheduling_state (LsScheduler   *self,
                                               LsEventLoop   *loop,
                                               LsAbortSignal *abort_source,
                                               LsTaskSignal  *priority_source,
                                               guint32        name)
{
  LsSchedulingState *value = ls_scheduling_state_new (abort_source, priority_source);
  LsContinuationState *state = ls_continuation_state_new (self, value, &ls_scheduling_state_class, name,
                                                          ls_continuation_state_ref (loop->continuation_state));

  if (ls_event_loop_inherits_priorities (loop))
    value->task = loop->current_task;
  ls_event_loop_set_continuation_state (loop, state);
  ls_continuation_state_unref (state);
}

/* §2.4.2 get the current scheduling state */
LsSchedulingState *
ls_scheduler_get_the_current_scheduling_state (LsScheduler *self,
                                               LsEventLoop *loop)
{
  return ls_continuation_state_get (loop->continuation_state, self);
}

/**
 * ls_scheduler_get_current_state:
 * @self: a scheduler
 * @abort_source: (out) (optional) (nullable) (transfer none): the state's abort source
 * @priority_source: (out) (optional) (nullable) (transfer none): the state's priority source
 *
 * Gets the current scheduling state (§2.4.2). A continuation inherits the state in which it is scheduled.
 *
 * Returns: %FALSE where there is no state
 */
gboolean
ls_scheduler_get_current_state (LsScheduler    *self,
                                LsAbortSignal **abort_source,
                                LsTaskSignal  **priority_source)
{
  LsEventLoop *loop;
  LsSchedulingState *state;

  g_return_val_if_fail (LS_IS_SCHEDULER (self), FALSE);

  loop = ls_scheduler_get_running_loop (self);
  state = loop != NULL ? ls_scheduler_get_the_current_scheduling_state (self, loop) : NULL;
  if (abort_source != NULL)
    *abort_source = state != NULL ? state->abort_source : NULL;
  if (priority_source != NULL)
    *priority_source = state != NULL ? state->priority_source : NULL;
  return state != NULL;
}

/* Scheduling */

/* §2.4.2 schedule a task to invoke an algorithm, with §2.4.1 queue a scheduler task. The loop first takes the earlier posts of
 * other threads, and by the preset the tasks whose delays have ended: the enqueue order is the order of time. */
void
ls_scheduler_schedule_a_task (LsEventLoop          *loop,
                              LsSchedulerTaskQueue *queue,
                              LsTask               *task)
{
  ls_event_loop_check_incoming (loop);
  ls_event_loop_check_delays (loop);
  task->order = ls_event_loop_take_enqueue_order (loop);
  ls_runnable_queues_push (&loop->scheduler_queues, &queue->base, task);
  ls_event_loop_emit (loop, .kind = LS_RECORD_TASK_QUEUED, .subject = task->id, .object = queue->base.id,
                      .value = (guint32) task->order, .text = task->name, .priority = queue->base.priority,
                      .queue = LS_QUEUE_TYPE_WEB_SCHEDULING, .clause = LS_CLAUSE_QUEUE_SCHEDULER_TASK, .step = 7,
                      .flags = queue->base.is_continuation ? LS_RECORD_FLAG_CONTINUATION : 0);
  ls_event_loop_notice_work (loop);
}

/* Reports the start of a scheduler task, with the state that it has just set. */
void
ls_scheduler_report_start (LsEventLoop *loop,
                           LsTask      *task)
{
  LsRecord *record;

  if (loop->probe == NULL)
    return;
  record = ls_probe_reserve (loop->probe);
  *record = (LsRecord) { .time = loop->now,
                         .subject = task->id,
                         .kind = LS_RECORD_TASK_STARTED,
                         .clause = LS_CLAUSE_SET_SCHEDULING_STATE,
                         .queue = LS_QUEUE_TYPE_WEB_SCHEDULING };
  ls_continuation_state_describe (loop->continuation_state, record);
}

/* Returns a promise rejected with @exception. Takes over @exception. */
LsPromise *
ls_scheduler_reject (LsEventLoop *loop,
                     LsException *exception)
{
  g_auto (LsValue) reason = LS_VALUE_INIT;

  ls_value_take_exception (&reason, exception);
  return ls_promise_new_rejected (loop, &reason);
}

/**
 * ls_post_task_options_set_name:
 * @self: options of a task
 * @name: (nullable): a name for people
 *
 * Sets the name, for languages that cannot write a text into a record, such as JavaScript. The text is kept until the process ends,
 * so give names that come again, and no numbers of tasks.
 */
void
ls_post_task_options_set_name (LsPostTaskOptions *self,
                               const char        *name)
{
  g_return_if_fail (self != NULL);

  self->name = g_intern_string (name);
}

/* Checks the options as WebIDL does before the steps of the method, in its order: delay, priority, signal. */
static LsException *
post_task_options_validate (const LsPostTaskOptions *options,
                            LsEventLoop             *loop)
{
  const double delay = trunc (options->delay);

  if (!isfinite (options->delay) || delay < 0 || delay > MAX_DELAY)
    return ls_exception_new_printf ("TypeError", "The delay %g is outside the range of an unsigned long long",
                                    options->delay);
  if (options->priority != LS_TASK_PRIORITY_NONE && !ls_task_priority_is_valid (options->priority))
    return ls_exception_new_printf ("TypeError", "%u is not a TaskPriority", (guint) options->priority);
  if (options->signal != NULL && (!LS_IS_ABORT_SIGNAL (options->signal) ||
                                  ls_abort_signal_get_loop (options->signal) != loop))
    return ls_exception_new ("TypeError", "The signal is not an AbortSignal of this loop");
  return NULL;
}

/* Reports a post. @delay in ms; @delay_is_lost where a delay of less than 1 ms has become 0. */
void
ls_scheduler_report_post (LsEventLoop    *loop,
                          const LsTask   *task,
                          LsAbortSignal  *signal,
                          LsTaskPriority  priority,
                          double          delay,
                          gboolean        delay_is_lost,
                          guint8          flags,
                          LsClause        clause)
{
  ls_event_loop_emit (loop, .kind = LS_RECORD_TASK_POSTED, .subject = task->id,
                      .object = signal != NULL ? ls_abort_signal_get_id (signal) : 0,
                      .value = delay < G_MAXUINT32 ? (guint32) delay : G_MAXUINT32, .text = task->name,
                      .priority = priority, .queue = LS_QUEUE_TYPE_WEB_SCHEDULING, .level = delay_is_lost,
                      .flags = flags, .clause = clause);
}

/* Reports a refusal: the engine posts nothing with a signal that is aborted already. */
void
ls_scheduler_report_refusal (LsEventLoop   *loop,
                             guint32        task,
                             guint32        name,
                             LsAbortSignal *signal,
                             guint8         flags,
                             LsClause       clause,
                             guint8         step)
{
  ls_event_loop_emit (loop, .kind = LS_RECORD_TASK_REFUSED, .subject = task, .object = ls_abort_signal_get_id (signal),
                      .text = name, .flags = flags, .clause = clause, .step = step);
}

/* §2.4.2 schedule a postTask task. Takes over @user_data, which @destroy frees. */
static LsPromise *
schedule_a_post_task_task (LsScheduler             *self,
                           LsEventLoop             *loop,
                           LsCallback               callback,
                           gpointer                 user_data,
                           GDestroyNotify           destroy,
                           const LsPostTaskOptions *options,
                           const LsPromiseHost     *host)
{
  LsAbortSignal *signal = options->signal; /* step 2 */
  const guint32 name = ls_event_loop_intern_name (loop, options->name);
  const double delay = trunc (options->delay);
  const guint32 id = ++loop->numbers->last_task;
  LsPromise *result = ls_promise_new_for_task (loop, id, name); /* step 1 */
  LsTaskPriority fixed = LS_TASK_PRIORITY_NONE;
  LsPostedTask *task;

  if (host != NULL)
    ls_promise_set_host (result, host, user_data);
  else if (options->name != NULL)
    result->label = g_ref_string_new (options->name);

  /* Step 3 */
  if (signal != NULL && ls_abort_signal_get_aborted (signal))
    {
      ls_scheduler_report_refusal (loop, id, name, signal, 0, LS_CLAUSE_SCHEDULE_POST_TASK, 3);
      ls_promise_reject (result, ls_abort_signal_get_reason (signal));
      if (destroy != NULL)
        destroy (user_data);
      return result;
    }

  /* Steps 4 to 8: the abort source of the state is the signal; its priority source is the signal, or one with this priority. The
   * engine makes the state when the task runs, and nobody can see the difference. */
  if (options->priority != LS_TASK_PRIORITY_NONE)
    fixed = options->priority;
  else if (signal == NULL || !LS_IS_TASK_SIGNAL (signal))
    fixed = LS_TASK_PRIORITY_USER_VISIBLE;
  if (ls_scheduling_context_has_other_priority (loop, id))
    fixed = ls_scheduling_context_get (loop)->other_priority;

  /* Steps 9 and 10 */
  task = ls_scheduler_create_a_task_handle (self, ls_promise_ref (result), signal);
  task->base.id = id;
  task->base.name = name;
  if (result->label != NULL)
    task->label = g_ref_string_acquire (result->label);
  else if (options->name != NULL)
    task->label = g_ref_string_new (options->name);
  task->base.priority = fixed;
  task->base.data = user_data;
  task->base.destroy = destroy;
  task->callback = callback;
  if (loop->probe != NULL)
    ls_scheduler_report_post (loop, &task->base, signal, options->priority, delay, delay == 0 && options->delay > 0, 0,
                              LS_CLAUSE_SCHEDULE_POST_TASK);

  /* Steps 11 to 14 */
  if (delay > 0)
    ls_event_loop_delay_task (loop, &task->base, (guint64) delay * 1000, 0, name);
  else
    ls_task_handle_enqueue (task, loop,
                            fixed != LS_TASK_PRIORITY_NONE
                                ? ls_scheduler_select_static_queue (self, fixed, FALSE)
                                : ls_scheduler_select_the_scheduler_task_queue (self, LS_TASK_SIGNAL (signal), FALSE));
  return result; /* step 15 */
}

/**
 * ls_scheduler_post_task:
 * @self: a scheduler
 * @callback: the function that runs
 * @user_data: data for @callback
 * @destroy: (nullable): called with @user_data once @callback has returned, or the task was aborted or dropped: before what comes
 *   after a yield in it, which needs data of its own
 * @options: (nullable): signal, priority and delay
 *
 * Scheduler.postTask(). Bad arguments reject the promise with a TypeError, as in a browser; the program goes on.
 *
 * Returns: (transfer full) (nullable): a promise, resolved with the return value of @callback, or rejected with its exception
 *   or with the abort reason of the signal; rejected with an InvalidStateError after the end of the loop; %NULL only once the
 *   loop is gone, with a message unless [method@EventLoop.shut_down] has ended it
 */
LsPromise *
ls_scheduler_post_task (LsScheduler             *self,
                        LsCallback               callback,
                        gpointer                 user_data,
                        GDestroyNotify           destroy,
                        const LsPostTaskOptions *options)
{
  static const LsPostTaskOptions no_options = LS_POST_TASK_OPTIONS_INIT;
  g_autoptr (LsException) exception = NULL;
  LsEventLoop *loop;

  g_return_val_if_fail (LS_IS_SCHEDULER (self), NULL);

  loop = self->space->loop;
  if (options == NULL)
    options = &no_options;
  if (loop == NULL)
    {
      ls_scheduler_tell_of_lost_loop (self);
      if (destroy != NULL)
        destroy (user_data);
      return NULL;
    }
  LS_ASSERT_LOOP_THREAD (loop);
  if (loop->shut_down)
    exception = ls_exception_new ("InvalidStateError", "The event loop has ended");
  else if (callback == NULL)
    exception = ls_exception_new ("TypeError", "The callback is not a function");
  else
    exception = post_task_options_validate (options, loop);
  if (exception == NULL)
    return schedule_a_post_task_task (self, loop, callback, user_data, destroy, options, NULL);

  if (destroy != NULL)
    destroy (user_data);
  return ls_scheduler_reject (loop, g_steal_pointer (&exception));
}

/* postTask() for a language host. The task settles the promise of the host through @host with @data, and @callback gets @data as
 * well. The caller has checked the options. */
void
ls_scheduler_post_task_hosted (LsScheduler             *self,
                               LsCallback               callback,
                               gpointer                 data,
                               const LsPostTaskOptions *options,
                               const LsPromiseHost     *host)
{
  LsEventLoop *loop = ls_scheduler_get_running_loop (self);

  if (loop != NULL)
    ls_promise_unref (schedule_a_post_task_task (self, loop, callback, data, NULL, options, host));
}
