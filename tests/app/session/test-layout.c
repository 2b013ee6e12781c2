/* test-layout.c: which panes of a window are shown, and how large they are
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "test-window-util.h"

#include "ls-source-card.h"
#include "ls-stage.h"
#include "ls-window-private.h"

static int
get_width (LsWindow   *window,
           const char *id)
{
  return gtk_widget_get_width (test_window_get_child (window, id));
}

static int
get_height (LsWindow   *window,
            const char *id)
{
  return gtk_widget_get_height (test_window_get_child (window, id));
}

static void
reset_settings (void)
{
  static const char *const keys[] = { "program-width", "inspector-width", "panes-width", "stage-height", "show-program",
                                      "show-inspector", "window-width", "window-height" };

  for (guint i = 0; i < G_N_ELEMENTS (keys); i++)
    test_window_reset_setting (keys[i]);
}

/* All of the stage's page is seen, without empty room below it. The timeline has the rest. */
static void
test_natural (void)
{
  LsWindow *window = test_window_new (TEST_EXAMPLE, 1360, 860);
  GtkWidget *stage = test_window_get_child (window, "stage");
  GtkWidget *scroller = test_ui_find (stage, GTK_TYPE_SCROLLED_WINDOW, "scroller");
  GtkAdjustment *vertical = gtk_scrolled_window_get_vadjustment (GTK_SCROLLED_WINDOW (scroller));
  int top, natural;

  test_ui_settle (GTK_WIDGET (window));
  natural = ls_stage_get_natural_height (LS_STAGE (stage));
  test_ui_wait_for (gtk_adjustment_get_upper (vertical) <= gtk_adjustment_get_page_size (vertical));
  top = gtk_widget_get_height (stage);
  g_assert_cmpint (top, >=, natural);
  g_assert_cmpint (top - natural, <, 30);
  g_assert_cmpint (get_height (window, "bottom_pane"), >, 360);
  /* A step that needs less leaves the divider where it is; one that needs more gets it. */
  for (guint32 step = 28; step < 60; step++)
    {
      test_window_go_to (window, step);
      test_ui_settle (GTK_WIDGET (window));
      test_ui_wait_for (gtk_adjustment_get_upper (vertical) <= gtk_adjustment_get_page_size (vertical));
      g_assert_cmpint (gtk_widget_get_height (stage), >=, top);
      top = gtk_widget_get_height (stage);
    }
  g_assert_cmpint (top, <, 460);
  g_assert_cmpint (get_width (window, "program"), >=, 420);
  test_window_close (window);
}

/* The panes beside the stage grow with the window, in proportion; the timeline gets what is below the stage. */
static void
test_growing (void)
{
  LsWindow *window = test_window_new (TEST_EXAMPLE, 1360, 860);
  int program, inspector, stage, top, bottom;

  test_ui_settle (GTK_WIDGET (window));
  program = get_width (window, "left_pane");
  inspector = get_width (window, "right_pane");
  stage = get_width (window, "stage");
  top = get_height (window, "stage");
  bottom = get_height (window, "bottom_pane");
  gtk_window_set_default_size (GTK_WINDOW (window), 1560, 960);
  test_ui_wait_for (get_width (window, "left") > 1500);
  test_ui_settle (GTK_WIDGET (window));
  g_assert_cmpint (ABS (get_width (window, "left_pane") - program * 1560 / 1360), <=, 8);
  g_assert_cmpint (ABS (get_width (window, "right_pane") - inspector * 1560 / 1360), <=, 8);
  g_assert_cmpint (get_width (window, "stage"), >, stage);
  g_assert_cmpint (get_height (window, "stage"), >=, top);
  g_assert_cmpint (get_height (window, "bottom_pane"), >, bottom);
  test_window_close (window);
  reset_settings ();
}

/* A window begins with the panes as they were left in the last one. */
static void
test_remembered (void)
{
  g_autoptr (GSettings) settings = g_settings_new (LS_APP_ID);
  LsWindow *window;
  GtkPaned *vertical;
  int top;

  reset_settings ();
  window = test_window_new (TEST_EXAMPLE, 1360, 860);
  test_ui_settle (GTK_WIDGET (window));
  g_assert_cmpint (ABS (get_width (window, "left_pane") - g_settings_get_int (settings, "program-width")), <=, 4);
  g_assert_cmpint (ABS (get_width (window, "right_pane") - g_settings_get_int (settings, "inspector-width")), <=, 4);

  gtk_paned_set_position (GTK_PANED (test_window_get_child (window, "left")), 250);
  test_ui_settle (GTK_WIDGET (window));
  gtk_paned_set_position (GTK_PANED (test_window_get_child (window, "right")), get_width (window, "right") - 401);
  vertical = GTK_PANED (test_window_get_child (window, "vertical"));
  gtk_paned_set_position (vertical, gtk_paned_get_position (vertical) + 60);
  top = gtk_paned_get_position (vertical);
  test_ui_settle (GTK_WIDGET (window));
  test_ui_wait_for (get_width (window, "left_pane") == 250);
  gtk_window_close (GTK_WINDOW (window));
  g_assert_cmpint (g_settings_get_int (settings, "program-width"), ==, 250);
  g_assert_cmpint (g_settings_get_int (settings, "inspector-width"), ==, 400);
  g_assert_cmpint (g_settings_get_int (settings, "stage-height"), ==, top);

  /* In a smaller window too. */
  window = test_window_new (TEST_EXAMPLE, 1240, 800);
  test_ui_wait_for (get_width (window, "left_pane") == 250);
  test_ui_wait_for (ABS (get_width (window, "right_pane") - 400) <= 2);
  vertical = GTK_PANED (test_window_get_child (window, "vertical"));
  test_ui_wait_for (gtk_paned_get_position (vertical) == top);
  /* What is not shown keeps its size. */
  g_action_group_change_action_state (G_ACTION_GROUP (window), "show-program", g_variant_new_boolean (FALSE));
  test_ui_settle (GTK_WIDGET (window));
  gtk_window_close (GTK_WINDOW (window));
  g_assert_cmpint (g_settings_get_int (settings, "program-width"), ==, 250);

  /* A divider that is put back near to where it would be by itself stays there by itself. */
  g_settings_reset (settings, "show-program");
  window = test_window_new (TEST_EXAMPLE, 1240, 800);
  vertical = GTK_PANED (test_window_get_child (window, "vertical"));
  test_ui_wait_for (gtk_paned_get_position (vertical) == top);
  test_ui_settle (GTK_WIDGET (window));
  gtk_paned_set_position (vertical, top - 58);
  test_ui_settle (GTK_WIDGET (window));
  gtk_window_close (GTK_WINDOW (window));
  g_assert_cmpint (g_settings_get_int (settings, "stage-height"), ==, 0);

  /* A narrow window takes what it needs, and nothing is remembered of that. */
  window = test_window_new (TEST_EXAMPLE, 800, 600);
  test_ui_settle (GTK_WIDGET (window));
  g_assert_true (window->narrow);
  gtk_window_close (GTK_WINDOW (window));
  g_assert_cmpint (ABS (g_settings_get_int (settings, "inspector-width") - 400), <=, 2);

  /* A window that is wider than the last one has wider panes. */
  g_settings_set_int (settings, "panes-width", 900);
  g_settings_set_int (settings, "program-width", 300);
  g_settings_set_int (settings, "inspector-width", 270);
  window = test_window_new (TEST_EXAMPLE, 1410, 860);
  test_ui_wait_for (ABS (get_width (window, "left_pane") - 468) <= 8);
  test_ui_wait_for (ABS (get_width (window, "right_pane") - 421) <= 8);
  test_window_close (window);
  reset_settings ();
}

/* The tab of the page that is shown can be seen, although there is no room for all. */
static void
assert_tab_in_view (LsWindow   *window,
                    const char *page,
                    const char *title)
{
  GtkWidget *switcher = test_window_get_child (window, "bottom_switcher");
  GtkWidget *viewport = gtk_widget_get_ancestor (switcher, GTK_TYPE_VIEWPORT);
  GtkWidget *tab = gtk_widget_get_ancestor (test_ui_find (switcher, GTK_TYPE_LABEL, title), GTK_TYPE_TOGGLE_BUTTON);
  graphene_rect_t bounds;

  g_assert_cmpint (gtk_widget_get_width (switcher), >, gtk_widget_get_width (viewport));
  test_window_activate (window, "win.show-view", "s", page);
  test_ui_wait_for (gtk_widget_compute_bounds (tab, viewport, &bounds) && bounds.origin.x >= 0 &&
                    bounds.origin.x + bounds.size.width <= gtk_widget_get_width (viewport));
}

/* Where there is no room for three panes, the inspector lies over the stage instead of squeezing it. What runs is seen. */
static void
test_narrow (void)
{
  LsWindow *window = test_window_new (TEST_EXAMPLE, 800, 600);
  GtkWidget *stage = test_window_get_child (window, "stage");
  GtkWidget *inspector = test_window_get_child (window, "right_pane");
  GtkWidget *running = test_ui_find (stage, LS_TYPE_SOURCE_CARD, "running");
  graphene_rect_t bounds;
  int width;

  test_window_go_to (window, 28);
  test_ui_settle (GTK_WIDGET (window));
  g_assert_true (window->narrow);
  g_assert_false (gtk_widget_get_mapped (inspector));
  g_assert_true (gtk_widget_get_mapped (running));
  /* The divider moves with the frame after the one that shows the session. */
  test_ui_wait_for (gtk_widget_compute_bounds (running, stage, &bounds) &&
                    bounds.origin.y + bounds.size.height <= gtk_widget_get_height (stage));
  width = gtk_widget_get_width (stage);

  g_action_group_change_action_state (G_ACTION_GROUP (window), "show-inspector", g_variant_new_boolean (TRUE));
  test_ui_settle (GTK_WIDGET (window));
  g_assert_true (gtk_widget_get_mapped (inspector));
  g_assert_cmpint (gtk_widget_get_width (stage), ==, width);
  g_assert_true (GTK_IS_OVERLAY (gtk_widget_get_parent (inspector)));
  g_assert_cmpint (gtk_widget_get_width (inspector), <, width * 2 / 3);
  g_assert_true (gtk_widget_compute_bounds (inspector, GTK_WIDGET (window), &bounds));
  g_assert_cmpfloat (bounds.origin.x + bounds.size.width, <=, gtk_widget_get_width (GTK_WIDGET (window)));
  /* Escape puts it away. */
  g_assert_true (test_ui_press (test_window_get_child (window, "signals"), GDK_KEY_Escape, 0));
  test_ui_settle (GTK_WIDGET (window));
  g_assert_false (gtk_widget_get_mapped (inspector));
  assert_tab_in_view (window, "actions", "Actions");
  assert_tab_in_view (window, "timeline", "Timeline");

  gtk_window_set_default_size (GTK_WINDOW (window), 1360, 860);
  test_ui_wait_for (!window->narrow);
  test_ui_settle (GTK_WIDGET (window));
  g_assert_true (gtk_widget_get_mapped (inspector));
  g_assert_true (GTK_IS_PANED (gtk_widget_get_parent (inspector)));
  g_assert_cmpint (get_width (window, "program"), >=, 420);
  test_window_close (window);
  reset_settings ();
}

typedef struct
{
  LsWindow *window;
  int       stage;    /* heights in the first frame, 0 before that */
  int       bottom;
} FirstFrame;

static void
on_painted (FirstFrame *first)
{
  if (first->bottom > 0 || !gtk_widget_get_mapped (test_window_get_child (first->window, "bottom_pane")))
    return;
  first->stage = get_height (first->window, "stage");
  first->bottom = get_height (first->window, "bottom_pane");
}

/* A lesson that takes the place of the welcome page has its sizes from the first frame on. */
static void
test_first_frame (void)
{
  g_autofree char *path = g_build_filename (g_getenv ("LS_TEST_SOURCE_ROOT"), "data", "lessons", "12-promises.loopscope", NULL);
  g_autoptr (GFile) file = g_file_new_for_path (path);
  g_autofree char *uri = g_file_get_uri (file);
  FirstFrame first = { 0 };
  GdkFrameClock *clock;
  gulong handler;

  reset_settings ();
  first.window = test_window_new (NULL, 1600, 1000);
  test_ui_settle (GTK_WIDGET (first.window));
  clock = gtk_widget_get_frame_clock (GTK_WIDGET (first.window));
  handler = g_signal_connect_swapped (clock, "after-paint", G_CALLBACK (on_painted), &first);
  test_window_activate (first.window, "win.open-example", "s", uri);
  test_ui_wait_for (first.bottom > 0);
  g_assert_cmpint (first.bottom, <, 400);
  g_assert_cmpint (first.stage, >, 180);
  test_ui_wait_for (!ls_player_is_pending (test_window_get_player (first.window)));
  test_ui_settle (GTK_WIDGET (first.window));
  g_assert_cmpint (ABS (get_height (first.window, "bottom_pane") - first.bottom), <=, 2);
  g_assert_cmpint (ABS (get_height (first.window, "stage") - first.stage), <=, 20);
  g_signal_handler_disconnect (clock, handler);
  test_window_close (first.window);
  reset_settings ();
}

int
main (int   argc,
      char *argv[])
{
  test_window_init (&argc, &argv);

  g_test_add_func ("/layout/natural", test_natural);
  g_test_add_func ("/layout/growing", test_growing);
  g_test_add_func ("/layout/remembered", test_remembered);
  g_test_add_func ("/layout/narrow", test_narrow);
  g_test_add_func ("/layout/first-frame", test_first_frame);

  return g_test_run ();
}
