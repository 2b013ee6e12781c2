/* test-welcome.c: what the welcome page offers
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "test-window-util.h"

#include "ls-files.h"
#include "ls-lessons.h"

/* Returns the group of examples with @title. */
static GtkWidget *
find_group (LsWindow   *window,
            const char *title)
{
  GtkWidget *groups = test_ui_find (test_window_get_child (window, "welcome"), GTK_TYPE_BOX, "example_groups");

  for (GtkWidget *child = gtk_widget_get_first_child (groups); child != NULL; child = gtk_widget_get_next_sibling (child))
    if (g_strcmp0 (adw_preferences_group_get_title (ADW_PREFERENCES_GROUP (child)), title) == 0)
      return child;
  return NULL;
}

/* Each example has a group and a sentence. Those of one group are together, in the order of the groups. */
static void
test_welcome_examples (void)
{
  g_autoptr (GPtrArray) examples = ls_files_list_examples ();
  LsExampleGroup before = 0;

  g_assert_cmpuint (examples->len, >, 20);
  for (guint i = 0; i < examples->len; i++)
    {
      const LsFilesEntry *entry = g_ptr_array_index (examples, i);

      g_test_message ("%s: %s", entry->title, entry->summary);
      g_assert_cmpint (entry->group, !=, LS_EXAMPLES_OTHER);
      g_assert_cmpint (entry->group, >=, before);
      before = entry->group;
      g_assert_nonnull (entry->summary);
      g_assert_cmpuint (g_utf8_strlen (entry->summary, -1), <, 80);
      g_assert_true (g_str_has_suffix (entry->summary, "."));
      /* It is one sentence. */
      g_assert_null (strstr (entry->summary, ". "));
    }
}

/* An example that somebody adds to the folder is offered too, after those that come with the program. */
static void
test_welcome_other_examples (void)
{
  g_autoptr (GFile) example = test_window_get_example (TEST_EXAMPLE);
  g_autofree char *folder = g_dir_make_tmp ("examples-XXXXXX", NULL);
  g_autofree char *known = g_build_filename (folder, TEST_EXAMPLE, NULL);
  g_autofree char *added = g_build_filename (folder, "added.loopscope", NULL);
  g_autofree char *saved = g_strdup (g_getenv ("LOOPSCOPE_EXAMPLES_DIR"));
  g_autoptr (GFile) known_file = g_file_new_for_path (known);
  g_autoptr (GFile) added_file = g_file_new_for_path (added);
  g_autoptr (GFile) folder_file = g_file_new_for_path (folder);
  LsWindow *window;

  g_assert_true (g_file_copy (example, known_file, 0, NULL, NULL, NULL, NULL));
  g_assert_true (g_file_copy (example, added_file, 0, NULL, NULL, NULL, NULL));
  g_setenv ("LOOPSCOPE_EXAMPLES_DIR", folder, TRUE);
  window = test_window_new (NULL, 1360, 860);
  g_setenv ("LOOPSCOPE_EXAMPLES_DIR", saved, TRUE);

  g_assert_nonnull (find_group (window, "Prioritised Tasks"));
  g_assert_null (find_group (window, "Signals"));
  g_assert_true (gtk_widget_get_next_sibling (find_group (window, "Prioritised Tasks")) == find_group (window, "More Examples"));
  test_window_close (window);
  g_assert_true (g_file_delete (known_file, NULL, NULL));
  g_assert_true (g_file_delete (added_file, NULL, NULL));
  g_assert_true (g_file_delete (folder_file, NULL, NULL));
}

/* The page shows the groups with their sentences, and lessons apart from them. */
static void
test_welcome_groups (void)
{
  static const char *const titles[] = { "Prioritised Tasks", "Signals", "Event Loop", "Web Workers and Atomics" };
  LsWindow *window = test_window_new (NULL, 1360, 860);
  GtkWidget *welcome = test_window_get_child (window, "welcome");
  GtkWidget *before = NULL;

  for (guint i = 0; i < G_N_ELEMENTS (titles); i++)
    {
      GtkWidget *group = find_group (window, titles[i]);

      g_assert_nonnull (group);
      g_assert_true (gtk_widget_get_visible (group));
      g_assert_cmpuint (strlen (adw_preferences_group_get_description (ADW_PREFERENCES_GROUP (group))), >, 20);
      g_assert_nonnull (test_ui_find (group, ADW_TYPE_ACTION_ROW, NULL));
      g_assert_true (gtk_widget_get_prev_sibling (group) == before);
      before = group;
    }
  g_assert_false (gtk_widget_is_ancestor (test_ui_find (welcome, ADW_TYPE_PREFERENCES_GROUP, "lessons"),
                                          test_ui_find (welcome, ADW_TYPE_PREFERENCES_GROUP, "examples")));
  test_window_close (window);
}

/* A group without a match goes; what a description says is found although the row shows a sentence of its own. */
static void
test_welcome_search (void)
{
  LsWindow *window = test_window_new (NULL, 1360, 860);
  GtkWidget *search = test_ui_find (test_window_get_child (window, "welcome"), GTK_TYPE_SEARCH_ENTRY, NULL);
  GtkWidget *loop = find_group (window, "Event Loop");
  GtkWidget *tasks = find_group (window, "Prioritised Tasks");

  gtk_editable_set_text (GTK_EDITABLE (search), "crbug 1108877");
  test_ui_wait_for (!gtk_widget_get_visible (tasks));
  g_assert_true (gtk_widget_get_visible (loop));
  gtk_editable_set_text (GTK_EDITABLE (search), "");
  test_ui_wait_for (gtk_widget_get_visible (tasks));
  g_assert_true (gtk_widget_get_visible (loop));
  test_window_close (window);
}

/* What nobody sees is not listed: a tab with a session has no rows until somebody searches. */
static void
test_welcome_unseen (void)
{
  LsWindow *window = test_window_new (TEST_EXAMPLE, 1360, 860);
  GtkWidget *welcome = test_window_get_child (window, "welcome");

  g_assert_null (test_ui_find (welcome, ADW_TYPE_ACTION_ROW, NULL));
  ls_session_view_search_sessions (ls_window_get_view (window), "crbug 1108877");
  g_assert_nonnull (test_ui_find (welcome, ADW_TYPE_ACTION_ROW, NULL));
  g_assert_true (gtk_widget_get_visible (find_group (window, "Event Loop")));
  test_window_close (window);
}

/* The menu leads to the list of lessons, from a session too, which stays. What a lesson teaches is read whole. */
static void
test_welcome_lessons (void)
{
  LsWindow *window = test_window_new (TEST_EXAMPLE, 1000, 900);
  GtkWidget *lessons, *row;
  guint n_rows = 0;

  test_window_activate (window, "win.open-lessons", NULL);
  test_ui_settle (GTK_WIDGET (window));
  lessons = test_ui_find (test_window_get_child (window, "welcome"), ADW_TYPE_PREFERENCES_GROUP, "lessons");
  g_assert_true (gtk_widget_get_mapped (lessons));
  row = gtk_widget_get_ancestor (gtk_window_get_focus (GTK_WINDOW (window)), ADW_TYPE_ACTION_ROW);
  g_assert_nonnull (row);
  for (; row != NULL; row = gtk_widget_get_next_sibling (row))
    {
      g_assert_true (gtk_widget_get_mapped (row) && gtk_widget_is_ancestor (row, lessons));
      g_assert_cmpint (adw_action_row_get_subtitle_lines (ADW_ACTION_ROW (row)), ==, 0);
      n_rows++;
    }
  g_assert_cmpuint (n_rows, ==, 22);
  test_window_close (window);
}

/* Returns what stands at the end of a row, such as “8 minutes”, with its tick. */
static GtkWidget *
find_note (GtkWidget *root)
{
  if (GTK_IS_LABEL (root) && gtk_label_get_justify (GTK_LABEL (root)) == GTK_JUSTIFY_RIGHT)
    return gtk_widget_get_parent (root);
  for (GtkWidget *child = gtk_widget_get_first_child (root); child != NULL; child = gtk_widget_get_next_sibling (child))
    {
      GtkWidget *found = find_note (child);

      if (found != NULL)
        return found;
    }
  return NULL;
}

/* Times are a column of their own, apart from what lessons teach, and a large window gives rows more width. */
static void
test_welcome_columns (void)
{
  LsWindow *window = test_window_new (NULL, 1600, 900);
  GtkWidget *row, *welcome = test_window_get_child (window, "welcome");
  double start = -1;

  test_window_activate (window, "win.open-lessons", NULL);
  test_ui_settle (GTK_WIDGET (window));
  row = gtk_widget_get_ancestor (gtk_window_get_focus (GTK_WINDOW (window)), ADW_TYPE_ACTION_ROW);
  g_assert_cmpint (gtk_widget_get_width (row), >, 700);
  for (; row != NULL; row = gtk_widget_get_next_sibling (row))
    {
      GtkWidget *note = find_note (row);
      graphene_rect_t bounds;

      g_assert_true (gtk_widget_compute_bounds (note, welcome, &bounds));
      g_assert_true (start < 0 || ABS (bounds.origin.x - start) < 1);
      g_assert_cmpint (gtk_widget_get_margin_start (note), >=, 12);
      start = bounds.origin.x;
    }
  test_window_close (window);
}

/* What is finished has a tick in a column of its own: all titles and all times are in line. */
static void
test_welcome_finished (void)
{
  g_autoptr (GSettings) settings = g_settings_new (LS_APP_ID);
  LsWindow *window;
  GtkWidget *row, *welcome;
  guint n_rows = 0;
  double title = -1, end = -1;

  ls_lessons_set_progress (settings, "event-loop", 6, TRUE);
  window = test_window_new (NULL, 1600, 900);
  welcome = test_window_get_child (window, "welcome");
  test_window_activate (window, "win.open-lessons", NULL);
  test_ui_settle (GTK_WIDGET (window));
  test_ui_save_picture (GTK_WIDGET (window), "welcome-finished");
  row = gtk_widget_get_first_child (gtk_widget_get_parent (gtk_widget_get_ancestor (gtk_window_get_focus (GTK_WINDOW (window)),
                                                                                     ADW_TYPE_ACTION_ROW)));
  for (; row != NULL; row = gtk_widget_get_next_sibling (row), n_rows++)
    {
      GtkWidget *note = find_note (row);
      GtkWidget *mark = gtk_widget_get_first_child (note);
      graphene_rect_t bounds;

      g_assert_true (gtk_widget_compute_bounds (test_ui_find (row, GTK_TYPE_LABEL, NULL), welcome, &bounds));
      g_assert_true (title < 0 || ABS (bounds.origin.x - title) < 1);
      title = bounds.origin.x;
      g_assert_true (gtk_widget_compute_bounds (gtk_widget_get_last_child (note), welcome, &bounds));
      g_assert_true (end < 0 || ABS (bounds.origin.x + bounds.size.width - end) < 1);
      end = bounds.origin.x + bounds.size.width;
      g_assert_true (gtk_widget_has_css_class (mark, "lesson-finished") == (n_rows == 0));
    }
  g_assert_cmpuint (n_rows, >, 10);
  test_window_close (window);
  g_settings_reset (settings, "lessons");
}

int
main (int   argc,
      char *argv[])
{
  test_window_init (&argc, &argv);

  g_test_add_func ("/welcome/examples", test_welcome_examples);
  g_test_add_func ("/welcome/other-examples", test_welcome_other_examples);
  g_test_add_func ("/welcome/groups", test_welcome_groups);
  g_test_add_func ("/welcome/search", test_welcome_search);
  g_test_add_func ("/welcome/lessons", test_welcome_lessons);
  g_test_add_func ("/welcome/unseen", test_welcome_unseen);
  g_test_add_func ("/welcome/columns", test_welcome_columns);
  g_test_add_func ("/welcome/finished", test_welcome_finished);

  return g_test_run ();
}
