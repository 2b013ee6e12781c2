/* ls-event-loop-private.h: the inside of the loop, for src/loop and src/scheduling
 *
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */

#pragma once

#include <pthread.h>

#include "ls-continuation-state-private.h"
#include "ls-event-loop.h"
#include "ls-loop-space-private.h"
#include "ls-microtask-queue-private.h"
#include "ls-pool-private.h"
#include "ls-runnable-queues-private.h"
#include "ls-wake-up-queue-private.h"

G_BEGIN_DECLS

/* In µs. JSON numbers are exact up to this time. */
#define END_OF_TIME (G_GUINT64_CONSTANT (1) << 53)

/**
 * LsLoopQueue:
 *
 * A task queue of the loop without its delayed incoming queue. The wake-up queue holds the delayed tasks of all queues.
 */
typedef struct
{
  LsTaskFifo immediate_incoming;
  LsTaskFifo immediate_work;
  LsTaskFifo delayed_work;
  gsize      n_delayed_incoming;
  guint8     rank;                  /* the preset's rank, or a raised one */
} LsLoopQueue;

/**
 * LsChoice:
 *
 * The choice of the task queue selector: a scheduler task queue, or a work queue of the loop.
 */
typedef struct
{
  LsRunnableQueue *scheduler_queue; /* NULL: @type and @fifo hold */
  LsQueueType      type;
  LsTaskFifo      *fifo;
  guint8           rank;
  guint8           flags;           /* for the TASK_SELECTED record */
} LsChoice;

/**
 * LsNumberSpace:
 *
 * The last number of each kind of thing. Loops whose records go into one trace share one number space, so a number names one
 * thing there.
 */
typedef struct
{
  guint32 last_task;
  guint32 last_microtask;
  guint32 last_timer;
  guint32 last_idle_callback;
  guint32 last_promise;
  guint32 last_signal;
  guint32 last_scheduler;
  guint32 last_scheduler_queue;
  guint32 last_waiter;
  guint32 last_memory;
} LsNumberSpace;

/** LsPlainTask: a task that is a function and no more, from the pool of the loop. */
typedef struct
{
  LsTask     base;
  LsTaskFunc func;
} LsPlainTask;

typedef struct _LsIncoming LsIncoming;
typedef struct _LsLoopMarks LsLoopMarks;

/** LsIncoming: a task that another thread posts to the loop. */
struct _LsIncoming
{
  LsIncoming    *next;
  void         (*take) (LsEventLoop *loop,
                        LsIncoming  *incoming);
  gpointer       target;            /* (unowned) (nullable): a scheduler; the poster sees to it that it outlives the loop */
  LsTaskFunc     func;
  gpointer       data;
  GDestroyNotify destroy;
  guint8         kind;              /* LsQueueType or LsTaskPriority */
};

struct _LsEventLoop
{
  GObject              parent_instance;

  LsProbe             *probe;
  guint64              now;                 /* µs */
  guint64              next_enqueue_order;  /* the specification's, from 1 */
  LsContinuationState *continuation_state;  /* the specification's current continuation state */
  LsRunnableQueues     scheduler_queues;
  guint32              ready_queues;        /* a bit for each loop queue with runnable tasks */
  LsNumberSpace       *numbers;             /* own_numbers, or those of its cluster */
  LsNumberSpace        own_numbers;
  LsIncoming          *incoming;            /* atomic */
  gboolean             is_taking_incoming;
  gboolean             is_ending_delays;
  LsMicrotaskQueue     microtasks;
  LsForeignJobs        foreign_jobs;        /* all NULL without a language host */
  guint32              turn;
  guint32              turn_microtasks;
  guint32              current_task;
  guint32              current_name;        /* text */
  LsRunnableQueue     *current_queue;       /* the queue of the running scheduler task */
  gboolean             in_turn;
  gboolean             in_callback;
  gboolean             callback_threw;
  gboolean             must_report_turn_end;
  LsTask              *unfinished;          /* (nullable): a task that waits for its callback's microtasks */
  LsCompletion         unfinished_completion;
  LsValue              unfinished_value;
  LsContinuationState *unfinished_state;    /* the state of that task, for its steps after the microtasks */
  LsWakeUpQueue        wake_ups;
  LsPool               task_pool;
  LsLoopSpace         *space;

  LsPreset             preset;
  LsEdition            edition;
  LsClockKind          clock;
  gint64               clock_start;         /* of the monotonic clock, µs */
  gboolean             owns_probe;          /* ls_probe_outlet has made it */
  LsProbe             *given_probe;         /* (owned) (nullable): the property */
  LsLoopMarks         *marks;               /* (nullable): where a capture of Sysprof runs */
  guint64             *shared_clock;        /* (nullable) (unowned): the time of its group or cluster, µs */
  pthread_t            thread;

  LsLoopQueue          queues[LS_N_QUEUE_TYPES];
  guint                delayed_picks;       /* in a row, while immediate work of the rank waited */
  guint                picks_in_a_row;      /* while a worse rank waited */
  guint                last_fair_rank;
  gboolean             compositor_after_input;
  gboolean             turn_is_discrete_input;
  gboolean             awaits_discrete_input_response; /* the tasks of pages wait for a frame, or for … */
  LsTask               discrete_input_deadline;
  guint64              compositor_waits_since; /* µs: since its last task, or since it got its first */
  gboolean             in_frame;            /* the turn is that of a task of the compositor */
  LsTaskFifo           frame_waiters;       /* tasks that enter their queues when the next frame is done */

  GHashTable          *timers;              /* id → LsDomTimer */
  guint                timer_nesting_level;
  GHashTable          *idle_callbacks;      /* id → LsIdleCallback */
  guint64              idle_deadline;       /* µs: the deadline of the running idle callback, or 0 */
  gboolean             idle_timed_out;
  gboolean             idle_wants_period;   /* callbacks are queued, and no idle period has begun for them */
  guint32              idle_period;         /* how many idle periods have begun, where the deadline is live */
  guint64              idle_period_end;     /* µs: the latest end of that period */
  guint64              next_idle_period;    /* µs: the end of the period, or the next check whether one can begin; or 0 */
  LsContinuationState *(*make_idle_state) (gpointer data);
  gpointer             idle_state_data;

  GPtrArray           *rejections;          /* LsPromise: rejected without a handler, to be notified */
  void               (*promise_awaited) (LsEventLoop *loop,
                                         guint32      promise,
                                         guint32      waiter);  /* (nullable): for priority inheritance */
  void               (*promise_over) (LsEventLoop *loop,
                                      guint32      promise);    /* (nullable): likewise; it is settled, or gone */
  gpointer             scheduling;          /* src/scheduling's data for the loop */
  GDestroyNotify       scheduling_destroy;

  LsReportFunc         report;
  gpointer             report_data;
  GDestroyNotify       report_destroy;

  GSource             *source;
  GMainContext        *context;             /* atomic: other threads wake it; the loop keeps it until its end */
  void               (*wake) (gpointer data); /* (nullable): called on the posting thread where the loop had no incoming task */
  gpointer             wake_data;
  guint64              quantum;             /* µs */
  gboolean             shut_down;
  gboolean             is_emptied;
  gboolean             is_run_by_hand;      /* by its group, or by another part of this library: who waits may wait long */
  gboolean             may_be_neglected;    /* nothing runs it yet, and nobody has looked again */
  GSource             *neglect;             /* (nullable): looks again */
};

/* Only the thread that runs the loop may call its functions, except the post_from_thread() functions. */
#define LS_ASSERT_LOOP_THREAD(loop) g_warn_if_fail (pthread_equal ((loop)->thread, pthread_self ()))

/* ls_event_loop_emit (loop, .kind = …, …): writes a record with the current time, if the loop has a probe. */
#define ls_event_loop_emit(loop, ...)                                                                              \
  G_STMT_START                                                                                                     \
  {                                                                                                                \
    if ((loop)->probe != NULL)                                                                                     \
      *ls_probe_reserve ((loop)->probe) = (LsRecord) { .time = (loop)->now, .priority = LS_TASK_PRIORITY_NONE,     \
                                                       __VA_ARGS__ };                                              \
  }                                                                                                                \
  G_STMT_END

static inline guint64
ls_event_loop_take_enqueue_order (LsEventLoop *self)
{
  return self->next_enqueue_order++;
}

static inline void
ls_event_loop_set_continuation_state (LsEventLoop         *self,
                                      LsContinuationState *state)
{
  LsContinuationState *old = self->continuation_state;

  self->continuation_state = ls_continuation_state_ref (state);
  ls_continuation_state_unref (old);
}

static inline guint32
ls_event_loop_count_foreign_jobs (LsEventLoop *self)
{
  return self->foreign_jobs.run != NULL ? *self->foreign_jobs.enqueued - *self->foreign_jobs.begun : 0;
}

static inline gboolean
ls_event_loop_has_microtasks (LsEventLoop *self)
{
  return self->microtasks.length > 0 || ls_event_loop_count_foreign_jobs (self) > 0;
}

static inline gboolean
ls_event_loop_has_rejections (LsEventLoop *self)
{
  return self->rejections->len > 0 || (self->foreign_jobs.run != NULL && *self->foreign_jobs.n_rejections > 0);
}

static inline guint32
ls_saturate (guint64 number)
{
  return number < G_MAXUINT32 ? (guint32) number : G_MAXUINT32;
}

/* ls-loop-marks.c */
guint32  ls_loop_marks_intern               (LsLoopMarks     *self,
                                             LsProbe         *probe,
                                             const char      *string);

/* Returns: the number of the name of a task, as in records; 0 where nobody reads it */
static inline guint32
ls_event_loop_intern_name (LsEventLoop *self,
                           const char  *name)
{
  return G_UNLIKELY (self->marks != NULL) ? ls_loop_marks_intern (self->marks, self->probe, name)
                                          : ls_probe_intern (self->probe, name);
}

/* ls-event-loop.c */
void     ls_event_loop_update_clock         (LsEventLoop     *self);
void     ls_event_loop_note_time            (LsEventLoop     *self);
void     ls_event_loop_notify_rejections    (LsEventLoop     *self);
void     ls_event_loop_notify_foreign_rejections (LsEventLoop *self);
LsEventLoop *ls_event_loop_new_sharing      (LsClockKind      clock,
                                             const LsPreset  *preset,
                                             LsEdition        edition,
                                             LsProbe         *probe,
                                             guint64         *shared_clock,
                                             LsNumberSpace   *numbers);
void     ls_event_loop_share                (LsEventLoop     *self,
                                             guint64         *clock,
                                             LsNumberSpace   *numbers);
void     ls_event_loop_stop_sharing         (LsEventLoop     *self);
void     ls_event_loop_read_numbers         (LsEventLoop     *self);
void     ls_event_loop_write_numbers        (LsEventLoop     *self);
void     ls_event_loop_pass_time            (LsEventLoop     *self,
                                             guint64          duration);

/* ls-event-loop-turn.c */
guint8   ls_event_loop_peek_rank            (LsEventLoop     *self);
void     ls_event_loop_report_turn_end      (LsEventLoop     *self);
gboolean ls_event_loop_has_news             (LsEventLoop     *self);
gboolean ls_event_loop_has_work             (LsEventLoop     *self);
void     ls_event_loop_delay_task           (LsEventLoop     *self,
                                             LsTask          *task,
                                             guint64          delay,
                                             guint32          timer,
                                             guint32          name);
void     ls_event_loop_finish_turn          (LsEventLoop     *self);
LsStepResult ls_event_loop_step_and_settle  (LsEventLoop     *self);
void     ls_event_loop_finish_later         (LsEventLoop     *self,
                                             LsTask          *task,
                                             LsCompletion     completion,
                                             const LsValue   *value);
void     ls_event_loop_end_delays_in_parallel (LsEventLoop   *self);
void     ls_event_loop_withdraw_delayed_task (LsEventLoop    *self,
                                              LsTask         *task);
void     ls_event_loop_remove_task          (LsEventLoop     *self,
                                             LsTask          *task,
                                             guint32          signal,
                                             LsClause         clause);
LsTask  *ls_event_loop_pop_delayed_task     (LsEventLoop     *self);
gboolean ls_event_loop_has_runnable         (LsEventLoop     *self);

gboolean ls_event_loop_expects_frame        (LsEventLoop     *self);
void     ls_event_loop_wait_for_frame       (LsEventLoop     *self,
                                             LsTask          *task);
void     ls_event_loop_stop_waiting_for_frame (LsEventLoop   *self,
                                             LsTask          *task);

/* ls-event-loop-microtask.c */
LsMicrotask *ls_event_loop_push_microtask   (LsEventLoop     *self,
                                             LsMicrotaskKind  kind,
                                             LsMicrotaskSteps steps,
                                             guint32          promise,
                                             guint32          name);
gboolean ls_event_loop_run_microtasks_at_once (LsEventLoop   *self,
                                             guint32          max);

/* ls-event-loop-end.c */
void     ls_event_loop_empty                (LsEventLoop     *self);

/* ls-loop-queue.c */
void     ls_loop_queue_enqueue              (LsEventLoop     *self,
                                             LsTask          *task,
                                             guint32          name,
                                             LsPostFlags      flags);
void     ls_loop_queue_enqueue_due          (LsEventLoop     *self,
                                             LsTask          *task);
void     ls_loop_queue_remove               (LsEventLoop     *self,
                                             LsTask          *task);
void     ls_loop_queue_reload               (LsEventLoop     *self,
                                             LsQueueType      type);
guint32  ls_loop_queue_post_callback        (LsEventLoop     *self,
                                             LsQueueType      type,
                                             guint64          delay,
                                             LsPostFlags      flags,
                                             guint32          name,
                                             LsCallback       callback,
                                             gpointer         user_data,
                                             GDestroyNotify   destroy);

/* ls-task-queue-selector.c */
#define LS_NO_RANK G_MAXUINT8
guint8   ls_task_queue_selector_peek_rank   (LsEventLoop     *self);
gboolean ls_task_queue_selector_choose      (LsEventLoop     *self,
                                             LsChoice        *choice);
gboolean ls_task_queue_selector_has_runnable (LsEventLoop    *self);
void     ls_task_queue_selector_update_compositor (LsEventLoop *self);
void     ls_task_queue_selector_note_taken  (LsEventLoop     *self,
                                             LsTask          *task);

/* ls-discrete-input.c */
void     ls_discrete_input_end_turn         (LsEventLoop     *self);
gboolean ls_discrete_input_is_queue_enabled (LsEventLoop     *self,
                                             LsQueueType      type);

/* ls-incoming-queue.c */
void     ls_event_loop_push_incoming        (LsEventLoop     *self,
                                             LsIncoming      *incoming);
void     ls_event_loop_take_incoming        (LsEventLoop     *self);
void     ls_event_loop_close_incoming       (LsEventLoop     *self);

gboolean ls_event_loop_has_incoming         (LsEventLoop     *self);

/* ls-dom-timer.c, ls-idle-callback.c */
void     ls_idle_period_begin               (LsEventLoop     *self);
void     ls_idle_period_end_turn            (LsEventLoop     *self);
double   ls_idle_period_get_live_remaining  (LsEventLoop     *self);
void     ls_dom_timers_shut_down            (LsEventLoop     *self);
void     ls_idle_callbacks_shut_down        (LsEventLoop     *self);

/* ls-loop-neglect.c */
void     ls_loop_neglect_begin              (LsEventLoop     *self);
void     ls_loop_neglect_end                (LsEventLoop     *self);
void     ls_loop_neglect_note_end           (LsEventLoop     *self);

/* ls-loop-source.c */
void     ls_event_loop_notice_work          (LsEventLoop     *self);
void     ls_loop_source_wake                (LsEventLoop     *self);

static inline void
ls_event_loop_check_incoming (LsEventLoop *self)
{
  if (G_UNLIKELY (g_atomic_pointer_get (&self->incoming) != NULL))
    ls_event_loop_take_incoming (self);
}

/* Before each ls_event_loop_take_enqueue_order() */
static inline void
ls_event_loop_check_delays (LsEventLoop *self)
{
  if (self->wake_ups.length > 0 && self->preset.delays_end_in_parallel && !self->is_ending_delays)
    ls_event_loop_end_delays_in_parallel (self);
}

G_END_DECLS
