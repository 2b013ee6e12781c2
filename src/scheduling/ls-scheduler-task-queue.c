/* ls-scheduler-task-queue.c: scheduler task queues and the two maps that hold them
 *
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */

#include "ls-scheduler-private.h"

void
ls_scheduler_task_queue_unref (LsSchedulerTaskQueue *self)
{
  if (--self->ref_count > 0)
    return;
  g_clear_object (&self->signal);
  g_free (self);
}

static void
scheduler_task_queue_report_creation (LsSchedulerTaskQueue *self,
                                      LsEventLoop          *loop)
{
  self->base.id = ++loop->numbers->last_scheduler_queue;
  ls_event_loop_emit (loop, .kind = LS_RECORD_QUEUE_CREATED, .subject = self->base.id,
                      .object = self->signal != NULL ? ls_abort_signal_get_id (LS_ABORT_SIGNAL (self->signal)) : 0,
                      .value = self->scheduler->id, .priority = self->base.priority,
                      .flags = self->base.is_continuation ? LS_RECORD_FLAG_CONTINUATION : 0,
                      .clause = LS_CLAUSE_SELECT_SCHEDULER_TASK_QUEUE, .step = self->signal != NULL ? 1 : 2);
}

/* §2.4 create a scheduler task queue. The reference is that of the map. */
static LsSchedulerTaskQueue *
create_a_scheduler_task_queue (LsScheduler    *scheduler,
                               LsTaskPriority  priority,
                               gboolean        is_continuation,
                               LsTaskSignal   *signal)
{
  LsSchedulerTaskQueue *self = g_new0 (LsSchedulerTaskQueue, 1);

  self->ref_count = 1;
  self->scheduler = scheduler;
  self->signal = signal != NULL ? g_object_ref (signal) : NULL;
  self->base.priority = priority;
  self->base.is_continuation = is_continuation;
  self->base.effective_priority = ls_effective_priority (priority, is_continuation);
  return self;
}

static void
scheduler_task_queue_enter_map (LsSchedulerTaskQueue *self,
                                LsEventLoop          *loop)
{
  self->is_in_map = TRUE;
  self->scheduler->n_queues++;
  scheduler_task_queue_report_creation (self, loop);
}

/* The removal steps (§2.4.2 select the scheduler task queue, 1.1.1 and 2.2.1): removes the entry from its map.
 *
 * Deviation: only while the entry still maps to this queue. By the letter, a task that aborts its own signal and posts again
 * makes its complete steps remove the entry of the new queue, and the tasks of that queue are lost. Browsers do not lose them. */
void
ls_scheduler_task_queue_run_removal_steps (LsSchedulerTaskQueue *self)
{
  LsScheduler *scheduler = self->scheduler;
  LsEventLoop *loop = scheduler->space->loop;

  if (!self->is_in_map)
    return;
  self->is_in_map = FALSE;
  scheduler->n_queues--;
  ls_event_loop_emit (loop, .kind = LS_RECORD_QUEUE_REMOVED, .subject = self->base.id,
                      .clause = LS_CLAUSE_SELECT_SCHEDULER_TASK_QUEUE, .step = self->signal != NULL ? 1 : 2);
  /* Keep a static queue for the next entry under its key: nobody can tell it from a new one. */
  if (self->signal != NULL)
    {
      LsDynamicQueues *entry = g_hash_table_lookup (scheduler->dynamic_queues, self->signal);

      entry->queues[self->base.is_continuation] = NULL;
      ls_task_signal_remove_priority_change_algorithm (self->signal, &self->algorithm);
      if (entry->queues[!self->base.is_continuation] == NULL)
        g_hash_table_remove (scheduler->dynamic_queues, self->signal);
      ls_scheduler_task_queue_unref (self);
    }
}

/* §2.4.2 select the scheduler task queue, step 1.1.3: the priority change algorithm. */
static void
scheduler_task_queue_change_priority (LsTaskSignal        *signal,
                                      LsPriorityAlgorithm *algorithm)
{
  LsSchedulerTaskQueue *self = (LsSchedulerTaskQueue *) ((char *) algorithm -
                                                         G_STRUCT_OFFSET (LsSchedulerTaskQueue, algorithm));
  LsEventLoop *loop = self->scheduler->space->loop;
  const LsTaskPriority priority = ls_task_signal_get_priority (signal);

  if (loop == NULL)
    return;
  ls_runnable_queues_set_priority (&loop->scheduler_queues, &self->base, priority);
  ls_event_loop_emit (loop, .kind = LS_RECORD_QUEUE_PRIORITY, .subject = self->base.id, .priority = priority,
                      .clause = LS_CLAUSE_SIGNAL_PRIORITY_CHANGE, .step = 6);
  ls_event_loop_notice_work (loop);
}

/* §2.4.2 select the scheduler task queue, step 2: the static priority task queue map. */
LsSchedulerTaskQueue *
ls_scheduler_select_static_queue (LsScheduler    *self,
                                  LsTaskPriority  priority,
                                  gboolean        is_continuation)
{
  LsSchedulerTaskQueue **queue = &self->static_queues[priority][is_continuation];

  if (*queue == NULL)
    *queue = create_a_scheduler_task_queue (self, priority, is_continuation, NULL);
  if (!(*queue)->is_in_map)
    scheduler_task_queue_enter_map (*queue, self->space->loop);
  return *queue;
}

/* §2.4.2 select the scheduler task queue */
LsSchedulerTaskQueue *
ls_scheduler_select_the_scheduler_task_queue (LsScheduler  *self,
                                              LsTaskSignal *signal,
                                              gboolean      is_continuation)
{
  LsDynamicQueues *entry;
  LsSchedulerTaskQueue *queue;

  if (ls_task_signal_has_fixed_priority (signal))
    return ls_scheduler_select_static_queue (self, ls_task_signal_get_priority (signal), is_continuation);

  entry = g_hash_table_lookup (self->dynamic_queues, signal);
  if (entry == NULL)
    {
      entry = g_new0 (LsDynamicQueues, 1);
      g_hash_table_insert (self->dynamic_queues, signal, entry);
    }
  queue = entry->queues[is_continuation];
  if (queue == NULL)
    {
      queue = create_a_scheduler_task_queue (self, ls_task_signal_get_priority (signal), is_continuation, signal);
      entry->queues[is_continuation] = queue;
      scheduler_task_queue_enter_map (queue, self->space->loop);
      queue->algorithm.run = scheduler_task_queue_change_priority;
      ls_task_signal_add_priority_change_algorithm (signal, &queue->algorithm);
    }
  return queue;
}

/* Drops the queues at the end of the loop, when no task is queued any more. */
void
ls_scheduler_drop_queues (LsScheduler *self)
{
  GHashTableIter iter;
  gpointer value;

  g_hash_table_iter_init (&iter, self->dynamic_queues);
  while (g_hash_table_iter_next (&iter, NULL, &value))
    {
      LsDynamicQueues *entry = value;

      for (guint i = 0; i < G_N_ELEMENTS (entry->queues); i++)
        if (entry->queues[i] != NULL)
          {
            LsSchedulerTaskQueue *queue = g_steal_pointer (&entry->queues[i]);

            queue->is_in_map = FALSE;
            ls_task_signal_remove_priority_change_algorithm (queue->signal, &queue->algorithm);
            ls_scheduler_task_queue_unref (queue);
          }
    }
  g_hash_table_remove_all (self->dynamic_queues);
  for (guint i = LS_TASK_PRIORITY_BACKGROUND; i <= LS_TASK_PRIORITY_USER_BLOCKING; i++)
    {
      g_clear_pointer (&self->static_queues[i][0], ls_scheduler_task_queue_unref);
      g_clear_pointer (&self->static_queues[i][1], ls_scheduler_task_queue_unref);
      ls_continuation_state_unref (g_steal_pointer (&self->static_states[i]));
    }
  self->n_queues = 0;
}
