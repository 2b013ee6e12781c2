/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include <string.h>

#include "test-lesson-util.h"

#include "ls-lesson-pick.h"
#include "ls-task-chip.h"

/* Pages of lessons that ask to pick the task that is next: the learner clicks its chip, and the run says whether it is. */

#define PROGRAM \
  "scheduler.postTask(function low() { }, { priority: 'background' });\\n" \
  "scheduler.postTask(function plain() { });\\n" \
  "scheduler.postTask(function urgent() { }, { priority: 'user-blocking' });"
#define QUESTION \
  "\"question\":{\"text\":\"Pick the next task\",\"pick\":\"next\",\"because\":\"It is `urgent`.\",\"hints\":[\"Look.\",\"Look up.\"]," \
  "\"clause\":\"select-next-queue\"}"
#define SESSION \
  "{\"format\":\"loopscope-session\",\"version\":1,\"title\":\"Pick\",\"program\":{\"kind\":\"javascript\",\"source\":\"" PROGRAM "\"}," \
  "\"lesson\":{\"id\":\"pick\",\"pages\":[{\"title\":\"T\",\"text\":[\"P\"],\"at\":{\"turn\":1}," QUESTION "}," \
  "{\"title\":\"U\",\"text\":[\"Q\"]}]}}"

static const char *
get_text (LsWindow   *window,
          const char *name)
{
  return gtk_label_get_text (GTK_LABEL (get_asked (window, "pick", name)));
}

static GtkWidget *
get_said (LsWindow   *window,
          const char *name)
{
  return get_verdict_part (get_part (window, "pick"), name);
}

static const char *
get_said_text (LsWindow   *window,
               const char *name)
{
  return gtk_label_get_text (GTK_LABEL (get_said (window, name)));
}

/* Returns the chip of a task on the stage: they are numbered as they are posted, after the script. */
static GtkWidget *
find_chip (GtkWidget *widget,
           guint32    task)
{
  if (LS_IS_TASK_CHIP (widget) && gtk_widget_get_mapped (widget) && ls_task_chip_get_task (LS_TASK_CHIP (widget)) == task)
    return widget;
  for (GtkWidget *child = gtk_widget_get_first_child (widget); child != NULL; child = gtk_widget_get_next_sibling (child))
    {
      GtkWidget *chip = find_chip (child, task);

      if (chip != NULL)
        return chip;
    }
  return NULL;
}

enum { LOW = 2, PLAIN, URGENT };

static void
click (LsWindow *window,
       guint32   task)
{
  GtkWidget *stage = test_window_get_child (window, "stage");

  test_ui_wait_for (find_chip (stage, task) != NULL);
  g_signal_emit_by_name (find_chip (stage, task), "clicked");
}

static gboolean
is_marked_as_next (LsWindow *window,
                   guint32   task)
{
  GtkWidget *chip = find_chip (test_window_get_child (window, "stage"), task);

  return chip != NULL && gtk_widget_has_css_class (chip, "next");
}

/* To click a chip is to pick it, and not yet to answer. */
static void
test_wrong (void)
{
  LsWindow *window = lesson_session_window (SESSION, 1366, 768, 0);
  LsPlayer *player = test_window_get_player (window);

  g_assert_true (gtk_widget_get_mapped (get_part (window, "pick")));
  g_assert_false (gtk_widget_get_visible (get_part (window, "question")));
  g_assert_false (gtk_widget_get_visible (get_part (window, "order")));
  g_assert_cmpuint (ls_player_get_curtain (player), ==, LS_LESSON_HIDES_ALL);
  g_assert_false (gtk_widget_get_sensitive (get_asked (window, "pick", "commit")));
  g_assert_cmpstr (get_text (window, "picked"), ==, "Nothing is picked yet.");
  g_assert_false (gtk_widget_has_css_class (get_part (window, "next"), "suggested-action"));

  click (window, URGENT);
  g_assert_cmpstr (get_text (window, "picked"), ==, "Picked: urgent");
  click (window, PLAIN);
  g_assert_cmpstr (get_text (window, "picked"), ==, "Picked: plain");
  g_assert_true (gtk_widget_get_sensitive (get_asked (window, "pick", "commit")));
  g_assert_false (gtk_widget_get_visible (get_said (window, "feedback_box")));
  g_assert_cmpuint (ls_player_get_curtain (player), ==, LS_LESSON_HIDES_ALL);
  g_assert_false (is_marked_as_next (window, URGENT));

  press_asked (window, "pick", "commit");
  wait_for_judgement (window, "pick");
  g_assert_true (gtk_widget_get_visible (get_said (window, "again_box")));
  g_assert_false (gtk_widget_get_visible (get_said (window, "solution")));
  g_assert_true (g_str_has_prefix (get_said_text (window, "feedback"),
                                   "Not quite. Task 4 “urgent” runs first: user-blocking comes before user-visible (task 3 “plain”)."));
  g_assert_false (gtk_widget_get_visible (get_said (window, "reason")));
  g_assert_cmpstr (get_said_text (window, "because"), ==, "It is urgent.");
  g_assert_true (g_str_has_prefix (get_said_text (window, "clause"), "Specified in Prioritized Task Scheduling §2.4.3: “select the next "));
  /* What is said of the one that was picked is not said again. */
  g_assert_true (test_ui_shows (get_said (window, "others"), "“low” waits for “urgent”"));
  g_assert_null (gtk_widget_get_next_sibling (gtk_widget_get_first_child (get_said (window, "others"))));
  gtk_test_accessible_assert_role (get_said (window, "others"), GTK_ACCESSIBLE_ROLE_LIST);
  g_assert_true (gtk_widget_has_css_class (get_said (window, "feedback_box"), "wrong"));
  g_assert_cmpuint (ls_player_get_curtain (player), ==, 0);
  /* The window stays at the moment, where the answer shows. */
  g_assert_cmpuint (ls_state_get_turn (ls_player_get_state (player)), ==, 1);
  test_ui_wait_for (is_marked_as_next (window, URGENT));
  g_assert_true (gtk_widget_has_css_class (get_part (window, "next"), "suggested-action"));
  test_window_close (window);
}

/* A learner may try again, and see the solution. */
static void
test_again (void)
{
  LsWindow *window = lesson_session_window (SESSION, 1366, 768, 0);

  click (window, LOW);
  press_asked (window, "pick", "commit");
  wait_for_judgement (window, "pick");
  g_signal_emit_by_name (get_said (window, "again"), "clicked");
  g_assert_false (gtk_widget_get_visible (get_said (window, "feedback_box")));
  g_assert_false (gtk_widget_get_visible (get_said (window, "others")));
  g_assert_cmpstr (get_text (window, "picked"), ==, "Nothing is picked yet.");
  click (window, URGENT);
  press_asked (window, "pick", "commit");
  wait_for_judgement (window, "pick");
  g_assert_cmpstr (get_said_text (window, "feedback"), ==, "Correct.");
  /* Only the first try counts. */
  g_assert_cmpuint (get_page_result (window), ==, LS_LESSON_RESULT_ASKS | LS_LESSON_RESULT_ANSWERED);
  g_assert_true (g_str_has_prefix (get_said_text (window, "reason"), "“urgent” runs next: "));
  g_assert_false (gtk_widget_get_visible (get_said (window, "again_box")));
  assert_noted (window, FALSE, "low:wrong urgent:right 0 - 0");

  act (window, "lesson.restart");
  test_ui_wait_for (!ls_player_is_pending (test_window_get_player (window)));
  g_assert_cmpuint (ls_player_get_curtain (test_window_get_player (window)), ==, LS_LESSON_HIDES_ALL);
  gtk_widget_grab_focus (get_asked (window, "pick", "solution"));
  press_asked (window, "pick", "solution");
  wait_for_judgement (window, "pick");
  test_ui_wait_for (gtk_widget_is_focus (get_part (window, "next")));
  g_assert_cmpstr (get_said_text (window, "feedback"), ==, "This is the next task.");
  g_assert_cmpuint (get_page_result (window), ==, LS_LESSON_RESULT_ASKS | LS_LESSON_RESULT_ANSWERED | LS_LESSON_RESULT_SHOWN);
  g_assert_cmpstr (get_text (window, "picked"), ==, "Picked: urgent");
  assert_noted (window, FALSE, "0 0 1");
  test_window_close (window);
}

/* With the keyboard: Enter at a chip picks it, and Enter once more answers. Before there is something to answer, it does nothing. */
static void
test_keyboard (void)
{
  LsWindow *window = lesson_session_window (SESSION, 1366, 768, 0);

  test_window_activate (window, "win.lesson-answer", NULL);
  g_assert_false (gtk_widget_get_visible (get_said (window, "feedback_box")));
  click (window, URGENT);
  gtk_widget_grab_focus (find_chip (test_window_get_child (window, "stage"), URGENT));
  g_assert_false (gtk_widget_get_visible (get_said (window, "feedback_box")));
  click (window, URGENT);
  wait_for_judgement (window, "pick");
  test_ui_wait_for (LS_IS_TASK_CHIP (gtk_window_get_focus (GTK_WINDOW (window))));
  g_assert_cmpstr (get_said_text (window, "feedback"), ==, "Correct.");
  g_assert_cmpuint (get_page_result (window), ==, LS_LESSON_RESULT_ASKS | LS_LESSON_RESULT_ANSWERED | LS_LESSON_RESULT_RIGHT);
  click (window, URGENT);
  g_assert_cmpstr (get_said_text (window, "feedback"), ==, "Correct.");
  test_window_close (window);

  /* Who answers with the button goes on from there. */
  window = lesson_session_window (SESSION, 1366, 768, 0);
  click (window, URGENT);
  gtk_widget_grab_focus (get_asked (window, "pick", "commit"));
  press_asked (window, "pick", "commit");
  g_assert_true (gtk_widget_is_focus (get_asked (window, "pick", "commit")));
  press_asked (window, "pick", "commit");
  wait_for_judgement (window, "pick");
  test_ui_wait_for (gtk_window_get_focus (GTK_WINDOW (window)) != NULL &&
                    gtk_widget_get_mapped (gtk_window_get_focus (GTK_WINDOW (window))));
  g_assert_cmpstr (get_said_text (window, "feedback"), ==, "Correct.");
  test_window_close (window);
}

/* The answer and the hints come again with the page, and are forgotten from the start on. */
static void
test_back (void)
{
  LsWindow *window = lesson_session_window (SESSION, 1366, 768, 0);
  GtkWidget *hint = get_help_part (get_part (window, "pick"), "hint");

  g_signal_emit_by_name (hint, "clicked");
  g_assert_true (test_ui_shows (get_help_part (get_part (window, "pick"), "hints"), "Hint 1: Look."));
  act (window, "lesson.next");
  g_assert_false (gtk_widget_get_visible (get_part (window, "pick")));
  act (window, "lesson.back");
  g_assert_true (test_ui_shows (get_help_part (get_part (window, "pick"), "hints"), "Hint 1: Look."));
  g_signal_emit_by_name (hint, "clicked");
  g_assert_true (test_ui_shows (get_help_part (get_part (window, "pick"), "hints"), "Hint 2: Look up."));
  g_assert_false (gtk_widget_get_sensitive (hint));
  test_ui_wait_for (!ls_player_is_pending (test_window_get_player (window)));

  click (window, PLAIN);
  press_asked (window, "pick", "commit");
  wait_for_judgement (window, "pick");
  act (window, "lesson.next");
  act (window, "lesson.back");
  wait_for_judgement (window, "pick");
  g_assert_cmpstr (get_text (window, "picked"), ==, "Picked: plain");
  g_assert_true (g_str_has_prefix (get_said_text (window, "feedback"), "Not quite."));
  g_assert_cmpuint (ls_player_get_curtain (test_window_get_player (window)), ==, 0);

  act (window, "lesson.restart");
  g_assert_cmpstr (get_text (window, "picked"), ==, "Nothing is picked yet.");
  g_assert_false (test_ui_shows (get_help_part (get_part (window, "pick"), "hints"), "Hint 1: Look."));
  g_assert_cmpuint (ls_player_get_curtain (test_window_get_player (window)), ==, LS_LESSON_HIDES_ALL);
  test_window_close (window);
}

/* Tasks of a run that the user has made cannot be picked. */
static void
test_changed (void)
{
  LsWindow *window = lesson_session_window (SESSION, 1366, 768, 0);
  LsPlayer *player = test_window_get_player (window);

  click (window, URGENT);
  gtk_text_buffer_set_text (test_window_get_text (window), "scheduler.postTask(function other() { });", -1);
  test_window_activate (window, "win.run-again", NULL);
  test_ui_wait_for (gtk_widget_get_visible (get_part (window, "notice")) && !ls_player_is_pending (player));
  g_assert_cmpstr (get_text (window, "picked"), ==, "Nothing is picked yet.");
  ls_player_select (player, LS_SELECTION_TASK, 1);
  g_assert_cmpstr (get_text (window, "picked"), ==, "Nothing is picked yet.");
  act (window, "lesson.show");
  test_ui_wait_for (!gtk_widget_get_visible (get_part (window, "notice")) && !ls_player_is_pending (player));
  click (window, URGENT);
  g_assert_cmpstr (get_text (window, "picked"), ==, "Picked: urgent");
  /* A page that is left while the run is looked at gets no answer. */
  press_asked (window, "pick", "commit");
  act (window, "lesson.next");
  act (window, "lesson.back");
  test_ui_settle (GTK_WIDGET (window));
  g_assert_false (gtk_widget_get_visible (get_said (window, "feedback_box")));
  ls_session_set_modified (test_window_get_session (window), FALSE);
  test_window_close (window);
}

/* What was picked is of the run of the page, also where the window shows another one when the page comes again. */
static void
test_elsewhere (void)
{
  LsWindow *window = lesson_session_window (SESSION, 1366, 768, 0);

  click (window, PLAIN);
  press_asked (window, "pick", "commit");
  wait_for_judgement (window, "pick");
  gtk_text_buffer_set_text (test_window_get_text (window), "scheduler.postTask(function a() { });\nscheduler.postTask(function b() { });", -1);
  test_window_activate (window, "win.run-again", NULL);
  test_ui_wait_for (gtk_widget_get_visible (get_part (window, "notice")) && !ls_player_is_pending (test_window_get_player (window)));
  act (window, "lesson.next");
  act (window, "lesson.back");
  wait_for_judgement (window, "pick");
  g_assert_true (gtk_widget_get_visible (get_part (window, "notice")));
  g_assert_cmpstr (get_text (window, "picked"), ==, "Picked: plain");
  ls_session_set_modified (test_window_get_session (window), FALSE);
  test_window_close (window);
}

/* Where nothing can be picked, no answer is right or wrong. A task beside the question keeps its hints for itself. */
static void
test_fault (void)
{
  LsWindow *window = lesson_session_window (
    "{\"format\":\"loopscope-session\",\"version\":1,\"program\":{\"kind\":\"javascript\",\"source\":\"log ('a');\"},"
    "\"lesson\":{\"id\":\"fault\",\"pages\":[{\"title\":\"T\",\"text\":[\"P\"],\"question\":{\"text\":\"x\",\"pick\":\"next\"},"
    "\"task\":{\"text\":\"x\",\"hints\":[\"h\"],\"until\":{\"ran\":\"x\"},\"solution\":{}}}]}}", 1366, 768, 0);

  g_assert_false (gtk_widget_get_visible (gtk_widget_get_parent (get_help_part (get_part (window, "pick"), "hints"))));
  g_assert_true (gtk_widget_get_mapped (get_help_part (get_part (window, "task"), "hint")));
  ls_player_select (test_window_get_player (window), LS_SELECTION_TASK, 1);
  press_asked (window, "pick", "commit");
  wait_for_judgement (window, "pick");
  g_assert_true (g_str_has_prefix (get_said_text (window, "feedback"), "only “main.js” waits where the page begins"));
  g_assert_false (gtk_widget_get_visible (get_said (window, "again_box")));
  g_assert_cmpuint (get_page_result (window), ==, LS_LESSON_RESULT_ASKS | LS_LESSON_RESULT_WANTS);
  test_window_close (window);
}

/* What several tasks wait for is said once, after the rule. */
static void
test_same_reason (void)
{
  LsWindow *window = lesson_session_window (
    "{\"format\":\"loopscope-session\",\"version\":1,\"title\":\"Pick\",\"program\":{\"kind\":\"javascript\",\"source\":\""
    "for (const f of [function one() { }, function two() { }, function three() { }, function four() { }])\\n"
    "  scheduler.postTask(f);\\n"
    "scheduler.postTask(function low() { }, { priority: 'background' });\"},"
    "\"lesson\":{\"id\":\"same\",\"pages\":[{\"title\":\"T\",\"text\":[\"P\"],\"at\":{\"turn\":1}," QUESTION "}]}}", 1366, 768, 0);
  GtkWidget *others, *first;

  click (window, 2);
  press_asked (window, "pick", "commit");
  wait_for_judgement (window, "pick");
  others = get_said (window, "others");
  first = gtk_widget_get_first_child (others);
  g_assert_cmpstr (gtk_label_get_label (GTK_LABEL (first)), ==,
                   "“two” waits for “one”: both are user-visible, and “one” was queued first. The same is true of “three” and “four”.");
  g_assert_true (g_str_has_prefix (gtk_label_get_label (GTK_LABEL (gtk_widget_get_next_sibling (first))), "“low” waits for “one”: "));
  g_assert_null (gtk_widget_get_next_sibling (gtk_widget_get_next_sibling (first)));
  g_assert_true (gtk_widget_get_prev_sibling (others) == get_said (window, "because"));
  test_window_close (window);
}

int
main (int   argc,
      char *argv[])
{
  test_window_init (&argc, &argv);

  g_test_add_func ("/pick/wrong", test_wrong);
  g_test_add_func ("/pick/again", test_again);
  g_test_add_func ("/pick/keyboard", test_keyboard);
  g_test_add_func ("/pick/back", test_back);
  g_test_add_func ("/pick/changed", test_changed);
  g_test_add_func ("/pick/elsewhere", test_elsewhere);
  g_test_add_func ("/pick/fault", test_fault);
  g_test_add_func ("/pick/same-reason", test_same_reason);

  return g_test_run ();
}
