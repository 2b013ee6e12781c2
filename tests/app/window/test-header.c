/* test-header.c: the header bar: words where there is room, the preset, the size of text
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "test-window-util.h"

#include <string.h>

#include "ls-preset-button.h"
#include "ls-preset.h"
#include "ls-transport.h"
#include "ls-window-private.h"

static void
resize (LsWindow *window,
        int       width)
{
  gtk_window_set_default_size (GTK_WINDOW (window), width, 700);
  /* The window's shadow is a part of its size. */
  test_ui_wait_for (ABS (gtk_widget_get_width (GTK_WIDGET (window)) - width) < 30);
  test_ui_settle (GTK_WIDGET (window));
}

/* The buttons say what they do; where room is short they say less, and what the menus have as well goes away. */
static void
test_header_room (void)
{
  LsWindow *window = test_window_new (TEST_EXAMPLE, 1360, 700);
  GtkWidget *transport = test_window_get_part (window, "transport");
  GtkWidget *words = test_ui_find (transport, GTK_TYPE_LABEL, "step");

  test_ui_settle (GTK_WIDGET (window));
  g_assert_true (gtk_widget_get_mapped (words));
  g_assert_true (gtk_widget_get_mapped (test_window_get_part (window, "speed")));
  g_assert_true (gtk_widget_get_mapped (test_window_get_part (window, "preset")));
  g_assert_nonnull (test_ui_find (transport, GTK_TYPE_BUTTON, "Step (F10)"));
  g_assert_nonnull (test_ui_find (transport, GTK_TYPE_BUTTON, "Step Back (Shift+F10)"));
  /* A program that does not run cannot be stopped. */
  g_assert_false (gtk_widget_get_visible (test_ui_find (transport, GTK_TYPE_BUTTON, "stop")));
  /* The virtual clock is what people expect. */
  g_assert_false (gtk_widget_get_visible (test_window_get_part (window, "clock")));
  test_window_activate (window, "win.clock", "s", "monotonic");
  test_ui_settle (GTK_WIDGET (window));
  g_assert_true (gtk_widget_get_visible (test_window_get_part (window, "clock")));
  test_window_activate (window, "win.clock", "s", "virtual");

  resize (window, 1150);
  g_assert_false (gtk_widget_get_mapped (words));
  g_assert_true (gtk_widget_get_mapped (test_window_get_part (window, "preset")));
  resize (window, 1050);
  g_assert_false (gtk_widget_get_mapped (test_window_get_part (window, "preset")));
  g_assert_true (gtk_widget_get_mapped (test_window_get_part (window, "speed")));
  resize (window, 800);
  g_assert_false (gtk_widget_get_mapped (test_window_get_part (window, "speed")));
  g_assert_true (gtk_widget_get_mapped (test_window_get_part (window, "post_task")));
  resize (window, 1360);
  g_assert_true (gtk_widget_get_mapped (words));
  test_window_close (window);
  test_window_reset_setting ("window-width");
  test_window_reset_setting ("window-height");
}

/* Time and step come first; what does not fit is cut off at the end. */
static void
test_header_title (void)
{
  LsWindow *window = test_window_new (TEST_EXAMPLE, 1360, 860);
  GtkWidget *title = test_window_get_part (window, "title");
  const char *subtitle;

  test_window_go_to (window, 5);
  test_ui_settle (GTK_WIDGET (window));
  subtitle = adw_window_title_get_subtitle (ADW_WINDOW_TITLE (title));
  g_assert_nonnull (strstr (subtitle, " ms · turn "));
  g_assert_nonnull (strstr (subtitle, "“"));
  g_assert_true (g_str_has_suffix (subtitle, " · photo-gallery.loopscope"));
  test_window_close (window);
}

/* The preset is called the same everywhere, and each has a sentence. */
static void
test_header_preset (void)
{
  LsWindow *window = test_window_new (TEST_EXAMPLE, 1360, 860);
  GtkWidget *preset = test_window_get_part (window, "preset");
  GtkWidget *button = test_ui_find (preset, GTK_TYPE_MENU_BUTTON, "button");
  GtkListBox *list = GTK_LIST_BOX (test_ui_find (preset, GTK_TYPE_LIST_BOX, "list"));
  const char *const *names = ls_settings_list_presets ();

  g_assert_cmpstr (gtk_menu_button_get_label (GTK_MENU_BUTTON (button)), ==, "Chromium");
  gtk_menu_button_popup (GTK_MENU_BUTTON (button));
  test_ui_settle (GTK_WIDGET (window));
  for (guint i = 0; names[i] != NULL; i++)
    {
      GtkListBoxRow *row = gtk_list_box_get_row_at_index (list, i);
      const LsPreset *data = ls_preset_lookup (names[i]);

      g_assert_nonnull (test_ui_find (GTK_WIDGET (row), GTK_TYPE_LABEL, data->title));
      g_assert_nonnull (test_ui_find (GTK_WIDGET (row), GTK_TYPE_LABEL, data->summary));
      if (g_str_equal (names[i], "gecko"))
        g_signal_emit_by_name (list, "row-activated", row);
    }
  test_window_wait (window);
  g_assert_cmpstr (ls_session_get_settings (test_window_get_session (window))->preset, ==, "gecko");
  g_assert_cmpstr (gtk_menu_button_get_label (GTK_MENU_BUTTON (button)), ==, "Firefox");
  gtk_test_accessible_assert_property (GTK_ACCESSIBLE (button), GTK_ACCESSIBLE_PROPERTY_LABEL, "Preset: Firefox");
  test_window_activate (window, "win.undo", NULL);
  g_assert_cmpstr (gtk_menu_button_get_label (GTK_MENU_BUTTON (button)), ==, "Chromium");
  test_window_close (window);
}

static int
get_x (GtkWidget *widget,
       GtkWidget *root)
{
  graphene_rect_t bounds;

  g_assert_true (gtk_widget_compute_bounds (widget, root, &bounds));
  return bounds.origin.x;
}

/* Time goes from left to right, also where text goes from right to left. */
static void
test_header_right_to_left (void)
{
  LsWindow *window;
  GtkWidget *transport;

  gtk_widget_set_default_direction (GTK_TEXT_DIR_RTL);
  window = test_window_new (TEST_EXAMPLE, 1360, 860);
  test_ui_settle (GTK_WIDGET (window));
  transport = test_window_get_part (window, "transport");
  g_assert_cmpint (get_x (test_ui_find (transport, GTK_TYPE_BUTTON, "to_start"), GTK_WIDGET (window)), <,
                   get_x (test_ui_find (transport, GTK_TYPE_BUTTON, "run"), GTK_WIDGET (window)));
  g_assert_cmpint (get_x (test_ui_find (transport, GTK_TYPE_LABEL, "step_back"), GTK_WIDGET (window)), <,
                   get_x (test_ui_find (transport, GTK_TYPE_LABEL, "step"), GTK_WIDGET (window)));
  /* Everything else is the other way round. */
  g_assert_cmpint (get_x (transport, GTK_WIDGET (window)), >, get_x (test_window_get_part (window, "menu"), GTK_WIDGET (window)));
  test_window_close (window);
  gtk_widget_set_default_direction (GTK_TEXT_DIR_LTR);
}

/* Text gets larger and smaller in steps, up to a limit; the size is remembered, and the menu shows it. */
static void
test_header_zoom (void)
{
  LsWindow *window = test_window_new (TEST_EXAMPLE, 1360, 860);
  GtkWidget *label = GTK_WIDGET (window->zoom_label);
  GtkWidget *stage = test_window_get_child (window, "stage");
  GtkWidget *name = test_ui_find (stage, GTK_TYPE_LABEL, "user-blocking");
  int before, dpi, larger;

  test_ui_settle (GTK_WIDGET (window));
  g_object_get (gtk_settings_get_default (), "gtk-xft-dpi", &dpi, NULL);
  before = gtk_widget_get_height (name);
  g_assert_cmpstr (gtk_button_get_label (GTK_BUTTON (label)), ==, "100%");
  test_window_activate (window, "win.text-larger", NULL);
  g_assert_cmpfloat (g_settings_get_double (window->settings, "text-zoom"), ==, 1.1);
  g_assert_cmpstr (gtk_button_get_label (GTK_BUTTON (label)), ==, "110%");
  for (guint i = 0; i < 20; i++)
    test_window_activate (window, "win.text-larger", NULL);
  g_assert_cmpfloat (g_settings_get_double (window->settings, "text-zoom"), ==, 3);
  g_object_get (gtk_settings_get_default (), "gtk-xft-dpi", &larger, NULL);
  g_assert_cmpint (larger, ==, 3 * (dpi > 0 ? dpi : 96 * PANGO_SCALE));
  test_ui_wait_for (gtk_widget_get_height (name) > 2 * before);
  for (guint i = 0; i < 20; i++)
    test_window_activate (window, "win.text-smaller", NULL);
  g_assert_cmpfloat (g_settings_get_double (window->settings, "text-zoom"), ==, 0.5);
  test_window_activate (window, "win.text-normal", NULL);
  g_assert_cmpfloat (g_settings_get_double (window->settings, "text-zoom"), ==, 1);
  g_object_get (gtk_settings_get_default (), "gtk-xft-dpi", &larger, NULL);
  g_assert_cmpint (larger, ==, dpi);
  test_window_close (window);
}

/* With text twice as large all that a small window shows fits into it. */
static void
test_header_tiny (void)
{
  LsWindow *window = test_window_new (TEST_EXAMPLE, 800, 600);
  GtkWidget *content = adw_application_window_get_content (ADW_APPLICATION_WINDOW (window));
  static const char *const pages[] = { "scheduler", "thread", "atomics" };

  g_settings_set_double (window->settings, "text-zoom", 2);
  test_ui_wait_for (window->room == LS_ROOM_TINY);
  test_window_go_to (window, 28);
  test_ui_settle (GTK_WIDGET (window));
  for (guint i = 0; i < G_N_ELEMENTS (pages); i++)
    {
      int minimum;

      gtk_stack_set_visible_child_name (GTK_STACK (test_ui_find (test_window_get_child (window, "stage"), GTK_TYPE_STACK, "pages")),
                                        pages[i]);
      test_ui_settle (GTK_WIDGET (window));
      gtk_widget_measure (content, GTK_ORIENTATION_HORIZONTAL, -1, &minimum, NULL, NULL, NULL);
      g_assert_cmpint (minimum, <=, gtk_widget_get_width (GTK_WIDGET (window)));
    }
  g_settings_reset (window->settings, "text-zoom");
  test_window_close (window);
}

/* The tooltip of a button does not lie over its menu. */
static void
test_header_menu_tooltip (void)
{
  LsWindow *window = test_window_new (TEST_EXAMPLE, 1360, 700);
  GtkWidget *menu = test_window_get_part (window, "menu");

  g_assert_true (test_ui_has_tooltip (menu));
  gtk_menu_button_popup (GTK_MENU_BUTTON (menu));
  test_ui_wait_for (gtk_widget_get_mapped (GTK_WIDGET (gtk_menu_button_get_popover (GTK_MENU_BUTTON (menu)))));
  g_assert_false (test_ui_has_tooltip (menu));
  gtk_menu_button_popdown (GTK_MENU_BUTTON (menu));
  test_ui_wait_for (!gtk_widget_get_mapped (GTK_WIDGET (gtk_menu_button_get_popover (GTK_MENU_BUTTON (menu)))));
  g_assert_true (test_ui_has_tooltip (menu));
  test_window_close (window);
}

int
main (int   argc,
      char *argv[])
{
  test_window_init (&argc, &argv);

  g_test_add_func ("/header/room", test_header_room);
  g_test_add_func ("/header/title", test_header_title);
  g_test_add_func ("/header/preset", test_header_preset);
  g_test_add_func ("/header/right-to-left", test_header_right_to_left);
  g_test_add_func ("/header/zoom", test_header_zoom);
  g_test_add_func ("/header/menu-tooltip", test_header_menu_tooltip);
  g_test_add_func ("/header/tiny", test_header_tiny);

  return g_test_run ();
}
