/* ls-task-waits.h: how long a task would have waited with other priorities
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "ls-debugger.h"

G_BEGIN_DECLS

/**
 * LsTaskWaitStatus:
 * @LS_TASK_WAIT_NONE: the priority is not tried
 * @LS_TASK_WAIT_PENDING: it is going to be tried, or is being tried
 * @LS_TASK_WAIT_KNOWN: it waited for a time
 * @LS_TASK_WAIT_REMOVED: it was removed before it ran
 * @LS_TASK_WAIT_ENDLESS: it had not run when the run ended
 *
 * What became of a task with a priority.
 */
typedef enum
{
  LS_TASK_WAIT_NONE,
  LS_TASK_WAIT_PENDING,
  LS_TASK_WAIT_KNOWN,
  LS_TASK_WAIT_REMOVED,
  LS_TASK_WAIT_ENDLESS
} LsTaskWaitStatus;

#define LS_TYPE_TASK_WAITS (ls_task_waits_get_type ())
G_DECLARE_FINAL_TYPE (LsTaskWaits, ls_task_waits, LS, TASK_WAITS, GObject)

/* Signals: changed () – a result is there. */

LsTaskWaits      *ls_task_waits_new         (LsDebugger      *debugger);
void              ls_task_waits_start       (LsTaskWaits     *self,
                                             guint32          task,
                                             LsTaskPriority   except);
void              ls_task_waits_cancel      (LsTaskWaits     *self);
guint32           ls_task_waits_get_task    (LsTaskWaits     *self);
LsTaskWaitStatus  ls_task_waits_get         (LsTaskWaits     *self,
                                             LsTaskPriority   priority,
                                             guint64         *waited);

G_END_DECLS
