/* ls-lesson-presets-log.h: a log, and the presets that may have printed it
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <gtk/gtk.h>

G_BEGIN_DECLS

#define LS_TYPE_LESSON_PRESETS_LOG (ls_lesson_presets_log_get_type ())
G_DECLARE_FINAL_TYPE (LsLessonPresetsLog, ls_lesson_presets_log, LS, LESSON_PRESETS_LOG, GtkBox)

/* What is said of a log whose preset was told. */
typedef enum
{
  LS_LOG_MARK_NONE,
  LS_LOG_MARK_RIGHT,
  LS_LOG_MARK_WRONG
} LsLogMark;

GtkWidget *ls_lesson_presets_log_new        (guint               number,
                                             const char *const  *presets);
void       ls_lesson_presets_log_show       (LsLessonPresetsLog *self,
                                             const char *const  *lines,
                                             guint               n_common);
void       ls_lesson_presets_log_set_choice (LsLessonPresetsLog *self,
                                             guint               preset);
void       ls_lesson_presets_log_set_mark   (LsLessonPresetsLog *self,
                                             LsLogMark           mark,
                                             gboolean            is_answered);

G_END_DECLS
