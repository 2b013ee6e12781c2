/* ls-trace-load.c: reads traces from files
 *
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */

#include "ls-trace-file.h"

#include <glib/gi18n-lib.h>
#include <inttypes.h>

#include "ls-json-private.h"
#include "ls-load-watch-private.h"
#include "ls-recording-input-private.h"
#include "ls-session-error.h"
#include "ls-trace-reader-private.h"

/* Passes @local on with what was read, unless somebody has cancelled. */
static void
propagate_read_error (const char  *name,
                      GError      *local,
                      GError     **error)
{
  if (g_error_matches (local, G_IO_ERROR, G_IO_ERROR_CANCELLED))
    {
      g_propagate_error (error, local);
      return;
    }
  g_set_error (error, LS_SESSION_ERROR, LS_SESSION_ERROR_READ, _("%s: Could not read the file: %s"), name, local->message);
  g_error_free (local);
}

/* Reads all that there is, or up to what is wrong. */
static gboolean
read_all (LsTraceReader     *reader,
          LsRecordingInput  *input,
          guint64            size,
          LsLoadWatch       *watch,
          GError           **error)
{
  GError *local = NULL;
  const guint8 *bytes;
  gsize n;

  while ((bytes = ls_recording_input_read (input, &n, &local)) != NULL)
    {
      reader->n_bytes = ls_recording_input_get_n_read (input);
      if (!ls_load_watch_tell (watch, size > 0 ? (double) reader->n_bytes / size : 0, error))
        return FALSE;
      if (!ls_trace_reader_parse (reader, bytes, n))
        break;
    }
  if (local != NULL)
    {
      g_propagate_error (error, local);
      return FALSE;
    }
  ls_trace_reader_end (reader, ls_recording_input_is_cut (input));
  return TRUE;
}

static LsTrace *
load (GInputStream  *stream,
      const char    *name,
      guint64        size,
      char         **session,
      char         **problem,
      LsLoadWatch   *watch,
      GError       **error)
{
  g_autoptr (LsTrace) trace = NULL;
  LsRecordingInput *input = ls_recording_input_new (stream, watch->cancellable);
  LsTraceReader reader;
  GError *local = NULL;

  ls_trace_reader_init (&reader);
  if (!read_all (&reader, input, size, watch, &local))
    propagate_read_error (name, local, error);
  else if (!reader.has_header && !reader.is_foreign)
    g_set_error (error, LS_SESSION_ERROR, LS_SESSION_ERROR_FORMAT, _("%s: Not a trace file of Loopscope"), name);
  else if (reader.problem != NULL &&
           (reader.is_foreign || (reader.n_records == 0 && ls_trace_get_recording (reader.trace, NULL, NULL) == NULL)))
    g_set_error (error, LS_SESSION_ERROR, reader.is_foreign ? LS_SESSION_ERROR_FORMAT : LS_SESSION_ERROR_INVALID, "%s: %s", name,
                 reader.problem);
  else
    {
      trace = g_object_ref (reader.trace);
      if (session != NULL)
        *session = g_steal_pointer (&reader.session);
      if (problem != NULL)
        *problem = g_steal_pointer (&reader.problem);
    }
  ls_trace_reader_clear (&reader);
  ls_recording_input_free (input);
  return g_steal_pointer (&trace);
}

/**
 * ls_trace_load:
 * @file: a trace file, see [method@Trace.save]
 * @session: (out) (optional) (nullable) (transfer full): the session that was saved with the trace, as JSON text
 * @problem: (out) (optional) (nullable) (transfer full): %NULL if the file is whole; else a sentence on where it is cut or damaged
 * @progress: (nullable) (scope call): is told how far it is, on this thread
 * @user_data: for @progress
 * @cancellable: (nullable): a cancellable
 * @error: return location for an error of %LS_SESSION_ERROR, or %G_IO_ERROR_CANCELLED
 *
 * Reads a trace file; blocks. What comes back is the trace that was saved: ls_trace_hash() is the same. It may be gzipped or not,
 * whatever its name. A file that is cut, or damaged, gives the records before that place. Any thread may call it, and gives the
 * trace to the thread that goes on with it. Memory is bounded by the size of the file, whatever it says.
 *
 * Returns: (transfer full): the trace, or %NULL with @error set to one line if there is none
 */
LsTrace *
ls_trace_load (GFile                  *file,
               char                  **session,
               char                  **problem,
               LsSessionProgressFunc   progress,
               gpointer                user_data,
               GCancellable           *cancellable,
               GError                **error)
{
  LsLoadWatch watch = { .cancellable = cancellable, .progress = progress, .user_data = user_data, .to = 1 };
  g_autoptr (GFileInputStream) stream = NULL;
  g_autoptr (GFileInfo) info = NULL;
  g_autofree char *name = NULL;
  g_autofree char *shown = NULL;
  GError *local = NULL;

  g_return_val_if_fail (G_IS_FILE (file), NULL);

  if (session != NULL)
    *session = NULL;
  if (problem != NULL)
    *problem = NULL;
  name = g_file_get_parse_name (file);
  shown = ls_json_display (name, 0);
  stream = g_file_read (file, cancellable, &local);
  if (stream == NULL)
    {
      propagate_read_error (shown, local, error);
      return NULL;
    }
  info = g_file_input_stream_query_info (stream, G_FILE_ATTRIBUTE_STANDARD_SIZE, cancellable, NULL);
  return load (G_INPUT_STREAM (stream), shown, info != NULL ? MAX (g_file_info_get_size (info), 0) : 0, session, problem, &watch,
               error);
}

/**
 * ls_trace_load_from_stream:
 * @stream: what has the bytes of a trace file; stays open
 * @session: (out) (optional) (nullable) (transfer full): the session that was saved with the trace, as JSON text
 * @problem: (out) (optional) (nullable) (transfer full): %NULL if the file is whole; else a sentence on where it is cut or damaged
 * @cancellable: (nullable): a cancellable
 * @error: return location for an error of %LS_SESSION_ERROR, or %G_IO_ERROR_CANCELLED
 *
 * Reads a trace file as ls_trace_load() does.
 *
 * Returns: (transfer full): the trace, or %NULL with @error set to one line if there is none
 */
LsTrace *
ls_trace_load_from_stream (GInputStream  *stream,
                           char         **session,
                           char         **problem,
                           GCancellable  *cancellable,
                           GError       **error)
{
  LsLoadWatch watch = { .cancellable = cancellable, .to = 1 };

  g_return_val_if_fail (G_IS_INPUT_STREAM (stream), NULL);

  if (session != NULL)
    *session = NULL;
  if (problem != NULL)
    *problem = NULL;
  return load (stream, _("stream"), 0, session, problem, &watch, error);
}
