/* ls-runner-private.h
 *
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */

#pragma once

#include "ls-runner.h"

G_BEGIN_DECLS

gboolean  ls_runner_options_check  (const LsRunnerOptions *options,
                                    GError               **error);
LsRunner *ls_runner_new_with_trace (LsSession             *session,
                                    const LsRunnerOptions *options,
                                    LsTrace               *trace);
gboolean  ls_runner_try_step       (LsRunner              *self,
                                    GCancellable          *cancellable);

G_END_DECLS
