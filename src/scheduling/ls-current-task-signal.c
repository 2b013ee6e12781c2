/* ls-current-task-signal.c: the experiment Scheduler.currentTaskSignal, see docs/experiments.md
 *
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */

#include "ls-scheduler-private.h"

/* Makes one signal of the two sources of a scheduling state. Where both are one signal, it is that one. Else it is a signal that
 * follows the abort source, if there is one, and has the priority of the priority source.
 *
 * Returns: (transfer full): the signal */
LsTaskSignal *
ls_current_task_signal_new (LsEventLoop   *loop,
                            LsAbortSignal *abort_source,
                            LsTaskSignal  *priority_source)
{
  LsTaskSignal *self;

  if (abort_source == LS_ABORT_SIGNAL (priority_source))
    return g_object_ref (priority_source);
  self = ls_task_signal_new_for_state (loop, abort_source, priority_source);
  ls_abort_signal_set_name (LS_ABORT_SIGNAL (self), "currentTaskSignal");
  return self;
}

/**
 * ls_scheduler_get_current_task_signal:
 * @self: a scheduler of a loop with %LS_EXPERIMENT_CURRENT_TASK_SIGNAL
 *
 * The experiment Scheduler.currentTaskSignal: what a yield() of the running code inherits, as one signal. It stays the same
 * object for as long as the scheduling state does. Where there is no state, it is a user-visible signal that nobody can abort.
 *
 * Returns: (transfer none) (nullable): the signal; %NULL without the experiment and after the end of the loop
 */
LsTaskSignal *
ls_scheduler_get_current_task_signal (LsScheduler *self)
{
  LsEventLoop *loop;
  LsSchedulingState *state;
  LsTaskSignal **signal;

  g_return_val_if_fail (LS_IS_SCHEDULER (self), NULL);

  loop = ls_scheduler_get_running_loop (self);
  if (loop == NULL || !(loop->preset.experiments & LS_EXPERIMENT_CURRENT_TASK_SIGNAL))
    return NULL;
  LS_ASSERT_LOOP_THREAD (loop);
  state = ls_scheduler_get_the_current_scheduling_state (self, loop);
  signal = state != NULL ? &state->task_signal : &ls_scheduling_context_get (loop)->default_signal;
  if (*signal == NULL)
    *signal = ls_current_task_signal_new (loop, state != NULL ? state->abort_source : NULL,
                                          state != NULL ? state->priority_source
                                                        : ls_scheduling_context_get_fixed_signal (loop,
                                                                                                  LS_TASK_PRIORITY_USER_VISIBLE));
  return *signal;
}
