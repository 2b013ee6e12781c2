/* ls-program-view.h: a session's program as rows
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <adwaita.h>

#include "ls-debugger.h"

G_BEGIN_DECLS

#define LS_TYPE_PROGRAM_VIEW (ls_program_view_get_type ())
G_DECLARE_FINAL_TYPE (LsProgramView, ls_program_view, LS, PROGRAM_VIEW, GtkBox)

void ls_program_view_set_debugger (LsProgramView *self,
                                   LsDebugger    *debugger);

G_END_DECLS
