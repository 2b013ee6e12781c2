/* ls-perfetto-tracks-private.h: the tracks of a Perfetto trace and the slices that are open on them
 *
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */

#pragma once

#include "ls-protobuf-private.h"

G_BEGIN_DECLS

/*< private >
 * LsPerfettoTrackKind:
 * @LS_PERFETTO_TRACK_OTHER: slices of their own: asynchronous ones
 * @LS_PERFETTO_TRACK_THREAD: what a thread does
 * @LS_PERFETTO_TRACK_PROCESS: what belongs to a process as a whole
 * @LS_PERFETTO_TRACK_COUNTER: numbers
 */
typedef enum
{
  LS_PERFETTO_TRACK_OTHER,
  LS_PERFETTO_TRACK_THREAD,
  LS_PERFETTO_TRACK_PROCESS,
  LS_PERFETTO_TRACK_COUNTER
} LsPerfettoTrackKind;

/*< private >
 * LsPerfettoTrack:
 * @uuid: the track
 * @parent: the one that it belongs to, 0 for none
 * @pid: of a process or a thread
 * @tid: of a thread
 * @kind: what it is
 */
typedef struct
{
  guint64 uuid;
  guint64 parent;
  guint64 pid;
  guint64 tid;
  LsPerfettoTrackKind kind;
} LsPerfettoTrack;

/*< private >
 * LsPerfettoNaming:
 * @name: (nullable): what the descriptor calls the thread or the process, @n_bytes bytes
 * @n_bytes: how long it is
 * @labels: (nullable): what it says of the process besides
 * @n_label_bytes: how long that is
 */
typedef struct
{
  const char *name;
  gsize n_bytes;
  const char *labels;
  gsize n_label_bytes;
} LsPerfettoNaming;

/*< private >
 * LS_PERFETTO_NO_EVENT:
 *
 * A slice that nobody wants.
 */
#define LS_PERFETTO_NO_EVENT G_MAXSIZE

/*< private >
 * LsPerfettoSlice:
 * @event: the slice's event in the recording, or %LS_PERFETTO_NO_EVENT
 * @time: when it began, in ns
 *
 * A slice that has begun. */
typedef struct
{
  gsize event;
  gint64 time;
} LsPerfettoSlice;

/*< private >
 * LsPerfettoTracks:
 *
 * All tracks by their numbers. There are limits to their number and to the slices that are open at once. */
typedef struct _LsPerfettoTracks LsPerfettoTracks;

LsPerfettoTracks      *ls_perfetto_tracks_new      (void);
void                   ls_perfetto_tracks_free     (LsPerfettoTracks      *self);
const LsPerfettoTrack *ls_perfetto_tracks_describe (LsPerfettoTracks      *self,
                                                    const LsProtobufField *descriptor,
                                                    LsPerfettoNaming      *naming);
const LsPerfettoTrack *ls_perfetto_tracks_find     (LsPerfettoTracks      *self,
                                                    guint64                uuid);
LsPerfettoTrackKind    ls_perfetto_tracks_get_kind (LsPerfettoTracks      *self,
                                                    guint64                uuid);
const LsPerfettoTrack *ls_perfetto_tracks_find_of  (LsPerfettoTracks      *self,
                                                    guint64                uuid,
                                                    LsPerfettoTrackKind    kind);
void                   ls_perfetto_tracks_push     (LsPerfettoTracks      *self,
                                                    guint64                uuid,
                                                    const LsPerfettoSlice *slice);
gboolean               ls_perfetto_tracks_pop      (LsPerfettoTracks      *self,
                                                    guint64                uuid,
                                                    LsPerfettoSlice       *slice);
gboolean               ls_perfetto_tracks_is_full  (LsPerfettoTracks      *self);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (LsPerfettoTracks, ls_perfetto_tracks_free)

G_END_DECLS
