/* ls-text-view.c: helpers for views of text and source
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "ls-text-view.h"

#include <adwaita.h>

/**
 * ls_text_view_drop_source:
 * @scrolled: the parent of a view of source, which is about to go away
 *
 * Releases the view. Without this the view would leak: a gutter keeps its last snapshot data, and that data keeps the view.
 */
void
ls_text_view_drop_source (GtkScrolledWindow *scrolled)
{
  g_autoptr (GtkSourceView) view = g_object_ref (GTK_SOURCE_VIEW (gtk_scrolled_window_get_child (scrolled)));
  GtkSourceGutter *gutter = gtk_source_view_get_gutter (view, GTK_TEXT_WINDOW_LEFT);
  GtkSnapshot *snapshot = gtk_snapshot_new ();
  GtkWidget *child, *next;

  /* The view still points to its own renderers, so they must outlive their removal. */
  for (child = gtk_widget_get_first_child (GTK_WIDGET (gutter)); child != NULL; child = next)
    {
      next = gtk_widget_get_next_sibling (child);
      if (!GTK_SOURCE_IS_GUTTER_RENDERER (child))
        continue;
      g_object_set_data_full (G_OBJECT (view), G_OBJECT_TYPE_NAME (child), g_object_ref (child), g_object_unref);
      gtk_source_gutter_remove (gutter, GTK_SOURCE_GUTTER_RENDERER (child));
    }
  /* A gutter without renderers draws nothing and drops the data of the last frame. */
  GTK_WIDGET_GET_CLASS (gutter)->snapshot (GTK_WIDGET (gutter), snapshot);
  g_object_unref (snapshot);
}

/**
 * ls_text_view_set_buffer:
 * @view: a view of text
 * @buffer: the text to show
 *
 * Shows another text. GTK 4.8 keeps lines in @view that it has looked at, but not yet laid out, when the text goes that they
 * are of, and crashes when it compares them with others. So it is made to forget all lines first, by a setting that each of
 * them depends on.
 */
void
ls_text_view_set_buffer (GtkTextView   *view,
                         GtkTextBuffer *buffer)
{
  int space = gtk_text_view_get_pixels_above_lines (view);

  gtk_text_view_set_pixels_above_lines (view, space + 1);
  gtk_text_view_set_pixels_above_lines (view, space);
  gtk_text_view_set_buffer (view, buffer);
}

/**
 * ls_text_view_init_schemes:
 *
 * Lets GtkSourceView find the colours of the program. Classes with a view of source call it before they have a template.
 */
void
ls_text_view_init_schemes (void)
{
  const char *dir = g_getenv ("LOOPSCOPE_STYLES_DIR");

  g_type_ensure (GTK_SOURCE_TYPE_VIEW);
  gtk_source_style_scheme_manager_append_search_path (gtk_source_style_scheme_manager_get_default (),
                                                      dir != NULL ? dir : LS_PKGDATADIR "/styles");
}

/**
 * ls_text_view_use_scheme:
 * @buffer: a text
 *
 * Gives @buffer the light or the dark colours, whichever the program has now.
 */
void
ls_text_view_use_scheme (GtkSourceBuffer *buffer)
{
  const char *name = adw_style_manager_get_dark (adw_style_manager_get_default ()) ? "loopscope-dark" : "loopscope";
  GtkSourceStyleScheme *scheme = gtk_source_style_scheme_manager_get_scheme (gtk_source_style_scheme_manager_get_default (), name);

  if (scheme != NULL)
    gtk_source_buffer_set_style_scheme (buffer, scheme);
}

static void
set_language (PangoContext *context)
{
  pango_context_set_language (context, pango_language_from_string ("en"));
}

/**
 * ls_text_view_set_code:
 * @widget: a widget with code in it
 *
 * Lets code, its columns and its line numbers run from left to right, whatever the language of the window. Signs that all scripts
 * have, such as digits and brackets, would come from a font for that language, so a line of nothing else would have another height.
 */
void
ls_text_view_set_code (GtkWidget *widget)
{
  gtk_widget_set_direction (widget, GTK_TEXT_DIR_LTR);
  set_language (gtk_widget_get_pango_context (widget));
  if (GTK_IS_TEXT_VIEW (widget))
    {
      set_language (gtk_text_view_get_ltr_context (GTK_TEXT_VIEW (widget)));
      set_language (gtk_text_view_get_rtl_context (GTK_TEXT_VIEW (widget)));
    }
  for (GtkWidget *child = gtk_widget_get_first_child (widget); child != NULL; child = gtk_widget_get_next_sibling (child))
    if (!GTK_IS_POPOVER (child))
      ls_text_view_set_code (child);
}

/**
 * ls_text_view_get_tooltip_iter:
 * @view: a view that is asked for a tooltip
 * @x: the place of the pointer
 * @y: the place of the pointer
 * @keyboard: whether the keyboard asks: the place is then that of the cursor
 * @iter: (out): the place in the text
 *
 * Returns: whether there is text at that place; if not, @iter is the nearest one
 */
gboolean
ls_text_view_get_tooltip_iter (GtkTextView *view,
                               int          x,
                               int          y,
                               gboolean     keyboard,
                               GtkTextIter *iter)
{
  GtkTextBuffer *buffer = gtk_text_view_get_buffer (view);

  gtk_text_buffer_get_iter_at_mark (buffer, iter, gtk_text_buffer_get_insert (buffer));
  if (keyboard)
    return TRUE;
  gtk_text_view_window_to_buffer_coords (view, GTK_TEXT_WINDOW_WIDGET, x, y, &x, &y);
  return gtk_text_view_get_iter_at_location (view, iter, x, y);
}

/**
 * ls_text_view_dup_text:
 * @buffer: a text
 *
 * Returns: (transfer full): the whole text
 */
char *
ls_text_view_dup_text (GtkTextBuffer *buffer)
{
  GtkTextIter start, end;

  gtk_text_buffer_get_bounds (buffer, &start, &end);
  return gtk_text_buffer_get_text (buffer, &start, &end, TRUE);
}

static gboolean
to_wrap_mode (GValue   *value,
              GVariant *variant,
              gpointer  user_data)
{
  g_value_set_enum (value, g_variant_get_boolean (variant) ? GTK_WRAP_WORD_CHAR : GTK_WRAP_NONE);
  return TRUE;
}

/**
 * ls_text_view_follow_wrapping:
 * @view: a view of a program
 *
 * Breaks long lines of @view while the user's settings say so.
 */
void
ls_text_view_follow_wrapping (GtkTextView *view)
{
  g_autoptr (GSettings) settings = g_settings_new (LS_APP_ID);

  /* The binding keeps the settings. */
  g_settings_bind_with_mapping (settings, "wrap-lines", view, "wrap-mode", G_SETTINGS_BIND_GET, to_wrap_mode, NULL, NULL, NULL);
}

static gboolean
check_offset_cb (gpointer user_data)
{
  GtkTextView *view = user_data;
  GtkAdjustment *vertical = gtk_scrollable_get_vadjustment (GTK_SCROLLABLE (view));
  GdkRectangle visible;

  g_object_set_data (G_OBJECT (view), "ls-checks-offset", NULL);
  gtk_text_view_get_visible_rect (view, &visible);
  if (vertical != NULL && visible.y + gtk_text_view_get_top_margin (view) != (int) gtk_adjustment_get_value (vertical))
    g_signal_emit_by_name (vertical, "value-changed");
  return G_SOURCE_REMOVE;
}

static void
on_sized (GtkTextView *view)
{
  if (g_object_get_data (G_OBJECT (view), "ls-checks-offset") != NULL)
    return;
  g_object_set_data (G_OBJECT (view), "ls-checks-offset", view);
  g_idle_add_full (GTK_PRIORITY_RESIZE + 1, check_offset_cb, g_object_ref (view), g_object_unref);
}

/**
 * ls_text_view_hold_offset:
 * @view: a view in a scrolled window
 *
 * Keeps what @view shows with its adjustment. A text view that scrolls to a line before it has a size may stay there when its
 * adjustment goes back to 0, and would show nothing but the room below its last line. So it hears of the adjustment once more.
 */
void
ls_text_view_hold_offset (GtkTextView *view)
{
  g_signal_connect_object (gtk_scrollable_get_vadjustment (GTK_SCROLLABLE (view)), "changed", G_CALLBACK (on_sized), view,
                           G_CONNECT_SWAPPED);
}
