/* ls-events-table.c: all records of a trace as a table
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "ls-events-table.h"

#include <glib/gi18n.h>

#include "ls-list-scroll.h"
#include "ls-record-list-model.h"
#include "ls-text.h"

/**
 * LsEventsTable:
 *
 * Everything that was recorded, a row each, with a search that counts. A click goes to the position after the record;
 * the row of the current position is marked.
 */
struct _LsEventsTable
{
  GtkWidget          parent_instance;

  GtkWidget         *search;
  GtkWidget         *count;
  GtkWidget         *scroller;
  GtkWidget         *view;

  LsPlayer          *player;
  LsRecordListModel *model;
  GtkSingleSelection *selection;
  gboolean           updating;
};

G_DEFINE_FINAL_TYPE (LsEventsTable, ls_events_table, GTK_TYPE_WIDGET)

typedef char *(*FormatFunc) (LsEventsTable *self,
                             LsRecordItem  *item);

typedef struct
{
  const char *title;
  int         width;
  gboolean    numeric;
  FormatFunc  format;
} Column;

static char *
format_number (LsEventsTable *self,
               LsRecordItem  *item)
{
  return g_strdup_printf ("%" G_GSIZE_FORMAT, ls_record_item_get_position (item) + 1);
}

static char *
format_time (LsEventsTable *self,
             LsRecordItem  *item)
{
  return ls_text_format_time (ls_record_item_get_record (item)->time);
}

static char *
format_kind (LsEventsTable *self,
             LsRecordItem  *item)
{
  return g_strdup (ls_text_record_kind (ls_record_item_get_record (item)->kind));
}

static char *
format_what (LsEventsTable *self,
             LsRecordItem  *item)
{
  LsState *names = ls_player_get_names (self->player, ls_record_item_get_position (item) + 1);

  return ls_text_describe_record (names, ls_player_get_trace (self->player), ls_record_item_get_record (item));
}

static char *
format_clause (LsEventsTable *self,
               LsRecordItem  *item)
{
  const LsRecord *record = ls_record_item_get_record (item);

  return record->clause != LS_CLAUSE_NONE ? ls_clause_format (record->clause, record->step) : NULL;
}

static const Column columns[] = {
  { N_("No."), 70, TRUE, format_number },
  { N_("Time"), 90, TRUE, format_time },
  { N_("Event"), 180, FALSE, format_kind },
  { N_("What"), -1, FALSE, format_what },
  { N_("Clause"), 330, FALSE, format_clause },
};

static void
setup_cell (GtkSignalListItemFactory *factory,
            GtkListItem              *item)
{
  const Column *column = g_object_get_data (G_OBJECT (factory), "column");
  GtkWidget *label = gtk_label_new (NULL);

  gtk_label_set_xalign (GTK_LABEL (label), column->numeric ? 1 : 0);
  gtk_label_set_ellipsize (GTK_LABEL (label), PANGO_ELLIPSIZE_END);
  if (column->numeric)
    gtk_widget_add_css_class (label, "numeric");
  gtk_list_item_set_child (item, label);
}

static void
bind_cell (GtkSignalListItemFactory *factory,
           GtkListItem              *item,
           LsEventsTable            *self)
{
  const Column *column = g_object_get_data (G_OBJECT (factory), "column");
  g_autofree char *text = column->format (self, gtk_list_item_get_item (item));

  gtk_label_set_label (GTK_LABEL (gtk_list_item_get_child (item)), text != NULL ? text : "");
}

static void
append_columns (LsEventsTable *self)
{
  for (guint i = 0; i < G_N_ELEMENTS (columns); i++)
    {
      GtkListItemFactory *factory = gtk_signal_list_item_factory_new ();
      g_autoptr (GtkColumnViewColumn) column = NULL;

      g_object_set_data (G_OBJECT (factory), "column", (gpointer) &columns[i]);
      g_signal_connect (factory, "setup", G_CALLBACK (setup_cell), NULL);
      g_signal_connect_object (factory, "bind", G_CALLBACK (bind_cell), self, G_CONNECT_DEFAULT);
      column = gtk_column_view_column_new (_(columns[i].title), factory);
      gtk_column_view_column_set_resizable (column, TRUE);
      if (columns[i].width > 0)
        gtk_column_view_column_set_fixed_width (column, columns[i].width);
      else
        gtk_column_view_column_set_expand (column, TRUE);
      gtk_column_view_append_column (GTK_COLUMN_VIEW (self->view), column);
    }
}

static void
update_count (LsEventsTable *self)
{
  guint n_items = g_list_model_get_n_items (G_LIST_MODEL (self->model));
  gsize length = ls_player_get_length (self->player);
  g_autofree char *text = NULL;

  if (!ls_record_list_model_is_filtered (self->model))
    text = g_strdup_printf (ngettext ("%u event", "%u events", n_items), n_items);
  else if (ls_record_list_model_is_complete (self->model))
    text = g_strdup_printf (_("%u of %" G_GSIZE_FORMAT " events"), n_items, length);
  else
    text = g_strdup_printf (_("%u events so far"), n_items);
  gtk_label_set_label (GTK_LABEL (self->count), text);
}

static void
update_position (LsEventsTable *self)
{
  guint row = ls_record_list_model_find (self->model, ls_player_get_position (self->player));

  self->updating = TRUE;
  gtk_single_selection_set_selected (self->selection, row == G_MAXUINT ? GTK_INVALID_LIST_POSITION : row);
  self->updating = FALSE;
  if (row != G_MAXUINT && gtk_widget_get_mapped (GTK_WIDGET (self)))
    ls_list_scroll_to (self->scroller, G_LIST_MODEL (self->model), row);
}

static void
on_items_changed (LsEventsTable *self)
{
  if (self->player != NULL)
    update_count (self);
}

static void
on_selected_changed (LsEventsTable *self)
{
  LsRecordItem *item = gtk_single_selection_get_selected_item (self->selection);

  if (!self->updating && item != NULL && self->player != NULL)
    {
      ls_player_set_running (self->player, FALSE);
      ls_player_seek (self->player, ls_record_item_get_position (item) + 1);
    }
}

static void
on_search_changed (LsEventsTable *self)
{
  self->updating = TRUE;
  ls_record_list_model_set_filter (self->model, gtk_editable_get_text (GTK_EDITABLE (self->search)));
  self->updating = FALSE;
  if (self->player != NULL)
    {
      update_count (self);
      update_position (self);
    }
}

static void
on_map (LsEventsTable *self)
{
  if (self->player != NULL)
    update_position (self);
}

static void
ls_events_table_dispose (GObject *object)
{
  LsEventsTable *self = LS_EVENTS_TABLE (object);
  GtkWidget *child;

  if (self->player != NULL)
    g_signal_handlers_disconnect_by_data (self->player, self);
  if (self->selection != NULL)
    g_signal_handlers_disconnect_by_data (self->selection, self);
  if (self->model != NULL)
    g_signal_handlers_disconnect_by_data (self->model, self);
  while ((child = gtk_widget_get_first_child (GTK_WIDGET (self))) != NULL)
    gtk_widget_unparent (child);
  g_clear_object (&self->selection);
  g_clear_object (&self->model);
  g_clear_object (&self->player);

  G_OBJECT_CLASS (ls_events_table_parent_class)->dispose (object);
}

static void
ls_events_table_class_init (LsEventsTableClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = ls_events_table_dispose;

  gtk_widget_class_set_template_from_resource (widget_class, "/io/github/loopscope/Loopscope/ls-events-table.ui");
  gtk_widget_class_bind_template_child (widget_class, LsEventsTable, search);
  gtk_widget_class_bind_template_child (widget_class, LsEventsTable, count);
  gtk_widget_class_bind_template_child (widget_class, LsEventsTable, scroller);
  gtk_widget_class_bind_template_child (widget_class, LsEventsTable, view);
  gtk_widget_class_bind_template_callback (widget_class, on_search_changed);
  gtk_widget_class_bind_template_callback (widget_class, on_map);
}

static void
ls_events_table_init (LsEventsTable *self)
{
  gtk_widget_init_template (GTK_WIDGET (self));

  self->model = ls_record_list_model_new (NULL, NULL);
  self->selection = gtk_single_selection_new (g_object_ref (G_LIST_MODEL (self->model)));
  gtk_single_selection_set_autoselect (self->selection, FALSE);
  gtk_single_selection_set_can_unselect (self->selection, TRUE);
  g_signal_connect_swapped (self->selection, "notify::selected", G_CALLBACK (on_selected_changed), self);
  g_signal_connect_object (self->model, "items-changed", G_CALLBACK (on_items_changed), self, G_CONNECT_SWAPPED);
  append_columns (self);
  gtk_column_view_set_model (GTK_COLUMN_VIEW (self->view), GTK_SELECTION_MODEL (self->selection));
}

/**
 * ls_events_table_set_player:
 * @self: a table
 * @player: whose trace to show
 *
 * Shows @player's trace and position.
 */
void
ls_events_table_set_player (LsEventsTable *self,
                            LsPlayer      *player)
{
  g_return_if_fail (self->player == NULL);

  self->player = g_object_ref (player);
  ls_record_list_model_set_player (self->model, player);
  g_signal_connect_swapped (player, "changed", G_CALLBACK (update_position), self);
  g_signal_connect_swapped (player, "grew", G_CALLBACK (update_count), self);
  update_count (self);
}

/**
 * ls_events_table_focus_search:
 * @self: a table
 *
 * Puts the keyboard into the search.
 */
void
ls_events_table_focus_search (LsEventsTable *self)
{
  gtk_widget_grab_focus (self->search);
}
