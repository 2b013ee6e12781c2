/* ls-pool.c
 *
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */

#include "ls-pool-private.h"

#define CHUNK_BYTES (256 * 1024)
#define FIRST_CHUNK_BYTES (4 * 1024)

typedef struct _LsPoolChunk
{
  struct _LsPoolChunk *next;
  gpointer             align;
} LsPoolChunk;

void
ls_pool_init (LsPool *self,
              gsize   block_size)
{
  g_assert (block_size >= sizeof (gpointer));

  *self = (LsPool) { .block_size = (block_size + 15) & ~(gsize) 15 };
}

/* The loop that owns the pool has ended: whatever is still used goes with it. */
void
ls_pool_clear (LsPool *self)
{
  LsPoolChunk *chunk = self->chunks;

  while (chunk != NULL)
    {
      LsPoolChunk *next = chunk->next;

      g_free (chunk);
      chunk = next;
    }
  *self = (LsPool) { .block_size = self->block_size };
}

gpointer
ls_pool_refill (LsPool *self)
{
  gsize bytes = self->chunks == NULL ? FIRST_CHUNK_BYTES : CHUNK_BYTES;
  gsize n_blocks = MAX (1, bytes / self->block_size);
  LsPoolChunk *chunk = g_malloc (sizeof (LsPoolChunk) + n_blocks * self->block_size);

  chunk->next = self->chunks;
  self->chunks = chunk;
  self->bump = (char *) (chunk + 1) + self->block_size;
  self->bump_end = (char *) (chunk + 1) + n_blocks * self->block_size;
  return chunk + 1;
}
