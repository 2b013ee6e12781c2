/* test-panes.c: lints, statistics, breakpoints and events of a run, in the window
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "test-window-util.h"

#include <glib/gstdio.h>

#include "ls-events-table.h"
#include "ls-lints-pane.h"
#include "ls-session-lints.h"
#include "ls-text.h"

static const char long_tasks[] =
  "const work = (ms) => { const end = performance.now() + ms; while (performance.now() < end); };\n"
  "const unused = new TaskController();\n"
  "scheduler.postTask(() => work(80), { priority: 'user-blocking' });\n"
  "scheduler.postTask(() => work(60), { priority: 'user-blocking' });\n"
  "scheduler.postTask(function quick() {}, { priority: 'background' });\n";

static void
run_to_end (LsWindow *window)
{
  ls_player_to_end (test_window_get_player (window));
  test_window_wait (window);
  test_ui_settle (GTK_WIDGET (window));
}

static void
show_view (LsWindow   *window,
           const char *name)
{
  test_window_activate (window, "win.show-view", "s", name);
  g_assert_cmpstr (gtk_stack_get_visible_child_name (GTK_STACK (test_window_get_child (window, "bottom_stack"))), ==, name);
  test_ui_settle (GTK_WIDGET (window));
}

static char *
get_tab_title (LsWindow  *window,
               GtkWidget *page)
{
  return g_strdup (gtk_stack_page_get_title (gtk_stack_get_page (GTK_STACK (test_window_get_child (window, "bottom_stack")), page)));
}

/* The first label below @root that contains @text and can be seen. */
static GtkWidget *
find_text (GtkWidget  *root,
           const char *text)
{
  const char *said = test_ui_get_text (root);

  if (said != NULL && gtk_widget_get_mapped (root) && strstr (said, text) != NULL)
    return root;
  for (GtkWidget *child = gtk_widget_get_first_child (root); child != NULL; child = gtk_widget_get_next_sibling (child))
    {
      GtkWidget *found = find_text (child, text);

      if (found != NULL)
        return found;
    }
  return NULL;
}

/* Lints are found while the program runs, counted in the tab, and lead to their record. */
static void
test_panes_lints (void)
{
  LsWindow *window = test_window_new_program (long_tasks, 1360, 860);
  LsLintsPane *pane = LS_LINTS_PANE (test_window_get_child (window, "lints"));
  g_autofree char *title = NULL;
  gsize position;

  run_to_end (window);
  test_ui_wait_for (ls_lints_pane_get_n_lints (pane) >= 3);
  title = get_tab_title (window, test_window_get_child (window, "lints"));
  g_assert_true (g_str_has_prefix (title, "Problems "));
  show_view (window, "lints");
  g_assert_nonnull (find_text (test_window_get_child (window, "lints"), "Long task"));

  position = ls_player_get_position (test_window_get_player (window));
  g_assert_true (gtk_widget_activate_action (test_window_get_child (window, "lints"), "lints.go-to", "u", 0));
  g_assert_cmpuint (ls_player_get_position (test_window_get_player (window)), <, position);
  g_assert_cmpint (ls_player_get_selection (test_window_get_player (window), NULL), !=, LS_SELECTION_NONE);
  test_window_close (window);
}

static const char same_tasks[] =
  "const work = (ms) => { const end = performance.now() + ms; while (performance.now() < end); };\n"
  "for (let i = 0; i < 5; i++) scheduler.postTask(function decode() { work(80); }, { priority: 'user-blocking' });\n";

/* A problem that repeats is one row that says how often. */
static void
test_panes_lints_fold (void)
{
  LsWindow *window = test_window_new_program (same_tasks, 1360, 860);
  GtkWidget *pane = test_window_get_child (window, "lints");

  run_to_end (window);
  test_ui_wait_for (ls_lints_pane_get_n_lints (LS_LINTS_PANE (pane)) == 1);
  show_view (window, "lints");
  test_ui_wait_for (find_text (pane, "decode”, 5 times") != NULL);
  test_window_close (window);
}

/* What is hidden stays hidden until undo or until it is shown again; the session keeps it. */
static void
test_panes_lints_hide (void)
{
  LsWindow *window = test_window_new_program (long_tasks, 1360, 860);
  LsLintsPane *pane = LS_LINTS_PANE (test_window_get_child (window, "lints"));
  LsSession *session = test_window_get_session (window);
  gsize position;
  guint n_lints;

  run_to_end (window);
  test_ui_wait_for (ls_lints_pane_get_n_lints (pane) >= 3);
  n_lints = ls_lints_pane_get_n_lints (pane);
  show_view (window, "lints");
  position = ls_player_get_position (test_window_get_player (window));

  g_assert_true (gtk_widget_activate_action (test_window_get_child (window, "lints"), "lints.suppress-kind", "u", 0));
  test_ui_wait_for (ls_lints_pane_get_n_lints (pane) < n_lints);
  g_assert_cmpuint (ls_session_get_n_suppressions (session), ==, 1);
  g_assert_true (ls_session_get_modified (session));
  g_assert_nonnull (test_ui_find (test_window_get_child (window, "lints"), GTK_TYPE_TOGGLE_BUTTON, "Show Hidden"));

  test_window_activate (window, "win.undo", NULL);
  test_ui_wait_for (ls_lints_pane_get_n_lints (pane) == n_lints);
  g_assert_cmpuint (ls_session_get_n_suppressions (session), ==, 0);
  g_assert_cmpuint (ls_player_get_position (test_window_get_player (window)), ==, position);
  test_window_activate (window, "win.redo", NULL);
  test_ui_wait_for (ls_lints_pane_get_n_lints (pane) < n_lints);

  g_assert_true (gtk_widget_activate_action (test_window_get_child (window, "lints"), "lints.show", "u", 0));
  test_ui_wait_for (ls_lints_pane_get_n_lints (pane) == n_lints);
  test_window_close (window);
}

/* The longest wait is one button away. */
static void
test_panes_statistics (void)
{
  LsWindow *window = test_window_new_program (long_tasks, 1360, 860);
  GtkWidget *button;
  g_autofree char *text = NULL;
  LsState *state;
  guint32 task = 0;

  run_to_end (window);
  show_view (window, "statistics");
  test_ui_wait_for (find_text (test_window_get_child (window, "statistics"), "Waited longest") != NULL);
  g_assert_nonnull (find_text (test_window_get_child (window, "statistics"), "user-blocking"));
  button = gtk_widget_get_ancestor (find_text (test_window_get_child (window, "statistics"), "Waited longest"), GTK_TYPE_BUTTON);
  g_assert_nonnull (button);
  gtk_widget_activate (button);
  test_ui_wait_for (ls_player_get_selection (test_window_get_player (window), &task) == LS_SELECTION_TASK);
  state = ls_player_get_state (test_window_get_player (window));
  text = ls_text_format_task (state, task);
  g_assert_cmpstr (text, ==, "quick");
  g_assert_cmpuint (ls_state_get_running_task (state), ==, task);
  test_window_close (window);
}

/* A breakpoint of the session stops in both directions and says why; the list switches it off and removes it, with undo. */
static void
test_panes_breakpoints (void)
{
  LsWindow *window = test_window_new_program (long_tasks, 1360, 860);
  LsSession *session = test_window_get_session (window);
  g_autoptr (LsBreakRule) rule = ls_break_rule_new (LS_BREAK_TASK_START);
  g_autofree char *reason = NULL;
  gsize position;

  rule->task = g_strdup ("quick");
  g_assert_true (ls_debugger_add_breakpoint (ls_window_get_debugger (window), rule, "add", NULL));
  test_window_activate (window, "win.to-breakpoint", NULL);
  position = ls_player_get_position (test_window_get_player (window));
  g_assert_false (ls_player_is_at_end (test_window_get_player (window)));
  reason = ls_player_get_break_reason (test_window_get_player (window));
  g_assert_nonnull (strstr (reason, "quick"));
  g_assert_true (gtk_revealer_get_reveal_child (GTK_REVEALER (test_window_get_child (window, "break_banner"))));
  g_assert_nonnull (strstr (gtk_label_get_text (GTK_LABEL (test_window_get_child (window, "break_reason"))), "quick"));

  ls_player_to_end (test_window_get_player (window));
  test_window_wait (window);
  g_assert_false (gtk_revealer_get_reveal_child (GTK_REVEALER (test_window_get_child (window, "break_banner"))));
  test_window_activate (window, "win.to-breakpoint-back", NULL);
  g_assert_cmpuint (ls_player_get_position (test_window_get_player (window)), ==, position);

  /* Playing stops there too. */
  ls_player_to_start (test_window_get_player (window));
  ls_player_set_speed (test_window_get_player (window), LS_SPEED_MAXIMUM);
  ls_player_set_running (test_window_get_player (window), TRUE);
  test_ui_wait_for (!ls_player_get_running (test_window_get_player (window)));
  g_assert_cmpuint (ls_player_get_position (test_window_get_player (window)), ==, position);

  show_view (window, "breakpoints");
  g_assert_nonnull (find_text (test_window_get_child (window, "breakpoints"), "quick"));
  g_assert_true (gtk_widget_activate_action (test_window_get_child (window, "breakpoints"), "breakpoints.toggle", "u", 0));
  g_assert_false (ls_session_get_breakpoint (session, 0)->enabled);
  g_assert_false (ls_breakpoints_is_active (ls_debugger_get_breakpoints (ls_window_get_debugger (window))));
  test_window_activate (window, "win.undo", NULL);
  g_assert_true (ls_session_get_breakpoint (session, 0)->enabled);
  g_assert_true (gtk_widget_activate_action (test_window_get_child (window, "breakpoints"), "breakpoints.remove", "u", 0));
  g_assert_cmpuint (ls_session_get_n_breakpoints (session), ==, 0);
  test_ui_wait_for (find_text (test_window_get_child (window, "breakpoints"), "No breakpoints") != NULL);
  test_window_activate (window, "win.undo", NULL);
  g_assert_cmpuint (ls_session_get_n_breakpoints (session), ==, 1);
  test_window_close (window);
}

/* Those at lines are the session's: the gutter and the list show the same ones, and undo takes both back. */
static void
test_panes_breakpoint_lines (void)
{
  LsWindow *window = test_window_new_program (long_tasks, 1360, 860);
  LsSession *session = test_window_get_session (window);
  LsBreakpoints *breakpoints = ls_debugger_get_breakpoints (ls_window_get_debugger (window));
  g_autoptr (LsBreakRule) rule = NULL;

  ls_breakpoints_add (breakpoints, "main.js", 3, 3);
  g_assert_cmpuint (ls_session_get_n_breakpoints (session), ==, 1);
  g_assert_cmpuint (ls_session_get_breakpoint (session, 0)->line, ==, 3);
  g_assert_false (ls_session_get_modified (session));
  test_window_activate (window, "win.undo", NULL);
  g_assert_cmpuint (ls_session_get_n_breakpoints (session), ==, 0);
  g_assert_cmpuint (ls_breakpoints_get_n (breakpoints), ==, 0);
  test_window_activate (window, "win.redo", NULL);
  g_assert_cmpuint (ls_breakpoints_get_n (breakpoints), ==, 1);

  rule = ls_break_rule_copy (ls_session_get_breakpoint (session, 0));
  rule->condition = g_strdup ("true");
  g_assert_true (ls_debugger_replace_breakpoint (ls_window_get_debugger (window), 0, rule, "change", NULL));
  test_window_wait (window);
  g_assert_cmpstr (ls_breakpoints_get (breakpoints, 0)->condition, ==, "true");
  g_assert_cmpint (ls_breakpoints_get (breakpoints, 0)->index, >=, 0);
  ls_player_to_start (test_window_get_player (window));
  test_window_activate (window, "win.to-breakpoint", NULL);
  g_assert_false (ls_player_is_at_end (test_window_get_player (window)));
  test_window_close (window);
}

/* The form makes what it says, and refuses what is none. */
static void
test_panes_break_dialog (void)
{
  LsWindow *window = test_window_new_program (long_tasks, 1360, 860);
  LsSession *session = test_window_get_session (window);
  GtkWidget *accept;
  g_autoptr (LsBreakRule) rule = ls_break_rule_new (LS_BREAK_WAIT);

  test_window_activate (window, "win.new-breakpoint", NULL);
  g_assert_nonnull (ls_window_get_dialog (window));
  accept = test_ui_find (ls_window_get_dialog (window), GTK_TYPE_BUTTON, "accept");
  g_assert_true (gtk_widget_get_sensitive (accept));
  gtk_editable_set_text (GTK_EDITABLE (test_ui_find (ls_window_get_dialog (window), ADW_TYPE_ENTRY_ROW, "from")), "many");
  g_assert_false (gtk_widget_get_sensitive (accept));
  gtk_editable_set_text (GTK_EDITABLE (test_ui_find (ls_window_get_dialog (window), ADW_TYPE_ENTRY_ROW, "from")), "2");
  g_assert_true (gtk_widget_get_sensitive (accept));
  gtk_editable_set_text (GTK_EDITABLE (test_ui_find (ls_window_get_dialog (window), ADW_TYPE_ENTRY_ROW, "task")), "qu*");
  g_signal_emit_by_name (accept, "clicked");
  test_ui_wait_for (ls_window_get_dialog (window) == NULL);
  g_assert_cmpuint (ls_session_get_n_breakpoints (session), ==, 1);
  g_assert_cmpstr (ls_session_get_breakpoint (session, 0)->task, ==, "qu*");
  g_assert_cmpuint (ls_session_get_breakpoint (session, 0)->from, ==, 2);

  /* What is edited comes out as it was. */
  rule->time = 5250;
  g_assert_true (ls_debugger_add_breakpoint (ls_window_get_debugger (window), rule, "add", NULL));
  g_assert_true (gtk_widget_activate_action (test_window_get_child (window, "breakpoints"), "breakpoints.edit", "u", 1));
  g_signal_emit_by_name (test_ui_find (ls_window_get_dialog (window), GTK_TYPE_BUTTON, "accept"), "clicked");
  test_ui_wait_for (ls_window_get_dialog (window) == NULL);
  g_assert_cmpuint (ls_session_get_n_breakpoints (session), ==, 2);
  g_assert_true (ls_break_rule_equal (ls_session_get_breakpoint (session, 1), rule));

  /* Of shared memory: an index and a value need not be said, but are numbers. */
  g_clear_pointer (&rule, ls_break_rule_free);
  rule = ls_break_rule_new (LS_BREAK_MEMORY);
  rule->memory = g_strdup ("count");
  rule->agent = g_strdup ("T1");
  rule->value = g_strdup ("18446744073709551615");
  g_assert_true (ls_debugger_add_breakpoint (ls_window_get_debugger (window), rule, "add", NULL));
  g_assert_true (gtk_widget_activate_action (test_window_get_child (window, "breakpoints"), "breakpoints.edit", "u", 2));
  accept = test_ui_find (ls_window_get_dialog (window), GTK_TYPE_BUTTON, "accept");
  g_assert_cmpstr (gtk_editable_get_text (GTK_EDITABLE (test_ui_find (ls_window_get_dialog (window), ADW_TYPE_ENTRY_ROW, "index"))), ==, "");
  gtk_editable_set_text (GTK_EDITABLE (test_ui_find (ls_window_get_dialog (window), ADW_TYPE_ENTRY_ROW, "index")), "x");
  g_assert_false (gtk_widget_get_sensitive (accept));
  gtk_editable_set_text (GTK_EDITABLE (test_ui_find (ls_window_get_dialog (window), ADW_TYPE_ENTRY_ROW, "index")), "3");
  g_assert_true (gtk_widget_get_sensitive (accept));
  gtk_editable_set_text (GTK_EDITABLE (test_ui_find (ls_window_get_dialog (window), ADW_TYPE_ENTRY_ROW, "value")), "1.5");
  g_assert_false (gtk_widget_get_sensitive (accept));
  gtk_editable_set_text (GTK_EDITABLE (test_ui_find (ls_window_get_dialog (window), ADW_TYPE_ENTRY_ROW, "value")), "18446744073709551616");
  g_assert_false (gtk_widget_get_sensitive (accept));
  g_assert_nonnull (strstr (gtk_label_get_label (GTK_LABEL (test_ui_find (ls_window_get_dialog (window), GTK_TYPE_LABEL, "sentence"))),
                            "to 9223372036854775807"));
  gtk_editable_set_text (GTK_EDITABLE (test_ui_find (ls_window_get_dialog (window), ADW_TYPE_ENTRY_ROW, "value")), "-1");
  g_assert_false (gtk_widget_get_visible (test_ui_find (ls_window_get_dialog (window), ADW_TYPE_ENTRY_ROW, "task")));
  g_signal_emit_by_name (accept, "clicked");
  test_ui_wait_for (ls_window_get_dialog (window) == NULL);
  g_assert_cmpuint (ls_session_get_breakpoint (session, 2)->index, ==, 3);
  g_assert_cmpstr (ls_session_get_breakpoint (session, 2)->value, ==, "-1");
  g_assert_cmpstr (ls_session_get_breakpoint (session, 2)->agent, ==, "T1");
  test_window_close (window);
}

static guint
count_rows (LsWindow *window)
{
  return g_list_model_get_n_items (G_LIST_MODEL (ls_events_table_get_rows (LS_EVENTS_TABLE (test_window_get_child (window, "events")))));
}

/* Filters narrow the table and can be combined; the count tells of how many. */
static void
test_panes_events (void)
{
  LsWindow *window = test_window_new_program (long_tasks, 1360, 860);
  GtkWidget *priority = test_ui_find (test_window_get_child (window, "events"), GTK_TYPE_DROP_DOWN, "priority");
  GtkWidget *from = test_ui_find (test_window_get_child (window, "events"), GTK_TYPE_ENTRY, "from");
  GtkWidget *selected = test_ui_find (test_window_get_child (window, "events"), GTK_TYPE_TOGGLE_BUTTON, "selected");
  GtkWidget *count = test_ui_find (test_window_get_child (window, "events"), GTK_TYPE_LABEL, "count");
  GtkWidget *none = test_ui_find (test_window_get_child (window, "events"), GTK_TYPE_LABEL, "none");
  guint n_all, n_few;

  run_to_end (window);
  show_view (window, "events");
  n_all = count_rows (window);
  g_assert_cmpuint (n_all, ==, ls_trace_get_length (ls_player_get_trace (test_window_get_player (window))));
  g_assert_false (gtk_widget_get_visible (none));

  gtk_drop_down_set_selected (GTK_DROP_DOWN (priority), 3);
  test_ui_wait_for (strstr (gtk_label_get_text (GTK_LABEL (count)), " of ") != NULL);
  n_few = count_rows (window);
  g_assert_cmpuint (n_few, >, 0);
  g_assert_cmpuint (n_few, <, n_all);
  gtk_drop_down_set_selected (GTK_DROP_DOWN (priority), 0);
  test_ui_wait_for (count_rows (window) == n_all);

  gtk_editable_set_text (GTK_EDITABLE (from), "100");
  test_ui_wait_for (count_rows (window) > 0 && count_rows (window) < n_all);
  gtk_editable_set_text (GTK_EDITABLE (from), "soon");
  g_assert_true (gtk_widget_has_css_class (from, "error"));
  gtk_editable_set_text (GTK_EDITABLE (from), "");
  test_ui_wait_for (count_rows (window) == n_all);

  g_assert_false (gtk_widget_get_sensitive (selected));
  ls_player_select (test_window_get_player (window), LS_SELECTION_TASK, 1);
  g_assert_true (gtk_widget_get_sensitive (selected));
  gtk_toggle_button_set_active (GTK_TOGGLE_BUTTON (selected), TRUE);
  test_ui_wait_for (count_rows (window) > 0 && count_rows (window) < n_all);
  gtk_toggle_button_set_active (GTK_TOGGLE_BUTTON (selected), FALSE);
  test_ui_wait_for (count_rows (window) == n_all);

  g_assert_true (gtk_widget_activate_action (test_window_get_child (window, "events"), "events.kinds", "b", FALSE));
  test_ui_wait_for (count_rows (window) == 0);
  test_ui_wait_for (gtk_widget_get_visible (none));
  g_assert_true (gtk_widget_activate_action (test_window_get_child (window, "events"), "events.kinds", "b", TRUE));
  test_ui_wait_for (count_rows (window) == n_all);
  test_ui_wait_for (!gtk_widget_get_visible (none));
  test_window_close (window);
}

static GtkListBoxRow *
get_choice (GtkWidget *chooser,
            int        index)
{
  return gtk_list_box_get_row_at_index (GTK_LIST_BOX (test_ui_find (chooser, GTK_TYPE_LIST_BOX, NULL)), index);
}

/* A task or signal is found by its name among all of the trace, and lists what is about it. */
static void
test_panes_events_about (void)
{
  LsWindow *window = test_window_new (TEST_EXAMPLE, 1360, 860);
  GtkWidget *about = test_ui_find (test_window_get_child (window, "events"), GTK_TYPE_MENU_BUTTON, "about");
  GtkWidget *label = test_ui_find (test_window_get_child (window, "events"), GTK_TYPE_LABEL, "about_label");
  GtkWidget *chooser = test_ui_find (test_window_get_child (window, "events"), g_type_from_name ("LsThingChooser"), NULL);
  GtkWidget *search = test_ui_find (chooser, GTK_TYPE_SEARCH_ENTRY, NULL);
  GtkWidget *note = test_ui_find (chooser, GTK_TYPE_LABEL, "note");
  guint n_all;

  run_to_end (window);
  show_view (window, "events");
  n_all = count_rows (window);
  gtk_menu_button_popup (GTK_MENU_BUTTON (about));
  test_ui_wait_for (get_choice (chooser, 40) != NULL);
  g_assert_nonnull (find_text (chooser, "Everything"));
  g_assert_nonnull (find_text (chooser, "Signal “c1 gallery”"));
  test_ui_wait_for (strstr (gtk_label_get_text (GTK_LABEL (note)), "more") != NULL);

  gtk_editable_set_text (GTK_EDITABLE (search), "UPLOAD");
  test_ui_wait_for (find_text (chooser, "Everything") == NULL && get_choice (chooser, 1) != NULL);
  g_assert_nonnull (find_text (chooser, "Signal “c3 upload”"));
  gtk_editable_set_text (GTK_EDITABLE (search), "no such thing");
  test_ui_wait_for (get_choice (chooser, 0) == NULL && gtk_widget_get_visible (note) &&
                    strstr (gtk_label_get_text (GTK_LABEL (note)), "No match") != NULL);
  gtk_editable_set_text (GTK_EDITABLE (search), "toast");
  test_ui_wait_for (find_text (chooser, "“toast”") != NULL);
  g_signal_emit_by_name (test_ui_find (chooser, GTK_TYPE_LIST_BOX, NULL), "row-activated", get_choice (chooser, 0));
  g_assert_cmpstr (gtk_label_get_text (GTK_LABEL (label)), ==, "toast");
  test_ui_wait_for (count_rows (window) > 0 && count_rows (window) < n_all);
  test_ui_save_picture (GTK_WIDGET (window), "events-about");

  /* Another run has other tasks. */
  test_window_activate (window, "win.preset", "s", "spec");
  test_window_wait (window);
  g_assert_cmpstr (gtk_label_get_text (GTK_LABEL (label)), ==, "Everything");
  test_window_close (window);
}

/* How many of each kind there are is told whatever is filtered. */
static void
test_panes_events_counts (void)
{
  LsWindow *window = test_window_new_program (long_tasks, 1360, 860);
  GtkWidget *kinds = test_ui_find (test_window_get_child (window, "events"), GTK_TYPE_MENU_BUTTON, "kinds");
  GtkWidget *priority = test_ui_find (test_window_get_child (window, "events"), GTK_TYPE_DROP_DOWN, "priority");
  g_autofree char *all = g_strdup_printf ("%s (4)", ls_text_record_kind (LS_RECORD_TASK_FINISHED));
  g_autofree char *one = g_strdup_printf ("%s (1)", ls_text_record_kind (LS_RECORD_TASK_FINISHED));

  run_to_end (window);
  show_view (window, "events");
  gtk_menu_button_popup (GTK_MENU_BUTTON (kinds));
  test_ui_wait_for (find_text (test_window_get_child (window, "events"), all) != NULL);
  gtk_drop_down_set_selected (GTK_DROP_DOWN (priority), 3);
  test_ui_wait_for (find_text (test_window_get_child (window, "events"), one) != NULL);
  gtk_drop_down_set_selected (GTK_DROP_DOWN (priority), 0);
  test_ui_wait_for (find_text (test_window_get_child (window, "events"), all) != NULL);
  test_window_close (window);
}

static void
copied_cb (GObject      *clipboard,
           GAsyncResult *result,
           gpointer      user_data)
{
  *(char **) user_data = gdk_clipboard_read_text_finish (GDK_CLIPBOARD (clipboard), result, NULL);
}

/* Several rows that are selected are copied as lines, without moving the window; one is gone to. */
static void
test_panes_events_copy (void)
{
  LsWindow *window = test_window_new (TEST_EXAMPLE, 1360, 860);
  GtkSelectionModel *rows = ls_events_table_get_rows (LS_EVENTS_TABLE (test_window_get_child (window, "events")));
  g_autofree char *text = NULL;
  g_auto (GStrv) lines = NULL;

  run_to_end (window);
  show_view (window, "events");
  gtk_selection_model_select_item (rows, 3, TRUE);
  g_assert_cmpuint (ls_player_get_position (test_window_get_player (window)), ==, 4);
  gtk_selection_model_select_range (rows, 5, 3, FALSE);
  g_assert_cmpuint (ls_player_get_position (test_window_get_player (window)), ==, 4);
  g_assert_true (gtk_selection_model_is_selected (rows, 3));
  g_assert_true (gtk_widget_activate_action (test_window_get_child (window, "events"), "events.copy", NULL));
  gdk_clipboard_read_text_async (gtk_widget_get_clipboard (test_window_get_child (window, "events")), NULL, copied_cb, &text);
  test_ui_wait_for (text != NULL);
  lines = g_strsplit (text, "\n", -1);
  g_assert_cmpuint (g_strv_length (lines), ==, 5);
  g_assert_true (g_str_has_prefix (lines[0], "No.\t"));
  g_assert_true (g_str_has_prefix (lines[1], "4\t"));
  g_assert_true (g_str_has_prefix (lines[4], "8\t"));
  for (guint i = 0; lines[i] != NULL; i++)
    {
      g_auto (GStrv) cells = g_strsplit (lines[i], "\t", -1);

      g_assert_cmpuint (g_strv_length (cells), ==, 5);
    }

  /* Moving marks the row of the position alone. */
  test_window_activate (window, "win.step", NULL);
  g_assert_false (gtk_selection_model_is_selected (rows, 5));
  test_window_close (window);
}

/* What is listed is what is exported; an export that is cancelled leaves the file as it was. */
static void
test_panes_events_export (void)
{
  LsWindow *window = test_window_new_program (long_tasks, 1360, 860);
  GtkWidget *bar = test_ui_find (test_window_get_child (window, "events"), GTK_TYPE_REVEALER, "export_bar");
  g_autofree char *path = g_build_filename (g_get_user_data_dir (), "test-panes.csv", NULL);
  g_autoptr (GFile) file = g_file_new_for_path (path);
  g_autofree char *text = NULL;
  g_auto (GStrv) lines = NULL;

  g_assert_cmpint (g_mkdir_with_parents (g_get_user_data_dir (), 0700), ==, 0);
  run_to_end (window);
  show_view (window, "events");
  ls_events_table_export (LS_EVENTS_TABLE (test_window_get_child (window, "events")), file, LS_RECORD_FORMAT_CSV);
  g_assert_true (gtk_revealer_get_reveal_child (GTK_REVEALER (bar)));
  test_ui_wait_for (!gtk_revealer_get_reveal_child (GTK_REVEALER (bar)));
  g_assert_true (g_file_get_contents (path, &text, NULL, NULL));
  lines = g_strsplit (text, "\r\n", -1);
  g_assert_true (g_str_has_prefix (lines[0], "position,"));
  g_assert_cmpuint (g_strv_length (lines), ==, count_rows (window) + 2);

  g_assert_true (g_file_set_contents (path, "before", -1, NULL));
  ls_events_table_export (LS_EVENTS_TABLE (test_window_get_child (window, "events")), file, LS_RECORD_FORMAT_JSON);
  g_assert_true (gtk_widget_activate_action (test_window_get_child (window, "events"), "events.cancel-export", NULL));
  test_ui_wait_for (!gtk_revealer_get_reveal_child (GTK_REVEALER (bar)));
  g_clear_pointer (&text, g_free);
  g_assert_true (g_file_get_contents (path, &text, NULL, NULL));
  g_assert_cmpstr (text, ==, "before");
  g_assert_cmpint (g_remove (path), ==, 0);
  test_window_close (window);
}

/* Nothing in a pane keeps the window alive. */
static void
test_panes_lifetime (void)
{
  LsWindow *window = test_window_new_program (long_tasks, 1360, 860);
  GtkWidget *lints = test_window_get_child (window, "lints");
  GtkWidget *statistics = test_window_get_child (window, "statistics");

  run_to_end (window);
  show_view (window, "lints");
  show_view (window, "statistics");
  g_object_add_weak_pointer (G_OBJECT (lints), (gpointer *) &lints);
  g_object_add_weak_pointer (G_OBJECT (statistics), (gpointer *) &statistics);
  test_window_close (window);
  test_ui_wait_for (lints == NULL && statistics == NULL);
}

/* A task that waited for nothing would have waited with a lower priority: the session runs again for each of them. */
static void
test_panes_inspector_waits (void)
{
  LsWindow *window = test_window_new_program (long_tasks, 1360, 860);
  GtkWidget *compare = test_ui_find (test_window_get_child (window, "inspector"), GTK_TYPE_BUTTON, "compare");
  GtkWidget *waits = test_ui_find (test_window_get_child (window, "inspector"), GTK_TYPE_LABEL, "waits");
  LsTrace *trace = ls_player_get_trace (test_window_get_player (window));
  gsize position;

  run_to_end (window);
  position = ls_player_get_position (test_window_get_player (window));
  g_assert_false (gtk_widget_get_visible (compare));
  ls_player_select (test_window_get_player (window), LS_SELECTION_TASK, 2);
  g_assert_true (gtk_widget_get_visible (compare));
  g_signal_emit_by_name (compare, "clicked");
  g_assert_true (gtk_widget_get_visible (waits));
  test_ui_wait_for (strstr (gtk_label_get_text (GTK_LABEL (waits)), "…") == NULL);
  g_assert_cmpstr (gtk_label_get_text (GTK_LABEL (waits)), ==,
                   "Would have waited 60.01 ms with priority user-visible\nWould have waited 60.01 ms with priority background");
  g_assert_true (ls_player_get_trace (test_window_get_player (window)) == trace);
  g_assert_cmpuint (ls_player_get_position (test_window_get_player (window)), ==, position);

  /* Of another task nothing is known yet; a look for it that is given up changes nothing. */
  ls_player_select (test_window_get_player (window), LS_SELECTION_TASK, 4);
  g_assert_true (gtk_widget_get_visible (compare));
  g_assert_false (gtk_widget_get_visible (waits));
  g_signal_emit_by_name (compare, "clicked");
  ls_player_select (test_window_get_player (window), LS_SELECTION_TASK, 3);
  test_ui_settle (GTK_WIDGET (window));
  g_assert_false (gtk_widget_get_visible (waits));

  /* Another run knows nothing of this one. */
  g_signal_emit_by_name (compare, "clicked");
  test_window_activate (window, "win.run-again", NULL);
  test_window_close (window);
}

int
main (int   argc,
      char *argv[])
{
  test_window_init (&argc, &argv);

  g_test_add_func ("/panes/inspector-waits", test_panes_inspector_waits);
  g_test_add_func ("/panes/lints", test_panes_lints);
  g_test_add_func ("/panes/lints/fold", test_panes_lints_fold);
  g_test_add_func ("/panes/lints/hide", test_panes_lints_hide);
  g_test_add_func ("/panes/statistics", test_panes_statistics);
  g_test_add_func ("/panes/breakpoints", test_panes_breakpoints);
  g_test_add_func ("/panes/breakpoints/lines", test_panes_breakpoint_lines);
  g_test_add_func ("/panes/breakpoints/dialog", test_panes_break_dialog);
  g_test_add_func ("/panes/events", test_panes_events);
  g_test_add_func ("/panes/events/about", test_panes_events_about);
  g_test_add_func ("/panes/events/counts", test_panes_events_counts);
  g_test_add_func ("/panes/events/copy", test_panes_events_copy);
  g_test_add_func ("/panes/events/export", test_panes_events_export);
  g_test_add_func ("/panes/lifetime", test_panes_lifetime);

  return g_test_run ();
}
