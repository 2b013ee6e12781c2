/* ls-recording-sort.c
 *
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */

#include <string.h>

#include "ls-recording-sort-private.h"

/* At most this many elements are sorted one by one. */
#define FEW 16

#define MIN_SCRATCH 1024

typedef struct
{
  guint8           *elements;
  gsize             size;
  GCompareDataFunc  compare;
  gpointer          user_data;
  guint8           *scratch;
  gsize             n_scratch;   /* elements */
} Sorter;

static inline guint8 *
at (const Sorter *self,
    gsize         index)
{
  return self->elements + index * self->size;
}

/* Whether the element @a stands after @b. */
static inline gboolean
is_after (const Sorter *self,
          gsize         a,
          gsize         b)
{
  return self->compare (at (self, a), at (self, b), self->user_data) > 0;
}

static inline void
move (const Sorter *self,
      gsize         to,
      gsize         from,
      gsize         n)
{
  memmove (at (self, to), at (self, from), n * self->size);
}

/* Finds the first of [@from, @end) that stands after the element @than. */
static gsize
find_after (const Sorter *self,
            gsize         from,
            gsize         end,
            gsize         than)
{
  while (from < end)
    {
      gsize middle = from + (end - from) / 2;

      if (is_after (self, middle, than))
        end = middle;
      else
        from = middle + 1;
    }

  return from;
}

/* Finds the first of [@from, @end) that does not stand before the element @than. */
static gsize
find_not_before (const Sorter *self,
                 gsize         from,
                 gsize         end,
                 gsize         than)
{
  while (from < end)
    {
      gsize middle = from + (end - from) / 2;

      if (is_after (self, than, middle))
        from = middle + 1;
      else
        end = middle;
    }

  return from;
}

static void
sort_few (const Sorter *self,
          gsize         from,
          gsize         end)
{
  for (gsize i = from + 1; i < end; i++)
    {
      gsize to;

      if (!is_after (self, i - 1, i))
        continue;

      to = find_after (self, from, i - 1, i);
      memcpy (self->scratch, at (self, i), self->size);
      move (self, to + 1, to, i - to);
      memcpy (at (self, to), self->scratch, self->size);
    }
}

/* Merges with the left part in the scratch memory, forwards. */
static void
merge_left (const Sorter *self,
            gsize         from,
            gsize         middle,
            gsize         end)
{
  const guint8 *left = self->scratch;
  const guint8 *left_end = left + (middle - from) * self->size;
  gsize to = from, right = middle;

  memcpy (self->scratch, at (self, from), (middle - from) * self->size);
  while (left < left_end && right < end)
    {
      if (self->compare (left, at (self, right), self->user_data) > 0)
        memcpy (at (self, to++), at (self, right++), self->size);
      else
        {
          memcpy (at (self, to++), left, self->size);
          left += self->size;
        }
    }
  memcpy (at (self, to), left, (gsize) (left_end - left));
}

/* Merges with the right part in the scratch memory, backwards. */
static void
merge_right (const Sorter *self,
             gsize         from,
             gsize         middle,
             gsize         end)
{
  gsize n_right = end - middle, left = middle, to = end;

  memcpy (self->scratch, at (self, middle), n_right * self->size);
  while (n_right > 0 && left > from)
    {
      const guint8 *right = self->scratch + (n_right - 1) * self->size;

      if (self->compare (at (self, left - 1), right, self->user_data) > 0)
        memcpy (at (self, --to), at (self, --left), self->size);
      else
        {
          memcpy (at (self, --to), right, self->size);
          n_right--;
        }
    }
  memcpy (at (self, to - n_right), self->scratch, n_right * self->size);
}

static void
reverse (const Sorter *self,
         gsize         from,
         gsize         end)
{
  for (; from + 1 < end; from++, end--)
    {
      memcpy (self->scratch, at (self, from), self->size);
      memcpy (at (self, from), at (self, end - 1), self->size);
      memcpy (at (self, end - 1), self->scratch, self->size);
    }
}

/* Exchanges what is before @middle and what is from there on. */
static void
rotate (const Sorter *self,
        gsize         from,
        gsize         middle,
        gsize         end)
{
  gsize n_left = middle - from, n_right = end - middle;

  if (n_left == 0 || n_right == 0)
    return;

  if (n_left <= self->n_scratch)
    {
      memcpy (self->scratch, at (self, from), n_left * self->size);
      move (self, from, middle, n_right);
      memcpy (at (self, from + n_right), self->scratch, n_left * self->size);
    }
  else if (n_right <= self->n_scratch)
    {
      memcpy (self->scratch, at (self, middle), n_right * self->size);
      move (self, from + n_right, from, n_left);
      memcpy (at (self, from), self->scratch, n_right * self->size);
    }
  else
    {
      reverse (self, from, middle);
      reverse (self, middle, end);
      reverse (self, from, end);
    }
}

/* Merges two parts that are in order. What is too long for the scratch memory is cut into two merges of half the length at most. */
static void
merge (const Sorter *self,
       gsize         from,
       gsize         middle,
       gsize         end)
{
  while (from < middle && middle < end && is_after (self, middle - 1, middle))
    {
      gsize left, right, met;

      from = find_after (self, from, middle, middle);
      end = find_not_before (self, middle, end, middle - 1);
      if (middle - from <= MIN (self->n_scratch, end - middle))
        {
          merge_left (self, from, middle, end);
          return;
        }
      if (end - middle <= self->n_scratch)
        {
          merge_right (self, from, middle, end);
          return;
        }

      if (middle - from > end - middle)
        {
          left = from + (middle - from) / 2;
          right = find_not_before (self, middle, end, left);
        }
      else
        {
          right = middle + (end - middle) / 2;
          left = find_after (self, from, middle, right);
        }
      rotate (self, left, middle, right);
      met = left + (right - middle);
      merge (self, from, left, met);
      from = met;
      middle = right;
    }
}

static void
sort (const Sorter *self,
      gsize         from,
      gsize         end)
{
  gsize middle = from + (end - from) / 2;

  if (end - from <= FEW)
    {
      sort_few (self, from, end);
      return;
    }

  sort (self, from, middle);
  sort (self, middle, end);
  merge (self, from, middle, end);
}

/*< private >
 * ls_recording_sort:
 * @elements: an array
 * @n_elements: how many there are
 * @size: bytes of an element
 * @compare: compares two elements
 * @user_data: for @compare
 *
 * Sorts in place, and keeps the order of what is equal. What is in order already takes one look; nothing takes more than
 * n·log²(n) steps, or more memory than one of %LS_RECORDING_SORT_SCRATCH elements has. Of that it touches as much as there is
 * disorder. Works on any thread.
 */
void
ls_recording_sort (gpointer         elements,
                   gsize            n_elements,
                   gsize            size,
                   GCompareDataFunc compare,
                   gpointer         user_data)
{
  Sorter self = { .elements = elements, .size = size, .compare = compare, .user_data = user_data };

  if (n_elements < 2)
    return;

  self.n_scratch = MAX (n_elements / LS_RECORDING_SORT_SCRATCH, MIN_SCRATCH);
  /* Where memory is short, merges are cut into more parts. */
  while (self.n_scratch > MIN_SCRATCH && (self.scratch = g_try_malloc_n (self.n_scratch, size)) == NULL)
    self.n_scratch = MAX (self.n_scratch / 2, MIN_SCRATCH);
  if (self.scratch == NULL)
    self.scratch = g_malloc_n (self.n_scratch, size);
  sort (&self, 0, n_elements);
  g_free (self.scratch);
}
