/* ls-lesson-answers-field.h: the answers to a question, as its author types them
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <gtk/gtk.h>
#include <json-glib/json-glib.h>

G_BEGIN_DECLS

#define LS_TYPE_LESSON_ANSWERS_FIELD (ls_lesson_answers_field_get_type ())
G_DECLARE_FINAL_TYPE (LsLessonAnswersField, ls_lesson_answers_field, LS, LESSON_ANSWERS_FIELD, GtkBox)

void      ls_lesson_answers_field_show        (LsLessonAnswersField *self,
                                               JsonNode             *answers);
JsonNode *ls_lesson_answers_field_read        (LsLessonAnswersField *self);
void      ls_lesson_answers_field_set_problem (LsLessonAnswersField *self,
                                               const char           *problem);
gboolean  ls_lesson_answers_field_has_problem (LsLessonAnswersField *self);
void      ls_lesson_answers_field_focus       (LsLessonAnswersField *self);

G_END_DECLS
