/* test-threads.c: waiting and notifying on threads
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include <math.h>

#include "ls-agent.h"
#include "ls-atomics.h"
#include "ls-promise.h"
#include "ls-waiter-table-private.h"

#define N_THREADS 8

typedef struct
{
  LsSharedMemory *memory;
  LsTypedArray    array;
  guint           n_operations;
  GCancellable   *cancellable;
  LsWaitResult    result;
  gint            n_ok, n_timed_out, n_cancelled, n_notified, n_done;
} Fixture;

static void
set_up (Fixture       *f,
        gconstpointer  data)
{
  f->memory = ls_shared_memory_new (64, "test", NULL);
  g_assert_true (ls_typed_array_init (&f->array, f->memory, LS_ELEMENT_INT32, 0, 16, NULL));
  f->n_operations = g_test_slow () ? 1000000 : 10000;
}

static void
tear_down (Fixture       *f,
           gconstpointer  data)
{
  g_assert_cmpuint (ls_waiter_table_count (ls_waiter_table_get_shared ()), ==, 0);
  ls_shared_memory_unref (f->memory);
}

static gpointer
wait_for_ever (gpointer data)
{
  Fixture *f = data;

  f->result = ls_atomics_wait (&f->array, 3, 0, INFINITY, NULL, NULL);
  return NULL;
}

static void
wait_until_waiting (guint64 n)
{
  while (ls_waiter_table_count (ls_waiter_table_get_shared ()) < n)
    g_thread_yield ();
}

static void
test_wait (Fixture       *f,
           gconstpointer  data)
{
  GThread *thread;

  g_assert_cmpint (ls_atomics_wait (&f->array, 3, 1, INFINITY, NULL, NULL), ==, LS_WAIT_NOT_EQUAL);
  g_assert_cmpint (ls_atomics_wait (&f->array, 3, 0, 0, NULL, NULL), ==, LS_WAIT_TIMED_OUT);
  g_assert_cmpint (ls_atomics_wait (&f->array, 3, 0, -5, NULL, NULL), ==, LS_WAIT_TIMED_OUT);
  g_assert_cmpint (ls_atomics_wait (&f->array, 3, 0, 2.5, NULL, NULL), ==, LS_WAIT_TIMED_OUT);
  /* ToInt32 (2^32) is 0. */
  g_assert_cmpint (ls_atomics_wait (&f->array, 3, G_GINT64_CONSTANT (1) << 32, 0, NULL, NULL), ==, LS_WAIT_TIMED_OUT);
  g_assert_cmpuint (ls_atomics_notify (&f->array, 3, LS_NOTIFY_ALL, NULL), ==, 0);

  f->result = LS_WAIT_FAILED;
  thread = g_thread_new ("waiter", wait_for_ever, f);
  wait_until_waiting (1);
  /* Another place, where nobody waits */
  g_assert_cmpuint (ls_atomics_notify (&f->array, 2, LS_NOTIFY_ALL, NULL), ==, 0);
  g_assert_cmpuint (ls_atomics_notify (&f->array, 3, 0, NULL), ==, 0);
  while (ls_atomics_notify (&f->array, 3, 1, NULL) == 0)
    g_thread_yield ();
  g_thread_join (thread);
  g_assert_cmpint (f->result, ==, LS_WAIT_OK);
}

/* The same byte index of different arrays is the same place; BigInt64 waits too. */
static void
test_places (Fixture       *f,
             gconstpointer  data)
{
  LsTypedArray offset, big;
  GThread *thread;

  g_assert_true (ls_typed_array_init (&offset, f->memory, LS_ELEMENT_INT32, 8, 4, NULL));
  g_assert_true (ls_typed_array_init (&big, f->memory, LS_ELEMENT_BIGINT64, 0, 8, NULL));
  thread = g_thread_new ("waiter", wait_for_ever, f);
  wait_until_waiting (1);
  g_assert_cmpuint (ls_atomics_notify (&big, 1, LS_NOTIFY_ALL, NULL), ==, 0);
  while (ls_atomics_notify (&offset, 1, LS_NOTIFY_ALL, NULL) == 0)
    g_thread_yield ();
  g_thread_join (thread);
  g_assert_cmpint (f->result, ==, LS_WAIT_OK);
  g_assert_cmpint (ls_atomics_wait (&big, 1, G_MAXINT64, 0, NULL, NULL), ==, LS_WAIT_NOT_EQUAL);
  ls_atomics_store (&big, 1, G_MAXINT64, NULL);
  g_assert_cmpint (ls_atomics_wait (&big, 1, G_MAXINT64, 0, NULL, NULL), ==, LS_WAIT_TIMED_OUT);
}

/* The thread of the default main context cannot block, nor can an agent without [[CanBlock]]. */
static void
test_cannot_block (Fixture       *f,
                   gconstpointer  data)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (LsAgent) window = ls_agent_new ("window", FALSE, NULL);
  g_autoptr (LsAgent) worker = ls_agent_new ("worker", TRUE, NULL);
  LsAgent *previous;

  g_assert_true (g_main_context_acquire (NULL));
  g_assert_false (ls_agent_can_suspend ());
  g_assert_cmpint (ls_atomics_wait (&f->array, 0, 0, 0, NULL, &error), ==, LS_WAIT_FAILED);
  g_assert_error (error, LS_ATOMICS_ERROR, LS_ATOMICS_ERROR_TYPE);
  g_clear_error (&error);
  /* Even where it would not block; but only after the check of the index. */
  g_assert_cmpint (ls_atomics_wait (&f->array, 0, 1, 0, NULL, &error), ==, LS_WAIT_FAILED);
  g_assert_error (error, LS_ATOMICS_ERROR, LS_ATOMICS_ERROR_TYPE);
  g_clear_error (&error);
  g_assert_cmpint (ls_atomics_wait (&f->array, 16, 1, 0, NULL, &error), ==, LS_WAIT_FAILED);
  g_assert_error (error, LS_ATOMICS_ERROR, LS_ATOMICS_ERROR_RANGE);
  g_clear_error (&error);
  previous = ls_agent_enter (worker);
  g_assert_cmpint (ls_atomics_wait (&f->array, 0, 1, 0, NULL, &error), ==, LS_WAIT_NOT_EQUAL);
  ls_agent_leave (previous);
  g_main_context_release (NULL);
  g_assert_true (ls_agent_can_suspend ());

  previous = ls_agent_enter (window);
  g_assert_cmpint (ls_atomics_wait (&f->array, 0, 0, 0, NULL, &error), ==, LS_WAIT_FAILED);
  g_assert_error (error, LS_ATOMICS_ERROR, LS_ATOMICS_ERROR_TYPE);
  ls_agent_leave (previous);
}

/* Threads pass a token round: each waits for its number, passes it on and notifies. A lost wake-up would hang the test. */
static gpointer
pass_token (gpointer data)
{
  Fixture *f = data;
  const gint me = g_atomic_int_add (&f->n_done, 1);
  gint64 token;

  for (guint round = 0; round < f->n_operations / N_THREADS; round++)
    {
      while ((token = ls_atomics_load (&f->array, 0, NULL)) % N_THREADS != me)
        ls_atomics_wait (&f->array, 0, token, INFINITY, NULL, NULL);
      ls_atomics_add (&f->array, 0, 1, NULL);
      ls_atomics_notify (&f->array, 0, LS_NOTIFY_ALL, NULL);
    }
  return NULL;
}

static void
run_threads (Fixture     *f,
             GThreadFunc  func)
{
  GThread *threads[N_THREADS];

  for (guint i = 0; i < N_THREADS; i++)
    threads[i] = g_thread_new ("test", func, f);
  for (guint i = 0; i < N_THREADS; i++)
    g_thread_join (threads[i]);
}

static void
test_token (Fixture       *f,
            gconstpointer  data)
{
  run_threads (f, pass_token);
  g_assert_cmpint (ls_atomics_load (&f->array, 0, NULL), ==, f->n_operations / N_THREADS * N_THREADS);
}

/* A semaphore: each thread takes and gives, and the numbers of both agree. */
static gpointer
use_semaphore (gpointer data)
{
  Fixture *f = data;

  for (guint i = 0; i < f->n_operations; i++)
    {
      for (;;)
        {
          const gint64 n = ls_atomics_load (&f->array, 1, NULL);

          if (n > 0 && ls_atomics_compare_exchange (&f->array, 1, n, n - 1, NULL) == n)
            break;
          if (n == 0)
            ls_atomics_wait (&f->array, 1, 0, INFINITY, NULL, NULL);
        }
      ls_atomics_add (&f->array, 2, 1, NULL);
      ls_atomics_add (&f->array, 1, 1, NULL);
      ls_atomics_notify (&f->array, 1, 1, NULL);
    }
  return NULL;
}

static void
test_semaphore (Fixture       *f,
                gconstpointer  data)
{
  ls_atomics_store (&f->array, 1, 2, NULL);
  run_threads (f, use_semaphore);
  g_assert_cmpint (ls_atomics_load (&f->array, 1, NULL), ==, 2);
  g_assert_cmpint (ls_atomics_load (&f->array, 2, NULL), ==, (gint64) f->n_operations * N_THREADS);
}

/* Timeouts, cancellations and notifications at once: each wait ends in one way, and each waiter that a notification counted was
 * woken. */
static gpointer
wait_somehow (gpointer data)
{
  Fixture *f = data;

  for (guint i = 0; i < f->n_operations / 10; i++)
    {
      g_autoptr (GError) error = NULL;

      switch (ls_atomics_wait (&f->array, 4, 0, i % 3 == 0 ? 0.02 : 0.3, i % 2 == 0 ? f->cancellable : NULL, &error))
        {
        case LS_WAIT_OK:
          g_atomic_int_inc (&f->n_ok);
          break;
        case LS_WAIT_TIMED_OUT:
          g_atomic_int_inc (&f->n_timed_out);
          break;
        case LS_WAIT_FAILED:
          g_assert_error (error, G_IO_ERROR, G_IO_ERROR_CANCELLED);
          g_atomic_int_inc (&f->n_cancelled);
          break;
        case LS_WAIT_NOT_EQUAL:
        default:
          g_assert_not_reached ();
        }
    }
  g_atomic_int_inc (&f->n_done);
  return NULL;
}

static void
test_races (Fixture       *f,
            gconstpointer  data)
{
  GThread *threads[4];
  gint n_notified = 0;

  f->cancellable = g_cancellable_new ();
  for (guint i = 0; i < G_N_ELEMENTS (threads); i++)
    threads[i] = g_thread_new ("waiter", wait_somehow, f);
  for (guint i = 0; g_atomic_int_get (&f->n_done) < (gint) G_N_ELEMENTS (threads); i++)
    {
      n_notified += ls_atomics_notify (&f->array, 4, 1 + i % 2, NULL);
      if (i % 64 == 63)
        {
          g_cancellable_cancel (f->cancellable);
          g_cancellable_reset (f->cancellable);
        }
      g_thread_yield ();
    }
  for (guint i = 0; i < G_N_ELEMENTS (threads); i++)
    g_thread_join (threads[i]);
  g_assert_cmpint (f->n_ok, ==, n_notified);
  g_assert_cmpint (f->n_ok + f->n_timed_out + f->n_cancelled, ==, 4 * (f->n_operations / 10));
  g_object_unref (f->cancellable);
}

/* The agent of the main context: its loop resolves its promise after another thread wakes the loop. */
static LsCompletion
note_result (const LsValue *argument,
             LsValue       *result,
             gpointer       user_data)
{
  GString *log = user_data;

  g_string_append_printf (log, "%s ", argument->as.string);
  return LS_COMPLETION_NORMAL;
}

static gpointer
notify_one (gpointer data)
{
  Fixture *f = data;

  f->n_notified = ls_atomics_notify (&f->array, 5, 1, NULL);
  return NULL;
}

static void
test_async (Fixture       *f,
            gconstpointer  data)
{
  g_autoptr (LsEventLoop) loop = ls_event_loop_new (LS_CLOCK_MONOTONIC);
  g_autoptr (LsAgent) agent = ls_agent_new ("main", FALSE, loop);
  g_autoptr (GString) log = g_string_new (NULL);
  LsAgent *previous = ls_agent_enter (agent);
  LsPromise *promise;
  GThread *thread;

  ls_event_loop_attach (loop, NULL);
  g_assert_cmpint (ls_atomics_wait_async (&f->array, 5, 1, INFINITY, &promise, NULL), ==, LS_WAIT_NOT_EQUAL);
  g_assert_null (promise);
  g_assert_cmpint (ls_atomics_wait_async (&f->array, 5, 0, -1, &promise, NULL), ==, LS_WAIT_TIMED_OUT);
  g_assert_null (promise);

  g_assert_cmpint (ls_atomics_wait_async (&f->array, 5, 0, INFINITY, &promise, NULL), ==, LS_WAIT_OK);
  ls_promise_unref (ls_promise_then (promise, note_result, log, NULL));
  thread = g_thread_new ("notifier", notify_one, f);
  while (log->len == 0)
    g_main_context_iteration (NULL, TRUE);
  g_thread_join (thread);
  g_assert_cmpint (f->n_notified, ==, 1);
  ls_promise_unref (promise);

  /* A promise of its own is resolved at once. */
  g_assert_cmpint (ls_atomics_wait_async (&f->array, 5, 0, 100000, &promise, NULL), ==, LS_WAIT_OK);
  g_assert_cmpuint (ls_agent_get_n_async_waits (agent), ==, 1);
  g_assert_cmpuint (ls_atomics_notify (&f->array, 5, LS_NOTIFY_ALL, NULL), ==, 1);
  g_assert_cmpint (ls_promise_get_state (promise), ==, LS_PROMISE_FULFILLED);
  g_assert_cmpuint (ls_agent_get_n_async_waits (agent), ==, 0);
  /* The loop does not wait for its timeout either. */
  g_assert_cmpuint (ls_event_loop_get_next_wake_up (loop), ==, LS_TIME_NEVER);
  ls_promise_unref (promise);

  g_assert_cmpint (ls_atomics_wait_async (&f->array, 5, 0, 1, &promise, NULL), ==, LS_WAIT_OK);
  ls_promise_unref (ls_promise_then (promise, note_result, log, NULL));
  while (ls_promise_get_state (promise) == LS_PROMISE_PENDING)
    g_main_context_iteration (NULL, TRUE);
  g_assert_cmpuint (ls_atomics_notify (&f->array, 5, LS_NOTIFY_ALL, NULL), ==, 0);
  ls_promise_unref (promise);
  while (g_main_context_iteration (NULL, FALSE))
    ;
  g_assert_cmpstr (log->str, ==, "ok timed-out ");

  /* A waiter that is left when the agent goes */
  g_assert_cmpint (ls_atomics_wait_async (&f->array, 5, 0, 1000, &promise, NULL), ==, LS_WAIT_OK);
  ls_agent_leave (previous);
  g_clear_object (&agent);
  g_assert_cmpuint (ls_atomics_notify (&f->array, 5, LS_NOTIFY_ALL, NULL), ==, 0);
  g_assert_cmpint (ls_promise_get_state (promise), ==, LS_PROMISE_PENDING);
  ls_promise_unref (promise);
  ls_event_loop_detach (loop);
}

/* Many asynchronous waits of one thread, which other threads notify: each is resolved once. */
static gpointer
notify_many (gpointer data)
{
  Fixture *f = data;
  guint n = 0;

  while (n < f->n_operations / 10)
    {
      const guint64 woken = ls_atomics_notify (&f->array, 6, 1, NULL);

      n += woken;
      if (woken == 0)
        g_thread_yield ();
    }
  g_atomic_int_add (&f->n_notified, n);
  return NULL;
}

static void
count_resolved (LsWaitResult result,
                gpointer     data)
{
  ((Fixture *) data)->n_ok += result == LS_WAIT_OK;
}

static void
test_async_race (Fixture       *f,
                 gconstpointer  data)
{
  g_autoptr (LsEventLoop) loop = ls_event_loop_new (LS_CLOCK_MONOTONIC);
  g_autoptr (LsAgent) agent = ls_agent_new ("main", FALSE, loop);
  LsAgent *previous = ls_agent_enter (agent);
  GThread *threads[2];
  const gint n = 2 * (f->n_operations / 10);
  gboolean is_async;

  ls_event_loop_attach (loop, NULL);
  for (guint i = 0; i < 2; i++)
    threads[i] = g_thread_new ("notifier", notify_many, f);
  for (gint i = 0; i < n; i++)
    {
      g_assert_cmpint (ls_atomics_wait_async_full (&f->array, 6, 0, INFINITY, count_resolved, f, NULL, &is_async, NULL), ==, LS_WAIT_OK);
      g_assert_true (is_async);
      g_main_context_iteration (NULL, FALSE);
    }
  while (f->n_ok < n)
    g_main_context_iteration (NULL, TRUE);
  for (guint i = 0; i < 2; i++)
    g_thread_join (threads[i]);
  g_assert_cmpint (f->n_notified, ==, n);
  ls_agent_leave (previous);
  g_clear_object (&agent);
  ls_event_loop_detach (loop);
}

#define add(name, func) g_test_add ("/threads/" name, Fixture, NULL, set_up, func, tear_down)

int
main (int   argc,
      char *argv[])
{
  g_test_init (&argc, &argv, NULL);

  add ("wait", test_wait);
  add ("places", test_places);
  add ("cannot-block", test_cannot_block);
  add ("token", test_token);
  add ("semaphore", test_semaphore);
  add ("races", test_races);
  add ("async", test_async);
  add ("async-race", test_async_race);
  return g_test_run ();
}
