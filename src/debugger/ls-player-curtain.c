/* ls-player-curtain.c: what a player keeps from its views while a question of a lesson is open
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "ls-player-private.h"

#include "ls-trace-part-private.h"

/* Views look at the player's trace, so what they must not tell is not in it: with the future hidden, the player shows them a part
 * of the run's trace, copied as far as they may see. The trace of the run grows meanwhile as it likes. */

gboolean
ls_player_hides_future (LsPlayer *self)
{
  return (self->curtain & LS_CURTAIN_FUTURE) != 0;
}

/* Returns: (transfer full): a part of the run's trace that has nothing of it yet */
LsTrace *
ls_player_make_part (LsPlayer *self)
{
  return ls_trace_new_part (self->whole, (self->curtain & LS_CURTAIN_NEXT) != 0);
}

/* Lets views see the run as far as @position, if a move takes the curtain there. */
void
ls_player_show_part (LsPlayer *self,
                     gsize     position)
{
  if (!self->is_carrying || position <= ls_trace_get_length (self->trace))
    return;
  ls_trace_extend_part (self->whole, self->trace, position);
  ls_player_note_length (self, ls_trace_get_length (self->trace));
}

/**
 * ls_player_set_curtain:
 * @self: a player
 * @curtain: what to hide, 0 to show everything
 *
 * Hides what would answer a question about the moment that is shown, as [flags@Curtain] says: what is next there, and why; and what
 * comes after it, which then no view has, no move reaches and no run plays. Another run that replaces the trace has the curtain at
 * the moment that it goes to.
 */
void
ls_player_set_curtain (LsPlayer *self,
                       guint     curtain)
{
  const gsize position = ls_player_get_position (self);
  LsTrace *trace;

  g_return_if_fail (LS_IS_PLAYER (self));

  if (curtain == self->curtain && curtain == 0)
    return;
  self->curtain = curtain;
  self->carries = FALSE;
  trace = ls_player_hides_future (self) ? ls_player_make_part (self) : g_object_ref (self->whole);
  if (ls_player_hides_future (self))
    ls_trace_extend_part (self->whole, trace, position);
  ls_player_show_trace (self, trace, position);
}

/**
 * ls_player_get_curtain:
 * @self: a player
 *
 * Returns: what is hidden
 */
guint
ls_player_get_curtain (LsPlayer *self)
{
  return self->curtain;
}

/**
 * ls_player_carry_curtain:
 * @self: a player
 *
 * Lets the next move to a moment take the curtain along: forwards, where it shows more, or back, where it hides more.
 */
void
ls_player_carry_curtain (LsPlayer *self)
{
  g_return_if_fail (LS_IS_PLAYER (self));

  self->carries = TRUE;
  if (ls_player_hides_future (self))
    ls_player_show_trace (self, ls_player_make_part (self), 0);
}
