/* test-clock.c: the virtual and the monotonic clock
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include <ls-scheduler.h>

#include "loop-fixture.h"

#define MS G_GUINT64_CONSTANT (1000)
#define END_OF_TIME (G_GUINT64_CONSTANT (1) << 53)

/* The virtual clock goes on where nothing else is left to do: straight to the next wake-up. */
static void
test_jump (LoopFixture   *f,
           gconstpointer  preset)
{
  loop_fixture_timeout (f, 7, "timer");
  loop_fixture_post (f, LS_QUEUE_TYPE_DEFAULT, 3 * MS + 1, "post");
  loop_fixture_post (f, LS_QUEUE_TYPE_DEFAULT, 0, "now");
  g_assert_cmpuint (ls_event_loop_get_next_wake_up (f->loop), ==, 3 * MS + 1);
  ls_event_loop_run_turn (f->loop);
  g_assert_cmpuint (ls_event_loop_get_time (f->loop), ==, 0);
  ls_event_loop_run_turn (f->loop);
  g_assert_cmpuint (ls_event_loop_get_time (f->loop), ==, 3 * MS + 1);
  ls_event_loop_run_turn (f->loop);
  g_assert_cmpuint (ls_event_loop_get_time (f->loop), ==, 7 * MS);
  g_assert_cmpint (ls_event_loop_step (f->loop), ==, LS_STEP_NOTHING);
  g_assert_cmpuint (ls_event_loop_get_time (f->loop), ==, 7 * MS);
  g_assert_cmpuint (test_probe_nth (f->probe, LS_RECORD_CLOCK_ADVANCED, 1)->value, ==, 4 * MS - 1);
}

static void
test_work (LoopFixture   *f,
           gconstpointer  preset)
{
  const LsRecord *record;

  ls_event_loop_work (f->loop, 1234);
  ls_event_loop_work (f->loop, 0);
  g_assert_cmpuint (ls_event_loop_get_time (f->loop), ==, 1234);
  record = test_probe_nth (f->probe, LS_RECORD_WORK, 0);
  g_assert_cmpuint (record->value, ==, 1234);
  g_assert_cmpuint (record->time, ==, 1234);
  ls_event_loop_work (f->loop, G_MAXUINT32 + G_GUINT64_CONSTANT (1));
  g_assert_cmpuint (test_probe_nth (f->probe, LS_RECORD_WORK, 2)->value, ==, G_MAXUINT32);
}

/* A late timer does not turn the clock back. */
static void
test_late (LoopFixture   *f,
           gconstpointer  preset)
{
  loop_fixture_timeout (f, 1, "timer");
  ls_event_loop_work (f->loop, 10 * MS);
  ls_event_loop_run (f->loop, 10);
  g_assert_cmpstr (f->log->str, ==, "timer ");
  g_assert_cmpuint (ls_event_loop_get_time (f->loop), ==, 10 * MS);
  g_assert_cmpuint (test_probe_count (f->probe, LS_RECORD_CLOCK_ADVANCED), ==, 0);
}

/* Time ends. Tasks with a longer delay never become due. */
static void
test_saturation (LoopFixture   *f,
                 gconstpointer  preset)
{
  loop_fixture_post (f, LS_QUEUE_TYPE_DEFAULT, G_MAXUINT64, "never");
  loop_fixture_post (f, LS_QUEUE_TYPE_DEFAULT, G_MAXUINT64 - 1, "never either");
  loop_fixture_timeout (f, G_MAXINT32, "timer");
  g_assert_cmpuint (ls_event_loop_run (f->loop, 10), ==, 1);
  g_assert_cmpstr (f->log->str, ==, "timer ");
  g_assert_cmpuint (ls_event_loop_get_time (f->loop), ==, G_MAXINT32 * MS);
  g_assert_cmpint (ls_event_loop_step (f->loop), ==, LS_STEP_NOTHING);

  ls_event_loop_work (f->loop, G_MAXUINT64);
  g_assert_cmpuint (ls_event_loop_get_time (f->loop), ==, END_OF_TIME);
  ls_event_loop_work (f->loop, G_MAXUINT64);
  g_assert_cmpuint (ls_event_loop_get_time (f->loop), ==, END_OF_TIME);
  g_assert_cmpint (ls_event_loop_step (f->loop), ==, LS_STEP_NOTHING);
  g_assert_cmpuint (ls_event_loop_get_queue_length (f->loop, LS_QUEUE_TYPE_DEFAULT, LS_WORK_QUEUE_DELAYED_INCOMING), ==,
                    2);

  /* Tasks still run then, but no time passes. */
  loop_fixture_timeout (f, 1, "later");
  loop_fixture_timeout (f, 0, "now");
  loop_fixture_post (f, LS_QUEUE_TYPE_DEFAULT, 0, "and now");
  ls_event_loop_run (f->loop, 10);
  g_assert_cmpstr (f->log->str, ==, "timer now and now ");
}

static LsCompletion
set_timeout_again (LoopFixture *f,
                   gpointer     data)
{
  ls_event_loop_set_timeout (f->loop, G_MAXINT32, NULL, ACTION (f, "t", set_timeout_again, NULL));
  return LS_COMPLETION_NORMAL;
}

/* A chain of the longest timers comes to the end of time and not to its beginning. */
static void
test_end_of_time (LoopFixture   *f,
                  gconstpointer  preset)
{
  guint64 last = 0;

  ls_event_loop_work (f->loop, END_OF_TIME - 10 * MS * G_MAXINT32);
  set_timeout_again (f, NULL);
  for (guint i = 0; i < 20 && ls_event_loop_run_turn (f->loop); i++)
    {
      g_assert_cmpuint (ls_event_loop_get_time (f->loop), >=, last);
      last = ls_event_loop_get_time (f->loop);
    }
  g_assert_cmpuint (last, ==, END_OF_TIME);
}

/* The delay of a scheduler task comes from a program and may be any number. */
static void
test_delay_of_task (LoopFixture   *f,
                    gconstpointer  preset)
{
  g_autoptr (LsScheduler) scheduler = ls_scheduler_new (f->loop, NULL);
  LsPostTaskOptions options = LS_POST_TASK_OPTIONS_INIT;
  g_autoptr (LsPromise) promise = NULL;

  options.delay = 9007199254740991.0;
  promise = ls_scheduler_post_task (scheduler, NOTE (f, "task"), &options);
  g_assert_cmpint (ls_promise_get_state (promise), ==, LS_PROMISE_PENDING);
  g_assert_cmpuint (ls_event_loop_run (f->loop, 10), ==, 0);
  g_assert_cmpuint (ls_event_loop_get_queue_length (f->loop, LS_QUEUE_TYPE_WEB_SCHEDULING,
                                                    LS_WORK_QUEUE_DELAYED_INCOMING), ==, 1);
}

static void
test_monotonic (void)
{
  LoopFixture f;
  guint64 start;

  loop_fixture_init (&f, LS_CLOCK_MONOTONIC, NULL);
  g_assert_cmpint (ls_event_loop_get_clock_kind (f.loop), ==, LS_CLOCK_MONOTONIC);
  g_assert_cmpint (ls_event_loop_step (f.loop), ==, LS_STEP_NOTHING);
  loop_fixture_timeout (&f, 3600 * 1000, "timer");
  g_assert_cmpint (ls_event_loop_step (f.loop), ==, LS_STEP_WAITING);
  g_assert_cmpuint (ls_event_loop_run (f.loop, 10), ==, 0);
  g_assert_false (ls_event_loop_is_idle (f.loop));

  loop_fixture_post (&f, LS_QUEUE_TYPE_DEFAULT, 0, "now");
  g_assert_cmpint (ls_event_loop_step (f.loop), ==, LS_STEP_TASK);
  g_assert_cmpint (ls_event_loop_step (f.loop), ==, LS_STEP_WAITING);

  /* With the monotonic clock work takes its time. */
  loop_fixture_timeout (&f, 1, "soon");
  start = ls_event_loop_get_time (f.loop);
  ls_event_loop_work (f.loop, 2 * MS);
  g_assert_cmpuint (ls_event_loop_get_time (f.loop) - start, >=, 2 * MS);
  g_assert_cmpint (ls_event_loop_step (f.loop), ==, LS_STEP_TASK);
  g_assert_cmpstr (f.log->str, ==, "now soon ");
  loop_fixture_end (&f);
}

/* The context sleeps until the next wake-up, and no longer. */
static void
test_monotonic_wakes (void)
{
  g_autoptr (GMainContext) context = g_main_context_new ();
  LoopFixture f;
  guint n_iterations = 0;

  loop_fixture_init (&f, LS_CLOCK_MONOTONIC, NULL);
  ls_event_loop_attach (f.loop, context);
  loop_fixture_timeout (&f, 3, "b");
  loop_fixture_timeout (&f, 1, "a");
  loop_fixture_post (&f, LS_QUEUE_TYPE_DEFAULT, G_MAXUINT64 - 1, "never");
  while (f.n_destroyed < 2)
    {
      g_main_context_iteration (context, TRUE);
      n_iterations++;
    }
  g_assert_cmpstr (f.log->str, ==, "a b ");
  g_assert_cmpuint (ls_event_loop_get_time (f.loop), >=, 3 * MS);
  /* The context slept in between: it took an iteration or two for each task. */
  g_assert_cmpuint (n_iterations, <=, 10);
  /* A task that never becomes due does not keep the context awake. */
  for (guint i = 0; i < 3; i++)
    g_main_context_iteration (context, FALSE);
  g_assert_false (g_main_context_pending (context));
  loop_fixture_end (&f);
}

/* What takes time itself, without the loop's knowledge. */
static LsCompletion
compute (const LsValue *argument,
         LsValue       *result,
         gpointer       data)
{
  const gint64 end = g_get_monotonic_time () + 2 * MS;

  while (g_get_monotonic_time () < end)
    ;
  return LS_COMPLETION_NORMAL;
}

/* How long code runs in a microtask is in the records, also in those of what comes of it. */
static void
test_monotonic_microtasks (void)
{
  LoopFixture f;
  g_autoptr (LsPromise) promise = NULL, derived = NULL;

  loop_fixture_init (&f, LS_CLOCK_MONOTONIC, NULL);
  ls_event_loop_queue_microtask (f.loop, NULL, compute, NULL, NULL);
  promise = ls_promise_new (f.loop);
  derived = ls_promise_then (promise, compute, NULL, NULL);
  ls_promise_resolve (promise, NULL);
  loop_fixture_post (&f, LS_QUEUE_TYPE_DEFAULT, 0, "a");
  while (ls_event_loop_run_turn (f.loop))
    ;
  for (guint i = 0; i < 2; i++)
    g_assert_cmpuint (test_probe_nth (f.probe, LS_RECORD_MICROTASK_FINISHED, i)->time, >=,
                      test_probe_nth (f.probe, LS_RECORD_MICROTASK_STARTED, i)->time + 2 * MS);
  g_assert_cmpuint (test_probe_nth (f.probe, LS_RECORD_PROMISE_FULFILLED, 1)->time, >=,
                    test_probe_nth (f.probe, LS_RECORD_MICROTASK_STARTED, 1)->time + 2 * MS);
  loop_fixture_end (&f);
}

#define ADD(path, func) g_test_add (path, LoopFixture, "blink", loop_fixture_set_up, func, loop_fixture_tear_down)

int
main (int   argc,
      char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  ADD ("/clock/jump", test_jump);
  ADD ("/clock/work", test_work);
  ADD ("/clock/late", test_late);
  ADD ("/clock/saturation", test_saturation);
  ADD ("/clock/end-of-time", test_end_of_time);
  ADD ("/clock/delay-of-task", test_delay_of_task);
  g_test_add_func ("/clock/monotonic", test_monotonic);
  g_test_add_func ("/clock/monotonic-wakes", test_monotonic_wakes);
  g_test_add_func ("/clock/monotonic-microtasks", test_monotonic_microtasks);
  return g_test_run ();
}
