/* ls-player.c: the position at which the window shows a trace
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "ls-player.h"

/**
 * LsPlayer:
 *
 * What all views of a window share: a trace, the position at which it is shown, and what is selected. Views connect to
 * "changed" (another position or trace), "trace-changed" (another trace), "grew" (the trace has become longer),
 * "selection-changed" and "running-changed", and never read the engine. "wake" asks for ls_player_tick() in the next frame.
 *
 * Stepping beyond what has been recorded asks for more and moves when it has come: see ls_player_is_pending().
 */
struct _LsPlayer
{
  GObject           parent_instance;

  LsTrace          *trace;
  LsState          *state;
  LsState          *names;             /* seeks forwards only: knows names that the position does not know yet */
  LsPlayerMoreFunc  more;
  gpointer          more_data;

  gsize             length;            /* as last announced */
  guint32           pending_step;      /* a step that was wanted before it was recorded, 0 for none */
  gboolean          pending_end;
  LsStepping       *pending_search;    /* looks for where a step ends, NULL for none */
  LsRecordKind      pending_kind;      /* a record that is waited for, NONE for none */
  guint32           pending_subject;
  gsize             pending_scanned;
  gsize             pending_position;  /* a position that was wanted before it was recorded, 0 for none */
  gboolean          pending_moment;    /* whether @moment is waited for */
  LsMoment          moment;

  LsBreakpoints    *breakpoints;       /* where a run stops, NULL for nowhere */

  gboolean          running;
  LsStepping       *run_search;        /* looks for breakpoints on the way of a run */
  double            speed;
  gint64            last_frame;        /* frame time of the last tick of a run, 0 before the first */
  double            target;            /* µs of loop time that the run has come to */

  LsSelectionKind   selection_kind;
  guint32           selection_id;
};

enum
{
  CHANGED,
  TRACE_CHANGED,
  GREW,
  SELECTION_CHANGED,
  RUNNING_CHANGED,
  WAKE,
  N_SIGNALS
};

static guint signals[N_SIGNALS];

G_DEFINE_FINAL_TYPE (LsPlayer, ls_player, G_TYPE_OBJECT)

static gboolean
request_step (LsPlayer *self,
              guint32   step)
{
  return self->more != NULL && self->more (step, self->more_data);
}

static void
clear_pending (LsPlayer *self)
{
  self->pending_step = 0;
  self->pending_end = FALSE;
  g_clear_pointer (&self->pending_search, ls_stepping_free);
  self->pending_kind = LS_RECORD_NONE;
  self->pending_position = 0;
  self->pending_moment = FALSE;
}

static void
wake (LsPlayer *self)
{
  g_signal_emit (self, signals[WAKE], 0);
}

static void
move_to (LsPlayer *self,
         gsize     position)
{
  if (position == ls_state_get_position (self->state))
    return;
  ls_state_seek (self->state, position);
  g_signal_emit (self, signals[CHANGED], 0);
}

static void
stop_running (LsPlayer *self)
{
  if (!self->running)
    return;
  self->running = FALSE;
  g_signal_emit (self, signals[RUNNING_CHANGED], 0);
}

static void
ls_player_finalize (GObject *object)
{
  LsPlayer *self = LS_PLAYER (object);

  g_clear_pointer (&self->pending_search, ls_stepping_free);
  g_clear_pointer (&self->run_search, ls_stepping_free);
  g_clear_object (&self->breakpoints);
  g_clear_pointer (&self->state, ls_state_unref);
  g_clear_pointer (&self->names, ls_state_unref);
  g_clear_object (&self->trace);

  G_OBJECT_CLASS (ls_player_parent_class)->finalize (object);
}

static void
ls_player_class_init (LsPlayerClass *klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);

  object_class->finalize = ls_player_finalize;

  signals[CHANGED] = g_signal_new ("changed", LS_TYPE_PLAYER, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE, 0);
  signals[TRACE_CHANGED] = g_signal_new ("trace-changed", LS_TYPE_PLAYER, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL,
                                         G_TYPE_NONE, 0);
  signals[GREW] = g_signal_new ("grew", LS_TYPE_PLAYER, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE, 0);
  signals[SELECTION_CHANGED] = g_signal_new ("selection-changed", LS_TYPE_PLAYER, G_SIGNAL_RUN_LAST, 0, NULL, NULL,
                                             NULL, G_TYPE_NONE, 0);
  signals[RUNNING_CHANGED] = g_signal_new ("running-changed", LS_TYPE_PLAYER, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL,
                                           G_TYPE_NONE, 0);
  signals[WAKE] = g_signal_new ("wake", LS_TYPE_PLAYER, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE, 0);
}

static void
ls_player_init (LsPlayer *self)
{
  self->speed = 1.0;
  self->trace = ls_trace_new ();
  self->state = ls_state_new (self->trace);
  self->names = ls_state_new (self->trace);
}

LsPlayer *
ls_player_new (void)
{
  return g_object_new (LS_TYPE_PLAYER, NULL);
}

/**
 * ls_player_set_trace:
 * @self: a player
 * @trace: (nullable): what to show, %NULL for an empty trace
 * @more: (nullable): asks for more of @trace
 * @user_data: for @more
 *
 * Shows another trace, from its start.
 */
void
ls_player_set_trace (LsPlayer         *self,
                     LsTrace          *trace,
                     LsPlayerMoreFunc  more,
                     gpointer          user_data)
{
  g_return_if_fail (LS_IS_PLAYER (self));

  stop_running (self);
  clear_pending (self);
  g_clear_pointer (&self->run_search, ls_stepping_free);
  g_set_object (&self->trace, trace);
  if (self->trace == NULL)
    self->trace = ls_trace_new ();
  g_clear_pointer (&self->state, ls_state_unref);
  g_clear_pointer (&self->names, ls_state_unref);
  self->state = ls_state_new (self->trace);
  self->names = ls_state_new (self->trace);
  self->more = more;
  self->more_data = user_data;
  self->length = ls_trace_get_length (self->trace);

  g_signal_emit (self, signals[TRACE_CHANGED], 0);
  g_signal_emit (self, signals[CHANGED], 0);
}

/**
 * ls_player_get_trace:
 * @self: a player
 *
 * Returns: (transfer none): what is shown
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
 * Returns: (transfer none): a state at @position or later, to look names up in; not what to show
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

  clear_pending (self);
  self->last_frame = 0;
  move_to (self, MIN (position, ls_trace_get_length (self->trace)));
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

              clear_pending (self);
              move_to (self, position);
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
  clear_pending (self);
  self->pending_kind = kind;
  self->pending_subject = subject;
  self->pending_scanned = 0;
  if (!find_pending_record (self))
    request_step (self, ls_trace_get_n_steps (self->trace) + 1);
  wake (self);
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
  clear_pending (self);
  if (position <= ls_trace_get_length (self->trace))
    {
      move_to (self, position);
      return;
    }
  self->pending_position = position;
  if (!request_step (self, ls_trace_get_n_steps (self->trace) + 1))
    ls_player_seek (self, position);
  wake (self);
}

/**
 * ls_player_get_moment:
 * @self: a player
 * @moment: (out caller-allocates): the present moment
 *
 * Tells where the position is, for another run of the same session.
 */
void
ls_player_get_moment (LsPlayer *self,
                      LsMoment *moment)
{
  gsize position = ls_player_get_position (self);

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
  for (gsize position = ls_trace_find_step (self->trace, self->moment.step);; position++)
    {
      LsRecord record;

      if (n_records == self->moment.n_records)
        {
          clear_pending (self);
          move_to (self, position);
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

  clear_pending (self);
  self->moment = wanted;
  if (find_moment (self))
    return;
  self->pending_moment = request_step (self, ls_trace_get_n_steps (self->trace) + 1);
  if (!self->pending_moment)
    move_to (self, ls_trace_get_length (self->trace));
  wake (self);
}

void
ls_player_to_start (LsPlayer *self)
{
  stop_running (self);
  ls_player_seek (self, 0);
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
  stop_running (self);
  clear_pending (self);
  self->pending_end = request_step (self, G_MAXUINT32);
  move_to (self, ls_trace_get_length (self->trace));
  wake (self);
}

static void
step_to (LsPlayer *self,
         guint32   step)
{
  if (step <= ls_trace_get_n_steps (self->trace))
    {
      clear_pending (self);
      move_to (self, ls_trace_find_step (self->trace, step));
      request_step (self, step + 1);
    }
  else if (request_step (self, step))
    {
      self->pending_step = step;
      wake (self);
    }
  else
    {
      clear_pending (self);
      move_to (self, ls_trace_get_length (self->trace));
    }
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

  stop_running (self);
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

  stop_running (self);
  clear_pending (self);
  step = ls_player_get_step (self);
  position = ls_trace_find_step (self->trace, step);
  if (position >= ls_player_get_position (self) && step > 0)
    position = ls_trace_find_step (self->trace, step - 1);
  move_to (self, MIN (position, ls_player_get_position (self)));
}

/* Goes on with the search, now or when there is more to look at. */
static void
search_on (LsPlayer *self)
{
  gsize length = ls_trace_get_length (self->trace);
  gsize position = ls_stepping_forward (self->pending_search, length);

  if (position == G_MAXSIZE && request_step (self, ls_trace_get_n_steps (self->trace) + 1))
    {
      wake (self);
      return;
    }
  clear_pending (self);
  move_to (self, MIN (position, length));
}

static void
step_by (LsPlayer       *self,
         LsSteppingKind  kind,
         LsBreakpoints  *breakpoints,
         gboolean        backwards)
{
  g_autoptr (LsStepping) search = ls_stepping_new (kind, self->trace, ls_player_get_position (self), breakpoints);

  stop_running (self);
  clear_pending (self);
  if (backwards)
    {
      move_to (self, ls_stepping_backward (search));
    }
  else
    {
      self->pending_search = g_steal_pointer (&search);
      search_on (self);
    }
}

/**
 * ls_player_step_by:
 * @self: a player
 * @kind: how far to go; for %LS_STEPPING_BREAKPOINT the player's breakpoints hold
 * @backwards: whether to go back in time
 *
 * Moves to the next statement, the end of the next task or the next breakpoint, or to the end of the run if there is none.
 */
void
ls_player_step_by (LsPlayer       *self,
                   LsSteppingKind  kind,
                   gboolean        backwards)
{
  g_return_if_fail (LS_IS_PLAYER (self));

  if (kind == LS_STEPPING_BREAKPOINT && self->breakpoints == NULL)
    return;
  step_by (self, kind, kind == LS_STEPPING_BREAKPOINT ? self->breakpoints : NULL, backwards);
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
 * ls_player_set_breakpoints:
 * @self: a player
 * @breakpoints: (nullable): where a run is to stop
 *
 * Sets the breakpoints of the program that is shown.
 */
void
ls_player_set_breakpoints (LsPlayer      *self,
                           LsBreakpoints *breakpoints)
{
  g_return_if_fail (LS_IS_PLAYER (self));

  g_set_object (&self->breakpoints, breakpoints);
}

/**
 * ls_player_is_at_end:
 * @self: a player
 *
 * Returns: whether the position is the end of what has been recorded
 */
gboolean
ls_player_is_at_end (LsPlayer *self)
{
  return ls_player_get_position (self) >= ls_trace_get_length (self->trace);
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
  return self->pending_step != 0 || self->pending_end || self->pending_search != NULL ||
         self->pending_kind != LS_RECORD_NONE || self->pending_position != 0 || self->pending_moment;
}

/**
 * ls_player_set_running:
 * @self: a player
 * @running: whether to run
 *
 * Starts or pauses the run. A run that is at its end starts again.
 */
void
ls_player_set_running (LsPlayer *self,
                       gboolean  running)
{
  g_return_if_fail (LS_IS_PLAYER (self));

  if (running == self->running)
    return;

  clear_pending (self);
  if (running && ls_player_is_at_end (self) && !request_step (self, ls_player_get_step (self) + 1))
    move_to (self, 0);
  self->running = running;
  self->last_frame = 0;
  g_signal_emit (self, signals[RUNNING_CHANGED], 0);
  wake (self);
}

gboolean
ls_player_get_running (LsPlayer *self)
{
  return self->running;
}

/**
 * ls_player_set_speed:
 * @self: a player
 * @speed: loop time for each unit of time, or %LS_SPEED_MAXIMUM
 *
 * Sets how fast a run moves on.
 */
void
ls_player_set_speed (LsPlayer *self,
                     double    speed)
{
  self->speed = speed;
  self->last_frame = 0;
}

double
ls_player_get_speed (LsPlayer *self)
{
  return self->speed;
}

static void
finish_pending (LsPlayer *self)
{
  if (self->pending_kind != LS_RECORD_NONE)
    {
      if (!find_pending_record (self) && !request_step (self, ls_trace_get_n_steps (self->trace) + 1))
        ls_player_to_end (self);
    }
  else if (self->pending_position != 0)
    {
      ls_player_seek_when_long (self, self->pending_position);
    }
  else if (self->pending_moment)
    {
      ls_player_seek_moment (self, &self->moment);
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
      self->pending_end = request_step (self, G_MAXUINT32);
      move_to (self, ls_trace_get_length (self->trace));
    }
}

/* Moves on in a run, but not past a breakpoint. */
static gboolean
run_on (LsPlayer *self,
        gsize     position)
{
  gsize from = ls_player_get_position (self);
  gsize stop = G_MAXSIZE;

  if (self->breakpoints != NULL && ls_breakpoints_is_active (self->breakpoints))
    {
      if (self->run_search == NULL || ls_stepping_get_next (self->run_search) != from)
        {
          g_clear_pointer (&self->run_search, ls_stepping_free);
          self->run_search = ls_stepping_new (LS_STEPPING_BREAKPOINT, self->trace, from, self->breakpoints);
        }
      stop = ls_stepping_forward (self->run_search, position);
    }
  move_to (self, MIN (stop, position));
  if (stop != G_MAXSIZE)
    stop_running (self);
  return stop == G_MAXSIZE;
}

/* How far a run goes in one frame. Slower than loop time, no frame skips a step, or those that take no time would never
 * be seen. */
static void
run (LsPlayer *self,
     gint64    frame_time)
{
  gsize position = ls_player_get_position (self);
  guint32 step = ls_player_get_step (self);
  guint32 n_steps = ls_trace_get_n_steps (self->trace);
  guint32 last = step;

  if (self->last_frame == 0)
    self->target = ls_state_get_time (self->state);
  else
    self->target += (frame_time - self->last_frame) * self->speed;
  self->last_frame = frame_time;

  if (self->speed == LS_SPEED_MAXIMUM)
    last = n_steps;

  while (last < n_steps)
    {
      gsize end = ls_trace_find_step (self->trace, last + 1);
      LsRecord record;

      ls_trace_get_record (self->trace, end - 1, &record);
      if (record.time > self->target)
        break;
      last++;
      if (self->speed < 1.0)
        {
          self->target = MIN (self->target, record.time + 1000.0);
          break;
        }
    }

  if (last > step)
    {
      request_step (self, last + 1);
      if (!run_on (self, ls_trace_find_step (self->trace, last)))
        return;
    }
  if (last >= n_steps && !request_step (self, n_steps + 1) &&
      run_on (self, MAX (position, ls_trace_get_length (self->trace))))
    stop_running (self);
}

/**
 * ls_player_tick:
 * @self: a player
 * @frame_time: the frame clock's time in µs
 *
 * To be called once a frame: announces what the trace has got, and moves on where something runs or waits.
 */
void
ls_player_tick (LsPlayer *self,
                gint64    frame_time)
{
  gsize length;

  g_return_if_fail (LS_IS_PLAYER (self));

  length = ls_trace_get_length (self->trace);
  if (length != self->length)
    {
      self->length = length;
      g_signal_emit (self, signals[GREW], 0);
    }
  if (ls_player_is_pending (self))
    finish_pending (self);
  else if (self->running)
    run (self, frame_time);
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

LsSelectionKind
ls_player_get_selection (LsPlayer *self,
                         guint32  *id)
{
  if (id != NULL)
    *id = self->selection_id;
  return self->selection_kind;
}
