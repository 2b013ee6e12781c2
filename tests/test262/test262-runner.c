/* test262-runner.c: runs tests of ECMAScript's test suite
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include <locale.h>

#include "ls-cli.h"
#include "ls-program-script.h"

#include "test262-host.h"
#include "test262-output.h"
#include "test262-session.h"
#include "test262-suite.h"
#include "test262-watch.h"

/* How often output is flushed, in µs. */
#define FLUSH_INTERVAL 20000

/* A run of files that are one test. */
typedef struct
{
  Test262Watch  watch;
  GCancellable *cancellable;
} Run;

static void
on_output (LsRunner       *runner,
           LsRunnerOutput  kind,
           const char     *text,
           gpointer        user_data)
{
  Run *run = user_data;

  test262_watch_see (&run->watch, kind, text);
  if (kind == LS_RUNNER_OUTPUT_UNCAUGHT)
    ls_cli_program_error ("%s", text);
  else
    test262_print (kind, text);
  if (ls_cli_write_failed ())
    g_cancellable_cancel (run->cancellable);
}

static LsSession *
load (char    **paths,
      char    **text,
      GError  **error)
{
  g_autoptr (LsSession) session = NULL;

  for (guint i = 0; paths[i] != NULL; i++)
    {
      g_autofree char *name = test262_choose_name (session, paths[i]);

      g_free (*text);
      *text = test262_read_file (paths[i], error);
      if (*text == NULL || !test262_add_script (&session, name, *text, error))
        return NULL;
    }
  return g_steal_pointer (&session);
}

/* Tells of the last of @paths, if there is something to tell. */
static void
tell (char       **paths,
      const char  *text)
{
  const char *path = paths[g_strv_length (paths) - 1];
  g_autofree char *name = g_str_equal (path, "-") ? g_strdup ("standard input") : g_filename_display_name (path);
  g_autofree char *message = text != NULL ? g_strdup_printf ("%s: %s", name, text) : NULL;

  if (message != NULL)
    test262_message (message);
}

/* Judges a run that is over. Its caller knows which exceptions it is to throw: here none is expected. */
static int
judge (Run                   *run,
       LsRunner              *runner,
       const Test262Metadata *metadata,
       char                 **paths)
{
  const Test262Metadata without_negative = { metadata->includes, metadata->flags, NULL };
  g_autofree char *problem = NULL;

  if (ls_runner_get_state (runner) == LS_RUNNER_FINISHED || ls_runner_get_state (runner) == LS_RUNNER_BUDGET_EXCEEDED)
    tell (paths, ls_runner_get_message (runner));
  if (ls_runner_get_state (runner) == LS_RUNNER_BUDGET_EXCEEDED)
    return LS_CLI_BUDGET_EXCEEDED;
  if (ls_runner_get_script_error (runner) != NULL)
    return LS_CLI_BAD_INPUT;

  problem = test262_watch_judge (&run->watch, &without_negative, runner);
  if (problem == NULL)
    return LS_CLI_OK;
  /* Exceptions have been printed, and so has what a test says. */
  if (run->watch.exception == NULL && run->watch.failure == NULL)
    tell (paths, problem);
  return LS_CLI_EXPECTATION_FAILED;
}

/* Runs files one after the other in one realm; the last one, or what is last in it, is the test. */
static int
run_together (char            **paths,
              LsRunnerOptions  *options)
{
  Run run = { .cancellable = ls_cli_watch_interrupt () };
  g_auto (Test262Metadata) metadata = { NULL };
  g_autofree char *text = NULL;
  g_autoptr (GError) error = NULL;
  g_autoptr (LsSession) session = load (paths, &text, &error);
  g_autoptr (LsRunner) runner = NULL;
  int exit_status;

  if (session != NULL)
    {
      test262_metadata_read (&metadata, text);
      options->main_can_block = options->main_can_block && !test262_metadata_has_flag (&metadata, "CanBlockIsFalse");
      options->without_trace = TRUE;
      options->output = on_output;
      options->output_data = &run;
      runner = ls_runner_new (session, options, &error);
    }
  if (runner == NULL)
    {
      test262_message (error->message);
      return LS_CLI_BAD_INPUT;
    }
  while (ls_runner_run_for (runner, FLUSH_INTERVAL, run.cancellable) && !g_cancellable_is_cancelled (run.cancellable))
    ls_cli_flush ();
  exit_status = judge (&run, runner, &metadata, paths);
  test262_watch_clear (&run.watch);
  return exit_status;
}

static int
run (int    argc,
     char **argv)
{
  LsRunnerOptions options = LS_RUNNER_OPTIONS_INIT;
  g_autofree char *harness = NULL;
  g_auto (GStrv) paths = NULL;
  gboolean cannot_block = FALSE;
  gint64 budget = 0;
  const GOptionEntry entries[] = {
    { "harness", 0, 0, G_OPTION_ARG_FILENAME, &harness, "Run each FILE on its own, with the suite's harness in DIR", "DIR" },
    { "cannot-block", 0, 0, G_OPTION_ARG_NONE, &cannot_block, "Do not let Atomics.wait() suspend the main agent", NULL },
    { "real", 0, 0, G_OPTION_ARG_NONE, &options.is_real, "Run each agent on a thread of its own, on the monotonic clock", NULL },
    { "budget", 0, 0, G_OPTION_ARG_INT64, &budget, "Stop the run after this many steps", "STEPS" },
    { G_OPTION_REMAINING, 0, 0, G_OPTION_ARG_FILENAME_ARRAY, &paths, NULL, "FILE…" },
    { NULL }
  };
  g_autoptr (GOptionContext) context = g_option_context_new (NULL);
  g_autoptr (GError) error = NULL;

  g_option_context_set_summary (context, "Runs tests of ECMAScript's test suite, see docs/javascript.md.");
  g_option_context_add_main_entries (context, entries, NULL);
  if (!g_option_context_parse (context, &argc, &argv, &error))
    {
      test262_message (error->message);
      return LS_CLI_BAD_USAGE;
    }
  if (paths == NULL || budget < 0)
    {
      test262_message (paths == NULL ? "No file was named" : "The budget is less than 0");
      return LS_CLI_BAD_USAGE;
    }
  options.step_budget = budget;
  options.main_can_block = !cannot_block;
  return harness != NULL ? test262_run_tests (harness, paths, &options) : run_together (paths, &options);
}

int
main (int   argc,
      char *argv[])
{
  int exit_status;

  setlocale (LC_ALL, "");
  g_setenv ("TZ", "UTC", TRUE);
  test262_register ();
  exit_status = ls_cli_finish_output (run (argc, argv));
  ls_cli_die_interrupted ();
  return exit_status;
}
