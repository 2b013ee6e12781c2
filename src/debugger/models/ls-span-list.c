/* ls-span-list.c: spans of time in order
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "ls-span-list.h"

#include "ls-bisection-private.h"

#define BLOCK 64

/**
 * LsSpanList:
 *
 * Spans of time in order: none begins before the previous one has ended. The list finds the span at a time, the covered part of a
 * range and the longest span in it without a look at all spans. So a picture costs only as much as it shows. The first spans can be
 * dropped; the others keep their indices.
 */
struct _LsSpanList
{
  GPtrArray *blocks;         /* (element-type Block): a list that grows moves only these addresses */
  guint      base;           /* index of the first span in the first block, a multiple of the block size */
  guint      end;            /* the index after the last span */
  guint      first;          /* index of the first span that is not dropped */
};

typedef struct
{
  LsSpan spans[BLOCK];
  guint  longest;            /* index of the longest span in the block */
} Block;

LsSpanList *
ls_span_list_new (void)
{
  LsSpanList *self = g_new0 (LsSpanList, 1);

  self->blocks = g_ptr_array_new_with_free_func (g_free);
  return self;
}

void
ls_span_list_free (LsSpanList *self)
{
  g_ptr_array_unref (self->blocks);
  g_free (self);
}

static inline Block *
get_block (const LsSpanList *self,
           guint             index)
{
  return g_ptr_array_index (self->blocks, (index - self->base) / BLOCK);
}

static inline LsSpan *
get_span (const LsSpanList *self,
          guint             index)
{
  return &get_block (self, index)->spans[index % BLOCK];
}

/* Returns whether the list has no span at all, not even a dropped one that it still stores. */
static inline gboolean
has_none (const LsSpanList *self)
{
  return self->end == self->base;
}

static inline guint64
get_duration (const LsSpan *span)
{
  return span->end - span->start;
}

/**
 * ls_span_list_begin:
 * @self: a list
 * @time: the beginning of the span, in µs
 * @record: position of the record that begins the span
 * @subject: the task, microtask or signal that the span is about
 *
 * Begins another span. The previous span ends now if it has not ended.
 *
 * Returns: the index of the span
 */
guint
ls_span_list_begin (LsSpanList *self,
                    guint64     time,
                    guint32     record,
                    guint32     subject)
{
  LsSpan span = { time, LS_TIME_NEVER, 0, record, subject };
  guint index = self->end;

  if (!has_none (self))
    {
      const LsSpan *last = get_span (self, index - 1);

      if (last->end == LS_TIME_NEVER)
        ls_span_list_end (self, time);
      span.start = MAX (time, last->end);
      span.before = last->before + get_duration (last);
    }
  if (index % BLOCK == 0)
    {
      g_ptr_array_add (self->blocks, g_new (Block, 1));
      get_block (self, index)->longest = index;
    }
  self->end++;
  *get_span (self, index) = span;
  return index;
}

/**
 * ls_span_list_end:
 * @self: a list with a span
 * @time: µs
 *
 * Ends the last span, or moves its end to a later time.
 */
void
ls_span_list_end (LsSpanList *self,
                  guint64     time)
{
  guint index = self->end - 1;
  LsSpan *span;
  guint *longest;

  g_return_if_fail (!has_none (self));

  span = get_span (self, index);
  span->end = MAX (time, span->end == LS_TIME_NEVER ? span->start : span->end);
  longest = &get_block (self, index)->longest;
  if (get_duration (span) > get_duration (get_span (self, *longest)))
    *longest = index;
}

/**
 * ls_span_list_is_open:
 * @self: a list
 *
 * Returns: whether the last span has not ended
 */
gboolean
ls_span_list_is_open (const LsSpanList *self)
{
  return !ls_span_list_is_empty (self) && get_span (self, self->end - 1)->end == LS_TIME_NEVER;
}

/**
 * ls_span_list_end_open:
 * @self: a list
 * @time: µs
 *
 * Ends the last span if it has not ended.
 */
void
ls_span_list_end_open (LsSpanList *self,
                       guint64     time)
{
  if (ls_span_list_is_open (self))
    ls_span_list_end (self, time);
}

/**
 * ls_span_list_take_last:
 * @self: a list
 * @span: (out caller-allocates): the span
 *
 * Removes the last span, so that the caller can put it in another list.
 *
 * Returns: %FALSE if the list is empty
 */
gboolean
ls_span_list_take_last (LsSpanList *self,
                        LsSpan     *span)
{
  guint index = self->end - 1;
  guint longest;

  if (has_none (self) || index < self->first)
    return FALSE;
  *span = *get_span (self, index);
  self->end = index;
  if (index % BLOCK == 0)
    {
      g_ptr_array_set_size (self->blocks, (index - self->base) / BLOCK);
      return TRUE;
    }
  longest = index / BLOCK * BLOCK;
  for (guint i = longest + 1; i < index; i++)
    if (get_duration (get_span (self, i)) > get_duration (get_span (self, longest)))
      longest = i;
  get_block (self, index)->longest = longest;
  return TRUE;
}

/**
 * ls_span_list_drop:
 * @self: a list
 * @record: position of a record
 * @time: µs
 *
 * Drops the spans that began before @record and had ended by @time.
 */
void
ls_span_list_drop (LsSpanList *self,
                   gsize       record,
                   guint64     time)
{
  LsBisection search = { self->first, self->end };
  guint n_blocks;

  while (ls_bisection_next (&search))
    {
      const LsSpan *span = get_span (self, search.middle);

      ls_bisection_tell (&search, span->record < record && span->end <= time);
    }
  self->first = search.low;
  n_blocks = (self->first - self->base) / BLOCK;
  if (n_blocks == 0)
    return;
  g_ptr_array_remove_range (self->blocks, 0, n_blocks);
  self->base += n_blocks * BLOCK;
}

/**
 * ls_span_list_get_first:
 * @self: a list
 *
 * Returns: the index of the first span that is not dropped
 */
guint
ls_span_list_get_first (const LsSpanList *self)
{
  return self->first;
}

/**
 * ls_span_list_get_n:
 * @self: a list
 *
 * Returns: the index after the last span, which counts dropped spans too
 */
guint
ls_span_list_get_n (const LsSpanList *self)
{
  return self->end;
}

/**
 * ls_span_list_is_empty:
 * @self: a list
 *
 * Returns: whether the list has no spans beside dropped ones
 */
gboolean
ls_span_list_is_empty (const LsSpanList *self)
{
  return self->first >= self->end;
}

const LsSpan *
ls_span_list_get (const LsSpanList *self,
                  guint             index)
{
  return get_span (self, index);
}

/**
 * ls_span_list_find:
 * @self: a list
 * @time: µs
 *
 * Returns: the index of the first span that ends at @time or later, or the index after the last span if there is none
 */
guint
ls_span_list_find (const LsSpanList *self,
                   guint64           time)
{
  LsBisection search = { self->first, self->end };

  while (ls_bisection_next (&search))
    ls_bisection_tell (&search, get_span (self, search.middle)->end < time);

  return search.low;
}

/**
 * ls_span_list_find_starting:
 * @self: a list
 * @time: µs
 * @first: the index to begin the search at
 *
 * The search costs more the further the result is from @first, but never more than a bisection of the whole list.
 *
 * Returns: the index of the first span from @first on that begins at @time or later, or the index after the last span if none does
 */
guint
ls_span_list_find_starting (const LsSpanList *self,
                            guint64           time,
                            guint             first)
{
  guint n = self->end;
  guint low = MAX (first, self->first);
  guint high = low;
  LsBisection search;

  for (guint step = 1; high < n && get_span (self, high)->start < time; step *= 2)
    {
      low = high + 1;
      high = n - high > step ? high + step : n;
    }
  search = (LsBisection) { low, high };
  while (ls_bisection_next (&search))
    ls_bisection_tell (&search, get_span (self, search.middle)->start < time);
  return search.low;
}

/* Returns the total duration of the spans up to @time. */
static guint64
sum_until (const LsSpanList *self,
           guint64           time)
{
  guint index = ls_span_list_find (self, time);
  const LsSpan *span;

  if (index == self->end)
    {
      if (has_none (self))
        return 0;
      span = get_span (self, index - 1);
      return span->before + get_duration (span);
    }
  span = get_span (self, index);
  return span->before + (time > span->start ? time - span->start : 0);
}

/**
 * ls_span_list_sum:
 * @self: a list
 * @from: µs
 * @to: µs
 *
 * Returns: how much of the time between @from and @to the spans cover, in µs
 */
guint64
ls_span_list_sum (const LsSpanList *self,
                  guint64           from,
                  guint64           to)
{
  return to > from ? sum_until (self, to) - sum_until (self, from) : 0;
}

/* Returns the longer of two spans, or the first if they are equally long. A span that has not ended lasts until @to. */
static guint
get_longer (const LsSpanList *self,
            guint             best,
            guint             other,
            guint64           to)
{
  const LsSpan *a, *b = get_span (self, other);
  guint64 a_end, b_end;

  if (best == LS_SPAN_NONE)
    return other;
  a = get_span (self, best);
  a_end = a->end == LS_TIME_NEVER ? MAX (to, a->start) : a->end;
  b_end = b->end == LS_TIME_NEVER ? MAX (to, b->start) : b->end;
  return b_end - b->start > a_end - a->start ? other : best;
}

/**
 * ls_span_list_find_longest:
 * @self: a list
 * @from: µs
 * @to: µs
 *
 * Returns: the index of the longest span among those that begin between @from and @to; its part after @to counts as well. If
 *   several are equally long, this is the first one. %LS_SPAN_NONE if there is no span
 */
guint
ls_span_list_find_longest (const LsSpanList *self,
                           guint64           from,
                           guint64           to)
{
  guint first = ls_span_list_find_starting (self, from, 0);
  guint end = ls_span_list_find_starting (self, to, first);
  guint best = LS_SPAN_NONE;

  for (guint i = first; i < end;)
    {
      if (i % BLOCK == 0 && i + BLOCK <= end)
        {
          best = get_longer (self, best, get_block (self, i)->longest, to);
          i += BLOCK;
        }
      else
        {
          best = get_longer (self, best, i, to);
          i++;
        }
    }

  /* The longest span of a block may leave out a span that has not ended yet. */
  return end > first ? get_longer (self, best, end - 1, to) : best;
}
