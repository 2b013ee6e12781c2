/* ls-timeline-phases.c: the frames of GTK programs, as a track
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "ls-timeline-model-private.h"

#include <glib/gi18n.h>

/* What GTK's frame clock does for a frame, in this order. The spans of the track are phases: their subjects are their names, and
 * those of a frame adjoin. Its marks are frames that came so late that refreshes of the display were missed. */
static const char *const names[] = {
  "flush-events", "before-paint", "update", "layout", "paint", "after-paint", "resume-events",
};

static gboolean
is_phase (LsTimelineModel *self,
          const LsRecord  *record)
{
  const char *name = record->text != 0 ? ls_trace_get_text (self->trace, record->text) : NULL;

  for (guint i = 0; name != NULL && i < G_N_ELEMENTS (names); i++)
    if (g_str_equal (name, names[i]))
      return TRUE;
  return FALSE;
}

/* Takes what a program has worked: it may have been a phase, which is over now. */
void
ls_timeline_model_read_work (LsTimelineModel *self,
                             const LsTrack   *track,
                             const LsRecord  *record,
                             guint32          position)
{
  const guint n = ls_span_list_get_n (track->spans);
  const guint64 last = n > 0 ? ls_span_list_get (track->spans, n - 1)->end : 0;

  /* Steps have no room for what lasts. */
  if (self->by_step || !is_phase (self, record))
    return;
  ls_span_list_begin (track->spans, MAX (record->time - MIN (record->time, record->value), last), position, record->text);
  ls_span_list_end (track->spans, record->time);
}

/* Takes a frame. Only those count that are late. */
void
ls_timeline_model_read_frame (const LsTrack  *track,
                              const LsRecord *record,
                              guint32         position)
{
  const LsTimeMark mark = { record->time, position };

  if (record->level > 0)
    g_array_append_val (track->marks, mark);
}

/**
 * ls_timeline_model_get_n_missed:
 * @self: a model
 * @track: a track of frames
 * @span: a phase of it
 * @late: (out) (optional): how late the frame was, in µs
 *
 * Returns: how many refreshes of the display were missed until @span had painted the frame; 0 for a phase that paints none
 */
guint
ls_timeline_model_get_n_missed (LsTimelineModel *self,
                                const LsTrack   *track,
                                const LsSpan    *span,
                                guint64         *late)
{
  const guint i = ls_time_marks_find (track->marks, span->end);
  LsRecord record;

  /* A frame is told right after it is painted. */
  if (i >= track->marks->len || g_array_index (track->marks, LsTimeMark, i).time != span->end || span->start == span->end)
    return 0;
  ls_trace_get_record (self->trace, g_array_index (track->marks, LsTimeMark, i).record, &record);
  if (late != NULL)
    *late = record.value;
  return record.level;
}

/**
 * ls_timeline_model_format_phase:
 * @self: a model
 * @track: a track of frames
 * @span: a phase of it
 *
 * Returns: (transfer full): what the phase is called, and how many refreshes were missed
 */
char *
ls_timeline_model_format_phase (LsTimelineModel *self,
                                const LsTrack   *track,
                                const LsSpan    *span)
{
  const guint n_missed = ls_timeline_model_get_n_missed (self, track, span, NULL);
  const char *name = ls_trace_get_text (self->trace, span->subject);

  if (n_missed == 0)
    return g_strdup (name);
  /* Translators: a phase of GTK's frame clock, then how many refreshes of the display were missed */
  return g_strdup_printf (ngettext ("%s · %u missed", "%s · %u missed", n_missed), name, n_missed);
}
