/* test-task-handle.c: §2.4 task handles and effective priorities
 *
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */

#include "scheduling-fixture.h"

static LsCompletion
take_reason (const LsValue *argument,
             LsValue       *result,
             gpointer       user_data)
{
  ls_value_copy (argument, user_data);
  return LS_COMPLETION_NORMAL;
}

/* Abort steps, 1: reject result with signal's abort reason. */
static void
test_abort_rejects (void)
{
  LsTaskController *c = controller (UV);
  g_autoptr (LsPromise) promise = post_task (say_it, "never", .signal = signal_of (c));
  g_auto (LsValue) given = LS_VALUE_INIT;
  g_auto (LsValue) received = LS_VALUE_INIT;

  drop (ls_promise_catch (promise, take_reason, &received, NULL));
  ls_value_set_boxed (&given, ls_boxed_new (NULL, NULL, NULL));
  ls_boxed_unref (given.as.boxed);
  ls_abort_controller_abort (LS_ABORT_CONTROLLER (c), &given);
  g_assert_cmpint (ls_promise_get_state (promise), ==, LS_PROMISE_REJECTED);
  run ();
  g_assert_true (ls_value_identical (&given, &received));
  g_assert_true (ls_value_identical (&given, ls_abort_signal_get_reason (signal_of (c))));
}

/* Abort steps, 2: where task is null (its delay has not ended), nothing is removed from any queue. */
static void
test_abort_without_task (void)
{
  LsTaskController *c = controller (UV);

  post_watched ("delayed", say_it, "never", .signal = signal_of (c), .delay = 10);
  post (say_it, "other");
  g_assert_cmpuint (ls_scheduler_get_n_queues (scheduler), ==, 1);
  abort_with (c, "r");
  g_assert_cmpuint (ls_scheduler_get_n_queues (scheduler), ==, 1);
  g_assert_cmpuint (ls_event_loop_get_n_queued_tasks (loop), ==, 1);
  run ();
  expect ("delayed!r other");
  g_assert_cmpuint (ls_event_loop_get_time (loop), ==, 0);
}

/* Abort steps, 2.1: remove task from queue; the others stay in their order. */
static void
test_abort_removes (void)
{
  LsTaskController *c = controller (UV);

  post (say_it, "a");
  post_watched ("t", say_it, "never", .signal = signal_of (c), .priority = UV);
  post (say_it, "b");
  post_watched ("u", say_it, "never", .signal = signal_of (c), .priority = UV);
  g_assert_cmpuint (ls_event_loop_get_n_queued_tasks (loop), ==, 4);
  abort_with (c, "r");
  g_assert_cmpuint (ls_event_loop_get_n_queued_tasks (loop), ==, 2);
  post (say_it, "c");
  run ();
  expect ("t!r u!r a b c");
}

/* Abort steps, 2.1, for the first task of a queue: then the age of the next one counts. */
static void
test_abort_removes_oldest (void)
{
  LsTaskController *c = controller (BG);
  LsTaskController *d = controller (UV);

  post (say_it, "c1", .signal = signal_of (c));
  post_watched ("x", say_it, "never", .signal = signal_of (d), .priority = UV);
  post (say_it, "d2", .signal = signal_of (c));
  post (say_it, "v3");
  set_priority (c, UV);
  abort_with (d, "r");
  run ();
  expect ("x!r c1 d2 v3");
}

/* Abort steps, 2.2: an empty queue runs its removal steps, one that is not empty does not. */
static void
test_abort_removal_steps (void)
{
  LsTaskController *c = controller (UV);
  LsAbortController *a = abort_controller ();

  post (say_it, "never", .signal = signal_of (c));
  post (say_it, "never", .signal = signal_of (c));
  g_assert_cmpuint (ls_scheduler_get_n_queues (scheduler), ==, 1);
  abort_with (c, "r");
  g_assert_cmpuint (ls_scheduler_get_n_queues (scheduler), ==, 0);

  post (say_it, "never", .signal = signal_of (a));
  post (say_it, "v");
  g_assert_cmpuint (ls_scheduler_get_n_queues (scheduler), ==, 1);
  abort_with (a, "r");
  g_assert_cmpuint (ls_scheduler_get_n_queues (scheduler), ==, 1);
  run ();
  expect ("v");
}

static LsTaskController *running;

static void
abort_while_running (void)
{
  g_assert_cmpuint (ls_scheduler_get_n_queues (scheduler), ==, 1);
  abort_with (running, "r");
  g_assert_cmpuint (ls_scheduler_get_n_queues (scheduler), ==, 0);
  say ("ran");
}

/* The same while the task runs: its queue is empty by then. */
static void
test_abort_running (void)
{
  running = controller (UV);
  post_watched ("t", call_it, abort_while_running, .signal = signal_of (running));
  run ();
  expect ("ran t!r");
  g_assert_cmpuint (ls_scheduler_get_n_queues (scheduler), ==, 0);
}

/* Task complete steps, 1: the abort steps leave the signal. */
static void
test_complete_removes_abort_steps (void)
{
  LsTaskController *c = controller (UV);
  g_autoptr (LsPromise) promise = post_task (return_it, "v", .signal = signal_of (c));

  run ();
  abort_with (c, "r");
  g_assert_cmpint (ls_promise_get_state (promise), ==, LS_PROMISE_FULFILLED);
  watch (ls_promise_ref (promise), "t");
  run ();
  expect ("t=v");
}

static void
say_n_queues (void)
{
  say ("%u", ls_scheduler_get_n_queues (scheduler));
}

/* Task complete steps, 2: an empty queue runs its removal steps after the task, one that is not empty does not. */
static void
test_complete_removal_steps (void)
{
  post (call_it, say_n_queues);
  post (call_it, say_n_queues);
  post (call_it, say_n_queues, .priority = BG);
  g_assert_cmpuint (ls_scheduler_get_n_queues (scheduler), ==, 2);
  g_assert_true (ls_event_loop_run_turn (loop));
  g_assert_cmpuint (ls_scheduler_get_n_queues (scheduler), ==, 2);
  g_assert_true (ls_event_loop_run_turn (loop));
  g_assert_cmpuint (ls_scheduler_get_n_queues (scheduler), ==, 1);
  g_assert_true (ls_event_loop_run_turn (loop));
  g_assert_cmpuint (ls_scheduler_get_n_queues (scheduler), ==, 0);
  expect ("2 2 1");
}

static void
post_again (void)
{
  post (say_it, "again", .signal = signal_of (running));
}

/* The same, where the task has posted to its own queue. */
static void
test_complete_not_empty (void)
{
  running = controller (UV);
  post (call_it, post_again, .signal = signal_of (running));
  g_assert_true (ls_event_loop_run_turn (loop));
  g_assert_cmpuint (ls_scheduler_get_n_queues (scheduler), ==, 1);
  run ();
  g_assert_cmpuint (ls_scheduler_get_n_queues (scheduler), ==, 0);
  expect ("again");
}

static void
test_effective_priority (void)
{
  g_assert_cmpuint (ls_effective_priority (BG, FALSE), ==, 0);
  g_assert_cmpuint (ls_effective_priority (BG, TRUE), ==, 1);
  g_assert_cmpuint (ls_effective_priority (UV, FALSE), ==, 2);
  g_assert_cmpuint (ls_effective_priority (UV, TRUE), ==, 3);
  g_assert_cmpuint (ls_effective_priority (UB, FALSE), ==, 4);
  g_assert_cmpuint (ls_effective_priority (UB, TRUE), ==, 5);
}

static void
yield_all (void)
{
  LsYieldOptions options = LS_YIELD_OPTIONS_INIT;

  for (guint priority = BG; priority <= UB; priority++)
    {
      options.priority = priority;
      then (ls_scheduler_yield (scheduler, &options), say_it,
            priority == BG ? "1" : priority == UV ? "3" : "5");
    }
  post (say_it, "0", .priority = BG);
  post (say_it, "2", .priority = UV);
  post (say_it, "4", .priority = UB);
}

/* The table, as the order in which one of each runs. */
static void
test_effective_priority_order (void)
{
  post (call_it, yield_all);
  run ();
  expect ("5 4 3 2 1 0");
}

int
main (int   argc,
      char *argv[])
{
  g_test_init (&argc, &argv, NULL);

  add_test ("/scheduling/2.4/abort-steps/1-rejects-with-the-reason", test_abort_rejects);
  add_test ("/scheduling/2.4/abort-steps/2-no-task-yet", test_abort_without_task);
  add_test ("/scheduling/2.4/abort-steps/2.1-removes-the-task", test_abort_removes);
  add_test ("/scheduling/2.4/abort-steps/2.1-removes-the-oldest", test_abort_removes_oldest);
  add_test ("/scheduling/2.4/abort-steps/2.2-removal-steps", test_abort_removal_steps);
  add_test ("/scheduling/2.4/abort-steps/2.2-removal-steps-while-running", test_abort_running);
  add_test ("/scheduling/2.4/task-complete-steps/1-abort-steps-leave", test_complete_removes_abort_steps);
  add_test ("/scheduling/2.4/task-complete-steps/2-removal-steps", test_complete_removal_steps);
  add_test ("/scheduling/2.4/task-complete-steps/2-not-empty", test_complete_not_empty);
  add_test ("/scheduling/2.4/effective-priority/table", test_effective_priority);
  add_test_2023 ("/scheduling/2.4/effective-priority/order", test_effective_priority_order);
  return g_test_run ();
}
