/* ls-events-table.c: all records of a trace as a table
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "ls-events-table-private.h"

#include <glib/gi18n.h>

#include "ls-actions.h"
#include "ls-compat.h"
#include "ls-forgotten.h"
#include "ls-menu.h"
#include "ls-text-block.h"
#include "ls-text.h"
#include "ls-thing-chooser.h"
#include "ls-widget.h"

G_DEFINE_FINAL_TYPE (LsEventsTable, ls_events_table, GTK_TYPE_BOX)

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

static const LsEventsColumn columns[] = {
  { N_("No."), 70, TRUE, format_number },
  { N_("Time"), 90, TRUE, format_time },
  { N_("Event"), 180, FALSE, format_kind },
  { N_("Details"), -1, FALSE, format_what },
  { N_("Clause"), 330, FALSE, format_clause },
};

const LsEventsColumn *
ls_events_table_get_columns (guint *n_columns)
{
  *n_columns = G_N_ELEMENTS (columns);
  return columns;
}

static void
setup_cell (GtkSignalListItemFactory *factory,
            GtkListItem              *item)
{
  const LsEventsColumn *column = g_object_get_data (G_OBJECT (factory), "column");
  /* GTK makes about two hundred rows, of which few are visible. GtkInscription needs no layout in the others. */
  GtkWidget *cell = gtk_inscription_new (NULL);

  gtk_inscription_set_xalign (GTK_INSCRIPTION (cell), column->numeric ? 1 : 0);
  gtk_inscription_set_text_overflow (GTK_INSCRIPTION (cell), GTK_INSCRIPTION_OVERFLOW_ELLIPSIZE_END);
  if (column->numeric)
    gtk_widget_add_css_class (cell, "numeric");
  gtk_list_item_set_child (item, cell);
}

static void
bind_cell (GtkSignalListItemFactory *factory,
           GtkListItem              *item,
           LsEventsTable            *self)
{
  const LsEventsColumn *column = g_object_get_data (G_OBJECT (factory), "column");
  LsRecordItem *record = gtk_list_item_get_item (item);
  g_autofree char *text = NULL;

  if (ls_record_item_get_record (record)->kind != LS_RECORD_NONE)
    text = column->format (self, record);
  gtk_inscription_set_text (GTK_INSCRIPTION (gtk_list_item_get_child (item)), text != NULL ? text : "");
}

/* GTK binds a row again when its number changes, which happens to all rows after new ones. A cell whose record is the same keeps
 * its text. */
static void
on_bind (GtkSignalListItemFactory *factory,
         GtkListItem              *item,
         LsEventsTable            *self)
{
  GtkWidget *cell = gtk_list_item_get_child (item);
  gpointer record = gtk_list_item_get_item (item);

  if (g_object_get_data (G_OBJECT (cell), "record") != record)
    {
      bind_cell (factory, item, self);
      g_object_set_data_full (G_OBJECT (cell), "record", g_object_ref (record), g_object_unref);
    }
  g_hash_table_insert (self->cells, item, factory);
}

static void
on_unbind (GtkSignalListItemFactory *factory,
           GtkListItem              *item,
           LsEventsTable            *self)
{
  g_hash_table_remove (self->cells, item);
}

/* Fills all cells again, since their rows now have other records. */
void
ls_events_table_renew (LsEventsTable *self)
{
  guint n_items = g_list_model_get_n_items (G_LIST_MODEL (self->model));
  gpointer item, factory;
  GHashTableIter iter;

  self->has_old_cells = !gtk_widget_get_mapped (GTK_WIDGET (self));
  if (self->has_old_cells)
    return;
  g_hash_table_iter_init (&iter, self->cells);
  while (g_hash_table_iter_next (&iter, &item, &factory))
    {
      guint row = gtk_list_item_get_position (item);

      if (row >= n_items)
        continue;
      ls_record_list_model_update_item (self->model, gtk_list_item_get_item (item), row);
      bind_cell (factory, item, self);
    }
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
      g_signal_connect_object (factory, "bind", G_CALLBACK (on_bind), self, G_CONNECT_DEFAULT);
      g_signal_connect_object (factory, "unbind", G_CALLBACK (on_unbind), self, G_CONNECT_DEFAULT);
      column = gtk_column_view_column_new (_(columns[i].title), factory);
      gtk_column_view_column_set_resizable (column, TRUE);
      if (columns[i].width > 0)
        gtk_column_view_column_set_fixed_width (column, columns[i].width);
      else
        gtk_column_view_column_set_expand (column, TRUE);
      gtk_column_view_append_column (GTK_COLUMN_VIEW (self->view), column);
    }
}

void
ls_events_table_update_count (LsEventsTable *self)
{
  guint n_items = ls_record_list_model_get_n_found (self->model);
  gsize length = ls_player_get_length (self->player) - ls_player_get_start (self->player);
  g_autofree char *text = NULL;

  if (!gtk_widget_get_mapped (GTK_WIDGET (self)))
    return;
  if (ls_record_list_model_get_filter (self->model) == NULL)
    text = g_strdup_printf (ngettext ("%'u event", "%'u events", n_items), n_items);
  else if (ls_record_list_model_is_complete (self->model))
    text = g_strdup_printf (_("%'u of %'zu events"), n_items, length);
  else
    text = g_strdup_printf (_("%'u events so far"), n_items);
  gtk_label_set_label (GTK_LABEL (self->count), text);
  /* During a run there are always records that the filter has not read yet. The note keeps its state then. */
  if (n_items > 0 || length == 0)
    gtk_widget_set_visible (self->none, FALSE);
  else if (ls_record_list_model_is_complete (self->model))
    gtk_widget_set_visible (self->none, TRUE);
}

static void
on_forgot (LsEventsTable *self)
{
  self->updating = FALSE;
  ls_forgotten_show (self->player, self->forgotten);
  ls_events_table_update_count (self);
}

static void
on_items_changed (LsEventsTable *self)
{
  if (self->player == NULL)
    return;
  ls_events_table_update_count (self);
  if (gtk_widget_get_mapped (self->kinds_list))
    ls_events_table_show_counts (self);
  ls_events_table_follow (self);
}

/* Goes to the selected row if there is only one. Several selected rows are for copying. */
static void
on_selected_changed (LsEventsTable *self)
{
  g_autoptr (GtkBitset) rows = NULL;
  g_autoptr (LsRecordItem) item = NULL;

  if (self->updating || self->player == NULL)
    return;
  rows = gtk_selection_model_get_selection (self->selection);
  if (gtk_bitset_get_size (rows) != 1)
    return;
  item = g_list_model_get_item (G_LIST_MODEL (self->model), gtk_bitset_get_minimum (rows));
  if (item == NULL)
    return;
  ls_player_set_running (self->player, FALSE);
  ls_player_seek (self->player, ls_record_item_get_position (item) + 1);
}

/* Reads a time that the user enters in ms, and sets it in µs. Returns FALSE if the entry has no valid time. */
static gboolean
read_time (GtkWidget *entry,
           guint64   *time)
{
  const char *text = gtk_editable_get_text (GTK_EDITABLE (entry));
  char *end = NULL;
  double number = g_strtod (text, &end);
  gboolean is_time = end != text && *end == '\0' && number >= 0 && number < 1e12;

  ls_widget_set_class (entry, "error", !is_time && *text != '\0');
  if (is_time)
    *time = (guint64) (number * 1000 + 0.5);
  return is_time;
}

void
ls_events_table_filter (LsEventsTable *self)
{
  LsRecordFilterSpec spec = LS_RECORD_FILTER_SPEC_INIT;
  const char *text = gtk_editable_get_text (GTK_EDITABLE (self->search));
  guint priority = gtk_drop_down_get_selected (GTK_DROP_DOWN (self->priority));
  LsSelectionKind kind = self->about_kind;
  guint32 id = self->about_id;
  gboolean is_filtered;

  if (self->player == NULL || self->updating)
    return;
  spec.without_kinds = ~self->shown_kinds;
  if (priority >= 1 && priority <= LS_N_TASK_PRIORITIES)
    spec.without_priorities = LS_RECORD_FILTER_ALL_PRIORITIES & ~(1u << (LS_TASK_PRIORITY_USER_BLOCKING - (priority - 1)));
  if (*text != '\0')
    spec.text = text;
  if (gtk_toggle_button_get_active (GTK_TOGGLE_BUTTON (self->selected)))
    kind = ls_player_get_selection (self->player, &id);
  if (kind == LS_SELECTION_TASK)
    spec.task = id;
  else if (kind == LS_SELECTION_SIGNAL)
    spec.signal = id;
  is_filtered = spec.without_kinds != 0 || spec.without_priorities != 0 || spec.text != NULL || spec.task != 0 || spec.signal != 0;
  is_filtered = read_time (self->from, &spec.from_time) || is_filtered;
  if (read_time (self->to, &spec.end_time))
    {
      /* The user's end is still in the range. */
      spec.end_time++;
      is_filtered = TRUE;
    }

  self->updating = TRUE;
  ls_record_list_model_set_spec (self->model, is_filtered ? &spec : NULL);
  self->updating = FALSE;
  ls_events_table_update_count (self);
  ls_events_table_show_position (self);
  if (gtk_widget_get_mapped (self->kinds_list))
    ls_events_table_show_counts (self);
}

/* Shows the chosen task or signal in the button that opens the chooser. */
static void
update_about (LsEventsTable *self)
{
  LsState *names = ls_player_get_names (self->player, ls_player_get_length (self->player));
  g_autofree char *text = NULL;

  if (gtk_toggle_button_get_active (GTK_TOGGLE_BUTTON (self->selected)))
    text = g_strdup (C_("events", "Selected"));
  else if (self->about_kind == LS_SELECTION_TASK)
    text = ls_text_format_task (names, self->about_id);
  else if (self->about_kind == LS_SELECTION_SIGNAL)
    text = ls_text_format_signal (names, self->about_id);
  gtk_label_set_label (GTK_LABEL (self->about_label), text != NULL ? text : C_("events", "Everything"));
}

static void
on_about_chosen (LsEventsTable   *self,
                 LsSelectionKind  kind,
                 guint            id)
{
  self->about_kind = kind;
  self->about_id = id;
  gtk_menu_button_popdown (GTK_MENU_BUTTON (self->about));
  self->updating = TRUE;
  gtk_toggle_button_set_active (GTK_TOGGLE_BUTTON (self->selected), FALSE);
  self->updating = FALSE;
  update_about (self);
  ls_events_table_filter (self);
}

static void
on_selected_toggled (LsEventsTable *self)
{
  if (self->player == NULL || self->updating)
    return;
  update_about (self);
  ls_events_table_filter (self);
}

/* A new trace has other tasks and signals, so the choice is reset. */
static void
on_trace_changed (LsEventsTable *self)
{
  ls_forgotten_show (self->player, self->forgotten);
  if (self->about_kind == LS_SELECTION_NONE)
    return;
  self->about_kind = LS_SELECTION_NONE;
  update_about (self);
  ls_events_table_filter (self);
}

static void
on_selection_changed (LsEventsTable *self)
{
  LsSelectionKind kind = ls_player_get_selection (self->player, NULL);
  gboolean is_possible = kind == LS_SELECTION_TASK || kind == LS_SELECTION_SIGNAL;

  gtk_widget_set_sensitive (self->selected, is_possible || gtk_toggle_button_get_active (GTK_TOGGLE_BUTTON (self->selected)));
  if (gtk_toggle_button_get_active (GTK_TOGGLE_BUTTON (self->selected)))
    ls_events_table_filter (self);
}

static void
search_action (LsEventsTable *self)
{
  ls_actions_reveal (GTK_WIDGET (self));
  gtk_widget_grab_focus (self->search);
}

static void
ls_events_table_dispose (GObject *object)
{
  LsEventsTable *self = LS_EVENTS_TABLE (object);

  if (self->export != NULL)
    g_cancellable_cancel (self->export);
  ls_events_table_dispose_kinds (self);
  g_clear_handle_id (&self->showing, g_source_remove);
  g_clear_object (&self->export);
  self->export_progress = NULL;
  g_clear_object (&self->selection);
  g_clear_object (&self->model);
  g_clear_object (&self->player);

  G_OBJECT_CLASS (ls_events_table_parent_class)->dispose (object);

  /* Cells leave the table until here. */
  g_clear_pointer (&self->cells, g_hash_table_unref);
}

static void
ls_events_table_class_init (LsEventsTableClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = ls_events_table_dispose;

  ls_actions_add_reveal (LS_TYPE_EVENTS_TABLE);
  g_signal_new ("report", LS_TYPE_EVENTS_TABLE, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE, 1, G_TYPE_STRING);

  g_type_ensure (LS_TYPE_THING_CHOOSER);
  g_type_ensure (LS_TYPE_TEXT_BLOCK);
  gtk_widget_class_set_template_from_resource (widget_class, "/io/github/loopscope/Loopscope/ls-events-table.ui");
  gtk_widget_class_bind_template_child (widget_class, LsEventsTable, search);
  gtk_widget_class_bind_template_child (widget_class, LsEventsTable, count);
  gtk_widget_class_bind_template_child (widget_class, LsEventsTable, none);
  gtk_widget_class_bind_template_child (widget_class, LsEventsTable, kinds);
  gtk_widget_class_bind_template_child (widget_class, LsEventsTable, kinds_list);
  gtk_widget_class_bind_template_child (widget_class, LsEventsTable, priority);
  gtk_widget_class_bind_template_child (widget_class, LsEventsTable, selected);
  gtk_widget_class_bind_template_child (widget_class, LsEventsTable, about);
  gtk_widget_class_bind_template_child (widget_class, LsEventsTable, about_label);
  gtk_widget_class_bind_template_child (widget_class, LsEventsTable, chooser);
  gtk_widget_class_bind_template_child (widget_class, LsEventsTable, from);
  gtk_widget_class_bind_template_child (widget_class, LsEventsTable, to);
  gtk_widget_class_bind_template_child (widget_class, LsEventsTable, follow);
  gtk_widget_class_bind_template_child (widget_class, LsEventsTable, export_bar);
  gtk_widget_class_bind_template_child (widget_class, LsEventsTable, export_progress);
  gtk_widget_class_bind_template_child (widget_class, LsEventsTable, forgotten);
  gtk_widget_class_bind_template_child (widget_class, LsEventsTable, scroller);
  gtk_widget_class_bind_template_child (widget_class, LsEventsTable, view);
  gtk_widget_class_bind_template_callback (widget_class, ls_events_table_filter);
  gtk_widget_class_bind_template_callback (widget_class, on_about_chosen);
  gtk_widget_class_bind_template_callback (widget_class, on_selected_toggled);
  gtk_widget_class_bind_template_callback (widget_class, ls_events_table_follow);
  gtk_widget_class_bind_template_callback (widget_class, on_selection_changed);
  ls_events_table_class_init_export (widget_class);
  gtk_widget_class_install_action (widget_class, "events.kinds", "b", ls_events_table_kinds_action);
  gtk_widget_class_bind_template_callback (widget_class, ls_events_table_map);
  gtk_widget_class_bind_template_callback (widget_class, ls_events_table_unmap);
}

/* Names the buttons inside drop-downs and menu buttons, which have no name of their own. */
static void
name_buttons (LsEventsTable *self)
{
  ls_compat_label_drop_down (GTK_DROP_DOWN (self->priority), _("Priority"));
  ls_menu_name_button (self->kinds, _("Kinds of events"));
  ls_menu_name_button (self->about, _("Task or signal"));
}

static void
ls_events_table_init (LsEventsTable *self)
{
  static const LsActionEntry entries[] = {
    { "search", NULL, LS_NEEDS_SESSION, G_CALLBACK (search_action) },
    { NULL },
  };

  ls_actions_add (GTK_WIDGET (self), entries);
  gtk_widget_init_template (GTK_WIDGET (self));

  self->model = ls_record_list_model_new (NULL, NULL);
  self->selection = GTK_SELECTION_MODEL (gtk_multi_selection_new (g_object_ref (G_LIST_MODEL (self->model))));
  g_signal_connect_object (self->selection, "selection-changed", G_CALLBACK (on_selected_changed), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (self->model, "items-changed", G_CALLBACK (on_items_changed), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (self->model, "renewed", G_CALLBACK (ls_events_table_renew), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (self->model, "progress", G_CALLBACK (on_items_changed), self, G_CONNECT_SWAPPED);
  self->cells = g_hash_table_new (NULL, NULL);
  append_columns (self);
  ls_events_table_init_kinds (self);
  name_buttons (self);
  ls_events_table_init_export (self);
}

/**
 * ls_events_table_set_player:
 * @self: a table
 * @player: the player whose trace to show
 *
 * Shows @player's trace and position.
 */
void
ls_events_table_set_player (LsEventsTable *self,
                            LsPlayer      *player)
{
  g_return_if_fail (self->player == NULL);

  self->player = g_object_ref (player);
  /* The table connects to "forgot" twice: before the model, and after it. */
  g_signal_connect_object (player, "forgot", G_CALLBACK (ls_events_table_forgetting), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (player, "grew", G_CALLBACK (ls_events_table_detach), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (player, "trace-changed", G_CALLBACK (ls_events_table_give_up), self, G_CONNECT_SWAPPED);
  ls_record_list_model_set_player (self->model, player);
  g_signal_connect_object (player, "forgot", G_CALLBACK (on_forgot), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (player, "changed", G_CALLBACK (ls_events_table_show_position), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (player, "grew", G_CALLBACK (ls_events_table_update_count), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (player, "selection-changed", G_CALLBACK (on_selection_changed), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (player, "trace-changed", G_CALLBACK (on_trace_changed), self, G_CONNECT_SWAPPED);
  ls_thing_chooser_set_player (LS_THING_CHOOSER (self->chooser), player, FALSE);
  gtk_widget_set_sensitive (self->selected, FALSE);
  ls_forgotten_show (player, self->forgotten);
  ls_events_table_update_count (self);
}

/**
 * ls_events_table_get_rows:
 * @self: a table
 *
 * Returns: (transfer none): the listed rows with their selection, even while the table is not visible
 */
GtkSelectionModel *
ls_events_table_get_rows (LsEventsTable *self)
{
  return self->selection;
}
