/* ls-explorer-choices.c: the choices of an explorer
 *
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */

#include "ls-explorer-private.h"

#include <glib/gi18n-lib.h>

/* An agent with so many stutters waits while others can do something else; … */
#define SPINS_AFTER 2

/* … where all agents that can run have so many, nothing will ever change. */
#define SPINS_FOR_EVER_AFTER 100

/* Whether the agent only goes on by itself to its next operation. */
static gboolean
choice_is_local (const LsChoicePoint *choice)
{
  if (choice->agent->is_terminated)
    return FALSE;
  if (choice->operation.kind == LS_OPERATION_START)
    return TRUE;
  return choice->operation.kind == LS_OPERATION_RESUME && (choice->agent->waiter == NULL || choice->agent->waiter->node == NULL);
}

/* Returns the choices to try, as a set of bits. It has room for 64 agents, more than anybody can explore. */
static guint64
explorer_select_choices (LsExplorer          *self,
                         const LsChoicePoint *choices,
                         guint                n_choices,
                         const LsExplorerFrame *before)
{
  guint64 all = 0;
  guint calmest = 0, current = G_MAXUINT;

  n_choices = MIN (n_choices, 64);
  for (guint i = 0; i < n_choices; i++)
    {
      if (self->options.mode != LS_EXPLORE_FULL && choice_is_local (&choices[i]))
        return G_GUINT64_CONSTANT (1) << i;
      if (choices[i].n_stutters < SPINS_AFTER)
        all |= G_GUINT64_CONSTANT (1) << i;
      if (choices[i].n_stutters < choices[calmest].n_stutters)
        calmest = i;
      if (before != NULL && choices[i].agent->id == before->current)
        current = i;
    }
  /* Agents that spin go on only where no other agent can. One of them is as good as another. */
  if (all == 0)
    return choices[calmest].n_stutters < SPINS_FOR_EVER_AFTER ? G_GUINT64_CONSTANT (1) << calmest : 0;
  if (self->options.bounds_preemptions && before != NULL && before->n_preemptions >= self->options.max_preemptions &&
      current != G_MAXUINT && (all >> current & 1) != 0)
    return G_GUINT64_CONSTANT (1) << current;
  return all;
}

/* Returns the part of the next frame that counts preemptions. */
static LsExplorerFrame
explorer_advance_frame (LsExplorer            *self,
                        const LsExplorerFrame *before,
                        const LsChoicePoint   *choices,
                        guint                  n_choices,
                        guint                  choice)
{
  LsExplorerFrame frame = { .n_preemptions = before->n_preemptions, .current = before->current };

  if (choice_is_local (&choices[choice]))
    return frame;
  for (guint i = 0; i < n_choices; i++)
    if (choices[i].agent->id == before->current && i != choice && choices[i].n_stutters < SPINS_AFTER)
      frame.n_preemptions++;
  frame.current = choices[choice].agent->id;
  return frame;
}

LsHash
ls_explorer_hash (LsExplorer            *self,
                  const LsExplorerFrame *frame)
{
  LsHash key = ls_agent_cluster_hash (self->cluster);

  if (self->options.bounds_preemptions)
    {
      ls_hash_mix (&key, frame->n_preemptions);
      ls_hash_mix (&key, frame->current);
    }
  for (guint i = 0; i < self->cluster->agents->len; i++)
    {
      const LsAgent *agent = g_ptr_array_index (self->cluster->agents, i);
      guint64 seen = 0;

      ls_hash_mix (&key, agent->seen_change == self->cluster->n_changes ? agent->n_stutters : 0);
      /* What it has seen decides when it stutters; in which order makes no difference. */
      if (agent->seen_change == self->cluster->n_changes)
        for (guint j = 0; j < agent->n_seen; j++)
          seen += ls_hash_scramble (agent->seen[j]);
      ls_hash_mix (&key, seen);
      if (self->options.max_overtaking > 0 && agent->woken_memory != NULL)
        {
          ls_hash_mix (&key, agent->woken_memory->id);
          ls_hash_mix (&key, agent->woken_index);
          ls_hash_mix (&key, MIN (agent->n_overtaken, self->options.max_overtaking + 1));
        }
    }
  return key;
}

/* Notes that the last step, from the state on top of the stack, has led to @node. */
void
ls_explorer_link_state (LsExplorer *self,
                        guint32     node)
{
  const LsExplorerFrame *top;
  LsStateEdge *edge;

  if (self->stack->len == 0)
    return;
  top = &g_array_index (self->stack, LsExplorerFrame, self->stack->len - 1);
  edge = ls_state_graph_get_edge (&self->graph, top->node, top->next);
  edge->child = node;
  edge->findings |= self->run_findings;
  self->run_findings = 0;
}

static guint
index_of_agent (const LsChoicePoint *choices,
                guint                n_choices,
                guint32              agent)
{
  for (guint i = 0; i < n_choices; i++)
    if (choices[i].agent->id == agent)
      return i;
  return LS_DECIDE_STOP;
}

static guint
explorer_record_choice (LsExplorer          *self,
                        const LsChoicePoint *choices,
                        guint                n_choices,
                        guint                choice)
{
  const guint32 agent = choices[choice].agent->id;

  g_array_append_val (self->schedule, agent);
  return choice;
}

/* Reports that no choice is worth trying any more. */
static guint
explorer_report_spinning (LsExplorer          *self,
                          const LsChoicePoint *choices)
{
  ls_explorer_add_finding (self, LS_FINDING_SPINS, choices[0].agent->id, N_("All runnable agents repeat the same operations"));
  return LS_DECIDE_STOP;
}

/* Enters a state that was not on this way before. Returns the choice to take first, or LS_DECIDE_STOP. */
static guint
explorer_enter_state (LsExplorer          *self,
                      const LsChoicePoint *choices,
                      guint                n_choices,
                      LsExplorerFrame      frame)
{
  const LsHash key = ls_explorer_keeps_states (self) ? ls_explorer_hash (self, &frame) : (LsHash) { 0, 0 };
  guint64 selected;
  guint32 known = ls_explorer_keeps_states (self) ? ls_state_graph_find (&self->graph, &key) : LS_NO_STATE;

  if (known != LS_NO_STATE)
    {
      /* The state is on the stack: the schedule goes in a circle. In a piece or a team, it may be left to another one. */
      if (!ls_state_graph_get (&self->graph, known)->is_explored && !ls_explorer_is_piece (self) && self->team == NULL)
        self->is_endless = TRUE;
      ls_explorer_link_state (self, known);
      self->is_cut = TRUE;
      return LS_DECIDE_STOP;
    }

  selected = explorer_select_choices (self, choices, n_choices, &frame);
  if (selected == 0)
    return explorer_report_spinning (self, choices);
  frame.node = ls_state_graph_add (&self->graph, &key, ls_explorer_keeps_states (self));
  self->n_states++;
  for (guint i = 0; i < n_choices && i < 64; i++)
    if ((selected >> i & 1) != 0)
      ls_state_graph_add_edge (&self->graph, frame.node, choices[i].agent->id);
  ls_explorer_link_state (self, frame.node);
  if ((ls_explorer_is_piece (self) && self->split.n_shared == 0) ||
      (self->team != NULL && ls_explorer_keeps_states (self) && ls_explorer_team_enter (self->team, &key)))
    {
      self->is_cut = TRUE;
      return LS_DECIDE_STOP;
    }
  frame.next = ls_explorer_get_first_edge (self, ls_state_graph_get (&self->graph, frame.node));
  g_array_append_val (self->stack, frame);
  return index_of_agent (choices, n_choices, ls_state_graph_get_edge (&self->graph, frame.node, frame.next)->agent);
}

guint
ls_explorer_decide (LsAgentCluster      *cluster,
                    const LsChoicePoint *choices,
                    guint                n_choices,
                    gpointer             user_data)
{
  LsExplorer *self = user_data;
  const gsize depth = self->schedule->len;
  LsExplorerFrame before = { 0 };
  LsExplorerFrame *on_stack, after;
  guint choice;

  if (depth >= self->options.max_steps)
    {
      ls_explorer_add_finding (self, LS_FINDING_TOO_LONG, 0, N_("The schedule is longer than the limit"));
      return LS_DECIDE_STOP;
    }
  if (depth > 0)
    before = g_array_index (self->stack, LsExplorerFrame, depth - 1);
  if (depth < self->n_replayed)
    {
      on_stack = &g_array_index (self->stack, LsExplorerFrame, depth);
      self->run_findings = 0;
      choice = index_of_agent (choices, n_choices, ls_state_graph_get_edge (&self->graph, on_stack->node, on_stack->next)->agent);
    }
  else
    choice = explorer_enter_state (self, choices, n_choices, before);
  if (choice == LS_DECIDE_STOP)
    return LS_DECIDE_STOP;
  /* The frame on the stack describes the state after this step. */
  after = explorer_advance_frame (self, &before, choices, n_choices, choice);
  on_stack = &g_array_index (self->stack, LsExplorerFrame, depth);
  on_stack->n_preemptions = after.n_preemptions;
  on_stack->current = after.current;
  return explorer_record_choice (self, choices, n_choices, choice);
}

guint
ls_explorer_decide_at_random (LsAgentCluster      *cluster,
                              const LsChoicePoint *choices,
                              guint                n_choices,
                              gpointer             user_data)
{
  LsExplorer *self = user_data;
  const guint64 selected = explorer_select_choices (self, choices, n_choices, NULL);
  guint n, choice = 0;

  self->run_findings = 0;
  if (selected == 0)
    return explorer_report_spinning (self, choices);
  if (self->schedule->len >= self->options.max_steps)
    {
      ls_explorer_add_finding (self, LS_FINDING_TOO_LONG, 0, N_("The schedule is longer than the limit"));
      return LS_DECIDE_STOP;
    }
  n = g_rand_int_range (self->random, 0, __builtin_popcountll (selected));
  for (choice = 0; (selected >> choice & 1) == 0 || n-- > 0; choice++)
    ;
  return explorer_record_choice (self, choices, n_choices, choice);
}

/* Follows the shortest schedule to the finding. */
guint
ls_explorer_decide_shortest (LsAgentCluster      *cluster,
                             const LsChoicePoint *choices,
                             guint                n_choices,
                             gpointer             user_data)
{
  LsExplorer *self = user_data;
  guint choice;

  if (self->schedule->len == self->shortest->len)
    {
      if (explorer_select_choices (self, choices, n_choices, NULL) == 0)
        explorer_report_spinning (self, choices);
      return LS_DECIDE_STOP;
    }
  choice = index_of_agent (choices, n_choices, g_array_index (self->shortest, guint32, self->schedule->len));
  return choice != LS_DECIDE_STOP ? explorer_record_choice (self, choices, n_choices, choice) : LS_DECIDE_STOP;
}

/* Follows a schedule as far as it goes. */
guint
ls_explorer_decide_by_schedule (LsAgentCluster      *cluster,
                                const LsChoicePoint *choices,
                                guint                n_choices,
                                gpointer             user_data)
{
  const GArray *schedule = user_data;

  if (cluster->n_steps >= schedule->len)
    return LS_DECIDE_STOP;
  return index_of_agent (choices, n_choices, g_array_index (schedule, guint32, cluster->n_steps));
}
