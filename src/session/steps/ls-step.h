/* ls-step.h: one statement of a step program
 *
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */

#pragma once

#include "ls-types.h"

G_BEGIN_DECLS

/**
 * LsStepOp:
 * @LS_STEP_OP_WORK: computes for some milliseconds
 * @LS_STEP_OP_LOG: prints a line
 * @LS_STEP_OP_POST_TASK: `scheduler.postTask()`
 * @LS_STEP_OP_YIELD: `await scheduler.yield()`
 * @LS_STEP_OP_CONTROLLER: `new TaskController()`
 * @LS_STEP_OP_ABORT_CONTROLLER: `new AbortController()`
 * @LS_STEP_OP_ANY: `AbortSignal.any()` and `TaskSignal.any()`
 * @LS_STEP_OP_TIMEOUT_SIGNAL: `AbortSignal.timeout()`
 * @LS_STEP_OP_ABORTED_SIGNAL: `AbortSignal.abort()`
 * @LS_STEP_OP_SET_PRIORITY: `controller.setPriority()`
 * @LS_STEP_OP_ABORT: `controller.abort()`
 * @LS_STEP_OP_THROW_IF_ABORTED: `signal.throwIfAborted()`
 * @LS_STEP_OP_ON: adds a listener to a signal
 * @LS_STEP_OP_OFF: removes a listener
 * @LS_STEP_OP_MICROTASK: `queueMicrotask()`
 * @LS_STEP_OP_TIMER: `setTimeout()` and `setInterval()`
 * @LS_STEP_OP_CLEAR_TIMER: `clearTimeout()` and `clearInterval()`
 * @LS_STEP_OP_IDLE: `requestIdleCallback()`
 * @LS_STEP_OP_CANCEL_IDLE: `cancelIdleCallback()`
 * @LS_STEP_OP_POST: posts a task to a queue of the loop, as input or the network does
 * @LS_STEP_OP_FRAMES: posts frames at a rate
 * @LS_STEP_OP_REPEAT: does steps several times
 * @LS_STEP_OP_AWAIT: awaits a promise
 * @LS_STEP_OP_THEN: adds handlers to a promise
 * @LS_STEP_OP_THROW: throws
 * @LS_STEP_OP_RETURN: ends the body with a value
 * @LS_STEP_OP_TRY: `try`, `catch` and `finally`
 * @LS_STEP_OP_CALL: calls a body
 * @LS_STEP_OP_ASYNC: calls a body, and keeps its promise
 * @LS_STEP_OP_SCHEDULER: makes another scheduler
 * @LS_STEP_OP_PROMISE: makes a pending promise
 * @LS_STEP_OP_RESOLVE: resolves a promise
 * @LS_STEP_OP_REJECT: rejects a promise
 * @LS_STEP_OP_IF: does steps where a condition holds
 * @LS_STEP_OP_LOOP: does steps until a `break`
 * @LS_STEP_OP_BREAK: ends a loop
 * @LS_STEP_OP_LET: gives a value a name
 * @LS_STEP_OP_MEMORY: makes a block of shared memory
 * @LS_STEP_OP_LOAD: `Atomics.load()`
 * @LS_STEP_OP_STORE: `Atomics.store()`
 * @LS_STEP_OP_ADD: `Atomics.add()`
 * @LS_STEP_OP_SUB: `Atomics.sub()`
 * @LS_STEP_OP_AND: `Atomics.and()`
 * @LS_STEP_OP_OR: `Atomics.or()`
 * @LS_STEP_OP_XOR: `Atomics.xor()`
 * @LS_STEP_OP_EXCHANGE: `Atomics.exchange()`
 * @LS_STEP_OP_COMPARE_EXCHANGE: `Atomics.compareExchange()`
 * @LS_STEP_OP_WAIT: `Atomics.wait()`
 * @LS_STEP_OP_WAIT_ASYNC: `Atomics.waitAsync()`
 * @LS_STEP_OP_NOTIFY: `Atomics.notify()`
 * @LS_STEP_OP_PAUSE: `Atomics.pause()`
 * @LS_STEP_OP_ASYNC_LOCK: makes an [struct@AsyncLock]
 * @LS_STEP_OP_FAIR_LOCK: makes a [struct@FairLock]
 * @LS_STEP_OP_LOCK: gets a lock, waiting for it
 * @LS_STEP_OP_UNLOCK: releases a lock
 * @LS_STEP_OP_EXECUTE_LOCKED: does steps with a lock
 * @LS_STEP_OP_WORKER: `new Worker()`
 * @LS_STEP_OP_TERMINATE: `worker.terminate()`
 * @LS_STEP_OP_POST_MESSAGE: `postMessage()`
 * @LS_STEP_OP_ON_MESSAGE: sets what is done with messages
 * @LS_STEP_OP_SCHEDULER_WAIT: `scheduler.wait()`, an experiment
 * @LS_STEP_OP_RENDER: `scheduler.render()`, an experiment
 * @LS_STEP_OP_CURRENT_TASK_SIGNAL: `scheduler.currentTaskSignal`, an experiment
 *
 * What a step does; docs/session-format.md describes each with its members.
 */
typedef enum
{
  LS_STEP_OP_WORK,
  LS_STEP_OP_LOG,
  LS_STEP_OP_POST_TASK,
  LS_STEP_OP_YIELD,
  LS_STEP_OP_CONTROLLER,
  LS_STEP_OP_ABORT_CONTROLLER,
  LS_STEP_OP_ANY,
  LS_STEP_OP_TIMEOUT_SIGNAL,
  LS_STEP_OP_ABORTED_SIGNAL,
  LS_STEP_OP_SET_PRIORITY,
  LS_STEP_OP_ABORT,
  LS_STEP_OP_THROW_IF_ABORTED,
  LS_STEP_OP_ON,
  LS_STEP_OP_OFF,
  LS_STEP_OP_MICROTASK,
  LS_STEP_OP_TIMER,
  LS_STEP_OP_CLEAR_TIMER,
  LS_STEP_OP_IDLE,
  LS_STEP_OP_CANCEL_IDLE,
  LS_STEP_OP_POST,
  LS_STEP_OP_FRAMES,
  LS_STEP_OP_REPEAT,
  LS_STEP_OP_AWAIT,
  LS_STEP_OP_THEN,
  LS_STEP_OP_THROW,
  LS_STEP_OP_RETURN,
  LS_STEP_OP_TRY,
  LS_STEP_OP_CALL,
  LS_STEP_OP_ASYNC,
  LS_STEP_OP_SCHEDULER,
  LS_STEP_OP_PROMISE,
  LS_STEP_OP_RESOLVE,
  LS_STEP_OP_REJECT,
  LS_STEP_OP_IF,
  LS_STEP_OP_LOOP,
  LS_STEP_OP_BREAK,
  LS_STEP_OP_LET,
  LS_STEP_OP_MEMORY,
  LS_STEP_OP_LOAD,
  LS_STEP_OP_STORE,
  LS_STEP_OP_ADD,
  LS_STEP_OP_SUB,
  LS_STEP_OP_AND,
  LS_STEP_OP_OR,
  LS_STEP_OP_XOR,
  LS_STEP_OP_EXCHANGE,
  LS_STEP_OP_COMPARE_EXCHANGE,
  LS_STEP_OP_WAIT,
  LS_STEP_OP_WAIT_ASYNC,
  LS_STEP_OP_NOTIFY,
  LS_STEP_OP_PAUSE,
  LS_STEP_OP_ASYNC_LOCK,
  LS_STEP_OP_FAIR_LOCK,
  LS_STEP_OP_LOCK,
  LS_STEP_OP_UNLOCK,
  LS_STEP_OP_EXECUTE_LOCKED,
  LS_STEP_OP_WORKER,
  LS_STEP_OP_TERMINATE,
  LS_STEP_OP_POST_MESSAGE,
  LS_STEP_OP_ON_MESSAGE,
  LS_STEP_OP_SCHEDULER_WAIT,
  LS_STEP_OP_RENDER,
  LS_STEP_OP_CURRENT_TASK_SIGNAL
} LsStepOp;

/**
 * LS_N_STEP_OPS:
 *
 * How many values [enum@StepOp] has.
 */
#define LS_N_STEP_OPS (LS_STEP_OP_CURRENT_TASK_SIGNAL + 1)

/**
 * LsStep:
 *
 * One statement of a step program. Steps do not change; they may be used from any thread.
 */
typedef struct _LsStep LsStep;

/**
 * LsBody:
 *
 * A list of steps: the main script, a named body, or one written in a step. Bodies do not change; they may be used from
 * any thread.
 */
typedef struct _LsBody LsBody;

#define LS_TYPE_STEP (ls_step_get_type ())
#define LS_TYPE_BODY (ls_body_get_type ())

LS_AVAILABLE_IN_1_0
GType       ls_step_get_type         (void);
LS_AVAILABLE_IN_1_0
LsStep     *ls_step_new_from_json    (const char     *json,
                                      GError        **error);
LS_AVAILABLE_IN_1_0
LsStep     *ls_step_new_post_task    (const char     *body,
                                      const char     *name,
                                      LsTaskPriority  priority,
                                      const char     *signal,
                                      double          delay_ms);
LS_AVAILABLE_IN_1_0
LsStep     *ls_step_new_post_work    (double          work_ms,
                                      const char     *name,
                                      LsTaskPriority  priority,
                                      const char     *signal,
                                      double          delay_ms);
LS_AVAILABLE_IN_1_0
LsStep     *ls_step_new_post_many    (LsStep         *step,
                                      guint32         count,
                                      double          every_ms);
LS_AVAILABLE_IN_1_0
LsStep     *ls_step_new_yield        (void);
LS_AVAILABLE_IN_1_0
LsStep     *ls_step_new_controller   (const char     *name,
                                      LsTaskPriority  priority);
LS_AVAILABLE_IN_1_0
LsStep     *ls_step_new_set_priority (const char     *controller,
                                      LsTaskPriority  priority);
LS_AVAILABLE_IN_1_0
LsStep     *ls_step_new_abort        (const char     *controller,
                                      const char     *reason);
LS_AVAILABLE_IN_1_0
LsStep     *ls_step_ref              (LsStep         *self);
LS_AVAILABLE_IN_1_0
void        ls_step_unref            (LsStep         *self);
LS_AVAILABLE_IN_1_0
LsStepOp    ls_step_get_op           (LsStep         *self);
LS_AVAILABLE_IN_1_0
const char *ls_step_get_pointer      (LsStep         *self);
LS_AVAILABLE_IN_1_0
char       *ls_step_describe         (LsStep         *self);
LS_AVAILABLE_IN_1_0
char       *ls_step_to_words         (LsStep         *self);
LS_AVAILABLE_IN_1_0
char       *ls_step_to_json          (LsStep         *self);
LS_AVAILABLE_IN_1_0
guint       ls_step_get_n_bodies     (LsStep         *self);
LS_AVAILABLE_IN_1_0
LsBody     *ls_step_get_body         (LsStep         *self,
                                      guint           index,
                                      const char    **role);
LS_AVAILABLE_IN_1_0
const char *ls_step_get_body_name    (LsStep         *self);
LS_AVAILABLE_IN_1_0
const char *ls_step_get_javascript   (LsStep         *self);
LS_AVAILABLE_IN_1_0
const char *ls_step_op_to_string     (LsStepOp        op);
LS_AVAILABLE_IN_1_0
gboolean    ls_step_op_from_string   (const char     *string,
                                      LsStepOp       *op);

LS_AVAILABLE_IN_1_0
GType       ls_body_get_type         (void);
LS_AVAILABLE_IN_1_0
LsBody     *ls_body_ref              (LsBody         *self);
LS_AVAILABLE_IN_1_0
void        ls_body_unref            (LsBody         *self);
LS_AVAILABLE_IN_1_0
guint32     ls_body_get_id           (LsBody         *self);
LS_AVAILABLE_IN_1_0
const char *ls_body_get_name         (LsBody         *self);
LS_AVAILABLE_IN_1_0
const char *ls_body_get_pointer      (LsBody         *self);
LS_AVAILABLE_IN_1_0
gboolean    ls_body_is_async         (LsBody         *self);
LS_AVAILABLE_IN_1_0
guint       ls_body_get_n_steps      (LsBody         *self);
LS_AVAILABLE_IN_1_0
LsStep     *ls_body_get_step         (LsBody         *self,
                                      guint           index);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (LsStep, ls_step_unref)
G_DEFINE_AUTOPTR_CLEANUP_FUNC (LsBody, ls_body_unref)

G_END_DECLS
