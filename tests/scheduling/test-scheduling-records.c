/* test-scheduling-records.c: the records of the engine, one by one
 *
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */

#include "scheduling-fixture.h"

static void
nothing (void)
{
}

static void
test_post_task (void)
{
  g_autoptr (LsPromise) promise = NULL;

  promise = post_task (return_it, "v", .priority = UB, .name = "load");
  expect_records ("promise-created 1 object=1 text=load\n"
                  "task-posted 1 text=load user-blocking (schedule-post-task)\n"
                  "queue-created 1 value=1 user-blocking (select-scheduler-task-queue 2)\n"
                  "task-queued 1 object=1 value=1 text=load user-blocking (queue-scheduler-task 7)\n");
  g_assert_true (ls_event_loop_run_turn (loop));
  expect_records ("task-selected 1 object=1 value=1 user-blocking (select-next-queue 6)\n"
                  "signal-created 1 user-blocking flags=46 (fixed-priority-signal)\n"
                  "task-started 1 value=1 user-blocking (set-scheduling-state)\n"
                  "promise-fulfilled 1 text=v (ecma-promise-resolve)\n"
                  "queue-removed 1 (select-scheduler-task-queue 2)\n"
                  "task-finished 1 (event-loop 2)\n"
                  "turn-ended 0 value=1 (event-loop)\n");
}

static void
test_post_task_signal (void)
{
  LsTaskController *c = controller (BG);

  expect_records ("signal-created 1 background flags=18 (task-controller)\n");
  post (throw_it, "e", .signal = signal_of (c));
  expect_records ("promise-created 1 object=1\n"
                  "task-posted 1 object=1 (schedule-post-task)\n"
                  "queue-created 1 object=1 value=1 background (select-scheduler-task-queue 1)\n"
                  "task-queued 1 object=1 value=1 background (queue-scheduler-task 7)\n");
  run ();
  expect_records ("task-selected 1 object=1 value=1 background (select-next-queue 6)\n"
                  "task-started 1 object=1 value=1 background (set-scheduling-state)\n"
                  "promise-rejected 1 text=e (ecma-promise-resolve)\n"
                  "queue-removed 1 (select-scheduler-task-queue 1)\n"
                  "task-finished 1 flags=4 (event-loop 2)\n"
                  "promise-unhandled 1 text=e (html-unhandled-rejection)\n"
                  "turn-ended 0 value=1 (event-loop)\n");
}

static void
test_delay (void)
{
  post (call_it, nothing, .delay = 5);
  expect_records ("promise-created 1 object=1\n"
                  "task-posted 1 value=5 (schedule-post-task)\n"
                  "task-delayed 1 value=5000 (blink-wake-up-queue)\n");
  run ();
  expect_records ("clock-advanced 0 value=5000 (blink-wake-up-queue)\n"
                  "task-due 1 (html-run-after-timeout)\n"
                  "queue-created 1 value=1 user-visible (select-scheduler-task-queue 2)\n"
                  "task-queued 1 object=1 value=1 user-visible (queue-scheduler-task 7)\n"
                  "task-selected 1 object=1 value=1 user-visible (select-next-queue 6)\n"
                  "signal-created 1 user-visible flags=46 (fixed-priority-signal)\n"
                  "task-started 1 value=1 user-visible (set-scheduling-state)\n"
                  "promise-fulfilled 1 (ecma-promise-resolve)\n"
                  "queue-removed 1 (select-scheduler-task-queue 2)\n"
                  "task-finished 1 (event-loop 2)\n"
                  "turn-ended 0 value=1 (event-loop)\n");
}

static void
yield_only (void)
{
  clear_records ();
  drop (ls_scheduler_yield (scheduler, NULL));
  expect_records ("promise-created 2 object=2 text=work\n"
                  "task-posted 2 object=1 text=work flags=1 (schedule-yield)\n"
                  "queue-created 2 object=1 value=1 background flags=1 (select-scheduler-task-queue 1)\n"
                  "task-queued 2 object=2 value=2 text=work background flags=1 (queue-scheduler-task 7)\n");
}

static void
test_yield (void)
{
  LsTaskController *c = controller (BG);

  post (call_it, yield_only, .signal = signal_of (c), .name = "work");
  g_assert_true (ls_event_loop_run_turn (loop));
  clear_records ();
  g_assert_true (ls_event_loop_run_turn (loop));
  expect_records ("task-selected 2 object=2 value=2 background flags=1 (select-next-queue 6)\n"
                  "task-started 2 (set-scheduling-state)\n"
                  "promise-fulfilled 2 (ecma-promise-resolve)\n"
                  "queue-removed 2 (select-scheduler-task-queue 1)\n"
                  "task-finished 2 (event-loop 2)\n"
                  "turn-ended 0 value=2 (event-loop)\n");
}

static void
yield_plainly (gpointer user_data)
{
  clear_records ();
  drop (ls_scheduler_yield (scheduler, NULL));
  expect_records ("promise-created 1 object=2\n"
                  "task-posted 2 flags=1 (schedule-yield)\n"
                  "queue-created 2 object=1 value=1 background flags=1 (select-scheduler-task-queue 1)\n"
                  "task-queued 2 object=2 value=2 background flags=1 (queue-scheduler-task 7)\n");
}

/* A task without a name has continuations without a name. */
static void
test_yield_plain (void)
{
  LsTaskController *c = controller (BG);

  ls_scheduler_post_with_signal (scheduler, task_signal_of (c), yield_plainly, NULL, NULL);
  g_assert_true (ls_event_loop_run_turn (loop));
  run ();
}

static void
yield_and_go_on (void)
{
  yield_then (say_it, "resumed");
}

static void
test_microtask_state (void)
{
  LsTaskController *c = controller (BG);

  post (call_it, yield_and_go_on, .signal = signal_of (c));
  g_assert_true (ls_event_loop_run_turn (loop));
  clear_records ();
  g_assert_true (ls_event_loop_run_turn (loop));
  expect ("resumed");
  expect_records ("task-selected 2 object=2 value=2 background flags=1 (select-next-queue 6)\n"
                  "task-started 2 (set-scheduling-state)\n"
                  "promise-fulfilled 2 (ecma-promise-resolve)\n"
                  "microtask-queued 1 object=2 value=1 (host-enqueue-promise-job)\n"
                  "queue-removed 2 (select-scheduler-task-queue 1)\n"
                  "task-finished 2 (event-loop 2)\n"
                  "microtask-started 1 object=1 value=1 background (html-microtask-checkpoint)\n"
                  "promise-fulfilled 3 (ecma-promise-resolve)\n"
                  "microtask-finished 1 (html-microtask-checkpoint)\n"
                  "turn-ended 0 value=2 (event-loop)\n");
}

static void
test_set_priority (void)
{
  LsTaskController *c = controller (BG);
  LsTaskSignal *dependent = any_following (task_signal_of (c));

  post (say_it, "t", .signal = signal_of (c));
  listen (dependent, "prioritychange", say_event, "change");
  clear_records ();
  set_priority (c, UB);
  expect_records ("signal-priority 1 value=1 user-blocking (signal-priority-change 5)\n"
                  "queue-priority 1 user-blocking (signal-priority-change 6)\n"
                  "event-begin 1 text=prioritychange (signal-priority-change 7)\n"
                  "event-end 1 text=prioritychange (signal-priority-change 7)\n"
                  "signal-priority 2 object=1 value=1 user-blocking (signal-priority-change 5)\n"
                  "event-begin 2 text=prioritychange (signal-priority-change 7)\n"
                  "event-end 2 text=prioritychange (signal-priority-change 7)\n");
  set_priority (c, UB);
  expect_records ("");
  run ();
  expect ("change t");
}

static LsTaskController *own;

static LsCompletion
set_own (LsEvent  *event,
         LsValue  *result,
         gpointer  user_data)
{
  g_assert_false (ls_task_controller_set_priority (own, BG, NULL));
  return LS_COMPLETION_NORMAL;
}

static void
test_refused (void)
{
  own = controller (BG);
  listen (signal_of (own), "prioritychange", set_own, NULL);
  clear_records ();
  set_priority (own, UV);
  expect_records ("signal-priority 1 value=1 user-visible (signal-priority-change 5)\n"
                  "event-begin 1 text=prioritychange (signal-priority-change 7)\n"
                  "signal-priority-refused 1 background (signal-priority-change 1)\n"
                  "event-end 1 text=prioritychange (signal-priority-change 7)\n");
}

static void
test_abort (void)
{
  LsTaskController *c = controller (BG);
  LsAbortSignal *signal = signal_of (c);
  LsAbortSignal *dependent = keep (ls_abort_signal_any (loop, &signal, 1));

  post (say_it, "never", .signal = signal);
  post (say_it, "never", .signal = dependent, .delay = 9);
  listen (signal, "abort", throw_event, "e");
  clear_records ();
  abort_with (c, "stop");
  expect ("reported:e");
  expect_records ("signal-aborted 1 text=stop (dom-signal-abort 2)\n"
                  "signal-aborted 2 object=1 text=stop (dom-signal-abort 4)\n"
                  "promise-rejected 1 text=stop (ecma-promise-resolve)\n"
                  "queue-removed 1 (select-scheduler-task-queue 1)\n"
                  "task-removed 1 object=1 (create-task-handle 4)\n"
                  "event-begin 1 text=abort (dom-signal-abort 5)\n"
                  "exception 0 text=e (html-report-exception)\n"
                  "event-end 1 text=abort (dom-signal-abort 5)\n"
                  "promise-rejected 2 text=stop (ecma-promise-resolve)\n"
                  "task-removed 2 object=2 (create-task-handle 4)\n"
                  "event-begin 2 text=abort (dom-signal-abort 5)\n"
                  "event-end 2 text=abort (dom-signal-abort 5)\n");
}

static void
abort_own (void)
{
  clear_records ();
  abort_with (own, "stop");
  expect_records ("signal-aborted 1 text=stop (dom-signal-abort 2)\n"
                  "promise-rejected 1 text=stop (ecma-promise-resolve)\n"
                  "queue-removed 1 (select-scheduler-task-queue 1)\n"
                  "event-begin 1 text=abort (dom-signal-abort 5)\n"
                  "event-end 1 text=abort (dom-signal-abort 5)\n");
}

static void
test_abort_running (void)
{
  own = controller (BG);
  post (call_it, abort_own, .signal = signal_of (own));
  g_assert_true (ls_event_loop_run_turn (loop));
  expect_records ("task-finished 1 (event-loop 2)\n"
                  "promise-unhandled 1 text=stop (html-unhandled-rejection)\n"
                  "turn-ended 0 value=1 (event-loop)\n");
}

static void
test_signals (void)
{
  LsTaskController *c = controller (BG);
  LsAbortController *a = keep (ls_abort_controller_new (loop, "stop button"));
  LsAbortSignal *signals[] = { signal_of (c), signal_of (a) };
  LsTaskSignal *any;

  expect_records ("signal-created 1 background flags=18 (task-controller)\n"
                  "signal-created 2 flags=16\n"
                  "signal-named 2 text=stop button (session)\n");
  any = ls_task_signal_any_with_source (loop, signals, 2, task_signal_of (c));
  expect_records ("signal-created 3 object=1 background flags=6 (create-dependent-task-signal)\n"
                  "signal-abort-source 3 object=1 (dom-dependent-signal)\n"
                  "signal-abort-source 3 object=2 (dom-dependent-signal)\n");
  ls_abort_signal_set_name (LS_ABORT_SIGNAL (any), "both");
  ls_abort_signal_set_name (LS_ABORT_SIGNAL (any), "both");
  expect_records ("signal-named 3 text=both (session)\n");
  any_fixed (NULL, UB);
  expect_records ("signal-created 4 user-blocking flags=14 (create-dependent-task-signal)\n");
  keep (ls_abort_signal_new_aborted (loop, NULL));
  expect_records ("signal-created 5 (dom-signal-abort)\n"
                  "signal-aborted 5 text=AbortError: signal is aborted without reason (dom-signal-abort)\n");
  keep (ls_abort_signal_new_timeout (loop, 3));
  expect_records ("signal-created 6 (dom-abort-timeout)\n"
                  "task-delayed 1 value=3000 text=AbortSignal.timeout (blink-wake-up-queue)\n");
  abort_with (a, "r");
  clear_records ();
  keep (ls_task_signal_any (loop, &signals[1], 1, UV));
  expect_records ("signal-created 7 user-visible flags=14 (create-dependent-task-signal)\n"
                  "signal-aborted 7 text=r (dom-dependent-signal)\n");
  g_object_unref (any);
  expect_records ("signal-finalized 3 (garbage-collection)\n");
}

/* A signal that a program gives twice is one source. */
static void
test_one_source (void)
{
  LsAbortController *a = abort_controller ();
  LsAbortSignal *signals[] = { signal_of (a), signal_of (a) };

  clear_records ();
  keep (ls_abort_signal_any (loop, signals, 2));
  expect_records ("signal-created 2 flags=4 (dom-dependent-signal)\n"
                  "signal-abort-source 2 object=1 (dom-dependent-signal)\n");
}

static void
test_bad_arguments (void)
{
  post (NULL, NULL);
  expect_records ("promise-created 1\n"
                  "promise-rejected 1 text=TypeError: The callback is not a function (ecma-promise-resolve)\n");
  run ();
  expect_records ("promise-unhandled 1 text=TypeError: The callback is not a function (html-unhandled-rejection)\n");
}

static void
test_aborted_signal (void)
{
  LsTaskController *c = controller (BG);

  abort_with (c, "r");
  clear_records ();
  post (say_it, "never", .signal = signal_of (c));
  expect_records ("promise-created 1 object=1\n"
                  "task-refused 1 object=1 (schedule-post-task 3)\n"
                  "promise-rejected 1 text=r (ecma-promise-resolve)\n");
}

static void
look_plainly (gpointer user_data)
{
}

static void
test_plain_task (void)
{
  ls_scheduler_post (scheduler, UV, look_plainly, NULL, NULL);
  expect_records ("queue-created 1 value=1 user-visible (select-scheduler-task-queue 2)\n"
                  "task-queued 1 object=1 value=1 user-visible (queue-scheduler-task 7)\n");
  run ();
  expect_records ("task-selected 1 object=1 value=1 user-visible (select-next-queue 6)\n"
                  "signal-created 1 user-visible flags=46 (fixed-priority-signal)\n"
                  "task-started 1 value=1 user-visible (set-scheduling-state)\n"
                  "queue-removed 1 (select-scheduler-task-queue 2)\n"
                  "task-finished 1 (event-loop 2)\n"
                  "turn-ended 0 value=1 (event-loop)\n");
}

static LsPromise *gate;

static LsCompletion
return_gate (const LsValue *argument,
             LsValue       *result,
             gpointer       user_data)
{
  microtask (call_it, nothing);
  ls_value_set_promise (result, gate);
  return LS_COMPLETION_NORMAL;
}

/* The job that adopts the result of the callback has the state of the task, although microtasks came before it: as in Chromium.
 * By the letter it has none. */
static void
test_adoption_state (void)
{
  gate = ls_promise_new (loop);
  post (return_gate, NULL, .priority = BG);
  g_assert_true (ls_event_loop_run_turn (loop));
  g_assert_cmpuint (last_record (LS_RECORD_MICROTASK_QUEUED)->value, ==, LS_MICROTASK_THENABLE);
  g_assert_cmpuint (last_record (LS_RECORD_MICROTASK_STARTED)->priority, ==, BG);
  g_assert_false (ls_scheduler_get_current_state (scheduler, NULL, NULL));
  g_clear_pointer (&gate, ls_promise_unref);
}

int
main (int   argc,
      char *argv[])
{
  g_test_init (&argc, &argv, NULL);

#define RECORDS(name) "/scheduling/records/" name
  add_test_recorded (RECORDS ("post-task"), test_post_task);
  add_test_recorded (RECORDS ("post-task-with-signal"), test_post_task_signal);
  add_test_recorded (RECORDS ("post-task-with-delay"), test_delay);
  add_test_recorded (RECORDS ("post-task-plain"), test_plain_task);
  add_test_recorded (RECORDS ("post-task-bad-arguments"), test_bad_arguments);
  add_test_recorded (RECORDS ("post-task-aborted-signal"), test_aborted_signal);
  add_test_recorded (RECORDS ("yield"), test_yield);
  add_test_recorded (RECORDS ("yield-in-plain-task"), test_yield_plain);
  add_test_recorded (RECORDS ("yield-and-then"), test_microtask_state);
  add_test_recorded (RECORDS ("adoption-after-microtasks"), test_adoption_state);
  add_test_recorded (RECORDS ("set-priority"), test_set_priority);
  add_test_recorded (RECORDS ("set-priority-refused"), test_refused);
  add_test_recorded (RECORDS ("abort"), test_abort);
  add_test_recorded (RECORDS ("abort-while-running"), test_abort_running);
  add_test_recorded (RECORDS ("signals"), test_signals);
  add_test_recorded (RECORDS ("signals-one-source"), test_one_source);
  return g_test_run ();
}
