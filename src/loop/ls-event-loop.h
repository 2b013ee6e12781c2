/* ls-event-loop.h: an event loop: task queues, timers, microtasks, a clock, on a GMainContext if wanted
 *
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */

#pragma once

#include "ls-preset.h"
#include "ls-probe.h"
#include "ls-value.h"

G_BEGIN_DECLS

#define LS_TYPE_EVENT_LOOP (ls_event_loop_get_type ())
LS_AVAILABLE_IN_1_0
G_DECLARE_FINAL_TYPE (LsEventLoop, ls_event_loop, LS, EVENT_LOOP, GObject)

/**
 * LS_EVENT_LOOP_ERROR:
 *
 * Error domain of event loops.
 */
#define LS_EVENT_LOOP_ERROR (ls_event_loop_error_quark ())

/**
 * LsEventLoopError:
 * @LS_EVENT_LOOP_ERROR_INVALID_ARGUMENT: a number or name that the function does not allow
 *
 * Errors of event loops. No function of this version sets one.
 */
typedef enum
{
  LS_EVENT_LOOP_ERROR_INVALID_ARGUMENT
} LsEventLoopError;

/**
 * LS_DEFAULT_QUANTUM:
 *
 * How long a loop runs tasks before it lets the other sources of its main context go first, in µs.
 */
#define LS_DEFAULT_QUANTUM 4000

/**
 * LsStepResult:
 * @LS_STEP_NOTHING: nothing is runnable and nothing is delayed
 * @LS_STEP_WAITING: nothing is runnable before the next wake-up (monotonic clock only)
 * @LS_STEP_TASK: a task's steps ran
 * @LS_STEP_MICROTASK: a microtask ran
 *
 * The result of [method@EventLoop.step].
 */
typedef enum
{
  LS_STEP_NOTHING = 0,
  LS_STEP_WAITING,
  LS_STEP_TASK,
  LS_STEP_MICROTASK
} LsStepResult;

/**
 * LsPostFlags:
 * @LS_POST_NONE: none
 * @LS_POST_DISCRETE: a discrete input event (a click, a key); after it the compositor may go first
 *
 * The kind of a task that is posted to a queue of the loop.
 */
typedef enum
{
  LS_POST_NONE = 0,
  LS_POST_DISCRETE = 1 << 0
} LsPostFlags;

/**
 * LsTaskFunc:
 * @user_data: the data that was posted with it
 *
 * A plain task without result.
 */
typedef void (*LsTaskFunc) (gpointer user_data);

/**
 * LsReportFunc:
 * @loop: the loop
 * @exception: the exception, or the reason of the rejection
 * @promise: (nullable): the rejected promise; %NULL for an exception of a callback
 * @user_data: the data that was set with it
 *
 * Reports an exception that nobody catches, or a rejection that nobody handles.
 */
typedef void (*LsReportFunc) (LsEventLoop   *loop,
                              const LsValue *exception,
                              LsPromise     *promise,
                              gpointer       user_data);

LS_AVAILABLE_IN_1_0
GQuark          ls_event_loop_error_quark         (void);

LS_AVAILABLE_IN_1_0
LsEventLoop    *ls_event_loop_new                 (LsClockKind     clock);
LS_AVAILABLE_IN_1_0
LsEventLoop    *ls_event_loop_new_with_preset     (LsClockKind     clock,
                                                   const LsPreset *preset,
                                                   LsEdition       edition,
                                                   LsProbe        *probe);
LS_AVAILABLE_IN_1_0
LsEventLoop    *ls_event_loop_get_thread_default  (void);
LS_AVAILABLE_IN_1_0
LsEdition       ls_event_loop_get_edition         (LsEventLoop    *self);
LS_AVAILABLE_IN_1_0
LsExperiments   ls_event_loop_get_experiments     (LsEventLoop    *self);
LS_AVAILABLE_IN_1_0
LsClockKind     ls_event_loop_get_clock_kind      (LsEventLoop    *self);
LS_AVAILABLE_IN_1_0
const LsPreset *ls_event_loop_get_preset          (LsEventLoop    *self);
LS_AVAILABLE_IN_1_0
LsProbe        *ls_event_loop_get_probe           (LsEventLoop    *self);

/* Time, in microseconds since the loop was made */
LS_AVAILABLE_IN_1_0
guint64         ls_event_loop_get_time            (LsEventLoop    *self);
LS_AVAILABLE_IN_1_0
void            ls_event_loop_work                (LsEventLoop    *self,
                                                   guint64         duration);
LS_AVAILABLE_IN_1_0
guint64         ls_event_loop_get_next_wake_up    (LsEventLoop    *self);

/* Running */
LS_AVAILABLE_IN_1_0
LsStepResult    ls_event_loop_step                (LsEventLoop    *self);
LS_AVAILABLE_IN_1_0
gboolean        ls_event_loop_run_turn            (LsEventLoop    *self);
LS_AVAILABLE_IN_1_0
guint64         ls_event_loop_run                 (LsEventLoop    *self,
                                                   guint64         max_turns);
LS_AVAILABLE_IN_1_0
gboolean        ls_event_loop_is_idle             (LsEventLoop    *self);
LS_AVAILABLE_IN_1_0
guint32         ls_event_loop_get_turn            (LsEventLoop    *self);
LS_AVAILABLE_IN_1_0
guint32         ls_event_loop_get_turn_microtasks (LsEventLoop    *self);
LS_AVAILABLE_IN_1_0
guint64         ls_event_loop_get_n_queued_tasks  (LsEventLoop    *self);
LS_AVAILABLE_IN_1_0
guint           ls_event_loop_get_n_microtasks    (LsEventLoop    *self);
LS_AVAILABLE_IN_1_0
void            ls_event_loop_shut_down           (LsEventLoop    *self);

/* On a GMainContext */
LS_AVAILABLE_IN_1_0
void            ls_event_loop_attach              (LsEventLoop    *self,
                                                   GMainContext   *context);
LS_AVAILABLE_IN_1_0
void            ls_event_loop_detach              (LsEventLoop    *self);
LS_AVAILABLE_IN_1_0
void            ls_event_loop_set_quantum         (LsEventLoop    *self,
                                                   guint64         quantum);

/* Task queues of the loop */
LS_AVAILABLE_IN_1_0
guint32         ls_event_loop_post                (LsEventLoop    *self,
                                                   LsQueueType     queue,
                                                   guint64         delay,
                                                   LsPostFlags     flags,
                                                   const char     *name,
                                                   LsCallback      callback,
                                                   gpointer        user_data,
                                                   GDestroyNotify  destroy);
LS_AVAILABLE_IN_1_0
void            ls_event_loop_post_from_thread    (LsEventLoop    *self,
                                                   LsQueueType     queue,
                                                   LsTaskFunc      func,
                                                   gpointer        user_data,
                                                   GDestroyNotify  destroy);
LS_AVAILABLE_IN_1_0
gsize           ls_event_loop_get_queue_length    (LsEventLoop    *self,
                                                   LsQueueType     queue,
                                                   LsWorkQueueKind work_queue);

/* Microtasks, §4.1.4 */
LS_AVAILABLE_IN_1_0
guint32         ls_event_loop_queue_microtask     (LsEventLoop    *self,
                                                   const char     *name,
                                                   LsCallback      callback,
                                                   gpointer        user_data,
                                                   GDestroyNotify  destroy);
LS_AVAILABLE_IN_1_0
void            ls_event_loop_perform_microtask_checkpoint (LsEventLoop *self);

/* Timers, HTML and Blink's DOMTimer */
LS_AVAILABLE_IN_1_0
guint32         ls_event_loop_set_timeout         (LsEventLoop    *self,
                                                   gint32          timeout,
                                                   const char     *name,
                                                   LsCallback      callback,
                                                   gpointer        user_data,
                                                   GDestroyNotify  destroy);
LS_AVAILABLE_IN_1_0
guint32         ls_event_loop_set_interval        (LsEventLoop    *self,
                                                   gint32          timeout,
                                                   const char     *name,
                                                   LsCallback      callback,
                                                   gpointer        user_data,
                                                   GDestroyNotify  destroy);
LS_AVAILABLE_IN_1_0
void            ls_event_loop_clear_timer         (LsEventLoop    *self,
                                                   guint32         timer);

/* Idle callbacks, §4.2 */
LS_AVAILABLE_IN_1_0
guint32         ls_event_loop_request_idle_callback (LsEventLoop  *self,
                                                   guint32         timeout,
                                                   const char     *name,
                                                   LsCallback      callback,
                                                   gpointer        user_data,
                                                   GDestroyNotify  destroy);
LS_AVAILABLE_IN_1_0
void            ls_event_loop_cancel_idle_callback (LsEventLoop   *self,
                                                   guint32         handle);
LS_AVAILABLE_IN_1_0
double          ls_event_loop_get_idle_time_remaining (LsEventLoop *self);
LS_AVAILABLE_IN_1_0
gboolean        ls_event_loop_get_idle_timed_out  (LsEventLoop    *self);

/* Errors that nobody catches */
LS_AVAILABLE_IN_1_0
void            ls_event_loop_set_report_func     (LsEventLoop    *self,
                                                   LsReportFunc    func,
                                                   gpointer        user_data,
                                                   GDestroyNotify  destroy);
LS_AVAILABLE_IN_1_0
void            ls_event_loop_report_exception    (LsEventLoop    *self,
                                                   const LsValue  *exception);

G_END_DECLS
