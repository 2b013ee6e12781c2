/* ls-lesson-exercise.h: the exercise of a page of a lesson
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <gtk/gtk.h>

#include "ls-debugger.h"
#include "ls-lesson.h"

G_BEGIN_DECLS

#define LS_TYPE_LESSON_EXERCISE (ls_lesson_exercise_get_type ())
G_DECLARE_FINAL_TYPE (LsLessonExercise, ls_lesson_exercise, LS, LESSON_EXERCISE, GtkBox)

void ls_lesson_exercise_show  (LsLessonExercise   *self,
                               const LsLessonPage *page,
                               guint               n_hints);
void ls_lesson_exercise_check (LsLessonExercise   *self,
                               LsDebugger         *debugger,
                               LsSession          *given);

char      *ls_lesson_exercise_dup_actions (LsLessonExercise *self);

G_END_DECLS
