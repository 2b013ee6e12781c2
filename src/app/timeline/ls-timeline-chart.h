/* ls-timeline-chart.h: the tracks of a timeline
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <gtk/gtk.h>

#include "ls-timeline-scene.h"

G_BEGIN_DECLS

/**
 * LsTimelineHit:
 * @row: index of the row, -1 for none
 * @track: the row's track
 * @is_name: whether the place is in the row's name
 * @time: time in µs
 * @span: the span at the place, %NULL for none
 * @mark: the record of the mark at the place, %G_MAXUINT32 for none
 *
 * The things at a place of the chart. It is valid until the model reads more of the trace.
 */
typedef struct
{
  int           row;
  guint         track;
  gboolean      is_name;
  double        time;
  const LsSpan *span;
  guint32       mark;
} LsTimelineHit;

#define LS_TYPE_TIMELINE_CHART (ls_timeline_chart_get_type ())
G_DECLARE_FINAL_TYPE (LsTimelineChart, ls_timeline_chart, LS, TIMELINE_CHART, GtkWidget)

void             ls_timeline_chart_set_scene  (LsTimelineChart *self,
                                               LsTimelineScene *scene);
void             ls_timeline_chart_hit        (LsTimelineChart *self,
                                               double           x,
                                               double           y,
                                               LsTimelineHit   *hit);
double           ls_timeline_chart_get_row_y  (LsTimelineChart *self,
                                               guint            row);
void             ls_timeline_chart_seek_soon  (LsTimelineChart *self,
                                               double           time);
char            *ls_timeline_chart_describe   (LsTimelineChart *self);
void             ls_timeline_chart_set_cursor (LsTimelineChart *self,
                                               int              row);
int              ls_timeline_chart_get_cursor (LsTimelineChart *self);

/* ls-timeline-hover.c */
char            *ls_timeline_describe_hit     (LsTimelineScene     *scene,
                                               const LsTimelineHit *hit);

/* ls-timeline-input.c */
void             ls_timeline_chart_click      (LsTimelineChart *self,
                                               double           x,
                                               double           y);
void             ls_timeline_install_keys     (GtkWidgetClass  *widget_class);
void             ls_timeline_add_gestures     (LsTimelineChart *self);

G_END_DECLS
