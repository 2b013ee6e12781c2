/* ls-folded-list-model.h: a list in which repeats are one row
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <gio/gio.h>

G_BEGIN_DECLS

/**
 * LsFoldedSameFunc:
 * @first: index of an item of the source
 * @second: index of another one
 * @user_data: the data of the caller
 *
 * Returns: whether the second item repeats the first one
 */
typedef gboolean (*LsFoldedSameFunc) (guint    first,
                                      guint    second,
                                      gpointer user_data);

/**
 * LsFoldedRow:
 * @line: the number of the row's first item; it stays the same when items before it leave the source
 * @n_lines: how many items of the source the row stands for, with @is_unfolded how many its group has, and with @is_member which
 *   of them after the first it is
 * @is_unfolded: whether the row begins a group whose other items have rows of their own
 * @is_member: whether the row is one of those others
 *
 * A row of a folded list.
 */
typedef struct
{
  guint    line;
  guint    n_lines;
  gboolean is_unfolded;
  gboolean is_member;
} LsFoldedRow;

#define LS_TYPE_FOLDED_LIST_MODEL (ls_folded_list_model_get_type ())
G_DECLARE_FINAL_TYPE (LsFoldedListModel, ls_folded_list_model, LS, FOLDED_LIST_MODEL, GObject)

LsFoldedListModel *ls_folded_list_model_new     (GListModel        *source,
                                                 LsFoldedSameFunc   same,
                                                 gpointer           user_data);
gboolean           ls_folded_list_model_get_row (LsFoldedListModel *self,
                                                 guint              row,
                                                 LsFoldedRow       *data);
guint              ls_folded_list_model_get_index (LsFoldedListModel *self,
                                                 guint              row);
void               ls_folded_list_model_toggle  (LsFoldedListModel *self,
                                                 guint              line);

G_END_DECLS
