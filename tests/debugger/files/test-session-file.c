/* test-session-file.c: a session's file, read and written on threads
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include <glib/gstdio.h>
#include <unistd.h>

#include "ls-session-file.h"
#include "ls-session-private.h"

/* The test's timeout ends a wait in vain. */
#define wait_for(expression)                      \
  G_STMT_START                                    \
  {                                               \
    while (!(expression))                         \
      g_main_context_iteration (NULL, TRUE);      \
  }                                               \
  G_STMT_END

typedef struct
{
  char          *folder;
  LsDebugger    *debugger;
  LsSession     *session;
  LsSessionFile *file;
  GString       *told;      /* a letter for each save that was told of: its name in lower case, in upper case if it failed */
  guint          n_flushes;
} Fixture;

/* The disk: stops each write until it is told to go on. */
static struct
{
  GMutex   lock;
  GCond    changed;
  gboolean is_stopped;
  gboolean is_writing;
  GThread *writer;
} disk;

static gssize
stop_cb (int         fd,
         const void *data,
         gsize       length)
{
  g_mutex_lock (&disk.lock);
  disk.is_writing = TRUE;
  disk.writer = g_thread_self ();
  g_cond_broadcast (&disk.changed);
  while (disk.is_stopped)
    g_cond_wait (&disk.changed, &disk.lock);
  disk.is_writing = FALSE;
  g_mutex_unlock (&disk.lock);
  return write (fd, data, length);
}

static void
stop_disk (void)
{
  disk.is_stopped = TRUE;
  disk.is_writing = FALSE;
  ls_session_set_write_hook (stop_cb);
}

static void
wait_for_writer (void)
{
  g_mutex_lock (&disk.lock);
  while (!disk.is_writing)
    g_cond_wait (&disk.changed, &disk.lock);
  g_mutex_unlock (&disk.lock);
}

static void
release_disk (void)
{
  g_mutex_lock (&disk.lock);
  disk.is_stopped = FALSE;
  g_cond_broadcast (&disk.changed);
  g_mutex_unlock (&disk.lock);
}

static void
set_up (Fixture       *self,
        gconstpointer  data)
{
  g_autoptr (GError) error = NULL;

  self->folder = g_dir_make_tmp ("loopscope-XXXXXX", &error);
  g_assert_no_error (error);
  self->debugger = ls_debugger_new ();
  self->session = ls_session_new ();
  self->file = ls_session_file_new (self->debugger);
  self->told = g_string_new (NULL);
  g_assert_true (ls_session_file_take (self->file, self->session, NULL, NULL, &error));
  ls_session_set_title (self->session, "one");
  g_assert_true (ls_session_get_modified (self->session));
}

static void
remove_all (const char *folder)
{
  g_autoptr (GDir) dir = g_dir_open (folder, 0, NULL);
  const char *name;

  while (dir != NULL && (name = g_dir_read_name (dir)) != NULL)
    {
      g_autofree char *path = g_build_filename (folder, name, NULL);

      g_assert_cmpint (g_unlink (path), ==, 0);
    }
  g_assert_cmpint (g_rmdir (folder), ==, 0);
}

static void
tear_down (Fixture       *self,
           gconstpointer  data)
{
  ls_session_set_write_hook (NULL);
  g_object_unref (self->file);
  g_object_unref (self->session);
  g_object_run_dispose (G_OBJECT (self->debugger));
  g_object_unref (self->debugger);
  g_string_free (self->told, TRUE);
  remove_all (self->folder);
  g_free (self->folder);
}

static GFile *
get_file (Fixture    *self,
          const char *name)
{
  return g_file_new_build_filename (self->folder, name, NULL);
}

static void
expect_title (GFile      *file,
              const char *title)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (LsSession) session = ls_session_new_from_file (file, NULL, &error);

  g_assert_no_error (error);
  g_assert_cmpstr (ls_session_get_title (session), ==, title);
}

typedef struct
{
  Fixture *fixture;
  char     letter;
} Told;

static void
told_cb (GObject      *object,
         GAsyncResult *result,
         gpointer      user_data)
{
  g_autofree Told *told = user_data;
  g_autoptr (GError) error = NULL;
  gboolean is_saved = ls_session_file_save_finish (LS_SESSION_FILE (object), result, &error);

  g_assert_true (is_saved == (error == NULL));
  g_string_append_c (told->fixture->told, is_saved ? told->letter : g_ascii_toupper (told->letter));
}

static Told *
told_new (Fixture *self,
          char     letter)
{
  Told *told = g_new0 (Told, 1);

  told->fixture = self;
  told->letter = letter;
  return told;
}

static void
save (Fixture *self,
      GFile   *file,
      char     letter)
{
  ls_session_file_save_async (self->file, file, told_cb, told_new (self, letter));
}

/* A thread writes it, and the session is not saved before that is done. */
static void
test_session_file_save (Fixture       *self,
                        gconstpointer  data)
{
  g_autoptr (GFile) file = get_file (self, "a.loopscope");

  stop_disk ();
  save (self, file, 'a');
  wait_for_writer ();
  g_assert_true (disk.writer != g_thread_self ());
  g_assert_true (ls_session_file_is_saving (self->file));
  g_assert_true (ls_session_get_modified (self->session));
  g_assert_null (ls_debugger_get_file (self->debugger));
  g_assert_false (g_file_query_exists (file, NULL));

  release_disk ();
  wait_for (self->told->len > 0);
  g_assert_cmpstr (self->told->str, ==, "a");
  g_assert_false (ls_session_file_is_saving (self->file));
  g_assert_false (ls_session_get_modified (self->session));
  g_assert_true (g_file_equal (ls_debugger_get_file (self->debugger), file));
  g_assert_nonnull (ls_session_file_get_etag (self->file));
  expect_title (file, "one");
}

/* What is changed meanwhile is not saved, unless it is changed back. */
static void
test_session_file_edit (Fixture       *self,
                        gconstpointer  data)
{
  g_autoptr (GFile) file = get_file (self, "a.loopscope");

  stop_disk ();
  save (self, file, 'a');
  wait_for_writer ();
  ls_session_set_title (self->session, "two");
  release_disk ();
  wait_for (self->told->len > 0);
  expect_title (file, "one");
  g_assert_cmpstr (ls_session_get_title (self->session), ==, "two");
  g_assert_true (ls_session_get_modified (self->session));
  ls_session_set_title (self->session, "one");
  g_assert_false (ls_session_get_modified (self->session));
}

static void
test_session_file_order (Fixture       *self,
                         gconstpointer  data)
{
  g_autoptr (GFile) file = get_file (self, "a.loopscope");
  g_autoptr (GFile) other = get_file (self, "b.loopscope");

  stop_disk ();
  save (self, other, 'a');
  wait_for_writer ();
  ls_session_set_title (self->session, "two");
  save (self, file, 'b');
  ls_session_set_title (self->session, "three");
  save (self, file, 'c');
  ls_session_file_wait_async (self->file, told_cb, told_new (self, 'd'));
  g_assert_cmpstr (self->told->str, ==, "");
  release_disk ();
  wait_for (self->told->len == 4);
  g_assert_cmpstr (self->told->str, ==, "abcd");
  g_assert_false (ls_session_get_modified (self->session));
  g_assert_true (g_file_equal (ls_debugger_get_file (self->debugger), file));
  expect_title (other, "one");
  expect_title (file, "three");
}

/* Where the main loop does not run any more, nothing is lost. */
static void
test_session_file_finish (Fixture       *self,
                          gconstpointer  data)
{
  g_autoptr (GFile) file = get_file (self, "a.loopscope");
  g_autoptr (GFile) nowhere = get_file (self, "none/none.loopscope");

  save (self, nowhere, 'a');
  save (self, file, 'b');
  ls_session_set_title (self->session, "two");
  save (self, file, 'c');
  ls_session_file_finish (self->file);
  g_assert_false (ls_session_file_is_saving (self->file));
  g_assert_false (ls_session_get_modified (self->session));
  expect_title (file, "two");
  wait_for (self->told->len == 3);
  g_assert_cmpstr (self->told->str, ==, "Abc");

  /* A thread that comes too late does no harm. */
  ls_session_set_title (self->session, "three");
  save (self, file, 'd');
  wait_for (self->told->len == 4);
  expect_title (file, "three");
}

static void
test_session_file_error (Fixture       *self,
                         gconstpointer  data)
{
  g_autoptr (GFile) nowhere = get_file (self, "none/none.loopscope");

  save (self, nowhere, 'a');
  wait_for (self->told->len > 0);
  g_assert_cmpstr (self->told->str, ==, "A");
  g_assert_true (ls_session_get_modified (self->session));
  g_assert_null (ls_debugger_get_file (self->debugger));
  g_assert_null (ls_session_file_get_etag (self->file));
}

/* Another session, which came while the one before was saved, has nothing to do with that. */
static void
test_session_file_other (Fixture       *self,
                         gconstpointer  data)
{
  g_autoptr (GFile) file = get_file (self, "a.loopscope");
  g_autoptr (LsSession) other = ls_session_new ();

  stop_disk ();
  save (self, file, 'a');
  wait_for_writer ();
  g_assert_true (ls_session_file_take (self->file, other, NULL, NULL, NULL));
  ls_session_set_title (other, "other");
  release_disk ();
  wait_for (self->told->len > 0);
  g_assert_cmpstr (self->told->str, ==, "a");
  g_assert_false (ls_session_get_modified (self->session));
  g_assert_true (ls_session_get_modified (other));
  g_assert_null (ls_debugger_get_file (self->debugger));
  g_assert_null (ls_session_file_get_etag (self->file));
  expect_title (file, "one");
}

static void
test_session_file_replaced (Fixture       *self,
                            gconstpointer  data)
{
  g_autoptr (GFile) file = get_file (self, "a.loopscope");
  g_autoptr (GFile) other = get_file (self, "b.loopscope");

  g_assert_false (ls_session_file_was_replaced (self->file, file));
  save (self, file, 'a');
  wait_for (self->told->len > 0);
  g_assert_false (ls_session_file_was_replaced (self->file, file));
  g_assert_true (g_file_replace_contents (file, "{}", 2, NULL, FALSE, G_FILE_CREATE_NONE, NULL, NULL, NULL));
  g_assert_true (ls_session_file_was_replaced (self->file, file));
  g_assert_false (ls_session_file_was_replaced (self->file, other));
  save (self, file, 'b');
  wait_for (self->told->len > 1);
  g_assert_false (ls_session_file_was_replaced (self->file, file));
}

/* What has no file is called by its title, in a name that file systems take. */
static void
test_session_file_title (Fixture       *self,
                         gconstpointer  data)
{
  static const struct
  {
    const char *title, *name;
  } names[] = {
    { "Photo gallery", "Photo gallery.loopscope" },
    { "before/after", "before-after.loopscope" },
    { "a\\b", "a-b.loopscope" },
    { "What comes first?", "What comes first?.loopscope" },
    { "https://example.com/", "example.com.loopscope" },
    { "http://127.0.0.1:8000/shop/?sort=price&page=2#top", "127.0.0.1-8000-shop--sort-price-page-2-top.loopscope" },
    { "https://", "https:--.loopscope" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (names); i++)
    {
      g_autofree char *name = NULL;

      ls_session_set_title (self->session, names[i].title);
      name = ls_session_file_suggest_name (self->file);
      g_assert_cmpstr (name, ==, names[i].name);
    }
}

static void
on_flush (Fixture *self)
{
  self->n_flushes++;
  g_assert_true (ls_session_set_script_text (self->session, 0, "typed ();\n", NULL));
}

/* A script is called as its file, which does not take away what has been typed meanwhile. */
static void
test_session_file_script (Fixture       *self,
                          gconstpointer  data)
{
  g_autoptr (GFile) file = get_file (self, "b.js");
  g_autoptr (GError) error = NULL;
  g_autofree char *name = NULL;
  g_autofree char *text = NULL;

  g_object_unref (self->session);
  self->session = ls_session_new_for_text ("a.js", "saved ();\n", &error);
  g_assert_no_error (error);
  g_assert_true (ls_session_file_take (self->file, self->session, NULL, NULL, &error));
  g_assert_cmpstr (ls_session_file_get_title (self->file), ==, "a.js");
  name = ls_session_file_suggest_name (self->file);
  g_assert_cmpstr (name, ==, "a.js");
  g_assert_false (ls_session_file_fits (self->file));
  g_signal_connect_swapped (self->file, "flush", G_CALLBACK (on_flush), self);
  save (self, file, 'a');
  wait_for (self->told->len > 0);

  g_assert_cmpuint (self->n_flushes, ==, 1);
  g_assert_true (g_file_load_contents (file, NULL, &text, NULL, NULL, NULL));
  g_assert_cmpstr (text, ==, "saved ();\n");
  g_assert_cmpstr (ls_session_file_get_title (self->file), ==, "b.js");
  g_assert_true (ls_session_file_fits (self->file));
  g_assert_cmpstr (ls_script_get_text (ls_program_get_script (ls_session_get_program (self->session), 0)), ==, "typed ();\n");
  g_assert_true (ls_session_get_modified (self->session));

  /* Nothing is read again where the name stays. */
  save (self, file, 'b');
  wait_for (self->told->len > 1);
  g_assert_cmpuint (self->n_flushes, ==, 1);
  g_assert_false (ls_session_get_modified (self->session));
}

static void
on_opened (Fixture   *self,
           LsOpening *opening)
{
  g_autoptr (LsSession) session = ls_opening_finish (opening, NULL);

  g_assert_nonnull (session);
  g_assert_null (ls_session_file_get_opening (self->file));
  g_assert_true (ls_session_file_take (self->file, session, ls_opening_get_file (opening), ls_opening_get_etag (opening), NULL));
  g_string_append_c (self->told, 'o');
}

static void
test_session_file_open (Fixture       *self,
                        gconstpointer  data)
{
  g_autoptr (GFile) file = get_file (self, "a.loopscope");
  g_autofree char *etag = NULL;

  save (self, file, 'a');
  wait_for (self->told->len > 0);
  etag = g_strdup (ls_session_file_get_etag (self->file));
  g_signal_connect_swapped (self->file, "opened", G_CALLBACK (on_opened), self);
  /* What is cancelled does not come. */
  ls_session_file_open (self->file, ls_opening_new_for_file (file, FALSE));
  g_assert_true (ls_session_file_is_opening (self->file, file));
  ls_session_file_cancel (self->file);
  g_assert_false (ls_session_file_is_opening (self->file, file));
  ls_session_file_open (self->file, ls_opening_new_for_file (file, FALSE));
  wait_for (self->told->len > 1);
  g_assert_cmpstr (self->told->str, ==, "ao");
  g_assert_cmpstr (ls_session_file_get_etag (self->file), ==, etag);
  g_assert_true (ls_debugger_get_session (self->debugger) != self->session);
  g_assert_cmpstr (ls_session_file_get_title (self->file), ==, "one");
}

int
main (int    argc,
      char **argv)
{
  g_test_init (&argc, &argv, NULL);

#define ADD(name) g_test_add ("/session-file/" #name, Fixture, NULL, set_up, test_session_file_##name, tear_down)
  ADD (save);
  ADD (edit);
  ADD (order);
  ADD (finish);
  ADD (error);
  ADD (other);
  ADD (replaced);
  ADD (title);
  ADD (script);
  ADD (open);
#undef ADD

  return g_test_run ();
}
