/* ls-agent-slots-private.h: what a reader keeps for each agent, of which one is in use
 *
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */

#pragma once

#include <string.h>

#include "ls-id-map-private.h"
#include "ls-record.h"

G_BEGIN_DECLS

/* As many agents are told apart. */
#define LS_AGENT_SLOTS_MAX 4096

/* Blocks of memory by agent. That of the agent whose records go by lies where the reader uses it, the others in here. */
typedef struct
{
  LsIdMap map;
  guint32 agent;       /* whose records go by */
} LsAgentSlots;

static inline void
ls_agent_slots_init (LsAgentSlots *self,
                     gsize         size)
{
  ls_id_map_init (&self->map, size);
  self->agent = 1;
}

static inline void
ls_agent_slots_clear (LsAgentSlots *self)
{
  ls_id_map_clear (&self->map);
  self->agent = 1;
}

/* Puts @block away and fills it with what was put away for @agent. Returns FALSE where that is nothing: @block is zero then. */
static inline gboolean
ls_agent_slots_switch (LsAgentSlots *self,
                       guint32       agent,
                       gpointer      block)
{
  const gsize size = self->map.item_size;
  gconstpointer found;

  memcpy (ls_id_map_add (&self->map, self->agent), block, size);
  self->agent = agent;
  found = ls_id_map_get (&self->map, agent);
  if (found != NULL)
    memcpy (block, found, size);
  else
    memset (block, 0, size);
  return found != NULL;
}

/* Whether a record says that those after it are of another agent. */
static inline gboolean
ls_agent_slots_wants_switch (const LsAgentSlots *self,
                             const LsRecord     *record)
{
  return record->kind == LS_RECORD_AGENT_RUN && record->subject != self->agent && record->subject != 0 &&
         record->subject < LS_AGENT_SLOTS_MAX;
}

G_END_DECLS
