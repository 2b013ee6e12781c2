/* ls-task-signal.h: TaskSignal, §3.3
 *
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */

#pragma once

#include "ls-abort-signal.h"

G_BEGIN_DECLS

#define LS_TYPE_TASK_SIGNAL (ls_task_signal_get_type ())
G_DECLARE_FINAL_TYPE (LsTaskSignal, ls_task_signal, LS, TASK_SIGNAL, LsAbortSignal)

LsTaskSignal  *ls_task_signal_any                (LsEventLoop     *loop,
                                                  LsAbortSignal  **signals,
                                                  gsize            n_signals,
                                                  LsTaskPriority   priority);
LsTaskSignal  *ls_task_signal_any_with_source    (LsEventLoop     *loop,
                                                  LsAbortSignal  **signals,
                                                  gsize            n_signals,
                                                  LsTaskSignal    *priority_source);
LsTaskPriority ls_task_signal_get_priority       (LsTaskSignal    *self);
gboolean       ls_task_signal_has_fixed_priority (LsTaskSignal    *self);
LsTaskSignal  *ls_task_signal_get_source         (LsTaskSignal    *self);
guint          ls_task_signal_get_n_dependents   (LsTaskSignal    *self);

G_END_DECLS
