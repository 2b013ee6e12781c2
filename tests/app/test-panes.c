/* test-panes.c: lints, statistics, breakpoints and events of a run, in the window
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "test-window-util.h"

#include "ls-lints-pane.h"
#include "ls-session-lints.h"
#include "ls-text.h"
#include "ls-window-private.h"

static const char long_tasks[] =
  "const work = (ms) => { const end = performance.now() + ms; while (performance.now() < end); };\n"
  "const unused = new TaskController();\n"
  "scheduler.postTask(() => work(80), { priority: 'user-blocking' });\n"
  "scheduler.postTask(() => work(60), { priority: 'user-blocking' });\n"
  "scheduler.postTask(function quick() {}, { priority: 'background' });\n";

static void
run_to_end (LsWindow *window)
{
  ls_player_to_end (window->player);
  test_window_wait (window);
  test_ui_settle (GTK_WIDGET (window));
}

static void
show_view (LsWindow   *window,
           const char *name)
{
  test_window_activate (window, "win.show-view", "s", name);
  g_assert_cmpstr (gtk_stack_get_visible_child_name (GTK_STACK (window->bottom_stack)), ==, name);
  test_ui_settle (GTK_WIDGET (window));
}

static char *
get_tab_title (LsWindow  *window,
               GtkWidget *page)
{
  return g_strdup (gtk_stack_page_get_title (gtk_stack_get_page (GTK_STACK (window->bottom_stack), page)));
}

/* The first label below @root that contains @text and can be seen. */
static GtkWidget *
find_text (GtkWidget  *root,
           const char *text)
{
  if (GTK_IS_LABEL (root) && gtk_widget_get_mapped (root) && strstr (gtk_label_get_text (GTK_LABEL (root)), text) != NULL)
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
  LsLintsPane *pane = LS_LINTS_PANE (window->lints);
  g_autofree char *title = NULL;
  gsize position;

  run_to_end (window);
  test_ui_wait_for (ls_lints_pane_get_n_lints (pane) >= 3);
  title = get_tab_title (window, window->lints);
  g_assert_true (g_str_has_prefix (title, "Lints ("));
  show_view (window, "lints");
  g_assert_nonnull (find_text (window->lints, "Long task"));

  position = ls_player_get_position (window->player);
  g_assert_true (gtk_widget_activate_action (window->lints, "lints.go-to", "u", 0));
  g_assert_cmpuint (ls_player_get_position (window->player), <, position);
  g_assert_cmpint (ls_player_get_selection (window->player, NULL), !=, LS_SELECTION_NONE);
  test_window_close (window);
}

/* What is hidden stays hidden until undo or until it is shown again; the session keeps it. */
static void
test_panes_lints_hide (void)
{
  LsWindow *window = test_window_new_program (long_tasks, 1360, 860);
  LsLintsPane *pane = LS_LINTS_PANE (window->lints);
  LsSession *session = test_window_get_session (window);
  gsize position;
  guint n_lints;

  run_to_end (window);
  test_ui_wait_for (ls_lints_pane_get_n_lints (pane) >= 3);
  n_lints = ls_lints_pane_get_n_lints (pane);
  show_view (window, "lints");
  position = ls_player_get_position (window->player);

  g_assert_true (gtk_widget_activate_action (window->lints, "lints.suppress-kind", "u", 0));
  test_ui_wait_for (ls_lints_pane_get_n_lints (pane) < n_lints);
  g_assert_cmpuint (ls_session_get_n_suppressions (session), ==, 1);
  g_assert_true (ls_session_get_modified (session));
  g_assert_nonnull (test_ui_find (window->lints, GTK_TYPE_TOGGLE_BUTTON, "Show Hidden"));

  test_window_activate (window, "win.undo", NULL);
  test_ui_wait_for (ls_lints_pane_get_n_lints (pane) == n_lints);
  g_assert_cmpuint (ls_session_get_n_suppressions (session), ==, 0);
  g_assert_cmpuint (ls_player_get_position (window->player), ==, position);
  test_window_activate (window, "win.redo", NULL);
  test_ui_wait_for (ls_lints_pane_get_n_lints (pane) < n_lints);

  g_assert_true (gtk_widget_activate_action (window->lints, "lints.show", "u", 0));
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
  test_ui_wait_for (find_text (window->statistics, "Waited longest") != NULL);
  g_assert_nonnull (find_text (window->statistics, "user-blocking"));
  button = gtk_widget_get_ancestor (find_text (window->statistics, "Waited longest"), GTK_TYPE_BUTTON);
  g_assert_nonnull (button);
  gtk_widget_activate (button);
  test_ui_wait_for (ls_player_get_selection (window->player, &task) == LS_SELECTION_TASK);
  state = ls_player_get_state (window->player);
  text = ls_text_format_task (state, task);
  g_assert_cmpstr (text, ==, "quick");
  g_assert_cmpuint (ls_state_get_running_task (state), ==, task);
  test_window_close (window);
}

/* Nothing in a pane keeps the window alive. */
static void
test_panes_lifetime (void)
{
  LsWindow *window = test_window_new_program (long_tasks, 1360, 860);
  GtkWidget *lints = window->lints;
  GtkWidget *statistics = window->statistics;

  run_to_end (window);
  show_view (window, "lints");
  show_view (window, "statistics");
  g_object_add_weak_pointer (G_OBJECT (lints), (gpointer *) &lints);
  g_object_add_weak_pointer (G_OBJECT (statistics), (gpointer *) &statistics);
  test_window_close (window);
  test_ui_wait_for (lints == NULL && statistics == NULL);
}

int
main (int   argc,
      char *argv[])
{
  test_window_init (&argc, &argv);

  g_test_add_func ("/panes/lints", test_panes_lints);
  g_test_add_func ("/panes/lints/hide", test_panes_lints_hide);
  g_test_add_func ("/panes/statistics", test_panes_statistics);
  g_test_add_func ("/panes/lifetime", test_panes_lifetime);

  return g_test_run ();
}
