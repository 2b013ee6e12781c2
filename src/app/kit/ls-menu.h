/* ls-menu.h: helpers for menus that the program builds
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <gtk/gtk.h>

G_BEGIN_DECLS

/* Shows the menu of the part of @widget that contains @part. Returns whether there is one. */
typedef gboolean (*LsMenuShow) (GtkWidget *widget,
                                GtkWidget *part);

GtkWidget *ls_menu_attach            (GtkWidget          *widget,
                                      const char         *name,
                                      LsMenuShow          show);
char      *ls_menu_escape            (const char         *text);
void       ls_menu_append            (GMenu              *menu,
                                      const char         *label,
                                      const char         *action,
                                      GVariant           *target);
void       ls_menu_append_priorities (GMenu              *menu,
                                      const char         *label,
                                      const char         *action);
void       ls_menu_enable            (GSimpleActionGroup *actions,
                                      const char         *name,
                                      gboolean            enabled);
gboolean   ls_menu_point_to          (GtkWidget          *popover,
                                      GtkWidget          *widget);
void       ls_menu_popup             (GtkWidget          *popover,
                                      GMenuModel         *model);
void       ls_menu_name_button       (GtkWidget          *button,
                                      const char         *name);
void       ls_menu_clear_tooltips    (void);

G_END_DECLS
