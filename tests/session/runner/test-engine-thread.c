/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "ls-engine-thread.h"
#include "session-util.h"
#include "test-time.h"

#define LOG(text) "{\"op\":\"log\",\"text\":\"" text "\"}"

typedef struct
{
  LsEngineThread *engine;
  guint           n_progress;
  guint           n_finished;
  GThread        *thread;
} Fixture;

static void
on_progress (LsEngineThread *engine,
             Fixture        *fixture)
{
  fixture->n_progress++;
  g_assert_true (g_thread_self () == fixture->thread);
}

static void
on_finished (LsEngineThread *engine,
             Fixture        *fixture)
{
  fixture->n_finished++;
  g_assert_false (ls_engine_thread_get_running (engine));
}

static void
set_up (Fixture       *fixture,
        gconstpointer  data)
{
  fixture->thread = g_thread_self ();
  fixture->engine = ls_engine_thread_new ();
  g_signal_connect (fixture->engine, "progress", G_CALLBACK (on_progress), fixture);
  g_signal_connect (fixture->engine, "finished", G_CALLBACK (on_finished), fixture);
}

static void
tear_down (Fixture       *fixture,
           gconstpointer  data)
{
  LsEngineThread *engine = fixture->engine;

  g_object_add_weak_pointer (G_OBJECT (engine), (gpointer *) &engine);
  g_object_unref (engine);
  g_assert_null (engine);
  /* Nothing is left behind that would still call it. */
  while (g_main_context_iteration (NULL, FALSE))
    ;
}

static void
start (Fixture    *fixture,
       const char *main_steps,
       const char *bodies,
       const char *members)
{
  g_autoptr (LsSession) session = session_new (main_steps, bodies, members);
  g_autoptr (GError) error = NULL;

  g_assert_true (ls_engine_thread_start (fixture->engine, session, NULL, &error));
  g_assert_no_error (error);
}

static void
wait_finished (Fixture *fixture)
{
  guint n = fixture->n_finished;

  while (fixture->n_finished == n)
    g_main_context_iteration (NULL, TRUE);
}

static void
wait_steps (Fixture *fixture,
            guint32  n_steps)
{
  while (ls_engine_thread_get_n_steps (fixture->engine) < n_steps)
    g_main_context_iteration (NULL, TRUE);
}

static void
test_run (Fixture       *fixture,
          gconstpointer  data)
{
  g_autoptr (LsSession) session = session_new (LOG ("a") ",{\"op\":\"yield\"}," LOG ("b"), "",
                                               "\"actions\":[{\"at\":{\"turn\":99},\"do\":{\"op\":\"yield\"}}]");
  g_autoptr (LsRunner) runner = runner_new (session);
  g_autofree char *expected = NULL;
  g_autofree char *found = NULL;
  LsTrace *trace;

  g_assert_true (ls_engine_thread_start (fixture->engine, session, NULL, NULL));
  g_assert_true (ls_engine_thread_get_running (fixture->engine));
  trace = ls_engine_thread_get_trace (fixture->engine);
  g_assert_nonnull (trace);
  wait_finished (fixture);

  ls_runner_run_to_end (runner, NULL);
  expected = ls_trace_hash (ls_runner_get_trace (runner));
  found = ls_trace_hash (trace);
  g_assert_cmpstr (found, ==, expected);
  g_assert_cmpint (ls_engine_thread_get_state (fixture->engine), ==, LS_RUNNER_FINISHED);
  g_assert_null (ls_engine_thread_get_message (fixture->engine));
  g_assert_cmpuint (ls_engine_thread_get_n_steps (fixture->engine), ==, ls_trace_get_n_steps (trace));
  g_assert_cmpuint (ls_engine_thread_get_unapplied_actions (fixture->engine)->len, ==, 1);
  g_assert_cmpuint (fixture->n_progress, >=, 1);
}

#define TIMERS "{\"op\":\"timer\",\"ms\":1,\"repeat\":true,\"body\":[]}"

static void
test_ahead (Fixture       *fixture,
            gconstpointer  data)
{
  LsTrace *trace;

  ls_engine_thread_set_ahead (fixture->engine, 100);
  start (fixture, TIMERS, "", "");
  trace = ls_engine_thread_get_trace (fixture->engine);
  wait_steps (fixture, 100);
  g_usleep (30000);
  g_assert_cmpuint (ls_trace_get_n_steps (trace), ==, 100);

  ls_engine_thread_ensure (fixture->engine, 5000);
  wait_steps (fixture, 5100);
  g_usleep (30000);
  g_assert_cmpuint (ls_trace_get_n_steps (trace), ==, 5100);
  g_assert_cmpint (ls_engine_thread_get_state (fixture->engine), ==, LS_RUNNER_RUNNING);

  /* What is behind is there already. */
  ls_engine_thread_ensure (fixture->engine, 10);
  g_usleep (10000);
  g_assert_cmpuint (ls_trace_get_n_steps (trace), ==, 5100);
  g_assert_cmpuint (fixture->n_finished, ==, 0);
}

typedef struct
{
  const char *name;
  const char *main;
  const char *bodies;
  const char *settings;
} Endless;

static const Endless endless[] = {
  { "timers", TIMERS, "", "" },
  { "microtasks", "{\"op\":\"microtask\",\"body\":\"a\"}", "\"a\":[{\"op\":\"microtask\",\"body\":\"a\"}]", "" },
  { "statements", "{\"op\":\"repeat\",\"times\":1e18,\"body\":[{\"op\":\"work\",\"ms\":0}]}", "", "" },
  { "real-work", "{\"op\":\"work\",\"ms\":1e300}", "", ",\"clock\":\"monotonic\"" },
  { "real-wait", "{\"op\":\"timer\",\"ms\":100000,\"body\":[]}", "", ",\"clock\":\"monotonic\"" },
};

static void
test_stop (Fixture       *fixture,
           gconstpointer  data)
{
  const Endless *test = data;
  g_autofree char *members =
    g_strdup_printf ("\"settings\":{\"budget\":{\"steps\":4294967295,\"records\":4294967295,\"timeMs\":1e15}%s}",
                     test->settings);

  ls_engine_thread_set_ahead (fixture->engine, G_MAXUINT32);
  for (guint i = 0; i < 3; i++)
    {
      g_autoptr (LsTrace) before = ls_engine_thread_get_trace (fixture->engine);
      gint64 begin;

      if (before != NULL)
        g_object_ref (before);
      start (fixture, test->main, test->bodies, members);
      g_assert_true (ls_engine_thread_get_trace (fixture->engine) != before);
      g_usleep (20000);
      begin = g_get_monotonic_time ();
      ls_engine_thread_stop (fixture->engine);
      g_test_message ("stopped in %" G_GINT64_FORMAT " µs", g_get_monotonic_time () - begin);
      test_assert_in_time (g_get_monotonic_time () - begin, 500000);
      g_assert_false (ls_engine_thread_get_running (fixture->engine));
      g_assert_cmpint (ls_engine_thread_get_state (fixture->engine), ==, LS_RUNNER_CANCELLED);
    }
  g_assert_cmpuint (fixture->n_finished, ==, 0);

  /* And it can run something else afterwards. */
  start (fixture, LOG ("a"), "", "");
  wait_finished (fixture);
  g_assert_cmpint (ls_engine_thread_get_state (fixture->engine), ==, LS_RUNNER_FINISHED);
}

/* Ends by itself then, and says so: also where it has paused, and where it is asked twice. */
static void
test_interrupt (Fixture       *fixture,
                gconstpointer  data)
{
  const Endless *test = data;
  g_autofree char *members =
    g_strdup_printf ("\"settings\":{\"budget\":{\"steps\":4294967295,\"records\":4294967295,\"timeMs\":1e15}%s},"
                     "\"actions\":[{\"at\":{\"turn\":4294967295},\"do\":{\"op\":\"yield\"}}]", test->settings);

  for (guint i = 0; i < 3; i++)
    {
      gint64 begin;

      ls_engine_thread_set_ahead (fixture->engine, i == 2 ? 10 : G_MAXUINT32);
      start (fixture, test->main, test->bodies, members);
      g_assert_true (ls_engine_thread_get_working (fixture->engine));
      if (i > 0)
        g_usleep (20000);
      begin = g_get_monotonic_time ();
      ls_engine_thread_interrupt (fixture->engine);
      ls_engine_thread_interrupt (fixture->engine);
      wait_finished (fixture);
      test_assert_in_time (g_get_monotonic_time () - begin, 500000);
      g_assert_cmpint (ls_engine_thread_get_state (fixture->engine), ==, LS_RUNNER_CANCELLED);
      g_assert_cmpuint (ls_engine_thread_get_unapplied_actions (fixture->engine)->len, <=, 1);
      g_assert_false (ls_engine_thread_get_working (fixture->engine));
      ls_engine_thread_interrupt (fixture->engine);
    }
  g_assert_cmpuint (fixture->n_finished, ==, 3);
}

static void
test_working (Fixture       *fixture,
              gconstpointer  data)
{
  g_assert_false (ls_engine_thread_get_working (fixture->engine));
  ls_engine_thread_set_ahead (fixture->engine, 100);
  start (fixture, TIMERS, "", "");
  g_assert_true (ls_engine_thread_get_working (fixture->engine));
  wait_steps (fixture, 100);
  while (ls_engine_thread_get_working (fixture->engine))
    g_main_context_iteration (NULL, TRUE);
  g_assert_true (ls_engine_thread_get_running (fixture->engine));

  ls_engine_thread_ensure (fixture->engine, 1);
  g_assert_true (ls_engine_thread_get_working (fixture->engine));
  while (ls_engine_thread_get_working (fixture->engine))
    g_main_context_iteration (NULL, TRUE);
  ls_engine_thread_stop (fixture->engine);
  g_assert_false (ls_engine_thread_get_working (fixture->engine));
}

static void
test_drop_while_running (Fixture       *fixture,
                         gconstpointer  data)
{
  start (fixture, TIMERS, "", "");
  g_usleep (5000);
}

static void
test_budget (Fixture       *fixture,
             gconstpointer  data)
{
  start (fixture, TIMERS, "", "\"settings\":{\"budget\":{\"steps\":500}}");
  wait_finished (fixture);
  g_assert_cmpint (ls_engine_thread_get_state (fixture->engine), ==, LS_RUNNER_BUDGET_EXCEEDED);
  g_assert_cmpstr (ls_engine_thread_get_message (fixture->engine), ==,
                   "The run was stopped: it reached its budget of 500 steps and statements");
}

static void
test_pause (Fixture       *fixture,
            gconstpointer  data)
{
  LsTrace *trace;
  guint32 n_steps;

  ls_engine_thread_set_paused (fixture->engine, TRUE);
  start (fixture, TIMERS, "", "\"settings\":{\"clock\":\"monotonic\"}");
  trace = ls_engine_thread_get_trace (fixture->engine);
  g_usleep (20000);
  g_assert_cmpuint (ls_trace_get_n_steps (trace), ==, 0);

  ls_engine_thread_set_paused (fixture->engine, FALSE);
  wait_steps (fixture, 10);
  ls_engine_thread_set_paused (fixture->engine, TRUE);
  g_usleep (100000);
  n_steps = ls_trace_get_n_steps (trace);
  g_usleep (50000);
  g_assert_cmpuint (ls_trace_get_n_steps (trace), ==, n_steps);
}

/* The view reads while the engine writes. */
static void
test_read_along (Fixture       *fixture,
                 gconstpointer  data)
{
  LsTrace *trace;
  gsize position = 0;

  ls_engine_thread_set_ahead (fixture->engine, G_MAXUINT32);
  start (fixture, TIMERS "," LOG ("a"), "", "\"settings\":{\"budget\":{\"steps\":20000}}");
  trace = ls_engine_thread_get_trace (fixture->engine);
  while (fixture->n_finished == 0)
    {
      gsize length = ls_trace_get_length (trace);

      g_assert_cmpuint (length, >=, position);
      for (; position < length; position++)
        {
          LsRecord record;

          ls_trace_get_record (trace, position, &record);
          g_assert_cmpuint (record.kind, !=, LS_RECORD_NONE);
          if (record.text != 0)
            g_assert_nonnull (ls_trace_get_text (trace, record.text));
        }
      g_main_context_iteration (NULL, FALSE);
    }
  g_assert_cmpuint (ls_trace_get_length (trace), >, 60000);
  g_assert_cmpuint (position, >, 0);
}

/* Signals come at a bearable rate however fast the engine is. */
static void
test_rate (Fixture       *fixture,
           gconstpointer  data)
{
  gint64 begin = g_get_monotonic_time ();

  ls_engine_thread_set_ahead (fixture->engine, G_MAXUINT32);
  start (fixture, TIMERS, "", "\"settings\":{\"budget\":{\"steps\":200000}}");
  wait_finished (fixture);
  g_assert_cmpint (fixture->n_progress, <=, (g_get_monotonic_time () - begin) / 16000 + 3);
}

static void
test_unknown_preset (Fixture       *fixture,
                     gconstpointer  data)
{
  g_autoptr (LsSession) session = ls_session_new ();
  g_autoptr (GError) error = NULL;
  LsRunnerOptions options = LS_RUNNER_OPTIONS_INIT;

  options.preset = "netscape";
  g_assert_false (ls_engine_thread_start (fixture->engine, session, &options, &error));
  g_assert_error (error, LS_SESSION_ERROR, LS_SESSION_ERROR_RUN);
  g_assert_null (ls_engine_thread_get_trace (fixture->engine));
}

#define ADD(name, func) g_test_add ("/engine-thread/" name, Fixture, NULL, set_up, func, tear_down)

int
main (int   argc,
      char *argv[])
{
  g_test_init (&argc, &argv, NULL);

  ADD ("run", test_run);
  ADD ("ahead", test_ahead);
  for (guint i = 0; i < G_N_ELEMENTS (endless); i++)
    {
      g_autofree char *path = g_strconcat ("/engine-thread/stop/", endless[i].name, NULL);

      g_autofree char *interrupt = g_strconcat ("/engine-thread/interrupt/", endless[i].name, NULL);

      g_test_add (path, Fixture, &endless[i], set_up, test_stop, tear_down);
      g_test_add (interrupt, Fixture, &endless[i], set_up, test_interrupt, tear_down);
    }
  ADD ("working", test_working);
  ADD ("drop-while-running", test_drop_while_running);
  ADD ("budget", test_budget);
  ADD ("pause", test_pause);
  ADD ("read-along", test_read_along);
  ADD ("rate", test_rate);
  ADD ("unknown-preset", test_unknown_preset);

  return g_test_run ();
}
