/* ls-player.c: the position at which the window shows a trace
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "ls-player-private.h"
#include "ls-drop.h"

/**
 * LsPlayer:
 *
 * What all views of a window share: a trace, the position at which it is shown, and what is selected. Views connect to
 * "changed" (another position or trace), "trace-changed" (another trace), "grew" (the trace has become longer), "forgot" (the trace
 * has forgotten its oldest records, see ls_player_get_start(); emitted before "grew" and "changed"), "selection-changed" and
 * "running-changed", and never read the engine. "stopped-at-breakpoint" tells that a breakpoint has ended a run or a move: see
 * ls_player_get_break_reason(). "wake" asks for ls_player_tick() in the next frame.
 *
 * A move beyond what is recorded asks for more of the trace and ends once it is there: see ls_player_is_pending(). Moves are in
 * ls-player-seek.c; what a run does in each frame is in ls-player-run.c.
 */
enum
{
  CHANGED,
  TRACE_CHANGED,
  GREW,
  FORGOT,
  SELECTION_CHANGED,
  RUNNING_CHANGED,
  STOPPED_AT_BREAKPOINT,
  WAKE,
  N_SIGNALS
};

static guint signals[N_SIGNALS];

G_DEFINE_FINAL_TYPE (LsPlayer, ls_player, G_TYPE_OBJECT)

/* Asks for ls_player_tick() in the next frame: the trace may have grown. */
void
ls_player_wake (LsPlayer *self)
{
  g_signal_emit (self, signals[WAKE], 0);
}

/* A player that is not watched holds back the signals that it would emit in each frame. */
static void
announce (LsPlayer *self,
          guint     signal)
{
  if (self->watched)
    g_signal_emit (self, signals[signal], 0);
  else if (signal == GREW)
    self->held_grew = TRUE;
  else
    self->held_changed = TRUE;
}

void
ls_player_move_to (LsPlayer *self,
                   gsize     position)
{
  gboolean was_restarted = self->restarted;

  self->restarted = FALSE;
  if (ls_player_hides_future (self))
    {
      ls_player_show_part (self, position);
      position = MIN (position, ls_trace_get_length (self->trace));
    }
  if (position != ls_state_get_position (self->state))
    {
      ls_state_seek (self->state, position);
      /* The trace may have grown since the frame began: then views hear of the records first, unless these are too many for one
       * frame. */
      if (position > self->length && position - self->length <= self->records_each_frame)
        {
          self->length = position;
          announce (self, GREW);
        }
      announce (self, CHANGED);
    }
  if (was_restarted)
    ls_player_wake (self);
}

void
ls_player_note_running (LsPlayer *self,
                        gboolean  running)
{
  if (running == self->running)
    return;
  self->running = running;
  g_signal_emit (self, signals[RUNNING_CHANGED], 0);
}

/* Tells views where something else is next than before: what was foreseen may be recorded or held now. */
void
ls_player_look_ahead (LsPlayer *self)
{
  const LsNextBasis basis = ls_state_get_next_basis (self->state);
  const guint32 next = ls_state_get_next_task (self->state);

  if (basis == LS_NEXT_RECORDED)
    return;
  ls_state_seek (self->state, ls_state_get_position (self->state));
  if (ls_state_get_next_basis (self->state) != basis || ls_state_get_next_task (self->state) != next)
    announce (self, CHANGED);
}

/* Tells views that the trace has become longer, or that they may look at more of it. */
void
ls_player_note_length (LsPlayer *self,
                       gsize     length)
{
  if (length == self->length)
    return;
  self->length = length;
  announce (self, GREW);
  ls_player_look_ahead (self);
}

/* Tells views that the oldest records are gone. A position among them moves to the first record that is left. */
void
ls_player_note_start (LsPlayer *self)
{
  gsize start = ls_trace_get_start (self->trace);

  if (start == self->start)
    return;
  self->start = start;
  self->length = MAX (self->length, start);
  g_signal_emit (self, signals[FORGOT], 0);
  if (ls_state_get_position (self->state) < start)
    ls_player_move_to (self, start);
}

static void
ls_player_finalize (GObject *object)
{
  LsPlayer *self = LS_PLAYER (object);

  ls_player_clear_deferred (self);
  g_clear_handle_id (&self->frame_source, g_source_remove);
  g_clear_pointer (&self->seek, ls_seek_free);
  g_clear_pointer (&self->matcher, ls_break_matcher_unref);
  g_clear_object (&self->breakpoints);
  ls_player_set_recording (self, NULL, NULL, 0);
  g_clear_pointer (&self->state, ls_state_unref);
  g_clear_pointer (&self->names, ls_state_unref);
  g_clear_pointer (&self->trace, ls_trace_drop);
  g_clear_pointer (&self->whole, ls_trace_drop);

  G_OBJECT_CLASS (ls_player_parent_class)->finalize (object);
}

static void
ls_player_class_init (LsPlayerClass *klass)
{
  static const char *const names[N_SIGNALS] = { "changed", "trace-changed", "grew", "forgot", "selection-changed",
                                                "running-changed", "stopped-at-breakpoint", "wake" };

  G_OBJECT_CLASS (klass)->finalize = ls_player_finalize;

  for (guint i = 0; i < N_SIGNALS; i++)
    signals[i] = g_signal_new (names[i], LS_TYPE_PLAYER, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE, 0);
}

static void
ls_player_init (LsPlayer *self)
{
  self->speed = 1.0;
  self->records_each_frame = LS_RECORDS_EACH_FRAME;
  self->watched = TRUE;
  self->break_position = G_MAXSIZE;
  self->trace = ls_trace_new ();
  self->whole = g_object_ref (self->trace);
  self->state = ls_state_new (self->trace);
  self->names = ls_state_new (self->trace);
}

LsPlayer *
ls_player_new (void)
{
  return g_object_new (LS_TYPE_PLAYER, NULL);
}

/* Shows another trace, at @position or at what is left of it. @trace: (transfer full) */
void
ls_player_show_trace (LsPlayer *self,
                      LsTrace  *trace,
                      gsize     position)
{
  LsTrace *previous = self->trace;

  ls_player_stop_running (self);
  ls_player_cancel_seek (self);
  g_clear_pointer (&self->matcher, ls_break_matcher_unref);
  self->break_position = G_MAXSIZE;
  g_clear_pointer (&self->state, ls_state_unref);
  g_clear_pointer (&self->names, ls_state_unref);
  self->trace = trace;
  ls_trace_drop (previous);
  self->state = ls_state_new (self->trace);
  self->names = ls_state_new (self->trace);
  ls_state_set_agent (self->state, self->agent);
  self->length = ls_trace_get_length (self->trace);
  self->start = MIN (ls_trace_get_start (self->trace), self->length);
  position = CLAMP (position, self->start, self->length);
  if (position > 0)
    ls_state_seek (self->state, position);

  g_signal_emit (self, signals[TRACE_CHANGED], 0);
  announce (self, CHANGED);
}

/* Shows the trace of another run from its start, or an empty one for %NULL. @more (nullable) asks for more of it. */
void
ls_player_set_trace (LsPlayer         *self,
                     LsTrace          *trace,
                     LsSeekMoreFunc    more,
                     gpointer          user_data)
{
  g_return_if_fail (LS_IS_PLAYER (self));

  trace = trace != NULL ? g_object_ref (trace) : ls_trace_new ();
  ls_trace_drop (self->whole);
  self->whole = trace;
  self->more = more;
  self->more_data = user_data;
  self->restarted = more != NULL;
  self->carries = TRUE;
  if (more == NULL)
    ls_player_clear_deferred (self);
  ls_player_show_trace (self, ls_player_hides_future (self) ? ls_player_make_part (self) : g_object_ref (self->whole), 0);
}

/**
 * ls_player_get_trace:
 * @self: a player
 *
 * Returns: (transfer none): the trace that is shown
 */
LsTrace *
ls_player_get_trace (LsPlayer *self)
{
  return self->trace;
}

/**
 * ls_player_get_state:
 * @self: a player
 *
 * Returns: (transfer none): the state at the position
 */
LsState *
ls_player_get_state (LsPlayer *self)
{
  return self->state;
}

/**
 * ls_player_get_names:
 * @self: a player
 * @position: a position
 *
 * Returns: (transfer none): a state at @position or later, to look names up in and not to show
 */
LsState *
ls_player_get_names (LsPlayer *self,
                     gsize     position)
{
  if (ls_state_get_position (self->names) < position)
    ls_state_seek (self->names, position);
  return self->names;
}

gsize
ls_player_get_position (LsPlayer *self)
{
  return ls_state_get_position (self->state);
}

guint32
ls_player_get_step (LsPlayer *self)
{
  return ls_trace_get_step_at (self->trace, ls_state_get_position (self->state));
}

/**
 * ls_player_get_length:
 * @self: a player
 *
 * Returns: the number of records, as of the last "grew"
 */
gsize
ls_player_get_length (LsPlayer *self)
{
  return self->length;
}

/**
 * ls_player_get_start:
 * @self: a player
 *
 * Returns: the first position that can be shown, as of the last "forgot": 0 unless the trace has forgotten records
 */
gsize
ls_player_get_start (LsPlayer *self)
{
  return self->start;
}

/**
 * ls_player_get_start_time:
 * @self: a player
 *
 * Returns: the time of the first record that is left in µs, 0 if none was forgotten
 */
guint64
ls_player_get_start_time (LsPlayer *self)
{
  LsRecord record;

  if (self->start == 0 || self->start >= ls_trace_get_length (self->trace))
    return 0;
  ls_trace_get_record (self->trace, MAX (self->start, ls_trace_get_start (self->trace)), &record);
  return record.time;
}

/**
 * ls_player_has_forgotten_step:
 * @self: a player
 * @step: a step
 *
 * Returns: whether the trace has forgotten the records of @step, so that its end cannot be shown
 */
gboolean
ls_player_has_forgotten_step (LsPlayer *self,
                              guint32   step)
{
  gsize start = ls_trace_get_start (self->trace);

  return start > 0 && step < ls_trace_get_step_at (self->trace, start);
}

/**
 * ls_player_get_end_time:
 * @self: a player
 *
 * Returns: the time of the last record in µs, 0 if there is none
 */
guint64
ls_player_get_end_time (LsPlayer *self)
{
  LsRecord record;

  if (self->length == 0)
    return 0;
  ls_trace_get_record (self->trace, self->length - 1, &record);
  return record.time;
}

/**
 * ls_player_seek:
 * @self: a player
 * @position: a position, at most the trace's length
 *
 * Shows the trace at @position.
 */
void
ls_player_seek (LsPlayer *self,
                gsize     position)
{
  g_return_if_fail (LS_IS_PLAYER (self));

  ls_player_cancel_seek (self);
  self->last_frame = 0;
  ls_player_move_to (self, MIN (position, ls_trace_get_length (self->trace)));
}

/* Sets the breakpoints of the program that is shown (nullable), at which a run is to stop. */
void
ls_player_set_breakpoints (LsPlayer      *self,
                           LsBreakpoints *breakpoints)
{
  g_return_if_fail (LS_IS_PLAYER (self));

  g_set_object (&self->breakpoints, breakpoints);
  g_clear_pointer (&self->matcher, ls_break_matcher_unref);
}

/* Returns: (nullable): a matcher for the breakpoints as they are now, NULL if none can stop */
LsBreakMatcher *
ls_player_get_matcher (LsPlayer *self)
{
  if (self->breakpoints == NULL || !ls_breakpoints_is_active (self->breakpoints))
    return NULL;
  if (self->matcher == NULL || self->matcher_serial != ls_breakpoints_get_serial (self->breakpoints))
    {
      g_clear_pointer (&self->matcher, ls_break_matcher_unref);
      self->matcher = ls_breakpoints_make_matcher (self->breakpoints, self->trace);
      self->matcher_serial = ls_breakpoints_get_serial (self->breakpoints);
    }
  return self->matcher;
}

/* Moves to where breakpoints stop, and tells views. */
void
ls_player_stop_at_break (LsPlayer *self,
                         gsize     position)
{
  self->break_position = position;
  ls_player_move_to (self, position);
  ls_player_stop_running (self);
  g_signal_emit (self, signals[STOPPED_AT_BREAKPOINT], 0);
}

/**
 * ls_player_get_break_reason:
 * @self: a player
 *
 * Returns: (transfer full) (nullable): which breakpoints stopped at the position, and why; %NULL if none did
 */
char *
ls_player_get_break_reason (LsPlayer *self)
{
  g_autoptr (GString) reason = NULL;
  const LsBreakHit *hits;
  guint n_hits = 0;

  if (self->break_position != ls_player_get_position (self) || self->matcher == NULL)
    return NULL;
  hits = ls_break_matcher_get_hits (self->matcher, self->break_position, &n_hits);
  if (hits == NULL)
    return NULL;
  reason = g_string_new (NULL);
  for (guint i = 0; i < MIN (n_hits, 3); i++)
    {
      g_autofree char *text = ls_break_matcher_describe (self->matcher, &hits[i]);

      g_string_append_printf (reason, "%s%s", i > 0 ? " · " : "", text);
    }
  if (n_hits > 3)
    g_string_append (reason, " …");
  return g_string_free (g_steal_pointer (&reason), FALSE);
}

/* Returns whether the position is the end of what has been recorded. */
gboolean
ls_player_is_at_end (LsPlayer *self)
{
  return ls_player_get_position (self) >= ls_trace_get_length (self->trace);
}

/**
 * ls_player_set_watched:
 * @self: a player
 * @watched: whether the user sees its views
 *
 * Holds back "changed" and "grew" while the user does not see its views, so that a run costs nothing in them. They are emitted once
 * the player is watched again.
 */
void
ls_player_set_watched (LsPlayer *self,
                       gboolean  watched)
{
  gboolean grew = watched && self->held_grew;
  gboolean changed = watched && self->held_changed;

  self->watched = watched;
  if (!watched)
    return;
  self->held_grew = self->held_changed = FALSE;
  if (grew)
    announce (self, GREW);
  if (changed)
    announce (self, CHANGED);
}

/**
 * ls_player_select:
 * @self: a player
 * @kind: what kind of thing
 * @id: its identifier
 *
 * Selects something, for the views that explain it.
 */
void
ls_player_select (LsPlayer        *self,
                  LsSelectionKind  kind,
                  guint32          id)
{
  if (self->selection_kind == kind && self->selection_id == id)
    return;
  self->selection_kind = kind;
  self->selection_id = kind == LS_SELECTION_NONE ? 0 : id;
  g_signal_emit (self, signals[SELECTION_CHANGED], 0);
}

/**
 * ls_player_show_agent:
 * @self: a player
 * @agent: an agent, or 0 for the one that has the baton
 *
 * Shows the queues of @agent, also in later runs of the session.
 */
void
ls_player_show_agent (LsPlayer *self,
                      guint32   agent)
{
  if (self->agent == agent)
    return;
  self->agent = agent;
  ls_state_set_agent (self->state, agent);
  announce (self, CHANGED);
}

/**
 * ls_player_get_shown_agent:
 * @self: a player
 *
 * Returns: whose queues are to be shown, 0 for those of the agent that has the baton
 */
guint32
ls_player_get_shown_agent (LsPlayer *self)
{
  return self->agent;
}

LsSelectionKind
ls_player_get_selection (LsPlayer *self,
                         guint32  *id)
{
  if (id != NULL)
    *id = self->selection_id;
  return self->selection_kind;
}
