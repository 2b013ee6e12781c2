/* test-sessions.c: the examples whose program is JavaScript
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "script-util.h"

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
  };
  g_autofree char *folder = g_build_filename (g_getenv ("LS_TEST_SOURCE_ROOT"), "data", "sessions", NULL);
  g_autoptr (GDir) dir = g_dir_open (folder, 0, NULL);
  guint n_examples = 0;
  const char *name;

  g_test_init (&argc, &argv, NULL);
  ls_script_register ();

  while ((name = g_dir_read_name (dir)) != NULL)
    if (g_str_has_suffix (name, ".loopscope"))
      {
        g_autofree char *path = g_build_filename (folder, name, NULL);
        g_autoptr (LsSession) session = load (path);

        if (ls_program_get_kind (ls_session_get_program (session)) != LS_PROGRAM_JAVASCRIPT)
          continue;
        n_examples++;
        for (guint i = 0; i < G_N_ELEMENTS (tests); i++)
          {
            g_autofree char *test = g_strdup_printf ("/sessions/%s/%s", tests[i].name, name);

            g_test_add_data_func_full (test, g_strdup (path), tests[i].func, g_free);
          }
      }
  g_assert_cmpuint (n_examples, >=, 4);

  g_test_add_func ("/sessions/steps-within-task", test_steps_within_task);

  return g_test_run ();
}
