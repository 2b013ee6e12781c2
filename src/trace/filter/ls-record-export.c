/* ls-record-export.c: writes the records that match as CSV or JSON
 *
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */

#include <string.h>

#include "ls-record-filter.h"
#include "ls-record-format-private.h"
#include "ls-record-members-private.h"
#include "ls-task-thread-private.h"

/* Bytes that are gathered before they are written, and positions that are asked for at a time. */
#define BUFFER_SIZE (64 * 1024)
#define N_POSITIONS 1024

static const char csv_head[] =
  "position,time_ms,kind,subject,object,value,text,priority,queue,level,flags,clause,step,line\r\n";

static const char *const format_names[] = {
  [LS_RECORD_FORMAT_CSV] = "csv",
  [LS_RECORD_FORMAT_JSON] = "json",
  [LS_RECORD_FORMAT_JSON_LINES] = "jsonl",
};

/**
 * ls_record_format_to_string:
 * @format: how records are written out
 *
 * Gets the name of a format.
 *
 * Returns: (transfer none): its name, which is also the usual end of a file's name: "csv", "json" or "jsonl"
 */
const char *
ls_record_format_to_string (LsRecordFormat format)
{
  return (guint) format < G_N_ELEMENTS (format_names) ? format_names[format] : "unknown";
}

/**
 * ls_record_format_from_string:
 * @string: (nullable): a name
 * @format: (out): the format
 *
 * Looks up a name, as ls_record_format_to_string() has it.
 *
 * Returns: whether @string is the name of a format
 */
gboolean
ls_record_format_from_string (const char     *string,
                              LsRecordFormat *format)
{
  g_return_val_if_fail (format != NULL, FALSE);

  for (guint i = 0; i < G_N_ELEMENTS (format_names); i++)
    if (g_strcmp0 (string, format_names[i]) == 0)
      {
        *format = i;
        return TRUE;
      }
  return FALSE;
}

/* An export that is going on. */
typedef struct
{
  LsRecordFilter         *filter;
  LsTrace                *trace;
  LsState                *names;      /* for CSV */
  LsRecordFormat          format;
  GOutputStream          *stream;
  GString                *buffer;
  GString                *line;
  guint64                 total;
  guint64                 done;
  gboolean                has_written;
  LsRecordFilterProgress  progress;
  gpointer                progress_data;
  GMainContext           *context;    /* the caller's context; NULL: no progress */
  GTask                  *task;
} Export;

static Export *
export_new (LsRecordFilter *filter,
            LsRecordFormat  format,
            GOutputStream  *stream)
{
  Export *self = g_new0 (Export, 1);

  self->filter = g_object_ref (filter);
  self->trace = ls_record_filter_get_trace (filter);
  self->format = format;
  self->stream = g_object_ref (stream);
  self->buffer = g_string_sized_new (BUFFER_SIZE + 4096);
  self->line = g_string_new (NULL);
  self->total = ls_record_filter_get_n_matches (filter);
  if (format == LS_RECORD_FORMAT_CSV)
    self->names = ls_state_new (self->trace);
  return self;
}

static void
export_free (gpointer data)
{
  Export *self = data;

  g_clear_pointer (&self->names, ls_state_unref);
  g_clear_pointer (&self->context, g_main_context_unref);
  g_string_free (self->buffer, TRUE);
  g_string_free (self->line, TRUE);
  g_object_unref (self->stream);
  g_object_unref (self->filter);
  g_free (self);
}

/* A field of RFC 4180: in quotation marks where it must be, with quotation marks doubled. */
static void
append_csv (GString    *string,
            const char *text)
{
  if (text == NULL)
    return;
  if (strpbrk (text, ",\"\r\n") == NULL)
    {
      g_string_append (string, text);
      return;
    }

  g_string_append_c (string, '"');
  for (const char *quote; (quote = strchr (text, '"')) != NULL; text = quote + 1)
    {
      g_string_append_len (string, text, quote + 1 - text);
      g_string_append_c (string, '"');
    }
  g_string_append (string, text);
  g_string_append_c (string, '"');
}

static void
append_csv_record (Export *self,
                   gsize   position)
{
  GString *string = self->buffer;
  const char *flags[8];
  LsRecord record, exported;
  guint n_flags;

  ls_trace_get_record (self->trace, position, &record);
  exported = record;
  ls_record_encode_priorities (&exported);
  ls_state_seek (self->names, position + 1);
  ls_trace_write_line (self->line, self->trace, position, &record, self->names);

  g_string_append_printf (string, "%" G_GSIZE_FORMAT ",%" G_GUINT64_FORMAT ".%03u,%s,%u,%u,%u,", position,
                          record.time / 1000, (guint) (record.time % 1000), ls_record_kind_to_string (record.kind),
                          record.subject, record.object, exported.value);
  append_csv (string, ls_trace_get_text (self->trace, record.text));
  g_string_append_printf (string, ",%s,%s,%u,",
                          ls_task_priority_is_valid (record.priority) ? ls_task_priority_to_string (record.priority) : "",
                          ls_record_has_queue (&record) ? ls_queue_type_to_string (record.queue) : "", exported.level);
  n_flags = ls_record_list_flags (&record, flags);
  for (guint i = 0; i < n_flags; i++)
    g_string_append_printf (string, "%s%s", i > 0 ? " " : "", flags[i]);
  g_string_append_printf (string, ",%s,%u,",
                          record.clause != LS_CLAUSE_NONE ? ls_clause_get_source (record.clause) : "", record.step);
  append_csv (string, self->line->str);
  g_string_append (string, "\r\n");
}

static void
append_record (Export *self,
               gsize   position)
{
  g_autofree char *json = NULL;

  if (self->format == LS_RECORD_FORMAT_CSV)
    {
      append_csv_record (self, position);
      return;
    }

  json = ls_trace_record_to_json (self->trace, position);
  if (self->format == LS_RECORD_FORMAT_JSON)
    g_string_append (self->buffer, self->has_written ? ",\n" : "\n");
  g_string_append (self->buffer, json);
  if (self->format == LS_RECORD_FORMAT_JSON_LINES)
    g_string_append_c (self->buffer, '\n');
}

/* Progress that is on its way to the caller's thread. */
typedef struct
{
  GTask                 *task;
  LsRecordFilterProgress progress;
  gpointer               data;
  guint64                done, total;
} Message;

static gboolean
tell_progress (gpointer data)
{
  Message *message = data;

  if (!g_task_get_completed (message->task))
    message->progress (message->done, message->total, message->data);
  return G_SOURCE_REMOVE;
}

static void
message_free (gpointer data)
{
  Message *message = data;

  g_object_unref (message->task);
  g_free (message);
}

static gboolean
flush (Export        *self,
       GCancellable  *cancellable,
       GError       **error)
{
  gboolean written = g_output_stream_write_all (self->stream, self->buffer->str, self->buffer->len, NULL, cancellable,
                                                error);

  g_string_truncate (self->buffer, 0);
  if (written && self->context != NULL)
    {
      Message *message = g_new (Message, 1);
      g_autoptr (GSource) source = NULL;

      *message = (Message) {
        .task = g_object_ref (self->task),
        .progress = self->progress,
        .data = self->progress_data,
        .done = self->done,
        .total = self->total,
      };
      source = g_idle_source_new ();
      g_source_set_priority (source, G_PRIORITY_DEFAULT);
      g_source_set_callback (source, tell_progress, message, message_free);
      g_source_attach (source, self->context);
    }
  return written;
}

static gboolean
export_run (Export        *self,
            GCancellable  *cancellable,
            GError       **error)
{
  g_autofree gsize *positions = g_new (gsize, N_POSITIONS);
  gsize next = 0;

  if (self->format == LS_RECORD_FORMAT_CSV)
    g_string_append (self->buffer, csv_head);
  else if (self->format == LS_RECORD_FORMAT_JSON)
    g_string_append_c (self->buffer, '[');

  while (self->done < self->total)
    {
      gsize n = ls_record_filter_get_matches_from (self->filter, next, positions,
                                                   MIN (N_POSITIONS, self->total - self->done));

      /* The rest was forgotten. */
      if (n == 0)
        break;
      next = positions[n - 1] + 1;
      for (gsize i = 0; i < n; i++)
        {
          self->done++;
          if (positions[i] < ls_trace_get_start (self->trace))
            continue;
          append_record (self, positions[i]);
          self->has_written = TRUE;
          if (self->buffer->len >= BUFFER_SIZE && !flush (self, cancellable, error))
            return FALSE;
        }
      if (g_cancellable_set_error_if_cancelled (cancellable, error))
        return FALSE;
    }
  if (self->format == LS_RECORD_FORMAT_JSON)
    g_string_append (self->buffer, "\n]\n");

  return flush (self, cancellable, error) && g_output_stream_flush (self->stream, cancellable, error);
}

/**
 * ls_record_filter_export:
 * @self: a filter
 * @format: how to write the records
 * @stream: where to; it is left open
 * @cancellable: (nullable): stops writing
 * @error: return location for an error of %G_IO_ERROR, or what @stream reports
 *
 * Writes the records that @self has found so far, in their order. May be called by any thread, and blocks it.
 *
 * Returns: %FALSE with @error set if not all was written
 */
gboolean
ls_record_filter_export (LsRecordFilter  *self,
                         LsRecordFormat   format,
                         GOutputStream   *stream,
                         GCancellable    *cancellable,
                         GError         **error)
{
  Export *export;
  gboolean done;

  g_return_val_if_fail (LS_IS_RECORD_FILTER (self), FALSE);
  g_return_val_if_fail ((guint) format < G_N_ELEMENTS (format_names), FALSE);
  g_return_val_if_fail (G_IS_OUTPUT_STREAM (stream), FALSE);

  export = export_new (self, format, stream);
  done = export_run (export, cancellable, error);
  export_free (export);
  return done;
}

static void
run_in_thread (GTask        *task,
               gpointer      source,
               gpointer      data,
               GCancellable *cancellable)
{
  GError *error = NULL;

  if (export_run (data, cancellable, &error))
    g_task_return_boolean (task, TRUE);
  else
    g_task_return_error (task, error);
}

/**
 * ls_record_filter_export_async:
 * @self: a filter
 * @format: how to write the records
 * @stream: where to; it is left open, and not to be used meanwhile
 * @io_priority: for what is called on the caller's thread, such as %G_PRIORITY_DEFAULT
 * @cancellable: (nullable): stops writing
 * @progress: (scope notified) (closure progress_data) (nullable): told how far it is; not after @callback has been called
 * @progress_data: for @progress; has to live until @callback
 * @callback: (scope async) (closure user_data): called on the caller's main context at the end
 * @user_data: for @callback
 *
 * Writes the records that @self has found so far on a thread of its own.
 */
void
ls_record_filter_export_async (LsRecordFilter         *self,
                               LsRecordFormat          format,
                               GOutputStream          *stream,
                               int                     io_priority,
                               GCancellable           *cancellable,
                               LsRecordFilterProgress  progress,
                               gpointer                progress_data,
                               GAsyncReadyCallback     callback,
                               gpointer                user_data)
{
  g_autoptr (GTask) task = NULL;
  Export *export;

  g_return_if_fail (LS_IS_RECORD_FILTER (self));
  g_return_if_fail ((guint) format < G_N_ELEMENTS (format_names));
  g_return_if_fail (G_IS_OUTPUT_STREAM (stream));

  task = g_task_new (self, cancellable, callback, user_data);
  g_task_set_source_tag (task, ls_record_filter_export_async);
  g_task_set_priority (task, io_priority);
  export = export_new (self, format, stream);
  export->task = task;
  if (progress != NULL)
    {
      export->progress = progress;
      export->progress_data = progress_data;
      export->context = g_main_context_ref_thread_default ();
    }
  g_task_set_task_data (task, export, export_free);
  ls_task_run_in_thread (task, run_in_thread);
}

/**
 * ls_record_filter_export_finish:
 * @self: a filter
 * @result: what the callback got
 * @error: return location for an error of %G_IO_ERROR, or what the stream reports
 *
 * Finishes what ls_record_filter_export_async() has begun.
 *
 * Returns: %FALSE with @error set if not all was written
 */
gboolean
ls_record_filter_export_finish (LsRecordFilter  *self,
                                GAsyncResult    *result,
                                GError         **error)
{
  g_return_val_if_fail (LS_IS_RECORD_FILTER (self), FALSE);
  g_return_val_if_fail (g_task_is_valid (result, self), FALSE);

  return g_task_propagate_boolean (G_TASK (result), error);
}
