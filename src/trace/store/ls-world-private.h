/* ls-world-private.h: the state at a position as plain data that is cheap to copy
 *
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */

#pragma once

#include "ls-cow-table-private.h"
#include "ls-state-types.h"
#include "ls-text-table-private.h"

G_BEGIN_DECLS

/* How far back an out-of-order insertion looks for its place. */
#define LS_WORLD_INSERT_SEARCH 64

/* Identifiers count from 1. A record at position n that names one far above n is corrupt. */
#define LS_WORLD_ID_SLACK 1024

/* The list that a task is in: LsTaskState.place. */
typedef enum
{
  LS_PLACE_NONE = 0,
  LS_PLACE_SCHEDULER_QUEUE,
  LS_PLACE_WORK_QUEUE
} LsPlace;

/* The callback that runs now. */
typedef enum
{
  LS_CALLBACK_NONE = 0,
  LS_CALLBACK_TASK,
  LS_CALLBACK_MICROTASK
} LsCallbackKind;

/* What decides when a delayed task is due and where it goes then, apart from all else of the task: who looks for those that are due
 * goes over hundreds of thousands. */
typedef struct
{
  guint64 due_at;
  guint32 id;            /* the task, 0 for none */
  guint32 order;         /* in which the tasks of the loop were delayed; where there is no task, the next such place, or 0 */
  guint32 agent;
  guint8  queue_type;
  guint8  keeps_place;
  guint8  is_scheduler_task;
} LsDelay;

/* An element of the list of a signal's abort sources. */
typedef struct
{
  guint32 signal;
  guint32 next;
  guint32 owner;         /* whose list it is in */
} LsAbortSource;

/* How many agents a trace can have: each takes as much as an LsWorldLoop. */
#define LS_WORLD_MAX_AGENTS 4096

/* The iteration of a GLib loop that dispatched last: all its sources have one priority, and it dispatches them in the order in
 * which they were attached. Times in µs. */
typedef struct
{
  guint64 earliest;      /* it began no earlier … */
  guint64 first_at;      /* … and no later: what becomes ready afterwards waits for the next one */
  guint64 ended_at;      /* the last dispatch */
  guint64 woke_at;       /* when the loop woke up last */
  guint32 source;        /* that was dispatched last, or 0 */
} LsIteration;

/* The loop of an agent. */
typedef struct
{
  guint32          turn;
  guint32          microtask;
  guint32          statement;
  guint32          preset;              /* text */
  guint32          edition;
  guint32          experiments;         /* LsExperiments */
  guint32          running_task;
  guint32          running_microtask;
  guint32          statement_text;
  guint32          abort_source;
  guint32          priority_source;
  guint8           callback;            /* LsCallbackKind */

  guint8           queue_ranks[LS_N_TRACE_QUEUE_TYPES];
  guint8           priority_ranks[LS_N_EFFECTIVE_PRIORITIES];
  guint32          queue_rank_names[LS_N_TRACE_QUEUE_TYPES];               /* texts */
  guint32          priority_rank_names[LS_N_EFFECTIVE_PRIORITIES];
  guint32          max_delayed_picks;   /* the preset's rules, 0 where it has none */
  guint32          fair_after;
  guint32          delayed_picks;       /* in a row, while immediate work of the rank waited */
  guint32          picks_in_a_row;      /* while a worse rank waited */
  guint8           last_fair_rank;
  guint64          deferred_until;      /* µs: the tasks of pages wait for a frame until then at the latest; 0 where they do not */
  guint32          deferred_by;         /* the task of a discrete input event */

  LsLoopQueueState loop_queues[LS_N_TRACE_QUEUE_TYPES];
  gboolean         delayed_unsorted[LS_N_TRACE_QUEUE_TYPES];               /* their delayed incoming queues */
  LsTaskList       delayed;
  gboolean         all_delayed_unsorted;
  guint32          runnable_queues[LS_N_EFFECTIVE_PRIORITIES];       /* first of a list */
  guint32          n_runnable_queues;
  guint32          last_order;          /* the enqueue order that was given last */
  guint32          n_delays;            /* how many tasks have been delayed */
  guint32          requested_task;      /* of the idle callback that was requested last */

  guint32          first_microtask, last_microtask, n_microtasks;    /* queued */

  LsIteration      iteration;           /* of a GLib program */

  gboolean         is_recorded;         /* a recording tells what the loop did: no engine ran it */
  gboolean         is_known;            /* records of this agent have been read */
} LsWorldLoop;

typedef struct
{
  LsTextTable     *texts;               /* (unowned): of the trace's records */
  gsize            position;
  guint64          time;
  guint32          step;
  guint32          agent;               /* whose loop @loop is */
  LsWorldLoop      loop;

  guint32          current_agent;       /* whose records are being made */
  guint32          running_agent;       /* who got the baton last, or 0 */
  guint32          n_choices;
  guint32          cell_root;           /* of a tree of all cells, by key */
  guint32          free_delay;          /* a place in @delays without a task, or 0 */

  LsCowTable       tasks;               /* LsTaskState */
  LsCowTable       delays;              /* LsDelay, from 1 in no order */
  LsCowTable       queues;              /* LsQueueState */
  LsCowTable       signals;             /* LsSignalState */
  LsCowTable       abort_sources;       /* LsAbortSource, from 1 */
  LsCowTable       timers;              /* LsTimerState */
  LsCowTable       microtasks;          /* LsMicrotaskState */
  LsCowTable       sources;             /* LsSourceState */
  LsCowTable       schedulers;          /* guint32: name */
  LsCowTable       agents;              /* LsAgentTraceState */
  LsCowTable       loops;               /* LsWorldLoop, of all agents but @agent */
  LsCowTable       memories;            /* LsMemoryState */
  LsCowTable       cells;               /* LsCellState, from 1 in the order in which they were first used */
  LsCowTable       waiters;             /* LsWaiterState */
} LsWorld;

/* The number of things of each kind that there had been at a position. Later things were not over before it. */
typedef struct
{
  guint32 n_tasks, n_queues, n_signals, n_abort_sources, n_timers, n_microtasks, n_waiters, n_sources;
} LsWorldExtent;

/* What was dropped from one world, for later worlds of the same trace. */
typedef struct
{
  LsCowForgotten tasks, queues, signals, abort_sources, timers, microtasks, waiters, sources;
} LsWorldForgotten;

/* How long it may take a thread to attach a source of which it has told, in µs. */
#define LS_ATTACHING_TAKES 50000

void     ls_world_apply_sources (LsWorld       *self,
                                const LsRecord *record);
gboolean ls_source_precedes    (const LsSourceState *self,
                                const LsSourceState *other);
LsIteration ls_world_get_iteration (const LsWorld       *self,
                                const LsSourceState *source,
                                guint64              time);
void     ls_world_init         (LsWorld        *self,
                                LsTextTable    *texts,
                                gsize          *account);
void     ls_world_init_copy    (LsWorld        *self,
                                const LsWorld  *other);
void     ls_world_clear        (LsWorld        *self);
gsize    ls_world_get_bytes    (const LsWorld  *self);
void     ls_world_reset_ranks  (LsWorld        *self);
void     ls_world_get_extent   (const LsWorld  *self,
                                LsWorldExtent  *extent);
void     ls_world_forget       (LsWorld             *self,
                                gsize                start,
                                guint64              time,
                                const LsWorldExtent *extent,
                                LsWorldForgotten    *forgotten);
void     ls_world_clear_forgotten (const LsWorld    *self,
                                   LsWorldForgotten *forgotten);

void     ls_world_apply        (LsWorld        *self,
                                const LsRecord *records,
                                gsize           n_records);
void     ls_world_apply_loop   (LsWorld        *self,
                                const LsRecord *record);
gboolean ls_world_apply_signal (LsWorld        *self,
                                const LsRecord *record);
void     ls_world_apply_agent  (LsWorld        *self,
                                const LsRecord *record);
void     ls_world_note_turn    (LsWorld        *self,
                                gboolean        begins,
                                guint64         time);
void     ls_world_show_agent   (LsWorld        *self,
                                guint32         agent);
guint32  ls_world_find_cell    (const LsWorld  *self,
                                guint32         memory,
                                guint32         byte_index);

/* Lists of tasks and queues. */
void     ls_world_unlink_task        (LsWorld     *self,
                                      LsTaskState *task);
void     ls_world_link_scheduler_task (LsWorld    *self,
                                      LsTaskState *task,
                                      guint32      queue);
void     ls_world_link_loop_task     (LsWorld     *self,
                                      LsTaskState *task,
                                      LsWorkQueueKind kind);
void     ls_world_link_delayed_task  (LsWorld     *self,
                                      LsTaskState *task);
void     ls_world_reload_queue       (LsWorld     *self,
                                      guint        queue_type);
void     ls_world_update_queue       (LsWorld      *self,
                                      LsQueueState *queue);
void     ls_world_sort_delayed_queue (LsWorld     *self,
                                      guint        queue_type);
void     ls_world_sort_all_delayed   (LsWorld     *self);

/* Delays. */
void     ls_world_add_delay          (LsWorld       *self,
                                      LsTaskState   *task);
void     ls_world_remove_delay       (LsWorld       *self,
                                      LsTaskState   *task);
int      ls_delay_compare            (gconstpointer  a,
                                      gconstpointer  b);
guint64  ls_world_get_next_due       (const LsWorld *self,
                                      gboolean       foreseen,
                                      guint64        from);
GArray  *ls_world_list_due           (const LsWorld *self,
                                      guint64        time);

static inline const LsTaskState *
ls_world_peek_task (const LsWorld *self,
                    guint32        id)
{
  return ls_cow_table_peek (&self->tasks, id);
}

/* Of a delayed task. */
static inline const LsDelay *
ls_world_peek_delay (const LsWorld     *self,
                     const LsTaskState *task)
{
  return ls_cow_table_peek (&self->delays, task->delay_index);
}

static inline LsTaskState *
ls_world_edit_task (LsWorld *self,
                    guint32  id)
{
  return ls_cow_table_edit (&self->tasks, id);
}

/* Notes the enqueue order of a task, and that it was given. */
static inline void
ls_world_set_order (LsWorld     *self,
                    LsTaskState *task,
                    guint32      order)
{
  task->enqueue_order = order;
  self->loop.last_order = MAX (self->loop.last_order, order);
}

static inline LsQueueState *
ls_world_edit_queue (LsWorld *self,
                     guint32  id)
{
  return ls_cow_table_edit (&self->queues, id);
}

static inline gboolean
ls_world_accepts_id (const LsWorld *self,
                     guint32        id)
{
  return id != 0 && id <= self->position + LS_WORLD_ID_SLACK;
}

G_END_DECLS
