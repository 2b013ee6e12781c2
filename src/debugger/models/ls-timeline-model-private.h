/* ls-timeline-model-private.h: what the files of the model share
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "ls-time-axis.h"
#include "ls-timeline-model.h"
#include "ls-trace-cursor-private.h"

G_BEGIN_DECLS

/* What an agent sent to another, and has not arrived. */
typedef struct
{
  guint64 time;
  guint32 agent, task;
} LsTimelinePost;

/* An agent, and where reading it is. */
typedef struct
{
  LsTimelineAgent  base;
  LsTrackKind      track;         /* of the task whose turn it is */
  gboolean         started;       /* whether that task has a span */
  gboolean         in_action;     /* the user does something */
  gboolean         has_run;       /* it has had the baton */
  gboolean         is_over;
  guint32          wait_record;   /* plus 1: that it is a waiter from here on, 0 for none */
  guint            n_promises;    /* that are pending */
  GQueue           posts;         /* (element-type LsTimelinePost) */
  GQueue           settled;       /* (element-type LsTimelinePost): promises that another agent settled */
  guint64          created_at;    /* µs */
} LsTimelineReader;

struct _LsTimelineModel
{
  GObject     parent_instance;

  LsTrace    *trace;
  gsize       start;              /* the first record that it knows */
  guint64     start_time;         /* µs */
  gsize       n_read;             /* records */
  gboolean    by_step;            /* times are steps, each as wide as the others */
  guint32     step;               /* of the record that is read next */
  guint64     end;                /* µs */
  GPtrArray  *tracks;             /* (element-type LsTrack) */
  GHashTable *signals;            /* the number of its track, by signal */
  GArray     *signal_marks;       /* (element-type LsTimeMark): of all signals */
  guint32     n_unswept;          /* tasks that went since @old_tasks was gone through */
  gboolean    is_behind;          /* there are more tasks to drop */
  LsTimelineTasks *tasks;
  GHashTable *old_tasks;          /* (element-type LsTimelineTask): those before that are not over, by task */

  GPtrArray  *agents;             /* (element-type LsTimelineReader): the main one is always there */
  GHashTable *agents_by_id;
  LsTimelineReader *agent;        /* whose records are read */
  LsTraceCursor     cursor;
  guint64     agents_time;        /* µs: since when there have been several */
  GHashTable *waiters;            /* the agent, times 2, plus 1 for one with a promise; by waiter */
  GHashTable *memories;           /* the text that is its name, by block */
  GArray     *arrows;             /* (element-type LsTimelineArrow): by when they arrived */
};

void ls_timeline_model_add_track   (LsTimelineModel *self,
                                    LsTrackKind      kind,
                                    guint32          agent,
                                    guint32          signal);

/* ls-timeline-agents.c */
void ls_timeline_model_init_agents   (LsTimelineModel *self);
void ls_timeline_model_clear_agents  (LsTimelineModel *self);
void ls_timeline_model_free_agents   (LsTimelineModel *self);
void ls_timeline_model_begin_agents  (LsTimelineModel *self,
                                      LsState         *state);
void ls_timeline_model_forget_agents (LsTimelineModel *self,
                                      gsize            start);
gboolean ls_timeline_model_is_agent_gone (LsTimelineModel *self,
                                          const LsTrack   *track);
void ls_timeline_model_remove_agent  (LsTimelineModel *self,
                                      guint32          id);
void ls_timeline_model_move_agent    (LsTimelineModel *self,
                                      guint32          id,
                                      guint            first_track);
void ls_timeline_model_read_agents   (LsTimelineModel *self,
                                      const LsRecord  *record,
                                      guint32          position);
const LsTimelinePost *ls_timeline_model_peek_post (LsTimelineModel *self,
                                                   const LsRecord  *record);
void ls_timeline_model_take_post     (LsTimelineModel *self,
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

/* ls-timeline-model-forget.c */
void ls_timeline_model_drop_tasks  (LsTimelineModel *self);

/* ls-timeline-reader.c */
void ls_timeline_model_begin_at    (LsTimelineModel *self,
                                    gsize            start);
void ls_timeline_model_read_record (LsTimelineModel *self,
                                    const LsRecord  *record,
                                    guint32          position);

G_END_DECLS
