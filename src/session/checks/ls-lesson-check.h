/* ls-lesson-check.h: holds what a lesson says against what the engine does
 *
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */

#pragma once

#include "ls-lesson.h"
#include "ls-session-check.h"

G_BEGIN_DECLS

LS_AVAILABLE_IN_1_0
guint      ls_lesson_count_checks  (LsLesson              *lesson);
LS_AVAILABLE_IN_1_0
GPtrArray *ls_session_check_lesson (LsSession             *session,
                                    const LsRunnerOptions *options,
                                    GCancellable          *cancellable);
LS_AVAILABLE_IN_1_0
GPtrArray *ls_session_find_visible_answers (LsSession             *session,
                                            const LsRunnerOptions *options,
                                            GCancellable          *cancellable);
LS_AVAILABLE_IN_1_0
GPtrArray *ls_session_find_unread_members  (LsSession             *session);

G_END_DECLS
