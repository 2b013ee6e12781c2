/* ls-lesson-view.h: shows a page of a lesson
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <gtk/gtk.h>

#include "ls-course-private.h"
#include "ls-debugger.h"
#include "ls-lesson.h"

G_BEGIN_DECLS

#define LS_TYPE_LESSON_VIEW (ls_lesson_view_get_type ())
G_DECLARE_FINAL_TYPE (LsLessonView, ls_lesson_view, LS, LESSON_VIEW, GtkBox)

/* Signals: changed (another lesson or page), apply (LsSession *wanted, gboolean is_of_lesson → gboolean: makes the session run like
 * @wanted), look (guint place), finished (guint n_open: the user has read the last page, and so
 * much is to be done yet), dialog (GtkWidget *dialog: to be shown). */

void      ls_lesson_view_set_debugger (LsLessonView *self,
                                       LsDebugger   *debugger);
LsLesson *ls_lesson_view_get_lesson   (LsLessonView *self);
guint     ls_lesson_view_get_page     (LsLessonView *self);
gboolean  ls_lesson_view_is_changed   (LsLessonView *self);
void      ls_lesson_view_turn_to      (LsLessonView *self,
                                       guint         page);
void      ls_lesson_view_show_moment  (LsLessonView *self);
void      ls_lesson_view_focus        (LsLessonView *self);
void      ls_lesson_view_set_waiting  (LsLessonView *self,
                                       gboolean      is_waiting);
void      ls_lesson_view_set_course   (LsLessonView *self,
                                       LsCourse     *course,
                                       guint         lesson);
LsCourse *ls_lesson_view_get_course   (LsLessonView *self,
                                       guint        *lesson);

gboolean      ls_lesson_view_is_writing   (LsLessonView *self);
gboolean      ls_lesson_view_begin_writing (LsLessonView *self,
                                           GError      **error);
gboolean      ls_lesson_view_has_program  (LsLessonView *self);

G_END_DECLS
