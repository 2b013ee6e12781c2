/* ls-runner-run.c: runs a session step by step, or as far as the caller wants
 *
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */

#include "ls-runner-private.h"

/* Marks the run as running before a step. Returns FALSE if it was cancelled. */
gboolean
ls_runner_begin_step (LsRunner *self)
{
  if (self->cancellable != NULL && g_cancellable_is_cancelled (self->cancellable))
    return FALSE;

  self->state = LS_RUNNER_RUNNING;
  self->watched_since = 0;
  return TRUE;
}

static gboolean
step (LsRunner *self,
      gboolean  wait)
{
  return self->state <= LS_RUNNER_RUNNING && self->driver->klass->step (self->driver, wait);
}

/* What take_steps() is to do. */
typedef struct
{
  LsRunner *runner;
  guint32   target;
  gint64    end;
  gboolean  more;
} Steps;

static void
take_steps (gpointer data)
{
  Steps *steps = data;

  do
    steps->more = step (steps->runner, FALSE);
  while (steps->more && ls_runner_get_n_steps (steps->runner) < steps->target && g_get_monotonic_time () < steps->end);
}

/* As ls_runner_step() until @target steps are done or @duration µs have passed, with at least one step. Where nothing is due this
 * waits for a moment at most, and returns TRUE as well. */
gboolean
ls_runner_try_steps (LsRunner     *self,
                     guint32       target,
                     guint64       duration,
                     GCancellable *cancellable)
{
  Steps steps = { self, target, g_get_monotonic_time () + duration, FALSE };

  self->cancellable = cancellable;
  if (self->driver->klass->enter != NULL)
    self->driver->klass->enter (self->driver, take_steps, &steps);
  else
    take_steps (&steps);
  self->cancellable = NULL;
  return steps.more;
}

/**
 * ls_runner_step:
 * @self: a runner
 * @cancellable: (nullable): ends a step that does not end by itself, and the run with it
 *
 * Does the actions whose moment it is, and then one step: a microtask if the turn has one, else the turn ends and the
 * next task runs. With the monotonic clock, waits until something is due.
 *
 * Returns: %FALSE if there was nothing to do, or the run is over or cancelled
 */
gboolean
ls_runner_step (LsRunner     *self,
                GCancellable *cancellable)
{
  gboolean stepped;

  g_return_val_if_fail (LS_IS_RUNNER (self), FALSE);

  self->cancellable = cancellable;
  stepped = step (self, TRUE);
  self->cancellable = NULL;
  return stepped;
}

static gboolean
run (LsRunner *self,
     gint64    end)
{
  if (self->driver->klass->run == NULL)
    return step (self, TRUE);
  return self->state <= LS_RUNNER_RUNNING && self->driver->klass->run (self->driver, end);
}

/**
 * ls_runner_run_for:
 * @self: a runner
 * @duration: real time, in µs
 * @cancellable: (nullable): ends the run
 *
 * Runs for about so long, or until nothing is left to run or a budget is used up. It is the fastest way to run a session
 * that makes no trace: a program in JavaScript then runs whole turns, and its budget of steps is looked at after each.
 *
 * Returns: whether there may be more to run
 */
gboolean
ls_runner_run_for (LsRunner     *self,
                   guint64       duration,
                   GCancellable *cancellable)
{
  gint64 end;
  gboolean more;

  g_return_val_if_fail (LS_IS_RUNNER (self), FALSE);

  end = g_get_monotonic_time () + (gint64) MIN (duration, G_MAXINT64 / 2);
  self->cancellable = cancellable;
  do
    more = run (self, end);
  while (more && g_get_monotonic_time () < end);
  self->cancellable = NULL;

  return more;
}

/**
 * ls_runner_run_to_step:
 * @self: a runner
 * @step: a number of steps, as [method@Trace.get_n_steps] counts them
 * @cancellable: (nullable): ends the run
 *
 * Runs until at least so many steps are done, or the run is over.
 *
 * Returns: %FALSE if the run ended before
 */
gboolean
ls_runner_run_to_step (LsRunner     *self,
                       guint32       n_steps,
                       GCancellable *cancellable)
{
  g_return_val_if_fail (LS_IS_RUNNER (self), FALSE);

  while (ls_runner_get_n_steps (self) < n_steps)
    if (!ls_runner_step (self, cancellable))
      break;

  return ls_runner_get_n_steps (self) >= n_steps;
}

/**
 * ls_runner_run_to_next:
 * @self: a runner
 * @state: a state of its trace
 * @cancellable: (nullable): ends the run
 *
 * Runs on until the trace has what is next at the position of @state, so that it need not be foreseen: the rest of the turn, and
 * the selection that follows. With the monotonic clock, which would have to be waited for, the function does nothing.
 *
 * Returns: whether the trace has it; %FALSE also where nothing follows
 */
gboolean
ls_runner_run_to_next (LsRunner     *self,
                       LsState      *state,
                       GCancellable *cancellable)
{
  guint32 at_once = 1;

  g_return_val_if_fail (LS_IS_RUNNER (self), FALSE);
  g_return_val_if_fail (state != NULL && ls_state_get_trace (state) == self->trace, FALSE);

  /* Each look at the state costs more than a step. */
  while (ls_state_get_next_basis (state) != LS_NEXT_RECORDED && self->settings->clock == LS_CLOCK_VIRTUAL)
    {
      const guint32 n_steps = ls_runner_get_n_steps (self);

      if (!ls_runner_run_to_step (self, at_once < G_MAXUINT32 - n_steps ? n_steps + at_once : G_MAXUINT32, cancellable) &&
          self->state > LS_RUNNER_RUNNING)
        break;
      at_once = MIN (at_once * 2, 65536);
      ls_state_seek (state, ls_state_get_position (state));
    }
  ls_state_seek (state, ls_state_get_position (state));
  return ls_state_get_next_basis (state) == LS_NEXT_RECORDED;
}

/**
 * ls_runner_run_to_time:
 * @self: a runner
 * @time: a loop time, in µs
 * @cancellable: (nullable): ends the run
 *
 * Runs every step that begins at @time or before it.
 *
 * Returns: %FALSE if the run ended before
 */
gboolean
ls_runner_run_to_time (LsRunner     *self,
                       guint64       time,
                       GCancellable *cancellable)
{
  g_return_val_if_fail (LS_IS_RUNNER (self), FALSE);

  while (ls_runner_get_time (self) <= time && !self->driver->klass->is_idle_until (self->driver, time))
    if (!ls_runner_step (self, cancellable))
      return FALSE;

  return self->state <= LS_RUNNER_RUNNING;
}

/**
 * ls_runner_run_to_end:
 * @self: a runner
 * @cancellable: (nullable): ends the run
 *
 * Runs until nothing is left to run or a budget is used up.
 *
 * Returns: whether nothing is left to run
 */
gboolean
ls_runner_run_to_end (LsRunner     *self,
                      GCancellable *cancellable)
{
  g_return_val_if_fail (LS_IS_RUNNER (self), FALSE);

  while (ls_runner_run_for (self, G_MAXINT64 / 2, cancellable))
    ;

  return self->state == LS_RUNNER_FINISHED;
}
