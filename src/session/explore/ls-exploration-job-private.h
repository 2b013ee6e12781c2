/* ls-exploration-job-private.h
 *
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */

#pragma once

#include "ls-exploration.h"

G_BEGIN_DECLS

/** LsExplorationJob: what an exploration shares with the threads that explore. The owner's thread calls all of its functions. */
typedef struct _LsExplorationJob LsExplorationJob;

/* Called on the owner's main context. @is_done: the job does not run any more */
typedef void (*LsExplorationJobFunc) (gpointer owner,
                                      gboolean is_done);

LsExplorationJob *ls_exploration_job_new      (LsSession                *session,
                                               const LsExploreOptions   *options,
                                               guint                     n_threads,
                                               LsExplorationJobFunc      tell,
                                               gpointer                  owner,
                                               GError                  **error);
void              ls_exploration_job_run      (LsExplorationJob         *self);
void              ls_exploration_job_set_budgets (LsExplorationJob      *self,
                                               const LsExploreOptions   *budgets);
void              ls_exploration_job_cancel   (LsExplorationJob         *self);
void              ls_exploration_job_abandon  (LsExplorationJob         *self);
void              ls_exploration_job_get_progress (LsExplorationJob     *self,
                                               LsExplorationProgress    *progress);

/* While it does not run: */
LsExploreStatus   ls_exploration_job_get_status (LsExplorationJob       *self);
LsExplorationLimit ls_exploration_job_get_limit (LsExplorationJob       *self);
const char       *ls_exploration_job_get_n_schedules (LsExplorationJob  *self);
gboolean          ls_exploration_job_is_endless (LsExplorationJob       *self);
GPtrArray        *ls_exploration_job_get_findings (LsExplorationJob     *self);

G_END_DECLS
