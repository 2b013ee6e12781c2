/* ls-timeline-tasks.c: the tasks of a timeline by number
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "ls-timeline-tasks.h"

#define BLOCK 1024

/**
 * LsTimelineTasks:
 *
 * Tasks by number, from a first one on. A table that grows or drops its first tasks moves only the addresses of blocks. A single
 * array would have to copy and clear tens of megabytes in one frame.
 */
struct _LsTimelineTasks
{
  GPtrArray *blocks;         /* (element-type LsTimelineTask): BLOCK of them each */
  guint32    base;           /* number of the first task in the first block */
  guint32    first, end;     /* the first task, and the number after the last one */
};

/**
 * ls_timeline_tasks_new:
 *
 * Returns: (transfer full): an empty table that begins with number 0
 */
LsTimelineTasks *
ls_timeline_tasks_new (void)
{
  LsTimelineTasks *self = g_new0 (LsTimelineTasks, 1);

  self->blocks = g_ptr_array_new_with_free_func (g_free);
  return self;
}

/**
 * ls_timeline_tasks_free:
 * @self: (transfer full): a table
 */
void
ls_timeline_tasks_free (LsTimelineTasks *self)
{
  g_ptr_array_unref (self->blocks);
  g_free (self);
}

/**
 * ls_timeline_tasks_clear:
 * @self: a table
 * @first: the number of the first task to store
 */
void
ls_timeline_tasks_clear (LsTimelineTasks *self,
                         guint32          first)
{
  g_ptr_array_set_size (self->blocks, 0);
  self->base = self->first = self->end = first;
}

/**
 * ls_timeline_tasks_get_first:
 * @self: a table
 *
 * Returns: the number of the first task that is not dropped; the table may not have it yet
 */
guint32
ls_timeline_tasks_get_first (const LsTimelineTasks *self)
{
  return self->first;
}

/**
 * ls_timeline_tasks_get_n:
 * @self: a table
 *
 * Returns: the number of tasks in the table
 */
guint32
ls_timeline_tasks_get_n (const LsTimelineTasks *self)
{
  return self->end - self->first;
}

/**
 * ls_timeline_tasks_get:
 * @self: a table
 * @task: the number of a task
 *
 * Returns: (nullable) (transfer none): the task, valid until it is dropped; %NULL if the table does not have it
 */
LsTimelineTask *
ls_timeline_tasks_get (const LsTimelineTasks *self,
                       guint32                task)
{
  LsTimelineTask *block;

  if (task < self->first || task >= self->end)
    return NULL;
  block = g_ptr_array_index (self->blocks, (task - self->base) / BLOCK);
  return &block[(task - self->base) % BLOCK];
}

/**
 * ls_timeline_tasks_add:
 * @self: a table
 * @task: a number that is not less than the first
 *
 * Makes room for a task and all tasks before it. New tasks are empty, and tasks that the table has stay as they are.
 *
 * Returns: (transfer none): the task, valid until it is dropped
 */
LsTimelineTask *
ls_timeline_tasks_add (LsTimelineTasks *self,
                       guint32          task)
{
  if (task >= self->end)
    {
      while ((task - self->base) / BLOCK >= self->blocks->len)
        g_ptr_array_add (self->blocks, g_new0 (LsTimelineTask, BLOCK));
      self->end = task + 1;
    }
  return ls_timeline_tasks_get (self, task);
}

/**
 * ls_timeline_tasks_drop:
 * @self: a table
 * @n_tasks: the number of tasks to drop, at most the number in the table
 *
 * Drops the first tasks. The others keep their numbers.
 */
void
ls_timeline_tasks_drop (LsTimelineTasks *self,
                        guint32          n_tasks)
{
  guint n_blocks;

  self->first += n_tasks;
  n_blocks = (self->first - self->base) / BLOCK;
  if (n_blocks == 0)
    return;
  g_ptr_array_remove_range (self->blocks, 0, n_blocks);
  self->base += n_blocks * BLOCK;
}
