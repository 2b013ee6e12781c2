/* ls-live-writer-types-private.h: what the files of the writer share
 *
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */

#pragma once

#include "ls-id-map-private.h"
#include "ls-live-writer-private.h"
#include "ls-record-members-private.h"

G_BEGIN_DECLS

/* A time that nobody knows, of something that may happen at any. */
#define LS_LIVE_NEVER G_MAXUINT64

/* More of them are not shown. */
#define LS_LIVE_MAX_AGENTS 1024

typedef struct
{
  guint32 first, last;
} LsLiveRange;

/* Targets by tasks. Any thread may ask. */
typedef struct
{
  GMutex  lock;
  LsIdMap targets;       /* LsLiveTarget */
  guint32 n_tasks;
  GArray *foreign;       /* (element-type LsLiveRange): tasks that are no sources, in order */
} LsLiveTargets;

/* A source that waits, or may be dispatched at any time. */
typedef struct
{
  guint32 number;        /* of the source in the trace */
  guint32 task;          /* that waits for its dispatch, 0 for none */
  guint32 order;         /* of the task in its queue */
  guint32 name;          /* text of the trace, 0 for none */
  guint32 interval;      /* ms */
  gint32  priority;
  guint8  sort;          /* LsWireSort */
  guint8  queue;         /* of the task */
  guint   is_delayed : 1;
  guint   is_delayed_work : 1;
  guint   is_found : 1;  /* nobody has told yet who attached it */
  guint   is_lost : 1;   /* only its dispatches are known: the record of its attachment was lost, or comes later */
  guint64 due;           /* µs */
} LsLiveSource;

/* A GMainContext is an agent of the trace: a loop with queues of its own. Each dispatch is a turn. A source that is dispatched
 * again is a new task each time, as a timer's tasks are. */
typedef struct
{
  LsLiveProcess *process;
  guint32 number;        /* among those of the program */
  guint16 use;           /* how many had it before */
  guint32 agent;
  guint32 name;
  gconstpointer teller;  /* the thread that has told of it, which may not be the one that runs it; NULL once that is known */
  guint   depth;         /* dispatches that are under way */
  guint32 turn, last_order;
  guint32 task;          /* whose turn it is */
  guint64 quiet_since;   /* µs: before that it did not sleep, or that is told */
  guint32 n_incoming[LS_N_TRACE_QUEUE_TYPES], n_work[LS_N_TRACE_QUEUE_TYPES], reloaded[LS_N_TRACE_QUEUE_TYPES];
  LsIdMap sources;       /* LsLiveSource */
  GArray *clocks;        /* (element-type guint64): GTK's frame clocks, by their numbers from 1 on */
  LsIdMap early;         /* guint8: sources that were gone before the thread that attached them said so */
} LsLiveContext;

typedef struct
{
  LsLiveContext *context;
  guint32        source;
  guint32        name;
  guint64        began;    /* µs */
  guint64        due;      /* µs; LS_LIVE_NEVER where nobody knows */
  guint64        clock;    /* GTK's frame clock, a phase of which goes on, 0 for none */
  guint64        phase_began;
  LsWirePhase    phase;
} LsLiveDispatch;

/* A trace that a program makes itself. Its ring counts as a thread. */
typedef struct
{
  LsLiveProcess *process;
  guint          number;         /* among those of the program, from 1 */
  guint          n_begun;        /* times that it said what there is */
  gboolean       is_known;       /* what its numbers mean; nothing is believed before */
  gboolean       is_foreign;     /* they mean something else */
  gboolean       has_records;
  guint64        start;          /* µs of the system's monotonic clock at its time 0; G_MAXUINT64 for a virtual clock */
  guint32        agent;          /* whose records follow, as the program numbers them; 0: the first one's */
  LsIdMap        agents;         /* guint32: agents of the trace */
  GArray        *early;          /* (element-type LsRecord): what came before the first of them */
  LsIdMap        texts;          /* guint32: texts of the trace */
  gsize          n_text_bytes;
  GString       *part;           /* the beginning of the text @part_number */
  guint32        part_number;
  LsIdMap        blocks[LS_RECORD_MEMBER_AGENT];   /* guint32: the number in the trace before the first of a block */
} LsLiveStream;

struct _LsLiveThread
{
  LsLiveProcess *process;
  char          *name;
  guint          n_contexts;     /* named after it */
  GArray        *dispatches;     /* (element-type LsLiveDispatch): the innermost last */
  LsLiveStream  *stream;         /* NULL for a real thread */
};

struct _LsLiveProcess
{
  LsLiveWriter *writer;
  char         *name;
  GPtrArray    *contexts;        /* (element-type LsLiveContext): by number, some NULL */
  GPtrArray    *gone;            /* (element-type LsLiveContext): those whose number another one has */
  GPtrArray    *threads;         /* (element-type LsLiveThread) */
  LsIdMap       texts;           /* guint32: texts of the trace, by those of the program */
  guint         n_streams;
  guint         n_contexts;      /* of threads without a name of their own */
  LsLiveNameFunc find_name;      /* NULL to name no functions */
  gpointer      user_data;
  gboolean      is_gone;         /* under the lock of the targets */
  guint32       main_agent;      /* of its default context, 0 before there is one */
};

typedef struct
{
  guint64        due;      /* µs */
  guint32        task;
  guint32        source;
  LsLiveContext *context;
} LsLiveDelay;

struct _LsLiveWriter
{
  LsProbe   *probe;
  GPtrArray *processes;          /* (element-type LsLiveProcess) */
  GArray    *agents;             /* (element-type guint32): the name of each, a text of the trace */
  GTree     *delays;             /* (element-type LsLiveDelay): by their ends */
  guint64    now;                /* µs since the first record */
  guint64    start;              /* µs */
  gboolean   has_begun;
  gboolean   lacks_contexts;     /* some are not told apart, or not seen */
  guint32    shown_agent;
  LsLiveProcess *main_process;   /* the first that is there and has a default context, or the last one of these; NULL for none */
  guint32    first_stream_agent; /* 0 before there is one */
  guint32    n_tasks, n_sources;
  guint32    last_numbers[LS_RECORD_MEMBER_AGENT];   /* of things of streams, but for tasks */
  LsLiveTargets targets;

  LsLiveThread *held_thread;     /* who told of the source @held, NULL for none */
  LsWireSource  held;
  guint64       held_time;       /* µs */
};

/* Whether a record says that a source was attached. */
static inline gboolean
ls_live_is_attached (const LsWireHead *head)
{
  return head->kind == LS_WIRE_ATTACHED || head->kind == LS_WIRE_RETURNED;
}

static inline guint32
ls_live_saturate (guint64 value)
{
  return MIN (value, G_MAXUINT32);
}

/* ls_live_emit (self, context, .kind = …, …): writes a record of the context's agent with the current time. */
#define ls_live_emit(self, context, ...) \
  ls_live_writer_add (self, context, (LsRecord) { .priority = LS_TASK_PRIORITY_NONE, __VA_ARGS__ })

/* ls-live-agents.c */
void    ls_live_writer_name_agent (LsLiveWriter *self,
                                  guint32       agent,
                                  guint32       name);
guint32 ls_live_writer_add_agent (LsLiveWriter  *self,
                                  guint32        name);
void    ls_live_writer_add_for   (LsLiveWriter  *self,
                                  guint32        agent,
                                  LsRecord       record);

/* ls-live-streams.c */
LsLiveStream *ls_live_stream_new   (LsLiveProcess      *process,
                                    guint               number);
void          ls_live_stream_free  (LsLiveStream       *self);
void          ls_live_stream_write (LsLiveStream       *self,
                                    const LsRingRecord *record);

/* ls-live-tasks.c */
void ls_live_writer_add         (LsLiveWriter  *self,
                                 LsLiveContext *context,
                                 LsRecord       record);
void ls_live_writer_add_task    (LsLiveWriter  *self,
                                 LsLiveContext *context,
                                 guint32        id,
                                 LsLiveSource  *source,
                                 guint64        due,
                                 guint8         flags);
void ls_live_writer_end_delay   (LsLiveWriter  *self,
                                 LsLiveContext *context,
                                 LsLiveSource  *source,
                                 gboolean       is_known);
void ls_live_writer_end_delays  (LsLiveWriter  *self,
                                 guint64        time);
void ls_live_writer_leave_queue (LsLiveWriter  *self,
                                 LsLiveContext *context,
                                 LsLiveSource  *source,
                                 gboolean       runs);
void ls_live_writer_move_task   (LsLiveWriter  *self,
                                 LsLiveContext *context,
                                 guint32        id,
                                 LsLiveSource  *source,
                                 guint64        due,
                                 guint8         flags);
void ls_live_writer_remove_task (LsLiveWriter  *self,
                                 LsLiveContext *context,
                                 LsLiveSource  *source);
void ls_live_writer_tell_source (LsLiveWriter  *self,
                                 LsLiveContext *context,
                                 LsLiveSource  *source,
                                 guint8         flags);
void ls_live_writer_tell_end    (LsLiveWriter  *self,
                                 LsLiveContext *context,
                                 LsLiveSource  *source);
void ls_live_writer_tell_sleep  (LsLiveWriter  *self,
                                 LsLiveContext *context,
                                 guint64        began);

/* ls-live-changes.c */
guint64 ls_live_writer_convert_time (LsLiveWriter    *self,
                                 guint64              time);
guint8 ls_live_thread_get_outside (LsLiveThread      *thread,
                                 LsLiveContext       *context);
void ls_live_writer_end_source  (LsLiveWriter        *self,
                                 LsLiveContext       *context,
                                 guint32              id,
                                 LsLiveSource        *source);
void ls_live_writer_change_source (LsLiveWriter      *self,
                                 LsLiveThread        *thread,
                                 LsLiveContext       *context,
                                 const LsWireChange  *record);
void ls_live_writer_set_ready_time (LsLiveWriter     *self,
                                 LsLiveThread        *thread,
                                 LsLiveContext       *context,
                                 const LsWireReadyTime *record);
void ls_live_writer_tell_ready  (LsLiveWriter        *self,
                                 LsLiveContext       *context,
                                 const LsWireReady   *record);

/* ls-live-calls.c */
void ls_live_writer_tell_origin (LsLiveWriter       *self,
                                 LsLiveThread       *thread,
                                 LsLiveContext      *context,
                                 const LsLiveSource *source,
                                 guint64             caller);
void ls_live_writer_tell_call   (LsLiveWriter       *self,
                                 LsLiveThread       *thread,
                                 const LsWireCall   *record);

/* ls-live-frames.c */
void ls_live_writer_tell_phase  (LsLiveWriter       *self,
                                 LsLiveThread       *thread,
                                 const LsWireFrame  *record);
void ls_live_writer_end_phase   (LsLiveWriter       *self,
                                 LsLiveDispatch     *dispatch);

/* ls-live-names.c */
guint32 ls_live_thread_name_context (LsLiveThread       *self,
                                     gboolean            is_default);
void    ls_live_thread_take_context (LsLiveThread       *self,
                                     LsLiveContext      *context);
guint32 ls_live_process_get_text    (LsLiveProcess      *self,
                                     guint32             number);
guint32 ls_live_process_name_function (LsLiveProcess    *self,
                                     guint64             address);
guint32 ls_live_process_name_caller (LsLiveProcess      *self,
                                     guint64             address);
guint32 ls_live_process_name_source (LsLiveProcess      *self,
                                     const LsWireSource *source);

/* ls-live-targets.c */
void ls_live_targets_init         (LsLiveTargets      *self);
void ls_live_targets_clear        (LsLiveTargets      *self);
void ls_live_targets_add          (LsLiveTargets      *self,
                                   guint32             task,
                                   const LsLiveTarget *target,
                                   guint32             previous);
void ls_live_targets_add_foreign  (LsLiveTargets      *self,
                                   guint32             first,
                                   guint32             n);
void ls_live_targets_remove       (LsLiveTargets      *self,
                                   guint32             task);
void ls_live_targets_set_priority (LsLiveTargets      *self,
                                   guint32             task,
                                   int                 priority);

G_END_DECLS
