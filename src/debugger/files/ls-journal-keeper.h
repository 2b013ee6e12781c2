/* ls-journal-keeper.h: keeps the journal of what a debugger's session becomes
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "ls-journal.h"
#include "ls-session-file.h"

G_BEGIN_DECLS

/**
 * LsJournalTextsFunc:
 * @user_data: what was given
 *
 * Returns: (transfer full) (nullable) (element-type utf8): for each script the text that the session does not have yet, or %NULL;
 *   %NULL if there is none
 */
typedef GPtrArray *(*LsJournalTextsFunc) (gpointer user_data);

#define LS_TYPE_JOURNAL_KEEPER (ls_journal_keeper_get_type ())
G_DECLARE_FINAL_TYPE (LsJournalKeeper, ls_journal_keeper, LS, JOURNAL_KEEPER, GObject)

LsJournalKeeper *ls_journal_keeper_new          (LsJournals         *journals,
                                                 LsSessionFile      *file,
                                                 LsJournalTextsFunc  texts,
                                                 gpointer            user_data);
void             ls_journal_keeper_close        (LsJournalKeeper    *self);
void             ls_journal_keeper_set_edited   (LsJournalKeeper    *self,
                                                 gboolean            is_typing);
void             ls_journal_keeper_set_seen     (LsJournalKeeper    *self);
void             ls_journal_keeper_set_place    (LsJournalKeeper    *self,
                                                 const char         *window,
                                                 int                 place);
void             ls_journal_keeper_set_course   (LsJournalKeeper    *self,
                                                 GFile              *course,
                                                 guint               lesson);
const char      *ls_journal_keeper_get_window   (LsJournalKeeper    *self);
int              ls_journal_keeper_get_place    (LsJournalKeeper    *self);
LsOpening       *ls_journal_keeper_restore      (LsJournalKeeper    *self,
                                                 const char         *id,
                                                 GError            **error);
void             ls_journal_keeper_take         (LsJournalKeeper    *self,
                                                 const char         *id);
gboolean         ls_journal_keeper_keep         (LsJournalKeeper    *self);
void             ls_journal_keeper_let_go       (LsJournalKeeper    *self);
gboolean         ls_journal_keeper_is_kept      (LsJournalKeeper    *self);
gboolean         ls_journal_keeper_is_waiting   (LsJournalKeeper    *self);
LsJournal       *ls_journal_keeper_get_journal  (LsJournalKeeper    *self);
GPtrArray       *ls_journal_keeper_list_entries (LsJournalKeeper    *self);

G_END_DECLS
