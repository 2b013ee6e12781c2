/* ls-microtasks-card.h: the microtask queue
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <adwaita.h>

#include "ls-player.h"

G_BEGIN_DECLS

#define LS_TYPE_MICROTASKS_CARD (ls_microtasks_card_get_type ())
G_DECLARE_FINAL_TYPE (LsMicrotasksCard, ls_microtasks_card, LS, MICROTASKS_CARD, GtkWidget)

void ls_microtasks_card_update (LsMicrotasksCard *self,
                                LsPlayer         *player);

G_END_DECLS
