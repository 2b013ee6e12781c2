/* ls-menu.h: helpers for menus that the program builds
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <gtk/gtk.h>

G_BEGIN_DECLS

char     *ls_menu_escape            (const char *text);
void      ls_menu_append            (GMenu      *menu,
                                     const char *label,
                                     const char *action,
                                     GVariant   *target);
void      ls_menu_append_priorities (GMenu      *menu,
                                     const char *label,
                                     const char *action);
gboolean  ls_menu_point_to          (GtkWidget  *popover,
                                     GtkWidget  *widget);
void      ls_menu_popup             (GtkWidget  *popover,
                                     GMenuModel *model);
void      ls_menu_name_button       (GtkWidget  *button,
                                     const char *name);

G_END_DECLS
