/* test-yield.c: §2.4.2 schedule a yield continuation, edition 2025
 *
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */

#include "scheduling-fixture.h"

static LsTaskController *c;

static void
watch_yield (const char *name)
{
  watch (ls_scheduler_yield (scheduler, NULL), name);
}

static void
yield_y (void)
{
  watch_yield ("y");
}

static void
test_result (void)
{
  g_autoptr (LsPromise) promise = ls_scheduler_yield (scheduler, NULL);

  g_assert_cmpint (ls_promise_get_state (promise), ==, LS_PROMISE_PENDING);
  watch (ls_promise_ref (promise), "y");
  run ();
  expect ("y=undefined");
}

/* Step 2: the current scheduling state's priority … */
static void
test_inherits_priority (void)
{
  post (yield_it, "b", .priority = BG);
  post (say_it, "b2", .priority = BG);
  run ();
  expect ("b b+ b2");

  post (yield_it, "u", .priority = UB);
  post (say_it, "u2", .priority = UB);
  run ();
  expect ("u u+ u2");
}

static void
yield_behind_others (void)
{
  post (say_it, "v");
  post (say_it, "b", .priority = BG);
  post (say_it, "u", .priority = UB);
  watch_yield ("y");
}

static void
test_inherits_priority_order (void)
{
  post (call_it, yield_behind_others, .priority = BG);
  run ();
  expect ("u v y=undefined b");
  post (call_it, yield_behind_others, .priority = UV);
  run ();
  expect ("u y=undefined v b");
  post (call_it, yield_behind_others, .priority = UB);
  run ();
  expect ("y=undefined u v b");
}

/* … which follows the signal while the continuation waits … */
static void
test_inherits_signal (void)
{
  c = controller (UB);
  post (call_it, yield_behind_others, .signal = signal_of (c));
  g_assert_true (ls_event_loop_run_turn (loop));
  set_priority (c, BG);
  run ();
  expect ("u v y=undefined b");
}

/* … and the abort source, step 3; rejected while it waits. */
static void
test_inherits_abort (void)
{
  c = controller (UB);
  post (call_it, yield_y, .signal = signal_of (c));
  g_assert_true (ls_event_loop_run_turn (loop));
  g_assert_cmpuint (ls_scheduler_get_n_queues (scheduler), ==, 1);
  abort_with (c, "r");
  g_assert_cmpuint (ls_scheduler_get_n_queues (scheduler), ==, 0);
  run ();
  expect ("y!r");
}

/* The abort source of a task with a fixed priority. */
static void
test_inherits_abort_with_priority (void)
{
  c = controller (UB);
  post (call_it, yield_behind_others, .signal = signal_of (c), .priority = UV);
  g_assert_true (ls_event_loop_run_turn (loop));
  set_priority (c, BG);
  abort_with (c, "r");
  run ();
  expect ("y!r u v b");
}

static void
abort_and_yield (void)
{
  abort_with (c, "r");
  microtask (say_it, "m1");
  yield_y ();
  microtask (say_it, "m2");
  say ("end");
}

/* Step 4: rejected at once, without a task. */
static void
test_aborted (void)
{
  c = controller (UB);
  post (call_it, abort_and_yield, .signal = signal_of (c));
  g_assert_true (ls_event_loop_run_turn (loop));
  expect ("end m1 y!r m2");
  g_assert_true (ls_event_loop_is_idle (loop));
}

static LsCompletion
yield_again (const LsValue *argument,
             LsValue       *result,
             gpointer       user_data)
{
  say ("caught");
  yield_y ();
  return LS_COMPLETION_NORMAL;
}

static void
yield_and_catch (void)
{
  g_autoptr (LsPromise) promise = ls_scheduler_yield (scheduler, NULL);

  drop (ls_promise_catch (promise, yield_again, NULL, NULL));
}

/* The reaction to the rejection still has the state: it is rejected again. */
static void
test_aborted_again (void)
{
  c = controller (UB);
  post (call_it, yield_and_catch, .signal = signal_of (c));
  g_assert_true (ls_event_loop_run_turn (loop));
  abort_with (c, "r");
  run ();
  expect ("caught y!r");
}

/* Steps 5 and 6: no state, so user-visible. */
static void
test_no_state (void)
{
  post (say_it, "b", .priority = BG);
  post (say_it, "v");
  post (say_it, "u", .priority = UB);
  watch_yield ("y");
  run ();
  expect ("u y=undefined v b");
}

/* Step 8: the abort steps of a continuation leave the signal when it has run. */
static void
test_abort_after (void)
{
  c = controller (UB);
  post (call_it, yield_y, .signal = signal_of (c));
  run ();
  expect ("y=undefined");
  abort_with (c, "r");
  run ();
}

/* Step 9: the continuations' queue. */
static void
test_queue (void)
{
  post (yield_it, "1");
  post (say_it, "2");
  g_assert_true (ls_event_loop_run_turn (loop));
  g_assert_cmpuint (ls_scheduler_get_n_queues (scheduler), ==, 2);
  run ();
  expect ("1 1+ 2");
}

static LsPromise *shared;

static void
yield_shared (void)
{
  shared = ls_scheduler_yield (scheduler, NULL);
  drop (ls_promise_then (shared, say_priority, (gpointer) "mine", NULL));
}

static void
await_shared (void)
{
  drop (ls_promise_then (shared, say_priority, (gpointer) "theirs", NULL));
}

/* Step 10.1: only resolves the result. It sets no state; the code that awaits has its own. */
static void
test_state_of_awaiters (void)
{
  post (call_it, yield_shared, .priority = BG);
  g_assert_true (ls_event_loop_run_turn (loop));
  post (call_it, await_shared, .priority = UB);
  run ();
  expect ("mine:bg theirs:ub");
  g_clear_pointer (&shared, ls_promise_unref);
}

/* A continuation that nobody awaits still takes a turn. */
static void
test_unawaited (void)
{
  drop (ls_scheduler_yield (scheduler, NULL));
  g_assert_cmpuint (ls_event_loop_run (loop, 10), ==, 1);
}

static int left;

static LsCompletion
work_loop (const LsValue *argument,
           LsValue       *result,
           gpointer       user_data)
{
  if (left-- > 0)
    {
      say ("%d", left);
      yield_then (work_loop, NULL);
    }
  return LS_COMPLETION_NORMAL;
}

/* A task yields again and again, with its state all the way. */
static void
test_chain (void)
{
  left = 3;
  post (work_loop, NULL, .priority = BG);
  post (say_it, "b", .priority = BG);
  run ();
  expect ("2 1 0 b");
}

static const LsYieldOptions ignored[] = {
  { .priority = BG },
  { .priority = NONE, .inherit_priority = TRUE, .inherit_signal = TRUE },
  { .priority = 77 },
};

static void
yield_with_options (void)
{
  for (guint i = 0; i < G_N_ELEMENTS (ignored); i++)
    watch (ls_scheduler_yield (scheduler, &ignored[i]), "y");
}

/* Extra arguments are ignored, even bad ones. */
static void
test_options_are_ignored (void)
{
  LsYieldOptions options = { .priority = NONE };

  post (call_it, yield_with_options, .priority = UB);
  post (say_it, "u", .priority = UB);
  run ();
  expect ("y=undefined y=undefined y=undefined u");

  c = controller (UV);
  abort_with (c, "r");
  options.signal = signal_of (c);
  watch (ls_scheduler_yield (scheduler, &options), "y");
  run ();
  expect ("y=undefined");
}

int
main (int   argc,
      char *argv[])
{
  g_test_init (&argc, &argv, NULL);

#define STEP(name) "/scheduling/2.4.2/yield/" name
  add_test (STEP ("step-1-result"), test_result);
  add_test (STEP ("step-2-inherits-the-priority"), test_inherits_priority);
  add_test (STEP ("step-2-order"), test_inherits_priority_order);
  add_test (STEP ("step-2-follows-the-signal"), test_inherits_signal);
  add_test (STEP ("step-3-abort-source"), test_inherits_abort);
  add_test (STEP ("step-3-abort-source-and-fixed-priority"), test_inherits_abort_with_priority);
  add_test (STEP ("step-4-aborted"), test_aborted);
  add_test (STEP ("step-4-aborted-again"), test_aborted_again);
  add_test (STEP ("step-6-no-state"), test_no_state);
  add_test (STEP ("step-8-abort-afterwards"), test_abort_after);
  add_test (STEP ("step-9-queue"), test_queue);
  add_test (STEP ("step-10.1-no-state-is-set"), test_state_of_awaiters);
  add_test (STEP ("not-awaited"), test_unawaited);
  add_test (STEP ("chain"), test_chain);
  add_test (STEP ("options-are-ignored"), test_options_are_ignored);
  return g_test_run ();
}
