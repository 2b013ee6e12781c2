/* ls-wait-host.c: finds the main context that runs a loop of the library
 *
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */

#include "ls-wait-host-private.h"

#include <string.h>

#include "ls-queue-type-private.h"
#include "ls-record-walk-private.h"
#include "ls-trace-cursor-private.h"

/* A program that is watched tells what its main contexts dispatch and, where it uses the library, what its loops run. Both are
 * agents of the trace, and nothing says which belong together. But a loop runs within a dispatch of its main context: whoever had a
 * dispatch each time that the loop selected a task is that. */

/* After so many selections nothing else comes of more. */
#define MAX_SELECTIONS 64

typedef struct
{
  guint32 agent;
  guint32 n_selections;     /* of the loop, while this agent had a dispatch */
} Candidate;

typedef struct
{
  LsTraceCursor cursor;
  Candidate     candidate;
  guint32       agent;
  guint32       n_selections;
} HostSearch;

/* The program that an agent is of: up to the first ": " of its name. A damaged trace has agents that nothing introduced. */
static gboolean
is_same_program (LsState *state,
                 guint32  agent,
                 guint32  other)
{
  const LsAgentTraceState *known = ls_state_get_agent (state, agent), *other_known = ls_state_get_agent (state, other);
  const char *name, *other_name, *end;
  gsize length;

  if (known == NULL || other_known == NULL)
    return FALSE;
  name = ls_trace_get_text (ls_state_get_trace (state), known->name);
  other_name = ls_trace_get_text (ls_state_get_trace (state), other_known->name);
  end = name != NULL ? strstr (name, ": ") : NULL;
  length = end != NULL ? (gsize) (end - name) : 0;
  return length > 0 && other_name != NULL && strncmp (name, other_name, length) == 0 &&
         (other_name[length] == '\0' || g_str_has_prefix (other_name + length, ": "));
}

static void
count_selection (HostSearch *self)
{
  LsCursorTurn *turn;
  gpointer block;

  self->n_selections++;
  for (guint32 i = 0; (turn = ls_trace_cursor_next_other (&self->cursor, &i, &block)) != NULL;)
    if (turn->task != 0 && turn->in_callback && ls_queue_type_is_of_sources (turn->queue))
      ((Candidate *) block)->n_selections++;
}

/* Whether there is a main context at all: recordings of browsers have none. */
static gboolean
has_main_context (LsState *state,
                  guint32  agent)
{
  gboolean found = FALSE;

  ls_state_seek (state, G_MAXSIZE);
  for (guint32 other = 1; other <= ls_state_get_n_agents (state) && !found; other++)
    {
      if (other == agent)
        continue;
      ls_state_set_agent (state, other);
      found = ls_state_is_of_glib (state);
    }
  ls_state_set_agent (state, 0);
  return found;
}

/* Goes over the records from @position to @end. */
static void
search (HostSearch *self,
        LsState    *state,
        gsize       position,
        gsize       end)
{
  LsRecordWalk walk = { .trace = ls_state_get_trace (state), .position = position, .end = end };
  const LsRecord *record;

  self->n_selections = 0;
  ls_state_seek (state, position);
  ls_trace_cursor_begin_at (&self->cursor, state, 0);
  for (guint32 agent = 1; agent <= ls_state_get_n_agents (state); agent++)
    {
      ls_trace_cursor_show_agent (&self->cursor, agent);
      self->candidate = (Candidate) { .agent = agent };
    }
  ls_trace_cursor_show_agent (&self->cursor, ls_state_get_current_agent (state));
  while (self->n_selections < MAX_SELECTIONS && (record = ls_record_walk_next (&walk)) != NULL)
    {
      ls_trace_cursor_advance (&self->cursor, record, walk.position - 1);
      self->candidate.agent = self->cursor.agent;
      if (record->kind == LS_RECORD_TASK_SELECTED && self->cursor.agent == self->agent)
        count_selection (self);
    }
}

/* Returns the agent that had a dispatch at each selection, 0 if there is none or several. */
static guint32
choose (HostSearch *self,
        LsState    *state)
{
  guint32 host = 0, n = 0;
  gpointer block;

  ls_trace_cursor_show_agent (&self->cursor, self->agent);
  for (guint32 i = 0; ls_trace_cursor_next_other (&self->cursor, &i, &block) != NULL;)
    {
      const Candidate *candidate = block;

      if (candidate->agent == 0 || candidate->n_selections < self->n_selections ||
          !is_same_program (state, self->agent, candidate->agent))
        continue;
      host = candidate->agent;
      n++;
    }
  return n == 1 ? host : 0;
}

/**
 * ls_wait_host_find:
 * @state: a state of the trace, which is moved
 * @agent: the agent whose loop it is
 * @position: where to begin; what is before it counts where the loop runs nothing from there on
 *
 * Returns: the agent whose dispatches run the loop, 0 if there is none or it is not certain
 */
guint32
ls_wait_host_find (LsState *state,
                   guint32  agent,
                   gsize    position)
{
  HostSearch self = { .agent = agent };
  guint32 host = 0;

  if (!has_main_context (state, agent))
    return 0;
  ls_trace_cursor_init (&self.cursor, &self.candidate, sizeof self.candidate);
  search (&self, state, position, G_MAXSIZE);
  if (self.n_selections == 0)
    search (&self, state, ls_trace_get_start (ls_state_get_trace (state)), position);
  ls_state_seek (state, G_MAXSIZE);
  if (self.n_selections > 0)
    host = choose (&self, state);
  ls_trace_cursor_clear (&self.cursor);
  return host;
}
