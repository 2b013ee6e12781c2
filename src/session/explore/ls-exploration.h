/* ls-exploration.h: explores a session on a thread of its own
 *
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */

#pragma once

#include "ls-session-explore.h"

G_BEGIN_DECLS

/**
 * LsExplorationLimit:
 * @LS_EXPLORATION_LIMIT_NONE: none
 * @LS_EXPLORATION_LIMIT_TIME: the time
 * @LS_EXPLORATION_LIMIT_STATES: the number of states
 * @LS_EXPLORATION_LIMIT_MEMORY: the memory that the states take
 *
 * Which budget has ended an exploration.
 */
typedef enum
{
  LS_EXPLORATION_LIMIT_NONE = 0,
  LS_EXPLORATION_LIMIT_TIME,
  LS_EXPLORATION_LIMIT_STATES,
  LS_EXPLORATION_LIMIT_MEMORY
} LsExplorationLimit;

/**
 * LsExplorationProgress:
 * @n_states: how many states were looked at
 * @n_runs: how often the agents were run
 * @n_findings: how many kinds of things were found
 * @time: how long it has run, in µs, all pieces together
 *
 * How far an exploration has come.
 */
typedef struct
{
  guint64 n_states;
  guint64 n_runs;
  guint   n_findings;
  guint64 time;
} LsExplorationProgress;

#define LS_TYPE_EXPLORATION_PROGRESS (ls_exploration_progress_get_type ())
LS_AVAILABLE_IN_1_0
GType ls_exploration_progress_get_type (void);

#define LS_TYPE_EXPLORATION (ls_exploration_get_type ())
LS_AVAILABLE_IN_1_0
G_DECLARE_FINAL_TYPE (LsExploration, ls_exploration, LS, EXPLORATION, GObject)

/* All functions are called from the thread that made the object; its main context gets the signals.
 *
 * Signals: progressed () – the numbers have changed; ten times a second at most. done () – it has stopped. */

LS_AVAILABLE_IN_1_0
LsExploration   *ls_exploration_new                (void);
LS_AVAILABLE_IN_1_0
void             ls_exploration_set_n_threads      (LsExploration           *self,
                                                    guint                    n_threads);
#ifndef __GI_SCANNER__
LS_AVAILABLE_IN_1_0
gboolean         ls_exploration_start              (LsExploration           *self,
                                                    LsSession               *session,
                                                    const LsExploreOptions  *options,
                                                    GError                 **error);
LS_AVAILABLE_IN_1_0
void             ls_exploration_go_on              (LsExploration           *self,
                                                    const LsExploreOptions  *budgets);
LS_AVAILABLE_IN_1_0
const LsExploreOptions *ls_exploration_get_options (LsExploration           *self);
LS_AVAILABLE_IN_1_0
const LsFoundSchedule *ls_exploration_get_finding  (LsExploration           *self,
                                                    guint                    index);
#endif
LS_AVAILABLE_IN_1_0
void             ls_exploration_cancel             (LsExploration           *self);
LS_AVAILABLE_IN_1_0
void             ls_exploration_clear              (LsExploration           *self);
LS_AVAILABLE_IN_1_0
gboolean         ls_exploration_get_running        (LsExploration           *self);
LS_AVAILABLE_IN_1_0
gboolean         ls_exploration_get_stopping       (LsExploration           *self);
LS_AVAILABLE_IN_1_0
LsExploreStatus  ls_exploration_get_status         (LsExploration           *self);
LS_AVAILABLE_IN_1_0
LsExplorationLimit ls_exploration_get_limit        (LsExploration           *self);
LS_AVAILABLE_IN_1_0
void             ls_exploration_get_progress       (LsExploration           *self,
                                                    LsExplorationProgress   *progress);
LS_AVAILABLE_IN_1_0
char            *ls_exploration_format_n_schedules (LsExploration           *self);
LS_AVAILABLE_IN_1_0
gboolean         ls_exploration_is_endless         (LsExploration           *self);
LS_AVAILABLE_IN_1_0
LsSession       *ls_exploration_get_session        (LsExploration           *self);
LS_AVAILABLE_IN_1_0
gboolean         ls_exploration_is_about           (LsExploration           *self,
                                                    LsSession               *session);
LS_AVAILABLE_IN_1_0
guint            ls_exploration_get_n_findings     (LsExploration           *self);
LS_AVAILABLE_IN_1_0
LsSession       *ls_exploration_make_session       (LsExploration           *self,
                                                    guint                    index,
                                                    GError                 **error);

G_END_DECLS
