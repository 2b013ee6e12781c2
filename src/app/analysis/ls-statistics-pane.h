/* ls-statistics-pane.h: how long tasks waited and ran
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <adwaita.h>

#include "ls-player.h"

G_BEGIN_DECLS

#define LS_TYPE_STATISTICS_PANE (ls_statistics_pane_get_type ())
G_DECLARE_FINAL_TYPE (LsStatisticsPane, ls_statistics_pane, LS, STATISTICS_PANE, GtkBox)

void ls_statistics_pane_set_player (LsStatisticsPane *self,
                                    LsPlayer         *player);

G_END_DECLS
