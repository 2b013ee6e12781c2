/* ls-loop-space.c
 *
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */

#include "ls-loop-space-private.h"

LsLoopSpace *
ls_loop_space_new (LsEventLoop *loop,
                   gsize        promise_size,
                   gsize        reaction_size)
{
  LsLoopSpace *self = g_new0 (LsLoopSpace, 1);

  self->ref_count = 1;
  self->loop = loop;
  ls_pool_init (&self->promises, promise_size);
  ls_pool_init (&self->reactions, reaction_size);
  return self;
}

void
ls_loop_space_free (LsLoopSpace *self)
{
  ls_pool_clear (&self->promises);
  ls_pool_clear (&self->reactions);
  g_free (self);
}
