/* ls-running-card.h: the task or microtask that runs
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <adwaita.h>

#include "ls-player.h"

G_BEGIN_DECLS

#define LS_TYPE_RUNNING_CARD (ls_running_card_get_type ())
G_DECLARE_FINAL_TYPE (LsRunningCard, ls_running_card, LS, RUNNING_CARD, GtkWidget)

void ls_running_card_update (LsRunningCard *self,
                             LsPlayer      *player);

G_END_DECLS
