/* ls-trace.c
 *
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */

#include "ls-trace-private.h"

#include "ls-bisection-private.h"
#include "ls-large-block-private.h"
#include "ls-trace-growth-private.h"
#include "ls-trace-outlet-private.h"

#define CHUNK_RECORDS LS_TRACE_CHUNK
#define SMALL_CHUNKS 8
#define FIRST_SEGMENT 64
#define N_SEGMENTS 32

/* What stands for all chunks before the start of a trace that begins later. Its records have no kind. */
static LsRecord forgotten_chunk[CHUNK_RECORDS];

/**
 * LsTrace:
 *
 * What an engine did: records that are only ever appended, and the strings that they refer to.
 *
 * One thread writes, through the probe; records become visible to readers when the writer publishes. Any thread may
 * read what has been published, without waiting for the writer: records and strings never move. To know what the world
 * looked like after some of the records, use [struct@State]; to find out why, ls_explain_next().
 */
struct _LsTrace
{
  GObject parent_instance;

  LsProbe probe;

  GPtrArray *large_blocks;          /* each has room for many chunks */
  LsRecord *spare, *spare_end;      /* chunks of the last large block */
  LsRecord **segments[N_SEGMENTS];  /* directories of 64, 128, 256 … chunks */
  gsize n_chunks;                   /* the writer's */
  gsize length;                     /* published; atomic */
  gsize start;                      /* records before it were forgotten; atomic */
  gsize n_lost;                     /* that never came; atomic */
  gsize first_of_blocks;            /* the position at which the large blocks begin; the writer's */
  gsize n_discarded_blocks;         /* the writer's */
  LsTextTable texts;

  LsTraceSteps steps;
  LsTraceGrowth growth;
  LsTraceOutlet outlet;             /* the writer's */
  LsKeyframes *keyframes;
  LsWorld forgetting;               /* the world at start, once start is not 0; the writer's */
  guint n_forgotten_worlds;         /* the last time; the writer's */
  gsize last_length;                /* when it was last asked to forget; the writer's */
};

G_DEFINE_FINAL_TYPE (LsTrace, ls_trace, G_TYPE_OBJECT)

/* Where the directory keeps a chunk. */
static LsRecord **
chunk_place (LsTrace *self,
             gsize    chunk)
{
  gsize n = chunk + FIRST_SEGMENT;
  guint segment = g_bit_storage (n / FIRST_SEGMENT) - 1;

  if (G_UNLIKELY (self->segments[segment] == NULL))
    self->segments[segment] = g_new0 (LsRecord *, (gsize) FIRST_SEGMENT << segment);

  return &self->segments[segment][n - ((gsize) FIRST_SEGMENT << segment)];
}

static LsRecord *
get_chunk (LsTrace *self,
           gsize    chunk)
{
  gsize n = chunk + FIRST_SEGMENT;
  guint segment = g_bit_storage (n / FIRST_SEGMENT) - 1;

  return self->segments[segment][n - ((gsize) FIRST_SEGMENT << segment)];
}

static LsTrace *
trace_of_probe (LsProbe *probe)
{
  return (LsTrace *) ((char *) probe - G_STRUCT_OFFSET (LsTrace, probe));
}

/* The first chunks come one at a time, later ones out of large blocks. */
static LsRecord *
new_chunk (LsTrace *self)
{
  LsRecord *chunk;

  if (self->n_chunks < SMALL_CHUNKS)
    return g_new (LsRecord, CHUNK_RECORDS);
  if (self->spare == self->spare_end)
    {
      if (self->large_blocks->len == 0)
        self->first_of_blocks = self->n_chunks * CHUNK_RECORDS;
      self->spare = ls_large_block_new ();
      self->spare_end = self->spare + LS_LARGE_BLOCK_SIZE / sizeof (LsRecord);
      g_ptr_array_add (self->large_blocks, self->spare);
    }
  chunk = self->spare;
  self->spare += CHUNK_RECORDS;
  return chunk;
}

static void
ls_trace_refill (LsProbe *probe)
{
  LsTrace *self = trace_of_probe (probe);
  LsRecord *chunk = new_chunk (self);

  *chunk_place (self, self->n_chunks++) = chunk;
  probe->cursor = chunk;
  probe->end = chunk + CHUNK_RECORDS;
}

static guint32
ls_trace_intern (LsProbe    *probe,
                 const char *string)
{
  return ls_text_table_intern (&trace_of_probe (probe)->texts, string);
}

static void
ls_trace_publish (LsProbe *probe)
{
  LsTrace *self = trace_of_probe (probe);
  gsize length = self->n_chunks * CHUNK_RECORDS - (probe->end - probe->cursor);

  /* A release store is enough. It is free, and a full barrier would cost as much as a record. */
  __atomic_store_n (&self->length, length, __ATOMIC_RELEASE);
  if (G_UNLIKELY (self->outlet.publish != NULL))
    self->outlet.publish (self->outlet.data);
}

/* Returns (nullable) the trace that a probe leads to; NULL if that is somebody else's. */
LsTrace *
ls_trace_from_probe (LsProbe *probe)
{
  return probe != NULL && probe->publish == ls_trace_publish ? trace_of_probe (probe) : NULL;
}

const LsTraceOutlet *
ls_trace_get_outlet (LsTrace *self)
{
  return &self->outlet;
}

/* On the writer's thread, and once. */
void
ls_trace_set_outlet (LsTrace             *self,
                     const LsTraceOutlet *outlet)
{
  self->outlet = *outlet;
}

static void
ls_trace_finalize (GObject *object)
{
  LsTrace *self = LS_TRACE (object);

  if (self->outlet.close != NULL)
    self->outlet.close (self->outlet.data);
  ls_world_clear (&self->forgetting);
  ls_keyframes_free (self->keyframes);
  for (gsize i = 0; i < MIN (self->n_chunks, SMALL_CHUNKS); i++)
    if (get_chunk (self, i) != forgotten_chunk)
      g_free (get_chunk (self, i));
  g_ptr_array_unref (self->large_blocks);
  for (guint i = 0; i < N_SEGMENTS; i++)
    g_free (self->segments[i]);
  ls_text_table_clear (&self->texts);
  ls_trace_steps_clear (&self->steps);
  ls_trace_growth_clear (&self->growth);

  G_OBJECT_CLASS (ls_trace_parent_class)->finalize (object);
}

static void
ls_trace_class_init (LsTraceClass *klass)
{
  G_OBJECT_CLASS (klass)->finalize = ls_trace_finalize;
}

static void
ls_trace_init (LsTrace *self)
{
  self->probe = (LsProbe) {
    .refill = ls_trace_refill,
    .intern = ls_trace_intern,
    .publish = ls_trace_publish,
    .owner = G_OBJECT (self),
  };
  self->large_blocks = g_ptr_array_new_with_free_func (ls_large_block_free);
  ls_text_table_init (&self->texts);
  ls_trace_steps_init (&self->steps);
  ls_trace_growth_init (&self->growth);
  self->keyframes = ls_keyframes_new ();
  ls_world_init (&self->forgetting, &self->texts, ls_keyframes_get_account (self->keyframes));
}

/**
 * ls_trace_new:
 *
 * Makes an empty trace. A loop that reports to its probe fills it.
 *
 * Returns: (transfer full): an empty trace
 */
LsTrace *
ls_trace_new (void)
{
  return g_object_new (LS_TYPE_TRACE, NULL);
}

/**
 * ls_trace_get_probe:
 * @self: a trace
 *
 * The way in. All functions of the probe belong to one thread, the writer's; which one is for the caller to decide.
 *
 * Returns: (transfer none): the probe that appends to @self; it lives as long as @self
 */
LsProbe *
ls_trace_get_probe (LsTrace *self)
{
  g_return_val_if_fail (LS_IS_TRACE (self), NULL);

  return &self->probe;
}

/**
 * ls_trace_dup_probe: (rename-to ls_trace_get_probe)
 * @self: a trace
 *
 * The way in, as the property [property@EventLoop:probe] takes it: who has it keeps the trace alive.
 *
 * Returns: (transfer full): the probe that appends to @self
 */
LsProbe *
ls_trace_dup_probe (LsTrace *self)
{
  g_return_val_if_fail (LS_IS_TRACE (self), NULL);

  return ls_probe_ref (&self->probe);
}

/**
 * ls_trace_get_length:
 * @self: a trace
 *
 * May be called by any thread. What has been published stays as it is: the answer only ever grows.
 *
 * Returns: how many records have been published
 */
gsize
ls_trace_get_length (LsTrace *self)
{
  g_return_val_if_fail (LS_IS_TRACE (self), 0);

  return (gsize) g_atomic_pointer_get (&self->length);
}

/**
 * ls_trace_get_start:
 * @self: a trace
 *
 * May be called by any thread, and may be out of date when it returns.
 *
 * Returns: position of the first record that is left; 0 unless ls_trace_forget() has dropped some
 */
gsize
ls_trace_get_start (LsTrace *self)
{
  g_return_val_if_fail (LS_IS_TRACE (self), 0);

  return (gsize) g_atomic_pointer_get (&self->start);
}

/**
 * ls_trace_set_n_lost:
 * @self: a trace
 * @n_lost: how many records are missing
 *
 * Says how many records of what the trace is of were lost on the way. Only the writer may do that.
 */
void
ls_trace_set_n_lost (LsTrace *self,
                     gsize    n_lost)
{
  g_return_if_fail (LS_IS_TRACE (self));

  g_atomic_pointer_set (&self->n_lost, n_lost);
}

/**
 * ls_trace_get_n_lost:
 * @self: a trace
 *
 * May be called by any thread.
 *
 * Returns: how many records were lost on the way, as a program made them faster than they were read
 */
gsize
ls_trace_get_n_lost (LsTrace *self)
{
  g_return_val_if_fail (LS_IS_TRACE (self), 0);

  return (gsize) g_atomic_pointer_get (&self->n_lost);
}

/**
 * ls_trace_peek_records: (skip)
 * @self: a trace
 * @position: index of a record
 * @n_records: (out): how many records lie one after the other from there; 0 at the end
 *
 * The fast way to read many records. Those that were forgotten may have no kind. May be called by any thread.
 *
 * Returns: (transfer none) (nullable): the record at @position, which lives as long as @self; %NULL where @position is
 *   not less than the length
 */
const LsRecord *
ls_trace_peek_records (LsTrace *self,
                       gsize    position,
                       gsize   *n_records)
{
  gsize length, offset;

  g_return_val_if_fail (LS_IS_TRACE (self), NULL);
  g_return_val_if_fail (n_records != NULL, NULL);

  length = ls_trace_get_length (self);
  if (position >= length)
    {
      *n_records = 0;
      return NULL;
    }

  offset = position % CHUNK_RECORDS;
  *n_records = MIN (CHUNK_RECORDS - offset, length - position);
  return get_chunk (self, position / CHUNK_RECORDS) + offset;
}

/**
 * ls_trace_get_record:
 * @self: a trace
 * @position: index of a record, less than the length
 * @record: (out caller-allocates): its copy
 *
 * May be called by any thread.
 */
void
ls_trace_get_record (LsTrace  *self,
                     gsize     position,
                     LsRecord *record)
{
  const LsRecord *found;
  gsize n_records;

  g_return_if_fail (LS_IS_TRACE (self));
  g_return_if_fail (record != NULL);

  found = ls_trace_peek_records (self, position, &n_records);
  *record = (LsRecord) { .kind = LS_RECORD_NONE };
  g_return_if_fail (found != NULL);
  *record = *found;
}

/**
 * ls_trace_get_text:
 * @self: a trace
 * @text: number of a string, as in `text` of [struct@Record]
 *
 * May be called by any thread.
 *
 * Returns: (transfer none) (nullable): the string, valid UTF-8, which lives as long as @self; %NULL for 0 and for
 *   numbers that no string has
 */
const char *
ls_trace_get_text (LsTrace *self,
                   guint32  text)
{
  g_return_val_if_fail (LS_IS_TRACE (self), NULL);

  return ls_text_table_lookup (&self->texts, text);
}

/**
 * ls_trace_get_n_texts:
 * @self: a trace
 *
 * May be called by any thread.
 *
 * Returns: how many different strings there are; their numbers are 1 to this
 */
guint
ls_trace_get_n_texts (LsTrace *self)
{
  g_return_val_if_fail (LS_IS_TRACE (self), 0);

  return g_atomic_int_get (&self->texts.n_texts);
}

/**
 * ls_trace_find_time:
 * @self: a trace
 * @time: loop time in µs
 *
 * Takes a time that grows with the logarithm of the length. May be called by any thread.
 *
 * Returns: position of the first record of this time or later; the length where there is none
 */
gsize
ls_trace_find_time (LsTrace *self,
                    guint64  time)
{
  LsBisection search;

  g_return_val_if_fail (LS_IS_TRACE (self), 0);

  search = (LsBisection) { ls_trace_get_start (self), ls_trace_get_length (self) };
  while (ls_bisection_next (&search))
    ls_bisection_tell (&search, get_chunk (self, search.middle / CHUNK_RECORDS)[search.middle % CHUNK_RECORDS].time < time);
  return search.low;
}

/* Gives back the memory of blocks whose records were all dropped. Threads that still read there see records of no kind. */
static void
discard_blocks (LsTrace *self)
{
  gsize block_records = LS_LARGE_BLOCK_SIZE / sizeof (LsRecord);
  gsize start = ls_trace_get_start (self);

  if (self->large_blocks->len == 0 || start < self->first_of_blocks)
    return;
  for (gsize n_over = (start - self->first_of_blocks) / block_records; self->n_discarded_blocks < n_over;
       self->n_discarded_blocks++)
    ls_large_block_discard (g_ptr_array_index (self->large_blocks, self->n_discarded_blocks));
}

/* So many records are dropped at once: few enough that nobody waits long, and enough that little is done twice. */
static gsize
get_forget_step (gsize n_kept)
{
  return MAX (MIN (n_kept / 64, LS_TRACE_FORGET_STEP) / CHUNK_RECORDS, 1) * CHUNK_RECORDS;
}

/* Finds where the records that are kept begin. That is the present start where nothing has to go. */
static gsize
get_next_start (LsTrace *self,
                gsize    length,
                gsize    n_kept)
{
  gsize start = ls_trace_get_start (self);
  gsize n_new = length - self->last_length;
  gsize step = get_forget_step (n_kept);

  self->last_length = length;
  if (length - start <= n_kept || length - start - n_kept <= step)
    return start;
  /* Drops as many records as have come, or twice as many where more are due. Only whole chunks go, as readers keep things for each
   * chunk. */
  return MIN (start + MAX (2 * n_new, step) / CHUNK_RECORDS * CHUNK_RECORDS,
              (length - MAX (n_kept, 1)) / CHUNK_RECORDS * CHUNK_RECORDS);
}

/* Takes the world at the start to where the records that are kept begin. */
static void
move_forgetting (LsTrace *self,
                 gsize    start)
{
  LsWorld *world = &self->forgetting;
  LsWorld found;

  if (ls_keyframes_load (self->keyframes, start, world->position, &found))
    {
      ls_world_clear (world);
      *world = found;
    }
  while (world->position < start)
    {
      gsize n_records;
      const LsRecord *records = ls_trace_peek_records (self, world->position, &n_records);

      ls_world_apply (world, records, MIN (n_records, start - world->position));
    }
}

/**
 * ls_trace_forget:
 * @self: a trace
 * @n_kept: how many records to keep
 *
 * Drops the oldest records, once there are %LS_TRACE_FORGET_STEP more than @n_kept, or a few more where few are kept, and with
 * them what states knew of things that were over by then. What has been written since the last call is dropped twice over at
 * most, or one such step: whoever calls this often never waits long. At least @n_kept are left, and they begin at a multiple
 * of %LS_TRACE_CHUNK. Positions and identifiers stay what they are: no state can be moved before ls_trace_get_start() from
 * then on, and records before it have no kind where their memory has been given back. Belongs to the writer's thread; the
 * others may go on reading.
 *
 * Returns: whether anything was dropped
 */
gboolean
ls_trace_forget (LsTrace *self,
                 gsize    n_kept)
{
  gsize length, start, n_records;
  const LsRecord *first;
  LsWorldExtent extent;

  g_return_val_if_fail (LS_IS_TRACE (self), FALSE);

  length = ls_trace_get_length (self);
  start = get_next_start (self, length, n_kept);
  if (start == ls_trace_get_start (self))
    return FALSE;
  first = ls_trace_peek_records (self, start, &n_records);

  ls_trace_get_n_steps (self);   /* counts what is about to go */
  move_forgetting (self, start);
  ls_world_get_extent (&self->forgetting, &extent);
  ls_world_forget (&self->forgetting, start, first->time, &extent, NULL);
  self->n_forgotten_worlds = ls_keyframes_forget (self->keyframes, &self->forgetting, first->time);
  g_atomic_pointer_set (&self->start, start);
  discard_blocks (self);

  return TRUE;
}

/* Makes an empty trace one that has forgotten all records before @start, a multiple of LS_TRACE_CHUNK, and with them so many steps
 * and turns. @before are records that make the state at the start when they are applied to an empty one; @time is that of the first
 * record to come. Belongs to the writer's thread. */
void
ls_trace_begin_at (LsTrace        *self,
                   gsize           start,
                   guint64         time,
                   guint32         n_steps,
                   guint32         n_turns,
                   const LsRecord *before,
                   gsize           n_before)
{
  LsWorld *world = &self->forgetting;

  g_return_if_fail (self->n_chunks == 0 && start % CHUNK_RECORDS == 0);

  while (self->n_chunks < start / CHUNK_RECORDS)
    *chunk_place (self, self->n_chunks++) = forgotten_chunk;
  ls_trace_steps_begin_at (&self->steps, start, n_steps, n_turns);
  self->last_length = start;

  for (gsize i = 0; i < n_before; i++)
    {
      /* What these records say was said before the start, and names what there can be there. */
      world->position = MAX (start, 1) - 1;
      ls_world_apply (world, &before[i], 1);
    }
  world->position = start;
  world->step = n_steps;
  ls_keyframes_forget (self->keyframes, world, time);
  g_atomic_pointer_set (&self->start, start);
  ls_trace_publish (&self->probe);
}

/* The number of keyframes that were cleaned up when records were last dropped. */
guint
ls_trace_get_n_forgotten_worlds (LsTrace *self)
{
  return self->n_forgotten_worlds;
}

LsKeyframes *
ls_trace_get_keyframes (LsTrace *self)
{
  return self->keyframes;
}

LsTraceSteps *
ls_trace_get_steps (LsTrace *self)
{
  return &self->steps;
}

LsTraceGrowth *
ls_trace_get_growth (LsTrace *self)
{
  return &self->growth;
}

LsTextTable *
ls_trace_get_texts (LsTrace *self)
{
  return &self->texts;
}
