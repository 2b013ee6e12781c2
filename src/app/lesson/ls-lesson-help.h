/* ls-lesson-help.h: how a page of a lesson helps with what is to be done
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <gtk/gtk.h>

#include "ls-lesson.h"

G_BEGIN_DECLS

#define LS_TYPE_LESSON_HELP (ls_lesson_help_get_type ())
G_DECLARE_FINAL_TYPE (LsLessonHelp, ls_lesson_help, LS, LESSON_HELP, GtkBox)

void ls_lesson_help_show     (LsLessonHelp       *self,
                              const LsLessonPage *page,
                              guint               n_hints);
void ls_lesson_help_set_outcome (LsLessonHelp    *self,
                              gboolean            is_done,
                              gboolean            is_lost);
void ls_lesson_help_set_over (LsLessonHelp       *self,
                              gboolean            is_over);

G_END_DECLS
