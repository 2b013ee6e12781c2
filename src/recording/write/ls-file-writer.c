/* ls-file-writer.c
 *
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */

#include "ls-file-writer-private.h"

#include <glib/gi18n-lib.h>

#include "ls-json-private.h"
#include "ls-session-error.h"

/* A level of zlib: twice as fast as the usual one, for files that are a sixth larger. */
#define GZIP_LEVEL 4
/* What no two files have in common. */
#define IDENTITY G_FILE_ATTRIBUTE_UNIX_DEVICE "," G_FILE_ATTRIBUTE_UNIX_INODE

/* Passes @local on with the name of the file, unless somebody has cancelled or the error has its own words. */
static void
propagate_write_error (GFile   *file,
                       GError  *local,
                       GError **error)
{
  g_autofree char *name = g_file_get_parse_name (file);
  g_autofree char *shown = ls_json_display (name, 0);

  if (g_error_matches (local, G_IO_ERROR, G_IO_ERROR_CANCELLED))
    {
      g_propagate_error (error, local);
      return;
    }
  g_set_error (error, LS_SESSION_ERROR, LS_SESSION_ERROR_WRITE, _("%s: Could not save the file: %s"), shown, local->message);
  g_error_free (local);
}

/* Returns whether the new file that was written to is still at its place: one that somebody else has put there is not ours to
 * delete. Where a file system does not number its files, nobody can tell. */
static gboolean
is_in_place (GFile     *file,
             GFileInfo *written)
{
  static const char *const attributes[] = { G_FILE_ATTRIBUTE_UNIX_DEVICE, G_FILE_ATTRIBUTE_UNIX_INODE };
  g_autoptr (GFileInfo) there = g_file_query_info (file, IDENTITY, G_FILE_QUERY_INFO_NOFOLLOW_SYMLINKS, NULL, NULL);

  if (there == NULL)
    return FALSE;
  for (guint i = 0; written != NULL && i < G_N_ELEMENTS (attributes); i++)
    {
      g_autofree char *ours = g_file_info_get_attribute_as_string (written, attributes[i]);
      g_autofree char *other = g_file_info_get_attribute_as_string (there, attributes[i]);

      if (g_strcmp0 (ours, other) != 0)
        return FALSE;
    }
  return TRUE;
}

/* Replaces a file. It is written under another name in its folder and takes the place of the old one when it is whole: after an
 * error or a cancellation the old one is as it was. Where there is none, half of the new one would stay, so that goes away. */
gboolean
ls_file_write (GFile            *file,
               LsFileWriteFunc   write,
               gconstpointer     data,
               LsLoadWatch      *watch,
               GError          **error)
{
  GError *local = NULL;
  g_autoptr (GFileOutputStream) stream = g_file_create (file, G_FILE_CREATE_NONE, watch->cancellable, NULL);
  const gboolean is_new = stream != NULL;
  g_autoptr (GCancellable) given_up = g_cancellable_new ();
  g_autoptr (GFileInfo) written = NULL;

  if (!is_new)
    stream = g_file_replace (file, NULL, FALSE, G_FILE_CREATE_NONE, watch->cancellable, &local);
  if (stream == NULL)
    {
      propagate_write_error (file, local, error);
      return FALSE;
    }
  if (write (data, G_OUTPUT_STREAM (stream), watch, &local) &&
      g_output_stream_close (G_OUTPUT_STREAM (stream), watch->cancellable, &local))
    return TRUE;

  if (is_new && !g_output_stream_is_closed (G_OUTPUT_STREAM (stream)))
    written = g_file_output_stream_query_info (stream, IDENTITY, NULL, NULL);
  /* A stream that is closed with a cancelled cancellable leaves the old file alone. */
  g_cancellable_cancel (given_up);
  g_output_stream_close (G_OUTPUT_STREAM (stream), given_up, NULL);
  if (is_new && is_in_place (file, written))
    g_file_delete (file, NULL, NULL);
  propagate_write_error (file, local, error);
  return FALSE;
}

/* Writes everything gzipped into @stream, and leaves that open. */
gboolean
ls_file_write_gzipped (GOutputStream    *stream,
                       LsFileWriteFunc   write,
                       gconstpointer     data,
                       LsLoadWatch      *watch,
                       GError          **error)
{
  g_autoptr (GZlibCompressor) compressor = g_zlib_compressor_new (G_ZLIB_COMPRESSOR_FORMAT_GZIP, GZIP_LEVEL);
  g_autoptr (GOutputStream) gzip = g_converter_output_stream_new (stream, G_CONVERTER (compressor));

  g_filter_output_stream_set_close_base_stream (G_FILTER_OUTPUT_STREAM (gzip), FALSE);
  return write (data, gzip, watch, error) && g_output_stream_close (gzip, watch->cancellable, error);
}
