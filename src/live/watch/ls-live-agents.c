/* ls-live-agents.c: the agents of the trace, and whose records follow
 *
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */

#include "config.h"

#include "ls-live-writer-types-private.h"

/* Writes a record of an agent with the current time. */
void
ls_live_writer_add_for (LsLiveWriter *self,
                        guint32       agent,
                        LsRecord      record)
{
  record.time = self->now;
  if (self->shown_agent != agent && self->agents->len > 1)
    ls_probe_emit (self->probe, &(const LsRecord) { .kind = LS_RECORD_AGENT_RUN, .time = self->now, .subject = agent,
                                                    .priority = LS_TASK_PRIORITY_NONE, .clause = LS_CLAUSE_RECORDED });
  self->shown_agent = agent;
  ls_probe_emit (self->probe, &record);
}

static void
tell_agent (LsLiveWriter *self,
            guint32       agent)
{
  ls_live_writer_add_for (self, agent, (LsRecord) { .kind = LS_RECORD_AGENT_CREATED, .subject = agent,
                                                    .text = g_array_index (self->agents, guint32, agent - 1),
                                                    .priority = LS_TASK_PRIORITY_NONE, .clause = LS_CLAUSE_RECORDED });
  ls_live_writer_add_for (self, agent, (LsRecord) { .kind = LS_RECORD_AGENT_STATE, .subject = agent,
                                                    .level = LS_AGENT_STATE_IDLE, .priority = LS_TASK_PRIORITY_NONE,
                                                    .clause = LS_CLAUSE_RECORDED });
}

/* Gives an agent another name, a text of the trace. */
void
ls_live_writer_name_agent (LsLiveWriter *self,
                           guint32       agent,
                           guint32       name)
{
  g_array_index (self->agents, guint32, agent - 1) = name;
  if (self->agents->len > 1)
    ls_live_writer_add_for (self, agent, (LsRecord) { .kind = LS_RECORD_AGENT_CREATED, .subject = agent, .text = name,
                                                      .priority = LS_TASK_PRIORITY_NONE, .clause = LS_CLAUSE_RECORDED });
}

/* Returns a new agent, called @name, a text of the trace; 0 where there are too many. A cluster of agents has the records of its
 * agents at once: the first one is told of when there is a second. */
guint32
ls_live_writer_add_agent (LsLiveWriter *self,
                          guint32       name)
{
  guint32 agent;

  if (self->agents->len >= LS_LIVE_MAX_AGENTS)
    return 0;
  g_array_append_val (self->agents, name);
  agent = self->agents->len;
  if (agent == 2)
    {
      /* Until now, all records were the first one's. */
      self->shown_agent = 0;
      tell_agent (self, 1);
    }
  if (agent > 1)
    tell_agent (self, agent);
  return agent;
}
