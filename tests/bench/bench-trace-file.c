/* bench-trace-file.c: what it costs to save a trace and to read it again, beside zlib and yajl alone on the same bytes
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include <gio/gio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <yajl/yajl_parse.h>
#include <zlib.h>

#include "bench-util.h"
#include "ls-runner.h"
#include "ls-trace-export.h"
#include "ls-trace-file.h"

#define LEVEL 4

/* ns of processor time, of all threads: the rows compare whatever else the machine does. */
static gint64
cpu_now (void)
{
  struct timespec now;

  clock_gettime (CLOCK_PROCESS_CPUTIME_ID, &now);
  return now.tv_sec * G_GINT64_CONSTANT (1000000000) + now.tv_nsec;
}

static void
say (const char *what,
     gint64      duration,
     gsize       n_records,
     gsize       n_text,
     gsize       n_bytes)
{
  const double seconds = MAX (duration, 1) / 1e9;

  g_print ("%-28s %8.1f ms %10.0f records/s %8.1f MB/s of text %8.1f MB\n", what, duration / 1e6, n_records / seconds,
           n_text / 1e6 / seconds, n_bytes / 1e6);
}

/* A run of tasks that yield, timers and changes of priority. */
static LsTrace *
make_trace (guint n_rounds)
{
  g_autofree char *text = g_strdup_printf (
    "{\"format\":\"loopscope-session\",\"version\":1,\"program\":{\"kind\":\"steps\",\"main\":["
    "{\"op\":\"controller\",\"name\":\"c\"},{\"op\":\"postTask\",\"body\":\"round\",\"name\":\"round\"}],\"bodies\":{\"round\":["
    "{\"op\":\"repeat\",\"times\":%u,\"body\":["
    "{\"op\":\"postTask\",\"name\":\"decode\",\"signal\":\"c\",\"body\":[{\"op\":\"work\",\"ms\":0.4},{\"op\":\"yield\"},{\"op\":\"log\",\"text\":\"at ${time}\"}]},"
    "{\"op\":\"postTask\",\"name\":\"paint\",\"priority\":\"user-blocking\",\"body\":[{\"op\":\"work\",\"ms\":0.1}]},"
    "{\"op\":\"timer\",\"ms\":2,\"body\":[{\"op\":\"work\",\"ms\":0.05}]},{\"op\":\"work\",\"ms\":0.3},{\"op\":\"yield\"}]}]}}}", n_rounds);
  g_autoptr (GError) error = NULL;
  g_autoptr (LsSession) session = ls_session_new_from_data ("bench", text, -1, &error);
  LsRunnerOptions options = LS_RUNNER_OPTIONS_INIT;
  g_autoptr (LsRunner) runner = NULL;

  options.step_budget = G_MAXUINT32;
  options.record_budget = G_MAXUINT32;
  runner = session != NULL ? ls_runner_new (session, &options, &error) : NULL;
  if (runner == NULL)
    g_error ("%s", error->message);
  ls_runner_run_to_end (runner, NULL);
  return g_object_ref (ls_runner_get_trace (runner));
}

static GBytes *
write_as (LsTrace             *trace,
          LsTraceExportFormat  format,
          gint64              *duration)
{
  g_autoptr (GOutputStream) stream = g_memory_output_stream_new_resizable ();
  g_autoptr (GError) error = NULL;
  const gint64 begin = cpu_now ();

  if (!ls_trace_export_to_stream (trace, format, NULL, stream, NULL, &error))
    g_error ("%s", error->message);
  *duration = cpu_now () - begin;
  g_output_stream_close (stream, NULL, NULL);
  return g_memory_output_stream_steal_as_bytes (G_MEMORY_OUTPUT_STREAM (stream));
}

/* Inflates the file with zlib alone. */
static char *
inflate_all (GBytes *file,
             gsize  *length,
             gint64 *duration)
{
  gsize n_file, size = 64 << 20;
  const guint8 *bytes = g_bytes_get_data (file, &n_file);
  char *text = g_malloc (size);
  z_stream zlib = { .next_in = (guint8 *) bytes, .avail_in = n_file };
  gint64 begin;

  inflateInit2 (&zlib, 31);
  begin = cpu_now ();
  do
    {
      if (zlib.total_out == size)
        text = g_realloc (text, size *= 2);
      zlib.next_out = (guint8 *) text + zlib.total_out;
      zlib.avail_out = MIN (size - zlib.total_out, 1 << 20);
    }
  while (inflate (&zlib, Z_NO_FLUSH) == Z_OK);
  *duration = cpu_now () - begin;
  *length = zlib.total_out;
  inflateEnd (&zlib);
  return text;
}

static gsize
deflate_all (const char *text,
             gsize       length,
             gint64     *duration)
{
  guint8 *out = g_malloc (1 << 20);
  z_stream zlib = { .next_in = (guint8 *) text, .avail_in = length };
  gint64 begin;
  gsize n;
  int result;

  deflateInit2 (&zlib, LEVEL, Z_DEFLATED, 31, 8, Z_DEFAULT_STRATEGY);
  begin = cpu_now ();
  do
    {
      zlib.next_out = out;
      zlib.avail_out = 1 << 20;
      result = deflate (&zlib, Z_FINISH);
    }
  while (result == Z_OK);
  *duration = cpu_now () - begin;
  n = zlib.total_out;
  deflateEnd (&zlib);
  g_free (out);
  return n;
}

static int
on_number (void       *data,
           const char *number,
           size_t      length)
{
  return 1;
}

static gint64
parse_all (const char *text,
           gsize       length)
{
  static const yajl_callbacks callbacks = { .yajl_number = on_number };
  yajl_handle parser = yajl_alloc (&callbacks, NULL, NULL);
  const gint64 begin = cpu_now ();
  gint64 duration;

  for (gsize i = 0; i < length; i += 1 << 20)
    if (yajl_parse (parser, (const guint8 *) text + i, MIN (1 << 20, length - i)) != yajl_status_ok)
      g_error ("yajl: error");
  duration = cpu_now () - begin;
  yajl_free (parser);
  return duration;
}

int
main (int   argc,
      char *argv[])
{
  const guint n_rounds = argc > 1 ? atoi (argv[1]) : 20000;
  g_autoptr (LsTrace) trace = make_trace (n_rounds);
  const gsize n_records = ls_trace_get_length (trace);
  g_autoptr (GBytes) file = NULL;
  g_autofree char *text = NULL;
  g_autoptr (GInputStream) stream = NULL;
  g_autoptr (LsTrace) loaded = NULL;
  g_autofree char *hash = NULL;
  g_autofree char *loaded_hash = NULL;
  gint64 saved, inflated, deflated, begin, duration;
  gsize n_text, n_file, n_deflated, memory;

  file = write_as (trace, LS_TRACE_EXPORT_TRACE, &saved);
  n_file = g_bytes_get_size (file);
  text = inflate_all (file, &n_text, &inflated);
  g_print ("%zu records, %u texts; %.1f MB of text (%.0f bytes a record), %.2f bytes a record in the file\n", n_records,
           ls_trace_get_n_texts (trace), n_text / 1e6, (double) n_text / n_records, (double) n_file / n_records);
  say ("save", saved, n_records, n_text, n_file);
  n_deflated = deflate_all (text, n_text, &deflated);
  say ("  zlib alone", deflated, n_records, n_text, n_deflated);

  memory = bench_memory ();
  stream = g_memory_input_stream_new_from_bytes (file);
  begin = cpu_now ();
  loaded = ls_trace_load_from_stream (stream, NULL, NULL, NULL, NULL);
  duration = cpu_now () - begin;
  say ("load", duration, n_records, n_text, bench_memory () - memory);
  say ("  zlib alone", inflated, n_records, n_text, n_file);
  say ("  yajl alone", parse_all (text, n_text), n_records, n_text, n_text);
  hash = ls_trace_hash (trace);
  loaded_hash = ls_trace_hash (loaded);
  if (!g_str_equal (hash, loaded_hash))
    g_error ("The trace is another one");

  for (guint format = LS_TRACE_EXPORT_CHROME; format < LS_N_TRACE_EXPORT_FORMATS; format++)
    {
      g_autoptr (GBytes) bytes = write_as (trace, format, &duration);

      say (ls_trace_export_format_to_string (format), duration, n_records, g_bytes_get_size (bytes), g_bytes_get_size (bytes));
    }
  return 0;
}
