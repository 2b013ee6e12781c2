/* test-measured.c: additions to the specification that browsers were measured for, by the numbers of section 5 of the design
 *
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */

#include "scheduling-fixture.h"

static LsTaskController *c;
static LsPostTaskOptions again;

/* 1: a task aborts its own signal, which empties and removes its queue, and then posts to the same key. The complete steps of the
 * old handle must not remove the new queue. */

static void
abort_and_post (void)
{
  abort_with (c, "r");
  drop (post_with (scheduler, say_it, (gpointer) "again 1", &again));
  drop (post_with (scheduler, say_it, (gpointer) "again 2", &again));
}

static void
test_static_queue (void)
{
  c = controller (UV);
  again = (LsPostTaskOptions) { .priority = BG };
  post_watched ("t", call_it, abort_and_post, .signal = signal_of (c), .priority = BG);
  g_assert_true (ls_event_loop_run_turn (loop));
  g_assert_cmpuint (ls_scheduler_get_n_queues (scheduler), ==, 1);
  g_assert_cmpuint (ls_event_loop_get_n_queued_tasks (loop), ==, 2);
  post (say_it, "again 3", .priority = BG);
  g_assert_cmpuint (ls_scheduler_get_n_queues (scheduler), ==, 1);
  run ();
  g_assert_cmpuint (ls_scheduler_get_n_queues (scheduler), ==, 0);
  expect ("t!r again 1 again 2 again 3");
}

static void
say_plain (gpointer user_data)
{
  say ("%s", (char *) user_data);
}

static void
abort_and_post_plain (void)
{
  abort_with (c, "r");
  ls_scheduler_post_with_signal (scheduler, task_signal_of (c), say_plain, (gpointer) "again 1", NULL);
  ls_scheduler_post_with_signal (scheduler, task_signal_of (c), say_plain, (gpointer) "again 2", NULL);
}

/* The same for a dynamic queue, whose signal is aborted then: only a task without abort source can still be posted. The new queue
 * follows the priority. */
static void
test_dynamic_queue (void)
{
  c = controller (BG);
  post_watched ("t", call_it, abort_and_post_plain, .signal = signal_of (c));
  g_assert_true (ls_event_loop_run_turn (loop));
  g_assert_cmpuint (ls_scheduler_get_n_queues (scheduler), ==, 1);
  post (say_it, "v");
  set_priority (c, UB);
  run ();
  g_assert_cmpuint (ls_scheduler_get_n_queues (scheduler), ==, 0);
  expect ("t!r again 1 again 2 v");
}

static LsYieldOptions go_on = { .priority = NONE, .inherit_priority = TRUE };

static void
abort_and_yield (void)
{
  abort_with (c, "r");
  then (ls_scheduler_yield (scheduler, &go_on), say_it, "resumed");
  ls_scheduler_post_with_signal (scheduler, task_signal_of (c), say_plain, (gpointer) "posted", NULL);
}

/* The same with continuations: with options the 2023 edition lets a program post one without the abort source. */
static void
test_dynamic_continuation (void)
{
  c = controller (BG);
  post_watched ("t", call_it, abort_and_yield, .signal = signal_of (c));
  g_assert_true (ls_event_loop_run_turn (loop));
  g_assert_cmpuint (ls_scheduler_get_n_queues (scheduler), ==, 2);
  run ();
  g_assert_cmpuint (ls_scheduler_get_n_queues (scheduler), ==, 0);
  expect ("t!r resumed posted");
}

/* 2 */

static LsCompletion
abort_and_return (const LsValue *argument,
                  LsValue       *result,
                  gpointer       user_data)
{
  say ("start");
  abort_with (c, "self");
  say ("still going");
  return return_it (argument, result, (gpointer) "value");
}

/* An abort while the callback runs rejects the result. The body goes on, and its return value is ignored. */
static void
test_abort_while_running (void)
{
  c = controller (UV);
  post_watched ("t", abort_and_return, NULL, .signal = signal_of (c));
  run ();
  expect ("start still going t!self");
}

static LsCompletion
abort_and_throw (const LsValue *argument,
                 LsValue       *result,
                 gpointer       user_data)
{
  abort_with (c, "self");
  return throw_it (argument, result, (gpointer) "e");
}

static void
test_abort_and_throw (void)
{
  c = controller (UV);
  post_watched ("t", abort_and_throw, NULL, .signal = signal_of (c));
  run ();
  expect ("t!self");
}

static LsPromise *gate;

static LsCompletion
return_gate (const LsValue *argument,
             LsValue       *result,
             gpointer       user_data)
{
  ls_value_set_promise (result, gate);
  return LS_COMPLETION_NORMAL;
}

/* An abort after the callback has returned does not touch the result, even while that waits for a promise. */
static void
test_abort_after_return (void)
{
  c = controller (UV);
  gate = ls_promise_new (loop);
  post_watched ("t", return_gate, NULL, .signal = signal_of (c));
  g_assert_true (ls_event_loop_run_turn (loop));
  abort_with (c, "late");
  ls_promise_resolve (gate, NULL);
  run ();
  expect ("t=undefined");
  g_clear_pointer (&gate, ls_promise_unref);
}

static LsCompletion
queue_nested (const LsValue *argument,
              LsValue       *result,
              gpointer       user_data)
{
  say ("m1");
  microtask (say_it, "m2");
  return LS_COMPLETION_NORMAL;
}

static LsCompletion
queue_and_return (const LsValue *argument,
                  LsValue       *result,
                  gpointer       user_data)
{
  microtask (queue_nested, NULL);
  return return_it (argument, result, (gpointer) "value");
}

static LsCompletion
queue_and_throw (const LsValue *argument,
                 LsValue       *result,
                 gpointer       user_data)
{
  microtask (queue_nested, NULL);
  return throw_it (argument, result, (gpointer) "e");
}

/* Results settle after the microtasks of the callback, and after those that they queue. */
static void
test_results_after_microtasks (void)
{
  post_watched ("t", queue_and_return, NULL);
  post_watched ("u", queue_and_throw, NULL);
  run ();
  expect ("m1 m2 t=value m1 m2 u!e");
}

/* The same step by step; the queue stays until then. */
static void
test_results_after_microtasks_by_steps (void)
{
  g_autoptr (LsPromise) promise = post_task (queue_and_return, NULL);

  g_assert_cmpint (ls_event_loop_step (loop), ==, LS_STEP_TASK);
  g_assert_cmpint (ls_event_loop_step (loop), ==, LS_STEP_MICROTASK);
  g_assert_cmpint (ls_promise_get_state (promise), ==, LS_PROMISE_PENDING);
  g_assert_cmpuint (ls_scheduler_get_n_queues (scheduler), ==, 1);
  g_assert_cmpint (ls_event_loop_step (loop), ==, LS_STEP_MICROTASK);
  g_assert_cmpint (ls_promise_get_state (promise), ==, LS_PROMISE_FULFILLED);
  g_assert_cmpuint (ls_scheduler_get_n_queues (scheduler), ==, 0);
  expect ("m1 m2");
}

static LsCompletion
queue_abort (const LsValue *argument,
             LsValue       *result,
             gpointer       user_data)
{
  microtask (abort_it, c);
  return return_it (argument, result, (gpointer) "value");
}

/* So an abort in one of those microtasks still rejects. */
static void
test_abort_in_microtask (void)
{
  c = controller (UV);
  post_watched ("t", queue_abort, NULL, .signal = signal_of (c));
  run ();
  expect ("abort t!r");
}

/* 5 */

static LsCompletion
say_change (LsEvent  *event,
            LsValue  *result,
            gpointer  user_data)
{
  say ("%s:%u>%u", (char *) user_data, event->previous_priority,
       ls_task_signal_get_priority (LS_TASK_SIGNAL (event->target)));
  return LS_COMPLETION_NORMAL;
}

/* Priority after abort, and through an aborted signal in between. */
static void
test_priority_after_abort (void)
{
  LsAbortController *a = abort_controller ();
  LsAbortSignal *aborted = signal_of (a);
  LsTaskSignal *middle, *last, *both;

  c = controller (BG);
  middle = keep (ls_task_signal_any_with_source (loop, &aborted, 1, task_signal_of (c)));
  last = any_following (middle);
  both = keep (ls_task_signal_any_with_source (loop, (LsAbortSignal *[]) { LS_ABORT_SIGNAL (middle) }, 1, middle));
  listen (middle, "prioritychange", say_change, "middle");
  listen (last, "prioritychange", say_change, "last");
  listen (both, "prioritychange", say_change, "both");
  abort_with (a, "a");
  set_priority (c, UB);
  expect ("middle:1>3 last:1>3 both:1>3");
  g_assert_true (ls_abort_signal_get_aborted (LS_ABORT_SIGNAL (both)));
  post (say_it, "last", .signal = LS_ABORT_SIGNAL (last));
  post_watched ("both", say_it, "never", .signal = LS_ABORT_SIGNAL (both));
  abort_with (c, "c");
  set_priority (c, BG);
  post (say_it, "v");
  run ();
  expect ("middle:3>1 last:3>1 both:3>1 both!a v last");
}

/* 6 */

static LsCompletion
yield_in_listener (LsEvent  *event,
                   LsValue  *result,
                   gpointer  user_data)
{
  say ("%s", (char *) user_data);
  yield_then (say_priority, "yielded");
  return LS_COMPLETION_NORMAL;
}

static void
change_and_abort (void)
{
  set_priority (c, UV);
  abort_with (c, "r");
  say ("end");
}

/* Events are dispatched at once and keep the caller's state, not the signal's. */
static void
test_dispatch (void)
{
  c = controller (UB);
  listen (signal_of (c), "prioritychange", yield_in_listener, "change");
  listen (signal_of (c), "abort", yield_in_listener, "abort");
  post (call_it, change_and_abort, .priority = BG);
  run ();
  expect ("change abort end yielded:bg yielded:bg");
}

static void
abort_own (void)
{
  abort_with (c, "own");
}

static LsCompletion
watch_yield (LsEvent  *event,
             LsValue  *result,
             gpointer  user_data)
{
  watch (ls_scheduler_yield (scheduler, NULL), "y");
  return LS_COMPLETION_NORMAL;
}

/* So in a task that aborts its own signal a yield in the handler is rejected. */
static void
test_yield_in_abort_handler (void)
{
  LsTaskController *d = controller (UV);

  c = controller (UB);
  listen (signal_of (c), "abort", watch_yield, NULL);
  post_watched ("t", call_it, abort_own, .signal = signal_of (c));
  run ();
  expect ("t!own y!own");

  c = d;
  listen (signal_of (d), "abort", watch_yield, NULL);
  post_watched ("t", call_it, abort_own, .priority = BG);
  run ();
  expect ("t=undefined y=undefined");
}

/* 7 */

static const char *const worker_names[] = { "a", "b", "c" };
static guint worker_left[3];

static LsCompletion
work (const LsValue *argument,
      LsValue       *result,
      gpointer       user_data)
{
  const guint worker = GPOINTER_TO_UINT (user_data);

  if (worker_left[worker] == 0)
    return LS_COMPLETION_NORMAL;
  say ("%s%u", worker_names[worker], 3 - worker_left[worker]--);
  yield_then (work, user_data);
  return LS_COMPLETION_NORMAL;
}

static LsCompletion
wait_and_work (const LsValue *argument,
               LsValue       *result,
               gpointer       user_data)
{
  ls_promise_await (gate, work, work, user_data, NULL);
  return LS_COMPLETION_NORMAL;
}

static LsCompletion
open_gate (const LsValue *argument,
           LsValue       *result,
           gpointer       user_data)
{
  ls_promise_resolve (gate, NULL);
  return LS_COMPLETION_NORMAL;
}

/* A worker that yields goes before tasks of its priority that have not started … */
static void
test_starving (void)
{
  for (guint i = 0; i < 3; i++)
    {
      worker_left[i] = 3;
      post (work, GUINT_TO_POINTER (i));
    }
  run ();
  expect ("a0 a1 a2 b0 b1 b2 c0 c1 c2");
}

/* … workers that have all started take turns. */
static void
test_round_robin (void)
{
  gate = ls_promise_new (loop);
  for (guint i = 0; i < 3; i++)
    {
      worker_left[i] = 3;
      post (wait_and_work, GUINT_TO_POINTER (i));
    }
  post (open_gate, NULL);
  run ();
  expect ("a0 b0 c0 a1 b1 c1 a2 b2 c2");
  g_clear_pointer (&gate, ls_promise_unref);
}

/* 9: the states that Firefox loses, under its preset, each beside the specification. */

static void
react_to_settled (void)
{
  then (ls_promise_new_resolved (loop, NULL), say_priority, "settled");
}

static LsCompletion
queue_from_reaction (const LsValue *argument,
                     LsValue       *result,
                     gpointer       user_data)
{
  microtask (say_priority, "behind a job");
  return LS_COMPLETION_NORMAL;
}

static void
queue_behind_job (void)
{
  then (ls_promise_new_resolved (loop, NULL), queue_from_reaction, NULL);
}

static void
queue_microtask (void)
{
  microtask (say_priority, "microtask");
}

static void
test_specification_keeps (void)
{
  post (call_it, react_to_settled, .priority = BG);
  post (call_it, queue_behind_job, .priority = BG);
  post (call_it, queue_microtask, .priority = BG);
  run ();
  expect ("settled:bg behind a job:bg microtask:bg");
}

static void
test_gecko_loses (void)
{
  post (call_it, react_to_settled, .priority = BG);
  post (call_it, queue_behind_job, .priority = BG);
  post (call_it, queue_microtask, .priority = BG);
  run ();
  expect ("settled:none behind a job:none microtask:bg");
}

/* The states that Firefox keeps. */
static void
test_gecko_keeps (void)
{
  post (yield_it, "t", .priority = BG);
  post (say_it, "b", .priority = BG);
  run ();
  expect ("t t+ b");
}

int
main (int   argc,
      char *argv[])
{
  g_test_init (&argc, &argv, NULL);

#define MEASURED(name) "/scheduling/measured/" name
  add_test (MEASURED ("5.1/static-queue-is-not-lost"), test_static_queue);
  add_test (MEASURED ("5.1/dynamic-queue-is-not-lost"), test_dynamic_queue);
  add_test_2023 (MEASURED ("5.1/dynamic-continuation-queue-is-not-lost"), test_dynamic_continuation);
  add_test (MEASURED ("5.2/abort-while-running"), test_abort_while_running);
  add_test (MEASURED ("5.2/abort-and-throw"), test_abort_and_throw);
  add_test (MEASURED ("5.2/abort-after-return"), test_abort_after_return);
  add_test (MEASURED ("5.2/results-after-microtasks"), test_results_after_microtasks);
  add_test (MEASURED ("5.2/results-after-microtasks-by-steps"), test_results_after_microtasks_by_steps);
  add_test (MEASURED ("5.2/abort-in-microtask"), test_abort_in_microtask);
  add_test (MEASURED ("5.5/priority-after-abort"), test_priority_after_abort);
  add_test (MEASURED ("5.6/dispatch-keeps-the-callers-state"), test_dispatch);
  add_test (MEASURED ("5.6/yield-in-abort-handler"), test_yield_in_abort_handler);
  add_test (MEASURED ("5.7/starving"), test_starving);
  add_test (MEASURED ("5.7/round-robin"), test_round_robin);
  add_test (MEASURED ("5.9/specification-keeps"), test_specification_keeps);
  add_test_preset (MEASURED ("5.9/gecko-loses"), "gecko", test_gecko_loses);
  add_test_preset (MEASURED ("5.9/gecko-keeps"), "gecko", test_gecko_keeps);
  return g_test_run ();
}
