/* ls-signal-dialog.h: asks what signal to add
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <adwaita.h>

#include "ls-debugger.h"

G_BEGIN_DECLS

#define LS_TYPE_SIGNAL_DIALOG (ls_signal_dialog_get_type ())
G_DECLARE_FINAL_TYPE (LsSignalDialog, ls_signal_dialog, LS, SIGNAL_DIALOG, GtkBox)

/* Signals: add (LsStep *step). */

GtkWidget *ls_signal_dialog_new (LsDebugger *debugger);

G_END_DECLS
