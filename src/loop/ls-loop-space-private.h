/* ls-loop-space-private.h: the part of a loop that outlives it
 *
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */

#pragma once

#include "ls-pool-private.h"

G_BEGIN_DECLS

typedef struct _LsEventLoop LsEventLoop;
typedef struct _LsPromise LsPromise;
typedef struct _LsReaction LsReaction;

/**
 * LsLoopSpace:
 * @ref_count: one reference of the loop, and one of each promise and signal
 * @loop: the loop, %NULL once it is gone
 * @promises: the pool of promises
 * @reactions: the pool of their reactions
 * @waiting: pending promises that have reactions
 * @first_dropped: a list of reactions to free
 * @last_dropped: the last reaction of that list, if there is any
 * @is_dropping: whether a function frees that list now
 * @loop_was_ended: whether the program has ended the loop before it dropped the last reference
 *
 * The memory that promises and signals live in. Programs may hold them longer than their loop, and they must not keep the loop
 * alive: they hold a reference to this instead.
 */
typedef struct
{
  guint        ref_count;
  LsEventLoop *loop;
  LsPool       promises;
  LsPool       reactions;
  LsPromise   *waiting;
  LsReaction  *first_dropped, *last_dropped;
  gboolean     is_dropping;
  gboolean     loop_was_ended;
} LsLoopSpace;

LsLoopSpace *ls_loop_space_new  (LsEventLoop *loop,
                                 gsize        promise_size,
                                 gsize        reaction_size);
void         ls_loop_space_free (LsLoopSpace *self);

static inline LsLoopSpace *
ls_loop_space_ref (LsLoopSpace *self)
{
  self->ref_count++;
  return self;
}

static inline void
ls_loop_space_unref (LsLoopSpace *self)
{
  if (--self->ref_count == 0)
    ls_loop_space_free (self);
}

G_END_DECLS
