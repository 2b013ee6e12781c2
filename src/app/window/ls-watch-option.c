/* ls-watch-option.c: loopscope --watch
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "ls-watch-option.h"

#include <glib/gi18n.h>
#include <string.h>

/* Adds the option to --help. */
void
ls_watch_option_add (GApplication *application)
{
  static const GOptionEntry options[] = {
    { "watch", 0, 0, G_OPTION_ARG_NONE, NULL, N_("Start a program and watch its main loops: --watch -- PROGRAM …"), NULL },
    { NULL }
  };

  g_application_add_main_option_entries (application, options);
}

/* Returns (transfer full) (nullable) the program that is to be watched: what follows --watch. */
static char **
list_watched (char **arguments)
{
  g_autoptr (GStrvBuilder) builder = NULL;
  guint first = 2;

  if (arguments[0] == NULL || g_strcmp0 (arguments[1], "--watch") != 0)
    return NULL;
  if (g_strcmp0 (arguments[first], "--") == 0)
    first++;
  builder = g_strv_builder_new ();
  for (guint i = first; arguments[i] != NULL; i++)
    {
      /* The instance that is running already may have another working directory. */
      g_autofree char *path = i == first && strchr (arguments[i], G_DIR_SEPARATOR) != NULL
                              ? g_canonicalize_filename (arguments[i], NULL)
                              : g_strdup (arguments[i]);

      g_strv_builder_add (builder, path);
    }
  return g_strv_builder_end (builder);
}

/**
 * ls_watch_option_take:
 * @application: the application, with an action "watch"
 * @arguments: its command line
 * @exit_status: (out): the exit status, if this takes the command line
 *
 * Takes a command line that begins with --watch: the instance that runs, or else this one, watches the program.
 *
 * Returns: whether it was one
 */
gboolean
ls_watch_option_take (GApplication  *application,
                      char         **arguments,
                      int           *exit_status)
{
  g_auto (GStrv) watched = list_watched (arguments);
  g_autoptr (GError) error = NULL;

  if (watched == NULL)
    return FALSE;
  if (watched[0] == NULL)
    {
      g_printerr (_("%s: expected a program after --watch\n"), g_get_prgname ());
      *exit_status = 2;
    }
  else if (!g_application_register (application, NULL, &error))
    {
      g_printerr ("%s: %s\n", g_get_prgname (), error->message);
      *exit_status = 1;
    }
  else
    {
      g_auto (GStrv) environment = g_get_environ ();
      g_autofree char *folder = g_get_current_dir ();

      g_action_group_activate_action (G_ACTION_GROUP (application), "watch",
                                      g_variant_new ("(^aay^ay^aay)", watched, folder, environment));
      *exit_status = 0;
    }
  return TRUE;
}
