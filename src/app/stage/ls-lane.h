/* ls-lane.h: the scheduler task queues of one effective priority
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <adwaita.h>

#include "ls-player.h"

G_BEGIN_DECLS

#define LS_TYPE_LANE (ls_lane_get_type ())
G_DECLARE_FINAL_TYPE (LsLane, ls_lane, LS, LANE, GtkBox)

guint ls_lane_update            (LsLane       *self,
                                 LsPlayer     *player,
                                 guint         effective_priority,
                                 guint        *n_queues);

G_END_DECLS
