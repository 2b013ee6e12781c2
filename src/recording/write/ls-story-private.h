/* ls-story-private.h: what a trace tells in the words that other tools have: slices, waits, flows, counters
 *
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */

#pragma once

#include "ls-id-map-private.h"
#include "ls-load-watch-private.h"
#include "ls-state.h"

G_BEGIN_DECLS

/* Slices of an agent nest this deep at most. Those that would be deeper are left out. */
#define LS_STORY_MAX_DEPTH 32

/* The id of the one frame that Chrome's events are of. */
#define LS_STORY_FRAME "LOOPSCOPE"

/* How many arguments an event has at most. */
#define LS_STORY_MAX_ARGUMENTS 6

/* What a slice is. A turn is around all others. */
typedef enum
{
  LS_STORY_SLICE_TURN = 0,
  LS_STORY_SLICE_TASK,          /* the callback of postTask() */
  LS_STORY_SLICE_CONTINUATION,  /* a yield's promise is resolved */
  LS_STORY_SLICE_TIMER,
  LS_STORY_SLICE_FRAME,
  LS_STORY_SLICE_IDLE,
  LS_STORY_SLICE_INPUT,
  LS_STORY_SLICE_CALLBACK,      /* of another task of the loop */
  LS_STORY_SLICE_MICROTASK,
  LS_STORY_SLICE_EVENT          /* the dispatch of an event at a signal */
} LsStorySlice;

typedef enum
{
  LS_STORY_AGENT = 0,        /* there is an agent: name */
  LS_STORY_BEGIN,            /* of a slice: slice, task, id, priority, name, value, flow that ends here, since: of its posting */
  LS_STORY_END,              /* of a slice: the same, but since: when it began */
  LS_STORY_POST,             /* postTask(): task, priority, value: delay in ms, signal, flow that begins here */
  LS_STORY_YIELD,            /* yield() or wait(): likewise */
  LS_STORY_LOOP_POST,        /* another task came into the loop: task, queue, flow */
  LS_STORY_TIMER_INSTALL,    /* id: timer, value: timeout in ms, repeats, flow */
  LS_STORY_TIMER_REMOVE,     /* id: timer */
  LS_STORY_FRAME_REQUEST,    /* id: task, flow */
  LS_STORY_IDLE_REQUEST,     /* id: idle callback, value: timeout in ms or 0, flow */
  LS_STORY_IDLE_CANCEL,      /* id: idle callback */
  LS_STORY_ABORT,            /* task, is_continuation */
  LS_STORY_PRIORITY,         /* a program changes a signal's priority: signal, priority */
  LS_STORY_LOG,              /* name: what the program printed */
  LS_STORY_WAIT,             /* a wait is over: since, task (0: on memory), name, priority, queue, signal, is_open: it is not */
  LS_STORY_COUNTERS          /* how many wait has changed: counts */
} LsStoryEventKind;

/* How many tasks wait: by priority, in other queues of the loop, and for the end of a delay. */
typedef enum
{
  LS_STORY_COUNT_OTHER = LS_N_TASK_PRIORITIES,
  LS_STORY_COUNT_DELAYED,
  LS_N_STORY_COUNTS
} LsStoryCount;

/*< private >
 * LsStoryEvent:
 * @time: ns; each event of an agent is later than the one before. It is that of the record, and so many ns later as records of the
 *   same µs came before it: so slices nest and none touches another, though nothing may take time in a run with a virtual clock
 * @flow: a number that one posting and one slice share, 0 if there is none
 * @name: (nullable): a text of the trace
 *
 * One thing that happens. Which members say something depends on its kind; the others are 0. */
typedef struct
{
  LsStoryEventKind  kind;
  LsStorySlice      slice;
  guint32           agent;
  guint64           time;
  guint64           since;
  guint64           flow;
  guint32           since_agent;      /* of a slice: who posted it */
  guint32           task;
  guint32           id;
  guint32           signal;
  guint32           value;
  guint8            priority;         /* LS_TASK_PRIORITY_NONE if there is none */
  guint8            queue;            /* LsQueueType */
  guint8            is_continuation;
  guint8            repeats;
  guint8            timed_out;
  guint8            is_open;
  guint8            posted_in_slice;  /* the posting is within a slice */
  const char       *name;
  const guint32    *counts;           /* LS_N_STORY_COUNTS */
} LsStoryEvent;

/*< private >
 * LsStoryListener:
 * @records: (nullable): is given some records before the story tells of them
 * @event: something happens
 * @flush: is called after some records; the story ends if it returns %FALSE with an error
 *
 * Who is told the story. */
typedef struct
{
  void     (*records) (gpointer             data,
                       gsize                position,
                       const LsRecord      *records,
                       gsize                n_records);
  void     (*event)   (gpointer             data,
                       const LsStoryEvent  *event);
  gboolean (*flush)   (gpointer             data,
                       GCancellable        *cancellable,
                       GError             **error);
} LsStoryListener;

/*< private >
 * LsStoryArgument:
 * @text: (nullable): the value; %NULL if it is a number
 *
 * An argument of an event, under the name that Chrome has for it. */
typedef struct
{
  const char *name;
  const char *text;
  guint64     number;
  gboolean    is_boolean;
} LsStoryArgument;

gboolean    ls_story_tell           (LsTrace                *trace,
                                     const LsStoryListener  *listener,
                                     gpointer                data,
                                     LsLoadWatch            *watch,
                                     GError                **error);
const char *ls_story_slice_to_string (LsStorySlice           slice);
const char *ls_story_count_to_string (LsStoryCount           count);
char       *ls_story_dup_name        (const LsStoryEvent    *event);
const char *ls_story_get_event_name  (const LsStoryEvent    *event);
const char *ls_story_get_event_category (const LsStoryEvent *event);
const char *ls_story_get_priority_name (const LsStoryEvent  *event);
guint       ls_story_list_arguments  (const LsStoryEvent    *event,
                                      LsStoryArgument        arguments[LS_STORY_MAX_ARGUMENTS]);

G_END_DECLS
