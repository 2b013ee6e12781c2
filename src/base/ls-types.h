/* ls-types.h: the vocabulary that every folder shares
 *
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */

#pragma once

#include <glib-object.h>

#include "ls-version.h"

G_BEGIN_DECLS

/**
 * LS_TIME_NEVER:
 *
 * A loop time that is never reached.
 */
#define LS_TIME_NEVER G_MAXUINT64

/**
 * LsTaskPriority:
 * @LS_TASK_PRIORITY_NONE: no priority: an AbortSignal that is no TaskSignal has none. As an option: not given
 * @LS_TASK_PRIORITY_BACKGROUND: "background"
 * @LS_TASK_PRIORITY_USER_VISIBLE: "user-visible", the default
 * @LS_TASK_PRIORITY_USER_BLOCKING: "user-blocking"
 *
 * The specification's TaskPriority (§2.1). The lowest comes first, so a higher number is a higher priority. 0 is none, so options
 * that are all 0 name no priority.
 */
typedef enum
{
  LS_TASK_PRIORITY_NONE = 0,
  LS_TASK_PRIORITY_BACKGROUND = 1,
  LS_TASK_PRIORITY_USER_VISIBLE = 2,
  LS_TASK_PRIORITY_USER_BLOCKING = 3
} LsTaskPriority;

/**
 * LS_N_TASK_PRIORITIES:
 *
 * The number of priorities, without %LS_TASK_PRIORITY_NONE. An array by priority has one more element, whose first is of none.
 */
#define LS_N_TASK_PRIORITIES 3

/**
 * ls_task_priority_is_valid:
 * @priority: a number
 *
 * Returns: whether @priority is a priority, and not %LS_TASK_PRIORITY_NONE
 */
static inline gboolean
ls_task_priority_is_valid (LsTaskPriority priority)
{
  return priority >= LS_TASK_PRIORITY_BACKGROUND && priority <= LS_TASK_PRIORITY_USER_BLOCKING;
}

/**
 * LS_N_EFFECTIVE_PRIORITIES:
 *
 * The number of effective priorities (§2.4). They are 0 to 5.
 */
#define LS_N_EFFECTIVE_PRIORITIES 6

/**
 * ls_task_priority_from_effective:
 * @effective_priority: an effective priority, 0 to 5
 *
 * Returns: the priority of the tasks and continuations that have it
 */
static inline LsTaskPriority
ls_task_priority_from_effective (guint effective_priority)
{
  return (LsTaskPriority) (effective_priority / 2 + LS_TASK_PRIORITY_BACKGROUND);
}

/**
 * LsEdition:
 * @LS_EDITION_2025: the specification as browsers ship it: `yield()` takes no options
 * @LS_EDITION_2023_YIELD_OPTIONS: `yield({signal, priority})` with "inherit"
 *
 * The text of the specification that an engine follows.
 */
typedef enum
{
  LS_EDITION_2025 = 0,
  LS_EDITION_2023_YIELD_OPTIONS = 1
} LsEdition;

/**
 * LsExperiments:
 * @LS_EXPERIMENT_NONE: none: the engine does what browsers ship
 * @LS_EXPERIMENT_WAIT: `scheduler.wait()`
 * @LS_EXPERIMENT_RENDER: `scheduler.render()`
 * @LS_EXPERIMENT_CURRENT_TASK_SIGNAL: `scheduler.currentTaskSignal`
 * @LS_EXPERIMENT_PRIORITY_INHERITANCE: a task that another task awaits gets the priority of that one, if it is higher
 *
 * Proposals that no browser ships, as a set of bits. docs/experiments.md says what each does.
 */
typedef enum
{
  LS_EXPERIMENT_NONE = 0,
  LS_EXPERIMENT_WAIT = 1 << 0,
  LS_EXPERIMENT_RENDER = 1 << 1,
  LS_EXPERIMENT_CURRENT_TASK_SIGNAL = 1 << 2,
  LS_EXPERIMENT_PRIORITY_INHERITANCE = 1 << 3
} LsExperiments;

/**
 * LS_N_EXPERIMENTS:
 *
 * The number of experiments.
 */
#define LS_N_EXPERIMENTS 4

/**
 * LS_EXPERIMENTS_ALL:
 *
 * The set of all experiments.
 */
#define LS_EXPERIMENTS_ALL 0xf

/**
 * LsQueueType:
 * @LS_QUEUE_TYPE_CONTROL: control tasks of the scheduler itself
 * @LS_QUEUE_TYPE_DEFAULT: what has no queue of its own
 * @LS_QUEUE_TYPE_FRAME_LOADING: loading of a frame
 * @LS_QUEUE_TYPE_COMPOSITOR: frames, that is `requestAnimationFrame()`, style, layout, paint
 * @LS_QUEUE_TYPE_IDLE: idle callbacks: `requestIdleCallback()`
 * @LS_QUEUE_TYPE_TEST: tests of the browser
 * @LS_QUEUE_TYPE_FRAME_LOADING_CONTROL: control of the loading of a frame
 * @LS_QUEUE_TYPE_FRAME_THROTTLEABLE: timers, which a page in the background may have to wait for
 * @LS_QUEUE_TYPE_FRAME_DEFERRABLE: tasks of a frame that may come later
 * @LS_QUEUE_TYPE_FRAME_PAUSABLE: tasks of a frame that stop where the page is paused, such as messages
 * @LS_QUEUE_TYPE_FRAME_UNPAUSABLE: tasks of a frame that go on where the page is paused
 * @LS_QUEUE_TYPE_V8: tasks of the JavaScript engine
 * @LS_QUEUE_TYPE_INPUT: input events
 * @LS_QUEUE_TYPE_DETACHED: tasks of frames that are gone
 * @LS_QUEUE_TYPE_OTHER: none of the others
 * @LS_QUEUE_TYPE_WEB_SCHEDULING: `scheduler.postTask()` and `yield()`
 * @LS_QUEUE_TYPE_NON_WAKING: what wakes nobody up
 * @LS_QUEUE_TYPE_IPC_TRACKING_FOR_CACHED_PAGES: messages to pages that are kept for going back
 *
 * The task queues of Chromium's main thread (QueueType in main_thread_task_queue.h). The numbers are Chromium's and say nothing
 * about priority: the preset ranks the queues.
 */
typedef enum
{
  LS_QUEUE_TYPE_CONTROL = 0,
  LS_QUEUE_TYPE_DEFAULT = 1,
  LS_QUEUE_TYPE_FRAME_LOADING = 5,
  LS_QUEUE_TYPE_COMPOSITOR = 8,
  LS_QUEUE_TYPE_IDLE = 9,
  LS_QUEUE_TYPE_TEST = 10,
  LS_QUEUE_TYPE_FRAME_LOADING_CONTROL = 11,
  LS_QUEUE_TYPE_FRAME_THROTTLEABLE = 12,
  LS_QUEUE_TYPE_FRAME_DEFERRABLE = 13,
  LS_QUEUE_TYPE_FRAME_PAUSABLE = 14,
  LS_QUEUE_TYPE_FRAME_UNPAUSABLE = 15,
  LS_QUEUE_TYPE_V8 = 16,
  LS_QUEUE_TYPE_INPUT = 18,
  LS_QUEUE_TYPE_DETACHED = 19,
  LS_QUEUE_TYPE_OTHER = 23,
  LS_QUEUE_TYPE_WEB_SCHEDULING = 24,
  LS_QUEUE_TYPE_NON_WAKING = 25,
  LS_QUEUE_TYPE_IPC_TRACKING_FOR_CACHED_PAGES = 26
} LsQueueType;

/**
 * LS_N_QUEUE_TYPES:
 *
 * One more than the highest [enum@QueueType]. Not every number below it is a queue type.
 */
#define LS_N_QUEUE_TYPES 27

/**
 * LS_QUEUE_TYPE_SOURCES:
 *
 * The first of the queues of a GLib program. No engine has them: they stand in traces of programs that somebody watches. GLib keeps
 * the sources of a GMainContext in the order of their priorities. The well-known priorities have a queue each, and so have the
 * ranges between them; ls_queue_type_for_source_priority() finds it.
 */
#define LS_QUEUE_TYPE_SOURCES 32

/**
 * LS_N_TRACE_QUEUE_TYPES:
 *
 * One more than the highest queue that a trace can have.
 */
#define LS_N_TRACE_QUEUE_TYPES 47

/**
 * LsWorkQueueKind:
 * @LS_WORK_QUEUE_IMMEDIATE_INCOMING: tasks that were posted without a delay, and not taken over yet
 * @LS_WORK_QUEUE_IMMEDIATE_WORK: tasks without a delay that can be selected
 * @LS_WORK_QUEUE_DELAYED_INCOMING: tasks whose delay has not ended, by due time
 * @LS_WORK_QUEUE_DELAYED_WORK: tasks whose delay has ended, which can be selected
 *
 * The four work queues inside each task queue of the loop.
 */
typedef enum
{
  LS_WORK_QUEUE_IMMEDIATE_INCOMING = 0,
  LS_WORK_QUEUE_IMMEDIATE_WORK = 1,
  LS_WORK_QUEUE_DELAYED_INCOMING = 2,
  LS_WORK_QUEUE_DELAYED_WORK = 3
} LsWorkQueueKind;

/**
 * LS_N_WORK_QUEUES:
 *
 * The number of work queues of a task queue.
 */
#define LS_N_WORK_QUEUES 4

/**
 * LsClockKind:
 * @LS_CLOCK_VIRTUAL: a clock that goes on where a callback works or the loop waits for the next wake-up; nothing sleeps
 * @LS_CLOCK_MONOTONIC: the machine's monotonic clock
 *
 * What tells an event loop the time.
 */
typedef enum
{
  LS_CLOCK_VIRTUAL = 0,
  LS_CLOCK_MONOTONIC = 1
} LsClockKind;

/**
 * LsElementType:
 * @LS_ELEMENT_INT8: Int8Array
 * @LS_ELEMENT_UINT8: Uint8Array
 * @LS_ELEMENT_INT16: Int16Array
 * @LS_ELEMENT_UINT16: Uint16Array
 * @LS_ELEMENT_INT32: Int32Array, which agents can wait on
 * @LS_ELEMENT_UINT32: Uint32Array
 * @LS_ELEMENT_BIGINT64: BigInt64Array, which agents can wait on
 * @LS_ELEMENT_BIGUINT64: BigUint64Array
 *
 * The element types that Atomics work on.
 */
typedef enum
{
  LS_ELEMENT_INT8 = 0,
  LS_ELEMENT_UINT8,
  LS_ELEMENT_INT16,
  LS_ELEMENT_UINT16,
  LS_ELEMENT_INT32,
  LS_ELEMENT_UINT32,
  LS_ELEMENT_BIGINT64,
  LS_ELEMENT_BIGUINT64
} LsElementType;

/**
 * LS_N_ELEMENT_TYPES:
 *
 * The number of element types.
 */
#define LS_N_ELEMENT_TYPES 8

/**
 * LsAgentState:
 * @LS_AGENT_STATE_RUNNING: the agent has the baton; or it runs on a thread of its own
 * @LS_AGENT_STATE_RUNNABLE: the agent is about to do its next operation
 * @LS_AGENT_STATE_WAITING: the agent is suspended in `Atomics.wait()`
 * @LS_AGENT_STATE_IDLE: the function of the agent has returned, and its loop has nothing to do now
 * @LS_AGENT_STATE_ENDED: the agent has been terminated
 *
 * The state of an agent of a model.
 */
typedef enum
{
  LS_AGENT_STATE_RUNNING = 0,
  LS_AGENT_STATE_RUNNABLE,
  LS_AGENT_STATE_WAITING,
  LS_AGENT_STATE_IDLE,
  LS_AGENT_STATE_ENDED
} LsAgentState;

/**
 * LsOperationKind:
 * @LS_OPERATION_START: the agent begins its function
 * @LS_OPERATION_LOAD: `Atomics.load()`
 * @LS_OPERATION_STORE: `Atomics.store()`
 * @LS_OPERATION_ADD: `Atomics.add()`
 * @LS_OPERATION_SUB: `Atomics.sub()`
 * @LS_OPERATION_AND: `Atomics.and()`
 * @LS_OPERATION_OR: `Atomics.or()`
 * @LS_OPERATION_XOR: `Atomics.xor()`
 * @LS_OPERATION_EXCHANGE: `Atomics.exchange()`
 * @LS_OPERATION_COMPARE_EXCHANGE: `Atomics.compareExchange()`
 * @LS_OPERATION_WAIT: `Atomics.wait()`: compares, and becomes a waiter
 * @LS_OPERATION_WAIT_ASYNC: `Atomics.waitAsync()`
 * @LS_OPERATION_NOTIFY: `Atomics.notify()`
 * @LS_OPERATION_RESUME: the agent goes on after `Atomics.wait()`: another agent notified it, or its time is over
 * @LS_OPERATION_TASK: the agent runs the next task of its event loop
 * @LS_OPERATION_POST: the agent posts a task to another agent
 * @LS_OPERATION_SPAWN: the agent creates another agent
 * @LS_OPERATION_TERMINATE: the agent ends another agent
 * @LS_OPERATION_PAUSE: `Atomics.pause()`
 *
 * The steps of agents in a model. Between two steps another agent may run.
 */
typedef enum
{
  LS_OPERATION_START = 0,
  LS_OPERATION_LOAD,
  LS_OPERATION_STORE,
  LS_OPERATION_ADD,
  LS_OPERATION_SUB,
  LS_OPERATION_AND,
  LS_OPERATION_OR,
  LS_OPERATION_XOR,
  LS_OPERATION_EXCHANGE,
  LS_OPERATION_COMPARE_EXCHANGE,
  LS_OPERATION_WAIT,
  LS_OPERATION_WAIT_ASYNC,
  LS_OPERATION_NOTIFY,
  LS_OPERATION_RESUME,
  LS_OPERATION_TASK,
  LS_OPERATION_POST,
  LS_OPERATION_SPAWN,
  LS_OPERATION_TERMINATE,
  LS_OPERATION_PAUSE
} LsOperationKind;

/**
 * LS_N_OPERATION_KINDS:
 *
 * The number of kinds of operations.
 */
#define LS_N_OPERATION_KINDS 19

LS_AVAILABLE_IN_1_0
const char *ls_task_priority_to_string   (LsTaskPriority  priority);
LS_AVAILABLE_IN_1_0
gboolean    ls_task_priority_from_string (const char     *string,
                                          LsTaskPriority *priority);
LS_AVAILABLE_IN_1_0
guint       ls_effective_priority        (LsTaskPriority  priority,
                                          gboolean        is_continuation);
LS_AVAILABLE_IN_1_0
const char *ls_edition_to_string         (LsEdition       edition);
LS_AVAILABLE_IN_1_0
gboolean    ls_edition_from_string       (const char     *string,
                                          LsEdition      *edition);
LS_AVAILABLE_IN_1_0
const char *ls_experiment_to_string      (LsExperiments   experiment);
LS_AVAILABLE_IN_1_0
gboolean    ls_experiment_from_string    (const char     *string,
                                          LsExperiments  *experiment);
LS_AVAILABLE_IN_1_0
char       *ls_experiments_to_string     (LsExperiments   experiments);
LS_AVAILABLE_IN_1_0
const char *ls_clock_kind_to_string      (LsClockKind     kind);
LS_AVAILABLE_IN_1_0
gboolean    ls_clock_kind_from_string    (const char     *string,
                                          LsClockKind    *kind);
LS_AVAILABLE_IN_1_0
gboolean    ls_queue_type_is_valid       (guint           type);
LS_AVAILABLE_IN_1_0
gboolean    ls_queue_type_is_of_sources  (guint           type);
LS_AVAILABLE_IN_1_0
const char *ls_agent_name_get_thread     (const char     *name);
LS_AVAILABLE_IN_1_0
gboolean    ls_queue_type_is_known       (guint           type);
LS_AVAILABLE_IN_1_0
guint       ls_queue_type_for_source_priority (int         priority);
LS_AVAILABLE_IN_1_0
const char *ls_queue_type_get_source_priority (guint       type);
LS_AVAILABLE_IN_1_0
const char *ls_queue_type_get_source_priority_name (guint  type);
LS_AVAILABLE_IN_1_0
const char *ls_queue_type_to_string      (LsQueueType     type);
LS_AVAILABLE_IN_1_0
gboolean    ls_queue_type_from_string    (const char     *string,
                                          LsQueueType    *type);
LS_AVAILABLE_IN_1_0
const char *ls_work_queue_kind_to_string (LsWorkQueueKind kind);
LS_AVAILABLE_IN_1_0
const char *ls_element_type_to_string    (LsElementType   type);
LS_AVAILABLE_IN_1_0
gboolean    ls_element_type_from_string  (const char     *string,
                                          LsElementType  *type);
LS_AVAILABLE_IN_1_0
const char *ls_agent_state_to_string     (LsAgentState    state);
LS_AVAILABLE_IN_1_0
const char *ls_operation_kind_to_string  (LsOperationKind kind);

G_END_DECLS
