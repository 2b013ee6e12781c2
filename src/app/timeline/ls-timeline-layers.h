/* ls-timeline-layers.h: what the layers of a timeline draw with
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <gtk/gtk.h>

#include "ls-layout-cache.h"
#include "ls-timeline-scene.h"

G_BEGIN_DECLS

/**
 * LsTimelinePainter:
 * @widget: the widget to draw
 * @snapshot: the snapshot to draw to
 * @texts: a cache of texts in @widget's style
 * @scene: the scene to draw
 * @left: the place of the first visible time, in pixels
 * @width: the width of the part of the widget that shows time, in pixels
 * @row_height: the height of a row, in pixels
 * @now: the time of the player's position, in µs
 * @selected: the selected task, 0 for none
 *
 * The data that layers need to draw a frame. It is plain data, and valid during that frame.
 */
typedef struct
{
  GtkWidget       *widget;
  GtkSnapshot     *snapshot;
  LsLayoutCache   *texts;
  LsTimelineScene *scene;
  double           left, width;
  double           row_height;
  double           now;
  guint32          selected;
  gboolean         high_contrast;

  GdkRGBA          color;
  GdkRGBA          accent;
  GdkRGBA          tracks[LS_N_TRACKS];
  GdkRGBA          error;
  GdkRGBA          warning;
} LsTimelinePainter;

/**
 * LsTimelineLink:
 * @from: the task that posted
 * @to: the task that was posted
 * @time: when @from posted @to, in µs
 * @is_continuation: whether @to continues the work of @from
 */
typedef struct
{
  guint32  from, to;
  guint64  time;
  gboolean is_continuation;
} LsTimelineLink;

void     ls_timeline_painter_init        (LsTimelinePainter    *self,
                                          GtkWidget            *widget,
                                          GtkSnapshot          *snapshot,
                                          LsTimelineScene      *scene,
                                          LsLayoutCache        *texts);
double   ls_timeline_painter_to_x        (LsTimelinePainter    *self,
                                          double                time);
void     ls_timeline_painter_draw_text   (LsTimelinePainter    *self,
                                          const char           *text,
                                          double                x,
                                          double                y,
                                          double                width,
                                          double                height,
                                          const GdkRGBA        *color);
gboolean ls_timeline_painter_draw_label  (LsTimelinePainter    *self,
                                          const char           *text,
                                          double                x,
                                          double                y,
                                          double                width,
                                          double                height,
                                          const GdkRGBA        *color);
void     ls_timeline_painter_fill        (LsTimelinePainter    *self,
                                          double                x,
                                          double                y,
                                          double                width,
                                          double                height,
                                          const GdkRGBA        *color);

void     ls_timeline_painter_draw_arrow  (LsTimelinePainter    *self,
                                          cairo_t              *cr,
                                          double                x1,
                                          double                y1,
                                          double                x2,
                                          double                y2,
                                          gboolean              is_dashed);

/* All parts of the timeline share this geometry. */
double   ls_timeline_get_row_height      (GtkWidget            *widget);
void     ls_timeline_get_area            (GtkWidget            *widget,
                                          double               *left,
                                          double               *width);
double   ls_timeline_to_time             (GtkWidget            *widget,
                                          LsTimelineScene      *scene,
                                          double                x);

/* What several parts of the timeline do for the user. */
void     ls_timeline_seek_soon           (GtkWidget            *widget,
                                          LsTimelineScene      *scene,
                                          double                time);
void     ls_timeline_zoom                (LsTimelineScene      *scene,
                                          double                factor);

/* Each function draws one layer. */
void     ls_timeline_draw_gaps           (LsTimelinePainter    *painter,
                                          const LsSpanList     *gaps,
                                          double                y);
void     ls_timeline_draw_queued         (LsTimelinePainter    *painter,
                                          const LsQueueLengths *queued,
                                          double                y);
void     ls_timeline_draw_tasks          (LsTimelinePainter    *painter,
                                          const LsTrack        *track,
                                          double                y);
void     ls_timeline_draw_signal         (LsTimelinePainter    *painter,
                                          const LsTrack        *track,
                                          double                y);
void     ls_timeline_draw_marks          (LsTimelinePainter    *painter,
                                          const GArray         *marks,
                                          gboolean              are_events,
                                          double                y);
void     ls_timeline_draw_choices        (LsTimelinePainter    *painter,
                                          const double         *places);
void     ls_timeline_get_recorded_colors (LsTimelinePainter    *painter,
                                          const LsTrack        *track,
                                          const LsSpan         *span,
                                          GdkRGBA              *color,
                                          GdkRGBA              *text);
void     ls_timeline_draw_parts          (LsTimelinePainter    *painter,
                                          const LsTrack        *track,
                                          const LsSpan         *span,
                                          double                y,
                                          double                height);
void     ls_timeline_draw_links          (LsTimelinePainter    *painter,
                                          const GArray         *links,
                                          const double         *rows);

void     ls_timeline_draw_arrows         (LsTimelinePainter    *painter,
                                          const double         *rows);

GArray  *ls_timeline_collect_links       (LsTimelineModel      *model,
                                          guint32               task);
void     ls_timeline_collect_track_links (LsTimelineModel      *model,
                                          guint                 track,
                                          guint64               from,
                                          guint64               to,
                                          GArray               *links);

G_END_DECLS
