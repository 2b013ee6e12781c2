/* ls-runner-schedule.c: where a run does not follow the session's schedule
 *
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */

#include "ls-runner-private.h"

#include <glib/gi18n-lib.h>

/* The first entry of the schedule that could not be followed. */
void
ls_runner_note_unscheduled (LsRunner *self,
                            guint64   point,
                            guint32   wanted,
                            guint32   chosen)
{
  LsAgent *agent = ls_agent_cluster_get_agent (self->cluster, wanted - 1);
  g_autofree char *why = NULL;

  if (agent == NULL)
    why = g_strdup_printf (_("there is no agent %u then"), wanted);
  else if (ls_agent_get_state (agent) == LS_AGENT_STATE_ENDED)
    why = g_strdup_printf (_("agent %u has ended then"), wanted);
  else if (ls_agent_get_state (agent) == LS_AGENT_STATE_WAITING)
    why = g_strdup_printf (_("agent %u waits then"), wanted);
  else
    why = g_strdup_printf (_("agent %u has nothing to do then"), wanted);
  g_free (self->unscheduled);
  /* Translators: a place in a file, such as /schedule/3; why an agent could not go that was to; the number of another agent */
  self->unscheduled = g_strdup_printf (_("/schedule/%zu is not followed: %s, and agent %u goes"), (gsize) point, why, chosen);
}

/**
 * ls_runner_dup_schedule_problem:
 * @self: a runner
 *
 * Says where the run did not follow the session's schedule, because the agent that was to go could not: the program may have
 * changed since the schedule was made.
 *
 * Returns: (transfer full) (nullable): a sentence in the language of the locale about the first such place, after its JSON pointer,
 *   and how many more there were so far; %NULL where the schedule was followed
 */
char *
ls_runner_dup_schedule_problem (LsRunner *self)
{
  g_return_val_if_fail (LS_IS_RUNNER (self), NULL);

  if (self->n_unscheduled <= 1)
    return g_strdup (self->unscheduled);
  return g_strdup_printf (g_dngettext (GETTEXT_PACKAGE, "%s; nor is %zu more entry", "%s; nor are %zu more entries",
                                       self->n_unscheduled - 1),
                          self->unscheduled, (gsize) self->n_unscheduled - 1);
}
