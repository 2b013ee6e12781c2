/* ls-page-waiting.c: which tasks of a page wait in the model
 *
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */

#include "config.h"

#include "ls-page-writer-types-private.h"

static double
to_ms (gint64 microseconds)
{
  return microseconds / 1000.0;
}

/* A delayed task follows its signal until it enters a queue. */
static guint8
get_priority (LsPageAgent      *self,
              const LsPageTask *task)
{
  const LsPageQueue *queue = task->stage == LS_PAGE_STAGE_QUEUED ? ls_id_map_get (&self->queues, task->queue) : NULL;
  const LsPageSignal *signal = task->follows_signal ? ls_page_agent_peek_signal (self, task->signal) : NULL;

  if (queue != NULL)
    return queue->priority;
  return signal != NULL ? signal->priority : task->priority;
}

/**
 * ls_page_agent_list_waiting:
 * @self: an agent
 * @waiting: (element-type LsPageWaiting): takes them
 *
 * Lists the scheduler tasks, continuations and timers that wait at the moment of the event that was written last. The browser has
 * taken the one that the page stands still before.
 */
void
ls_page_agent_list_waiting (LsPageAgent *self,
                            GArray      *waiting)
{
  const guint64 now = self->writer->now;
  const LsPageTask *task;
  guint32 number;

  for (guint32 i = 0; (task = ls_id_map_next (&self->tasks, &i, &number)) != NULL;)
    {
      const gboolean is_scheduler = ls_page_task_is_scheduler (task);
      const gboolean is_timer = task->kind == LS_PAGE_TASK_TIMER || task->kind == LS_PAGE_TASK_INTERVAL;
      const guint8 priority = get_priority (self, task);
      LsPageWaiting entry = { .task = task->id, .text = task->name, .effective_priority = LS_N_EFFECTIVE_PRIORITIES };

      if (task->stage == LS_PAGE_STAGE_NONE || number == self->held_before || !(is_timer || is_scheduler) ||
          (is_scheduler && !ls_task_priority_is_valid (priority)))
        continue;
      if (is_scheduler)
        entry.effective_priority = ls_effective_priority (priority, task->kind == LS_PAGE_TASK_CONTINUATION);
      entry.is_delayed = task->was_delayed;
      entry.due_in = task->was_delayed ? to_ms ((gint64) (task->due - now)) : 0;
      entry.age = to_ms (now - task->posted);
      g_array_append_val (waiting, entry);
    }
}
