/* test-timeline-rows.c: the tracks of the timeline, bookmarks and notes
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "test-timeline-util.h"

#include "ls-mark-popover.h"
#include "ls-text.h"
#include "ls-timeline-layers.h"
#include "ls-timeline-ruler.h"
#include "ls-timeline-tracks.h"

/* Tracks */

static void
test_rows (void)
{
  TestTimeline shown = test_timeline_show (TEST_EXAMPLE, 1360, 860);
  g_autoptr (GSettings) settings = g_settings_new (LS_APP_ID);
  g_auto (GStrv) hidden = NULL;
  TestTimeline other;

  g_assert_cmpint (test_timeline_find_row (&shown, LS_TRACK_USER_BLOCKING), ==, 0);
  g_assert_cmpint (test_timeline_find_row (&shown, LS_TRACK_BACKGROUND), ==, 2);
  g_assert_cmpint (test_timeline_find_row (&shown, LS_TRACK_RENDERING), ==, -1);
  g_assert_cmpint (test_timeline_find_row (&shown, LS_TRACK_SIGNAL), >, 0);

  ls_timeline_scene_set_hidden (shown.scene, LS_TRACK_USER_VISIBLE, TRUE);
  g_assert_cmpint (test_timeline_find_row (&shown, LS_TRACK_USER_VISIBLE), ==, -1);
  g_assert_cmpint (test_timeline_find_row (&shown, LS_TRACK_BACKGROUND), ==, 1);
  ls_timeline_scene_move (shown.scene, LS_TRACK_BACKGROUND, -1);
  g_assert_cmpint (test_timeline_find_row (&shown, LS_TRACK_BACKGROUND), ==, 0);
  ls_timeline_scene_set_pinned (shown.scene, LS_TRACK_SIGNAL + 1, TRUE);
  g_assert_cmpint (test_timeline_find_row (&shown, LS_TRACK_SIGNAL + 1), ==, 0);
  ls_timeline_scene_set_pinned (shown.scene, LS_TRACK_USER_VISIBLE, TRUE);
  g_assert_cmpint (test_timeline_find_row (&shown, LS_TRACK_USER_VISIBLE), ==, 0);
  hidden = g_settings_get_strv (settings, "timeline-hidden");
  g_assert_cmpuint (g_strv_length (hidden), ==, 0);

  /* As another window finds it. */
  other = test_timeline_show (TEST_EXAMPLE, 1360, 860);
  g_assert_cmpint (test_timeline_find_row (&other, LS_TRACK_USER_VISIBLE), ==, 0);
  g_assert_cmpint (test_timeline_find_row (&other, LS_TRACK_SIGNAL + 1), ==, 1);
  g_assert_cmpint (test_timeline_find_row (&other, LS_TRACK_BACKGROUND), ==, 2);
  test_window_close (other.window);

  ls_timeline_scene_reset_rows (shown.scene);
  g_assert_cmpint (test_timeline_find_row (&shown, LS_TRACK_USER_BLOCKING), ==, 0);
  g_assert_cmpint (test_timeline_find_row (&shown, LS_TRACK_USER_VISIBLE), ==, 1);
  test_window_close (shown.window);
}

static void
test_rows_actions (void)
{
  TestTimeline shown = test_timeline_show (TEST_EXAMPLE, 1360, 860);
  GtkWidget *widget = GTK_WIDGET (shown.timeline);

  gtk_widget_activate_action (widget, "timeline.hide", "u", LS_TRACK_USER_VISIBLE);
  g_assert_cmpint (test_timeline_find_row (&shown, LS_TRACK_USER_VISIBLE), ==, -1);
  gtk_widget_activate_action (widget, "timeline.pin", "u", LS_TRACK_BACKGROUND);
  g_assert_cmpint (test_timeline_find_row (&shown, LS_TRACK_BACKGROUND), ==, 0);
  gtk_widget_activate_action (widget, "timeline.pin", "u", LS_TRACK_BACKGROUND);
  g_assert_cmpint (test_timeline_find_row (&shown, LS_TRACK_BACKGROUND), ==, 1);
  gtk_widget_activate_action (widget, "timeline.move", "(ui)", LS_TRACK_BACKGROUND, -1);
  g_assert_cmpint (test_timeline_find_row (&shown, LS_TRACK_BACKGROUND), ==, 0);
  /* Of tracks that there are not. */
  gtk_widget_activate_action (widget, "timeline.hide", "u", 5000);
  gtk_widget_activate_action (widget, "timeline.move", "(ui)", 5000, 7);
  ls_timeline_scene_reset_rows (shown.scene);
  test_window_close (shown.window);
}

/* Many signals are one row, until they are wanted. */
static void
test_rows_many (void)
{
  g_autoptr (LsTrace) trace = test_trace_new_queues (3000);
  g_autoptr (LsPlayer) player = ls_player_new ();
  GtkWidget *timeline = g_object_new (LS_TYPE_TIMELINE, NULL);
  GtkWindow *window = test_ui_new_window (timeline, 900, 260);
  LsTimelineScene *scene = ls_timeline_get_scene (LS_TIMELINE (timeline));
  GtkWidget *chart = test_ui_find (timeline, LS_TYPE_TIMELINE_CHART, NULL);
  GtkWidget *list;
  GtkWidget *popover = GTK_WIDGET (gtk_menu_button_get_popover (
    GTK_MENU_BUTTON (test_ui_find (timeline, GTK_TYPE_MENU_BUTTON, NULL))));
  g_autofree char *name = NULL;
  guint n_rows, n_few;

  ls_timeline_set_player (LS_TIMELINE (timeline), player);
  ls_player_set_trace (player, trace, NULL, NULL);
  test_ui_settle (timeline);
  ls_timeline_scene_get_rows (scene, &n_few);
  g_assert_cmpuint (n_few, <, 10);
  name = ls_timeline_scene_format_row (scene, LS_TIMELINE_ROW_SIGNALS);
  g_assert_cmpstr (name, ==, "3000 signals");
  {
    double y = ls_timeline_chart_get_row_y (LS_TIMELINE_CHART (chart), n_few - 1);

    ls_timeline_chart_click (LS_TIMELINE_CHART (chart), 4, y + 4);
  }
  ls_timeline_scene_get_rows (scene, &n_rows);
  g_assert_cmpuint (n_rows, ==, n_few + 3000);
  test_ui_settle (timeline);
  /* The last one can be scrolled to. */
  ls_timeline_chart_set_cursor (LS_TIMELINE_CHART (chart), n_rows - 1);
  test_ui_settle (timeline);
  g_assert_cmpfloat (ls_timeline_chart_get_row_y (LS_TIMELINE_CHART (chart), n_rows - 1), <,
                     gtk_widget_get_height (chart));
  ls_timeline_scene_set_expanded (scene, FALSE);

  /* The chooser shows some, and finds any. */
  gtk_popover_popup (GTK_POPOVER (popover));
  test_ui_settle (timeline);
  list = test_ui_find (popover, GTK_TYPE_BOX, "list");
  g_assert_cmpuint (test_ui_count (list, GTK_TYPE_CHECK_BUTTON), ==, 60);
  gtk_editable_set_text (GTK_EDITABLE (test_ui_find (popover, GTK_TYPE_SEARCH_ENTRY, NULL)), "user-v");
  test_ui_wait_for (test_ui_count (list, GTK_TYPE_CHECK_BUTTON) == 1);
  gtk_check_button_set_active (GTK_CHECK_BUTTON (test_ui_find (list, GTK_TYPE_CHECK_BUTTON, NULL)), FALSE);
  g_assert_true (ls_timeline_scene_is_hidden (scene, LS_TRACK_USER_VISIBLE));
  ls_timeline_scene_reset_rows (scene);
  gtk_window_destroy (window);
}

/* What says nothing yet has no priorities of the scheduler. */
static void
test_rows_empty (void)
{
  g_autoptr (LsTrace) trace = ls_trace_new ();
  g_autoptr (LsPlayer) player = ls_player_new ();
  GtkWidget *timeline = g_object_new (LS_TYPE_TIMELINE, NULL);
  GtkWindow *window = test_ui_new_window (timeline, 900, 260);
  LsTimelineScene *scene = ls_timeline_get_scene (LS_TIMELINE (timeline));
  g_autoptr (LsTrace) other = test_trace_new_queues (1);
  guint n_rows;

  ls_timeline_set_player (LS_TIMELINE (timeline), player);
  ls_player_set_trace (player, trace, NULL, NULL);
  test_ui_settle (timeline);
  ls_timeline_scene_get_rows (scene, &n_rows);
  g_assert_cmpuint (n_rows, ==, 0);

  ls_player_set_trace (player, other, NULL, NULL);
  test_ui_settle (timeline);
  ls_timeline_scene_get_rows (scene, &n_rows);
  g_assert_cmpuint (n_rows, >=, 3);
  gtk_window_destroy (window);
}

/* Bookmarks and notes */

static const char *
find_bookmark (LsWindow *window,
               guint32   step)
{
  LsSession *session = test_window_get_session (window);

  for (guint i = 0; i < ls_session_get_n_bookmarks (session); i++)
    if (ls_session_get_bookmark (session, i)->step == step)
      return ls_session_get_bookmark (session, i)->text;
  return NULL;
}

static const char *
find_note (LsWindow *window,
           guint32   step)
{
  LsSession *session = test_window_get_session (window);

  for (guint i = 0; i < ls_session_get_n_notes (session); i++)
    if (ls_session_get_note (session, i)->step == step)
      return ls_session_get_note (session, i)->text;
  return NULL;
}

static gboolean
has_dot (LsWindow *window)
{
  return g_str_has_prefix (adw_window_title_get_title (ADW_WINDOW_TITLE (test_window_get_part (window, "title"))), "•");
}

static void
test_bookmarks (void)
{
  TestTimeline shown = test_timeline_show (TEST_EXAMPLE, 1360, 860);
  LsWindow *window = shown.window;
  LsTimelineRuler *ruler = LS_TIMELINE_RULER (test_ui_find (GTK_WIDGET (shown.timeline), LS_TYPE_TIMELINE_RULER, NULL));
  g_autofree char *data = NULL;
  gsize length;
  double x;
  guint32 step = 0;

  test_window_go_to (window, 12);
  g_assert_null (find_bookmark (window, 12));
  test_window_activate (window, "win.bookmark", NULL);
  g_assert_nonnull (find_bookmark (window, 12));
  g_assert_true (ls_debugger_get_modified (ls_window_get_debugger (window)));
  g_assert_cmpuint (ls_player_get_step (test_window_get_player (window)), ==, 12);
  data = ls_session_to_data (test_window_get_session (window), &length);
  g_assert_nonnull (strstr (data, "\"bookmarks\""));

  /* It has a flag, which is found again. */
  g_assert_true (ls_timeline_ruler_get_place (ruler, 12, &x));
  g_assert_true (ls_timeline_ruler_find_mark (ruler, x + 3, &step));
  g_assert_cmpuint (step, ==, 12);
  g_assert_false (ls_timeline_ruler_get_place (ruler, 100000, &x));

  test_window_go_to (window, 20);
  test_window_activate (window, "win.bookmark", NULL);
  test_window_activate (window, "win.previous-mark", NULL);
  g_assert_cmpuint (ls_player_get_step (test_window_get_player (window)), ==, 12);
  test_window_activate (window, "win.next-mark", NULL);
  g_assert_cmpuint (ls_player_get_step (test_window_get_player (window)), ==, 20);

  test_window_activate (window, "win.undo", NULL);
  g_assert_null (find_bookmark (window, 20));
  test_window_activate (window, "win.undo", NULL);
  g_assert_null (find_bookmark (window, 12));
  /* Nothing is left that could be saved, and the window says so. */
  g_assert_false (ls_debugger_get_modified (ls_window_get_debugger (window)));
  g_assert_false (has_dot (window));
  test_window_activate (window, "win.redo", NULL);
  g_assert_nonnull (find_bookmark (window, 12));
  g_assert_true (has_dot (window));
  test_window_close (window);
}

static void
set_popover (GtkWidget  *popover,
             const char *bookmark,
             const char *note)
{
  gtk_editable_set_text (GTK_EDITABLE (test_ui_find (popover, GTK_TYPE_ENTRY, "bookmark")), bookmark);
  gtk_text_buffer_set_text (gtk_text_view_get_buffer (GTK_TEXT_VIEW (test_ui_find (popover, GTK_TYPE_TEXT_VIEW, "note"))),
                            note, -1);
}

static void
test_notes (void)
{
  TestTimeline shown = test_timeline_show (TEST_EXAMPLE, 1360, 860);
  LsWindow *window = shown.window;
  GtkWidget *popover = test_ui_find (GTK_WIDGET (shown.timeline), LS_TYPE_MARK_POPOVER, NULL);

  test_window_go_to (window, 15);
  test_window_activate (window, "win.note", NULL);
  g_assert_true (gtk_widget_get_visible (popover));
  set_popover (popover, "a name", "  two\nlines ");
  gtk_popover_popdown (GTK_POPOVER (popover));
  test_ui_wait_for (find_note (window, 15) != NULL);
  g_assert_cmpstr (find_note (window, 15), ==, "two\nlines");
  g_assert_cmpstr (find_bookmark (window, 15), ==, "a name");

  /* Renamed, as one change; then removed. */
  test_window_activate (window, "win.bookmark", NULL);
  g_assert_true (gtk_widget_get_visible (popover));
  set_popover (popover, "another", "less");
  g_signal_emit_by_name (test_ui_find (popover, GTK_TYPE_ENTRY, "bookmark"), "activate");
  test_ui_wait_for (g_strcmp0 (find_bookmark (window, 15), "another") == 0);
  test_window_activate (window, "win.undo", NULL);
  g_assert_cmpstr (find_note (window, 15), ==, "two\nlines");
  g_assert_cmpstr (find_bookmark (window, 15), ==, "a name");
  test_window_activate (window, "win.note", NULL);
  g_signal_emit_by_name (test_ui_find (popover, GTK_TYPE_BUTTON, "remove"), "clicked");
  g_assert_null (find_note (window, 15));
  g_assert_null (find_bookmark (window, 15));
  test_window_activate (window, "win.undo", NULL);
  g_assert_cmpstr (find_bookmark (window, 15), ==, "a name");

  /* What did not change is nothing to undo. */
  test_window_activate (window, "win.note", NULL);
  gtk_popover_popdown (GTK_POPOVER (popover));
  test_ui_wait_for (!gtk_widget_get_visible (popover));
  test_window_activate (window, "win.undo", NULL);
  g_assert_null (find_bookmark (window, 15));
  test_window_close (window);
}

int
main (int   argc,
      char *argv[])
{
  test_window_init (&argc, &argv);

  g_test_add_func ("/timeline/rows", test_rows);
  g_test_add_func ("/timeline/rows/actions", test_rows_actions);
  g_test_add_func ("/timeline/rows/many", test_rows_many);
  g_test_add_func ("/timeline/rows/empty", test_rows_empty);
  g_test_add_func ("/timeline/bookmarks", test_bookmarks);
  g_test_add_func ("/timeline/notes", test_notes);

  return g_test_run ();
}
