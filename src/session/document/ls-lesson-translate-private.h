/* ls-lesson-translate-private.h: what a lesson says, in the user's language
 *
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */

#pragma once

#include "ls-lesson.h"

G_BEGIN_DECLS

/* The text domain of what the lessons say that come with the program. Whoever shows lessons binds it. */
#define LS_LESSONS_DOMAIN "loopscope-lessons"

LsLesson   *ls_session_translate_lesson      (LsSession *session);
const char *ls_session_translate_title       (LsSession *session);
const char *ls_session_translate_description (LsSession *session);

G_END_DECLS
