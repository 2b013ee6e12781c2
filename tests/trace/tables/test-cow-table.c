/* SPDX-License-Identifier: GPL-3.0-or-later */

#include <glib.h>

#include "ls-cow-table-private.h"

#define N_TABLES 6
#define N_ITEMS 30000

static guint64
read_item (const LsCowTable *table,
           guint32           index)
{
  const guint64 *item = ls_cow_table_peek (table, index);

  return item != NULL ? *item : 0;
}

static void
write_item (LsCowTable *table,
            guint32     index,
            guint64     value)
{
  *(guint64 *) ls_cow_table_edit (table, index) = value;
}

static void
test_empty (void)
{
  gsize account = 0;
  LsCowTable table, copy;

  ls_cow_table_init (&table, sizeof (guint64), 3, &account);
  g_assert_null (ls_cow_table_peek (&table, 0));
  g_assert_null (ls_cow_table_peek (&table, G_MAXUINT32));
  ls_cow_table_init_copy (&copy, &table);
  g_assert_null (ls_cow_table_peek (&copy, 0));
  ls_cow_table_clear (&copy);
  ls_cow_table_clear (&table);
  g_assert_cmpuint (account, ==, 0);
}

static void
test_sparse (void)
{
  gsize account = 0;
  LsCowTable table;

  ls_cow_table_init (&table, sizeof (guint64), 3, &account);
  write_item (&table, 100000, 7);
  write_item (&table, 5, 6);
  g_assert_cmpuint (table.n_items, ==, 100001);
  g_assert_cmpuint (read_item (&table, 100000), ==, 7);
  g_assert_cmpuint (read_item (&table, 5), ==, 6);
  g_assert_cmpuint (read_item (&table, 4), ==, 0);
  g_assert_null (ls_cow_table_peek (&table, 50000));
  g_assert_cmpuint (account, <, 3000);
  g_assert_cmpuint (ls_cow_table_get_bytes (&table), >, 0);
  ls_cow_table_clear (&table);
  g_assert_cmpuint (account, ==, 0);
}

/* A copy costs nothing before one of the two is written, and neither sees what the other writes. */
static void
test_copies_are_apart (void)
{
  gsize account = 0, before;
  LsCowTable table, copy;

  ls_cow_table_init (&table, sizeof (guint64), 3, &account);
  for (guint i = 0; i < N_ITEMS; i++)
    write_item (&table, i, i + 1);
  before = account;
  ls_cow_table_init_copy (&copy, &table);
  g_assert_cmpuint (account, ==, before);

  write_item (&copy, 20, 1000);
  write_item (&table, 21, 2000);
  write_item (&copy, N_ITEMS, 3000);
  g_assert_cmpuint (account, >, before);
  g_assert_cmpuint (account, <, before + before / 10);
  g_assert_cmpuint (read_item (&table, 20), ==, 21);
  g_assert_cmpuint (read_item (&copy, 20), ==, 1000);
  g_assert_cmpuint (read_item (&table, 21), ==, 2000);
  g_assert_cmpuint (read_item (&copy, 21), ==, 22);
  g_assert_null (ls_cow_table_peek (&table, N_ITEMS));
  g_assert_cmpuint (read_item (&copy, N_ITEMS), ==, 3000);

  ls_cow_table_clear (&table);
  g_assert_cmpuint (read_item (&copy, 21), ==, 22);
  ls_cow_table_clear (&copy);
  g_assert_cmpuint (account, ==, 0);
}

/* Tables that are written, copied and cleared at random, beside plain arrays that are copied whole. */
static void
test_against_arrays (void)
{
  g_autoptr (GRand) rand = g_rand_new_with_seed (11);
  LsCowTable tables[N_TABLES];
  guint64 *arrays[N_TABLES];
  gsize account = 0;

  for (guint i = 0; i < N_TABLES; i++)
    {
      ls_cow_table_init (&tables[i], sizeof (guint64), 3, &account);
      arrays[i] = g_new0 (guint64, N_ITEMS);
    }

  for (guint n = 0; n < 200000; n++)
    {
      guint i = g_rand_int_range (rand, 0, N_TABLES), k = g_rand_int_range (rand, 0, N_TABLES);
      guint32 index = g_rand_int_range (rand, 0, N_ITEMS);

      if (n % 1000 == 0 && i != k)
        {
          ls_cow_table_clear (&tables[i]);
          ls_cow_table_init_copy (&tables[i], &tables[k]);
          memcpy (arrays[i], arrays[k], N_ITEMS * sizeof **arrays);
        }
      write_item (&tables[i], index, n);
      arrays[i][index] = n;
      index = g_rand_int_range (rand, 0, N_ITEMS);
      g_assert_cmpuint (read_item (&tables[k], index), ==, arrays[k][index]);
    }

  for (guint i = 0; i < N_TABLES; i++)
    {
      for (guint32 index = 0; index < N_ITEMS; index++)
        g_assert_cmpuint (read_item (&tables[i], index), ==, arrays[i][index]);
      ls_cow_table_clear (&tables[i]);
      g_free (arrays[i]);
    }
  g_assert_cmpuint (account, ==, 0);
}

static gboolean
is_small (gconstpointer item,
          gconstpointer data)
{
  return *(const guint64 *) item < *(const guint64 *) data;
}

/* What is behind costs nothing, whatever its numbers were, and can be written to again. */
static void
test_forget (void)
{
  const guint32 n = 4000000, n_kept = 10000;
  gsize account = 0;
  LsCowTable table, copy;

  ls_cow_table_init (&table, sizeof (guint64), 3, &account);
  ls_cow_table_init (&copy, sizeof (guint64), 3, &account);
  for (guint32 i = 0; i < n; i++)
    {
      write_item (&table, i, i + 1);
      if (i % n_kept == n_kept - 1)
        {
          guint64 first = i + 1 - MIN (i + 1, n_kept);

          ls_cow_table_clear (&copy);
          ls_cow_table_init_copy (&copy, &table);
          ls_cow_table_forget (&table, first, 0, is_small, &first, NULL);
          g_assert_cmpuint (table.n_nodes, <, 60);
          g_assert_cmpuint (table.n_pages, <=, 2 * n_kept / 8 + 1);
          g_assert_cmpuint (read_item (&copy, first), ==, first + 1);
        }
    }
  g_assert_cmpuint (account, <, 6 * n_kept * sizeof (guint64));
  for (guint32 i = n - n_kept; i < n; i++)
    g_assert_cmpuint (read_item (&table, i), ==, i + 1);
  g_assert_null (ls_cow_table_peek (&table, 0));
  g_assert_null (ls_cow_table_peek (&table, n / 2));
  g_assert_cmpuint (ls_cow_table_skip (&table, 0), ==, ls_cow_table_skip (&table, n / 2));
  g_assert_cmpuint (ls_cow_table_skip (&table, 0), <=, n - n_kept);

  write_item (&table, 1000, 5);
  g_assert_cmpuint (read_item (&table, 1000), ==, 5);
  g_assert_cmpuint (read_item (&table, 1001), ==, 0);
  g_assert_cmpuint (read_item (&table, n - 1), ==, n);
  g_assert_cmpuint (ls_cow_table_skip (&table, 0), ==, 1000 & ~7u);
  g_assert_null (ls_cow_table_peek (&copy, 1000));
  ls_cow_table_clear (&copy);
  ls_cow_table_clear (&table);
  g_assert_cmpuint (account, ==, 0);
}

int
main (int   argc,
      char *argv[])
{
  g_test_init (&argc, &argv, NULL);

  g_test_add_func ("/cow-table/empty", test_empty);
  g_test_add_func ("/cow-table/sparse", test_sparse);
  g_test_add_func ("/cow-table/copies-are-apart", test_copies_are_apart);
  g_test_add_func ("/cow-table/against-arrays", test_against_arrays);
  g_test_add_func ("/cow-table/forget", test_forget);

  return g_test_run ();
}
