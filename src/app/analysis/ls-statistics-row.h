/* ls-statistics-row.h: durations of the tasks of a priority, signal or queue
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <gtk/gtk.h>

#include "ls-player.h"
#include "ls-statistics.h"

G_BEGIN_DECLS

#define LS_TYPE_STATISTICS_ROW (ls_statistics_row_get_type ())
G_DECLARE_FINAL_TYPE (LsStatisticsRow, ls_statistics_row, LS, STATISTICS_ROW, GtkBox)

GtkWidget *ls_statistics_row_new       (void);
void       ls_statistics_row_set_group (LsStatisticsRow            *self,
                                        LsStatistics               *statistics,
                                        LsPlayer                   *player,
                                        LsStatisticsGroup           group,
                                        guint32                     key);
void       ls_statistics_row_set_link  (GtkWidget                  *button,
                                        const LsDurationStatistics *durations,
                                        const char                 *text);

G_END_DECLS
