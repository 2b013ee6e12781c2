/* ls-cli-session.c: how the commands get and run a session
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include <glib/gi18n.h>

#include "ls-cli-session.h"

/* Returns whether the user gave --json, which is among the command's own @entries (nullable) if it has such an option. */
static gboolean
asks_for_json (const GOptionEntry *entries)
{
  for (; entries != NULL && entries->long_name != NULL; entries++)
    if (g_str_equal (entries->long_name, "json"))
      return *(const gboolean *) entries->arg_data;
  return FALSE;
}

/* Parses the options of a command that runs sessions: its own @entries (nullable), and those of every such command into @options.
 * Prints the help, with @description (nullable, translated) below the options, if it is asked for. @can_be_real says whether the
 * command runs a session once, and takes what comes of it as it is. Only arguments that are no options are left. Returns whether to
 * go on; if not, @exit_status is how to end. */
gboolean
ls_cli_parse_run (const LsCliCommand   *command,
                  const char           *description,
                  const GOptionEntry   *entries,
                  LsCliRunOptions      *options,
                  gboolean              can_be_real,
                  char               ***arguments,
                  int                  *exit_status)
{
  const GOptionEntry of_runs[] = {
    { "preset", 0, 0, G_OPTION_ARG_STRING, &options->preset,
      options->takes_all_presets ? N_("Choose between task queues like this preset; “all” tries each of them")
                                 : N_("Choose between task queues like this preset"), N_("NAME") },
    { "edition", 0, 0, G_OPTION_ARG_STRING, &options->edition,
      N_("Follow this edition: 2025 or 2023-yield-options"), N_("EDITION") },
    { "experiment", 0, 0, G_OPTION_ARG_STRING_ARRAY, &options->experiments,
      N_("Turn on this experiment instead of the session’s; may be repeated; “none” turns all off"), N_("NAME") },
    { "clock", 0, 0, G_OPTION_ARG_STRING, &options->clock,
      N_("Use this clock: virtual or monotonic"), N_("CLOCK") },
    { "budget", 0, 0, G_OPTION_ARG_STRING, &options->budget,
      N_("Stop the run after this many steps"), N_("STEPS") },
    { "memory", 0, 0, G_OPTION_ARG_STRING, &options->memory,
      N_("Stop a program in JavaScript that takes more memory than this, in MB"), N_("MB") },
    { "keep-records", 0, 0, G_OPTION_ARG_STRING, &options->keep_records,
      N_("Keep only the last records, this many"), N_("RECORDS") },
    { "thread", 0, 0, G_OPTION_ARG_STRING, &options->thread,
      N_("Show this thread of a recording: PID/TID, or a part of its title or URL"), N_("TEXT") },
    { "list-threads", 0, 0, G_OPTION_ARG_NONE, &options->lists_threads,
      N_("List the threads of a recording and exit"), NULL },
    { can_be_real ? "real" : NULL, 0, 0, G_OPTION_ARG_NONE, &options->is_real,
      N_("Run for real: on the monotonic clock, with a thread for each agent"), NULL },
    { NULL }
  };
  g_autoptr (GOptionContext) context = ls_cli_context_new (command, description);

  if (entries != NULL)
    ls_cli_context_add (context, entries);
  ls_cli_context_add (context, of_runs);
  if (!ls_cli_parse (command, context, arguments, exit_status))
    return FALSE;
  if (!options->lists_threads)
    return TRUE;
  *exit_status = ls_cli_list_threads (command, *arguments, asks_for_json (entries));
  return FALSE;
}

/* Returns whether @string, the value of an option, is %NULL or a preset; if not, the user has been told. */
gboolean
ls_cli_parse_preset (const LsCliCommand *command,
                     const char         *string)
{
  if (string == NULL || g_strv_contains (ls_settings_list_presets (), string))
    return TRUE;
  return ls_cli_refuse_value (command, ls_cli_list_values (command, "preset"), _("“%s” is not a preset"), string) == LS_CLI_OK;
}

static char **
list_priorities (void)
{
  g_autoptr (GStrvBuilder) names = g_strv_builder_new ();

  for (guint priority = LS_TASK_PRIORITY_USER_BLOCKING; priority >= LS_TASK_PRIORITY_BACKGROUND; priority--)
    g_strv_builder_add (names, ls_task_priority_to_string (priority));
  return g_strv_builder_end (names);
}

/* Reads the name of a priority. Returns whether @string is one; if not, the user has been told. */
gboolean
ls_cli_parse_priority (const LsCliCommand *command,
                       const char         *string,
                       LsTaskPriority     *priority)
{
  if (ls_task_priority_from_string (string, priority))
    return TRUE;
  return ls_cli_refuse_value (command, list_priorities (), _("“%s” is not a priority"), string) == LS_CLI_OK;
}

/* Puts the edition that an option names into @edition, and whether it names one into @is_given; both stay as they are without the
 * option (%NULL). Returns whether @string is %NULL or an edition; if not, the user has been told. */
gboolean
ls_cli_parse_edition (const LsCliCommand *command,
                      const char         *string,
                      LsEdition          *edition,
                      gboolean           *is_given)
{
  if (string == NULL)
    return TRUE;
  if (!ls_edition_from_string (string, edition))
    return ls_cli_refuse_value (command, ls_cli_list_values (command, "edition"), _("“%s” is not an edition"), string) == LS_CLI_OK;
  *is_given = TRUE;
  return TRUE;
}

/* Puts the experiments that options name into @experiments, and whether there are such options into @is_given; without, for %NULL,
 * both stay as they are. Returns whether all @names are experiments, or the only one is “none”; if not, the user has been told. */
gboolean
ls_cli_parse_experiments (const LsCliCommand  *command,
                          char               **names,
                          LsExperiments       *experiments,
                          gboolean            *is_given)
{
  LsExperiments found = LS_EXPERIMENT_NONE;

  if (names == NULL)
    return TRUE;
  for (guint i = 0; names[i] != NULL; i++)
    {
      LsExperiments experiment = LS_EXPERIMENT_NONE;

      if (g_str_equal (names[i], "none") && i == 0 && names[1] == NULL)
        break;
      if (!ls_experiment_from_string (names[i], &experiment))
        {
          if (g_str_equal (names[i], "none"))
            return ls_cli_usage_error (command, _("“none” turns all experiments off and cannot be combined with others")) == LS_CLI_OK;
          return ls_cli_refuse_value (command, ls_cli_list_values (command, "experiment"), _("“%s” is not an experiment"),
                                      names[i]) == LS_CLI_OK;
        }
      found |= experiment;
    }
  *experiments = found;
  *is_given = TRUE;
  return TRUE;
}

/* Makes a runner's options of those that were given to @command. Returns whether they make sense; if not, the user has been
 * told. */
gboolean
ls_cli_run_options_apply (LsCliRunOptions    *self,
                          const LsCliCommand *command)
{
  self->runner = (LsRunnerOptions) LS_RUNNER_OPTIONS_INIT;
  self->has_all_presets = self->takes_all_presets && g_strcmp0 (self->preset, "all") == 0;
  self->runner.preset = self->has_all_presets ? NULL : self->preset;
  if (!ls_cli_parse_preset (command, self->runner.preset) ||
      !ls_cli_parse_edition (command, self->edition, &self->runner.edition, &self->runner.sets_edition) ||
      !ls_cli_parse_experiments (command, self->experiments, &self->runner.experiments, &self->runner.sets_experiments))
    return FALSE;
  if (self->clock != NULL)
    {
      if (!ls_clock_kind_from_string (self->clock, &self->runner.clock))
        return ls_cli_refuse_value (command, ls_cli_list_values (command, "clock"), _("“%s” is not a clock"),
                                    self->clock) == LS_CLI_OK;
      self->runner.sets_clock = TRUE;
    }
  if (self->is_real)
    {
      if (self->runner.sets_clock && self->runner.clock == LS_CLOCK_VIRTUAL)
        return ls_cli_usage_error (command, _("%s always uses the monotonic clock"), "--real") == LS_CLI_OK;
      self->runner.clock = LS_CLOCK_MONOTONIC;
      self->runner.sets_clock = TRUE;
      self->runner.is_real = TRUE;
    }
  return ls_cli_parse_number (command, "--budget", self->budget, 1, G_MAXUINT32, &self->runner.step_budget) &&
         ls_cli_parse_number (command, "--memory", self->memory, LS_SETTINGS_LEAST_MEMORY_BUDGET, G_MAXUINT32,
                              &self->runner.memory_budget) &&
         ls_cli_parse_number (command, "--keep-records", self->keep_records, LS_SETTINGS_LEAST_KEPT_RECORDS, G_MAXUINT32,
                              &self->runner.kept_records);
}

void
ls_cli_run_options_clear (LsCliRunOptions *self)
{
  g_clear_pointer (&self->preset, g_free);
  g_clear_pointer (&self->edition, g_free);
  g_clear_pointer (&self->experiments, g_strfreev);
  g_clear_pointer (&self->clock, g_free);
  g_clear_pointer (&self->budget, g_free);
  g_clear_pointer (&self->memory, g_free);
  g_clear_pointer (&self->keep_records, g_free);
  g_clear_pointer (&self->thread, g_free);
}

/* Returns (transfer full) what to call a FILE of the command line in messages; may need ls_cli_escape(). */
char *
ls_cli_display_name (const char *argument)
{
  return g_strdup (g_str_equal (argument, "-") ? _("standard input") : argument);
}

/* Loads the FILE of the command line, or several that are scripts; of a recording the thread that @options name. Returns (transfer
 * full) (nullable) the session; if %NULL, the user has been told, and @exit_status is how to end. */
LsSession *
ls_cli_load (const LsCliCommand  *command,
             char               **arguments,
             LsCliRunOptions     *options,
             int                 *exit_status)
{
  g_autoptr (GError) error = NULL;
  LsSession *session = NULL;

  *exit_status = LS_CLI_BAD_INPUT;
  if (arguments[1] == NULL)
    session = ls_cli_read (arguments[0], options->reads_on ? NULL : ls_cli_watch_interrupt ());
  else if ((session = ls_session_new_for_scripts ((const char *const *) arguments, &error)) == NULL)
    ls_cli_message ("%s", error->message);
  return session != NULL ? ls_cli_choose_thread (command, session, arguments[0], options, exit_status) : NULL;
}

/* Returns (transfer full) (nullable) a runner for the session; if %NULL, the user has been told. */
LsRunner *
ls_cli_prepare (LsSession       *session,
                LsRunnerOptions *options)
{
  g_autoptr (GError) error = NULL;
  LsRunner *runner = ls_runner_new (session, options, &error);

  if (runner == NULL)
    ls_cli_message ("%s", error->message);
  return runner;
}

/* Loads the FILE of the command line, or several that are scripts. Returns (transfer full) (nullable) a runner for it; if %NULL,
 * the user has been told, and @exit_status is how to end. */
LsRunner *
ls_cli_open (const LsCliCommand  *command,
             char               **arguments,
             LsCliRunOptions     *options,
             int                 *exit_status)
{
  g_autoptr (LsSession) session = ls_cli_load (command, arguments, options, exit_status);

  if (session == NULL)
    return NULL;
  *exit_status = LS_CLI_BAD_INPUT;
  return ls_cli_prepare (session, &options->runner);
}

/* Runs a session, that of the FILE @argument, for a command that looks at one step of it. Returns (transfer full) (nullable) the
 * state after the step; if %NULL, the user has been told, and @exit_status is how to end. */
LsState *
ls_cli_run_to_step (const LsCliCommand *command,
                    const char         *argument,
                    LsRunner           *runner,
                    guint32             step,
                    int                *exit_status)
{
  g_autofree char *name = ls_cli_display_name (argument);
  guint32 n_steps;

  ls_runner_run_to_step (runner, step, ls_cli_watch_interrupt ());
  n_steps = ls_runner_get_n_steps (runner);

  if (n_steps >= step)
    {
      LsState *state = ls_state_new (ls_runner_get_trace (runner));

      ls_state_seek (state, ls_runner_find_step (runner, step));
      ls_runner_run_to_next (runner, state, ls_cli_watch_interrupt ());
      return state;
    }

  if (ls_cli_report_budget (runner, name))
    {
      *exit_status = LS_CLI_BUDGET_EXCEEDED;
    }
  else if (ls_runner_get_state (runner) == LS_RUNNER_FINISHED)
    {
      *exit_status = ls_cli_usage_error (command,
                                         g_dngettext (GETTEXT_PACKAGE,
                                                      "There is no step %u: %s has %u step",
                                                      "There is no step %u: %s has %u steps",
                                                      n_steps),
                                         step, name, n_steps);
    }
  else
    {
      ls_cli_die_interrupted ();
      *exit_status = LS_CLI_BAD_INPUT;
    }
  return NULL;
}

/* Tells the user where a budget has ended the run; @name is the FILE, as it is shown. Returns whether one has. */
gboolean
ls_cli_report_budget (LsRunner   *runner,
                      const char *name)
{
  if (ls_runner_get_state (runner) != LS_RUNNER_BUDGET_EXCEEDED)
    return FALSE;
  ls_cli_message ("%s: %s", name, ls_runner_get_message (runner));
  return TRUE;
}

/* Tells the user which of the session's actions could not be done, and why; @name is the FILE, as it is shown. */
void
ls_cli_report_actions (LsRunner   *runner,
                       const char *name)
{
  for (guint i = 0; i < ls_session_get_n_actions (ls_runner_get_session (runner)); i++)
    {
      LsActionOutcome outcome;

      ls_runner_get_action_outcome (runner, i, &outcome);
      if (ls_action_result_is_problem (outcome.result))
        /* Translators: a file, a place in it such as /actions/3, and a sentence that says why something was not done */
        ls_cli_message (_("%s: /actions/%u was skipped: %s"), name, i, ls_action_result_to_words (outcome.result));
    }
}

/* Tells the user where a run has not followed the session's schedule; @name is the FILE, as it is shown. */
void
ls_cli_report_schedule (LsRunner   *runner,
                        const char *name)
{
  g_autofree char *problem = ls_runner_dup_schedule_problem (runner);

  if (problem != NULL)
    ls_cli_message ("%s: %s", name, problem);
}
