/* ls-node-dialog.h: asks which script Node.js is to run under a watch
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <adwaita.h>

G_BEGIN_DECLS

#define LS_TYPE_NODE_DIALOG (ls_node_dialog_get_type ())
G_DECLARE_FINAL_TYPE (LsNodeDialog, ls_node_dialog, LS, NODE_DIALOG, GtkBox)

GtkWidget *ls_node_dialog_new (void);

G_END_DECLS
