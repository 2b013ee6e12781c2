/* test-find.c: finding and replacing in a program
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "test-time.h"
#include "test-window-util.h"


#define TEXT "let a = 'x.*';\nlet B = a; // $1 (\nlet b = B;\n"

typedef struct
{
  LsWindow  *window;
  GtkWidget *bar;
  GtkWidget *entry;
  GtkWidget *count;
} Fixture;

static void
set_up (Fixture    *fixture,
        const char *text)
{
  fixture->window = test_window_new (NULL, 1280, 800);
  test_window_open_text (fixture->window, text);
  fixture->bar = test_ui_find (test_window_get_child (fixture->window, "program"), g_type_from_name ("LsFindBar"), NULL);
  fixture->entry = test_ui_find (fixture->bar, GTK_TYPE_SEARCH_ENTRY, "entry");
  fixture->count = test_ui_find (fixture->bar, GTK_TYPE_LABEL, "count");
}

static void
type (Fixture    *fixture,
      const char *text)
{
  gtk_editable_set_text (GTK_EDITABLE (fixture->entry), text);
  g_signal_emit_by_name (fixture->entry, "search-changed");
}

static gboolean
counts (Fixture    *fixture,
        const char *text)
{
  return g_str_equal (gtk_label_get_text (GTK_LABEL (fixture->count)), text);
}

/* What is selected, as "line:column text". */
static char *
get_selection (Fixture *fixture)
{
  GtkTextIter start, end;
  g_autofree char *text = NULL;

  gtk_text_buffer_get_selection_bounds (test_window_get_text (fixture->window), &start, &end);
  text = gtk_text_iter_get_text (&start, &end);
  return g_strdup_printf ("%d:%d %s", gtk_text_iter_get_line (&start) + 1, gtk_text_iter_get_line_offset (&start) + 1,
                          text);
}

static void
expect (Fixture    *fixture,
        const char *expected)
{
  g_autofree char *selection = get_selection (fixture);

  g_assert_cmpstr (selection, ==, expected);
}

static void
test_find_next (void)
{
  Fixture fixture;
  GtkWidget *match_case;

  set_up (&fixture, TEXT);
  test_window_activate (fixture.window, "win.find", NULL);
  g_assert_true (gtk_widget_is_ancestor (gtk_window_get_focus (GTK_WINDOW (fixture.window)), fixture.entry));
  type (&fixture, "b");
  expect (&fixture, "2:5 B");
  test_ui_wait_for (counts (&fixture, "1 of 3"));
  test_window_activate (fixture.window, "win.find-next", NULL);
  expect (&fixture, "3:5 b");
  test_window_activate (fixture.window, "win.find-next", NULL);
  expect (&fixture, "3:9 B");
  test_window_activate (fixture.window, "win.find-next", NULL);
  expect (&fixture, "2:5 B");
  test_window_activate (fixture.window, "win.find-previous", NULL);
  expect (&fixture, "3:9 B");

  match_case = test_ui_find (fixture.bar, GTK_TYPE_TOGGLE_BUTTON, "Match Case");
  gtk_toggle_button_set_active (GTK_TOGGLE_BUTTON (match_case), TRUE);
  type (&fixture, "b");
  expect (&fixture, "3:5 b");
  test_ui_wait_for (counts (&fixture, "1 of 1"));

  /* Nothing is an expression. */
  type (&fixture, "x.*");
  expect (&fixture, "1:10 x.*");
  type (&fixture, "$1 (");
  expect (&fixture, "2:15 $1 (");
  type (&fixture, "nowhere");
  test_ui_wait_for (counts (&fixture, "0"));
  g_assert_true (gtk_widget_has_css_class (fixture.entry, "error"));
  type (&fixture, "");
  g_assert_true (counts (&fixture, ""));
  g_assert_false (gtk_widget_has_css_class (fixture.entry, "error"));

  /* Closing leaves what was found selected, in the text, which has the focus. */
  type (&fixture, "a;");
  g_signal_emit_by_name (fixture.entry, "stop-search");
  expect (&fixture, "2:9 a;");
  g_assert_true (gtk_window_get_focus (GTK_WINDOW (fixture.window)) ==
                 GTK_WIDGET (test_window_get_text_view (fixture.window)));
  test_window_activate (fixture.window, "win.find-next", NULL);
  expect (&fixture, "2:9 a;");
  test_window_close (fixture.window);
}

static void
test_find_replace (void)
{
  Fixture fixture;
  GtkWidget *replacement;
  g_autofree char *text = NULL;

  set_up (&fixture, TEXT);
  test_window_activate (fixture.window, "win.replace", NULL);
  replacement = test_ui_find (fixture.bar, GTK_TYPE_ENTRY, "replacement");
  g_assert_true (gtk_widget_get_mapped (replacement));
  type (&fixture, "let");
  gtk_editable_set_text (GTK_EDITABLE (replacement), "var \\1");
  expect (&fixture, "1:1 let");
  g_signal_emit_by_name (replacement, "activate");
  expect (&fixture, "2:1 let");
  gtk_editable_set_text (GTK_EDITABLE (replacement), "var");
  g_signal_emit_by_name (test_ui_find (fixture.bar, GTK_TYPE_BUTTON, "replace_all"), "clicked");
  g_object_get (test_window_get_text (fixture.window), "text", &text, NULL);
  g_assert_cmpstr (text, ==, "var \\1 a = 'x.*';\nvar B = a; // $1 (\nvar b = B;\n");
  g_assert_true (counts (&fixture, "2 matches replaced"));

  /* All of them are one step to undo. */
  gtk_text_buffer_undo (test_window_get_text (fixture.window));
  gtk_text_buffer_undo (test_window_get_text (fixture.window));
  g_free (text);
  g_object_get (test_window_get_text (fixture.window), "text", &text, NULL);
  g_assert_cmpstr (text, ==, TEXT);
  test_window_close (fixture.window);
}

/* Thousands of places do not take long. */
static void
test_find_many (void)
{
  Fixture fixture;
  GString *text = g_string_new (NULL);
  gint64 begin;

  for (guint i = 0; i < 5000; i++)
    g_string_append (text, "x = x;\n");
  set_up (&fixture, text->str);
  test_window_activate (fixture.window, "win.replace", NULL);
  type (&fixture, "x");
  test_ui_wait_for (counts (&fixture, "1 of 10000"));
  gtk_editable_set_text (GTK_EDITABLE (test_ui_find (fixture.bar, GTK_TYPE_ENTRY, "replacement")), "yy");
  begin = g_get_monotonic_time ();
  g_signal_emit_by_name (test_ui_find (fixture.bar, GTK_TYPE_BUTTON, "replace_all"), "clicked");
  g_test_message ("10000 replaced in %.3f s", (g_get_monotonic_time () - begin) / 1e6);
  test_assert_in_time (g_get_monotonic_time () - begin, 10 * G_USEC_PER_SEC);
  g_assert_cmpint (gtk_text_buffer_get_char_count (test_window_get_text (fixture.window)), ==, 5000 * 9);
  g_string_free (text, TRUE);
  test_window_close (fixture.window);
}

static void
test_find_line (void)
{
  static const struct { const char *typed; const char *place; } lines[] = {
    { "2", "2:1 " }, { " 3 ", "3:1 " }, { "1:5", "1:5 " }, { "2: 7", "2:7 " }, { "3:999", "3:11 " }, { "999", "4:1 " },
    { "2:", "2:1 " }, { "0", NULL }, { "-1", NULL }, { "", NULL }, { "two", NULL }, { "2x", NULL }, { "2:x", NULL },
    { "99999999999999999999", NULL }, { "1:-2", NULL },
  };
  Fixture fixture;
  GtkWidget *line;

  set_up (&fixture, TEXT);
  line = test_ui_find (fixture.bar, GTK_TYPE_ENTRY, "line");
  for (guint i = 0; i < G_N_ELEMENTS (lines); i++)
    {
      g_autofree char *before = get_selection (&fixture);

      test_window_activate (fixture.window, "win.go-to-line", NULL);
      g_assert_true (gtk_widget_is_ancestor (gtk_window_get_focus (GTK_WINDOW (fixture.window)), line));
      gtk_editable_set_text (GTK_EDITABLE (line), lines[i].typed);
      g_assert_false (gtk_widget_has_css_class (line, "error"));
      g_signal_emit_by_name (line, "activate");
      expect (&fixture, lines[i].place != NULL ? lines[i].place : before);
      g_assert_true (gtk_widget_has_css_class (line, "error") == (lines[i].place == NULL));
      g_assert_true (gtk_widget_has_focus (GTK_WIDGET (test_window_get_text_view (fixture.window))) ==
                     (lines[i].place != NULL));
    }
  test_window_close (fixture.window);
}

int
main (int   argc,
      char *argv[])
{
  test_window_init (&argc, &argv);

  g_test_add_func ("/find/next", test_find_next);
  g_test_add_func ("/find/replace", test_find_replace);
  g_test_add_func ("/find/many", test_find_many);
  g_test_add_func ("/find/line", test_find_line);

  return g_test_run ();
}
