/* ls-lesson-recap.h: how a learner has done in a lesson
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <gtk/gtk.h>

#include "ls-lesson.h"

G_BEGIN_DECLS

#define LS_TYPE_LESSON_RECAP (ls_lesson_recap_get_type ())
G_DECLARE_FINAL_TYPE (LsLessonRecap, ls_lesson_recap, LS, LESSON_RECAP, GtkBox)

void ls_lesson_recap_show (LsLessonRecap *self,
                           GSettings     *settings,
                           LsLesson      *lesson);

G_END_DECLS
