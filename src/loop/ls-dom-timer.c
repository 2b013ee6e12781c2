/* ls-dom-timer.c: setTimeout() and setInterval(), HTML's timer initialization steps and Blink's DOMTimer
 *
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */

#include "ls-event-loop-private.h"

/**
 * LsDomTimer:
 *
 * A timer. Its task goes through the loop's queue for JavaScript timers. A repeating timer gets a new task each time.
 */
typedef struct
{
  guint32        id;
  guint          ref_count;      /* one of the table, and one while its callback runs */
  LsTask        *task;           /* delayed or queued, NULL while it fires */
  guint64        timeout;        /* ms, after the clamp */
  guint64        due;            /* µs */
  guint          nesting_level;
  guint32        name;           /* text */
  gboolean       is_repeating;
  gboolean       is_cleared;
  LsCallback     callback;
  gpointer       user_data;
  GDestroyNotify destroy;
} LsDomTimer;

typedef struct
{
  LsTask      base;
  LsDomTimer *timer;             /* (unowned): the timer drops its task before it goes */
} LsTimerTask;

static void
dom_timer_unref (LsDomTimer *timer)
{
  if (--timer->ref_count > 0)
    return;
  if (timer->destroy != NULL)
    timer->destroy (timer->user_data);
  g_free (timer);
}

/* HTML: "if nesting level is greater than 5, and timeout is less than 4, then set timeout to 4". Blink once incremented the level
 * first and compared with >= (crbug 1108877). */
static gboolean
dom_timer_clamp (LsEventLoop *self,
                 LsDomTimer  *timer)
{
  const LsPreset *preset = &self->preset;
  const gboolean nested = preset->timer_nesting_counts_first ? timer->nesting_level >= preset->timer_nesting_limit
                                                             : timer->nesting_level > preset->timer_nesting_limit;

  if (!nested || timer->timeout >= preset->timer_clamp_ms)
    return FALSE;
  timer->timeout = preset->timer_clamp_ms;
  return TRUE;
}

/* Steps 9 and 11 to 13. HTML compares the level of the running task; Blink compares the new timer's own level. Returns whether
 * the timeout was clamped. */
static gboolean
dom_timer_increment_level (LsEventLoop *self,
                           LsDomTimer  *timer)
{
  gboolean clamped;

  if (self->preset.timer_nesting_counts_first)
    timer->nesting_level++;
  clamped = dom_timer_clamp (self, timer);
  if (!self->preset.timer_nesting_counts_first)
    timer->nesting_level++;
  return clamped;
}

static void dom_timer_start (LsEventLoop *self,
                             LsDomTimer  *timer,
                             gboolean     clamped,
                             guint64      delay);

static void
dom_timer_remove (LsEventLoop *self,
                  LsDomTimer  *timer)
{
  if (timer->is_cleared)
    return;
  timer->is_cleared = TRUE;
  g_hash_table_remove (self->timers, GUINT_TO_POINTER (timer->id));
  dom_timer_unref (timer);
}

/* Blink, TimerBase::RunInternal and DOMTimer::Fired: sets a repeating timer for the next multiple of its interval since it was
 * due. So it does not drift, however late it is and however long its callback takes. */
static void
dom_timer_rearm_before_callback (LsEventLoop *self,
                                 LsDomTimer  *timer)
{
  const guint64 interval = timer->timeout * 1000;
  const guint64 late = self->now > timer->due ? self->now - timer->due : 0;
  const gboolean clamped = dom_timer_increment_level (self, timer);
  guint64 delay = interval > 0 ? interval - late % interval : 0;

  /* AugmentRepeatInterval */
  if (clamped)
    delay += timer->timeout * 1000 - interval;
  dom_timer_start (self, timer, clamped, delay);
}

/* Gecko, TimeoutManager::RescheduleTimeout: returns after how many µs a repeating timer fires again. Its callback began at
 * @began. */
static guint64
dom_timer_get_rest (LsEventLoop      *self,
                    const LsDomTimer *timer,
                    guint64           began)
{
  const guint64 interval = timer->timeout * 1000;
  const guint64 passed = self->preset.interval_counts_from_callback ? ls_event_loop_get_time (self) - began : 0;

  return interval > passed ? interval - passed : 0;
}

/* DOMTimer::Fired */
static void
timer_task_run (LsEventLoop *self,
                LsTask      *task)
{
  LsDomTimer *timer = ((LsTimerTask *) task)->timer;
  const guint64 began = self->now;
  const LsValue argument = LS_VALUE_INIT;
  g_auto (LsValue) result = LS_VALUE_INIT;

  timer->task = NULL;
  timer->ref_count++;
  ls_event_loop_emit (self, .kind = LS_RECORD_TIMER_FIRED, .subject = timer->id, .object = task->id,
                      .level = MIN (timer->nesting_level, G_MAXUINT8), .clause = LS_CLAUSE_BLINK_DOM_TIMER);
  g_free (task);
  if (!timer->is_repeating)
    dom_timer_remove (self, timer);

  self->timer_nesting_level = timer->nesting_level;
  if (timer->is_repeating && self->preset.interval_rearms_first)
    dom_timer_rearm_before_callback (self, timer);
  if (timer->callback (&argument, &result, timer->user_data) == LS_COMPLETION_THROW)
    ls_event_loop_report_exception (self, &result);

  /* By the letter the microtasks of the callback come first, and after them the nesting level is 0. Like browsers, the loop lets
   * them neither delay the next time nor end the nesting. */
  if (timer->is_repeating && !self->preset.interval_rearms_first && !timer->is_cleared && !self->shut_down)
    {
      const gboolean clamped = dom_timer_increment_level (self, timer);

      dom_timer_start (self, timer, clamped, dom_timer_get_rest (self, timer, began));
    }
  dom_timer_unref (timer);
}

static void
timer_task_drop (LsEventLoop *self,
                 LsTask      *task)
{
  ((LsTimerTask *) task)->timer->task = NULL;
  g_free (task);
}

static const LsTaskClass timer_task_class = { timer_task_run, ls_loop_queue_enqueue_due, timer_task_drop };

/* StartOneShot, StartRepeating: puts a task into the delayed incoming queue. @delay in µs. */
static void
dom_timer_start (LsEventLoop *self,
                 LsDomTimer  *timer,
                 gboolean     clamped,
                 guint64      delay)
{
  LsTimerTask *task = g_new0 (LsTimerTask, 1);

  task->base.klass = &timer_task_class;
  task->base.id = ++self->numbers->last_task;
  task->base.queue_type = LS_QUEUE_TYPE_FRAME_THROTTLEABLE;
  task->base.name = timer->name;
  task->timer = timer;
  timer->task = &task->base;
  ls_event_loop_emit (self, .kind = LS_RECORD_TIMER_INSTALLED, .subject = timer->id, .object = task->base.id,
                      .value = ls_saturate (timer->timeout), .text = timer->name,
                      .level = MIN (timer->nesting_level, G_MAXUINT8), .queue = LS_QUEUE_TYPE_FRAME_THROTTLEABLE,
                      .flags = (timer->is_repeating ? LS_RECORD_FLAG_REPEATING : 0) |
                               (clamped ? LS_RECORD_FLAG_CLAMPED : 0),
                      .clause = LS_CLAUSE_HTML_TIMER_INITIALIZATION, .step = clamped ? 11 : 0);
  ls_event_loop_delay_task (self, &task->base, delay, timer->id, timer->name);
  timer->due = self->now + delay;
}

/* HTML: timer initialization steps; Blink: DOMTimer's constructor. Returns the timer's number, 0 where the loop has ended. */
static guint32
dom_timer_install (LsEventLoop    *self,
                   gint32          timeout,
                   gboolean        is_repeating,
                   const char     *name,
                   LsCallback      callback,
                   gpointer        user_data,
                   GDestroyNotify  destroy)
{
  LsDomTimer *timer;
  gboolean clamped;

  if (self->shut_down)
    {
      if (destroy != NULL)
        destroy (user_data);
      return 0;
    }
  timer = g_new0 (LsDomTimer, 1);
  *timer = (LsDomTimer) { .id = ++self->numbers->last_timer,
                          .ref_count = 1,
                          .timeout = MAX (timeout, 0), /* step 10 */
                          .name = ls_event_loop_intern_name (self, name),
                          .is_repeating = is_repeating,
                          .callback = callback,
                          .user_data = user_data,
                          .destroy = destroy };
  g_hash_table_insert (self->timers, GUINT_TO_POINTER (timer->id), timer);
  timer->nesting_level = self->timer_nesting_level;
  clamped = dom_timer_increment_level (self, timer);
  if (is_repeating && timer->timeout < self->preset.interval_floor_ms)
    {
      timer->timeout = self->preset.interval_floor_ms;
      clamped = TRUE;
    }
  dom_timer_start (self, timer, clamped, timer->timeout * 1000);
  return timer->id;
}

/**
 * ls_event_loop_set_timeout:
 * @self: a loop
 * @timeout: in ms; a negative timeout counts as 0
 * @name: (nullable): a name for people
 * @callback: the function that runs
 * @user_data: data for @callback
 * @destroy: (nullable): called with @user_data once the function cannot run any more
 *
 * The web's setTimeout(). A timer set by timers more than five levels deep waits for 4 ms at least.
 *
 * Returns: the timer's number
 */
guint32
ls_event_loop_set_timeout (LsEventLoop    *self,
                           gint32          timeout,
                           const char     *name,
                           LsCallback      callback,
                           gpointer        user_data,
                           GDestroyNotify  destroy)
{
  g_return_val_if_fail (LS_IS_EVENT_LOOP (self), 0);
  g_return_val_if_fail (callback != NULL, 0);
  LS_ASSERT_LOOP_THREAD (self);

  return dom_timer_install (self, timeout, FALSE, name, callback, user_data, destroy);
}

/**
 * ls_event_loop_set_interval:
 * @self: a loop
 * @timeout: in ms; a negative timeout counts as 0
 * @name: (nullable): a name for people
 * @callback: the function that runs each time
 * @user_data: data for @callback
 * @destroy: (nullable): called with @user_data once the function cannot run any more
 *
 * The web's setInterval(). Each repetition counts as nested in the repetition before.
 *
 * Returns: the timer's number
 */
guint32
ls_event_loop_set_interval (LsEventLoop    *self,
                            gint32          timeout,
                            const char     *name,
                            LsCallback      callback,
                            gpointer        user_data,
                            GDestroyNotify  destroy)
{
  g_return_val_if_fail (LS_IS_EVENT_LOOP (self), 0);
  g_return_val_if_fail (callback != NULL, 0);
  LS_ASSERT_LOOP_THREAD (self);

  return dom_timer_install (self, timeout, TRUE, name, callback, user_data, destroy);
}

/**
 * ls_event_loop_clear_timer:
 * @self: a loop
 * @timer: a timer's number; the function ignores an unknown number
 *
 * The web's clearTimeout() and clearInterval().
 */
void
ls_event_loop_clear_timer (LsEventLoop *self,
                           guint32      timer)
{
  LsDomTimer *dom_timer;

  g_return_if_fail (LS_IS_EVENT_LOOP (self));
  LS_ASSERT_LOOP_THREAD (self);

  dom_timer = g_hash_table_lookup (self->timers, GUINT_TO_POINTER (timer));
  if (dom_timer == NULL)
    return;
  ls_event_loop_emit (self, .kind = LS_RECORD_TIMER_CLEARED, .subject = timer, .clause = LS_CLAUSE_HTML_CLEAR_TIMER);
  if (dom_timer->task != NULL)
    ls_event_loop_remove_task (self, dom_timer->task, 0, LS_CLAUSE_HTML_CLEAR_TIMER);
  dom_timer_remove (self, dom_timer);
}

static void
dom_timer_shut_down (LsEventLoop *self,
                     LsDomTimer  *timer)
{
  LsTask *task = timer->task;

  timer->is_cleared = TRUE;
  if (task != NULL)
    {
      if (task->is_delayed)
        ls_event_loop_withdraw_delayed_task (self, task);
      else if (task->is_queued)
        ls_loop_queue_remove (self, task);
      timer_task_drop (self, task);
    }
  dom_timer_unref (timer);
}

void
ls_dom_timers_shut_down (LsEventLoop *self)
{
  g_autoptr (GList) timers = g_hash_table_get_values (self->timers);

  /* Empty the table first: data of a timer may clear other timers when it is freed. */
  g_hash_table_remove_all (self->timers);
  for (GList *l = timers; l != NULL; l = l->next)
    dom_timer_shut_down (self, l->data);
}
