/* test-delay.c: delays that end during a turn, by preset
 *
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */

#include "scheduling-fixture.h"

static LsTaskPriority priority;
static LsTaskController *c;

static void
post_around_a_delay (void)
{
  post (say_it, "5", .delay = 5, .priority = priority);
  ls_event_loop_work (loop, 3000);
  post (say_it, "at 3", .priority = priority);
  ls_event_loop_work (loop, 5000);
  post (say_it, "at 8", .priority = priority);
  ls_event_loop_work (loop, 4000);
  post (say_it, "at 12", .priority = priority);
}

static void
post_around_a_delay_with_each (void)
{
  static const LsTaskPriority priorities[] = { UB, UV, BG };

  for (guint i = 0; i < G_N_ELEMENTS (priorities); i++)
    {
      priority = priorities[i];
      post (call_it, post_around_a_delay, .priority = UB);
      run ();
    }
}

/* By the letter the delay ends in parallel: the task is older than what the turn posts later. */
static void
test_in_parallel (void)
{
  post_around_a_delay_with_each ();
  expect ("at 3 5 at 8 at 12 at 3 5 at 8 at 12 at 3 5 at 8 at 12");
}

/* Measured with Chromium 156: the task enters its queue when the turn is over. */
static void
test_between_turns (void)
{
  post_around_a_delay_with_each ();
  expect ("at 3 at 8 at 12 5 at 3 at 8 at 12 5 at 3 at 8 at 12 5");
}

static void
work_and_post (void)
{
  ls_event_loop_work (loop, 5000);
  post (say_it, "at 5");
}

static void
post_two_turns (void)
{
  post (say_it, "2", .delay = 2);
  post (call_it, work_and_post, .priority = UB);
  post (call_it, work_and_post, .priority = UB);
}

static void
test_before_the_next_turn (void)
{
  post (call_it, post_two_turns, .priority = UB);
  run ();
  expect ("at 5 2 at 5");
}

static void
test_before_the_post (void)
{
  post (call_it, post_two_turns, .priority = UB);
  run ();
  expect ("2 at 5 at 5");
}

static void
post_late_ones (void)
{
  post (say_it, "6", .delay = 6);
  post (say_it, "5", .delay = 5);
  post (say_it, "urgent 5", .delay = 5, .priority = UB);
  post (say_it, "20", .delay = 20);
  post (say_it, "0");
  ls_event_loop_work (loop, 10000);
  post (say_it, "10");
}

/* Several delays end in one turn, in the order of their times. */
static void
test_several (void)
{
  post (call_it, post_late_ones);
  run ();
  expect ("urgent 5 0 5 6 10 20");
}

static void
abort_after_the_delay (void)
{
  post_watched ("t", say_it, "never", .delay = 5, .signal = signal_of (c));
  post_watched ("u", return_it, "u", .delay = 5);
  ls_event_loop_work (loop, 8000);
  abort_with (c, "r");
}

/* The task is queued already, and the abort takes it out of its queue. */
static void
test_abort (void)
{
  c = controller (UV);
  post (call_it, abort_after_the_delay);
  run ();
  g_assert_cmpuint (ls_scheduler_get_n_queues (scheduler), ==, 0);
  expect ("t!r u=u");
}

static void
change_after_the_delay (void)
{
  post (say_it, "t", .delay = 5, .signal = signal_of (c));
  ls_event_loop_work (loop, 8000);
  set_priority (c, UB);
  post (say_it, "u");
  post (say_it, "v", .priority = UB);
}

/* The queue that the task is in follows its signal. */
static void
test_priority (void)
{
  c = controller (BG);
  post (call_it, change_after_the_delay);
  run ();
  expect ("t v u");
}

/* A delay that has not ended yet does not. */
static void
post_before_the_end (void)
{
  post (say_it, "5", .delay = 5);
  ls_event_loop_work (loop, 4999);
  post (say_it, "at 4.999");
  ls_event_loop_work (loop, 1);
  post (say_it, "at 5");
}

static void
test_at_once (void)
{
  post (call_it, post_before_the_end);
  run ();
  expect ("at 4.999 5 at 5");
}

static LsCompletion
say_timer (const LsValue *argument,
           LsValue       *result,
           gpointer       user_data)
{
  say ("timer");
  return LS_COMPLETION_NORMAL;
}

static void
post_around_a_timer (void)
{
  ls_event_loop_set_timeout (loop, 5, NULL, say_timer, NULL, NULL);
  ls_event_loop_work (loop, 8000);
  post (say_it, "at 8");
}

/* The same for timers, which share a rank with user-visible tasks here. */
static void
test_timer_first (void)
{
  post (call_it, post_around_a_timer);
  run ();
  expect ("timer at 8");
}

static void
test_timer_last (void)
{
  post (call_it, post_around_a_timer);
  run ();
  expect ("at 8 timer");
}

static void
work_only (void)
{
  post (say_it, "t", .delay = 5);
  clear_records ();
  ls_event_loop_work (loop, 8000);
  ls_event_loop_work (loop, 1000);
}

/* The records stand behind the work during which the delay has ended. */
static void
test_records (void)
{
  post (call_it, work_only);
  g_assert_true (ls_event_loop_run_turn (loop));
  g_assert_cmpuint (last_record (LS_RECORD_TASK_QUEUED)->time, ==, 8000);
  expect_records ("work 0 value=8000 (session)\n"
                  "task-due 2 (html-run-after-timeout)\n"
                  "task-queued 2 object=1 value=2 user-visible (queue-scheduler-task 7)\n"
                  "work 0 value=1000 (session)\n"
                  "promise-fulfilled 1 (ecma-promise-resolve)\n"
                  "task-finished 1 (event-loop 2)\n"
                  "turn-ended 0 value=1 (event-loop)\n");
  run ();
  expect ("t");
}

#define DELAY(name) "/scheduling/delay/" name

int
main (int   argc,
      char *argv[])
{
  static const char *const parallel[] = { "spec", "fair", "gecko" };
  static const char *const between[] = { "blink", "blink-2021" };

  g_test_init (&argc, &argv, NULL);
  for (guint i = 0; i < G_N_ELEMENTS (parallel); i++)
    {
      const char *preset = parallel[i];

#define ADD(name, test) \
  G_STMT_START \
  { \
    g_autofree char *path = g_strdup_printf (DELAY ("%s/" name), preset); \
    add_test_preset (path, preset, test); \
  } \
  G_STMT_END
      ADD ("in-parallel", test_in_parallel);
      ADD ("before-the-post", test_before_the_post);
      ADD ("several", test_several);
      ADD ("abort", test_abort);
      ADD ("priority", test_priority);
      ADD ("at-once", test_at_once);
      ADD ("timer", test_timer_first);
    }
  for (guint i = 0; i < G_N_ELEMENTS (between); i++)
    {
      const char *preset = between[i];

      ADD ("between-turns", test_between_turns);
      ADD ("before-the-next-turn", test_before_the_next_turn);
      ADD ("abort", test_abort);
    }
  add_test_preset (DELAY ("records"), "spec", test_records);
  add_test_preset (DELAY ("blink/timer"), "blink", test_timer_last);
  return g_test_run ();
}
