/* ls-events-table.c: all records of a trace as a table
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "ls-events-table.h"

#include <glib/gi18n.h>

#include "ls-compat.h"
#include "ls-list-scroll.h"
#include "ls-record-list-model.h"
#include "ls-text.h"

/**
 * LsEventsTable:
 *
 * Everything that was recorded, a row each, with filters that count: kinds, priority, text, times, and what is selected. A
 * click goes to the position after the record; the row of the current position is marked. Rows can be followed while the
 * trace grows, copied, and exported as CSV or JSON.
 */
struct _LsEventsTable
{
  GtkWidget          parent_instance;

  GtkWidget         *search;
  GtkWidget         *count;
  GtkWidget         *kinds;
  GtkWidget         *kinds_list;
  GtkWidget         *priority;
  GtkWidget         *selected;
  GtkWidget         *from;
  GtkWidget         *to;
  GtkWidget         *follow;
  GtkWidget         *export_bar;
  GtkWidget         *export_progress;
  GtkWidget         *scroller;
  GtkWidget         *view;

  LsPlayer          *player;
  LsRecordListModel *model;
  GtkSingleSelection *selection;
  gboolean           updating;
  guint64            shown_kinds;      /* a bit for each */
  GCancellable      *export;           /* NULL while nothing is exported */
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

  if (ls_record_list_model_get_filter (self->model) == NULL)
    text = g_strdup_printf (ngettext ("%'u event", "%'u events", n_items), n_items);
  else if (ls_record_list_model_is_complete (self->model))
    text = g_strdup_printf (_("%'u of %'" G_GSIZE_FORMAT " events"), n_items, length);
  else
    text = g_strdup_printf (_("%'u events so far"), n_items);
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

static void on_follow (LsEventsTable *self);

static void
on_items_changed (LsEventsTable *self)
{
  if (self->player == NULL)
    return;
  update_count (self);
  on_follow (self);
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

/* A time in ms; FALSE where there is none. */
static gboolean
read_time (GtkWidget *entry,
           guint64   *time)
{
  const char *text = gtk_editable_get_text (GTK_EDITABLE (entry));
  char *end = NULL;
  double number = g_strtod (text, &end);
  gboolean is_time = end != text && *end == '\0' && number >= 0 && number < 1e12;

  if (is_time || *text == '\0')
    gtk_widget_remove_css_class (entry, "error");
  else
    gtk_widget_add_css_class (entry, "error");
  if (is_time)
    *time = (guint64) (number * 1000 + 0.5);
  return is_time;
}

static void
on_filter_changed (LsEventsTable *self)
{
  LsRecordFilterSpec spec = LS_RECORD_FILTER_SPEC_INIT;
  const char *text = gtk_editable_get_text (GTK_EDITABLE (self->search));
  guint priority = gtk_drop_down_get_selected (GTK_DROP_DOWN (self->priority));
  gboolean is_filtered;
  guint32 id = 0;

  if (self->player == NULL || self->updating)
    return;
  spec.kinds = self->shown_kinds;
  is_filtered = spec.kinds != LS_RECORD_FILTER_ALL_KINDS;
  if (priority >= 1 && priority <= LS_N_TASK_PRIORITIES)
    {
      spec.priorities = 1u << (LS_N_TASK_PRIORITIES - priority);
      is_filtered = TRUE;
    }
  if (*text != '\0')
    {
      spec.text = text;
      is_filtered = TRUE;
    }
  if (gtk_toggle_button_get_active (GTK_TOGGLE_BUTTON (self->selected)))
    {
      LsSelectionKind kind = ls_player_get_selection (self->player, &id);

      if (kind == LS_SELECTION_TASK)
        spec.task = id;
      else if (kind == LS_SELECTION_SIGNAL)
        spec.signal = id;
      is_filtered = is_filtered || spec.task != 0 || spec.signal != 0;
    }
  is_filtered = read_time (self->from, &spec.from_time) || is_filtered;
  is_filtered = read_time (self->to, &spec.to_time) || is_filtered;

  self->updating = TRUE;
  ls_record_list_model_set_spec (self->model, is_filtered ? &spec : NULL);
  self->updating = FALSE;
  update_count (self);
  update_position (self);
}

static void
on_selection_changed (LsEventsTable *self)
{
  LsSelectionKind kind = ls_player_get_selection (self->player, NULL);
  gboolean is_possible = kind == LS_SELECTION_TASK || kind == LS_SELECTION_SIGNAL;

  gtk_widget_set_sensitive (self->selected, is_possible || gtk_toggle_button_get_active (GTK_TOGGLE_BUTTON (self->selected)));
  if (gtk_toggle_button_get_active (GTK_TOGGLE_BUTTON (self->selected)))
    on_filter_changed (self);
}

static void
on_kind_toggled (LsEventsTable  *self,
                 GtkCheckButton *check)
{
  guint kind = GPOINTER_TO_UINT (g_object_get_data (G_OBJECT (check), "kind"));

  if (gtk_check_button_get_active (check))
    self->shown_kinds |= LS_RECORD_FILTER_KIND (kind);
  else
    self->shown_kinds &= ~LS_RECORD_FILTER_KIND (kind);
  gtk_menu_button_set_label (GTK_MENU_BUTTON (self->kinds), self->shown_kinds == LS_RECORD_FILTER_ALL_KINDS
                                                              ? _("All kinds")
                                                              : _("Some kinds"));
  on_filter_changed (self);
}

/* Chooses all kinds or none. */
static void
kinds_action (GtkWidget  *widget,
              const char *action,
              GVariant   *parameter)
{
  LsEventsTable *self = LS_EVENTS_TABLE (widget);
  gboolean all = g_variant_get_boolean (parameter);

  self->updating = TRUE;
  for (GtkWidget *row = gtk_widget_get_first_child (self->kinds_list); row != NULL; row = gtk_widget_get_next_sibling (row))
    gtk_check_button_set_active (GTK_CHECK_BUTTON (row), all);
  self->updating = FALSE;
  self->shown_kinds = all ? LS_RECORD_FILTER_ALL_KINDS : 0;
  on_filter_changed (self);
}

static void
add_kinds (LsEventsTable *self)
{
  self->shown_kinds = LS_RECORD_FILTER_ALL_KINDS;
  for (guint kind = 1; kind < LS_N_RECORD_KINDS; kind++)
    {
      GtkWidget *check = gtk_check_button_new_with_label (ls_text_record_kind (kind));

      gtk_check_button_set_active (GTK_CHECK_BUTTON (check), TRUE);
      g_object_set_data (G_OBJECT (check), "kind", GUINT_TO_POINTER (kind));
      g_signal_connect_object (check, "toggled", G_CALLBACK (on_kind_toggled), self, G_CONNECT_SWAPPED);
      gtk_box_append (GTK_BOX (self->kinds_list), check);
    }
}

/* How many there are of each kind, when the menu opens. */
static void
on_kinds_shown (LsEventsTable *self)
{
  LsRecordFilter *filter = ls_record_list_model_get_filter (self->model);

  for (GtkWidget *row = gtk_widget_get_first_child (self->kinds_list); row != NULL; row = gtk_widget_get_next_sibling (row))
    {
      guint kind = GPOINTER_TO_UINT (g_object_get_data (G_OBJECT (row), "kind"));
      g_autofree char *label = NULL;

      if (filter != NULL)
        /* Translators: a kind of event, how many of it there are */
        label = g_strdup_printf (_("%s (%'" G_GSIZE_FORMAT ")"), ls_text_record_kind (kind),
                                 ls_record_filter_get_count (filter, kind));
      gtk_check_button_set_label (GTK_CHECK_BUTTON (row), label != NULL ? label : ls_text_record_kind (kind));
    }
}

/* The newest row stays in view. */
static void
on_follow (LsEventsTable *self)
{
  guint n_items = g_list_model_get_n_items (G_LIST_MODEL (self->model));

  if (n_items > 0 && gtk_toggle_button_get_active (GTK_TOGGLE_BUTTON (self->follow)) &&
      gtk_widget_get_mapped (GTK_WIDGET (self)))
    ls_list_scroll_to (self->scroller, G_LIST_MODEL (self->model), n_items - 1);
}

static void
copy_action (GtkWidget  *widget,
             const char *action,
             GVariant   *parameter)
{
  LsEventsTable *self = LS_EVENTS_TABLE (widget);
  LsRecordItem *item = gtk_single_selection_get_selected_item (self->selection);
  g_autoptr (GString) line = g_string_new (NULL);

  if (item == NULL)
    return;
  for (guint i = 0; i < G_N_ELEMENTS (columns); i++)
    {
      g_autofree char *text = columns[i].format (self, item);

      g_string_append_printf (line, "%s%s", i > 0 ? "\t" : "", text != NULL ? text : "");
    }
  gdk_clipboard_set_text (gtk_widget_get_clipboard (widget), line->str);
}

/* An export, which ends with the table. */
typedef struct
{
  LsEventsTable  *table;
  LsRecordFilter *filter;
  GOutputStream  *stream;
  GCancellable   *cancellable;
} Export;

static void
export_free (Export *export)
{
  g_object_unref (export->table);
  g_object_unref (export->filter);
  g_object_unref (export->stream);
  g_object_unref (export->cancellable);
  g_free (export);
}

static void
export_progress (guint64  done,
                 guint64  total,
                 gpointer user_data)
{
  Export *export = user_data;

  if (export->table->export_progress != NULL)
    gtk_progress_bar_set_fraction (GTK_PROGRESS_BAR (export->table->export_progress), total > 0 ? done / (double) total : 1);
}

static void
exported_cb (GObject      *object,
             GAsyncResult *result,
             gpointer      user_data)
{
  Export *export = user_data;
  LsEventsTable *self = export->table;
  g_autoptr (GError) error = NULL;

  g_autoptr (GCancellable) give_up = g_cancellable_new ();

  if (ls_record_filter_export_finish (LS_RECORD_FILTER (object), result, &error))
    {
      g_output_stream_close (export->stream, NULL, &error);
    }
  else
    {
      /* The file stays as it was. */
      g_cancellable_cancel (give_up);
      g_output_stream_close (export->stream, give_up, NULL);
    }
  if (self->export == export->cancellable)
    {
      g_clear_object (&self->export);
      gtk_revealer_set_reveal_child (GTK_REVEALER (self->export_bar), FALSE);
      gtk_widget_action_set_enabled (GTK_WIDGET (self), "events.cancel-export", FALSE);
      if (error != NULL && !g_error_matches (error, G_IO_ERROR, G_IO_ERROR_CANCELLED))
        g_signal_emit_by_name (self, "report", error->message);
    }
  export_free (export);
}

/**
 * ls_events_table_export:
 * @self: a table
 * @file: where to
 * @format: how
 *
 * Writes the records that are listed to @file, with progress in the table, where it can be cancelled.
 */
void
ls_events_table_export (LsEventsTable  *self,
                        GFile          *file,
                        LsRecordFormat  format)
{
  LsRecordFilter *filter = ls_record_list_model_get_filter (self->model);
  LsRecordFilterSpec all = LS_RECORD_FILTER_SPEC_INIT;
  g_autoptr (GFileOutputStream) stream = NULL;
  g_autoptr (GError) error = NULL;
  Export *export;

  if (self->export != NULL || self->player == NULL)
    return;
  stream = g_file_replace (file, NULL, FALSE, G_FILE_CREATE_NONE, NULL, &error);
  if (stream == NULL)
    {
      g_signal_emit_by_name (self, "report", error->message);
      return;
    }
  self->export = g_cancellable_new ();
  export = g_new0 (Export, 1);
  export->table = g_object_ref (self);
  export->filter = filter != NULL ? g_object_ref (filter) : ls_record_filter_new (ls_player_get_trace (self->player), &all);
  export->stream = g_object_ref (G_OUTPUT_STREAM (stream));
  if (filter == NULL)
    ls_record_filter_advance (export->filter, G_MAXSIZE, NULL);
  export->cancellable = g_object_ref (self->export);
  gtk_progress_bar_set_fraction (GTK_PROGRESS_BAR (self->export_progress), 0);
  gtk_revealer_set_reveal_child (GTK_REVEALER (self->export_bar), TRUE);
  gtk_widget_action_set_enabled (GTK_WIDGET (self), "events.cancel-export", TRUE);
  ls_record_filter_export_async (export->filter, format, G_OUTPUT_STREAM (stream), G_PRIORITY_DEFAULT, self->export,
                                 export_progress, export, exported_cb, export);
}

static void
on_export_chosen (GFile    *file,
                  gpointer  user_data)
{
  g_autoptr (LsEventsTable) self = user_data;
  g_autofree char *name = file != NULL ? g_file_get_basename (file) : NULL;

  if (file != NULL && self->player != NULL)
    ls_events_table_export (self, file, g_str_has_suffix (name, ".json") ? LS_RECORD_FORMAT_JSON : LS_RECORD_FORMAT_CSV);
}

static void
export_action (GtkWidget  *widget,
               const char *action,
               GVariant   *parameter)
{
  gboolean is_json = g_str_equal (g_variant_get_string (parameter, NULL), "json");

  ls_compat_save_file (GTK_WINDOW (gtk_widget_get_root (widget)), _("Export Events"), is_json ? "events.json" : "events.csv",
                       NULL, on_export_chosen, g_object_ref (widget));
}

static void
cancel_export_action (GtkWidget  *widget,
                      const char *action,
                      GVariant   *parameter)
{
  LsEventsTable *self = LS_EVENTS_TABLE (widget);

  if (self->export != NULL)
    g_cancellable_cancel (self->export);
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
  if (self->export != NULL)
    g_cancellable_cancel (self->export);
  g_clear_object (&self->export);
  self->export_progress = NULL;
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

  g_signal_new ("report", LS_TYPE_EVENTS_TABLE, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE, 1, G_TYPE_STRING);

  gtk_widget_class_set_template_from_resource (widget_class, "/io/github/loopscope/Loopscope/ls-events-table.ui");
  gtk_widget_class_bind_template_child (widget_class, LsEventsTable, search);
  gtk_widget_class_bind_template_child (widget_class, LsEventsTable, count);
  gtk_widget_class_bind_template_child (widget_class, LsEventsTable, kinds);
  gtk_widget_class_bind_template_child (widget_class, LsEventsTable, kinds_list);
  gtk_widget_class_bind_template_child (widget_class, LsEventsTable, priority);
  gtk_widget_class_bind_template_child (widget_class, LsEventsTable, selected);
  gtk_widget_class_bind_template_child (widget_class, LsEventsTable, from);
  gtk_widget_class_bind_template_child (widget_class, LsEventsTable, to);
  gtk_widget_class_bind_template_child (widget_class, LsEventsTable, follow);
  gtk_widget_class_bind_template_child (widget_class, LsEventsTable, export_bar);
  gtk_widget_class_bind_template_child (widget_class, LsEventsTable, export_progress);
  gtk_widget_class_bind_template_child (widget_class, LsEventsTable, scroller);
  gtk_widget_class_bind_template_child (widget_class, LsEventsTable, view);
  gtk_widget_class_bind_template_callback (widget_class, on_filter_changed);
  gtk_widget_class_bind_template_callback (widget_class, on_kinds_shown);
  gtk_widget_class_bind_template_callback (widget_class, on_follow);
  gtk_widget_class_bind_template_callback (widget_class, on_selection_changed);
  gtk_widget_class_install_action (widget_class, "events.copy", NULL, copy_action);
  gtk_widget_class_install_action (widget_class, "events.export", "s", export_action);
  gtk_widget_class_install_action (widget_class, "events.cancel-export", NULL, cancel_export_action);
  gtk_widget_class_install_action (widget_class, "events.kinds", "b", kinds_action);
  gtk_widget_class_bind_template_callback (widget_class, on_map);
}

/* What is inside of drop-downs and menu buttons has no name of its own. */
static void
name_buttons (LsEventsTable *self)
{
  ls_compat_label_drop_down (GTK_DROP_DOWN (self->priority), _("Priority"));
  gtk_accessible_update_property (GTK_ACCESSIBLE (gtk_widget_get_first_child (self->priority)),
                                  GTK_ACCESSIBLE_PROPERTY_LABEL, _("Priority"), -1);
  gtk_accessible_update_property (GTK_ACCESSIBLE (gtk_widget_get_first_child (self->kinds)), GTK_ACCESSIBLE_PROPERTY_LABEL,
                                  _("Kinds of events"), -1);
}

static void
add_copy_key (LsEventsTable *self)
{
  GtkEventController *keys = gtk_shortcut_controller_new ();

  gtk_shortcut_controller_add_shortcut (GTK_SHORTCUT_CONTROLLER (keys),
                                        gtk_shortcut_new (gtk_keyval_trigger_new (GDK_KEY_c, GDK_CONTROL_MASK),
                                                          gtk_named_action_new ("events.copy")));
  gtk_widget_add_controller (self->view, keys);
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
  g_signal_connect_object (self->model, "progress", G_CALLBACK (on_items_changed), self, G_CONNECT_SWAPPED);
  append_columns (self);
  add_kinds (self);
  name_buttons (self);
  add_copy_key (self);
  gtk_widget_action_set_enabled (GTK_WIDGET (self), "events.cancel-export", FALSE);
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
  g_signal_connect_swapped (player, "selection-changed", G_CALLBACK (on_selection_changed), self);
  gtk_widget_set_sensitive (self->selected, FALSE);
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
