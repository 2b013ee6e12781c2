/* ls-scheduling-state-private.h: where a task's continuations get their priority and abort from, §2.3
 *
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */

#pragma once

#include "ls-continuation-state-private.h"
#include "ls-task-signal.h"

G_BEGIN_DECLS

/**
 * LsSchedulingState:
 * @abort_source: (nullable) (owned): the specification's item of that name
 * @priority_source: (nullable) (owned): the specification's item of that name
 * @abort_id: number of @abort_source, for records
 * @priority_id: number of @priority_source
 *
 * The specification's scheduling state. Counted; never changed once it is set.
 */
typedef struct
{
  guint          ref_count;
  LsAbortSignal *abort_source;
  LsTaskSignal  *priority_source;
  guint32        abort_id, priority_id;
} LsSchedulingState;

LsSchedulingState *ls_scheduling_state_new   (LsAbortSignal     *abort_source,
                                              LsTaskSignal      *priority_source);
void               ls_scheduling_state_unref (LsSchedulingState *self);

extern const LsContinuationStateClass ls_scheduling_state_class;

G_END_DECLS
