/* ls-cli-test262.c: runs tests of ECMAScript's test suite and says whether they pass (INTERPRETING.md of test262)
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include <string.h>

#include <glib/gi18n.h>

#include "ls-cli-test262.h"

/* What asynchronous tests print when they have passed. */
#define COMPLETE "Test262:AsyncTestComplete"

/* What a script behind a test that is not asynchronous prints: that one is over then, whatever timers and agents do. */
#define OVER "Test262:TestOver"
#define OVER_NAME "over.js"
#define OVER_JS "try { print ('" OVER "'); } catch {}\n"

/* What the runner puts before an exception of a script, behind the place if that is known, and goes on with where it is a
 * promise's. */
#define UNCAUGHT "Uncaught "
#define IN_PROMISE "(in promise) "

#define FIXTURE "_FIXTURE.js"
#define BOM "\357\273\277"

/* After how many records it is clear where a test is that does not come to its end. */
#define MAX_ENDLESS_RECORDS 500000

/* How long a test runs between two looks, in µs. */
#define TIME_SLICE 20000

/* A run of tests. */
typedef struct
{
  const char            *harness;
  const LsCliRunOptions *options;
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
  LsCliTestWatch *watch;
  GCancellable   *over;    /* cancelled once nothing that follows counts */
} Test;

/* What is seen */

/**
 * ls_cli_test_watch_see:
 * @self: what was seen before
 * @kind: what it is
 * @text: (nullable): something that a test prints, or does not catch
 *
 * Notes what counts for whether the test passes. Rejections that nothing handles do not.
 */
void
ls_cli_test_watch_see (LsCliTestWatch *self,
                       LsRunnerOutput  kind,
                       const char     *text)
{
  const char *uncaught;

  if (text == NULL)
    return;

  switch (kind)
    {
    case LS_RUNNER_OUTPUT_LOG:
      if (g_str_equal (text, COMPLETE))
        self->is_complete = TRUE;
      else if (self->failure == NULL && g_str_has_prefix (text, LS_CLI_TEST_FAILURE))
        self->failure = g_strdup (text + strlen (LS_CLI_TEST_FAILURE));
      break;

    case LS_RUNNER_OUTPUT_UNCAUGHT:
      uncaught = strstr (text, UNCAUGHT);
      if (self->exception == NULL && uncaught != NULL && !g_str_has_prefix (uncaught + strlen (UNCAUGHT), IN_PROMISE))
        self->exception = g_strdup (text);
      break;

    case LS_RUNNER_OUTPUT_EXCEPTION:
      if (self->exception == NULL)
        self->exception = g_strdup (text);
      break;

    case LS_RUNNER_OUTPUT_REJECTION:
    case LS_RUNNER_OUTPUT_INFO:
    case LS_RUNNER_OUTPUT_DEBUG:
    case LS_RUNNER_OUTPUT_WARN:
    case LS_RUNNER_OUTPUT_ERROR:
    case LS_RUNNER_OUTPUT_PAUSE:
    default:
      break;
    }
}

/* Whether the exception, as it is reported, is of the type. */
static gboolean
is_of_type (const char *exception,
            const char *type)
{
  const char *name = strstr (exception, UNCAUGHT);

  name = name != NULL ? name + strlen (UNCAUGHT) : exception;
  return g_str_has_prefix (name, type) && !g_ascii_isalnum (name[strlen (type)]);
}

/**
 * ls_cli_test_watch_judge:
 * @self: what was seen
 * @metadata: what the test says of itself
 * @runner: the runner, which is at its end
 *
 * Returns: (transfer full) (nullable): why the test fails; %NULL if it passes
 */
char *
ls_cli_test_watch_judge (const LsCliTestWatch    *self,
                         const LsCliTestMetadata *metadata,
                         LsRunner                *runner)
{
  if (metadata->negative_type != NULL)
    {
      if (self->exception == NULL)
        return g_strdup_printf (_("expected an exception of the type %s"), metadata->negative_type);
      return is_of_type (self->exception, metadata->negative_type) ? NULL : g_strdup (self->exception);
    }
  if (self->exception != NULL)
    return g_strdup (self->exception);
  if (self->failure != NULL)
    return g_strdup (self->failure);
  if (ls_runner_is_suspended (runner))
    return g_strdup (_("the main agent is suspended for ever"));
  if (ls_cli_test_metadata_has_flag (metadata, "async") && !self->is_complete)
    return g_strdup (_("the test has not been completed"));
  return NULL;
}

void
ls_cli_test_watch_clear (LsCliTestWatch *self)
{
  g_clear_pointer (&self->exception, g_free);
  g_clear_pointer (&self->failure, g_free);
}

/* Tests */

/* @path: “-” for standard input */
static char *
read_file (const char  *path,
           GError     **error)
{
  g_autofree char *text = NULL;
  gsize length;

  if (!g_file_get_contents (g_str_equal (path, "-") ? "/dev/stdin" : path, &text, &length, error))
    return NULL;
  /* What comes behind one would not run. */
  if (strlen (text) < length)
    {
      g_autofree char *shown = g_filename_display_name (path);

      g_set_error (error, G_FILE_ERROR, G_FILE_ERROR_INVAL, _("%s: found a NUL byte, expected a script in UTF-8"), shown);
      return NULL;
    }
  return g_str_has_prefix (text, BOM) ? g_strdup (text + strlen (BOM)) : g_steal_pointer (&text);
}

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
  text = read_file (path, error);
  if (text != NULL)
    g_hash_table_insert (self->files, g_strdup (name), text);
  return text;
}

static gboolean
add_script (LsSession  **session,
            const char  *name,
            const char  *text,
            GError     **error)
{
  if (*session != NULL)
    return ls_session_add_script (*session, name, text, error);
  *session = ls_session_new_for_text (name, text, error);
  return *session != NULL;
}

static gboolean
has_script (LsSession  *session,
            const char *name)
{
  LsProgram *program = session != NULL ? ls_session_get_program (session) : NULL;

  for (guint i = 0; program != NULL && i < ls_program_get_n_scripts (program); i++)
    if (g_str_equal (ls_script_get_name (ls_program_get_script (program, i)), name))
      return TRUE;
  return FALSE;
}

/* Returns: (transfer full): what to call a script, as no other of the session is called */
static char *
choose_name (LsSession  *session,
             const char *path)
{
  g_autofree char *base = g_path_get_basename (path);
  g_autofree char *name = g_filename_display_name (base);

  if (has_script (session, name))
    {
      g_free (name);
      name = g_filename_display_name (path);
    }
  while (has_script (session, name))
    {
      g_autofree char *taken = g_steal_pointer (&name);

      name = g_strconcat ("./", taken, NULL);
    }
  return g_steal_pointer (&name);
}

/**
 * ls_cli_load_test:
 * @paths: the files of the harness and a test, whatever they are called
 *
 * Returns: (transfer full) (nullable): a session of them; if %NULL, the user has been told
 */
LsSession *
ls_cli_load_test (char **paths)
{
  g_autoptr (LsSession) session = NULL;
  g_autoptr (GError) error = NULL;

  for (guint i = 0; paths[i] != NULL; i++)
    {
      g_autofree char *text = read_file (paths[i], &error);
      g_autofree char *name = choose_name (session, paths[i]);

      if (text == NULL || !add_script (&session, name, text, &error))
        {
          ls_cli_message ("%s", error->message);
          return NULL;
        }
    }
  return g_steal_pointer (&session);
}

/* Makes a session of the harness and a test. @name: (out) (transfer full): what the test's script is called there */
static LsSession *
make_session (Tests                    *self,
              const LsCliTestMetadata  *metadata,
              const char               *path,
              const char               *text,
              char                    **name,
              GError                  **error)
{
  g_autoptr (LsSession) session = NULL;
  g_autoptr (GPtrArray) names = g_ptr_array_new ();

  g_ptr_array_add (names, (char *) "assert.js");
  g_ptr_array_add (names, (char *) "sta.js");
  if (ls_cli_test_metadata_has_flag (metadata, "async"))
    g_ptr_array_add (names, (char *) "doneprintHandle.js");
  for (guint i = 0; metadata->includes[i] != NULL; i++)
    if (!g_ptr_array_find_with_equal_func (names, metadata->includes[i], g_str_equal, NULL))
      g_ptr_array_add (names, metadata->includes[i]);
  if (ls_cli_test_metadata_has_flag (metadata, "raw"))
    g_ptr_array_set_size (names, 0);

  for (guint i = 0; i < names->len; i++)
    {
      const char *harness_text = get_harness_file (self, g_ptr_array_index (names, i), error);

      if (harness_text == NULL || !add_script (&session, g_ptr_array_index (names, i), harness_text, error))
        return NULL;
    }
  *name = choose_name (session, path);
  if (!add_script (&session, *name, text, error))
    return NULL;
  if (!ls_cli_test_metadata_has_flag (metadata, "async"))
    {
      g_autofree char *over_name = choose_name (session, OVER_NAME);

      if (!add_script (&session, over_name, OVER_JS, error))
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

  ls_cli_test_watch_see (test->watch, kind, text);
  /* After what an agent does not catch another one may wait for it in vain. */
  if (test->watch->exception != NULL || g_strcmp0 (text, OVER) == 0)
    g_cancellable_cancel (test->over);

  if (text == NULL || g_str_equal (text, OVER) || g_str_has_prefix (text, COMPLETE) || g_str_has_prefix (text, LS_CLI_TEST_FAILURE))
    return;
  if (kind == LS_RUNNER_OUTPUT_LOG || kind == LS_RUNNER_OUTPUT_INFO || kind == LS_RUNNER_OUTPUT_DEBUG)
    {
      ls_cli_write (text, -1);
      ls_cli_write ("\n", 1);
    }
  else if (kind == LS_RUNNER_OUTPUT_WARN || kind == LS_RUNNER_OUTPUT_ERROR)
    ls_cli_write_error (text);
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
run_once (Tests                   *self,
          const LsCliTestMetadata *metadata,
          const char              *path,
          const char              *text)
{
  LsRunnerOptions options = self->options->runner;
  g_auto (LsCliTestWatch) watch = { NULL };
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

  options.is_test262 = TRUE;
  options.main_can_block = options.main_can_block && !ls_cli_test_metadata_has_flag (metadata, "CanBlockIsFalse");
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
  problem = is_stopped ? g_strdup (ls_runner_get_message (runner)) : ls_cli_test_watch_judge (&watch, metadata, runner);
  if (problem == NULL || g_cancellable_is_cancelled (self->cancellable))
    return g_steal_pointer (&problem);
  if (is_stopped)
    options.record_budget = MAX_ENDLESS_RECORDS;
  if (watch.exception != NULL ? g_str_has_prefix (watch.exception, UNCAUGHT)
                              : is_stopped || watch.failure != NULL || ls_runner_is_suspended (runner))
    place = ls_cli_test_find_place (session, name, options, self->cancellable);
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

  ls_cli_write (escaped, -1);
  ls_cli_write ("\n", 1);
  ls_cli_flush ();
}

/* Returns: (nullable): why the test is not for this program to run */
static const char *
get_reason_to_skip (Tests                   *self,
                    const LsCliTestMetadata *metadata)
{
  if (ls_cli_test_metadata_has_flag (metadata, "module"))
    return _("it is a module");
  if (ls_cli_test_metadata_has_flag (metadata, "CanBlockIsTrue") && !self->options->runner.main_can_block)
    return _("the main agent cannot block");
  return NULL;
}

/* Runs a test in the modes that are for it. */
static void
run_test (Tests      *self,
          const char *path)
{
  g_auto (LsCliTestMetadata) metadata = { NULL };
  g_autoptr (GError) error = NULL;
  g_autofree char *text = read_file (path, &error);
  const char *reason;

  if (text == NULL)
    {
      ls_cli_message ("%s", error->message);
      self->is_broken = TRUE;
      return;
    }

  ls_cli_test_metadata_read (&metadata, text);
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

      if (is_strict ? ls_cli_test_metadata_has_flag (&metadata, "noStrict") || ls_cli_test_metadata_has_flag (&metadata, "raw")
                    : ls_cli_test_metadata_has_flag (&metadata, "onlyStrict"))
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
      ls_cli_message ("%s", error->message);
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
 * ls_cli_run_tests:
 * @harness: the folder of the suite's harness
 * @paths: tests, and folders of tests
 * @options: how to run them
 *
 * Runs each test on its own, with the files of the harness that it needs, and tells whether it passes.
 *
 * Returns: the exit status
 */
int
ls_cli_run_tests (const char             *harness,
                  char                  **paths,
                  const LsCliRunOptions  *options)
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
      g_autofree char *line = g_strdup_printf (_("%u passed, %u failed, %u skipped"), tests.n_passed,
                                               tests.n_failed, tests.n_skipped);

      ls_cli_write (line, -1);
      ls_cli_write ("\n", 1);
    }
  if (tests.is_broken)
    return LS_CLI_BAD_INPUT;
  return tests.n_failed > 0 ? LS_CLI_EXPECTATION_FAILED : LS_CLI_OK;
}
