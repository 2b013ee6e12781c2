/* ls-world-lists.c: the queues in which tasks wait
 *
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */

#include "ls-world-private.h"

#include "ls-queue-type-private.h"

/* Which pair of links a list uses. */
typedef enum
{
  LINKS_QUEUE,
  LINKS_DELAYED
} Links;

static inline guint32 *
next_of (LsTaskState *task,
         Links        links)
{
  return links == LINKS_QUEUE ? &task->next : &task->next_delayed;
}

static inline guint32 *
previous_of (LsTaskState *task,
             Links        links)
{
  return links == LINKS_QUEUE ? &task->previous : &task->previous_delayed;
}

/* Puts a task after another one of the list, or first where that is 0. */
static inline void
list_insert (LsWorld     *self,
             LsTaskList  *list,
             LsTaskState *task,
             guint32      after,
             Links        links)
{
  guint32 before = list->first;

  if (after != 0)
    {
      LsTaskState *previous = ls_world_edit_task (self, after);

      before = *next_of (previous, links);
      *next_of (previous, links) = task->id;
    }
  else
    list->first = task->id;

  *previous_of (task, links) = after;
  *next_of (task, links) = before;
  if (before != 0)
    *previous_of (ls_world_edit_task (self, before), links) = task->id;
  else
    list->last = task->id;
  list->length++;
}

static inline void
list_remove (LsWorld     *self,
             LsTaskList  *list,
             LsTaskState *task,
             Links        links)
{
  guint32 next = *next_of (task, links);
  guint32 previous = *previous_of (task, links);

  if (previous != 0)
    *next_of (ls_world_edit_task (self, previous), links) = next;
  else
    list->first = next;
  if (next != 0)
    *previous_of (ls_world_edit_task (self, next), links) = previous;
  else
    list->last = previous;
  list->length--;
  *next_of (task, links) = *previous_of (task, links) = 0;
}

/* Takes a queue out of the runnable ones of its effective priority. */
static void
unlink_runnable_queue (LsWorld      *self,
                       LsQueueState *queue)
{
  if (queue->previous_runnable != 0)
    ls_world_edit_queue (self, queue->previous_runnable)->next_runnable = queue->next_runnable;
  else
    self->loop.runnable_queues[queue->effective_priority] = queue->next_runnable;
  if (queue->next_runnable != 0)
    ls_world_edit_queue (self, queue->next_runnable)->previous_runnable = queue->previous_runnable;
  queue->next_runnable = queue->previous_runnable = 0;
  queue->is_runnable = FALSE;
  self->loop.n_runnable_queues--;
}

static void
link_runnable_queue (LsWorld      *self,
                     LsQueueState *queue)
{
  guint32 *first = &self->loop.runnable_queues[queue->effective_priority];

  if (*first != 0)
    ls_world_edit_queue (self, *first)->previous_runnable = queue->id;
  queue->next_runnable = *first;
  *first = queue->id;
  queue->is_runnable = TRUE;
  self->loop.n_runnable_queues++;
}

/* Updates the lists that a queue is in after its priority, existence or tasks have changed. */
void
ls_world_update_queue (LsWorld      *self,
                       LsQueueState *queue)
{
  guint effective_priority = 0;
  gboolean is_runnable = queue->exists && queue->tasks.length > 0;

  if (ls_task_priority_is_valid (queue->priority))
    effective_priority = ls_effective_priority (queue->priority, queue->is_continuation);
  if (queue->is_runnable && (!is_runnable || queue->effective_priority != effective_priority))
    unlink_runnable_queue (self, queue);
  queue->effective_priority = effective_priority;
  if (is_runnable && !queue->is_runnable)
    link_runnable_queue (self, queue);
}

/* Notes the first task of a queue whose list has changed. Searches for the oldest of many queues then need not read the task. */
static void
update_first_order (LsWorld      *self,
                    LsQueueState *queue,
                    guint32       first_before)
{
  if (queue->tasks.first != first_before && queue->tasks.first != 0)
    queue->first_order = ls_world_peek_task (self, queue->tasks.first)->enqueue_order;
}

/* Takes a task out of the lists that it is in. */
void
ls_world_unlink_task (LsWorld     *self,
                      LsTaskState *task)
{
  if (task->place == LS_PLACE_SCHEDULER_QUEUE)
    {
      LsQueueState *queue = ls_world_edit_queue (self, task->queue);
      guint32 first = queue->tasks.first;

      list_remove (self, &queue->tasks, task, LINKS_QUEUE);
      update_first_order (self, queue, first);
      if (queue->tasks.length == 0)
        ls_world_update_queue (self, queue);
    }
  else if (task->place == LS_PLACE_WORK_QUEUE)
    {
      list_remove (self, &self->loop.loop_queues[task->queue_type].work_queues[task->work_queue], task, LINKS_QUEUE);
      if (task->work_queue == LS_WORK_QUEUE_DELAYED_INCOMING)
        {
          list_remove (self, &self->loop.delayed, task, LINKS_DELAYED);
          ls_world_remove_delay (self, task);
        }
    }
  task->place = LS_PLACE_NONE;
}

/* Finds the task of the list after which one with this enqueue order belongs. Orders grow, so that is the last one. In a corrupt
 * trace a short look back has to do. */
static guint32
find_place_by_order (LsWorld          *self,
                     const LsTaskList *list,
                     guint32           enqueue_order)
{
  guint32 after = list->last;

  for (guint i = 0; i < LS_WORLD_INSERT_SEARCH && after != 0; i++)
    {
      const LsTaskState *task = ls_world_peek_task (self, after);

      if (task->enqueue_order <= enqueue_order)
        break;
      after = task->previous;
    }

  return after;
}

void
ls_world_link_scheduler_task (LsWorld     *self,
                              LsTaskState *task,
                              guint32      queue_id)
{
  LsQueueState *queue = ls_world_edit_queue (self, queue_id);
  guint32 first = queue->tasks.first;

  task->queue = queue_id;
  task->place = LS_PLACE_SCHEDULER_QUEUE;
  list_insert (self, &queue->tasks, task, find_place_by_order (self, &queue->tasks, task->enqueue_order), LINKS_QUEUE);
  update_first_order (self, queue, first);
  if (queue->tasks.length == 1)
    ls_world_update_queue (self, queue);
}

/* Puts a task into an immediate queue or delayed work of its queue type. */
void
ls_world_link_loop_task (LsWorld         *self,
                         LsTaskState     *task,
                         LsWorkQueueKind  kind)
{
  LsTaskList *list = &self->loop.loop_queues[task->queue_type].work_queues[kind];

  task->work_queue = kind;
  task->place = LS_PLACE_WORK_QUEUE;
  list_insert (self, list, task, find_place_by_order (self, list, task->enqueue_order), LINKS_QUEUE);
}

/* Finds the task of the list after which the task that was delayed last belongs. If that takes too long the task goes last, and the
 * list is sorted when a reader asks for it. */
static guint32
find_place_by_due_time (LsWorld           *self,
                        const LsTaskList  *list,
                        const LsTaskState *task,
                        Links              links,
                        gboolean          *unsorted)
{
  guint32 after = list->last;

  if (*unsorted)
    return after;

  for (guint i = 0; i < LS_WORLD_INSERT_SEARCH && after != 0; i++)
    {
      const LsTaskState *other = ls_world_peek_task (self, after);

      if (other->due_at <= task->due_at)
        return after;
      after = links == LINKS_QUEUE ? other->previous : other->previous_delayed;
    }
  if (after == 0)
    return 0;

  *unsorted = TRUE;
  return list->last;
}

/* Puts a task into the delayed incoming queue of its queue type, and among all delayed ones. */
void
ls_world_link_delayed_task (LsWorld     *self,
                            LsTaskState *task)
{
  LsTaskList *list = &self->loop.loop_queues[task->queue_type].work_queues[LS_WORK_QUEUE_DELAYED_INCOMING];
  gboolean *unsorted = &self->loop.delayed_unsorted[task->queue_type];

  task->work_queue = LS_WORK_QUEUE_DELAYED_INCOMING;
  task->place = LS_PLACE_WORK_QUEUE;
  ls_world_add_delay (self, task);
  list_insert (self, list, task, find_place_by_due_time (self, list, task, LINKS_QUEUE, unsorted), LINKS_QUEUE);
  unsorted = &self->loop.all_delayed_unsorted;
  list_insert (self, &self->loop.delayed, task,
               find_place_by_due_time (self, &self->loop.delayed, task, LINKS_DELAYED, unsorted), LINKS_DELAYED);
}

/* Moves the whole immediate incoming queue behind immediate work. */
void
ls_world_reload_queue (LsWorld *self,
                       guint    queue_type)
{
  LsTaskList *incoming = &self->loop.loop_queues[queue_type].work_queues[LS_WORK_QUEUE_IMMEDIATE_INCOMING];
  LsTaskList *work = &self->loop.loop_queues[queue_type].work_queues[LS_WORK_QUEUE_IMMEDIATE_WORK];
  guint32 id = incoming->first;

  if (id == 0)
    return;

  if (work->last != 0)
    {
      ls_world_edit_task (self, work->last)->next = id;
      ls_world_edit_task (self, id)->previous = work->last;
    }
  else
    work->first = id;
  work->last = incoming->last;
  work->length += incoming->length;
  *incoming = (LsTaskList) { 0 };

  while (id != 0)
    {
      LsTaskState *task = ls_world_edit_task (self, id);

      task->status = LS_TASK_STATUS_QUEUED;
      task->work_queue = LS_WORK_QUEUE_IMMEDIATE_WORK;
      id = task->next;
    }
}

/* Sorts items of which a long first part is in order, as it was when they were sorted before. */
static void
sort_items (LsDelay *items,
            guint32  n_items)
{
  g_autofree LsDelay *late = NULL;
  guint32 n_early = 1, n_late;

  while (n_early < n_items && ls_delay_compare (&items[n_early - 1], &items[n_early]) <= 0)
    n_early++;
  if (n_early >= n_items)
    return;

  n_late = n_items - n_early;
  late = g_memdup2 (&items[n_early], n_late * sizeof *items);
  qsort (late, n_late, sizeof *late, ls_delay_compare);
  while (n_late > 0)
    if (n_early > 0 && ls_delay_compare (&items[n_early - 1], &late[n_late - 1]) > 0)
      {
        items[n_early + n_late - 1] = items[n_early - 1];
        n_early--;
      }
    else
      {
        items[n_early + n_late - 1] = late[n_late - 1];
        n_late--;
      }
}

/* Links a task between others. Most are there already, and a task that is not edited remains shared with other states. */
static void
relink (LsWorld *self,
        guint32  id,
        guint32  previous,
        guint32  next,
        Links    links)
{
  const LsTaskState *task = ls_world_peek_task (self, id);
  LsTaskState *edited;

  if ((links == LINKS_QUEUE ? task->previous : task->previous_delayed) == previous &&
      (links == LINKS_QUEUE ? task->next : task->next_delayed) == next)
    return;
  edited = ls_world_edit_task (self, id);
  *previous_of (edited, links) = previous;
  *next_of (edited, links) = next;
}

static void
sort_by_due_time (LsWorld    *self,
                  LsTaskList *list,
                  Links       links)
{
  g_autofree LsDelay *items = g_new (LsDelay, list->length);
  guint32 n_items = list->length, id = list->first;

  if (n_items == 0)
    return;
  for (guint32 i = 0; i < n_items; i++)
    {
      const LsTaskState *task = ls_world_peek_task (self, id);

      items[i] = *ls_world_peek_delay (self, task);
      id = links == LINKS_QUEUE ? task->next : task->next_delayed;
    }
  sort_items (items, n_items);

  for (guint32 i = 0; i < n_items; i++)
    relink (self, items[i].id, i > 0 ? items[i - 1].id : 0, i + 1 < n_items ? items[i + 1].id : 0, links);
  list->first = items[0].id;
  list->last = items[n_items - 1].id;
}

void
ls_world_sort_delayed_queue (LsWorld *self,
                             guint    queue_type)
{
  if (!self->loop.delayed_unsorted[queue_type])
    return;
  sort_by_due_time (self, &self->loop.loop_queues[queue_type].work_queues[LS_WORK_QUEUE_DELAYED_INCOMING], LINKS_QUEUE);
  self->loop.delayed_unsorted[queue_type] = FALSE;
}

void
ls_world_sort_all_delayed (LsWorld *self)
{
  if (!self->loop.all_delayed_unsorted)
    return;
  sort_by_due_time (self, &self->loop.delayed, LINKS_DELAYED);
  self->loop.all_delayed_unsorted = FALSE;
}
