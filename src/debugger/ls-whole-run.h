/* ls-whole-run.h: runs a session from its beginning to its end
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "ls-runner.h"

G_BEGIN_DECLS

LsRunner *ls_whole_run (LsSession     *session,
                        GCancellable  *cancellable,
                        GError       **error);

G_END_DECLS
