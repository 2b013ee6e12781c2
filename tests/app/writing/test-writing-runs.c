/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "test-writing-util.h"

#include "ls-session-view-private.h"

/* A page has a run of its own: whatever is done there, the lesson keeps its program, its actions and its schedule. */

#define START "console.log('start')"

static void
settle (LsWindow *window)
{
  test_ui_wait_for (!ls_player_is_pending (test_window_get_player (window)));
}

static void
go_to_page (LsWindow *window,
            guint     page)
{
  g_assert_true (ls_lesson_writer_turn_to (get_writer (window), page));
  settle (window);
}

/* Saves the session. Returns (transfer full) what its file has then. */
static LsSession *
save (LsWindow *window)
{
  g_autofree char *path = g_build_filename (g_get_user_cache_dir (), "kept.loopscope", NULL);
  g_autoptr (GFile) file = g_file_new_for_path (path);
  g_autoptr (GError) error = NULL;
  gboolean is_saved = FALSE;
  LsSession *saved;

  g_mkdir_with_parents (g_get_user_cache_dir (), 0700);
  ls_session_view_save (ls_window_get_view (window), file, saved_cb, &is_saved);
  test_ui_wait_for (is_saved);
  saved = ls_session_new_from_file (file, NULL, &error);
  g_assert_no_error (error);
  return saved;
}

static gboolean
has_program_of_lesson (LsSession *session)
{
  return strstr (ls_script_get_text (ls_program_get_script (ls_session_get_program (session), 0)), "function high") != NULL;
}

static void
assert_saves_lesson (LsWindow *window)
{
  g_autoptr (LsSession) saved = save (window);

  g_assert_true (has_program_of_lesson (saved));
}

/* The window goes on at the page. */
static void
test_save (void)
{
  LsWindow *window = open_session (SESSION (EXERCISE));

  write_lesson (window);
  type (get_field (window, "title"), "One more");
  go_to_page (window, 1);
  assert_saves_lesson (window);
  settle (window);
  g_assert_cmpstr (get_program (window), ==, START);
  g_assert_false (ls_session_view_get_modified (ls_window_get_view (window)));
  type (get_field (window, "title"), "Two more");
  g_assert_true (ls_session_view_get_modified (ls_window_get_view (window)));
  go_to_page (window, 0);
  g_assert_true (has_program_of_lesson (test_window_get_session (window)));
  close_window (window);
}

/* Whoever reads a page and writes then has its program too. */
static void
test_preview (void)
{
  LsWindow *window = open_session (SESSION (EXERCISE));

  act (window, "lesson.next");
  settle (window);
  g_assert_cmpstr (get_program (window), ==, START);
  gtk_text_buffer_set_text (test_window_get_text (window), "console.log('tried')", -1);
  for (guint i = 0; i < 4; i++)
    {
      write_lesson (window);
      g_assert_cmpint (ls_lesson_view_is_writing (get_lesson (window)), ==, i % 2 == 0);
      assert_saves_lesson (window);
      g_assert_false (has_program_of_lesson (test_window_get_session (window)));
    }
  /* Who leaves has the program of the lesson. */
  act (window, "lesson.leave");
  settle (window);
  g_assert_true (has_program_of_lesson (test_window_get_session (window)));
  write_lesson (window);
  assert_saves_lesson (window);
  close_window (window);
}

static void
test_leave (void)
{
  LsWindow *window = open_session (SESSION (EXERCISE));

  act (window, "lesson.next");
  settle (window);
  act (window, "lesson.leave");
  settle (window);
  write_lesson (window);
  assert_saves_lesson (window);
  close_window (window);
}

/* Undo and redo go through the runs of pages. */
static void
test_undo (void)
{
  LsWindow *window = open_session (SESSION (EXERCISE));

  write_lesson (window);
  go_to_page (window, 1);
  type (get_field (window, "title"), "Two more");
  go_to_page (window, 0);
  for (guint i = 0; i < 6; i++)
    {
      test_window_activate (window, i < 3 ? "win.undo" : "win.redo", NULL);
      settle (window);
      assert_saves_lesson (window);
    }
  g_assert_cmpstr (get_page (window, 1)->title, ==, "Two more");
  close_window (window);
}

/* An exercise begins with the program of the lesson, and is changed from there. */
static void
test_new_exercise (void)
{
  LsWindow *window = open_session (SESSION (EXERCISE));
  GtkDropDown *asks;

  write_lesson (window);
  asks = GTK_DROP_DOWN (get_writer_part (window, "asks"));
  gtk_drop_down_set_selected (asks, 8);
  settle (window);
  gtk_text_buffer_set_text (test_window_get_text (window), "console.log('changed')", -1);
  do_writer (window, "writer.take-end");
  g_assert_cmpstr (get_page (window, 0)->solved_source, ==, "console.log('changed')");
  assert_saves_lesson (window);

  /* A page that has no program any more has that of the lesson. */
  gtk_drop_down_set_selected (asks, 0);
  settle (window);
  test_ui_wait_for (has_program_of_lesson (test_window_get_session (window)));
  assert_saves_lesson (window);

  /* What is typed there is the lesson's. */
  gtk_text_buffer_set_text (test_window_get_text (window), "console.log('function high')", -1);
  go_to_page (window, 1);
  assert_saves_lesson (window);
  go_to_page (window, 0);
  g_assert_cmpstr (get_program (window), ==, "console.log('function high')");
  close_window (window);
}

/* After undo, too. */
static void
test_undone_exercise (void)
{
  LsWindow *window = open_session (SESSION (EXERCISE));

  write_lesson (window);
  gtk_drop_down_set_selected (GTK_DROP_DOWN (get_writer_part (window, "asks")), 8);
  settle (window);
  while (get_page (window, 0)->exercise != NULL)
    test_window_activate (window, "win.undo", NULL);
  settle (window);
  gtk_text_buffer_set_text (test_window_get_text (window), "console.log('function high')", -1);
  {
    g_autoptr (LsSession) saved = save (window);

    g_assert_cmpstr (ls_script_get_text (ls_program_get_script (ls_session_get_program (saved), 0)), ==, "console.log('function high')");
  }
  close_window (window);
}

/* A page without actions has none of the page before it in the file, and a page without a schedule none of another. */
static void
test_actions (void)
{
  LsWindow *window = open_session (SESSION (
    ",\"lesson\":{\"id\":\"ranks\",\"pages\":[{\"title\":\"One\",\"text\":[\"First.\"]},{\"title\":\"Two\",\"text\":[\"Then.\"],"
    "\"actions\":[{\"at\":{\"turn\":0},\"do\":{\"op\":\"postTask\",\"name\":\"more\",\"javascript\":\"work(1)\"}}]}]}"));
  g_autoptr (LsSession) saved = NULL;

  write_lesson (window);
  go_to_page (window, 1);
  g_assert_cmpuint (ls_session_get_n_actions (test_window_get_session (window)), ==, 1);
  gtk_text_buffer_set_text (test_window_get_text (window), "console.log('function high')", -1);
  saved = save (window);
  g_assert_cmpuint (ls_session_get_n_actions (saved), ==, 0);
  g_assert_cmpstr (ls_script_get_text (ls_program_get_script (ls_session_get_program (saved), 0)), ==, "console.log('function high')");
  close_window (window);
}

/* A journal has the program of the lesson, too, and so has a tab that is closed and opened again. */
static void
test_restore (void)
{
  LsJournals *journals = ls_application_get_journals (test_window_get_app ());
  LsWindow *window = open_session (SESSION (EXERCISE));

  write_lesson (window);
  go_to_page (window, 1);
  type (get_field (window, "title"), "Two more");
  gtk_text_buffer_set_text (test_window_get_text (window), "console.log('tried')", -1);
  g_assert_true (ls_journal_keeper_keep (ls_session_view_get_keeper (ls_window_get_view (window))));
  test_window_close (window);
  ls_journals_close (journals);
  ls_journals_claim (journals);

  window = test_window_new (NULL, 1360, 860);
  gtk_widget_activate (test_ui_find (test_window_get_child (window, "welcome"), ADW_TYPE_ACTION_ROW, NULL));
  test_ui_wait_for (ls_window_has_session (window));
  settle (window);
  g_assert_true (has_program_of_lesson (test_window_get_session (window)));
  g_assert_cmpstr (get_page (window, 1)->title, ==, "Two more");

  write_lesson (window);
  go_to_page (window, 1);
  assert_saves_lesson (window);
  test_window_activate (window, "win.new-tab", NULL);
  test_window_activate (window, "win.previous-tab", NULL);
  test_window_activate (window, "win.close-tab", NULL);
  test_ui_wait_for (ls_window_get_n_views (window) == 1);
  test_window_activate (window, "win.reopen-tab", NULL);
  test_ui_wait_for (ls_window_has_session (window));
  settle (window);
  g_assert_cmpuint (count_pages (window), ==, 2);
  g_assert_true (has_program_of_lesson (test_window_get_session (window)));
  assert_saves_lesson (window);
  close_window (window);
}

/* Undo goes back before the lesson was written, and through what was written while it is tried. */
static void
test_undo_all (void)
{
  LsWindow *window = open_session (SESSION (EXERCISE));
  LsDebugger *debugger = ls_window_get_debugger (window);

  gtk_text_buffer_set_text (test_window_get_text (window), SCRIPT " console.log('more');", -1);
  settle (window);
  write_lesson (window);
  type (get_field (window, "title"), "One more");
  go_to_page (window, 1);
  type (get_field (window, "title"), "Two more");
  write_lesson (window);
  g_assert_false (ls_lesson_view_is_writing (get_lesson (window)));
  for (guint i = 0; i < 20 && ls_debugger_get_undo_label (debugger) != NULL; i++)
    {
      test_window_activate (window, "win.undo", NULL);
      settle (window);
      assert_saves_lesson (window);
    }
  g_assert_null (ls_debugger_get_undo_label (debugger));
  g_assert_cmpstr (get_page (window, 0)->title, ==, "One");
  g_assert_cmpstr (get_program (window), ==, SCRIPT);
  for (guint i = 0; i < 20 && ls_debugger_get_redo_label (debugger) != NULL; i++)
    {
      test_window_activate (window, "win.redo", NULL);
      settle (window);
      assert_saves_lesson (window);
    }
  g_assert_cmpstr (get_page (window, 0)->title, ==, "One more");
  g_assert_cmpstr (get_page (window, 1)->title, ==, "Two more");
  write_lesson (window);
  go_to_page (window, 1);
  write_lesson (window);
  g_assert_cmpstr (get_program (window), ==, START);
  assert_saves_lesson (window);
  close_window (window);
}

/* A script's file has no place for a lesson. */
static void
test_script (void)
{
  LsWindow *window = test_window_new_program (START ";\n", 1360, 860);

  settle (window);
  g_assert_true (ls_session_is_plain_script (test_window_get_session (window)));
  write_lesson (window);
  g_assert_cmpuint (count_pages (window), ==, 1);
  g_assert_false (ls_session_is_plain_script (test_window_get_session (window)));
  close_window (window);
}

int
main (int    argc,
      char **argv)
{
  test_window_init (&argc, &argv);

  g_test_add_func ("/writing/runs/save", test_save);
  g_test_add_func ("/writing/runs/preview", test_preview);
  g_test_add_func ("/writing/runs/leave", test_leave);
  g_test_add_func ("/writing/runs/undo", test_undo);
  g_test_add_func ("/writing/runs/new-exercise", test_new_exercise);
  g_test_add_func ("/writing/runs/undone-exercise", test_undone_exercise);
  g_test_add_func ("/writing/runs/actions", test_actions);
  g_test_add_func ("/writing/runs/restore", test_restore);
  g_test_add_func ("/writing/runs/undo-all", test_undo_all);
  g_test_add_func ("/writing/runs/script", test_script);

  return g_test_run ();
}
