/* ls-lints-pane.h: what may be wrong with the program
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <adwaita.h>

#include "ls-debugger.h"

G_BEGIN_DECLS

#define LS_TYPE_LINTS_PANE (ls_lints_pane_get_type ())
G_DECLARE_FINAL_TYPE (LsLintsPane, ls_lints_pane, LS, LINTS_PANE, GtkBox)

/* Properties: n-lints (guint), the number of lints that are not hidden. */

void  ls_lints_pane_set_debugger (LsLintsPane *self,
                                  LsDebugger  *debugger);
guint ls_lints_pane_get_n_lints  (LsLintsPane *self);

G_END_DECLS
