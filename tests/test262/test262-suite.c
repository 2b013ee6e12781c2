/* test262-suite.c: runs tests of ECMAScript's test suite and says whether they pass (INTERPRETING.md of test262)
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "test262-suite.h"

#include <string.h>

#include "ls-cli.h"

#include "test262-output.h"
#include "test262-session.h"
#include "test262-trail.h"
#include "test262-watch.h"

/* A script behind a test that is not asynchronous prints this: the test is over then, whatever timers and agents do. */
#define OVER "Test262:TestOver"
#define OVER_NAME "over.js"
#define OVER_JS "try { print ('" OVER "'); } catch {}\n"

#define FIXTURE "_FIXTURE.js"

/* After so many records it is clear where a test is that does not come to its end. */
#define MAX_ENDLESS_RECORDS 500000

/* How long a test runs between two looks, in µs. */
#define TIME_SLICE 20000

/* A run of tests. */
typedef struct
{
  const char            *harness;
  const LsRunnerOptions *options;
  GCancellable          *cancellable;
  GHashTable            *files;       /* name → text: files of the harness that have been read */
  guint                  n_passed;
  guint                  n_failed;
  guint                  n_skipped;
  gboolean               is_broken;   /* a file could not be read */
} Tests;

/* A test that runs once. */
typedef struct
{
  Test262Watch *watch;
  GCancellable *over;    /* cancelled once nothing that follows counts */
} Test;

/* Returns: (nullable): the text of a file of the harness */
static const char *
get_harness_file (Tests       *self,
                  const char  *name,
                  GError     **error)
{
  g_autofree char *path = NULL;
  char *text = g_hash_table_lookup (self->files, name);

  if (text != NULL)
    return text;
  path = g_build_filename (self->harness, name, NULL);
  text = test262_read_file (path, error);
  if (text != NULL)
    g_hash_table_insert (self->files, g_strdup (name), text);
  return text;
}

/* Makes a session of the harness and a test. @name: (out) (transfer full): what the test's script is called there */
static LsSession *
make_session (Tests                  *self,
              const Test262Metadata  *metadata,
              const char             *path,
              const char             *text,
              char                  **name,
              GError                **error)
{
  g_autoptr (LsSession) session = NULL;
  g_autoptr (GPtrArray) names = g_ptr_array_new ();

  g_ptr_array_add (names, (char *) "assert.js");
  g_ptr_array_add (names, (char *) "sta.js");
  if (test262_metadata_has_flag (metadata, "async"))
    g_ptr_array_add (names, (char *) "doneprintHandle.js");
  for (guint i = 0; metadata->includes[i] != NULL; i++)
    if (!g_ptr_array_find_with_equal_func (names, metadata->includes[i], g_str_equal, NULL))
      g_ptr_array_add (names, metadata->includes[i]);
  if (test262_metadata_has_flag (metadata, "raw"))
    g_ptr_array_set_size (names, 0);

  for (guint i = 0; i < names->len; i++)
    {
      const char *harness_text = get_harness_file (self, g_ptr_array_index (names, i), error);

      if (harness_text == NULL || !test262_add_script (&session, g_ptr_array_index (names, i), harness_text, error))
        return NULL;
    }
  *name = test262_choose_name (session, path);
  if (!test262_add_script (&session, *name, text, error))
    return NULL;
  if (!test262_metadata_has_flag (metadata, "async"))
    {
      g_autofree char *over_name = test262_choose_name (session, OVER_NAME);

      if (!test262_add_script (&session, over_name, OVER_JS, error))
        return NULL;
    }
  return g_steal_pointer (&session);
}

static void
on_output (LsRunner       *runner,
           LsRunnerOutput  kind,
           const char     *text,
           gpointer        user_data)
{
  Test *test = user_data;

  test262_watch_see (test->watch, kind, text);
  /* After what an agent does not catch another one may wait for it in vain. */
  if (test->watch->exception != NULL || g_strcmp0 (text, OVER) == 0)
    g_cancellable_cancel (test->over);

  if (text == NULL || g_str_equal (text, OVER) || g_str_has_prefix (text, TEST262_COMPLETE) || g_str_has_prefix (text, TEST262_FAILURE))
    return;
  test262_print (kind, text);
}

static void
cancel_other (GCancellable *cancellable,
              GCancellable *other)
{
  g_cancellable_cancel (other);
}

/* Runs a test once.
 *
 * Returns: (transfer full) (nullable): why it fails */
static char *
run_once (Tests                 *self,
          const Test262Metadata *metadata,
          const char            *path,
          const char            *text)
{
  LsRunnerOptions options = *self->options;
  g_auto (Test262Watch) watch = { NULL };
  g_autoptr (GCancellable) over = g_cancellable_new ();
  Test test = { .watch = &watch, .over = over };
  g_autoptr (LsSession) session = NULL;
  g_autoptr (LsRunner) runner = NULL;
  g_autoptr (GError) error = NULL;
  g_autofree char *name = NULL, *problem = NULL, *place = NULL;
  gboolean is_stopped;
  gulong connection;

  session = make_session (self, metadata, path, text, &name, &error);
  if (session == NULL)
    {
      self->is_broken = TRUE;
      return g_strdup (error->message);
    }

  options.main_can_block = options.main_can_block && !test262_metadata_has_flag (metadata, "CanBlockIsFalse");
  options.without_trace = TRUE;
  options.output = on_output;
  options.output_data = &test;
  runner = ls_runner_new (session, &options, &error);
  if (runner == NULL)
    {
      /* A single script that cannot be read is no program. */
      if (metadata->negative_type == NULL || strstr (error->message, metadata->negative_type) == NULL)
        return g_strdup (error->message);
      return NULL;
    }

  connection = g_cancellable_connect (self->cancellable, G_CALLBACK (cancel_other), over, NULL);
  while (!watch.is_complete && watch.failure == NULL && ls_runner_run_for (runner, TIME_SLICE, over) &&
         !g_cancellable_is_cancelled (over))
    ;
  g_cancellable_disconnect (self->cancellable, connection);

  is_stopped = watch.exception == NULL && ls_runner_get_state (runner) == LS_RUNNER_BUDGET_EXCEEDED;
  problem = is_stopped ? g_strdup (ls_runner_get_message (runner)) : test262_watch_judge (&watch, metadata, runner);
  if (problem == NULL || g_cancellable_is_cancelled (self->cancellable))
    return g_steal_pointer (&problem);
  if (is_stopped)
    options.record_budget = MAX_ENDLESS_RECORDS;
  if (watch.exception != NULL ? g_str_has_prefix (watch.exception, TEST262_UNCAUGHT)
                              : is_stopped || watch.failure != NULL || ls_runner_is_suspended (runner))
    place = test262_find_place (session, name, options, self->cancellable);
  return place != NULL ? g_strdup_printf ("%s: %s", place, problem) : g_steal_pointer (&problem);
}

/* Tells how a test has come out. @mode: (nullable): in which mode it was run last */
static void
tell (const char *word,
      const char *path,
      const char *mode,
      const char *problem)
{
  g_autofree char *shown = g_filename_display_name (path);
  g_autofree char *line = mode != NULL ? g_strdup_printf ("%s %s (%s)", word, shown, mode) : g_strdup_printf ("%s %s", word, shown);
  g_autofree char *whole = problem != NULL ? g_strdup_printf ("%s: %s", line, problem) : g_strdup (line);
  g_autofree char *escaped = ls_cli_escape (whole, -1);

  ls_cli_write_text (escaped);
  ls_cli_flush ();
}

/* Returns: (nullable): why the test is not for this program to run */
static const char *
get_reason_to_skip (Tests                 *self,
                    const Test262Metadata *metadata)
{
  if (test262_metadata_has_flag (metadata, "module"))
    return "it is a module";
  if (test262_metadata_has_flag (metadata, "CanBlockIsTrue") && !self->options->main_can_block)
    return "the main agent cannot block";
  return NULL;
}

/* Runs a test in the modes that are for it. */
static void
run_test (Tests      *self,
          const char *path)
{
  g_auto (Test262Metadata) metadata = { NULL };
  g_autoptr (GError) error = NULL;
  g_autofree char *text = test262_read_file (path, &error);
  const char *reason;

  if (text == NULL)
    {
      test262_message (error->message);
      self->is_broken = TRUE;
      return;
    }

  test262_metadata_read (&metadata, text);
  reason = get_reason_to_skip (self, &metadata);
  if (reason != NULL)
    {
      self->n_skipped++;
      tell ("SKIP", path, NULL, reason);
      return;
    }

  for (gboolean is_strict = FALSE; is_strict <= TRUE; is_strict++)
    {
      g_autofree char *problem = NULL;
      g_autofree char *strict_text = NULL;

      if (is_strict ? test262_metadata_has_flag (&metadata, "noStrict") || test262_metadata_has_flag (&metadata, "raw")
                    : test262_metadata_has_flag (&metadata, "onlyStrict"))
        continue;
      /* On the first line, so that the others keep their numbers. */
      if (is_strict)
        strict_text = g_strconcat ("\"use strict\"; ", text, NULL);
      problem = run_once (self, &metadata, path, is_strict ? strict_text : text);
      if (g_cancellable_is_cancelled (self->cancellable))
        return;
      if (problem != NULL)
        {
          self->n_failed++;
          tell ("FAIL", path, is_strict ? "strict mode" : NULL, problem);
          return;
        }
    }

  self->n_passed++;
  tell ("PASS", path, NULL, NULL);
}

static gboolean
is_over (Tests *self)
{
  return ls_cli_write_failed () || g_cancellable_is_cancelled (self->cancellable);
}

static int
compare_names (gconstpointer a,
               gconstpointer b)
{
  return strcmp (*(const char *const *) a, *(const char *const *) b);
}

/* Runs the tests of a folder and of those in it, in the order of their names. Links lead to no folder: there may be circles. */
static void
run_folder (Tests      *self,
            const char *path)
{
  g_autoptr (GPtrArray) names = g_ptr_array_new_with_free_func (g_free);
  g_autoptr (GError) error = NULL;
  g_autoptr (GDir) dir = g_dir_open (path, 0, &error);
  const char *name;

  if (dir == NULL)
    {
      test262_message (error->message);
      self->is_broken = TRUE;
      return;
    }
  while ((name = g_dir_read_name (dir)) != NULL)
    g_ptr_array_add (names, g_strdup (name));
  g_clear_pointer (&dir, g_dir_close);
  g_ptr_array_sort (names, compare_names);

  for (guint i = 0; i < names->len && !is_over (self); i++)
    {
      g_autofree char *child = g_build_filename (path, g_ptr_array_index (names, i), NULL);

      if (g_file_test (child, G_FILE_TEST_IS_DIR) && !g_file_test (child, G_FILE_TEST_IS_SYMLINK))
        run_folder (self, child);
      else if (g_str_has_suffix (child, ".js") && !g_str_has_suffix (child, FIXTURE) && g_file_test (child, G_FILE_TEST_IS_REGULAR))
        run_test (self, child);
    }
}

/**
 * test262_run_tests:
 * @harness: the folder of the suite's harness
 * @paths: tests, and folders of tests
 * @options: how to run them
 *
 * Runs each test on its own, with the files of the harness that it needs, and tells whether it passes.
 *
 * Returns: the exit status
 */
int
test262_run_tests (const char             *harness,
                   char                  **paths,
                   const LsRunnerOptions  *options)
{
  g_autoptr (GHashTable) files = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, g_free);
  Tests tests = { .harness = harness, .options = options, .files = files };
  gboolean has_folder = FALSE;

  tests.cancellable = ls_cli_watch_interrupt ();
  for (guint i = 0; paths[i] != NULL && !is_over (&tests); i++)
    if (g_file_test (paths[i], G_FILE_TEST_IS_DIR))
      {
        run_folder (&tests, paths[i]);
        has_folder = TRUE;
      }
    else if (!g_str_has_suffix (paths[i], FIXTURE))
      {
        run_test (&tests, paths[i]);
      }

  if (has_folder || (paths[0] != NULL && paths[1] != NULL))
    {
      g_autofree char *line = g_strdup_printf ("%u passed, %u failed, %u skipped", tests.n_passed, tests.n_failed,
                                               tests.n_skipped);

      ls_cli_write_text (line);
    }
  if (tests.is_broken)
    return LS_CLI_BAD_INPUT;
  return tests.n_failed > 0 ? LS_CLI_EXPECTATION_FAILED : LS_CLI_OK;
}
