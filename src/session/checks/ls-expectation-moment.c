/* ls-expectation-moment.c
 *
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */

#include "ls-expectation-moment-private.h"

#include "ls-expectation-private.h"
#include "ls-lock-holders-private.h"
#include "ls-trace-names-private.h"

#include <glib/gi18n-lib.h>
#include <inttypes.h>

/* Returns: whether what @self expects of memory or of an agent may be so after @record, and was not before */
gboolean
ls_expectation_is_about_record (LsExpectation  *self,
                                const LsRecord *record)
{
  if (self->kind == LS_EXPECTATION_MEMORY)
    return record->kind == LS_RECORD_ATOMIC_OPERATION;
  return self->kind == LS_EXPECTATION_AGENT &&
         (record->kind == LS_RECORD_AGENT_CREATED || record->kind == LS_RECORD_AGENT_RUN || record->kind == LS_RECORD_AGENT_STATE ||
          record->kind == LS_RECORD_TASK_SELECTED || record->kind == LS_RECORD_TURN_ENDED);
}

/* Returns (nullable) the element of a block of shared memory, whatever its type is. */
static const LsCellState *
find_cell (LsState *state,
           guint32  memory,
           guint64  index)
{
  for (guint shift = 0; shift <= 3; shift++)
    {
      const LsCellState *cell = index <= G_MAXUINT32 >> shift ? ls_state_get_cell (state, memory, index << shift) : NULL;

      if (cell != NULL && (guint) (cell->type / 2) == shift && cell->is_known)
        return cell;
    }
  return NULL;
}

static gboolean
has_name (LsState    *state,
          guint32     text,
          const char *name)
{
  return text != 0 && g_strcmp0 (ls_trace_get_text (ls_state_get_trace (state), text), name) == 0;
}

static char *
check_memory (LsExpectation *self,
              LsState       *state)
{
  const LsCellState *cell = NULL;
  g_autofree char *found = NULL;

  for (guint32 id = 1; id <= ls_state_get_n_memories (state) && cell == NULL; id++)
    {
      const LsMemoryState *memory = ls_state_get_memory (state, id);

      if (memory != NULL && has_name (state, memory->name, self->name))
        cell = find_cell (state, id, self->index);
    }
  if (cell == NULL)
    /* Translators: the name of shared memory and the index of an element */
    return g_strdup_printf (_("there is no %s[%" PRIu64 "]"), self->name, self->index);
  if (cell->type == LS_ELEMENT_BIGUINT64 && cell->value < 0 ? self->minimum < self->maximum && self->maximum == G_MAXINT64
                                                            : cell->value >= self->minimum && cell->value <= self->maximum)
    return NULL;
  found = ls_names_cell_value (cell);
  return g_strdup_printf (_("found %s"), found);
}

static char *
check_agent (LsExpectation *self,
             LsState       *state)
{
  const LsAgentTraceState *found = NULL;

  for (guint32 id = 1; id <= ls_state_get_n_agents (state); id++)
    {
      const LsAgentTraceState *agent = ls_state_get_agent (state, id);

      if (agent == NULL || !(id == 1 ? g_str_equal (self->name, "main") : has_name (state, agent->name, self->name)))
        continue;
      if (g_str_equal (ls_agent_state_to_string (agent->state), self->state))
        return NULL;
      found = agent;
    }
  if (found == NULL)
    return g_strdup_printf (_("there is no agent “%s”"), self->name);
  /* Translators: “running”, “runnable”, “waiting”, “idle” or “ended” */
  return g_strdup_printf (_("it is %s"), ls_agent_state_to_string (found->state));
}

/* Returns (transfer full) (nullable) why what @self expects of memory or of an agent is not so at a moment. */
char *
ls_expectation_check_moment (LsExpectation *self,
                             LsState       *state)
{
  return self->kind == LS_EXPECTATION_MEMORY ? check_memory (self, state) : check_agent (self, state);
}

/* Returns (transfer full) the names of who has a lock, at a moment. */
static char *
name_holders (const LsLockHolders *holders,
              LsState             *state)
{
  GString *names = g_string_new (NULL);

  for (guint i = 0; i < holders->holders->len; i++)
    {
      g_autofree char *name = ls_names_agent (state, g_array_index (holders->holders, guint32, i));

      /* Translators: what stands between the elements of a list */
      g_string_append_printf (names, "%s%s", i > 0 ? C_("list", ", ") : "", name);
    }
  return g_string_free (names, FALSE);
}

/* Returns (transfer full) (nullable) why a run has not as many holders of a lock at once as @self expects. */
char *
ls_expectation_check_holders (LsExpectation *self,
                              LsTrace       *trace)
{
  LsLockHolders holders;
  g_autofree char *names = NULL;
  guint64 most = 0;
  gsize n_records;

  ls_lock_holders_init (&holders, self->name, self->index);
  for (gsize at = ls_trace_get_start (trace); at < ls_trace_get_length (trace); at += n_records)
    {
      const LsRecord *records = ls_trace_peek_records (trace, at, &n_records);

      for (gsize i = 0; i < n_records; i++)
        if (ls_lock_holders_read (&holders, trace, &records[i]) && holders.holders->len > most)
          {
            g_autoptr (LsState) state = ls_state_new (trace);

            ls_state_seek (state, at + i + 1);
            most = holders.holders->len;
            g_free (names);
            names = name_holders (&holders, state);
          }
    }
  ls_lock_holders_clear (&holders);
  if (most >= self->least && most <= self->most)
    return NULL;
  if (most == 0)
    return g_strdup (_("nobody has got it"));
  /* Translators: a number, and names of agents */
  return g_strdup_printf (_("found %u: %s"), (guint) most, names);
}
