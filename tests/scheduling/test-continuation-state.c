/* test-continuation-state.c: the state that code runs with: §4.1.2 to §4.1.7 and §4.2
 *
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */

#include "scheduling-fixture.h"

static LsPromise *gate;
static LsTaskController *c;

static gboolean
has_state (void)
{
  return ls_scheduler_get_current_state (scheduler, NULL, NULL);
}

static void
say_state (const char *name)
{
  say_priority (NULL, NULL, (gpointer) name);
}

static LsCompletion
open_gate (const LsValue *argument,
           LsValue       *result,
           gpointer       user_data)
{
  ls_promise_resolve (gate, NULL);
  return LS_COMPLETION_NORMAL;
}

static LsCompletion
close_gate (const LsValue *argument,
            LsValue       *result,
            gpointer       user_data)
{
  ls_promise_reject (gate, NULL);
  return LS_COMPLETION_NORMAL;
}

static void
new_gate (void)
{
  g_clear_pointer (&gate, ls_promise_unref);
  gate = ls_promise_new (loop);
}

static LsCompletion
then_say_priority (const LsValue *argument,
                   LsValue       *result,
                   gpointer       user_data)
{
  then (ls_promise_ref (gate), say_priority, user_data);
  return LS_COMPLETION_NORMAL;
}

/* §4.1.2 */

static void
test_initial (void)
{
  g_assert_false (has_state ());
}

static LsScheduler *second;

static void
look_at_both (void)
{
  LsTaskSignal *priority_source;

  say_state ("first");
  g_assert_false (ls_scheduler_get_current_state (second, NULL, &priority_source));
  g_assert_null (priority_source);
}

/* The scheduler is the key: the value of another scheduler does not exist. */
static void
test_key (void)
{
  second = keep (ls_scheduler_new (loop, "second"));
  post (call_it, look_at_both, .priority = BG);
  c = controller (UB);
  post (call_it, look_at_both, .signal = signal_of (c));
  run ();
  expect ("first:ub* first:bg");
}

static LsCompletion
yield_on_second (const LsValue *argument,
                 LsValue       *result,
                 gpointer       user_data)
{
  then (ls_scheduler_yield (second, NULL), say_it, "second");
  return LS_COMPLETION_NORMAL;
}

/* So a yield on another scheduler inherits nothing. */
static void
test_key_yield (void)
{
  second = keep (ls_scheduler_new (loop, "second"));
  post (yield_on_second, NULL, .priority = BG);
  post (say_it, "b", .priority = BG);
  run ();
  expect ("second b");
  post (yield_on_second, NULL, .priority = BG);
  post (say_it, "u", .priority = UB);
  g_assert_true (ls_event_loop_run_turn (loop));
  g_assert_true (ls_event_loop_run_turn (loop));
  post (say_it, "v");
  run ();
  expect ("u second v");
}

/* §4.1.4 */

static void
queue_microtasks (void)
{
  microtask (say_priority, "m1");
  microtask (say_priority, "m2");
}

static void
test_microtask (void)
{
  c = controller (UB);
  post (call_it, queue_microtasks, .signal = signal_of (c));
  post (call_it, queue_microtasks, .priority = BG);
  run ();
  expect ("m1:ub* m2:ub* m1:bg m2:bg");
}

static LsCompletion
queue_nested (const LsValue *argument,
              LsValue       *result,
              gpointer       user_data)
{
  microtask (say_priority, "nested");
  say_state ("outer");
  return LS_COMPLETION_NORMAL;
}

static void
queue_outer (void)
{
  microtask (queue_nested, NULL);
  microtask (say_priority, "after");
}

static void
test_microtask_nested (void)
{
  post (call_it, queue_outer, .priority = BG);
  run ();
  expect ("outer:bg after:bg nested:bg");
}

/* A microtask captures null as well. */
static void
test_microtask_without (void)
{
  queue_microtasks ();
  post (call_it, queue_microtasks, .priority = BG);
  run ();
  expect ("m1:none m2:none m1:bg m2:bg");
}

static LsCompletion
throw_and_look (const LsValue *argument,
                LsValue       *result,
                gpointer       user_data)
{
  say_state ("throws");
  return throw_it (argument, result, (gpointer) "e");
}

static void
queue_throwing (void)
{
  microtask (throw_and_look, NULL);
}

/* Step 5.3: the state is null afterwards, also after a microtask that throws. */
static void
test_microtask_clears (void)
{
  post (call_it, queue_throwing, .priority = BG);
  g_assert_true (ls_event_loop_run_turn (loop));
  g_assert_false (has_state ());
  expect ("throws:bg reported:e");
}

/* The captured state is a clone: it shows a later priority of the signal, and nothing of what happens to the task. */
static void
test_microtask_later (void)
{
  c = controller (BG);
  post (call_it, queue_microtasks, .signal = signal_of (c));
  ls_event_loop_step (loop);
  set_priority (c, UB);
  run ();
  expect ("m1:ub* m2:ub*");
}

/* §4.1.5 and §4.1.6 */

/* A reaction registered while the promise is pending has the state of the registration, not that of the code that resolves. */
static void
test_then_pending (void)
{
  new_gate ();
  post (then_say_priority, "A", .priority = BG);
  post (then_say_priority, "B", .priority = UB);
  post (open_gate, NULL, .delay = 5);
  then (ls_promise_ref (gate), say_priority, "outside");
  run ();
  expect ("outside:none B:ub A:bg");
  g_clear_pointer (&gate, ls_promise_unref);
}

static void
test_then_settled (void)
{
  new_gate ();
  ls_promise_resolve (gate, NULL);
  then (ls_promise_ref (gate), say_priority, "outside");
  post (then_say_priority, "A", .priority = BG);
  run ();
  expect ("outside:none A:bg");
  g_clear_pointer (&gate, ls_promise_unref);
}

static LsCompletion
chain (const LsValue *argument,
       LsValue       *result,
       gpointer       user_data)
{
  g_autoptr (LsPromise) first = ls_promise_then (gate, say_priority, (gpointer) "1", NULL);
  g_autoptr (LsPromise) second_one = ls_promise_then (first, say_priority, (gpointer) "2", NULL);
  g_autoptr (LsPromise) third = ls_promise_finally (second_one, say_priority, (gpointer) "finally", NULL);
  g_autoptr (LsPromise) fourth = ls_promise_then (third, throw_it, (gpointer) "e", NULL);

  drop (ls_promise_catch (fourth, say_priority, (gpointer) "catch", NULL));
  return LS_COMPLETION_NORMAL;
}

static void
test_chain (void)
{
  new_gate ();
  post (chain, NULL, .priority = BG);
  post (open_gate, NULL, .delay = 5, .priority = UB);
  run ();
  expect ("1:bg 2:bg finally:bg catch:bg");
  g_clear_pointer (&gate, ls_promise_unref);
}

static LsCompletion
await_gate (const LsValue *argument,
            LsValue       *result,
            gpointer       user_data)
{
  ls_promise_await (gate, say_priority, say_priority, user_data, NULL);
  return LS_COMPLETION_NORMAL;
}

static void
test_await (void)
{
  new_gate ();
  post (await_gate, "A", .priority = BG);
  post (await_gate, "B", .priority = UB);
  post (close_gate, NULL, .delay = 5);
  run ();
  expect ("B:ub A:bg");
  g_clear_pointer (&gate, ls_promise_unref);
}

static LsCompletion
return_gate (const LsValue *argument,
             LsValue       *result,
             gpointer       user_data)
{
  ls_value_set_promise (result, gate);
  return LS_COMPLETION_NORMAL;
}

/* A result that adopts a promise: its reactions have the state of their registration all the same. */
static void
test_adoption (void)
{
  new_gate ();
  c = controller (UB);
  then (post_task (return_gate, NULL, .priority = BG), say_priority, "outside");
  post (then_say_priority, "A", .signal = signal_of (c));
  post (open_gate, NULL, .delay = 5);
  run ();
  expect ("A:ub* outside:none");
  g_clear_pointer (&gate, ls_promise_unref);
}

/* Null after the handler. */
static void
test_then_clears (void)
{
  new_gate ();
  ls_promise_resolve (gate, NULL);
  post (then_say_priority, "A", .priority = BG);
  g_assert_true (ls_event_loop_run_turn (loop));
  g_assert_false (has_state ());
  expect ("A:bg");
  g_clear_pointer (&gate, ls_promise_unref);
}

/* §4.1.7: the job itself has no state. Microtasks that are queued between handlers do not leak state into others. */
static void
test_jobs_do_not_mix (void)
{
  new_gate ();
  ls_promise_resolve (gate, NULL);
  post (then_say_priority, "A", .priority = BG);
  ls_event_loop_step (loop);
  then (ls_promise_ref (gate), say_priority, "outside");
  microtask (say_priority, "m");
  run ();
  expect ("A:bg outside:none m:none");
  g_clear_pointer (&gate, ls_promise_unref);
}

static LsCompletion
yield_then_look (const LsValue *argument,
                 LsValue       *result,
                 gpointer       user_data)
{
  yield_then (say_priority, user_data);
  return LS_COMPLETION_NORMAL;
}

/* Through yields and their microtasks. */
static void
test_after_yield (void)
{
  c = controller (UB);
  post (yield_then_look, "t", .signal = signal_of (c), .priority = BG);
  run ();
  expect ("t:bg*");
}

/* The next task, the tasks of other sources and timers have no state. */
static void
post_everything (void)
{
  post (say_priority, "task");
  ls_event_loop_set_timeout (loop, 1, NULL, say_priority, (gpointer) "timer", NULL);
  ls_event_loop_post (loop, LS_QUEUE_TYPE_DEFAULT, 0, LS_POST_NONE, NULL, say_priority, (gpointer) "default", NULL);
  ls_event_loop_post (loop, LS_QUEUE_TYPE_INPUT, 2000, LS_POST_NONE, NULL, say_priority, (gpointer) "input", NULL);
}

static void
test_cleared (void)
{
  post (call_it, post_everything, .priority = BG);
  run ();
  expect ("task:uv default:none timer:none input:none");
}

static LsCompletion
throw_state (const LsValue *argument,
             LsValue       *result,
             gpointer       user_data)
{
  return throw_it (argument, result, user_data);
}

static void
test_cleared_after_throw (void)
{
  drop (post_task (throw_state, "e", .priority = BG));
  ls_event_loop_post (loop, LS_QUEUE_TYPE_IDLE, 0, LS_POST_NONE, NULL, say_priority, (gpointer) "default", NULL);
  run ();
  expect ("default:none");
}

static void
yield_in_timer (void)
{
  post (say_it, "v");
  yield_then (say_priority, "yielded");
}

/* A yield in a timer is user-visible. */
static void
test_timer_yield (void)
{
  ls_event_loop_set_timeout (loop, 1, NULL, call_it, (gpointer) yield_in_timer, NULL);
  run ();
  expect ("yielded:none v");
}

/* Plain tasks have a state too. */
static void
look_plainly (gpointer user_data)
{
  say_state (user_data);
  microtask (say_priority, "microtask");
}

static void
look_only (gpointer user_data)
{
  say_state (user_data);
}

static void
test_plain_task (void)
{
  c = controller (UB);
  ls_scheduler_post (scheduler, BG, look_only, (gpointer) "only", NULL);
  g_assert_true (ls_event_loop_run_turn (loop));
  g_assert_false (has_state ());
  ls_scheduler_post_with_signal (scheduler, task_signal_of (c), look_only, (gpointer) "only", NULL);
  g_assert_true (ls_event_loop_run_turn (loop));
  g_assert_false (has_state ());
  expect ("only:bg only:ub");
  ls_scheduler_post (scheduler, BG, look_plainly, (gpointer) "plain", NULL);
  ls_scheduler_post_with_signal (scheduler, task_signal_of (c), look_plainly, (gpointer) "signal", NULL);
  run ();
  expect ("signal:ub microtask:ub plain:bg microtask:bg");
  g_assert_false (has_state ());
}

/* §4.2 */

static LsCompletion
look_in_idle (const LsValue *argument,
              LsValue       *result,
              gpointer       user_data)
{
  LsAbortSignal *abort_source;
  LsTaskSignal *priority_source;

  g_assert_true (ls_scheduler_get_current_state (scheduler, &abort_source, &priority_source));
  g_assert_null (abort_source);
  g_assert_true (ls_task_signal_has_fixed_priority (priority_source));
  say_state ("idle");
  microtask (say_priority, "microtask");
  post (say_it, "v");
  yield_then (say_priority, "yielded");
  ls_event_loop_set_timeout (loop, 100, NULL, say_priority, (gpointer) "timer", NULL);
  return LS_COMPLETION_NORMAL;
}

static void
test_idle (void)
{
  ls_event_loop_request_idle_callback (loop, 0, NULL, look_in_idle, NULL, NULL);
  run ();
  expect ("idle:bg microtask:bg v yielded:bg timer:none");
}

static void
test_idle_clears (void)
{
  ls_event_loop_request_idle_callback (loop, 0, NULL, say_priority, (gpointer) "idle", NULL);
  ls_event_loop_request_idle_callback (loop, 0, NULL, throw_it, (gpointer) "e", NULL);
  g_assert_true (ls_event_loop_run_turn (loop));
  g_assert_false (has_state ());
  g_assert_true (ls_event_loop_run_turn (loop));
  g_assert_false (has_state ());
  expect ("idle:bg reported:e");
}

static void
request_idle (void)
{
  ls_event_loop_request_idle_callback (loop, 0, NULL, say_priority, (gpointer) "idle", NULL);
}

/* Idle callbacks have background state whatever code requests them, even those that time out. */
static void
test_idle_from_task (void)
{
  c = controller (UB);
  post (call_it, request_idle, .signal = signal_of (c));
  run ();
  expect ("idle:bg");

  ls_event_loop_request_idle_callback (loop, 5, NULL, say_priority, (gpointer) "timed out", NULL);
  ls_event_loop_work (loop, 6000);
  run ();
  expect ("timed out:bg");
}

/* No scheduler, no state. */
static LsCompletion
say_idle (const LsValue *argument,
          LsValue       *result,
          gpointer       user_data)
{
  say ("idle");
  return LS_COMPLETION_NORMAL;
}

static void
test_idle_without_scheduler (void)
{
  g_autoptr (LsEventLoop) other = ls_event_loop_new (LS_CLOCK_VIRTUAL);

  ls_event_loop_request_idle_callback (other, 0, NULL, say_idle, NULL, NULL);
  ls_event_loop_run (other, 10);
  expect ("idle");
}

int
main (int   argc,
      char *argv[])
{
  g_test_init (&argc, &argv, NULL);

  add_test ("/scheduling/4.1.2/initially-null", test_initial);
  add_test ("/scheduling/4.1.2/scheduler-is-the-key", test_key);
  add_test ("/scheduling/4.1.2/scheduler-is-the-key-of-yield", test_key_yield);
  add_test ("/scheduling/4.1.3/other-tasks-have-none", test_cleared);
  add_test ("/scheduling/4.1.3/after-a-task-that-throws", test_cleared_after_throw);
  add_test ("/scheduling/4.1.3/yield-in-a-timer", test_timer_yield);
  add_test ("/scheduling/4.1.3/plain-tasks", test_plain_task);
  add_test ("/scheduling/4.1.4/microtask-has-the-state", test_microtask);
  add_test ("/scheduling/4.1.4/nested", test_microtask_nested);
  add_test ("/scheduling/4.1.4/null-is-captured", test_microtask_without);
  add_test ("/scheduling/4.1.4/null-afterwards", test_microtask_clears);
  add_test ("/scheduling/4.1.4/clone", test_microtask_later);
  add_test ("/scheduling/4.1.5/then-on-a-pending-promise", test_then_pending);
  add_test ("/scheduling/4.1.5/then-on-a-settled-promise", test_then_settled);
  add_test ("/scheduling/4.1.5/then-catch-finally", test_chain);
  add_test ("/scheduling/4.1.5/await", test_await);
  add_test ("/scheduling/4.1.5/adoption", test_adoption);
  add_test ("/scheduling/4.1.5/after-yield", test_after_yield);
  add_test ("/scheduling/4.1.6/null-afterwards", test_then_clears);
  add_test ("/scheduling/4.1.7/jobs-do-not-mix", test_jobs_do_not_mix);
  add_test ("/scheduling/4.2/background", test_idle);
  add_test ("/scheduling/4.2/null-afterwards", test_idle_clears);
  add_test ("/scheduling/4.2/whoever-requests-it", test_idle_from_task);
  add_test ("/scheduling/4.2/without-a-scheduler", test_idle_without_scheduler);
  return g_test_run ();
}
