/* ls-wake-up-queue-private.h: the delayed tasks of a loop, the soonest first
 *
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */

#pragma once

#include "ls-task-private.h"

G_BEGIN_DECLS

typedef struct
{
  guint64  due;        /* µs */
  guint64  sequence;   /* the order among tasks that are due at once: that of adding */
  LsTask  *task;
} LsWakeUp;

/**
 * LsWakeUpQueue:
 *
 * The delayed incoming queues of all task queues of a loop, in one heap by time (WakeUpQueue in Chromium, TimeDomain in the
 * article).
 */
typedef struct
{
  LsWakeUp *entries;
  gsize     length, size;
  guint64   next_sequence;
} LsWakeUpQueue;

void    ls_wake_up_queue_clear  (LsWakeUpQueue *self);
void    ls_wake_up_queue_add    (LsWakeUpQueue *self,
                                 LsTask        *task,
                                 guint64        due);
void    ls_wake_up_queue_remove (LsWakeUpQueue *self,
                                 LsTask        *task);
LsTask *ls_wake_up_queue_pop    (LsWakeUpQueue *self);
guint64 ls_wake_up_queue_get_next_foreseen (const LsWakeUpQueue *self);

static inline guint64
ls_wake_up_queue_get_next (const LsWakeUpQueue *self)
{
  return self->length > 0 ? self->entries[0].due : LS_TIME_NEVER;
}

G_END_DECLS
