/* test-journal.c: what restores sessions after a crash
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "test-window-util.h"

#include <glib/gstdio.h>
#include <json-glib/json-glib.h>

#include "ls-program-pane.h"
#include "ls-welcome.h"
#include "ls-window-private.h"

#define PROGRAM "scheduler.postTask (() => console.log ('one'));\n"

typedef struct
{
  char       *folder;
  LsJournals *old;          /* of a program that is said to be gone */
  LsJournals *journals;
} Fixture;

static void
set_up (Fixture       *fixture,
        gconstpointer  data)
{
  fixture->folder = g_dir_make_tmp ("journal-XXXXXX", NULL);
  fixture->old = ls_journals_new (fixture->folder);
  fixture->journals = ls_journals_new (fixture->folder);
}

static void
remove_all (const char *path)
{
  g_autoptr (GDir) dir = g_dir_open (path, 0, NULL);
  const char *name;

  while (dir != NULL && (name = g_dir_read_name (dir)) != NULL)
    {
      g_autofree char *child = g_build_filename (path, name, NULL);

      remove_all (child);
    }
  g_remove (path);
}

static void
tear_down (Fixture       *fixture,
           gconstpointer  data)
{
  g_clear_object (&fixture->old);
  g_clear_object (&fixture->journals);
  remove_all (fixture->folder);
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

  ls_journal_write (journal, session, "my session", texts, file, "etag", 3);
  g_assert_true (ls_journal_finish (journal));
  test_ui_wait_for (ls_journal_exists (journal));
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

  content = ls_journals_read (fixture->journals, entry->id, &error);
  g_assert_no_error (error);
  g_assert_cmpstr (ls_session_get_title (content->session), ==, "A title");
  g_assert_cmpuint (ls_session_get_n_notes (content->session), ==, 1);
  g_assert_true (ls_session_get_modified (content->session));
  g_assert_cmpuint (content->step, ==, 3);
  g_assert_cmpstr (content->etag, ==, "etag");

  /* Reading leaves it, discarding can be undone, removing cannot. */
  ls_journals_discard (fixture->journals, entry->id);
  none = ls_journals_list (fixture->journals);
  g_assert_cmpuint (none->len, ==, 0);
  ls_journals_undo_discard (fixture->journals, entry->id);
  g_clear_pointer (&none, g_ptr_array_unref);
  none = ls_journals_list (fixture->journals);
  g_assert_cmpuint (none->len, ==, 1);
  ls_journals_remove (fixture->journals, entry->id);
  g_clear_pointer (&none, g_ptr_array_unref);
  none = ls_journals_list (fixture->journals);
  g_assert_cmpuint (none->len, ==, 0);
  g_assert_null (ls_journals_read (fixture->journals, entry->id, NULL));
  g_assert_null (ls_journals_read (fixture->journals, "../../secret.left", NULL));
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
  ls_journal_write (journal, session, "first", NULL, NULL, NULL, 1);
  test_ui_wait_for (ls_journal_exists (journal));
  g_assert_true (ls_journal_finish (journal));

  /* A folder in its place is not replaced, whoever one is. */
  path = ls_journals_make_path (fixture->journals);
  g_assert_true (g_str_has_suffix (path, "2.journal"));
  path[strlen (path) - strlen ("2.journal")] = '1';
  stone = g_build_filename (path, "stone", NULL);
  g_assert_cmpint (g_unlink (path), ==, 0);
  g_assert_cmpint (g_mkdir_with_parents (stone, 0700), ==, 0);
  ls_journal_write (journal, session, "second", NULL, NULL, NULL, 2);
  test_ui_wait_for (n_times == 1);
  g_assert_false (ls_journal_finish (journal));

  g_assert_cmpint (g_rmdir (stone), ==, 0);
  g_assert_cmpint (g_rmdir (path), ==, 0);
  ls_journal_write (journal, session, "third", NULL, NULL, NULL, 3);
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

  ls_journal_write (journal, session, "mine", NULL, NULL, NULL, 0);
  test_ui_wait_for (ls_journal_exists (journal));
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
      ls_journal_write (journal, session, title, NULL, NULL, NULL, i);
    }
  test_ui_wait_for (ls_journal_exists (journal));
  ls_journals_close (fixture->old);
  entry = claim_one (fixture, &entries);
  g_assert_cmpstr (entry->title, ==, "title 199");
  content = ls_journals_read (fixture->journals, entry->id, NULL);
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
  gboolean has_looked = FALSE;

  g_assert_true (ls_journals_ensure (fixture->old, NULL));
  torn = ls_journals_make_path (fixture->old);
  g_assert_true (g_file_set_contents (torn, "{\"format\":", -1, NULL));
  write_and_die (fixture, session, NULL, NULL);
  ls_journals_look_async (fixture->journals, looked_cb, &has_looked);
  before = ls_journals_list (fixture->journals);
  g_assert_cmpuint (before->len, ==, 0);
  test_ui_wait_for (has_looked);
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
  g_assert_cmpstr (ls_opening_get_journal (opening, &step), ==, id);
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
      ls_journal_write (journal, session, "gone", NULL, NULL, NULL, i);
      ls_journal_remove (journal);
      g_assert_false (ls_journal_exists (journal));
      if (i % 2 == 0)
        g_assert_false (ls_journal_finish (journal));
    }
  ls_session_set_title (session, "before");
  ls_journal_write (journal, session, "kept", NULL, NULL, NULL, 7);
  ls_session_set_title (session, "after");
  g_assert_true (ls_journal_finish (journal));
  test_ui_wait_for (ls_journal_exists (journal));
  ls_journals_close (fixture->old);
  entry = claim_one (fixture, &entries);
  g_assert_cmpstr (entry->title, ==, "kept");
  content = ls_journals_read (fixture->journals, entry->id, NULL);
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
  content = ls_journals_read (fixture->journals, entry->id, &error);
  g_assert_no_error (error);
  g_assert_true (g_file_equal (content->file, file));
  program = ls_session_get_program (content->session);
  g_assert_cmpstr (ls_script_get_text (ls_program_get_script (program, 0)), ==, "10;\n");
  g_assert_cmpstr (ls_script_get_text (ls_program_get_script (program, 1)), ==, "20;\n");
  g_assert_cmpstr (ls_script_get_file (ls_program_get_script (program, 1)), ==, "lib/b.js");

  /* Where the files are gone nothing of the program is. */
  g_assert_cmpint (g_unlink (b), ==, 0);
  alone = ls_journals_read (fixture->journals, entry->id, &error);
  g_assert_no_error (error);
  g_assert_null (alone->file);
  program = ls_session_get_program (alone->session);
  g_assert_cmpstr (ls_script_get_text (ls_program_get_script (program, 0)), ==, "10;\n");
  g_assert_cmpstr (ls_script_get_text (ls_program_get_script (program, 1)), ==, "20;\n");
  g_assert_cmpstr (ls_script_get_name (ls_program_get_script (program, 1)), ==, "lib/b.js");
}

static void
test_journal_damaged (Fixture       *fixture,
                      gconstpointer  data)
{
  static const char *const texts[] = { "", "{", "[]", "{\"format\":\"other\"}",
                                       "{\"format\":\"loopscope-journal-1\",\"title\":3,\"session\":\"x\"}",
                                       "{\"format\":[],\"title\":\"t\",\"session\":\"x\"}",
                                       "{\"format\":\"loopscope-journal-1\",\"title\":\"t\",\"session\":\"nonsense\",\"uri\":7,"
                                       "\"etag\":{},\"step\":[],\"time\":{},\"scripts\":[{},7]}" };
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
  g_assert_null (ls_journals_read (fixture->journals, ((LsJournalEntry *) g_ptr_array_index (entries, 0))->id, &error));
  g_assert_nonnull (error);

  damaged = ls_journals_list_damaged (fixture->journals);
  g_assert_cmpuint (damaged->len, ==, G_N_ELEMENTS (texts));
  for (guint i = 0; i < damaged->len; i++)
    g_assert_true (g_file_test (g_ptr_array_index (damaged, i), G_FILE_TEST_EXISTS));
  again = ls_journals_list_damaged (fixture->journals);
  g_assert_cmpuint (again->len, ==, 0);
}

/* The journal of @window, when all that it waits for is written. */
static void
wait_for_journal (LsWindow *window)
{
  test_ui_wait_for (window->view->journal_source == 0 && window->view->journal != NULL && ls_journal_exists (window->view->journal));
}

static void
test_journal_window (void)
{
  LsWindow *window = test_window_new (TEST_EXAMPLE, 1360, 860);
  g_autoptr (LsStep) step = ls_step_new_post_work (5, "late", LS_TASK_PRIORITY_BACKGROUND, NULL, 0);

  test_ui_settle (GTK_WIDGET (window));
  g_assert_null (window->view->journal);
  g_assert_true (ls_debugger_act (window->view->debugger, step, "post", NULL));
  wait_for_journal (window);

  /* Undo goes back to what need not be restored; redo does not. */
  test_window_activate (window, "win.undo", NULL);
  if (!ls_session_view_get_modified (window->view))
    test_ui_wait_for (window->view->journal_source == 0 && !ls_journal_exists (window->view->journal));
  test_window_activate (window, "win.redo", NULL);
  wait_for_journal (window);

  {
    g_autofree char *path = g_build_filename (g_get_tmp_dir (), "journal-test" LS_SESSION_SUFFIX, NULL);
    g_autoptr (GFile) file = g_file_new_for_path (path);

    g_assert_true (ls_session_view_save_now (window->view, file, NULL));
    test_ui_wait_for (window->view->journal_source == 0);
    g_assert_false (ls_journal_exists (window->view->journal));
    g_unlink (path);
  }
  test_window_close (window);
}

/* Makes the journals of @window look as if the program had been killed, and starts it again. */
static void
kill_and_claim (LsWindow *window)
{
  LsJournals *journals = ls_application_get_journals (test_window_get_app ());

  g_assert_true (ls_session_view_keep_journal (window->view));
  test_window_close (window);
  ls_journals_close (journals);
  ls_journals_claim (journals);
}

static void
test_journal_restore (void)
{
  LsJournals *journals = ls_application_get_journals (test_window_get_app ());
  LsWindow *window = test_window_new (TEST_EXAMPLE, 1360, 860);
  g_autoptr (LsStep) step = ls_step_new_post_work (5, "late", LS_TASK_PRIORITY_BACKGROUND, NULL, 0);
  g_autoptr (GPtrArray) entries = NULL;
  g_autofree char *before = NULL;
  g_autofree char *after = NULL;
  GtkWidget *row;
  guint32 position;

  test_window_go_to (window, 5);
  g_assert_true (ls_debugger_act (window->view->debugger, step, "post", NULL));
  test_window_wait (window);
  position = ls_player_get_step (window->view->player);
  before = ls_session_to_data (test_window_get_session (window), NULL);
  kill_and_claim (window);

  window = test_window_new (NULL, 1360, 860);
  row = test_ui_find (window->view->welcome, ADW_TYPE_ACTION_ROW, NULL);
  g_assert_cmpstr (gtk_actionable_get_action_name (GTK_ACTIONABLE (row)), ==, "app.restore-unsaved");
  gtk_widget_activate (row);
  test_ui_wait_for (ls_window_has_session (window));
  test_window_wait (window);
  after = ls_session_to_data (test_window_get_session (window), NULL);
  g_assert_cmpstr (after, ==, before);
  g_assert_true (ls_session_view_get_modified (window->view));
  g_assert_cmpuint (ls_player_get_step (window->view->player), ==, position);
  entries = ls_journals_list (journals);
  g_assert_cmpuint (entries->len, ==, 0);
  wait_for_journal (window);
  test_window_close (window);
}

/* Each task posts the next one. */
static const char long_session[] =
  "{ \"format\": \"loopscope-session\", \"version\": 1, \"title\": \"long\","
  "  \"program\": { \"kind\": \"steps\", \"main\": [ { \"op\": \"postTask\", \"body\": \"again\" } ],"
  "    \"bodies\": { \"again\": [ { \"op\": \"work\", \"ms\": 1 }, { \"op\": \"postTask\", \"body\": \"again\" } ] } } }";

/* What the only journal that is being written says of where its session is shown. */
static gint64
read_step (void)
{
  g_autofree char *base = g_build_filename (g_get_user_state_dir (), "loopscope", "journals", NULL);
  g_autoptr (GDir) folders = g_dir_open (base, 0, NULL);
  const char *name;
  gint64 step = -1;

  while (folders != NULL && (name = g_dir_read_name (folders)) != NULL)
    {
      g_autofree char *folder = g_build_filename (base, name, NULL);
      g_autoptr (GDir) files = g_dir_open (folder, 0, NULL);
      const char *file;

      while (files != NULL && (file = g_dir_read_name (files)) != NULL)
        {
          g_autofree char *path = g_build_filename (folder, file, NULL);
          g_autoptr (JsonParser) parser = json_parser_new ();

          if (!g_str_has_suffix (file, ".journal") || !json_parser_load_from_file (parser, path, NULL))
            continue;
          g_assert_cmpint (step, ==, -1);
          step = json_object_get_int_member (json_node_get_object (json_parser_get_root (parser)), "step");
        }
    }
  return step;
}

/* Who is gone again before the run has come to where it was before finds it there all the same. */
static void
test_journal_restore_twice (void)
{
  LsWindow *window = test_window_new_session (long_session, 1360, 860);
  g_autoptr (LsStep) step = ls_step_new_post_work (5, "late", LS_TASK_PRIORITY_BACKGROUND, NULL, 0);
  guint32 position = 20000;

  test_window_go_to (window, position);
  g_assert_true (ls_debugger_act (window->view->debugger, step, "post", NULL));
  test_window_wait (window);
  position = ls_player_get_step (window->view->player);
  g_assert_cmpuint (position, >=, 20000);
  /* The action is where the run comes to only later. */
  test_ui_wait_for (read_step () == position);
  for (guint i = 0; i < 3; i++)
    {
      LsJournals *journals = ls_application_get_journals (test_window_get_app ());
      g_autoptr (GPtrArray) entries = NULL;
      LsJournalEntry *entry;

      kill_and_claim (window);
      entries = ls_journals_list (journals);
      g_assert_cmpuint (entries->len, ==, 1);
      entry = g_ptr_array_index (entries, 0);
      window = test_window_new (NULL, 1360, 860);
      g_assert_true (ls_session_view_restore (window->view, journals, entry->id, NULL));
      test_window_wait_for_opening (window);
    }
  test_window_wait (window);
  g_assert_cmpuint (ls_player_get_step (window->view->player), ==, position);
  test_window_close (window);
}

/* Where one looks is remembered as well, once something is not saved. */
static void
test_journal_moves (void)
{
  LsWindow *window = test_window_new (TEST_EXAMPLE, 1360, 860);
  g_autoptr (LsStep) step = ls_step_new_post_work (5, "late", LS_TASK_PRIORITY_BACKGROUND, NULL, 0);

  test_window_go_to (window, 5);
  g_assert_cmpint (read_step (), ==, -1);
  g_assert_true (ls_debugger_act (window->view->debugger, step, "post", NULL));
  test_window_wait (window);
  wait_for_journal (window);
  test_window_go_to (window, 40);
  test_ui_wait_for (read_step () == 40);
  test_window_activate (window, "win.step-back", NULL);
  test_ui_wait_for (read_step () == 39);
  test_window_close (window);
}

/* The file is open again as it was saved: what was not saved takes its place, in whatever window, unless it has changes too. */
static void
test_journal_restore_in_place (void)
{
  GtkApplication *app = GTK_APPLICATION (test_window_get_app ());
  LsJournals *journals = ls_application_get_journals (test_window_get_app ());
  g_autofree char *folder = g_dir_make_tmp ("journal-XXXXXX", NULL);
  g_autofree char *path = g_build_filename (folder, "mine" LS_SESSION_SUFFIX, NULL);
  g_autoptr (GFile) example = test_window_get_example (TEST_EXAMPLE);
  g_autoptr (GFile) file = g_file_new_for_path (path);
  g_autoptr (LsStep) step = ls_step_new_post_work (5, "late", LS_TASK_PRIORITY_BACKGROUND, NULL, 0);

  g_assert_true (g_file_copy (example, file, G_FILE_COPY_OVERWRITE, NULL, NULL, NULL, NULL));
  for (guint i = 0; i < 4; i++)
    {
      const gboolean has_changes = i == 3;
      LsWindow *window = test_window_new (NULL, 1360, 860);
      LsWindow *other = NULL;

      test_window_open (window, file);
      g_assert_true (ls_debugger_act (window->view->debugger, step, "post", NULL));
      kill_and_claim (window);

      window = test_window_new (NULL, 1360, 860);
      ls_session_view_open (window->view, file, FALSE);
      /* Also while it is being read. */
      if (i != 1)
        test_window_wait_for_opening (window);
      if (has_changes)
        g_assert_true (ls_debugger_act (window->view->debugger, step, "post", NULL));
      if (i == 2)
        {
          g_autoptr (GPtrArray) entries = ls_journals_list (journals);

          g_action_group_activate_action (G_ACTION_GROUP (app), "restore-unsaved",
                                          g_variant_new_string (((LsJournalEntry *) g_ptr_array_index (entries, 0))->id));
        }
      else
        {
          g_action_group_activate_action (G_ACTION_GROUP (app), "restore-all", NULL);
        }
      for (GList *link = gtk_application_get_windows (app); link != NULL; link = link->next)
        if (LS_IS_WINDOW (link->data) && link->data != window)
          other = link->data;
      g_assert_true ((other != NULL) == has_changes);
      test_window_wait_for_opening (window);
      if (other != NULL)
        test_window_wait_for_opening (other);
      test_window_wait (window);
      g_assert_true (ls_session_view_get_modified (window->view));
      g_assert_true (g_file_equal (ls_debugger_get_file (window->view->debugger), file));
      g_assert_cmpint (ls_window_get_n_views (window), ==, 1);
      if (other != NULL)
        test_window_close (other);
      test_window_close (window);
    }
  remove_all (folder);
}

/* Who does not quit after all is asked again before something is lost. */
static void
test_journal_cancelled_quit (void)
{
  LsWindow *window = test_window_new (TEST_EXAMPLE, 1360, 860);
  g_autoptr (LsStep) step = ls_step_new_post_work (5, "late", LS_TASK_PRIORITY_BACKGROUND, NULL, 0);

  g_assert_true (ls_debugger_act (window->view->debugger, step, "post", NULL));
  ls_window_keep_journals (window);
  g_assert_false (ls_window_has_changes (window));
  ls_application_cancel_quit (test_window_get_app ());
  g_assert_true (ls_window_has_changes (window));
  test_window_close (window);
}

static void
test_journal_discard (void)
{
  LsWindow *window = test_window_new (TEST_EXAMPLE, 1360, 860);
  g_autoptr (LsStep) step = ls_step_new_post_work (5, "late", LS_TASK_PRIORITY_BACKGROUND, NULL, 0);
  GtkWidget *group, *discard, *undo;

  g_assert_true (ls_debugger_act (window->view->debugger, step, "post", NULL));
  kill_and_claim (window);

  window = test_window_new (NULL, 1360, 860);
  group = test_ui_find (window->view->welcome, ADW_TYPE_PREFERENCES_GROUP, "unsaved");
  g_assert_true (gtk_widget_get_visible (group));
  discard = test_ui_find (group, GTK_TYPE_BUTTON, NULL);
  gtk_widget_activate (discard);
  test_ui_wait_for (!gtk_widget_get_visible (group));
  undo = test_ui_find (window->view->toasts, GTK_TYPE_BUTTON, "_Undo");
  g_assert_nonnull (undo);
  gtk_widget_activate (undo);
  test_ui_wait_for (gtk_widget_get_visible (group));
  discard = test_ui_find (group, GTK_TYPE_BUTTON, NULL);
  gtk_widget_activate (discard);
  test_ui_wait_for (!gtk_widget_get_visible (group));
  test_window_close (window);
}

#ifdef LS_HAVE_SCRIPT
static void
test_journal_javascript (void)
{
  LsWindow *window = test_window_new_program (PROGRAM, 1360, 860);
  LsJournals *journals = ls_application_get_journals (test_window_get_app ());
  g_autoptr (GPtrArray) entries = NULL;
  LsProgram *program;

  gtk_text_buffer_set_text (test_window_get_text (window), "console.log ('typed');\n", -1);
  wait_for_journal (window);
  kill_and_claim (window);

  entries = ls_journals_list (journals);
  g_assert_cmpuint (entries->len, ==, 1);
  window = test_window_new (NULL, 1360, 860);
  g_assert_true (ls_session_view_restore (window->view, journals, ((LsJournalEntry *) g_ptr_array_index (entries, 0))->id, NULL));
  test_window_wait_for_opening (window);
  test_window_wait (window);
  program = ls_session_get_program (test_window_get_session (window));
  g_assert_cmpstr (ls_script_get_text (ls_program_get_script (program, 0)), ==, "console.log ('typed');\n");
  g_assert_true (ls_session_view_get_modified (window->view));
  test_window_close (window);
}
#endif

/* Where sessions are restored at start, quitting does not ask, and keeps what is not saved. */
static void
test_journal_quit (void)
{
  g_autoptr (GSettings) settings = g_settings_new (LS_APP_ID);
  LsJournals *journals = ls_application_get_journals (test_window_get_app ());
  LsWindow *window = test_window_new (TEST_EXAMPLE, 1360, 860);
  g_autoptr (LsStep) step = ls_step_new_post_work (5, "late", LS_TASK_PRIORITY_BACKGROUND, NULL, 0);
  g_autoptr (GPtrArray) entries = NULL;
  LsWindow *gone = window;

  g_settings_set_boolean (settings, "restore-sessions", TRUE);
  g_assert_true (ls_debugger_act (window->view->debugger, step, "post", NULL));
  g_object_add_weak_pointer (G_OBJECT (window), (gpointer *) &gone);
  g_action_group_activate_action (G_ACTION_GROUP (test_window_get_app ()), "quit", NULL);
  test_ui_wait_for (gone == NULL);
  ls_journals_close (journals);
  ls_journals_claim (journals);
  entries = ls_journals_list (journals);
  g_assert_cmpuint (entries->len, ==, 1);

  g_action_group_activate_action (G_ACTION_GROUP (test_window_get_app ()), "restore-all", NULL);
  window = LS_WINDOW (gtk_application_get_active_window (GTK_APPLICATION (test_window_get_app ())));
  test_window_wait_for_opening (window);
  g_assert_true (ls_window_has_session (window));
  g_assert_true (ls_session_view_get_modified (window->view));
  test_window_wait (window);
  g_settings_reset (settings, "restore-sessions");
  test_window_close (window);
}

int
main (int   argc,
      char *argv[])
{
  test_window_init (&argc, &argv);

  g_test_add ("/journal/left", Fixture, NULL, set_up, test_journal_left, tear_down);
  g_test_add ("/journal/take", Fixture, NULL, set_up, test_journal_take, tear_down);
  g_test_add ("/journal/fails", Fixture, NULL, set_up, test_journal_fails, tear_down);
  g_test_add ("/journal/running", Fixture, NULL, set_up, test_journal_running, tear_down);
  g_test_add ("/journal/last", Fixture, NULL, set_up, test_journal_last, tear_down);
  g_test_add ("/journal/remove", Fixture, NULL, set_up, test_journal_remove, tear_down);
  g_test_add ("/journal/look", Fixture, NULL, set_up, test_journal_look, tear_down);
  g_test_add ("/journal/scripts", Fixture, NULL, set_up, test_journal_scripts, tear_down);
  g_test_add ("/journal/damaged", Fixture, NULL, set_up, test_journal_damaged, tear_down);
  g_test_add_func ("/journal/window", test_journal_window);
  g_test_add_func ("/journal/restore", test_journal_restore);
  g_test_add_func ("/journal/restore-twice", test_journal_restore_twice);
  g_test_add_func ("/journal/moves", test_journal_moves);
  g_test_add_func ("/journal/restore-in-place", test_journal_restore_in_place);
  g_test_add_func ("/journal/cancelled-quit", test_journal_cancelled_quit);
  g_test_add_func ("/journal/discard", test_journal_discard);
#ifdef LS_HAVE_SCRIPT
  g_test_add_func ("/journal/javascript", test_journal_javascript);
#endif
  g_test_add_func ("/journal/quit", test_journal_quit);

  return g_test_run ();
}
