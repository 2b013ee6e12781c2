/* SPDX-License-Identifier: GPL-3.0-or-later */

#include <gio/gio.h>
#include <glib/gstdio.h>
#include <signal.h>
#include <string.h>
#include <sys/resource.h>

#include "ls-record-format.h"
#include "random-trace.h"
#include "trace-files.h"

/* The text of a gzipped file. */
static char *
inflate_bytes (GBytes *bytes,
               gsize  *length)
{
  g_autoptr (GInputStream) memory = g_memory_input_stream_new_from_bytes (bytes);
  g_autoptr (GZlibDecompressor) decompressor = g_zlib_decompressor_new (G_ZLIB_COMPRESSOR_FORMAT_GZIP);
  g_autoptr (GInputStream) stream = g_converter_input_stream_new (memory, G_CONVERTER (decompressor));
  GByteArray *text = g_byte_array_new ();
  guint8 buffer[4096];
  gsize n;

  do
    {
      g_assert_true (g_input_stream_read_all (stream, buffer, sizeof buffer, &n, NULL, NULL));
      g_byte_array_append (text, buffer, n);
    }
  while (n == sizeof buffer);
  *length = text->len;
  g_byte_array_append (text, (const guint8 *) "", 1);
  return (char *) g_byte_array_free (text, FALSE);
}

static void
assert_round_trip (LsTrace *trace)
{
  g_autoptr (GBytes) bytes = save (trace, NULL);
  g_autofree char *session = NULL;
  g_autofree char *problem = NULL;
  g_autoptr (GError) error = NULL;
  g_autoptr (LsTrace) loaded = load (g_bytes_get_data (bytes, NULL), g_bytes_get_size (bytes), &session, &problem, &error);

  g_assert_no_error (error);
  g_assert_null (problem);
  g_assert_null (session);
  assert_prefix (loaded, trace);
  assert_same (loaded, trace);
}

/* Every example that needs no JavaScript; those with agents are among them. */
static void
test_examples (void)
{
  g_autofree char *path = g_build_filename (g_getenv ("LS_TEST_SOURCE_ROOT"), "data", "sessions", NULL);
  g_autoptr (GDir) dir = g_dir_open (path, 0, NULL);
  const char *name;
  guint n_traces = 0, n_with_agents = 0;

  while ((name = g_dir_read_name (dir)) != NULL)
    {
      g_autoptr (LsTrace) trace = g_str_has_suffix (name, ".loopscope") ? run (name) : NULL;
      g_autoptr (LsState) state = trace != NULL ? ls_state_new (trace) : NULL;

      if (trace == NULL)
        continue;
      assert_round_trip (trace);
      ls_state_seek (state, ls_trace_get_length (trace));
      n_with_agents += ls_state_get_n_agents (state) > 1;
      n_traces++;
    }
  g_assert_cmpuint (n_traces, >, 15);
  g_assert_cmpuint (n_with_agents, >, 3);
}

/* A text that a record has in another member than "text" is in the file, whatever follows. */
static void
test_texts (void)
{
  static const LsRecordKind kinds[] = { LS_RECORD_WORK, LS_RECORD_LOG, LS_RECORD_OPTION_UNKNOWN, LS_RECORD_TASK_ORIGIN };

  for (guint i = 0; i < G_N_ELEMENTS (kinds); i++)
    {
      g_autoptr (LsTrace) trace = ls_trace_new ();
      const gboolean by_value = kinds[i] == LS_RECORD_TASK_ORIGIN;
      const guint32 text = text_of (trace, "what"), other = text_of (trace, "where");
      g_autoptr (GBytes) bytes = NULL;
      g_autoptr (LsTrace) loaded = NULL;

      write_full (trace, (LsRecord) { .kind = kinds[i], .text = text, .object = by_value ? 0 : other, .value = by_value ? other : 0 });
      publish (trace);
      bytes = save (trace, NULL);
      loaded = load (g_bytes_get_data (bytes, NULL), g_bytes_get_size (bytes), NULL, NULL, NULL);
      g_assert_nonnull (loaded);
      g_assert_cmpuint (ls_trace_get_n_texts (loaded), ==, 2);
      g_assert_cmpstr (ls_trace_get_text (loaded, other), ==, "where");
    }
}

/* Every member with every value that it can have, times that go back, and texts that JSON must escape. */
static void
test_all_members (void)
{
  g_autoptr (LsTrace) trace = ls_trace_new ();

  text_of (trace, "");
  text_of (trace, "quote \" backslash \\ tab \t line\nend\r \x01\x1f\x7f");
  text_of (trace, "∀ 𝄞 \xe2\x80\xa8 </script>");
  for (guint kind = 1; kind < LS_N_RECORD_KINDS; kind++)
    for (guint i = 0; i < 256; i += kind % 7 + 1)
      write_full (trace, (LsRecord) {
        .time = i % 5 == 0 ? kind * 1000 : kind * 1000 + i, .subject = i << 24 | i, .object = G_MAXUINT32 - i, .value = i * 16777216,
        .text = i % 4, .kind = kind, .clause = i % LS_N_CLAUSES, .step = i, .priority = (i + 1) % 4,
        .queue = i % LS_N_QUEUE_TYPES, .level = 255 - i, .flags = i });
  write_full (trace, (LsRecord) { .time = G_MAXINT64 / 1000, .kind = 1 });
  write_full (trace, (LsRecord) { .time = 0, .kind = 1 });
  text_of (trace, "a text that no record has");
  publish (trace);
  assert_round_trip (trace);
}

/* The numbers of priorities in files and exports are those of the first version: 0 for none; where a value or a level is a priority, 0
 * for background and 255 for none. */
static void
test_priorities (void)
{
  static const guint8 priorities[] = { LS_TASK_PRIORITY_NONE, LS_TASK_PRIORITY_BACKGROUND, LS_TASK_PRIORITY_USER_VISIBLE,
                                       LS_TASK_PRIORITY_USER_BLOCKING };
  static const guint numbers[] = { 255, 0, 1, 2 };
  g_autoptr (LsTrace) trace = ls_trace_new ();
  g_autoptr (GBytes) bytes = NULL;
  g_autofree char *text = NULL;
  gsize length;

  for (guint i = 0; i < G_N_ELEMENTS (priorities); i++)
    {
      write_full (trace, (LsRecord) { .kind = LS_RECORD_QUEUE_PRIORITY, .subject = 100 + i, .value = 1, .level = 1,
                                      .priority = priorities[i] });
      write_full (trace, (LsRecord) { .kind = LS_RECORD_SIGNAL_PRIORITY, .subject = 200 + i, .value = priorities[i],
                                      .priority = LS_TASK_PRIORITY_USER_BLOCKING });
      write_full (trace, (LsRecord) { .kind = LS_RECORD_TASK_RAISED, .subject = 300 + i, .level = priorities[i],
                                      .priority = LS_TASK_PRIORITY_USER_BLOCKING });
    }
  publish (trace);
  assert_round_trip (trace);
  bytes = save (trace, NULL);
  text = inflate_bytes (bytes, &length);
  for (guint i = 0; i < G_N_ELEMENTS (priorities); i++)
    {
      g_autofree char *queue = g_strdup_printf (i > 0 ? ",%u,0,1,0,0,1,0,0,%u]" : ",%u,0,1,0,0,1]", 100 + i, i);
      g_autofree char *signal = g_strdup_printf (",%u,0,%u,0,0,0,0,0,3]", 200 + i, numbers[i]);
      g_autofree char *task = g_strdup_printf (",%u,0,0,0,0,%u,0,0,3]", 300 + i, numbers[i]);
      g_autofree char *value = g_strdup_printf ("\"value\": %u,", numbers[i]);
      g_autofree char *json = ls_trace_record_to_json (trace, i * 3 + 1);

      g_assert_nonnull (strstr (text, queue));
      g_assert_nonnull (strstr (text, signal));
      g_assert_nonnull (strstr (text, task));
      g_assert_nonnull (strstr (json, value));
    }
}

static void
test_session (void)
{
  static const char session[] = "{\n  \"title\": \"a \\\"b\\\" ∀\"\n}\n";
  g_autoptr (LsTrace) trace = run ("priorities.loopscope");
  g_autoptr (GBytes) bytes = save (trace, session);
  g_autofree char *found = NULL;
  g_autofree char *problem = NULL;
  g_autoptr (LsTrace) loaded = load (g_bytes_get_data (bytes, NULL), g_bytes_get_size (bytes), &found, &problem, NULL);

  g_assert_nonnull (loaded);
  g_assert_null (problem);
  g_assert_cmpstr (found, ==, session);
}

/* A file that ends anywhere has the records before that place, and says so. */
static void
test_cut (void)
{
  g_autoptr (LsTrace) trace = run ("photo-gallery.loopscope");
  g_autoptr (GBytes) bytes = save (trace, NULL);
  g_autoptr (GRand) rand = g_rand_new_with_seed (1);
  gsize length, most = 0;
  g_autofree char *text = inflate_bytes (bytes, &length);

  for (guint i = 0; i < 200; i++)
    {
      gboolean zipped = i % 2;
      gsize n = g_rand_int_range (rand, 0, (zipped ? g_bytes_get_size (bytes) : length) - 8);
      g_autofree char *problem = NULL;
      g_autoptr (GError) error = NULL;
      g_autoptr (LsTrace) loaded = load (zipped ? g_bytes_get_data (bytes, NULL) : text, n, NULL, &problem, &error);

      g_assert_true ((loaded != NULL) == (error == NULL));
      g_assert_true ((loaded != NULL) == (problem != NULL));
      if (loaded == NULL)
        continue;
      assert_prefix (loaded, trace);
      most = MAX (most, ls_trace_get_length (loaded));
    }
  g_assert_cmpuint (most, >, ls_trace_get_length (trace) / 2);

  /* The array form, without its end. */
  {
    g_autofree char *problem = NULL;
    const char *array = strchr (text, '[');
    g_autoptr (LsTrace) loaded = load (array, strlen (array) - 8, NULL, &problem, NULL);

    g_assert_nonnull (loaded);
    g_assert_cmpuint (ls_trace_get_length (loaded), ==, ls_trace_get_length (trace));
  }
}

/* Bytes that are changed give an error, or what is whole before them. */
static void
check_noise (LsTrace *trace)
{
  g_autoptr (GBytes) bytes = save (trace, "{}");
  g_autoptr (GRand) rand = g_rand_new_with_seed (2);
  gsize length;
  g_autofree char *text = inflate_bytes (bytes, &length);

  for (guint i = 0; i < 300; i++)
    {
      g_autofree char *copy = g_memdup2 (text, length);
      g_autoptr (GError) error = NULL;
      g_autofree char *problem = NULL;
      g_autoptr (LsTrace) loaded = NULL;
      g_autoptr (LsState) state = NULL;

      for (guint k = g_rand_int_range (rand, 1, 6); k > 0; k--)
        {
          gsize place = g_rand_int_range (rand, 0, length);

          /* Other numbers leave JSON what it is, and get further. */
          for (; i % 2 == 0 && place > 0 && !g_ascii_isdigit (copy[place]); place--)
            ;
          copy[place] = "0123456789[]{},:\"x\0\xff"[g_rand_int_range (rand, 0, i % 2 == 0 ? 10 : 20)];
        }
      loaded = load (copy, length, NULL, &problem, &error);
      g_assert_true ((loaded != NULL) == (error == NULL));
      if (loaded == NULL)
        continue;
      state = ls_state_new (loaded);
      ls_state_seek (state, ls_trace_get_length (loaded));
      ls_state_seek (state, ls_trace_get_start (loaded));
      ls_trace_find_step (loaded, 5);
      if (i % 16 == 0)
        {
          g_autoptr (GBytes) again = save (loaded, NULL);
          g_autoptr (LsTrace) second = load (g_bytes_get_data (again, NULL), g_bytes_get_size (again), NULL, NULL, NULL);

          if (ls_trace_get_length (loaded) > ls_trace_get_start (loaded))
            assert_same (second, loaded);
        }
    }
}

static void
test_noise (void)
{
  g_autoptr (LsTrace) trace = run ("atomics-lock.loopscope");
  g_autoptr (LsTrace) later = ls_trace_new ();

  check_noise (trace);
  write_random_trace (later, 9000, 1);
  g_assert_true (ls_trace_forget (later, 200));
  check_noise (later);
}

typedef struct
{
  const char *lines;
  gint        n_records;    /* -1: an error */
  const char *said;
} Bad;

#define LINE(name, arguments) "{\"name\":\"loopscope." name "\",\"ph\":\"M\",\"args\":{" arguments "}},"
#define LATER(start) \
  LINE ("trace", "\"version\":1,\"start\":" start ",\"kinds\":[\"\",\"log\",\"later\",\"work\"],\"clauses\":[\"none\",\"session\"]")
#define HEADER LATER ("0")
#define BEFORE(rows) LINE ("before", "\"steps\":7,\"turns\":3,\"time\":5,\"records\":[" rows "]")
#define TEXTS LINE ("texts", "\"first\":1,\"texts\":[\"a\",\"b\"]")
#define RECORDS(first, rows) LINE ("records", "\"first\":" first ",\"time\":5,\"records\":[" rows "]")
#define END(records) LINE ("end", "\"records\":" records ",\"texts\":2")

static void
test_damage (void)
{
  static const Bad bad[] = {
    { HEADER TEXTS RECORDS ("0", "[1,0,1,0,0,0,1],[3,7]") END ("2"), 2, NULL },
    { "", -1, "Not a trace file" },
    { "{\"name\":\"RunTask\"},", -1, "Not a trace file" },
    { TEXTS, -1, "Not a trace file" },
    { LINE ("trace", "\"version\":2"), -1, "version 2" },
    { HEADER HEADER, -1, "two beginnings" },
    { HEADER TEXTS RECORDS ("0", "[1],[3]") END ("3"), 2, "more or fewer" },
    { HEADER TEXTS RECORDS ("0", "[1],[3]") END ("4"), 2, "more or fewer" },
    { HEADER TEXTS RECORDS ("0", "[1],[3]"), 2, "cut" },
    { HEADER TEXTS RECORDS ("0", "[1]") RECORDS ("2", "[1]"), 1, "missing" },
    { HEADER TEXTS RECORDS ("7", "[1]"), -1, "missing" },
    { HEADER TEXTS RECORDS ("0", "[1],[4]"), 1, "out of range" },
    { HEADER TEXTS RECORDS ("0", "[1],[0]"), 1, "out of range" },
    { HEADER TEXTS RECORDS ("0", "[1],[]"), 1, "out of range" },
    { HEADER TEXTS RECORDS ("0", "[1],[2]"), 1, "later version" },
    { HEADER TEXTS RECORDS ("0", "[1],[1,0,2]"), 1, "out of range" },
    { HEADER TEXTS RECORDS ("0", "[1],[1,-6]"), 1, "time" },
    { HEADER TEXTS RECORDS ("0", "[1],[1,9223372036854775807]"), 1, "time" },
    { HEADER TEXTS RECORDS ("0", "[1],[1,9223372036854775808]"), 1, "too large" },
    { HEADER TEXTS RECORDS ("0", "[1],[1,1e3]"), 1, "not an integer" },
    { HEADER TEXTS RECORDS ("0", "[1],[1,0,0,4294967296]"), 1, "out of range" },
    { HEADER TEXTS RECORDS ("0", "[1],[1,0,0,-1]"), 1, "out of range" },
    { HEADER TEXTS RECORDS ("0", "[1],[1,0,0,0,0,0,3]"), 1, "out of range" },
    { HEADER TEXTS RECORDS ("0", "[1],[1,0,0,0,0,0,0,0,0,256]"), 1, "out of range" },
    { HEADER TEXTS RECORDS ("0", "[1],[1,0,0,0,0,0,0,0,0,0,27]"), 1, "out of range" },
    { HEADER TEXTS RECORDS ("0", "[1],[1,0,0,0,0,0,0,0,0,0,0,4]"), 1, "out of range" },
    { HEADER TEXTS RECORDS ("0", "[1],[1,0,0,0,0,0,0,0,0,0,0,0,0]"), 1, "too many" },
    { HEADER TEXTS RECORDS ("0", "[1],[1,\"0\"]"), 1, "list of numbers" },
    { HEADER TEXTS RECORDS ("0", "[1],[1,null]"), 1, "list of numbers" },
    { HEADER TEXTS RECORDS ("0", "[1],[1,[2]]"), 1, "list of numbers" },
    { HEADER TEXTS RECORDS ("0", "[1],1"), 1, "cut" },
    { HEADER RECORDS ("0", "[1]") LINE ("texts", "\"first\":1,\"texts\":[\"a\",\"a\"]"), 1, "twice" },
    { HEADER RECORDS ("0", "[1]") LINE ("texts", "\"first\":2,\"texts\":[\"a\"]"), 1, "missing" },
    { HEADER RECORDS ("0", "[1]") LINE ("texts", "\"first\":1,\"texts\":[\"a\\u0000b\"]"), 1, "character" },
    { HEADER TEXTS RECORDS ("0", "[1]") "}", 1, "not JSON" },
    { LATER ("4096") TEXTS BEFORE ("[1],[1,5]") RECORDS ("4096", "[1],[3]") END ("2"), 2, NULL },
    { LATER ("4096") TEXTS RECORDS ("4096", "[1]"), -1, "missing" },
    { LATER ("4096") TEXTS BEFORE ("") RECORDS ("0", "[1]"), -1, "missing" },
    { LATER ("4096") TEXTS BEFORE ("") BEFORE (""), -1, "missing" },
    { LATER ("4096") TEXTS BEFORE ("[1],[4]"), -1, "out of range" },
    { LATER ("4097") TEXTS BEFORE ("") RECORDS ("4097", "[1]"), -1, "cannot begin" },
    { LATER ("4294971392") TEXTS BEFORE (""), -1, "cannot begin" },
    { HEADER TEXTS BEFORE ("") RECORDS ("0", "[1]"), -1, "missing" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (bad); i++)
    {
      g_autofree char *text = g_strdup_printf ("{\"traceEvents\":[%s{}]}", bad[i].lines);
      g_autofree char *problem = NULL;
      g_autoptr (GError) error = NULL;
      g_autoptr (LsTrace) loaded = load (text, strlen (text), NULL, &problem, &error);
      const char *said = error != NULL ? error->message : problem;

      g_test_message ("%s → %s", bad[i].lines, said);
      if (bad[i].n_records < 0)
        g_assert_null (loaded);
      else
        g_assert_cmpuint (ls_trace_get_length (loaded) - ls_trace_get_start (loaded), ==, bad[i].n_records);
      g_assert_true ((said == NULL) == (bad[i].said == NULL));
      if (said != NULL)
        g_assert_nonnull (strstr (said, bad[i].said));
    }
}

/* What is small on disk cannot take much memory. */
static void
test_bombs (void)
{
  static const struct { const char *begin, *again; guint n_times; const char *said; } bombs[] = {
    { HEADER "{\"name\":\"loopscope.records\",\"args\":{\"first\":0,\"time\":0,\"records\":[[1]", ",[1]", 2000000, "far more records" },
    { HEADER, "[", 100000, "too deeply" },
    { HEADER "\"", "a", 20 << 20, "too large" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (bombs); i++)
    {
      g_autoptr (GOutputStream) memory = g_memory_output_stream_new_resizable ();
      g_autoptr (GZlibCompressor) compressor = g_zlib_compressor_new (G_ZLIB_COMPRESSOR_FORMAT_GZIP, 1);
      g_autoptr (GOutputStream) gzip = g_converter_output_stream_new (memory, G_CONVERTER (compressor));
      g_autoptr (GString) part = g_string_new (NULL);
      g_autofree char *problem = NULL;
      g_autoptr (GError) error = NULL;
      g_autoptr (LsTrace) loaded = NULL;
      const guint n_parts = bombs[i].n_times / 1000;
      const char *said;

      for (guint k = 0; k < 1000; k++)
        g_string_append (part, bombs[i].again);
      g_output_stream_write_all (gzip, "[", 1, NULL, NULL, NULL);
      g_output_stream_write_all (gzip, bombs[i].begin, strlen (bombs[i].begin), NULL, NULL, NULL);
      for (guint k = 0; k < n_parts; k++)
        g_output_stream_write_all (gzip, part->str, part->len, NULL, NULL, NULL);
      g_output_stream_close (gzip, NULL, NULL);
      loaded = load (g_memory_output_stream_get_data (G_MEMORY_OUTPUT_STREAM (memory)),
                     g_memory_output_stream_get_data_size (G_MEMORY_OUTPUT_STREAM (memory)), NULL, &problem, &error);
      said = error != NULL ? error->message : problem;
      g_assert_nonnull (strstr (said, bombs[i].said));
    }
}

/* Saving replaces a file whole; when it is cancelled the file is as it was. */
static void
on_progress (double   fraction,
             gpointer data)
{
  double *last = data;

  g_assert_cmpfloat (fraction, >=, *last);
  g_assert_cmpfloat (fraction, <=, 1);
  *last = fraction;
}

static void
test_files (void)
{
  g_autoptr (GError) error = NULL;
  g_autofree char *folder = g_dir_make_tmp ("loopscope-XXXXXX", &error);
  g_autofree char *path = g_build_filename (folder, "a.json.gz", NULL);
  g_autoptr (GFile) file = g_file_new_for_path (path);
  g_autoptr (GFile) missing = g_file_new_build_filename (folder, "missing", "a", NULL);
  g_autoptr (LsTrace) trace = run ("delayed-tasks.loopscope");
  g_autoptr (LsTrace) loaded = NULL;
  g_autoptr (GCancellable) cancelled = g_cancellable_new ();
  g_autoptr (GDir) dir = NULL;
  double saved = 0, read = 0;

  g_assert_no_error (error);
  g_cancellable_cancel (cancelled);
  g_assert_true (g_file_set_contents (path, "before", -1, NULL));
  g_assert_false (ls_trace_save (trace, file, NULL, NULL, NULL, cancelled, &error));
  g_assert_error (error, G_IO_ERROR, G_IO_ERROR_CANCELLED);
  g_clear_error (&error);
  {
    g_autofree char *contents = NULL;

    g_assert_true (g_file_get_contents (path, &contents, NULL, NULL));
    g_assert_cmpstr (contents, ==, "before");
  }
  g_assert_null (ls_trace_load (file, NULL, NULL, NULL, NULL, NULL, &error));
  g_assert_error (error, LS_SESSION_ERROR, LS_SESSION_ERROR_FORMAT);
  g_clear_error (&error);

  g_assert_true (ls_trace_save (trace, file, NULL, on_progress, &saved, NULL, &error));
  g_assert_cmpfloat (saved, ==, 1);
  loaded = ls_trace_load (file, NULL, NULL, on_progress, &read, NULL, &error);
  g_assert_no_error (error);
  g_assert_cmpfloat (read, ==, 1);
  assert_same (loaded, trace);

  g_assert_null (ls_trace_load (file, NULL, NULL, NULL, NULL, cancelled, &error));
  g_assert_error (error, G_IO_ERROR, G_IO_ERROR_CANCELLED);
  g_clear_error (&error);
  g_assert_false (ls_trace_save (trace, missing, NULL, NULL, NULL, NULL, &error));
  g_assert_error (error, LS_SESSION_ERROR, LS_SESSION_ERROR_WRITE);
  g_clear_error (&error);
  g_assert_null (ls_trace_load (missing, NULL, NULL, NULL, NULL, NULL, &error));
  g_assert_error (error, LS_SESSION_ERROR, LS_SESSION_ERROR_READ);
  g_clear_error (&error);

  /* Nothing else is left in the folder. */
  dir = g_dir_open (folder, 0, NULL);
  g_assert_cmpstr (g_dir_read_name (dir), ==, "a.json.gz");
  g_assert_null (g_dir_read_name (dir));
  g_unlink (path);
  g_rmdir (folder);
}

/* On a disk that is full, there is no half of a file afterwards. */
static void
test_full_disk (void)
{
  g_autofree char *folder = g_dir_make_tmp ("loopscope-XXXXXX", NULL);
  g_autoptr (GFile) file = g_file_new_build_filename (folder, "a.json.gz", NULL);
  g_autoptr (LsTrace) trace = run ("delayed-tasks.loopscope");
  g_autoptr (GError) error = NULL;
  struct rlimit before, small;

  g_assert_cmpint (getrlimit (RLIMIT_FSIZE, &before), ==, 0);
  small = (struct rlimit) { .rlim_cur = 100, .rlim_max = before.rlim_max };
  signal (SIGXFSZ, SIG_IGN);
  g_assert_cmpint (setrlimit (RLIMIT_FSIZE, &small), ==, 0);
  g_assert_false (ls_trace_save (trace, file, NULL, NULL, NULL, NULL, &error));
  g_assert_cmpint (setrlimit (RLIMIT_FSIZE, &before), ==, 0);
  g_assert_error (error, LS_SESSION_ERROR, LS_SESSION_ERROR_WRITE);
  g_assert_false (g_file_query_exists (file, NULL));
  g_assert_cmpint (g_rmdir (folder), ==, 0);
}

/* Where a file is being written. */
typedef struct
{
  GFile        *file;
  GCancellable *cancellable;
  gboolean      is_replaced;
} Place;

/* While it is written, somebody else may put another one there; then it is cancelled. */
static void
on_progress_replace (double   fraction,
                     gpointer data)
{
  Place *self = data;
  g_autofree char *path = g_file_get_path (self->file);

  if (g_cancellable_is_cancelled (self->cancellable))
    return;
  if (self->is_replaced)
    g_assert_true (g_file_set_contents (path, "theirs", -1, NULL));
  g_cancellable_cancel (self->cancellable);
}

/* Nobody else's file goes with the half of one that could not be written. */
static void
test_replaced (void)
{
  g_autofree char *folder = g_dir_make_tmp ("loopscope-XXXXXX", NULL);
  g_autofree char *path = g_build_filename (folder, "a.json.gz", NULL);
  g_autoptr (GFile) file = g_file_new_for_path (path);
  g_autoptr (LsTrace) trace = run ("delayed-tasks.loopscope");

  for (guint is_theirs = 0; is_theirs < 2; is_theirs++)
    {
      g_autoptr (GCancellable) cancellable = g_cancellable_new ();
      Place place = { .file = file, .cancellable = cancellable, .is_replaced = is_theirs };
      g_autofree char *contents = NULL;
      g_autoptr (GError) error = NULL;

      g_assert_false (ls_trace_save (trace, file, NULL, on_progress_replace, &place, cancellable, &error));
      g_assert_error (error, G_IO_ERROR, G_IO_ERROR_CANCELLED);
      g_assert_cmpint (g_file_get_contents (path, &contents, NULL, NULL), ==, is_theirs);
      g_assert_cmpstr (contents, ==, is_theirs ? "theirs" : NULL);
    }
  g_assert_cmpint (g_unlink (path), ==, 0);
  g_assert_cmpint (g_rmdir (folder), ==, 0);
}

int
main (int   argc,
      char *argv[])
{
  g_test_init (&argc, &argv, NULL);

  g_test_add_func ("/trace-file/examples", test_examples);
  g_test_add_func ("/trace-file/all-members", test_all_members);
  g_test_add_func ("/trace-file/texts", test_texts);
  g_test_add_func ("/trace-file/priorities", test_priorities);
  g_test_add_func ("/trace-file/session", test_session);
  g_test_add_func ("/trace-file/cut", test_cut);
  g_test_add_func ("/trace-file/noise", test_noise);
  g_test_add_func ("/trace-file/damage", test_damage);
  g_test_add_func ("/trace-file/bombs", test_bombs);
  g_test_add_func ("/trace-file/files", test_files);
  g_test_add_func ("/trace-file/full-disk", test_full_disk);
  g_test_add_func ("/trace-file/replaced", test_replaced);

  return g_test_run ();
}
