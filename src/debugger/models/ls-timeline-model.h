/* ls-timeline-model.h: a trace as tracks
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "ls-queue-lengths.h"
#include "ls-recording.h"
#include "ls-span-list.h"
#include "ls-timeline-tasks.h"

G_BEGIN_DECLS

/**
 * LsTrackKind:
 *
 * What a track shows. Each agent has a track of each kind, and the tracks of the main agent have the numbers of their kinds.
 * Further tracks follow in the order of creation: those of signals, and all tracks of another agent at once. Views show the last
 * three kinds only if there are several agents: when the agent had the baton, when it was suspended in `Atomics.wait()`, and how
 * many promises of its `Atomics.waitAsync()` were pending. The five kinds before them have what a recording tells beside the
 * records of its trace: input up to the frame that shows its effect, frames, tasks over 50 ms, what the browser did, and the marks
 * and measures of the program. Subjects of their spans and records of their marks are indices of events. %LS_TRACK_PHASES has the
 * frames of GTK programs that are watched.
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
  LS_TRACK_PHASES,
  LS_TRACK_QUEUED,
  LS_TRACK_INPUT,
  LS_TRACK_FRAMES,
  LS_TRACK_LONG_TASKS,
  LS_TRACK_BROWSER,
  LS_TRACK_TIMINGS,
  LS_TRACK_BATON,
  LS_TRACK_WAITS,
  LS_TRACK_PROMISES,
  LS_N_TRACKS,
  LS_TRACK_SIGNAL = LS_N_TRACKS
} LsTrackKind;

/**
 * LsTimeMark:
 * @time: µs
 * @record: position of the record
 *
 * An event without a duration.
 */
typedef struct
{
  guint64 time;
  guint32 record;
} LsTimeMark;

/**
 * LsTrack:
 * @kind: what the track shows
 * @agent: the agent of the track; for a signal, the agent that made it
 * @signal: the signal of the track, 0 for none
 * @name: the number of the text with its name, 0 for none
 * @priority: the priority that the signal had where the model began to read, or none
 * @known_span: index of the span that @priority belongs to plus 1, 0 for none
 * @is_inferred: whether no recording tells of the signal
 * @over: position after the record that says that the signal is gone, 0 if there is none
 * @spans: the spans
 * @marks: (element-type LsTimeMark): the events without a duration, in the order of time
 */
typedef struct
{
  LsTrackKind  kind;
  guint32      agent;
  guint32      signal;
  guint32      name;
  guint8       priority;
  gboolean     is_inferred;
  guint32      known_span;
  guint32      over;
  LsSpanList  *spans;
  GArray      *marks;
} LsTrack;

/**
 * LsTimelineAgent:
 * @id: the agent
 * @creator: the agent that made it, 0 for none
 * @name: the number of the text with its name, 0 for none
 * @first_track: the number of the first of its %LS_N_TRACKS tracks
 * @gaps: the spans in which it had nothing to do
 * @queued: how many tasks were in the queues of its scheduler
 * @lacks_priorities: its loop has no scheduler: it is one of GLib's, or that of Node.js
 *
 * What the model knows of an agent.
 */
typedef struct
{
  guint32         id;
  guint32         creator;
  guint32         name;
  guint           first_track;
  LsSpanList     *gaps;
  LsQueueLengths *queued;
  gboolean        lacks_priorities;
} LsTimelineAgent;

/**
 * LsTimelineArrowKind:
 * @LS_TIMELINE_ARROW_CREATED: an agent made another, which got the baton for the first time
 * @LS_TIMELINE_ARROW_POSTED: a message of an agent arrived at another
 * @LS_TIMELINE_ARROW_NOTIFIED: an agent woke another one, or itself by a promise
 *
 * The ways in which one agent causes another to act.
 */
typedef enum
{
  LS_TIMELINE_ARROW_CREATED,
  LS_TIMELINE_ARROW_POSTED,
  LS_TIMELINE_ARROW_NOTIFIED
} LsTimelineArrowKind;

/**
 * LsTimelineArrow:
 * @effect: the time of the effect on @to, and the record that shows it
 * @kind: what the arrow stands for
 * @to_promise: whether a promise was woken
 * @from: the agent that caused it
 * @to: the agent that it affected
 * @task: the task that a message became, 0 for none
 * @from_time: the time when @from acted, in µs
 */
typedef struct
{
  LsTimeMark effect;
  guint8     kind;             /* LsTimelineArrowKind */
  gboolean   to_promise;
  guint32    from, to;
  guint32    task;
  guint64    from_time;
} LsTimelineArrow;

/** LS_TIMELINE_LONG_TASK: a task that takes longer than this is long, in µs. */
#define LS_TIMELINE_LONG_TASK 50000

/**
 * LsTimelineWork:
 * @LS_TIMELINE_WORK_SCRIPT: scripts are read or evaluated
 * @LS_TIMELINE_WORK_RENDERING: style, layout, paint
 * @LS_TIMELINE_WORK_LOADING: documents and resources
 * @LS_TIMELINE_WORK_GC: garbage is collected
 *
 * What a browser does beside the tasks of a program.
 */
typedef enum
{
  LS_TIMELINE_WORK_SCRIPT,
  LS_TIMELINE_WORK_RENDERING,
  LS_TIMELINE_WORK_LOADING,
  LS_TIMELINE_WORK_GC
} LsTimelineWork;

/** LS_TIMELINE_STEP: the width of a step when steps take the place of time, in µs. */
#define LS_TIMELINE_STEP 1000

#define LS_TYPE_TIMELINE_MODEL (ls_timeline_model_get_type ())
G_DECLARE_FINAL_TYPE (LsTimelineModel, ls_timeline_model, LS, TIMELINE_MODEL, GObject)

LsTimelineModel      *ls_timeline_model_new              (void);
void                  ls_timeline_model_set_trace        (LsTimelineModel *self,
                                                          LsTrace         *trace);
LsTrace              *ls_timeline_model_get_trace        (LsTimelineModel *self);
gboolean              ls_timeline_model_get_by_step      (LsTimelineModel *self);
void                  ls_timeline_model_set_by_step      (LsTimelineModel *self,
                                                          gboolean         by_step);
guint64               ls_timeline_model_get_time         (LsTimelineModel *self,
                                                          gsize            record);
guint64               ls_timeline_model_get_position_time (LsTimelineModel *self,
                                                          gsize            position);
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
guint                 ls_timeline_model_get_n_agents     (LsTimelineModel *self);
const LsTimelineAgent *ls_timeline_model_get_agent       (LsTimelineModel *self,
                                                          guint            index);
const LsTimelineAgent *ls_timeline_model_find_agent      (LsTimelineModel *self,
                                                          guint32          id);
guint64               ls_timeline_model_get_agents_time  (LsTimelineModel *self);
const GArray         *ls_timeline_model_get_arrows       (LsTimelineModel *self);
const GArray         *ls_timeline_model_get_signal_marks (LsTimelineModel *self);
const LsTimelineTask *ls_timeline_model_get_task         (LsTimelineModel *self,
                                                          guint32          task);
const LsSpan         *ls_timeline_model_get_task_span    (LsTimelineModel *self,
                                                          guint32          task);
guint                 ls_timeline_model_get_task_track   (LsTimelineModel *self,
                                                          guint32          task);
gsize                 ls_timeline_model_find_position    (LsTimelineModel *self,
                                                          guint64          time);
guint32               ls_timeline_model_get_task_name    (LsTimelineModel *self,
                                                          guint32          task);
char                 *ls_timeline_model_format_task      (LsTimelineModel *self,
                                                          guint32          task);
char                 *ls_timeline_model_format_time      (LsTimelineModel *self,
                                                          guint64          time);
char                 *ls_timeline_model_format_duration  (LsTimelineModel *self,
                                                          guint64          duration);
char                 *ls_timeline_model_format_agent     (LsTimelineModel *self,
                                                          guint32          agent);
char                 *ls_timeline_model_format_agent_briefly (LsTimelineModel *self,
                                                         guint32          agent);
gboolean              ls_timeline_model_is_program       (LsTimelineModel *self,
                                                         guint32          agent);
char                 *ls_timeline_model_format_kind      (LsTimelineModel *self,
                                                          guint            track);
char                 *ls_timeline_model_format_track     (LsTimelineModel *self,
                                                          guint            track);
char                 *ls_timeline_model_format_wait      (LsTimelineModel *self,
                                                          guint32          record);
char                 *ls_timeline_model_format_queued    (LsTimelineModel *self,
                                                          guint32          agent,
                                                          guint64          time);
const char           *ls_track_kind_to_nick              (LsTrackKind      kind);

/* ls-timeline-recording.c */
void                  ls_timeline_model_set_recording    (LsTimelineModel *self,
                                                          LsRecording     *recording,
                                                          const guint     *threads,
                                                          guint            n_threads);
const LsRecordingEvent *ls_timeline_model_get_event      (LsTimelineModel *self,
                                                          const LsTrack   *track,
                                                          guint32          event);
gboolean              ls_timeline_model_get_listeners    (LsTimelineModel *self,
                                                          const LsTrack   *track,
                                                          guint32          event,
                                                          guint64         *begun,
                                                          guint64         *done);
LsTimelineWork        ls_timeline_model_get_work         (LsTimelineModel *self,
                                                          const LsTrack   *track,
                                                          guint32          event);
char                 *ls_timeline_model_format_event     (LsTimelineModel *self,
                                                          const LsTrack   *track,
                                                          guint32          event);
char                 *ls_timeline_model_describe_event   (LsTimelineModel *self,
                                                          const LsTrack   *track,
                                                          guint32          event);

/* Whether the spans of a track are events of a recording. */
static inline gboolean
ls_track_is_recorded (const LsTrack *track)
{
  return track->kind >= LS_TRACK_INPUT && track->kind <= LS_TRACK_TIMINGS;
}

guint                 ls_time_marks_find                 (const GArray    *marks,
                                                          guint64          time);

guint ls_timeline_model_get_n_missed (LsTimelineModel *self,
                                      const LsTrack   *track,
                                      const LsSpan    *span,
                                      guint64         *late);
char *ls_timeline_model_format_phase (LsTimelineModel *self,
                                      const LsTrack   *track,
                                      const LsSpan    *span);

G_END_DECLS
