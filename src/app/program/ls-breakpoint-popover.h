/* ls-breakpoint-popover.h: asks when a line stops the program
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <gtk/gtk.h>

#include "ls-breakpoints.h"

G_BEGIN_DECLS

#define LS_TYPE_BREAKPOINT_POPOVER (ls_breakpoint_popover_get_type ())
G_DECLARE_FINAL_TYPE (LsBreakpointPopover, ls_breakpoint_popover, LS, BREAKPOINT_POPOVER, GtkPopover)

void       ls_breakpoint_popover_edit (LsBreakpointPopover *self,
                                       LsBreakpoints       *breakpoints,
                                       const char          *script,
                                       guint                line);

G_END_DECLS
