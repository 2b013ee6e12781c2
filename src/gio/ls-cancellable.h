/* ls-cancellable.h: AbortSignal and GCancellable
 *
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */

#pragma once

#include <gio/gio.h>

#include "ls-abort-signal.h"

G_BEGIN_DECLS

LsAbortSignal *ls_abort_signal_new_for_cancellable (LsEventLoop   *loop,
                                                    GCancellable  *cancellable);
GCancellable  *ls_abort_signal_get_cancellable     (LsAbortSignal *self);

G_END_DECLS
