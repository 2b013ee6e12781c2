/* ls-breakpoints-pane.h: lists all breakpoints of a session
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <adwaita.h>

#include "ls-debugger.h"

G_BEGIN_DECLS

#define LS_TYPE_BREAKPOINTS_PANE (ls_breakpoints_pane_get_type ())
G_DECLARE_FINAL_TYPE (LsBreakpointsPane, ls_breakpoints_pane, LS, BREAKPOINTS_PANE, GtkBox)

/* Signals: "edit" (int: the breakpoint's place, -1 for a new one), "report" (string: what went wrong). */

void ls_breakpoints_pane_set_debugger (LsBreakpointsPane *self,
                                       LsDebugger        *debugger);

G_END_DECLS
