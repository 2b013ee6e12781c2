/* ls-scheduler-wait.c: the experiment Scheduler.wait(), see docs/experiments.md
 *
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */

#include "ls-scheduler-private.h"

#include <math.h>

/* The largest delay, as for postTask(): WebIDL's [EnforceRange] unsigned long long ends at 2^53 - 1. */
#define MAX_DELAY 9007199254740991.0

/* Schedules the rest of the caller after @delay ms.
 *
 * The proposal ranks it like a task of postTask(), not like a continuation of yield(): who waits has asked for latency. */
static LsPromise *
schedule_a_wait (LsScheduler                 *self,
                 LsEventLoop                 *loop,
                 double                       delay,
                 const LsContinuationRequest *request)
{
  LsPostedTask *task;
  LsPromise *result = ls_scheduler_create_a_continuation (self, loop, request, delay, LS_CLAUSE_EXPERIMENT_WAIT, &task);
  LsTaskSignal *priority_source;

  if (task == NULL)
    return result;
  priority_source = ls_scheduler_get_priority_source (loop, request, task);
  if (delay > 0)
    {
      ls_task_handle_keep_priority_source (task, priority_source);
      ls_event_loop_delay_task (loop, &task->base, (guint64) delay * 1000, 0, task->base.name);
    }
  else
    ls_task_handle_enqueue (task, loop, ls_scheduler_select_the_scheduler_task_queue (self, priority_source, FALSE));
  return result;
}

/**
 * ls_scheduler_wait:
 * @self: a scheduler of a loop with %LS_EXPERIMENT_WAIT
 * @delay: in ms; a fraction is cut off, as in the unsigned long long of WebIDL; TypeError outside 0 to 2^53 - 1, for NaN and for
 *   infinity
 * @options: (nullable): signal and priority; edition 2025 ignores them, as it does for yield()
 *
 * The experiment Scheduler.wait(): pauses the running task for a while. What goes on has the priority and the signal of the
 * running task, see [method@Scheduler.get_current_state], and its place among the tasks of [method@Scheduler.post_task]. Without
 * the experiment the promise is rejected with a TypeError.
 *
 * Returns: (transfer full) (nullable): a promise, resolved after the delay, or rejected with the abort reason; %NULL only once
 *   the loop is gone
 */
LsPromise *
ls_scheduler_wait (LsScheduler          *self,
                   double                delay,
                   const LsYieldOptions *options)
{
  LsContinuationRequest request;
  LsPromise *rejected;
  LsEventLoop *loop;

  g_return_val_if_fail (LS_IS_SCHEDULER (self), NULL);

  loop = self->space->loop;
  if (loop == NULL)
    {
      ls_scheduler_tell_of_lost_loop (self);
      return NULL;
    }
  if (!(loop->preset.experiments & LS_EXPERIMENT_WAIT))
    return ls_scheduler_reject (loop, ls_exception_new ("TypeError", "scheduler.wait is not a function: its experiment is off"));
  if (!isfinite (delay) || trunc (delay) < 0 || trunc (delay) > MAX_DELAY)
    return ls_scheduler_reject (loop, ls_exception_new_printf ("TypeError",
                                                               "The delay %g is outside the range of an unsigned long long",
                                                               delay));
  rejected = ls_scheduler_begin_continuation (self, loop, options, &request);
  return rejected != NULL ? rejected : schedule_a_wait (self, loop, trunc (delay), &request);
}

/* wait() for a language host, which has checked the delay and knows its own current scheduling state. */
void
ls_scheduler_wait_hosted (LsScheduler                 *self,
                          double                       delay,
                          const LsContinuationRequest *request)
{
  LsEventLoop *loop = ls_scheduler_get_running_loop (self);

  if (loop != NULL)
    ls_promise_unref (schedule_a_wait (self, loop, delay, request));
}
