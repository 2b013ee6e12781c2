/* ls-page-address.c: addresses as people type them
 *
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */

#include "config.h"

#include "ls-page-watch.h"

#include <string.h>

/* In "localhost:8000/a", what looks like a scheme is the name of a machine. */
static gboolean
is_port (const char *text)
{
  const gsize n_digits = strspn (text, "0123456789");

  return n_digits > 0 && strchr ("/?#", text[n_digits]) != NULL;
}

static gboolean
is_local (const char *address)
{
  static const char *const machines[] = { "localhost", "127.0.0.1", "[::1]" };

  for (guint i = 0; i < G_N_ELEMENTS (machines); i++)
    if (g_str_has_prefix (address, machines[i]) && strchr (":/?#", address[strlen (machines[i])]) != NULL)
      return TRUE;
  return FALSE;
}

/**
 * ls_page_watch_complete_address:
 * @text: what somebody typed
 *
 * Completes an address: a path becomes that of a file, and what has no scheme gets one.
 *
 * Returns: (transfer full) (nullable): the address, %NULL for nothing
 */
char *
ls_page_watch_complete_address (const char *text)
{
  g_autofree char *address = g_strstrip (g_strdup (text));
  g_autofree char *scheme = g_uri_parse_scheme (address);

  if (*address == '\0')
    return NULL;
  if (g_path_is_absolute (address) || (scheme == NULL && g_file_test (address, G_FILE_TEST_IS_REGULAR)))
    {
      g_autofree char *path = g_canonicalize_filename (address, NULL);

      return g_filename_to_uri (path, NULL, NULL);
    }
  if (scheme != NULL && !is_port (address + strlen (scheme) + 1))
    return g_steal_pointer (&address);
  if (is_local (address))
    return g_strconcat ("http://", address, NULL);
  return g_strconcat ("https://", address, NULL);
}
