/* test-task-queues.c: §2.4.1, §2.4.2 select the scheduler task queue, §2.4.2 schedule a task, §2.4.3
 *
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */

#include "scheduling-fixture.h"

static guint
n_queues (void)
{
  return ls_scheduler_get_n_queues (scheduler);
}

/* §2.4.1, 7: append task to queue's tasks. */
static void
test_append (void)
{
  for (guint i = 0; i < 5; i++)
    post (say_it, g_intern_string ((char[]) { '0' + i, 0 }));
  run ();
  expect ("0 1 2 3 4");
}

/* §2.4.1, remove: any one, the first, the last, all. */
static void
test_remove (void)
{
  LsAbortController *a[4];

  for (guint i = 0; i < 4; i++)
    {
      a[i] = abort_controller ();
      post (say_it, g_intern_string ((char[]) { '0' + i, 0 }), .signal = signal_of (a[i]));
    }
  abort_with (a[1], "r");
  abort_with (a[3], "r");
  abort_with (a[0], "r");
  post (say_it, "4");
  run ();
  expect ("2 4");

  for (guint i = 0; i < 2; i++)
    {
      a[i] = abort_controller ();
      post (say_it, "never", .signal = signal_of (a[i]));
    }
  abort_with (a[0], "r");
  abort_with (a[1], "r");
  g_assert_cmpuint (ls_event_loop_get_n_queued_tasks (loop), ==, 0);
  run ();
}

/* Step 1: signals without fixed priority have a queue each. */
static void
test_dynamic (void)
{
  LsTaskController *c = controller (UV);
  LsTaskController *d = controller (UV);

  post (say_it, "c1", .signal = signal_of (c));
  post (say_it, "c2", .signal = signal_of (c));
  g_assert_cmpuint (n_queues (), ==, 1);
  post (say_it, "d1", .signal = signal_of (d));
  g_assert_cmpuint (n_queues (), ==, 2);
  run ();
  g_assert_cmpuint (n_queues (), ==, 0);
  expect ("c1 c2 d1");
}

/* Step 1.1.1: the new queue has the current priority of the signal. */
static void
test_dynamic_priority (void)
{
  LsTaskController *c = controller (BG);

  set_priority (c, UB);
  post (say_it, "v");
  post (say_it, "c", .signal = signal_of (c));
  run ();
  expect ("c v");
}

/* Step 1.1.1.1: the removal steps remove the entry; a new one comes with the next task. */
static void
test_dynamic_removal (void)
{
  LsTaskController *c = controller (BG);

  post (say_it, "1", .signal = signal_of (c));
  run ();
  g_assert_cmpuint (n_queues (), ==, 0);
  set_priority (c, UB);
  post (say_it, "v");
  post (say_it, "2", .signal = signal_of (c));
  g_assert_cmpuint (n_queues (), ==, 2);
  run ();
  g_assert_cmpuint (n_queues (), ==, 0);
  expect ("1 2 v");
}

/* Step 1.1.3: the priority change algorithm sets queue's priority, for tasks and continuations. */
static void
test_priority_change_algorithm (void)
{
  LsTaskController *c = controller (BG);

  post (yield_it, "c1", .signal = signal_of (c));
  post (say_it, "c2", .signal = signal_of (c));
  g_assert_true (ls_event_loop_run_turn (loop));
  g_assert_cmpuint (n_queues (), ==, 2);
  post (say_it, "b", .priority = BG);
  post (say_it, "u", .priority = UB);
  post (say_it, "v");
  set_priority (c, UB);
  g_assert_cmpuint (n_queues (), ==, 5);
  run ();
  expect ("c1 c1+ c2 u v b");
}

static LsTaskController *own;

static void
raise_own_and_post (void)
{
  set_priority (own, UB);
  post (say_it, "own", .signal = signal_of (own));
}

/* The same for the queue of the running task, which is empty then and still in the map. */
static void
test_priority_change_while_running (void)
{
  own = controller (BG);
  post (call_it, raise_own_and_post, .signal = signal_of (own));
  post (say_it, "b", .priority = BG);
  g_assert_true (ls_event_loop_run_turn (loop));
  post (say_it, "v");
  run ();
  expect ("own v b");
}

/* (signal, is continuation) is the key: a signal has two queues. */
static void
test_dynamic_continuation (void)
{
  LsTaskController *c = controller (UV);

  post (yield_it, "c1", .signal = signal_of (c));
  post (say_it, "c2", .signal = signal_of (c));
  g_assert_true (ls_event_loop_run_turn (loop));
  g_assert_cmpuint (n_queues (), ==, 2);
  g_assert_true (ls_event_loop_run_turn (loop));
  g_assert_cmpuint (n_queues (), ==, 1);
  expect ("c1 c1+");
  run ();
  g_assert_cmpuint (n_queues (), ==, 0);
  expect ("c2");
}

/* Step 2: with fixed priority, the static map by priority: one queue for all. */
static void
test_static (void)
{
  LsTaskController *c = controller (UV);
  LsAbortController *a = abort_controller ();

  post (say_it, "1");
  g_assert_cmpuint (n_queues (), ==, 1);
  post (say_it, "2", .priority = UV);
  post (say_it, "3", .priority = UV, .signal = signal_of (c));
  post (say_it, "4", .signal = signal_of (a));
  post (say_it, "5", .signal = LS_ABORT_SIGNAL (any_fixed (signal_of (c), UV)));
  g_assert_cmpuint (n_queues (), ==, 1);
  post (say_it, "b", .priority = BG);
  post (say_it, "u", .priority = UB);
  g_assert_cmpuint (n_queues (), ==, 3);
  run ();
  g_assert_cmpuint (n_queues (), ==, 0);
  expect ("u 1 2 3 4 5 b");
}

/* Step 2.2: (priority, is continuation) is the key, and the removal steps remove the entry. */
static void
test_static_continuation (void)
{
  post (yield_it, "1");
  post (say_it, "2");
  g_assert_cmpuint (n_queues (), ==, 1);
  g_assert_true (ls_event_loop_run_turn (loop));
  g_assert_cmpuint (n_queues (), ==, 2);
  g_assert_true (ls_event_loop_run_turn (loop));
  g_assert_cmpuint (n_queues (), ==, 1);
  g_assert_true (ls_event_loop_run_turn (loop));
  g_assert_cmpuint (n_queues (), ==, 0);
  expect ("1 1+ 2");
}

/* A dependent signal with a source has a queue of its own that follows. */
static void
test_dependent_signal (void)
{
  LsTaskController *c = controller (BG);
  LsTaskSignal *d = any_following (task_signal_of (c));

  post (say_it, "d", .signal = LS_ABORT_SIGNAL (d));
  post (say_it, "c", .signal = signal_of (c));
  g_assert_cmpuint (n_queues (), ==, 2);
  post (say_it, "v");
  set_priority (c, UB);
  run ();
  expect ("d c v");
}

/* Schedule a task, 4 and 5: the enqueue order goes up over all queues of the loop, and decides between two queues of one
 * priority. */
static void
test_enqueue_order (void)
{
  LsTaskController *c = controller (BG);
  LsTaskController *d = controller (UB);

  post (say_it, "c1", .signal = signal_of (c));
  post (say_it, "v2");
  post (say_it, "d3", .signal = signal_of (d));
  post (say_it, "v4");
  post (say_it, "c5", .signal = signal_of (c));
  post (say_it, "d6", .signal = signal_of (d));
  set_priority (c, UV);
  set_priority (d, UV);
  post (say_it, "v7");
  run ();
  expect ("c1 v2 d3 v4 c5 d6 v7");
}

/* Priority changes keep the enqueue order that a task has. */
static void
test_enqueue_order_kept (void)
{
  LsTaskController *c = controller (UV);

  post (say_it, "c1", .signal = signal_of (c));
  post (say_it, "v2");
  set_priority (c, BG);
  set_priority (c, UV);
  post (say_it, "c3", .signal = signal_of (c));
  run ();
  expect ("c1 v2 c3");
}

/* Schedule a task, 6: steps, then the task complete steps (the result is settled, the queue gone). */
static void
test_steps (void)
{
  g_autoptr (LsPromise) promise = post_task (return_it, "v");

  g_assert_cmpint (ls_promise_get_state (promise), ==, LS_PROMISE_PENDING);
  g_assert_cmpuint (n_queues (), ==, 1);
  g_assert_cmpint (ls_event_loop_step (loop), ==, LS_STEP_TASK);
  g_assert_cmpint (ls_promise_get_state (promise), ==, LS_PROMISE_FULFILLED);
  g_assert_cmpuint (n_queues (), ==, 0);
}

/* An aborted delayed task leaves no trace in the enqueue orders of the others, nor in the maps. */
static void
test_delayed_has_no_queue (void)
{
  post (say_it, "d", .delay = 1);
  g_assert_cmpuint (n_queues (), ==, 0);
  g_assert_cmpuint (ls_event_loop_get_n_queued_tasks (loop), ==, 0);
  run ();
  g_assert_cmpuint (n_queues (), ==, 0);
  expect ("d");
}

/* §2.4.3, over the queues of all schedulers of the loop. */

static void
post_on (LsScheduler    *on,
         const char     *name,
         LsTaskPriority  priority)
{
  drop (post_with (on, say_it, (gpointer) name, &(LsPostTaskOptions) { .priority = priority }));
}

/* Step 4: none. */
static void
test_none (void)
{
  keep (ls_scheduler_new (loop, "second"));
  g_assert_false (ls_event_loop_run_turn (loop));
}

/* Step 5: the highest effective priority, whichever scheduler has it. */
static void
test_schedulers_priority (void)
{
  LsScheduler *second = keep (ls_scheduler_new (loop, "second"));
  LsScheduler *third = keep (ls_scheduler_new (loop, "third"));

  post_on (scheduler, "b1", BG);
  post_on (second, "v2", UV);
  post_on (third, "u3", UB);
  post_on (scheduler, "u4", UB);
  post_on (second, "b2", BG);
  post_on (third, "v3", UV);
  run ();
  expect ("u3 u4 v2 v3 b1 b2");
}

/* Step 6: of these the one with the oldest first task. */
static void
test_schedulers_age (void)
{
  LsScheduler *second = keep (ls_scheduler_new (loop, "second"));

  post_on (scheduler, "1", UV);
  post_on (second, "2", UV);
  post_on (second, "3", UV);
  post_on (scheduler, "4", UV);
  post_on (second, "5", UV);
  run ();
  expect ("1 2 3 4 5");
}

/* One signal in two schedulers: two queues, both follow. */
static void
test_schedulers_one_signal (void)
{
  LsScheduler *second = keep (ls_scheduler_new (loop, "second"));
  LsTaskController *c = controller (BG);
  const LsPostTaskOptions options = { .signal = signal_of (c), .priority = NONE };

  post (say_it, "1", .signal = signal_of (c));
  drop (post_with (second, say_it, (gpointer) "2", &options));
  post (say_it, "v");
  g_assert_cmpuint (n_queues (), ==, 2);
  g_assert_cmpuint (ls_scheduler_get_n_queues (second), ==, 1);
  set_priority (c, UB);
  run ();
  expect ("1 2 v");
}

/* A continuation of one scheduler goes before a task of another. */
static void
test_schedulers_continuation (void)
{
  LsScheduler *second = keep (ls_scheduler_new (loop, "second"));

  post (yield_it, "1");
  post_on (second, "2", UV);
  run ();
  expect ("1 1+ 2");
}

/* Each loop has its own orders, queues and signals: two loops do not meet. */
static void
test_two_loops (void)
{
  g_autoptr (LsEventLoop) other = ls_event_loop_new (LS_CLOCK_VIRTUAL);
  g_autoptr (LsScheduler) theirs = ls_scheduler_new (other, NULL);

  post_on (theirs, "other", UB);
  post_on (scheduler, "mine", BG);
  run ();
  expect ("mine");
  ls_event_loop_run (other, 10);
  expect ("other");
}

int
main (int   argc,
      char *argv[])
{
  g_test_init (&argc, &argv, NULL);

  add_test ("/scheduling/2.4.1/queue-a-scheduler-task/7-appends", test_append);
  add_test ("/scheduling/2.4.1/remove-a-scheduler-task", test_remove);
  add_test ("/scheduling/2.4.2/select-the-queue/1-dynamic-map", test_dynamic);
  add_test ("/scheduling/2.4.2/select-the-queue/1.1.1-priority-of-now", test_dynamic_priority);
  add_test ("/scheduling/2.4.2/select-the-queue/1.1.1.1-removal-steps", test_dynamic_removal);
  add_test ("/scheduling/2.4.2/select-the-queue/1.1.3-priority-change-algorithm", test_priority_change_algorithm);
  add_test ("/scheduling/2.4.2/select-the-queue/1.1.3-while-running", test_priority_change_while_running);
  add_test ("/scheduling/2.4.2/select-the-queue/1.2-continuations-apart", test_dynamic_continuation);
  add_test ("/scheduling/2.4.2/select-the-queue/1-dependent-signal", test_dependent_signal);
  add_test ("/scheduling/2.4.2/select-the-queue/2-static-map", test_static);
  add_test ("/scheduling/2.4.2/select-the-queue/2.2-continuations-apart", test_static_continuation);
  add_test ("/scheduling/2.4.2/schedule-a-task/4-enqueue-order", test_enqueue_order);
  add_test ("/scheduling/2.4.2/schedule-a-task/5-order-is-kept", test_enqueue_order_kept);
  add_test ("/scheduling/2.4.2/schedule-a-task/6-steps-then-complete-steps", test_steps);
  add_test ("/scheduling/2.4.2/schedule-a-task/not-before-the-delay-ends", test_delayed_has_no_queue);
  add_test ("/scheduling/2.4.3/4-none", test_none);
  add_test ("/scheduling/2.4.3/5-highest-effective-priority", test_schedulers_priority);
  add_test ("/scheduling/2.4.3/6-oldest", test_schedulers_age);
  add_test ("/scheduling/2.4.3/one-signal-two-schedulers", test_schedulers_one_signal);
  add_test ("/scheduling/2.4.3/continuation-before-tasks-of-others", test_schedulers_continuation);
  add_test ("/scheduling/2.4.3/two-loops", test_two_loops);
  return g_test_run ();
}
