/* ls-protobuf-private.h: reads the fields of a Protocol Buffers message
 *
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */

#pragma once

#include <glib.h>

G_BEGIN_DECLS

typedef enum
{
  LS_WIRE_VARINT = 0,
  LS_WIRE_FIXED64 = 1,
  LS_WIRE_BYTES = 2,
  LS_WIRE_FIXED32 = 5
} LsWireType;

/*< private >
 * LsProtobuf:
 * @at: the next byte
 * @end: after the last byte
 * @broken: whether the rest cannot be understood
 *
 * A message in memory, field by field. Nothing is copied. */
typedef struct
{
  const guint8 *at;
  const guint8 *end;
  gboolean broken;
} LsProtobuf;

/*< private >
 * LsProtobufField:
 * @number: the field's number
 * @type: how it is written
 * @value: the number, of varints and fixed numbers
 * @bytes: the bytes of strings, messages and packed fields
 * @n_bytes: how many there are
 */
typedef struct
{
  guint32 number;
  LsWireType type;
  guint64 value;
  const guint8 *bytes;
  gsize n_bytes;
} LsProtobufField;

/*< private >
 * LsVarintResult:
 * @LS_VARINT_OK: it has been read
 * @LS_VARINT_SHORT: more bytes are needed
 * @LS_VARINT_BROKEN: it is longer than any number of 64 bits
 */
typedef enum
{
  LS_VARINT_OK,
  LS_VARINT_SHORT,
  LS_VARINT_BROKEN
} LsVarintResult;

LsVarintResult ls_protobuf_read_varint (const guint8          **at,
                                        const guint8           *end,
                                        guint64                *value);
void           ls_protobuf_init        (LsProtobuf             *self,
                                        const guint8           *bytes,
                                        gsize                   n_bytes);
void           ls_protobuf_init_field  (LsProtobuf             *self,
                                        const LsProtobufField  *field);
gboolean       ls_protobuf_next        (LsProtobuf             *self,
                                        LsProtobufField        *field);
double         ls_protobuf_get_double  (const LsProtobufField  *field);

G_END_DECLS
