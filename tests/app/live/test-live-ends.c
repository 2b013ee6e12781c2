/* test-live-ends.c: programs that end by themselves, most before the window sees anything of them
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include <string.h>

#include "test-window-util.h"

#include "ls-stage.h"

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

/* A program without a main loop shows nothing of a browser, and nothing that could be saved. */
static void
test_nothing (void)
{
  static const char *const arguments[] = { "/bin/true", NULL };
  LsWindow *window = test_window_new (NULL, 1300, 850);
  g_autofree char *subtitle = NULL;
  GtkWidget *stage;

  ls_session_view_watch (ls_window_get_view (window), arguments, NULL, NULL);
  stage = test_window_get_child (window, "stage");
  test_ui_wait_for (test_ui_find (stage, GTK_TYPE_LABEL, "Nothing Was Seen") != NULL);
  g_assert_cmpstr (ls_stage_get_page (LS_STAGE (stage)), ==, "nothing");
  g_assert_true (test_ui_shows (stage, "before its main loop ran"));
  subtitle = ls_session_view_make_subtitle (ls_window_get_view (window));
  g_assert_null (strstr (subtitle, "unsaved"));
  test_ui_save_picture (GTK_WIDGET (window), "live-nothing");
  test_window_close (window);
}

/* Where a shell starts a program, the title and the pane say what really runs, also when it has ended. */
static void
test_shell (void)
{
  const char *const arguments[] = { "sh", "-c", "\"$0\" timeout; exit 3", g_getenv ("LS_TEST_WATCHED"), NULL };
  LsWindow *window = test_window_new (NULL, 1300, 850);
  g_autofree char *title = NULL;
  GtkWidget *pane;

  ls_session_view_watch (ls_window_get_view (window), arguments, NULL, NULL);
  pane = test_window_get_child (window, "watch");
  test_ui_wait_for (test_ui_find (pane, GTK_TYPE_LABEL, "watched") != NULL);
  test_ui_wait_for (g_strcmp0 (gtk_window_get_title (GTK_WINDOW (window)), "watched") == 0);
  test_ui_wait_for (test_ui_find (pane, GTK_TYPE_LABEL, "Watching has ended") != NULL);
  title = ls_session_view_make_title (ls_window_get_view (window));
  g_assert_cmpstr (title, ==, "watched");
  g_assert_null (test_ui_find (pane, GTK_TYPE_LABEL, "sh"));
  /* It is the shell that has ended so. */
  test_ui_wait_for (test_ui_shows (GTK_WIDGET (window), "sh ended with status 3"));
  test_window_close (window);
}

int
main (int    argc,
      char **argv)
{
  test_window_init (&argc, &argv);
  g_test_add_func ("/live-ends/failure", test_failure);
  g_test_add_func ("/live-ends/nothing", test_nothing);
  g_test_add_func ("/live-ends/shell", test_shell);
  return g_test_run ();
}
