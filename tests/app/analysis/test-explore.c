/* test-explore.c: the pane that runs the agents under all schedules
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include <glib/gstdio.h>
#include <string.h>

#include "test-window-util.h"

#include "ls-explore-pane.h"
#include "ls-finding-row.h"
#include "ls-text.h"

/* Eight workers that add a hundred times each: nobody waits for the end of that. */
#define WORKER(name) \
  "{ \"op\": \"worker\", \"name\": \"" name "\", \"body\": [{ \"op\": \"repeat\", \"times\": 100, \"body\":" \
  " [{ \"op\": \"add\", \"memory\": \"m\", \"value\": 1 }] }] }"
static const char endless[] =
  "{ \"format\": \"loopscope-session\", \"version\": 1, \"title\": \"Much\", \"program\": { \"kind\": \"steps\", \"main\": ["
  "{ \"op\": \"memory\", \"name\": \"m\", \"length\": 1 }," WORKER ("a") "," WORKER ("b") "," WORKER ("c") "," WORKER ("d") ","
  WORKER ("e") "," WORKER ("f") "," WORKER ("g") "," WORKER ("h") "] } }";

static LsExplorePane *
get_pane (LsWindow *window)
{
  return LS_EXPLORE_PANE (test_window_get_child (window, "explore"));
}

static LsExploration *
get_exploration (LsWindow *window)
{
  return ls_explore_pane_get_exploration (get_pane (window));
}

static GtkWidget *
find (LsWindow   *window,
      GType       type,
      const char *id)
{
  GtkWidget *widget = test_ui_find (test_window_get_child (window, "explore"), type, id);

  g_assert_nonnull (widget);
  return widget;
}

static void
click (LsWindow   *window,
       const char *id)
{
  GtkWidget *button = find (window, GTK_TYPE_BUTTON, id);

  g_assert_true (gtk_widget_get_visible (button) && gtk_widget_is_sensitive (button));
  g_signal_emit_by_name (button, "clicked");
}

static const char *
get_label (LsWindow   *window,
           const char *id)
{
  return gtk_label_get_label (GTK_LABEL (find (window, GTK_TYPE_LABEL, id)));
}

/* Whether the results are about the session as it was before a change. */
static gboolean
is_outdated (LsWindow *window)
{
  return gtk_widget_get_visible (find (window, GTK_TYPE_BOX, "outdated"));
}

static const char *
get_page (LsWindow *window)
{
  return gtk_stack_get_visible_child_name (GTK_STACK (find (window, GTK_TYPE_STACK, "stack")));
}

static void
wait_for (LsWindow *window)
{
  test_ui_wait_for (!ls_exploration_get_running (get_exploration (window)));
  test_ui_settle (GTK_WIDGET (window));
}

static void
explore (LsWindow *window)
{
  test_window_activate (window, "win.explore", NULL);
  g_assert_cmpstr (gtk_stack_get_visible_child_name (GTK_STACK (test_window_get_child (window, "bottom_stack"))), ==, "explore");
  click (window, "start");
  g_assert_cmpstr (get_page (window), ==, "running");
  wait_for (window);
  g_assert_cmpstr (get_page (window), ==, "results");
}

static gboolean
has_finding (LsWindow  *window,
             LsFinding  finding)
{
  for (guint i = 0; i < ls_exploration_get_n_findings (get_exploration (window)); i++)
    if (ls_exploration_get_finding (get_exploration (window), i)->finding == finding)
      return TRUE;
  return FALSE;
}

static void
activate_row (LsWindow   *window,
              const char *action,
              guint       index)
{
  g_assert_true (gtk_widget_activate_action (test_window_get_child (window, "explore"), action, "u", index));
}

/* What the article's broken lock loses, and each way to look at it. */
static void
test_explore_found (void)
{
  LsWindow *window = test_window_new ("atomics-lost-wake-up.loopscope", 1360, 860);
  GtkStackPage *page = gtk_stack_get_page (GTK_STACK (test_window_get_child (window, "bottom_stack")), test_window_get_child (window, "explore"));
  GtkWidget *expander;
  GtkLabel *lines;
  g_autofree char *tab = NULL;

  explore (window);
  g_assert_true (has_finding (window, LS_FINDING_DEADLOCK));
  g_assert_true (has_finding (window, LS_FINDING_LOST_WAKE_UP));
  g_assert_true (has_finding (window, LS_FINDING_INVARIANT));
  g_assert_cmpuint (ls_explore_pane_get_n_findings (get_pane (window)), ==, 3);
  g_assert_cmpuint (test_ui_count (test_window_get_child (window, "explore"), LS_TYPE_FINDING_ROW), ==, 3);
  g_assert_cmpstr (get_label (window, "verdict"), ==, "3 problems found");
  g_assert_cmpstr (get_label (window, "extent"), ==, "All 26 schedules: 57 states, 16 runs");
  g_assert_cmpstr (get_label (window, "length"), ==, "Shortest schedule: 10 steps of 3 agents");
  g_object_get (page, "title", &tab, NULL);
  g_assert_cmpstr (tab, ==, "Explore 3");
  g_assert_false (is_outdated (window));
  g_assert_false (gtk_widget_get_visible (find (window, GTK_TYPE_BUTTON, "go_on")));

  /* The steps are laid out when somebody wants to see them. */
  expander = find (window, GTK_TYPE_EXPANDER, "steps");
  lines = GTK_LABEL (gtk_expander_get_child (GTK_EXPANDER (expander)));
  g_assert_cmpstr (gtk_label_get_label (lines), ==, "");
  gtk_expander_set_expanded (GTK_EXPANDER (expander), TRUE);
  g_assert_true (g_str_has_prefix (gtk_label_get_label (lines), " 1  main: "));
  g_assert_nonnull (strstr (gtk_label_get_label (lines), "\n10  "));
  test_ui_save_picture (GTK_WIDGET (window), "explore");
  activate_row (window, "explore.copy", 0);
  click (window, "copy");
  g_assert_true (gdk_clipboard_is_local (gtk_widget_get_clipboard (test_window_get_child (window, "explore"))));
  test_window_close (window);
}

/* The schedule in a tab of its own: not saved, with a title, and the run shows what was found. */
static void
test_explore_step_through (void)
{
  LsWindow *window = test_window_new ("atomics-lost-wake-up.loopscope", 1360, 860);
  gsize length;

  explore (window);
  activate_row (window, "explore.step-through", 0);
  g_assert_cmpint (ls_window_get_n_views (window), ==, 2);
  test_window_wait (window);
  g_assert_cmpstr (ls_session_get_title (test_window_get_session (window)), ==, "Atomics: a lock that loses wake-ups: Deadlock");
  g_assert_true (ls_debugger_get_modified (ls_window_get_debugger (window)));
  g_assert_null (ls_debugger_get_file (ls_window_get_debugger (window)));
  ls_session_get_schedule (test_window_get_session (window), &length);
  g_assert_cmpuint (length, ==, 7);
  ls_player_to_end (test_window_get_player (window));
  test_window_wait (window);
  g_assert_cmpint (ls_state_get_agent (ls_player_get_state (test_window_get_player (window)), 3)->state, ==, LS_AGENT_STATE_WAITING);
  /* What is not there is not opened. */
  activate_row (window, "explore.step-through", 9);
  activate_row (window, "explore.use", 9);
  activate_row (window, "explore.save", 9);
  activate_row (window, "explore.copy", 9);
  g_assert_cmpint (ls_window_get_n_views (window), ==, 2);
  test_window_close (window);
}

/* The schedule in this session, and undo; the findings are about it all the time. */
static void
test_explore_use (void)
{
  LsWindow *window = test_window_new ("atomics-lost-wake-up.loopscope", 1360, 860);
  LsDebugger *debugger = ls_window_get_debugger (window);
  gsize before, length;

  explore (window);
  ls_session_get_schedule (test_window_get_session (window), &before);
  activate_row (window, "explore.use", 1);
  test_window_wait (window);
  ls_session_get_schedule (test_window_get_session (window), &length);
  g_assert_cmpuint (length, ==, 7);
  g_assert_cmpuint (before, !=, length);
  g_assert_cmpuint (ls_player_get_step (test_window_get_player (window)), ==, 1);
  g_assert_cmpstr (ls_debugger_get_undo_label (debugger), ==, "use a schedule");
  test_ui_settle (GTK_WIDGET (window));
  g_assert_false (is_outdated (window));
  g_assert_cmpuint (ls_explore_pane_get_n_findings (get_pane (window)), ==, 3);
  test_window_activate (window, "win.undo", NULL);
  test_window_wait (window);
  ls_session_get_schedule (test_window_get_session (window), &length);
  g_assert_cmpuint (length, ==, before);
  test_window_activate (window, "win.redo", NULL);
  test_window_wait (window);
  ls_session_get_schedule (test_window_get_session (window), &length);
  g_assert_cmpuint (length, ==, 7);
  test_window_close (window);
}

static void
test_explore_save (void)
{
  LsWindow *window = test_window_new ("atomics-lost-wake-up.loopscope", 1360, 860);
  g_autofree char *dir = g_dir_make_tmp ("loopscope-explore-XXXXXX", NULL);
  g_autofree char *path = g_build_filename (dir, "found.loopscope", NULL);
  g_autofree char *nowhere = g_build_filename (dir, "no", "where", NULL);
  g_autoptr (GFile) file = g_file_new_for_path (path);
  g_autoptr (GFile) bad = g_file_new_for_path (nowhere);
  g_autoptr (LsSession) saved = NULL;
  gsize length;

  explore (window);
  ls_explore_pane_save_to (get_pane (window), 0, file);
  saved = ls_session_new_from_path (path, NULL);
  g_assert_nonnull (saved);
  ls_session_get_schedule (saved, &length);
  g_assert_cmpuint (length, ==, 7);
  /* That is said, and all stays as it was. */
  ls_explore_pane_save_to (get_pane (window), 0, bad);
  ls_explore_pane_save_to (get_pane (window), 9, bad);
  g_assert_cmpuint (ls_explore_pane_get_n_findings (get_pane (window)), ==, 3);
  g_unlink (path);
  g_rmdir (dir);
  test_window_close (window);
}

/* What is all right is said to be. */
static void
test_explore_fine (void)
{
  static const struct
  {
    const char *example;
    const char *extent;
  } fine[] = {
    { "atomics-barging.loopscope", "All 21\u202f477 schedules: 2\u202f011 states, 1\u202f273 runs" },
    { "atomics-condition.loopscope", "All 5\u202f607\u202f350 schedules: 1\u202f006 states, 841 runs" },
    { "atomics-fair-lock.loopscope", "All schedules, infinitely many because some return to an earlier state: 5\u202f719 states, 4\u202f623 runs" },
    { "atomics-main-thread.loopscope", "All 15 schedules: 37 states, 9 runs" },
    { "atomics-not-equal.loopscope", "All 35 schedules: 75 states, 22 runs" },
    { "atomics-shared-with-main.loopscope", "All 303 schedules: 148 states, 54 runs" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (fine); i++)
    {
      LsWindow *window = test_window_new (fine[i].example, 800, 600);

      explore (window);
      g_assert_cmpuint (ls_explore_pane_get_n_findings (get_pane (window)), ==, 0);
      g_assert_cmpstr (get_label (window, "verdict"), ==, "No problems under any schedule");
      g_assert_cmpstr (get_label (window, "extent"), ==, fine[i].extent);
      test_window_close (window);
    }
}

/* Whether the row with that number is in the form. */
static gboolean
is_offered (LsWindow   *window,
            const char *number)
{
  return gtk_widget_get_visible (gtk_widget_get_parent (find (window, GTK_TYPE_SPIN_BUTTON, number)));
}

/* What else can be asked for, and what is said of it. */
static void
test_explore_modes (void)
{
  LsWindow *window = test_window_new ("atomics-lost-wake-up.loopscope", 800, 600);
  GtkDropDown *mode;

  test_window_activate (window, "win.explore", NULL);
  mode = GTK_DROP_DOWN (find (window, GTK_TYPE_DROP_DOWN, "mode"));
  for (guint i = 0; i < 3; i++)
    {
      gtk_drop_down_set_selected (mode, i);
      g_assert_true (is_offered (window, "preemptions") == (i == 1));
      g_assert_true (is_offered (window, "runs") == (i == 2));
      g_assert_true (is_offered (window, "seed") == (i == 2));
    }

  gtk_drop_down_set_selected (mode, 1);
  gtk_spin_button_set_value (GTK_SPIN_BUTTON (find (window, GTK_TYPE_SPIN_BUTTON, "preemptions")), 0);
  explore (window);
  g_assert_true (ls_exploration_get_options (get_exploration (window))->bounds_preemptions);
  g_assert_cmpuint (ls_exploration_get_options (get_exploration (window))->max_preemptions, ==, 0);
  g_assert_cmpstr (get_label (window, "verdict"), ==, "No problems with at most 0 preemptions");
  gtk_spin_button_set_value (GTK_SPIN_BUTTON (find (window, GTK_TYPE_SPIN_BUTTON, "preemptions")), 2);
  explore (window);
  g_assert_cmpstr (get_label (window, "extent"), ==, "All 17 schedules within that bound: 82 states, 17 runs");
  g_assert_true (has_finding (window, LS_FINDING_LOST_WAKE_UP));

  gtk_drop_down_set_selected (mode, 2);
  gtk_spin_button_set_value (GTK_SPIN_BUTTON (find (window, GTK_TYPE_SPIN_BUTTON, "runs")), 1200);
  gtk_spin_button_set_value (GTK_SPIN_BUTTON (find (window, GTK_TYPE_SPIN_BUTTON, "seed")), 7);
  explore (window);
  g_assert_cmpstr (get_label (window, "extent"), ==, "1\u202f200 runs under random schedules from seed 7");
  g_assert_true (has_finding (window, LS_FINDING_LOST_WAKE_UP));
  test_ui_save_picture (GTK_WIDGET (window), "explore-small");
  /* More of them. */
  click (window, "go_on");
  wait_for (window);
  g_assert_cmpstr (get_label (window, "extent"), ==, "2\u202f400 runs under random schedules from seed 7");

  /* Budgets; what is beyond them is looked at when it is asked for. */
  gtk_drop_down_set_selected (mode, 0);
  gtk_expander_set_expanded (GTK_EXPANDER (find (window, GTK_TYPE_EXPANDER, "limits")), TRUE);
  gtk_spin_button_set_value (GTK_SPIN_BUTTON (find (window, GTK_TYPE_SPIN_BUTTON, "states")), 20);
  explore (window);
  g_assert_true (g_str_has_prefix (get_label (window, "extent"), "Stopped at the state limit, before all schedules were tried: "));
  g_assert_true (gtk_widget_get_visible (find (window, GTK_TYPE_BUTTON, "go_on")));
  gtk_spin_button_set_value (GTK_SPIN_BUTTON (find (window, GTK_TYPE_SPIN_BUTTON, "states")), 1000);
  click (window, "go_on");
  wait_for (window);
  g_assert_cmpstr (get_label (window, "extent"), ==, "All 26 schedules: 57 states, 16 runs");
  gtk_check_button_set_active (GTK_CHECK_BUTTON (find (window, GTK_TYPE_CHECK_BUTTON, "first")), TRUE);
  explore (window);
  g_assert_true (g_str_has_prefix (get_label (window, "extent"), "Stopped at the first finding"));
  g_assert_true (g_str_has_prefix (get_label (window, "length"), "A schedule of "));
  click (window, "go_on");
  wait_for (window);
  g_assert_cmpstr (get_label (window, "extent"), ==, "All 26 schedules: 57 states, 16 runs");
  test_window_close (window);
}

/* The window goes on meanwhile; what was cancelled goes on where it was. */
static void
test_explore_cancel (void)
{
  LsWindow *window = test_window_new_session (endless, 1360, 860);
  LsExplorationProgress progress, later;
  LsPlayer *player = test_window_get_player (window);
  guint32 step;

  test_window_activate (window, "win.explore", NULL);
  click (window, "start");
  g_assert_true (gtk_widget_get_visible (find (window, GTK_TYPE_PROGRESS_BAR, "progress")));
  g_assert_false (gtk_widget_is_sensitive (find (window, GTK_TYPE_DROP_DOWN, "mode")));
  test_ui_wait_for (g_str_has_suffix (get_label (window, "counts"), "runs") && !g_str_has_prefix (get_label (window, "counts"), "0 "));
  /* The session can be used in the meantime. */
  step = ls_player_get_step (player);
  test_window_activate (window, "win.step", NULL);
  test_window_wait (window);
  gtk_window_set_focus (GTK_WINDOW (window), find (window, GTK_TYPE_BUTTON, "cancel"));
  g_assert_cmpuint (ls_player_get_step (player), >, step);
  g_assert_true (ls_exploration_get_running (get_exploration (window)));
  test_ui_save_picture (GTK_WIDGET (window), "explore-running");

  click (window, "cancel");
  g_assert_false (gtk_widget_is_sensitive (find (window, GTK_TYPE_BUTTON, "cancel")));
  wait_for (window);
  /* Who has cancelled with a key is still there. */
  g_assert_true (gtk_widget_is_focus (find (window, GTK_TYPE_BUTTON, "go_on")));
  g_assert_cmpstr (get_label (window, "verdict"), ==, "No findings so far");
  g_assert_true (g_str_has_prefix (get_label (window, "extent"), "Cancelled before all schedules were tried: "));
  ls_exploration_get_progress (get_exploration (window), &progress);
  click (window, "go_on");
  ls_exploration_get_progress (get_exploration (window), &later);
  test_ui_wait_for ((ls_exploration_get_progress (get_exploration (window), &later), later.n_states > progress.n_states));
  click (window, "cancel");
  wait_for (window);
  test_window_close (window);
}

/* Closed, or another session opened, in the middle: nothing comes of it any more. */
static void
test_explore_close (void)
{
  LsWindow *window = test_window_new_session (endless, 1360, 860);
  g_autoptr (GFile) other = test_window_get_example ("atomics-not-equal.loopscope");

  test_window_activate (window, "win.explore", NULL);
  click (window, "start");
  test_window_open (window, other);
  test_window_wait (window);
  g_assert_false (ls_exploration_get_running (get_exploration (window)));
  test_window_close (window);

  window = test_window_new_session (endless, 1360, 860);
  test_window_activate (window, "win.explore", NULL);
  click (window, "start");
  test_ui_wait_for (!g_str_has_prefix (get_label (window, "counts"), "0 "));
  test_window_close (window);
}

/* What was found is about the program as it was, and is said to be once that has changed, in the middle or afterwards. */
static void
test_explore_edit (void)
{
  LsWindow *window = test_window_new ("atomics-lost-wake-up.loopscope", 1360, 860);
  gsize before, length;

  explore (window);
  test_window_activate (window, "win.preset", "s", "fair");
  test_window_wait (window);
  test_ui_wait_for (is_outdated (window));
  g_assert_true (gtk_widget_get_visible (find (window, GTK_TYPE_BOX, "outdated")));
  test_ui_save_picture (GTK_WIDGET (window), "explore-outdated");
  /* Its schedule is not offered for the other one. */
  ls_session_get_schedule (test_window_get_session (window), &before);
  activate_row (window, "explore.use", 0);
  ls_session_get_schedule (test_window_get_session (window), &length);
  g_assert_cmpuint (length, ==, before);
  test_window_activate (window, "win.undo", NULL);
  test_window_wait (window);
  test_ui_wait_for (!is_outdated (window));

  click (window, "start");
  test_window_activate (window, "win.preset", "s", "fair");
  wait_for (window);
  test_window_wait (window);
  test_ui_wait_for (is_outdated (window));
  click (window, "again");
  wait_for (window);
  test_ui_settle (GTK_WIDGET (window));
  g_assert_false (is_outdated (window));
  g_assert_cmpuint (ls_explore_pane_get_n_findings (get_pane (window)), ==, 3);
  test_window_close (window);
}

/* What cannot be explored says why. */
static void
test_explore_not (void)
{
  LsWindow *window = test_window_new (TEST_EXAMPLE, 1360, 860);

  test_window_activate (window, "win.explore", NULL);
  test_ui_settle (GTK_WIDGET (window));
  g_assert_cmpstr (get_page (window), ==, "empty");
  g_assert_false (gtk_widget_is_sensitive (find (window, GTK_TYPE_BUTTON, "start")));
  g_assert_cmpstr (get_label (window, "reason"), ==,
                   "The program has no shared memory and no workers: there is only one way to run it");
  test_ui_save_picture (GTK_WIDGET (window), "explore-empty");
  test_window_close (window);

#ifdef LS_HAVE_SCRIPT
  window = test_window_new_program ("console.log(1);", 1360, 860);
  test_window_activate (window, "win.explore", NULL);
  test_ui_settle (GTK_WIDGET (window));
  g_assert_cmpstr (get_label (window, "reason"), ==,
                   "The program has no shared memory and no workers: there is only one way to run it");
  test_window_close (window);
#endif
}

/* From right to left, dark: only the steps, which are code, begin on the left. */
static void
test_explore_right_to_left (void)
{
  LsWindow *window;
  GtkWidget *expander, *icon, *verdict;
  graphene_rect_t of_icon, of_verdict;

  gtk_widget_set_default_direction (GTK_TEXT_DIR_RTL);
  adw_style_manager_set_color_scheme (adw_style_manager_get_default (), ADW_COLOR_SCHEME_FORCE_DARK);
  window = test_window_new ("atomics-lost-wake-up.loopscope", 1360, 860);
  explore (window);
  expander = find (window, GTK_TYPE_EXPANDER, "steps");
  gtk_expander_set_expanded (GTK_EXPANDER (expander), TRUE);
  g_assert_cmpint (gtk_widget_get_direction (gtk_expander_get_child (GTK_EXPANDER (expander))), ==, GTK_TEXT_DIR_LTR);
  test_ui_save_picture (GTK_WIDGET (window), "explore-rtl-dark");
  icon = find (window, GTK_TYPE_IMAGE, "icon");
  verdict = find (window, GTK_TYPE_LABEL, "verdict");
  g_assert_true (gtk_widget_compute_bounds (icon, test_window_get_child (window, "explore"), &of_icon));
  g_assert_true (gtk_widget_compute_bounds (verdict, test_window_get_child (window, "explore"), &of_verdict));
  g_assert_cmpfloat (of_icon.origin.x, >, of_verdict.origin.x);
  gtk_widget_set_default_direction (GTK_TEXT_DIR_LTR);
  adw_style_manager_set_color_scheme (adw_style_manager_get_default (), ADW_COLOR_SCHEME_DEFAULT);
  test_window_close (window);
}

/* Thousands are told apart, however many there are. */
static void
test_explore_numbers (void)
{
  static const char *const numbers[][2] = {
    { "0", "0" },
    { "999", "999" },
    { "1000", "1\u202f000" },
    { "340282366920938463463374607431768211455",
      "340\u202f282\u202f366\u202f920\u202f938\u202f463\u202f463\u202f374\u202f607\u202f431\u202f768\u202f211\u202f455" },
    { "∞", "∞" },
  };
  g_autofree char *greatest = ls_text_format_count (G_MAXUINT64);

  for (guint i = 0; i < G_N_ELEMENTS (numbers); i++)
    {
      g_autofree char *text = ls_text_format_number (numbers[i][0]);

      g_assert_cmpstr (text, ==, numbers[i][1]);
    }
  g_assert_cmpstr (greatest, ==, "18\u202f446\u202f744\u202f073\u202f709\u202f551\u202f615");
}

int
main (int   argc,
      char *argv[])
{
  test_window_init (&argc, &argv);

  g_test_add_func ("/explore/found", test_explore_found);
  g_test_add_func ("/explore/step-through", test_explore_step_through);
  g_test_add_func ("/explore/use", test_explore_use);
  g_test_add_func ("/explore/save", test_explore_save);
  g_test_add_func ("/explore/fine", test_explore_fine);
  g_test_add_func ("/explore/modes", test_explore_modes);
  g_test_add_func ("/explore/cancel", test_explore_cancel);
  g_test_add_func ("/explore/close", test_explore_close);
  g_test_add_func ("/explore/edit", test_explore_edit);
  g_test_add_func ("/explore/not", test_explore_not);
  g_test_add_func ("/explore/right-to-left", test_explore_right_to_left);
  g_test_add_func ("/explore/numbers", test_explore_numbers);

  return g_test_run ();
}
