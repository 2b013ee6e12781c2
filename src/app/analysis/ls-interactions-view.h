/* ls-interactions-view.h: how long a recorded page took to answer people
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <adwaita.h>

#include "ls-player.h"

G_BEGIN_DECLS

#define LS_TYPE_INTERACTIONS_VIEW (ls_interactions_view_get_type ())
G_DECLARE_FINAL_TYPE (LsInteractionsView, ls_interactions_view, LS, INTERACTIONS_VIEW, GtkBox)

void  ls_interactions_view_set_player (LsInteractionsView *self,
                                       LsPlayer           *player);

G_END_DECLS
