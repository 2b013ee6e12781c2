/* test-script-view.c: the text of a program, breakpoints in its gutter, and finding in it
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "test-time.h"
#include "test-util.h"

#include "ls-line-gutter.h"
#include "ls-script-view.h"

static void
type_at (LsScriptBuffer *buffer,
         guint           line,
         guint           column,
         const char     *text)
{
  GtkTextIter iter;

  ls_script_buffer_get_iter (buffer, &iter, line, column);
  gtk_text_buffer_begin_user_action (GTK_TEXT_BUFFER (buffer));
  gtk_text_buffer_insert (GTK_TEXT_BUFFER (buffer), &iter, text, -1);
  gtk_text_buffer_end_user_action (GTK_TEXT_BUFFER (buffer));
}

static void
test_script_view_edit (void)
{
  g_autoptr (LsBreakpoints) breakpoints = ls_breakpoints_new ();
  g_autoptr (LsScriptBuffer) buffer = ls_script_buffer_new ("main.js", breakpoints);

  ls_script_buffer_load (buffer, "one ();\ntwo ();\nthree ();\nfour ();\n");
  g_assert_false (ls_script_buffer_get_differs (buffer));
  g_assert_false (ls_script_buffer_get_unsaved (buffer));
  ls_breakpoints_add (breakpoints, "main.js", 1, 1);
  ls_breakpoints_add (breakpoints, "main.js", 3, 3);
  ls_breakpoints_add (breakpoints, "other.js", 3, 3);

  type_at (buffer, 2, 1, "new ();\nlines ();\n");
  g_assert_true (ls_script_buffer_get_differs (buffer));
  g_assert_true (ls_script_buffer_get_unsaved (buffer));
  g_assert_cmpuint (ls_script_buffer_from_run_line (buffer, 1), ==, 1);
  g_assert_cmpuint (ls_script_buffer_from_run_line (buffer, 2), ==, 4);
  g_assert_cmpuint (ls_script_buffer_from_run_line (buffer, 4), ==, 6);
  g_assert_cmpuint (ls_script_buffer_to_run_line (buffer, 2), ==, 0);
  g_assert_cmpuint (ls_script_buffer_to_run_line (buffer, 5), ==, 3);
  g_assert_nonnull (ls_breakpoints_find (breakpoints, "main.js", 1));
  g_assert_nonnull (ls_breakpoints_find (breakpoints, "main.js", 5));
  g_assert_cmpuint (ls_breakpoints_find (breakpoints, "main.js", 5)->run_line, ==, 3);
  g_assert_nonnull (ls_breakpoints_find (breakpoints, "other.js", 3));

  /* Return at the end of a line leaves it as it is. */
  type_at (buffer, 1, 8, "\n");
  g_assert_cmpuint (ls_script_buffer_from_run_line (buffer, 1), ==, 1);
  g_assert_nonnull (ls_breakpoints_find (breakpoints, "main.js", 6));

  while (gtk_text_buffer_get_can_undo (GTK_TEXT_BUFFER (buffer)))
    gtk_text_buffer_undo (GTK_TEXT_BUFFER (buffer));
  g_assert_false (ls_script_buffer_get_differs (buffer));
  g_assert_cmpuint (ls_script_buffer_from_run_line (buffer, 3), ==, 3);
  g_assert_cmpuint (ls_breakpoints_find (breakpoints, "main.js", 3)->run_line, ==, 3);

  type_at (buffer, 1, 1, "// first\n");
  ls_script_buffer_set_ran (buffer);
  g_assert_false (ls_script_buffer_get_differs (buffer));
  g_assert_cmpuint (ls_breakpoints_find (breakpoints, "main.js", 4)->run_line, ==, 4);

  /* Lines that are deleted with breakpoints in them leave one. */
  {
    GtkTextIter start, end;

    ls_script_buffer_get_iter (buffer, &start, 2, 1);
    ls_script_buffer_get_iter (buffer, &end, 4, 1);
    gtk_text_buffer_delete (GTK_TEXT_BUFFER (buffer), &start, &end);
  }
  g_assert_cmpuint (ls_breakpoints_get_n (breakpoints), ==, 2);
  g_assert_nonnull (ls_breakpoints_find (breakpoints, "main.js", 2));
}

static void
test_script_view_code_lines (void)
{
  g_autoptr (LsBreakpoints) breakpoints = ls_breakpoints_new ();
  g_autoptr (LsScriptBuffer) buffer = ls_script_buffer_new ("main.js", breakpoints);
  GtkTextIter iter;

  ls_script_buffer_load (buffer, "one ();\n\n  // why\n/* so\n   long */\ntwo (); // there\n");
  g_assert_cmpuint (ls_script_buffer_find_code (buffer, 1), ==, 1);
  g_assert_cmpuint (ls_script_buffer_find_code (buffer, 2), ==, 6);
  g_assert_cmpuint (ls_script_buffer_find_code (buffer, 7), ==, 7);

  /* Columns count UTF-16 units, as JavaScript does. */
  ls_script_buffer_load (buffer, "'😀'; x");
  ls_script_buffer_get_iter (buffer, &iter, 1, 7);
  g_assert_cmpint (gtk_text_iter_get_char (&iter), ==, 'x');
  ls_script_buffer_get_iter (buffer, &iter, 99, 99);
  g_assert_true (gtk_text_iter_is_end (&iter));
}

static GtkWidget *
find_gutter (GtkWidget *view)
{
  return test_ui_find (view, LS_TYPE_LINE_GUTTER, NULL);
}

static LsScriptView *
new_view (LsBreakpoints *breakpoints,
          const char    *text,
          GtkWindow    **window)
{
  LsScriptView *view = g_object_new (LS_TYPE_SCRIPT_VIEW, NULL);
  g_autoptr (LsScriptBuffer) buffer = ls_script_buffer_new ("main.js", breakpoints);

  ls_script_buffer_load (buffer, text);
  ls_script_view_set_breakpoints (view, breakpoints);
  ls_script_view_set_buffer (view, buffer);
  *window = test_ui_new_window (GTK_WIDGET (view), 300, 400);
  return view;
}

static void
test_script_view_gutter (void)
{
  g_autoptr (LsBreakpoints) breakpoints = ls_breakpoints_new ();
  GtkWindow *window;
  LsScriptView *view = new_view (breakpoints, "one ();\n\ntwo ();\n", &window);
  GtkWidget *gutter = find_gutter (GTK_WIDGET (view));
  GtkWidget *popover = test_ui_find (GTK_WIDGET (view), GTK_TYPE_POPOVER, NULL);
  GtkTextBuffer *buffer = gtk_text_view_get_buffer (GTK_TEXT_VIEW (ls_script_view_get_text_view (view)));
  GdkRectangle area = { 0, 0, 10, 10 };
  GtkTextIter iter;

  g_assert_nonnull (gutter);
  gtk_text_buffer_get_iter_at_line (buffer, &iter, 1);
  g_assert_true (gtk_source_gutter_renderer_query_activatable (GTK_SOURCE_GUTTER_RENDERER (gutter), &iter, &area));
  gtk_source_gutter_renderer_activate (GTK_SOURCE_GUTTER_RENDERER (gutter), &iter, &area, 1, 0, 1);
  /* An empty line cannot stop anything. */
  g_assert_cmpuint (ls_breakpoints_get_n (breakpoints), ==, 1);
  g_assert_nonnull (ls_breakpoints_find (breakpoints, "main.js", 3));
  gtk_test_accessible_assert_property (GTK_ACCESSIBLE (ls_script_view_get_text_view (view)),
                                       GTK_ACCESSIBLE_PROPERTY_DESCRIPTION, "Breakpoint at line 3.");
  test_ui_settle (GTK_WIDGET (window));

  gtk_text_buffer_get_iter_at_line (buffer, &iter, 2);
  gtk_source_gutter_renderer_activate (GTK_SOURCE_GUTTER_RENDERER (gutter), &iter, &area, 3, 0, 1);
  g_assert_true (gtk_widget_get_visible (popover));
  gtk_editable_set_text (GTK_EDITABLE (test_ui_find (popover, GTK_TYPE_ENTRY, "condition")), "i > 3");
  g_signal_emit_by_name (test_ui_find (popover, GTK_TYPE_ENTRY, "condition"), "activate");
  g_assert_cmpstr (ls_breakpoints_find (breakpoints, "main.js", 3)->condition, ==, "i > 3");
  test_ui_settle (GTK_WIDGET (window));

  gtk_source_gutter_renderer_activate (GTK_SOURCE_GUTTER_RENDERER (gutter), &iter, &area, 1, GDK_SHIFT_MASK, 1);
  gtk_check_button_set_active (GTK_CHECK_BUTTON (test_ui_find (popover, GTK_TYPE_CHECK_BUTTON, "enabled")), FALSE);
  gtk_popover_popdown (GTK_POPOVER (popover));
  g_assert_false (ls_breakpoints_find (breakpoints, "main.js", 3)->enabled);
  test_ui_settle (GTK_WIDGET (window));

  /* A click on a disabled one enables it, the next one takes it away. */
  gtk_source_gutter_renderer_activate (GTK_SOURCE_GUTTER_RENDERER (gutter), &iter, &area, 1, 0, 1);
  g_assert_true (ls_breakpoints_find (breakpoints, "main.js", 3)->enabled);
  gtk_source_gutter_renderer_activate (GTK_SOURCE_GUTTER_RENDERER (gutter), &iter, &area, 1, 0, 1);
  g_assert_cmpuint (ls_breakpoints_get_n (breakpoints), ==, 0);
  gtk_window_destroy (window);
}

static void
test_script_view_find (void)
{
  g_autoptr (LsBreakpoints) breakpoints = ls_breakpoints_new ();
  GtkWindow *window;
  LsScriptView *view = new_view (breakpoints, "word Word\nother\nword\n", &window);
  GtkTextBuffer *buffer = gtk_text_view_get_buffer (GTK_TEXT_VIEW (ls_script_view_get_text_view (view)));
  GtkWidget *entry, *count;
  GtkTextIter start, end;

  ls_find_bar_find (ls_script_view_get_find_bar (view));
  entry = test_ui_find (GTK_WIDGET (view), GTK_TYPE_SEARCH_ENTRY, NULL);
  count = test_ui_find (GTK_WIDGET (view), GTK_TYPE_LABEL, "count");
  gtk_editable_set_text (GTK_EDITABLE (entry), "word");
  g_signal_emit_by_name (entry, "search-changed");
  test_ui_wait_for (g_strcmp0 (gtk_label_get_text (GTK_LABEL (count)), "1 of 3") == 0);
  ls_find_bar_find_next (ls_script_view_get_find_bar (view), FALSE);
  g_assert_true (gtk_text_buffer_get_selection_bounds (buffer, &start, &end));
  g_assert_cmpint (gtk_text_iter_get_line_offset (&start), ==, 5);
  ls_find_bar_find_next (ls_script_view_get_find_bar (view), FALSE);
  ls_find_bar_find_next (ls_script_view_get_find_bar (view), FALSE);
  gtk_text_buffer_get_selection_bounds (buffer, &start, &end);
  g_assert_cmpint (gtk_text_iter_get_offset (&start), ==, 0);
  ls_find_bar_find_next (ls_script_view_get_find_bar (view), TRUE);
  gtk_text_buffer_get_selection_bounds (buffer, &start, &end);
  g_assert_cmpint (gtk_text_iter_get_line (&start), ==, 2);

  gtk_toggle_button_set_active (GTK_TOGGLE_BUTTON (test_ui_find (GTK_WIDGET (view), GTK_TYPE_TOGGLE_BUTTON, "Match Case")),
                                TRUE);
  test_ui_wait_for (g_str_has_suffix (gtk_label_get_text (GTK_LABEL (count)), "of 2"));
  gtk_editable_set_text (GTK_EDITABLE (entry), "nothing");
  g_signal_emit_by_name (entry, "search-changed");
  test_ui_wait_for (gtk_widget_has_css_class (entry, "error"));
  g_assert_true (test_ui_press (entry, GDK_KEY_Escape, 0));

  ls_find_bar_go_to_line (ls_script_view_get_find_bar (view));
  entry = test_ui_find (GTK_WIDGET (view), GTK_TYPE_ENTRY, "line");
  gtk_editable_set_text (GTK_EDITABLE (entry), "2:3");
  g_signal_emit_by_name (entry, "activate");
  g_assert_cmpuint (ls_script_view_get_cursor_line (view), ==, 2);
  gtk_window_destroy (window);
}

/* Ten thousand lines: a step shows its line within a few frames. */
static void
test_script_view_long (void)
{
  g_autoptr (LsBreakpoints) breakpoints = ls_breakpoints_new ();
  g_autoptr (GString) text = g_string_new (NULL);
  GtkWindow *window;
  LsScriptView *view;
  LsScriptBuffer *buffer;
  gint64 start;

  for (guint i = 1; i <= 10000; i++)
    g_string_append_printf (text, "scheduler.postTask(() => log('line %u'), { priority: 'background' }); // %u\n", i, i);
  view = new_view (breakpoints, text->str, &window);
  buffer = ls_script_view_get_buffer (view);
  for (guint i = 0; i < 100; i++)
    ls_breakpoints_add (breakpoints, "main.js", 100 * i + 1, 100 * i + 1);
  /* The first time lines are looked at they are laid out. */
  for (guint round = 0; round < 2; round++)
    {
      gint64 most = 0;

      for (guint i = 0; i < 5; i++)
        {
          start = g_get_monotonic_time ();
          ls_script_buffer_set_current_line (buffer, 1900 * i + 7, FALSE);
          ls_script_view_show_line (view, 1900 * i + 7);
          most = MAX (most, g_get_monotonic_time () - start);
          test_ui_settle (GTK_WIDGET (window));
          g_test_message ("line %u: %.1f ms, with the frame %.1f ms", 1900 * i + 7, most / 1000.0,
                          (g_get_monotonic_time () - start) / 1000.0);
        }
      if (round > 0)
        test_assert_in_time (most, G_USEC_PER_SEC / 5);
    }
  start = g_get_monotonic_time ();
  for (guint i = 0; i < 50; i++)
    type_at (buffer, 5000, 1, "x");
  g_test_message ("%.2f ms for each key", (g_get_monotonic_time () - start) / 50000.0);
  test_assert_in_time (g_get_monotonic_time () - start, 2 * G_USEC_PER_SEC);
  gtk_window_destroy (window);
}

static gboolean
has_tooltip (GtkWidget   *gutter,
             GtkTextView *view,
             guint        line)
{
  g_autoptr (GtkTooltip) tooltip = g_object_new (GTK_TYPE_TOOLTIP, NULL);
  GtkTextIter iter;
  GdkRectangle place;
  gboolean has = FALSE;
  int x, y;

  gtk_text_buffer_get_iter_at_line (gtk_text_view_get_buffer (view), &iter, line - 1);
  gtk_text_view_get_iter_location (view, &iter, &place);
  gtk_text_view_buffer_to_window_coords (view, GTK_TEXT_WINDOW_LEFT, 0, place.y + 2, &x, &y);
  g_signal_emit_by_name (gutter, "query-tooltip", 2, y, FALSE, tooltip, &has);
  return has;
}

/* The arrow says what it means. */
static void
test_script_view_arrow (void)
{
  g_autoptr (LsBreakpoints) breakpoints = ls_breakpoints_new ();
  GtkWindow *window;
  LsScriptView *view = new_view (breakpoints, "let a;\nlet b;\nlet c;\n", &window);
  GtkWidget *gutter = test_ui_find (GTK_WIDGET (window), LS_TYPE_LINE_GUTTER, NULL);
  GtkTextView *text = GTK_TEXT_VIEW (ls_script_view_get_text_view (view));

  ls_script_buffer_set_current_line (ls_script_view_get_buffer (view), 2, FALSE);
  test_ui_settle (GTK_WIDGET (window));
  g_assert_true (has_tooltip (gutter, text, 2));
  g_assert_false (has_tooltip (gutter, text, 1));
  g_assert_false (has_tooltip (gutter, text, 3));
  gtk_window_destroy (window);
}

int
main (int   argc,
      char *argv[])
{
  test_ui_init (&argc, &argv);
  gtk_source_init ();

  g_test_add_func ("/script-view/edit", test_script_view_edit);
  g_test_add_func ("/script-view/code-lines", test_script_view_code_lines);
  g_test_add_func ("/script-view/gutter", test_script_view_gutter);
  g_test_add_func ("/script-view/arrow", test_script_view_arrow);
  g_test_add_func ("/script-view/find", test_script_view_find);
  g_test_add_func ("/script-view/long", test_script_view_long);

  return g_test_run ();
}
