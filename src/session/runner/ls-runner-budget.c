/* ls-runner-budget.c
 *
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */

#include "ls-runner-private.h"

#include <glib/gi18n-lib.h>
#include <inttypes.h>

/* How long a program may run without a step or a statement that is counted, in µs. */
#define MAX_PAUSE (5 * 1000 * 1000)

/* Ends runs early: for a budget, for the user, or because an evaluation has its result. */

void
ls_runner_end (LsRunner      *self,
               LsRunnerState  state)
{
  self->state = state;
  ls_runner_drop_actions (self);
  /* A batch of turns ends when its loop does. */
  if (self->in_batch)
    ls_event_loop_shut_down (self->loop);
  ls_probe_publish (ls_event_loop_get_probe (self->loop));
}

/* Ends a run that has used up a budget or another limit. */
void
ls_runner_stop (LsRunner   *self,
                const char *message)
{
  if (self->driver->klass->halt != NULL)
    self->driver->klass->halt (self->driver);
  ls_runner_take_message (self, g_strdup (message));
  self->interpreter->stopped = TRUE;
  if (self->agents != NULL)
    ls_agent_program_stop (self->agents);
  if (self->is_explored)
    ls_agent_report (ls_agent_cluster_get_last (ls_cluster_driver_get_cluster (self->driver)), LS_FINDING_TOO_LONG, message);
  ls_runner_emit (self, &(LsRecord) { .kind = LS_RECORD_LIMIT }, self->message);
  ls_runner_end (self, LS_RUNNER_BUDGET_EXCEEDED);
}

/* Holds what a run has used against its budgets.
 *
 * Returns: (nullable) (transfer full): what to say of the first of them that is used up */
char *
ls_runner_find_exceeded (LsRunner *self,
                         guint64   n_steps,
                         guint64   time,
                         guint64   n_records,
                         guint64   n_text_bytes)
{
  const LsSettings *settings = self->settings;

  if (n_steps >= settings->step_budget)
    return g_strdup_printf (_("The run was stopped: it reached its budget of %" PRIu64 " steps and statements"),
                            settings->step_budget);
  if (time >= settings->time_budget)
    return g_strdup_printf (_("The run was stopped: it reached its budget of %" PRIu64 " ms of loop time"),
                            settings->time_budget / 1000);
  if (n_records >= settings->record_budget)
    return g_strdup_printf (_("The run was stopped: it reached its budget of %" PRIu64 " records"), settings->record_budget);
  if (n_text_bytes > LS_INTERPRETER_MAX_TEXT)
    return g_strdup_printf (_("The run was stopped: it reached the limit of %d MB of text"),
                            LS_INTERPRETER_MAX_TEXT / (1024 * 1024));
  return NULL;
}

/* Holds the run against its budgets. Returns FALSE if it is over. */
gboolean
ls_runner_check_budgets (LsRunner *self)
{
  const gboolean is_traced = ls_event_loop_get_probe (self->loop) != NULL;
  g_autofree char *message =
      ls_runner_find_exceeded (self, self->n_steps - self->n_free_steps + ls_runner_get_n_statements (self),
                               ls_runner_get_time (self), is_traced ? ls_trace_get_length (self->trace) : 0,
                               ls_runner_get_n_text_bytes (self));

  if (message != NULL)
    ls_runner_stop (self, message);
  return self->state <= LS_RUNNER_RUNNING;
}

/* Stops a run whose next wake-up is beyond the budget, instead of waiting for it. Returns FALSE if the run is over. */
gboolean
ls_runner_check_next_wake_up (LsRunner *self)
{
  guint64 budget = self->settings->time_budget;

  if (self->driver->klass->is_idle_until (self->driver, budget - 1))
    {
      g_autofree char *message = ls_runner_find_exceeded (self, 0, budget, 0, 0);

      ls_runner_stop (self, message);
    }

  return self->state <= LS_RUNNER_RUNNING;
}

/* Stops a turn or a statement that does not seem to end: it takes no steps, and no budget stops it where statements are not
 * counted. Returns FALSE if the run is over. */
static gboolean
check_progress (LsRunner *self)
{
  guint64 progress = self->in_batch ? ls_event_loop_get_turn (self->loop)
                                    : self->n_steps + ls_runner_get_n_statements (self);
  gint64 now = g_get_monotonic_time ();

  if (progress != self->watched || self->watched_since == 0)
    {
      self->watched = progress;
      self->watched_since = now;
    }
  else if (now - self->watched_since > MAX_PAUSE)
    {
      g_autofree char *message =
          g_strdup_printf (self->in_batch ? _("The run was stopped: a turn took longer than %d s")
                                          : _("The run was stopped: a statement took longer than %d s"), MAX_PAUSE / 1000000);

      ls_runner_stop (self, message);
    }

  return self->state <= LS_RUNNER_RUNNING;
}

/* Interpreters and runtimes ask now and then whether to go on. Returns FALSE if the run is over. */
gboolean
ls_runner_may_go_on (gpointer runner)
{
  LsRunner *self = runner;

  if (self->state > LS_RUNNER_RUNNING)
    return FALSE;

  if ((self->cancellable != NULL && g_cancellable_is_cancelled (self->cancellable)) ||
      (self->deadline > 0 && g_get_monotonic_time () >= self->deadline))
    {
      ls_runner_take_message (self, g_strdup (_("The run was cancelled")));
      ls_runner_end (self, LS_RUNNER_CANCELLED);
      return FALSE;
    }

  ls_probe_publish (ls_event_loop_get_probe (self->loop));
  if (self->settings->kept_records > 0)
    ls_trace_forget (self->trace, self->settings->kept_records);
  ls_runner_show (self, LS_RUNNER_OUTPUT_PAUSE, NULL);
  if (self->runtime != NULL && !self->runtime->watches_itself && !check_progress (self))
    return FALSE;
  return ls_runner_check_budgets (self);
}
