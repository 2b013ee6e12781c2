/* test-windows.c: several windows, and windows of other sizes
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include <unistd.h>

#include "remove-tree.h"
#include "test-window-util.h"

#include "ls-window-private.h"

static int
get_bottom (LsWindow *window)
{
  return gtk_widget_get_height (test_window_get_child (window, "bottom_pane"));
}

static void
resize (LsWindow *window,
        int       width,
        int       height)
{
  int before = gtk_widget_get_height (GTK_WIDGET (window));

  gtk_window_set_default_size (GTK_WINDOW (window), width, height);
  test_ui_wait_for (gtk_widget_get_height (GTK_WIDGET (window)) != before);
  test_ui_settle (GTK_WIDGET (window));
}

/* A session that was not seen while its window got another size has panes as the others have them. */
static void
test_windows_resize (void)
{
  LsWindow *window = test_window_new (TEST_EXAMPLE, 1360, 860);
  g_autoptr (GFile) file = test_window_get_example ("priorities.loopscope");
  static const int sizes[][2] = { { 1100, 620 }, { 800, 600 }, { 1500, 960 } };
  int bottom;

  test_window_open (window, file);
  test_ui_settle (GTK_WIDGET (window));
  /* Where the user moves the divider to. */
  gtk_paned_set_position (GTK_PANED (test_window_get_child (window, "vertical")), 320);
  test_ui_settle (GTK_WIDGET (window));
  for (guint i = 0; i < G_N_ELEMENTS (sizes); i++)
    {
      resize (window, sizes[i][0], sizes[i][1]);
      g_assert_cmpint (gtk_paned_get_position (GTK_PANED (test_window_get_child (window, "vertical"))), ==, 320);
      bottom = get_bottom (window);
      ls_window_show_view (window, ls_window_get_nth_view (window, i % 2));
      test_ui_settle (GTK_WIDGET (window));
      g_test_message ("%d × %d: %d", sizes[i][0], sizes[i][1], get_bottom (window));
      g_assert_cmpint (ABS (get_bottom (window) - bottom), <=, 1);
    }
  test_window_close (window);
}

static void
change (LsWindow *window)
{
  ls_session_set_note (test_window_get_session (window), 1, "mine");
  g_signal_emit_by_name (ls_window_get_debugger (window), "changed");
  g_assert_true (ls_session_view_get_modified (ls_window_get_view (window)));
}

static void
quit (void)
{
  g_action_group_activate_action (G_ACTION_GROUP (test_window_get_app ()), "quit", NULL);
}

static guint
count_windows (void)
{
  guint n = 0;

  for (GList *link = gtk_application_get_windows (GTK_APPLICATION (test_window_get_app ())); link != NULL; link = link->next)
    n += LS_IS_WINDOW (link->data);
  return n;
}

/* The application looks for more windows to close when there is none any more. */
static void
wait_for_end (void)
{
  test_ui_wait_for (count_windows () == 0);
  while (g_main_context_iteration (NULL, FALSE))
    ;
}

/* Whoever cancels keeps everything, also the windows in which nothing would have been lost. */
static void
test_windows_quit (void)
{
  LsWindow *unchanged = test_window_new (TEST_EXAMPLE, 900, 600);
  LsWindow *first = test_window_new (TEST_EXAMPLE, 900, 600);
  LsWindow *second = test_window_new (TEST_EXAMPLE, 900, 600);
  LsWindow *asked, *other;

  change (first);
  change (second);
  quit ();
  test_ui_wait_for (test_window_find_question (first) != NULL || test_window_find_question (second) != NULL);
  asked = test_window_find_question (first) != NULL ? first : second;
  other = asked == first ? second : first;
  g_assert_null (test_window_find_question (other));
  test_window_answer (asked, "_Cancel");
  test_ui_wait_for (!asked->is_asking);
  test_ui_settle (GTK_WIDGET (other));
  g_assert_cmpuint (count_windows (), ==, 3);
  g_assert_null (test_window_find_question (other));

  /* One after the other. */
  quit ();
  test_ui_wait_for (test_window_find_question (first) != NULL || test_window_find_question (second) != NULL);
  asked = test_window_find_question (first) != NULL ? first : second;
  other = asked == first ? second : first;
  test_window_answer (asked, "_Discard");
  test_ui_wait_for (test_window_find_question (other) != NULL);
  g_assert_cmpuint (count_windows (), ==, 2);
  test_window_answer (other, "_Cancel");
  test_ui_wait_for (!other->is_asking);
  test_ui_settle (GTK_WIDGET (unchanged));
  g_assert_cmpuint (count_windows (), ==, 2);

  /* A window that is closed later does not go on with it. */
  gtk_window_close (GTK_WINDOW (unchanged));
  test_ui_wait_for (count_windows () == 1);
  for (guint i = 0; i < 20; i++)
    g_main_context_iteration (NULL, FALSE);
  g_assert_null (test_window_find_question (other));
  quit ();
  test_window_answer (other, "_Discard");
  wait_for_end ();
}

/* The disk waits while this is locked. */
static GMutex disk;
static GThread *main_thread;

/* Takes the place of the C library's function: threads wait for the disk. The main thread, which locks it, does not. */
int
fsync (int fd)
{
  if (g_thread_self () != main_thread)
    {
      g_mutex_lock (&disk);
      g_mutex_unlock (&disk);
    }
  return 0;
}

/* Quitting waits for a slow disk, and asks about what was changed since. */
static void
test_windows_quit_while_saving (void)
{
  g_autoptr (GFile) example = test_window_get_example (TEST_EXAMPLE);
  g_autofree char *folder = g_dir_make_tmp ("loopscope-XXXXXX", NULL);
  g_autofree char *path = g_build_filename (folder, "a.loopscope", NULL);
  g_autoptr (GFile) file = g_file_new_for_path (path);

  g_assert_true (g_file_copy (example, file, G_FILE_COPY_NONE, NULL, NULL, NULL, NULL));
  for (guint i = 0; i < 2; i++)
    {
      LsWindow *window = test_window_new (NULL, 900, 600);
      g_autoptr (LsSession) saved = NULL;

      test_window_open (window, file);
      ls_session_set_title (test_window_get_session (window), i == 0 ? "first" : "second");
      g_mutex_lock (&disk);
      gtk_widget_activate_action (GTK_WIDGET (window), "win.save", NULL);
      /* Nobody waits for the disk. */
      test_ui_settle (GTK_WIDGET (window));
      g_assert_true (ls_session_view_get_modified (ls_window_get_view (window)));
      if (i == 1)
        ls_session_set_title (test_window_get_session (window), "third");
      quit ();
      test_ui_settle (GTK_WIDGET (window));
      g_assert_cmpuint (count_windows (), ==, 1);
      g_assert_null (test_window_find_question (window));
      g_mutex_unlock (&disk);
      if (i == 1)
        {
          test_ui_wait_for (test_window_find_question (window) != NULL);
          test_window_answer (window, "_Discard");
        }
      wait_for_end ();
      saved = ls_session_new_from_file (file, NULL, NULL);
      g_assert_cmpstr (ls_session_get_title (saved), ==, i == 0 ? "first" : "second");
    }
  test_remove_tree (folder);
}

int
main (int   argc,
      char *argv[])
{
  test_window_init (&argc, &argv);
  main_thread = g_thread_self ();

  g_test_add_func ("/windows/resize", test_windows_resize);
  g_test_add_func ("/windows/quit", test_windows_quit);
  g_test_add_func ("/windows/quit-while-saving", test_windows_quit_while_saving);

  return g_test_run ();
}
