/* ls-task-card.h: what is known of a task, beside its chip
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <adwaita.h>

#include "ls-player.h"

G_BEGIN_DECLS

#define LS_TYPE_TASK_CARD (ls_task_card_get_type ())
G_DECLARE_FINAL_TYPE (LsTaskCard, ls_task_card, LS, TASK_CARD, GtkBox)

char *ls_task_card_set_task (LsTaskCard *self,
                             LsPlayer   *player,
                             guint32     task);

G_END_DECLS
