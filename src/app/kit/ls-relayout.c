/* ls-relayout.c: lays out again what the toolkit forgot
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "ls-relayout.h"

/* The adjustments that have changed since the present frame or layout began, and whether there is one. */
static GPtrArray *changed;
static gboolean is_laying_out;

static GQuark last_frame_quark (void);
G_DEFINE_QUARK (ls-relayout-last-frame, last_frame)

static gboolean
on_adjustment_changed (GSignalInvocationHint *hint,
                       guint                  n_values,
                       const GValue          *values,
                       gpointer               data)
{
  if (is_laying_out)
    g_ptr_array_add (changed, g_value_get_object (values));
  return TRUE;
}

static gboolean
has_changed (GtkScrolledWindow *scroller)
{
  return g_ptr_array_find (changed, gtk_scrolled_window_get_vadjustment (scroller), NULL) ||
         g_ptr_array_find (changed, gtk_scrolled_window_get_hadjustment (scroller), NULL);
}

/* Has all that is above a scrolled window allocated whose content has changed while it was laid out. */
static void
queue_above_scrollers (GtkWidget *widget)
{
  if (!gtk_widget_get_mapped (widget))
    return;
  if (GTK_IS_SCROLLED_WINDOW (widget) && has_changed (GTK_SCROLLED_WINDOW (widget)))
    for (GtkWidget *above = gtk_widget_get_parent (widget); above != NULL; above = gtk_widget_get_parent (above))
      gtk_widget_queue_allocate (above);
  /* Lists have many rows, in which nothing scrolls. */
  if (!GTK_IS_LIST_BASE (widget))
    for (GtkWidget *child = gtk_widget_get_first_child (widget); child != NULL; child = gtk_widget_get_next_sibling (child))
      queue_above_scrollers (child);
}

/* Not when the layout begins: GTK may have connected to that before. */
static void
before_layout (void)
{
  g_ptr_array_set_size (changed, 0);
  is_laying_out = TRUE;
}

/* Once a frame is enough: the widgets above are all allocated then. */
static void
after_layout (GdkFrameClock *clock,
              GtkWindow     *window)
{
  gint64 frame = gdk_frame_clock_get_frame_counter (clock);
  gint64 *last = g_object_get_qdata (G_OBJECT (window), last_frame_quark ());

  if (changed->len > 0 && *last != frame)
    {
      *last = frame;
      queue_above_scrollers (GTK_WIDGET (window));
    }
  g_ptr_array_set_size (changed, 0);
}

static void
on_paint (void)
{
  is_laying_out = FALSE;
}

static void
on_realize (GtkWindow *window)
{
  GdkFrameClock *clock = gtk_widget_get_frame_clock (GTK_WIDGET (window));

  g_signal_connect_object (clock, "before-paint", G_CALLBACK (before_layout), window, 0);
  g_signal_connect_object (clock, "layout", G_CALLBACK (after_layout), window, G_CONNECT_AFTER);
  g_signal_connect_object (clock, "paint", G_CALLBACK (on_paint), window, 0);
}

/**
 * ls_relayout_watch:
 * @window: a window that has not been realized
 *
 * Keeps parts of the window from being blank.
 *
 * A text or a scrolled window may ask for another layout while it is allocated. If the widgets above it keep their sizes, so
 * that GTK allocates it alone, GTK forgets this in the window, but not in the widgets between: it shows nothing there, and
 * warns of what it cannot snapshot without a current allocation, until all of it is laid out for another reason. So where the
 * content of a scrolled window changes while it is laid out, all that is above is laid out once more, in the same frame.
 */
void
ls_relayout_watch (GtkWindow *window)
{
  if (changed == NULL)
    {
      GTypeClass *adjustments = g_type_class_ref (GTK_TYPE_ADJUSTMENT);  /* which stays, as all of the toolkit does */

      changed = g_ptr_array_new ();
      g_signal_add_emission_hook (g_signal_lookup ("changed", G_TYPE_FROM_CLASS (adjustments)), 0, on_adjustment_changed, NULL,
                                  NULL);
    }
  g_object_set_qdata_full (G_OBJECT (window), last_frame_quark (), g_new0 (gint64, 1), g_free);
  g_signal_connect (window, "realize", G_CALLBACK (on_realize), NULL);
}
