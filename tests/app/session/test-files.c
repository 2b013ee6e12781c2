/* test-files.c: files of programs in the window
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include <glib/gstdio.h>

#include "remove-tree.h"
#include "test-window-util.h"

#include "ls-program-pane.h"

typedef struct
{
  LsWindow *window;
  char     *dir;
} Fixture;

static void
set_up (Fixture *fixture)
{
  fixture->window = test_window_new (NULL, 1280, 800);
  fixture->dir = g_dir_make_tmp ("loopscope-test-XXXXXX", NULL);
}

static void
tear_down (Fixture *fixture)
{
  test_window_close (fixture->window);
  test_remove_tree (fixture->dir);
  g_free (fixture->dir);
}

static GFile *
get_file (Fixture    *fixture,
          const char *name)
{
  return g_file_new_build_filename (fixture->dir, name, NULL);
}

static GFile *
write_file (Fixture    *fixture,
            const char *name,
            const char *text,
            gssize      length)
{
  GFile *file = get_file (fixture, name);

  g_assert_true (g_file_set_contents (g_file_peek_path (file), text, length, NULL));
  return file;
}

static void
expect_file (GFile      *file,
             const char *expected)
{
  g_autofree char *text = NULL;

  g_assert_true (g_file_get_contents (g_file_peek_path (file), &text, NULL, NULL));
  g_assert_cmpstr (text, ==, expected);
}

/* At the beginning. */
static void
type (Fixture    *fixture,
      const char *text)
{
  GtkTextIter iter;

  gtk_text_buffer_get_start_iter (test_window_get_text (fixture->window), &iter);
  gtk_text_buffer_insert (test_window_get_text (fixture->window), &iter, text, -1);
}

static void
expect_text (Fixture    *fixture,
             const char *expected)
{
  g_autofree char *text = NULL;

  g_object_get (test_window_get_text (fixture->window), "text", &text, NULL);
  g_assert_cmpstr (text, ==, expected);
}

static GtkWidget *
find_label (GtkWidget  *root,
            const char *part)
{
  if (GTK_IS_LABEL (root) && strstr (gtk_label_get_text (GTK_LABEL (root)), part) != NULL)
    return root;
  for (GtkWidget *child = gtk_widget_get_first_child (root); child != NULL; child = gtk_widget_get_next_sibling (child))
    {
      GtkWidget *label = find_label (child, part);

      if (label != NULL)
        return label;
    }
  return NULL;
}

static gboolean
has_text (GtkWidget  *root,
          const char *part)
{
  return find_label (root, part) != NULL;
}

static const char *
get_title (Fixture *fixture)
{
  return adw_window_title_get_title (ADW_WINDOW_TITLE (test_window_get_part (fixture->window, "title")));
}

/* A session that has no title goes by the name of its file. */
static void
test_files_title (void)
{
  Fixture fixture;
  g_autoptr (GFile) file = NULL;

  set_up (&fixture);
  file = write_file (&fixture, "untold.loopscope",
                     "{\"format\": \"loopscope-session\", \"version\": 1, \"program\": {\"kind\": \"steps\", \"main\": []}}", -1);
  test_window_open (fixture.window, file);
  test_window_wait (fixture.window);
  g_assert_cmpstr (get_title (&fixture), ==, "untold.loopscope");
  g_assert_cmpstr (gtk_window_get_title (GTK_WINDOW (fixture.window)), ==, "untold.loopscope");
  tear_down (&fixture);
}

/* Where it was, under a new name, and where that is not possible. */
static void
test_files_save_as (void)
{
  Fixture fixture;
  g_autoptr (GFile) first = NULL;
  g_autoptr (GFile) second = NULL;
  g_autoptr (GFile) session = NULL;
  g_autoptr (GFile) nowhere = NULL;

  set_up (&fixture);
  first = write_file (&fixture, "first.js", "console.log(1);\n", -1);
  second = get_file (&fixture, "second.js");
  session = get_file (&fixture, "third.loopscope");
  nowhere = get_file (&fixture, "none/none.js");
  test_window_open (fixture.window, first);
  test_window_wait (fixture.window);
  type (&fixture, "// a\n");
  ls_session_view_save_to (ls_window_get_view (fixture.window), second);
  test_window_wait_for_save (fixture.window);
  g_assert_false (ls_session_view_get_modified (ls_window_get_view (fixture.window)));
  expect_file (first, "console.log(1);\n");
  expect_file (second, "// a\nconsole.log(1);\n");
  g_assert_cmpstr (get_title (&fixture), ==, "second.js");
  expect_text (&fixture, "// a\nconsole.log(1);\n");

  /* What cannot be saved is still there, and to be saved. */
  type (&fixture, "// b\n");
  ls_session_view_save_to (ls_window_get_view (fixture.window), nowhere);
  test_ui_wait_for (has_text (GTK_WIDGET (fixture.window), "none.js"));
  g_assert_true (ls_session_view_get_modified (ls_window_get_view (fixture.window)));
  g_assert_true (g_file_equal (ls_debugger_get_file (ls_window_get_debugger (fixture.window)), second));
  expect_file (second, "// a\nconsole.log(1);\n");

  ls_session_view_save_to (ls_window_get_view (fixture.window), session);
  test_window_wait_for_save (fixture.window);
  g_assert_false (ls_session_view_get_modified (ls_window_get_view (fixture.window)));
  test_window_open (fixture.window, session);
  test_window_wait (fixture.window);
  expect_text (&fixture, "// b\n// a\nconsole.log(1);\n");
  tear_down (&fixture);
}

/* A script's file has no place for breakpoints; they are there again nevertheless, at the lines of what was saved. */
static void
test_files_breakpoints (void)
{
  Fixture fixture;
  g_autoptr (GFile) file = NULL;
  g_autoptr (GFile) other = NULL;
  LsBreakpoints *breakpoints;

  set_up (&fixture);
  file = write_file (&fixture, "kept.js", "let a = 1;\na++;\nconsole.log(a);\n", -1);
  other = write_file (&fixture, "other.js", "console.log(1);\n", -1);
  test_window_open (fixture.window, file);
  test_window_wait (fixture.window);
  breakpoints = ls_debugger_get_breakpoints (ls_window_get_debugger (fixture.window));
  ls_breakpoints_add (breakpoints, "kept.js", 2, 2);
  ls_breakpoints_add (breakpoints, "kept.js", 3, 3);
  ls_breakpoints_set_condition (breakpoints, "kept.js", 3, "a > 1");
  g_assert_false (ls_session_view_get_modified (ls_window_get_view (fixture.window)));
  ls_breakpoints_add (breakpoints, "kept.js", 1, 1);
  test_window_activate (fixture.window, "win.undo", NULL);
  g_assert_cmpuint (ls_breakpoints_get_n (breakpoints), ==, 2);
  g_assert_false (ls_session_view_get_modified (ls_window_get_view (fixture.window)));

  test_window_open (fixture.window, other);
  test_window_wait (fixture.window);
  breakpoints = ls_debugger_get_breakpoints (ls_window_get_debugger (fixture.window));
  g_assert_cmpuint (ls_breakpoints_get_n (breakpoints), ==, 0);
  test_window_open (fixture.window, file);
  test_window_wait (fixture.window);
  breakpoints = ls_debugger_get_breakpoints (ls_window_get_debugger (fixture.window));
  g_assert_cmpuint (ls_breakpoints_get_n (breakpoints), ==, 2);
  g_assert_cmpstr (ls_breakpoints_get (breakpoints, 1)->condition, ==, "a > 1");
  g_assert_false (ls_session_view_get_modified (ls_window_get_view (fixture.window)));

  /* They follow the text, which is kept when it is saved. */
  type (&fixture, "// a\n");
  test_window_activate (fixture.window, "win.save", NULL);
  test_window_wait_for_save (fixture.window);
  g_assert_false (ls_session_view_get_modified (ls_window_get_view (fixture.window)));
  test_window_open (fixture.window, other);
  test_window_wait (fixture.window);
  test_window_open (fixture.window, file);
  test_window_wait (fixture.window);
  breakpoints = ls_debugger_get_breakpoints (ls_window_get_debugger (fixture.window));
  g_assert_nonnull (ls_breakpoints_find (breakpoints, "kept.js", 3));
  g_assert_nonnull (ls_breakpoints_find (breakpoints, "kept.js", 4));
  expect_file (file, "// a\nlet a = 1;\na++;\nconsole.log(a);\n");
  ls_breakpoints_clear (breakpoints);
  test_window_open (fixture.window, other);
  test_window_wait (fixture.window);
  test_window_open (fixture.window, file);
  test_window_wait (fixture.window);
  g_assert_cmpuint (ls_breakpoints_get_n (ls_debugger_get_breakpoints (ls_window_get_debugger (fixture.window))), ==, 0);
  tear_down (&fixture);
}

/* Places where nothing can be written, whoever asks. */
static void
test_files_write_errors (void)
{
  static const char *const names[] = { "/proc/none.js", "/proc/none.loopscope", "/dev/full/none.js" };
  Fixture fixture;
  g_autoptr (GFile) file = NULL;
  g_autoptr (GFile) folder = NULL;

  set_up (&fixture);
  file = write_file (&fixture, "first.js", "console.log(1);\n", -1);
  folder = get_file (&fixture, "folder.loopscope");
  g_assert_cmpint (g_mkdir (g_file_peek_path (folder), 0700), ==, 0);
  test_window_open (fixture.window, file);
  test_window_wait (fixture.window);
  type (&fixture, "// a\n");
  for (guint i = 0; i <= G_N_ELEMENTS (names); i++)
    {
      g_autoptr (GFile) place = i < G_N_ELEMENTS (names) ? g_file_new_for_path (names[i]) : g_object_ref (folder);
      g_autoptr (GError) error = NULL;

      g_assert_false (test_window_save (fixture.window, place, &error));
      g_assert_nonnull (error);
      g_assert_true (ls_session_view_get_modified (ls_window_get_view (fixture.window)));
      g_assert_true (g_file_equal (ls_debugger_get_file (ls_window_get_debugger (fixture.window)), file));
      expect_text (&fixture, "// a\nconsole.log(1);\n");
    }
  test_window_activate (fixture.window, "win.save", NULL);
  test_window_wait_for_save (fixture.window);
  expect_file (file, "// a\nconsole.log(1);\n");
  tear_down (&fixture);
}

/* The button of the question; the window, in which newer versions of libadwaita show it, may have others of that name. */
static GtkWidget *
find_answer (const char *question,
             const char *label)
{
  GtkWidget *widget = NULL;

  for (GList *link = gtk_window_list_toplevels (); link != NULL && widget == NULL; link = link->next)
    widget = find_label (link->data, question);
  for (; widget != NULL; widget = gtk_widget_get_parent (widget))
    {
      GtkWidget *button = test_ui_find (widget, GTK_TYPE_BUTTON, label);

      if (button != NULL)
        return button;
    }
  return NULL;
}

/* What another program has written is not lost without a question. */
static void
test_files_changed (void)
{
  const char *question = "Replace the Changed File?";
  Fixture fixture;
  g_autoptr (GFile) file = NULL;
  g_autoptr (GFile) written = NULL;

  set_up (&fixture);
  file = write_file (&fixture, "first.js", "console.log(1);\n", -1);
  test_window_open (fixture.window, file);
  test_window_wait (fixture.window);
  written = write_file (&fixture, "first.js", "console.log(22);\n", -1);
  type (&fixture, "// a\n");
  test_window_activate (fixture.window, "win.save", NULL);
  test_window_wait_for_save (fixture.window);
  test_ui_wait_for (find_answer (question, "_Replace") != NULL);
  expect_file (file, "console.log(22);\n");
  g_signal_emit_by_name (find_answer (question, "_Replace"), "clicked");
  test_ui_wait_for (!ls_session_view_get_modified (ls_window_get_view (fixture.window)));
  expect_file (file, "// a\nconsole.log(1);\n");
  test_ui_wait_for (find_answer (question, "_Replace") == NULL);
  /* From then on it is the window's again. */
  type (&fixture, "// b\n");
  test_window_activate (fixture.window, "win.save", NULL);
  test_window_wait_for_save (fixture.window);
  expect_file (file, "// b\n// a\nconsole.log(1);\n");
  tear_down (&fixture);
}

/* See tests/debugger/files/test-opening-text.c for more that can be dropped. */
static void
test_files_drop (void)
{
  static const struct { const char *name; const char *text; gssize length; const char *expected; } files[] = {
    { "mark.js", "\357\273\277let a;\r\n", -1, "let a;\r\n" },
    { "nul.txt", "a\0b", 3, NULL },
  };
  Fixture fixture;

  set_up (&fixture);
  for (guint i = 0; i < G_N_ELEMENTS (files); i++)
    {
      g_autoptr (GFile) file = write_file (&fixture, files[i].name, files[i].text, files[i].length);
      GSList list = { file, NULL };

      /* What cannot be opened is told of, and leaves what was there. */
      test_window_open_text (fixture.window, "'before';\n");
      g_assert_true (ls_window_drop_files (fixture.window, &list));
      test_window_wait (fixture.window);
      expect_text (&fixture, files[i].expected != NULL ? files[i].expected : "'before';\n");
      if (files[i].expected == NULL)
        test_ui_wait_for (has_text (test_window_get_child (fixture.window, "toasts"), files[i].name));
    }
  tear_down (&fixture);
}

/* Several scripts are one program; the list beside its title switches between them. */
static void
test_files_scripts (void)
{
  g_autofree char *long_part = g_strnfill (200, 'n');
  g_autofree char *long_name = g_strconcat (long_part, ".js", NULL);
  Fixture fixture;
  GtkWidget *scripts;
  g_autoptr (GSList) list = NULL;
  g_autoptr (GFile) a = NULL;
  g_autoptr (GFile) b = NULL;
  g_autoptr (GFile) c = NULL;
  g_autofree char *folder = NULL;

  set_up (&fixture);
  folder = g_build_filename (fixture.dir, "b", NULL);
  g_assert_cmpint (g_mkdir (folder, 0700), ==, 0);
  a = write_file (&fixture, "same.js", "var a = 1;\n", -1);
  b = write_file (&fixture, "b/same.js", "console.log(a);\n", -1);
  c = write_file (&fixture, long_name, "\n\nnothing.x;\n", -1);
  list = g_slist_append (list, a);
  list = g_slist_append (list, b);
  list = g_slist_append (list, c);
  g_assert_true (ls_window_drop_files (fixture.window, list));
  test_window_wait (fixture.window);
  scripts = test_ui_find (test_window_get_child (fixture.window, "program"), GTK_TYPE_DROP_DOWN, "scripts");
  g_assert_true (gtk_widget_get_visible (scripts));
  g_assert_cmpuint (g_list_model_get_n_items (gtk_drop_down_get_model (GTK_DROP_DOWN (scripts))), ==, 3);
  g_assert_false (ls_session_view_get_modified (ls_window_get_view (fixture.window)));
  expect_text (&fixture, "var a = 1;\n");
  /* An error in another script is shown there. */
  test_ui_wait_for (gtk_widget_get_visible (test_ui_find (test_window_get_child (fixture.window, "program"), GTK_TYPE_BOX, "error")));
  g_signal_emit_by_name (test_ui_find (test_ui_find (test_window_get_child (fixture.window, "program"), GTK_TYPE_BOX, "error"), GTK_TYPE_BUTTON, NULL),
                         "clicked");
  test_ui_wait_for (gtk_drop_down_get_selected (GTK_DROP_DOWN (scripts)) == 2);
  gtk_drop_down_set_selected (GTK_DROP_DOWN (scripts), 0);
  test_window_activate (fixture.window, "win.to-start", NULL);
  gtk_drop_down_set_selected (GTK_DROP_DOWN (scripts), 1);
  expect_text (&fixture, "console.log(a);\n");
  type (&fixture, "// b\n");
  test_window_activate (fixture.window, "win.next-script", NULL);
  expect_text (&fixture, "\n\nnothing.x;\n");
  test_window_activate (fixture.window, "win.next-script", NULL);
  expect_text (&fixture, "var a = 1;\n");
  test_window_activate (fixture.window, "win.previous-script", NULL);
  test_window_activate (fixture.window, "win.previous-script", NULL);
  g_assert_cmpuint (gtk_drop_down_get_selected (GTK_DROP_DOWN (scripts)), ==, 1);
  expect_text (&fixture, "// b\nconsole.log(a);\n");
  /* A name of any length leaves the pane as wide as it is. */
  test_ui_settle (GTK_WIDGET (fixture.window));
  g_assert_cmpint (gtk_widget_get_width (test_window_get_child (fixture.window, "program")), <, 500);

  tear_down (&fixture);
}

int
main (int   argc,
      char *argv[])
{
  test_window_init (&argc, &argv);

  g_test_add_func ("/files/title", test_files_title);
  g_test_add_func ("/files/save-as", test_files_save_as);
  g_test_add_func ("/files/breakpoints", test_files_breakpoints);
  g_test_add_func ("/files/write-errors", test_files_write_errors);
  g_test_add_func ("/files/changed", test_files_changed);
  g_test_add_func ("/files/drop", test_files_drop);
  g_test_add_func ("/files/scripts", test_files_scripts);

  return g_test_run ();
}
