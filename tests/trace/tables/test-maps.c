/* SPDX-License-Identifier: GPL-3.0-or-later */

#include <string.h>

#include "ls-id-map-private.h"
#include "ls-sums-private.h"

static void
test_id_map (void)
{
  g_autoptr (GRand) rand = g_rand_new_with_seed (4);
  guint32 *expected = g_new0 (guint32, 5000);
  LsIdMap map;
  guint32 n = 0, i = 0, id, *item;

  ls_id_map_init (&map, sizeof (guint32));
  for (guint round = 0; round < 100000; round++)
    {
      id = 1 + g_rand_int_range (rand, 0, round < 50000 ? 4999 : 200);
      if (g_rand_int_range (rand, 0, round % 20000 < 10000 ? 3 : 2) > 0)
        {
          item = ls_id_map_add (&map, id);
          g_assert_cmpuint (*item, ==, expected[id]);
          n += expected[id] == 0;
          *item = expected[id] = round + 1;
        }
      else
        {
          g_assert_cmpint (ls_id_map_remove (&map, id), ==, expected[id] != 0);
          n -= expected[id] != 0;
          expected[id] = 0;
        }
      id = 1 + g_rand_int_range (rand, 0, 4999);
      item = ls_id_map_get (&map, id);
      g_assert_cmpuint (item != NULL ? *item : 0, ==, expected[id]);
      g_assert_cmpuint (map.n_items, ==, n);
    }
  while ((item = ls_id_map_next (&map, &i, &id)) != NULL)
    {
      g_assert_cmpuint (*item, ==, expected[id]);
      n--;
    }
  g_assert_cmpuint (n, ==, 0);
  ls_id_map_clear (&map);
  g_free (expected);
}

static void
test_sums (void)
{
  g_autoptr (GRand) rand = g_rand_new_with_seed (9);
  guint64 durations[3000] = { 0 };
  LsSums sums = { 0 };

  for (guint base = 0; base < 3; base++)
    {
      ls_sums_reset (&sums, base * 10);
      memset (durations, 0, sizeof durations);
      for (guint i = base * 10 + 1; i < 3000; i += g_rand_int_range (rand, 1, 4))
        {
          guint64 sum = 0, found;
          guint32 count = 0, n, after = g_rand_int_range (rand, base * 10, 3000);

          durations[i] = g_rand_int_range (rand, 1, 1000000);
          ls_sums_add (&sums, i, durations[i]);
          for (guint k = after + 1; k < 3000; k++)
            {
              sum += durations[k];
              count += durations[k] > 0;
            }
          ls_sums_after (&sums, after, &found, &n);
          g_assert_cmpuint (found, ==, sum);
          g_assert_cmpuint (n, ==, count);
        }
    }
  ls_sums_clear (&sums);
}

/* Sums of which neighbours share items. */
static void
test_many_sums (void)
{
  LsSums sums = { 0 };
  guint64 duration;
  guint32 count;
  const guint32 n = 5 * LS_SUMS_MAX_ITEMS;

  for (guint32 i = 1; i <= n; i++)
    ls_sums_add (&sums, i, 3);
  g_assert_cmpuint (sums.n, <=, LS_SUMS_MAX_ITEMS);
  ls_sums_after (&sums, 0, &duration, &count);
  g_assert_cmpuint (count, ==, n);
  g_assert_cmpuint (duration, ==, 3 * (guint64) n);
  ls_sums_after (&sums, n / 2, &duration, &count);
  g_assert_cmpuint (count, <=, n - n / 2);
  g_assert_cmpuint (count, >, n - n / 2 - 16);
  g_assert_cmpuint (duration, ==, 3 * (guint64) count);
  ls_sums_drop (&sums, n / 2);
  ls_sums_after (&sums, n - 1000, &duration, &count);
  g_assert_cmpuint (count, <=, 1000);
  g_assert_cmpuint (count, >, 1000 - 16);
  ls_sums_after (&sums, n / 2, &duration, &count);
  g_assert_cmpuint (count, >, n - n / 2 - 16);
  ls_sums_drop (&sums, n);
  ls_sums_add (&sums, n + 1, 4);
  ls_sums_add (&sums, n + 2, 5);
  ls_sums_after (&sums, n + 1, &duration, &count);
  g_assert_cmpuint (duration, ==, 5);
  ls_sums_clear (&sums);
}

int
main (int   argc,
      char *argv[])
{
  g_test_init (&argc, &argv, NULL);

  g_test_add_func ("/maps/id-map", test_id_map);
  g_test_add_func ("/maps/sums", test_sums);
  g_test_add_func ("/maps/many-sums", test_many_sums);

  return g_test_run ();
}
