/* ls-explorer.c: explorers: they run a cluster again and again
 *
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */

#include "ls-explorer-private.h"

#include <glib/gi18n-lib.h>
#include <string.h>

#include "ls-plain-type-private.h"

LS_DEFINE_PLAIN_TYPE (LsExploreOptions, ls_explore_options)

#define DEFAULT_MAX_STEPS 100000

#define PROGRESS_INTERVAL (100 * 1000)

/**
 * LsExplorer:
 *
 * Runs a cluster of agents under every schedule that makes a difference, from the start each time. For each fault it tells the
 * shortest schedule that shows it.
 *
 * The explorer follows two schedules that lead to the same state only once from there. The next operation of an agent follows
 * from what it has learned. So a state consists of what each agent has learned, the memory, the waiters of each place in order,
 * the messages on their way, and the time. The explorer counts the complete schedules over the graph of states: there may be far
 * more of them than anybody could run.
 */
G_DEFINE_FINAL_TYPE (LsExplorer, ls_explorer, G_TYPE_OBJECT)

static void
ls_explorer_finalize (GObject *object)
{
  LsExplorer *self = LS_EXPLORER (object);

  ls_explorer_set_invariant (self, NULL, NULL, NULL);
  ls_explorer_set_progress (self, NULL, NULL, NULL);
  if (self->factory_destroy != NULL)
    self->factory_destroy (self->factory_data);
  for (guint i = 0; i < LS_N_FINDINGS; i++)
    ls_finding_example_clear (&self->found[i]);
  ls_state_graph_clear (&self->graph);
  g_array_unref (self->stack);
  g_array_unref (self->schedule);
  g_array_unref (self->split.ways);
  g_clear_pointer (&self->pieces, g_array_unref);

  G_OBJECT_CLASS (ls_explorer_parent_class)->finalize (object);
}

static void
ls_explorer_class_init (LsExplorerClass *klass)
{
  G_OBJECT_CLASS (klass)->finalize = ls_explorer_finalize;
}

static void
ls_explorer_init (LsExplorer *self)
{
  ls_state_graph_init (&self->graph);
  self->deadline = G_MAXINT64;
  self->stack = g_array_new (FALSE, FALSE, sizeof (LsExplorerFrame));
  self->schedule = g_array_new (FALSE, FALSE, sizeof (guint32));
  self->split.ways = g_array_new (FALSE, FALSE, sizeof (LsExplorerWay));
}

/**
 * ls_explorer_new: (skip)
 * @factory: a function that makes the cluster
 * @user_data: data for @factory
 * @destroy: (nullable): called with @user_data when the explorer is freed
 * @options: (nullable): options, copied; %NULL to explore everything
 *
 * Makes an explorer, which runs a cluster of agents in all orders that make a difference.
 *
 * Returns: (transfer full): an explorer
 */
LsExplorer *
ls_explorer_new (LsClusterFactory        factory,
                 gpointer                user_data,
                 GDestroyNotify          destroy,
                 const LsExploreOptions *options)
{
  const LsExploreOptions defaults = LS_EXPLORE_OPTIONS_INIT;
  LsExplorer *self;

  g_return_val_if_fail (factory != NULL, NULL);
  g_return_val_if_fail (options == NULL || options->n_pieces == 0 ||
                        (options->piece >= 1 && options->piece <= options->n_pieces && options->n_pieces <= LS_EXPLORE_MAX_PIECES &&
                         (options->mode == LS_EXPLORE_EXHAUSTIVE || options->mode == LS_EXPLORE_RANDOM)), NULL);

  self = g_object_new (LS_TYPE_EXPLORER, NULL);
  self->factory = factory;
  self->factory_data = user_data;
  self->factory_destroy = destroy;
  self->options = options != NULL ? *options : defaults;
  if (self->options.max_steps == 0)
    self->options.max_steps = DEFAULT_MAX_STEPS;
  if (self->options.n_runs == 0)
    self->options.n_runs = LS_EXPLORE_DEFAULT_RUNS;
  return self;
}

/**
 * ls_explorer_set_invariant: (skip)
 * @self: an explorer that has not run
 * @invariant: (nullable): a condition that always should hold
 * @user_data: data for @invariant
 * @destroy: (nullable): called with @user_data when another function is set or the explorer is freed
 *
 * Sets a condition that always should hold. Where it does not, that is a finding.
 */
void
ls_explorer_set_invariant (LsExplorer     *self,
                           LsInvariant     invariant,
                           gpointer        user_data,
                           GDestroyNotify  destroy)
{
  g_return_if_fail (LS_IS_EXPLORER (self));

  if (self->invariant_destroy != NULL)
    self->invariant_destroy (self->invariant_data);
  self->invariant = invariant;
  self->invariant_data = user_data;
  self->invariant_destroy = destroy;
}

/**
 * ls_explorer_set_progress: (skip)
 * @self: an explorer
 * @progress: (nullable): a function that the explorer calls ten times a second
 * @user_data: data for @progress
 * @destroy: (nullable): called with @user_data when another function is set or the explorer is freed
 *
 * Sets who is told how far the explorer is.
 */
void
ls_explorer_set_progress (LsExplorer         *self,
                          LsExplorerProgress  progress,
                          gpointer            user_data,
                          GDestroyNotify      destroy)
{
  g_return_if_fail (LS_IS_EXPLORER (self));

  if (self->progress_destroy != NULL)
    self->progress_destroy (self->progress_data);
  self->progress = progress;
  self->progress_data = user_data;
  self->progress_destroy = destroy;
}

/* The number of the next run, from 0, in all pieces together where runs are independent. */
guint64
ls_explorer_get_next_run (LsExplorer *self)
{
  if (self->options.mode != LS_EXPLORE_RANDOM || self->options.n_pieces <= 1)
    return self->n_runs;
  return self->n_runs > G_MAXUINT64 / self->options.n_pieces - 1
           ? G_MAXUINT64
           : self->n_runs * self->options.n_pieces + self->options.piece - 1;
}

/**
 * ls_explorer_set_budgets: (skip)
 * @self: an explorer that is not running
 * @options: options; @n_runs, @max_states, @max_time, @max_memory and @stop_at_first count
 *
 * Lets the next [method@Explorer.run] go further than the last one, or less far. The explorer still explores the same.
 */
void
ls_explorer_set_budgets (LsExplorer             *self,
                         const LsExploreOptions *options)
{
  g_return_if_fail (LS_IS_EXPLORER (self));
  g_return_if_fail (options != NULL);
  g_return_if_fail (self->cluster == NULL);

  self->options.n_runs = options->n_runs > 0 ? options->n_runs : LS_EXPLORE_DEFAULT_RUNS;
  self->options.max_states = options->max_states;
  self->options.max_time = options->max_time;
  self->options.max_memory = options->max_memory;
  self->options.stop_at_first = options->stop_at_first;
  if (self->options.mode == LS_EXPLORE_RANDOM && ls_explorer_get_next_run (self) < self->options.n_runs)
    self->status = LS_EXPLORE_READY;
}

/* Findings */

/* Notes a finding in the current step. */
void
ls_explorer_add_finding (LsExplorer *self,
                         LsFinding   finding,
                         guint32     agent,
                         const char *message)
{
  LsFindingExample *found = &self->found[finding];

  self->run_findings |= (guint32) 1 << finding;
  if ((self->shortest != NULL && finding != self->wanted) || (found->is_found && found->schedule->len <= self->schedule->len))
    return;
  ls_finding_example_clear (found);
  found->is_found = TRUE;
  found->agent = agent;
  found->run = ls_explorer_get_next_run (self);
  found->message = g_strdup (message);
  found->schedule = g_array_copy (self->schedule);
}

static void
explorer_on_finding (LsAgentCluster *cluster,
                     LsFinding       finding,
                     LsAgent        *agent,
                     const char     *message,
                     gpointer        user_data)
{
  LsExplorer *self = user_data;

  if (finding == LS_FINDING_TOO_LONG)
    self->is_too_long = TRUE;
  ls_explorer_add_finding (self, finding, agent != NULL ? ls_agent_get_id (agent) : 0, message);
}

static void
explorer_on_operation (LsAgentCluster    *cluster,
                       LsAgent           *agent,
                       const LsOperation *operation,
                       gint64             outcome,
                       gboolean           has_changed,
                       gpointer           user_data)
{
  LsExplorer *self = user_data;

  if (self->options.max_overtaking > 0 && agent->n_overtaken > self->options.max_overtaking)
    ls_explorer_add_finding (self, LS_FINDING_OVERTAKING, agent->id,
                             N_("The agent was woken and overtaken again and again"));
}

static void
explorer_check_invariant (LsExplorer *self)
{
  g_autoptr (GError) error = NULL;

  if (self->invariant != NULL && !self->invariant (self->cluster, self->invariant_data, &error))
    ls_explorer_add_finding (self, LS_FINDING_INVARIANT, ls_agent_get_id (self->cluster->last),
                             error != NULL ? error->message : N_("The invariant does not hold"));
}

/* Checks a cluster in which nothing is left to do. */
static void
explorer_check_end (LsExplorer *self)
{
  for (guint i = 0; i < self->cluster->agents->len; i++)
    {
      LsAgent *agent = g_ptr_array_index (self->cluster->agents, i);

      if (agent->state == LS_AGENT_STATE_WAITING)
        ls_explorer_add_finding (self, LS_FINDING_DEADLOCK, agent->id, N_("The agent is suspended forever"));
      else if (agent->n_async_waiters > 0)
        ls_explorer_add_finding (self, LS_FINDING_NEVER_RESOLVED, agent->id,
                                 N_("The promise of a waitAsync() of the agent is never resolved"));
      if ((agent->state == LS_AGENT_STATE_WAITING || agent->n_async_waiters > 0) &&
          ls_agent_cluster_has_missed (self->cluster, agent))
        ls_explorer_add_finding (self, LS_FINDING_LOST_WAKE_UP, agent->id,
                                 N_("A notification came just before the agent started to wait for it"));
    }
}

/* Running */

static void
explorer_begin_run (LsExplorer *self,
                    LsDecider   decider)
{
  self->cluster = self->factory (self->factory_data);
  self->cluster->observer = explorer_on_operation;
  self->cluster->observer_data = self;
  ls_agent_cluster_set_finding_func (self->cluster, explorer_on_finding, self, NULL);
  ls_agent_cluster_set_decider (self->cluster, decider, self, NULL);
  g_array_set_size (self->schedule, 0);
  self->run_findings = 0;
  self->n_steps_before = self->n_steps;
  self->is_cut = FALSE;
  self->is_too_long = FALSE;
  self->is_cut_short = FALSE;
}

/* Whether the call is over, even in the middle of a run or of a step. */
gboolean
ls_explorer_must_stop (LsExplorer *self)
{
  return g_cancellable_is_cancelled (self->cancellable) ||
         (self->deadline != G_MAXINT64 && g_get_monotonic_time () >= self->deadline);
}

static LsClusterStatus
explorer_run_schedule (LsExplorer *self)
{
  LsClusterStatus status;

  for (;;)
    {
      status = ls_agent_cluster_step (self->cluster);
      /* A stopped agent has done things that prove nothing. */
      if (ls_explorer_must_stop (self))
        {
          self->is_cut_short = TRUE;
          return LS_CLUSTER_STOPPED;
        }
      if (status != LS_CLUSTER_RUNNING)
        break;
      self->n_steps++;
      if (self->invariant != NULL)
        explorer_check_invariant (self);
      if (self->is_too_long && self->ends_too_long)
        return LS_CLUSTER_STOPPED;
    }
  if (status != LS_CLUSTER_STOPPED && !self->is_too_long)
    explorer_check_end (self);
  return status;
}

static void
explorer_end_run (LsExplorer *self)
{
  ls_agent_cluster_kill (self->cluster);
  g_clear_object (&self->cluster);
  /* A run that was cut short will be repeated, and counts then. */
  if (self->is_cut_short)
    {
      self->n_steps = self->n_steps_before;
      return;
    }
  if (self->team != NULL)
    ls_explorer_team_add_run (self->team, ls_explorer_get_findings (self), ls_explorer_get_next_run (self));
  self->n_runs++;
}

/* Notes the end of a run. It is an end of schedules, unless the run was cut. */
static void
explorer_record_end (LsExplorer *self)
{
  LsExplorerFrame frame = { 0 };
  guint32 node;
  LsHash key;

  if (self->is_cut)
    return;
  self->n_ends = ls_count_add (self->n_ends, 1);
  if (!ls_explorer_keeps_states (self))
    return;
  if (self->stack->len > 0)
    frame = g_array_index (self->stack, LsExplorerFrame, self->stack->len - 1);
  key = ls_explorer_hash (self, &frame);
  node = ls_state_graph_find (&self->graph, &key);
  if (node == LS_NO_STATE)
    {
      node = ls_state_graph_add (&self->graph, &key, TRUE);
      self->n_states++;
      ls_state_graph_finish (&self->graph, node);
      if (self->team != NULL)
        ls_explorer_team_enter (self->team, &key);
    }
  ls_state_graph_get (&self->graph, node)->findings |= self->run_findings;
  ls_explorer_link_state (self, node);
}

/* Forgets the state on top of the stack, to which the edge below it leads. */
static void
explorer_drop_top (LsExplorer *self)
{
  ls_state_graph_drop_last (&self->graph);
  if (self->stack->len > 1)
    {
      const LsExplorerFrame *below = &g_array_index (self->stack, LsExplorerFrame, self->stack->len - 2);

      ls_state_graph_get_edge (&self->graph, below->node, below->next)->child = LS_NO_STATE;
    }
}

/* Goes on to the next edge that nobody has tried. Returns FALSE where there is none. */
gboolean
ls_explorer_backtrack (LsExplorer *self)
{
  while (self->stack->len > self->split.base)
    {
      LsExplorerFrame *top = &g_array_index (self->stack, LsExplorerFrame, self->stack->len - 1);
      const LsStateNode *node = ls_state_graph_get (&self->graph, top->node);

      /* After the last edge comes the first one, up to that with which it began. */
      if (++top->next >= node->n_edges)
        top->next = 0;
      if (top->next != ls_explorer_get_first_edge (self, node))
        return TRUE;
      if (ls_explorer_keeps_states (self))
        ls_state_graph_finish (&self->graph, top->node);
      else
        explorer_drop_top (self);
      if (self->team != NULL && ls_explorer_keeps_states (self))
        ls_explorer_team_finish (self->team, &node->key);
      g_array_set_size (self->stack, self->stack->len - 1);
    }
  return FALSE;
}

/* Whether a member of a team can leave out the rest of its random schedules: one before them has found what is wanted. */
static gboolean
explorer_comes_too_late (LsExplorer *self)
{
  guint64 first_run;

  if (self->team == NULL || !self->options.stop_at_first)
    return FALSE;
  ls_explorer_team_get_progress (self->team, NULL, NULL, NULL, &first_run);
  return ls_explorer_get_next_run (self) > first_run;
}

static LsExploreStatus
explorer_check_budgets (LsExplorer   *self,
                        GCancellable *cancellable)
{
  const LsExploreOptions *options = &self->options;

  if (g_cancellable_is_cancelled (cancellable))
    return LS_EXPLORE_CANCELLED;
  if (self->is_cut_short)
    return LS_EXPLORE_BUDGET;
  if (options->stop_at_first && ls_explorer_get_findings (self) != 0)
    return LS_EXPLORE_FOUND;
  if ((options->max_states > 0 && ls_explorer_get_n_states (self) >= options->max_states) ||
      (options->max_memory > 0 && ls_state_graph_get_size (&self->graph) >= options->max_memory) ||
      ls_explorer_must_stop (self))
    return LS_EXPLORE_BUDGET;
  return LS_EXPLORE_READY;
}

static LsExploreStatus
explorer_run_next (LsExplorer *self)
{
  guint64 seed;

  if (self->options.mode == LS_EXPLORE_RANDOM)
    {
      if (ls_explorer_get_next_run (self) >= self->options.n_runs || explorer_comes_too_late (self))
        return LS_EXPLORE_COMPLETE;
      seed = self->options.seed + ls_explorer_get_next_run (self) * G_GUINT64_CONSTANT (0x9e3779b97f4a7c15);
      self->random = g_rand_new_with_seed ((guint32) ls_hash_scramble (seed));
      explorer_begin_run (self, ls_explorer_decide_at_random);
      explorer_run_schedule (self);
      explorer_end_run (self);
      g_clear_pointer (&self->random, g_rand_free);
      return LS_EXPLORE_READY;
    }

  if (ls_explorer_is_piece (self) && !ls_explorer_split_go_to (self))
    return LS_EXPLORE_COMPLETE;
  self->n_replayed = self->stack->len;
  explorer_begin_run (self, ls_explorer_decide);
  explorer_run_schedule (self);
  if (!self->is_cut_short)
    explorer_record_end (self);
  explorer_end_run (self);
  /* The next call goes on there. */
  if (self->is_cut_short)
    return LS_EXPLORE_READY;
  if (ls_explorer_is_piece (self))
    {
      ls_explorer_split_advance (self);
      return LS_EXPLORE_READY;
    }
  return ls_explorer_backtrack (self) ? LS_EXPLORE_READY : LS_EXPLORE_COMPLETE;
}

/* Replaces the example of a finding by the shortest one in the graph. That one may be about another agent, so the explorer runs
 * it once more. */
void
ls_explorer_shorten (LsExplorer *self,
                     LsFinding   finding)
{
  g_autoptr (GArray) schedule = ls_state_graph_shortest (&self->graph, finding);
  LsFindingExample *found = &self->found[finding];
  const guint64 n_runs = self->n_runs, n_steps = self->n_steps;
  LsFindingExample before;

  /* Take a schedule that is as short as the example, too: so the choice does not depend on where the search was cut. */
  if (schedule == NULL || schedule->len > found->schedule->len ||
      (schedule->len == found->schedule->len &&
       (schedule->len == 0 || memcmp (schedule->data, found->schedule->data, schedule->len * sizeof (guint32)) == 0)))
    return;
  before = *found;
  *found = (LsFindingExample) { 0 };
  self->shortest = schedule;
  self->wanted = finding;
  explorer_begin_run (self, ls_explorer_decide_shortest);
  explorer_run_schedule (self);
  explorer_end_run (self);
  self->shortest = NULL;
  self->n_runs = n_runs;
  self->n_steps = n_steps;
  if (found->is_found)
    {
      ls_finding_example_clear (&before);
      return;
    }
  *found = before;
  g_array_unref (found->schedule);
  found->schedule = g_steal_pointer (&schedule);
}

/**
 * ls_explorer_run:
 * @self: an explorer
 * @cancellable: (nullable): a cancellable that stops the call
 *
 * Explores until everything is done, a budget is used up or @cancellable is cancelled. The next call goes on from there. If the
 * time runs out in the middle of a run, the next call repeats that run.
 *
 * Returns: the progress of the explorer
 */
LsExploreStatus
ls_explorer_run (LsExplorer   *self,
                 GCancellable *cancellable)
{
  const gint64 start = g_get_monotonic_time ();
  gint64 last_progress = start;

  g_return_val_if_fail (LS_IS_EXPLORER (self), LS_EXPLORE_READY);
  g_return_val_if_fail (self->cluster == NULL, self->status);

  /* What was joined cannot go on. */
  if (self->status == LS_EXPLORE_COMPLETE || self->pieces != NULL)
    return self->status;
  self->cancellable = cancellable;
  if (self->options.max_time > 0)
    self->deadline = start + (gint64) MIN (self->options.max_time, (guint64) (G_MAXINT64 - start));
  do
    {
      self->status = explorer_run_next (self);
      if (self->status == LS_EXPLORE_READY)
        self->status = explorer_check_budgets (self, cancellable);
      if (self->progress != NULL && g_get_monotonic_time () - last_progress >= PROGRESS_INTERVAL)
        {
          last_progress = g_get_monotonic_time ();
          self->progress (self, self->progress_data);
        }
    }
  while (self->status == LS_EXPLORE_READY);
  self->cancellable = NULL;
  self->deadline = G_MAXINT64;
  /* Those of a team do so together. */
  if (ls_explorer_keeps_states (self) && self->team == NULL)
    for (guint i = 0; i < LS_N_FINDINGS; i++)
      if (self->found[i].is_found)
        ls_explorer_shorten (self, i);
  return self->status;
}

/**
 * ls_explorer_replay: (skip)
 * @self: an explorer
 * @schedule: (array length=length): numbers of agents
 * @length: the number of steps
 * @cluster: (out) (transfer full) (nullable): a cluster that has run under the schedule and can go on
 *
 * Makes the cluster once more and runs it under a schedule.
 *
 * Returns: %LS_CLUSTER_RUNNING where the cluster can go on, %LS_CLUSTER_STOPPED where an agent of the schedule could not go; else
 *   the reason why there is no further step
 */
LsClusterStatus
ls_explorer_replay (LsExplorer      *self,
                    const guint32   *schedule,
                    gsize            length,
                    LsAgentCluster **cluster)
{
  g_autoptr (GArray) copy = NULL;
  g_autoptr (LsAgentCluster) made = NULL;
  LsClusterStatus status;

  g_return_val_if_fail (LS_IS_EXPLORER (self), LS_CLUSTER_STOPPED);
  g_return_val_if_fail (schedule != NULL || length == 0, LS_CLUSTER_STOPPED);

  copy = g_array_new (FALSE, FALSE, sizeof (guint32));
  g_array_append_vals (copy, schedule, length);
  made = self->factory (self->factory_data);
  ls_agent_cluster_set_decider (made, ls_explorer_decide_by_schedule, copy, NULL);
  status = ls_agent_cluster_run (made, G_MAXUINT64);
  if (status == LS_CLUSTER_STOPPED && made->n_steps == length)
    status = LS_CLUSTER_RUNNING;
  ls_agent_cluster_set_decider (made, NULL, NULL, NULL);
  if (cluster != NULL)
    *cluster = g_steal_pointer (&made);
  return status;
}
