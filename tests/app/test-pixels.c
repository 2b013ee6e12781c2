/* test-pixels.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "test-pixels.h"

#include <math.h>

#include "test-util.h"

/* Takes a picture of @window, which test_pixels_clear() frees, and writes it to NAME.png in the build folder. */
void
test_pixels_take (TestPixels *self,
                  GtkWidget  *window,
                  const char *name)
{
  g_autoptr (GdkTexture) texture = test_ui_take_picture (window, name);

  self->window = window;
  self->width = gdk_texture_get_width (texture);
  self->height = gdk_texture_get_height (texture);
  self->pixels = g_new (guint32, (gsize) self->width * self->height);
  gdk_texture_download (texture, (guchar *) self->pixels, (gsize) self->width * sizeof (guint32));
}

void
test_pixels_clear (TestPixels *self)
{
  g_clear_pointer (&self->pixels, g_free);
}

double
test_pixels_get_luminance (guint32 color)
{
  static const double weights[] = { 0.0722, 0.7152, 0.2126 };
  double sum = 0;

  for (guint i = 0; i < 3; i++)
    {
      double value = (color >> (8 * i) & 0xff) / 255.0;

      sum += weights[i] * (value <= 0.04045 ? value / 12.92 : pow ((value + 0.055) / 1.055, 2.4));
    }
  return sum;
}

/* As WCAG 2 has it, from 1 to 21. */
static double
get_contrast (guint32 a,
              guint32 b)
{
  double first = test_pixels_get_luminance (a), second = test_pixels_get_luminance (b);

  return (MAX (first, second) + 0.05) / (MIN (first, second) + 0.05);
}

/* The frame of a window is in the picture, before where its own coordinates begin. */
static gboolean
get_bounds (const TestPixels *self,
            GtkWidget        *widget,
            graphene_rect_t  *bounds)
{
  graphene_rect_t frame;

  if (!gtk_widget_compute_bounds (widget, self->window, bounds) ||
      !gtk_widget_compute_bounds (self->window, self->window, &frame))
    return FALSE;
  graphene_rect_offset (bounds, -frame.origin.x, -frame.origin.y);
  return TRUE;
}

/* The part of @widget that is drawn: FALSE where nothing of it is. */
gboolean
test_pixels_get_part (const TestPixels *self,
                      GtkWidget        *widget,
                      graphene_rect_t  *part)
{
  if (!gtk_widget_get_mapped (widget) || !get_bounds (self, widget, part))
    return FALSE;
  for (GtkWidget *parent = gtk_widget_get_parent (widget); parent != NULL; parent = gtk_widget_get_parent (parent))
    {
      graphene_rect_t bounds;

      if (parent != self->window && gtk_widget_get_overflow (parent) != GTK_OVERFLOW_HIDDEN)
        continue;
      if (!get_bounds (self, parent, &bounds) || !graphene_rect_intersection (part, &bounds, part))
        return FALSE;
    }
  return TRUE;
}

gboolean
test_pixels_has_whole (const TestPixels *self,
                       GtkWidget        *widget)
{
  graphene_rect_t bounds, part;

  return test_pixels_get_part (self, widget, &part) && get_bounds (self, widget, &bounds) &&
         bounds.size.width > 0 && fabsf (bounds.size.width - part.size.width) < 1 &&
         fabsf (bounds.size.height - part.size.height) < 1;
}

guint32
test_pixels_get (const TestPixels *self,
                 int               x,
                 int               y)
{
  g_assert_true (x >= 0 && x < self->width && y >= 0 && y < self->height);
  return self->pixels[(gsize) y * self->width + x];
}

/* How well what is drawn in @widget is told from what is behind it, which is the color that there is most of. */
static double
measure_contrast (const TestPixels *self,
                  GtkWidget        *widget)
{
  g_autoptr (GHashTable) counts = g_hash_table_new (NULL, NULL);
  GHashTableIter iter;
  gpointer key, value;
  graphene_rect_t part;
  guint32 back = 0;
  guint most = 0;
  double best = 1;

  g_assert_true (test_pixels_get_part (self, widget, &part));
  for (int y = ceilf (part.origin.y); y + 1 <= part.origin.y + part.size.height; y++)
    for (int x = ceilf (part.origin.x); x + 1 <= part.origin.x + part.size.width; x++)
      {
        gpointer color = GUINT_TO_POINTER (test_pixels_get (self, x, y));

        g_hash_table_insert (counts, color, GUINT_TO_POINTER (GPOINTER_TO_UINT (g_hash_table_lookup (counts, color)) + 1));
      }
  g_hash_table_iter_init (&iter, counts);
  while (g_hash_table_iter_next (&iter, &key, &value))
    if (GPOINTER_TO_UINT (value) > most)
      {
        most = GPOINTER_TO_UINT (value);
        back = GPOINTER_TO_UINT (key);
      }
  g_hash_table_iter_init (&iter, counts);
  while (g_hash_table_iter_next (&iter, &key, &value))
    best = MAX (best, get_contrast (GPOINTER_TO_UINT (key), back));
  return best;
}

/* NULL where @widget shows no text. */
static const char *
get_text (GtkWidget *widget)
{
  const char *text = GTK_IS_LABEL (widget) ? gtk_label_get_text (GTK_LABEL (widget))
                     : GTK_IS_INSCRIPTION (widget) ? gtk_inscription_get_text (GTK_INSCRIPTION (widget)) : NULL;

  return text != NULL && *text != '\0' ? text : NULL;
}

/* The text of @label is drawn whole, with at least this contrast. */
void
test_pixels_check_label (const TestPixels *self,
                         GtkWidget        *label,
                         double            contrast)
{
  g_assert_nonnull (label);
  g_test_message ("“%s”", get_text (label));
  g_assert_true (test_pixels_has_whole (self, label));
  g_assert_cmpfloat (measure_contrast (self, label), >=, contrast);
}

/* Each text below @widget that nothing cuts off can be seen; some are pale on purpose. Returns how many there are. */
guint
test_pixels_check_labels (const TestPixels *self,
                          GtkWidget        *widget)
{
  guint n = 0;

  if (get_text (widget) != NULL && test_pixels_has_whole (self, widget))
    {
      test_pixels_check_label (self, widget, 2);
      n++;
    }
  for (GtkWidget *child = gtk_widget_get_first_child (widget); child != NULL; child = gtk_widget_get_next_sibling (child))
    n += test_pixels_check_labels (self, child);
  return n;
}

/* The first text below @root that has @part in it. */
GtkWidget *
test_pixels_find_label (GtkWidget  *root,
                        const char *part)
{
  if (get_text (root) != NULL && gtk_widget_get_mapped (root) && strstr (get_text (root), part) != NULL)
    return root;
  for (GtkWidget *child = gtk_widget_get_first_child (root); child != NULL; child = gtk_widget_get_next_sibling (child))
    {
      GtkWidget *found = test_pixels_find_label (child, part);

      if (found != NULL)
        return found;
    }
  return NULL;
}
