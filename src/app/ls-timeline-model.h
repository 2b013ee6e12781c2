/* ls-timeline-model.h: a trace as tracks
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "ls-span-list.h"

G_BEGIN_DECLS

/**
 * LsTrackKind:
 *
 * What a track shows. Tracks of this number there are one of; those of the signals come after them, as they are made.
 */
typedef enum
{
  LS_TRACK_USER_BLOCKING,
  LS_TRACK_USER_VISIBLE,
  LS_TRACK_BACKGROUND,
  LS_TRACK_RENDERING,
  LS_TRACK_TIMERS,
  LS_TRACK_IDLE,
  LS_TRACK_OTHER,
  LS_TRACK_MICROTASKS,
  LS_TRACK_LOG,
  LS_N_TRACKS,
  LS_TRACK_SIGNAL = LS_N_TRACKS
} LsTrackKind;

/**
 * LsTimeMark:
 * @time: µs
 * @record: position of the record
 *
 * Something that happened at once.
 */
typedef struct
{
  guint64 time;
  guint32 record;
} LsTimeMark;

/**
 * LsTrack:
 * @kind: what it shows
 * @signal: of which signal, 0 for none
 * @name: the text that is its name, 0 for none
 * @priority: the signal's where the model began to read, or none
 * @known_span: index of the span that @priority belongs to plus 1, 0 for none
 * @over: position after the record that says that the signal is gone, 0 if none does
 * @spans: what lasted
 * @marks: (element-type LsTimeMark): what did not, by time
 */
typedef struct
{
  LsTrackKind  kind;
  guint32      signal;
  guint32      name;
  guint8       priority;
  guint32      known_span;
  guint32      over;
  LsSpanList  *spans;
  GArray      *marks;
} LsTrack;

/**
 * LsTimelineTask:
 * @posted: position after the record that says that it was posted, 0 if none does or that was let go
 * @ready: position after the record since which it could run, 0 if it could not yet
 * @poster: the task that was running when it was posted, 0 for none
 * @span: index of its span plus 1, 0 if it has not run
 * @track: the track of the span
 * @is_removed: it will not run
 */
typedef struct
{
  guint32 posted, ready;
  guint32 poster;
  guint32 span;
  guint8  track;
  guint8  is_removed;
} LsTimelineTask;

#define LS_TYPE_TIMELINE_MODEL (ls_timeline_model_get_type ())
G_DECLARE_FINAL_TYPE (LsTimelineModel, ls_timeline_model, LS, TIMELINE_MODEL, GObject)

LsTimelineModel      *ls_timeline_model_new              (void);
void                  ls_timeline_model_set_trace        (LsTimelineModel *self,
                                                          LsTrace         *trace);
LsTrace              *ls_timeline_model_get_trace        (LsTimelineModel *self);
gboolean              ls_timeline_model_read             (LsTimelineModel *self,
                                                          gsize            length,
                                                          gsize            max_records);
gboolean              ls_timeline_model_forget           (LsTimelineModel *self,
                                                          gsize            start);
gsize                 ls_timeline_model_get_start        (LsTimelineModel *self);
guint64               ls_timeline_model_get_start_time   (LsTimelineModel *self);
gsize                 ls_timeline_model_count_tasks      (LsTimelineModel *self);
LsTaskPriority        ls_timeline_model_get_priority     (LsTimelineModel *self,
                                                          const LsTrack   *track,
                                                          const LsSpan    *span);
gsize                 ls_timeline_model_get_n_read       (LsTimelineModel *self);
guint64               ls_timeline_model_get_end          (LsTimelineModel *self);
guint                 ls_timeline_model_get_n_tracks     (LsTimelineModel *self);
const LsTrack        *ls_timeline_model_get_track        (LsTimelineModel *self,
                                                          guint            track);
guint                 ls_timeline_model_find_signal      (LsTimelineModel *self,
                                                          guint32          signal);
const LsSpanList     *ls_timeline_model_get_gaps         (LsTimelineModel *self);
const GArray         *ls_timeline_model_get_signal_marks (LsTimelineModel *self);
const LsTimelineTask *ls_timeline_model_get_task         (LsTimelineModel *self,
                                                          guint32          task);
const LsSpan         *ls_timeline_model_get_task_span    (LsTimelineModel *self,
                                                          guint32          task);
gsize                 ls_timeline_model_find_position    (LsTimelineModel *self,
                                                          guint64          time);
char                 *ls_timeline_model_format_task      (LsTimelineModel *self,
                                                          guint32          task);
char                 *ls_timeline_model_format_track     (LsTimelineModel *self,
                                                          guint            track);
const char           *ls_track_kind_to_nick              (LsTrackKind      kind);

guint                 ls_time_marks_find                 (const GArray    *marks,
                                                          guint64          time);

G_END_DECLS
