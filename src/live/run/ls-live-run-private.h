/* ls-live-run-private.h: how a watch tells what has happened
 *
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */

#pragma once

#include "ls-live-run.h"

G_BEGIN_DECLS

/* The trace of a live run forgets older records: 640 MB are kept. */
#define LS_LIVE_RUN_KEPT_RECORDS 20000000

void ls_live_run_emit_changed (LsLiveRun *self);
void ls_live_run_emit_held    (LsLiveRun *self);
void ls_live_run_emit_ended   (LsLiveRun *self);

G_END_DECLS
