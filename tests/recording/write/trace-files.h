/* trace-files.h: runs examples, saves and loads their traces, and compares them
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <gio/gio.h>
#include <string.h>

#include "ls-runner.h"
#include "ls-session-error.h"
#include "ls-trace-export.h"
#include "ls-trace-file.h"

G_GNUC_UNUSED static LsTrace *
run (const char *name)
{
  g_autofree char *path = g_build_filename (g_getenv ("LS_TEST_SOURCE_ROOT"), "data", "sessions", name, NULL);
  g_autoptr (GError) error = NULL;
  g_autoptr (LsSession) session = ls_session_new_from_path (path, &error);
  g_autoptr (LsRunner) runner = NULL;

  g_assert_no_error (error);
  runner = ls_runner_new (session, NULL, &error);
  if (g_error_matches (error, LS_SESSION_ERROR, LS_SESSION_ERROR_RUN))
    return NULL;
  g_assert_no_error (error);
  ls_runner_run_to_end (runner, NULL);
  return g_object_ref (ls_runner_get_trace (runner));
}

G_GNUC_UNUSED static GBytes *
save (LsTrace    *trace,
      const char *session)
{
  g_autoptr (GOutputStream) stream = g_memory_output_stream_new_resizable ();
  g_autoptr (GError) error = NULL;

  g_assert_true (ls_trace_save_to_stream (trace, stream, session, NULL, &error));
  g_assert_no_error (error);
  g_assert_true (g_output_stream_close (stream, NULL, NULL));
  return g_memory_output_stream_steal_as_bytes (G_MEMORY_OUTPUT_STREAM (stream));
}

G_GNUC_UNUSED static LsTrace *
load (const void  *data,
      gsize        length,
      char       **session,
      char       **problem,
      GError     **error)
{
  g_autoptr (GInputStream) stream = g_memory_input_stream_new_from_data (data, length, NULL);

  return ls_trace_load_from_stream (stream, session, problem, NULL, error);
}

/* The first @n_records records are the same, byte for byte, and so are the texts. */
G_GNUC_UNUSED static void
assert_prefix (LsTrace *trace,
               LsTrace *whole)
{
  gsize n_records, n_whole, length = ls_trace_get_length (trace);

  g_assert_cmpuint (length, <=, ls_trace_get_length (whole));
  for (gsize position = 0; position < length; position += n_records)
    {
      const LsRecord *records = ls_trace_peek_records (trace, position, &n_records);
      const LsRecord *others = ls_trace_peek_records (whole, position, &n_whole);

      n_records = MIN (n_records, n_whole);
      g_assert_cmpint (memcmp (records, others, n_records * sizeof *records), ==, 0);
    }
  for (guint i = 1; i <= ls_trace_get_n_texts (trace); i++)
    g_assert_cmpstr (ls_trace_get_text (trace, i), ==, ls_trace_get_text (whole, i));
}

G_GNUC_UNUSED static void
assert_same (LsTrace *trace,
             LsTrace *other)
{
  g_autofree char *hash = ls_trace_hash (trace);
  g_autofree char *other_hash = ls_trace_hash (other);

  g_assert_cmpuint (ls_trace_get_length (trace), ==, ls_trace_get_length (other));
  g_assert_cmpuint (ls_trace_get_start (trace), ==, ls_trace_get_start (other));
  g_assert_cmpuint (ls_trace_get_n_texts (trace), ==, ls_trace_get_n_texts (other));
  g_assert_cmpstr (hash, ==, other_hash);
}
