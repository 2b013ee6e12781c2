/* test-journal-window.c: what windows keep in journals, and restore from them after a crash
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "remove-tree.h"
#include "test-window-util.h"

#include <glib/gstdio.h>
#include <json-glib/json-glib.h>


#define PROGRAM "scheduler.postTask (() => console.log ('one'));\n"

static LsJournal *
get_journal (LsWindow *window)
{
  return ls_journal_keeper_get_journal (ls_session_view_get_keeper (ls_window_get_view (window)));
}

/* The journal of @window, when all that it waits for is written. */
static void
wait_for_journal (LsWindow *window)
{
  test_ui_wait_for (!ls_journal_keeper_is_waiting (ls_session_view_get_keeper (ls_window_get_view (window))) && get_journal (window) != NULL && ls_journal_exists (get_journal (window)));
}

static void
test_journal_window_write (void)
{
  LsWindow *window = test_window_new (TEST_EXAMPLE, 1360, 860);
  g_autoptr (LsStep) step = ls_step_new_post_work (5, "late", LS_TASK_PRIORITY_BACKGROUND, NULL, 0);

  test_ui_settle (GTK_WIDGET (window));
  g_assert_null (get_journal (window));
  g_assert_true (ls_debugger_act (ls_window_get_debugger (window), step, "post", NULL));
  wait_for_journal (window);

  /* Undo goes back to what need not be restored; redo does not. */
  test_window_activate (window, "win.undo", NULL);
  if (!ls_session_view_get_modified (ls_window_get_view (window)))
    test_ui_wait_for (!ls_journal_keeper_is_waiting (ls_session_view_get_keeper (ls_window_get_view (window))) && !ls_journal_exists (get_journal (window)));
  test_window_activate (window, "win.redo", NULL);
  wait_for_journal (window);

  {
    g_autofree char *path = g_build_filename (g_get_tmp_dir (), "journal-test" LS_SESSION_SUFFIX, NULL);
    g_autoptr (GFile) file = g_file_new_for_path (path);

    g_assert_true (test_window_save (window, file, NULL));
    test_ui_wait_for (!ls_journal_keeper_is_waiting (ls_session_view_get_keeper (ls_window_get_view (window))));
    g_assert_false (ls_journal_exists (get_journal (window)));
    g_unlink (path);
  }
  test_window_close (window);
}

/* Makes the journals of @window look as if the program had been killed, and starts it again. */
static void
kill_and_claim (LsWindow *window)
{
  LsJournals *journals = ls_application_get_journals (test_window_get_app ());

  g_assert_true (ls_journal_keeper_keep (ls_session_view_get_keeper (ls_window_get_view (window))));
  test_window_close (window);
  ls_journals_close (journals);
  ls_journals_claim (journals);
}

static GPtrArray *
get_no_texts (gpointer user_data)
{
  return NULL;
}

/* Makes a journal as a window with a changed session from @file has it, says that the program was killed, and starts it again. */
static void
kill_changed (GFile *file)
{
  LsJournals *journals = ls_application_get_journals (test_window_get_app ());
  g_autoptr (LsDebugger) debugger = ls_debugger_new ();
  g_autoptr (LsSessionFile) session_file = ls_session_file_new (debugger);
  g_autoptr (LsJournalKeeper) keeper = ls_journal_keeper_new (journals, session_file, get_no_texts, NULL);
  g_autoptr (LsSession) session = ls_session_new_from_file (file, NULL, NULL);
  g_autoptr (LsStep) step = ls_step_new_post_work (5, "late", LS_TASK_PRIORITY_BACKGROUND, NULL, 0);
  g_autofree char *etag = ls_opening_read_etag (file, NULL);

  g_assert_true (ls_session_file_take (session_file, session, file, etag, NULL));
  g_assert_true (ls_debugger_act (debugger, step, "post", NULL));
  g_assert_true (ls_journal_keeper_keep (keeper));
  ls_journal_keeper_close (keeper);
  ls_journals_close (journals);
  ls_journals_claim (journals);
}

static void
test_journal_window_restore (void)
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
  g_assert_true (ls_debugger_act (ls_window_get_debugger (window), step, "post", NULL));
  test_window_wait (window);
  position = ls_player_get_step (test_window_get_player (window));
  before = ls_session_to_data (test_window_get_session (window), NULL);
  kill_and_claim (window);

  window = test_window_new (NULL, 1360, 860);
  row = test_ui_find (test_window_get_child (window, "welcome"), ADW_TYPE_ACTION_ROW, NULL);
  g_assert_cmpstr (gtk_actionable_get_action_name (GTK_ACTIONABLE (row)), ==, "app.restore-unsaved");
  gtk_widget_activate (row);
  test_ui_wait_for (ls_window_has_session (window));
  test_window_wait (window);
  after = ls_session_to_data (test_window_get_session (window), NULL);
  g_assert_cmpstr (after, ==, before);
  g_assert_true (ls_session_view_get_modified (ls_window_get_view (window)));
  g_assert_cmpuint (ls_player_get_step (test_window_get_player (window)), ==, position);
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

/* Who is gone again before the run has come to where it was before finds it there all the same; so does who is gone before the run
 * has come to the action. */
static void
test_journal_window_restore_twice (gconstpointer data)
{
  const gboolean is_early = GPOINTER_TO_INT (data);
  LsWindow *window = test_window_new_session (long_session, 1360, 860);
  g_autoptr (LsStep) step = ls_step_new_post_work (5, "late", LS_TASK_PRIORITY_BACKGROUND, NULL, 0);
  guint32 position = 20000;

  test_window_go_to (window, position);
  g_assert_true (ls_debugger_act (ls_window_get_debugger (window), step, "post", NULL));
  test_window_wait (window);
  position = ls_player_get_step (test_window_get_player (window));
  g_assert_cmpuint (position, >=, 20000);
  /* The action is where the run comes to only later. */
  test_ui_wait_for (read_step () == position);
  if (is_early)
    {
      g_assert_true (ls_debugger_undo (ls_window_get_debugger (window)));
      test_window_go_to (window, 20000);
      g_assert_true (ls_debugger_act (ls_window_get_debugger (window), step, "post", NULL));
      g_assert_cmpuint (ls_player_get_step (test_window_get_player (window)), <, position);
    }
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
      g_assert_true (ls_session_view_restore (ls_window_get_view (window), entry->id, NULL));
      test_window_wait_for_opening (window);
    }
  test_window_wait (window);
  g_assert_cmpuint (ls_player_get_step (test_window_get_player (window)), ==, position);
  test_window_close (window);
}

/* Where one looks is remembered as well, once something is not saved. */
static void
test_journal_window_moves (void)
{
  LsWindow *window = test_window_new (TEST_EXAMPLE, 1360, 860);
  g_autoptr (LsStep) step = ls_step_new_post_work (5, "late", LS_TASK_PRIORITY_BACKGROUND, NULL, 0);

  test_window_go_to (window, 5);
  g_assert_cmpint (read_step (), ==, -1);
  g_assert_true (ls_debugger_act (ls_window_get_debugger (window), step, "post", NULL));
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
test_journal_window_restore_in_place (void)
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
      LsWindow *window, *other = NULL;

      kill_changed (file);
      window = test_window_new (NULL, 1360, 860);
      ls_session_view_open (ls_window_get_view (window), file, FALSE);
      /* Also while it is being read. */
      if (i != 1)
        test_window_wait_for_opening (window);
      if (has_changes)
        g_assert_true (ls_debugger_act (ls_window_get_debugger (window), step, "post", NULL));
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
      g_assert_true (ls_session_view_get_modified (ls_window_get_view (window)));
      g_assert_true (g_file_equal (ls_debugger_get_file (ls_window_get_debugger (window)), file));
      g_assert_cmpint (ls_window_get_n_views (window), ==, 1);
      if (other != NULL)
        test_window_close (other);
      test_window_close (window);
    }
  test_remove_tree (folder);
}

/* Who does not quit after all is asked again before something is lost. */
static void
test_journal_window_cancelled_quit (void)
{
  LsWindow *window = test_window_new (TEST_EXAMPLE, 1360, 860);
  g_autoptr (LsStep) step = ls_step_new_post_work (5, "late", LS_TASK_PRIORITY_BACKGROUND, NULL, 0);

  g_assert_true (ls_debugger_act (ls_window_get_debugger (window), step, "post", NULL));
  ls_window_keep_journals (window);
  g_assert_false (ls_window_has_changes (window));
  ls_application_cancel_quit (test_window_get_app ());
  g_assert_true (ls_window_has_changes (window));
  test_window_close (window);
}

/* The row has a button for each of the two things that the user can do with it, and a name for each. */
static void
test_journal_window_restore_button (void)
{
  g_autoptr (GFile) example = test_window_get_example (TEST_EXAMPLE);
  GtkWidget *group, *restore;
  LsWindow *window;

  kill_changed (example);
  window = test_window_new (NULL, 1360, 860);
  group = test_ui_find (test_window_get_child (window, "welcome"), ADW_TYPE_PREFERENCES_GROUP, "unsaved");
  g_assert_nonnull (test_ui_find (group, GTK_TYPE_BUTTON, "_Discard"));
  restore = test_ui_find (group, GTK_TYPE_BUTTON, "_Restore");
  g_assert_nonnull (restore);
  g_assert_true (restore == test_ui_find (group, GTK_TYPE_BUTTON, "Restore Photo gallery — priorities while scrolling"));
  gtk_widget_activate (restore);
  test_ui_wait_for (ls_window_has_session (window));
  test_window_wait (window);
  g_assert_true (ls_session_view_get_modified (ls_window_get_view (window)));
  test_window_close (window);
}

static void
test_journal_window_discard (void)
{
  g_autoptr (GFile) example = test_window_get_example (TEST_EXAMPLE);
  GtkWidget *group, *discard, *undo;
  LsWindow *window;

  kill_changed (example);
  window = test_window_new (NULL, 1360, 860);
  group = test_ui_find (test_window_get_child (window, "welcome"), ADW_TYPE_PREFERENCES_GROUP, "unsaved");
  g_assert_true (gtk_widget_get_visible (group));
  discard = test_ui_find (group, GTK_TYPE_BUTTON, "_Discard");
  gtk_widget_activate (discard);
  test_ui_wait_for (!gtk_widget_get_visible (group));
  undo = test_ui_find (test_window_get_child (window, "toasts"), GTK_TYPE_BUTTON, "_Undo");
  g_assert_nonnull (undo);
  gtk_widget_activate (undo);
  test_ui_wait_for (gtk_widget_get_visible (group));
  discard = test_ui_find (group, GTK_TYPE_BUTTON, "_Discard");
  gtk_widget_activate (discard);
  test_ui_wait_for (!gtk_widget_get_visible (group));
  test_window_close (window);
}

#ifdef LS_HAVE_SCRIPT
static void
test_journal_window_javascript (void)
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
  g_assert_true (ls_session_view_restore (ls_window_get_view (window), ((LsJournalEntry *) g_ptr_array_index (entries, 0))->id, NULL));
  test_window_wait_for_opening (window);
  test_window_wait (window);
  program = ls_session_get_program (test_window_get_session (window));
  g_assert_cmpstr (ls_script_get_text (ls_program_get_script (program, 0)), ==, "console.log ('typed');\n");
  g_assert_true (ls_session_view_get_modified (ls_window_get_view (window)));
  test_window_close (window);
}
#endif

/* Where sessions are restored at start, quitting does not ask, and keeps what is not saved. */
static void
test_journal_window_quit (void)
{
  g_autoptr (GSettings) settings = g_settings_new (LS_APP_ID);
  LsJournals *journals = ls_application_get_journals (test_window_get_app ());
  LsWindow *window = test_window_new (TEST_EXAMPLE, 1360, 860);
  g_autoptr (LsStep) step = ls_step_new_post_work (5, "late", LS_TASK_PRIORITY_BACKGROUND, NULL, 0);
  g_autoptr (GPtrArray) entries = NULL;
  LsWindow *gone = window;

  g_settings_set_boolean (settings, "restore-sessions", TRUE);
  g_assert_true (ls_debugger_act (ls_window_get_debugger (window), step, "post", NULL));
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
  g_assert_true (ls_session_view_get_modified (ls_window_get_view (window)));
  test_window_wait (window);
  g_settings_reset (settings, "restore-sessions");
  test_window_close (window);
}

int
main (int   argc,
      char *argv[])
{
  test_window_init (&argc, &argv);

  g_test_add_func ("/journal/window/write", test_journal_window_write);
  g_test_add_func ("/journal/window/restore", test_journal_window_restore);
  g_test_add_data_func ("/journal/window/restore-twice", GINT_TO_POINTER (FALSE), test_journal_window_restore_twice);
  g_test_add_data_func ("/journal/window/restore-early", GINT_TO_POINTER (TRUE), test_journal_window_restore_twice);
  g_test_add_func ("/journal/window/moves", test_journal_window_moves);
  g_test_add_func ("/journal/window/restore-in-place", test_journal_window_restore_in_place);
  g_test_add_func ("/journal/window/cancelled-quit", test_journal_window_cancelled_quit);
  g_test_add_func ("/journal/window/discard", test_journal_window_discard);
  g_test_add_func ("/journal/window/restore-button", test_journal_window_restore_button);
#ifdef LS_HAVE_SCRIPT
  g_test_add_func ("/journal/window/javascript", test_journal_window_javascript);
#endif
  g_test_add_func ("/journal/window/quit", test_journal_window_quit);

  return g_test_run ();
}
