/* ls-record.h: what an engine reports, one record for each thing that happens
 *
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */

#pragma once

#include <glib-object.h>

#include "ls-clause.h"
#include "ls-types.h"

G_BEGIN_DECLS

/**
 * LsRecordKind:
 * @LS_RECORD_NONE: no record
 * @LS_RECORD_LOOP_STARTED: text = the preset's name, value = [enum@Edition], level = [enum@ClockKind], object =
 *   [flags@Experiments] that are on; flags: RECORDED (a recording tells what a loop did: no engine ran it)
 * @LS_RECORD_PRESET_QUEUE: a row of the preset's table; the loop reports it when it starts. queue, level = rank (0 is served
 *   first), text = the rank's name
 * @LS_RECORD_PRESET_PRIORITY: another row of that table. value = effective priority (0 to 5), level = rank, text = the rank's
 *   name
 * @LS_RECORD_PRESET_RULE: a rule of the preset that depends on earlier choices; the loop reports the rules that the preset has.
 *   subject = [enum@PresetRule], value = the rule's number, text = the rule's name
 * @LS_RECORD_SCHEDULER_CREATED: subject = scheduler, text = name
 * @LS_RECORD_TASK_POSTED: the program called postTask() or yield(). subject = task, object = abort source (signal), value = delay
 *   in ms (saturated), text = name, priority = the fixed priority if the options name one or a delayed wait() inherits one, else
 *   none; level = 1: the program asked for a delay of less than 1 ms, which became 0; flags: CONTINUATION, OUTSIDE. The poster is
 *   the task that runs then, unless the flags have OUTSIDE: it is not known, or not a task of the loop.
 * @LS_RECORD_TASK_QUEUED: a scheduler task entered its queue. subject = task, object = scheduler task queue,
 *   value = enqueue order, text = name, priority, queue = WEB_SCHEDULING; flags: CONTINUATION
 * @LS_RECORD_TASK_INCOMING: a task of the loop entered an immediate incoming queue. subject = task, value = enqueue
 *   order, object = the source of a GLib program that waits, or 0, text = name, queue; flags: DISCRETE, OUTSIDE
 * @LS_RECORD_TASK_DELAYED: a task entered a delayed incoming queue. subject = task, object = timer or 0, in a queue
 *   of sources the source that waits, value = delay in µs (saturated: %G_MAXUINT32 is "at least that long"), text = name, queue;
 *   flags: CONTINUATION never, TIMER if a timer's, OUTSIDE, EVENT (a source that waits for a descriptor or for something of its
 *   own: nobody knows when that comes, and value is %G_MAXUINT32)
 * @LS_RECORD_TASK_DUE: the delay of a task is over. subject = task, value = enqueue order (0 for a scheduler task, whose
 *   TASK_QUEUED record has it), queue. A task of the loop is now in delayed work. What a source has waited for has come; with the
 *   clause %LS_CLAUSE_INFERRED_DUE it may have come before, and only now somebody has looked
 * @LS_RECORD_QUEUE_RELOADED: an empty immediate work queue took over the whole incoming queue. value = tasks, queue
 * @LS_RECORD_TASK_SELECTED: a turn begins with this task, which leaves its queue. subject = task, object = scheduler task queue
 *   or 0, value = turn (from 1), queue, level = the rank in the preset's table at which the loop took it, priority = the queue's
 *   at that moment; flags: CONTINUATION, DELAYED_WORK (from a delayed work queue), STARVATION_GUARD (taken out of order by an
 *   anti-starvation rule), FAIR_TURN (taken by the fair preset's rule), HELD (a page was held before it: it was next when that
 *   began, and only what was done since then would have put another one first)
 * @LS_RECORD_TASK_STARTED: the steps of a task begin. subject = task, object = abort source of the scheduling state set for it
 *   (signal) or 0, value = its priority source (signal) or 0, priority = the priority source's priority or none
 * @LS_RECORD_TASK_FINISHED: the steps of a task are done (its microtasks are not). subject = task; flags: THREW
 * @LS_RECORD_TASK_REMOVED: a queued or delayed task left its queue before it ran. subject = task, object = the signal whose abort
 *   removed it, or 0 (a cleared timer, a cancelled idle callback)
 * @LS_RECORD_TURN_ENDED: the turn's microtasks are done as well, and no other turn follows at once. (If one does, its
 *   TASK_SELECTED record ends the turn.) value = turn. In a recording each turn ends with such a record, and at its time.
 * @LS_RECORD_QUEUE_CREATED: subject = scheduler task queue, object = signal (0 = static), value = scheduler, priority;
 *   flags: CONTINUATION
 * @LS_RECORD_QUEUE_REMOVED: a queue left its map. subject = scheduler task queue
 * @LS_RECORD_QUEUE_PRIORITY: subject = scheduler task queue, priority = the new priority
 * @LS_RECORD_SIGNAL_CREATED: subject = signal, object = priority source signal or 0, text = name, priority (none for a plain
 *   AbortSignal); flags: TASK_SIGNAL, DEPENDENT, FIXED (has fixed priority), CONTROLLER (a controller owns it), INTERNAL (the
 *   engine's own: a fixed priority unabortable task signal; views hide it)
 * @LS_RECORD_SIGNAL_ABORT_SOURCE: subject = dependent signal, object = one signal it depends on for abort
 * @LS_RECORD_SIGNAL_NAMED: subject = signal, text = its new name
 * @LS_RECORD_SIGNAL_PRIORITY: subject = signal, object = the source that it follows, or 0 if the program changed this signal
 *   itself, value = previous priority, priority = new priority
 * @LS_RECORD_SIGNAL_PRIORITY_REFUSED: NotAllowedError. subject = signal, priority = the priority that the program asked for
 * @LS_RECORD_SIGNAL_ABORTED: subject = signal, object = the source it follows, or 0, text = the reason
 * @LS_RECORD_SIGNAL_FINALIZED: the last reference to a signal is gone. subject = signal
 * @LS_RECORD_SIGNAL_LISTENERS: subject = signal, value = how many listeners and handlers it has now, text = event type
 * @LS_RECORD_EVENT_BEGIN: the dispatch of an event begins. subject = signal, text = event type
 * @LS_RECORD_EVENT_END: the dispatch ends. subject = signal, text = event type
 * @LS_RECORD_MICROTASK_QUEUED: subject = microtask, object = promise or 0, value = [enum@MicrotaskKind], text = name
 * @LS_RECORD_MICROTASK_STARTED: subject = microtask, object = abort source of the continuation state it runs with, value = its
 *   priority source, priority = the priority source's priority or none
 * @LS_RECORD_MICROTASK_FINISHED: subject = microtask; flags: THREW
 * @LS_RECORD_PROMISE_CREATED: subject = promise, object = the task whose result it is, or 0, text = name
 * @LS_RECORD_PROMISE_FULFILLED: subject = promise, text = the value
 * @LS_RECORD_PROMISE_REJECTED: subject = promise, text = the reason
 * @LS_RECORD_PROMISE_UNHANDLED: nobody has handled a rejection by the end of the checkpoint. subject = promise, text = the
 *   reason; level = 1: text is a whole message with its place
 * @LS_RECORD_PROMISE_HANDLED: a promise that was reported as unhandled got a handler. subject = promise
 * @LS_RECORD_TIMER_INSTALLED: subject = timer, object = its task, value = timeout in ms after the clamp (saturated),
 *   text = name, level = nesting level, queue; flags: REPEATING, CLAMPED
 * @LS_RECORD_TIMER_FIRED: subject = timer, object = task, level = nesting level
 * @LS_RECORD_TIMER_CLEARED: subject = timer
 * @LS_RECORD_IDLE_REQUESTED: subject = idle callback, object = task, value = timeout in ms or 0, text = name
 * @LS_RECORD_IDLE_FIRED: subject = idle callback, object = task, value = time remaining in ms; flags: TIMED_OUT
 * @LS_RECORD_IDLE_CANCELLED: subject = idle callback
 * @LS_RECORD_QUEUE_STARVED: a queue of the loop changes its rank: its oldest task has waited too long by the preset's table, a
 *   discrete input event raised it, or the reason is over. value = ms waited, queue, level = the rank it has from now on
 * @LS_RECORD_WORK: a callback worked. value = µs (saturated). The record's time is the end of the work. In a recording: text = what
 *   worked: a function, a part of the browser; object = the text of its place, "url:line:column"
 * @LS_RECORD_CLOCK_ADVANCED: nothing was runnable and time went on to the next wake-up, or other loops of the thread ran. value =
 *   µs (saturated). The main loop of a GLib program wakes up: it has slept in poll() for so long, perhaps within a turn
 * @LS_RECORD_STATEMENT: a statement of the program begins. subject = body (the program counts its bodies), object = activation of
 *   the body if it can be suspended (a generator, an async function), else 0; in a program of steps a body and the bodies that it
 *   calls share one activation; each agent counts its own. value = statements so far in this callback (from 1), text = where: a
 *   JSON pointer or "file:line", level = depth of calls; flags: SUSPENDS (an await or yield may come before the next statement of
 *   the activation)
 * @LS_RECORD_LOG: the program printed a text. text, object = the text "file:line" of the call, or 0, level = 0 `console.log()`
 *   and steps, 1 info, 2 warn, 3 error, 4 debug
 * @LS_RECORD_EXCEPTION: the loop reported an exception. text; level = 1: text is a whole message with its place, such as
 *   "main.js:3:7: Uncaught Error: boom"
 * @LS_RECORD_ACTION: an action of the user begins. subject = its index in the session, text = what it does
 * @LS_RECORD_ACTION_FINISHED: the action is done. subject = its index
 * @LS_RECORD_LIMIT: a budget stopped the run. text = which
 * @LS_RECORD_BREAKPOINT: the condition of a breakpoint held. subject = its index, text = where: "file:line:column"
 * @LS_RECORD_TASK_REFUSED: the program called postTask() or yield() with an aborted signal. The engine rejects the promise at
 *   once; the task has a number and never exists. subject = task, object = the signal, text = name; flags: CONTINUATION
 * @LS_RECORD_AGENT_CREATED: a cluster has a new agent. The first agent is reported together with the second. subject = agent,
 *   object = the agent that made it, or 0, text = name, level = 1: it can block. With the clause %LS_CLAUSE_RECORDED, an agent that
 *   is there has another name from here on
 * @LS_RECORD_AGENT_RUN: an agent gets the baton. All records up to the next one of this kind are of this agent; those before the
 *   first one are of agent 1. The cluster reports it where the agent changes or there was a choice. subject = agent, value = how
 *   many choice points there were before (saturated), level = how many agents could have gone on (255: or more); 0: no agent goes
 *   on, but the loop of this one is made, or takes in posted or due tasks. With the clause %LS_CLAUSE_RECORDED there is no baton:
 *   agents run at the same time, each from TASK_SELECTED to TURN_ENDED, and the record only says whose records follow
 * @LS_RECORD_AGENT_STATE: subject = agent, level = [enum@AgentState], object = memory and value = byte index where it waits.
 *   %LS_AGENT_STATE_IDLE: its function has returned, and from here on it runs the tasks of its loop. No record of this kind says
 *   that an agent runs: AGENT_RUN does
 * @LS_RECORD_MEMORY_CREATED: a block of shared memory is new, or has grown. subject = memory, value = bytes (saturated), text =
 *   name
 * @LS_RECORD_ATOMIC_OPERATION: an agent has done an operation on an element. subject = memory, object = byte index, value = the
 *   element afterwards (its low 32 bits; see WIDE), level = [enum@OperationKind], queue = [enum@ElementType], text = the
 *   operation, then ": ", its outcome, and after the last space the element, such as "compareExchange 0 → 1: was 0, is 1"; flags:
 *   WROTE (the agent wrote the element, be it the same value), WIDE (the element does not fit into 32 bits), LOCKED (the agent
 *   got a lock by it), UNLOCKED (the agent released a lock by it). A wait that does not wait is such a record: its outcome is
 *   "not-equal" or "timed-out". An operation without memory has subject = 0, object = the other agent, or 0
 * @LS_RECORD_WAITER_ADDED: an agent begins to wait. subject = waiter, object = memory, value = byte index, level = 1: with a
 *   promise (`Atomics.waitAsync()`), queue = [enum@ElementType], text = the timeout, such as "10 ms", or none
 * @LS_RECORD_WAITER_REMOVED: an agent waits no more. subject = waiter, object = memory, value = byte index, level = 0 another
 *   agent notified it, 1 its time is over, 2 its agent has ended
 * @LS_RECORD_NOTIFY: `Atomics.notify()`. subject = how many waiters it wakes (their WAITER_REMOVED records follow), object =
 *   memory, value = byte index, text = how many it was asked to wake, or none for all; flags: UNLOCKED (the agent handed a lock
 *   over by it)
 * @LS_RECORD_TASK_RAISED: the priority of a task that waits changes, because a task of higher priority awaits its result.
 *   subject = task, object = the scheduler task queue that it moves to, or 0 where it is in none yet, value = the task that awaits
 *   it (0: nobody's priority counts any more, since its own is as high), priority = its new priority, level = its own priority
 * @LS_RECORD_OPTION_UNKNOWN: a script passed an options object with a member that the function does not have, and ignores. text =
 *   the member, object = the text "file:line" of the call, or 0, value = the text of the member that was probably meant, or 0,
 *   level = [enum@OptionsOwner]
 * @LS_RECORD_SOURCE_ATTACHED: a source of a GLib program was attached to the context whose loop the agent is, or has another
 *   priority now, by which it takes its place anew. subject = source, object = its interval in ms or 0, value = its priority (as
 *   a signed number), text = name, queue, level = [enum@SourceSort]; flags: OUTSIDE (as of a task). Its clause is
 *   %LS_CLAUSE_INFERRED_DUE where nobody knows when it was attached, but that it was there by then
 * @LS_RECORD_SOURCE_DESTROYED: subject = source
 * @LS_RECORD_TASK_ORIGIN: what is known of who has posted a task of a GLib program from outside its loop. It follows the record of
 *   the post. subject = task, object = the task that ran there, in another loop, or 0, value = the text that is the name of the
 *   thread, text = the function, or 0
 * @LS_RECORD_FRAME: a window of a GTK program has been painted. subject = frame clock (each agent counts its own), object = µs
 *   between two refreshes of the display, value = µs since the source was due that draws the frame (saturated), 0 where nobody
 *   knows, level = how many refreshes have come and gone since (saturated): frames that were missed
 * @LS_RECORD_TASK_PLACE: where in the scripts of a page that is watched a task was posted. It follows the record of the post.
 *   subject = task, text = the function that has posted it, or 0, object = the text of the place, "url:line:column", value = the
 *   text of its callers, one in each line, or 0
 * @LS_RECORD_TASKS_DEFERRED: the loop defers the tasks of pages until the frame that shows the effect of a discrete input event, or
 *   does so no longer. value = for how long at most in µs, or 0: it is over; subject = the task of the input event, or 0
 *
 * The kind of a record says what its members mean. "subject", "object", "value", "text", "priority", "queue", "level" and flags
 * are the members of [struct@Record]. A member that a kind does not name is 0 (priority: %LS_TASK_PRIORITY_NONE). Identifiers
 * count from 1 within their own kind of thing: tasks (scheduler tasks, timers' tasks, frames … together), scheduler task queues,
 * signals, timers, microtasks, promises, schedulers, idle callbacks, agents, waiters, memory, sources. 0 is "none". The agents of a
 * cluster share these numbers. Turns and enqueue orders are different: each loop counts its own.
 */
typedef enum
{
  LS_RECORD_NONE = 0,
  LS_RECORD_LOOP_STARTED,
  LS_RECORD_PRESET_QUEUE,
  LS_RECORD_PRESET_PRIORITY,
  LS_RECORD_PRESET_RULE,
  LS_RECORD_SCHEDULER_CREATED,
  LS_RECORD_TASK_POSTED,
  LS_RECORD_TASK_QUEUED,
  LS_RECORD_TASK_INCOMING,
  LS_RECORD_TASK_DELAYED,
  LS_RECORD_TASK_DUE,
  LS_RECORD_QUEUE_RELOADED,
  LS_RECORD_TASK_SELECTED,
  LS_RECORD_TASK_STARTED,
  LS_RECORD_TASK_FINISHED,
  LS_RECORD_TASK_REMOVED,
  LS_RECORD_TURN_ENDED,
  LS_RECORD_QUEUE_CREATED,
  LS_RECORD_QUEUE_REMOVED,
  LS_RECORD_QUEUE_PRIORITY,
  LS_RECORD_SIGNAL_CREATED,
  LS_RECORD_SIGNAL_ABORT_SOURCE,
  LS_RECORD_SIGNAL_NAMED,
  LS_RECORD_SIGNAL_PRIORITY,
  LS_RECORD_SIGNAL_PRIORITY_REFUSED,
  LS_RECORD_SIGNAL_ABORTED,
  LS_RECORD_SIGNAL_FINALIZED,
  LS_RECORD_SIGNAL_LISTENERS,
  LS_RECORD_EVENT_BEGIN,
  LS_RECORD_EVENT_END,
  LS_RECORD_MICROTASK_QUEUED,
  LS_RECORD_MICROTASK_STARTED,
  LS_RECORD_MICROTASK_FINISHED,
  LS_RECORD_PROMISE_CREATED,
  LS_RECORD_PROMISE_FULFILLED,
  LS_RECORD_PROMISE_REJECTED,
  LS_RECORD_PROMISE_UNHANDLED,
  LS_RECORD_PROMISE_HANDLED,
  LS_RECORD_TIMER_INSTALLED,
  LS_RECORD_TIMER_FIRED,
  LS_RECORD_TIMER_CLEARED,
  LS_RECORD_IDLE_REQUESTED,
  LS_RECORD_IDLE_FIRED,
  LS_RECORD_IDLE_CANCELLED,
  LS_RECORD_QUEUE_STARVED,
  LS_RECORD_WORK,
  LS_RECORD_CLOCK_ADVANCED,
  LS_RECORD_STATEMENT,
  LS_RECORD_LOG,
  LS_RECORD_EXCEPTION,
  LS_RECORD_ACTION,
  LS_RECORD_ACTION_FINISHED,
  LS_RECORD_LIMIT,
  LS_RECORD_BREAKPOINT,
  LS_RECORD_TASK_REFUSED,
  LS_RECORD_AGENT_CREATED,
  LS_RECORD_AGENT_RUN,
  LS_RECORD_AGENT_STATE,
  LS_RECORD_MEMORY_CREATED,
  LS_RECORD_ATOMIC_OPERATION,
  LS_RECORD_WAITER_ADDED,
  LS_RECORD_WAITER_REMOVED,
  LS_RECORD_NOTIFY,
  LS_RECORD_TASK_RAISED,
  LS_RECORD_OPTION_UNKNOWN,
  LS_RECORD_SOURCE_ATTACHED,
  LS_RECORD_SOURCE_DESTROYED,
  LS_RECORD_TASK_ORIGIN,
  LS_RECORD_FRAME,
  LS_RECORD_TASK_PLACE,
  LS_RECORD_TASKS_DEFERRED
} LsRecordKind;

/**
 * LS_N_RECORD_KINDS:
 *
 * How many values [enum@RecordKind] has.
 */
#define LS_N_RECORD_KINDS (LS_RECORD_TASKS_DEFERRED + 1)

/**
 * LsRecordFlags:
 * @LS_RECORD_FLAG_NONE: no flag
 * @LS_RECORD_FLAG_CONTINUATION: of a task or a queue: of `yield()`, not of `postTask()`
 * @LS_RECORD_FLAG_TASK_SIGNAL: of a signal: it is a TaskSignal
 * @LS_RECORD_FLAG_DEPENDENT: of a signal: it follows others
 * @LS_RECORD_FLAG_FIXED: of a signal: its priority can never change
 * @LS_RECORD_FLAG_CONTROLLER: of a signal: a controller owns it
 * @LS_RECORD_FLAG_INTERNAL: of a signal: the engine made it for itself
 * @LS_RECORD_FLAG_REPEATING: of a timer: `setInterval()`
 * @LS_RECORD_FLAG_CLAMPED: of a timer: its timeout was raised, because timers were nested
 *
 * [enum@RecordKind] says which kinds carry which flags.
 */
typedef enum
{
  LS_RECORD_FLAG_NONE = 0,
  LS_RECORD_FLAG_CONTINUATION = 1 << 0,
  LS_RECORD_FLAG_TASK_SIGNAL = 1 << 1,
  LS_RECORD_FLAG_DEPENDENT = 1 << 2,
  LS_RECORD_FLAG_FIXED = 1 << 3,
  LS_RECORD_FLAG_CONTROLLER = 1 << 4,
  LS_RECORD_FLAG_INTERNAL = 1 << 5,
  LS_RECORD_FLAG_REPEATING = 1 << 6,
  LS_RECORD_FLAG_CLAMPED = 1 << 7
} LsRecordFlags;

/* A record has room for eight flags. The flags below share bits with flags that their kinds do not use. */
#define LS_RECORD_FLAG_DISCRETE LS_RECORD_FLAG_TASK_SIGNAL
#define LS_RECORD_FLAG_TIMER LS_RECORD_FLAG_REPEATING
#define LS_RECORD_FLAG_EVENT LS_RECORD_FLAG_CLAMPED
#define LS_RECORD_FLAG_THREW LS_RECORD_FLAG_DEPENDENT
#define LS_RECORD_FLAG_SUSPENDS LS_RECORD_FLAG_DEPENDENT
#define LS_RECORD_FLAG_DELAYED_WORK LS_RECORD_FLAG_FIXED
#define LS_RECORD_FLAG_STARVATION_GUARD LS_RECORD_FLAG_CONTROLLER
#define LS_RECORD_FLAG_FAIR_TURN LS_RECORD_FLAG_INTERNAL
#define LS_RECORD_FLAG_HELD LS_RECORD_FLAG_DEPENDENT
#define LS_RECORD_FLAG_TIMED_OUT LS_RECORD_FLAG_CLAMPED
#define LS_RECORD_FLAG_WROTE LS_RECORD_FLAG_TASK_SIGNAL
#define LS_RECORD_FLAG_WIDE LS_RECORD_FLAG_DEPENDENT
#define LS_RECORD_FLAG_LOCKED LS_RECORD_FLAG_FIXED
#define LS_RECORD_FLAG_UNLOCKED LS_RECORD_FLAG_CONTROLLER
#define LS_RECORD_FLAG_RECORDED LS_RECORD_FLAG_CONTINUATION
#define LS_RECORD_FLAG_OUTSIDE LS_RECORD_FLAG_CONTROLLER

/**
 * LsPresetRule:
 * @LS_PRESET_RULE_MAX_DELAYED_PICKS: the loop serves immediate work first after so many picks in a row from delayed work while
 *   immediate work of the same rank waits
 * @LS_PRESET_RULE_FAIR_AFTER: the loop serves the waiting worse ranks, one turn each in a cycle, after so many picks in a row
 *   while a worse rank waits
 *
 * A rule that makes the choice between task queues depend on earlier choices.
 */
typedef enum
{
  LS_PRESET_RULE_MAX_DELAYED_PICKS = 1,
  LS_PRESET_RULE_FAIR_AFTER = 2
} LsPresetRule;

/**
 * LsMicrotaskKind:
 * @LS_MICROTASK_CALLBACK: `queueMicrotask()`
 * @LS_MICROTASK_REACTION: a `then`, `catch` or `finally` reaction
 * @LS_MICROTASK_AWAIT: the rest of a body after an `await`
 * @LS_MICROTASK_THENABLE: calls `then()` of the promise that another promise was resolved with
 *
 * What queued a microtask.
 */
typedef enum
{
  LS_MICROTASK_CALLBACK = 0,
  LS_MICROTASK_REACTION = 1,
  LS_MICROTASK_AWAIT = 2,
  LS_MICROTASK_THENABLE = 3
} LsMicrotaskKind;

/**
 * LsOptionsOwner:
 * @LS_OPTIONS_POST_TASK: `scheduler.postTask()`
 * @LS_OPTIONS_YIELD: `scheduler.yield()`
 * @LS_OPTIONS_TASK_CONTROLLER: `new TaskController()`
 * @LS_OPTIONS_TASK_SIGNAL_ANY: `TaskSignal.any()`
 * @LS_OPTIONS_REQUEST_IDLE_CALLBACK: `requestIdleCallback()`
 * @LS_OPTIONS_ADD_EVENT_LISTENER: `addEventListener()`
 *
 * A function that takes an options object, whose unknown members a trace records.
 */
typedef enum
{
  LS_OPTIONS_POST_TASK,
  LS_OPTIONS_YIELD,
  LS_OPTIONS_TASK_CONTROLLER,
  LS_OPTIONS_TASK_SIGNAL_ANY,
  LS_OPTIONS_REQUEST_IDLE_CALLBACK,
  LS_OPTIONS_ADD_EVENT_LISTENER
} LsOptionsOwner;

/**
 * LS_N_OPTIONS_OWNERS:
 *
 * How many values [enum@OptionsOwner] has.
 */
#define LS_N_OPTIONS_OWNERS (LS_OPTIONS_ADD_EVENT_LISTENER + 1)

/**
 * LsSourceSort:
 * @LS_SOURCE_OTHER: a kind of the program's own, or of a library's
 * @LS_SOURCE_IDLE: `g_idle_add()`
 * @LS_SOURCE_TIMEOUT: `g_timeout_add()`
 * @LS_SOURCE_CHILD: `g_child_watch_add()`
 * @LS_SOURCE_CHANNEL: `g_io_add_watch()`
 * @LS_SOURCE_DESCRIPTOR: `g_unix_fd_add()`
 * @LS_SOURCE_SIGNAL: `g_unix_signal_add()`
 *
 * What a source of a GLib program waits for.
 */
typedef enum
{
  LS_SOURCE_OTHER,
  LS_SOURCE_IDLE,
  LS_SOURCE_TIMEOUT,
  LS_SOURCE_CHILD,
  LS_SOURCE_CHANNEL,
  LS_SOURCE_DESCRIPTOR,
  LS_SOURCE_SIGNAL
} LsSourceSort;

/**
 * LS_N_SOURCE_SORTS:
 *
 * How many values [enum@SourceSort] has.
 */
#define LS_N_SOURCE_SORTS (LS_SOURCE_SIGNAL + 1)

#define LS_TYPE_RECORD (ls_record_get_type ())

/**
 * LsRecord:
 * @time: loop time in microseconds
 * @subject: the thing that the record is about (see [enum@RecordKind])
 * @object: another thing that takes part
 * @value: a number
 * @text: the number of a string in the trace's table, 0 for none
 * @kind: [enum@RecordKind]
 * @clause: [enum@Clause]
 * @step: step of the clause, 0 for the whole clause
 * @priority: [enum@TaskPriority]
 * @queue: [enum@QueueType]; in the kinds that say so, [enum@ElementType]
 * @level: a small number (nesting level, rank)
 * @flags: [flags@RecordFlags]
 *
 * A record has 32 bytes. Records are plain data: readers compare, hash and store them byte for byte.
 */
typedef struct
{
  guint64 time;
  guint32 subject;
  guint32 object;
  guint32 value;
  guint32 text;
  guint16 kind;
  guint8 clause;
  guint8 step;
  guint8 priority;
  guint8 queue;
  guint8 level;
  guint8 flags;
} LsRecord;

#ifndef __GI_SCANNER__
G_STATIC_ASSERT (sizeof (LsRecord) == 32);
#endif

LS_AVAILABLE_IN_1_0
GType       ls_record_get_type (void);
LS_AVAILABLE_IN_1_0
const char *ls_record_kind_to_string (LsRecordKind kind);
LS_AVAILABLE_IN_1_0
gboolean    ls_record_kind_from_string (const char   *string,
                                        LsRecordKind *kind);
LS_AVAILABLE_IN_1_0
const char *ls_preset_rule_to_string (LsPresetRule rule);
LS_AVAILABLE_IN_1_0
const char *ls_microtask_kind_to_string (LsMicrotaskKind kind);
LS_AVAILABLE_IN_1_0
const char *ls_options_owner_to_string (LsOptionsOwner owner);
LS_AVAILABLE_IN_1_0
const char *ls_source_sort_to_string (LsSourceSort sort);

G_END_DECLS
