/* ls-actions-pane.h: lists what the user has done by hand
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <adwaita.h>

#include "ls-debugger.h"

G_BEGIN_DECLS

#define LS_TYPE_ACTIONS_PANE (ls_actions_pane_get_type ())
G_DECLARE_FINAL_TYPE (LsActionsPane, ls_actions_pane, LS, ACTIONS_PANE, GtkBox)

/* Signals: "edit" (uint: the action's place in the session), "changed-run" (string: what was done, for a message with undo),
 * "report" (string: what went wrong).
 * Properties: "n-actions" (uint). */

void  ls_actions_pane_set_debugger  (LsActionsPane *self,
                                     LsDebugger    *debugger);
guint ls_actions_pane_get_n_actions (LsActionsPane *self);

G_END_DECLS
