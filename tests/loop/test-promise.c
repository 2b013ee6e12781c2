/* test-promise.c: promises and the jobs of ECMAScript
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "ls-promise.h"

#include "loop-fixture.h"

/* The handler for ls_promise_then(): a note of the fulfilment. */
#define FULFILLED(f, name) loop_fixture_call, loop_fixture_note (f, name), loop_fixture_destroy

static void
then (LoopFixture *f,
      LsPromise   *promise,
      const char  *name)
{
  ls_promise_unref (ls_promise_then (promise, FULFILLED (f, name)));
}

/* promise.then (a).then (b)…: counts ticks. */
static void
then_each (LoopFixture       *f,
           LsPromise         *promise,
           const char *const *names)
{
  g_autoptr (LsPromise) last = ls_promise_ref (promise);

  for (guint i = 0; names[i] != NULL; i++)
    {
      LsPromise *next = ls_promise_then (last, FULFILLED (f, names[i]));

      ls_promise_unref (last);
      last = next;
    }
}

#define TICKS(f, promise, ...) then_each (f, promise, (const char *const[]) { __VA_ARGS__, NULL })

/* Each handler has its own data, and both are freed whichever runs. */
static void
test_then_full (LoopFixture   *f,
                gconstpointer  data)
{
  g_autoptr (LsPromise) fulfilled = ls_promise_new_resolved (f->loop, NULL);
  g_autoptr (LsPromise) rejected = ls_promise_new_rejected (f->loop, NULL);
  g_autofree char *ran = NULL;

  ls_promise_unref (ls_promise_then_full (fulfilled, NOTE (f, "value"), NOTE (f, "never")));
  ls_promise_unref (ls_promise_then_full (rejected, NOTE (f, "never"), NOTE (f, "reason")));
  ls_promise_unref (ls_promise_then_full (rejected, NULL, NULL, NULL, NOTE (f, "alone")));
  ran = loop_fixture_run (f);
  g_assert_cmpstr (ran, ==, "value reason alone");
  g_assert_cmpuint (f->n_destroyed, ==, 5);
}

/* ls_promise_then_full() with a note for both outcomes. */
static LsPromise *
then_note (LoopFixture *f,
           LsPromise   *promise,
           const char  *name)
{
  return ls_promise_then_full (promise, NOTE (f, name), NOTE (f, name));
}

static LsPromise *
new_resolved_with (LoopFixture *f,
                   LsPromise   *promise)
{
  g_auto (LsValue) value = LS_VALUE_INIT;

  ls_value_set_promise (&value, promise);
  return ls_promise_new_resolved (f->loop, &value);
}

static LsPromise *
new_rejected_with (LoopFixture *f,
                   const char  *reason)
{
  g_auto (LsValue) value = LS_VALUE_INIT;

  ls_value_set_string (&value, reason);
  return ls_promise_new_rejected (f->loop, &value);
}

static LsCompletion
return_promise (const LsValue *argument,
                LsValue       *result,
                gpointer       promise)
{
  ls_value_set_promise (result, promise);
  return LS_COMPLETION_NORMAL;
}

static LsCompletion
throw_string (const LsValue *argument,
              LsValue       *result,
              gpointer       string)
{
  ls_value_set_string (result, string);
  return LS_COMPLETION_THROW;
}

static void
assert_order (LoopFixture *f,
              const char  *order)
{
  g_autofree char *log = loop_fixture_run (f);

  g_assert_cmpstr (log, ==, order);
}

/* Order */

static void
test_chains (LoopFixture   *f,
             gconstpointer  preset)
{
  g_autoptr (LsPromise) a = ls_promise_new_resolved (f->loop, NULL);
  g_autoptr (LsPromise) b = ls_promise_new_resolved (f->loop, NULL);

  TICKS (f, a, "a1", "a2", "a3");
  TICKS (f, b, "b1", "b2", "b3");
  then (f, a, "a4");
  assert_order (f, "a1 b1 a4 a2 b2 a3 b3");
}

static void
test_pending (LoopFixture   *f,
              gconstpointer  preset)
{
  g_autoptr (LsPromise) promise = ls_promise_new (f->loop);

  then (f, promise, "1");
  then (f, promise, "2");
  assert_order (f, "");
  ls_promise_resolve (promise, NULL);
  g_assert_cmpstr (f->log->str, ==, "");
  then (f, promise, "3");
  assert_order (f, "1 2 3");
}

/* A promise resolved with another one is two ticks late. */
static void
test_adoption (LoopFixture   *f,
               gconstpointer  preset)
{
  g_autoptr (LsPromise) inner = ls_promise_new_resolved (f->loop, NULL);
  g_autoptr (LsPromise) outer = new_resolved_with (f, inner);

  then (f, outer, "X");
  TICKS (f, inner, "1", "2", "3");
  g_assert_cmpint (ls_promise_get_state (outer), ==, LS_PROMISE_PENDING);
  assert_order (f, "1 2 X 3");
  g_assert_cmpint (ls_promise_get_state (outer), ==, LS_PROMISE_FULFILLED);
}

/* So is a promise whose handler returns a promise. */
static void
test_returned_promise (LoopFixture   *f,
                       gconstpointer  preset)
{
  g_autoptr (LsPromise) start = ls_promise_new_resolved (f->loop, NULL);
  g_autoptr (LsPromise) four = ls_promise_new_resolved (f->loop, NULL);
  g_autoptr (LsPromise) derived = NULL;

  derived = ls_promise_then (start, return_promise, four, NULL);
  then (f, derived, "4");
  TICKS (f, start, "1", "2", "3", "5", "6");
  assert_order (f, "1 2 3 4 5 6");
}

static void
test_adopted_rejection (LoopFixture   *f,
                        gconstpointer  preset)
{
  g_autoptr (LsPromise) inner = new_rejected_with (f, "no");
  g_autoptr (LsPromise) outer = new_resolved_with (f, inner);

  ls_promise_unref (ls_promise_catch (outer, loop_fixture_call, loop_fixture_note (f, "C"), loop_fixture_destroy));
  assert_order (f, "C");
  g_assert_cmpint (ls_promise_get_state (outer), ==, LS_PROMISE_REJECTED);
  g_assert_cmpstr (ls_promise_get_result (outer)->as.string, ==, "no");
  g_assert_cmpuint (test_probe_count (f->probe, LS_RECORD_PROMISE_UNHANDLED), ==, 0);
}

static void
test_catch (LoopFixture   *f,
            gconstpointer  preset)
{
  g_autoptr (LsPromise) start = ls_promise_new_resolved (f->loop, NULL);
  g_autoptr (LsPromise) rejected = new_rejected_with (f, "no");
  g_autoptr (LsPromise) skipped = NULL;
  g_autoptr (LsPromise) caught = NULL;

  /* A then() without a handler for the outcome costs a tick as well. */
  skipped = ls_promise_then (rejected, FULFILLED (f, "never"));
  caught = ls_promise_catch (skipped, loop_fixture_call, loop_fixture_note (f, "C"), loop_fixture_destroy);
  then (f, caught, "X");
  TICKS (f, start, "1", "2", "3");
  assert_order (f, "1 C 2 X 3");
  g_assert_cmpint (ls_promise_get_state (skipped), ==, LS_PROMISE_REJECTED);
  g_assert_cmpint (ls_promise_get_state (caught), ==, LS_PROMISE_FULFILLED);
}

static void
test_finally (LoopFixture   *f,
              gconstpointer  preset)
{
  g_autoptr (LsPromise) start = ls_promise_new_resolved (f->loop, NULL);
  g_autoptr (LsPromise) finished = NULL;

  finished = ls_promise_finally (start, loop_fixture_call, loop_fixture_note (f, "F"), loop_fixture_destroy);
  then (f, finished, "X");
  TICKS (f, start, "1", "2", "3", "4");
  assert_order (f, "F 1 2 3 X 4");
}

static void
test_await (LoopFixture   *f,
            gconstpointer  preset)
{
  g_autoptr (LsPromise) start = ls_promise_new_resolved (f->loop, NULL);

  TICKS (f, start, "1", "2");
  ls_promise_await (start, loop_fixture_call, loop_fixture_call, loop_fixture_note (f, "A"), loop_fixture_destroy);
  assert_order (f, "1 A 2");
  g_assert_cmpuint (test_probe_nth (f->probe, LS_RECORD_MICROTASK_QUEUED, 1)->value, ==, LS_MICROTASK_AWAIT);
}

/* Values */

static void
test_finally_values (LoopFixture   *f,
                     gconstpointer  preset)
{
  g_auto (LsValue) value = LS_VALUE_INIT;
  g_autoptr (LsPromise) pending = ls_promise_new (f->loop);
  g_autoptr (LsPromise) good = NULL, bad = NULL, refusal = NULL;
  g_autoptr (LsPromise) keeps = NULL, passes = NULL, throws = NULL, refuses = NULL, waits = NULL,
             refuses_too = NULL;

  ls_value_set_number (&value, 7);
  good = ls_promise_new_resolved (f->loop, &value);
  bad = new_rejected_with (f, "bad");
  refusal = new_rejected_with (f, "refusal");
  keeps = ls_promise_finally (good, loop_fixture_call, loop_fixture_note (f, "F"), loop_fixture_destroy);
  passes = ls_promise_finally (bad, loop_fixture_call, loop_fixture_note (f, "F"), loop_fixture_destroy);
  throws = ls_promise_finally (good, throw_string, (gpointer) "thrown", NULL);
  refuses = ls_promise_finally (good, return_promise, refusal, NULL);
  refuses_too = ls_promise_finally (bad, return_promise, refusal, NULL);
  waits = ls_promise_finally (good, return_promise, pending, NULL);
  assert_order (f, "F F");

  g_assert_cmpint (ls_promise_get_state (keeps), ==, LS_PROMISE_FULFILLED);
  g_assert_cmpfloat (ls_promise_get_result (keeps)->as.number, ==, 7);
  g_assert_cmpint (ls_promise_get_state (passes), ==, LS_PROMISE_REJECTED);
  g_assert_cmpstr (ls_promise_get_result (passes)->as.string, ==, "bad");
  g_assert_cmpint (ls_promise_get_state (throws), ==, LS_PROMISE_REJECTED);
  g_assert_cmpstr (ls_promise_get_result (throws)->as.string, ==, "thrown");
  g_assert_cmpint (ls_promise_get_state (refuses), ==, LS_PROMISE_REJECTED);
  g_assert_cmpstr (ls_promise_get_result (refuses)->as.string, ==, "refusal");
  g_assert_cmpint (ls_promise_get_state (refuses_too), ==, LS_PROMISE_REJECTED);
  g_assert_cmpstr (ls_promise_get_result (refuses_too)->as.string, ==, "refusal");
  g_assert_cmpint (ls_promise_get_state (waits), ==, LS_PROMISE_PENDING);
  ls_promise_resolve (pending, NULL);
  assert_order (f, "");
  g_assert_cmpint (ls_promise_get_state (waits), ==, LS_PROMISE_FULFILLED);
  g_assert_cmpfloat (ls_promise_get_result (waits)->as.number, ==, 7);
}

static void
test_resolve_once (LoopFixture   *f,
                   gconstpointer  preset)
{
  g_auto (LsValue) one = LS_VALUE_INIT, two = LS_VALUE_INIT, promise = LS_VALUE_INIT;
  g_autoptr (LsPromise) a = ls_promise_new (f->loop);
  g_autoptr (LsPromise) b = ls_promise_new (f->loop);
  g_autoptr (LsPromise) inner = ls_promise_new (f->loop);

  ls_value_set_number (&one, 1);
  ls_value_set_number (&two, 2);
  ls_promise_resolve (a, &one);
  ls_promise_resolve (a, &two);
  ls_promise_reject (a, &two);
  g_assert_cmpint (ls_promise_get_state (a), ==, LS_PROMISE_FULFILLED);
  g_assert_true (ls_value_identical (ls_promise_get_result (a), &one));

  /* A promise that waits for another one is resolved, though it is pending. */
  ls_value_set_promise (&promise, inner);
  ls_promise_resolve (b, &promise);
  ls_promise_resolve (b, &two);
  ls_promise_reject (b, &two);
  ls_event_loop_run (f->loop, 10);
  g_assert_cmpint (ls_promise_get_state (b), ==, LS_PROMISE_PENDING);
  ls_promise_resolve (inner, &one);
  ls_event_loop_run (f->loop, 10);
  g_assert_true (ls_value_identical (ls_promise_get_result (b), &one));
  g_assert_cmpuint (test_probe_count (f->probe, LS_RECORD_PROMISE_FULFILLED), ==, 3);
}

static void
test_resolve_itself (LoopFixture   *f,
                     gconstpointer  preset)
{
  g_autoptr (LsPromise) promise = ls_promise_new (f->loop);
  g_auto (LsValue) value = LS_VALUE_INIT;

  ls_promise_unref (then_note (f, promise, "rejected"));
  ls_value_set_promise (&value, promise);
  ls_promise_resolve (promise, &value);
  assert_order (f, "rejected");
  g_assert_cmpint (ls_promise_get_state (promise), ==, LS_PROMISE_REJECTED);
  g_assert_cmpint (ls_promise_get_result (promise)->type, ==, LS_VALUE_EXCEPTION);
  g_assert_cmpstr (ls_exception_get_name (ls_promise_get_result (promise)->as.exception), ==, "TypeError");
}

/* A promise keeps the identity of its reason. */
static void
test_identity (LoopFixture   *f,
               gconstpointer  preset)
{
  g_autoptr (LsException) exception = ls_exception_new ("Error", "once");
  g_autoptr (LsPromise) rejected = NULL, derived = NULL;
  g_auto (LsValue) value = LS_VALUE_INIT;

  ls_value_set_exception (&value, exception);
  rejected = ls_promise_new_rejected (f->loop, &value);
  derived = ls_promise_then (rejected, FULFILLED (f, "never"));
  assert_order (f, "");
  g_assert_true (ls_promise_get_result (derived)->as.exception == exception);
}

/* Unhandled rejections */

static void
count_unhandled (LsEventLoop   *loop,
                 const LsValue *reason,
                 LsPromise     *promise,
                 gpointer       data)
{
  g_assert_nonnull (promise);
  g_assert_true (ls_value_identical (reason, ls_promise_get_result (promise)));
  ++*(guint *) data;
}

static LsCompletion
reject_some (LoopFixture *f,
             gpointer     data)
{
  LsPromise **left = data;
  g_autoptr (LsPromise) handled = new_rejected_with (f, "handled");

  *left = new_rejected_with (f, "left");
  ls_promise_await (handled, loop_fixture_call, loop_fixture_call, loop_fixture_note (f, "handler"),
                    loop_fixture_destroy);
  return LS_COMPLETION_NORMAL;
}

/* The loop reports at the end of the turn, once, the rejections that nobody has handled by then. */
static void
test_unhandled (LoopFixture   *f,
                gconstpointer  preset)
{
  g_autoptr (LsPromise) left = NULL;
  guint n = 0;

  ls_event_loop_set_report_func (f->loop, count_unhandled, &n, NULL);
  ls_event_loop_post (f->loop, LS_QUEUE_TYPE_DEFAULT, 0, LS_POST_NONE, NULL, loop_fixture_call,
                      loop_fixture_action (f, "task", reject_some, &left), loop_fixture_destroy);
  assert_order (f, "task handler");
  g_assert_cmpuint (n, ==, 1);
  g_assert_false (ls_promise_is_handled (left));
  g_assert_cmpuint (test_probe_nth (f->probe, LS_RECORD_PROMISE_UNHANDLED, 0)->subject, ==, ls_promise_get_id (left));
  g_assert_cmpuint (test_probe_count (f->probe, LS_RECORD_PROMISE_HANDLED), ==, 0);

  /* A handler comes later. */
  ls_promise_await (left, loop_fixture_call, loop_fixture_call, loop_fixture_note (f, "late"), loop_fixture_destroy);
  assert_order (f, "late");
  g_assert_cmpuint (test_probe_count (f->probe, LS_RECORD_PROMISE_HANDLED), ==, 1);
  ls_promise_await (left, loop_fixture_call, loop_fixture_call, loop_fixture_note (f, "later"), loop_fixture_destroy);
  assert_order (f, "later");
  g_assert_cmpuint (test_probe_count (f->probe, LS_RECORD_PROMISE_HANDLED), ==, 1);
  g_assert_cmpuint (n, ==, 1);
}

/* Outside a turn the loop reports them as well, and waits for no task. */
static void
test_unhandled_outside (LoopFixture   *f,
                        gconstpointer  preset)
{
  guint n = 0;

  ls_event_loop_set_report_func (f->loop, count_unhandled, &n, NULL);
  ls_promise_unref (new_rejected_with (f, "one"));
  ls_event_loop_run (f->loop, 10);
  g_assert_cmpuint (n, ==, 1);
  ls_promise_unref (new_rejected_with (f, "two"));
  g_assert_cmpint (ls_event_loop_step (f->loop), ==, LS_STEP_NOTHING);
  g_assert_cmpuint (n, ==, 2);
  ls_promise_unref (new_rejected_with (f, "three"));
  ls_event_loop_perform_microtask_checkpoint (f->loop);
  g_assert_cmpuint (n, ==, 3);
  /* No turn has ended: none had begun. */
  g_assert_cmpuint (test_probe_count (f->probe, LS_RECORD_TURN_ENDED), ==, 0);
}

static void
handle_in_report (LsEventLoop   *loop,
                  const LsValue *reason,
                  LsPromise     *promise,
                  gpointer       data)
{
  LoopFixture *f = data;

  g_string_append (f->log, "report ");
  ls_promise_await (promise, loop_fixture_call, loop_fixture_call, loop_fixture_note (f, "handler"),
                    loop_fixture_destroy);
  /* Inside a callback nothing runs. */
  g_assert_cmpint (ls_event_loop_step (loop), ==, LS_STEP_NOTHING);
  g_assert_cmpuint (ls_event_loop_run (loop, 10), ==, 0);
  g_assert_false (ls_event_loop_run_turn (loop));
  ls_event_loop_perform_microtask_checkpoint (loop);
  g_assert_cmpstr (f->log->str, ==, "report ");
}

static LsCompletion
reject_one (LoopFixture *f,
            gpointer     data)
{
  g_string_truncate (f->log, 0);
  ls_promise_unref (new_rejected_with (f, "one"));
  loop_fixture_post (f, LS_QUEUE_TYPE_DEFAULT, 0, "next");
  return LS_COMPLETION_NORMAL;
}

static void
test_handled_in_report (LoopFixture   *f,
                        gconstpointer  by_steps)
{
  ls_event_loop_set_report_func (f->loop, handle_in_report, f, NULL);
  ls_event_loop_post (f->loop, LS_QUEUE_TYPE_DEFAULT, 0, LS_POST_NONE, NULL, loop_fixture_call,
                      loop_fixture_action (f, "task", reject_one, NULL), loop_fixture_destroy);
  if (by_steps != NULL)
    while (ls_event_loop_step (f->loop) != LS_STEP_NOTHING)
      ;
  assert_order (f, "report handler next");
}

/* Lifetime */

static void
test_dropped_pending (LoopFixture   *f,
                      gconstpointer  preset)
{
  LsPromise *promise = ls_promise_new (f->loop);

  then (f, promise, "never");
  ls_promise_unref (then_note (f, promise, "never"));
  ls_promise_unref (ls_promise_finally (promise, loop_fixture_call, loop_fixture_note (f, "never"),
                                        loop_fixture_destroy));
  g_assert_cmpuint (f->n_destroyed, ==, 0);
  ls_promise_unref (promise);
  g_assert_cmpuint (f->n_destroyed, ==, 4);
}

/* A program may hold a promise longer than its loop. Nothing runs any more then. */
static void
test_outlives_loop (LoopFixture   *f,
                    gconstpointer  preset)
{
  g_autoptr (LsPromise) pending = ls_promise_new (f->loop);
  g_autoptr (LsPromise) fulfilled = ls_promise_new_resolved (f->loop, NULL);
  g_autoptr (LsPromise) after = NULL;
  g_auto (LsValue) value = LS_VALUE_INIT;

  then (f, pending, "never");
  then (f, fulfilled, "never");
  g_assert_finalize_object (g_steal_pointer (&f->loop));
  g_assert_cmpuint (f->n_destroyed, ==, 2);

  ls_value_set_number (&value, 1);
  ls_promise_resolve (pending, &value);
  ls_promise_reject (pending, &value);
  g_assert_cmpint (ls_promise_get_state (pending), ==, LS_PROMISE_PENDING);
  ls_promise_set_name (pending, "late");
  after = ls_promise_then (fulfilled, FULFILLED (f, "never"));
  g_assert_true (after == fulfilled);
  ls_promise_await (pending, loop_fixture_call, loop_fixture_call, loop_fixture_note (f, "never"),
                    loop_fixture_destroy);
  g_assert_cmpuint (f->n_destroyed, ==, 4);
  g_assert_cmpstr (f->log->str, ==, "");
}

/* Between the end of the loop and its last reference a program can still make promises. */
static void
test_after_shut_down (LoopFixture   *f,
                      gconstpointer  preset)
{
  g_autoptr (LsPromise) resolved = NULL, rejected = NULL;

  ls_event_loop_shut_down (f->loop);
  resolved = ls_promise_new_resolved (f->loop, NULL);
  rejected = new_rejected_with (f, "late");
  g_assert_cmpint (ls_promise_get_state (resolved), ==, LS_PROMISE_FULFILLED);
  g_assert_cmpint (ls_promise_get_state (rejected), ==, LS_PROMISE_REJECTED);
  g_assert_cmpstr (ls_promise_get_result (rejected)->as.string, ==, "late");
}

/* The stack does not grow with the length of a chain. */
static void
test_long_chain (LoopFixture   *f,
                 gconstpointer  preset)
{
  g_autoptr (LsPromise) first = ls_promise_new (f->loop);
  LsPromise *last = ls_promise_ref (first);

  for (guint i = 0; i < 1000000; i++)
    {
      LsPromise *next = ls_promise_then (last, NULL, NULL, NULL);

      ls_promise_unref (last);
      last = next;
    }
  then (f, last, "never");
  ls_promise_unref (last);
  g_clear_pointer (&first, ls_promise_unref);
  g_assert_cmpuint (f->n_destroyed, ==, 1);
}

#define ADD(path, func) g_test_add (path, LoopFixture, "blink", loop_fixture_set_up, func, loop_fixture_tear_down)

static LsCompletion
throw_error (const LsValue *argument,
             LsValue       *result,
             gpointer       user_data)
{
  ls_value_take_exception (result, ls_exception_new ("RangeError", "too far"));
  return LS_COMPLETION_THROW;
}

/* A program that asks for nothing reads what nobody catches on its standard error. */
static void
test_warnings (void)
{
  g_autoptr (LsEventLoop) loop = ls_event_loop_new (LS_CLOCK_VIRTUAL);

  ls_event_loop_queue_microtask (loop, NULL, throw_error, NULL, NULL);
  ls_promise_unref (ls_promise_new_rejected (loop, NULL));
  g_test_expect_message ("Loopscope", G_LOG_LEVEL_WARNING, "Uncaught exception: RangeError: too far");
  g_test_expect_message ("Loopscope", G_LOG_LEVEL_WARNING, "Unhandled rejection of promise *: undefined");
  ls_event_loop_run (loop, G_MAXUINT64);
  g_test_assert_expected_messages ();

  ls_event_loop_set_report_func (loop, NULL, NULL, NULL);
  ls_promise_unref (ls_promise_new_rejected (loop, NULL));
  ls_event_loop_run (loop, G_MAXUINT64);
}

int
main (int   argc,
      char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  ADD ("/promise/order/chains", test_chains);
  ADD ("/promise/order/pending", test_pending);
  ADD ("/promise/order/adoption", test_adoption);
  ADD ("/promise/order/returned-promise", test_returned_promise);
  ADD ("/promise/order/adopted-rejection", test_adopted_rejection);
  ADD ("/promise/order/catch", test_catch);
  ADD ("/promise/order/finally", test_finally);
  ADD ("/promise/order/await", test_await);
  ADD ("/promise/then-full", test_then_full);
  ADD ("/promise/values/finally", test_finally_values);
  ADD ("/promise/values/resolve-once", test_resolve_once);
  ADD ("/promise/values/resolve-itself", test_resolve_itself);
  ADD ("/promise/values/identity", test_identity);
  g_test_add_func ("/promise/unhandled/warnings", test_warnings);
  ADD ("/promise/unhandled/turn", test_unhandled);
  ADD ("/promise/unhandled/outside", test_unhandled_outside);
  g_test_add ("/promise/unhandled/handled-in-report", LoopFixture, NULL, loop_fixture_set_up, test_handled_in_report,
              loop_fixture_tear_down);
  g_test_add ("/promise/unhandled/handled-in-report-by-steps", LoopFixture, "spec", loop_fixture_set_up,
              test_handled_in_report, loop_fixture_tear_down);
  ADD ("/promise/lifetime/dropped-pending", test_dropped_pending);
  ADD ("/promise/lifetime/outlives-loop", test_outlives_loop);
  ADD ("/promise/lifetime/after-shut-down", test_after_shut_down);
  ADD ("/promise/lifetime/long-chain", test_long_chain);
  return g_test_run ();
}
