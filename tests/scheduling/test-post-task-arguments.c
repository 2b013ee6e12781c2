/* test-post-task-arguments.c: the arguments of postTask(): the checks of WebIDL, ends of loops, data
 *
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */

#include "scheduling-fixture.h"

#include <math.h>

/* WebIDL: [EnforceRange] unsigned long long. */
static void
test_delay_conversions (void)
{
  static const double zeros[] = { 0, -0.0, 0.9, -0.9, 0.999999, -0.5, 4.9e-324 };
  static const double bad[] = { -1, -1.5, NAN, INFINITY, -INFINITY, 9007199254740992., 1e300, -9007199254740991. };
  LsTaskController *c = controller (UV);

  for (guint i = 0; i < G_N_ELEMENTS (zeros); i++)
    {
      post (say_it, "ran", .delay = zeros[i]);
      g_assert_cmpuint (ls_event_loop_get_n_queued_tasks (loop), ==, 1);
      run ();
      expect ("ran");
    }
  g_assert_cmpuint (ls_event_loop_get_time (loop), ==, 0);
  for (guint i = 0; i < G_N_ELEMENTS (bad); i++)
    expect_rejected (post_task (say_it, "never", .delay = bad[i]), "TypeError");
  g_assert_true (ls_event_loop_is_idle (loop));

  post (say_it, "ran", .delay = 1.999);
  g_assert_cmpuint (ls_event_loop_get_next_wake_up (loop), ==, 1000);
  run ();
  expect ("ran");

  post_watched ("largest", say_it, "never", .delay = 9007199254740991., .signal = signal_of (c));
  g_assert_cmpuint (ls_event_loop_get_n_queued_tasks (loop), ==, 0);
  g_assert_cmpuint (ls_event_loop_get_next_wake_up (loop), >=, G_GUINT64_CONSTANT (9007199254740991000));
  abort_with (c, "r");
  run ();
  expect ("largest!r");
}

/* Bad arguments reject the promise. The first one in the order of WebIDL counts: callback, delay, priority, signal. */

static void
expect_message (LsPromise  *promise,
                const char *part)
{
  const LsValue *result = ls_promise_get_result (promise);

  g_assert_cmpint (result->type, ==, LS_VALUE_EXCEPTION);
  if (strstr (ls_exception_get_message (result->as.exception), part) == NULL)
    g_error ("\"%s\" is not about the %s", ls_exception_get_message (result->as.exception), part);
  expect_rejected (promise, "TypeError");
}

static void
test_bad_arguments (void)
{
  g_autoptr (LsEventLoop) other = ls_event_loop_new (LS_CLOCK_VIRTUAL);
  g_autoptr (LsAbortController) theirs = ls_abort_controller_new (other, NULL);
  LsAbortSignal *signal = signal_of (theirs);
  LsAbortSignal *no_signal = (LsAbortSignal *) scheduler;

  expect_message (post_task (NULL, NULL), "callback");
  expect_message (post_task (NULL, NULL, .delay = -1, .priority = 7, .signal = signal), "callback");
  expect_message (post_task (say_it, NULL, .delay = -1, .priority = 7, .signal = signal), "delay");
  expect_message (post_task (say_it, NULL, .priority = 7, .signal = signal), "TaskPriority");
  expect_message (post_task (say_it, NULL, .priority = UB + 1), "TaskPriority");
  expect_message (post_task (say_it, NULL, .signal = signal), "signal");
  expect_message (post_task (say_it, NULL, .signal = no_signal), "signal");
  g_clear_object (&other);
  expect_message (post_task (say_it, NULL, .signal = signal), "signal");
  g_assert_true (ls_event_loop_is_idle (loop));
  g_assert_cmpuint (ls_scheduler_get_n_queues (scheduler), ==, 0);
}

/* A bad argument goes before an aborted signal. */
static void
test_bad_argument_and_aborted (void)
{
  LsTaskController *c = controller (UV);

  abort_with (c, "r");
  expect_rejected (post_task (say_it, NULL, .signal = signal_of (c), .delay = -1), "TypeError");
  expect_rejected (post_task (NULL, NULL, .signal = signal_of (c)), "TypeError");
}

static void
test_null_options (void)
{
  watch (ls_scheduler_post_task (scheduler, say_priority, (gpointer) "t", NULL, NULL), "t");
  run ();
  expect ("t:uv t=undefined");
}

static void
test_after_shutdown (void)
{
  LsTaskController *c = controller (UV);

  post (say_it, "never");
  post (say_it, "never", .signal = signal_of (c), .delay = 5);
  ls_event_loop_shut_down (loop);
  expect_rejected (post_task (say_it, "never"), "InvalidStateError");
  expect_rejected (post_task (NULL, NULL, .delay = -1), "InvalidStateError");
  expect_rejected (ls_scheduler_yield (scheduler, NULL), "InvalidStateError");
  g_assert_cmpuint (ls_scheduler_post (scheduler, UV, (LsTaskFunc) abort, NULL, NULL), ==, 0);
  g_assert_cmpuint (ls_event_loop_run (loop, 10), ==, 0);
  abort_with (c, "r");
  set_priority (c, BG);
}

/* Once the loop is gone there is no promise to reject. */
static void
test_after_the_loop (void)
{
  g_autoptr (LsEventLoop) other = ls_event_loop_new (LS_CLOCK_VIRTUAL);
  g_autoptr (LsScheduler) theirs = ls_scheduler_new (other, NULL);

  g_clear_object (&other);
  g_assert_null (ls_scheduler_get_loop (theirs));
  g_assert_null (ls_scheduler_post_task (theirs, say_it, NULL, NULL, NULL));
  g_assert_null (ls_scheduler_yield (theirs, NULL));
  g_assert_false (ls_scheduler_get_current_state (theirs, NULL, NULL));
}

static guint n_destroyed;

static void
count_destroy (gpointer data)
{
  n_destroyed++;
}

static void
post_counted (LsAbortSignal *signal,
              double         delay)
{
  const LsPostTaskOptions options = { .signal = signal, .priority = NONE, .delay = delay };

  drop (ls_scheduler_post_task (scheduler, say_it, (gpointer) "t", count_destroy, &options));
}

/* The engine frees the data of the callback once, however the task ends. */
static void
test_destroy (void)
{
  LsTaskController *c = controller (UV);

  n_destroyed = 0;
  post_counted (NULL, 0);
  post_counted (NULL, 3);
  g_assert_cmpuint (n_destroyed, ==, 0);
  run ();
  expect ("t t");
  g_assert_cmpuint (n_destroyed, ==, 2);
  post_counted (NULL, -1);
  g_assert_cmpuint (n_destroyed, ==, 3);
  post_counted (signal_of (c), 0);
  post_counted (signal_of (c), 5);
  abort_with (c, "r");
  g_assert_cmpuint (n_destroyed, ==, 5);
  post_counted (signal_of (c), 0);
  g_assert_cmpuint (n_destroyed, ==, 6);
  post_counted (NULL, 0);
  post_counted (NULL, 5);
  ls_event_loop_shut_down (loop);
  g_assert_cmpuint (n_destroyed, ==, 8);
  post_counted (NULL, 0);
  g_assert_cmpuint (n_destroyed, ==, 9);
}

static void
never (gpointer data)
{
  g_assert_not_reached ();
}

static void
say_plainly (gpointer data)
{
  say ("%s", (const char *) data);
}

/* Tasks without a promise: the data goes after the task has run, and at once where the loop is not to run it. */
static void
test_destroy_plain (void)
{
  LsTaskController *c = controller (UV);
  g_autoptr (LsEventLoop) other = ls_event_loop_new (LS_CLOCK_VIRTUAL);
  g_autoptr (LsTaskController) theirs = ls_task_controller_new (other, UV, NULL);

  n_destroyed = 0;
  g_assert_cmpuint (ls_scheduler_post (scheduler, UV, say_plainly, (gpointer) "p", count_destroy), !=, 0);
  g_assert_cmpuint (ls_scheduler_post_with_signal (scheduler, task_signal_of (c), say_plainly, (gpointer) "s", count_destroy), !=, 0);
  ls_scheduler_post_from_thread (scheduler, UV, say_plainly, (gpointer) "t", count_destroy);
  set_priority (c, UB);
  abort_with (c, "r");
  g_assert_cmpuint (n_destroyed, ==, 0);
  run ();
  expect ("s p t");
  g_assert_cmpuint (n_destroyed, ==, 3);

  g_test_expect_message ("Loopscope", G_LOG_LEVEL_WARNING, "*get_loop*");
  g_assert_cmpuint (ls_scheduler_post_with_signal (scheduler, task_signal_of (theirs), never, NULL, count_destroy), ==, 0);
  g_test_assert_expected_messages ();
  g_assert_cmpuint (n_destroyed, ==, 4);
  g_assert_true (ls_event_loop_is_idle (loop));

  ls_scheduler_post (scheduler, UV, never, NULL, count_destroy);
  ls_scheduler_post_with_signal (scheduler, task_signal_of (c), never, NULL, count_destroy);
  ls_scheduler_post_from_thread (scheduler, UV, never, NULL, count_destroy);
  ls_event_loop_shut_down (loop);
  g_assert_cmpuint (n_destroyed, ==, 7);
  g_assert_cmpuint (ls_scheduler_post (scheduler, UV, never, NULL, count_destroy), ==, 0);
  g_assert_cmpuint (ls_scheduler_post (scheduler, UV, never, NULL, NULL), ==, 0);
  g_assert_cmpuint (ls_scheduler_post_with_signal (scheduler, task_signal_of (c), never, NULL, count_destroy), ==, 0);
  ls_scheduler_post_from_thread (scheduler, UV, never, NULL, count_destroy);
  g_assert_cmpuint (n_destroyed, ==, 10);
  g_assert_cmpuint (ls_event_loop_run (loop, 10), ==, 0);
}

static LsCompletion
throw_range_error (const LsValue *argument,
                   LsValue       *result,
                   gpointer       user_data)
{
  ls_value_take_exception (result, ls_exception_new ("RangeError", "too far"));
  return LS_COMPLETION_THROW;
}

static LsCompletion
reject_after_yield (const LsValue *argument,
                    LsValue       *result,
                    gpointer       theirs)
{
  g_autoptr (LsPromise) yielded = ls_scheduler_yield (theirs, NULL);
  g_autoptr (LsPromise) rest = ls_promise_then (yielded, throw_range_error, NULL, NULL);

  ls_value_set_promise (result, rest);
  return LS_COMPLETION_NORMAL;
}

/* The warning of a rejection that nobody handles names the task: one that throws, one that has yielded, one that is refused. No probe
 * keeps the name, and the string of the options need not outlive the call. */
static void
test_warning_names_task (void)
{
  g_autoptr (LsEventLoop) own = ls_event_loop_new (LS_CLOCK_VIRTUAL);
  g_autoptr (LsScheduler) theirs = ls_scheduler_new (own, NULL);
  const LsCallback callbacks[] = { throw_range_error, reject_after_yield, throw_range_error, throw_range_error };

  for (guint i = 0; i < G_N_ELEMENTS (callbacks); i++)
    {
      g_autofree char *name = i < 3 ? g_strdup_printf ("thumbnail %u", i) : NULL;
      g_autofree char *pattern = i < 3 ? g_strdup_printf ("*promise * of task “thumbnail %u”: %s", i,
                                                          i == 2 ? "AbortError: *" : "RangeError: too far")
                                       : g_strdup ("Unhandled rejection of promise ?: RangeError: too far");
      g_autoptr (LsAbortSignal) signal = i == 2 ? ls_abort_signal_new_aborted (own, NULL) : NULL;
      const LsPostTaskOptions options = { .name = name, .signal = signal };

      ls_promise_unref (ls_scheduler_post_task (theirs, callbacks[i], theirs, NULL, &options));
      g_clear_pointer (&name, g_free);
      g_test_expect_message ("Loopscope", G_LOG_LEVEL_WARNING, pattern);
      ls_event_loop_run (own, G_MAXUINT64);
      g_test_assert_expected_messages ();
    }
}

/* A task keeps its signal until it has run. */
static void
test_keeps_signal (void)
{
  LsTaskController *short_lived = ls_task_controller_new (loop, BG, NULL);
  gpointer signal = ls_task_controller_get_task_signal (short_lived);

  g_object_add_weak_pointer (signal, &signal);
  post (say_it, "late", .signal = signal, .delay = 5);
  post (say_it, "soon");
  g_object_unref (short_lived);
  g_assert_nonnull (signal);
  run ();
  expect ("soon late");
  g_assert_null (signal);
}

int
main (int   argc,
      char *argv[])
{
  g_test_init (&argc, &argv, NULL);

  add_test ("/scheduling/2.4.2/post-task/null-options", test_null_options);
  add_test ("/scheduling/5/delay-conversions", test_delay_conversions);
  add_test ("/scheduling/2.2/bad-arguments", test_bad_arguments);
  add_test ("/scheduling/2.2/bad-argument-and-aborted-signal", test_bad_argument_and_aborted);
  add_test ("/scheduling/2.2/after-shutdown", test_after_shutdown);
  add_test ("/scheduling/2.2/after-the-loop", test_after_the_loop);
  add_test ("/scheduling/2.2/data-is-released-once", test_destroy);
  add_test ("/scheduling/2.2/data-of-plain-tasks-is-released-once", test_destroy_plain);
  add_test ("/scheduling/2.2/keeps-signal", test_keeps_signal);
  add_test ("/scheduling/2.2/warning-names-task", test_warning_names_task);
  add_test ("/scheduling/measured/5.8/bad-arguments-reject", test_bad_arguments);
  add_test ("/scheduling/measured/5.8/delays", test_delay_conversions);
  add_test ("/scheduling/measured/5.8/null-options", test_null_options);
  return g_test_run ();
}
