/* ls-stage-rows.h: how high the rows of the queues are
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <gtk/gtk.h>

G_BEGIN_DECLS

int ls_stage_rows_snap (GtkWidget *rows,
                        int        width,
                        int        height,
                        int        most);

G_END_DECLS
