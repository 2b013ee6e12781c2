/* ls-text-view.c: releases a view of source
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "ls-text-view.h"

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
