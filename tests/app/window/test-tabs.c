/* test-tabs.c: several sessions in the tabs of windows
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include <glib/gstdio.h>

#include "test-tabs.h"

#include "ls-stage.h"
#include "ls-window-private.h"

void
test_tabs_open_example (LsWindow   *window,
                        const char *name)
{
  g_autoptr (GFile) file = test_window_get_example (name);

  test_window_open (window, file);
  test_window_wait (window);
}

/* A window with that many tabs, each with a session of its own that has no file. */
LsWindow *
test_tabs_new_window (int n_tabs)
{
  LsWindow *window = test_window_new (NULL, 1360, 860);

  for (int i = 0; i < n_tabs; i++)
    {
      g_autoptr (GFile) file = test_window_get_example (TEST_EXAMPLE);
      g_autofree char *uri = g_file_get_uri (file);

      test_window_activate (window, "win.open-example", "s", uri);
    }
  g_assert_cmpint (ls_window_get_n_views (window), ==, n_tabs);
  return window;
}

void
test_tabs_select_tab (LsWindow *window,
                      int       index)
{
  ls_window_show_view (window, ls_window_get_nth_view (window, index));
  g_assert_true (ls_window_get_view (window) == ls_window_get_nth_view (window, index));
}

AdwTabPage *
test_tabs_get_page (LsWindow      *window,
                    LsSessionView *view)
{
  return adw_tab_view_get_page (ADW_TAB_VIEW (test_window_get_part (window, "tabs")), GTK_WIDGET (view));
}

/* Gives the session of the tab that is shown another title, as a change of its own. */
void
test_tabs_modify (LsWindow   *window,
                  const char *title)
{
  LsSession *session = test_window_get_session (window);

  ls_session_set_title (session, title);
  ls_session_set_note (session, 1, title);
  ls_session_set_modified (session, TRUE);
  g_signal_emit_by_name (ls_window_get_debugger (window), "changed");
  g_assert_true (ls_session_view_get_modified (ls_window_get_view (window)));
}

LsWindow *
test_tabs_find_other (LsWindow *window)
{
  for (GList *link = gtk_application_get_windows (GTK_APPLICATION (test_window_get_app ())); link != NULL; link = link->next)
    if (LS_IS_WINDOW (link->data) && link->data != window)
      return link->data;
  return NULL;
}

/* With one tab the window looks as if there were none. */
static void
test_tabs_bar (void)
{
  LsWindow *window = test_tabs_new_window (1);

  g_assert_false (adw_tab_bar_get_tabs_revealed (ADW_TAB_BAR (test_window_get_part (window, "tab_bar"))));
  test_window_activate (window, "win.new-tab", NULL);
  g_assert_true (adw_tab_bar_get_tabs_revealed (ADW_TAB_BAR (test_window_get_part (window, "tab_bar"))));
  g_assert_cmpstr (gtk_stack_get_visible_child_name (GTK_STACK (test_window_get_child (window, "stack"))), ==, "welcome");
  g_assert_false (gtk_widget_get_visible (test_window_get_part (window, "session_controls")));
  test_window_activate (window, "win.close-tab", NULL);
  g_assert_false (adw_tab_bar_get_tabs_revealed (ADW_TAB_BAR (test_window_get_part (window, "tab_bar"))));
  g_assert_true (gtk_widget_get_visible (test_window_get_part (window, "session_controls")));
  test_window_close (window);
}

/* What the header bar shows, and what the actions do, is of the tab that is selected. */
static void
test_tabs_header (void)
{
  LsWindow *window = test_tabs_new_window (1);
  LsSessionView *first = ls_window_get_view (window);
  g_autoptr (GVariant) blink = NULL;
  g_autoptr (GVariant) gecko = NULL;
  g_autoptr (GVariant) speed = NULL;

  test_tabs_open_example (window, SECOND);
  test_window_go_to (window, 3);
  g_action_group_change_action_state (G_ACTION_GROUP (window), "preset", g_variant_new_string ("gecko"));
  test_window_wait (window);
  g_action_group_change_action_state (G_ACTION_GROUP (window), "speed", g_variant_new_string ("10"));
  g_assert_cmpfloat (ls_player_get_speed (ls_session_view_get_player (first)), !=, 10);
  g_assert_nonnull (strstr (adw_window_title_get_subtitle (ADW_WINDOW_TITLE (test_window_get_part (window, "title"))), SECOND));
  gecko = g_action_group_get_action_state (G_ACTION_GROUP (window), "preset");
  g_assert_cmpstr (g_variant_get_string (gecko, NULL), ==, "gecko");
  g_assert_cmpstr (adw_tab_page_get_title (test_tabs_get_page (window, ls_window_get_view (window))), ==, gtk_window_get_title (GTK_WINDOW (window)));
  g_assert_true (g_str_has_prefix (gtk_window_get_title (GTK_WINDOW (window)), "•"));
  g_assert_nonnull (strstr (adw_tab_page_get_tooltip (test_tabs_get_page (window, ls_window_get_view (window))), SECOND));

  test_tabs_select_tab (window, 0);
  g_assert_true (ls_window_get_view (window) == first && test_tabs_is_shown (first));
  g_assert_false (test_view_get_child (ls_window_get_nth_view (window, 1), "is_shown"));
  blink = g_action_group_get_action_state (G_ACTION_GROUP (window), "preset");
  g_assert_cmpstr (g_variant_get_string (blink, NULL), ==, "blink");
  speed = g_action_group_get_action_state (G_ACTION_GROUP (window), "speed");
  g_assert_cmpstr (g_variant_get_string (speed, NULL), !=, "10");
  g_assert_true (g_str_has_prefix (gtk_window_get_title (GTK_WINDOW (window)), "Photo gallery"));
  test_window_activate (window, "win.step", NULL);
  g_assert_cmpuint (ls_state_get_turn (ls_player_get_state (ls_session_view_get_player (first))), ==, 2);
  g_assert_cmpuint (ls_player_get_step (ls_session_view_get_player (ls_window_get_nth_view (window, 1))), ==, 3);
  test_window_close (window);
}

/* The window shows panes, whichever session is in them. */
static void
test_tabs_panes (void)
{
  LsWindow *window = test_tabs_new_window (2);
  LsSessionView *first = ls_window_get_nth_view (window, 0);

  test_ui_settle (GTK_WIDGET (window));
  g_action_group_change_action_state (G_ACTION_GROUP (window), "show-inspector", g_variant_new_boolean (FALSE));
  gtk_paned_set_position (GTK_PANED (test_window_get_child (window, "left")), 321);
  g_assert_false (gtk_widget_get_visible (test_window_get_child (window, "right_pane")));
  test_tabs_select_tab (window, 0);
  test_ui_settle (GTK_WIDGET (window));
  g_assert_false (gtk_widget_get_visible (test_view_get_child (first, "right_pane")));
  g_assert_cmpint (gtk_paned_get_position (GTK_PANED (test_view_get_child (first, "left"))), ==, 321);
  test_window_close (window);
}

static void
test_tabs_attention (void)
{
  LsWindow *window = test_tabs_new_window (2);
  LsSessionView *first = ls_window_get_nth_view (window, 0);

  test_tabs_select_tab (window, 0);
  test_window_activate (window, "win.add-breakpoint", "s", "{\"on\":\"task-start\"}");
  test_window_activate (window, "win.run", NULL);
  test_tabs_select_tab (window, 1);
  ls_player_set_speed (ls_session_view_get_player (first), LS_SPEED_MAXIMUM);
  test_ui_wait_for (adw_tab_page_get_needs_attention (test_tabs_get_page (window, first)));
  g_assert_false (ls_player_get_running (ls_session_view_get_player (first)));
  test_tabs_select_tab (window, 0);
  g_assert_false (adw_tab_page_get_needs_attention (test_tabs_get_page (window, first)));
  g_assert_true (gtk_revealer_get_reveal_child (GTK_REVEALER (test_view_get_child (first, "break_banner"))));
  test_window_close (window);
}

static void
test_tabs_switch (void)
{
  LsWindow *window = test_tabs_new_window (3);
  LsSessionView *views[3];

  for (int i = 0; i < 3; i++)
    views[i] = ls_window_get_nth_view (window, i);
  test_tabs_select_tab (window, 2);
  test_window_activate (window, "win.next-tab", NULL);
  g_assert_true (ls_window_get_view (window) == views[0]);
  test_window_activate (window, "win.previous-tab", NULL);
  g_assert_true (ls_window_get_view (window) == views[2]);
  test_window_activate (window, "win.move-tab-back", NULL);
  g_assert_true (ls_window_get_nth_view (window, 1) == views[2]);
  g_assert_cmpint (ls_journal_keeper_get_place (ls_session_view_get_keeper (views[2])), ==, 1);
  g_assert_cmpint (ls_journal_keeper_get_place (ls_session_view_get_keeper (views[1])), ==, 2);
  test_window_activate (window, "win.move-tab-forward", NULL);
  g_assert_true (ls_window_get_nth_view (window, 2) == views[2]);
  /* The keys that programs need are not the tabs'. */
  g_assert_cmpint (adw_tab_view_get_shortcuts (ADW_TAB_VIEW (test_window_get_part (window, "tabs"))) &
                     (ADW_TAB_VIEW_SHORTCUT_CONTROL_HOME | ADW_TAB_VIEW_SHORTCUT_CONTROL_SHIFT_END), ==, 0);
  test_window_close (window);
}

static void
test_tabs_open (void)
{
  LsWindow *window = test_window_new (NULL, 1360, 860);
  LsWindow *other = test_window_new (NULL, 1360, 860);
  LsSessionView *first = ls_window_get_view (window);
  g_autofree char *dir = g_dir_make_tmp ("loopscope-test-XXXXXX", NULL);
  g_autofree char *path = g_build_filename (dir, "bad.loopscope", NULL);
  g_autoptr (GFile) bad = g_file_new_for_path (path);

  /* An empty tab is used, another one is not. */
  test_window_activate (window, "win.open-empty", NULL);
  test_tabs_open_example (window, SECOND);
  g_assert_true (ls_window_get_view (window) == first);
  test_tabs_open_example (window, TEST_EXAMPLE);
  g_assert_cmpint (ls_window_get_n_views (window), ==, 2);
  g_assert_true (ls_window_get_view (window) == ls_window_get_nth_view (window, 1));
  /* What is open is shown there, also from another window. */
  test_tabs_open_example (window, SECOND);
  g_assert_true (ls_window_get_view (window) == first);
  test_tabs_open_example (other, TEST_EXAMPLE);
  g_assert_true (ls_window_get_view (window) == ls_window_get_nth_view (window, 1));
  g_assert_false (ls_window_has_session (other));
  /* What cannot be opened leaves no tab. */
  g_assert_true (g_file_set_contents (path, "{}", -1, NULL));
  test_window_open (window, bad);
  g_assert_cmpint (ls_window_get_n_views (window), ==, 2);
  g_unlink (path);
  g_rmdir (dir);
  test_window_close (other);
  test_window_close (window);
}

/* What "loopscope FILE…" does, and dropping them. */
static void
test_tabs_open_files (void)
{
  GFile *files[] = { test_window_get_example (TEST_EXAMPLE), test_window_get_example (SECOND),
                     test_window_get_example (THIRD) };
  LsWindow *window;

  g_application_open (G_APPLICATION (test_window_get_app ()), files, 3, "");
  test_ui_wait_for (test_tabs_find_other (NULL) != NULL && ls_window_get_n_views (test_tabs_find_other (NULL)) == 3);
  window = test_tabs_find_other (NULL);
  test_window_wait (window);
  g_assert_null (test_tabs_find_other (window));
  for (int i = 0; i < 3; i++)
    g_assert_true (g_file_equal (ls_debugger_get_file (ls_session_view_get_debugger (ls_window_get_nth_view (window, i))), files[i]));
  test_window_close (window);
  for (int i = 0; i < 3; i++)
    g_object_unref (files[i]);
}

/* The names that assistive technology says. */
static void
test_tabs_names (void)
{
  LsWindow *window = test_tabs_new_window (2);
  GtkWidget *close;

  test_tabs_modify (window, "my session");
  gtk_test_accessible_assert_property (ls_window_get_view (window), GTK_ACCESSIBLE_PROPERTY_LABEL, "• my session");
  close = test_ui_find (test_window_get_part (window, "tab_bar"), GTK_TYPE_BUTTON, "close_btn");
  g_assert_nonnull (close);
  gtk_test_accessible_assert_property (close, GTK_ACCESSIBLE_PROPERTY_LABEL, "Close Tab");
  test_window_close (window);
}

static void
on_gone (gpointer  data,
         GObject  *object)
{
  ((Watched *) data)->n_alive--;
}

static void
watch (Watched *watched,
       gpointer object)
{
  g_object_weak_ref (object, on_gone, watched);
  watched->n_alive++;
}

void
test_tabs_watch_view (Watched       *watched,
                      LsSessionView *view)
{
  static const char *const children[] = { "program", "stage", "signals", "why", "inspector", "timeline", "events",
                                          "log", "what_if", "explore", "breakpoints", "lints", "statistics", "welcome" };

  watch (watched, view);
  watch (watched, ls_session_view_get_debugger (view));
  watch (watched, ls_session_view_get_player (view));
  for (guint i = 0; i < G_N_ELEMENTS (children); i++)
    watch (watched, test_view_get_child (view, children[i]));
}

#ifdef LS_HAVE_SCRIPT
static void
test_tabs_endless (void)
{
  LsWindow *window = test_window_new (NULL, 1360, 860);
  Watched watched = { 0 };

  for (guint i = 0; i < 2; i++)
    {
      LsSessionView *view = ls_session_view_get_free (ls_window_get_view (window));

      g_assert_true (ls_debugger_open_text (ls_session_view_get_debugger (view), "main.js", "while (true);\n", NULL));
      ls_player_to_end (ls_session_view_get_player (view));
      test_ui_wait_for (ls_debugger_get_working (ls_session_view_get_debugger (view)));
      test_tabs_watch_view (&watched, view);
    }
  g_assert_cmpint (ls_window_get_n_views (window), ==, 2);
  g_assert_true (adw_tab_page_get_loading (test_tabs_get_page (window, ls_window_get_nth_view (window, 0))));
  ls_session_view_discard (ls_window_get_nth_view (window, 1));
  test_window_activate (window, "win.to-start", NULL);
  adw_tab_view_close_page (ADW_TAB_VIEW (test_window_get_part (window, "tabs")), test_tabs_get_page (window, ls_window_get_view (window)));
  test_ui_wait_for (watched.n_alive == 17);
  test_window_close (window);
  test_ui_wait_for (watched.n_alive == 0);
}

/* Scripts that come together are one program. */
static void
test_tabs_open_scripts (void)
{
  LsWindow *window = test_tabs_new_window (1);
  g_autofree char *dir = g_dir_make_tmp ("loopscope-test-XXXXXX", NULL);
  GFile *files[2];

  for (guint i = 0; i < 2; i++)
    {
      g_autofree char *name = g_strdup_printf ("%u.js", i);
      g_autofree char *path = g_build_filename (dir, name, NULL);

      g_assert_true (g_file_set_contents (path, "1;\n", -1, NULL));
      files[i] = g_file_new_for_path (path);
    }
  ls_window_open_files (window, files, 2);
  test_window_wait (window);
  g_assert_cmpint (ls_window_get_n_views (window), ==, 2);
  g_assert_cmpuint (ls_program_get_n_scripts (ls_session_get_program (test_window_get_session (window))), ==, 2);
  test_window_close (window);
  for (guint i = 0; i < 2; i++)
    {
      g_file_delete (files[i], NULL, NULL);
      g_object_unref (files[i]);
    }
  g_rmdir (dir);
}
#endif

#define N_MANY 20

/* Many of them, some running, go with their window. */
static void
test_tabs_many (void)
{
  LsWindow *window = test_tabs_new_window (N_MANY);
  Watched watched = { 0 };

  watch (&watched, window);
  for (int i = 0; i < N_MANY; i++)
    {
      LsSessionView *view = ls_window_get_nth_view (window, i);

      test_tabs_watch_view (&watched, view);
      ls_player_set_speed (ls_session_view_get_player (view), 0.01);
      ls_player_set_running (ls_session_view_get_player (view), i % 2 == 0);
      g_assert_true (test_tabs_is_shown (view) == (view == ls_window_get_view (window)));
    }
  for (int i = 0; i < N_MANY; i++)
    test_tabs_select_tab (window, (i * 7) % N_MANY);
  gtk_window_close (GTK_WINDOW (window));
  test_ui_wait_for (watched.n_alive == 0);
}

/* What was not saved is back in the windows in which it was, in its order, with the tab that was seen last. */
static void
test_tabs_restore (void)
{
  LsJournals *journals = ls_application_get_journals (test_window_get_app ());
  LsWindow *first = test_tabs_new_window (3);
  LsWindow *second = test_tabs_new_window (1);
  LsWindow *restored[2] = { NULL };
  static const char *const titles[] = { "c", "a", "b" };

  for (int i = 0; i < 3; i++)
    {
      test_tabs_select_tab (first, i);
      test_tabs_modify (first, titles[i]);
    }
  test_tabs_modify (second, "d");
  /* Now a, b, c. */
  adw_tab_view_reorder_last (ADW_TAB_VIEW (test_window_get_part (first, "tabs")), adw_tab_view_get_nth_page (ADW_TAB_VIEW (test_window_get_part (first, "tabs")), 0));
  test_tabs_select_tab (first, 2);
  test_tabs_select_tab (first, 1);
  ls_window_keep_journals (first);
  ls_window_keep_journals (second);
  gtk_window_close (GTK_WINDOW (first));
  gtk_window_close (GTK_WINDOW (second));
  test_ui_wait_for (test_tabs_find_other (NULL) == NULL);
  ls_journals_close (journals);
  ls_journals_claim (journals);

  g_action_group_activate_action (G_ACTION_GROUP (test_window_get_app ()), "restore-all", NULL);
  for (GList *link = gtk_application_get_windows (GTK_APPLICATION (test_window_get_app ())); link != NULL; link = link->next)
    restored[ls_window_get_n_views (link->data) == 3 ? 0 : 1] = link->data;
  g_assert_nonnull (restored[0]);
  g_assert_nonnull (restored[1]);
  test_window_wait_for_opening (restored[0]);
  test_window_wait_for_opening (restored[1]);
  g_assert_cmpint (ls_window_get_n_views (restored[1]), ==, 1);
  g_assert_cmpstr (ls_session_get_title (test_window_get_session (restored[1])), ==, "d");
  for (int i = 0; i < 3; i++)
    {
      const char title[] = { 'a' + i, '\0' };

      g_assert_cmpstr (ls_session_file_get_title (ls_session_view_get_file (ls_window_get_nth_view (restored[0], i))), ==, title);
      g_assert_true (ls_session_view_get_modified (ls_window_get_nth_view (restored[0], i)));
    }
  g_assert_true (ls_window_get_view (restored[0]) == ls_window_get_nth_view (restored[0], 1));
  /* The window that was seen last comes last. */
  g_assert_true (gtk_application_get_active_window (GTK_APPLICATION (test_window_get_app ())) == GTK_WINDOW (restored[0]));
  test_window_close (restored[0]);
  test_window_close (restored[1]);
}

int
main (int   argc,
      char *argv[])
{
  test_window_init (&argc, &argv);

  g_test_add_func ("/tabs/bar", test_tabs_bar);
  g_test_add_func ("/tabs/header", test_tabs_header);
  g_test_add_func ("/tabs/panes", test_tabs_panes);
  test_tabs_add_hidden ();
  g_test_add_func ("/tabs/attention", test_tabs_attention);
  g_test_add_func ("/tabs/switch", test_tabs_switch);
  g_test_add_func ("/tabs/open", test_tabs_open);
  g_test_add_func ("/tabs/open-files", test_tabs_open_files);
  test_tabs_add_close ();
  g_test_add_func ("/tabs/names", test_tabs_names);
#ifdef LS_HAVE_SCRIPT
  g_test_add_func ("/tabs/endless", test_tabs_endless);
  g_test_add_func ("/tabs/open-scripts", test_tabs_open_scripts);
#endif
  g_test_add_func ("/tabs/many", test_tabs_many);
  g_test_add_func ("/tabs/restore", test_tabs_restore);

  return g_test_run ();
}
