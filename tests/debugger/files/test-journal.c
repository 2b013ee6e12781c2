/* test-journal.c: the files that keep what is not saved, as programs write, claim and read them
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include <glib/gstdio.h>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include "ls-journal.h"
#include "ls-opening.h"
#include "remove-tree.h"
#include "test-kills.h"
#include "test-program.h"

/* How many programs are killed while they write. */
#define N_KILLS 20

typedef struct
{
  char       *folder;
  LsJournals *old;          /* of a program that is said to be gone */
  LsJournals *journals;
} Fixture;

static LsJournalContent *
read_entry (LsJournals  *journals,
            const char  *id,
            GError     **error)
{
  g_autofree char *path = ls_journals_begin_reading (journals, id, error);
  LsJournalContent *content = path != NULL ? ls_journals_read_path (journals, path, error) : NULL;

  if (path != NULL)
    ls_journals_end_reading (journals, id);
  return content;
}

static void
set_up (Fixture       *fixture,
        gconstpointer  data)
{
  fixture->folder = g_dir_make_tmp ("journal-XXXXXX", NULL);
  fixture->old = ls_journals_new (fixture->folder);
  fixture->journals = ls_journals_new (fixture->folder);
}

static void
tear_down (Fixture       *fixture,
           gconstpointer  data)
{
  g_clear_object (&fixture->old);
  g_clear_object (&fixture->journals);
  test_remove_tree (fixture->folder);
  g_free (fixture->folder);
}

/* Gives the lock up, as the system does for a program that is gone. */
static void
write_and_die (Fixture   *fixture,
               LsSession *session,
               GPtrArray *texts,
               GFile     *file)
{
  g_autoptr (LsJournal) journal = ls_journal_new (fixture->old);

  ls_journal_write (journal, session, "my session", texts, file, "etag", 3, NULL);
  g_assert_true (ls_journal_finish (journal));
  test_wait_for (ls_journal_exists (journal));
  ls_journals_close (fixture->old);
}

static LsJournalEntry *
claim_one (Fixture   *fixture,
           GPtrArray **entries)
{
  ls_journals_claim (fixture->journals);
  *entries = ls_journals_list (fixture->journals);
  g_assert_cmpuint ((*entries)->len, ==, 1);
  return g_ptr_array_index (*entries, 0);
}

static void
test_journal_left (Fixture       *fixture,
                   gconstpointer  data)
{
  g_autoptr (LsSession) session = ls_session_new ();
  g_autoptr (GPtrArray) entries = NULL;
  g_autoptr (GPtrArray) none = NULL;
  g_autoptr (LsJournalContent) content = NULL;
  g_autoptr (GError) error = NULL;
  LsJournalEntry *entry;

  ls_session_set_title (session, "A title");
  ls_session_set_note (session, 2, "a note");
  write_and_die (fixture, session, NULL, NULL);
  entry = claim_one (fixture, &entries);
  g_assert_cmpstr (entry->title, ==, "my session");
  g_assert_null (entry->place);
  g_assert_cmpint (entry->time, >, 0);

  content = read_entry (fixture->journals, entry->id, &error);
  g_assert_no_error (error);
  g_assert_cmpstr (ls_session_get_title (content->session), ==, "A title");
  g_assert_cmpuint (ls_session_get_n_notes (content->session), ==, 1);
  g_assert_true (ls_session_get_modified (content->session));
  g_assert_cmpuint (content->step, ==, 3);
  g_assert_cmpstr (content->etag, ==, "etag");

  /* Reading leaves it, and discarding can be undone. */
  ls_journals_discard (fixture->journals, entry->id);
  none = ls_journals_list (fixture->journals);
  g_assert_cmpuint (none->len, ==, 0);
  ls_journals_undo_discard (fixture->journals, entry->id);
  g_clear_pointer (&none, g_ptr_array_unref);
  none = ls_journals_list (fixture->journals);
  g_assert_cmpuint (none->len, ==, 1);
  ls_journals_discard (fixture->journals, entry->id);
  g_clear_pointer (&none, g_ptr_array_unref);
  none = ls_journals_list (fixture->journals);
  g_assert_cmpuint (none->len, ==, 0);
  g_assert_null (read_entry (fixture->journals, entry->id, NULL));
  g_assert_null (read_entry (fixture->journals, "../../secret.left", NULL));
}

/* What is restored is in one file at any moment: whoever is gone before it has been written again finds it once. */
static void
test_journal_take (Fixture       *fixture,
                   gconstpointer  data)
{
  g_autoptr (LsSession) session = ls_session_new ();
  g_autoptr (LsJournals) next = ls_journals_new (fixture->folder);
  g_autoptr (LsJournal) journal = ls_journal_new (fixture->journals);
  g_autoptr (GPtrArray) entries = NULL;
  g_autoptr (GPtrArray) none = NULL;
  g_autoptr (GPtrArray) again = NULL;

  write_and_die (fixture, session, NULL, NULL);
  ls_journal_take (journal, claim_one (fixture, &entries)->id);
  none = ls_journals_list (fixture->journals);
  g_assert_cmpuint (none->len, ==, 0);
  g_assert_true (ls_journal_exists (journal));
  ls_journals_close (fixture->journals);

  ls_journals_claim (next);
  again = ls_journals_list (next);
  g_assert_cmpuint (again->len, ==, 1);
  g_assert_cmpstr (((LsJournalEntry *) g_ptr_array_index (again, 0))->title, ==, "my session");

  /* What is not there cannot be taken. */
  ls_journal_take (journal, "../../secret.left");
  ls_journal_take (journal, "nothing.left");
}

static void
on_failed (LsJournal  *journal,
           const char *message,
           guint      *n_times)
{
  ++*n_times;
}

/* An older state in the file is not what was to be kept. */
static void
test_journal_fails (Fixture       *fixture,
                    gconstpointer  data)
{
  g_autoptr (LsSession) session = ls_session_new ();
  g_autoptr (LsJournal) journal = ls_journal_new (fixture->journals);
  g_autofree char *path = NULL;
  g_autofree char *stone = NULL;
  guint n_times = 0;

  g_signal_connect (journal, "failed", G_CALLBACK (on_failed), &n_times);
  ls_journal_write (journal, session, "first", NULL, NULL, NULL, 1, NULL);
  test_wait_for (ls_journal_exists (journal));
  g_assert_true (ls_journal_finish (journal));

  /* A folder in its place is not replaced, whoever one is. */
  path = ls_journals_make_path (fixture->journals);
  g_assert_true (g_str_has_suffix (path, "2.journal"));
  path[strlen (path) - strlen ("2.journal")] = '1';
  stone = g_build_filename (path, "stone", NULL);
  g_assert_cmpint (g_unlink (path), ==, 0);
  g_assert_cmpint (g_mkdir_with_parents (stone, 0700), ==, 0);
  ls_journal_write (journal, session, "second", NULL, NULL, NULL, 2, NULL);
  test_wait_for (n_times == 1);
  g_assert_false (ls_journal_finish (journal));

  g_assert_cmpint (g_rmdir (stone), ==, 0);
  g_assert_cmpint (g_rmdir (path), ==, 0);
  ls_journal_write (journal, session, "third", NULL, NULL, NULL, 3, NULL);
  g_assert_true (ls_journal_finish (journal));
}

/* What a program that runs writes is its own. */
static void
test_journal_running (Fixture       *fixture,
                      gconstpointer  data)
{
  g_autoptr (LsSession) session = ls_session_new ();
  g_autoptr (LsJournal) journal = ls_journal_new (fixture->old);
  g_autoptr (GPtrArray) entries = NULL;
  g_autoptr (GPtrArray) own = NULL;

  ls_journal_write (journal, session, "mine", NULL, NULL, NULL, 0, NULL);
  test_wait_for (ls_journal_exists (journal));
  ls_journals_claim (fixture->journals);
  entries = ls_journals_list (fixture->journals);
  g_assert_cmpuint (entries->len, ==, 0);
  g_assert_true (ls_journal_exists (journal));
  own = ls_journals_list (fixture->old);
  g_assert_cmpuint (own->len, ==, 0);

  ls_journal_remove (journal);
  g_assert_false (ls_journal_exists (journal));
}

/* However much is done, there is one file, and it has the last of it. */
static void
test_journal_last (Fixture       *fixture,
                   gconstpointer  data)
{
  g_autoptr (LsSession) session = ls_session_new ();
  g_autoptr (LsJournal) journal = ls_journal_new (fixture->old);
  g_autoptr (GPtrArray) entries = NULL;
  g_autoptr (LsJournalContent) content = NULL;
  LsJournalEntry *entry;

  for (guint i = 0; i < 200; i++)
    {
      g_autofree char *title = g_strdup_printf ("title %u", i);

      ls_session_set_title (session, title);
      ls_journal_write (journal, session, title, NULL, NULL, NULL, i, NULL);
    }
  test_wait_for (ls_journal_exists (journal));
  ls_journals_close (fixture->old);
  entry = claim_one (fixture, &entries);
  g_assert_cmpstr (entry->title, ==, "title 199");
  content = read_entry (fixture->journals, entry->id, NULL);
  g_assert_nonnull (content);
  g_assert_cmpstr (ls_session_get_title (content->session), ==, "title 199");
}

static void
looked_cb (GObject      *object,
           GAsyncResult *result,
           gpointer      user_data)
{
  ls_journals_look_finish (LS_JOURNALS (object), result);
  *(gboolean *) user_data = TRUE;
}

/* What was left is read on a thread, and listed when that is done; what is being restored is not listed. */
static void
test_journal_look (Fixture       *fixture,
                   gconstpointer  data)
{
  g_autoptr (LsSession) session = ls_session_new ();
  g_autoptr (GPtrArray) before = NULL;
  g_autoptr (GPtrArray) entries = NULL;
  g_autoptr (GPtrArray) damaged = NULL;
  g_autoptr (GPtrArray) reading = NULL;
  g_autoptr (GPtrArray) after = NULL;
  g_autoptr (GError) error = NULL;
  g_autoptr (LsOpening) opening = NULL;
  g_autoptr (LsOpening) again = NULL;
  g_autofree char *torn = NULL;
  const char *id;
  guint32 step;
  int action;
  gboolean has_looked = FALSE;

  g_assert_true (ls_journals_ensure (fixture->old, NULL));
  torn = ls_journals_make_path (fixture->old);
  g_assert_true (g_file_set_contents (torn, "{\"format\":", -1, NULL));
  write_and_die (fixture, session, NULL, NULL);
  ls_journals_look_async (fixture->journals, looked_cb, &has_looked);
  before = ls_journals_list (fixture->journals);
  g_assert_cmpuint (before->len, ==, 0);
  test_wait_for (has_looked);
  entries = ls_journals_list (fixture->journals);
  g_assert_cmpuint (entries->len, ==, 1);
  damaged = ls_journals_list_damaged (fixture->journals);
  g_assert_cmpuint (damaged->len, ==, 1);

  id = ((LsJournalEntry *) g_ptr_array_index (entries, 0))->id;
  opening = ls_opening_new_for_journal (fixture->journals, id, &error);
  g_assert_no_error (error);
  g_assert_cmpstr (ls_opening_get_name (opening), ==, "my session");
  again = ls_opening_new_for_journal (fixture->journals, id, NULL);
  g_assert_null (again);
  reading = ls_journals_list (fixture->journals);
  g_assert_cmpuint (reading->len, ==, 0);
  /* It was not taken: nobody wanted it. */
  ls_opening_start (opening);
  ls_opening_cancel (opening);
  do
    {
      g_main_context_iteration (NULL, TRUE);
      g_clear_pointer (&after, g_ptr_array_unref);
      after = ls_journals_list (fixture->journals);
    }
  while (after->len == 0);
  g_assert_cmpstr (ls_opening_get_journal (opening, &step, &action), ==, id);
}

/* What is removed while it is being written does not come back, and what is written after that stays. What changes after it was
 * given to the journal is not in it. */
static void
test_journal_remove (Fixture       *fixture,
                     gconstpointer  data)
{
  g_autoptr (LsSession) session = ls_session_new ();
  g_autoptr (LsJournal) journal = ls_journal_new (fixture->old);
  g_autoptr (GPtrArray) entries = NULL;
  g_autoptr (LsJournalContent) content = NULL;
  LsJournalEntry *entry;

  for (guint i = 0; i < 50; i++)
    {
      ls_journal_write (journal, session, "gone", NULL, NULL, NULL, i, NULL);
      ls_journal_remove (journal);
      g_assert_false (ls_journal_exists (journal));
      if (i % 2 == 0)
        g_assert_false (ls_journal_finish (journal));
    }
  ls_session_set_title (session, "before");
  ls_journal_write (journal, session, "kept", NULL, NULL, NULL, 7, NULL);
  ls_session_set_title (session, "after");
  g_assert_true (ls_journal_finish (journal));
  test_wait_for (ls_journal_exists (journal));
  ls_journals_close (fixture->old);
  entry = claim_one (fixture, &entries);
  g_assert_cmpstr (entry->title, ==, "kept");
  content = read_entry (fixture->journals, entry->id, NULL);
  g_assert_nonnull (content);
  g_assert_cmpstr (ls_session_get_title (content->session), ==, "before");
}

static void
test_journal_scripts (Fixture       *fixture,
                      gconstpointer  data)
{
  static const char text[] = "{\"format\":\"loopscope-session\",\"version\":1,\"program\":{\"kind\":\"javascript\","
                             "\"scripts\":[{\"file\":\"a.js\"},{\"file\":\"lib/b.js\"}]}}";
  g_autofree char *lib = g_build_filename (fixture->folder, "damaged", "lib", NULL);
  g_autofree char *a = g_build_filename (fixture->folder, "damaged", "a.js", NULL);
  g_autofree char *b = g_build_filename (lib, "b.js", NULL);
  g_autofree char *path = g_build_filename (fixture->folder, "damaged", "x" LS_SESSION_SUFFIX, NULL);
  g_autoptr (GFile) file = g_file_new_for_path (path);
  g_autoptr (LsSession) session = NULL;
  g_autoptr (GPtrArray) texts = g_ptr_array_new ();
  g_autoptr (GPtrArray) entries = NULL;
  g_autoptr (LsJournalContent) content = NULL;
  g_autoptr (LsJournalContent) alone = NULL;
  g_autoptr (GError) error = NULL;
  LsJournalEntry *entry;
  LsProgram *program;

  g_assert_cmpint (g_mkdir_with_parents (lib, 0700), ==, 0);
  g_assert_true (g_file_set_contents (a, "1;\n", -1, NULL));
  g_assert_true (g_file_set_contents (b, "2;\n", -1, NULL));
  g_assert_true (g_file_set_contents (path, text, -1, NULL));
  session = ls_session_new_from_file (file, NULL, &error);
  g_assert_no_error (error);
  g_assert_true (ls_session_set_script_text (session, 0, "10;\n", NULL));
  g_ptr_array_add (texts, NULL);
  g_ptr_array_add (texts, (char *) "20;\n");
  write_and_die (fixture, session, texts, file);

  /* As it was: scripts in files, with what the session and the editor had. */
  entry = claim_one (fixture, &entries);
  content = read_entry (fixture->journals, entry->id, &error);
  g_assert_no_error (error);
  g_assert_true (g_file_equal (content->file, file));
  program = ls_session_get_program (content->session);
  g_assert_cmpstr (ls_script_get_text (ls_program_get_script (program, 0)), ==, "10;\n");
  g_assert_cmpstr (ls_script_get_text (ls_program_get_script (program, 1)), ==, "20;\n");
  g_assert_cmpstr (ls_script_get_file (ls_program_get_script (program, 1)), ==, "lib/b.js");

  /* Where the files are gone nothing of the program is. */
  g_assert_cmpint (g_unlink (b), ==, 0);
  alone = read_entry (fixture->journals, entry->id, &error);
  g_assert_no_error (error);
  g_assert_null (alone->file);
  program = ls_session_get_program (alone->session);
  g_assert_cmpstr (ls_script_get_text (ls_program_get_script (program, 0)), ==, "10;\n");
  g_assert_cmpstr (ls_script_get_text (ls_program_get_script (program, 1)), ==, "20;\n");
  g_assert_cmpstr (ls_script_get_name (ls_program_get_script (program, 1)), ==, "lib/b.js");
}

/* A text may have any characters. */
static void
test_journal_control_characters (Fixture       *fixture,
                                 gconstpointer  data)
{
  g_autoptr (LsSession) session = ls_session_new ();
  g_autoptr (GPtrArray) entries = NULL;
  g_autoptr (LsJournalContent) content = NULL;
  g_autoptr (GError) error = NULL;

  ls_session_set_title (session, "\x01\x1f\x7f");
  write_and_die (fixture, session, NULL, NULL);
  content = read_entry (fixture->journals, claim_one (fixture, &entries)->id, &error);
  g_assert_no_error (error);
  g_assert_cmpstr (ls_session_get_title (content->session), ==, "\x01\x1f\x7f");
}

/* A text of nothing but brackets takes no more of the stack than another. */
static void
test_journal_nested (Fixture       *fixture,
                     gconstpointer  data)
{
  g_autofree char *path = g_build_filename (fixture->folder, "1.left", NULL);
  g_autofree char *brackets = g_strnfill (1000000, '[');
  g_autofree char *inside = g_strconcat ("{\"format\":\"loopscope-journal-1\",\"title\":\"t\",\"session\":\"", brackets, "\"}", NULL);
  const char *const texts[] = { brackets, inside };

  for (guint i = 0; i < G_N_ELEMENTS (texts); i++)
    {
      g_autoptr (LsJournalContent) content = NULL;
      g_autoptr (GError) error = NULL;

      g_assert_true (g_file_set_contents (path, texts[i], -1, NULL));
      content = ls_journals_read_path (fixture->journals, path, &error);
      g_assert_null (content);
      g_assert_nonnull (error);
      g_assert_false (g_file_test (path, G_FILE_TEST_EXISTS));
    }
}

static void
test_journal_damaged (Fixture       *fixture,
                      gconstpointer  data)
{
  static const char *const texts[] = { "", "{", "[]", "{\"format\":\"other\"}",
                                       "{\"format\":\"loopscope-journal-1\",\"title\":3,\"session\":\"x\"}",
                                       "{\"format\":[],\"title\":\"t\",\"session\":\"x\"}",
                                       "{\"format\":\"loopscope-journal-1\",\"title\":\"t\",\"session\":\"nonsense\",\"uri\":7,"
                                       "\"etag\":{},\"step\":[],\"action\":{},\"time\":{},\"scripts\":[{},7]}" };
  g_autofree char *folder = g_build_filename (fixture->folder, "abcdef", NULL);
  g_autoptr (GPtrArray) entries = NULL;
  g_autoptr (GPtrArray) damaged = NULL;
  g_autoptr (GPtrArray) again = NULL;
  g_autoptr (GError) error = NULL;

  g_assert_cmpint (g_mkdir (folder, 0700), ==, 0);
  for (guint i = 0; i < G_N_ELEMENTS (texts); i++)
    {
      g_autofree char *name = g_strdup_printf ("%u.journal", i);
      g_autofree char *path = g_build_filename (folder, name, NULL);

      g_assert_true (g_file_set_contents (path, texts[i], -1, NULL));
    }
  ls_journals_claim (fixture->journals);
  g_assert_false (g_file_test (folder, G_FILE_TEST_EXISTS));
  entries = ls_journals_list (fixture->journals);
  /* That the session is none is seen when it is wanted. */
  g_assert_cmpuint (entries->len, ==, 1);
  g_assert_null (read_entry (fixture->journals, ((LsJournalEntry *) g_ptr_array_index (entries, 0))->id, &error));
  g_assert_nonnull (error);

  damaged = ls_journals_list_damaged (fixture->journals);
  g_assert_cmpuint (damaged->len, ==, G_N_ELEMENTS (texts));
  for (guint i = 0; i < damaged->len; i++)
    g_assert_true (g_file_test (g_ptr_array_index (damaged, i), G_FILE_TEST_EXISTS));
  again = ls_journals_list_damaged (fixture->journals);
  g_assert_cmpuint (again->len, ==, 0);
}

/* Keeps one state after the other, and says each time which it was. */
static int
write_for_ever (const char *folder)
{
  g_autoptr (LsJournals) journals = ls_journals_new (folder);
  g_autoptr (LsJournal) journal = ls_journal_new (journals);
  g_autoptr (LsSession) session = ls_session_new ();

  for (guint32 i = 1;; i++)
    {
      g_autofree char *title = g_strdup_printf ("%u", i);

      ls_session_set_title (session, title);
      ls_journal_write (journal, session, title, NULL, NULL, NULL, i, NULL);
      if (!ls_journal_finish (journal) || write (STDOUT_FILENO, &i, sizeof i) != sizeof i)
        return 1;
    }
}

/* Killed at any moment: there is one journal, whole, and not older than what was said to be kept. */
static void
test_journal_killed (Fixture       *fixture,
                     gconstpointer  data)
{
  const guint n_kills = test_get_n_kills (N_KILLS);
  guint n_newer = 0;

  for (guint i = 0; i < n_kills; i++)
    {
      g_autofree char *name = g_strdup_printf ("%u", i);
      g_autofree char *folder = g_build_filename (fixture->folder, name, NULL);
      const char *const arguments[] = { "/proc/self/exe", "--write", folder, NULL };
      g_autoptr (LsJournals) journals = ls_journals_new (folder);
      g_autoptr (GPtrArray) entries = NULL;
      g_autoptr (GPtrArray) damaged = NULL;
      g_autoptr (LsJournalContent) content = NULL;
      g_autoptr (GError) error = NULL;
      const LsJournalEntry *entry;
      guint32 said, last = 0;
      int out, status;
      GPid pid;

      g_spawn_async_with_pipes (NULL, (char **) arguments, NULL, G_SPAWN_DO_NOT_REAP_CHILD, NULL, NULL, &pid, NULL, &out, NULL, &error);
      g_assert_no_error (error);
      test_wait_within (out, &last);
      g_assert_cmpint (kill (pid, SIGKILL), ==, 0);
      g_assert_cmpint (waitpid (pid, &status, 0), ==, pid);
      g_assert_true (WIFSIGNALED (status));
      while (read (out, &said, sizeof said) == sizeof said)
        last = said;
      close (out);

      ls_journals_claim (journals);
      damaged = ls_journals_list_damaged (journals);
      g_assert_cmpuint (damaged->len, ==, 0);
      entries = ls_journals_list (journals);
      g_assert_cmpuint (entries->len, ==, 1);
      entry = g_ptr_array_index (entries, 0);
      said = g_ascii_strtoull (entry->title, NULL, 10);
      g_assert_cmpuint (said, >=, last);
      g_assert_cmpuint (said, <=, last + 1);
      n_newer += said != last;
      content = read_entry (journals, entry->id, &error);
      g_assert_no_error (error);
      g_assert_cmpstr (ls_session_get_title (content->session), ==, entry->title);
      g_assert_cmpuint (content->step, ==, said);
    }
  g_test_message ("journals: %u killed, %u between the file and the word that it is kept", n_kills, n_newer);
}

int
main (int   argc,
      char *argv[])
{
  if (argc == 3 && g_str_equal (argv[1], "--write"))
    return write_for_ever (argv[2]);
  test_program_init (&argc, &argv);

  g_test_add ("/journal/left", Fixture, NULL, set_up, test_journal_left, tear_down);
  g_test_add ("/journal/take", Fixture, NULL, set_up, test_journal_take, tear_down);
  g_test_add ("/journal/fails", Fixture, NULL, set_up, test_journal_fails, tear_down);
  g_test_add ("/journal/running", Fixture, NULL, set_up, test_journal_running, tear_down);
  g_test_add ("/journal/last", Fixture, NULL, set_up, test_journal_last, tear_down);
  g_test_add ("/journal/remove", Fixture, NULL, set_up, test_journal_remove, tear_down);
  g_test_add ("/journal/look", Fixture, NULL, set_up, test_journal_look, tear_down);
  g_test_add ("/journal/scripts", Fixture, NULL, set_up, test_journal_scripts, tear_down);
  g_test_add ("/journal/control-characters", Fixture, NULL, set_up, test_journal_control_characters, tear_down);
  g_test_add ("/journal/nested", Fixture, NULL, set_up, test_journal_nested, tear_down);
  g_test_add ("/journal/damaged", Fixture, NULL, set_up, test_journal_damaged, tear_down);
  g_test_add ("/journal/killed", Fixture, NULL, set_up, test_journal_killed, tear_down);

  return g_test_run ();
}
