/* ls-session-evaluate.h: what an expression of a program is at a moment of its run
 *
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */

#pragma once

#include "ls-runner.h"

G_BEGIN_DECLS

LS_AVAILABLE_IN_1_0
void  ls_session_evaluate_async  (LsSession             *session,
                                  const LsRunnerOptions *options,
                                  const LsStamp         *stamp,
                                  const char            *script,
                                  guint                  line,
                                  guint                  column,
                                  const char            *expression,
                                  GCancellable          *cancellable,
                                  GAsyncReadyCallback    callback,
                                  gpointer               user_data);
LS_AVAILABLE_IN_1_0
char *ls_session_evaluate_finish (LsSession             *session,
                                  GAsyncResult          *result,
                                  gboolean              *threw,
                                  GError               **error);

G_END_DECLS
