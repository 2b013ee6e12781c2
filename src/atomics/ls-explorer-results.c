/* ls-explorer-results.c: the progress and the findings of an explorer
 *
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */

#include "ls-explorer-private.h"

#include <glib/gi18n-lib.h>
#include <math.h>

/* Forgets what was found in random runs after @last_run. */
void
ls_explorer_drop_later (LsExplorer *self,
                        guint64     last_run)
{
  for (guint i = 0; i < LS_N_FINDINGS; i++)
    if (self->found[i].is_found && self->found[i].run > last_run)
      ls_finding_example_clear (&self->found[i]);
}

/* Says that the explorer cannot go on from where it is. */
void
ls_explorer_forbid (LsExplorer *self)
{
  if (self->pieces == NULL)
    self->pieces = g_array_new (FALSE, TRUE, sizeof (gboolean));
}

/**
 * ls_explorer_get_status:
 * @self: an explorer
 *
 * Tells how far the explorer is.
 *
 * Returns: the progress of the explorer
 */
LsExploreStatus
ls_explorer_get_status (LsExplorer *self)
{
  g_return_val_if_fail (LS_IS_EXPLORER (self), LS_EXPLORE_READY);

  return self->status;
}

/**
 * ls_explorer_get_n_states:
 * @self: an explorer
 *
 * Counts the states that the explorer has looked at.
 *
 * Returns: the number of states that the explorer has looked at
 */
guint64
ls_explorer_get_n_states (LsExplorer *self)
{
  guint64 n_states;

  g_return_val_if_fail (LS_IS_EXPLORER (self), 0);

  n_states = self->n_states;
  if (self->team != NULL && ls_explorer_keeps_states (self))
    ls_explorer_team_get_progress (self->team, &n_states, NULL, NULL, NULL);
  return n_states;
}

/**
 * ls_explorer_get_n_runs:
 * @self: an explorer
 *
 * Counts the runs of the cluster.
 *
 * Returns: the number of runs of the cluster
 */
guint64
ls_explorer_get_n_runs (LsExplorer *self)
{
  guint64 n_runs;

  g_return_val_if_fail (LS_IS_EXPLORER (self), 0);

  n_runs = self->n_runs;
  if (self->team != NULL)
    ls_explorer_team_get_progress (self->team, NULL, &n_runs, NULL, NULL);
  return n_runs;
}

/**
 * ls_explorer_get_n_steps:
 * @self: an explorer
 *
 * Counts the steps of all runs.
 *
 * Returns: the number of steps of all runs
 */
guint64
ls_explorer_get_n_steps (LsExplorer *self)
{
  g_return_val_if_fail (LS_IS_EXPLORER (self), 0);

  return self->n_steps;
}

static LsCount
explorer_count (LsExplorer *self)
{
  if (!ls_explorer_keeps_states (self))
    return self->n_ends;
  if (self->is_endless)
    return LS_COUNT_MAX;
  return self->graph.nodes->len > 0 ? ls_state_graph_get (&self->graph, 0)->n_schedules : 0;
}

/**
 * ls_explorer_get_n_schedules:
 * @self: an explorer
 *
 * Returns the number of complete schedules that differ in the operations of agents, once everything is explored. With a bound of
 * preemptions it counts the schedules within the bound.
 *
 * Returns: the number, rounded; infinity for more than the explorer can count
 */
double
ls_explorer_get_n_schedules (LsExplorer *self)
{
  LsCount count;

  g_return_val_if_fail (LS_IS_EXPLORER (self), 0);

  count = explorer_count (self);
  return count == LS_COUNT_MAX ? (double) INFINITY : (double) count;
}

/**
 * ls_explorer_format_n_schedules:
 * @self: an explorer
 *
 * Formats the number of complete schedules.
 *
 * Returns: (transfer full): the number of [method@Explorer.get_n_schedules] in digits, or "∞"
 */
char *
ls_explorer_format_n_schedules (LsExplorer *self)
{
  LsCount count;

  g_return_val_if_fail (LS_IS_EXPLORER (self), NULL);

  count = explorer_count (self);
  return count == LS_COUNT_MAX ? g_strdup ("∞") : ls_count_format (count);
}

/**
 * ls_explorer_is_endless:
 * @self: an explorer
 *
 * Tells whether some schedules may go on for ever.
 *
 * Returns: whether some schedules come back to a state that they have had, so they may go on for ever. That need not be a fault:
 *   two agents may get in each other's way as often as the schedule wants
 */
gboolean
ls_explorer_is_endless (LsExplorer *self)
{
  g_return_val_if_fail (LS_IS_EXPLORER (self), FALSE);

  return self->is_endless;
}

/**
 * ls_explorer_get_n_findings:
 * @self: an explorer
 *
 * Counts the kinds of findings.
 *
 * Returns: the number of kinds of findings that the explorer has
 */
guint
ls_explorer_get_n_findings (LsExplorer *self)
{
  guint32 findings;

  g_return_val_if_fail (LS_IS_EXPLORER (self), 0);

  findings = ls_explorer_get_findings (self);
  if (self->team != NULL)
    ls_explorer_team_get_progress (self->team, NULL, NULL, &findings, NULL);
  return __builtin_popcount (findings);
}

/**
 * ls_explorer_has_finding:
 * @self: an explorer
 * @finding: a kind of finding
 *
 * Tells whether something of a kind was found.
 *
 * Returns: whether the explorer has a finding of that kind
 */
gboolean
ls_explorer_has_finding (LsExplorer *self,
                         LsFinding   finding)
{
  g_return_val_if_fail (LS_IS_EXPLORER (self), FALSE);
  g_return_val_if_fail ((guint) finding < LS_N_FINDINGS, FALSE);

  return self->found[finding].is_found;
}

static LsFindingExample *
explorer_get_found (LsExplorer *self,
                    guint       index)
{
  for (guint i = 0; i < LS_N_FINDINGS; i++)
    if (self->found[i].is_found && index-- == 0)
      return &self->found[i];
  return NULL;
}

/**
 * ls_explorer_get_finding:
 * @self: an explorer
 * @index: from 0
 * @finding: (out) (optional): the kind of the finding
 * @agent: (out) (optional): the number of its agent, or 0
 * @message: (out) (optional) (transfer none): a text in the language of the user
 *
 * Gets one of the findings.
 *
 * Returns: whether there are more than @index findings
 */
gboolean
ls_explorer_get_finding (LsExplorer  *self,
                         guint        index,
                         LsFinding   *finding,
                         guint32     *agent,
                         const char **message)
{
  const LsFindingExample *found;

  g_return_val_if_fail (LS_IS_EXPLORER (self), FALSE);

  found = explorer_get_found (self, index);
  if (found == NULL)
    return FALSE;
  if (finding != NULL)
    *finding = (LsFinding) (found - self->found);
  if (agent != NULL)
    *agent = found->agent;
  if (message != NULL)
    *message = found->message != NULL && *found->message != '\0' ? _(found->message) : found->message;
  return TRUE;
}

/**
 * ls_explorer_get_schedule: (skip)
 * @self: an explorer
 * @index: the index of a finding, from 0
 * @length: (out): the number of its steps
 *
 * Gets the shortest known schedule that leads to the finding.
 *
 * Returns: (transfer none) (nullable): the shortest known schedule that leads to the finding: the numbers of the agents that get
 *   the baton
 */
const guint32 *
ls_explorer_get_schedule (LsExplorer *self,
                          guint       index,
                          gsize      *length)
{
  const LsFindingExample *found;

  g_return_val_if_fail (LS_IS_EXPLORER (self), NULL);
  g_return_val_if_fail (length != NULL, NULL);

  found = explorer_get_found (self, index);
  *length = found != NULL ? found->schedule->len : 0;
  return found != NULL ? (const guint32 *) (gpointer) found->schedule->data : NULL;
}

/**
 * ls_explore_status_to_string:
 * @status: the progress of an explorer
 *
 * Gets the name of the progress of an explorer.
 *
 * Returns: (transfer none): the name
 */
const char *
ls_explore_status_to_string (LsExploreStatus status)
{
  static const char *const names[] = { "ready", "complete", "found", "budget", "cancelled" };

  return (guint) status < G_N_ELEMENTS (names) ? names[status] : "unknown";
}
