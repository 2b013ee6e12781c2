/* test-microtask.c: microtasks and their continuation state
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include <ls-scheduler.h>

#include "loop-fixture.h"
#include "ls-event-loop-private.h"

static LsCompletion
queue_another (LoopFixture *f,
               gpointer     data)
{
  ls_event_loop_queue_microtask (f->loop, NULL, NOTE (f, data));
  return LS_COMPLETION_NORMAL;
}

static LsCompletion
queue_two (LoopFixture *f,
           gpointer     data)
{
  ls_event_loop_queue_microtask (f->loop, "m1", ACTION (f, "m1", queue_another, (gpointer) "m3"));
  ls_event_loop_queue_microtask (f->loop, "m2", NOTE (f, "m2"));
  return LS_COMPLETION_NORMAL;
}

static void
test_order (LoopFixture   *f,
            gconstpointer  preset)
{
  g_autofree char *log = NULL;

  ls_event_loop_post (f->loop, LS_QUEUE_TYPE_DEFAULT, 0, LS_POST_NONE, NULL, ACTION (f, "task", queue_two, NULL));
  loop_fixture_post (f, LS_QUEUE_TYPE_CONTROL, 0, "control");
  loop_fixture_post (f, LS_QUEUE_TYPE_DEFAULT, 0, "next");
  log = loop_fixture_run (f);
  g_assert_cmpstr (log, ==, "control task m1 m2 m3 next");
}

/* Step by step: each microtask is a step, and the turn ends with the last. */
static void
test_steps (LoopFixture   *f,
            gconstpointer  preset)
{
  g_autofree char *kinds = NULL;

  ls_event_loop_post (f->loop, LS_QUEUE_TYPE_DEFAULT, 0, LS_POST_NONE, NULL, ACTION (f, "task", queue_two, NULL));
  g_assert_cmpint (ls_event_loop_step (f->loop), ==, LS_STEP_TASK);
  g_assert_cmpuint (ls_event_loop_get_n_microtasks (f->loop), ==, 2);
  g_assert_cmpuint (ls_event_loop_get_turn_microtasks (f->loop), ==, 0);
  test_probe_clear (f->probe);
  g_assert_cmpint (ls_event_loop_step (f->loop), ==, LS_STEP_MICROTASK);
  g_assert_cmpuint (ls_event_loop_get_n_microtasks (f->loop), ==, 2);
  g_assert_cmpint (ls_event_loop_step (f->loop), ==, LS_STEP_MICROTASK);
  g_assert_cmpint (ls_event_loop_step (f->loop), ==, LS_STEP_MICROTASK);
  g_assert_cmpuint (ls_event_loop_get_turn (f->loop), ==, 1);
  g_assert_cmpuint (ls_event_loop_get_turn_microtasks (f->loop), ==, 3);
  g_assert_cmpint (ls_event_loop_step (f->loop), ==, LS_STEP_NOTHING);
  kinds = test_probe_kinds (f->probe);
  g_assert_cmpstr (kinds, ==,
                   "microtask-started:1 microtask-queued:3 microtask-finished:1 microtask-started:2 "
                   "microtask-finished:2 microtask-started:3 microtask-finished:3 turn-ended:0");
}

static void
finish_turn (LoopFixture *f,
             const char  *expected)
{
  g_autofree char *kinds = NULL;

  test_probe_clear (f->probe);
  ls_event_loop_finish_turn (f->loop);
  kinds = test_probe_kinds (f->probe);
  g_assert_cmpstr (kinds, ==, expected);
}

static LsCompletion
finish_inside (LoopFixture *f,
               gpointer     data)
{
  ls_event_loop_finish_turn (f->loop);
  return LS_COMPLETION_NORMAL;
}

/* A turn without microtasks left ends at once where it is told to, and only once. */
static void
test_finish_turn (LoopFixture   *f,
                  gconstpointer  preset)
{
  finish_turn (f, "");
  ls_event_loop_post (f->loop, LS_QUEUE_TYPE_DEFAULT, 0, LS_POST_NONE, NULL, ACTION (f, "task", queue_two, NULL));
  ls_event_loop_post (f->loop, LS_QUEUE_TYPE_DEFAULT, 0, LS_POST_NONE, NULL, ACTION (f, "inside", finish_inside, NULL));
  g_assert_cmpint (ls_event_loop_step (f->loop), ==, LS_STEP_TASK);
  for (guint i = 0; i < 3; i++)
    {
      finish_turn (f, "");
      g_assert_cmpint (ls_event_loop_step (f->loop), ==, LS_STEP_MICROTASK);
      g_assert_cmpuint (ls_event_loop_get_turn_microtasks (f->loop), ==, i + 1);
    }
  finish_turn (f, "turn-ended:0");
  finish_turn (f, "");
  g_assert_cmpint (ls_event_loop_step (f->loop), ==, LS_STEP_TASK);
  g_assert_cmpuint (test_probe_count (f->probe, LS_RECORD_TURN_ENDED), ==, 0);
  g_assert_cmpuint (ls_event_loop_get_turn (f->loop), ==, 2);
  finish_turn (f, "turn-ended:0");
}

static LsCompletion
look_inside (const LsValue *argument,
             LsValue       *result,
             gpointer       user_data)
{
  LoopFixture *f = user_data;

  g_assert_cmpuint (ls_event_loop_peek_rank (f->loop), ==, LS_NO_RANK);
  return LS_COMPLETION_NORMAL;
}

/* Nothing is next while something runs. */
static void
test_rank_inside (LoopFixture   *f,
                  gconstpointer  preset)
{
  ls_event_loop_queue_microtask (f->loop, NULL, look_inside, f, NULL);
  loop_fixture_post (f, LS_QUEUE_TYPE_DEFAULT, 0, "task");
  g_assert_cmpint (ls_event_loop_step (f->loop), ==, LS_STEP_MICROTASK);
  g_assert_cmpint (ls_event_loop_step (f->loop), ==, LS_STEP_TASK);
}

/* Each thing that is left to do is work by itself: a task, the end of a turn, a microtask, a rejection to tell of. */
static void
test_has_work (LoopFixture   *f,
               gconstpointer  preset)
{
  g_autoptr (LsPromise) promise = ls_promise_new (f->loop);
  g_auto (LsValue) reason = LS_VALUE_INIT;

  g_assert_false (ls_event_loop_has_work (f->loop));
  loop_fixture_post (f, LS_QUEUE_TYPE_DEFAULT, 0, "task");
  g_assert_cmpuint (ls_event_loop_peek_rank (f->loop), !=, LS_NO_RANK);
  g_assert_true (ls_event_loop_has_work (f->loop));
  ls_event_loop_queue_microtask (f->loop, NULL, NOTE (f, "microtask"));
  /* Microtasks go before all tasks. */
  g_assert_cmpuint (ls_event_loop_peek_rank (f->loop), ==, 0);
  g_assert_cmpint (ls_event_loop_step (f->loop), ==, LS_STEP_MICROTASK);
  g_assert_cmpint (ls_event_loop_step (f->loop), ==, LS_STEP_TASK);
  g_assert_true (ls_event_loop_has_work (f->loop));
  g_assert_cmpint (ls_event_loop_step (f->loop), ==, LS_STEP_NOTHING);
  g_assert_false (ls_event_loop_has_work (f->loop));

  ls_event_loop_queue_microtask (f->loop, NULL, NOTE (f, "microtask"));
  g_assert_true (ls_event_loop_has_work (f->loop));
  g_assert_cmpint (ls_event_loop_step (f->loop), ==, LS_STEP_MICROTASK);
  g_assert_cmpint (ls_event_loop_step (f->loop), ==, LS_STEP_NOTHING);
  g_assert_false (ls_event_loop_has_work (f->loop));

  ls_value_set_string (&reason, "reason");
  ls_promise_reject (promise, &reason);
  g_assert_true (ls_event_loop_has_work (f->loop));
  g_assert_cmpint (ls_event_loop_step (f->loop), ==, LS_STEP_NOTHING);
  g_assert_false (ls_event_loop_has_work (f->loop));
}

/* Without a task microtasks run in a checkpoint of their own. */
static void
test_outside (LoopFixture   *f,
              gconstpointer  preset)
{
  ls_event_loop_queue_microtask (f->loop, NULL, NOTE (f, "m"));
  g_assert_false (ls_event_loop_is_idle (f->loop));
  ls_event_loop_perform_microtask_checkpoint (f->loop);
  g_assert_cmpstr (f->log->str, ==, "m ");
  g_assert_true (ls_event_loop_is_idle (f->loop));
  g_assert_cmpuint (ls_event_loop_get_turn (f->loop), ==, 0);
}

static LsCompletion
checkpoint (LoopFixture *f,
            gpointer     data)
{
  queue_two (f, NULL);
  ls_event_loop_perform_microtask_checkpoint (f->loop);
  g_assert_cmpstr (f->log->str, ==, "task ");
  return LS_COMPLETION_NORMAL;
}

/* Inside a callback there is no checkpoint: it comes when the callback has returned. */
static void
test_checkpoint_inside (LoopFixture   *f,
                        gconstpointer  preset)
{
  ls_event_loop_post (f->loop, LS_QUEUE_TYPE_DEFAULT, 0, LS_POST_NONE, NULL, ACTION (f, "task", checkpoint, NULL));
  ls_event_loop_run (f->loop, 1);
  g_assert_cmpstr (f->log->str, ==, "task m1 m2 m3 ");
}

static LsCompletion
throw_something (const LsValue *argument,
                 LsValue       *result,
                 gpointer       data)
{
  ls_value_set_number (result, 42);
  return LS_COMPLETION_THROW;
}

static void
test_throw (LoopFixture   *f,
            gconstpointer  preset)
{
  g_autofree char *log = NULL;

  ls_event_loop_queue_microtask (f->loop, NULL, throw_something, NULL, NULL);
  ls_event_loop_queue_microtask (f->loop, NULL, NOTE (f, "next"));
  log = loop_fixture_run (f);
  g_assert_cmpstr (log, ==, "next");
  g_assert_cmpuint (test_probe_nth (f->probe, LS_RECORD_MICROTASK_FINISHED, 0)->flags, ==, LS_RECORD_FLAG_THREW);
  g_assert_cmpuint (test_probe_count (f->probe, LS_RECORD_EXCEPTION), ==, 1);
}

#define N_MICROTASKS 1000000

static LsCompletion
count_in_order (const LsValue *argument,
                LsValue       *result,
                gpointer       data)
{
  static guint64 n;

  g_assert_cmpuint (GPOINTER_TO_SIZE (data), ==, n % N_MICROTASKS);
  n++;
  return LS_COMPLETION_NORMAL;
}

/* The ring grows, also when its beginning is somewhere in the middle. */
static void
test_million (void)
{
  g_autoptr (LsEventLoop) loop = ls_event_loop_new (LS_CLOCK_VIRTUAL);
  gsize next = 0;

  for (; next < 10; next++)
    ls_event_loop_queue_microtask (loop, NULL, count_in_order, GSIZE_TO_POINTER (next), NULL);
  for (guint i = 0; i < 7; i++)
    g_assert_cmpint (ls_event_loop_step (loop), ==, LS_STEP_MICROTASK);
  for (; next < N_MICROTASKS; next++)
    ls_event_loop_queue_microtask (loop, NULL, count_in_order, GSIZE_TO_POINTER (next), NULL);
  g_assert_cmpuint (ls_event_loop_get_n_microtasks (loop), ==, N_MICROTASKS - 7);
  ls_event_loop_run (loop, 1);
  g_assert_cmpuint (ls_event_loop_get_n_microtasks (loop), ==, 0);
}

static LsCompletion
queue_itself (const LsValue *argument,
              LsValue       *result,
              gpointer       data)
{
  ls_event_loop_queue_microtask (data, NULL, queue_itself, data, NULL);
  return LS_COMPLETION_NORMAL;
}

/* A test can step through endless microtasks, and end the loop among them. */
static void
test_endless (LoopFixture   *f,
              gconstpointer  preset)
{
  loop_fixture_post (f, LS_QUEUE_TYPE_CONTROL, 0, "never");
  ls_event_loop_queue_microtask (f->loop, NULL, queue_itself, f->loop, NULL);
  for (guint i = 0; i < 1000; i++)
    g_assert_cmpint (ls_event_loop_step (f->loop), ==, LS_STEP_MICROTASK);
  g_assert_cmpuint (ls_event_loop_get_n_microtasks (f->loop), ==, 1);
  ls_event_loop_shut_down (f->loop);
  g_assert_cmpint (ls_event_loop_step (f->loop), ==, LS_STEP_NOTHING);
  g_assert_cmpstr (f->log->str, ==, "");
}

/* The continuation state */

typedef struct
{
  LoopFixture  f;
  LsScheduler *scheduler;
  LsPromise   *promise;
} StateFixture;

static void
state_fixture_set_up (StateFixture  *f,
                      gconstpointer  preset)
{
  loop_fixture_set_up (&f->f, preset);
  f->scheduler = ls_scheduler_new (f->f.loop, NULL);
}

static void
state_fixture_tear_down (StateFixture  *f,
                         gconstpointer  preset)
{
  g_clear_pointer (&f->promise, ls_promise_unref);
  g_object_unref (f->scheduler);
  loop_fixture_end (&f->f);
}

static void
note_state (StateFixture *f,
            const char   *where)
{
  LsTaskSignal *source = NULL;
  const gboolean has_state = ls_scheduler_get_current_state (f->scheduler, NULL, &source);

  g_string_append_printf (f->f.log, "%s:%s ", where,
                          has_state ? ls_task_priority_to_string (ls_task_signal_get_priority (source)) : "none");
}

static LsCompletion
note_microtask (const LsValue *argument,
                LsValue       *result,
                gpointer       data)
{
  note_state (data, "microtask");
  return LS_COMPLETION_NORMAL;
}

static LsCompletion
note_reaction (const LsValue *argument,
               LsValue       *result,
               gpointer       data)
{
  StateFixture *f = data;

  note_state (f, "reaction");
  ls_event_loop_queue_microtask (f->f.loop, NULL, note_microtask, f, NULL);
  return LS_COMPLETION_NORMAL;
}

static void
post_background (StateFixture *f,
                 LsCallback    callback)
{
  LsPostTaskOptions options = LS_POST_TASK_OPTIONS_INIT;
  g_autoptr (LsPromise) promise = NULL;

  options.priority = LS_TASK_PRIORITY_BACKGROUND;
  promise = ls_scheduler_post_task (f->scheduler, callback, f, NULL, &options);
}

static LsCompletion
task_queues_microtask (const LsValue *argument,
                       LsValue       *result,
                       gpointer       data)
{
  StateFixture *f = data;

  note_state (f, "task");
  ls_event_loop_queue_microtask (f->f.loop, NULL, note_microtask, f, NULL);
  return LS_COMPLETION_NORMAL;
}

/* §4.1.4: a microtask runs with a clone of the state; afterwards there is no state. In Firefox it sees the ambient state: that of
 * the task, as long as the microtasks of the task run. */
static void
test_queue_microtask_state (StateFixture  *f,
                            gconstpointer  preset)
{
  const LsRecord *started;

  note_state (f, "before");
  post_background (f, task_queues_microtask);
  ls_event_loop_run (f->f.loop, 10);
  note_state (f, "after");
  g_assert_cmpstr (f->f.log->str, ==, "before:none task:background microtask:background after:none ");
  if (g_str_equal (preset, "gecko"))
    return;
  started = test_probe_nth (f->f.probe, LS_RECORD_MICROTASK_STARTED, 0);
  g_assert_cmpuint (started->priority, ==, LS_TASK_PRIORITY_BACKGROUND);
  g_assert_cmpuint (started->value, !=, 0);
}

static LsCompletion
task_reacts_on_pending (const LsValue *argument,
                        LsValue       *result,
                        gpointer       data)
{
  StateFixture *f = data;

  ls_promise_unref (ls_promise_then (f->promise, note_reaction, f, NULL));
  return LS_COMPLETION_NORMAL;
}

/* §4.1.5, §4.1.6: a reaction has the state of the code that added it, not of the code that settles the promise. */
static void
test_pending_reaction_state (StateFixture  *f,
                             gconstpointer  preset)
{
  f->promise = ls_promise_new (f->f.loop);
  post_background (f, task_reacts_on_pending);
  ls_event_loop_run (f->f.loop, 10);
  ls_promise_resolve (f->promise, NULL);
  ls_event_loop_run (f->f.loop, 10);
  note_state (f, "after");
  /* Firefox: queueMicrotask() sees the ambient state at its run, and there is none. */
  if (g_str_equal (preset, "gecko"))
    g_assert_cmpstr (f->f.log->str, ==, "reaction:background microtask:none after:none ");
  else
    g_assert_cmpstr (f->f.log->str, ==, "reaction:background microtask:background after:none ");
}

static LsCompletion
task_reacts_on_settled (const LsValue *argument,
                        LsValue       *result,
                        gpointer       data)
{
  StateFixture *f = data;

  f->promise = ls_promise_new_resolved (f->f.loop, NULL);
  ls_promise_unref (ls_promise_then (f->promise, note_reaction, f, NULL));
  return LS_COMPLETION_NORMAL;
}

/* Firefox loses the state in reactions on settled promises. */
static void
test_settled_reaction_state (StateFixture  *f,
                             gconstpointer  preset)
{
  post_background (f, task_reacts_on_settled);
  ls_event_loop_run (f->f.loop, 10);
  if (g_str_equal (preset, "gecko"))
    g_assert_cmpstr (f->f.log->str, ==, "reaction:none microtask:none ");
  else
    g_assert_cmpstr (f->f.log->str, ==, "reaction:background microtask:background ");
}

static LsCompletion
task_resolves_with_promise (const LsValue *argument,
                            LsValue       *result,
                            gpointer       data)
{
  StateFixture *f = data;
  g_autoptr (LsPromise) inner = ls_promise_new (f->f.loop);
  g_auto (LsValue) value = LS_VALUE_INIT;

  ls_value_set_promise (&value, inner);
  f->promise = ls_promise_new_resolved (f->f.loop, &value);
  return LS_COMPLETION_NORMAL;
}

/* Firefox calls then() of a thenable without state. Here only the record can tell. */
static void
test_thenable_job_state (StateFixture  *f,
                         gconstpointer  preset)
{
  const LsRecord *started;

  post_background (f, task_resolves_with_promise);
  ls_event_loop_run (f->f.loop, 10);
  g_assert_cmpuint (test_probe_nth (f->f.probe, LS_RECORD_MICROTASK_QUEUED, 0)->value, ==, LS_MICROTASK_THENABLE);
  started = test_probe_nth (f->f.probe, LS_RECORD_MICROTASK_STARTED, 0);
  g_assert_cmpuint (started->priority, ==,
                    g_str_equal (preset, "gecko") ? LS_TASK_PRIORITY_NONE : LS_TASK_PRIORITY_BACKGROUND);
}

static LsCompletion
note_timer (const LsValue *argument,
            LsValue       *result,
            gpointer       data)
{
  note_state (data, "timer");
  return LS_COMPLETION_NORMAL;
}

static LsCompletion
task_sets_timer (const LsValue *argument,
                 LsValue       *result,
                 gpointer       data)
{
  StateFixture *f = data;

  ls_event_loop_set_timeout (f->f.loop, 0, NULL, note_timer, f, NULL);
  return LS_COMPLETION_NORMAL;
}

/* 5.6: timers have no state. */
static void
test_timer_state (StateFixture  *f,
                  gconstpointer  preset)
{
  post_background (f, task_sets_timer);
  ls_event_loop_run (f->f.loop, 10);
  g_assert_cmpstr (f->f.log->str, ==, "timer:none ");
}

#define ADD(path, func) g_test_add (path, LoopFixture, "blink", loop_fixture_set_up, func, loop_fixture_tear_down)
#define ADD_STATE(preset, name, func)                                                                     \
  g_test_add ("/microtask/state/" preset "/" name, StateFixture, preset, state_fixture_set_up, func,      \
              state_fixture_tear_down)

int
main (int   argc,
      char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  ADD ("/microtask/order", test_order);
  ADD ("/microtask/steps", test_steps);
  ADD ("/microtask/finish-turn", test_finish_turn);
  ADD ("/microtask/has-work", test_has_work);
  ADD ("/microtask/rank-inside", test_rank_inside);
  ADD ("/microtask/outside", test_outside);
  ADD ("/microtask/checkpoint-inside", test_checkpoint_inside);
  ADD ("/microtask/throw", test_throw);
  g_test_add_func ("/microtask/million", test_million);
  ADD ("/microtask/endless", test_endless);
  ADD_STATE ("blink", "queue-microtask", test_queue_microtask_state);
  ADD_STATE ("spec", "queue-microtask", test_queue_microtask_state);
  ADD_STATE ("gecko", "queue-microtask", test_queue_microtask_state);
  ADD_STATE ("blink", "pending-reaction", test_pending_reaction_state);
  ADD_STATE ("gecko", "pending-reaction", test_pending_reaction_state);
  ADD_STATE ("blink", "settled-reaction", test_settled_reaction_state);
  ADD_STATE ("gecko", "settled-reaction", test_settled_reaction_state);
  ADD_STATE ("blink", "thenable-job", test_thenable_job_state);
  ADD_STATE ("gecko", "thenable-job", test_thenable_job_state);
  ADD_STATE ("blink", "timer", test_timer_state);
  return g_test_run ();
}
