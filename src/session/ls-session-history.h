/* ls-session-history.h: undo and redo of a session's actions
 *
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */

#pragma once

#include "ls-session.h"

G_BEGIN_DECLS

#define LS_TYPE_SESSION_HISTORY (ls_session_history_get_type ())
G_DECLARE_FINAL_TYPE (LsSessionHistory, ls_session_history, LS, SESSION_HISTORY, GObject)

/* Properties: session, can-undo, can-redo, undo-label, redo-label. */

LsSessionHistory *ls_session_history_new            (LsSession        *session);
LsSession        *ls_session_history_get_session    (LsSessionHistory *self);
void              ls_session_history_push           (LsSessionHistory *self,
                                                     const char       *label);
gboolean          ls_session_history_can_undo       (LsSessionHistory *self);
gboolean          ls_session_history_can_redo       (LsSessionHistory *self);
const char       *ls_session_history_get_undo_label (LsSessionHistory *self);
const char       *ls_session_history_get_redo_label (LsSessionHistory *self);
gboolean          ls_session_history_undo           (LsSessionHistory *self);
gboolean          ls_session_history_redo           (LsSessionHistory *self);
void              ls_session_history_clear          (LsSessionHistory *self);

G_END_DECLS
