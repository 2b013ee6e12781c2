/* ls-clause.h: the clauses of the specifications that records and explanations refer to
 *
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */

#pragma once

#include <glib-object.h>

#include "ls-version.h"

G_BEGIN_DECLS

/**
 * LsClause:
 * @LS_CLAUSE_NONE: none
 * @LS_CLAUSE_CREATE_TASK_HANDLE: §2.4 create a task handle: abort steps, task complete steps
 * @LS_CLAUSE_QUEUE_SCHEDULER_TASK: §2.4.1 queue a scheduler task
 * @LS_CLAUSE_SET_SCHEDULING_STATE: §2.4.2 set the current scheduling state
 * @LS_CLAUSE_SCHEDULE_POST_TASK: §2.4.2 schedule a postTask task
 * @LS_CLAUSE_SCHEDULE_YIELD: §2.4.2 schedule a yield continuation
 * @LS_CLAUSE_SELECT_SCHEDULER_TASK_QUEUE: §2.4.2 select the scheduler task queue
 * @LS_CLAUSE_SCHEDULE_TASK: §2.4.2 schedule a task to invoke an algorithm
 * @LS_CLAUSE_SELECT_NEXT_QUEUE: §2.4.3 select the next scheduler task queue from all schedulers
 * @LS_CLAUSE_CREATE_DEPENDENT_TASK_SIGNAL: §3.3 create a dependent task signal
 * @LS_CLAUSE_SIGNAL_PRIORITY_CHANGE: §3.3 signal priority change
 * @LS_CLAUSE_FIXED_PRIORITY_SIGNAL: §3.3 create a fixed priority unabortable task signal
 * @LS_CLAUSE_GARBAGE_COLLECTION: §3.3.1 garbage collection
 * @LS_CLAUSE_TASK_CONTROLLER: §3.2 the TaskController constructor
 * @LS_CLAUSE_CONTINUATION_STATE: §4.1.2 set / get the continuation state value
 * @LS_CLAUSE_EVENT_LOOP: §4.1.3 event loop: processing model
 * @LS_CLAUSE_QUEUE_MICROTASK: §4.1.4 queue a microtask
 * @LS_CLAUSE_HOST_MAKE_JOB_CALLBACK: §4.1.5 HostMakeJobCallback
 * @LS_CLAUSE_HOST_CALL_JOB_CALLBACK: §4.1.6 HostCallJobCallback
 * @LS_CLAUSE_HOST_ENQUEUE_PROMISE_JOB: §4.1.7 HostEnqueuePromiseJob
 * @LS_CLAUSE_IDLE_CALLBACK: §4.2.1 invoke idle callbacks
 * @LS_CLAUSE_TIMING_SIDE_CHANNEL: §5 security considerations
 * @LS_CLAUSE_COMPUTE_STATE_FROM_OPTIONS: 2023 edition: compute the scheduling state from options
 * @LS_CLAUSE_DOM_SIGNAL_ABORT: DOM: signal abort
 * @LS_CLAUSE_DOM_DEPENDENT_SIGNAL: DOM: create a dependent abort signal
 * @LS_CLAUSE_DOM_ABORT_TIMEOUT: DOM: AbortSignal.timeout
 * @LS_CLAUSE_DOM_DISPATCH: DOM: dispatch an event
 * @LS_CLAUSE_HTML_TIMER_INITIALIZATION: HTML: timer initialization steps
 * @LS_CLAUSE_HTML_RUN_AFTER_TIMEOUT: HTML: run steps after a timeout
 * @LS_CLAUSE_HTML_CLEAR_TIMER: HTML: clearTimeout, clearInterval
 * @LS_CLAUSE_HTML_MICROTASK_CHECKPOINT: HTML: perform a microtask checkpoint
 * @LS_CLAUSE_HTML_UNHANDLED_REJECTION: HTML: notify about rejected promises
 * @LS_CLAUSE_HTML_REPORT_EXCEPTION: HTML: report an exception
 * @LS_CLAUSE_ECMA_PROMISE_RESOLVE: ECMAScript: promise resolve functions
 * @LS_CLAUSE_ECMA_PROMISE_REACTION_JOB: ECMAScript: NewPromiseReactionJob
 * @LS_CLAUSE_ECMA_THENABLE_JOB: ECMAScript: NewPromiseResolveThenableJob
 * @LS_CLAUSE_BLINK_TASK_QUEUE: Chromium: task queues and their four work queues
 * @LS_CLAUSE_BLINK_WAKE_UP_QUEUE: Chromium: delayed tasks that become due
 * @LS_CLAUSE_BLINK_SELECTOR: Chromium: task queue selector
 * @LS_CLAUSE_BLINK_DOM_TIMER: Chromium: DOMTimer
 * @LS_CLAUSE_PRESET: the loop preset's table
 * @LS_CLAUSE_SESSION: no specification: the session's own program and actions
 * @LS_CLAUSE_ECMA_AGENT_CLUSTER: ECMAScript 9.7: agent clusters
 * @LS_CLAUSE_ECMA_FORWARD_PROGRESS: ECMAScript 9.8: forward progress
 * @LS_CLAUSE_ECMA_SHARED_MEMORY: ECMAScript 25.2.2.1: AllocateSharedArrayBuffer
 * @LS_CLAUSE_ECMA_ATOMIC_READ_MODIFY_WRITE: ECMAScript 25.4.3.17: AtomicReadModifyWrite
 * @LS_CLAUSE_ECMA_ATOMICS_LOAD: ECMAScript 25.4.9: Atomics.load
 * @LS_CLAUSE_ECMA_ATOMICS_STORE: ECMAScript 25.4.12: Atomics.store
 * @LS_CLAUSE_ECMA_ATOMICS_COMPARE_EXCHANGE: ECMAScript 25.4.6: Atomics.compareExchange
 * @LS_CLAUSE_ECMA_ATOMICS_PAUSE: ECMAScript 25.4.11: Atomics.pause
 * @LS_CLAUSE_ECMA_ATOMICS_NOTIFY: ECMAScript 25.4.16: Atomics.notify
 * @LS_CLAUSE_ECMA_DO_WAIT: ECMAScript 25.4.3.14: DoWait
 * @LS_CLAUSE_ECMA_SUSPEND_THIS_AGENT: ECMAScript 25.4.3.11: SuspendThisAgent
 * @LS_CLAUSE_ECMA_NOTIFY_WAITER: ECMAScript 25.4.3.12: NotifyWaiter
 * @LS_CLAUSE_ECMA_WAIT_ASYNC_TIMEOUT: ECMAScript 25.4.3.15: EnqueueAtomicsWaitAsyncTimeoutJob
 * @LS_CLAUSE_HTML_POST_MESSAGE: HTML: post a message
 * @LS_CLAUSE_HTML_TERMINATE_WORKER: HTML: terminate a worker
 * @LS_CLAUSE_EXPERIMENT_WAIT: proposal: scheduler.wait()
 * @LS_CLAUSE_EXPERIMENT_RENDER: proposal: scheduler.render()
 * @LS_CLAUSE_EXPERIMENT_CURRENT_TASK_SIGNAL: proposal: scheduler.currentTaskSignal
 * @LS_CLAUSE_EXPERIMENT_PRIORITY_INHERITANCE: proposal: priority inheritance
 * @LS_CLAUSE_RECORDED: a recording: its events say so
 * @LS_CLAUSE_INFERRED_POSTER: a recording does not say: who posted
 * @LS_CLAUSE_INFERRED_QUEUE: a recording does not say: which queue a task was in
 * @LS_CLAUSE_INFERRED_DUE: a recording does not say: since when a task was runnable
 * @LS_CLAUSE_INFERRED_PRIORITY: a recording does not say: when a priority changed
 * @LS_CLAUSE_INFERRED_SIGNAL: a recording does not say: which signal a task has
 * @LS_CLAUSE_INFERRED_CONTINUATION: a recording does not say: which microtasks run a continuation's code
 * @LS_CLAUSE_INFERRED_TASK_PRIORITY: a recording does not say: which priority a task has
 * @LS_CLAUSE_INFERRED_GONE: a recording does not say: that a task which is passed over never runs
 * @LS_CLAUSE_GLIB_ITERATION: GLib: an iteration of a main loop
 *
 * A clause of a specification that Loopscope implements, mostly an algorithm. Each record carries a clause and a step.
 */
typedef enum
{
  LS_CLAUSE_NONE = 0,
  LS_CLAUSE_CREATE_TASK_HANDLE,
  LS_CLAUSE_QUEUE_SCHEDULER_TASK,
  LS_CLAUSE_SET_SCHEDULING_STATE,
  LS_CLAUSE_SCHEDULE_POST_TASK,
  LS_CLAUSE_SCHEDULE_YIELD,
  LS_CLAUSE_SELECT_SCHEDULER_TASK_QUEUE,
  LS_CLAUSE_SCHEDULE_TASK,
  LS_CLAUSE_SELECT_NEXT_QUEUE,
  LS_CLAUSE_CREATE_DEPENDENT_TASK_SIGNAL,
  LS_CLAUSE_SIGNAL_PRIORITY_CHANGE,
  LS_CLAUSE_FIXED_PRIORITY_SIGNAL,
  LS_CLAUSE_GARBAGE_COLLECTION,
  LS_CLAUSE_TASK_CONTROLLER,
  LS_CLAUSE_CONTINUATION_STATE,
  LS_CLAUSE_EVENT_LOOP,
  LS_CLAUSE_QUEUE_MICROTASK,
  LS_CLAUSE_HOST_MAKE_JOB_CALLBACK,
  LS_CLAUSE_HOST_CALL_JOB_CALLBACK,
  LS_CLAUSE_HOST_ENQUEUE_PROMISE_JOB,
  LS_CLAUSE_IDLE_CALLBACK,
  LS_CLAUSE_TIMING_SIDE_CHANNEL,
  LS_CLAUSE_COMPUTE_STATE_FROM_OPTIONS,
  LS_CLAUSE_DOM_SIGNAL_ABORT,
  LS_CLAUSE_DOM_DEPENDENT_SIGNAL,
  LS_CLAUSE_DOM_ABORT_TIMEOUT,
  LS_CLAUSE_DOM_DISPATCH,
  LS_CLAUSE_HTML_TIMER_INITIALIZATION,
  LS_CLAUSE_HTML_RUN_AFTER_TIMEOUT,
  LS_CLAUSE_HTML_CLEAR_TIMER,
  LS_CLAUSE_HTML_MICROTASK_CHECKPOINT,
  LS_CLAUSE_HTML_UNHANDLED_REJECTION,
  LS_CLAUSE_HTML_REPORT_EXCEPTION,
  LS_CLAUSE_ECMA_PROMISE_RESOLVE,
  LS_CLAUSE_ECMA_PROMISE_REACTION_JOB,
  LS_CLAUSE_ECMA_THENABLE_JOB,
  LS_CLAUSE_BLINK_TASK_QUEUE,
  LS_CLAUSE_BLINK_WAKE_UP_QUEUE,
  LS_CLAUSE_BLINK_SELECTOR,
  LS_CLAUSE_BLINK_DOM_TIMER,
  LS_CLAUSE_PRESET,
  LS_CLAUSE_SESSION,
  LS_CLAUSE_ECMA_AGENT_CLUSTER,
  LS_CLAUSE_ECMA_FORWARD_PROGRESS,
  LS_CLAUSE_ECMA_SHARED_MEMORY,
  LS_CLAUSE_ECMA_ATOMIC_READ_MODIFY_WRITE,
  LS_CLAUSE_ECMA_ATOMICS_LOAD,
  LS_CLAUSE_ECMA_ATOMICS_STORE,
  LS_CLAUSE_ECMA_ATOMICS_COMPARE_EXCHANGE,
  LS_CLAUSE_ECMA_ATOMICS_PAUSE,
  LS_CLAUSE_ECMA_ATOMICS_NOTIFY,
  LS_CLAUSE_ECMA_DO_WAIT,
  LS_CLAUSE_ECMA_SUSPEND_THIS_AGENT,
  LS_CLAUSE_ECMA_NOTIFY_WAITER,
  LS_CLAUSE_ECMA_WAIT_ASYNC_TIMEOUT,
  LS_CLAUSE_HTML_POST_MESSAGE,
  LS_CLAUSE_HTML_TERMINATE_WORKER,
  LS_CLAUSE_EXPERIMENT_WAIT,
  LS_CLAUSE_EXPERIMENT_RENDER,
  LS_CLAUSE_EXPERIMENT_CURRENT_TASK_SIGNAL,
  LS_CLAUSE_EXPERIMENT_PRIORITY_INHERITANCE,
  LS_CLAUSE_RECORDED,
  LS_CLAUSE_INFERRED_POSTER,
  LS_CLAUSE_INFERRED_QUEUE,
  LS_CLAUSE_INFERRED_DUE,
  LS_CLAUSE_INFERRED_PRIORITY,
  LS_CLAUSE_INFERRED_SIGNAL,
  LS_CLAUSE_INFERRED_CONTINUATION,
  LS_CLAUSE_INFERRED_TASK_PRIORITY,
  LS_CLAUSE_INFERRED_GONE,
  LS_CLAUSE_GLIB_ITERATION
} LsClause;

/**
 * LS_N_CLAUSES:
 *
 * How many values [enum@Clause] has.
 */
#define LS_N_CLAUSES (LS_CLAUSE_GLIB_ITERATION + 1)

LS_AVAILABLE_IN_1_0
const char *ls_clause_get_number (LsClause clause);
LS_AVAILABLE_IN_1_0
const char *ls_clause_get_title  (LsClause clause);
LS_AVAILABLE_IN_1_0
const char *ls_clause_get_nick   (LsClause clause);
LS_AVAILABLE_IN_1_0
const char *ls_clause_get_text   (LsClause clause);
LS_AVAILABLE_IN_1_0
const char *ls_clause_get_source (LsClause clause);
LS_AVAILABLE_IN_1_0
gboolean    ls_clause_is_inferred (LsClause clause);
LS_AVAILABLE_IN_1_0
char       *ls_clause_format     (LsClause clause,
                                  guint    step);

G_END_DECLS
