/* test-own-run.c: what the learner makes of the run of a page that asks for it
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "test-lesson-util.h"

#define SET(priority) "{\"at\":{\"turn\":1},\"do\":{\"op\":\"setPriority\",\"controller\":\"one\",\"priority\":\"" priority "\"}}"
#define PAGE(more) "{\"title\":\"T\",\"text\":[\"P\"],\"at\":{\"turn\":1}" more "}"
#define SESSION \
  "{\"format\":\"loopscope-session\",\"version\":1,\"title\":\"Own\",\"program\":{\"kind\":\"steps\",\"main\":[" \
  "{\"op\":\"controller\",\"name\":\"one\"},{\"op\":\"postTask\",\"name\":\"a\",\"body\":[]}," \
  "{\"op\":\"postTask\",\"name\":\"b\",\"signal\":\"one\",\"body\":[]}]}," \
  "\"lesson\":{\"id\":\"own\",\"pages\":[" \
  PAGE (",\"task\":{\"text\":\"Raise one\",\"until\":{\"order\":[\"b\",\"a\"]},\"solution\":{\"actions\":[" SET ("user-blocking") "]}}") "," \
  PAGE (",\"golf\":{\"text\":\"a first\",\"expectations\":[{\"order\":[\"a\",\"b\"]},{\"signal\":{\"name\":\"one\",\"priority\":" \
        "\"background\"}}],\"solution\":{\"actions\":[" SET ("background") "]}}") "," \
  PAGE ("") "]}}"

#define TASK 0
#define GOLF 1
#define PLAIN 2

static LsWindow *
own_window (guint page)
{
  return lesson_session_window (SESSION, 1360, 860, page);
}

static void
settle (LsWindow *window)
{
  test_ui_wait_for (!ls_player_is_pending (test_window_get_player (window)));
  test_ui_settle (GTK_WIDGET (window));
}

static void
set_priority (LsWindow       *window,
              LsTaskPriority  priority)
{
  g_autoptr (LsStep) step = ls_step_new_set_priority ("one", priority);

  g_assert_true (ls_debugger_act (ls_window_get_debugger (window), step, "set", NULL));
  settle (window);
}

static void
turn_to (LsWindow *window,
         guint     page)
{
  ls_lesson_view_turn_to (get_lesson (window), page);
  settle (window);
}

/* Checks that the run is that of the displayed page, with a number of actions. */
static void
assert_own (LsWindow *window,
            guint     n_actions)
{
  g_assert_false (gtk_widget_get_visible (get_part (window, "notice")));
  g_assert_false (ls_lesson_view_is_changed (get_lesson (window)));
  g_assert_cmpuint (ls_session_get_n_actions (test_window_get_session (window)), ==, n_actions);
}

static void
close_window (LsWindow *window)
{
  ls_session_set_modified (test_window_get_session (window), FALSE);
  test_window_close (window);
}

/* On its way to the goal the run may be that of another page. */
static void
test_like_another (void)
{
  LsWindow *window = own_window (GOLF);

  assert_own (window, 0);
  set_priority (window, LS_TASK_PRIORITY_USER_BLOCKING);
  assert_own (window, 1);
  set_priority (window, LS_TASK_PRIORITY_USER_VISIBLE);
  assert_own (window, 2);
  turn_to (window, PLAIN);
  assert_own (window, 0);
  turn_to (window, GOLF);
  assert_own (window, 2);
  test_window_activate (window, "win.undo", NULL);
  settle (window);
  act (window, "lesson.reset");
  settle (window);
  assert_own (window, 0);
  close_window (window);
}

/* Whoever does what a task asks for changes the run, also in another way than the lesson. */
static void
test_task (void)
{
  LsWindow *window = own_window (TASK);

  set_priority (window, LS_TASK_PRIORITY_BACKGROUND);
  assert_own (window, 1);
  set_priority (window, LS_TASK_PRIORITY_USER_BLOCKING);
  assert_own (window, 2);
  turn_to (window, PLAIN);
  assert_own (window, 0);
  turn_to (window, TASK);
  assert_own (window, 2);
  test_window_activate (window, "win.undo", NULL);
  settle (window);
  test_window_activate (window, "win.redo", NULL);
  settle (window);
  assert_own (window, 2);
  act (window, "lesson.reset");
  settle (window);
  assert_own (window, 0);
  close_window (window);
}

static GtkWidget *
get_outcome (LsWindow *window)
{
  return get_asked (window, "task", "outcome");
}

/* Whoever steps past what was to come is told, and starts over; whoever has done it reads what it was. */
static void
test_off_track (void)
{
  LsWindow *window = own_window (TASK);
  GtkWidget *help = get_part (window, "task");

  settle (window);
  g_assert_false (gtk_widget_get_visible (get_outcome (window)));
  test_window_activate (window, "win.step", NULL);
  test_ui_wait_for (gtk_widget_get_visible (get_outcome (window)));
  g_assert_cmpstr (gtk_label_get_label (GTK_LABEL (get_outcome (window))), ==, "“a” began before “b”. Start over, and try again.");
  g_assert_true (gtk_widget_has_css_class (get_help_part (help, "reset"), "suggested-action"));
  g_assert_true (gtk_widget_get_sensitive (get_help_part (help, "solution")));

  act (window, "lesson.reset");
  test_ui_wait_for (!gtk_widget_get_visible (get_outcome (window)));
  g_assert_false (gtk_widget_has_css_class (get_help_part (help, "reset"), "suggested-action"));
  set_priority (window, LS_TASK_PRIORITY_USER_BLOCKING);
  for (guint i = 0; i < 4; i++)
    test_window_activate (window, "win.step", NULL);
  test_ui_wait_for (gtk_widget_has_css_class (get_part (window, "task"), "done"));
  g_assert_cmpstr (gtk_label_get_label (GTK_LABEL (get_outcome (window))), ==, "Done. Tasks start in the order “b”, “a”.");
  g_assert_false (gtk_widget_get_sensitive (get_help_part (help, "solution")));
  close_window (window);
}

#ifdef LS_HAVE_SCRIPT
/* Nobody says what has not come as long as the run goes on, also if it has no more than what is shown. */
static void
test_not_over (void)
{
  static const char session[] =
    "{\"format\":\"loopscope-session\",\"version\":1,\"program\":{\"kind\":\"javascript\",\"source\":"
    "\"scheduler.postTask(function slow () { /(x+x+)+y/.test('x'.repeat(40)); });\"},"
    "\"lesson\":{\"id\":\"late\",\"pages\":[" PAGE (",\"task\":{\"text\":\"See b\",\"until\":{\"logContains\":[\"b\"]}}") "]}}";
  LsWindow *window = lesson_session_window (session, 1360, 860, 0);
  LsDebugger *debugger = ls_window_get_debugger (window);
  guint n_looks = 0;

  while (!ls_debugger_is_over (debugger))
    {
      g_main_context_iteration (NULL, TRUE);
      ls_player_seek (test_window_get_player (window), G_MAXSIZE);
      g_assert_true (ls_debugger_is_over (debugger) || !gtk_widget_get_visible (get_outcome (window)));
      n_looks++;
    }
  g_assert_cmpuint (n_looks, >, 0);
  ls_player_seek (test_window_get_player (window), G_MAXSIZE);
  test_ui_wait_for (gtk_widget_get_visible (get_outcome (window)));
  g_assert_cmpstr (gtk_label_get_label (GTK_LABEL (get_outcome (window))), ==,
                   "The run is over, and “b” has not come. Start over, and try again.");
  close_window (window);
}
#endif

/* What has come before the page begins, at the end of the run, is no mistake. */
static void
test_begins_done (void)
{
  static const char session[] =
    "{\"format\":\"loopscope-session\",\"version\":1,\"program\":{\"kind\":\"steps\",\"main\":[{\"op\":\"log\",\"text\":\"a\"}]},"
    "\"lesson\":{\"id\":\"done\",\"pages\":[" PAGE (",\"task\":{\"text\":\"Go back to a\",\"until\":{\"logContains\":[\"a\"]}}") "]}}";
  LsWindow *window = lesson_session_window (session, 1360, 860, 0);
  LsPlayer *player = test_window_get_player (window);

  test_ui_wait_for (ls_debugger_is_over (ls_window_get_debugger (window)));
  settle (window);
  g_assert_cmpuint (ls_player_get_position (player), ==, ls_trace_get_length (ls_player_get_trace (player)));
  g_assert_false (gtk_widget_get_visible (get_outcome (window)));
  ls_player_seek (player, 0);
  settle (window);
  ls_player_seek (player, G_MAXSIZE);
  test_ui_wait_for (gtk_widget_has_css_class (get_part (window, "task"), "done"));
  close_window (window);
}

/* Somebody acts before the run is read. */
static void
test_at_once (void)
{
  g_autoptr (GSettings) settings = g_settings_new (LS_APP_ID);
  g_autoptr (LsStep) step = ls_step_new_set_priority ("one", LS_TASK_PRIORITY_USER_BLOCKING);
  LsWindow *window;

  g_settings_reset (settings, "lessons");
  window = test_window_new_session (SESSION, 1360, 860);
  test_ui_wait_for (ls_lesson_view_get_lesson (get_lesson (window)) != NULL);
  ls_lesson_view_turn_to (get_lesson (window), GOLF);
  test_ui_wait_for (ls_debugger_act (ls_window_get_debugger (window), step, "set", NULL));
  settle (window);
  assert_own (window, 1);
  set_priority (window, LS_TASK_PRIORITY_USER_VISIBLE);
  assert_own (window, 2);
  close_window (window);
}

/* A run that was changed elsewhere is not that of the exercise, which says what to do. */
static void
test_from_elsewhere (void)
{
  LsWindow *window = own_window (PLAIN);
  GtkWidget *notice = get_part (window, "notice");

  set_priority (window, LS_TASK_PRIORITY_BACKGROUND);
  set_priority (window, LS_TASK_PRIORITY_USER_VISIBLE);
  g_assert_true (gtk_widget_get_visible (notice));
  g_assert_true (g_str_has_prefix (gtk_label_get_label (GTK_LABEL (notice)), "You have changed the run"));
  turn_to (window, GOLF);
  g_assert_true (gtk_widget_get_visible (notice));
  g_assert_true (g_str_has_prefix (gtk_label_get_label (GTK_LABEL (notice)), "This is not the run of this exercise"));
  act (window, "lesson.show");
  settle (window);
  assert_own (window, 0);
  close_window (window);
}

int
main (int   argc,
      char *argv[])
{
  test_window_init (&argc, &argv);

  g_test_add_func ("/own-run/like-another", test_like_another);
  g_test_add_func ("/own-run/task", test_task);
  g_test_add_func ("/own-run/off-track", test_off_track);
#ifdef LS_HAVE_SCRIPT
  g_test_add_func ("/own-run/not-over", test_not_over);
#endif
  g_test_add_func ("/own-run/begins-done", test_begins_done);
  g_test_add_func ("/own-run/at-once", test_at_once);
  g_test_add_func ("/own-run/from-elsewhere", test_from_elsewhere);
  return g_test_run ();
}
