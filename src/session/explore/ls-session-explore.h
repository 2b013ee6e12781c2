/* ls-session-explore.h: sessions under all interleavings of their agents
 *
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */

#pragma once

#include "ls-explorer.h"
#include "ls-session.h"

G_BEGIN_DECLS

#ifndef __GI_SCANNER__
/**
 * LsFoundSchedule: (skip)
 * @finding: what goes wrong
 * @agent: the number of the agent that it is about, or 0
 * @agent_name: (nullable): its name
 * @message: what was found, in words that are not translated
 * @n_steps: how many steps the schedule has
 * @n_agents: how many agents take part in it
 * @schedule: (element-type guint32): the agent that goes, each time that two or more could, in the form that sessions have
 * @lines: (element-type utf8): for each step the agent and what it does
 *
 * A finding, with the schedule that leads to it.
 */
typedef struct
{
  LsFinding  finding;
  guint32    agent;
  char      *agent_name;
  char      *message;
  gsize      n_steps;
  guint      n_agents;
  GArray    *schedule;
  GPtrArray *lines;
} LsFoundSchedule;

LS_AVAILABLE_IN_1_0
gboolean    ls_session_can_explore            (LsSession               *session,
                                               GError                 **error);
LS_AVAILABLE_IN_1_0
LsSession  *ls_session_new_with_schedule      (LsSession               *session,
                                               const guint32           *agents,
                                               gsize                    length,
                                               GError                 **error);
LS_AVAILABLE_IN_1_0
GPtrArray  *ls_session_explorer_dup_findings  (LsExplorer              *explorer);
LS_AVAILABLE_IN_1_0
LsExplorer *ls_session_explorer_new           (LsSession               *session,
                                               const LsExploreOptions  *options,
                                               GError                 **error);
LS_AVAILABLE_IN_1_0
GArray     *ls_session_explorer_get_schedule  (LsExplorer              *explorer,
                                               guint                    index,
                                               GPtrArray              **lines);
LS_AVAILABLE_IN_1_0
LsSession  *ls_session_explorer_make_session  (LsExplorer              *explorer,
                                               LsSession               *session,
                                               guint                    index,
                                               GError                 **error);
LS_AVAILABLE_IN_1_0
char       *ls_session_explorer_get_key       (LsSession               *session);
#endif

G_END_DECLS
