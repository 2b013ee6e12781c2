/* test-zeroed-options.c: zeroed options are not given
 *
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */

#include "scheduling-fixture.h"

/* None of the structures has a member whose zero means something else than none. */
static void
test_inits (void)
{
  const LsPostTaskOptions posting = LS_POST_TASK_OPTIONS_INIT, no_posting = { 0 };
  const LsYieldOptions yielding = LS_YIELD_OPTIONS_INIT, no_yielding = { 0 };

  g_assert_cmpmem (&posting, sizeof posting, &no_posting, sizeof no_posting);
  g_assert_cmpmem (&yielding, sizeof yielding, &no_yielding, sizeof no_yielding);
  g_assert_cmpint (LS_TASK_PRIORITY_NONE, ==, 0);
  g_assert_cmpint (LS_EDITION_2025, ==, 0);
  g_assert_cmpint (LS_EXPERIMENT_NONE, ==, 0);
  for (int priority = -1; priority <= UB + 1; priority++)
    g_assert_cmpint (ls_task_priority_is_valid ((LsTaskPriority) priority), ==, priority >= BG && priority <= UB);
  g_assert_false (ls_task_priority_is_valid ((LsTaskPriority) G_MAXUINT));
}

static void
post_zeroed (LsAbortSignal *signal,
             const char    *name)
{
  const LsPostTaskOptions options = { .signal = signal };

  drop (ls_scheduler_post_task (scheduler, say_priority, (gpointer) name, NULL, &options));
}

/* user-visible, unless the signal has a priority. */
static void
test_post_task (void)
{
  post_zeroed (signal_of (controller (BG)), "background");
  post_zeroed (NULL, "none");
  post_zeroed (signal_of (abort_controller ()), "abort");
  post_zeroed (signal_of (controller (UB)), "blocking");
  run ();
  expect ("blocking:ub* none:uv abort:uv* background:bg*");
}

static void
yield_zeroed (void)
{
  const LsYieldOptions options = { 0 };

  then (ls_scheduler_yield (scheduler, &options), say_priority, "continued");
}

static const LsYieldOptions waiting;

static void
wait_zeroed (void)
{
  watch (ls_scheduler_wait (scheduler, 1, &waiting), "waited");
}

/* As without options: a continuation has the state of the task, and is aborted with it. */
static void
test_yield (void)
{
  LsTaskController *own = controller (BG);

  post (say_it, "visible");
  post (call_it, yield_zeroed, .signal = signal_of (own));
  post (say_it, "background", .priority = BG);
  run ();
  expect ("visible continued:bg* background");
}

static void
test_wait (void)
{
  LsTaskController *own = controller (BG);

  post (call_it, wait_zeroed, .signal = signal_of (own));
  g_assert_true (ls_event_loop_run_turn (loop));
  g_assert_cmpint (last_record (LS_RECORD_TASK_POSTED)->object, ==, ls_abort_signal_get_id (signal_of (own)));
  abort_with (own, "r");
  run ();
  expect ("waited!r");
}

static void
say_plainly (gpointer data)
{
  say ("%s", (const char *) data);
}

/* Where a function takes a priority, none is the default as well. */
static void
test_arguments (void)
{
  LsTaskController *made = keep (ls_task_controller_new (loop, NONE, NULL));
  LsTaskController *constructed = keep (g_object_new (LS_TYPE_TASK_CONTROLLER, "loop", loop, "priority", NONE, NULL));
  LsTaskSignal *any = keep (ls_task_signal_any (loop, NULL, 0, NONE));

  g_assert_cmpint (ls_task_signal_get_priority (task_signal_of (made)), ==, UV);
  g_assert_cmpint (ls_task_signal_get_priority (task_signal_of (constructed)), ==, UV);
  g_assert_cmpint (ls_task_signal_get_priority (any), ==, UV);
  ls_scheduler_post (scheduler, BG, say_plainly, (gpointer) "background", NULL);
  ls_scheduler_post (scheduler, NONE, say_plainly, (gpointer) "none", NULL);
  ls_scheduler_post (scheduler, UV, say_plainly, (gpointer) "visible", NULL);
  run ();
  expect ("none visible background");
  ls_scheduler_post_from_thread (scheduler, BG, say_plainly, (gpointer) "background", NULL);
  ls_scheduler_post_from_thread (scheduler, NONE, say_plainly, (gpointer) "none", NULL);
  ls_scheduler_post_from_thread (scheduler, UV, say_plainly, (gpointer) "visible", NULL);
  run ();
  expect ("none visible background");
}

int
main (int   argc,
      char *argv[])
{
  g_test_init (&argc, &argv, NULL);

#define ZEROED(name) "/zeroed-options/" name
  add_test (ZEROED ("inits"), test_inits);
  add_test (ZEROED ("post-task"), test_post_task);
  add_test (ZEROED ("yield"), test_yield);
  add_test_2023 (ZEROED ("yield-2023"), test_yield);
  add_test_experiments (ZEROED ("wait"), LS_EXPERIMENT_WAIT, test_wait);
  add_test (ZEROED ("arguments"), test_arguments);
  return g_test_run ();
}
