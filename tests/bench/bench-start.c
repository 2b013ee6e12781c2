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

/* Instead of a file. */
#define EMPTY "--empty"

/* How far a start is measured. */
typedef struct
{
  GtkWidget *window;
  gboolean   is_whole;    /* to the frame that shows all, not to the first one */
  gboolean   has_file;    /* which has to be there, too */
} Start;

static gboolean
is_shown (Start *start)
{
  LsSessionView *view = start->is_whole ? ls_window_get_view (LS_WINDOW (start->window)) : NULL;

  return !start->is_whole || (view != NULL && (!start->has_file || ls_session_view_has_session (view)));
}

static void
on_frame (Start *start)
{
  if (is_shown (start))
    _exit (0);
}

static void
on_window_mapped (Start *start)
{
  g_signal_connect_swapped (gtk_widget_get_frame_clock (start->window), "after-paint", G_CALLBACK (on_frame), start);
}

static void
on_window_added (GtkApplication *application,
                 GtkWindow      *window,
                 Start          *start)
{
  start->window = GTK_WIDGET (window);
  g_signal_connect_data (window, "map", G_CALLBACK (on_window_mapped), start, NULL, G_CONNECT_SWAPPED | G_CONNECT_AFTER);
}

static void
present_empty (GApplication *application)
{
  GtkWidget *window = adw_application_window_new (GTK_APPLICATION (application));

  /* The size of a first window. */
  gtk_window_set_default_size (GTK_WINDOW (window), 1360, 860);
  gtk_window_present (GTK_WINDOW (window));
}

/* What ours is compared with: a window of libadwaita that has nothing in it, with our style and settings. */
static GApplication *
new_empty (void)
{
  GApplication *application = g_object_new (ADW_TYPE_APPLICATION,
                                            "flags", G_APPLICATION_NON_UNIQUE,
                                            "resource-base-path", "/io/github/loopscope/Loopscope",
                                            NULL);

  g_signal_connect (application, "activate", G_CALLBACK (present_empty), NULL);
  return application;
}

static GApplication *
new_ours (void)
{
  GApplication *application;

#ifdef LS_HAVE_SCRIPT
  g_setenv ("TZ", "UTC", TRUE);
  ls_script_register ();
#endif
  application = G_APPLICATION (ls_application_new ());
  g_application_set_flags (application, G_APPLICATION_NON_UNIQUE | G_APPLICATION_HANDLES_OPEN);
  return application;
}

/* What is started: another process, which ends when its first frame is drawn, or the first one that shows all. */
int
bench_start_process (const char *what,
                     gboolean    is_whole)
{
  gboolean is_empty = g_strcmp0 (what, EMPTY) == 0;
  char *arguments[] = { (char *) "loopscope", (char *) what, NULL };
  Start start = { .is_whole = is_whole, .has_file = what != NULL && !is_empty };
  g_autoptr (GApplication) application = is_empty ? new_empty () : new_ours ();

  g_signal_connect_after (application, "window-added", G_CALLBACK (on_window_added), &start);
  return g_application_run (application, start.has_file ? 2 : 1, arguments);
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
measure_process (const char *const *arguments)
{
  gint64 begun = bench_now ();
  double work = get_children_work ();
  g_autoptr (GError) error = NULL;
  int status;

  if (!g_spawn_sync (NULL, (char **) arguments, NULL, G_SPAWN_SEARCH_PATH, NULL, NULL, NULL, NULL, &status, &error) ||
      !g_spawn_check_wait_status (status, &error))
    g_error ("%s", error->message);
  return MIN (bench_now () - begun, get_children_work () - work);
}

void
bench_start (Bench      *bench,
             const char *program)
{
  g_autoptr (GFile) example = test_window_get_example (TEST_EXAMPLE);
  g_autofree char *path = g_file_get_path (example);
  const char *const processes[][4] = {
    { "true", NULL },
    { program, "--start", EMPTY, NULL },
    { program, "--start", NULL },
    { program, "--start-whole", NULL },
    { program, "--start-whole", path, NULL },
  };
  double values[G_N_ELEMENTS (processes)][START_RUNS];
  double medians[G_N_ELEMENTS (processes)];

  /* They take turns, so that none has the quieter machine. The first round fills caches. */
  for (guint i = 0; i <= START_RUNS; i++)
    for (guint j = 0; j < G_N_ELEMENTS (processes); j++)
      values[j][i % START_RUNS] = measure_process (processes[j]);
  for (guint j = 0; j < G_N_ELEMENTS (processes); j++)
    medians[j] = bench_get_median (values[j], START_RUNS);

  bench_report (bench, "start of an empty window to its first frame", BENCH_NANOSECONDS, medians[1],
                "a process that does nothing", medians[0], "–", TRUE);
  bench_report (bench, "start to the first frame", BENCH_NANOSECONDS, medians[2], "an empty window with the same style", medians[1],
                "at most 1.25×", medians[2] <= 1.25 * medians[1]);
  bench_report (bench, "start to the welcome page", BENCH_NANOSECONDS, medians[3], "to the first frame", medians[2],
                "at most 0.4 s", medians[3] <= 400 * BENCH_MS);
  bench_report (bench, "start to an example", BENCH_NANOSECONDS, medians[4], "to the welcome page", medians[3],
                "at most 0.4 s", medians[4] <= 400 * BENCH_MS);
}
