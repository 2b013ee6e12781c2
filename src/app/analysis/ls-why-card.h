/* ls-why-card.h: explains why a task is next, what it waits for, and why it ran when it ran
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <adwaita.h>

#include "ls-player.h"

G_BEGIN_DECLS

#define LS_TYPE_WHY_CARD (ls_why_card_get_type ())
G_DECLARE_FINAL_TYPE (LsWhyCard, ls_why_card, LS, WHY_CARD, GtkBox)

void  ls_why_card_set_player     (LsWhyCard *self,
                                  LsPlayer  *player);
char *ls_why_card_dup_text       (LsWhyCard *self);

G_END_DECLS
