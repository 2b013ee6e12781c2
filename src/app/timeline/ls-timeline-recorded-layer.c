/* ls-timeline-recorded-layer.c: draws what only recordings tell
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "ls-timeline-layers.h"

#include <math.h>

/* The bar of what lasts from an input to a frame is pale, and has a line below: thick while listeners run. */
#define PALE 0.5
#define THIN 2.0
#define THICK 4.0
/* Parts that are narrower, in pixels, cannot be told apart. */
#define MIN_PARTS 6.0
#define STRIPE 6.0

static void
get_work_color (LsTimelinePainter *painter,
                LsTimelineWork     work,
                GdkRGBA           *color)
{
  switch (work)
    {
    case LS_TIMELINE_WORK_RENDERING:
      *color = painter->tracks[LS_TRACK_RENDERING];
      break;
    case LS_TIMELINE_WORK_LOADING:
      *color = painter->tracks[LS_TRACK_BACKGROUND];
      break;
    case LS_TIMELINE_WORK_GC:
      *color = painter->tracks[LS_TRACK_OTHER];
      break;
    case LS_TIMELINE_WORK_SCRIPT:
    default:
      *color = painter->tracks[LS_TRACK_USER_VISIBLE];
      break;
    }
}

/**
 * ls_timeline_get_recorded_colors:
 * @painter: a painter
 * @track: a track that only recordings have
 * @span: a span of it
 * @color: (inout): the colour of the track, which becomes that of the span
 * @text: (inout): the colour of its label
 *
 * Gets the colours of a span, before they are dimmed.
 */
void
ls_timeline_get_recorded_colors (LsTimelinePainter *painter,
                                 const LsTrack     *track,
                                 const LsSpan      *span,
                                 GdkRGBA           *color,
                                 GdkRGBA           *text)
{
  LsTimelineModel *model = ls_timeline_scene_get_model (painter->scene);
  const LsRecordingEvent *event;

  if (track->kind == LS_TRACK_BROWSER)
    {
      get_work_color (painter, ls_timeline_model_get_work (model, track, span->subject), color);
    }
  else if (track->kind == LS_TRACK_FRAMES)
    {
      event = ls_timeline_model_get_event (model, track, span->subject);
      /* A frame that blocked nothing is one as it should be. */
      if (event != NULL && event->value == 0)
        *color = painter->tracks[LS_TRACK_OTHER];
    }
  else if (track->kind == LS_TRACK_INPUT)
    {
      color->alpha *= painter->high_contrast ? 1 : PALE;
      *text = painter->high_contrast ? *text : painter->color;
    }
}

/* Draws a part of a line at the bottom of a bar. */
static void
draw_line (LsTimelinePainter *painter,
           double             left,
           double             right,
           double             bottom,
           double             thickness)
{
  if (right - left >= 0.5)
    ls_timeline_painter_fill (painter, left, bottom - thickness, right - left, thickness, &painter->tracks[LS_TRACK_INPUT]);
}

/* Stripes tell from the rest what is too much, without a colour. */
static void
draw_stripes (LsTimelinePainter *painter,
              double             left,
              double             right,
              double             y,
              double             height)
{
  const double from = MAX (left, painter->left - STRIPE);
  const double to = MIN (right, painter->left + painter->width + STRIPE);
  cairo_t *cr;

  if (to <= from)
    return;
  cr = gtk_snapshot_append_cairo (painter->snapshot, &GRAPHENE_RECT_INIT (from, y, to - from, height));
  cairo_set_source_rgba (cr, 1, 1, 1, 0.35);
  cairo_set_line_width (cr, STRIPE / 3);
  for (double x = left + floor ((from - left) / STRIPE) * STRIPE - height; x < to; x += STRIPE)
    {
      cairo_move_to (cr, x, y + height);
      cairo_line_to (cr, x + height, y);
    }
  cairo_stroke (cr);
  cairo_destroy (cr);
}

/**
 * ls_timeline_draw_parts:
 * @painter: a painter
 * @track: a track that only recordings have, or that of frames
 * @span: a span of it, whose bar has been drawn
 * @y: the top of the bar, in pixels
 * @height: its height, in pixels
 *
 * Draws the parts of a span over its bar: the time that an input waited, that its listeners took and that passed until the next
 * frame; what a long task takes too much; and that a frame was painted too late.
 */
void
ls_timeline_draw_parts (LsTimelinePainter *painter,
                        const LsTrack     *track,
                        const LsSpan      *span,
                        double             y,
                        double             height)
{
  LsTimelineModel *model = ls_timeline_scene_get_model (painter->scene);
  const LsRecordingEvent *event = ls_timeline_model_get_event (model, track, span->subject);
  const double left = ls_timeline_painter_to_x (painter, span->start);
  const double right = ls_timeline_painter_to_x (painter, span->end);
  double begun, done;
  guint64 first, last;

  if (track->kind == LS_TRACK_PHASES && ls_timeline_model_get_n_missed (model, track, span, NULL) > 0)
    draw_stripes (painter, left, right, y, height);
  if (event == NULL || right - left < MIN_PARTS)
    return;
  if (track->kind == LS_TRACK_INPUT)
    {
      if (!ls_timeline_model_get_listeners (model, track, span->subject, &first, &last))
        return;
      begun = ls_timeline_painter_to_x (painter, first);
      done = ls_timeline_painter_to_x (painter, last);
      begun = CLAMP (begun, left, right);
      done = CLAMP (done, begun, right);
      draw_line (painter, left, begun, y + height, THIN);
      draw_line (painter, begun, done, y + height, THICK);
      draw_line (painter, done, right, y + height, THIN);
    }
  else if (track->kind == LS_TRACK_LONG_TASKS)
    {
      begun = ls_timeline_painter_to_x (painter, event->time / 1000 + LS_TIMELINE_LONG_TASK);
      draw_stripes (painter, CLAMP (begun, left, right), right, y, height);
    }
}
