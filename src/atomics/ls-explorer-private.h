/* ls-explorer-private.h: the inside of explorers
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

/** LsStateEdge: a step from a state. */
typedef struct
{
  guint32 agent;
  guint32 child;            /* the next state, or LS_NO_STATE while nobody has tried the step */
  guint32 findings;         /* bits: the findings on the way */
} LsStateEdge;

/** LsStateNode: a state. */
typedef struct
{
  LsHash  key;
  LsCount n_schedules;      /* the number of schedules from here to an end; once it is explored */
  guint32 first_edge;
  guint32 n_edges;
  guint32 findings;         /* bits: the findings of an end */
  guint32 is_explored;
} LsStateNode;

/** LsStateGraph: the reached states. Plain data, except the index. */
typedef struct
{
  GArray  *nodes;           /* of LsStateNode; the first is the beginning */
  GArray  *edges;           /* of LsStateEdge */
  guint32 *index;           /* (owned): nodes by key; LS_NO_STATE marks a free place */
  gsize    index_size;      /* a power of two */
} LsStateGraph;

/** LsExplorerFrame: a state on the way to the current one. */
typedef struct
{
  guint32 node;
  guint32 next;             /* the edge that is taken, or will be next */
  guint32 n_preemptions;
  guint32 current;          /* the agent that acted last, 0 for none */
} LsExplorerFrame;

/** LsExplorerWay: the step by which a state was reached first. */
typedef struct
{
  guint32 node;             /* the state before it */
  guint32 edge;             /* of that one */
} LsExplorerWay;

/** LsExplorerSplit: the work of one piece of several. First, each piece explores the same states around the beginning, breadth
 * first, until there are enough of them that wait; then it explores those of them that are its own. */
typedef struct
{
  GArray  *ways;            /* of LsExplorerWay: to the first states */
  guint32  at;              /* the state that is explored */
  guint32  edge;            /* before the split: the edge of that state that is tried */
  guint32  first;           /* the first state that waits at the split */
  guint32  n_shared;        /* how many states all pieces have; 0 before the split */
  guint32  base;            /* so many frames of the stack lead to the state that is explored */
} LsExplorerSplit;

/** LsFindingExample: the best example of a kind of finding. */
typedef struct
{
  gboolean is_found;
  guint32  agent;
  guint64  run;             /* the number of the run, from 0 */
  char    *message;         /* (owned): marked for translation, or in the language of the run */
  GArray  *schedule;        /* (owned): of guint32 */
} LsFindingExample;

/** LsExplorerTeam: what explorers of the same that run at once know of each other. Any of their threads may use it. */
typedef struct _LsExplorerTeam LsExplorerTeam;

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
  LsCount             n_ends;       /* counted where the explorer keeps no states */
  gboolean            is_endless;   /* a schedule comes back to a state that it has had */
  LsExplorerSplit     split;
  GArray             *pieces;       /* (nullable) of gboolean: which pieces were added */
  gboolean            has_incomplete_piece;
  LsExplorerTeam     *team;         /* (unowned) (nullable): while it runs with others, … */
  guint               number;       /* … of which it is this one, from 0 */
  gboolean            ends_too_long; /* stop a run as soon as something in it gives up */

  /* The current run */
  LsAgentCluster     *cluster;
  GCancellable       *cancellable;  /* (unowned) (nullable): of the call */
  gint64              deadline;     /* of the call, in µs of the monotonic clock; G_MAXINT64 for none */
  gboolean            is_cut_short; /* the call stopped the run before its end: the next call repeats it */
  guint64             n_steps_before; /* n_steps at its beginning */
  GArray             *schedule;     /* guint32: the numbers of the agents so far */
  gsize               n_replayed;
  guint32             run_findings; /* bits: the findings of the current step */
  GRand              *random;
  gboolean            is_cut;       /* the run has come to a known state, or to its end */
  gboolean            is_too_long;  /* something gave up in this run: agents that wait for it prove nothing */
  const GArray       *shortest;     /* (unowned) (nullable): the schedule of a run that repeats a finding */
  LsFinding           wanted;       /* the kind of that finding */
};

gboolean ls_explorer_must_stop    (LsExplorer         *self);
guint64  ls_explorer_get_next_run (LsExplorer         *self);
gboolean ls_explorer_backtrack    (LsExplorer         *self);
void     ls_explorer_shorten      (LsExplorer         *self,
                                   LsFinding           finding);
void     ls_explorer_add_finding         (LsExplorer         *self,
                                          LsFinding           finding,
                                          guint32             agent,
                                          const char         *message);

/* ls-explorer-choices.c: the data of a decider is the explorer; the data of the last one is a schedule */
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

/* ls-explorer-split.c */
gboolean ls_explorer_split_go_to  (LsExplorer         *self);
void     ls_explorer_split_advance (LsExplorer        *self);
gboolean ls_explorer_split_check  (LsExplorer         *self);
void     ls_explorer_take         (LsExplorer         *self,
                                   const LsExplorer   *piece,
                                   guint64             last_run);

/* ls-explorer-results.c */
void     ls_explorer_drop_later   (LsExplorer         *self,
                                   guint64             last_run);
void     ls_explorer_forbid       (LsExplorer         *self);

/* ls-explorer-team.c: a team is used by one thread at a time, but for the next four functions, which its members call */
gboolean ls_explorer_team_enter   (LsExplorerTeam     *self,
                                   const LsHash       *key);
void     ls_explorer_team_finish  (LsExplorerTeam     *self,
                                   const LsHash       *key);
void     ls_explorer_team_add_run (LsExplorerTeam     *self,
                                   guint32             findings,
                                   guint64             run);
void     ls_explorer_team_get_progress (LsExplorerTeam *self,
                                   guint64            *n_states,
                                   guint64            *n_runs,
                                   guint32            *findings,
                                   guint64            *first_run);
gboolean ls_explorer_team_divides (LsExploreMode       mode);
LsExplorerTeam *ls_explorer_team_new (LsExplorer     **explorers,
                                   guint               n_explorers,
                                   guint64             n_alone);
void     ls_explorer_team_free    (LsExplorerTeam     *self);
void     ls_explorer_team_set_budgets (LsExplorerTeam *self,
                                   const LsExploreOptions *options);
void     ls_explorer_team_run     (LsExplorerTeam     *self,
                                   GCancellable       *cancellable);
void     ls_explorer_team_join    (LsExplorerTeam     *self,
                                   LsExplorer         *result,
                                   GCancellable       *cancellable);
LsExplorer *ls_explorer_team_get_ended (LsExplorerTeam *self);

/* ls-explorer-checkpoint.c */
void     ls_explorer_reset        (LsExplorer         *self);
GVariant *ls_explorer_read_checkpoint (GBytes         *checkpoint,
                                   LsExploreOptions   *options,
                                   GError            **error);
gboolean ls_explorer_load_variant (LsExplorer         *self,
                                   GVariant           *checkpoint);

/* ls-explorer-graph.c */
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
gboolean ls_state_graph_finish_all (LsStateGraph      *self,
                                   gboolean           *is_endless);
void     ls_state_graph_merge     (LsStateGraph       *self,
                                   const LsStateGraph *other);
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

/* Returns the kinds of what it has found by itself, as bits. */
static inline guint32
ls_explorer_get_findings (const LsExplorer *self)
{
  guint32 findings = 0;

  for (guint i = 0; i < LS_N_FINDINGS; i++)
    if (self->found[i].is_found)
      findings |= (guint32) 1 << i;
  return findings;
}

/* Whether it explores a piece of the states. */
static inline gboolean
ls_explorer_is_piece (LsExplorer *self)
{
  return self->options.n_pieces > 1 && ls_explorer_keeps_states (self);
}

/* The first edge of a state that an explorer takes. Those of a team begin with different ones, so as not to go the same ways. */
static inline guint32
ls_explorer_get_first_edge (const LsExplorer  *self,
                            const LsStateNode *node)
{
  return self->number == 0 ? 0 : (guint32) (ls_hash_scramble (node->key.b + self->number) % MAX (node->n_edges, 1));
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
