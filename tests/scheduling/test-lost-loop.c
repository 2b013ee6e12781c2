/* test-lost-loop.c: warnings where the tasks of a program never run
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include <ls-scheduler.h>

static guint n_run;
static guint n_destroyed;

static LsCompletion
count (const LsValue *argument,
       LsValue       *result,
       gpointer       user_data)
{
  n_run++;
  return LS_COMPLETION_NORMAL;
}

static void
count_plain (gpointer user_data)
{
  n_run++;
}

static void
count_destroyed (gpointer user_data)
{
  n_destroyed++;
}

static void
expect_warning (const char *pattern)
{
  g_test_expect_message ("Loopscope", G_LOG_LEVEL_MESSAGE, pattern);
}

static void
post (LsScheduler *scheduler)
{
  g_autoptr (LsPromise) promise = ls_scheduler_post_task (scheduler, count, &n_run, count_destroyed, NULL);

  g_assert_nonnull (promise);
}

static void
iterate_for (guint ms)
{
  const gint64 end = g_get_monotonic_time () + ms * 1000;

  while (g_get_monotonic_time () < end)
    {
      g_main_context_iteration (NULL, FALSE);
      g_usleep (1000);
    }
}

/* A function that makes loop and scheduler, and returns the scheduler alone. Returns: (transfer full) */
static LsScheduler *
set_up (gpointer *weak_loop,
        gboolean  ends_loop)
{
  g_autoptr (LsEventLoop) loop = ls_event_loop_new (LS_CLOCK_MONOTONIC);
  LsScheduler *scheduler = ls_scheduler_new (loop, NULL);

  *weak_loop = loop;
  g_object_add_weak_pointer (G_OBJECT (loop), weak_loop);
  ls_event_loop_attach (loop, NULL);
  if (ends_loop)
    ls_event_loop_shut_down (loop);
  return scheduler;
}

/* It says so once, and whoever posts may free its data. */
static void
test_lost (void)
{
  gpointer loop;
  LsScheduler *scheduler = set_up (&loop, FALSE);

  g_assert_null (loop);
  n_destroyed = 0;
  expect_warning ("The event loop of the scheduler is gone, and what is posted never runs.*keep a reference to the loop*");
  g_assert_null (ls_scheduler_post_task (scheduler, count, NULL, count_destroyed, NULL));
  g_test_assert_expected_messages ();
  g_assert_cmpuint (n_destroyed, ==, 1);
  g_assert_null (ls_scheduler_post_task (scheduler, count, NULL, NULL, NULL));
  g_assert_finalize_object (scheduler);

  scheduler = set_up (&loop, FALSE);
  expect_warning ("The event loop of the scheduler is gone*");
  g_assert_cmpuint (ls_scheduler_post (scheduler, LS_TASK_PRIORITY_BACKGROUND, count_plain, NULL, NULL), ==, 0);
  g_test_assert_expected_messages ();
  g_assert_finalize_object (scheduler);
}

/* A loop that the program has ended is not lost. */
static void
test_ended (void)
{
  gpointer loop;
  LsScheduler *scheduler = set_up (&loop, TRUE);

  g_assert_null (loop);
  g_assert_null (ls_scheduler_post_task (scheduler, count, NULL, NULL, NULL));
  g_assert_cmpuint (ls_scheduler_post (scheduler, LS_TASK_PRIORITY_BACKGROUND, count_plain, NULL, NULL), ==, 0);
  g_assert_finalize_object (scheduler);
}

/* The last reference goes while tasks wait that were posted before anything has run: a warning, unless one has run. */
static void
test_gone_before_first_turn (gconstpointer has_run)
{
  LsEventLoop *loop = ls_event_loop_new (LS_CLOCK_MONOTONIC);
  g_autoptr (LsScheduler) scheduler = ls_scheduler_new (loop, NULL);

  ls_event_loop_attach (loop, NULL);
  post (scheduler);
  if (has_run != NULL)
    {
      while (!ls_event_loop_is_idle (loop))
        g_main_context_iteration (NULL, FALSE);
      post (scheduler);
    }
  else
    expect_warning ("An event loop has gone before it ran the tasks that were posted to it*Keep a reference*");
  g_assert_finalize_object (loop);
  g_test_assert_expected_messages ();
}

/* A loop that nothing runs, while the main context of the program goes round. Whoever runs the loop by hand, attaches it in time, ends it or
 * has a virtual clock hears nothing, and nothing stays behind. */
static void
test_never_attached (void)
{
  LsEventLoop *loop = ls_event_loop_new (LS_CLOCK_MONOTONIC);
  g_autoptr (LsScheduler) scheduler = ls_scheduler_new (loop, NULL);
  LsEventLoop *others[4];

  for (guint i = 0; i < G_N_ELEMENTS (others); i++)
    {
      g_autoptr (LsScheduler) another = NULL;

      others[i] = ls_event_loop_new (i == 3 ? LS_CLOCK_VIRTUAL : LS_CLOCK_MONOTONIC);
      another = ls_scheduler_new (others[i], NULL);
      post (another);
    }
  ls_event_loop_attach (others[0], NULL);
  ls_event_loop_run_turn (others[1]);
  ls_event_loop_shut_down (others[2]);
  g_assert_finalize_object (others[2]);

  n_run = 0;
  post (scheduler);
  expect_warning ("Tasks have waited for 5 s in an event loop that nothing runs so far: *ls_event_loop_attach()*");
  iterate_for (6500);
  g_test_assert_expected_messages ();
  g_assert_cmpuint (n_run, ==, 1);
  g_assert_finalize_object (others[0]);
  g_assert_finalize_object (others[1]);
  g_assert_finalize_object (others[3]);

  /* Attached late, it runs them all the same. */
  ls_event_loop_attach (loop, NULL);
  while (!ls_event_loop_is_idle (loop))
    g_main_context_iteration (NULL, FALSE);
  g_assert_cmpuint (n_run, ==, 2);
  g_assert_finalize_object (loop);
}

/* A program that is busy for long, then waits a while for something, and attaches its loop at last hears nothing. */
static void
test_attached_late (void)
{
  LsEventLoop *loop = ls_event_loop_new (LS_CLOCK_MONOTONIC);
  g_autoptr (LsScheduler) scheduler = ls_scheduler_new (loop, NULL);

  n_run = 0;
  post (scheduler);
  g_usleep (2500 * 1000);
  iterate_for (1500);
  ls_event_loop_attach (loop, NULL);
  while (!ls_event_loop_is_idle (loop))
    g_main_context_iteration (NULL, FALSE);
  g_assert_cmpuint (n_run, ==, 1);
  g_assert_finalize_object (loop);
}

int
main (int   argc,
      char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  g_log_set_always_fatal (G_LOG_FATAL_MASK | G_LOG_LEVEL_CRITICAL | G_LOG_LEVEL_WARNING | G_LOG_LEVEL_MESSAGE);
  g_test_add_func ("/lost-loop/lost", test_lost);
  g_test_add_func ("/lost-loop/ended", test_ended);
  g_test_add_data_func ("/lost-loop/gone-before-first-turn", NULL, test_gone_before_first_turn);
  g_test_add_data_func ("/lost-loop/gone-after-first-turn", "has run", test_gone_before_first_turn);
  g_test_add_func ("/lost-loop/never-attached", test_never_attached);
  g_test_add_func ("/lost-loop/attached-late", test_attached_late);
  return g_test_run ();
}
