/* ls-timeline-chart-private.h: what the files of the chart share
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "ls-timeline-chart.h"
#include "ls-timeline-layers.h"

G_BEGIN_DECLS

struct _LsTimelineChart
{
  GtkWidget        parent_instance;

  LsTimelineScene *scene;
  LsLayoutCache   *texts;
  GtkAdjustment   *adjustments[2];       /* by GtkOrientation */
  GArray          *links;                /* (element-type LsTimelineLink): links of the selected task */
  gsize            links_read;           /* number of records when links was filled */
  guint32          links_task;
  int              cursor;               /* row that the keyboard acts on, -1 for none */

  guint            read_tick;
  guint            configure_tick;

  /* ls-timeline-input.c */
  double           pointer_x, pointer_y;
  double           pinch_scale;          /* the last one that the chart zoomed by */
  int              drag;                 /* DragKind */
  double           drag_time;            /* time where the drag began, in µs */
  double           drag_from;            /* first visible time when the drag began */
  guint            event_track;    /* where a key went last: */
  guint            event;          /* the span */
  gsize            event_position; /* and the position that it is at */
};

guint ls_timeline_chart_count_pinned (LsTimelineChart *self);

/* ls-timeline-chart-draw.c */
void  ls_timeline_chart_snapshot     (GtkWidget       *widget,
                                      GtkSnapshot     *snapshot);

/* ls-timeline-events.c */
void ls_timeline_chart_go_to_event  (LsTimelineChart *self,
                                     guint            track,
                                     int              direction);

G_END_DECLS
