/* ls-lesson-scroll.c: brings what has come on a page of a lesson into view
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "ls-lesson-scroll.h"

/* It takes some frames until texts and the panes around them have the heights that they need. */
#define N_FRAMES 6

/* How many pixels there are below it. */
#define MARGIN 10

typedef struct
{
  GtkWidget *to;
  guint      n_frames;   /* since then */
} Scroll;

static gboolean
scroll_cb (GtkWidget     *from,
           GdkFrameClock *clock,
           gpointer       user_data)
{
  Scroll *self = user_data;
  GtkWidget *viewport = gtk_widget_get_ancestor (from, GTK_TYPE_VIEWPORT);
  graphene_rect_t begin, end;

  if (viewport != NULL && gtk_widget_compute_bounds (self->to, viewport, &end) &&
      gtk_widget_compute_bounds (from, viewport, &begin))
    {
      GtkAdjustment *adjustment = gtk_scrollable_get_vadjustment (GTK_SCROLLABLE (viewport));
      const double rest = end.origin.y + end.size.height + MARGIN - gtk_adjustment_get_page_size (adjustment);

      gtk_adjustment_set_value (adjustment, gtk_adjustment_get_value (adjustment) + MIN (rest, begin.origin.y));
    }
  return ++self->n_frames < N_FRAMES ? G_SOURCE_CONTINUE : G_SOURCE_REMOVE;
}

/**
 * ls_lesson_scroll_to:
 * @from: a widget on a page of a lesson
 * @to: @from, or a widget that it is in
 *
 * Brings @from into view: from its beginning on, to the end of @to if there is room.
 */
void
ls_lesson_scroll_to (GtkWidget *from,
                     GtkWidget *to)
{
  Scroll *self = g_new0 (Scroll, 1);

  self->to = to;
  gtk_widget_add_tick_callback (from, scroll_cb, self, g_free);
}
