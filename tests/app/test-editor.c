/* test-editor.c: programs in JavaScript, as text
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include <time.h>

#include "test-window-util.h"

#include "ls-line-map.h"
#include "ls-program-pane.h"
#include "ls-window-private.h"

#ifdef __SANITIZE_ADDRESS__
#define SLOWER 5
#else
#define SLOWER 1
#endif

static LsProgramPane *
get_pane (LsWindow *window)
{
  return LS_PROGRAM_PANE (window->program);
}

static LsScriptView *
get_view (LsWindow *window)
{
  return ls_program_pane_get_view (get_pane (window));
}

/* A function and a constant, again and again. */
static char *
make_program (guint n_lines)
{
  GString *text = g_string_new ("// begin\n");

  for (guint i = 0; i < n_lines / 6; i++)
    g_string_append_printf (text,
                            "function f%u (a, b) {\n"
                            "  const x = a + b * %u;   // a comment\n"
                            "  if (x > 3) console.log(`v ${x} 'q'`);\n"
                            "  return /re[gx]/.test(String(x)) ? 1 : { a: 'str', b: \"s\" };\n"
                            "}\n"
                            "const v%u = 1;\n",
                            i, i, i);
  return g_string_free (text, FALSE);
}

static gint64
get_cpu_time (void)
{
  struct timespec spec;

  clock_gettime (CLOCK_THREAD_CPUTIME_ID, &spec);
  return spec.tv_sec * G_USEC_PER_SEC + spec.tv_nsec / 1000;
}

/* The longest that the window does not answer while things go on for some time, in µs. */
static gint64
get_longest_pause (guint milliseconds)
{
  gint64 end = g_get_monotonic_time () + milliseconds * 1000;
  gint64 longest = 0;

  while (g_get_monotonic_time () < end)
    {
      gint64 begin = get_cpu_time ();

      g_main_context_iteration (NULL, TRUE);
      longest = MAX (longest, get_cpu_time () - begin);
    }
  return longest;
}

/* However long a program is, the window answers; nothing is moved while it is drawn, which would be warned of. */
static void
test_editor_large (void)
{
  LsWindow *window = test_window_new (NULL, 1360, 860);
  g_autofree char *text = make_program (100000);
  gint64 begin = get_cpu_time ();
  GtkAdjustment *vertical;
  gint64 longest;

  ls_window_open_text (window, "main.js", text);
  longest = get_cpu_time () - begin;
  g_assert_cmpint (longest, <, 400000 * SLOWER);
  longest = get_longest_pause (500);
  g_assert_cmpint (longest, <, 250000 * SLOWER);
  vertical = gtk_scrollable_get_vadjustment (GTK_SCROLLABLE (test_window_get_text_view (window)));
  for (guint i = 1; i <= 4; i++)
    {
      gtk_adjustment_set_value (vertical, gtk_adjustment_get_upper (vertical) * i / 4);
      longest = get_longest_pause (200);
      g_assert_cmpint (longest, <, 250000 * SLOWER);
    }
  begin = get_cpu_time ();
  ls_script_view_toggle_breakpoint (get_view (window), 99000);
  ls_script_view_go_to (get_view (window), 90000, 1);
  g_assert_cmpint (get_cpu_time () - begin, <, 250000 * SLOWER);
  longest = get_longest_pause (200);
  g_assert_cmpint (longest, <, 250000 * SLOWER);
  test_window_close (window);
}

static double
get_scrolled (LsWindow *window)
{
  return gtk_adjustment_get_value (gtk_scrollable_get_vadjustment (GTK_SCROLLABLE (test_window_get_text_view (window))));
}

/* A program is shown from its first line until it is stepped, and stays where it is edited when it is run again. */
static void
test_editor_first_line (void)
{
  LsWindow *window = test_window_new (NULL, 1280, 800);
  g_autofree char *text = make_program (120);

  test_window_open_text (window, text);
  g_assert_cmpuint (ls_player_get_step (window->player), ==, 1);
  get_longest_pause (100);
  g_assert_cmpfloat (get_scrolled (window), ==, 0);
  test_window_activate (window, "win.run-again", NULL);
  get_longest_pause (100);
  g_assert_cmpfloat (get_scrolled (window), ==, 0);
  test_window_activate (window, "win.to-start", NULL);
  test_window_activate (window, "win.step", NULL);
  test_ui_wait_for (get_scrolled (window) > 0);
  test_window_close (window);
}

/* Where a line begins, also with the cursor in it. */
static int
get_x (LsWindow *window,
       guint     line)
{
  GtkTextIter iter;
  GdkRectangle place, with_cursor;

  gtk_text_buffer_get_iter_at_line (test_window_get_text (window), &iter, line - 1);
  gtk_text_view_get_cursor_locations (test_window_get_text_view (window), &iter, &place, NULL);
  gtk_text_buffer_place_cursor (test_window_get_text (window), &iter);
  gtk_text_view_get_cursor_locations (test_window_get_text_view (window), &iter, &with_cursor, NULL);
  return MAX (place.x, with_cursor.x);
}

/* Lines that begin in Hebrew or Arabic, and those below them without letters, are where the others are. */
static void
test_editor_other_direction (void)
{
  LsWindow *window = test_window_new (NULL, 1280, 800);
  g_autofree char *wide = g_strnfill (400, 'w');
  g_autofree char *text = g_strdup_printf ("// \327\251\327\234\327\225\327\235\n{\n}\n[]\n()=>{}\n// %s\n{}\nlet x;\n", wide);
  GtkTextIter iter;

  test_window_open_text (window, text);
  for (guint line = 1; line <= 5; line++)
    g_assert_cmpint (get_x (window, line), <, 200);
  gtk_text_buffer_get_iter_at_line (test_window_get_text (window), &iter, 6);
  gtk_text_buffer_insert (test_window_get_text (window), &iter, "'\330\247'; ", -1);
  test_ui_settle (GTK_WIDGET (window));
  g_assert_cmpint (get_x (window, 7), <, 200);
  /* And back. */
  gtk_text_buffer_get_iter_at_line (test_window_get_text (window), &iter, 6);
  gtk_text_buffer_insert (test_window_get_text (window), &iter, "let y = ", -1);
  test_ui_settle (GTK_WIDGET (window));
  g_assert_cmpint (get_x (window, 7), <, 200);
  test_window_close (window);
}

/* Where the window runs from right to left, code does not. */
static void
test_editor_right_to_left (void)
{
  LsWindow *window;
  GtkWidget *gutter;
  graphene_rect_t text_place, gutter_place, title_place;

  gtk_widget_set_default_direction (GTK_TEXT_DIR_RTL);
  window = test_window_new (NULL, 1280, 800);
  test_window_open_text (window, "{\n  const a = 1;\n}\nconsole.log(1);\n");
  gutter = test_ui_find (window->program, g_type_from_name ("LsLineGutter"), NULL);
  g_assert_cmpint (gtk_widget_get_direction (GTK_WIDGET (test_window_get_text_view (window))), ==, GTK_TEXT_DIR_LTR);
  g_assert_true (gtk_widget_compute_bounds (gutter, window->program, &gutter_place));
  g_assert_true (gtk_widget_compute_bounds (GTK_WIDGET (test_window_get_text_view (window)), window->program, &text_place));
  g_assert_cmpfloat_with_epsilon (gutter_place.origin.x, text_place.origin.x, 1);
  for (guint line = 1; line <= 4; line++)
    g_assert_cmpint (get_x (window, line), <, 200);
  /* What is around it does. */
  g_assert_true (gtk_widget_compute_bounds (test_ui_find (window->program, GTK_TYPE_LABEL, "single"), window->program,
                                            &title_place));
  g_assert_cmpfloat (title_place.origin.x, <, 60);
  test_ui_save_picture (GTK_WIDGET (window), "editor-right-to-left");
  test_window_close (window);
  gtk_widget_set_default_direction (GTK_TEXT_DIR_LTR);
}

/* U+2028 ends a line to what runs, but is none to the view. */
static void
test_editor_line_map (void)
{
  LsLineMap map = { 0 };

  ls_line_map_set_ran (&map, 4);
  ls_line_map_set_text (&map, "a\342\200\250b\342\200\250c\r\nd\n\342\200\250e\n");
  g_assert_cmpuint (ls_line_map_from_run (&map, 1), ==, 1);
  g_assert_cmpuint (ls_line_map_from_run (&map, 2), ==, 1);
  g_assert_cmpuint (ls_line_map_from_run (&map, 3), ==, 1);
  g_assert_cmpuint (ls_line_map_from_run (&map, 4), ==, 2);
  g_assert_cmpuint (ls_line_map_from_run (&map, 5), ==, 3);
  g_assert_cmpuint (ls_line_map_from_run (&map, 6), ==, 3);
  g_assert_cmpuint (ls_line_map_from_run (&map, 7), ==, 4);
  g_assert_cmpuint (ls_line_map_from_run (&map, 8), ==, 0);
  g_assert_cmpuint (ls_line_map_to_run (&map, 1), ==, 1);
  g_assert_cmpuint (ls_line_map_to_run (&map, 2), ==, 4);
  g_assert_cmpuint (ls_line_map_to_run (&map, 3), ==, 5);
  g_assert_cmpuint (ls_line_map_to_run (&map, 4), ==, 7);
  /* Two lines are inserted below the second one. */
  ls_line_map_edit (&map, 2, 2);
  map.n_lines = 6;
  g_assert_cmpuint (ls_line_map_from_run (&map, 5), ==, 5);
  g_assert_cmpuint (ls_line_map_to_run (&map, 3), ==, 0);
  g_assert_cmpuint (ls_line_map_to_run (&map, 6), ==, 7);
  ls_line_map_clear (&map);
}

/* What is typed ends lines as the file does. */
static void
test_editor_crlf (void)
{
  LsWindow *window = test_window_new (NULL, 1280, 800);
  GtkTextIter iter;
  g_autofree char *text = NULL;

  test_window_open_text (window, "let a;\r\nlet b;\r\n");
  gtk_text_buffer_get_iter_at_line (test_window_get_text (window), &iter, 1);
  gtk_text_buffer_insert (test_window_get_text (window), &iter, "let c;\nlet d;\r\n", -1);
  text = ls_script_buffer_get_all (LS_SCRIPT_BUFFER (test_window_get_text (window)));
  g_assert_cmpstr (text, ==, "let a;\r\nlet c;\r\nlet d;\r\nlet b;\r\n");
  gtk_text_buffer_undo (test_window_get_text (window));
  gtk_text_buffer_redo (test_window_get_text (window));
  g_free (text);
  text = ls_script_buffer_get_all (LS_SCRIPT_BUFFER (test_window_get_text (window)));
  g_assert_cmpstr (text, ==, "let a;\r\nlet c;\r\nlet d;\r\nlet b;\r\n");
  test_window_close (window);
}

int
main (int   argc,
      char *argv[])
{
  test_window_init (&argc, &argv);

  g_test_add_func ("/editor/large", test_editor_large);
  g_test_add_func ("/editor/first-line", test_editor_first_line);
  g_test_add_func ("/editor/other-direction", test_editor_other_direction);
  g_test_add_func ("/editor/right-to-left", test_editor_right_to_left);
  g_test_add_func ("/editor/line-map", test_editor_line_map);
  g_test_add_func ("/editor/crlf", test_editor_crlf);

  return g_test_run ();
}
