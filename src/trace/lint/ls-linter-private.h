/* ls-linter-private.h: what the linter keeps in mind while it reads
 *
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */

#pragma once

#include "ls-linter.h"
#include "ls-sums-private.h"
#include "ls-trace-cursor-private.h"

G_BEGIN_DECLS

/* A task that has not finished. */
typedef struct
{
  guint32 name;
  guint32 signal;              /* abort source, counted in its n_active, or 0 */
  guint32 sequence;            /* counts queueings, from 1; 0 while the task is in no queue */
  guint32 run;                 /* the run of continuations at its queueing … */
  guint32 run_count;           /* … and how long that run was */
  guint64 run_duration;
  guint64 queued_at;           /* µs */
  guint64 due_at;              /* µs: when its delay is over; 0: it has none */
  guint64 queued_position;
  guint8  queue;
  guint8  priority;            /* as far as known: a dynamic queue's priority is seen when the task is selected */
  guint8  least_priority;      /* that it is known to have had while it waited */
  guint8  has_changed;         /* it had another one when it was queued than when it was selected */
  guint8  is_continuation;
  guint8  is_old;              /* records about its beginning are gone */
  guint8  is_inferred;         /* a recording does not say since when it could run */
  guint8  nesting_level;       /* of the timer that it is of, counted by the linter */
  guint32 agent;
  guint64 worked;              /* µs: of a continuation, what the pieces before it took */
  guint64 queued_turn;         /* the first turn that ended after its queueing, counted by the linter */
  guint32 source;              /* of a GLib program, or 0 */
  guint32 own_queue;           /* of the scheduler, or 0 */
} LsLintTask;

/* A queue of a scheduler. */
typedef struct
{
  guint64 changed_position;    /* where its priority changed last, or 0 */
  guint8  priority;
} LsLintQueue;

/* A source of a GLib program. Times in µs. */
typedef struct
{
  guint32 name;
  gint32  priority;
  guint64 interval;            /* of a timeout, or 0 */
  guint8  sort;                /* LsSourceSort */
  guint8  queue;
  guint8  is_exact;            /* GLib does not let its interval end together with others */
  guint8  counts;              /* in n_idle of its name */
  guint32 n_late;              /* how often in a row */
  guint64 last_at;             /* when it was dispatched last, or 0 */
  guint32 n_busy;              /* dispatches since the loop slept last … */
  guint64 busy_since;          /* … and when the first of them began */
  guint64 counted;             /* how much of that is in @endless */
  LsLint *endless;             /* the lint about it */
} LsLintSource;

/* All sources of one name. */
typedef struct
{
  guint32 n_attached;
  guint32 n_idle;              /* those that were neither dispatched nor destroyed */
  guint32 n_seconds;           /* in how many seconds some were attached */
  guint32 source;              /* the first of them */
  guint64 second;              /* µs: when the last of these began */
  guint64 position, time;      /* of the first */
} LsLintSourceName;

/* A dispatch that is over. */
typedef struct
{
  guint32 source;
  guint32 name;
  gint32  priority;
  guint64 ended_at, duration;  /* µs */
} LsLintDispatch;

/* A timeout that wakes a loop for nothing. */
typedef struct
{
  guint32 source;
  guint32 n;
  guint64 duration;            /* µs */
} LsLintWaker;

typedef struct
{
  guint32 name;
  guint32 n_active;            /* tasks that have not finished, and their promises that are pending */
  guint32 n_posted;
  guint32 n_listeners;         /* to "abort" */
  guint64 created_position;
  guint64 created_at;
  guint64 changed_turn;        /* the turn in which its priority was last set, counted by the linter */
  guint8  priority;
  guint8  flags;               /* LsRecordFlags */
  guint8  is_used;
} LsLintSignal;

/* A pending promise that a task with a signal, or a continuation, results in. */
typedef struct
{
  guint32 task;
  guint32 signal;
} LsLintPromise;

/* A queued microtask that goes on after an await. */
typedef struct
{
  guint32 promise;
  guint32 name;
} LsLintMicrotask;

/* What the linter knows of a turn besides what the cursor does. */
typedef struct
{
  guint32 name;
  guint32 sequence;
  guint32 priority_source;
  guint32 own_promise;         /* what a continuation results in, once that is settled, or 0 */
  guint64 waited;
  guint64 worked;              /* µs: what the pieces before this continuation took */
  guint32 continuation;        /* that was posted last, or 0 */
  guint64 microtasks_at;       /* when the first began */
  guint32 n_microtasks;
  guint8  has_yielded;
  guint8  is_task_finished;
  guint8  was_inverted;
  guint8  nesting_level;       /* of the timer whose task runs */
  LsLint *endless;             /* the lint about its microtasks */
} LsLintTurn;

/* The turn before. */
typedef struct
{
  guint32 task, name, sequence;
} LsLintLast;

/* A turn that was longer than all turns after it. */
typedef struct
{
  guint64 number;              /* counted by the linter */
  guint64 ended_at, duration;
  guint32 task, name;
} LsLintLongTurn;

/* The continuations of a priority that ran since a task of that priority was selected last. The last one may have run before. */
typedef struct
{
  guint32 serial;
  guint32 count;
  guint64 duration;
  guint32 last_task, last_name;
} LsLintRun;

/* The loop of an agent. */
typedef struct
{
  guint8     queue_ranks[LS_N_TRACE_QUEUE_TYPES];
  LsSums     sums, continuation_sums[LS_N_TASK_PRIORITIES + 1];
  guint32    sequence;                         /* the last one given */
  guint32    dropped;                          /* @sequence when @sums last dropped what nobody asks for any more */
  guint32    n_waiting;
  LsLintTurn turn;
  LsLintLast last;
  guint64    n_turns;
  GArray    *longest;                          /* (nullable): LsLintLongTurn, in the order in which they ran; the longest first */
  guint32    latest_run[LS_N_TASK_PRIORITIES + 1][2]; /* sequence of the latest task, or continuation, of a priority that ran */
  guint32    timer_task;                       /* of the timer that was installed last … */
  guint8     timer_nesting_level;              /* … and its nesting level */
  gboolean   is_recorded;                      /* a recording tells what the loop did */
  gboolean   lacks_yields;                     /* and it is of a tool that does not record yields */
  LsLintRun  runs[LS_N_TASK_PRIORITIES + 1];
  guint32    promise_of_task, task_of_promise; /* the promise is made just before its task is posted */
  GArray    *recent;                           /* (nullable): LsLintDispatch, a ring of the last ones */
  guint32    n_recent;                         /* that have been put into it */
  gboolean   draws;                            /* it has dispatched a frame clock */
  guint32    wake_source;                      /* that was dispatched first since the loop woke up, or 0 */
  guint64    second, second_busy;              /* µs: when it began, and what dispatches took since */
  LsLintWaker wakers[8];
  guint      n_wakers;
  guint32    raised_queue;                     /* the LsQueueType that the preset has just raised, plus 1; 0 for none */
} LsLintLoop;

/* How many different operations since the last change are remembered, to see whether they come again. */
#define LS_LINT_N_SEEN 8

/* An agent, as far as it uses shared memory. */
typedef struct
{
  guint32 name;
  guint64 seen[LS_LINT_N_SEEN];  /* operations and their outcomes since it last changed something or waited */
  guint32 n_seen;
  guint32 n_repeats;             /* how often it has repeated one of these */
  guint64 spins_since;           /* µs */
  guint64 spins_position;
  LsLint *spinning;              /* the lint about it */
  guint32 notify_memory, notify_index;   /* where it notified last … */
  guint32 notify_changes;        /* … and how often something had changed there */
  guint32 n_notified;            /* how often in a row, while nobody waited and nothing changed */
  guint64 notified_since, notified_position;
  LsLint *notifying;
} LsLintAgent;

/* Somebody who waits. */
typedef struct
{
  guint32 agent;
  guint32 memory, byte_index;
  guint64 position, time;
  guint8  is_async;
  guint8  has_timeout;
  guint8  type;
  guint32 n_missed;              /* notifications that found nobody there, just before it came */
} LsLintWaiter;

/* A lock of the library that is held. */
typedef struct
{
  guint32  agent;
  guint32  memory, byte_index;
  guint8   type;
  guint64  position, time;
  guint64  yielded_position;     /* where the turn that got the lock ended; G_MAXUINT64 while it goes on */
  guint64  yielded_at;
} LsLintLock;

struct _LsLinter
{
  GObject       parent_instance;

  LsTrace      *trace;
  LsLintLimits  limits;
  gsize         position;
  gboolean      is_overtaken;                /* the writer may have dropped the records that were read last */
  guint64       now;

  /* What was found. */
  GPtrArray    *lints;                       /* LsLint */
  GHashTable   *by_subject;                  /* (element-type LsLint): a set of the lints in @lints */
  GHashTable   *by_subject_at_end;           /* the same for what ls_linter_finish() found */
  guint         n_lasting;                   /* lints that are not from ls_linter_finish() */
  guint         n_of_kind[LS_N_LINT_KINDS];
  guint64       n_left_out, n_left_out_at_end;
  guint64       n_forgotten;                 /* records that were dropped before they were read */
  guint64       serial;
  gboolean      finished, is_at_end;

  /* What is going on. */
  LsIdMap       tasks, signals, promises, microtasks;
  LsIdMap       queues;                      /* LsLintQueue */
  LsIdMap       sources;                     /* LsLintSource */
  LsIdMap       source_names;                /* LsLintSourceName, by text */
  LsIdMap       unhandled;                   /* LsLint *, by promise */
  guint32       last_timer;                  /* the highest number */
  LsLintLoop    loop;                        /* of the agent whose records go by */
  LsTraceCursor cursor;

  /* Shared memory. */
  LsIdMap       agents;                      /* LsLintAgent */
  LsIdMap       waiters;                     /* LsLintWaiter, that wait */
  LsIdMap       memories;                    /* guint32: name */
  LsIdMap       places;                      /* where somebody has notified */
  GArray       *locks;                       /* LsLintLock, that are held */
  gboolean      is_limited;                  /* a budget has stopped the run */

  /* An abort, until all signals that it reaches have been read. */
  LsLint        abort;
  gboolean      is_aborting, abort_is_late;
};

void ls_linter_init_rules    (LsLinter       *self);
void ls_linter_clear_rules   (LsLinter       *self);
void ls_linter_apply         (LsLinter       *self,
                              const LsRecord *record);
void ls_linter_begin_at      (LsLinter       *self,
                              gsize           position);
void ls_linter_look_at_end   (LsLinter       *self);
LsLint *ls_linter_add        (LsLinter       *self,
                              const LsLint   *found);
LsLint ls_linter_begin_lint  (LsLinter       *self,
                              LsLintKind      kind,
                              const LsRecord *record,
                              LsLintSubject   subject,
                              guint32         id);

static inline guint64
ls_linter_since (guint64 now,
                 guint64 then)
{
  return now > then ? now - then : 0;
}

/* Whether waits are judged as in a recording: the machine had other work as well. */
static inline gboolean
ls_linter_is_measured (LsLinter *self)
{
  return self->loop.is_recorded || self->limits.is_measured;
}

/* ls-linter-signals.c */
LsLintSignal *ls_linter_use_signal (LsLinter *self,
                                    guint32   id);
void ls_linter_release_signal (LsLinter *self,
                               guint32   id);
void ls_linter_on_signal_created (LsLinter       *self,
                                  const LsRecord *record);
void ls_linter_report_unused_signal (LsLinter           *self,
                                     guint32             id,
                                     const LsLintSignal *signal,
                                     guint64             position,
                                     guint64             time);
void ls_linter_on_signal_finalized (LsLinter       *self,
                                    const LsRecord *record);
void ls_linter_on_signal_listeners (LsLinter       *self,
                                    const LsRecord *record);
void ls_linter_end_abort (LsLinter *self);
void ls_linter_on_signal_aborted (LsLinter       *self,
                                  const LsRecord *record);
void ls_linter_on_signal_priority (LsLinter       *self,
                                   const LsRecord *record);
void ls_linter_on_priority_refused (LsLinter       *self,
                                    const LsRecord *record);

/* ls-linter-turns.c */
void ls_linter_remove_task (LsLinter *self,
                            guint32   id);
LsLintTask *ls_linter_know_task (LsLinter       *self,
                                 const LsRecord *record);
void ls_linter_on_task_posted (LsLinter       *self,
                               const LsRecord *record);
void ls_linter_on_task_refused (LsLinter       *self,
                                const LsRecord *record);
void ls_linter_on_task_delayed (LsLinter       *self,
                                const LsRecord *record);
void ls_linter_on_task_queued (LsLinter       *self,
                               const LsRecord *record);
guint64 ls_linter_get_starved_limit (LsLinter         *self,
                                     const LsLintTask *task);
gboolean ls_linter_report_starved (LsLinter         *self,
                                   guint32           id,
                                   const LsLintTask *task,
                                   guint64           position,
                                   guint64           time,
                                   guint64           waited,
                                   gboolean          is_preset_rule);
void ls_linter_report_continuations (LsLinter         *self,
                                     guint32           id,
                                     const LsLintTask *task,
                                     guint64           position,
                                     guint64           time,
                                     guint64           waited);
LsLint ls_linter_begin_turn_lint (LsLinter           *self,
                                  LsLintKind          kind,
                                  const LsCursorTurn *turn,
                                  guint64             time);
void ls_linter_report_long_turn (LsLinter           *self,
                                 const LsCursorTurn *turn,
                                 guint64             ended_at);
void ls_linter_update_endless (LsLinter *self,
                               guint32   task);
void ls_linter_end_turn (LsLinter *self);
void ls_linter_on_task_selected (LsLinter       *self,
                                 const LsRecord *record);

/* ls-linter-waits.c */
void ls_linter_on_queue (LsLinter       *self,
                         const LsRecord *record);
gboolean ls_linter_has_kept_priority (LsLinter         *self,
                                      const LsLintTask *task);
void ls_linter_remember_turn (LsLinter           *self,
                              const LsCursorTurn *turn,
                              guint64             duration);
gboolean ls_linter_report_late (LsLinter         *self,
                                guint32           id,
                                const LsLintTask *task,
                                guint64           position,
                                guint64           time,
                                guint64           waited,
                                guint64           n_turns);
gboolean ls_linter_report_never_ran (LsLinter         *self,
                                     guint32           id,
                                     const LsLintTask *task,
                                     guint64           waited);
void ls_linter_report_aborted (LsLinter       *self,
                               const LsRecord *record);
void ls_linter_look_for_recorded_inversion (LsLinter       *self,
                                            const LsRecord *record,
                                            guint32         name);

/* ls-linter-sources.c */
void ls_linter_init_sources  (LsLinter       *self);
void ls_linter_clear_sources (LsLinter       *self);
void ls_linter_on_source     (LsLinter       *self,
                              const LsRecord *record);
void ls_linter_on_source_selected (LsLinter         *self,
                                   const LsLintTask *task,
                                   const LsRecord   *record);
void ls_linter_report_waiting (LsLinter         *self,
                               const LsLintTask *task);
void ls_linter_end_dispatch  (LsLinter           *self,
                              const LsCursorTurn *turn,
                              guint64             duration);
void ls_linter_on_frame      (LsLinter       *self,
                              const LsRecord *record);
void ls_linter_on_woken      (LsLinter *self,
                              guint64   now,
                              guint64   slept,
                              guint64   woke_before);
void ls_linter_look_at_sources (LsLinter *self);

/* ls-linter-promises.c */
void ls_linter_on_microtask_queued (LsLinter       *self,
                                    const LsRecord *record);
void ls_linter_on_microtask_started (LsLinter       *self,
                                     const LsRecord *record);
void ls_linter_on_promise_settled (LsLinter       *self,
                                   const LsRecord *record);
void ls_linter_on_promise_unhandled (LsLinter       *self,
                                     const LsRecord *record);
void ls_linter_on_promise_handled (LsLinter       *self,
                                   const LsRecord *record);
void ls_linter_on_limit (LsLinter       *self,
                         const LsRecord *record);

/* ls-linter-memory.c */
void ls_linter_init_memory   (LsLinter       *self);
void ls_linter_clear_memory  (LsLinter       *self);
void ls_linter_apply_memory  (LsLinter       *self,
                              const LsRecord *record);
void ls_linter_end_turn_with_locks (LsLinter *self);
void ls_linter_end_spin       (LsLinter       *self);
void ls_linter_begin_memory_at (LsLinter *self,
                                LsState  *state);
void ls_linter_look_at_memory (LsLinter      *self);

G_END_DECLS
