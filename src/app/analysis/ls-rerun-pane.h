/* ls-rerun-pane.h: runs what was recorded again with a change
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <adwaita.h>

#include "ls-debugger.h"

G_BEGIN_DECLS

#define LS_TYPE_RERUN_PANE (ls_rerun_pane_get_type ())
G_DECLARE_FINAL_TYPE (LsRerunPane, ls_rerun_pane, LS, RERUN_PANE, GtkBox)

/* Signal: "open-session" (LsSession: the changed program, which the receiver may keep). */

void  ls_rerun_pane_set_debugger (LsRerunPane *self,
                                  LsDebugger  *debugger);
void  ls_rerun_pane_run          (LsRerunPane *self);

G_END_DECLS
