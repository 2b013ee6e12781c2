/* ls-loop-space-private.h: what outlives a loop for the sake of those who still hold its things
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
 * @ref_count: the loop's reference, and one for each promise and signal
 * @loop: the loop, %NULL once it is gone
 * @promises: where promises live
 * @reactions: where their reactions live
 * @waiting: pending promises that have reactions
 * @first_dropped: reactions that are to be freed
 * @last_dropped: the last of them, if there are any
 * @is_dropping: whether they are being freed
 *
 * Promises and signals may be held longer than their loop, and must not keep it alive: they hold this instead.
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
