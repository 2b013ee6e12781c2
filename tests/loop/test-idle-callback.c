/* test-idle-callback.c: requestIdleCallback(), §4.2
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include <ls-scheduler.h>

#include "loop-fixture.h"

#define MS G_GUINT64_CONSTANT (1000)

static guint32
request (LoopFixture *f,
         guint32      timeout,
         const char  *name)
{
  return ls_event_loop_request_idle_callback (f->loop, timeout, name, NOTE (f, name));
}

static void
test_order (LoopFixture   *f,
            gconstpointer  preset)
{
  g_autofree char *log = NULL;
  const guint32 a = request (f, 0, "a");

  g_assert_cmpuint (request (f, 0, "b"), ==, a + 1);
  request (f, 0, "c");
  loop_fixture_timeout (f, 0, "timer");
  log = loop_fixture_run (f);
  g_assert_cmpstr (log, ==, "timer a b c");
}

/* The deadline, as the callback and its microtasks see it. */
typedef struct
{
  LoopFixture *fixture;
  double       argument, before, after, in_microtask;
  guint64      work;
  gboolean     timed_out;
} Deadline;

static LsCompletion
look_in_microtask (const LsValue *argument,
                   LsValue       *result,
                   gpointer       data)
{
  Deadline *deadline = data;

  deadline->in_microtask = ls_event_loop_get_idle_time_remaining (deadline->fixture->loop);
  return LS_COMPLETION_NORMAL;
}

static LsCompletion
look_at_deadline (const LsValue *argument,
                  LsValue       *result,
                  gpointer       data)
{
  Deadline *deadline = data;
  LsEventLoop *loop = deadline->fixture->loop;

  deadline->argument = argument->as.number;
  deadline->before = ls_event_loop_get_idle_time_remaining (loop);
  ls_event_loop_work (loop, deadline->work);
  deadline->after = ls_event_loop_get_idle_time_remaining (loop);
  deadline->timed_out = ls_event_loop_get_idle_timed_out (loop);
  ls_event_loop_queue_microtask (loop, NULL, look_in_microtask, data, NULL);
  return LS_COMPLETION_NORMAL;
}

static void
assert_no_deadline (LoopFixture *f)
{
  g_assert_cmpfloat (ls_event_loop_get_idle_time_remaining (f->loop), ==, 0);
  g_assert_false (ls_event_loop_get_idle_timed_out (f->loop));
}

/* 50 ms at most … */
static void
test_time_remaining (LoopFixture   *f,
                     gconstpointer  preset)
{
  Deadline deadline = { .fixture = f, .work = 20 * MS };

  assert_no_deadline (f);
  ls_event_loop_request_idle_callback (f->loop, 0, NULL, look_at_deadline, &deadline, NULL);
  ls_event_loop_run (f->loop, 10);
  g_assert_cmpfloat (deadline.argument, ==, 50);
  g_assert_cmpfloat (deadline.before, ==, 50);
  g_assert_cmpfloat (deadline.after, ==, 30);
  g_assert_cmpfloat (deadline.in_microtask, ==, 30);
  g_assert_false (deadline.timed_out);
  g_assert_cmpuint (test_probe_nth (f->probe, LS_RECORD_IDLE_FIRED, 0)->value, ==, 50);
  assert_no_deadline (f);
}

/* After the callback there is no deadline any more, even where no time has passed. */
static void
test_no_time_passed (LoopFixture   *f,
                     gconstpointer  preset)
{
  Deadline deadline = { .fixture = f };

  ls_event_loop_request_idle_callback (f->loop, 0, NULL, look_at_deadline, &deadline, NULL);
  ls_event_loop_run (f->loop, 10);
  g_assert_cmpfloat (deadline.after, ==, 50);
  assert_no_deadline (f);
  g_assert_cmpuint (ls_event_loop_get_time (f->loop), ==, 0);
}

/* … less where a timer is due earlier, and never less than 0. */
static void
test_next_timer (LoopFixture   *f,
                 gconstpointer  preset)
{
  Deadline deadline = { .fixture = f, .work = 15 * MS };

  loop_fixture_timeout (f, 10, "timer");
  ls_event_loop_request_idle_callback (f->loop, 0, NULL, look_at_deadline, &deadline, NULL);
  ls_event_loop_run (f->loop, 10);
  g_assert_cmpfloat (deadline.before, ==, 10);
  g_assert_cmpfloat (deadline.after, ==, 0);
  assert_no_deadline (f);
}

static LsCompletion
work_for_long (LoopFixture *f,
               gpointer     data)
{
  ls_event_loop_work (f->loop, 100 * MS);
  return LS_COMPLETION_NORMAL;
}

/* After its timeout the callback is an ordinary task of the default queue. */
static void
test_timeout (LoopFixture   *f,
              gconstpointer  preset)
{
  Deadline deadline = { .fixture = f };
  g_autofree char *log = NULL;

  request (f, 0, "without");
  ls_event_loop_request_idle_callback (f->loop, 20, NULL, look_at_deadline, &deadline, NULL);
  ls_event_loop_post (f->loop, LS_QUEUE_TYPE_DEFAULT, 0, LS_POST_NONE, NULL, ACTION (f, "long", work_for_long, NULL));
  ls_event_loop_run (f->loop, 2);
  g_assert_cmpstr (f->log->str, ==, "long ");
  g_assert_true (deadline.timed_out);
  g_assert_cmpfloat (deadline.argument, ==, 0);
  g_assert_cmpuint (test_probe_nth (f->probe, LS_RECORD_IDLE_FIRED, 0)->flags, ==, LS_RECORD_FLAG_TIMED_OUT);
  g_assert_cmpuint (test_probe_nth (f->probe, LS_RECORD_TASK_SELECTED, 1)->queue, ==, LS_QUEUE_TYPE_DEFAULT);
  assert_no_deadline (f);
  log = loop_fixture_run (f);
  g_assert_cmpstr (log, ==, "long without");
  g_assert_true (ls_event_loop_is_idle (f->loop));
}

/* A callback that runs in time removes its timeout. */
static void
test_timeout_not_reached (LoopFixture   *f,
                          gconstpointer  preset)
{
  g_autofree char *log = NULL;

  request (f, 20, "idle");
  log = loop_fixture_run (f);
  g_assert_cmpstr (log, ==, "idle");
  g_assert_cmpuint (ls_event_loop_get_time (f->loop), ==, 0);
  g_assert_true (ls_event_loop_is_idle (f->loop));
  g_assert_cmpuint (f->n_destroyed, ==, 1);
}

static void
assert_nothing_left (LoopFixture *f,
                     guint32      handle)
{
  g_assert_cmpuint (f->n_destroyed, ==, f->n_made);
  g_assert_true (ls_event_loop_is_idle (f->loop));
  ls_event_loop_cancel_idle_callback (f->loop, handle);
  g_assert_cmpint (ls_event_loop_step (f->loop), ==, LS_STEP_NOTHING);
  g_assert_cmpstr (f->log->str, ==, "");
  g_assert_cmpuint (test_probe_count (f->probe, LS_RECORD_IDLE_CANCELLED), ==, 1);
}

static void
test_cancel_queued (LoopFixture   *f,
                    gconstpointer  preset)
{
  const guint32 handle = request (f, 0, "idle");

  ls_event_loop_cancel_idle_callback (f->loop, handle);
  assert_nothing_left (f, handle);
}

static void
test_cancel_before_timeout (LoopFixture   *f,
                            gconstpointer  preset)
{
  const guint32 handle = request (f, 20, "idle");

  ls_event_loop_cancel_idle_callback (f->loop, handle);
  assert_nothing_left (f, handle);
}

/* The timeout is over, and the task waits in delayed work. */
static void
test_cancel_after_timeout (LoopFixture   *f,
                           gconstpointer  preset)
{
  const guint32 handle = request (f, 20, "idle");

  ls_event_loop_work (f->loop, 30 * MS);
  loop_fixture_post (f, LS_QUEUE_TYPE_CONTROL, 0, "control");
  ls_event_loop_run_turn (f->loop);
  g_assert_cmpuint (ls_event_loop_get_queue_length (f->loop, LS_QUEUE_TYPE_DEFAULT, LS_WORK_QUEUE_DELAYED_WORK), ==, 1);
  ls_event_loop_cancel_idle_callback (f->loop, handle);
  g_string_truncate (f->log, 0);
  assert_nothing_left (f, handle);
}

static LsCompletion
cancel_inside (LoopFixture *f,
               gpointer     data)
{
  ls_event_loop_cancel_idle_callback (f->loop, *(guint32 *) data);
  return LS_COMPLETION_NORMAL;
}

static void
test_cancel_inside (LoopFixture   *f,
                    gconstpointer  preset)
{
  guint32 a, c;
  g_autofree char *log = NULL;

  a = ls_event_loop_request_idle_callback (f->loop, 10, NULL, ACTION (f, "a", cancel_inside, &a));
  ls_event_loop_request_idle_callback (f->loop, 0, NULL, ACTION (f, "b", cancel_inside, &c));
  c = request (f, 0, "c");
  log = loop_fixture_run (f);
  g_assert_cmpstr (log, ==, "a b");
  g_assert_cmpuint (test_probe_count (f->probe, LS_RECORD_IDLE_CANCELLED), ==, 1);
  g_assert_cmpuint (f->n_destroyed, ==, 3);
}

static LsCompletion
request_again (LoopFixture *f,
               gpointer     data)
{
  request (f, 0, "again");
  loop_fixture_timeout (f, 0, "timer");
  return LS_COMPLETION_NORMAL;
}

static void
test_request_inside (LoopFixture   *f,
                     gconstpointer  preset)
{
  g_autofree char *log = NULL;

  ls_event_loop_request_idle_callback (f->loop, 0, NULL, ACTION (f, "idle", request_again, NULL));
  log = loop_fixture_run (f);
  g_assert_cmpstr (log, ==, "idle timer again");
}

static void
test_extreme_timeouts (LoopFixture   *f,
                       gconstpointer  preset)
{
  g_autofree char *log = NULL;

  request (f, G_MAXUINT32, "a");
  request (f, 1, "b");
  ls_event_loop_cancel_idle_callback (f->loop, 0);
  ls_event_loop_cancel_idle_callback (f->loop, G_MAXUINT32);
  log = loop_fixture_run (f);
  /* No idle time is left within a millisecond of the timeout. */
  g_assert_cmpstr (log, ==, "b a");
  g_assert_cmpuint (ls_event_loop_get_time (f->loop), ==, 1 * MS);
}

static LsCompletion
request_next (LoopFixture *f,
              gpointer     data)
{
  request (f, 0, "next");
  return LS_COMPLETION_NORMAL;
}

/* By the preset a callback requested in an idle period waits for the next period. */
static void
test_periods (gconstpointer preset)
{
  const gboolean has_periods = ls_preset_lookup (preset)->has_idle_periods;
  g_autofree char *log = NULL;
  LoopFixture f;

  loop_fixture_set_up (&f, preset);
  ls_event_loop_request_idle_callback (f.loop, 0, NULL, ACTION (&f, "a", request_next, NULL));
  request (&f, 0, "b");
  loop_fixture_timeout (&f, 10, "10");
  loop_fixture_timeout (&f, 30, "30");
  log = loop_fixture_run (&f);
  g_assert_cmpstr (log, ==, has_periods ? "a b 10 next 30" : "a b next 10 30");
  g_assert_cmpuint (test_probe_nth (f.probe, LS_RECORD_IDLE_FIRED, 2)->value, ==, has_periods ? 20 : 10);
  loop_fixture_end (&f);
}

/* No period begins within a millisecond of the next delayed task. */
static void
test_no_time (gconstpointer preset)
{
  const gboolean has_periods = ls_preset_lookup (preset)->has_idle_periods;
  g_autofree char *log = NULL;
  LoopFixture f;

  loop_fixture_set_up (&f, preset);
  request (&f, 0, "a");
  for (guint i = 1; i <= 4; i++)
    loop_fixture_timeout (&f, i, "t");
  log = loop_fixture_run (&f);
  g_assert_cmpstr (log, ==, has_periods ? "t t t t a" : "a t t t t");
  g_assert_true (ls_event_loop_is_idle (f.loop));
  loop_fixture_end (&f);
}

/* A frame ends the period. The callback that the frame requests runs in the next one. */
static void
test_frame (LoopFixture   *f,
            gconstpointer  preset)
{
  g_autofree char *log = NULL;

  ls_event_loop_request_idle_callback (f->loop, 0, NULL, ACTION (f, "a", request_next, NULL));
  loop_fixture_post (f, LS_QUEUE_TYPE_COMPOSITOR, 16 * MS, "frame");
  loop_fixture_post (f, LS_QUEUE_TYPE_COMPOSITOR, 33 * MS, "frame");
  loop_fixture_timeout (f, 20, "20");
  log = loop_fixture_run (f);
  g_assert_cmpstr (log, ==, "a frame next 20 frame");
  g_assert_cmpuint (test_probe_nth (f->probe, LS_RECORD_IDLE_FIRED, 0)->value, ==, 16);
}

static LsCompletion
request_and_post_frame (LoopFixture *f,
                        gpointer     data)
{
  static const char *const names[] = { "b", "c", "d", "e", "f", "g", "h", "i", "j", "k" };

  for (guint i = 0; i < G_N_ELEMENTS (names); i++)
    request (f, 0, names[i]);
  loop_fixture_post (f, LS_QUEUE_TYPE_COMPOSITOR, 0, "frame");
  return LS_COMPLETION_NORMAL;
}

/* A frame that nobody expected ends the period early. What waits for the end runs then, in the order of the requests. */
static void
test_early_frame (LoopFixture   *f,
                  gconstpointer  preset)
{
  g_autofree char *log = NULL;

  ls_event_loop_request_idle_callback (f->loop, 0, NULL, ACTION (f, "a", request_and_post_frame, NULL));
  loop_fixture_timeout (f, 60, "60");
  log = loop_fixture_run (f);
  g_assert_cmpstr (log, ==, "a frame b c d e f g h i j k 60");
  g_assert_cmpuint (test_probe_nth (f->probe, LS_RECORD_IDLE_FIRED, 1)->time, ==, 0);
  g_assert_cmpuint (test_probe_nth (f->probe, LS_RECORD_IDLE_FIRED, 1)->value, ==, 50);
}

/* The period goes on where the program cancels all its callbacks and requests another one. Otherwise it ends with the turn. */
static void
test_cancel_in_period (LoopFixture   *f,
                       gconstpointer  preset)
{
  const guint32 handle = request (f, 0, "never");
  g_autofree char *log = NULL;

  loop_fixture_timeout (f, 5, "5");
  loop_fixture_post (f, LS_QUEUE_TYPE_CONTROL, 0, "control");
  ls_event_loop_run_turn (f->loop);
  ls_event_loop_cancel_idle_callback (f->loop, handle);
  request (f, 0, "a");
  ls_event_loop_run_turn (f->loop);
  g_assert_cmpuint (ls_event_loop_get_time (f->loop), ==, 5 * MS);
  ls_event_loop_cancel_idle_callback (f->loop, handle + 1);
  loop_fixture_post (f, LS_QUEUE_TYPE_CONTROL, 0, "control");
  ls_event_loop_run_turn (f->loop);
  loop_fixture_timeout (f, 5, "10");
  request (f, 0, "b");
  log = loop_fixture_run (f);
  g_assert_cmpstr (log, ==, "control 5 control b 10");
}

/* §4.2.1: the callback, its microtasks and its continuations have background priority. */
typedef struct
{
  LsEventLoop *loop;
  LsScheduler *scheduler;
  guint        n_background;
} Background;

static void
assert_background (Background *background)
{
  LsTaskSignal *source = NULL;

  g_assert_true (ls_scheduler_get_current_state (background->scheduler, NULL, &source));
  g_assert_cmpint (ls_task_signal_get_priority (source), ==, LS_TASK_PRIORITY_BACKGROUND);
  g_assert_true (ls_task_signal_has_fixed_priority (source));
  background->n_background++;
}

static LsCompletion
microtask_is_background (const LsValue *argument,
                         LsValue       *result,
                         gpointer       data)
{
  assert_background (data);
  return LS_COMPLETION_NORMAL;
}

static LsCompletion
idle_is_background (const LsValue *argument,
                    LsValue       *result,
                    gpointer       data)
{
  Background *background = data;
  g_autoptr (LsPromise) continuation = NULL;

  assert_background (background);
  ls_event_loop_queue_microtask (background->loop, NULL, microtask_is_background, data, NULL);
  continuation = ls_scheduler_yield (background->scheduler, NULL);
  ls_promise_await (continuation, microtask_is_background, microtask_is_background, data, NULL);
  return LS_COMPLETION_NORMAL;
}

static void
test_background (LoopFixture   *f,
                 gconstpointer  preset)
{
  g_autoptr (LsScheduler) scheduler = ls_scheduler_new (f->loop, NULL);
  Background background = { f->loop, scheduler, 0 };

  ls_event_loop_request_idle_callback (f->loop, 0, NULL, idle_is_background, &background, NULL);
  ls_event_loop_run (f->loop, 1);
  g_assert_cmpuint (background.n_background, ==, 2);
  g_assert_false (ls_scheduler_get_current_state (scheduler, NULL, NULL));
  ls_event_loop_run (f->loop, 1);
  g_assert_cmpuint (background.n_background, ==, 3);
  g_assert_cmpuint (test_probe_nth (f->probe, LS_RECORD_TASK_QUEUED, 0)->priority, ==, LS_TASK_PRIORITY_BACKGROUND);
}

#define ADD(path, func) g_test_add (path, LoopFixture, "blink", loop_fixture_set_up, func, loop_fixture_tear_down)

int
main (int   argc,
      char *argv[])
{
  const char *const *presets = ls_preset_get_names ();

  g_test_init (&argc, &argv, NULL);
  ADD ("/idle-callback/order", test_order);
  ADD ("/idle-callback/time-remaining", test_time_remaining);
  ADD ("/idle-callback/no-time-passed", test_no_time_passed);
  ADD ("/idle-callback/next-timer", test_next_timer);
  /* Without periods. */
  g_test_add ("/idle-callback/time-remaining/spec", LoopFixture, "spec", loop_fixture_set_up, test_time_remaining,
              loop_fixture_tear_down);
  g_test_add ("/idle-callback/no-time-passed/spec", LoopFixture, "spec", loop_fixture_set_up, test_no_time_passed,
              loop_fixture_tear_down);
  g_test_add ("/idle-callback/next-timer/spec", LoopFixture, "spec", loop_fixture_set_up, test_next_timer, loop_fixture_tear_down);
  ADD ("/idle-callback/timeout", test_timeout);
  ADD ("/idle-callback/timeout-not-reached", test_timeout_not_reached);
  ADD ("/idle-callback/cancel-queued", test_cancel_queued);
  ADD ("/idle-callback/cancel-before-timeout", test_cancel_before_timeout);
  ADD ("/idle-callback/cancel-after-timeout", test_cancel_after_timeout);
  ADD ("/idle-callback/cancel-inside", test_cancel_inside);
  ADD ("/idle-callback/request-inside", test_request_inside);
  ADD ("/idle-callback/extreme-timeouts", test_extreme_timeouts);
  ADD ("/idle-callback/frame", test_frame);
  ADD ("/idle-callback/early-frame", test_early_frame);
  ADD ("/idle-callback/cancel-in-period", test_cancel_in_period);
  ADD ("/idle-callback/background", test_background);
  for (guint i = 0; presets[i] != NULL; i++)
    {
      g_autofree char *periods = g_strdup_printf ("/idle-callback/periods/%s", presets[i]);
      g_autofree char *no_time = g_strdup_printf ("/idle-callback/no-time/%s", presets[i]);

      g_test_add_data_func (periods, presets[i], test_periods);
      g_test_add_data_func (no_time, presets[i], test_no_time);
    }
  return g_test_run ();
}
