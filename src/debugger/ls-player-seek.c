/* ls-player-seek.c: begins moves to positions and goes on with them
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "ls-player-private.h"

/* Asks for the trace as far as @step. Returns FALSE if there will be no more of it. */
gboolean
ls_player_request_step (LsPlayer *self,
                        guint32   step)
{
  return self->more != NULL && !ls_player_hides_future (self) && self->more (step, self->more_data);
}

void
ls_player_cancel_seek (LsPlayer *self)
{
  g_clear_pointer (&self->seek, ls_seek_free);
  self->is_carrying = FALSE;
}

/* Goes on with the move that is under way. A move that ends is gone before listeners hear of its position. */
void
ls_player_advance_seek (LsPlayer *self)
{
  const gboolean is_carrying = self->is_carrying;
  const LsSeekContext context = {
    .trace = is_carrying ? self->whole : self->trace,
    .position = ls_player_get_position (self),
    .length = self->length,
    .matcher = ls_seek_stops_at_breakpoints (self->seek) ? ls_player_get_matcher (self) : NULL,
    .more = is_carrying || !ls_player_hides_future (self) ? self->more : NULL,
    .more_data = self->more_data,
  };
  gsize position = 0;

  switch (ls_seek_advance (self->seek, &context, &position))
    {
    case LS_SEEK_MOVING:
      ls_player_move_to (self, position);
      ls_player_wake (self);
      break;
    case LS_SEEK_ARRIVED:
      if (is_carrying)
        ls_player_show_part (self, position);
      self->carries = self->carries && !is_carrying;
      ls_player_cancel_seek (self);
      ls_player_move_to (self, position);
      break;
    case LS_SEEK_AT_BREAKPOINT:
      ls_player_cancel_seek (self);
      ls_player_stop_at_break (self, position);
      break;
    case LS_SEEK_LOST:
      ls_player_to_end (self);
      break;
    case LS_SEEK_PENDING:
    default:
      ls_player_wake (self);
      break;
    }
}

/* Begins a move in the place of the one that is under way. @seek: (transfer full) */
static void
begin_seek (LsPlayer *self,
            LsSeek   *seek)
{
  ls_player_cancel_seek (self);
  self->seek = seek;
  ls_player_advance_seek (self);
}

/* Begins a move to a moment, to which it takes the curtain along if that has none. @seek: (transfer full) */
static void
begin_seek_for_moment (LsPlayer *self,
                       LsSeek   *seek)
{
  ls_player_cancel_seek (self);
  self->seek = seek;
  self->is_carrying = ls_player_hides_future (self) && self->carries;
  ls_player_advance_seek (self);
}

/* Moves to the end of the first record of @kind and @subject, now or once it is recorded. */
void
ls_player_seek_when_reached (LsPlayer     *self,
                             LsRecordKind  kind,
                             guint32       subject)
{
  begin_seek_for_moment (self, ls_seek_new_for_record (kind, subject));
}

/**
 * ls_player_seek_when_long:
 * @self: a player
 * @position: a position
 *
 * Moves to @position, now or once so much is recorded.
 */
void
ls_player_seek_when_long (LsPlayer *self,
                          gsize     position)
{
  begin_seek_for_moment (self, ls_seek_new_for_position (position));
}

/**
 * ls_player_seek_when_found:
 * @self: a player
 * @find: looks for a position
 * @user_data: goes to @find
 * @destroy: (nullable): frees @user_data
 *
 * Moves to what @find finds, now or once it is recorded; to the end of the run if it never is.
 */
void
ls_player_seek_when_found (LsPlayer         *self,
                           LsSeekFindFunc    find,
                           gpointer          user_data,
                           GDestroyNotify    destroy)
{
  ls_player_stop_running (self);
  begin_seek_for_moment (self, ls_seek_new_for_found (find, user_data, destroy));
}

/**
 * ls_player_get_wanted_step:
 * @self: a player
 *
 * Callers that remember where the user wants to be, for another run or another start of the application, ask for this step instead
 * of the position, which may be on the way there.
 *
 * Returns: the step that is shown, or the one that will be once it is recorded
 */
guint32
ls_player_get_wanted_step (LsPlayer *self)
{
  LsMoment moment;

  return self->seek != NULL && ls_seek_get_moment (self->seek, &moment) ? moment.step : ls_player_get_step (self);
}

/**
 * ls_player_get_wanted_action:
 * @self: a player
 * @action: (out): an action of the session
 *
 * While the run goes to the end of an action, nobody knows the step of that. See ls_player_get_wanted_step() for all other moves.
 *
 * Returns: whether the player goes to the end of @action
 */
gboolean
ls_player_get_wanted_action (LsPlayer *self,
                             guint    *action)
{
  return self->seek != NULL && ls_seek_get_action (self->seek, action);
}

/* Gets the present moment, or the one that will be shown once it is recorded, for another run of the same session. */
void
ls_player_get_moment (LsPlayer *self,
                      LsMoment *moment)
{
  gsize position = ls_player_get_position (self);

  if (self->seek != NULL && ls_seek_get_moment (self->seek, moment))
    return;
  moment->step = ls_player_get_step (self);
  moment->n_records = 0;
  for (gsize i = ls_trace_find_step (self->trace, moment->step); i < position; i++)
    {
      LsRecord record;

      ls_trace_get_record (self->trace, i, &record);
      if (record.kind != LS_RECORD_BREAKPOINT)
        moment->n_records++;
    }
}

/* Moves to @moment, now or once it is recorded. */
void
ls_player_seek_moment (LsPlayer       *self,
                       const LsMoment *moment)
{
  begin_seek_for_moment (self, ls_seek_new_for_moment (moment));
}

void
ls_player_to_start (LsPlayer *self)
{
  ls_player_stop_running (self);
  ls_player_seek (self, 0);
}

/**
 * ls_player_to_end:
 * @self: a player
 *
 * Moves to the end of the run: at once to the end of what is recorded, and on with it while it grows, unless the user moves
 * meanwhile.
 */
void
ls_player_to_end (LsPlayer *self)
{
  ls_player_stop_running (self);
  begin_seek (self, ls_seek_new_for_end ());
}

static void
step_cb (LsPlayer *self,
         gpointer  user_data)
{
  ls_player_step (self);
}

/**
 * ls_player_step:
 * @self: a player
 *
 * Moves to the end of the next step: a task, a microtask or an action.
 */
void
ls_player_step (LsPlayer *self)
{
  g_return_if_fail (LS_IS_PLAYER (self));

  if (ls_player_defer (self, step_cb, NULL, NULL))
    return;
  ls_player_stop_running (self);
  begin_seek (self, ls_seek_new_for_step (ls_player_get_wanted_step (self) + 1));
}

/**
 * ls_player_step_to:
 * @self: a player
 * @step: a step, 0 for the start
 *
 * Moves to the end of @step, now or once it is recorded.
 */
void
ls_player_step_to (LsPlayer *self,
                   guint32   step)
{
  g_return_if_fail (LS_IS_PLAYER (self));

  begin_seek_for_moment (self, ls_seek_new_for_step (step));
}

static void
step_back_cb (LsPlayer *self,
              gpointer  user_data)
{
  ls_player_step_back (self);
}

/**
 * ls_player_step_back:
 * @self: a player
 *
 * Moves to the end of the step before.
 */
void
ls_player_step_back (LsPlayer *self)
{
  guint32 step;
  gsize position;

  g_return_if_fail (LS_IS_PLAYER (self));

  if (ls_player_defer (self, step_back_cb, NULL, NULL))
    return;
  ls_player_stop_running (self);
  ls_player_cancel_seek (self);
  step = ls_player_get_step (self);
  position = ls_trace_find_step (self->trace, step);
  if (position >= ls_player_get_position (self) && step > 0)
    position = ls_trace_find_step (self->trace, step - 1);
  ls_player_move_to (self, MIN (position, ls_player_get_position (self)));
}

static void
step_by (LsPlayer       *self,
         LsSteppingKind  kind,
         LsBreakpoints  *breakpoints,
         gboolean        backwards)
{
  LsStepping *stepping = ls_stepping_new (kind, ls_player_get_state (self), breakpoints);
  const gboolean stops = kind == LS_STEPPING_OVER || kind == LS_STEPPING_OUT || kind == LS_STEPPING_TURN;

  ls_player_stop_running (self);
  begin_seek (self, ls_seek_new_for_stepping (stepping, backwards, stops));
}

/* @user_data: twice the kind, plus one to go back */
static void
step_by_cb (LsPlayer *self,
            gpointer  user_data)
{
  const guint what = GPOINTER_TO_UINT (user_data);

  ls_player_step_by (self, (LsSteppingKind) (what / 2), what % 2 != 0);
}

/**
 * ls_player_step_by:
 * @self: a player
 * @kind: how far to go; %LS_STEPPING_BREAKPOINT is about the player's breakpoints
 * @backwards: whether to go back in time
 *
 * Moves to the next statement, the end of the next task or the next breakpoint, or to the end of the run if there is none. A
 * breakpoint on the way over other statements ends the move.
 */
void
ls_player_step_by (LsPlayer       *self,
                   LsSteppingKind  kind,
                   gboolean        backwards)
{
  g_return_if_fail (LS_IS_PLAYER (self));

  if (ls_player_defer (self, step_by_cb, GUINT_TO_POINTER (2 * (guint) kind + (backwards ? 1 : 0)), NULL))
    return;
  if (kind != LS_STEPPING_BREAKPOINT)
    {
      step_by (self, kind, NULL, backwards);
      return;
    }
  if (self->breakpoints == NULL)
    return;
  ls_player_stop_running (self);
  begin_seek (self, ls_seek_new_for_breakpoint (backwards));
}

/**
 * ls_player_run_to:
 * @self: a player
 * @breakpoints: where to stop
 * @backwards: whether to go back in time
 *
 * Moves to the next of these breakpoints, which are not the player's own.
 */
void
ls_player_run_to (LsPlayer      *self,
                  LsBreakpoints *breakpoints,
                  gboolean       backwards)
{
  g_return_if_fail (LS_IS_PLAYER (self));

  step_by (self, LS_STEPPING_BREAKPOINT, breakpoints, backwards);
}

/**
 * ls_player_is_pending:
 * @self: a player
 *
 * Returns: whether a move is under way: it waits for records that are not written yet, or for the next frame
 */
gboolean
ls_player_is_pending (LsPlayer *self)
{
  return self->seek != NULL;
}
