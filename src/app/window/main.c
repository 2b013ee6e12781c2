/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include <locale.h>

#include <glib/gi18n.h>

#include "ls-application.h"
#include "ls-lesson-translate-private.h"
#ifdef LS_HAVE_SCRIPT
#include "ls-script.h"
#endif

int
main (int   argc,
      char *argv[])
{
  g_autoptr (LsApplication) application = NULL;

  setlocale (LC_ALL, "");
  bindtextdomain (GETTEXT_PACKAGE, LS_LOCALEDIR);
  bind_textdomain_codeset (GETTEXT_PACKAGE, "UTF-8");
  bindtextdomain (LS_LESSONS_DOMAIN, LS_LOCALEDIR);
  bind_textdomain_codeset (LS_LESSONS_DOMAIN, "UTF-8");
  textdomain (GETTEXT_PACKAGE);

  g_set_application_name (_("Loopscope"));

#ifdef LS_HAVE_SCRIPT
  /* Programs that are run see the same local time on each machine. */
  g_setenv ("TZ", "UTC", TRUE);
  ls_script_register ();
#endif

  application = ls_application_new ();

  return g_application_run (G_APPLICATION (application), argc, argv);
}
