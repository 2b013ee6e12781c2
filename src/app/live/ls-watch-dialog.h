/* ls-watch-dialog.h: asks which program to watch
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <adwaita.h>

G_BEGIN_DECLS

#define LS_TYPE_WATCH_DIALOG (ls_watch_dialog_get_type ())
G_DECLARE_FINAL_TYPE (LsWatchDialog, ls_watch_dialog, LS, WATCH_DIALOG, GtkBox)

/* Signals: watch (strv: a program and its arguments), join (uint: a process). */

GtkWidget *ls_watch_dialog_new (void);

G_END_DECLS
