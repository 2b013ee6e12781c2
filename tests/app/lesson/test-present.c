/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "test-lesson-util.h"

#include "ls-window-private.h"

/* What a lesson makes of the window: the panes that a page looks at, and the presentation. */

#define PAGE(more) "{\"title\":\"T\",\"text\":[\"P\"]" more "}"
#define POST "{\"op\":\"postTask\",\"name\":\"a\",\"body\":[{\"op\":\"work\",\"ms\":1}]}"
#define SESSION \
  "{\"format\":\"loopscope-session\",\"version\":1,\"title\":\"Panes\"," \
  "\"program\":{\"kind\":\"steps\",\"main\":[" POST "," POST "],\"bodies\":{}},\"lesson\":{\"id\":\"panes\",\"pages\":[" PAGE (",\"look\":[\"stage\"]") "," PAGE (",\"look\":[\"why\"]") "," \
  PAGE (",\"look\":[\"log\",\"program\"]") "," PAGE ("") "]}}"

static LsWindow *
panes_window (void)
{
  return lesson_session_window (SESSION, 1360, 768, 0);
}

static void
close_window (LsWindow *window)
{
  ls_session_set_modified (test_window_get_session (window), FALSE);
  test_window_close (window);
}

static gboolean
is_shown (LsWindow   *window,
          const char *pane)
{
  return gtk_widget_get_visible (test_window_get_child (window, pane));
}

static void
choose (LsWindow   *window,
        const char *action,
        gboolean    shown)
{
  g_action_group_change_action_state (G_ACTION_GROUP (window), action, g_variant_new_boolean (shown));
}

/* Each page has the panes that it looks at, and those that the learner has opened. Afterwards those are shown that were there
 * before. */
static void
test_panes (void)
{
  LsWindow *window = panes_window ();

  g_assert_false (is_shown (window, "right_pane"));
  g_assert_false (is_shown (window, "bottom_pane"));
  ls_lesson_view_turn_to (get_lesson (window), 1);
  g_assert_true (is_shown (window, "right_pane"));
  g_assert_false (is_shown (window, "bottom_pane"));
  ls_lesson_view_turn_to (get_lesson (window), 2);
  g_assert_false (is_shown (window, "right_pane"));
  g_assert_true (is_shown (window, "bottom_pane"));
  g_assert_cmpstr (gtk_stack_get_visible_child_name (GTK_STACK (test_window_get_child (window, "bottom_stack"))), ==, "log");

  choose (window, "show-inspector", TRUE);
  choose (window, "show-events", FALSE);
  ls_lesson_view_turn_to (get_lesson (window), 0);
  ls_lesson_view_turn_to (get_lesson (window), 2);
  g_assert_true (is_shown (window, "right_pane"));
  g_assert_false (is_shown (window, "bottom_pane"));

  act (window, "lesson.leave");
  g_assert_true (is_shown (window, "right_pane"));
  g_assert_true (is_shown (window, "bottom_pane"));
  close_window (window);
}

/* The text has a column of its own, and the program is below the stage until the lesson is left. */
static void
test_column (void)
{
  LsWindow *window = panes_window ();
  GtkWidget *program = test_window_get_child (window, "program");
  GtkWidget *left = test_window_get_child (window, "left");

  test_ui_wait_for (gtk_widget_get_height (get_part (window, "scroller")) > 500);
  g_assert_true (gtk_widget_is_ancestor (program, test_window_get_child (window, "center")));
  test_ui_wait_for (gtk_widget_get_height (program) > 200);
  act (window, "lesson.leave");
  g_assert_true (gtk_widget_is_ancestor (program, test_window_get_child (window, "left_pane")));
  test_ui_wait_for (gtk_paned_get_position (GTK_PANED (left)) >= 220);
  close_window (window);
}

static gboolean
glows (LsWindow   *window,
       const char *name)
{
  GtkWidget *widget = test_window_get_child (window, name);

  return gtk_widget_has_css_class (widget, "glow") || gtk_widget_has_css_class (widget, "glow-again");
}

/* What a page talks about glows for a moment. */
static void
test_glow (void)
{
  LsWindow *window = panes_window ();

  g_assert_true (glows (window, "stage"));
  g_assert_false (glows (window, "why"));
  ls_lesson_view_turn_to (get_lesson (window), 2);
  g_assert_true (glows (window, "bottom_stack"));
  g_assert_true (glows (window, "program"));
  ls_lesson_view_turn_to (get_lesson (window), 2);
  g_assert_true (gtk_widget_has_css_class (test_window_get_child (window, "program"), "glow-again"));
  test_ui_wait_for (!glows (window, "stage") && !glows (window, "program") && !glows (window, "bottom_stack"));
  close_window (window);
}

static int
get_dpi (void)
{
  int dpi;

  g_object_get (gtk_settings_get_default (), "gtk-xft-dpi", &dpi, NULL);
  return dpi;
}

/* A key as a remote control sends it: before what has the focus sees it. */
static gboolean
press (LsWindow *window,
       guint     keyval)
{
  gboolean was_handled = FALSE;

  g_signal_emit_by_name (test_ui_find_controller (GTK_WIDGET (window), GTK_TYPE_EVENT_CONTROLLER_KEY), "key-pressed", keyval, 0, 0,
                         &was_handled);
  return was_handled;
}

static guint
get_page (LsWindow *window)
{
  return ls_lesson_view_get_page (get_lesson (window));
}

/* A presentation is large and without chrome, and turns pages with the keys of remote controls. Escape puts everything back. */
static void
test_present (void)
{
  LsWindow *window = panes_window ();
  GtkWidget *header = gtk_widget_get_ancestor (test_window_get_part (window, "title"), ADW_TYPE_HEADER_BAR);
  GtkPaned *left = GTK_PANED (test_window_get_child (window, "left"));
  const int dpi = get_dpi ();
  int position, inspector;

  choose (window, "show-inspector", TRUE);
  test_ui_settle (GTK_WIDGET (window));
  gtk_paned_set_position (left, 430);
  test_ui_settle (GTK_WIDGET (window));
  position = gtk_paned_get_position (left);
  inspector = gtk_widget_get_width (test_window_get_child (window, "right_pane"));
  g_assert_false (press (window, GDK_KEY_Page_Down));
  test_window_activate (window, "win.present", NULL);
  g_assert_false (gtk_widget_get_visible (header));
  g_assert_false (is_shown (window, "right_pane"));
  g_assert_cmpint (get_dpi (), >, dpi);
  test_ui_settle (GTK_WIDGET (window));
  test_ui_save_picture (GTK_WIDGET (window), "present");

  g_assert_true (gtk_window_get_focus (GTK_WINDOW (window)) == get_part (window, "next"));
  g_assert_true (press (window, GDK_KEY_Page_Down));
  g_assert_true (press (window, GDK_KEY_Right));
  g_assert_cmpuint (get_page (window), ==, 2);
  g_assert_true (is_shown (window, "bottom_pane"));
  g_assert_true (press (window, GDK_KEY_Left));
  g_assert_true (press (window, GDK_KEY_Page_Up));
  g_assert_cmpuint (get_page (window), ==, 0);
  /* The button that goes on takes this one itself. */
  g_assert_false (press (window, GDK_KEY_space));

  g_assert_true (press (window, GDK_KEY_b));
  g_assert_true (gtk_widget_get_visible (window->black));
  g_assert_true (press (window, GDK_KEY_Page_Down));
  g_assert_false (gtk_widget_get_visible (window->black));
  g_assert_cmpuint (get_page (window), ==, 0);
  g_assert_true (press (window, GDK_KEY_period));
  g_assert_true (gtk_widget_get_visible (window->black));
  g_assert_true (press (window, GDK_KEY_a));

  test_window_activate (window, "win.text-larger", NULL);
  g_assert_cmpfloat (g_settings_get_double (window->settings, "text-zoom"), ==, 1);
  test_ui_settle (GTK_WIDGET (window));
  g_assert_true (press (window, GDK_KEY_Escape));
  g_assert_false (window->is_presenting);
  g_assert_true (gtk_widget_get_visible (header));
  g_assert_cmpint (get_dpi (), ==, dpi);
  test_ui_wait_for (is_shown (window, "right_pane"));
  g_assert_false (is_shown (window, "bottom_pane"));
  test_ui_settle (GTK_WIDGET (window));
  test_ui_wait_for (ABS (gtk_paned_get_position (left) - position) <= 1);
  test_ui_wait_for (ABS (gtk_widget_get_width (test_window_get_child (window, "right_pane")) - inspector) <= 6);
  close_window (window);
}

/* What has the focus keeps the keys that it needs. */
static void
test_focus (void)
{
  LsWindow *window = panes_window ();
  GtkWidget *list;

  test_window_activate (window, "win.present", NULL);
  list = test_ui_find (test_window_get_child (window, "program"), GTK_TYPE_LIST_VIEW, NULL);
  g_assert_true (gtk_widget_child_focus (list, GTK_DIR_TAB_FORWARD));
  g_assert_false (press (window, GDK_KEY_Page_Down));
  g_assert_false (press (window, GDK_KEY_Right));
  g_assert_cmpuint (get_page (window), ==, 0);
  test_window_activate (window, "win.search", NULL);
  test_ui_wait_for (GTK_IS_EDITABLE (gtk_window_get_focus (GTK_WINDOW (window))));
  g_assert_false (press (window, GDK_KEY_b));
  g_assert_false (gtk_widget_get_visible (window->black));
  close_window (window);
}

/* A presentation goes on when a lesson ends and another session comes; one without lesson is stepped through. */
static void
test_without_lesson (void)
{
  LsWindow *window = panes_window ();
  const int dpi = get_dpi ();
  g_autoptr (GFile) file = test_window_get_example (TEST_EXAMPLE);

  test_window_activate (window, "win.present", NULL);
  act (window, "lesson.leave");
  g_assert_true (window->is_presenting);
  g_assert_true (is_shown (window, "bottom_pane"));
  ls_session_view_open (ls_window_get_view (window), file, TRUE);
  test_window_wait_for_opening (window);
  test_ui_wait_for (!ls_player_is_pending (test_window_get_player (window)));
  g_assert_true (window->is_presenting);
  test_window_go_to (window, 3);
  gtk_window_set_focus (GTK_WINDOW (window), NULL);
  g_assert_true (press (window, GDK_KEY_Page_Down));
  test_ui_wait_for (ls_player_get_step (test_window_get_player (window)) == 4);
  test_window_close (window);
  test_ui_wait_for (get_dpi () < dpi * 1.01);
}

int
main (int   argc,
      char *argv[])
{
  test_window_init (&argc, &argv);

  g_test_add_func ("/present/panes", test_panes);
  g_test_add_func ("/present/column", test_column);
  g_test_add_func ("/present/glow", test_glow);
  g_test_add_func ("/present/mode", test_present);
  g_test_add_func ("/present/focus", test_focus);
  g_test_add_func ("/present/without-lesson", test_without_lesson);

  return g_test_run ();
}
