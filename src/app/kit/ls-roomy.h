/* ls-roomy.h: shows its child where there is room for all of it
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <gtk/gtk.h>

G_BEGIN_DECLS

#define LS_TYPE_ROOMY (ls_roomy_get_type ())
G_DECLARE_FINAL_TYPE (LsRoomy, ls_roomy, LS, ROOMY, GtkWidget)

G_END_DECLS
