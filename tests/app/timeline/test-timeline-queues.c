/* test-timeline-queues.c: how many tasks were queued, against the state at each position
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "test-timeline-util.h"

#include "ls-timeline-layers.h"

/* How many tasks are in queues of an agent's scheduler. */
static LsQueueLength
count_in_state (LsState *state,
                guint32  agent)
{
  LsQueueLength length = { 0 };

  for (guint32 id = 0; (id = ls_state_find_next_queue (state, id)) != 0;)
    {
      const LsQueueState *queue = ls_state_get_queue (state, id);

      if (MAX (queue->agent, 1) == agent && queue->tasks.length > 0)
        length.by_priority[queue->priority] += queue->tasks.length;
    }
  return length;
}

/* Compares all positions after which time goes on. */
static guint
compare_all (LsTimelineModel *model)
{
  LsTrace *trace = ls_timeline_model_get_trace (model);
  const gsize end = ls_timeline_model_get_n_read (model);
  g_autoptr (LsState) state = ls_state_new (trace);
  guint n_compared = 0;

  for (gsize position = MAX (1, ls_timeline_model_get_start (model) + 1); position <= end; position++)
    {
      const guint64 time = ls_timeline_model_get_time (model, position - 1);

      if (position < end && ls_timeline_model_get_time (model, position) == time)
        continue;
      ls_state_seek (state, position);
      for (guint i = 0; i < ls_timeline_model_get_n_agents (model); i++)
        {
          const LsTimelineAgent *agent = ls_timeline_model_get_agent (model, i);
          const LsQueueLength expected = count_in_state (state, agent->id);
          LsQueueLength length;

          ls_queue_lengths_get (agent->queued, time, &length);
          for (guint p = 0; p <= LS_N_TASK_PRIORITIES; p++)
            g_assert_cmpuint (length.by_priority[p], ==, expected.by_priority[p]);
          n_compared += ls_queue_length_get_total (&length) > 0;
        }
    }
  return n_compared;
}

static void
read_all (TestTimeline *shown)
{
  test_ui_wait_for (ls_timeline_model_get_n_read (shown->model) == ls_trace_get_length (ls_player_get_trace (shown->player)));
}

static void
test_examples (void)
{
  static const char *const examples[] = { TEST_EXAMPLE, "dynamic-priority.loopscope", "yield-continuations.loopscope",
                                          "delayed-tasks.loopscope", "dependent-signals.loopscope",
                                          "abort-while-running.loopscope" };

  for (guint i = 0; i < G_N_ELEMENTS (examples); i++)
    {
      TestTimeline shown = test_timeline_show (examples[i], 1000, 700);

      ls_timeline_scene_set_unit (shown.scene, LS_TIMELINE_UNIT_TIME);
      read_all (&shown);
      compare_all (shown.model);
      ls_timeline_scene_set_unit (shown.scene, LS_TIMELINE_UNIT_STEP);
      read_all (&shown);
      g_assert_cmpuint (compare_all (shown.model), >, 0);
      ls_timeline_scene_set_unit (shown.scene, LS_TIMELINE_UNIT_AUTO);
      test_window_close (shown.window);
    }
}

/* Tasks come and go in three queues that change their priority, while the oldest records are dropped. */
static void
test_forgets (void)
{
  TestTimelineWriter writer = test_timeline_new_writer ();
  g_autoptr (LsTimelineModel) model = ls_timeline_model_new ();
  g_autoptr (LsTimelineModel) fresh = ls_timeline_model_new ();
  g_autoptr (GArray) queued = g_array_new (FALSE, FALSE, sizeof (guint32));
  guint8 priorities[3] = { LS_TASK_PRIORITY_BACKGROUND, LS_TASK_PRIORITY_USER_VISIBLE, LS_TASK_PRIORITY_USER_BLOCKING };

  ls_timeline_model_set_trace (model, writer.trace);
  for (guint32 q = 0; q < 3; q++)
    PUT (QUEUE_CREATED, .subject = q + 1, .priority = priorities[q]);
  for (guint32 task = 1; task < 20000; task++)
    {
      const guint32 q = g_test_rand_int_range (0, 3);

      writer.now += 10;
      PUT (TASK_QUEUED, .subject = task, .object = q + 1, .value = task, .queue = LS_QUEUE_TYPE_WEB_SCHEDULING,
           .priority = priorities[q]);
      g_array_append_val (queued, task);
      if (queued->len > 50)
        {
          const guint index = g_test_rand_int_range (0, queued->len);
          const guint32 gone = g_array_index (queued, guint32, index);

          writer.now += 10;
          PUT (TASK_REMOVED, .subject = gone);
          g_array_remove_index_fast (queued, index);
        }
      if (task % 100 == 0)
        {
          priorities[q] = priorities[q] % LS_N_TASK_PRIORITIES + 1;
          writer.now += 10;
          PUT (QUEUE_PRIORITY, .subject = q + 1, .priority = priorities[q]);
        }
      if (task % 1000 == 0)
        {
          ls_probe_publish (writer.probe);
          ls_trace_forget (writer.trace, 2 * LS_TRACE_CHUNK);
          ls_timeline_model_forget (model, ls_trace_get_start (writer.trace));
          while (ls_timeline_model_read (model, G_MAXSIZE, G_MAXSIZE))
            ;
        }
    }
  ls_probe_publish (writer.probe);
  while (ls_timeline_model_read (model, G_MAXSIZE, G_MAXSIZE))
    ;
  g_assert_cmpuint (ls_trace_get_start (writer.trace), >, 0);
  g_assert_cmpuint (compare_all (model), >, 1000);
  /* A model that begins there knows the same. */
  ls_timeline_model_set_trace (fresh, writer.trace);
  while (ls_timeline_model_read (fresh, G_MAXSIZE, G_MAXSIZE))
    ;
  g_assert_cmpuint (compare_all (fresh), >, 1000);
  g_object_unref (writer.trace);
}

/* The track, in words: the name of its row, the tooltip and what assistive technology reads. */
static void
test_words (void)
{
  TestTimeline shown = test_timeline_show (TEST_EXAMPLE, 1360, 1000);
  g_autofree char *name = ls_timeline_scene_format_row (shown.scene, LS_TRACK_QUEUED);
  g_autofree char *text = NULL;
  g_autofree char *later = NULL;
  g_autofree char *described = NULL;
  g_autofree char *both = NULL;
  LsTimelineHit hit;
  double x, y;

  g_assert_cmpstr (name, ==, "Tasks queued");
  g_assert_cmpint (test_timeline_find_row (&shown, LS_TRACK_QUEUED), >, test_timeline_find_row (&shown, LS_TRACK_MICROTASKS));
  test_timeline_get_place (&shown, LS_TRACK_QUEUED, 20000, &x, &y);
  ls_timeline_chart_hit (shown.chart, x, y, &hit);
  text = ls_timeline_describe_hit (shown.scene, &hit);
  g_assert_nonnull (strstr (text, " tasks queued · background "));
  g_assert_nonnull (strstr (text, "\n20"));
  test_timeline_get_place (&shown, LS_TRACK_QUEUED, ls_timeline_model_get_end (shown.model) + 2000, &x, &y);
  ls_timeline_chart_hit (shown.chart, x, y, &hit);
  later = ls_timeline_describe_hit (shown.scene, &hit);
  g_assert_null (later);

  ls_player_to_end (shown.player);
  test_window_wait (shown.window);
  described = ls_timeline_chart_describe (shown.chart);
  both = g_strconcat (described, ". No tasks queued", NULL);
  gtk_test_accessible_assert_property (GTK_ACCESSIBLE (shown.chart), GTK_ACCESSIBLE_PROPERTY_DESCRIPTION, both);
  test_window_close (shown.window);
}

int
main (int   argc,
      char *argv[])
{
  test_window_init (&argc, &argv);

  g_test_add_func ("/timeline/queues/examples", test_examples);
  g_test_add_func ("/timeline/queues/forgets", test_forgets);
  g_test_add_func ("/timeline/queues/words", test_words);

  return g_test_run ();
}
