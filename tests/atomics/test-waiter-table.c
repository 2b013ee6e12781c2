/* test-waiter-table.c: the lists stay in order, whatever comes and goes
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "ls-waiter-table-private.h"

#define N_PLACES 50
#define N_WAITERS 400

static LsWaiterList
enter (LsWaiterTable  *table,
       LsSharedMemory *memory,
       gsize           index)
{
  LsWaiterList wl = ls_get_waiter_list (table, memory, index);

  ls_enter_critical_section (&wl);
  return wl;
}

static void
count_list (LsWaiterNode *node,
            gpointer      data)
{
  ++*(guint64 *) data;
}

static guint64
count_lists (LsWaiterTable *table)
{
  guint64 n = 0;

  ls_waiter_table_foreach (table, count_list, &n);
  return n;
}

static void
test_fifo (void)
{
  g_autoptr (LsSharedMemory) memory = ls_shared_memory_new (16, NULL, NULL);
  LsWaiterTable *table = ls_waiter_table_new (1);
  LsWaiter waiters[5] = { { NULL } };
  LsWaiterList wl = enter (table, memory, 4);
  LsWaiter *first;
  guint64 n;

  g_assert_null (ls_remove_waiters (&wl, 3, &n));
  g_assert_cmpuint (n, ==, 0);
  for (guint i = 0; i < 5; i++)
    ls_add_waiter (&wl, &waiters[i]);
  g_assert_null (ls_remove_waiters (&wl, 0, &n));
  g_assert_cmpuint (n, ==, 0);
  /* A waiter in the middle, then the first two of the rest */
  ls_remove_waiter (&wl, &waiters[1]);
  first = ls_remove_waiters (&wl, 2, &n);
  g_assert_cmpuint (n, ==, 2);
  g_assert_true (first == &waiters[0] && first->next == &waiters[2] && first->next->next == NULL);
  g_assert_null (waiters[0].node);
  g_assert_nonnull (waiters[3].node);
  ls_remove_waiter (&wl, &waiters[4]);
  first = ls_remove_waiters (&wl, G_MAXUINT64, &n);
  g_assert_cmpuint (n, ==, 1);
  g_assert_true (first == &waiters[3]);
  ls_leave_critical_section (&wl);
  g_assert_cmpuint (ls_waiter_table_count (table), ==, 0);
  g_assert_cmpuint (count_lists (table), ==, 0);
  ls_waiter_table_free (table);
}

/* Compares with arrays, while places come and go in no order. */
static void
test_random (gconstpointer data)
{
  g_autoptr (LsSharedMemory) first = ls_shared_memory_new (N_PLACES, NULL, NULL);
  g_autoptr (LsSharedMemory) second = ls_shared_memory_new (N_PLACES, NULL, NULL);
  LsSharedMemory *const memories[2] = { first, second };
  LsWaiterTable *table = ls_waiter_table_new (GPOINTER_TO_UINT (data));
  g_autofree LsWaiter *waiters = g_new0 (LsWaiter, N_WAITERS);
  g_autofree guint *places = g_new0 (guint, N_WAITERS);
  GQueue queues[2 * N_PLACES];
  guint64 n_waiting = 0;

  for (guint i = 0; i < G_N_ELEMENTS (queues); i++)
    g_queue_init (&queues[i]);
  for (guint round = 0; round < 20000; round++)
    {
      const guint one = g_test_rand_int_range (0, N_WAITERS);
      const guint place = waiters[one].node != NULL ? places[one] : (guint) g_test_rand_int_range (0, G_N_ELEMENTS (queues));
      LsWaiterList wl = enter (table, memories[place % 2], place / 2);

      if (waiters[one].node == NULL)
        {
          places[one] = place;
          ls_add_waiter (&wl, &waiters[one]);
          g_queue_push_tail (&queues[place], &waiters[one]);
          n_waiting++;
        }
      else if (g_test_rand_int_range (0, 3) == 0)
        {
          guint64 n, count = g_test_rand_int_range (0, 6);
          LsWaiter *waiter = ls_remove_waiters (&wl, count, &n);

          g_assert_cmpuint (n, ==, MIN (count, g_queue_get_length (&queues[place])));
          n_waiting -= n;
          for (; waiter != NULL; waiter = waiter->next, n--)
            g_assert_true (waiter == g_queue_pop_head (&queues[place]));
          g_assert_cmpuint (n, ==, 0);
        }
      else
        {
          ls_remove_waiter (&wl, &waiters[one]);
          g_queue_remove (&queues[place], &waiters[one]);
          n_waiting--;
        }
      ls_leave_critical_section (&wl);
      g_assert_cmpuint (ls_waiter_table_count (table), ==, n_waiting);
    }

  for (guint place = 0; place < G_N_ELEMENTS (queues); place++)
    {
      LsWaiterList wl = enter (table, memories[place % 2], place / 2);
      guint64 n;

      ls_remove_waiters (&wl, G_MAXUINT64, &n);
      g_assert_cmpuint (n, ==, g_queue_get_length (&queues[place]));
      ls_leave_critical_section (&wl);
      g_queue_clear (&queues[place]);
    }
  g_assert_cmpuint (count_lists (table), ==, 0);
  ls_waiter_table_free (table);
}

static guint
depth_of (const LsWaiterNode *node)
{
  guint left, right;

  if (node == NULL)
    return 0;
  left = depth_of (node->left);
  right = depth_of (node->right);
  return 1 + MAX (left, right);
}

/* A tree of many lists is not deep, whatever their order. */
static void
test_depth (void)
{
  const guint n_lists = 20000;
  g_autoptr (LsSharedMemory) memory = ls_shared_memory_new (n_lists, NULL, NULL);
  LsWaiterTable *table = ls_waiter_table_new (1);
  g_autofree LsWaiter *waiters = g_new0 (LsWaiter, n_lists);
  LsWaiterList wl;
  guint64 n;

  for (guint i = 0; i < n_lists; i++)
    {
      wl = enter (table, memory, i);
      ls_add_waiter (&wl, &waiters[i]);
      ls_leave_critical_section (&wl);
    }
  g_assert_cmpuint (count_lists (table), ==, n_lists);
  /* 2.1 log2 (n) are expected; 15 × 4 never happen */
  g_assert_cmpuint (depth_of (wl.bucket->root), <, 60);
  for (guint i = 0; i < n_lists; i++)
    {
      wl = enter (table, memory, i);
      g_assert_true (ls_remove_waiters (&wl, 1, &n) == &waiters[i]);
      ls_leave_critical_section (&wl);
    }
  ls_waiter_table_free (table);
}

int
main (int   argc,
      char *argv[])
{
  g_test_init (&argc, &argv, NULL);

  g_test_add_func ("/waiter-table/fifo", test_fifo);
  g_test_add_data_func ("/waiter-table/random/one-tree", GUINT_TO_POINTER (1), test_random);
  g_test_add_data_func ("/waiter-table/random/many-trees", GUINT_TO_POINTER (16), test_random);
  g_test_add_func ("/waiter-table/depth", test_depth);
  return g_test_run ();
}
