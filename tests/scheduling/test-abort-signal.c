/* test-abort-signal.c: DOM's AbortController and AbortSignal
 *
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */

#include "scheduling-fixture.h"

static LsAbortController *a, *b;
static LsAbortSignal *watched_signals[3];

static LsAbortSignal *
any_of (LsAbortSignal *first,
        LsAbortSignal *second)
{
  LsAbortSignal *signals[] = { first, second };

  return keep (ls_abort_signal_any (loop, signals, second != NULL ? 2 : 1));
}

static void
expect_reason (LsAbortSignal *signal,
               const char    *expected)
{
  g_autofree char *text = describe (ls_abort_signal_get_reason (signal));

  g_assert_true (ls_abort_signal_get_aborted (signal));
  g_assert_cmpstr (text, ==, expected);
}

static void
test_new (void)
{
  a = abort_controller ();
  g_assert_false (LS_IS_TASK_SIGNAL (signal_of (a)));
  g_assert_false (ls_abort_signal_get_aborted (signal_of (a)));
  g_assert_cmpint (ls_abort_signal_get_reason (signal_of (a))->type, ==, LS_VALUE_UNDEFINED);
  g_assert_true (ls_abort_signal_get_loop (signal_of (a)) == loop);
}

/* The signal keeps the very value of its reason. */
static void
test_reason_identity (void)
{
  g_autoptr (LsException) exception = ls_exception_new ("Error", "x");
  g_autoptr (LsPromise) promise = ls_promise_new (loop);
  LsValue values[5] = { LS_VALUE_INIT };

  ls_value_set_number (&values[0], 0);
  ls_value_set_boolean (&values[1], FALSE);
  ls_value_set_exception (&values[2], exception);
  ls_value_set_promise (&values[3], promise);
  ls_value_set_boxed (&values[4], ls_boxed_new (NULL, NULL, NULL));
  ls_boxed_unref (values[4].as.boxed);
  for (guint i = 0; i < G_N_ELEMENTS (values); i++)
    {
      a = abort_controller ();
      ls_abort_controller_abort (a, &values[i]);
      g_assert_true (ls_abort_signal_get_aborted (signal_of (a)));
      g_assert_true (ls_value_identical (ls_abort_signal_get_reason (signal_of (a)), &values[i]));
      ls_value_clear (&values[i]);
    }
}

/* Without a reason, or with undefined, the reason is an AbortError. */
static void
test_default_reason (void)
{
  LsValue undefined = LS_VALUE_INIT;

  a = abort_controller ();
  ls_abort_controller_abort (a, NULL);
  expect_reason (signal_of (a), "AbortError");
  a = abort_controller ();
  ls_abort_controller_abort (a, &undefined);
  expect_reason (signal_of (a), "AbortError");
}

static void
test_twice (void)
{
  a = abort_controller ();
  listen (signal_of (a), "abort", say_event, "abort");
  abort_with (a, "1");
  abort_with (a, "2");
  expect_reason (signal_of (a), "1");
  expect ("abort");
}

static void
say_algorithm (LsAbortSignal *signal,
               gpointer       user_data)
{
  g_assert_true (ls_abort_signal_get_aborted (signal));
  say ("%s", (char *) user_data);
}

static guint
add_algorithm (LsAbortSignal *signal,
               const char    *name)
{
  return ls_abort_signal_add_algorithm (signal, say_algorithm, (gpointer) name, NULL);
}

/* The algorithms, in order, then the event, each once. */
static void
test_algorithms_before_event (void)
{
  a = abort_controller ();
  listen (signal_of (a), "abort", say_event, "event");
  add_algorithm (signal_of (a), "1");
  add_algorithm (signal_of (a), "2");
  abort_with (a, "r");
  abort_with (a, "r");
  expect ("1 2 event");
}

static void
test_algorithm_removed (void)
{
  guint second;

  a = abort_controller ();
  add_algorithm (signal_of (a), "1");
  second = add_algorithm (signal_of (a), "2");
  add_algorithm (signal_of (a), "3");
  ls_abort_signal_remove_algorithm (signal_of (a), second);
  ls_abort_signal_remove_algorithm (signal_of (a), second);
  ls_abort_signal_remove_algorithm (signal_of (a), 99);
  abort_with (a, "r");
  expect ("1 3");
}

static guint n_destroyed;

static void
count_destroy (gpointer data)
{
  n_destroyed++;
}

/* DOM: add an algorithm: nothing is added to an aborted signal. The data of such an algorithm is freed at once, that of others
 * once. */
static void
test_algorithm_too_late (void)
{
  guint removed;

  n_destroyed = 0;
  a = abort_controller ();
  ls_abort_signal_add_algorithm (signal_of (a), say_algorithm, (gpointer) "1", count_destroy);
  removed = ls_abort_signal_add_algorithm (signal_of (a), say_algorithm, (gpointer) "never", count_destroy);
  ls_abort_signal_remove_algorithm (signal_of (a), removed);
  g_assert_cmpuint (n_destroyed, ==, 1);
  abort_with (a, "r");
  g_assert_cmpuint (n_destroyed, ==, 2);
  g_assert_cmpuint (ls_abort_signal_add_algorithm (signal_of (a), say_algorithm, NULL, count_destroy), ==, 0);
  g_assert_cmpuint (n_destroyed, ==, 3);
  expect ("1");
}

static LsCompletion
look_at_queue (LsEvent  *event,
               LsValue  *result,
               gpointer  user_data)
{
  say ("event:%u", (guint) ls_event_loop_get_n_queued_tasks (loop));
  post (say_it, "next");
  return LS_COMPLETION_NORMAL;
}

/* The abort steps of a task are algorithms: the task is gone when the event fires. */
static void
test_tasks_before_event (void)
{
  a = abort_controller ();
  post_watched ("t", say_it, "never", .signal = signal_of (a));
  listen (signal_of (a), "abort", look_at_queue, NULL);
  abort_with (a, "r");
  run ();
  expect ("event:0 t!r next");
}

static LsCompletion
say_all_aborted (LsEvent  *event,
                 LsValue  *result,
                 gpointer  user_data)
{
  say ("%s:%d%d%d", (char *) user_data, ls_abort_signal_get_aborted (watched_signals[0]),
       ls_abort_signal_get_aborted (watched_signals[1]), ls_abort_signal_get_aborted (watched_signals[2]));
  return LS_COMPLETION_NORMAL;
}

static void
say_all_aborted_first (LsAbortSignal *signal,
                       gpointer       user_data)
{
  LsValue result = LS_VALUE_INIT;

  say_all_aborted (NULL, &result, user_data);
}

/* All dependents are marked before anything runs. Then each runs its steps, in the order in which they were made. */
static void
test_dependents_are_marked (void)
{
  a = abort_controller ();
  watched_signals[0] = signal_of (a);
  watched_signals[1] = any_of (signal_of (a), NULL);
  watched_signals[2] = any_of (watched_signals[1], NULL);
  listen (watched_signals[2], "abort", say_all_aborted, "second");
  listen (watched_signals[1], "abort", say_all_aborted, "first");
  listen (watched_signals[0], "abort", say_all_aborted, "source");
  ls_abort_signal_add_algorithm (watched_signals[0], say_all_aborted_first, (gpointer) "algorithm", NULL);
  ls_abort_signal_add_algorithm (watched_signals[1], say_all_aborted_first, (gpointer) "first algorithm", NULL);
  abort_with (a, "r");
  expect ("algorithm:111 source:111 first algorithm:111 first:111 second:111");
  for (guint i = 1; i < 3; i++)
    g_assert_true (ls_value_identical (ls_abort_signal_get_reason (watched_signals[i]),
                                       ls_abort_signal_get_reason (signal_of (a))));
}

static void
test_any (void)
{
  LsAbortSignal *any;

  a = abort_controller ();
  b = abort_controller ();
  any = any_of (signal_of (a), signal_of (b));
  listen (any, "abort", say_event, "abort");
  g_assert_false (ls_abort_signal_get_aborted (any));
  abort_with (b, "b");
  expect_reason (any, "b");
  abort_with (a, "a");
  expect_reason (any, "b");
  expect ("abort");
  g_assert_false (LS_IS_TASK_SIGNAL (any));
}

static void
test_any_of_none (void)
{
  LsAbortSignal *any = keep (ls_abort_signal_any (loop, NULL, 0));

  g_assert_false (ls_abort_signal_get_aborted (any));
}

/* Among aborted signals the reason of the first one counts; there is no event. */
static void
test_any_of_aborted (void)
{
  LsAbortController *fresh = abort_controller ();
  LsAbortSignal *any;

  a = abort_controller ();
  b = abort_controller ();
  abort_with (a, "a");
  abort_with (b, "b");
  any = any_of (signal_of (fresh), signal_of (b));
  expect_reason (any, "b");
  any = any_of (signal_of (b), signal_of (a));
  expect_reason (any, "b");
  listen (any, "abort", say_event, "never");
  abort_with (fresh, "fresh");
  expect_reason (any, "b");
}

/* The same signal twice, even through a dependent, makes one event. */
static void
test_any_twice_the_same (void)
{
  LsAbortSignal *any;

  a = abort_controller ();
  any = any_of (signal_of (a), any_of (signal_of (a), signal_of (a)));
  listen (any, "abort", say_event, "abort");
  abort_with (a, "r");
  expect ("abort");
}

/* Dependents of dependents depend on the sources: the signal between may be gone. */
static void
test_any_flattens (void)
{
  LsAbortSignal *middle, *signal, *last;

  a = abort_controller ();
  signal = signal_of (a);
  middle = ls_abort_signal_any (loop, &signal, 1);
  last = any_of (middle, NULL);
  watch_object (middle, (gpointer *) &middle);
  g_object_unref (middle);
  g_assert_null (middle);
  abort_with (a, "r");
  expect_reason (last, "r");
}

static LsCompletion
abort_b (LsEvent  *event,
         LsValue  *result,
         gpointer  user_data)
{
  say ("%s{", (char *) user_data);
  abort_with (b, "b");
  say ("}%s", (char *) user_data);
  return LS_COMPLETION_NORMAL;
}

static LsCompletion
abort_a (LsEvent  *event,
         LsValue  *result,
         gpointer  user_data)
{
  abort_with (a, "again");
  return LS_COMPLETION_NORMAL;
}

/* A handler aborts another signal: at once, inside. It aborts the same signal again: nothing happens. */
static void
test_abort_in_handler (void)
{
  LsAbortSignal *any;

  a = abort_controller ();
  b = abort_controller ();
  any = any_of (signal_of (b), signal_of (a));
  listen (signal_of (a), "abort", abort_b, "a");
  listen (signal_of (b), "abort", say_event, "b");
  listen (signal_of (b), "abort", abort_a, NULL);
  listen (any, "abort", say_event, "any");
  abort_with (a, "a");
  expect ("a{ b }a any");
  expect_reason (any, "a");
  expect_reason (signal_of (b), "b");
}

static LsCompletion
make_any (LsEvent  *event,
          LsValue  *result,
          gpointer  user_data)
{
  LsAbortSignal *any = any_of (signal_of (a), NULL);

  expect_reason (any, "r");
  listen (any, "abort", say_event, "never");
  post_watched ("in handler", say_it, "never", .signal = signal_of (a));
  return LS_COMPLETION_NORMAL;
}

/* Signals made and tasks posted in the handler are aborted from the start. */
static void
test_made_in_handler (void)
{
  a = abort_controller ();
  post_watched ("t", say_it, "never", .signal = signal_of (a));
  listen (signal_of (a), "abort", make_any, NULL);
  abort_with (a, "r");
  run ();
  expect ("t!r in handler!r");
}

static void
test_handler_throws (void)
{
  LsAbortSignal *any;

  a = abort_controller ();
  any = any_of (signal_of (a), NULL);
  listen (signal_of (a), "abort", throw_event, "e");
  listen (signal_of (a), "abort", say_event, "next");
  listen (any, "abort", say_event, "any");
  abort_with (a, "r");
  expect ("reported:e next any");
}

static void
test_aborted_static (void)
{
  g_auto (LsValue) reason = LS_VALUE_INIT;
  LsAbortSignal *signal;

  ls_value_set_string (&reason, "r");
  signal = keep (ls_abort_signal_new_aborted (loop, &reason));
  expect_reason (signal, "r");
  post_watched ("t", say_it, "never", .signal = signal);
  expect_reason (keep (ls_abort_signal_new_aborted (loop, NULL)), "AbortError");
  run ();
  expect ("t!r");
}

static LsCompletion
say_when (LsEvent  *event,
          LsValue  *result,
          gpointer  user_data)
{
  expect_reason (event->target, "TimeoutError");
  say ("%u", (guint) (ls_event_loop_get_time (loop) / 1000));
  return LS_COMPLETION_NORMAL;
}

static void
test_timeout (void)
{
  static const guint64 timeouts[] = { 0, 20, 10 };

  for (guint i = 0; i < G_N_ELEMENTS (timeouts); i++)
    {
      LsAbortSignal *signal = keep (ls_abort_signal_new_timeout (loop, timeouts[i]));

      g_assert_false (ls_abort_signal_get_aborted (signal));
      listen (signal, "abort", say_when, NULL);
      post_watched ("t", say_it, "never", .signal = signal, .delay = 30);
    }
  run ();
  expect ("0 t!TimeoutError 10 t!TimeoutError 20 t!TimeoutError");
}

/* A timeout that has no time in µs never ends: not even one that would be short, were it cut to 64 bits. */
static void
test_timeout_never (void)
{
  keep (ls_abort_signal_new_timeout (loop, G_MAXUINT64));
  keep (ls_abort_signal_new_timeout (loop, G_MAXUINT64 / 1000 + 1));
  keep (ls_abort_signal_new_timeout (loop, G_MAXUINT64 / 8 + 2));
  g_assert_cmpuint (ls_event_loop_run (loop, 10), ==, 0);
}

static void
test_timeout_after_shutdown (void)
{
  ls_event_loop_shut_down (loop);
  keep (ls_abort_signal_new_timeout (loop, 1));
}

static LsCompletion
throw_if_aborted (const LsValue *argument,
                  LsValue       *result,
                  gpointer       user_data)
{
  return ls_abort_signal_throw_if_aborted (signal_of (a), result);
}

static void
test_throw_if_aborted (void)
{
  a = abort_controller ();
  post_watched ("before", throw_if_aborted, NULL);
  run ();
  abort_with (a, "r");
  post_watched ("after", throw_if_aborted, NULL);
  run ();
  expect ("before=undefined after!r");
}

/* AbortSignals that depend on TaskSignals, and the other way round. */
static void
test_any_of_task_signal (void)
{
  LsTaskController *c = controller (BG);
  LsAbortSignal *any = any_of (signal_of (c), NULL);

  post_watched ("t", say_it, "never", .signal = any);
  post (say_it, "b", .priority = BG);
  set_priority (c, UB);
  abort_with (c, "r");
  run ();
  expect ("t!r b");
}

static LsCompletion
set_priority_in_abort (LsEvent  *event,
                       LsValue  *result,
                       gpointer  user_data)
{
  set_priority (user_data, BG);
  say ("set");
  return LS_COMPLETION_NORMAL;
}

static LsCompletion
abort_in_change (LsEvent  *event,
                 LsValue  *result,
                 gpointer  user_data)
{
  say ("change{");
  abort_with (user_data, "in change");
  say ("}change");
  return LS_COMPLETION_NORMAL;
}

/* setPriority() in an abort handler, abort() in a prioritychange handler. */
static void
test_abort_and_priority (void)
{
  LsTaskController *c = controller (UV);
  LsTaskController *d = controller (UV);

  listen (signal_of (c), "abort", set_priority_in_abort, (gpointer) c);
  listen (signal_of (c), "prioritychange", say_event, "c change");
  abort_with (c, "r");
  expect ("c change set");

  post_watched ("t", say_it, "never", .signal = signal_of (d));
  listen (signal_of (d), "prioritychange", abort_in_change, (gpointer) d);
  listen (signal_of (d), "abort", say_event, "abort");
  set_priority (d, UB);
  run ();
  expect ("change{ abort }change t!in change");
}

int
main (int   argc,
      char *argv[])
{
  g_test_init (&argc, &argv, NULL);

#define DOM(name) "/scheduling/dom/" name
  add_test (DOM ("abort-controller/constructor"), test_new);
  add_test (DOM ("signal-abort/reason-by-identity"), test_reason_identity);
  add_test (DOM ("signal-abort/default-reason"), test_default_reason);
  add_test (DOM ("signal-abort/twice"), test_twice);
  add_test (DOM ("signal-abort/algorithms-before-the-event"), test_algorithms_before_event);
  add_test (DOM ("signal-abort/tasks-before-the-event"), test_tasks_before_event);
  add_test (DOM ("signal-abort/dependents-are-marked-first"), test_dependents_are_marked);
  add_test (DOM ("signal-abort/in-a-handler"), test_abort_in_handler);
  add_test (DOM ("signal-abort/made-in-a-handler"), test_made_in_handler);
  add_test (DOM ("signal-abort/exceptions-are-reported"), test_handler_throws);
  add_test (DOM ("signal-abort/and-priority-change"), test_abort_and_priority);
  add_test (DOM ("algorithms/removed"), test_algorithm_removed);
  add_test (DOM ("algorithms/too-late"), test_algorithm_too_late);
  add_test (DOM ("any/either"), test_any);
  add_test (DOM ("any/none"), test_any_of_none);
  add_test (DOM ("any/aborted"), test_any_of_aborted);
  add_test (DOM ("any/twice-the-same"), test_any_twice_the_same);
  add_test (DOM ("any/flattens"), test_any_flattens);
  add_test (DOM ("any/of-a-task-signal"), test_any_of_task_signal);
  add_test (DOM ("abort"), test_aborted_static);
  add_test (DOM ("timeout/fires"), test_timeout);
  add_test (DOM ("timeout/never"), test_timeout_never);
  add_test (DOM ("timeout/after-shutdown"), test_timeout_after_shutdown);
  add_test (DOM ("throw-if-aborted"), test_throw_if_aborted);
  add_test ("/scheduling/measured/5.4/aborted-before-any-event", test_dependents_are_marked);
  return g_test_run ();
}
