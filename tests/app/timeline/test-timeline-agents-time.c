/* test-timeline-agents-time.c: ranges, steps and many agents on the timeline
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "test-timeline-agents.h"

#include "ls-timeline-layers.h"

static void
test_totals (void)
{
  TestTimeline shown = test_timeline_show ("atomics-condition.loopscope", 1360, 860);
  GtkWidget *label = test_ui_find (GTK_WIDGET (shown.timeline), GTK_TYPE_LABEL, "totals");
  LsTimelineTotals totals, all;

  /* Most of its steps are at 0 ms, so that it would go by step. */
  ls_timeline_scene_set_unit (shown.scene, LS_TIMELINE_UNIT_TIME);
  test_ui_wait_for (ls_timeline_model_get_n_read (shown.model) == ls_trace_get_length (ls_player_get_trace (shown.player)));
  ls_timeline_scene_set_range (shown.scene, 0, 30000);
  g_assert_cmpstr (gtk_label_get_text (GTK_LABEL (label)), ==,
                   "0 ms – 30 ms: 30 ms · 4 tasks · main: 1 task, ran 0 ms · A: 1 task, ran 0 ms, waited 10 ms · "
                   "B: 1 task, ran 0 ms, waited 30 ms · producer: 1 task, ran 0 ms, waited 10 ms");
  ls_timeline_scene_get_agent_totals (shown.scene, 3, 5000, 30000, &totals);
  g_assert_cmpuint (totals.n_tasks, ==, 1);
  g_assert_cmpuint (totals.waited, ==, 25000);
  ls_timeline_scene_get_totals (shown.scene, 0, 30000, &all);
  g_assert_cmpuint (all.n_tasks, ==, 4);
  g_assert_cmpuint (all.waited, ==, 50000);
  ls_timeline_scene_set_unit (shown.scene, LS_TIMELINE_UNIT_AUTO);
  test_window_close (shown.window);
}

/* Until there was another agent what the main one ran is what its tasks did. */
static void
test_totals_ran (void)
{
  TestTimelineWriter writer = test_timeline_new_writer ();
  g_autoptr (LsPlayer) player = ls_player_new ();
  g_autoptr (LsTimelineScene) scene = ls_timeline_scene_new ();
  LsTimelineTotals totals;

  test_timeline_agents_put_two (&writer);
  ls_probe_publish (writer.probe);
  ls_timeline_scene_set_player (scene, player);
  ls_player_set_trace (player, writer.trace, NULL, NULL);
  while (ls_timeline_scene_read (scene))
    ;
  ls_timeline_scene_get_agent_totals (scene, 1, 0, 1000, &totals);
  g_assert_cmpuint (totals.ran, ==, 100 + 50 + 120 + 30);
  g_assert_cmpuint (totals.busy, ==, 320 + 30);
  g_assert_cmpuint (totals.idle, ==, 180);
  ls_timeline_scene_get_agent_totals (scene, 1, 40, 120, &totals);
  g_assert_cmpuint (totals.ran, ==, 80);
  ls_timeline_scene_get_agent_totals (scene, 2, 0, 1000, &totals);
  g_assert_cmpuint (totals.ran, ==, 30 + 50 + 30);
  g_assert_cmpuint (totals.waited, ==, 120);
  g_object_unref (writer.trace);
}

/* Waits until the timeline has read all, and tells whether it goes by step. */
static gboolean
goes_by_step (const char *example)
{
  TestTimeline shown = test_timeline_show (example, 1360, 860);
  gboolean by_step;

  test_ui_wait_for (ls_timeline_model_get_n_read (shown.model) == ls_trace_get_length (ls_player_get_trace (shown.player)));
  test_ui_settle (GTK_WIDGET (shown.timeline));
  by_step = ls_timeline_model_get_by_step (shown.model);
  test_window_close (shown.window);
  return by_step;
}

/* The same of a run of @n_shared steps at one instant and @n_others at other times, some of them earlier and some later. */
static gboolean
goes_by_step_with (guint n_shared,
                   guint n_others)
{
  TestTimelineWriter writer = test_timeline_new_writer ();
  g_autoptr (LsPlayer) player = ls_player_new ();
  g_autoptr (LsTimelineScene) scene = ls_timeline_scene_new ();
  const guint n_before = n_others > 0 ? g_test_rand_int_range (0, n_others + 1) : 0;

  writer.now = 1000;
  for (guint i = 0; i < n_shared + n_others; i++)
    {
      writer.now += i < n_before || i >= n_before + n_shared ? 1000 : 0;
      PUT (TASK_SELECTED, .subject = i + 1);
      PUT (TASK_FINISHED, .subject = i + 1);
      PUT (TURN_ENDED, .value = i + 1);
      writer.now += i + 1 == n_before ? 500 : 0;
    }
  ls_probe_publish (writer.probe);
  ls_timeline_scene_set_player (scene, player);
  ls_player_set_trace (player, writer.trace, NULL, NULL);
  while (ls_timeline_scene_read (scene))
    ;
  g_object_unref (writer.trace);
  return ls_timeline_model_get_by_step (ls_timeline_scene_get_model (scene));
}

/* Where most steps share one instant the axis goes by step, with or without agents. */
static void
test_choice (void)
{
  g_assert_false (goes_by_step (TEST_EXAMPLE));
  g_assert_true (goes_by_step ("priorities.loopscope"));
  g_assert_true (goes_by_step ("atomics-condition.loopscope"));

  g_assert_false (goes_by_step_with (1, 0));
  g_assert_true (goes_by_step_with (2, 0));
  g_assert_true (goes_by_step_with (1000, 998));
  /* More than half is most, and half is not. */
  for (guint before = 0; before < 20; before++)
    {
      g_assert_true (goes_by_step_with (11, 9));
      g_assert_false (goes_by_step_with (10, 10));
    }
}

/* What several agents do in no time at all is shown by step. */
static void
test_steps (void)
{
  TestTimeline shown = test_timeline_show ("atomics-barging.loopscope", 1360, 860);
  LsTrace *trace = ls_player_get_trace (shown.player);
  const guint32 n_steps = ls_trace_get_n_steps (trace);
  GtkWidget *label = test_ui_find (GTK_WIDGET (shown.timeline), GTK_TYPE_LABEL, "totals");
  const LsSpanList *batons;
  guint64 sum = 0;

  test_ui_wait_for (ls_timeline_model_get_by_step (shown.model) &&
                    ls_timeline_model_get_n_read (shown.model) == ls_trace_get_length (trace));
  g_assert_cmpuint (ls_player_get_end_time (shown.player), ==, 0);
  g_assert_cmpuint (n_steps, >, 20);
  g_assert_cmpuint (ls_timeline_model_get_end (shown.model), ==, (guint64) n_steps * LS_TIMELINE_STEP);
  /* Who has the baton has it for whole steps, and nobody else has it then. */
  for (guint32 agent = 1; agent <= 4; agent++)
    {
      batons = test_timeline_agents_get_spans (shown.model, agent, LS_TRACK_BATON);
      for (guint i = 0; i < ls_span_list_get_n (batons); i++)
        {
          const LsSpan *span = ls_span_list_get (batons, i);

          g_assert_cmpuint (span->start % LS_TIMELINE_STEP, ==, 0);
          g_assert_cmpuint (span->start, ==, ls_timeline_model_get_time (shown.model, span->record));
          sum += ls_span_list_sum (batons, span->start, span->end);
        }
    }
  g_assert_cmpuint (sum, <=, (guint64) n_steps * LS_TIMELINE_STEP);
  g_assert_cmpuint (sum, >, (guint64) n_steps * LS_TIMELINE_STEP / 2);
  g_assert_cmpuint (ls_span_list_sum (test_timeline_agents_get_spans (shown.model, 3, LS_TRACK_WAITS), 0, G_MAXUINT32), >, 0);

  /* The position, and what a click goes to. */
  for (guint32 step = 0; step <= n_steps; step++)
    {
      ls_timeline_scene_seek (shown.scene, step * LS_TIMELINE_STEP + 400);
      g_assert_cmpuint (ls_player_get_step (shown.player), ==, step);
      g_assert_cmpfloat (ls_timeline_scene_get_now (shown.scene), ==, step * LS_TIMELINE_STEP);
    }
  ls_timeline_scene_set_range (shown.scene, 2 * LS_TIMELINE_STEP, 12 * LS_TIMELINE_STEP);
  g_assert_true (g_str_has_prefix (gtk_label_get_text (GTK_LABEL (label)), "step 2 – step 12: 10 steps · "));
  ls_timeline_scene_clear_range (shown.scene);
  test_window_close (shown.window);
}

static void
choose_unit (TestTimeline *shown,
             const char   *unit)
{
  GtkWidget *button = test_ui_find (GTK_WIDGET (shown->timeline), GTK_TYPE_CHECK_BUTTON, unit);

  g_assert_nonnull (button);
  gtk_check_button_set_active (GTK_CHECK_BUTTON (button), TRUE);
}

/* The user chooses between time and steps, whatever is usual. */
static void
test_unit (void)
{
  TestTimeline shown = test_timeline_show ("atomics-barging.loopscope", 1360, 860);
  LsTrace *trace = ls_player_get_trace (shown.player);
  GtkWidget *tracks = test_ui_find (GTK_WIDGET (shown.timeline), GTK_TYPE_MENU_BUTTON, "tracks_button");

  gtk_menu_button_popup (GTK_MENU_BUTTON (tracks));
  test_ui_wait_for (ls_timeline_model_get_by_step (shown.model));
  choose_unit (&shown, "unit_time");
  g_assert_false (ls_timeline_model_get_by_step (shown.model));
  test_ui_wait_for (ls_timeline_model_get_n_read (shown.model) == ls_trace_get_length (trace));
  g_assert_false (ls_timeline_model_get_by_step (shown.model));
  g_assert_cmpuint (ls_timeline_model_get_end (shown.model), ==, 0);
  choose_unit (&shown, "unit_auto");
  test_ui_wait_for (ls_timeline_model_get_by_step (shown.model));
  choose_unit (&shown, "unit_step");
  test_window_close (shown.window);

  /* It holds for other sessions, with time and without agents, and later on. */
  shown = test_timeline_show (TEST_EXAMPLE, 1360, 860);
  trace = ls_player_get_trace (shown.player);
  test_ui_wait_for (ls_timeline_model_get_n_read (shown.model) == ls_trace_get_length (trace));
  g_assert_true (ls_timeline_model_get_by_step (shown.model));
  g_assert_cmpuint (ls_timeline_model_get_end (shown.model), ==, (guint64) ls_trace_get_n_steps (trace) * LS_TIMELINE_STEP);
  g_assert_cmpint (ls_timeline_scene_get_unit (shown.scene), ==, LS_TIMELINE_UNIT_STEP);
  ls_timeline_scene_set_unit (shown.scene, LS_TIMELINE_UNIT_AUTO);
  g_assert_false (ls_timeline_model_get_by_step (shown.model));
  test_window_close (shown.window);
}

/* What there is to tell of several agents is not told of one. */
static void
test_alone (void)
{
  TestTimeline shown = test_timeline_show (TEST_EXAMPLE, 1360, 860);
  guint n_rows;
  const LsTimelineRow *rows = ls_timeline_scene_get_rows (shown.scene, &n_rows);

  g_assert_cmpuint (ls_timeline_model_get_n_agents (shown.model), ==, 1);
  g_assert_cmpuint (ls_timeline_model_get_arrows (shown.model)->len, ==, 0);
  for (LsTrackKind kind = LS_TRACK_BATON; kind <= LS_TRACK_PROMISES; kind++)
    {
      g_assert_true (ls_span_list_is_empty (test_timeline_get_spans (shown.model, kind)));
      g_assert_false (ls_timeline_scene_has_row (shown.scene, kind));
    }
  for (guint i = 0; i < n_rows; i++)
    {
      g_autofree char *name = ls_timeline_scene_format_row (shown.scene, rows[i].track);

      g_assert_null (strstr (name, ": "));
    }
  test_window_close (shown.window);
}

/* Frames with many agents are drawn as those with few. */
static void
test_many (void)
{
  TestTimelineWriter writer = test_timeline_new_writer ();
  g_autoptr (LsPlayer) player = ls_player_new ();
  GtkWidget *timeline = g_object_new (LS_TYPE_TIMELINE, NULL);
  GtkWindow *window = test_ui_new_window (timeline, 900, 260);
  LsTimelineScene *scene = ls_timeline_get_scene (LS_TIMELINE (timeline));
  guint n_rows;

  PUT (AGENT_CREATED, .subject = 1);
  for (guint32 agent = 2; agent <= 255; agent++)
    {
      PUT (AGENT_CREATED, .subject = agent, .object = 1);
      PUT_AGENT (agent);
      PUT (TASK_SELECTED, .subject = agent);
      PUT (TASK_STARTED, .subject = agent);
      writer.now += 100;
      PUT (WAITER_ADDED, .subject = agent, .object = 1);
      PUT (AGENT_STATE, .subject = agent, .level = LS_AGENT_STATE_WAITING, .object = 1);
      PUT_AGENT (1);
      writer.now += 10;
      if (agent % 2)
        {
          PUT (NOTIFY, .subject = 1, .object = 1);
          PUT (WAITER_REMOVED, .subject = agent, .object = 1);
          PUT (AGENT_STATE, .subject = agent, .level = LS_AGENT_STATE_RUNNABLE);
        }
    }
  ls_probe_publish (writer.probe);
  ls_timeline_set_player (LS_TIMELINE (timeline), player);
  ls_player_set_trace (player, writer.trace, NULL, NULL);
  test_ui_settle (timeline);
  /* Only heads, but for who is asked for. */
  ls_timeline_scene_get_rows (scene, &n_rows);
  g_assert_cmpuint (n_rows, ==, 255);
  ls_timeline_scene_set_folded (scene, 7, FALSE);
  ls_timeline_scene_get_rows (scene, &n_rows);
  g_assert_cmpuint (n_rows, ==, 257);
  for (guint i = 0; i < 12; i++)
    {
      ls_time_axis_zoom (ls_timeline_scene_get_axis (scene), 1.8, 12345);
      test_ui_settle (timeline);
    }
  gtk_window_destroy (window);
  g_object_unref (writer.trace);
}

void
test_timeline_agents_add_time (void)
{
  g_test_add_func ("/timeline/agents/totals", test_totals);
  g_test_add_func ("/timeline/agents/totals/ran", test_totals_ran);
  g_test_add_func ("/timeline/agents/steps", test_steps);
  g_test_add_func ("/timeline/agents/choice", test_choice);
  g_test_add_func ("/timeline/agents/unit", test_unit);
  g_test_add_func ("/timeline/agents/alone", test_alone);
  g_test_add_func ("/timeline/agents/many", test_many);
}
