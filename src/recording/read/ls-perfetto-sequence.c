/* ls-perfetto-sequence.c: what one writer of a Perfetto trace has said so far
 *
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */

#include <string.h>

#include "ls-perfetto-sequence-private.h"

/* Longer texts are of no use here. */
#define MAX_TEXT 65536

/* What a text costs besides its bytes. */
#define COST 64

/* InternedData */
#define EVENT_CATEGORIES 1
#define EVENT_NAMES 2
#define DEBUG_ANNOTATION_NAMES 3
#define SOURCE_LOCATIONS 4
#define DEBUG_ANNOTATION_STRING_VALUES 29

/* TracePacketDefaults */
#define TRACK_EVENT_DEFAULTS 11
#define TIMESTAMP_CLOCK_ID 58

/* TrackEventDefaults */
#define TRACK_UUID 11

typedef struct
{
  gsize n_bytes;
  char bytes[];
} Text;

struct _LsPerfettoSequence
{
  GHashTable *texts[LS_N_PERFETTO_NAMES];
  GHashTable *locations;
  guint64 default_clock;
  guint64 default_track;

  /* How much all sequences together may still keep, and how much of it this one keeps. */
  gsize *n_bytes_left;
  gsize n_bytes;
};

static void
location_free (gpointer data)
{
  LsPerfettoLocation *location = data;

  g_free ((char *) location->file);
  g_free ((char *) location->function);
  g_free (location);
}

/*< private >
 * ls_perfetto_sequence_new:
 * @n_bytes_left: how many bytes all sequences together may still keep; must live as long as they do
 *
 * Returns: (transfer full): a sequence of which nothing is known
 */
LsPerfettoSequence *
ls_perfetto_sequence_new (gsize *n_bytes_left)
{
  LsPerfettoSequence *self = g_new0 (LsPerfettoSequence, 1);

  self->n_bytes_left = n_bytes_left;
  for (guint i = 0; i < LS_N_PERFETTO_NAMES; i++)
    self->texts[i] = g_hash_table_new_full (NULL, NULL, NULL, g_free);
  self->locations = g_hash_table_new_full (NULL, NULL, NULL, location_free);

  return self;
}

void
ls_perfetto_sequence_free (LsPerfettoSequence *self)
{
  ls_perfetto_sequence_clear (self);
  for (guint i = 0; i < LS_N_PERFETTO_NAMES; i++)
    g_hash_table_unref (self->texts[i]);
  g_hash_table_unref (self->locations);
  g_free (self);
}

/*< private >
 * ls_perfetto_sequence_clear:
 * @self: a sequence
 *
 * Forgets everything: the writer begins anew.
 */
void
ls_perfetto_sequence_clear (LsPerfettoSequence *self)
{
  for (guint i = 0; i < LS_N_PERFETTO_NAMES; i++)
    g_hash_table_remove_all (self->texts[i]);
  g_hash_table_remove_all (self->locations);
  self->default_clock = 0;
  self->default_track = 0;
  *self->n_bytes_left += self->n_bytes;
  self->n_bytes = 0;
}

static gboolean
take_bytes (LsPerfettoSequence *self,
            gsize               n_bytes)
{
  if (n_bytes > *self->n_bytes_left)
    return FALSE;

  *self->n_bytes_left -= n_bytes;
  self->n_bytes += n_bytes;
  return TRUE;
}

/* Most numbers are small; one that no pointer holds is nobody's. */
static gpointer
to_key (guint64 iid)
{
  return iid <= G_MAXSIZE ? GSIZE_TO_POINTER ((gsize) iid) : NULL;
}

static void
intern_text (LsPerfettoSequence    *self,
             LsPerfettoNames        names,
             const LsProtobufField *entry)
{
  guint64 iid = 0;
  const guint8 *bytes = NULL;
  gsize n_bytes = 0;
  LsProtobuf fields;
  LsProtobufField field;
  Text *text;

  ls_protobuf_init_field (&fields, entry);
  while (ls_protobuf_next (&fields, &field))
    if (field.number == 1)
      iid = field.value;
    else if (field.number == 2)
      {
        bytes = field.bytes;
        n_bytes = MIN (field.n_bytes, MAX_TEXT);
      }

  if (iid == 0 || !take_bytes (self, n_bytes + COST))
    return;

  text = g_malloc (sizeof (Text) + n_bytes + 1);
  text->n_bytes = n_bytes;
  if (n_bytes > 0)
    memcpy (text->bytes, bytes, n_bytes);
  text->bytes[n_bytes] = '\0';
  g_hash_table_replace (self->texts[names], to_key (iid), text);
}

static void
intern_location (LsPerfettoSequence    *self,
                 const LsProtobufField *entry)
{
  guint64 iid = 0;
  LsProtobufField file = { 0 };
  LsProtobufField function = { 0 };
  LsProtobuf fields;
  LsProtobufField field;
  LsPerfettoLocation *location;

  ls_protobuf_init_field (&fields, entry);
  while (ls_protobuf_next (&fields, &field))
    if (field.number == 1)
      iid = field.value;
    else if (field.number == 2)
      file = field;
    else if (field.number == 3)
      function = field;

  file.n_bytes = MIN (file.n_bytes, MAX_TEXT);
  function.n_bytes = MIN (function.n_bytes, MAX_TEXT);
  if (iid == 0 || !take_bytes (self, file.n_bytes + function.n_bytes + COST))
    return;

  location = g_new (LsPerfettoLocation, 1);
  location->file = g_strndup ((const char *) file.bytes, file.n_bytes);
  location->function = g_strndup ((const char *) function.bytes, function.n_bytes);
  g_hash_table_replace (self->locations, to_key (iid), location);
}

/*< private >
 * ls_perfetto_sequence_intern:
 * @self: a sequence
 * @interned_data: the message InternedData
 *
 * Takes in texts. When all sequences together keep too much, further ones are not taken in.
 */
void
ls_perfetto_sequence_intern (LsPerfettoSequence    *self,
                             const LsProtobufField *interned_data)
{
  LsProtobuf fields;
  LsProtobufField field;

  ls_protobuf_init_field (&fields, interned_data);
  while (ls_protobuf_next (&fields, &field))
    switch (field.number)
      {
      case EVENT_CATEGORIES:
        intern_text (self, LS_PERFETTO_CATEGORIES, &field);
        break;
      case EVENT_NAMES:
        intern_text (self, LS_PERFETTO_EVENT_NAMES, &field);
        break;
      case DEBUG_ANNOTATION_NAMES:
        intern_text (self, LS_PERFETTO_ANNOTATION_NAMES, &field);
        break;
      case DEBUG_ANNOTATION_STRING_VALUES:
        intern_text (self, LS_PERFETTO_STRINGS, &field);
        break;
      case SOURCE_LOCATIONS:
        intern_location (self, &field);
        break;
      default:
        break;
      }
}

/*< private >
 * ls_perfetto_sequence_get_text:
 * @self: a sequence
 * @names: which table
 * @iid: the text's number in it
 * @n_bytes: (out) (optional): how long the text is
 *
 * Returns: (nullable): the text, valid until the sequence takes in or forgets something; %NULL if it has not said it
 */
const char *
ls_perfetto_sequence_get_text (LsPerfettoSequence *self,
                               LsPerfettoNames     names,
                               guint64             iid,
                               gsize              *n_bytes)
{
  Text *text = g_hash_table_lookup (self->texts[names], to_key (iid));

  if (n_bytes != NULL)
    *n_bytes = text != NULL ? text->n_bytes : 0;

  return text != NULL ? text->bytes : NULL;
}

const LsPerfettoLocation *
ls_perfetto_sequence_get_location (LsPerfettoSequence *self,
                                   guint64             iid)
{
  return g_hash_table_lookup (self->locations, to_key (iid));
}

/*< private >
 * ls_perfetto_sequence_set_defaults:
 * @self: a sequence
 * @defaults: the message TracePacketDefaults
 *
 * Takes in which clock and which track packets mean that name none.
 */
void
ls_perfetto_sequence_set_defaults (LsPerfettoSequence    *self,
                                   const LsProtobufField *defaults)
{
  LsProtobuf fields;
  LsProtobuf event_fields;
  LsProtobufField field;
  LsProtobufField event_field;

  self->default_clock = 0;
  self->default_track = 0;
  ls_protobuf_init_field (&fields, defaults);
  while (ls_protobuf_next (&fields, &field))
    if (field.number == TIMESTAMP_CLOCK_ID)
      self->default_clock = field.value;
    else if (field.number == TRACK_EVENT_DEFAULTS)
      {
        ls_protobuf_init_field (&event_fields, &field);
        while (ls_protobuf_next (&event_fields, &event_field))
          if (event_field.number == TRACK_UUID)
            self->default_track = event_field.value;
      }
}

guint64
ls_perfetto_sequence_get_default_clock (LsPerfettoSequence *self)
{
  return self->default_clock;
}

guint64
ls_perfetto_sequence_get_default_track (LsPerfettoSequence *self)
{
  return self->default_track;
}
