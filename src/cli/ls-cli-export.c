/* ls-cli-export.c: loopscope-cli export
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include <glib/gi18n.h>

#include "ls-cli-session.h"
#include "ls-record-filter.h"

/* Standard output as a stream that handles failing writes as all commands do. */
#define LS_TYPE_CLI_STREAM (ls_cli_stream_get_type ())
G_DECLARE_FINAL_TYPE (LsCliStream, ls_cli_stream, LS, CLI_STREAM, GOutputStream)

struct _LsCliStream
{
  GOutputStream parent_instance;
};

G_DEFINE_FINAL_TYPE (LsCliStream, ls_cli_stream, G_TYPE_OUTPUT_STREAM)

static gssize
ls_cli_stream_write (GOutputStream *stream,
                     const void    *data,
                     gsize          length,
                     GCancellable  *cancellable,
                     GError       **error)
{
  ls_cli_write (data, length);
  if (!ls_cli_write_failed ())
    return length;
  g_set_error_literal (error, G_IO_ERROR, G_IO_ERROR_FAILED, "");
  return -1;
}

static void
ls_cli_stream_class_init (LsCliStreamClass *klass)
{
  G_OUTPUT_STREAM_CLASS (klass)->write_fn = ls_cli_stream_write;
}

static void
ls_cli_stream_init (LsCliStream *self)
{
}

/* The options, as the user gave them. */
typedef struct
{
  char  *format;
  char **kinds;
  char **priorities;
  char  *task;
  char  *signal;
  char  *text;
} Options;

static gboolean
parse_kinds (const LsCliCommand *command,
             char              **kinds,
             LsRecordFilterSpec *spec)
{
  if (kinds == NULL)
    return TRUE;

  spec->kinds = 0;
  for (guint i = 0; kinds[i] != NULL; i++)
    {
      LsRecordKind kind;

      if (!ls_record_kind_from_string (kinds[i], &kind))
        return ls_cli_usage_error (command, _("“%s” is not a kind of record; expected one such as %s"), kinds[i], "task-posted") == LS_CLI_OK;
      spec->kinds |= LS_RECORD_FILTER_KIND (kind);
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

  spec->priorities = 0;
  for (guint i = 0; priorities[i] != NULL; i++)
    {
      LsTaskPriority priority;

      if (g_str_equal (priorities[i], "none"))
        spec->priorities |= LS_RECORD_FILTER_NO_PRIORITY;
      else if (ls_task_priority_from_string (priorities[i], &priority) && priority < LS_N_TASK_PRIORITIES)
        spec->priorities |= 1 << priority;
      else
        return ls_cli_usage_error (command, _("“%s” is not a priority; expected one of: %s"), priorities[i],
                                   "user-blocking, user-visible, background, none") == LS_CLI_OK;
    }
  return TRUE;
}

static gboolean
parse_spec (const LsCliCommand *command,
            const Options      *options,
            LsRecordFilterSpec *spec,
            LsRecordFormat     *format)
{
  guint64 task = 0, signal = 0;

  if (options->format == NULL)
    return ls_cli_usage_error (command, _("No format given; expected --format csv, json or jsonl")) == LS_CLI_OK;
  if (!ls_record_format_from_string (options->format, format))
    return ls_cli_usage_error (command, _("“%s” is not a format; expected one of: %s"), options->format, "csv, json, jsonl") == LS_CLI_OK;

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
export_records (char                    **arguments,
                LsCliRunOptions          *options,
                const LsRecordFilterSpec *spec,
                LsRecordFormat            format)
{
  g_autofree char *name = ls_cli_display_name (arguments[0]);
  g_autoptr (GOutputStream) stream = g_object_new (LS_TYPE_CLI_STREAM, NULL);
  g_autoptr (LsRecordFilter) filter = NULL;
  g_autoptr (LsRunner) runner = NULL;
  GCancellable *cancellable = ls_cli_watch_interrupt ();

  runner = ls_cli_open (arguments, options);
  if (runner == NULL)
    return LS_CLI_BAD_INPUT;

  ls_runner_run_to_end (runner, cancellable);
  filter = ls_record_filter_new (ls_runner_get_trace (runner), spec);
  ls_record_filter_advance (filter, G_MAXSIZE, cancellable);
  ls_record_filter_export (filter, format, stream, cancellable, NULL);

  if (ls_runner_get_state (runner) == LS_RUNNER_FINISHED && ls_runner_get_message (runner) != NULL)
    ls_cli_message ("%s: %s", name, ls_runner_get_message (runner));
  return ls_cli_report_budget (runner, name) ? LS_CLI_BUDGET_EXCEEDED : LS_CLI_OK;
}

/* Runs a session or scripts, and prints the records of the trace, or some of them, as CSV or JSON. */
int
ls_cli_command_export (const LsCliCommand *command,
                       char              **arguments)
{
  Options given = { 0 };
  LsRecordFilterSpec spec = LS_RECORD_FILTER_SPEC_INIT;
  LsRecordFormat format = LS_RECORD_FORMAT_CSV;
  g_auto (LsCliRunOptions) options = { 0 };
  const GOptionEntry entries[] = {
    { "format", 0, 0, G_OPTION_ARG_STRING, &given.format, N_("Print records as csv, json or jsonl"), N_("FORMAT") },
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

  if (ls_cli_parse_run (command, _("FILE is a session, or one or more scripts, which run in order. Prints the records\nthat match all options."),
                        entries, &options, TRUE, &rest, &exit_status))
    {
      if (!parse_spec (command, &given, &spec, &format) || !ls_cli_run_options_apply (&options, command) ||
          !ls_cli_need_one_session (command, rest))
        exit_status = LS_CLI_BAD_USAGE;
      else
        exit_status = export_records (rest, &options, &spec, format);
    }

  g_free (given.format);
  g_strfreev (given.kinds);
  g_strfreev (given.priorities);
  g_free (given.task);
  g_free (given.signal);
  g_free (given.text);
  return exit_status;
}
