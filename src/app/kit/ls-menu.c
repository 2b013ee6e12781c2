/* ls-menu.c: helpers for menus that the program builds
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "ls-menu.h"

#include "ls-types.h"

/**
 * ls_menu_escape:
 * @text: a name
 *
 * Returns: (transfer full): the label of a menu item that shows @text; no letter of it becomes a mnemonic
 */
char *
ls_menu_escape (const char *text)
{
  g_auto (GStrv) parts = g_strsplit (text, "_", -1);

  return g_strjoinv ("__", parts);
}

/**
 * ls_menu_append:
 * @menu: a menu
 * @label: the label of the item, with its mnemonic: see ls_menu_escape()
 * @action: the action that it activates
 * @target: (transfer floating): the target of the action
 *
 * Appends an item.
 */
void
ls_menu_append (GMenu      *menu,
                const char *label,
                const char *action,
                GVariant   *target)
{
  g_autoptr (GMenuItem) item = g_menu_item_new (label, NULL);

  g_menu_item_set_action_and_target_value (item, action, target);
  g_menu_append_item (menu, item);
}

/**
 * ls_menu_append_priorities:
 * @menu: a menu
 * @label: the label of the submenu
 * @action: an action that takes the name of a priority
 *
 * Appends a submenu with the priorities, the most urgent one first.
 */
void
ls_menu_append_priorities (GMenu      *menu,
                           const char *label,
                           const char *action)
{
  g_autoptr (GMenu) priorities = g_menu_new ();

  for (guint i = LS_N_TASK_PRIORITIES; i-- > 0;)
    ls_menu_append (priorities, ls_task_priority_to_string (i), action, g_variant_new_string (ls_task_priority_to_string (i)));
  g_menu_append_submenu (menu, label, G_MENU_MODEL (priorities));
}

/**
 * ls_menu_point_to:
 * @popover: a menu that has a parent
 * @widget: the widget that the menu is about, in the parent
 *
 * Lets the menu point to @widget when it opens.
 *
 * Returns: whether @widget is visible there
 */
gboolean
ls_menu_point_to (GtkWidget *popover,
                  GtkWidget *widget)
{
  graphene_rect_t bounds;

  if (!gtk_widget_compute_bounds (widget, gtk_widget_get_parent (popover), &bounds))
    return FALSE;
  gtk_popover_set_pointing_to (GTK_POPOVER (popover),
                               &(GdkRectangle) { bounds.origin.x, bounds.origin.y, bounds.size.width, bounds.size.height });
  return TRUE;
}

/**
 * ls_menu_popup:
 * @popover: a menu
 * @model: the items to show
 *
 * Shows the menu at the place that it points to.
 */
void
ls_menu_popup (GtkWidget  *popover,
               GMenuModel *model)
{
  gtk_popover_menu_set_menu_model (GTK_POPOVER_MENU (popover), model);
  gtk_popover_popup (GTK_POPOVER (popover));
}

/**
 * ls_menu_name_button:
 * @button: a GtkMenuButton
 * @name: the name for assistive technology
 *
 * Names a menu button and the button inside it. The inner button has the focus, and GTK gives it no name.
 */
void
ls_menu_name_button (GtkWidget  *button,
                     const char *name)
{
  GtkAccessible *inside = GTK_ACCESSIBLE (gtk_widget_get_first_child (button));

  gtk_accessible_update_property (GTK_ACCESSIBLE (button), GTK_ACCESSIBLE_PROPERTY_LABEL, name, -1);
  gtk_accessible_update_property (inside, GTK_ACCESSIBLE_PROPERTY_LABEL, name, -1);
  /* GTK 4.8 would read both names. */
  gtk_accessible_reset_relation (inside, GTK_ACCESSIBLE_RELATION_LABELLED_BY);
}
