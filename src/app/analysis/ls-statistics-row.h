/* ls-statistics-row.h: durations of the tasks of a priority, signal or queue
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <gtk/gtk.h>

#include "ls-player.h"
#include "ls-statistics.h"

G_BEGIN_DECLS

/** LsStatisticsItem: a group of tasks. */
#define LS_TYPE_STATISTICS_ITEM (ls_statistics_item_get_type ())
G_DECLARE_FINAL_TYPE (LsStatisticsItem, ls_statistics_item, LS, STATISTICS_ITEM, GObject)

LsStatisticsItem  *ls_statistics_item_new       (LsStatisticsGroup  group,
                                                 guint32            key);
LsStatisticsGroup  ls_statistics_item_get_group (LsStatisticsItem  *self,
                                                 guint32           *key);

#define LS_TYPE_STATISTICS_ROW (ls_statistics_row_get_type ())
G_DECLARE_FINAL_TYPE (LsStatisticsRow, ls_statistics_row, LS, STATISTICS_ROW, GtkWidget)

GtkWidget         *ls_statistics_row_new        (void);
void               ls_statistics_row_set_item   (LsStatisticsRow   *self,
                                                 LsStatistics      *statistics,
                                                 LsPlayer          *player,
                                                 LsStatisticsItem  *item);

G_END_DECLS
