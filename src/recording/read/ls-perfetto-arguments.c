/* ls-perfetto-arguments.c: the arguments of track events, by the paths that they have in Chromium's JSON
 *
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */

#include <string.h>

#include "ls-perfetto-events-private.h"

#define MAX_DEPTH 12
#define MAX_PATH 256
#define MAX_ELEMENTS 4096

/* DebugAnnotation */
enum
{
  ANNOTATION_NAME_IID = 1,
  ANNOTATION_BOOL = 2,
  ANNOTATION_UINT = 3,
  ANNOTATION_INT = 4,
  ANNOTATION_DOUBLE = 5,
  ANNOTATION_STRING = 6,
  ANNOTATION_POINTER = 7,
  ANNOTATION_NESTED = 8,
  ANNOTATION_NAME = 10,
  ANNOTATION_ENTRIES = 11,
  ANNOTATION_ELEMENTS = 12,
  ANNOTATION_STRING_IID = 17
};

/* DebugAnnotation.NestedValue */
enum
{
  NESTED_KEYS = 2,
  NESTED_VALUES = 3,
  NESTED_ELEMENTS = 4,
  NESTED_INT = 5,
  NESTED_DOUBLE = 6,
  NESTED_BOOL = 7,
  NESTED_STRING = 8
};

/* The arguments that Chromium writes as messages of their own (ChromeTrackEvent). */
enum
{
  TYPED_SEQUENCE_MANAGER_TASK = 1040,
  TYPED_ANIMATION_FRAME = 1064,
  TYPED_ANIMATION_FRAME_SCRIPT = 1065,
  TYPED_EVENT_TIMING = 1069
};

typedef struct
{
  LsChromeEvent *event;
  LsPerfettoSequence *sequence;
  GString *path;
} Reader;

static void
set_text (Reader     *self,
          const char *text,
          gsize       n_bytes)
{
  if (text != NULL)
    ls_chrome_event_set_text (self->event, self->path->str, self->path->len, text, n_bytes);
}

static void
set_field_text (Reader                *self,
                const LsProtobufField *field)
{
  if (field->type == LS_WIRE_BYTES)
    set_text (self, (const char *) field->bytes, field->n_bytes);
}

static void
set_unsigned (Reader  *self,
              guint64  number)
{
  ls_chrome_event_set_number (self->event, self->path->str, self->path->len, (double) number, number);
}

static void
set_signed (Reader  *self,
            guint64  bits)
{
  gint64 number = (gint64) bits;

  ls_chrome_event_set_number (self->event, self->path->str, self->path->len, (double) number, number > 0 ? bits : 0);
}

static void
set_double (Reader *self,
            double  number)
{
  gboolean fits = number >= 0 && number < 18446744073709549568.0;

  ls_chrome_event_set_number (self->event, self->path->str, self->path->len, number, fits ? (guint64) number : 0);
}

static void
set_pointer (Reader  *self,
             guint64  pointer)
{
  char text[32];

  g_snprintf (text, sizeof text, "0x%" G_GINT64_MODIFIER "x", pointer);
  set_text (self, text, strlen (text));
}

/* Goes into the member @name. The path is to be cut to its old length afterwards. */
static gboolean
enter_member (Reader     *self,
              const char *name,
              gsize       n_bytes)
{
  if (name == NULL || n_bytes == 0 || self->path->len + 1 + n_bytes > MAX_PATH)
    return FALSE;

  if (self->path->len > 0)
    g_string_append_c (self->path, '.');
  g_string_append_len (self->path, name, (gssize) n_bytes);
  return TRUE;
}

static gboolean
enter_element (Reader *self,
               guint   index)
{
  if (index >= MAX_ELEMENTS || self->path->len + 12 > MAX_PATH)
    return FALSE;

  g_string_append_printf (self->path, "[%u]", index);
  return TRUE;
}

static void
read_nested (Reader                *self,
             const LsProtobufField *message,
             guint                  depth)
{
  gsize length = self->path->len;
  guint n_elements = 0;
  LsProtobuf fields;
  LsProtobuf keys;
  LsProtobufField field;
  LsProtobufField key;

  if (depth >= MAX_DEPTH)
    return;

  /* The keys of a dictionary and its values are lists of equal length, in whatever order they are written. */
  ls_protobuf_init_field (&keys, message);
  ls_protobuf_init_field (&fields, message);
  while (ls_protobuf_next (&fields, &field))
    switch (field.number)
      {
      case NESTED_VALUES:
        do
          if (!ls_protobuf_next (&keys, &key))
            return;
        while (key.number != NESTED_KEYS);
        if (enter_member (self, (const char *) key.bytes, key.n_bytes))
          read_nested (self, &field, depth + 1);
        g_string_truncate (self->path, length);
        break;
      case NESTED_ELEMENTS:
        if (enter_element (self, n_elements++))
          read_nested (self, &field, depth + 1);
        g_string_truncate (self->path, length);
        break;
      case NESTED_INT:
        set_signed (self, field.value);
        break;
      case NESTED_DOUBLE:
        set_double (self, ls_protobuf_get_double (&field));
        break;
      case NESTED_BOOL:
        set_unsigned (self, field.value != 0);
        break;
      case NESTED_STRING:
        set_field_text (self, &field);
        break;
      default:
        break;
      }
}

static gboolean
find_name (Reader                 *self,
           const LsProtobufField  *annotation,
           const char            **name,
           gsize                  *n_bytes)
{
  LsProtobuf fields;
  LsProtobufField field;

  *name = NULL;
  *n_bytes = 0;
  ls_protobuf_init_field (&fields, annotation);
  while (ls_protobuf_next (&fields, &field))
    if (field.number == ANNOTATION_NAME_IID)
      *name = ls_perfetto_sequence_get_text (self->sequence, LS_PERFETTO_ANNOTATION_NAMES, field.value, n_bytes);
    else if (field.number == ANNOTATION_NAME)
      {
        *name = (const char *) field.bytes;
        *n_bytes = field.n_bytes;
      }

  return *name != NULL;
}

static void read_value (Reader                *self,
                        const LsProtobufField *annotation,
                        guint                  depth);

static void
read_entry (Reader                *self,
            const LsProtobufField *annotation,
            guint                  depth)
{
  gsize length = self->path->len;
  const char *name;
  gsize n_bytes;

  if (depth < MAX_DEPTH && find_name (self, annotation, &name, &n_bytes) && enter_member (self, name, n_bytes))
    read_value (self, annotation, depth);
  g_string_truncate (self->path, length);
}

static void
read_element (Reader                *self,
              const LsProtobufField *annotation,
              guint                  index,
              guint                  depth)
{
  gsize length = self->path->len;

  if (depth < MAX_DEPTH && enter_element (self, index))
    read_value (self, annotation, depth);
  g_string_truncate (self->path, length);
}

static void
read_interned_string (Reader  *self,
                      guint64  iid)
{
  gsize n_bytes;
  const char *text = ls_perfetto_sequence_get_text (self->sequence, LS_PERFETTO_STRINGS, iid, &n_bytes);

  set_text (self, text, n_bytes);
}

static void
read_value (Reader                *self,
            const LsProtobufField *annotation,
            guint                  depth)
{
  guint n_elements = 0;
  LsProtobuf fields;
  LsProtobufField field;

  ls_protobuf_init_field (&fields, annotation);
  while (ls_protobuf_next (&fields, &field))
    switch (field.number)
      {
      case ANNOTATION_BOOL:
        set_unsigned (self, field.value != 0);
        break;
      case ANNOTATION_UINT:
        set_unsigned (self, field.value);
        break;
      case ANNOTATION_INT:
        set_signed (self, field.value);
        break;
      case ANNOTATION_DOUBLE:
        set_double (self, ls_protobuf_get_double (&field));
        break;
      case ANNOTATION_STRING:
        set_field_text (self, &field);
        break;
      case ANNOTATION_STRING_IID:
        read_interned_string (self, field.value);
        break;
      case ANNOTATION_POINTER:
        set_pointer (self, field.value);
        break;
      case ANNOTATION_NESTED:
        read_nested (self, &field, depth + 1);
        break;
      case ANNOTATION_ENTRIES:
        read_entry (self, &field, depth + 1);
        break;
      case ANNOTATION_ELEMENTS:
        read_element (self, &field, n_elements++, depth + 1);
        break;
      default:
        break;
      }
}

/*< private >
 * ls_perfetto_read_annotation:
 * @event: an event
 * @sequence: the sequence of the packet
 * @path: an empty text to work with; empty again afterwards
 * @annotation: the message DebugAnnotation
 *
 * Sets the arguments that are in an annotation. Those too deep, too many or without a name are left out.
 */
void
ls_perfetto_read_annotation (LsChromeEvent         *event,
                             LsPerfettoSequence    *sequence,
                             GString               *path,
                             const LsProtobufField *annotation)
{
  Reader reader = { event, sequence, path };

  read_entry (&reader, annotation, 0);
}

static void
set_typed_text (LsChromeEvent *event,
                const char    *path,
                const char    *text)
{
  if (text != NULL)
    ls_chrome_event_set_text (event, path, strlen (path), text, strlen (text));
}

static void
set_typed_bytes (LsChromeEvent         *event,
                 const char            *path,
                 const LsProtobufField *field)
{
  if (field->type == LS_WIRE_BYTES)
    ls_chrome_event_set_text (event, path, strlen (path), (const char *) field->bytes, field->n_bytes);
}

static void
set_typed_number (LsChromeEvent         *event,
                  const char            *path,
                  const LsProtobufField *field)
{
  ls_chrome_event_set_number (event, path, strlen (path), (double) field->value, field->value);
}

static void
read_sequence_manager_task (LsChromeEvent         *event,
                            const LsProtobufField *field)
{
  if (field->number == 1 && field->value != 0)
    set_typed_text (event, "sequence_manager_task.priority", ls_perfetto_get_rank_name (field->value));
  else if (field->number == 2 && field->value != 0)
    set_typed_text (event, "sequence_manager_task.queue_name", ls_perfetto_get_queue_name (field->value));
}

static void
read_animation_frame (LsChromeEvent         *event,
                      const LsProtobufField *field)
{
  if (field->number == 1)
    set_typed_number (event, "animation_frame_timing_info.blocking_duration_ms", field);
  else if (field->number == 2)
    set_typed_number (event, "animation_frame_timing_info.duration_ms", field);
  else if (field->number == 3)
    set_typed_number (event, "animation_frame_timing_info.num_scripts", field);
}

static void
read_animation_frame_script (LsChromeEvent         *event,
                             const LsProtobufField *field)
{
  switch (field->number)
    {
    case 4:
      set_typed_bytes (event, "animation_frame_script_timing_info.class_like_name", field);
      break;
    case 5:
      set_typed_bytes (event, "animation_frame_script_timing_info.property_like_name", field);
      break;
    case 6:
      set_typed_bytes (event, "animation_frame_script_timing_info.source_location_url", field);
      break;
    case 7:
      set_typed_bytes (event, "animation_frame_script_timing_info.source_location_function_name", field);
      break;
    case 8:
      set_typed_number (event, "animation_frame_script_timing_info.source_location_char_position", field);
      break;
    case 9:
      set_typed_text (event, "animation_frame_script_timing_info.invoker_type", ls_perfetto_get_invoker (field->value));
      break;
    default:
      break;
    }
}

static void
read_event_timing (LsChromeEvent         *event,
                   const LsProtobufField *field)
{
  if (field->number == 2)
    set_typed_bytes (event, "data.frame", field);
  else if (field->number == 3)
    set_typed_number (event, "data.interactionId", field);
  else if (field->number == 9)
    set_typed_text (event, "data.type", ls_perfetto_get_event_type (field->value));
}

/*< private >
 * ls_perfetto_read_typed:
 * @event: an event
 * @field: a field of the track event
 *
 * Sets the arguments of a message of Chromium's own.
 *
 * Returns: whether the field is one that is known here
 */
gboolean
ls_perfetto_read_typed (LsChromeEvent         *event,
                        const LsProtobufField *field)
{
  void (*read) (LsChromeEvent *, const LsProtobufField *);
  LsProtobuf fields;
  LsProtobufField member;

  switch (field->number)
    {
    case TYPED_SEQUENCE_MANAGER_TASK:
      read = read_sequence_manager_task;
      break;
    case TYPED_ANIMATION_FRAME:
      read = read_animation_frame;
      break;
    case TYPED_ANIMATION_FRAME_SCRIPT:
      read = read_animation_frame_script;
      break;
    case TYPED_EVENT_TIMING:
      read = read_event_timing;
      break;
    default:
      return FALSE;
    }

  ls_protobuf_init_field (&fields, field);
  while (ls_protobuf_next (&fields, &member))
    read (event, &member);
  return TRUE;
}
