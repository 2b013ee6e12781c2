/* ls-cli-explain.c: loopscope-cli explain
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include <glib/gi18n.h>

#include "ls-cli-session.h"
#include "ls-departures.h"
#include "ls-explain.h"
#include "ls-meant-private.h"
#include "ls-wait-causes.h"

/* The options of “explain”. */
typedef struct
{
  guint64  step;
  guint64  task;   /* 0: the next one */
  guint64  other;  /* explains why the task ran before this one; 0 if nobody asked for that */
  char    *wait;   /* (nullable): a task's number or name: explains its wait */
  gboolean looks_at_end;  /* there is no step */
  gboolean departures;
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

/* Explains why one task ran before another one. */
static int
print_before (const LsCliCommand *command,
              LsTrace            *trace,
              const Request      *request)
{
  g_autoptr (LsExplanation) explanation = ls_explain_before (trace, request->task, request->other);
  g_autoptr (LsState) state = NULL;

  if (explanation->kind == LS_EXPLANATION_UNKNOWN_TASK)
    return ls_cli_usage_error (command, _("The run has no task %u"), explanation->task);
  state = ls_state_new (trace);
  ls_state_seek (state, explanation->position);
  return print (explanation, state, request->json);
}

/* The task that the user means: a number, or a name, of which the one that waited longest is taken. Returns 0 if there is none. */
static guint32
find_task (LsTrace    *trace,
           const char *text,
           guint32    *n_tasks)
{
  guint64 number;

  *n_tasks = 1;
  if (g_ascii_string_to_unsigned (text, 10, 1, G_MAXUINT32, &number, NULL))
    return number;
  return ls_wait_causes_find_task (trace, text, n_tasks);
}

/* Says that the run has no such task, and which one was probably meant. */
static int
refuse_task (const LsCliCommand *command,
             LsTrace            *trace,
             const char         *name)
{
  g_autofree char *text = g_strdup_printf (_("The run has no task “%s”"), name);
  g_autoptr (GHashTable) names = g_hash_table_new (g_str_hash, g_str_equal);  /* the trace's */
  g_autofree const char **list = NULL;
  const LsRecord *records;
  const char *meant;
  gsize position = ls_trace_get_start (trace), n_records;

  while ((records = ls_trace_peek_records (trace, position, &n_records)) != NULL && n_records > 0)
    {
      for (gsize i = 0; i < n_records; i++)
        if (records[i].text != 0 && (records[i].kind == LS_RECORD_TASK_POSTED || records[i].kind == LS_RECORD_TASK_INCOMING ||
                                     records[i].kind == LS_RECORD_TASK_DELAYED || records[i].kind == LS_RECORD_TASK_QUEUED))
          g_hash_table_add (names, (gpointer) ls_trace_get_text (trace, records[i].text));
      position += n_records;
    }
  list = (const char **) g_hash_table_get_keys_as_array (names, NULL);
  meant = ls_meant_find (name, list);
  return meant != NULL ? ls_cli_usage_error (command, _("%s; did you mean “%s”?"), text, meant) : ls_cli_usage_error (command, "%s", text);
}

/* Explains what a task waited for. */
static int
print_wait (const LsCliCommand *command,
            LsTrace            *trace,
            const Request      *request)
{
  guint32 n_tasks, task = find_task (trace, request->wait, &n_tasks);
  g_autoptr (LsWaitCauses) causes = task != 0 ? ls_wait_causes_new (trace, task) : NULL;
  g_autofree char *text = NULL;

  if (causes == NULL)
    return refuse_task (command, trace, request->wait);
  text = request->json ? ls_wait_causes_to_json (causes) : ls_wait_causes_to_text (causes);
  if (!request->json && n_tasks > 1)
    {
      g_autofree char *line = g_strdup_printf (g_dngettext (GETTEXT_PACKAGE,
                                                            "Of %u task of this name, this one waited longest.\n",
                                                            "Of %u tasks of this name, this one waited longest.\n", n_tasks),
                                               n_tasks);

      ls_cli_write_lines (line);
    }
  ls_cli_write_answer (text, request->json);
  return LS_CLI_OK;
}

/* Explains what became of a task, or what it waits for, at the end of the run. */
static int
print_end (const LsCliCommand *command,
           LsTrace            *trace,
           const Request      *request)
{
  g_autoptr (LsState) state = ls_state_new (trace);
  g_autoptr (LsExplanation) explanation = NULL;

  ls_state_seek (state, ls_trace_get_length (trace));
  explanation = ls_explain_task (state, request->task);
  if (explanation->kind == LS_EXPLANATION_UNKNOWN_TASK)
    return ls_cli_usage_error (command, _("The run has no task %u"), (guint) request->task);
  return print (explanation, state, request->json);
}

/* Says where the loop chose otherwise than its preset. */
static int
print_departures (LsTrace       *trace,
                  const Request *request)
{
  g_autoptr (LsDepartures) departures = ls_departures_new (trace);
  g_autofree char *text = NULL;

  while (ls_departures_advance (departures, 1000000) && !g_cancellable_is_cancelled (ls_cli_watch_interrupt ()))
    ;
  text = request->json ? ls_departures_to_json (departures) : ls_departures_to_text (departures);
  ls_cli_write_answer (text, request->json);
  return LS_CLI_OK;
}

/* Answers what only a whole run can tell. */
static int
explain_run (const LsCliCommand *command,
             char              **arguments,
             LsRunner           *runner,
             const Request      *request)
{
  g_autofree char *name = ls_cli_display_name (arguments[0]);
  LsTrace *trace = ls_runner_get_trace (runner);
  gboolean is_cut;
  int exit_status;

  ls_runner_run_to_end (runner, ls_cli_watch_interrupt ());
  is_cut = ls_cli_report_budget (runner, name);
  if (!is_cut && ls_runner_get_state (runner) != LS_RUNNER_FINISHED)
    {
      ls_cli_die_interrupted ();
      return LS_CLI_BAD_INPUT;
    }

  if (request->departures)
    exit_status = print_departures (trace, request);
  else if (request->wait != NULL)
    exit_status = print_wait (command, trace, request);
  else if (request->other == 0)
    exit_status = print_end (command, trace, request);
  else
    exit_status = print_before (command, trace, request);
  return is_cut && exit_status == LS_CLI_OK ? LS_CLI_BUDGET_EXCEEDED : exit_status;
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
  runner = ls_cli_open (command, arguments, options, &exit_status);
  if (runner == NULL)
    return exit_status;
  if (request->other != 0 || request->wait != NULL || request->departures || request->looks_at_end)
    return explain_run (command, arguments, runner, request);
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
 * task ran before another, or what one waited for. */
int
ls_cli_command_explain (const LsCliCommand *command,
                        char              **arguments)
{
  Request request = { 0 };
  g_auto (LsCliRunOptions) options = { 0 };
  g_autofree char *step = NULL, *task = NULL, *before = NULL, *wait = NULL;
  const GOptionEntry entries[] = {
    { "step", 0, 0, G_OPTION_ARG_STRING, &step, N_("Explain the state after this step; 0 is the start"), N_("N") },
    { "task", 0, 0, G_OPTION_ARG_STRING, &task, N_("Explain this task instead of the next one; without a step, at the end"),
      N_("ID") },
    { "before", 0, 0, G_OPTION_ARG_STRING, &before, N_("Explain why the task ran before this one; needs no step"), N_("ID") },
    { "wait", 0, 0, G_OPTION_ARG_STRING, &wait, N_("Explain what this task waited for; of a name, the one that waited longest"),
      N_("ID|NAME") },
    { "departures", 0, 0, G_OPTION_ARG_NONE, &request.departures, N_("Say where the loop of a recording chose otherwise than the preset"),
      NULL },
    { "json", 0, 0, G_OPTION_ARG_NONE, &request.json, N_("Print JSON"), NULL },
    { NULL }
  };
  g_auto (GStrv) rest = g_strdupv (arguments);
  int exit_status;

  if (!ls_cli_parse_run (command, NULL, entries, &options, FALSE, &rest, &exit_status))
    return exit_status;

  if (before != NULL && (task == NULL || step != NULL))
    return ls_cli_usage_error (command, _("--before needs --task and excludes --step: it looks at the whole run"));
  if (wait != NULL && (task != NULL || before != NULL || step != NULL))
    return ls_cli_usage_error (command, _("--wait excludes --step, --task and --before: it looks at the whole run"));
  if (request.departures && (task != NULL || before != NULL || step != NULL || wait != NULL))
    return ls_cli_usage_error (command, _("--departures excludes --step, --task, --before and --wait: it looks at the whole run"));
  request.wait = wait;
  request.looks_at_end = task != NULL && step == NULL;
  if ((wait == NULL && !request.departures && !request.looks_at_end && !ls_cli_parse_step (command, step, &request.step)) ||
      !ls_cli_parse_number (command, "--before", before, 1, G_MAXUINT32, &request.other) ||
      !ls_cli_parse_number (command, "--task", task, 1, G_MAXUINT32, &request.task) ||
      !ls_cli_run_options_apply (&options, command) ||
      !ls_cli_need_one_session (command, rest))
    return LS_CLI_BAD_USAGE;

  return print_explanation (command, rest, &options, &request);
}
