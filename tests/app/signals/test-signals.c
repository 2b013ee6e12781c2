/* test-signals.c: the tree of signals: relations, a change that runs through it, its menu
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "test-window-util.h"

#include <string.h>

#include "ls-breakpoint.h"
#include "ls-controller-row.h"
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

static void
test_relations (void)
{
  g_autoptr (LsPlayer) player = test_player_new (new_tree ());
  GtkWindow *window = new_window (player);
  GtkWidget *root = GTK_WIDGET (window);
  GtkWidget *row;

  g_assert_nonnull (find_row (root, "one|background"));
  g_assert_nonnull (find_row (root, "both|follows its priority, is aborted with it"));
  /* In both places, each names the other one. */
  row = find_row (root, "split|follows its priority|also below two");
  g_assert_nonnull (row);
  g_assert_nonnull (find_row (root, "split|is aborted with it|also below one"));
  g_assert_nonnull (find_row (root, "plain|2 listeners|is aborted with it"));
  g_assert_cmpuint (test_ui_count (root, LS_TYPE_SIGNAL_ROW), ==, 6);
  gtk_test_accessible_assert_role (GTK_ACCESSIBLE (row), GTK_ACCESSIBLE_ROLE_GROUP);

  /* Both places are marked. */
  ls_player_select (player, LS_SELECTION_SIGNAL, 4);
  g_assert_true (gtk_widget_has_css_class (row, "linked"));
  g_assert_true (gtk_widget_has_css_class (find_row (root, "split|is aborted with it"), "linked"));
  g_assert_false (gtk_widget_has_css_class (find_row (root, "both"), "linked"));
  test_ui_save_picture (root, "signals-relations");
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
  g_assert_nonnull (find_row (root, "one|user-blocking|prioritychange is dispatched at it"));
  g_assert_true (gtk_widget_has_css_class (find_row (root, "one"), "dispatching"));
  g_assert_true (gtk_widget_has_css_class (find_row (root, "one"), "pulse") ||
                 gtk_widget_has_css_class (find_row (root, "one"), "pulse-again"));
  g_assert_nonnull (find_row (root, "both|comes next"));
  g_assert_nonnull (find_row (root, "split|comes later"));
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
  test_ui_wait_for (find_row (GTK_WIDGET (window), "signal 9876|follows its priority") != NULL);
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

static GtkWidget *
find_controller (LsWindow   *window,
                 const char *name)
{
  GtkWidget *label = test_ui_find (test_window_get_child (window, "controllers"), GTK_TYPE_LABEL, name);

  g_assert_nonnull (label);
  return gtk_widget_get_ancestor (label, LS_TYPE_CONTROLLER_ROW);
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
  row = find_controller (window, "theirs");
  g_assert_false (gtk_widget_get_sensitive (test_ui_find (row, GTK_TYPE_MENU_BUTTON, "abort")));
  g_assert_false (gtk_widget_get_sensitive (test_ui_find (row, GTK_TYPE_DROP_DOWN, "priority")));
  open_menu (window, "theirs");
  activate (window, "signal.abort", NULL);
  g_assert_cmpuint (ls_session_get_n_actions (test_window_get_session (window)), ==, 0);
  task = ls_state_get_next_task (state);
  g_assert_cmpuint (task, !=, 0);
  g_assert_cmpuint (ls_task_control_find_abort (state, task, 0, &reason), ==, 0);
  g_assert_nonnull (strstr (reason, "was made by a worker"));
  test_window_activate (window, "win.abort", "(us)", theirs, "");
  test_window_wait (window);
  g_assert_cmpuint (ls_session_get_n_actions (test_window_get_session (window)), ==, 0);

  test_window_activate (window, "win.abort", "(us)", ours, "");
  test_window_wait (window);
  g_assert_cmpuint (ls_session_get_n_actions (test_window_get_session (window)), ==, 1);
  g_assert_true (ls_state_get_signal (ls_player_get_state (player), ours)->aborted);
  test_window_close (window);
}

int
main (int   argc,
      char *argv[])
{
  test_window_init (&argc, &argv);

  g_test_add_func ("/signals/relations", test_relations);
  g_test_add_func ("/signals/change", test_change);
  g_test_add_func ("/signals/many", test_many);
  g_test_add_func ("/signals/menu", test_menu);
  g_test_add_func ("/signals/reach", test_reach);

  return g_test_run ();
}
