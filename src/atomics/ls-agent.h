/* ls-agent.h: agents, which share memory
 *
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */

#pragma once

#include "ls-event-loop.h"
#include "ls-shared-memory.h"

G_BEGIN_DECLS

#define LS_TYPE_AGENT (ls_agent_get_type ())
LS_AVAILABLE_IN_1_0
G_DECLARE_FINAL_TYPE (LsAgent, ls_agent, LS, AGENT, GObject)

/**
 * LsOperation:
 * @kind: the kind of the operation
 * @memory: (transfer none) (nullable): the block of memory
 * @byte_index: the place in the block, in bytes
 * @type: the type of the element
 * @value: the operand: the value to store, to add or to expect; the count of a notification (saturated)
 * @replacement: the value that a successful comparison stores; the number of the other agent of a post or a termination
 *
 * An operation of an agent.
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

#define LS_TYPE_OPERATION (ls_operation_get_type ())
LS_AVAILABLE_IN_1_0
GType ls_operation_get_type (void);

/**
 * LsAgentMark:
 *
 * Everything that an agent of a model had learned at some moment; see [method@Agent.forget].
 */
typedef struct
{
  /*< private >*/
  guint64 a, b;
} LsAgentMark;

#define LS_TYPE_AGENT_MARK (ls_agent_mark_get_type ())
LS_AVAILABLE_IN_1_0
GType ls_agent_mark_get_type (void);

typedef struct _LsAgentCluster LsAgentCluster;

LS_AVAILABLE_IN_1_0
LsAgent        *ls_agent_new             (const char      *name,
                                          gboolean         can_block,
                                          LsEventLoop     *loop);
LS_AVAILABLE_IN_1_0
const char     *ls_agent_get_name        (LsAgent         *self);
LS_AVAILABLE_IN_1_0
guint32         ls_agent_get_id          (LsAgent         *self);
LS_AVAILABLE_IN_1_0
gboolean        ls_agent_get_can_block   (LsAgent         *self);
LS_AVAILABLE_IN_1_0
LsEventLoop    *ls_agent_get_loop        (LsAgent         *self);
LS_AVAILABLE_IN_1_0
LsAgentCluster *ls_agent_get_cluster     (LsAgent         *self);
LS_AVAILABLE_IN_1_0
LsAgentState    ls_agent_get_state       (LsAgent         *self);
LS_AVAILABLE_IN_1_0
gboolean        ls_agent_peek_operation  (LsAgent         *self,
                                          LsOperation     *operation);
LS_AVAILABLE_IN_1_0
gboolean        ls_agent_is_terminated   (LsAgent         *self);
LS_AVAILABLE_IN_1_0
guint           ls_agent_get_n_async_waits (LsAgent       *self);

/* On threads */
LS_AVAILABLE_IN_1_0
LsAgent        *ls_agent_get_current     (void);
LS_AVAILABLE_IN_1_0
LsAgent        *ls_agent_enter           (LsAgent         *self);
LS_AVAILABLE_IN_1_0
void            ls_agent_leave           (LsAgent         *previous);
LS_AVAILABLE_IN_1_0
gboolean        ls_agent_can_suspend     (void);

/* In a model */
LS_AVAILABLE_IN_1_0
gboolean        ls_agent_post            (LsAgent         *self,
                                          LsQueueType      queue,
                                          LsTaskFunc       func,
                                          gpointer         user_data,
                                          GDestroyNotify   destroy,
                                          GError         **error);
LS_AVAILABLE_IN_1_0
gboolean        ls_agent_terminate       (LsAgent         *self,
                                          GError         **error);
LS_AVAILABLE_IN_1_0
void            ls_agent_observe         (LsAgent         *self,
                                          guint64          value);
LS_AVAILABLE_IN_1_0
void            ls_agent_remember        (LsAgent         *self,
                                          LsAgentMark     *mark);
LS_AVAILABLE_IN_1_0
void            ls_agent_forget          (LsAgent         *self,
                                          const LsAgentMark *mark,
                                          guint64          value);

LS_AVAILABLE_IN_1_0
char           *ls_operation_to_string      (const LsOperation *operation);

G_END_DECLS
