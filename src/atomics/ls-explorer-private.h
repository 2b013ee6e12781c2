/* ls-explorer-private.h
 *
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */

#pragma once

#include "ls-agent-cluster-private.h"
#include "ls-explorer.h"

G_BEGIN_DECLS

typedef unsigned __int128 LsCount;

#define LS_COUNT_MAX (~(LsCount) 0)
#define LS_NO_STATE G_MAXUINT32

/** LsStateEdge: a way on from a state. */
typedef struct
{
  guint32 agent;
  guint32 child;            /* a state, or LS_NO_STATE as long as it has not been tried */
  guint32 findings;         /* bits: what was found on the way */
} LsStateEdge;

/** LsStateNode: a state. */
typedef struct
{
  LsHash  key;
  LsCount n_schedules;      /* from here to an end; once it is explored */
  guint32 first_edge;
  guint32 n_edges;
  guint32 findings;         /* bits: of an end */
  guint32 is_explored;
} LsStateNode;

/** LsStateGraph: the states that were reached. Plain data, but for the index. */
typedef struct
{
  GArray  *nodes;           /* of LsStateNode; the first is the beginning */
  GArray  *edges;           /* of LsStateEdge */
  guint32 *index;           /* (owned): by key; LS_NO_STATE is free */
  gsize    index_size;      /* a power of two */
} LsStateGraph;

/** LsExplorerFrame: a state on the way to where the search is. */
typedef struct
{
  guint32 node;
  guint32 next;             /* which of its edges is taken, or is to be taken next */
  guint32 n_preemptions;
  guint32 current;          /* the agent that has acted last, 0 for none */
} LsExplorerFrame;

/** LsFindingExample: the best example of a kind of finding. */
typedef struct
{
  gboolean is_found;
  guint32  agent;
  char    *message;         /* (owned): marked for translation, or in the language of whoever runs it */
  GArray  *schedule;        /* (owned): of guint32 */
} LsFindingExample;

struct _LsExplorer
{
  GObject             parent_instance;

  LsClusterFactory    factory;
  gpointer            factory_data;
  GDestroyNotify      factory_destroy;
  LsExploreOptions    options;
  LsInvariant         invariant;
  gpointer            invariant_data;
  GDestroyNotify      invariant_destroy;
  LsExplorerProgress  progress;
  gpointer            progress_data;
  GDestroyNotify      progress_destroy;

  LsExploreStatus     status;
  LsStateGraph        graph;
  GArray             *stack;        /* of LsExplorerFrame */
  LsFindingExample        found[LS_N_FINDINGS];
  guint64             n_runs, n_steps, n_states;
  LsCount             n_ends;       /* where states are not kept */
  gboolean            is_endless;   /* a schedule comes back to a state that it had */
  gboolean            ends_too_long; /* a run in which something gives up is not gone on with */

  /* The run that is under way */
  LsAgentCluster     *cluster;
  GCancellable       *cancellable;  /* (unowned) (nullable): of the call */
  gint64              deadline;     /* of the call, on the monotonic clock; G_MAXINT64 for none */
  gboolean            is_cut_short; /* the run was stopped before its end: it is to be run again */
  guint64             n_steps_before; /* @n_steps when it began */
  GArray             *schedule;     /* of guint32: the agents' numbers so far */
  gsize               n_replayed;
  guint32             run_findings; /* bits: in the step that is under way */
  GRand              *random;
  gboolean            is_cut;       /* the run has come to a state that is known, or to its end */
  gboolean            is_too_long;  /* something gave up in this run, and what waits for it proves nothing */
  const GArray       *shortest;     /* (unowned) (nullable): the schedule of a run that shows what was found once more */
  LsFinding           wanted;       /* what that is */
};

gboolean ls_explorer_must_stop    (LsExplorer         *self);
void     ls_explorer_add_finding         (LsExplorer         *self,
                                          LsFinding           finding,
                                          guint32             agent,
                                          const char         *message);

/* ls-explorer-choices.c: deciders are given the explorer, but for the last, which is given a schedule */
LsHash   ls_explorer_hash         (LsExplorer         *self,
                                   const LsExplorerFrame *frame);
void     ls_explorer_link_state         (LsExplorer         *self,
                                         guint32             node);
guint    ls_explorer_decide       (LsAgentCluster     *cluster,
                                   const LsChoicePoint *choices,
                                   guint               n_choices,
                                   gpointer            user_data);
guint    ls_explorer_decide_at_random (LsAgentCluster *cluster,
                                   const LsChoicePoint *choices,
                                   guint               n_choices,
                                   gpointer            user_data);
guint    ls_explorer_decide_shortest (LsAgentCluster     *cluster,
                                      const LsChoicePoint *choices,
                                      guint               n_choices,
                                      gpointer            user_data);
guint    ls_explorer_decide_by_schedule (LsAgentCluster *cluster,
                                   const LsChoicePoint *choices,
                                   guint               n_choices,
                                   gpointer            user_data);

void     ls_state_graph_init      (LsStateGraph       *self);
void     ls_state_graph_clear     (LsStateGraph       *self);
guint32  ls_state_graph_find      (LsStateGraph       *self,
                                   const LsHash       *key);
guint32  ls_state_graph_add       (LsStateGraph       *self,
                                   const LsHash       *key,
                                   gboolean            is_indexed);
void     ls_state_graph_add_edge  (LsStateGraph       *self,
                                   guint32             node,
                                   guint32             agent);
void     ls_state_graph_drop_last (LsStateGraph       *self);
void     ls_state_graph_finish    (LsStateGraph       *self,
                                   guint32             node);
gsize    ls_state_graph_get_size  (const LsStateGraph *self);
GArray  *ls_state_graph_shortest  (const LsStateGraph *self,
                                   LsFinding           finding);
gboolean ls_state_graph_rebuild   (LsStateGraph       *self);

LsCount  ls_count_add             (LsCount             a,
                                   LsCount             b);
char    *ls_count_format          (LsCount             count);

static inline gboolean
ls_explorer_keeps_states (LsExplorer *self)
{
  return self->options.mode == LS_EXPLORE_EXHAUSTIVE;
}

static inline LsStateNode *
ls_state_graph_get (const LsStateGraph *self,
                    guint32             node)
{
  return &g_array_index (self->nodes, LsStateNode, node);
}

static inline LsStateEdge *
ls_state_graph_get_edge (const LsStateGraph *self,
                         guint32             node,
                         guint32             edge)
{
  return &g_array_index (self->edges, LsStateEdge, ls_state_graph_get (self, node)->first_edge + edge);
}

static inline void
ls_finding_example_clear (LsFindingExample *self)
{
  g_clear_pointer (&self->message, g_free);
  g_clear_pointer (&self->schedule, g_array_unref);
  self->is_found = FALSE;
}

G_END_DECLS
