/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include <fcntl.h>
#include <locale.h>
#include <unistd.h>

#include <glib/gi18n.h>

#include "ls-cli.h"
#include "ls-lesson-translate-private.h"
#ifdef LS_HAVE_SCRIPT
#include "ls-script.h"
#endif

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

  exit_status = ls_cli_finish_output (ls_cli_run (argv + 1));
  ls_cli_die_interrupted ();

  return exit_status;
}
