/* ls-task-signal.h: TaskSignal, §3.3
 *
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */

#pragma once

#include "ls-abort-signal.h"

G_BEGIN_DECLS

#define LS_TYPE_TASK_SIGNAL (ls_task_signal_get_type ())
LS_AVAILABLE_IN_1_0
G_DECLARE_FINAL_TYPE (LsTaskSignal, ls_task_signal, LS, TASK_SIGNAL, LsAbortSignal)

LS_AVAILABLE_IN_1_0
LsTaskSignal  *ls_task_signal_any                (LsEventLoop     *loop,
                                                  LsAbortSignal  **signals,
                                                  gsize            n_signals,
                                                  LsTaskPriority   priority);
LS_AVAILABLE_IN_1_0
LsTaskSignal  *ls_task_signal_any_with_source    (LsEventLoop     *loop,
                                                  LsAbortSignal  **signals,
                                                  gsize            n_signals,
                                                  LsTaskSignal    *priority_source);
LS_AVAILABLE_IN_1_0
LsTaskPriority ls_task_signal_get_priority       (LsTaskSignal    *self);
LS_AVAILABLE_IN_1_0
gboolean       ls_task_signal_has_fixed_priority (LsTaskSignal    *self);
LS_AVAILABLE_IN_1_0
LsTaskSignal  *ls_task_signal_get_source         (LsTaskSignal    *self);
LS_AVAILABLE_IN_1_0
guint          ls_task_signal_get_n_dependents   (LsTaskSignal    *self);

G_END_DECLS
