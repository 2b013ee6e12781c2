/* ls-break-tracker-private.h: what breakpoints need to know of tasks, queues and signals while records go by
 *
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */

#pragma once

#include "ls-agent-slots-private.h"
#include "ls-state.h"

G_BEGIN_DECLS

/* Where a task waits. */
typedef enum
{
  LS_BREAK_PLACE_NONE = 0,
  LS_BREAK_PLACE_SCHEDULER,
  LS_BREAK_PLACE_LOOP
} LsBreakPlace;

typedef struct
{
  guint64 queued_at;
  guint32 name;       /* text */
  guint32 signal;     /* that it was posted with */
  guint32 queue;      /* scheduler task queue */
  guint8  priority;   /* that it was taken at, or none */
  guint8  queue_type;
  guint8  place;      /* LsBreakPlace */
  guint8  is_known;   /* posted, and not over */
} LsBreakTask;

typedef struct
{
  guint32 signal;
  guint32 length;
  guint8  priority;
  guint8  is_known;
} LsBreakQueue;

typedef struct
{
  guint32 name;        /* text */
  guint32 queues[2];   /* for tasks, for continuations */
  guint8  is_internal;
} LsBreakSignal;

/* What an agent's loop has. */
typedef struct
{
  guint32 running;
  guint32 type_lengths[LS_N_QUEUE_TYPES];
  guint32 scheduler_length;
  guint32 total_length;
} LsBreakLoop;

/*< private >
 * LsBreakTracker:
 *
 * A small part of #LsState that only goes forwards, at the speed of reading. What is over is forgotten with the next record. */
typedef struct
{
  LsIdMap        tasks;       /* LsBreakTask */
  LsIdMap        queues;      /* LsBreakQueue */
  LsIdMap        signals;     /* LsBreakSignal */
  gsize          position;
  union
  {
    LsBreakLoop  loop;        /* of the agent whose records go by */
    struct
    {
      guint32    running;
      guint32    type_lengths[LS_N_QUEUE_TYPES];
      guint32    scheduler_length;
      guint32    total_length;
    };
  };
  LsAgentSlots   loops;       /* of the other agents */
  guint32        over_task, over_queue, over_signal;   /* to be forgotten, or 0 */

  /* By the last record: which task came to wait, or 0. */
  guint32        queued_task;
} LsBreakTracker;

void                 ls_break_tracker_init  (LsBreakTracker       *self);
void                 ls_break_tracker_clear (LsBreakTracker       *self);
void                 ls_break_tracker_begin_at (LsBreakTracker    *self,
                                             LsState              *state);
void                 ls_break_tracker_apply (LsBreakTracker       *self,
                                             const LsRecord       *record);

static inline const LsBreakTask *
ls_break_tracker_get_task (const LsBreakTracker *self,
                           guint32               id)
{
  return ls_id_map_get (&self->tasks, id);
}

static inline const LsBreakQueue *
ls_break_tracker_get_queue (const LsBreakTracker *self,
                            guint32               id)
{
  return ls_id_map_get (&self->queues, id);
}

static inline const LsBreakSignal *
ls_break_tracker_get_signal (const LsBreakTracker *self,
                             guint32               id)
{
  return ls_id_map_get (&self->signals, id);
}

G_END_DECLS
