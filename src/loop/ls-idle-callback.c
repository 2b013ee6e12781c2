/* ls-idle-callback.c: requestIdleCallback(), §4.2
 *
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */

#include "ls-event-loop-private.h"

#include <math.h>

/* "Start an idle period": 50 ms at most, less where a delayed task is due earlier. All three are in µs. */
#define IDLE_PERIOD (50 * 1000)
/* Blink's IdleHelper: no period is shorter than the minimum, and Blink waits for the retry time before it looks again. Reading
 * the clock takes time in a browser: a task that is due in a millisecond comes first. */
#define IDLE_PERIOD_MIN 1000
#define IDLE_PERIOD_RETRY 1000

typedef struct
{
  guint32        id;
  LsTask        *task;           /* in the idle queue; in the default queue after the timeout */
  LsTask        *timeout_task;   /* delayed, or NULL */
  guint32        name;           /* text */
  guint32        period;         /* how many idle periods had begun when the program requested the callback */
  LsCallback     callback;
  gpointer       user_data;
  GDestroyNotify destroy;
} LsIdleCallback;

typedef struct
{
  LsTask          base;
  LsIdleCallback *idle;          /* (unowned): the callback drops its tasks before it goes */
  gboolean        timed_out;
} LsIdleTask;

static void
idle_callback_free (LsIdleCallback *idle)
{
  if (idle->destroy != NULL)
    idle->destroy (idle->user_data);
  g_free (idle);
}

/* Takes a task out of its queue and frees it. Reports nothing. */
static void
idle_task_withdraw (LsEventLoop  *self,
                    LsTask      **task)
{
  LsTask *old = g_steal_pointer (task);

  if (old == NULL)
    return;
  if (old->is_delayed)
    ls_event_loop_withdraw_delayed_task (self, old);
  else if (old->is_queued)
    ls_loop_queue_remove (self, old);
  g_free (old);
}

static void
idle_task_drop (LsEventLoop *self,
                LsTask      *task)
{
  LsIdleCallback *idle = ((LsIdleTask *) task)->idle;

  if (idle->task == task)
    idle->task = NULL;
  if (idle->timeout_task == task)
    idle->timeout_task = NULL;
  g_free (task);
}

/* §4.2.1: the callback and its continuations have background priority. */
static void
idle_callback_invoke (LsEventLoop    *self,
                      LsIdleCallback *idle)
{
  const double remaining = ls_event_loop_get_idle_time_remaining (self);
  LsValue argument = { .type = LS_VALUE_NUMBER, .as = { .number = remaining } };
  g_auto (LsValue) result = LS_VALUE_INIT;

  if (self->make_idle_state != NULL)
    {
      LsContinuationState *state = self->make_idle_state (self->idle_state_data);

      ls_event_loop_set_continuation_state (self, state);
      ls_continuation_state_unref (state);
    }
  if (idle->callback (&argument, &result, idle->user_data) == LS_COMPLETION_THROW)
    ls_event_loop_report_exception (self, &result);
  ls_event_loop_set_continuation_state (self, NULL);
}

/* HTML, the computeDeadline steps of the event loop: until a timer is due or a frame is. Nobody foresees input. */
static guint64
compute_deadline (LsEventLoop *self,
                  guint64      end)
{
  return MIN (end, ls_wake_up_queue_get_next_foreseen (&self->wake_ups));
}

/* HTML: an idle period begins when nothing else is runnable. It is over when its time is, or when all callbacks have run that were
 * requested before it. */
static void
idle_callback_enter_live_period (LsEventLoop          *self,
                                 const LsIdleCallback *idle)
{
  if (idle->period < self->idle_period && self->now < compute_deadline (self, self->idle_period_end))
    return;
  self->idle_period++;
  self->idle_period_end = self->now + IDLE_PERIOD;
}

static guint64
idle_callback_get_deadline (LsEventLoop          *self,
                            const LsIdleCallback *idle)
{
  if (self->preset.idle_deadline_is_live)
    {
      idle_callback_enter_live_period (self, idle);
      return compute_deadline (self, self->idle_period_end);
    }
  if (self->preset.has_idle_periods && !self->preset.idle_deadline_is_renewed)
    return self->next_idle_period;
  return compute_deadline (self, self->now + IDLE_PERIOD);
}

static void
idle_task_run (LsEventLoop *self,
               LsTask      *task)
{
  LsIdleTask *idle_task = (LsIdleTask *) task;
  LsIdleCallback *idle = idle_task->idle;
  const gboolean timed_out = idle_task->timed_out;

  idle->task = NULL;
  if (idle->timeout_task != NULL)
    ls_event_loop_remove_task (self, g_steal_pointer (&idle->timeout_task), 0, LS_CLAUSE_IDLE_CALLBACK);
  g_hash_table_remove (self->idle_callbacks, GUINT_TO_POINTER (idle->id));
  self->idle_deadline = timed_out ? self->now : idle_callback_get_deadline (self, idle);
  self->idle_timed_out = timed_out;
  ls_event_loop_emit (self, .kind = LS_RECORD_IDLE_FIRED, .subject = idle->id, .object = task->id,
                      .value = ls_event_loop_get_idle_time_remaining (self),
                      .flags = timed_out ? LS_RECORD_FLAG_TIMED_OUT : 0, .clause = LS_CLAUSE_IDLE_CALLBACK);
  g_free (task);
  idle_callback_invoke (self, idle);
  idle_callback_free (idle);
}

/* The idle period is over in which the program requested this callback. */
static void
idle_task_due (LsEventLoop *self,
               LsTask      *task)
{
  ls_loop_queue_enqueue_due (self, task);
  if (task->queue_type == LS_QUEUE_TYPE_IDLE)
    self->idle_wants_period = TRUE;
}

static const LsTaskClass idle_task_class = { idle_task_run, idle_task_due, idle_task_drop };

static LsTask *
idle_task_new (LsEventLoop    *self,
               LsIdleCallback *idle,
               LsQueueType     type)
{
  LsIdleTask *task = g_new0 (LsIdleTask, 1);

  task->base.klass = &idle_task_class;
  task->base.id = ++self->numbers->last_task;
  task->base.queue_type = type;
  task->base.name = idle->name;
  task->idle = idle;
  return &task->base;
}

/* "Invoke idle callback timeout": turns the callback into an ordinary task. */
static void
idle_timeout_due (LsEventLoop *self,
                  LsTask      *task)
{
  LsIdleCallback *idle = ((LsIdleTask *) task)->idle;

  ls_event_loop_remove_task (self, g_steal_pointer (&idle->task), 0, LS_CLAUSE_IDLE_CALLBACK);
  idle->timeout_task = NULL;
  idle->task = task;
  ((LsIdleTask *) task)->timed_out = TRUE;
  task->klass = &idle_task_class;
  ls_loop_queue_enqueue_due (self, task);
}

static const LsTaskClass idle_timeout_class = { idle_task_run, idle_timeout_due, idle_task_drop };

/* Queues a callback's task. With idle periods it waits for the period that begins next. */
static void
idle_callback_queue (LsEventLoop    *self,
                     LsIdleCallback *idle)
{
  if (self->next_idle_period > 0)
    {
      const guint64 now = ls_event_loop_get_time (self);

      ls_event_loop_delay_task (self, idle->task, self->next_idle_period > now ? self->next_idle_period - now : 0, 0,
                                idle->name);
      return;
    }
  self->idle_wants_period = self->preset.has_idle_periods;
  ls_loop_queue_enqueue (self, idle->task, idle->name, LS_POST_NONE);
}

static int
compare_idle_callbacks (gconstpointer a,
                        gconstpointer b)
{
  const LsIdleCallback *const *one = a, *const *other = b;

  return ((*one)->id > (*other)->id) - ((*one)->id < (*other)->id);
}

/* Queues the callbacks that wait for the end of the period: a frame has ended it. */
static void
idle_callbacks_release (LsEventLoop *self)
{
  g_autoptr (GPtrArray) waiting = g_ptr_array_new ();
  GHashTableIter iter;
  gpointer value;

  g_hash_table_iter_init (&iter, self->idle_callbacks);
  while (g_hash_table_iter_next (&iter, NULL, &value))
    {
      const LsIdleCallback *idle = value;

      if (idle->task != NULL && idle->task->is_delayed && idle->task->queue_type == LS_QUEUE_TYPE_IDLE)
        g_ptr_array_add (waiting, value);
    }
  g_ptr_array_sort (waiting, compare_idle_callbacks);
  for (guint i = 0; i < waiting->len; i++)
    {
      const LsIdleCallback *idle = g_ptr_array_index (waiting, i);

      ls_event_loop_withdraw_delayed_task (self, idle->task);
      ls_loop_queue_enqueue_due (self, idle->task);
    }
}

/* Blink, EnableLongIdlePeriod: begins a period before the loop chooses the next task. Callbacks that are requested from here on
 * belong to the next period. */
void
ls_idle_period_begin (LsEventLoop *self)
{
  LsLoopQueue *queue = &self->queues[LS_QUEUE_TYPE_IDLE];
  LsTaskFifo *const fifos[] = { &queue->immediate_work, &queue->immediate_incoming, &queue->delayed_work };
  guint64 next;

  if (self->next_idle_period > self->now)
    idle_callbacks_release (self);
  self->idle_wants_period = FALSE;
  self->next_idle_period = 0;
  if (g_hash_table_size (self->idle_callbacks) == 0)
    return;
  next = ls_wake_up_queue_get_next_foreseen (&self->wake_ups);
  if (next > self->now + IDLE_PERIOD_MIN)
    {
      self->next_idle_period = MIN (self->now + IDLE_PERIOD, next);
      return;
    }

  self->next_idle_period = self->now + IDLE_PERIOD_RETRY;
  for (guint i = 0; i < G_N_ELEMENTS (fifos); i++)
    for (LsTask *task = fifos[i]->head, *following; task != NULL; task = following)
      {
        following = task->in.link.next;
        if (task->klass != &idle_task_class)
          continue;
        ls_loop_queue_remove (self, task);
        task->order = 0;
        ls_event_loop_delay_task (self, task, IDLE_PERIOD_RETRY, 0, task->name);
      }
}

/* Ends the period where no callback is left. The next request then begins a new period. */
void
ls_idle_period_end_turn (LsEventLoop *self)
{
  if (g_hash_table_size (self->idle_callbacks) == 0)
    self->next_idle_period = 0;
}

/**
 * ls_event_loop_request_idle_callback:
 * @self: a loop
 * @timeout: in ms: after this time the callback runs as an ordinary task; 0 for none
 * @name: (nullable): a name for people
 * @callback: the function that runs when nothing else does; its argument is the time remaining in ms
 * @user_data: data for @callback
 * @destroy: (nullable): called with @user_data once the function cannot run any more
 *
 * The web's requestIdleCallback(). The continuations of the callback have background priority (§4.2.1).
 *
 * Returns: its handle
 */
guint32
ls_event_loop_request_idle_callback (LsEventLoop    *self,
                                     guint32         timeout,
                                     const char     *name,
                                     LsCallback      callback,
                                     gpointer        user_data,
                                     GDestroyNotify  destroy)
{
  LsIdleCallback *idle;

  g_return_val_if_fail (LS_IS_EVENT_LOOP (self), 0);
  g_return_val_if_fail (callback != NULL, 0);
  LS_ASSERT_LOOP_THREAD (self);

  if (self->shut_down)
    {
      if (destroy != NULL)
        destroy (user_data);
      return 0;
    }
  idle = g_new0 (LsIdleCallback, 1);
  idle->id = ++self->numbers->last_idle_callback;
  idle->name = ls_event_loop_intern_name (self, name);
  idle->period = self->idle_period;
  idle->callback = callback;
  idle->user_data = user_data;
  idle->destroy = destroy;
  g_hash_table_insert (self->idle_callbacks, GUINT_TO_POINTER (idle->id), idle);
  idle->task = idle_task_new (self, idle, LS_QUEUE_TYPE_IDLE);
  ls_event_loop_emit (self, .kind = LS_RECORD_IDLE_REQUESTED, .subject = idle->id, .object = idle->task->id,
                      .value = timeout, .text = idle->name, .clause = LS_CLAUSE_IDLE_CALLBACK);
  idle_callback_queue (self, idle);
  if (timeout > 0)
    {
      idle->timeout_task = idle_task_new (self, idle, LS_QUEUE_TYPE_DEFAULT);
      idle->timeout_task->klass = &idle_timeout_class;
      ls_event_loop_delay_task (self, idle->timeout_task, timeout * G_GUINT64_CONSTANT (1000), 0, idle->name);
    }
  return idle->id;
}

/**
 * ls_event_loop_cancel_idle_callback:
 * @self: a loop
 * @handle: a handle; the function ignores an unknown handle
 *
 * The web's cancelIdleCallback().
 */
void
ls_event_loop_cancel_idle_callback (LsEventLoop *self,
                                    guint32      handle)
{
  LsIdleCallback *idle;

  g_return_if_fail (LS_IS_EVENT_LOOP (self));
  LS_ASSERT_LOOP_THREAD (self);

  idle = g_hash_table_lookup (self->idle_callbacks, GUINT_TO_POINTER (handle));
  if (idle == NULL)
    return;
  g_hash_table_remove (self->idle_callbacks, GUINT_TO_POINTER (handle));
  ls_event_loop_emit (self, .kind = LS_RECORD_IDLE_CANCELLED, .subject = handle, .clause = LS_CLAUSE_IDLE_CALLBACK);
  if (idle->task != NULL)
    ls_event_loop_remove_task (self, idle->task, 0, LS_CLAUSE_IDLE_CALLBACK);
  if (idle->timeout_task != NULL)
    ls_event_loop_remove_task (self, idle->timeout_task, 0, LS_CLAUSE_IDLE_CALLBACK);
  idle_callback_free (idle);
}

/**
 * ls_event_loop_get_idle_time_remaining:
 * @self: a loop
 *
 * IdleDeadline.timeRemaining(), inside an idle callback.
 *
 * Returns: the time in ms, or 0 once the idle period is over
 */
double
ls_event_loop_get_idle_time_remaining (LsEventLoop *self)
{
  guint64 now;

  g_return_val_if_fail (LS_IS_EVENT_LOOP (self), 0);

  if (self->preset.idle_deadline_is_live && self->idle_deadline > 0 && !self->idle_timed_out)
    return ls_idle_period_get_live_remaining (self);
  now = ls_event_loop_get_time (self);
  return self->idle_deadline > now ? (self->idle_deadline - now) / 1000. : 0;
}

/* HTML, timeRemaining(): computes the deadline each time. So a timer that the callback sets shortens the time, and one that it
 * clears gives time back. Returns ms. */
double
ls_idle_period_get_live_remaining (LsEventLoop *self)
{
  const guint64 now = ls_event_loop_get_time (self);
  const guint64 deadline = compute_deadline (self, self->idle_period_end);

  return deadline > now ? (deadline - now) / 1000. : 0;
}

/**
 * ls_event_loop_get_idle_timed_out:
 * @self: a loop
 *
 * Tells whether the idle callback runs because its timeout was over, `IdleDeadline.didTimeout`.
 *
 * Returns: IdleDeadline.didTimeout, inside an idle callback
 */
gboolean
ls_event_loop_get_idle_timed_out (LsEventLoop *self)
{
  g_return_val_if_fail (LS_IS_EVENT_LOOP (self), FALSE);

  return self->idle_timed_out;
}

void
ls_idle_callbacks_shut_down (LsEventLoop *self)
{
  g_autoptr (GList) callbacks = g_hash_table_get_values (self->idle_callbacks);

  g_hash_table_remove_all (self->idle_callbacks);
  for (GList *l = callbacks; l != NULL; l = l->next)
    {
      LsIdleCallback *idle = l->data;

      idle_task_withdraw (self, &idle->task);
      idle_task_withdraw (self, &idle->timeout_task);
      idle_callback_free (idle);
    }
}
