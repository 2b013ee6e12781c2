/* ls-events-table.h: all records of a trace as a table
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <adwaita.h>

#include "ls-player.h"
#include "ls-record-filter.h"

G_BEGIN_DECLS

#define LS_TYPE_EVENTS_TABLE (ls_events_table_get_type ())
G_DECLARE_FINAL_TYPE (LsEventsTable, ls_events_table, LS, EVENTS_TABLE, GtkBox)

void               ls_events_table_set_player   (LsEventsTable *self,
                                                 LsPlayer      *player);
void               ls_events_table_export       (LsEventsTable *self,
                                                 GFile         *file,
                                                 LsRecordFormat format);
GtkSelectionModel *ls_events_table_get_rows     (LsEventsTable *self);

G_END_DECLS
