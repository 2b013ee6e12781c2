/* test-indenter.c: JavaScript is indented while it is typed
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "test-util.h"

#include "ls-script-indenter.h"

/* Returns a view of @text, whose cursor is where | is in it. */
static GtkSourceView *
make_view (const char *text)
{
  GtkSourceView *view = GTK_SOURCE_VIEW (g_object_ref_sink (gtk_source_view_new ()));
  GtkSourceBuffer *buffer = GTK_SOURCE_BUFFER (gtk_text_view_get_buffer (GTK_TEXT_VIEW (view)));
  g_auto (GStrv) parts = g_strsplit (text, "|", 2);
  g_autofree char *whole = g_strconcat (parts[0], parts[1], NULL);
  GtkTextIter iter;

  gtk_source_buffer_set_language (buffer, gtk_source_language_manager_get_language (gtk_source_language_manager_get_default (), "js"));
  gtk_source_view_set_tab_width (view, 2);
  gtk_source_view_set_insert_spaces_instead_of_tabs (view, TRUE);
  ls_script_indenter_attach (view);
  gtk_text_buffer_set_text (GTK_TEXT_BUFFER (buffer), whole, -1);
  gtk_text_buffer_get_iter_at_offset (GTK_TEXT_BUFFER (buffer), &iter, g_utf8_strlen (parts[0], -1));
  gtk_text_buffer_place_cursor (GTK_TEXT_BUFFER (buffer), &iter);
  return view;
}

/* Types @key in @before, as the view does it, and compares the text and the cursor with @after. */
static void
assert_typed (const char *before,
              const char *key,
              const char *after)
{
  g_autoptr (GtkSourceView) view = make_view (before);
  GtkTextBuffer *buffer = gtk_text_view_get_buffer (GTK_TEXT_VIEW (view));
  GtkSourceIndenter *indenter = gtk_source_view_get_indenter (view);
  g_auto (GStrv) parts = g_strsplit (after, "|", 2);
  g_autofree char *whole = g_strconcat (parts[0], parts[1], NULL);
  g_autofree char *text = NULL;
  guint keyval = *key == '\n' ? GDK_KEY_Return : gdk_unicode_to_keyval (*key);
  GtkTextIter iter, start, end;

  gtk_text_buffer_get_iter_at_mark (buffer, &iter, gtk_text_buffer_get_insert (buffer));
  g_assert_true (gtk_source_indenter_is_trigger (indenter, view, &iter, 0, keyval));
  gtk_text_buffer_insert (buffer, &iter, key, -1);
  gtk_source_indenter_indent (indenter, view, &iter);
  gtk_text_buffer_get_bounds (buffer, &start, &end);
  text = gtk_text_buffer_get_text (buffer, &start, &end, TRUE);
  g_assert_cmpstr (text, ==, whole);
  gtk_text_buffer_get_iter_at_mark (buffer, &iter, gtk_text_buffer_get_insert (buffer));
  g_assert_cmpint (gtk_text_iter_get_offset (&iter), ==, g_utf8_strlen (parts[0], -1));
}

static void
test_indenter_return (void)
{
  assert_typed ("a;|", "\n", "a;\n|");
  assert_typed ("  a;|", "\n", "  a;\n  |");
  assert_typed ("if (x) {|", "\n", "if (x) {\n  |");
  assert_typed ("  f([|", "\n", "  f([\n    |");
  assert_typed ("if (x) {   // why|", "\n", "if (x) {   // why\n  |");
  assert_typed ("\tif (x) {|", "\n", "\tif (x) {\n\t\t|");
  /* What follows the cursor goes along, without the space in front of it. */
  assert_typed ("  a;|  b;", "\n", "  a;\n  |b;");
  assert_typed ("|a;", "\n", "\n|a;");
}

static void
test_indenter_pair (void)
{
  assert_typed ("if (x) {|}", "\n", "if (x) {\n  |\n}");
  assert_typed ("  f({| });", "\n", "  f({\n    |\n  });");
  /* Another bracket is no partner. */
  assert_typed ("f({|)", "\n", "f({\n  |)");
}

static void
test_indenter_closing (void)
{
  assert_typed ("if (x) {\n  a;\n  |", "}", "if (x) {\n  a;\n}|");
  assert_typed ("  if (x) {\n    f([\n    |", "]", "  if (x) {\n    f([\n    ]|");
  assert_typed ("  f(() => {\n    a;\n    |\nb", "}", "  f(() => {\n    a;\n  }|\nb");
  /* One that is not the first of its line stays, and so does one without a partner. */
  assert_typed ("f({\n  a: {|", "}", "f({\n  a: {}|");
  assert_typed ("a;\n  |", "}", "a;\n  }|");
}

/* Brackets in strings and comments are no brackets. */
static void
test_indenter_text (void)
{
  assert_typed ("a = '{|", "\n", "a = '{\n|");
  assert_typed ("a; // {|", "\n", "a; // {\n|");
  assert_typed ("if (x) {\n  a ('{');\n  // {\n  |", "}", "if (x) {\n  a ('{');\n  // {\n}|");
}

int
main (int   argc,
      char *argv[])
{
  test_ui_init (&argc, &argv);

  g_test_add_func ("/indenter/return", test_indenter_return);
  g_test_add_func ("/indenter/pair", test_indenter_pair);
  g_test_add_func ("/indenter/closing", test_indenter_closing);
  g_test_add_func ("/indenter/text", test_indenter_text);

  return g_test_run ();
}
