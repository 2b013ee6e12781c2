/* ls-id-map-private.h: items by identifier, for things that come and go
 *
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */

#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* A table of items of a fixed size by numbers from 1. Its memory follows how many there are, not how great their numbers
 * are. Items move when others are added or removed: keep no pointer over such a call. */
typedef struct
{
  guint32 *keys;       /* 0: free */
  guint8  *items;
  gsize    item_size;
  guint32  n_slots;    /* a power of two, or 0 */
  guint32  n_items;
  guint8   shift;      /* n_slots is 1 << (32 - shift) */
} LsIdMap;

void     ls_id_map_init   (LsIdMap       *self,
                           gsize          item_size);
void     ls_id_map_clear  (LsIdMap       *self);
gpointer ls_id_map_add    (LsIdMap       *self,
                           guint32        id);
gboolean ls_id_map_remove (LsIdMap       *self,
                           guint32        id);

static inline guint32
ls_id_map_hash (const LsIdMap *self,
                guint32        id)
{
  /* Identifiers count up. The hash scatters neighbours: in one long row, to remove an item would mean to go over all after it. */
  return (id * 2654435769u) >> self->shift;
}

/* The item, or NULL. */
static inline gpointer
ls_id_map_get (const LsIdMap *self,
               guint32        id)
{
  if (self->n_items == 0 || id == 0)
    return NULL;
  for (guint32 i = ls_id_map_hash (self, id); self->keys[i] != 0; i = (i + 1) & (self->n_slots - 1))
    if (self->keys[i] == id)
      return self->items + i * self->item_size;
  return NULL;
}

/* Goes over all items, in no order: for (i = 0; (item = ls_id_map_next (map, &i, &id)) != NULL;). */
static inline gpointer
ls_id_map_next (const LsIdMap *self,
                guint32       *i,
                guint32       *id)
{
  while (*i < self->n_slots)
    {
      guint32 at = (*i)++;

      if (self->keys[at] != 0)
        {
          *id = self->keys[at];
          return self->items + at * self->item_size;
        }
    }
  return NULL;
}

G_END_DECLS
