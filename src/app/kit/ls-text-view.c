/* ls-text-view.c: lets a view of source go
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "ls-text-view.h"

/**
 * ls_text_view_drop_source:
 * @scrolled: what a view of source is in, which goes away
 *
 * Lets the view go. Left to itself it would stay: a gutter keeps what it needed to draw last, and that keeps the view.
 */
void
ls_text_view_drop_source (GtkScrolledWindow *scrolled)
{
  g_autoptr (GtkSourceView) view = g_object_ref (GTK_SOURCE_VIEW (gtk_scrolled_window_get_child (scrolled)));
  GtkSourceGutter *gutter = gtk_source_view_get_gutter (view, GTK_TEXT_WINDOW_LEFT);
  GtkSnapshot *snapshot = gtk_snapshot_new ();
  GtkWidget *child, *next;

  /* The view still points to those that are its own. */
  for (child = gtk_widget_get_first_child (GTK_WIDGET (gutter)); child != NULL; child = next)
    {
      next = gtk_widget_get_next_sibling (child);
      if (!GTK_SOURCE_IS_GUTTER_RENDERER (child))
        continue;
      g_object_set_data_full (G_OBJECT (view), G_OBJECT_TYPE_NAME (child), g_object_ref (child), g_object_unref);
      gtk_source_gutter_remove (gutter, GTK_SOURCE_GUTTER_RENDERER (child));
    }
  /* It forgets when it has nothing to draw any more. */
  GTK_WIDGET_GET_CLASS (gutter)->snapshot (GTK_WIDGET (gutter), snapshot);
  g_object_unref (snapshot);
}
