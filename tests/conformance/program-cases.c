/* program-cases.c: tests of programs in JavaScript by what they print
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "program-cases.h"

#include "ls-runner.h"
#include "sanitized.h"
#include "test-trace-times.h"

#include <string.h>

typedef struct
{
  char       *program;
  char       *golden;
  const char *preset;
  gboolean    sets_edition;
  gboolean    sets_experiments;
  gboolean    without_trace;
  gboolean    main_can_block;
} Case;

static void
case_free (gpointer data)
{
  Case *self = data;

  g_free (self->program);
  g_free (self->golden);
  g_free (self);
}

static char *
read_file (const char *path)
{
  g_autoptr (GError) error = NULL;
  char *text = NULL;

  g_file_get_contents (path, &text, NULL, &error);
  g_assert_no_error (error);
  return text;
}

static void
take_line (LsRunner           *runner,
           LsRunnerOutput      kind,
           const char         *text,
           gpointer            user_data)
{
  if (kind == LS_RUNNER_OUTPUT_LOG || kind == LS_RUNNER_OUTPUT_INFO || kind == LS_RUNNER_OUTPUT_DEBUG)
    g_string_append_printf (user_data, "%s\n", text);
}

static void
test_program (gconstpointer data)
{
  const Case *self = data;
  g_autofree char *golden = read_file (self->golden);
  g_autoptr (GString) printed = g_string_new (NULL);
  g_autoptr (GError) error = NULL;
  g_autoptr (LsSession) session = NULL;
  g_autoptr (LsRunner) runner = NULL;
  const char *const paths[] = { self->program, NULL };
  LsRunnerOptions options = LS_RUNNER_OPTIONS_INIT;

  options.preset = self->preset;
  options.sets_edition = self->sets_edition;
  options.edition = LS_EDITION_2023_YIELD_OPTIONS;
  options.sets_experiments = self->sets_experiments;
  options.experiments = LS_EXPERIMENTS_ALL;
  options.without_trace = self->without_trace;
  options.main_can_block = self->main_can_block;
  options.output = take_line;
  options.output_data = printed;
  session = ls_session_new_for_scripts (paths, &error);
  g_assert_no_error (error);
  runner = ls_runner_new (session, &options, &error);
  g_assert_no_error (error);
  ls_runner_run_to_end (runner, NULL);
  test_assert_times (ls_runner_get_trace (runner));
  if (ls_runner_get_state (runner) != LS_RUNNER_FINISHED)
    {
      g_test_message ("%s: %s", self->program, ls_runner_get_message (runner));
      g_test_fail ();
      return;
    }
  /* Not an assertion: one program that prints something else must not keep the others from being run. */
  if (strcmp (printed->str, golden) != 0)
    {
      g_test_message ("%s printed:\n%s\nexpected:\n%s", self->program, printed->str, golden);
      g_test_fail ();
    }
}

/* With a sanitizer one of four of the browsers' many programs is enough: they go through the same code. */
static gboolean
is_left_out (const char *folder,
             const char *name)
{
  return IS_SANITIZED && (strstr (folder, "/oracle/") != NULL || g_str_has_suffix (folder, "/generated")) && g_str_hash (name) % 4 != 0;
}

/* Adds a test for each program of @folder, with a trace and without, with a sanitizer only with a trace; in the edition that
 * the folder's name ends with, if it does; with all experiments where its name begins with "experiments"; and with a main agent that can block where the programs are those of test262.
 * @suffix: of the files that have what it prints. */
void
program_cases_add (const char *folder,
                   const char *prefix,
                   const char *suffix,
                   const char *preset)
{
  g_autoptr (GDir) dir = g_dir_open (folder, 0, NULL);
  const char *name;

  g_assert_nonnull (dir);
  while ((name = g_dir_read_name (dir)) != NULL)
    for (guint traced = IS_SANITIZED; g_str_has_suffix (name, ".js") && !is_left_out (folder, name) && traced < 2; traced++)
      {
        Case *test = g_new0 (Case, 1);
        g_autofree char *stem = g_strndup (name, strlen (name) - strlen (".js"));
        g_autofree char *golden = g_strconcat (stem, suffix, NULL);
        g_autofree char *path = g_strdup_printf ("/%s/%s%s", prefix, stem, traced ? "/traced" : "");

        test->program = g_build_filename (folder, name, NULL);
        test->golden = g_build_filename (folder, golden, NULL);
        test->preset = preset;
        test->sets_edition = g_str_has_suffix (folder, "-2023-yield-options");
        test->sets_experiments = strstr (folder, "/experiments") != NULL;
        test->without_trace = !traced;
        test->main_can_block = strstr (folder, "/test262/") != NULL;
        g_test_add_data_func_full (path, test, test_program, case_free);
      }
}
