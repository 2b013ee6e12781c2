/* ls-seek.c: moves to positions that are known, or will be once they are recorded
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "ls-seek-private.h"

void
ls_seek_free (LsSeek *self)
{
  if (self->klass->clear != NULL)
    self->klass->clear (self);
  g_free (self);
}

/* Goes on as far as one frame has time for. Returns what has become of the move; @position is set for %LS_SEEK_MOVING,
 * %LS_SEEK_ARRIVED and %LS_SEEK_AT_BREAKPOINT. */
LsSeekResult
ls_seek_advance (LsSeek              *self,
                 const LsSeekContext *context,
                 gsize               *position)
{
  return self->klass->advance (self, context, position);
}

/* Gets where the move ends. Returns whether it knows that. */
gboolean
ls_seek_get_moment (LsSeek   *self,
                    LsMoment *moment)
{
  return self->klass->get_moment != NULL && self->klass->get_moment (self, moment);
}

/* Returns whether breakpoints on the way end the move. */
gboolean
ls_seek_stops_at_breakpoints (LsSeek *self)
{
  return self->stops_at_breakpoints;
}

/* Asks for the trace as far as @step. Returns FALSE if there will be no more of it. */
static gboolean
request_step (const LsSeekContext *context,
              guint32              step)
{
  return context->more != NULL && context->more (step, context->more_data);
}

/* Asks for a step more than there are. */
gboolean
ls_seek_request_more (const LsSeekContext *context)
{
  return request_step (context, ls_trace_get_n_steps (context->trace) + 1);
}

/* To a position */

typedef struct
{
  LsSeek parent;
  gsize  position;
} PositionSeek;

static LsSeekResult
position_seek_advance (LsSeek              *seek,
                       const LsSeekContext *context,
                       gsize               *position)
{
  PositionSeek *self = (PositionSeek *) seek;

  if (self->position > ls_trace_get_length (context->trace) && ls_seek_request_more (context))
    return LS_SEEK_PENDING;
  *position = MIN (self->position, ls_trace_get_length (context->trace));
  return LS_SEEK_ARRIVED;
}

static const LsSeekClass position_seek_class = { .advance = position_seek_advance };

/* To @position, or to the end of a run that does not come so far. */
LsSeek *
ls_seek_new_for_position (gsize position)
{
  PositionSeek *self = g_new0 (PositionSeek, 1);

  self->parent.klass = &position_seek_class;
  self->position = position;
  return &self->parent;
}

/* To the end of a step */

typedef struct
{
  LsSeek  parent;
  guint32 step;
} StepSeek;

static LsSeekResult
step_seek_advance (LsSeek              *seek,
                   const LsSeekContext *context,
                   gsize               *position)
{
  StepSeek *self = (StepSeek *) seek;

  if (self->step <= ls_trace_get_n_steps (context->trace))
    {
      *position = ls_trace_find_step (context->trace, self->step);
      /* The step after this one is likely to be wanted next. */
      request_step (context, self->step + 1);
      return LS_SEEK_ARRIVED;
    }
  if (request_step (context, self->step))
    return LS_SEEK_PENDING;
  *position = ls_trace_get_length (context->trace);
  return LS_SEEK_ARRIVED;
}

static gboolean
step_seek_get_moment (LsSeek   *seek,
                      LsMoment *moment)
{
  *moment = (LsMoment) { .step = ((StepSeek *) seek)->step };
  return TRUE;
}

static const LsSeekClass step_seek_class = {
  .advance = step_seek_advance,
  .get_moment = step_seek_get_moment,
};

/* To the end of @step, 0 for the start, or to the end of a run with fewer steps. */
LsSeek *
ls_seek_new_for_step (guint32 step)
{
  StepSeek *self = g_new0 (StepSeek, 1);

  self->parent.klass = &step_seek_class;
  self->step = step;
  return &self->parent;
}

/* To a moment of another run */

typedef struct
{
  LsSeek   parent;
  LsMoment moment;
} MomentSeek;

static gboolean
is_forgotten (LsTrace *trace,
              guint32  step)
{
  const gsize start = ls_trace_get_start (trace);

  return start > 0 && step < ls_trace_get_step_at (trace, start);
}

static gboolean
find_moment (LsTrace        *trace,
             const LsMoment *moment,
             gsize          *position)
{
  gsize length = ls_trace_get_length (trace);
  guint32 n_records = 0;

  if (moment->step > ls_trace_get_n_steps (trace))
    return FALSE;
  if (is_forgotten (trace, moment->step))
    {
      *position = ls_trace_get_start (trace);
      return TRUE;
    }
  for (*position = ls_trace_find_step (trace, moment->step); n_records < moment->n_records; (*position)++)
    {
      LsRecord record;

      if (*position >= length)
        return FALSE;
      ls_trace_get_record (trace, *position, &record);
      if (record.kind != LS_RECORD_BREAKPOINT)
        n_records++;
    }
  return TRUE;
}

static LsSeekResult
moment_seek_advance (LsSeek              *seek,
                     const LsSeekContext *context,
                     gsize               *position)
{
  MomentSeek *self = (MomentSeek *) seek;

  if (find_moment (context->trace, &self->moment, position))
    return LS_SEEK_ARRIVED;
  if (ls_seek_request_more (context))
    return LS_SEEK_PENDING;
  *position = ls_trace_get_length (context->trace);
  return LS_SEEK_ARRIVED;
}

static gboolean
moment_seek_get_moment (LsSeek   *seek,
                        LsMoment *moment)
{
  *moment = ((MomentSeek *) seek)->moment;
  return TRUE;
}

static const LsSeekClass moment_seek_class = {
  .advance = moment_seek_advance,
  .get_moment = moment_seek_get_moment,
};

/* To @moment, to the first record that is left if those of the moment were let go, or to the end of a run without it. */
LsSeek *
ls_seek_new_for_moment (const LsMoment *moment)
{
  MomentSeek *self = g_new0 (MomentSeek, 1);

  self->parent.klass = &moment_seek_class;
  self->moment = *moment;
  return &self->parent;
}

/* To the end */

static LsSeekResult
end_seek_advance (LsSeek              *seek,
                  const LsSeekContext *context,
                  gsize               *position)
{
  const gboolean more = request_step (context, G_MAXUINT32);
  const gsize length = ls_trace_get_length (context->trace);

  *position = MIN (length, MAX (context->position, context->length) + LS_RECORDS_EACH_FRAME);
  return more || *position < length ? LS_SEEK_MOVING : LS_SEEK_ARRIVED;
}

static const LsSeekClass end_seek_class = { .advance = end_seek_advance };

/* To the end of what is recorded, and on with it as long as it grows; but never over so much at once that frames would be
 * missed. */
LsSeek *
ls_seek_new_for_end (void)
{
  LsSeek *self = g_new0 (LsSeek, 1);

  self->klass = &end_seek_class;
  return self;
}
