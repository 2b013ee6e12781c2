/* test-large-screen.c: lessons on a screen of 1920 × 1080, also with text twice as large
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "test-lesson-util.h"

#include "ls-program-pane.h"

#define WIDTH 1920
#define HEIGHT 1080

/* A page of each kind, with and without what is below. */
static const struct
{
  const char *lesson;
  guint       page;
  const char *asks;      /* what asks something there, or NULL */
} pages[] = {
  { "01-event-loop.loopscope", 0, "question" }, { "01-event-loop.loopscope", 1, "task" }, { "01-event-loop.loopscope", 3, "question" },
  { "03-queues.loopscope", 0, "pick" }, { "03-queues.loopscope", 2, "question" }, { "03-queues.loopscope", 4, "task" },
  { "05-controllers.loopscope", 6, "exercise" },
  { "11-splitting.loopscope", 0, "question" }, { "11-splitting.loopscope", 1, "bars" }, { "11-splitting.loopscope", 7, "exercise" },
  { "12-promises.loopscope", 1, "question" }, { "12-promises.loopscope", 7, "order" }, { "12-promises.loopscope", 8, NULL },
  { "22-lock.loopscope", 6, "task" },
};

/* Returns how many lines of the program are seen whole. */
static int
count_lines (LsWindow *window)
{
  LsScriptView *script = ls_program_pane_get_view (LS_PROGRAM_PANE (test_window_get_child (window, "program")));
  GtkTextView *view = GTK_TEXT_VIEW (ls_script_view_get_text_view (script));
  GtkTextIter start;
  GdkRectangle line, visible;

  gtk_text_buffer_get_start_iter (gtk_text_view_get_buffer (view), &start);
  gtk_text_view_get_iter_location (view, &start, &line);
  gtk_text_view_get_visible_rect (view, &visible);
  return visible.height / line.height;
}

/* No words are left out, and nothing is beyond what it is in. */
static void
assert_not_cut (GtkWidget  *widget,
                GtkWidget  *root,
                const char *where)
{
  graphene_rect_t bounds;

  if (!gtk_widget_get_mapped (widget))
    return;
  if (GTK_IS_LABEL (widget) && gtk_label_get_ellipsize (GTK_LABEL (widget)) != PANGO_ELLIPSIZE_NONE &&
      pango_layout_is_ellipsized (gtk_label_get_layout (GTK_LABEL (widget))))
    g_error ("%s: “%s” is cut", where, gtk_label_get_text (GTK_LABEL (widget)));
  if (GTK_IS_LABEL (widget) && gtk_widget_compute_bounds (widget, root, &bounds) &&
      (bounds.origin.x < -1 || bounds.origin.x + bounds.size.width > gtk_widget_get_width (root) + 1))
    g_error ("%s: “%s” is cut by the edge", where, gtk_label_get_text (GTK_LABEL (widget)));
  for (GtkWidget *child = gtk_widget_get_first_child (widget); child != NULL; child = gtk_widget_get_next_sibling (child))
    assert_not_cut (child, root, where);
}

/* What is asked begins where it is seen; of a question to be answered, so are all answers. */
static void
assert_asks (LsWindow   *window,
             const char *asks,
             const char *where)
{
  GtkWidget *scroller = get_part (window, "scroller");
  GtkWidget *asked = get_part (window, asks);
  GtkWidget *to_see = g_str_equal (asks, "question") ? get_asked (window, asks, "answers")
                      : g_str_equal (asks, "pick") || g_str_equal (asks, "order") || g_str_equal (asks, "bars")
                        ? get_asked (window, asks, "commit") : asked;
  graphene_rect_t bounds;

  g_assert_true (gtk_widget_get_mapped (asked));
  g_assert_true (gtk_widget_compute_bounds (to_see, scroller, &bounds));
  g_test_message ("%s: what is asked ends at %.0f of %d", where, bounds.origin.y + bounds.size.height, gtk_widget_get_height (scroller));
  g_assert_cmpfloat (bounds.origin.y + bounds.size.height, <=, gtk_widget_get_height (scroller) + 1);
}

/* Text, program and what is asked are seen together with text twice as large, as on the screen of a laptop with text of the usual size. */
static void
test_large_text (void)
{
  GtkSettings *settings = gtk_settings_get_default ();
  int dpi;

  g_object_get (settings, "gtk-xft-dpi", &dpi, NULL);
  g_object_set (settings, "gtk-xft-dpi", 2 * 96 * 1024, NULL);
  for (guint i = 0; i < G_N_ELEMENTS (pages); i++)
    {
      LsWindow *window = lesson_file_window (pages[i].lesson, WIDTH, HEIGHT, pages[i].page);
      g_autofree char *name = g_strdup_printf ("large-text-%.2s-%u", pages[i].lesson, pages[i].page + 1);

      test_window_wait (window);
      test_ui_settle (GTK_WIDGET (window));
      test_ui_save_picture (GTK_WIDGET (window), name);
      g_assert_cmpint (gtk_widget_get_width (GTK_WIDGET (window)), <=, WIDTH);
      g_assert_cmpint (gtk_widget_get_height (GTK_WIDGET (window)), <=, HEIGHT);
      assert_not_cut (test_window_get_child (window, "lesson"), test_window_get_child (window, "lesson"), name);
      assert_not_cut (test_window_get_child (window, "stage"), test_window_get_child (window, "stage"), name);
      if (pages[i].asks != NULL)
        assert_asks (window, pages[i].asks, name);
      g_test_message ("%s: %d lines", name, count_lines (window));
      g_assert_cmpint (count_lines (window), >=, 6);
      assert_no_row_cut (window);
      test_window_close (window);
    }
  g_object_set (settings, "gtk-xft-dpi", dpi, NULL);
}

/* No row of the stage is cut beside any exercise. */
static void
test_rows (void)
{
  for (guint i = 0; i < G_N_ELEMENTS (pages); i++)
    {
      LsWindow *window = lesson_file_window (pages[i].lesson, WIDTH, HEIGHT, pages[i].page);

      g_test_message ("%s, page %u", pages[i].lesson, pages[i].page + 1);
      assert_no_row_cut (window);
      test_window_close (window);
    }
}

/* F6 leads to what a page asks, wherever the focus was in the lesson before. */
static void
test_keys (void)
{
  for (guint i = 0; i < G_N_ELEMENTS (pages); i++)
    {
      LsWindow *window = lesson_file_window (pages[i].lesson, WIDTH, HEIGHT, pages[i].page);
      GtkWidget *lesson = test_window_get_child (window, "lesson");
      GtkWidget *asked = get_part (window, pages[i].asks != NULL ? pages[i].asks : "next");
      GtkWidget *focus = NULL;

      g_test_message ("%s, page %u", pages[i].lesson, pages[i].page + 1);
      test_ui_settle (GTK_WIDGET (window));
      gtk_widget_grab_focus (get_part (window, "next"));
      test_window_activate (window, "win.next-pane", NULL);
      for (guint n = 0; n < 6 && (focus == NULL || !gtk_widget_is_ancestor (focus, lesson)); n++)
        {
          test_window_activate (window, "win.next-pane", NULL);
          focus = gtk_window_get_focus (GTK_WINDOW (window));
        }
      g_assert_nonnull (focus);
      g_assert_true (focus == asked || gtk_widget_is_ancestor (focus, asked));
      test_window_close (window);
    }
}

int
main (int   argc,
      char *argv[])
{
  test_window_init (&argc, &argv);

  g_test_add_func ("/large-screen/text", test_large_text);
  g_test_add_func ("/large-screen/rows", test_rows);
  g_test_add_func ("/large-screen/keys", test_keys);

  return g_test_run ();
}
