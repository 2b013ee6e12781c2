/* test-saved-traces.c: traces that are saved, opened, and saved again
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include <glib/gstdio.h>
#include <json-glib/json-glib.h>
#include <string.h>
#include <unistd.h>

#include "ls-session-recording.h"
#include "ls-trace-file.h"
#include "session-util.h"

#define STEPS \
  "{\"op\":\"postTask\",\"name\":\"one\",\"body\":[{\"op\":\"work\",\"ms\":1},{\"op\":\"log\",\"text\":\"1\"}]}," \
  "{\"op\":\"timer\",\"ms\":50,\"body\":[{\"op\":\"log\",\"text\":\"2\"}]}"

static char *
unpack (const char *path)
{
  g_autoptr (GFile) file = g_file_new_for_path (path);
  g_autoptr (GInputStream) input = G_INPUT_STREAM (g_file_read (file, NULL, NULL));
  g_autoptr (GConverter) converter = G_CONVERTER (g_zlib_decompressor_new (G_ZLIB_COMPRESSOR_FORMAT_GZIP));
  g_autoptr (GInputStream) inflated = g_converter_input_stream_new (input, converter);
  g_autoptr (GOutputStream) output = g_memory_output_stream_new_resizable ();

  g_assert_cmpint (g_output_stream_splice (output, inflated, G_OUTPUT_STREAM_SPLICE_CLOSE_TARGET, NULL, NULL), >, 0);
  return g_strndup (g_memory_output_stream_get_data (G_MEMORY_OUTPUT_STREAM (output)),
                    g_memory_output_stream_get_data_size (G_MEMORY_OUTPUT_STREAM (output)));
}

/* Runs a session and saves its trace with it. */
static LsRunner *
run_and_save (LsSession  *session,
              const char *path)
{
  g_autoptr (LsRunner) runner = runner_new (session);
  g_autoptr (GFile) file = g_file_new_for_path (path);
  g_autofree char *text = ls_session_to_trace_data (session, NULL);
  g_autoptr (GError) error = NULL;

  ls_runner_run_to_end (runner, NULL);
  ls_trace_save (ls_runner_get_trace (runner), file, text, NULL, NULL, NULL, &error);
  g_assert_no_error (error);
  return g_steal_pointer (&runner);
}

static void
assert_same_recordings (LsRecording *recording,
                        LsRecording *other)
{
  g_assert_cmpint (ls_recording_get_format (recording), ==, ls_recording_get_format (other));
  g_assert_cmpuint (ls_recording_get_duration (recording), ==, ls_recording_get_duration (other));
  g_assert_cmpuint (ls_recording_get_n_texts (recording), ==, ls_recording_get_n_texts (other));
  g_assert_cmpuint (ls_recording_get_n_threads (recording), ==, ls_recording_get_n_threads (other));
  g_assert_cmpint (ls_recording_is_cut (recording), ==, ls_recording_is_cut (other));
  g_assert_cmpstrv (ls_recording_list_problems (recording), ls_recording_list_problems (other));
  g_assert_cmpstrv (ls_recording_list_lacks (recording), ls_recording_list_lacks (other));
  for (guint i = 0; i < ls_recording_get_n_texts (recording); i++)
    g_assert_cmpstr (ls_recording_get_text (recording, i), ==, ls_recording_get_text (other, i));
  for (guint i = 0; i < ls_recording_get_n_threads (recording); i++)
    {
      const LsRecordingThread *thread = ls_recording_get_thread (recording, i);
      const LsRecordingThread *same = ls_recording_get_thread (other, i);
      gsize n_events, n_others;
      const LsRecordingEvent *events = ls_recording_peek_events (recording, i, &n_events);
      const LsRecordingEvent *others = ls_recording_peek_events (other, i, &n_others);

      g_assert_cmpmem (events, n_events * sizeof *events, others, n_others * sizeof *others);
      g_assert_cmpuint (thread->pid, ==, same->pid);
      g_assert_cmpuint (thread->tid, ==, same->tid);
      g_assert_cmpint (thread->kind, ==, same->kind);
      g_assert_cmpuint (thread->busy, ==, same->busy);
      g_assert_cmpstr (thread->name, ==, same->name);
      g_assert_cmpstr (thread->process_name, ==, same->process_name);
      g_assert_cmpstr (thread->title, ==, same->title);
      g_assert_cmpstr (thread->url, ==, same->url);
    }
}

/* The trace of a recording brings the recording along: its interactions, and all that the timeline shows of the browser. Saved once
 * more, the file is the same. */
static void
test_recording_in_trace (void)
{
  static const char *const samples[] = { "before-task-ids.json", "node.json.gz", "page-signals.json.gz", "page.pftrace.gz",
                                         "real-page.json.gz", "shop-cut.json.gz", "shop-firefox.json.gz", "workers.json.gz" };
  g_autofree char *folder = g_dir_make_tmp ("loopscope-test-XXXXXX", NULL);
  g_autofree char *saved = g_build_filename (folder, "once.json.gz", NULL);
  g_autofree char *again = g_build_filename (folder, "twice.json.gz", NULL);

  for (guint i = 0; i < G_N_ELEMENTS (samples); i++)
    {
      g_autofree char *path = g_build_filename (g_getenv ("LS_TEST_SOURCE_ROOT"), "tests", "recording", "samples", samples[i], NULL);
      g_autoptr (GError) error = NULL;
      g_autoptr (LsSession) session = ls_session_new_from_path (path, &error);
      g_autoptr (LsSession) opened = NULL;
      g_autoptr (LsRunner) runner = NULL;
      g_autoptr (LsRunner) reopened = NULL;
      g_autofree char *once = NULL;
      g_autofree char *twice = NULL;
      const guint *threads, *others;
      guint n_threads, n_others;

      g_assert_no_error (error);
      ls_session_set_bookmark (session, 1, "mine");
      runner = run_and_save (session, saved);
      opened = ls_session_new_from_path (saved, &error);
      g_assert_no_error (error);
      g_assert_nonnull (ls_session_get_recording (opened));
      assert_same_recordings (ls_session_get_recording (session), ls_session_get_recording (opened));
      threads = ls_session_get_recording_threads (session, &n_threads);
      others = ls_session_get_recording_threads (opened, &n_others);
      g_assert_cmpmem (threads, n_threads * sizeof *threads, others, n_others * sizeof *others);
      g_assert_cmpuint (ls_session_get_n_bookmarks (opened), ==, ls_session_get_n_bookmarks (session));

      reopened = run_and_save (opened, again);
      g_assert_cmpuint (ls_trace_get_length (ls_runner_get_trace (runner)), ==, ls_trace_get_length (ls_runner_get_trace (reopened)));
      once = unpack (saved);
      twice = unpack (again);
      g_assert_cmpstr (once, ==, twice);
    }
  g_unlink (saved);
  g_unlink (again);
  g_rmdir (folder);
}

/* A trace that was opened and is saved again is the same file, with the actions of the run that it is of. */
static void
test_saved_again (void)
{
  static const char *const lists[] = { "\"title\":\"none\"", "\"actions\":[]",
                                       "\"expectations\":[{\"log\":[\"a\"]}],\"title\":\"one\"" };
  g_autofree char *folder = g_dir_make_tmp ("loopscope-test-XXXXXX", NULL);
  g_autofree char *saved = g_build_filename (folder, "once.json.gz", NULL);
  g_autofree char *again = g_build_filename (folder, "twice.json.gz", NULL);

  for (guint i = 0; i < G_N_ELEMENTS (lists); i++)
    {
      g_autofree char *text = session_text (STEPS, "", lists[i]);
      g_autoptr (GError) error = NULL;
      g_autoptr (LsSession) session = ls_session_new_from_data ("test", text, -1, &error);
      g_autoptr (LsSession) opened = NULL;
      g_autoptr (LsRunner) runner = NULL;
      g_autoptr (LsRunner) reopened = NULL;
      g_autofree char *once = NULL;
      g_autofree char *twice = NULL;

      g_assert_no_error (error);
      runner = run_and_save (session, saved);
      opened = ls_session_new_from_path (saved, &error);
      g_assert_no_error (error);
      g_assert_cmpuint (ls_session_get_n_expectations (opened), ==, 0);
      reopened = run_and_save (opened, again);
      once = unpack (saved);
      twice = unpack (again);
      g_assert_cmpstr (once, ==, twice);
    }
  g_unlink (saved);
  g_unlink (again);
  g_rmdir (folder);
}

/* What lies beside a session does not lie beside its trace: the texts of its scripts go along. */
static void
test_scripts_beside (void)
{
  static const char session_text[] =
    "{\"format\":\"loopscope-session\",\"version\":1,\"title\":\"two scripts\",\"program\":{\"kind\":\"javascript\",\"scripts\":["
    "{\"file\":\"first.js\"},{\"name\":\"second.js\",\"source\":\"1;\"},{\"name\":\"third\",\"file\":\"third.js\"}]},"
    "\"bookmarks\":[{\"step\":1,\"title\":\"mine\"}]}";
  static const char *const names[] = { "first.js", "second.js", "third" };
  static const char *const texts[] = { "// \"first\"\n", "1;", "// ∀ third\n" };
  g_autofree char *folder = g_dir_make_tmp ("loopscope-test-XXXXXX", NULL);
  g_autofree char *path = g_build_filename (folder, "two.loopscope", NULL);
  g_autofree char *first = g_build_filename (folder, "first.js", NULL);
  g_autofree char *third = g_build_filename (folder, "third.js", NULL);
  g_autofree char *saved = g_build_filename (folder, "once.json.gz", NULL);
  g_autoptr (GFile) file = g_file_new_for_path (saved);
  g_autoptr (LsTrace) trace = ls_trace_new ();
  g_autoptr (GError) error = NULL;
  g_autoptr (LsSession) session = NULL;
  g_autoptr (LsSession) opened = NULL;
  g_autofree char *text = NULL;
  g_autofree char *again = NULL;

  g_assert_true (g_file_set_contents (path, session_text, -1, NULL));
  g_assert_true (g_file_set_contents (first, texts[0], -1, NULL));
  g_assert_true (g_file_set_contents (third, texts[2], -1, NULL));
  session = ls_session_new_from_path (path, &error);
  g_assert_no_error (error);
  text = ls_session_to_trace_data (session, NULL);
  ls_trace_save (trace, file, text, NULL, NULL, NULL, &error);
  g_assert_no_error (error);
  g_unlink (path);
  g_unlink (first);
  g_unlink (third);

  opened = ls_session_new_from_path (saved, &error);
  g_assert_no_error (error);
  g_assert_null (ls_session_get_recorded_problem (opened));
  g_assert_cmpstr (ls_session_get_title (opened), ==, "two scripts");
  g_assert_cmpuint (ls_session_get_n_bookmarks (opened), ==, 1);
  g_assert_cmpuint (ls_program_get_n_scripts (ls_session_get_program (opened)), ==, 3);
  for (guint i = 0; i < G_N_ELEMENTS (names); i++)
    {
      g_assert_cmpstr (ls_script_get_name (ls_program_get_script (ls_session_get_program (opened), i)), ==, names[i]);
      g_assert_cmpstr (ls_script_get_text (ls_program_get_script (ls_session_get_program (opened), i)), ==, texts[i]);
    }
  again = ls_session_to_trace_data (opened, NULL);
  g_assert_cmpstr (text, ==, again);
  g_unlink (saved);
  g_rmdir (folder);
}

/* A session that cannot be read is missed, and the trace is there. */
static void
test_lost_session (void)
{
  static const char *const problems[] = { NULL, "The file ends too early." };
  g_autoptr (LsTrace) trace = ls_trace_new ();

  for (guint i = 0; i < G_N_ELEMENTS (problems); i++)
    {
      g_autoptr (LsSession) session = ls_session_new_for_trace (trace, "{\"format\":\"other\"}", problems[i]);
      const char *problem = ls_session_get_recorded_problem (session);

      g_assert_true (ls_session_get_recorded_trace (session) == trace);
      g_assert_nonnull (strstr (problem, "The session that was saved with the trace cannot be read"));
      g_assert_nonnull (strstr (problem, "/format"));
      g_assert_true (g_str_has_prefix (problem, problems[i] != NULL ? problems[i] : "The session"));
    }
}

static void
assert_opens (const char *text,
              const char *form,
              LsRunner   *original)
{
  g_autofree char *hash = ls_trace_hash (ls_runner_get_trace (original));
  g_autofree char *other_hash = NULL;
  g_autofree char *path = NULL;
  g_autoptr (GError) error = NULL;
  g_autoptr (LsSession) session = NULL;
  g_autoptr (LsRunner) runner = NULL;
  int fd = g_file_open_tmp ("loopscope-test-XXXXXX", &path, &error);

  g_test_message ("%s", form);
  g_assert_no_error (error);
  close (fd);
  g_assert_true (g_file_set_contents (path, text, -1, NULL));
  session = ls_session_new_from_path (path, &error);
  g_assert_no_error (error);
  g_assert_nonnull (ls_session_get_recorded_trace (session));
  g_assert_null (ls_session_get_recorded_problem (session));
  runner = runner_new (session);
  ls_runner_run_to_end (runner, NULL);
  other_hash = ls_trace_hash (ls_runner_get_trace (runner));
  g_assert_cmpstr (hash, ==, other_hash);
  g_unlink (path);
}

/* Other programs write traces anew, as a list alone, with other members before the events, or with other white space. */
static void
test_forms (void)
{
  g_autofree char *folder = g_dir_make_tmp ("loopscope-test-XXXXXX", NULL);
  g_autofree char *path = g_build_filename (folder, "run.json.gz", NULL);
  g_autoptr (LsSession) original = session_new (STEPS, "", "");
  g_autoptr (LsRunner) runner = run_and_save (original, path);
  g_autofree char *text = unpack (path);
  g_autofree char *filler = g_strnfill (100000, 'x');
  const char *events = strchr (text, '[');
  g_autofree char *list = g_strndup (events, strrchr (events, ']') - events + 1);
  g_autoptr (JsonNode) root = json_from_string (text, NULL);
  g_autoptr (JsonNode) items = json_from_string (list, NULL);
  struct
  {
    const char *name;
    char       *text;
  } forms[] = {
    { "list", g_strdup (list) },
    { "lines", json_to_string (root, TRUE) },
    { "list in lines", json_to_string (items, TRUE) },
    { "compact", json_to_string (root, FALSE) },
    { "events alone", g_strdup_printf ("{\"traceEvents\":%s}", list) },
    { "DevTools", g_strdup_printf ("{\"metadata\": {\"source\":\"DevTools\"},\n\"traceEvents\": %s\n}", list) },
    { "unit", g_strdup_printf ("{\"displayTimeUnit\":\"ms\",\"traceEvents\":%s}", list) },
    { "long metadata", g_strdup_printf ("{\"metadata\":{\"x\":\"%s\"},\"traceEvents\":%s}", filler, list) },
    { "others before", g_strdup_printf ("[{\"args\":{\"name\":\"x\"},\"name\":\"process_name\",\"ph\":\"M\",\"pid\":1,\"tid\":1},%s",
                                        list + 1) },
  };

  for (guint i = 0; i < G_N_ELEMENTS (forms); i++)
    {
      assert_opens (forms[i].text, forms[i].name, runner);
      g_free (forms[i].text);
    }
  g_unlink (path);
  g_rmdir (folder);
}

int
main (int   argc,
      char *argv[])
{
  g_test_init (&argc, &argv, NULL);

  g_test_add_func ("/saved-traces/recording", test_recording_in_trace);
  g_test_add_func ("/saved-traces/again", test_saved_again);
  g_test_add_func ("/saved-traces/scripts-beside", test_scripts_beside);
  g_test_add_func ("/saved-traces/lost-session", test_lost_session);
  g_test_add_func ("/saved-traces/forms", test_forms);

  return g_test_run ();
}
