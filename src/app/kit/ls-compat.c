/* ls-compat.c: smaller differences between the versions of GTK and libadwaita
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "ls-compat.h"

/**
 * ls_compat_init_window:
 * @window: a window of the application, during its construction
 *
 * Lets the class of @window decide what closing @window means. Newer versions of GTK close a dialog of the window instead of the
 * window.
 */
void
ls_compat_init_window (GtkWindow *window)
{
#if ADW_CHECK_VERSION (1, 5, 0)
  guint id = g_signal_lookup ("close-request", GTK_TYPE_WINDOW);
  gulong handler;

  /* Only the parent class has connected handlers so far. */
  while ((handler = g_signal_handler_find (window, G_SIGNAL_MATCH_ID | G_SIGNAL_MATCH_UNBLOCKED, id, 0, NULL, NULL, NULL)) != 0)
    g_signal_handler_block (window, handler);
#endif
}

/**
 * ls_compat_load_css:
 * @provider: a style sheet
 * @css: the new content
 *
 * Replaces the content of a style sheet.
 */
void
ls_compat_load_css (GtkCssProvider *provider,
                    const char     *css)
{
G_GNUC_BEGIN_IGNORE_DEPRECATIONS
  gtk_css_provider_load_from_data (provider, css, -1);
G_GNUC_END_IGNORE_DEPRECATIONS
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
 * @name: the name of a colour that the style sheets define
 * @color: (out): the colour; @widget's own if the style sheets do not define @name
 *
 * Looks a named colour up. Newer versions of GTK deprecate this, but offer no other way to draw with a named colour.
 *
 * Returns: whether the style sheets define @name
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
 * @lines: the lines that the gutter draws
 * @line: one of them, from 0
 * @y: (out): the top of the first row of @line, in pixels
 * @height: (out): the height of that row, in pixels
 *
 * Tells where a line of source is in its gutter. A wrapped line has several rows; the number stands at the first.
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

/**
 * ls_compat_add_suffix:
 * @row: a row that can be expanded
 * @widget: (transfer floating): a widget
 *
 * Puts @widget at the end of @row.
 */
void
ls_compat_add_suffix (AdwExpanderRow *row,
                      GtkWidget      *widget)
{
#if ADW_CHECK_VERSION (1, 4, 0)
  adw_expander_row_add_suffix (row, widget);
#else
  adw_expander_row_add_action (row, widget);
#endif
}
