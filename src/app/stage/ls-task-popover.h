/* ls-task-popover.h: all tasks of a queue, or all queues of a lane, to search through
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <adwaita.h>

#include "ls-player.h"

G_BEGIN_DECLS

#define LS_TYPE_TASK_POPOVER (ls_task_popover_get_type ())
G_DECLARE_FINAL_TYPE (LsTaskPopover, ls_task_popover, LS, TASK_POPOVER, GtkPopover)

LsTaskPopover *ls_task_popover_get_for_button (GtkMenuButton    *button);
void           ls_task_popover_set_queue      (LsTaskPopover    *self,
                                               LsPlayer         *player,
                                               guint32           queue);
void           ls_task_popover_set_tasks      (LsTaskPopover    *self,
                                               LsPlayer         *player,
                                               const LsTaskList *tasks);
void           ls_task_popover_set_lane       (LsTaskPopover    *self,
                                               LsPlayer         *player,
                                               guint             effective_priority);
guint          ls_task_popover_get_n_shown    (LsTaskPopover    *self);

G_END_DECLS
