/* ls-agent-cluster.h: agents that share memory and run one at a time
 *
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */

#pragma once

#include "ls-agent.h"

G_BEGIN_DECLS

#define LS_TYPE_AGENT_CLUSTER (ls_agent_cluster_get_type ())
LS_AVAILABLE_IN_1_0
G_DECLARE_FINAL_TYPE (LsAgentCluster, ls_agent_cluster, LS, AGENT_CLUSTER, GObject)

/**
 * LsAgentFlags:
 * @LS_AGENT_NONE: none
 * @LS_AGENT_CAN_BLOCK: `Atomics.wait()` may suspend the agent: it is a worker
 * @LS_AGENT_OWN_THREAD: the agent runs on a thread of its own, for data that belongs to one thread; else it runs on a stack of
 *   its own
 *
 * The properties of an agent of a model.
 */
typedef enum
{
  LS_AGENT_NONE = 0,
  LS_AGENT_CAN_BLOCK = 1 << 0,
  LS_AGENT_OWN_THREAD = 1 << 1
} LsAgentFlags;

/**
 * LsClusterStatus:
 * @LS_CLUSTER_RUNNING: an agent has done something
 * @LS_CLUSTER_FINISHED: nothing is left to do, and no agent is suspended
 * @LS_CLUSTER_DEADLOCK: nothing is left to do, and an agent is suspended for ever
 * @LS_CLUSTER_STOPPED: the decider has stopped the cluster, or a caller has killed it
 *
 * The result of a step of a cluster.
 */
typedef enum
{
  LS_CLUSTER_RUNNING = 0,
  LS_CLUSTER_FINISHED,
  LS_CLUSTER_DEADLOCK,
  LS_CLUSTER_STOPPED
} LsClusterStatus;

/**
 * LsFinding:
 * @LS_FINDING_DEADLOCK: an agent is suspended for ever
 * @LS_FINDING_LOST_WAKE_UP: an agent is suspended for ever, and a notification found no waiter just before
 * @LS_FINDING_NEVER_RESOLVED: the promise of an `Atomics.waitAsync()` is never resolved
 * @LS_FINDING_INVARIANT: an invariant does not hold
 * @LS_FINDING_OVERTAKING: an agent that was woken had to wait again, too often in a row
 * @LS_FINDING_LOCK_LEFT_HELD: an exception has left a lock held
 * @LS_FINDING_EARLY_UNLOCK: a lock was unlocked while the work that it guards goes on asynchronously
 * @LS_FINDING_SPINS: agents repeat the same operations, and nothing changes
 * @LS_FINDING_TOO_LONG: a schedule had more steps than allowed
 *
 * The faults of a program whose agents share memory.
 */
typedef enum
{
  LS_FINDING_DEADLOCK = 0,
  LS_FINDING_LOST_WAKE_UP,
  LS_FINDING_NEVER_RESOLVED,
  LS_FINDING_INVARIANT,
  LS_FINDING_OVERTAKING,
  LS_FINDING_LOCK_LEFT_HELD,
  LS_FINDING_EARLY_UNLOCK,
  LS_FINDING_SPINS,
  LS_FINDING_TOO_LONG
} LsFinding;

/**
 * LS_N_FINDINGS:
 *
 * The number of kinds of findings.
 */
#define LS_N_FINDINGS 9

/**
 * LsAgentFunc:
 * @agent: the agent
 * @user_data: the data that the agent was made with
 *
 * The function of an agent of a model. When it has returned, the agent runs the tasks of its event loop. When the agent is
 * terminated, all its operations fail, and the function has to return.
 */
typedef void (*LsAgentFunc) (LsAgent  *agent,
                             gpointer  user_data);

/**
 * LsChoicePoint:
 * @agent: (transfer none): an agent that may go next
 * @operation: its next operation
 * @n_stutters: the number of operations in a row that the agent had done before since anything changed: the agent spins
 *
 * A choice: an agent that can go on, and its next operation.
 */
typedef struct
{
  LsAgent     *agent;
  LsOperation  operation;
  guint        n_stutters;
} LsChoicePoint;

#define LS_TYPE_CHOICE_POINT (ls_choice_point_get_type ())
LS_AVAILABLE_IN_1_0
GType ls_choice_point_get_type (void);

/**
 * LS_DECIDE_STOP:
 *
 * A decider returns this to stop the cluster.
 */
#define LS_DECIDE_STOP G_MAXUINT

/**
 * LsDecider:
 * @cluster: the cluster
 * @choices: (array length=n_choices): the agents that may go next, by number
 * @n_choices: the number of choices, at least one
 * @user_data: the data that was set with it
 *
 * Chooses the agent that goes next.
 *
 * Returns: an index into @choices, or %LS_DECIDE_STOP
 */
typedef guint (*LsDecider) (LsAgentCluster      *cluster,
                            const LsChoicePoint *choices,
                            guint                n_choices,
                            gpointer             user_data);

/**
 * LsFindingFunc:
 * @cluster: the cluster
 * @finding: the kind of the finding
 * @agent: (nullable): the agent that seems to be at fault
 * @message: a text, as that of [method@Agent.report]
 * @user_data: the data that was set with it
 *
 * Learns what agents report about themselves.
 */
typedef void (*LsFindingFunc) (LsAgentCluster *cluster,
                               LsFinding       finding,
                               LsAgent        *agent,
                               const char     *message,
                               gpointer        user_data);

/**
 * LsAgentLoopFunc:
 * @cluster: the cluster
 * @agent: the agent
 * @user_data: the data that was set with it
 *
 * Makes the event loop of an agent with `ls_agent_cluster_create_loop()`. A loop made in another way joins the time and the numbers
 * of the cluster when the function returns; its earlier records have its own.
 *
 * Returns: (transfer full): a loop
 */
typedef LsEventLoop *(*LsAgentLoopFunc) (LsAgentCluster *cluster,
                                         LsAgent        *agent,
                                         gpointer        user_data);

LS_AVAILABLE_IN_1_0
LsAgentCluster  *ls_agent_cluster_new             (LsProbe          *probe);
LS_AVAILABLE_IN_1_0
LsAgent         *ls_agent_cluster_add_agent       (LsAgentCluster   *self,
                                                   const char       *name,
                                                   LsAgentFlags      flags,
                                                   LsAgentFunc       func,
                                                   gpointer          user_data,
                                                   GDestroyNotify    destroy);
LS_AVAILABLE_IN_1_0
LsSharedMemory  *ls_agent_cluster_create_memory   (LsAgentCluster   *self,
                                                   guint64           length,
                                                   const char       *name,
                                                   GError          **error);
LS_AVAILABLE_IN_1_0
void             ls_agent_cluster_add_memory      (LsAgentCluster   *self,
                                                   LsSharedMemory   *memory);
LS_AVAILABLE_IN_1_0
guint            ls_agent_cluster_count_alive    (LsAgentCluster   *self);
LS_AVAILABLE_IN_1_0
guint            ls_agent_cluster_get_n_agents    (LsAgentCluster   *self);
LS_AVAILABLE_IN_1_0
LsAgent         *ls_agent_cluster_get_agent       (LsAgentCluster   *self,
                                                   guint             index);
LS_AVAILABLE_IN_1_0
guint            ls_agent_cluster_get_n_memories  (LsAgentCluster   *self);
LS_AVAILABLE_IN_1_0
LsSharedMemory  *ls_agent_cluster_get_memory      (LsAgentCluster   *self,
                                                   guint             index);
LS_AVAILABLE_IN_1_0
LsAgent         *ls_agent_cluster_get_last        (LsAgentCluster   *self);
LS_AVAILABLE_IN_1_0
guint64          ls_agent_cluster_get_time        (LsAgentCluster   *self);
LS_AVAILABLE_IN_1_0
guint64          ls_agent_cluster_get_n_steps     (LsAgentCluster   *self);
LS_AVAILABLE_IN_1_0
guint64          ls_agent_cluster_get_n_waiters   (LsAgentCluster   *self);
LS_AVAILABLE_IN_1_0
guint64          ls_agent_cluster_get_n_choice_points (LsAgentCluster *self);
LS_AVAILABLE_IN_1_0
guint64          ls_agent_cluster_get_next_time   (LsAgentCluster   *self);
LS_AVAILABLE_IN_1_0
guint            ls_agent_cluster_decide_by_default (LsAgentCluster *self,
                                                   const LsChoicePoint *choices,
                                                   guint             n_choices);
LS_AVAILABLE_IN_1_0
void             ls_agent_cluster_set_decider     (LsAgentCluster   *self,
                                                   LsDecider         decider,
                                                   gpointer          user_data,
                                                   GDestroyNotify    destroy);
LS_AVAILABLE_IN_1_0
void             ls_agent_cluster_set_finding_func (LsAgentCluster  *self,
                                                   LsFindingFunc     func,
                                                   gpointer          user_data,
                                                   GDestroyNotify    destroy);
LS_AVAILABLE_IN_1_0
void             ls_agent_cluster_set_loop_func   (LsAgentCluster   *self,
                                                   LsAgentLoopFunc   func,
                                                   gpointer          user_data,
                                                   GDestroyNotify    destroy);
LS_AVAILABLE_IN_1_0
LsEventLoop     *ls_agent_cluster_create_loop     (LsAgentCluster   *self,
                                                   const LsPreset   *preset,
                                                   LsEdition         edition,
                                                   LsProbe          *probe);
LS_AVAILABLE_IN_1_0
void             ls_agent_cluster_report_for      (LsAgentCluster   *self,
                                                   LsAgent          *agent);
LS_AVAILABLE_IN_1_0
LsClusterStatus  ls_agent_cluster_step            (LsAgentCluster   *self);
LS_AVAILABLE_IN_1_0
LsClusterStatus  ls_agent_cluster_run             (LsAgentCluster   *self,
                                                   guint64           max_steps);
LS_AVAILABLE_IN_1_0
void             ls_agent_cluster_kill            (LsAgentCluster   *self);

LS_AVAILABLE_IN_1_0
void             ls_agent_report                  (LsAgent          *agent,
                                                   LsFinding         finding,
                                                   const char       *message);
LS_AVAILABLE_IN_1_0
const char      *ls_finding_to_string             (LsFinding         finding);
LS_AVAILABLE_IN_1_0
const char      *ls_cluster_status_to_string      (LsClusterStatus   status);

G_END_DECLS
