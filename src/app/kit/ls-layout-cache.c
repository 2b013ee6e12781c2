/* ls-layout-cache.c: keeps texts laid out from frame to frame
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "ls-layout-cache.h"

#include <string.h>

#define MAX_LAYOUTS 2000
/* The cache rounds widths to multiples of this. */
#define WIDTH_STEP 4

/**
 * LsLayoutCache:
 *
 * Keeps texts laid out, for widgets that draw many small texts in each frame. Laying a text out takes much longer than drawing it.
 * The widget clears the cache when its style changes.
 */
struct _LsLayoutCache
{
  GHashTable *layouts;    /* (element-type utf8 PangoLayout) */
};

static void
layout_cache_free (LsLayoutCache *self)
{
  g_hash_table_unref (self->layouts);
  g_free (self);
}

/* Returns: (transfer none): a cache that lives as long as @widget */
LsLayoutCache *
ls_layout_cache_new (GtkWidget *widget)
{
  LsLayoutCache *self = g_new0 (LsLayoutCache, 1);

  self->layouts = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, g_object_unref);
  g_object_set_data_full (G_OBJECT (widget), "ls-layout-cache", self, (GDestroyNotify) layout_cache_free);
  return self;
}

void
ls_layout_cache_clear (LsLayoutCache *self)
{
  g_hash_table_remove_all (self->layouts);
}

static PangoLayout *
get_layout (LsLayoutCache *self,
            GtkWidget     *widget,
            const char    *text,
            int            max_width)
{
  g_autofree char *cut = max_width >= 0 ? g_strdup_printf ("%d\x1f%s", max_width, text) : NULL;
  const char *key = cut != NULL ? cut : text;
  PangoLayout *layout = g_hash_table_lookup (self->layouts, key);

  if (layout != NULL)
    return layout;
  if (g_hash_table_size (self->layouts) >= MAX_LAYOUTS)
    ls_layout_cache_clear (self);
  layout = gtk_widget_create_pango_layout (widget, text);
  pango_layout_set_single_paragraph_mode (layout, TRUE);
  if (max_width >= 0)
    {
      pango_layout_set_width (layout, max_width * PANGO_SCALE);
      pango_layout_set_ellipsize (layout, PANGO_ELLIPSIZE_END);
    }
  g_hash_table_insert (self->layouts, g_strdup (key), layout);
  return layout;
}

/**
 * ls_layout_cache_get:
 * @self: a cache
 * @widget: the widget whose style the text has
 * @text: a text; the widget draws only its first line
 * @max_width: the greatest width in pixels, less than 0 for no limit
 * @width: (out) (nullable): the width of the text, in pixels
 * @height: (out) (nullable): the height of the text, in pixels
 *
 * Returns: (transfer none): the layout of the text; valid until the next call
 */
PangoLayout *
ls_layout_cache_get (LsLayoutCache *self,
                     GtkWidget     *widget,
                     const char    *text,
                     double         max_width,
                     int           *width,
                     int           *height)
{
  PangoLayout *layout = get_layout (self, widget, text, -1);
  int natural;

  pango_layout_get_pixel_size (layout, &natural, height);
  if (max_width >= 0 && natural > max_width)
    {
      layout = get_layout (self, widget, text, MAX (WIDTH_STEP, (int) max_width / WIDTH_STEP * WIDTH_STEP));
      pango_layout_get_pixel_size (layout, &natural, height);
    }
  if (width != NULL)
    *width = natural;
  return layout;
}
