/* ls-scheduler-private.h: the inside of schedulers
 *
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */

#pragma once

#include "ls-event-loop-private.h"
#include "ls-promise-private.h"
#include "ls-scheduler.h"
#include "ls-scheduling-state-private.h"
#include "ls-task-signal-private.h"

G_BEGIN_DECLS

/**
 * LsSchedulerTaskQueue:
 *
 * The scheduler task queue of the specification (§2.3). Its tasks, priority and is continuation are the loop's part. Its removal
 * steps are ls_scheduler_task_queue_run_removal_steps().
 */
typedef struct
{
  LsRunnableQueue     base;
  LsPriorityAlgorithm algorithm;     /* of a dynamic queue, in the list of its signal */
  LsScheduler        *scheduler;     /* (unowned) */
  LsTaskSignal       *signal;        /* (owned) (nullable): NULL for a static queue */
  guint               ref_count;     /* one of the map, and one for each task that is queued or runs */
  gboolean            is_in_map;
} LsSchedulerTaskQueue;

/**
 * LsPostedTask:
 *
 * A task together with its task handle (§2.3), in one block: the task of the handle is @base, its abort steps are those of @node,
 * its task complete steps are task_handle_run_task_complete_steps().
 */
typedef struct
{
  LsTask                base;         /* priority: a fixed one, or NONE where the signal is the priority source */
  LsCallback            callback;     /* NULL for a continuation, which only resolves @result */
  LsPromise            *result;       /* (owned) */
  LsAbortSignal        *signal;       /* (owned) (nullable) */
  LsScheduler          *scheduler;    /* (unowned) */
  LsSchedulerTaskQueue *queue;        /* (owned) (nullable): the queue of the handle */
  LsAbortAlgorithmNode  node;         /* in the list of the signal while the task can be aborted */
  char                 *label;        /* (owned) (nullable): its name as a GRefString, for lists: records have a number */
} LsPostedTask;

/**
 * LsContinuationRequest:
 * @abort_source: (nullable): the signal that aborts the continuation
 * @priority_source: (nullable): the signal whose priority it has; %NULL for user-visible
 * @host: (nullable): the language host that the promise is for
 * @host_data: data for @host
 *
 * What yield(), wait() and render() schedule a continuation with.
 */
typedef struct
{
  LsAbortSignal       *abort_source;
  LsTaskSignal        *priority_source;
  const LsPromiseHost *host;
  gpointer             host_data;
} LsContinuationRequest;

/** LsDynamicQueues: the two entries of the dynamic priority task queue map for one signal. */
typedef struct
{
  LsSchedulerTaskQueue *queues[2];    /* by is continuation; (owned) (nullable) */
} LsDynamicQueues;

struct _LsScheduler
{
  GObject               parent_instance;

  LsLoopSpace          *space;
  guint32               id;
  char                 *name;
  LsPool                posted_tasks;
  LsSchedulerTaskQueue *static_queues[LS_N_TASK_PRIORITIES + 1][2];      /* static priority task queue map, see is_in_map */
  GHashTable           *dynamic_queues;                                /* LsTaskSignal → LsDynamicQueues */
  LsContinuationState  *static_states[LS_N_TASK_PRIORITIES + 1];       /* for tasks with a fixed priority and no signal */
  guint                 n_queues;
  gboolean              has_told;                                      /* that its loop is gone */
};

typedef struct _LsPriorityInheritance LsPriorityInheritance;

/**
 * LsSchedulingContext:
 *
 * The data of src/scheduling for a loop: its schedulers, which live as long as the loop runs, as a window's scheduler does; the
 * cached fixed priority unabortable task signals; and the task that the loop schedules with another priority than its own.
 */
typedef struct
{
  GPtrArray    *schedulers;
  LsTaskSignal *fixed[LS_N_TASK_PRIORITIES + 1];
  LsTaskSignal *default_signal;     /* (nullable): the current task signal where there is no task */
  LsPriorityInheritance *inheritance; /* (nullable): with the experiment alone */
  GPtrArray    *task_lists;         /* (nullable): LsTaskListModel, unowned: each leaves when it goes */
  guint32       other_task;         /* the task that is scheduled with other_priority, 0 for none */
  LsTaskPriority other_priority;
} LsSchedulingContext;

/* ls-scheduling-context.c */
LsSchedulingContext  *ls_scheduling_context_get                    (LsEventLoop          *loop);
LsTaskSignal         *ls_scheduling_context_get_fixed_signal       (LsEventLoop          *loop,
                                                                    LsTaskPriority        priority);

gboolean              ls_scheduling_context_has_other_priority     (LsEventLoop          *loop,
                                                                    guint32               task);

/* ls-scheduler-task-queue.c */
void                  ls_scheduler_task_queue_unref                (LsSchedulerTaskQueue *self);
void                  ls_scheduler_task_queue_run_removal_steps    (LsSchedulerTaskQueue *self);
LsSchedulerTaskQueue *ls_scheduler_select_the_scheduler_task_queue (LsScheduler          *self,
                                                                    LsTaskSignal         *signal,
                                                                    gboolean              is_continuation);
LsSchedulerTaskQueue *ls_scheduler_select_static_queue             (LsScheduler          *self,
                                                                    LsTaskPriority        priority,
                                                                    gboolean              is_continuation);
void                  ls_scheduler_drop_queues                     (LsScheduler          *self);

/* ls-task-handle.c */
LsPostedTask         *ls_scheduler_create_a_task_handle            (LsScheduler          *self,
                                                                    LsPromise            *result,
                                                                    LsAbortSignal        *signal);
LsPostedTask         *ls_posted_task_from_task                     (LsTask               *task);
LsTaskPriority        ls_posted_task_get_priority                  (const LsPostedTask   *self);
void                  ls_task_handle_keep_priority_source          (LsPostedTask         *task,
                                                                    LsTaskSignal         *signal);
void                  ls_task_handle_enqueue                       (LsPostedTask         *task,
                                                                    LsEventLoop          *loop,
                                                                    LsSchedulerTaskQueue *queue);

/* ls-scheduler.c */
void                  ls_scheduler_tell_of_lost_loop               (LsScheduler          *self);
LsEventLoop          *ls_scheduler_get_running_loop                (LsScheduler          *self);
LsContinuationState  *ls_scheduler_get_static_state                (LsScheduler          *self,
                                                                    LsTaskPriority        priority);
LsSchedulingState    *ls_scheduler_get_the_current_scheduling_state (LsScheduler         *self,
                                                                    LsEventLoop          *loop);
void                  ls_scheduler_set_the_current_scheduling_state (LsScheduler         *self,
                                                                    LsEventLoop          *loop,
                                                                    LsAbortSignal        *abort_source,
                                                                    LsTaskSignal         *priority_source,
                                                                    guint32               name);
void                  ls_scheduler_schedule_a_task                 (LsEventLoop          *loop,
                                                                    LsSchedulerTaskQueue *queue,
                                                                    LsTask               *task);
LsPromise            *ls_scheduler_reject                          (LsEventLoop          *loop,
                                                                    LsException          *exception);
void                  ls_scheduler_report_post                     (LsEventLoop          *loop,
                                                                    const LsTask         *task,
                                                                    LsAbortSignal        *signal,
                                                                    LsTaskPriority        priority,
                                                                    double                delay,
                                                                    gboolean              delay_is_lost,
                                                                    guint8                flags,
                                                                    LsClause              clause);
void                  ls_scheduler_report_refusal                  (LsEventLoop          *loop,
                                                                    guint32               task,
                                                                    guint32               name,
                                                                    LsAbortSignal        *signal,
                                                                    guint8                flags,
                                                                    LsClause              clause,
                                                                    guint8                step);
void                  ls_scheduler_post_task_hosted                (LsScheduler          *self,
                                                                    LsCallback            callback,
                                                                    gpointer              data,
                                                                    const LsPostTaskOptions *options,
                                                                    const LsPromiseHost  *host);
void                  ls_scheduler_report_start                    (LsEventLoop          *loop,
                                                                    LsTask               *task);

/* ls-scheduler-yield.c */
LsPromise            *ls_scheduler_create_a_continuation           (LsScheduler          *self,
                                                                    LsEventLoop          *loop,
                                                                    const LsContinuationRequest *request,
                                                                    double                delay,
                                                                    LsClause              clause,
                                                                    LsPostedTask        **task);
LsTaskSignal         *ls_scheduler_get_priority_source             (LsEventLoop          *loop,
                                                                    const LsContinuationRequest *request,
                                                                    const LsPostedTask   *task);
LsPromise            *ls_scheduler_begin_continuation              (LsScheduler          *self,
                                                                    LsEventLoop          *loop,
                                                                    const LsYieldOptions *options,
                                                                    LsContinuationRequest *request);
void                  ls_scheduler_yield_hosted                    (LsScheduler          *self,
                                                                    const LsContinuationRequest *request);
void                  ls_scheduler_refuse_hosted                   (LsScheduler          *self,
                                                                    LsAbortSignal        *signal,
                                                                    const char           *name,
                                                                    LsClause              clause);

/* ls-scheduler-wait.c, ls-scheduler-render.c, ls-current-task-signal.c */
void                  ls_scheduler_wait_hosted                     (LsScheduler          *self,
                                                                    double                delay,
                                                                    const LsContinuationRequest *request);
void                  ls_scheduler_render_hosted                   (LsScheduler          *self,
                                                                    const LsContinuationRequest *request);
LsTaskSignal         *ls_current_task_signal_new                   (LsEventLoop          *loop,
                                                                    LsAbortSignal        *abort_source,
                                                                    LsTaskSignal         *priority_source);

/* ls-priority-inheritance.c */
void                  ls_priority_inheritance_install              (LsEventLoop          *loop);
void                  ls_priority_inheritance_add_task             (LsEventLoop          *loop,
                                                                    LsPostedTask         *task);
void                  ls_priority_inheritance_remove_task          (LsEventLoop          *loop,
                                                                    LsPostedTask         *task);
void                  ls_priority_inheritance_free                 (LsPriorityInheritance *self);
void                  ls_priority_inheritance_raise                (LsEventLoop          *loop,
                                                                    guint32               promise,
                                                                    LsTaskSignal         *source,
                                                                    LsTaskPriority        priority,
                                                                    guint32               awaiter);

static inline gboolean
ls_event_loop_inherits_priorities (LsEventLoop *loop)
{
  return (loop->preset.experiments & LS_EXPERIMENT_PRIORITY_INHERITANCE) != 0;
}

G_END_DECLS
