/* ls-thread-row.h: a task queue of the loop with its work queues
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <adwaita.h>

#include "ls-player.h"

G_BEGIN_DECLS

#define LS_TYPE_THREAD_ROW (ls_thread_row_get_type ())
G_DECLARE_FINAL_TYPE (LsThreadRow, ls_thread_row, LS, THREAD_ROW, GtkBox)

GtkWidget  *ls_thread_row_new           (GtkSizeGroup *ranks,
                                         GtkSizeGroup *names);
guint       ls_thread_row_update        (LsThreadRow  *self,
                                         LsPlayer     *player,
                                         LsQueueType   type,
                                         int           effective_priority);
void        ls_thread_row_set_note      (LsThreadRow  *self,
                                         const char   *note,
                                         gboolean      is_warning);
LsTaskPriority ls_thread_row_get_priority (LsThreadRow *self);
const char *ls_thread_row_get_rank_name (LsState      *state,
                                         guint         rank);

G_END_DECLS
