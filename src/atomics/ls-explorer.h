/* ls-explorer.h: exploring all interleavings of agents that matter
 *
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */

#pragma once

#include <gio/gio.h>

#include "ls-agent-cluster.h"

G_BEGIN_DECLS

#define LS_TYPE_EXPLORER (ls_explorer_get_type ())
LS_AVAILABLE_IN_1_0
G_DECLARE_FINAL_TYPE (LsExplorer, ls_explorer, LS, EXPLORER, GObject)

/**
 * LsExploreMode:
 * @LS_EXPLORE_EXHAUSTIVE: each reachable state once
 * @LS_EXPLORE_SCHEDULES: every schedule, though many lead to the same states; for comparison
 * @LS_EXPLORE_FULL: every schedule, and every order of the steps that agents do by themselves
 * @LS_EXPLORE_RANDOM: some schedules, by chance
 *
 * A way to explore.
 */
typedef enum
{
  LS_EXPLORE_EXHAUSTIVE = 0,
  LS_EXPLORE_SCHEDULES,
  LS_EXPLORE_FULL,
  LS_EXPLORE_RANDOM
} LsExploreMode;

/**
 * LsExploreStatus:
 * @LS_EXPLORE_READY: not everything is explored
 * @LS_EXPLORE_COMPLETE: everything is explored
 * @LS_EXPLORE_FOUND: the explorer has a finding, and one was enough
 * @LS_EXPLORE_BUDGET: a budget is used up
 * @LS_EXPLORE_CANCELLED: the caller cancelled it
 *
 * The progress of an explorer.
 */
typedef enum
{
  LS_EXPLORE_READY = 0,
  LS_EXPLORE_COMPLETE,
  LS_EXPLORE_FOUND,
  LS_EXPLORE_BUDGET,
  LS_EXPLORE_CANCELLED
} LsExploreStatus;

/**
 * LsExploreOptions:
 * @mode: the way to explore
 * @bounds_preemptions: whether @max_preemptions counts; else there may be any number
 * @max_preemptions: how often in one schedule an agent that could go on has to let another one go first
 * @seed: the seed of random schedules
 * @n_runs: the number of random schedules; 0 for %LS_EXPLORE_DEFAULT_RUNS
 * @max_overtaking: how often in a row a woken agent may wait again at the same place; 0 for any number
 * @max_steps: the highest number of steps of a schedule; 0 for 100,000
 * @max_states: a budget: the highest number of states; 0 for any number
 * @max_time: a budget for one call of [method@Explorer.run], in µs; 0 for any time
 * @max_memory: a budget, in bytes; 0 for any
 * @stop_at_first: whether one finding is enough
 * @n_pieces: of how many pieces of the whole this is one, %LS_EXPLORE_MAX_PIECES at most, see [method@Explorer.add_piece]; 0 for
 *   the whole. For %LS_EXPLORE_EXHAUSTIVE and %LS_EXPLORE_RANDOM
 * @piece: which of them, from 1
 *
 * The options of an explorer. What is zeroed is not given: the explorer is exhaustive, without a bound. The structure may grow into
 * its padding, which is to be zeroed.
 */
typedef struct
{
  LsExploreMode mode;
  gboolean      bounds_preemptions;
  guint         max_preemptions;
  guint64       seed;
  guint64       n_runs;
  guint         max_overtaking;
  guint64       max_steps;
  guint64       max_states;
  guint64       max_time;
  guint64       max_memory;
  gboolean      stop_at_first;
  guint         n_pieces;
  guint         piece;

  /*< private >*/
  gpointer      padding[2];
} LsExploreOptions;

#define LS_TYPE_EXPLORE_OPTIONS (ls_explore_options_get_type ())
LS_AVAILABLE_IN_1_0
GType ls_explore_options_get_type (void);

/**
 * LS_EXPLORE_OPTIONS_INIT: (skip)
 *
 * No option is given, as in zeroed memory: exhaustive, without a bound.
 */
#define LS_EXPLORE_OPTIONS_INIT { LS_EXPLORE_EXHAUSTIVE }

/**
 * LS_EXPLORE_DEFAULT_RUNS:
 *
 * How many random schedules an explorer tries unless it is told.
 */
#define LS_EXPLORE_DEFAULT_RUNS 1000

/**
 * LS_EXPLORE_MAX_PIECES:
 *
 * How many pieces an exploration can have.
 */
#define LS_EXPLORE_MAX_PIECES 10000

/**
 * LsClusterFactory:
 * @user_data: the data that was given with it
 *
 * Makes the cluster to explore, with its agents and its memory, in the same way each time. The explorer calls it for every
 * schedule. The agents have to be deterministic: each follows from the outcomes of its operations, from the time, from the posts
 * to it and from what it tells [method@Agent.observe].
 *
 * Returns: (transfer full): a cluster that has not run
 */
typedef LsAgentCluster *(*LsClusterFactory) (gpointer user_data);

/**
 * LsInvariant:
 * @cluster: the cluster, between two steps
 * @user_data: the data that was set with it
 * @error: return location for the fault
 *
 * A condition that always should hold. It may look at shared memory and at the observations of the agents.
 *
 * Returns: whether it holds
 */
typedef gboolean (*LsInvariant) (LsAgentCluster  *cluster,
                                 gpointer         user_data,
                                 GError         **error);

/**
 * LsExplorerProgress:
 * @explorer: the explorer
 * @user_data: the data that was set with it
 *
 * The explorer calls this now and then, on its thread.
 */
typedef void (*LsExplorerProgress) (LsExplorer *explorer,
                                    gpointer    user_data);

LS_AVAILABLE_IN_1_0
LsExplorer      *ls_explorer_new               (LsClusterFactory         factory,
                                                gpointer                 user_data,
                                                GDestroyNotify           destroy,
                                                const LsExploreOptions  *options);
LS_AVAILABLE_IN_1_0
void             ls_explorer_set_invariant     (LsExplorer              *self,
                                                LsInvariant              invariant,
                                                gpointer                 user_data,
                                                GDestroyNotify           destroy);
LS_AVAILABLE_IN_1_0
void             ls_explorer_set_progress      (LsExplorer              *self,
                                                LsExplorerProgress       progress,
                                                gpointer                 user_data,
                                                GDestroyNotify           destroy);
LS_AVAILABLE_IN_1_0
void             ls_explorer_set_budgets       (LsExplorer              *self,
                                                const LsExploreOptions  *options);
LS_AVAILABLE_IN_1_0
LsExploreStatus  ls_explorer_run               (LsExplorer              *self,
                                                GCancellable            *cancellable);
LS_AVAILABLE_IN_1_0
LsExploreStatus  ls_explorer_run_together      (LsExplorer             **explorers,
                                                guint                    n_explorers,
                                                GCancellable            *cancellable);
LS_AVAILABLE_IN_1_0
LsExploreStatus  ls_explorer_get_status        (LsExplorer              *self);
LS_AVAILABLE_IN_1_0
guint64          ls_explorer_get_n_states      (LsExplorer              *self);
LS_AVAILABLE_IN_1_0
guint64          ls_explorer_get_n_runs        (LsExplorer              *self);
LS_AVAILABLE_IN_1_0
guint64          ls_explorer_get_n_steps       (LsExplorer              *self);
LS_AVAILABLE_IN_1_0
double           ls_explorer_get_n_schedules   (LsExplorer              *self);
LS_AVAILABLE_IN_1_0
char            *ls_explorer_format_n_schedules (LsExplorer             *self);
LS_AVAILABLE_IN_1_0
gboolean         ls_explorer_is_endless        (LsExplorer              *self);
LS_AVAILABLE_IN_1_0
guint            ls_explorer_get_n_findings    (LsExplorer              *self);
LS_AVAILABLE_IN_1_0
gboolean         ls_explorer_has_finding       (LsExplorer              *self,
                                                LsFinding                finding);
LS_AVAILABLE_IN_1_0
gboolean         ls_explorer_get_finding       (LsExplorer              *self,
                                                guint                    index,
                                                LsFinding               *finding,
                                                guint32                 *agent,
                                                const char             **message);
LS_AVAILABLE_IN_1_0
const guint32   *ls_explorer_get_schedule      (LsExplorer              *self,
                                                guint                    index,
                                                gsize                   *length);
LS_AVAILABLE_IN_1_0
LsClusterStatus  ls_explorer_replay            (LsExplorer              *self,
                                                const guint32           *schedule,
                                                gsize                    length,
                                                LsAgentCluster         **cluster);
LS_AVAILABLE_IN_1_0
GBytes          *ls_explorer_save              (LsExplorer              *self);
LS_AVAILABLE_IN_1_0
gboolean         ls_explorer_load              (LsExplorer              *self,
                                                GBytes                  *checkpoint,
                                                GError                 **error);
LS_AVAILABLE_IN_1_0
gboolean         ls_explorer_peek_options      (GBytes                  *checkpoint,
                                                LsExploreOptions        *options,
                                                GError                 **error);
LS_AVAILABLE_IN_1_0
gboolean         ls_explorer_add_piece         (LsExplorer              *self,
                                                GBytes                  *checkpoint,
                                                GError                 **error);
LS_AVAILABLE_IN_1_0
gboolean         ls_explorer_join_pieces       (LsExplorer              *self,
                                                GError                 **error);
LS_AVAILABLE_IN_1_0
const char      *ls_explore_status_to_string   (LsExploreStatus          status);

G_END_DECLS
