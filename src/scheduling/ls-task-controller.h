/* ls-task-controller.h: TaskController, §3.2
 *
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */

#pragma once

#include "ls-abort-controller.h"
#include "ls-task-signal.h"

G_BEGIN_DECLS

#define LS_TYPE_TASK_CONTROLLER (ls_task_controller_get_type ())
LS_AVAILABLE_IN_1_0
G_DECLARE_FINAL_TYPE (LsTaskController, ls_task_controller, LS, TASK_CONTROLLER, LsAbortController)

LS_AVAILABLE_IN_1_0
LsTaskController *ls_task_controller_new             (LsEventLoop       *loop,
                                                      LsTaskPriority     priority,
                                                      const char        *name);
LS_AVAILABLE_IN_1_0
LsTaskSignal     *ls_task_controller_get_task_signal (LsTaskController  *self);
LS_AVAILABLE_IN_1_0
gboolean          ls_task_controller_set_priority    (LsTaskController  *self,
                                                      LsTaskPriority     priority,
                                                      GError           **error);

G_END_DECLS
