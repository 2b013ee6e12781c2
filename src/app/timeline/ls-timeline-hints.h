/* ls-timeline-hints.h: what the header of a timeline says
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "ls-timeline.h"

G_BEGIN_DECLS

#define LS_TYPE_TIMELINE_HINTS (ls_timeline_hints_get_type ())
G_DECLARE_FINAL_TYPE (LsTimelineHints, ls_timeline_hints, LS, TIMELINE_HINTS, GtkBox)

void ls_timeline_hints_set_timeline (LsTimelineHints *self,
                                     LsTimeline      *timeline,
                                     LsDebugger      *debugger);

G_END_DECLS
