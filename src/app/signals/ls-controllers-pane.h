/* ls-controllers-pane.h: the controllers that can be acted on
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <adwaita.h>

#include "ls-debugger.h"

G_BEGIN_DECLS

#define LS_TYPE_CONTROLLERS_PANE (ls_controllers_pane_get_type ())
G_DECLARE_FINAL_TYPE (LsControllersPane, ls_controllers_pane, LS, CONTROLLERS_PANE, GtkBox)

void ls_controllers_pane_set_player (LsControllersPane *self,
                                     LsPlayer          *player);

G_END_DECLS
