/* ls-wrap-box.c: lays small children out in lines, as words in a text
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "ls-wrap-box.h"

#include "ls-widget.h"

#define SPACING 4

/**
 * LsWrapBox:
 *
 * Lays its children out in lines at their natural widths, and starts a new line when one is full. Unlike GtkFlowBox it has no
 * columns and no wrapper widgets. It is made for a few dozen children.
 */
struct _LsWrapBox
{
  GtkWidget parent_instance;
};

G_DEFINE_FINAL_TYPE (LsWrapBox, ls_wrap_box, GTK_TYPE_WIDGET)

static int
get_child_width (GtkWidget *child,
                 int        width)
{
  int minimum, natural;

  gtk_widget_measure (child, GTK_ORIENTATION_HORIZONTAL, -1, &minimum, &natural, NULL, NULL);
  return MAX (minimum, MIN (natural, width));
}

/* Places the children from @child to the one before @end in a line, each in the middle of the line's height. */
static void
place_line (GtkWidget *widget,
            GtkWidget *child,
            GtkWidget *end,
            int        width,
            int        y,
            int        line_height)
{
  gboolean rtl = gtk_widget_get_direction (widget) == GTK_TEXT_DIR_RTL;
  int x = 0;

  for (; child != end; child = gtk_widget_get_next_sibling (child))
    {
      int child_width, child_height;
      GtkAllocation allocation;

      if (!gtk_widget_should_layout (child))
        continue;
      child_width = get_child_width (child, width);
      child_height = ls_widget_measure_height (child, child_width);
      allocation = (GtkAllocation) { rtl ? width - x - child_width : x, y + (line_height - child_height) / 2, child_width,
                                     child_height };
      gtk_widget_size_allocate (child, &allocation, -1);
      x += child_width + SPACING;
    }
}

/* Lays out for @width, and places the children if @place. Returns the height. */
static int
lay_out (GtkWidget *widget,
         int        width,
         gboolean   place)
{
  GtkWidget *first = gtk_widget_get_first_child (widget);
  int x = 0, y = 0, line_height = 0;

  for (GtkWidget *child = first; child != NULL; child = gtk_widget_get_next_sibling (child))
    {
      int child_width;

      if (!gtk_widget_should_layout (child))
        continue;
      child_width = get_child_width (child, width);
      if (x > 0 && x + child_width > width)
        {
          if (place)
            place_line (widget, first, child, width, y, line_height);
          first = child;
          y += line_height + SPACING;
          x = 0;
          line_height = 0;
        }
      x += child_width + SPACING;
      line_height = MAX (line_height, ls_widget_measure_height (child, child_width));
    }
  if (place)
    place_line (widget, first, NULL, width, y, line_height);

  return y + line_height;
}

static void
ls_wrap_box_measure (GtkWidget      *widget,
                     GtkOrientation  orientation,
                     int             for_size,
                     int            *minimum,
                     int            *natural,
                     int            *minimum_baseline,
                     int            *natural_baseline)
{
  int widest = 0, sum = 0;

  for (GtkWidget *child = gtk_widget_get_first_child (widget); child != NULL;
       child = gtk_widget_get_next_sibling (child))
    {
      int child_minimum, child_natural;

      if (!gtk_widget_should_layout (child))
        continue;
      gtk_widget_measure (child, GTK_ORIENTATION_HORIZONTAL, -1, &child_minimum, &child_natural, NULL, NULL);
      widest = MAX (widest, child_minimum);
      sum += child_natural + (sum > 0 ? SPACING : 0);
    }

  if (orientation == GTK_ORIENTATION_HORIZONTAL)
    {
      *minimum = widest;
      *natural = MAX (widest, sum);
    }
  else
    {
      *minimum = *natural = lay_out (widget, for_size < 0 ? MAX (widest, sum) : for_size, FALSE);
    }
}

static void
ls_wrap_box_size_allocate (GtkWidget *widget,
                           int        width,
                           int        height,
                           int        baseline)
{
  lay_out (widget, width, TRUE);
}

static GtkSizeRequestMode
ls_wrap_box_get_request_mode (GtkWidget *widget)
{
  return GTK_SIZE_REQUEST_HEIGHT_FOR_WIDTH;
}

static void
ls_wrap_box_dispose (GObject *object)
{
  GtkWidget *child;

  while ((child = gtk_widget_get_first_child (GTK_WIDGET (object))) != NULL)
    gtk_widget_unparent (child);

  G_OBJECT_CLASS (ls_wrap_box_parent_class)->dispose (object);
}

static void
ls_wrap_box_class_init (LsWrapBoxClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = ls_wrap_box_dispose;
  widget_class->measure = ls_wrap_box_measure;
  widget_class->size_allocate = ls_wrap_box_size_allocate;
  widget_class->get_request_mode = ls_wrap_box_get_request_mode;
  gtk_widget_class_set_accessible_role (widget_class, GTK_ACCESSIBLE_ROLE_GROUP);
}

static void
ls_wrap_box_init (LsWrapBox *self)
{
}

/**
 * ls_wrap_box_append:
 * @self: a wrap box
 * @child: a widget without parent
 *
 * Adds @child at the end.
 */
void
ls_wrap_box_append (LsWrapBox *self,
                    GtkWidget *child)
{
  gtk_widget_insert_before (child, GTK_WIDGET (self), NULL);
}
