/* ls-compat-accessible.c: help for assistive technology, whatever the version of GTK
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "ls-compat.h"

#include <math.h>

/**
 * ls_compat_announce:
 * @widget: the widget in which it happens
 * @text: what assistive technology says
 *
 * Tells assistive technology of an event. Before GTK 4.14 the description of @widget carries the text.
 */
void
ls_compat_announce (GtkWidget  *widget,
                    const char *text)
{
#if GTK_CHECK_VERSION (4, 14, 0)
  g_autoptr (GtkATContext) context = gtk_accessible_get_at_context (GTK_ACCESSIBLE (widget));

  /* GTK's accessibility context for tests (GTK_A11Y=test) implements no announcements, but GTK 4.18 calls it all the same. */
  if (context != NULL && !g_str_equal (G_OBJECT_TYPE_NAME (context), "GtkTestATContext"))
    gtk_accessible_announce (GTK_ACCESSIBLE (widget), text, GTK_ACCESSIBLE_ANNOUNCEMENT_PRIORITY_MEDIUM);
#endif
  gtk_accessible_update_property (GTK_ACCESSIBLE (widget), GTK_ACCESSIBLE_PROPERTY_DESCRIPTION, text, -1);
}

#if GTK_CHECK_VERSION (4, 10, 0)

/* Rounds a place relative to the window. Rounding relative to the parent would add an error of a pixel at each level. */
static gboolean
get_origin (GtkWidget *widget,
            int       *x,
            int       *y)
{
  GtkRoot *root = gtk_widget_get_root (widget);
  graphene_rect_t bounds;

  if (root == NULL || !gtk_widget_compute_bounds (widget, GTK_WIDGET (root), &bounds))
    return FALSE;
  *x = floor (bounds.origin.x);
  *y = floor (bounds.origin.y);
  return TRUE;
}

static gboolean
get_accessible_bounds (GtkAccessible *accessible,
                       int           *x,
                       int           *y,
                       int           *width,
                       int           *height)
{
  GtkWidget *widget = GTK_WIDGET (accessible);
  GtkWidget *parent = gtk_widget_get_parent (widget);
  graphene_rect_t bounds;
  int parent_x = 0, parent_y = 0;

  if (!gtk_widget_get_realized (widget) || !gtk_widget_compute_bounds (widget, widget, &bounds) || !get_origin (widget, x, y) ||
      (parent != NULL && !get_origin (parent, &parent_x, &parent_y)))
    return FALSE;
  *x -= parent_x;
  *y -= parent_y;
  *width = ceil (bounds.size.width);
  *height = ceil (bounds.size.height);
  return TRUE;
}

#endif

/**
 * ls_compat_init_accessible_places:
 *
 * Lets assistive technology know where widgets are. Call it before the program creates any widget. GTK 4.16 to 4.24 (at least)
 * measures a place from inside the parent's padding, but adds the places up as if it measured from the parent's edge. GTK therefore
 * reports a wrong place for a widget deep in the window.
 */
void
ls_compat_init_accessible_places (void)
{
#if GTK_CHECK_VERSION (4, 10, 0)
  GTypeClass *widget_class = g_type_class_ref (GTK_TYPE_WIDGET);
  GtkAccessibleInterface *iface = g_type_interface_peek (widget_class, GTK_TYPE_ACCESSIBLE);

  iface->get_bounds = get_accessible_bounds;
  g_type_class_unref (widget_class);
#endif
}

/**
 * ls_compat_label_drop_down:
 * @drop_down: a drop-down list
 * @label: what the list is for
 *
 * Names a drop-down list for assistive technology. Newer versions of GTK name the list by the chosen item, which overrides a label.
 */
void
ls_compat_label_drop_down (GtkDropDown *drop_down,
                           const char  *label)
{
  GtkWidget *button = gtk_widget_get_first_child (GTK_WIDGET (drop_down));

  gtk_accessible_reset_relation (GTK_ACCESSIBLE (drop_down), GTK_ACCESSIBLE_RELATION_LABELLED_BY);
  gtk_accessible_update_property (GTK_ACCESSIBLE (drop_down), GTK_ACCESSIBLE_PROPERTY_LABEL, label, -1);
  /* The button inside has the focus, but no name of its own. */
  gtk_accessible_reset_relation (GTK_ACCESSIBLE (button), GTK_ACCESSIBLE_RELATION_LABELLED_BY);
  gtk_accessible_update_property (GTK_ACCESSIBLE (button), GTK_ACCESSIBLE_PROPERTY_LABEL, label, -1);
}

#if GTK_CHECK_VERSION (4, 10, 0)
static void
range_iface_init (gpointer iface,
                  gpointer set_value)
{
  /* Both functions are the same but for the name of the type of their first argument. */
  ((GtkAccessibleRangeInterface *) iface)->set_current_value =
    (gboolean (*) (GtkAccessibleRange *, double)) set_value;
}
#endif

/**
 * ls_compat_add_accessible_range:
 * @type: a class of widgets, while the caller registers it
 * @set_value: sets the value
 *
 * Lets assistive technology read and set the value of widgets of @type. Older versions of GTK support this for their own widgets
 * only, so the description must carry an important value as well.
 */
void
ls_compat_add_accessible_range (GType                type,
                                LsCompatSetValueFunc set_value)
{
#if GTK_CHECK_VERSION (4, 10, 0)
  const GInterfaceInfo info = { (GInterfaceInitFunc) range_iface_init, NULL, (gpointer) set_value };

  g_type_add_interface_static (type, GTK_TYPE_ACCESSIBLE_RANGE, &info);
#endif
}

/**
 * ls_compat_label_list_item:
 * @child: the widget that an item of a list view shows
 * @label: the name
 *
 * Names @child and the list item around it, which is where assistive technology goes.
 */
void
ls_compat_label_list_item (GtkWidget  *child,
                           const char *label)
{
  GtkWidget *item = gtk_widget_get_parent (child);

  gtk_accessible_update_property (GTK_ACCESSIBLE (child), GTK_ACCESSIBLE_PROPERTY_LABEL, label, -1);
  if (item != NULL && gtk_accessible_get_accessible_role (GTK_ACCESSIBLE (item)) == GTK_ACCESSIBLE_ROLE_LIST_ITEM)
    gtk_accessible_update_property (GTK_ACCESSIBLE (item), GTK_ACCESSIBLE_PROPERTY_LABEL, label, -1);
}

/* A group that has a title names its list by it. */
static void
name_list (GtkWidget  *list,
           const char *title)
{
  GtkWidget *row = gtk_widget_get_ancestor (list, ADW_TYPE_COMBO_ROW);
  GtkWidget *group = gtk_widget_get_ancestor (list, ADW_TYPE_PREFERENCES_GROUP);

  if (row != NULL)
    title = adw_preferences_row_get_title (ADW_PREFERENCES_ROW (row));
  else if (group == NULL || !GTK_IS_LIST_BOX (list) || *adw_preferences_group_get_title (ADW_PREFERENCES_GROUP (group)) != '\0')
    return;
  gtk_accessible_update_property (GTK_ACCESSIBLE (list), GTK_ACCESSIBLE_PROPERTY_LABEL, title, -1);
}

/**
 * ls_compat_name_parts:
 * @widget: a widget that is about to be shown
 * @title: the name of the whole
 *
 * Names the lists that libadwaita creates within groups and rows, and keeps assistive technology from reading a name twice. GTK 4.8
 * reads a button's label (with the underscore of its mnemonic) or a row's label before the same visible text. Later versions read
 * both titles of a row with an entry, though only one of them is visible.
 */
void
ls_compat_name_parts (GtkWidget  *widget,
                      const char *title)
{
#if !GTK_CHECK_VERSION (4, 10, 0)
  GtkWidget *named = NULL;

  if (GTK_IS_BUTTON (widget) && gtk_button_get_use_underline (GTK_BUTTON (widget)) &&
      gtk_button_get_label (GTK_BUTTON (widget)) != NULL)
    named = widget;
  else if (ADW_IS_ACTION_ROW (widget))
    named = adw_action_row_get_activatable_widget (ADW_ACTION_ROW (widget));
  if (named != NULL)
    gtk_accessible_reset_property (GTK_ACCESSIBLE (named), GTK_ACCESSIBLE_PROPERTY_LABEL);
#else
  if (ADW_IS_ENTRY_ROW (widget))
    {
      gtk_accessible_reset_relation (GTK_ACCESSIBLE (widget), GTK_ACCESSIBLE_RELATION_LABELLED_BY);
      gtk_accessible_update_property (GTK_ACCESSIBLE (widget), GTK_ACCESSIBLE_PROPERTY_LABEL,
                                      adw_preferences_row_get_title (ADW_PREFERENCES_ROW (widget)), -1);
    }
#endif
  if (GTK_IS_LIST_BOX (widget) || GTK_IS_LIST_VIEW (widget))
    name_list (widget, title);
  for (GtkWidget *child = gtk_widget_get_first_child (widget); child != NULL; child = gtk_widget_get_next_sibling (child))
    ls_compat_name_parts (child, title);
}
