/* ls-cell-row.h: a place in shared memory, its value and who waits there
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <adwaita.h>

#include "ls-player.h"

G_BEGIN_DECLS

#define LS_TYPE_CELL_ROW (ls_cell_row_get_type ())
G_DECLARE_FINAL_TYPE (LsCellRow, ls_cell_row, LS, CELL_ROW, GtkBox)

GtkWidget *ls_cell_row_new    (GtkSizeGroup *places,
                               GtkSizeGroup *values);
void       ls_cell_row_update (LsCellRow    *self,
                               LsPlayer     *player,
                               guint32       memory,
                               guint32       byte_index);

G_END_DECLS
