/* ls-wake-up-queue.c
 *
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */

#include "ls-wake-up-queue-private.h"

#include "ls-queue-type-private.h"

void
ls_wake_up_queue_clear (LsWakeUpQueue *self)
{
  g_free (self->entries);
  *self = (LsWakeUpQueue) { 0 };
}

static inline gboolean
wake_up_before (const LsWakeUp *a,
                const LsWakeUp *b)
{
  return a->due != b->due ? a->due < b->due : a->sequence < b->sequence;
}

static inline void
wake_up_place (LsWakeUpQueue *self,
               gsize          index,
               LsWakeUp       entry)
{
  self->entries[index] = entry;
  entry.task->in.delayed.heap_index = index;
}

static void
wake_up_sift (LsWakeUpQueue *self,
              gsize          index,
              LsWakeUp       entry)
{
  while (index > 0 && wake_up_before (&entry, &self->entries[(index - 1) / 2]))
    {
      wake_up_place (self, index, self->entries[(index - 1) / 2]);
      index = (index - 1) / 2;
    }
  for (;;)
    {
      gsize child = 2 * index + 1;

      if (child >= self->length)
        break;
      if (child + 1 < self->length && wake_up_before (&self->entries[child + 1], &self->entries[child]))
        child++;
      if (!wake_up_before (&self->entries[child], &entry))
        break;
      wake_up_place (self, index, self->entries[child]);
      index = child;
    }
  wake_up_place (self, index, entry);
}

void
ls_wake_up_queue_add (LsWakeUpQueue *self,
                      LsTask        *task,
                      guint64        due)
{
  if (self->length == self->size)
    {
      self->size = MAX (16, self->size * 2);
      self->entries = g_renew (LsWakeUp, self->entries, self->size);
    }
  task->in.delayed.due = due;
  task->is_delayed = TRUE;
  self->length++;
  wake_up_sift (self, self->length - 1, (LsWakeUp) { due, self->next_sequence++, task });
}

void
ls_wake_up_queue_remove (LsWakeUpQueue *self,
                         LsTask        *task)
{
  gsize index = task->in.delayed.heap_index;
  LsWakeUp last = self->entries[--self->length];

  task->is_delayed = FALSE;
  if (index != self->length)
    wake_up_sift (self, index, last);
}

LsTask *
ls_wake_up_queue_pop (LsWakeUpQueue *self)
{
  LsTask *task = self->entries[0].task;

  ls_wake_up_queue_remove (self, task);
  return task;
}

/* Looks no further than the first tasks that are foreseen: what is below them in the heap is due later. */
static guint64
find_foreseen (const LsWakeUpQueue *self,
               gsize                index)
{
  if (index >= self->length)
    return LS_TIME_NEVER;
  if (ls_queue_type_is_foreseen (self->entries[index].task->queue_type))
    return self->entries[index].due;
  return MIN (find_foreseen (self, 2 * index + 1), find_foreseen (self, 2 * index + 2));
}

/* When the next task is due that a browser knows of; LS_TIME_NEVER where there is none. */
guint64
ls_wake_up_queue_get_next_foreseen (const LsWakeUpQueue *self)
{
  return find_foreseen (self, 0);
}
