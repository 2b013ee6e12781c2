/* test-hand.c: the list of what the user has done by hand, and the dialogs that change it
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "test-window-util.h"

#include "ls-action-dialog.h"
#include "ls-actions-pane.h"
#include "ls-post-task-dialog.h"

#define AT(turn) "{\"at\": {\"turn\": " #turn "}, \"do\": "

static const char session[] =
  "{\"format\": \"loopscope-session\", \"version\": 1, \"program\": {\"kind\": \"steps\", \"main\": ["
  "{\"op\": \"controller\", \"name\": \"k\"},"
  "{\"op\": \"postTask\", \"name\": \"a\", \"body\": [{\"op\": \"log\", \"text\": \"a\"}]},"
  "{\"op\": \"postTask\", \"name\": \"b\", \"signal\": \"k\", \"body\": [{\"op\": \"log\", \"text\": \"b\"}]},"
  "{\"op\": \"postTask\", \"name\": \"c\", \"body\": [{\"op\": \"log\", \"text\": \"c\"}]}]},"
  "\"actions\": ["
  AT (3) "{\"op\": \"setPriority\", \"controller\": \"k\", \"priority\": \"background\"}},"
  AT (1) "{\"op\": \"postTask\", \"name\": \"mine\", \"priority\": \"user-blocking\", \"as\": \"p\", \"delay\": 2,"
         " \"body\": [{\"op\": \"work\", \"ms\": 7}, {\"op\": \"log\", \"text\": \"hello\"}]}},"
  AT (2) "{\"op\": \"yield\"}}"
  "]}";

static GtkWidget *
get_list (LsWindow *window)
{
  return test_ui_find (test_window_get_child (window, "actions"), GTK_TYPE_LIST_BOX, "list");
}

static guint
count_actions (LsWindow *window)
{
  return ls_session_get_n_actions (test_window_get_session (window));
}

static guint
count_rows (LsWindow *window)
{
  guint n_rows = 0;

  while (gtk_list_box_get_row_at_index (GTK_LIST_BOX (get_list (window)), n_rows) != NULL)
    n_rows++;
  return n_rows;
}

static char *
dup_step (LsWindow *window,
          guint     index)
{
  return ls_step_to_json (ls_action_get_step (ls_session_get_action (test_window_get_session (window), index)));
}

static const char *
get_tab (LsWindow *window)
{
  GtkStack *stack = GTK_STACK (test_window_get_child (window, "bottom_stack"));

  return gtk_stack_page_get_title (gtk_stack_get_page (stack, test_window_get_child (window, "actions")));
}

static LsWindow *
open_window (void)
{
  LsWindow *window = test_window_new_session (session, 1360, 860);

  test_window_activate (window, "win.show-view-actions", NULL);
  test_ui_wait_for (ls_debugger_is_over (ls_window_get_debugger (window)));
  test_ui_wait_for (count_rows (window) == 3);
  test_ui_settle (GTK_WIDGET (window));
  return window;
}

/* Returns a button of a row by the name that assistive technology has for it. */
static GtkWidget *
get_button (LsWindow *window,
            guint     row,
            guint     place)
{
  GtkWidget *box = gtk_list_box_row_get_child (gtk_list_box_get_row_at_index (GTK_LIST_BOX (get_list (window)), row));
  GtkWidget *button = gtk_widget_get_first_child (box);

  for (guint i = 0; i < place; i++)
    button = gtk_widget_get_next_sibling (button);
  return button;
}

enum { CHECK, TEXTS, RETRY, GO, EDIT, REMOVE };

/* In the order of their moments, in words, with when and why not. */
static void
test_list (void)
{
  LsWindow *window = open_window ();
  GtkWidget *list = get_list (window);

  g_assert_cmpstr (get_tab (window), ==, "Actions (3)");
  g_assert_nonnull (test_ui_find (get_button (window, 0, TEXTS), GTK_TYPE_LABEL, "post task “mine” (user-blocking, after 2 ms)"));
  g_assert_nonnull (test_ui_find (get_button (window, 1, TEXTS), GTK_TYPE_LABEL, "yield"));
  g_assert_nonnull (test_ui_find (get_button (window, 1, TEXTS), GTK_TYPE_LABEL,
                                  "No callback runs at its position, so nothing can yield"));
  g_assert_nonnull (test_ui_find (get_button (window, 2, TEXTS), GTK_TYPE_LABEL, "set priority of “k” to background"));
  g_assert_false (gtk_widget_get_visible (get_button (window, 0, RETRY)));
  g_assert_false (gtk_widget_get_visible (get_button (window, 1, RETRY)));
  g_assert_false (gtk_widget_get_visible (get_button (window, 1, GO)));
  gtk_test_accessible_assert_property (get_button (window, 2, GO), GTK_ACCESSIBLE_PROPERTY_LABEL,
                                       "Go to: set priority of “k” to background");
  gtk_test_accessible_assert_property (get_button (window, 1, REMOVE), GTK_ACCESSIBLE_PROPERTY_LABEL, "Remove: yield");
  gtk_test_accessible_assert_role (list, GTK_ACCESSIBLE_ROLE_LIST);
  test_window_close (window);
}

/* A row shows the moment right after its action. */
static void
test_go (void)
{
  LsWindow *window = open_window ();
  LsPlayer *player = test_window_get_player (window);
  LsActionOutcome outcome;

  test_window_activate (window, "win.to-start", NULL);
  g_signal_emit_by_name (get_list (window), "row-activated",
                         gtk_list_box_get_row_at_index (GTK_LIST_BOX (get_list (window)), 2));
  test_window_wait (window);
  ls_debugger_get_action_outcome (ls_window_get_debugger (window), 0, &outcome);
  g_assert_cmpuint (outcome.step, >, 0);
  g_assert_cmpuint (ls_player_get_step (player), ==, outcome.step);
  test_window_close (window);
}

/* The Delete key removes the row that has the focus; undo brings the action back; nothing is left at the end. */
static void
test_remove (void)
{
  LsWindow *window = open_window ();
  GtkWidget *pane = test_window_get_child (window, "actions");

  gtk_widget_grab_focus (GTK_WIDGET (gtk_list_box_get_row_at_index (GTK_LIST_BOX (get_list (window)), 1)));
  g_assert_true (test_ui_press (pane, GDK_KEY_Delete, 0));
  test_ui_wait_for (count_rows (window) == 2);
  g_assert_cmpuint (count_actions (window), ==, 2);
  g_assert_nonnull (test_ui_find (GTK_WIDGET (window), GTK_TYPE_LABEL, "Removed: yield"));
  test_window_activate (window, "win.undo", NULL);
  test_ui_wait_for (count_rows (window) == 3);
  for (guint i = 0; i < 3; i++)
    {
      gtk_widget_activate_action (pane, "actions.remove", "u", 0);
      test_window_wait (window);
    }
  test_ui_wait_for (count_rows (window) == 0);
  g_assert_cmpstr (get_tab (window), ==, "Actions");
  g_assert_cmpstr (gtk_stack_get_visible_child_name (GTK_STACK (test_ui_find (pane, GTK_TYPE_STACK, "stack"))), ==, "empty");
  test_window_close (window);
}

static void
test_switch (void)
{
  LsWindow *window = open_window ();
  GtkWidget *check = get_button (window, 0, CHECK);

  g_assert_true (gtk_check_button_get_active (GTK_CHECK_BUTTON (check)));
  gtk_check_button_set_active (GTK_CHECK_BUTTON (check), FALSE);
  test_window_wait (window);
  g_assert_false (ls_action_get_enabled (ls_session_get_action (test_window_get_session (window), 1), NULL));
  test_window_activate (window, "win.undo", NULL);
  test_ui_wait_for (gtk_check_button_get_active (GTK_CHECK_BUTTON (check)));
  g_assert_true (ls_action_get_enabled (ls_session_get_action (test_window_get_session (window), 1), NULL));
  test_window_close (window);
}

/* The dialog that posts tasks comes with what the action does; members that it does not know stay. */
/* Waits for the message, and returns (transfer full) what shows whether it was withdrawn: it also goes by itself after a while. */
static AdwToast *
wait_for_offer (LsWindow *window)
{
  GtkWidget *toasts = test_window_get_child (window, "toasts");
  GtkWidget *button;
  AdwToast *toast = NULL;

  test_ui_wait_for (test_ui_find (toasts, GTK_TYPE_BUTTON, "_Undo") != NULL);
  button = test_ui_find (toasts, GTK_TYPE_BUTTON, "_Undo");
  g_object_get (gtk_widget_get_ancestor (button, g_type_from_name ("AdwToastWidget")), "toast", &toast, NULL);
  return toast;
}

static void
count_dismissed (guint *n_dismissed)
{
  ++*n_dismissed;
}

static void
switch_first (LsWindow *window)
{
  g_signal_emit_by_name (get_button (window, 0, CHECK), "activate");
  test_window_wait (window);
}

/* The message offers to undo what it tells of, and nothing else. */
static void
test_offer (void)
{
  LsWindow *window = open_window ();
  LsDebugger *debugger = ls_window_get_debugger (window);
  g_autoptr (AdwToast) first = NULL, second = NULL;
  guint n_dismissed = 0;

  switch_first (window);
  first = wait_for_offer (window);
  g_signal_connect_swapped (first, "dismissed", G_CALLBACK (count_dismissed), &n_dismissed);
  test_window_activate (window, "win.undo", NULL);
  g_assert_cmpuint (n_dismissed, ==, 1);
  test_window_wait (window);
  test_ui_wait_for (test_ui_find (test_window_get_child (window, "toasts"), GTK_TYPE_BUTTON, "_Undo") == NULL);

  switch_first (window);
  second = wait_for_offer (window);
  g_signal_connect_swapped (second, "dismissed", G_CALLBACK (count_dismissed), &n_dismissed);
  ls_debugger_begin_change (debugger, LS_SESSION_PART_LINTS, "something else");
  g_assert_cmpuint (n_dismissed, ==, 2);
  test_window_close (window);
}

static void
test_edit_task (void)
{
  LsWindow *window = open_window ();
  GtkWidget *pane = test_window_get_child (window, "actions");
  g_autofree char *json = NULL;
  GtkWidget *dialog;
  LsStamp stamp;

  gtk_widget_activate_action (pane, "actions.edit", "u", 1);
  dialog = ls_window_get_dialog (window);
  g_assert_true (LS_IS_POST_TASK_DIALOG (dialog));
  g_assert_cmpstr (gtk_editable_get_text (GTK_EDITABLE (test_ui_find (dialog, ADW_TYPE_ENTRY_ROW, "name"))), ==, "mine");
  g_assert_cmpstr (gtk_editable_get_text (GTK_EDITABLE (test_ui_find (dialog, ADW_TYPE_ENTRY_ROW, "log"))), ==, "hello");
  g_assert_cmpuint (adw_combo_row_get_selected (ADW_COMBO_ROW (test_ui_find (dialog, ADW_TYPE_COMBO_ROW, "priority"))), ==, 1);
  g_assert_cmpfloat (gtk_spin_button_get_value (GTK_SPIN_BUTTON (test_ui_find (dialog, GTK_TYPE_SPIN_BUTTON, "delay"))), ==, 2);
  g_assert_cmpfloat (gtk_spin_button_get_value (GTK_SPIN_BUTTON (test_ui_find (dialog, GTK_TYPE_SPIN_BUTTON, "work"))), ==, 7);

  gtk_spin_button_set_value (GTK_SPIN_BUTTON (test_ui_find (dialog, GTK_TYPE_SPIN_BUTTON, "delay")), 9);
  adw_combo_row_set_selected (ADW_COMBO_ROW (test_ui_find (dialog, ADW_TYPE_COMBO_ROW, "choice")), 2);
  gtk_spin_button_set_value (GTK_SPIN_BUTTON (test_ui_find (dialog, GTK_TYPE_SPIN_BUTTON, "turn")), 2);
  g_assert_true (gtk_widget_activate_action (dialog, "dialog.post", NULL));
  test_ui_wait_for (ls_window_get_dialog (window) == NULL);
  test_window_wait (window);
  g_assert_cmpuint (count_actions (window), ==, 3);
  json = dup_step (window, 2);
  g_assert_nonnull (strstr (json, "9"));
  g_assert_nonnull (strstr (json, "\"as\""));
  g_assert_nonnull (strstr (json, "hello"));
  ls_action_get_stamp (ls_session_get_action (test_window_get_session (window), 2), &stamp);
  g_assert_cmpuint (stamp.turn, ==, 2);
  test_window_activate (window, "win.undo", NULL);
  g_free (json);
  json = dup_step (window, 1);
  g_assert_null (strstr (json, "9"));
  test_window_close (window);
}

/* Another kind of action: its fields, and the moment. */
static void
test_edit_other (void)
{
  LsWindow *window = open_window ();
  GtkWidget *pane = test_window_get_child (window, "actions");
  GtkWidget *dialog;
  LsStamp stamp;

  test_window_go_to (window, 1);
  gtk_widget_activate_action (pane, "actions.edit", "u", 0);
  dialog = ls_window_get_dialog (window);
  g_assert_true (LS_IS_ACTION_DIALOG (dialog));
  adw_combo_row_set_selected (ADW_COMBO_ROW (test_ui_find (dialog, ADW_TYPE_COMBO_ROW, "choice")), 1);
  g_assert_true (gtk_widget_activate_action (dialog, "dialog.accept", NULL));
  test_ui_wait_for (ls_window_get_dialog (window) == NULL);
  test_window_wait (window);
  {
    g_autofree char *json = dup_step (window, 1);

    g_assert_nonnull (strstr (json, "setPriority"));
  }
  ls_action_get_stamp (ls_session_get_action (test_window_get_session (window), 1), &stamp);
  g_assert_cmpuint (stamp.turn, ==, 1);
  test_window_close (window);
}

/* A change in the past that leaves a later action without its task: the user is told, and undo brings it back. */
static void
test_lost (void)
{
  LsWindow *window = test_window_new_session (session, 1360, 860);
  LsActionOutcome outcome;

  /* The action of turn 3 is made after the callback of b, which the abort takes away. */
  test_window_go_to (window, 1);
  test_ui_wait_for (ls_debugger_is_over (ls_window_get_debugger (window)));
  test_window_activate (window, "win.abort", "(us)", test_window_find_signal (window, "k"), "");
  test_ui_wait_for (ls_debugger_is_over (ls_window_get_debugger (window)));
  test_ui_wait_for (test_ui_find (GTK_WIDGET (window), GTK_TYPE_LABEL,
                                  "1 later action could not be kept; see Actions") != NULL);
  g_assert_cmpuint (count_actions (window), ==, 4);
  ls_debugger_get_action_outcome (ls_window_get_debugger (window), 0, &outcome);
  g_assert_cmpint (outcome.result, ==, LS_ACTION_NO_TASK);
  test_window_activate (window, "win.show-view-actions", NULL);
  test_ui_wait_for (count_rows (window) == 4);
  g_assert_nonnull (test_ui_find (get_button (window, 3, TEXTS), GTK_TYPE_LABEL, "The task it belongs to does not run"));
  g_assert_true (gtk_widget_get_visible (get_button (window, 3, RETRY)));
  g_assert_false (gtk_check_button_get_active (GTK_CHECK_BUTTON (get_button (window, 3, CHECK))));
  test_window_activate (window, "win.undo", NULL);
  test_ui_wait_for (ls_debugger_is_over (ls_window_get_debugger (window)));
  g_assert_cmpuint (count_actions (window), ==, 3);
  ls_debugger_get_action_outcome (ls_window_get_debugger (window), 0, &outcome);
  g_assert_cmpint (outcome.result, ==, LS_ACTION_DONE);
  test_window_close (window);
}

int
main (int   argc,
      char *argv[])
{
  test_window_init (&argc, &argv);

  g_test_add_func ("/hand/list", test_list);
  g_test_add_func ("/hand/go", test_go);
  g_test_add_func ("/hand/remove", test_remove);
  g_test_add_func ("/hand/switch", test_switch);
  g_test_add_func ("/hand/offer", test_offer);
  g_test_add_func ("/hand/edit-task", test_edit_task);
  g_test_add_func ("/hand/edit-other", test_edit_other);
  g_test_add_func ("/hand/lost", test_lost);

  return g_test_run ();
}
