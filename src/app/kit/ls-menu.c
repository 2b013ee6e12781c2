/* ls-menu.c: helpers for menus that the program builds
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "ls-menu.h"

#include "ls-types.h"

static void
on_pressed (GtkEventController *controller,
            double              x,
            double              y)
{
  GtkWidget *widget = gtk_event_controller_get_widget (controller);
  LsMenuShow show = g_object_get_data (G_OBJECT (controller), "show");

  if (show (widget, gtk_widget_pick (widget, x, y, GTK_PICK_DEFAULT)))
    gtk_gesture_set_state (GTK_GESTURE (controller), GTK_EVENT_SEQUENCE_CLAIMED);
}

static void
on_click (GtkEventController *controller,
          int                 n_press,
          double              x,
          double              y)
{
  on_pressed (controller, x, y);
}

static gboolean
menu_key_cb (GtkWidget *widget,
             GVariant  *arguments,
             gpointer   user_data)
{
  GtkRoot *root = gtk_widget_get_root (widget);
  GtkWidget *focus = root != NULL ? gtk_root_get_focus (root) : NULL;
  LsMenuShow show = user_data;

  return focus != NULL && show (widget, focus);
}

static void
add_gesture (GtkWidget  *widget,
             GtkGesture *gesture,
             GCallback   pressed,
             LsMenuShow  show)
{
  GtkEventController *controller = GTK_EVENT_CONTROLLER (gesture);

  gtk_event_controller_set_propagation_phase (controller, GTK_PHASE_CAPTURE);
  g_object_set_data (G_OBJECT (gesture), "show", show);
  g_signal_connect (gesture, "pressed", pressed, NULL);
  gtk_widget_add_controller (widget, controller);
}

/**
 * ls_menu_attach:
 * @widget: a widget whose parts have menus
 * @name: the name for assistive technology
 * @show: called with the part under the pointer, or with the one that has the focus
 *
 * Makes the menu of @widget. The second button of the pointer, a long press and the menu key ask for it.
 *
 * Returns: (transfer none): the menu, a child of @widget
 */
GtkWidget *
ls_menu_attach (GtkWidget  *widget,
                const char *name,
                LsMenuShow  show)
{
  GtkWidget *menu = gtk_popover_menu_new_from_model (NULL);
  GtkGesture *click = gtk_gesture_click_new ();
  GtkGesture *press = gtk_gesture_long_press_new ();
  GtkEventController *keys = gtk_shortcut_controller_new ();

  gtk_widget_set_parent (menu, widget);
  gtk_accessible_update_property (GTK_ACCESSIBLE (menu), GTK_ACCESSIBLE_PROPERTY_LABEL, name, -1);

  gtk_gesture_single_set_button (GTK_GESTURE_SINGLE (click), GDK_BUTTON_SECONDARY);
  add_gesture (widget, click, G_CALLBACK (on_click), show);
  /* A long press is for touch only: with a mouse it begins a drag. */
  gtk_gesture_single_set_touch_only (GTK_GESTURE_SINGLE (press), TRUE);
  add_gesture (widget, press, G_CALLBACK (on_pressed), show);

  /* GTK's usual Shift+F10 is left out, since it steps back. */
  gtk_shortcut_controller_add_shortcut (GTK_SHORTCUT_CONTROLLER (keys),
                                        gtk_shortcut_new (gtk_keyval_trigger_new (GDK_KEY_Menu, 0),
                                                          gtk_callback_action_new (menu_key_cb, show, NULL)));
  gtk_widget_add_controller (widget, keys);
  return menu;
}

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

  for (guint i = LS_TASK_PRIORITY_USER_BLOCKING; i >= LS_TASK_PRIORITY_BACKGROUND; i--)
    ls_menu_append (priorities, ls_task_priority_to_string (i), action, g_variant_new_string (ls_task_priority_to_string (i)));
  g_menu_append_submenu (menu, label, G_MENU_MODEL (priorities));
}

/**
 * ls_menu_enable:
 * @actions: the actions of a menu
 * @name: the name of one of them
 * @enabled: whether it can be chosen
 *
 * Enables or disables an action.
 */
void
ls_menu_enable (GSimpleActionGroup *actions,
                const char         *name,
                gboolean            enabled)
{
  g_simple_action_set_enabled (G_SIMPLE_ACTION (g_action_map_lookup_action (G_ACTION_MAP (actions), name)), enabled);
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

typedef gboolean (*QueryTooltip) (GtkWidget  *widget,
                                  int         x,
                                  int         y,
                                  gboolean    keyboard,
                                  GtkTooltip *tooltip);

static QueryTooltip query_menu_button;
static QueryTooltip query_drop_down;

static gboolean
query_closed_menu_button (GtkWidget  *widget,
                          int         x,
                          int         y,
                          gboolean    keyboard,
                          GtkTooltip *tooltip)
{
  GtkPopover *menu = gtk_menu_button_get_popover (GTK_MENU_BUTTON (widget));

  return (menu == NULL || !gtk_widget_get_mapped (GTK_WIDGET (menu))) && query_menu_button (widget, x, y, keyboard, tooltip);
}

static gboolean
query_closed_drop_down (GtkWidget  *widget,
                        int         x,
                        int         y,
                        gboolean    keyboard,
                        GtkTooltip *tooltip)
{
  GtkWidget *button = gtk_widget_get_first_child (widget);
  const gboolean is_open = GTK_IS_TOGGLE_BUTTON (button) && gtk_toggle_button_get_active (GTK_TOGGLE_BUTTON (button));

  return !is_open && query_drop_down (widget, x, y, keyboard, tooltip);
}

/**
 * ls_menu_clear_tooltips:
 *
 * Has no button show its tooltip while its menu is open: GTK would lay it over the menu, whose first item is below the pointer.
 */
void
ls_menu_clear_tooltips (void)
{
  GtkWidgetClass *menu_buttons = g_type_class_ref (GTK_TYPE_MENU_BUTTON);
  GtkWidgetClass *drop_downs = g_type_class_ref (GTK_TYPE_DROP_DOWN);

  if (query_menu_button == NULL)
    {
      query_menu_button = menu_buttons->query_tooltip;
      menu_buttons->query_tooltip = query_closed_menu_button;
      query_drop_down = drop_downs->query_tooltip;
      drop_downs->query_tooltip = query_closed_drop_down;
    }
  g_type_class_unref (menu_buttons);
  g_type_class_unref (drop_downs);
}
