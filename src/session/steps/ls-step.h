/* ls-step.h: one statement of a step program
 *
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */

#pragma once

#include "ls-types.h"

G_BEGIN_DECLS

/**
 * LsStepOp:
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
