/* bench-recording.c: how fast recordings are read, and how much memory they take
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include <gio/gio.h>
#include <glib/gstdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <time.h>
#include <unistd.h>
#include <yajl/yajl_parse.h>
#include <zlib.h>

#include "bench-util.h"
#include "ls-recording-reader.h"

/* A string of JavaScript has 512 MB at most. */
#define NODE_BYTES (G_GUINT64_CONSTANT (256) * 1000 * 1000)

#define N_RUNS 3
#define BLOCK (1024 * 1024)

typedef struct
{
  const char *plain;
  const char *packed;
  const char *part;
} Files;

static char *
load_sample (gsize *length)
{
  g_autoptr (GFile) file = g_file_new_for_path (LS_BENCH_SAMPLE);
  g_autoptr (GError) error = NULL;
  g_autoptr (GInputStream) packed = G_INPUT_STREAM (g_file_read (file, NULL, &error));
  g_autoptr (GConverter) inflater = G_CONVERTER (g_zlib_decompressor_new (G_ZLIB_COMPRESSOR_FORMAT_GZIP));
  g_autoptr (GInputStream) stream = NULL;
  g_autoptr (GOutputStream) memory = g_memory_output_stream_new_resizable ();

  if (packed == NULL)
    g_error ("%s", error->message);
  stream = g_converter_input_stream_new (packed, inflater);
  if (g_output_stream_splice (memory, stream, G_OUTPUT_STREAM_SPLICE_CLOSE_TARGET, NULL, &error) < 0)
    g_error ("%s", error->message);

  *length = g_memory_output_stream_get_data_size (G_MEMORY_OUTPUT_STREAM (memory));
  return g_memory_output_stream_steal_data (G_MEMORY_OUTPUT_STREAM (memory));
}

/* Appends the events with later times. */
static void
append_events (GString    *out,
               const char *events,
               gsize       length,
               guint64     later)
{
  const char *end = events + length;
  const char *from = events;

  for (const char *p = events; (p = memmem (p, end - p, "\"ts\":", 5)) != NULL;)
    {
      char *rest;
      guint64 time;

      p += 5;
      time = g_ascii_strtoull (p, &rest, 10);
      g_string_append_len (out, from, p - from);
      g_string_append_printf (out, "%" G_GUINT64_FORMAT, time > 0 ? time + later : 0);
      from = p = rest;
    }
  g_string_append_len (out, from, end - from);
}

/* Makes a recording of so many bytes by repeating the sample, each time 7 s later. */
static void
make_files (const Files *files,
            guint64      n_bytes)
{
  gsize length;
  g_autofree char *sample = load_sample (&length);
  char *events = memmem (sample, length, "\"traceEvents\":", strlen ("\"traceEvents\":"));
  FILE *plain = g_fopen (files->plain, "wb"), *part = g_fopen (files->part, "wb");
  gzFile packed = gzopen (files->packed, "wb6");
  g_autoptr (GString) out = g_string_new ("{\"traceEvents\": [\n");
  guint64 n_written = 0;
  const char *end;

  if (plain == NULL || part == NULL || packed == NULL || events == NULL)
    g_error ("Cannot write to the folder for temporary files");
  events = strchr (events, '{');
  end = sample + length;
  while (end > events && end[-1] != ']')
    end--;

  for (guint64 round = 0; n_written < n_bytes; round++)
    {
      append_events (out, events, end - 1 - events, round * 7000000);
      g_string_append (out, n_written + out->len < n_bytes ? "," : "]}\n");
      fwrite (out->str, 1, out->len, plain);
      if (n_written < MIN (n_bytes, NODE_BYTES))
        {
          gboolean is_last = n_written + out->len >= MIN (n_bytes, NODE_BYTES);

          fwrite (out->str, 1, is_last ? strrchr (out->str, '}') + 1 - out->str : out->len, part);
          if (is_last)
            fputs (n_written + out->len >= n_bytes ? "\n" : "]}\n", part);
        }
      gzwrite (packed, out->str, (unsigned) out->len);
      n_written += out->len;
      g_string_truncate (out, 0);
    }

  fclose (plain);
  fclose (part);
  gzclose (packed);
}

/* The smaller of the time that has passed and the processor time of all threads: others may want the machine. */
typedef struct
{
  gint64 passed;
  gint64 used;
} Clock;

static gint64
used_now (void)
{
  struct timespec now;

  clock_gettime (CLOCK_PROCESS_CPUTIME_ID, &now);
  return now.tv_sec * G_GINT64_CONSTANT (1000000000) + now.tv_nsec;
}

static Clock
start_clock (void)
{
  return (Clock) { bench_now (), used_now () };
}

static double
rate (Clock   clock,
      guint64 n_bytes)
{
  return n_bytes * 1e9 / MAX (1, MIN (bench_now () - clock.passed, used_now () - clock.used));
}

static guint64
get_size (const char *path)
{
  GStatBuf info;

  return g_stat (path, &info) == 0 ? (guint64) info.st_size : 0;
}

static LsRecording *
load (const char *path)
{
  g_autoptr (GFile) file = g_file_new_for_path (path);
  g_autoptr (GError) error = NULL;
  LsRecording *recording = ls_recording_load (file, NULL, NULL, NULL, &error);

  if (recording == NULL)
    g_error ("%s", error->message);
  return recording;
}

static double
measure_plain (gconstpointer data)
{
  const Files *files = data;
  Clock clock = start_clock ();
  g_autoptr (LsRecording) recording = load (files->plain);

  return rate (clock, get_size (files->plain));
}

/* Unpacking and parsing go on at the same time, so it is the time that passes that counts. */
static double
measure_packed (gconstpointer data)
{
  const Files *files = data;
  gint64 begin = bench_now ();
  g_autoptr (LsRecording) recording = load (files->packed);

  return get_size (files->plain) * 1e9 / (bench_now () - begin);
}

static int
count_value (void *data)
{
  *(guint64 *) data += 1;
  return 1;
}

static int
count_boolean (void *data,
               int   value)
{
  return count_value (data);
}

static int
count_number (void       *data,
              const char *text,
              size_t      length)
{
  return count_value (data);
}

static int
count_string (void                *data,
              const unsigned char *text,
              size_t               length)
{
  return count_value (data);
}

static const yajl_callbacks counting = {
  .yajl_null = count_value,
  .yajl_boolean = count_boolean,
  .yajl_number = count_number,
  .yajl_string = count_string,
  .yajl_start_map = count_value,
  .yajl_map_key = count_string,
  .yajl_end_map = count_value,
  .yajl_start_array = count_value,
  .yajl_end_array = count_value,
};

static double
measure_yajl (gconstpointer data)
{
  const Files *files = data;
  Clock clock = start_clock ();
  guint64 n_values = 0, n_bytes = 0;
  yajl_handle yajl = yajl_alloc (&counting, NULL, &n_values);
  g_autofree guchar *block = g_malloc (BLOCK);
  FILE *file = g_fopen (files->plain, "rb");
  gsize n;

  while ((n = fread (block, 1, BLOCK, file)) > 0)
    {
      if (yajl_parse (yajl, block, n) != yajl_status_ok)
        g_error ("yajl does not read what was written");
      n_bytes += n;
    }
  yajl_complete_parse (yajl);
  yajl_free (yajl);
  fclose (file);

  return rate (clock, n_bytes);
}

static double
measure_zlib (gconstpointer data)
{
  const Files *files = data;
  gint64 begin = bench_now ();
  guint64 n_bytes = 0;
  g_autofree guchar *block = g_malloc (BLOCK);
  gzFile file = gzopen (files->packed, "rb");
  int n;

  gzbuffer (file, 256 * 1024);
  while ((n = gzread (file, block, BLOCK)) > 0)
    n_bytes += (guint64) n;
  gzclose (file);

  return n_bytes * 1e9 / (bench_now () - begin);
}

/* Node.js has the whole file in memory before its time begins. */
static double
measure_node (gconstpointer data)
{
  const Files *files = data;
  g_autofree char *out = NULL;
  const char *const command[] = {
    "node", "-e",
    "const text = require('fs').readFileSync(process.argv[1], 'utf8'); const begin = process.hrtime.bigint();"
    "JSON.parse(text); console.log(Number(process.hrtime.bigint() - begin))",
    files->part, NULL
  };

  if (!g_spawn_sync (NULL, (char **) command, NULL, G_SPAWN_SEARCH_PATH | G_SPAWN_STDERR_TO_DEV_NULL, NULL, NULL, &out, NULL, NULL,
                     NULL) || out == NULL || *out == '\0')
    return 0;
  return get_size (files->part) * 1e9 / g_ascii_strtod (out, NULL);
}

typedef struct
{
  double all;
  double files;   /* of these, those that are in files: the program and its libraries */
} Memory;

static Memory
get_memory (void)
{
  g_autofree char *text = NULL;
  const double page = (double) sysconf (_SC_PAGESIZE);
  unsigned long n_reserved, n_pages, n_shared;

  if (!g_file_get_contents ("/proc/self/statm", &text, NULL, NULL) ||
      sscanf (text, "%lu %lu %lu", &n_reserved, &n_pages, &n_shared) != 3)
    g_error ("The system does not tell the memory of a process");
  return (Memory) { n_pages * page, n_shared * page };
}

/* A new process has hardly a page of the program yet. Those that it gets are none of the recording's. */
static double
measure_memory (gconstpointer data)
{
  const Files *files = data;
  Memory before = get_memory (), after;
  struct rusage usage;
  g_autoptr (LsRecording) recording = load (files->plain);

  getrusage (RUSAGE_SELF, &usage);
  after = get_memory ();
  return usage.ru_maxrss * 1024.0 - before.all - (after.files - before.files);
}

static double
count_events (gconstpointer data)
{
  const Files *files = data;
  g_autoptr (LsRecording) recording = load (files->plain);

  return ls_recording_get_n_events (recording);
}

int
main (int    argc,
      char **argv)
{
  g_autoptr (GError) error = NULL;
  g_autofree char *folder = g_dir_make_tmp ("bench-recording-XXXXXX", &error);
  g_autofree char *plain = g_build_filename (folder, "plain.json", NULL);
  g_autofree char *packed = g_build_filename (folder, "packed.json.gz", NULL);
  g_autofree char *part = g_build_filename (folder, "part.json", NULL);
  const Files files = { plain, packed, part };
  Bench *bench = bench_new (&argc, &argv, "Recordings");
  guint64 n_bytes = (argc > 1 ? g_ascii_strtoull (argv[1], NULL, 10) : 1000) * 1000000;
  double read, unpacked, yajl, zlib, node, memory, n_events;

  if (folder == NULL)
    g_error ("%s", error->message);
  make_files (&files, n_bytes);

  read = bench_measure (measure_plain, &files, N_RUNS);
  yajl = bench_measure (measure_yajl, &files, N_RUNS);
  unpacked = bench_measure (measure_packed, &files, N_RUNS);
  zlib = bench_measure (measure_zlib, &files, N_RUNS);
  node = bench_measure (measure_node, &files, 1);
  memory = bench_measure (measure_memory, &files, 1);
  n_events = bench_measure (count_events, &files, 1);

  bench_report (bench, "Chromium's JSON read", BENCH_BYTES_PER_SECOND, read, "yajl, counting values", yajl, "at least 300 MB/s",
                read >= 300e6);
  if (node > 0)
    bench_report (bench, "Chromium's JSON read", BENCH_BYTES_PER_SECOND, read, "Node.js, JSON.parse", node, "at least 300 MB/s",
                  read >= 300e6);
  bench_report (bench, "the same packed with gzip, unpacked bytes", BENCH_BYTES_PER_SECOND, unpacked, "zlib alone", zlib,
                "zlib's speed: at least 0.8×", unpacked >= 0.8 * zlib);
  bench_report (bench, "most memory", BENCH_BYTES, memory, "48 B for each event kept", 48 * n_events, "at most 1×",
                memory <= 48 * n_events);
  bench_report (bench, "memory for each byte of the file", BENCH_BYTES, memory, "its bytes", get_size (plain), "–", TRUE);

  g_unlink (plain);
  g_unlink (packed);
  g_unlink (part);
  g_rmdir (folder);
  return bench_finish (bench);
}
