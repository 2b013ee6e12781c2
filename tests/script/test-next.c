/* test-next.c: what is next in the examples whose program is JavaScript, and in each page of each lesson
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "script-util.h"

#include "ls-lesson.h"
#include "test-foresight.h"

/* One of so many positions is explained. */
#define EXPLANATIONS 13

static void
check_run (LsSession  *session,
           const char *title,
           const char *preset,
           LsEdition   edition)
{
  LsRunnerOptions options = LS_RUNNER_OPTIONS_INIT;
  ForesightCounts counts = { 0 };
  ScriptOutput output, live_output;
  g_autoptr (LsRunner) runner = NULL, live = NULL;
  g_autofree guint32 *truth = NULL;
  LsTrace *trace;

  options.preset = preset;
  options.sets_edition = TRUE;
  options.edition = edition;
  runner = script_runner_new (session, &options, &output);
  live = script_runner_new (session, &options, &live_output);
  trace = ls_runner_get_trace (runner);
  ls_runner_run_to_end (runner, NULL);
  truth = foresight_list_truth (trace);
  foresight_check_positions (trace, truth, title, EXPLANATIONS, FALSE);
  foresight_check_live (live, trace, truth, title, &counts);
  g_assert_cmpuint (counts.n_certain + counts.n_so_far, >, 1);
  script_output_clear (&output);
  script_output_clear (&live_output);
}

static void
check_session (LsSession  *session,
               const char *title)
{
  for (guint i = 0; ls_settings_list_presets ()[i] != NULL; i++)
    for (LsEdition edition = LS_EDITION_2025; edition <= LS_EDITION_2023_YIELD_OPTIONS; edition++)
      {
        g_autofree char *what = g_strdup_printf ("%s, preset %s", title, ls_settings_list_presets ()[i]);

        check_run (session, what, ls_settings_list_presets ()[i], edition);
      }
}

/* With the settings of the lesson, and with others, which take turns: there are many pages. */
static void
check_page (LsSession  *session,
            const char *title,
            guint       index)
{
  const char *const *presets = ls_settings_list_presets ();
  const guint n_presets = g_strv_length ((char **) presets);

  check_run (session, title, NULL, LS_EDITION_2025);
  check_run (session, title, presets[index % n_presets], index / n_presets % 2 == 0 ? LS_EDITION_2023_YIELD_OPTIONS : LS_EDITION_2025);
}

static void
test_example (gconstpointer data)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (LsSession) session = ls_session_new_from_path (data, &error);

  g_assert_no_error (error);
  check_session (session, data);
}

static void
test_lesson (gconstpointer data)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (LsSession) session = ls_session_new_from_path (data, &error);
  LsLesson *lesson;

  g_assert_no_error (error);
  lesson = ls_session_get_lesson (session);
  for (guint i = 0; i < ls_lesson_get_n_pages (lesson); i++)
    for (gboolean is_solved = FALSE; is_solved <= (ls_lesson_get_page (lesson, i)->solution != NULL); is_solved++)
      {
        g_autoptr (LsSession) page = ls_session_new_for_page (session, i, is_solved, &error);
        g_autofree char *title = g_strdup_printf ("%s, page %u", (const char *) data, i + 1);

        g_assert_no_error (error);
        check_page (page, title, i);
      }
}

static void
add_tests (GPtrArray     *paths,
           const char    *folder_name,
           const char    *prefix,
           GTestDataFunc  func)
{
  g_autofree char *folder = g_build_filename (g_getenv ("LS_TEST_SOURCE_ROOT"), "data", folder_name, NULL);
  g_autoptr (GDir) dir = g_dir_open (folder, 0, NULL);
  const char *name;

  while ((name = g_dir_read_name (dir)) != NULL)
    if (g_str_has_prefix (name, prefix) && g_str_has_suffix (name, ".loopscope"))
      {
        g_autofree char *test = g_strdup_printf ("/next/%s/%s", folder_name, name);

        g_ptr_array_add (paths, g_build_filename (folder, name, NULL));
        g_test_add_data_func (test, g_ptr_array_index (paths, paths->len - 1), func);
      }
}

int
main (int   argc,
      char *argv[])
{
  g_autoptr (GPtrArray) paths = g_ptr_array_new_with_free_func (g_free);

  g_test_init (&argc, &argv, NULL);
  ls_script_register ();
  add_tests (paths, "sessions", "js-", test_example);
  add_tests (paths, "lessons", "", test_lesson);

  return g_test_run ();
}
