/* ls-durations.c
 *
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */

#include "ls-durations-private.h"

#include <stdlib.h>

#include "ls-plain-type-private.h"

LS_DEFINE_PLAIN_TYPE (LsDurationStatistics, ls_duration_statistics)

/* Durations below 1 << FIRST_OCTAVE_BITS have a bucket each. Then come octaves of LS_DURATIONS_PER_OCTAVE buckets. */
#define FIRST_OCTAVE_BITS 5
#define N_FINE_BUCKETS (LS_DURATIONS_PER_OCTAVE * (LS_N_HISTOGRAM_BUCKETS - FIRST_OCTAVE_BITS + 1))

G_STATIC_ASSERT (1 << FIRST_OCTAVE_BITS == LS_DURATIONS_PER_OCTAVE);

/**
 * ls_histogram_get_bucket:
 * @duration: in µs
 *
 * Finds the bucket of a duration.
 *
 * Returns: the bucket of a histogram that it belongs to, less than %LS_N_HISTOGRAM_BUCKETS
 */
guint
ls_histogram_get_bucket (guint64 duration)
{
  guint bits = 0;

  while (bits < LS_N_HISTOGRAM_BUCKETS - 1 && duration >> bits != 0)
    bits++;
  return bits;
}

/**
 * ls_histogram_get_bucket_start:
 * @bucket: a bucket of a histogram
 *
 * Gets the least duration of a bucket.
 *
 * Returns: the least duration in it, in µs; %LS_TIME_NEVER from %LS_N_HISTOGRAM_BUCKETS on
 */
guint64
ls_histogram_get_bucket_start (guint bucket)
{
  if (bucket >= LS_N_HISTOGRAM_BUCKETS)
    return LS_TIME_NEVER;
  return bucket == 0 ? 0 : G_GUINT64_CONSTANT (1) << (bucket - 1);
}

static guint
get_fine_bucket (guint64 duration)
{
  guint bits;

  if (duration < LS_DURATIONS_PER_OCTAVE)
    return duration;
  bits = 63 - __builtin_clzll (duration);
  if (bits >= LS_N_HISTOGRAM_BUCKETS - 1)
    return N_FINE_BUCKETS - 1;
  return LS_DURATIONS_PER_OCTAVE * (bits - FIRST_OCTAVE_BITS + 1)
         + ((duration >> (bits - FIRST_OCTAVE_BITS)) & (LS_DURATIONS_PER_OCTAVE - 1));
}

static guint64
get_fine_start (guint bucket)
{
  guint octave = bucket / LS_DURATIONS_PER_OCTAVE, part = bucket % LS_DURATIONS_PER_OCTAVE;

  if (octave == 0)
    return part;
  return (guint64) (LS_DURATIONS_PER_OCTAVE + part) << (octave - 1);
}

void
ls_durations_clear (LsDurations *self)
{
  g_clear_pointer (&self->exact, g_free);
  g_clear_pointer (&self->buckets, g_free);
}

static void
add_exact (LsDurations *self,
           guint64      duration)
{
  if (self->n_exact == self->n_allocated)
    {
      self->n_allocated = MAX (4, self->n_allocated * 2);
      self->exact = g_renew (guint64, self->exact, self->n_allocated);
    }
  self->exact[self->n_exact++] = duration;
  self->is_sorted = FALSE;
}

static void
begin_buckets (LsDurations *self)
{
  self->buckets = g_new0 (guint32, N_FINE_BUCKETS);
  for (guint i = 0; i < self->n_exact; i++)
    self->buckets[get_fine_bucket (self->exact[i])]++;
  g_clear_pointer (&self->exact, g_free);
  self->n_exact = self->n_allocated = 0;
}

void
ls_durations_add (LsDurations *self,
                  guint64      duration,
                  guint32      task,
                  guint64      position)
{
  if (self->count == 0 || duration < self->min)
    {
      self->min = duration;
      self->min_task = task;
    }
  if (self->count == 0 || duration > self->max)
    {
      self->max = duration;
      self->max_task = task;
      self->max_position = position;
    }
  self->count++;
  self->sum += duration;

  if (self->buckets == NULL && self->n_exact == LS_DURATIONS_EXACT)
    begin_buckets (self);
  if (self->buckets == NULL)
    add_exact (self, duration);
  else
    self->buckets[get_fine_bucket (duration)]++;
}

static int
compare (gconstpointer a,
         gconstpointer b)
{
  const guint64 *x = a, *y = b;

  return *x < *y ? -1 : *x > *y;
}

/* The @n-th duration by size. Of durations in buckets it is the greatest that the bucket can hold. */
static guint64
get_nth (LsDurations *self,
         guint64      n)
{
  guint64 sum = 0;

  if (n == 0)
    return 0;
  if (self->buckets == NULL)
    return self->exact[n - 1];

  for (guint i = 0; i < N_FINE_BUCKETS; i++)
    {
      sum += self->buckets[i];
      if (sum >= n)
        return i + 1 < N_FINE_BUCKETS ? CLAMP (get_fine_start (i + 1) - 1, self->min, self->max) : self->max;
    }
  return self->max;
}

void
ls_durations_get (LsDurations          *self,
                  LsDurationStatistics *statistics)
{
  if (self->buckets == NULL && !self->is_sorted && self->n_exact > 0)
    qsort (self->exact, self->n_exact, sizeof *self->exact, compare);
  self->is_sorted = TRUE;

  *statistics = (LsDurationStatistics) {
    .count = self->count,
    .sum = self->sum,
    .min = self->min,
    .median = get_nth (self, (self->count + 1) / 2),
    .p95 = get_nth (self, self->count - self->count / 20),
    .max = self->max,
    .min_task = self->min_task,
    .max_task = self->max_task,
    .max_position = self->max_position,
  };
  if (self->buckets == NULL)
    for (guint i = 0; i < self->n_exact; i++)
      statistics->buckets[ls_histogram_get_bucket (self->exact[i])]++;
  else
    for (guint i = 0; i < N_FINE_BUCKETS; i++)
      statistics->buckets[ls_histogram_get_bucket (get_fine_start (i))] += self->buckets[i];
}
