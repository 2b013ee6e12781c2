/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include <string.h>

#include "test-lesson-util.h"

#include "ls-lesson-bar.h"
#include "ls-lessons.h"
#include "ls-lesson-bars.h"

/* Pages of lessons that ask when tasks run: the learner places bars, and the run says what is right. */

/* first runs from 0 to 30 ms, click from 30 to 32, save from 32 to 35. */
#define PROGRAM \
  "scheduler.postTask(function first() { work(30); });\\n" \
  "scheduler.postTask(function save() { work(3); });\\n" \
  "scheduler.postTask(function click() { work(2); }, { priority: 'user-blocking', delay: 22 });"
#define QUESTION \
  "\"question\":{\"text\":\"When do they run?\",\"bars\":[\"save\",\"click\",\"first\"],\"because\":\"Nothing interrupts a task.\"," \
  "\"hints\":[\"One.\",\"Two.\"]}"
#define SESSION \
  "{\"format\":\"loopscope-session\",\"version\":1,\"title\":\"Bars\",\"program\":{\"kind\":\"javascript\",\"source\":\"" PROGRAM "\"}," \
  "\"lesson\":{\"id\":\"bars\",\"pages\":[{\"title\":\"T\",\"text\":[\"P\"],\"at\":{\"turn\":1}," QUESTION "}," \
  "{\"title\":\"U\",\"text\":[\"Q\"],\"actions\":[{\"at\":{\"turn\":1},\"do\":{\"op\":\"postTask\",\"name\":\"x\",\"body\":[]}}]}]}}"

enum { SAVE, CLICK, FIRST };

static GtkWidget *
get_bar (LsWindow *window,
         guint     index)
{
  GtkWidget *bar = NULL;

  for (guint line = 1; line <= 3 && (bar == NULL || ls_lesson_bar_get_index (LS_LESSON_BAR (bar)) != index); line++)
    bar = gtk_grid_get_child_at (GTK_GRID (get_asked (window, "bars", "board")), 2, line);
  return bar;
}

static void
move (LsWindow *window,
      guint     bar,
      guint     ms,
      gboolean  is_dragged)
{
  g_signal_emit_by_name (get_bar (window, bar), "moved", (guint64) ms * 1000, is_dragged);
}

static void
place (LsWindow *window,
       guint     save,
       guint     click,
       guint     first)
{
  move (window, SAVE, save, FALSE);
  move (window, CLICK, click, FALSE);
  move (window, FIRST, first, FALSE);
}

static gboolean
key (LsWindow        *window,
     GtkWidget       *widget,
     guint            keyval,
     GdkModifierType  state)
{
  gboolean was_handled = FALSE;

  g_signal_emit_by_name (test_ui_find_controller (widget, GTK_TYPE_EVENT_CONTROLLER_KEY), "key-pressed", keyval, 0, state,
                         &was_handled);
  return was_handled;
}

static void
press (LsWindow   *window,
       const char *button)
{
  g_signal_emit_by_name (get_asked (window, "bars", button), "clicked");
}

static GtkWidget *
get_said (LsWindow   *window,
          const char *name)
{
  return get_verdict_part (get_part (window, "bars"), name);
}

static const char *
get_feedback (LsWindow *window)
{
  return gtk_label_get_text (GTK_LABEL (get_said (window, "feedback")));
}

static void
answer (LsWindow *window)
{
  g_assert_true (gtk_widget_get_sensitive (get_asked (window, "bars", "commit")));
  press (window, "commit");
  g_assert_true (gtk_widget_get_visible (get_said (window, "feedback_box")));
  test_ui_wait_for (!ls_player_is_pending (test_window_get_player (window)));
}

static void
assert_name (LsWindow   *window,
             guint       bar,
             const char *expected)
{
  gtk_test_accessible_assert_property (get_bar (window, bar), GTK_ACCESSIBLE_PROPERTY_LABEL, expected);
}

static void
wait_for_bars (LsWindow *window)
{
  test_ui_wait_for (get_bar (window, FIRST) != NULL);
}

static LsWindow *
bars_window (void)
{
  LsWindow *window = lesson_session_window (SESSION, 1366, 768, 0);

  wait_for_bars (window);
  return window;
}

/* Becomes a learner whose order is not the author's. */
static void
choose_learner (void)
{
  g_autoptr (GSettings) settings = g_settings_new (LS_APP_ID);
  guint first = 0;

  for (guint seed = 1; first == 0; seed++)
    {
      g_autoptr (GArray) order = NULL;

      g_settings_set_uint (settings, "lesson-seed", seed);
      order = ls_lessons_shuffle (settings, "bars", 0, 3);
      first = g_array_index (order, guint, 0);
    }
}

/* The lines are in the learner's order, and not in the author's. */
static void
assert_shuffled (LsWindow *window)
{
  g_autoptr (GSettings) settings = g_settings_new (LS_APP_ID);
  g_autoptr (GArray) order = ls_lessons_shuffle (settings, "bars", 0, 3);

  for (guint i = 0; i < order->len; i++)
    {
      GtkWidget *bar = gtk_grid_get_child_at (GTK_GRID (get_asked (window, "bars", "board")), 2, i + 1);

      g_assert_cmpuint (ls_lesson_bar_get_index (LS_LESSON_BAR (bar)), ==, g_array_index (order, guint, i));
    }
}

/* Nothing is known before there is an answer, which needs all bars; then those of the run are below. */
static void
test_wrong (void)
{
  LsWindow *window;

  choose_learner ();
  window = bars_window ();
  g_assert_true (gtk_widget_get_mapped (get_part (window, "bars")));
  assert_shuffled (window);
  g_assert_false (gtk_widget_get_visible (get_part (window, "order")));
  g_assert_false (gtk_widget_get_visible (get_part (window, "question")));
  g_assert_cmpuint (ls_player_get_curtain (test_window_get_player (window)), ==, LS_LESSON_HIDES_ALL);
  g_assert_false (gtk_widget_has_css_class (get_part (window, "next"), "suggested-action"));
  assert_name (window, CLICK, "click, 2 ms long, not placed yet");
  move (window, FIRST, 0, FALSE);
  move (window, CLICK, 22, FALSE);
  g_assert_false (gtk_widget_get_sensitive (get_asked (window, "bars", "commit")));
  move (window, SAVE, 30, FALSE);
  answer (window);
  g_assert_cmpstr (get_feedback (window), ==,
                   "Not quite. “click” starts at 30 ms, not at 22 ms. Until 30 ms, “first” runs, and nothing interrupts it.");
  g_assert_true (gtk_widget_get_visible (get_asked (window, "bars", "legend")));
  gtk_test_accessible_assert_property (get_bar (window, FIRST), GTK_ACCESSIBLE_PROPERTY_DESCRIPTION, "In its place");
  gtk_test_accessible_assert_property (get_bar (window, CLICK), GTK_ACCESSIBLE_PROPERTY_DESCRIPTION,
                                       "Not in its place: in the run it is from 30 ms to 32 ms");
  assert_name (window, CLICK, "click, 2 ms long, from 22 ms to 24 ms");
  g_assert_false (gtk_widget_get_visible (get_said (window, "because")));
  g_assert_true (gtk_widget_has_css_class (get_part (window, "next"), "suggested-action"));
  g_assert_cmpuint (ls_player_get_curtain (test_window_get_player (window)), ==, 0);
  /* Where the click begins. */
  g_assert_cmpuint (ls_state_get_time (ls_player_get_state (test_window_get_player (window))), ==, 32000);

  /* Nothing moves once it is answered, until the learner tries again. */
  move (window, CLICK, 30, FALSE);
  assert_name (window, CLICK, "click, 2 ms long, from 22 ms to 24 ms");
  g_signal_emit_by_name (get_said (window, "again"), "clicked");
  gtk_test_accessible_assert_property (get_bar (window, CLICK), GTK_ACCESSIBLE_PROPERTY_DESCRIPTION, "");
  place (window, 33, 29, 1);
  answer (window);
  g_assert_cmpstr (get_feedback (window), ==, "Correct.");
  g_assert_true (gtk_widget_get_visible (get_said (window, "because")));
  g_assert_false (gtk_widget_get_visible (get_said (window, "again_box")));
  /* Only the first try counts. */
  g_assert_cmpuint (get_page_result (window), ==, LS_LESSON_RESULT_ASKS | LS_LESSON_RESULT_ANSWERED);
  test_window_close (window);
}

/* With keys, by 1 ms or by 10 ms, within the span of time; each move of a bar can be undone. */
static void
test_keyboard (void)
{
  LsWindow *window = bars_window ();
  GtkWidget *bar = get_bar (window, CLICK), *board = get_asked (window, "bars", "board");

  gtk_test_accessible_assert_role (bar, GTK_ACCESSIBLE_ROLE_SLIDER);
  g_assert_true (gtk_widget_grab_focus (bar));
  /* A dashed bar says what it waits for. */
  g_assert_nonnull (gtk_widget_get_tooltip_text (bar));
  g_assert_false (gtk_widget_get_sensitive (get_asked (window, "bars", "undo")));
  g_assert_true (key (window, bar, GDK_KEY_Right, GDK_SHIFT_MASK));
  assert_name (window, CLICK, "click, 2 ms long, from 10 ms to 12 ms");
  g_assert_null (gtk_widget_get_tooltip_text (bar));
  g_assert_true (key (window, bar, GDK_KEY_Right, 0));
  g_assert_true (key (window, bar, GDK_KEY_Right, 0));
  g_assert_true (key (window, bar, GDK_KEY_Left, 0));
  assert_name (window, CLICK, "click, 2 ms long, from 11 ms to 13 ms");
  g_assert_true (key (window, bar, GDK_KEY_Left, GDK_SHIFT_MASK));
  g_assert_true (key (window, bar, GDK_KEY_Left, GDK_SHIFT_MASK));
  assert_name (window, CLICK, "click, 2 ms long, from 0 ms to 2 ms");
  for (guint i = 0; i < 10; i++)
    g_assert_true (key (window, bar, GDK_KEY_Right, GDK_SHIFT_MASK));
  assert_name (window, CLICK, "click, 2 ms long, from 48 ms to 50 ms");
  g_assert_false (key (window, bar, GDK_KEY_Right, GDK_CONTROL_MASK));
  g_assert_false (key (window, bar, GDK_KEY_Up, 0));
  g_assert_true (gtk_widget_is_focus (bar));

  /* Home places it at the beginning. All moves of a bar on end are one. */
  g_assert_true (key (window, get_bar (window, SAVE), GDK_KEY_Home, 0));
  assert_name (window, SAVE, "save, 3 ms long, from 0 ms to 3 ms");
  g_assert_true (key (window, board, GDK_KEY_z, GDK_CONTROL_MASK));
  assert_name (window, SAVE, "save, 3 ms long, not placed yet");
  press (window, "undo");
  assert_name (window, CLICK, "click, 2 ms long, not placed yet");
  g_assert_false (gtk_widget_get_sensitive (get_asked (window, "bars", "undo")));
  g_assert_false (key (window, board, GDK_KEY_z, GDK_CONTROL_MASK));

  /* Where the session has something to undo as well, that of the bars comes first. */
  act (window, "lesson.next");
  act (window, "lesson.back");
  wait_for_bars (window);
  test_ui_wait_for (!ls_player_is_pending (test_window_get_player (window)));
  move (window, CLICK, 22, FALSE);
  gtk_widget_grab_focus (get_bar (window, CLICK));
  test_window_activate (window, "win.undo", NULL);
  assert_name (window, CLICK, "click, 2 ms long, not placed yet");
  g_assert_false (ls_lesson_view_is_changed (get_lesson (window)));
  test_window_activate (window, "win.undo", NULL);
  g_assert_true (ls_lesson_view_is_changed (get_lesson (window)));
  ls_session_set_modified (test_window_get_session (window), FALSE);
  test_window_close (window);
}

static gboolean
is_at_bar (LsWindow *window)
{
  GtkWidget *focus = gtk_window_get_focus (GTK_WINDOW (window));

  return focus != NULL && gtk_widget_is_ancestor (focus, get_asked (window, "bars", "board"));
}

/* The keyboard goes on at the bars as soon as there are any, from a right answer to the next page, and from a wrong one to the next try. */
static void
test_focus (void)
{
  LsWindow *window = bars_window ();

  gtk_widget_grab_focus (get_part (window, "next"));
  act (window, "lesson.next");
  test_ui_wait_for (gtk_widget_is_focus (get_part (window, "next")));
  act (window, "lesson.back");
  test_ui_wait_for (is_at_bar (window));

  for (guint bar = SAVE; bar <= FIRST; bar++)
    {
      g_autofree char *missing = g_strdup (gtk_widget_get_tooltip_text (get_asked (window, "bars", "commit")));

      g_assert_true (g_str_has_prefix (missing, "Still to be placed: "));
      gtk_test_accessible_assert_property (get_asked (window, "bars", "commit"), GTK_ACCESSIBLE_PROPERTY_DESCRIPTION, missing);
      move (window, bar, 0, FALSE);
      g_assert_cmpstr (gtk_widget_get_tooltip_text (get_asked (window, "bars", "commit")), !=, missing);
    }
  g_assert_null (gtk_widget_get_tooltip_text (get_asked (window, "bars", "commit")));
  gtk_widget_grab_focus (get_asked (window, "bars", "commit"));
  press (window, "commit");
  test_ui_wait_for (gtk_widget_is_focus (get_verdict_part (get_part (window, "bars"), "again")));
  g_signal_emit_by_name (get_verdict_part (get_part (window, "bars"), "again"), "clicked");
  test_ui_wait_for (is_at_bar (window));
  g_signal_emit_by_name (get_asked (window, "bars", "commit"), "clicked");
  g_signal_emit_by_name (get_verdict_part (get_part (window, "bars"), "solution"), "clicked");
  test_ui_wait_for (gtk_widget_is_focus (get_part (window, "next")));
  test_window_close (window);
}

/* With the pointer: a bar comes to the end of another one that is near. */
static void
test_drag (void)
{
  LsWindow *window = bars_window ();
  GtkWidget *bar = get_bar (window, CLICK);
  GtkEventController *drag = test_ui_find_controller (bar, GTK_TYPE_GESTURE_DRAG);
  int width;

  test_ui_wait_for (gtk_widget_get_width (bar) > 0);
  width = gtk_widget_get_width (bar);
  /* Where there is no bar, it comes to the pointer: the span is 50 ms. */
  g_signal_emit_by_name (drag, "drag-begin", width * 0.4, 5.0);
  assert_name (window, CLICK, "click, 2 ms long, from 20 ms to 22 ms");
  move (window, FIRST, 0, FALSE);
  g_signal_emit_by_name (bar, "moved", 30000 - ls_lesson_bar_get_time (LS_LESSON_BAR (bar), 4), TRUE);
  assert_name (window, CLICK, "click, 2 ms long, from 30 ms to 32 ms");
  move (window, CLICK, 29, FALSE);
  assert_name (window, CLICK, "click, 2 ms long, from 29 ms to 31 ms");
  move (window, CLICK, 40, TRUE);
  assert_name (window, CLICK, "click, 2 ms long, from 40 ms to 42 ms");
  test_window_close (window);
}

/* Answers, hints and the solution are there again with the page, and forgotten from the start on. */
static void
test_back (void)
{
  LsWindow *window = bars_window ();

  g_assert_true (gtk_widget_get_visible (get_help_part (get_part (window, "bars"), "hint")));
  g_assert_false (gtk_widget_get_visible (get_help_part (get_part (window, "bars"), "solution")));
  g_assert_false (gtk_widget_get_visible (get_help_part (get_part (window, "bars"), "reset")));
  g_signal_emit_by_name (get_help_part (get_part (window, "bars"), "hint"), "clicked");
  g_assert_true (test_ui_shows (get_help_part (get_part (window, "bars"), "hints"), "Hint 1: One."));
  g_assert_false (test_ui_shows (get_help_part (get_part (window, "bars"), "hints"), "Hint 2: Two."));
  place (window, 5, 0, 10);
  answer (window);
  g_assert_false (gtk_widget_get_visible (get_help_part (get_part (window, "bars"), "buttons")));
  act (window, "lesson.next");
  g_assert_false (gtk_widget_get_visible (get_part (window, "bars")));
  act (window, "lesson.back");
  test_ui_wait_for (gtk_widget_get_mapped (get_said (window, "feedback_box")));
  assert_name (window, FIRST, "first, 30 ms long, from 10 ms to 40 ms");
  g_assert_true (g_str_has_prefix (get_feedback (window), "Not quite. “first” starts at 0 ms, not at 10 ms. "));
  g_assert_true (test_ui_shows (get_help_part (get_part (window, "bars"), "hints"), "Hint 1: One."));
  g_assert_cmpuint (ls_player_get_curtain (test_window_get_player (window)), ==, 0);

  g_signal_emit_by_name (get_said (window, "solution"), "clicked");
  g_assert_cmpstr (get_feedback (window), ==, "This is when they run.");
  assert_name (window, SAVE, "save, 3 ms long, from 32 ms to 35 ms");
  g_assert_false (gtk_widget_get_visible (get_said (window, "again_box")));
  assert_noted (window, FALSE, "save 5 ms, click 0 ms, first 10 ms:wrong 1 1 0");

  act (window, "lesson.restart");
  wait_for_bars (window);
  assert_name (window, SAVE, "save, 3 ms long, not placed yet");
  g_assert_false (gtk_widget_get_visible (get_help_part (get_part (window, "bars"), "hints")));
  g_assert_true (gtk_widget_get_visible (get_asked (window, "bars", "buttons")));
  g_assert_cmpuint (ls_player_get_curtain (test_window_get_player (window)), ==, LS_LESSON_HIDES_ALL);
  g_assert_cmpuint (get_page_result (window), ==, LS_LESSON_RESULT_ASKS);
  place (window, 33, 29, 1);
  answer (window);
  g_assert_cmpuint (get_page_result (window), ==, LS_LESSON_RESULT_ASKS | LS_LESSON_RESULT_ANSWERED | LS_LESSON_RESULT_RIGHT);
  /* The page is left while its run is looked for. */
  act (window, "lesson.next");
  act (window, "lesson.back");
  act (window, "lesson.next");
  test_window_close (window);
}

static void
on_moved (GtkWidget *bar,
          guint64    start,
          gboolean   is_dragged,
          gpointer   user_data)
{
  *(guint64 *) user_data = start;
}

/* A bar that is as long as a fraction does not come to fractions at the end. */
static void
test_fraction (void)
{
  g_autoptr (GtkWidget) bar = g_object_ref_sink (ls_lesson_bar_new (0, "a", 2300, 0, 10000, 1000));
  guint64 start = 0;
  gboolean was_handled = FALSE;

  g_signal_connect (bar, "moved", G_CALLBACK (on_moved), &start);
  g_signal_emit_by_name (test_ui_find_controller (bar, GTK_TYPE_EVENT_CONTROLLER_KEY), "key-pressed", GDK_KEY_Right, 0, GDK_SHIFT_MASK,
                         &was_handled);
  g_assert_true (was_handled);
  g_assert_cmpuint (start, ==, 7000);
}

/* The names are there before the run says how long the bars are, and nothing moves when those come. */
static void
test_room (void)
{
  LsWindow *window = bars_window ();
  GtkWidget *bars = get_part (window, "bars");
  const int width = gtk_widget_get_width (bars);
  int before, after;

  test_ui_settle (GTK_WIDGET (window));
  ls_lesson_view_turn_to (get_lesson (window), 0);
  g_assert_null (get_bar (window, FIRST));
  gtk_widget_measure (bars, GTK_ORIENTATION_VERTICAL, width, &before, NULL, NULL, NULL);
  wait_for_bars (window);
  gtk_widget_measure (bars, GTK_ORIENTATION_VERTICAL, width, &after, NULL, NULL, NULL);
  g_assert_cmpint (ABS (after - before), <=, 2);
  test_window_close (window);
}

int
main (int   argc,
      char *argv[])
{
  test_window_init (&argc, &argv);

  g_test_add_func ("/bars/wrong", test_wrong);
  g_test_add_func ("/bars/keyboard", test_keyboard);
  g_test_add_func ("/bars/focus", test_focus);
  g_test_add_func ("/bars/drag", test_drag);
  g_test_add_func ("/bars/back", test_back);
  g_test_add_func ("/bars/fraction", test_fraction);
  g_test_add_func ("/bars/room", test_room);

  return g_test_run ();
}
