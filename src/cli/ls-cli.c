/* ls-cli.c: the commands and their usage
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include <glib/gi18n.h>
#include <inttypes.h>

#include "ls-cli.h"
#include "ls-meant-private.h"
#include "ls-session.h"
#include "ls-version.h"

#define PROGRAM "loopscope-cli"

static const LsCliCommand commands[] = {
  { "run", N_("FILE…"), N_("Run a session or scripts and print what they log"), ls_cli_command_run },
  { "state", N_("FILE --step N"), N_("Print what was queued and running at a step"), ls_cli_command_state },
  { "explain", N_("FILE --step N"), N_("Explain why a task is next, or why it waits"), ls_cli_command_explain },
  { "compare", N_("FILE [FILE]"), N_("Show how two runs differ"), ls_cli_command_compare },
  { "check", N_("FILE…"), N_("Check sessions against their expectations"), ls_cli_command_check },
  { "lint", N_("FILE…"), N_("Report likely problems in programs"), ls_cli_command_lint },
  { "statistics", N_("FILE…"), N_("Print how long tasks waited and ran"), ls_cli_command_statistics },
  { "explore", N_("FILE"), N_("Run agents under all schedules and report what goes wrong"), ls_cli_command_explore },
  { "merge", N_("FILE PIECE…"), N_("Make one exploration of the pieces that several machines have explored"), ls_cli_command_merge },
  { "export", N_("FILE… --format FORMAT"), N_("Write the run for other tools, or its records"), ls_cli_command_export },
  { "convert", N_("RECORDING"), N_("Turn a recording into a session, to change it and run it"), ls_cli_command_convert },
  { "record", N_("-- PROGRAM…"), N_("Watch the main loops of a GLib program, or a page, and save the trace"), ls_cli_command_record },
  { "lesson", N_("new FILE | pack COURSE"), N_("Begin a lesson of your own, or pack a course"), ls_cli_command_lesson },
  { "handout", N_("LESSON|COURSE… --output FILE"), N_("Print lessons for a workshop, with the answers at the end"), ls_cli_command_handout },
  { "grade", N_("FILE…"), N_("Grade the answers that learners have saved in lessons"), ls_cli_command_grade },
  { "validate", N_("FILE…"), N_("Check that files are valid sessions"), ls_cli_command_validate },
  { "completion", N_("SHELL"), N_("Print a script that completes command lines: for bash, zsh or fish"), ls_cli_command_completion },
};

/* Returns (nullable) the command of this name (nullable). */
const LsCliCommand *
ls_cli_find_command (const char *name)
{
  for (guint i = 0; i < G_N_ELEMENTS (commands); i++)
    if (g_strcmp0 (commands[i].name, name) == 0)
      return &commands[i];

  return NULL;
}

/* Returns the command of this index, %NULL behind the last one. */
const LsCliCommand *
ls_cli_get_command (guint index)
{
  return index < G_N_ELEMENTS (commands) ? &commands[index] : NULL;
}

/* Tells the user that there is no such command, and which one was probably meant. Returns %LS_CLI_BAD_USAGE. */
int
ls_cli_refuse_command (const char *word)
{
  const char *names[G_N_ELEMENTS (commands) + 1] = { NULL };
  g_autofree char *name = g_filename_display_name (word);
  const char *meant;

  for (guint i = 0; i < G_N_ELEMENTS (commands); i++)
    names[i] = commands[i].name;
  meant = ls_meant_find (name, names);
  return meant != NULL ? ls_cli_usage_error (NULL, _("“%s” is not a command; did you mean “%s”?"), name, meant)
                       : ls_cli_usage_error (NULL, _("“%s” is not a command"), name);
}

/* Returns (transfer full) a line for each command, for the overall help. */
char *
ls_cli_list_commands (void)
{
  GString *string = g_string_new (NULL);

  g_string_append_printf (string, "%s\n", _("Commands:"));
  for (guint i = 0; i < G_N_ELEMENTS (commands); i++)
    g_string_append_printf (string, "  %-10s %s\n", commands[i].name, _(commands[i].summary));
  g_string_append_printf (string, "\n%s\n%s",
                          _("“-” as FILE is standard input: a session, a script or a recording."),
                          _("Try “loopscope-cli COMMAND --help” for the options of a command."));

  return g_string_free (string, FALSE);
}

/* Returns the exit status that is worse. */
LsCliExit
ls_cli_get_worse (LsCliExit one,
                  LsCliExit other)
{
  static const guint8 weight[] = {
    [LS_CLI_OK] = 0,
    [LS_CLI_EXPECTATION_FAILED] = 1,
    [LS_CLI_BUDGET_EXCEEDED] = 2,
    [LS_CLI_BAD_INPUT] = 3,
    [LS_CLI_BAD_USAGE] = 4,
  };

  g_assert (one < G_N_ELEMENTS (weight) && other < G_N_ELEMENTS (weight));

  return weight[other] > weight[one] ? other : one;
}

/* Says what is wrong with the command line, and where to find help: that of @command, or of the whole for %NULL. @format is
 * translated, and has no line end. Returns %LS_CLI_BAD_USAGE; functions that say whether the command line makes sense compare it
 * with %LS_CLI_OK. */
int
ls_cli_usage_error (const LsCliCommand *command,
                    const char         *format,
                    ...)
{
  g_autofree char *text = NULL;
  va_list arguments;

  va_start (arguments, format);
  text = g_strdup_vprintf (format, arguments);
  va_end (arguments);

  ls_cli_message ("%s", text);
  if (command != NULL)
    ls_cli_program_error (_("Try “loopscope-cli %s --help”."), command->name);
  else
    ls_cli_program_error (_("Try “loopscope-cli --help”."));

  return LS_CLI_BAD_USAGE;
}

/* Says that a value is none of @names (transfer full), and which of them was probably meant, or else which there are. @format,
 * which is translated, says what the value is not; the first thing in it is the value, a string. Returns %LS_CLI_BAD_USAGE, as
 * ls_cli_usage_error() does. */
int
ls_cli_refuse_value (const LsCliCommand *command,
                     char              **names,
                     const char         *format,
                     ...)
{
  g_auto (GStrv) known = names;
  g_autofree char *text = NULL, *list = g_strjoinv (", ", known);
  const char *meant;
  va_list arguments;

  va_start (arguments, format);
  text = g_strdup_vprintf (format, arguments);
  va_end (arguments);
  va_start (arguments, format);
  meant = ls_meant_find (va_arg (arguments, const char *), (const char *const *) known);
  va_end (arguments);

  if (meant != NULL)
    /* Translators: a sentence such as “netscape” is not a preset, and a preset */
    return ls_cli_usage_error (command, _("%s; did you mean “%s”?"), text, meant);
  /* Translators: a sentence such as “netscape” is not a preset, and a list of presets */
  return ls_cli_usage_error (command, _("%s; expected one of: %s"), text, list);
}

/* Puts the value of @option (with its dashes) into @number, which stays as it is without the option: @string is %NULL then. Returns
 * whether @string is %NULL or a whole number from @min to @max; if not, the user has been told. */
gboolean
ls_cli_parse_number (const LsCliCommand *command,
                     const char         *option,
                     const char         *string,
                     guint64             min,
                     guint64             max,
                     guint64            *number)
{
  if (string == NULL || g_ascii_string_to_unsigned (string, 10, min, max, number, NULL))
    return TRUE;

  return ls_cli_usage_error (command,
                             _("%s is “%s”; expected a whole number from %" PRIu64 " to %" PRIu64),
                             option, string, min, max) == LS_CLI_OK;
}

/* Reads the value of --step (nullable). Returns whether a step was given; if not, the user has been told. */
gboolean
ls_cli_parse_step (const LsCliCommand *command,
                   const char         *string,
                   guint64            *step)
{
  if (string != NULL)
    return ls_cli_parse_number (command, "--step", string, 0, G_MAXUINT32, step);

  return ls_cli_usage_error (command, _("No step given; expected --step N")) == LS_CLI_OK;
}

static gboolean
may_be_script (const char *argument)
{
  return g_str_equal (argument, "-") || ls_session_path_is_script (argument);
}

/* Returns whether the arguments without options are a single file, or scripts that run together; if not, the user has been told. */
gboolean
ls_cli_need_one_session (const LsCliCommand *command,
                         char              **arguments)
{
  char *other = NULL;

  if (!ls_cli_need_files (command, arguments))
    return FALSE;
  if (arguments[1] == NULL)
    return TRUE;

  if (!may_be_script (arguments[0]))
    other = arguments[1];
  for (guint i = 1; arguments[i] != NULL && other == NULL; i++)
    if (!may_be_script (arguments[i]))
      other = arguments[i];

  if (other != NULL)
    {
      g_autofree char *name = g_filename_display_name (other);

      return ls_cli_usage_error (command, _("Unexpected argument “%s”; expected a single file, or scripts only"), name) == LS_CLI_OK;
    }

  return TRUE;
}

/* Returns whether the arguments without options are at least one file, and standard input once at most; if not, the user has been
 * told. */
gboolean
ls_cli_need_files (const LsCliCommand *command,
                   char              **arguments)
{
  guint n_standard_input = 0;

  if (arguments[0] == NULL)
    return ls_cli_usage_error (command, _("No file given; expected a session file or “-” for standard input")) == LS_CLI_OK;

  for (guint i = 0; arguments[i] != NULL; i++)
    if (g_str_equal (arguments[i], "-") && ++n_standard_input > 1)
      return ls_cli_usage_error (command, _("“-” is given more than once, but standard input can be read only once")) == LS_CLI_OK;

  return TRUE;
}

/* Does what a command line asks for. @arguments: it, without the program's name. Returns the exit status. */
int
ls_cli_run (char **arguments)
{
  gboolean show_version = FALSE;
  const GOptionEntry entries[] = {
    { "version", 0, 0, G_OPTION_ARG_NONE, &show_version, N_("Print the version and exit"), NULL },
    { NULL }
  };
  g_autoptr (GOptionContext) context = NULL;
  g_autofree char *description = ls_cli_list_commands ();
  g_auto (GStrv) rest = g_strdupv (arguments);
  const LsCliCommand *command;
  int exit_status;

  context = ls_cli_program_context_new (_("COMMAND …"));
  g_option_context_set_summary (context, _("Runs, inspects and checks sessions of prioritised task scheduling."));
  g_option_context_set_description (context, description);
  ls_cli_context_add (context, entries);
  /* The command parses what follows its name. */
  g_option_context_set_strict_posix (context, TRUE);
  if (!ls_cli_parse (NULL, context, &rest, &exit_status))
    return exit_status;

  if (show_version)
    {
      g_autofree char *line = g_strdup_printf ("loopscope-cli %s\n", ls_get_version ());

      ls_cli_write (line, -1);
      return LS_CLI_OK;
    }

  if (rest[0] == NULL)
    return ls_cli_usage_error (NULL, _("No command given"));

  command = ls_cli_find_command (rest[0]);
  if (command == NULL)
    return ls_cli_refuse_command (rest[0]);

  return command->run (command, rest + 1);
}
