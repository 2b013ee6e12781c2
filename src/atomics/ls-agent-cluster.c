/* ls-agent-cluster.c
 *
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */

#include "ls-agent-cluster-private.h"

#include "ls-agent-records-private.h"
#include "ls-plain-type-private.h"

LS_DEFINE_PLAIN_TYPE (LsChoicePoint, ls_choice_point)

/**
 * LsAgentCluster:
 *
 * A model of agents that share memory: the agent cluster of ECMAScript. One agent runs at a time, the one that has the baton. It
 * gives the baton back before each operation on shared memory, before each task of its event loop, and where it is suspended. A
 * decider chooses the next agent, so a run can be repeated, stepped through and explored. Time is virtual: it goes on to the next
 * timeout where no agent can run.
 *
 * Use a cluster to show and to check programs. To synchronise threads use the functions of `ls-atomics.h` without a cluster. A
 * cluster belongs to the thread that made it.
 */
G_DEFINE_FINAL_TYPE (LsAgentCluster, ls_agent_cluster, G_TYPE_OBJECT)

static void
ls_agent_cluster_dispose (GObject *object)
{
  LsAgentCluster *self = LS_AGENT_CLUSTER (object);

  ls_agent_cluster_kill (self);
  for (guint i = 0; i < self->agents->len; i++)
    {
      LsAgent *agent = g_ptr_array_index (self->agents, i);

      ls_agent_forget_waiters (agent);
      if (agent->loop != NULL)
        ls_event_loop_stop_sharing (agent->loop);
      agent->cluster = NULL;
      agent->is_watched = FALSE;
    }
  g_ptr_array_set_size (self->agents, 0);
  self->last = NULL;

  G_OBJECT_CLASS (ls_agent_cluster_parent_class)->dispose (object);
}

static void
ls_agent_cluster_finalize (GObject *object)
{
  LsAgentCluster *self = LS_AGENT_CLUSTER (object);

  ls_agent_cluster_set_decider (self, NULL, NULL, NULL);
  ls_agent_cluster_set_finding_func (self, NULL, NULL, NULL);
  ls_agent_cluster_set_loop_func (self, NULL, NULL, NULL);
  g_ptr_array_unref (self->agents);
  g_ptr_array_unref (self->memories);
  g_array_unref (self->missed);
  g_array_unref (self->choices);
  ls_waiter_table_free (self->table);

  G_OBJECT_CLASS (ls_agent_cluster_parent_class)->finalize (object);
}

static void
ls_agent_cluster_class_init (LsAgentClusterClass *klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);

  object_class->dispose = ls_agent_cluster_dispose;
  object_class->finalize = ls_agent_cluster_finalize;
}

static void
ls_agent_cluster_init (LsAgentCluster *self)
{
  self->agents = g_ptr_array_new_with_free_func (g_object_unref);
  self->memories = g_ptr_array_new_with_free_func ((GDestroyNotify) ls_shared_memory_unref);
  self->missed = g_array_new (FALSE, FALSE, sizeof (LsMissedPlace));
  self->choices = g_array_new (FALSE, FALSE, sizeof (LsChoicePoint));
  self->table = ls_waiter_table_new (1);
  self->reported = 1;
}

/**
 * ls_agent_cluster_new: (skip)
 * @probe: (nullable): the probe that the cluster reports to; must outlive the cluster. The loops of
 *   [method@AgentCluster.set_loop_func] should report to it as well
 *
 * Makes a cluster without agents.
 *
 * Returns: (transfer full): a cluster without agents
 */
LsAgentCluster *
ls_agent_cluster_new (LsProbe *probe)
{
  LsAgentCluster *self = g_object_new (LS_TYPE_AGENT_CLUSTER, NULL);

  self->probe = probe;
  return self;
}

/* Runs the tasks of the event loop of an agent as they come, once its function has returned. */
static void
agent_run_loop (LsAgent *agent)
{
  while (!agent->is_terminated)
    {
      /* The history has the messages that the agent has handled. */
      if (agent->messages.a != 0 && ls_event_loop_is_idle (agent->loop))
        {
          agent->messages = (LsHash) { 0, 0 };
          agent->observed_messages = 0;
        }
      agent->pending = (LsOperation) { .kind = LS_OPERATION_TASK };
      agent->state = LS_AGENT_STATE_IDLE;
      ls_coroutine_yield (agent->coroutine);
      if (agent->is_terminated || agent->loop == NULL)
        break;
      ls_agent_take_baton (agent);
      if (agent->run_turn != NULL)
        agent->run_turn (agent, agent->hook_data);
      else
        ls_event_loop_run_turn (agent->loop);
      ls_agent_end_operation (agent, &(LsOperation) { .kind = LS_OPERATION_TASK }, 0, TRUE);
    }
}

static void
agent_main (gpointer data)
{
  LsAgent *agent = data;
  LsAgent *previous = ls_agent_enter (agent);

  ls_agent_take_baton (agent);
  agent->func (agent, agent->func_data);
  ls_agent_flush_early_posts (agent);
  if (agent->loop != NULL && !agent->is_terminated)
    ls_event_loop_perform_microtask_checkpoint (agent->loop);
  if (!agent->is_terminated)
    {
      agent->state = LS_AGENT_STATE_IDLE;
      ls_agent_report_state (agent);
    }
  agent_run_loop (agent);
  agent->state = LS_AGENT_STATE_ENDED;
  agent->is_terminated = TRUE;
  ls_agent_forget_waiters (agent);
  if (agent->loop != NULL)
    ls_event_loop_shut_down (agent->loop);
  if (agent->ended != NULL)
    agent->ended (agent, agent->hook_data);
  ls_agent_report_state (agent);
  ls_agent_leave (previous);
}

/**
 * ls_agent_cluster_add_agent:
 * @self: a cluster
 * @name: (nullable): the name of the agent
 * @flags: the properties of the agent
 * @func: (scope notified): the function that the agent runs
 * @user_data: data for @func
 * @destroy: (nullable): called with @user_data when the agent is freed
 *
 * Adds an agent. An agent of the cluster may call this: then it is an operation of that agent.
 *
 * Returns: (transfer none): the agent
 */
LsAgent *
ls_agent_cluster_add_agent (LsAgentCluster *self,
                            const char     *name,
                            LsAgentFlags    flags,
                            LsAgentFunc     func,
                            gpointer        user_data,
                            GDestroyNotify  destroy)
{
  LsAgent *parent = ls_agent_get_modelled ();
  const LsOperation operation = { .kind = LS_OPERATION_SPAWN };
  LsAgent *agent;
  gboolean is_refused = FALSE;

  g_return_val_if_fail (LS_IS_AGENT_CLUSTER (self), NULL);
  g_return_val_if_fail (func != NULL, NULL);

  if (parent != NULL && parent->cluster == self)
    is_refused = !ls_agent_begin_operation (parent, &operation, NULL);
  agent = g_object_new (LS_TYPE_AGENT, NULL);
  g_ptr_array_add (self->agents, agent);
  agent->name = g_strdup (name);
  agent->id = self->agents->len;
  agent->can_block = (flags & LS_AGENT_CAN_BLOCK) != 0;
  agent->cluster = self;
  agent->is_watched = TRUE;
  agent->func = func;
  agent->func_data = user_data;
  agent->func_destroy = destroy;
  agent->coroutine = (flags & LS_AGENT_OWN_THREAD) != 0 ? ls_coroutine_new_thread (name, agent_main, agent)
                                                      : ls_coroutine_new_fiber (agent_main, agent);
  agent->pending.kind = LS_OPERATION_START;
  agent->state = LS_AGENT_STATE_RUNNABLE;
  if (is_refused)
    {
      agent->state = LS_AGENT_STATE_ENDED;
      agent->is_terminated = TRUE;
    }
  ls_agent_cluster_report_created (self, agent, parent != NULL && parent->cluster == self ? parent : NULL);
  if (!is_refused && parent != NULL && parent->cluster == self)
    ls_agent_end_operation (parent, &operation, agent->id, TRUE);
  return agent;
}

/**
 * ls_agent_cluster_create_memory:
 * @self: a cluster
 * @length: the length in bytes
 * @name: (nullable): the name of the block
 * @error: return location for an error
 *
 * Makes shared memory for the agents of the cluster.
 *
 * Returns: (transfer full) (nullable): a block, as that of [ctor@SharedMemory.new]
 */
LsSharedMemory *
ls_agent_cluster_create_memory (LsAgentCluster  *self,
                                guint64          length,
                                const char      *name,
                                GError         **error)
{
  LsSharedMemory *memory;

  g_return_val_if_fail (LS_IS_AGENT_CLUSTER (self), NULL);
  g_return_val_if_fail (error == NULL || *error == NULL, NULL);

  memory = ls_shared_memory_new (length, name, error);
  if (memory != NULL)
    ls_agent_cluster_add_memory (self, memory);
  return memory;
}

/**
 * ls_agent_cluster_add_memory:
 * @self: a cluster
 * @memory: a block that belongs to no cluster
 *
 * Adds shared memory to the cluster and gives it a number.
 */
void
ls_agent_cluster_add_memory (LsAgentCluster *self,
                             LsSharedMemory *memory)
{
  g_return_if_fail (LS_IS_AGENT_CLUSTER (self));
  g_return_if_fail (memory != NULL);
  g_return_if_fail (memory->id == 0);

  g_ptr_array_add (self->memories, ls_shared_memory_ref (memory));
  memory->id = self->memories->len;
  ls_agent_cluster_report_memory (self, memory);
}

/**
 * ls_agent_cluster_count_alive:
 * @self: a cluster
 *
 * Counts the agents that have not ended.
 *
 * Returns: the number of agents that have not ended, without those that were terminated before they began
 */
guint
ls_agent_cluster_count_alive (LsAgentCluster *self)
{
  guint n = 0;

  g_return_val_if_fail (LS_IS_AGENT_CLUSTER (self), 0);

  for (guint i = 0; i < self->agents->len; i++)
    {
      const LsAgent *agent = g_ptr_array_index (self->agents, i);

      n += agent->state != LS_AGENT_STATE_ENDED && !(agent->is_terminated && !agent->coroutine->is_started);
    }
  return n;
}

/**
 * ls_agent_cluster_get_n_agents:
 * @self: a cluster
 *
 * Gets the number of agents that the cluster has had.
 *
 * Returns: the number of agents that the cluster has had
 */
guint
ls_agent_cluster_get_n_agents (LsAgentCluster *self)
{
  g_return_val_if_fail (LS_IS_AGENT_CLUSTER (self), 0);

  return self->agents->len;
}

/**
 * ls_agent_cluster_get_agent:
 * @self: a cluster
 * @index: from 0
 *
 * Gets the agent whose number is @index + 1.
 *
 * Returns: (transfer none) (nullable): the agent whose number is @index + 1
 */
LsAgent *
ls_agent_cluster_get_agent (LsAgentCluster *self,
                            guint           index)
{
  g_return_val_if_fail (LS_IS_AGENT_CLUSTER (self), NULL);

  return index < self->agents->len ? g_ptr_array_index (self->agents, index) : NULL;
}

/**
 * ls_agent_cluster_get_n_memories:
 * @self: a cluster
 *
 * Gets the number of blocks of shared memory.
 *
 * Returns: the number of blocks of shared memory
 */
guint
ls_agent_cluster_get_n_memories (LsAgentCluster *self)
{
  g_return_val_if_fail (LS_IS_AGENT_CLUSTER (self), 0);

  return self->memories->len;
}

/**
 * ls_agent_cluster_get_memory:
 * @self: a cluster
 * @index: from 0
 *
 * Gets the block whose number is @index + 1.
 *
 * Returns: (transfer none) (nullable): the block whose number is @index + 1
 */
LsSharedMemory *
ls_agent_cluster_get_memory (LsAgentCluster *self,
                             guint           index)
{
  g_return_val_if_fail (LS_IS_AGENT_CLUSTER (self), NULL);

  return index < self->memories->len ? g_ptr_array_index (self->memories, index) : NULL;
}

/**
 * ls_agent_cluster_get_last:
 * @self: a cluster
 *
 * Gets the agent that has the baton, or had it last.
 *
 * Returns: (transfer none) (nullable): the agent that has the baton, or had it last
 */
LsAgent *
ls_agent_cluster_get_last (LsAgentCluster *self)
{
  g_return_val_if_fail (LS_IS_AGENT_CLUSTER (self), NULL);

  return self->last;
}

/**
 * ls_agent_cluster_get_time:
 * @self: a cluster
 *
 * Gets the virtual time of the cluster.
 *
 * Returns: the virtual time of the cluster, in µs
 */
guint64
ls_agent_cluster_get_time (LsAgentCluster *self)
{
  g_return_val_if_fail (LS_IS_AGENT_CLUSTER (self), 0);

  return self->now;
}

/**
 * ls_agent_cluster_get_n_steps:
 * @self: a cluster
 *
 * Gets the number of times that an agent has got the baton.
 *
 * Returns: the number of times that an agent has got the baton
 */
guint64
ls_agent_cluster_get_n_steps (LsAgentCluster *self)
{
  g_return_val_if_fail (LS_IS_AGENT_CLUSTER (self), 0);

  return self->n_steps;
}

/**
 * ls_agent_cluster_get_n_waiters:
 * @self: a cluster
 *
 * Gets the number of waiters in all its lists.
 *
 * Returns: the number of waiters in all its lists
 */
guint64
ls_agent_cluster_get_n_waiters (LsAgentCluster *self)
{
  g_return_val_if_fail (LS_IS_AGENT_CLUSTER (self), 0);

  return ls_waiter_table_count (self->table);
}

/* Replaces the data of a function. The old data is freed last: freeing it may call back into the cluster. */
static void
replace_data (gpointer       *data,
              GDestroyNotify *destroy,
              gpointer        new_data,
              GDestroyNotify  new_destroy)
{
  const GDestroyNotify old_destroy = *destroy;
  const gpointer old_data = *data;

  *data = new_data;
  *destroy = new_destroy;
  if (old_destroy != NULL)
    old_destroy (old_data);
}

/**
 * ls_agent_cluster_set_decider:
 * @self: a cluster
 * @decider: (nullable) (scope notified): a function that chooses the next agent; %NULL for
 *   [method@AgentCluster.decide_by_default]
 * @user_data: data for @decider
 * @destroy: (nullable): called with @user_data when another function is set or the cluster is freed
 *
 * Sets what chooses the agent that goes next, where two or more could.
 */
void
ls_agent_cluster_set_decider (LsAgentCluster *self,
                              LsDecider       decider,
                              gpointer        user_data,
                              GDestroyNotify  destroy)
{
  g_return_if_fail (LS_IS_AGENT_CLUSTER (self));

  self->decider = decider;
  replace_data (&self->decider_data, &self->decider_destroy, user_data, destroy);
}

/**
 * ls_agent_cluster_set_finding_func:
 * @self: a cluster
 * @func: (nullable) (scope notified): a function that learns of each [method@Agent.report]
 * @user_data: data for @func
 * @destroy: (nullable): called with @user_data when another function is set or the cluster is freed
 *
 * Sets who learns of what goes wrong.
 */
void
ls_agent_cluster_set_finding_func (LsAgentCluster *self,
                                   LsFindingFunc   func,
                                   gpointer        user_data,
                                   GDestroyNotify  destroy)
{
  g_return_if_fail (LS_IS_AGENT_CLUSTER (self));

  self->finding_func = func;
  replace_data (&self->finding_data, &self->finding_destroy, user_data, destroy);
}

/**
 * ls_agent_cluster_set_loop_func:
 * @self: a cluster
 * @func: (nullable) (scope notified): makes the event loops of agents; %NULL for loops with the default preset and without a
 *   probe
 * @user_data: data for @func
 * @destroy: (nullable): called with @user_data when another function is set or the cluster is freed
 *
 * Sets what makes the event loops of agents.
 */
void
ls_agent_cluster_set_loop_func (LsAgentCluster  *self,
                                LsAgentLoopFunc  func,
                                gpointer         user_data,
                                GDestroyNotify   destroy)
{
  g_return_if_fail (LS_IS_AGENT_CLUSTER (self));

  self->loop_func = func;
  replace_data (&self->loop_data, &self->loop_destroy, user_data, destroy);
}

/**
 * ls_agent_cluster_create_loop: (skip)
 * @self: a cluster
 * @preset: (nullable): a table, as of ls_event_loop_new_with_preset()
 * @edition: the text of the specification that the schedulers follow
 * @probe: (nullable): the probe that the loop reports to; must outlive the loop
 *
 * Makes an event loop with the virtual clock of the cluster. All loops of a cluster share the numbers of tasks, signals, timers
 * and other things. A function of [method@AgentCluster.set_loop_func] calls this.
 *
 * Returns: (transfer full): a loop
 */
LsEventLoop *
ls_agent_cluster_create_loop (LsAgentCluster *self,
                              const LsPreset *preset,
                              LsEdition       edition,
                              LsProbe        *probe)
{
  g_return_val_if_fail (LS_IS_AGENT_CLUSTER (self), NULL);

  return ls_event_loop_new_sharing (LS_CLOCK_VIRTUAL, preset, edition, probe, &self->now, &self->numbers);
}

LsEventLoop *
ls_agent_cluster_make_loop (LsAgentCluster *self,
                            LsAgent        *agent)
{
  LsAgent *reported = ls_agent_cluster_get_agent (self, self->reported - 1);
  LsEventLoop *loop;

  ls_agent_cluster_report_run (self, agent, 0);
  if (self->loop_func != NULL)
    loop = self->loop_func (self, agent, self->loop_data);
  else
    loop = ls_agent_cluster_create_loop (self, NULL, LS_EDITION_2025, NULL);
  /* The function may have made the loop in another way. */
  ls_event_loop_share (loop, &self->now, &self->numbers);
  if (self->is_in_step && reported != NULL)
    ls_agent_cluster_report_run (self, reported, 0);
  return loop;
}

/**
 * ls_agent_cluster_report_for: (skip)
 * @self: a cluster
 * @agent: an agent of it
 *
 * Says that the next records are of @agent. Call it before you do something on the loop of an agent from outside, between two
 * steps. The next step says itself whose records follow.
 */
void
ls_agent_cluster_report_for (LsAgentCluster *self,
                             LsAgent        *agent)
{
  g_return_if_fail (LS_IS_AGENT_CLUSTER (self));
  g_return_if_fail (LS_IS_AGENT (agent));
  g_return_if_fail (agent->cluster == self);

  ls_agent_cluster_report_run (self, agent, 0);
  if (agent->loop != NULL)
    {
      agent->loop->thread = pthread_self ();
      ls_event_loop_update_clock (agent->loop);
    }
}

/**
 * ls_agent_report:
 * @agent: an agent of a model
 * @finding: a kind of finding
 * @message: a text; readers translate a text that is marked for translation
 *
 * Reports that the agent does something wrong. Locks call this, and programs may.
 */
void
ls_agent_report (LsAgent    *agent,
                 LsFinding   finding,
                 const char *message)
{
  LsAgentCluster *self;

  g_return_if_fail (LS_IS_AGENT (agent));

  self = agent->cluster;
  if (self != NULL && self->finding_func != NULL && !agent->is_terminated)
    self->finding_func (self, finding, agent, message, self->finding_data);
}
