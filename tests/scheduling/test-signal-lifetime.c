/* test-signal-lifetime.c: how long dependent signals live, §3.3.1 and DOM
 *
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */

#include "scheduling-fixture.h"

/* The signals of these tests, NULL once they are gone. */
static gpointer dependent, source, other_source, other;

static LsTaskController *
make_source (void)
{
  LsTaskController *c = ls_task_controller_new (loop, BG, NULL);

  source = signal_of (c);
  watch_object (source, &source);
  return c;
}

static void
make_dependent (LsTaskController *c)
{
  dependent = ls_task_signal_any_with_source (loop, NULL, 0, task_signal_of (c));
  watch_object (dependent, &dependent);
}

static void
make_abort_dependent (gpointer c)
{
  LsAbortSignal *signal = signal_of (c);

  dependent = ls_abort_signal_any (loop, &signal, 1);
  watch_object (dependent, &dependent);
}

/* A signal that nobody needs goes with the last reference; the source does not hold it. */
static void
test_unused (void)
{
  g_autoptr (LsTaskController) c = make_source ();

  make_dependent (c);
  g_assert_cmpuint (ls_task_signal_get_n_dependents (source), ==, 1);
  g_object_unref (dependent);
  g_assert_null (dependent);
  g_assert_cmpuint (ls_task_signal_get_n_dependents (source), ==, 0);
  set_priority (c, UB);
}

/* With prioritychange listeners the signal stays while the source lives, and gets its events … */
static void
test_listener (void)
{
  LsTaskController *c = make_source ();

  make_dependent (c);
  listen (dependent, "prioritychange", say_event, "change");
  g_object_unref (dependent);
  g_assert_nonnull (dependent);
  set_priority (c, UV);
  set_priority (c, UB);
  expect ("change change");
  /* … and goes with it. */
  g_object_unref (c);
  g_assert_null (source);
  g_assert_null (dependent);
}

static void
test_listener_removed (void)
{
  g_autoptr (LsTaskController) c = make_source ();
  guint first, second;

  make_dependent (c);
  first = listen (dependent, "prioritychange", say_event, "1");
  second = listen (dependent, "prioritychange", say_event, "2");
  g_object_unref (dependent);
  ls_abort_signal_remove_listener (dependent, first);
  g_assert_nonnull (dependent);
  set_priority (c, UB);
  ls_abort_signal_remove_listener (dependent, second);
  g_assert_null (dependent);
  expect ("2");
}

static void
test_listener_once (void)
{
  g_autoptr (LsTaskController) c = make_source ();

  make_dependent (c);
  ls_abort_signal_add_listener (dependent, "prioritychange", say_event, LS_LISTENER_ONCE, (gpointer) "once", NULL);
  g_object_unref (dependent);
  g_assert_nonnull (dependent);
  set_priority (c, UB);
  g_assert_null (dependent);
  expect ("once");
}

static void
test_handler (void)
{
  g_autoptr (LsTaskController) c = make_source ();

  make_dependent (c);
  ls_abort_signal_set_handler (dependent, "prioritychange", say_event, (gpointer) "handler", NULL);
  g_object_unref (dependent);
  set_priority (c, UB);
  expect ("handler");
  ls_abort_signal_set_handler (dependent, "prioritychange", say_event, (gpointer) "another", NULL);
  g_assert_nonnull (dependent);
  ls_abort_signal_set_handler (dependent, "prioritychange", NULL, NULL, NULL);
  g_assert_null (dependent);
}

/* Listeners for events that never come do not keep it. */
static void
test_other_listener (void)
{
  g_autoptr (LsTaskController) c = make_source ();

  make_dependent (c);
  listen (dependent, "abort", say_event, "never");
  listen (dependent, "message", say_event, "never");
  g_object_unref (dependent);
  g_assert_null (dependent);

  make_abort_dependent (c);
  listen (dependent, "prioritychange", say_event, "never");
  g_object_unref (dependent);
  g_assert_null (dependent);
}

/* The priority change algorithm of a queue keeps it until the last task has left the queue. */
static void
test_algorithm (void)
{
  g_autoptr (LsTaskController) c = make_source ();

  make_dependent (c);
  post (say_it, "1", .signal = dependent);
  post (say_it, "2", .signal = dependent);
  g_object_unref (dependent);
  g_assert_nonnull (dependent);
  post (say_it, "v");
  set_priority (c, UB);
  g_assert_true (ls_event_loop_run_turn (loop));
  g_assert_nonnull (dependent);
  run ();
  g_assert_null (dependent);
  expect ("1 2 v");
}

/* The same where the source goes while the task waits: the priority does not change. */
static void
test_algorithm_source_first (void)
{
  LsTaskController *c = make_source ();

  make_dependent (c);
  post (say_it, "t", .signal = dependent);
  post (say_it, "v");
  g_object_unref (dependent);
  g_object_unref (c);
  g_assert_null (source);
  g_assert_nonnull (dependent);
  g_assert_true (ls_task_signal_has_fixed_priority (dependent));
  run ();
  expect ("v t");
  g_assert_null (dependent);
}

/* A delayed task has no queue, but its handle holds the signal. */
static void
test_delayed (void)
{
  g_autoptr (LsTaskController) c = make_source ();

  make_dependent (c);
  post (say_it, "t", .signal = dependent, .delay = 5);
  post (say_it, "v", .delay = 5);
  g_object_unref (dependent);
  set_priority (c, UB);
  run ();
  expect ("t v");
  g_assert_null (dependent);
}

/* A running task holds it, and so do the continuations of the task. */
static void
test_continuation (void)
{
  LsTaskController *c = make_source ();

  post (yield_it, "t", .signal = source);
  g_object_unref (c);
  g_assert_nonnull (source);
  g_assert_true (ls_event_loop_run_turn (loop));
  g_assert_nonnull (source);
  run ();
  g_assert_null (source);
  expect ("t t+");
}

/* The source goes first: the priority of the dependent is fixed from then on. */
static void
test_source_first (void)
{
  LsTaskController *c = make_source ();

  make_dependent (c);
  listen (dependent, "prioritychange", say_event, "change");
  set_priority (c, UV);
  g_object_unref (c);
  g_assert_null (source);
  g_assert_nonnull (dependent);
  g_assert_null (ls_task_signal_get_source (dependent));
  g_assert_true (ls_task_signal_has_fixed_priority (dependent));
  g_assert_cmpint (ls_task_signal_get_priority (dependent), ==, UV);
  post (say_it, "t", .signal = dependent);
  run ();
  g_object_unref (dependent);
  g_assert_null (dependent);
  expect ("change t");
}

/* A signal that follows a dependent without source is fixed as well. */
static void
test_source_first_and_another (void)
{
  LsTaskController *c = make_source ();
  g_autoptr (LsTaskSignal) another = NULL;

  make_dependent (c);
  g_object_unref (c);
  another = ls_task_signal_any_with_source (loop, NULL, 0, dependent);
  g_assert_true (ls_task_signal_has_fixed_priority (another));
  g_object_unref (dependent);
}

/* The dependent in the middle goes: the signals made from it depend on the root. */
static void
test_middle_first (void)
{
  g_autoptr (LsTaskController) c = make_source ();

  make_dependent (c);
  other = ls_task_signal_any_with_source (loop, NULL, 0, dependent);
  watch_object (other, &other);
  listen (other, "prioritychange", say_event, "change");
  g_object_unref (other);
  g_object_unref (dependent);
  g_assert_null (dependent);
  g_assert_nonnull (other);
  set_priority (c, UB);
  expect ("change");
}

/* DOM: abort listeners keep it while a source lives … */
static void
test_abort_listener (void)
{
  LsTaskController *c = make_source ();

  make_abort_dependent (c);
  listen (dependent, "abort", say_event, "abort");
  g_object_unref (dependent);
  g_assert_nonnull (dependent);
  abort_with (c, "r");
  expect ("abort");
  /* … and is not aborted: no event can come any more. */
  g_assert_null (dependent);
  g_object_unref (c);
  g_assert_null (source);
}

static void
test_abort_listener_source_first (void)
{
  LsTaskController *c = make_source ();

  make_abort_dependent (c);
  listen (dependent, "abort", say_event, "never");
  g_object_unref (dependent);
  g_object_unref (c);
  g_assert_null (source);
  g_assert_null (dependent);
}

/* The last of two sources. */
static void
test_abort_two_sources (void)
{
  LsTaskController *c = make_source ();
  LsAbortController *a = ls_abort_controller_new (loop, NULL);
  LsAbortSignal *signals[] = { source, signal_of (a) };

  other_source = signal_of (a);
  watch_object (other_source, &other_source);
  dependent = ls_abort_signal_any (loop, signals, 2);
  watch_object (dependent, &dependent);
  listen (dependent, "abort", say_event, "never");
  g_object_unref (dependent);
  g_object_unref (c);
  g_assert_null (source);
  g_assert_nonnull (dependent);
  g_object_unref (a);
  g_assert_null (other_source);
  g_assert_null (dependent);
}

static void
say_algorithm (LsAbortSignal *signal,
               gpointer       user_data)
{
  say ("%s", (char *) user_data);
}

static void
test_abort_algorithm (void)
{
  g_autoptr (LsTaskController) c = make_source ();
  guint id;

  make_abort_dependent (c);
  id = ls_abort_signal_add_algorithm (dependent, say_algorithm, (gpointer) "never", NULL);
  g_object_unref (dependent);
  g_assert_nonnull (dependent);
  ls_abort_signal_remove_algorithm (dependent, id);
  g_assert_null (dependent);

  make_abort_dependent (c);
  ls_abort_signal_add_algorithm (dependent, say_algorithm, (gpointer) "algorithm", NULL);
  g_object_unref (dependent);
  abort_with (c, "r");
  expect ("algorithm");
  g_assert_null (dependent);
}

/* An aborted signal whose priority is still followed. */
static void
test_aborted_with_priority_listener (void)
{
  g_autoptr (LsTaskController) c = make_source ();
  LsAbortSignal *signal = source;

  dependent = ls_task_signal_any_with_source (loop, &signal, 1, source);
  watch_object (dependent, &dependent);
  listen (dependent, "prioritychange", say_event, "change");
  listen (dependent, "abort", say_event, "abort");
  g_object_unref (dependent);
  abort_with (c, "r");
  g_assert_nonnull (dependent);
  set_priority (c, UB);
  expect ("abort change");
}

static gpointer released;

static LsCompletion
release (LsEvent  *event,
         LsValue  *result,
         gpointer  user_data)
{
  say ("release");
  g_clear_object (&released);
  return LS_COMPLETION_NORMAL;
}

/* The last reference to the source goes in its own handler, or in that of a dependent: all dependents still get the event. */
static void
test_released_in_handler (void)
{
  LsTaskController *c = make_source ();

  make_dependent (c);
  released = c;
  listen (source, "prioritychange", release, NULL);
  listen (source, "prioritychange", say_event, "source");
  listen (dependent, "prioritychange", say_event, "dependent");
  g_object_unref (dependent);
  set_priority (c, UB);
  expect ("release source dependent");
  g_assert_null (source);
  g_assert_null (dependent);
}

static void
test_released_in_dependent_handler (void)
{
  LsTaskController *c = make_source ();

  make_dependent (c);
  other = ls_task_signal_any_with_source (loop, NULL, 0, source);
  watch_object (other, &other);
  listen (dependent, "prioritychange", release, NULL);
  listen (other, "prioritychange", say_event, "other");
  g_object_unref (dependent);
  g_object_unref (other);
  released = c;
  set_priority (c, UB);
  expect ("release other");
  g_assert_true (source == NULL && dependent == NULL && other == NULL);
}

/* A dependent that goes in the source's handler gets no event. */
static void
test_dependent_released_in_handler (void)
{
  g_autoptr (LsTaskController) c = make_source ();

  make_dependent (c);
  other = ls_task_signal_any_with_source (loop, NULL, 0, source);
  watch_object (other, &other);
  listen (source, "prioritychange", release, NULL);
  listen (other, "prioritychange", say_event, "other");
  g_object_unref (other);
  released = dependent;
  set_priority (c, UB);
  expect ("release other");
  g_assert_null (dependent);
}

static void
test_released_in_abort_handler (void)
{
  LsTaskController *c = make_source ();

  make_abort_dependent (c);
  listen (source, "abort", release, NULL);
  listen (dependent, "abort", say_event, "dependent");
  g_object_unref (dependent);
  released = c;
  abort_with (c, "r");
  expect ("release dependent");
  g_assert_true (source == NULL && dependent == NULL);
}

static void
clear_released (gpointer data)
{
  g_clear_object (&released);
}

/* The references of a listener's data go with the signal, in whatever order. */
static void
test_listener_data_holds_source (void)
{
  LsTaskController *c = make_source ();

  make_dependent (c);
  released = c;
  ls_abort_signal_add_listener (dependent, "abort", say_event, LS_LISTENER_NONE, NULL, clear_released);
  g_object_unref (dependent);
  g_assert_null (dependent);
  g_assert_null (source);
}

/* The loop goes first: the signals keep their values and do nothing, and none is left at the end. */
static void
test_loop_first (void)
{
  LsEventLoop *short_lived = ls_event_loop_new (LS_CLOCK_VIRTUAL);
  LsScheduler *theirs = ls_scheduler_new (short_lived, NULL);
  LsTaskController *c = ls_task_controller_new (short_lived, BG, NULL);
  LsAbortSignal *signal = signal_of (c);
  const LsPostTaskOptions options = { .signal = signal, .priority = NONE };

  source = signal;
  watch_object (source, &source);
  dependent = ls_task_signal_any_with_source (short_lived, &signal, 1, source);
  watch_object (dependent, &dependent);
  listen (dependent, "abort", say_event, "never");
  listen (dependent, "prioritychange", say_event, "never");
  drop (post_with (theirs, say_it, (gpointer) "never", &options));
  g_object_unref (dependent);
  g_object_unref (theirs);
  g_object_unref (short_lived);

  g_assert_nonnull (dependent);
  g_assert_null (ls_abort_signal_get_loop (source));
  set_priority (c, UB);
  abort_with (c, "r");
  g_assert_true (ls_abort_signal_get_aborted (source));
  g_object_unref (c);
  g_assert_true (source == NULL && dependent == NULL);
}

/* A timeout's signal stays until it has fired. */
static void
test_timeout (void)
{
  dependent = ls_abort_signal_new_timeout (loop, 10);
  watch_object (dependent, &dependent);
  listen (dependent, "abort", say_event, "timeout");
  g_object_unref (dependent);
  g_assert_nonnull (dependent);
  run ();
  expect ("timeout");
  g_assert_null (dependent);
}

static LsCompletion
count_event (LsEvent  *event,
             LsValue  *result,
             gpointer  user_data)
{
  (*(guint *) user_data)++;
  return LS_COMPLETION_NORMAL;
}

/* Many of each, in mixed order. */
static void
test_many (void)
{
  LsTaskController *c = make_source ();
  LsAbortSignal *signal = source;
  guint n_events = 0;

  for (guint i = 0; i < 1000; i++)
    {
      LsTaskSignal *one = ls_task_signal_any_with_source (loop, &signal, i % 2, source);

      watch_object (one, NULL);
      if (i % 3 == 0)
        listen (one, "prioritychange", count_event, (gpointer) &n_events);
      if (i % 5 == 0)
        listen (one, "abort", count_event, (gpointer) &n_events);
      if (i % 7 == 0)
        post (say_it, "z", .signal = LS_ABORT_SIGNAL (one));
      g_object_unref (one);
    }
  g_assert_cmpuint (ls_task_signal_get_n_dependents (source), >, 333);
  abort_with (c, "r");
  g_assert_cmpuint (n_events, ==, 100);
  set_priority (c, UB);
  g_assert_cmpuint (n_events, ==, 100 + 334);
  g_object_unref (c);
  ls_event_loop_shut_down (loop);
  g_assert_null (source);
}

int
main (int   argc,
      char *argv[])
{
  g_test_init (&argc, &argv, NULL);

#define LIFETIME(name) "/scheduling/3.3.1/" name
  add_test (LIFETIME ("unused"), test_unused);
  add_test (LIFETIME ("listener"), test_listener);
  add_test (LIFETIME ("listener-removed"), test_listener_removed);
  add_test (LIFETIME ("listener-once"), test_listener_once);
  add_test (LIFETIME ("handler-attribute"), test_handler);
  add_test (LIFETIME ("listener-for-other-events"), test_other_listener);
  add_test (LIFETIME ("algorithm"), test_algorithm);
  add_test (LIFETIME ("algorithm-source-first"), test_algorithm_source_first);
  add_test (LIFETIME ("delayed-task"), test_delayed);
  add_test (LIFETIME ("continuation"), test_continuation);
  add_test (LIFETIME ("source-first"), test_source_first);
  add_test (LIFETIME ("source-first-and-another"), test_source_first_and_another);
  add_test (LIFETIME ("middle-first"), test_middle_first);
  add_test (LIFETIME ("aborted-with-priority-listener"), test_aborted_with_priority_listener);
  add_test (LIFETIME ("released-in-handler"), test_released_in_handler);
  add_test (LIFETIME ("released-in-dependents-handler"), test_released_in_dependent_handler);
  add_test (LIFETIME ("dependent-released-in-handler"), test_dependent_released_in_handler);
  add_test (LIFETIME ("listener-data-holds-source"), test_listener_data_holds_source);
  add_test (LIFETIME ("loop-first"), test_loop_first);
  add_test (LIFETIME ("many"), test_many);
  add_test ("/scheduling/dom/lifetime/abort-listener", test_abort_listener);
  add_test ("/scheduling/dom/lifetime/abort-listener-source-first", test_abort_listener_source_first);
  add_test ("/scheduling/dom/lifetime/two-sources", test_abort_two_sources);
  add_test ("/scheduling/dom/lifetime/algorithm", test_abort_algorithm);
  add_test ("/scheduling/dom/lifetime/released-in-abort-handler", test_released_in_abort_handler);
  add_test ("/scheduling/dom/lifetime/timeout", test_timeout);
  return g_test_run ();
}
