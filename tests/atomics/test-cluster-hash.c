/* test-cluster-hash.c: the hash of a cluster tells its states apart
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include <math.h>

#include "ls-agent-cluster-private.h"
#include "ls-agent-private.h"
#include "ls-atomics.h"
#include "ls-promise.h"

/* Not a multiple of eight: the last bytes count as well. The test makes it a byte less for a moment. */
#define LENGTH 21

typedef struct
{
  LsAgentCluster *cluster;
  LsSharedMemory *memory;
  LsTypedArray    array;
} Fixture;

static void
wait_for_ever (LsAgent  *agent,
               gpointer  data)
{
  ls_atomics_wait (&((Fixture *) data)->array, 0, 0, INFINITY, NULL, NULL);
}

static void
wait_async_and_notify (LsAgent  *agent,
                       gpointer  data)
{
  Fixture *f = data;
  g_autoptr (LsPromise) promise = NULL;

  ls_atomics_wait_async (&f->array, 1, 0, INFINITY, &promise, NULL);
  ls_atomics_notify (&f->array, 2, 1, NULL);
}

/* Two agents wait at one place, a third one waits asynchronously at another one, and two have missed its notification. */
static void
set_up (Fixture       *f,
        gconstpointer  data)
{
  f->cluster = ls_agent_cluster_new (NULL);
  f->memory = ls_agent_cluster_create_memory (f->cluster, LENGTH, "m", NULL);
  g_assert_true (ls_typed_array_init (&f->array, f->memory, LS_ELEMENT_INT32, 0, LENGTH / 4, NULL));
  ls_agent_cluster_add_agent (f->cluster, "a", LS_AGENT_CAN_BLOCK, wait_for_ever, f, NULL);
  ls_agent_cluster_add_agent (f->cluster, "b", LS_AGENT_CAN_BLOCK, wait_for_ever, f, NULL);
  ls_agent_cluster_add_agent (f->cluster, "c", LS_AGENT_NONE, wait_async_and_notify, f, NULL);
  g_assert_cmpint (ls_agent_cluster_run (f->cluster, 100), ==, LS_CLUSTER_DEADLOCK);
  g_assert_cmpuint (ls_agent_cluster_get_n_waiters (f->cluster), ==, 3);
}

static void
tear_down (Fixture       *f,
           gconstpointer  data)
{
  g_object_unref (f->cluster);
  ls_shared_memory_unref (f->memory);
}

static gboolean
has_hash (Fixture *f,
          LsHash   expected)
{
  const LsHash hash = ls_agent_cluster_hash (f->cluster);

  return ls_hash_equal (&hash, &expected);
}

/* The same schedule leads to the same state. */
static void
test_same (Fixture       *f,
           gconstpointer  data)
{
  const LsHash hash = ls_agent_cluster_hash (f->cluster);
  Fixture again;

  g_assert_true (has_hash (f, hash));
  set_up (&again, NULL);
  g_assert_true (has_hash (&again, hash));
  tear_down (&again, NULL);
}

/* The number at @place is a part of the state. */
#define assert_counts(f, place)                                                                                    \
  G_STMT_START                                                                                                     \
  {                                                                                                                \
    const LsHash before = ls_agent_cluster_hash (f->cluster);                                                      \
                                                                                                                   \
    place ^= 1;                                                                                                    \
    if (has_hash (f, before))                                                                                      \
      g_error ("%s does not count", #place);                                                                       \
    place ^= 1;                                                                                                    \
    g_assert_true (has_hash (f, before));                                                                          \
  }                                                                                                                \
  G_STMT_END

static void
test_parts (Fixture       *f,
            gconstpointer  data)
{
  LsAgent *agent = ls_agent_cluster_get_agent (f->cluster, 1), *async = ls_agent_cluster_get_agent (f->cluster, 2);
  LsWaiterNode *node = agent->waiter->node;
  LsMissedPlace *missed;

  assert_counts (f, f->cluster->now);
  assert_counts (f, f->memory->length);
  for (guint i = 0; i < LENGTH; i++)
    assert_counts (f, f->memory->bytes[i]);
  assert_counts (f, agent->history.a);
  assert_counts (f, agent->history.b);
  assert_counts (f, agent->messages.a);
  assert_counts (f, agent->messages.b);
  assert_counts (f, agent->pending.kind);
  assert_counts (f, agent->state);
  assert_counts (f, agent->is_terminated);
  assert_counts (f, node->byte_index);
  assert_counts (f, agent->waiter->is_async);
  assert_counts (f, agent->waiter->timeout_time);
  assert_counts (f, async->async_waiters->serial.a);
  assert_counts (f, async->async_waiters->serial.b);
  g_assert_cmpuint (f->cluster->missed->len, ==, 2);
  for (guint i = 0; i < f->cluster->missed->len; i++)
    {
      missed = &g_array_index (f->cluster->missed, LsMissedPlace, i);
      assert_counts (f, missed->agent);
      assert_counts (f, missed->memory);
      assert_counts (f, missed->byte_index);
    }
}

/* Who waits first counts; which missed place was noted first does not. */
static void
test_order (Fixture       *f,
            gconstpointer  data)
{
  const LsHash hash = ls_agent_cluster_hash (f->cluster);
  LsWaiter *first = ls_agent_cluster_get_agent (f->cluster, 0)->waiter, *second = ls_agent_cluster_get_agent (f->cluster, 1)->waiter;
  LsMissedPlace *missed = &g_array_index (f->cluster->missed, LsMissedPlace, 0);
  const LsMissedPlace other = missed[0];

  missed[0] = missed[1];
  missed[1] = other;
  g_assert_true (has_hash (f, hash));

  g_assert_true (first->next == second);
  first->agent = second->agent;
  second->agent = ls_agent_cluster_get_agent (f->cluster, 0);
  g_assert_false (has_hash (f, hash));
  second->agent = first->agent;
  first->agent = ls_agent_cluster_get_agent (f->cluster, 0);
  g_assert_true (has_hash (f, hash));
}

int
main (int   argc,
      char *argv[])
{
  g_test_init (&argc, &argv, NULL);

#define ADD(path, func) g_test_add (path, Fixture, NULL, set_up, func, tear_down)
  ADD ("/cluster-hash/same", test_same);
  ADD ("/cluster-hash/parts", test_parts);
  ADD ("/cluster-hash/order", test_order);
  return g_test_run ();
}
