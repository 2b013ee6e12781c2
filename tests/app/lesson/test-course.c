/* test-course.c: courses and the user's own lessons in a window
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include <glib/gstdio.h>

#include "test-lesson-util.h"

#include "ls-course-private.h"
#include "ls-files.h"
#include "ls-lessons.h"
#include "ls-welcome.h"

#define SESSION(id, title) "{\"format\": \"loopscope-session\", \"version\": 1, \"title\": \"" title "\", \"program\": " \
  "{\"kind\": \"steps\", \"main\": []}, \"lesson\": {\"id\": \"" id "\", \"minutes\": 2, \"pages\": [{\"title\": \"x\", \"text\": [\"x\"]}]}}"
#define COURSE(lessons) "{\"format\": \"loopscope-course\", \"version\": 1, \"title\": \"Our course\", \"lessons\": [" lessons "]}"

static const char course[] = COURSE ("{\"session\": " SESSION ("one", "One") "}, {\"session\": " SESSION ("two", "Two") "}, "
                                     "{\"session\": " SESSION ("three", "Three") "}");

static void
forget_progress (void)
{
  g_autoptr (GSettings) settings = g_settings_new (LS_APP_ID);

  g_settings_reset (settings, "lessons");
  g_settings_reset (settings, "lesson-results");
}

static void
set_finished (const char *id)
{
  g_autoptr (GSettings) settings = g_settings_new (LS_APP_ID);

  ls_lessons_set_progress (settings, id, 0, TRUE);
}

static gboolean
is_finished (const char *id)
{
  g_autoptr (GSettings) settings = g_settings_new (LS_APP_ID);

  return ls_lessons_get_finished (settings, id);
}

/* Puts a file into the folder of the user's own lessons. */
static char *
write_own (const char *name,
           const char *text)
{
  g_autofree char *folder = ls_files_get_own_folder ();
  char *path = g_build_filename (folder, name, NULL);

  g_assert_cmpint (g_mkdir_with_parents (folder, 0700), ==, 0);
  g_assert_true (g_file_set_contents (path, text, -1, NULL));
  return path;
}

static void
remove_own (const char *path)
{
  g_assert_cmpint (g_unlink (path), ==, 0);
}

static gboolean
shows_lesson (LsWindow   *window,
              const char *title)
{
  return gtk_widget_get_mapped (get_part (window, "lesson_title")) &&
         g_str_equal (gtk_label_get_label (GTK_LABEL (get_part (window, "lesson_title"))), title);
}

static const char *
get_next (LsWindow *window)
{
  return gtk_button_get_label (GTK_BUTTON (get_part (window, "next")));
}

/* Returns a part of the welcome page. */
static GtkWidget *
get_welcome (LsWindow   *window,
             const char *name)
{
  return GTK_WIDGET (gtk_widget_get_template_child (test_window_get_child (window, "welcome"), LS_TYPE_WELCOME, name));
}

/* A course begins with the first lesson that is not finished, goes on to the next, and says when it has come to its end. */
static void
test_course_run (void)
{
  g_autofree char *path = write_own ("ours" LS_COURSE_SUFFIX, course);
  g_autoptr (GFile) file = g_file_new_for_path (path);
  LsWindow *window;

  forget_progress ();
  set_finished ("one");
  window = test_window_new (NULL, 1366, 768);
  ls_window_open (window, file);
  test_ui_wait_for (shows_lesson (window, "Lesson 2 of 3: Two"));
  /* Saving a lesson does not replace the course. */
  g_assert_null (ls_debugger_get_file (ls_session_view_get_debugger (ls_window_get_nth_view (window, 0))));
  g_assert_cmpstr (get_next (window), ==, "_Next Lesson");
  g_assert_cmpstr (gtk_label_get_label (GTK_LABEL (get_part (window, "course_note"))), ==,
                   "Our course, lesson 2 of 3\nNext: Three · 2 minutes");

  g_signal_emit_by_name (get_part (window, "next"), "clicked");
  test_ui_wait_for (shows_lesson (window, "Lesson 3 of 3: Three"));
  g_assert_cmpint (ls_window_get_n_views (window), ==, 1);
  g_assert_true (is_finished ("two"));
  g_assert_cmpstr (get_next (window), ==, "_Finish");
  g_assert_cmpstr (gtk_label_get_label (GTK_LABEL (get_part (window, "course_note"))), ==,
                   "Our course, lesson 3 of 3\nThis is the last lesson of the course.");
  g_signal_emit_by_name (get_part (window, "next"), "clicked");
  test_ui_wait_for (test_ui_shows (GTK_WIDGET (window), "Course finished"));
  g_assert_null (ls_lesson_view_get_lesson (get_lesson (window)));

  test_window_close (window);
  remove_own (path);
  forget_progress ();
}

/* A lesson of a course is still one after a crash, or when its tab was closed and opened again. */
static void
test_course_restored (void)
{
  LsJournals *journals = ls_application_get_journals (test_window_get_app ());
  g_autofree char *path = write_own ("ours" LS_COURSE_SUFFIX, course);
  g_autoptr (GFile) file = g_file_new_for_path (path);
  g_autoptr (GPtrArray) entries = NULL;
  LsJournalKeeper *keeper;
  AdwTabView *tabs;
  LsWindow *window;

  forget_progress ();
  set_finished ("one");
  window = test_window_new (NULL, 1366, 768);
  ls_window_open (window, file);
  test_ui_wait_for (shows_lesson (window, "Lesson 2 of 3: Two"));
  ls_session_set_note (test_window_get_session (window), 1, "mine");
  keeper = ls_session_view_get_keeper (ls_window_get_view (window));
  test_ui_wait_for (!ls_journal_keeper_is_waiting (keeper));
  g_assert_true (ls_journal_keeper_keep (keeper));
  test_window_close (window);
  ls_journals_close (journals);
  ls_journals_claim (journals);
  /* Another lesson comes before it by now. */
  g_assert_true (g_file_set_contents (path, COURSE ("{\"session\": " SESSION ("one", "One") "}, {\"session\": " SESSION ("four", "Four") "}, "
                                                    "{\"session\": " SESSION ("two", "Two") "}, {\"session\": " SESSION ("three", "Three") "}"),
                                      -1, NULL));

  entries = ls_journals_list (journals);
  g_assert_cmpuint (entries->len, ==, 1);
  window = test_window_new (NULL, 1366, 768);
  g_assert_true (ls_session_view_restore (ls_window_get_view (window), ((LsJournalEntry *) g_ptr_array_index (entries, 0))->id, NULL));
  test_window_wait_for_opening (window);
  test_ui_wait_for (shows_lesson (window, "Lesson 3 of 4: Two"));
  g_assert_cmpstr (get_next (window), ==, "_Next Lesson");

  ls_session_view_discard (ls_window_get_view (window));
  test_window_activate (window, "win.new-tab", NULL);
  tabs = ADW_TAB_VIEW (test_window_get_part (window, "tabs"));
  adw_tab_view_close_page (tabs, adw_tab_view_get_nth_page (tabs, 0));
  test_ui_wait_for (ls_window_get_n_views (window) == 1);
  test_window_activate (window, "win.reopen-tab", NULL);
  test_ui_wait_for (shows_lesson (window, "Lesson 3 of 4: Two"));
  ls_session_set_modified (test_window_get_session (window), FALSE);
  g_signal_emit_by_name (get_part (window, "next"), "clicked");
  test_ui_wait_for (shows_lesson (window, "Lesson 4 of 4: Three"));

  test_window_close (window);
  remove_own (path);
  forget_progress ();
}

/* A lesson that is missing is told by its name, in the window as well. */
static void
test_course_missing (void)
{
  g_autofree char *path = write_own ("ours" LS_COURSE_SUFFIX, COURSE ("{\"id\": \"nobodys\"}"));
  g_autoptr (GFile) file = g_file_new_for_path (path);
  LsWindow *window = test_window_new (NULL, 1366, 768);

  ls_window_open (window, file);
  test_ui_wait_for (test_ui_shows (GTK_WIDGET (window), "Could Not Open the File"));
  g_assert_nonnull (strstr (adw_status_page_get_description (ADW_STATUS_PAGE (get_welcome (window, "page"))),
                            "/lessons/0/id: found “nobodys”"));
  test_window_close (window);
  remove_own (path);
}

/* Courses are on the page, with what is finished of them. */
static void
test_course_welcome (void)
{
  LsWindow *window;

  forget_progress ();
  set_finished ("event-loop");
  set_finished ("lock");
  window = test_window_new (NULL, 1366, 768);
  g_assert_true (test_ui_shows (get_welcome (window, "courses"), "75 minutes: INP"));
  g_assert_true (test_ui_shows (get_welcome (window, "courses"), "75 minutes\n1 of 7 lessons finished"));
  g_assert_true (test_ui_shows (get_welcome (window, "courses"), "62 minutes\n2 of 5 lessons finished"));
  test_window_close (window);
  forget_progress ();
}

/* The folder of the user's own lessons is followed. Where there is nothing in it, the page says how to begin. */
static void
test_course_own (void)
{
  g_autofree char *lesson = NULL, *bad = NULL, *ours = NULL;
  LsWindow *window;
  GtkWidget *own, *all;

  forget_progress ();
  window = test_window_new (NULL, 1366, 768);
  own = get_welcome (window, "own");
  all = get_welcome (window, "all_lessons");
  g_assert_false (gtk_widget_get_visible (own));
  gtk_toggle_button_set_active (GTK_TOGGLE_BUTTON (all), TRUE);
  g_assert_true (gtk_widget_get_visible (own));
  g_assert_true (test_ui_shows (own, "No lessons of your own yet"));
  gtk_toggle_button_set_active (GTK_TOGGLE_BUTTON (all), FALSE);

  lesson = write_own ("a.loopscope", SESSION ("ours", "Our lesson"));
  test_ui_wait_for (gtk_widget_get_visible (own) && test_ui_shows (own, "Our lesson"));
  g_assert_false (test_ui_shows (own, "No lessons of your own yet"));
  bad = write_own ("b.loopscope", "{\"format\": \"loopscope-session\", \"version\": 1}");
  ours = write_own ("c" LS_COURSE_SUFFIX, COURSE ("{\"id\": \"ours\"}, {\"id\": \"nobodys\"}"));
  test_ui_wait_for (test_ui_shows (own, "b.loopscope") && test_ui_shows (own, "/program: found nothing"));
  test_ui_wait_for (test_ui_shows (own, "/lessons/1/id: found “nobodys”, expected the id of a lesson that is installed or beside the course"));
  g_assert_true (g_file_set_contents (ours, COURSE ("{\"id\": \"ours\"}"), -1, NULL));
  test_ui_wait_for (test_ui_shows (own, "2 minutes\n1 lesson"));

  remove_own (lesson);
  remove_own (bad);
  remove_own (ours);
  test_ui_wait_for (!gtk_widget_get_visible (own));
  test_window_close (window);
}

/* Returns how far below the upper edge of the welcome page the lessons begin. */
static double
get_lessons_top (LsWindow *window)
{
  GtkWidget *lessons = GTK_WIDGET (gtk_widget_get_template_child (test_window_get_child (window, "welcome"), LS_TYPE_WELCOME, "lessons"));
  graphene_rect_t bounds;

  g_assert_true (gtk_widget_compute_bounds (lessons, gtk_widget_get_ancestor (lessons, GTK_TYPE_VIEWPORT), &bounds));
  return bounds.origin.y;
}

/* The menu leads to the lessons, and so does the last page of one. */
static void
test_all_lessons (void)
{
  LsWindow *window = test_window_new (NULL, 1360, 700);

  test_ui_settle (GTK_WIDGET (window));
  g_assert_cmpfloat (get_lessons_top (window), >, 200);
  test_window_activate (window, "win.open-lessons", NULL);
  test_ui_wait_for (ABS (get_lessons_top (window)) < 30);
  test_window_close (window);
}

int
main (int   argc,
      char *argv[])
{
  test_window_init (&argc, &argv);

  g_test_add_func ("/course/run", test_course_run);
  g_test_add_func ("/course/restored", test_course_restored);
  g_test_add_func ("/course/missing", test_course_missing);
  g_test_add_func ("/course/welcome", test_course_welcome);
  g_test_add_func ("/course/own", test_course_own);
  g_test_add_func ("/course/all-lessons", test_all_lessons);

  return g_test_run ();
}
