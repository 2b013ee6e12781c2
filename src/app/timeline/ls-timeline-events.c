/* ls-timeline-events.c: goes from event to event on the tracks that only recordings have
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "ls-timeline-chart-private.h"

#include "ls-compat.h"

/* Returns the span to go to from the position, or LS_SPAN_NONE. No record begins an event, so the position may be somewhat before
 * the event that a key went to last. */
static guint
find_next (LsTimelineChart  *self,
           guint             track,
           const LsSpanList *spans,
           int               direction)
{
  LsPlayer *player = ls_timeline_scene_get_player (self->scene);
  const guint n = ls_span_list_get_n (spans);
  const guint64 now = ls_timeline_scene_get_now (self->scene);
  const gboolean is_there = self->event_track == track && self->event < n &&
                            self->event_position == ls_player_get_position (player);
  guint next;

  if (is_there)
    next = direction > 0 ? self->event + 1 : self->event - 1;
  else
    next = ls_span_list_find_starting (spans, direction > 0 ? now + 1 : now, 0) - (direction < 0);
  /* Before the first one the number has gone round. */
  return next < n ? next : LS_SPAN_NONE;
}

/**
 * ls_timeline_chart_go_to_event:
 * @self: a chart with a player
 * @track: a track that only recordings have
 * @direction: 1 for the next event, -1 for the one before
 *
 * Goes to the time of an event and says what it is.
 */
void
ls_timeline_chart_go_to_event (LsTimelineChart *self,
                               guint            track,
                               int              direction)
{
  LsTimelineModel *model = ls_timeline_scene_get_model (self->scene);
  const LsTrack *data = ls_timeline_model_get_track (model, track);
  const guint next = find_next (self, track, data->spans, direction);
  const LsSpan *span;
  g_autofree char *text = NULL;

  if (next == LS_SPAN_NONE)
    return;
  span = ls_span_list_get (data->spans, next);
  ls_timeline_scene_seek (self->scene, span->start);
  ls_time_axis_reveal (ls_timeline_scene_get_axis (self->scene), span->start, FALSE);
  self->event_track = track;
  self->event = next;
  self->event_position = ls_player_get_position (ls_timeline_scene_get_player (self->scene));
  text = ls_timeline_model_describe_event (model, data, span->subject);
  if (text != NULL)
    ls_compat_announce (GTK_WIDGET (self), text);
}
