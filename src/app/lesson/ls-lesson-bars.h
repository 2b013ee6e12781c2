/* ls-lesson-bars.h: tasks that the learner places in time
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <gtk/gtk.h>

#include "ls-lesson.h"

G_BEGIN_DECLS

#define LS_TYPE_LESSON_BARS (ls_lesson_bars_get_type ())
G_DECLARE_FINAL_TYPE (LsLessonBars, ls_lesson_bars, LS, LESSON_BARS, GtkBox)

void     ls_lesson_bars_show (LsLessonBars       *self,
                              const LsLessonPage *page,
                              LsSession          *run,
                              GArray             *lines,
                              GArray             *starts,
                              guint               n_hints);
gboolean ls_lesson_bars_undo (LsLessonBars       *self);
GArray  *ls_lesson_bars_get  (LsLessonBars       *self);

G_END_DECLS
