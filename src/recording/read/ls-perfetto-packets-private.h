/* ls-perfetto-packets-private.h: cuts a stream of bytes into the packets of a Perfetto trace
 *
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */

#pragma once

#include "ls-protobuf-private.h"

G_BEGIN_DECLS

/*< private >
 * LS_PERFETTO_MAX_PACKET:
 *
 * How many bytes a packet has at most; longer ones are passed over.
 */
#define LS_PERFETTO_MAX_PACKET (16 * 1024 * 1024)

/*< private >
 * LsPerfettoPacketFunc:
 * @packet: the message TracePacket
 * @n_bytes: how long it is
 * @user_data: what was passed with the function
 */
typedef void (*LsPerfettoPacketFunc) (const guint8 *packet,
                                      gsize         n_bytes,
                                      gpointer      user_data);

/*< private >
 * LsPerfettoPackets:
 *
 * Takes a message Trace piece by piece. It keeps a part of one packet at most. */
typedef struct _LsPerfettoPackets LsPerfettoPackets;

LsPerfettoPackets *ls_perfetto_packets_new         (LsPerfettoPacketFunc  func,
                                                    gpointer              user_data);
void               ls_perfetto_packets_free        (LsPerfettoPackets    *self);
void               ls_perfetto_packets_feed        (LsPerfettoPackets    *self,
                                                    const guint8         *bytes,
                                                    gsize                 n_bytes);
gboolean           ls_perfetto_packets_is_broken   (LsPerfettoPackets    *self);
gboolean           ls_perfetto_packets_is_between  (LsPerfettoPackets    *self);
guint              ls_perfetto_packets_get_n_large (LsPerfettoPackets    *self);
guint64            ls_perfetto_packets_get_offset  (LsPerfettoPackets    *self);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (LsPerfettoPackets, ls_perfetto_packets_free)

G_END_DECLS
