/* ls-column-layout.c: a column whose width does not depend on its height
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "ls-column-layout.h"

/**
 * LsColumnLayout:
 *
 * Lays out its children as a vertical GtkBox does, but reports the same width for every height. A horizontal box asks each child
 * how wide the child is at the height of the box. A label with wrapped lines answers by laying out its text at one width after the
 * other. On a page full of rows that takes as long as the rest of the start. Use this layout where the column takes the remaining
 * width anyway.
 */
struct _LsColumnLayout
{
  GtkLayoutManager  parent_instance;

  GtkLayoutManager *box;
};

G_DEFINE_FINAL_TYPE (LsColumnLayout, ls_column_layout, GTK_TYPE_LAYOUT_MANAGER)

static void
ls_column_layout_measure (GtkLayoutManager *manager,
                          GtkWidget        *widget,
                          GtkOrientation    orientation,
                          int               for_size,
                          int              *minimum,
                          int              *natural,
                          int              *minimum_baseline,
                          int              *natural_baseline)
{
  gtk_layout_manager_measure (LS_COLUMN_LAYOUT (manager)->box, widget, orientation,
                              orientation == GTK_ORIENTATION_HORIZONTAL ? -1 : for_size, minimum, natural, minimum_baseline,
                              natural_baseline);
}

static void
ls_column_layout_allocate (GtkLayoutManager *manager,
                           GtkWidget        *widget,
                           int               width,
                           int               height,
                           int               baseline)
{
  gtk_layout_manager_allocate (LS_COLUMN_LAYOUT (manager)->box, widget, width, height, baseline);
}

static GtkSizeRequestMode
ls_column_layout_get_request_mode (GtkLayoutManager *manager,
                                   GtkWidget        *widget)
{
  return GTK_SIZE_REQUEST_HEIGHT_FOR_WIDTH;
}

static void
ls_column_layout_finalize (GObject *object)
{
  g_object_unref (LS_COLUMN_LAYOUT (object)->box);

  G_OBJECT_CLASS (ls_column_layout_parent_class)->finalize (object);
}

static void
ls_column_layout_class_init (LsColumnLayoutClass *klass)
{
  GtkLayoutManagerClass *manager_class = GTK_LAYOUT_MANAGER_CLASS (klass);

  G_OBJECT_CLASS (klass)->finalize = ls_column_layout_finalize;
  manager_class->measure = ls_column_layout_measure;
  manager_class->allocate = ls_column_layout_allocate;
  manager_class->get_request_mode = ls_column_layout_get_request_mode;
}

static void
ls_column_layout_init (LsColumnLayout *self)
{
  self->box = gtk_box_layout_new (GTK_ORIENTATION_VERTICAL);
}

static GtkWidget *
find_titles (GtkWidget *widget)
{
  GtkWidget *found = NULL;

  if (GTK_IS_BOX (widget) && gtk_widget_has_css_class (widget, "title") &&
      gtk_orientable_get_orientation (GTK_ORIENTABLE (widget)) == GTK_ORIENTATION_VERTICAL)
    return widget;
  for (GtkWidget *child = gtk_widget_get_first_child (widget); child != NULL && found == NULL;
       child = gtk_widget_get_next_sibling (child))
    found = find_titles (child);
  return found;
}

/**
 * ls_column_layout_new_row:
 * @title: a text, no markup
 * @subtitle: (nullable): likewise
 *
 * Makes a row with this layout for texts that come from elsewhere. With g_object_new(), the row would take them for markup: it
 * hears of "use-markup" after the title.
 *
 * Returns: (transfer floating): the row, which cannot be activated
 */
GtkWidget *
ls_column_layout_new_row (const char *title,
                          const char *subtitle)
{
  AdwActionRow *row = g_object_new (ADW_TYPE_ACTION_ROW, "use-markup", FALSE, NULL);

  adw_preferences_row_set_title (ADW_PREFERENCES_ROW (row), title);
  adw_action_row_set_subtitle (row, subtitle != NULL ? subtitle : "");
  gtk_list_box_row_set_activatable (GTK_LIST_BOX_ROW (row), FALSE);
  ls_column_layout_use_in_row (row);
  return GTK_WIDGET (row);
}

/**
 * ls_column_layout_use_in_row:
 * @row: a row
 *
 * Gives this layout to the box that holds the title and the subtitle of @row, if @row has such a box.
 */
void
ls_column_layout_use_in_row (AdwActionRow *row)
{
  GtkWidget *titles = find_titles (GTK_WIDGET (row));

  if (titles != NULL && gtk_box_get_spacing (GTK_BOX (titles)) == 0)
    gtk_widget_set_layout_manager (titles, g_object_new (LS_TYPE_COLUMN_LAYOUT, NULL));
}
