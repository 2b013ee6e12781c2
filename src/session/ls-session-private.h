/* ls-session-private.h
 *
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */

#pragma once

#include "ls-json-private.h"
#include "ls-session.h"

G_BEGIN_DECLS

typedef struct _LsDocument LsDocument;

/*< private >
 * LsDocument:
 * @root: the JSON tree, with members that are not known
 *
 * What a session's JSON says. It does not change: a change of the session makes another. */
struct _LsDocument
{
  gatomicrefcount  ref_count;
  JsonNode        *root;
  char            *title;
  char            *description;
  LsSettings      *settings;
  LsProgram       *program;
  GPtrArray       *actions;        /* LsAction */
  GPtrArray       *expectations;   /* LsExpectation */
  GPtrArray       *bookmarks;      /* LsMark */
  GPtrArray       *notes;          /* LsMark */
};

LsDocument *ls_document_read           (const char   *name,
                                        JsonNode     *root,
                                        GError      **error);
LsDocument *ls_document_ref            (LsDocument   *self);
void        ls_document_unref          (LsDocument   *self);

LsDocument *ls_session_get_document    (LsSession    *self);
gboolean    ls_session_set_member      (LsSession    *self,
                                        const char   *member,
                                        JsonNode     *value,
                                        GError      **error);
JsonNode   *ls_json_replace            (JsonNode     *root,
                                        const char   *pointer,
                                        JsonNode     *value,
                                        GError      **error);

/*< private >
 * LsWriteHook:
 *
 * In the place of write(), so that tests can have a full disk. */
typedef gssize (*LsWriteHook) (int         fd,
                               const void *data,
                               gsize       length);

void        ls_session_set_write_hook  (LsWriteHook   hook);
gboolean    ls_session_write_file      (const char   *path,
                                        const char   *data,
                                        gsize         length,
                                        GError      **error);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (LsDocument, ls_document_unref)

G_END_DECLS
