/* ls-session-writer.c
 *
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */

#include "ls-session-private.h"

#include <errno.h>
#include <fcntl.h>
#include <glib/gi18n-lib.h>
#include <glib/gstdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/* A file is replaced whole or not at all: the old one stays until the new text is on the disk. */

static LsWriteHook write_hook;   /* set by tests only */

void
ls_session_set_write_hook (LsWriteHook hook)
{
  write_hook = hook;
}

static void
fail (GError     **error,
      const char  *path,
      const char  *what,
      int          number)
{
  g_autofree char *name = ls_json_display (path, 0);

  g_set_error (error, LS_SESSION_ERROR, LS_SESSION_ERROR_WRITE, "%s: %s: %s", name, what, g_strerror (number));
}

static gboolean
write_all (int         fd,
           const char *data,
           gsize       length)
{
  while (length > 0)
    {
      gssize written = write_hook != NULL ? write_hook (fd, data, length) : write (fd, data, length);

      if (written < 0 && errno == EINTR)
        continue;
      if (written < 0)
        return FALSE;
      data += written;
      length -= written;
    }

  return TRUE;
}

/* Returns where a chain of links ends; the end itself need not exist. */
static char *
resolve_links (const char  *path,
               GError     **error)
{
  g_autofree char *current = g_strdup (path);

  for (guint i = 0; i < 40; i++)
    {
      g_autofree char *target = g_file_read_link (current, NULL);
      g_autofree char *folder = NULL;

      if (target == NULL)
        return g_steal_pointer (&current);
      folder = g_path_get_dirname (current);
      g_free (current);
      current = g_path_is_absolute (target) ? g_steal_pointer (&target) : g_build_filename (folder, target, NULL);
    }

  fail (error, path, _("Could not save the file"), ELOOP);
  return NULL;
}

static gboolean
sync_folder (const char *folder)
{
  int fd = open (folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  gboolean ok;

  if (fd < 0)
    return FALSE;
  /* Some file systems have nothing to sync here and say EINVAL. */
  ok = fsync (fd) == 0 || errno == EINVAL;
  close (fd);

  return ok;
}

/* Writes into a device or a pipe, which cannot be replaced. */
static gboolean
write_in_place (const char  *path,
                const char  *data,
                gsize        length,
                GError     **error)
{
  int fd = open (path, O_WRONLY | O_CLOEXEC);
  gboolean ok = fd >= 0 && write_all (fd, data, length);

  if (!ok)
    fail (error, path, _("Could not save the file"), errno);
  if (fd >= 0 && close (fd) != 0 && ok)
    {
      fail (error, path, _("Could not save the file"), errno);
      ok = FALSE;
    }

  return ok;
}

/* Replaces a file: a temporary one in the same folder is written, synced and renamed, and the folder synced. The file's mode is
 * kept; links are followed. After an error the file is as it was. */
gboolean
ls_session_write_file (const char  *path,
                       const char  *data,
                       gsize        length,
                       GError     **error)
{
  g_autofree char *target = resolve_links (path, error);
  g_autofree char *folder = NULL;
  g_autofree char *base = NULL;
  g_autofree char *temporary = NULL;
  struct stat before;
  gboolean exists;
  int fd, number = 0;

  if (target == NULL)
    return FALSE;

  exists = stat (target, &before) == 0;
  if (exists && S_ISDIR (before.st_mode))
    {
      fail (error, path, _("Could not save the file"), EISDIR);
      return FALSE;
    }
  if (exists && !S_ISREG (before.st_mode))
    return write_in_place (target, data, length, error);
  if (exists && access (target, W_OK) != 0)
    {
      fail (error, path, _("Could not save the file"), errno);
      return FALSE;
    }

  folder = g_path_get_dirname (target);
  base = g_path_get_basename (target);
  temporary = g_strdup_printf ("%s/.%.200s.XXXXXX", folder, base);
  fd = g_mkstemp_full (temporary, O_RDWR | O_CLOEXEC, exists ? before.st_mode & 0777 : 0666);
  if (fd < 0)
    {
      fail (error, path, _("Could not write to the folder"), errno);
      return FALSE;
    }

  if ((exists && fchmod (fd, before.st_mode & 07777) != 0) || !write_all (fd, data, length) || fsync (fd) != 0)
    number = errno;
  if (close (fd) != 0 && number == 0)
    number = errno;
  if (number == 0 && rename (temporary, target) != 0)
    number = errno;
  if (number != 0)
    {
      g_unlink (temporary);
      fail (error, path, _("Could not save the file"), number);
      return FALSE;
    }

  if (!sync_folder (folder))
    {
      fail (error, path, _("The file was saved, but the disk did not confirm it"), errno);
      return FALSE;
    }

  return TRUE;
}

/**
 * ls_session_to_data:
 * @self: a session
 * @length: (out) (optional): the text's length in bytes
 *
 * Writes a session as text: JSON with a line for each step that fits on one. Members that Loopscope does not know are
 * where they were. Of a trace from a file it is the session that was saved with it.
 *
 * Returns: (transfer full): the text
 */
char *
ls_session_to_data (LsSession *self,
                    gsize     *length)
{
  g_autoptr (JsonNode) root = NULL;

  g_return_val_if_fail (LS_IS_SESSION (self), NULL);

  root = ls_session_dup_recorded_root (self);
  return ls_json_format (root, length);
}
