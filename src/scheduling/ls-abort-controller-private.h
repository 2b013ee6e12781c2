/* ls-abort-controller-private.h: for the classes of abort controllers
 *
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */

#pragma once

#include "ls-abort-controller.h"

G_BEGIN_DECLS

void ls_abort_controller_take_signal (LsAbortController *self,
                                      LsAbortSignal     *signal);

G_END_DECLS
