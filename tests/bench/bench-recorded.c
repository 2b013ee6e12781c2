/* bench-recorded.c: a recording with ten million records in the window
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "bench-app.h"

#include "ls-recording-builder-private.h"
#include "ls-recording-reader.h"
#include "ls-session-recording.h"
#include "ls-timeline-chart.h"
#include "ls-timeline.h"

#define RECORDS 10000000

/* A few less than one round of the sample has. */
#define RECORDS_OF_SAMPLE 5300

#define N_SEEKS 300

/* Identifiers of one round are not those of another. */
#define IDS_OF_ROUND (G_GUINT64_CONSTANT (1) << 24)

static LsRecording *
read_sample (void)
{
  g_autoptr (GFile) file = g_file_new_build_filename (LS_BENCH_SOURCE_ROOT, "tests", "recording", "samples", "shop-devtools.json.gz",
                                                      NULL);
  g_autoptr (GError) error = NULL;
  LsRecording *recording = ls_recording_load (file, NULL, NULL, NULL, &error);

  if (recording == NULL)
    g_error ("%s", error->message);
  return recording;
}

/* The sample, so many times one after the other. */
static LsRecording *
repeat (LsRecording *sample,
        guint        n_rounds)
{
  LsRecordingBuilder *builder = ls_recording_builder_new (ls_recording_get_format (sample));
  const guint64 length = ls_recording_get_duration (sample) + 1000000;
  LsRecording *recording;

  for (guint round = 0; round < n_rounds; round++)
    for (guint i = 0; i < ls_recording_get_n_threads (sample); i++)
      {
        const LsRecordingThread *from = ls_recording_get_thread (sample, i);
        const guint32 thread = ls_recording_builder_get_thread (builder, from->pid, from->tid);
        gsize n_events;
        const LsRecordingEvent *events = ls_recording_peek_events (sample, i, &n_events);

        ls_recording_builder_set_thread_name (builder, thread, from->name);
        ls_recording_builder_set_thread_kind (builder, thread, from->kind);
        ls_recording_builder_set_thread_page (builder, thread, from->title, from->url);
        for (gsize k = 0; k < n_events; k++)
          {
            LsRecordingEvent event = events[k];

            event.thread = thread;
            event.time += round * length;
            if (event.duration == LS_RECORDING_NO_END)
              event.duration = length - events[k].time;
            if (event.id != 0)
              event.id += round * IDS_OF_ROUND;
            event.text = ls_recording_builder_intern (builder, ls_recording_get_text (sample, event.text), -1);
            event.place = ls_recording_builder_intern (builder, ls_recording_get_text (sample, event.place), -1);
            ls_recording_builder_add (builder, &event);
          }
      }

  recording = ls_recording_builder_end (builder);
  ls_recording_builder_free (builder);
  if (recording == NULL)
    g_error ("There is not enough memory");
  return recording;
}

typedef struct
{
  LsWindow   *window;
  LsPlayer   *player;
  LsTimeAxis *axis;
  gsize       length;
} Shown;

static void
zoom (gpointer data,
      guint    frame)
{
  Shown *shown = data;
  const double total = ls_time_axis_get_total (shown->axis);

  /* From all of it to a thousandth, at many places. */
  if (frame % 20 == 0)
    ls_time_axis_fit (shown->axis);
  ls_time_axis_zoom (shown->axis, 0.7, total * (frame * 7919u % 997) / 997);
}

static void
pan (gpointer data,
     guint    frame)
{
  Shown *shown = data;

  if (frame == 0)
    ls_time_axis_show (shown->axis, 0, ls_time_axis_get_total (shown->axis) / 1000);
  ls_time_axis_pan (shown->axis, ls_time_axis_get_span (shown->axis) / 10);
}

/* Goes to places all over the recording. Returns the median time, @longest the greatest. */
static double
seek (Shown  *shown,
      double *longest)
{
  double times[N_SEEKS];

  for (guint i = 0; i < N_SEEKS; i++)
    {
      const gsize position = (gsize) (i * 7919u % 997) * shown->length / 997;
      const gint64 begun = bench_get_work ();

      ls_player_seek (shown->player, position);
      bench_wait_for (!ls_player_is_pending (shown->player));
      times[i] = bench_get_work () - begun;
    }
  *longest = 0;
  for (guint i = 0; i < N_SEEKS; i++)
    *longest = MAX (*longest, times[i]);
  return bench_get_median (times, N_SEEKS);
}

/* The longest frame while a view is opened, and what it has to say comes. */
static void
measure_view (Bench      *bench,
              Shown      *shown,
              const char *view)
{
  g_autofree char *title = g_strdup_printf ("a recording with 10,000,000 records: opening the page “%s”, longest frame", view);
  BenchWatch watch;
  double median, longest;

  bench_watch_begin (&watch, GTK_WIDGET (shown->window));
  test_window_activate (shown->window, "win.show-view", "s", view);
  for (guint i = 0; i < 2 * BENCH_FRAMES; i++)
    {
      guint n = watch.frames->len;

      gtk_widget_queue_draw (GTK_WIDGET (shown->window));
      bench_wait_for (watch.frames->len > n);
    }
  bench_watch_end (&watch, GTK_WIDGET (shown->window), &median, &longest);
  bench_report (bench, title, BENCH_NANOSECONDS, longest, "median", median, "at most 50 ms", longest <= 50 * BENCH_MS);
}

void
bench_recorded (Bench *bench)
{
  static const char *const views[] = { "events", "log", "lints", "statistics", "timeline" };
  g_autoptr (LsRecording) sample = read_sample ();
  g_autoptr (LsRecording) recording = repeat (sample, RECORDS / RECORDS_OF_SAMPLE + 1);
  g_autoptr (LsSession) session = NULL;
  g_autoptr (GError) error = NULL;
  Shown shown = { .window = test_window_new (NULL, BENCH_WIDTH, BENCH_HEIGHT) };
  GtkWidget *timeline = test_ui_find (GTK_WIDGET (shown.window), LS_TYPE_TIMELINE, NULL);
  LsTimelineScene *scene = ls_timeline_get_scene (LS_TIMELINE (timeline));
  gint64 begun = bench_now ();
  double median, longest;

  session = ls_session_new_for_recording (recording, NULL, 0, &error);
  if (session == NULL || !ls_debugger_open_session (ls_window_get_debugger (shown.window), session, NULL, &error))
    g_error ("%s", error->message);
  shown.player = test_window_get_player (shown.window);
  shown.axis = ls_timeline_scene_get_axis (scene);
  while (ls_debugger_get_working (ls_window_get_debugger (shown.window)) ||
         ls_timeline_model_get_n_read (ls_timeline_scene_get_model (scene)) < ls_player_get_length (shown.player))
    g_main_context_iteration (NULL, TRUE);
  shown.length = ls_player_get_length (shown.player);
  if (shown.length < RECORDS)
    g_error ("The recording has only %zu records", shown.length);
  bench_report (bench, "a recording with 10,000,000 records: until all of it can be gone through", BENCH_NANOSECONDS,
                bench_now () - begun, "each record", (double) (bench_now () - begun) / shown.length, "–", TRUE);

  median = seek (&shown, &longest);
  bench_report (bench, "a recording with 10,000,000 records: going anywhere", BENCH_NANOSECONDS, median, "longest", longest,
                "each at most 20 ms", longest <= 20 * BENCH_MS);
  median = bench_frames (GTK_WIDGET (shown.window), zoom, &shown);
  bench_report (bench, "a recording with 10,000,000 records: zooming, each frame", BENCH_NANOSECONDS, median, "a frame", 16.7 * BENCH_MS,
                "at most 16.7 ms", median <= 16.7 * BENCH_MS);
  median = bench_frames (GTK_WIDGET (shown.window), pan, &shown);
  bench_report (bench, "a recording with 10,000,000 records: moving along, each frame", BENCH_NANOSECONDS, median, "a frame",
                16.7 * BENCH_MS, "at most 16.7 ms", median <= 16.7 * BENCH_MS);
  for (guint i = 0; i < G_N_ELEMENTS (views); i++)
    measure_view (bench, &shown, views[i]);
  bench_report (bench, "a recording with 10,000,000 records: memory", BENCH_BYTES, bench_memory (), "its records",
                (double) sizeof (LsRecord) * shown.length, "–", TRUE);
  ls_debugger_stop (ls_window_get_debugger (shown.window));
  test_window_close (shown.window);
}
