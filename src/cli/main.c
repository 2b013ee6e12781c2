/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include <fcntl.h>
#include <locale.h>
#include <unistd.h>

#include <glib/gi18n.h>

#include "loopscope.h"
#include "ls-cli.h"
#include "ls-lesson-translate-private.h"
#ifdef LS_HAVE_SCRIPT
#include "ls-script.h"
#endif

static int
run (char **arguments)
{
  gboolean show_version = FALSE;
  const GOptionEntry entries[] = {
    { "version", 0, 0, G_OPTION_ARG_NONE, &show_version, N_("Print the version and exit"), NULL },
    { NULL }
  };
  g_autoptr (GOptionContext) context = NULL;
  g_autofree char *commands = ls_cli_list_commands ();
  g_auto (GStrv) rest = g_strdupv (arguments);
  const LsCliCommand *command;
  int exit_status;

  context = ls_cli_program_context_new (_("COMMAND …"));
  g_option_context_set_summary (context, _("Runs, inspects and checks sessions of prioritised task scheduling."));
  g_option_context_set_description (context, commands);
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

/* A caller may have closed standard streams. The first files that are opened would take their places, and whoever reads standard
 * input would wait for ever at a pipe of the program's own. What is opened here can neither be read nor written. */
static void
open_standard_streams (void)
{
  for (int stream = STDIN_FILENO; stream <= STDERR_FILENO; stream++)
    if (fcntl (stream, F_GETFD) < 0 && open ("/dev/null", stream == STDIN_FILENO ? O_WRONLY : O_RDONLY) < 0)
      return;
}

int
main (int   argc,
      char *argv[])
{
  int exit_status;

  open_standard_streams ();
  setlocale (LC_ALL, "");
  bindtextdomain (GETTEXT_PACKAGE, LS_LOCALEDIR);
  bind_textdomain_codeset (GETTEXT_PACKAGE, "UTF-8");
  bindtextdomain (LS_LESSONS_DOMAIN, LS_LOCALEDIR);
  bind_textdomain_codeset (LS_LESSONS_DOMAIN, "UTF-8");
  textdomain (GETTEXT_PACKAGE);

#ifdef LS_HAVE_SCRIPT
  /* Programs see the same local time on every machine. */
  g_setenv ("TZ", "UTC", TRUE);
  ls_script_register ();
  ls_script_set_last_resort (ls_cli_end_stuck);
#endif

  exit_status = ls_cli_finish_output (run (argv + 1));
  ls_cli_die_interrupted ();

  return exit_status;
}
