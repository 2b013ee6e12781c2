/* ls-perfetto-writer.c
 *
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */

#include "ls-perfetto-writer-private.h"

#include "ls-chrome-writer-private.h"
#include "ls-perfetto-lanes-private.h"
#include "ls-proto-writer-private.h"
#include "ls-story-private.h"

#define BUFFER_SIZE (64 * 1024)

/* Fields of the messages, by their numbers in Perfetto's .proto files. */
enum
{
  TRACE_PACKET = 1,

  PACKET_TIMESTAMP = 8,
  PACKET_SEQUENCE = 10,
  PACKET_TRACK_EVENT = 11,
  PACKET_SEQUENCE_FLAGS = 13,
  PACKET_TRACK_DESCRIPTOR = 60,

  TRACK_UUID = 1,
  TRACK_NAME = 2,
  TRACK_PROCESS = 3,
  TRACK_THREAD = 4,
  TRACK_PARENT = 5,
  TRACK_COUNTER = 8,
  PROCESS_PID = 1,
  PROCESS_NAME = 6,
  THREAD_PID = 1,
  THREAD_TID = 2,
  THREAD_NAME = 5,

  EVENT_ANNOTATION = 4,
  EVENT_TYPE = 9,
  EVENT_TRACK = 11,
  EVENT_CATEGORY = 22,
  EVENT_NAME = 23,
  EVENT_COUNTER_VALUE = 30,
  EVENT_FLOW = 47,
  EVENT_TERMINATING_FLOW = 48,

  ANNOTATION_BOOL = 2,
  ANNOTATION_UINT = 3,
  ANNOTATION_STRING = 6,
  ANNOTATION_NAME = 10,
  ANNOTATION_DICT = 11
};

enum
{
  TYPE_BEGIN = 1,
  TYPE_END = 2,
  TYPE_INSTANT = 3,
  TYPE_COUNTER = 4
};

#define SEQUENCE 1
#define FLAG_CLEARED 1
#define FLAG_NEEDS_STATE 2

/* Numbers of tracks: one for the process, a block for each agent, and from FIRST_LANE on those that come as they are needed. */
#define PROCESS_TRACK 1
#define AGENT_TRACKS 16
#define FIRST_LANE (G_GUINT64_CONSTANT (1) << 32)

typedef struct
{
  LsTrace         *trace;
  GOutputStream   *stream;
  GByteArray      *buffer;
  LsPerfettoLanes *lanes;
  guint            packet;
  gboolean         has_begun;
} Writer;

static guint64
get_thread_track (guint32 agent)
{
  return (guint64) agent * AGENT_TRACKS;
}

static guint64
get_counter_track (guint32 agent,
                   guint   count)
{
  return get_thread_track (agent) + 1 + count;
}

static void
begin_packet (Writer *self)
{
  self->packet = ls_proto_begin (self->buffer, TRACE_PACKET);
  ls_proto_uint (self->buffer, PACKET_SEQUENCE, SEQUENCE);
  ls_proto_uint (self->buffer, PACKET_SEQUENCE_FLAGS, self->has_begun ? FLAG_NEEDS_STATE : FLAG_CLEARED);
  self->has_begun = TRUE;
}

static void
end_packet (Writer *self)
{
  ls_proto_end (self->buffer, self->packet);
}

/* Tracks */

static guint
begin_track (Writer     *self,
             guint64     track,
             guint64     parent,
             const char *name)
{
  guint descriptor;

  begin_packet (self);
  descriptor = ls_proto_begin (self->buffer, PACKET_TRACK_DESCRIPTOR);
  ls_proto_uint (self->buffer, TRACK_UUID, track);
  if (parent != 0)
    ls_proto_uint (self->buffer, TRACK_PARENT, parent);
  if (name != NULL)
    ls_proto_string (self->buffer, TRACK_NAME, name);
  return descriptor;
}

static void
end_track (Writer *self,
           guint   descriptor)
{
  ls_proto_end (self->buffer, descriptor);
  end_packet (self);
}

static void
add_process (Writer *self)
{
  guint descriptor = begin_track (self, PROCESS_TRACK, 0, NULL);
  guint process = ls_proto_begin (self->buffer, TRACK_PROCESS);

  ls_proto_uint (self->buffer, PROCESS_PID, LS_CHROME_PID);
  ls_proto_string (self->buffer, PROCESS_NAME, "Renderer");
  ls_proto_end (self->buffer, process);
  end_track (self, descriptor);
}

static void
add_agent (Writer             *self,
           const LsStoryEvent *event)
{
  guint descriptor, thread;

  if (event->agent == 1)
    add_process (self);
  descriptor = begin_track (self, get_thread_track (event->agent), PROCESS_TRACK, NULL);
  thread = ls_proto_begin (self->buffer, TRACK_THREAD);
  ls_proto_uint (self->buffer, THREAD_PID, LS_CHROME_PID);
  ls_proto_uint (self->buffer, THREAD_TID, event->agent);
  ls_proto_string (self->buffer, THREAD_NAME, event->agent == 1 ? "CrRendererMain" : "DedicatedWorker thread");
  ls_proto_end (self->buffer, thread);
  end_track (self, descriptor);
  for (guint i = 0; i < LS_N_STORY_COUNTS; i++)
    {
      g_autofree char *name = g_strdup_printf ("waiting: %s", ls_story_count_to_string (i));

      descriptor = begin_track (self, get_counter_track (event->agent, i), get_thread_track (event->agent), name);
      ls_proto_end (self->buffer, ls_proto_begin (self->buffer, TRACK_COUNTER));
      end_track (self, descriptor);
    }
}

/* Events */

static guint
begin_event (Writer  *self,
             guint    type,
             guint64  track,
             guint64  time)
{
  guint event;

  begin_packet (self);
  ls_proto_uint (self->buffer, PACKET_TIMESTAMP, time + LS_CHROME_TIME_BASE);
  event = ls_proto_begin (self->buffer, PACKET_TRACK_EVENT);
  ls_proto_uint (self->buffer, EVENT_TYPE, type);
  ls_proto_uint (self->buffer, EVENT_TRACK, track);
  return event;
}

static void
end_event (Writer *self,
           guint   event)
{
  ls_proto_end (self->buffer, event);
  end_packet (self);
}

static void
add_name (Writer     *self,
          const char *category,
          const char *name)
{
  ls_proto_string (self->buffer, EVENT_CATEGORY, category);
  ls_proto_string (self->buffer, EVENT_NAME, name);
}

/* The arguments, as a dictionary "data" in the way of Chromium. */
static void
add_arguments (Writer             *self,
               const LsStoryEvent *event)
{
  LsStoryArgument arguments[LS_STORY_MAX_ARGUMENTS];
  const guint n_arguments = ls_story_list_arguments (event, arguments);
  guint data;

  if (n_arguments == 0)
    return;
  data = ls_proto_begin (self->buffer, EVENT_ANNOTATION);
  ls_proto_string (self->buffer, ANNOTATION_NAME, "data");
  for (guint i = 0; i < n_arguments; i++)
    {
      guint entry = ls_proto_begin (self->buffer, ANNOTATION_DICT);

      ls_proto_string (self->buffer, ANNOTATION_NAME, arguments[i].name);
      if (arguments[i].text != NULL)
        ls_proto_string (self->buffer, ANNOTATION_STRING, arguments[i].text);
      else
        ls_proto_uint (self->buffer, arguments[i].is_boolean ? ANNOTATION_BOOL : ANNOTATION_UINT, arguments[i].number);
      ls_proto_end (self->buffer, entry);
    }
  ls_proto_end (self->buffer, data);
}

/* A slice that has Chrome's name has another one inside with the program's. */
static gboolean
has_inner_slice (const LsStoryEvent *event)
{
  return event->name != NULL && event->slice != LS_STORY_SLICE_TURN && event->slice != LS_STORY_SLICE_EVENT &&
         ls_story_get_event_name (event) != NULL;
}

static void
begin_slice (Writer             *self,
             const LsStoryEvent *event)
{
  const char *name = ls_story_get_event_name (event);
  guint64 track = get_thread_track (event->agent);
  guint begin = begin_event (self, TYPE_BEGIN, track, event->time);

  add_name (self, ls_story_get_event_category (event), name != NULL ? name : event->name != NULL ? event->name : "task");
  add_arguments (self, event);
  if (event->flow != 0)
    ls_proto_fixed64 (self->buffer, EVENT_TERMINATING_FLOW, event->flow);
  end_event (self, begin);
  if (has_inner_slice (event))
    {
      begin = begin_event (self, TYPE_BEGIN, track, event->time);
      add_name (self, "loopscope", event->name);
      end_event (self, begin);
    }
}

static void
end_slice (Writer             *self,
           const LsStoryEvent *event)
{
  for (guint i = has_inner_slice (event) ? 2 : 1; i > 0; i--)
    end_event (self, begin_event (self, TYPE_END, get_thread_track (event->agent), event->time));
}

static void
add_instant (Writer             *self,
             const LsStoryEvent *event)
{
  const char *name = ls_story_get_event_name (event);
  guint begin;

  if (name == NULL && event->kind != LS_STORY_PRIORITY && event->kind != LS_STORY_LOOP_POST)
    return;
  begin = begin_event (self, TYPE_INSTANT, get_thread_track (event->agent), event->time);
  if (event->kind == LS_STORY_PRIORITY)
    {
      g_autofree char *text = g_strdup_printf ("signal %u: %s", event->signal, ls_story_get_priority_name (event));

      add_name (self, "loopscope", text);
    }
  else
    add_name (self, name != NULL ? ls_story_get_event_category (event) : "loopscope", name != NULL ? name : "post");
  add_arguments (self, event);
  if (event->flow != 0)
    ls_proto_fixed64 (self->buffer, EVENT_FLOW, event->flow);
  end_event (self, begin);
}

static void
add_counters (Writer             *self,
              const LsStoryEvent *event)
{
  for (guint i = 0; i < LS_N_STORY_COUNTS; i++)
    {
      guint begin = begin_event (self, TYPE_COUNTER, get_counter_track (event->agent, i), event->time);

      ls_proto_uint (self->buffer, EVENT_COUNTER_VALUE, event->counts[i]);
      end_event (self, begin);
    }
}

/* Waits overlap, so each is on a track where nobody waits then, below that of the priority, signal or queue. */
static void
add_wait (Writer             *self,
          const LsStoryEvent *event)
{
  g_autofree char *name = ls_story_dup_name (event);
  LsPerfettoLane lane;
  guint begin;

  ls_perfetto_lanes_find (self->lanes, event, &lane);
  if (lane.is_new_group)
    {
      g_autofree char *group = ls_perfetto_lanes_dup_group_name (event);

      end_track (self, begin_track (self, lane.group, get_thread_track (event->agent), group));
    }
  if (lane.is_new)
    end_track (self, begin_track (self, lane.track, lane.group, "waiting"));

  begin = begin_event (self, TYPE_BEGIN, lane.track, event->since);
  add_name (self, "loopscope", name);
  if (event->task != 0)
    {
      guint annotation = ls_proto_begin (self->buffer, EVENT_ANNOTATION);

      ls_proto_string (self->buffer, ANNOTATION_NAME, "task");
      ls_proto_uint (self->buffer, ANNOTATION_UINT, event->task);
      ls_proto_end (self->buffer, annotation);
    }
  end_event (self, begin);
  end_event (self, begin_event (self, TYPE_END, lane.track, event->time));
}

static void
on_event (gpointer            data,
          const LsStoryEvent *event)
{
  Writer *self = data;

  switch (event->kind)
    {
    case LS_STORY_AGENT:
      add_agent (self, event);
      break;
    case LS_STORY_BEGIN:
      begin_slice (self, event);
      break;
    case LS_STORY_END:
      end_slice (self, event);
      break;
    case LS_STORY_WAIT:
      add_wait (self, event);
      break;
    case LS_STORY_COUNTERS:
      add_counters (self, event);
      break;
    default:
      add_instant (self, event);
      break;
    }
}

static gboolean
write_buffer (Writer        *self,
              GCancellable  *cancellable,
              GError       **error)
{
  gboolean written = g_output_stream_write_all (self->stream, self->buffer->data, self->buffer->len, NULL, cancellable, error);

  g_byte_array_set_size (self->buffer, 0);
  return written;
}

static gboolean
on_flush (gpointer       data,
          GCancellable  *cancellable,
          GError       **error)
{
  Writer *self = data;

  return self->buffer->len < BUFFER_SIZE || write_buffer (self, cancellable, error);
}

/* Writes a trace as one sequence of packets. */
gboolean
ls_perfetto_write (LsTrace        *trace,
                   GOutputStream  *stream,
                   LsLoadWatch    *watch,
                   GError        **error)
{
  static const LsStoryListener listener = { .event = on_event, .flush = on_flush };
  g_autoptr (GByteArray) buffer = g_byte_array_sized_new (2 * BUFFER_SIZE);
  g_autoptr (LsPerfettoLanes) lanes = ls_perfetto_lanes_new (FIRST_LANE);
  Writer writer = { .trace = trace, .stream = stream, .buffer = buffer, .lanes = lanes };

  return ls_story_tell (trace, &listener, &writer, watch, error) && write_buffer (&writer, watch->cancellable, error);
}
