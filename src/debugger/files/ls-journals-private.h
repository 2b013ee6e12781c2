/* ls-journals-private.h: what the files of the journals share
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "ls-journals.h"

G_BEGIN_DECLS

void            ls_journals_put_aside  (LsJournals *self,
                                        const char *path);

/* ls-journals-read.c */
void            ls_journal_entry_free  (gpointer    entry);
LsJournalEntry *ls_journal_entry_copy  (const LsJournalEntry *entry);
LsJournalEntry *ls_journals_read_entry (LsJournals *self,
                                        const char *folder,
                                        const char *id);

G_END_DECLS
