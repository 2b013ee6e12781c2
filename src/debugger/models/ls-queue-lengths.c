/* ls-queue-lengths.c: how many tasks were queued at each time
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "ls-queue-lengths.h"

#include "ls-bisection-private.h"

#define BLOCK 60
#define GROUP 32
/* A change has its priority, its direction and the time since its block began, which has to be below this, in µs. */
#define PRIORITY_BITS 2
#define MAX_AFTER (G_GUINT64_CONSTANT (1) << (32 - PRIORITY_BITS - 1))

/**
 * LsQueueLengths:
 *
 * The numbers of queued tasks over time, by priority. A change takes some four bytes. Blocks of changes and groups of blocks know
 * their greatest length. So the length at a time and the greatest one in a range are found without a look at all changes, and a
 * picture costs only as much as it shows.
 */
struct _LsQueueLengths
{
  GPtrArray    *groups;     /* (element-type Group) */
  LsQueueLength now;
  guint64       time;       /* of the last change, in µs */
  guint32       most;       /* the greatest length of all, including dropped ones */
};

typedef struct
{
  guint64       time;                /* µs */
  LsQueueLength before;              /* the length before the first change */
  guint         n_changes;
  guint32       changes[BLOCK];
} Block;

/* A search looks at the blocks themselves last. What it asks of all of them lies together. */
typedef struct
{
  guint         n_blocks;
  LsQueueLength most;                /* of all blocks */
  guint64       times[GROUP];        /* µs: when each block began */
  LsQueueLength mosts[GROUP];        /* by block */
  Block        *blocks[GROUP];
} Group;

static void
group_free (gpointer data)
{
  Group *group = data;

  for (guint i = 0; i < group->n_blocks; i++)
    g_free (group->blocks[i]);
  g_free (group);
}

/* Returns lengths of which the caller is the owner: no task is queued at any time. */
LsQueueLengths *
ls_queue_lengths_new (void)
{
  LsQueueLengths *self = g_new0 (LsQueueLengths, 1);

  self->groups = g_ptr_array_new_with_free_func (group_free);
  return self;
}

void
ls_queue_lengths_free (LsQueueLengths *self)
{
  g_ptr_array_unref (self->groups);
  g_free (self);
}

static inline guint32
get_total (const LsQueueLength *length)
{
  guint32 total = 0;

  for (guint i = LS_TASK_PRIORITY_BACKGROUND; i <= LS_TASK_PRIORITY_USER_BLOCKING; i++)
    total += length->by_priority[i];
  return total;
}

/**
 * ls_queue_length_get_total:
 * @length: a length
 *
 * Returns: the number of tasks of all priorities
 */
guint32
ls_queue_length_get_total (const LsQueueLength *length)
{
  return get_total (length);
}

static inline void
raise_to (LsQueueLength       *most,
          const LsQueueLength *length)
{
  if (get_total (length) > get_total (most))
    *most = *length;
}

static inline guint64
get_change_time (const Block *block,
                 guint        index)
{
  return block->time + (block->changes[index] >> (PRIORITY_BITS + 1));
}

static inline void
apply (const Block   *block,
       guint          index,
       LsQueueLength *length)
{
  const guint32 change = block->changes[index];

  length->by_priority[(change >> 1) & ((1 << PRIORITY_BITS) - 1)] += change & 1 ? 1 : -1;
}

static Group *
get_group (const LsQueueLengths *self,
           guint                 index)
{
  return g_ptr_array_index (self->groups, index);
}

/* Begins a block with the present length. */
static Block *
add_block (LsQueueLengths *self)
{
  Group *group = self->groups->len > 0 ? get_group (self, self->groups->len - 1) : NULL;
  Block *block = g_new (Block, 1);

  if (group == NULL || group->n_blocks == GROUP)
    {
      group = g_new0 (Group, 1);
      g_ptr_array_add (self->groups, group);
    }
  group->times[group->n_blocks] = self->time;
  group->mosts[group->n_blocks] = self->now;
  group->blocks[group->n_blocks++] = block;
  block->time = self->time;
  block->before = self->now;
  block->n_changes = 0;
  raise_to (&group->most, &self->now);
  return block;
}

/* Returns the last block, or another one if that has no room for a change now. */
static Block *
get_last_block (LsQueueLengths *self)
{
  Group *group = self->groups->len > 0 ? get_group (self, self->groups->len - 1) : NULL;
  Block *block = group != NULL ? group->blocks[group->n_blocks - 1] : NULL;

  if (block == NULL || block->n_changes == BLOCK || self->time - block->time >= MAX_AFTER)
    return add_block (self);
  return block;
}

/**
 * ls_queue_lengths_add:
 * @self: lengths
 * @time: µs; not before the last change
 * @priority: a priority
 * @difference: how many tasks of @priority are queued more, less than 0 for fewer
 *
 * Adds a change. There are never fewer than no tasks, whatever a file says.
 */
void
ls_queue_lengths_add (LsQueueLengths *self,
                      guint64         time,
                      LsTaskPriority  priority,
                      int             difference)
{
  guint32 *length;

  g_return_if_fail (ls_task_priority_is_valid (priority));

  length = &self->now.by_priority[priority];
  self->time = MAX (self->time, time);
  if (difference < 0 && (guint32) -difference > *length)
    difference = -(int) *length;
  if (difference == 1 || difference == -1)
    {
      Block *block = get_last_block (self);
      Group *group = get_group (self, self->groups->len - 1);

      block->changes[block->n_changes++] = (guint32) (self->time - block->time) << (PRIORITY_BITS + 1) | (guint32) priority << 1 |
                                           (difference > 0);
      *length += difference;
      raise_to (&group->mosts[group->n_blocks - 1], &self->now);
      raise_to (&group->most, &self->now);
    }
  else if (difference != 0)
    {
      *length += difference;
      add_block (self);
    }
  self->most = MAX (self->most, get_total (&self->now));
}

/**
 * ls_queue_lengths_drop:
 * @self: lengths
 * @time: µs
 *
 * Drops changes before @time, but not the last ones before it, which say how many tasks were queued then.
 */
void
ls_queue_lengths_drop (LsQueueLengths *self,
                       guint64         time)
{
  guint n = 0;

  while (n + 1 < self->groups->len && get_group (self, n + 1)->times[0] <= time)
    n++;
  if (n > 0)
    g_ptr_array_remove_range (self->groups, 0, n);
}

/* Returns whether no task has ever been queued. */
gboolean
ls_queue_lengths_is_empty (const LsQueueLengths *self)
{
  return self->groups->len == 0;
}

/* Finds the last block that begins at @time or before. Returns FALSE if all begin later. */
static gboolean
find_block (const LsQueueLengths *self,
            guint64               time,
            guint                *group,
            guint                *block)
{
  LsBisection groups = { 0, self->groups->len };
  LsBisection blocks = { 0 };

  *group = *block = 0;
  while (ls_bisection_next (&groups))
    ls_bisection_tell (&groups, get_group (self, groups.middle)->times[0] <= time);
  if (groups.low == 0)
    return FALSE;
  *group = groups.low - 1;
  blocks.high = get_group (self, *group)->n_blocks;
  while (ls_bisection_next (&blocks))
    ls_bisection_tell (&blocks, get_group (self, *group)->times[blocks.middle] <= time);
  *block = blocks.low - 1;
  return TRUE;
}

/**
 * ls_queue_lengths_get:
 * @self: lengths
 * @time: µs
 * @length: (out caller-allocates): the length at @time, after all changes at that time
 */
void
ls_queue_lengths_get (const LsQueueLengths *self,
                      guint64               time,
                      LsQueueLength        *length)
{
  const Block *block;
  guint g, b;

  *length = (LsQueueLength) { 0 };
  if (!find_block (self, time, &g, &b))
    return;
  block = get_group (self, g)->blocks[b];
  *length = block->before;
  for (guint i = 0; i < block->n_changes && get_change_time (block, i) <= time; i++)
    apply (block, i, length);
}

/**
 * ls_queue_lengths_find_next:
 * @self: lengths
 * @time: µs
 *
 * Returns: the time of the first change after @time, %LS_TIME_NEVER if there is none
 */
guint64
ls_queue_lengths_find_next (const LsQueueLengths *self,
                            guint64               time)
{
  guint g, b;

  if (self->groups->len == 0)
    return LS_TIME_NEVER;
  if (!find_block (self, time, &g, &b))
    return get_group (self, 0)->times[0];
  {
    const Group *group = get_group (self, g);
    const Block *block = group->blocks[b];

    for (guint i = 0; i < block->n_changes; i++)
      if (get_change_time (block, i) > time)
        return get_change_time (block, i);
    if (b + 1 < group->n_blocks)
      return group->times[b + 1];
  }
  return g + 1 < self->groups->len ? get_group (self, g + 1)->times[0] : LS_TIME_NEVER;
}

/* Takes the changes of a block before @to into account. */
static void
raise_in_block (LsQueueLength *most,
                const Block   *block,
                guint64        to)
{
  LsQueueLength at = block->before;

  raise_to (most, &at);
  for (guint i = 0; i < block->n_changes && get_change_time (block, i) < to; i++)
    {
      apply (block, i, &at);
      raise_to (most, &at);
    }
}

/**
 * ls_queue_lengths_find_most:
 * @self: lengths
 * @from: µs
 * @to: µs
 * @length: (out caller-allocates): the greatest length at @from or later, but before @to
 *
 * Finds the time when most tasks were queued.
 */
void
ls_queue_lengths_find_most (const LsQueueLengths *self,
                            guint64               from,
                            guint64               to,
                            LsQueueLength        *length)
{
  guint g, b;

  *length = (LsQueueLength) { 0 };
  if (find_block (self, from, &g, &b))
    {
      const Block *block = get_group (self, g)->blocks[b];
      LsQueueLength at = block->before;
      guint i = 0;

      for (; i < block->n_changes && get_change_time (block, i) <= from; i++)
        apply (block, i, &at);
      *length = at;
      for (; i < block->n_changes && get_change_time (block, i) < to; i++)
        {
          apply (block, i, &at);
          raise_to (length, &at);
        }
      b++;
    }
  for (; g < self->groups->len; g++, b = 0)
    {
      const Group *group = get_group (self, g);

      if (b == 0 && g + 1 < self->groups->len && get_group (self, g + 1)->times[0] < to)
        {
          raise_to (length, &group->most);
          continue;
        }
      for (; b < group->n_blocks; b++)
        {
          if (group->times[b] >= to)
            return;
          if (b + 1 < group->n_blocks && group->times[b + 1] < to)
            raise_to (length, &group->mosts[b]);
          else
            raise_in_block (length, group->blocks[b], to);
        }
    }
}

/**
 * ls_queue_lengths_get_most:
 * @self: lengths
 *
 * Returns: the greatest number of tasks that were queued at any time, including dropped ones
 */
guint32
ls_queue_lengths_get_most (const LsQueueLengths *self)
{
  return self->most;
}
