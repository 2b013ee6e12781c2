/* ls-undo.h: undo and redo of changes of a session
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
 * @LS_SESSION_PART_LESSON: the lesson, and the title and the description of the session
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
  LS_SESSION_PART_SCHEDULE = 1 << 5,
  LS_SESSION_PART_LESSON = 1 << 6
} LsSessionParts;

#define LS_TYPE_UNDO (ls_undo_get_type ())
LS_AVAILABLE_IN_1_0
G_DECLARE_FINAL_TYPE (LsUndo, ls_undo, LS, UNDO, GObject)

LS_AVAILABLE_IN_1_0
LsUndo         *ls_undo_new            (LsSession      *session);
LS_AVAILABLE_IN_1_0
void            ls_undo_push           (LsUndo         *self,
                                        const char     *label,
                                        LsSessionParts  parts);
LS_AVAILABLE_IN_1_0
LsSessionParts  ls_undo_get_undo_parts (LsUndo         *self);
LS_AVAILABLE_IN_1_0
LsSessionParts  ls_undo_get_redo_parts (LsUndo         *self);
LS_AVAILABLE_IN_1_0
gboolean        ls_undo_can_undo       (LsUndo         *self);
LS_AVAILABLE_IN_1_0
gboolean        ls_undo_can_redo       (LsUndo         *self);
LS_AVAILABLE_IN_1_0
const char     *ls_undo_get_undo_label (LsUndo         *self);
LS_AVAILABLE_IN_1_0
const char     *ls_undo_get_redo_label (LsUndo         *self);
LS_AVAILABLE_IN_1_0
gboolean        ls_undo_undo           (LsUndo         *self);
LS_AVAILABLE_IN_1_0
gboolean        ls_undo_redo           (LsUndo         *self);
LS_AVAILABLE_IN_1_0
void            ls_undo_move_lines     (LsUndo         *self,
                                        const char     *script,
                                        guint           first,
                                        guint           n_removed,
                                        guint           n_added);
LS_AVAILABLE_IN_1_0
void            ls_undo_clear          (LsUndo         *self);

G_END_DECLS
