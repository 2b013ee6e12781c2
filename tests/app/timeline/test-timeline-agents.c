/* test-timeline-agents.c: what the timeline shows of several agents
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "test-timeline-agents.h"

#include "ls-timeline-layers.h"

static guint
get_number (LsTimelineModel *model,
            guint32          agent,
            LsTrackKind      kind)
{
  const LsTimelineAgent *data = ls_timeline_model_find_agent (model, agent);

  g_assert_nonnull (data);
  return data->first_track + kind;
}

const LsSpanList *
test_timeline_agents_get_spans (LsTimelineModel *model,
                                guint32          agent,
                                LsTrackKind      kind)
{
  return test_timeline_get_spans (model, get_number (model, agent, kind));
}

static void
assert_span (const LsSpanList *spans,
             guint             index,
             guint32           subject,
             guint64           start,
             guint64           end)
{
  const LsSpan *span;

  g_assert_cmpuint (ls_span_list_get_n (spans), >, index);
  span = ls_span_list_get (spans, index);
  g_assert_cmpuint (span->subject, ==, subject);
  g_assert_cmpuint (span->start, ==, start);
  g_assert_cmpuint (span->end, ==, end);
}

static void
assert_arrow (LsTimelineModel     *model,
              guint                index,
              LsTimelineArrowKind  kind,
              guint32              from,
              guint32              to,
              guint64              from_time,
              guint64              to_time)
{
  const GArray *arrows = ls_timeline_model_get_arrows (model);
  const LsTimelineArrow *arrow;

  g_assert_cmpuint (arrows->len, >, index);
  arrow = &g_array_index (arrows, LsTimelineArrow, index);
  g_assert_cmpuint (arrow->kind, ==, kind);
  g_assert_cmpuint (arrow->from, ==, from);
  g_assert_cmpuint (arrow->to, ==, to);
  g_assert_cmpuint (arrow->from_time, ==, from_time);
  g_assert_cmpuint (arrow->effect.time, ==, to_time);
}

static LsTimelineModel *
new_model (const TestTimelineWriter *writer)
{
  LsTimelineModel *model = ls_timeline_model_new ();

  ls_probe_publish (writer->probe);
  ls_timeline_model_set_trace (model, writer->trace);
  while (ls_timeline_model_read (model, G_MAXSIZE, G_MAXSIZE))
    ;
  return model;
}

/* Two agents whose turns overlap: 1 makes 2, which waits; 1 wakes it and posts to it. */
void
test_timeline_agents_put_two (TestTimelineWriter *to)
{
  TestTimelineWriter writer = *to;

  PUT (MEMORY_CREATED, .subject = 1, .value = 16, .text = ls_probe_intern (writer.probe, "cells"));
  PUT (TASK_POSTED, .subject = 1);
  PUT (TASK_SELECTED, .subject = 1, .priority = LS_TASK_PRIORITY_BACKGROUND, .queue = LS_QUEUE_TYPE_WEB_SCHEDULING);
  PUT (TASK_STARTED, .subject = 1);
  writer.now = 100;
  PUT (AGENT_CREATED, .subject = 1, .text = ls_probe_intern (writer.probe, "main"));
  PUT (AGENT_CREATED, .subject = 2, .object = 1, .level = 1, .text = ls_probe_intern (writer.probe, "T1"));
  writer.now = 150;
  PUT_AGENT (2);
  PUT (TASK_INCOMING, .subject = 2, .queue = LS_QUEUE_TYPE_DEFAULT);
  PUT (TASK_SELECTED, .subject = 2, .queue = LS_QUEUE_TYPE_DEFAULT);
  PUT (TASK_STARTED, .subject = 2);
  PUT (MICROTASK_STARTED, .subject = 1);
  writer.now = 180;
  PUT (MICROTASK_FINISHED, .subject = 1);
  PUT (WAITER_ADDED, .subject = 1, .object = 1, .value = 8, .queue = LS_ELEMENT_INT32);
  PUT (AGENT_STATE, .subject = 2, .level = LS_AGENT_STATE_WAITING, .object = 1, .value = 8);
  writer.now = 200;
  PUT_AGENT (1);
  PUT (WAITER_ADDED, .subject = 2, .object = 1, .value = 4, .level = 1, .queue = LS_ELEMENT_INT32);
  writer.now = 300;
  PUT (NOTIFY, .subject = 1, .object = 1, .value = 8);
  PUT (WAITER_REMOVED, .subject = 1, .object = 1, .value = 8);
  PUT (AGENT_STATE, .subject = 2, .level = LS_AGENT_STATE_RUNNABLE);
  PUT (ATOMIC_OPERATION, .level = LS_OPERATION_POST, .object = 2);
  writer.now = 320;
  PUT (TASK_FINISHED, .subject = 1);
  PUT (TURN_ENDED, .value = 1);
  writer.now = 350;
  PUT_AGENT (2);
  PUT (NOTIFY, .subject = 1, .object = 1, .value = 4);
  PUT (WAITER_REMOVED, .subject = 2, .object = 1, .value = 4);
  writer.now = 400;
  PUT (TASK_FINISHED, .subject = 2);
  PUT (TURN_ENDED, .value = 1);
  /* The message arrives, and the loop of 1 takes in what 2 has settled. */
  PUT (AGENT_RUN, .subject = 2);
  PUT (TASK_INCOMING, .subject = 3, .queue = LS_QUEUE_TYPE_OTHER);
  PUT (AGENT_RUN, .subject = 1);
  writer.now = 500;
  PUT (CLOCK_ADVANCED, .value = 180);
  PUT (TASK_INCOMING, .subject = 4, .queue = LS_QUEUE_TYPE_V8);
  PUT_AGENT (2);
  PUT (TASK_SELECTED, .subject = 3, .queue = LS_QUEUE_TYPE_OTHER);
  PUT (TASK_STARTED, .subject = 3);
  writer.now = 530;
  PUT (TASK_FINISHED, .subject = 3);
  PUT (TURN_ENDED, .value = 2);
  PUT (AGENT_RUN, .subject = 1);
  /* Without a choice nothing else says that it runs. */
  PUT (TASK_SELECTED, .subject = 4, .queue = LS_QUEUE_TYPE_V8);
  PUT (TASK_STARTED, .subject = 4);
  writer.now = 560;
  PUT (TASK_FINISHED, .subject = 4);
  PUT (TURN_ENDED, .value = 2);
  *to = writer;
}

static void
test_model (void)
{
  TestTimelineWriter writer = test_timeline_new_writer ();
  g_autoptr (LsTimelineModel) model = NULL;
  g_autofree char *track = NULL;
  g_autofree char *name = NULL;
  g_autofree char *place = NULL;

  test_timeline_agents_put_two (&writer);
  model = new_model (&writer);
  g_object_unref (writer.trace);

  g_assert_cmpuint (ls_timeline_model_get_n_agents (model), ==, 2);
  g_assert_cmpuint (ls_timeline_model_get_n_tracks (model), ==, 2 * LS_N_TRACKS);
  g_assert_cmpuint (ls_timeline_model_get_agents_time (model), ==, 100);

  /* The turn of one goes on while the other runs. */
  assert_span (test_timeline_agents_get_spans (model, 1, LS_TRACK_BACKGROUND), 0, 1, 0, 320);
  g_assert_cmpuint (ls_span_list_get_n (test_timeline_agents_get_spans (model, 1, LS_TRACK_BACKGROUND)), ==, 1);
  assert_span (test_timeline_agents_get_spans (model, 2, LS_TRACK_OTHER), 0, 2, 150, 400);
  assert_span (test_timeline_agents_get_spans (model, 2, LS_TRACK_OTHER), 1, 3, 500, 530);
  assert_span (test_timeline_agents_get_spans (model, 1, LS_TRACK_OTHER), 0, 4, 530, 560);
  assert_span (test_timeline_agents_get_spans (model, 2, LS_TRACK_MICROTASKS), 0, 1, 150, 180);
  g_assert_true (ls_span_list_is_empty (test_timeline_agents_get_spans (model, 1, LS_TRACK_MICROTASKS)));

  /* The baton is one. */
  assert_span (test_timeline_agents_get_spans (model, 1, LS_TRACK_BATON), 0, 1, 100, 150);
  assert_span (test_timeline_agents_get_spans (model, 2, LS_TRACK_BATON), 0, 2, 150, 180);
  assert_span (test_timeline_agents_get_spans (model, 1, LS_TRACK_BATON), 1, 1, 200, 320);
  assert_span (test_timeline_agents_get_spans (model, 2, LS_TRACK_BATON), 1, 2, 350, 400);
  assert_span (test_timeline_agents_get_spans (model, 2, LS_TRACK_BATON), 2, 2, 500, 530);
  assert_span (test_timeline_agents_get_spans (model, 1, LS_TRACK_BATON), 2, 1, 530, 560);
  g_assert_cmpuint (ls_span_list_get_n (test_timeline_agents_get_spans (model, 1, LS_TRACK_BATON)), ==, 3);
  g_assert_cmpuint (ls_span_list_get_n (test_timeline_agents_get_spans (model, 2, LS_TRACK_BATON)), ==, 3);

  assert_span (test_timeline_agents_get_spans (model, 2, LS_TRACK_WAITS), 0, 2, 180, 300);
  g_assert_cmpuint (ls_span_list_get_n (test_timeline_agents_get_spans (model, 2, LS_TRACK_WAITS)), ==, 1);
  place = ls_timeline_model_format_wait (model, ls_span_list_get (test_timeline_agents_get_spans (model, 2, LS_TRACK_WAITS), 0)->record);
  g_assert_cmpstr (place, ==, "cells[2]");
  assert_span (test_timeline_agents_get_spans (model, 1, LS_TRACK_PROMISES), 0, 1, 200, 350);
  g_assert_cmpuint (ls_span_list_sum (ls_timeline_model_find_agent (model, 1)->gaps, 0, 1000), ==, 180);
  g_assert_cmpuint (ls_span_list_sum (ls_timeline_model_find_agent (model, 2)->gaps, 0, 1000), ==, 0);

  assert_arrow (model, 0, LS_TIMELINE_ARROW_CREATED, 1, 2, 100, 150);
  assert_arrow (model, 1, LS_TIMELINE_ARROW_NOTIFIED, 1, 2, 300, 300);
  assert_arrow (model, 2, LS_TIMELINE_ARROW_NOTIFIED, 2, 1, 350, 350);
  g_assert_true (g_array_index (ls_timeline_model_get_arrows (model), LsTimelineArrow, 2).to_promise);
  assert_arrow (model, 3, LS_TIMELINE_ARROW_POSTED, 1, 2, 300, 400);
  g_assert_cmpuint (g_array_index (ls_timeline_model_get_arrows (model), LsTimelineArrow, 3).task, ==, 3);
  g_assert_cmpuint (ls_timeline_model_get_arrows (model)->len, ==, 4);
  g_assert_cmpuint (ls_time_marks_find (ls_timeline_model_get_arrows (model), 300), ==, 1);
  g_assert_cmpuint (ls_time_marks_find (ls_timeline_model_get_arrows (model), 301), ==, 2);

  /* Who posted is who sent the message, or settled the promise. */
  g_assert_cmpuint (ls_timeline_model_get_task (model, 2)->poster, ==, 0);
  g_assert_cmpuint (ls_timeline_model_get_task (model, 3)->poster, ==, 1);
  g_assert_cmpuint (ls_timeline_model_get_task (model, 4)->poster, ==, 2);
  g_assert_cmpuint (ls_timeline_model_get_task_track (model, 3), ==, get_number (model, 2, LS_TRACK_OTHER));
  g_assert_cmpuint (ls_timeline_model_get_task_track (model, 4), ==, LS_TRACK_OTHER);
  g_assert_cmpuint (ls_timeline_model_get_task_span (model, 3)->start, ==, 500);

  track = ls_timeline_model_format_track (model, get_number (model, 2, LS_TRACK_MICROTASKS));
  g_assert_cmpstr (track, ==, "T1: Microtasks");
  name = ls_timeline_model_format_agent (model, 1);
  g_assert_cmpstr (name, ==, "main");
}

/* The context of a thread is told by the name of the thread, where its program is there as well. */
static void
test_brief_names (void)
{
  static const char *const names[] = { "editor", "editor: gdbus", "other: gmain", "editor: ", "a page: shop" };
  static const char *const brief[] = { "editor", "gdbus", "other: gmain", "editor: ", "a page: shop" };
  TestTimelineWriter writer = test_timeline_new_writer ();
  g_autoptr (LsTimelineModel) model = NULL;

  for (guint i = 0; i < G_N_ELEMENTS (names); i++)
    PUT (AGENT_CREATED, .subject = i + 1, .text = ls_probe_intern (writer.probe, names[i]));
  model = new_model (&writer);
  g_object_unref (writer.trace);
  for (guint i = 0; i < G_N_ELEMENTS (names); i++)
    {
      g_autofree char *name = ls_timeline_model_format_agent_briefly (model, i + 1);

      g_assert_cmpstr (name, ==, brief[i]);
    }
}

/* Where room is short, the name of a signal is read, and not that of its page. */
static void
test_signals (void)
{
  TestTimelineWriter writer = test_timeline_new_writer ();
  g_autoptr (LsTimelineModel) model = NULL;
  g_autofree char *name = NULL;

  PUT (AGENT_CREATED, .subject = 1, .text = ls_probe_intern (writer.probe, "http://page/"));
  PUT (AGENT_CREATED, .subject = 2);
  PUT (SIGNAL_CREATED, .subject = 1, .flags = LS_RECORD_FLAG_TASK_SIGNAL, .text = ls_probe_intern (writer.probe, "feed"));
  model = new_model (&writer);
  g_object_unref (writer.trace);
  name = ls_timeline_model_format_track (model, ls_timeline_model_find_signal (model, 1));
  g_assert_cmpstr (name, ==, "feed · http://page/");
}

/* An agent that is terminated says nothing of the turn it was in. */
static void
test_model_ended (void)
{
  TestTimelineWriter writer = test_timeline_new_writer ();
  g_autoptr (LsTimelineModel) model = NULL;

  PUT (AGENT_CREATED, .subject = 1);
  PUT (AGENT_CREATED, .subject = 2, .object = 1);
  PUT_AGENT (2);
  PUT (TASK_SELECTED, .subject = 1);
  PUT (TASK_STARTED, .subject = 1);
  PUT (WAITER_ADDED, .subject = 1, .object = 1);
  PUT (AGENT_STATE, .subject = 2, .level = LS_AGENT_STATE_WAITING, .object = 1);
  writer.now = 70;
  PUT_AGENT (1);
  PUT (ATOMIC_OPERATION, .level = LS_OPERATION_TERMINATE, .object = 2);
  PUT (WAITER_REMOVED, .subject = 1, .object = 1, .level = 2);
  PUT (AGENT_STATE, .subject = 2, .level = LS_AGENT_STATE_ENDED);
  writer.now = 200;
  PUT (TURN_ENDED);
  model = new_model (&writer);
  g_object_unref (writer.trace);

  assert_span (test_timeline_agents_get_spans (model, 2, LS_TRACK_OTHER), 0, 1, 0, 70);
  assert_span (test_timeline_agents_get_spans (model, 2, LS_TRACK_WAITS), 0, 2, 0, 70);
  /* It was not woken. */
  g_assert_cmpuint (ls_timeline_model_get_arrows (model)->len, ==, 1);
}

/* Whatever a file says, nothing is lost but sense. */
static void
test_model_random (void)
{
  for (guint run = 0; run < 60; run++)
    {
      TestTimelineWriter writer = test_timeline_new_writer ();
      g_autoptr (LsTimelineModel) model = NULL;
      g_autoptr (LsTimelineModel) parts = NULL;

      for (guint i = 0; i < 3000; i++)
        {
          LsRecordKind kind = g_test_rand_int_range (0, 2) ? g_test_rand_int_range (LS_RECORD_AGENT_CREATED, LS_N_RECORD_KINDS)
                                                           : g_test_rand_int_range (1, LS_N_RECORD_KINDS);
          LsRecord record = { .kind = kind, .priority = g_test_rand_int_range (0, LS_N_TASK_PRIORITIES + 2), .queue = g_test_rand_int_range (0, 8),
                              .level = g_test_rand_int_range (0, 12) };
          guint32 *members[] = { &record.subject, &record.object, &record.value };

          for (guint k = 0; k < G_N_ELEMENTS (members); k++)
            *members[k] = g_test_rand_int_range (0, 20) == 0 ? (guint32) g_test_rand_int () : (guint32) g_test_rand_int_range (0, 9);
          writer.now += g_test_rand_int_range (0, 3) == 0 ? g_test_rand_int_range (0, 50) : 0;
          test_timeline_put (&writer, record);
        }
      model = new_model (&writer);
      parts = ls_timeline_model_new ();
      ls_timeline_model_set_trace (parts, writer.trace);
      while (ls_timeline_model_read (parts, G_MAXSIZE, 7))
        ;
      g_assert_cmpuint (ls_timeline_model_get_n_tracks (parts), ==, ls_timeline_model_get_n_tracks (model));
      for (guint i = 0; i < ls_timeline_model_get_n_tracks (model); i++)
        {
          g_autofree char *name = ls_timeline_model_format_track (model, i);
          const LsSpanList *spans = test_timeline_get_spans (model, i);

          g_assert_cmpuint (ls_span_list_get_n (spans), ==, ls_span_list_get_n (test_timeline_get_spans (parts, i)));
          for (guint k = 0; k < ls_span_list_get_n (spans); k++)
            {
              g_autofree char *place = ls_timeline_model_format_wait (model, ls_span_list_get (spans, k)->record);

              g_assert_cmpuint (ls_span_list_get (spans, k)->start, ==,
                                ls_span_list_get (test_timeline_get_spans (parts, i), k)->start);
            }
        }
      for (guint32 task = 0; task < 12; task++)
        if (ls_timeline_model_get_task_span (model, task) != NULL)
          g_assert_cmpuint (ls_timeline_model_get_task_track (model, task), <, ls_timeline_model_get_n_tracks (model));
      g_object_unref (writer.trace);
    }
}

/* Where the oldest records are gone, agents that have ended are gone with them, and the others are where they were. */
static void
test_model_forgets (void)
{
  TestTimelineWriter writer = test_timeline_new_writer ();
  g_autoptr (LsTimelineModel) model = NULL;
  g_autoptr (LsTimelineModel) fresh = NULL;
  guint n_most = 0;

  model = ls_timeline_model_new ();
  ls_timeline_model_set_trace (model, writer.trace);
  PUT (AGENT_CREATED, .subject = 1, .text = ls_probe_intern (writer.probe, "main"));
  for (guint32 agent = 2; agent < 3000; agent++)
    {
      PUT (AGENT_CREATED, .subject = agent, .object = 1, .text = ls_probe_intern (writer.probe, "worker"));
      PUT_AGENT (agent);
      PUT (TASK_SELECTED, .subject = agent);
      PUT (TASK_STARTED, .subject = agent);
      writer.now += 10;
      /* Agent 3 goes on to wait. */
      PUT (WAITER_ADDED, .subject = agent, .object = 1, .value = 4);
      PUT (AGENT_STATE, .subject = agent, .level = LS_AGENT_STATE_WAITING, .object = 1, .value = 4);
      PUT_AGENT (1);
      if (agent != 3)
        {
          PUT (WAITER_REMOVED, .subject = agent, .object = 1, .value = 4);
          PUT (AGENT_STATE, .subject = agent, .level = LS_AGENT_STATE_ENDED);
        }
      for (guint i = 0; i < 20; i++)
        PUT (LOG);
      ls_probe_publish (writer.probe);
      ls_trace_forget (writer.trace, 2 * LS_TRACE_CHUNK);
      ls_timeline_model_forget (model, ls_trace_get_start (writer.trace));
      while (ls_timeline_model_read (model, G_MAXSIZE, G_MAXSIZE))
        ;
      n_most = MAX (n_most, ls_timeline_model_get_n_agents (model));
    }
  g_assert_cmpuint (ls_trace_get_start (writer.trace), >, 0);
  g_assert_cmpuint (n_most, <, 1500);
  g_assert_cmpuint (ls_timeline_model_get_n_tracks (model), ==, LS_N_TRACKS * ls_timeline_model_get_n_agents (model));
  g_assert_null (ls_timeline_model_find_agent (model, 2));
  g_assert_cmpuint (ls_span_list_get_n (test_timeline_agents_get_spans (model, 3, LS_TRACK_WAITS)), ==, 1);
  g_assert_cmpuint (ls_span_list_get (test_timeline_agents_get_spans (model, 3, LS_TRACK_WAITS), 0)->end, ==, LS_TIME_NEVER);
  g_assert_cmpuint (ls_timeline_model_get_arrows (model)->len, <, 3000);

  fresh = new_model (&writer);
  g_assert_cmpuint (ls_span_list_get (test_timeline_agents_get_spans (fresh, 3, LS_TRACK_WAITS), 0)->end, ==, LS_TIME_NEVER);
  g_assert_cmpuint (ls_timeline_model_get_arrows (fresh)->len, <=, ls_timeline_model_get_arrows (model)->len);
  for (guint i = 0; i < ls_timeline_model_get_n_agents (fresh); i++)
    {
      const LsTimelineAgent *agent = ls_timeline_model_get_agent (fresh, i);
      const LsSpanList *spans = test_timeline_agents_get_spans (fresh, agent->id, LS_TRACK_OTHER);
      const LsSpanList *others = test_timeline_agents_get_spans (model, agent->id, LS_TRACK_OTHER);

      g_assert_cmpuint (ls_span_list_is_empty (spans), ==, ls_span_list_is_empty (others));
      if (!ls_span_list_is_empty (spans))
        g_assert_cmpuint (ls_span_list_get (spans, ls_span_list_get_n (spans) - 1)->end, ==,
                          ls_span_list_get (others, ls_span_list_get_n (others) - 1)->end);
    }
  g_object_unref (writer.trace);
}

/* The window */

static guint
count_rows (TestTimeline *shown)
{
  guint n_rows;

  ls_timeline_scene_get_rows (shown->scene, &n_rows);
  return n_rows;
}

/* Another scene, as another window has it, of the same run. */
static LsTimelineScene *
new_scene (LsPlayer *player)
{
  LsTimelineScene *scene = ls_timeline_scene_new ();

  ls_timeline_scene_set_player (scene, player);
  while (ls_timeline_scene_read (scene))
    ;
  return scene;
}

static void
test_rows (void)
{
  TestTimeline shown = test_timeline_show ("atomics-condition.loopscope", 1360, 860);
  guint n_agents = ls_timeline_model_get_n_agents (shown.model);
  guint n_all = count_rows (&shown);
  const LsTimelineRow *rows = ls_timeline_scene_get_rows (shown.scene, &n_all);
  guint32 before = 1;

  g_assert_cmpuint (n_agents, ==, 4);
  /* Each agent has a head, and its rows are below it. */
  for (guint i = 0; i < n_all; i++)
    {
      const LsTrack *track = ls_timeline_model_get_track (shown.model, rows[i].track);

      g_assert_cmpuint (track->agent, ==, track->kind == LS_TRACK_BATON && i > 0 ? before + 1 : before);
      before = track->agent;
    }
  g_assert_cmpuint (before, ==, n_agents);
  for (guint32 agent = 2; agent <= 3; agent++)
    g_assert_cmpint (test_timeline_find_row (&shown, get_number (shown.model, agent, LS_TRACK_WAITS)), ==,
                     test_timeline_find_row (&shown, get_number (shown.model, agent, LS_TRACK_BATON)) + 1);
  /* What an agent has nothing of has no row. */
  g_assert_cmpint (test_timeline_find_row (&shown, LS_TRACK_USER_BLOCKING), ==, -1);
  g_assert_cmpint (test_timeline_find_row (&shown, LS_TRACK_WAITS), ==, -1);

  /* A click on the head, or Return, folds. */
  ls_timeline_chart_click (shown.chart, 4, ls_timeline_chart_get_row_y (shown.chart, 0) + 4);
  g_assert_true (ls_timeline_scene_is_folded (shown.scene, 1));
  g_assert_cmpint (test_timeline_find_row (&shown, get_number (shown.model, 2, LS_TRACK_BATON)), ==, 1);
  ls_timeline_chart_set_cursor (shown.chart, 1);
  test_timeline_press (&shown, GDK_KEY_Return, 0);
  g_assert_true (ls_timeline_scene_is_folded (shown.scene, 2));
  g_assert_cmpint (test_timeline_find_row (&shown, get_number (shown.model, 3, LS_TRACK_BATON)), ==, 2);
  test_timeline_press (&shown, GDK_KEY_Return, 0);
  g_assert_false (ls_timeline_scene_is_folded (shown.scene, 2));
  ls_timeline_scene_set_folded (shown.scene, 1, FALSE);
  g_assert_cmpuint (count_rows (&shown), ==, n_all);

  /* What is folded is kept by the names of agents. */
  ls_timeline_scene_set_folded (shown.scene, 3, TRUE);
  {
    g_autoptr (LsTimelineScene) other = new_scene (shown.player);
    g_autofree char *name = ls_timeline_model_format_agent (shown.model, 3);
    g_autoptr (GSettings) settings = g_settings_new ("io.github.loopscope.Loopscope");
    g_autoptr (GVariant) kept = g_settings_get_value (settings, "timeline-folded");
    gboolean folded = FALSE;

    g_assert_true (ls_timeline_scene_is_folded (other, 3));
    g_assert_false (ls_timeline_scene_is_folded (other, 1));
    g_assert_true (g_variant_lookup (kept, name, "b", &folded));
    g_assert_true (folded);
    ls_timeline_scene_reset_rows (other);
    g_assert_false (ls_timeline_scene_is_folded (other, 3));
  }
  ls_timeline_scene_reset_rows (shown.scene);
  g_assert_cmpuint (count_rows (&shown), ==, n_all);

  /* One of an agent alone is hidden or pinned, and an agent with all of its rows. */
  ls_timeline_scene_set_hidden (shown.scene, get_number (shown.model, 2, LS_TRACK_WAITS), TRUE);
  g_assert_cmpuint (count_rows (&shown), ==, n_all - 1);
  g_assert_cmpint (test_timeline_find_row (&shown, get_number (shown.model, 3, LS_TRACK_WAITS)), >, 0);
  ls_timeline_scene_set_pinned (shown.scene, get_number (shown.model, 3, LS_TRACK_WAITS), TRUE);
  g_assert_cmpint (test_timeline_find_row (&shown, get_number (shown.model, 3, LS_TRACK_WAITS)), ==, 0);
  g_assert_cmpuint (count_rows (&shown), ==, n_all - 1);
  ls_timeline_scene_set_hidden (shown.scene, get_number (shown.model, 4, LS_TRACK_BATON), TRUE);
  g_assert_cmpint (test_timeline_find_row (&shown, get_number (shown.model, 4, LS_TRACK_OTHER)), ==, -1);
  ls_timeline_scene_reset_rows (shown.scene);
  g_assert_cmpuint (count_rows (&shown), ==, n_all);

  /* Tracks are in the same order in all of them; the head does not move. */
  ls_timeline_scene_move (shown.scene, get_number (shown.model, 2, LS_TRACK_LOG), -1);
  g_assert_cmpint (test_timeline_find_row (&shown, get_number (shown.model, 2, LS_TRACK_LOG)), <,
                   test_timeline_find_row (&shown, get_number (shown.model, 2, LS_TRACK_OTHER)));
  g_assert_cmpint (test_timeline_find_row (&shown, get_number (shown.model, 3, LS_TRACK_LOG)), <,
                   test_timeline_find_row (&shown, get_number (shown.model, 3, LS_TRACK_OTHER)));
  g_assert_false (ls_timeline_scene_can_move (shown.scene, LS_TRACK_BATON));
  ls_timeline_scene_move (shown.scene, LS_TRACK_BATON, 1);
  g_assert_cmpint (test_timeline_find_row (&shown, LS_TRACK_BATON), ==, 0);
  ls_timeline_scene_reset_rows (shown.scene);
  test_window_close (shown.window);
}

static void
assert_hover (TestTimeline *shown,
              guint         track,
              guint         index,
              const char   *expected)
{
  const LsSpan *span = ls_span_list_get (test_timeline_get_spans (shown->model, track), index);
  g_autofree char *text = NULL;
  LsTimelineHit hit;
  double x, y;

  test_timeline_get_place (shown, track, (span->start + span->end) / 2.0, &x, &y);
  ls_timeline_chart_hit (shown->chart, x, y, &hit);
  g_assert_cmpuint (hit.track, ==, track);
  text = ls_timeline_describe_hit (shown->scene, &hit);
  g_assert_cmpstr (text, ==, expected);
}

static void
test_hover (void)
{
  TestTimeline shown = test_timeline_show ("atomics-condition.loopscope", 1360, 860);
  guint waits;
  const LsSpan *span;
  g_autofree char *name = NULL;
  double x, y;

  /* Most of its steps are at 0 ms, so that it would go by step. */
  ls_timeline_scene_set_unit (shown.scene, LS_TIMELINE_UNIT_TIME);
  test_ui_wait_for (ls_timeline_model_get_n_read (shown.model) == ls_trace_get_length (ls_player_get_trace (shown.player)));
  waits = get_number (shown.model, 2, LS_TRACK_WAITS);
  span = ls_span_list_get (test_timeline_get_spans (shown.model, waits), 0);
  assert_hover (&shown, waits, 0, "A · waits at change[0]\nStarted at 0 ms\nLasted 10 ms");
  name = ls_timeline_scene_format_row (shown.scene, waits);
  g_assert_cmpstr (name, ==, "A: Waiting");

  /* A click goes to where it begins to wait. */
  test_timeline_get_place (&shown, waits, (span->start + span->end) / 2.0, &x, &y);
  ls_timeline_chart_click (shown.chart, x, y);
  test_window_wait (shown.window);
  g_assert_cmpuint (ls_player_get_position (shown.player), >, span->record);
  g_assert_cmpuint (ls_state_get_current_agent (ls_player_get_state (shown.player)), ==, 2);
  ls_timeline_scene_set_unit (shown.scene, LS_TIMELINE_UNIT_AUTO);
  test_window_close (shown.window);
}

/* Threads of a recording run at the same time: nobody waits for a baton, and each turn lasts until its own end. */
static void
test_recorded (void)
{
  TestTimelineWriter writer = test_timeline_new_writer ();
  g_autoptr (LsTimelineModel) model = NULL;
  const LsSpanList *spans;

  PUT (AGENT_CREATED, .subject = 1, .text = ls_probe_intern (writer.probe, "page"), .clause = LS_CLAUSE_RECORDED);
  PUT (AGENT_CREATED, .subject = 2, .object = 1, .text = ls_probe_intern (writer.probe, "worker"), .clause = LS_CLAUSE_RECORDED);
  writer.now = 100;
  PUT (TASK_SELECTED, .subject = 1, .queue = LS_QUEUE_TYPE_OTHER, .clause = LS_CLAUSE_RECORDED);
  PUT (TASK_STARTED, .subject = 1, .clause = LS_CLAUSE_RECORDED);
  writer.now = 120;
  PUT (AGENT_RUN, .subject = 2, .clause = LS_CLAUSE_RECORDED);
  PUT (TASK_INCOMING, .subject = 2, .queue = LS_QUEUE_TYPE_DEFAULT, .clause = LS_CLAUSE_RECORDED);
  writer.now = 130;
  PUT (TASK_SELECTED, .subject = 2, .queue = LS_QUEUE_TYPE_DEFAULT, .clause = LS_CLAUSE_RECORDED);
  writer.now = 150;
  PUT (TURN_ENDED, .clause = LS_CLAUSE_RECORDED);
  PUT (AGENT_RUN, .subject = 1, .clause = LS_CLAUSE_RECORDED);
  writer.now = 300;
  PUT (TASK_FINISHED, .subject = 1, .clause = LS_CLAUSE_RECORDED);
  PUT (TURN_ENDED, .clause = LS_CLAUSE_RECORDED);
  model = new_model (&writer);

  spans = test_timeline_agents_get_spans (model, 1, LS_TRACK_BATON);
  g_assert_cmpuint (ls_span_list_get_n (spans), ==, 1);
  assert_span (spans, 0, 1, 100, 300);
  spans = test_timeline_agents_get_spans (model, 2, LS_TRACK_BATON);
  g_assert_cmpuint (ls_span_list_get_n (spans), ==, 1);
  assert_span (spans, 0, 2, 130, 150);
  g_object_unref (writer.trace);
}

int
main (int   argc,
      char *argv[])
{
  test_window_init (&argc, &argv);

  g_test_add_func ("/timeline/agents/recorded", test_recorded);
  g_test_add_func ("/timeline/agents/model", test_model);
  g_test_add_func ("/timeline/agents/ended", test_model_ended);
  g_test_add_func ("/timeline/agents/random", test_model_random);
  g_test_add_func ("/timeline/agents/brief-names", test_brief_names);
  g_test_add_func ("/timeline/agents/signals", test_signals);
  g_test_add_func ("/timeline/agents/forgets", test_model_forgets);
  g_test_add_func ("/timeline/agents/rows", test_rows);
  g_test_add_func ("/timeline/agents/hover", test_hover);
  test_timeline_agents_add_time ();

  return g_test_run ();
}
