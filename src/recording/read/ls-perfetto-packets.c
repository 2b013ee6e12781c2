/* ls-perfetto-packets.c: cuts a stream of bytes into the packets of a Perfetto trace
 *
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */

#include <string.h>

#include "ls-perfetto-packets-private.h"

#define PACKET 1

/* A key and a length, each of ten bytes at most. */
#define MAX_HEAD 20

typedef enum
{
  STATE_HEAD,
  STATE_BODY,
  STATE_SKIP,
  STATE_BROKEN
} State;

struct _LsPerfettoPackets
{
  LsPerfettoPacketFunc func;
  gpointer user_data;
  State state;

  guint8 head[MAX_HEAD];
  gsize n_head;
  GByteArray *body;

  /* Bytes of the body, or of what is passed over, that have not come yet. */
  guint64 n_missing;

  /* Where the field begins that is being read, and where the next byte is. */
  guint64 field_offset;
  guint64 offset;
  guint n_large;
};

LsPerfettoPackets *
ls_perfetto_packets_new (LsPerfettoPacketFunc func,
                         gpointer             user_data)
{
  LsPerfettoPackets *self = g_new0 (LsPerfettoPackets, 1);

  self->func = func;
  self->user_data = user_data;
  self->body = g_byte_array_new ();

  return self;
}

void
ls_perfetto_packets_free (LsPerfettoPackets *self)
{
  g_byte_array_unref (self->body);
  g_free (self);
}

/* Reads key and length of the field at the beginning of @bytes.
 * Returns how many bytes they have; 0 if there are too few, -1 if they cannot be understood. */
static int
read_head (LsPerfettoPackets *self,
           const guint8      *bytes,
           gsize              n_bytes)
{
  const guint8 *at = bytes;
  const guint8 *end = bytes + n_bytes;
  guint64 key;
  guint64 number = 0;
  LsVarintResult result = ls_protobuf_read_varint (&at, end, &key);

  if (result == LS_VARINT_OK && key >> 3 == 0)
    return -1;
  if (result == LS_VARINT_OK)
    switch (key & 7)
      {
      case LS_WIRE_BYTES:
      case LS_WIRE_VARINT:
        result = ls_protobuf_read_varint (&at, end, &number);
        break;
      case LS_WIRE_FIXED64:
        number = 8;
        break;
      case LS_WIRE_FIXED32:
        number = 4;
        break;
      default:
        return -1;
      }
  if (result != LS_VARINT_OK)
    return result == LS_VARINT_SHORT ? 0 : -1;

  if ((key & 7) == LS_WIRE_VARINT)
    number = 0;
  self->state = STATE_SKIP;
  self->n_missing = number;
  if (key == (PACKET << 3 | LS_WIRE_BYTES) && number <= LS_PERFETTO_MAX_PACKET)
    self->state = STATE_BODY;
  else if (key == (PACKET << 3 | LS_WIRE_BYTES))
    self->n_large++;

  return (int) (at - bytes);
}

/* Takes the head from bytes kept before and the new ones.
 * Returns how many of the new ones it took. */
static gsize
take_head (LsPerfettoPackets *self,
           const guint8      *bytes,
           gsize              n_bytes)
{
  gsize n_before = self->n_head;
  gsize n_new = MIN (n_bytes, MAX_HEAD - n_before);
  int n_taken;

  if (n_before == 0)
    self->field_offset = self->offset;
  memcpy (self->head + n_before, bytes, n_new);
  n_taken = read_head (self, self->head, n_before + n_new);

  if (n_taken > 0)
    {
      self->n_head = 0;
      return (gsize) n_taken - n_before;
    }
  if (n_taken < 0 || n_before + n_new == MAX_HEAD)
    self->state = STATE_BROKEN;
  self->n_head = n_before + n_new;
  return n_new;
}

/* Whole packets are given on where they are; only those in two pieces are copied. */
static gsize
take_body (LsPerfettoPackets *self,
           const guint8      *bytes,
           gsize              n_bytes)
{
  gsize n_taken = (gsize) MIN (n_bytes, self->n_missing);

  if (self->body->len == 0 && n_taken == self->n_missing)
    {
      self->state = STATE_HEAD;
      self->n_missing = 0;
      self->func (bytes, n_taken, self->user_data);
      return n_taken;
    }

  g_byte_array_append (self->body, bytes, (guint) n_taken);
  self->n_missing -= n_taken;
  if (self->n_missing == 0)
    {
      self->state = STATE_HEAD;
      self->func (self->body->data, self->body->len, self->user_data);
      g_byte_array_set_size (self->body, 0);
    }
  return n_taken;
}

static gsize
take_skip (LsPerfettoPackets *self,
           gsize              n_bytes)
{
  gsize n_taken = (gsize) MIN (n_bytes, self->n_missing);

  self->n_missing -= n_taken;
  if (self->n_missing == 0)
    self->state = STATE_HEAD;
  return n_taken;
}

/*< private >
 * ls_perfetto_packets_feed:
 * @self: what cuts
 * @bytes: the next bytes
 * @n_bytes: how many there are
 *
 * Calls the function for each packet that is whole now.
 */
void
ls_perfetto_packets_feed (LsPerfettoPackets *self,
                          const guint8      *bytes,
                          gsize              n_bytes)
{
  gsize at = 0;

  while (at < n_bytes && self->state != STATE_BROKEN)
    {
      gsize n_taken = 0;

      if (self->state == STATE_HEAD)
        n_taken = take_head (self, bytes + at, n_bytes - at);
      else if (self->state == STATE_BODY)
        n_taken = take_body (self, bytes + at, n_bytes - at);
      else
        n_taken = take_skip (self, n_bytes - at);
      at += n_taken;
      self->offset += n_taken;

      /* An empty packet, or a number, has nothing to wait for. */
      if (self->n_missing == 0 && (self->state == STATE_BODY || self->state == STATE_SKIP))
        self->state = STATE_HEAD;
    }
}

/*< private >
 * ls_perfetto_packets_is_broken:
 * @self: what cuts
 *
 * Returns: whether the bytes are no trace from ls_perfetto_packets_get_offset() on
 */
gboolean
ls_perfetto_packets_is_broken (LsPerfettoPackets *self)
{
  return self->state == STATE_BROKEN;
}

/*< private >
 * ls_perfetto_packets_is_between:
 * @self: what cuts
 *
 * Returns: whether a trace may end here
 */
gboolean
ls_perfetto_packets_is_between (LsPerfettoPackets *self)
{
  return self->state == STATE_HEAD && self->n_head == 0;
}

/*< private >
 * ls_perfetto_packets_get_n_large:
 * @self: what cuts
 *
 * Returns: how many packets were too long to be read
 */
guint
ls_perfetto_packets_get_n_large (LsPerfettoPackets *self)
{
  return self->n_large;
}

/*< private >
 * ls_perfetto_packets_get_offset:
 * @self: what cuts
 *
 * Returns: where the last field begins that is not whole or cannot be understood, in bytes
 */
guint64
ls_perfetto_packets_get_offset (LsPerfettoPackets *self)
{
  return self->field_offset;
}
