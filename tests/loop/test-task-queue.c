/* test-task-queue.c: the four work queues of a task queue, and the way of setTimeout() through them
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "loop-fixture.h"

static void
assert_lengths (LoopFixture *f,
                LsQueueType  queue,
                gsize        immediate_incoming,
                gsize        immediate_work,
                gsize        delayed_incoming,
                gsize        delayed_work)
{
  g_assert_cmpuint (ls_event_loop_get_queue_length (f->loop, queue, LS_WORK_QUEUE_IMMEDIATE_INCOMING), ==,
                    immediate_incoming);
  g_assert_cmpuint (ls_event_loop_get_queue_length (f->loop, queue, LS_WORK_QUEUE_IMMEDIATE_WORK), ==, immediate_work);
  g_assert_cmpuint (ls_event_loop_get_queue_length (f->loop, queue, LS_WORK_QUEUE_DELAYED_INCOMING), ==,
                    delayed_incoming);
  g_assert_cmpuint (ls_event_loop_get_queue_length (f->loop, queue, LS_WORK_QUEUE_DELAYED_WORK), ==, delayed_work);
}

/* An empty immediate work queue takes over the whole incoming queue at once. Later tasks wait in incoming. */
static void
test_immediate (LoopFixture   *f,
                gconstpointer  preset)
{
  const LsQueueType queue = LS_QUEUE_TYPE_FRAME_LOADING;
  g_autofree char *log = NULL;
  const LsRecord *reloaded;

  loop_fixture_post (f, queue, 0, "a");
  loop_fixture_post (f, queue, 0, "b");
  loop_fixture_post (f, queue, 0, "c");
  assert_lengths (f, queue, 3, 0, 0, 0);

  ls_event_loop_run_turn (f->loop);
  assert_lengths (f, queue, 0, 2, 0, 0);
  loop_fixture_post (f, queue, 0, "d");
  assert_lengths (f, queue, 1, 2, 0, 0);
  ls_event_loop_run_turn (f->loop);
  assert_lengths (f, queue, 1, 1, 0, 0);
  ls_event_loop_run_turn (f->loop);
  assert_lengths (f, queue, 1, 0, 0, 0);

  log = loop_fixture_run (f);
  g_assert_cmpstr (log, ==, "a b c d");
  assert_lengths (f, queue, 0, 0, 0, 0);

  g_assert_cmpuint (test_probe_count (f->probe, LS_RECORD_QUEUE_RELOADED), ==, 2);
  reloaded = test_probe_nth (f->probe, LS_RECORD_QUEUE_RELOADED, 0);
  g_assert_cmpuint (reloaded->value, ==, 3);
  g_assert_cmpuint (reloaded->queue, ==, queue);
  g_assert_cmpuint (test_probe_nth (f->probe, LS_RECORD_QUEUE_RELOADED, 1)->value, ==, 1);
}

static void
test_delayed (LoopFixture   *f,
              gconstpointer  preset)
{
  const LsQueueType queue = LS_QUEUE_TYPE_DEFAULT;
  g_autofree char *log = NULL;

  loop_fixture_post (f, queue, 2000, "b");
  loop_fixture_post (f, queue, 1000, "a");
  loop_fixture_post (f, queue, 9000, "d");
  loop_fixture_post (f, queue, 2000, "c");
  loop_fixture_post (f, LS_QUEUE_TYPE_CONTROL, 0, "now");
  assert_lengths (f, queue, 0, 0, 4, 0);
  g_assert_cmpuint (ls_event_loop_get_next_wake_up (f->loop), ==, 1000);

  ls_event_loop_run_turn (f->loop);
  assert_lengths (f, queue, 0, 0, 4, 0);
  ls_event_loop_work (f->loop, 3000);
  assert_lengths (f, queue, 0, 0, 4, 0);
  ls_event_loop_run_turn (f->loop);
  assert_lengths (f, queue, 0, 0, 1, 2);
  g_assert_cmpuint (ls_event_loop_get_time (f->loop), ==, 3000);

  log = loop_fixture_run (f);
  g_assert_cmpstr (log, ==, "now a b c d");
  g_assert_cmpuint (ls_event_loop_get_time (f->loop), ==, 9000);
  assert_lengths (f, queue, 0, 0, 0, 0);
  g_assert_cmpuint (ls_event_loop_get_next_wake_up (f->loop), ==, LS_TIME_NEVER);
}

/* A program can post to the queue that has the name of the scheduler tasks, as to any other. */
static void
test_web_scheduling (LoopFixture   *f,
                     gconstpointer  preset)
{
  const LsQueueType queue = LS_QUEUE_TYPE_WEB_SCHEDULING;
  g_autofree char *log = NULL;

  loop_fixture_post (f, queue, 1000, "b");
  loop_fixture_post (f, queue, 0, "a");
  assert_lengths (f, queue, 1, 0, 1, 0);
  log = loop_fixture_run (f);
  g_assert_cmpstr (log, ==, "a b");
  assert_lengths (f, queue, 0, 0, 0, 0);
}

/* Dropped posts leave no lengths behind. */
static void
test_shut_down (LoopFixture   *f,
                gconstpointer  preset)
{
  for (guint type = 0; type < LS_N_QUEUE_TYPES; type++)
    if (ls_queue_type_is_valid (type))
      {
        loop_fixture_post (f, type, 0, "a");
        loop_fixture_post (f, type, 1000, "b");
      }
  ls_event_loop_shut_down (f->loop);
  g_assert_cmpuint (f->n_destroyed, ==, f->n_made);
  for (guint type = 0; type < LS_N_QUEUE_TYPES; type++)
    if (ls_queue_type_is_valid (type))
      assert_lengths (f, type, 0, 0, 0, 0);
  g_assert_true (ls_event_loop_is_idle (f->loop));
}

/* Within a queue the oldest task goes first: "last in, first out" in the article is a slip. */
static void
test_oldest_first (LoopFixture   *f,
                   gconstpointer  preset)
{
  g_autofree char *log = NULL;

  loop_fixture_timeout (f, 0, "1");
  loop_fixture_timeout (f, 0, "2");
  loop_fixture_timeout (f, 0, "3");
  log = loop_fixture_run (f);
  g_assert_cmpstr (log, ==, "1 2 3");
}

/* A timer without timeout keeps its place before later posts, whatever else becomes due meanwhile. */
static void
test_immediate_timer_keeps_its_place (LoopFixture   *f,
                                      gconstpointer  preset)
{
  g_autofree char *log = NULL;

  loop_fixture_timeout (f, 5, "delayed");
  ls_event_loop_work (f->loop, 6000);
  loop_fixture_post (f, LS_QUEUE_TYPE_DEFAULT, 0, "before");
  loop_fixture_timeout (f, 0, "timer");
  loop_fixture_post (f, LS_QUEUE_TYPE_DEFAULT, 0, "after");
  log = loop_fixture_run (f);
  g_assert_cmpstr (log, ==, "before timer after delayed");
}

static LsCompletion
run_script (LoopFixture *f,
            gpointer     data)
{
  loop_fixture_timeout (f, 1000, "hi");
  return LS_COMPLETION_NORMAL;
}

/* The article's <script>: setTimeout (() => console.log ('hi'), 1000), record by record. */
static void
test_article (LoopFixture   *f,
              gconstpointer  preset)
{
  g_autofree char *kinds = NULL;
  g_autofree char *log = NULL;
  const LsRecord *record;

  ls_event_loop_post (f->loop, LS_QUEUE_TYPE_DEFAULT, 0, LS_POST_NONE, "script", ACTION (f, "script", run_script, NULL));
  log = loop_fixture_run (f);
  g_assert_cmpstr (log, ==, "script hi");
  g_assert_cmpuint (ls_event_loop_get_time (f->loop), ==, 1000 * 1000);

  kinds = test_probe_kinds (f->probe);
  g_assert_cmpstr (kinds, ==,
                   "task-incoming:1 queue-reloaded:0 task-selected:1 task-started:1 "
                   "timer-installed:1 task-delayed:2 "
                   "task-finished:1 turn-ended:0 "
                   "clock-advanced:0 task-due:2 "
                   "task-selected:2 task-started:2 timer-fired:1 task-finished:2 turn-ended:0");

  record = test_probe_nth (f->probe, LS_RECORD_TIMER_INSTALLED, 0);
  g_assert_cmpuint (record->object, ==, 2);
  g_assert_cmpuint (record->value, ==, 1000);
  g_assert_cmpuint (record->level, ==, 1);
  g_assert_cmpuint (record->queue, ==, LS_QUEUE_TYPE_FRAME_THROTTLEABLE);
  g_assert_cmpuint (record->flags, ==, 0);
  g_assert_cmpstr (test_probe_text (f->probe, record->text), ==, "hi");

  record = test_probe_nth (f->probe, LS_RECORD_TASK_DELAYED, 0);
  g_assert_cmpuint (record->object, ==, 1);
  g_assert_cmpuint (record->value, ==, 1000 * 1000);
  g_assert_cmpuint (record->flags, ==, LS_RECORD_FLAG_TIMER);
  g_assert_cmpuint (record->queue, ==, LS_QUEUE_TYPE_FRAME_THROTTLEABLE);
  g_assert_cmpuint (record->time, ==, 0);

  record = test_probe_nth (f->probe, LS_RECORD_CLOCK_ADVANCED, 0);
  g_assert_cmpuint (record->value, ==, 1000 * 1000);
  record = test_probe_nth (f->probe, LS_RECORD_TASK_DUE, 0);
  g_assert_cmpuint (record->value, ==, 2);
  g_assert_cmpuint (record->time, ==, 1000 * 1000);

  record = test_probe_nth (f->probe, LS_RECORD_TASK_SELECTED, 1);
  g_assert_cmpuint (record->flags, ==, LS_RECORD_FLAG_DELAYED_WORK);
  g_assert_cmpuint (record->queue, ==, LS_QUEUE_TYPE_FRAME_THROTTLEABLE);
  g_assert_cmpuint (record->value, ==, 2);
  g_assert_cmpuint (record->level, ==, 7);

  record = test_probe_nth (f->probe, LS_RECORD_TIMER_FIRED, 0);
  g_assert_cmpuint (record->object, ==, 2);
  g_assert_cmpuint (record->level, ==, 1);
  g_assert_cmpuint (record->time, ==, 1000 * 1000);
}

/* setTimeout(0) passes through delayed incoming and delayed work all the same. */
static void
test_article_no_timeout (LoopFixture   *f,
                         gconstpointer  preset)
{
  const LsQueueType queue = LS_QUEUE_TYPE_FRAME_THROTTLEABLE;
  g_autofree char *kinds = NULL;

  loop_fixture_timeout (f, 0, "hi");
  assert_lengths (f, queue, 0, 0, 1, 0);
  g_assert_cmpint (ls_event_loop_step (f->loop), ==, LS_STEP_TASK);
  g_assert_cmpint (ls_event_loop_step (f->loop), ==, LS_STEP_NOTHING);
  assert_lengths (f, queue, 0, 0, 0, 0);
  kinds = test_probe_kinds (f->probe);
  g_assert_cmpstr (kinds, ==,
                   "timer-installed:1 task-delayed:1 task-due:1 task-selected:1 task-started:1 timer-fired:1 "
                   "task-finished:1 turn-ended:0");
  g_assert_cmpuint (test_probe_nth (f->probe, LS_RECORD_TASK_SELECTED, 0)->flags, ==, LS_RECORD_FLAG_DELAYED_WORK);
}

#define ADD(path, func) g_test_add (path, LoopFixture, "blink", loop_fixture_set_up, func, loop_fixture_tear_down)

int
main (int   argc,
      char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  ADD ("/task-queue/immediate", test_immediate);
  ADD ("/task-queue/delayed", test_delayed);
  ADD ("/task-queue/web-scheduling", test_web_scheduling);
  ADD ("/task-queue/shut-down", test_shut_down);
  ADD ("/task-queue/oldest-first", test_oldest_first);
  ADD ("/task-queue/immediate-timer-keeps-its-place", test_immediate_timer_keeps_its_place);
  ADD ("/task-queue/article", test_article);
  ADD ("/task-queue/article-no-timeout", test_article_no_timeout);
  return g_test_run ();
}
