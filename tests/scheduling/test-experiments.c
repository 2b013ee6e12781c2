/* test-experiments.c: wait(), render(), currentTaskSignal and priority inheritance, as docs/experiments.md has them
 *
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */

#include "scheduling-fixture.h"

#include <math.h>

static LsTaskController *c;
static LsPromise *awaited;

/* Off: nothing is there, and nothing changes. */

static void
test_off (void)
{
  g_assert_cmpuint (ls_event_loop_get_experiments (loop), ==, LS_EXPERIMENT_NONE);
  g_assert_null (ls_scheduler_get_current_task_signal (scheduler));
  watch (ls_scheduler_wait (scheduler, 1, NULL), "wait");
  watch (ls_scheduler_render (scheduler, NULL), "render");
  run ();
  expect ("wait!TypeError render!TypeError");
}

static LsCompletion
await_it (const LsValue *argument,
          LsValue       *result,
          gpointer       user_data)
{
  say ("%s", (const char *) user_data);
  watch (ls_promise_ref (awaited), "got");
  return LS_COMPLETION_NORMAL;
}

/* Posts a background task that is awaited, a user-visible one, and one that awaits. */
static void
post_inversion (void)
{
  awaited = post_task (say_it, "low", .priority = BG, .name = "low");
  post (say_it, "visible");
  post (await_it, "urgent", .priority = UB, .name = "urgent");
}

static void
test_inversion_off (void)
{
  post_inversion ();
  run ();
  expect ("urgent visible low got=undefined");
  g_clear_pointer (&awaited, ls_promise_unref);
}

/* wait() */

static void
wait_behind_others (void)
{
  watch (ls_scheduler_yield (scheduler, NULL), "yield");
  post (say_it, "before", .priority = UB);
  watch (ls_scheduler_wait (scheduler, 0, NULL), "wait");
  post (say_it, "after", .priority = UB);
  post (say_it, "visible");
}

static void
test_wait_is_a_task (void)
{
  post (call_it, wait_behind_others, .priority = UB);
  run ();
  expect ("yield=undefined before wait=undefined after visible");
}

static void
wait_long (void)
{
  clear_records ();
  watch (ls_scheduler_wait (scheduler, 10.9, NULL), "wait");
  g_assert_cmpuint (last_record (LS_RECORD_TASK_POSTED)->value, ==, 10);
  g_assert_cmpuint (last_record (LS_RECORD_TASK_POSTED)->clause, ==, LS_CLAUSE_EXPERIMENT_WAIT);
  g_assert_cmpuint (last_record (LS_RECORD_TASK_DELAYED)->value, ==, 10000);
}

static void
test_wait_delay (void)
{
  c = controller (BG);
  post (call_it, wait_long, .signal = signal_of (c));
  g_assert_true (ls_event_loop_run_turn (loop));
  set_priority (c, UB);
  run ();
  expect ("wait=undefined");
  g_assert_cmpuint (ls_event_loop_get_time (loop), ==, 10000);
  /* It has the priority of the end of the delay. */
  g_assert_cmpuint (last_record (LS_RECORD_TASK_SELECTED)->priority, ==, UB);
  g_assert_cmpuint (last_record (LS_RECORD_TASK_SELECTED)->flags & LS_RECORD_FLAG_CONTINUATION, ==, 0);
}

static void
test_wait_abort (void)
{
  c = controller (BG);
  post (call_it, wait_long, .signal = signal_of (c));
  g_assert_true (ls_event_loop_run_turn (loop));
  abort_with (c, "gone");
  run ();
  expect ("wait!gone");
  g_assert_cmpuint (ls_event_loop_get_time (loop), ==, 0);
  g_assert_nonnull (last_record (LS_RECORD_TASK_REMOVED));
}

static void
test_wait_dropped (void)
{
  drop (ls_scheduler_wait (scheduler, 1000, NULL));
  ls_event_loop_shut_down (loop);
}

static void
test_wait_arguments (void)
{
  const double bad[] = { -1, NAN, INFINITY, 1e300 };

  for (guint i = 0; i < G_N_ELEMENTS (bad); i++)
    {
      watch (ls_scheduler_wait (scheduler, bad[i], NULL), "wait");
      run ();
      expect ("wait!TypeError");
    }
}

/* render() */

static LsCompletion
frame (const LsValue *argument,
       LsValue       *result,
       gpointer       user_data)
{
  say ("frame");
  if (user_data != NULL)
    {
      watch (ls_scheduler_render (scheduler, NULL), user_data);
      watch (ls_scheduler_yield (scheduler, NULL), "yield");
    }
  return LS_COMPLETION_NORMAL;
}

static void
render_r (void)
{
  watch (ls_scheduler_render (scheduler, NULL), "r");
}

static void
test_render_without_frame (void)
{
  post (call_it, render_r, .priority = UB);
  post (say_it, "task", .priority = UB);
  run ();
  expect ("r=undefined task");
}

static void
test_render_after_frame (void)
{
  ls_event_loop_post (loop, LS_QUEUE_TYPE_COMPOSITOR, 5000, LS_POST_NONE, "frame", frame, (gpointer) "in", NULL);
  post (call_it, render_r, .priority = BG);
  post (say_it, "visible");
  run ();
  /* The frame is done when its turn is, so what yields in it comes first. The priority counts behind the frame. */
  expect ("visible frame yield=undefined in=undefined r=undefined");
  g_assert_cmpuint (ls_event_loop_get_time (loop), ==, 5000);
}

static void
test_render_abort (void)
{
  c = controller (BG);
  ls_event_loop_post (loop, LS_QUEUE_TYPE_COMPOSITOR, 5000, LS_POST_NONE, "frame", frame, NULL, NULL);
  post (call_it, render_r, .signal = signal_of (c));
  g_assert_true (ls_event_loop_run_turn (loop));
  abort_with (c, "gone");
  g_assert_nonnull (last_record (LS_RECORD_TASK_REMOVED));
  run ();
  expect ("r!gone frame");
}

static void
test_render_dropped (void)
{
  ls_event_loop_post (loop, LS_QUEUE_TYPE_COMPOSITOR, 5000, LS_POST_NONE, "frame", frame, NULL, NULL);
  drop (ls_scheduler_render (scheduler, NULL));
  ls_event_loop_shut_down (loop);
}

/* currentTaskSignal */

static void
compare_signal (void)
{
  LsTaskSignal *signal = ls_scheduler_get_current_task_signal (scheduler);

  say ("%s:%s", LS_ABORT_SIGNAL (signal) == signal_of (c) ? "same" : "other",
       ls_task_priority_to_string (ls_task_signal_get_priority (signal)));
  g_assert_true (signal == ls_scheduler_get_current_task_signal (scheduler));
}

static LsTaskSignal *kept_signal;

static void
keep_signal (void)
{
  kept_signal = keep (g_object_ref (ls_scheduler_get_current_task_signal (scheduler)));
}

static void
test_current_task_signal (void)
{
  c = controller (BG);
  compare_signal ();
  post (call_it, compare_signal, .signal = signal_of (c));
  post (call_it, compare_signal, .priority = UB);
  post (call_it, keep_signal, .signal = signal_of (c), .priority = UV);
  run ();
  expect ("other:user-visible other:user-blocking same:background");
  /* A priority of its own, but the abort of the signal */
  g_assert_cmpint (ls_task_signal_get_priority (kept_signal), ==, UV);
  g_assert_false (LS_ABORT_SIGNAL (kept_signal) == signal_of (c));
  abort_with (c, "gone");
  g_assert_true (ls_abort_signal_get_aborted (LS_ABORT_SIGNAL (kept_signal)));
}

/* Priority inheritance */

static void
test_inversion (void)
{
  const LsRecord *record;

  post_inversion ();
  run ();
  expect ("urgent low got=undefined visible");
  g_clear_pointer (&awaited, ls_promise_unref);
  record = last_record (LS_RECORD_TASK_RAISED);
  g_assert_nonnull (record);
  g_assert_cmpuint (record->subject, ==, 1);
  g_assert_cmpuint (record->value, ==, 3);
  g_assert_cmpuint (record->priority, ==, UB);
  g_assert_cmpuint (record->level, ==, BG);
  g_assert_cmpuint (record->object, !=, 0);
  g_assert_cmpuint (record->clause, ==, LS_CLAUSE_EXPERIMENT_PRIORITY_INHERITANCE);
}

/* Code without a scheduling state has no priority to pass on, and nobody is lowered. */
static void
test_not_raised (void)
{
  watch (post_task (say_it, "low", .priority = BG), "l");
  post (say_it, "visible");
  run ();
  expect ("visible low l=undefined");
  awaited = post_task (say_it, "high", .priority = UV);
  post (await_it, "background", .priority = BG);
  post (await_it, "visible");
  run ();
  g_clear_pointer (&awaited, ls_promise_unref);
  expect ("high visible got=undefined background got=undefined");
}

/* The priority goes on to what a derived promise depends on. */
static void
test_chain (void)
{
  g_autoptr (LsPromise) low = post_task (say_it, "low", .priority = BG);
  g_autoptr (LsPromise) derived = ls_promise_then (low, NULL, NULL, NULL);

  awaited = ls_promise_then (derived, NULL, NULL, NULL);
  post (say_it, "visible");
  post (await_it, "urgent", .priority = UB);
  run ();
  g_clear_pointer (&awaited, ls_promise_unref);
  expect ("urgent low got=undefined visible");
}

static void
test_delayed (void)
{
  awaited = post_task (say_it, "low", .priority = BG, .delay = 5);
  post (await_it, "urgent", .priority = UB);
  g_assert_true (ls_event_loop_run_turn (loop));
  g_assert_cmpuint (last_record (LS_RECORD_TASK_RAISED)->object, ==, 0);
  post (say_it, "visible", .delay = 5);
  run ();
  g_clear_pointer (&awaited, ls_promise_unref);
  expect ("urgent low got=undefined visible");
}

/* While it is awaited, a task has the higher of its own priority and that of who awaits it. */
static void
test_own_signal (void)
{
  c = controller (BG);
  awaited = post_task (say_it, "low", .signal = signal_of (c));
  post (await_it, "visible");
  g_assert_true (ls_event_loop_run_turn (loop));
  g_assert_cmpuint (last_record (LS_RECORD_TASK_RAISED)->priority, ==, UV);
  set_priority (c, UB);
  g_assert_cmpuint (last_record (LS_RECORD_TASK_RAISED)->priority, ==, UB);
  g_assert_cmpuint (last_record (LS_RECORD_TASK_RAISED)->value, ==, 0);
  set_priority (c, BG);
  g_assert_cmpuint (last_record (LS_RECORD_TASK_RAISED)->priority, ==, UV);
  g_assert_cmpuint (last_record (LS_RECORD_TASK_RAISED)->value, ==, 2);
  post (say_it, "another");
  run ();
  g_clear_pointer (&awaited, ls_promise_unref);
  expect ("visible low got=undefined another");
  g_assert_cmpuint (ls_scheduler_get_n_queues (scheduler), ==, 0);
}

static void
test_raised_abort (void)
{
  c = controller (BG);
  awaited = post_task (say_it, "low", .signal = signal_of (c));
  post (await_it, "urgent", .priority = UB);
  g_assert_true (ls_event_loop_run_turn (loop));
  abort_with (c, "gone");
  run ();
  g_clear_pointer (&awaited, ls_promise_unref);
  expect ("urgent got!gone");
  set_priority (c, UB);
  g_assert_cmpuint (ls_scheduler_get_n_queues (scheduler), ==, 0);
}

static void
yield_low (void)
{
  say ("low");
  awaited = ls_scheduler_yield (scheduler, NULL);
  post (say_it, "visible");
  post (await_it, "urgent", .priority = UB);
}

static void
test_continuation (void)
{
  post (call_it, yield_low, .priority = BG);
  run ();
  g_clear_pointer (&awaited, ls_promise_unref);
  expect ("low urgent got=undefined visible");
  g_assert_cmpuint (last_record (LS_RECORD_TASK_RAISED)->priority, ==, UB);
}

static void
yield_and_fall (void)
{
  watch (ls_scheduler_yield (scheduler, NULL), "y");
  set_priority (c, BG);
  post (say_it, "visible");
}

/* Who awaits its own continuation does not keep it at the priority that it had. */
static void
test_own_continuation (void)
{
  c = controller (UB);
  post (call_it, yield_and_fall, .signal = signal_of (c));
  run ();
  expect ("visible y=undefined");
}

/* A raised task passes its priority on to what it schedules. */
static void
test_raised_state (void)
{
  awaited = post_task (yield_it, "low", .priority = BG);
  post (say_it, "visible");
  post (await_it, "urgent", .priority = UB);
  run ();
  g_clear_pointer (&awaited, ls_promise_unref);
  expect ("urgent low got=undefined low+ visible");
}

static void
test_shut_down (void)
{
  c = controller (BG);
  awaited = post_task (say_it, "low", .signal = signal_of (c));
  post (await_it, "urgent", .priority = UB);
  g_assert_true (ls_event_loop_run_turn (loop));
  ls_event_loop_shut_down (loop);
  g_clear_pointer (&awaited, ls_promise_unref);
  expect ("urgent");
}

int
main (int   argc,
      char *argv[])
{
  g_test_init (&argc, &argv, NULL);

  add_test ("/experiments/off", test_off);
  add_test ("/experiments/off/inversion", test_inversion_off);
  add_test_experiments ("/experiments/wait/task", LS_EXPERIMENT_WAIT, test_wait_is_a_task);
  add_test_experiments ("/experiments/wait/delay", LS_EXPERIMENT_WAIT, test_wait_delay);
  add_test_experiments ("/experiments/wait/abort", LS_EXPERIMENT_WAIT, test_wait_abort);
  add_test_experiments ("/experiments/wait/dropped", LS_EXPERIMENT_WAIT, test_wait_dropped);
  add_test_experiments ("/experiments/wait/arguments", LS_EXPERIMENT_WAIT, test_wait_arguments);
  add_test_experiments ("/experiments/render/without-frame", LS_EXPERIMENT_RENDER, test_render_without_frame);
  add_test_experiments ("/experiments/render/after-frame", LS_EXPERIMENT_RENDER, test_render_after_frame);
  add_test_experiments ("/experiments/render/abort", LS_EXPERIMENT_RENDER, test_render_abort);
  add_test_experiments ("/experiments/render/dropped", LS_EXPERIMENT_RENDER, test_render_dropped);
  add_test_experiments ("/experiments/current-task-signal", LS_EXPERIMENT_CURRENT_TASK_SIGNAL, test_current_task_signal);
#define INHERITANCE "/experiments/inheritance/"
  add_test_experiments (INHERITANCE "inversion", LS_EXPERIMENT_PRIORITY_INHERITANCE, test_inversion);
  add_test_experiments (INHERITANCE "not-raised", LS_EXPERIMENT_PRIORITY_INHERITANCE, test_not_raised);
  add_test_experiments (INHERITANCE "chain", LS_EXPERIMENT_PRIORITY_INHERITANCE, test_chain);
  add_test_experiments (INHERITANCE "delayed", LS_EXPERIMENT_PRIORITY_INHERITANCE, test_delayed);
  add_test_experiments (INHERITANCE "own-signal", LS_EXPERIMENT_PRIORITY_INHERITANCE, test_own_signal);
  add_test_experiments (INHERITANCE "abort", LS_EXPERIMENT_PRIORITY_INHERITANCE, test_raised_abort);
  add_test_experiments (INHERITANCE "continuation", LS_EXPERIMENT_PRIORITY_INHERITANCE, test_continuation);
  add_test_experiments (INHERITANCE "own-continuation", LS_EXPERIMENT_PRIORITY_INHERITANCE, test_own_continuation);
  add_test_experiments (INHERITANCE "raised-state", LS_EXPERIMENT_PRIORITY_INHERITANCE, test_raised_state);
  add_test_experiments (INHERITANCE "shut-down", LS_EXPERIMENT_PRIORITY_INHERITANCE, test_shut_down);

  return g_test_run ();
}
