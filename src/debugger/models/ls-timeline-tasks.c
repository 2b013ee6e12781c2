/* ls-timeline-tasks.c: what a timeline knows of tasks, by their numbers
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "ls-timeline-tasks.h"

#define BLOCK 1024

/**
 * LsTimelineTasks:
 *
 * Tasks by number, from a first one on. Only addresses of blocks move when more are added, or the first ones are dropped: a
 * single array would be copied, and its new half be cleared, tens of megabytes in one frame.
 */
struct _LsTimelineTasks
{
  GPtrArray *blocks;         /* (element-type LsTimelineTask): BLOCK of them each */
  guint32    base;           /* the number with which the first block begins */
  guint32    first, end;     /* the first one that is there, and the one after the last */
};

/**
 * ls_timeline_tasks_new:
 *
 * Returns: (transfer full): a table without tasks, that begins with 0
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
 * @first: the number of the first task that it is to have
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
 * Returns: the number of the first task that has not been dropped, also where it is not there yet
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
 * Returns: how many tasks are there, from the first one on
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
 * Returns: (nullable) (transfer none): the task, until it is dropped; %NULL if it is not there
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
 * @task: a number that is not before the first
 *
 * Makes place for a task and all before it, of which nothing is known so far. What is there already stays.
 *
 * Returns: (transfer none): the task, until it is dropped
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
 * @n_tasks: how many of the first ones, at most as many as are there
 *
 * Drops tasks. The others keep their numbers.
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
