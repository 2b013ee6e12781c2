/* ls-record-item.h: a record of a list
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <glib-object.h>

#include "ls-record.h"

G_BEGIN_DECLS

/** LsRecordItem: a record and its position in the trace. */
#define LS_TYPE_RECORD_ITEM (ls_record_item_get_type ())
G_DECLARE_FINAL_TYPE (LsRecordItem, ls_record_item, LS, RECORD_ITEM, GObject)

gsize             ls_record_item_get_position       (LsRecordItem      *self);
const LsRecord   *ls_record_item_get_record         (LsRecordItem      *self);

G_END_DECLS
