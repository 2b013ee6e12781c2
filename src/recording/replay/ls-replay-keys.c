/* ls-replay-keys.c
 *
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */

#include "ls-replay-keys-private.h"

#define MIN_SLOTS 16

void
ls_replay_keys_init (LsReplayKeys *self)
{
  *self = (LsReplayKeys) { 0 };
}

void
ls_replay_keys_clear (LsReplayKeys *self)
{
  g_clear_pointer (&self->slots, g_free);
  self->n_slots = self->n_keys = 0;
}

/* A file chooses the numbers. The seed keeps it from choosing the slots. */
static gsize
get_place (const LsReplayKeys *self,
           guint32             kind,
           guint64             id,
           guint32             other)
{
  static gsize seed;
  guint64 hash = id + G_GUINT64_CONSTANT (0x9e3779b97f4a7c15) * kind;

  if (g_once_init_enter (&seed))
    g_once_init_leave (&seed, (gsize) ((guint64) g_random_int () << 32 | g_random_int ()) | 1);
  hash = (hash ^ (guint64) other << 32 ^ seed) * G_GUINT64_CONSTANT (0xbf58476d1ce4e5b9);
  hash = (hash ^ hash >> 31) * G_GUINT64_CONSTANT (0x94d049bb133111eb);
  hash = (hash ^ hash >> 29) * (seed | 1);
  return (gsize) (hash ^ hash >> 32) & (self->n_slots - 1);
}

static LsReplayKey *
find (LsReplayKeys *self,
      guint32       kind,
      guint64       id,
      guint32       other)
{
  gsize i = get_place (self, kind, id, other);

  while (self->slots[i].kind != 0 &&
         (self->slots[i].id != id || self->slots[i].kind != kind || self->slots[i].other != other))
    i = (i + 1) & (self->n_slots - 1);
  return &self->slots[i];
}

static void
resize (LsReplayKeys *self,
        gsize         n_slots)
{
  g_autofree LsReplayKey *old = self->slots;
  const gsize n_old = self->n_slots;

  self->slots = g_new0 (LsReplayKey, n_slots);
  self->n_slots = n_slots;
  for (gsize i = 0; i < n_old; i++)
    if (old[i].kind != 0)
      *find (self, old[i].kind, old[i].id, old[i].other) = old[i];
}

/* Returns (nullable) the key. */
LsReplayKey *
ls_replay_keys_get (LsReplayKeys    *self,
                    LsReplayKeyKind  kind,
                    guint64          id,
                    guint32          other)
{
  LsReplayKey *key = self->n_keys > 0 ? find (self, kind, id, other) : NULL;

  return key != NULL && key->kind != 0 ? key : NULL;
}

/* Returns the key, a new one with zeros if it was not there. */
LsReplayKey *
ls_replay_keys_add (LsReplayKeys    *self,
                    LsReplayKeyKind  kind,
                    guint64          id,
                    guint32          other)
{
  LsReplayKey *key;

  if (self->n_keys * 4 >= self->n_slots * 3)
    resize (self, MAX (MIN_SLOTS, self->n_slots * 2));
  key = find (self, kind, id, other);
  if (key->kind == 0)
    {
      *key = (LsReplayKey) { .kind = kind, .id = id, .other = other };
      self->n_keys++;
    }
  return key;
}

void
ls_replay_keys_remove (LsReplayKeys *self,
                       LsReplayKey  *key)
{
  gsize hole = key - self->slots;

  /* What follows without a gap moves up, so that searches still find it. */
  for (gsize i = (hole + 1) & (self->n_slots - 1); self->slots[i].kind != 0; i = (i + 1) & (self->n_slots - 1))
    {
      const gsize home = get_place (self, self->slots[i].kind, self->slots[i].id, self->slots[i].other);

      if (((i - home) & (self->n_slots - 1)) >= ((i - hole) & (self->n_slots - 1)))
        {
          self->slots[hole] = self->slots[i];
          hole = i;
        }
    }
  self->slots[hole].kind = 0;
  self->n_keys--;
  if (self->n_slots > MIN_SLOTS && self->n_keys * 8 < self->n_slots)
    resize (self, self->n_slots / 2);
}

/* The heap */

static gboolean
comes_before (const LsReplayHeapItem *a,
              const LsReplayHeapItem *b)
{
  return a->time != b->time ? a->time < b->time : a->order < b->order;
}

void
ls_replay_heap_init (LsReplayHeap *self)
{
  *self = (LsReplayHeap) { .items = g_array_new (FALSE, FALSE, sizeof (LsReplayHeapItem)) };
}

void
ls_replay_heap_clear (LsReplayHeap *self)
{
  g_clear_pointer (&self->items, g_array_unref);
}

void
ls_replay_heap_push (LsReplayHeap *self,
                     guint64       time,
                     guint32       value)
{
  const LsReplayHeapItem item = { .time = time, .order = self->n_added++, .value = value };
  LsReplayHeapItem *items;
  guint i = self->items->len;

  g_array_set_size (self->items, i + 1);
  items = (LsReplayHeapItem *) (gpointer) self->items->data;
  for (; i > 0 && comes_before (&item, &items[(i - 1) / 2]); i = (i - 1) / 2)
    items[i] = items[(i - 1) / 2];
  items[i] = item;
}

/* Drops the first item. There must be one. */
void
ls_replay_heap_pop (LsReplayHeap *self)
{
  LsReplayHeapItem *items = (LsReplayHeapItem *) (gpointer) self->items->data;
  const guint n = self->items->len - 1;
  const LsReplayHeapItem item = items[n];
  guint i = 0;

  for (guint child = 1; child < n; child = 2 * i + 1)
    {
      if (child + 1 < n && comes_before (&items[child + 1], &items[child]))
        child++;
      if (!comes_before (&items[child], &item))
        break;
      items[i] = items[child];
      i = child;
    }
  items[i] = item;
  g_array_set_size (self->items, n);
}
