/* ls-post-task-dialog.h: asks which task to post
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <adwaita.h>

#include "ls-debugger.h"

G_BEGIN_DECLS

#define LS_TYPE_POST_TASK_DIALOG (ls_post_task_dialog_get_type ())
G_DECLARE_FINAL_TYPE (LsPostTaskDialog, ls_post_task_dialog, LS, POST_TASK_DIALOG, GtkBox)

/* Signals: post (LsStep *step). */

GtkWidget *ls_post_task_dialog_new            (LsDebugger       *debugger);
GtkWidget *ls_post_task_dialog_new_for_action (LsDebugger       *debugger,
                                               guint             index);
gboolean   ls_post_task_dialog_get_moment     (LsPostTaskDialog *self,
                                               LsStamp          *stamp);

G_END_DECLS
