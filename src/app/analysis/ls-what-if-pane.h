/* ls-what-if-pane.h: runs the session with a change and compares both runs
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <adwaita.h>

#include "ls-debugger.h"

G_BEGIN_DECLS

#define LS_TYPE_WHAT_IF_PANE (ls_what_if_pane_get_type ())
G_DECLARE_FINAL_TYPE (LsWhatIfPane, ls_what_if_pane, LS, WHAT_IF_PANE, GtkBox)

void ls_what_if_pane_set_debugger (LsWhatIfPane   *self,
                                   LsDebugger     *debugger);
void ls_what_if_pane_run          (LsWhatIfPane   *self);

G_END_DECLS
