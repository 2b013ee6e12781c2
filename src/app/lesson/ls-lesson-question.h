/* ls-lesson-question.h: the question of a page of a lesson
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <gtk/gtk.h>

#include "ls-lesson-answers.h"

G_BEGIN_DECLS

#define LS_TYPE_LESSON_QUESTION (ls_lesson_question_get_type ())
G_DECLARE_FINAL_TYPE (LsLessonQuestion, ls_lesson_question, LS, LESSON_QUESTION, GtkBox)

void ls_lesson_question_show       (LsLessonQuestion   *self,
                                    const LsLessonPage *page,
                                    GArray             *order,
                                    guint               answer);
void ls_lesson_question_give       (LsLessonQuestion   *self,
                                    guint               answer);
void ls_lesson_question_set_reason (LsLessonQuestion   *self,
                                    const char         *reason);

G_END_DECLS
