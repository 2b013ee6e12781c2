/* ls-thread-cell.h: a work queue of a task queue of the loop
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <adwaita.h>

#include "ls-player.h"

G_BEGIN_DECLS

#define LS_TYPE_THREAD_CELL (ls_thread_cell_get_type ())
G_DECLARE_FINAL_TYPE (LsThreadCell, ls_thread_cell, LS, THREAD_CELL, GtkWidget)

guint ls_thread_cell_show_work_queue (LsThreadCell    *self,
                                      LsPlayer        *player,
                                      LsQueueType      type,
                                      LsWorkQueueKind  kind);
guint ls_thread_cell_show_lane       (LsThreadCell    *self,
                                      LsPlayer        *player,
                                      guint            effective_priority);

G_END_DECLS
