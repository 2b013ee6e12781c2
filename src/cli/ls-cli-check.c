/* ls-cli-check.c: loopscope-cli check
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include <glib/gi18n.h>

#include "ls-cli-session.h"
#include "ls-lesson-check.h"
#include "ls-script-expectations.h"
#include "ls-session-check.h"

/* A file that the command line names. */
typedef struct
{
  char      *argument;
  char      *name;
  LsSession *session;    /* NULL if it could not be loaded */
  GPtrArray *expectations; /* LsExpectation: of the comments of a script */
  GError    *error;
} CheckedFile;

/* The output so far. */
typedef struct
{
  guint number;          /* of the last test */
  int   exit_status;
} Report;

static void
checked_file_free (CheckedFile *self)
{
  g_free (self->argument);
  g_free (self->name);
  g_clear_object (&self->session);
  g_clear_pointer (&self->expectations, g_ptr_array_unref);
  g_clear_error (&self->error);
  g_free (self);
}

static CheckedFile *
checked_file_new (const char *argument)
{
  CheckedFile *self = g_new0 (CheckedFile, 1);

  self->argument = g_strdup (argument);
  self->name = ls_cli_display_name (argument);
  self->session = ls_session_new_from_path (argument, &self->error);
  if (self->session != NULL)
    self->expectations = ls_session_read_script_expectations (self->session, &self->error);
  if (self->expectations == NULL)
    g_clear_object (&self->session);

  return self;
}

/* A file that cannot be loaded, or that has nothing to check, counts as one test. */
static guint
checked_file_count_tests (CheckedFile *self)
{
  LsLesson *lesson = self->session != NULL ? ls_session_get_lesson (self->session) : NULL;
  guint n_tests = lesson != NULL ? ls_lesson_count_checks (lesson) : 0;

  return self->session != NULL ? MAX (ls_session_get_n_expectations (self->session) + self->expectations->len + n_tests, 1) : 1;
}

static void
report_problem (Report    *report,
                LsCliExit  problem)
{
  report->exit_status = ls_cli_get_worse (report->exit_status, problem);
}

/* In TAP a “#” begins a directive. */
static void
append_description (GString    *string,
                    const char *text)
{
  g_autofree char *escaped = ls_cli_escape (text, -1);

  for (const char *p = escaped; *p != '\0'; p++)
    {
      if (*p == '#')
        g_string_append_c (string, '\\');
      g_string_append_c (string, *p);
    }
}

/* Every JSON string is a YAML string too. */
static void
append_quoted (GString    *string,
               const char *text)
{
  g_autofree char *valid = g_utf8_make_valid (text, -1);

  g_string_append_c (string, '"');
  for (const char *p = valid; *p != '\0'; p = g_utf8_next_char (p))
    {
      gunichar c = g_utf8_get_char (p);

      if (c == '"' || c == '\\')
        g_string_append_printf (string, "\\%c", (char) c);
      else if (c == '\n')
        g_string_append (string, "\\n");
      else if (c == '\t')
        g_string_append (string, "\\t");
      else if (g_unichar_iscntrl (c) || c == 0x2028 || c == 0x2029 || c == 0xfeff)
        g_string_append_printf (string, "\\u%04x", c);
      else
        g_string_append_unichar (string, c);
    }
  g_string_append_c (string, '"');
}

static void
print_test (Report     *report,
            gboolean    passed,
            const char *name,
            const char *title,
            const char *message)
{
  g_autoptr (GString) string = g_string_new (passed ? "ok" : "not ok");

  g_string_append_printf (string, " %u - ", ++report->number);
  append_description (string, name);
  if (title != NULL)
    {
      g_string_append (string, ": ");
      append_description (string, title);
    }
  g_string_append_c (string, '\n');

  if (!passed && message != NULL)
    {
      g_string_append (string, "  ---\n  message: ");
      append_quoted (string, message);
      g_string_append (string, "\n  ...\n");
    }

  ls_cli_write (string->str, string->len);
}

static void
print_skipped (Report     *report,
               const char *name)
{
  g_autoptr (GString) string = g_string_new (NULL);

  g_string_append_printf (string, "ok %u - ", ++report->number);
  append_description (string, name);
  /* The word is TAP's. */
  g_string_append_printf (string, " # SKIP %s\n", _("it has no expectations"));

  ls_cli_write (string->str, string->len);
}

/* Whether the session itself expects the run to end, or not to end: then a budget may stop it. */
static gboolean
expects_an_end (CheckedFile *file)
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
place_message (CheckedFile         *file,
               const LsCheckResult *result)
{
  if (result->message == NULL || result->line == 0)
    return g_strdup (result->message);
  return g_strdup_printf ("%s:%u: %s", file->name, result->line, result->message);
}

static void
print_results (Report      *report,
               CheckedFile *file,
               GPtrArray   *results)
{
  for (guint i = 0; i < results->len; i++)
    {
      const LsCheckResult *result = g_ptr_array_index (results, i);

      g_autofree char *message = place_message (file, result);

      print_test (report, result->passed, file->name, result->title, message);
      if (!result->passed)
        report_problem (report, LS_CLI_EXPECTATION_FAILED);
    }
}

static void
check_run (Report      *report,
           CheckedFile *file,
           LsRunner    *runner)
{
  g_autoptr (GPtrArray) results = NULL, of_script = NULL;

  ls_runner_run_to_end (runner, ls_cli_watch_interrupt ());
  if (g_cancellable_is_cancelled (ls_cli_watch_interrupt ()))
    return;

  results = ls_runner_check (runner);
  of_script = ls_runner_check_expectations (runner, file->expectations);
  print_results (report, file, results);
  print_results (report, file, of_script);

  ls_cli_report_schedule (runner, file->name);
  ls_cli_report_actions (runner, file->name);
  if (!expects_an_end (file) && ls_cli_report_budget (runner, file->name))
    report_problem (report, LS_CLI_BUDGET_EXCEEDED);
}

/* Checks each page of a lesson in a run of its own. */
static void
check_lesson (Report          *report,
              CheckedFile     *file,
              LsCliRunOptions *options)
{
  g_autoptr (GPtrArray) results = NULL;

  if (ls_session_get_lesson (file->session) == NULL)
    return;
  results = ls_session_check_lesson (file->session, &options->runner, ls_cli_watch_interrupt ());
  if (!g_cancellable_is_cancelled (ls_cli_watch_interrupt ()))
    print_results (report, file, results);
}

static void
check_file (Report          *report,
            CheckedFile     *file,
            LsCliRunOptions *options)
{
  g_autoptr (LsRunner) runner = NULL;
  guint n_tests = checked_file_count_tests (file);

  if (file->session != NULL && ls_session_get_n_expectations (file->session) == 0 && file->expectations->len == 0 &&
      ls_session_get_lesson (file->session) == NULL)
    {
      print_skipped (report, file->name);
      return;
    }

  if (file->session != NULL)
    runner = ls_runner_new (file->session, &options->runner, &file->error);

  if (runner != NULL)
    {
      check_run (report, file, runner);
      if (!g_cancellable_is_cancelled (ls_cli_watch_interrupt ()))
        check_lesson (report, file, options);
      return;
    }

  for (guint i = 0; i < n_tests; i++)
    print_test (report, FALSE, file->name, NULL, file->error->message);
  report_problem (report, LS_CLI_BAD_INPUT);
}

static int
check_files (char           **arguments,
             LsCliRunOptions *options)
{
  g_autoptr (GPtrArray) files = g_ptr_array_new_with_free_func ((GDestroyNotify) checked_file_free);
  g_autofree char *head = NULL;
  GCancellable *cancellable = ls_cli_watch_interrupt ();
  Report report = { 0, LS_CLI_OK };
  guint n_tests = 0;

  for (guint i = 0; arguments[i] != NULL; i++)
    {
      CheckedFile *file = checked_file_new (arguments[i]);

      g_ptr_array_add (files, file);
      n_tests += checked_file_count_tests (file);
    }

  head = g_strdup_printf ("TAP version 13\n1..%u\n", n_tests);
  ls_cli_write (head, -1);

  for (guint i = 0; i < files->len && !ls_cli_write_failed () && !g_cancellable_is_cancelled (cancellable); i++)
    {
      check_file (&report, g_ptr_array_index (files, i), options);
      ls_cli_flush ();
    }

  return report.exit_status;
}

/* Runs sessions, and prints in version 13 of the Test Anything Protocol whether they did what they are expected to. */
int
ls_cli_command_check (const LsCliCommand *command,
                      char              **arguments)
{
  g_auto (LsCliRunOptions) options = { 0 };
  g_auto (GStrv) rest = g_strdupv (arguments);
  int exit_status;

  if (!ls_cli_parse_run (command, _("Prints version 13 of the Test Anything Protocol."), NULL, &options, TRUE, &rest, &exit_status))
    return exit_status;

  if (!ls_cli_run_options_apply (&options, command) || !ls_cli_need_files (command, rest))
    return LS_CLI_BAD_USAGE;

  return check_files (rest, &options);
}
