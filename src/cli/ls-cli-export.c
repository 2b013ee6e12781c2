/* ls-cli-export.c: loopscope-cli export
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include <glib/gi18n.h>

#include "ls-cli-export.h"
#include "ls-cli-session.h"
#include "ls-record-filter.h"

/* The options, as the user gave them. */
typedef struct
{
  char  *format;
  char **kinds;
  char **priorities;
  char  *task;
  char  *signal;
  char  *text;
  char  *output;
} Options;

/* What is to be printed: records, or the trace for another tool. */
typedef struct
{
  gboolean            is_trace;
  LsRecordFormat      records;
  LsTraceExportFormat trace;
} Format;

static gboolean
parse_kinds (const LsCliCommand *command,
             char              **kinds,
             LsRecordFilterSpec *spec)
{
  if (kinds == NULL)
    return TRUE;

  spec->without_kinds = LS_RECORD_FILTER_ALL_KINDS;
  for (guint i = 0; kinds[i] != NULL; i++)
    {
      LsRecordKind kind;

      if (!ls_record_kind_from_string (kinds[i], &kind))
        return ls_cli_refuse_value (command, ls_cli_list_values (command, "kind"), _("“%s” is not a kind of record"),
                                    kinds[i]) == LS_CLI_OK;
      spec->without_kinds &= ~LS_RECORD_FILTER_KIND (kind);
    }
  return TRUE;
}

static gboolean
parse_priorities (const LsCliCommand *command,
                  char              **priorities,
                  LsRecordFilterSpec *spec)
{
  if (priorities == NULL)
    return TRUE;

  spec->without_priorities = LS_RECORD_FILTER_ALL_PRIORITIES;
  for (guint i = 0; priorities[i] != NULL; i++)
    {
      LsTaskPriority priority;

      if (g_str_equal (priorities[i], "none"))
        spec->without_priorities &= ~LS_RECORD_FILTER_NO_PRIORITY;
      else if (ls_task_priority_from_string (priorities[i], &priority) && ls_task_priority_is_valid (priority))
        spec->without_priorities &= ~(1u << priority);
      else
        return ls_cli_refuse_value (command, ls_cli_list_values (command, "priority"), _("“%s” is not a priority"),
                                    priorities[i]) == LS_CLI_OK;
    }
  return TRUE;
}

static gboolean
parse_spec (const LsCliCommand *command,
            const Options      *options,
            LsRecordFilterSpec *spec,
            Format             *format)
{
  guint64 task = 0, signal = 0;

  if (options->format == NULL)
    {
      g_auto (GStrv) formats = ls_cli_list_values (command, "format");
      g_autofree char *known = g_strjoinv (", ", formats);

      return ls_cli_usage_error (command, _("No format given; expected --format and one of: %s"), known) == LS_CLI_OK;
    }
  format->is_trace = ls_trace_export_format_from_string (options->format, &format->trace);
  if (!format->is_trace && !ls_record_format_from_string (options->format, &format->records))
    return ls_cli_refuse_value (command, ls_cli_list_values (command, "format"), _("“%s” is not a format"),
                                options->format) == LS_CLI_OK;
  if (format->is_trace && (options->kinds != NULL || options->priorities != NULL || options->task != NULL ||
                           options->signal != NULL || options->text != NULL))
    return ls_cli_usage_error (command, _("The format “%s” has the whole run; leave out the options that choose records"),
                               options->format) == LS_CLI_OK;

  if (!parse_kinds (command, options->kinds, spec) || !parse_priorities (command, options->priorities, spec) ||
      !ls_cli_parse_number (command, "--task", options->task, 1, G_MAXUINT32, &task) ||
      !ls_cli_parse_number (command, "--signal", options->signal, 1, G_MAXUINT32, &signal))
    return FALSE;
  spec->text = options->text;
  spec->task = task;
  spec->signal = signal;
  return TRUE;
}

static int
export_records (const LsCliCommand       *command,
                char                    **arguments,
                LsCliRunOptions          *options,
                const LsRecordFilterSpec *spec,
                const Format             *format,
                const char               *output)
{
  g_autofree char *name = ls_cli_display_name (arguments[0]);
  g_autoptr (LsCliExport) export = ls_cli_export_begin (output);
  g_autoptr (LsRecordFilter) filter = NULL;
  g_autoptr (LsRunner) runner = NULL;
  GCancellable *cancellable = ls_cli_watch_interrupt ();
  int exit_status;

  if (export == NULL)
    return LS_CLI_OUTPUT_FAILED;
  runner = ls_cli_open (command, arguments, options, &exit_status);
  if (runner == NULL)
    return exit_status;

  ls_runner_run_to_end (runner, cancellable);
  if (format->is_trace)
    ls_cli_export_trace (export, runner, format->trace, cancellable);
  else
    {
      filter = ls_record_filter_new (ls_runner_get_trace (runner), spec);
      ls_record_filter_advance (filter, G_MAXSIZE, cancellable);
      ls_record_filter_export (filter, format->records, export->stream, cancellable, &export->error);
    }
  if (!ls_cli_export_end (export))
    return LS_CLI_OUTPUT_FAILED;

  if (ls_runner_get_state (runner) == LS_RUNNER_FINISHED && ls_runner_get_message (runner) != NULL)
    ls_cli_message ("%s: %s", name, ls_runner_get_message (runner));
  return ls_cli_report_budget (runner, name) ? LS_CLI_BUDGET_EXCEEDED : LS_CLI_OK;
}

/* Runs a session or scripts, and prints the records of the trace, or some of them, or writes the whole for another tool. */
int
ls_cli_command_export (const LsCliCommand *command,
                       char              **arguments)
{
  Options given = { 0 };
  LsRecordFilterSpec spec = LS_RECORD_FILTER_SPEC_INIT;
  Format format = { 0 };
  g_auto (LsCliRunOptions) options = { 0 };
  const GOptionEntry entries[] = {
    { "format", 0, 0, G_OPTION_ARG_STRING, &given.format, N_("Print records as csv, json or jsonl; or the run as trace, chrome, chrome-gzip,\nperfetto or sysprof"),
      N_("FORMAT") },
    { "output", 'o', 0, G_OPTION_ARG_FILENAME, &given.output, N_("Write to this file instead of standard output"), N_("FILE") },
    { "kind", 0, 0, G_OPTION_ARG_STRING_ARRAY, &given.kinds,
      N_("Only records of this kind; may be repeated"), N_("KIND") },
    { "priority", 0, 0, G_OPTION_ARG_STRING_ARRAY, &given.priorities,
      N_("Only records of this priority, or “none”; may be repeated"), N_("PRIORITY") },
    { "task", 0, 0, G_OPTION_ARG_STRING, &given.task, N_("Only records about this task and from its turn"), N_("ID") },
    { "signal", 0, 0, G_OPTION_ARG_STRING, &given.signal, N_("Only records about this signal"), N_("ID") },
    { "text", 0, 0, G_OPTION_ARG_STRING, &given.text, N_("Only records whose line contains this text"), N_("TEXT") },
    { NULL }
  };
  g_auto (GStrv) rest = g_strdupv (arguments);
  int exit_status;

  if (ls_cli_parse_run (command, _("FILE is a session, a recording, or one or more scripts, which run in order. Prints\nthe records that match all options."),
                        entries, &options, TRUE, &rest, &exit_status))
    {
      if (!parse_spec (command, &given, &spec, &format) || !ls_cli_run_options_apply (&options, command) ||
          !ls_cli_need_one_session (command, rest))
        exit_status = LS_CLI_BAD_USAGE;
      else
        exit_status = export_records (command, rest, &options, &spec, &format, given.output);
    }

  g_free (given.format);
  g_strfreev (given.kinds);
  g_strfreev (given.priorities);
  g_free (given.task);
  g_free (given.signal);
  g_free (given.text);
  g_free (given.output);
  return exit_status;
}
