/* ls-fold-button.h: how often a row of a list repeats
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <gtk/gtk.h>

G_BEGIN_DECLS

#define LS_TYPE_FOLD_BUTTON (ls_fold_button_get_type ())
G_DECLARE_FINAL_TYPE (LsFoldButton, ls_fold_button, LS, FOLD_BUTTON, GtkButton)

GtkWidget *ls_fold_button_new  (const char   *action);
gboolean   ls_fold_button_show (LsFoldButton *self,
                                guint         line,
                                guint         n_lines,
                                gboolean      is_unfolded);

G_END_DECLS
