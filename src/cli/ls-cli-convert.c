/* ls-cli-convert.c: loopscope-cli convert
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include <glib/gi18n.h>
#include <string.h>

#include "ls-cli-session.h"
#include "ls-rerun.h"
#include "ls-session-recording.h"

/* The options of “convert”. */
typedef struct
{
  char                *output;
  char                *thread;
  char                *preset;
  char               **priorities;
  char               **without;
  char               **yield_every;
  GPtrArray           *yields;       /* char *: "PATTERN=MS", with NULL at the end */
  char                *longer_than;
  char                *work_scale;
  char                *against;
  LsConversionOptions  options;
} Converting;

static void
converting_clear (Converting *self)
{
  g_free (self->output);
  g_free (self->thread);
  g_free (self->preset);
  g_strfreev (self->priorities);
  g_strfreev (self->without);
  g_strfreev (self->yield_every);
  g_clear_pointer (&self->yields, g_ptr_array_unref);
  g_free (self->longer_than);
  g_free (self->work_scale);
  g_free (self->against);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Converting, converting_clear)

/* Work that takes so small a part of its time is no answer to any question. */
#define MIN_SCALE 0.01

/* Reads a number from @min to @max. Returns whether @string is %NULL or one; if not, the user has been told. */
static gboolean
parse_number (const LsCliCommand *command,
              const char         *option,
              const char         *string,
              double              min,
              double              max,
              double             *number)
{
  char *end;

  if (string == NULL)
    return TRUE;
  *number = g_ascii_strtod (string, &end);
  if (end != string && *end == '\0' && strpbrk (string, "xX") == NULL && *number >= min && *number <= max)
    return TRUE;
  return ls_cli_usage_error (command, _("%s is “%s”; expected a number from %g to %.0f"), option, string, min, max) == LS_CLI_OK;
}

static gboolean
parse_time (const LsCliCommand *command,
            const char         *option,
            const char         *string,
            double              min,
            guint64            *microseconds)
{
  double ms = 0;

  if (!parse_number (command, option, string, min, LS_CONVERSION_MAX_YIELD_MS, &ms))
    return FALSE;
  if (string != NULL)
    *microseconds = ms * 1000 + 0.5;
  return TRUE;
}

/* Reads what --yield-every says: a time for all tasks, times for those of some name. */
static gboolean
read_yields (Converting         *self,
             const LsCliCommand *command)
{
  self->yields = g_ptr_array_new ();
  for (char **value = self->yield_every; value != NULL && *value != NULL; value++)
    if (strchr (*value, '=') != NULL)
      g_ptr_array_add (self->yields, *value);
    else if (!parse_time (command, "--yield-every", *value, LS_CONVERSION_MIN_YIELD_MS, &self->options.yield_every))
      return FALSE;
  if (self->yields->len == 0)
    return TRUE;
  g_ptr_array_add (self->yields, NULL);
  self->options.yields = (const char *const *) self->yields->pdata;
  return TRUE;
}

/* What else may be wrong with a rule is told where all rules are looked at. */
static gboolean
check_priorities (Converting         *self,
                  const LsCliCommand *command)
{
  for (char **rule = self->priorities; rule != NULL && *rule != NULL; rule++)
    {
      const char *sign = strrchr (*rule, '=');
      LsTaskPriority priority;

      if (sign != NULL && sign != *rule && !ls_cli_parse_priority (command, sign + 1, &priority))
        return FALSE;
    }
  return TRUE;
}

static gboolean
read_options (Converting         *self,
              const LsCliCommand *command)
{
  const LsConversionOptions defaults = LS_CONVERSION_OPTIONS_INIT;
  g_autoptr (GError) error = NULL;

  self->options = defaults;
  self->options.preset = self->preset;
  self->options.priorities = (const char *const *) self->priorities;
  self->options.without = (const char *const *) self->without;
  if (!ls_cli_parse_preset (command, self->preset) ||
      !check_priorities (self, command) ||
      !read_yields (self, command) ||
      !parse_time (command, "--longer-than", self->longer_than, 0, &self->options.longer_than) ||
      !parse_number (command, "--work-scale", self->work_scale, MIN_SCALE, LS_CONVERSION_MAX_SCALE, &self->options.work_scale))
    return FALSE;
  if (self->longer_than != NULL && self->yield_every == NULL)
    return ls_cli_usage_error (command, _("--longer-than needs --yield-every")) == LS_CLI_OK;
  if (!ls_conversion_options_check (&self->options, &error))
    return ls_cli_usage_error (command, "%s", error->message) == LS_CLI_OK;
  return TRUE;
}

/* Returns (transfer full) (nullable) the session that shows the FILE @argument, a recording; if %NULL, the user has been told. */
static LsSession *
open_recording (const LsCliCommand *command,
                const char         *argument,
                char               *thread,
                int                *exit_status)
{
  LsCliRunOptions options = { .thread = thread };
  g_autoptr (LsSession) session = ls_cli_read (argument, ls_cli_watch_interrupt ());
  g_autofree char *name = ls_cli_display_name (argument);

  *exit_status = LS_CLI_BAD_INPUT;
  if (session == NULL)
    return NULL;
  if (ls_session_get_recording (session) != NULL)
    return ls_cli_choose_thread (command, g_steal_pointer (&session), argument, &options, exit_status);
  *exit_status = ls_cli_usage_error (command, _("%s is not a recording"), name);
  return NULL;
}

/* Returns whether there are results; if not, the user has been told. */
static gboolean
check (gpointer      result,
       const char   *argument,
       const GError *error)
{
  g_autofree char *name = ls_cli_display_name (argument);

  if (result != NULL)
    return TRUE;
  if (g_error_matches (error, G_IO_ERROR, G_IO_ERROR_CANCELLED))
    ls_cli_die_interrupted ();
  ls_cli_message ("%s: %s", name, error->message);
  return FALSE;
}

static void
print_order (const char         *before,
             const char         *after,
             const LsRerunOrder *order,
             const LsRerunOrder *unchanged)
{
  g_autofree char *line = NULL;

#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wformat-nonliteral"
  line = g_strdup_printf (after, order->n_compared, 100 * ls_rerun_order_get_adjacent (order),
                          100 * ls_rerun_order_get_all (order));
  ls_cli_write_text (line);
  g_free (line);
  line = g_strdup_printf (before, 100 * ls_rerun_order_get_adjacent (unchanged), 100 * ls_rerun_order_get_all (unchanged));
  ls_cli_write_text (line);
#pragma GCC diagnostic pop
}

/* Says how well the session foresees another recording. */
static gboolean
check_against (Converting         *self,
               const LsCliCommand *command,
               const char         *argument,
               LsRecording        *recording,
               const guint        *threads,
               guint               n_threads,
               int                *exit_status)
{
  g_autoptr (LsSession) other = open_recording (command, self->against, NULL, exit_status);
  g_autoptr (LsRerun) rerun = NULL;
  g_autoptr (GError) error = NULL;
  const guint *other_threads;
  guint n_other_threads;

  if (other == NULL)
    return FALSE;
  other_threads = ls_session_get_recording_threads (other, &n_other_threads);
  rerun = ls_rerun_new_against (recording, threads, n_threads, &self->options, ls_session_get_recording (other),
                                other_threads[0], ls_cli_watch_interrupt (), &error);
  if (!check (rerun, argument, error))
    {
      *exit_status = LS_CLI_BAD_INPUT;
      return FALSE;
    }
  ls_cli_write_text ("");
  print_order (_("  (without the changes: %.1f %% and %.1f %%)"),
               /* Translators: a number of tasks, and two shares */
               _("Scheduler tasks in the predicted order: %u; %.1f %% of neighbours and %.1f %% of all pairs agree."),
               &rerun->tasks, &rerun->tasks_before);
  print_order (_("  (without the changes: %.1f %% and %.1f %%)"),
               _("Tasks of all kinds in the predicted order: %u; %.1f %% of neighbours and %.1f %% of all pairs agree."),
               &rerun->all, &rerun->all_before);
  return TRUE;
}

/* Says what became of the changes. */
static void
print_report (const LsConversionReport *report,
              const char               *argument)
{
  g_autofree char *name = ls_cli_display_name (argument);
  g_autofree char *text = ls_conversion_report_describe (report);
  g_auto (GStrv) warnings = ls_conversion_report_list_warnings (report);

  ls_cli_write_lines (text);
  for (char **warning = warnings; *warning != NULL; warning++)
    ls_cli_message (_("%s: warning: %s"), name, *warning);
}

static int
convert (Converting         *self,
         const LsCliCommand *command,
         const char         *argument)
{
  int exit_status;
  g_autoptr (LsSession) session = open_recording (command, argument, self->thread, &exit_status);
  g_autoptr (LsSession) converted = NULL;
  g_autoptr (LsConversionReport) report = NULL;
  g_autoptr (LsRerun) rerun = NULL;
  g_autoptr (GError) error = NULL;
  g_autofree char *text = NULL;
  LsRecording *recording;
  const guint *threads;
  guint n_threads;

  if (session == NULL)
    return exit_status;
  recording = ls_session_get_recording (session);
  threads = ls_session_get_recording_threads (session, &n_threads);

  converted = ls_recording_to_session_with_report (recording, threads, n_threads, &self->options, &report,
                                                   ls_cli_watch_interrupt (), &error);
  if (!check (converted, argument, error))
    return LS_CLI_BAD_INPUT;
  if (self->output != NULL)
    {
      g_autoptr (GFile) file = g_file_new_for_commandline_arg (self->output);

      if (!ls_session_save (converted, file, &error))
        {
          ls_cli_message ("%s", error->message);
          return LS_CLI_OUTPUT_FAILED;
        }
    }

  /* How far it can be trusted shows only without changes. */
  rerun = ls_rerun_new (recording, threads, n_threads, NULL, ls_cli_watch_interrupt (), &error);
  if (!check (rerun, argument, error))
    return LS_CLI_BAD_INPUT;
  text = ls_rerun_describe (rerun);
  ls_cli_write_lines (text);
  print_report (report, argument);
  if (self->against != NULL &&
      !check_against (self, command, argument, recording, threads, n_threads, &exit_status))
    return exit_status;
  return LS_CLI_OK;
}

/* Makes a session of a recording, and says how well that agrees with it. */
int
ls_cli_command_convert (const LsCliCommand *command,
                        char              **arguments)
{
  g_auto (Converting) converting = { 0 };
  const GOptionEntry entries[] = {
    { "output", 'o', 0, G_OPTION_ARG_FILENAME, &converting.output, N_("Write the session to this file"), N_("FILE") },
    { "thread", 0, 0, G_OPTION_ARG_STRING, &converting.thread,
      N_("Convert this thread: PID/TID, or a part of its title or URL"), N_("TEXT") },
    { "priority", 0, 0, G_OPTION_ARG_STRING_ARRAY, &converting.priorities,
      N_("Post tasks whose names match with this priority; may be repeated, the first match counts"), N_("PATTERN=PRIORITY") },
    { "preset", 0, 0, G_OPTION_ARG_STRING, &converting.preset, N_("Choose between task queues like this preset"), N_("NAME") },
    { "yield-every", 0, 0, G_OPTION_ARG_STRING_ARRAY, &converting.yield_every,
      N_("Let tasks, or only those whose names match, yield each time they have worked this long; may be repeated"),
      N_("[PATTERN=]MS") },
    { "longer-than", 0, 0, G_OPTION_ARG_STRING, &converting.longer_than, N_("With --yield-every, only tasks that took longer than "
                                                                            "this"), N_("MS") },
    { "without", 0, 0, G_OPTION_ARG_STRING_ARRAY, &converting.without,
      N_("Leave out tasks whose names match and all that they posted; may be repeated"), N_("PATTERN") },
    { "work-scale", 0, 0, G_OPTION_ARG_STRING, &converting.work_scale,
      N_("Multiply the work of tasks by this: 2 is a machine half as fast"), N_("NUMBER") },
    { "against", 0, 0, G_OPTION_ARG_FILENAME, &converting.against,
      N_("Say how well the session predicts this recording, made after the same changes"), N_("RECORDING") },
    { NULL }
  };
  g_autoptr (GOptionContext) context = NULL;
  g_auto (GStrv) rest = g_strdupv (arguments);
  int exit_status;

  context = ls_cli_context_new (command, _("Also runs the session without the changes, and prints how well that run agrees with the\nrecording. In patterns, * stands for any text and ? for any character."));
  ls_cli_context_add (context, entries);
  if (!ls_cli_parse (command, context, &rest, &exit_status))
    return exit_status;
  if (!read_options (&converting, command) || !ls_cli_need_files (command, rest))
    return LS_CLI_BAD_USAGE;
  if (rest[1] != NULL)
    return ls_cli_usage_error (command, _("Expected a single file, found “%s” as well"), rest[1]);

  return convert (&converting, command, rest[0]);
}
