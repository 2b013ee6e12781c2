/* ls-live-frames.c: the frames of GTK programs, and their phases
 *
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */

#include "config.h"

#include "ls-live-writer-types-private.h"

/* More clocks, that is, windows, share the last number. */
#define MAX_CLOCKS 1024

/* Returns the number of a clock of the context. */
static guint32
get_clock (LsLiveContext *context,
           guint64        clock)
{
  if (context->clocks == NULL)
    context->clocks = g_array_new (FALSE, FALSE, sizeof clock);
  for (guint i = context->clocks->len; i-- > 0;)
    if (g_array_index (context->clocks, guint64, i) == clock)
      return i + 1;
  if (context->clocks->len < MAX_CLOCKS)
    g_array_append_val (context->clocks, clock);
  return context->clocks->len;
}

/* A phase that goes on in a dispatch is over: it has worked. */
void
ls_live_writer_end_phase (LsLiveWriter   *self,
                          LsLiveDispatch *dispatch)
{
  static const char *const names[LS_WIRE_N_PHASES] = {
    [LS_WIRE_PHASE_FLUSH_EVENTS] = "flush-events", [LS_WIRE_PHASE_BEFORE_PAINT] = "before-paint", [LS_WIRE_PHASE_UPDATE] = "update",
    [LS_WIRE_PHASE_LAYOUT] = "layout", [LS_WIRE_PHASE_PAINT] = "paint", [LS_WIRE_PHASE_AFTER_PAINT] = "after-paint",
    [LS_WIRE_PHASE_RESUME_EVENTS] = "resume-events",
  };

  if (dispatch->clock == 0)
    return;
  dispatch->clock = 0;
  ls_live_emit (self, dispatch->context, .kind = LS_RECORD_WORK, .text = ls_probe_intern (self->probe, names[dispatch->phase]),
                .value = ls_live_saturate (self->now - dispatch->phase_began));
}

/* The window is painted. What is due when the display is refreshed and comes later is seen with the next refresh. */
static void
tell_frame (LsLiveWriter      *self,
            LsLiveDispatch    *dispatch,
            const LsWireFrame *record)
{
  const guint64 late = dispatch->due != LS_LIVE_NEVER ? self->now - MIN (dispatch->due, self->now) : 0;
  const guint64 n_missed = record->interval > 0 ? late / record->interval : 0;

  ls_live_emit (self, dispatch->context, .kind = LS_RECORD_FRAME, .subject = get_clock (dispatch->context, record->clock),
                .object = record->interval, .value = ls_live_saturate (late), .level = MIN (n_missed, G_MAXUINT8));
}

void
ls_live_writer_tell_phase (LsLiveWriter      *self,
                           LsLiveThread      *thread,
                           const LsWireFrame *record)
{
  const guint n = thread->dispatches->len;
  LsLiveDispatch *dispatch = n > 0 ? &g_array_index (thread->dispatches, LsLiveDispatch, n - 1) : NULL;

  if (dispatch == NULL || dispatch->context->depth == 0 || record->head.source >= LS_WIRE_N_PHASES || record->clock == 0)
    return;
  ls_live_writer_end_phase (self, dispatch);
  dispatch->phase = record->head.source;
  dispatch->phase_began = self->now;
  dispatch->clock = record->clock;
  if (dispatch->phase == LS_WIRE_PHASE_AFTER_PAINT)
    tell_frame (self, dispatch, record);
}
