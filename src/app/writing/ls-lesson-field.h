/* ls-lesson-field.h: a text of a lesson that its author types
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <gtk/gtk.h>
#include <json-glib/json-glib.h>

G_BEGIN_DECLS

#define LS_TYPE_LESSON_FIELD (ls_lesson_field_get_type ())
G_DECLARE_FINAL_TYPE (LsLessonField, ls_lesson_field, LS, LESSON_FIELD, GtkBox)

const char *ls_lesson_field_get_path    (LsLessonField *self);
gboolean    ls_lesson_field_is_asked    (LsLessonField *self,
                                         const char    *asks);
void        ls_lesson_field_show        (LsLessonField *self,
                                         JsonNode      *value);
JsonNode   *ls_lesson_field_read        (LsLessonField *self,
                                         GError       **error);
void        ls_lesson_field_set_problem (LsLessonField *self,
                                         const char    *problem);
gboolean    ls_lesson_field_has_problem (LsLessonField *self);
gboolean    ls_lesson_field_restore     (LsLessonField *self);
void        ls_lesson_field_focus       (LsLessonField *self);

G_END_DECLS
