/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include <locale.h>

#include <gio/gio.h>
#include <glib/gi18n.h>

#include "loopscope.h"

int
main (int   argc,
      char *argv[])
{
  gboolean show_version = FALSE;
  g_autoptr (GOptionContext) context = NULL;
  g_autoptr (GError) error = NULL;
  const GOptionEntry entries[] = {
    { "version", 0, 0, G_OPTION_ARG_NONE, &show_version, N_("Print the version and exit"), NULL },
    { NULL }
  };

  setlocale (LC_ALL, "");
  bindtextdomain (GETTEXT_PACKAGE, LS_LOCALEDIR);
  bind_textdomain_codeset (GETTEXT_PACKAGE, "UTF-8");
  textdomain (GETTEXT_PACKAGE);

  context = g_option_context_new (NULL);
  g_option_context_add_main_entries (context, entries, GETTEXT_PACKAGE);
  if (!g_option_context_parse (context, &argc, &argv, &error))
    {
      g_printerr ("%s: %s\n", g_get_prgname (), error->message);
      return 2;
    }

  if (show_version)
    {
      g_print ("loopscope-cli %s\n", ls_get_version ());
      return 0;
    }

  return 2;
}
