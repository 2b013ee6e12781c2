/* ls-state-recorded.c: what a state has that a recording does not say
 *
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */

#include "ls-state.h"

/* A task is delayed so many records after its post at most. */
#define DELAYED_WITHIN 4
/* Likewise says a record where it was posted. */
#define PLACED_WITHIN 8

/**
 * ls_state_infers_signal:
 * @self: a state
 * @signal: a signal
 *
 * Tells whether no recording tells of the signal.
 *
 * Returns: whether no recording tells of the signal: tasks whose priority changed in the same way are assumed to share it
 */
gboolean
ls_state_infers_signal (LsState *self,
                        guint32  signal)
{
  const LsSignalState *data;
  LsRecord record;

  g_return_val_if_fail (self != NULL, FALSE);

  data = ls_state_is_recorded (self) ? ls_state_get_signal (self, signal) : NULL;
  if (data == NULL || data->created_record < ls_trace_get_start (ls_state_get_trace (self)) ||
      data->created_record >= ls_trace_get_length (ls_state_get_trace (self)))
    return FALSE;
  ls_trace_get_record (ls_state_get_trace (self), data->created_record, &record);
  return record.kind == LS_RECORD_SIGNAL_CREATED && ls_clause_is_inferred (record.clause);
}

/* Whether one of these records about a task, at its post, has a clause. */
static gboolean
has_clause (LsState  *self,
            guint32   task,
            gboolean  only_delayed,
            LsClause  clause)
{
  const LsTaskState *data = ls_state_is_recorded (self) ? ls_state_get_task (self, task) : NULL;
  const gsize end = ls_trace_get_length (ls_state_get_trace (self));

  if (data == NULL || data->posted_record < ls_trace_get_start (ls_state_get_trace (self)))
    return FALSE;
  for (gsize i = data->posted_record; i < end && i < data->posted_record + DELAYED_WITHIN; i++)
    {
      LsRecord record;

      ls_trace_get_record (ls_state_get_trace (self), i, &record);
      if (record.subject == task && (record.kind == LS_RECORD_TASK_DELAYED ||
                                     (record.kind == LS_RECORD_TASK_INCOMING && !only_delayed)))
        return record.clause == clause;
    }
  return FALSE;
}

/**
 * ls_state_infers_queue:
 * @self: a state
 * @task: a task
 *
 * Tells whether a recording does not name the queue of @task.
 *
 * Returns: whether a recording does not name the queue of @task: what the task does tells it
 */
gboolean
ls_state_infers_queue (LsState *self,
                       guint32  task)
{
  g_return_val_if_fail (self != NULL, FALSE);

  return has_clause (self, task, FALSE, LS_CLAUSE_INFERRED_QUEUE);
}

/**
 * ls_state_infers_wait:
 * @self: a state
 * @task: a task
 *
 * Tells whether a recording does not say since when @task, which is in its queue or has been, could run.
 *
 * Returns: whether a recording does not say since when @task, which is in its queue or has been, could run
 */
gboolean
ls_state_infers_wait (LsState *self,
                      guint32  task)
{
  const LsTaskState *data;

  g_return_val_if_fail (self != NULL, FALSE);

  data = ls_state_get_task (self, task);
  if (data != NULL && data->awaits_event)
    return data->is_wait_unknown;
  return data != NULL && data->status != LS_TASK_STATUS_DELAYED && has_clause (self, task, FALSE, LS_CLAUSE_INFERRED_DUE);
}

/**
 * ls_state_infers_due:
 * @self: a state
 * @task: a task
 *
 * Tells whether @task is a delayed one of which a recording does not say when it can run.
 *
 * Returns: whether @task is a delayed one of which a recording does not say when it can run. Its time is the one at which it ran
 */
gboolean
ls_state_infers_due (LsState *self,
                     guint32  task)
{
  const LsTaskState *data;

  g_return_val_if_fail (self != NULL, FALSE);

  data = ls_state_get_task (self, task);
  return data != NULL && data->status == LS_TASK_STATUS_DELAYED && has_clause (self, task, TRUE, LS_CLAUSE_INFERRED_DUE);
}

/**
 * ls_state_find_place:
 * @self: a state
 * @task: a task
 * @place: (out caller-allocates): where it was posted
 *
 * Finds where in its scripts a page that is watched has posted a task; of a continuation where it yields.
 *
 * Returns: %FALSE if no record says that
 */
gboolean
ls_state_find_place (LsState     *self,
                     guint32      task,
                     LsTaskPlace *place)
{
  const LsTaskState *data;
  LsTrace *trace;
  gsize end;

  g_return_val_if_fail (self != NULL && place != NULL, FALSE);

  *place = (LsTaskPlace) { 0 };
  data = task != 0 && ls_state_is_recorded (self) ? ls_state_get_task (self, task) : NULL;
  trace = ls_state_get_trace (self);
  if (data == NULL || data->posted_record < ls_trace_get_start (trace))
    return FALSE;
  end = ls_trace_get_length (trace);
  for (gsize i = data->posted_record; i < end && i - data->posted_record < PLACED_WITHIN; i++)
    {
      LsRecord record;

      ls_trace_get_record (trace, i, &record);
      if (record.kind != LS_RECORD_TASK_PLACE || record.subject != task)
        continue;
      place->place = ls_trace_get_text (trace, record.object);
      place->function = record.text != 0 ? ls_trace_get_text (trace, record.text) : NULL;
      place->callers = record.value != 0 ? ls_trace_get_text (trace, record.value) : NULL;
      return place->place != NULL;
    }
  return FALSE;
}

/**
 * ls_state_is_live:
 * @self: a state
 *
 * Tells whether what is recorded goes on elsewhere, and its trace grows.
 *
 * Returns: whether what is recorded goes on elsewhere, and its trace grows
 */
gboolean
ls_state_is_live (LsState *self)
{
  return ls_state_is_recorded (self) && ls_trace_get_growing (ls_state_get_trace (self));
}
