/* test-records.c: the records of agents and shared memory
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include <math.h>

#include "ls-agent-cluster.h"
#include "ls-atomics.h"
#include "ls-async-lock.h"
#include "ls-fair-lock.h"
#include "ls-promise.h"
#include "test-probe.h"

typedef struct
{
  TestProbe      *probe;
  LsAgentCluster *cluster;
  LsSharedMemory *memory;
  LsTypedArray    array;
  LsTypedArray    bigs;
  LsAsyncLock    *lock;
  LsFairLock     *fair_lock;
} Fixture;

static LsEventLoop *
make_loop (LsAgentCluster *cluster,
           LsAgent        *agent,
           gpointer        data)
{
  Fixture *f = data;

  return ls_agent_cluster_create_loop (cluster, NULL, LS_EDITION_2025, &f->probe->base);
}

static void
set_up (Fixture       *f,
        gconstpointer  data)
{
  f->probe = test_probe_new ();
  f->cluster = ls_agent_cluster_new (&f->probe->base);
  ls_agent_cluster_set_loop_func (f->cluster, make_loop, f, NULL);
  f->memory = ls_agent_cluster_create_memory (f->cluster, 64, "m", NULL);
  g_assert_true (ls_typed_array_init (&f->array, f->memory, LS_ELEMENT_INT32, 0, 16, NULL));
  g_assert_true (ls_typed_array_init (&f->bigs, f->memory, LS_ELEMENT_BIGINT64, 0, 8, NULL));
}

static void
tear_down (Fixture       *f,
           gconstpointer  data)
{
  g_clear_pointer (&f->lock, ls_async_lock_unref);
  g_clear_pointer (&f->fair_lock, ls_fair_lock_unref);
  g_object_unref (f->cluster);
  ls_shared_memory_unref (f->memory);
  test_probe_free (f->probe);
}

static LsAgent *
add (Fixture      *f,
     const char   *name,
     LsAgentFlags  flags,
     LsAgentFunc   func)
{
  return ls_agent_cluster_add_agent (f->cluster, name, flags, func, f, NULL);
}

/* The records of agents and memory, a line each */
static char *
tell (Fixture *f)
{
  const GArray *records = test_probe_get (f->probe);
  GString *text = g_string_new (NULL);

  for (guint i = 0; i < records->len; i++)
    {
      const LsRecord *record = &g_array_index (records, LsRecord, i);

      if (record->kind < LS_RECORD_AGENT_CREATED)
        continue;
      g_string_append_printf (text, "%s %u %u %u l%u f%u %s\n", ls_record_kind_to_string (record->kind), record->subject,
                              record->object, record->value, record->level, record->flags,
                              record->text != 0 ? test_probe_text (f->probe, record->text) : "-");
    }
  return g_string_free (text, FALSE);
}

static void
assert_told (Fixture    *f,
             const char *expected)
{
  g_autofree char *told = tell (f);

  g_assert_cmpstr (told, ==, expected);
}

static void
count_up (LsAgent  *agent,
          gpointer  data)
{
  Fixture *f = data;

  ls_atomics_add (&f->array, 1, 5, NULL);
  ls_atomics_load (&f->array, 1, NULL);
  ls_atomics_compare_exchange (&f->array, 1, 5, 5, NULL);
  ls_atomics_compare_exchange (&f->array, 1, 6, 7, NULL);
  ls_atomics_store (&f->array, 2, -1, NULL);
}

/* A single agent reports its operations, and no agents. */
static void
test_alone (Fixture       *f,
            gconstpointer  data)
{
  add (f, "main", LS_AGENT_NONE, count_up);
  g_assert_cmpint (ls_agent_cluster_run (f->cluster, 100), ==, LS_CLUSTER_FINISHED);
  assert_told (f, "memory-created 1 0 64 l0 f0 m\n"
                  "atomic-operation 1 4 5 l3 f2 add 5: was 0, is 5\n"
                  "atomic-operation 1 4 5 l1 f0 load: is 5\n"
                  "atomic-operation 1 4 5 l9 f2 compareExchange 5 → 5: was 5, is 5\n"
                  "atomic-operation 1 4 5 l9 f0 compareExchange 6 → 7: is 5\n"
                  "atomic-operation 1 8 4294967295 l2 f2 store -1: was 0, is -1\n");
}

static void
use_own_memory (LsAgent  *agent,
                gpointer  data)
{
  g_autoptr (LsSharedMemory) memory = ls_shared_memory_new_growable (16, 32, "own", NULL);
  LsTypedArray array;

  g_assert_true (ls_typed_array_init (&array, memory, LS_ELEMENT_INT32, 0, 4, NULL));
  g_assert_cmpuint (ls_shared_memory_get_id (memory), ==, 0);
  ls_atomics_store (&array, 3, 9, NULL);
  g_assert_cmpuint (ls_shared_memory_get_id (memory), ==, 2);
  g_assert_true (ls_shared_memory_grow (memory, 32, NULL));
  ls_atomics_load (&array, 3, NULL);
}

/* Memory that the cluster has not made joins it at the first operation. */
static void
test_own_memory (Fixture       *f,
                 gconstpointer  data)
{
  LsSharedMemory *memory;

  add (f, "main", LS_AGENT_NONE, use_own_memory);
  g_assert_cmpint (ls_agent_cluster_run (f->cluster, 100), ==, LS_CLUSTER_FINISHED);
  assert_told (f, "memory-created 1 0 64 l0 f0 m\n"
                  "memory-created 2 0 16 l0 f0 own\n"
                  "atomic-operation 2 12 9 l2 f2 store 9: was 0, is 9\n"
                  "memory-created 2 0 32 l0 f0 own\n"
                  "atomic-operation 2 12 9 l1 f0 load: is 9\n");
  memory = ls_agent_cluster_get_memory (f->cluster, 1);
  g_assert_nonnull (memory);
  g_assert_cmpstr (ls_shared_memory_get_name (memory), ==, "own");
}

static void
write_wide (LsAgent  *agent,
            gpointer  data)
{
  Fixture *f = data;

  ls_atomics_store (&f->bigs, 1, -1, NULL);
  ls_atomics_store (&f->bigs, 1, G_GINT64_CONSTANT (4294967295), NULL);
  ls_atomics_store (&f->bigs, 1, G_MININT64, NULL);
}

/* The record of a value that does not fit says so. */
static void
test_wide (Fixture       *f,
           gconstpointer  data)
{
  add (f, "main", LS_AGENT_NONE, write_wide);
  ls_agent_cluster_run (f->cluster, 100);
  assert_told (f, "memory-created 1 0 64 l0 f0 m\n"
                  "atomic-operation 1 8 4294967295 l2 f2 store -1: was 0, is -1\n"
                  "atomic-operation 1 8 4294967295 l2 f6 store 4294967295: was -1, is 4294967295\n"
                  "atomic-operation 1 8 0 l2 f6 store -9223372036854775808: was 4294967295, is -9223372036854775808\n");
}

static void
write_all_types (LsAgent  *agent,
                 gpointer  data)
{
  Fixture *f = data;

  for (guint type = 0; type < LS_N_ELEMENT_TYPES; type++)
    {
      LsTypedArray array;

      g_assert_true (ls_typed_array_init (&array, f->memory, type, 0, 1, NULL));
      ls_atomics_store (&array, 0, 1, NULL);
      ls_atomics_store (&array, 0, -1, NULL);
    }
}

/* What the record of an element has: the value in 32 bits, read with the sign of its type; only 64 bits may not fit. */
static void
test_types (Fixture       *f,
            gconstpointer  data)
{
  add (f, "main", LS_AGENT_NONE, write_all_types);
  ls_agent_cluster_run (f->cluster, 100);
  for (guint type = 0; type < LS_N_ELEMENT_TYPES; type++)
    {
      const LsRecord *one = test_probe_nth (f->probe, LS_RECORD_ATOMIC_OPERATION, 2 * type);
      const LsRecord *minus_one = test_probe_nth (f->probe, LS_RECORD_ATOMIC_OPERATION, 2 * type + 1);
      const gint64 expected = ls_element_type_wrap (type, -1);

      g_assert_cmpuint (one->queue, ==, type);
      g_assert_cmpuint (one->value, ==, 1);
      g_assert_cmpuint (one->flags, ==, LS_RECORD_FLAG_WROTE);
      g_assert_cmpuint (minus_one->value, ==, (guint32) expected);
      g_assert_cmpuint (minus_one->flags, ==, LS_RECORD_FLAG_WROTE | (type == LS_ELEMENT_BIGUINT64 ? LS_RECORD_FLAG_WIDE : 0));
    }
  g_assert_cmpstr (test_probe_text (f->probe, test_probe_nth (f->probe, LS_RECORD_ATOMIC_OPERATION, 2 * LS_ELEMENT_BIGUINT64 + 1)->text),
                   ==, "store 18446744073709551615: was 1, is 18446744073709551615");
}

static void
wait_there (LsAgent  *agent,
            gpointer  data)
{
  Fixture *f = data;

  ls_atomics_wait (&f->array, 0, 1, 100, NULL, NULL);
  ls_atomics_wait (&f->array, 0, 0, 1.5, NULL, NULL);
  ls_atomics_wait (&f->array, 0, 0, INFINITY, NULL, NULL);
}

static void
notify_there (LsAgent  *agent,
              gpointer  data)
{
  Fixture *f = data;

  ls_atomics_notify (&f->array, 0, 1, NULL);
  ls_atomics_wait (&f->array, 1, 0, 5, NULL, NULL);
  ls_atomics_notify (&f->array, 0, LS_NOTIFY_ALL, NULL);
}

/* Agents: which one runs, which one waits. */
static void
test_waiting (Fixture       *f,
              gconstpointer  data)
{
  add (f, "a", LS_AGENT_CAN_BLOCK, wait_there);
  add (f, "b", LS_AGENT_CAN_BLOCK, notify_there);
  g_assert_cmpint (ls_agent_cluster_run (f->cluster, 100), ==, LS_CLUSTER_FINISHED);
  assert_told (f, "memory-created 1 0 64 l0 f0 m\n"
                  "agent-created 1 0 0 l1 f0 a\n"
                  "agent-created 2 0 0 l1 f0 b\n"
                  "agent-run 1 0 0 l2 f0 -\n"
                  "agent-run 1 0 1 l2 f0 -\n"
                  "atomic-operation 1 0 0 l10 f0 wait 1: not-equal, is 0\n"
                  "agent-run 1 0 2 l2 f0 -\n"
                  "waiter-added 1 1 0 l0 f0 1.5 ms\n"
                  "agent-state 1 1 0 l2 f0 -\n"
                  "agent-run 2 0 3 l1 f0 -\n"
                  "notify 1 1 0 l0 f0 1\n"
                  "waiter-removed 1 1 0 l0 f0 -\n"
                  "agent-state 1 0 0 l1 f0 -\n"
                  "agent-run 2 0 3 l2 f0 -\n"
                  "waiter-added 2 1 4 l0 f0 5 ms\n"
                  "agent-state 2 1 4 l2 f0 -\n"
                  "agent-run 1 0 4 l1 f0 -\n"
                  "waiter-added 3 1 0 l0 f0 -\n"
                  "agent-state 1 1 0 l2 f0 -\n"
                  "agent-state 2 0 0 l1 f0 -\n"
                  "agent-run 2 0 4 l1 f0 -\n"
                  "waiter-removed 2 1 4 l1 f0 -\n"
                  "notify 1 1 0 l0 f0 -\n"
                  "waiter-removed 3 1 0 l0 f0 -\n"
                  "agent-state 1 0 0 l1 f0 -\n"
                  "agent-state 2 0 0 l3 f0 -\n"
                  "agent-run 1 0 4 l1 f0 -\n"
                  "agent-state 1 0 0 l3 f0 -\n");
}

static LsCompletion
nothing (const LsValue *argument,
         LsValue       *result,
         gpointer       data)
{
  return LS_COMPLETION_NORMAL;
}

static void
get_message (gpointer data)
{
  LsEventLoop *loop = ls_agent_get_loop (ls_agent_get_current ());

  ls_promise_unref (ls_promise_new (loop));
  ls_event_loop_set_timeout (loop, 2, "t", nothing, NULL, NULL);
}

static void
receive (LsAgent  *agent,
         gpointer  data)
{
}

static void
send_twice (LsAgent  *agent,
            gpointer  data)
{
  Fixture *f = data;
  LsAgent *other = add (f, "worker", LS_AGENT_CAN_BLOCK, receive);

  ls_event_loop_set_timeout (ls_agent_get_loop (agent), 1, "m", nothing, NULL, NULL);
  ls_agent_post (other, LS_QUEUE_TYPE_DEFAULT, get_message, NULL, NULL, NULL);
  ls_agent_post (other, LS_QUEUE_TYPE_DEFAULT, get_message, NULL, NULL, NULL);
}

/* The records of agents say whose record each is, and a number names one thing in the whole cluster. */
static void
test_loops (Fixture       *f,
            gconstpointer  data)
{
  const GArray *records;
  g_autoptr (GHashTable) owners = g_hash_table_new (NULL, NULL);
  guint agent = 1, n_started[3] = { 0 }, n_timers = 0;
  guint64 time = 0;

  add (f, "main", LS_AGENT_NONE, send_twice);
  g_assert_cmpint (ls_agent_cluster_run (f->cluster, 100), ==, LS_CLUSTER_FINISHED);
  records = test_probe_get (f->probe);
  for (guint i = 0; i < records->len; i++)
    {
      const LsRecord *record = &g_array_index (records, LsRecord, i);
      guint owner;

      g_assert_cmpuint (record->time, >=, time);
      time = record->time;
      if (record->kind == LS_RECORD_AGENT_RUN)
        agent = record->subject;
      if (record->kind == LS_RECORD_LOOP_STARTED)
        n_started[agent]++;
      if (record->kind == LS_RECORD_TIMER_INSTALLED)
        g_assert_cmpuint (record->subject, ==, ++n_timers);
      if ((record->kind < LS_RECORD_TASK_POSTED || record->kind > LS_RECORD_TASK_REMOVED) ||
          record->kind == LS_RECORD_QUEUE_RELOADED)
        continue;
      owner = GPOINTER_TO_UINT (g_hash_table_lookup (owners, GUINT_TO_POINTER (record->subject)));
      g_assert_true (owner == 0 || owner == agent);
      g_hash_table_insert (owners, GUINT_TO_POINTER (record->subject), GUINT_TO_POINTER (agent));
    }
  g_assert_cmpuint (n_started[1], ==, 1);
  g_assert_cmpuint (n_started[2], ==, 1);
  g_assert_cmpuint (n_timers, ==, 3);
  /* One task of the main agent; two messages and two timers of the other one */
  g_assert_cmpuint (g_hash_table_size (owners), ==, 5);
}

static void
use_locks (LsAgent  *agent,
           gpointer  data)
{
  Fixture *f = data;

  ls_async_lock_lock (f->lock, NULL);
  ls_async_lock_unlock (f->lock, NULL);
  ls_fair_lock_lock (f->fair_lock, NULL);
  ls_fair_lock_unlock (f->fair_lock, NULL);
}

/* The records of operations that get or release a lock say so. */
static void
test_locks (Fixture       *f,
            gconstpointer  data)
{
  f->lock = ls_async_lock_new (f->memory, 0, NULL);
  f->fair_lock = ls_fair_lock_new (f->memory, 1, NULL);
  add (f, "main", LS_AGENT_NONE, use_locks);
  ls_agent_cluster_run (f->cluster, 100);
  assert_told (f, "memory-created 1 0 64 l0 f0 m\n"
                  "atomic-operation 1 0 1 l9 f10 compareExchange 0 → 1: was 0, is 1\n"
                  "atomic-operation 1 0 0 l9 f18 compareExchange 1 → 0: was 1, is 0\n"
                  "notify 0 1 0 l0 f0 1\n"
                  "atomic-operation 1 4 1 l9 f10 compareExchange 0 → 1: was 0, is 1\n"
                  "atomic-operation 1 4 0 l9 f18 compareExchange 1 → 0: was 1, is 0\n");
}

static void
wait_async (LsAgent  *agent,
            gpointer  data)
{
  Fixture *f = data;
  LsPromise *promises[3] = { NULL };

  ls_atomics_wait_async (&f->array, 0, 0, 0, &promises[0], NULL);
  ls_atomics_wait_async (&f->array, 0, 0, 4, &promises[0], NULL);
  ls_atomics_wait_async (&f->array, 0, 0, INFINITY, &promises[1], NULL);
  ls_atomics_wait_async (&f->array, 1, 0, INFINITY, &promises[2], NULL);
  ls_atomics_notify (&f->array, 1, 1, NULL);
  for (guint i = 0; i < G_N_ELEMENTS (promises); i++)
    ls_promise_unref (promises[i]);
}

static void
end_other (LsAgent  *agent,
           gpointer  data)
{
  Fixture *f = data;

  ls_atomics_wait (&f->array, 5, 0, 10, NULL, NULL);
  ls_atomics_pause (NULL);
  ls_agent_terminate (ls_agent_cluster_get_agent (f->cluster, 0), NULL);
}

/* Promises, and the waiters of a terminated agent. */
static void
test_promises (Fixture       *f,
               gconstpointer  data)
{
  const LsRecord *record;

  add (f, "a", LS_AGENT_NONE, wait_async);
  add (f, "b", LS_AGENT_CAN_BLOCK, end_other);
  g_assert_cmpint (ls_agent_cluster_run (f->cluster, 100), ==, LS_CLUSTER_FINISHED);

  g_assert_cmpuint (test_probe_count (f->probe, LS_RECORD_WAITER_ADDED), ==, 4);
  g_assert_cmpuint (test_probe_count (f->probe, LS_RECORD_WAITER_REMOVED), ==, 4);
  record = test_probe_nth (f->probe, LS_RECORD_WAITER_REMOVED, 0);
  g_assert_cmpuint (record->subject, ==, 3);
  g_assert_cmpuint (record->level, ==, 0);
  record = test_probe_nth (f->probe, LS_RECORD_WAITER_REMOVED, 1);
  g_assert_cmpuint (record->subject, ==, 1);
  g_assert_cmpuint (record->level, ==, 1);
  g_assert_cmpuint (record->time, ==, 4000);
  record = test_probe_nth (f->probe, LS_RECORD_WAITER_REMOVED, 2);
  g_assert_cmpuint (record->subject, ==, 4);
  record = test_probe_nth (f->probe, LS_RECORD_WAITER_REMOVED, 3);
  g_assert_cmpuint (record->subject, ==, 2);
  g_assert_cmpuint (record->level, ==, 2);
  record = test_probe_nth (f->probe, LS_RECORD_ATOMIC_OPERATION, 0);
  g_assert_cmpstr (test_probe_text (f->probe, record->text), ==, "waitAsync 0: timed-out, is 0");
  record = test_probe_nth (f->probe, LS_RECORD_ATOMIC_OPERATION, 1);
  g_assert_cmpuint (record->level, ==, LS_OPERATION_PAUSE);
  record = test_probe_nth (f->probe, LS_RECORD_ATOMIC_OPERATION, 2);
  g_assert_cmpuint (record->level, ==, LS_OPERATION_TERMINATE);
  g_assert_cmpuint (record->object, ==, 1);
  record = test_probe_nth (f->probe, LS_RECORD_AGENT_STATE, test_probe_count (f->probe, LS_RECORD_AGENT_STATE) - 1);
  g_assert_cmpuint (record->subject, ==, 1);
  g_assert_cmpuint (record->level, ==, LS_AGENT_STATE_ENDED);
}

static void
pause_until_terminated (LsAgent  *agent,
                        gpointer  data)
{
  g_autoptr (GError) error = NULL;

  while (ls_atomics_pause (&error))
    ;
  g_assert_error (error, LS_ATOMICS_ERROR, LS_ATOMICS_ERROR_TERMINATED);
}

static void
end_first (LsAgent  *agent,
           gpointer  data)
{
  ls_agent_terminate (ls_agent_cluster_get_agent (((Fixture *) data)->cluster, 0), NULL);
}

static guint
choose_in_turn (LsAgentCluster      *cluster,
                const LsChoicePoint *choices,
                guint                n_choices,
                gpointer             data)
{
  return ls_agent_cluster_get_n_steps (cluster) < 6 ? 0 : n_choices - 1;
}

/* A pause is an operation of its own, and fails where the agent is terminated meanwhile: then there is no record of it. */
static void
test_pause (Fixture       *f,
            gconstpointer  data)
{
  guint n_pauses = 0;

  add (f, "a", LS_AGENT_NONE, pause_until_terminated);
  add (f, "b", LS_AGENT_NONE, end_first);
  ls_agent_cluster_set_decider (f->cluster, choose_in_turn, NULL, NULL);
  g_assert_cmpint (ls_agent_cluster_run (f->cluster, 100), ==, LS_CLUSTER_FINISHED);
  for (guint i = 0; i < test_probe_count (f->probe, LS_RECORD_ATOMIC_OPERATION); i++)
    n_pauses += test_probe_nth (f->probe, LS_RECORD_ATOMIC_OPERATION, i)->level == LS_OPERATION_PAUSE;
  /* The first of six steps begins the agent. */
  g_assert_cmpuint (n_pauses, ==, 5);
}

/* An agent of a thread reports to the probe of its loop. */
static void
test_thread (Fixture       *f,
             gconstpointer  data)
{
  g_autoptr (LsEventLoop) loop = ls_event_loop_new_with_preset (LS_CLOCK_VIRTUAL, NULL, LS_EDITION_2025, &f->probe->base);
  g_autoptr (LsAgent) agent = ls_agent_new ("main", FALSE, loop);
  g_autoptr (LsSharedMemory) memory = ls_shared_memory_new_growable (16, 32, "g", NULL);
  g_autoptr (LsPromise) promise = NULL;
  LsTypedArray array;
  LsAgent *previous;

  g_assert_true (ls_typed_array_init (&array, memory, LS_ELEMENT_INT32, 0, LS_LENGTH_TRACKING, NULL));
  test_probe_clear (f->probe);
  previous = ls_agent_enter (agent);
  ls_atomics_add (&array, 0, 2, NULL);
  g_assert_true (ls_shared_memory_grow (memory, 32, NULL));
  ls_atomics_wait_async (&array, 0, 2, INFINITY, &promise, NULL);
  ls_atomics_notify (&array, 0, LS_NOTIFY_ALL, NULL);
  ls_agent_leave (previous);
  assert_told (f, "memory-created 1 0 16 l0 f0 g\n"
                  "atomic-operation 1 0 2 l3 f2 add 2: was 0, is 2\n"
                  "memory-created 1 0 32 l0 f0 g\n"
                  "waiter-added 1 1 0 l1 f0 -\n"
                  "notify 1 1 0 l0 f0 -\n"
                  "waiter-removed 1 1 0 l0 f0 -\n");
}

/* Agents with a trace each: one that notifies another one's waiter reports how many it woke, and nothing of that waiter. */
static void
test_two_traces (Fixture       *f,
                 gconstpointer  data)
{
  TestProbe *other_probe = test_probe_new ();
  g_autoptr (LsEventLoop) loop = ls_event_loop_new_with_preset (LS_CLOCK_VIRTUAL, NULL, LS_EDITION_2025, &f->probe->base);
  g_autoptr (LsEventLoop) other_loop = ls_event_loop_new_with_preset (LS_CLOCK_VIRTUAL, NULL, LS_EDITION_2025, &other_probe->base);
  LsAgent *agent = ls_agent_new ("main", FALSE, loop), *other = ls_agent_new ("other", FALSE, other_loop);
  g_autoptr (LsSharedMemory) memory = ls_shared_memory_new (16, "g", NULL);
  g_autoptr (LsPromise) promise = NULL;
  LsTypedArray array;
  LsAgent *previous;

  g_assert_true (ls_typed_array_init (&array, memory, LS_ELEMENT_INT32, 0, 4, NULL));
  test_probe_clear (f->probe);
  test_probe_clear (other_probe);
  previous = ls_agent_enter (other);
  ls_atomics_wait_async (&array, 0, 0, INFINITY, &promise, NULL);
  ls_agent_leave (previous);
  previous = ls_agent_enter (agent);
  g_assert_cmpuint (ls_atomics_notify (&array, 0, LS_NOTIFY_ALL, NULL), ==, 1);
  ls_agent_leave (previous);
  assert_told (f, "notify 1 1 0 l0 f0 -\n");
  g_assert_cmpuint (test_probe_count (other_probe, LS_RECORD_WAITER_ADDED), ==, 1);
  g_assert_cmpuint (test_probe_count (other_probe, LS_RECORD_NOTIFY), ==, 0);
  ls_event_loop_run (other_loop, 10);
  g_assert_cmpint (ls_promise_get_state (promise), ==, LS_PROMISE_FULFILLED);
  g_assert_cmpuint (test_probe_count (other_probe, LS_RECORD_WAITER_REMOVED), ==, 1);

  g_object_unref (agent);
  g_object_unref (other);
  g_clear_pointer (&promise, ls_promise_unref);
  g_assert_finalize_object (g_steal_pointer (&other_loop));
  test_probe_free (other_probe);
}

int
main (int    argc,
      char **argv)
{
  g_test_init (&argc, &argv, NULL);

#define ADD(path, func) g_test_add (path, Fixture, NULL, set_up, func, tear_down)
  ADD ("/records/alone", test_alone);
  ADD ("/records/own-memory", test_own_memory);
  ADD ("/records/wide", test_wide);
  ADD ("/records/types", test_types);
  ADD ("/records/waiting", test_waiting);
  ADD ("/records/loops", test_loops);
  ADD ("/records/locks", test_locks);
  ADD ("/records/promises", test_promises);
  ADD ("/records/pause", test_pause);
  ADD ("/records/thread", test_thread);
  ADD ("/records/two-traces", test_two_traces);

  return g_test_run ();
}
