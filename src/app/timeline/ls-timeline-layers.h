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
 * @widget: what is drawn
 * @snapshot: where to draw
 * @texts: texts in @widget's style
 * @scene: what to draw
 * @left: where the first visible time is, in pixels
 * @width: how much of the widget has time in it
 * @row_height: how high a row is
 * @now: the position's time in µs
 * @selected: the task that is selected, 0 for none
 *
 * What layers need while a frame is drawn. Plain data, valid while it is.
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
 * @time: when, in µs
 * @is_continuation: whether @to goes on with what @from did
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

/* The geometry that all parts share. */
double   ls_timeline_get_row_height      (GtkWidget            *widget);
void     ls_timeline_get_area            (GtkWidget            *widget,
                                          double               *left,
                                          double               *width);

/* One layer each. */
void     ls_timeline_draw_gaps           (LsTimelinePainter    *painter,
                                          const LsSpanList     *gaps,
                                          double                y);
void     ls_timeline_draw_tasks          (LsTimelinePainter    *painter,
                                          const LsTrack        *track,
                                          double                y);
void     ls_timeline_draw_signal         (LsTimelinePainter    *painter,
                                          const LsTrack        *track,
                                          double                y);
void     ls_timeline_draw_marks          (LsTimelinePainter    *painter,
                                          const GArray         *marks,
                                          double                y);
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
