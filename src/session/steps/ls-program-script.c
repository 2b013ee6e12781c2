/* ls-program-script.c
 *
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */

#include "ls-program-script-private.h"

#include "ls-session-error.h"

#include <glib/gi18n-lib.h>
#include <string.h>

#define BOM "\xef\xbb\xbf"

G_DEFINE_BOXED_TYPE (LsScript, ls_script, ls_script_ref, ls_script_unref)

LsScript *
ls_script_new (const char *name,
               const char *text,
               const char *file,
               gboolean    has_bom)
{
  LsScript *self = g_new0 (LsScript, 1);

  g_atomic_ref_count_init (&self->ref_count);
  self->name = g_strdup (name);
  self->text = g_strdup (text);
  self->file = g_strdup (file);
  self->has_bom = has_bom;

  return self;
}

/**
 * ls_script_ref:
 * @self: a script
 *
 * Takes a reference.
 *
 * Returns: (transfer full): @self with one reference more
 */
LsScript *
ls_script_ref (LsScript *self)
{
  g_return_val_if_fail (self != NULL, NULL);

  g_atomic_ref_count_inc (&self->ref_count);
  return self;
}

/**
 * ls_script_unref:
 * @self: (transfer full): a script
 *
 * Gives a reference back.
 */
void
ls_script_unref (LsScript *self)
{
  g_return_if_fail (self != NULL);

  if (!g_atomic_ref_count_dec (&self->ref_count))
    return;

  g_free (self->name);
  g_free (self->text);
  g_free (self->file);
  g_free (self);
}

/**
 * ls_script_get_name:
 * @self: a script
 *
 * Gets the name of the script.
 *
 * Returns: (transfer none): what it is called; messages name places in it so. No two scripts of a program have one name
 */
const char *
ls_script_get_name (LsScript *self)
{
  g_return_val_if_fail (self != NULL, NULL);

  return self->name;
}

/**
 * ls_script_get_text:
 * @self: a script
 *
 * Gets the text of the script.
 *
 * Returns: (transfer none): its text, without a byte order mark
 */
const char *
ls_script_get_text (LsScript *self)
{
  g_return_val_if_fail (self != NULL, NULL);

  return self->text;
}

/**
 * ls_script_get_file:
 * @self: a script
 *
 * Tells where the script lies.
 *
 * Returns: (transfer none) (nullable): where it lies, relative to the session's file; %NULL if its text is in the session
 */
const char *
ls_script_get_file (LsScript *self)
{
  g_return_val_if_fail (self != NULL, NULL);

  return self->file;
}

/* Returns whether a file of this name is taken for a script. */
gboolean
ls_script_path_is_name (const char *path)
{
  static const char *const suffixes[] = { ".js", ".mjs", ".cjs", ".ts", ".mts", ".cts" };
  gsize length = strlen (path);

  for (guint i = 0; i < G_N_ELEMENTS (suffixes); i++)
    {
      gsize suffix = strlen (suffixes[i]);

      if (length > suffix && g_ascii_strcasecmp (path + length - suffix, suffixes[i]) == 0)
        return TRUE;
    }

  return FALSE;
}

/* Returns whether @file stays below the folder that it is relative to. */
gboolean
ls_script_file_is_valid (const char *file)
{
  g_auto (GStrv) parts = g_strsplit (file, "/", -1);

  if (parts[0] == NULL || strlen (file) > 4000)
    return FALSE;
  for (guint i = 0; parts[i] != NULL; i++)
    if (*parts[i] == '\0' || g_str_equal (parts[i], ".") || g_str_equal (parts[i], "..") ||
        strchr (parts[i], '\\') != NULL)
      return FALSE;

  return TRUE;
}

/* Returns the text in @data. @has_bom: (out): whether a byte order mark stands before it. Messages do not name the file. */
char *
ls_script_text_of_bytes (const char  *data,
                         gsize        length,
                         gboolean    *has_bom,
                         GError     **error)
{
  const char *end;

  if (length > LS_SCRIPT_MAX_SIZE)
    {
      g_set_error (error, LS_SESSION_ERROR, LS_SESSION_ERROR_LIMIT, _("found a script of more than %d MB, expected a smaller one"),
                   LS_SCRIPT_MAX_SIZE / (1024 * 1024));
      return NULL;
    }

  *has_bom = length >= strlen (BOM) && memcmp (data, BOM, strlen (BOM)) == 0;
  if (*has_bom)
    {
      data += strlen (BOM);
      length -= strlen (BOM);
    }
  if (!g_utf8_validate_len (data, length, &end))
    {
      guint line = 1;

      for (const char *p = data; p < end; p++)
        line += *p == '\n';
      g_set_error (error, LS_SESSION_ERROR, LS_SESSION_ERROR_SYNTAX,
                   *end == '\0' ? _("found a NUL byte in line %u, expected a script in UTF-8")
                                : _("found invalid UTF-8 in line %u, expected a script in UTF-8"), line);
      return NULL;
    }

  return g_strndup (data, length);
}

/* Reads a script's file; blocks. Pipes are refused: reading one could last for ever. */
char *
ls_script_load (GFile         *file,
                gboolean      *has_bom,
                GCancellable  *cancellable,
                GError       **error)
{
  g_autoptr (GFileInfo) info = NULL;
  g_autoptr (GFileInputStream) stream = NULL;
  g_autofree char *data = NULL;
  gsize length;

  info = g_file_query_info (file, G_FILE_ATTRIBUTE_STANDARD_TYPE, G_FILE_QUERY_INFO_NONE, cancellable, error);
  if (info == NULL)
    return NULL;
  if (g_file_info_get_file_type (info) != G_FILE_TYPE_REGULAR)
    {
      gboolean is_folder = g_file_info_get_file_type (info) == G_FILE_TYPE_DIRECTORY;

      g_set_error_literal (error, G_IO_ERROR, is_folder ? G_IO_ERROR_IS_DIRECTORY : G_IO_ERROR_NOT_REGULAR_FILE,
                           is_folder ? _("It is a folder, expected a file") : _("It is not a regular file"));
      return NULL;
    }

  stream = g_file_read (file, cancellable, error);
  if (stream == NULL)
    return NULL;
  data = g_malloc (LS_SCRIPT_MAX_SIZE + 4);
  if (!g_input_stream_read_all (G_INPUT_STREAM (stream), data, LS_SCRIPT_MAX_SIZE + 4, &length, cancellable, error))
    return NULL;

  return ls_script_text_of_bytes (data, length, has_bom, error);
}
