/* ls-break-tracker-private.h: what breakpoints need to know of tasks, queues and signals while records go by
 *
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */

#pragma once

#include "ls-trace-cursor-private.h"

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
  guint32 signal;     /* with which the task was posted */
  guint32 queue;      /* scheduler task queue */
  guint8  priority;   /* with which it was selected, or none */
  guint8  queue_type;
  guint8  place;      /* LsBreakPlace */
  guint8  is_known;   /* posted, and not over */
  guint16 agent;      /* whose it is */
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

/* A statement that ran; value 0 for none. */
typedef struct
{
  guint32 function;
  guint32 value;
  guint32 text;
  guint8  level;
} LsBreakStatement;

/* A waiter at a place in shared memory. */
typedef struct
{
  guint32 agent;
  guint32 memory;
  guint32 index;      /* in elements */
} LsBreakWaiter;

/* The loop of an agent. */
typedef struct
{
  LsBreakStatement last;             /* that ran */
  guint32 type_lengths[LS_N_TRACE_QUEUE_TYPES];
  guint32 scheduler_length;
  guint32 total_length;
} LsBreakLoop;

/*< private >
 * LsBreakTracker:
 *
 * A small part of LsState that only goes forwards, at the speed of reading. What is over is forgotten with the next record. */
typedef struct
{
  LsIdMap        tasks;       /* LsBreakTask */
  LsIdMap        queues;      /* LsBreakQueue */
  LsIdMap        signals;     /* LsBreakSignal */
  gsize          position;
  LsBreakLoop    loop;        /* of the agent whose records go by */
  LsTraceCursor  cursor;
  LsIdMap        agents;      /* guint32: the text that is its name */
  LsIdMap        memories;    /* guint32: likewise */
  LsIdMap        waiters;     /* LsBreakWaiter */
  guint32        runner;      /* the agent that went on last */
  guint32        over_waiter;
  guint32        over_task, over_queue, over_signal;   /* things to drop before the next record, or 0 */

  /* The task that entered a queue with the last record, or 0. */
  guint32        queued_task;
  gboolean       has_gone_on;   /* whether another agent than before has run with the last record */
} LsBreakTracker;

void                 ls_break_tracker_init  (LsBreakTracker       *self);
void                 ls_break_tracker_clear (LsBreakTracker       *self);
void                 ls_break_tracker_begin_at (LsBreakTracker    *self,
                                             LsState              *state);
void                 ls_break_tracker_apply (LsBreakTracker       *self,
                                             const LsRecord       *record);

/* The agent whose records go by. */
static inline guint32
ls_break_tracker_get_agent (const LsBreakTracker *self)
{
  return self->cursor.agent;
}

/* The task whose turn it is, or 0. */
static inline guint32
ls_break_tracker_get_running (const LsBreakTracker *self)
{
  return self->cursor.turn.task;
}

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
