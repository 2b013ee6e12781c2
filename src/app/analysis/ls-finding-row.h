/* ls-finding-row.h: a row for one finding of an exploration
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <gtk/gtk.h>

#include "ls-exploration.h"

G_BEGIN_DECLS

#define LS_TYPE_FINDING_ROW (ls_finding_row_get_type ())
G_DECLARE_FINAL_TYPE (LsFindingRow, ls_finding_row, LS, FINDING_ROW, GtkListBoxRow)

GtkWidget *ls_finding_row_new          (LsExploration *exploration,
                                        guint          index);
void       ls_finding_row_set_outdated (LsFindingRow  *self,
                                        gboolean       is_outdated);

G_END_DECLS
