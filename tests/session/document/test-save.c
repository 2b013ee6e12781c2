/* SPDX-License-Identifier: GPL-3.0-or-later */

#include <errno.h>
#include <glib/gstdio.h>
#include <signal.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "ls-session-private.h"
#include "test-kills.h"

#define NOBODY 65534

/* How many programs are killed while they save. */
#define N_KILLS 50

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

static void
set_limit (int    resource,
           rlim_t value)
{
  struct rlimit limit;

  g_assert_no_errno (getrlimit (resource, &limit));
  limit.rlim_cur = MIN (value, limit.rlim_max);
  g_assert_no_errno (setrlimit (resource, &limit));
}

/* Nothing is said or left behind but the error, and the next try may come. */
static void
assert_not_saved (Fixture    *fixture,
                  GError     *error,
                  const char *what,
                  int         number)
{
  g_autofree char *message = g_strdup_printf ("%s: %s: %s", fixture->path, what, g_strerror (number));

  g_assert_error (error, LS_SESSION_ERROR, LS_SESSION_ERROR_WRITE);
  g_assert_cmpstr (error->message, ==, message);
  g_assert_cmpuint (count_files (fixture->folder), ==, 1);
  g_assert_true (ls_session_get_modified (fixture->session));
}

/* The system's own refusal at each byte, without a hook. */
static void
test_file_limit (Fixture       *fixture,
                 gconstpointer  data)
{
  gsize length;
  g_autofree char *text = ls_session_to_data (fixture->session, &length);

  signal (SIGXFSZ, SIG_IGN);
  for (gsize room = 0; room < length; room++)
    {
      g_autoptr (GError) error = NULL;
      gboolean is_saved;

      set_limit (RLIMIT_FSIZE, room);
      is_saved = save (fixture, &error);
      set_limit (RLIMIT_FSIZE, RLIM_INFINITY);
      g_assert_false (is_saved);
      assert_not_saved (fixture, error, "Could not save the file", EFBIG);
      assert_contents (fixture->path, "old");
    }
  signal (SIGXFSZ, SIG_DFL);
  g_assert_true (save (fixture, NULL));
  assert_contents (fixture->path, text);
}

static void
test_no_descriptor (Fixture       *fixture,
                    gconstpointer  data)
{
  g_autoptr (GError) error = NULL;
  struct rlimit before;
  gboolean is_saved;

  g_assert_no_errno (getrlimit (RLIMIT_NOFILE, &before));
  set_limit (RLIMIT_NOFILE, 3);
  is_saved = save (fixture, &error);
  set_limit (RLIMIT_NOFILE, before.rlim_cur);
  g_assert_false (is_saved);
  assert_not_saved (fixture, error, "Could not write to the folder", EMFILE);
  assert_contents (fixture->path, "old");
  g_assert_true (save (fixture, NULL));
}

/* In the place of the file there is a pipe after it, which cannot be synced. */
static gssize
write_and_lose (int         fd,
                const void *data,
                gsize       length)
{
  gssize written = write (fd, data, length);
  int ends[2];

  g_assert_no_errno (pipe (ends));
  g_assert_cmpint (dup2 (ends[1], fd), ==, fd);
  close (ends[0]);
  close (ends[1]);
  return written;
}

static void
test_sync_fails (Fixture       *fixture,
                 gconstpointer  data)
{
  g_autoptr (GError) error = NULL;

  ls_session_set_write_hook (write_and_lose);
  g_assert_false (save (fixture, &error));
  assert_not_saved (fixture, error, "Could not save the file", EINVAL);
  assert_contents (fixture->path, "old");
}

static const char *path_of_hook;

/* A folder stands where the file was when the new one is to take its place. */
static gssize
write_beside_folder (int         fd,
                     const void *data,
                     gsize       length)
{
  g_assert_no_errno (g_unlink (path_of_hook));
  g_assert_no_errno (g_mkdir (path_of_hook, 0700));
  return write (fd, data, length);
}

static void
test_rename_fails (Fixture       *fixture,
                   gconstpointer  data)
{
  g_autoptr (GError) error = NULL;

  path_of_hook = fixture->path;
  ls_session_set_write_hook (write_beside_folder);
  g_assert_false (save (fixture, &error));
  assert_not_saved (fixture, error, "Could not save the file", EISDIR);
  g_assert_no_errno (g_rmdir (fixture->path));
}

/* A folder that cannot be opened cannot be synced: the new file is there, whole, and nobody says that it is safe. */
static void
test_unconfirmed (Fixture       *fixture,
                  gconstpointer  data)
{
  g_autofree char *text = ls_session_to_data (fixture->session, NULL);
  g_autoptr (GError) error = NULL;
  const uid_t user = geteuid ();
  gboolean is_saved;

  if (user == 0)
    {
      g_assert_no_errno (chown (fixture->folder, NOBODY, -1));
      g_assert_no_errno (chown (fixture->path, NOBODY, -1));
    }
  g_assert_no_errno (g_chmod (fixture->folder, 0333));
  if (user == 0)
    g_assert_no_errno (seteuid (NOBODY));
  is_saved = save (fixture, &error);
  if (user == 0)
    g_assert_no_errno (seteuid (user));
  g_assert_no_errno (g_chmod (fixture->folder, 0755));
  g_assert_false (is_saved);
  assert_not_saved (fixture, error, "The file was saved, but the disk did not confirm it", EACCES);
  assert_contents (fixture->path, text);
}

static gsize kill_at;

static gssize
write_and_die (int         fd,
               const void *data,
               gsize       length)
{
  if (kill_at == 0)
    kill (getpid (), SIGKILL);
  kill_at--;
  return write (fd, data, 1);
}

/* Killed after each fifth byte that it writes, one by one. */
static void
test_killed_within (Fixture       *fixture,
                    gconstpointer  data)
{
  gsize length;
  g_autofree char *text = ls_session_to_data (fixture->session, &length);

  for (kill_at = 0; kill_at < length; kill_at += 5)
    {
      int status;
      const pid_t pid = fork ();

      if (pid == 0)
        {
          ls_session_set_write_hook (write_and_die);
          save (fixture, NULL);
          _exit (0);
        }
      g_assert_cmpint (waitpid (pid, &status, 0), ==, pid);
      g_assert_true (WIFSIGNALED (status));
      assert_contents (fixture->path, "old");
    }
  g_assert_true (save (fixture, NULL));
  assert_contents (fixture->path, text);
}

/* Saves again and again, and says after each time which it was. */
static void
save_for_ever (Fixture *fixture,
               int      out)
{
  for (guint i = 1;; i++)
    {
      g_autofree char *title = g_strdup_printf ("%u", i);

      ls_session_set_title (fixture->session, title);
      if (!save (fixture, NULL) || write (out, &i, sizeof i) != sizeof i)
        _exit (1);
    }
}

/* Killed at any moment: there is a whole file, and it is not older than what was said to be saved. */
static void
test_killed (Fixture       *fixture,
             gconstpointer  data)
{
  g_autoptr (GFile) file = g_file_new_for_path (fixture->path);
  const guint n_kills = test_get_n_kills (N_KILLS);
  guint n_within = 0;

  for (guint i = 0; i < n_kills; i++)
    {
      g_autoptr (LsSession) session = NULL;
      g_autoptr (GError) error = NULL;
      g_autofree char *text = NULL;
      guint32 said, last = 0;
      int ends[2], status;
      pid_t pid;

      g_assert_no_errno (pipe (ends));
      pid = fork ();
      if (pid == 0)
        save_for_ever (fixture, ends[1]);
      close (ends[1]);
      test_wait_within (ends[0], &last);
      g_assert_no_errno (kill (pid, SIGKILL));
      g_assert_cmpint (waitpid (pid, &status, 0), ==, pid);
      g_assert_true (WIFSIGNALED (status));
      while (read (ends[0], &said, sizeof said) == sizeof said)
        last = said;
      close (ends[0]);

      session = ls_session_new_from_file (file, NULL, &error);
      g_assert_no_error (error);
      text = ls_session_to_data (session, NULL);
      assert_contents (fixture->path, text);
      said = g_ascii_strtoull (ls_session_get_title (session), NULL, 10);
      g_assert_cmpuint (said, >=, last);
      g_assert_cmpuint (said, <=, last + 1);
    }
  /* What was being written then is left in a file that is not visible, one a kill. */
  n_within = count_files (fixture->folder) - 1;
  g_assert_cmpuint (n_within, <=, n_kills);
  g_test_message ("saving: %u killed, %u with a part of the file written", n_kills, n_within);
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
  ADD ("file-limit", test_file_limit);
  ADD ("no-descriptor", test_no_descriptor);
  ADD ("sync-fails", test_sync_fails);
  ADD ("rename-fails", test_rename_fails);
  ADD ("unconfirmed", test_unconfirmed);
  ADD ("killed-within", test_killed_within);
  ADD ("killed", test_killed);

  return g_test_run ();
}
