/* ls-pool-private.h: a pool of blocks of one size
 *
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */

#pragma once

#include <glib.h>

G_BEGIN_DECLS

/**
 * LsPool:
 *
 * A pool of blocks of one size. The loop's thread takes a block or gives one back in a few instructions. Use it for things that a
 * loop makes by the million (tasks, promises, reactions), and g_new() for everything else.
 */
typedef struct
{
  gpointer free_list;
  char    *bump, *bump_end;
  gsize    block_size;
  gsize    n_used;
  gpointer chunks;
} LsPool;

void     ls_pool_init   (LsPool  *self,
                         gsize    block_size);
void     ls_pool_clear  (LsPool  *self);
gpointer ls_pool_refill (LsPool  *self);

/* Takes a block, which is not zeroed. */
static inline gpointer
ls_pool_alloc (LsPool *self)
{
#ifndef __SANITIZE_ADDRESS__
  gpointer block = self->free_list;

  self->n_used++;
  if (block != NULL)
    {
      self->free_list = *(gpointer *) block;
      return block;
    }
  if (G_LIKELY (self->bump != self->bump_end))
    {
      block = self->bump;
      self->bump += self->block_size;
      return block;
    }
  return ls_pool_refill (self);
#else
  /* Each block is a heap block of its own, so the sanitizer sees a use after free. */
  self->n_used++;
  return g_malloc (self->block_size);
#endif
}

static inline void
ls_pool_free (LsPool   *self,
              gpointer  block)
{
  self->n_used--;
#ifndef __SANITIZE_ADDRESS__
  *(gpointer *) block = self->free_list;
  self->free_list = block;
#else
  g_free (block);
#endif
}

G_END_DECLS
