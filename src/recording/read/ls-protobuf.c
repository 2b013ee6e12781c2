/* ls-protobuf.c: reads the fields of a Protocol Buffers message
 *
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */

#include <string.h>

#include "ls-protobuf-private.h"

#define MAX_VARINT_BYTES 10

/*< private >
 * ls_protobuf_read_varint:
 * @at: (inout): the next byte; moved only if there is a whole number
 * @end: after the last byte
 * @value: (out): the number
 *
 * Returns: whether there is a number
 */
LsVarintResult
ls_protobuf_read_varint (const guint8 **at,
                         const guint8  *end,
                         guint64       *value)
{
  guint64 number = 0;
  const guint8 *byte = *at;

  for (guint i = 0; i < MAX_VARINT_BYTES; i++, byte++)
    {
      if (byte >= end)
        return LS_VARINT_SHORT;
      /* The tenth byte has room for one bit. */
      if (i == MAX_VARINT_BYTES - 1 && *byte > 1)
        return LS_VARINT_BROKEN;
      number |= (guint64) (*byte & 0x7f) << (7 * i);
      if (*byte < 0x80)
        {
          *at = byte + 1;
          *value = number;
          return LS_VARINT_OK;
        }
    }

  return LS_VARINT_BROKEN;
}

void
ls_protobuf_init (LsProtobuf   *self,
                  const guint8 *bytes,
                  gsize         n_bytes)
{
  static const guint8 nothing;

  self->at = bytes != NULL ? bytes : &nothing;
  self->end = self->at + (bytes != NULL ? n_bytes : 0);
  self->broken = FALSE;
}

/*< private >
 * ls_protobuf_init_field:
 * @self: what reads
 * @field: a field
 *
 * Reads the message in @field; a field that is none is an empty message.
 */
void
ls_protobuf_init_field (LsProtobuf            *self,
                        const LsProtobufField *field)
{
  ls_protobuf_init (self, field->bytes, field->n_bytes);
}

static gboolean
read_fixed (LsProtobuf *self,
            gsize       n_bytes,
            guint64    *value)
{
  if ((gsize) (self->end - self->at) < n_bytes)
    return FALSE;

  *value = 0;
  for (gsize i = 0; i < n_bytes; i++)
    *value |= (guint64) self->at[i] << (8 * i);
  self->at += n_bytes;
  return TRUE;
}

/* Nearly all numbers have one byte. */
static inline gboolean
read_varint (LsProtobuf *self,
             guint64    *value)
{
  if (self->at < self->end && *self->at < 0x80)
    {
      *value = *self->at++;
      return TRUE;
    }

  return ls_protobuf_read_varint (&self->at, self->end, value) == LS_VARINT_OK;
}

static inline gboolean
read_field (LsProtobuf      *self,
            LsProtobufField *field)
{
  guint64 key;
  guint64 length;

  if (!read_varint (self, &key) || key >> 3 == 0 || key >> 3 > G_MAXINT32)
    return FALSE;
  field->number = key >> 3;
  field->value = 0;
  field->bytes = NULL;
  field->n_bytes = 0;

  switch (key & 7)
    {
    case LS_WIRE_VARINT:
      field->type = LS_WIRE_VARINT;
      return read_varint (self, &field->value);
    case LS_WIRE_FIXED64:
      field->type = LS_WIRE_FIXED64;
      return read_fixed (self, 8, &field->value);
    case LS_WIRE_FIXED32:
      field->type = LS_WIRE_FIXED32;
      return read_fixed (self, 4, &field->value);
    case LS_WIRE_BYTES:
      field->type = LS_WIRE_BYTES;
      if (!read_varint (self, &length) || length > (gsize) (self->end - self->at))
        return FALSE;
      field->bytes = self->at;
      field->n_bytes = length;
      self->at += length;
      return TRUE;
    default:
      /* Groups are in none of the messages that are read here. */
      return FALSE;
    }
}

/*< private >
 * ls_protobuf_next:
 * @self: what reads
 * @field: (out): the field
 *
 * Returns: whether there is another field; if not, `broken` says whether the message ended as it should
 */
gboolean
ls_protobuf_next (LsProtobuf      *self,
                  LsProtobufField *field)
{
  if (self->broken || self->at >= self->end)
    return FALSE;

  if (!read_field (self, field))
    {
      self->broken = TRUE;
      return FALSE;
    }

  return TRUE;
}

double
ls_protobuf_get_double (const LsProtobufField *field)
{
  double number = 0;

  if (field->type == LS_WIRE_FIXED64)
    {
      guint64 bits = field->value;
      memcpy (&number, &bits, sizeof number);
    }

  return number;
}
