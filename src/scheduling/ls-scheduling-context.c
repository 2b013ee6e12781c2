/* ls-scheduling-context.c
 *
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */

#include "ls-scheduler-private.h"

static void
scheduling_context_free (gpointer data)
{
  LsSchedulingContext *self = data;

  for (guint i = 0; i < self->schedulers->len; i++)
    ls_scheduler_drop_queues (g_ptr_array_index (self->schedulers, i));
  g_ptr_array_unref (self->schedulers);
  for (guint i = 0; i < LS_N_TASK_PRIORITIES; i++)
    g_clear_object (&self->fixed[i]);
  g_free (self);
}

LsSchedulingContext *
ls_scheduling_context_get (LsEventLoop *loop)
{
  if (loop->scheduling == NULL)
    {
      LsSchedulingContext *self = g_new0 (LsSchedulingContext, 1);

      self->schedulers = g_ptr_array_new_with_free_func (g_object_unref);
      loop->scheduling = self;
      loop->scheduling_destroy = scheduling_context_free;
    }
  return loop->scheduling;
}

/* The note in §2.4.2: these signals can be cached. One for each priority serves the whole loop.
 *
 * Returns: (transfer none) */
LsTaskSignal *
ls_scheduling_context_get_fixed_signal (LsEventLoop    *loop,
                                        LsTaskPriority  priority)
{
  LsSchedulingContext *self = ls_scheduling_context_get (loop);

  if (self->fixed[priority] == NULL)
    self->fixed[priority] = ls_task_signal_new_fixed_priority_unabortable (loop, priority);
  return self->fixed[priority];
}
