/* ls-name-map.c
 *
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */

#include <string.h>

#include "ls-name-map-private.h"

/* Mixes the first and the last eight bytes, in which names differ. */
static guint
find_slot (const char *name,
           gsize       length)
{
  guint64 first = 0, last = 0, hash;
  gsize n = MIN (length, 8);

  memcpy (&first, name, n);
  memcpy (&last, name + length - n, n);
  hash = (first ^ (last << 7) ^ length) * G_GUINT64_CONSTANT (0x9fb21c651e98df25);

  return (hash >> 40) % LS_NAME_MAP_SLOTS;
}

/* Adds a name of at most 255 bytes, which stays the caller's. */
void
ls_name_map_add (LsNameMap  *self,
                 const char *name,
                 guint       index)
{
  guint slot = find_slot (name, strlen (name));

  while (self->names[slot] != NULL)
    slot = (slot + 1) % LS_NAME_MAP_SLOTS;

  self->names[slot] = name;
  self->lengths[slot] = strlen (name);
  self->indices[slot] = index;
}

/* Finds what @name was added with. Returns FALSE, and leaves @index alone, if it was not. */
gboolean
ls_name_map_find (const LsNameMap *self,
                  const char      *name,
                  gsize            length,
                  guint           *index)
{
  for (guint slot = find_slot (name, length); self->names[slot] != NULL; slot = (slot + 1) % LS_NAME_MAP_SLOTS)
    if (self->lengths[slot] == length && memcmp (self->names[slot], name, length) == 0)
      {
        *index = self->indices[slot];
        return TRUE;
      }

  return FALSE;
}
