/* ls-cancellable.h: AbortSignal and GCancellable
 *
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */

#pragma once

#include <gio/gio.h>

#include "ls-abort-signal.h"

G_BEGIN_DECLS

LS_AVAILABLE_IN_1_0
LsAbortSignal *ls_abort_signal_new_for_cancellable (LsEventLoop   *loop,
                                                    GCancellable  *cancellable);
LS_AVAILABLE_IN_1_0
GCancellable  *ls_abort_signal_get_cancellable     (LsAbortSignal *self);

G_END_DECLS
