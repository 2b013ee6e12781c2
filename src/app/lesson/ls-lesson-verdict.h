/* ls-lesson-verdict.h: what is said of an answer whose key is the run
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <gtk/gtk.h>

#include "ls-lesson.h"

G_BEGIN_DECLS

#define LS_TYPE_LESSON_VERDICT (ls_lesson_verdict_get_type ())
G_DECLARE_FINAL_TYPE (LsLessonVerdict, ls_lesson_verdict, LS, LESSON_VERDICT, GtkBox)

void ls_lesson_verdict_show     (LsLessonVerdict    *self,
                                 const LsLessonPage *page,
                                 gboolean            is_right,
                                 const char         *text,
                                 gboolean            can_try);
void ls_lesson_verdict_explain  (LsLessonVerdict    *self,
                                 const LsLessonPage *page,
                                 const char         *reason,
                                 char              **others);
void ls_lesson_verdict_announce (LsLessonVerdict    *self,
                                 GtkWidget          *question);
gboolean ls_lesson_verdict_focus (LsLessonVerdict   *self);

G_END_DECLS
