/* ls-task-thread-private.h: tasks of GIO whose work a thread does
 *
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */

#pragma once

#include <gio/gio.h>

G_BEGIN_DECLS

void ls_task_run_in_thread (GTask           *task,
                            GTaskThreadFunc  func);

G_END_DECLS
