/* ref-timer.c: setTimeout and setInterval of the reference
 *
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */

#include "ref-engine.h"

typedef struct
{
  guint       id;
  RefLoop    *loop;
  int         timeout;
  gboolean    repeat;
  gboolean    cleared;
  int         nesting_level;
  int         interval;         /* ms, what it was set for last */
  guint64     due;              /* µs */
  RefCallback callback;
  gpointer    user_data;
} RefTimer;

static void timer_initialization_steps (RefTimer *timer,
                                        gboolean  again);

static RefTimer *
find_timer (RefLoop *loop,
            guint    id)
{
  for (guint i = 0; i < loop->timers->len; i++)
    {
      RefTimer *timer = g_ptr_array_index (loop->timers, i);

      if (timer->id == id)
        return timer;
    }
  return NULL;
}

static void
timer_task (RefLoop  *loop,
            gpointer  data)
{
  RefTimer *timer = data;
  RefValue undefined = { REF_UNDEFINED };
  RefValue result = undefined;

  if (timer->cleared)
    return;
  if (!timer->repeat)
    timer->cleared = TRUE;
  /* Blink sets it again first. */
  if (timer->repeat && loop->preset->interval_rearms_first)
    timer_initialization_steps (timer, TRUE);
  loop->script_depth++;
  if (timer->callback (&undefined, &result, timer->user_data))
    ref_report (loop, &result);
  loop->script_depth--;
  /* Repeat: by the letter after the callback's microtasks; browsers do not let these delay the next time. */
  if (!timer->cleared && !loop->preset->interval_rearms_first)
    timer_initialization_steps (timer, FALSE);
  ref_clean_up_after_script (loop);
}

/* HTML: queue a global task on the timer task source */
void
ref_queue_timer_task (RefLoop  *loop,
                      int       nesting_level,
                      gboolean  keeps_place,
                      RefSteps  steps)
{
  RefTask *task = ref_alloc (loop, sizeof *task);

  task->enqueue_order = ref_take_enqueue_order (loop);
  task->queue_type = LS_QUEUE_TYPE_FRAME_THROTTLEABLE;
  task->delayed_work = TRUE;
  task->keeps_place = keeps_place;
  task->nesting_level = nesting_level;
  task->steps = steps;
  g_ptr_array_add (loop->tasks, task);
}

static void
timer_due (RefLoop  *loop,
           gpointer  data)
{
  RefTimer *timer = data;

  ref_queue_timer_task (loop, timer->nesting_level, timer->interval == 0, (RefSteps) { timer_task, timer });
}

/* HTML: timer initialization steps */
static void
timer_initialization_steps (RefTimer *timer,
                            gboolean  again)
{
  RefLoop *loop = timer->loop;
  int level = loop->running != NULL ? loop->running->nesting_level : 0;
  int limit = loop->preset->timer_nesting_limit;
  int timeout = timer->timeout;
  guint64 delay;

  /* "If timeout is less than 0, then set timeout to 0." */
  if (timeout < 0)
    timeout = 0;
  if (timer->repeat && timeout < (int) loop->preset->interval_floor_ms)
    timeout = loop->preset->interval_floor_ms;
  /* "If nesting level is greater than 5, and timeout is less than 4, then set timeout to 4."
   * Blink once counted first and compared with >= (crbug 1108877). */
  if (loop->preset->timer_nesting_counts_first ? level + 1 >= limit : level > limit)
    timeout = MAX (timeout, (int) loop->preset->timer_clamp_ms);
  /* "Increment nesting level by one." */
  timer->nesting_level = level + 1;
  delay = (guint64) timeout * 1000;
  if (again && timer->interval > 0)
    {
      /* Blink: the next multiple after its due time that is beyond now; a longer interval counts from there. */
      guint64 next = timer->due;

      while (next <= loop->now)
        next += (guint64) timer->interval * 1000;
      delay = next + (guint64) (timeout - timer->interval) * 1000 - loop->now;
    }
  timer->interval = timeout;
  timer->due = loop->now + delay;
  ref_run_after_timeout (loop, delay, timer->id, (RefSteps) { timer_due, timer });
}

guint
ref_set_timer (RefLoop     *loop,
               int          timeout,
               gboolean     repeat,
               RefCallback  callback,
               gpointer     user_data)
{
  RefTimer *timer = ref_alloc (loop, sizeof *timer);

  timer->id = ++loop->last_timer;
  timer->loop = loop;
  timer->timeout = timeout;
  timer->repeat = repeat;
  timer->callback = callback;
  timer->user_data = user_data;
  g_ptr_array_add (loop->timers, timer);
  timer_initialization_steps (timer, FALSE);
  return timer->id;
}

static void
forget_task (RefLoop  *loop,
             gpointer  data)
{
  for (guint i = 0; i < loop->tasks->len; i++)
    {
      RefTask *task = g_ptr_array_index (loop->tasks, i);

      if (task->steps.data == data)
        {
          g_ptr_array_remove_index (loop->tasks, i);
          return;
        }
    }
}

/* HTML: clearTimeout(id), clearInterval(id). Removes a task that would do nothing: it must not keep its place. */
void
ref_clear_timer (RefLoop *loop,
                 guint    id)
{
  RefTimer *timer = find_timer (loop, id);

  if (timer == NULL || timer->cleared)
    return;
  timer->cleared = TRUE;
  for (guint i = 0; i < loop->delayed->len; i++)
    {
      RefDelayed *delayed = g_ptr_array_index (loop->delayed, i);

      if (delayed->timer == id)
        {
          g_ptr_array_remove_index (loop->delayed, i);
          return;
        }
    }
  forget_task (loop, timer);
}
