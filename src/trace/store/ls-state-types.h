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
 * @LS_TASK_STATUS_NONE: not posted yet at this position
 * @LS_TASK_STATUS_POSTED: between its posting and its queueing
 * @LS_TASK_STATUS_DELAYED: in a delayed incoming queue
 * @LS_TASK_STATUS_QUEUED: in a scheduler task queue, or in immediate work or delayed work of a loop queue
 * @LS_TASK_STATUS_INCOMING: in an immediate incoming queue
 * @LS_TASK_STATUS_RUNNING: selected; its turn has not ended
 * @LS_TASK_STATUS_FINISHED: its turn has ended
 * @LS_TASK_STATUS_REMOVED: aborted, cleared or cancelled before it ran
 *
 * Where a task is.
 */
typedef enum
{
  LS_TASK_STATUS_NONE = 0,
  LS_TASK_STATUS_POSTED,
  LS_TASK_STATUS_DELAYED,
  LS_TASK_STATUS_QUEUED,
  LS_TASK_STATUS_INCOMING,
  LS_TASK_STATUS_RUNNING,
  LS_TASK_STATUS_FINISHED,
  LS_TASK_STATUS_REMOVED
} LsTaskStatus;

#define LS_TYPE_TASK_STATE (ls_task_state_get_type ())

/**
 * LsTaskState:
 * @id: its number
 * @status: [enum@TaskStatus]
 * @priority: [enum@TaskPriority] that was named when it was posted, or of its queue when it ran; none if from its signal
 * @queue_type: [enum@QueueType]
 * @work_queue: [enum@WorkQueueKind] while it is in a queue of the loop
 * @is_continuation: `yield()` made it
 * @threw: its callback has thrown
 * @discrete: it is a discrete input event, such as a click
 * @is_timer: a timer fires in it
 * @name: text of the trace: its name
 * @queue: its scheduler task queue, or 0
 * @enqueue_order: its place among all queued tasks of the loop: lower is older
 * @signal: its abort source, or 0
 * @priority_source: the signal whose priority it has, or 0; set once it has started
 * @timer: its timer, or 0
 * @posted_by: the task that was running when it was posted, or 0
 * @turn: the turn in which it ran, or 0
 * @next: the next task in its queue, or 0
 * @previous: the one before it, or 0
 * @next_delayed: the next of all delayed tasks, or 0
 * @previous_delayed: the one before it, or 0
 * @removed_by: the signal whose abort removed it, or 0
 * @posted_at: when it was posted, in µs
 * @due_at: when its delay ends, in µs; %LS_TIME_NEVER if it is not delayed
 * @queued_at: when it could run first, in µs; %LS_TIME_NEVER if not yet
 * @started_at: when it started, in µs; %LS_TIME_NEVER if not yet
 * @finished_at: when it finished or was removed, in µs; %LS_TIME_NEVER if not yet
 * @posted_record: position at which it was posted; %G_MAXUINT64 if none
 * @started_record: position at which it started; %G_MAXUINT64 if none
 * @delay: the delay in ms that `postTask()` asked for
 * @agent: the agent whose loop it is of; 1 where there is but one
 * @is_scheduler_task: `postTask()` or `yield()` made it, not the loop
 * @is_raised: a task of higher priority awaits its result, and it has that one's priority
 * @raised_from: [enum@TaskPriority] of its own, if it is raised
 * @raised_to: [enum@TaskPriority] that it has instead, if it is raised
 * @raised_by: the task that awaits it, or 0
 * @origin: text of the trace: the function that has posted it from another thread; 0 if its poster says that
 * @origin_thread: text of the trace: that thread, or 0
 * @source: the source that waits for its dispatch in a GLib program, or 0
 * @awaits_event: it is ready, or was, when a descriptor is or something of its own happens, not at a time
 * @is_wait_unknown: that may have happened before @queued_at
 *
 * A task at a position. Plain data, owned by the state: valid until it seeks.
 *
 * A task is in at most one queue, whose tasks are linked by @next and @previous. While it is delayed it is in the list
 * of ls_state_get_delayed_tasks() as well, which is linked by @next_delayed and @previous_delayed.
 */
typedef struct
{
  guint32      id;
  guint8       status;
  guint8       priority;
  guint8       queue_type;
  guint8       work_queue;
  guint8       is_continuation;
  guint8       threw;
  guint8       discrete;
  guint8       is_timer;
  guint32      name;
  guint32      queue;
  guint32      enqueue_order;
  guint32      signal;
  guint32      priority_source;
  guint32      timer;
  guint32      posted_by;
  guint32      turn;
  guint32      next, previous;
  guint32      next_delayed, previous_delayed;
  guint32      removed_by;
  guint64      posted_at;
  guint64      due_at;
  guint64      queued_at, started_at, finished_at;
  guint64      posted_record;
  guint64      started_record;
  guint32      delay;
  guint32      agent;
  guint8       is_scheduler_task;
  guint8       is_raised;
  guint8       raised_from, raised_to;
  guint32      raised_by;
  guint32      origin, origin_thread;
  guint32      source;
  guint8       awaits_event;
  guint8       is_wait_unknown;
  /*< private >*/
  guint8       place;
  guint8       keeps_place;
  guint8       is_idle_callback;
  guint32      delay_index;
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

#define LS_TYPE_TASK_PLACE (ls_task_place_get_type ())
LS_AVAILABLE_IN_1_0
GType ls_task_place_get_type (void);

#define LS_TYPE_TASK_LIST (ls_task_list_get_type ())

/**
 * LsTaskList:
 * @first: the first task, or 0
 * @last: the last task, or 0
 * @length: how many there are
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
 * @id: its number
 * @scheduler: the number of its scheduler
 * @signal: the signal whose priority it follows; 0: a static queue
 * @priority: [enum@TaskPriority]
 * @is_continuation: it is one of continuations of `yield()`
 * @exists: it is in its scheduler's map
 * @effective_priority: 0 to 5: higher is served first (§2.4)
 * @tasks: its tasks in enqueue order
 * @first_order: the enqueue order of the first of them, if there is one
 * @is_runnable: it exists and has tasks
 * @next_runnable: the next runnable queue of the same effective priority, in no order; or 0
 * @previous_runnable: the one before it, or 0
 * @agent: the agent whose loop it is of
 *
 * A scheduler task queue at a position.
 */
typedef struct
{
  guint32    id;
  guint32    scheduler;
  guint32    signal;
  guint8     priority;
  guint8     is_continuation;
  guint8     exists;
  guint8     effective_priority;
  LsTaskList tasks;
  guint32    first_order;
  guint8     is_runnable;
  guint32    next_runnable, previous_runnable;
  guint32    agent;
} LsQueueState;

#define LS_TYPE_SIGNAL_STATE (ls_signal_state_get_type ())

/**
 * LsSignalState:
 * @id: its number
 * @name: text of the trace: its name
 * @flags: [flags@RecordFlags] of its record %LS_RECORD_SIGNAL_CREATED
 * @exists: it was made, and is not finalized
 * @priority: [enum@TaskPriority]; none for a plain AbortSignal
 * @previous_priority: the one before the last change, or none
 * @aborted: it is aborted
 * @dispatching: an event is being dispatched at it now
 * @reason: text of the trace: why it was aborted
 * @source: the signal whose priority it follows, or 0
 * @n_abort_sources: how many signals ls_state_get_abort_sources() returns for it
 * @n_listeners: how many listeners it has, of all types of events
 * @created_record: position at which it was made; %G_MAXUINT64 if none
 * @aborted_record: position at which it was aborted; %G_MAXUINT64 if none
 * @priority_record: position at which its priority changed last; %G_MAXUINT64 if none
 * @aborted_by: the signal that it followed when it was aborted, or 0
 * @agent: the agent that made it; 1 where there is but one
 *
 * An AbortSignal or TaskSignal at a position.
 */
typedef struct
{
  guint32 id;
  guint32 name;
  guint8  flags;
  guint8  exists;
  guint8  priority;
  guint8  previous_priority;
  guint8  aborted;
  guint8  dispatching;
  guint32 reason;
  guint32 source;
  guint32 n_abort_sources;
  guint32 n_listeners;
  guint64 created_record, aborted_record, priority_record;
  guint32 aborted_by;
  guint32 agent;
  /*< private >*/
  guint32 first_source, last_source;
  guint32 listener_types[2], listener_counts[2];
} LsSignalState;

#define LS_TYPE_MICROTASK_STATE (ls_microtask_state_get_type ())

/**
 * LsMicrotaskState:
 * @id: its number
 * @name: text of the trace: its name
 * @promise: the promise whose reaction it is, or 0
 * @kind: [enum@MicrotaskKind]
 * @status: [enum@TaskStatus]: queued, running or finished
 * @next: the next one in the microtask queue, or 0
 * @previous: the one before it, or 0
 * @queued_record: position at which it was queued
 * @agent: the agent whose loop it is of
 *
 * A microtask at a position.
 */
typedef struct
{
  guint32 id;
  guint32 name;
  guint32 promise;
  guint8  kind;
  guint8  status;
  guint32 next, previous;
  guint64 queued_record;
  guint32 agent;
} LsMicrotaskState;

#define LS_TYPE_TIMER_STATE (ls_timer_state_get_type ())

/**
 * LsTimerState:
 * @id: its number
 * @task: the task that is to fire it next
 * @name: text of the trace: its name
 * @timeout: its timeout in ms, after the clamp
 * @nesting_level: how many timers set each other before it
 * @repeating: it fires again and again
 * @clamped: its timeout was raised, because of its nesting level
 * @active: it is to fire
 *
 * A timer at a position.
 */
typedef struct
{
  guint32 id;
  guint32 task;
  guint32 name;
  guint32 timeout;
  guint8  nesting_level;
  guint8  repeating;
  guint8  clamped;
  guint8  active;
} LsTimerState;

#define LS_TYPE_SOURCE_STATE (ls_source_state_get_type ())

/**
 * LsSourceState:
 * @id: its number
 * @name: text of the trace: its name
 * @priority: its GLib priority: a lower number is served first
 * @interval: its interval in ms, or 0
 * @agent: the agent whose loop it is attached to
 * @attached_at: when it was attached, in µs; no later than that where it was found
 * @sort: [enum@SourceSort]
 * @exists: it is attached, and not destroyed
 * @is_found: it was attached at some time before
 * @is_from_outside: perhaps another thread attached it: then the time is a little uncertain
 *
 * A source of a GLib program at a position.
 */
typedef struct
{
  guint32 id;
  guint32 name;
  gint32  priority;
  guint32 interval;
  guint32 agent;
  guint64 attached_at;
  guint8  sort;
  guint8  exists;
  guint8  is_found;
  guint8  is_from_outside;
} LsSourceState;

/**
 * LsLoopQueueState.work_queues: (skip)
 *
 * Its four work queues, by [enum@WorkQueueKind]; that of delayed incoming tasks by due time. Other languages get them from
 * [method@LoopQueueState.dup_work_queue].
 */

#define LS_TYPE_LOOP_QUEUE_STATE (ls_loop_queue_state_get_type ())

/**
 * LsLoopQueueState:
 * @type: [enum@QueueType]
 * @boosted_rank: the rank that it was raised to; 255 if it has that of the table
 * @starved_ms: how long its oldest task had waited when it was raised
 * @work_queues: its four work queues, by [enum@WorkQueueKind]; that of delayed incoming tasks by due time
 *
 * A task queue of the loop at a position, with its four work queues.
 */
typedef struct
{
  guint8     type;
  guint8     boosted_rank;
  guint32    starved_ms;
  LsTaskList work_queues[LS_N_WORK_QUEUES];
} LsLoopQueueState;

#define LS_TYPE_AGENT_TRACE_STATE (ls_agent_trace_state_get_type ())

/**
 * LsAgentTraceState:
 * @id: its number
 * @name: text of the trace: its name
 * @creator: the agent that made it, or 0
 * @can_block: whether it may wait in `Atomics.wait()`
 * @state: [enum@AgentState]
 * @has_returned: its function has returned: it runs the tasks of its loop
 * @in_turn: it has begun one of them
 * @memory: the block of shared memory where it waits; 0 if it does not
 * @byte_index: the place in that block
 * @waiter: the waiter as which it is suspended, or 0
 * @n_operations: how many operations on memory, notifications and waits it has done
 * @since: since when it is in this state, in µs
 * @created_record: position of the record that it is new; %G_MAXUINT64 if none
 * @run_record: position at which it got the baton last; %G_MAXUINT64 if none
 * @operation_record: position of its last operation; %G_MAXUINT64 if none
 *
 * An agent at a position. There are none in a run without a second one.
 */
typedef struct
{
  guint32 id;
  guint32 name;
  guint32 creator;
  guint8  can_block;
  guint8  state;
  guint8  has_returned;
  guint8  in_turn;
  guint32 memory;
  guint32 byte_index;
  guint32 waiter;
  guint32 n_operations;
  guint64 since;
  guint64 created_record;
  guint64 run_record;
  guint64 operation_record;
} LsAgentTraceState;

#define LS_TYPE_MEMORY_STATE (ls_memory_state_get_type ())

/**
 * LsMemoryState:
 * @id: its number
 * @name: text of the trace: its name
 * @length: its length in bytes (saturated)
 * @n_cells: how many of its elements were used
 *
 * A block of shared memory at a position.
 */
typedef struct
{
  guint32 id;
  guint32 name;
  guint32 length;
  guint32 n_cells;
  /*< private >*/
  guint8  element_size;
  guint8  is_mixed;
} LsMemoryState;

#define LS_TYPE_CELL_STATE (ls_cell_state_get_type ())

/**
 * LsCellState:
 * @memory: the block of shared memory
 * @byte_index: where it is in the block
 * @type: [enum@ElementType] with which it was used last
 * @is_known: an operation has told its value; else it is what memory begins with
 * @is_lock: a lock of the library has been used here
 * @lock_owner: the agent that holds a lock of the library here, or 0
 * @value: its value; of a BigUint64 the bits
 * @writer: the agent that wrote it last, or 0
 * @n_waiting: how many wait here
 * @first_waiter: the one that waits longest, or 0
 * @last_waiter: the one that came last, or 0
 * @written_record: position at which it was written last; %G_MAXUINT64 if none
 * @used_record: position of the last operation on it
 *
 * An element of shared memory that somebody has used, at a position.
 */
typedef struct
{
  guint32     memory;
  guint32     byte_index;
  guint8      type;
  guint8      is_known;
  guint8      is_lock;
  guint32     lock_owner;
  gint64      value;
  guint32     writer;
  guint32     n_waiting;
  guint32     first_waiter, last_waiter;
  guint64     written_record;
  guint64     used_record;
  /*< private >*/
  guint64     key;
  guint32     left, right;
} LsCellState;

#define LS_TYPE_WAITER_STATE (ls_waiter_state_get_type ())

/**
 * LsWaiterState:
 * @id: its number
 * @agent: the agent that waits
 * @memory: the block of shared memory
 * @byte_index: the place in it
 * @timeout: text of the trace: for how long at most, such as "10 ms"; 0 for no limit
 * @is_async: a promise waits, not the agent
 * @is_waiting: it still waits
 * @ending: once it does not: 0 notified, 1 its time was over, 2 its agent has ended
 * @next: the next one at the place, or 0
 * @previous: the one before it, or 0
 * @since: when it began to wait, in µs
 * @added_record: position at which it began to wait
 *
 * One who waits, or waited, at a place in shared memory.
 */
typedef struct
{
  guint32 id;
  guint32 agent;
  guint32 memory;
  guint32 byte_index;
  guint32 timeout;
  guint8  is_async;
  guint8  is_waiting;
  guint8  ending;
  guint32 next, previous;
  guint64 since;
  guint64 added_record;
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
LsLoopQueueState *ls_loop_queue_state_new      (void);
LS_AVAILABLE_IN_1_0
LsTaskList *ls_loop_queue_state_dup_work_queue (const LsLoopQueueState *self,
                                                LsWorkQueueKind         kind);
LS_AVAILABLE_IN_1_0
GType ls_agent_trace_state_get_type (void);
LS_AVAILABLE_IN_1_0
GType ls_memory_state_get_type      (void);
LS_AVAILABLE_IN_1_0
GType ls_cell_state_get_type        (void);
LS_AVAILABLE_IN_1_0
GType ls_waiter_state_get_type      (void);

G_END_DECLS
