/* ls-undo-private.h
 *
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */

#pragma once

#include "ls-undo.h"

G_BEGIN_DECLS

/*< private >
 * LsUndoEntry:
 *
 * What a session was before a change, or after one that was undone. */
typedef struct _LsUndoEntry LsUndoEntry;

LsUndoEntry *ls_undo_remember       (LsUndo         *self,
                                     const char     *label,
                                     LsSessionParts  parts);
void         ls_undo_add            (LsUndo         *self,
                                     LsUndoEntry    *entry);
LsUndoEntry *ls_undo_peek           (LsUndo         *self,
                                     gboolean        undo);
void         ls_undo_entry_set_data (LsUndoEntry    *self,
                                     gpointer        data,
                                     GDestroyNotify  destroy);
gpointer     ls_undo_entry_get_data (LsUndoEntry    *self);
guint        ls_undo_get_depth      (LsUndo         *self);
void         ls_undo_entry_free     (LsUndoEntry    *self);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (LsUndoEntry, ls_undo_entry_free)

G_END_DECLS
