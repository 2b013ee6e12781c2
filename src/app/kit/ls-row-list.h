/* ls-row-list.h: a list whose rows follow something that changes
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <gtk/gtk.h>

G_BEGIN_DECLS

/**
 * LsRowListNewFunc:
 *
 * Returns: (transfer floating): a widget for a row
 */
typedef GtkWidget *(*LsRowListNewFunc)    (void);

/**
 * LsRowListUpdateFunc:
 * @item: the row: its child is a widget that LsRowListNewFunc made, its item is what to show
 * @user_data: the data of the caller
 *
 * Shows in a row what is true now.
 */
typedef void       (*LsRowListUpdateFunc) (GtkListItem *item,
                                           gpointer     user_data);

void ls_row_list_init   (GtkListView         *view,
                         GListModel          *model,
                         LsRowListNewFunc     new_row,
                         LsRowListUpdateFunc  bind_row,
                         LsRowListUpdateFunc  update_row,
                         gpointer             user_data);
void ls_row_list_update (GtkListView         *view);

G_END_DECLS
