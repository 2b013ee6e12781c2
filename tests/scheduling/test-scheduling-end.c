/* test-scheduling-end.c: callbacks that end the loop, or call back into it
 *
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */

#include "scheduling-fixture.h"

static LsTaskController *c;
static gpointer short_lived;
static LsScheduler *their_scheduler;
static LsTaskController *their_controller;

/* A loop of its own, which the test may end and drop. */
static void
make_short_lived (void)
{
  short_lived = ls_event_loop_new (LS_CLOCK_VIRTUAL);
  their_scheduler = ls_scheduler_new (short_lived, NULL);
  their_controller = ls_task_controller_new (short_lived, BG, NULL);
  watch_object (short_lived, &short_lived);
  watch_object (their_scheduler, NULL);
  watch_object (signal_of (their_controller), NULL);
}

static void
drop_theirs (void)
{
  g_clear_object (&their_scheduler);
  g_clear_object (&their_controller);
}

static void
end_short_lived (gpointer data)
{
  say ("end");
  ls_event_loop_shut_down (short_lived);
}

static void
release_short_lived (gpointer data)
{
  say ("release");
  g_object_unref (short_lived);
}

static void
post_theirs (LsAbortSignal  *signal,
             double          delay,
             GDestroyNotify  destroy)
{
  const LsPostTaskOptions options = { .signal = signal, .priority = NONE, .delay = delay };

  drop (ls_scheduler_post_task (their_scheduler, say_it, (gpointer) "t", destroy, &options));
}

/* The destroy notify of an aborted task ends the loop: the rest of the tasks of the signal is dropped, and nothing is freed
 * twice. */
static void
test_abort_ends_the_loop (void)
{
  make_short_lived ();
  post_theirs (signal_of (their_controller), 0, NULL);
  post_theirs (signal_of (their_controller), 0, end_short_lived);
  post_theirs (signal_of (their_controller), 5, NULL);
  post_theirs (signal_of (their_controller), 0, NULL);
  g_clear_object (&their_scheduler);
  abort_with (their_controller, "r");
  expect ("end");
  g_object_unref (short_lived);
  g_assert_null (short_lived);
  drop_theirs ();
}

/* The notify drops the last reference to the loop. */
static void
test_abort_releases_the_loop (void)
{
  make_short_lived ();
  post_theirs (signal_of (their_controller), 0, release_short_lived);
  post_theirs (signal_of (their_controller), 0, NULL);
  g_clear_object (&their_scheduler);
  abort_with (their_controller, "r");
  expect ("release");
  g_assert_null (short_lived);
  drop_theirs ();
}

/* The same at the end of a task: the step holds the loop until it is over. */
static void
test_task_releases_the_loop (void)
{
  make_short_lived ();
  post_theirs (NULL, 0, release_short_lived);
  post_theirs (NULL, 0, NULL);
  g_clear_object (&their_scheduler);
  ls_event_loop_run (short_lived, 10);
  expect ("t release t");
  g_assert_null (short_lived);
  drop_theirs ();
}

/* The same in the shutdown. */
static void
test_shutdown_releases_the_loop (void)
{
  make_short_lived ();
  post_theirs (NULL, 0, release_short_lived);
  post_theirs (NULL, 5, NULL);
  g_clear_object (&their_scheduler);
  ls_event_loop_shut_down (short_lived);
  expect ("release");
  g_assert_null (short_lived);
  drop_theirs ();
}

static void
count_free (gpointer data)
{
  (*(guint *) data)++;
}

static LsCompletion
do_nothing (const LsValue *argument,
            LsValue       *result,
            gpointer       data)
{
  return LS_COMPLETION_NORMAL;
}

/* Ends with a value of its own, and leaves a microtask. */
static LsCompletion
end_with_value (const LsValue *argument,
                LsValue       *result,
                gpointer       data)
{
  LsBoxed *boxed = ls_boxed_new (data, count_free, NULL);

  ls_value_set_boxed (result, boxed);
  ls_boxed_unref (boxed);
  ls_event_loop_queue_microtask (short_lived, NULL, do_nothing, NULL, NULL);
  return LS_COMPLETION_NORMAL;
}

/* The value of a task that waits for its microtasks goes with the loop. */
static void
test_shutdown_before_the_microtasks (void)
{
  guint n_freed = 0;

  make_short_lived ();
  drop (ls_scheduler_post_task (their_scheduler, end_with_value, &n_freed, NULL, NULL));
  g_assert_cmpint (ls_event_loop_step (short_lived), ==, LS_STEP_TASK);
  g_assert_cmpuint (ls_event_loop_get_n_microtasks (short_lived), ==, 1);
  g_assert_cmpuint (n_freed, ==, 0);
  ls_event_loop_shut_down (short_lived);
  g_assert_cmpuint (n_freed, ==, 1);
  g_object_unref (short_lived);
  drop_theirs ();
}

static void
end_algorithm (LsAbortSignal *signal,
               gpointer       user_data)
{
  end_short_lived (NULL);
}

/* An abort algorithm ends the loop: no event comes after it. */
static void
test_algorithm_ends_the_loop (void)
{
  make_short_lived ();
  ls_abort_signal_add_algorithm (signal_of (their_controller), end_algorithm, NULL, NULL);
  post_theirs (signal_of (their_controller), 0, NULL);
  listen (signal_of (their_controller), "abort", say_event, "never");
  abort_with (their_controller, "r");
  expect ("end");
  g_object_unref (short_lived);
  drop_theirs ();
}

static void
abort_and_post (gpointer data)
{
  say ("released");
  abort_with (c, "r");
  set_priority (c, UB);
  drop (post_task (say_it, "never", .signal = signal_of (c)));
  drop (post_task (say_it, "never"));
  drop (ls_scheduler_yield (scheduler, NULL));
  microtask (say_it, "never");
}

/* A destroy notify in the shutdown uses the engine: the engine takes nothing any more. */
static void
test_engine_in_shutdown (void)
{
  const LsPostTaskOptions options = { .priority = NONE };

  c = controller (BG);
  drop (ls_scheduler_post_task (scheduler, say_it, NULL, abort_and_post, &options));
  post (say_it, "never", .signal = signal_of (c));
  post (say_it, "never", .signal = signal_of (c), .delay = 5);
  listen (signal_of (c), "abort", say_event, "never");
  listen (signal_of (c), "prioritychange", say_event, "never");
  g_assert_cmpuint (ls_scheduler_get_n_queues (scheduler), >, 0);
  ls_event_loop_shut_down (loop);
  g_assert_cmpuint (ls_scheduler_get_n_queues (scheduler), ==, 0);
  g_assert_true (ls_abort_signal_get_aborted (signal_of (c)));
  expect ("released");
}

static void
shut_down (void)
{
  say ("shut down");
  ls_event_loop_shut_down (loop);
  post (say_it, "never");
  abort_with (c, "r");
}

/* A task ends the loop: it runs to its end, the others do not run, and nothing settles its result any more. */
static void
test_shutdown_in_a_task (void)
{
  g_autoptr (LsPromise) promise = NULL;

  c = controller (BG);
  promise = post_task (call_it, shut_down);
  post (say_it, "never", .signal = signal_of (c));
  run ();
  expect ("shut down");
  g_assert_cmpint (ls_promise_get_state (promise), ==, LS_PROMISE_PENDING);
}

static void
queue_shut_down (void)
{
  microtask (call_it, shut_down);
  microtask (say_it, "never");
}

/* A microtask ends the loop while the task waits for its microtasks. */
static void
test_shutdown_in_a_microtask (void)
{
  c = controller (BG);
  post (call_it, queue_shut_down, .signal = signal_of (c));
  run ();
  expect ("shut down");
}

static void
step_inside (void)
{
  g_assert_cmpint (ls_event_loop_step (loop), ==, LS_STEP_NOTHING);
  g_assert_cmpuint (ls_event_loop_run (loop, 10), ==, 0);
  ls_event_loop_perform_microtask_checkpoint (loop);
  say ("inside");
}

/* The loop does not run inside itself. */
static void
test_no_nesting (void)
{
  post (call_it, step_inside);
  post (say_it, "next");
  microtask (call_it, step_inside);
  run ();
  expect ("inside inside next");
}

int
main (int   argc,
      char *argv[])
{
  g_test_init (&argc, &argv, NULL);

#define END(name) "/scheduling/end/" name
  add_test (END ("abort-ends-the-loop"), test_abort_ends_the_loop);
  add_test (END ("abort-releases-the-loop"), test_abort_releases_the_loop);
  add_test (END ("task-releases-the-loop"), test_task_releases_the_loop);
  add_test (END ("shutdown-releases-the-loop"), test_shutdown_releases_the_loop);
  add_test (END ("shutdown-before-the-microtasks"), test_shutdown_before_the_microtasks);
  add_test (END ("algorithm-ends-the-loop"), test_algorithm_ends_the_loop);
  add_test (END ("engine-in-shutdown"), test_engine_in_shutdown);
  add_test (END ("shutdown-in-a-task"), test_shutdown_in_a_task);
  add_test (END ("shutdown-in-a-microtask"), test_shutdown_in_a_microtask);
  add_test (END ("no-nesting"), test_no_nesting);
  return g_test_run ();
}
