/* ls-agent-cluster-private.h: the inside of agent clusters
 *
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */

#pragma once

#include "ls-agent-cluster.h"
#include "ls-agent-private.h"
#include "ls-event-loop-private.h"

G_BEGIN_DECLS

/**
 * LsClusterObserver:
 *
 * Observes each operation after an agent has done it. @outcome is all that the agent learns of it.
 */
typedef void (*LsClusterObserver) (LsAgentCluster    *cluster,
                                   LsAgent           *agent,
                                   const LsOperation *operation,
                                   gint64             outcome,
                                   gboolean           has_changed,
                                   gpointer           user_data);

/** LsMissedPlace: a place where a notification found no waiter since @agent last did an operation there. */
typedef struct
{
  guint32 agent;
  guint32 memory;
  gsize   byte_index;
} LsMissedPlace;

struct _LsAgentCluster
{
  GObject            parent_instance;

  LsProbe           *probe;
  GPtrArray         *agents;        /* of LsAgent */
  GPtrArray         *memories;      /* of LsSharedMemory */
  LsWaiterTable     *table;
  guint64            now;           /* µs */
  guint64            n_steps;
  guint64            n_choice_points;   /* the number of steps at which there was a choice */
  guint64            n_changes;
  LsNumberSpace      numbers;       /* the numbers of all its loops */
  guint32            reported;      /* the agent whose records come now */
  LsAgent           *last;          /* (unowned) (nullable): the agent that had the baton last */
  guint              n_in_a_row;
  GArray            *missed;        /* of LsMissedPlace; see ls_agent_cluster_note_operation() */
  gboolean           is_in_step;
  gboolean           is_killed;
  GArray            *choices;       /* of LsChoicePoint */

  LsDecider          decider;
  gpointer           decider_data;
  GDestroyNotify     decider_destroy;
  LsFindingFunc      finding_func;
  gpointer           finding_data;
  GDestroyNotify     finding_destroy;
  LsAgentLoopFunc    loop_func;
  gpointer           loop_data;
  GDestroyNotify     loop_destroy;
  LsClusterObserver  observer;
  gpointer           observer_data;
};

LsEventLoop   *ls_agent_cluster_make_loop       (LsAgentCluster    *self,
                                                 LsAgent           *agent);
void           ls_agent_cluster_note_operation  (LsAgentCluster    *self,
                                                 LsAgent           *agent,
                                                 const LsOperation *operation,
                                                 gint64             outcome,
                                                 gboolean           has_changed);
gboolean       ls_agent_cluster_has_missed      (LsAgentCluster    *self,
                                                 LsAgent           *agent);
LsHash         ls_agent_cluster_hash            (LsAgentCluster    *self);

G_END_DECLS
