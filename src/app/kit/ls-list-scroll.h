/* ls-list-scroll.h: brings a row of a list into view
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <gtk/gtk.h>

G_BEGIN_DECLS

void ls_list_scroll_to   (GtkWidget  *scroller,
                          GListModel *model,
                          guint       row);
void ls_list_scroll_past (GtkWidget  *scroller,
                          GListModel *model,
                          guint       row,
                          guint       target);

G_END_DECLS
