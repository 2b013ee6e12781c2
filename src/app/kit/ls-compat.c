/* ls-compat.c: what else differs between the versions of the toolkit that it may be built against
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "ls-compat.h"

/**
 * ls_compat_init_window:
 * @window: a window of the application, while it is made
 *
 * Leaves what it means to close @window to its class. Newer versions of the toolkit close a dialog in the place of the window
 * that it belongs to.
 */
void
ls_compat_init_window (GtkWindow *window)
{
#if ADW_CHECK_VERSION (1, 5, 0)
  guint id = g_signal_lookup ("close-request", GTK_TYPE_WINDOW);
  gulong handler;

  /* Nobody else has had the opportunity to connect yet. */
  while ((handler = g_signal_handler_find (window, G_SIGNAL_MATCH_ID | G_SIGNAL_MATCH_UNBLOCKED, id, 0, NULL, NULL, NULL)) != 0)
    g_signal_handler_block (window, handler);
#endif
}

/**
 * ls_compat_load_css:
 * @provider: a style sheet
 * @css: what it is to say
 *
 * Replaces what a style sheet says.
 */
void
ls_compat_load_css (GtkCssProvider *provider,
                    const char     *css)
{
#if GTK_CHECK_VERSION (4, 12, 0)
  gtk_css_provider_load_from_string (provider, css);
#else
  gtk_css_provider_load_from_data (provider, css, -1);
#endif
}

/**
 * ls_compat_get_color:
 * @widget: a widget
 * @color: (out): its foreground colour
 *
 * Gets the colour in which @widget's style draws text.
 */
void
ls_compat_get_color (GtkWidget *widget,
                     GdkRGBA   *color)
{
#if GTK_CHECK_VERSION (4, 10, 0)
  gtk_widget_get_color (widget, color);
#else
  gtk_style_context_get_color (gtk_widget_get_style_context (widget), color);
#endif
}

/**
 * ls_compat_lookup_color:
 * @widget: a widget
 * @name: a colour that the style sheets define
 * @color: (out): the colour; @widget's own if there is no such
 *
 * Looks a named colour up. There is no other way to draw with one than this, which newer versions deprecate.
 *
 * Returns: whether it is defined
 */
gboolean
ls_compat_lookup_color (GtkWidget  *widget,
                        const char *name,
                        GdkRGBA    *color)
{
  gboolean found;

G_GNUC_BEGIN_IGNORE_DEPRECATIONS
  found = gtk_style_context_lookup_color (gtk_widget_get_style_context (widget), name, color);
G_GNUC_END_IGNORE_DEPRECATIONS
  if (!found)
    ls_compat_get_color (widget, color);
  return found;
}

/**
 * ls_compat_get_line_extent:
 * @lines: the lines that are drawn
 * @line: one of them, from 0
 * @y: (out): where its first row begins, in pixels
 * @height: (out): how high that row is
 *
 * Says where a line of source is in its gutter: the first row of one that is wrapped.
 */
void
ls_compat_get_line_extent (GtkSourceGutterLines *lines,
                           guint                 line,
                           double               *y,
                           double               *height)
{
#if GTK_SOURCE_CHECK_VERSION (5, 16, 0)
  gtk_source_gutter_lines_get_line_extent (lines, line, GTK_SOURCE_GUTTER_RENDERER_ALIGNMENT_MODE_FIRST, y, height);
#else
  int row_y, row_height;

  gtk_source_gutter_lines_get_line_yrange (lines, line, GTK_SOURCE_GUTTER_RENDERER_ALIGNMENT_MODE_FIRST, &row_y,
                                           &row_height);
  *y = row_y;
  *height = row_height;
#endif
}
