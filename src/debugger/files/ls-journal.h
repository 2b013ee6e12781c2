/* ls-journal.h: what restores a session that is not saved
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "ls-journals.h"

G_BEGIN_DECLS

#define LS_JOURNAL_FORMAT "loopscope-journal-1"

#define LS_TYPE_JOURNAL (ls_journal_get_type ())
G_DECLARE_FINAL_TYPE (LsJournal, ls_journal, LS, JOURNAL, GObject)

/* Signals: failed (const char *message). */

/* Where a session is to be again after a crash. */
typedef struct
{
  char   *window;   /* identifies the window that has it, NULL for none */
  int     tab;      /* its place among those of the window */
  gint64  seen;     /* when the tab was selected last, in µs since 1970, 0 for never */
  int     action;   /* of the session, at whose end it is shown, because nobody knows the step yet; -1 for none */
  char   *course;   /* the address of the course that its lesson is of, NULL for none */
  guint   lesson;   /* which of the lessons of that */
} LsJournalPlace;

LsJournal *ls_journal_new    (LsJournals       *journals);
void       ls_journal_take   (LsJournal        *self,
                              const char       *id);
void       ls_journal_write  (LsJournal        *self,
                              LsSession        *session,
                              const char       *title,
                              GPtrArray        *texts,
                              GFile            *file,
                              const char       *etag,
                              guint32           step,
                              const LsJournalPlace *place);
void       ls_journal_remove (LsJournal        *self);
gboolean   ls_journal_finish (LsJournal        *self);
gboolean   ls_journal_exists (LsJournal        *self);

G_END_DECLS
