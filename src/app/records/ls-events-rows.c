/* ls-events-rows.c: which rows of the table of events have widgets, and are in view
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "ls-events-table-private.h"

#include "ls-list-scroll.h"

/* GTK makes widgets for about this many rows, even if fewer are visible. */
#define ROWS_OF_VIEW 210
#define ROWS_AT_ONCE 15

/* In a run at full speed each frame has other rows. Users cannot read sixty tables a second, so the view changes only once in this
 * time, in ms. */
#define SCROLL_INTERVAL 100

static void
show_position (LsEventsTable *self)
{
  guint row = ls_record_list_model_find (self->model, ls_player_get_position (self->player));

  self->updating = TRUE;
  if (row != G_MAXUINT)
    gtk_selection_model_select_item (self->selection, row, TRUE);
  else
    gtk_selection_model_unselect_all (self->selection);
  self->updating = FALSE;
  if (row != G_MAXUINT && gtk_widget_get_mapped (GTK_WIDGET (self)))
    ls_list_scroll_to (self->scroller, G_LIST_MODEL (self->model), row);
}

static gboolean
show_late_cb (gpointer user_data)
{
  LsEventsTable *self = user_data;

  self->showing = 0;
  ls_record_list_model_set_held (self->model, FALSE);
  if (self->is_late)
    {
      ls_events_table_show_position (self);
      ls_events_table_follow (self);
    }
  return G_SOURCE_REMOVE;
}

/* Selects the row of the position, and scrolls to it. */
void
ls_events_table_show_position (LsEventsTable *self)
{
  gboolean is_fast = ls_player_is_fast (self->player);

  self->is_late = is_fast && self->showing != 0;
  if (self->is_late)
    return;
  show_position (self);
  if (!is_fast)
    return;
  self->showing = g_timeout_add (SCROLL_INTERVAL, show_late_cb, self);
  ls_record_list_model_set_held (self->model, TRUE);
}

/* Takes the rows from the view while it is not visible. GTK then makes no widgets and lays nothing out. */
void
ls_events_table_give_up (LsEventsTable *self)
{
  self->is_resting = FALSE;
  if (gtk_widget_get_mapped (GTK_WIDGET (self)) || gtk_column_view_get_model (GTK_COLUMN_VIEW (self->view)) == NULL)
    return;
  gtk_column_view_set_model (GTK_COLUMN_VIEW (self->view), NULL);
  ls_record_list_model_set_window (self->model, 0, G_MAXUINT);
}

/* Finds the rows that have widgets. If the view has scrolled since its last layout, it now shows other rows than these. */
static gboolean
find_rows_with_widgets (LsEventsTable *self,
                        guint         *first,
                        guint         *last)
{
  guint n_rows = g_list_model_get_n_items (G_LIST_MODEL (self->model));
  GHashTableIter iter;
  gpointer item;

  *first = G_MAXUINT;
  *last = 0;
  g_hash_table_iter_init (&iter, self->cells);
  while (g_hash_table_iter_next (&iter, &item, NULL))
    {
      guint row = gtk_list_item_get_position (item);

      if (row >= n_rows)
        continue;
      *first = MIN (*first, row);
      *last = MAX (*last, row);
    }
  return *first != G_MAXUINT;
}

/* Limits the view to the rows that have widgets, and leaves these rows as they are. At full speed, a frame has no time to destroy
 * all widgets. */
static void
rest (LsEventsTable *self)
{
  guint first, last;

  self->is_resting = TRUE;
  if (!find_rows_with_widgets (self, &first, &last))
    return;
  ls_record_list_model_set_window (self->model, ls_record_list_model_get_first (self->model) + first, last - first + 1);
}

void
ls_events_table_detach (LsEventsTable *self)
{
  if (gtk_widget_get_mapped (GTK_WIDGET (self)) || gtk_column_view_get_model (GTK_COLUMN_VIEW (self->view)) == NULL)
    return;
  if (!ls_player_is_fast (self->player))
    ls_events_table_give_up (self);
  else if (!self->is_resting)
    rest (self);
}

/* Prepares for a trace that drops its oldest records, so that rows disappear at the top. The selected row stays selected. Its
 * number changes, but the table must not take that for a choice of the user. The view scrolls beforehand so that the list uses its
 * widgets again. Otherwise the list would make new widgets for all rows that move up. If all listed rows disappear, the widgets
 * show other rows. */
void
ls_events_table_forgetting (LsEventsTable *self)
{
  guint n_items = g_list_model_get_n_items (G_LIST_MODEL (self->model));
  guint last = ls_record_list_model_find (self->model, ls_player_get_start (self->player));
  GtkAdjustment *vertical = gtk_scrolled_window_get_vadjustment (GTK_SCROLLED_WINDOW (self->scroller));
  guint first_with_widget, last_with_widget, target;
  double value;

  ls_record_list_model_set_held (self->model, FALSE);
  self->updating = TRUE;
  ls_events_table_detach (self);
  if (last == G_MAXUINT || !gtk_widget_get_mapped (GTK_WIDGET (self)))
    return;
  if (ls_record_list_model_renews (self->model, ls_player_get_start (self->player)))
    {
      gtk_selection_model_unselect_all (self->selection);
      return;
    }
  target = ls_record_list_model_find (self->model, ls_player_get_position (self->player));
  if (target == G_MAXUINT || target <= last || !ls_player_get_running (self->player))
    target = last + 1;
  /* The list also has widgets for rows before the visible ones. */
  if (ls_player_get_running (self->player))
    target = MIN (MAX (target, last + ROWS_OF_VIEW), n_items - 1);
  ls_list_scroll_past (self->scroller, G_LIST_MODEL (self->model), last, target);
  value = gtk_adjustment_get_value (vertical);
  /* When its rows change, GTK's list sometimes keeps widgets for rows far from the visible ones. A scroll makes it look again. */
  if (find_rows_with_widgets (self, &first_with_widget, &last_with_widget) && last_with_widget <= last)
    {
      gtk_adjustment_set_value (vertical, value > 1 ? value - 1 : value + 1);
      gtk_adjustment_set_value (vertical, value);
    }
}

/* Keeps the newest row in view. In a run at full speed that row is the row of the position, or soon will be. */
void
ls_events_table_follow (LsEventsTable *self)
{
  guint n_items = g_list_model_get_n_items (G_LIST_MODEL (self->model));

  self->is_late |= self->showing != 0;
  if (n_items > 0 && self->showing == 0 && gtk_toggle_button_get_active (GTK_TOGGLE_BUTTON (self->follow)) &&
      gtk_widget_get_mapped (GTK_WIDGET (self)))
    ls_list_scroll_to (self->scroller, G_LIST_MODEL (self->model), n_items - 1);
}

/* Gives the view all its rows. */
static void
attach (LsEventsTable *self)
{
  ls_record_list_model_set_window (self->model, 0, G_MAXUINT);
  if (gtk_column_view_get_model (GTK_COLUMN_VIEW (self->view)) == NULL)
    gtk_column_view_set_model (GTK_COLUMN_VIEW (self->view), self->selection);
  if (self->player == NULL)
    return;
  ls_events_table_update_count (self);
  ls_events_table_show_position (self);
}

static gboolean
attach_cb (GtkWidget     *widget,
           GdkFrameClock *clock,
           gpointer       user_data)
{
  LsEventsTable *self = LS_EVENTS_TABLE (widget);
  guint n_listed = g_list_model_get_n_items (G_LIST_MODEL (self->model));

  /* n_attached may exceed the number of listed rows, since the trace may have dropped old ones. New rows may follow at once. */
  self->n_attached += ROWS_AT_ONCE;
  if (self->n_attached < ROWS_OF_VIEW && ls_player_get_running (self->player))
    {
      guint end = n_listed > 0 ? ls_record_list_model_get_first (self->model) + n_listed
                               : ls_record_list_model_get_n_found (self->model);

      ls_record_list_model_set_window (self->model, end - MIN (end, self->n_attached), self->n_attached);
      gtk_column_view_set_model (GTK_COLUMN_VIEW (self->view), self->selection);
      return G_SOURCE_CONTINUE;
    }
  self->attaching = 0;
  attach (self);
  return G_SOURCE_REMOVE;
}

/* Gives the view its rows. During a run it gives only a few rows a frame, so that no frame waits for all widgets. */
void
ls_events_table_map (LsEventsTable *self)
{
  self->is_resting = FALSE;
  if (self->has_old_cells)
    ls_events_table_renew (self);
  if (self->player == NULL || !ls_player_get_running (self->player))
    {
      attach (self);
      return;
    }
  self->n_attached = g_list_model_get_n_items (G_LIST_MODEL (self->model));
  if (gtk_column_view_get_model (GTK_COLUMN_VIEW (self->view)) == NULL)
    {
      ls_record_list_model_set_window (self->model, 0, 0);
      self->n_attached = 0;
    }
  self->attaching = gtk_widget_add_tick_callback (GTK_WIDGET (self), attach_cb, NULL, NULL);
}

void
ls_events_table_unmap (LsEventsTable *self)
{
  if (self->attaching == 0)
    return;
  gtk_widget_remove_tick_callback (GTK_WIDGET (self), self->attaching);
  self->attaching = 0;
}
