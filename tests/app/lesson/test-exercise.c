/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include <string.h>

#include "test-lesson-util.h"

#include "ls-lesson-exercise.h"

/* Exercises of lessons: the learner changes the program until it does what is asked for. */

#define GIVEN "setTimeout(() => { work(9); console.log('done'); });"
#define HALF "setTimeout(() => { work(4); });"
#define OWN "setTimeout(() => { work(3); console.log('done'); });"
#define SOLVED "setTimeout(() => { work(5); console.log('done'); });"

#define PAGE(more) "{\"title\":\"T\",\"text\":[\"P\"]" more "}"
#define EXERCISE \
  "\"exercise\":{\"text\":\"Be quick\",\"source\":\"" GIVEN "\",\"expectations\":[{\"longestTurn\":{\"atMost\":5}}," \
  "{\"title\":\"It is done\",\"log\":[\"done\"]}],\"hints\":[\"Work `less`.\",\"Work for 5 ms.\"],\"solution\":{\"source\":\"" SOLVED "\"}}"
#define SESSION \
  "{\"format\":\"loopscope-session\",\"version\":1,\"title\":\"Quick\",\"program\":{\"kind\":\"javascript\",\"source\":\"work(1);\"}," \
  "\"lesson\":{\"id\":\"quick\",\"pages\":[" PAGE ("") "," PAGE ("," EXERCISE) "," PAGE ("") "]}}"

static GtkWidget *
get_exercise_part (LsWindow   *window,
                   const char *name)
{
  return GTK_WIDGET (gtk_widget_get_template_child (get_part (window, "exercise"), LS_TYPE_LESSON_EXERCISE, name));
}

static GtkWidget *
get_goal (LsWindow *window,
          guint     index)
{
  GtkWidget *goal = gtk_widget_get_first_child (get_exercise_part (window, "goals"));

  while (index-- > 0)
    goal = gtk_widget_get_next_sibling (goal);
  return goal;
}

static gboolean
is_so (LsWindow   *window,
       const char *first,
       const char *second)
{
  return gtk_widget_has_css_class (get_goal (window, 0), first) && gtk_widget_has_css_class (get_goal (window, 1), second);
}

/* Waits until the list has come to this: "right" or "wrong" for each of both. */
static void
wait_for (LsWindow   *window,
          const char *first,
          const char *second)
{
  test_ui_wait_for (is_so (window, first, second) && !ls_player_is_pending (test_window_get_player (window)));
}

static const char *
get_source (LsWindow *window)
{
  return ls_script_get_text (ls_program_get_script (ls_session_get_program (test_window_get_session (window)), 0));
}

static void
type (LsWindow   *window,
      const char *text)
{
  gtk_text_buffer_set_text (test_window_get_text (window), text, -1);
}

static LsWindow *
exercise_window (int width,
                 int height)
{
  return lesson_session_window (SESSION, width, height, 1);
}

static void
close_window (LsWindow *window)
{
  ls_session_set_modified (test_window_get_session (window), FALSE);
  test_window_close (window);
}

/* As many as there may be, each as long as it may be and in one word: GTK would lay them out for minutes. */
static void
test_long_titles (void)
{
  g_autofree char *word = g_strnfill (2000, 'T');
  g_autoptr (GString) goals = g_string_new (NULL);
  g_autofree char *text = NULL;
  LsWindow *window;

  for (guint i = 0; i < 20; i++)
    g_string_append_printf (goals, "%s{\"title\":\"%s\",\"log\":[\"done\"]}", i > 0 ? "," : "", word);
  text = g_strdup_printf ("{\"format\":\"loopscope-session\",\"version\":1,\"program\":{\"kind\":\"javascript\",\"source\":\"work(1);\"},"
                          "\"lesson\":{\"id\":\"long\",\"pages\":[" PAGE (",\"exercise\":{\"text\":\"Do it\",\"expectations\":[%s],"
                          "\"solution\":{\"source\":\"console.log('done')\"}}") "]}}", goals->str);
  window = test_window_new_session (text, 1366, 768);
  test_ui_wait_for (ls_lesson_view_get_lesson (get_lesson (window)) != NULL);
  test_ui_wait_for (gtk_widget_has_css_class (get_goal (window, 19), "wrong"));
  test_ui_settle (GTK_WIDGET (window));
  close_window (window);
}

/* The list says what the program does, each time that it has run. */
static void
test_exercise (void)
{
  LsWindow *window = exercise_window (1360, 860);

  g_assert_true (gtk_widget_get_mapped (get_part (window, "exercise")));
  g_assert_cmpstr (get_source (window), ==, GIVEN);
  wait_for (window, "wrong", "right");
  g_assert_true (test_ui_shows (get_goal (window, 0), "9 ms"));
  gtk_test_accessible_assert_role (get_exercise_part (window, "goals"), GTK_ACCESSIBLE_ROLE_LIST);
  gtk_test_accessible_assert_role (get_goal (window, 0), GTK_ACCESSIBLE_ROLE_LIST_ITEM);
  gtk_test_accessible_assert_property (get_goal (window, 1), GTK_ACCESSIBLE_PROPERTY_LABEL, "Fulfilled: It is done");
  g_assert_false (gtk_widget_has_css_class (get_part (window, "next"), "suggested-action"));
  g_assert_false (gtk_widget_get_visible (get_exercise_part (window, "outcome_box")));

  /* One thing is quick now, and another one lost. Typing alone changes nothing. */
  type (window, HALF);
  test_ui_settle (GTK_WIDGET (window));
  g_assert_true (is_so (window, "wrong", "right"));
  act (window, "lesson.run");
  wait_for (window, "right", "wrong");
  gtk_test_accessible_assert_property (get_goal (window, 0), GTK_ACCESSIBLE_PROPERTY_LABEL,
                                       "Fulfilled: The longest turn takes 5 ms at most · 4 ms");
  gtk_test_accessible_assert_property (get_goal (window, 1), GTK_ACCESSIBLE_PROPERTY_LABEL,
                                       "Not fulfilled: It is done · Line 1: found the end of the log, expected “done”");
  g_assert_false (gtk_widget_get_visible (get_part (window, "notice")));
  /* The player is where the page is. */
  g_assert_cmpuint (ls_state_get_turn (ls_player_get_state (test_window_get_player (window))), ==, 0);

  /* With the key as well. */
  type (window, OWN);
  test_window_activate (window, "win.run-again", NULL);
  wait_for (window, "right", "right");
  g_assert_true (gtk_widget_get_visible (get_exercise_part (window, "outcome_box")));
  g_assert_true (gtk_widget_has_css_class (get_part (window, "next"), "suggested-action"));
  g_assert_false (gtk_widget_has_css_class (get_exercise_part (window, "run"), "suggested-action"));
  g_assert_false (gtk_widget_get_visible (get_part (window, "notice")));
  close_window (window);
}

/* What cannot run, or does not end, is told. */
static void
test_problems (void)
{
  LsWindow *window = exercise_window (1360, 860);

  wait_for (window, "wrong", "right");
  type (window, "work(");
  act (window, "lesson.run");
  test_ui_wait_for (gtk_widget_get_visible (get_exercise_part (window, "outcome_box")));
  g_assert_nonnull (strstr (gtk_label_get_text (GTK_LABEL (get_exercise_part (window, "outcome"))), "ain.js:1:"));
  g_assert_false (test_ui_shows (get_goal (window, 0), "9 ms"));
  gtk_test_accessible_assert_property (get_goal (window, 1), GTK_ACCESSIBLE_PROPERTY_LABEL, "It is done");
  g_assert_false (gtk_widget_has_css_class (get_part (window, "next"), "suggested-action"));
  type (window, SOLVED);
  act (window, "lesson.run");
  wait_for (window, "right", "right");
  close_window (window);
}

/* The learner's program stays with the page, and is nobody's to save. */
static void
test_back (void)
{
  LsWindow *window = exercise_window (1360, 860);

  wait_for (window, "wrong", "right");
  type (window, HALF);
  act (window, "lesson.run");
  wait_for (window, "right", "wrong");
  g_assert_true (ls_debugger_get_modified (ls_window_get_debugger (window)));

  /* Not run, and kept all the same. */
  type (window, OWN);
  act (window, "lesson.next");
  g_assert_cmpuint (ls_lesson_view_get_page (get_lesson (window)), ==, 2);
  g_assert_cmpstr (get_source (window), ==, "work(1);");
  g_assert_false (gtk_widget_get_visible (get_part (window, "notice")));
  g_assert_false (gtk_widget_get_visible (get_part (window, "exercise")));
  g_assert_false (ls_debugger_get_modified (ls_window_get_debugger (window)));

  act (window, "lesson.back");
  g_assert_cmpstr (get_source (window), ==, OWN);
  wait_for (window, "right", "right");

  /* More than the program is somebody's work. */
  ls_session_set_note (test_window_get_session (window), 1, "mine");
  act (window, "lesson.next");
  g_assert_true (ls_debugger_get_modified (ls_window_get_debugger (window)));

  /* From the start on nothing is kept; undo has it. */
  act (window, "lesson.back");
  g_assert_cmpstr (get_source (window), ==, OWN);
  act (window, "lesson.restart");
  g_assert_cmpuint (ls_lesson_view_get_page (get_lesson (window)), ==, 0);
  g_assert_cmpstr (get_source (window), ==, "work(1);");
  act (window, "lesson.next");
  g_assert_cmpstr (get_source (window), ==, GIVEN);
  wait_for (window, "wrong", "right");
  close_window (window);
}

/* The solution comes when it is asked for, and goes with undo; so does the beginning. */
static void
test_solution (void)
{
  LsWindow *window = exercise_window (1360, 860);

  wait_for (window, "wrong", "right");
  type (window, HALF);
  act (window, "lesson.solution");
  g_assert_cmpstr (get_source (window), ==, SOLVED);
  wait_for (window, "right", "right");
  g_assert_cmpstr (ls_debugger_get_undo_label (ls_window_get_debugger (window)), ==, "show the solution");
  assert_noted (window, TRUE, "0 0 0");
  g_assert_false (gtk_widget_get_visible (get_part (window, "notice")));

  test_window_activate (window, "win.undo", NULL);
  g_assert_cmpstr (get_source (window), ==, HALF);
  wait_for (window, "right", "wrong");
  act (window, "lesson.reset");
  g_assert_cmpstr (get_source (window), ==, GIVEN);
  wait_for (window, "wrong", "right");
  test_window_activate (window, "win.undo", NULL);
  g_assert_cmpstr (get_source (window), ==, HALF);
  wait_for (window, "right", "wrong");

  /* Undo beyond the page's own program: the page keeps what the learner had. */
  while (g_strcmp0 (get_source (window), "work(1);") != 0)
    test_window_activate (window, "win.undo", NULL);
  test_window_activate (window, "win.lesson-show", NULL);
  g_assert_cmpstr (get_source (window), ==, GIVEN);
  close_window (window);
}

/* A run that the user has changed before is no answer: it stays until the user wants that of the page, and again after undo. */
static void
test_changed (void)
{
  LsWindow *window = exercise_window (1360, 860);

  act (window, "lesson.back");
  type (window, HALF);
  test_window_activate (window, "win.run-again", NULL);
  act (window, "lesson.next");
  g_assert_cmpstr (get_source (window), ==, HALF);
  g_assert_true (gtk_widget_get_visible (get_part (window, "notice")));
  wait_for (window, "right", "wrong");

  for (guint i = 0; i < 2; i++)
    {
      act (window, "lesson.show");
      g_assert_cmpstr (get_source (window), ==, GIVEN);
      g_assert_false (gtk_widget_get_visible (get_part (window, "notice")));
      wait_for (window, "wrong", "right");
      test_window_activate (window, "win.undo", NULL);
      g_assert_cmpstr (get_source (window), ==, HALF);
      g_assert_true (gtk_widget_get_visible (get_part (window, "notice")));
    }
  close_window (window);
}

/* Hints come one by one, and stay. */
static void
test_hints (void)
{
  LsWindow *window = exercise_window (1360, 860);
  GtkWidget *hint = get_help_part (get_part (window, "exercise"), "hint");

  g_assert_false (gtk_widget_get_visible (get_help_part (get_part (window, "exercise"), "hints")));
  g_assert_cmpstr (gtk_button_get_label (GTK_BUTTON (hint)), ==, "_Hint");
  g_signal_emit_by_name (hint, "clicked");
  g_assert_true (test_ui_shows (get_help_part (get_part (window, "exercise"), "hints"), "Hint 1: Work less."));
  g_assert_false (test_ui_shows (get_help_part (get_part (window, "exercise"), "hints"), "Hint 2: Work for 5 ms."));
  g_assert_cmpstr (gtk_button_get_label (GTK_BUTTON (hint)), ==, "Next _Hint");
  act (window, "lesson.back");
  act (window, "lesson.next");
  g_assert_true (test_ui_shows (get_help_part (get_part (window, "exercise"), "hints"), "Hint 1: Work less."));
  g_signal_emit_by_name (hint, "clicked");
  g_assert_true (test_ui_shows (get_help_part (get_part (window, "exercise"), "hints"), "Hint 2: Work for 5 ms."));
  g_assert_false (gtk_widget_get_sensitive (hint));
  act (window, "lesson.restart");
  act (window, "lesson.next");
  g_assert_false (gtk_widget_get_visible (get_help_part (get_part (window, "exercise"), "hints")));
  g_assert_true (gtk_widget_get_sensitive (hint));
  close_window (window);
}

static const char *
get_focus (LsWindow *window)
{
  GtkWidget *focus = gtk_window_get_focus (GTK_WINDOW (window));

  return GTK_IS_BUTTON (focus) ? gtk_button_get_label (GTK_BUTTON (focus)) : NULL;
}

/* The keyboard reaches all, and is not lost. */
static void
test_keyboard (void)
{
  static const char *const labels[] = { "_Run and Check", "_Hint", "Show the S_olution", "Start O_ver" };
  LsWindow *window = exercise_window (1360, 860);
  GtkWidget *exercise = get_part (window, "exercise");
  GtkWidget *hint = get_help_part (get_part (window, "exercise"), "hint");

  wait_for (window, "wrong", "right");
  for (guint i = 0; i < G_N_ELEMENTS (labels); i++)
    {
      g_assert_true (gtk_widget_child_focus (exercise, GTK_DIR_TAB_FORWARD));
      g_assert_cmpstr (get_focus (window), ==, labels[i]);
    }
  gtk_widget_grab_focus (hint);
  g_signal_emit_by_name (hint, "clicked");
  g_assert_cmpstr (get_focus (window), ==, "Next _Hint");
  g_signal_emit_by_name (hint, "clicked");
  g_assert_cmpstr (get_focus (window), ==, "Show the S_olution");
  act (window, "lesson.solution");
  wait_for (window, "right", "right");
  g_assert_cmpstr (get_focus (window), ==, "_Next");
  close_window (window);
}

/* Nor is it where the exercise is done before the page has stopped to wait for its run. */
static void
test_keyboard_waits (void)
{
  LsWindow *window = exercise_window (1360, 860);

  wait_for (window, "wrong", "right");
  g_assert_true (gtk_widget_child_focus (get_part (window, "exercise"), GTK_DIR_TAB_FORWARD));
  act (window, "lesson.solution");
  ls_lesson_view_set_waiting (get_lesson (window), TRUE);
  wait_for (window, "right", "right");
  ls_lesson_view_set_waiting (get_lesson (window), FALSE);
  test_ui_settle (GTK_WIDGET (window));
  g_assert_cmpstr (get_focus (window), ==, "_Next");
  close_window (window);
}

/* There is room for the program, also in a small window, and for the lesson on other pages. */
static void
test_room (void)
{
  LsWindow *window = exercise_window (800, 600);

  test_ui_wait_for (gtk_widget_get_mapped (test_window_get_child (window, "program")) &&
                    gtk_widget_get_height (test_window_get_child (window, "program")) > 100 &&
                    gtk_widget_get_height (get_part (window, "scroller")) > 100);
  act (window, "lesson.next");
  test_ui_wait_for (gtk_widget_get_height (get_part (window, "scroller")) >= 180);
  close_window (window);
}

#define RAISE "{\"at\":{\"turn\":1},\"do\":{\"op\":\"setPriority\",\"controller\":\"one\",\"priority\":\"user-blocking\"}}"
#define GOLF_SESSION \
  "{\"format\":\"loopscope-session\",\"version\":1,\"title\":\"Few\",\"program\":{\"kind\":\"javascript\",\"source\":" \
  "\"const one = new TaskController();\\nscheduler.postTask(function a() { });\\n" \
  "scheduler.postTask(function b() { }, { signal: one.signal });\"}," \
  "\"lesson\":{\"id\":\"few\",\"pages\":[{\"title\":\"T\",\"text\":[\"P\"],\"at\":{\"turn\":1},\"golf\":{\"text\":\"b first\"," \
  "\"expectations\":[{\"order\":[\"b\",\"a\"]},{\"ran\":\"a\"}],\"hints\":[\"Raise one.\"],\"solution\":{\"actions\":[" RAISE "]}}}," PAGE ("") "]}}"

static const char *
get_text (LsWindow   *window,
          const char *name)
{
  return gtk_label_get_text (GTK_LABEL (get_exercise_part (window, name)));
}

static void
add_action (LsWindow       *window,
            LsTaskPriority  priority)
{
  g_autoptr (LsStep) step = ls_step_new_set_priority ("one", priority);

  g_assert_true (ls_debugger_act (ls_window_get_debugger (window), step, "set", NULL));
}

/* Where few actions are to do it, they are counted; those that are undone are not. */
static void
test_golf (void)
{
  LsWindow *window = lesson_session_window (GOLF_SESSION, 1366, 768, 0);

  wait_for (window, "wrong", "right");
  g_assert_cmpstr (get_text (window, "score"), ==, "Par 1 · 0 actions used");
  g_assert_false (gtk_widget_get_visible (get_exercise_part (window, "run")));
  g_signal_emit_by_name (get_help_part (get_part (window, "exercise"), "hint"), "clicked");
  g_assert_true (test_ui_shows (get_help_part (get_part (window, "exercise"), "hints"), "Hint 1: Raise one."));

  add_action (window, LS_TASK_PRIORITY_BACKGROUND);
  test_ui_wait_for (g_str_equal (get_text (window, "score"), "Par 1 · 1 action used"));
  wait_for (window, "wrong", "right");
  g_assert_false (gtk_widget_get_visible (get_part (window, "notice")));
  g_assert_cmpuint (get_page_result (window), ==, LS_LESSON_RESULT_WANTS);
  add_action (window, LS_TASK_PRIORITY_USER_BLOCKING);
  wait_for (window, "right", "right");
  g_assert_cmpuint (get_page_result (window), ==, LS_LESSON_RESULT_WANTS | LS_LESSON_RESULT_DONE);
  g_assert_cmpstr (get_text (window, "outcome"), ==, "Done with 2 actions. Fewer are enough: take some back, and try again.");
  g_assert_true (gtk_widget_has_css_class (get_part (window, "next"), "suggested-action"));
  test_window_activate (window, "win.undo", NULL);
  test_window_activate (window, "win.undo", NULL);
  wait_for (window, "wrong", "right");
  g_assert_cmpstr (get_text (window, "score"), ==, "Par 1 · 0 actions used");

  act (window, "lesson.solution");
  wait_for (window, "right", "right");
  g_assert_cmpstr (get_text (window, "outcome"), ==, "Done with 1 action. That is par.");
  assert_noted (window, TRUE, "2 actions:right 1 1 0");
  act (window, "lesson.next");
  act (window, "lesson.back");
  wait_for (window, "right", "right");
  g_assert_cmpstr (get_text (window, "score"), ==, "Par 1 · 1 action used");

  /* Another program is not what was asked for. */
  type (window, "scheduler.postTask(function b() { }); scheduler.postTask(function a() { });");
  test_window_activate (window, "win.run-again", NULL);
  test_ui_wait_for (strstr (get_text (window, "score"), "only actions count here") != NULL);
  test_ui_wait_for (!gtk_widget_has_css_class (get_part (window, "next"), "suggested-action"));
  act (window, "lesson.reset");
  wait_for (window, "wrong", "right");
  g_assert_cmpstr (get_text (window, "score"), ==, "Par 1 · 0 actions used");
  close_window (window);
}

int
main (int   argc,
      char *argv[])
{
  test_window_init (&argc, &argv);

  g_test_add_func ("/exercise/long-titles", test_long_titles);
  g_test_add_func ("/exercise/exercise", test_exercise);
  g_test_add_func ("/exercise/problems", test_problems);
  g_test_add_func ("/exercise/back", test_back);
  g_test_add_func ("/exercise/solution", test_solution);
  g_test_add_func ("/exercise/changed", test_changed);
  g_test_add_func ("/exercise/hints", test_hints);
  g_test_add_func ("/exercise/keyboard", test_keyboard);
  g_test_add_func ("/exercise/keyboard-waits", test_keyboard_waits);
  g_test_add_func ("/exercise/room", test_room);
  g_test_add_func ("/exercise/golf", test_golf);

  return g_test_run ();
}
