/* test-tabs-close.c: closing and moving tabs
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include <glib/gstdio.h>

#include "test-tabs.h"

#include "ls-window-private.h"

static void
test_tabs_close (void)
{
  LsWindow *window = test_tabs_new_window (3);
  LsSessionView *second = ls_window_get_nth_view (window, 1);

  g_object_add_weak_pointer (G_OBJECT (second), (gpointer *) &second);
  test_tabs_select_tab (window, 1);
  test_window_go_to (window, 4);
  test_tabs_modify (window, "mine");
  test_window_activate (window, "win.close-tab", NULL);
  test_window_answer (window, "_Cancel");
  test_ui_wait_for (!window->is_asking);
  g_assert_cmpint (ls_window_get_n_views (window), ==, 3);
  test_window_activate (window, "win.close-tab", NULL);
  test_window_answer (window, "_Discard");
  test_ui_wait_for (ls_window_get_n_views (window) == 2);
  test_ui_wait_for (second == NULL);
  test_ui_settle (GTK_WIDGET (window));
  g_assert_nonnull (test_ui_find (test_window_get_child (window, "toasts"), GTK_TYPE_LABEL, "Closed “mine” without saving"));

  test_window_activate (window, "win.reopen-tab", NULL);
  g_assert_cmpint (ls_window_get_n_views (window), ==, 3);
  g_assert_true (ls_window_get_view (window) == ls_window_get_nth_view (window, 1));
  g_assert_cmpstr (ls_session_get_title (test_window_get_session (window)), ==, "mine");
  g_assert_cmpuint (ls_player_get_step (test_window_get_player (window)), ==, 4);
  g_assert_true (ls_session_view_get_modified (ls_window_get_view (window)));
  test_window_close (window);
}

static void
test_tabs_close_others (void)
{
  LsWindow *window = test_tabs_new_window (3);
  LsSessionView *second = ls_window_get_nth_view (window, 1);

  test_tabs_select_tab (window, 0);
  test_tabs_modify (window, "one");
  test_tabs_select_tab (window, 2);
  test_tabs_modify (window, "three");
  test_tabs_select_tab (window, 1);
  test_window_activate (window, "win.close-other-tabs", NULL);
  test_ui_wait_for (test_window_find_question (window) != NULL);
  g_assert_nonnull (test_ui_find (test_window_find_question (window), ADW_TYPE_ACTION_ROW, NULL));
  test_window_answer (window, "_Discard All");
  test_ui_wait_for (ls_window_get_n_views (window) == 1);
  g_assert_true (ls_window_get_view (window) == second);
  g_assert_false (gtk_widget_activate_action (GTK_WIDGET (window), "win.next-tab", NULL) && ls_window_get_view (window) != second);
  test_window_close (window);
}

static GtkWidget *
find_check (LsWindow   *window,
            const char *title)
{
  GtkWidget *label = test_ui_find (test_window_find_question (window), GTK_TYPE_LABEL, title);

  return test_ui_find (gtk_widget_get_ancestor (label, ADW_TYPE_ACTION_ROW), GTK_TYPE_CHECK_BUTTON, NULL);
}

/* One question for all tabs, of which those that have a check mark are saved. */
static void
test_tabs_close_window (void)
{
  static const char *const titles[] = { "one", "two", "three" };
  g_autofree char *dir = g_dir_make_tmp ("loopscope-test-XXXXXX", NULL);
  LsWindow *window = test_tabs_new_window (3);
  GFile *files[3];

  g_object_add_weak_pointer (G_OBJECT (window), (gpointer *) &window);
  for (int i = 0; i < 3; i++)
    {
      g_autofree char *name = g_strconcat (titles[i], ".loopscope", NULL);
      g_autofree char *path = g_build_filename (dir, name, NULL);

      files[i] = g_file_new_for_path (path);
      test_tabs_select_tab (window, i);
      g_assert_true (test_window_save (window, files[i], NULL));
      test_tabs_modify (window, titles[i]);
    }
  gtk_window_close (GTK_WINDOW (window));
  test_window_answer (window, "_Cancel");
  test_ui_wait_for (!window->is_asking);
  g_assert_nonnull (window);
  g_assert_cmpint (ls_window_get_n_views (window), ==, 3);

  gtk_window_close (GTK_WINDOW (window));
  test_ui_wait_for (test_window_find_question (window) != NULL);
  gtk_check_button_set_active (GTK_CHECK_BUTTON (find_check (window, "two")), FALSE);
  test_window_answer (window, "_Save");
  test_ui_wait_for (window == NULL);
  for (int i = 0; i < 3; i++)
    {
      g_autoptr (LsSession) saved = ls_session_new_from_file (files[i], NULL, NULL);

      g_assert_nonnull (saved);
      g_assert_cmpint (g_strcmp0 (ls_session_get_title (saved), titles[i]) == 0, ==, i != 1);
      g_file_delete (files[i], NULL, NULL);
      g_object_unref (files[i]);
    }
  g_rmdir (dir);
}

/* A tab moves with what runs in it; a window that has none left goes. */
static void
test_tabs_move (void)
{
  LsWindow *window = test_tabs_new_window (2);
  LsSessionView *first = ls_window_get_nth_view (window, 0);
  LsSessionView *second = ls_window_get_nth_view (window, 1);
  LsWindow *other;

  g_object_add_weak_pointer (G_OBJECT (window), (gpointer *) &window);
  ls_player_set_speed (ls_session_view_get_player (second), 0.01);
  test_window_activate (window, "win.run", NULL);
  test_window_activate (window, "win.move-tab-to-window", NULL);
  other = test_tabs_find_other (window);
  g_assert_nonnull (other);
  test_ui_wait_for (gtk_widget_get_mapped (test_view_get_child (second, "stage")));
  g_assert_cmpint (ls_window_get_n_views (window), ==, 1);
  g_assert_cmpint (ls_window_get_n_views (other), ==, 1);
  g_assert_true (ls_window_get_view (window) == first && test_tabs_is_shown (first));
  g_assert_true (ls_window_get_view (other) == second && test_tabs_is_shown (second));
  g_assert_true (ls_player_get_running (ls_session_view_get_player (second)));
  g_assert_cmpstr (ls_journal_keeper_get_window (ls_session_view_get_keeper (second)), ==, other->id);
  g_assert_cmpstr (ls_journal_keeper_get_window (ls_session_view_get_keeper (first)), ==, window->id);
  test_ui_wait_for (ls_player_get_step (ls_session_view_get_player (second)) > 1);
  test_window_activate (other, "win.run", NULL);
  g_assert_false (ls_player_get_running (ls_session_view_get_player (second)));
  g_assert_false (ls_player_get_running (ls_session_view_get_player (first)));

  /* As dragging does. */
  adw_tab_view_transfer_page (ADW_TAB_VIEW (test_window_get_part (window, "tabs")), test_tabs_get_page (window, first), ADW_TAB_VIEW (test_window_get_part (other, "tabs")), 0);
  test_ui_wait_for (window == NULL);
  g_assert_cmpint (ls_window_get_n_views (other), ==, 2);
  g_assert_true (ls_window_get_nth_view (other, 0) == first);
  g_assert_cmpint (ls_journal_keeper_get_place (ls_session_view_get_keeper (second)), ==, 1);
  test_window_close (other);
}

static void
test_tabs_menu (void)
{
  LsWindow *window = test_tabs_new_window (1);
  LsSessionView *first = ls_window_get_view (window);
  GdkClipboard *clipboard = gtk_widget_get_clipboard (GTK_WIDGET (window));
  g_autoptr (GFile) file = test_window_get_example (SECOND);
  g_autofree char *path = g_file_get_path (file);
  GdkContentProvider *content;
  g_auto (GValue) value = G_VALUE_INIT;

  test_tabs_open_example (window, SECOND);
  test_window_activate (window, "win.copy-path", NULL);
  content = gdk_clipboard_get_content (clipboard);
  g_assert_nonnull (content);
  g_value_init (&value, G_TYPE_STRING);
  g_assert_true (gdk_content_provider_get_value (content, &value, NULL));
  g_assert_cmpstr (g_value_get_string (&value), ==, path);

  /* The menu of another tab than the one that is shown is about that one. */
  g_signal_emit_by_name (test_window_get_part (window, "tabs"), "setup-menu", test_tabs_get_page (window, first));
  test_window_activate (window, "win.close-tab", NULL);
  g_signal_emit_by_name (test_window_get_part (window, "tabs"), "setup-menu", NULL);
  g_assert_cmpint (ls_window_get_n_views (window), ==, 1);
  g_assert_true (g_file_equal (ls_debugger_get_file (ls_window_get_debugger (window)), file));
  test_window_close (window);
}

/* A tab that is closed leaves nothing alive, whatever runs in it. */
static void
test_tabs_lifetime (void)
{
  LsWindow *window = test_tabs_new_window (2);
  Watched watched = { 0 };

  test_tabs_watch_view (&watched, ls_window_get_view (window));
  ls_player_set_speed (test_window_get_player (window), 0.01);
  test_window_activate (window, "win.run", NULL);
  test_window_activate (window, "win.close-tab", NULL);
  test_ui_wait_for (watched.n_alive == 0);

  /* One that was hidden and runs. */
  test_window_activate (window, "win.run", NULL);
  test_tabs_watch_view (&watched, ls_window_get_view (window));
  test_window_activate (window, "win.new-tab", NULL);
  g_signal_emit_by_name (test_window_get_part (window, "tabs"), "setup-menu",
                         test_tabs_get_page (window, ls_window_get_nth_view (window, 0)));
  test_window_activate (window, "win.close-tab", NULL);
  test_ui_wait_for (watched.n_alive == 0);
  g_assert_cmpint (ls_window_get_n_views (window), ==, 1);
  test_window_close (window);
}

void
test_tabs_add_close (void)
{
  g_test_add_func ("/tabs/close", test_tabs_close);
  g_test_add_func ("/tabs/close-others", test_tabs_close_others);
  g_test_add_func ("/tabs/close-window", test_tabs_close_window);
  g_test_add_func ("/tabs/move", test_tabs_move);
  g_test_add_func ("/tabs/menu", test_tabs_menu);
  g_test_add_func ("/tabs/lifetime", test_tabs_lifetime);
}
