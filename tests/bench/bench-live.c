/* bench-live.c: what it costs a program to be watched
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "bench-util.h"

#include <glib/gstdio.h>
#include <stdlib.h>
#include <sys/wait.h>

#include "ls-watch.h"

/* Other programs disturb, but none makes this one faster: the least counts. Variants take turns, so that all are disturbed alike.
 * */
#define N_ROUNDS 8

#define SPEEDTRACK "/usr/lib/x86_64-linux-gnu/libsysprof-speedtrack-4.so"

typedef enum
{
  ALONE,
  PRELOADED,      /* and not asked to do anything */
  LISTENING,
  WATCHED,
  SYSPROF,
  N_VARIANTS
} Variant;

static const char *const variant_names[N_VARIANTS] = {
  "alone", "preloaded and no more", "waits for a watcher", "watched", "with Sysprof's speedtrack",
};

static const struct
{
  const char *name, *mode, *n, *goal;
  double      most;         /* ns that being watched may take */
  gboolean    is_loop;      /* of a program that uses the library: it takes no other one in */
  const char *waiting_goal; /* NULL for the usual one */
  double      waiting_most; /* ns that waiting for a watcher may take then */
} loads[] = {
  { "30,000 idle sources posted at once, then run", "burst", "30000", "at most 100 ns more", 100 },
  { "one idle source after another: posted, run", "chain", "100000", "at most 100 ns more", 100 },
  { "an idle source that stays: run", "stays", "100000", "at most 100 ns more", 100 },
  { "a source of its own kind that stays: run", "custom", "100000", "at most 100 ns more", 100 },
  { "one GTask after another: returned, told", "tasks", "50000",
    "at most 200 ns more", 200 },
  { "a task of an event loop that reports to nobody: posted, run", "bare", "50000", "at most 1 µs more", 1000, TRUE,
    "at most 500 ns more", 500 },
  { "a task of an event loop that reports to a trace: posted, run", "traced", "50000", "at most 1 µs more", 1000, TRUE },
  { "a function of g_main_context_invoke(): called at once", "invoke", "50000", "at most 100 ns more", 100 },
};

static guint64 n_lost;

static double
read_result (const char *path)
{
  g_autofree char *text = NULL;

  if (!g_file_get_contents (path, &text, NULL, NULL))
    g_error ("the load has not run");
  g_unlink (path);
  return g_ascii_strtod (text, NULL);
}

static void
watch (const char *const *arguments)
{
  g_autoptr (LsWatch) self = ls_watch_new ();
  g_autoptr (GError) error = NULL;

  if (!ls_watch_launch (self, arguments, &error))
    g_error ("%s", error->message);
  while (!ls_live_run_has_ended (LS_LIVE_RUN (self)))
    g_main_context_iteration (NULL, TRUE);
  n_lost += ls_live_run_get_n_lost (LS_LIVE_RUN (self));
}

/* Returns ns of processor time for each callback. */
static double
run (Variant variant,
     guint   load)
{
  g_autofree char *path = g_build_filename (g_get_tmp_dir (), "bench-live", NULL);
  const char *const arguments[] = { loads[load].is_loop ? LS_BENCH_LOOP : LS_BENCH_LOAD, loads[load].mode, loads[load].n, path, NULL };
  g_auto (GStrv) environment = g_get_environ ();

  if (variant == WATCHED)
    {
      watch (arguments);
      return read_result (path);
    }
  if (variant != ALONE && !loads[load].is_loop)
    environment = g_environ_setenv (environment, "LD_PRELOAD", variant == SYSPROF ? SPEEDTRACK : LS_BENCH_PRELOAD, TRUE);
  if (variant == LISTENING)
    environment = g_environ_setenv (environment, "LOOPSCOPE_TRACE", "listen:/tmp/bench-live-socket", TRUE);
  if (!g_spawn_sync (NULL, (char **) arguments, environment, 0, NULL, NULL, NULL, NULL, NULL, NULL))
    g_error ("the load cannot be run");
  return read_result (path);
}

static gboolean
is_measured (Variant variant,
             guint   load)
{
  if (loads[load].is_loop)
    return variant != PRELOADED && variant != SYSPROF;
  return variant != SYSPROF || g_file_test (SPEEDTRACK, G_FILE_TEST_EXISTS);
}

int
main (int   argc,
      char *argv[])
{
  Bench *bench = bench_new (&argc, &argv, "A program that is watched: its processor time for each callback");

  g_setenv ("LOOPSCOPE_PRELOAD", LS_BENCH_PRELOAD, TRUE);
  for (guint load = 0; load < G_N_ELEMENTS (loads); load++)
    {
      double least[N_VARIANTS];

      for (guint i = 0; i < N_VARIANTS; i++)
        least[i] = G_MAXDOUBLE;
      n_lost = 0;
      for (guint round = 0; round < N_ROUNDS; round++)
        for (Variant i = 0; i < N_VARIANTS; i++)
          if (is_measured (i, load))
            least[i] = MIN (least[i], run (i, load));
      for (Variant i = PRELOADED; i < N_VARIANTS; i++)
        {
          g_autofree char *name = g_strdup_printf ("%s; %s", loads[load].name, variant_names[i]);
          const gboolean is_waiting = i == LISTENING && loads[load].waiting_goal != NULL;
          const double most = i == WATCHED ? loads[load].most : is_waiting ? loads[load].waiting_most : 20;
          const char *goal = i == WATCHED ? loads[load].goal : is_waiting ? loads[load].waiting_goal : "at most 20 ns more";

          if (!is_measured (i, load))
            continue;
          bench_report (bench, name, BENCH_NANOSECONDS, least[i], variant_names[ALONE], least[ALONE],
                        i == SYSPROF ? "to compare" : goal,
                        i == SYSPROF || least[i] - least[ALONE] <= most);
        }
      if (n_lost > 0)
        g_printerr ("%s: %" G_GUINT64_FORMAT " records lost in %u runs\n", loads[load].name, n_lost, N_ROUNDS);
    }
  return bench_finish (bench);
}
