/* ls-record-list-model.h: the records of a trace as a list
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <gio/gio.h>

#include "ls-player.h"
#include "ls-record-filter.h"
#include "ls-record-item.h"

G_BEGIN_DECLS

/**
 * LsRecordMatchFunc:
 * @record: a record
 * @user_data: the data that the caller gave
 *
 * Returns: whether the list contains @record
 */
typedef gboolean (*LsRecordMatchFunc) (const LsRecord *record,
                                       gpointer        user_data);

#define LS_TYPE_RECORD_LIST_MODEL (ls_record_list_model_get_type ())
G_DECLARE_FINAL_TYPE (LsRecordListModel, ls_record_list_model, LS, RECORD_LIST_MODEL, GObject)

LsRecordListModel *ls_record_list_model_new         (LsRecordMatchFunc  match,
                                                     gpointer           user_data);
void               ls_record_list_model_set_held     (LsRecordListModel         *self,
                                                      gboolean                   held);
void               ls_record_list_model_refilter    (LsRecordListModel *self);
void               ls_record_list_model_set_player  (LsRecordListModel *self,
                                                     LsPlayer          *player);
void               ls_record_list_model_set_spec    (LsRecordListModel *self,
                                                     const LsRecordFilterSpec *spec);
LsRecordFilter    *ls_record_list_model_get_filter  (LsRecordListModel *self);
gboolean           ls_record_list_model_is_complete (LsRecordListModel *self);
guint              ls_record_list_model_get_n_found (LsRecordListModel *self);
guint              ls_record_list_model_get_first   (LsRecordListModel *self);
void               ls_record_list_model_set_window  (LsRecordListModel *self,
                                                     guint              first,
                                                     guint              size);
gboolean           ls_record_list_model_renews      (LsRecordListModel *self,
                                                     gsize              start);
void               ls_record_list_model_update_item (LsRecordListModel *self,
                                                     LsRecordItem      *item,
                                                     guint              index);
gsize              ls_record_list_model_get_position (LsRecordListModel *self,
                                                      guint              index);
guint              ls_record_list_model_find        (LsRecordListModel *self,
                                                     gsize              position);

G_END_DECLS
