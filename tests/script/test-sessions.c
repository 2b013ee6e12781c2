/* test-sessions.c: the examples and lessons whose program is JavaScript
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "script-util.h"
#include "test-moment.h"

/* What these examples record is not compared with what was recorded before: it may depend on JavaScriptCore's version. It
 * is the same each time that they run. Run with LS_TEST_UPDATE=1 to write the files as sessions are saved. */

static LsSession *
load (const char *path)
{
  g_autoptr (GError) error = NULL;
  LsSession *session = ls_session_new_from_path (path, &error);

  g_assert_no_error (error);
  return session;
}

static void
test_contents (gconstpointer data)
{
  g_autoptr (LsSession) session = load (data);
  g_autofree char *contents = NULL;
  g_autofree char *written = ls_session_to_data (session, NULL);

  g_assert_cmpuint (strlen (ls_session_get_title (session)), >, 5);
  g_assert_cmpuint (strlen (ls_session_get_description (session)), >, 100);
  if (g_getenv ("LS_TEST_UPDATE") != NULL)
    g_assert_true (g_file_set_contents (data, written, -1, NULL));
  g_assert_true (g_file_get_contents (data, &contents, NULL, NULL));
  g_assert_cmpstr (written, ==, contents);
}

static void
test_expectations (gconstpointer data)
{
  g_autoptr (LsSession) session = load (data);
  g_autoptr (GPtrArray) results = NULL;
  g_autoptr (GError) error = NULL;

  g_assert_cmpuint (ls_session_get_n_expectations (session), >, 2);
  ls_session_check (session, NULL, &results, &error);
  g_assert_no_error (error);
  for (guint i = 0; i < results->len; i++)
    {
      LsCheckResult *result = g_ptr_array_index (results, i);

      if (!result->passed)
        g_error ("%s: %s: %s", (const char *) data, result->title, result->message);
    }
}

/* However many steps JavaScriptCore is entered for, a run that may take no time does one. */
static void
test_run_for (void)
{
  g_autoptr (LsSession) session =
    script_session_new_simple ("for (let i = 0; i < 20; i++)\n"
                               "  scheduler.postTask (() => {});\n");
  ScriptOutput output;
  g_autoptr (LsRunner) runner = script_runner_new (session, NULL, &output);

  for (guint32 n = 1; n <= 10; n++)
    {
      g_assert_true (ls_runner_run_for (runner, 0, NULL));
      g_assert_cmpuint (ls_runner_get_n_steps (runner), ==, n);
    }
  g_assert_true (ls_runner_run_to_end (runner, NULL));
  g_assert_cmpuint (ls_runner_get_n_steps (runner), >=, 20);
  script_output_clear (&output);
}

/* Microtasks run within a task, after each of its listeners, and are steps there. */
static void
test_steps_within_task (void)
{
  g_autoptr (LsSession) session =
    script_session_new_simple ("const { port1, port2 } = new MessageChannel ();\n"
                               "for (const name of ['a', 'b'])\n"
                               "  port1.addEventListener ('message', () => Promise.resolve (name).then (console.log));\n"
                               "port1.start ();\n"
                               "port2.postMessage (1);\n"
                               "port2.postMessage (2);\n");
  ScriptOutput output;
  g_autoptr (LsRunner) runner = script_runner_new (session, NULL, &output);
  LsTrace *trace = ls_runner_get_trace (runner);

  while (ls_runner_step (runner, NULL))
    {
      g_assert_cmpuint (ls_runner_get_n_steps (runner), ==, ls_trace_get_n_steps (trace));
      g_assert_cmpuint (ls_runner_find_step (runner, ls_runner_get_n_steps (runner)), ==, ls_trace_get_length (trace));
    }
  g_assert_cmpstr (output.text->str, ==, "a\nb\na\nb\n");
  /* The script, and two messages with two microtasks each. */
  g_assert_cmpuint (ls_runner_get_n_steps (runner), ==, 7);
  script_output_clear (&output);
}

/* The trace as bytes: records with their texts, whose numbers are the trace's own affair. */
static GByteArray *
run_to_bytes (LsSession *session,
              gboolean   step_by_step)
{
  GByteArray *bytes = g_byte_array_new ();
  ScriptOutput output;
  g_autoptr (LsRunner) runner = script_runner_new (session, NULL, &output);
  LsTrace *trace = ls_runner_get_trace (runner);

  if (step_by_step)
    while (ls_runner_step (runner, NULL))
      ;
  else
    g_assert_true (ls_runner_run_to_end (runner, NULL));
  g_assert_cmpint (ls_runner_get_state (runner), ==, LS_RUNNER_FINISHED);
  g_assert_cmpuint (ls_runner_get_n_steps (runner), ==, ls_trace_get_n_steps (trace));
  for (guint i = 0; i < ls_session_get_n_bookmarks (session); i++)
    g_assert_cmpuint (ls_session_get_bookmark (session, i)->step, <=, ls_runner_get_n_steps (runner));
  for (gsize i = 0; i < ls_trace_get_length (trace); i++)
    {
      LsRecord record;
      const char *text;

      ls_trace_get_record (trace, i, &record);
      text = record.text != 0 ? ls_trace_get_text (trace, record.text) : "";
      g_byte_array_append (bytes, (const guint8 *) &record, sizeof record);
      g_byte_array_append (bytes, (const guint8 *) text, strlen (text) + 1);
    }
  script_output_clear (&output);
  return bytes;
}

static void
test_repeats (gconstpointer data)
{
  g_autoptr (LsSession) session = load (data);
  g_autoptr (GByteArray) first = run_to_bytes (session, FALSE);

  g_assert_cmpuint (ls_session_get_n_bookmarks (session), >, 0);
  for (guint i = 0; i < 2; i++)
    {
      g_autoptr (GByteArray) again = run_to_bytes (session, i == 0);

      g_assert_cmpmem (first->data, first->len, again->data, again->len);
    }
}

static void
test_presets (gconstpointer data)
{
  g_autoptr (LsSession) session = load (data);

  for (guint i = 0; ls_settings_list_presets ()[i] != NULL; i++)
    for (LsEdition edition = LS_EDITION_2025; edition <= LS_EDITION_2023_YIELD_OPTIONS; edition++)
      {
        LsRunnerOptions options = LS_RUNNER_OPTIONS_INIT;
        ScriptOutput output;

        options.preset = ls_settings_list_presets ()[i];
        options.sets_edition = TRUE;
        options.edition = edition;
        script_run (session, &options, &output);
        g_assert_cmpint (output.state, ==, LS_RUNNER_FINISHED);
        g_assert_null (strstr (output.text->str, "uncaught"));
        script_output_clear (&output);
      }
}

/* Pages about moments of a run are right. */
static void
test_moments (gconstpointer data)
{
  g_autoptr (LsSession) session = load (data);
  ScriptOutput output;
  g_autoptr (LsRunner) runner = script_runner_new (session, NULL, &output);

  ls_runner_run_to_end (runner, NULL);
  moment_check_run (session, ls_runner_get_trace (runner), data, 1);
  script_output_clear (&output);
}

static void
add_test (const char    *name,
          const char    *path,
          GTestDataFunc  func)
{
  g_autofree char *base = g_path_get_basename (path);
  g_autofree char *test = g_strdup_printf ("/sessions/%s/%s", name, base);

  g_test_add_data_func_full (test, g_strdup (path), func, g_free);
}

/* Returns (transfer full) the files of a folder of data/ whose program is JavaScript. */
static GPtrArray *
list_files (const char *folder_name)
{
  GPtrArray *paths = g_ptr_array_new_with_free_func (g_free);
  g_autofree char *folder = g_build_filename (g_getenv ("LS_TEST_SOURCE_ROOT"), "data", folder_name, NULL);
  g_autoptr (GDir) dir = g_dir_open (folder, 0, NULL);
  const char *name;

  while ((name = g_dir_read_name (dir)) != NULL)
    if (g_str_has_suffix (name, ".loopscope"))
      {
        g_autofree char *path = g_build_filename (folder, name, NULL);
        g_autoptr (LsSession) session = load (path);

        if (ls_program_get_kind (ls_session_get_program (session)) == LS_PROGRAM_JAVASCRIPT)
          g_ptr_array_add (paths, g_steal_pointer (&path));
      }
  return paths;
}

int
main (int   argc,
      char *argv[])
{
  static const struct
  {
    const char *name;
    void (*func) (gconstpointer data);
  } tests[] = {
    { "contents", test_contents },
    { "expectations", test_expectations },
    { "repeats", test_repeats },
    { "presets", test_presets },
    { "moments", test_moments },
  };
  g_autoptr (GPtrArray) examples = NULL, lessons = NULL;

  g_test_init (&argc, &argv, NULL);
  ls_script_register ();

  examples = list_files ("sessions");
  g_assert_cmpuint (examples->len, >=, 4);
  for (guint i = 0; i < examples->len; i++)
    for (guint j = 0; j < G_N_ELEMENTS (tests); j++)
      add_test (tests[j].name, g_ptr_array_index (examples, i), tests[j].func);
  lessons = list_files ("lessons");
  g_assert_cmpuint (lessons->len, >=, 12);
  for (guint i = 0; i < lessons->len; i++)
    add_test ("moments", g_ptr_array_index (lessons, i), test_moments);

  g_test_add_func ("/sessions/run-for", test_run_for);
  g_test_add_func ("/sessions/steps-within-task", test_steps_within_task);

  return g_test_run ();
}
