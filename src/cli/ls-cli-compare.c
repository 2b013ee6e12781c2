/* ls-cli-compare.c: loopscope-cli compare
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include <string.h>

#include <glib/gi18n.h>

#include "ls-cli-session.h"
#include "ls-comparison.h"
#include "ls-session-recording.h"
#include "ls-what-if.h"

/* What is different on the right. */
typedef struct
{
  char           *preset;
  char           *edition;
  char          **experiments;
  char           *set_priority;
  LsRunnerOptions right;            /* edition and experiments, if they are given */
  char           *signal;
  LsTaskPriority  priority;
  guint32         step;
  gboolean        json;
} Request;

static void
request_clear (Request *self)
{
  g_free (self->preset);
  g_free (self->edition);
  g_strfreev (self->experiments);
  g_free (self->set_priority);
  g_free (self->signal);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Request, request_clear)

/* SIGNAL=PRIORITY@STEP. The name of a signal may contain “=” and “@”. */
static gboolean
parse_set_priority (const LsCliCommand *command,
                    Request            *request)
{
  const char *text = request->set_priority;
  const char *at = strrchr (text, '@');
  const char *equals = at != NULL ? g_strrstr_len (text, at - text, "=") : NULL;
  g_autofree char *priority = NULL;
  guint64 step;

  if (equals == NULL || equals == text)
    return ls_cli_usage_error (command, _("--set-priority is “%s”; expected SIGNAL=PRIORITY@STEP"), text) == LS_CLI_OK;

  priority = g_strndup (equals + 1, at - equals - 1);
  if (!ls_cli_parse_priority (command, priority, &request->priority) ||
      !ls_cli_parse_number (command, "--set-priority", at + 1, 0, G_MAXUINT32, &step))
    return FALSE;

  request->signal = g_strndup (text, equals - text);
  request->step = (guint32) step;
  return TRUE;
}

static gboolean
check_request (const LsCliCommand *command,
               Request            *request,
               char              **arguments)
{
  guint n_files = g_strv_length (arguments);

  if (!ls_cli_parse_preset (command, request->preset) ||
      !ls_cli_parse_edition (command, request->edition, &request->right.edition, &request->right.sets_edition) ||
      !ls_cli_parse_experiments (command, request->experiments, &request->right.experiments,
                                 &request->right.sets_experiments) ||
      (request->set_priority != NULL && !parse_set_priority (command, request)))
    return FALSE;

  if (!ls_cli_need_files (command, arguments))
    return FALSE;
  if (n_files > 2)
    {
      g_autofree char *name = g_filename_display_name (arguments[2]);

      return ls_cli_usage_error (command, _("Unexpected argument “%s”; expected at most two files"), name) == LS_CLI_OK;
    }
  if (n_files == 2 && request->signal != NULL)
    return ls_cli_usage_error (command, _("--set-priority works with a single file only")) == LS_CLI_OK;
  if (n_files == 1 && request->preset == NULL && request->edition == NULL && request->experiments == NULL &&
      request->signal == NULL)
    return ls_cli_usage_error (command, _("Nothing to compare with; expected a second file, --with-preset, --with-edition, --with-experiment or --set-priority")) == LS_CLI_OK;

  return TRUE;
}

static LsSession *
load (const LsCliCommand *command,
      const char         *argument,
      LsCliRunOptions    *options,
      int                *exit_status)
{
  char *arguments[] = { (char *) argument, NULL };

  return ls_cli_load (command, arguments, options, exit_status);
}

/* Returns whether the session on the right can run in the way that is asked for. If not, the user has been told. */
static gboolean
can_change (const LsCliCommand *command,
            const Request      *request,
            LsSession          *session,
            const char         *argument)
{
  const char *option = request->signal != NULL ? "--set-priority" : request->preset != NULL ? "--with-preset"
                       : request->right.sets_edition ? "--with-edition" : "--with-experiment";

  return (request->signal == NULL && request->preset == NULL && !request->right.sets_edition && !request->right.sets_experiments) ||
         ls_cli_need_program (command, session, argument, option);
}

/* Runs a session to its end. @exit_status becomes the exit status, unless something else goes wrong later. */
static LsRunner *
run (LsSession       *session,
     LsRunnerOptions *options,
     const char      *argument,
     int             *exit_status)
{
  g_autofree char *name = ls_cli_display_name (argument);
  LsRunner *runner = ls_cli_prepare (session, options);

  if (runner == NULL)
    {
      *exit_status = LS_CLI_BAD_INPUT;
      return NULL;
    }

  ls_runner_run_to_end (runner, ls_cli_watch_interrupt ());
  if (ls_cli_report_budget (runner, name))
    {
      *exit_status = LS_CLI_BUDGET_EXCEEDED;
    }
  else if (ls_runner_get_state (runner) != LS_RUNNER_FINISHED)
    {
      ls_cli_die_interrupted ();
      *exit_status = LS_CLI_BAD_INPUT;
      g_clear_object (&runner);
    }
  return runner;
}

static char *
make_title (const char            *argument,
            LsSession             *session,
            const LsRunnerOptions *options,
            const char            *more)
{
  const LsSettings *settings = ls_session_get_settings (session);
  g_autofree char *name = ls_cli_display_name (argument);
  g_autofree char *experiments = ls_experiments_to_string (options->sets_experiments ? options->experiments
                                                                                    : settings->experiments);
  LsEdition edition = options->sets_edition ? options->edition : settings->edition;
  const char *preset = options->preset != NULL ? options->preset : settings->preset;

  if (ls_session_is_recorded (session))
    /* Translators: a file, and the title of the page that was recorded in it */
    return g_strdup_printf (_("%s, %s"), name, ls_session_get_title (session));
  if (experiments != NULL)
    /* Translators: a file, a preset, an edition, names of experiments, and nothing, or a comma and what else is different */
    return g_strdup_printf (_("%s, preset %s, edition %s, experiments %s%s%s"), name, preset, ls_edition_to_string (edition),
                            experiments, more != NULL ? ", " : "", more != NULL ? more : "");
  return g_strdup_printf (_("%s, preset %s, edition %s%s%s"), name, preset, ls_edition_to_string (edition),
                          more != NULL ? ", " : "", more != NULL ? more : "");
}

/* Returns the session of the right side, after the left one has run; NULL after an error that was reported. */
static LsSession *
make_right (const LsCliCommand *command,
            const Request      *request,
            char              **arguments,
            LsCliRunOptions    *options,
            LsSession          *session,
            LsRunner           *left,
            char              **more,
            int                *exit_status)
{
  LsWhatIfChange change = LS_WHAT_IF_CHANGE_INIT;
  g_autoptr (LsState) state = NULL;
  g_autoptr (GError) error = NULL;
  LsSession *right;

  *exit_status = LS_CLI_BAD_INPUT;
  if (arguments[1] != NULL)
    return load (command, arguments[1], options, exit_status);
  if (request->signal == NULL)
    return ls_session_copy (session);

  if (ls_runner_get_n_steps (left) < request->step)
    {
      g_autofree char *name = ls_cli_display_name (arguments[0]);

      *exit_status = ls_cli_usage_error (command, _("There is no step %u: the last step of %s is %u"), request->step, name,
                                         ls_runner_get_n_steps (left));
      return NULL;
    }
  state = ls_state_new (ls_runner_get_trace (left));
  ls_state_seek (state, ls_runner_find_step (left, request->step));
  change.signal = ls_what_if_find_signal (state, request->signal, &error);
  change.priority = request->priority;
  right = change.signal != 0 ? ls_session_new_what_if (session, state, &change, &error) : NULL;
  if (right == NULL)
    *exit_status = ls_cli_usage_error (command, "%s", error->message);
  else
    *more = ls_what_if_describe (state, &change);
  return right;
}

static int
compare (const LsCliCommand *command,
         char              **arguments,
         LsCliRunOptions    *options,
         const Request      *request)
{
  const char *other = arguments[1] != NULL ? arguments[1] : arguments[0];
  LsRunnerOptions right_options = options->runner;
  g_autoptr (LsSession) session = NULL;
  g_autoptr (LsSession) right_session = NULL;
  g_autoptr (LsRunner) left = NULL;
  g_autoptr (LsRunner) right = NULL;
  g_autoptr (LsComparison) comparison = NULL;
  g_autofree char *more = NULL, *left_title = NULL, *right_title = NULL, *text = NULL;
  int exit_status = LS_CLI_OK, right_status = LS_CLI_OK;

  ls_cli_watch_interrupt ();
  session = load (command, arguments[0], options, &exit_status);
  if (session == NULL)
    return exit_status;
  /* Loads both files first, so that errors in the second one show before the first one runs. */
  if (arguments[1] != NULL)
    {
      right_session = make_right (command, request, arguments, options, session, NULL, &more, &right_status);
      if (right_session == NULL)
        return right_status;
    }
  if (!can_change (command, request, right_session != NULL ? right_session : session, other))
    return LS_CLI_BAD_USAGE;
  exit_status = LS_CLI_OK;
  left = run (session, &options->runner, arguments[0], &exit_status);
  if (left == NULL)
    return exit_status;
  if (right_session == NULL)
    right_session = make_right (command, request, arguments, options, session, left, &more, &right_status);
  if (right_session == NULL)
    return right_status;

  if (request->preset != NULL)
    right_options.preset = request->preset;
  if (request->right.sets_edition)
    {
      right_options.edition = request->right.edition;
      right_options.sets_edition = TRUE;
    }
  if (request->right.sets_experiments)
    {
      right_options.experiments = request->right.experiments;
      right_options.sets_experiments = TRUE;
    }
  right = run (right_session, &right_options, other, &exit_status);
  if (right == NULL)
    return exit_status;

  comparison = ls_comparison_new (ls_runner_get_trace (left), ls_runner_get_trace (right));
  left_title = make_title (arguments[0], session, &options->runner, NULL);
  right_title = make_title (other, right_session, &right_options, more);
  text = (request->json ? ls_comparison_to_json : ls_comparison_to_text) (comparison, left_title, right_title);
  ls_cli_write_answer (text, request->json);
  if (exit_status != LS_CLI_OK)
    return exit_status;
  return ls_comparison_is_same (comparison) ? LS_CLI_OK : LS_CLI_EXPECTATION_FAILED;
}

/* Runs a session twice, with something different, or two sessions, and says what differs. */
int
ls_cli_command_compare (const LsCliCommand *command,
                        char              **arguments)
{
  g_auto (Request) request = { 0 };
  g_auto (LsCliRunOptions) options = { 0 };
  const GOptionEntry entries[] = {
    { "with-preset", 0, 0, G_OPTION_ARG_STRING, &request.preset, N_("Use this preset for the right-hand run"), N_("NAME") },
    { "with-edition", 0, 0, G_OPTION_ARG_STRING, &request.edition, N_("Use this edition for the right-hand run"),
      N_("EDITION") },
    { "with-experiment", 0, 0, G_OPTION_ARG_STRING_ARRAY, &request.experiments,
      N_("Use this experiment for the right-hand run instead of its own; may be repeated; “none” turns all off"), N_("NAME") },
    { "set-priority", 0, 0, G_OPTION_ARG_STRING, &request.set_priority,
      N_("In the right-hand run, change a signal’s priority after a step"), N_("SIGNAL=PRIORITY@STEP") },
    { "json", 0, 0, G_OPTION_ARG_NONE, &request.json, N_("Print JSON"), NULL },
    { NULL }
  };
  g_auto (GStrv) rest = g_strdupv (arguments);
  int exit_status;

  if (!ls_cli_parse_run (command, _("Compares the order in which two runs ran their tasks. Exit status: 0 if it is the\nsame, 1 if it differs."),
                         entries, &options, FALSE, &rest, &exit_status))
    return exit_status;

  if (!ls_cli_run_options_apply (&options, command) || !check_request (command, &request, rest))
    return LS_CLI_BAD_USAGE;

  return compare (command, rest, &options, &request);
}
