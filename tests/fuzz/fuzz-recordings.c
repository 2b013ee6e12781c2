/* fuzz-recordings.c: gives the readers of recordings and traces what nobody wrote
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * As a test it runs a few hundred inputs for each reader. LS_FUZZ_RUNS says how many, LS_FUZZ_SEED which ones (default: always the
 * same ones), -p /fuzz/recordings/perfetto which reader. An input that fails is kept as fuzz-NAME.input in LS_FUZZ_DIR, or the
 * temporary directory; “fuzz-recordings FILE…” runs it again. With -DLS_LIBFUZZER it is an entry point for libFuzzer.
 */

#include <gio/gio.h>
#include <fcntl.h>
#include <signal.h>
#include <stdlib.h>
#include <unistd.h>

#include "ls-record-format.h"
#include "ls-recording-reader.h"
#include "ls-replay.h"
#include "ls-trace.h"
#include "ls-trace-file.h"

#include "fuzz-mutate.h"

#define DEFAULT_RUNS 150

/* One input must not take longer, in seconds. */
#define MAX_SECONDS 20

/* How many changed inputs are kept to be changed again. */
#define POOL 48

int LLVMFuzzerTestOneInput (const guint8 *bytes,
                            size_t        n_bytes);

static void
check_thread (LsRecording *recording,
              guint        index)
{
  const LsRecordingThread *thread = ls_recording_get_thread (recording, index);
  g_autofree char *title = ls_recording_dup_thread_title (recording, index);
  guint64 duration = ls_recording_get_duration (recording);
  guint n_texts = ls_recording_get_n_texts (recording);
  gsize n_events;
  const LsRecordingEvent *events = ls_recording_peek_events (recording, index, &n_events);

  g_assert_cmpuint (thread->n_events, ==, n_events);
  g_assert_true (g_utf8_validate (title, -1, NULL));
  for (gsize i = 0; i < n_events; i++)
    {
      g_assert_cmpuint (events[i].thread, ==, index);
      g_assert_cmpuint (events[i].kind, >, LS_RECORDING_EVENT_NONE);
      g_assert_cmpuint (events[i].kind, <, LS_N_RECORDING_EVENT_KINDS);
      g_assert_cmpuint (events[i].time, <=, duration);
      if (i > 0)
        g_assert_cmpuint (events[i].time, >=, events[i - 1].time);
      if (events[i].duration != LS_RECORDING_NO_END)
        g_assert_cmpuint (events[i].duration, <=, duration - events[i].time);
      g_assert_cmpuint (events[i].text, <, n_texts + 1);
      g_assert_cmpuint (events[i].place, <, n_texts + 1);
      if (events[i].text != 0)
        g_assert_true (g_utf8_validate (ls_recording_get_text (recording, events[i].text), -1, NULL));
    }
}

/* What is read must hold together; and what is shown of it is its replay. */
static void
check_recording (LsRecording *recording)
{
  guint n_loops;
  const guint *loops = ls_recording_list_loops (recording, &n_loops);

  for (guint i = 0; i < ls_recording_get_n_threads (recording); i++)
    check_thread (recording, i);

  for (guint i = 0; i < MIN (n_loops, 2); i++)
    {
      g_autoptr (LsTrace) trace = ls_trace_new ();
      guint n_agents;
      const guint *agents = ls_recording_list_agents_of (recording, loops[i], &n_agents);
      g_autoptr (LsReplay) replay = ls_replay_new (recording, agents, n_agents, ls_trace_get_probe (trace));

      while (ls_replay_step (replay))
        ;
    }
}

int
LLVMFuzzerTestOneInput (const guint8 *bytes,
                        size_t        n_bytes)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (LsRecording) recording = ls_recording_load_data (bytes, n_bytes, &error);

  g_assert_true ((recording == NULL) == (error != NULL));
  if (recording != NULL)
    check_recording (recording);

  return 0;
}

#ifndef LS_LIBFUZZER

typedef int (*Run) (const guint8 *bytes,
                    size_t        n_bytes);

/* A trace file of this program. It may have any records, and they are shown. */
static int
read_trace (const guint8 *bytes,
            size_t        n_bytes)
{
  g_autoptr (GInputStream) stream = g_memory_input_stream_new_from_data (bytes, (gssize) n_bytes, NULL);
  g_autoptr (GError) error = NULL;
  g_autofree char *session = NULL;
  g_autofree char *problem = NULL;
  g_autoptr (LsTrace) trace = ls_trace_load_from_stream (stream, &session, &problem, NULL, &error);

  g_assert_true ((trace == NULL) == (error != NULL));
  if (trace == NULL)
    return 0;

  for (gsize i = ls_trace_get_start (trace); i < MIN (ls_trace_get_length (trace), 500); i++)
    {
      g_autofree char *line = ls_trace_record_to_json (trace, i);

      g_assert_true (g_utf8_validate (line, -1, NULL));
    }
  return 0;
}

static const char * const json_words[] = {
  "{", "}", "[", "]", ",", ":", "\"", "\\", "\\u0000", "\\ud800", "null", "true", "{}", "[]", "\"ts\":", "\"dur\":", "\"ph\":\"B\"",
  "\"ph\":\"E\"", "\"ph\":\"b\"", "\"ph\":\"e\"", "\"ph\":\"X\"", "\"ph\":\"s\"", "\"ph\":\"f\"", "\"ph\":\"M\"", "\"ph\":\"I\"",
  "\"pid\":", "\"tid\":", "\"id\":", "\"args\":{\"data\":{", "\"traceEvents\":[", "\"metadata\":{", "\"taskId\":", "\"priority\":",
  "RunTask", "SchedulePostTaskCallback", "RunPostTaskCallback", "RunMicrotasks", "Timeout_CALLBACK", "\"loopscope\":",
  "\"loopscope.signal\"", "blink.user_timing", "node.async_hooks", "\r\n", "\xef\xbb\xbf", "\xff",
  "\"shared\":{\"stringArray\":[", "\"processes\":[{", NULL
};

static const char * const firefox_words[] = {
  "{", "}", "[", "]", ",", ":", "\"", "\\", "\\u0000", "null", "{}", "[]", "\"threads\":[", "\"markers\":{", "\"schema\":{",
  "\"data\":[", "\"stringTable\":[", "\"stringArray\":[", "\"processes\":[{", "\"shared\":{", "\"meta\":{\"startTime\":", "\"pages\":[",
  "\"innerWindowID\":", "\"embedderInnerWindowID\":", "\"flow\":", "\"name\":[", "\"startTime\":[", "\"endTime\":[", "\"phase\":[",
  "\"latency\":", "\"type\":\"Terminating\"", "\"status\":\"STATUS_STOP\"", "Perform microtasks", "setTimeout callback", "LongTask",
  "DOMEvent", "UserTiming", " (", ")", "://", "\xff", NULL
};

static const char * const perfetto_words[] = {
  "\x08\x40", "\x50\x07", "\x5a\x04", "\x48\x01", "\x48\x02", "\x48\x03", "\x58\x65", "\x0a\x02", "\x62\x06", "\x68\x01", "\x32\x04",
  "\xda\x03\x02", "\xe2\x03\x06", "\x92\x03\x04", "\xf9\x02", "\x81\x03", "\x82\x41\x04", "\xff\xff\xff\xff\xff\xff\xff\xff\xff\x01",
  "\x80\x80\x80\x80\x80\x80\x80\x80\x80\x01", "\xff\xff\xff\xff\x0f", "RunTask", "RunMicrotasks", "RunPostTaskCallback",
  "SequenceManager PostTask", "\x22\x06\x52\x04" "data", NULL
};

static const struct
{
  const char *name;
  const char *seeds[4];
  const char * const *words;
  gboolean is_packed;
  Run run;
} targets[] = {
  { "chrome", { "chrome.json", "chrome-array.json", "chrome-pairs.json" }, json_words, FALSE, LLVMFuzzerTestOneInput },
  { "node", { "node.json" }, json_words, FALSE, LLVMFuzzerTestOneInput },
  { "firefox", { "firefox-raw.json", "firefox-processed.json" }, firefox_words, FALSE, LLVMFuzzerTestOneInput },
  { "perfetto", { "perfetto.pftrace.gz" }, perfetto_words, FALSE, LLVMFuzzerTestOneInput },
  { "gzip", { "perfetto.pftrace.gz" }, perfetto_words, TRUE, LLVMFuzzerTestOneInput },
  { "trace", { "trace.json.gz" }, json_words, FALSE, read_trace },
};

/* What is run just now, for when it fails. */
static const guint8 *current;
static gsize n_current;
static char dump_path[512];

static void
dump (void)
{
  int fd;

  if (current == NULL)
    return;

  /* Only what a signal handler may call. */
  fd = creat (dump_path, 0644);
  if (fd >= 0)
    {
      G_GNUC_UNUSED gssize n_written = write (fd, current, n_current);

      close (fd);
    }
}

static void
on_signal (int number)
{
  dump ();
  signal (number, SIG_DFL);
  raise (number);
}

/* Called by sanitizers, which end the process without a signal. */
void __sanitizer_set_death_callback (void (*callback) (void)) __attribute__ ((weak));

static void
watch (const char *name)
{
  const char *dir = g_getenv ("LS_FUZZ_DIR");

  g_snprintf (dump_path, sizeof dump_path, "%s/fuzz-%s.input", dir != NULL ? dir : g_get_tmp_dir (), name);
  signal (SIGABRT, on_signal);
  signal (SIGALRM, on_signal);
  signal (SIGTRAP, on_signal);
  if (__sanitizer_set_death_callback != NULL)
    __sanitizer_set_death_callback (dump);
  else
    signal (SIGSEGV, on_signal);
}

static GByteArray *
load_seed (const char *name,
           gboolean    is_packed)
{
  g_autofree char *path = g_test_build_filename (G_TEST_DIST, "fuzz", "seeds", name, NULL);
  g_autoptr (GError) error = NULL;
  char *contents;
  gsize length;

  g_file_get_contents (path, &contents, &length, &error);
  g_assert_no_error (error);
  if (!is_packed && g_str_has_suffix (name, ".gz"))
    {
      g_autoptr (GConverter) converter = G_CONVERTER (g_zlib_decompressor_new (G_ZLIB_COMPRESSOR_FORMAT_GZIP));
      g_autoptr (GInputStream) memory = g_memory_input_stream_new_from_data (contents, (gssize) length, g_free);
      g_autoptr (GInputStream) stream = g_converter_input_stream_new (memory, converter);
      g_autoptr (GOutputStream) out = g_memory_output_stream_new_resizable ();

      g_output_stream_splice (out, stream, G_OUTPUT_STREAM_SPLICE_CLOSE_TARGET, NULL, &error);
      g_assert_no_error (error);
      length = g_memory_output_stream_get_data_size (G_MEMORY_OUTPUT_STREAM (out));
      contents = g_memory_output_stream_steal_data (G_MEMORY_OUTPUT_STREAM (out));
    }
  return g_byte_array_new_take ((guint8 *) contents, length);
}

static guint64
get_number (const char *variable,
            guint64     otherwise)
{
  const char *text = g_getenv (variable);

  return text != NULL ? g_ascii_strtoull (text, NULL, 10) : otherwise;
}

static void
run (const GByteArray *input,
     Run               read)
{
  /* A copy of its own, so that a sanitizer sees what is read beyond its end. */
  g_autofree guint8 *bytes = g_memdup2 (input->data, input->len);

  current = bytes;
  n_current = input->len;
  alarm (MAX_SECONDS);
  read (bytes, input->len);
  alarm (0);
  current = NULL;
}

static void
fuzz (gconstpointer data)
{
  gsize target = GPOINTER_TO_SIZE (data);
  guint64 n_runs = get_number ("LS_FUZZ_RUNS", DEFAULT_RUNS);
  FuzzRandom random = { get_number ("LS_FUZZ_SEED", 1) * G_GUINT64_CONSTANT (0x9e3779b97f4a7c15) + target + 1 };
  g_autoptr (GPtrArray) pool = g_ptr_array_new_with_free_func ((GDestroyNotify) g_byte_array_unref);
  gint64 start = g_get_monotonic_time ();
  guint n_seeds;

  watch (targets[target].name);
  for (guint i = 0; targets[target].seeds[i] != NULL; i++)
    g_ptr_array_add (pool, load_seed (targets[target].seeds[i], targets[target].is_packed));
  n_seeds = pool->len;
  for (guint i = 0; i < n_seeds; i++)
    run (g_ptr_array_index (pool, i), targets[target].run);

  for (guint64 i = 0; i < n_runs; i++)
    {
      const GByteArray *from = g_ptr_array_index (pool, fuzz_below (&random, fuzz_below (&random, 3) == 0 ? n_seeds : pool->len));
      const GByteArray *other = g_ptr_array_index (pool, fuzz_below (&random, pool->len));
      g_autoptr (GByteArray) input = g_byte_array_new ();

      g_byte_array_append (input, from->data, from->len);
      for (gsize j = 1 + fuzz_below (&random, 6); j > 0; j--)
        fuzz_mutate (&random, input, other, targets[target].words);
      run (input, targets[target].run);

      /* Some are changed again and again. */
      if (fuzz_below (&random, 20) == 0 && input->len > 0 && input->len < FUZZ_MAX_INPUT / 3)
        {
          if (pool->len < n_seeds + POOL)
            g_ptr_array_add (pool, g_steal_pointer (&input));
          else
            {
              gsize at = n_seeds + fuzz_below (&random, POOL);

              g_byte_array_unref (g_ptr_array_index (pool, at));
              g_ptr_array_index (pool, at) = g_steal_pointer (&input);
            }
        }
      if ((i + 1) % 50000 == 0)
        g_test_message ("%s: %" G_GUINT64_FORMAT " runs, %.0f a second", targets[target].name, i + 1,
                        (i + 1) * 1e6 / (g_get_monotonic_time () - start));
    }
}

static void
run_file (const char *path)
{
  g_autoptr (GError) error = NULL;
  char *contents;
  gsize length;
  g_autoptr (GByteArray) input = NULL;

  if (!g_file_get_contents (path, &contents, &length, &error))
    g_error ("%s", error->message);
  input = g_byte_array_new_take ((guint8 *) contents, length);
  run (input, LLVMFuzzerTestOneInput);
  run (input, read_trace);
  g_print ("%s: fine\n", path);
}

int
main (int    argc,
      char **argv)
{
  /* A complaint of a library's is a failure. */
  g_setenv ("G_DEBUG", "fatal-criticals", FALSE);

  if (argc > 1 && argv[1][0] != '-')
    {
      for (int i = 1; i < argc; i++)
        run_file (argv[i]);
      return 0;
    }

  g_test_init (&argc, &argv, NULL);
  for (gsize i = 0; i < G_N_ELEMENTS (targets); i++)
    {
      g_autofree char *path = g_strdup_printf ("/fuzz/recordings/%s", targets[i].name);

      g_test_add_data_func (path, GSIZE_TO_POINTER (i), fuzz);
    }

  return g_test_run ();
}

#endif
