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
  for (guint i = LS_TASK_PRIORITY_BACKGROUND; i <= LS_TASK_PRIORITY_USER_BLOCKING; i++)
    g_clear_object (&self->fixed[i]);
  g_clear_object (&self->default_signal);
  g_clear_pointer (&self->inheritance, ls_priority_inheritance_free);
  g_clear_pointer (&self->task_lists, g_ptr_array_unref);
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

/* The note in §2.4.2: an implementation can cache these signals. The loop has one signal for each priority.
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

/* Whether ls_event_loop_set_other_priority() names @task. */
gboolean
ls_scheduling_context_has_other_priority (LsEventLoop *loop,
                                          guint32      task)
{
  LsSchedulingContext *self = loop->scheduling;

  return G_UNLIKELY (self != NULL && self->other_task == task);
}

/**
 * ls_event_loop_set_other_priority:
 * @loop: a loop
 * @task: the number that a task or continuation will get
 * @priority: its priority
 *
 * Schedules one task with a fixed priority instead of its own, to see how it would have fared. Everything else about the task
 * stays the same, and so does the signal that aborts it. Its number is known beforehand only in runs that repeat.
 */
void
ls_event_loop_set_other_priority (LsEventLoop    *loop,
                                  guint32         task,
                                  LsTaskPriority  priority)
{
  LsSchedulingContext *self;

  g_return_if_fail (LS_IS_EVENT_LOOP (loop));
  g_return_if_fail (ls_task_priority_is_valid (priority));
  LS_ASSERT_LOOP_THREAD (loop);

  self = ls_scheduling_context_get (loop);
  self->other_task = task;
  self->other_priority = priority;
}
