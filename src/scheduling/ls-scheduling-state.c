/* ls-scheduling-state.c
 *
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */

#include "ls-scheduling-state-private.h"

#include "ls-task-signal-private.h"

LsSchedulingState *
ls_scheduling_state_new (LsAbortSignal *abort_source,
                         LsTaskSignal  *priority_source)
{
  LsSchedulingState *self = g_new (LsSchedulingState, 1);

  self->ref_count = 1;
  self->task = 0;
  self->task_signal = NULL;
  self->abort_source = abort_source != NULL ? g_object_ref (abort_source) : NULL;
  self->priority_source = g_object_ref (priority_source);
  self->abort_id = abort_source != NULL ? ls_abort_signal_get_id (abort_source) : 0;
  self->priority_id = ls_abort_signal_get_id (LS_ABORT_SIGNAL (priority_source));
  return self;
}

static void
scheduling_state_unref (gpointer value)
{
  LsSchedulingState *self = value;

  if (--self->ref_count > 0)
    return;
  g_clear_object (&self->abort_source);
  g_clear_object (&self->priority_source);
  g_clear_object (&self->task_signal);
  g_free (self);
}

static void
scheduling_state_describe (gpointer  value,
                           LsRecord *record)
{
  const LsSchedulingState *self = value;

  record->object = self->abort_id;
  record->value = self->priority_id;
  record->priority = ls_task_signal_peek_priority (self->priority_source);
}

const LsContinuationStateClass ls_scheduling_state_class = { scheduling_state_unref, scheduling_state_describe };
