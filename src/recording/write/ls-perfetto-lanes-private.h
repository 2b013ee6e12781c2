/* ls-perfetto-lanes-private.h: tracks for waits that overlap
 *
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */

#pragma once

#include "ls-story-private.h"

G_BEGIN_DECLS

/*< private >
 * LsPerfettoLanes:
 *
 * Gives each wait a track of its group (a priority, a signal, a queue of the loop) on which no other wait goes on at that time. */
typedef struct _LsPerfettoLanes LsPerfettoLanes;

/* Where a wait goes. */
typedef struct
{
  guint64  group;          /* the track above */
  guint64  track;
  gboolean is_new_group;
  gboolean is_new;
} LsPerfettoLane;

LsPerfettoLanes *ls_perfetto_lanes_new            (guint64             first_track);
void             ls_perfetto_lanes_free           (LsPerfettoLanes    *self);
void             ls_perfetto_lanes_find           (LsPerfettoLanes    *self,
                                                   const LsStoryEvent *wait,
                                                   LsPerfettoLane     *lane);
char            *ls_perfetto_lanes_dup_group_name (const LsStoryEvent *wait);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (LsPerfettoLanes, ls_perfetto_lanes_free)

G_END_DECLS
