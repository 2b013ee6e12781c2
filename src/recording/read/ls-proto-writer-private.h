/* ls-proto-writer-private.h: writes the wire format of protocol buffers
 *
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */

#pragma once

#include <glib.h>
#include <string.h>

G_BEGIN_DECLS

/* Bytes that the length of a message takes that is written before it is known. */
#define LS_PROTO_LENGTH_BYTES 4

static inline void
ls_proto_varint (GByteArray *bytes,
                 guint64     value)
{
  guint8 buffer[10];
  guint n = 0;

  while (value >= 0x80)
    {
      buffer[n++] = (value & 0x7f) | 0x80;
      value >>= 7;
    }
  buffer[n++] = value;
  g_byte_array_append (bytes, buffer, n);
}

static inline void
ls_proto_uint (GByteArray *bytes,
               guint       field,
               guint64     value)
{
  ls_proto_varint (bytes, (guint64) field << 3);
  ls_proto_varint (bytes, value);
}

static inline void
ls_proto_fixed64 (GByteArray *bytes,
                  guint       field,
                  guint64     value)
{
  const guint64 little_endian = GUINT64_TO_LE (value);

  ls_proto_varint (bytes, (guint64) field << 3 | 1);
  g_byte_array_append (bytes, (const guint8 *) &little_endian, sizeof little_endian);
}

static inline void
ls_proto_string (GByteArray *bytes,
                 guint       field,
                 const char *string)
{
  const gsize length = strlen (string);

  ls_proto_varint (bytes, (guint64) field << 3 | 2);
  ls_proto_varint (bytes, length);
  g_byte_array_append (bytes, (const guint8 *) string, length);
}

/* Begins a message within another. Returns what ls_proto_end() needs. */
static inline guint
ls_proto_begin (GByteArray *bytes,
                guint       field)
{
  ls_proto_varint (bytes, (guint64) field << 3 | 2);
  g_byte_array_set_size (bytes, bytes->len + LS_PROTO_LENGTH_BYTES);
  return bytes->len;
}

/* Writes the length of the message in as many bytes as were left free, which readers accept. */
static inline void
ls_proto_end (GByteArray *bytes,
              guint       begin)
{
  guint length = bytes->len - begin;

  for (guint i = 0; i < LS_PROTO_LENGTH_BYTES; i++)
    {
      bytes->data[begin - LS_PROTO_LENGTH_BYTES + i] = (length & 0x7f) | (i + 1 < LS_PROTO_LENGTH_BYTES ? 0x80 : 0);
      length >>= 7;
    }
}

G_END_DECLS
