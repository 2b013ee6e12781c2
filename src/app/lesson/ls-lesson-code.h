/* ls-lesson-code.h: code among the text of a lesson
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <gtk/gtk.h>

G_BEGIN_DECLS

#define LS_TYPE_LESSON_CODE (ls_lesson_code_get_type ())
G_DECLARE_FINAL_TYPE (LsLessonCode, ls_lesson_code, LS, LESSON_CODE, GtkTextView)

void ls_lesson_code_set_text (LsLessonCode *self,
                              const char   *text);

G_END_DECLS
