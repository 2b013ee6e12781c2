/* ls-expectation-agents.c
 *
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */

#include "ls-agent-program-private.h"
#include "ls-expectation-private.h"

#include "ls-atomics-private.h"

#include <glib/gi18n-lib.h>
#include <inttypes.h>

/* Expectations of shared memory read the memory itself between two steps of the agents: only so can they hold at every moment. */

gboolean
ls_expectation_is_about_agents (LsExpectation *self)
{
  return self->kind == LS_EXPECTATION_MEMORY || self->kind == LS_EXPECTATION_UNLOCKED || self->kind == LS_EXPECTATION_NOBODY_WAITS;
}

/* Returns: whether it is to hold at every moment, and not only at the end */
gboolean
ls_expectation_is_invariant (LsExpectation *self)
{
  return self->kind == LS_EXPECTATION_MEMORY && self->flag;
}

/* Returns: whether something of this name has been made */
static gboolean
find_place (LsAgentProgram *agents,
            const char     *name,
            gboolean        is_lock,
            guint64         index,
            LsTypedArray   *array,
            gsize          *byte_index)
{
  LsSharedMemory *memory;
  LsNamedPlace place;

  return ls_agent_program_find_place (agents, name, &place, &memory) && place.is_lock == is_lock &&
         ls_typed_array_init (array, memory, place.type, 0, LS_LENGTH_TRACKING, NULL) &&
         ls_validate_atomic_access (array, place.index + index, byte_index, NULL);
}

static char *
check_memory (LsExpectation  *self,
              LsAgentProgram *agents,
              gboolean        is_end)
{
  g_autofree char *found = NULL;
  LsTypedArray array;
  gsize byte_index;
  gint64 value;

  if (!find_place (agents, self->name, FALSE, self->index, &array, &byte_index))
    /* Translators: the name of shared memory and the index of an element */
    return is_end ? g_strdup_printf (_("there is no %s[%" PRIu64 "]"), self->name, self->index) : NULL;
  value = ls_typed_array_get (&array, byte_index);
  /* An unsigned value that seems to be negative is larger than any bound. */
  if (array.type == LS_ELEMENT_BIGUINT64 && value < 0 ? self->minimum < self->maximum && self->maximum == G_MAXINT64
                                                      : value >= self->minimum && value <= self->maximum)
    return NULL;
  found = ls_element_type_format (array.type, value);
  return g_strdup_printf (_("found %s"), found);
}

/* Returns why an expectation about agents does not hold, NULL if it does, or is about the end and this is none (@is_end). The
 * agents are between two steps; an agent on a thread may call this for what is not about agents that wait. */
char *
ls_expectation_check_agents (LsExpectation  *self,
                             LsAgentProgram *agents,
                             gboolean        is_end)
{
  LsTypedArray array;
  gsize byte_index;
  guint64 n_waiters;

  if (!is_end && !ls_expectation_is_invariant (self))
    return NULL;

  switch ((guint) self->kind)
    {
    case LS_EXPECTATION_MEMORY:
      return check_memory (self, agents, is_end);
    case LS_EXPECTATION_UNLOCKED:
      if (!find_place (agents, self->name, TRUE, 0, &array, &byte_index))
        return g_strdup_printf (_("there is no lock “%s”"), self->name);
      return ls_typed_array_get (&array, byte_index) == 0 ? NULL : g_strdup (_("it is locked"));
    case LS_EXPECTATION_NOBODY_WAITS:
      n_waiters = ls_agent_program_count_waiters (agents);
      if ((n_waiters == 0) == self->flag)
        return NULL;
      return n_waiters > 0 ? g_strdup_printf (_("found %" PRIu64 " waiting"), n_waiters) : g_strdup (_("no agent waits"));
    default:
      g_return_val_if_reached (NULL);
    }
}
