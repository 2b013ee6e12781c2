/* ls-perfetto-clocks.c: the clocks of a Perfetto trace
 *
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */

#include "ls-perfetto-clocks-private.h"

#define FIRST_SEQUENCE_CLOCK 64
#define FIRST_CUSTOM_CLOCK 128
#define BOOT_TIME 6

#define MAX_CLOCKS 65536
#define MAX_SNAPSHOT_CLOCKS 64

/* What two snapshots say of the same two clocks differs by the time that it took to look at them. Only more than this, in ns, means
 * that one of them has gone another way: the machine slept, or somebody set the time. */
#define MAX_JITTER 1000000

/* A clock of everybody: where its zero is on the root clock. */
typedef struct
{
  guint32 root;
  guint64 offset;
} GlobalClock;

/* A clock of one sequence. */
typedef struct
{
  guint64 ticks;
  guint64 multiplier;
  guint64 offset;
  guint32 reference;
  gboolean incremental;
  gboolean is_related;
} SequenceClock;

typedef struct
{
  guint64 id;
  guint64 ticks;
  guint64 multiplier;
  gboolean incremental;
} Reading;

struct _LsPerfettoClocks
{
  GHashTable *global;
  GHashTable *of_sequences;
  guint32 primary;

  /* The clock of a sequence that was asked last. Clocks stay where they are. */
  gint64 last_key;
  SequenceClock *last;
};

LsPerfettoClocks *
ls_perfetto_clocks_new (void)
{
  LsPerfettoClocks *self = g_new0 (LsPerfettoClocks, 1);

  self->global = g_hash_table_new_full (NULL, NULL, NULL, g_free);
  self->of_sequences = g_hash_table_new_full (g_int64_hash, g_int64_equal, g_free, g_free);

  return self;
}

void
ls_perfetto_clocks_free (LsPerfettoClocks *self)
{
  g_hash_table_unref (self->global);
  g_hash_table_unref (self->of_sequences);
  g_free (self);
}

static gboolean
is_of_sequence (guint64 id)
{
  return id >= FIRST_SEQUENCE_CLOCK && id < FIRST_CUSTOM_CLOCK;
}

/* All numbers wrap: what a file says that is nonsense stays nonsense, but does no harm. */
static guint64
get_ns (const Reading *reading)
{
  return reading->ticks * reading->multiplier;
}

static GlobalClock *
find_global (LsPerfettoClocks *self,
             guint64           id)
{
  return id <= G_MAXUINT32 ? g_hash_table_lookup (self->global, GUINT_TO_POINTER ((guint) id)) : NULL;
}

static GlobalClock *
add_global (LsPerfettoClocks *self,
            guint64           id,
            guint32           root,
            guint64           offset)
{
  GlobalClock *clock;

  if (id > G_MAXUINT32 || g_hash_table_size (self->global) >= MAX_CLOCKS)
    return NULL;

  clock = g_new (GlobalClock, 1);
  clock->root = root;
  clock->offset = offset;
  g_hash_table_insert (self->global, GUINT_TO_POINTER ((guint) id), clock);
  return clock;
}

static SequenceClock *
ensure_of_sequence (LsPerfettoClocks *self,
                    guint32           sequence,
                    guint64           id)
{
  gint64 key = (gint64) ((guint64) sequence << 8 | id);
  SequenceClock *clock = g_hash_table_lookup (self->of_sequences, &key);

  if (clock == NULL && g_hash_table_size (self->of_sequences) < MAX_CLOCKS)
    {
      clock = g_new0 (SequenceClock, 1);
      g_hash_table_insert (self->of_sequences, g_memdup2 (&key, sizeof key), clock);
    }

  return clock;
}

static void
read_reading (const LsProtobufField *message,
              Reading               *reading)
{
  LsProtobuf fields;
  LsProtobufField field;

  *reading = (Reading) { .multiplier = 1 };
  ls_protobuf_init_field (&fields, message);
  while (ls_protobuf_next (&fields, &field))
    switch (field.number)
      {
      case 1:
        reading->id = field.value;
        break;
      case 2:
        reading->ticks = field.value;
        break;
      case 3:
        reading->incremental = field.value != 0;
        break;
      case 4:
        reading->multiplier = field.value != 0 ? field.value : 1;
        break;
      default:
        break;
      }
}

/* Which of the readings the others are related to: one that is known already; else the trace's own clock; else the first. */
static const Reading *
choose_reference (LsPerfettoClocks *self,
                  const Reading    *readings,
                  guint             n_readings)
{
  const Reading *best = NULL;

  for (guint i = 0; i < n_readings; i++)
    if (!is_of_sequence (readings[i].id) && find_global (self, readings[i].id) != NULL)
      return &readings[i];
  for (guint i = 0; i < n_readings; i++)
    if (!is_of_sequence (readings[i].id) && (best == NULL || readings[i].id == self->primary))
      best = &readings[i];

  return best;
}

static gboolean
is_near (guint64 a,
         guint64 b)
{
  return a - b <= MAX_JITTER || b - a <= MAX_JITTER;
}

static void
relate_global (LsPerfettoClocks *self,
               const Reading    *readings,
               guint             n_readings,
               const Reading    *reference)
{
  GlobalClock *known = find_global (self, reference->id);
  guint64 moment;

  if (known == NULL)
    known = add_global (self, reference->id, (guint32) reference->id, 0);
  if (known == NULL)
    return;
  moment = get_ns (reference) + known->offset;

  for (guint i = 0; i < n_readings; i++)
    {
      guint64 offset = moment - get_ns (&readings[i]);
      GlobalClock *clock;

      if (is_of_sequence (readings[i].id) || &readings[i] == reference)
        continue;
      clock = find_global (self, readings[i].id);
      if (clock == NULL)
        add_global (self, readings[i].id, known->root, offset);
      else if (clock->root != known->root || !is_near (clock->offset, offset))
        {
          clock->root = known->root;
          clock->offset = offset;
        }
    }
}

/*< private >
 * ls_perfetto_clocks_snapshot:
 * @self: clocks
 * @sequence: the sequence of the packet
 * @snapshot: the message ClockSnapshot
 *
 * Takes in what the clocks showed at one moment.
 */
void
ls_perfetto_clocks_snapshot (LsPerfettoClocks      *self,
                             guint32                sequence,
                             const LsProtobufField *snapshot)
{
  Reading readings[MAX_SNAPSHOT_CLOCKS];
  guint n_readings = 0;
  const Reading *reference;
  LsProtobuf fields;
  LsProtobufField field;

  ls_protobuf_init_field (&fields, snapshot);
  while (ls_protobuf_next (&fields, &field))
    if (field.number == 1 && field.type == LS_WIRE_BYTES && n_readings < MAX_SNAPSHOT_CLOCKS)
      read_reading (&field, &readings[n_readings++]);
    else if (field.number == 2 && self->primary == 0 && field.value <= G_MAXUINT32)
      self->primary = (guint32) field.value;

  reference = choose_reference (self, readings, n_readings);
  if (reference != NULL)
    relate_global (self, readings, n_readings, reference);

  for (guint i = 0; i < n_readings; i++)
    if (is_of_sequence (readings[i].id))
      {
        SequenceClock *clock = ensure_of_sequence (self, sequence, readings[i].id);

        if (clock == NULL)
          continue;
        clock->ticks = readings[i].ticks;
        clock->multiplier = readings[i].multiplier;
        clock->incremental = readings[i].incremental;
        clock->is_related = reference != NULL;
        if (reference != NULL)
          {
            clock->reference = (guint32) reference->id;
            clock->offset = get_ns (reference) - get_ns (&readings[i]);

            /* Chromium's are the same clock, but count whole µs. */
            if (clock->offset < clock->multiplier)
              clock->offset = 0;
          }
      }
}

static guint64
get_global_time (LsPerfettoClocks *self,
                 guint64           id,
                 guint64           ns)
{
  GlobalClock *clock = find_global (self, id);

  if (clock == NULL)
    clock = add_global (self, id, id <= G_MAXUINT32 ? (guint32) id : 0, 0);

  return clock != NULL ? ns + clock->offset : ns;
}

/*< private >
 * ls_perfetto_clocks_get_time:
 * @self: clocks
 * @sequence: the sequence of the packet
 * @clock: the clock's id, 0 for the trace's own
 * @timestamp: what the packet says; to be given once only, for an incremental clock goes on
 * @time: (out): ns on the trace's root clock
 *
 * Returns: %FALSE if the sequence has not said what its clock is
 */
gboolean
ls_perfetto_clocks_get_time (LsPerfettoClocks *self,
                             guint32           sequence,
                             guint64           clock,
                             guint64           timestamp,
                             gint64           *time)
{
  guint64 ns = timestamp;

  if (clock == 0)
    clock = self->primary != 0 ? self->primary : BOOT_TIME;

  if (is_of_sequence (clock))
    {
      gint64 key = (gint64) ((guint64) sequence << 8 | clock);
      SequenceClock *own = self->last;

      if (own == NULL || self->last_key != key)
        own = g_hash_table_lookup (self->of_sequences, &key);
      if (own == NULL)
        return FALSE;
      self->last = own;
      self->last_key = key;
      if (own->incremental)
        own->ticks += timestamp;
      ns = (own->incremental ? own->ticks : timestamp) * own->multiplier + own->offset;
      if (own->is_related)
        ns = get_global_time (self, own->reference, ns);
    }
  else
    ns = get_global_time (self, clock, ns);

  *time = (gint64) ns;
  return TRUE;
}
