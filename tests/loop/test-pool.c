/* test-pool.c: blocks of one size
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include <string.h>

#include "ls-pool-private.h"

#define N_BLOCKS 3000

static void
fill (guint8 *block,
      gsize   size,
      guint   i)
{
  memset (block, i * 37 + 1, size);
}

static void
assert_filled (const guint8 *block,
               gsize         size,
               guint         i)
{
  for (gsize k = 0; k < size; k++)
    g_assert_cmpuint (block[k], ==, (guint8) (i * 37 + 1));
}

/* Whatever their size, blocks are aligned like those of g_malloc(), and none lies over another one. */
static void
test_blocks (void)
{
  for (gsize size = sizeof (gpointer); size <= 100; size += 3)
    {
      guint8 *blocks[N_BLOCKS];
      LsPool pool;

      ls_pool_init (&pool, size);
      g_assert_cmpuint (pool.block_size, >=, size);
      g_assert_cmpuint (pool.block_size, <, size + 16);
      for (guint i = 0; i < N_BLOCKS; i++)
        {
          blocks[i] = ls_pool_alloc (&pool);
          g_assert_cmpuint ((guintptr) blocks[i] % 16, ==, 0);
          fill (blocks[i], size, i);
          g_assert_cmpuint (pool.n_used, ==, i + 1);
        }
      for (guint i = 0; i < N_BLOCKS; i += 2)
        {
          assert_filled (blocks[i], size, i);
          ls_pool_free (&pool, blocks[i]);
        }
      g_assert_cmpuint (pool.n_used, ==, N_BLOCKS / 2);
      for (guint i = 0; i < N_BLOCKS; i += 2)
        {
          blocks[i] = ls_pool_alloc (&pool);
          fill (blocks[i], size, i + 1);
        }
      for (guint i = 0; i < N_BLOCKS; i++)
        {
          assert_filled (blocks[i], size, i | 1);
          ls_pool_free (&pool, blocks[i]);
        }
      g_assert_cmpuint (pool.n_used, ==, 0);
      ls_pool_clear (&pool);
    }
}

/* A cleared pool begins anew. */
static void
test_clear (void)
{
  LsPool pool;

  ls_pool_init (&pool, 24);
  for (guint round = 0; round < 3; round++)
    {
      gpointer block = ls_pool_alloc (&pool);

      fill (block, 24, round);
      ls_pool_free (&pool, block);
      ls_pool_clear (&pool);
      g_assert_cmpuint (pool.block_size, ==, 32);
    }
}

int
main (int   argc,
      char *argv[])
{
  g_test_init (&argc, &argv, NULL);

  g_test_add_func ("/pool/blocks", test_blocks);
  g_test_add_func ("/pool/clear", test_clear);
  return g_test_run ();
}
