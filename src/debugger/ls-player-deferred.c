/* ls-player-deferred.c: what the user asks for while a run comes back to the moment that was shown
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "ls-player-private.h"

static void
deferred_free (gpointer data)
{
  LsDeferred *deferred = data;

  if (deferred->destroy != NULL)
    deferred->destroy (deferred->data);
  g_free (deferred);
}

/**
 * ls_player_is_returning:
 * @self: a player
 *
 * Returns: whether the session runs again up to the moment that was shown, so that the position is not there yet
 */
gboolean
ls_player_is_returning (LsPlayer *self)
{
  return self->restarted && ls_player_is_pending (self);
}

/* Each call may run the session again, so that the next one has to wait once more. */
void
ls_player_do_deferred (LsPlayer *self)
{
  g_autoptr (LsPlayer) alive = g_object_ref (self);

  while (!g_queue_is_empty (&self->deferred) && !ls_player_is_returning (self))
    {
      LsDeferred *deferred = g_queue_pop_head (&self->deferred);

      deferred->func (self, deferred->data);
      deferred_free (deferred);
    }
}

/**
 * ls_player_defer:
 * @self: a player
 * @func: what to do
 * @user_data: for @func
 * @destroy: (nullable): frees @user_data
 *
 * Defers an action of the user while the session runs again up to the moment that was shown: the screen still shows the earlier
 * run, and the state is not there yet. At any other time nothing is deferred, and @user_data stays the caller's.
 *
 * Returns: whether @func will be called
 */
gboolean
ls_player_defer (LsPlayer       *self,
                 LsPlayerFunc    func,
                 gpointer        user_data,
                 GDestroyNotify  destroy)
{
  LsDeferred *deferred;

  if (!ls_player_is_returning (self))
    return FALSE;
  deferred = g_new0 (LsDeferred, 1);
  deferred->func = func;
  deferred->data = user_data;
  deferred->destroy = destroy;
  g_queue_push_tail (&self->deferred, deferred);
  return TRUE;
}

void
ls_player_clear_deferred (LsPlayer *self)
{
  g_queue_clear_full (&self->deferred, deferred_free);
}
