/* ls-perfetto-tracks.c: the tracks of a Perfetto trace and the slices that are open on them
 *
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */

#include "ls-perfetto-tracks-private.h"

#define MAX_TRACKS 262144
#define MAX_OPEN 262144
#define MAX_DEPTH 4096
#define MAX_ANCESTORS 16

/* TrackDescriptor */
#define UUID 1
#define PROCESS 3
#define THREAD 4
#define PARENT_UUID 5
#define COUNTER 8

/* ProcessDescriptor */
#define PROCESS_PID 1
#define PROCESS_NAME 6
#define PROCESS_LABELS 8

/* ThreadDescriptor */
#define THREAD_PID 1
#define THREAD_TID 2
#define THREAD_NAME 5

struct _LsPerfettoTracks
{
  /* Owns the tracks. The key is in the track. */
  GHashTable *tracks;
  const LsPerfettoTrack *last;

  /* Track → its open slices, a GArray; and how many there are together. */
  GHashTable *open;
  guint n_open;
  gboolean is_full;
};

static void
unref_slices (gpointer data)
{
  g_array_unref (data);
}

LsPerfettoTracks *
ls_perfetto_tracks_new (void)
{
  LsPerfettoTracks *self = g_new0 (LsPerfettoTracks, 1);

  self->tracks = g_hash_table_new_full (g_int64_hash, g_int64_equal, NULL, g_free);
  self->open = g_hash_table_new_full (g_int64_hash, g_int64_equal, g_free, unref_slices);

  return self;
}

void
ls_perfetto_tracks_free (LsPerfettoTracks *self)
{
  g_hash_table_unref (self->open);
  g_hash_table_unref (self->tracks);
  g_free (self);
}

static void
set_text (const LsProtobufField  *field,
          const char            **text,
          gsize                  *n_bytes)
{
  *text = (const char *) field->bytes;
  *n_bytes = field->n_bytes;
}

static void
read_process (LsPerfettoTrack       *track,
              LsPerfettoNaming      *naming,
              const LsProtobufField *message)
{
  LsProtobuf fields;
  LsProtobufField field;

  track->kind = LS_PERFETTO_TRACK_PROCESS;
  ls_protobuf_init_field (&fields, message);
  while (ls_protobuf_next (&fields, &field))
    if (field.number == PROCESS_PID)
      track->pid = field.value;
    else if (field.number == PROCESS_NAME)
      set_text (&field, &naming->name, &naming->n_bytes);
    else if (field.number == PROCESS_LABELS)
      set_text (&field, &naming->labels, &naming->n_label_bytes);
}

static void
read_thread (LsPerfettoTrack       *track,
             LsPerfettoNaming      *naming,
             const LsProtobufField *message)
{
  LsProtobuf fields;
  LsProtobufField field;

  track->kind = LS_PERFETTO_TRACK_THREAD;
  ls_protobuf_init_field (&fields, message);
  while (ls_protobuf_next (&fields, &field))
    if (field.number == THREAD_PID)
      track->pid = field.value;
    else if (field.number == THREAD_TID)
      track->tid = field.value;
    else if (field.number == THREAD_NAME)
      set_text (&field, &naming->name, &naming->n_bytes);
}

/*< private >
 * ls_perfetto_tracks_describe:
 * @self: tracks
 * @descriptor: the message TrackDescriptor
 * @naming: (out caller-allocates): what it calls a thread or a process; valid as long as the packet
 *
 * Takes in a track. Descriptors come again and again; the last one counts.
 *
 * Returns: (nullable): the track; %NULL if there are too many
 */
const LsPerfettoTrack *
ls_perfetto_tracks_describe (LsPerfettoTracks      *self,
                             const LsProtobufField *descriptor,
                             LsPerfettoNaming      *naming)
{
  LsPerfettoTrack read = { 0 };
  LsPerfettoTrack *track;
  LsProtobuf fields;
  LsProtobufField field;

  *naming = (LsPerfettoNaming) { 0 };
  ls_protobuf_init_field (&fields, descriptor);
  while (ls_protobuf_next (&fields, &field))
    switch (field.number)
      {
      case UUID:
        read.uuid = field.value;
        break;
      case PARENT_UUID:
        read.parent = field.value;
        break;
      case PROCESS:
        read_process (&read, naming, &field);
        break;
      case THREAD:
        read_thread (&read, naming, &field);
        break;
      case COUNTER:
        read.kind = LS_PERFETTO_TRACK_COUNTER;
        break;
      default:
        break;
      }

  track = g_hash_table_lookup (self->tracks, &read.uuid);
  if (track == NULL && g_hash_table_size (self->tracks) >= MAX_TRACKS)
    {
      self->is_full = TRUE;
      return NULL;
    }
  if (track == NULL)
    {
      track = g_new (LsPerfettoTrack, 1);
      *track = read;
      g_hash_table_insert (self->tracks, &track->uuid, track);
    }
  else
    *track = read;

  return track;
}

/* Tracks stay where they are, once they are there. */
const LsPerfettoTrack *
ls_perfetto_tracks_find (LsPerfettoTracks *self,
                         guint64           uuid)
{
  const LsPerfettoTrack *track;

  if (self->last != NULL && self->last->uuid == uuid)
    return self->last;

  track = g_hash_table_lookup (self->tracks, &uuid);
  if (track != NULL)
    self->last = track;
  return track;
}

/*< private >
 * ls_perfetto_tracks_get_kind:
 * @self: tracks
 * @uuid: a track
 *
 * Returns: what it is; one that nobody has described is none of the others
 */
LsPerfettoTrackKind
ls_perfetto_tracks_get_kind (LsPerfettoTracks *self,
                             guint64           uuid)
{
  const LsPerfettoTrack *track = ls_perfetto_tracks_find (self, uuid);

  return track != NULL ? track->kind : LS_PERFETTO_TRACK_OTHER;
}

/*< private >
 * ls_perfetto_tracks_find_of:
 * @self: tracks
 * @uuid: a track
 * @kind: what is looked for
 *
 * Returns: (nullable): the track itself or the nearest track above it that is a @kind
 */
const LsPerfettoTrack *
ls_perfetto_tracks_find_of (LsPerfettoTracks    *self,
                            guint64              uuid,
                            LsPerfettoTrackKind  kind)
{
  for (guint i = 0; i < MAX_ANCESTORS; i++)
    {
      const LsPerfettoTrack *track = ls_perfetto_tracks_find (self, uuid);

      if (track == NULL || track->kind == kind)
        return track;
      if (track->parent == 0)
        return NULL;
      uuid = track->parent;
    }

  return NULL;
}

/*< private >
 * ls_perfetto_tracks_push:
 * @self: tracks
 * @uuid: a track
 * @slice: what begins
 *
 * A slice begins. If too many are open, it is as if it had no beginning.
 */
void
ls_perfetto_tracks_push (LsPerfettoTracks      *self,
                         guint64                uuid,
                         const LsPerfettoSlice *slice)
{
  GArray *slices = g_hash_table_lookup (self->open, &uuid);

  if (self->n_open >= MAX_OPEN || (slices != NULL && slices->len >= MAX_DEPTH))
    {
      self->is_full = TRUE;
      return;
    }
  if (slices == NULL)
    {
      slices = g_array_new (FALSE, FALSE, sizeof (LsPerfettoSlice));
      g_hash_table_insert (self->open, g_memdup2 (&uuid, sizeof uuid), slices);
    }

  g_array_append_vals (slices, slice, 1);
  self->n_open++;
}

/*< private >
 * ls_perfetto_tracks_pop:
 * @self: tracks
 * @uuid: a track
 * @slice: (out caller-allocates): the innermost open slice
 *
 * A slice ends.
 *
 * Returns: whether one was open
 */
gboolean
ls_perfetto_tracks_pop (LsPerfettoTracks *self,
                        guint64           uuid,
                        LsPerfettoSlice  *slice)
{
  GArray *slices = g_hash_table_lookup (self->open, &uuid);

  if (slices == NULL || slices->len == 0)
    return FALSE;

  *slice = g_array_index (slices, LsPerfettoSlice, slices->len - 1);
  g_array_set_size (slices, slices->len - 1);
  self->n_open--;

  /* Asynchronous slices have tracks of their own, as many as there are slices: nothing of them may stay. */
  if (slices->len == 0 && ls_perfetto_tracks_get_kind (self, uuid) != LS_PERFETTO_TRACK_THREAD)
    g_hash_table_remove (self->open, &uuid);

  return TRUE;
}

/*< private >
 * ls_perfetto_tracks_is_full:
 * @self: tracks
 *
 * Returns: whether there were more tracks or open slices than are kept
 */
gboolean
ls_perfetto_tracks_is_full (LsPerfettoTracks *self)
{
  return self->is_full;
}
