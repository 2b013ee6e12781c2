/* ls-script-expectations.h: what the comments of a script expect of a run
 *
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */

#pragma once

#include "ls-runner.h"

G_BEGIN_DECLS

LS_AVAILABLE_IN_1_0
GPtrArray *ls_session_read_script_expectations  (LsSession *session,
                                                 GError   **error);
LS_AVAILABLE_IN_1_0
char      *ls_runner_update_script_expectations (LsRunner   *runner,
                                                 GPtrArray **unanswered,
                                                 GError    **error);

G_END_DECLS
