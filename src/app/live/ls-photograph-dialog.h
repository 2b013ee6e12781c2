/* ls-photograph-dialog.h: the queues of a browser at one moment
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <adwaita.h>

#include "ls-page-watch.h"

G_BEGIN_DECLS

#define LS_TYPE_PHOTOGRAPH_DIALOG (ls_photograph_dialog_get_type ())
G_DECLARE_FINAL_TYPE (LsPhotographDialog, ls_photograph_dialog, LS, PHOTOGRAPH_DIALOG, GtkBox)

GtkWidget *ls_photograph_dialog_new  (LsPageWatch              *watch);
void       ls_photograph_dialog_show (LsPhotographDialog       *self,
                                      LsPagePhotograph         *photograph);

G_END_DECLS
