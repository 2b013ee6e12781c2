/* ls-id-map.c
 *
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */

#include "ls-id-map-private.h"

#include <string.h>

#define FIRST_SLOTS 64

void
ls_id_map_init (LsIdMap *self,
                gsize    item_size)
{
  *self = (LsIdMap) { .item_size = item_size };
}

void
ls_id_map_clear (LsIdMap *self)
{
  g_clear_pointer (&self->keys, g_free);
  g_clear_pointer (&self->items, g_free);
  self->n_slots = self->n_items = 0;
}

static gpointer
take_slot (LsIdMap *self,
           guint32  id)
{
  guint32 i = ls_id_map_hash (self, id);

  while (self->keys[i] != 0 && self->keys[i] != id)
    i = (i + 1) & (self->n_slots - 1);
  if (self->keys[i] == 0)
    {
      self->keys[i] = id;
      self->n_items++;
    }
  return self->items + i * self->item_size;
}

static void
resize (LsIdMap *self,
        guint32  n_slots)
{
  LsIdMap old = *self;

  self->n_slots = n_slots;
  self->shift = 33 - g_bit_storage (n_slots);
  self->n_items = 0;
  self->keys = g_new0 (guint32, n_slots);
  self->items = g_malloc_n (n_slots, self->item_size);
  for (guint32 i = 0; i < old.n_slots; i++)
    if (old.keys[i] != 0)
      memcpy (take_slot (self, old.keys[i]), old.items + i * old.item_size, old.item_size);
  g_free (old.keys);
  g_free (old.items);
}

/* The item of this number. A new one is all zeros. @id is not 0. */
gpointer
ls_id_map_add (LsIdMap *self,
               guint32  id)
{
  guint32 n_before;
  gpointer item;

  if (self->n_slots == 0)
    resize (self, FIRST_SLOTS);
  else if (self->n_items >= self->n_slots / 2)
    resize (self, self->n_slots * 2);

  n_before = self->n_items;
  item = take_slot (self, id);
  if (self->n_items != n_before)
    memset (item, 0, self->item_size);
  return item;
}

/* Returns FALSE where there was none. */
gboolean
ls_id_map_remove (LsIdMap *self,
                  guint32  id)
{
  guint8 *item = ls_id_map_get (self, id);
  guint32 hole, mask = self->n_slots - 1;

  if (item == NULL)
    return FALSE;

  /* Items behind the hole that could not be found any more move into it. */
  hole = (item - self->items) / self->item_size;
  for (guint32 i = (hole + 1) & mask; self->keys[i] != 0; i = (i + 1) & mask)
    {
      guint32 home = ls_id_map_hash (self, self->keys[i]);

      if (((i - home) & mask) < ((i - hole) & mask))
        continue;
      self->keys[hole] = self->keys[i];
      memcpy (self->items + hole * self->item_size, self->items + i * self->item_size, self->item_size);
      hole = i;
    }
  self->keys[hole] = 0;
  self->n_items--;
  if (self->n_slots > FIRST_SLOTS && self->n_items < self->n_slots / 8)
    resize (self, self->n_slots / 2);

  return TRUE;
}
