/* ls-agent.h: those who share memory
 *
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */

#pragma once

#include "ls-atomics.h"
#include "ls-event-loop.h"

G_BEGIN_DECLS

#define LS_TYPE_AGENT (ls_agent_get_type ())
G_DECLARE_FINAL_TYPE (LsAgent, ls_agent, LS, AGENT, GObject)

/**
 * LsAgentState:
 * @LS_AGENT_STATE_RUNNING: it has the baton; or it is an agent of a thread
 * @LS_AGENT_STATE_RUNNABLE: it is about to do its next operation
 * @LS_AGENT_STATE_WAITING: it is suspended in `Atomics.wait()`
 * @LS_AGENT_STATE_IDLE: its function has returned, its loop has nothing to do now
 * @LS_AGENT_STATE_ENDED: it has been terminated
 *
 * What an agent of a model is doing.
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
 * @LS_OPERATION_START: begins its function
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
 * @LS_OPERATION_RESUME: goes on after `Atomics.wait()`: it was notified, or its time is over
 * @LS_OPERATION_TASK: runs the next task of its event loop
 * @LS_OPERATION_POST: posts a task to another agent
 * @LS_OPERATION_SPAWN: creates another agent
 * @LS_OPERATION_TERMINATE: ends another agent
 * @LS_OPERATION_PAUSE: `Atomics.pause()`
 *
 * What agents of a model do between which others may run.
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
 * How many kinds of operations there are.
 */
#define LS_N_OPERATION_KINDS 19

/**
 * LsOperation:
 * @kind: what kind it is
 * @memory: (transfer none) (nullable): the block that it is about
 * @byte_index: where in it
 * @type: the type of the element
 * @value: the operand: what is stored, added, expected; of a notification the count (saturated)
 * @replacement: what a comparison that holds stores; the number of the other agent for a post or a termination
 *
 * What an agent is about to do.
 */
typedef struct
{
  LsOperationKind kind;
  LsSharedMemory *memory;
  gsize           byte_index;
  LsElementType   type;
  gint64          value;
  gint64          replacement;
} LsOperation;

/**
 * LsAgentMark:
 *
 * What an agent of a model had learned at some moment; see ls_agent_forget().
 */
typedef struct
{
  /*< private >*/
  guint64 a, b;
} LsAgentMark;

typedef struct _LsAgentCluster LsAgentCluster;

LsAgent        *ls_agent_new             (const char      *name,
                                          gboolean         can_block,
                                          LsEventLoop     *loop);
const char     *ls_agent_get_name        (LsAgent         *self);
guint32         ls_agent_get_id          (LsAgent         *self);
gboolean        ls_agent_get_can_block   (LsAgent         *self);
LsEventLoop    *ls_agent_get_loop        (LsAgent         *self);
LsAgentCluster *ls_agent_get_cluster     (LsAgent         *self);
LsAgentState    ls_agent_get_state       (LsAgent         *self);
gboolean        ls_agent_peek_operation  (LsAgent         *self,
                                          LsOperation     *operation);
gboolean        ls_agent_is_terminated   (LsAgent         *self);
guint           ls_agent_get_n_async_waits (LsAgent       *self);

/* On threads */
LsAgent        *ls_agent_get_current     (void);
LsAgent        *ls_agent_enter           (LsAgent         *self);
void            ls_agent_leave           (LsAgent         *previous);
gboolean        ls_agent_can_suspend     (void);

/* In a model */
gboolean        ls_agent_post            (LsAgent         *self,
                                          LsQueueType      queue,
                                          LsTaskFunc       func,
                                          gpointer         user_data,
                                          GDestroyNotify   destroy,
                                          GError         **error);
gboolean        ls_agent_terminate       (LsAgent         *self,
                                          GError         **error);
void            ls_agent_observe         (LsAgent         *self,
                                          guint64          value);
void            ls_agent_remember        (LsAgent         *self,
                                          LsAgentMark     *mark);
void            ls_agent_forget          (LsAgent         *self,
                                          const LsAgentMark *mark,
                                          guint64          value);

const char     *ls_operation_kind_to_string (LsOperationKind    kind);
char           *ls_operation_to_string      (const LsOperation *operation);
const char     *ls_agent_state_to_string    (LsAgentState       state);

G_END_DECLS
