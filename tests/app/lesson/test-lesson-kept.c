/* test-lesson-kept.c: what files and journals have of a lesson that is read
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include <glib/gstdio.h>

#include "remove-tree.h"
#include "test-lesson-util.h"

#define BASE "work(1);"
#define GIVEN "setTimeout(() => { work(9); console.log('done'); });"
#define HALF "setTimeout(() => { work(4); });"
#define OWN "setTimeout(() => { work(3); console.log('done'); });"
#define SOLVED "setTimeout(() => { work(5); console.log('done'); });"

#define PAGE(more) "{\"title\":\"T\",\"text\":[\"P\"]" more "}"
#define EXERCISE \
  "\"exercise\":{\"text\":\"Be quick\",\"source\":\"" GIVEN "\",\"expectations\":[{\"longestTurn\":{\"atMost\":5}},{\"log\":[\"done\"]}]," \
  "\"solution\":{\"source\":\"" SOLVED "\"}}"
#define SESSION \
  "{\"format\":\"loopscope-session\",\"version\":1,\"title\":\"Quick\",\"program\":{\"kind\":\"javascript\",\"source\":\"" BASE "\"}," \
  "\"lesson\":{\"id\":\"kept\",\"pages\":[" PAGE ("") "," PAGE ("," EXERCISE) "," PAGE ("") "]}}"

static const char *
get_source (LsSession *session)
{
  return ls_script_get_text (ls_program_get_script (ls_session_get_program (session), 0));
}

static void
assert_source (LsWindow   *window,
               const char *expected)
{
  test_ui_wait_for (!ls_player_is_pending (test_window_get_player (window)));
  g_assert_cmpstr (get_source (test_window_get_session (window)), ==, expected);
}

static void
type (LsWindow   *window,
      const char *text)
{
  gtk_text_buffer_set_text (test_window_get_text (window), text, -1);
}

static void
go_to (LsWindow *window,
       guint     page)
{
  ls_lesson_view_turn_to (get_lesson (window), page);
  test_ui_wait_for (!ls_player_is_pending (test_window_get_player (window)));
}

static void
close_window (LsWindow *window)
{
  ls_session_set_modified (test_window_get_session (window), FALSE);
  test_window_close (window);
}

static LsJournalKeeper *
get_keeper (LsWindow *window)
{
  return ls_session_view_get_keeper (ls_window_get_view (window));
}

/* Makes the journal of @window look as if the program had been killed, starts it again, and restores the session. */
static LsWindow *
crash (LsWindow *window)
{
  LsJournals *journals = ls_application_get_journals (test_window_get_app ());
  g_autoptr (GPtrArray) entries = NULL;

  test_ui_wait_for (!ls_journal_keeper_is_waiting (get_keeper (window)) && ls_journal_keeper_get_journal (get_keeper (window)) != NULL &&
                    ls_journal_exists (ls_journal_keeper_get_journal (get_keeper (window))));
  g_assert_true (ls_journal_keeper_keep (get_keeper (window)));
  test_window_close (window);
  ls_journals_close (journals);
  ls_journals_claim (journals);
  entries = ls_journals_list (journals);
  g_assert_cmpuint (entries->len, ==, 1);
  window = test_window_new (NULL, 1360, 860);
  g_assert_true (ls_session_view_restore (ls_window_get_view (window), ((LsJournalEntry *) g_ptr_array_index (entries, 0))->id, NULL));
  test_window_wait_for_opening (window);
  test_window_wait (window);
  return window;
}

/* Saves the session, and opens its file in another window. */
static LsWindow *
save_and_reopen (LsWindow *window)
{
  g_autofree char *path = g_build_filename (g_get_tmp_dir (), "kept" LS_SESSION_SUFFIX, NULL);
  g_autoptr (GFile) file = g_file_new_for_path (path);

  g_assert_true (test_window_save (window, file, NULL));
  g_assert_false (ls_debugger_get_modified (ls_window_get_debugger (window)));
  test_ui_wait_for (!ls_journal_keeper_is_waiting (get_keeper (window)));
  g_assert_true (ls_journal_keeper_get_journal (get_keeper (window)) == NULL ||
                 !ls_journal_exists (ls_journal_keeper_get_journal (get_keeper (window))));
  test_window_close (window);
  window = test_window_new (NULL, 1360, 860);
  ls_window_open (window, file);
  test_window_wait_for_opening (window);
  test_ui_wait_for (ls_lesson_view_get_lesson (get_lesson (window)) != NULL && !ls_player_is_pending (test_window_get_player (window)));
  g_unlink (path);
  return window;
}

/* The lesson has its own program on its other pages, and the exercise begins with its own one once more if that is wanted. */
static void
assert_lesson (LsWindow *window)
{
  go_to (window, 0);
  assert_source (window, BASE);
  go_to (window, 2);
  assert_source (window, BASE);
  go_to (window, 1);
  act (window, "lesson.reset");
  assert_source (window, GIVEN);
}

/* What is typed in the program of an exercise survives a crash; so does what was run before. */
static void
test_crash (void)
{
  LsWindow *window = lesson_session_window (SESSION, 1360, 860, 1);

  type (window, HALF);
  window = crash (window);
  g_assert_cmpuint (ls_lesson_view_get_page (get_lesson (window)), ==, 1);
  assert_source (window, HALF);
  g_assert_true (ls_debugger_get_modified (ls_window_get_debugger (window)));
  g_assert_false (gtk_widget_get_visible (get_part (window, "notice")));
  act (window, "lesson.run");
  assert_source (window, HALF);
  type (window, OWN);
  window = crash (window);
  assert_source (window, OWN);
  assert_lesson (window);
  close_window (window);
}

/* Another page is displayed by then. Nobody is asked to save what was made of the exercise, and it is there after a crash all the same. */
static void
test_crash_later (void)
{
  LsWindow *window = lesson_session_window (SESSION, 1360, 860, 1);

  type (window, OWN);
  act (window, "lesson.next");
  assert_source (window, BASE);
  g_assert_false (ls_debugger_get_modified (ls_window_get_debugger (window)));
  window = crash (window);
  g_assert_cmpuint (ls_lesson_view_get_page (get_lesson (window)), ==, 2);
  assert_source (window, BASE);
  act (window, "lesson.back");
  assert_source (window, OWN);
  assert_lesson (window);
  close_window (window);
}

#define RAISE "{\"at\":{\"turn\":1},\"do\":{\"op\":\"setPriority\",\"controller\":\"one\",\"priority\":\"user-blocking\"}}"
#define GOLF_SESSION \
  "{\"format\":\"loopscope-session\",\"version\":1,\"title\":\"Few\",\"program\":{\"kind\":\"javascript\",\"source\":" \
  "\"const one = new TaskController();\\nscheduler.postTask(function a() { });\\n" \
  "scheduler.postTask(function b() { }, { signal: one.signal });\"}," \
  "\"lesson\":{\"id\":\"few\",\"pages\":[{\"title\":\"T\",\"text\":[\"P\"],\"at\":{\"turn\":1},\"golf\":{\"text\":\"b first\"," \
  "\"expectations\":[{\"order\":[\"b\",\"a\"]},{\"ran\":\"a\"}],\"solution\":{\"actions\":[" RAISE "]}}}," PAGE ("") "]}}"

/* So are the actions with which a goal is to be reached, and where the run was shown. */
static void
test_crash_golf (void)
{
  LsWindow *window = lesson_session_window (GOLF_SESSION, 1366, 768, 0);
  g_autoptr (LsStep) step = ls_step_new_set_priority ("one", LS_TASK_PRIORITY_BACKGROUND);
  guint32 shown;

  g_assert_true (ls_debugger_act (ls_window_get_debugger (window), step, "set", NULL));
  test_window_wait (window);
  shown = ls_player_get_step (test_window_get_player (window));
  window = crash (window);
  g_assert_cmpuint (ls_session_get_n_actions (test_window_get_session (window)), ==, 1);
  g_assert_cmpuint (ls_player_get_step (test_window_get_player (window)), ==, shown);
  act (window, "lesson.next");
  g_assert_cmpuint (ls_session_get_n_actions (test_window_get_session (window)), ==, 0);
  act (window, "lesson.back");
  g_assert_cmpuint (ls_session_get_n_actions (test_window_get_session (window)), ==, 1);

  /* And what undo leads to, while another page is displayed. */
  act (window, "lesson.next");
  test_window_activate (window, "win.undo", NULL);
  test_window_wait (window);
  g_assert_cmpuint (ls_session_get_n_actions (test_window_get_session (window)), ==, 1);
  g_assert_true (ls_debugger_act (ls_window_get_debugger (window), step, "set", NULL));
  window = save_and_reopen (window);
  g_assert_cmpuint (ls_session_get_n_actions (test_window_get_session (window)), ==, 0);
  act (window, "lesson.back");
  g_assert_cmpuint (ls_session_get_n_actions (test_window_get_session (window)), ==, 2);
  act (window, "lesson.reset");
  g_assert_cmpuint (ls_session_get_n_actions (test_window_get_session (window)), ==, 0);
  close_window (window);
}

/* What is typed on a page without an exercise is the user's own. */
static void
test_crash_elsewhere (void)
{
  LsWindow *window = lesson_session_window (SESSION, 1360, 860, 0);

  type (window, HALF);
  window = crash (window);
  assert_source (window, HALF);
  close_window (window);
}

/* A file that is saved on the page of an exercise has the lesson as it was, and what the learner has made of the exercise. */
static void
test_save (void)
{
  LsWindow *window = lesson_session_window (SESSION, 1360, 860, 1);

  type (window, HALF);
  window = save_and_reopen (window);
  g_assert_cmpuint (ls_lesson_view_get_page (get_lesson (window)), ==, 1);
  assert_source (window, HALF);
  g_assert_false (ls_debugger_get_modified (ls_window_get_debugger (window)));
  type (window, OWN);
  act (window, "lesson.next");
  window = save_and_reopen (window);
  g_assert_cmpuint (ls_lesson_view_get_page (get_lesson (window)), ==, 2);
  assert_source (window, BASE);
  act (window, "lesson.back");
  assert_source (window, OWN);
  assert_lesson (window);

  /* What was started over is not there again. */
  window = save_and_reopen (window);
  assert_source (window, GIVEN);
  close_window (window);
}

/* A script beside the session is not the exercise's. */
static void
test_save_script (void)
{
  g_autofree char *folder = g_dir_make_tmp ("kept-XXXXXX", NULL);
  g_autofree char *path = g_build_filename (folder, "quick" LS_SESSION_SUFFIX, NULL);
  g_autofree char *script = g_build_filename (folder, "main.js", NULL), *text = NULL;
  g_autoptr (GFile) file = g_file_new_for_path (path);
  g_autoptr (GString) session = g_string_new (SESSION);
  LsWindow *window;

  g_string_replace (session, "\"source\":\"" BASE "\"", "\"scripts\":[{\"file\":\"main.js\"}]", 1);
  g_assert_true (g_file_set_contents (path, session->str, -1, NULL));
  g_assert_true (g_file_set_contents (script, BASE, -1, NULL));
  for (guint i = 0; i < 2; i++)
    {
      window = test_window_new (NULL, 1360, 860);
      ls_window_open (window, file);
      test_window_wait_for_opening (window);
      test_ui_wait_for (ls_lesson_view_get_lesson (get_lesson (window)) != NULL);
      go_to (window, 1);
      assert_source (window, i == 0 ? GIVEN : HALF);
      type (window, HALF);
      g_assert_true (test_window_save (window, file, NULL));
      close_window (window);
      g_clear_pointer (&text, g_free);
      g_assert_true (g_file_get_contents (script, &text, NULL, NULL));
      g_assert_cmpstr (text, ==, BASE);
    }
  test_remove_tree (folder);
}

/* A change of the user's own on another page is saved as ever. */
static void
test_save_own (void)
{
  LsWindow *window = lesson_session_window (SESSION, 1360, 860, 0);

  type (window, HALF);
  window = save_and_reopen (window);
  assert_source (window, HALF);
  go_to (window, 1);
  assert_source (window, GIVEN);
  close_window (window);
}

/* Undo can lead back into the run of an exercise: what is made of it then is made of the exercise. */
static void
test_undo (void)
{
  LsWindow *window = lesson_session_window (SESSION, 1360, 860, 1);

  type (window, HALF);
  act (window, "lesson.run");
  act (window, "lesson.next");
  assert_source (window, BASE);
  test_window_activate (window, "win.undo", NULL);
  assert_source (window, HALF);
  type (window, OWN);
  window = save_and_reopen (window);
  g_assert_cmpuint (ls_lesson_view_get_page (get_lesson (window)), ==, 2);
  assert_source (window, BASE);
  act (window, "lesson.back");
  assert_source (window, OWN);

  /* And it stays with its page as well if nothing is saved. */
  type (window, HALF);
  act (window, "lesson.next");
  test_window_activate (window, "win.undo", NULL);
  assert_source (window, HALF);
  type (window, OWN);
  act (window, "lesson.back");
  assert_source (window, OWN);

  /* Nor if the page wants its own run. */
  act (window, "lesson.next");
  test_window_activate (window, "win.undo", NULL);
  assert_source (window, OWN);
  type (window, HALF);
  test_window_activate (window, "win.lesson-show", NULL);
  assert_source (window, BASE);
  act (window, "lesson.back");
  assert_source (window, HALF);
  assert_lesson (window);
  close_window (window);
}

/* Undo goes back in what was made of the exercise, and beyond it. */
static void
test_undo_further (void)
{
  LsWindow *window = lesson_session_window (SESSION, 1360, 860, 0);

  type (window, "work(2);");
  test_window_activate (window, "win.run-again", NULL);
  test_window_activate (window, "win.lesson-show", NULL);
  assert_source (window, BASE);
  go_to (window, 1);
  type (window, HALF);
  act (window, "lesson.run");
  type (window, OWN);
  act (window, "lesson.run");
  act (window, "lesson.next");
  test_window_activate (window, "win.undo", NULL);
  assert_source (window, OWN);
  test_window_activate (window, "win.undo", NULL);
  assert_source (window, HALF);
  window = save_and_reopen (window);
  assert_source (window, BASE);
  act (window, "lesson.back");
  assert_source (window, HALF);
  close_window (window);

  window = lesson_session_window (SESSION, 1360, 860, 0);
  type (window, "work(2);");
  test_window_activate (window, "win.run-again", NULL);
  test_window_activate (window, "win.lesson-show", NULL);
  go_to (window, 1);
  type (window, OWN);
  act (window, "lesson.next");
  while (g_strcmp0 (get_source (test_window_get_session (window)), "work(2);") != 0)
    test_window_activate (window, "win.undo", NULL);
  window = save_and_reopen (window);
  assert_source (window, "work(2);");
  go_to (window, 1);
  assert_source (window, OWN);
  close_window (window);
}

/* Who has written the lesson and left it may go back, too. */
static void
test_undo_after_writing (void)
{
  LsWindow *window = lesson_session_window (SESSION, 1360, 860, 1);

  act (window, "lesson.write");
  test_ui_wait_for (ls_lesson_view_is_writing (get_lesson (window)));
  act (window, "lesson.write");
  test_ui_wait_for (!ls_lesson_view_is_writing (get_lesson (window)));
  assert_source (window, GIVEN);
  act (window, "lesson.leave");
  assert_source (window, BASE);
  g_assert_null (ls_lesson_view_get_lesson (get_lesson (window)));
  test_window_activate (window, "win.undo", NULL);
  assert_source (window, GIVEN);
  type (window, HALF);
  window = save_and_reopen (window);
  go_to (window, 1);
  assert_source (window, HALF);
  assert_lesson (window);
  close_window (window);
}

/* What its author tries is not in the file. */
static void
test_author (void)
{
  LsWindow *window = lesson_session_window (SESSION, 1360, 860, 1);

  type (window, HALF);
  act (window, "lesson.write");
  test_ui_wait_for (ls_lesson_view_is_writing (get_lesson (window)));
  window = save_and_reopen (window);
  assert_source (window, GIVEN);
  assert_lesson (window);
  close_window (window);
}

/* Who leaves the lesson goes on with the program of the exercise, which the lesson does not take for its own. */
static void
test_leave (void)
{
  LsWindow *window = lesson_session_window (SESSION, 1360, 860, 1);

  act (window, "lesson.leave");
  assert_source (window, GIVEN);
  type (window, HALF);
  window = save_and_reopen (window);
  go_to (window, 1);
  assert_source (window, HALF);
  assert_lesson (window);
  close_window (window);
}

/* A tab that was closed comes back with it. */
static void
test_reopen (void)
{
  LsWindow *window = lesson_session_window (SESSION, 1360, 860, 1);

  type (window, OWN);
  act (window, "lesson.next");
  test_window_activate (window, "win.new-tab", NULL);
  adw_tab_view_close_page (ADW_TAB_VIEW (test_window_get_part (window, "tabs")),
                           adw_tab_view_get_nth_page (ADW_TAB_VIEW (test_window_get_part (window, "tabs")), 0));
  test_ui_wait_for (ls_window_get_n_views (window) == 1);
  test_window_activate (window, "win.reopen-tab", NULL);
  test_ui_wait_for (ls_window_has_session (window) && ls_lesson_view_get_lesson (get_lesson (window)) != NULL);
  assert_source (window, BASE);
  act (window, "lesson.back");
  assert_source (window, OWN);
  assert_lesson (window);
  close_window (window);
}

int
main (int   argc,
      char *argv[])
{
  test_window_init (&argc, &argv);

  g_test_add_func ("/lesson-kept/crash", test_crash);
  g_test_add_func ("/lesson-kept/crash-later", test_crash_later);
  g_test_add_func ("/lesson-kept/crash-golf", test_crash_golf);
  g_test_add_func ("/lesson-kept/crash-elsewhere", test_crash_elsewhere);
  g_test_add_func ("/lesson-kept/save", test_save);
  g_test_add_func ("/lesson-kept/save-script", test_save_script);
  g_test_add_func ("/lesson-kept/save-own", test_save_own);
  g_test_add_func ("/lesson-kept/undo", test_undo);
  g_test_add_func ("/lesson-kept/undo-further", test_undo_further);
  g_test_add_func ("/lesson-kept/undo-after-writing", test_undo_after_writing);
  g_test_add_func ("/lesson-kept/author", test_author);
  g_test_add_func ("/lesson-kept/leave", test_leave);
  g_test_add_func ("/lesson-kept/reopen", test_reopen);

  return g_test_run ();
}
