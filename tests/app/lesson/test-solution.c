/* test-solution.c: solutions that were shown, and what is made without them
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include <glib/gstdio.h>

#include "test-lesson-util.h"

#include "ls-lesson-recap.h"

#define POST "{\"at\":{\"turn\":1},\"do\":{\"op\":\"setPriority\",\"controller\":\"one\",\"priority\":\"user-blocking\"}}"
#define PAGE(more) "{\"title\":\"T\",\"text\":[\"P\"]" more "}"
#define GOALS "\"text\":\"b first\",\"expectations\":[{\"order\":[\"b\",\"a\"]},{\"ran\":\"a\"}]"
#define SESSION(pages) \
  "{\"format\":\"loopscope-session\",\"version\":1,\"title\":\"Solved\",\"program\":{\"kind\":\"steps\",\"main\":[" \
  "{\"op\":\"controller\",\"name\":\"one\"},{\"op\":\"postTask\",\"name\":\"a\",\"body\":[]}," \
  "{\"op\":\"postTask\",\"name\":\"b\",\"signal\":\"one\",\"body\":[]}]}," \
  "\"lesson\":{\"id\":\"solved\",\"pages\":[" pages "," PAGE ("") "]}}"
#define TASK_SESSION \
  SESSION (PAGE (",\"at\":{\"turn\":1},\"task\":{\"text\":\"Raise one\",\"until\":{\"signal\":{\"name\":\"one\",\"priority\":" \
                 "\"user-blocking\"}},\"solution\":{\"at\":{\"turn\":1},\"actions\":[" POST "]}}"))
#define GOLF_SESSION SESSION (PAGE (",\"at\":{\"turn\":1},\"golf\":{" GOALS ",\"solution\":{\"actions\":[" POST "]}}"))

#define TO_DO LS_LESSON_RESULT_WANTS
#define SHOWN (TO_DO | LS_LESSON_RESULT_SHOWN)
#define DONE LS_LESSON_RESULT_DONE

/* Waits until the run is read, and all that follows from it has been told. */
static void
settle (LsWindow *window)
{
  test_ui_wait_for (!ls_player_is_pending (test_window_get_player (window)));
  test_ui_settle (GTK_WIDGET (window));
}

/* Does what the solution does, in the same place. */
static void
do_it (LsWindow *window)
{
  g_autoptr (LsStep) step = ls_step_new_set_priority ("one", LS_TASK_PRIORITY_USER_BLOCKING);

  test_window_activate (window, "win.lesson-show", NULL);
  settle (window);
  g_assert_true (ls_debugger_act (ls_window_get_debugger (window), step, "set", NULL));
  settle (window);
}

static void
wait_for_result (LsWindow *window,
                 guint     expected)
{
  settle (window);
  test_ui_wait_for (get_page_result (window) == expected);
}

static gboolean
is_ticked (LsWindow *window)
{
  return gtk_widget_has_css_class (get_part (window, "task"), "done");
}

static void
close_window (LsWindow *window)
{
  ls_session_set_modified (test_window_get_session (window), FALSE);
  test_window_close (window);
}

/* What the last page says of the first. */
static void
assert_recap (LsWindow   *window,
              const char *score,
              const char *result)
{
  GtkWidget *recap = get_part (window, "recap");
  GObject *pages = gtk_widget_get_template_child (recap, LS_TYPE_LESSON_RECAP, "pages");
  GObject *label = gtk_widget_get_template_child (recap, LS_TYPE_LESSON_RECAP, "score");

  ls_lesson_view_turn_to (get_lesson (window), 1);
  g_assert_cmpstr (gtk_label_get_label (GTK_LABEL (label)), ==, score);
  gtk_test_accessible_assert_property (gtk_widget_get_first_child (GTK_WIDGET (pages)), GTK_ACCESSIBLE_PROPERTY_LABEL, result);
}

/* Who takes the solution back, with undo or from the start, and does it himself has done it; that it was shown is told all the same. */
static void
test_again (gconstpointer data)
{
  const char *action = data;
  LsWindow *window = lesson_session_window (TASK_SESSION, 1360, 860, 0);

  settle (window);
  act (window, "lesson.solution");
  test_ui_wait_for (is_ticked (window));
  g_assert_cmpuint (get_page_result (window), ==, SHOWN);
  if (g_str_equal (action, "win.undo"))
    {
      test_window_activate (window, "win.undo", NULL);
      test_ui_wait_for (!is_ticked (window));
      settle (window);
      /* Doing the solution again is nothing of one's own. */
      test_window_activate (window, "win.redo", NULL);
      settle (window);
      test_window_activate (window, "win.step", NULL);
      test_ui_wait_for (is_ticked (window));
      settle (window);
      g_assert_cmpuint (get_page_result (window), ==, SHOWN);
      test_window_activate (window, "win.undo", NULL);
    }
  else
    {
      act (window, action);
    }
  test_ui_wait_for (!is_ticked (window));
  g_assert_cmpuint (get_page_result (window), ==, SHOWN);
  do_it (window);
  test_ui_wait_for (is_ticked (window));
  g_assert_cmpuint (get_page_result (window), ==, SHOWN | DONE);
  assert_recap (window, "1 of 1 exercise done", "1. T: Solution shown");
  close_window (window);
}

/* A page that is turned to once more begins without the solution. */
static void
test_later (void)
{
  LsWindow *window = lesson_session_window (TASK_SESSION, 1360, 860, 0);

  settle (window);
  act (window, "lesson.solution");
  test_ui_wait_for (is_ticked (window));
  assert_recap (window, "0 of 1 exercise done · 1 open", "1. T: Solution shown");
  act (window, "lesson.back");
  settle (window);
  g_assert_false (is_ticked (window));
  do_it (window);
  test_ui_wait_for (is_ticked (window));
  g_assert_cmpuint (get_page_result (window), ==, SHOWN | DONE);
  close_window (window);
}

/* What was done before it was shown is done, and not with the solution. */
static void
test_before (void)
{
  LsWindow *window = lesson_session_window (TASK_SESSION, 1360, 860, 0);

  do_it (window);
  test_ui_wait_for (is_ticked (window));
  g_assert_cmpuint (get_page_result (window), ==, TO_DO | DONE);
  test_window_activate (window, "win.undo", NULL);
  act (window, "lesson.solution");
  settle (window);
  test_window_activate (window, "win.undo", NULL);
  settle (window);
  g_assert_true (is_ticked (window));
  g_assert_cmpuint (get_page_result (window), ==, TO_DO | DONE);
  assert_recap (window, "1 of 1 exercise done", "1. T: Done");
  close_window (window);
}

/* So it is with a goal that is to be reached in few actions. */
static void
test_golf (void)
{
  LsWindow *window = lesson_session_window (GOLF_SESSION, 1360, 860, 0);

  settle (window);
  act (window, "lesson.solution");
  wait_for_result (window, SHOWN);
  test_window_activate (window, "win.undo", NULL);
  settle (window);
  do_it (window);
  wait_for_result (window, SHOWN | DONE);
  close_window (window);
}

/* A solution that was saved is still none of the learner's making. */
static void
test_saved (void)
{
  LsWindow *window = lesson_session_window (GOLF_SESSION, 1360, 860, 0);
  g_autofree char *path = g_build_filename (g_get_tmp_dir (), "solution" LS_SESSION_SUFFIX, NULL);
  g_autoptr (GFile) file = g_file_new_for_path (path);

  settle (window);
  act (window, "lesson.solution");
  wait_for_result (window, SHOWN);
  g_assert_true (test_window_save (window, file, NULL));
  test_window_close (window);
  window = test_window_new (NULL, 1360, 860);
  ls_window_open (window, file);
  test_window_wait_for_opening (window);
  test_ui_wait_for (ls_lesson_view_get_lesson (get_lesson (window)) != NULL);
  settle (window);
  g_assert_cmpuint (ls_session_get_n_actions (test_window_get_session (window)), ==, 1);
  g_assert_cmpuint (get_page_result (window), ==, SHOWN);
  act (window, "lesson.reset");
  settle (window);
  test_window_activate (window, "win.undo", NULL);
  settle (window);
  g_assert_cmpuint (ls_session_get_n_actions (test_window_get_session (window)), ==, 1);
  g_assert_cmpuint (get_page_result (window), ==, SHOWN);
  act (window, "lesson.reset");
  settle (window);
  do_it (window);
  wait_for_result (window, SHOWN | DONE);
  close_window (window);
  g_unlink (path);
}

/* Another priority than the solution gives, after which undo leads back to it. */
static void
do_something_else (LsWindow *window)
{
  g_autoptr (LsStep) step = ls_step_new_set_priority ("one", LS_TASK_PRIORITY_BACKGROUND);

  g_assert_true (ls_debugger_act (ls_window_get_debugger (window), step, "set", NULL));
  settle (window);
}

/* Undo comes back to a solution that was shown, whatever the last change is called that is left then. */
static void
test_change_after (void)
{
  LsWindow *window = lesson_session_window (GOLF_SESSION, 1360, 860, 0);

  settle (window);
  act (window, "lesson.solution");
  wait_for_result (window, SHOWN);
  g_assert_true (ls_debugger_set_marks (ls_window_get_debugger (window), 1, "here", NULL, "add a bookmark"));
  do_something_else (window);
  g_assert_cmpuint (get_page_result (window), ==, SHOWN);
  test_window_activate (window, "win.undo", NULL);
  settle (window);
  assert_recap (window, "0 of 1 exercise done · 1 open", "1. T: Solution shown");
  close_window (window);
}

/* A change has the name of a shown solution, and is the learner's own. */
static void
test_same_name (void)
{
  LsWindow *window = lesson_session_window (GOLF_SESSION, 1360, 860, 0);
  g_autoptr (LsStep) step = ls_step_new_set_priority ("one", LS_TASK_PRIORITY_USER_BLOCKING);

  settle (window);
  test_window_activate (window, "win.lesson-show", NULL);
  settle (window);
  g_assert_true (ls_debugger_act (ls_window_get_debugger (window), step, "show the solution", NULL));
  wait_for_result (window, TO_DO | DONE);
  close_window (window);
}

/* Who leaves a page with its solution, comes back and goes from one to the other with undo has made nothing. */
static void
test_turned (void)
{
  LsWindow *window = lesson_session_window (GOLF_SESSION, 1360, 860, 0);

  settle (window);
  act (window, "lesson.solution");
  wait_for_result (window, SHOWN);
  ls_lesson_view_turn_to (get_lesson (window), 1);
  settle (window);
  ls_lesson_view_turn_to (get_lesson (window), 0);
  settle (window);
  test_window_activate (window, "win.undo", NULL);
  settle (window);
  g_assert_cmpuint (ls_session_get_n_actions (test_window_get_session (window)), ==, 0);
  test_window_activate (window, "win.redo", NULL);
  settle (window);
  g_assert_cmpuint (ls_session_get_n_actions (test_window_get_session (window)), ==, 1);
  g_assert_cmpuint (get_page_result (window), ==, SHOWN);
  close_window (window);
}

int
main (int   argc,
      char *argv[])
{
  test_window_init (&argc, &argv);

  g_test_add_data_func ("/solution/undone", "win.undo", test_again);
  g_test_add_data_func ("/solution/started-over", "lesson.reset", test_again);
  g_test_add_func ("/solution/later", test_later);
  g_test_add_func ("/solution/before", test_before);
  g_test_add_func ("/solution/golf", test_golf);
  g_test_add_func ("/solution/saved", test_saved);
  g_test_add_func ("/solution/change-after", test_change_after);
  g_test_add_func ("/solution/same-name", test_same_name);
  g_test_add_func ("/solution/turned", test_turned);

  return g_test_run ();
}
