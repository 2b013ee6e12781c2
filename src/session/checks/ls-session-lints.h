/* ls-session-lints.h: lints that a session does not want to hear of
 *
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */

#pragma once

#include "ls-linter.h"
#include "ls-session.h"

G_BEGIN_DECLS

LS_AVAILABLE_IN_1_0
guint    ls_session_get_n_suppressions     (LsSession    *self);
LS_AVAILABLE_IN_1_0
gboolean ls_session_get_suppression        (LsSession    *self,
                                            guint         index,
                                            LsLintKind   *kind,
                                            const char  **name);
LS_AVAILABLE_IN_1_0
gboolean ls_session_add_suppression        (LsSession    *self,
                                            LsLintKind    kind,
                                            const char   *name);
LS_AVAILABLE_IN_1_0
gboolean ls_session_remove_suppression     (LsSession    *self,
                                            LsLintKind    kind,
                                            const char   *name);
LS_AVAILABLE_IN_1_0
gboolean ls_session_suppresses             (LsSession    *self,
                                            LsLintKind    kind,
                                            const char   *name);
LS_AVAILABLE_IN_1_0
gboolean ls_session_suppresses_lint        (LsSession    *self,
                                            const LsLint *lint,
                                            LsTrace      *trace);
LS_AVAILABLE_IN_1_0
void     ls_session_get_lint_limits        (LsSession    *self,
                                            LsLintLimits *limits);

G_END_DECLS
