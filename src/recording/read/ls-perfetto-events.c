/* ls-perfetto-events.c: what a track event of a Perfetto trace says, as an event of Chromium's
 *
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */

#include <string.h>

#include "ls-chrome-number-private.h"
#include "ls-perfetto-events-private.h"

/* TrackEvent */
enum
{
  EVENT_CATEGORY_IIDS = 3,
  EVENT_ANNOTATIONS = 4,
  EVENT_SOURCE_LOCATION_IID = 5,
  EVENT_LEGACY = 6,
  EVENT_TYPE = 9,
  EVENT_NAME_IID = 10,
  EVENT_TRACK = 11,
  EVENT_CATEGORIES = 22,
  EVENT_NAME = 23,
  EVENT_SOURCE_LOCATION = 34,
  EVENT_FLOWS = 47,
  EVENT_LAST_FLOWS = 48
};

/* TrackEvent.Type */
enum
{
  TYPE_NONE = 0,
  TYPE_BEGIN = 1,
  TYPE_END = 2,
  TYPE_INSTANT = 3
};

/* LegacyEvent */
enum
{
  LEGACY_NAME_IID = 1,
  LEGACY_PHASE = 2,
  LEGACY_DURATION = 3,
  LEGACY_UNSCOPED_ID = 6,
  LEGACY_BIND_ID = 8,
  LEGACY_LOCAL_ID = 10,
  LEGACY_GLOBAL_ID = 11,
  LEGACY_FLOW_DIRECTION = 13,
  LEGACY_PID = 18,
  LEGACY_TID = 19
};

/* LegacyEvent.FlowDirection */
#define FLOW_IN 1

#define MAX_CATEGORIES 1024

struct _LsPerfettoEvents
{
  LsRecordingBuilder *builder;
  LsPerfettoTracks *tracks;
  LsRecordingFlows *flows;
  LsChromeEvents *events;

  /* Used for every event. */
  LsChromeEvent event;
  GString *path;
  GString *categories;
};

/* What the fields of one track event say, before its arguments are looked at. */
typedef struct
{
  guint64 type;
  guint64 track;
  char legacy_phase;
  gint64 duration;
  gboolean has_flows;
  guint64 bind_id;
  gboolean has_bind_id;
  gboolean bind_ends;
} Header;

LsPerfettoEvents *
ls_perfetto_events_new (LsRecordingBuilder *builder,
                        LsPerfettoTracks   *tracks)
{
  LsPerfettoEvents *self = g_new0 (LsPerfettoEvents, 1);

  self->builder = builder;
  self->tracks = tracks;
  self->flows = ls_recording_flows_new (builder);
  self->events = ls_chrome_events_new (builder);
  ls_chrome_event_init (&self->event);
  self->path = g_string_new (NULL);
  self->categories = g_string_new (NULL);

  return self;
}

void
ls_perfetto_events_free (LsPerfettoEvents *self)
{
  ls_recording_flows_free (self->flows);
  ls_chrome_events_free (self->events);
  ls_chrome_event_clear (&self->event);
  g_string_free (self->path, TRUE);
  g_string_free (self->categories, TRUE);
  g_free (self);
}

static void
add_metadata (LsPerfettoEvents      *self,
              const LsPerfettoTrack *track,
              const char            *name,
              const char            *key,
              const char            *text,
              gsize                  n_bytes)
{
  if (text == NULL || n_bytes == 0)
    return;

  ls_chrome_event_reset (&self->event);
  self->event.name = name;
  self->event.name_length = strlen (name);
  self->event.category = "__metadata";
  self->event.category_length = strlen ("__metadata");
  self->event.phase = 'M';
  self->event.pid = track->pid;
  self->event.tid = track->tid;
  ls_chrome_event_set_text (&self->event, key, strlen (key), text, n_bytes);
  ls_chrome_events_add (self->events, &self->event);
}

/*< private >
 * ls_perfetto_events_describe:
 * @self: events
 * @track: a track
 * @naming: what it is called
 *
 * Tells the names of threads and processes.
 */
void
ls_perfetto_events_describe (LsPerfettoEvents       *self,
                             const LsPerfettoTrack  *track,
                             const LsPerfettoNaming *naming)
{
  gsize n_name_bytes = naming->n_bytes;

  if (track->kind == LS_PERFETTO_TRACK_THREAD)
    add_metadata (self, track, "thread_name", "name", naming->name, naming->n_bytes);
  if (track->kind == LS_PERFETTO_TRACK_PROCESS)
    {
      /* Some descriptors have the command line where others have “Renderer”. */
      if (naming->name != NULL && memchr (naming->name, ' ', naming->n_bytes) != NULL && naming->name[0] == '/')
        n_name_bytes = 0;
      add_metadata (self, track, "process_name", "name", naming->name, n_name_bytes);
      add_metadata (self, track, "process_labels", "labels", naming->labels, naming->n_label_bytes);
    }
}

static void
add_category (LsPerfettoEvents *self,
              const char       *category,
              gsize             n_bytes)
{
  if (category == NULL || self->categories->len + n_bytes + 1 > MAX_CATEGORIES)
    return;

  if (self->categories->len > 0)
    g_string_append_c (self->categories, ',');
  g_string_append_len (self->categories, category, (gssize) n_bytes);
}

static void
set_name (LsPerfettoEvents *self,
          const char       *name,
          gsize             n_bytes)
{
  if (name == NULL)
    return;

  self->event.name = name;
  self->event.name_length = n_bytes;
}

static void
read_legacy (LsPerfettoEvents      *self,
             LsPerfettoSequence    *sequence,
             Header                *header,
             const LsProtobufField *message)
{
  const char *name;
  gsize n_bytes;
  LsProtobuf fields;
  LsProtobufField field;

  ls_protobuf_init_field (&fields, message);
  while (ls_protobuf_next (&fields, &field))
    switch (field.number)
      {
      case LEGACY_NAME_IID:
        name = ls_perfetto_sequence_get_text (sequence, LS_PERFETTO_EVENT_NAMES, field.value, &n_bytes);
        set_name (self, name, n_bytes);
        break;
      case LEGACY_PHASE:
        header->legacy_phase = field.value > 0 && field.value < 128 ? (char) field.value : '\0';
        break;
      case LEGACY_DURATION:
        header->duration = field.value <= G_MAXINT64 / 1000 ? (gint64) field.value * 1000 : G_MAXINT64;
        break;
      case LEGACY_UNSCOPED_ID:
      case LEGACY_GLOBAL_ID:
        self->event.id_scope = LS_CHROME_ID_GLOBAL;
        self->event.id = field.value;
        break;
      case LEGACY_LOCAL_ID:
        self->event.id_scope = LS_CHROME_ID_LOCAL;
        self->event.id = field.value;
        break;
      case LEGACY_BIND_ID:
        header->bind_id = field.value;
        header->has_bind_id = TRUE;
        break;
      case LEGACY_FLOW_DIRECTION:
        header->bind_ends = field.value == FLOW_IN;
        break;
      case LEGACY_PID:
        self->event.pid = field.value;
        break;
      case LEGACY_TID:
        self->event.tid = field.value;
        break;
      default:
        break;
      }
}

/* The texts that are found here stay where they are until the sequence is changed, so until the next packet. */
static void
read_header (LsPerfettoEvents      *self,
             LsPerfettoSequence    *sequence,
             const LsProtobufField *track_event,
             Header                *header)
{
  const char *text;
  gsize n_bytes;
  LsProtobuf fields;
  LsProtobufField field;

  g_string_truncate (self->categories, 0);
  ls_protobuf_init_field (&fields, track_event);
  while (ls_protobuf_next (&fields, &field))
    switch (field.number)
      {
      case EVENT_TYPE:
        header->type = field.value;
        break;
      case EVENT_TRACK:
        header->track = field.value;
        break;
      case EVENT_NAME_IID:
        text = ls_perfetto_sequence_get_text (sequence, LS_PERFETTO_EVENT_NAMES, field.value, &n_bytes);
        set_name (self, text, n_bytes);
        break;
      case EVENT_NAME:
        set_name (self, (const char *) field.bytes, field.n_bytes);
        break;
      case EVENT_CATEGORY_IIDS:
        text = ls_perfetto_sequence_get_text (sequence, LS_PERFETTO_CATEGORIES, field.value, &n_bytes);
        add_category (self, text, n_bytes);
        break;
      case EVENT_CATEGORIES:
        add_category (self, (const char *) field.bytes, field.n_bytes);
        break;
      case EVENT_LEGACY:
        read_legacy (self, sequence, header, &field);
        break;
      case EVENT_FLOWS:
      case EVENT_LAST_FLOWS:
        header->has_flows = TRUE;
        break;
      default:
        break;
      }

  self->event.category = self->categories->str;
  self->event.category_length = self->categories->len;
}

/* Which thread an event belongs to: that which it says itself; that of its track; else that of the writer. */
static void
find_thread (LsPerfettoEvents   *self,
             LsPerfettoSequence *sequence,
             const Header       *header)
{
  const LsPerfettoTrack *thread = ls_perfetto_tracks_find_of (self->tracks, header->track, LS_PERFETTO_TRACK_THREAD);
  const LsPerfettoTrack *process = NULL;

  if (self->event.tid != 0)
    return;

  if (thread == NULL)
    {
      guint64 default_track = ls_perfetto_sequence_get_default_track (sequence);
      const LsPerfettoTrack *writer = ls_perfetto_tracks_find_of (self->tracks, default_track, LS_PERFETTO_TRACK_THREAD);

      process = ls_perfetto_tracks_find_of (self->tracks, header->track, LS_PERFETTO_TRACK_PROCESS);
      if (writer != NULL && (process == NULL || process->pid == writer->pid))
        thread = writer;
    }

  if (thread != NULL)
    {
      self->event.pid = thread->pid;
      self->event.tid = thread->tid;
    }
  else if (process != NULL)
    {
      self->event.pid = process->pid;
      self->event.tid = process->pid;
    }
}

static void
read_location (LsPerfettoEvents         *self,
               const LsPerfettoLocation *location)
{
  if (location == NULL)
    return;

  ls_chrome_event_set_text (&self->event, "src_file", strlen ("src_file"), location->file, strlen (location->file));
  ls_chrome_event_set_text (&self->event, "src_func", strlen ("src_func"), location->function, strlen (location->function));
}

static void
read_location_message (LsPerfettoEvents      *self,
                       const LsProtobufField *message)
{
  LsProtobuf fields;
  LsProtobufField field;

  ls_protobuf_init_field (&fields, message);
  while (ls_protobuf_next (&fields, &field))
    if (field.type == LS_WIRE_BYTES && (field.number == 2 || field.number == 3))
      {
        const char *path = field.number == 2 ? "src_file" : "src_func";

        ls_chrome_event_set_text (&self->event, path, strlen (path), (const char *) field.bytes, field.n_bytes);
      }
}

static void
read_arguments (LsPerfettoEvents      *self,
                LsPerfettoSequence    *sequence,
                const LsProtobufField *track_event)
{
  LsProtobuf fields;
  LsProtobufField field;

  ls_protobuf_init_field (&fields, track_event);
  while (ls_protobuf_next (&fields, &field))
    if (field.number == EVENT_ANNOTATIONS)
      ls_perfetto_read_annotation (&self->event, sequence, self->path, &field);
    else if (field.number == EVENT_SOURCE_LOCATION_IID)
      read_location (self, ls_perfetto_sequence_get_location (sequence, field.value));
    else if (field.number == EVENT_SOURCE_LOCATION)
      read_location_message (self, &field);
    else
      ls_perfetto_read_typed (&self->event, &field);
}

static void
add_flow (LsPerfettoEvents *self,
          guint64           flow,
          gboolean          ends)
{
  guint32 thread = ls_recording_builder_get_thread (self->builder, self->event.pid, self->event.tid);
  guint32 name = ls_recording_builder_intern (self->builder, self->event.name, (gssize) self->event.name_length);

  if (thread != LS_RECORDING_NO_THREAD)
    ls_recording_flows_add (self->flows, flow, self->event.time, thread, name, ends);
}

/* Flows are written as a list of eight bytes each, one by one or in one piece. */
static void
read_flows (LsPerfettoEvents      *self,
            const LsProtobufField *track_event)
{
  LsProtobuf fields;
  LsProtobufField field;

  ls_protobuf_init_field (&fields, track_event);
  while (ls_protobuf_next (&fields, &field))
    if (field.number == EVENT_FLOWS || field.number == EVENT_LAST_FLOWS)
      {
        gboolean ends = field.number == EVENT_LAST_FLOWS;

        if (field.type != LS_WIRE_BYTES)
          add_flow (self, field.value, ends);
        for (gsize i = 0; i + 8 <= field.n_bytes; i += 8)
          {
            guint64 flow;

            memcpy (&flow, field.bytes + i, sizeof flow);
            add_flow (self, GUINT64_FROM_LE (flow), ends);
          }
      }
}

static gboolean
wants (LsPerfettoEvents *self,
       char              phase)
{
  self->event.phase = phase;

  return self->event.name != NULL
         && ls_chrome_events_wants (self->event.name, self->event.name_length, self->event.category,
                                    self->event.category_length, phase);
}

/* Gives the event on. Returns its number in the recording, or LS_PERFETTO_NO_EVENT. */
static gsize
add_event (LsPerfettoEvents      *self,
           LsPerfettoSequence    *sequence,
           const Header          *header,
           const LsProtobufField *track_event)
{
  gsize index = ls_recording_builder_get_n_events (self->builder);

  find_thread (self, sequence, header);
  read_arguments (self, sequence, track_event);
  ls_chrome_events_add (self->events, &self->event);
  return ls_recording_builder_get_n_events (self->builder) > index ? index : LS_PERFETTO_NO_EVENT;
}

/* A slice on a thread's track is as one that JSON has in one piece; others are asynchronous, and their track is their id. Its end
 * comes later, or never. */
static void
begin_slice (LsPerfettoEvents      *self,
             LsPerfettoSequence    *sequence,
             const Header          *header,
             const LsProtobufField *track_event)
{
  LsPerfettoSlice slice = { .event = LS_PERFETTO_NO_EVENT, .time = self->event.time };
  gboolean is_thread = ls_perfetto_tracks_get_kind (self->tracks, header->track) == LS_PERFETTO_TRACK_THREAD;

  if (!is_thread)
    {
      self->event.id_scope = LS_CHROME_ID_GLOBAL;
      self->event.id = header->track;
    }
  if (wants (self, is_thread ? 'X' : 'b'))
    slice.event = add_event (self, sequence, header, track_event);
  ls_perfetto_tracks_push (self->tracks, header->track, &slice);
}

static void
end_slice (LsPerfettoEvents      *self,
           LsPerfettoSequence    *sequence,
           const Header          *header,
           const LsProtobufField *track_event)
{
  LsPerfettoSlice slice;
  LsRecordingEvent *event;

  if (!ls_perfetto_tracks_pop (self->tracks, header->track, &slice) || slice.event == LS_PERFETTO_NO_EVENT)
    return;

  event = ls_recording_builder_peek_event (self->builder, slice.event);
  event->duration = self->event.time > slice.time ? (guint64) self->event.time - (guint64) slice.time : 0;

  /* How many microtasks there were is known in the end only. */
  if (event->kind == LS_RECORDING_EVENT_MICROTASKS)
    {
      read_arguments (self, sequence, track_event);
      if (ls_chrome_event_has (&self->event, LS_CHROME_ARG_MICROTASKS))
        event->value = ls_chrome_saturate (ls_chrome_event_get_number (&self->event, LS_CHROME_ARG_MICROTASKS));
    }
}

static void
add_instant (LsPerfettoEvents      *self,
             LsPerfettoSequence    *sequence,
             const Header          *header,
             const LsProtobufField *track_event)
{
  if (wants (self, 'I'))
    add_event (self, sequence, header, track_event);
}

/*< private >
 * ls_perfetto_events_add:
 * @self: events
 * @sequence: the sequence of the packet
 * @time: ns
 * @track_event: the message TrackEvent
 *
 * Takes in an event. What nobody wants costs no more than a look at its name.
 */
void
ls_perfetto_events_add (LsPerfettoEvents      *self,
                        LsPerfettoSequence    *sequence,
                        gint64                 time,
                        const LsProtobufField *track_event)
{
  Header header = { .duration = -1, .track = ls_perfetto_sequence_get_default_track (sequence) };

  ls_chrome_event_reset (&self->event);
  self->event.name = NULL;
  read_header (self, sequence, track_event, &header);

  /* Legacy events have no track, or track 0: the thread is that of the writer, if they do not say another. */
  if (header.track == 0)
    header.track = ls_perfetto_sequence_get_default_track (sequence);
  self->event.time = time;
  self->event.duration = header.duration;

  switch (header.type)
    {
    case TYPE_NONE:
      if (header.legacy_phase != '\0' && wants (self, header.legacy_phase))
        add_event (self, sequence, &header, track_event);
      break;
    case TYPE_BEGIN:
      begin_slice (self, sequence, &header, track_event);
      break;
    case TYPE_END:
      end_slice (self, sequence, &header, track_event);
      return;
    case TYPE_INSTANT:
      add_instant (self, sequence, &header, track_event);
      break;
    default:
      return;
    }

  if ((header.has_flows || header.has_bind_id) && (wants (self, 'X') || wants (self, 's')))
    {
      find_thread (self, sequence, &header);
      read_flows (self, track_event);
      if (header.has_bind_id)
        add_flow (self, header.bind_id, header.bind_ends);
    }
}

/* JSON has flows of certain names; here all that touch an event have come. */
static gboolean
is_flow (const char *name,
         gpointer    user_data)
{
  return ls_chrome_events_wants (name, strlen (name), "", 0, 's');
}

/*< private >
 * ls_perfetto_events_end:
 * @self: events
 *
 * There are no more events.
 */
void
ls_perfetto_events_end (LsPerfettoEvents *self)
{
  ls_recording_flows_end (self->flows, is_flow, NULL);
  ls_chrome_events_end (self->events, FALSE);
}
