/* ls-cli-lint.c: loopscope-cli lint
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include <glib/gi18n.h>

#include "ls-cli-budgets.h"
#include "ls-cli-session.h"
#include "ls-json-writer-private.h"
#include "ls-linter.h"
#include "ls-session-lints.h"

/* The options of “lint”, and what it has found. */
typedef struct
{
  gboolean  json;
  gboolean  suppressed[LS_N_LINT_KINDS];
  LsCliBudgets *budgets;   /* (nullable): what counts instead of each lint */
  LsCliExit exit_status;
} Linting;

static void
add_problem (Linting   *self,
             LsCliExit  problem)
{
  self->exit_status = ls_cli_get_worse (self->exit_status, problem);
}

/* Prints a lint for people: what happened and when, what it costs, then the advice and its source. */
static void
print_lint (const LsLint *lint,
            LsTrace      *trace,
            const char   *name)
{
  const guint64 cost = ls_lint_get_cost (lint);
  g_autofree char *explanation = ls_lint_get_explanation (lint, trace);
  g_autofree char *cost_line = cost > 0 ? g_strdup_printf (_("    Cost: %.3f ms\n"), cost / 1000.) : g_strdup ("");
  g_autofree char *line = g_strdup_printf ("%s: %s: %s\n%s    %s\n    %s\n", name, ls_lint_kind_to_string (lint->kind),
                                           explanation, cost_line, ls_lint_kind_get_advice (lint->kind),
                                           ls_lint_kind_get_reference (lint->kind));

  ls_cli_write_lines (line);
}

static void
check_budgets (Linting      *self,
               LsSession    *session,
               LsTrace      *trace,
               const char   *name,
               LsJsonWriter *json,
               gboolean     *is_exceeded)
{
  ls_json_begin (json, "budgets", '[', FALSE);
  if (!ls_cli_budgets_check (self->budgets, session, trace, name, self->json ? json : NULL, is_exceeded))
    add_problem (self, LS_CLI_BAD_USAGE);
  ls_json_end (json, ']');
}

static void
print_lints (Linting    *self,
             LsLinter   *linter,
             LsSession  *session,
             const char *name)
{
  LsTrace *trace = ls_linter_get_trace (linter);
  g_autofree char *valid = g_utf8_make_valid (name, -1);
  g_autofree char *text = NULL;
  LsJsonWriter json;
  guint n_printed = 0, n_suppressed = 0;
  gboolean is_exceeded;

  if (self->budgets != NULL)
    ls_cli_budgets_begin (self->budgets);

  ls_json_writer_init (&json);
  ls_json_begin (&json, NULL, '{', FALSE);
  ls_json_string (&json, "file", valid);
  ls_json_begin (&json, "lints", '[', FALSE);
  for (guint i = 0; i < ls_linter_get_n_lints (linter); i++)
    {
      const LsLint *lint = ls_linter_get_lint (linter, i);

      if (self->suppressed[lint->kind] || ls_session_suppresses_lint (session, lint, trace))
        {
          n_suppressed++;
          continue;
        }
      n_printed++;
      if (self->budgets != NULL)
        ls_cli_budgets_add_lint (self->budgets, lint);
      if (self->json)
        {
          g_autofree char *object = ls_lint_to_json (lint, trace);

          ls_json_raw (&json, NULL, object);
        }
      else
        print_lint (lint, trace, name);
    }
  ls_json_end (&json, ']');
  ls_json_int (&json, "suppressed", n_suppressed);
  ls_json_int (&json, "leftOut", ls_linter_get_n_left_out (linter));
  is_exceeded = n_printed > 0;
  if (self->budgets != NULL)
    check_budgets (self, session, trace, name, &json, &is_exceeded);
  ls_json_end (&json, '}');

  text = ls_json_writer_finish (&json);
  if (self->json)
    ls_cli_write_text (text);
  if (is_exceeded)
    add_problem (self, LS_CLI_EXPECTATION_FAILED);
}

static void
lint_file (const LsCliCommand *command,
           Linting            *self,
           char               *argument,
           LsCliRunOptions    *options)
{
  char *arguments[] = { argument, NULL };
  g_autofree char *name = ls_cli_display_name (argument);
  int exit_status;
  g_autoptr (LsSession) session = ls_cli_load (command, arguments, options, &exit_status);
  g_autoptr (LsRunner) runner = NULL;
  g_autoptr (LsLinter) linter = NULL;
  GCancellable *cancellable = ls_cli_watch_interrupt ();
  LsLintLimits limits;

  if (session != NULL)
    {
      exit_status = LS_CLI_BAD_INPUT;
      runner = ls_cli_prepare (session, &options->runner);
    }
  if (runner == NULL)
    {
      add_problem (self, exit_status);
      return;
    }

  ls_runner_run_to_end (runner, cancellable);
  if (g_cancellable_is_cancelled (cancellable))
    return;
  ls_session_get_lint_limits (session, &limits);
  linter = ls_linter_new (ls_runner_get_trace (runner), &limits);
  while (ls_linter_advance (linter, 1000000) && !g_cancellable_is_cancelled (cancellable))
    ;
  ls_linter_finish (linter);
  print_lints (self, linter, session, name);

  if (ls_cli_report_budget (runner, name))
    add_problem (self, LS_CLI_BUDGET_EXCEEDED);
}

static gboolean
parse_suppressed (Linting            *self,
                  const LsCliCommand *command,
                  char              **suppress)
{
  for (guint i = 0; suppress != NULL && suppress[i] != NULL; i++)
    {
      LsLintKind kind;

      if (!ls_lint_kind_from_string (suppress[i], &kind))
        return ls_cli_refuse_value (command, ls_cli_list_values (command, "suppress"), _("“%s” is not a kind of lint"),
                                    suppress[i]) == LS_CLI_OK;
      self->suppressed[kind] = TRUE;
    }

  return TRUE;
}

/* Runs sessions, and prints what may be wrong with their programs. */
int
ls_cli_command_lint (const LsCliCommand *command,
                     char              **arguments)
{
  Linting self = { .exit_status = LS_CLI_OK };
  g_auto (LsCliRunOptions) options = { 0 };
  g_auto (GStrv) suppress = NULL, fail_on = NULL;
  g_autoptr (LsCliBudgets) budgets = NULL;
  const GOptionEntry entries[] = {
    { "suppress", 0, 0, G_OPTION_ARG_STRING_ARRAY, &suppress,
      N_("Suppress lints of this kind; may be repeated"), N_("KIND") },
    { "fail-on", 0, 0, G_OPTION_ARG_STRING_ARRAY, &fail_on,
      N_("Exit with status 1 only if this is exceeded; may be repeated"), N_("BUDGET") },
    { "json", 0, 0, G_OPTION_ARG_NONE, &self.json, N_("Print JSON, one object per file"), NULL },
    { NULL }
  };
  g_auto (GStrv) rest = g_strdupv (arguments);
  int exit_status;

  if (!ls_cli_parse_run (command, _("Runs each FILE by itself. Exit status: 1 if there is a lint that neither --suppress\nnor the session suppresses, or with --fail-on if a budget is exceeded: longest-task=50ms, wait:user-blocking=100ms,\ninp=200ms, longest-dispatch=50ms, wait:200=100ms, wake-ups-per-second=10, a kind of lint, or such a kind with the number or the cost allowed: clamped-timer=3, long-task=500ms."),
                         entries, &options, FALSE, &rest, &exit_status))
    return exit_status;

  if (!parse_suppressed (&self, command, suppress) ||
      !ls_cli_run_options_apply (&options, command) ||
      !ls_cli_need_files (command, rest))
    return LS_CLI_BAD_USAGE;
  if (fail_on != NULL && (budgets = ls_cli_budgets_new (command, fail_on)) == NULL)
    return LS_CLI_BAD_USAGE;
  self.budgets = budgets;

  for (guint i = 0; rest[i] != NULL && !ls_cli_write_failed () && !g_cancellable_is_cancelled (ls_cli_watch_interrupt ()); i++)
    {
      lint_file (command, &self, rest[i], &options);
      ls_cli_flush ();
    }

  return self.exit_status;
}
