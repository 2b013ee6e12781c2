/* ls-session-file.h: the file of the session that a debugger has
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "ls-debugger.h"
#include "ls-opening.h"

G_BEGIN_DECLS

#define LS_TYPE_SESSION_FILE (ls_session_file_get_type ())
G_DECLARE_FINAL_TYPE (LsSessionFile, ls_session_file, LS, SESSION_FILE, GObject)

LsSessionFile *ls_session_file_new            (LsDebugger           *debugger);
LsDebugger    *ls_session_file_get_debugger   (LsSessionFile        *self);
const char    *ls_session_file_get_title      (LsSessionFile        *self);
char          *ls_session_file_dup_base_name  (LsSessionFile        *self);
char          *ls_session_file_suggest_name   (LsSessionFile        *self);
gboolean       ls_session_file_fits           (LsSessionFile        *self);
const char    *ls_session_file_get_etag       (LsSessionFile        *self);
gboolean       ls_session_file_was_replaced   (LsSessionFile        *self,
                                               GFile                *file);

void           ls_session_file_open           (LsSessionFile        *self,
                                               LsOpening            *opening);
void           ls_session_file_cancel         (LsSessionFile        *self);
LsOpening     *ls_session_file_get_opening    (LsSessionFile        *self);
gboolean       ls_session_file_is_opening     (LsSessionFile        *self,
                                               GFile                *file);
gboolean       ls_session_file_take           (LsSessionFile        *self,
                                               LsSession            *session,
                                               GFile                *file,
                                               const char           *etag,
                                               GError              **error);

void           ls_session_file_save_async     (LsSessionFile        *self,
                                               GFile                *file,
                                               GAsyncReadyCallback   callback,
                                               gpointer              user_data);
void           ls_session_file_wait_async     (LsSessionFile        *self,
                                               GAsyncReadyCallback   callback,
                                               gpointer              user_data);
gboolean       ls_session_file_save_finish    (LsSessionFile        *self,
                                               GAsyncResult         *result,
                                               GError              **error);
gboolean       ls_session_file_is_saving      (LsSessionFile        *self);
void           ls_session_file_finish         (LsSessionFile        *self);

G_END_DECLS
