/* bench-start.c: from the start of the application to its first frame
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include <sys/resource.h>

#include "bench-app.h"

#ifdef LS_HAVE_SCRIPT
#include "ls-script.h"
#endif

#define START_RUNS 9

static void
on_first_frame (GdkFrameClock *clock)
{
  _exit (0);
}

static void
on_window_mapped (GtkWidget *window)
{
  g_signal_connect (gtk_widget_get_frame_clock (window), "after-paint", G_CALLBACK (on_first_frame), NULL);
}

static void
on_window_added (GtkApplication *application,
                 GtkWindow      *window)
{
  g_signal_connect_after (window, "map", G_CALLBACK (on_window_mapped), NULL);
}

/* What is started: another process, which ends when the first frame is drawn. */
int
bench_start_process (const char *file)
{
  char *arguments[] = { (char *) "loopscope", (char *) file, NULL };
  g_autoptr (LsApplication) application = NULL;

#ifdef LS_HAVE_SCRIPT
  g_setenv ("TZ", "UTC", TRUE);
  ls_script_register ();
#endif
  application = ls_application_new ();
  g_application_set_flags (G_APPLICATION (application), G_APPLICATION_NON_UNIQUE | G_APPLICATION_HANDLES_OPEN);
  g_signal_connect_after (application, "window-added", G_CALLBACK (on_window_added), NULL);
  return g_application_run (G_APPLICATION (application), file != NULL ? 2 : 1, arguments);
}

static double
get_children_work (void)
{
  struct rusage usage;

  getrusage (RUSAGE_CHILDREN, &usage);
  return (usage.ru_utime.tv_sec + usage.ru_stime.tv_sec) * 1e9 + (usage.ru_utime.tv_usec + usage.ru_stime.tv_usec) * 1e3;
}

/* The smaller of the time that has passed and the processor time, if the processors were wanted by others. */
static double
measure_start (const char *const *arguments)
{
  double values[START_RUNS + 1];

  for (guint i = 0; i <= START_RUNS; i++)
    {
      gint64 begun = bench_now ();
      double work = get_children_work ();
      g_autoptr (GError) error = NULL;
      int status;

      if (!g_spawn_sync (NULL, (char **) arguments, NULL, G_SPAWN_SEARCH_PATH, NULL, NULL, NULL, NULL, &status, &error) ||
          !g_spawn_check_wait_status (status, &error))
        g_error ("%s", error->message);
      values[i] = MIN (bench_now () - begun, get_children_work () - work);
    }
  return bench_get_median (values + 1, START_RUNS);
}

void
bench_start (Bench      *bench,
             const char *program)
{
  g_autoptr (GFile) example = test_window_get_example (TEST_EXAMPLE);
  g_autofree char *path = g_file_get_path (example);
  const char *const empty[] = { program, "--start", NULL };
  const char *const full[] = { program, "--start", path, NULL };
  const char *const nothing[] = { "true", NULL };
  double process = measure_start (nothing);
  double without = measure_start (empty);
  double with = measure_start (full);

  bench_report (bench, "start to the first frame", BENCH_NANOSECONDS, without, "a process that does nothing", process,
                "at most 0.4 s", without <= 400 * BENCH_MS);
  bench_report (bench, "start to the first frame of an example", BENCH_NANOSECONDS, with, "without", without,
                "at most 0.4 s", with <= 400 * BENCH_MS);
}
