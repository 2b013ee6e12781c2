/* ls-timeline-minimap.h: the whole run, below the tracks of a timeline
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <gtk/gtk.h>

#include "ls-timeline-scene.h"

G_BEGIN_DECLS

#define LS_TYPE_TIMELINE_MINIMAP (ls_timeline_minimap_get_type ())
G_DECLARE_FINAL_TYPE (LsTimelineMinimap, ls_timeline_minimap, LS, TIMELINE_MINIMAP, GtkWidget)

void ls_timeline_minimap_set_scene (LsTimelineMinimap *self,
                                    LsTimelineScene   *scene);

G_END_DECLS
