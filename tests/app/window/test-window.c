/* test-window.c: moving and acting in the window, over real sessions
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "test-window.h"

#include "ls-events-table.h"
#include "ls-window-private.h"

static void
test_window_move (void)
{
  LsWindow *window = test_window_new (TEST_EXAMPLE, 1360, 860);
  LsPlayer *player = test_window_get_player (window);
  guint32 n_steps;

  test_window_activate (window, "win.step", NULL);
  g_assert_cmpuint (ls_state_get_turn (ls_player_get_state (player)), ==, 2);
  n_steps = ls_player_get_step (player);
  test_window_activate (window, "win.step", NULL);
  test_window_activate (window, "win.step-back", NULL);
  g_assert_cmpuint (ls_player_get_step (player), ==, n_steps);
  test_window_activate (window, "win.step-callback-back", NULL);
  g_assert_cmpuint (ls_player_get_step (player), ==, n_steps - 1);

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
  g_assert_nonnull (test_ui_find_class (test_window_get_child (window, "program"), "current"));
  test_window_close (window);
}

static void
test_window_keys (void)
{
  LsWindow *window = test_window_new (TEST_EXAMPLE, 1360, 860);
  LsPlayer *player = test_window_get_player (window);
  GtkWidget *stage = test_window_get_child (window, "stage");

  g_assert_true (test_ui_press (stage, GDK_KEY_F10, 0));
  test_window_wait (window);
  g_assert_cmpuint (ls_state_get_turn (ls_player_get_state (player)), ==, 2);
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
  g_assert_cmpstr (gtk_stack_get_visible_child_name (GTK_STACK (test_window_get_child (window, "bottom_stack"))), ==, "events");
  g_assert_true (gtk_widget_get_focus_child (test_window_get_child (window, "events")) != NULL);

  /* A single key needs a focus that is no text. */
  gtk_widget_child_focus (stage, GTK_DIR_TAB_FORWARD);
  g_assert_true (test_ui_press (stage, GDK_KEY_question, 0));
  g_assert_nonnull (ls_window_get_dialog (window));
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
  {
    g_autofree char *speed = g_settings_get_string (window->settings, "run-speed");

    g_assert_cmpstr (speed, ==, "0.5");
  }

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

static gboolean
is_on (LsWindow   *window,
       const char *action)
{
  g_autoptr (GVariant) state = g_action_group_get_action_state (G_ACTION_GROUP (window), action);

  return g_variant_get_boolean (state);
}

/* The menu turns experiments on and off, and the button of the preset tells of them. */
static void
test_window_experiments (void)
{
  LsWindow *window = test_window_new (TEST_EXAMPLE, 1360, 860);
  LsSession *session = test_window_get_session (window);
  GtkWidget *preset = test_ui_find (GTK_WIDGET (window), GTK_TYPE_MENU_BUTTON, "preset");
  g_autofree char *before = g_strdup (gtk_menu_button_get_label (GTK_MENU_BUTTON (preset)));
  g_autofree char *both = g_strdup_printf ("%s + 2 experiments", before);
  g_autofree char *one = g_strdup_printf ("%s + 1 experiment", before);

  test_window_go_to (window, 5);
  g_assert_false (is_on (window, "experiment-wait"));
  test_window_activate (window, "win.experiment-priorityInheritance", NULL);
  test_window_activate (window, "win.experiment-wait", NULL);
  g_assert_cmpuint (ls_session_get_settings (session)->experiments, ==,
                    LS_EXPERIMENT_WAIT | LS_EXPERIMENT_PRIORITY_INHERITANCE);
  g_assert_cmpuint (ls_state_get_experiments (ls_player_get_state (test_window_get_player (window))), ==,
                    LS_EXPERIMENT_WAIT | LS_EXPERIMENT_PRIORITY_INHERITANCE);
  g_assert_true (is_on (window, "experiment-wait"));
  g_assert_cmpstr (gtk_menu_button_get_label (GTK_MENU_BUTTON (preset)), ==, both);
  g_assert_true (g_str_has_suffix (gtk_widget_get_tooltip_text (preset), ": wait, priorityInheritance"));
  g_assert_true (gtk_widget_get_visible (preset));
  test_ui_save_picture (GTK_WIDGET (window), "experiments");
  test_window_activate (window, "win.experiment-wait", NULL);
  g_assert_cmpuint (ls_session_get_settings (session)->experiments, ==, LS_EXPERIMENT_PRIORITY_INHERITANCE);
  g_assert_cmpstr (gtk_menu_button_get_label (GTK_MENU_BUTTON (preset)), ==, one);
  g_assert_false (is_on (window, "experiment-wait"));
  test_window_activate (window, "win.undo", NULL);
  g_assert_true (is_on (window, "experiment-wait"));
  test_window_activate (window, "win.undo", NULL);
  test_window_activate (window, "win.undo", NULL);
  g_assert_cmpuint (ls_session_get_settings (session)->experiments, ==, LS_EXPERIMENT_NONE);
  g_assert_cmpstr (gtk_menu_button_get_label (GTK_MENU_BUTTON (preset)), ==, before);
  g_assert_false (gtk_widget_get_visible (preset));
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
  g_assert_cmpstr (ls_state_get_preset (ls_player_get_state (test_window_get_player (window))), ==, other);
  g_assert_cmpuint (ls_player_get_step (test_window_get_player (window)), ==, 5);
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

  g_assert_true (test_ui_press (test_window_get_child (window, "stage"), GDK_KEY_slash, 0));
  g_assert_nonnull (ls_window_get_dialog (window));
  search = find_search_entry (ls_window_get_dialog (window));
  gtk_editable_set_text (GTK_EDITABLE (search), "to the END");
  g_signal_emit_by_name (search, "activate");
  test_window_wait (window);
  g_assert_null (ls_window_get_dialog (window));
  g_assert_true (ls_player_is_at_end (player));

  /* Letters in their order, the keyboard's choice, a number. */
  g_assert_true (test_ui_press (test_window_get_child (window, "stage"), GDK_KEY_slash, 0));
  search = find_search_entry (ls_window_get_dialog (window));
  gtk_editable_set_text (GTK_EDITABLE (search), "tts");
  g_signal_emit_by_name (search, "activate");
  test_window_wait (window);
  g_assert_null (ls_window_get_dialog (window));
  g_assert_cmpuint (ls_player_get_position (player), ==, 0);

  g_assert_true (test_ui_press (test_window_get_child (window, "stage"), GDK_KEY_slash, 0));
  search = find_search_entry (ls_window_get_dialog (window));
  gtk_editable_set_text (GTK_EDITABLE (search), "step 7");
  g_signal_emit_by_name (search, "activate");
  test_window_wait (window);
  g_assert_cmpuint (ls_player_get_step (player), ==, 7);

  g_assert_true (test_ui_press (test_window_get_child (window, "stage"), GDK_KEY_slash, 0));
  search = find_search_entry (ls_window_get_dialog (window));
  gtk_editable_set_text (GTK_EDITABLE (search), "speed: 10×");
  g_signal_emit_by_name (search, "activate");
  g_assert_cmpfloat (ls_player_get_speed (player), ==, 10);

  /* What it runs may show a dialog in its place. */
  g_assert_true (test_ui_press (test_window_get_child (window, "stage"), GDK_KEY_slash, 0));
  palette = ls_window_get_dialog (window);
  search = find_search_entry (ls_window_get_dialog (window));
  gtk_editable_set_text (GTK_EDITABLE (search), "add a breakpoint");
  g_signal_emit_by_name (search, "activate");
  test_window_wait (window);
  g_assert_nonnull (ls_window_get_dialog (window));
  g_assert_true (ls_window_get_dialog (window) != palette);
  test_window_close_dialog (window);

  /* What is not possible says why, and cannot be chosen. */
  g_assert_true (test_ui_press (test_window_get_child (window, "stage"), GDK_KEY_slash, 0));
  g_assert_nonnull (test_ui_find (ls_window_get_dialog (window), GTK_TYPE_LABEL, "Nothing to undo"));
  g_assert_nonnull (test_ui_find (ls_window_get_dialog (window), GTK_TYPE_LABEL, "Only for JavaScript programs"));
  search = find_search_entry (ls_window_get_dialog (window));
  gtk_editable_set_text (GTK_EDITABLE (search), "undo");
  g_signal_emit_by_name (search, "activate");
  g_assert_nonnull (ls_window_get_dialog (window));
  g_assert_false (gtk_widget_get_visible (test_ui_find (ls_window_get_dialog (window), GTK_TYPE_LABEL, "nothing")));
  test_ui_save_picture (GTK_WIDGET (gtk_widget_get_root (ls_window_get_dialog (window))), "palette");
  test_window_close_dialog (window);

  /* Nothing of that name: the palette stays, and Escape closes it. */
  g_assert_true (test_ui_press (test_window_get_child (window, "stage"), GDK_KEY_slash, 0));
  search = find_search_entry (ls_window_get_dialog (window));
  gtk_editable_set_text (GTK_EDITABLE (search), "no such command");
  g_signal_emit_by_name (search, "activate");
  g_assert_nonnull (ls_window_get_dialog (window));
  g_signal_emit_by_name (search, "stop-search");
  test_window_wait (window);
  g_assert_null (ls_window_get_dialog (window));
  test_window_close (window);
}

static void
test_window_events (void)
{
  LsWindow *window = test_window_new (TEST_EXAMPLE, 1360, 860);
  GtkWidget *search = test_ui_find (test_window_get_child (window, "events"), GTK_TYPE_SEARCH_ENTRY, NULL);
  GtkWidget *count = test_ui_find (test_window_get_child (window, "events"), GTK_TYPE_LABEL, "count");
  GtkSelectionModel *model = ls_events_table_get_rows (LS_EVENTS_TABLE (test_window_get_child (window, "events")));

  test_window_activate (window, "win.to-end", NULL);
  test_window_activate (window, "win.search", NULL);
  g_assert_cmpuint (g_list_model_get_n_items (G_LIST_MODEL (model)), ==,
                    ls_trace_get_length (ls_player_get_trace (test_window_get_player (window))));
  gtk_editable_set_text (GTK_EDITABLE (search), "task-posted");
  test_ui_wait_for (strstr (gtk_label_get_text (GTK_LABEL (count)), " of ") != NULL);
  g_assert_cmpuint (g_list_model_get_n_items (G_LIST_MODEL (model)), >, 3);
  test_ui_settle (GTK_WIDGET (window));
  gtk_selection_model_select_item (model, 2, TRUE);
  {
    LsRecord record;

    ls_trace_get_record (ls_player_get_trace (test_window_get_player (window)), ls_player_get_position (test_window_get_player (window)) - 1, &record);
    g_assert_cmpint (record.kind, ==, LS_RECORD_TASK_POSTED);
  }
  test_window_close (window);
}

/* Each task posts the next one. */
static const char long_session[] =
  "{ \"format\": \"loopscope-session\", \"version\": 1, \"title\": \"long\","
  "  \"program\": { \"kind\": \"steps\", \"main\": [ { \"op\": \"postTask\", \"body\": \"again\" } ],"
  "    \"bodies\": { \"again\": [ { \"op\": \"work\", \"ms\": 1 }, { \"op\": \"postTask\", \"body\": \"again\" } ] } } }";

static void
step_task (LsPlayer *player)
{
  ls_player_step_by (player, LS_STEPPING_TURN, FALSE);
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
  ls_debugger_get_budgets (ls_window_get_debugger (window), &steps, &time, &records, &kept);
  ls_debugger_set_budgets (ls_window_get_debugger (window), steps, time, records + 1, kept);
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
  test_window_add_act ();
  g_test_add_func ("/window/preset", test_window_preset);
  g_test_add_func ("/window/experiments", test_window_experiments);
  g_test_add_func ("/window/events", test_window_events);

  return g_test_run ();
}
