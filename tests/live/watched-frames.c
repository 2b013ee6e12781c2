/* watched-frames.c: a GTK program that draws, and misses frames
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include <gtk/gtk.h>

/* The source that keeps frame 10 waiting, the frame that takes long itself, and the last one. */
#define BLOCKED 10
#define SLOW 20
#define LAST 30

static gboolean is_over;

/* Longer than a program takes for its first frame. */
static gboolean
block (gpointer data)
{
  g_usleep (600000);
  return G_SOURCE_REMOVE;
}

static gboolean
tick (GtkWidget     *widget,
      GdkFrameClock *clock,
      gpointer       data)
{
  static guint n;

  n++;
  gtk_widget_queue_draw (widget);
  if (n == BLOCKED)
    g_source_set_name_by_id (g_idle_add_full (G_PRIORITY_HIGH, block, NULL, NULL), "blocker");
  if (n == SLOW)
    g_usleep (60000);
  is_over = n == LAST;
  return !is_over;
}

int
main (void)
{
  GtkWidget *window;

  gtk_init ();
  window = gtk_window_new ();
  gtk_window_set_child (GTK_WINDOW (window), gtk_label_new ("frames"));
  gtk_widget_add_tick_callback (window, tick, NULL, NULL);
  gtk_window_present (GTK_WINDOW (window));
  while (!is_over)
    g_main_context_iteration (NULL, TRUE);
  gtk_window_destroy (GTK_WINDOW (window));
  return 0;
}
