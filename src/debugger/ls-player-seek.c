/* ls-player-seek.c: moves to positions, also those that are not recorded yet
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "ls-player-private.h"

/* How many records a frame has time for where each is only looked at. */
#define LOOKED_AT_EACH_FRAME 500000

/* Asks for more. FALSE if there will be no more. */
gboolean
ls_player_request_step (LsPlayer *self,
                        guint32   step)
{
  return self->more != NULL && self->more (step, self->more_data);
}

void
ls_player_clear_pending (LsPlayer *self)
{
  self->pending_step = 0;
  self->pending_end = FALSE;
  g_clear_pointer (&self->pending_search, ls_stepping_free);
  self->pending_target = G_MAXSIZE;
  self->pending_back = FALSE;
  self->pending_break = 0;
  self->pending_kind = LS_RECORD_NONE;
  self->pending_position = 0;
  self->pending_moment = FALSE;
  self->pending_find = NULL;
  if (self->pending_find_destroy != NULL)
    self->pending_find_destroy (g_steal_pointer (&self->pending_find_data));
  self->pending_find_destroy = NULL;
}

static gboolean
find_pending_record (LsPlayer *self)
{
  gsize length = ls_trace_get_length (self->trace);

  while (self->pending_scanned < length)
    {
      gsize n_records = 0;
      const LsRecord *records = ls_trace_peek_records (self->trace, self->pending_scanned, &n_records);

      if (n_records == 0)
        break;
      for (gsize i = 0; i < n_records; i++)
        {
          if (records[i].kind == self->pending_kind && records[i].subject == self->pending_subject)
            {
              gsize position = self->pending_scanned + i + 1;

              ls_player_clear_pending (self);
              ls_player_move_to (self, position);
              return TRUE;
            }
        }
      self->pending_scanned += n_records;
    }

  return FALSE;
}

/**
 * ls_player_seek_when_reached:
 * @self: a player
 * @kind: a kind of record
 * @subject: its subject
 *
 * Moves to the end of the first record of @kind and @subject, now or when it has been recorded.
 */
void
ls_player_seek_when_reached (LsPlayer     *self,
                             LsRecordKind  kind,
                             guint32       subject)
{
  ls_player_clear_pending (self);
  self->pending_kind = kind;
  self->pending_subject = subject;
  self->pending_scanned = ls_trace_get_start (self->trace);
  if (!find_pending_record (self))
    ls_player_request_step (self, ls_trace_get_n_steps (self->trace) + 1);
  ls_player_wake (self);
}

/**
 * ls_player_seek_when_long:
 * @self: a player
 * @position: a position
 *
 * Moves to @position, now or when so much has been recorded.
 */
void
ls_player_seek_when_long (LsPlayer *self,
                          gsize     position)
{
  ls_player_clear_pending (self);
  if (position <= ls_trace_get_length (self->trace))
    {
      ls_player_move_to (self, position);
      return;
    }
  self->pending_position = position;
  if (!ls_player_request_step (self, ls_trace_get_n_steps (self->trace) + 1))
    ls_player_seek (self, position);
  ls_player_wake (self);
}

static void
find_position (LsPlayer *self)
{
  gsize position = ls_trace_get_length (self->trace);

  if (!self->pending_find (self->trace, &position, self->pending_find_data))
    {
      if (ls_player_request_step (self, ls_trace_get_n_steps (self->trace) + 1))
        {
          ls_player_wake (self);
          return;
        }
      /* The run may have ended in between. */
      position = ls_trace_get_length (self->trace);
      self->pending_find (self->trace, &position, self->pending_find_data);
    }
  ls_player_clear_pending (self);
  ls_player_move_to (self, MIN (position, ls_trace_get_length (self->trace)));
}

/**
 * ls_player_seek_when_found:
 * @self: a player
 * @find: looks for a position
 * @user_data: goes to @find
 * @destroy: (nullable): frees @user_data
 *
 * Moves to what @find finds, now or when it has been recorded; to the end of the run if it never is.
 */
void
ls_player_seek_when_found (LsPlayer         *self,
                           LsPlayerFindFunc  find,
                           gpointer          user_data,
                           GDestroyNotify    destroy)
{
  ls_player_stop_running (self);
  ls_player_clear_pending (self);
  self->pending_find = find;
  self->pending_find_data = user_data;
  self->pending_find_destroy = destroy;
  find_position (self);
}

/**
 * ls_player_get_wanted_step:
 * @self: a player
 *
 * Tells where the user wants to be. What remembers that for another run, or for another start of the application, must not
 * remember how far the way there is done.
 *
 * Returns: the step that is shown, or the one that will be as soon as it has been recorded
 */
guint32
ls_player_get_wanted_step (LsPlayer *self)
{
  if (self->pending_step != 0)
    return self->pending_step;
  return self->pending_moment ? self->moment.step : ls_player_get_step (self);
}

/**
 * ls_player_get_moment:
 * @self: a player
 * @moment: (out caller-allocates): the present moment, or the one that will be as soon as it has been recorded
 *
 * Tells where the position is, for another run of the same session.
 */
void
ls_player_get_moment (LsPlayer *self,
                      LsMoment *moment)
{
  gsize position = ls_player_get_position (self);

  if (self->pending_moment || self->pending_step != 0)
    {
      *moment = self->pending_moment ? self->moment : (LsMoment) { .step = self->pending_step };
      return;
    }
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

static gboolean
find_moment (LsPlayer *self)
{
  gsize length = ls_trace_get_length (self->trace);
  guint32 n_records = 0;

  if (self->moment.step > ls_trace_get_n_steps (self->trace))
    return FALSE;
  if (ls_player_has_forgotten_step (self, self->moment.step))
    {
      ls_player_clear_pending (self);
      ls_player_move_to (self, ls_trace_get_start (self->trace));
      return TRUE;
    }
  for (gsize position = ls_trace_find_step (self->trace, self->moment.step);; position++)
    {
      LsRecord record;

      if (n_records == self->moment.n_records)
        {
          ls_player_clear_pending (self);
          ls_player_move_to (self, position);
          return TRUE;
        }
      if (position >= length)
        return FALSE;
      ls_trace_get_record (self->trace, position, &record);
      if (record.kind != LS_RECORD_BREAKPOINT)
        n_records++;
    }
}

/**
 * ls_player_seek_moment:
 * @self: a player
 * @moment: a moment
 *
 * Moves to @moment, now or when it has been recorded.
 */
void
ls_player_seek_moment (LsPlayer       *self,
                       const LsMoment *moment)
{
  LsMoment wanted = *moment;

  ls_player_clear_pending (self);
  self->moment = wanted;
  if (find_moment (self))
    return;
  self->pending_moment = ls_player_request_step (self, ls_trace_get_n_steps (self->trace) + 1);
  if (!self->pending_moment)
    ls_player_move_to (self, ls_trace_get_length (self->trace));
  ls_player_wake (self);
}

void
ls_player_to_start (LsPlayer *self)
{
  ls_player_stop_running (self);
  ls_player_seek (self, 0);
}

/* To the end of what is recorded, but not over so much at once that frames would be missed. */
static void
follow_end (LsPlayer *self)
{
  gboolean more = ls_player_request_step (self, G_MAXUINT32);
  gsize length = ls_trace_get_length (self->trace);
  gsize end = MIN (length, MAX (ls_player_get_position (self), self->length) + LS_PLAYER_RECORDS_EACH_FRAME);

  self->pending_end = more || end < length;
  ls_player_move_to (self, end);
}

/**
 * ls_player_to_end:
 * @self: a player
 *
 * Moves to the end of the run: at once to the end of what has been recorded, and on with it while it grows, unless the
 * user moves in between.
 */
void
ls_player_to_end (LsPlayer *self)
{
  ls_player_stop_running (self);
  ls_player_clear_pending (self);
  follow_end (self);
  ls_player_wake (self);
}

static void
step_to (LsPlayer *self,
         guint32   step)
{
  if (step <= ls_trace_get_n_steps (self->trace))
    {
      ls_player_clear_pending (self);
      ls_player_move_to (self, ls_trace_find_step (self->trace, step));
      ls_player_request_step (self, step + 1);
    }
  else if (ls_player_request_step (self, step))
    {
      self->pending_step = step;
      ls_player_wake (self);
    }
  else
    {
      ls_player_clear_pending (self);
      ls_player_move_to (self, ls_trace_get_length (self->trace));
    }
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
  step_to (self, MAX (ls_player_get_step (self), self->pending_step) + 1);
}

/**
 * ls_player_step_to:
 * @self: a player
 * @step: a step, 0 for the start
 *
 * Moves to the end of @step, now or when it has been recorded.
 */
void
ls_player_step_to (LsPlayer *self,
                   guint32   step)
{
  g_return_if_fail (LS_IS_PLAYER (self));

  step_to (self, step);
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
  ls_player_clear_pending (self);
  step = ls_player_get_step (self);
  position = ls_trace_find_step (self->trace, step);
  if (position >= ls_player_get_position (self) && step > 0)
    position = ls_trace_find_step (self->trace, step - 1);
  ls_player_move_to (self, MIN (position, ls_player_get_position (self)));
}

/* The first breakpoint on the way of a step, as far as its way is known. */
static LsBreakResult
find_break_on_way (LsPlayer *self,
                   gsize    *found)
{
  LsBreakMatcher *matcher = self->pending_breaks ? ls_player_get_matcher (self) : NULL;
  gsize position = ls_player_get_position (self);
  gsize target = self->pending_target;
  LsBreakResult result;

  if (matcher == NULL)
    return LS_BREAK_NOT_FOUND;
  if (!self->pending_back)
    {
      if (target == G_MAXSIZE)
        target = ls_stepping_get_certain (self->pending_search);
      return ls_break_matcher_forward (matcher, position, target, LS_PLAYER_RECORDS_EACH_FRAME, found);
    }
  result = ls_break_matcher_backward (matcher, position, LS_PLAYER_RECORDS_EACH_FRAME, found);
  return result == LS_BREAK_FOUND && *found < target ? LS_BREAK_NOT_FOUND : result;
}

/* Goes on with the search, now or when there is more to look at. */
static void
search_on (LsPlayer *self)
{
  gsize length = ls_trace_get_length (self->trace);
  LsBreakResult result;
  gboolean is_over = TRUE;
  gsize found = 0;

  if (self->pending_target == G_MAXSIZE)
    {
      const gsize next = ls_stepping_get_next (self->pending_search);
      const gsize end = length - MIN (next, length) > LOOKED_AT_EACH_FRAME ? next + LOOKED_AT_EACH_FRAME : length;

      self->pending_target = ls_stepping_forward (self->pending_search, end);
      is_over = self->pending_target != G_MAXSIZE ||
                (end == length && !ls_player_request_step (self, ls_trace_get_n_steps (self->trace) + 1));
    }
  if (is_over && self->pending_target == G_MAXSIZE)
    self->pending_target = MIN (ls_stepping_finish (self->pending_search), length);
  result = find_break_on_way (self, &found);
  if (result == LS_BREAK_FOUND)
    {
      ls_player_clear_pending (self);
      ls_player_stop_at_break (self, found);
    }
  else if (result == LS_BREAK_MORE || !is_over)
    {
      ls_player_wake (self);
    }
  else
    {
      gsize target = self->pending_target;

      ls_player_clear_pending (self);
      ls_player_move_to (self, target);
    }
}

/* Looks on for a breakpoint, a frame's worth of records. */
static void
search_break (LsPlayer *self)
{
  LsBreakMatcher *matcher = ls_player_get_matcher (self);
  gboolean backwards = self->pending_break < 0;
  gsize position = ls_player_get_position (self);
  LsBreakResult result = LS_BREAK_NOT_FOUND;
  gsize found = 0;

  if (matcher != NULL)
    result = backwards ? ls_break_matcher_backward (matcher, position, LS_PLAYER_RECORDS_EACH_FRAME, &found)
                       : ls_break_matcher_forward (matcher, position, G_MAXSIZE, LS_PLAYER_RECORDS_EACH_FRAME, &found);
  if (result == LS_BREAK_MORE ||
      (result == LS_BREAK_NOT_FOUND && !backwards && ls_player_request_step (self, ls_trace_get_n_steps (self->trace) + 1)))
    {
      ls_player_wake (self);
      return;
    }
  ls_player_clear_pending (self);
  if (result == LS_BREAK_FOUND)
    ls_player_stop_at_break (self, found);
  else
    ls_player_move_to (self, backwards ? 0 : ls_trace_get_length (self->trace));
}

static void
step_by (LsPlayer       *self,
         LsSteppingKind  kind,
         LsBreakpoints  *breakpoints,
         gboolean        backwards)
{
  LsStepping *search = ls_stepping_new (kind, ls_player_get_state (self), breakpoints);

  ls_player_stop_running (self);
  ls_player_clear_pending (self);
  self->pending_search = search;
  self->pending_breaks = kind == LS_STEPPING_OVER || kind == LS_STEPPING_OUT || kind == LS_STEPPING_TASK;
  self->pending_back = backwards;
  if (backwards)
    self->pending_target = ls_stepping_backward (search);
  search_on (self);
}

/* @user_data: twice the kind, and one where it goes back */
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
 * @kind: how far to go; for %LS_STEPPING_BREAKPOINT the player's breakpoints hold
 * @backwards: whether to go back in time
 *
 * Moves to the next statement, the end of the next task or the next breakpoint, or to the end of the run if there is none.
 * Whatever is passed over, a breakpoint on the way stops there.
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
  ls_player_clear_pending (self);
  self->pending_break = backwards ? -1 : 1;
  search_break (self);
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
 * Returns: whether a move waits for records that have not been written yet
 */
gboolean
ls_player_is_pending (LsPlayer *self)
{
  return self->pending_step != 0 || self->pending_break != 0 || self->pending_end || self->pending_search != NULL ||
         self->pending_kind != LS_RECORD_NONE || self->pending_position != 0 || self->pending_moment ||
         self->pending_find != NULL;
}

/* Goes on with the move that waits. */
void
ls_player_finish_pending (LsPlayer *self)
{
  if (self->pending_kind != LS_RECORD_NONE)
    {
      if (!find_pending_record (self) && !ls_player_request_step (self, ls_trace_get_n_steps (self->trace) + 1))
        ls_player_to_end (self);
    }
  else if (self->pending_position != 0)
    {
      ls_player_seek_when_long (self, self->pending_position);
    }
  else if (self->pending_find != NULL)
    {
      find_position (self);
    }
  else if (self->pending_moment)
    {
      ls_player_seek_moment (self, &self->moment);
    }
  else if (self->pending_break != 0)
    {
      search_break (self);
    }
  else if (self->pending_search != NULL)
    {
      search_on (self);
    }
  else if (self->pending_step != 0)
    {
      step_to (self, self->pending_step);
    }
  else if (self->pending_end)
    {
      follow_end (self);
    }
}
