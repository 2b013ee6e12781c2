/* ls-task-summary-private.h: what a summary keeps in mind while it reads
 *
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */

#pragma once

#include "ls-task-summary.h"

#include "ls-durations-private.h"
#include "ls-trace-cursor-private.h"

G_BEGIN_DECLS

/* A task that has not run. */
typedef struct
{
  guint64 posted_at;
  guint64 due_at;            /* LS_TIME_NEVER: no delay */
  guint64 queued_at;         /* LS_TIME_NEVER: not yet */
  guint32 name;
  guint32 source;            /* of a GLib program, or 0 */
  guint32 chain;             /* of a continuation: the task that the chain began with */
  guint8  posted_priority;   /* or UNKNOWN */
  guint8  is_scheduler_task;
  guint8  is_continuation;
  guint8  is_timer;
  guint8  is_inferred;       /* a recording does not say since when it could run */
} SummaryTask;

/* A chain that goes on: a piece runs, or waits. */
typedef struct
{
  guint32 n_pieces;
  guint32 n_waiting;         /* continuations that were posted and have not run */
} SummaryChain;

/* The loop of an agent. */
typedef struct
{
  guint32 chain;             /* of the turn that goes on */
  guint32 name;              /* of its task */
  guint32 source;            /* that was dispatched last */
  guint8  queue;             /* its priority */
  guint8  has_slept;         /* since then */
} SummaryLoop;

struct _LsTaskSummary
{
  GObject        parent_instance;

  LsTrace       *trace;
  gsize          position;
  LsIdMap        tasks;             /* SummaryTask */
  LsIdMap        chains;            /* SummaryChain, by first task */
  LsIdMap        signals;           /* guint8: priority */
  LsIdMap        dynamic_queues;    /* guint8: those that follow a signal */
  LsIdMap        agents;            /* LsLoopSummary */
  SummaryLoop    loop;              /* of the agent whose records go by */
  LsTraceCursor  cursor;

  LsTaskCounts   counts[2];         /* tasks, continuations; without n_waiting */
  LsDurations    waits[2][LS_N_TASK_PRIORITIES + 1];   /* those of no priority: of tasks whose priority changed while they waited */
  LsDurations    late_delays, late_timers;
  LsYieldChains  yields;
  GHashTable    *long_tasks;        /* (element-type guint LsLongTasks): by name */
};

G_END_DECLS
