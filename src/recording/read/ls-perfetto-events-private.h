/* ls-perfetto-events-private.h: what a track event of a Perfetto trace says, as an event of Chromium's
 *
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */

#pragma once

#include "ls-chrome-events-private.h"
#include "ls-perfetto-sequence-private.h"
#include "ls-perfetto-tracks-private.h"
#include "ls-recording-flows-private.h"

G_BEGIN_DECLS

/*< private >
 * LsPerfettoEvents:
 *
 * Gives track events on as Chromium's JSON would have them, and flows to the builder. */
typedef struct _LsPerfettoEvents LsPerfettoEvents;

LsPerfettoEvents *ls_perfetto_events_new      (LsRecordingBuilder     *builder,
                                               LsPerfettoTracks       *tracks);
void              ls_perfetto_events_free     (LsPerfettoEvents       *self);
void              ls_perfetto_events_describe (LsPerfettoEvents       *self,
                                               const LsPerfettoTrack  *track,
                                               const LsPerfettoNaming *naming);
void              ls_perfetto_events_add      (LsPerfettoEvents       *self,
                                               LsPerfettoSequence     *sequence,
                                               gint64                  time,
                                               const LsProtobufField  *track_event);
void              ls_perfetto_events_end      (LsPerfettoEvents       *self);

/* ls-perfetto-arguments.c */
void              ls_perfetto_read_annotation (LsChromeEvent          *event,
                                               LsPerfettoSequence     *sequence,
                                               GString                *path,
                                               const LsProtobufField  *annotation);
gboolean          ls_perfetto_read_typed      (LsChromeEvent          *event,
                                               const LsProtobufField  *field);

/* ls-perfetto-names.c */
const char       *ls_perfetto_get_queue_name  (guint64                 queue);
const char       *ls_perfetto_get_rank_name   (guint64                 priority);
const char       *ls_perfetto_get_invoker     (guint64                 invoker);
const char       *ls_perfetto_get_event_type  (guint64                 type);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (LsPerfettoEvents, ls_perfetto_events_free)

G_END_DECLS
