/* ls-action-dialog.h: asks what an action does, and when
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <adwaita.h>

#include "ls-debugger.h"

G_BEGIN_DECLS

#define LS_TYPE_ACTION_DIALOG (ls_action_dialog_get_type ())
G_DECLARE_FINAL_TYPE (LsActionDialog, ls_action_dialog, LS, ACTION_DIALOG, GtkBox)

/* Signals: change (LsStep *step). */

GtkWidget *ls_action_dialog_new        (LsDebugger     *debugger,
                                        guint           index);
gboolean   ls_action_dialog_get_moment (LsActionDialog *self,
                                        LsStamp        *stamp);

G_END_DECLS
