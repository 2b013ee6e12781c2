/* bench-app.c: how long the window takes for a frame
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include <stdlib.h>

#include "bench-app.h"

/* As many as a day has, and more. */
#define LONG_TASKS 50000000

/* What the test library has to say is none of the results. */
static void
print (const char *text)
{
  fputs (text, *text == '#' ? stderr : stdout);
  fflush (stdout);
}

static void
tell_load (void)
{
  double load;

  if (getloadavg (&load, 1) == 1 && load > 0.5 * g_get_num_processors ())
    g_printerr ("The machine is busy (load %.1f): these figures say little.\n", load);
}

/* Whether a subject is among those that are named as arguments; all are if there are none. */
static gboolean
is_wanted (char       **subjects,
           const char  *subject)
{
  return *subjects == NULL || g_strv_contains ((const char *const *) subjects, subject);
}

int
main (int   argc,
      char *argv[])
{
  static const struct
  {
    const char *name;
    void      (*func) (Bench *bench);
  } subjects[] = {
    { "stage", bench_stage },
    { "drag", bench_drag },
    { "steps", bench_steps },
    { "javascript", bench_javascript },
    { "mixed", bench_mixed },
    { "pages", bench_pages },
    { "forgetting", bench_forgetting },
    { "page", bench_page },
    { "table", bench_table },
    { "recording", bench_recorded },
  };
  Bench *bench;
  guint64 n_long = 0;
  char **wanted;
  gsize before;

  g_setenv ("LS_TEST_SOURCE_ROOT", LS_BENCH_SOURCE_ROOT, FALSE);
  g_setenv ("GSETTINGS_SCHEMA_DIR", LS_BENCH_SCHEMA_DIR, FALSE);
  g_setenv ("GSETTINGS_BACKEND", "memory", TRUE);
  if (argc >= 2 && g_str_has_prefix (argv[1], "--start"))
    return bench_start_process (argc > 2 ? argv[2] : NULL, g_str_equal (argv[1], "--start-whole"));

  if (argc >= 2 && g_str_has_prefix (argv[1], "--long"))
    {
      n_long = argv[1][6] == '=' ? g_ascii_strtoull (argv[1] + 7, NULL, 10) : LONG_TASKS;
      argv[1] = argv[0];
      argv++;
      argc--;
    }
  g_set_print_handler (print);
  bench = bench_new (&argc, &argv, "The window");
  wanted = argv + 1;
  tell_load ();
  if (n_long > 0)
    {
      test_window_init (&argc, &argv);
      bench_long (bench, CLAMP (n_long, 1000, 400000000));
      tell_load ();
      return bench_finish (bench);
    }
  if (is_wanted (wanted, "start"))
    bench_start (bench, argv[0]);
  test_window_init (&argc, &argv);
  before = bench_memory ();
  for (guint i = 0; i < G_N_ELEMENTS (subjects); i++)
    if (is_wanted (wanted, subjects[i].name))
      subjects[i].func (bench);
  bench_report (bench, "memory after everything", BENCH_BYTES, bench_memory (), "before", before, "–", TRUE);
  tell_load ();
  return bench_finish (bench);
}
