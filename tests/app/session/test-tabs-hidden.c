/* test-tabs-hidden.c: what a view does while its tab is not selected
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "../window/test-tabs.h"

#include "ls-session-view-private.h"

gboolean
test_tabs_is_shown (LsSessionView *view)
{
  return view->is_shown;
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
  LsWindow *window = test_tabs_new_window (2);
  LsSessionView *first = ls_window_get_nth_view (window, 0);
  guint n_changed = 0;
  guint32 step;

  test_tabs_select_tab (window, 0);
  g_signal_connect_swapped (first->player, "changed", G_CALLBACK (count), &n_changed);
  ls_player_set_speed (first->player, 0.01);
  test_window_activate (window, "win.run", NULL);
  g_assert_true (ls_player_get_running (first->player));
  test_ui_wait_for (first->tick != 0);
  test_tabs_select_tab (window, 1);
  g_assert_cmpuint (first->tick, ==, 0);
  g_assert_false (gtk_widget_get_mapped (first->stage));
  step = ls_player_get_step (first->player);
  n_changed = 0;
  g_assert_true (adw_tab_page_get_loading (test_tabs_get_page (window, first)));
  ls_player_set_speed (first->player, LS_SPEED_MAXIMUM);
  test_ui_wait_for (!ls_player_get_running (first->player));
  g_assert_cmpuint (ls_player_get_step (first->player), >, step);
  g_assert_cmpuint (n_changed, ==, 0);
  g_assert_cmpuint (first->tick, ==, 0);
  g_assert_cmpuint (first->hidden_source, ==, 0);
  g_assert_false (adw_tab_page_get_loading (test_tabs_get_page (window, first)));

  test_tabs_select_tab (window, 0);
  g_assert_cmpuint (n_changed, ==, 1);
  test_window_close (window);
}

void
test_tabs_add_hidden (void)
{
  g_test_add_func ("/tabs/hidden", test_tabs_hidden);
}
