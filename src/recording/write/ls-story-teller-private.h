/* ls-story-teller-private.h: what the teller of a story keeps of the things that are alive
 *
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */

#pragma once

#include "ls-story-private.h"

G_BEGIN_DECLS

/* Not in one of the counts. */
#define LS_STORY_NOT_COUNTED LS_N_STORY_COUNTS

#define LS_STORY_NOT_YET G_MAXUINT64

/* A task that waits or runs. */
typedef struct
{
  guint64 posted_at;        /* ns */
  guint64 ready_at;         /* ns, LS_STORY_NOT_YET */
  guint64 due_at;           /* µs */
  guint64 flow;
  guint32 name;             /* text */
  guint32 agent;            /* whose loop it is in */
  guint32 poster;           /* agent */
  guint32 signal;
  guint32 delay;            /* ms */
  guint32 scheduler_queue;
  guint32 queue_signal;     /* of that queue */
  guint32 timer;
  guint32 idle;
  guint8  is_scheduler_task;
  guint8  is_continuation;
  guint8  posted_in_slice;
  guint8  is_told;          /* the posting */
  guint8  queue;            /* LsQueueType */
  guint8  priority;
  guint8  count;            /* LsStoryCount */
} LsStoryTask;

typedef struct
{
  guint8  priority;
  guint32 n_tasks;
  guint32 agent;
  guint32 signal;           /* 0: its priority is fixed */
} LsStoryQueue;

typedef struct
{
  guint64 since;
  guint32 agent;
  guint32 timeout;          /* text */
} LsStoryWaiter;

typedef struct
{
  guint64      last;        /* ns: of its last event */
  guint32      counts[LS_N_STORY_COUNTS];
  gboolean     counts_changed;
  guint        depth;       /* may be more than LS_STORY_MAX_DEPTH */
  LsStoryEvent open[LS_STORY_MAX_DEPTH];
  gboolean     is_pending;  /* the slice at the top has not been told: the next record may say more of it */
} LsStoryAgent;

typedef struct
{
  LsTrace               *trace;
  const LsStoryListener *listener;
  gpointer               data;
  LsState               *before;      /* (nullable): where the trace has forgotten its beginning */

  LsIdMap                agents;      /* LsStoryAgent * */
  LsIdMap                tasks;       /* LsStoryTask */
  LsIdMap                queues;      /* LsStoryQueue */
  LsIdMap                signals;     /* guint8: priority */
  LsIdMap                timers;      /* guint8: unused; those that have been told of */
  LsIdMap                microtasks;  /* guint32: text */
  LsIdMap                waiters;     /* LsStoryWaiter */
  LsIdMap                names;       /* guint32: of agents that nobody has been told of yet, the last text */
  LsStoryAgent          *agent;
  guint32                agent_id;
  guint64                time;        /* µs: of the last record */
  guint64                last;        /* ns */
  guint64                n_flows;
} LsStory;

void          ls_story_show_agent     (LsStory            *self,
                                       guint32             id);
LsStoryAgent *ls_story_know_agent     (LsStory            *self,
                                       guint32             id);
LsStoryEvent  ls_story_make_event     (LsStory            *self,
                                       LsStoryEventKind    kind);
void          ls_story_tell_event     (LsStory            *self,
                                       const LsStoryEvent *event);
const char   *ls_story_get_text       (LsStory            *self,
                                       guint32             text);
void          ls_story_tell_pending   (LsStory            *self);
LsStoryEvent *ls_story_begin_slice    (LsStory            *self,
                                       LsStorySlice        slice);
void          ls_story_end_slices_to  (LsStory            *self,
                                       LsStorySlice        slice);
void          ls_story_end_callback   (LsStory            *self);
void          ls_story_change_count   (LsStory            *self,
                                       guint32             agent,
                                       guint               count,
                                       gint                by);
LsStoryTask  *ls_story_know_task      (LsStory            *self,
                                       const LsRecord     *record,
                                       guint32             id);
void          ls_story_tell_posting   (LsStory            *self,
                                       LsStoryEventKind    kind,
                                       guint32             id,
                                       LsStoryTask        *task);
void          ls_story_tell_open_waits (LsStory           *self);
gboolean      ls_story_apply_task     (LsStory            *self,
                                       const LsRecord     *record);

G_END_DECLS
