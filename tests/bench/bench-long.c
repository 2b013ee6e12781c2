/* bench-long.c: a run that is much longer than what is kept of it
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "bench-app.h"

static const char endless[] =
  "{ \"format\": \"loopscope-session\", \"version\": 1, \"title\": \"bench\","
  "  \"settings\": { \"budget\": { \"steps\": 4000000000, \"records\": 4000000000 } }, \"program\": { \"kind\": \"steps\","
  "  \"main\": [ { \"op\": \"repeat\", \"times\": 100, \"body\": [ { \"op\": \"postTask\", \"body\": \"again\" } ] } ],"
  "  \"bodies\": { \"again\": [ { \"op\": \"work\", \"ms\": 1 }, { \"op\": \"postTask\", \"body\": \"again\" } ] } } }";

/* The memory each time that a fifth of @n_tasks has run, each fifth with another view. */
void
bench_long (Bench   *bench,
            guint32  n_tasks)
{
  static const char *const views[] = { "timeline", "events", "statistics", "lints", "log" };
  LsWindow *window = bench_open (endless);
  LsPlayer *player = test_window_get_player (window);
  gint64 begun = bench_now ();
  gsize first = 0;

  bench_run (window);
  for (guint i = 1; i <= 5; i++)
    {
      g_autofree char *title = NULL;
      guint32 n = (guint64) n_tasks * i / 5;
      gsize memory;

      test_window_activate (window, "win.show-view", "s", views[i - 1]);
      while (ls_player_get_step (player) < n && ls_player_get_running (player))
        g_main_context_iteration (NULL, TRUE);
      memory = bench_memory ();
      first = i == 1 ? memory : first;
      title = g_strdup_printf ("memory when %u tasks have run", ls_player_get_step (player));
      g_printerr ("%s: %.1f MB, %.0f s\n", title, memory / 1e6, (bench_now () - begun) / 1e9);
      bench_report (bench, title, BENCH_BYTES, memory, "when the first fifth has", first, "at most 1 GB",
                    memory <= 1000 * 1000 * 1000);
    }
  bench_report (bench, "records that are kept of them", BENCH_BYTES,
                (double) sizeof (LsRecord) * (ls_player_get_length (player) - ls_player_get_start (player)),
                "all its records", (double) sizeof (LsRecord) * ls_player_get_length (player), "–", TRUE);
  ls_player_set_running (player, FALSE);
  ls_debugger_stop (ls_window_get_debugger (window));
  test_window_close (window);
}
