/* ls-explore-report.c: the results of an exploration in words
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "ls-explore-report.h"

#include <glib/gi18n.h>
#include <inttypes.h>

#include "ls-finding-text.h"
#include "ls-text.h"

/* Returns a number with the plural form of @count. Plural rules look at the last digits, and unsigned long may be too short for
 * @count. */
static unsigned long
to_plural (guint64 count)
{
  return count < 1000000 ? count : count % 1000000 + 1000000;
}

static gboolean
is_random (LsExploration *exploration)
{
  return ls_exploration_get_options (exploration)->mode == LS_EXPLORE_RANDOM;
}

/**
 * ls_explore_report_format_agent:
 * @found: a finding
 *
 * Returns: (transfer full) (nullable): the agent that the finding is about, %NULL if it is about none
 */
char *
ls_explore_report_format_agent (const LsFoundSchedule *found)
{
  g_autofree char *name = ls_text_shorten (found->agent_name);

  if (found->agent == 0)
    return NULL;
  if (name == NULL || *name == '\0')
    /* Translators: an agent without a name */
    return g_strdup_printf (_("agent %u"), found->agent);
  return g_steal_pointer (&name);
}

/**
 * ls_explore_report_format_length:
 * @exploration: an exploration
 * @found: one of its findings
 *
 * Returns: (transfer full): the length of the schedule that leads to the finding, and whether it is known to be the shortest one
 */
char *
ls_explore_report_format_length (LsExploration         *exploration,
                                 const LsFoundSchedule *found)
{
  const gboolean is_shortest = ls_exploration_get_status (exploration) == LS_EXPLORE_COMPLETE && !is_random (exploration);
  g_autofree char *steps = NULL;
  g_autofree char *n_steps = ls_text_format_count (found->n_steps);
  g_autofree char *agents = NULL;

  steps = g_strdup_printf (ngettext ("%s step", "%s steps", to_plural (found->n_steps)), n_steps);
  agents = g_strdup_printf (ngettext ("%u agent", "%u agents", found->n_agents), found->n_agents);
  /* Translators: steps and agents, such as “14 steps” and “3 agents” */
  return g_strdup_printf (is_shortest ? _("Shortest schedule: %s of %s") : _("A schedule of %s of %s"), steps, agents);
}

/**
 * ls_explore_report_dup_message:
 * @found: a finding
 *
 * Returns: (transfer full) (nullable): what the title of the finding's kind does not say: which expectation fails, and why
 */
char *
ls_explore_report_dup_message (const LsFoundSchedule *found)
{
  return found->finding == LS_FINDING_INVARIANT ? g_strdup (found->message) : NULL;
}

/* Formats the number of states and of runs. */
static char *
format_counts (LsExploration *exploration)
{
  LsExplorationProgress progress;
  g_autofree char *n_runs = NULL;
  g_autofree char *n_states = NULL;
  g_autofree char *runs = NULL;
  g_autofree char *states = NULL;

  ls_exploration_get_progress (exploration, &progress);
  n_runs = ls_text_format_count (progress.n_runs);
  n_states = ls_text_format_count (progress.n_states);
  runs = g_strdup_printf (ngettext ("%s run", "%s runs", to_plural (progress.n_runs)), n_runs);
  if (is_random (exploration))
    return g_steal_pointer (&runs);
  states = g_strdup_printf (ngettext ("%s state", "%s states", to_plural (progress.n_states)), n_states);
  /* Translators: how many states an exploration has seen, in how many runs */
  return g_strdup_printf (_("%s, %s"), states, runs);
}

/**
 * ls_explore_report_format_progress:
 * @exploration: an exploration that is running
 *
 * Returns: (transfer full): how far the exploration has come
 */
char *
ls_explore_report_format_progress (LsExploration *exploration)
{
  LsExplorationProgress progress;
  g_autofree char *counts = format_counts (exploration);
  g_autofree char *findings = NULL;

  ls_exploration_get_progress (exploration, &progress);
  if (progress.n_findings == 0)
    return g_steal_pointer (&counts);
  findings = g_strdup_printf (ngettext ("%u finding", "%u findings", progress.n_findings), progress.n_findings);
  return g_strdup_printf ("%s · %s", counts, findings);
}

static char *
format_nothing (LsExploration *exploration)
{
  const LsExploreOptions *options = ls_exploration_get_options (exploration);

  if (ls_exploration_get_status (exploration) != LS_EXPLORE_COMPLETE)
    return g_strdup (_("No findings so far"));
  if (options->mode == LS_EXPLORE_RANDOM)
    return g_strdup (_("No problems under the schedules tried"));
  if (options->bounds_preemptions)
    return g_strdup_printf (ngettext ("No problems with at most %d preemption",
                                      "No problems with at most %d preemptions", options->max_preemptions),
                            (int) options->max_preemptions);
  return g_strdup (_("No problems under any schedule"));
}

/**
 * ls_explore_report_format_verdict:
 * @exploration: an exploration that has run
 *
 * Returns: (transfer full): whether the exploration has found something that goes wrong
 */
char *
ls_explore_report_format_verdict (LsExploration *exploration)
{
  const guint n_findings = ls_exploration_get_n_findings (exploration);

  if (n_findings == 0)
    return format_nothing (exploration);
  return g_strdup_printf (ngettext ("%u problem found", "%u problems found", n_findings), n_findings);
}

/* Returns why the exploration did not cover everything. */
static const char *
get_reason (LsExploration *exploration)
{
  switch (ls_exploration_get_status (exploration))
    {
    case LS_EXPLORE_CANCELLED:
      return _("Cancelled before all schedules were tried");
    case LS_EXPLORE_FOUND:
      return _("Stopped at the first finding, before all schedules were tried");
    case LS_EXPLORE_BUDGET:
      switch (ls_exploration_get_limit (exploration))
        {
        case LS_EXPLORATION_LIMIT_STATES:
          return _("Stopped at the state limit, before all schedules were tried");
        case LS_EXPLORATION_LIMIT_MEMORY:
          return _("Stopped at the memory limit, before all schedules were tried");
        case LS_EXPLORATION_LIMIT_NONE:
        case LS_EXPLORATION_LIMIT_TIME:
        default:
          return _("Stopped at the time limit, before all schedules were tried");
        }
    case LS_EXPLORE_READY:
    case LS_EXPLORE_COMPLETE:
    default:
      return NULL;
    }
}

/**
 * ls_explore_report_format_extent:
 * @exploration: an exploration that has run
 *
 * Returns: (transfer full): how much the exploration covered
 */
char *
ls_explore_report_format_extent (LsExploration *exploration)
{
  const LsExploreOptions *options = ls_exploration_get_options (exploration);
  g_autofree char *counts = format_counts (exploration);
  g_autofree char *digits = ls_exploration_format_n_schedules (exploration);
  g_autofree char *n_schedules = NULL;
  g_autofree char *seed = NULL;

  if (is_random (exploration))
    {
      seed = ls_text_format_count (options->seed);
      /* Translators: a number of runs, such as “1,000 runs” */
      return g_strdup_printf (_("%s under random schedules from seed %s"), counts, seed);
    }
  if (digits == NULL)
    return g_strdup_printf ("%s: %s", get_reason (exploration), counts);
  if (ls_exploration_is_endless (exploration))
    /* Translators: how many states in how many runs */
    return g_strdup_printf (_("All schedules, infinitely many because some return to an earlier state: %s"), counts);
  n_schedules = ls_text_format_number (digits);
  if (g_str_equal (digits, "1"))
    /* Translators: how many states in how many runs */
    return g_strdup_printf (_("The only schedule: %s"), counts);
  if (options->bounds_preemptions)
    /* Translators: a number of schedules; how many states in how many runs */
    return g_strdup_printf (_("All %s schedules within that bound: %s"), n_schedules, counts);
  /* Translators: a number of schedules; how many states in how many runs */
  return g_strdup_printf (_("All %s schedules: %s"), n_schedules, counts);
}

/**
 * ls_explore_report_format_schedule:
 * @found: a finding
 *
 * Returns: (transfer full): its schedule as plain text: the agents in the order in which they run, and what each of them does
 */
char *
ls_explore_report_format_schedule (const LsFoundSchedule *found)
{
  GString *text = g_string_new ("[");

  for (guint i = 0; i < found->schedule->len; i++)
    g_string_append_printf (text, "%s%u", i > 0 ? ", " : "", g_array_index (found->schedule, guint32, i));
  g_string_append (text, "]\n");
  for (guint i = 0; i < found->lines->len; i++)
    g_string_append_printf (text, "%u  %s\n", i + 1, (const char *) g_ptr_array_index (found->lines, i));
  return g_string_free (text, FALSE);
}

/**
 * ls_explore_report_to_text:
 * @exploration: an exploration that has run
 *
 * Returns: (transfer full): all results of the exploration as plain text
 */
char *
ls_explore_report_to_text (LsExploration *exploration)
{
  GString *text = g_string_new (NULL);
  g_autofree char *verdict = ls_explore_report_format_verdict (exploration);
  g_autofree char *extent = ls_explore_report_format_extent (exploration);

  g_string_append_printf (text, "%s\n%s\n", verdict, extent);
  for (guint i = 0; i < ls_exploration_get_n_findings (exploration); i++)
    {
      const LsFoundSchedule *found = ls_exploration_get_finding (exploration, i);
      g_autofree char *agent = ls_explore_report_format_agent (found);
      g_autofree char *message = ls_explore_report_dup_message (found);
      g_autofree char *length = ls_explore_report_format_length (exploration, found);
      g_autofree char *schedule = ls_explore_report_format_schedule (found);

      g_string_append_printf (text, "\n%s", ls_finding_get_title (found->finding));
      if (agent != NULL)
        g_string_append_printf (text, ", %s", agent);
      g_string_append_c (text, '\n');
      if (message != NULL)
        g_string_append_printf (text, "%s\n", message);
      g_string_append_printf (text, "%s\n%s\n%s", ls_finding_get_explanation (found->finding), length, schedule);
    }
  return g_string_free (text, FALSE);
}
