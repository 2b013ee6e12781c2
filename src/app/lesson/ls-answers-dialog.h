/* ls-answers-dialog.h: saves what the learner has answered in a lesson
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <gtk/gtk.h>

#include "ls-lesson.h"

G_BEGIN_DECLS

#define LS_TYPE_ANSWERS_DIALOG (ls_answers_dialog_get_type ())
G_DECLARE_FINAL_TYPE (LsAnswersDialog, ls_answers_dialog, LS, ANSWERS_DIALOG, GtkBox)

GtkWidget *ls_answers_dialog_new     (GSettings       *settings,
                                      LsLesson        *lesson,
                                      const char      *title);
void       ls_answers_dialog_save_to (LsAnswersDialog *self,
                                      GFile           *file);

G_END_DECLS
