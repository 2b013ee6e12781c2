/* test-live-ends.c: programs that end before the window sees anything of them
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "test-window-util.h"

/* A program that cannot be started is a message, and nothing else. */
static void
test_failure (void)
{
  static const char *const arguments[] = { "/no/such/program", NULL };
  static const char *const nothing[] = { "", NULL };
  LsWindow *window = test_window_new (NULL, 900, 700);

  ls_session_view_watch (ls_window_get_view (window), arguments, NULL, NULL);
  test_ui_wait_for (test_ui_shows (GTK_WIDGET (window), "/no/such/program"));
  ls_session_view_watch (ls_window_get_view (window), nothing, NULL, NULL);
  g_assert_false (ls_window_has_session (window));
  test_window_close (window);
}

int
main (int    argc,
      char **argv)
{
  test_window_init (&argc, &argv);
  g_test_add_func ("/live-ends/failure", test_failure);
  return g_test_run ();
}
