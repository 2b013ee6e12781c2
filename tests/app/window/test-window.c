/* test-window.c: moving and acting in the window, over real sessions
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "test-window-util.h"

#include "ls-controller-row.h"
#include "ls-events-table.h"
#include "ls-post-task-dialog.h"
#include "ls-signal-dialog.h"
#include "ls-window-private.h"

static void
test_window_move (void)
{
  LsWindow *window = test_window_new (TEST_EXAMPLE, 1360, 860);
  LsPlayer *player = test_window_get_player (window);
  guint32 n_steps;

  test_window_activate (window, "win.step", NULL);
  g_assert_cmpuint (ls_player_get_step (player), ==, 2);
  test_window_activate (window, "win.step", NULL);
  test_window_activate (window, "win.step-back", NULL);
  g_assert_cmpuint (ls_player_get_step (player), ==, 2);

  test_window_activate (window, "win.to-end", NULL);
  n_steps = ls_player_get_step (player);
  g_assert_cmpuint (n_steps, >, 20);
  g_assert_true (ls_player_is_at_end (player));
  test_window_activate (window, "win.step", NULL);
  g_assert_cmpuint (ls_player_get_step (player), ==, n_steps);

  test_window_activate (window, "win.to-start", NULL);
  g_assert_cmpuint (ls_player_get_position (player), ==, 0);
  test_window_close (window);
}

static void
test_window_statement (void)
{
  LsWindow *window = test_window_new (TEST_EXAMPLE, 1360, 860);
  LsPlayer *player = test_window_get_player (window);
  LsRecord record;

  test_window_activate (window, "win.to-start", NULL);
  for (guint i = 1; i <= 3; i++)
    {
      test_window_activate (window, "win.step-statement", NULL);
      ls_trace_get_record (ls_player_get_trace (player), ls_player_get_position (player) - 1, &record);
      g_assert_cmpint (record.kind, ==, LS_RECORD_STATEMENT);
      g_assert_cmpuint (record.value, ==, i);
    }
  /* The program shows where it is. */
  test_ui_settle (GTK_WIDGET (window));
  g_assert_nonnull (test_ui_find_class (window->view->program, "current"));
  test_window_close (window);
}

static void
test_window_keys (void)
{
  LsWindow *window = test_window_new (TEST_EXAMPLE, 1360, 860);
  LsPlayer *player = test_window_get_player (window);
  GtkWidget *stage = window->view->stage;

  g_assert_true (test_ui_press (stage, GDK_KEY_F10, 0));
  test_window_wait (window);
  g_assert_cmpuint (ls_player_get_step (player), ==, 2);
  g_assert_true (test_ui_press (stage, GDK_KEY_F10, GDK_SHIFT_MASK));
  g_assert_cmpuint (ls_player_get_step (player), ==, 1);
  g_assert_true (test_ui_press (stage, GDK_KEY_F11, 0));
  g_assert_true (test_ui_press (stage, GDK_KEY_End, 0));
  test_window_wait (window);
  g_assert_true (ls_player_is_at_end (player));
  g_assert_true (test_ui_press (stage, GDK_KEY_Home, 0));
  g_assert_cmpuint (ls_player_get_position (player), ==, 0);

  g_assert_true (gtk_window_get_focus (GTK_WINDOW (window)) == stage);
  g_assert_true (test_ui_press (stage, GDK_KEY_space, 0));
  g_assert_true (ls_player_get_running (player));
  g_assert_true (test_ui_press (stage, GDK_KEY_space, 0));
  g_assert_false (ls_player_get_running (player));

  g_assert_true (test_ui_press (stage, GDK_KEY_f, GDK_CONTROL_MASK));
  g_assert_cmpstr (gtk_stack_get_visible_child_name (GTK_STACK (window->view->bottom_stack)), ==, "events");
  g_assert_true (gtk_widget_get_focus_child (window->view->events) != NULL);

  g_assert_true (test_ui_press (stage, GDK_KEY_question, 0));
  g_assert_nonnull (window->dialog);
  test_window_close_dialog (window);
  test_window_close (window);
}

static void
test_window_run (void)
{
  LsWindow *window = test_window_new (TEST_EXAMPLE, 1360, 860);
  LsPlayer *player = test_window_get_player (window);
  guint32 step;

  test_window_activate (window, "win.speed", "s", "0.5");
  g_assert_cmpfloat (ls_player_get_speed (player), ==, 0.5);
  g_assert_cmpfloat (g_settings_get_double (window->settings, "speed"), ==, 0.5);

  test_window_activate (window, "win.run", NULL);
  g_assert_true (ls_player_get_running (player));
  test_ui_wait_for (ls_player_get_step (player) >= 4);
  test_window_activate (window, "win.run", NULL);
  g_assert_false (ls_player_get_running (player));
  step = ls_player_get_step (player);
  test_ui_settle (GTK_WIDGET (window));
  g_assert_cmpuint (ls_player_get_step (player), ==, step);

  test_window_activate (window, "win.speed", "s", "0");
  test_window_activate (window, "win.run", NULL);
  test_ui_wait_for (!ls_player_get_running (player));
  g_assert_true (ls_player_is_at_end (player));
  test_window_close (window);
}

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
  dialog = window->dialog;
  g_assert_true (LS_IS_POST_TASK_DIALOG (dialog));
  gtk_editable_set_text (GTK_EDITABLE (test_ui_find (dialog, ADW_TYPE_ENTRY_ROW, "name")), name);
  adw_combo_row_set_selected (ADW_COMBO_ROW (test_ui_find (dialog, ADW_TYPE_COMBO_ROW, "priority")), priority);
  adw_combo_row_set_selected (ADW_COMBO_ROW (test_ui_find (dialog, ADW_TYPE_COMBO_ROW, "signal")), signal);
  adw_combo_row_set_selected (ADW_COMBO_ROW (test_ui_find (dialog, ADW_TYPE_COMBO_ROW, "body")), body);
  gtk_spin_button_set_value (GTK_SPIN_BUTTON (test_ui_find (dialog, GTK_TYPE_SPIN_BUTTON, "delay")), delay);
  if (body == 0)
    gtk_editable_set_text (GTK_EDITABLE (test_ui_find (dialog, ADW_TYPE_ENTRY_ROW, "log")), "hello");
  g_signal_emit_by_name (test_ui_find (dialog, GTK_TYPE_BUTTON, "accept"), "clicked");
  test_ui_wait_for (window->dialog == NULL);
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
  g_assert_true (ls_debugger_get_modified (window->view->debugger));
  simple = get_last_action (window);
  g_assert_nonnull (strstr (simple, "\"my task\""));
  g_assert_nonnull (strstr (simple, "\"user-blocking\""));
  g_assert_nonnull (strstr (simple, "\"hello\""));
  state = ls_player_get_state (window->view->player);
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
  g_assert_cmpuint (ls_player_get_step (window->view->player), ==, 3);
  state = ls_player_get_state (window->view->player);
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
  dialog = window->dialog;
  gtk_editable_set_text (GTK_EDITABLE (test_ui_find (dialog, ADW_TYPE_ENTRY_ROW, "name")), "one of many");
  g_assert_false (gtk_widget_get_sensitive (test_ui_find (dialog, ADW_TYPE_ACTION_ROW, "every_row")));
  gtk_spin_button_set_value (GTK_SPIN_BUTTON (test_ui_find (dialog, GTK_TYPE_SPIN_BUTTON, "count")), 50);
  g_assert_true (gtk_widget_get_sensitive (test_ui_find (dialog, ADW_TYPE_ACTION_ROW, "every_row")));
  gtk_spin_button_set_value (GTK_SPIN_BUTTON (test_ui_find (dialog, GTK_TYPE_SPIN_BUTTON, "every")), 10);
  test_ui_save_picture (GTK_WIDGET (gtk_widget_get_root (dialog)), "post-task");
  g_assert_true (gtk_widget_activate_action (dialog, "dialog.post", NULL));
  test_ui_wait_for (window->dialog == NULL);
  test_window_wait (window);
  g_assert_cmpuint (count_actions (window), ==, n_actions + 1);
  json = get_last_action (window);
  g_assert_nonnull (strstr (json, "\"count\""));
  g_assert_nonnull (strstr (json, "50"));
  g_assert_nonnull (strstr (json, "\"every\""));

  test_window_activate (window, "win.post-task", NULL);
  dialog = window->dialog;
  g_assert_cmpstr (gtk_editable_get_text (GTK_EDITABLE (test_ui_find (dialog, ADW_TYPE_ENTRY_ROW, "name"))), ==,
                   "one of many");
  g_assert_cmpint (gtk_spin_button_get_value_as_int (
                     GTK_SPIN_BUTTON (test_ui_find (dialog, GTK_TYPE_SPIN_BUTTON, "count"))), ==, 50);
  test_window_close_dialog (window);
  test_window_activate (window, "win.undo", NULL);
  g_assert_cmpuint (count_actions (window), ==, n_actions);
  g_settings_reset (window->settings, "post-task");
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
  step = ls_player_get_step (window->view->player);
  signal = test_window_find_signal (window, "c1 gallery");
  g_assert_cmpint (ls_state_get_signal (ls_player_get_state (window->view->player), signal)->priority, ==,
                   LS_TASK_PRIORITY_BACKGROUND);

  test_window_activate (window, "win.set-priority", "(uu)", signal, (guint32) LS_TASK_PRIORITY_USER_BLOCKING);
  g_assert_cmpuint (count_actions (window), ==, n_actions + 1);
  g_assert_cmpint (ls_state_get_signal (ls_player_get_state (window->view->player), signal)->priority, ==,
                   LS_TASK_PRIORITY_USER_BLOCKING);
  g_assert_cmpuint (ls_player_get_step (window->view->player), ==, step + 1);

  test_window_activate (window, "win.undo", NULL);
  g_assert_cmpuint (count_actions (window), ==, n_actions);
  g_assert_cmpint (ls_state_get_signal (ls_player_get_state (window->view->player), signal)->priority, ==,
                   LS_TASK_PRIORITY_BACKGROUND);
  g_assert_cmpuint (ls_player_get_step (window->view->player), ==, step);

  test_window_activate (window, "win.redo", NULL);
  g_assert_cmpuint (count_actions (window), ==, n_actions + 1);
  g_assert_cmpint (ls_state_get_signal (ls_player_get_state (window->view->player), signal)->priority, ==,
                   LS_TASK_PRIORITY_USER_BLOCKING);
  test_window_close (window);
}

static void
test_window_new_future (void)
{
  LsWindow *window = test_window_new (TEST_EXAMPLE, 1360, 860);
  guint n_actions = count_actions (window);

  test_window_go_to (window, 10);
  post (window, "late", 1, 0, 0, 0);
  test_window_go_to (window, 3);
  post (window, "early", 1, 0, 0, 0);
  g_assert_cmpuint (count_actions (window), ==, n_actions + 1);
  test_window_activate (window, "win.undo", NULL);
  {
    g_autofree char *json = get_last_action (window);

    g_assert_nonnull (strstr (json, "late"));
  }
  g_assert_cmpuint (ls_player_get_step (window->view->player), ==, 3);
  test_window_close (window);
}

static void
test_window_abort (void)
{
  LsWindow *window = test_window_new (TEST_EXAMPLE, 1360, 860);
  const LsSignalState *data;
  GtkWidget *row, *reason;
  guint32 signal;

  test_window_go_to (window, 4);
  test_ui_settle (GTK_WIDGET (window));
  signal = test_window_find_signal (window, "c1 gallery");
  row = test_ui_find (window->view->controllers, LS_TYPE_CONTROLLER_ROW, NULL);
  reason = test_ui_find (row, GTK_TYPE_ENTRY, "reason");
  gtk_editable_set_text (GTK_EDITABLE (reason), "not needed any more");
  g_signal_emit_by_name (reason, "activate");
  test_window_wait (window);

  data = ls_state_get_signal (ls_player_get_state (window->view->player), signal);
  g_assert_true (data->aborted);
  g_assert_nonnull (strstr (ls_trace_get_text (ls_player_get_trace (window->view->player), data->reason),
                            "not needed any more"));
  g_assert_nonnull (test_ui_find (GTK_WIDGET (window), GTK_TYPE_LABEL, "Aborted c1 gallery"));

  test_window_activate (window, "win.undo", NULL);
  g_assert_false (ls_state_get_signal (ls_player_get_state (window->view->player), signal)->aborted);
  test_window_activate (window, "win.redo", NULL);
  g_assert_true (ls_state_get_signal (ls_player_get_state (window->view->player), signal)->aborted);
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
      state = ls_player_get_state (window->view->player);
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

static gboolean
has_signal (LsWindow   *window,
            const char *name)
{
  LsState *state = ls_player_get_state (window->view->player);

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
  dialog = window->dialog;
  gtk_editable_set_text (GTK_EDITABLE (test_ui_find (dialog, ADW_TYPE_ENTRY_ROW, "name")), "mine");
  adw_combo_row_set_selected (ADW_COMBO_ROW (test_ui_find (dialog, ADW_TYPE_COMBO_ROW, "priority")), 1);
  g_signal_emit_by_name (test_ui_find (dialog, GTK_TYPE_BUTTON, "accept"), "clicked");
  test_ui_wait_for (window->dialog == NULL);
  test_window_wait (window);
  g_assert_cmpint (ls_state_get_signal (ls_player_get_state (window->view->player),
                                        test_window_find_signal (window, "mine"))->priority,
                   ==, LS_TASK_PRIORITY_USER_BLOCKING);

  test_window_activate (window, "win.add-signal", NULL);
  dialog = window->dialog;
  adw_combo_row_set_selected (ADW_COMBO_ROW (test_ui_find (dialog, ADW_TYPE_COMBO_ROW, "kind")), 2);
  gtk_editable_set_text (GTK_EDITABLE (test_ui_find (dialog, ADW_TYPE_ENTRY_ROW, "name")), "either");
  gtk_check_button_set_active (GTK_CHECK_BUTTON (test_ui_find (dialog, GTK_TYPE_CHECK_BUTTON, NULL)), TRUE);
  g_signal_emit_by_name (test_ui_find (dialog, GTK_TYPE_BUTTON, "accept"), "clicked");
  test_ui_wait_for (window->dialog == NULL);
  test_window_wait (window);
  g_assert_true (ls_state_get_signal (ls_player_get_state (window->view->player),
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
  dialog = window->dialog;
  gtk_editable_set_text (GTK_EDITABLE (test_ui_find (dialog, ADW_TYPE_ENTRY_ROW, "name")), "");
  g_signal_emit_by_name (test_ui_find (dialog, GTK_TYPE_BUTTON, "accept"), "clicked");
  g_assert_nonnull (window->dialog);
  g_assert_true (gtk_widget_get_visible (test_ui_find (dialog, GTK_TYPE_LABEL, "error")));
  test_window_close_dialog (window);
  test_window_close (window);
}

static void
test_window_preset (void)
{
  LsWindow *window = test_window_new (TEST_EXAMPLE, 1360, 860);
  LsSession *session = test_window_get_session (window);
  g_autofree char *before = g_strdup (ls_session_get_settings (session)->preset);
  const char *other = g_str_equal (before, "gecko") ? "spec" : "gecko";

  test_window_go_to (window, 5);
  test_window_activate (window, "win.preset", "s", other);
  g_assert_cmpstr (ls_session_get_settings (session)->preset, ==, other);
  g_assert_cmpstr (ls_state_get_preset (ls_player_get_state (window->view->player)), ==, other);
  g_assert_cmpuint (ls_player_get_step (window->view->player), ==, 5);
  test_window_activate (window, "win.edition", "s", "2023-yield-options");
  g_assert_cmpint (ls_session_get_settings (session)->edition, ==, LS_EDITION_2023_YIELD_OPTIONS);
  test_window_activate (window, "win.undo", NULL);
  test_window_activate (window, "win.undo", NULL);
  g_assert_cmpstr (ls_session_get_settings (session)->preset, ==, before);
  test_window_activate (window, "win.redo", NULL);
  g_assert_cmpstr (ls_session_get_settings (session)->preset, ==, other);
  test_window_close (window);
}

/* The palette is open: its entry, found by type below @root. */
static GtkWidget *
find_search_entry (GtkWidget *root)
{
  if (GTK_IS_SEARCH_ENTRY (root))
    return root;
  for (GtkWidget *child = gtk_widget_get_first_child (root); child != NULL; child = gtk_widget_get_next_sibling (child))
    {
      GtkWidget *found = find_search_entry (child);

      if (found != NULL)
        return found;
    }
  return NULL;
}

static void
test_window_commands (void)
{
  LsWindow *window = test_window_new (TEST_EXAMPLE, 1360, 860);
  LsPlayer *player = test_window_get_player (window);
  GtkWidget *search, *palette;

  g_assert_true (test_ui_press (window->view->stage, GDK_KEY_slash, 0));
  g_assert_nonnull (window->dialog);
  search = find_search_entry (window->dialog);
  gtk_editable_set_text (GTK_EDITABLE (search), "to the END");
  g_signal_emit_by_name (search, "activate");
  test_window_wait (window);
  g_assert_null (window->dialog);
  g_assert_true (ls_player_is_at_end (player));

  /* Letters in their order, the keyboard's choice, a number. */
  g_assert_true (test_ui_press (window->view->stage, GDK_KEY_slash, 0));
  search = find_search_entry (window->dialog);
  gtk_editable_set_text (GTK_EDITABLE (search), "tts");
  g_signal_emit_by_name (search, "activate");
  test_window_wait (window);
  g_assert_null (window->dialog);
  g_assert_cmpuint (ls_player_get_position (player), ==, 0);

  g_assert_true (test_ui_press (window->view->stage, GDK_KEY_slash, 0));
  search = find_search_entry (window->dialog);
  gtk_editable_set_text (GTK_EDITABLE (search), "step 7");
  g_signal_emit_by_name (search, "activate");
  test_window_wait (window);
  g_assert_cmpuint (ls_player_get_step (player), ==, 7);

  g_assert_true (test_ui_press (window->view->stage, GDK_KEY_slash, 0));
  search = find_search_entry (window->dialog);
  gtk_editable_set_text (GTK_EDITABLE (search), "speed: 10×");
  g_signal_emit_by_name (search, "activate");
  g_assert_cmpfloat (ls_player_get_speed (player), ==, 10);

  /* What it runs may show a dialog in its place. */
  g_assert_true (test_ui_press (window->view->stage, GDK_KEY_slash, 0));
  palette = window->dialog;
  search = find_search_entry (window->dialog);
  gtk_editable_set_text (GTK_EDITABLE (search), "add a breakpoint of");
  g_signal_emit_by_name (search, "activate");
  test_window_wait (window);
  g_assert_nonnull (window->dialog);
  g_assert_true (window->dialog != palette);
  test_window_close_dialog (window);

  /* What is not possible says why, and cannot be chosen. */
  g_assert_true (test_ui_press (window->view->stage, GDK_KEY_slash, 0));
  g_assert_nonnull (test_ui_find (window->dialog, GTK_TYPE_LABEL, "Nothing to undo"));
  g_assert_nonnull (test_ui_find (window->dialog, GTK_TYPE_LABEL, "Only for programs in JavaScript"));
  search = find_search_entry (window->dialog);
  gtk_editable_set_text (GTK_EDITABLE (search), "undo");
  g_signal_emit_by_name (search, "activate");
  g_assert_nonnull (window->dialog);
  g_assert_false (gtk_widget_get_visible (test_ui_find (window->dialog, GTK_TYPE_LABEL, "nothing")));
  test_ui_save_picture (GTK_WIDGET (gtk_widget_get_root (window->dialog)), "palette");
  test_window_close_dialog (window);

  /* Nothing of that name: the palette stays, and Escape closes it. */
  g_assert_true (test_ui_press (window->view->stage, GDK_KEY_slash, 0));
  search = find_search_entry (window->dialog);
  gtk_editable_set_text (GTK_EDITABLE (search), "no such command");
  g_signal_emit_by_name (search, "activate");
  g_assert_nonnull (window->dialog);
  g_signal_emit_by_name (search, "stop-search");
  test_window_wait (window);
  g_assert_null (window->dialog);
  test_window_close (window);
}

static void
test_window_events (void)
{
  LsWindow *window = test_window_new (TEST_EXAMPLE, 1360, 860);
  GtkWidget *search = test_ui_find (window->view->events, GTK_TYPE_SEARCH_ENTRY, NULL);
  GtkWidget *count = test_ui_find (window->view->events, GTK_TYPE_LABEL, "count");
  GtkSelectionModel *model = ls_events_table_get_rows (LS_EVENTS_TABLE (window->view->events));

  test_window_activate (window, "win.to-end", NULL);
  test_window_activate (window, "win.search", NULL);
  g_assert_cmpuint (g_list_model_get_n_items (G_LIST_MODEL (model)), ==,
                    ls_trace_get_length (ls_player_get_trace (window->view->player)));
  gtk_editable_set_text (GTK_EDITABLE (search), "task-posted");
  test_ui_wait_for (strstr (gtk_label_get_text (GTK_LABEL (count)), " of ") != NULL);
  g_assert_cmpuint (g_list_model_get_n_items (G_LIST_MODEL (model)), >, 3);
  test_ui_settle (GTK_WIDGET (window));
  gtk_selection_model_select_item (model, 2, TRUE);
  {
    LsRecord record;

    ls_trace_get_record (ls_player_get_trace (window->view->player), ls_player_get_position (window->view->player) - 1, &record);
    g_assert_cmpint (record.kind, ==, LS_RECORD_TASK_POSTED);
  }
  test_window_close (window);
}

/* A window begins with the panes as they were left in the last one, whatever its size is. */
static void
test_window_panes (void)
{
  LsWindow *window = test_window_new (TEST_EXAMPLE, 1360, 860);
  g_autoptr (GSettings) settings = g_settings_new (LS_APP_ID);

  test_ui_settle (GTK_WIDGET (window));
  g_assert_cmpint (gtk_widget_get_width (window->view->left_pane), ==, g_settings_get_int (settings, "program-width"));
  g_assert_cmpint (gtk_widget_get_width (window->view->right_pane), ==, g_settings_get_int (settings, "inspector-width"));
  g_assert_cmpint (gtk_widget_get_height (window->view->bottom_pane), ==, g_settings_get_int (settings, "events-height"));

  gtk_paned_set_position (GTK_PANED (window->view->left), 250);
  gtk_paned_set_position (GTK_PANED (window->view->right), gtk_widget_get_width (window->view->right) - 401);
  gtk_paned_set_position (GTK_PANED (window->view->vertical), gtk_widget_get_height (window->view->vertical) - 301);
  test_ui_settle (GTK_WIDGET (window));
  test_ui_wait_for (gtk_widget_get_width (window->view->left_pane) == 250);
  gtk_window_close (GTK_WINDOW (window));
  g_assert_cmpint (g_settings_get_int (settings, "program-width"), ==, 250);
  g_assert_cmpint (g_settings_get_int (settings, "inspector-width"), ==, 400);
  g_assert_cmpint (g_settings_get_int (settings, "events-height"), ==, 300);

  window = test_window_new (TEST_EXAMPLE, 1240, 800);
  test_ui_wait_for (gtk_widget_get_width (window->view->left_pane) == 250);
  test_ui_wait_for (gtk_widget_get_width (window->view->right_pane) == 400);
  test_ui_wait_for (gtk_widget_get_height (window->view->bottom_pane) == 300);
  /* What is not shown keeps its size. */
  g_action_group_change_action_state (G_ACTION_GROUP (window), "show-program", g_variant_new_boolean (FALSE));
  test_ui_settle (GTK_WIDGET (window));
  gtk_window_close (GTK_WINDOW (window));
  g_assert_cmpint (g_settings_get_int (settings, "program-width"), ==, 250);

  /* A narrow window takes what it needs, and nothing is remembered of that. */
  window = test_window_new (TEST_EXAMPLE, 800, 600);
  test_ui_settle (GTK_WIDGET (window));
  g_assert_true (window->narrow);
  gtk_window_close (GTK_WINDOW (window));
  g_assert_cmpint (g_settings_get_int (settings, "inspector-width"), ==, 400);
  g_settings_reset (settings, "program-width");
  g_settings_reset (settings, "inspector-width");
  g_settings_reset (settings, "events-height");
  g_settings_reset (settings, "show-program");
  g_settings_reset (settings, "window-width");
  g_settings_reset (settings, "window-height");
}

/* Each task posts the next one. */
static const char long_session[] =
  "{ \"format\": \"loopscope-session\", \"version\": 1, \"title\": \"long\","
  "  \"program\": { \"kind\": \"steps\", \"main\": [ { \"op\": \"postTask\", \"body\": \"again\" } ],"
  "    \"bodies\": { \"again\": [ { \"op\": \"work\", \"ms\": 1 }, { \"op\": \"postTask\", \"body\": \"again\" } ] } } }";

static void
step_task (LsPlayer *player)
{
  ls_player_step_by (player, LS_STEPPING_TASK, FALSE);
}

static void
run (LsPlayer *player)
{
  ls_player_set_running (player, TRUE);
}

/* Has the session run again up to where it is shown; @func is called before it is there. */
static void
assert_stays (LsWindow  *window,
              void     (*func) (LsPlayer *player),
              guint32    at_least,
              guint32    at_most)
{
  LsPlayer *player = test_window_get_player (window);
  guint64 steps, time, records, kept;

  test_window_go_to (window, 20000);
  ls_debugger_get_budgets (window->view->debugger, &steps, &time, &records, &kept);
  ls_debugger_set_budgets (window->view->debugger, steps, time, records + 1, kept);
  g_assert_true (ls_player_is_pending (player));
  g_assert_cmpuint (ls_player_get_step (player), <, 20000);
  func (player);
  test_window_wait (window);
  test_ui_wait_for (ls_player_get_step (player) >= at_least);
  ls_player_set_running (player, FALSE);
  g_assert_cmpuint (ls_player_get_step (player), <=, at_most);
}

static void
test_window_returning (void)
{
  LsWindow *window = test_window_new_session (long_session, 1360, 860);

  assert_stays (window, ls_player_step, 20001, 20001);
  assert_stays (window, ls_player_step_back, 19999, 19999);
  assert_stays (window, step_task, 20001, 20002);
  assert_stays (window, run, 20001, G_MAXUINT32);
  test_window_close (window);
}

int
main (int   argc,
      char *argv[])
{
  test_window_init (&argc, &argv);

  g_test_add_func ("/window/move", test_window_move);
  g_test_add_func ("/window/returning", test_window_returning);
  g_test_add_func ("/window/statement", test_window_statement);
  g_test_add_func ("/window/keys", test_window_keys);
  g_test_add_func ("/window/commands", test_window_commands);
  g_test_add_func ("/window/run", test_window_run);
  g_test_add_func ("/window/post", test_window_post);
  g_test_add_func ("/window/post-many", test_window_post_many);
  g_test_add_func ("/window/post-body", test_window_post_body);
  g_test_add_func ("/window/priority-undo-redo", test_window_priority_undo_redo);
  g_test_add_func ("/window/new-future", test_window_new_future);
  g_test_add_func ("/window/abort", test_window_abort);
  g_test_add_func ("/window/yield", test_window_yield);
  g_test_add_func ("/window/add-signal", test_window_add_signal);
  g_test_add_func ("/window/preset", test_window_preset);
  g_test_add_func ("/window/events", test_window_events);
  g_test_add_func ("/window/panes", test_window_panes);

  return g_test_run ();
}
