/* ls-scheduling-state-private.h: the priority and abort sources that continuations inherit, §2.3
 *
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */

#pragma once

#include "ls-continuation-state-private.h"
#include "ls-task-signal.h"

G_BEGIN_DECLS

/**
 * LsSchedulingState:
 * @abort_source: (nullable) (owned): the abort source of the specification
 * @priority_source: (owned): the priority source of the specification
 * @abort_id: the number of @abort_source, for records
 * @priority_id: the number of @priority_source
 * @task: the number of the task that it was made for; known with the experiment of priority inheritance alone, else 0
 * @task_signal: (nullable) (owned): the current task signal, once somebody has asked for it
 *
 * The scheduling state of the specification. It is reference-counted, and what it says never changes.
 */
typedef struct
{
  guint          ref_count;
  guint32        task;
  LsAbortSignal *abort_source;
  LsTaskSignal  *priority_source;
  guint32        abort_id, priority_id;
  LsTaskSignal  *task_signal;
} LsSchedulingState;

LsSchedulingState *ls_scheduling_state_new (LsAbortSignal *abort_source,
                                            LsTaskSignal  *priority_source);

extern const LsContinuationStateClass ls_scheduling_state_class;

G_END_DECLS
