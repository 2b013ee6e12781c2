/* ls-waiting-task.h: a task that waits, as an item of a list
 *
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */

#pragma once

#include <glib-object.h>

#include "ls-types.h"

G_BEGIN_DECLS

#define LS_TYPE_WAITING_TASK (ls_waiting_task_get_type ())
LS_AVAILABLE_IN_1_0
G_DECLARE_FINAL_TYPE (LsWaitingTask, ls_waiting_task, LS, WAITING_TASK, GObject)

LS_AVAILABLE_IN_1_0
guint32        ls_waiting_task_get_id           (LsWaitingTask *self);
LS_AVAILABLE_IN_1_0
const char    *ls_waiting_task_get_name         (LsWaitingTask *self);
LS_AVAILABLE_IN_1_0
LsTaskPriority ls_waiting_task_get_priority     (LsWaitingTask *self);
LS_AVAILABLE_IN_1_0
gboolean       ls_waiting_task_get_continuation (LsWaitingTask *self);
LS_AVAILABLE_IN_1_0
gboolean       ls_waiting_task_get_delayed      (LsWaitingTask *self);
LS_AVAILABLE_IN_1_0
guint64        ls_waiting_task_get_due          (LsWaitingTask *self);

G_END_DECLS
