/* ls-microtask-queue-private.h: a queue of microtasks
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
 * @microtask: the microtask; the steps release its members
 * @run: %FALSE where the loop is shut down and the steps only release the microtask
 *
 * Returns: %TRUE if an exception came out of the microtask (the steps have dealt with it)
 */
typedef gboolean (*LsMicrotaskSteps) (LsEventLoop *loop,
                                      LsMicrotask *microtask,
                                      gboolean     run);

struct _LsMicrotask
{
  LsMicrotaskSteps     steps;
  LsContinuationState *state;      /* (owned) (nullable): the captured state */
  LsContinuationState *shown_state; /* (unowned) (nullable): the state that the record of its start shows */
  gpointer             a, b, c;    /* data of the steps */
  LsValue              argument;
  guint32              id;
  guint32              after;      /* the number of foreign jobs that come before it */
};

/**
 * LsForeignJobs:
 * @enqueued: the number of jobs that the host has enqueued so far; wraps
 * @begun: the number of those that have begun; wraps
 * @last_promise: the number of the last promise in the trace, which the host and the loop share
 * @n_rejections: not 0 where the host waits for the end of the microtasks of the turn
 * @run: runs the oldest @max jobs at most, in order; returns how many
 * @notify_rejections: "notify about rejected promises" (HTML), for those of the host
 * @data: data for both functions
 *
 * Jobs that a language host keeps in a queue of its own. Together with the microtasks of the loop they form one queue: each
 * microtask knows how many foreign jobs the host had enqueued before it.
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
