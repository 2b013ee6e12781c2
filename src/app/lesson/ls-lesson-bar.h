/* ls-lesson-bar.h: a task that the learner places in time
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <gtk/gtk.h>

#include "ls-bars-key-private.h"

G_BEGIN_DECLS

/* The least height of a bar without that of the run below it, in pixels. */
#define LS_LESSON_BAR_HEIGHT 24

#define LS_TYPE_LESSON_BAR (ls_lesson_bar_get_type ())
G_DECLARE_FINAL_TYPE (LsLessonBar, ls_lesson_bar, LS, LESSON_BAR, GtkWidget)

GtkWidget *ls_lesson_bar_new        (guint        index,
                                     const char  *name,
                                     guint64      length,
                                     guint64      begin,
                                     guint64      end,
                                     guint64      unit);
guint      ls_lesson_bar_get_index  (LsLessonBar *self);
guint64    ls_lesson_bar_get_time   (LsLessonBar *self,
                                     double       pixels);
char      *ls_lesson_bar_set_start  (LsLessonBar *self,
                                     guint64      start);
void       ls_lesson_bar_set_answer (LsLessonBar *self,
                                     guint64      right,
                                     gboolean     is_right);

G_END_DECLS
