/* bench-page.c: a page in Chromium that is watched while it does a lot
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "bench-app.h"

#include "ls-page-watch.h"
#include "ls-session-view-private.h"

/* How long each page is watched, in µs, after it has begun. */
#define WARMING (2 * G_USEC_PER_SEC)
#define WATCHED (5 * G_USEC_PER_SEC)
/* A task is posted, begins and ends. */
#define EVENTS 3

static void
iterate_for (gint64 time)
{
  const gint64 end = g_get_monotonic_time () + time;

  while (g_get_monotonic_time () < end)
    g_main_context_iteration (NULL, TRUE);
}

static LsWindow *
open_page (const char *page)
{
  g_autofree char *path = g_build_filename (g_getenv ("LS_TEST_SOURCE_ROOT"), "tests", "live", "pages", NULL);
  g_autofree char *folder = g_filename_to_uri (path, NULL, NULL);
  g_autofree char *address = g_strdup_printf ("%s/%s", folder, page);
  LsWindow *window = test_window_new (NULL, BENCH_WIDTH, BENCH_HEIGHT);

  ls_session_view_watch_page (ls_window_get_view (window), address, LS_PAGE_WATCH_HEADLESS);
  return window;
}

static void
close_page (LsWindow *window)
{
  test_window_close (window);
  ls_debugger_finish_leaving ();
}

/* @most: tasks a second, 0 for as many as the page can post */
static void
measure (Bench      *bench,
         const char *name,
         const char *page,
         guint       most)
{
  LsWindow *window = open_page (page);
  LsLiveRun *run = ls_debugger_get_live_run (ls_window_get_debugger (window));
  LsPlayer *player = test_window_get_player (window);
  LsTrace *trace;
  g_autofree char *events_title = g_strdup_printf ("%s: events a second", name);
  g_autofree char *lost_title = g_strdup_printf ("%s: events a second that are lost", name);
  g_autofree char *rate_title = g_strdup_printf ("%s: frames a second", name);
  g_autofree char *frame_title = g_strdup_printf ("%s: longest frame", name);
  g_autofree char *memory_title = g_strdup_printf ("%s: memory", name);
  g_autofree char *behind_title = g_strdup_printf ("%s: how far the view is behind the trace", name);
  double median, longest, seconds, n_events, n_frames, behind;
  gsize memory = bench_memory (), records;
  guint32 first;
  guint64 n_lost;
  gint64 begun;
  BenchWatch watch;

  if (run == NULL)
    g_error ("There is no Chromium");
  trace = ls_live_run_get_trace (run);
  bench_wait_for (ls_trace_get_n_turns (trace) > 100);
  iterate_for (WARMING);
  first = ls_trace_get_n_turns (trace);
  n_lost = ls_live_run_get_n_lost (run);
  begun = bench_now ();
  bench_watch_begin (&watch, GTK_WIDGET (window));
  iterate_for (WATCHED);
  seconds = (bench_now () - begun) / 1e9;
  n_events = (double) EVENTS * (ls_trace_get_n_turns (trace) - first);
  n_lost = ls_live_run_get_n_lost (run) - n_lost;
  n_frames = watch.frames->len;
  behind = ls_trace_get_n_turns (trace) - ls_player_get_step (player);
  bench_watch_end (&watch, GTK_WIDGET (window), &median, &longest);
  records = sizeof (LsRecord) * (ls_trace_get_length (trace) - ls_trace_get_start (trace));
  memory = bench_memory () > memory ? bench_memory () - memory : 0;
  close_page (window);

  bench_report (bench, events_title, BENCH_HERTZ, n_events / seconds, "goal", 100000, "–", TRUE);
  bench_report (bench, lost_title, BENCH_HERTZ, n_lost / seconds, "seen", n_events / seconds, most > 0 ? "none" : "–",
                most == 0 || n_lost == 0);
  bench_report (bench, rate_title, BENCH_HERTZ, n_frames / seconds, "the screen", 60, "–", TRUE);
  bench_report (bench, frame_title, BENCH_NANOSECONDS, longest, "median", median, "at most 50 ms", longest <= 50 * BENCH_MS);
  bench_report (bench, behind_title, BENCH_NANOSECONDS, n_events > 0 ? behind * EVENTS / n_events * seconds * 1e9 : 0, "a frame",
                1e9 / 60, "–", TRUE);
  bench_report (bench, memory_title, BENCH_BYTES, memory, "records", records, "–", TRUE);
}

void
bench_page (Bench *bench)
{
  measure (bench, "a page with 10⁵ events a second", "pace.html?rate=33334", 33334);
  measure (bench, "a page as fast as it can", "pace.html", 0);
  measure (bench, "a hostile page", "hostile.html", 0);
}
