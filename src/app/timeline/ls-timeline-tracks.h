/* ls-timeline-tracks.h: chooses the tracks of a timeline
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <gtk/gtk.h>

#include "ls-timeline-scene.h"

G_BEGIN_DECLS

#define LS_TYPE_TIMELINE_TRACKS (ls_timeline_tracks_get_type ())
G_DECLARE_FINAL_TYPE (LsTimelineTracks, ls_timeline_tracks, LS, TIMELINE_TRACKS, GtkPopover)

void ls_timeline_tracks_set_scene (LsTimelineTracks *self,
                                   LsTimelineScene  *scene);

G_END_DECLS
