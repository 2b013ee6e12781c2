/* ls-first-task.h: what the stage shows of an empty session
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <adwaita.h>

#include "ls-debugger.h"

G_BEGIN_DECLS

#define LS_TYPE_FIRST_TASK (ls_first_task_get_type ())
G_DECLARE_FINAL_TYPE (LsFirstTask, ls_first_task, LS, FIRST_TASK, AdwBin)

void ls_first_task_set_debugger (LsFirstTask *self,
                                 LsDebugger  *debugger);

G_END_DECLS
