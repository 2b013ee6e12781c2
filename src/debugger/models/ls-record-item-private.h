/* ls-record-item-private.h: which record an item of a list stands for
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "ls-record-item.h"

G_BEGIN_DECLS

void     ls_record_item_set       (LsRecordItem   *self,
                                   GHashTable     *items,
                                   gsize           position,
                                   const LsRecord *record);
gboolean ls_record_item_has_place (LsRecordItem   *self,
                                   gsize           position);
void     ls_record_items_clear    (GHashTable     *items);

G_END_DECLS
