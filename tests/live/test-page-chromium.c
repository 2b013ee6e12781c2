/* test-page-chromium.c: watches pages in Chromium, where there is one
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "ls-state.h"
#include "page-fixture.h"

/* A page, a worker, a frame, and a frame of another site: all from their first statement on. */
static void
test_workers (Fixture       *self,
              gconstpointer  data)
{
  LsPagePrediction prediction;

  launch (self, "worker.html");
  wait_for_texts (self, (const char *const[]) { "inPage", "inWorker", "inFrame", "inOtherSite", NULL });
  stop (self);
  g_assert_cmpuint (ls_page_watch_get_n_agents (self->watch), ==, 4);
  ls_page_watch_get_prediction (self->watch, &prediction);
  g_assert_cmpuint (prediction.n_different, ==, 0);
}

/* Steps */

static void
wait_until_held (Fixture *self,
                 guint32  before)
{
  while (!ls_live_run_is_held (LS_LIVE_RUN (self->watch)) || ls_live_run_get_held_task (LS_LIVE_RUN (self->watch)) == before)
    g_main_context_iteration (NULL, TRUE);
}

static const char *
get_name (Fixture *self,
          guint32  task)
{
  g_autoptr (LsState) state = ls_state_new (ls_live_run_get_trace (LS_LIVE_RUN (self->watch)));

  ls_state_seek (state, G_MAXSIZE);
  return ls_trace_get_text (ls_live_run_get_trace (LS_LIVE_RUN (self->watch)), ls_state_get_task (state, task)->name);
}

/* What is changed while a page is held takes effect on what comes next; let go, it goes on. */
static void
test_acts (Fixture       *self,
           gconstpointer  data)
{
  guint32 held;

  ls_page_watch_set_breakpoints (self->watch, NULL);
  launch (self, "steps.html");
  ls_page_watch_set_breakpoints (self->watch, (const char *const[]) { "first", NULL });
  wait_until_held (self, 0);
  held = ls_live_run_get_held_task (LS_LIVE_RUN (self->watch));
  g_assert_cmpstr (get_name (self, held), ==, "first");
  ls_page_watch_set_breakpoints (self->watch, NULL);
  ls_live_run_hold (LS_LIVE_RUN (self->watch));
  /* The background task comes before the others, of which one goes away. */
  ls_page_watch_set_priority (self->watch, find_waiting (self, "low"), LS_TASK_PRIORITY_USER_BLOCKING);
  ls_page_watch_abort (self->watch, find_waiting (self, "doomed"), "enough");
  ls_page_watch_set_priority (self->watch, find_waiting (self, "fixed"), LS_TASK_PRIORITY_BACKGROUND);
  ls_live_run_step (LS_LIVE_RUN (self->watch));
  wait_until_held (self, held);
  held = ls_live_run_get_held_task (LS_LIVE_RUN (self->watch));
  g_assert_cmpstr (get_name (self, held), ==, "low");
  g_assert_nonnull (self->refusal);
  g_assert_true (has_text (self, "enough"));
  ls_page_watch_post (self->watch, 1, "globalThis.scheduler.postTask(function posted() {})", LS_TASK_PRIORITY_USER_BLOCKING);
  ls_live_run_let_go (LS_LIVE_RUN (self->watch));
  wait_for_texts (self, (const char *const[]) { "last", "posted", NULL });
  g_assert_cmpuint (find_waiting (self, "doomed"), ==, 0);
  stop (self);
}

/* A page that never rests is held, and ends with the watch. */
static void
test_flood (Fixture       *self,
            gconstpointer  data)
{
  launch (self, "flood.html");
  wait_for_texts (self, (const char *const[]) { "flood", NULL });
  ls_live_run_hold (LS_LIVE_RUN (self->watch));
  wait_until_held (self, 0);
  ls_live_run_let_go (LS_LIVE_RUN (self->watch));
  stop (self);
}

int
main (int    argc,
      char **argv)
{
  static const struct
  {
    const char *name;
    void      (*run) (Fixture       *self,
                      gconstpointer  data);
  } tests[] = {
    { "random", test_random }, { "delays", test_delays }, { "workers", test_workers }, { "acts", test_acts }, { "flood", test_flood },
  };
  static const char *const names[] = { "chromium", "chromium-browser", "google-chrome", "google-chrome-stable" };
  gboolean has_browser = FALSE;

  g_test_init (&argc, &argv, NULL);

  for (guint i = 0; i < G_N_ELEMENTS (names); i++)
    {
      g_autofree char *path = g_find_program_in_path (names[i]);

      has_browser |= path != NULL;
    }
  if (!has_browser)
    {
      g_print ("1..0 # SKIP There is no Chromium: build-aux/deps test installs it\n");
      return 0;
    }
  for (guint i = 0; i < G_N_ELEMENTS (tests); i++)
    {
      g_autofree char *path = g_strconcat ("/page-chromium/", tests[i].name, NULL);

      g_test_add (path, Fixture, NULL, set_up, tests[i].run, tear_down);
    }
  return g_test_run ();
}
