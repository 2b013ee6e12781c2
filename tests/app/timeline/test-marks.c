/* test-marks.c: bookmarks and notes go with what they are about
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "test-window-util.h"

#define PROGRAM \
  "scheduler.postTask(function alpha() { Promise.resolve().then(() => console.log('m')); });\n" \
  "scheduler.postTask(function beta() {});\n" \
  "scheduler.postTask(function gamma() {}, { priority: 'background' });\n" \
  "setTimeout(function tick() { scheduler.postTask(function beta() {}); }, 5);\n"
#define FIRST "scheduler.postTask(function first() {}, { priority: 'user-blocking' });\n"

/* What the steps of PROGRAM are. */
static const char *const titles[] = { "start", "main", "alpha", "reaction", "beta", "gamma", "tick", "second beta" };

/* Where the bookmark with a title is; G_MAXUINT32 where there is none. */
static guint32
find_step (LsWindow   *window,
           const char *title)
{
  LsSession *session = test_window_get_session (window);

  for (guint i = 0; i < ls_session_get_n_bookmarks (session); i++)
    if (g_str_equal (ls_session_get_bookmark (session, i)->text, title))
      return ls_session_get_bookmark (session, i)->step;
  return G_MAXUINT32;
}

static LsMarkFollower *
get_marks (LsWindow *window)
{
  return ls_debugger_get_marks (ls_window_get_debugger (window));
}

static gboolean
is_lost (LsWindow   *window,
         const char *title)
{
  LsSession *session = test_window_get_session (window);

  for (guint i = 0; i < ls_session_get_n_bookmarks (session); i++)
    if (g_str_equal (ls_session_get_bookmark (session, i)->text, title))
      return ls_mark_follower_is_lost (get_marks (window), ls_session_get_bookmark (session, i), FALSE);
  return FALSE;
}

static void
edit (LsWindow   *window,
      const char *text)
{
  gtk_text_buffer_set_text (test_window_get_text (window), text, -1);
  test_window_activate (window, "win.run-again", NULL);
}

static void
check_steps (LsWindow      *window,
             const guint32 *steps)
{
  test_window_wait_for_marks (window);
  for (guint i = 0; i < G_N_ELEMENTS (titles); i++)
    {
      g_test_message ("%s", titles[i]);
      g_assert_cmpuint (find_step (window, titles[i]), ==, steps[i]);
    }
}

static LsWindow *
new_marked (void)
{
  LsWindow *window = test_window_new_program (PROGRAM, 1000, 700);

  test_window_wait_for_marks (window);
  for (guint i = 0; i < G_N_ELEMENTS (titles); i++)
    ls_debugger_set_marks (ls_window_get_debugger (window), i, titles[i], i == 4 ? "a note" : NULL, "write");
  return window;
}

static const guint32 unchanged[] = { 0, 1, 2, 3, 4, 5, 6, 7 };
static const guint32 one_later[] = { 0, 1, 3, 4, 5, 6, 7, 8 };

static void
test_edit (void)
{
  LsWindow *window = new_marked ();
  LsSession *session = test_window_get_session (window);

  edit (window, FIRST PROGRAM);
  check_steps (window, one_later);
  g_assert_cmpuint (ls_session_get_note (session, 0)->step, ==, 5);
  g_assert_cmpstr (ls_session_get_note (session, 0)->text, ==, "a note");

  /* Undo and redo put all of them back; twice, because what is put back is looked at again. */
  for (guint i = 0; i < 2; i++)
    {
      test_window_activate (window, "win.undo", NULL);
      check_steps (window, unchanged);
      g_assert_cmpuint (ls_session_get_note (session, 0)->step, ==, 4);
      test_window_activate (window, "win.redo", NULL);
      check_steps (window, one_later);
    }

  /* The same run again leaves them alone. */
  test_window_activate (window, "win.run-again", NULL);
  check_steps (window, one_later);
  test_window_close (window);
}

/* Two edits before there was time to look at the first run. */
static void
test_edit_twice (void)
{
  static const guint32 two_later[] = { 0, 1, 4, 5, 6, 7, 8, 9 };
  LsWindow *window = new_marked ();
  LsSession *session = test_window_get_session (window);

  edit (window, FIRST PROGRAM);
  /* Written at a step of the second run, where there may be a bookmark that has not gone to its place yet. */
  ls_session_set_note (session, 2, "about the first");
  edit (window, FIRST FIRST PROGRAM);
  check_steps (window, two_later);
  g_assert_cmpstr (ls_session_get_note (session, 0)->text, ==, "about the first");
  g_assert_cmpuint (ls_session_get_note (session, 0)->step, ==, 2);
  test_window_activate (window, "win.undo", NULL);
  check_steps (window, one_later);
  test_window_activate (window, "win.undo", NULL);
  check_steps (window, unchanged);
  test_window_close (window);
}

/* What does not happen any more: its mark stays, and says so; a turn that is shorter has it at its end. */
static void
test_lost (void)
{
  LsWindow *window = new_marked ();
  g_autofree char *data = NULL;

  edit (window, "scheduler.postTask(function alpha() {});\n"
                "scheduler.postTask(function beta() {});\n"
                "scheduler.postTask(function other() {}, { priority: 'background' });\n");
  check_steps (window, (const guint32[]) { 0, 1, 2, 2, 3, 5, 6, 7 });
  g_assert_true (is_lost (window, "gamma"));
  g_assert_true (is_lost (window, "tick"));
  g_assert_false (is_lost (window, "beta"));
  data = ls_session_to_data (test_window_get_session (window), NULL);
  g_assert_nonnull (strstr (data, "\"gamma\""));

  /* Another run may have it again. */
  edit (window, FIRST PROGRAM);
  check_steps (window, (const guint32[]) { 0, 1, 3, 3, 5, 6, 7, 8 });
  g_assert_false (is_lost (window, "gamma"));
  test_window_activate (window, "win.undo", NULL);
  test_window_wait_for_marks (window);
  g_assert_cmpuint (find_step (window, "gamma"), ==, 5);
  g_assert_true (is_lost (window, "gamma"));
  test_window_activate (window, "win.undo", NULL);
  check_steps (window, unchanged);
  g_assert_false (is_lost (window, "gamma"));
  test_window_close (window);
}

/* Numbers of tasks are others where others are posted before. */
static char *
describe_running (LsWindow *window)
{
  LsState *state = ls_player_get_state (test_window_get_player (window));
  const LsTaskState *task = ls_state_get_task (state, ls_state_get_running_task (state));
  const char *name = task != NULL ? ls_trace_get_text (ls_player_get_trace (test_window_get_player (window)), task->name) : NULL;

  return g_strdup (name);
}

/* A bookmark at each step says what ran there. */
static void
mark_all (LsWindow *window,
          guint32   n_steps)
{
  for (guint32 step = 1; step <= n_steps; step++)
    {
      g_autofree char *task = NULL;

      test_window_go_to (window, step);
      task = describe_running (window);
      if (task != NULL)
        ls_debugger_set_marks (ls_window_get_debugger (window), step, task, NULL, "write");
    }
}

static void
check_all (LsWindow *window)
{
  LsSession *session = test_window_get_session (window);

  test_window_wait_for_marks (window);
  for (guint i = 0; i < ls_session_get_n_bookmarks (session); i++)
    {
      const LsMark *mark = ls_session_get_bookmark (session, i);
      g_autofree char *task = NULL;

      if (ls_mark_follower_is_lost (get_marks (window), mark, FALSE))
        continue;
      test_window_go_to (window, mark->step);
      task = describe_running (window);
      g_assert_cmpstr (task, ==, mark->text);
    }
}

/* What the user does in the past: what was before stays where it is, what comes after goes with its tasks. */
static void
test_act (void)
{
  LsWindow *window = test_window_new (TEST_EXAMPLE, 1000, 700);
  LsSession *session = test_window_get_session (window);
  const guint32 n_steps = 30, here = 6;
  g_autofree char *before = NULL;
  g_autofree char *after = NULL;
  guint n_marks;

  mark_all (window, n_steps);
  test_window_wait_for_marks (window);
  n_marks = ls_session_get_n_bookmarks (session);
  g_assert_cmpuint (n_marks, >, 20);
  before = ls_session_to_data (session, NULL);

  test_window_go_to (window, here);
  test_window_activate (window, "win.set-priority", "(uu)", test_window_find_signal (window, "c2 prefetch"),
                        (guint32) LS_TASK_PRIORITY_BACKGROUND);
  test_window_wait_for_marks (window);
  g_assert_cmpuint (ls_session_get_n_bookmarks (session), ==, n_marks);
  for (guint i = 0; i < n_marks && ls_session_get_bookmark (session, i)->step <= here; i++)
    g_assert_false (ls_mark_follower_is_lost (get_marks (window), ls_session_get_bookmark (session, i), FALSE));
  check_all (window);
  /* The action is a step. */
  for (guint i = 0; i < n_marks; i++)
    g_assert_cmpuint (ls_session_get_bookmark (session, i)->step, !=, here + 1);

  test_window_activate (window, "win.undo", NULL);
  test_window_wait_for_marks (window);
  after = ls_session_to_data (session, NULL);
  {
    g_autoptr (LsSession) first = ls_session_new_from_data ("before", before, -1, NULL);
    g_autoptr (LsSession) second = ls_session_new_from_data ("after", after, -1, NULL);

    for (guint i = 0; i < n_marks; i++)
      {
        g_assert_cmpuint (ls_session_get_bookmark (first, i)->step, ==, ls_session_get_bookmark (second, i)->step);
        g_assert_cmpstr (ls_session_get_bookmark (first, i)->text, ==, ls_session_get_bookmark (second, i)->text);
      }
  }
  test_window_close (window);
}

/* So do other settings. */
static void
test_settings (void)
{
  LsWindow *window = test_window_new (TEST_EXAMPLE, 1000, 700);
  g_autoptr (LsSettings) settings = ls_settings_copy (ls_session_get_settings (test_window_get_session (window)));

  mark_all (window, 30);
  test_window_wait_for_marks (window);
  g_free (settings->preset);
  settings->preset = g_strdup ("gecko");
  g_assert_true (ls_debugger_change_settings (ls_window_get_debugger (window), settings, "settings", NULL));
  check_all (window);
  test_window_activate (window, "win.undo", NULL);
  check_all (window);
  g_assert_cmpstr (ls_session_get_settings (test_window_get_session (window))->preset, ==, "blink");
  test_window_activate (window, "win.redo", NULL);
  check_all (window);
  g_assert_cmpstr (ls_session_get_settings (test_window_get_session (window))->preset, ==, "gecko");
  test_window_close (window);
}

#define CHAIN "let n = 0;\nfunction next() { if (n++ < 30000) scheduler.postTask(next); }\nnext();\n"

/* A run goes only so far ahead: what is beyond is found when it gets there. */
static void
test_later (void)
{
  LsWindow *window = test_window_new_program (CHAIN, 1000, 700);

  test_window_go_to (window, 25000);
  ls_debugger_set_marks (ls_window_get_debugger (window), 25000, "far", NULL, "write");
  edit (window, FIRST CHAIN);
  test_ui_wait_for (!ls_debugger_get_working (ls_window_get_debugger (window)));
  g_assert_cmpuint (find_step (window, "far"), ==, 25000);
  g_assert_false (is_lost (window, "far"));
  g_assert_true (ls_mark_follower_is_busy (get_marks (window)));

  /* Still under way when the next change comes, and when that is undone. */
  edit (window, FIRST FIRST CHAIN);
  test_ui_wait_for (!ls_debugger_get_working (ls_window_get_debugger (window)));
  test_window_go_to (window, 26000);
  test_ui_wait_for (find_step (window, "far") == 25002);
  test_window_activate (window, "win.undo", NULL);
  test_window_go_to (window, 26000);
  test_ui_wait_for (find_step (window, "far") == 25001);
  test_window_activate (window, "win.undo", NULL);
  test_window_wait_for_marks (window);
  g_assert_cmpuint (find_step (window, "far"), ==, 25000);
  test_window_close (window);
}

int
main (int   argc,
      char *argv[])
{
  test_window_init (&argc, &argv);

  g_test_add_func ("/marks/edit", test_edit);
  g_test_add_func ("/marks/edit/twice", test_edit_twice);
  g_test_add_func ("/marks/lost", test_lost);
  g_test_add_func ("/marks/act", test_act);
  g_test_add_func ("/marks/settings", test_settings);
  g_test_add_func ("/marks/later", test_later);

  return g_test_run ();
}
