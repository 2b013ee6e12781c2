/* test-preferences.c: what the user prefers, and that it is in force at once
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "test-window-util.h"

#include "ls-preferences.h"
#include "ls-welcome.h"
#include "ls-window-private.h"

static GSettings *settings;

static LsWindow *
open_preferences (const char *example)
{
  LsWindow *window = test_window_new (example, 1360, 860);

  g_action_group_activate_action (G_ACTION_GROUP (test_window_get_app ()), "preferences", NULL);
  g_assert_true (LS_IS_PREFERENCES (ls_window_get_dialog (window)));
  return window;
}

static GtkWidget *
find (LsWindow   *window,
      GType       type,
      const char *id)
{
  GtkWidget *found = test_ui_find (ls_window_get_dialog (window), type, id);

  g_assert_nonnull (found);
  return found;
}

static void
test_preferences_appearance (void)
{
  LsWindow *window = open_preferences (NULL);
  GtkWidget *scheme = find (window, ADW_TYPE_COMBO_ROW, "color_scheme");
  AdwStyleManager *manager = adw_style_manager_get_default ();

  g_assert_cmpint (adw_style_manager_get_color_scheme (manager), ==, ADW_COLOR_SCHEME_DEFAULT);
  adw_combo_row_set_selected (ADW_COMBO_ROW (scheme), 2);
  g_assert_cmpint (adw_style_manager_get_color_scheme (manager), ==, ADW_COLOR_SCHEME_FORCE_DARK);
  g_assert_true (adw_style_manager_get_dark (manager));
  adw_combo_row_set_selected (ADW_COMBO_ROW (scheme), 1);
  g_assert_cmpint (adw_style_manager_get_color_scheme (manager), ==, ADW_COLOR_SCHEME_FORCE_LIGHT);
  g_assert_false (adw_style_manager_get_dark (manager));
  /* Other programs change settings as well. */
  g_settings_reset (settings, "color-scheme");
  g_assert_cmpuint (adw_combo_row_get_selected (ADW_COMBO_ROW (scheme)), ==, 0);
  g_assert_cmpint (adw_style_manager_get_color_scheme (manager), ==, ADW_COLOR_SCHEME_DEFAULT);
  test_window_close_dialog (window);
  test_window_close (window);
}

static gboolean
get_animations (void)
{
  gboolean enabled;

  g_object_get (gtk_settings_get_default (), "gtk-enable-animations", &enabled, NULL);
  return enabled;
}

static void
test_preferences_animations (void)
{
  LsWindow *window = open_preferences (NULL);
  GtkWidget *animations = find (window, GTK_TYPE_SWITCH, "animations");

  g_object_set (gtk_settings_get_default (), "gtk-enable-animations", TRUE, NULL);
  g_assert_true (gtk_switch_get_active (GTK_SWITCH (animations)));
  gtk_switch_set_active (GTK_SWITCH (animations), FALSE);
  g_assert_false (g_settings_get_boolean (settings, "animations"));
  g_assert_false (get_animations ());
  /* What the system says holds again. */
  gtk_switch_set_active (GTK_SWITCH (animations), TRUE);
  g_assert_false (get_animations ());
  test_window_close_dialog (window);
  test_window_close (window);
}

#ifdef LS_HAVE_SCRIPT
static void
test_preferences_wrapping (void)
{
  LsWindow *window = test_window_new_program ("const a = 1;\n", 1360, 860);
  GtkTextView *view = test_window_get_text_view (window);

  g_assert_cmpint (gtk_text_view_get_wrap_mode (view), ==, GTK_WRAP_NONE);
  test_window_activate (window, "win.preferences", NULL);
  gtk_switch_set_active (GTK_SWITCH (find (window, GTK_TYPE_SWITCH, "wrap")), TRUE);
  g_assert_cmpint (gtk_text_view_get_wrap_mode (view), ==, GTK_WRAP_WORD_CHAR);
  g_settings_reset (settings, "wrap-lines");
  g_assert_cmpint (gtk_text_view_get_wrap_mode (view), ==, GTK_WRAP_NONE);
  test_window_close_dialog (window);
  test_window_close (window);
}
#endif

static void
test_preferences_speed (void)
{
  LsWindow *window = open_preferences (TEST_EXAMPLE);
  GtkWidget *speed = find (window, ADW_TYPE_COMBO_ROW, "speed");

  /* After the steps in a second and the slower ones. */
  adw_combo_row_set_selected (ADW_COMBO_ROW (speed), 10);
  {
    g_autofree char *chosen = g_settings_get_string (settings, "run-speed");

    g_assert_cmpstr (chosen, ==, "10");
  }
  g_assert_cmpfloat (ls_player_get_speed (test_window_get_player (window)), ==, 10);
  test_window_close_dialog (window);
  test_window_close (window);
  window = test_window_new (NULL, 1360, 860);
  g_assert_cmpfloat (ls_player_get_speed (test_window_get_player (window)), ==, 10);
  g_settings_reset (settings, "run-speed");
  test_window_close (window);
}

static void
test_preferences_budgets (void)
{
  LsWindow *window = open_preferences (TEST_EXAMPLE);
  GtkWidget *steps = find (window, GTK_TYPE_SPIN_BUTTON, "steps");
  g_autofree char *place = NULL;
  g_autofree char *message = NULL;
  guint32 n_steps, n_all;

  test_window_activate (window, "win.to-end", NULL);
  n_all = ls_trace_get_n_steps (ls_player_get_trace (test_window_get_player (window)));
  g_assert_false (gtk_revealer_get_reveal_child (GTK_REVEALER (test_window_get_child (window, "banner"))));

  gtk_spin_button_set_value (GTK_SPIN_BUTTON (steps), 10);
  g_assert_cmpint (g_settings_get_int64 (settings, "step-budget"), ==, 10);
  test_ui_wait_for (gtk_revealer_get_reveal_child (GTK_REVEALER (test_window_get_child (window, "banner"))));
  n_steps = ls_trace_get_n_steps (ls_player_get_trace (test_window_get_player (window)));
  g_assert_cmpuint (n_steps, <, n_all);
  message = ls_debugger_get_message (ls_window_get_debugger (window), &place);
  g_assert_nonnull (message);
  /* It is the user's, not the session's. */
  g_assert_false (ls_session_view_get_modified (ls_window_get_view (window)));

  g_settings_reset (settings, "step-budget");
  test_window_activate (window, "win.to-end", NULL);
  g_assert_cmpuint (ls_trace_get_n_steps (ls_player_get_trace (test_window_get_player (window))), ==, n_all);
  test_window_close_dialog (window);
  test_window_close (window);
}

#ifdef LS_HAVE_SCRIPT
static int
get_line_height (LsWindow *window)
{
  GtkTextView *view = test_window_get_text_view (window);
  GtkTextIter iter;
  int y, height;

  gtk_text_buffer_get_start_iter (gtk_text_view_get_buffer (view), &iter);
  gtk_text_view_get_line_yrange (view, &iter, &y, &height);
  return height;
}

static void
test_preferences_font (void)
{
  static const char *const odd[] = { "\"; } * { color: red", "\\", "Monospace 999999", "", "nonsense font -3" };
  LsWindow *window = test_window_new_program ("1;\n", 1360, 860);
  int height;

  test_ui_settle (GTK_WIDGET (window));
  height = get_line_height (window);
  g_settings_set_string (settings, "editor-font", "Monospace 30");
  test_ui_wait_for (get_line_height (window) > height + 10);
  for (guint i = 0; i < G_N_ELEMENTS (odd); i++)
    g_settings_set_string (settings, "editor-font", odd[i]);

  g_action_group_activate_action (G_ACTION_GROUP (test_window_get_app ()), "preferences", NULL);
  g_settings_set_string (settings, "editor-font", "Monospace 30");
  g_assert_cmpstr (adw_action_row_get_subtitle (ADW_ACTION_ROW (find (window, ADW_TYPE_ACTION_ROW, "font"))), ==,
                   "Monospace 30");
  g_signal_emit_by_name (find (window, GTK_TYPE_BUTTON, "reset_font"), "clicked");
  test_ui_wait_for (get_line_height (window) == height);
  test_window_close_dialog (window);
  test_window_close (window);
}
#endif

static void
test_preferences_shown (void)
{
  LsWindow *window = test_window_new (TEST_EXAMPLE, 1360, 860);

  g_action_group_change_action_state (G_ACTION_GROUP (window), "show-inspector", g_variant_new_boolean (FALSE));
  gtk_stack_set_visible_child_name (GTK_STACK (test_window_get_child (window, "bottom_stack")), "log");
  test_ui_settle (GTK_WIDGET (window));
  gtk_window_close (GTK_WINDOW (window));

  window = test_window_new (TEST_EXAMPLE, 1360, 860);
  g_assert_false (gtk_widget_get_visible (test_window_get_child (window, "right_pane")));
  g_assert_true (gtk_widget_get_visible (test_window_get_child (window, "left_pane")));
  g_assert_cmpstr (gtk_stack_get_visible_child_name (GTK_STACK (test_window_get_child (window, "bottom_stack"))), ==, "log");
  test_window_close (window);

  /* A page that there is not. */
  g_settings_set_string (settings, "bottom-page", "nothing");
  g_settings_reset (settings, "show-inspector");
  window = test_window_new (TEST_EXAMPLE, 1360, 860);
  g_assert_cmpstr (gtk_stack_get_visible_child_name (GTK_STACK (test_window_get_child (window, "bottom_stack"))), ==, "timeline");
  g_settings_reset (settings, "bottom-page");
  test_window_close (window);
}

static guint
count_shown (GtkWidget *welcome)
{
  guint n = 0;

  for (GtkWidget *child = gtk_widget_get_first_child (welcome); child != NULL; child = gtk_widget_get_next_sibling (child))
    if (gtk_widget_get_visible (child))
      n += ADW_IS_ACTION_ROW (child) ? 1 : count_shown (child);
  return n;
}

static void
test_preferences_welcome (void)
{
  LsWindow *window = test_window_new (NULL, 1360, 860);
  GtkWidget *search = test_ui_find (test_window_get_child (window, "welcome"), GTK_TYPE_SEARCH_ENTRY, NULL);
  guint n_all = count_shown (test_window_get_child (window, "welcome"));

  g_assert_cmpuint (n_all, >, 10);
  gtk_editable_set_text (GTK_EDITABLE (search), "photo GALLERY");
  test_ui_wait_for (count_shown (test_window_get_child (window, "welcome")) < n_all);
  g_assert_cmpuint (count_shown (test_window_get_child (window, "welcome")), >=, 1);
  gtk_editable_set_text (GTK_EDITABLE (search), "no such example");
  test_ui_wait_for (count_shown (test_window_get_child (window, "welcome")) == 0);
  g_assert_true (gtk_widget_get_visible (test_ui_find (test_window_get_child (window, "welcome"), GTK_TYPE_LABEL, "nothing")));
  g_signal_emit_by_name (search, "activate");
  g_assert_false (ls_window_has_session (window));
  g_signal_emit_by_name (search, "stop-search");
  test_ui_wait_for (count_shown (test_window_get_child (window, "welcome")) == n_all);

  gtk_editable_set_text (GTK_EDITABLE (search), "gallery");
  test_ui_wait_for (count_shown (test_window_get_child (window, "welcome")) < n_all);
  g_signal_emit_by_name (search, "activate");
  test_window_wait (window);
  g_assert_true (ls_window_has_session (window));
  test_window_close (window);
}

static void
test_preferences_picture (void)
{
  LsWindow *window = open_preferences (NULL);

  test_ui_save_picture (GTK_WIDGET (gtk_widget_get_root (ls_window_get_dialog (window))), "preferences");
  test_window_close_dialog (window);
  test_window_close (window);
}

int
main (int   argc,
      char *argv[])
{
  test_window_init (&argc, &argv);
  settings = g_settings_new (LS_APP_ID);

  g_test_add_func ("/preferences/appearance", test_preferences_appearance);
  g_test_add_func ("/preferences/animations", test_preferences_animations);
#ifdef LS_HAVE_SCRIPT
  g_test_add_func ("/preferences/wrapping", test_preferences_wrapping);
#endif
  g_test_add_func ("/preferences/speed", test_preferences_speed);
  g_test_add_func ("/preferences/budgets", test_preferences_budgets);
#ifdef LS_HAVE_SCRIPT
  g_test_add_func ("/preferences/font", test_preferences_font);
#endif
  g_test_add_func ("/preferences/shown", test_preferences_shown);
  g_test_add_func ("/preferences/welcome", test_preferences_welcome);
  g_test_add_func ("/preferences/picture", test_preferences_picture);

  return g_test_run ();
}
