/* ls-page-writer-types-private.h: what the files of the writer share
 *
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */

#pragma once

#include "ls-id-map-private.h"
#include "ls-page-writer-private.h"
#include "ls-preset.h"

G_BEGIN_DECLS

typedef enum
{
  LS_PAGE_STAGE_NONE,      /* nobody knows since when it can run: a frame */
  LS_PAGE_STAGE_DELAYED,
  LS_PAGE_STAGE_QUEUED
} LsPageStage;

/* A task that has been posted and has not run, or the one that runs. Numbers are the page's unless something else is said. */
typedef struct
{
  guint32 number;
  guint32 id;                                      /* of the trace */
  guint32 thing;                                   /* of the trace: timer, idle callback or microtask */
  guint32 promise;                                 /* of the trace: its result */
  guint32 queue;                                   /* of the trace: scheduler task queue, once it is in one */
  guint32 signal;                                  /* that aborts it, 0 for none */
  guint32 previous, next;                          /* tasks of the same scheduler task queue */
  guint32 previous_of_signal, next_of_signal;
  guint32 order, name, timeout;                    /* name: text of the trace; timeout: ms */
  guint32 place;                                   /* of the writer: where it was posted, 0 for none */
  guint64 due;                                     /* µs, while it is delayed */
  guint64 started;                                 /* µs */
  guint64 posted;                                  /* µs */
  guint8  kind;                                    /* LsPageTaskKind */
  guint8  stage;                                   /* LsPageStage */
  guint8  type;                                    /* LsQueueType */
  guint8  priority;                                /* LsTaskPriority; what a continuation goes on with */
  guint   follows_signal : 1;
  guint   is_delayed_work : 1;
  guint   was_delayed : 1;
} LsPageTask;

typedef struct
{
  guint32 id;                                      /* of the trace */
  guint32 queues[2];                               /* of the trace: of tasks, of continuations; 0 for none */
  guint32 source;                                  /* whose priority it follows, 0 for none */
  guint32 first_task;                              /* that it aborts */
  guint32 first_dependent, first_follower;         /* edges: signals aborted with it, signals that have its priority */
  guint32 first_source;                            /* edges: signals that it depends on for abort, if it was made of others */
  guint8  priority;
  guint   is_aborted : 1;
  guint   is_fixed : 1;
  guint   is_dependent : 1;
} LsPageSignal;

typedef struct
{
  guint32 signal, next;
} LsPageEdge;

/* A scheduler task queue. */
typedef struct
{
  guint32 id;                                      /* of the trace */
  guint32 first, last;                             /* tasks */
  guint32 order;                                   /* by which it is in the tree, 0 if it is not */
  guint8  rank;                                    /* likewise */
  guint8  priority;
  guint   is_continuation : 1;
} LsPageQueue;

/* A queue that has tasks, by its effective priority and its first task. */
typedef struct
{
  guint32 order, queue;
  guint8  rank;                                    /* 5 - effective priority */
} LsPageRunnable;

typedef struct
{
  guint64      due;                                /* µs */
  guint32      id, number;                         /* of a task */
  LsPageAgent *agent;
} LsPageDelay;

typedef struct
{
  LsPageEvent event;
  guint64     time;                                /* µs since the epoch */
} LsPageHeldEvent;

struct _LsPageAgent
{
  LsPageWriter *writer;
  guint32       agent, name;                       /* of the trace */
  guint8        kind;                              /* LsPageAgentKind */
  gboolean      is_late, has_begun, has_gap;
  gboolean      has_ended, is_gone;                /* it tells no more; because it is gone */
  guint64       origin, units;                     /* µs since the epoch; units of the page's clock in a millisecond */
  guint64       last_time;                         /* µs since the epoch */
  GArray       *held;                              /* (element-type LsPageHeldEvent): not written yet */
  guint         next_held;
  gint64        second;                            /* µs: the beginning of what @n_in_second counts */
  guint         n_in_second;

  LsPageTask    task;                              /* whose turn it is, or was */
  gboolean      in_turn, has_finished;
  guint32       held_before;                       /* the page's number of the task that it stands still before, 0 for none */
  guint8        held_kind;                         /* LsPageTaskKind: likewise */
  gboolean      was_expected;                      /* that task, when the page was held */
  guint32       microtask, microtask_number;       /* that runs: of the trace, of the page; 0 for none */
  guint32       microtask_name, last_microtask;    /* the number of the one that ran last in this turn */
  guint64       microtask_start;                   /* µs */
  guint32       turn, last_order;
  guint64       quiet_since;                       /* µs */
  guint32       n_ready;
  guint32       n_incoming[LS_N_QUEUE_TYPES], n_work[LS_N_QUEUE_TYPES], reloaded[LS_N_QUEUE_TYPES];
  guint32       static_queues[LS_N_TASK_PRIORITIES + 1][2];
  LsIdMap       tasks, signals;                    /* LsPageTask, LsPageSignal: by the page's numbers */
  LsIdMap       ids;                               /* guint32: the page's numbers of tasks, by those of the trace */
  LsIdMap       signal_ids;                        /* likewise of signals */
  LsIdMap       queues;                            /* LsPageQueue: by the trace's numbers */
  LsIdMap       results;                           /* guint32: promises of async callbacks, by the page's numbers of their tasks */
  GTree        *runnable;                          /* (element-type LsPageRunnable) */
  GArray       *edges;                             /* (element-type LsPageEdge): from 1 */
};

struct _LsPageWriter
{
  LsProbe        *probe;
  const LsPreset *preset;
  GPtrArray      *agents, *ended;                  /* (element-type LsPageAgent) */
  guint           n_shown;                         /* agents that are in the trace */
  guint32         main_agent;                      /* of them: the document that a page opened last */
  GTree          *delays;                          /* (element-type LsPageDelay): by their ends */
  LsPageAgent    *first;                           /* agent 1 */
  guint64         now;                             /* µs since @start */
  guint64         start;                           /* µs since the epoch, 0 before the first event */
  guint32         shown_agent;
  guint32         n_tasks, n_queues, n_signals, n_timers, n_idle_callbacks, n_microtasks, n_promises;
  guint64         n_records, n_written, n_lost;    /* written: events */
  guint           n_texts;
  LsPagePlaces    places;
  gsize           n_held;
  LsPagePrediction prediction;
};

static inline guint32
ls_page_saturate (guint64 value)
{
  return MIN (value, G_MAXUINT32);
}

static inline gboolean
ls_page_task_is_scheduler (const LsPageTask *self)
{
  return self->kind == LS_PAGE_TASK_SCHEDULER || self->kind == LS_PAGE_TASK_CONTINUATION;
}

static inline LsPageSignal *
ls_page_agent_peek_signal (LsPageAgent *self,
                           gint64       number)
{
  return number > 0 && number <= G_MAXUINT32 ? ls_id_map_get (&self->signals, number) : NULL;
}

static inline LsPageTask *
ls_page_agent_peek_task (LsPageAgent *self,
                         gint64       number)
{
  return number > 0 && number <= G_MAXUINT32 ? ls_id_map_get (&self->tasks, number) : NULL;
}

/* The script counts priorities from 0, and says -1 for none. */
static inline guint8
ls_page_get_priority (gint64 number)
{
  return number >= 0 && number < LS_N_TASK_PRIORITIES ? LS_TASK_PRIORITY_BACKGROUND + number : LS_TASK_PRIORITY_NONE;
}

/* ls-page-writer.c */
void ls_page_agent_add           (LsPageAgent       *self,
                                  LsRecord           record);

/* ls_page_emit (agent, .kind = …, …): writes a record of the agent with the current time. */
#define ls_page_emit(self, ...) \
  ls_page_agent_add (self, (LsRecord) { .priority = LS_TASK_PRIORITY_NONE, __VA_ARGS__ })

/* ls-page-tasks.c */
int  ls_page_compare_runnable    (gconstpointer      a,
                                  gconstpointer      b,
                                  gpointer           user_data);
LsPageTask *ls_page_agent_new_task (LsPageAgent     *self,
                                  guint32            number,
                                  LsPageTaskKind     kind);
void ls_page_agent_enqueue       (LsPageAgent       *self,
                                  LsPageTask        *task,
                                  guint8             flags,
                                  LsClause           clause);
void ls_page_agent_delay         (LsPageAgent       *self,
                                  LsPageTask        *task,
                                  guint64            delay,
                                  guint8             flags,
                                  LsClause           clause);
void ls_page_writer_end_delays   (LsPageWriter      *self,
                                  guint64            time);
void ls_page_agent_end_delay     (LsPageAgent       *self,
                                  LsPageTask        *task);
void ls_page_agent_remove        (LsPageAgent       *self,
                                  guint32            number,
                                  guint32            signal,
                                  guint32            reason);
void ls_page_agent_tell_place    (LsPageAgent       *self,
                                  const LsPageTask  *task);
GArray *ls_page_list_ids         (const LsIdMap     *table);
void ls_page_agent_remove_all    (LsPageAgent       *self);
void ls_page_agent_hold_before   (LsPageAgent       *self,
                                  guint32            number,
                                  guint8             kind);
void ls_page_agent_select        (LsPageAgent       *self,
                                  guint32            number);
void ls_page_agent_move_queue    (LsPageAgent       *self,
                                  guint32            queue,
                                  guint8             priority);
void ls_page_agent_watch_abort   (LsPageAgent       *self,
                                  LsPageTask        *task);

/* ls-page-turns.c */
void ls_page_agent_on_post       (LsPageAgent       *self,
                                  const LsPageEvent *event);
void ls_page_agent_on_yield      (LsPageAgent       *self,
                                  const LsPageEvent *event);
void ls_page_agent_on_timer      (LsPageAgent       *self,
                                  const LsPageEvent *event);
void ls_page_agent_on_clear      (LsPageAgent       *self,
                                  const LsPageEvent *event);
void ls_page_agent_on_run        (LsPageAgent       *self,
                                  const LsPageEvent *event);
void ls_page_agent_on_callback   (LsPageAgent       *self,
                                  const LsPageEvent *event);
void ls_page_agent_on_end        (LsPageAgent       *self,
                                  const LsPageEvent *event);
void ls_page_agent_on_settled    (LsPageAgent       *self,
                                  const LsPageEvent *event);
void ls_page_agent_reject        (LsPageAgent       *self,
                                  const LsPageSignal *signal,
                                  guint32            reason);
void ls_page_agent_end_turn      (LsPageAgent       *self);

/* ls-page-signals.c */
guint32 ls_page_agent_get_queue  (LsPageAgent       *self,
                                  LsPageTask        *task,
                                  guint8            *priority);
void ls_page_agent_on_signal     (LsPageAgent       *self,
                                  const LsPageEvent *event);
void ls_page_agent_finalize_signals (LsPageAgent    *self);

G_END_DECLS
