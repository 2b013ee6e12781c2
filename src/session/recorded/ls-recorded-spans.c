/* ls-recorded-spans.c: finds which parts of a unit are the program's code and which are the browser's
 *
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */

#include <string.h>

#include "ls-recorded-finder-private.h"

/* Returns FALSE for events that are no part of interest. */
static gboolean
get_kind (LsRecordedFinder       *self,
          const LsRecordingEvent *event,
          LsRecordedSpanKind     *kind)
{
  const char *name;

  switch ((LsRecordingEventKind) event->kind)
    {
    case LS_RECORDING_EVENT_SCRIPT:
      /* Compiling a script runs nothing of it. */
      name = ls_recording_get_text (self->thread->recording, event->text);
      *kind = name != NULL && strstr (name, "compile") != NULL ? LS_SPAN_BROWSER : LS_SPAN_SCRIPT;
      return TRUE;
    case LS_RECORDING_EVENT_RUN:
    case LS_RECORDING_EVENT_CONTINUE:
    case LS_RECORDING_EVENT_TIMER_FIRE:
    case LS_RECORDING_EVENT_FRAME_FIRE:
    case LS_RECORDING_EVENT_IDLE_FIRE:
    case LS_RECORDING_EVENT_MESSAGE:
    case LS_RECORDING_EVENT_FUNCTION:
    case LS_RECORDING_EVENT_DISPATCH:
    case LS_RECORDING_EVENT_MICROTASKS:
    case LS_RECORDING_EVENT_RESOURCE_CALLBACK:
      *kind = LS_SPAN_SCRIPT;
      return TRUE;
    case LS_RECORDING_EVENT_RENDERING:
      *kind = LS_SPAN_RENDERING;
      return TRUE;
    case LS_RECORDING_EVENT_GC:
      *kind = LS_SPAN_BROWSER;
      return TRUE;
    default:
      return FALSE;
    }
}

/* Returns whether a script that begins at @begin goes on with the one before: it is within it, or the microtasks after it. */
static gboolean
goes_on (LsRecordedFinder       *self,
         const LsRecordingEvent *event,
         guint64                 begin)
{
  const guint64 end = ls_recorded_span (self->thread, self->script)->end;
  const LsRecordedSpan *last = ls_recorded_span (self->thread, self->thread->spans->len - 1);

  if (begin < end)
    return TRUE;
  return event->kind == LS_RECORDING_EVENT_MICROTASKS && !(last->kind == LS_SPAN_RENDERING && last->begin >= end);
}

/* Returns whether an event is something that a script waits for. */
gboolean
ls_finder_is_in_script (LsRecordedFinder       *self,
                        const LsRecordingEvent *event)
{
  return self->script != LS_RECORDED_NONE &&
         ls_recorded_to_us (event->time) < ls_recorded_span (self->thread, self->script)->end;
}

/* Notes which part of the current unit an event is, if it is one. */
void
ls_finder_note_span (LsRecordedFinder       *self,
                     const LsRecordingEvent *event)
{
  LsRecordedUnit *unit = ls_finder_peek_unit (self);
  LsRecordedSpan span = { .begin = ls_recorded_to_us (event->time) };
  LsRecordedSpanKind kind;

  if (unit == NULL || !get_kind (self, event, &kind))
    return;
  if (kind == LS_SPAN_SCRIPT || event->kind == LS_RECORDING_EVENT_SCRIPT)
    unit->has_script = TRUE;
  span.kind = kind;
  span.end = event->duration == LS_RECORDING_NO_END ? unit->end : ls_recorded_to_us (event->time + event->duration);
  span.end = MIN (span.end, unit->end);
  if (span.end <= span.begin)
    return;
  if (kind == LS_SPAN_SCRIPT && self->script != LS_RECORDED_NONE && goes_on (self, event, span.begin))
    {
      LsRecordedSpan *script = ls_recorded_span (self->thread, self->script);

      script->end = MAX (script->end, span.end);
      return;
    }
  if (unit->n_spans++ == 0)
    unit->first_span = self->thread->spans->len;
  if (kind == LS_SPAN_SCRIPT)
    self->script = self->thread->spans->len;
  g_array_append_val (self->thread->spans, span);
}
