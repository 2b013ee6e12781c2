/* ls-waiting-tasks.c: finds the tasks of a scheduler that wait, in order
 *
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */

#include "ls-waiting-task-private.h"

#include "ls-scheduler-private.h"

#include <stdlib.h>

static void
task_row_clear (gpointer data)
{
  LsTaskRow *row = data;

  g_clear_pointer (&row->name, g_ref_string_release);
  g_clear_object (&row->item);
}

/* Queued tasks before delayed ones; queued ones as they would run if nothing else came (§2.4.3), delayed ones as their delays end.
 * Rows of one loop are equal where they are rows of the same task. */
int
ls_task_row_compare (const LsTaskRow *a,
                     const LsTaskRow *b)
{
  if (a->is_delayed != b->is_delayed)
    return a->is_delayed ? 1 : -1;
  if (a->effective_priority != b->effective_priority)
    return a->effective_priority > b->effective_priority ? -1 : 1;
  if (a->order != b->order)
    return a->order < b->order ? -1 : 1;
  return a->tie < b->tie ? -1 : a->tie > b->tie;
}

static int
compare_rows (gconstpointer a,
              gconstpointer b)
{
  return ls_task_row_compare (a, b);
}

static void
add_row (GArray             *rows,
         LsTaskRow           row,
         const LsPostedTask *posted)
{
  row.name = posted != NULL && posted->label != NULL ? g_ref_string_acquire (posted->label) : NULL;
  g_array_append_val (rows, row);
}

static void
add_queue (GArray                *rows,
           const LsRunnableQueue *queue)
{
  for (LsTask *task = queue->tasks.head; task != NULL; task = task->in.link.next)
    {
      const LsPostedTask *posted = ls_posted_task_from_task (task);

      add_row (rows,
               (LsTaskRow) { .order = task->order, .id = task->id, .priority = queue->priority,
                             .effective_priority = queue->effective_priority,
                             .is_continuation = queue->is_continuation || (posted != NULL && posted->callback == NULL) },
               posted);
    }
}

static void
sort_from (GArray *rows,
           guint   first)
{
  if (rows->len > first)
    qsort (&g_array_index (rows, LsTaskRow, first), rows->len - first, sizeof (LsTaskRow), compare_rows);
}

static void
add_queued_tasks (LsScheduler *self,
                  LsEventLoop *loop,
                  GArray      *rows)
{
  for (int i = LS_N_EFFECTIVE_PRIORITIES - 1; i >= 0; i--)
    {
      const LsRunnableHeap *heap = &loop->scheduler_queues.heaps[i];
      const guint first = rows->len;
      guint n_queues = 0;

      for (guint32 j = 0; j < heap->length; j++)
        if (((LsSchedulerTaskQueue *) heap->entries[j].queue)->scheduler == self)
          {
            add_queue (rows, heap->entries[j].queue);
            n_queues++;
          }
      /* The tasks of one queue are in order. */
      if (n_queues > 1)
        sort_from (rows, first);
    }
}

static void
add_delayed_tasks (LsScheduler *self,
                   LsEventLoop *loop,
                   GArray      *rows)
{
  const guint first = rows->len;

  for (gsize i = 0; i < loop->wake_ups.length; i++)
    {
      const LsWakeUp *wake_up = &loop->wake_ups.entries[i];
      const LsPostedTask *posted = ls_posted_task_from_task (wake_up->task);

      if (posted == NULL || posted->scheduler != self)
        continue;
      add_row (rows,
               (LsTaskRow) { .order = wake_up->due, .tie = wake_up->sequence, .id = posted->base.id,
                             .priority = ls_posted_task_get_priority (posted), .is_delayed = TRUE,
                             .is_continuation = posted->callback == NULL },
               posted);
    }
  sort_from (rows, first);
}

/* Returns: (transfer full) (element-type LsTaskRow): the rows of all tasks that wait */
GArray *
ls_scheduler_list_waiting_tasks (LsScheduler *self)
{
  LsEventLoop *loop = ls_scheduler_get_running_loop (self);
  GArray *rows = g_array_new (FALSE, FALSE, sizeof (LsTaskRow));

  g_array_set_clear_func (rows, task_row_clear);
  if (loop != NULL)
    {
      add_queued_tasks (self, loop, rows);
      add_delayed_tasks (self, loop, rows);
    }
  return rows;
}
