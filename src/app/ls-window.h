/* ls-window.h: a window with a session
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <adwaita.h>

#include "ls-debugger.h"

G_BEGIN_DECLS

#define LS_TYPE_WINDOW (ls_window_get_type ())
G_DECLARE_FINAL_TYPE (LsWindow, ls_window, LS, WINDOW, AdwApplicationWindow)

LsWindow   *ls_window_new           (GtkApplication *application);
LsDebugger *ls_window_get_debugger  (LsWindow       *self);
gboolean    ls_window_has_session   (LsWindow       *self);
void        ls_window_open          (LsWindow       *self,
                                     GFile          *file);

G_END_DECLS
