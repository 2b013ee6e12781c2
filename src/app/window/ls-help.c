/* ls-help.c: the pages of the help
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "ls-help.h"

#include <glib/gi18n.h>

#include "ls-compat.h"

#define PAGES "help:loopscope"
#define FIRST_PAGE "help", "C", "loopscope", "index.page"

static gboolean
is_in (const char *folder)
{
  g_autofree char *page = g_build_filename (folder, FIRST_PAGE, NULL);

  return g_file_test (page, G_FILE_TEST_EXISTS);
}

/* A viewer would say that there is no such document. */
static gboolean
are_pages_installed (void)
{
  const char *const *folders = g_get_system_data_dirs ();

  for (guint i = 0; folders[i] != NULL; i++)
    if (is_in (folders[i]))
      return TRUE;
  return is_in (g_get_user_data_dir ());
}

/* There is nothing to choose. */
static void
on_read (const char *response,
         gpointer    user_data)
{
}

static void
say (GtkWindow  *window,
     const char *text)
{
  const LsCompatResponse responses[] = { { "cancel", _("_Close"), ADW_RESPONSE_DEFAULT } };

  ls_compat_ask (GTK_WIDGET (window), _("Help Cannot Be Shown"), text, NULL, responses, G_N_ELEMENTS (responses), "cancel",
                 on_read, NULL);
}

static void
on_shown (GtkWindow    *window,
          const GError *error)
{
  g_autofree char *text = NULL;

  if (error == NULL)
    return;
  text = g_strdup_printf (_("Install Yelp, the help viewer of GNOME, or another one. %s."), error->message);
  say (window, text);
}

/**
 * ls_help_show:
 * @window: a window
 *
 * Opens the help in the desktop's viewer of help pages, in the user's language. Says so above @window if that is not possible.
 */
void
ls_help_show (GtkWindow *window)
{
  g_return_if_fail (GTK_IS_WINDOW (window));

  if (are_pages_installed ())
    ls_compat_show_uri (window, PAGES, on_shown);
  else
    say (window, _("The pages of the help are not installed."));
}
