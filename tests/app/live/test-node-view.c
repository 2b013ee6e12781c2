/* test-node-view.c: a Node.js that is watched, in the window
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "test-window-util.h"

#include "ls-node-dialog.h"
#include "ls-page-view.h"
#include "ls-session-view-private.h"
#include "ls-stage-private.h"

static char *
find_script (const char *name)
{
  return g_test_build_filename (G_TEST_DIST, "live", "node", name, NULL);
}

static LsLiveRun *
get_run (LsWindow *window)
{
  return ls_debugger_get_live_run (ls_window_get_debugger (window));
}

static LsWindow *
watch (const char *name)
{
  LsWindow *window = test_window_new (NULL, 1300, 850);
  g_autofree char *script = find_script (name);

  ls_session_view_watch_node (ls_window_get_view (window), (const char *const[]) { script, "--quiet", NULL }, NULL,
                              NULL);
  return window;
}

static gboolean
pane_says (LsWindow   *window,
           const char *text)
{
  return test_ui_find (test_window_get_child (window, "watch"), GTK_TYPE_LABEL, text) != NULL;
}

static gboolean
is_shown (LsWindow   *window,
          const char *name)
{
  GtkWidget *view = test_ui_find (test_window_get_child (window, "watch"), LS_TYPE_PAGE_VIEW, NULL);

  return gtk_widget_get_visible (GTK_WIDGET (gtk_widget_get_template_child (view, LS_TYPE_PAGE_VIEW, name)));
}

static gboolean
is_enabled (LsWindow   *window,
            const char *action)
{
  return g_action_group_get_action_enabled (G_ACTION_GROUP (window), action);
}

static void
close_window (LsWindow *window)
{
  test_window_close (window);
  ls_debugger_finish_leaving ();
}

/* The window calls it by its name, follows it, and offers nothing that Node.js has not. */
static void
test_follow (void)
{
  LsWindow *window = watch ("beats.cjs");
  LsStage *stage = LS_STAGE (test_ui_find (GTK_WIDGET (window), LS_TYPE_STAGE, NULL));
  LsState *state = ls_player_get_state (test_window_get_player (window));

  test_ui_wait_for (ls_player_get_step (test_window_get_player (window)) > 10);
  g_assert_true (pane_says (window, "Node.js"));
  test_ui_wait_for (pane_says (window, "beats.cjs") && pane_says (window, "Program and Workers"));
  g_assert_false (is_shown (window, "model"));
  g_assert_false (is_shown (window, "photograph"));
  g_assert_false (is_shown (window, "posting_box"));
  g_assert_false (is_enabled (window, "post-task"));
  g_assert_false (is_enabled (window, "set-priority"));
  g_assert_true (is_enabled (window, "hold-program"));
  g_assert_cmpstr (ls_stage_get_page (stage), ==, "thread");
  g_assert_false (ls_stage_show_page (stage, "scheduler"));
  g_assert_true (ls_state_is_of_node (state));
  g_assert_false (test_ui_shows (GTK_WIDGET (window), "Next so far"));
  close_window (window);
}

/* It is held before its callbacks, and goes on. That the window has ended it is no mishap. */
static void
test_hold (void)
{
  LsWindow *window = watch ("beats.cjs");
  LsDebugger *debugger = ls_window_get_debugger (window);
  g_autofree char *place = NULL;
  g_autofree char *message = NULL;

  test_ui_wait_for (ls_player_get_step (test_window_get_player (window)) > 10);
  test_window_activate (window, "win.hold-program", NULL);
  test_ui_wait_for (is_enabled (window, "let-program-go") && ls_live_run_is_held (get_run (window)));
  test_ui_wait_for (test_ui_shows (test_window_get_child (window, "watch"), "Held before "));
  test_ui_wait_for (pane_says (window, "Node.js · held"));
  test_window_activate (window, "win.hold-before-name", "s", "each");
  test_ui_wait_for (test_ui_shows (GTK_WIDGET (window), "The program will be held before “each” runs"));
  test_window_activate (window, "win.let-program-go", NULL);
  test_ui_wait_for (pane_says (window, "Held before “each”"));
  test_window_activate (window, "win.stop", NULL);
  test_ui_wait_for (!ls_debugger_get_working (debugger) && ls_live_run_has_ended (get_run (window)));
  test_ui_wait_for (pane_says (window, "Watching has ended"));
  message = ls_debugger_get_message (debugger, &place);
  g_assert_cmpstr (message, ==, NULL);
  close_window (window);
}

/* How a program ends by itself is said. */
static void
test_end (void)
{
  LsWindow *window = watch ("missing.js");

  test_ui_wait_for (get_run (window) != NULL && ls_live_run_has_ended (get_run (window)));
  test_ui_wait_for (test_ui_shows (GTK_WIDGET (window), "its script did not begin"));
  close_window (window);
}

static void
take (LsNodeDialog  *dialog,
      char         **arguments,
      const char    *folder,
      char         **taken)
{
  g_autofree char *all = g_strjoinv ("|", arguments);

  *taken = g_strconcat (folder, ":", all, NULL);
}

/* @problem: (nullable): what is said, and in which row */
static void
check_dialog (const char *script,
              const char *arguments,
              const char *expected,
              const char *row,
              const char *problem)
{
  GtkWidget *dialog = ls_node_dialog_new ();
  g_autofree char *taken = NULL;
  GtkWidget *wrong;

  test_ui_new_window (dialog, 500, 500);
  g_signal_connect (dialog, "watch", G_CALLBACK (take), &taken);
  gtk_editable_set_text (GTK_EDITABLE (gtk_widget_get_template_child (dialog, LS_TYPE_NODE_DIALOG, "script")), script);
  gtk_editable_set_text (GTK_EDITABLE (gtk_widget_get_template_child (dialog, LS_TYPE_NODE_DIALOG, "arguments")), arguments);
  g_signal_emit_by_name (test_ui_find (dialog, GTK_TYPE_BUTTON, "_Watch"), "clicked");
  g_assert_cmpstr (taken, ==, expected);
  if (problem == NULL)
    return;
  wrong = GTK_WIDGET (gtk_widget_get_template_child (dialog, LS_TYPE_NODE_DIALOG, row));
  g_assert_true (test_ui_shows (dialog, problem));
  g_assert_true (gtk_widget_has_css_class (wrong, "error"));
  gtk_test_accessible_assert_state (wrong, GTK_ACCESSIBLE_STATE_INVALID, GTK_ACCESSIBLE_INVALID_TRUE);
  /* Another try is not wrong yet. */
  gtk_editable_set_text (GTK_EDITABLE (wrong), "x");
  g_assert_false (gtk_widget_has_css_class (wrong, "error"));
  g_assert_false (test_ui_shows (dialog, problem));
}

static void
test_dialog (void)
{
  g_autofree char *script = find_script ("beats.cjs");
  g_autofree char *folder = g_path_get_dirname (script);
  g_autofree char *alone = g_strconcat (folder, ":", script, NULL);
  g_autofree char *both = g_strconcat (folder, ":", script, "|a b|--c", NULL);

  check_dialog ("", "", NULL, "script", "Expected a script");
  check_dialog ("/nowhere/a.js", "", NULL, "script", "There is no file “/nowhere/a.js”");
  check_dialog (folder, "", NULL, "script", "There is no file");
  check_dialog (script, "'a", NULL, "arguments", "quote");
  check_dialog (script, "", alone, NULL, NULL);
  check_dialog (script, "'a b' --c", both, NULL, NULL);
}

/* The command line needs a script. */
static void
test_option (void)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (GSubprocess) process = g_subprocess_new (G_SUBPROCESS_FLAGS_STDERR_PIPE, &error, g_getenv ("LS_TEST_APP"),
                                                      "--watch-node", NULL);
  g_autofree char *errors = NULL;

  g_assert_no_error (error);
  g_assert_true (g_subprocess_communicate_utf8 (process, NULL, NULL, NULL, &errors, &error));
  g_assert_cmpint (g_subprocess_get_exit_status (process), ==, 2);
  g_assert_nonnull (strstr (errors, "expected a script after --watch-node"));
}

int
main (int    argc,
      char **argv)
{
  g_autofree char *node = g_find_program_in_path ("node");

  if (node == NULL)
    {
      g_print ("1..0 # SKIP There is no Node.js: build-aux/deps node installs it\n");
      return 0;
    }
  test_window_init (&argc, &argv);
  g_test_add_func ("/node-view/follow", test_follow);
  g_test_add_func ("/node-view/hold", test_hold);
  g_test_add_func ("/node-view/end", test_end);
  g_test_add_func ("/node-view/dialog", test_dialog);
  g_test_add_func ("/node-view/option", test_option);
  return g_test_run ();
}
