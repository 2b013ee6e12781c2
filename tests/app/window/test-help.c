/* test-help.c: the help opens in the desktop's viewer, or the window says why it does not
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "test-window-util.h"

#include <glib/gstdio.h>

/* In which it writes what it is to show. */
static char *shown;

static void
write_file (const char *content,
            const char *first,
            ...)
{
  g_autofree char *path = NULL, *folder = NULL;
  g_autoptr (GError) error = NULL;
  va_list parts;

  va_start (parts, first);
  path = g_build_filename_valist (first, &parts);
  va_end (parts);
  folder = g_path_get_dirname (path);
  g_assert_cmpint (g_mkdir_with_parents (folder, 0700), ==, 0);
  g_file_set_contents (path, content, -1, &error);
  g_assert_no_error (error);
}

/* Closes the message, which has to say @text. */
static void
expect_message (LsWindow   *window,
                const char *text)
{
  test_ui_wait_for (test_window_find_question (window) != NULL);
  g_assert_true (test_ui_shows (test_window_find_question (window), "Help Cannot Be Shown"));
  g_assert_true (test_ui_shows (test_window_find_question (window), text));
  test_window_answer (window, "_Close");
  test_ui_wait_for (test_window_find_question (window) == NULL);
}

static gboolean
has_viewer (void)
{
  g_autoptr (GAppInfo) app = g_app_info_get_default_for_uri_scheme ("help");

  return app != NULL;
}

/* Whoever has a viewer of help has none here. */
static void
forget_viewers (const char *data)
{
  GList *viewers = g_app_info_get_all_for_type ("x-scheme-handler/help");
  g_autoptr (GString) list = g_string_new ("[Removed Associations]\nx-scheme-handler/help=");

  for (GList *l = viewers; l != NULL; l = l->next)
    g_string_append_printf (list, "%s;", g_app_info_get_id (l->data));
  g_string_append_c (list, '\n');
  write_file (list->str, data, "applications", "mimeapps.list", NULL);
  g_list_free_full (viewers, g_object_unref);
  test_ui_wait_for (!has_viewer ());
}

static gboolean
shows (const char *expected)
{
  g_autofree char *text = NULL;

  return g_file_get_contents (shown, &text, NULL, NULL) && g_str_equal (text, expected);
}

/* First there are no pages, then no viewer, then both. */
static void
test_help (void)
{
  const char *data = g_get_user_data_dir ();
  LsWindow *window = test_window_new (TEST_EXAMPLE, 1360, 860);
  g_autofree char *viewer = g_strdup_printf ("[Desktop Entry]\nType=Application\nName=Viewer\nExec=sh -c 'echo \"$0\" > \"%s\"' %%u\n"
                                             "MimeType=x-scheme-handler/help;\n", shown);

  forget_viewers (data);
  test_window_activate (window, "win.help", NULL);
  expect_message (window, "The pages of the help are not installed.");

  write_file ("<page/>", data, "help", "C", "loopscope", "index.page", NULL);
  test_window_activate (window, "win.help", NULL);
  expect_message (window, "Install Yelp");

  write_file (viewer, data, "applications", "viewer.desktop", NULL);
  write_file ("[Default Applications]\nx-scheme-handler/help=viewer.desktop\n", data, "applications", "mimeapps.list", NULL);
  test_ui_wait_for (has_viewer ());
  test_window_activate (window, "win.help", NULL);
  test_ui_wait_for (shows ("help:loopscope\n"));
  g_assert_null (test_window_find_question (window));
  test_window_close (window);
}

int
main (int   argc,
      char *argv[])
{
  test_window_init (&argc, &argv);
  shown = g_build_filename (g_get_user_data_dir (), "shown", NULL);

  g_test_add_func ("/help/show", test_help);

  return g_test_run ();
}
