/* test-code-lines.c: the fonts of a program, also in the window of another language
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "test-window-util.h"

#include "ls-line-gutter.h"

/* What is beside a number: a margin, the sign of a condition, an arrow. */
#define AROUND 21

static void
assert_even (GtkTextView *view)
{
  GtkTextBuffer *buffer = gtk_text_view_get_buffer (view);
  GtkTextIter iter;
  int y, first, height;

  test_ui_settle (GTK_WIDGET (view));
  gtk_text_buffer_get_start_iter (buffer, &iter);
  gtk_text_view_get_line_yrange (view, &iter, &y, &first);
  g_assert_cmpint (first, >, 10);
  while (gtk_text_iter_forward_line (&iter))
    {
      gtk_text_view_get_line_yrange (view, &iter, &y, &height);
      g_test_message ("line %d: %d, the first one: %d", gtk_text_iter_get_line (&iter) + 1, height, first);
      g_assert_cmpint (height, ==, first);
    }
}

/* All lines of a program have one height, in whichever language the window is: those with letters, those with brackets or digits
 * alone, and those with nothing. So it is with text of another size. */
static void
test_height (void)
{
  g_autoptr (GSettings) settings = g_settings_new (LS_APP_ID);
  LsWindow *window = test_window_new_program ("function f() {\n}\n\n12\n  ;\n/* a */\nf();", 1280, 800);
  GtkTextView *view = test_window_get_text_view (window);
  GtkWidget *gutter = test_ui_find (GTK_WIDGET (view), LS_TYPE_LINE_GUTTER, NULL);
  g_autoptr (PangoLayout) letters = gtk_widget_create_pango_layout (gutter, "gg");
  GtkScrolledWindow *scrolled = GTK_SCROLLED_WINDOW (gtk_widget_get_parent (GTK_WIDGET (view)));
  int with_letters, width;

  assert_even (view);
  /* Numbers of lines, which have no letters, are as wide as letters, also in another place. */
  g_object_ref (view);
  gtk_scrolled_window_set_child (scrolled, NULL);
  gtk_scrolled_window_set_child (scrolled, GTK_WIDGET (view));
  g_object_unref (view);
  assert_even (view);
  pango_layout_get_pixel_size (letters, &with_letters, NULL);
  gtk_widget_queue_resize (gutter);
  gtk_widget_measure (gutter, GTK_ORIENTATION_HORIZONTAL, -1, &width, NULL, NULL, NULL);
  g_assert_cmpint (width, ==, with_letters + AROUND);
  g_settings_set_double (settings, "text-zoom", 1.5);
  assert_even (view);
  gtk_text_buffer_set_text (gtk_text_view_get_buffer (view), "}\nlet a = 1;\n\n", -1);
  assert_even (view);
  g_settings_reset (settings, "text-zoom");
  test_window_close (window);
}

int
main (int   argc,
      char *argv[])
{
  test_window_init (&argc, &argv);

  g_test_add_func ("/code-lines/height", test_height);

  return g_test_run ();
}
