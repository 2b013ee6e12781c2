/* ls-cluster-driver.c: a run with several agents, of which one runs at a time
 *
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */

#include "ls-runner-driver-private.h"

#include <glib/gi18n-lib.h>

#include "ls-agent-private.h"
#include "ls-event-loop-private.h"
#include "ls-runner-private.h"
#include "ls-session-private.h"

/* A step of the runner is one of the cluster: what an agent does until it gives the baton back. */
typedef struct
{
  LsRunnerDriver  parent;
  LsAgentCluster *cluster;
  guint64         n_unscheduled;   /* choices of the schedule that could not be followed */
  char           *unscheduled;     /* (nullable): the first of them, a sentence */
} LsClusterDriver;

/* Notes an entry of the schedule that could not be followed, and says of the first one why. */
static void
note_unscheduled (LsClusterDriver *self,
                  guint64          point,
                  guint32          wanted,
                  guint32          chosen)
{
  LsAgent *agent = ls_agent_cluster_get_agent (self->cluster, wanted - 1);
  g_autofree char *why = NULL;

  if (self->n_unscheduled++ > 0)
    return;
  if (agent == NULL)
    why = g_strdup_printf (_("there is no agent %u then"), wanted);
  else if (ls_agent_get_state (agent) == LS_AGENT_STATE_ENDED)
    why = g_strdup_printf (_("agent %u has ended then"), wanted);
  else if (ls_agent_get_state (agent) == LS_AGENT_STATE_WAITING)
    why = g_strdup_printf (_("agent %u is waiting then"), wanted);
  else
    why = g_strdup_printf (_("agent %u has nothing to do then"), wanted);
  /* Translators: a place in a file, such as /schedule/3; why an agent could not go that was to; the number of another agent */
  self->unscheduled = g_strdup_printf (_("/schedule/%zu cannot be followed: %s; agent %u runs instead"), (gsize) point, why, chosen);
}

static char *
cluster_dup_schedule_problem (LsRunnerDriver *driver)
{
  LsClusterDriver *self = (LsClusterDriver *) driver;

  if (self->n_unscheduled <= 1)
    return g_strdup (self->unscheduled);
  return g_strdup_printf (g_dngettext (GETTEXT_PACKAGE, "%s; %zu more entry cannot be followed either", "%s; %zu more entries cannot be followed either",
                                       self->n_unscheduled - 1),
                          self->unscheduled, (gsize) self->n_unscheduled - 1);
}

/* Chooses the agent that the session's schedule names, as long as it names one. The named agent may be unable to go: the schedule
 * was made for another program then. */
static guint
decide (LsAgentCluster      *cluster,
        const LsChoicePoint *choices,
        guint                n_choices,
        gpointer             user_data)
{
  LsClusterDriver *self = user_data;
  const GArray *schedule = ls_session_get_document (self->parent.runner->session)->schedule;
  const guint64 point = ls_agent_cluster_get_n_choice_points (cluster);
  guint32 wanted;
  guint chosen;

  if (n_choices <= 1 || schedule == NULL || point >= schedule->len)
    return ls_agent_cluster_decide_by_default (cluster, choices, n_choices);

  wanted = g_array_index (schedule, guint32, point);
  for (guint i = 0; i < n_choices; i++)
    if (ls_agent_get_id (choices[i].agent) == wanted)
      return i;
  chosen = ls_agent_cluster_decide_by_default (cluster, choices, n_choices);
  note_unscheduled (self, point, wanted, ls_agent_get_id (choices[chosen].agent));
  return chosen;
}

static LsEventLoop *
make_loop (LsAgentCluster *cluster,
           LsAgent        *agent,
           gpointer        user_data)
{
  LsRunner *runner = user_data;

  return ls_agent_cluster_create_loop (cluster, &runner->preset, runner->settings->edition,
                                       runner->without_trace ? NULL : ls_trace_get_probe (runner->trace));
}

/* An explorer kills the cluster while the run is on: nothing that is freed then may go on with it. */
static void
main_ended (LsAgent  *agent,
            gpointer  user_data)
{
  LsRunner *runner = user_data;

  if (runner->state <= LS_RUNNER_RUNNING)
    runner->state = LS_RUNNER_CANCELLED;
  ls_runner_free_program (runner);
}

/* Posts what the program begins with; an explorer takes that step itself. */
static gboolean
cluster_start (LsRunnerDriver  *driver,
               GError         **error)
{
  LsClusterDriver *self = (LsClusterDriver *) driver;
  LsRunner *runner = driver->runner;

  ls_runner_set_up_main (runner, self->cluster, NULL);
  runner->agent->ended = main_ended;
  if (!runner->is_explored)
    ls_agent_cluster_step (self->cluster);
  if (runner->start_error != NULL)
    {
      g_propagate_error (error, g_steal_pointer (&runner->start_error));
      return FALSE;
    }
  ls_probe_publish (ls_event_loop_get_probe (runner->loop));
  return TRUE;
}

/* Whichever agent runs next may use up what is left of the budget. */
static void
limit_statements (LsRunner *runner)
{
  const guint64 used = runner->n_steps + ls_runner_get_n_statements (runner);
  const guint64 left = runner->settings->step_budget - MIN (used, runner->settings->step_budget);

  for (guint i = 0; i < runner->agents->interpreters->len; i++)
    {
      LsInterpreter *interpreter = g_ptr_array_index (runner->agents->interpreters, i);

      interpreter->statement_limit = interpreter->n_statements + left;
      interpreter->check_at = MIN (interpreter->check_at, interpreter->statement_limit);
    }
}

static gboolean
cluster_step (LsRunnerDriver *driver,
              gboolean        wait)
{
  LsClusterDriver *self = (LsClusterDriver *) driver;
  LsRunner *runner = driver->runner;
  LsClusterStatus status;

  if (!ls_runner_begin_step (runner))
    return FALSE;
  limit_statements (runner);
  if (!ls_runner_check_next_wake_up (runner))
    return FALSE;
  status = ls_agent_cluster_step (self->cluster);
  ls_probe_publish (ls_event_loop_get_probe (runner->loop));
  ls_runner_watch_expectations (runner, ls_agent_cluster_get_last (self->cluster));
  if (runner->state > LS_RUNNER_RUNNING)
    return TRUE;
  if (status != LS_CLUSTER_RUNNING)
    {
      ls_runner_end (runner, LS_RUNNER_FINISHED);
      return FALSE;
    }
  ls_runner_check_budgets (runner);
  return TRUE;
}

/* All agents return, each on its thread. */
static void
cluster_stop (LsRunnerDriver *driver)
{
  LsClusterDriver *self = (LsClusterDriver *) driver;
  LsRunner *runner = driver->runner;

  if (runner->state <= LS_RUNNER_RUNNING)
    runner->state = LS_RUNNER_CANCELLED;
  if (runner->agents != NULL)
    ls_agent_program_stop (runner->agents);
  ls_agent_cluster_kill (self->cluster);
}

static void
cluster_free (LsRunnerDriver *driver)
{
  LsClusterDriver *self = (LsClusterDriver *) driver;

  g_object_unref (self->cluster);
  g_free (self->unscheduled);
  g_free (self);
}

/* The loop of an agent may be late because of what another one did, and would say so in the trace. */
static guint64
cluster_get_time (LsRunnerDriver *driver)
{
  return ls_agent_cluster_get_time (ls_cluster_driver_get_cluster (driver));
}

static gboolean
cluster_is_idle_until (LsRunnerDriver *driver,
                       guint64         time)
{
  const guint64 next = ls_agent_cluster_get_next_time (ls_cluster_driver_get_cluster (driver));

  return next > time && next != LS_TIME_NEVER;
}

static LsAgent *
cluster_add_worker (LsRunnerDriver *driver,
                    const char     *name,
                    LsAgentFlags    flags,
                    LsAgentFunc     func,
                    gpointer        user_data,
                    GDestroyNotify  destroy)
{
  LsAgentCluster *cluster = ls_cluster_driver_get_cluster (driver);
  LsAgent *agent = ls_agent_cluster_add_agent (cluster, name, flags, func, user_data, destroy);

  return ls_agent_get_state (agent) != LS_AGENT_STATE_ENDED ? agent : NULL;
}

static const LsRunnerDriverClass cluster_driver_class = {
  .start = cluster_start,
  .step = cluster_step,
  .stop = cluster_stop,
  .free = cluster_free,
  .get_time = cluster_get_time,
  .is_idle_until = cluster_is_idle_until,
  .dup_schedule_problem = cluster_dup_schedule_problem,
  .add_worker = cluster_add_worker,
};

LsRunnerDriver *
ls_cluster_driver_new (LsRunner *runner)
{
  LsClusterDriver *self = g_new0 (LsClusterDriver, 1);
  LsAgentFlags flags = LS_AGENT_NONE;

  self->parent = (LsRunnerDriver) { &cluster_driver_class, runner };
  if (ls_runner_needs_runtime (runner))
    flags |= LS_AGENT_OWN_THREAD;
  if (runner->main_can_block)
    flags |= LS_AGENT_CAN_BLOCK;
  self->cluster = ls_agent_cluster_new (runner->without_trace ? NULL : ls_trace_get_probe (runner->trace));
  ls_agent_cluster_set_loop_func (self->cluster, make_loop, runner, NULL);
  ls_agent_cluster_set_decider (self->cluster, decide, self, NULL);
  runner->agent = ls_agent_cluster_add_agent (self->cluster, "main", flags, ls_runner_start_main, runner, NULL);
  runner->loop = g_object_ref (ls_agent_get_loop (runner->agent));
  return &self->parent;
}

/* Returns: (transfer none): the cluster that @driver steps */
LsAgentCluster *
ls_cluster_driver_get_cluster (LsRunnerDriver *driver)
{
  return ((LsClusterDriver *) driver)->cluster;
}
