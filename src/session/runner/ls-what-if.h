/* ls-what-if.h: runs a session with something changed, beside the run that there is
 *
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */

#pragma once

#include "ls-runner.h"
#include "ls-state.h"

G_BEGIN_DECLS

typedef struct _LsWhatIfChange LsWhatIfChange;

/**
 * LsWhatIfChange:
 * @signal: a signal's number at the moment, whose priority is to be another from then on; 0 for none
 * @priority: its priority from the moment on
 * @task: a task's number, which is scheduled with @task_priority instead of what it is posted with; 0 for none. The changed
 *   session does not say so: only the run knows of it
 * @task_priority: the priority of @task
 * @preset: (nullable): another preset, for the whole run
 * @edition: with @sets_edition, another edition, for the whole run
 * @experiments: with @sets_experiments, other experiments, for the whole run
 * @ranks: (nullable): settings whose queue_ranks and effective_ranks take the place of the session's, for the whole run
 * @sets_edition: whether @edition counts
 * @sets_experiments: whether @experiments count
 *
 * What is to be different: plain data. What is zeroed stays as it is. Only a change of a signal begins at the moment; all others
 * hold from the beginning, since a loop is made with a preset. The structure may grow into its padding, which is to be zeroed.
 */
struct _LsWhatIfChange
{
  guint32           signal;
  LsTaskPriority    priority;
  guint32           task;
  LsTaskPriority    task_priority;
  const char       *preset;
  LsEdition         edition;
  LsExperiments     experiments;
  const LsSettings *ranks;
  gboolean          sets_edition;
  gboolean          sets_experiments;

  /*< private >*/
  gpointer          padding[4];
};

#define LS_TYPE_WHAT_IF_CHANGE (ls_what_if_change_get_type ())
LS_AVAILABLE_IN_1_0
GType ls_what_if_change_get_type (void);

/**
 * LS_WHAT_IF_CHANGE_INIT: (skip)
 *
 * Nothing is different, as in zeroed memory.
 */
#define LS_WHAT_IF_CHANGE_INIT { 0 }

LS_AVAILABLE_IN_1_0
LsSession *ls_session_new_what_if    (LsSession             *session,
                                      LsState               *state,
                                      const LsWhatIfChange  *change,
                                      GError               **error);
LS_AVAILABLE_IN_1_0
gboolean   ls_what_if_can_change     (LsState               *state,
                                      guint32                signal,
                                      GError               **error);
LS_AVAILABLE_IN_1_0
guint32    ls_what_if_find_signal    (LsState               *state,
                                      const char            *name,
                                      GError               **error);
LS_AVAILABLE_IN_1_0
char      *ls_what_if_describe       (LsState               *state,
                                      const LsWhatIfChange  *change);

/**
 * LsWhatIfStatus:
 * @LS_WHAT_IF_IDLE: nothing was started
 * @LS_WHAT_IF_RUNNING: it runs
 * @LS_WHAT_IF_FINISHED: it came to its end, or as far as it was to go
 * @LS_WHAT_IF_STOPPED: a budget ended it; the message says which
 * @LS_WHAT_IF_CANCELLED: [method@WhatIf.cancel] ended it
 * @LS_WHAT_IF_FAILED: the program cannot be run; the message says why
 *
 * How far a run is.
 */
typedef enum
{
  LS_WHAT_IF_IDLE,
  LS_WHAT_IF_RUNNING,
  LS_WHAT_IF_FINISHED,
  LS_WHAT_IF_STOPPED,
  LS_WHAT_IF_CANCELLED,
  LS_WHAT_IF_FAILED
} LsWhatIfStatus;

#define LS_TYPE_WHAT_IF (ls_what_if_get_type ())
LS_AVAILABLE_IN_1_0
G_DECLARE_FINAL_TYPE (LsWhatIf, ls_what_if, LS, WHAT_IF, GObject)

/* All functions are called from the thread that made the object; its main context gets the signals.
 *
 * Properties: status (LsWhatIfStatus), progress (double, 0 to 1), trace (LsTrace, nullable), message (string, nullable).
 * Signals: progressed () – the trace has grown; at most one each 16 ms. done () – the status is final, and not cancelled. */

LS_AVAILABLE_IN_1_0
LsWhatIf       *ls_what_if_new          (void);
LS_AVAILABLE_IN_1_0
gboolean        ls_what_if_start        (LsWhatIf               *self,
                                         LsSession              *session,
                                         LsState                *state,
                                         const LsWhatIfChange   *change,
                                         const LsRunnerOptions  *options,
                                         gboolean                is_over,
                                         GError                **error);
LS_AVAILABLE_IN_1_0
void            ls_what_if_cancel       (LsWhatIf               *self);
LS_AVAILABLE_IN_1_0
LsWhatIfStatus  ls_what_if_get_status   (LsWhatIf               *self);
LS_AVAILABLE_IN_1_0
double          ls_what_if_get_progress (LsWhatIf               *self);
LS_AVAILABLE_IN_1_0
LsTrace        *ls_what_if_get_trace    (LsWhatIf               *self);
LS_AVAILABLE_IN_1_0
LsSession      *ls_what_if_get_session  (LsWhatIf               *self);
LS_AVAILABLE_IN_1_0
const char     *ls_what_if_get_message  (LsWhatIf               *self);
LS_AVAILABLE_IN_1_0
char           *ls_what_if_dup_title    (LsWhatIf               *self);
LS_AVAILABLE_IN_1_0
GPtrArray      *ls_what_if_get_unapplied_actions (LsWhatIf      *self);

G_END_DECLS
