/* SPDX-License-Identifier: GPL-3.0-or-later */

#include <string.h>

#include "session-util.h"
#include "test-moment.h"

/* Run with LS_TEST_UPDATE=1 to write the hashes anew after a change of what is recorded. */

static char *
source_path (const char *below)
{
  return g_build_filename (g_getenv ("LS_TEST_SOURCE_ROOT"), below, NULL);
}

static void
test_example (gconstpointer data)
{
  const char *path = data;
  g_autoptr (GError) error = NULL;
  g_autoptr (LsSession) session = ls_session_new_from_path (path, &error);
  g_autoptr (GPtrArray) results = NULL;
  g_autofree char *contents = NULL;
  g_autofree char *written = NULL;

  g_assert_no_error (error);
  g_assert_cmpuint (strlen (ls_session_get_title (session)), >, 5);
  g_assert_cmpuint (strlen (ls_session_get_description (session)), >, 100);

  g_assert_true (g_file_get_contents (path, &contents, NULL, NULL));
  written = ls_session_to_data (session, NULL);
  g_assert_cmpstr (written, ==, contents);

  g_assert_cmpuint (ls_session_get_n_expectations (session), >, 0);
  ls_session_check (session, NULL, &results, &error);
  g_assert_no_error (error);
  for (guint i = 0; i < results->len; i++)
    {
      LsCheckResult *result = g_ptr_array_index (results, i);

      if (!result->passed)
        g_error ("%s: %s: %s", path, result->title, result->message);
    }
}

static void
test_presets (gconstpointer data)
{
  g_autoptr (LsSession) session = ls_session_new_from_path (data, NULL);

  for (guint i = 0; ls_settings_list_presets ()[i] != NULL; i++)
    for (LsEdition edition = LS_EDITION_2025; edition <= LS_EDITION_2023_YIELD_OPTIONS; edition++)
      {
        LsRunnerOptions options = LS_RUNNER_OPTIONS_INIT;
        g_autoptr (LsRunner) runner = NULL;
        g_autoptr (GError) error = NULL;

        options.preset = ls_settings_list_presets ()[i];
        options.sets_edition = TRUE;
        options.edition = edition;
        runner = ls_runner_new (session, &options, &error);
        g_assert_no_error (error);
        g_assert_true (ls_runner_run_to_end (runner, NULL));
      }
}

/* Pages about moments of a run are right. */
static void
test_moments (gconstpointer data)
{
  g_autoptr (LsSession) session = ls_session_new_from_path (data, NULL);
  g_autoptr (LsRunner) runner = runner_new (session);

  ls_runner_run_to_end (runner, NULL);
  moment_check_run (session, ls_runner_get_trace (runner), data, 6);
}

static char *
hash_of (const char *path)
{
  g_autoptr (LsSession) session = ls_session_new_from_path (path, NULL);
  g_autoptr (LsRunner) runner = runner_new (session);
  g_autoptr (LsRunner) other = runner_new (session);
  g_autofree char *second = NULL;
  char *first;

  ls_runner_run_to_end (runner, NULL);
  while (ls_runner_step (other, NULL))
    ;
  first = ls_trace_hash (ls_runner_get_trace (runner));
  second = ls_trace_hash (ls_runner_get_trace (other));
  g_assert_cmpstr (first, ==, second);
  g_assert_cmpuint (ls_runner_get_n_steps (runner), ==, ls_trace_get_n_steps (ls_runner_get_trace (runner)));

  return first;
}

static void
test_hashes (gconstpointer data)
{
  GPtrArray *paths = (gpointer) data;
  g_autofree char *file = source_path ("tests/session/hashes.txt");
  g_autoptr (GString) hashes = g_string_new (NULL);
  g_autofree char *expected = NULL;

  for (guint i = 0; i < paths->len; i++)
    {
      g_autofree char *hash = hash_of (g_ptr_array_index (paths, i));
      g_autofree char *name = g_path_get_basename (g_ptr_array_index (paths, i));

      g_string_append_printf (hashes, "%s  %s\n", hash, name);
    }

  if (g_getenv ("LS_TEST_UPDATE") != NULL)
    g_assert_true (g_file_set_contents (file, hashes->str, -1, NULL));
  g_assert_true (g_file_get_contents (file, &expected, NULL, NULL));
  g_assert_cmpstr (hashes->str, ==, expected);
}

static int
compare_text (gconstpointer a,
              gconstpointer b)
{
  return strcmp (*(char *const *) a, *(char *const *) b);
}

int
main (int   argc,
      char *argv[])
{
  g_autoptr (GPtrArray) paths = g_ptr_array_new_with_free_func (g_free);
  g_autofree char *folder = source_path ("data/sessions");
  g_autoptr (GDir) dir = g_dir_open (folder, 0, NULL);
  const char *name;

  g_test_init (&argc, &argv, NULL);

  while ((name = g_dir_read_name (dir)) != NULL)
    if (g_str_has_suffix (name, ".loopscope"))
      {
        g_autofree char *path = g_build_filename (folder, name, NULL);

        if (session_is_of_steps (path))
          g_ptr_array_add (paths, g_steal_pointer (&path));
      }
  g_ptr_array_sort (paths, compare_text);
  g_assert_cmpuint (paths->len, >=, 10);

  for (guint i = 0; i < paths->len; i++)
    {
      g_autofree char *base = g_path_get_basename (g_ptr_array_index (paths, i));
      g_autofree char *example = g_strconcat ("/examples/expectations/", base, NULL);
      g_autofree char *presets = g_strconcat ("/examples/presets/", base, NULL);
      g_autofree char *moments = g_strconcat ("/examples/moments/", base, NULL);

      g_test_add_data_func (example, g_ptr_array_index (paths, i), test_example);
      g_test_add_data_func (presets, g_ptr_array_index (paths, i), test_presets);
      g_test_add_data_func (moments, g_ptr_array_index (paths, i), test_moments);
    }
  g_test_add_data_func ("/examples/hashes", paths, test_hashes);

  return g_test_run ();
}
