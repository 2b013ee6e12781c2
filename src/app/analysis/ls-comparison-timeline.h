/* ls-comparison-timeline.h: two runs over time, one below the other
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <gtk/gtk.h>

#include "ls-comparison.h"
#include "ls-timeline-scene.h"

G_BEGIN_DECLS

#define LS_TYPE_COMPARISON_TIMELINE (ls_comparison_timeline_get_type ())
G_DECLARE_FINAL_TYPE (LsComparisonTimeline, ls_comparison_timeline, LS, COMPARISON_TIMELINE, GtkWidget)

void             ls_comparison_timeline_set_comparison (LsComparisonTimeline *self,
                                                        LsComparison         *comparison);
void             ls_comparison_timeline_set_row        (LsComparisonTimeline *self,
                                                        guint32               row);
LsTimelineScene *ls_comparison_timeline_get_scene      (LsComparisonTimeline *self,
                                                        LsComparisonSide      side);
gboolean         ls_comparison_timeline_is_read        (LsComparisonTimeline *self);
guint            ls_comparison_timeline_get_n_rows     (LsComparisonTimeline *self);
guint            ls_comparison_timeline_get_n_marked   (LsComparisonTimeline *self,
                                                        LsComparisonSide      side);
guint32          ls_comparison_timeline_hit            (LsComparisonTimeline *self,
                                                        double                x,
                                                        double                y);
gboolean         ls_comparison_timeline_get_place      (LsComparisonTimeline *self,
                                                        LsComparisonSide      side,
                                                        guint32               task,
                                                        graphene_rect_t      *place);
char            *ls_comparison_timeline_describe       (LsComparisonTimeline *self,
                                                        guint32               row);

G_END_DECLS
