/* test-window-act.c: acting on a session in the window
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "test-window.h"

#include "ls-actions.h"
#include "ls-signal-row.h"
#include "ls-post-task-dialog.h"
#include "ls-signal-dialog.h"

static guint
count_actions (LsWindow *window)
{
  return ls_session_get_n_actions (test_window_get_session (window));
}

/* What the last action does, as JSON. */
static char *
get_last_action (LsWindow *window)
{
  LsSession *session = test_window_get_session (window);

  return ls_step_to_json (ls_action_get_step (ls_session_get_action (session, count_actions (window) - 1)));
}

static void
post (LsWindow   *window,
      const char *name,
      guint       priority,
      guint       signal,
      guint       delay,
      guint       body)
{
  GtkWidget *dialog;

  test_window_activate (window, "win.post-task", NULL);
  dialog = ls_window_get_dialog (window);
  g_assert_true (LS_IS_POST_TASK_DIALOG (dialog));
  gtk_editable_set_text (GTK_EDITABLE (test_ui_find (dialog, ADW_TYPE_ENTRY_ROW, "name")), name);
  adw_combo_row_set_selected (ADW_COMBO_ROW (test_ui_find (dialog, ADW_TYPE_COMBO_ROW, "priority")), priority);
  adw_combo_row_set_selected (ADW_COMBO_ROW (test_ui_find (dialog, ADW_TYPE_COMBO_ROW, "signal")), signal);
  adw_combo_row_set_selected (ADW_COMBO_ROW (test_ui_find (dialog, ADW_TYPE_COMBO_ROW, "body")), body);
  gtk_spin_button_set_value (GTK_SPIN_BUTTON (test_ui_find (dialog, GTK_TYPE_SPIN_BUTTON, "delay")), delay);
  if (body == 0)
    gtk_editable_set_text (GTK_EDITABLE (test_ui_find (dialog, ADW_TYPE_ENTRY_ROW, "log")), "hello");
  g_signal_emit_by_name (test_ui_find (dialog, GTK_TYPE_BUTTON, "accept"), "clicked");
  test_ui_wait_for (ls_window_get_dialog (window) == NULL);
  test_window_wait (window);
}

static void
test_window_post (void)
{
  LsWindow *window = test_window_new (TEST_EXAMPLE, 1360, 860);
  LsState *state;
  guint n_actions = count_actions (window);
  g_autofree char *simple = NULL;
  g_autofree char *other = NULL;

  test_window_go_to (window, 3);
  post (window, "my task", 1, 0, 0, 0);
  g_assert_cmpuint (count_actions (window), ==, n_actions + 1);
  g_assert_true (ls_debugger_get_modified (ls_window_get_debugger (window)));
  simple = get_last_action (window);
  g_assert_nonnull (strstr (simple, "\"my task\""));
  g_assert_nonnull (strstr (simple, "\"user-blocking\""));
  g_assert_nonnull (strstr (simple, "\"hello\""));
  state = ls_player_get_state (test_window_get_player (window));
  {
    const LsTaskState *task = ls_state_get_task (state, ls_state_get_n_tasks (state));

    g_assert_cmpstr (ls_trace_get_text (ls_state_get_trace (state), task->name), ==, "my task");
    g_assert_cmpint (task->status, ==, LS_TASK_STATUS_QUEUED);
  }

  post (window, "delayed", 0, 1, 30, 0);
  other = get_last_action (window);
  g_assert_nonnull (strstr (other, "\"signal\""));
  g_assert_nonnull (strstr (other, "\"delay\""));
  g_assert_null (strstr (other, "\"priority\""));

  test_window_activate (window, "win.undo", NULL);
  test_window_activate (window, "win.undo", NULL);
  g_assert_cmpuint (count_actions (window), ==, n_actions);
  g_assert_cmpuint (ls_player_get_step (test_window_get_player (window)), ==, 3);
  state = ls_player_get_state (test_window_get_player (window));
  for (guint32 task = 1; task <= ls_state_get_n_tasks (state); task++)
    g_assert_cmpstr (ls_trace_get_text (ls_state_get_trace (state), ls_state_get_task (state, task)->name), !=,
                     "my task");
  test_window_close (window);
}

/* "Post 50 every 10 ms", and what the next dialog begins with. */
static void
test_window_post_many (void)
{
  LsWindow *window = test_window_new (TEST_EXAMPLE, 1360, 860);
  guint n_actions = count_actions (window);
  g_autofree char *json = NULL;
  GtkWidget *dialog;

  test_window_activate (window, "win.post-task", NULL);
  dialog = ls_window_get_dialog (window);
  gtk_editable_set_text (GTK_EDITABLE (test_ui_find (dialog, ADW_TYPE_ENTRY_ROW, "name")), "one of many");
  g_assert_false (gtk_widget_get_sensitive (test_ui_find (dialog, ADW_TYPE_ACTION_ROW, "every_row")));
  gtk_spin_button_set_value (GTK_SPIN_BUTTON (test_ui_find (dialog, GTK_TYPE_SPIN_BUTTON, "count")), 50);
  g_assert_true (gtk_widget_get_sensitive (test_ui_find (dialog, ADW_TYPE_ACTION_ROW, "every_row")));
  gtk_spin_button_set_value (GTK_SPIN_BUTTON (test_ui_find (dialog, GTK_TYPE_SPIN_BUTTON, "every")), 10);
  test_ui_save_picture (GTK_WIDGET (gtk_widget_get_root (dialog)), "post-task");
  g_assert_true (gtk_widget_activate_action (dialog, "dialog.post", NULL));
  test_ui_wait_for (ls_window_get_dialog (window) == NULL);
  test_window_wait (window);
  g_assert_cmpuint (count_actions (window), ==, n_actions + 1);
  json = get_last_action (window);
  g_assert_nonnull (strstr (json, "\"count\""));
  g_assert_nonnull (strstr (json, "50"));
  g_assert_nonnull (strstr (json, "\"every\""));

  test_window_activate (window, "win.post-task", NULL);
  dialog = ls_window_get_dialog (window);
  g_assert_cmpstr (gtk_editable_get_text (GTK_EDITABLE (test_ui_find (dialog, ADW_TYPE_ENTRY_ROW, "name"))), ==,
                   "one of many");
  g_assert_cmpint (gtk_spin_button_get_value_as_int (
                     GTK_SPIN_BUTTON (test_ui_find (dialog, GTK_TYPE_SPIN_BUTTON, "count"))), ==, 50);
  test_window_close_dialog (window);
  test_window_activate (window, "win.undo", NULL);
  g_assert_cmpuint (count_actions (window), ==, n_actions);
  test_window_reset_setting ("post-task");
  test_window_close (window);
}

static void
test_window_post_body (void)
{
  LsWindow *window = test_window_new (TEST_EXAMPLE, 1360, 860);
  LsProgram *program = ls_session_get_program (test_window_get_session (window));
  g_autofree char *json = NULL;
  g_autofree char *expected = NULL;

  g_assert_cmpuint (ls_program_get_n_bodies (program), >, 0);
  expected = g_strdup_printf ("\"%s\"", ls_body_get_name (ls_program_get_body (program, 0)));
  post (window, "", 0, 0, 0, 1);
  json = get_last_action (window);
  g_assert_nonnull (strstr (json, expected));
  test_window_close (window);
}

static void
test_window_priority_undo_redo (void)
{
  LsWindow *window = test_window_new (TEST_EXAMPLE, 1360, 860);
  guint n_actions = count_actions (window);
  guint32 signal, step;

  test_window_go_to (window, 4);
  step = ls_player_get_step (test_window_get_player (window));
  signal = test_window_find_signal (window, "c1 gallery");
  g_assert_cmpint (ls_state_get_signal (ls_player_get_state (test_window_get_player (window)), signal)->priority, ==,
                   LS_TASK_PRIORITY_BACKGROUND);

  test_window_activate (window, "win.set-priority", "(uu)", signal, (guint32) LS_TASK_PRIORITY_USER_BLOCKING);
  g_assert_cmpuint (count_actions (window), ==, n_actions + 1);
  g_assert_cmpint (ls_state_get_signal (ls_player_get_state (test_window_get_player (window)), signal)->priority, ==,
                   LS_TASK_PRIORITY_USER_BLOCKING);
  g_assert_cmpuint (ls_player_get_step (test_window_get_player (window)), ==, step + 1);

  test_window_activate (window, "win.undo", NULL);
  g_assert_cmpuint (count_actions (window), ==, n_actions);
  g_assert_cmpint (ls_state_get_signal (ls_player_get_state (test_window_get_player (window)), signal)->priority, ==,
                   LS_TASK_PRIORITY_BACKGROUND);
  g_assert_cmpuint (ls_player_get_step (test_window_get_player (window)), ==, step);

  test_window_activate (window, "win.redo", NULL);
  g_assert_cmpuint (count_actions (window), ==, n_actions + 1);
  g_assert_cmpint (ls_state_get_signal (ls_player_get_state (test_window_get_player (window)), signal)->priority, ==,
                   LS_TASK_PRIORITY_USER_BLOCKING);
  test_window_close (window);
}

/* What was done later stays in the future that an action in the past makes. */
static void
test_window_new_future (void)
{
  LsWindow *window = test_window_new (TEST_EXAMPLE, 1360, 860);
  guint n_actions = count_actions (window);

  test_window_go_to (window, 10);
  post (window, "late", 1, 0, 0, 0);
  test_window_go_to (window, 3);
  post (window, "early", 1, 0, 0, 0);
  g_assert_cmpuint (count_actions (window), ==, n_actions + 2);
  test_ui_wait_for (ls_debugger_is_over (ls_window_get_debugger (window)));
  g_assert_true (ls_action_get_enabled (ls_session_get_action (test_window_get_session (window), n_actions + 1), NULL));
  test_window_activate (window, "win.undo", NULL);
  g_assert_cmpuint (count_actions (window), ==, n_actions + 1);
  {
    g_autofree char *json = get_last_action (window);

    g_assert_nonnull (strstr (json, "late"));
  }
  g_assert_cmpuint (ls_player_get_step (test_window_get_player (window)), ==, 3);
  test_window_close (window);
}

static void
test_window_abort (void)
{
  LsWindow *window = test_window_new (TEST_EXAMPLE, 1360, 860);
  const LsSignalState *data;
  GtkWidget *row, *button, *reason;
  guint32 signal;

  test_window_go_to (window, 4);
  test_ui_settle (GTK_WIDGET (window));
  signal = test_window_find_signal (window, "c1 gallery");
  row = test_ui_find (test_window_get_child (window, "signals"), LS_TYPE_SIGNAL_ROW, NULL);
  button = test_ui_find (row, GTK_TYPE_MENU_BUTTON, "abort");
  gtk_menu_button_popup (GTK_MENU_BUTTON (button));
  reason = test_ui_find (GTK_WIDGET (gtk_menu_button_get_popover (GTK_MENU_BUTTON (button))), GTK_TYPE_ENTRY, "reason");
  gtk_editable_set_text (GTK_EDITABLE (reason), "not needed any more");
  g_signal_emit_by_name (reason, "activate");
  test_window_wait (window);

  data = ls_state_get_signal (ls_player_get_state (test_window_get_player (window)), signal);
  g_assert_true (data->aborted);
  g_assert_nonnull (strstr (ls_trace_get_text (ls_player_get_trace (test_window_get_player (window)), data->reason),
                            "not needed any more"));
  g_assert_nonnull (test_ui_find (GTK_WIDGET (window), GTK_TYPE_LABEL, "Aborted c1 gallery"));

  test_window_activate (window, "win.undo", NULL);
  g_assert_false (ls_state_get_signal (ls_player_get_state (test_window_get_player (window)), signal)->aborted);
  test_window_activate (window, "win.redo", NULL);
  g_assert_true (ls_state_get_signal (ls_player_get_state (test_window_get_player (window)), signal)->aborted);
  test_window_close (window);
}

static void
test_window_yield (void)
{
  LsWindow *window = test_window_new (TEST_EXAMPLE, 1360, 860);
  guint n_actions = count_actions (window);
  LsState *state;

  /* Inside of a task's callback: at a statement of it. */
  test_window_go_to (window, 2);
  do
    {
      test_window_activate (window, "win.step-statement", NULL);
      state = ls_player_get_state (test_window_get_player (window));
    }
  while (ls_state_get_running_task (state) == 0);

  test_window_activate (window, "win.yield", NULL);
  g_assert_cmpuint (count_actions (window), ==, n_actions + 1);
  {
    g_autofree char *json = get_last_action (window);

    g_assert_nonnull (strstr (json, "yield"));
  }
  test_window_activate (window, "win.undo", NULL);
  g_assert_cmpuint (count_actions (window), ==, n_actions);
  test_window_close (window);
}

/* Returns what the menu calls the item of an action. */
static char *
find_menu_label (GMenuModel *menu,
                 const char *action)
{
  for (int i = 0; i < g_menu_model_get_n_items (menu); i++)
    {
      g_autoptr (GMenuModel) section = g_menu_model_get_item_link (menu, i, G_MENU_LINK_SECTION);
      g_autofree char *name = NULL;
      char *label = NULL;

      if (section != NULL && (label = find_menu_label (section, action)) != NULL)
        return label;
      if (g_menu_model_get_item_attribute (menu, i, G_MENU_ATTRIBUTE_ACTION, "s", &name) && g_str_equal (name, action))
        g_menu_model_get_item_attribute (menu, i, G_MENU_ATTRIBUTE_LABEL, "s", &label);
      if (label != NULL)
        return label;
    }
  return NULL;
}

/* A task whose callback has returned is still the running one, but nothing of it can yield: the menu says so. */
static void
test_window_yield_refused (void)
{
  LsWindow *window = test_window_new (TEST_EXAMPLE, 1360, 860);
  GtkWidget *button = test_window_get_part (window, "menu");
  guint n_actions = count_actions (window);
  g_autofree char *label = NULL;
  g_autofree char *problem = NULL;

  test_window_go_to (window, 79);
  g_assert_cmpuint (ls_state_get_running_task (ls_player_get_state (test_window_get_player (window))), !=, 0);
  problem = ls_session_view_dup_yield_problem (ls_window_get_view (window));
  g_assert_cmpstr (problem, ==, "The callback of “prefetch” has returned, so nothing can yield");
  g_assert_false (g_action_group_get_action_enabled (G_ACTION_GROUP (ls_actions_get (GTK_WIDGET (ls_window_get_view (window)))),
                                                     "yield"));
  test_window_activate (window, "win.yield", NULL);
  g_assert_cmpuint (count_actions (window), ==, n_actions);

  gtk_menu_button_popup (GTK_MENU_BUTTON (button));
  label = find_menu_label (gtk_menu_button_get_menu_model (GTK_MENU_BUTTON (button)), "win.yield");
  g_assert_nonnull (strstr (label, problem));
  gtk_menu_button_popdown (GTK_MENU_BUTTON (button));
  test_window_close (window);
}

static gboolean
has_signal (LsWindow   *window,
            const char *name)
{
  LsState *state = ls_player_get_state (test_window_get_player (window));

  for (guint32 signal = 1; signal <= ls_state_get_n_signals (state); signal++)
    {
      const LsSignalState *data = ls_state_get_signal (state, signal);

      if (g_strcmp0 (ls_trace_get_text (ls_state_get_trace (state), data->name), name) == 0)
        return TRUE;
    }
  return FALSE;
}

static void
test_window_add_signal (void)
{
  LsWindow *window = test_window_new (TEST_EXAMPLE, 1360, 860);
  guint n_actions = count_actions (window);
  GtkWidget *dialog;

  test_window_go_to (window, 2);
  test_window_activate (window, "win.add-signal", NULL);
  dialog = ls_window_get_dialog (window);
  gtk_editable_set_text (GTK_EDITABLE (test_ui_find (dialog, ADW_TYPE_ENTRY_ROW, "name")), "mine");
  adw_combo_row_set_selected (ADW_COMBO_ROW (test_ui_find (dialog, ADW_TYPE_COMBO_ROW, "priority")), 1);
  g_signal_emit_by_name (test_ui_find (dialog, GTK_TYPE_BUTTON, "accept"), "clicked");
  test_ui_wait_for (ls_window_get_dialog (window) == NULL);
  test_window_wait (window);
  g_assert_cmpint (ls_state_get_signal (ls_player_get_state (test_window_get_player (window)),
                                        test_window_find_signal (window, "mine"))->priority,
                   ==, LS_TASK_PRIORITY_USER_BLOCKING);

  test_window_activate (window, "win.add-signal", NULL);
  dialog = ls_window_get_dialog (window);
  adw_combo_row_set_selected (ADW_COMBO_ROW (test_ui_find (dialog, ADW_TYPE_COMBO_ROW, "kind")), 2);
  gtk_editable_set_text (GTK_EDITABLE (test_ui_find (dialog, ADW_TYPE_ENTRY_ROW, "name")), "either");
  gtk_check_button_set_active (GTK_CHECK_BUTTON (test_ui_find (dialog, GTK_TYPE_CHECK_BUTTON, NULL)), TRUE);
  g_signal_emit_by_name (test_ui_find (dialog, GTK_TYPE_BUTTON, "accept"), "clicked");
  test_ui_wait_for (ls_window_get_dialog (window) == NULL);
  test_window_wait (window);
  g_assert_true (ls_state_get_signal (ls_player_get_state (test_window_get_player (window)),
                                      test_window_find_signal (window, "either"))->flags & LS_RECORD_FLAG_DEPENDENT);

  test_window_activate (window, "win.undo", NULL);
  g_assert_cmpuint (count_actions (window), ==, n_actions + 1);
  g_assert_false (has_signal (window, "either"));
  g_assert_true (has_signal (window, "mine"));
  test_window_activate (window, "win.undo", NULL);
  g_assert_cmpuint (count_actions (window), ==, n_actions);
  g_assert_false (has_signal (window, "mine"));

  /* A name that is no name is refused where it was typed. */
  test_window_activate (window, "win.add-signal", NULL);
  dialog = ls_window_get_dialog (window);
  gtk_editable_set_text (GTK_EDITABLE (test_ui_find (dialog, ADW_TYPE_ENTRY_ROW, "name")), "");
  g_signal_emit_by_name (test_ui_find (dialog, GTK_TYPE_BUTTON, "accept"), "clicked");
  g_assert_nonnull (ls_window_get_dialog (window));
  g_assert_true (gtk_widget_get_visible (test_ui_find (dialog, GTK_TYPE_LABEL, "error")));
  test_window_close_dialog (window);
  test_window_close (window);
}

void
test_window_add_act (void)
{
  g_test_add_func ("/window/post", test_window_post);
  g_test_add_func ("/window/post-many", test_window_post_many);
  g_test_add_func ("/window/post-body", test_window_post_body);
  g_test_add_func ("/window/priority-undo-redo", test_window_priority_undo_redo);
  g_test_add_func ("/window/new-future", test_window_new_future);
  g_test_add_func ("/window/abort", test_window_abort);
  g_test_add_func ("/window/yield", test_window_yield);
  g_test_add_func ("/window/yield-refused", test_window_yield_refused);
  g_test_add_func ("/window/add-signal", test_window_add_signal);
}
