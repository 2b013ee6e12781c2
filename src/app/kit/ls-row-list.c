/* ls-row-list.c: a list whose rows follow something that changes
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "ls-row-list.h"

/* The factory of the view owns it. */
typedef struct
{
  LsRowListNewFunc     new_row;
  LsRowListUpdateFunc  bind_row;     /* or NULL */
  LsRowListUpdateFunc  update_row;
  gpointer             user_data;
  GPtrArray           *bound;        /* (element-type GtkListItem): the rows that show something */
} RowList;

static void
row_list_free (gpointer data)
{
  RowList *self = data;

  g_ptr_array_unref (self->bound);
  g_free (self);
}

static void
setup_cb (RowList     *self,
          GtkListItem *item)
{
  gtk_list_item_set_child (item, self->new_row ());
}

static void
bind_cb (RowList     *self,
         GtkListItem *item)
{
  g_ptr_array_add (self->bound, item);
  if (self->bind_row != NULL)
    self->bind_row (item, self->user_data);
  self->update_row (item, self->user_data);
}

static void
unbind_cb (RowList     *self,
           GtkListItem *item)
{
  g_ptr_array_remove_fast (self->bound, item);
}

/**
 * ls_row_list_init:
 * @view: a list without rows
 * @model: what to show
 * @new_row: makes the widget of a row
 * @bind_row: (nullable): shows in a row what stays the same as long as the row has its item
 * @update_row: shows an item in a row; called when the row gets its item, and for each row by ls_row_list_update()
 * @user_data: for @update_row: the widget that contains @view
 *
 * Lets @view show a row for each item of @model. Rows can be selected only if @model is a [iface@Gtk.SelectionModel].
 */
void
ls_row_list_init (GtkListView         *view,
                  GListModel          *model,
                  LsRowListNewFunc     new_row,
                  LsRowListUpdateFunc  bind_row,
                  LsRowListUpdateFunc  update_row,
                  gpointer             user_data)
{
  g_autoptr (GtkListItemFactory) factory = gtk_signal_list_item_factory_new ();
  g_autoptr (GtkSelectionModel) selection = NULL;
  RowList *self = g_new0 (RowList, 1);

  selection = GTK_IS_SELECTION_MODEL (model) ? GTK_SELECTION_MODEL (g_object_ref (model))
                                             : GTK_SELECTION_MODEL (gtk_no_selection_new (g_object_ref (model)));
  self->new_row = new_row;
  self->bind_row = bind_row;
  self->update_row = update_row;
  self->user_data = user_data;
  self->bound = g_ptr_array_new ();
  g_object_set_data_full (G_OBJECT (factory), "row-list", self, row_list_free);
  g_signal_connect_swapped (factory, "setup", G_CALLBACK (setup_cb), self);
  g_signal_connect_swapped (factory, "bind", G_CALLBACK (bind_cb), self);
  g_signal_connect_swapped (factory, "unbind", G_CALLBACK (unbind_cb), self);
  gtk_list_view_set_factory (view, factory);
  gtk_list_view_set_model (view, selection);
}

/**
 * ls_row_list_update:
 * @view: a list that ls_row_list_init() was called for
 *
 * Updates the rows that have widgets.
 */
void
ls_row_list_update (GtkListView *view)
{
  RowList *self = g_object_get_data (G_OBJECT (gtk_list_view_get_factory (view)), "row-list");

  for (guint i = 0; i < self->bound->len; i++)
    self->update_row (g_ptr_array_index (self->bound, i), self->user_data);
}
