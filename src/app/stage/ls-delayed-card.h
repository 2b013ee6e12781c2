/* ls-delayed-card.h: delayed tasks, and the queues of other sources
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <adwaita.h>

#include "ls-player.h"

G_BEGIN_DECLS

#define LS_TYPE_DELAYED_CARD (ls_delayed_card_get_type ())
G_DECLARE_FINAL_TYPE (LsDelayedCard, ls_delayed_card, LS, DELAYED_CARD, GtkWidget)

void ls_delayed_card_update (LsDelayedCard *self,
                             LsPlayer      *player);

G_END_DECLS
