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

  double           seek_time;            /* time to go to in the next frame */
  guint            seek_tick;
  guint            read_tick;
  guint            configure_tick;
  gboolean         more;
};

guint ls_timeline_chart_count_pinned (LsTimelineChart *self);

/* ls-timeline-chart-draw.c */
void  ls_timeline_chart_snapshot     (GtkWidget       *widget,
                                      GtkSnapshot     *snapshot);

G_END_DECLS
