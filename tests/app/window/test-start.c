/* test-start.c: a window that is seen before what it shows is made
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "test-window-util.h"

static GtkWidget *
get_content (LsWindow *window)
{
  return adw_application_window_get_content (ADW_APPLICATION_WINDOW (window));
}

static GtkApplication *
get_application (void)
{
  return GTK_APPLICATION (test_window_get_app ());
}

static guint
count_windows (void)
{
  return g_list_length (gtk_application_get_windows (get_application ()));
}

static void
on_frame (guint *n_frames)
{
  (*n_frames)++;
}

/* The first frame comes without content, which follows at once. */
static void
test_welcome (void)
{
  LsWindow *window = ls_window_start (get_application (), NULL, 0);
  guint n_frames = 0;

  g_signal_connect_swapped (gtk_widget_get_frame_clock (GTK_WIDGET (window)), "after-paint", G_CALLBACK (on_frame), &n_frames);
  g_assert_true (gtk_widget_get_visible (GTK_WIDGET (window)));
  g_assert_null (ls_window_get_view (window));
  g_assert_false (gtk_widget_get_visible (get_content (window)));
  test_ui_wait_for (ls_window_get_view (window) != NULL);
  g_assert_cmpuint (n_frames, ==, 1);
  g_assert_true (gtk_widget_get_visible (get_content (window)));
  g_assert_false (ls_window_has_session (window));
  g_assert_cmpstr (gtk_window_get_default_icon_name (), ==, LS_APP_ID);
  g_signal_handlers_disconnect_by_data (gtk_widget_get_frame_clock (GTK_WIDGET (window)), &n_frames);
  test_window_close (window);
}

/* Files take the place of the welcome page. */
static void
test_files (void)
{
  g_autoptr (GFile) first = test_window_get_example (TEST_EXAMPLE);
  g_autoptr (GFile) second = test_window_get_example ("priorities.loopscope");
  GFile *files[] = { first, second };
  LsWindow *window = ls_window_start (get_application (), files, G_N_ELEMENTS (files));

  test_ui_wait_for (ls_window_get_n_views (window) == 2);
  test_ui_wait_for (ls_session_view_has_session (ls_window_get_nth_view (window, 0)) &&
                    ls_session_view_has_session (ls_window_get_nth_view (window, 1)));
  test_ui_settle (GTK_WIDGET (window));
  g_assert_cmpint (ls_window_get_n_views (window), ==, 2);
  test_window_close (window);
}

/* Who needs the content does not wait for the frame, and gets it once. */
static void
test_at_once (void)
{
  LsWindow *window = ls_window_start (get_application (), NULL, 0);

  ls_window_finish_start (window);
  g_assert_nonnull (ls_window_get_view (window));
  ls_window_finish_start (window);
  test_ui_settle (GTK_WIDGET (window));
  g_assert_cmpint (ls_window_get_n_views (window), ==, 1);
  g_assert_true (gtk_widget_get_visible (get_content (window)));
  test_window_close (window);
}

/* A window that starts already opens what another process asks for. */
static void
test_asked_again (void)
{
  g_autoptr (GFile) first = test_window_get_example (TEST_EXAMPLE);
  g_autoptr (GFile) second = test_window_get_example ("priorities.loopscope");
  GApplication *application = G_APPLICATION (get_application ());
  LsWindow *window;

  g_application_open (application, &first, 1, "");
  window = LS_WINDOW (gtk_application_get_active_window (get_application ()));
  g_assert_null (ls_window_get_view (window));
  g_application_open (application, &second, 1, "");
  g_assert_cmpint (ls_window_get_n_views (window), ==, 2);
  g_application_activate (application);
  test_ui_wait_for (ls_session_view_has_session (ls_window_get_nth_view (window, 0)) &&
                    ls_session_view_has_session (ls_window_get_nth_view (window, 1)));
  g_assert_cmpuint (count_windows (), ==, 1);
  test_window_close (window);
}

/* Closed before its first frame, a window leaves nothing behind. */
static void
test_closed (void)
{
  LsWindow *window = ls_window_start (get_application (), NULL, 0);
  LsWindow *other;

  g_object_add_weak_pointer (G_OBJECT (window), (gpointer *) &window);
  gtk_window_destroy (GTK_WINDOW (window));
  test_ui_wait_for (window == NULL);
  other = test_window_new (NULL, 800, 600);
  test_window_close (other);
}

int
main (int   argc,
      char *argv[])
{
  test_window_init (&argc, &argv);

  g_test_add_func ("/start/welcome", test_welcome);
  g_test_add_func ("/start/files", test_files);
  g_test_add_func ("/start/at-once", test_at_once);
  g_test_add_func ("/start/asked-again", test_asked_again);
  g_test_add_func ("/start/closed", test_closed);

  return g_test_run ();
}
