/* test-signals.c: the tree of signals: relations, a change that runs through it, its menu
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "test-window-util.h"

#include <string.h>

#include "ls-breakpoint.h"
#include "ls-queue-box.h"
#include "ls-signal-row.h"
#include "ls-signal-tree.h"
#include "ls-task-control.h"

/* A row whose description has all of this, from words apart by "|". */
static GtkWidget *
find_row (GtkWidget  *widget,
          const char *words)
{
  if (LS_IS_SIGNAL_ROW (widget) && gtk_widget_get_mapped (widget))
    {
      g_autofree char *text = gtk_widget_get_tooltip_text (widget) != NULL
                                ? g_strdup (gtk_widget_get_tooltip_text (widget)) : g_strdup ("");
      g_auto (GStrv) parts = g_strsplit (words, "|", -1);
      gboolean all = TRUE;

      for (guint i = 0; parts[i] != NULL; i++)
        all = all && strstr (text, parts[i]) != NULL;
      return all ? widget : NULL;
    }
  for (GtkWidget *child = gtk_widget_get_first_child (widget); child != NULL; child = gtk_widget_get_next_sibling (child))
    {
      GtkWidget *found = find_row (child, words);

      if (found != NULL)
        return found;
    }
  return NULL;
}

static LsProbe *
get_probe (LsTrace *trace)
{
  return ls_trace_get_probe (trace);
}

#define write_record(trace, record_kind, ...) \
  write_full (trace, (LsRecord) { .kind = LS_RECORD_##record_kind, .priority = LS_TASK_PRIORITY_NONE, __VA_ARGS__ })

#pragma GCC diagnostic ignored "-Woverride-init"

static void
write_full (LsTrace  *trace,
            LsRecord  record)
{
  ls_probe_emit (get_probe (trace), &record);
}

static guint32
text_of (LsTrace    *trace,
         const char *text)
{
  return ls_probe_intern (get_probe (trace), text);
}

/* 1 and 2 are controllers; 3 follows 1 for both, 4 follows 1 for its priority and 2 for abort, 5 is aborted with 2. */
static LsTrace *
new_tree (void)
{
  LsTrace *trace = ls_trace_new ();
  guint8 task_signal = LS_RECORD_FLAG_TASK_SIGNAL;

  write_record (trace, SIGNAL_CREATED, .subject = 1, .text = text_of (trace, "one"), .priority = LS_TASK_PRIORITY_BACKGROUND,
                .flags = task_signal | LS_RECORD_FLAG_CONTROLLER);
  write_record (trace, SIGNAL_CREATED, .subject = 2, .text = text_of (trace, "two"), .priority = LS_TASK_PRIORITY_BACKGROUND,
                .flags = task_signal | LS_RECORD_FLAG_CONTROLLER);
  write_record (trace, SIGNAL_CREATED, .subject = 3, .object = 1, .text = text_of (trace, "both"),
                .priority = LS_TASK_PRIORITY_BACKGROUND, .flags = task_signal | LS_RECORD_FLAG_DEPENDENT);
  write_record (trace, SIGNAL_ABORT_SOURCE, .subject = 3, .object = 1);
  write_record (trace, SIGNAL_CREATED, .subject = 4, .object = 1, .text = text_of (trace, "split"),
                .priority = LS_TASK_PRIORITY_BACKGROUND, .flags = task_signal | LS_RECORD_FLAG_DEPENDENT);
  write_record (trace, SIGNAL_ABORT_SOURCE, .subject = 4, .object = 2);
  write_record (trace, SIGNAL_CREATED, .subject = 5, .text = text_of (trace, "plain"), .flags = LS_RECORD_FLAG_DEPENDENT);
  write_record (trace, SIGNAL_ABORT_SOURCE, .subject = 5, .object = 2);
  write_record (trace, SIGNAL_LISTENERS, .subject = 5, .value = 2, .text = text_of (trace, "abort"));
  ls_probe_publish (get_probe (trace));
  return trace;
}

static GtkWindow *
new_window (LsPlayer *player)
{
  GtkWidget *tree = g_object_new (LS_TYPE_SIGNAL_TREE, NULL);

  ls_signal_tree_set_player (LS_SIGNAL_TREE (tree), player);
  return test_ui_new_window (tree, 340, 480);
}

static GtkWidget *
find_part (GtkWidget  *row,
           const char *id)
{
  for (GtkWidget *child = gtk_widget_get_first_child (row); child != NULL; child = gtk_widget_get_next_sibling (child))
    {
      GtkWidget *found = g_strcmp0 (gtk_buildable_get_buildable_id (GTK_BUILDABLE (child)), id) == 0 ? child
                                                                                                     : find_part (child, id);

      if (found != NULL)
        return found;
    }
  return NULL;
}

static void
assert_pill (GtkWidget  *row,
             const char *text)
{
  GtkWidget *pill = find_part (row, "pill");

  g_assert_cmpint (gtk_widget_get_visible (pill), ==, text != NULL);
  if (text != NULL)
    g_assert_cmpstr (gtk_label_get_label (GTK_LABEL (pill)), ==, text);
}

/* Each signal has one row. What else aborts it is a link. */
static void
test_relations (void)
{
  g_autoptr (LsPlayer) player = test_player_new (new_tree ());
  GtkWindow *window = new_window (player);
  GtkWidget *root = GTK_WIDGET (window);
  GtkWidget *row, *detail;
  gboolean is_handled = FALSE;
  guint32 id;

  g_assert_cmpuint (test_ui_count (root, LS_TYPE_SIGNAL_ROW), ==, 5);
  row = find_row (root, "one, background");
  assert_pill (row, NULL);
  g_assert_true (gtk_widget_get_visible (find_part (row, "priority")));
  g_assert_cmpstr (gtk_menu_button_get_label (GTK_MENU_BUTTON (find_part (row, "priority"))), ==, "background");
  g_assert_true (gtk_widget_has_css_class (find_part (row, "priority"), "background"));
  g_assert_true (gtk_widget_get_visible (find_part (row, "abort")));
  row = find_row (root, "both|follows the priority of one and is aborted with it");
  assert_pill (row, "follows");
  g_assert_true (gtk_widget_has_css_class (find_part (row, "pill"), "background"));
  g_assert_false (gtk_widget_get_visible (find_part (row, "priority")));
  g_assert_false (gtk_widget_get_visible (find_part (row, "abort")));
  g_assert_false (gtk_widget_get_visible (find_part (row, "detail")));
  row = find_row (root, "plain|2 listeners|is aborted with two");
  assert_pill (row, "aborted with it");
  row = find_row (root, "split|follows the priority of one|aborted with two");
  assert_pill (row, "follows");
  gtk_test_accessible_assert_role (GTK_ACCESSIBLE (row), GTK_ACCESSIBLE_ROLE_GROUP);
  detail = find_part (row, "detail");
  g_assert_cmpstr (gtk_label_get_text (GTK_LABEL (detail)), ==, "aborted with two");
  g_signal_emit_by_name (detail, "activate-link", "2", &is_handled);
  g_assert_true (is_handled);
  g_assert_cmpint (ls_player_get_selection (player, &id), ==, LS_SELECTION_SIGNAL);
  g_assert_cmpuint (id, ==, 2);
  g_assert_true (gtk_widget_has_css_class (find_row (root, "two, background"), "linked"));

  ls_player_select (player, LS_SELECTION_SIGNAL, 4);
  g_assert_true (gtk_widget_has_css_class (row, "linked"));
  g_assert_false (gtk_widget_has_css_class (find_row (root, "both"), "linked"));
  test_ui_save_picture (root, "signals-relations");
  gtk_window_destroy (window);
}

/* A signal of many sources names some of them, in markup that its names cannot break. */
static void
test_sources (void)
{
  LsTrace *trace = ls_trace_new ();
  g_autoptr (LsPlayer) player = NULL;
  GtkWindow *window;
  GtkWidget *detail;

  for (guint i = 1; i <= 12; i++)
    {
      g_autofree char *name = g_strdup_printf ("<s%u>", i);

      write_record (trace, SIGNAL_CREATED, .subject = i, .text = text_of (trace, name), .flags = LS_RECORD_FLAG_CONTROLLER);
    }
  write_record (trace, SIGNAL_CREATED, .subject = 13, .text = text_of (trace, "all"), .flags = LS_RECORD_FLAG_DEPENDENT);
  for (guint i = 1; i <= 12; i++)
    write_record (trace, SIGNAL_ABORT_SOURCE, .subject = 13, .object = i);
  ls_probe_publish (get_probe (trace));
  player = test_player_new (trace);
  window = new_window (player);
  detail = find_part (find_row (GTK_WIDGET (window), "all, is aborted with <s1>"), "detail");
  g_assert_cmpstr (gtk_label_get_text (GTK_LABEL (detail)), ==,
                   "also aborted with <s2>, <s3>, <s4>, <s5>, <s6>, <s7>, <s8>, <s9>, 3 more");
  gtk_window_destroy (window);
}

/* Whatever a file says, each signal has one row, and there is an end: in circles, and in chains that are deep. */
static void
test_odd_trees (void)
{
  LsTrace *trace = ls_trace_new ();
  g_autoptr (LsPlayer) player = NULL;
  GtkWindow *window;
  GtkWidget *list;

  for (guint i = 1; i <= 3; i++)
    write_record (trace, SIGNAL_CREATED, .subject = i, .object = i % 3 + 1, .priority = LS_TASK_PRIORITY_BACKGROUND,
                  .flags = LS_RECORD_FLAG_TASK_SIGNAL);
  for (guint i = 4; i <= 20000; i++)
    write_record (trace, SIGNAL_CREATED, .subject = i, .object = i > 4 ? i - 1 : 0, .priority = LS_TASK_PRIORITY_BACKGROUND,
                  .flags = LS_RECORD_FLAG_TASK_SIGNAL);
  ls_probe_publish (get_probe (trace));
  player = test_player_new (trace);
  window = new_window (player);
  list = test_ui_find (GTK_WIDGET (window), GTK_TYPE_LIST_VIEW, "list");
  g_assert_cmpuint (g_list_model_get_n_items (G_LIST_MODEL (gtk_list_view_get_model (GTK_LIST_VIEW (list)))), ==, 20000);
  gtk_window_destroy (window);
}

/* The source changes, its event is dispatched; then its dependents have their turn, one after the other. */
static void
test_change (void)
{
  g_autoptr (LsTrace) trace = g_object_ref (new_tree ());
  g_autoptr (LsPlayer) player = test_player_new (trace);
  GtkWindow *window = new_window (player);
  GtkWidget *root = GTK_WIDGET (window);
  GtkWidget *clause = test_ui_find (root, GTK_TYPE_LABEL, "clause");

  g_assert_false (gtk_widget_get_visible (clause));
  write_record (trace, SIGNAL_PRIORITY, .subject = 1, .value = LS_TASK_PRIORITY_BACKGROUND,
                .priority = LS_TASK_PRIORITY_USER_BLOCKING, .clause = LS_CLAUSE_SIGNAL_PRIORITY_CHANGE, .step = 5);
  write_record (trace, EVENT_BEGIN, .subject = 1, .text = text_of (trace, "prioritychange"),
                .clause = LS_CLAUSE_SIGNAL_PRIORITY_CHANGE, .step = 7);
  ls_probe_publish (get_probe (trace));
  ls_player_seek (player, ls_trace_get_length (trace));
  g_assert_nonnull (find_row (root, "one|user-blocking|prioritychange event dispatched here"));
  g_assert_true (gtk_widget_has_css_class (find_row (root, "one"), "dispatching"));
  g_assert_true (gtk_widget_has_css_class (find_row (root, "one"), "pulse") ||
                 gtk_widget_has_css_class (find_row (root, "one"), "pulse-again"));
  g_assert_nonnull (find_row (root, "both|comes next"));
  g_assert_nonnull (find_row (root, "split|comes later"));
  /* Until then it has its old priority. */
  assert_pill (find_row (root, "split"), "background");
  g_assert_true (gtk_widget_get_visible (clause));
  g_assert_cmpstr (gtk_label_get_label (GTK_LABEL (clause)), ==, "§3.3 signal priority change, step 7");
  test_ui_save_picture (root, "signals-change");

  write_record (trace, EVENT_END, .subject = 1, .text = text_of (trace, "prioritychange"));
  write_record (trace, SIGNAL_PRIORITY, .subject = 3, .object = 1, .value = LS_TASK_PRIORITY_BACKGROUND,
                .priority = LS_TASK_PRIORITY_USER_BLOCKING, .clause = LS_CLAUSE_SIGNAL_PRIORITY_CHANGE, .step = 5);
  ls_probe_publish (get_probe (trace));
  ls_player_seek (player, ls_trace_get_length (trace));
  g_assert_null (find_row (root, "both|comes next"));
  g_assert_nonnull (find_row (root, "split|comes next"));
  g_assert_false (gtk_widget_has_css_class (find_row (root, "one"), "pulse") ||
                  gtk_widget_has_css_class (find_row (root, "one"), "pulse-again"));

  write_record (trace, SIGNAL_PRIORITY, .subject = 4, .object = 1, .value = LS_TASK_PRIORITY_BACKGROUND,
                .priority = LS_TASK_PRIORITY_USER_BLOCKING);
  write_record (trace, SIGNAL_ABORTED, .subject = 2, .text = text_of (trace, "enough"));
  write_record (trace, SIGNAL_ABORTED, .subject = 5, .object = 2, .text = text_of (trace, "enough"));
  write_record (trace, SIGNAL_FINALIZED, .subject = 3);
  ls_probe_publish (get_probe (trace));
  ls_player_seek (player, ls_trace_get_length (trace));
  g_assert_false (gtk_widget_get_visible (clause));
  g_assert_null (find_row (root, "both"));
  g_assert_nonnull (find_row (root, "two|aborted: enough"));
  assert_pill (find_row (root, "two, background"), "aborted: enough");
  assert_pill (find_row (root, "plain"), "aborted: enough");
  g_assert_false (gtk_widget_get_visible (find_part (find_row (root, "two, background"), "abort")));
  g_assert_false (gtk_widget_get_visible (find_part (find_row (root, "two, background"), "priority")));
  g_assert_nonnull (find_row (root, "plain|aborted with two: enough"));
  gtk_window_destroy (window);
}

/* Ten thousand signals: a few rows, and a search. */
static void
test_many (void)
{
  LsTrace *trace = ls_trace_new ();
  g_autoptr (LsPlayer) player = NULL;
  GtkWindow *window;
  GtkWidget *search;

  for (guint i = 1; i <= 10000; i++)
    {
      g_autofree char *name = g_strdup_printf ("signal %u", i);

      write_record (trace, SIGNAL_CREATED, .subject = i, .object = i % 10 != 1 ? i - (i - 1) % 10 : 0,
                    .text = text_of (trace, name), .priority = LS_TASK_PRIORITY_BACKGROUND,
                    .flags = LS_RECORD_FLAG_TASK_SIGNAL);
    }
  ls_probe_publish (get_probe (trace));
  player = test_player_new (trace);
  window = new_window (player);
  g_assert_cmpuint (test_ui_count (GTK_WIDGET (window), LS_TYPE_SIGNAL_ROW), <, 300);
  search = test_ui_find (GTK_WIDGET (window), GTK_TYPE_SEARCH_ENTRY, "search");
  g_assert_true (gtk_widget_get_visible (search));
  gtk_editable_set_text (GTK_EDITABLE (search), "SIGNAL 9876");
  test_ui_wait_for (find_row (GTK_WIDGET (window), "signal 9876|follows the priority of signal 9871") != NULL);
  g_assert_null (find_row (GTK_WIDGET (window), "signal 1,"));
  /* Escape. */
  g_signal_emit_by_name (search, "stop-search");
  g_assert_cmpstr (gtk_editable_get_text (GTK_EDITABLE (search)), ==, "");
  gtk_window_destroy (window);
}

static void
activate (LsWindow   *window,
          const char *action,
          const char *priority)
{
  if (priority != NULL)
    gtk_widget_activate_action (test_ui_find (test_window_get_child (window, "signals"), LS_TYPE_SIGNAL_ROW, NULL), action, "s", priority);
  else
    gtk_widget_activate_action (test_ui_find (test_window_get_child (window, "signals"), LS_TYPE_SIGNAL_ROW, NULL), action, NULL);
  test_ui_settle (GTK_WIDGET (window));
}

static void
open_menu (LsWindow   *window,
           const char *words)
{
  GtkWidget *row = find_row (test_window_get_child (window, "signals"), words);

  g_assert_nonnull (row);
  gtk_widget_grab_focus (gtk_widget_get_parent (row));
  g_assert_true (test_ui_press (gtk_widget_get_parent (row), GDK_KEY_Menu, 0));
}

static void
test_menu (void)
{
  LsWindow *window = test_window_new (TEST_EXAMPLE, 1360, 860);
  LsPlayer *player = test_window_get_player (window);
  LsSession *session = test_window_get_session (window);
  const LsBreakRule *rule;
  guint32 signal, id;
  guint n_actions;

  test_window_go_to (window, 2);
  test_ui_settle (GTK_WIDGET (window));
  /* However long the explanation below them is, a handful of signals has room. */
  g_assert_cmpint (gtk_widget_get_height (test_ui_find (test_window_get_child (window, "signals"), GTK_TYPE_SCROLLED_WINDOW, "scroller")), >, 130);
  signal = test_window_find_signal (window, "c1 gallery");
  open_menu (window, "c1 gallery|background");
  activate (window, "signal.break-priority", NULL);
  open_menu (window, "c1 gallery|background");
  activate (window, "signal.break-abort", NULL);
  g_assert_cmpuint (ls_session_get_n_breakpoints (session), ==, 2);
  rule = ls_session_get_breakpoint (session, 0);
  g_assert_cmpint (rule->kind, ==, LS_BREAK_PRIORITY_CHANGE);
  g_assert_cmpstr (rule->signal, ==, "c1 gallery");
  g_assert_cmpint (ls_session_get_breakpoint (session, 1)->kind, ==, LS_BREAK_ABORT);

  activate (window, "signal.timeline", NULL);
  g_assert_cmpstr (gtk_stack_get_visible_child_name (GTK_STACK (test_window_get_child (window, "bottom_stack"))), ==, "timeline");
  g_assert_cmpint (ls_player_get_selection (player, &id), ==, LS_SELECTION_SIGNAL);
  g_assert_cmpuint (id, ==, signal);
  /* Its queue and its tasks are marked on the stage. */
  ls_player_select (player, LS_SELECTION_SIGNAL, test_window_find_signal (window, "c2 prefetch"));
  test_ui_settle (GTK_WIDGET (window));
  g_assert_nonnull (test_ui_find_class (test_window_get_child (window, "stage"), "selected"));
  activate (window, "signal.copy", NULL);
  g_assert_true (gdk_clipboard_is_local (gtk_widget_get_clipboard (test_window_get_child (window, "signals"))));

  activate (window, "signal.what-if", "user-blocking");
  g_assert_cmpstr (gtk_stack_get_visible_child_name (GTK_STACK (test_window_get_child (window, "bottom_stack"))), ==, "what-if");

  n_actions = ls_session_get_n_actions (session);
  activate (window, "signal.priority", "user-blocking");
  test_window_wait (window);
  g_assert_cmpuint (ls_session_get_n_actions (session), ==, n_actions + 1);
  g_assert_nonnull (find_row (test_window_get_child (window, "signals"), "c1 gallery|user-blocking"));
  open_menu (window, "c1 gallery|user-blocking");
  activate (window, "signal.abort", NULL);
  test_window_wait (window);
  g_assert_nonnull (find_row (test_window_get_child (window, "signals"), "c1 gallery|aborted"));
  test_window_close (window);
}

/* The buttons of a controller's row do what its menu does. */
static void
test_controls (void)
{
  LsWindow *window = test_window_new (TEST_EXAMPLE, 1360, 860);
  LsSession *session = test_window_get_session (window);
  GtkWidget *row, *button, *reason;
  guint n_actions;

  test_window_go_to (window, 2);
  test_ui_settle (GTK_WIDGET (window));
  n_actions = ls_session_get_n_actions (session);
  row = find_row (test_window_get_child (window, "signals"), "c1 gallery|background");
  button = find_part (row, "priority");
  g_assert_null (gtk_menu_button_get_popover (GTK_MENU_BUTTON (button)));
  gtk_menu_button_popup (GTK_MENU_BUTTON (button));
  g_assert_true (GTK_IS_POPOVER_MENU (gtk_menu_button_get_popover (GTK_MENU_BUTTON (button))));
  gtk_menu_button_popdown (GTK_MENU_BUTTON (button));
  g_assert_true (gtk_widget_activate_action (row, "signal-row.priority", "s", "user-blocking"));
  test_window_wait (window);
  g_assert_cmpuint (ls_session_get_n_actions (session), ==, n_actions + 1);
  test_ui_settle (GTK_WIDGET (window));
  row = find_row (test_window_get_child (window, "signals"), "c1 gallery|user-blocking");
  g_assert_cmpstr (gtk_menu_button_get_label (GTK_MENU_BUTTON (find_part (row, "priority"))), ==, "user-blocking");
  assert_pill (find_row (test_window_get_child (window, "signals"), "follows the priority of c1 gallery"), "follows");

  button = find_part (row, "abort");
  gtk_menu_button_popup (GTK_MENU_BUTTON (button));
  reason = test_ui_find (GTK_WIDGET (gtk_menu_button_get_popover (GTK_MENU_BUTTON (button))), GTK_TYPE_ENTRY, "reason");
  gtk_editable_set_text (GTK_EDITABLE (reason), "enough");
  g_signal_emit_by_name (reason, "activate");
  test_window_wait (window);
  test_ui_settle (GTK_WIDGET (window));
  row = find_row (test_window_get_child (window, "signals"), "c1 gallery|aborted: enough");
  assert_pill (row, "aborted: enough");
  test_window_activate (window, "win.undo", NULL);
  test_window_wait (window);
  test_ui_settle (GTK_WIDGET (window));
  g_assert_true (gtk_widget_get_visible (find_part (find_row (test_window_get_child (window, "signals"), "c1 gallery"), "abort")));
  test_window_close (window);
}

/* What is done by hand finds a controller however long its name is; what it cannot find is not offered. */
static void
test_reach (void)
{
  g_autofree char *name = g_strnfill (500, 'x');
  g_autofree char *text = g_strdup_printf ("{\"format\": \"loopscope-session\", \"version\": 1, \"program\": {\"kind\": \"steps\","
    "\"main\": [{\"op\": \"controller\", \"name\": \"%s\"}, {\"op\": \"worker\", \"name\": \"w\", \"body\": ["
    "{\"op\": \"controller\", \"name\": \"theirs\"}, {\"op\": \"postTask\", \"signal\": \"theirs\", \"name\": \"t\","
    "\"body\": []}]}]}}", name);
  LsWindow *window = test_window_new_session (text, 1360, 860);
  LsPlayer *player = test_window_get_player (window);
  guint32 ours, theirs, task;
  g_autofree char *reason = NULL;
  LsState *state;
  GtkWidget *row;

  /* Where the task of the worker is queued. */
  state = ls_player_get_state (player);
  for (guint step = 1; ls_state_get_n_signals (state) < 2; step++)
    {
      g_assert_cmpuint (step, <, 10);
      test_window_go_to (window, step);
    }
  test_ui_settle (GTK_WIDGET (window));
  ours = 1;
  theirs = test_window_find_signal (window, "theirs");
  row = find_row (test_window_get_child (window, "signals"), "theirs");
  g_assert_false (gtk_widget_get_sensitive (find_part (row, "abort")));
  g_assert_false (gtk_widget_get_sensitive (find_part (row, "priority")));
  open_menu (window, "theirs");
  activate (window, "signal.abort", NULL);
  g_assert_cmpuint (ls_session_get_n_actions (test_window_get_session (window)), ==, 0);
  task = ls_state_get_next_task (state);
  g_assert_cmpuint (task, !=, 0);
  g_assert_cmpuint (ls_task_control_find_abort (state, task, 0, &reason), ==, 0);
  g_assert_nonnull (strstr (reason, "belongs to a worker"));
  test_window_activate (window, "win.abort", "(us)", theirs, "");
  test_window_wait (window);
  g_assert_cmpuint (ls_session_get_n_actions (test_window_get_session (window)), ==, 0);

  test_window_activate (window, "win.abort", "(us)", ours, "");
  test_window_wait (window);
  g_assert_cmpuint (ls_session_get_n_actions (test_window_get_session (window)), ==, 1);
  g_assert_true (ls_state_get_signal (ls_player_get_state (player), ours)->aborted);
  test_window_close (window);
}

static GtkWidget *
focus_priority (LsWindow   *window,
                const char *name)
{
  GtkWidget *button = find_part (find_row (test_window_get_child (window, "signals"), name), "priority");

  gtk_widget_child_focus (button, GTK_DIR_TAB_FORWARD);
  return gtk_root_get_focus (GTK_ROOT (window));
}

/* A change by hand runs the session again. The focus stays at the controller that the person changed. */
static void
test_focus (void)
{
  LsWindow *window = test_window_new (TEST_EXAMPLE, 1360, 860);
  GtkWidget *focus;

  test_ui_settle (GTK_WIDGET (window));
  focus = focus_priority (window, "c2 prefetch");
  g_assert_true (gtk_widget_is_ancestor (focus, find_row (test_window_get_child (window, "signals"), "c2 prefetch")));
  test_window_activate (window, "win.set-priority", "(uu)", test_window_find_signal (window, "c2 prefetch"),
                        LS_TASK_PRIORITY_USER_BLOCKING);
  test_window_wait (window);
  test_ui_settle (GTK_WIDGET (window));
  g_assert_true (gtk_root_get_focus (GTK_ROOT (window)) == focus);
  g_assert_true (gtk_widget_is_ancestor (focus, find_row (test_window_get_child (window, "signals"), "c2 prefetch")));
  test_window_activate (window, "win.undo", NULL);
  test_window_wait (window);
  test_ui_settle (GTK_WIDGET (window));
  g_assert_true (gtk_root_get_focus (GTK_ROOT (window)) == focus);

  /* At the start there are no signals, whatever has the focus. */
  test_window_activate (window, "win.to-start", NULL);
  test_ui_wait_for (find_row (test_window_get_child (window, "signals"), "") == NULL);
  test_window_close (window);
}

/* A tooltip says what the row does not show, and never lies over the row's own menu. */
static void
test_tooltips (void)
{
  LsTrace *trace = new_tree ();
  g_autoptr (LsPlayer) player = NULL;
  GtkWindow *window;
  GtkWidget *one, *two;

  write_record (trace, SIGNAL_LISTENERS, .subject = 2, .value = 1, .text = text_of (trace, "abort"));
  ls_probe_publish (get_probe (trace));
  player = test_player_new (trace);
  window = new_window (player);
  test_ui_settle (GTK_WIDGET (window));
  one = find_row (GTK_WIDGET (window), "one, background");
  two = find_row (GTK_WIDGET (window), "two, background, 1 listener");
  g_assert_false (test_ui_has_tooltip (one));
  g_assert_true (test_ui_has_tooltip (two));
  gtk_menu_button_popup (GTK_MENU_BUTTON (find_part (two, "priority")));
  test_ui_settle (GTK_WIDGET (window));
  g_assert_false (test_ui_has_tooltip (two));
  gtk_menu_button_popdown (GTK_MENU_BUTTON (find_part (two, "priority")));
  test_ui_settle (GTK_WIDGET (window));
  gtk_window_destroy (window);
}

int
main (int   argc,
      char *argv[])
{
  test_window_init (&argc, &argv);

  g_test_add_func ("/signals/relations", test_relations);
  g_test_add_func ("/signals/sources", test_sources);
  g_test_add_func ("/signals/odd-trees", test_odd_trees);
  g_test_add_func ("/signals/change", test_change);
  g_test_add_func ("/signals/tooltips", test_tooltips);
  g_test_add_func ("/signals/many", test_many);
  g_test_add_func ("/signals/menu", test_menu);
  g_test_add_func ("/signals/controls", test_controls);
  g_test_add_func ("/signals/reach", test_reach);
  g_test_add_func ("/signals/focus", test_focus);

  return g_test_run ();
}
