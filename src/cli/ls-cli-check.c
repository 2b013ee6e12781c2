/* ls-cli-check.c: loopscope-cli check
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include <glib/gi18n.h>

#include "ls-cli-checked-file.h"
#include "ls-cli-file-watch.h"
#include "ls-cli-matrix.h"
#include "ls-cli-session.h"
#include "ls-cli-tests.h"
#include "ls-lesson-check.h"
#include "ls-script-expectations.h"
#include "ls-session-check.h"

/* A script is updated until it does not change: so often at most. */
#define MAX_UPDATES 3

/* What “check” was asked for, and what has come of it so far. */
typedef struct
{
  LsCliRunOptions *options;
  LsCliTests      *tests;
  gboolean         updates;
  const char      *preset;       /* (nullable): of several, the one that files are run with */
  LsCliSeeds       seeds;
  guint32          seed;         /* of those, the one that files are run with */
  int              exit_status;
} Report;

static void
report_problem (Report    *report,
                LsCliExit  problem)
{
  report->exit_status = ls_cli_get_worse (report->exit_status, problem);
}

static void
add_test (Report           *report,
          LsCliCheckedFile *file,
          LsCliTestOutcome  outcome,
          const char       *title,
          const char       *message,
          guint             line)
{
  const LsCliTest test = {
    .file = file->name,
    .preset = (char *) report->preset,
    .has_seed = report->seeds.is_given,
    .seed = report->seed,
    .title = (char *) title,
    .outcome = outcome,
    .message = (char *) message,
    .line = line,
  };

  ls_cli_tests_add (report->tests, &test);
  if (outcome == LS_CLI_TEST_FAILED)
    report_problem (report, LS_CLI_EXPECTATION_FAILED);
  else if (outcome == LS_CLI_TEST_BROKEN)
    report_problem (report, LS_CLI_BAD_INPUT);
}

/* Whether the session itself expects the run to end, or not to end: then a budget may stop it. */
static gboolean
expects_an_end (LsCliCheckedFile *file)
{
  for (guint i = 0; i < ls_session_get_n_expectations (file->session); i++)
    if (ls_expectation_get_kind (ls_session_get_expectation (file->session, i)) == LS_EXPECTATION_FINISHED)
      return TRUE;
  for (guint i = 0; i < file->expectations->len; i++)
    if (ls_expectation_get_kind (g_ptr_array_index (file->expectations, i)) == LS_EXPECTATION_FINISHED)
      return TRUE;

  return FALSE;
}

/* Returns (transfer full) (nullable) what was found instead, with the line of the comment that expects something else. */
static char *
place_message (LsCliCheckedFile    *file,
               const LsCheckResult *result)
{
  if (result->message == NULL || result->line == 0)
    return g_strdup (result->message);
  return g_strdup_printf ("%s:%u: %s", file->name, result->line, result->message);
}

static void
print_results (Report           *report,
               LsCliCheckedFile *file,
               GPtrArray        *results)
{
  for (guint i = 0; i < results->len; i++)
    {
      const LsCheckResult *result = g_ptr_array_index (results, i);
      g_autofree char *message = place_message (file, result);

      add_test (report, file, result->passed ? LS_CLI_TEST_PASSED : LS_CLI_TEST_FAILED, result->title, message, result->line);
    }
}

/* Tells what @sentences (element-type utf8) say, but for what has been @told already. */
static void
tell_unanswered (GPtrArray *sentences,
                 GPtrArray *told)
{
  for (guint i = 0; i < sentences->len; i++)
    if (!g_ptr_array_find_with_equal_func (told, g_ptr_array_index (sentences, i), g_str_equal, NULL))
      {
        ls_cli_message ("%s", (const char *) g_ptr_array_index (sentences, i));
        g_ptr_array_add (told, g_strdup (g_ptr_array_index (sentences, i)));
      }
}

/* Writes into the file what the run has shown, and expects that from now on. @changed becomes whether the file differs now,
 * @unanswered (transfer full) what the run has no answer to. */
static gboolean
update_file (LsCliCheckedFile  *file,
             LsRunner          *runner,
             GPtrArray        **unanswered,
             gboolean          *changed)
{
  LsScript *script = ls_program_get_script (ls_session_get_program (file->session), 0);
  g_autofree char *text = ls_runner_update_script_expectations (runner, unanswered, &file->error);
  g_autoptr (GFile) saved = g_object_ref (ls_session_get_file (file->session));
  g_autoptr (GPtrArray) expectations = NULL;

  *changed = FALSE;
  if (text == NULL)
    return FALSE;
  if (g_str_equal (text, ls_script_get_text (script)))
    return TRUE;
  if (!ls_session_set_script_text (file->session, 0, text, &file->error) ||
      !ls_session_save (file->session, saved, &file->error))
    return FALSE;

  expectations = ls_session_read_script_expectations (file->session, &file->error);
  if (expectations == NULL)
    return FALSE;
  g_ptr_array_unref (file->expectations);
  file->expectations = g_steal_pointer (&expectations);
  *changed = TRUE;
  return TRUE;
}

static gboolean
has_expectations (LsCliCheckedFile *file)
{
  return ls_session_get_n_expectations (file->session) > 0 || file->expectations->len > 0 ||
         ls_session_get_lesson (file->session) != NULL;
}

/* Runs a file to its end; where it is to be updated, updates it and runs what it is then, until nothing changes: lines of code move
 * as comments come and go, and a script may print where it is. Returns (transfer full) (nullable) the last runner; %NULL where
 * somebody interrupted, or with the error of @file. */
static LsRunner *
run_and_update (Report           *report,
                LsCliCheckedFile *file,
                LsRunner         *first)
{
  g_autoptr (LsRunner) runner = g_object_ref (first);
  g_autoptr (GPtrArray) told = g_ptr_array_new_with_free_func (g_free);
  gboolean changed = report->updates;

  ls_runner_run_to_end (runner, ls_cli_watch_interrupt ());
  for (guint i = 0; i < MAX_UPDATES && changed && !g_cancellable_is_cancelled (ls_cli_watch_interrupt ()); i++)
    {
      g_autoptr (GPtrArray) unanswered = NULL;

      if (ls_runner_get_state (runner) != LS_RUNNER_FINISHED && !expects_an_end (file))
        break;
      if (!update_file (file, runner, &unanswered, &changed))
        return NULL;
      if (changed && i == 0)
        ls_cli_message (_("%s: updated"), file->name);
      tell_unanswered (unanswered, told);
      if (!changed)
        break;
      g_object_unref (runner);
      runner = ls_runner_new (file->session, &report->options->runner, &file->error);
      if (runner == NULL)
        return NULL;
      ls_runner_run_to_end (runner, ls_cli_watch_interrupt ());
    }
  return g_cancellable_is_cancelled (ls_cli_watch_interrupt ()) ? NULL : g_steal_pointer (&runner);
}

static void
check_run (Report           *report,
           LsCliCheckedFile *file,
           LsRunner         *first)
{
  g_autoptr (GPtrArray) results = NULL, of_script = NULL;
  g_autoptr (LsRunner) runner = run_and_update (report, file, first);

  if (runner == NULL)
    {
      if (file->error != NULL)
        add_test (report, file, LS_CLI_TEST_BROKEN, NULL, file->error->message, 0);
      return;
    }
  if (report->updates && !has_expectations (file))
    add_test (report, file, LS_CLI_TEST_SKIPPED, NULL, _("it has no expectations"), 0);

  results = ls_runner_check (runner);
  of_script = ls_runner_check_expectations (runner, file->expectations);
  print_results (report, file, results);
  print_results (report, file, of_script);

  ls_cli_report_schedule (runner, file->name);
  ls_cli_report_actions (runner, file->name);
  if (!expects_an_end (file) && ls_cli_report_budget (runner, file->name))
    report_problem (report, LS_CLI_BUDGET_EXCEEDED);
}

/* Tells the user which answers of a lesson can be seen before they are given. That is no failure: authors may want it so. */
static void
warn_of_answers (Report           *report,
                 LsCliCheckedFile *file)
{
  g_autoptr (GPtrArray) visible = ls_session_find_visible_answers (file->session, &report->options->runner,
                                                                   ls_cli_watch_interrupt ());

  for (guint i = 0; i < visible->len; i++)
    ls_cli_message ("%s: %s", file->name, (const char *) g_ptr_array_index (visible, i));
}

/* Tells the user which members of a lesson mean nothing. That is no failure: files may have members of their own. */
static void
warn_of_members (LsCliCheckedFile *file)
{
  g_autoptr (GPtrArray) unread = ls_session_find_unread_members (file->session);

  for (guint i = 0; i < unread->len; i++)
    ls_cli_message ("%s: %s", file->name, (const char *) g_ptr_array_index (unread, i));
}

/* Checks each page of a lesson in a run of its own. */
static void
check_lesson (Report           *report,
              LsCliCheckedFile *file)
{
  g_autoptr (GPtrArray) results = NULL;

  if (ls_session_get_lesson (file->session) == NULL)
    return;
  results = ls_session_check_lesson (file->session, &report->options->runner, ls_cli_watch_interrupt ());
  if (g_cancellable_is_cancelled (ls_cli_watch_interrupt ()))
    return;
  print_results (report, file, results);
  warn_of_answers (report, file);
  warn_of_members (file);
}

static void
check_file (Report           *report,
            LsCliCheckedFile *file)
{
  g_autoptr (LsRunner) runner = NULL;
  guint n_tests = ls_cli_checked_file_count_tests (file);

  if (file->session != NULL && !has_expectations (file) && !report->updates)
    {
      add_test (report, file, LS_CLI_TEST_SKIPPED, NULL, _("it has no expectations"), 0);
      return;
    }

  g_clear_error (&file->run_error);
  if (file->session != NULL)
    runner = ls_runner_new (file->session, &report->options->runner, &file->run_error);

  if (runner != NULL)
    {
      check_run (report, file, runner);
      if (!g_cancellable_is_cancelled (ls_cli_watch_interrupt ()))
        check_lesson (report, file);
      return;
    }

  for (guint i = 0; i < n_tests; i++)
    add_test (report, file, LS_CLI_TEST_BROKEN, NULL, file->session != NULL ? file->run_error->message : file->error->message, 0);
}

static gboolean
is_stopped (void)
{
  return ls_cli_write_failed () || g_cancellable_is_cancelled (ls_cli_watch_interrupt ());
}

static void
check_files (Report    *report,
             GPtrArray *files)
{
  for (guint i = 0; i < files->len && !is_stopped (); i++)
    {
      check_file (report, g_ptr_array_index (files, i));
      ls_cli_flush ();
    }
}

/* Checks the files with each of the seeds that were asked for. */
static void
check_seeds (Report             *report,
             const LsCliCommand *command,
             GPtrArray          *files)
{
  for (guint64 seed = report->seeds.first; seed <= report->seeds.last && !is_stopped (); seed++)
    {
      report->seed = (guint32) seed;
      for (guint i = 0; i < files->len; i++)
        {
          const LsCliCheckedFile *file = g_ptr_array_index (files, i);

          if (file->session != NULL)
            ls_cli_set_seed (command, file->session, file->argument, report->options, report->seed);
        }
      check_files (report, files);
    }
}

/* Checks the files with the preset that was asked for, or with each of them. */
static void
check_presets (Report    *report,
               GPtrArray *files)
{
  const char *const *presets = ls_settings_list_presets ();

  if (!report->options->has_all_presets)
    check_files (report, files);
  for (guint i = 0; report->options->has_all_presets && presets[i] != NULL && !is_stopped (); i++)
    {
      report->preset = report->options->runner.preset = presets[i];
      check_files (report, files);
    }
}

static void
plan (Report    *report,
      GPtrArray *files)
{
  guint64 n_tests = 0;

  for (guint i = 0; i < files->len; i++)
    n_tests += ls_cli_checked_file_count_tests (g_ptr_array_index (files, i));
  if (report->options->has_all_presets)
    n_tests *= g_strv_length ((char **) ls_settings_list_presets ());
  if (report->seeds.is_given)
    n_tests *= (guint64) report->seeds.last - report->seeds.first + 1;
  /* What is updated may have other expectations then. */
  if (!report->updates)
    ls_cli_tests_plan (report->tests, n_tests);
}

/* Returns whether all files that could be read are scripts in files; if not, the user has been told. */
static gboolean
can_update (const LsCliCommand *command,
            GPtrArray          *files)
{
  for (guint i = 0; i < files->len; i++)
    {
      const LsCliCheckedFile *file = g_ptr_array_index (files, i);

      if (file->session != NULL && (!ls_session_is_plain_script (file->session) || !ls_session_path_is_script (file->argument) ||
                                    ls_session_get_file (file->session) == NULL))
        return ls_cli_usage_error (command, _("%s is not the file of a script; %s writes into comments of scripts"), file->name,
                                   "--update") == LS_CLI_OK;
    }

  return TRUE;
}

/* Returns whether all files that could be read can have a seed; if not, the user has been told. */
static gboolean
can_have_seed (const LsCliCommand *command,
               const Report       *report,
               GPtrArray          *files)
{
  for (guint i = 0; i < files->len; i++)
    {
      const LsCliCheckedFile *file = g_ptr_array_index (files, i);

      if (file->session != NULL &&
          !ls_cli_set_seed (command, file->session, file->argument, report->options, report->seeds.first))
        return FALSE;
    }
  return TRUE;
}

static int
run_check (const LsCliCommand *command,
           char              **arguments,
           Report             *report,
           gboolean            is_json,
           const char         *junit)
{
  g_autoptr (GPtrArray) files = ls_cli_checked_files_load (arguments);
  g_autoptr (LsCliTests) tests = NULL;

  if ((report->updates && !can_update (command, files)) ||
      (report->seeds.is_given && !can_have_seed (command, report, files)))
    return LS_CLI_BAD_USAGE;

  report->tests = tests = ls_cli_tests_new (is_json);
  plan (report, files);
  if (report->seeds.is_given)
    check_seeds (report, command, files);
  else
    check_presets (report, files);
  if (is_stopped ())
    return report->exit_status;
  ls_cli_tests_end (tests);

  return junit == NULL || ls_cli_tests_save_junit (tests, junit) ? report->exit_status : LS_CLI_OUTPUT_FAILED;
}

/* Checks again whenever something beside the files changes, until somebody interrupts. */
static int
watch_check (const LsCliCommand *command,
             char              **arguments,
             Report             *report,
             const char         *junit)
{
  g_autoptr (LsCliFileWatch) watch = ls_cli_file_watch_new (arguments, junit);

  while (TRUE)
    {
      g_autofree char *changed = NULL;
      int exit_status;

      report->exit_status = LS_CLI_OK;
      exit_status = run_check (command, arguments, report, FALSE, junit);
      if (is_stopped () || exit_status == LS_CLI_OUTPUT_FAILED)
        return exit_status;
      ls_cli_flush ();
      ls_cli_message (_("Waiting for a change. Ctrl+C ends."));
      changed = ls_cli_file_watch_wait (watch, ls_cli_watch_interrupt ());
      if (changed == NULL)
        return exit_status;
      ls_cli_message (_("%s has changed"), changed);
    }
}

/* Whether what was asked for can be watched; if not, the user has been told. */
static gboolean
can_watch (const LsCliCommand *command,
           char              **arguments,
           const Report       *report,
           gboolean            is_json)
{
  if (report->updates || is_json)
    return ls_cli_usage_error (command, _("%s cannot be combined with %s"), "--watch", is_json ? "--json" : "--update") == LS_CLI_OK;
  if (g_strv_contains ((const char *const *) arguments, "-"))
    return ls_cli_usage_error (command, _("--watch needs files; standard input does not change")) == LS_CLI_OK;
  return TRUE;
}

/* Runs sessions, and prints in version 13 of the Test Anything Protocol whether they did what they are expected to. */
int
ls_cli_command_check (const LsCliCommand *command,
                      char              **arguments)
{
  g_auto (LsCliRunOptions) options = { .takes_all_presets = TRUE };
  Report report = { .options = &options, .exit_status = LS_CLI_OK };
  gboolean is_json = FALSE, watches = FALSE;
  g_autofree char *junit = NULL, *seed = NULL;
  const GOptionEntry entries[] = {
    { "update", 0, 0, G_OPTION_ARG_NONE, &report.updates, N_("Write what scripts do into their comments, and expect that"), NULL },
    { "junit", 0, 0, G_OPTION_ARG_FILENAME, &junit, N_("Write the outcome to a file as well, in the XML of JUnit"), N_("FILE") },
    { "json", 0, 0, G_OPTION_ARG_NONE, &is_json, N_("Print JSON"), NULL },
    { "seed", 0, 0, G_OPTION_ARG_STRING, &seed,
      N_("Take these random numbers; with N..M check with all of them"), N_("N") },
    { "watch", 0, 0, G_OPTION_ARG_NONE, &watches, N_("Check again whenever files beside those that are checked change"), NULL },
    { NULL }
  };
  g_auto (GStrv) rest = g_strdupv (arguments);
  int exit_status;

  if (!ls_cli_parse_run (command, _("Prints version 13 of the Test Anything Protocol. A script says in comments what it\nexpects: // expect: LINE, // expect-order: NAME NAME, // expect-waited: NAME <= 16 ms."),
                         entries, &options, TRUE, &rest, &exit_status))
    return exit_status;

  if (!ls_cli_run_options_apply (&options, command) ||
      !ls_cli_parse_seeds (command, seed, &report.seeds) ||
      !ls_cli_need_files (command, rest))
    return LS_CLI_BAD_USAGE;
  if (report.seeds.is_given && (report.updates || options.has_all_presets))
    return ls_cli_usage_error (command, _("%s cannot be combined with %s"), options.has_all_presets ? "--preset=all" : "--update",
                               "--seed");
  if (report.updates && options.has_all_presets)
    return ls_cli_usage_error (command, _("%s cannot be combined with %s"), "--update", "--preset=all");
  if (g_strcmp0 (junit, "-") == 0)
    return ls_cli_usage_error (command, _("--junit is “-”; expected a file, as the outcome goes to standard output already"));
  if (watches && !can_watch (command, rest, &report, is_json))
    return LS_CLI_BAD_USAGE;

  return watches ? watch_check (command, rest, &report, junit) : run_check (command, rest, &report, is_json, junit);
}
