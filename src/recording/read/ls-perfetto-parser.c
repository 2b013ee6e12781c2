/* ls-perfetto-parser.c: reads Perfetto's protobuf as Chromium writes it
 *
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */

#include <glib/gi18n-lib.h>
#include <inttypes.h>
#include <zlib.h>

#include "ls-perfetto-clocks-private.h"
#include "ls-perfetto-events-private.h"
#include "ls-perfetto-packets-private.h"
#include "ls-recording-parser-private.h"

/* TracePacket */
enum
{
  PACKET_CLOCK_SNAPSHOT = 6,
  PACKET_TIMESTAMP = 8,
  PACKET_SEQUENCE = 10,
  PACKET_TRACK_EVENT = 11,
  PACKET_INTERNED_DATA = 12,
  PACKET_SEQUENCE_FLAGS = 13,
  PACKET_STATE_CLEARED = 41,
  PACKET_DATA_LOSS = 42,
  PACKET_COMPRESSED = 50,
  PACKET_CLOCK = 58,
  PACKET_DEFAULTS = 59,
  PACKET_TRACK_DESCRIPTOR = 60,
  PACKET_FIRST = 87
};

/* TracePacket.sequence_flags */
#define STATE_CLEARED 1

#define MAX_SEQUENCES 65536

/* What all sequences together keep of texts that they use again. */
#define MAX_INTERNED (64 * 1024 * 1024)

/* What compressed packets may become: so much anyway, and so many times what they are. In pieces of so many bytes. */
#define MIN_UNPACKED (64 * 1024 * 1024)
#define MAX_RATIO 200
#define PIECE 65536

typedef struct
{
  LsRecordingParser parser;
  LsRecordingBuilder *builder;
  LsPerfettoPackets *packets;
  LsPerfettoClocks *clocks;
  LsPerfettoTracks *tracks;
  LsPerfettoEvents *events;

  /* Number → LsPerfettoSequence. */
  GHashTable *sequences;
  gsize n_interned_left;
  LsPerfettoSequence *last_sequence;
  guint32 last_number;

  /* Whether the packets come out of a compressed one. */
  gboolean is_unpacking;
  guint64 n_packed;
  guint64 n_unpacked;

  guint64 n_understood;
  guint64 n_broken;
  guint64 n_without_clock;
  guint64 n_without_sequence;
  guint64 n_losses;
  guint64 n_not_unpacked;
} LsPerfettoParser;

/* The fields of one packet that mean something here. */
typedef struct
{
  guint32 sequence;
  guint64 timestamp;
  guint64 clock;
  guint64 flags;
  gboolean has_timestamp;
  gboolean is_cleared;
  gboolean has_loss;
  gboolean is_first;
  LsProtobufField clock_snapshot;
  LsProtobufField track_event;
  LsProtobufField interned_data;
  LsProtobufField defaults;
  LsProtobufField track_descriptor;
  LsProtobufField compressed;
} Packet;

static void
read_field (Packet                *packet,
            const LsProtobufField *field)
{
  switch (field->number)
    {
    case PACKET_CLOCK_SNAPSHOT:
      packet->clock_snapshot = *field;
      break;
    case PACKET_TIMESTAMP:
      packet->timestamp = field->value;
      packet->has_timestamp = TRUE;
      break;
    case PACKET_SEQUENCE:
      packet->sequence = (guint32) field->value;
      break;
    case PACKET_TRACK_EVENT:
      packet->track_event = *field;
      break;
    case PACKET_INTERNED_DATA:
      packet->interned_data = *field;
      break;
    case PACKET_SEQUENCE_FLAGS:
      packet->flags = field->value;
      break;
    case PACKET_STATE_CLEARED:
      packet->is_cleared = field->value != 0;
      break;
    case PACKET_DATA_LOSS:
      packet->has_loss = field->value != 0;
      break;
    case PACKET_COMPRESSED:
      packet->compressed = *field;
      break;
    case PACKET_CLOCK:
      packet->clock = field->value;
      break;
    case PACKET_DEFAULTS:
      packet->defaults = *field;
      break;
    case PACKET_FIRST:
      packet->is_first = field->value != 0;
      break;
    case PACKET_TRACK_DESCRIPTOR:
      packet->track_descriptor = *field;
      break;
    default:
      break;
    }
}

static LsPerfettoSequence *
ensure_sequence (LsPerfettoParser *self,
                 guint32           number,
                 gboolean         *is_new)
{
  LsPerfettoSequence *sequence;

  *is_new = FALSE;
  if (self->last_sequence != NULL && self->last_number == number)
    return self->last_sequence;

  sequence = g_hash_table_lookup (self->sequences, GUINT_TO_POINTER (number));
  if (sequence == NULL && g_hash_table_size (self->sequences) < MAX_SEQUENCES)
    {
      sequence = ls_perfetto_sequence_new (&self->n_interned_left);
      g_hash_table_insert (self->sequences, GUINT_TO_POINTER (number), sequence);
      *is_new = TRUE;
    }
  self->last_sequence = sequence;
  self->last_number = number;

  return sequence;
}

static void
read_descriptor (LsPerfettoParser      *self,
                 const LsProtobufField *descriptor)
{
  LsPerfettoNaming naming;
  const LsPerfettoTrack *track = ls_perfetto_tracks_describe (self->tracks, descriptor, &naming);

  if (track != NULL)
    ls_perfetto_events_describe (self->events, track, &naming);
}

static void
read_event (LsPerfettoParser   *self,
            LsPerfettoSequence *sequence,
            const Packet       *packet)
{
  guint64 clock = packet->clock != 0 ? packet->clock : ls_perfetto_sequence_get_default_clock (sequence);
  gint64 time;

  if (ls_perfetto_clocks_get_time (self->clocks, packet->sequence, clock, packet->timestamp, &time))
    ls_perfetto_events_add (self->events, sequence, time, &packet->track_event);
  else
    self->n_without_clock++;
}

/* Packets of other kinds count on an incremental clock too. */
static void
pass_time (LsPerfettoParser   *self,
           LsPerfettoSequence *sequence,
           const Packet       *packet)
{
  guint64 clock = packet->clock != 0 ? packet->clock : ls_perfetto_sequence_get_default_clock (sequence);
  gint64 time;

  if (packet->has_timestamp && clock != 0)
    ls_perfetto_clocks_get_time (self->clocks, packet->sequence, clock, packet->timestamp, &time);
}

static void read_packet (const guint8 *bytes,
                         gsize         n_bytes,
                         gpointer      user_data);

static void
unpack (LsPerfettoParser      *self,
        const LsProtobufField *compressed)
{
  g_autoptr (LsPerfettoPackets) packets = NULL;
  g_autofree guint8 *piece = NULL;
  z_stream stream = { 0 };
  int result = Z_OK;

  /* Nobody puts compressed packets into compressed packets, but for harm. */
  if (self->is_unpacking || inflateInit (&stream) != Z_OK)
    {
      self->n_not_unpacked++;
      return;
    }

  self->is_unpacking = TRUE;
  packets = ls_perfetto_packets_new (read_packet, self);
  piece = g_malloc (PIECE);
  stream.next_in = (Bytef *) compressed->bytes;
  stream.avail_in = (uInt) compressed->n_bytes;
  self->n_packed += compressed->n_bytes;
  while (result == Z_OK && self->n_unpacked < MAX (MIN_UNPACKED, self->n_packed * MAX_RATIO))
    {
      gsize n_bytes;

      stream.next_out = piece;
      stream.avail_out = PIECE;
      result = inflate (&stream, Z_NO_FLUSH);
      n_bytes = PIECE - stream.avail_out;
      self->n_unpacked += n_bytes;
      ls_perfetto_packets_feed (packets, piece, n_bytes);
    }
  inflateEnd (&stream);
  self->is_unpacking = FALSE;

  if (result != Z_STREAM_END || !ls_perfetto_packets_is_between (packets))
    self->n_not_unpacked++;
}

static void
read_packet (const guint8 *bytes,
             gsize         n_bytes,
             gpointer      user_data)
{
  LsPerfettoParser *self = user_data;
  Packet packet = { 0 };
  LsPerfettoSequence *sequence;
  LsProtobuf fields;
  LsProtobufField field;
  gboolean is_new;

  ls_protobuf_init (&fields, bytes, n_bytes);
  while (ls_protobuf_next (&fields, &field))
    read_field (&packet, &field);
  if (fields.broken)
    {
      self->n_broken++;
      return;
    }

  if (packet.compressed.bytes != NULL)
    unpack (self, &packet.compressed);

  sequence = ensure_sequence (self, packet.sequence, &is_new);
  if (sequence == NULL)
    {
      self->n_without_sequence++;
      return;
    }
  if (packet.is_cleared || (packet.flags & STATE_CLEARED) != 0)
    ls_perfetto_sequence_clear (sequence);

  /* Every writer's first packet has this mark. */
  if (packet.has_loss && !packet.is_first && !is_new)
    self->n_losses++;

  /* All that explains the event comes first, wherever in the packet it is. */
  if (packet.clock_snapshot.bytes != NULL)
    ls_perfetto_clocks_snapshot (self->clocks, packet.sequence, &packet.clock_snapshot);
  if (packet.interned_data.bytes != NULL)
    ls_perfetto_sequence_intern (sequence, &packet.interned_data);
  if (packet.defaults.bytes != NULL)
    ls_perfetto_sequence_set_defaults (sequence, &packet.defaults);
  if (packet.track_descriptor.bytes != NULL)
    read_descriptor (self, &packet.track_descriptor);
  if (packet.track_event.bytes != NULL)
    read_event (self, sequence, &packet);
  else
    pass_time (self, sequence, &packet);

  self->n_understood++;
}

static gboolean
feed (LsRecordingParser  *parser,
      const guint8       *bytes,
      gsize               n_bytes,
      GError            **error)
{
  LsPerfettoParser *self = (LsPerfettoParser *) parser;

  ls_perfetto_packets_feed (self->packets, bytes, n_bytes);
  return TRUE;
}

static void
complain_of_packets (LsPerfettoParser *self)
{
  LsRecordingBuilder *builder = self->builder;
  guint n_large = ls_perfetto_packets_get_n_large (self->packets);

  if (self->n_broken > 0)
    ls_recording_builder_complain (builder, ngettext ("Loopscope does not understand %" PRIu64 " packet and leaves it out.",
                                                      "Loopscope does not understand %" PRIu64 " packets and leaves them out.", self->n_broken),
                                   self->n_broken);
  if (n_large > 0)
    ls_recording_builder_complain (builder, ngettext ("%u packet is longer than 16 MiB. Loopscope leaves it out.",
                                                      "%u packets are longer than 16 MiB. Loopscope leaves them out.", n_large), n_large);
  if (self->n_not_unpacked > 0)
    ls_recording_builder_complain (builder, ngettext ("Loopscope cannot unpack the whole of %" PRIu64 " compressed packet.",
                                                      "Loopscope cannot unpack the whole of %" PRIu64 " compressed packets.",
                                                      self->n_not_unpacked), self->n_not_unpacked);
  if (self->n_losses > 0)
    ls_recording_builder_complain (builder, ngettext ("The browser lost events once, because its buffer was full.",
                                                      "The browser lost events %" PRIu64 " times, because its buffer was full.",
                                                      self->n_losses), self->n_losses);
}

static void
complain_of_limits (LsPerfettoParser *self)
{
  LsRecordingBuilder *builder = self->builder;

  if (self->n_without_clock > 0)
    ls_recording_builder_complain (builder, ngettext ("%" PRIu64 " event has the time of a clock that the recording does not "
                                                      "explain. Loopscope leaves it out.",
                                                      "%" PRIu64 " events have times of a clock that the recording does not "
                                                      "explain. Loopscope leaves them out.", self->n_without_clock), self->n_without_clock);
  if (self->n_without_sequence > 0)
    ls_recording_builder_complain (builder, ngettext ("Loopscope leaves out %" PRIu64 " packet: there are too many writers.",
                                                      "Loopscope leaves out %" PRIu64 " packets: there are too many writers.",
                                                      self->n_without_sequence), self->n_without_sequence);
  if (ls_perfetto_tracks_is_full (self->tracks))
    ls_recording_builder_complain (builder, _("Loopscope leaves out some slices: there are too many tracks or open slices."));
  if (self->n_interned_left < 65536)
    ls_recording_builder_complain (builder, _("Loopscope leaves out some names: they need too much memory."));
}

static gboolean
end (LsRecordingParser  *parser,
     gboolean            is_cut,
     GError            **error)
{
  LsPerfettoParser *self = (LsPerfettoParser *) parser;
  guint64 offset = ls_perfetto_packets_get_offset (self->packets);
  gboolean is_broken = ls_perfetto_packets_is_broken (self->packets);

  if (self->n_understood == 0)
    {
      g_set_error_literal (error, LS_RECORDING_ERROR, LS_RECORDING_ERROR_FORMAT,
                           _("This is not a Perfetto trace: it has no packet that Loopscope understands; expected protobuf "
                             "packets from its first byte on"));
      return FALSE;
    }

  if (is_broken)
    ls_recording_builder_complain (self->builder, _("Loopscope does not understand the file from byte %" PRIu64 " on, and shows "
                                                    "what comes before."),
                                   offset);
  else if (!ls_perfetto_packets_is_between (self->packets))
    ls_recording_builder_complain (self->builder, _("The file is cut: it ends within the packet that begins at byte %" PRIu64 "."),
                                   offset);
  if (is_cut || is_broken || !ls_perfetto_packets_is_between (self->packets))
    ls_recording_builder_set_cut (self->builder);

  ls_perfetto_events_end (self->events);
  complain_of_packets (self);
  complain_of_limits (self);
  return TRUE;
}

static void
parser_free (LsRecordingParser *parser)
{
  LsPerfettoParser *self = (LsPerfettoParser *) parser;

  ls_perfetto_events_free (self->events);
  ls_perfetto_tracks_free (self->tracks);
  ls_perfetto_clocks_free (self->clocks);
  ls_perfetto_packets_free (self->packets);
  g_hash_table_unref (self->sequences);
  g_free (self);
}

static void
free_sequence (gpointer data)
{
  ls_perfetto_sequence_free (data);
}

/*< private >
 * ls_perfetto_parser_new:
 * @builder: what is filled; must live as long as the parser
 *
 * Returns: (transfer full): a parser of Perfetto traces
 */
LsRecordingParser *
ls_perfetto_parser_new (LsRecordingBuilder *builder)
{
  LsPerfettoParser *self = g_new0 (LsPerfettoParser, 1);

  self->parser.feed = feed;
  self->parser.end = end;
  self->parser.free = parser_free;
  self->builder = builder;
  self->packets = ls_perfetto_packets_new (read_packet, self);
  self->clocks = ls_perfetto_clocks_new ();
  self->tracks = ls_perfetto_tracks_new ();
  self->events = ls_perfetto_events_new (builder, self->tracks);
  self->sequences = g_hash_table_new_full (NULL, NULL, NULL, free_sequence);
  self->n_interned_left = MAX_INTERNED;

  return &self->parser;
}
