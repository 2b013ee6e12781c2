/* ls-queue-lengths.h: how many tasks were queued at each time
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "ls-trace.h"

G_BEGIN_DECLS

/**
 * LsQueueLength:
 * @by_priority: numbers of queued tasks by [enum@TaskPriority]
 *
 * How many tasks were queued at a time.
 */
typedef struct
{
  guint32 by_priority[LS_N_TASK_PRIORITIES + 1];
} LsQueueLength;

typedef struct _LsQueueLengths LsQueueLengths;

LsQueueLengths *ls_queue_lengths_new       (void);
void            ls_queue_lengths_free      (LsQueueLengths       *self);
void            ls_queue_lengths_add       (LsQueueLengths       *self,
                                            guint64               time,
                                            LsTaskPriority        priority,
                                            int                   difference);
void            ls_queue_lengths_drop      (LsQueueLengths       *self,
                                            guint64               time);
gboolean        ls_queue_lengths_is_empty  (const LsQueueLengths *self);
void            ls_queue_lengths_get       (const LsQueueLengths *self,
                                            guint64               time,
                                            LsQueueLength        *length);
guint64         ls_queue_lengths_find_next (const LsQueueLengths *self,
                                            guint64               time);
void            ls_queue_lengths_find_most (const LsQueueLengths *self,
                                            guint64               from,
                                            guint64               to,
                                            LsQueueLength        *length);
guint32         ls_queue_lengths_get_most  (const LsQueueLengths *self);
guint32         ls_queue_length_get_total  (const LsQueueLength  *length);

G_END_DECLS
