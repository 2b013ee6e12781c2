/* ls-roomy.c: shows its child where there is room for all of it
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "ls-roomy.h"

/**
 * LsRoomy:
 *
 * Shows its child at the end of what other widgets leave, and hides it where it would not fit. It asks for no width itself, so that
 * a hint never takes the room of what the user needs.
 */
struct _LsRoomy
{
  GtkWidget parent_instance;
};

static GtkBuildableIface *parent_buildable_iface;

static void
ls_roomy_add_child (GtkBuildable *buildable,
                    GtkBuilder   *builder,
                    GObject      *child,
                    const char   *type)
{
  if (GTK_IS_WIDGET (child))
    gtk_widget_set_parent (GTK_WIDGET (child), GTK_WIDGET (buildable));
  else
    parent_buildable_iface->add_child (buildable, builder, child, type);
}

static void
buildable_iface_init (GtkBuildableIface *iface)
{
  parent_buildable_iface = g_type_interface_peek_parent (iface);
  iface->add_child = ls_roomy_add_child;
}

G_DEFINE_FINAL_TYPE_WITH_CODE (LsRoomy, ls_roomy, GTK_TYPE_WIDGET,
                               G_IMPLEMENT_INTERFACE (GTK_TYPE_BUILDABLE, buildable_iface_init))

static void
ls_roomy_measure (GtkWidget      *widget,
                  GtkOrientation  orientation,
                  int             for_size,
                  int            *minimum,
                  int            *natural,
                  int            *minimum_baseline,
                  int            *natural_baseline)
{
  GtkWidget *child = gtk_widget_get_first_child (widget);

  *minimum = *natural = 0;
  if (child != NULL && orientation == GTK_ORIENTATION_VERTICAL)
    gtk_widget_measure (child, orientation, -1, minimum, natural, NULL, NULL);
}

static void
ls_roomy_size_allocate (GtkWidget *widget,
                        int        width,
                        int        height,
                        int        baseline)
{
  GtkWidget *child = gtk_widget_get_first_child (widget);
  const gboolean is_rtl = gtk_widget_get_direction (widget) == GTK_TEXT_DIR_RTL;
  int natural;

  if (child == NULL)
    return;
  gtk_widget_measure (child, GTK_ORIENTATION_HORIZONTAL, -1, NULL, &natural, NULL, NULL);
  gtk_widget_set_child_visible (child, natural <= width);
  if (natural <= width)
    gtk_widget_size_allocate (child, &(GtkAllocation) { is_rtl ? 0 : width - natural, 0, natural, height }, -1);
}

static void
ls_roomy_dispose (GObject *object)
{
  GtkWidget *child = gtk_widget_get_first_child (GTK_WIDGET (object));

  if (child != NULL)
    gtk_widget_unparent (child);

  G_OBJECT_CLASS (ls_roomy_parent_class)->dispose (object);
}

static void
ls_roomy_class_init (LsRoomyClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = ls_roomy_dispose;
  widget_class->measure = ls_roomy_measure;
  widget_class->size_allocate = ls_roomy_size_allocate;
  gtk_widget_class_set_accessible_role (widget_class, GTK_ACCESSIBLE_ROLE_GROUP);
}

static void
ls_roomy_init (LsRoomy *self)
{
}
