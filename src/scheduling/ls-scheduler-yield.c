/* ls-scheduler-yield.c: Scheduler.yield(), §2.2 and §2.4.2
 *
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */

#include "ls-scheduler-private.h"

/* 2023 edition: compute the scheduling state from options. */
static LsException *
compute_the_scheduling_state_from_options (LsEventLoop           *loop,
                                           LsSchedulingState     *inherited,
                                           const LsYieldOptions  *options,
                                           LsAbortSignal        **abort_source,
                                           LsTaskSignal         **priority_source)
{
  const gboolean has_signal = options->signal != NULL || options->inherit_signal;
  const gboolean has_priority = options->priority != LS_TASK_PRIORITY_NONE || options->inherit_priority;
  /* Without options a yield inherits both; "inherit" as signal alone inherits the priority too. */
  const gboolean inherits_signal = options->inherit_signal || (!has_signal && !has_priority);
  const gboolean inherits_priority = options->inherit_priority || (!has_priority && inherits_signal);

  if (has_priority && !options->inherit_priority && !ls_task_priority_is_valid (options->priority))
    return ls_exception_new_printf ("TypeError", "%u is not a TaskPriority", (guint) options->priority);
  if (options->signal != NULL && !options->inherit_signal &&
      (!LS_IS_ABORT_SIGNAL (options->signal) || ls_abort_signal_get_loop (options->signal) != loop))
    return ls_exception_new ("TypeError", "The signal is not an AbortSignal of this loop");

  if (inherits_signal)
    *abort_source = inherited != NULL ? inherited->abort_source : NULL;
  else
    *abort_source = options->signal;
  if (inherits_priority)
    *priority_source = inherited != NULL ? inherited->priority_source : NULL;
  else if (has_priority)
    *priority_source = ls_scheduling_context_get_fixed_signal (loop, options->priority);
  else if (*abort_source != NULL && LS_IS_TASK_SIGNAL (*abort_source))
    *priority_source = LS_TASK_SIGNAL (*abort_source);
  return NULL;
}

static guint32
get_continuation_name (LsEventLoop *loop)
{
  if (loop->continuation_state != NULL && loop->continuation_state->name != 0)
    return loop->continuation_state->name;
  return loop->current_name;
}

/* Returns: (transfer none): the signal whose priority a continuation has */
LsTaskSignal *
ls_scheduler_get_priority_source (LsEventLoop                 *loop,
                                  const LsContinuationRequest *request,
                                  const LsPostedTask          *task)
{
  if (ls_scheduling_context_has_other_priority (loop, task->base.id))
    return ls_scheduling_context_get_fixed_signal (loop, ls_scheduling_context_get (loop)->other_priority);
  if (request->priority_source != NULL)
    return request->priority_source;
  return ls_scheduling_context_get_fixed_signal (loop, LS_TASK_PRIORITY_USER_VISIBLE);
}

/* What yield(), wait() and render() begin with: makes the promise, and a task with it that resolves it. @delay: in ms, for records;
 * @task: (out): NULL where the abort source is aborted already, and the promise rejected.
 *
 * Returns: (transfer full): the promise */
LsPromise *
ls_scheduler_create_a_continuation (LsScheduler                 *self,
                                    LsEventLoop                 *loop,
                                    const LsContinuationRequest *request,
                                    double                       delay,
                                    LsClause                     clause,
                                    LsPostedTask               **task)
{
  const guint32 id = ++loop->numbers->last_task;
  const guint32 name = get_continuation_name (loop);
  LsPromise *result = ls_promise_new_for_task (loop, id, name);
  LsAbortSignal *abort_source = request->abort_source;
  LsTaskPriority priority = LS_TASK_PRIORITY_NONE;

  *task = NULL;
  if (request->host != NULL)
    ls_promise_set_host (result, request->host, request->host_data);
  if (abort_source != NULL && ls_abort_signal_get_aborted (abort_source))
    {
      ls_scheduler_report_refusal (loop, id, name, abort_source, LS_RECORD_FLAG_CONTINUATION, clause,
                                   clause == LS_CLAUSE_SCHEDULE_YIELD ? 4 : 0);
      ls_promise_reject (result, ls_abort_signal_get_reason (abort_source));
      return result;
    }
  *task = ls_scheduler_create_a_task_handle (self, ls_promise_ref (result), abort_source);
  (*task)->base.id = id;
  (*task)->base.name = name;
  if (loop->continuation_state != NULL && loop->continuation_state->label != NULL)
    (*task)->label = g_ref_string_acquire (loop->continuation_state->label);
  /* Until a delay ends no queue says which priority was inherited. */
  if (delay > 0)
    {
      LsTaskSignal *source = ls_scheduler_get_priority_source (loop, request, *task);

      if (ls_task_signal_has_fixed_priority (source))
        priority = ls_task_signal_get_priority (source);
    }
  if (loop->probe != NULL)
    ls_scheduler_report_post (loop, &(*task)->base, abort_source, priority, delay, FALSE, LS_RECORD_FLAG_CONTINUATION, clause);
  return result;
}

/* §2.4.2 schedule a yield continuation */
static LsPromise *
schedule_a_yield_continuation (LsScheduler                 *self,
                               LsEventLoop                 *loop,
                               const LsContinuationRequest *request)
{
  LsPostedTask *task;
  /* Steps 1, 4, 7 and 8 */
  LsPromise *result = ls_scheduler_create_a_continuation (self, loop, request, 0, LS_CLAUSE_SCHEDULE_YIELD, &task);

  /* Steps 6, 9 and 10 */
  if (task != NULL)
    ls_task_handle_enqueue (task, loop,
                            ls_scheduler_select_the_scheduler_task_queue (
                                self, ls_scheduler_get_priority_source (loop, request, task), TRUE));
  return result; /* step 11 */
}

/* Finds what a continuation inherits, or what @options (nullable) ask for where the edition knows them.
 *
 * Returns: (transfer full) (nullable): a promise that is rejected because the options are bad, or the loop has ended */
LsPromise *
ls_scheduler_begin_continuation (LsScheduler           *self,
                                 LsEventLoop           *loop,
                                 const LsYieldOptions  *options,
                                 LsContinuationRequest *request)
{
  static const LsYieldOptions no_options = LS_YIELD_OPTIONS_INIT;
  LsException *exception;

  LS_ASSERT_LOOP_THREAD (loop);
  *request = (LsContinuationRequest) { NULL };
  if (loop->shut_down)
    return ls_scheduler_reject (loop, ls_exception_new ("InvalidStateError", "The event loop has ended"));
  if (options == NULL || loop->edition == LS_EDITION_2025)
    options = &no_options;
  exception = compute_the_scheduling_state_from_options (loop, ls_scheduler_get_the_current_scheduling_state (self, loop),
                                                         options, &request->abort_source, &request->priority_source);
  return exception != NULL ? ls_scheduler_reject (loop, exception) : NULL;
}

/**
 * ls_scheduler_yield:
 * @self: a scheduler
 * @options: (nullable): signal and priority; edition 2025 ignores them, as WebIDL ignores extra arguments
 *
 * Scheduler.yield(). The continuation has the priority and the signal of the running task, see
 * [method@Scheduler.get_current_state].
 *
 * Returns: (transfer full) (nullable): a promise, resolved when the continuation runs, or rejected with the abort reason; %NULL
 *   only once the loop is gone
 */
LsPromise *
ls_scheduler_yield (LsScheduler          *self,
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
  rejected = ls_scheduler_begin_continuation (self, loop, options, &request);
  return rejected != NULL ? rejected : schedule_a_yield_continuation (self, loop, &request);
}

/* yield() for a language host, which knows its own current scheduling state. */
void
ls_scheduler_yield_hosted (LsScheduler                 *self,
                           const LsContinuationRequest *request)
{
  LsEventLoop *loop = ls_scheduler_get_running_loop (self);

  if (loop != NULL)
    ls_promise_unref (schedule_a_yield_continuation (self, loop, request));
}

/* Reports that a language host has refused a post with an aborted signal. @clause: what it was asked for */
void
ls_scheduler_refuse_hosted (LsScheduler   *self,
                            LsAbortSignal *signal,
                            const char    *name,
                            LsClause       clause)
{
  const gboolean is_continuation = clause != LS_CLAUSE_SCHEDULE_POST_TASK;
  LsEventLoop *loop = ls_scheduler_get_running_loop (self);

  if (loop == NULL)
    return;
  ls_scheduler_report_refusal (loop, ++loop->numbers->last_task,
                               is_continuation ? get_continuation_name (loop) : ls_probe_intern (loop->probe, name), signal,
                               is_continuation ? LS_RECORD_FLAG_CONTINUATION : 0, clause,
                               !is_continuation ? 3 : clause == LS_CLAUSE_SCHEDULE_YIELD ? 4 : 0);
}
