/* test-focus.c: where the focus is, and where keys do something
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "test-window-util.h"

#include "ls-script-buffer.h"
#include "ls-window-private.h"

static GtkWidget *
get_focus (LsWindow *window)
{
  return gtk_window_get_focus (GTK_WINDOW (window));
}

static gboolean
is_in (LsWindow   *window,
       const char *id)
{
  GtkWidget *pane = test_ui_find (GTK_WIDGET (window), GTK_TYPE_WIDGET, id);
  GtkWidget *focus = get_focus (window);

  g_assert_nonnull (pane);
  return focus != NULL && (focus == pane || gtk_widget_is_ancestor (focus, pane));
}

static gboolean
is_in_header (LsWindow *window)
{
  return get_focus (window) != NULL && gtk_widget_get_ancestor (get_focus (window), ADW_TYPE_HEADER_BAR) != NULL;
}

/* The stage has the focus of a session that was opened, although another widget of the page that goes had it. */
static void
test_focus_open (void)
{
  LsWindow *window = test_window_new (NULL, 1360, 860);
  g_autoptr (GFile) example = test_window_get_example (TEST_EXAMPLE);

  gtk_widget_grab_focus (test_ui_find (test_window_get_child (window, "welcome"), GTK_TYPE_SEARCH_ENTRY, NULL));
  test_window_open (window, example);
  g_assert_true (get_focus (window) == test_window_get_child (window, "stage"));
  g_assert_true (test_ui_press (get_focus (window), GDK_KEY_End, 0));
  test_window_wait (window);
  g_assert_true (ls_player_is_at_end (test_window_get_player (window)));
  test_window_close (window);
}

#ifdef LS_HAVE_SCRIPT
/* A new program is there to be written. */
static void
test_focus_new_program (void)
{
  LsWindow *window = test_window_new (NULL, 1360, 860);
  GtkTextBuffer *buffer;
  GtkTextIter iter;

  test_window_activate (window, "win.new-program", "s", "empty");
  test_window_wait (window);
  g_assert_true (get_focus (window) == GTK_WIDGET (test_window_get_text_view (window)));
  /* One sees in which line keys would write, and only then. */
  g_assert_true (gtk_source_view_get_highlight_current_line (GTK_SOURCE_VIEW (get_focus (window))));
  gtk_widget_grab_focus (test_window_get_child (window, "stage"));
  g_assert_false (gtk_source_view_get_highlight_current_line (GTK_SOURCE_VIEW (test_window_get_text_view (window))));
  gtk_widget_grab_focus (GTK_WIDGET (test_window_get_text_view (window)));
  /* Running it keeps the focus, and the cursor. */
  gtk_text_buffer_set_text (test_window_get_text (window), "let a;\nlet b;\n", -1);
  g_signal_emit_by_name (get_focus (window), "move-cursor", GTK_MOVEMENT_BUFFER_ENDS, -1, FALSE);
  g_signal_emit_by_name (get_focus (window), "move-cursor", GTK_MOVEMENT_DISPLAY_LINES, 1, FALSE);
  test_window_activate (window, "win.run-again", NULL);
  test_window_wait (window);
  g_assert_true (get_focus (window) == GTK_WIDGET (test_window_get_text_view (window)));
  buffer = test_window_get_text (window);
  gtk_text_buffer_get_iter_at_mark (buffer, &iter, gtk_text_buffer_get_insert (buffer));
  g_assert_cmpint (gtk_text_iter_get_line (&iter), ==, 1);
  ls_script_buffer_set_unsaved (LS_SCRIPT_BUFFER (buffer), FALSE);
  ls_session_set_modified (test_window_get_session (window), FALSE);
  test_window_close (window);
}
#endif

static void
press_pointer (GtkWidget *window)
{
  g_autoptr (GListModel) controllers = gtk_widget_observe_controllers (window);

  for (guint i = 0; i < g_list_model_get_n_items (controllers); i++)
    {
      g_autoptr (GtkEventController) controller = g_list_model_get_item (controllers, i);

      if (g_strcmp0 (gtk_event_controller_get_name (controller), "focus-keeper") == 0)
        g_signal_emit_by_name (controller, "pressed", 1, 10.0, 10.0);
    }
}

/* Where the focus is stays visible, until the pointer is used. */
static void
test_focus_visible (void)
{
  LsWindow *window = test_window_new (TEST_EXAMPLE, 1360, 860);

  test_window_activate (window, "win.next-pane", NULL);
  g_assert_true (gtk_window_get_focus_visible (GTK_WINDOW (window)));
  /* So does GTK after three seconds without a key. */
  gtk_window_set_focus_visible (GTK_WINDOW (window), FALSE);
  g_assert_true (gtk_window_get_focus_visible (GTK_WINDOW (window)));
  press_pointer (GTK_WIDGET (window));
  g_assert_false (gtk_window_get_focus_visible (GTK_WINDOW (window)));
  gtk_window_set_focus_visible (GTK_WINDOW (window), TRUE);
  g_assert_true (gtk_window_get_focus_visible (GTK_WINDOW (window)));
  test_window_close (window);
}

/* F6 goes round, and each pane gets the focus where it was in it. */
static void
test_focus_panes (void)
{
  static const char *const panes[] = { "stage", "right_pane", "bottom_pane", NULL, "left_pane" };
  LsWindow *window = test_window_new (TEST_EXAMPLE, 1360, 860);
  GtkWidget *place, *menu = test_window_get_part (window, "menu");

  g_assert_true (is_in (window, "stage"));
  for (guint i = 1; i <= G_N_ELEMENTS (panes); i++)
    {
      const char *pane = panes[i % G_N_ELEMENTS (panes)];

      test_window_activate (window, "win.next-pane", NULL);
      g_assert_true (pane != NULL ? is_in (window, pane) : is_in_header (window));
      g_assert_true (gtk_window_get_focus_visible (GTK_WINDOW (window)));
    }
  for (guint i = G_N_ELEMENTS (panes); i-- > 0;)
    {
      test_window_activate (window, "win.previous-pane", NULL);
      g_assert_true (panes[i] != NULL ? is_in (window, panes[i]) : is_in_header (window));
    }

  gtk_widget_grab_focus (menu);
  place = get_focus (window);
  g_assert_true (is_in_header (window));
  test_window_activate (window, "win.next-pane", NULL);
  g_assert_true (is_in (window, "left_pane"));
  test_window_activate (window, "win.previous-pane", NULL);
  g_assert_true (get_focus (window) == place);

  /* Hidden panes are passed over. */
  test_window_activate (window, "win.show-program", NULL);
  test_window_activate (window, "win.next-pane", NULL);
  g_assert_true (is_in (window, "stage"));
  test_window_activate (window, "win.show-program", NULL);
  test_window_close (window);
}

/* A focus whose widget has gone goes to its pane, or to the stage if the pane has gone too: not to what is beside it. */
static void
test_focus_lost (void)
{
  LsWindow *window = test_window_new (TEST_EXAMPLE, 1360, 860);
  GtkWidget *stage = test_window_get_child (window, "stage");
  GtkWidget *button = gtk_button_new_with_label ("gone");

  test_window_activate (window, "win.find-here", NULL);
  g_assert_true (is_in (window, "events"));
  test_window_activate (window, "win.show-events", NULL);
  test_ui_wait_for (is_in (window, "stage"));
  test_window_activate (window, "win.show-events", NULL);

  gtk_box_append (GTK_BOX (test_ui_find (GTK_WIDGET (window), GTK_TYPE_BOX, "bottom_pane")), button);
  g_assert_true (gtk_widget_grab_focus (button));
  gtk_box_remove (GTK_BOX (gtk_widget_get_parent (button)), button);
  test_ui_wait_for (is_in (window, "bottom_pane"));

  gtk_widget_grab_focus (stage);
  gtk_window_set_focus (GTK_WINDOW (window), NULL);
  test_ui_wait_for (get_focus (window) == stage);
  test_window_close (window);
}

/* A key that types a character is no command while nothing has the focus, or a text has it. */
static void
test_focus_characters (void)
{
  LsWindow *window = test_window_new (TEST_EXAMPLE, 1360, 860);
  LsPlayer *player = test_window_get_player (window);
  GtkWidget *stage = test_window_get_child (window, "stage");
  static const guint keys[] = { GDK_KEY_period, GDK_KEY_comma, GDK_KEY_slash, GDK_KEY_question, GDK_KEY_space };
  gsize position;

  test_window_go_to (window, 5);
  position = ls_player_get_position (player);
  gtk_window_set_focus (GTK_WINDOW (window), NULL);
  g_assert_null (get_focus (window));
  for (guint i = 0; i < G_N_ELEMENTS (keys); i++)
    test_ui_press (stage, keys[i], 0);
  test_window_activate (window, "win.find-here", NULL);
  for (guint i = 0; i < G_N_ELEMENTS (keys); i++)
    test_ui_press (stage, keys[i], 0);
  test_window_wait (window);
  g_assert_cmpuint (ls_player_get_position (player), ==, position);
  g_assert_false (ls_player_get_running (player));
  g_assert_null (ls_window_get_dialog (window));

  gtk_widget_grab_focus (stage);
  g_assert_true (test_ui_press (stage, GDK_KEY_period, 0));
  test_window_wait (window);
  g_assert_cmpuint (ls_player_get_position (player), ==, position + 1);
  test_window_close (window);
}

/* Tab leaves a list instead of going to its next row. */
static void
test_focus_list (void)
{
  LsWindow *window = test_window_new (TEST_EXAMPLE, 1360, 860);
  GtkWidget *program = test_window_get_child (window, "program");
  GtkWidget *list;

  test_window_activate (window, "win.previous-pane", NULL);
  g_assert_true (is_in (window, "left_pane"));
  list = test_ui_find (program, GTK_TYPE_LIST_VIEW, NULL);
  g_assert_nonnull (list);
  g_assert_nonnull (gtk_widget_get_focus_child (list));
  g_signal_emit_by_name (window, "move-focus", GTK_DIR_TAB_FORWARD);
  g_assert_nonnull (get_focus (window));
  g_assert_null (gtk_widget_get_focus_child (list));
  g_assert_true (gtk_widget_get_can_focus (list));
  g_signal_emit_by_name (window, "move-focus", GTK_DIR_TAB_BACKWARD);
  g_assert_nonnull (gtk_widget_get_focus_child (list));
  test_window_close (window);
}

int
main (int   argc,
      char *argv[])
{
  test_window_init (&argc, &argv);

  g_test_add_func ("/focus/open", test_focus_open);
#ifdef LS_HAVE_SCRIPT
  g_test_add_func ("/focus/new-program", test_focus_new_program);
#endif
  g_test_add_func ("/focus/visible", test_focus_visible);
  g_test_add_func ("/focus/panes", test_focus_panes);
  g_test_add_func ("/focus/lost", test_focus_lost);
  g_test_add_func ("/focus/characters", test_focus_characters);
  g_test_add_func ("/focus/list", test_focus_list);

  return g_test_run ();
}
