/* ls-promise.c
 *
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */

#include "ls-event-loop-private.h"
#include "ls-promise-private.h"

/**
 * LsPromise:
 *
 * A promise exactly as ECMAScript has it. Reactions run as microtasks. Resolving a promise with another promise takes two more
 * microtasks. A reaction carries the continuation state of the code that adds it (§4.1.5, §4.1.6). Use a promise for the result
 * of a task; use a [class@Gio.Task] for results that leave the loop.
 *
 * A promise is reference-counted and belongs to the thread of its loop. It may outlive the loop; then nothing runs any more.
 */
G_DEFINE_BOXED_TYPE (LsPromise, ls_promise, ls_promise_ref, ls_promise_unref)

/**
 * ls_promise_ref:
 * @self: a promise
 *
 * Takes a reference.
 *
 * Returns: (transfer full): @self
 */
LsPromise *
ls_promise_ref (LsPromise *self)
{
  g_return_val_if_fail (self != NULL, NULL);

  self->ref_count++;
  return self;
}

void
ls_reaction_free (LsLoopSpace *space,
                  LsReaction  *reaction)
{
  if (reaction->destroy != NULL)
    reaction->destroy (reaction->user_data);
  if (reaction->derived != NULL)
    ls_promise_unref (reaction->derived);
  ls_continuation_state_unref (reaction->state);
  ls_value_clear (&reaction->argument);
  ls_pool_free (&space->reactions, reaction);
}

/* Adds a pending promise to the waiting ones: it gets its first reaction. */
void
ls_promise_start_waiting (LsPromise *self)
{
  LsPromise *next = self->space->waiting;

  self->waiting.next = next;
  self->waiting.previous = NULL;
  if (next != NULL)
    next->waiting.previous = self;
  self->space->waiting = self;
}

/* Takes a promise off the waiting ones. Returns: (transfer full): its reactions */
LsReaction *
ls_promise_stop_waiting (LsPromise *self)
{
  LsReaction *reactions = self->is_hosted ? NULL : g_steal_pointer (&self->first_reaction);
  LsPromise *next = self->waiting.next;
  LsPromise *previous = self->waiting.previous;

  if (self->is_hosted)
    return NULL;

  self->last_reaction = NULL;
  if (reactions == NULL)
    return NULL;
  if (previous != NULL)
    previous->waiting.next = next;
  else
    self->space->waiting = next;
  if (next != NULL)
    next->waiting.previous = previous;
  self->result = (LsValue) LS_VALUE_INIT;
  return reactions;
}

/* Drops the reactions of a promise. Freeing a reaction frees its derived promise, which drops the reactions of that one in turn.
 * The function appends them to the list of dropped reactions, so the stack does not grow with the length of a chain. */
static void
promise_drop_reactions (LsPromise *self)
{
  LsLoopSpace *space = self->space;
  LsReaction *last = self->is_hosted ? NULL : self->last_reaction;
  LsReaction *first = ls_promise_stop_waiting (self);

  if (first == NULL)
    return;
  if (space->first_dropped != NULL)
    space->last_dropped->next = first;
  else
    space->first_dropped = first;
  space->last_dropped = last;
  if (space->is_dropping)
    return;

  space->is_dropping = TRUE;
  while (space->first_dropped != NULL)
    {
      LsReaction *reaction = space->first_dropped;

      space->first_dropped = reaction->next;
      ls_reaction_free (space, reaction);
    }
  space->is_dropping = FALSE;
}

/* Drops the reactions of all pending promises: nothing will settle them any more. This also breaks circles of promises that wait
 * for each other. */
void
ls_promises_shut_down (LsLoopSpace *space)
{
  while (space->waiting != NULL)
    {
      LsPromise *promise = ls_promise_ref (space->waiting);

      promise_drop_reactions (promise);
      ls_promise_unref (promise);
    }
}

static void
promise_free (LsPromise *self)
{
  LsLoopSpace *space = self->space;

  if (space->loop != NULL && G_UNLIKELY (space->loop->promise_over != NULL))
    space->loop->promise_over (space->loop, self->id);
  promise_drop_reactions (self);
  ls_value_clear (&self->result);
  if (self->label != NULL)
    g_ref_string_release (self->label);
  ls_pool_free (&space->promises, self);
  ls_loop_space_unref (space);
}

/**
 * ls_promise_unref:
 * @self: (transfer full): a promise
 *
 * Drops a reference. The last one frees the promise, and with it the handlers of a promise that is still pending.
 */
void
ls_promise_unref (LsPromise *self)
{
  g_return_if_fail (self != NULL && self->ref_count > 0);

  if (--self->ref_count == 0)
    promise_free (self);
}

/**
 * ls_promise_get_id:
 * @self: a promise
 *
 * Gets the number of the promise.
 *
 * Returns: the number of the promise, as in records
 */
guint32
ls_promise_get_id (LsPromise *self)
{
  g_return_val_if_fail (self != NULL, 0);

  return self->id;
}

/**
 * ls_promise_get_state:
 * @self: a promise
 *
 * Tells whether the promise is pending, fulfilled or rejected.
 *
 * Returns: the state of the promise
 */
LsPromiseState
ls_promise_get_state (LsPromise *self)
{
  g_return_val_if_fail (self != NULL, LS_PROMISE_PENDING);

  return self->state;
}

/**
 * ls_promise_get_result:
 * @self: a promise
 *
 * Gets what the promise was settled with.
 *
 * Returns: (transfer none): the value or reason of the promise; `undefined` while it is pending
 */
const LsValue *
ls_promise_get_result (LsPromise *self)
{
  static const LsValue undefined = LS_VALUE_INIT;

  g_return_val_if_fail (self != NULL, NULL);

  return self->state != LS_PROMISE_PENDING ? &self->result : &undefined;
}

/**
 * ls_promise_is_handled:
 * @self: a promise
 *
 * Tells whether anybody handles the promise's result.
 *
 * Returns: [[PromiseIsHandled]] of ECMAScript: whether anybody has ever added a reaction
 */
gboolean
ls_promise_is_handled (LsPromise *self)
{
  g_return_val_if_fail (self != NULL, FALSE);

  return self->is_handled;
}
