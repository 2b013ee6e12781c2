/* ls-events-export.c: copies rows of the table of events, and writes all of them to files
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "ls-events-table-private.h"

#include <glib/gi18n.h>

#include "ls-compat.h"

/* The user can copy at most this many rows. For more there is the export to a file. */
#define MAX_COPIED_ROWS 10000

/* Copies the selected rows, one a line. If there are several, a line of titles comes first. */
static void
copy_action (GtkWidget  *widget,
             const char *action,
             GVariant   *parameter)
{
  LsEventsTable *self = LS_EVENTS_TABLE (widget);
  g_autoptr (GtkBitset) rows = gtk_selection_model_get_selection (self->selection);
  guint64 n_rows = gtk_bitset_get_size (rows);
  guint n_columns;
  const LsEventsColumn *columns = ls_events_table_get_columns (&n_columns);
  g_autoptr (GString) text = g_string_new (NULL);
  GtkBitsetIter iter;
  guint row;

  if (n_rows > MAX_COPIED_ROWS)
    {
      g_autofree char *message = NULL;

      message = g_strdup_printf (ngettext ("Only %u row can be copied at once. Export the events to a file instead.",
                                           "Only %u rows can be copied at once. Export the events to a file instead.", MAX_COPIED_ROWS),
                                 MAX_COPIED_ROWS);
      g_signal_emit_by_name (self, "report", message);
      return;
    }
  for (guint i = 0; n_rows > 1 && i < n_columns; i++)
    g_string_append_printf (text, "%s%s", i > 0 ? "\t" : "", _(columns[i].title));
  for (gboolean more = gtk_bitset_iter_init_first (&iter, rows, &row); more; more = gtk_bitset_iter_next (&iter, &row))
    {
      g_autoptr (LsRecordItem) item = g_list_model_get_item (G_LIST_MODEL (self->model), row);

      if (item == NULL)
        continue;
      if (text->len > 0)
        g_string_append_c (text, '\n');
      for (guint i = 0; i < n_columns; i++)
        {
          g_autofree char *cell = columns[i].format (self, item);

          /* Tabs and line breaks in a cell would end the cell or the line. */
          g_string_append_printf (text, "%s%s", i > 0 ? "\t" : "", cell != NULL ? g_strdelimit (cell, "\t\r\n", ' ') : "");
        }
    }
  if (text->len > 0)
    gdk_clipboard_set_text (gtk_widget_get_clipboard (widget), text->str);
}

/* An export in progress. It ends when the table goes away. */
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
      /* A cancelled close leaves the old file in place. */
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
 * @file: the file to write
 * @format: the format of the file
 *
 * Writes the listed records to @file. The table shows the progress, and the user can cancel the export there.
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

void
ls_events_table_class_init_export (GtkWidgetClass *widget_class)
{
  gtk_widget_class_install_action (widget_class, "events.copy", NULL, copy_action);
  gtk_widget_class_install_action (widget_class, "events.export", "s", export_action);
  gtk_widget_class_install_action (widget_class, "events.cancel-export", NULL, cancel_export_action);
}

void
ls_events_table_init_export (LsEventsTable *self)
{
  GtkEventController *keys = gtk_shortcut_controller_new ();

  gtk_shortcut_controller_add_shortcut (GTK_SHORTCUT_CONTROLLER (keys),
                                        gtk_shortcut_new (gtk_keyval_trigger_new (GDK_KEY_c, GDK_CONTROL_MASK),
                                                          gtk_named_action_new ("events.copy")));
  gtk_widget_add_controller (self->view, keys);
  gtk_widget_action_set_enabled (GTK_WIDGET (self), "events.cancel-export", FALSE);
}
