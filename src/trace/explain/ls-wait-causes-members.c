/* ls-wait-causes-members.c: what is known of a wait
 *
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */

#include "ls-wait-causes-private.h"

/**
 * ls_wait_causes_ref:
 * @self: causes of a wait
 *
 * Takes a reference.
 *
 * Returns: (transfer full): the same
 */
LsWaitCauses *
ls_wait_causes_ref (LsWaitCauses *self)
{
  g_return_val_if_fail (self != NULL, NULL);

  g_atomic_ref_count_inc (&self->ref_count);
  return self;
}

/**
 * ls_wait_causes_unref:
 * @self: (transfer full) (nullable): causes of a wait
 *
 * Gives up a reference.
 */
void
ls_wait_causes_unref (LsWaitCauses *self)
{
  if (self == NULL || !g_atomic_ref_count_dec (&self->ref_count))
    return;
  g_array_unref (self->causes);
  ls_state_unref (self->end);
  g_free (self);
}

/**
 * ls_wait_causes_get_task:
 * @self: causes of a wait
 *
 * Gets the task that waited.
 *
 * Returns: the task that waited
 */
guint32
ls_wait_causes_get_task (const LsWaitCauses *self)
{
  g_return_val_if_fail (self != NULL, 0);

  return self->task;
}

/**
 * ls_wait_causes_get_status:
 * @self: causes of a wait
 *
 * Tells how the wait ended.
 *
 * Returns: how the wait ended
 */
LsWaitStatus
ls_wait_causes_get_status (const LsWaitCauses *self)
{
  g_return_val_if_fail (self != NULL, LS_WAIT_WAITING);

  return self->status;
}

/**
 * ls_wait_causes_get_from:
 * @self: causes of a wait
 *
 * Tells when the wait began.
 *
 * Returns: loop time in µs at which the wait began
 */
guint64
ls_wait_causes_get_from (const LsWaitCauses *self)
{
  g_return_val_if_fail (self != NULL, 0);

  return self->from;
}

/**
 * ls_wait_causes_get_wait:
 * @self: causes of a wait
 *
 * Tells how long the wait was.
 *
 * Returns: how long the wait was in µs: the sum of all causes
 */
guint64
ls_wait_causes_get_wait (const LsWaitCauses *self)
{
  g_return_val_if_fail (self != NULL, 0);

  return self->until - self->from;
}

/**
 * ls_wait_causes_get_total:
 * @self: causes of a wait
 * @kind: a kind of cause
 * @n_tasks: (out) (optional): how many tasks ran meanwhile
 *
 * Tells how much of the wait has one kind of cause.
 *
 * Returns: µs of the wait that are due to this
 */
guint64
ls_wait_causes_get_total (const LsWaitCauses *self,
                          LsWaitCauseKind     kind,
                          guint32            *n_tasks)
{
  g_return_val_if_fail (self != NULL, 0);
  g_return_val_if_fail ((guint) kind < LS_N_WAIT_CAUSE_KINDS, 0);

  if (n_tasks != NULL)
    *n_tasks = self->n_tasks[kind];
  return self->totals[kind];
}

/**
 * ls_wait_causes_get_n:
 * @self: causes of a wait
 *
 * Counts the groups of tasks that the task waited for.
 *
 * Returns: how many groups of tasks there are
 */
guint
ls_wait_causes_get_n (const LsWaitCauses *self)
{
  g_return_val_if_fail (self != NULL, 0);

  return self->causes->len;
}

/**
 * ls_wait_causes_get:
 * @self: causes of a wait
 * @index: less than ls_wait_causes_get_n()
 *
 * Groups of one kind follow each other, those of the kind with the greatest total first; in a kind the one that took longest.
 *
 * Returns: (transfer none) (nullable): a group of tasks
 */
const LsWaitCause *
ls_wait_causes_get (const LsWaitCauses *self,
                    guint               index)
{
  g_return_val_if_fail (self != NULL, NULL);

  return index < self->causes->len ? &g_array_index (self->causes, LsWaitCause, index) : NULL;
}

/**
 * ls_wait_causes_is_inferred:
 * @self: causes of a wait
 *
 * Tells whether the task may have waited longer.
 *
 * Returns: whether a recording does not say since when the task could run, so that it may have waited longer
 */
gboolean
ls_wait_causes_is_inferred (const LsWaitCauses *self)
{
  g_return_val_if_fail (self != NULL, FALSE);

  return self->is_inferred;
}
