/* ls-scheduler-render.c: the experiment Scheduler.render(), see docs/experiments.md
 *
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */

#include "ls-scheduler-private.h"

/* Schedules the rest of the caller after the next frame, or as yield() does where none is on its way. */
static LsPromise *
schedule_a_render_continuation (LsScheduler                 *self,
                                LsEventLoop                 *loop,
                                const LsContinuationRequest *request)
{
  LsPostedTask *task;
  LsPromise *result = ls_scheduler_create_a_continuation (self, loop, request, 0, LS_CLAUSE_EXPERIMENT_RENDER, &task);
  LsTaskSignal *priority_source;

  if (task == NULL)
    return result;
  priority_source = ls_scheduler_get_priority_source (loop, request, task);
  if (ls_event_loop_expects_frame (loop))
    {
      ls_task_handle_keep_priority_source (task, priority_source);
      ls_event_loop_wait_for_frame (loop, &task->base);
    }
  else
    ls_task_handle_enqueue (task, loop, ls_scheduler_select_the_scheduler_task_queue (self, priority_source, TRUE));
  return result;
}

/**
 * ls_scheduler_render:
 * @self: a scheduler of a loop with %LS_EXPERIMENT_RENDER
 * @options: (nullable): signal and priority; edition 2025 ignores them, as it does for yield()
 *
 * The experiment Scheduler.render(): yields until the next frame has been made, where a task of the compositor makes one or waits
 * to do so; else it is [method@Scheduler.yield]. Without the experiment the promise is rejected with a TypeError.
 *
 * Returns: (transfer full) (nullable): a promise, resolved when the continuation runs, or rejected with the abort reason; %NULL
 *   only once the loop is gone
 */
LsPromise *
ls_scheduler_render (LsScheduler          *self,
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
  if (!(loop->preset.experiments & LS_EXPERIMENT_RENDER))
    return ls_scheduler_reject (loop, ls_exception_new ("TypeError", "scheduler.render is not a function: its experiment is off"));
  rejected = ls_scheduler_begin_continuation (self, loop, options, &request);
  return rejected != NULL ? rejected : schedule_a_render_continuation (self, loop, &request);
}

/* render() for a language host, which knows its own current scheduling state. */
void
ls_scheduler_render_hosted (LsScheduler                 *self,
                            const LsContinuationRequest *request)
{
  LsEventLoop *loop = ls_scheduler_get_running_loop (self);

  if (loop != NULL)
    ls_promise_unref (schedule_a_render_continuation (self, loop, request));
}
