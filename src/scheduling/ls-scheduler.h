/* ls-scheduler.h: Scheduler, §2.2
 *
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */

#pragma once

#include "ls-promise.h"
#include "ls-scheduler-error.h"
#include "ls-task-signal.h"

G_BEGIN_DECLS

#define LS_TYPE_SCHEDULER (ls_scheduler_get_type ())
LS_AVAILABLE_IN_1_0
G_DECLARE_FINAL_TYPE (LsScheduler, ls_scheduler, LS, SCHEDULER, GObject)

/**
 * LsPostTaskOptions:
 * @signal: (nullable): an AbortSignal or TaskSignal. The task holds a reference until it has run, or was aborted or dropped
 * @priority: a fixed priority, or %LS_TASK_PRIORITY_NONE where the option is not given
 * @delay: in ms; a fraction is cut off, as in the unsigned long long of WebIDL; TypeError outside 0 to 2^53 - 1, for NaN and for
 *   infinity
 * @name: (nullable): a name for people; the engine does not use it. The function that posts copies it
 *
 * SchedulerPostTaskOptions. Nothing in them need outlive the call. What is zeroed is not given: `{ .signal = signal }` posts with
 * the signal's priority. The structure may grow into its padding, which is to be zeroed.
 */
typedef struct
{
  LsAbortSignal  *signal;
  LsTaskPriority  priority;
  double          delay;
  const char     *name;

  /*< private >*/
  gpointer        padding[4];
} LsPostTaskOptions;

#define LS_TYPE_POST_TASK_OPTIONS (ls_post_task_options_get_type ())
LS_AVAILABLE_IN_1_0
GType ls_post_task_options_get_type (void);

/**
 * LS_POST_TASK_OPTIONS_INIT: (skip)
 *
 * No option is given, as in zeroed memory.
 */
#define LS_POST_TASK_OPTIONS_INIT { NULL, LS_TASK_PRIORITY_NONE, 0, NULL, { NULL } }

LS_AVAILABLE_IN_1_0
void         ls_post_task_options_set_name      (LsPostTaskOptions       *self,
                                                 const char              *name);

/**
 * LsYieldOptions:
 * @signal: (nullable): a signal; @inherit_signal overrides it
 * @inherit_signal: the option signal is "inherit"
 * @priority: a fixed priority, or %LS_TASK_PRIORITY_NONE where the option is not given
 * @inherit_priority: the option priority is "inherit"
 *
 * SchedulerYieldOptions of the 2023 edition, which the experiments wait() and render() take as well. What is zeroed is not given.
 * The structure may grow into its padding, which is to be zeroed.
 */
typedef struct
{
  LsAbortSignal  *signal;
  gboolean        inherit_signal;
  LsTaskPriority  priority;
  gboolean        inherit_priority;

  /*< private >*/
  gpointer        padding[4];
} LsYieldOptions;

#define LS_TYPE_YIELD_OPTIONS (ls_yield_options_get_type ())
LS_AVAILABLE_IN_1_0
GType ls_yield_options_get_type (void);

/**
 * LS_YIELD_OPTIONS_INIT: (skip)
 *
 * No option is given, as in zeroed memory.
 */
#define LS_YIELD_OPTIONS_INIT { NULL, FALSE, LS_TASK_PRIORITY_NONE, FALSE, { NULL } }

LS_AVAILABLE_IN_1_0
LsScheduler *ls_scheduler_new                   (LsEventLoop             *loop,
                                                 const char              *name);
LS_AVAILABLE_IN_1_0
LsScheduler *ls_scheduler_get_thread_default    (void);
LS_AVAILABLE_IN_1_0
LsEventLoop *ls_scheduler_get_loop              (LsScheduler             *self);
LS_AVAILABLE_IN_1_0
guint32      ls_scheduler_get_id                (LsScheduler             *self);
LS_AVAILABLE_IN_1_0
LsPromise   *ls_scheduler_post_task             (LsScheduler             *self,
                                                 LsCallback               callback,
                                                 gpointer                 user_data,
                                                 GDestroyNotify           destroy,
                                                 const LsPostTaskOptions *options);
LS_AVAILABLE_IN_1_0
guint32      ls_scheduler_post                  (LsScheduler             *self,
                                                 LsTaskPriority           priority,
                                                 LsTaskFunc               func,
                                                 gpointer                 user_data,
                                                 GDestroyNotify           destroy);
LS_AVAILABLE_IN_1_0
guint32      ls_scheduler_post_with_signal      (LsScheduler             *self,
                                                 LsTaskSignal            *signal,
                                                 LsTaskFunc               func,
                                                 gpointer                 user_data,
                                                 GDestroyNotify           destroy);
LS_AVAILABLE_IN_1_0
void         ls_scheduler_post_from_thread      (LsScheduler             *self,
                                                 LsTaskPriority           priority,
                                                 LsTaskFunc               func,
                                                 gpointer                 user_data,
                                                 GDestroyNotify           destroy);
LS_AVAILABLE_IN_1_0
LsPromise   *ls_scheduler_yield                 (LsScheduler             *self,
                                                 const LsYieldOptions    *options);
LS_AVAILABLE_IN_1_0
LsPromise   *ls_scheduler_wait                  (LsScheduler             *self,
                                                 double                   delay,
                                                 const LsYieldOptions    *options);
LS_AVAILABLE_IN_1_0
LsPromise   *ls_scheduler_render                (LsScheduler             *self,
                                                 const LsYieldOptions    *options);
LS_AVAILABLE_IN_1_0
LsTaskSignal *ls_scheduler_get_current_task_signal (LsScheduler          *self);
LS_AVAILABLE_IN_1_0
gboolean     ls_scheduler_get_current_state     (LsScheduler             *self,
                                                 LsAbortSignal          **abort_source,
                                                 LsTaskSignal           **priority_source);
LS_AVAILABLE_IN_1_0
guint        ls_scheduler_get_n_queues          (LsScheduler             *self);
LS_AVAILABLE_IN_1_0
void         ls_event_loop_set_other_priority   (LsEventLoop             *loop,
                                                 guint32                  task,
                                                 LsTaskPriority           priority);

G_END_DECLS
