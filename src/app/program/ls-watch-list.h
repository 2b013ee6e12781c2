/* ls-watch-list.h: evaluates expressions at the position
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "ls-debugger.h"

#include <gtk/gtk.h>

G_BEGIN_DECLS

#define LS_TYPE_WATCH_LIST (ls_watch_list_get_type ())
G_DECLARE_FINAL_TYPE (LsWatchList, ls_watch_list, LS, WATCH_LIST, GtkBox)

void     ls_watch_list_set_debugger (LsWatchList *self,
                                     LsDebugger  *debugger);
gboolean ls_watch_list_has_any      (LsWatchList *self);
void     ls_watch_list_focus        (LsWatchList *self);

G_END_DECLS
