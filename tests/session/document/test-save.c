/* SPDX-License-Identifier: GPL-3.0-or-later */

#include <errno.h>
#include <glib/gstdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "ls-session-private.h"

#define NOBODY 65534

typedef struct
{
  char      *folder;
  char      *path;
  LsSession *session;
} Fixture;

static gsize bytes_left;

/* A disk that becomes full. */
static gssize
write_until_full (int         fd,
                  const void *data,
                  gsize       length)
{
  gsize part = MIN (length, bytes_left);

  if (part == 0)
    {
      errno = ENOSPC;
      return -1;
    }
  bytes_left -= part;
  return write (fd, data, part);
}

/* One byte at a time, and interrupted now and then. */
static gssize
write_slowly (int         fd,
              const void *data,
              gsize       length)
{
  if (++bytes_left % 7 == 0)
    {
      errno = EINTR;
      return -1;
    }
  return write (fd, data, 1);
}

static void
set_up (Fixture       *fixture,
        gconstpointer  data)
{
  fixture->folder = g_dir_make_tmp ("loopscope-XXXXXX", NULL);
  fixture->path = g_build_filename (fixture->folder, "a.loopscope", NULL);
  fixture->session = ls_session_new ();
  ls_session_set_title (fixture->session, "new");
  g_assert_true (g_file_set_contents (fixture->path, "old", -1, NULL));
}

static guint
count_files (const char *folder)
{
  g_autoptr (GDir) dir = g_dir_open (folder, 0, NULL);
  guint n = 0;

  while (g_dir_read_name (dir) != NULL)
    n++;
  return n;
}

static void
tear_down (Fixture       *fixture,
           gconstpointer  data)
{
  g_autoptr (GDir) dir = NULL;
  const char *name;

  ls_session_set_write_hook (NULL);
  g_chmod (fixture->folder, 0755);
  dir = g_dir_open (fixture->folder, 0, NULL);
  while ((name = g_dir_read_name (dir)) != NULL)
    {
      g_autofree char *path = g_build_filename (fixture->folder, name, NULL);

      g_unlink (path);
    }
  g_rmdir (fixture->folder);
  g_free (fixture->folder);
  g_free (fixture->path);
  g_object_unref (fixture->session);
}

static gboolean
save (Fixture  *fixture,
      GError  **error)
{
  g_autoptr (GFile) file = g_file_new_for_path (fixture->path);

  return ls_session_save (fixture->session, file, error);
}

static void
assert_contents (const char *path,
                 const char *expected)
{
  g_autofree char *contents = NULL;

  g_assert_true (g_file_get_contents (path, &contents, NULL, NULL));
  g_assert_cmpstr (contents, ==, expected);
}

static void
test_save (Fixture       *fixture,
           gconstpointer  data)
{
  g_autoptr (GError) error = NULL;
  g_autofree char *text = ls_session_to_data (fixture->session, NULL);
  struct stat status;

  g_chmod (fixture->path, 0640);
  g_assert_true (ls_session_get_modified (fixture->session));
  g_assert_true (save (fixture, &error));
  g_assert_no_error (error);
  g_assert_false (ls_session_get_modified (fixture->session));
  assert_contents (fixture->path, text);
  g_assert_cmpint (stat (fixture->path, &status), ==, 0);
  g_assert_cmpint (status.st_mode & 07777, ==, 0640);
  g_assert_cmpuint (count_files (fixture->folder), ==, 1);
}

static void
test_slow_disk (Fixture       *fixture,
                gconstpointer  data)
{
  g_autofree char *text = ls_session_to_data (fixture->session, NULL);
  g_autoptr (GError) error = NULL;

  ls_session_set_write_hook (write_slowly);
  g_assert_true (save (fixture, &error));
  assert_contents (fixture->path, text);
}

static void
test_full_disk (Fixture       *fixture,
                gconstpointer  data)
{
  gsize length;
  g_autofree char *text = ls_session_to_data (fixture->session, &length);

  ls_session_set_write_hook (write_until_full);
  for (gsize room = 0; room < length; room++)
    {
      g_autoptr (GError) error = NULL;
      g_autofree char *message = g_strdup_printf ("%s: Could not save the file: %s", fixture->path,
                                                  g_strerror (ENOSPC));

      bytes_left = room;
      g_assert_false (save (fixture, &error));
      g_assert_error (error, LS_SESSION_ERROR, LS_SESSION_ERROR_WRITE);
      g_assert_cmpstr (error->message, ==, message);
      assert_contents (fixture->path, "old");
      g_assert_cmpuint (count_files (fixture->folder), ==, 1);
      g_assert_true (ls_session_get_modified (fixture->session));
      g_assert_null (ls_session_get_file (fixture->session));
    }

  bytes_left = length;
  g_assert_true (save (fixture, NULL));
  assert_contents (fixture->path, text);
}

static void
test_full_device (Fixture       *fixture,
                  gconstpointer  data)
{
  g_autoptr (GFile) file = g_file_new_for_path ("/dev/full");
  g_autoptr (GError) error = NULL;

  if (!g_file_test ("/dev/full", G_FILE_TEST_EXISTS))
    {
      g_test_skip ("there is no /dev/full");
      return;
    }

  g_assert_false (ls_session_save (fixture->session, file, &error));
  g_assert_error (error, LS_SESSION_ERROR, LS_SESSION_ERROR_WRITE);
  g_assert_true (g_str_has_prefix (error->message, "/dev/full: "));
  g_assert_true (ls_session_get_modified (fixture->session));
}

static void
test_folder_read_only (Fixture       *fixture,
                       gconstpointer  data)
{
  g_autoptr (GError) error = NULL;
  const uid_t user = geteuid ();

  /* Permissions do not bind root: nobody owns the folder and saves instead. */
  if (user == 0)
    g_assert_no_errno (chown (fixture->folder, NOBODY, -1));
  g_assert_no_errno (g_chmod (fixture->folder, 0555));
  if (user == 0)
    g_assert_no_errno (seteuid (NOBODY));
  g_assert_false (save (fixture, &error));
  if (user == 0)
    g_assert_no_errno (seteuid (user));
  g_assert_no_errno (g_chmod (fixture->folder, 0755));

  g_assert_error (error, LS_SESSION_ERROR, LS_SESSION_ERROR_WRITE);
  g_assert_nonnull (strstr (error->message, ": Could not write to the folder: "));
  assert_contents (fixture->path, "old");
  g_assert_true (ls_session_get_modified (fixture->session));
}

static void
test_folder (Fixture       *fixture,
             gconstpointer  data)
{
  g_autoptr (GFile) file = g_file_new_for_path (fixture->folder);
  g_autoptr (GError) error = NULL;

  g_assert_false (ls_session_save (fixture->session, file, &error));
  g_assert_error (error, LS_SESSION_ERROR, LS_SESSION_ERROR_WRITE);
}

static void
test_link (Fixture       *fixture,
           gconstpointer  data)
{
  g_autofree char *link_path = g_build_filename (fixture->folder, "link.loopscope", NULL);
  g_autofree char *loop_path = g_build_filename (fixture->folder, "loop.loopscope", NULL);
  g_autofree char *text = ls_session_to_data (fixture->session, NULL);
  g_autoptr (GFile) file = g_file_new_for_path (link_path);
  g_autoptr (GFile) loop = g_file_new_for_path (loop_path);
  g_autoptr (GError) error = NULL;

  g_assert_cmpint (symlink ("a.loopscope", link_path), ==, 0);
  g_assert_cmpint (symlink ("loop.loopscope", loop_path), ==, 0);
  g_assert_true (ls_session_save (fixture->session, file, &error));
  g_assert_no_error (error);
  g_assert_true (g_file_test (link_path, G_FILE_TEST_IS_SYMLINK));
  assert_contents (fixture->path, text);

  g_assert_false (ls_session_save (fixture->session, loop, &error));
  g_assert_error (error, LS_SESSION_ERROR, LS_SESSION_ERROR_WRITE);
}

#define ADD(name, func) g_test_add ("/save/" name, Fixture, NULL, set_up, func, tear_down)

int
main (int   argc,
      char *argv[])
{
  g_test_init (&argc, &argv, NULL);

  ADD ("save", test_save);
  ADD ("slow-disk", test_slow_disk);
  ADD ("full-disk", test_full_disk);
  ADD ("full-device", test_full_device);
  ADD ("folder-read-only", test_folder_read_only);
  ADD ("folder", test_folder);
  ADD ("link", test_link);

  return g_test_run ();
}
