/* ls-cli-export-output.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "ls-cli-export.h"

#include "config.h"

#include <glib/gi18n.h>

#include "ls-session-recording.h"

/* Standard output as a stream that handles failing writes as all commands do. */
#define LS_TYPE_CLI_STREAM (ls_cli_stream_get_type ())
G_DECLARE_FINAL_TYPE (LsCliStream, ls_cli_stream, LS, CLI_STREAM, GOutputStream)

struct _LsCliStream
{
  GOutputStream parent_instance;
};

G_DEFINE_FINAL_TYPE (LsCliStream, ls_cli_stream, G_TYPE_OUTPUT_STREAM)

static gssize
ls_cli_stream_write (GOutputStream *stream,
                     const void    *data,
                     gsize          length,
                     GCancellable  *cancellable,
                     GError       **error)
{
  ls_cli_write (data, length);
  if (!ls_cli_write_failed ())
    return length;
  g_set_error_literal (error, G_IO_ERROR, G_IO_ERROR_FAILED, "");
  return -1;
}

static void
ls_cli_stream_class_init (LsCliStreamClass *klass)
{
  G_OUTPUT_STREAM_CLASS (klass)->write_fn = ls_cli_stream_write;
}

static void
ls_cli_stream_init (LsCliStream *self)
{
}

/* Begins to write to a file, or to standard output. Returns NULL after a message. */
LsCliExport *
ls_cli_export_begin (const char *output)
{
  g_autoptr (LsCliExport) self = g_new0 (LsCliExport, 1);

  if (output == NULL || g_str_equal (output, "-"))
    {
      self->stream = g_object_new (LS_TYPE_CLI_STREAM, NULL);
      return g_steal_pointer (&self);
    }
  self->file = g_file_new_for_commandline_arg (output);
  self->is_new = !g_file_query_exists (self->file, NULL);
  self->stream = (GOutputStream *) g_file_replace (self->file, NULL, FALSE, G_FILE_CREATE_NONE, NULL, &self->error);
  if (self->stream == NULL)
    {
      ls_cli_export_end (self);
      return NULL;
    }
  return g_steal_pointer (&self);
}

/* Gives up a file that was not ended. GIO leaves an existing file as it was, but leaves a new one behind. */
void
ls_cli_export_free (LsCliExport *self)
{
  if (self->file != NULL && self->stream != NULL)
    {
      g_autoptr (GCancellable) given_up = g_cancellable_new ();

      g_cancellable_cancel (given_up);
      g_output_stream_close (self->stream, given_up, NULL);
      if (self->is_new)
        g_file_delete (self->file, NULL, NULL);
    }
  g_clear_object (&self->stream);
  g_clear_object (&self->file);
  g_clear_error (&self->error);
  g_free (self);
}

/* Writes the trace of a run. */
void
ls_cli_export_trace (LsCliExport         *self,
                     LsRunner            *runner,
                     LsTraceExportFormat  format,
                     GCancellable        *cancellable)
{
  g_autofree char *session = NULL;

  if (format == LS_TRACE_EXPORT_TRACE)
    session = ls_session_to_trace_data (ls_runner_get_session (runner), NULL);
  ls_trace_export_to_stream (ls_runner_get_trace (runner), format, session, self->stream, cancellable, &self->error);
}

/* Ends what has been written. Returns FALSE after a message if it is not all there; that of standard output comes by itself. */
gboolean
ls_cli_export_end (LsCliExport *self)
{
  g_autofree char *name = NULL;

  if (self->file == NULL)
    {
      if (self->error == NULL || ls_cli_write_failed () || g_error_matches (self->error, G_IO_ERROR, G_IO_ERROR_CANCELLED))
        return TRUE;
      ls_cli_message ("%s", self->error->message);
      return FALSE;
    }
  if (self->error == NULL && g_output_stream_close (self->stream, NULL, &self->error))
    {
      g_clear_object (&self->stream);
      return TRUE;
    }
  if (g_error_matches (self->error, G_IO_ERROR, G_IO_ERROR_CANCELLED))
    return TRUE;
  name = g_file_get_parse_name (self->file);
  ls_cli_message (_("%s: Could not save the file: %s"), name, self->error->message);
  return FALSE;
}
