/* test262-session.c: sessions of a harness and a test
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "test262-session.h"

#include <string.h>

#include "ls-program-script.h"

#define BOM "\357\273\277"

/**
 * test262_read_file:
 * @path: a script; “-” is standard input
 * @error: return location for an error
 *
 * Returns: (transfer full) (nullable): its text, or %NULL with @error set
 */
char *
test262_read_file (const char  *path,
                   GError     **error)
{
  g_autofree char *text = NULL;
  gsize length;

  if (!g_file_get_contents (g_str_equal (path, "-") ? "/dev/stdin" : path, &text, &length, error))
    return NULL;
  /* What comes behind one would not run. */
  if (strlen (text) < length)
    {
      g_autofree char *shown = g_filename_display_name (path);

      g_set_error (error, G_FILE_ERROR, G_FILE_ERROR_INVAL, "%s: found a NUL byte, expected a script in UTF-8", shown);
      return NULL;
    }
  return g_str_has_prefix (text, BOM) ? g_strdup (text + strlen (BOM)) : g_steal_pointer (&text);
}

/**
 * test262_add_script:
 * @session: (inout) (nullable): the session of the scripts before, which is made with the first one
 * @name: what to call the script
 * @text: the script
 * @error: return location for an error
 *
 * Returns: %FALSE with @error set where it cannot be one
 */
gboolean
test262_add_script (LsSession  **session,
                    const char  *name,
                    const char  *text,
                    GError     **error)
{
  if (*session != NULL)
    return ls_session_add_script (*session, name, text, error);
  *session = ls_session_new_for_text (name, text, error);
  return *session != NULL;
}

static gboolean
has_script (LsSession  *session,
            const char *name)
{
  LsProgram *program = session != NULL ? ls_session_get_program (session) : NULL;

  for (guint i = 0; program != NULL && i < ls_program_get_n_scripts (program); i++)
    if (g_str_equal (ls_script_get_name (ls_program_get_script (program, i)), name))
      return TRUE;
  return FALSE;
}

/**
 * test262_choose_name:
 * @session: (nullable): the session of the scripts before
 * @path: the file of another one
 *
 * Returns: (transfer full): what to call that, as no other of the session is called
 */
char *
test262_choose_name (LsSession  *session,
                     const char *path)
{
  g_autofree char *base = g_path_get_basename (path);
  g_autofree char *name = g_filename_display_name (base);

  if (has_script (session, name))
    {
      g_free (name);
      name = g_filename_display_name (path);
    }
  while (has_script (session, name))
    {
      g_autofree char *taken = g_steal_pointer (&name);

      name = g_strconcat ("./", taken, NULL);
    }
  return g_steal_pointer (&name);
}
