/* ls-text-table.c
 *
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */

#include "ls-text-table-private.h"

#define STORAGE_BLOCK 4096
#define N_FIRST_SLOTS 128

void
ls_text_table_init (LsTextTable *self)
{
  self->storage = g_string_chunk_new (STORAGE_BLOCK);
  self->n_slots = N_FIRST_SLOTS;
  self->slots = g_malloc0_n (self->n_slots, sizeof *self->slots);
}

void
ls_text_table_clear (LsTextTable *self)
{
  for (guint i = 0; i < LS_TEXT_TABLE_N_SEGMENTS; i++)
    g_clear_pointer (&self->segments[i], g_free);
  g_clear_pointer (&self->slots, g_free);
  g_clear_pointer (&self->storage, g_string_chunk_free);
}

/* Where string number text is kept: segment s holds 64 << s of them. */
static void
locate (guint32  text,
        guint   *segment,
        guint   *index)
{
  guint64 n = (guint64) text - 1 + LS_TEXT_TABLE_FIRST_SEGMENT;

  *segment = g_bit_storage (n / LS_TEXT_TABLE_FIRST_SEGMENT) - 1;
  *index = n - ((guint64) LS_TEXT_TABLE_FIRST_SEGMENT << *segment);
}

static const char *
get_known_text (LsTextTable *self,
                guint32      text)
{
  guint segment, index;

  locate (text, &segment, &index);
  return self->segments[segment][index];
}

/**
 * ls_text_table_lookup: (skip)
 * @self: a table
 * @text: a number
 *
 * May be called by any thread.
 *
 * Returns: (transfer none) (nullable): the string, which lives as long as the table; %NULL where @text is 0 or unknown
 */
const char *
ls_text_table_lookup (LsTextTable *self,
                      guint32      text)
{
  if (text == 0 || text > (guint) g_atomic_int_get (&self->n_texts))
    return NULL;
  return get_known_text (self, text);
}

/* FNV-1a, 32 bits. */
static guint32
hash_string (const char *string)
{
  guint32 hash = 2166136261u;

  for (const guchar *p = (const guchar *) string; *p != '\0'; p++)
    hash = (hash ^ *p) * 16777619u;
  return hash;
}

static void
put_into_slot (LsTextTable *self,
               guint32      hash,
               guint32      text)
{
  guint i = hash & (self->n_slots - 1);

  while (self->slots[i].text != 0)
    i = (i + 1) & (self->n_slots - 1);
  self->slots[i].hash = hash;
  self->slots[i].text = text;
}

static void
grow_slots (LsTextTable *self)
{
  typeof (self->slots) old = self->slots;
  guint n_old = self->n_slots;

  self->n_slots *= 2;
  self->slots = g_malloc0_n (self->n_slots, sizeof *self->slots);
  for (guint i = 0; i < n_old; i++)
    if (old[i].text != 0)
      put_into_slot (self, old[i].hash, old[i].text);
  g_free (old);
}

static guint32
find_text (LsTextTable *self,
           const char  *string,
           guint32      hash)
{
  for (guint i = hash & (self->n_slots - 1); self->slots[i].text != 0; i = (i + 1) & (self->n_slots - 1))
    if (self->slots[i].hash == hash && strcmp (get_known_text (self, self->slots[i].text), string) == 0)
      return self->slots[i].text;

  return 0;
}

static guint32
add_text (LsTextTable *self,
          const char  *string,
          guint32      hash)
{
  guint32 text = self->n_texts + 1;
  guint segment, index;

  if (text > self->n_slots / 2)
    grow_slots (self);
  locate (text, &segment, &index);
  if (self->segments[segment] == NULL)
    self->segments[segment] = g_new (const char *, (gsize) LS_TEXT_TABLE_FIRST_SEGMENT << segment);
  self->segments[segment][index] = g_string_chunk_insert (self->storage, string);
  put_into_slot (self, hash, text);
  g_atomic_int_set (&self->n_texts, text);

  return text;
}

/**
 * ls_text_table_intern: (skip)
 * @self: a table
 * @string: a string; bytes that are not UTF-8 are replaced by U+FFFD
 *
 * May be called by the writing thread only.
 *
 * Returns: the number of @string
 */
guint32
ls_text_table_intern (LsTextTable *self,
                      const char  *string)
{
  guint32 hash = hash_string (string);
  guint32 text = find_text (self, string, hash);

  if (G_LIKELY (text != 0))
    return text;

  if (!g_utf8_validate (string, -1, NULL))
    {
      g_autofree char *valid = g_utf8_make_valid (string, -1);

      return ls_text_table_intern (self, valid);
    }

  return add_text (self, string, hash);
}
