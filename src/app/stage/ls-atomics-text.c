/* ls-atomics-text.c: how agents and places in shared memory are named to people
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "ls-atomics-text.h"

#include <glib/gi18n.h>

#include "ls-text.h"
#include "ls-trace-names-private.h"
#include "ls-typed-array.h"
#include "ls-widget.h"

#define N_AGENT_COLORS 8

static char *
dup_text (LsState *state,
          guint32  text)
{
  const char *string = text != 0 ? ls_trace_get_text (ls_state_get_trace (state), text) : "";

  return *string != '\0' ? ls_text_shorten (string) : NULL;
}

/**
 * ls_atomics_text_format_agent:
 * @state: a state
 * @agent: an agent
 *
 * Returns: (transfer full): the agent's name, or its number if it has no name
 */
char *
ls_atomics_text_format_agent (LsState *state,
                              guint32  agent)
{
  const LsAgentTraceState *data = ls_state_get_agent (state, agent);
  char *name = data != NULL ? dup_text (state, data->name) : NULL;

  if (name != NULL)
    return name;
  /* Translators: an agent (a worker, or the main one) that has no name, by its number */
  return agent == 1 ? g_strdup (C_("agent", "main")) : g_strdup_printf (_("agent %u"), agent);
}

/**
 * ls_atomics_text_format_place:
 * @state: a state
 * @memory: a block of shared memory
 * @byte_index: a place in the block, in bytes
 *
 * Returns: (transfer full): the name of the place: the block and the element's index
 */
char *
ls_atomics_text_format_place (LsState *state,
                              guint32  memory,
                              guint32  byte_index)
{
  const LsCellState *cell = ls_state_get_cell (state, memory, byte_index);
  const LsMemoryState *block = ls_state_get_memory (state, memory);
  g_autofree char *name = block != NULL ? dup_text (state, block->name) : NULL;
  gsize size = cell != NULL ? ls_element_type_get_size (cell->type) : sizeof (gint32);

  if (name == NULL)
    /* Translators: a block of shared memory that has no name, by its number */
    name = g_strdup_printf (_("memory %u"), memory);
  return g_strdup_printf ("%s[%u]", name, (guint) (byte_index / size));
}

/**
 * ls_atomics_text_can_go:
 * @state: a state
 * @agent: an agent
 *
 * Returns: whether @agent has something to do, and does not have the baton
 */
gboolean
ls_atomics_text_can_go (LsState *state,
                        guint32  agent)
{
  const LsAgentTraceState *data = ls_state_get_agent (state, agent);
  guint32 asked = ls_state_get_asked_agent (state);
  gboolean has_task;

  if (data == NULL || ls_state_get_current_agent (state) == agent)
    return FALSE;
  if (data->state != LS_AGENT_STATE_IDLE)
    return data->state == LS_AGENT_STATE_RUNNABLE;
  ls_state_set_agent (state, agent);
  has_task = ls_state_has_runnable_task (state);
  ls_state_set_agent (state, asked);
  return has_task;
}

/**
 * ls_atomics_text_agent_state:
 * @state: a state
 * @agent: an agent
 *
 * Returns: a word for what the agent does
 */
const char *
ls_atomics_text_agent_state (LsState *state,
                             guint32  agent)
{
  const LsAgentTraceState *data = ls_state_get_agent (state, agent);
  LsAgentState doing = data != NULL ? (LsAgentState) data->state : LS_AGENT_STATE_ENDED;

  if (doing == LS_AGENT_STATE_IDLE && ls_atomics_text_can_go (state, agent))
    doing = LS_AGENT_STATE_RUNNABLE;
  return ls_names_say_agent_state (doing);
}

/**
 * ls_atomics_text_set_agent_class:
 * @widget: a widget
 * @agent: an agent, or 0
 *
 * Gives @widget the style class that sets the agent's colour.
 */
void
ls_atomics_text_set_agent_class (GtkWidget *widget,
                                 guint32    agent)
{
  for (guint i = 1; i <= N_AGENT_COLORS; i++)
    {
      g_autofree char *name = g_strdup_printf ("signal-%u", i);

      ls_widget_set_class (widget, name, agent != 0 && (agent - 1) % N_AGENT_COLORS + 1 == i);
    }
}
