/* test-document.c: opening, saving and closing sessions
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include <glib/gstdio.h>

#include "test-window-util.h"

#include "ls-files.h"
#include "ls-welcome.h"

/* A copy of the example that may be written to. */
static GFile *
make_copy (const char *name)
{
  g_autoptr (GFile) example = test_window_get_example (TEST_EXAMPLE);
  g_autofree char *dir = g_dir_make_tmp ("loopscope-test-XXXXXX", NULL);
  g_autofree char *path = g_build_filename (dir, name, NULL);
  GFile *copy = g_file_new_for_path (path);

  g_assert_true (g_file_copy (example, copy, 0, NULL, NULL, NULL, NULL));
  return copy;
}

static void
remove_copy (GFile *file)
{
  g_autoptr (GFile) dir = g_file_get_parent (file);

  g_file_delete (file, NULL, NULL);
  g_file_delete (dir, NULL, NULL);
}

static GFile *
make_bad_file (const char *text)
{
  g_autofree char *dir = g_dir_make_tmp ("loopscope-test-XXXXXX", NULL);
  g_autofree char *path = g_build_filename (dir, "bad.loopscope", NULL);

  g_assert_true (g_file_set_contents (path, text, -1, NULL));
  return g_file_new_for_path (path);
}

static gboolean
shows_example (LsWindow *window)
{
  return ls_window_has_session (window) &&
         g_str_has_prefix (adw_window_title_get_title (ADW_WINDOW_TITLE (test_window_get_part (window, "title"))), "Photo gallery");
}

static LsWindow *
find_window_with_session (void)
{
  for (GList *link = gtk_application_get_windows (GTK_APPLICATION (test_window_get_app ())); link != NULL;
       link = link->next)
    if (LS_IS_WINDOW (link->data) && ls_window_has_session (link->data))
      return link->data;
  return NULL;
}

/* What "loopscope FILE" does. */
static void
test_document_command_line (void)
{
  g_autoptr (GFile) file = test_window_get_example (TEST_EXAMPLE);
  LsWindow *window;

  g_application_open (G_APPLICATION (test_window_get_app ()), &file, 1, "");
  test_ui_wait_for (find_window_with_session () != NULL);
  window = find_window_with_session ();
  g_assert_true (shows_example (window));
  g_assert_nonnull (strstr (adw_window_title_get_subtitle (ADW_WINDOW_TITLE (test_window_get_part (window, "title"))), TEST_EXAMPLE));
  test_window_close (window);
}

static void
test_document_drop (void)
{
  LsWindow *window = test_window_new (NULL, 1360, 860);
  g_autoptr (GFile) file = test_window_get_example (TEST_EXAMPLE);
  g_autoptr (GListModel) controllers = gtk_widget_observe_controllers (GTK_WIDGET (window));
  g_auto (GValue) value = G_VALUE_INIT;
  GSList *files = g_slist_append (NULL, file);
  gboolean handled = FALSE;

  g_assert_false (ls_window_has_session (window));
  g_value_init (&value, GDK_TYPE_FILE_LIST);
  g_value_set_boxed (&value, files);
  g_slist_free (files);
  for (guint i = 0; i < g_list_model_get_n_items (controllers); i++)
    {
      g_autoptr (GtkEventController) controller = g_list_model_get_item (controllers, i);

      if (GTK_IS_DROP_TARGET (controller))
        g_signal_emit_by_name (controller, "drop", &value, 10.0, 10.0, &handled);
    }
  g_assert_true (handled);
  test_window_wait (window);
  g_assert_true (shows_example (window));
  test_window_close (window);
}

static void
test_document_welcome (void)
{
  LsWindow *window = test_window_new (NULL, 1360, 860);
  GtkWidget *row;

  g_assert_cmpstr (gtk_stack_get_visible_child_name (GTK_STACK (test_window_get_child (window, "stack"))), ==, "welcome");
  row = test_ui_find (test_ui_find (test_window_get_child (window, "welcome"), ADW_TYPE_PREFERENCES_GROUP, "examples"), ADW_TYPE_ACTION_ROW, NULL);
  g_assert_nonnull (row);
  g_assert_true (gtk_widget_activate (row));
  test_ui_wait_for (ls_window_has_session (window));
  /* An example is a template: it has no file that saving would change. */
  g_assert_null (ls_debugger_get_file (ls_window_get_debugger (window)));
  test_window_close (window);

  window = test_window_new (NULL, 1360, 860);
  test_window_activate (window, "win.open-empty", NULL);
  g_assert_true (ls_window_has_session (window));
  g_assert_false (ls_debugger_get_modified (ls_window_get_debugger (window)));
  test_window_close (window);
}

/* The stage of an empty session has the button for a first task instead of empty queues, until there is one. */
static void
test_document_first_task (void)
{
  LsWindow *window = test_window_new (NULL, 1360, 860);
  g_autoptr (LsStep) step = ls_step_new_post_work (5, "first", LS_TASK_PRIORITY_BACKGROUND, NULL, 0);
  GtkWidget *stage, *page, *post;

  test_window_activate (window, "win.open-empty", NULL);
  stage = test_window_get_child (window, "stage");
  page = test_ui_find (stage, GTK_TYPE_WIDGET, "first_task");
  post = test_ui_find (page, GTK_TYPE_BUTTON, "post");
  test_ui_settle (GTK_WIDGET (window));
  g_assert_true (gtk_widget_get_mapped (page));
  g_assert_false (gtk_widget_get_mapped (test_ui_find (stage, GTK_TYPE_STACK, "pages")));
  gtk_test_accessible_assert_property (GTK_ACCESSIBLE (page), GTK_ACCESSIBLE_PROPERTY_LABEL, "Empty session");
  g_assert_true (gtk_widget_activate (post));
  test_ui_wait_for (ls_window_get_dialog (window) != NULL);
  test_window_close_dialog (window);

  g_assert_true (ls_debugger_act (ls_window_get_debugger (window), step, "post", NULL));
  test_window_wait (window);
  test_ui_settle (GTK_WIDGET (window));
  g_assert_false (gtk_widget_get_mapped (page));
  g_assert_true (gtk_widget_get_mapped (test_ui_find (stage, GTK_TYPE_STACK, "pages")));
  ls_debugger_undo (ls_window_get_debugger (window));
  test_ui_wait_for (gtk_widget_get_mapped (page));
  ls_debugger_redo (ls_window_get_debugger (window));
  test_ui_wait_for (!gtk_widget_get_mapped (page));
  ls_debugger_undo (ls_window_get_debugger (window));
  test_window_close (window);

  /* A program has no need of it, even one that posts nothing. */
  window = test_window_new (TEST_EXAMPLE, 1360, 860);
  g_assert_false (gtk_widget_get_visible (test_ui_find (test_window_get_child (window, "stage"), GTK_TYPE_WIDGET, "first_task")));
  test_window_close (window);
}

static void
test_document_recent (void)
{
  LsWindow *window = test_window_new (NULL, 1360, 860);
  g_autoptr (GFile) file = make_copy ("recent.loopscope");
  g_autofree char *uri = g_file_get_uri (file);
  g_autoptr (GPtrArray) recent = NULL;
  LsFilesEntry *entry;

  test_window_open (window, file);
  test_window_close (window);

  recent = ls_files_list_recent (5);
  g_assert_cmpuint (recent->len, >, 0);
  entry = g_ptr_array_index (recent, 0);
  g_assert_true (g_file_equal (entry->file, file));

  window = test_window_new (NULL, 1360, 860);
  g_assert_nonnull (test_ui_find (test_window_get_child (window, "welcome"), GTK_TYPE_LABEL, "recent.loopscope"));
  test_window_activate (window, "win.open-uri", "s", uri);
  g_assert_true (shows_example (window));
  test_window_close (window);
  remove_copy (file);
}

static void
test_document_bad_file (void)
{
  LsWindow *window = test_window_new (NULL, 1360, 860);
  g_autoptr (GFile) file = make_bad_file ("{\"format\": \"loopscope\", \"version\": 1, \"program\": 3}");
  g_autoptr (GError) error = NULL;
  g_autoptr (LsSession) none = ls_session_new_from_file (file, NULL, &error);
  g_autoptr (GFile) example = test_window_get_example (TEST_EXAMPLE);

  g_assert_null (none);
  test_window_open (window, file);
  g_assert_false (ls_window_has_session (window));
  g_assert_nonnull (test_ui_find (test_window_get_child (window, "welcome"), GTK_TYPE_LABEL, error->message));
  g_assert_nonnull (test_ui_find (test_window_get_child (window, "welcome"), GTK_TYPE_LABEL, "Open Another…"));

  test_window_open (window, example);
  g_assert_true (shows_example (window));
  test_window_open (window, file);
  g_assert_true (shows_example (window));
  test_ui_settle (GTK_WIDGET (window));
  g_assert_nonnull (test_ui_find (test_window_get_child (window, "toasts"), GTK_TYPE_LABEL, error->message));
  test_window_close (window);
  remove_copy (file);
}

static void
modify (LsWindow *window)
{
  test_window_go_to (window, 4);
  test_window_activate (window, "win.set-priority", "(uu)", test_window_find_signal (window, "c2 prefetch"),
                        (guint32) LS_TASK_PRIORITY_USER_BLOCKING);
  test_window_wait_for_marks (window);
  g_assert_true (ls_debugger_get_modified (ls_window_get_debugger (window)));
}

static void
test_document_save (void)
{
  LsWindow *window = test_window_new (NULL, 1360, 860);
  g_autoptr (GFile) file = make_copy ("saved.loopscope");
  g_autoptr (LsSession) saved = NULL;
  guint n_actions;

  test_window_open (window, file);
  n_actions = ls_session_get_n_actions (test_window_get_session (window));
  g_assert_false (g_str_has_prefix (adw_window_title_get_title (ADW_WINDOW_TITLE (test_window_get_part (window, "title"))), "•"));
  modify (window);
  g_assert_true (g_str_has_prefix (adw_window_title_get_title (ADW_WINDOW_TITLE (test_window_get_part (window, "title"))), "•"));

  test_window_activate (window, "win.save", NULL);
  test_window_wait_for_save (window);
  g_assert_false (ls_debugger_get_modified (ls_window_get_debugger (window)));
  g_assert_false (g_str_has_prefix (adw_window_title_get_title (ADW_WINDOW_TITLE (test_window_get_part (window, "title"))), "•"));
  saved = ls_session_new_from_file (file, NULL, NULL);
  g_assert_nonnull (saved);
  g_assert_cmpuint (ls_session_get_n_actions (saved), ==, n_actions + 1);
  test_window_close (window);
  remove_copy (file);
}

static void
test_document_save_as (void)
{
  LsWindow *window = test_window_new (NULL, 1360, 860);
  g_autoptr (GFile) file = make_copy ("first.loopscope");
  g_autoptr (GFile) dir = g_file_get_parent (file);
  g_autoptr (GFile) other = g_file_get_child (dir, "second.loopscope");

  test_window_open (window, file);
  modify (window);
  ls_session_file_save_async (ls_session_view_get_file (ls_window_get_view (window)), other, NULL, NULL);
  ls_session_file_finish (ls_session_view_get_file (ls_window_get_view (window)));
  g_assert_false (ls_debugger_get_modified (ls_window_get_debugger (window)));
  g_assert_true (g_file_equal (ls_debugger_get_file (ls_window_get_debugger (window)), other));
  g_assert_nonnull (strstr (adw_window_title_get_subtitle (ADW_WINDOW_TITLE (test_window_get_part (window, "title"))), "second.loopscope"));
  g_assert_true (g_file_query_exists (other, NULL));
  test_window_close (window);
  g_file_delete (other, NULL, NULL);
  remove_copy (file);
}

static void
test_document_save_fails (void)
{
  LsWindow *window = test_window_new (NULL, 1360, 860);
  g_autoptr (GFile) file = make_copy ("gone.loopscope");

  test_window_open (window, file);
  modify (window);
  remove_copy (file);
  test_window_activate (window, "win.save", NULL);
  test_window_wait_for_save (window);
  g_assert_true (ls_debugger_get_modified (ls_window_get_debugger (window)));
  test_ui_settle (GTK_WIDGET (window));
  g_assert_nonnull (test_ui_find (test_window_get_child (window, "toasts"), ADW_TYPE_TOAST_OVERLAY, NULL));
  g_assert_null (test_ui_find (test_window_get_child (window, "toasts"), GTK_TYPE_LABEL, "Saved"));
  test_window_close (window);
}

/* The question that is shown for @window, or NULL. */
static void
test_document_close (void)
{
  LsWindow *window = test_window_new (NULL, 1360, 860);
  g_autoptr (GFile) file = make_copy ("closed.loopscope");
  g_autoptr (LsSession) saved = NULL;

  test_window_open (window, file);
  g_object_add_weak_pointer (G_OBJECT (window), (gpointer *) &window);
  modify (window);

  gtk_window_close (GTK_WINDOW (window));
  test_ui_wait_for (test_window_find_question (window) != NULL);
  test_window_answer (window, "_Cancel");
  test_ui_wait_for (test_window_find_question (window) == NULL && !ls_window_is_asking (window));
  g_assert_nonnull (window);
  g_assert_true (gtk_widget_get_visible (GTK_WIDGET (window)));

  gtk_window_close (GTK_WINDOW (window));
  test_ui_wait_for (test_window_find_question (window) != NULL);
  test_window_answer (window, "_Save");
  test_ui_wait_for (window == NULL);
  saved = ls_session_new_from_file (file, NULL, NULL);
  g_assert_cmpuint (ls_session_get_n_actions (saved), >, 0);

  window = test_window_new (NULL, 1360, 860);
  g_object_add_weak_pointer (G_OBJECT (window), (gpointer *) &window);
  test_window_open (window, file);
  modify (window);
  gtk_window_close (GTK_WINDOW (window));
  test_ui_wait_for (test_window_find_question (window) != NULL);
  test_window_answer (window, "_Discard");
  test_ui_wait_for (window == NULL);
  remove_copy (file);
}

/* Another file is not opened over changes: it gets a tab of its own. */
static void
test_document_open_over_changes (void)
{
  LsWindow *window = test_window_new (TEST_EXAMPLE, 1360, 860);
  g_autoptr (GFile) other = test_window_get_example ("priorities.loopscope");
  LsSession *session = test_window_get_session (window);
  LsSessionView *view = ls_window_get_view (window);

  modify (window);
  test_window_open (window, other);
  g_assert_true (ls_window_get_view (window) != view);
  g_assert_true (g_file_equal (ls_debugger_get_file (ls_window_get_debugger (window)), other));
  g_assert_false (ls_debugger_get_modified (ls_window_get_debugger (window)));
  g_assert_true (ls_debugger_get_session (ls_session_view_get_debugger (view)) == session);
  g_assert_true (ls_debugger_get_modified (ls_session_view_get_debugger (view)));
  test_window_close (window);
}

/* Where a session is to take the place of another one, the user is asked. */
static void
test_document_replace (void)
{
  LsWindow *window = test_window_new (TEST_EXAMPLE, 1360, 860);
  g_autoptr (GFile) other = test_window_get_example ("priorities.loopscope");
  LsSession *session = test_window_get_session (window);

  modify (window);
  ls_session_view_open (ls_window_get_view (window), other, FALSE);
  test_window_wait_for_opening (window);
  test_ui_wait_for (test_window_find_question (window) != NULL);
  test_window_answer (window, "_Cancel");
  test_ui_wait_for (test_window_find_question (window) == NULL);
  test_ui_settle (GTK_WIDGET (window));
  g_assert_true (test_window_get_session (window) == session);
  g_assert_true (ls_debugger_get_modified (ls_window_get_debugger (window)));

  ls_session_view_open (ls_window_get_view (window), other, FALSE);
  test_window_wait_for_opening (window);
  test_ui_wait_for (test_window_find_question (window) != NULL);
  test_window_answer (window, "_Discard");
  test_ui_wait_for (ls_debugger_get_file (ls_window_get_debugger (window)) != NULL &&
                    g_file_equal (ls_debugger_get_file (ls_window_get_debugger (window)), other));
  g_assert_false (ls_debugger_get_modified (ls_window_get_debugger (window)));
  test_window_close (window);
}

int
main (int   argc,
      char *argv[])
{
  test_window_init (&argc, &argv);

  g_test_add_func ("/document/command-line", test_document_command_line);
  g_test_add_func ("/document/drop", test_document_drop);
  g_test_add_func ("/document/welcome", test_document_welcome);
  g_test_add_func ("/document/first-task", test_document_first_task);
  g_test_add_func ("/document/recent", test_document_recent);
  g_test_add_func ("/document/bad-file", test_document_bad_file);
  g_test_add_func ("/document/save", test_document_save);
  g_test_add_func ("/document/save-as", test_document_save_as);
  g_test_add_func ("/document/save-fails", test_document_save_fails);
  g_test_add_func ("/document/close", test_document_close);
  g_test_add_func ("/document/open-over-changes", test_document_open_over_changes);
  g_test_add_func ("/document/replace", test_document_replace);

  return g_test_run ();
}
