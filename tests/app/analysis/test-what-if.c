/* test-what-if.c: running a session with something changed, beside the run that there is
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "test-window-util.h"

#include <string.h>

#include "ls-comparison-view.h"
#include "ls-experiment-list.h"
#include "ls-what-if-pane.h"
#include "ls-wrap-box.h"

static GtkWidget *
find (LsWindow   *window,
      GType       type,
      const char *id)
{
  return test_ui_find (test_window_get_child (window, "what_if"), type, id);
}

static LsComparison *
get_comparison (LsWindow *window)
{
  return ls_comparison_view_get_comparison (LS_COMPARISON_VIEW (find (window, LS_TYPE_COMPARISON_VIEW, "comparison")));
}

static void
wait_for_comparison (LsWindow *window)
{
  test_ui_wait_for (get_comparison (window) != NULL ||
                    gtk_widget_get_visible (find (window, GTK_TYPE_LABEL, "error")));
  g_assert_nonnull (get_comparison (window));
  test_ui_settle (GTK_WIDGET (window));
}

/* From the beginning "gallery" is user-blocking: the session stays as it is, and a row moves the window. */
static void
test_what_if_priority (void)
{
  LsWindow *window = test_window_new (TEST_EXAMPLE, 1360, 860);
  LsPlayer *player = test_window_get_player (window);
  LsSession *session = test_window_get_session (window);
  LsTrace *trace;
  guint32 signal, first;
  guint n_actions = ls_session_get_n_actions (session);
  LsComparisonRow row;
  g_autofree char *text = NULL;
  gsize position;

  test_window_go_to (window, 2);
  trace = ls_player_get_trace (player);
  signal = test_window_find_signal (window, "c1 gallery");
  position = ls_player_get_position (player);
  test_window_activate (window, "win.what-if-priority", "(uu)", signal, LS_TASK_PRIORITY_USER_BLOCKING);
  g_assert_cmpstr (gtk_stack_get_visible_child_name (GTK_STACK (test_window_get_child (window, "bottom_stack"))), ==, "what-if");
  wait_for_comparison (window);
  g_assert_cmpuint (ls_session_get_n_actions (session), ==, n_actions);
  g_assert_true (ls_player_get_trace (player) == trace);
  g_assert_cmpuint (ls_player_get_position (player), ==, position);
  g_assert_false (ls_comparison_is_same (get_comparison (window)));
  g_assert_true (gtk_widget_get_mapped (find (window, LS_TYPE_WRAP_BOX, "totals")));
  g_assert_cmpuint (test_ui_count (find (window, LS_TYPE_WRAP_BOX, "totals"), GTK_TYPE_LABEL), >=, 5);
  test_ui_save_picture (GTK_WIDGET (window), "what-if");

  /* The first difference is chosen already; the next one moves the window to what this run ran there. */
  first = ls_comparison_get_first_difference (get_comparison (window));
  g_signal_emit_by_name (find (window, GTK_TYPE_BUTTON, "next"), "clicked");
  first = ls_comparison_find_next_difference (get_comparison (window), first);
  ls_comparison_get_row (get_comparison (window), first, &row);
  if (row.left.task == 0)
    ls_comparison_get_row (get_comparison (window), row.other_row, &row);
  g_assert_cmpuint (ls_player_get_position (player), ==, row.left.position);

  text = ls_comparison_view_dup_text (LS_COMPARISON_VIEW (find (window, LS_TYPE_COMPARISON_VIEW, "comparison")));
  g_assert_nonnull (strstr (text, "user-blocking from"));
  g_signal_emit_by_name (find (window, GTK_TYPE_BUTTON, "copy"), "clicked");
  g_assert_true (gdk_clipboard_is_local (gtk_widget_get_clipboard (test_window_get_child (window, "what_if"))));
  test_window_close (window);
}

static void
choose (LsWindow   *window,
        const char *id,
        guint       position)
{
  gtk_drop_down_set_selected (GTK_DROP_DOWN (find (window, GTK_TYPE_DROP_DOWN, id)), position);
}

/* Of a queue of the loop and of an effective priority, at once; without any, nothing runs. */
static void
change_ranks (LsWindow *window)
{
  GtkWidget *rank = find (window, GTK_TYPE_SPIN_BUTTON, "rank");
  GtkWidget *ranks = find (window, GTK_TYPE_LABEL, "ranks");

  g_signal_emit_by_name (find (window, GTK_TYPE_BUTTON, "run"), "clicked");
  g_assert_true (gtk_widget_get_visible (find (window, GTK_TYPE_LABEL, "error")));
  g_assert_false (gtk_widget_get_visible (ranks));
  choose (window, "row_choice", 5);
  g_assert_cmpint (gtk_spin_button_get_value_as_int (GTK_SPIN_BUTTON (rank)), ==, 9);
  gtk_spin_button_set_value (GTK_SPIN_BUTTON (rank), 1);
  choose (window, "row_choice", 18);
  g_assert_cmpint (gtk_spin_button_get_value_as_int (GTK_SPIN_BUTTON (rank)), ==, 1);
  gtk_spin_button_set_value (GTK_SPIN_BUTTON (rank), 10);
  g_assert_cmpstr (gtk_label_get_text (GTK_LABEL (ranks)), ==, "background: 9 → 1\ninput: 1 → 10");
  choose (window, "row_choice", 5);
  g_assert_cmpint (gtk_spin_button_get_value_as_int (GTK_SPIN_BUTTON (rank)), ==, 1);
}

static void
test_what_if_kinds (void)
{
  LsWindow *window = test_window_new (TEST_EXAMPLE, 800, 600);

  test_window_go_to (window, 2);
  test_window_activate (window, "win.what-if", NULL);
  for (guint kind = 0; kind < 4; kind++)
    {
      choose (window, "kind", kind);
      g_assert_true (gtk_widget_get_visible (find (window, GTK_TYPE_DROP_DOWN, "signal")) == (kind == 0));
      g_assert_true (gtk_widget_get_visible (find (window, GTK_TYPE_DROP_DOWN, "preset")) == (kind == 1));
      g_assert_true (gtk_widget_get_visible (find (window, GTK_TYPE_DROP_DOWN, "edition")) == (kind == 2));
      g_assert_true (gtk_widget_get_visible (find (window, GTK_TYPE_SPIN_BUTTON, "rank")) == (kind == 3));
      if (kind == 1)
        choose (window, "preset", 4);
      if (kind == 2)
        g_assert_cmpuint (gtk_drop_down_get_selected (GTK_DROP_DOWN (find (window, GTK_TYPE_DROP_DOWN, "edition"))), ==, 1);
      if (kind == 3)
        change_ranks (window);
      g_signal_emit_by_name (find (window, GTK_TYPE_BUTTON, "run"), "clicked");
      wait_for_comparison (window);
    }
  test_ui_save_picture (GTK_WIDGET (window), "what-if-small");
  g_assert_false (ls_comparison_is_same (get_comparison (window)));
  g_signal_emit_by_name (find (window, GTK_TYPE_BUTTON, "reset"), "clicked");
  g_assert_false (gtk_widget_get_visible (find (window, GTK_TYPE_LABEL, "ranks")));
  choose (window, "kind", 1);

  /* A run that is cancelled shows nothing. */
  g_signal_emit_by_name (find (window, GTK_TYPE_BUTTON, "run"), "clicked");
  g_assert_true (gtk_widget_get_visible (find (window, GTK_TYPE_BUTTON, "cancel")));
  g_signal_emit_by_name (find (window, GTK_TYPE_BUTTON, "cancel"), "clicked");
  g_assert_true (gtk_widget_get_visible (find (window, GTK_TYPE_BUTTON, "run")));
  test_ui_settle (GTK_WIDGET (window));
  g_assert_null (get_comparison (window));
  test_window_close (window);
}

static void
test_what_if_experiments (void)
{
  LsWindow *window = test_window_new (TEST_EXAMPLE, 1360, 860);
  LsComparison *comparison;
  GtkWidget *list;

  test_window_go_to (window, 2);
  test_window_activate (window, "win.what-if", NULL);
  choose (window, "kind", 4);
  list = find (window, LS_TYPE_EXPERIMENT_LIST, "experiments");
  g_assert_true (gtk_widget_get_visible (list));
  g_assert_cmpuint (ls_experiment_list_get_experiments (LS_EXPERIMENT_LIST (list)), ==, LS_EXPERIMENT_NONE);

  /* The same experiments make no difference: that is said where it was asked. */
  g_signal_emit_by_name (find (window, GTK_TYPE_BUTTON, "run"), "clicked");
  g_assert_true (gtk_widget_get_visible (find (window, GTK_TYPE_LABEL, "error")));

  gtk_check_button_set_active (GTK_CHECK_BUTTON (gtk_widget_get_last_child (list)), TRUE);
  g_assert_cmpuint (ls_experiment_list_get_experiments (LS_EXPERIMENT_LIST (list)), ==, LS_EXPERIMENT_PRIORITY_INHERITANCE);
  g_signal_emit_by_name (find (window, GTK_TYPE_BUTTON, "run"), "clicked");
  wait_for_comparison (window);
  comparison = get_comparison (window);
  g_assert_nonnull (comparison);
  test_ui_save_picture (GTK_WIDGET (window), "what-if-experiments");
  test_window_close (window);
}

/* Before there is any signal none can be changed: that is said where it was asked. */
static void
test_what_if_error (void)
{
  LsWindow *window = test_window_new (TEST_EXAMPLE, 1360, 860);

  test_window_activate (window, "win.to-start", NULL);
  test_window_activate (window, "win.what-if", NULL);
  g_signal_emit_by_name (find (window, GTK_TYPE_BUTTON, "run"), "clicked");
  g_assert_true (gtk_widget_get_visible (find (window, GTK_TYPE_LABEL, "error")));
  g_assert_null (get_comparison (window));
  /* However long the form is, what is wrong is in view; with another choice it is no longer. */
  g_assert_null (gtk_widget_get_ancestor (find (window, GTK_TYPE_LABEL, "error"), GTK_TYPE_SCROLLED_WINDOW));
  choose (window, "kind", 2);
  g_assert_false (gtk_widget_get_visible (find (window, GTK_TYPE_LABEL, "error")));
  /* Closed in the middle of a run. */
  choose (window, "kind", 1);
  g_signal_emit_by_name (find (window, GTK_TYPE_BUTTON, "run"), "clicked");
  test_window_close (window);
}

static void
test_what_if_open (void)
{
  LsWindow *window = test_window_new (TEST_EXAMPLE, 1360, 860);
  guint32 signal;
  guint n_actions;

  test_window_go_to (window, 2);
  n_actions = ls_session_get_n_actions (test_window_get_session (window));
  signal = test_window_find_signal (window, "c1 gallery");
  test_window_activate (window, "win.what-if-priority", "(uu)", signal, LS_TASK_PRIORITY_USER_BLOCKING);
  wait_for_comparison (window);
  g_signal_emit_by_name (find (window, GTK_TYPE_BUTTON, "open"), "clicked");
  g_assert_cmpint (ls_window_get_n_views (window), ==, 2);
  g_assert_true (ls_window_get_nth_view (window, 1) == ls_window_get_view (window));
  test_window_wait (window);
  g_assert_cmpuint (ls_session_get_n_actions (test_window_get_session (window)), ==, n_actions + 1);
  g_assert_true (ls_debugger_get_modified (ls_window_get_debugger (window)));
  test_window_close (window);
}

/* Another run takes the place of the one that was compared: its rows mean nothing there. */
static void
test_what_if_other_run (void)
{
  LsWindow *window = test_window_new (TEST_EXAMPLE, 1360, 860);

  test_window_go_to (window, 2);
  test_window_activate (window, "win.what-if", NULL);
  choose (window, "kind", 1);
  choose (window, "preset", 4);
  g_signal_emit_by_name (find (window, GTK_TYPE_BUTTON, "run"), "clicked");
  wait_for_comparison (window);
  test_window_activate (window, "win.preset", "s", "spec");
  test_ui_settle (GTK_WIDGET (window));
  g_assert_null (get_comparison (window));
  test_window_close (window);
}

int
main (int   argc,
      char *argv[])
{
  test_window_init (&argc, &argv);

  g_test_add_func ("/what-if/priority", test_what_if_priority);
  g_test_add_func ("/what-if/kinds", test_what_if_kinds);
  g_test_add_func ("/what-if/experiments", test_what_if_experiments);
  g_test_add_func ("/what-if/error", test_what_if_error);
  g_test_add_func ("/what-if/open", test_what_if_open);
  g_test_add_func ("/what-if/other-run", test_what_if_other_run);

  return g_test_run ();
}
