/* ls-session-view.h: a session with all that explains it
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <adwaita.h>

#include "ls-debugger.h"

G_BEGIN_DECLS

#define LS_TYPE_SESSION_VIEW (ls_session_view_get_type ())
G_DECLARE_FINAL_TYPE (LsSessionView, ls_session_view, LS, SESSION_VIEW, GtkWidget)

/* Signals: status-changed (), attention (). */

LsSessionView *ls_session_view_new          (void);
LsDebugger    *ls_session_view_get_debugger (LsSessionView *self);
gboolean       ls_session_view_has_session  (LsSessionView *self);

G_END_DECLS
