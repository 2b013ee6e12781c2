/* ls-cli-run.c: loopscope-cli run
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include <math.h>
#include <string.h>

#include <glib/gi18n.h>

#include "ls-cli-matrix.h"
#include "ls-cli-session.h"
#include "ls-record-format.h"
#include "ls-session-recording.h"

/* The shortest time between two flushes on a virtual clock, in µs of real time. */
#define FLUSH_INTERVAL 20000

/* How often a run on a monotonic clock shows its output, in µs. */
#define TIME_SLICE 20000

/* The greatest --until-time: a thousand years. */
#define MAX_TIME_MS 31557600000000.0

typedef enum
{
  FORMAT_LOG,
  FORMAT_TEXT,
  FORMAT_JSON
} Format;

/* The options of “run”, and how far the run has come. */
typedef struct
{
  LsRunner *runner;
  LsTrace  *trace;
  GCancellable *cancellable;
  Format    format;
  gboolean  live;            /* whether the clock is monotonic */
  gboolean  is_recorded;     /* nobody's program runs here: its texts are a file's, which must not steer the terminal */
  gboolean  has_until_step;
  guint32   until_step;
  gboolean  has_until_time;
  guint64   until_time;      /* µs */
  gsize     position;        /* the first record that has not been printed */
  gint64    flushed_at;
  LsState  *names;
  LsCliSeeds seeds;
  gboolean  keep_going;      /* errors that nothing caught do not count */
  gboolean  has_shown_error; /* an error that nothing caught is among what has been printed */
  gboolean  has_error;       /* the program has made one, whether or not its record was kept */
} Run;

/* A run on a virtual clock prints thousands of lines a second: flush them now and then. */
static void
flush_now_and_then (Run *run)
{
  gint64 now = g_get_monotonic_time ();

  if (run->live || now - run->flushed_at >= FLUSH_INTERVAL)
    {
      ls_cli_flush ();
      run->flushed_at = now;
    }
}

/* Whether this is an exception that nothing caught, or a rejection that nothing handled. */
static gboolean
is_error (LsRunnerOutput kind)
{
  return kind == LS_RUNNER_OUTPUT_EXCEPTION || kind == LS_RUNNER_OUTPUT_REJECTION || kind == LS_RUNNER_OUTPUT_UNCAUGHT;
}

static void
suggest_name (const char *text)
{
  const char *meant = ls_cli_find_meant_name (text);

  if (meant != NULL)
    ls_cli_message (_("Did you mean “%s”?"), meant);
}

static void
print_output (Run            *run,
              LsRunnerOutput  kind,
              const char     *text)
{
  switch (kind)
    {
    case LS_RUNNER_OUTPUT_LOG:
    case LS_RUNNER_OUTPUT_INFO:
    case LS_RUNNER_OUTPUT_DEBUG:
      ls_cli_write_shown (text);
      ls_cli_write ("\n", 1);
      break;

    case LS_RUNNER_OUTPUT_WARN:
    case LS_RUNNER_OUTPUT_ERROR:
      ls_cli_write_error (text);
      break;

    case LS_RUNNER_OUTPUT_EXCEPTION:
      ls_cli_program_error (_("Uncaught exception: %s"), text);
      break;

    case LS_RUNNER_OUTPUT_REJECTION:
      ls_cli_program_error (_("Unhandled rejection: %s"), text);
      break;

    case LS_RUNNER_OUTPUT_UNCAUGHT:
      ls_cli_program_error ("%s", text);
      suggest_name (text);
      break;

    case LS_RUNNER_OUTPUT_PAUSE:
    default:
      break;
    }
}

/* Prints the output of a run without a trace, line by line. */
static void
on_output (LsRunner       *runner,
           LsRunnerOutput  kind,
           const char     *text,
           gpointer        user_data)
{
  Run *run = user_data;

  run->has_error |= is_error (kind);
  print_output (run, kind, text);
  if (kind == LS_RUNNER_OUTPUT_PAUSE)
    flush_now_and_then (run);
  /* Stop even a program that never returns to the loop once nobody reads its output. */
  if (ls_cli_write_failed ())
    g_cancellable_cancel (run->cancellable);
}

/* Watches a run with a trace: the record of an error may fall out before it is looked at. */
static void
note_output (LsRunner       *runner,
             LsRunnerOutput  kind,
             const char     *text,
             gpointer        user_data)
{
  Run *run = user_data;

  run->has_error |= is_error (kind);
}

static void
print_log_record (Run            *run,
                  const LsRecord *record)
{
  const char *text = ls_trace_get_text (run->trace, record->text);

  g_autofree char *escaped = run->is_recorded && text != NULL ? ls_cli_escape (text, -1) : NULL;

  if (escaped != NULL)
    text = escaped;
  else if (text == NULL)
    text = "";

  switch (record->kind)
    {
    case LS_RECORD_LOG:
      print_output (run, record->level, text);
      break;

    /* Scripts report whole messages. */
    case LS_RECORD_EXCEPTION:
      print_output (run, record->level == 1 ? LS_RUNNER_OUTPUT_UNCAUGHT : LS_RUNNER_OUTPUT_EXCEPTION, text);
      break;

    case LS_RECORD_PROMISE_UNHANDLED:
      print_output (run, record->level == 1 ? LS_RUNNER_OUTPUT_UNCAUGHT : LS_RUNNER_OUTPUT_REJECTION, text);
      break;

    default:
      break;
    }
}

static void
print_record (Run            *run,
              const LsRecord *record)
{
  g_autofree char *line = NULL;

  if (record->kind == LS_RECORD_EXCEPTION || record->kind == LS_RECORD_PROMISE_UNHANDLED)
    run->has_shown_error = TRUE;

  switch (run->format)
    {
    case FORMAT_LOG:
      print_log_record (run, record);
      return;

    case FORMAT_TEXT:
      /* A record shows the names that things had when it was made, not those that they have when it is printed. */
      ls_state_seek (run->names, run->position + 1);
      line = ls_trace_format_record (run->trace, run->position, run->names);
      break;

    case FORMAT_JSON:
    default:
      line = ls_trace_record_to_json (run->trace, run->position);
      break;
    }

  ls_cli_write (line, -1);
  ls_cli_write ("\n", 1);
}

static void
print_new_records (Run *run)
{
  gsize end = ls_trace_get_length (run->trace);

  /* Records between two steps belong to the step that follows. Some of the next step may be here already. */
  if (run->has_until_step && ls_trace_get_n_steps (run->trace) >= run->until_step)
    end = MIN (end, ls_trace_find_step (run->trace, run->until_step));

  if (run->position < ls_trace_get_start (run->trace))
    {
      ls_cli_message (_("Records %zu to %zu were not kept"), run->position,
                      ls_trace_get_start (run->trace) - 1);
      run->position = ls_trace_get_start (run->trace);
    }

  while (run->position < end && !ls_cli_write_failed ())
    {
      gsize n_records;
      const LsRecord *records = ls_trace_peek_records (run->trace, run->position, &n_records);

      n_records = MIN (n_records, end - run->position);
      for (gsize i = 0; i < n_records; i++, run->position++)
        print_record (run, &records[i]);
    }

  flush_now_and_then (run);
}

/* Runs on to the next place that may print something. Returns whether more may follow. */
static gboolean
advance (Run *run)
{
  guint64 time, now;

  if (run->has_until_step && ls_runner_get_n_steps (run->runner) >= run->until_step)
    return FALSE;

  if (!run->has_until_time)
    return ls_runner_step (run->runner, run->cancellable);

  /* Only the runner knows when its next step begins, so let the runner stop in time. A virtual clock gets there at once.
   * A real clock takes its time, and the loop below prints what happens meanwhile. */
  if (!run->live)
    {
      ls_runner_run_to_time (run->runner, run->until_time, run->cancellable);
      return FALSE;
    }

  time = MIN (run->until_time, ls_runner_get_time (run->runner) + TIME_SLICE);
  if (!ls_runner_run_to_time (run->runner, time, run->cancellable))
    return FALSE;

  /* The call returns at once if nothing is due until then. */
  now = ls_runner_get_time (run->runner);
  if (now < time)
    g_usleep (time - now);

  return time < run->until_time;
}

/* How a run ends that did all it was asked for. What a step behind --until-step does is not asked for. */
static int
get_status_of_errors (Run *run)
{
  const gboolean has_error = run->has_shown_error || (run->has_error && !run->has_until_step);

  return has_error && !run->keep_going ? LS_CLI_EXPECTATION_FAILED : LS_CLI_OK;
}

static int
finish (Run        *run,
        const char *name)
{
  ls_cli_report_schedule (run->runner, name);
  ls_cli_report_actions (run->runner, name);
  if (run->has_until_step && ls_runner_get_n_steps (run->runner) >= run->until_step)
    return get_status_of_errors (run);

  if (ls_runner_get_state (run->runner) == LS_RUNNER_FINISHED && ls_runner_get_message (run->runner) != NULL)
    ls_cli_message ("%s: %s", name, ls_runner_get_message (run->runner));
  if (ls_cli_report_budget (run->runner, name))
    return LS_CLI_BUDGET_EXCEEDED;
  if (ls_runner_get_script_error (run->runner) != NULL)
    return LS_CLI_BAD_INPUT;
  return get_status_of_errors (run);
}

/* Whether the user asked for the output alone. A budget of records needs records. */
static gboolean
needs_no_trace (Run       *run,
                LsSession *session)
{
  return run->format == FORMAT_LOG && !ls_session_is_recorded (session) && !run->has_until_step && !run->has_until_time &&
         ls_session_get_settings (session)->record_budget == LS_SETTINGS_DEFAULT_RECORD_BUDGET;
}

static int
run_session (const LsCliCommand *command,
             Run                *run,
             char              **arguments,
             LsCliRunOptions    *options)
{
  g_autofree char *name = ls_cli_display_name (arguments[0]);
  g_autoptr (LsSession) session = NULL;
  g_autoptr (LsRunner) runner = NULL;
  g_autoptr (LsState) names = NULL;
  const LsSettings *settings;
  int exit_status;
  gboolean more;

  run->cancellable = ls_cli_watch_interrupt ();
  session = ls_cli_load (command, arguments, options, &exit_status);
  if (session == NULL)
    return exit_status;
  if (run->seeds.is_given && !ls_cli_set_seed (command, session, arguments[0], options, run->seeds.first))
    return LS_CLI_BAD_USAGE;

  settings = ls_session_get_settings (session);
  run->is_recorded = ls_session_is_recorded (session);
  run->live = (options->runner.sets_clock ? options->runner.clock : settings->clock) == LS_CLOCK_MONOTONIC;
  options->runner.without_trace = needs_no_trace (run, session);
  options->runner.output = options->runner.without_trace ? on_output : note_output;
  options->runner.output_data = run;

  run->runner = runner = ls_cli_prepare (session, &options->runner);
  if (runner == NULL)
    return LS_CLI_BAD_INPUT;
  if (options->runner.without_trace)
    {
      while (ls_runner_run_for (runner, FLUSH_INTERVAL, run->cancellable) &&
             !g_cancellable_is_cancelled (run->cancellable))
        flush_now_and_then (run);
      return finish (run, name);
    }

  run->trace = ls_runner_get_trace (runner);
  run->names = names = ls_state_new (run->trace);

  do
    {
      more = advance (run);
      print_new_records (run);
    }
  while (more && !ls_cli_write_failed () && !g_cancellable_is_cancelled (run->cancellable));

  return finish (run, name);
}

static gboolean
parse_format (const LsCliCommand *command,
              const char         *string,
              Format             *format)
{
  if (string == NULL)
    *format = FORMAT_LOG;
  else if (g_str_equal (string, "text"))
    *format = FORMAT_TEXT;
  else if (g_str_equal (string, "json"))
    *format = FORMAT_JSON;
  else
    return ls_cli_refuse_value (command, ls_cli_list_values (command, "trace"), _("“%s” is not a trace format"),
                                string) == LS_CLI_OK;

  return TRUE;
}

/* Reads milliseconds with up to three decimals, as microseconds. */
static gboolean
parse_time (const LsCliCommand *command,
            const char         *string,
            guint64            *time)
{
  char *end;
  double ms = g_ascii_strtod (string, &end);

  /* Refuse hexadecimal numbers and “inf”, which strtod() accepts. */
  if (end == string || *end != '\0' || string[strspn (string, "0123456789.")] != '\0' || ms > MAX_TIME_MS)
    return ls_cli_usage_error (command, _("%s is “%s”; expected milliseconds from 0 to %.0f"), "--until-time", string,
                               MAX_TIME_MS) == LS_CLI_OK;

  *time = (guint64) llround (ms * 1000);
  return TRUE;
}

static gboolean
parse_limits (Run                *run,
              const LsCliCommand *command,
              const char         *until_step,
              const char         *until_time)
{
  guint64 step = 0;

  if (!ls_cli_parse_number (command, "--until-step", until_step, 0, G_MAXUINT32, &step) ||
      (until_time != NULL && !parse_time (command, until_time, &run->until_time)))
    return FALSE;
  run->has_until_step = until_step != NULL;
  run->until_step = (guint32) step;
  run->has_until_time = until_time != NULL;
  return TRUE;
}

/* Runs the session with all presets or seeds, and compares these runs. */
static int
run_matrix (const LsCliCommand *command,
            Run                *run,
            char              **arguments,
            LsCliRunOptions    *options)
{
  const char *all = options->has_all_presets ? "--preset=all" : "--seed=N..M";

  if (options->has_all_presets && run->seeds.is_given)
    return ls_cli_usage_error (command, _("%s cannot be combined with %s"), "--preset=all", "--seed");
  if (run->format != FORMAT_LOG)
    return ls_cli_usage_error (command, _("%s cannot be combined with %s"), all, "--trace");
  if (run->has_until_step || run->has_until_time)
    return ls_cli_usage_error (command, _("%s cannot be combined with %s"), all, run->has_until_step ? "--until-step" : "--until-time");
  if (options->is_real)
    return ls_cli_usage_error (command, _("%s cannot be combined with %s"), all, "--real");
  return ls_cli_run_matrix (command, arguments, options, &run->seeds, run->keep_going);
}

/* Runs a session or scripts, and prints what the program logs or the records of the trace. */
int
ls_cli_command_run (const LsCliCommand *command,
                    char              **arguments)
{
  Run run = { .format = FORMAT_LOG };
  g_auto (LsCliRunOptions) options = { .takes_all_presets = TRUE };
  g_autofree char *trace = NULL, *until_step = NULL, *until_time = NULL, *seed = NULL;
  gboolean can_block = FALSE;
  const GOptionEntry entries[] = {
    { "trace", 0, 0, G_OPTION_ARG_STRING, &trace,
      N_("Print the trace instead, one record per line: text or json"), N_("FORMAT") },
    { "until-step", 0, 0, G_OPTION_ARG_STRING, &until_step, N_("Stop after this step"), N_("N") },
    { "until-time", 0, 0, G_OPTION_ARG_STRING, &until_time, N_("Stop at this loop time"), N_("MS") },
    { "seed", 0, 0, G_OPTION_ARG_STRING, &seed,
      N_("Take these random numbers; with N..M try all, and say which change the order"), N_("N") },
    { "keep-going", 0, 0, G_OPTION_ARG_NONE, &run.keep_going,
      N_("Exit with 0 even after an uncaught error or an unhandled rejection"), NULL },
    { "can-block", 0, 0, G_OPTION_ARG_NONE, &can_block,
      N_("Let Atomics.wait() suspend the main agent too, if there are workers"), NULL },
    { NULL }
  };
  g_auto (GStrv) rest = g_strdupv (arguments);
  int exit_status;

  if (!ls_cli_parse_run (command, _("FILE is a session, a recording, or one or more scripts in JavaScript, which run in\norder.\nWarnings, errors, exceptions and unhandled rejections go to standard error.\nExit status: 1 after an uncaught exception or an unhandled rejection."),
                         entries, &options, TRUE, &rest, &exit_status))
    return exit_status;

  if (!parse_format (command, trace, &run.format) ||
      !parse_limits (&run, command, until_step, until_time) ||
      !ls_cli_run_options_apply (&options, command) ||
      !ls_cli_parse_seeds (command, seed, &run.seeds) ||
      !ls_cli_need_one_session (command, rest))
    return LS_CLI_BAD_USAGE;
  options.runner.main_can_block = can_block;
  if (options.has_all_presets || run.seeds.first < run.seeds.last)
    return run_matrix (command, &run, rest, &options);

  return run_session (command, &run, rest, &options);
}
