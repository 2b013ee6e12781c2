/* ls-timeline.h: when which priority had its turn
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <adwaita.h>

#include "ls-debugger.h"
#include "ls-timeline-scene.h"

G_BEGIN_DECLS

#define LS_TYPE_TIMELINE (ls_timeline_get_type ())
G_DECLARE_FINAL_TYPE (LsTimeline, ls_timeline, LS, TIMELINE, GtkBox)

void             ls_timeline_set_player   (LsTimeline *self,
                                           LsPlayer   *player);
void             ls_timeline_set_debugger (LsTimeline *self,
                                           LsDebugger *debugger);
LsTimelineScene *ls_timeline_get_scene    (LsTimeline *self);
void             ls_timeline_edit_marks   (LsTimeline *self,
                                           guint32     step,
                                           gboolean    focus_note);
void             ls_timeline_show_task    (LsTimeline *self,
                                           guint32     task);

G_END_DECLS
