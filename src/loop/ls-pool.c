/* ls-pool.c
 *
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */

#include "ls-pool-private.h"

#include "ls-large-block-private.h"

#define FIRST_CHUNK_BYTES (4 * 1024)

/* The beginning of each chunk. */
typedef struct _LsPoolChunk
{
  struct _LsPoolChunk *next;
  gsize                size;
} LsPoolChunk;

void
ls_pool_init (LsPool *self,
              gsize   block_size)
{
  g_assert (block_size >= sizeof (gpointer));

  *self = (LsPool) { .block_size = (block_size + 15) & ~(gsize) 15 };
}

/* Frees all blocks, also those in use: the loop that owns the pool has ended. */
void
ls_pool_clear (LsPool *self)
{
  LsPoolChunk *chunk = self->chunks;

  while (chunk != NULL)
    {
      LsPoolChunk *next = chunk->next;

      if (chunk->size == LS_LARGE_BLOCK_SIZE)
        ls_large_block_free (chunk);
      else
        g_free (chunk);
      chunk = next;
    }
  *self = (LsPool) { .block_size = self->block_size };
}

/* Makes a new chunk. Chunks grow from one page to a large page. */
gpointer
ls_pool_refill (LsPool *self)
{
  const LsPoolChunk *last = self->chunks;
  const gsize size = last == NULL ? FIRST_CHUNK_BYTES : MIN (last->size * 2, LS_LARGE_BLOCK_SIZE);
  const gsize n_blocks = (size - sizeof (LsPoolChunk)) / self->block_size;
  LsPoolChunk *chunk = size == LS_LARGE_BLOCK_SIZE ? ls_large_block_new () : g_malloc (size);

  chunk->next = self->chunks;
  chunk->size = size;
  self->chunks = chunk;
  self->bump = (char *) (chunk + 1) + self->block_size;
  self->bump_end = (char *) (chunk + 1) + n_blocks * self->block_size;
  return chunk + 1;
}
