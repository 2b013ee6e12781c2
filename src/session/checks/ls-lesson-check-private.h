/* ls-lesson-check-private.h
 *
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */

#pragma once

#include "ls-expectation.h"
#include "ls-lesson-check.h"

G_BEGIN_DECLS

LsRunner *ls_lesson_check_run      (LsSession              *session,
                                    const LsRunnerOptions  *options,
                                    const LsLessonMoment   *moment,
                                    gboolean                at_end,
                                    GCancellable           *cancellable,
                                    gsize                  *position,
                                    char                  **problem);
gboolean  ls_lesson_check_holds_at (LsExpectation          *expectation,
                                    LsRunner               *runner,
                                    gsize                   position);

G_END_DECLS
