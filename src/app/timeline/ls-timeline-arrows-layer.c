/* ls-timeline-arrows-layer.c: draws what agents did because of others
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "ls-timeline-layers.h"

#include <math.h>

/* With more arrows than this, the picture would be unreadable. */
#define MAX_SHOWN 150

/* Returns the row of a track, or the row of its agent if the track has no row. */
static double
get_row (LsTimelineModel *model,
         guint32          agent,
         LsTrackKind      kind,
         const double    *rows)
{
  const LsTimelineAgent *data = ls_timeline_model_find_agent (model, agent);

  if (data == NULL)
    return NAN;
  if (!isnan (rows[data->first_track + kind]))
    return rows[data->first_track + kind];
  return rows[data->first_track + LS_TRACK_BATON];
}

static void
draw_arrow (LsTimelinePainter     *painter,
            const LsTimelineArrow *arrow,
            const double          *rows,
            cairo_t               *cr)
{
  LsTimelineModel *model = ls_timeline_scene_get_model (painter->scene);
  const double from = get_row (model, arrow->from, LS_TRACK_BATON, rows);
  LsTrackKind kind = LS_TRACK_BATON;
  guint64 time = arrow->effect.time;
  double to;

  if (arrow->kind == LS_TIMELINE_ARROW_NOTIFIED)
    {
      kind = arrow->to_promise ? LS_TRACK_PROMISES : LS_TRACK_WAITS;
    }
  else if (arrow->kind == LS_TIMELINE_ARROW_POSTED)
    {
      const LsTimelineTask *task = ls_timeline_model_get_task (model, arrow->task);
      const LsSpan *span = ls_timeline_model_get_task_span (model, arrow->task);

      if (span != NULL)
        {
          kind = task->track;
          time = span->start;
        }
    }
  to = get_row (model, arrow->to, kind, rows);
  if (isnan (from) || isnan (to) || (from == to && arrow->from_time == time))
    return;
  ls_timeline_painter_draw_arrow (painter, cr, ls_timeline_painter_to_x (painter, arrow->from_time), from,
                                  ls_timeline_painter_to_x (painter, time), to, arrow->kind == LS_TIMELINE_ARROW_CREATED);
}

/**
 * ls_timeline_draw_arrows:
 * @painter: a painter
 * @rows: the position of each track's row, NaN for a track that is not shown
 *
 * Draws arrows from agents to the agents that they created, posted to or notified. If there are too many to tell apart, it draws
 * none.
 */
void
ls_timeline_draw_arrows (LsTimelinePainter *painter,
                         const double      *rows)
{
  const GArray *arrows = ls_timeline_model_get_arrows (ls_timeline_scene_get_model (painter->scene));
  LsTimeAxis *axis = ls_timeline_scene_get_axis (painter->scene);
  const double from = MAX (0, ls_time_axis_get_from (axis));
  const guint first = ls_time_marks_find (arrows, from);
  const guint end = ls_time_marks_find (arrows, MAX (0, ceil (from + ls_time_axis_get_span (axis))) + 1);
  GdkRGBA color = painter->color;
  cairo_t *cr;

  if (first == end || end - first > MAX_SHOWN)
    return;
  color.alpha *= painter->high_contrast ? 1 : 0.7;
  cr = gtk_snapshot_append_cairo (painter->snapshot,
                                  &GRAPHENE_RECT_INIT (painter->left, 0, painter->width,
                                                       gtk_widget_get_height (painter->widget)));
  gdk_cairo_set_source_rgba (cr, &color);
  cairo_set_line_width (cr, 1);
  for (guint i = first; i < end; i++)
    draw_arrow (painter, &g_array_index (arrows, LsTimelineArrow, i), rows, cr);
  cairo_destroy (cr);
}
