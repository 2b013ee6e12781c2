/* test-page-rests.c: a page of a browser that has nothing to do, in the window
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
  test_window_close (window);
  ls_debugger_finish_leaving ();
}

int
main (int    argc,
      char **argv)
{
  test_window_init (&argc, &argv);
  g_test_add_func ("/page-rests/words", test_rests);
  return g_test_run ();
}
