/* ls-loop-space.c
 *
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */

#include "ls-loop-space-private.h"

#include "ls-promise-private.h"

LsLoopSpace *
ls_loop_space_new (LsEventLoop *loop)
{
  LsLoopSpace *self = g_new0 (LsLoopSpace, 1);

  self->ref_count = 1;
  self->loop = loop;
  ls_pool_init (&self->promises, sizeof (LsPromise));
  ls_pool_init (&self->reactions, sizeof (LsReaction));
  return self;
}

void
ls_loop_space_free (LsLoopSpace *self)
{
  ls_pool_clear (&self->promises);
  ls_pool_clear (&self->reactions);
  g_free (self);
}
