/* test-text.c: names and other texts of programs, which may be anything
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "test-window-util.h"

#include <string.h>

#include "ls-stage.h"
#include "ls-task-chip.h"
#include "ls-text.h"

#define ODD "two\\nlines\\t\u202eturned \u2066"

static void
assert_shortened (const char *text,
                  const char *expected)
{
  g_autofree char *shown = ls_text_shorten (text);

  g_assert_cmpstr (shown, ==, expected);
}

static void
test_shorten (void)
{
  g_autofree char *long_text = g_strnfill (1000, 'x');
  g_autofree char *whole = g_strnfill (240, 'x');
  g_autofree char *beginning = g_strnfill (239, 'x');
  g_autofree char *cut = g_strconcat (beginning, "…", NULL);

  assert_shortened (NULL, NULL);
  assert_shortened ("", "");
  assert_shortened ("über \u0645\u0647\u0645\u0629 👩‍👧", "über \u0645\u0647\u0645\u0629 👩‍👧");
  assert_shortened ("two\nlines\r\ttab\u2028x\x7f", "two lines  tab x ");
  assert_shortened ("\u202eturned\u202c \u2066isolated\u2069\u200f", " turned   isolated \u200f");
  assert_shortened (whole, whole);
  assert_shortened (long_text, cut);
}

/* What is seen of a name is on one line, and turns nothing but itself. */
static void
assert_tame (GtkWidget *widget)
{
  if (!gtk_widget_get_mapped (widget))
    return;
  if (GTK_IS_LABEL (widget))
    {
      const char *text = gtk_label_get_text (GTK_LABEL (widget));

      if (strstr (text, "two\n") != NULL || strstr (text, "\u202e") != NULL || strstr (text, "\u2066") != NULL)
        g_error ("A label in %s in %s says “%s”", G_OBJECT_TYPE_NAME (gtk_widget_get_parent (widget)),
                 G_OBJECT_TYPE_NAME (gtk_widget_get_parent (gtk_widget_get_parent (widget))), text);
    }
  for (GtkWidget *child = gtk_widget_get_first_child (widget); child != NULL; child = gtk_widget_get_next_sibling (child))
    assert_tame (child);
}

static void
test_odd_names (void)
{
  LsWindow *window = test_window_new_session ("{\"format\": \"loopscope-session\", \"version\": 1, \"title\": \"" ODD "\","
    "\"program\": {\"kind\": \"steps\", \"main\": [{\"op\": \"controller\", \"name\": \"" ODD "\", \"priority\": \"background\"},"
    "{\"op\": \"controller\", \"name\": \"plain\"}, {\"op\": \"abort\", \"controller\": \"plain\", \"reason\": \"" ODD "\"},"
    "{\"op\": \"postTask\", \"name\": \"" ODD "\", \"signal\": \"" ODD "\", \"body\": []},"
    "{\"op\": \"timer\", \"name\": \"" ODD "\", \"ms\": 1, \"body\": []},"
    "{\"op\": \"postTask\", \"name\": \"plain\", \"priority\": \"background\", \"body\": [{\"op\": \"work\", \"ms\": 80}]},"
    "{\"op\": \"postTask\", \"name\": \"" ODD "\", \"delay\": 5, \"body\": []}]}}", 1360, 860);
  static const char *const views[] = { "timeline", "events", "lints", "statistics", "what-if", "breakpoints" };
  GtkWidget *chip;
  int height = 0;

  for (guint step = 1; step < 6; step++)
    {
      test_window_go_to (window, step);
      test_ui_settle (GTK_WIDGET (window));
      assert_tame (GTK_WIDGET (window));
      chip = test_ui_find (test_window_get_child (window, "stage"), LS_TYPE_TASK_CHIP, NULL);
      if (chip == NULL || gtk_widget_get_height (chip) == 0)
        continue;
      height = height == 0 ? gtk_widget_get_height (chip) : height;
      g_assert_cmpint (gtk_widget_get_height (chip), ==, height);
    }
  g_assert_cmpint (height, <, 40);
  for (guint i = 0; i < G_N_ELEMENTS (views); i++)
    {
      gtk_stack_set_visible_child_name (GTK_STACK (test_window_get_child (window, "bottom_stack")), views[i]);
      test_window_wait (window);
      test_ui_settle (GTK_WIDGET (window));
      assert_tame (GTK_WIDGET (window));
    }
  test_window_close (window);
}

/* A line of the log that is endless, or has lines without end, is shown as far as there is room. */
static void
test_log (void)
{
  g_autofree char *endless = g_strnfill (200000, 'x');
  GString *text = g_string_new ("{\"format\": \"loopscope-session\", \"version\": 1, \"program\": {\"kind\": \"steps\", \"main\": [");
  LsWindow *window;
  GtkWidget *label;
  gboolean has_long = FALSE, has_high = FALSE;

  g_string_append_printf (text, "{\"op\": \"log\", \"text\": \"%s\"}, {\"op\": \"log\", \"text\": \"", endless);
  for (guint i = 0; i < 1000; i++)
    g_string_append_printf (text, "%u\\n", i);
  g_string_append (text, "\"}]}}");
  window = test_window_new_session (text->str, 1360, 860);
  g_string_free (text, TRUE);
  gtk_stack_set_visible_child_name (GTK_STACK (test_window_get_child (window, "bottom_stack")), "log");
  ls_player_to_end (test_window_get_player (window));
  test_window_wait (window);
  test_ui_settle (GTK_WIDGET (window));
  for (label = test_ui_find_class (gtk_stack_get_visible_child (GTK_STACK (test_window_get_child (window, "bottom_stack"))), "log-line"); label != NULL;
       label = gtk_widget_get_parent (label))
    if (GTK_IS_LIST_VIEW (label))
      break;
  g_assert_nonnull (label);
  for (GtkWidget *row = gtk_widget_get_first_child (label); row != NULL; row = gtk_widget_get_next_sibling (row))
    {
      GtkWidget *line = test_ui_find_class (row, "monospace");
      const char *shown = line != NULL ? gtk_label_get_label (GTK_LABEL (line)) : "";

      g_assert_cmpint (g_utf8_strlen (shown, -1), <=, 2001);
      has_long = has_long || g_str_has_prefix (shown, "xxxx");
      has_high = has_high || (g_str_has_prefix (shown, "0\n1\n") && g_str_has_suffix (shown, "\n19…"));
    }
  g_assert_true (has_long);
  g_assert_true (has_high);
  test_window_close (window);
}

/* So is what a program has thrown, above its text. */
static void
test_exception (void)
{
  LsWindow *window = test_window_new_program ("throw new Error ('x'.repeat (300000));\n", 1360, 860);
  GtkWidget *label = test_ui_find (test_window_get_child (window, "program"), GTK_TYPE_LABEL, "error_label");

  ls_player_to_end (test_window_get_player (window));
  test_window_wait (window);
  test_ui_wait_for (strstr (gtk_label_get_label (GTK_LABEL (label)), "xxxx") != NULL);
  g_assert_cmpint (g_utf8_strlen (gtk_label_get_label (GTK_LABEL (label)), -1), <=, 240);
  test_window_close (window);
}

int
main (int   argc,
      char *argv[])
{
  test_window_init (&argc, &argv);

  g_test_add_func ("/text/shorten", test_shorten);
  g_test_add_func ("/text/odd-names", test_odd_names);
  g_test_add_func ("/text/log", test_log);
  g_test_add_func ("/text/exception", test_exception);

  return g_test_run ();
}
