/* ls-list-scroll.c: brings a row of a list into view
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "ls-list-scroll.h"

#define KEY "ls-list-scroll"

typedef struct
{
  GtkWidget  *scroller;
  GListModel *model;
  guint       row;
  guint       idle;
} Request;

static void
request_free (gpointer data)
{
  Request *request = data;

  g_clear_handle_id (&request->idle, g_source_remove);
  g_object_unref (request->model);
  g_free (request);
}

static gboolean
scroll_cb (gpointer user_data)
{
  Request *request = user_data;
  GtkAdjustment *adjustment = gtk_scrolled_window_get_vadjustment (GTK_SCROLLED_WINDOW (request->scroller));
  guint n_rows = g_list_model_get_n_items (request->model);
  double upper = gtk_adjustment_get_upper (adjustment);
  double page = gtk_adjustment_get_page_size (adjustment);
  double value = gtk_adjustment_get_value (adjustment);
  double y, height;

  request->idle = 0;
  if (n_rows > request->row && page > 0)
    {
      height = upper / n_rows;
      y = height * request->row;
      if (y < value || y + height > value + page)
        gtk_adjustment_set_value (adjustment, CLAMP (y - page / 2, 0, MAX (0, upper - page)));
    }
  g_object_set_data (G_OBJECT (request->scroller), KEY, NULL);

  return G_SOURCE_REMOVE;
}

/**
 * ls_list_scroll_to:
 * @scroller: a scrolled window with a list whose rows have one height
 * @model: the list's model
 * @row: which row
 *
 * Scrolls, if need be, so that @row is to be seen. This happens once the list has been laid out, because its rows may
 * just have changed. (The lists' own functions for this are newer than what this is built for.)
 */
void
ls_list_scroll_to (GtkWidget  *scroller,
                   GListModel *model,
                   guint       row)
{
  Request *request = g_object_get_data (G_OBJECT (scroller), KEY);

  if (request == NULL)
    {
      request = g_new0 (Request, 1);
      request->scroller = scroller;
      request->model = g_object_ref (model);
      request->idle = g_idle_add (scroll_cb, request);
      g_object_set_data_full (G_OBJECT (scroller), KEY, request, request_free);
    }
  request->row = row;
}
