/* ls-replay.h: makes the records of a trace from the events of a recording
 *
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */

#pragma once

#include "ls-probe.h"
#include "ls-recording.h"

G_BEGIN_DECLS

/**
 * LsReplay:
 *
 * Goes through the events of some threads of a recording, which are the agents of the trace, and reports what happened as an engine
 * reports it. It belongs to one thread.
 */
typedef struct _LsReplay LsReplay;

LS_AVAILABLE_IN_1_0
LsReplay *ls_replay_new      (LsRecording *recording,
                              const guint *threads,
                              guint        n_threads,
                              LsProbe     *probe);
LS_AVAILABLE_IN_1_0
void      ls_replay_free     (LsReplay    *self);
LS_AVAILABLE_IN_1_0
gboolean  ls_replay_step     (LsReplay    *self);
LS_AVAILABLE_IN_1_0
guint64   ls_replay_get_time (LsReplay    *self);
LS_AVAILABLE_IN_1_0
guint64   ls_replay_get_next_time (LsReplay *self);
LS_AVAILABLE_IN_1_0
double    ls_replay_get_done (LsReplay    *self);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (LsReplay, ls_replay_free)

G_END_DECLS
