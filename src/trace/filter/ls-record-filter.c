/* ls-record-filter.c: an index of the records that match
 *
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */

#include "ls-record-filter.h"

#include <pthread.h>
#include <string.h>

#include "ls-plain-type-private.h"
#include "ls-record-matcher-private.h"

LS_DEFINE_PLAIN_TYPE (LsRecordFilterSpec, ls_record_filter_spec)

/* Blocks are dropped as a whole. */
#define BLOCK_RECORDS LS_TRACE_CHUNK
#define BLOCK_WORDS (BLOCK_RECORDS / 64)

/**
 * LsRecordFilter:
 *
 * The records of a trace that meet a [struct@RecordFilterSpec], as an index that knows the n-th match and how many come before a
 * position. It costs a bit for each record where there are matches, and some 120 bytes for 4096 records elsewhere.
 *
 * ls_record_filter_advance() reads the trace a number of records at a time and can be cancelled, so that an idle handler or
 * a thread can drive it while the trace grows. It is for one thread at a time; all other functions may be called by any
 * thread meanwhile and tell of what has been read. What has matched stays a match, until ls_record_filter_forget() drops
 * the oldest. Records that ls_trace_forget() drops before they are read do not match.
 */
struct _LsRecordFilter
{
  GObject          parent_instance;

  LsTrace         *trace;
  LsRecordFilterSpec spec;      /* @text is the filter's */
  char            *text;
  LsRecordMatcher  matcher;     /* the reader's */
  guint64          kinds;

  pthread_mutex_t  lock;        /* of what follows; tools that look for races know pthread's locks */
  GArray          *blocks;      /* Block */
  gboolean         is_overtaken;   /* the reader's: the writer may have dropped the records that were read last */
  gsize            start;       /* where the first block begins */
  gsize            n_dropped;   /* matches before it */
  gsize            position;
  gsize            n_matches;
  gsize            counts[LS_N_RECORD_KINDS];
};

/* A set of kinds is 64 bits: LS_RECORD_NONE has none, and the last ones share one. */
G_STATIC_ASSERT (LS_RECORD_OPTION_UNKNOWN == 64);

/* BLOCK_RECORDS records. */
typedef struct
{
  guint64 *bits;                /* NULL: no match */
  gsize    n_before;            /* matches before the block, including those that were dropped */
  guint16  counts[LS_N_RECORD_KINDS];
} Block;

G_DEFINE_FINAL_TYPE (LsRecordFilter, ls_record_filter, G_TYPE_OBJECT)

static void
block_clear (gpointer data)
{
  g_free (((Block *) data)->bits);
}

static void
ls_record_filter_finalize (GObject *object)
{
  LsRecordFilter *self = LS_RECORD_FILTER (object);

  if (self->trace != NULL)
    ls_record_matcher_clear (&self->matcher);
  g_array_unref (self->blocks);
  pthread_mutex_destroy (&self->lock);
  g_free (self->text);
  g_clear_object (&self->trace);

  G_OBJECT_CLASS (ls_record_filter_parent_class)->finalize (object);
}

static void
ls_record_filter_class_init (LsRecordFilterClass *klass)
{
  G_OBJECT_CLASS (klass)->finalize = ls_record_filter_finalize;
}

static void
ls_record_filter_init (LsRecordFilter *self)
{
  self->blocks = g_array_new (FALSE, FALSE, sizeof (Block));
  g_array_set_clear_func (self->blocks, block_clear);
  pthread_mutex_init (&self->lock, NULL);
}

/**
 * ls_record_filter_new:
 * @trace: a trace
 * @spec: what is looked for; copied
 *
 * Makes a filter, which finds the records of a trace that match.
 *
 * Returns: (transfer full): a filter that has read nothing yet
 */
LsRecordFilter *
ls_record_filter_new (LsTrace                  *trace,
                      const LsRecordFilterSpec *spec)
{
  LsRecordFilter *self;

  g_return_val_if_fail (LS_IS_TRACE (trace), NULL);
  g_return_val_if_fail (spec != NULL, NULL);

  self = g_object_new (LS_TYPE_RECORD_FILTER, NULL);
  self->trace = g_object_ref (trace);
  self->spec = *spec;
  self->text = spec->text != NULL && *spec->text != '\0' ? g_strdup (spec->text) : NULL;
  self->spec.text = self->text;
  self->kinds = ~spec->without_kinds;
  ls_record_matcher_init (&self->matcher, trace, &self->spec);
  return self;
}

/**
 * ls_record_filter_get_trace:
 * @self: a filter
 *
 * Gets its trace.
 *
 * Returns: (transfer none): its trace
 */
LsTrace *
ls_record_filter_get_trace (LsRecordFilter *self)
{
  g_return_val_if_fail (LS_IS_RECORD_FILTER (self), NULL);

  return self->trace;
}

/**
 * ls_record_filter_get_spec: (skip)
 * @self: a filter
 * @spec: (out caller-allocates): what it looks for; its text lives as long as @self
 *
 * Gets what the filter looks for.
 */
void
ls_record_filter_get_spec (LsRecordFilter     *self,
                           LsRecordFilterSpec *spec)
{
  g_return_if_fail (LS_IS_RECORD_FILTER (self));
  g_return_if_fail (spec != NULL);

  *spec = self->spec;
}

/**
 * ls_record_filter_is_everything:
 * @self: a filter
 *
 * Tells whether every record matches.
 *
 * Returns: whether every record matches whatever it is, so that no index is needed to show them
 */
gboolean
ls_record_filter_is_everything (LsRecordFilter *self)
{
  g_return_val_if_fail (LS_IS_RECORD_FILTER (self), FALSE);

  return self->kinds == LS_RECORD_FILTER_ALL_KINDS && self->text == NULL && self->spec.task == 0 && self->spec.signal == 0
         && (self->spec.without_priorities & LS_RECORD_FILTER_ALL_PRIORITIES) == 0
         && self->spec.from_time == 0 && self->spec.end_time == 0;
}

/* Adds the matches of up to a block's records. */
static void
publish (LsRecordFilter *self,
         gsize           n_records,
         const guint64  *bits,
         gsize           n_matches,
         const guint32  *counts)
{
  gsize index = (self->position - self->start) / BLOCK_RECORDS;
  Block *block;

  pthread_mutex_lock (&self->lock);
  if (index == self->blocks->len)
    g_array_append_vals (self->blocks, &(Block) { .n_before = self->n_matches }, 1);
  block = &g_array_index (self->blocks, Block, index);
  if (n_matches > 0)
    {
      if (block->bits == NULL)
        block->bits = g_new0 (guint64, BLOCK_WORDS);
      for (guint i = 0; i < BLOCK_WORDS; i++)
        block->bits[i] |= bits[i];
      self->n_matches += n_matches;
    }
  for (guint i = 0; i < LS_N_RECORD_KINDS; i++)
    {
      self->counts[i] += counts[i];
      block->counts[i] += counts[i];
    }
  self->position += n_records;
  pthread_mutex_unlock (&self->lock);
}

/* Reads no further than the end of the block. */
static void
read_records (LsRecordFilter *self,
              const LsRecord *records,
              gsize           n_records)
{
  guint64 bits[BLOCK_WORDS] = { 0 };
  guint32 counts[LS_N_RECORD_KINDS] = { 0 };
  gsize n_matches = 0, offset = self->position % BLOCK_RECORDS;

  for (gsize i = 0; i < n_records; i++)
    {
      guint kind = records[i].kind;
      gboolean of_kind = kind < LS_N_RECORD_KINDS && (kind != LS_RECORD_NONE ? (self->kinds & LS_RECORD_FILTER_KIND (kind)) != 0
                                                                 : self->kinds == LS_RECORD_FILTER_ALL_KINDS);

      if (!ls_record_matcher_match (&self->matcher, &records[i], self->position + i, of_kind))
        continue;
      if (kind < LS_N_RECORD_KINDS)
        counts[kind]++;
      if (!of_kind)
        continue;
      bits[(offset + i) / 64] |= G_GUINT64_CONSTANT (1) << (offset + i) % 64;
      n_matches++;
    }
  publish (self, n_records, bits, n_matches, counts);
}

/* Records that were dropped before they were read do not match. The matcher begins anew after them. */
static void
skip_forgotten (LsRecordFilter *self)
{
  gsize start = ls_trace_get_start (self->trace);

  if (self->position >= start && !self->is_overtaken)
    return;
  self->is_overtaken = FALSE;
  start = MAX (start, self->position);
  pthread_mutex_lock (&self->lock);
  self->position = start;
  if (self->blocks->len == 0)
    self->start = start;
  while (self->start + self->blocks->len * BLOCK_RECORDS < start)
    g_array_append_vals (self->blocks, &(Block) { .n_before = self->n_matches }, 1);
  pthread_mutex_unlock (&self->lock);
  ls_record_matcher_begin_at (&self->matcher, start);
}

/**
 * ls_record_filter_advance:
 * @self: a filter
 * @max_records: how many records to read at most; %G_MAXSIZE for all that are published
 * @cancellable: (nullable): stops the call after 4096 records at most; it can be called again
 *
 * Reads on. Ten million records take about a tenth of a second where kinds, times, tasks, signals or priorities are looked
 * for, and a few seconds where a text is.
 *
 * Returns: whether there is more to read
 */
gboolean
ls_record_filter_advance (LsRecordFilter *self,
                          gsize           max_records,
                          GCancellable   *cancellable)
{
  const LsRecord *records;
  gsize n_records, begin;

  g_return_val_if_fail (LS_IS_RECORD_FILTER (self), FALSE);

  while (max_records > 0 && !g_cancellable_is_cancelled (cancellable))
    {
      skip_forgotten (self);
      records = ls_trace_peek_records (self->trace, self->position, &n_records);
      if (records == NULL)
        break;
      n_records = MIN (MIN (n_records, max_records), BLOCK_RECORDS - self->position % BLOCK_RECORDS);
      begin = self->position;
      read_records (self, records, n_records);
      self->is_overtaken = ls_trace_get_start (self->trace) > begin;
      max_records -= n_records;
    }

  return self->position < ls_trace_get_length (self->trace);
}

/**
 * ls_record_filter_forget:
 * @self: a filter
 * @position: a position of the trace
 *
 * Drops the matches before @position: those after it are numbered from 0 then, and counts are of what is left. Positions are
 * rounded down to a multiple of %LS_TRACE_CHUNK, as ls_trace_get_start() is.
 */
void
ls_record_filter_forget (LsRecordFilter *self,
                         gsize           position)
{
  guint n_blocks;

  g_return_if_fail (LS_IS_RECORD_FILTER (self));

  pthread_mutex_lock (&self->lock);
  n_blocks = position > self->start ? MIN ((position - self->start) / BLOCK_RECORDS, self->blocks->len) : 0;
  /* The reader still writes to a block that it has not read to its end. */
  if (n_blocks > 0 && self->start + (gsize) n_blocks * BLOCK_RECORDS > self->position)
    n_blocks--;
  for (guint i = 0; i < n_blocks; i++)
    for (guint kind = 0; kind < LS_N_RECORD_KINDS; kind++)
      self->counts[kind] -= g_array_index (self->blocks, Block, i).counts[kind];
  if (n_blocks > 0)
    {
      self->n_dropped = n_blocks < self->blocks->len ? g_array_index (self->blocks, Block, n_blocks).n_before
                                                     : self->n_matches;
      g_array_remove_range (self->blocks, 0, n_blocks);
      self->start += (gsize) n_blocks * BLOCK_RECORDS;
    }
  pthread_mutex_unlock (&self->lock);
}

/**
 * ls_record_filter_get_position:
 * @self: a filter
 *
 * Tells how far the trace has been read.
 *
 * Returns: how many records it has read or left out since they were forgotten
 */
gsize
ls_record_filter_get_position (LsRecordFilter *self)
{
  gsize position;

  g_return_val_if_fail (LS_IS_RECORD_FILTER (self), 0);

  pthread_mutex_lock (&self->lock);
  position = self->position;
  pthread_mutex_unlock (&self->lock);
  return position;
}

/**
 * ls_record_filter_get_n_matches:
 * @self: a filter
 *
 * Counts the records that match.
 *
 * Returns: how many of the records that it has read match, without those that were dropped
 */
gsize
ls_record_filter_get_n_matches (LsRecordFilter *self)
{
  gsize n_matches;

  g_return_val_if_fail (LS_IS_RECORD_FILTER (self), 0);

  pthread_mutex_lock (&self->lock);
  n_matches = self->n_matches - self->n_dropped;
  pthread_mutex_unlock (&self->lock);
  return n_matches;
}

/**
 * ls_record_filter_get_count:
 * @self: a filter
 * @kind: a kind of record
 *
 * How many records of a kind it has read that meet all of the specification but its kinds: what would be added by having
 * @kind in the set too. Where a text is looked for, only kinds of the set are counted.
 *
 * Returns: their number
 */
gsize
ls_record_filter_get_count (LsRecordFilter *self,
                            LsRecordKind    kind)
{
  gsize count;

  g_return_val_if_fail (LS_IS_RECORD_FILTER (self), 0);
  g_return_val_if_fail ((guint) kind < LS_N_RECORD_KINDS, 0);

  pthread_mutex_lock (&self->lock);
  count = self->counts[kind];
  pthread_mutex_unlock (&self->lock);
  return count;
}

/* The block of the n-th match. @n counts from 0 and includes matches that were dropped. There is such a block. */
static guint
find_block (LsRecordFilter *self,
            gsize           n)
{
  guint low = 0, high = self->blocks->len;

  while (high - low > 1)
    {
      guint middle = low + (high - low) / 2;

      if (g_array_index (self->blocks, Block, middle).n_before <= n)
        low = middle;
      else
        high = middle;
    }
  return low;
}

/* The positions of matches from the n-th on, which includes matches that were dropped. Callers hold the lock. */
static gsize
list_matches (LsRecordFilter *self,
              gsize           n,
              gsize          *positions,
              gsize           n_positions)
{
  gsize n_found = 0, n_skipped;
  guint first;

  if (n >= self->n_matches || n_positions == 0)
    return 0;

  n_positions = MIN (n_positions, self->n_matches - n);
  first = find_block (self, n);
  n_skipped = g_array_index (self->blocks, Block, first).n_before;
  for (gsize i = first; n_found < n_positions; i++)
    {
      const guint64 *bits = g_array_index (self->blocks, Block, i).bits;

      for (guint word = 0; bits != NULL && word < BLOCK_WORDS && n_found < n_positions; word++)
        {
          guint64 rest = bits[word];
          guint n_bits = __builtin_popcountll (rest);

          if (n_skipped + n_bits <= n)
            {
              n_skipped += n_bits;
              continue;
            }
          for (; rest != 0 && n_found < n_positions; rest &= rest - 1)
            if (n_skipped < n)
              n_skipped++;
            else
              positions[n_found++] = self->start + i * BLOCK_RECORDS + word * 64 + __builtin_ctzll (rest);
        }
    }

  return n_found;
}

/* Counts the matches before @position, including those that were dropped. Callers hold the lock. */
static gsize
count_before (LsRecordFilter *self,
              gsize           position,
              gboolean       *is_match)
{
  gsize index, offset = position % BLOCK_RECORDS, n;
  const Block *block;

  *is_match = FALSE;
  if (position < self->start)
    return self->n_dropped;
  index = (position - self->start) / BLOCK_RECORDS;
  if (index >= self->blocks->len)
    return self->n_matches;

  block = &g_array_index (self->blocks, Block, index);
  n = block->n_before;
  if (block->bits != NULL)
    {
      for (guint i = 0; i < offset / 64; i++)
        n += __builtin_popcountll (block->bits[i]);
      n += __builtin_popcountll (block->bits[offset / 64] & ((G_GUINT64_CONSTANT (1) << offset % 64) - 1));
      *is_match = ((block->bits[offset / 64] >> offset % 64) & 1) != 0;
    }
  return n;
}

/**
 * ls_record_filter_get_matches: (skip)
 * @self: a filter
 * @n: number of a match, from 0
 * @positions: (out caller-allocates) (array length=n_positions): where to put positions
 * @n_positions: how many there is room for
 *
 * The positions of matches that follow each other.
 *
 * Returns: how many there are from @n on, at most @n_positions
 */
gsize
ls_record_filter_get_matches (LsRecordFilter *self,
                              gsize           n,
                              gsize          *positions,
                              gsize           n_positions)
{
  gsize n_found;

  g_return_val_if_fail (LS_IS_RECORD_FILTER (self), 0);
  g_return_val_if_fail (positions != NULL || n_positions == 0, 0);

  pthread_mutex_lock (&self->lock);
  n_found = list_matches (self, n + self->n_dropped, positions, n_positions);
  pthread_mutex_unlock (&self->lock);

  return n_found;
}

/**
 * ls_record_filter_get_matches_from: (skip)
 * @self: a filter
 * @position: a position of the trace
 * @positions: (out caller-allocates) (array length=n_positions): where to put positions
 * @n_positions: how many there is room for
 *
 * The positions of matches that follow each other, whatever their numbers are: those may change from one call to the next,
 * where another thread calls ls_record_filter_forget().
 *
 * Returns: how many there are from @position on, at most @n_positions
 */
gsize
ls_record_filter_get_matches_from (LsRecordFilter *self,
                                   gsize           position,
                                   gsize          *positions,
                                   gsize           n_positions)
{
  gboolean is_match;
  gsize n_found;

  g_return_val_if_fail (LS_IS_RECORD_FILTER (self), 0);
  g_return_val_if_fail (positions != NULL || n_positions == 0, 0);

  pthread_mutex_lock (&self->lock);
  n_found = list_matches (self, count_before (self, position, &is_match), positions, n_positions);
  pthread_mutex_unlock (&self->lock);

  return n_found;
}

/**
 * ls_record_filter_get_match:
 * @self: a filter
 * @n: number of a match, from 0
 * @position: (out): its position in the trace
 *
 * Takes a time that grows with the logarithm of the length.
 *
 * Returns: whether there are as many
 */
gboolean
ls_record_filter_get_match (LsRecordFilter *self,
                            gsize           n,
                            gsize          *position)
{
  g_return_val_if_fail (LS_IS_RECORD_FILTER (self), FALSE);
  g_return_val_if_fail (position != NULL, FALSE);

  return ls_record_filter_get_matches (self, n, position, 1) == 1;
}

/**
 * ls_record_filter_find:
 * @self: a filter
 * @position: a position of the trace
 * @is_match: (out) (optional): whether the record there matches
 *
 * Finds the matches around a position.
 *
 * Returns: how many matches come before @position: the number of the match there, or of the next one
 */
gsize
ls_record_filter_find (LsRecordFilter *self,
                       gsize           position,
                       gboolean       *is_match)
{
  gboolean found;
  gsize n;

  g_return_val_if_fail (LS_IS_RECORD_FILTER (self), 0);

  pthread_mutex_lock (&self->lock);
  n = count_before (self, position, &found) - self->n_dropped;
  pthread_mutex_unlock (&self->lock);

  if (is_match != NULL)
    *is_match = found;
  return n;
}
