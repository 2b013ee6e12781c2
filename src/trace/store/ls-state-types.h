/* ls-state-types.h: what a state says of tasks, queues, signals, agents and shared memory
 *
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */

#pragma once

#include <glib-object.h>

#include "ls-record.h"
#include "ls-types.h"

G_BEGIN_DECLS

/**
 * LsTaskStatus:
 *
 * Where a task is.
 */
typedef enum
{
  LS_TASK_STATUS_NONE = 0,       /* not posted yet at this position */
  LS_TASK_STATUS_POSTED,         /* between its posting and its queueing */
  LS_TASK_STATUS_DELAYED,        /* in a delayed incoming queue */
  LS_TASK_STATUS_QUEUED,         /* in a scheduler task queue, or in immediate work or delayed work of a loop queue */
  LS_TASK_STATUS_INCOMING,       /* in an immediate incoming queue */
  LS_TASK_STATUS_RUNNING,        /* selected; its turn has not ended */
  LS_TASK_STATUS_FINISHED,
  LS_TASK_STATUS_REMOVED         /* aborted, cleared or cancelled before it ran */
} LsTaskStatus;

#define LS_TYPE_TASK_STATE (ls_task_state_get_type ())

/**
 * LsTaskState:
 *
 * A task at a position. Plain data, owned by the state: valid until it seeks.
 *
 * A task is in at most one queue, whose tasks are linked by @next and @previous. While it is delayed it is in the list
 * of ls_state_get_delayed_tasks() as well, which is linked by @next_delayed and @previous_delayed.
 */
typedef struct
{
  guint32      id;
  guint8       status;              /* LsTaskStatus */
  guint8       priority;            /* LsTaskPriority named at posting, or of the queue when it ran; NONE if from signal */
  guint8       queue_type;          /* LsQueueType */
  guint8       work_queue;          /* LsWorkQueueKind while queued in a queue of the loop */
  guint8       is_continuation;
  guint8       threw;
  guint8       discrete;
  guint8       is_timer;
  guint32      name;                /* text */
  guint32      queue;               /* scheduler task queue or 0 */
  guint32      enqueue_order;
  guint32      signal;              /* abort source or 0 */
  guint32      priority_source;     /* set once it has started */
  guint32      timer;               /* timer or 0 */
  guint32      posted_by;           /* task that was running when it was posted, or 0 */
  guint32      turn;                /* the turn in which it ran, or 0 */
  guint32      next, previous;      /* in the queue it is in */
  guint32      next_delayed, previous_delayed;   /* among all delayed tasks */
  guint32      removed_by;          /* signal whose abort removed it, or 0 */
  guint64      posted_at;           /* µs */
  guint64      due_at;              /* µs, LS_TIME_NEVER if not delayed */
  guint64      queued_at, started_at, finished_at;   /* µs, LS_TIME_NEVER if not yet; finished: or removed */
  guint64      posted_record;       /* positions of the records that say so; G_MAXUINT64 if none */
  guint64      started_record;
  guint32      delay;               /* ms, as asked for by postTask() */
  guint32      agent;               /* whose loop it is of; 1 where there is but one */
  guint8       is_scheduler_task;   /* postTask() or yield() made it, not the loop */
  guint8       is_raised;           /* a task of higher priority awaits its result, and it has that one's priority */
  guint8       raised_from, raised_to; /* LsTaskPriority: its own, and the one that it has instead; if it is raised */
  guint32      raised_by;           /* the task that awaits it, or 0 */
  guint32      origin, origin_thread; /* texts: which function has posted it in which thread; 0 if its poster says that */
  guint32      source;              /* that waits for its dispatch in a GLib program, or 0 */
  guint8       awaits_event;        /* it is ready, or was, when a descriptor is or something of its own happens, not at a time */
  guint8       is_wait_unknown;     /* that may have happened before @queued_at */
  guint8       place;               /*< private >*/
  guint8       keeps_place;         /*< private >*/
  guint8       is_idle_callback;    /*< private >*/
  guint32      delay_order;         /*< private >*/
} LsTaskState;

/**
 * LsTaskPlace:
 * @place: "url:line:column"
 * @function: (nullable): the function that has posted the task; %NULL where it has no name
 * @callers: (nullable): it and its callers, each with its place in a line of its own; %NULL where they are not recorded
 *
 * Where in the scripts of a page a task was posted. The texts are the trace's.
 */
typedef struct
{
  const char *place, *function, *callers;
} LsTaskPlace;

#define LS_TYPE_TASK_LIST (ls_task_list_get_type ())

/**
 * LsTaskList:
 *
 * The tasks of a queue in order, linked through LsTaskState.next (all delayed ones: LsTaskState.next_delayed).
 */
typedef struct
{
  guint32 first, last, length;
} LsTaskList;

/**
 * LS_STATE_MAX_OLDEST_QUEUES:
 *
 * How many queues ls_state_find_oldest_queues() finds at most.
 */
#define LS_STATE_MAX_OLDEST_QUEUES 32

#define LS_TYPE_QUEUE_STATE (ls_queue_state_get_type ())

/**
 * LsQueueState:
 *
 * A scheduler task queue at a position.
 */
typedef struct
{
  guint32    id;
  guint32    scheduler;
  guint32    signal;          /* 0 = static */
  guint8     priority;
  guint8     is_continuation;
  guint8     exists;          /* in its scheduler's map */
  guint8     effective_priority;
  LsTaskList tasks;           /* in enqueue order */
  guint32    first_order;     /* the enqueue order of the first of them, if there is one */
  guint8     is_runnable;     /* exists and has tasks */
  guint32    next_runnable, previous_runnable;   /* of the same effective priority, in no order */
  guint32    agent;           /* whose loop it is of */
} LsQueueState;

#define LS_TYPE_SIGNAL_STATE (ls_signal_state_get_type ())

/**
 * LsSignalState:
 *
 * An AbortSignal or TaskSignal at a position.
 */
typedef struct
{
  guint32 id;
  guint32 name;               /* text */
  guint8  flags;              /* LsRecordFlags of its SIGNAL_CREATED record */
  guint8  exists;             /* created, not finalized */
  guint8  priority;           /* LS_TASK_PRIORITY_NONE for a plain AbortSignal */
  guint8  previous_priority;  /* before the last change, or NONE */
  guint8  aborted;
  guint8  dispatching;        /* an event is being dispatched at it now */
  guint32 reason;             /* text */
  guint32 source;             /* priority source signal or 0 */
  guint32 n_abort_sources;    /* see ls_state_get_abort_sources() */
  guint32 n_listeners;        /* of all event types */
  guint64 created_record, aborted_record, priority_record; /* positions, G_MAXUINT64 if none */
  guint32 aborted_by;         /* the signal that it followed when it was aborted, or 0 */
  guint32 agent;              /* that it was made by; 1 where there is but one */
  /*< private >*/
  guint32 first_source, last_source;
  guint32 listener_types[2], listener_counts[2];
} LsSignalState;

#define LS_TYPE_MICROTASK_STATE (ls_microtask_state_get_type ())

/**
 * LsMicrotaskState:
 *
 * A microtask at a position.
 */
typedef struct
{
  guint32 id;
  guint32 name;               /* text */
  guint32 promise;
  guint8  kind;               /* LsMicrotaskKind */
  guint8  status;             /* LsTaskStatus: QUEUED, RUNNING, FINISHED */
  guint32 next, previous;     /* in the microtask queue */
  guint64 queued_record;
  guint32 agent;              /* whose loop it is of */
} LsMicrotaskState;

#define LS_TYPE_TIMER_STATE (ls_timer_state_get_type ())

/**
 * LsTimerState:
 *
 * A timer at a position.
 */
typedef struct
{
  guint32 id;
  guint32 task;               /* the task that is to fire it next */
  guint32 name;               /* text */
  guint32 timeout;            /* ms, after the clamp */
  guint8  nesting_level;
  guint8  repeating;
  guint8  clamped;
  guint8  active;
} LsTimerState;

#define LS_TYPE_SOURCE_STATE (ls_source_state_get_type ())

/**
 * LsSourceState:
 *
 * A source of a GLib program at a position.
 */
typedef struct
{
  guint32 id;
  guint32 name;               /* text */
  gint32  priority;           /* GLib's: a lower number is served first */
  guint32 interval;           /* ms, or 0 */
  guint32 agent;              /* whose loop it is attached to */
  guint64 attached_at;        /* µs: then, and no later where it was found */
  guint8  sort;               /* LsSourceSort */
  guint8  exists;             /* attached, not destroyed */
  guint8  is_found;           /* it was attached at some time before */
  guint8  is_from_outside;    /* perhaps another thread attached it: then the time is a little uncertain */
} LsSourceState;

#define LS_TYPE_LOOP_QUEUE_STATE (ls_loop_queue_state_get_type ())

/**
 * LsLoopQueueState:
 *
 * A task queue of the loop at a position, with its four work queues.
 */
typedef struct
{
  guint8     type;            /* LsQueueType */
  guint8     boosted_rank;    /* rank from QUEUE_STARVED, 255 if the table's */
  guint32    starved_ms;
  LsTaskList work_queues[LS_N_WORK_QUEUES];   /* delayed incoming: by due time */
} LsLoopQueueState;

#define LS_TYPE_AGENT_TRACE_STATE (ls_agent_trace_state_get_type ())

/**
 * LsAgentTraceState:
 *
 * An agent at a position. There are none in a run without a second one.
 */
typedef struct
{
  guint32 id;
  guint32 name;               /* text */
  guint32 creator;            /* agent or 0 */
  guint8  can_block;
  guint8  state;              /* LsAgentState */
  guint8  has_returned;       /* its function: it runs the tasks of its loop */
  guint8  in_turn;            /* it has begun one of them */
  guint32 memory;             /* where it waits; 0 if it does not */
  guint32 byte_index;
  guint32 waiter;             /* as which it is suspended, or 0 */
  guint32 n_operations;       /* on memory, notifications and waits */
  guint64 since;              /* µs: since when it is in this state */
  guint64 created_record;     /* positions of the records that say so; G_MAXUINT64 if none */
  guint64 run_record;         /* when it got the baton last */
  guint64 operation_record;   /* its last operation */
} LsAgentTraceState;

#define LS_TYPE_MEMORY_STATE (ls_memory_state_get_type ())

/**
 * LsMemoryState:
 *
 * A block of shared memory at a position.
 */
typedef struct
{
  guint32 id;
  guint32 name;               /* text */
  guint32 length;             /* bytes, saturated */
  guint32 n_cells;
  /*< private >*/
  guint8  element_size;       /* of all its cells; 0 before the first */
  guint8  is_mixed;           /* they have different sizes */
} LsMemoryState;

#define LS_TYPE_CELL_STATE (ls_cell_state_get_type ())

/**
 * LsCellState:
 *
 * An element of shared memory that somebody has used, at a position.
 */
typedef struct
{
  guint32     memory;
  guint32     byte_index;
  guint8      type;             /* LsElementType with which it was used last */
  guint8      is_known;         /* an operation has told its value; else it is what memory begins with */
  guint8      is_lock;          /* a lock of the library has been used here */
  guint32     lock_owner;       /* agent that holds a lock of the library here, or 0 */
  gint64      value;            /* bits of a BigUint64 */
  guint32     writer;           /* agent, or 0 */
  guint32     n_waiting;        /* how many wait here */
  guint32     first_waiter, last_waiter;
  guint64     written_record;   /* position, G_MAXUINT64 if none */
  guint64     used_record;      /* the last operation here */
  /*< private >*/
  guint64     key;
  guint32     left, right;
} LsCellState;

#define LS_TYPE_WAITER_STATE (ls_waiter_state_get_type ())

/**
 * LsWaiterState:
 *
 * One who waits, or waited, at a place in shared memory.
 */
typedef struct
{
  guint32 id;
  guint32 agent;
  guint32 memory;
  guint32 byte_index;
  guint32 timeout;            /* text, such as "10 ms", 0 for none */
  guint8  is_async;           /* a promise waits, not the agent */
  guint8  is_waiting;
  guint8  ending;             /* once it does not: 0 notified, 1 its time was over, 2 its agent has ended */
  guint32 next, previous;     /* at the place */
  guint64 since;              /* µs */
  guint64 added_record;       /* position */
} LsWaiterState;

LS_AVAILABLE_IN_1_0
GType ls_task_state_get_type        (void);
LS_AVAILABLE_IN_1_0
GType ls_task_list_get_type         (void);
LS_AVAILABLE_IN_1_0
GType ls_queue_state_get_type       (void);
LS_AVAILABLE_IN_1_0
GType ls_signal_state_get_type      (void);
LS_AVAILABLE_IN_1_0
GType ls_microtask_state_get_type   (void);
LS_AVAILABLE_IN_1_0
GType ls_timer_state_get_type       (void);
LS_AVAILABLE_IN_1_0
GType ls_source_state_get_type      (void);
LS_AVAILABLE_IN_1_0
GType ls_loop_queue_state_get_type  (void);
LS_AVAILABLE_IN_1_0
GType ls_agent_trace_state_get_type (void);
LS_AVAILABLE_IN_1_0
GType ls_memory_state_get_type      (void);
LS_AVAILABLE_IN_1_0
GType ls_cell_state_get_type        (void);
LS_AVAILABLE_IN_1_0
GType ls_waiter_state_get_type      (void);

G_END_DECLS
