/* ls-lesson-answer-field.h: an answer to a question, as its author types it
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <gtk/gtk.h>
#include <json-glib/json-glib.h>

G_BEGIN_DECLS

#define LS_TYPE_LESSON_ANSWER_FIELD (ls_lesson_answer_field_get_type ())
G_DECLARE_FINAL_TYPE (LsLessonAnswerField, ls_lesson_answer_field, LS, LESSON_ANSWER_FIELD, GtkBox)

GtkWidget *ls_lesson_answer_field_new         (guint                number,
                                               LsLessonAnswerField *first);
void       ls_lesson_answer_field_show        (LsLessonAnswerField *self,
                                               JsonNode            *answer);
JsonNode  *ls_lesson_answer_field_read        (LsLessonAnswerField *self);
void       ls_lesson_answer_field_set_removable (LsLessonAnswerField *self,
                                               gboolean             is_removable);
void       ls_lesson_answer_field_set_problem (LsLessonAnswerField *self,
                                               const char          *problem);
gboolean   ls_lesson_answer_field_has_problem (LsLessonAnswerField *self);
void       ls_lesson_answer_field_focus       (LsLessonAnswerField *self);
void       ls_lesson_answer_field_blame         (LsLessonAnswerField *self,
                                                 const char          *problem);
void       ls_lesson_answer_field_clear         (LsLessonAnswerField *self);

G_END_DECLS
