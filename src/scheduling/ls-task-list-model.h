/* ls-task-list-model.h: the tasks of a scheduler that wait, as a list
 *
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */

#pragma once

#include "ls-scheduler.h"
#include "ls-waiting-task.h"

G_BEGIN_DECLS

#define LS_TYPE_TASK_LIST_MODEL (ls_task_list_model_get_type ())
LS_AVAILABLE_IN_1_0
G_DECLARE_FINAL_TYPE (LsTaskListModel, ls_task_list_model, LS, TASK_LIST_MODEL, GObject)

LS_AVAILABLE_IN_1_0
LsTaskListModel *ls_task_list_model_new           (LsScheduler     *scheduler);
LS_AVAILABLE_IN_1_0
LsScheduler     *ls_task_list_model_get_scheduler (LsTaskListModel *self);
LS_AVAILABLE_IN_1_0
void             ls_task_list_model_update        (LsTaskListModel *self);

G_END_DECLS
