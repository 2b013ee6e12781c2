/* bench-running.c: a program at full speed
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include <glib/gstdio.h>

#include "bench-app.h"

/* How long what never ends is watched, in µs. */
#define WATCHED (3 * G_USEC_PER_SEC)
#define WATCHED_PAGE (G_USEC_PER_SEC)

#define BEGINNING \
  "{ \"format\": \"loopscope-session\", \"version\": 1, \"title\": \"bench\"," \
  "  \"settings\": { \"budget\": { \"steps\": 100000000, \"records\": 100000000 } }, \"program\": "

static const char steps[] =
  BEGINNING "{ \"kind\": \"steps\","
  "  \"main\": [ { \"op\": \"repeat\", \"times\": 100, \"body\": [ { \"op\": \"postTask\", \"body\": \"again\" } ] } ],"
  "  \"bodies\": { \"again\": [ { \"op\": \"work\", \"ms\": 1 }, { \"op\": \"postTask\", \"body\": \"again\" } ] } } }";

/* Priorities, signals, delays, timers and yields. */
static const char mixed_steps[] =
  BEGINNING "{ \"kind\": \"steps\","
  "  \"main\": [ { \"op\": \"controller\", \"name\": \"c\", \"priority\": \"user-visible\" },"
  "    { \"op\": \"repeat\", \"times\": 50, \"body\": [ { \"op\": \"postTask\", \"body\": \"signalled\", \"signal\": \"c\" },"
  "      { \"op\": \"postTask\", \"body\": \"delayed\", \"delay\": 1 }, { \"op\": \"postTask\", \"body\": \"yields\" } ] },"
  "    { \"op\": \"timer\", \"ms\": 5, \"repeat\": true, \"body\": ["
  "      { \"op\": \"setPriority\", \"controller\": \"c\", \"priority\": \"background\" },"
  "      { \"op\": \"setPriority\", \"controller\": \"c\", \"priority\": \"user-visible\" } ] } ],"
  "  \"bodies\": { \"signalled\": [ { \"op\": \"postTask\", \"body\": \"signalled\", \"signal\": \"c\" } ],"
  "    \"delayed\": [ { \"op\": \"work\", \"ms\": 0.1 }, { \"op\": \"postTask\", \"body\": \"delayed\", \"delay\": 1 } ],"
  "    \"yields\": [ { \"op\": \"yield\" }, { \"op\": \"postTask\", \"body\": \"yields\" } ] } } }";

/* Whose oldest records fall out all the time. */
static const char forgetting[] =
  "{ \"format\": \"loopscope-session\", \"version\": 1, \"title\": \"bench\", \"settings\": { \"budget\":"
  "  { \"steps\": 4000000000, \"records\": 4000000000, \"keepRecords\": 500000 } }, \"program\": { \"kind\": \"steps\","
  "  \"main\": [ { \"op\": \"repeat\", \"times\": 100, \"body\": [ { \"op\": \"postTask\", \"body\": \"again\" } ] } ],"
  "  \"bodies\": { \"again\": [ { \"op\": \"work\", \"ms\": 1 }, { \"op\": \"postTask\", \"body\": \"again\" } ] } } }";

#ifdef LS_HAVE_SCRIPT
static const char javascript[] =
  BEGINNING "{ \"kind\": \"javascript\", \"scripts\": [ { \"name\": \"main.js\", \"source\":"
  "  \"const f = () => { scheduler.postTask (f); }; for (let i = 0; i < 100; i++) f ();\" } ] } }";

static const char mixed_javascript[] =
  BEGINNING "{ \"kind\": \"javascript\", \"scripts\": [ { \"name\": \"main.js\", \"source\":"
  "  \"const c = new TaskController (); const { signal } = c;"
  "    const signalled = () => { scheduler.postTask (signalled, { signal }); };"
  "    const delayed = () => { scheduler.postTask (delayed, { delay: 1 }); };"
  "    const yields = async () => { await scheduler.yield (); scheduler.postTask (yields); };"
  "    setInterval (() => { c.setPriority ('background'); c.setPriority ('user-visible'); }, 5);"
  "    for (let i = 0; i < 50; i++) { signalled (); delayed (); yields (); }\" } ] } }";
#endif

/* A window with a session. */
LsWindow *
bench_open (const char *text)
{
  g_autofree char *path = g_build_filename (g_get_tmp_dir (), "bench-app.loopscope", NULL);
  g_autoptr (GFile) file = g_file_new_for_path (path);
  g_autoptr (LsSession) session = NULL;
  g_autoptr (GError) error = NULL;
  LsWindow *window;

  if (!g_file_set_contents (path, text, -1, &error))
    g_error ("%s", error->message);
  window = test_window_new (NULL, BENCH_WIDTH, BENCH_HEIGHT);
  session = ls_session_new_from_file (file, NULL, &error);
  if (session == NULL || !ls_debugger_open_session (ls_window_get_debugger (window), session, file, &error))
    g_error ("%s", error->message);
  g_unlink (path);
  bench_wait_for (!ls_player_is_pending (test_window_get_player (window)));
  test_ui_settle (GTK_WIDGET (window));
  return window;
}

LsWindow *
bench_open_steps (void)
{
  return bench_open (steps);
}

void
bench_run (LsWindow *window)
{
  LsPlayer *player = test_window_get_player (window);

  ls_player_set_speed (player, LS_SPEED_MAXIMUM);
  ls_player_set_running (player, TRUE);
}

static void
stop (LsWindow *window)
{
  ls_player_set_running (test_window_get_player (window), FALSE);
  ls_debugger_stop (ls_window_get_debugger (window));
  test_window_close (window);
}

static void
iterate_until (gint64 end)
{
  while (g_get_monotonic_time () < end)
    g_main_context_iteration (NULL, TRUE);
}

/* How many tasks have run a second, when the window shows all that has happened. */
static void
measure (Bench      *bench,
         const char *name,
         const char *text,
         gboolean    is_goal)
{
  LsWindow *window = bench_open (text);
  LsPlayer *player = test_window_get_player (window);
  g_autofree char *title = g_strdup_printf ("%s at full speed, each task", name);
  g_autofree char *work_title = g_strdup_printf ("%s at full speed, processor time of each task", name);
  g_autofree char *rate_title = g_strdup_printf ("%s at full speed, frames a second", name);
  g_autofree char *frame_title = g_strdup_printf ("%s at full speed, longest frame", name);
  g_autofree char *memory_title = g_strdup_printf ("%s at full speed, memory for each task", name);
  double median, longest, each, rate, work, own_work, size;
  gsize memory = bench_memory ();
  gint64 begun = bench_now ();
  gint64 all_begun = bench_get_process_work ();
  gint64 own_begun = bench_get_work ();
  guint32 first = ls_player_get_step (player);
  guint32 n_tasks;
  guint n_frames;
  BenchWatch watch;

  bench_watch_begin (&watch, GTK_WIDGET (window));
  bench_run (window);
  iterate_until (g_get_monotonic_time () + WATCHED);
  n_tasks = MAX (1, ls_player_get_step (player) - first);
  each = (double) (bench_now () - begun) / n_tasks;
  n_frames = watch.frames->len;
  own_work = (double) (bench_get_work () - own_begun) / n_tasks;
  work = (double) (bench_get_process_work () - all_begun) / n_tasks - own_work;
  size = (double) sizeof (LsRecord) * ls_trace_get_length (ls_player_get_trace (player)) / n_tasks;
  rate = n_frames * 1e9 / (bench_now () - begun);
  bench_watch_end (&watch, GTK_WIDGET (window), &median, &longest);
  memory = bench_memory () > memory ? bench_memory () - memory : 0;
  stop (window);

  bench_report (bench, title, BENCH_NANOSECONDS, each, "goal", 5000, is_goal ? "200,000 a second" : "–",
                !is_goal || each <= 5000);
  bench_report (bench, work_title, BENCH_NANOSECONDS, work, "the window's", own_work, is_goal ? "5 µs" : "–",
                !is_goal || MAX (work, own_work) <= 5000);
  bench_report (bench, rate_title, BENCH_HERTZ, rate, "the screen", 60, "–", TRUE);
  bench_report (bench, frame_title, BENCH_NANOSECONDS, longest, "median", median, "at most 50 ms",
                longest <= 50 * BENCH_MS);
  bench_report (bench, memory_title, BENCH_BYTES, (double) memory / n_tasks, "its records", size, "–", TRUE);
}

/* With each of the pages below the stage, from the moment at which it is chosen. */
static void
measure_pages (Bench      *bench,
               const char *name,
               const char *text)
{
  static const char *const pages[] = { "timeline", "events", "log", "what-if", "lints", "statistics", "breakpoints" };
  LsWindow *window = bench_open (text);

  bench_run (window);
  iterate_until (g_get_monotonic_time () + WATCHED_PAGE);
  for (guint i = 0; i < G_N_ELEMENTS (pages); i++)
    {
      g_autofree char *title = g_strdup_printf ("%s with the page “%s”, longest frame", name, pages[i]);
      g_autofree char *rate_title = g_strdup_printf ("frames a second with the page “%s”", pages[i]);
      double median, longest, rate;
      gint64 begun = bench_now ();
      BenchWatch watch;

      bench_watch_begin (&watch, GTK_WIDGET (window));
      gtk_widget_activate_action (GTK_WIDGET (window), "win.show-view", "s", pages[i]);
      iterate_until (g_get_monotonic_time () + WATCHED_PAGE);
      rate = watch.frames->len * 1e9 / (bench_now () - begun);
      bench_watch_end (&watch, GTK_WIDGET (window), &median, &longest);
      bench_report (bench, title, BENCH_NANOSECONDS, longest, "median", median, "at most 50 ms", longest <= 50 * BENCH_MS);
      bench_report (bench, rate_title, BENCH_HERTZ, rate, "the screen", 60, "–", TRUE);
    }
  stop (window);
}

/* While 500,000 records are kept, with a page that has a row or a mark for each of them. */
void
bench_forgetting (Bench *bench)
{
  static const char *const pages[] = { "timeline", "events", "log" };
  LsWindow *window = bench_open (forgetting);
  LsPlayer *player = test_window_get_player (window);

  bench_run (window);
  bench_wait_for (ls_player_get_start (player) > 0);
  for (guint i = 0; i < G_N_ELEMENTS (pages); i++)
    {
      g_autofree char *title = g_strdup_printf ("500,000 kept records, page “%s”, longest frame", pages[i]);
      gsize start = ls_player_get_start (player);
      double median, longest;
      BenchWatch watch;

      bench_watch_begin (&watch, GTK_WIDGET (window));
      gtk_widget_activate_action (GTK_WIDGET (window), "win.show-view", "s", pages[i]);
      iterate_until (g_get_monotonic_time () + WATCHED);
      bench_watch_end (&watch, GTK_WIDGET (window), &median, &longest);
      g_assert_cmpuint (ls_player_get_start (player), >, start);
      bench_report (bench, title, BENCH_NANOSECONDS, longest, "median", median, "at most 50 ms", longest <= 50 * BENCH_MS);
    }
  stop (window);
}

void
bench_steps (Bench *bench)
{
  measure (bench, "a program of steps", steps, TRUE);
}

void
bench_javascript (Bench *bench)
{
#ifdef LS_HAVE_SCRIPT
  measure (bench, "JavaScript", javascript, TRUE);
#endif
}

void
bench_mixed (Bench *bench)
{
  measure (bench, "mixed steps", mixed_steps, FALSE);
#ifdef LS_HAVE_SCRIPT
  measure (bench, "mixed JavaScript", mixed_javascript, FALSE);
#endif
}

void
bench_pages (Bench *bench)
{
#ifdef LS_HAVE_SCRIPT
  measure_pages (bench, "mixed JavaScript", mixed_javascript);
#else
  measure_pages (bench, "mixed steps", mixed_steps);
#endif
}
