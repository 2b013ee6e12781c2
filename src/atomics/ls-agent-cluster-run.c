/* ls-agent-cluster-run.c: the steps of a cluster and the choice of the next agent
 *
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */

#include "ls-agent-cluster-private.h"

#include "ls-agent-records-private.h"

/* Without a decider another agent has its turn after so many operations in a row, or after so many stutters: an agent stutters if
 * it does again what it has done since anything changed. It spins then. */
#define MAX_IN_A_ROW 1000
#define MAX_STUTTERS 8

/* Whether the agent could do something now. */
static gboolean
agent_is_enabled (LsAgent *agent)
{
  if (agent->state == LS_AGENT_STATE_RUNNABLE)
    return TRUE;
  if (agent->state != LS_AGENT_STATE_IDLE || agent->loop == NULL)
    return FALSE;
  /* The agent is not inside its loop: this thread may look at the loop until the agent runs again. */
  agent->loop->thread = pthread_self ();
  if (agent->has_work != NULL && agent->has_work (agent, agent->hook_data))
    return TRUE;
  if (agent->loop->must_report_turn_end)
    {
      ls_agent_cluster_report_run (agent->cluster, agent, 0);
      ls_event_loop_report_turn_end (agent->loop);
    }
  if (!ls_event_loop_has_news (agent->loop))
    return ls_event_loop_has_work (agent->loop);
  ls_agent_cluster_report_run (agent->cluster, agent, 0);
  return ls_event_loop_peek_rank (agent->loop) != LS_NO_RANK;
}

static void
agent_cluster_find_choices (LsAgentCluster *self)
{
  g_array_set_size (self->choices, 0);
  for (guint i = 0; i < self->agents->len; i++)
    {
      LsAgent *agent = g_ptr_array_index (self->agents, i);

      if (agent_is_enabled (agent))
        {
          const LsChoicePoint choice = { agent, agent->pending, agent->seen_change == self->n_changes ? agent->n_stutters : 0 };

          g_array_append_val (self->choices, choice);
        }
    }
}

/* Returns the time of the next timeout of any agent, in µs, or LS_TIME_NEVER. */
static guint64
agent_cluster_get_next_timeout (LsAgentCluster *self)
{
  guint64 next = LS_TIME_NEVER;

  for (guint i = 0; i < self->agents->len; i++)
    {
      const LsAgent *agent = g_ptr_array_index (self->agents, i);

      if (agent->state == LS_AGENT_STATE_WAITING && agent->waiter->timeout_time >= 0)
        next = MIN (next, (guint64) agent->waiter->timeout_time);
      else if (agent->state == LS_AGENT_STATE_IDLE && agent->loop != NULL)
        next = MIN (next, ls_wake_up_queue_get_next (&agent->loop->wake_ups));
    }
  return next;
}

/* Moves time on to the next timeout: no agent can run. */
static gboolean
agent_cluster_advance_time (LsAgentCluster *self)
{
  const guint64 next = agent_cluster_get_next_timeout (self);

  if (next == LS_TIME_NEVER)
    return FALSE;
  self->now = MAX (self->now, next);
  self->n_changes++;
  return TRUE;
}

/* Wakes the agents whose time is over. They stay in their lists: a notification that comes first counts. */
static void
agent_cluster_wake_timed_out (LsAgentCluster *self)
{
  for (guint i = 0; i < self->agents->len; i++)
    {
      LsAgent *agent = g_ptr_array_index (self->agents, i);

      if (agent->state == LS_AGENT_STATE_WAITING && agent->waiter->timeout_time >= 0 &&
          (guint64) agent->waiter->timeout_time <= self->now)
        ls_agent_wake (agent);
    }
}

/**
 * ls_agent_cluster_decide_by_default:
 * @self: a cluster
 * @choices: (array length=n_choices): the agents that may go next
 * @n_choices: the number of choices, at least one
 *
 * Makes the choice of a cluster without a decider: the agent that runs goes on as long as it can and does not spin; then comes
 * the agent with the next number. Deciders may call this where they have no opinion.
 *
 * Returns: an index into @choices
 */
guint
ls_agent_cluster_decide_by_default (LsAgentCluster      *self,
                                    const LsChoicePoint *choices,
                                    guint                n_choices)
{
  guint32 last;

  g_return_val_if_fail (LS_IS_AGENT_CLUSTER (self), 0);

  last = self->last != NULL ? self->last->id : 0;
  for (guint i = 0; i < n_choices; i++)
    if (choices[i].agent == self->last && self->n_in_a_row < MAX_IN_A_ROW && choices[i].n_stutters < MAX_STUTTERS)
      return i;
  for (guint i = 0; i < n_choices; i++)
    if (choices[i].agent->id > last)
      return i;
  return 0;
}

/**
 * ls_agent_cluster_get_next_time:
 * @self: a cluster that is not in a step
 *
 * Gets the virtual time of the next step.
 *
 * Returns: the virtual time of the next step, in µs: now, or later where no agent can run now; %LS_TIME_NEVER where nothing is
 *   left to do
 */
guint64
ls_agent_cluster_get_next_time (LsAgentCluster *self)
{
  guint64 next;

  g_return_val_if_fail (LS_IS_AGENT_CLUSTER (self), LS_TIME_NEVER);
  g_return_val_if_fail (!self->is_in_step, LS_TIME_NEVER);

  if (self->is_killed)
    return LS_TIME_NEVER;
  for (guint i = 0; i < self->agents->len; i++)
    if (agent_is_enabled (g_ptr_array_index (self->agents, i)))
      return self->now;
  next = agent_cluster_get_next_timeout (self);
  return next != LS_TIME_NEVER ? MAX (self->now, next) : next;
}

/**
 * ls_agent_cluster_get_n_choice_points:
 * @self: a cluster
 *
 * Gets the number of steps at which two agents or more could go, and a decider had to choose.
 *
 * Returns: the number of steps at which two agents or more could go, and a decider had to choose
 */
guint64
ls_agent_cluster_get_n_choice_points (LsAgentCluster *self)
{
  g_return_val_if_fail (LS_IS_AGENT_CLUSTER (self), 0);

  return self->n_choice_points;
}

static void
agent_cluster_give_baton (LsAgentCluster *self,
                          LsAgent        *agent,
                          guint           n_choices)
{
  LsAgent *previous;

  ls_agent_cluster_report_run (self, agent, n_choices);
  self->n_in_a_row = agent == self->last ? self->n_in_a_row + 1 : 1;
  self->last = agent;
  self->n_steps++;
  agent->state = LS_AGENT_STATE_RUNNING;
  if (agent->is_terminated && !agent->coroutine->is_started)
    {
      agent->state = LS_AGENT_STATE_ENDED;
      ls_agent_report_state (agent);
      g_clear_pointer (&agent->coroutine, ls_coroutine_free);
      return;
    }
  if (agent->loop != NULL)
    ls_event_loop_read_numbers (agent->loop);
  previous = ls_agent_enter (agent);
  ls_coroutine_resume (agent->coroutine);
  ls_agent_leave (previous);
  if (agent->loop != NULL)
    ls_event_loop_write_numbers (agent->loop);
  /* Free the coroutine: a run may make many agents that end, and others can use the stack. */
  if (agent->state == LS_AGENT_STATE_ENDED)
    g_clear_pointer (&agent->coroutine, ls_coroutine_free);
}

static LsClusterStatus
agent_cluster_compute_end_status (LsAgentCluster *self)
{
  for (guint i = 0; i < self->agents->len; i++)
    if (((LsAgent *) g_ptr_array_index (self->agents, i))->state == LS_AGENT_STATE_WAITING)
      return LS_CLUSTER_DEADLOCK;
  return LS_CLUSTER_FINISHED;
}

/**
 * ls_agent_cluster_step:
 * @self: a cluster
 *
 * Gives the baton to an agent. The agent does its next operation and everything that follows before the one after it. No agent
 * may call this.
 *
 * Returns: %LS_CLUSTER_RUNNING where an agent has run; else the reason why none did
 */
LsClusterStatus
ls_agent_cluster_step (LsAgentCluster *self)
{
  gboolean is_choice_point;
  guint choice;

  g_return_val_if_fail (LS_IS_AGENT_CLUSTER (self), LS_CLUSTER_STOPPED);
  g_return_val_if_fail (!self->is_in_step, LS_CLUSTER_STOPPED);

  if (self->is_killed)
    return LS_CLUSTER_STOPPED;
  for (;;)
    {
      agent_cluster_wake_timed_out (self);
      agent_cluster_find_choices (self);
      if (self->choices->len > 0)
        break;
      if (!agent_cluster_advance_time (self))
        return agent_cluster_compute_end_status (self);
    }

  if (self->decider != NULL)
    choice = self->decider (self, (const LsChoicePoint *) self->choices->data, self->choices->len, self->decider_data);
  else
    choice = ls_agent_cluster_decide_by_default (self, (const LsChoicePoint *) self->choices->data, self->choices->len);
  if (choice == LS_DECIDE_STOP)
    return LS_CLUSTER_STOPPED;
  g_return_val_if_fail (choice < self->choices->len, LS_CLUSTER_STOPPED);

  self->is_in_step = TRUE;
  is_choice_point = self->choices->len > 1;
  agent_cluster_give_baton (self, g_array_index (self->choices, LsChoicePoint, choice).agent, self->choices->len);
  self->n_choice_points += is_choice_point;
  self->is_in_step = FALSE;
  ls_probe_publish (self->probe);
  return LS_CLUSTER_RUNNING;
}

/**
 * ls_agent_cluster_run:
 * @self: a cluster
 * @max_steps: the highest number of steps
 *
 * Runs steps until @max_steps are done or the cluster stands.
 *
 * Returns: %LS_CLUSTER_RUNNING where @max_steps are done; else the reason why there was no further step
 */
LsClusterStatus
ls_agent_cluster_run (LsAgentCluster *self,
                      guint64         max_steps)
{
  LsClusterStatus status = LS_CLUSTER_RUNNING;

  g_return_val_if_fail (LS_IS_AGENT_CLUSTER (self), LS_CLUSTER_STOPPED);

  g_object_ref (self);
  for (guint64 i = 0; i < max_steps && status == LS_CLUSTER_RUNNING; i++)
    status = ls_agent_cluster_step (self);
  g_object_unref (self);
  return status;
}

/**
 * ls_agent_cluster_kill:
 * @self: a cluster
 *
 * Terminates all agents and waits until their functions have returned. Nothing runs any more. Disposing of the cluster calls
 * this.
 */
void
ls_agent_cluster_kill (LsAgentCluster *self)
{
  g_return_if_fail (LS_IS_AGENT_CLUSTER (self));
  g_return_if_fail (!self->is_in_step);

  self->is_killed = TRUE;
  self->is_in_step = TRUE;
  self->finding_func = NULL;
  for (guint i = 0; i < self->agents->len; i++)
    {
      LsAgent *agent = g_ptr_array_index (self->agents, i);

      agent->is_terminated = TRUE;
      while (agent->state != LS_AGENT_STATE_ENDED)
        agent_cluster_give_baton (self, agent, 1);
    }
  self->is_in_step = FALSE;
}

/**
 * ls_cluster_status_to_string:
 * @status: a result of a step
 *
 * Gets the name of a result of a step.
 *
 * Returns: (transfer none): the name
 */
const char *
ls_cluster_status_to_string (LsClusterStatus status)
{
  static const char *const names[] = { "running", "finished", "deadlock", "stopped" };

  return (guint) status < G_N_ELEMENTS (names) ? names[status] : "unknown";
}

/**
 * ls_finding_to_string:
 * @finding: a kind of finding
 *
 * Gets the name of a kind of finding.
 *
 * Returns: (transfer none): the name
 */
const char *
ls_finding_to_string (LsFinding finding)
{
  static const char *const names[LS_N_FINDINGS] = {
    [LS_FINDING_DEADLOCK] = "deadlock",
    [LS_FINDING_LOST_WAKE_UP] = "lost-wake-up",
    [LS_FINDING_NEVER_RESOLVED] = "never-resolved",
    [LS_FINDING_INVARIANT] = "invariant",
    [LS_FINDING_OVERTAKING] = "overtaking",
    [LS_FINDING_LOCK_LEFT_HELD] = "lock-left-held",
    [LS_FINDING_EARLY_UNLOCK] = "early-unlock",
    [LS_FINDING_SPINS] = "spins",
    [LS_FINDING_TOO_LONG] = "too-long",
  };

  return (guint) finding < LS_N_FINDINGS ? names[finding] : "unknown";
}
