/* test-agent-threads.c: agents with a thread each
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include <math.h>

#include "ls-agent-threads-private.h"
#include "ls-atomics.h"
#include "ls-promise.h"
#include "test-probe.h"

/* Far beyond what any test takes, in µs: a wait that comes to this has missed its wake-up. */
#define LONG (20 * G_USEC_PER_SEC)
#define N_ROUNDS 20

typedef struct
{
  TestProbe      *probe;
  LsAgentThreads *threads;
  LsTypedArray    array;
  double          timeout;   /* ms */
  gint            n_done;
} Fixture;

static LsEventLoop *
make_loop (LsAgent  *agent,
           LsProbe  *probe,
           gpointer  data)
{
  return ls_event_loop_new_with_preset (LS_CLOCK_MONOTONIC, NULL, LS_EDITION_2025, probe);
}

static void
set_up (Fixture       *f,
        gconstpointer  data)
{
  f->probe = test_probe_new ();
  f->threads = ls_agent_threads_new (&f->probe->base, 4, 100, make_loop, f);
  g_assert_true (ls_typed_array_init (&f->array, ls_agent_threads_create_memory (f->threads, 64, NULL, NULL), LS_ELEMENT_INT32, 0, 16, NULL));
}

static void
tear_down (Fixture       *f,
           gconstpointer  data)
{
  LsSharedMemory *memory = f->array.memory;

  ls_agent_threads_free (f->threads);
  ls_shared_memory_unref (memory);
  test_probe_free (f->probe);
}

static LsAgent *
start (Fixture     *f,
       LsAgentFunc  func)
{
  LsAgent *agent = ls_agent_threads_add_agent (f->threads, "agent", LS_AGENT_CAN_BLOCK, func, f, NULL);

  g_assert_nonnull (agent);
  g_assert_true (ls_agent_thread_start (agent));
  return agent;
}

/* Waits for the threads, and sees to it that they wake this thread themselves. */
static LsThreadsStatus
wait_for_threads (Fixture *f)
{
  const gint64 until = g_get_monotonic_time () + LONG;
  const LsThreadsStatus status = ls_agent_threads_wait (f->threads, until);

  g_assert_cmpint (g_get_monotonic_time (), <, until);
  return status;
}

static void
wait_somewhat (LsAgent  *agent,
               gpointer  data)
{
  Fixture *f = data;

  ls_atomics_wait (&f->array, 0, 0, f->timeout, NULL, NULL);
  g_atomic_int_inc (&f->n_done);
}

static void
notify_one (LsAgent  *agent,
            gpointer  data)
{
  g_assert_cmpuint (ls_atomics_notify (&((Fixture *) data)->array, 0, 1, NULL), ==, 1);
}

/* The wait is over when the last agent has nothing left to do, also where an agent slept for a time before. */
static void
test_finished (Fixture       *f,
               gconstpointer  data)
{
  f->timeout = 1;
  for (guint i = 0; i < N_ROUNDS; i++)
    {
      LsAgent *agent = start (f, wait_somewhat);

      g_assert_cmpint (wait_for_threads (f), ==, LS_THREADS_FINISHED);
      g_assert_cmpint (g_atomic_int_get (&f->n_done), ==, i + 1);
      g_assert_cmpint (ls_agent_thread_get_state (agent), ==, LS_AGENT_STATE_IDLE);
      g_assert_cmpuint (ls_agent_threads_get_next_time (f->threads), ==, LS_TIME_NEVER);
      ls_agent_thread_terminate (agent);
      g_assert_cmpint (wait_for_threads (f), ==, LS_THREADS_FINISHED);
    }
}

/* Where agents are suspended for ever, the wait is over as well. A terminated agent is not suspended any more. */
static void
test_deadlock (Fixture       *f,
               gconstpointer  data)
{
  LsAgent *agents[2];

  f->timeout = INFINITY;
  agents[0] = start (f, wait_somewhat);
  g_assert_cmpint (wait_for_threads (f), ==, LS_THREADS_DEADLOCK);
  g_assert_cmpint (ls_agent_thread_get_state (agents[0]), ==, LS_AGENT_STATE_WAITING);
  agents[1] = start (f, wait_somewhat);
  g_assert_cmpint (wait_for_threads (f), ==, LS_THREADS_DEADLOCK);
  start (f, notify_one);
  g_assert_cmpint (wait_for_threads (f), ==, LS_THREADS_DEADLOCK);
  g_assert_cmpint (g_atomic_int_get (&f->n_done), ==, 1);
  ls_agent_thread_terminate (agents[1]);
  g_assert_cmpint (wait_for_threads (f), ==, LS_THREADS_FINISHED);
  g_assert_cmpint (g_atomic_int_get (&f->n_done), ==, 2);
}

/* An agent that sleeps for a long time goes on at a known time. */
static void
test_timed (Fixture       *f,
            gconstpointer  data)
{
  guint64 next;

  f->timeout = 3600 * 1000;
  start (f, wait_somewhat);
  while ((next = ls_agent_threads_get_next_time (f->threads)) == 0)
    g_thread_yield ();
  g_assert_cmpuint (next, >=, G_GUINT64_CONSTANT (3600) * G_USEC_PER_SEC);
  g_assert_cmpuint (next, <=, ls_agent_threads_get_time (f->threads) + G_GUINT64_CONSTANT (3600) * G_USEC_PER_SEC);
  g_assert_cmpint (ls_agent_threads_wait (f->threads, g_get_monotonic_time ()), ==, LS_THREADS_RUNNING);
  ls_agent_threads_interrupt (f->threads);
  g_assert_cmpint (wait_for_threads (f), ==, LS_THREADS_RUNNING);
  start (f, notify_one);
  g_assert_cmpint (wait_for_threads (f), ==, LS_THREADS_FINISHED);
}

/* So many agents may live at once, and so many there may be in all. */
static void
test_full (Fixture       *f,
           gconstpointer  data)
{
  LsAgent *agents[4];

  f->timeout = INFINITY;
  for (guint i = 0; i < G_N_ELEMENTS (agents); i++)
    {
      g_assert_false (ls_agent_threads_is_full (f->threads));
      agents[i] = start (f, wait_somewhat);
    }
  g_assert_true (ls_agent_threads_is_full (f->threads));
  g_assert_null (ls_agent_threads_add_agent (f->threads, NULL, LS_AGENT_NONE, wait_somewhat, f, NULL));
  g_assert_cmpuint (ls_agent_threads_count_alive (f->threads), ==, 4);
  ls_agent_thread_terminate (agents[2]);
  g_assert_false (ls_agent_threads_is_full (f->threads));
  g_assert_true (ls_agent_threads_get_agent (f->threads, 3) == agents[3]);
  g_assert_null (ls_agent_threads_get_agent (f->threads, 4));
  while (ls_agent_threads_count_alive (f->threads) > 3)
    g_thread_yield ();
  g_assert_true (ls_agent_thread_start (ls_agent_threads_add_agent (f->threads, NULL, LS_AGENT_CAN_BLOCK, wait_somewhat, f, NULL)));
  g_assert_true (ls_agent_threads_is_full (f->threads));
}

static void
wait_async (LsAgent  *agent,
            gpointer  data)
{
  g_autoptr (LsPromise) promise = NULL;

  ls_atomics_wait_async (&((Fixture *) data)->array, 0, 0, INFINITY, &promise, NULL);
}

/* A notification lets an agent go on that was suspended. One that waits asynchronously was not. */
static void
test_reported (Fixture       *f,
               gconstpointer  is_async)
{
  guint n_runnable = 0;
  const GArray *records;

  f->timeout = INFINITY;
  start (f, is_async != NULL ? wait_async : wait_somewhat);
  g_assert_cmpint (wait_for_threads (f), ==, is_async != NULL ? LS_THREADS_FINISHED : LS_THREADS_DEADLOCK);
  start (f, notify_one);
  g_assert_cmpint (wait_for_threads (f), ==, LS_THREADS_FINISHED);
  ls_agent_threads_kill (f->threads);
  records = test_probe_get (f->probe);
  for (guint i = 0; i < records->len; i++)
    {
      const LsRecord *record = &g_array_index (records, LsRecord, i);

      if (record->kind != LS_RECORD_AGENT_STATE || record->level != LS_AGENT_STATE_RUNNABLE)
        continue;
      n_runnable++;
      g_assert_cmpuint (record->subject, ==, 1);
      g_assert_cmpint (g_array_index (records, LsRecord, i - 1).kind, ==, LS_RECORD_WAITER_REMOVED);
    }
  g_assert_cmpuint (n_runnable, ==, is_async != NULL ? 0 : 1);
  g_assert_cmpuint (test_probe_count (f->probe, LS_RECORD_WAITER_ADDED), ==, 1);
  g_assert_cmpuint (test_probe_count (f->probe, LS_RECORD_WAITER_REMOVED), ==, 1);
  g_assert_cmpuint (test_probe_nth (f->probe, LS_RECORD_NOTIFY, 0)->subject, ==, 1);
}

static void
note_state (gpointer data)
{
  g_array_append_vals (data, &(LsAgentState) { ls_agent_get_state (ls_agent_get_current ()) }, 1);
}

static LsCompletion
note_state_later (const LsValue *argument,
                  LsValue       *result,
                  gpointer       data)
{
  note_state (data);
  return LS_COMPLETION_NORMAL;
}

static void
note_state_twice (gpointer data)
{
  note_state (data);
  ls_event_loop_set_timeout (ls_agent_get_loop (ls_agent_get_current ()), 1, NULL, note_state_later, data, NULL);
}

static void
be_idle (LsAgent  *agent,
         gpointer  data)
{
}

/* An agent that was idle runs in the task that woke it, and in one that came due meanwhile. */
static void
test_running (Fixture       *f,
              gconstpointer  data)
{
  g_autoptr (GArray) states = g_array_new (FALSE, FALSE, sizeof (LsAgentState));
  LsAgent *agent = start (f, be_idle);

  g_assert_cmpint (wait_for_threads (f), ==, LS_THREADS_FINISHED);
  g_assert_true (ls_agent_post (agent, LS_QUEUE_TYPE_DEFAULT, note_state_twice, states, NULL, NULL));
  g_assert_cmpint (wait_for_threads (f), ==, LS_THREADS_FINISHED);
  g_assert_cmpint (ls_agent_get_state (agent), ==, LS_AGENT_STATE_IDLE);
  g_assert_cmpuint (states->len, ==, 2);
  for (guint i = 0; i < states->len; i++)
    g_assert_cmpint (g_array_index (states, LsAgentState, i), ==, LS_AGENT_STATE_RUNNING);
}

static void
pause_until_terminated (LsAgent  *agent,
                        gpointer  data)
{
  g_autoptr (GError) error = NULL;

  while (ls_atomics_pause (&error))
    g_atomic_int_inc (&((Fixture *) data)->n_done);
  g_assert_error (error, LS_ATOMICS_ERROR, LS_ATOMICS_ERROR_TERMINATED);
}

/* An agent pauses as often as it likes, and not at all once it is terminated. The trace has each pause. */
static void
test_pause (Fixture       *f,
            gconstpointer  data)
{
  LsAgent *agent = start (f, pause_until_terminated);
  const GArray *records;
  guint n_pauses = 0;

  while (g_atomic_int_get (&f->n_done) < 3)
    g_thread_yield ();
  ls_agent_thread_terminate (agent);
  g_assert_cmpint (wait_for_threads (f), ==, LS_THREADS_FINISHED);
  ls_agent_threads_kill (f->threads);
  records = test_probe_get (f->probe);
  for (guint i = 0; i < records->len; i++)
    n_pauses += g_array_index (records, LsRecord, i).kind == LS_RECORD_ATOMIC_OPERATION &&
                g_array_index (records, LsRecord, i).level == LS_OPERATION_PAUSE;
  g_assert_cmpuint (n_pauses, ==, f->n_done);
}

static void
use_own_memory (LsAgent  *agent,
                gpointer  data)
{
  g_autoptr (LsSharedMemory) memory = ls_shared_memory_new (16, "own", NULL);
  LsTypedArray array;

  g_assert_true (ls_typed_array_init (&array, memory, LS_ELEMENT_INT32, 0, 4, NULL));
  ls_atomics_store (&array, 1, 7, NULL);
  g_assert_cmpuint (ls_shared_memory_get_id (memory), ==, 2);
}

/* Memory that an agent makes for itself is one of theirs from its first operation on. */
static void
test_own_memory (Fixture       *f,
                 gconstpointer  data)
{
  LsSharedMemory *memory;

  start (f, use_own_memory);
  g_assert_cmpint (wait_for_threads (f), ==, LS_THREADS_FINISHED);
  memory = ls_agent_threads_get_memory (f->threads, 1);
  g_assert_nonnull (memory);
  g_assert_cmpstr (ls_shared_memory_get_name (memory), ==, "own");
  g_assert_null (ls_agent_threads_get_memory (f->threads, 2));
}

int
main (int   argc,
      char *argv[])
{
  g_test_init (&argc, &argv, NULL);

#define ADD(path, func) g_test_add (path, Fixture, NULL, set_up, func, tear_down)
  ADD ("/agent-threads/finished", test_finished);
  ADD ("/agent-threads/deadlock", test_deadlock);
  ADD ("/agent-threads/timed", test_timed);
  ADD ("/agent-threads/full", test_full);
  ADD ("/agent-threads/reported", test_reported);
  ADD ("/agent-threads/running", test_running);
  ADD ("/agent-threads/pause", test_pause);
  ADD ("/agent-threads/own-memory", test_own_memory);
  g_test_add ("/agent-threads/reported-async", Fixture, "asynchronous", set_up, test_reported, tear_down);
  return g_test_run ();
}
