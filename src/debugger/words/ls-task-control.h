/* ls-task-control.h: finds the controller of a task or a queue
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "ls-state.h"

G_BEGIN_DECLS

guint32  ls_task_control_find_priority (LsState         *state,
                                        guint32          task,
                                        guint32          queue,
                                        char           **reason);
guint32  ls_task_control_find_abort    (LsState         *state,
                                        guint32          task,
                                        guint32          queue,
                                        char           **reason);
guint32  ls_task_control_can_change    (LsState         *state,
                                        guint32          task,
                                        guint32          queue,
                                        LsTaskPriority   priority,
                                        char           **reason);

G_END_DECLS
