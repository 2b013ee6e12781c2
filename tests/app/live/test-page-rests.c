/* test-page-rests.c: pages of a browser that have nothing to do, or do not come, in the window
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "test-window-util.h"

#include "ls-session-view-private.h"
#include "ls-why-card.h"

static gboolean
why_says (LsWindow   *window,
          const char *text)
{
  g_autofree char *why = ls_why_card_dup_text (LS_WHY_CARD (test_window_get_child (window, "why")));

  return strstr (why, text) != NULL;
}

/* The window speaks as of a page and not of a recording. */
static void
test_rests (void)
{
  g_autofree char *path = g_test_build_filename (G_TEST_DIST, "app", "live", "idle.html", NULL);
  g_autofree char *address = g_filename_to_uri (path, NULL, NULL);
  LsWindow *window = test_window_new (NULL, 1300, 850);
  g_autoptr (LsPageWatch) watch = NULL;

  ls_session_view_watch_page (ls_window_get_view (window), address, LS_PAGE_WATCH_HEADLESS);
  watch = g_object_ref (LS_PAGE_WATCH (ls_debugger_get_live_run (ls_window_get_debugger (window))));
  test_ui_wait_for (ls_trace_get_n_turns (ls_live_run_get_trace (LS_LIVE_RUN (watch))) > 0);
  test_ui_wait_for (why_says (window, "Nothing to run\nAs far as the page has told, no task waits."));
  g_assert_nonnull (test_ui_find (GTK_WIDGET (window), GTK_TYPE_LABEL, "No signals yet"));
  /* And goes on to do so when that is over. */
  test_window_activate (window, "win.stop", NULL);
  test_ui_wait_for (ls_live_run_has_ended (LS_LIVE_RUN (watch)) && !ls_debugger_get_working (ls_window_get_debugger (window)));
  test_ui_wait_for (test_ui_find (test_window_get_child (window, "watch"), GTK_TYPE_LABEL, "Watching has ended") != NULL);
  g_assert_true (why_says (window, "As far as the page has told, no task waits."));
  g_assert_nonnull (test_ui_find (GTK_WIDGET (window), GTK_TYPE_LABEL, "No signals yet"));
  test_window_close (window);
  ls_debugger_finish_leaving ();
}

/* What cannot be watched is said, and the window stays as it is. */
static void
test_refused (void)
{
  LsWindow *window = test_window_new (NULL, 1300, 850);

  ls_session_view_join_browser (ls_window_get_view (window), "example.com:9222", NULL, LS_PAGE_WATCH_NONE);
  test_ui_wait_for (test_ui_shows (GTK_WIDGET (window), "example.com"));
  g_assert_null (ls_debugger_get_live_run (ls_window_get_debugger (window)));
  test_window_close (window);
}

/* Nobody listens at a port. */
static void
test_nobody (void)
{
  LsWindow *window = test_window_new (NULL, 1300, 850);
  LsDebugger *debugger = ls_window_get_debugger (window);

  ls_session_view_join_browser (ls_window_get_view (window), "1", NULL, LS_PAGE_WATCH_NONE);
  test_ui_wait_for (ls_debugger_get_live_run (debugger) != NULL && !ls_debugger_is_live (debugger) &&
                    !ls_debugger_get_working (debugger));
  test_ui_wait_for (test_ui_find (test_window_get_child (window, "watch"), GTK_TYPE_LABEL, "Watching has ended") != NULL);
  test_window_close (window);
  ls_debugger_finish_leaving ();
}

int
main (int    argc,
      char **argv)
{
  test_window_init (&argc, &argv);
  g_test_add_func ("/page-rests/words", test_rests);
  g_test_add_func ("/page-rests/refused", test_refused);
  g_test_add_func ("/page-rests/nobody", test_nobody);
  return g_test_run ();
}
