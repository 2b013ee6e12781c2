/* ls-stamp.c
 *
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */

#include "ls-stamp.h"

#include "ls-plain-type-private.h"

LS_DEFINE_PLAIN_TYPE (LsStamp, ls_stamp)

/**
 * ls_stamp_init_from_state:
 * @self: (out caller-allocates): the moment
 * @state: the state at a position of a trace
 *
 * When the session runs again, an action with this stamp is done at the same place: inside a callback before the statement that
 * has begun, between callbacks before the next one.
 */
void
ls_stamp_init_from_state (LsStamp *self,
                          LsState *state)
{
  g_return_if_fail (self != NULL);
  g_return_if_fail (state != NULL);

  self->turn = ls_state_get_turn (state);
  self->microtask = ls_state_get_microtask (state);
  self->statement = ls_state_get_statement_text (state) != 0 ? ls_state_get_statement (state) : 0;
  /* The state counts the microtasks that have ended. */
  if (self->statement > 0 && ls_state_get_running_microtask (state) != 0)
    self->microtask++;
}

/**
 * ls_stamp_init_for_action:
 * @self: (out caller-allocates): the moment
 * @state: the state at a position of a trace
 *
 * Finds the moment at which an action is done that the user makes at a position of a trace. It is a moment of the main agent, which
 * does all actions, whichever agent the state shows. Pointers that the state has returned before are no longer valid.
 */
void
ls_stamp_init_for_action (LsStamp *self,
                          LsState *state)
{
  guint32 asked;

  g_return_if_fail (self != NULL);
  g_return_if_fail (state != NULL);

  asked = ls_state_get_asked_agent (state);
  ls_state_set_agent (state, 1);
  ls_stamp_init_from_state (self, state);
  ls_state_set_agent (state, asked);
}

/**
 * ls_stamp_compare:
 * @a: a stamp
 * @b: another
 *
 * Compares two moments of a run.
 *
 * Returns: less than, equal to or greater than 0 as @a comes before @b, with it or after it
 */
int
ls_stamp_compare (const LsStamp *a,
                  const LsStamp *b)
{
  g_return_val_if_fail (a != NULL && b != NULL, 0);

  if (a->turn != b->turn)
    return a->turn < b->turn ? -1 : 1;
  if (a->microtask != b->microtask)
    return a->microtask < b->microtask ? -1 : 1;
  /* A moment after a callback has the statement 0, and comes after those within the callback. */
  if (a->statement != b->statement)
    {
      if (a->statement == 0 || b->statement == 0)
        return a->statement == 0 ? 1 : -1;
      return a->statement < b->statement ? -1 : 1;
    }

  return 0;
}

/**
 * ls_stamp_to_string:
 * @self: a stamp
 *
 * Says a moment of a run in words.
 *
 * Returns: (transfer full): the stamp in words
 */
char *
ls_stamp_to_string (const LsStamp *self)
{
  g_return_val_if_fail (self != NULL, NULL);

  if (self->statement > 0)
    return g_strdup_printf ("turn %u, microtask %u, statement %u", self->turn, self->microtask, self->statement);
  return g_strdup_printf ("turn %u, microtask %u", self->turn, self->microtask);
}
