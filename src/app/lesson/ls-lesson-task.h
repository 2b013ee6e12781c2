/* ls-lesson-task.h: the task of a page of a lesson
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <gtk/gtk.h>

#include "ls-debugger.h"
#include "ls-lesson.h"

G_BEGIN_DECLS

#define LS_TYPE_LESSON_TASK (ls_lesson_task_get_type ())
G_DECLARE_FINAL_TYPE (LsLessonTask, ls_lesson_task, LS, LESSON_TASK, GtkBox)

void ls_lesson_task_set_debugger (LsLessonTask       *self,
                                  LsDebugger         *debugger);
void ls_lesson_task_show         (LsLessonTask       *self,
                                  const LsLessonPage *page,
                                  gboolean            is_done,
                                  guint               n_hints);
void ls_lesson_task_set_done     (LsLessonTask       *self,
                                  gboolean            is_done);
void ls_lesson_task_begin        (LsLessonTask       *self);

G_END_DECLS
