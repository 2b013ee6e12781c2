/* ls-runnable-queues.c
 *
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */

#include "ls-runnable-queues-private.h"

/* Four children: the heap has half the levels of a binary one, and siblings share a cache line. */
#define ARITY 4

void
ls_runnable_queues_clear (LsRunnableQueues *self)
{
  for (guint i = 0; i < LS_N_EFFECTIVE_PRIORITIES; i++)
    g_free (self->heaps[i].entries);
  *self = (LsRunnableQueues) { 0 };
}

static inline void
heap_place (LsRunnableHeap  *heap,
            guint32          index,
            LsRunnableEntry  entry)
{
  heap->entries[index] = entry;
  entry.queue->heap_index = index;
}

static void
heap_sift_up (LsRunnableHeap  *heap,
              guint32          index,
              LsRunnableEntry  entry)
{
  while (index > 0)
    {
      guint32 parent = (index - 1) / ARITY;

      if (heap->entries[parent].order <= entry.order)
        break;
      heap_place (heap, index, heap->entries[parent]);
      index = parent;
    }
  heap_place (heap, index, entry);
}

/* Returns the child with the oldest task among those from @first on. It compares four children without branches: nobody can
 * predict the outcome. */
static inline guint32
heap_least_child (const LsRunnableHeap *heap,
                  guint32               first)
{
  const LsRunnableEntry *entries = heap->entries;
  guint32 least = first;

  if (G_LIKELY (first + ARITY <= heap->length))
    {
      const guint32 left = first + (entries[first + 1].order < entries[first].order);
      const guint32 right = first + 2 + (entries[first + 3].order < entries[first + 2].order);

      return left + (right - left) * (entries[right].order < entries[left].order);
    }
  for (guint32 i = first + 1; i < heap->length; i++)
    if (entries[i].order < entries[least].order)
      least = i;
  return least;
}

static void
heap_sift_down (LsRunnableHeap  *heap,
                guint32          index,
                LsRunnableEntry  entry)
{
  for (;;)
    {
      const guint32 first = index * ARITY + 1;
      guint32 least;

      if (first >= heap->length)
        break;
      least = heap_least_child (heap, first);
      if (entry.order <= heap->entries[least].order)
        break;
      heap_place (heap, index, heap->entries[least]);
      index = least;
    }
  heap_place (heap, index, entry);
}

static void
heap_remove (LsRunnableHeap *heap,
             guint32         index)
{
  LsRunnableEntry last = heap->entries[--heap->length];

  if (index == heap->length)
    return;
  if (index > 0 && heap->entries[(index - 1) / ARITY].order > last.order)
    heap_sift_up (heap, index, last);
  else
    heap_sift_down (heap, index, last);
}

/* Adds @queue, which has just got its first task. */
void
ls_runnable_queues_add (LsRunnableQueues *self,
                        LsRunnableQueue  *queue)
{
  LsRunnableHeap *heap = &self->heaps[queue->effective_priority];

  if (heap->length == heap->size)
    {
      heap->size = MAX (16, heap->size * 2);
      heap->entries = g_renew (LsRunnableEntry, heap->entries, heap->size);
    }
  heap->length++;
  heap_sift_up (heap, heap->length - 1, (LsRunnableEntry) { queue->tasks.head->order, queue });
  self->non_empty |= 1u << queue->effective_priority;
}

static void
runnable_queues_take_out (LsRunnableQueues *self,
                          LsRunnableQueue  *queue)
{
  LsRunnableHeap *heap = &self->heaps[queue->effective_priority];

  heap_remove (heap, queue->heap_index);
  if (heap->length == 0)
    self->non_empty &= ~(1u << queue->effective_priority);
}

/* Moves @queue, which has lost tasks. */
void
ls_runnable_queues_update (LsRunnableQueues *self,
                           LsRunnableQueue  *queue)
{
  LsRunnableHeap *heap = &self->heaps[queue->effective_priority];

  if (queue->tasks.head == NULL)
    runnable_queues_take_out (self, queue);
  else if (heap->length == 1)
    heap->entries[0].order = queue->tasks.head->order;
  else
    heap_sift_down (heap, queue->heap_index, (LsRunnableEntry) { queue->tasks.head->order, queue });
}

/* Adds @task, which keeps its enqueue order, at its place. */
void
ls_runnable_queues_insert (LsRunnableQueues *self,
                           LsRunnableQueue  *queue,
                           LsTask           *task)
{
  if (queue->tasks.head != NULL)
    runnable_queues_take_out (self, queue);
  ls_task_fifo_insert (&queue->tasks, task);
  self->n_tasks++;
  ls_runnable_queues_add (self, queue);
  ls_runnable_queues_note_change (self);
}

void
ls_runnable_queues_remove_task (LsRunnableQueues *self,
                                LsRunnableQueue  *queue,
                                LsTask           *task)
{
  gboolean was_oldest = queue->tasks.head == task;

  ls_task_fifo_remove (&queue->tasks, task);
  self->n_tasks--;
  if (was_oldest)
    ls_runnable_queues_update (self, queue);
  ls_runnable_queues_note_change (self);
}

void
ls_runnable_queues_set_priority (LsRunnableQueues *self,
                                 LsRunnableQueue  *queue,
                                 LsTaskPriority    priority)
{
  if (queue->tasks.head != NULL)
    runnable_queues_take_out (self, queue);
  queue->priority = priority;
  queue->effective_priority = ls_effective_priority (priority, queue->is_continuation);
  if (queue->tasks.head != NULL)
    ls_runnable_queues_add (self, queue);
  ls_runnable_queues_note_change (self);
}
