/* test-loop-lifetime.c: the end of loops and of all that they hold
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include <ls-scheduler.h>
#include <ls-task-controller.h>

#include "loop-fixture.h"

static void
unref_promise (gpointer promise)
{
  g_clear_pointer ((LsPromise **) promise, ls_promise_unref);
}

/* One of everything that a loop can hold, each with a note. */
static void
fill (LoopFixture *f)
{
  g_autoptr (LsScheduler) scheduler = ls_scheduler_new (f->loop, NULL);
  g_autoptr (LsTaskController) controller = ls_task_controller_new (f->loop, LS_TASK_PRIORITY_BACKGROUND, NULL);
  LsPostTaskOptions options = LS_POST_TASK_OPTIONS_INIT;
  LsPromise *promise;

  loop_fixture_post (f, LS_QUEUE_TYPE_INPUT, 0, "x");
  loop_fixture_post (f, LS_QUEUE_TYPE_INPUT, 1000, "x");
  loop_fixture_timeout (f, 0, "x");
  loop_fixture_timeout (f, 10, "x");
  ls_event_loop_set_interval (f->loop, 10, NULL, NOTE (f, "x"));
  ls_event_loop_request_idle_callback (f->loop, 0, NULL, NOTE (f, "x"));
  ls_event_loop_request_idle_callback (f->loop, 10, NULL, NOTE (f, "x"));
  ls_event_loop_queue_microtask (f->loop, NULL, NOTE (f, "x"));

  promise = ls_scheduler_post_task (scheduler, NOTE (f, "x"), NULL);
  unref_promise (&promise);
  options.signal = ls_abort_controller_get_signal (LS_ABORT_CONTROLLER (controller));
  promise = ls_scheduler_post_task (scheduler, NOTE (f, "x"), &options);
  unref_promise (&promise);
  options.delay = 10;
  promise = ls_scheduler_post_task (scheduler, NOTE (f, "x"), &options);
  unref_promise (&promise);
  promise = ls_scheduler_yield (scheduler, NULL);
  ls_promise_await (promise, loop_fixture_call, NOTE (f, "x"));
  unref_promise (&promise);
  promise = ls_promise_new_resolved (f->loop, NULL);
  ls_promise_await (promise, loop_fixture_call, NOTE (f, "x"));
  unref_promise (&promise);
  promise = ls_promise_new_rejected (f->loop, NULL);
  unref_promise (&promise);
}

static void
assert_finalized (LoopFixture *f)
{
  g_assert_finalize_object (g_steal_pointer (&f->loop));
  g_assert_cmpuint (f->n_destroyed, ==, f->n_made);
  g_assert_cmpstr (f->log->str, ==, "");
}

static void
test_dropped (LoopFixture   *f,
              gconstpointer  preset)
{
  fill (f);
  g_assert_cmpuint (f->n_destroyed, ==, 0);
  assert_finalized (f);
}

/* Ends the loop in the middle of a turn, step by step. */
static LsCompletion
fill_inside (LoopFixture *f,
             gpointer     data)
{
  g_string_truncate (f->log, 0);
  fill (f);
  return LS_COMPLETION_NORMAL;
}

static void
test_dropped_in_turn (LoopFixture   *f,
                      gconstpointer  preset)
{
  ls_event_loop_post (f->loop, LS_QUEUE_TYPE_DEFAULT, 0, LS_POST_NONE, NULL, ACTION (f, "fill", fill_inside, NULL));
  g_assert_cmpint (ls_event_loop_step (f->loop), ==, LS_STEP_TASK);
  g_assert_cmpuint (ls_event_loop_get_n_microtasks (f->loop), >, 0);
  assert_finalized (f);
}

/* Shutting down, from wherever a program can */

static LsCompletion
shut_down (LoopFixture *f,
           gpointer     data)
{
  const guint n_destroyed = f->n_destroyed;

  g_string_truncate (f->log, 0);
  fill (f);
  ls_event_loop_shut_down (f->loop);
  /* The end takes effect when the callback returns; until then the loop takes nothing any more. */
  g_assert_cmpuint (f->n_destroyed, ==, n_destroyed);
  loop_fixture_post (f, LS_QUEUE_TYPE_DEFAULT, 0, "late");
  loop_fixture_timeout (f, 0, "late");
  ls_event_loop_queue_microtask (f->loop, NULL, NOTE (f, "late"));
  ls_event_loop_request_idle_callback (f->loop, 0, NULL, NOTE (f, "late"));
  ls_event_loop_shut_down (f->loop);
  return LS_COMPLETION_NORMAL;
}

static void
assert_ended (LoopFixture *f)
{
  g_assert_cmpuint (f->n_destroyed, ==, f->n_made);
  g_assert_cmpint (ls_event_loop_step (f->loop), ==, LS_STEP_NOTHING);
  g_assert_false (ls_event_loop_run_turn (f->loop));
  g_assert_cmpuint (ls_event_loop_run (f->loop, 10), ==, 0);
  ls_event_loop_perform_microtask_checkpoint (f->loop);
  g_assert_true (ls_event_loop_is_idle (f->loop));
  g_assert_cmpuint (ls_event_loop_get_n_microtasks (f->loop), ==, 0);
  g_assert_cmpstr (f->log->str, ==, "");
}

static void
run_any_way (LoopFixture *f,
             gpointer     by_steps)
{
  if (by_steps != NULL)
    while (ls_event_loop_step (f->loop) != LS_STEP_NOTHING)
      ;
  else
    ls_event_loop_run (f->loop, 10);
}

static void
test_shut_down_in_task (gconstpointer by_steps)
{
  LoopFixture f;

  loop_fixture_set_up (&f, NULL);
  ls_event_loop_post (f.loop, LS_QUEUE_TYPE_CONTROL, 0, LS_POST_NONE, NULL, ACTION (&f, "task", shut_down, NULL));
  run_any_way (&f, (gpointer) by_steps);
  assert_ended (&f);
  loop_fixture_end (&f);
}

static void
test_shut_down_in_microtask (gconstpointer by_steps)
{
  LoopFixture f;

  loop_fixture_set_up (&f, NULL);
  loop_fixture_post (&f, LS_QUEUE_TYPE_CONTROL, 0, "never");
  ls_event_loop_queue_microtask (f.loop, NULL, ACTION (&f, "microtask", shut_down, NULL));
  run_any_way (&f, (gpointer) by_steps);
  assert_ended (&f);
  loop_fixture_end (&f);
}

/* Steps into a turn, then runs it to its end, which ends the loop. */
static LsCompletion
queue_shut_down (LoopFixture *f,
                 gpointer     data)
{
  ls_event_loop_queue_microtask (f->loop, NULL, ACTION (f, "microtask", shut_down, NULL));
  return LS_COMPLETION_NORMAL;
}

static void
test_shut_down_in_rest_of_turn (LoopFixture   *f,
                                gconstpointer  preset)
{
  ls_event_loop_post (f->loop, LS_QUEUE_TYPE_CONTROL, 0, LS_POST_NONE, NULL, ACTION (f, "task", queue_shut_down, NULL));
  loop_fixture_post (f, LS_QUEUE_TYPE_CONTROL, 0, "never");
  g_assert_cmpint (ls_event_loop_step (f->loop), ==, LS_STEP_TASK);
  ls_event_loop_run_turn (f->loop);
  assert_ended (f);
}

static void
test_shut_down_in_timer (gconstpointer by_steps)
{
  LoopFixture f;

  loop_fixture_set_up (&f, NULL);
  ls_event_loop_set_interval (f.loop, 0, NULL, ACTION (&f, "timer", shut_down, NULL));
  run_any_way (&f, (gpointer) by_steps);
  assert_ended (&f);
  loop_fixture_end (&f);
}

static void
test_shut_down_in_idle (gconstpointer by_steps)
{
  LoopFixture f;

  loop_fixture_set_up (&f, NULL);
  ls_event_loop_request_idle_callback (f.loop, 10, NULL, ACTION (&f, "idle", shut_down, NULL));
  run_any_way (&f, (gpointer) by_steps);
  assert_ended (&f);
  loop_fixture_end (&f);
}

static void
test_shut_down_in_post_task (gconstpointer by_steps)
{
  g_autoptr (LsScheduler) scheduler = NULL;
  g_autoptr (LsPromise) promise = NULL;
  LoopFixture f;

  loop_fixture_set_up (&f, NULL);
  scheduler = ls_scheduler_new (f.loop, NULL);
  promise = ls_scheduler_post_task (scheduler, ACTION (&f, "task", shut_down, NULL), NULL);
  run_any_way (&f, (gpointer) by_steps);
  assert_ended (&f);
  g_assert_cmpint (ls_promise_get_state (promise), ==, LS_PROMISE_PENDING);
  g_clear_object (&scheduler);
  loop_fixture_end (&f);
}

static LsCompletion
shut_down_in_listener (LsEvent  *event,
                       LsValue  *result,
                       gpointer  data)
{
  shut_down (data, NULL);
  return LS_COMPLETION_NORMAL;
}

static LsCompletion
abort_controller (LoopFixture *f,
                  gpointer     controller)
{
  ls_abort_controller_abort (controller, NULL);
  return LS_COMPLETION_NORMAL;
}

static void
test_shut_down_in_listener (gconstpointer by_steps)
{
  g_autoptr (LsAbortController) controller = NULL;
  LoopFixture f;

  loop_fixture_set_up (&f, NULL);
  controller = ls_abort_controller_new (f.loop, NULL);
  ls_abort_signal_add_listener (ls_abort_controller_get_signal (controller), "abort", shut_down_in_listener,
                                LS_LISTENER_NONE, &f, NULL);
  ls_event_loop_post (f.loop, LS_QUEUE_TYPE_CONTROL, 0, LS_POST_NONE, NULL,
                      ACTION (&f, "task", abort_controller, controller));
  run_any_way (&f, (gpointer) by_steps);
  assert_ended (&f);
  loop_fixture_end (&f);
}

static void
shut_down_in_report (LsEventLoop   *loop,
                     const LsValue *exception,
                     LsPromise     *promise,
                     gpointer       data)
{
  shut_down (data, NULL);
}

static LsCompletion
reject (LoopFixture *f,
        gpointer     data)
{
  ls_promise_unref (ls_promise_new_rejected (f->loop, NULL));
  ls_promise_unref (ls_promise_new_rejected (f->loop, NULL));
  return LS_COMPLETION_NORMAL;
}

static void
test_shut_down_in_report (gconstpointer by_steps)
{
  LoopFixture f;

  loop_fixture_set_up (&f, NULL);
  ls_event_loop_set_report_func (f.loop, shut_down_in_report, &f, NULL);
  ls_event_loop_post (f.loop, LS_QUEUE_TYPE_CONTROL, 0, LS_POST_NONE, NULL, ACTION (&f, "task", reject, NULL));
  loop_fixture_post (&f, LS_QUEUE_TYPE_CONTROL, 0, "never");
  run_any_way (&f, (gpointer) by_steps);
  assert_ended (&f);
  g_assert_cmpuint (test_probe_count (f.probe, LS_RECORD_PROMISE_UNHANDLED), ==, 1);
  loop_fixture_end (&f);
}

/* A destroy notify may do anything but run the loop. */
static LoopFixture *ending;
static guint n_ending;

static LsCompletion
never (const LsValue *argument,
       LsValue       *result,
       gpointer       data)
{
  g_assert_not_reached ();
}

static void
act_when_dropped (gpointer data)
{
  LsEventLoop *loop = ending->loop;

  n_ending++;
  ls_event_loop_shut_down (loop);
  g_assert_cmpint (ls_event_loop_step (loop), ==, LS_STEP_NOTHING);
  g_assert_cmpuint (ls_event_loop_run (loop, 10), ==, 0);
  for (guint32 id = 0; id < 10; id++)
    {
      ls_event_loop_clear_timer (loop, id);
      ls_event_loop_cancel_idle_callback (loop, id);
    }
  loop_fixture_post (ending, LS_QUEUE_TYPE_DEFAULT, 0, "late");
  loop_fixture_timeout (ending, 0, "late");
  ls_promise_unref (ls_promise_new_rejected (loop, NULL));
}

static void
test_shut_down_in_destroy (gconstpointer by_unref)
{
  LoopFixture f;

  loop_fixture_set_up (&f, NULL);
  ending = &f;
  n_ending = 0;
  for (guint i = 0; i < 3; i++)
    {
      ls_event_loop_set_timeout (f.loop, i, NULL, never, NULL, act_when_dropped);
      ls_event_loop_request_idle_callback (f.loop, i, NULL, never, NULL, act_when_dropped);
      ls_event_loop_post (f.loop, LS_QUEUE_TYPE_DEFAULT, i, LS_POST_NONE, NULL, never, NULL, act_when_dropped);
      ls_event_loop_queue_microtask (f.loop, NULL, never, NULL, act_when_dropped);
    }
  if (by_unref != NULL)
    {
      gpointer loop = f.loop;

      g_object_add_weak_pointer (loop, &loop);
      g_object_unref (f.loop);
      g_assert_null (loop);
      f.loop = NULL;
    }
  else
    ls_event_loop_shut_down (f.loop);
  g_assert_cmpuint (n_ending, ==, 12);
  loop_fixture_end (&f);
}

/* Running it from inside itself */

static LsCompletion
run_inside (LoopFixture *f,
            gpointer     data)
{
  const guint32 turn = ls_event_loop_get_turn (f->loop);

  ls_event_loop_queue_microtask (f->loop, NULL, NOTE (f, "microtask"));
  g_assert_cmpint (ls_event_loop_step (f->loop), ==, LS_STEP_NOTHING);
  g_assert_false (ls_event_loop_run_turn (f->loop));
  g_assert_cmpuint (ls_event_loop_run (f->loop, 10), ==, 0);
  ls_event_loop_perform_microtask_checkpoint (f->loop);
  g_assert_cmpuint (ls_event_loop_get_turn (f->loop), ==, turn);
  return LS_COMPLETION_NORMAL;
}

static void
test_run_inside (gconstpointer by_steps)
{
  LoopFixture f;

  loop_fixture_set_up (&f, NULL);
  ls_event_loop_post (f.loop, LS_QUEUE_TYPE_CONTROL, 0, LS_POST_NONE, NULL, ACTION (&f, "task", run_inside, NULL));
  ls_event_loop_queue_microtask (f.loop, NULL, ACTION (&f, "first", run_inside, NULL));
  ls_event_loop_set_timeout (f.loop, 0, NULL, ACTION (&f, "timer", run_inside, NULL));
  ls_event_loop_request_idle_callback (f.loop, 0, NULL, ACTION (&f, "idle", run_inside, NULL));
  run_any_way (&f, (gpointer) by_steps);
  g_assert_cmpstr (f.log->str, ==, "first microtask task microtask timer microtask idle microtask ");
  loop_fixture_end (&f);
}

static void
destroy_and_run (gpointer data)
{
  LoopFixture *f = data;

  g_string_append (f->log, "dropped ");
  g_assert_cmpint (ls_event_loop_step (f->loop), ==, LS_STEP_NOTHING);
}

static LsCompletion
note_ran (const LsValue *argument,
          LsValue       *result,
          gpointer       data)
{
  LoopFixture *f = data;

  g_string_append (f->log, "ran ");
  return LS_COMPLETION_NORMAL;
}

/* Nor from the destroy notify of the task that has just run. */
static void
test_run_in_destroy (LoopFixture   *f,
                     gconstpointer  preset)
{
  g_autoptr (LsScheduler) scheduler = ls_scheduler_new (f->loop, NULL);

  ls_event_loop_post (f->loop, LS_QUEUE_TYPE_CONTROL, 0, LS_POST_NONE, NULL, note_ran, f, destroy_and_run);
  ls_event_loop_queue_microtask (f->loop, NULL, note_ran, f, destroy_and_run);
  ls_event_loop_set_timeout (f->loop, 0, NULL, note_ran, f, destroy_and_run);
  ls_event_loop_request_idle_callback (f->loop, 0, NULL, note_ran, f, destroy_and_run);
  ls_promise_unref (ls_scheduler_post_task (scheduler, note_ran, f, destroy_and_run, NULL));
  ls_event_loop_run (f->loop, 10);
  g_assert_cmpstr (f->log->str, ==, "ran dropped ran dropped ran dropped ran dropped ran dropped ");
}

/* Dropping it from inside itself */

static LsCompletion
unref_loop (LoopFixture *f,
            gpointer     data)
{
  g_object_unref (f->loop);
  return LS_COMPLETION_NORMAL;
}

static void
test_unref_inside (gconstpointer by_steps)
{
  static const char *const kinds[] = { "task", "microtask", "timer", "interval", "idle" };

  for (guint i = 0; i < G_N_ELEMENTS (kinds); i++)
    {
      gpointer loop;
      LoopFixture f;

      loop_fixture_set_up (&f, NULL);
      loop = f.loop;
      g_object_add_weak_pointer (loop, &loop);
      if (i == 0)
        ls_event_loop_post (f.loop, LS_QUEUE_TYPE_CONTROL, 0, LS_POST_NONE, NULL, ACTION (&f, "", unref_loop, NULL));
      else if (i == 1)
        ls_event_loop_queue_microtask (f.loop, NULL, ACTION (&f, "", unref_loop, NULL));
      else if (i == 2)
        ls_event_loop_set_timeout (f.loop, 0, NULL, ACTION (&f, "", unref_loop, NULL));
      else if (i == 3)
        ls_event_loop_set_interval (f.loop, 0, NULL, ACTION (&f, "", unref_loop, NULL));
      else
        ls_event_loop_request_idle_callback (f.loop, 0, NULL, ACTION (&f, "", unref_loop, NULL));
      loop_fixture_post (&f, LS_QUEUE_TYPE_IDLE, 2000, "never");
      if (by_steps != NULL)
        ls_event_loop_step (f.loop);
      else
        ls_event_loop_run_turn (f.loop);
      g_assert_null (loop);
      g_assert_cmpuint (f.n_destroyed, ==, f.n_made);
      f.loop = NULL;
      loop_fixture_end (&f);
    }
}

/* The data of a task holds the last reference to the loop, which goes with the task. */
static void
test_unref_by_abort (LoopFixture   *f,
                     gconstpointer  preset)
{
  g_autoptr (LsTaskController) controller = ls_task_controller_new (f->loop, LS_TASK_PRIORITY_BACKGROUND, NULL);
  LsPostTaskOptions options = LS_POST_TASK_OPTIONS_INIT;
  LsScheduler *scheduler = ls_scheduler_new (f->loop, NULL);
  gpointer loop = f->loop;

  options.signal = ls_abort_controller_get_signal (LS_ABORT_CONTROLLER (controller));
  ls_promise_unref (ls_scheduler_post_task (scheduler, never, f->loop, g_object_unref, &options));
  ls_promise_unref (ls_scheduler_post_task (scheduler, NOTE (f, "never"), &options));
  g_object_unref (scheduler);
  g_object_add_weak_pointer (loop, &loop);
  f->loop = NULL;
  ls_abort_controller_abort (LS_ABORT_CONTROLLER (controller), NULL);
  g_assert_null (loop);
  g_assert_cmpuint (f->n_destroyed, ==, 1);
}

static void
test_unref_by_clear (LoopFixture   *f,
                     gconstpointer  preset)
{
  gpointer loop = f->loop;
  guint32 timer;

  timer = ls_event_loop_set_timeout (f->loop, 0, NULL, never, f->loop, g_object_unref);
  loop_fixture_timeout (f, 0, "never");
  g_object_add_weak_pointer (loop, &loop);
  f->loop = NULL;
  ls_event_loop_clear_timer (loop, timer);
  g_assert_null (loop);

  loop = f->loop = ls_event_loop_new (LS_CLOCK_VIRTUAL);
  timer = ls_event_loop_request_idle_callback (f->loop, 10, NULL, never, f->loop, g_object_unref);
  g_object_add_weak_pointer (loop, &loop);
  f->loop = NULL;
  ls_event_loop_cancel_idle_callback (loop, timer);
  g_assert_null (loop);
}

static void
never_run (gpointer data)
{
  g_assert_not_reached ();
}

/* Programs may hold everything else longer. */
static void
test_outlived (LoopFixture   *f,
               gconstpointer  preset)
{
  g_autoptr (LsScheduler) scheduler = ls_scheduler_new (f->loop, NULL);
  g_autoptr (LsTaskController) controller = ls_task_controller_new (f->loop, LS_TASK_PRIORITY_BACKGROUND, NULL);
  g_autoptr (LsPromise) promise = ls_scheduler_yield (scheduler, NULL);

  fill (f);
  assert_finalized (f);
  g_assert_null (ls_scheduler_get_loop (scheduler));
  g_assert_null (ls_abort_signal_get_loop (ls_abort_controller_get_signal (LS_ABORT_CONTROLLER (controller))));
  g_assert_null (ls_scheduler_post_task (scheduler, NOTE (f, "never"), NULL));
  g_assert_cmpuint (ls_scheduler_post (scheduler, LS_TASK_PRIORITY_BACKGROUND, never_run, NULL, NULL), ==, 0);
  g_assert_null (ls_scheduler_yield (scheduler, NULL));
  ls_abort_controller_abort (LS_ABORT_CONTROLLER (controller), NULL);
  ls_task_controller_set_priority (controller, LS_TASK_PRIORITY_USER_BLOCKING, NULL);
  g_assert_cmpint (ls_promise_get_state (promise), ==, LS_PROMISE_PENDING);
}

static void
add_both (const char    *name,
          GTestDataFunc  func)
{
  g_autofree char *by_turns = g_strdup_printf ("/loop-lifetime/%s/by-turns", name);
  g_autofree char *by_steps = g_strdup_printf ("/loop-lifetime/%s/by-steps", name);

  g_test_add_data_func (by_turns, NULL, func);
  g_test_add_data_func (by_steps, "by steps", func);
}

#define ADD(path, func) g_test_add (path, LoopFixture, "blink", loop_fixture_set_up, func, loop_fixture_tear_down)

int
main (int   argc,
      char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  ADD ("/loop-lifetime/dropped", test_dropped);
  ADD ("/loop-lifetime/dropped-in-turn", test_dropped_in_turn);
  add_both ("shut-down-in-task", test_shut_down_in_task);
  add_both ("shut-down-in-microtask", test_shut_down_in_microtask);
  add_both ("shut-down-in-timer", test_shut_down_in_timer);
  add_both ("shut-down-in-idle", test_shut_down_in_idle);
  add_both ("shut-down-in-post-task", test_shut_down_in_post_task);
  add_both ("shut-down-in-listener", test_shut_down_in_listener);
  add_both ("shut-down-in-report", test_shut_down_in_report);
  ADD ("/loop-lifetime/shut-down-in-rest-of-turn", test_shut_down_in_rest_of_turn);
  g_test_add_data_func ("/loop-lifetime/shut-down-in-destroy", NULL, test_shut_down_in_destroy);
  g_test_add_data_func ("/loop-lifetime/shut-down-in-destroy-by-unref", "by unref", test_shut_down_in_destroy);
  add_both ("run-inside", test_run_inside);
  ADD ("/loop-lifetime/run-in-destroy", test_run_in_destroy);
  add_both ("unref-inside", test_unref_inside);
  ADD ("/loop-lifetime/unref-by-abort", test_unref_by_abort);
  ADD ("/loop-lifetime/unref-by-clear", test_unref_by_clear);
  ADD ("/loop-lifetime/outlived", test_outlived);
  return g_test_run ();
}
