/* ls-engine-run-private.h: one run of a session on a thread of its own, as LsEngineThread sees it
 *
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */

#pragma once

#include "ls-runner.h"

G_BEGIN_DECLS

typedef struct _LsEngineRun LsEngineRun;

/* How far the run is. */
typedef struct
{
  guint32        n_steps;
  LsRunnerState  state;
  gboolean       ended;        /* nothing more will come */
  /* (transfer full) (nullable), once each */
  char          *message;      /* when it has ended */
  GPtrArray     *unapplied;    /* LsAction, when it has ended */
  char          *problem;      /* with the schedule, when it has ended */
  GArray        *outcomes;     /* LsActionOutcome of each action, when any has changed */
  GPtrArray     *refused;      /* for each breakpoint what is wrong with its condition, NULL for nothing */
} LsEngineRunReport;

/* Tells that ls_engine_run_report() has news. Called on the thread that started the run, by its main context. */
typedef void (*LsEngineRunFunc) (LsEngineRun *run,
                                 gpointer     user_data);

LsEngineRun *ls_engine_run_start       (LsSession             *session,
                                        const LsRunnerOptions *options,
                                        LsTrace               *trace,
                                        guint32                target,
                                        gboolean               paused,
                                        LsEngineRunFunc        func,
                                        gpointer               user_data);
void         ls_engine_run_stop        (LsEngineRun           *self);
void         ls_engine_run_interrupt   (LsEngineRun           *self);
void         ls_engine_run_ask         (LsEngineRun           *self,
                                        guint32                target,
                                        gboolean               paused);
gboolean     ls_engine_run_look        (LsEngineRun           *self,
                                        guint32               *n_steps);
void         ls_engine_run_report      (LsEngineRun           *self,
                                        LsEngineRunReport     *report);
LsSession   *ls_engine_run_get_session (LsEngineRun           *self);

G_END_DECLS
