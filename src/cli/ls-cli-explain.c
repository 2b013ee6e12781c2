/* ls-cli-explain.c: loopscope-cli explain
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include <glib/gi18n.h>

#include "ls-cli-session.h"
#include "ls-explain.h"

/* The options of “explain”. */
typedef struct
{
  guint64  step;
  guint64  task;   /* 0: the next one */
  guint64  other;  /* explains why the task ran before this one; 0 if nobody asked for that */
  gboolean json;
} Request;

/* Prints an explanation: the answer first, then the queues of the choice, then the clause. @state is at its position. */
static int
print (const LsExplanation *explanation,
       LsState             *state,
       gboolean             as_json)
{
  g_autofree char *text = as_json ? ls_explanation_to_json (explanation) : ls_explanation_to_text (explanation, state);

  ls_cli_write_answer (text, as_json);
  return LS_CLI_OK;
}

/* Explains why one task ran before another one, once the run has ended. */
static int
print_before (const LsCliCommand *command,
              char              **arguments,
              LsRunner           *runner,
              const Request      *request)
{
  g_autofree char *name = ls_cli_display_name (arguments[0]);
  g_autoptr (LsExplanation) explanation = NULL;
  g_autoptr (LsState) state = NULL;
  gboolean is_cut;
  int exit_status;

  ls_runner_run_to_end (runner, ls_cli_watch_interrupt ());
  is_cut = ls_cli_report_budget (runner, name);
  if (!is_cut && ls_runner_get_state (runner) != LS_RUNNER_FINISHED)
    {
      ls_cli_die_interrupted ();
      return LS_CLI_BAD_INPUT;
    }

  explanation = ls_explain_before (ls_runner_get_trace (runner), request->task, request->other);
  if (explanation->kind == LS_EXPLANATION_UNKNOWN_TASK)
    return ls_cli_usage_error (command, _("The run has no task %u"), explanation->task);
  state = ls_state_new (ls_runner_get_trace (runner));
  ls_state_seek (state, explanation->position);
  exit_status = print (explanation, state, request->json);
  return is_cut ? LS_CLI_BUDGET_EXCEEDED : exit_status;
}

static int
print_explanation (const LsCliCommand *command,
                   char              **arguments,
                   LsCliRunOptions    *options,
                   const Request      *request)
{
  g_autoptr (LsRunner) runner = NULL;
  g_autoptr (LsState) state = NULL;
  g_autoptr (LsExplanation) explanation = NULL;
  int exit_status;

  ls_cli_watch_interrupt ();
  runner = ls_cli_open (arguments, options);
  if (runner == NULL)
    return LS_CLI_BAD_INPUT;
  if (request->other != 0)
    return print_before (command, arguments, runner, request);
  state = ls_cli_run_to_step (command, arguments[0], runner, request->step, &exit_status);
  if (state == NULL)
    return exit_status;

  explanation = request->task != 0 ? ls_explain_task (state, request->task) : ls_explain_next (state);

  if (explanation->kind == LS_EXPLANATION_UNKNOWN_TASK)
    return ls_cli_usage_error (command, _("There is no task %u at step %u"), (guint) request->task,
                               (guint) request->step);

  return print (explanation, state, request->json);
}

/* Runs a session up to a step, and says why the next task is next or what another one waits for; or to its end, and says why one
 * task ran before another. */
int
ls_cli_command_explain (const LsCliCommand *command,
                        char              **arguments)
{
  Request request = { 0 };
  g_auto (LsCliRunOptions) options = { 0 };
  g_autofree char *step = NULL, *task = NULL, *before = NULL;
  const GOptionEntry entries[] = {
    { "step", 0, 0, G_OPTION_ARG_STRING, &step, N_("Explain the state after this step; 0 is the start"), N_("N") },
    { "task", 0, 0, G_OPTION_ARG_STRING, &task, N_("Explain this task instead of the next one"), N_("ID") },
    { "before", 0, 0, G_OPTION_ARG_STRING, &before, N_("Explain why the task ran before this one; needs no step"), N_("ID") },
    { "json", 0, 0, G_OPTION_ARG_NONE, &request.json, N_("Print JSON"), NULL },
    { NULL }
  };
  g_auto (GStrv) rest = g_strdupv (arguments);
  int exit_status;

  if (!ls_cli_parse_run (command, NULL, entries, &options, FALSE, &rest, &exit_status))
    return exit_status;

  if (before != NULL && (task == NULL || step != NULL))
    return ls_cli_usage_error (command, _("--before needs --task and excludes --step: it looks at the whole run"));
  if ((before == NULL && !ls_cli_parse_step (command, step, &request.step)) ||
      !ls_cli_parse_number (command, "--before", before, 1, G_MAXUINT32, &request.other) ||
      !ls_cli_parse_number (command, "--task", task, 1, G_MAXUINT32, &request.task) ||
      !ls_cli_run_options_apply (&options, command) ||
      !ls_cli_need_one_session (command, rest))
    return LS_CLI_BAD_USAGE;

  return print_explanation (command, rest, &options, &request);
}
