/* ls-sums.c
 *
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */

#include "ls-sums-private.h"

#include <string.h>

void
ls_sums_clear (LsSums *self)
{
  g_clear_pointer (&self->tree, g_free);
  self->n = self->n_allocated = 0;
}

/* Drops everything. Readers will not ask for numbers up to @base. */
void
ls_sums_reset (LsSums  *self,
               guint32  base)
{
  if (self->n_allocated > 65536)
    ls_sums_clear (self);
  self->n = 0;
  self->shift = 0;
  self->total = (LsSum) { 0 };
  self->base = base;
}

/* The item of a number after the base, from 1. */
static guint32
item_of (const LsSums *self,
         guint32       sequence)
{
  return ((sequence - self->base - 1) >> self->shift) + 1;
}

static LsSum
sum_up_to (const LsSums *self,
           guint32       i)
{
  LsSum sum = { 0 };

  for (; i > 0; i &= i - 1)
    {
      sum.duration += self->tree[i].duration;
      sum.count += self->tree[i].count;
    }
  return sum;
}

static void
extend (LsSums  *self,
        guint32  n)
{
  if (n >= self->n_allocated)
    {
      self->n_allocated = MAX (1024, n + n / 2 + 1);
      self->tree = g_renew (LsSum, self->tree, self->n_allocated);
    }
  while (self->n < n)
    {
      guint32 i = ++self->n;
      LsSum below = sum_up_to (self, i - 1), before = sum_up_to (self, i & (i - 1));

      /* The item itself is 0 so far; the items below it are complete. */
      self->tree[i] = (LsSum) { below.duration - before.duration, below.count - before.count };
    }
}

/* Between a tree and its items one by one. */
static void
take_apart (LsSums *self)
{
  for (guint32 i = self->n; i > 0; i--)
    {
      guint32 above = i + (i & -i);

      if (above <= self->n)
        {
          self->tree[above].duration -= self->tree[i].duration;
          self->tree[above].count -= self->tree[i].count;
        }
    }
}

static void
put_together (LsSums *self)
{
  for (guint32 i = 1; i <= self->n; i++)
    {
      guint32 above = i + (i & -i);

      if (above <= self->n)
        {
          self->tree[above].duration += self->tree[i].duration;
          self->tree[above].count += self->tree[i].count;
        }
    }
}

/* Lets two neighbours share an item. */
static void
coarsen (LsSums *self)
{
  guint32 n = (self->n + 1) / 2;

  take_apart (self);
  for (guint32 i = 1; i <= n; i++)
    {
      LsSum sum = self->tree[2 * i - 1];

      if (2 * i <= self->n)
        {
          sum.duration += self->tree[2 * i].duration;
          sum.count += self->tree[2 * i].count;
        }
      self->tree[i] = sum;
    }
  self->n = n;
  self->shift++;
  put_together (self);
}

/* Drops numbers up to @base, for which readers do not ask any more. They go once they are half of all, so that each number that
 * stays is moved only once on average. */
void
ls_sums_drop (LsSums  *self,
              guint32  base)
{
  guint32 n_dropped;
  LsSum sum;

  if (base <= self->base)
    return;
  n_dropped = (base - self->base) >> self->shift;
  if (n_dropped >= self->n)
    {
      ls_sums_reset (self, base);
      return;
    }
  if (n_dropped == 0 || n_dropped < self->n / 2)
    return;

  sum = sum_up_to (self, n_dropped);
  self->total.duration -= sum.duration;
  self->total.count -= sum.count;
  take_apart (self);
  self->n -= n_dropped;
  memmove (self->tree + 1, self->tree + 1 + n_dropped, self->n * sizeof *self->tree);
  self->base += n_dropped << self->shift;
  put_together (self);
}

/* Adds a @duration in µs under a number. Callers use each number once. */
void
ls_sums_add (LsSums  *self,
             guint32  sequence,
             guint64  duration)
{
  guint32 item;

  if (sequence <= self->base)
    return;
  while ((item = item_of (self, sequence)) > LS_SUMS_MAX_ITEMS)
    coarsen (self);
  extend (self, item);
  for (guint32 i = item; i <= self->n; i += i & -i)
    {
      self->tree[i].duration += duration;
      self->tree[i].count++;
    }
  self->total.duration += duration;
  self->total.count++;
}

/* Sums up all with a number greater than @sequence. */
void
ls_sums_after (LsSums  *self,
               guint32  sequence,
               guint64 *duration,
               guint32 *count)
{
  LsSum sum = { 0 };

  if (sequence > self->base)
    sum = sum_up_to (self, MIN (item_of (self, sequence), self->n));
  *duration = self->total.duration - sum.duration;
  *count = MIN (self->total.count - sum.count, G_MAXUINT32);
}
