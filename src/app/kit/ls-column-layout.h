/* ls-column-layout.h: a column whose width does not depend on its height
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <adwaita.h>

G_BEGIN_DECLS

#define LS_TYPE_COLUMN_LAYOUT (ls_column_layout_get_type ())
G_DECLARE_FINAL_TYPE (LsColumnLayout, ls_column_layout, LS, COLUMN_LAYOUT, GtkLayoutManager)

GtkWidget *ls_column_layout_new_row    (const char   *title,
                                        const char   *subtitle);
void       ls_column_layout_use_in_row (AdwActionRow *row);

G_END_DECLS
