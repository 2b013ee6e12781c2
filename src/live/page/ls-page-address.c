/* ls-page-address.c: addresses as people type them, and as they are saved
 *
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */

#include "config.h"

#include "ls-page-watch-private.h"

#include <string.h>

#define MAX_ADDRESS 300

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

/* Returns (transfer full) an address without its secrets: user names, what follows a question mark or number sign, and what the
 * address itself consists of. */
char *
ls_page_clean_address (const char *address,
                       gboolean    is_full)
{
  g_autofree char *valid = g_utf8_make_valid (address, strnlen (address, 8 * MAX_ADDRESS));
  g_autoptr (GString) text = NULL;
  const char *host = strstr (valid, "://"), *at, *path;

  if (is_full)
    return g_steal_pointer (&valid);
  if (g_str_has_prefix (valid, "data:") || g_str_has_prefix (valid, "javascript:"))
    return g_strndup (valid, strcspn (valid, ":,") + 1);
  text = g_string_new_len (valid, strcspn (valid, "?#"));
  host = strstr (text->str, "://");
  if (host != NULL)
    {
      host += strlen ("://");
      path = host + strcspn (host, "/");
      at = g_strrstr_len (host, path - host, "@");
      if (at != NULL)
        g_string_erase (text, host - text->str, at + 1 - host);
    }
  if (g_utf8_strlen (text->str, -1) > MAX_ADDRESS)
    g_string_truncate (text, g_utf8_offset_to_pointer (text->str, MAX_ADDRESS) - text->str);
  return g_string_free (g_steal_pointer (&text), FALSE);
}

static gboolean
append_clean_cb (const GMatchInfo *match,
                 GString          *text,
                 gpointer          user_data)
{
  g_autofree char *address = g_match_info_fetch (match, 0);
  g_autofree char *clean = ls_page_clean_address (address, FALSE);

  g_string_append (text, clean);
  return FALSE;
}

/* Returns (transfer full) a text of a page, such as the message of an error, with the addresses in it cleaned likewise. */
char *
ls_page_clean_text (const char *text,
                    gsize       length)
{
  g_autofree char *valid = g_utf8_make_valid (text, length);
  g_autoptr (GRegex) addresses = g_regex_new ("[A-Za-z][A-Za-z0-9+.-]*://[^\\s\"'<>`]+", G_REGEX_DEFAULT, G_REGEX_MATCH_DEFAULT, NULL);
  char *clean = g_regex_replace_eval (addresses, valid, -1, 0, G_REGEX_MATCH_DEFAULT, append_clean_cb, NULL, NULL);

  return clean != NULL ? clean : g_strdup ("");
}
