/* ls-microtask-queue-private.h: the loop's microtasks
 *
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */

#pragma once

#include "ls-continuation-state-private.h"
#include "ls-value.h"

G_BEGIN_DECLS

typedef struct _LsEventLoop LsEventLoop;
typedef struct _LsMicrotask LsMicrotask;

/**
 * LsMicrotaskSteps:
 * @loop: the loop
 * @microtask: what runs; the steps release what it holds
 * @run: %FALSE where the loop is shut down and the microtask is only to be released
 *
 * Returns: %TRUE if an exception came out of it (and was dealt with)
 */
typedef gboolean (*LsMicrotaskSteps) (LsEventLoop *loop,
                                      LsMicrotask *microtask,
                                      gboolean     run);

struct _LsMicrotask
{
  LsMicrotaskSteps     steps;
  LsContinuationState *state;      /* (owned) (nullable): captured */
  LsContinuationState *shown_state; /* (unowned) (nullable): what the record of its start shows */
  gpointer             a, b, c;    /* the steps' own */
  LsValue              argument;
  guint32              id;
  guint32              after;      /* how many foreign jobs come before it */
};

/**
 * LsForeignJobs:
 * @enqueued: how many jobs the host has enqueued so far; wraps
 * @begun: how many of them have begun; wraps
 * @last_promise: the number of the last promise in the trace, which the host and the loop share
 * @n_rejections: not 0 where the host wants to be told that the turn's microtasks are done
 * @run: runs @max of them at most, oldest first; returns how many
 * @notify_rejections: HTML's "notify about rejected promises" for the host's
 * @data: for both
 *
 * Jobs that the host of a language keeps in a queue of its own. Together with the loop's own microtasks they are one
 * queue: each of those knows how many foreign jobs were enqueued before it.
 */
typedef struct
{
  const volatile guint32 *enqueued;
  const volatile guint32 *begun;
  volatile guint32 *last_promise;
  const volatile guint32 *n_rejections;
  guint32               (*run) (LsEventLoop *loop,
                                guint32      max,
                                gpointer     data);
  void                  (*notify_rejections) (LsEventLoop *loop,
                                              gpointer     data);
  gpointer                data;
} LsForeignJobs;

/**
 * LsMicrotaskQueue:
 *
 * A ring of microtasks.
 */
typedef struct
{
  LsMicrotask *items;
  gsize        first, length, size;   /* size is a power of two */
} LsMicrotaskQueue;

void         ls_microtask_queue_clear (LsMicrotaskQueue *self);
void         ls_microtask_queue_grow  (LsMicrotaskQueue *self);

static inline LsMicrotask *
ls_microtask_queue_push (LsMicrotaskQueue *self)
{
  if (G_UNLIKELY (self->length == self->size))
    ls_microtask_queue_grow (self);
  return &self->items[(self->first + self->length++) & (self->size - 1)];
}

static inline LsMicrotask
ls_microtask_queue_pop (LsMicrotaskQueue *self)
{
  LsMicrotask microtask = self->items[self->first];

  self->first = (self->first + 1) & (self->size - 1);
  self->length--;
  return microtask;
}

G_END_DECLS
