/* perfetto-fixture.h: makes small Perfetto traces, and looks into what is read from them
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <gio/gio.h>

#include "ls-recording-reader.h"

#include "protobuf-encoder.h"
#include "recording-facts.h"

/* Tracks and the writer of the traces made here. */
#define PID 10
#define TID 11
#define PROCESS 100
#define THREAD 101
#define ASYNC 102
#define SEQUENCE 7

enum { BEGIN = 1, END = 2, INSTANT = 3 };

G_GNUC_UNUSED static Message *
packet_new (guint64 timestamp)
{
  Message *packet = message_new ();

  put_number (packet, 10, SEQUENCE);
  put_number (packet, 8, timestamp);
  return packet;
}

G_GNUC_UNUSED static void
add_packet (Message *trace,
            Message *packet)
{
  put_message (trace, 1, packet);
}

G_GNUC_UNUSED static void
add_descriptor (Message *trace,
                Message *descriptor)
{
  Message *packet = message_new ();

  put_number (packet, 10, SEQUENCE);
  put_message (packet, 60, descriptor);
  add_packet (trace, packet);
}

/* A process, its main thread and an asynchronous track of that. */
G_GNUC_UNUSED static void
describe (Message *trace)
{
  Message *descriptor = message_new ();
  Message *part = message_new ();

  put_number (part, 1, PID);
  put_text (part, 6, "Renderer");
  put_number (descriptor, 1, PROCESS);
  put_message (descriptor, 3, part);
  add_descriptor (trace, descriptor);

  descriptor = message_new ();
  part = message_new ();
  put_number (part, 1, PID);
  put_number (part, 2, TID);
  put_text (part, 5, "CrRendererMain");
  put_number (descriptor, 1, THREAD);
  put_number (descriptor, 5, PROCESS);
  put_message (descriptor, 4, part);
  add_descriptor (trace, descriptor);

  descriptor = message_new ();
  put_number (descriptor, 1, ASYNC);
  put_number (descriptor, 5, THREAD);
  add_descriptor (trace, descriptor);
}

G_GNUC_UNUSED static Message *
event_new (guint       type,
           guint64     track,
           const char *name,
           const char *category)
{
  Message *event = message_new ();

  put_number (event, 9, type);
  if (track != 0)
    put_number (event, 11, track);
  if (name != NULL)
    put_text (event, 23, name);
  if (category != NULL)
    put_text (event, 22, category);
  return event;
}

G_GNUC_UNUSED static void
add_event (Message *trace,
           guint64  timestamp,
           Message *event)
{
  Message *packet = packet_new (timestamp);

  put_message (packet, 11, event);
  add_packet (trace, packet);
}

G_GNUC_UNUSED static void
add_slice (Message    *trace,
           guint64     begin,
           guint64     end,
           guint64     track,
           const char *name,
           const char *category)
{
  add_event (trace, begin, event_new (BEGIN, track, name, category));
  add_event (trace, end, event_new (END, track, NULL, NULL));
}

/* The annotation data.NAME = number */
G_GNUC_UNUSED static Message *
data_new (const char *name,
          guint64     number)
{
  Message *data = message_new ();
  Message *entry = message_new ();

  put_text (entry, 10, name);
  put_number (entry, 3, number);
  put_text (data, 10, "data");
  put_message (data, 11, entry);
  return data;
}

G_GNUC_UNUSED static LsRecording *
load (Message *trace)
{
  g_autoptr (GError) error = NULL;
  LsRecording *recording = ls_recording_load_data (trace->data, trace->len, &error);

  g_assert_no_error (error);
  g_assert_cmpint (ls_recording_get_format (recording), ==, LS_RECORDING_FORMAT_PERFETTO);
  return recording;
}

G_GNUC_UNUSED static const LsRecordingEvent *
find (LsRecording          *recording,
      LsRecordingEventKind  kind)
{
  for (guint i = 0; i < ls_recording_get_n_threads (recording); i++)
    {
      gsize n_events;
      const LsRecordingEvent *events = ls_recording_peek_events (recording, i, &n_events);

      for (gsize j = 0; j < n_events; j++)
        if (events[j].kind == kind)
          return &events[j];
    }

  return NULL;
}

G_GNUC_UNUSED static gboolean
has_problem (LsRecording *recording,
             const char  *part)
{
  for (const char * const *problem = ls_recording_list_problems (recording); *problem != NULL; problem++)
    if (strstr (*problem, part) != NULL)
      return TRUE;

  return FALSE;
}
