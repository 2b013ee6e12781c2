/* ls-page-dialog.h: asks which page to watch
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <adwaita.h>

G_BEGIN_DECLS

#define LS_TYPE_PAGE_DIALOG (ls_page_dialog_get_type ())
G_DECLARE_FINAL_TYPE (LsPageDialog, ls_page_dialog, LS, PAGE_DIALOG, GtkBox)

GtkWidget *ls_page_dialog_new (void);

G_END_DECLS
