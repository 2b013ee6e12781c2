/* ls-sums.c
 *
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */

#include "ls-sums-private.h"

/* A sum and a count in one number: 16 million of them, and 12 days in microseconds, without one running into the other. */
#define DURATION_BITS 40
#define DURATION_MASK ((G_GUINT64_CONSTANT (1) << DURATION_BITS) - 1)

void
ls_sums_clear (LsSums *self)
{
  g_clear_pointer (&self->tree, g_free);
  self->n = self->n_allocated = 0;
}

/* Forgets everything: nobody will ask for numbers up to @base. */
void
ls_sums_reset (LsSums  *self,
               guint32  base)
{
  if (self->n_allocated > 65536)
    ls_sums_clear (self);
  self->n = 0;
  self->total = 0;
  self->base = base;
}

static guint64
sum_up_to (LsSums  *self,
           guint32  i)
{
  guint64 sum = 0;

  for (; i > 0; i &= i - 1)
    sum += self->tree[i];
  return sum;
}

static void
extend (LsSums  *self,
        guint32  n)
{
  if (n >= self->n_allocated)
    {
      self->n_allocated = MAX (1024, n + n / 2 + 1);
      self->tree = g_renew (guint64, self->tree, self->n_allocated);
    }
  while (self->n < n)
    {
      guint32 i = ++self->n;

      /* Its own item is 0 so far, the others below it are there. */
      self->tree[i] = 0;
      self->tree[i] = sum_up_to (self, i - 1) - sum_up_to (self, i & (i - 1));
    }
}

/* @duration in µs of what has this number; each number once. */
void
ls_sums_add (LsSums  *self,
             guint32  sequence,
             guint64  duration)
{
  guint64 packed = (G_GUINT64_CONSTANT (1) << DURATION_BITS) + MIN (duration, DURATION_MASK >> 2);

  if (sequence <= self->base)
    return;
  extend (self, sequence - self->base);
  for (guint32 i = sequence - self->base; i <= self->n; i += i & -i)
    self->tree[i] += packed;
  self->total += packed;
}

/* Of all with a number greater than @sequence. */
void
ls_sums_after (LsSums  *self,
               guint32  sequence,
               guint64 *duration,
               guint32 *count)
{
  guint64 packed = self->total;

  if (sequence > self->base)
    packed -= sum_up_to (self, MIN (sequence - self->base, self->n));
  *duration = packed & DURATION_MASK;
  *count = packed >> DURATION_BITS;
}
