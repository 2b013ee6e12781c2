/* ls-abort-popover.h: asks for the reason of an abort
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <gtk/gtk.h>

G_BEGIN_DECLS

#define LS_TYPE_ABORT_POPOVER (ls_abort_popover_get_type ())
G_DECLARE_FINAL_TYPE (LsAbortPopover, ls_abort_popover, LS, ABORT_POPOVER, GtkPopover)

LsAbortPopover *ls_abort_popover_get_for_button (GtkMenuButton  *button);
void            ls_abort_popover_set_signal     (LsAbortPopover *self,
                                                 guint32         signal);

G_END_DECLS
