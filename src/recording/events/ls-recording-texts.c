/* ls-recording-texts.c
 *
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */

#include <string.h>

#include "ls-recording-builder-private.h"
#include "ls-recording-texts-private.h"

/* How many bytes all texts have at most, with what it takes to find them. */
#define MAX_BYTES ((gsize) 256 * 1024 * 1024)

#define CHUNK_SIZE (64 * 1024)
#define FIRST_SLOTS 1024

typedef struct
{
  const char *text;
  guint32     length;
  guint32     hash;
} Entry;

struct _LsRecordingTexts
{
  GStringChunk *chunk;
  GArray       *entries;   /* Entry; the first one is "no text" */
  guint32      *slots;     /* a number of an entry, or 0 */
  gsize         n_slots;   /* a power of two */
  gsize         n_bytes;
  gboolean      is_full;
  guint64       seed;      /* so that nobody can write a file whose texts all meet in one slot */
};

LsRecordingTexts *
ls_recording_texts_new (void)
{
  LsRecordingTexts *self = g_new0 (LsRecordingTexts, 1);
  Entry none = { .text = "" };

  self->chunk = g_string_chunk_new (CHUNK_SIZE);
  self->entries = g_array_new (FALSE, FALSE, sizeof (Entry));
  g_array_append_val (self->entries, none);
  self->n_slots = FIRST_SLOTS;
  self->seed = ((guint64) g_random_int () << 32) | g_random_int ();
  self->slots = g_new0 (guint32, self->n_slots);

  return self;
}

void
ls_recording_texts_free (LsRecordingTexts *self)
{
  g_string_chunk_free (self->chunk);
  g_array_unref (self->entries);
  g_free (self->slots);
  g_free (self);
}

/* FNV, eight bytes at a time, so that nobody waits for long texts. */
static guint32
hash_bytes (guint64     seed,
            const char *bytes,
            gsize       length)
{
  guint64 hash = seed ^ length;
  gsize i = 0;

  for (; i + 8 <= length; i += 8)
    {
      guint64 word;

      memcpy (&word, bytes + i, 8);
      hash = (hash ^ word) * G_GUINT64_CONSTANT (0x9fb21c651e98df25);
      hash ^= hash >> 32;
    }
  for (; i < length; i++)
    hash = (hash ^ (guint8) bytes[i]) * G_GUINT64_CONSTANT (0x100000001b3);

  hash ^= hash >> 29;
  return (guint32) (hash ^ (hash >> 32));
}

static void
grow (LsRecordingTexts *self)
{
  g_free (self->slots);
  self->n_slots *= 2;
  self->slots = g_new0 (guint32, self->n_slots);

  for (guint i = 1; i < self->entries->len; i++)
    {
      gsize slot = g_array_index (self->entries, Entry, i).hash & (self->n_slots - 1);

      while (self->slots[slot] != 0)
        slot = (slot + 1) & (self->n_slots - 1);
      self->slots[slot] = i;
    }
}

static guint32
find_or_add (LsRecordingTexts *self,
             const char       *text,
             gsize             length)
{
  guint32 hash = hash_bytes (self->seed, text, length);
  gsize slot = hash & (self->n_slots - 1);
  Entry entry;

  for (; self->slots[slot] != 0; slot = (slot + 1) & (self->n_slots - 1))
    {
      const Entry *there = &g_array_index (self->entries, Entry, self->slots[slot]);

      if (there->hash == hash && there->length == length && memcmp (there->text, text, length) == 0)
        return self->slots[slot];
    }

  if (self->n_bytes + length + sizeof (Entry) > MAX_BYTES)
    {
      self->is_full = TRUE;
      return 0;
    }

  entry = (Entry) { .text = g_string_chunk_insert_len (self->chunk, text, length), .length = length, .hash = hash };
  self->n_bytes += length + 1 + sizeof (Entry) + 2 * sizeof (guint32);
  self->slots[slot] = self->entries->len;
  g_array_append_val (self->entries, entry);
  if ((gsize) self->entries->len * 2 > self->n_slots)
    grow (self);

  return self->entries->len - 1;
}

/* Finds the number of a text of @length bytes, which need not be UTF-8. What is too long ends in "…". Returns 0 for no text, and if
 * there are too many. */
guint32
ls_recording_texts_intern (LsRecordingTexts *self,
                           const char       *text,
                           gsize             length)
{
  g_autofree char *valid = NULL;
  gboolean is_long = length > LS_RECORDING_MAX_TEXT;

  if (length == 0)
    return 0;

  if (is_long)
    {
      length = LS_RECORDING_MAX_TEXT - strlen ("…");
      while (length > 0 && ((guint8) text[length] & 0xc0) == 0x80)
        length--;
    }

  if (!g_utf8_validate_len (text, length, NULL))
    {
      text = valid = g_utf8_make_valid (text, length);
      length = strlen (valid);
      is_long |= length > LS_RECORDING_MAX_TEXT;
      if (is_long)
        for (length = MIN (length, LS_RECORDING_MAX_TEXT - strlen ("…")); length > 0 && ((guint8) text[length] & 0xc0) == 0x80;)
          length--;
    }

  if (is_long)
    {
      g_autofree char *cut = g_strdup_printf ("%.*s…", (int) length, text);

      return find_or_add (self, cut, strlen (cut));
    }

  return find_or_add (self, text, length);
}

const char *
ls_recording_texts_get (LsRecordingTexts *self,
                        guint32           text)
{
  return text > 0 && text < self->entries->len ? g_array_index (self->entries, Entry, text).text : NULL;
}

/* How many numbers there are: one more than the highest. */
guint
ls_recording_texts_get_n (LsRecordingTexts *self)
{
  return self->entries->len;
}

gboolean
ls_recording_texts_is_full (LsRecordingTexts *self)
{
  return self->is_full;
}
