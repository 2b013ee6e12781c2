/* ls-priority-card.h: a priority with its two lanes
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <adwaita.h>

#include "ls-player.h"

G_BEGIN_DECLS

#define LS_TYPE_PRIORITY_CARD (ls_priority_card_get_type ())
G_DECLARE_FINAL_TYPE (LsPriorityCard, ls_priority_card, LS, PRIORITY_CARD, GtkBox)

void           ls_priority_card_update       (LsPriorityCard *self,
                                              LsPlayer       *player,
                                              LsTaskPriority  priority);
void           ls_priority_card_set_folded   (LsPriorityCard *self,
                                              gboolean        is_folded);
LsTaskPriority ls_priority_card_get_priority (LsPriorityCard *self);

G_END_DECLS
