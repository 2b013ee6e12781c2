/* ls-lesson-writer.h: writes a lesson
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <gtk/gtk.h>
#include <json-glib/json-glib.h>

#include "ls-debugger.h"

G_BEGIN_DECLS

#define LS_TYPE_LESSON_WRITER (ls_lesson_writer_get_type ())
G_DECLARE_FINAL_TYPE (LsLessonWriter, ls_lesson_writer, LS, LESSON_WRITER, GtkBox)

void      ls_lesson_writer_begin          (LsLessonWriter *self,
                                           LsDebugger     *debugger,
                                           guint           page);
gboolean  ls_lesson_writer_end            (LsLessonWriter *self);
void      ls_lesson_writer_abandon        (LsLessonWriter *self);
void      ls_lesson_writer_follow         (LsLessonWriter *self);
gboolean  ls_lesson_writer_turn_to        (LsLessonWriter *self,
                                           guint           page);
guint     ls_lesson_writer_get_page       (LsLessonWriter *self);

G_END_DECLS
