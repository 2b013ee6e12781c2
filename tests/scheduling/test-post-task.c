/* test-post-task.c: §2.4.2 schedule a postTask task
 *
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */

#include "scheduling-fixture.h"

/* Logs the state that a callback sees. */
static LsAbortSignal *seen_abort_source;
static LsTaskSignal *seen_priority_source;
static gboolean seen_state;

static void
look (void)
{
  seen_state = ls_scheduler_get_current_state (scheduler, &seen_abort_source, &seen_priority_source);
}

static void
test_result (void)
{
  g_autoptr (LsPromise) first = post_task (return_it, "a");
  g_autoptr (LsPromise) second = post_task (return_it, "b");

  g_assert_true (first != second);
  g_assert_cmpint (ls_promise_get_state (first), ==, LS_PROMISE_PENDING);
  watch (g_steal_pointer (&first), "1");
  watch (g_steal_pointer (&second), "2");
  run ();
  expect ("1=a 2=b");
}

static void
leave_the_third (void)
{
  say ("m2");
  microtask (say_it, "m3");
}

static void
leave_two (void)
{
  say ("t");
  microtask (say_it, "m1");
  microtask (call_it, leave_the_third);
}

/* The promise is resolved after all microtasks of the callback and theirs. */
static void
test_result_after_microtasks (void)
{
  post_watched ("t", call_it, leave_two);
  post (say_it, "next");
  run ();
  expect ("t m1 m2 m3 t=undefined next");
}

static void
test_aborted_signal (void)
{
  LsTaskController *c = controller (UB);

  abort_with (c, "r");
  expect_rejected (post_task (say_it, "never", .signal = signal_of (c)), "r");
  expect_rejected (post_task (say_it, "never", .signal = signal_of (c), .delay = 5, .priority = UB), "r");
  g_assert_cmpuint (ls_scheduler_get_n_queues (scheduler), ==, 0);
  g_assert_true (ls_event_loop_is_idle (loop) || ls_event_loop_get_n_microtasks (loop) == 0);
  run ();
}

/* The rejection has the very value of the reason, and its reaction is a microtask of now. */
static void
test_aborted_signal_reason (void)
{
  LsAbortController *a = abort_controller ();
  g_autoptr (LsPromise) promise = NULL;

  abort_with (a, NULL);
  promise = post_task (say_it, "never", .signal = signal_of (a));
  g_assert_true (ls_value_identical (ls_promise_get_result (promise), ls_abort_signal_get_reason (signal_of (a))));
  post (say_it, "v", .priority = UB);
  watch (ls_promise_ref (promise), "t");
  microtask (say_it, "m");
  run ();
  expect ("t!AbortError m v");
}

static void
test_abort_source (void)
{
  LsAbortController *a = abort_controller ();
  LsTaskController *c = controller (BG);

  post (call_it, look, .signal = signal_of (a));
  run ();
  g_assert_true (seen_state && seen_abort_source == signal_of (a));
  post (call_it, look, .signal = signal_of (c), .priority = UB);
  run ();
  g_assert_true (seen_state && seen_abort_source == signal_of (c));
  post (call_it, look);
  run ();
  g_assert_true (seen_state && seen_abort_source == NULL);
}

static void
test_priority (void)
{
  for (guint priority = BG; priority <= UB; priority++)
    {
      post (call_it, look, .priority = priority);
      run ();
      g_assert_cmpint (ls_task_signal_get_priority (seen_priority_source), ==, priority);
      g_assert_true (ls_task_signal_has_fixed_priority (seen_priority_source));
      g_assert_false (ls_abort_signal_get_aborted (LS_ABORT_SIGNAL (seen_priority_source)));
    }
}

/* The option priority goes before the priority of the signal, which may change meanwhile. */
static void
test_priority_before_signal (void)
{
  LsTaskController *c = controller (UB);

  post (say_it, "t", .signal = signal_of (c), .priority = BG);
  post (say_it, "v");
  set_priority (c, UV);
  set_priority (c, UB);
  run ();
  expect ("v t");
  post (call_it, look, .signal = signal_of (c), .priority = BG);
  run ();
  g_assert_true (seen_priority_source != task_signal_of (c));
  g_assert_true (seen_abort_source == signal_of (c));
}

static void
test_task_signal (void)
{
  LsTaskController *c = controller (BG);

  post (call_it, look, .signal = signal_of (c));
  run ();
  g_assert_true (seen_priority_source == task_signal_of (c));
}

/* The same with a dependent signal and with one of fixed priority: the signal itself is the source. */
static void
test_task_signal_any (void)
{
  LsTaskController *c = controller (BG);
  LsTaskSignal *following = any_following (task_signal_of (c));
  LsTaskSignal *fixed = any_fixed (signal_of (c), UB);

  post (call_it, look, .signal = LS_ABORT_SIGNAL (following));
  run ();
  g_assert_true (seen_priority_source == following);
  post (call_it, look, .signal = LS_ABORT_SIGNAL (fixed));
  run ();
  g_assert_true (seen_priority_source == fixed);
}

static void
test_default_priority (void)
{
  LsAbortController *a = abort_controller ();

  post (say_it, "b", .priority = BG);
  post (say_it, "default");
  post (say_it, "v", .priority = UV);
  post (say_it, "signal", .signal = signal_of (a));
  post (say_it, "u", .priority = UB);
  run ();
  expect ("u default v signal b");
  post (call_it, look, .signal = signal_of (a));
  run ();
  g_assert_cmpint (ls_task_signal_get_priority (seen_priority_source), ==, UV);
  g_assert_true (ls_task_signal_has_fixed_priority (seen_priority_source));
}

/* One signal for each priority serves all tasks (the note in §2.4.2). */
static void
test_fixed_signals_are_cached (void)
{
  LsTaskSignal *first;

  post (call_it, look);
  run ();
  first = seen_priority_source;
  post (call_it, look, .priority = UV);
  run ();
  g_assert_true (seen_priority_source == first);
  post (call_it, look, .priority = BG);
  run ();
  g_assert_true (seen_priority_source != first);
}

static void
test_abort_steps (void)
{
  LsTaskController *c = controller (UV);

  post_watched ("1", say_it, "never", .signal = signal_of (c));
  post_watched ("2", say_it, "never", .signal = signal_of (c), .priority = BG);
  post_watched ("3", say_it, "never", .signal = signal_of (c), .delay = 40);
  post_watched ("4", say_it, "never", .signal = signal_of (c), .priority = UB);
  abort_with (c, "r");
  microtask (say_it, "m");
  run ();
  expect ("1!r 2!r 3!r 4!r m");
}

static void
test_queue (void)
{
  LsTaskController *c = controller (UB);

  post (say_it, "v");
  post (say_it, "c", .signal = signal_of (c));
  set_priority (c, BG);
  run ();
  expect ("v c");
}

static void
test_state_is_set (void)
{
  LsTaskController *c = controller (UB);

  g_assert_false (ls_scheduler_get_current_state (scheduler, NULL, NULL));
  post (say_priority, "none");
  post (say_priority, "b", .priority = BG);
  post (say_priority, "c", .signal = signal_of (c));
  run ();
  expect ("c:ub* none:uv b:bg");
}

static LsCompletion
check_argument (const LsValue *argument,
                LsValue       *result,
                gpointer       user_data)
{
  g_assert_cmpint (argument->type, ==, LS_VALUE_UNDEFINED);
  g_assert_cmpint (result->type, ==, LS_VALUE_UNDEFINED);
  say ("%s", (char *) user_data);
  return LS_COMPLETION_NORMAL;
}

static void
test_callback (void)
{
  post_watched ("t", check_argument, "called");
  run ();
  expect ("called t=undefined");
}

static void
test_callback_throws (void)
{
  post_watched ("t", throw_it, "e");
  post (say_it, "next");
  run ();
  expect ("t!e next");
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

static void
open_gate (void)
{
  g_auto (LsValue) value = LS_VALUE_INIT;

  ls_value_set_string (&value, "v");
  ls_promise_resolve (gate, &value);
}

/* Resolving the result adopts a promise. The tasks that follow do not wait for it. */
static void
test_callback_returns_promise (void)
{
  gate = ls_promise_new (loop);
  post_watched ("t", return_gate, NULL);
  post (say_it, "next");
  post (call_it, open_gate);
  run ();
  expect ("next t=v");

  drop (gate);
  gate = ls_promise_new (loop);
  ls_promise_reject (gate, NULL);
  post_watched ("t", return_gate, NULL);
  run ();
  expect ("t!undefined");
  g_clear_pointer (&gate, ls_promise_unref);
}

static void
test_state_is_cleared (void)
{
  post (say_priority, "b", .priority = BG);
  g_assert_true (ls_event_loop_run_turn (loop));
  expect ("b:bg");
  g_assert_false (ls_scheduler_get_current_state (scheduler, NULL, NULL));

  post (throw_it, "e", .priority = BG);
  run ();
  g_assert_false (ls_scheduler_get_current_state (scheduler, NULL, NULL));
}

static void
say_time (void)
{
  say ("%u", (guint) (ls_event_loop_get_time (loop) / 1000));
}

static void
test_delay (void)
{
  post (call_it, say_time, .delay = 20);
  post (call_it, say_time, .delay = 10);
  post (call_it, say_time, .delay = 1);
  post (call_it, say_time);
  run ();
  expect ("0 1 10 20");
}

/* The delay is the least: work may make the task later; the loop does not queue it before. */
static void
work_on (void)
{
  ls_event_loop_work (loop, 15000);
}

static void
test_delay_at_least (void)
{
  post (call_it, say_time, .delay = 10, .priority = BG);
  post (call_it, work_on);
  run ();
  expect ("15");
}

static void
test_delay_equal (void)
{
  post (say_it, "1", .delay = 10);
  post (say_it, "2", .delay = 10);
  post (say_it, "3", .delay = 10);
  run ();
  expect ("1 2 3");
}

/* Step 11 runs when the delay ends: enqueue order, queue and priority are those of that moment. */
static void
test_delay_enqueue_order (void)
{
  LsTaskController *c = controller (UV);

  post (say_it, "delayed", .delay = 10);
  post (call_it, work_on);
  post (say_it, "1");
  post (say_it, "2");
  run ();
  expect ("1 2 delayed");

  post (say_it, "delayed", .delay = 10, .signal = signal_of (c));
  set_priority (c, UB);
  post (call_it, work_on);
  post (say_it, "v");
  run ();
  expect ("delayed v");
}

static LsTaskController *to_abort;

static void
abort_c (void)
{
  abort_with (to_abort, "r");
}

/* Step 13.1: an aborted task does not run. Its result is rejected at the abort, not when the delay ends. */
static void
test_delay_abort (void)
{
  to_abort = controller (UV);
  post_watched ("t", say_it, "never", .delay = 20, .signal = signal_of (to_abort));
  post (call_it, abort_c, .delay = 10);
  post (say_it, "15", .delay = 15);
  post (say_it, "30", .delay = 30);
  run ();
  expect ("t!r 15 30");
}

static void
test_no_delay (void)
{
  post (say_it, "1", .delay = 0);
  g_assert_cmpuint (ls_event_loop_get_n_queued_tasks (loop), ==, 1);
  post (say_it, "2");
  run ();
  expect ("1 2");
}

int
main (int   argc,
      char *argv[])
{
  g_test_init (&argc, &argv, NULL);

#define STEP(name) "/scheduling/2.4.2/post-task/" name
  add_test (STEP ("step-1-result"), test_result);
  add_test (STEP ("step-3-aborted-signal"), test_aborted_signal);
  add_test (STEP ("step-3-reason-by-identity"), test_aborted_signal_reason);
  add_test (STEP ("step-5-abort-source"), test_abort_source);
  add_test (STEP ("step-6-priority"), test_priority);
  add_test (STEP ("step-6-priority-before-signal"), test_priority_before_signal);
  add_test (STEP ("step-7-task-signal"), test_task_signal);
  add_test (STEP ("step-7-dependent-signals"), test_task_signal_any);
  add_test (STEP ("step-8-default"), test_default_priority);
  add_test (STEP ("note-fixed-signals-are-cached"), test_fixed_signals_are_cached);
  add_test (STEP ("step-10-abort-steps"), test_abort_steps);
  add_test (STEP ("step-11.1-queue-of-the-priority-source"), test_queue);
  add_test (STEP ("step-11.2.2-state-is-set"), test_state_is_set);
  add_test (STEP ("step-11.2.3-callback"), test_callback);
  add_test (STEP ("step-11.2.3-throws"), test_callback_throws);
  add_test (STEP ("step-11.2.3-returns-a-promise"), test_callback_returns_promise);
  add_test (STEP ("step-11.2.3-microtasks-first"), test_result_after_microtasks);
  add_test (STEP ("step-11.2.4-state-is-cleared"), test_state_is_cleared);
  add_test (STEP ("step-13-delay"), test_delay);
  add_test (STEP ("step-13-at-least"), test_delay_at_least);
  add_test (STEP ("step-13-equal-delays"), test_delay_equal);
  add_test (STEP ("step-13-enqueued-at-the-end"), test_delay_enqueue_order);
  add_test (STEP ("step-13.1-aborted-meanwhile"), test_delay_abort);
  add_test (STEP ("step-14-no-delay"), test_no_delay);
  return g_test_run ();
}
