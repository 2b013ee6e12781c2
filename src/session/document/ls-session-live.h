/* ls-session-live.h: a session that shows what runs elsewhere
 *
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */

#pragma once

#include "ls-live-run.h"
#include "ls-session.h"

G_BEGIN_DECLS

LS_AVAILABLE_IN_1_0
LsSession *ls_session_new_for_live_run (LsLiveRun  *live_run,
                                        const char *title);
LS_AVAILABLE_IN_1_0
LsLiveRun *ls_session_get_live_run     (LsSession  *self);

G_END_DECLS
