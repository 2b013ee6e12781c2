/* ls-agent-records-private.h: the records of agents
 *
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */

#pragma once

#include "ls-agent-cluster-private.h"
#include "ls-wait-result.h"

G_BEGIN_DECLS

/* Each function does nothing without a probe. */
void ls_agent_cluster_report_created (LsAgentCluster    *self,
                                      LsAgent           *agent,
                                      LsAgent           *parent);
void ls_agent_cluster_report_run     (LsAgentCluster    *self,
                                      LsAgent           *agent,
                                      guint              n_choices);
void ls_agent_cluster_report_memory  (LsAgentCluster    *self,
                                      LsSharedMemory    *memory);
void ls_agent_report_state           (LsAgent           *self);
void ls_agent_report_thread_created  (LsAgent           *first,
                                      LsAgent           *agent,
                                      LsAgent           *parent);
void ls_agent_report_thread_state    (LsAgent           *reporter,
                                      LsAgent           *agent,
                                      LsAgentState       state);
void ls_agent_report_new_memory      (LsAgent           *self,
                                      LsSharedMemory    *memory);
void ls_agent_report_growth          (LsSharedMemory    *memory);
void ls_agent_report_operation       (LsAgent           *self,
                                      const LsOperation *operation,
                                      gint64             old,
                                      gint64             now_there);
void ls_agent_report_immediate_wait         (LsAgent           *self,
                                             const LsOperation *operation,
                                             LsWaitResult       result,
                                             gint64             now_there);
void ls_agent_report_other           (LsAgent           *self,
                                      const LsOperation *operation);
void ls_agent_report_waiter          (LsAgent           *self,
                                      LsWaiter          *waiter,
                                      LsSharedMemory    *memory,
                                      gsize              byte_index,
                                      LsElementType      type,
                                      double             timeout);
void ls_agent_report_removal         (LsAgent           *self,
                                      LsWaiter          *waiter,
                                      LsSharedMemory    *memory,
                                      gsize              byte_index,
                                      guint              level);
void ls_agent_report_notify          (LsAgent           *self,
                                      const LsOperation *operation,
                                      guint64            n);

G_END_DECLS
