/* ls-player-run.c: moves on from frame to frame, as far as a run goes and as views can follow
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include <time.h>

#include "ls-player-private.h"

/* In µs of processor time, which does not count what other threads take. After a frame of more than FRAME_BUDGET a run shows
 * nothing new for a while. Views get more of the trace at once as long as a tick takes less than SHORT_TICK, and less after
 * LONG_TICK. */
#define FRAME_BUDGET 15000
#define SHORT_TICK 2500
#define LONG_TICK 5000

/* How many steps a run at full speed lets the engine go ahead: more than it does from one frame to the next. */
#define STEPS_AHEAD 50000

/* Just below GTK's own priority for drawing (GDK_PRIORITY_REDRAW), so that the source runs after the frame was drawn. */
#define FRAME_ENDED_PRIORITY (G_PRIORITY_HIGH_IDLE + 21)

void
ls_player_stop_running (LsPlayer *self)
{
  ls_player_note_running (self, FALSE);
}

static void
run_cb (LsPlayer *self,
        gpointer  user_data)
{
  ls_player_set_running (self, TRUE);
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

  if (running == self->running || (running && ls_player_defer (self, run_cb, NULL, NULL)))
    return;

  ls_player_cancel_seek (self);
  if (running && ls_player_is_at_end (self) && !ls_player_request_step (self, ls_player_get_step (self) + 1))
    ls_player_move_to (self, 0);
  self->last_frame = 0;
  /* A program that runs elsewhere sets the pace itself, up to its end. */
  self->follows = running && ls_trace_get_growing (self->trace);
  ls_player_note_running (self, running);
  ls_player_wake (self);
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
 * Lets a run follow the loop's time.
 */
void
ls_player_set_speed (LsPlayer *self,
                     double    speed)
{
  self->speed = speed;
  self->step_rate = 0;
  self->last_frame = 0;
}

double
ls_player_get_speed (LsPlayer *self)
{
  return self->speed;
}

/**
 * ls_player_set_step_rate:
 * @self: a player
 * @step_rate: steps in a second, more than 0
 *
 * Lets a run do steps at a steady pace, however long they take in the loop's time: see also ls_player_set_speed().
 */
void
ls_player_set_step_rate (LsPlayer *self,
                         double    step_rate)
{
  self->step_rate = step_rate;
  /* Views look at the speed to tell whether the run is at full speed. */
  self->speed = 1.0;
  self->last_frame = 0;
}

/**
 * ls_player_get_step_rate:
 * @self: a player
 *
 * Returns: how many steps a run does in a second, 0 if it follows the loop's time
 */
double
ls_player_get_step_rate (LsPlayer *self)
{
  return self->step_rate;
}

static gboolean
is_at_full_speed (LsPlayer *self)
{
  return self->follows || (self->step_rate == 0 && self->speed == LS_SPEED_MAXIMUM);
}

/**
 * ls_player_is_fast:
 * @self: a player
 *
 * Returns: whether a run shows only what each frame finds, so that what only a moment lasts need not be shown
 */
gboolean
ls_player_is_fast (LsPlayer *self)
{
  return self->running && is_at_full_speed (self);
}

/* Moves on in a run, but not past a breakpoint, nor past the records that were searched for breakpoints. Returns FALSE if the run
 * stopped. */
static gboolean
run_on (LsPlayer *self,
        gsize     position)
{
  LsBreakMatcher *matcher = ls_player_get_matcher (self);
  gsize from = ls_player_get_position (self);
  gsize found;

  if (matcher == NULL)
    {
      ls_player_move_to (self, position);
      return TRUE;
    }
  switch (ls_break_matcher_forward (matcher, from, position, LS_RECORDS_EACH_FRAME, &found))
    {
    case LS_BREAK_FOUND:
      ls_player_stop_at_break (self, found);
      return FALSE;
    case LS_BREAK_MORE:
      ls_player_move_to (self, CLAMP (ls_break_matcher_get_next (matcher), from, position));
      return TRUE;
    case LS_BREAK_NOT_FOUND:
    default:
      ls_player_move_to (self, position);
      return TRUE;
    }
}

/* Returns the step that a run at a steady pace has reached. The first step comes at once. */
static guint32
find_step_by_rate (LsPlayer *self,
                   gint64    frame_time,
                   guint32   step,
                   guint32   n_steps)
{
  guint32 n_due;

  if (self->last_frame == 0)
    self->due_steps = 1;
  else
    self->due_steps += (frame_time - self->last_frame) * self->step_rate / G_USEC_PER_SEC;
  self->last_frame = frame_time;

  n_due = MIN (self->due_steps, n_steps > step ? n_steps - step : 0);
  /* Time in which there is nothing to step to is not made up for. */
  self->due_steps = MIN (self->due_steps - n_due, 1);
  return step + n_due;
}

/* Returns the step that a run has reached in the loop's time. A run that is slower than loop time skips no step, or nobody would
 * see those that take no time. */
static guint32
find_step_by_time (LsPlayer *self,
                   gint64    frame_time,
                   guint32   step,
                   guint32   n_steps)
{
  if (self->last_frame == 0)
    self->target = ls_state_get_time (self->state);
  else
    self->target += (frame_time - self->last_frame) * self->speed;
  self->last_frame = frame_time;

  while (step < n_steps)
    {
      gsize end = ls_trace_find_step (self->trace, step + 1);
      LsRecord record;

      ls_trace_get_record (self->trace, end - 1, &record);
      if (record.time > self->target)
        break;
      step++;
      if (self->speed < 1.0)
        {
          self->target = MIN (self->target, record.time + 1000.0);
          break;
        }
    }
  return step;
}

/* Goes on with a run for one frame. */
static void
run (LsPlayer *self,
     gint64    frame_time)
{
  gsize position = ls_player_get_position (self);
  guint32 step = ls_player_get_step (self);
  gboolean is_behind = self->length < ls_trace_get_length (self->trace);
  guint32 n_steps = is_behind ? ls_trace_get_step_at (self->trace, MAX (self->length, position))
                              : ls_trace_get_n_steps (self->trace);
  const gboolean is_full_speed = is_at_full_speed (self);
  guint32 last = is_full_speed         ? MAX (step, n_steps)
                 : self->step_rate > 0 ? find_step_by_rate (self, frame_time, step, n_steps)
                                       : find_step_by_time (self, frame_time, step, n_steps);

  if (last > step)
    {
      ls_player_request_step (self, last + 1 + (is_full_speed ? MIN (STEPS_AHEAD, G_MAXUINT32 - 1 - last) : 0));
      if (!run_on (self, ls_trace_find_step (self->trace, last)))
        return;
    }
  /* What goes on elsewhere may stand still within a step. */
  if (self->follows && !is_behind && !run_on (self, MAX (ls_player_get_position (self), self->length)))
    return;
  if (last >= n_steps && !is_behind && !ls_player_request_step (self, n_steps + 1) &&
      run_on (self, MAX (position, ls_trace_get_length (self->trace))) && ls_player_is_at_end (self))
    ls_player_stop_running (self);
}

static gint64
get_work (void)
{
  struct timespec time;

  clock_gettime (CLOCK_THREAD_CPUTIME_ID, &time);
  return time.tv_sec * G_USEC_PER_SEC + time.tv_nsec / 1000;
}

/* Runs after the frame of the last tick was drawn. */
static gboolean
frame_ended_cb (gpointer user_data)
{
  LsPlayer *self = user_data;
  gint64 cost = get_work () - self->frame_begun;

  self->frame_source = 0;
  self->rest_until = cost > FRAME_BUDGET ? g_get_monotonic_time () + cost / 2 : 0;
  return G_SOURCE_REMOVE;
}

/* After a frame that took long the next one begins at once, and the source has not run. */
static void
end_frame (LsPlayer *self)
{
  if (self->frame_source == 0)
    return;
  g_source_remove (self->frame_source);
  frame_ended_cb (self);
}

/* A run at full speed rests after long frames. A frame that shows nothing new costs next to nothing: the window answers the user,
 * and the engine gets the processor. */
static gboolean
must_rest (LsPlayer *self)
{
  return self->running && is_at_full_speed (self) && !ls_player_is_pending (self) &&
         g_get_monotonic_time () < self->rest_until;
}

static void
begin_frame (LsPlayer *self)
{
  self->frame_begun = get_work ();
  if (self->running && self->frame_source == 0)
    self->frame_source = g_idle_add_full (FRAME_ENDED_PRIORITY, frame_ended_cb, self, NULL);
}

/* Adapts how much of the trace views get at once: more takes longer, but lets the run show all of it in fewer frames. */
static void
adapt_records (LsPlayer *self,
               gboolean  is_behind)
{
  gint64 cost = get_work () - self->frame_begun;

  if (cost > LONG_TICK)
    self->records_each_frame = MAX (self->records_each_frame / 2, LS_RECORDS_EACH_FRAME / 16);
  else if (is_behind && cost < SHORT_TICK)
    self->records_each_frame = MIN (self->records_each_frame * 2, LS_RECORDS_EACH_FRAME * 4);
}

/**
 * ls_player_tick:
 * @self: a player
 * @frame_time: the frame clock's time in µs
 *
 * Announces new records, and goes on with a run or a move. The window calls this once a frame.
 *
 * Returns: whether to call it in the next frame too, although nothing wakes the player
 */
gboolean
ls_player_tick (LsPlayer *self,
                gint64    frame_time)
{
  g_return_val_if_fail (LS_IS_PLAYER (self), FALSE);

  end_frame (self);
  ls_player_note_start (self);
  if (must_rest (self))
    return TRUE;
  begin_frame (self);
  ls_player_note_length (self, MIN (ls_trace_get_length (self->trace), self->length + self->records_each_frame));
  if (ls_player_is_pending (self))
    ls_player_advance_seek (self);
  else if (self->running)
    run (self, frame_time);
  ls_player_do_deferred (self);
  adapt_records (self, self->length < ls_trace_get_length (self->trace));
  return self->running || ls_player_is_pending (self) || self->length < ls_trace_get_length (self->trace);
}
