/* test-timeline-phases.c: the frames of GTK programs in the timeline
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "test-timeline-util.h"

#include "ls-timeline-layers.h"

static guint32
intern (TestTimelineWriter *writer,
        const char         *text)
{
  return ls_probe_intern (writer->probe, text);
}

/* A phase that ends now. */
static void
put_phase (TestTimelineWriter *writer,
           const char         *name,
           guint32             duration)
{
  writer->now += duration;
  test_timeline_put (writer, (LsRecord) { .kind = LS_RECORD_WORK, .priority = LS_TASK_PRIORITY_NONE, .value = duration,
                                          .text = intern (writer, name) });
}

/* Puts a frame, and what a program does between two of them. */
static void
put_frame (TestTimelineWriter *writer,
           guint               n_missed)
{
  put_phase (writer, "update", 100);
  put_phase (writer, "layout", 400);
  put_phase (writer, "paint", 500);
  test_timeline_put (writer, (LsRecord) { .kind = LS_RECORD_FRAME, .priority = LS_TASK_PRIORITY_NONE, .subject = 1, .object = 16667,
                                          .value = 16667 * n_missed, .level = n_missed });
  put_phase (writer, "after-paint", 50);
  writer->now += 5000;
  put_phase (writer, "on_something_else", 200);
  writer->now += 10000;
}

static char *
describe_phase (LsTimelineScene *scene,
                guint            index)
{
  LsTimelineModel *model = ls_timeline_scene_get_model (scene);
  const LsTimelineHit hit = { .track = LS_TRACK_PHASES, .mark = G_MAXUINT32,
                              .span = ls_span_list_get (test_timeline_get_spans (model, LS_TRACK_PHASES), index) };

  return ls_timeline_describe_hit (scene, &hit);
}

/* The frames of a GTK program have their phases, and those say so that came too late. Other programs have no such track. */
static void
test_frames (void)
{
  TestTimelineWriter writer = test_timeline_new_writer ();
  g_autoptr (LsPlayer) player = ls_player_new ();
  g_autoptr (LsTimelineScene) scene = ls_timeline_scene_new ();
  LsTimelineModel *model = ls_timeline_scene_get_model (scene);
  g_autofree char *paint = NULL, *late = NULL, *label = NULL, *row = NULL;
  const LsTrack *track;
  const LsSpan *span;
  gint64 begun;

  PUT (LOOP_STARTED, .text = intern (&writer, "glib"), .flags = LS_RECORD_FLAG_RECORDED);
  put_frame (&writer, 0);
  put_frame (&writer, 2);
  ls_probe_publish (writer.probe);
  ls_timeline_scene_set_player (scene, player);
  ls_player_set_trace (player, writer.trace, NULL, NULL);
  while (ls_timeline_scene_read (scene))
    ;
  track = ls_timeline_model_get_track (model, LS_TRACK_PHASES);
  g_assert_cmpuint (ls_span_list_get_n (track->spans), ==, 8);
  span = ls_span_list_get (track->spans, 1);
  g_assert_cmpuint (span->start, ==, 100);
  g_assert_cmpuint (span->end, ==, 500);
  g_assert_cmpuint (track->marks->len, ==, 1);
  g_assert_true (ls_timeline_scene_has_row (scene, LS_TRACK_PHASES));
  g_assert_false (ls_timeline_scene_is_hidden (scene, LS_TRACK_PHASES));
  row = ls_timeline_scene_format_row (scene, LS_TRACK_PHASES);
  g_assert_cmpstr (row, ==, "Frames, 1 late");
  paint = describe_phase (scene, 2);
  g_assert_true (g_str_has_prefix (paint, "paint · Frames\n"));
  g_assert_null (strstr (paint, "late"));
  late = describe_phase (scene, 6);
  g_assert_nonnull (strstr (late, "The frame was 33.33"));
  g_assert_nonnull (strstr (late, " ms late: 2 refreshes missed"));
  label = ls_timeline_model_format_phase (model, track, ls_span_list_get (track->spans, 6));
  g_assert_cmpstr (label, ==, "paint · 2 missed");
  g_assert_cmpuint (ls_timeline_model_get_n_missed (model, track, ls_span_list_get (track->spans, 7), NULL), ==, 0);

  begun = g_get_monotonic_time ();
  for (guint i = 0; i < 100000; i++)
    put_frame (&writer, i % 10 == 0);
  ls_probe_publish (writer.probe);
  ls_player_set_trace (player, NULL, NULL, NULL);
  ls_player_set_trace (player, writer.trace, NULL, NULL);
  while (ls_timeline_scene_read (scene))
    ;
  track = ls_timeline_model_get_track (model, LS_TRACK_PHASES);
  g_test_message ("100000 frames read in %" G_GINT64_FORMAT " µs", g_get_monotonic_time () - begun);
  g_assert_cmpuint (ls_span_list_get_n (track->spans), ==, 8 + 400000);
  g_assert_cmpuint (track->marks->len, ==, 1 + 10000);
  g_object_unref (writer.trace);

  writer = test_timeline_new_writer ();
  put_frame (&writer, 0);
  ls_probe_publish (writer.probe);
  ls_player_set_trace (player, writer.trace, NULL, NULL);
  while (ls_timeline_scene_read (scene))
    ;
  g_assert_true (ls_span_list_is_empty (ls_timeline_model_get_track (model, LS_TRACK_PHASES)->spans));
  g_object_unref (writer.trace);
}

int
main (int   argc,
      char *argv[])
{
  test_window_init (&argc, &argv);

  g_test_add_func ("/timeline/frames", test_frames);

  return g_test_run ();
}
