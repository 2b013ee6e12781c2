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
  guint       tick;
  guint       n_replaced;    /* when the last frame began */
} Request;

#define HEIGHT_KEY "ls-list-height"

/* The height of a list's row in pixels, 0 until GTK lays the list out. The model of the list may change at any time. */
typedef struct
{
  GtkAdjustment *adjustment;
  GListModel    *model;
  double         height;
  guint          n_replaced; /* how often the model replaced all rows … */
  guint          n_laid_out; /* … when GTK last laid the list out after that */
  GtkWidget          *scroller; /* owns this */
  GtkEventController *wheel;
  GdkFrameClock      *clock;    /* whose next layout gives new rows a height, NULL if there are none */
} Height;

static void
forget_clock (Height *height)
{
  if (height->clock != NULL)
    g_signal_handlers_disconnect_by_data (height->clock, height);
  g_clear_object (&height->clock);
}

/* Waits for the layout that gives new rows a height. */
static void
expect_layout (Height *height)
{
  GdkFrameClock *clock = gtk_widget_get_frame_clock (height->scroller);

  if (clock == height->clock)
    return;
  forget_clock (height);
  if (clock == NULL)
    return;
  height->clock = g_object_ref (clock);
  /* The window lays its widgets out in the handler that it has connected before. */
  g_signal_connect_data (clock, "layout", G_CALLBACK (forget_clock), height, NULL, G_CONNECT_SWAPPED | G_CONNECT_AFTER);
}

/* GTK warns when a list is scrolled to a row that has no height yet, so the wheel has no effect until then. */
static gboolean
on_wheel (Height *height)
{
  if (height->clock == NULL)
    return GDK_EVENT_PROPAGATE;
  gtk_widget_queue_allocate (height->scroller);
  return GDK_EVENT_STOP;
}

/* Counts replacements of all rows: the new rows have no height until GTK lays the list out. */
static void
on_items_changed (Height *height,
                  guint   position,
                  guint   n_removed,
                  guint   n_added)
{
  height->n_replaced += position == 0 && n_added > 0;
  expect_layout (height);
}

static void
on_laid_out (Height *height)
{
  guint n_rows = g_list_model_get_n_items (height->model);

  if (n_rows > 0)
    height->height = gtk_adjustment_get_upper (height->adjustment) / n_rows;
}

static void
height_free (gpointer data)
{
  Height *height = data;

  g_signal_handlers_disconnect_by_data (height->adjustment, height);
  g_signal_handlers_disconnect_by_data (height->model, height);
  g_signal_handlers_disconnect_by_data (height->wheel, height);
  if (gtk_event_controller_get_widget (height->wheel) != NULL)
    gtk_widget_remove_controller (height->scroller, height->wheel);
  g_object_unref (height->wheel);
  forget_clock (height);
  g_object_unref (height->adjustment);
  g_object_unref (height->model);
  g_free (height);
}

/* Records the height when GTK lays the list out: the model may have changed by the time a caller asks. */
static Height *
get_height (GtkWidget  *scroller,
            GListModel *model)
{
  GtkAdjustment *adjustment = gtk_scrolled_window_get_vadjustment (GTK_SCROLLED_WINDOW (scroller));
  Height *height = g_object_get_data (G_OBJECT (scroller), HEIGHT_KEY);

  if (height == NULL || height->model != model || height->adjustment != adjustment)
    {
      height = g_new0 (Height, 1);
      height->adjustment = g_object_ref (adjustment);
      height->model = g_object_ref (model);
      height->scroller = scroller;
      height->wheel = g_object_ref (gtk_event_controller_scroll_new (GTK_EVENT_CONTROLLER_SCROLL_BOTH_AXES));
      gtk_event_controller_set_propagation_phase (height->wheel, GTK_PHASE_CAPTURE);
      g_signal_connect_swapped (height->wheel, "scroll", G_CALLBACK (on_wheel), height);
      gtk_widget_add_controller (scroller, height->wheel);
      g_signal_connect_swapped (adjustment, "changed", G_CALLBACK (on_laid_out), height);
      g_signal_connect_swapped (model, "items-changed", G_CALLBACK (on_items_changed), height);
      g_object_set_data_full (G_OBJECT (scroller), HEIGHT_KEY, height, height_free);
      on_laid_out (height);
    }
  return height;
}

static void
request_free (gpointer data)
{
  Request *request = data;

  g_clear_handle_id (&request->idle, g_source_remove);
  if (request->tick != 0)
    gtk_widget_remove_tick_callback (request->scroller, request->tick);
  g_object_unref (request->model);
  g_free (request);
}

static void
scroll (Request *request)
{
  GtkAdjustment *adjustment = gtk_scrolled_window_get_vadjustment (GTK_SCROLLED_WINDOW (request->scroller));
  guint n_rows = g_list_model_get_n_items (request->model);
  double page = gtk_adjustment_get_page_size (adjustment);
  double value = gtk_adjustment_get_value (adjustment);
  double height = get_height (request->scroller, request->model)->height;
  double upper = MIN (gtk_adjustment_get_upper (adjustment), height * n_rows);
  double y = height * request->row;

  if (n_rows > request->row && page > 0 && (y < value || y + height > value + page))
    gtk_adjustment_set_value (adjustment, CLAMP (y - page / 2, 0, MAX (0, upper - page)));
  g_object_set_data (G_OBJECT (request->scroller), KEY, NULL);
}

/* GTK lays a list out after the tick callbacks of a frame, so it has done so by the next tick. */
static gboolean
tick_cb (GtkWidget     *widget,
         GdkFrameClock *clock,
         gpointer       user_data)
{
  Request *request = user_data;
  Height *height = get_height (request->scroller, request->model);

  if (request->n_replaced != height->n_replaced)
    {
      request->n_replaced = height->n_replaced;
      return G_SOURCE_CONTINUE;
    }
  height->n_laid_out = height->n_replaced;
  request->tick = 0;
  scroll (request);
  return G_SOURCE_REMOVE;
}

static gboolean
scroll_cb (gpointer user_data)
{
  Request *request = user_data;
  Height *height = get_height (request->scroller, request->model);

  request->idle = 0;
  if (!gtk_widget_get_mapped (request->scroller))
    {
      g_object_set_data (G_OBJECT (request->scroller), KEY, NULL);
    }
  else if (height->n_laid_out != height->n_replaced)
    {
      request->n_replaced = height->n_replaced - 1;
      request->tick = gtk_widget_add_tick_callback (request->scroller, tick_cb, request, NULL);
    }
  else
    {
      scroll (request);
    }

  return G_SOURCE_REMOVE;
}

/**
 * ls_list_scroll_past:
 * @scroller: a scrolled window with a list whose rows have one height
 * @model: the list's model
 * @row: the place of a row
 * @target: the place of a later row
 *
 * Scrolls to @target at once, if @row or a row before it is visible.
 */
void
ls_list_scroll_past (GtkWidget  *scroller,
                     GListModel *model,
                     guint       row,
                     guint       target)
{
  GtkAdjustment *adjustment = gtk_scrolled_window_get_vadjustment (GTK_SCROLLED_WINDOW (scroller));
  double height = get_height (scroller, model)->height;

  if (gtk_adjustment_get_value (adjustment) < height * (row + 1.0))
    gtk_adjustment_set_value (adjustment, height * target);
}

/**
 * ls_list_scroll_to:
 * @scroller: a scrolled window with a list whose rows have one height
 * @model: the list's model
 * @row: the place of a row
 *
 * Scrolls, if need be, until @row is visible. The function waits until GTK has laid the list out, because the rows may just have
 * changed. (GTK's own functions for this are newer than the oldest GTK that the program supports.)
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
      get_height (scroller, model);
      request->idle = g_idle_add (scroll_cb, request);
      g_object_set_data_full (G_OBJECT (scroller), KEY, request, request_free);
    }
  request->row = row;
}
