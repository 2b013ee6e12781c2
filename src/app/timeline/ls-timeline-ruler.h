/* ls-timeline-ruler.h: the times and marks above the tracks of a timeline
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <gtk/gtk.h>

#include "ls-debugger.h"
#include "ls-timeline-scene.h"

G_BEGIN_DECLS

#define LS_TYPE_TIMELINE_RULER (ls_timeline_ruler_get_type ())
G_DECLARE_FINAL_TYPE (LsTimelineRuler, ls_timeline_ruler, LS, TIMELINE_RULER, GtkWidget)

void     ls_timeline_ruler_set_scene    (LsTimelineRuler *self,
                                         LsTimelineScene *scene);
void     ls_timeline_ruler_set_debugger (LsTimelineRuler *self,
                                         LsDebugger      *debugger);
gboolean ls_timeline_ruler_get_place    (LsTimelineRuler *self,
                                         guint32          step,
                                         double          *x);
gboolean ls_timeline_ruler_find_mark    (LsTimelineRuler *self,
                                         double           x,
                                         guint32         *step);

G_END_DECLS
