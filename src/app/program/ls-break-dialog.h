/* ls-break-dialog.h: asks what stops the program
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <adwaita.h>

#include "ls-break-rule.h"

G_BEGIN_DECLS

#define LS_TYPE_BREAK_DIALOG (ls_break_dialog_get_type ())
G_DECLARE_FINAL_TYPE (LsBreakDialog, ls_break_dialog, LS, BREAK_DIALOG, GtkBox)

GtkWidget *ls_break_dialog_new (const LsBreakRule *rule,
                                gboolean           is_new);

G_END_DECLS
