/* ls-replay-private.h: what the files of a replay share
 *
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */

#pragma once

#include "ls-id-map-private.h"
#include "ls-preset.h"
#include "ls-replay-keys-private.h"
#include "ls-replay-plan-private.h"
#include "ls-replay.h"

G_BEGIN_DECLS

#define LS_REPLAY_NEVER G_MAXUINT64

/* Where a task is that has not run. */
typedef enum
{
  LS_REPLAY_STAGE_DELAYED,
  LS_REPLAY_STAGE_QUEUED
} LsReplayStage;

/* What a task is. */
typedef enum
{
  LS_REPLAY_TASK_LOOP,       /* a task of the loop; an event of the recording is all that there is of it */
  LS_REPLAY_TASK_TIMER,
  LS_REPLAY_TASK_IDLE,
  LS_REPLAY_TASK_SCHEDULER   /* postTask() or yield() */
} LsReplayTaskKind;

/* A task that has been posted and has not run, or the one that runs. */
typedef struct
{
  guint32  id;
  guint32  thing;            /* timer or idle callback, 0 for none */
  guint32  queue;            /* scheduler task queue, once it is in one */
  guint32  signal;           /* 0 for none */
  guint32  name;             /* text of the trace */
  guint32  order;            /* enqueue order */
  guint32  run;              /* the event that runs or removes it, LS_REPLAY_NOTHING */
  guint32  timeout;          /* ms: a timer's */
  guint64  base;             /* ns: when a timer was set; its times are multiples of @delay from there */
  guint64  delay;            /* µs */
  guint64  due;              /* ns, while it is delayed */
  guint8   kind;             /* LsReplayTaskKind */
  guint8   stage;            /* LsReplayStage */
  guint8   type;             /* LsQueueType */
  guint8   priority;         /* LsTaskPriority of a scheduler task without a signal that counts */
  guint    is_continuation : 1;
  guint    follows_signal : 1;
  guint    is_delayed_work : 1;
  guint    repeats : 1;
  guint    guesses_queue : 1;
  guint    guesses_due : 1;
  guint    guesses_priority : 1;   /* the recording does not say @priority */
} LsReplayTask;

/* A signal that the recording tells of, or that is inferred. */
typedef struct
{
  guint32  queues[2];        /* scheduler task queues: of tasks, of continuations; 0 for none */
  guint32  source;           /* whose priority it follows, 0 for none */
  guint32  first_dependent, next_dependent;
  guint32  n_left;           /* inferred: how many tasks of it have not run */
  guint8   priority;
  guint    is_inferred : 1;
  guint    is_aborted : 1;
  guint    is_fixed : 1;
} LsReplaySignal;

/* Tasks that wait and never run (ls-replay-lost.c). */
typedef struct _LsReplayLine LsReplayLine;

/* The loop of a thread: an agent of the trace. */
typedef struct
{
  guint32        agent;
  guint32        thread;       /* of the recording */
  LsReplayUnits  units;        /* goes ahead of @next by one turn */
  LsReplayPlan  *plan;         /* (unowned) */
  guint32        next;         /* event */
  guint          next_link, next_arrival, next_member, next_change;
  LsReplayUnit   unit;         /* the present turn, or the next one */
  gboolean       has_unit, in_turn;

  LsReplayTask   task;         /* whose turn it is */
  gboolean       has_started, has_finished;
  gboolean       resumes;      /* the code of a continuation is to come */
  guint64        finish_at;    /* ns: the end of the task's own steps */
  guint32        microtask;    /* that runs, 0 for none */
  guint64        microtask_end, work_end, work_start;  /* ns; LS_REPLAY_NEVER for none */
  guint32        work_text, work_place;                /* of the recording */

  guint32        turn, last_order;
  guint64        quiet_since;  /* µs: the end of the last turn, or the last record since */
  guint32        n_ready;      /* tasks in queues from which they can be selected */
  guint32        n_incoming[LS_N_QUEUE_TYPES], n_work[LS_N_QUEUE_TYPES];
  guint32        reloaded[LS_N_QUEUE_TYPES];           /* the last enqueue order that immediate work took over */
  guint32        static_queues[LS_N_TASK_PRIORITIES + 1][2];
  guint64        pending_signal;                       /* the helper's number, of the task that is posted next, 0 for none */
  guint32        pending_name;
  gboolean       pending_own_priority;

  LsIdMap        tasks;        /* LsReplayTask */
  LsIdMap        runs;         /* guint32 tasks, by the number of the event that runs or removes them, plus 1 */
  LsReplayHeap   delays;       /* tasks */
  LsReplayKeys   signals;      /* by the helper's number; value: signal */
  LsReplayLine  *lines;        /* (nullable) */
  guint32       *groups;       /* signals of the plan's groups, 0 for one that is not there yet */
} LsReplayThread;

struct _LsReplay
{
  LsRecording    *recording;
  LsProbe        *probe;
  const LsPreset *preset;
  LsReplayPlan   *plans;
  LsReplayThread *threads;
  guint           n_threads;
  guint          *order;        /* threads, as a heap: whose next action is first */
  guint64        *times;        /* ns: of each thread's next action */

  GArray         *records;      /* LsRecord: made and not written */
  guint           n_written;    /* of @records */
  guint64         now;          /* µs: of the last record that was made */
  guint64         time;         /* µs: of the last record that was written */
  guint64         n_events, n_done;
  guint64         n_more_signals;
  guint32         shown_agent;
  guint32         n_tasks, n_queues, n_signals, n_timers, n_idle_callbacks, n_microtasks;
  gboolean        has_begun;

  LsIdMap         signals;      /* LsReplaySignal */
  guint32        *texts;        /* numbers in the trace of the recording's texts, 0 for one that it does not have yet */
  guint32        *places;       /* likewise of places as names */
  guint           n_texts;
};

void ls_replay_add (LsReplay       *self,
                    LsReplayThread *thread,
                    LsRecord        record);

/* ls_replay_emit (self, thread, .kind = …, …): makes a record of the thread's agent with the current time. */
#define ls_replay_emit(self, thread, ...) \
  ls_replay_add (self, thread, (LsRecord) { .priority = LS_TASK_PRIORITY_NONE, __VA_ARGS__ })

static inline const LsRecordingEvent *
ls_replay_get_event (const LsReplayThread *thread,
                     guint32               event)
{
  return &thread->units.events[event];
}

static inline guint32
ls_replay_saturate (guint64 value)
{
  return MIN (value, G_MAXUINT32);
}

/* Names */
guint32        ls_replay_intern           (LsReplay               *self,
                                           guint32                 text);
guint32        ls_replay_name_function    (LsReplay               *self,
                                           const LsRecordingEvent *event);
guint32        ls_replay_name_run         (LsReplay               *self,
                                           LsReplayThread         *thread,
                                           guint32                 event);
guint32        ls_replay_name_unit        (LsReplay               *self,
                                           LsReplayThread         *thread,
                                           const LsReplayUnit     *unit);

/* What units are */
guint8         ls_replay_guess_queue      (LsReplay               *self,
                                           LsReplayThread         *thread,
                                           const LsReplayUnit     *unit,
                                           gboolean               *is_discrete);
guint64        ls_replay_find_finish      (LsReplayThread         *thread,
                                           const LsReplayUnit     *unit);
gboolean       ls_replay_measure_unit     (LsReplayThread         *thread,
                                           guint32                 first,
                                           LsReplayUnit           *unit);

/* Tasks */
const LsReplayLink *ls_replay_take_link   (LsReplayThread         *thread,
                                           guint32                 event);
void           ls_replay_keep_task        (LsReplayThread         *thread,
                                           const LsReplayTask     *task);
void           ls_replay_delay_task       (LsReplay               *self,
                                           LsReplayThread         *thread,
                                           LsReplayTask           *task,
                                           guint64                 delay,
                                           guint8                  flags,
                                           LsClause                clause);
void           ls_replay_enqueue          (LsReplay               *self,
                                           LsReplayThread         *thread,
                                           LsReplayTask           *task,
                                           guint8                  flags,
                                           LsClause                clause);
void           ls_replay_end_delay        (LsReplay               *self,
                                           LsReplayThread         *thread,
                                           LsReplayTask           *task,
                                           LsClause                clause);
void           ls_replay_end_delays       (LsReplay               *self,
                                           LsReplayThread         *thread,
                                           guint64                 time);
gboolean       ls_replay_is_announced     (LsReplay               *self,
                                           LsReplayThread         *thread,
                                           guint32                 unit,
                                           gboolean                is_due);
void           ls_replay_announce_unit    (LsReplay               *self,
                                           LsReplayThread         *thread,
                                           const LsReplayUnit     *unit,
                                           guint64                 due,
                                           gboolean                is_own,
                                           LsClause                clause);
void           ls_replay_select           (LsReplay               *self,
                                           LsReplayThread         *thread);
void           ls_replay_remove_task      (LsReplay               *self,
                                           LsReplayThread         *thread,
                                           guint32                 event);

void           ls_replay_leave_queue      (LsReplay               *self,
                                           LsReplayThread         *thread,
                                           LsReplayTask           *task,
                                           gboolean                runs);

/* Tasks that never run */
void           ls_replay_watch_task       (LsReplay               *self,
                                           LsReplayThread         *thread,
                                           const LsReplayTask     *task);
void           ls_replay_pass_over        (LsReplay               *self,
                                           LsReplayThread         *thread,
                                           const LsReplayTask     *task,
                                           guint8                  priority);
void           ls_replay_forget_lines     (LsReplayThread         *thread);

/* Events that post */
void           ls_replay_on_post          (LsReplay               *self,
                                           LsReplayThread         *thread,
                                           guint32                 event);
void           ls_replay_on_timer         (LsReplay               *self,
                                           LsReplayThread         *thread,
                                           guint32                 event);
void           ls_replay_on_frame         (LsReplay               *self,
                                           LsReplayThread         *thread,
                                           guint32                 event);
void           ls_replay_on_idle          (LsReplay               *self,
                                           LsReplayThread         *thread,
                                           guint32                 event);
void           ls_replay_on_resource      (LsReplay               *self,
                                           LsReplayThread         *thread,
                                           guint32                 event);
void           ls_replay_wait_for_resource (LsReplay              *self,
                                           LsReplayThread         *thread,
                                           const LsReplayLink     *link);
void           ls_replay_rearm            (LsReplay               *self,
                                           LsReplayThread         *thread,
                                           guint32                 event);

/* Signals */
void           ls_replay_on_signal        (LsReplay               *self,
                                           LsReplayThread         *thread,
                                           const LsRecordingEvent *event);
guint32        ls_replay_take_pending_signal (LsReplay            *self,
                                           LsReplayThread         *thread,
                                           guint8                  priority,
                                           gboolean               *follows);
guint32        ls_replay_get_group_signal (LsReplay               *self,
                                           LsReplayThread         *thread,
                                           guint32                 event);
guint32        ls_replay_get_queue        (LsReplay               *self,
                                           LsReplayThread         *thread,
                                           LsReplayTask           *task,
                                           guint8                 *priority);
void           ls_replay_set_priority     (LsReplay               *self,
                                           LsReplayThread         *thread,
                                           guint32                 signal,
                                           guint8                  priority,
                                           LsClause                clause);
void           ls_replay_change_priorities (LsReplay              *self,
                                           LsReplayThread         *thread,
                                           guint64                 time);
void           ls_replay_leave_signal     (LsReplay               *self,
                                           LsReplayThread         *thread,
                                           const LsReplayTask     *task,
                                           gboolean                was_aborted);

/* Turns */
void           ls_replay_thread_begin     (LsReplay               *self,
                                           LsReplayThread         *thread);
guint64        ls_replay_thread_get_next  (LsReplayThread         *thread);
void           ls_replay_thread_act       (LsReplay               *self,
                                           LsReplayThread         *thread);

G_END_DECLS
