/* protobuf-encoder.h: writes messages of Perfetto for tests, field by field
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <glib.h>
#include <string.h>

typedef GByteArray Message;

G_GNUC_UNUSED static Message *
message_new (void)
{
  return g_byte_array_new ();
}

G_GNUC_UNUSED static void
put_varint (Message *message,
            guint64  number)
{
  guint8 byte;

  do
    {
      byte = number & 0x7f;
      number >>= 7;
      if (number != 0)
        byte |= 0x80;
      g_byte_array_append (message, &byte, 1);
    }
  while (number != 0);
}

G_GNUC_UNUSED static void
put_number (Message *message,
            guint    field,
            guint64  number)
{
  put_varint (message, (guint64) field << 3);
  put_varint (message, number);
}

G_GNUC_UNUSED static void
put_fixed64 (Message *message,
             guint    field,
             guint64  number)
{
  guint64 bytes = GUINT64_TO_LE (number);

  put_varint (message, (guint64) field << 3 | 1);
  g_byte_array_append (message, (const guint8 *) &bytes, sizeof bytes);
}

G_GNUC_UNUSED static void
put_double (Message *message,
            guint    field,
            double   number)
{
  guint64 bits;

  memcpy (&bits, &number, sizeof bits);
  put_fixed64 (message, field, bits);
}

G_GNUC_UNUSED static void
put_bytes (Message      *message,
           guint         field,
           const guint8 *bytes,
           gsize         n_bytes)
{
  put_varint (message, (guint64) field << 3 | 2);
  put_varint (message, n_bytes);
  g_byte_array_append (message, bytes, (guint) n_bytes);
}

G_GNUC_UNUSED static void
put_text (Message    *message,
          guint       field,
          const char *text)
{
  put_bytes (message, field, (const guint8 *) text, strlen (text));
}

/* Puts a message into another, and frees it. */
G_GNUC_UNUSED static void
put_message (Message *message,
             guint    field,
             Message *part)
{
  put_bytes (message, field, part->data, part->len);
  g_byte_array_unref (part);
}
