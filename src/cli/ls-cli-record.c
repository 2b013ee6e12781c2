/* ls-cli-record.c: loopscope-cli record
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include <glib/gi18n.h>
#include <sys/wait.h>

#include "ls-cli.h"
#include "ls-cli-record.h"
#include "ls-trace-export.h"
#include "ls-trace-file.h"
#include "ls-watch.h"

/* Times of so many seconds are exact: timeouts of whole seconds may come almost one late. */
#define MAX_EXACT 3600

static gboolean
stop_cb (GCancellable *cancellable,
         gpointer      user_data)
{
  ls_live_run_stop (LS_LIVE_RUN (user_data));
  return G_SOURCE_REMOVE;
}

static gboolean
over_cb (gpointer user_data)
{
  ls_live_run_stop (LS_LIVE_RUN (user_data));
  return G_SOURCE_REMOVE;
}

/* Says what is missing or goes on, as soon as that is known. */
static void
tell_problem (LsWatch  *watch,
              gboolean *is_told)
{
  g_autofree char *problem = *is_told ? NULL : ls_live_run_dup_problem (LS_LIVE_RUN (watch));

  if (problem == NULL)
    return;
  ls_cli_message ("%s", problem);
  *is_told = TRUE;
}

/* When a recording ends by itself. */
typedef struct
{
  guint    seconds;   /* 0 for never */
  GSource *source;    /* NULL until the time counts */
} Timing;

/* The time counts from when the program is watched: gdb takes some of its own. */
static void
begin_timing (LsWatch *watch,
              Timing  *timing)
{
  if (timing->seconds == 0 || timing->source != NULL || ls_watch_is_joining (watch))
    return;
  timing->source = timing->seconds <= MAX_EXACT ? g_timeout_source_new (timing->seconds * 1000)
                                                : g_timeout_source_new_seconds (timing->seconds);
  g_source_set_callback (timing->source, over_cb, watch, NULL);
  g_source_attach (timing->source, NULL);
}

/* Returns when the program is over, the time is, or the user does not want to wait for that. @seconds: 0 for no end; @is_told:
 * (out): whether the problem was told */
static void
wait_for_end (LsWatch  *watch,
              guint     seconds,
              gboolean *is_told)
{
  g_autoptr (GMainLoop) loop = g_main_loop_new (NULL, FALSE);
  g_autoptr (GSource) stopping = g_cancellable_source_new (ls_cli_watch_interrupt ());
  const gulong handler = g_signal_connect_swapped (watch, "ended", G_CALLBACK (g_main_loop_quit), loop);
  const gulong telling = g_signal_connect (watch, "changed", G_CALLBACK (tell_problem), is_told);
  Timing timing = { .seconds = seconds };
  const gulong beginning = g_signal_connect (watch, "held", G_CALLBACK (begin_timing), &timing);

  g_source_set_callback (stopping, G_SOURCE_FUNC (stop_cb), watch, NULL);
  g_source_attach (stopping, NULL);
  begin_timing (watch, &timing);
  if (!ls_live_run_has_ended (LS_LIVE_RUN (watch)))
    g_main_loop_run (loop);
  g_source_destroy (stopping);
  if (timing.source != NULL)
    g_source_destroy (timing.source);
  g_clear_pointer (&timing.source, g_source_unref);
  g_signal_handler_disconnect (watch, handler);
  g_signal_handler_disconnect (watch, telling);
  g_signal_handler_disconnect (watch, beginning);
  tell_problem (watch, is_told);
}

/* Says how the program ended, if not well. */
static void
report_end (LsWatch    *watch,
            const char *program)
{
  const int status = ls_watch_get_wait_status (watch);

  if (WIFSIGNALED (status))
    ls_cli_message (_("%s was ended by signal %d"), program, WTERMSIG (status));
  else if (WIFEXITED (status) && WEXITSTATUS (status) != 0)
    ls_cli_message (_("%s ended with status %d"), program, WEXITSTATUS (status));
}

static void
report (LsWatch    *watch,
        const char *program,
        GFile      *file)
{
  g_autofree char *place = g_file_get_parse_name (file);
  g_autofree char *text = NULL;
  const guint32 n_turns = ls_trace_get_n_turns (ls_live_run_get_trace (LS_LIVE_RUN (watch)));
  const guint n_lost = MIN (ls_live_run_get_n_lost (LS_LIVE_RUN (watch)), G_MAXUINT);

  report_end (watch, program);
  if (n_lost > 0)
    ls_cli_message (ngettext ("%u record was lost because the program made them faster than they were read",
                              "%u records were lost because the program made them faster than they were read", n_lost),
                    n_lost);
  text = g_strdup_printf (ngettext ("%u dispatch, saved to %s", "%u dispatches, saved to %s", n_turns), n_turns, place);
  ls_cli_write_lines (text);
}

static int
list (void)
{
  g_autoptr (GPtrArray) programs = ls_watch_list_programs ();
  g_autoptr (GString) text = g_string_new (NULL);

  for (guint i = 0; i < programs->len; i++)
    {
      const LsWatchProgram *program = g_ptr_array_index (programs, i);
      const char *title = *program->command != '\0' ? program->command : program->name;
      g_autofree char *shown = ls_cli_escape (title, -1);

      g_string_append_printf (text, "%s%u\t%s", i > 0 ? "\n" : "", program->pid, shown);
    }
  if (programs->len == 0)
    ls_cli_message (_("No program waits to be watched; any can be joined by --pid where gdb is installed"));
  else
    ls_cli_write_text (text->str);
  return LS_CLI_OK;
}

/* Finds out whether the trace can be saved before a program or a browser runs for it. */
gboolean
ls_cli_record_check_output (GFile   *file,
                            GError **error)
{
  const GFileType type = g_file_query_file_type (file, G_FILE_QUERY_INFO_NONE, NULL);
  const gboolean is_there = type != G_FILE_TYPE_UNKNOWN;
  g_autoptr (GFileOutputStream) stream = NULL;

  /* A pipe without a reader would be waited for. */
  if (type == G_FILE_TYPE_SPECIAL)
    {
      g_autofree char *place = g_file_get_parse_name (file);

      g_set_error (error, G_IO_ERROR, G_IO_ERROR_NOT_REGULAR_FILE, "%s: %s", place, _("It is not a regular file"));
      return FALSE;
    }
  stream = g_file_append_to (file, G_FILE_CREATE_NONE, NULL, error);
  if (stream == NULL)
    return FALSE;
  g_output_stream_close (G_OUTPUT_STREAM (stream), NULL, NULL);
  if (!is_there)
    g_file_delete (file, NULL, NULL);
  return TRUE;
}

/* Watches a program until its end, and saves what was seen. @program: to start, or @pid: to join; @seconds: 0 for no end */
static int
record (const char        *output,
        const char *const *program,
        guint              pid,
        guint              seconds)
{
  g_autofree char *number = g_strdup_printf ("%u", pid);
  g_autofree char *base = g_path_get_basename (pid != 0 ? number : program[0]);
  const char *shown = pid != 0 ? number : program[0];
  g_autofree char *name = g_strconcat (base, ls_trace_export_format_get_suffix (LS_TRACE_EXPORT_TRACE), NULL);
  g_autoptr (GFile) file = g_file_new_for_commandline_arg (output != NULL ? output : name);
  g_autoptr (LsWatch) watch = ls_watch_new ();
  g_autoptr (GError) error = NULL;
  gboolean is_told = FALSE;

  if (!ls_cli_record_check_output (file, &error))
    {
      ls_cli_message ("%s", error->message);
      return LS_CLI_OUTPUT_FAILED;
    }
  ls_cli_watch_interrupt ();
  if (!(pid != 0 ? ls_watch_join (watch, pid, &error) : ls_watch_launch (watch, program, &error)))
    {
      ls_cli_message ("%s", error->message);
      return LS_CLI_BAD_INPUT;
    }
  wait_for_end (watch, seconds, &is_told);
  if (ls_watch_get_n_processes (watch) == 0)
    {
      report_end (watch, shown);
      if (!is_told)
        ls_cli_message (_("%s told nothing: it does not use GLib, or it does not let other libraries in"), shown);
      return LS_CLI_BAD_INPUT;
    }
  if (!ls_trace_save (ls_live_run_get_trace (LS_LIVE_RUN (watch)), file, NULL, NULL, NULL, NULL, &error))
    {
      ls_cli_message ("%s", error->message);
      return LS_CLI_OUTPUT_FAILED;
    }
  report (watch, shown, file);
  ls_cli_die_interrupted ();
  return LS_CLI_OK;
}

/* Refuses what is for pages alone. Returns whether there is nothing of it. */
static gboolean
check_no_page_options (const LsCliCommand    *command,
                       const LsCliRecordPage *options)
{
  const char *launching = options->is_firefox ? "--firefox" : options->is_headless ? "--headless" : NULL;
  const char *watching = options->has_full_addresses ? "--full-urls" : options->has_stacks ? "--stacks" : NULL;

  if (launching != NULL)
    return ls_cli_usage_error (command, _("%s needs --page"), launching) == LS_CLI_OK;
  if (watching != NULL)
    return ls_cli_usage_error (command, _("%s needs --page or --browser"), watching) == LS_CLI_OK;
  return TRUE;
}

/* Records what the main loops of a program do. */
int
ls_cli_command_record (const LsCliCommand *command,
                       char              **arguments)
{
  g_autofree char *output = NULL;
  g_autofree char *pid_text = NULL;
  gboolean lists = FALSE, is_node = FALSE;
  g_autofree char *page = NULL, *address = NULL;
  g_autofree char *browser = NULL;
  g_autofree char *seconds = NULL;
  g_autofree char *photograph_at = NULL;
  LsCliRecordPage options = { 0 };
  const GOptionEntry entries[] = {
    { "output", 'o', 0, G_OPTION_ARG_FILENAME, &output, N_("Save the trace to this file"), N_("FILE") },
    { "pid", 'p', 0, G_OPTION_ARG_STRING, &pid_text, N_("Join the running program with this process ID instead of starting one"), N_("PID") },
    { "list", 'l', 0, G_OPTION_ARG_NONE, &lists, N_("List the programs that wait to be joined"), NULL },
    { "page", 0, 0, G_OPTION_ARG_STRING, &page, N_("Start Chromium, and watch this page in it: a URL or a file"), N_("PAGE") },
    { "firefox", 0, 0, G_OPTION_ARG_NONE, &options.is_firefox, N_("Start Firefox instead of Chromium"), NULL },
    { "browser", 0, 0, G_OPTION_ARG_STRING, &browser, N_("Join the browser or Node.js that listens on this port of this machine"),
      N_("PORT") },
    { "node", 0, 0, G_OPTION_ARG_NONE, &is_node, N_("Start Node.js with the script PROGRAM, and watch it"), NULL },
    { "seconds", 0, 0, G_OPTION_ARG_STRING, &seconds, N_("End the recording after this time"), N_("N") },
    { "headless", 0, 0, G_OPTION_ARG_NONE, &options.is_headless, N_("Do not show the browser window"), NULL },
    { "full-urls", 0, 0, G_OPTION_ARG_NONE, &options.has_full_addresses,
      N_("Save whole URLs, which may have secrets in them"), NULL },
    { "stacks", 0, 0, G_OPTION_ARG_NONE, &options.has_stacks,
      N_("Save the callers of each post, which takes the page about twice as long"), NULL },
    { "photograph", 0, 0, G_OPTION_ARG_NONE, &options.photographs,
      N_("Print what is in the browser's own queues when the recording of a page ends"), NULL },
    { "photograph-at", 0, 0, G_OPTION_ARG_STRING, &photograph_at, N_("Print it after this time"), N_("N") },
    { "json", 0, 0, G_OPTION_ARG_NONE, &options.is_json, N_("Print nothing else, and that as JSON"), NULL },
    { NULL }
  };
  guint64 pid = 0, n_seconds = 0, n_until_photograph = 0;
  g_autoptr (GOptionContext) context = NULL;
  g_auto (GStrv) rest = g_strdupv (arguments);
  int exit_status;

  context = ls_cli_context_new (command, _("Starts PROGRAM with a library that tells which sources of its main contexts are attached and\ndispatched. Without --output, the trace is saved in the working directory and has the program's name.\nCtrl-C ends the recording. With --pid, a program that runs already is joined: by gdb, if it was not\nstarted with that library and LOOPSCOPE_TRACE=listen.\n\nWith --page, starts Chromium, or Firefox with --firefox, with a profile of its own and watches the schedulers of its\npages, frames and workers. The trace is page.json.gz then.\n\nWith --node, starts Node.js with a script and its arguments, and watches its timers, immediates, ticks and microtasks\nand those of its workers. The trace is node.json.gz then."));
  g_option_context_set_strict_posix (context, TRUE);
  ls_cli_context_add (context, entries);
  if (!ls_cli_parse (command, context, &rest, &exit_status))
    return exit_status;
  if (!ls_cli_parse_number (command, "--pid", pid_text, 1, G_MAXINT, &pid))
    return LS_CLI_BAD_USAGE;
  if (seconds != NULL && !ls_cli_parse_number (command, "--seconds", seconds, 1, G_MAXINT, &n_seconds))
    return LS_CLI_BAD_USAGE;
  if (photograph_at != NULL &&
      !ls_cli_parse_number (command, "--photograph-at", photograph_at, 1, G_MAXINT, &n_until_photograph))
    return LS_CLI_BAD_USAGE;
  if (seconds != NULL && n_until_photograph >= n_seconds && photograph_at != NULL)
    return ls_cli_usage_error (command, _("Expected a time for --photograph-at that is less than that of --seconds"));
  options.photographs |= photograph_at != NULL;
  options.photograph_at = n_until_photograph;
  if (options.is_json && !options.photographs)
    return ls_cli_usage_error (command, _("Expected --photograph or --photograph-at with --json"));
  if (is_node)
    {
      if (options.photographs)
        return ls_cli_usage_error (command, _("Node.js does not say what is in its queues: only Chromium can be photographed"));
      if (page != NULL || browser != NULL || pid != 0 || lists || options.is_headless || options.is_firefox ||
          options.has_full_addresses || options.has_stacks)
        return ls_cli_usage_error (command, _("Expected nothing but --output and --seconds with --node"));
      if (rest[0] == NULL)
        return ls_cli_usage_error (command, _("Expected a script"));
      options.output = output;
      options.script = (const char *const *) rest;
      options.seconds = n_seconds;
      return ls_cli_record_page (&options);
    }
  if (page != NULL || browser != NULL)
    {
      if (rest[0] != NULL || pid != 0 || lists)
        return ls_cli_usage_error (command, _("Expected a page or a program, not both"));
      if (options.is_firefox && browser != NULL)
        return ls_cli_usage_error (command, _("--firefox starts a browser, and --browser joins one that runs: expected one of them"));
      if (options.is_firefox && options.photographs)
        return ls_cli_usage_error (command, _("Firefox does not say what is in its queues: only Chromium can be photographed"));
      if (options.is_firefox && options.has_stacks)
        return ls_cli_usage_error (command, _("Firefox is not asked for callers: --stacks does not apply"));
      address = page != NULL ? ls_page_watch_complete_address (page) : NULL;
      if (page != NULL && address == NULL)
        return ls_cli_usage_error (command, _("Expected an address or a file with --page"));
      options.output = output;
      options.address = address;
      options.browser = browser;
      options.seconds = n_seconds;
      return ls_cli_record_page (&options);
    }
  if (options.photographs)
    return ls_cli_usage_error (command, _("Expected --page or --browser with --photograph"));
  if (!check_no_page_options (command, &options))
    return LS_CLI_BAD_USAGE;
  if (lists && (pid != 0 || rest[0] != NULL))
    return ls_cli_usage_error (command, _("--list takes no program and no --pid"));
  if (lists)
    return list ();
  if (pid != 0 && rest[0] != NULL)
    return ls_cli_usage_error (command, _("Expected either a program or --pid"));
  if (pid == 0 && rest[0] == NULL)
    return ls_cli_usage_error (command, _("Expected a program"));

  return record (output, (const char *const *) rest, pid, n_seconds);
}
