/* ls-seek-search.c: moves to what has to be looked for
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "ls-record-walk-private.h"
#include "ls-seek-private.h"

/* How many records a frame has time for where each is only looked at. */
#define LOOKED_AT_EACH_FRAME 500000

/* To a record */

typedef struct
{
  LsSeek       parent;
  LsRecordKind kind;
  guint32      subject;
  gsize        scanned;
  gboolean     has_asked;   /* for more of the trace */
} RecordSeek;

static gboolean
find_record (RecordSeek *self,
             LsTrace    *trace,
             gsize      *position)
{
  LsRecordWalk walk = { trace, MAX (self->scanned, ls_trace_get_start (trace)), ls_trace_get_length (trace) };
  const LsRecord *record;

  while ((record = ls_record_walk_next (&walk)) != NULL)
    if (record->kind == self->kind && record->subject == self->subject)
      {
        *position = walk.position;
        return TRUE;
      }
  self->scanned = walk.position;
  return FALSE;
}

static LsSeekResult
record_seek_advance (LsSeek              *seek,
                     const LsSeekContext *context,
                     gsize               *position)
{
  RecordSeek *self = (RecordSeek *) seek;

  if (find_record (self, context->trace, position))
    return LS_SEEK_ARRIVED;
  /* The run may end while it is looked at: so a second look follows. */
  if (ls_seek_request_more (context) || !self->has_asked)
    {
      self->has_asked = TRUE;
      return LS_SEEK_PENDING;
    }
  return LS_SEEK_LOST;
}

static const LsSeekClass record_seek_class = { .advance = record_seek_advance };

/* To the end of the first record of @kind and @subject. */
LsSeek *
ls_seek_new_for_record (LsRecordKind kind,
                        guint32      subject)
{
  RecordSeek *self = g_new0 (RecordSeek, 1);

  self->parent.klass = &record_seek_class;
  self->kind = kind;
  self->subject = subject;
  return &self->parent;
}

/* Returns whether @seek goes to the end of an action, whose step is known only when it is reached. */
gboolean
ls_seek_get_action (LsSeek *seek,
                    guint  *action)
{
  RecordSeek *self = (RecordSeek *) seek;

  if (seek->klass != &record_seek_class || self->kind != LS_RECORD_ACTION_FINISHED)
    return FALSE;
  *action = self->subject;
  return TRUE;
}

/* To what a function finds */

typedef struct
{
  LsSeek          parent;
  LsSeekFindFunc  find;
  gpointer        user_data;
  GDestroyNotify  destroy;
} FoundSeek;

static LsSeekResult
found_seek_advance (LsSeek              *seek,
                    const LsSeekContext *context,
                    gsize               *position)
{
  FoundSeek *self = (FoundSeek *) seek;

  *position = ls_trace_get_length (context->trace);
  if (!self->find (context->trace, position, self->user_data))
    {
      if (ls_seek_request_more (context))
        return LS_SEEK_PENDING;
      /* The run may have ended in between. */
      *position = ls_trace_get_length (context->trace);
      self->find (context->trace, position, self->user_data);
    }
  *position = MIN (*position, ls_trace_get_length (context->trace));
  return LS_SEEK_ARRIVED;
}

static void
found_seek_clear (LsSeek *seek)
{
  FoundSeek *self = (FoundSeek *) seek;

  if (self->destroy != NULL)
    self->destroy (self->user_data);
}

static const LsSeekClass found_seek_class = {
  .advance = found_seek_advance,
  .clear = found_seek_clear,
};

/* To what @find finds, or to the end of a run in which it finds nothing. */
LsSeek *
ls_seek_new_for_found (LsSeekFindFunc find,
                       gpointer       user_data,
                       GDestroyNotify destroy)
{
  FoundSeek *self = g_new0 (FoundSeek, 1);

  self->parent.klass = &found_seek_class;
  self->find = find;
  self->user_data = user_data;
  self->destroy = destroy;
  return &self->parent;
}

/* To the end of a step over, into or out of calls, or to breakpoints that are not the player's */

typedef struct
{
  LsSeek      parent;
  LsStepping *stepping;
  gsize       target;      /* where the step ends, G_MAXSIZE while that is not known */
  gboolean    backwards;
} SteppingSeek;

/* Looks for the end of the step. Returns FALSE if there is more to look at. */
static gboolean
find_target (SteppingSeek        *self,
             const LsSeekContext *context,
             gsize                length)
{
  const gsize next = ls_stepping_get_next (self->stepping);
  const gsize end = length - MIN (next, length) > LOOKED_AT_EACH_FRAME ? next + LOOKED_AT_EACH_FRAME : length;

  if (self->target != G_MAXSIZE)
    return TRUE;
  self->target = ls_stepping_forward (self->stepping, end);
  if (self->target != G_MAXSIZE)
    return TRUE;
  if (end < length || ls_seek_request_more (context))
    return FALSE;
  self->target = MIN (ls_stepping_finish (self->stepping), length);
  return TRUE;
}

/* Looks for the first breakpoint on the way of the step, as far as its way is known. */
static LsBreakResult
find_break (SteppingSeek        *self,
            const LsSeekContext *context,
            gsize               *position)
{
  gsize target = self->target;
  LsBreakResult result;

  if (context->matcher == NULL)
    return LS_BREAK_NOT_FOUND;
  if (!self->backwards)
    {
      if (target == G_MAXSIZE)
        target = ls_stepping_get_certain (self->stepping);
      return ls_break_matcher_forward (context->matcher, context->position, target, LS_RECORDS_EACH_FRAME, position);
    }
  result = ls_break_matcher_backward (context->matcher, context->position, LS_RECORDS_EACH_FRAME, position);
  return result == LS_BREAK_FOUND && *position < target ? LS_BREAK_NOT_FOUND : result;
}

static LsSeekResult
stepping_seek_advance (LsSeek              *seek,
                       const LsSeekContext *context,
                       gsize               *position)
{
  SteppingSeek *self = (SteppingSeek *) seek;
  const gboolean is_found = find_target (self, context, ls_trace_get_length (context->trace));
  const LsBreakResult result = find_break (self, context, position);

  if (result == LS_BREAK_FOUND)
    return LS_SEEK_AT_BREAKPOINT;
  if (result == LS_BREAK_MORE || !is_found)
    return LS_SEEK_PENDING;
  *position = self->target;
  return LS_SEEK_ARRIVED;
}

static void
stepping_seek_clear (LsSeek *seek)
{
  ls_stepping_free (((SteppingSeek *) seek)->stepping);
}

static const LsSeekClass stepping_seek_class = {
  .advance = stepping_seek_advance,
  .clear = stepping_seek_clear,
};

/* To where @stepping (transfer full) ends. */
LsSeek *
ls_seek_new_for_stepping (LsStepping *stepping,
                          gboolean    backwards,
                          gboolean    stops_at_breakpoints)
{
  SteppingSeek *self = g_new0 (SteppingSeek, 1);

  self->parent.klass = &stepping_seek_class;
  self->parent.stops_at_breakpoints = stops_at_breakpoints;
  self->stepping = stepping;
  self->backwards = backwards;
  self->target = backwards ? ls_stepping_backward (stepping) : G_MAXSIZE;
  return &self->parent;
}

/* To the next breakpoint of the player, or the one before */

typedef struct
{
  LsSeek   parent;
  gboolean backwards;
} BreakpointSeek;

static LsSeekResult
breakpoint_seek_advance (LsSeek              *seek,
                         const LsSeekContext *context,
                         gsize               *position)
{
  BreakpointSeek *self = (BreakpointSeek *) seek;
  LsBreakResult result = LS_BREAK_NOT_FOUND;

  if (context->matcher != NULL && self->backwards)
    result = ls_break_matcher_backward (context->matcher, context->position, LS_RECORDS_EACH_FRAME, position);
  else if (context->matcher != NULL)
    result = ls_break_matcher_forward (context->matcher, context->position, G_MAXSIZE, LS_RECORDS_EACH_FRAME, position);
  if (result == LS_BREAK_FOUND)
    return LS_SEEK_AT_BREAKPOINT;
  if (result == LS_BREAK_MORE || (!self->backwards && ls_seek_request_more (context)))
    return LS_SEEK_PENDING;
  *position = self->backwards ? 0 : ls_trace_get_length (context->trace);
  return LS_SEEK_ARRIVED;
}

static const LsSeekClass breakpoint_seek_class = { .advance = breakpoint_seek_advance };

/* To the next breakpoint, or to the end of a run without one; backwards to the one before, or to the start. */
LsSeek *
ls_seek_new_for_breakpoint (gboolean backwards)
{
  BreakpointSeek *self = g_new0 (BreakpointSeek, 1);

  self->parent.klass = &breakpoint_seek_class;
  self->parent.stops_at_breakpoints = TRUE;
  self->backwards = backwards;
  return &self->parent;
}
