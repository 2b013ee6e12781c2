/* ref-engine.h: a second engine, as naive as the specification's text, to compare the real one with
 *
 * Everything is a map, a list or a scan. Nothing is freed before the loop is: signals are never collected, so weak
 * references are plain pointers here. The only thing shared with src/ is the vocabulary of ls-types.h and the preset's
 * table, which is data.
 *
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */

#pragma once

#include "ls-preset.h"
#include "ls-types.h"

G_BEGIN_DECLS

typedef struct _RefLoop RefLoop;
typedef struct _RefPromise RefPromise;
typedef struct _RefSignal RefSignal;
typedef struct _RefScheduler RefScheduler;

/* Values and completions */

typedef enum
{
  REF_UNDEFINED = 0,
  REF_NUMBER,
  REF_ERROR,
  REF_PROMISE
} RefValueType;

typedef struct
{
  char *name;
  char *message;
} RefError;

typedef struct
{
  RefValueType type;
  double       number;
  gpointer     object;
} RefValue;

typedef gboolean (*RefCallback) (const RefValue *argument,
                                 RefValue       *result,
                                 gpointer        user_data);

typedef gboolean (*RefListenerFunc) (RefSignal     *target,
                                     const char    *type,
                                     LsTaskPriority previous_priority,
                                     gboolean      *stop_immediate_propagation,
                                     RefValue      *result,
                                     gpointer       user_data);

/* An algorithm: "the following steps" */

typedef struct
{
  void   (*run) (RefLoop *loop, gpointer data);
  gpointer data;
} RefSteps;

/* §2.3 */

typedef struct
{
  LsTaskPriority priority;
  gboolean       is_continuation;
  GPtrArray     *tasks;
  RefSteps       removal_steps;
} RefTaskQueue;

typedef struct
{
  RefSignal *abort_source;
  RefSignal *priority_source;
} RefSchedulingState;

typedef struct
{
  GHashTable *state_map; /* RefScheduler → RefSchedulingState */
} RefContinuationState;

typedef struct
{
  guint64  enqueue_order;
  RefSteps steps;
  int      nesting_level; /* HTML: timer nesting level, 0 where the task is no timer's */
  int      queue_type;
  gboolean delayed_work;
  gboolean keeps_place;   /* posted without delay: Chromium has it in the immediate queue */
} RefTask;

typedef struct
{
  RefLoop      *loop;
  RefPromise   *result;
  RefSignal    *signal;
  RefTask      *task;
  RefTaskQueue *queue;
  RefSteps      algorithm; /* the steps of the task before the complete steps */
} RefHandle;

struct _RefScheduler
{
  RefLoop   *loop;
  GPtrArray *static_map;  /* RefMapEntry */
  GPtrArray *dynamic_map; /* RefMapEntry */
};

/* DOM and §3.3 */

typedef struct
{
  const char     *type;
  gboolean        once;
  gboolean        removed;
  gboolean        is_handler;
  guint           id;
  RefListenerFunc callback;
  gpointer        user_data;
} RefListener;

struct _RefSignal
{
  RefLoop       *loop;

  /* AbortSignal */
  gboolean       aborted;
  RefValue       reason;
  GPtrArray     *abort_algorithms; /* RefSteps, kept as RefHandle */
  gboolean       abort_dependent;
  GPtrArray     *abort_sources;
  GPtrArray     *abort_dependents;

  /* EventTarget */
  GPtrArray     *listeners;
  guint          last_listener;

  /* TaskSignal */
  gboolean       is_task_signal;
  LsTaskPriority priority;
  gboolean       priority_changing;
  GPtrArray     *priority_change_algorithms; /* RefSteps */
  RefSignal     *source_signal;
  GPtrArray     *dependent_signals;
  gboolean       dependent;
};

/* ECMAScript */

typedef enum
{
  REF_PENDING = 0,
  REF_FULFILLED,
  REF_REJECTED
} RefPromiseState;

typedef struct
{
  RefCallback           callback;
  gpointer              user_data;
  RefContinuationState *continuation_state;
} RefJobCallback;

/* Resolving functions share one "already resolved" record. */
typedef struct
{
  RefPromise *promise;
  gboolean    already_resolved;
} RefResolvers;

typedef struct
{
  RefResolvers   *capability; /* NULL: undefined */
  gboolean        is_fulfill;
  RefJobCallback *handler;    /* NULL: empty */
} RefReaction;

struct _RefPromise
{
  RefLoop        *loop;
  RefPromiseState state;
  RefValue        result;
  GPtrArray      *fulfill_reactions;
  GPtrArray      *reject_reactions;
  gboolean        is_handled;
  RefResolvers   *resolvers; /* the pair that the creator got */
};

typedef struct
{
  RefSteps              steps;
  gboolean              ignore_continuation_state;
  RefContinuationState *continuation_state;
} RefMicrotask;

/* HTML */

typedef struct
{
  guint64  due;
  guint64  sequence;
  guint    timer; /* 0 where it is not a timer's */
  RefSteps steps;
} RefDelayed;

typedef void (*RefReportFunc) (RefLoop        *loop,
                               const RefValue *exception,
                               RefPromise     *promise,
                               gpointer        user_data);

typedef void (*RefSelectFunc) (RefLoop       *loop,
                               const RefTask *task,
                               RefTaskQueue  *queue,
                               gpointer       user_data);

struct _RefLoop
{
  const LsPreset       *preset;
  LsEdition             edition;
  guint64               now;
  guint64               next_enqueue_order;
  RefContinuationState *current_continuation_state;
  GPtrArray            *schedulers;
  GPtrArray            *tasks;   /* RefTask: the task queues of the loop, all in one list */
  GPtrArray            *delayed; /* RefDelayed: "run steps after a timeout" */
  guint64               next_sequence;
  gboolean              is_running_due_steps;
  RefTask              *running;
  GPtrArray            *timers;  /* RefTimer */
  guint                 last_timer;
  GPtrArray            *idles;   /* RefIdle */
  guint                 last_idle;
  gboolean              idle_period_wanted;
  guint64               next_idle_period;
  GPtrArray            *microtasks;
  gboolean              performing_checkpoint;
  guint                 script_depth;
  GPtrArray            *about_to_be_notified; /* rejected promises */
  GPtrArray            *notifications;        /* the same, for the task that reports them */
  RefSignal            *fixed[LS_N_TASK_PRIORITIES + 1];
  guint                 delayed_picks;

  RefReportFunc         report;
  RefSelectFunc         select;
  gpointer              user_data;
  GPtrArray            *arena;
};

/* ref-idle.c */
guint       ref_request_idle_callback  (RefLoop       *loop,
                                        RefCallback    callback,
                                        gpointer       user_data);
void        ref_cancel_idle_callback   (RefLoop       *loop,
                                        guint          handle);
void        ref_begin_idle_period      (RefLoop       *loop);
void        ref_end_idle_period        (RefLoop       *loop);
gboolean    ref_is_aborted_delay       (const RefSteps *steps);

/* ref-loop.c */
RefLoop    *ref_loop_new               (const LsPreset *preset,
                                        LsEdition       edition);
void        ref_loop_free              (RefLoop        *loop);
gpointer    ref_alloc                  (RefLoop        *loop,
                                        gsize           size);
GPtrArray  *ref_list                   (RefLoop        *loop);
GHashTable *ref_map                    (RefLoop        *loop);
RefValue    ref_error                  (RefLoop        *loop,
                                        const char     *name,
                                        const char     *message);
gboolean    ref_loop_turn              (RefLoop        *loop);
void        ref_loop_run               (RefLoop        *loop,
                                        guint64         max_turns);
void        ref_post                   (RefLoop        *loop,
                                        LsQueueType     queue,
                                        RefCallback     callback,
                                        gpointer        user_data);
void        ref_work                   (RefLoop        *loop,
                                        guint64         microseconds);
guint64     ref_take_enqueue_order     (RefLoop        *loop);
void        ref_run_after_timeout      (RefLoop        *loop,
                                        guint64         microseconds,
                                        guint           timer,
                                        RefSteps        steps);
gboolean    ref_invoke                 (RefLoop        *loop,
                                        RefCallback     callback,
                                        gpointer        user_data,
                                        const RefValue *argument,
                                        RefValue       *result);
void        ref_invoke_and_report      (RefLoop        *loop,
                                        RefCallback     callback,
                                        gpointer        user_data);
void        ref_report                 (RefLoop        *loop,
                                        const RefValue *exception);
void        ref_clean_up_after_script  (RefLoop        *loop);

/* ref-microtask.c */
void        ref_queue_a_microtask      (RefLoop        *loop,
                                        gboolean        ignore_continuation_state,
                                        RefSteps        steps);
void        ref_queue_microtask        (RefLoop        *loop,
                                        RefCallback     callback,
                                        gpointer        user_data);
void        ref_microtask_checkpoint   (RefLoop        *loop);
void        ref_run_notifications      (RefLoop        *loop);
RefContinuationState *ref_clone_state  (RefLoop        *loop);
void        ref_set_state_value        (RefLoop        *loop,
                                        RefScheduler   *key,
                                        RefSchedulingState *value);
RefSchedulingState *ref_get_state_value (RefLoop       *loop,
                                        RefScheduler   *key);
void        ref_rejection_tracker      (RefLoop        *loop,
                                        RefPromise     *promise,
                                        gboolean        handle);

/* ref-timer.c */
void        ref_queue_timer_task       (RefLoop        *loop,
                                        int             nesting_level,
                                        gboolean        keeps_place,
                                        RefSteps        steps);
guint       ref_set_timer              (RefLoop        *loop,
                                        int             timeout,
                                        gboolean        repeat,
                                        RefCallback     callback,
                                        gpointer        user_data);
void        ref_clear_timer            (RefLoop        *loop,
                                        guint           timer);

/* ref-promise.c */
RefPromise *ref_promise_new            (RefLoop        *loop);
void        ref_promise_resolve        (RefPromise     *promise,
                                        const RefValue *value);
void        ref_promise_reject         (RefPromise     *promise,
                                        const RefValue *reason);
RefPromise *ref_promise_then           (RefPromise     *promise,
                                        RefCallback     on_fulfilled,
                                        RefCallback     on_rejected,
                                        gpointer        user_data);
RefPromise *ref_promise_finally        (RefPromise     *promise,
                                        RefCallback     on_finally,
                                        gpointer        user_data);
void        ref_promise_await          (RefPromise     *promise,
                                        RefCallback     on_fulfilled,
                                        RefCallback     on_rejected,
                                        gpointer        user_data);

/* ref-signal.c */
RefSignal  *ref_signal_new             (RefLoop        *loop,
                                        LsTaskPriority  priority);
void        ref_signal_add_algorithm   (RefSignal      *signal,
                                        RefHandle      *handle);
void        ref_signal_remove_algorithm (RefSignal     *signal,
                                        RefHandle      *handle);
void        ref_signal_abort           (RefSignal      *signal,
                                        const RefValue *reason);
RefSignal  *ref_signal_aborted         (RefLoop        *loop,
                                        const RefValue *reason);
RefSignal  *ref_signal_timeout         (RefLoop        *loop,
                                        guint64         milliseconds);
RefSignal  *ref_signal_any             (RefLoop        *loop,
                                        RefSignal     **signals,
                                        guint           n_signals);
RefSignal  *ref_task_signal_any        (RefLoop        *loop,
                                        RefSignal     **signals,
                                        guint           n_signals,
                                        LsTaskPriority  priority,
                                        RefSignal      *priority_source);
RefSignal  *ref_fixed_signal           (RefLoop        *loop,
                                        LsTaskPriority  priority);
gboolean    ref_signal_has_fixed_priority (RefSignal   *signal);
gboolean    ref_signal_priority_change (RefSignal      *signal,
                                        LsTaskPriority  priority);
guint       ref_signal_add_listener    (RefSignal      *signal,
                                        const char     *type,
                                        gboolean        once,
                                        RefListenerFunc callback,
                                        gpointer        user_data);
void        ref_signal_remove_listener (RefSignal      *signal,
                                        guint           id);
void        ref_signal_set_handler     (RefSignal      *signal,
                                        const char     *type,
                                        RefListenerFunc callback,
                                        gpointer        user_data);

/* ref-scheduler.c */

typedef struct
{
  RefSignal     *signal;
  LsTaskPriority priority;
  guint64        delay; /* ms */
} RefPostOptions;

typedef struct
{
  RefSignal     *signal;
  gboolean       inherit_signal;
  LsTaskPriority priority;
  gboolean       inherit_priority;
} RefYieldOptions;

RefScheduler *ref_scheduler_new        (RefLoop        *loop);
RefPromise *ref_scheduler_post_task    (RefScheduler   *scheduler,
                                        RefCallback     callback,
                                        gpointer        user_data,
                                        const RefPostOptions *options);
RefPromise *ref_scheduler_yield        (RefScheduler   *scheduler,
                                        const RefYieldOptions *options);
RefTaskQueue *ref_select_next_queue    (RefLoop        *loop);
guint       ref_effective_priority     (const RefTaskQueue *queue);
RefTask    *ref_queue_first_task       (RefTaskQueue   *queue);
void        ref_handle_abort_steps     (RefHandle      *handle);

G_END_DECLS
