/* bench-atomics.c: what locks, waiting and exploring cost
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include <math.h>

#include "bench-util.h"
#include "ls-async-lock.h"
#include "ls-atomics.h"
#include "ls-explorer.h"
#include "ls-fair-lock.h"
#include "ls-waiter-table-private.h"

#define N_LOCKS 2000000
#define N_PASSES 50000
#define N_LISTS 100000
#define RUNS 5

typedef struct
{
  LsSharedMemory *memory;
  LsTypedArray    array;
  LsAsyncLock    *lock;
  LsFairLock     *fair;
  GMutex          mutex;
  GCond           cond;
  gint            turn;
} Bed;

/* Uncontended locks, ns for one lock and unlock */

static double
lock_g_mutex (gconstpointer data)
{
  Bed *bed = (Bed *) data;
  const gint64 start = bench_now ();

  for (guint i = 0; i < N_LOCKS; i++)
    {
      g_mutex_lock (&bed->mutex);
      g_mutex_unlock (&bed->mutex);
    }
  return (double) (bench_now () - start) / N_LOCKS;
}

static double
lock_async (gconstpointer data)
{
  Bed *bed = (Bed *) data;
  const gint64 start = bench_now ();

  for (guint i = 0; i < N_LOCKS; i++)
    {
      ls_async_lock_lock (bed->lock, NULL);
      ls_async_lock_unlock (bed->lock, NULL);
    }
  return (double) (bench_now () - start) / N_LOCKS;
}

static double
lock_fair (gconstpointer data)
{
  Bed *bed = (Bed *) data;
  const gint64 start = bench_now ();

  for (guint i = 0; i < N_LOCKS; i++)
    {
      ls_fair_lock_lock (bed->fair, NULL);
      ls_fair_lock_unlock (bed->fair, NULL);
    }
  return (double) (bench_now () - start) / N_LOCKS;
}

/* Two threads take turns, ns for one turn */

static void
pass_by_cond (Bed *bed,
              gint me)
{
  g_mutex_lock (&bed->mutex);
  for (guint i = 0; i < N_PASSES; i++)
    {
      while (bed->turn != me)
        g_cond_wait (&bed->cond, &bed->mutex);
      bed->turn = !me;
      g_cond_signal (&bed->cond);
    }
  g_mutex_unlock (&bed->mutex);
}

static gpointer
pass_by_cond_thread (gpointer data)
{
  pass_by_cond (data, 1);
  return NULL;
}

static double
ping_pong_cond (gconstpointer data)
{
  Bed *bed = (Bed *) data;
  const gint64 start = bench_now ();
  GThread *thread = g_thread_new ("pong", pass_by_cond_thread, bed);

  pass_by_cond (bed, 0);
  g_thread_join (thread);
  return (double) (bench_now () - start) / (2 * N_PASSES);
}

static void
pass_by_wait (Bed *bed,
              gint me)
{
  for (guint i = 0; i < N_PASSES; i++)
    {
      while (ls_atomics_load (&bed->array, 2, NULL) != me)
        ls_atomics_wait (&bed->array, 2, !me, INFINITY, NULL, NULL);
      ls_atomics_store (&bed->array, 2, !me, NULL);
      ls_atomics_notify (&bed->array, 2, 1, NULL);
    }
}

static gpointer
pass_by_wait_thread (gpointer data)
{
  pass_by_wait (data, 1);
  return NULL;
}

static double
ping_pong_wait (gconstpointer data)
{
  Bed *bed = (Bed *) data;
  const gint64 start = bench_now ();
  GThread *thread = g_thread_new ("pong", pass_by_wait_thread, bed);

  pass_by_wait (bed, 0);
  g_thread_join (thread);
  return (double) (bench_now () - start) / (2 * N_PASSES);
}

/* A waiter comes and is woken, among so many lists, in ns */
static double
wake_one (gconstpointer data)
{
  const guint n_lists = GPOINTER_TO_UINT (data);
  g_autoptr (LsSharedMemory) memory = ls_shared_memory_new (n_lists, NULL, NULL);
  g_autofree LsWaiter *waiters = g_new0 (LsWaiter, n_lists);
  LsWaiterTable *table = ls_waiter_table_new (1);
  LsWaiterList wl;
  gint64 start;
  guint64 n;
  double ns;

  for (guint i = 0; i < n_lists; i++)
    {
      wl = ls_get_waiter_list (table, memory, i);
      ls_add_waiter (&wl, &waiters[i]);
    }
  start = bench_now ();
  for (guint i = 0; i < N_LISTS; i++)
    {
      const guint place = (i * 7919u) % n_lists;

      wl = ls_get_waiter_list (table, memory, place);
      ls_enter_critical_section (&wl);
      ls_remove_waiters (&wl, 1, &n);
      ls_add_waiter (&wl, &waiters[place]);
      ls_leave_critical_section (&wl);
    }
  ns = (double) (bench_now () - start) / N_LISTS;
  for (guint i = 0; i < n_lists; i++)
    {
      wl = ls_get_waiter_list (table, memory, i);
      ls_remove_waiters (&wl, 1, &n);
    }
  ls_waiter_table_free (table);
  return ns;
}

/* The explorer: three agents that get a lock twice */

static void
use_lock_twice (LsAgent  *agent,
                gpointer  data)
{
  for (guint i = 0; i < 2; i++)
    if (!ls_async_lock_lock (data, NULL) || !ls_async_lock_unlock (data, NULL))
      return;
}

static LsAgentCluster *
make_cluster (gpointer data)
{
  LsAgentCluster *cluster = ls_agent_cluster_new (NULL);
  g_autoptr (LsSharedMemory) memory = ls_agent_cluster_create_memory (cluster, 4, "lock", NULL);
  g_autoptr (LsAsyncLock) lock = ls_async_lock_new (memory, 0, NULL);

  for (guint i = 0; i < 3; i++)
    ls_agent_cluster_add_agent (cluster, NULL, LS_AGENT_CAN_BLOCK, use_lock_twice, ls_async_lock_ref (lock),
                                (GDestroyNotify) ls_async_lock_unref);
  return cluster;
}

static double
explore (gconstpointer data)
{
  g_autoptr (LsExplorer) explorer = ls_explorer_new (make_cluster, NULL, NULL, NULL);
  const gint64 start = bench_now ();

  ls_explorer_run (explorer, NULL);
  return data != NULL ? ls_explorer_get_n_states (explorer) * 1e9 / (bench_now () - start) : bench_now () - start;
}

/* Two explorers, each on a thread of its own. */
static double
explore_together (gconstpointer data)
{
  g_autoptr (LsExplorer) first = ls_explorer_new (make_cluster, NULL, NULL, NULL);
  g_autoptr (LsExplorer) second = ls_explorer_new (make_cluster, NULL, NULL, NULL);
  LsExplorer *both[] = { first, second };
  const gint64 start = bench_now ();

  ls_explorer_run_together (both, G_N_ELEMENTS (both), NULL);
  return bench_now () - start;
}

int
main (int   argc,
      char *argv[])
{
  Bench *bench = bench_new (&argc, &argv, "what locks, waiting and exploring cost");
  Bed bed = { NULL };
  double mutex, mine, few, many, together;

  bed.memory = ls_shared_memory_new (64, NULL, NULL);
  ls_typed_array_init (&bed.array, bed.memory, LS_ELEMENT_INT32, 0, 16, NULL);
  bed.lock = ls_async_lock_new (bed.memory, 0, NULL);
  bed.fair = ls_fair_lock_new (bed.memory, 1, NULL);
  g_mutex_init (&bed.mutex);
  g_cond_init (&bed.cond);

  mutex = bench_measure (lock_g_mutex, &bed, RUNS);
  mine = bench_measure (lock_async, &bed, RUNS);
  bench_report (bench, "lock and unlock, nobody else", BENCH_NANOSECONDS, mine, "GMutex", mutex, "within 2×", mine <= 2 * mutex);
  mine = bench_measure (lock_fair, &bed, RUNS);
  bench_report (bench, "the same, fair lock", BENCH_NANOSECONDS, mine, "GMutex", mutex, "within 2×", mine <= 2 * mutex);

  mutex = bench_measure (ping_pong_cond, &bed, RUNS);
  mine = bench_measure (ping_pong_wait, &bed, RUNS);
  bench_report (bench, "two threads in turns, one turn", BENCH_NANOSECONDS, mine, "GMutex and GCond", mutex, "within 1.5×",
                mine <= 1.5 * mutex);

  few = bench_measure (wake_one, GUINT_TO_POINTER (1000), RUNS);
  many = bench_measure (wake_one, GUINT_TO_POINTER (N_LISTS), RUNS);
  bench_report (bench, "notify one among 100,000 lists, and wait again", BENCH_NANOSECONDS, many, "1,000 lists", few,
                "O(log n): at most 16×", many <= 16 * few);

  mine = bench_measure (explore, NULL, 3);
  bench_report (bench, "explore a lock, 3 agents twice each, exhaustively", BENCH_NANOSECONDS, mine, "allowed", 10e9, "at most 10 s",
                mine <= 10e9);
  together = bench_measure (explore_together, NULL, 3);
  bench_report (bench, "the same by two explorers at once", BENCH_NANOSECONDS, together, "one", mine, "1.8× as fast",
                together * 1.8 <= mine);
  mine = bench_measure (explore, bench, 3);
  bench_report (bench, "states explored in a second", BENCH_HERTZ, mine, "wanted", 10000, "at least 10,000", mine >= 10000);

  ls_async_lock_unref (bed.lock);
  ls_fair_lock_unref (bed.fair);
  ls_shared_memory_unref (bed.memory);
  g_mutex_clear (&bed.mutex);
  g_cond_clear (&bed.cond);
  return bench_finish (bench);
}
