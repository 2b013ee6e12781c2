/* ls-id-list-model.h: a list of numbers that makes its items on demand
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <gio/gio.h>

G_BEGIN_DECLS

#define LS_TYPE_ID_LIST_MODEL (ls_id_list_model_get_type ())
G_DECLARE_FINAL_TYPE (LsIdListModel, ls_id_list_model, LS, ID_LIST_MODEL, GObject)

#define LS_TYPE_ID_ITEM (ls_id_item_get_type ())
G_DECLARE_FINAL_TYPE (LsIdItem, ls_id_item, LS, ID_ITEM, GObject)

LsIdItem      *ls_id_item_new           (guint32        id);
guint32        ls_id_item_get_id        (LsIdItem      *self);

LsIdListModel *ls_id_list_model_new     (void);
void           ls_id_list_model_set_ids (LsIdListModel *self,
                                         const guint32 *ids,
                                         guint          n_ids);
guint32        ls_id_list_model_get_id  (LsIdListModel *self,
                                         guint          position);

G_END_DECLS
