/* ls-controller-row.h: a controller: its priority and a button to abort
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <adwaita.h>

#include "ls-debugger.h"

G_BEGIN_DECLS

#define LS_TYPE_CONTROLLER_ROW (ls_controller_row_get_type ())
G_DECLARE_FINAL_TYPE (LsControllerRow, ls_controller_row, LS, CONTROLLER_ROW, GtkBox)

void       ls_controller_row_update (LsControllerRow *self,
                                     LsPlayer        *player,
                                     guint32          signal);

G_END_DECLS
