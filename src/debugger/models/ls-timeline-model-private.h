/* ls-timeline-model-private.h: shared by the files of the model
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "ls-id-map-private.h"
#include "ls-time-axis.h"
#include "ls-timeline-model.h"
#include "ls-trace-cursor-private.h"

G_BEGIN_DECLS

/* A message from one agent to another that has not arrived. */
typedef struct
{
  guint64 time;
  guint32 agent, task;
} LsTimelinePost;

/* An event that is not over at the place where the model reads. */
typedef struct
{
  guint64 end;                    /* µs */
  guint32 event;
} LsTimelineOpenEvent;

/* When the listeners of an input ran, and of all that the same span has. */
typedef struct
{
  guint32 event;
  guint64 begun, done;            /* µs */
} LsTimelineInput;

/* The state of reading the events of a thread of a recording into the tracks of an agent. */
typedef struct
{
  guint32 n_read;
  GArray *work;                   /* (element-type LsTimelineOpenEvent): the innermost one last */
  guint64 work_time;              /* µs: up to here the track has spans */
  GArray *measures;               /* likewise, of the program's measures */
  guint64 measures_time;
  GArray *inputs;                 /* (element-type LsTimelineInput): one for each span of the track */
} LsTimelineEvents;

/* An agent, and the state of reading its records. */
typedef struct
{
  LsTimelineAgent  base;
  LsTrackKind      track;         /* track of the task whose turn it is */
  gboolean         started;       /* the task of this turn has a span */
  gboolean         in_action;     /* the agent runs an action of the user */
  gboolean         has_run;       /* the agent has had the baton */
  gboolean         is_over;
  guint32          wait_record;   /* position of the record that made it a waiter, plus 1; 0 for none */
  guint            n_promises;    /* number of pending promises */
  GQueue           posts;         /* (element-type LsTimelinePost) */
  GQueue           settled;       /* (element-type LsTimelinePost): promises that another agent settled */
  guint64          created_at;    /* µs */
  gboolean         is_created;    /* a record has said so */
  LsTimelineEvents events;
} LsTimelineReader;

struct _LsTimelineModel
{
  GObject     parent_instance;

  LsTrace    *trace;
  gsize       start;              /* the first record that the model knows */
  guint64     start_time;         /* its time, in µs */
  gsize       n_read;             /* records */
  gboolean    by_step;            /* steps take the place of time, each equally wide */
  guint32     step;               /* the step of the record that the model reads next */
  guint64     end;                /* µs */
  GPtrArray  *tracks;             /* (element-type LsTrack) */
  GHashTable *signals;            /* number of a signal's track, by signal */
  GArray     *signal_marks;       /* (element-type LsTimeMark): marks of all signals */
  guint32     n_unswept;          /* tasks dropped since the last sweep of @old_tasks */
  gboolean    is_behind;          /* there are more tasks to drop */
  LsTimelineTasks *tasks;
  LsIdMap     queues;             /* scheduler task queues */
  GHashTable *old_tasks;          /* (element-type LsTimelineTask): earlier tasks that are not over, by task */

  GPtrArray  *agents;             /* (element-type LsTimelineReader): always has the main agent */
  GHashTable *agents_by_id;
  GHashTable *programs;           /* (element-type utf8): of GLib that have contexts of threads */
  LsTimelineReader *agent;        /* the agent whose records the model reads now */
  LsTraceCursor     cursor;
  guint64     agents_time;        /* µs: the time since which there are several agents */
  GHashTable *waiters;            /* the agent times 2, plus 1 for one with a promise; by waiter */
  GHashTable *memories;           /* number of the text with its name, by block */
  GArray     *arrows;             /* (element-type LsTimelineArrow): in the order of arrival */
  LsRecording *recording;         /* NULL for none */
  GArray     *threads;            /* (element-type guint): the recording's threads, by number of agent */
};

void ls_timeline_model_add_track   (LsTimelineModel *self,
                                    LsTrackKind      kind,
                                    guint32          agent,
                                    guint32          signal);

/* ls-timeline-agents.c */
void ls_timeline_reader_free         (gpointer         data);
void ls_timeline_model_clear_agents  (LsTimelineModel *self);
void ls_timeline_model_begin_agents  (LsTimelineModel *self,
                                      LsState         *state);
void ls_timeline_model_read_agents   (LsTimelineModel *self,
                                      const LsRecord  *record,
                                      guint32          position);
guint32 ls_timeline_model_find_poster (LsTimelineModel *self,
                                       const LsRecord  *record,
                                       guint32          position);
void ls_timeline_model_switch_agent  (LsTimelineModel *self,
                                      guint32          id);

static inline gboolean
ls_timeline_model_has_agents (LsTimelineModel *self)
{
  return self->agents->len > 1;
}

LsTimelineTask *ls_timeline_model_find_task (LsTimelineModel *self,
                                             guint32          task);

void ls_timeline_model_clear       (LsTimelineModel *self);
void ls_track_free                 (gpointer         data);

static inline LsTrack *
ls_timeline_model_peek_track (LsTimelineModel *self,
                              guint            track)
{
  return g_ptr_array_index (self->tracks, track);
}

/* Returns a mark of an array whose elements are marks, or begin with one. */
static inline const LsTimeMark *
ls_time_marks_peek (const GArray *marks,
                    guint         index)
{
  return (const LsTimeMark *) (marks->data + (gsize) index * g_array_get_element_size ((GArray *) marks));
}

/* ls-timeline-queues.c */
void ls_timeline_model_init_queues  (LsTimelineModel *self);
void ls_timeline_model_read_queues  (LsTimelineModel *self,
                                     const LsRecord  *record);
void ls_timeline_model_begin_queues (LsTimelineModel *self,
                                     LsState         *state);

/* ls-timeline-recording.c */
void ls_timeline_events_init       (LsTimelineEvents *self);
void ls_timeline_events_clear      (LsTimelineEvents *self);
gboolean ls_timeline_model_read_events (LsTimelineModel *self,
                                        gsize            max_events);

/* ls-timeline-model-forget.c */
void ls_timeline_model_drop_tasks  (LsTimelineModel *self);

/* ls-timeline-reader.c */
void ls_timeline_model_begin_at    (LsTimelineModel *self,
                                    gsize            start);
void ls_timeline_model_read_record (LsTimelineModel *self,
                                    const LsRecord  *record,
                                    guint32          position);

/* ls-timeline-phases.c */
void ls_timeline_model_read_work   (LsTimelineModel *self,
                                    const LsTrack   *track,
                                    const LsRecord  *record,
                                    guint32          position);
void ls_timeline_model_read_frame  (const LsTrack   *track,
                                    const LsRecord  *record,
                                    guint32          position);

G_END_DECLS
