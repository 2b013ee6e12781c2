/* ls-session-history.h: undo and redo of changes of a session
 *
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */

#pragma once

#include "ls-session.h"

G_BEGIN_DECLS

/**
 * LsSessionParts:
 * @LS_SESSION_PART_ACTIONS: the actions, and the scripts of a program in JavaScript
 * @LS_SESSION_PART_BREAKPOINTS: the breakpoints
 * @LS_SESSION_PART_MARKS: bookmarks and notes
 * @LS_SESSION_PART_SETTINGS: the settings
 * @LS_SESSION_PART_LINTS: which lints are suppressed
 * @LS_SESSION_PART_SCHEDULE: which agent goes first
 *
 * What a change of a session is about.
 */
typedef enum
{
  LS_SESSION_PART_ACTIONS = 1 << 0,
  LS_SESSION_PART_BREAKPOINTS = 1 << 1,
  LS_SESSION_PART_MARKS = 1 << 2,
  LS_SESSION_PART_SETTINGS = 1 << 3,
  LS_SESSION_PART_LINTS = 1 << 4,
  LS_SESSION_PART_SCHEDULE = 1 << 5
} LsSessionParts;

#define LS_TYPE_SESSION_HISTORY (ls_session_history_get_type ())
G_DECLARE_FINAL_TYPE (LsSessionHistory, ls_session_history, LS, SESSION_HISTORY, GObject)

/* Properties: session, can-undo, can-redo, undo-label, redo-label. */

LsSessionHistory *ls_session_history_new            (LsSession        *session);
LsSession        *ls_session_history_get_session    (LsSessionHistory *self);
void              ls_session_history_push           (LsSessionHistory *self,
                                                     const char       *label);
void              ls_session_history_push_parts     (LsSessionHistory *self,
                                                     const char       *label,
                                                     LsSessionParts    parts);
LsSessionParts    ls_session_history_get_undo_parts (LsSessionHistory *self);
LsSessionParts    ls_session_history_get_redo_parts (LsSessionHistory *self);
gboolean          ls_session_history_can_undo       (LsSessionHistory *self);
gboolean          ls_session_history_can_redo       (LsSessionHistory *self);
const char       *ls_session_history_get_undo_label (LsSessionHistory *self);
const char       *ls_session_history_get_redo_label (LsSessionHistory *self);
gboolean          ls_session_history_undo           (LsSessionHistory *self);
gboolean          ls_session_history_redo           (LsSessionHistory *self);
void              ls_session_history_move_lines     (LsSessionHistory *self,
                                                     const char       *script,
                                                     guint             first,
                                                     guint             n_removed,
                                                     guint             n_added);
void              ls_session_history_clear          (LsSessionHistory *self);

G_END_DECLS
