/* test-comparison-timeline.c: two runs over time, one below the other
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "test-timeline-util.h"

#include "ls-comparison-timeline.h"
#include "ls-comparison-view.h"
#include "ls-time-axis.h"

typedef struct
{
  LsWindow             *window;
  LsComparisonView     *view;
  LsComparisonTimeline *timeline;
  LsComparison         *comparison;
} Shown;

/* What if "gallery" had been user-blocking from step 2 on? */
static Shown
show (void)
{
  Shown shown = { .window = test_window_new (TEST_EXAMPLE, 1360, 900) };
  GtkWidget *pane = test_window_get_child (shown.window, "what_if");

  test_window_go_to (shown.window, 2);
  test_window_activate (shown.window, "win.what-if-priority", "(uu)", test_window_find_signal (shown.window, "c1 gallery"),
                        LS_TASK_PRIORITY_USER_BLOCKING);
  shown.view = LS_COMPARISON_VIEW (test_ui_find (pane, LS_TYPE_COMPARISON_VIEW, "comparison"));
  test_ui_wait_for (ls_comparison_view_get_comparison (shown.view) != NULL);
  shown.comparison = ls_comparison_view_get_comparison (shown.view);
  shown.timeline = LS_COMPARISON_TIMELINE (test_ui_find (pane, LS_TYPE_COMPARISON_TIMELINE, NULL));
  test_ui_wait_for (ls_comparison_timeline_is_read (shown.timeline));
  test_ui_settle (GTK_WIDGET (shown.window));
  return shown;
}

/* Both runs have the same axis and rows, and marks where the comparison says that something moved. */
static void
test_aligned (void)
{
  Shown shown = show ();
  guint n_expected[2] = { 0 };
  graphene_rect_t left, right;
  LsComparisonRow row;

  g_assert_true (ls_timeline_scene_get_axis (ls_comparison_timeline_get_scene (shown.timeline, LS_COMPARISON_LEFT)) ==
                 ls_timeline_scene_get_axis (ls_comparison_timeline_get_scene (shown.timeline, LS_COMPARISON_RIGHT)));
  g_assert_cmpuint (ls_comparison_timeline_get_n_rows (shown.timeline), >=, 3);
  for (guint32 i = 0; i < ls_comparison_get_n_rows (shown.comparison); i++)
    {
      ls_comparison_get_row (shown.comparison, i, &row);
      n_expected[0] += row.kind >= LS_COMPARISON_PRIORITY && row.left.task != 0;
      n_expected[1] += row.kind >= LS_COMPARISON_PRIORITY && row.right.task != 0;
    }
  g_assert_cmpuint (n_expected[0], >, 0);
  g_assert_cmpuint (ls_comparison_timeline_get_n_marked (shown.timeline, LS_COMPARISON_LEFT), ==, n_expected[0]);
  g_assert_cmpuint (ls_comparison_timeline_get_n_marked (shown.timeline, LS_COMPARISON_RIGHT), ==, n_expected[1]);

  /* The first task is the same in both: at the same place of the axis, the changed run below this one. */
  ls_comparison_get_row (shown.comparison, 0, &row);
  g_assert_true (ls_comparison_timeline_get_place (shown.timeline, LS_COMPARISON_LEFT, row.left.task, &left));
  g_assert_true (ls_comparison_timeline_get_place (shown.timeline, LS_COMPARISON_RIGHT, row.right.task, &right));
  g_assert_cmpfloat (left.origin.x, ==, right.origin.x);
  g_assert_cmpfloat (left.size.width, ==, right.size.width);
  g_assert_cmpfloat (right.origin.y - left.origin.y, ==,
                     (ls_comparison_timeline_get_n_rows (shown.timeline) + 1) * left.size.height);
  test_window_close (shown.window);
}

/* A click on a bar selects the task's row, and goes to it in this run; a row of the table frames both bars. */
static void
test_selection (void)
{
  Shown shown = show ();
  GtkWidget *table = test_ui_find (GTK_WIDGET (shown.view), GTK_TYPE_COLUMN_VIEW, "view");
  GtkSingleSelection *selection = GTK_SINGLE_SELECTION (gtk_column_view_get_model (GTK_COLUMN_VIEW (table)));
  LsPlayer *player = test_window_get_player (shown.window);
  const guint32 first = ls_comparison_get_first_difference (shown.comparison);
  g_autofree char *text = NULL;
  g_autofree char *other = NULL;
  LsComparisonRow row;
  graphene_rect_t place;
  guint32 hit;

  /* The one on the right, whose bar is in the changed run. */
  for (guint32 i = first; i < ls_comparison_get_n_rows (shown.comparison); i++)
    {
      ls_comparison_get_row (shown.comparison, i, &row);
      if (row.kind == LS_COMPARISON_MOVED && row.right.task != 0 &&
          ls_comparison_timeline_get_place (shown.timeline, LS_COMPARISON_RIGHT, row.right.task, &place) && place.size.width > 6)
        break;
    }
  g_assert_cmpint (row.kind, ==, LS_COMPARISON_MOVED);
  hit = ls_comparison_timeline_hit (shown.timeline, place.origin.x + place.size.width / 2, place.origin.y + place.size.height / 2);
  g_assert_cmpuint (hit, !=, LS_COMPARISON_NONE);
  g_assert_cmpuint (ls_comparison_find_row (shown.comparison, LS_COMPARISON_RIGHT, row.right.index), ==, hit);
  g_assert_cmpuint (ls_comparison_timeline_hit (shown.timeline, place.origin.x, 2), ==, LS_COMPARISON_NONE);

  g_signal_emit_by_name (shown.timeline, "row-selected", hit);
  g_assert_cmpuint (gtk_single_selection_get_selected (selection), ==, hit);
  ls_comparison_get_row (shown.comparison, row.other_row, &row);
  g_assert_cmpuint (ls_player_get_position (player), ==, row.left.position);
  /* Assistive technology hears of it from both. */
  text = ls_comparison_timeline_describe (shown.timeline, hit);
  other = ls_comparison_timeline_describe (shown.timeline, ls_comparison_find_row (shown.comparison, LS_COMPARISON_LEFT, row.left.index));
  g_assert_cmpstr (text, ==, other);
  g_assert_nonnull (strstr (text, "\nThis run: "));
  g_assert_nonnull (strstr (text, "\nWith the change: "));
  gtk_test_accessible_assert_property (GTK_ACCESSIBLE (shown.timeline), GTK_ACCESSIBLE_PROPERTY_DESCRIPTION, text);

  gtk_single_selection_set_selected (selection, 0);
  {
    g_autofree char *same = ls_comparison_timeline_describe (shown.timeline, 0);

    gtk_test_accessible_assert_property (GTK_ACCESSIBLE (shown.timeline), GTK_ACCESSIBLE_PROPERTY_DESCRIPTION, same);
  }
  test_ui_settle (GTK_WIDGET (shown.view));
  test_window_close (shown.window);
}

/* Keys zoom and pan both runs at once. */
static void
test_keys (void)
{
  Shown shown = show ();
  LsTimeAxis *axis = ls_timeline_scene_get_axis (ls_comparison_timeline_get_scene (shown.timeline, LS_COMPARISON_RIGHT));
  const double span = ls_time_axis_get_span (axis);
  double from;

  g_assert_true (test_ui_press (GTK_WIDGET (shown.timeline), GDK_KEY_w, 0));
  g_assert_cmpfloat (ls_time_axis_get_span (axis), <, span);
  from = ls_time_axis_get_from (axis);
  g_assert_true (test_ui_press (GTK_WIDGET (shown.timeline), GDK_KEY_d, 0));
  g_assert_cmpfloat (ls_time_axis_get_from (axis), >, from);
  g_assert_true (test_ui_press (GTK_WIDGET (shown.timeline), GDK_KEY_f, 0));
  g_assert_cmpfloat (ls_time_axis_get_span (axis), ==, span);
  test_window_close (shown.window);
}

/* A run of many tasks; @is_reversed: whether the second half of them comes first. */
static LsTrace *
new_run (guint    n_tasks,
         gboolean is_reversed)
{
  TestTimelineWriter writer = test_timeline_new_writer ();
  const guint32 name = ls_probe_intern (writer.probe, "task");

  PUT (QUEUE_CREATED, .subject = 1, .priority = LS_TASK_PRIORITY_USER_VISIBLE);
  for (guint i = 0; i < n_tasks; i++)
    PUT (TASK_QUEUED, .subject = i + 1, .object = 1, .value = i + 1, .queue = LS_QUEUE_TYPE_WEB_SCHEDULING, .text = name,
         .priority = LS_TASK_PRIORITY_USER_VISIBLE);
  for (guint i = 0; i < n_tasks; i++)
    {
      const guint32 task = is_reversed ? (i + n_tasks / 2) % n_tasks + 1 : i + 1;

      PUT (TASK_SELECTED, .subject = task, .object = 1, .value = i + 1, .queue = LS_QUEUE_TYPE_WEB_SCHEDULING,
           .priority = LS_TASK_PRIORITY_USER_VISIBLE);
      PUT (TASK_STARTED, .subject = task);
      writer.now += 100;
      PUT (TASK_FINISHED, .subject = task);
      PUT (TURN_ENDED, .value = i + 1);
    }
  ls_probe_publish (writer.probe);
  return writer.trace;
}

static guint
get_frame_time (GtkWidget *widget)
{
  const gint64 begun = g_get_monotonic_time ();
  GtkSnapshot *snapshot = gtk_snapshot_new ();
  g_autoptr (GskRenderNode) node = NULL;

  GTK_WIDGET_GET_CLASS (widget)->snapshot (widget, snapshot);
  node = gtk_snapshot_free_to_node (snapshot);
  return g_get_monotonic_time () - begun;
}

/* Nothing of it is read before the first frame, and what frames do has a bound. */
static void
test_many (void)
{
  g_autoptr (LsTrace) left = new_run (10000, FALSE);
  g_autoptr (LsTrace) right = new_run (10000, TRUE);
  g_autoptr (LsComparison) comparison = ls_comparison_new (left, right);
  GtkWidget *timeline = g_object_new (LS_TYPE_COMPARISON_TIMELINE, NULL);
  GtkWindow *window = test_ui_new_window (timeline, 900, 400);
  gint64 begun;
  guint most = 0;

  begun = g_get_monotonic_time ();
  ls_comparison_timeline_set_comparison (LS_COMPARISON_TIMELINE (timeline), comparison);
  g_test_message ("%u µs to begin", (guint) (g_get_monotonic_time () - begun));
  g_assert_false (ls_comparison_timeline_is_read (LS_COMPARISON_TIMELINE (timeline)));
  test_ui_wait_for (ls_comparison_timeline_is_read (LS_COMPARISON_TIMELINE (timeline)));
  g_assert_cmpuint (ls_comparison_timeline_get_n_marked (LS_COMPARISON_TIMELINE (timeline), LS_COMPARISON_LEFT), ==,
                    ls_comparison_timeline_get_n_marked (LS_COMPARISON_TIMELINE (timeline), LS_COMPARISON_RIGHT));
  for (guint i = 0; i < 10; i++)
    most = MAX (most, get_frame_time (timeline));
  g_test_message ("%u µs at most for a frame", most);
  if (g_test_perf ())
    g_assert_cmpuint (most, <, 16000);
  /* It can be given up while it is read. */
  ls_comparison_timeline_set_comparison (LS_COMPARISON_TIMELINE (timeline), comparison);
  ls_comparison_timeline_set_comparison (LS_COMPARISON_TIMELINE (timeline), NULL);
  test_ui_settle (timeline);
  g_assert_cmpuint (ls_comparison_timeline_get_n_rows (LS_COMPARISON_TIMELINE (timeline)), ==, 0);
  gtk_window_destroy (window);
}

int
main (int   argc,
      char *argv[])
{
  test_window_init (&argc, &argv);

  g_test_add_func ("/comparison-timeline/aligned", test_aligned);
  g_test_add_func ("/comparison-timeline/selection", test_selection);
  g_test_add_func ("/comparison-timeline/keys", test_keys);
  g_test_add_func ("/comparison-timeline/many", test_many);

  return g_test_run ();
}
