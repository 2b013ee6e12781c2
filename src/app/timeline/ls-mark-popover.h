/* ls-mark-popover.h: what is written at a step
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <gtk/gtk.h>

#include "ls-debugger.h"

G_BEGIN_DECLS

#define LS_TYPE_MARK_POPOVER (ls_mark_popover_get_type ())
G_DECLARE_FINAL_TYPE (LsMarkPopover, ls_mark_popover, LS, MARK_POPOVER, GtkPopover)

void       ls_mark_popover_edit (LsMarkPopover *self,
                                 LsDebugger    *debugger,
                                 guint32        step,
                                 gboolean       focus_note);

G_END_DECLS
