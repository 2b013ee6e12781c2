/* ls-trace-hash.c: what two traces that are the same have in common
 *
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */

#include "ls-trace-private.h"

#include "ls-record-members-private.h"

#include <string.h>

#define BUFFER_RECORDS 4096

/* Adds a string to the hash where it is used for the first time. Returns its number in the order of first use. */
static guint32
hash_text (LsTrace   *self,
           GChecksum *checksum,
           guint32   *numbers,
           guint32   *n_numbers,
           guint32    text)
{
  const char *string = ls_trace_get_text (self, text);

  if (string == NULL)
    return G_MAXUINT32;
  if (numbers[text] == 0)
    {
      g_checksum_update (checksum, (const guchar *) string, strlen (string) + 1);
      numbers[text] = ++*n_numbers;
    }
  return numbers[text];
}

static LsRecord
record_to_little_endian (const LsRecord *record,
                         guint32         text)
{
  LsRecord copy = *record;

  ls_record_encode_priorities (&copy);
  copy.time = GUINT64_TO_LE (copy.time);
  copy.subject = GUINT32_TO_LE (copy.subject);
  copy.object = GUINT32_TO_LE (copy.object);
  copy.value = GUINT32_TO_LE (copy.value);
  copy.text = GUINT32_TO_LE (text);
  copy.kind = GUINT16_TO_LE (copy.kind);
  return copy;
}

/**
 * ls_trace_hash:
 * @self: a trace
 *
 * Two traces with the same records and strings have the same hash, on every machine: SHA-256 over the published records
 * that are left, in little-endian order, where each string stands before the first record that uses it and is numbered in the order
 * of first use. May be called by any thread.
 *
 * Returns: (transfer full): 64 hexadecimal digits
 */
char *
ls_trace_hash (LsTrace *self)
{
  g_autoptr (GChecksum) checksum = g_checksum_new (G_CHECKSUM_SHA256);
  g_autofree LsRecord *buffer = g_new (LsRecord, BUFFER_RECORDS);
  g_autofree guint32 *numbers = NULL;
  guint32 n_numbers = 0, n_texts;
  gsize length, n_buffered = 0;

  g_return_val_if_fail (LS_IS_TRACE (self), NULL);

  /* The writer may add strings meanwhile, but records up to the length do not use those. */
  length = ls_trace_get_length (self);
  n_texts = ls_trace_get_n_texts (self);
  numbers = g_new0 (guint32, (gsize) n_texts + 1);
  for (gsize position = ls_trace_get_start (self); position < length; position++)
    {
      gsize n_records;
      const LsRecord *record = ls_trace_peek_records (self, position, &n_records);
      guint32 text = record->text > n_texts ? G_MAXUINT32 : record->text;

      if (n_buffered == BUFFER_RECORDS || (text != 0 && text <= n_texts && numbers[text] == 0))
        {
          g_checksum_update (checksum, (const guchar *) buffer, n_buffered * sizeof *buffer);
          n_buffered = 0;
        }
      if (text != 0 && text <= n_texts)
        text = hash_text (self, checksum, numbers, &n_numbers, text);
      buffer[n_buffered++] = record_to_little_endian (record, text);
    }
  g_checksum_update (checksum, (const guchar *) buffer, n_buffered * sizeof *buffer);

  return g_strdup (g_checksum_get_string (checksum));
}
