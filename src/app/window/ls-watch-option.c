/* ls-watch-option.c: loopscope --watch, --watch-page and --watch-node
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "ls-watch-option.h"

#include <glib/gi18n.h>
#include <string.h>

#include "ls-page-watch.h"

/* Adds the options to --help. */
void
ls_watch_option_add (GApplication *application)
{
  static const GOptionEntry options[] = {
    { "watch", 0, 0, G_OPTION_ARG_NONE, NULL, N_("Start a program and watch its main loops: --watch -- PROGRAM …"), NULL },
    { "watch-page", 0, 0, G_OPTION_ARG_NONE, NULL, N_("Open a page in a browser and watch its scheduler: --watch-page ADDRESS [--firefox]"), NULL },
    { "watch-node", 0, 0, G_OPTION_ARG_NONE, NULL, N_("Start Node.js with a script and watch it: --watch-node SCRIPT …"), NULL },
    { NULL }
  };

  g_application_add_main_option_entries (application, options);
}

/* Returns (transfer full) (nullable) the program, or the script of Node.js, that is to be watched: what follows @option. */
static char **
list_watched (char       **arguments,
              const char  *option)
{
  g_autoptr (GStrvBuilder) builder = NULL;
  guint first = 2;

  if (arguments[0] == NULL || g_strcmp0 (arguments[1], option) != 0)
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

/* Has the instance that runs, or else this one, do what an option says. Returns the exit status. */
static int
forward (GApplication *application,
         const char   *action,
         GVariant     *parameter)
{
  g_autoptr (GVariant) sunk = g_variant_ref_sink (parameter);
  g_autoptr (GError) error = NULL;

  if (!g_application_register (application, NULL, &error))
    {
      g_printerr ("%s: %s\n", g_get_prgname (), error->message);
      return 1;
    }
  g_action_group_activate_action (G_ACTION_GROUP (application), action, sunk);
  return 0;
}

/* Takes --watch-page ADDRESS and --watch-page=ADDRESS, and --firefox after it. Returns whether the command line was one. */
static gboolean
take_page (GApplication  *application,
           char         **arguments,
           int           *exit_status)
{
  const char *option = arguments[0] != NULL ? arguments[1] : NULL;
  const char *address;
  g_autofree char *whole = NULL;
  guint rest;

  if (option == NULL || !g_str_has_prefix (option, "--watch-page") || strchr ("=", option[strlen ("--watch-page")]) == NULL)
    return FALSE;
  rest = option[strlen ("--watch-page")] == '=' || arguments[2] == NULL ? 2 : 3;
  address = option[strlen ("--watch-page")] == '=' ? option + strlen ("--watch-page=") : arguments[2];
  whole = address != NULL && g_utf8_validate (address, -1, NULL) ? ls_page_watch_complete_address (address) : NULL;
  if (whole == NULL)
    {
      g_printerr (_("%s: expected an address after --watch-page\n"), g_get_prgname ());
      *exit_status = 2;
    }
  else
    *exit_status = forward (application, "watch-page", g_variant_new ("(sb)", whole, g_strcmp0 (arguments[rest], "--firefox") == 0));
  return TRUE;
}

/* Takes an option that a program and its arguments follow. Returns whether the command line was one. */
static gboolean
take_program (GApplication  *application,
              char         **arguments,
              const char    *option,
              const char    *nothing,
              int           *exit_status)
{
  g_auto (GStrv) watched = list_watched (arguments, option);
  g_auto (GStrv) environment = NULL;
  g_autofree char *folder = NULL;

  if (watched == NULL)
    return FALSE;
  if (watched[0] == NULL)
    {
      g_printerr ("%s: %s\n", g_get_prgname (), nothing);
      *exit_status = 2;
      return TRUE;
    }
  environment = g_get_environ ();
  folder = g_get_current_dir ();
  *exit_status = forward (application, option + strlen ("--"), g_variant_new ("(^aay^ay^aay)", watched, folder, environment));
  return TRUE;
}

/**
 * ls_watch_option_take:
 * @application: the application, with actions "watch", "watch-page" and "watch-node"
 * @arguments: its command line
 * @exit_status: (out): the exit status, if this takes the command line
 *
 * Takes a command line that begins with --watch, --watch-page or --watch-node: the instance that runs, or else this one, watches
 * the program, the page or the script.
 *
 * Returns: whether it was one
 */
gboolean
ls_watch_option_take (GApplication  *application,
                      char         **arguments,
                      int           *exit_status)
{
  return take_program (application, arguments, "--watch", _("expected a program after --watch"), exit_status) ||
         take_program (application, arguments, "--watch-node", _("expected a script after --watch-node"), exit_status) ||
         take_page (application, arguments, exit_status);
}
