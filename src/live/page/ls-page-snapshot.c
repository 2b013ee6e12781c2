/* ls-page-snapshot.c: what a browser says of its queues in a recording
 *
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */

#include "config.h"

#include "ls-page-photograph-private.h"

#include <math.h>
#include <string.h>

#include "ls-json-private.h"
#include "ls-perfetto-packets-private.h"

#define SNAPSHOT "{\"active_queues\""

/* What a browser can make us keep. */
#define MAX_WRITERS 4096
#define MAX_SNAPSHOT (8 * 1024 * 1024)
#define MAX_STAMPS 4096
#define MAX_QUEUES 2000
#define MAX_TASKS 2000
#define MAX_NAME 200

/* TracePacket */
enum
{
  PACKET_SEQUENCE = 10,
  PACKET_TRACK_EVENT = 11
};

/* TrackEvent */
#define EVENT_ANNOTATION 4

/* DebugAnnotation */
enum
{
  ANNOTATION_STRING = 6,
  ANNOTATION_JSON = 9,
  ANNOTATION_ENTRIES = 11
};

/* A thread writes in a sequence of its own. */
typedef struct
{
  GString *last;                /* NULL: none yet */
  GString *kept;                /* the last one before a stamp, likewise */
} Writer;

struct _LsPageSnapshots
{
  LsPerfettoPackets *packets;
  GHashTable        *writers;   /* number → Writer */
  GHashTable        *stamps;    /* stamp → number of a writer */
  char              *stamp;
};

static void
writer_free (gpointer data)
{
  Writer *self = data;

  if (self->last != NULL)
    g_string_free (self->last, TRUE);
  if (self->kept != NULL)
    g_string_free (self->kept, TRUE);
  g_free (self);
}

/* A snapshot is JSON in an argument of its event. The names of events are no help: where the browser's buffer is full, they are the
 * first to go away. */
static void
take_json (Writer                *writer,
           const LsProtobufField *field)
{
  if (field->n_bytes < strlen (SNAPSHOT) || field->n_bytes > MAX_SNAPSHOT ||
      memcmp (field->bytes, SNAPSHOT, strlen (SNAPSHOT)) != 0)
    return;
  if (writer->last == NULL)
    writer->last = g_string_new (NULL);
  g_string_truncate (writer->last, 0);
  g_string_append_len (writer->last, (const char *) field->bytes, field->n_bytes);
}

/* A stamp is a text of which we know the beginning; a page could put others of its own there. */
static void
take_text (LsPageSnapshots       *self,
           guint32                number,
           Writer                *writer,
           const LsProtobufField *field)
{
  g_autofree char *text = g_strndup ((const char *) field->bytes, MIN (field->n_bytes, MAX_NAME));
  guint64 stamp;

  if (!g_str_has_prefix (text, self->stamp) ||
      !g_ascii_string_to_unsigned (text + strlen (self->stamp), 10, 1, MAX_STAMPS, &stamp, NULL))
    return;
  g_hash_table_insert (self->stamps, GUINT_TO_POINTER ((guint) stamp), GUINT_TO_POINTER (number));
  if (writer->last == NULL)
    return;
  if (writer->kept == NULL)
    writer->kept = g_string_new (NULL);
  g_string_assign (writer->kept, writer->last->str);
}

/* Goes over the arguments of an event: a snapshot is in one, a stamp in a member of one. @depth: 0 for the event */
static void
take_arguments (LsPageSnapshots       *self,
                guint32                number,
                Writer                *writer,
                const LsProtobufField *message,
                guint                  depth)
{
  LsProtobuf fields;
  LsProtobufField field;

  ls_protobuf_init_field (&fields, message);
  while (ls_protobuf_next (&fields, &field))
    if (field.type != LS_WIRE_BYTES)
      continue;
    else if (field.number == (depth == 0 ? EVENT_ANNOTATION : ANNOTATION_ENTRIES) && depth < 2)
      take_arguments (self, number, writer, &field, depth + 1);
    else if (field.number == ANNOTATION_JSON && depth == 1)
      take_json (writer, &field);
    else if (field.number == ANNOTATION_STRING && depth == 2)
      take_text (self, number, writer, &field);
}

static Writer *
ensure_writer (LsPageSnapshots *self,
               guint32          number)
{
  Writer *writer = g_hash_table_lookup (self->writers, GUINT_TO_POINTER (number));

  if (writer != NULL || g_hash_table_size (self->writers) >= MAX_WRITERS)
    return writer;
  writer = g_new0 (Writer, 1);
  g_hash_table_insert (self->writers, GUINT_TO_POINTER (number), writer);
  return writer;
}

static void
packet_cb (const guint8 *bytes,
           gsize         n_bytes,
           gpointer      user_data)
{
  LsPageSnapshots *self = user_data;
  guint32 number = 0;
  LsProtobufField event = { 0 };
  LsProtobuf fields;
  LsProtobufField field;
  Writer *writer;

  ls_protobuf_init (&fields, bytes, n_bytes);
  while (ls_protobuf_next (&fields, &field))
    if (field.number == PACKET_SEQUENCE)
      number = (guint32) field.value;
    else if (field.number == PACKET_TRACK_EVENT && field.type == LS_WIRE_BYTES)
      event = field;
  writer = fields.broken || number == 0 || event.bytes == NULL ? NULL : ensure_writer (self, number);
  if (writer != NULL)
    take_arguments (self, number, writer, &event, 0);
}

/**
 * ls_page_snapshots_new:
 * @stamp: what the texts of our stamps begin with; their numbers follow
 *
 * Returns: (transfer full): a reader that has read nothing
 */
LsPageSnapshots *
ls_page_snapshots_new (const char *stamp)
{
  LsPageSnapshots *self = g_new0 (LsPageSnapshots, 1);

  self->packets = ls_perfetto_packets_new (packet_cb, self);
  self->writers = g_hash_table_new_full (NULL, NULL, NULL, writer_free);
  self->stamps = g_hash_table_new (NULL, NULL);
  self->stamp = g_strdup (stamp);
  return self;
}

void
ls_page_snapshots_free (LsPageSnapshots *self)
{
  ls_perfetto_packets_free (self->packets);
  g_hash_table_unref (self->writers);
  g_hash_table_unref (self->stamps);
  g_free (self->stamp);
  g_free (self);
}

void
ls_page_snapshots_feed (LsPageSnapshots *self,
                        const guint8    *bytes,
                        gsize            n_bytes)
{
  ls_perfetto_packets_feed (self->packets, bytes, n_bytes);
}

/* Returns the number of the thread that has a stamp, 0 for none. */
guint32
ls_page_snapshots_find_thread (LsPageSnapshots *self,
                               guint            stamp)
{
  return GPOINTER_TO_UINT (g_hash_table_lookup (self->stamps, GUINT_TO_POINTER (stamp)));
}

/* The snapshot */

static double
get_number (JsonObject *object,
            const char *member,
            double      missing)
{
  JsonNode *node = json_object_get_member (object, member);

  return node != NULL && JSON_NODE_HOLDS_VALUE (node) ? json_node_get_double (node) : missing;
}

static guint64
get_count (JsonObject *object,
           const char *member)
{
  const double number = get_number (object, member, 0);

  return number >= 1 ? (guint64) MIN (number, 9007199254740991.0) : 0;
}

static char *
dup_text (JsonObject *object,
          const char *member)
{
  JsonNode *node = json_object_get_member (object, member);
  const char *text = node != NULL && JSON_NODE_HOLDS_VALUE (node) ? json_node_get_string (node) : NULL;

  return text != NULL ? g_utf8_substring (text, 0, MIN (g_utf8_strlen (text, -1), MAX_NAME)) : g_strdup ("");
}

static LsPhotographTask *
read_task (JsonObject        *object,
           LsPhotographPlace  place)
{
  LsPhotographTask *task = g_atomic_rc_box_new0 (LsPhotographTask);

  task->place = place;
  task->posted_from = dup_text (object, "posted_from");
  task->name = g_strdup ("");
  task->sequence = get_count (object, "sequence_num");
  task->order = get_count (object, "enqueue_order");
  task->due_in = get_number (object, "delayed_run_time_milliseconds_from_now", 0);
  task->is_cancelled = ls_json_peek_boolean (object, "is_cancelled", FALSE);
  task->age = -1;
  return task;
}

static void
read_place (LsPhotographQueue *queue,
            JsonObject        *object,
            LsPhotographPlace  place)
{
  static const char *const lists[LS_N_PHOTOGRAPH_PLACES] = {
    "immediate_work_queue", "immediate_incoming_queue", "delayed_work_queue", "delayed_incoming_queue",
  };
  static const char *const sizes[LS_N_PHOTOGRAPH_PLACES] = {
    "immediate_work_queue_size", "any_thread_.immediate_incoming_queuesize", "delayed_work_queue_size", "delayed_incoming_queue_size",
  };
  JsonArray *list = ls_json_peek_array (object, lists[place]);
  const guint length = list != NULL ? json_array_get_length (list) : 0;

  queue->sizes[place] = MAX (MIN (get_count (object, sizes[place]), G_MAXUINT / 8), length);
  for (guint i = 0; i < MIN (length, MAX_TASKS); i++)
    {
      JsonNode *node = json_array_get_element (list, i);

      if (JSON_NODE_HOLDS_OBJECT (node))
        g_ptr_array_add (queue->tasks, read_task (json_node_get_object (node), place));
    }
}

static void
read_queue (LsPhotographThread *thread,
            JsonObject         *object)
{
  LsPhotographQueue *queue = ls_photograph_thread_add_queue (thread, dup_text (object, "name"));

  queue->priority = MIN (get_count (object, "priority"), 1000);
  queue->is_enabled = ls_json_peek_boolean (object, "enabled", TRUE);
  queue->is_fenced = json_object_has_member (object, "current_fence");
  queue->delay_to_next = get_number (object, "delay_to_next_task_ms", NAN);
  for (guint i = 0; i < LS_N_PHOTOGRAPH_PLACES; i++)
    read_place (queue, object, i);
}

/* A snapshot says the name of the queue that is taken from, and several have the same: it is the one that has the first task. */
static void
mark_selected (LsPhotographThread *thread,
               const char         *selected)
{
  LsPhotographQueue *found = NULL;

  for (guint i = 0; i < thread->queues->len; i++)
    {
      LsPhotographQueue *queue = g_ptr_array_index (thread->queues, i);

      if (strcmp (queue->name, selected) != 0 || queue->sizes[LS_PHOTOGRAPH_IMMEDIATE] + queue->sizes[LS_PHOTOGRAPH_DUE] == 0)
        continue;
      if (found == NULL || (queue->is_enabled && (!found->is_enabled || queue->priority < found->priority)))
        found = queue;
    }
  if (found != NULL)
    found->is_selected = TRUE;
}

/**
 * ls_page_snapshots_read_queues:
 * @self: a reader
 * @number: of a thread
 * @thread: takes its queues
 *
 * Reads the queues of a thread as they were before the last stamp. Where there was nothing to read, the thread has none.
 */
void
ls_page_snapshots_read_queues (LsPageSnapshots    *self,
                               guint32             number,
                               LsPhotographThread *thread)
{
  const Writer *writer = g_hash_table_lookup (self->writers, GUINT_TO_POINTER (number));
  g_autoptr (JsonNode) root = NULL;
  g_autofree char *selected = NULL;
  JsonArray *queues;

  if (writer == NULL || writer->kept == NULL)
    return;
  root = ls_json_parse ("snapshot", writer->kept->str, writer->kept->len, NULL, NULL);
  if (root == NULL || !JSON_NODE_HOLDS_OBJECT (root))
    return;
  queues = ls_json_peek_array (json_node_get_object (root), "active_queues");
  for (guint i = 0; queues != NULL && i < MIN (json_array_get_length (queues), MAX_QUEUES); i++)
    {
      JsonNode *node = json_array_get_element (queues, i);

      if (JSON_NODE_HOLDS_OBJECT (node))
        read_queue (thread, json_node_get_object (node));
    }
  selected = dup_text (json_node_get_object (root), "selected_queue");
  mark_selected (thread, selected);
}
