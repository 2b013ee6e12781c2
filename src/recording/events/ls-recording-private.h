/* ls-recording-private.h: what a recording is made of
 *
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */

#pragma once

#include "ls-recording-texts-private.h"
#include "ls-recording.h"

G_BEGIN_DECLS

struct _LsRecording
{
  GObject parent_instance;

  LsRecordingFormat  format;
  LsRecordingEvent  *events;      /* by thread, then by time, then the longer first */
  gsize              n_events;
  guint64            duration;    /* ns */
  GArray            *threads;     /* LsRecordingThread */
  gsize             *first;       /* where the events of each thread begin, and the end of the last one */
  GArray            *loops;       /* guint */
  GPtrArray         *agents;      /* for each thread: GArray of guint, or NULL: itself alone */
  guint             *indices;     /* 0, 1, 2, …: the agents of a thread that is alone */
  GStringChunk      *names;       /* texts of @threads */
  LsRecordingTexts  *texts;
  GHashTable        *infos;       /* char* → char* */
  GStrv              problems;
  GStrv              lacks;
  gboolean           is_cut;
  gboolean           is_part;
  gint64             beginning;   /* ns: the absolute time from which the recording counts */
};

/* ls-recording-layout.c */
LsRecordingEvent *ls_recording_layout (LsRecordingEvent *events,
                                       gsize             n_events,
                                       gsize            *first,
                                       guint             n_threads);
gboolean          ls_recording_pack   (LsRecording      *self);

/* ls-recording-trim.c */
void     ls_recording_trim_threads (GArray           *threads,
                                    guint             n_kept,
                                    LsRecordingEvent *events,
                                    gsize             n_events);

/* ls-recording-times.c */
guint64  ls_recording_shift  (LsRecordingEvent *events,
                              gsize             n_events,
                              gint64           *beginning,
                              gsize            *n_early);

/* ls-recording-loops.c */
void     ls_recording_find_kinds (LsRecording *self);
void     ls_recording_find_loops (LsRecording *self);

G_END_DECLS
