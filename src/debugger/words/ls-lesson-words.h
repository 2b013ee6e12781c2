/* ls-lesson-words.h: what the parts of the window are called that a lesson points to
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "ls-lesson.h"

G_BEGIN_DECLS

const char *ls_lesson_words_place (LsLessonPlaces place);

G_END_DECLS
