/* ls-watch-pane.h: says which program is being watched, and holds it
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <adwaita.h>

#include "ls-debugger.h"

G_BEGIN_DECLS

#define LS_TYPE_WATCH_PANE (ls_watch_pane_get_type ())
G_DECLARE_FINAL_TYPE (LsWatchPane, ls_watch_pane, LS, WATCH_PANE, GtkBox)

void  ls_watch_pane_set_debugger (LsWatchPane *self,
                                  LsDebugger  *debugger);
gboolean ls_watch_pane_hold_before (LsWatchPane *self,
                                  const char  *name);
void  ls_watch_pane_focus_post   (LsWatchPane *self);

G_END_DECLS
