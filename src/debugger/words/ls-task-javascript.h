/* ls-task-javascript.h: the call that made a task
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "ls-session.h"
#include "ls-state.h"

G_BEGIN_DECLS

char *ls_task_to_javascript (LsState   *state,
                             LsSession *session,
                             guint32    task);

G_END_DECLS
