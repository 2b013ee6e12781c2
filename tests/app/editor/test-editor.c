/* test-editor.c: programs in JavaScript, as text
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include <math.h>
#include <time.h>

#include "test-time.h"
#include "test-script-util.h"

#include "ls-line-map.h"
#include "ls-program-pane.h"

static LsScriptView *
get_view (LsWindow *window)
{
  return ls_program_pane_get_view (test_script_get_pane (window));
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

  ls_session_view_open_text (ls_window_get_view (window), "main.js", text);
  longest = get_cpu_time () - begin;
  test_assert_in_time (longest, 400000);
  longest = get_longest_pause (500);
  test_assert_in_time (longest, 250000);
  vertical = gtk_scrollable_get_vadjustment (GTK_SCROLLABLE (test_window_get_text_view (window)));
  for (guint i = 1; i <= 4; i++)
    {
      gtk_adjustment_set_value (vertical, gtk_adjustment_get_upper (vertical) * i / 4);
      longest = get_longest_pause (200);
      test_assert_in_time (longest, 250000);
    }
  begin = get_cpu_time ();
  ls_script_view_toggle_breakpoint (get_view (window), 99000);
  ls_script_view_go_to (get_view (window), 90000, 1);
  test_assert_in_time (get_cpu_time () - begin, 250000);
  longest = get_longest_pause (200);
  test_assert_in_time (longest, 250000);
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
  g_assert_cmpuint (ls_player_get_step (test_window_get_player (window)), ==, 1);
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

/* A view on its way to a line may get another size, and need not go as far then. */
static void
test_editor_end (void)
{
  LsWindow *window = test_window_new (NULL, 1280, 800);
  g_autofree char *text = make_program (120);
  GtkAdjustment *vertical;
  GtkWidget *view;
  double page;

  g_object_set (gtk_settings_get_default (), "gtk-enable-animations", TRUE, NULL);
  test_window_open_text (window, text);
  view = GTK_WIDGET (get_view (window));
  vertical = gtk_scrollable_get_vadjustment (GTK_SCROLLABLE (test_window_get_text_view (window)));
  gtk_widget_set_margin_bottom (view, 250);
  test_ui_settle (GTK_WIDGET (window));
  page = gtk_adjustment_get_page_size (vertical);

  ls_script_view_show_line (get_view (window), 121);
  test_ui_wait_for (get_scrolled (window) > 0);
  gtk_widget_set_margin_bottom (view, 0);
  test_ui_wait_for (gtk_adjustment_get_page_size (vertical) >= page + 250 &&
                    get_scrolled (window) >= gtk_adjustment_get_upper (vertical) - gtk_adjustment_get_page_size (vertical));
  get_longest_pause (300);
  g_assert_cmpfloat (get_scrolled (window), ==, gtk_adjustment_get_upper (vertical) - gtk_adjustment_get_page_size (vertical));
  g_object_set (gtk_settings_get_default (), "gtk-enable-animations", FALSE, NULL);
  test_window_close (window);
}

typedef struct
{
  LsScriptView   *view;
  LsScriptBuffer *buffer;
  gboolean        is_done;
} Change;

static gboolean
change_cb (GtkWidget     *widget,
           GdkFrameClock *clock,
           gpointer       user_data)
{
  Change *change = user_data;

  ls_script_view_set_buffer (change->view, change->buffer);
  ls_script_view_show_line (change->view, 14);
  gtk_widget_queue_allocate (ls_script_view_get_text_view (change->view));
  change->is_done = TRUE;
  return G_SOURCE_REMOVE;
}

/* What is scrolled to the end of one text shows another one from its first line, also where that comes in a frame that lays the
 * view out. */
static void
test_editor_other_text (void)
{
  g_autoptr (LsBreakpoints) breakpoints = ls_breakpoints_new ();
  g_autoptr (LsScriptBuffer) longer = ls_script_buffer_new ("longer.js", breakpoints);
  g_autoptr (LsScriptBuffer) shorter = ls_script_buffer_new ("shorter.js", breakpoints);
  g_autofree char *longer_text = make_program (36);
  g_autofree char *shorter_text = make_program (18);
  LsScriptView *view = g_object_new (LS_TYPE_SCRIPT_VIEW, NULL);
  GtkWindow *window = test_ui_new_window (GTK_WIDGET (view), 400, 420);
  GtkTextView *text_view = GTK_TEXT_VIEW (ls_script_view_get_text_view (view));
  GtkAdjustment *vertical = gtk_scrollable_get_vadjustment (GTK_SCROLLABLE (text_view));

  ls_script_buffer_load (longer, longer_text);
  ls_script_buffer_load (shorter, shorter_text);
  ls_script_view_set_breakpoints (view, breakpoints);
  for (guint i = 0; i < 3; i++)
    {
      Change change = { view, shorter, FALSE };
      GdkRectangle visible;

      ls_script_view_set_buffer (view, longer);
      test_ui_settle (GTK_WIDGET (window));
      g_assert_cmpfloat (gtk_adjustment_get_upper (vertical), >, gtk_adjustment_get_page_size (vertical));
      gtk_adjustment_set_value (vertical, gtk_adjustment_get_upper (vertical));
      test_ui_settle (GTK_WIDGET (window));

      gtk_widget_add_tick_callback (GTK_WIDGET (view), change_cb, &change, NULL);
      test_ui_wait_for (change.is_done);
      test_ui_settle (GTK_WIDGET (window));
      g_assert_cmpfloat (gtk_adjustment_get_value (vertical), ==, 0);
      gtk_text_view_get_visible_rect (text_view, &visible);
      g_assert_cmpint (visible.y, ==, -gtk_text_view_get_top_margin (text_view));
    }
  gtk_window_destroy (window);
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
  gutter = test_ui_find (test_window_get_child (window, "program"), g_type_from_name ("LsLineGutter"), NULL);
  g_assert_cmpint (gtk_widget_get_direction (GTK_WIDGET (test_window_get_text_view (window))), ==, GTK_TEXT_DIR_LTR);
  g_assert_true (gtk_widget_compute_bounds (gutter, test_window_get_child (window, "program"), &gutter_place));
  g_assert_true (gtk_widget_compute_bounds (GTK_WIDGET (test_window_get_text_view (window)), test_window_get_child (window, "program"), &text_place));
  g_assert_cmpfloat_with_epsilon (gutter_place.origin.x, text_place.origin.x, 1);
  for (guint line = 1; line <= 4; line++)
    g_assert_cmpint (get_x (window, line), <, 200);
  /* What is around it does. */
  g_assert_true (gtk_widget_compute_bounds (test_ui_find (test_window_get_child (window, "program"), GTK_TYPE_LABEL, "single"), test_window_get_child (window, "program"),
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

static void
expect_room (LsWindow *window)
{
  int minimum;

  test_ui_settle (GTK_WIDGET (window));
  g_assert_true (gtk_widget_get_mapped (test_window_get_child (window, "program")));
  gtk_widget_measure (test_window_get_child (window, "program"), GTK_ORIENTATION_HORIZONTAL, -1, &minimum, NULL, NULL, NULL);
  g_assert_cmpint (minimum, <=, gtk_widget_get_width (test_window_get_child (window, "program")));
}

/* Nothing is cut off in a small window, whatever the program is called, nor where text is twice as large. */
static void
test_editor_small (void)
{
  static const int scales[] = { 1, 2 };
  g_autofree char *part = g_strnfill (150, 'n');
  g_autofree char *name = g_strconcat (part, ".js", NULL);
  GtkSettings *settings = gtk_settings_get_default ();
  int dpi;

  g_object_get (settings, "gtk-xft-dpi", &dpi, NULL);
  for (guint i = 0; i < G_N_ELEMENTS (scales); i++)
    {
      LsWindow *window;

      g_object_set (settings, "gtk-xft-dpi", 96 * 1024 * scales[i], NULL);
      window = test_window_new (NULL, 800 * scales[i], 600 * scales[i]);
      ls_session_view_open_text (ls_window_get_view (window), name, "nothing.x;\n");
      test_window_wait (window);
      g_action_group_change_action_state (G_ACTION_GROUP (window), "show-program", g_variant_new_boolean (TRUE));
      expect_room (window);
      test_window_activate (window, "win.replace", NULL);
      expect_room (window);
      test_window_activate (window, "win.go-to-line", NULL);
      expect_room (window);
      test_ui_save_picture (GTK_WIDGET (window), scales[i] == 1 ? "editor-small" : "editor-large-text");
      test_window_close (window);
    }
  g_object_set (settings, "gtk-xft-dpi", dpi, NULL);
}

static double
get_luminance (const GdkRGBA *color)
{
  const double parts[] = { color->red, color->green, color->blue };
  double linear[3];

  for (guint i = 0; i < 3; i++)
    linear[i] = parts[i] <= 0.03928 ? parts[i] / 12.92 : pow ((parts[i] + 0.055) / 1.055, 2.4);
  return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2];
}

/* Colours of code can be told from the background where high contrast is asked for: 7 : 1. */
static void
test_editor_contrast (void)
{
  static const struct { const char *scheme; const char *background; } schemes[] = {
    { "loopscope", "#ffffff" }, { "loopscope-dark", "#1e1e1e" },
  };
  static const char *const styles[] = { "line-numbers", "def:comment", "def:keyword", "def:string", "def:number",
                                        "def:function", "def:type", "def:special-char", "def:statement" };
  LsWindow *window = test_window_new (NULL, 1280, 800);

  for (guint i = 0; i < G_N_ELEMENTS (schemes); i++)
    {
      GtkSourceStyleScheme *scheme =
          gtk_source_style_scheme_manager_get_scheme (gtk_source_style_scheme_manager_get_default (), schemes[i].scheme);
      GdkRGBA background;

      g_assert_nonnull (scheme);
      g_assert_true (gdk_rgba_parse (&background, schemes[i].background));
      for (guint j = 0; j < G_N_ELEMENTS (styles); j++)
        {
          GtkSourceStyle *style = gtk_source_style_scheme_get_style (scheme, styles[j]);
          g_autofree char *text = NULL;
          gboolean bold, italic;
          GdkRGBA color;
          double a, b;

          g_assert_nonnull (style);
          g_object_get (style, "foreground", &text, "bold", &bold, "italic", &italic, NULL);
          g_assert_false (bold || italic);
          g_assert_true (gdk_rgba_parse (&color, text));
          a = get_luminance (&color);
          b = get_luminance (&background);
          g_assert_cmpfloat ((MAX (a, b) + 0.05) / (MIN (a, b) + 0.05), >=, 7);
        }
    }
  test_window_close (window);
}

static void
check_names (GtkWidget *widget)
{
  GtkAccessible *accessible = GTK_ACCESSIBLE (widget);

  if (gtk_widget_get_focusable (widget) && gtk_widget_get_mapped (widget) && !GTK_IS_LABEL (widget) &&
      !GTK_IS_TEXT (widget) && !GTK_IS_SCROLLED_WINDOW (widget) &&
      !gtk_test_accessible_has_property (accessible, GTK_ACCESSIBLE_PROPERTY_LABEL) &&
      !gtk_test_accessible_has_relation (accessible, GTK_ACCESSIBLE_RELATION_LABELLED_BY))
    g_error ("a %s has no name: %s", G_OBJECT_TYPE_NAME (widget), gtk_widget_get_tooltip_text (widget));
  for (GtkWidget *child = gtk_widget_get_first_child (widget); child != NULL;
       child = gtk_widget_get_next_sibling (child))
    check_names (child);
}

/* All that has the focus in the pane has a name. */
static void
test_editor_names (void)
{
  LsWindow *window = test_window_new (NULL, 1280, 800);

  test_window_open_text (window, "nothing.x;\n");
  test_ui_wait_for (gtk_widget_get_visible (test_ui_find (test_window_get_child (window, "program"), GTK_TYPE_BOX, "error")));
  gtk_test_accessible_assert_role (test_window_get_text_view (window), GTK_ACCESSIBLE_ROLE_TEXT_BOX);
  test_window_activate (window, "win.replace", NULL);
  check_names (test_window_get_child (window, "program"));
  test_window_activate (window, "win.go-to-line", NULL);
  check_names (test_window_get_child (window, "program"));
  test_window_close (window);
}

/* Everything can be reached without a pointer. */
static void
test_editor_keyboard (void)
{
  static const char *const actions[] = {
    "win.open", "win.save", "win.save-as", "win.toggle-breakpoint", "win.edit-breakpoint", "win.run-again", "win.step",
    "win.find-here", "win.replace", "win.find-next", "win.find-previous", "win.go-to-line", "win.next-script",
    "win.previous-script", "win.evaluate",
  };
  LsWindow *window = test_window_new (NULL, 1280, 800);
  GtkApplication *application = GTK_APPLICATION (test_window_get_app ());
  gboolean saw_text = FALSE;
  gboolean saw_show = FALSE;
  gboolean saw_expression = FALSE;
  GtkWidget *error, *watches;

  for (guint i = 0; i < G_N_ELEMENTS (actions); i++)
    {
      g_auto (GStrv) keys = gtk_application_get_accels_for_action (application, actions[i]);

      if (keys[0] == NULL)
        g_error ("there is no key for %s", actions[i]);
    }

  test_window_open_text (window, "nothing.x;\n");
  error = test_ui_find (test_window_get_child (window, "program"), GTK_TYPE_BOX, "error");
  watches = test_ui_find (test_window_get_child (window, "program"), g_type_from_name ("LsWatchList"), NULL);
  test_ui_wait_for (gtk_widget_get_visible (error));
  for (guint i = 0; i < 100; i++)
    {
      GtkWidget *focus;

      g_signal_emit_by_name (window, "move-focus", GTK_DIR_TAB_FORWARD);
      focus = gtk_window_get_focus (GTK_WINDOW (window));
      if (focus == NULL)
        continue;
      saw_text = saw_text || focus == GTK_WIDGET (test_window_get_text_view (window));
      saw_show = saw_show || (GTK_IS_BUTTON (focus) && gtk_widget_is_ancestor (focus, error));
      saw_expression = saw_expression || (GTK_IS_TEXT (focus) && gtk_widget_is_ancestor (focus, watches));
    }
  g_assert_true (saw_text && saw_show && saw_expression);
  test_window_close (window);
}

/* Errors are underlined where they are, wherever that is, without taking the focus, and not any more once they are mended. */
static void
test_editor_errors (void)
{
  static const struct { const char *text; guint line; } programs[] = {
    { "let a = ;\n", 1 }, { "let a;\n{", 2 }, { "let a = 1;\nnothing.x", 2 }, { "\n\n  throw new Error();\nnothing.x;\n", 3 },
    { "let a = 'b\n';\n", 1 },
    { "\n\nthrow 1;\n", 3 }, { "\nsetTimeout(() => {\n  throw 'text';\n});\n", 3 }, { "// \360\237\230\200\nlet b = '\360\237\230\200'; nothing.x", 2 },
  };
  LsWindow *window = test_window_new (NULL, 1280, 800);

  for (guint i = 0; i < G_N_ELEMENTS (programs); i++)
    {
      GtkWidget *error = test_ui_find (test_window_get_child (window, "program"), GTK_TYPE_BOX, "error");
      LsScriptBuffer *buffer;
      GtkTextIter iter;

      gtk_widget_grab_focus (test_window_get_child (window, "stage"));
      ls_session_view_open_text (ls_window_get_view (window), "main.js", programs[i].text);
      test_window_wait (window);
      buffer = LS_SCRIPT_BUFFER (test_window_get_text (window));
      test_ui_wait_for (gtk_widget_get_visible (error));
      g_assert_cmpuint (ls_script_buffer_get_error_line (buffer), ==, programs[i].line);
      g_assert_false (ls_program_pane_has_focus (test_script_get_pane (window)));
      gtk_text_buffer_get_start_iter (GTK_TEXT_BUFFER (buffer), &iter);
      gtk_text_buffer_set_text (GTK_TEXT_BUFFER (buffer), "let mended;\n", -1);
      g_assert_cmpuint (ls_script_buffer_get_error_line (buffer), ==, 0);
      g_assert_false (gtk_widget_get_visible (error));
      test_window_activate (window, "win.run-again", NULL);
      g_assert_false (gtk_widget_get_visible (error));
      /* Without a question before the next one. */
      ls_script_buffer_set_unsaved (buffer, FALSE);
      ls_session_set_modified (test_window_get_session (window), FALSE);
    }
  test_window_close (window);
}

int
main (int   argc,
      char *argv[])
{
  test_window_init (&argc, &argv);

  g_test_add_func ("/editor/large", test_editor_large);
  g_test_add_func ("/editor/first-line", test_editor_first_line);
  g_test_add_func ("/editor/end", test_editor_end);
  g_test_add_func ("/editor/other-text", test_editor_other_text);
  g_test_add_func ("/editor/other-direction", test_editor_other_direction);
  g_test_add_func ("/editor/right-to-left", test_editor_right_to_left);
  g_test_add_func ("/editor/line-map", test_editor_line_map);
  g_test_add_func ("/editor/crlf", test_editor_crlf);
  g_test_add_func ("/editor/small", test_editor_small);
  g_test_add_func ("/editor/contrast", test_editor_contrast);
  g_test_add_func ("/editor/names", test_editor_names);
  g_test_add_func ("/editor/keyboard", test_editor_keyboard);
  g_test_add_func ("/editor/errors", test_editor_errors);

  return g_test_run ();
}
