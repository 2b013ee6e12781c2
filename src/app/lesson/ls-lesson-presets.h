/* ls-lesson-presets.h: the logs of a page of a lesson, whose presets the learner is to tell
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <gtk/gtk.h>

#include "ls-lesson.h"

G_BEGIN_DECLS

#define LS_TYPE_LESSON_PRESETS (ls_lesson_presets_get_type ())
G_DECLARE_FINAL_TYPE (LsLessonPresets, ls_lesson_presets, LS, LESSON_PRESETS, GtkBox)

void    ls_lesson_presets_show (LsLessonPresets    *self,
                                const LsLessonPage *page,
                                LsSession          *run,
                                GArray             *order,
                                GArray             *given,
                                guint               n_hints);
GArray *ls_lesson_presets_get  (LsLessonPresets    *self);

G_END_DECLS
