/* ls-cli-options.c: the options of the commands, which are parsed, listed in the help, guessed and completed from one table
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include <glib/gi18n.h>
#include <string.h>

#include "ls-cli-options.h"
#include "ls-meant-private.h"

#define PROGRAM "loopscope-cli"

/* The options of the command that is being parsed. */
static GPtrArray *options;

/* A command lists its options and parses nothing. */
static gboolean is_listing;

static void
option_free (gpointer data)
{
  LsCliOption *self = data;

  g_free (self->name);
  g_free (self->value);
  g_free (self->description);
  g_free (self);
}

/* Adds options to a context, and to the table. */
void
ls_cli_context_add (GOptionContext     *context,
                    const GOptionEntry *entries)
{
  g_option_context_add_main_entries (context, entries, GETTEXT_PACKAGE);
  for (; entries->long_name != NULL; entries++)
    {
      LsCliOption *option = g_new (LsCliOption, 1);

      *option = (LsCliOption) {
        .name = g_strdup (entries->long_name),
        .letter = entries->short_name,
        .value = entries->arg_description != NULL ? g_strdup (_(entries->arg_description)) : NULL,
        .is_file = entries->arg == G_OPTION_ARG_FILENAME,
        .description = g_strdup (_(entries->description)),
      };
      g_ptr_array_add (options, option);
    }
}

/* Returns (transfer full) an option context without a command, and without options yet. */
GOptionContext *
ls_cli_program_context_new (const char *arguments)
{
  g_clear_pointer (&options, g_ptr_array_unref);
  options = g_ptr_array_new_with_free_func (option_free);
  return g_option_context_new (arguments);
}

/* Returns (transfer full) (element-type LsCliOption) the options of a command, in the order of its help. */
GPtrArray *
ls_cli_list_options (const LsCliCommand *command)
{
  char *none[] = { NULL };

  is_listing = TRUE;
  command->run (command, none);
  is_listing = FALSE;
  return g_steal_pointer (&options);
}

/* Returns (nullable) the option that was probably meant. @message: what GLib says of an unknown option, which ends with it */
static const char *
find_meant_option (const char *message)
{
  g_autoptr (GPtrArray) names = g_ptr_array_new ();
  const char *word = strrchr (message, ' ');
  g_autofree char *name = NULL;

  if (word == NULL || !g_str_has_prefix (word, " --"))
    return NULL;
  word += strlen (" --");
  name = g_strndup (word, strcspn (word, "="));
  for (guint i = 0; i < options->len; i++)
    g_ptr_array_add (names, ((LsCliOption *) g_ptr_array_index (options, i))->name);
  g_ptr_array_add (names, NULL);
  return ls_meant_find (name, (const char *const *) names->pdata);
}

static int
refuse_options (const LsCliCommand *command,
                const GError       *error)
{
  const char *meant = g_error_matches (error, G_OPTION_ERROR, G_OPTION_ERROR_UNKNOWN_OPTION) ? find_meant_option (error->message)
                                                                                             : NULL;

  /* Translators: a sentence of GLib's such as “Unknown option --presets”, and an option */
  return meant != NULL ? ls_cli_usage_error (command, _("%s; did you mean “--%s”?"), error->message, meant)
                       : ls_cli_usage_error (command, "%s", error->message);
}

/* Returns (transfer full) an option context without options yet, whose help has @description (nullable, translated) below the
 * options. */
GOptionContext *
ls_cli_context_new (const LsCliCommand *command,
                    const char         *description)
{
  GOptionContext *context = ls_cli_program_context_new (_(command->arguments));
  const char *exit_help = _("Exit status:\n  0  success\n  1  an expectation failed, runs differ, there are lints or findings, or a program of “run” ended with\n     an uncaught error or an unhandled rejection\n  2  wrong usage\n  3  invalid input\n  4  a budget was exceeded\n  5  the output could not be written");
  g_autofree char *below = g_strjoin ("\n\n", description ? description : exit_help, description ? exit_help : NULL, NULL);
  g_autofree char *summary = g_strconcat (_(command->summary), ".", NULL);

  g_option_context_set_summary (context, summary);
  g_option_context_set_description (context, below);

  return context;
}

static void
print_help (const LsCliCommand *command,
            GOptionContext     *context)
{
  g_autofree char *program = g_strjoin (" ", PROGRAM, command ? command->name : NULL, NULL);
  g_autofree char *help = NULL;

  /* GLib puts the program's name right before the options in the usage line. */
  g_set_prgname (program);
  help = g_option_context_get_help (context, TRUE, NULL);
  g_set_prgname (PROGRAM);

  ls_cli_write (help, -1);
}

/* GLib leaves the “--” that ends the options in its place. The command parses what follows its name. */
static void
remove_separator (char   **arguments,
                  gboolean up_to_command)
{
  char **separator = arguments;

  while (*separator != NULL && !g_str_equal (*separator, "--") && !up_to_command)
    separator++;
  if (g_strcmp0 (*separator, "--") != 0)
    return;

  g_free (*separator);
  for (; *separator != NULL; separator++)
    *separator = separator[1];
}

/* Parses the options of a command, or those before a command for %NULL, and prints the help if it is asked for. Only arguments that
 * are no options are left. Returns whether to go on; if not, @exit_status is how to end. */
gboolean
ls_cli_parse (const LsCliCommand *command,
              GOptionContext     *context,
              char             ***arguments,
              int                *exit_status)
{
  gboolean help = FALSE;
  const GOptionEntry entries[] = {
    { "help", 'h', 0, G_OPTION_ARG_NONE, &help, N_("Show this help and exit"), NULL },
    { NULL }
  };
  g_autoptr (GStrvBuilder) builder = g_strv_builder_new ();
  g_autoptr (GError) error = NULL;
  g_auto (GStrv) strv = NULL;

  g_option_context_set_help_enabled (context, FALSE);
  ls_cli_context_add (context, entries);
  if (is_listing)
    {
      *exit_status = LS_CLI_OK;
      return FALSE;
    }

  /* GLib expects the program's name first. */
  g_strv_builder_add (builder, PROGRAM);
  g_strv_builder_addv (builder, (const char **) *arguments);
  strv = g_strv_builder_end (builder);

  if (!g_option_context_parse_strv (context, &strv, &error))
    {
      *exit_status = refuse_options (command, error);
      return FALSE;
    }

  if (help)
    {
      print_help (command, context);
      *exit_status = LS_CLI_OK;
      return FALSE;
    }

  remove_separator (strv + 1, command == NULL);
  g_strfreev (*arguments);
  *arguments = g_strdupv (strv + 1);
  *exit_status = LS_CLI_OK;
  return TRUE;
}
