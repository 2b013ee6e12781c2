/* ls-task-chip.h: a task as a small button
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <adwaita.h>

#include "ls-player.h"

G_BEGIN_DECLS

#define LS_TYPE_TASK_CHIP (ls_task_chip_get_type ())
G_DECLARE_FINAL_TYPE (LsTaskChip, ls_task_chip, LS, TASK_CHIP, GtkButton)

GtkWidget *ls_task_chip_new_like (LsTaskChip *self);
void       ls_task_chip_set_task (LsTaskChip *self,
                                  LsPlayer   *player,
                                  guint32     task);
void       ls_task_chip_clear    (LsTaskChip *self);
void       ls_task_chip_set_note (LsTaskChip *self,
                                  const char *note);
guint32    ls_task_chip_get_task (LsTaskChip *self);

G_END_DECLS
