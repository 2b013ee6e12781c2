/* ls-journals.h: where the journals of sessions that are not saved lie
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "ls-session.h"

G_BEGIN_DECLS

/** LsJournalEntry: the journal of a session that was not saved when its window went away. */
typedef struct
{
  char  *id;            /* its file's name */
  char  *title;
  GFile *file;          /* the session's, NULL if it had none */
  char  *place;         /* that file as it is shown, or NULL */
  gint64 time;          /* when it was written, in seconds since 1970 */
  char  *window;        /* identifies the window that had it, NULL if that is not known */
  gint64 tab;           /* its place among the tabs there */
  gint64 seen;          /* when that tab was selected last, in µs since 1970 */
} LsJournalEntry;

/** LsJournalContent: what a journal says. */
typedef struct
{
  LsSession *session;   /* with all edits */
  GFile     *file;      /* the session's, NULL if it had none */
  char      *etag;      /* of the file when it was read or written, or NULL */
  guint32    step;      /* at which it was shown, if @action is -1 */
  int        action;    /* of the session, at whose end it was shown */
  GFile     *course;    /* (nullable): that its lesson is of */
  guint      lesson;    /* which of the lessons of that */
} LsJournalContent;

void ls_journal_content_free (LsJournalContent *content);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (LsJournalContent, ls_journal_content_free)

#define LS_TYPE_JOURNALS (ls_journals_get_type ())
G_DECLARE_FINAL_TYPE (LsJournals, ls_journals, LS, JOURNALS, GObject)

/* Signals: changed (). */

LsJournals       *ls_journals_new          (const char  *folder);
gboolean          ls_journals_ensure       (LsJournals  *self,
                                            GError     **error);
char             *ls_journals_make_path    (LsJournals  *self);
void              ls_journals_claim        (LsJournals  *self);
void              ls_journals_look_async   (LsJournals  *self,
                                            GAsyncReadyCallback callback,
                                            gpointer     user_data);
void              ls_journals_look_finish  (LsJournals  *self,
                                            GAsyncResult *result);
GPtrArray        *ls_journals_list         (LsJournals  *self);
GPtrArray        *ls_journals_list_damaged (LsJournals  *self);
char             *ls_journals_begin_reading (LsJournals *self,
                                            const char  *id,
                                            GError     **error);
void              ls_journals_end_reading  (LsJournals  *self,
                                            const char  *id);
LsJournalContent *ls_journals_read_path    (LsJournals  *self,
                                            const char  *path,
                                            GError     **error);
char             *ls_journals_take         (LsJournals  *self,
                                            const char  *id);
void              ls_journals_discard      (LsJournals  *self,
                                            const char  *id);
void              ls_journals_undo_discard (LsJournals  *self,
                                            const char  *id);
void              ls_journals_close        (LsJournals  *self);

G_END_DECLS
