/* test-tabs.c: several sessions in the tabs of windows
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include <glib/gstdio.h>

#include "test-window-util.h"

#include "ls-stage.h"
#include "ls-window-private.h"

#define SECOND "priorities.loopscope"
#define THIRD "delayed-tasks.loopscope"

static void
open_example (LsWindow   *window,
              const char *name)
{
  g_autoptr (GFile) file = test_window_get_example (name);

  test_window_open (window, file);
  test_window_wait (window);
}

/* A window with that many tabs, each with a session of its own that has no file. */
static LsWindow *
new_window (int n_tabs)
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

static void
select_tab (LsWindow *window,
            int       index)
{
  ls_window_show_view (window, ls_window_get_nth_view (window, index));
  g_assert_true (window->view == ls_window_get_nth_view (window, index));
}

static AdwTabPage *
get_page (LsWindow      *window,
          LsSessionView *view)
{
  return adw_tab_view_get_page (ADW_TAB_VIEW (window->tabs), GTK_WIDGET (view));
}

/* Gives the session of the tab that is shown another title, as a change of its own. */
static void
modify (LsWindow   *window,
        const char *title)
{
  LsSession *session = test_window_get_session (window);

  ls_session_set_title (session, title);
  ls_session_set_note (session, 1, title);
  ls_session_set_modified (session, TRUE);
  g_signal_emit_by_name (window->view->debugger, "changed");
  g_assert_true (ls_session_view_get_modified (window->view));
}

static LsWindow *
find_other (LsWindow *window)
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
  LsWindow *window = new_window (1);

  g_assert_false (adw_tab_bar_get_tabs_revealed (ADW_TAB_BAR (window->tab_bar)));
  test_window_activate (window, "win.new-tab", NULL);
  g_assert_true (adw_tab_bar_get_tabs_revealed (ADW_TAB_BAR (window->tab_bar)));
  g_assert_cmpstr (gtk_stack_get_visible_child_name (GTK_STACK (window->view->stack)), ==, "welcome");
  g_assert_false (gtk_widget_get_visible (window->session_controls));
  test_window_activate (window, "win.close-tab", NULL);
  g_assert_false (adw_tab_bar_get_tabs_revealed (ADW_TAB_BAR (window->tab_bar)));
  g_assert_true (gtk_widget_get_visible (window->session_controls));
  test_window_close (window);
}

/* What the header bar shows, and what the actions do, is of the tab that is selected. */
static void
test_tabs_header (void)
{
  LsWindow *window = new_window (1);
  LsSessionView *first = window->view;
  g_autoptr (GVariant) blink = NULL;
  g_autoptr (GVariant) gecko = NULL;
  g_autoptr (GVariant) speed = NULL;

  open_example (window, SECOND);
  test_window_go_to (window, 3);
  g_action_group_change_action_state (G_ACTION_GROUP (window), "preset", g_variant_new_string ("gecko"));
  test_window_wait (window);
  g_action_group_change_action_state (G_ACTION_GROUP (window), "speed", g_variant_new_string ("10"));
  g_assert_cmpfloat (ls_player_get_speed (first->player), !=, 10);
  g_assert_nonnull (strstr (adw_window_title_get_subtitle (ADW_WINDOW_TITLE (window->title)), SECOND));
  gecko = g_action_group_get_action_state (G_ACTION_GROUP (window), "preset");
  g_assert_cmpstr (g_variant_get_string (gecko, NULL), ==, "gecko");
  g_assert_cmpstr (adw_tab_page_get_title (get_page (window, window->view)), ==, gtk_window_get_title (GTK_WINDOW (window)));
  g_assert_true (g_str_has_prefix (gtk_window_get_title (GTK_WINDOW (window)), "•"));
  g_assert_nonnull (strstr (adw_tab_page_get_tooltip (get_page (window, window->view)), SECOND));

  select_tab (window, 0);
  g_assert_true (window->view == first && first->is_shown);
  g_assert_false (ls_window_get_nth_view (window, 1)->is_shown);
  blink = g_action_group_get_action_state (G_ACTION_GROUP (window), "preset");
  g_assert_cmpstr (g_variant_get_string (blink, NULL), ==, "blink");
  speed = g_action_group_get_action_state (G_ACTION_GROUP (window), "speed");
  g_assert_cmpstr (g_variant_get_string (speed, NULL), !=, "10");
  g_assert_true (g_str_has_prefix (gtk_window_get_title (GTK_WINDOW (window)), "Photo gallery"));
  test_window_activate (window, "win.step", NULL);
  g_assert_cmpuint (ls_player_get_step (first->player), ==, 2);
  g_assert_cmpuint (ls_player_get_step (ls_window_get_nth_view (window, 1)->player), ==, 3);
  test_window_close (window);
}

/* The window shows panes, whichever session is in them. */
static void
test_tabs_panes (void)
{
  LsWindow *window = new_window (2);
  LsSessionView *first = ls_window_get_nth_view (window, 0);

  test_ui_settle (GTK_WIDGET (window));
  g_action_group_change_action_state (G_ACTION_GROUP (window), "show-inspector", g_variant_new_boolean (FALSE));
  gtk_paned_set_position (GTK_PANED (window->view->left), 321);
  g_assert_false (gtk_widget_get_visible (window->view->right_pane));
  select_tab (window, 0);
  test_ui_settle (GTK_WIDGET (window));
  g_assert_false (gtk_widget_get_visible (first->right_pane));
  g_assert_cmpint (gtk_paned_get_position (GTK_PANED (first->left)), ==, 321);
  test_window_close (window);
}

static void
count (guint *n)
{
  (*n)++;
}

/* A run goes on where nobody sees it, and nothing is done for it in a frame. */
static void
test_tabs_hidden (void)
{
  LsWindow *window = new_window (2);
  LsSessionView *first = ls_window_get_nth_view (window, 0);
  guint n_changed = 0;
  guint32 step;

  select_tab (window, 0);
  g_signal_connect_swapped (first->player, "changed", G_CALLBACK (count), &n_changed);
  ls_player_set_speed (first->player, 0.01);
  test_window_activate (window, "win.run", NULL);
  g_assert_true (ls_player_get_running (first->player));
  test_ui_wait_for (first->tick != 0);
  select_tab (window, 1);
  g_assert_cmpuint (first->tick, ==, 0);
  g_assert_false (gtk_widget_get_mapped (first->stage));
  step = ls_player_get_step (first->player);
  n_changed = 0;
  g_assert_true (adw_tab_page_get_loading (get_page (window, first)));
  ls_player_set_speed (first->player, LS_SPEED_MAXIMUM);
  test_ui_wait_for (!ls_player_get_running (first->player));
  g_assert_cmpuint (ls_player_get_step (first->player), >, step);
  g_assert_cmpuint (n_changed, ==, 0);
  g_assert_cmpuint (first->tick, ==, 0);
  g_assert_cmpuint (first->hidden_source, ==, 0);
  g_assert_false (adw_tab_page_get_loading (get_page (window, first)));

  select_tab (window, 0);
  g_assert_cmpuint (n_changed, ==, 1);
  test_window_close (window);
}

static void
test_tabs_attention (void)
{
  LsWindow *window = new_window (2);
  LsSessionView *first = ls_window_get_nth_view (window, 0);

  select_tab (window, 0);
  test_window_activate (window, "win.add-breakpoint", "s", "{\"on\":\"task-start\"}");
  test_window_activate (window, "win.run", NULL);
  select_tab (window, 1);
  ls_player_set_speed (first->player, LS_SPEED_MAXIMUM);
  test_ui_wait_for (adw_tab_page_get_needs_attention (get_page (window, first)));
  g_assert_false (ls_player_get_running (first->player));
  select_tab (window, 0);
  g_assert_false (adw_tab_page_get_needs_attention (get_page (window, first)));
  g_assert_true (gtk_revealer_get_reveal_child (GTK_REVEALER (first->break_banner)));
  test_window_close (window);
}

static void
test_tabs_switch (void)
{
  LsWindow *window = new_window (3);
  LsSessionView *views[3];

  for (int i = 0; i < 3; i++)
    views[i] = ls_window_get_nth_view (window, i);
  select_tab (window, 2);
  test_window_activate (window, "win.next-tab", NULL);
  g_assert_true (window->view == views[0]);
  test_window_activate (window, "win.previous-tab", NULL);
  g_assert_true (window->view == views[2]);
  test_window_activate (window, "win.move-tab-back", NULL);
  g_assert_true (ls_window_get_nth_view (window, 1) == views[2]);
  g_assert_cmpint (ls_journal_keeper_get_place (views[2]->keeper), ==, 1);
  g_assert_cmpint (ls_journal_keeper_get_place (views[1]->keeper), ==, 2);
  test_window_activate (window, "win.move-tab-forward", NULL);
  g_assert_true (ls_window_get_nth_view (window, 2) == views[2]);
  /* The keys that programs need are not the tabs'. */
  g_assert_cmpint (adw_tab_view_get_shortcuts (ADW_TAB_VIEW (window->tabs)) &
                     (ADW_TAB_VIEW_SHORTCUT_CONTROL_HOME | ADW_TAB_VIEW_SHORTCUT_CONTROL_SHIFT_END), ==, 0);
  test_window_close (window);
}

static void
test_tabs_open (void)
{
  LsWindow *window = test_window_new (NULL, 1360, 860);
  LsWindow *other = test_window_new (NULL, 1360, 860);
  LsSessionView *first = window->view;
  g_autofree char *dir = g_dir_make_tmp ("loopscope-test-XXXXXX", NULL);
  g_autofree char *path = g_build_filename (dir, "bad.loopscope", NULL);
  g_autoptr (GFile) bad = g_file_new_for_path (path);

  /* An empty tab is used, another one is not. */
  test_window_activate (window, "win.open-empty", NULL);
  open_example (window, SECOND);
  g_assert_true (window->view == first);
  open_example (window, TEST_EXAMPLE);
  g_assert_cmpint (ls_window_get_n_views (window), ==, 2);
  g_assert_true (window->view == ls_window_get_nth_view (window, 1));
  /* What is open is shown there, also from another window. */
  open_example (window, SECOND);
  g_assert_true (window->view == first);
  open_example (other, TEST_EXAMPLE);
  g_assert_true (window->view == ls_window_get_nth_view (window, 1));
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
  test_ui_wait_for (find_other (NULL) != NULL && ls_window_get_n_views (find_other (NULL)) == 3);
  window = find_other (NULL);
  test_window_wait (window);
  g_assert_null (find_other (window));
  for (int i = 0; i < 3; i++)
    g_assert_true (g_file_equal (ls_debugger_get_file (ls_window_get_nth_view (window, i)->debugger), files[i]));
  test_window_close (window);
  for (int i = 0; i < 3; i++)
    g_object_unref (files[i]);
}

static void
test_tabs_close (void)
{
  LsWindow *window = new_window (3);
  LsSessionView *second = ls_window_get_nth_view (window, 1);

  g_object_add_weak_pointer (G_OBJECT (second), (gpointer *) &second);
  select_tab (window, 1);
  test_window_go_to (window, 4);
  modify (window, "mine");
  test_window_activate (window, "win.close-tab", NULL);
  test_window_answer (window, "_Cancel");
  test_ui_wait_for (!window->is_asking);
  g_assert_cmpint (ls_window_get_n_views (window), ==, 3);
  test_window_activate (window, "win.close-tab", NULL);
  test_window_answer (window, "_Discard");
  test_ui_wait_for (ls_window_get_n_views (window) == 2);
  test_ui_wait_for (second == NULL);
  test_ui_settle (GTK_WIDGET (window));
  g_assert_nonnull (test_ui_find (window->view->toasts, GTK_TYPE_LABEL, "Closed “mine” without saving"));

  test_window_activate (window, "win.reopen-tab", NULL);
  g_assert_cmpint (ls_window_get_n_views (window), ==, 3);
  g_assert_true (window->view == ls_window_get_nth_view (window, 1));
  g_assert_cmpstr (ls_session_get_title (test_window_get_session (window)), ==, "mine");
  g_assert_cmpuint (ls_player_get_step (window->view->player), ==, 4);
  g_assert_true (ls_session_view_get_modified (window->view));
  test_window_close (window);
}

static void
test_tabs_close_others (void)
{
  LsWindow *window = new_window (3);
  LsSessionView *second = ls_window_get_nth_view (window, 1);

  select_tab (window, 0);
  modify (window, "one");
  select_tab (window, 2);
  modify (window, "three");
  select_tab (window, 1);
  test_window_activate (window, "win.close-other-tabs", NULL);
  test_ui_wait_for (test_window_find_question (window) != NULL);
  g_assert_nonnull (test_ui_find (test_window_find_question (window), ADW_TYPE_ACTION_ROW, NULL));
  test_window_answer (window, "_Discard All");
  test_ui_wait_for (ls_window_get_n_views (window) == 1);
  g_assert_true (window->view == second);
  g_assert_false (gtk_widget_activate_action (GTK_WIDGET (window), "win.next-tab", NULL) && window->view != second);
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
  LsWindow *window = new_window (3);
  GFile *files[3];

  g_object_add_weak_pointer (G_OBJECT (window), (gpointer *) &window);
  for (int i = 0; i < 3; i++)
    {
      g_autofree char *name = g_strconcat (titles[i], ".loopscope", NULL);
      g_autofree char *path = g_build_filename (dir, name, NULL);

      files[i] = g_file_new_for_path (path);
      select_tab (window, i);
      g_assert_true (test_window_save (window, files[i], NULL));
      modify (window, titles[i]);
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
  LsWindow *window = new_window (2);
  LsSessionView *first = ls_window_get_nth_view (window, 0);
  LsSessionView *second = ls_window_get_nth_view (window, 1);
  LsWindow *other;

  g_object_add_weak_pointer (G_OBJECT (window), (gpointer *) &window);
  ls_player_set_speed (second->player, 0.01);
  test_window_activate (window, "win.run", NULL);
  test_window_activate (window, "win.move-tab-to-window", NULL);
  other = find_other (window);
  g_assert_nonnull (other);
  test_ui_wait_for (gtk_widget_get_mapped (second->stage));
  g_assert_cmpint (ls_window_get_n_views (window), ==, 1);
  g_assert_cmpint (ls_window_get_n_views (other), ==, 1);
  g_assert_true (window->view == first && first->is_shown);
  g_assert_true (other->view == second && second->is_shown);
  g_assert_true (ls_player_get_running (second->player));
  g_assert_cmpstr (ls_journal_keeper_get_window (second->keeper), ==, other->id);
  g_assert_cmpstr (ls_journal_keeper_get_window (first->keeper), ==, window->id);
  test_ui_wait_for (ls_player_get_step (second->player) > 1);
  test_window_activate (other, "win.run", NULL);
  g_assert_false (ls_player_get_running (second->player));
  g_assert_false (ls_player_get_running (first->player));

  /* As dragging does. */
  adw_tab_view_transfer_page (ADW_TAB_VIEW (window->tabs), get_page (window, first), ADW_TAB_VIEW (other->tabs), 0);
  test_ui_wait_for (window == NULL);
  g_assert_cmpint (ls_window_get_n_views (other), ==, 2);
  g_assert_true (ls_window_get_nth_view (other, 0) == first);
  g_assert_cmpint (ls_journal_keeper_get_place (second->keeper), ==, 1);
  test_window_close (other);
}

static void
test_tabs_menu (void)
{
  LsWindow *window = new_window (1);
  LsSessionView *first = window->view;
  GdkClipboard *clipboard = gtk_widget_get_clipboard (GTK_WIDGET (window));
  g_autoptr (GFile) file = test_window_get_example (SECOND);
  g_autofree char *path = g_file_get_path (file);
  GdkContentProvider *content;
  g_auto (GValue) value = G_VALUE_INIT;

  open_example (window, SECOND);
  test_window_activate (window, "win.copy-path", NULL);
  content = gdk_clipboard_get_content (clipboard);
  g_assert_nonnull (content);
  g_value_init (&value, G_TYPE_STRING);
  g_assert_true (gdk_content_provider_get_value (content, &value, NULL));
  g_assert_cmpstr (g_value_get_string (&value), ==, path);

  /* The menu of another tab than the one that is shown is about that one. */
  g_signal_emit_by_name (window->tabs, "setup-menu", get_page (window, first));
  test_window_activate (window, "win.close-tab", NULL);
  g_signal_emit_by_name (window->tabs, "setup-menu", NULL);
  g_assert_cmpint (ls_window_get_n_views (window), ==, 1);
  g_assert_true (g_file_equal (ls_debugger_get_file (window->view->debugger), file));
  test_window_close (window);
}

/* The names that assistive technology says. */
static void
test_tabs_names (void)
{
  LsWindow *window = new_window (2);
  GtkWidget *close;

  modify (window, "my session");
  gtk_test_accessible_assert_property (window->view, GTK_ACCESSIBLE_PROPERTY_LABEL, "• my session");
  close = test_ui_find (window->tab_bar, GTK_TYPE_BUTTON, "close_btn");
  g_assert_nonnull (close);
  gtk_test_accessible_assert_property (close, GTK_ACCESSIBLE_PROPERTY_LABEL, "Close Tab");
  test_window_close (window);
}

typedef struct
{
  GPtrArray *objects;
  guint      n_alive;
} Watched;

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

static void
watch_view (Watched       *watched,
            LsSessionView *view)
{
  gpointer objects[] = { view, view->debugger, view->player, view->program, view->controllers, view->stage, view->signals,
                         view->why, view->inspector, view->timeline, view->events, view->log, view->what_if,
                         view->explore, view->breakpoints, view->lints, view->statistics, view->welcome };

  for (guint i = 0; i < G_N_ELEMENTS (objects); i++)
    watch (watched, objects[i]);
}

/* A tab that is closed leaves nothing alive, whatever runs in it. */
static void
test_tabs_lifetime (void)
{
  LsWindow *window = new_window (2);
  Watched watched = { 0 };

  watch_view (&watched, window->view);
  ls_player_set_speed (window->view->player, 0.01);
  test_window_activate (window, "win.run", NULL);
  test_window_activate (window, "win.close-tab", NULL);
  test_ui_wait_for (watched.n_alive == 0);

  /* One that was hidden and runs. */
  test_window_activate (window, "win.run", NULL);
  watch_view (&watched, window->view);
  test_window_activate (window, "win.new-tab", NULL);
  g_signal_emit_by_name (window->tabs, "setup-menu",
                         get_page (window, ls_window_get_nth_view (window, 0)));
  test_window_activate (window, "win.close-tab", NULL);
  test_ui_wait_for (watched.n_alive == 0);
  g_assert_cmpint (ls_window_get_n_views (window), ==, 1);
  test_window_close (window);
}

#ifdef LS_HAVE_SCRIPT
static void
test_tabs_endless (void)
{
  LsWindow *window = test_window_new (NULL, 1360, 860);
  Watched watched = { 0 };

  for (guint i = 0; i < 2; i++)
    {
      LsSessionView *view = ls_session_view_get_free (window->view);

      g_assert_true (ls_debugger_open_text (view->debugger, "main.js", "while (true);\n", NULL));
      ls_player_to_end (view->player);
      test_ui_wait_for (ls_debugger_get_working (view->debugger));
      watch_view (&watched, view);
    }
  g_assert_cmpint (ls_window_get_n_views (window), ==, 2);
  g_assert_true (adw_tab_page_get_loading (get_page (window, ls_window_get_nth_view (window, 0))));
  ls_window_get_nth_view (window, 1)->discard = TRUE;
  test_window_activate (window, "win.to-start", NULL);
  adw_tab_view_close_page (ADW_TAB_VIEW (window->tabs), get_page (window, window->view));
  test_ui_wait_for (watched.n_alive == 18);
  test_window_close (window);
  test_ui_wait_for (watched.n_alive == 0);
}

/* Scripts that come together are one program. */
static void
test_tabs_open_scripts (void)
{
  LsWindow *window = new_window (1);
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

/* Many of them, some running, go with their window. */
static void
test_tabs_many (void)
{
  LsWindow *window = new_window (20);
  Watched watched = { 0 };

  watch (&watched, window);
  for (int i = 0; i < 20; i++)
    {
      LsSessionView *view = ls_window_get_nth_view (window, i);

      watch_view (&watched, view);
      ls_player_set_speed (view->player, 0.01);
      ls_player_set_running (view->player, i % 2 == 0);
      g_assert_true (view->is_shown == (view == window->view));
    }
  for (int i = 0; i < 20; i++)
    select_tab (window, (i * 7) % 20);
  gtk_window_close (GTK_WINDOW (window));
  test_ui_wait_for (watched.n_alive == 0);
}

/* What was not saved is back in the windows in which it was, in its order, with the tab that was seen last. */
static void
test_tabs_restore (void)
{
  LsJournals *journals = ls_application_get_journals (test_window_get_app ());
  LsWindow *first = new_window (3);
  LsWindow *second = new_window (1);
  LsWindow *restored[2] = { NULL };
  static const char *const titles[] = { "c", "a", "b" };

  for (int i = 0; i < 3; i++)
    {
      select_tab (first, i);
      modify (first, titles[i]);
    }
  modify (second, "d");
  /* Now a, b, c. */
  adw_tab_view_reorder_last (ADW_TAB_VIEW (first->tabs), adw_tab_view_get_nth_page (ADW_TAB_VIEW (first->tabs), 0));
  select_tab (first, 2);
  select_tab (first, 1);
  ls_window_keep_journals (first);
  ls_window_keep_journals (second);
  gtk_window_close (GTK_WINDOW (first));
  gtk_window_close (GTK_WINDOW (second));
  test_ui_wait_for (find_other (NULL) == NULL);
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

      g_assert_cmpstr (ls_session_file_get_title (ls_window_get_nth_view (restored[0], i)->file), ==, title);
      g_assert_true (ls_session_view_get_modified (ls_window_get_nth_view (restored[0], i)));
    }
  g_assert_true (restored[0]->view == ls_window_get_nth_view (restored[0], 1));
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
  g_test_add_func ("/tabs/hidden", test_tabs_hidden);
  g_test_add_func ("/tabs/attention", test_tabs_attention);
  g_test_add_func ("/tabs/switch", test_tabs_switch);
  g_test_add_func ("/tabs/open", test_tabs_open);
  g_test_add_func ("/tabs/open-files", test_tabs_open_files);
  g_test_add_func ("/tabs/close", test_tabs_close);
  g_test_add_func ("/tabs/close-others", test_tabs_close_others);
  g_test_add_func ("/tabs/close-window", test_tabs_close_window);
  g_test_add_func ("/tabs/move", test_tabs_move);
  g_test_add_func ("/tabs/menu", test_tabs_menu);
  g_test_add_func ("/tabs/names", test_tabs_names);
  g_test_add_func ("/tabs/lifetime", test_tabs_lifetime);
#ifdef LS_HAVE_SCRIPT
  g_test_add_func ("/tabs/endless", test_tabs_endless);
  g_test_add_func ("/tabs/open-scripts", test_tabs_open_scripts);
#endif
  g_test_add_func ("/tabs/many", test_tabs_many);
  g_test_add_func ("/tabs/restore", test_tabs_restore);

  return g_test_run ();
}
