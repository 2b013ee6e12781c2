/* ls-trace-export.c: writes traces as files, for Loopscope and for other tools
 *
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */

#include "ls-trace-export.h"

#include "ls-chrome-writer-private.h"
#include "ls-file-writer-private.h"
#include "ls-names-private.h"
#include "ls-perfetto-writer-private.h"
#include "ls-sysprof-writer-private.h"
#include "ls-trace-file.h"

static const char *const format_names[] = {
  [LS_TRACE_EXPORT_TRACE] = "trace",
  [LS_TRACE_EXPORT_CHROME] = "chrome",
  [LS_TRACE_EXPORT_CHROME_GZIP] = "chrome-gzip",
  [LS_TRACE_EXPORT_PERFETTO] = "perfetto",
  [LS_TRACE_EXPORT_SYSPROF] = "sysprof",
};

static const char *const suffixes[] = {
  [LS_TRACE_EXPORT_TRACE] = ".json.gz",
  [LS_TRACE_EXPORT_CHROME] = ".json",
  [LS_TRACE_EXPORT_CHROME_GZIP] = ".json.gz",
  [LS_TRACE_EXPORT_PERFETTO] = ".perfetto-trace",
  [LS_TRACE_EXPORT_SYSPROF] = ".syscap",
};

/* What is to be written. */
typedef struct
{
  LsTrace             *trace;
  LsTraceExportFormat  format;
  const char          *session;
} Job;

/**
 * ls_trace_export_format_to_string:
 * @format: what a trace can be written as
 *
 * Gets the name of a format.
 *
 * Returns: (transfer none): its name on the command line, such as "chrome"
 */
const char *
ls_trace_export_format_to_string (LsTraceExportFormat format)
{
  return (guint) format < G_N_ELEMENTS (format_names) ? format_names[format] : "unknown";
}

/**
 * ls_trace_export_format_from_string:
 * @string: (nullable): a name
 * @format: (out): the format
 *
 * Looks up a name, as ls_trace_export_format_to_string() has it.
 *
 * Returns: whether @string is the name of a format
 */
gboolean
ls_trace_export_format_from_string (const char          *string,
                                    LsTraceExportFormat *format)
{
  guint index;

  g_return_val_if_fail (format != NULL, FALSE);

  if (string == NULL || !ls_find_name (format_names, G_N_ELEMENTS (format_names), string, &index))
    return FALSE;
  *format = index;
  return TRUE;
}

/**
 * ls_trace_export_format_get_suffix:
 * @format: what a trace can be written as
 *
 * Gets the usual end of the name of a file.
 *
 * Returns: (transfer none): the usual end of a file's name, such as ".json.gz"
 */
const char *
ls_trace_export_format_get_suffix (LsTraceExportFormat format)
{
  return (guint) format < G_N_ELEMENTS (suffixes) ? suffixes[format] : "";
}

static gboolean
write_chrome (gconstpointer   data,
              GOutputStream  *stream,
              LsLoadWatch    *watch,
              GError        **error)
{
  const Job *job = data;

  return ls_chrome_write (job->trace, job->format == LS_TRACE_EXPORT_TRACE, job->session, stream, watch, error);
}

static gboolean
write_job (gconstpointer   data,
           GOutputStream  *stream,
           LsLoadWatch    *watch,
           GError        **error)
{
  const Job *job = data;

  switch (job->format)
    {
    case LS_TRACE_EXPORT_CHROME:
      return write_chrome (job, stream, watch, error);
    case LS_TRACE_EXPORT_PERFETTO:
      return ls_perfetto_write (job->trace, stream, watch, error);
    case LS_TRACE_EXPORT_SYSPROF:
      return ls_sysprof_write (job->trace, stream, watch, error);
    default:
      return ls_file_write_gzipped (stream, write_chrome, job, watch, error);
    }
}

/**
 * ls_trace_export:
 * @self: a trace
 * @format: as what
 * @session: (nullable): the session that the trace is of, as JSON text; goes along in a trace file only
 * @file: where to
 * @progress: (nullable) (scope call): is told how far it is, on this thread
 * @user_data: for @progress
 * @cancellable: (nullable): a cancellable
 * @error: return location for an error of %LS_SESSION_ERROR, or %G_IO_ERROR_CANCELLED
 *
 * Writes what a trace has now for another tool; blocks. The file is replaced whole or not at all. Memory is needed for what is
 * alive at a moment, not for the whole trace. Any thread may call it, also while the run goes on; it fails if ls_trace_forget()
 * drops records that are still to be written.
 *
 * Times in these files are those of the run, 1 s later, as 0 is no time for some tools. Of things that happen in the same µs, each
 * is written 1 ns after the one before, so that slices nest and their order can be seen.
 *
 * Returns: %FALSE with @error set if the file was not written, and is as it was
 */
gboolean
ls_trace_export (LsTrace                *self,
                 LsTraceExportFormat     format,
                 const char             *session,
                 GFile                  *file,
                 LsSessionProgressFunc   progress,
                 gpointer                user_data,
                 GCancellable           *cancellable,
                 GError                **error)
{
  const Job job = { self, format, session };
  LsLoadWatch watch = { .cancellable = cancellable, .progress = progress, .user_data = user_data, .to = 1 };

  g_return_val_if_fail (LS_IS_TRACE (self), FALSE);
  g_return_val_if_fail ((guint) format < LS_N_TRACE_EXPORT_FORMATS, FALSE);
  g_return_val_if_fail (G_IS_FILE (file), FALSE);

  return ls_file_write (file, write_job, &job, &watch, error);
}

/**
 * ls_trace_export_to_stream:
 * @self: a trace
 * @format: as what
 * @session: (nullable): the session that the trace is of, as JSON text; goes along in a trace file only
 * @stream: where to; stays open
 * @cancellable: (nullable): a cancellable
 * @error: return location for an error of %LS_SESSION_ERROR or of @stream
 *
 * Writes a trace as ls_trace_export() does.
 *
 * Returns: %FALSE with @error set if not all was written
 */
gboolean
ls_trace_export_to_stream (LsTrace              *self,
                           LsTraceExportFormat   format,
                           const char           *session,
                           GOutputStream        *stream,
                           GCancellable         *cancellable,
                           GError              **error)
{
  const Job job = { self, format, session };
  LsLoadWatch watch = { .cancellable = cancellable, .to = 1 };

  g_return_val_if_fail (LS_IS_TRACE (self), FALSE);
  g_return_val_if_fail ((guint) format < LS_N_TRACE_EXPORT_FORMATS, FALSE);
  g_return_val_if_fail (G_IS_OUTPUT_STREAM (stream), FALSE);

  return write_job (&job, stream, &watch, error);
}

/**
 * ls_trace_save:
 * @self: a trace
 * @file: where to
 * @session: (nullable): the session that the trace is of, as JSON text (see ls_session_to_trace_data()), which goes along
 * @progress: (nullable) (scope call): is told how far it is, on this thread
 * @user_data: for @progress
 * @cancellable: (nullable): a cancellable
 * @error: return location for an error of %LS_SESSION_ERROR, or %G_IO_ERROR_CANCELLED
 *
 * Saves what a trace has now as a trace file; blocks. The file is gzipped JSON with Chrome's trace events, which DevTools,
 * Perfetto and speedscope open; ls_trace_load() makes the same trace of it. It is replaced whole or not at all. Memory is needed
 * for what is alive at a moment, not for the whole trace.
 *
 * Any thread may call it, also while the run goes on; it fails if ls_trace_forget() drops records that are still to be written. Of
 * a trace that has dropped records before, the file has those that are left and the state where they begin: all that existed,
 * waited or ran there. What was over by then is lost, who posted the tasks that waited, and counters within the turn that went on.
 *
 * Returns: %FALSE with @error set if the file was not saved, and is as it was
 */
gboolean
ls_trace_save (LsTrace                *self,
               GFile                  *file,
               const char             *session,
               LsSessionProgressFunc   progress,
               gpointer                user_data,
               GCancellable           *cancellable,
               GError                **error)
{
  return ls_trace_export (self, LS_TRACE_EXPORT_TRACE, session, file, progress, user_data, cancellable, error);
}

/**
 * ls_trace_save_to_stream:
 * @self: a trace
 * @stream: where to; stays open
 * @session: (nullable): the session that the trace is of, as JSON text
 * @cancellable: (nullable): a cancellable
 * @error: return location for an error of %LS_SESSION_ERROR or of @stream
 *
 * Writes a trace file as ls_trace_save() does.
 *
 * Returns: %FALSE with @error set if not all was written
 */
gboolean
ls_trace_save_to_stream (LsTrace        *self,
                         GOutputStream  *stream,
                         const char     *session,
                         GCancellable   *cancellable,
                         GError        **error)
{
  return ls_trace_export_to_stream (self, LS_TRACE_EXPORT_TRACE, session, stream, cancellable, error);
}
