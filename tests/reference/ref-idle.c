/* ref-idle.c: requestIdleCallback() of the reference, and Blink's idle periods
 *
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */

#include "ref-engine.h"

#define MS G_GUINT64_CONSTANT (1000)

typedef struct
{
  guint       id;
  gboolean    over;
  RefCallback callback;
  gpointer    user_data;
} RefIdle;

static void
idle_task (RefLoop  *loop,
           gpointer  data)
{
  RefIdle *idle = data;

  idle->over = TRUE;

  /* §4.2.1, before step 3.3: the window's scheduler is the loop's first; the others are other windows'. */
  if (loop->schedulers->len > 0)
    {
      RefSchedulingState *state = ref_alloc (loop, sizeof *state);

      state->priority_source = ref_fixed_signal (loop, LS_TASK_PRIORITY_BACKGROUND);
      ref_set_state_value (loop, g_ptr_array_index (loop->schedulers, 0), state);
    }
  ref_invoke_and_report (loop, idle->callback, idle->user_data);
  /* after step 3.3 */
  loop->current_continuation_state = NULL;
}

static void
queue_idle_task (RefLoop  *loop,
                 RefIdle  *idle,
                 gboolean  delayed_work)
{
  RefTask *task = ref_alloc (loop, sizeof *task);

  task->enqueue_order = ref_take_enqueue_order (loop);
  task->queue_type = LS_QUEUE_TYPE_IDLE;
  task->delayed_work = delayed_work;
  task->steps = (RefSteps) { idle_task, idle };
  g_ptr_array_add (loop->tasks, task);
  loop->idle_period_wanted = loop->preset->has_idle_periods;
}

/* A period is over in which the program requested the callback. */
static void
idle_due (RefLoop  *loop,
          gpointer  data)
{
  queue_idle_task (loop, data, TRUE);
}

static void
hold_back (RefLoop *loop,
           RefIdle *idle,
           guint64  due)
{
  RefDelayed *delayed = ref_alloc (loop, sizeof *delayed);

  delayed->due = due;
  delayed->sequence = loop->next_sequence++;
  delayed->steps = (RefSteps) { idle_due, idle };
  g_ptr_array_add (loop->delayed, delayed);
}

/* requestIdleCallback(callback), without timeout: a task that the preset runs when nothing else is runnable */
guint
ref_request_idle_callback (RefLoop     *loop,
                           RefCallback  callback,
                           gpointer     user_data)
{
  RefIdle *idle = ref_alloc (loop, sizeof *idle);

  idle->id = ++loop->last_idle;
  idle->callback = callback;
  idle->user_data = user_data;
  g_ptr_array_add (loop->idles, idle);
  if (loop->next_idle_period > 0)
    hold_back (loop, idle, MAX (loop->now, loop->next_idle_period));
  else
    queue_idle_task (loop, idle, FALSE);
  return idle->id;
}

/* Returns whether a callback waited for a period to end. */
static gboolean
stop_waiting (RefLoop *loop,
              RefIdle *idle)
{
  for (guint i = 0; i < loop->delayed->len; i++)
    if (((RefDelayed *) g_ptr_array_index (loop->delayed, i))->steps.data == idle)
      {
        g_ptr_array_remove_index (loop->delayed, i);
        return TRUE;
      }
  return FALSE;
}

/* Takes the task of a callback out of its queue. */
static void
withdraw (RefLoop *loop,
          RefIdle *idle)
{
  stop_waiting (loop, idle);
  for (guint i = 0; i < loop->tasks->len; i++)
    if (((RefTask *) g_ptr_array_index (loop->tasks, i))->steps.data == idle)
      {
        g_ptr_array_remove_index (loop->tasks, i);
        return;
      }
}

void
ref_cancel_idle_callback (RefLoop *loop,
                          guint    handle)
{
  for (guint i = 0; i < loop->idles->len; i++)
    {
      RefIdle *idle = g_ptr_array_index (loop->idles, i);

      if (idle->id == handle && !idle->over)
        {
          idle->over = TRUE;
          withdraw (loop, idle);
        }
    }
}

static guint64
get_next_due (RefLoop *loop)
{
  guint64 next = G_MAXUINT64;

  for (guint i = 0; i < loop->delayed->len; i++)
    {
      const RefDelayed *delayed = g_ptr_array_index (loop->delayed, i);

      if (!ref_is_aborted_delay (&delayed->steps))
        next = MIN (next, delayed->due);
    }
  return next;
}

static gboolean
is_any_left (RefLoop *loop)
{
  for (guint i = 0; i < loop->idles->len; i++)
    if (!((RefIdle *) g_ptr_array_index (loop->idles, i))->over)
      return TRUE;
  return FALSE;
}

/* Before a task is chosen: Blink's IdleHelper, EnableLongIdlePeriod. */
void
ref_begin_idle_period (RefLoop *loop)
{
  guint64 next;

  if (!loop->preset->has_idle_periods)
    return;
  if (!loop->idle_period_wanted && (loop->next_idle_period == 0 || loop->now < loop->next_idle_period))
    return;

  for (guint i = 0; i < loop->idles->len; i++)
    if (stop_waiting (loop, g_ptr_array_index (loop->idles, i)))
      idle_due (loop, g_ptr_array_index (loop->idles, i));
  loop->idle_period_wanted = FALSE;
  loop->next_idle_period = 0;
  if (!is_any_left (loop))
    return;

  next = get_next_due (loop);
  if (next > loop->now + 1 * MS)
    {
      loop->next_idle_period = MIN (loop->now + 50 * MS, next);
      return;
    }

  /* The next delayed task is due too soon. */
  loop->next_idle_period = loop->now + 1 * MS;
  for (guint i = 0; i < loop->idles->len; i++)
    {
      RefIdle *idle = g_ptr_array_index (loop->idles, i);

      if (idle->over)
        continue;
      withdraw (loop, idle);
      hold_back (loop, idle, loop->next_idle_period);
    }
}

/* After a turn. */
void
ref_end_idle_period (RefLoop *loop)
{
  if (!is_any_left (loop))
    loop->next_idle_period = 0;
}
